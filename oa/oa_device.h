/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_DEVICE_H_
#define _OA_DEVICE_H_

#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/types.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

struct oa_config_registry;
struct oa_counting;
struct oa_ggtt;
struct oa_irq;
struct oa_kctx;
struct oa_last_stats;
struct oa_pmu_hooks;
struct oa_platform;
struct oa_pmu;
struct oa_rps;
struct oa_stream;
struct oa_topology;
struct oa_uncore;
struct oa_unit;

/**
 * struct oa_device - a GPU as the driver sees it
 *
 * Locks, outermost first:
 *
 * 1. oa_stream.reading: one read, or a poll that walks the ring. Held while user memory
 *    is copied; a caller that must not wait for user space uses trylock.
 * 2. @unit_lock: the owner of the OA unit. Taken by open, close, suspend, resume,
 *    remove and debugfs; and when perf's events are created, freed, recovered or shown in sysfs.
 * 3. oa_stream.lock: one stream. Also taken without @unit_lock: by read, ioctl, poll
 *    and the work that keeps the newest reports.
 *
 * drm_dev_enter() is not a lock, but unplugging waits for it. It is taken before or inside
 * oa_stream.lock; the two together are a section (oa_file.c). Neither may be held while user space
 * is waited for, not even in a page fault. oa_stream_detach() runs after unplugging, without it.
 *
 * The following locks are taken under @unit_lock and oa_stream.lock, or under neither;
 * never inside each other:
 *
 * - @configs.lock: the metric sets and their files in sysfs.
 * - @ggtt.lock: the owners of the GGTT's ranges.
 * - @uncore.forcewake.lock: the domains kept awake. Held while a domain wakes, 50 ms.
 *   @rps.lock alone is taken outside of it.
 * - @rps.lock: limits of the render clock that user space and a stream request.
 * - the spinlock of a file's contexts.
 *
 * @counting.lock is a raw spinlock, which perf takes with interrupts off, the timer of @counting in
 * hard IRQ, and streams under their locks when the unit is turned on or off. Only registers are
 * read inside of it. The mutex in oa_pmu.c, for the list of PMUs and the numbers of their events,
 * is outside of @unit_lock. When an event is created or freed perf may hold the mutex of a group's
 * context, and mmap_lock. These calls take @unit_lock, so with that held neither of the two may be
 * taken, nor cpus_read_lock().
 *
 * Hard IRQ takes two spinlocks of the interrupt: @irq.handler_lock, held by the handler or by the
 * deadline that serves in its place, and inside it @irq.mask_lock, for masking and unmasking the
 * event. Neither is held for long in process context. So synchronize_irq() may
 * be called with all other locks held. Apart from that, hard IRQ, including the deadline, reads the
 * tail, the head and the stream's pending type with READ_ONCE(); wake bits are atomic.
 *
 * @uncore.lock is the innermost lock of all, a raw spinlock that is taken with interrupts off. It
 * is held during each access of a register, during all reads of a 64-bit counter, and during an
 * attempt to reset the engine, for some microseconds or, if the engine hangs, up to 5 ms. Inside of
 * it registers are accessed by the functions named _locked only, and nothing else is called. A
 * lease and probe_only have a struct oa_uncore of their own, whose lock does not exclude i915.
 */
struct oa_device {
	/* private: see the comment of each member */
	struct drm_device drm;	/* the DRM device */
	const char *slot;	/* name of the PCI function; constant */
	const struct oa_platform *platform;	/* constant */
	struct oa_topology *topology;	/* constant after probe */
	bool was_master;	/* the PCI function was one before probe; constant after it */
	u32 timestamp_hz;	/* ticks of the time stamp per second; constant after probe */
	struct oa_uncore *uncore;	/* registers; has its own lock */
	struct oa_ggtt *ggtt;	/* the GGTT; has its own lock */
	struct oa_rps *rps;	/* the render clock; has its own lock */
	struct oa_irq *irq;	/* the interrupt */
	struct oa_config_registry *configs;	/* metric sets; has its own lock */
	struct mutex unit_lock;	/* guards @unit's owner and @stream; process context */
	struct oa_kctx *kctx;	/* the render engine; used by the stream that owns the unit */
	struct oa_unit *unit;	/* the OA unit; used by the stream that owns it */
	struct oa_stream *stream;	/* the one that owns the unit, or NULL; see @unit_lock */
	/*
	 * the stream to wake when the buffer is half full; cleared when it stops, before the
	 * interrupt is disabled, which waits for a handler that still uses the stream
	 */
	struct oa_stream *irq_stream;
	/* callbacks for changes of the unit; set before the device is registered */
	const struct oa_pmu_hooks *pmu_hooks;
	struct oa_counting *counting;	/* what perf's events read; has its own lock */
	struct oa_pmu *pmu;	/* the PMU while it is registered, else NULL */
	struct oa_last_stats *last;	/* what is shown of the last stream; set once */
};

/* Return the GPU behind its DRM device. */
static inline struct oa_device *to_oa(struct drm_device *drm)
{
	return container_of(drm, struct oa_device, drm);
}

/* Return the PCI function of a GPU. */
static inline struct pci_dev *oa_pdev(struct oa_device *oa)
{
	return to_pci_dev(oa->drm.dev);
}

/* Write a debug line that says why a call fails. Its value is the error, for a return. */
#define oa_fail(_drm, _err, _fmt, ...) \
({ \
	drm_dbg(_drm, _fmt, ##__VA_ARGS__); \
	_err; \
})

#endif /* _OA_DEVICE_H_ */
