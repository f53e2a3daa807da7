/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The register seam: the one place where the driver meets a simulated GPU.
 *
 * On hardware the driver reaches registers with readl()/writel() on BAR 0.
 * No memory sits behind the BAR of a simulated function, so its provider hangs
 * a struct i915_oa_mmio on the device (dev.platform_data, which PCI leaves
 * empty) before any driver can bind. Everything else passes as on hardware.
 */
#ifndef _I915_OA_MMIO_H_
#define _I915_OA_MMIO_H_

#include <linux/types.h>

/* "OAmm", so that some other owner's platform_data is never taken for ours. */
#define I915_OA_MMIO_MAGIC	0x6d6d414fu
#define I915_OA_MMIO_VERSION	2u

struct i915_oa_mmio;

/**
 * struct i915_oa_mmio_ops - accessors for the registers behind BAR 0
 *
 * All may be called in any context, hard IRQ included; none but @pause ever sleeps.
 * Offsets are bytes from the start of BAR 0, aligned to the access.
 */
struct i915_oa_mmio_ops {
	/** @read32: read one 32-bit register, with its side effects */
	u32 (*read32)(struct i915_oa_mmio *mmio, u32 offset);
	/** @write32: write one 32-bit register */
	void (*write32)(struct i915_oa_mmio *mmio, u32 offset, u32 value);
	/** @write64: write one 64-bit word, whole (GGTT entries of gen8 and later) */
	void (*write64)(struct i915_oa_mmio *mmio, u32 offset, u64 value);
	/**
	 * @pause: the driver is between two accesses to registers, or to memory that the GPU, an
	 * interrupt or another task reads or writes as well: let these act now, if a test wants
	 * that. Sleeps where the caller may: in process context, with interrupts enabled. May be
	 * called until the provider's last function is gone, and the provider waits for calls
	 * under way before it goes itself. NULL: never
	 */
	void (*pause)(void);
};

/**
 * struct i915_oa_mmio - simulated registers and their accessors
 *
 * It lives as long as the PCI function; the driver uses it between probe and
 * the end of remove only.
 */
struct i915_oa_mmio {
	/** @magic: I915_OA_MMIO_MAGIC */
	u32 magic;
	/** @version: I915_OA_MMIO_VERSION */
	u32 version;
	/** @size: bytes of BAR 0 */
	u32 size;
	/** @ops: the accessors */
	const struct i915_oa_mmio_ops *ops;
};

#endif /* _I915_OA_MMIO_H_ */
