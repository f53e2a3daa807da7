// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Register access
 *
 * A register is reached through BAR 0 or, on a simulated GPU, through the accessors that its PCI
 * function supplies. oa_forcewake.c keeps the needed power domains awake, and each access is
 * checked here against the domains that are held.
 *
 * Ivybridge and Haswell hang if two processors access registers of one line of 64 bytes at the same
 * time, and no register may be accessed while an engine is reset. Anybody can cause such accesses:
 * reads, polls, perf's timers, interrupts and REG_READ run on all processors. So each access takes
 * oa_uncore.lock, on every platform as in i915, and a reset holds it from the request to the end.
 *
 * Facts: hardware.rst 2.1, 2.2, 2.10, 7.7; Haswell PRM vol. 11, power management.
 */
#include <linux/bitops.h>
#include <linux/io.h>
#include <linux/iopoll.h>
#include <linux/lockdep.h>
#include <linux/pci.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "gpu/oa_gpu.h"
#include "gpu/oa_gpu_priv.h"
#include "i915_oa_mmio.h"
#include "regs/gt_regs.h"

DEFINE_STATIC_KEY_FALSE(oa_pauses);
static void (*oa_pause_hook)(void);

#define OA_FIFO_FREE_US		500
/* BAR 0 begins with the registers; its upper half are the GGTT entries. */
#define OA_REGISTER_BYTES	SZ_2M
/* Registers from here on lie outside the GT and need neither forcewake nor a FIFO slot. */
#define OA_GT_END		0x40000

static struct i915_oa_mmio *oa_simulated(struct pci_dev *pdev)
{
	struct i915_oa_mmio *mmio = dev_get_platdata(&pdev->dev);

	return mmio && mmio->magic == I915_OA_MMIO_MAGIC ? mmio : NULL;
}

/* Call the simulated GPU's hook of oa_pause(). Sleeps where the caller may. */
void oa_pause_now(void)
{
	typeof(oa_pause_hook) pause = READ_ONCE(oa_pause_hook);

	if (pause)
		pause();
}

/*
 * Find the registers of a GPU, whose PCI function is enabled. With @has_fifo GT writes pass a FIFO
 * that must not run full. With read_only set the GGTT entries are not mapped. Process context.
 * Return 0, -ENOMEM if BAR 0 can't be mapped, or -EPROTO if the simulated GPU speaks another
 * version of the register seam.
 */
int oa_uncore_init(struct oa_uncore *uncore, struct drm_device *drm,
		   struct pci_dev *pdev, bool has_fifo)
{
	raw_spin_lock_init(&uncore->lock);
	uncore->drm = drm;
	uncore->has_fifo = has_fifo;
	uncore->sim = oa_simulated(pdev);
	if (uncore->sim) {
		if (uncore->sim->version != I915_OA_MMIO_VERSION) {
			drm_err(drm, "simulated GPU speaks register seam version %u, need %u\n",
				uncore->sim->version, I915_OA_MMIO_VERSION);
			return -EPROTO;
		}
		uncore->size = uncore->sim->size;
		if (uncore->sim->ops->pause) {
			WRITE_ONCE(oa_pause_hook, uncore->sim->ops->pause);
			static_branch_inc(&oa_pauses);
		}
	} else {
		/* The other driver has mapped the GGTT entries, write-combined. */
		uncore->size = uncore->read_only ? OA_REGISTER_BYTES : pci_resource_len(pdev, 0);
		uncore->regs = pci_iomap(pdev, 0, uncore->size);
		if (!uncore->regs)
			return -ENOMEM;
	}
	return 0;
}

/* Release the registers. Process context; no register may be touched any more. */
void oa_uncore_fini(struct oa_uncore *uncore, struct pci_dev *pdev)
{
	if (uncore->regs)
		pci_iounmap(pdev, uncore->regs);
	if (uncore->sim && uncore->sim->ops->pause)
		static_branch_dec(&oa_pauses);
}

static noinline void oa_check_domains(struct oa_uncore *uncore, u32 offset, bool write)
{
	const u32 needed = oa_uncore_domains(uncore, offset, write);

	WARN_ONCE(needed & ~READ_ONCE(uncore->forcewake.held),
		  "register 0x%x %s asleep: needs domains 0x%x, held 0x%x\n", offset,
		  write ? "written" : "read", needed, uncore->forcewake.held);
}

static void oa_check_awake(struct oa_uncore *uncore, u32 offset, bool write)
{
	struct oa_forcewake *fw = &uncore->forcewake;
	const struct oa_forcewake_range *range = READ_ONCE(fw->last_range);
	const u32 held = READ_ONCE(fw->held);

	if (!(fw->all & ~held))
		return;
	/* Try the range of the last access first: registers of one unit lie side by side. */
	if (!range || offset < range->start || offset > range->end) {
		range = oa_forcewake_find(fw->table, offset);
		if (range)
			WRITE_ONCE(fw->last_range, range);
	}
	/* Nearly always all domains of the range are awake. Else the register may need none. */
	if (range && range->domains & ~held)
		oa_check_domains(uncore, offset, write);
}

/* Read a register as oa_read32(), as one of several accesses under one hold of the lock. */
u32 oa_read32_locked(struct oa_uncore *uncore, u32 offset)
{
	lockdep_assert_held(&uncore->lock);
	oa_check_awake(uncore, offset, false);
	if (uncore->sim)
		return uncore->sim->ops->read32(uncore->sim, offset);
	return readl(uncore->regs + offset);
}

/* Read the register at @offset in BAR 0. Any context. Return its value; 0 if its domain sleeps. */
u32 oa_read32(struct oa_uncore *uncore, u32 offset)
{
	unsigned long flags;
	u32 value;

	oa_pause();
	raw_spin_lock_irqsave(&uncore->lock, flags);
	value = oa_read32_locked(uncore, offset);
	raw_spin_unlock_irqrestore(&uncore->lock, flags);
	oa_pause();
	return value;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_read32);

/*
 * A GT write that finds the FIFO full is lost, so wait for room. Only writes fill the FIFO, so
 * entries that were free and were not used since are still free.
 */
static void oa_fifo_wait(struct oa_uncore *uncore, u32 offset)
{
	int free;

	if (!uncore->has_fifo || offset >= OA_GT_END)
		return;
	if (uncore->fifo_room) {
		uncore->fifo_room--;
		return;
	}
	if (read_poll_timeout_atomic(oa_read32_locked, free,
				     (free & GT_FIFO_FREE_ENTRIES_MASK) > GT_FIFO_RESERVED_ENTRIES,
				     1, OA_FIFO_FREE_US, false, uncore, GTFIFOCTL))
		drm_err_ratelimited(uncore->drm, "GT write FIFO stays full\n");
	free &= GT_FIFO_FREE_ENTRIES_MASK;
	/* Subtract this write. */
	uncore->fifo_room = max(free - GT_FIFO_RESERVED_ENTRIES - 1, 0);
}

/* Write a register as oa_write32(), as one of several accesses under one hold of oa_uncore.lock. */
void oa_write32_locked(struct oa_uncore *uncore, u32 offset, u32 value)
{
	lockdep_assert_held(&uncore->lock);
	if (WARN_ON_ONCE(uncore->read_only))
		return;
	oa_check_awake(uncore, offset, true);
	oa_fifo_wait(uncore, offset);
	if (uncore->sim)
		uncore->sim->ops->write32(uncore->sim, offset, value);
	else
		writel(value, uncore->regs + offset);
}

/*
 * Write the register at @offset in BAR 0. Any context, but registers below 0x40000 may wait up to
 * 500 us for the FIFO, with interrupts off as in i915. On a read-only GPU it only warns.
 */
void oa_write32(struct oa_uncore *uncore, u32 offset, u32 value)
{
	unsigned long flags;

	oa_pause();
	raw_spin_lock_irqsave(&uncore->lock, flags);
	oa_write32_locked(uncore, offset, value);
	raw_spin_unlock_irqrestore(&uncore->lock, flags);
	oa_pause();
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_write32);

/*
 * Where the CPU has no 64-bit access, the entry is not valid while its halves differ: bit 0 of
 * the low half says valid, and is written last.
 */
static void oa_write_wide_pte(void __iomem *entry, u64 pte)
{
#ifdef CONFIG_64BIT
	writeq(pte, entry);
#else
	writel(0, entry);
	writel(upper_32_bits(pte), entry + sizeof(u32));
	writel(lower_32_bits(pte), entry);
#endif
}

/*
 * Write a GGTT entry of 4 or 8 bytes. The GPU never sees a valid entry half written. Entries are no
 * registers: the owner of their range writes them without oa_uncore.lock.
 */
void oa_write_pte(struct oa_uncore *uncore, u32 offset, u64 pte, u32 bytes)
{
	const bool wide = bytes == sizeof(u64);

	if (WARN_ON_ONCE(uncore->read_only))
		return;
	oa_pause();
	if (uncore->sim && wide)
		uncore->sim->ops->write64(uncore->sim, offset, pte);
	else if (uncore->sim)
		uncore->sim->ops->write32(uncore->sim, offset, pte);
	else if (wide)
		oa_write_wide_pte(uncore->regs + offset, pte);
	else
		writel(pte, uncore->regs + offset);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_write_pte);

/* Clear, then set bits, as oa_write32(); callers serialise. Return the value before. */
u32 oa_rmw32(struct oa_uncore *uncore, u32 offset, u32 clear, u32 set)
{
	u32 old = oa_read32(uncore, offset);

	oa_write32(uncore, offset, (old & ~clear) | set);
	return old;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rmw32);

/*
 * Read a running 64-bit counter, whose dwords lie at @low and @high. Any context. Reads high, low,
 * high, so that a carry in between does not tear it, all under one hold of the lock.
 */
u64 oa_read64_2x32(struct oa_uncore *uncore, u32 low, u32 high)
{
	u32 upper, again, lower;
	unsigned long flags;
	int tries = 0;

	oa_pause();
	raw_spin_lock_irqsave(&uncore->lock, flags);
	upper = oa_read32_locked(uncore, high);
	do {
		again = upper;
		lower = oa_read32_locked(uncore, low);
		upper = oa_read32_locked(uncore, high);
	} while (upper != again && tries++ < 2);
	raw_spin_unlock_irqrestore(&uncore->lock, flags);
	oa_pause();
	return (u64)upper << 32 | lower;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_read64_2x32);

/* Wait as oa_wait32(), in one hold of oa_uncore.lock. Interrupts are off: @timeout_us is short. */
int oa_wait32_locked(struct oa_uncore *uncore, u32 offset, u32 mask, u32 value,
		     unsigned int timeout_us)
{
	u32 now;

	return read_poll_timeout_atomic(oa_read32_locked, now, (now & mask) == value, 1,
					timeout_us, false, uncore, offset);
}

/* Wait @timeout_us for the bits @mask to show @value. Process context. Return 0 or -ETIMEDOUT. */
int oa_wait32(struct oa_uncore *uncore, u32 offset, u32 mask, u32 value, unsigned int timeout_us)
{
	u32 now = oa_read32(uncore, offset);

	/* Mostly they do at once, which takes no clock. */
	if ((now & mask) == value)
		return 0;
	return read_poll_timeout(oa_read32, now, (now & mask) == value, 10,
				 timeout_us, false, uncore, offset);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wait32);

/**
 * DOC: Steering
 *
 * Some units exist once per slice or subslice, all at the same offset. A write goes to all of them.
 * A read returns the value of one instance, by default subslice 0 of slice 0, and zero if that
 * instance is fused off: a zero that is saved and restored later would clear the register
 * everywhere. So such a read first selects an instance that is there. The steering register has one
 * user at a time and is restored after the read, because the next write is meant for all instances.
 *
 * The tables of forcewake domains mark the replicated registers (oa_forcewake_*.c). L3
 * banks have fuses of their own; the driver reads none of their registers.
 *
 * Facts: hardware.rst 2.3.
 */

/* Fields of the steering register */
struct oa_steering_layout {
	u32 slice;
	u32 subslice;	/* or the L3 bank */
	u32 multicast;	/* addresses all instances; 0 if only reads are steered */
};

const struct oa_steering_layout oa_steering_gen8 = {
	.slice = GEN8_MCR_SLICE_MASK,
	.subslice = GEN8_MCR_SUBSLICE_MASK,
};

const struct oa_steering_layout oa_steering_gen11 = {
	.slice = GEN11_MCR_SLICE_MASK,
	.subslice = GEN11_MCR_SUBSLICE_MASK,
	.multicast = GEN11_MCR_MULTICAST,
};

/* Choose an instance that is there; none without @layout. At probe; accesses no register. */
void oa_steering_init(struct oa_uncore *uncore, const struct oa_steering_layout *layout,
		      const struct oa_topology *topology)
{
	struct oa_steering *steering = &uncore->steering;

	steering->layout = layout;
	steering->slice = topology->slice_mask ? __ffs(topology->slice_mask) : 0;
	steering->subslice = topology->subslice_mask[steering->slice] ?
			     __ffs(topology->subslice_mask[steering->slice]) : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_steering_init);

/*
 * Select an instance that is there, for several reads. Process context, the GPU is awake,
 * serialised by the owner of the OA unit. Until oa_unsteer() no replicated register may be written.
 * Not nested.
 */
void oa_steer(struct oa_uncore *uncore)
{
	struct oa_steering *steering = &uncore->steering;
	const struct oa_steering_layout *l = steering->layout;
	u32 selector;

	if (!l)
		return;
	steering->before = oa_read32(uncore, GEN8_MCR_SELECTOR);
	selector = steering->before & ~(l->slice | l->subslice | l->multicast);
	selector |= (u32)steering->slice << __ffs(l->slice);
	selector |= (u32)steering->subslice << __ffs(l->subslice);
	oa_write32(uncore, GEN8_MCR_SELECTOR, selector);
	steering->steered = true;
}

/* Restore the steering register after oa_steer(). */
void oa_unsteer(struct oa_uncore *uncore)
{
	struct oa_steering *steering = &uncore->steering;

	if (steering->steered)
		oa_write32(uncore, GEN8_MCR_SELECTOR, steering->before);
	steering->steered = false;
}

/* Read a register that may be replicated, in an instance that is there. Context as oa_steer(). */
u32 oa_steered_read32(struct oa_uncore *uncore, u32 offset)
{
	const struct oa_steering *steering = &uncore->steering;
	const struct oa_forcewake_range *range;
	u32 value;

	range = steering->layout ? oa_forcewake_find(uncore->forcewake.table, offset) : NULL;
	if (!range || range->replication == OA_REPL_NONE || steering->steered)
		return oa_read32(uncore, offset);
	oa_steer(uncore);
	value = oa_read32(uncore, offset);
	oa_unsteer(uncore);
	return value;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_steered_read32);

/*
 * Check whether a list of ranges holds a register. The list is ended by an empty entry; NULL is an
 * empty list. Any context. Ranges hold whole registers: an offset that is not a multiple of 4 is in
 * no range.
 */
bool oa_reg_in(const struct oa_reg_range *ranges, u32 offset)
{
	if (!ranges || offset % sizeof(u32))
		return false;
	for (; ranges->end; ranges++)
		if (offset >= ranges->start && offset <= ranges->end)
			return true;
	return false;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reg_in);
