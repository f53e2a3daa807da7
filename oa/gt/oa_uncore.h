/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_UNCORE_H_
#define _OA_UNCORE_H_

#include <linux/atomic.h>
#include <linux/jump_label.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include "gt/oa_forcewake_tables.h"

struct drm_device;
struct i915_oa_mmio;
struct oa_steering_layout;
struct pci_dev;

/**
 * struct oa_forcewake - the power wells that are kept awake on one GPU
 */
struct oa_forcewake {
	/** @table: of the platform; set once */
	const struct oa_forcewake_table *table;
	/**
	 * @domains: by enum oa_forcewake_id; from @table, or its @legacy, but not fused off; set
	 * once
	 */
	const struct oa_forcewake_domain *domains[OA_NUM_FW];
	/** @lock: guards the members below; process context only, an ack may take 50 ms */
	struct mutex lock;
	/** @count: references by domain */
	unsigned int count[OA_NUM_FW];
	/** @held: domains with a reference; read without the lock */
	u32 held;
	/** @all: the domains that @table has; set once */
	u32 all;
	/** @last: the range of @table that was found last; a hint, any context, no lock */
	const struct oa_forcewake_range *last;
	/** @allowed_before: VLV_GTLC_WAKE_CTRL as found at probe */
	u32 allowed_before;
};

/**
 * struct oa_steering - where reads of replicated registers go
 *
 * Constant after probe.
 */
struct oa_steering {
	/** @layout: of the platform, NULL if it can't steer */
	const struct oa_steering_layout *layout;
	/** @slice: the first slice that is there */
	u8 slice;
	/** @subslice: the first subslice that is there in @slice */
	u8 subslice;
};

/**
 * struct oa_uncore - register access of one GPU
 */
struct oa_uncore {
	/** @drm: for messages; set once */
	struct drm_device *drm;
	/** @regs: BAR 0 on hardware, NULL on a simulated GPU; set once */
	void __iomem *regs;
	/** @sim: the simulated GPU's accessors, NULL on hardware; set once */
	struct i915_oa_mmio *sim;
	/** @size: bytes of BAR 0; set once */
	u32 size;
	/** @has_fifo: GT writes pass the write FIFO of gen6 to gen7.5; set once */
	bool has_fifo;
	/** @fifo_room: writes for which the FIFO surely has room; any context, no lock */
	atomic_t fifo_room;
	/** @forcewake: power wells; has its own lock */
	struct oa_forcewake forcewake;
	/** @steering: which copy of a replicated register is read; set once */
	struct oa_steering steering;
};

DECLARE_STATIC_KEY_FALSE(oa_pauses);

void oa_pause_now(void);

/**
 * oa_pause() - between two accesses whose order matters to the GPU, an interrupt or another task
 *
 * Any context. Does nothing, unless a simulated GPU was told to let such things happen
 * at places like this one (interleave=). Then it may sleep where the caller may.
 */
static inline void oa_pause(void)
{
	if (static_branch_unlikely(&oa_pauses))
		oa_pause_now();
}

int oa_uncore_init(struct oa_uncore *uncore, struct drm_device *drm,
		   struct pci_dev *pdev, bool has_fifo);
void oa_uncore_fini(struct oa_uncore *uncore, struct pci_dev *pdev);

u32 oa_read32(struct oa_uncore *uncore, u32 offset);
void oa_write32(struct oa_uncore *uncore, u32 offset, u32 value);
void oa_write64(struct oa_uncore *uncore, u32 offset, u64 value);
u32 oa_rmw32(struct oa_uncore *uncore, u32 offset, u32 clear, u32 set);
u64 oa_read64_2x32(struct oa_uncore *uncore, u32 low, u32 high);
int oa_wait32(struct oa_uncore *uncore, u32 offset, u32 mask, u32 value,
	      unsigned int timeout_us);

/**
 * oa_uncore_domains() - the domains that an access needs
 * @uncore: the GPU
 * @offset: bytes from the start of BAR 0
 * @write: the access is a write; some registers may be written asleep
 *
 * Any context. Return: OA_FORCEWAKE_* bits for oa_forcewake_get().
 */
static inline u32 oa_uncore_domains(const struct oa_uncore *uncore, u32 offset, bool write)
{
	return oa_forcewake_domains(uncore->forcewake.table, offset, write);
}

#endif /* _OA_UNCORE_H_ */
