/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_UNCORE_H_
#define _OA_UNCORE_H_

#include <linux/mutex.h>
#include <linux/types.h>

struct drm_device;
struct i915_oa_mmio;
struct pci_dev;

/**
 * struct oa_forcewake_domain - one power well that MMIO may find asleep
 */
struct oa_forcewake_domain {
	/** @name: for messages */
	const char *name;
	/** @request: offset of the masked request register */
	u32 request;
	/** @ack: offset of the acknowledge register */
	u32 ack;
	/** @thread_status: also wait for GT_THREAD_STATUS (gen6 to gen8) */
	bool thread_status;
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
	/** @domain: the Render domain; set once */
	const struct oa_forcewake_domain *domain;
	/** @lock: guards @awake; taken in process context only, an ack may take 50 ms */
	struct mutex lock;
	/** @awake: references on @domain; guarded by @lock */
	unsigned int awake;
};

int oa_uncore_init(struct oa_uncore *uncore, struct drm_device *drm,
		   struct pci_dev *pdev, const struct oa_forcewake_domain *domain,
		   bool has_fifo);
void oa_uncore_fini(struct oa_uncore *uncore, struct pci_dev *pdev);

u32 oa_read32(struct oa_uncore *uncore, u32 offset);
void oa_write32(struct oa_uncore *uncore, u32 offset, u32 value);
u32 oa_rmw32(struct oa_uncore *uncore, u32 offset, u32 clear, u32 set);
u64 oa_read64_2x32(struct oa_uncore *uncore, u32 low, u32 high);
int oa_wait32(struct oa_uncore *uncore, u32 offset, u32 mask, u32 value,
	      unsigned int timeout_us);

int oa_forcewake_get(struct oa_uncore *uncore);
void oa_forcewake_put(struct oa_uncore *uncore);

#endif /* _OA_UNCORE_H_ */
