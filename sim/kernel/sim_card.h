/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel front end of a simulated GPU: lock, timers, interrupt, register seam.
 */
#ifndef _SIM_CARD_H_
#define _SIM_CARD_H_

#include <linux/bitmap.h>
#include <linux/hrtimer.h>
#include <linux/mm_types.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "i915_oa_compat.h"
#include "i915_oa_mmio.h"
#include "sim/core/sim_control.h"
#include "sim/core/sim_model.h"

struct dentry;
struct device;

/* Bytes of registers that only one processor may access at a time: hardware.rst 2.10 */
#define SIM_LINE_BYTES	64

/** struct sim_file - a file of debugfs */
struct sim_file {
	/** @card: the GPU */
	struct sim_card *card;
	/** @knob: the knob behind the file */
	const struct sim_knob *knob;
};

/** struct sim_card - a simulated GPU in the kernel */
struct sim_card {
	/** @host: the interface that the core calls */
	struct sim_host host;
	/** @gpu: the core's GPU, guarded by @lock */
	struct oa_sim_gpu *gpu;
	/** @mmio: the register seam for a driver */
	struct i915_oa_mmio mmio;
	/** @lock: serialises the core; taken in any context, hard IRQ included */
	raw_spinlock_t lock;
	/** @lines: lines of registers that a processor accesses now; atomic, a bit for each */
	DECLARE_BITMAP(lines, SIM_STORE_BYTES / SIM_LINE_BYTES);
	/** @scratch: the page that GGTT entries name before software writes them */
	struct page *scratch;
	/** @bus_offset: bus address minus physical address, 0 if an IOMMU translates; constant */
	u64 bus_offset;
	/** @tick_timer: lets the GPU catch up while something is under way in it */
	struct hrtimer tick_timer;
	/** @tick_busy: @tick_timer is armed or running; guarded by @lock */
	bool tick_busy;
	/** @tick_waits: @tick_timer is set for later than the least time; guarded by @lock */
	bool tick_waits;
	/** @line_timer: delivers the interrupt line */
	struct hrtimer line_timer;
	/** @line_busy: @line_timer is armed or running; guarded by @lock */
	bool line_busy;
	/** @virq: Linux interrupt of the line, 0 if there is none; set once */
	unsigned int virq;
	/** @dma_dev: the PCI function, which an IOMMU knows, or NULL; guarded by @lock */
	struct device *dma_dev;
	/** @files: of debugfs, in the order of the knobs; set once */
	struct sim_file files[SIM_MAX_KNOBS];
};

/**
 * sim_card() - the front end of a GPU
 * @gpu: the GPU
 */
static inline struct sim_card *sim_card(const struct oa_sim_gpu *gpu)
{
	return container_of(gpu->host, struct sim_card, host);
}

/* guard(sim_card)(card), scoped_guard(sim_card, card) */
OA_DEFINE_LOCK_GUARD(sim_card, struct sim_card)

/* sim_card.c */
struct sim_card *sim_card_create(const char *platform, u32 id, bool manual_clock, u64 bus_offset);
void sim_card_destroy(struct sim_card *card);
void sim_card_set_function(struct sim_card *card, struct device *dev);
void sim_card_halt(struct sim_card *card);
void sim_card_keep_going(struct sim_card *card);
bool sim_card_enter_line(struct sim_card *card, u32 offset);
void sim_card_leave_line(struct sim_card *card, u32 offset);

/* sim_debugfs.c */
struct dentry *sim_debugfs_add(struct sim_card *card, struct dentry *root, const char *name);

/* sim_tests.c: for KUnit, which drives a GPU without PCI */
struct oa_sim_gpu *oa_sim_gpu_create(const char *platform, bool manual_clock);
void oa_sim_gpu_destroy(struct oa_sim_gpu *gpu);
struct i915_oa_mmio *oa_sim_gpu_mmio(struct oa_sim_gpu *gpu);
void oa_sim_gpu_write32(struct oa_sim_gpu *gpu, u32 offset, u32 value);
void oa_sim_gpu_event(struct oa_sim_gpu *gpu, u32 event);
u64 oa_sim_gpu_violations(struct oa_sim_gpu *gpu);
bool oa_sim_gpu_line(struct oa_sim_gpu *gpu);
void oa_sim_gpu_access(struct oa_sim_gpu *gpu, u32 offset, bool under_way);

#endif /* _SIM_CARD_H_ */
