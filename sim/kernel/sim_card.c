// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The kernel front end of a simulated GPU
 *
 * The core in sim/core/ is the GPU. This file is its host: one lock that serialises it,
 * the clock and memory of the kernel, a timer that lets the GPU catch up while something
 * is under way in it, and a timer that delivers the interrupt.
 *
 * It knows when an access begins and ends, so it checks the rules of accesses at the same time,
 * which the core, one access after the other, cannot see.
 *
 * The interrupt line is delivered from a hard timer, never from within a register write,
 * since a real interrupt comes from outside too.
 */
#include <linux/bitops.h>
#include <linux/highmem.h>
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/irqflags.h>
#include <linux/ktime.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "regs/gt_regs.h"
#include "sim_card.h"
#include "sim_compat.h"
#include "sim_iommu.h"
#include "sim_pause.h"

/* Work per tick of the timer, in reports */
#define SIM_REPORTS_PER_TICK	4096
#define SIM_TICK_TIMER_MIN_NS	250000ull
#define SIM_TICK_TIMER_MAX_NS	5000000ull
/* A line that is still asserted after this many handler calls is delivered again later. */
#define SIM_LINE_TRIES		4
#define SIM_LINE_PAUSE_US	50
/* The largest block of the page allocator has 2^10 pages. */
#define SIM_FREE_ORDERS		11

static struct sim_card *host_to_card(struct sim_host *host)
{
	return container_of(host, struct sim_card, host);
}

static u64 sim_host_now_ns(struct sim_host *host)
{
	return ktime_get_ns();
}

/*
 * Check whether a page lies in a free block of the page allocator. The first page of a block has
 * the mark, and blocks are aligned to their size. A page that was just freed may not be in one yet.
 */
static bool sim_page_is_free(unsigned long pfn)
{
	u32 order;

	/* The usual case: memory of a driver, which has a reference */
	if (page_count(pfn_to_page(pfn)))
		return false;
	for (order = 0; order < SIM_FREE_ORDERS; order++) {
		struct page *first = pfn_to_page(pfn & ~((1ul << order) - 1));

		if (PageBuddy(first) && page_private(first) >= order)
			return true;
	}
	return false;
}

/* Without an IOMMU, bus addresses are physical ones plus an offset (sim_bus.c). */
static phys_addr_t sim_card_translate(const struct sim_card *card, u64 address)
{
	if (sim_iommu_used())
		return sim_iommu_translate(card->dma_dev, address);
	return address < card->bus_offset ? PHYS_ADDR_MAX : address - card->bus_offset;
}

/* Map no free page: a write of the GPU would corrupt the page for its next owner. */
static void *sim_host_map(struct sim_host *host, u64 address, u32 bytes)
{
	unsigned long pfn = PHYS_PFN(sim_card_translate(host_to_card(host), address));

	if (!pfn_valid(pfn) || sim_page_is_free(pfn))
		return NULL;
	return kmap_local_page(pfn_to_page(pfn)) + offset_in_page(address);
}

static void sim_host_unmap(struct sim_host *host, void *memory)
{
	kunmap_local(memory);
}

static void sim_host_line(struct sim_host *host, bool stands)
{
	struct sim_card *card = host_to_card(host);

	lockdep_assert_held(&card->lock);
	if (!stands || !card->virq || card->line_busy)
		return;
	card->line_busy = true;
	hrtimer_start(&card->line_timer, 0, HRTIMER_MODE_REL_HARD);
}

static void *sim_host_alloc(struct sim_host *host, size_t bytes)
{
	return vzalloc(bytes);
}

static void sim_host_free(struct sim_host *host, void *memory)
{
	vfree(memory);
}

static void sim_host_assert_locked(struct sim_host *host)
{
	lockdep_assert_held(&host_to_card(host)->lock);
}

static const struct sim_host_ops sim_kernel_host_ops = {
	.now_ns = sim_host_now_ns,
	.map = sim_host_map,
	.unmap = sim_host_unmap,
	.line = sim_host_line,
	.alloc = sim_host_alloc,
	.free = sim_host_free,
	.assert_locked = sim_host_assert_locked,
};

/* Number of times to call the handler now */
static u32 sim_line_take(struct sim_card *card)
{
	u32 times;

	guard(sim_card)(card);
	times = sim_irq_take(card->gpu);
	/* From here on a rise of the line starts the timer again. */
	if (!times)
		card->line_busy = false;
	return times;
}

/* Hard IRQ. The timer restarts if the line is still asserted. */
static enum hrtimer_restart sim_line(struct hrtimer *timer)
{
	struct sim_card *card = container_of(timer, struct sim_card, line_timer);
	u32 i, times;

	for (i = 0; i < SIM_LINE_TRIES; i++) {
		times = sim_line_take(card);
		if (!times)
			return HRTIMER_NORESTART;
		while (times--)
			generic_handle_irq(card->virq);
	}
	hrtimer_forward_now(timer, ns_to_ktime(SIM_LINE_PAUSE_US * NSEC_PER_USEC));
	return HRTIMER_RESTART;
}

/*
 * Let time pass. Return: false if nothing is under way any more. Otherwise the timer is set to
 * expire again, under the lock: afterwards sim_card_keep_going() may start it for an earlier time.
 */
static bool sim_tick_pass(struct sim_card *card)
{
	u64 began = ktime_get_ns(), period;

	guard(sim_card)(card);
	sim_catch_up(card->gpu, SIM_REPORTS_PER_TICK);
	card->tick_busy = sim_clock_runs(card->gpu) && !card->gpu->clock.manual;
	if (!card->tick_busy)
		return false;
	period = clamp(sim_clock_period_ns(card->gpu), SIM_TICK_TIMER_MIN_NS,
		       SIM_TICK_TIMER_MAX_NS);
	period = sim_clock_spare_ns(card->gpu, period, ktime_get_ns() - began);
	card->tick_waits = period > SIM_TICK_TIMER_MIN_NS;
	hrtimer_set_expires(&card->tick_timer, ktime_add_ns(ktime_get(), period));
	return true;
}

static enum hrtimer_restart sim_tick(struct hrtimer *timer)
{
	return sim_tick_pass(container_of(timer, struct sim_card, tick_timer)) ? HRTIMER_RESTART :
										 HRTIMER_NORESTART;
}

/* Check whether an access made the armed timer too late. */
static bool sim_tick_late(const struct sim_card *card)
{
	const ktime_t due = hrtimer_get_expires(&card->tick_timer);
	const u64 period = max(sim_clock_period_ns(card->gpu), SIM_TICK_TIMER_MIN_NS);

	return ktime_before(ktime_add_ns(ktime_get(), period + SIM_TICK_TIMER_MIN_NS), due);
}

/**
 * sim_card_keep_going() - start the timer that lets time pass without accesses
 * @card: the GPU, locked
 *
 * It is set again if the access has begun something that is due earlier.
 */
void sim_card_keep_going(struct sim_card *card)
{
	lockdep_assert_held(&card->lock);
	if (card->gpu->clock.manual || !sim_clock_runs(card->gpu))
		return;
	/* Not hrtimer_active(): a callback that has decided to end still counts as active. */
	if (card->tick_busy && (!card->tick_waits || !sim_tick_late(card)))
		return;
	card->tick_busy = true;
	card->tick_waits = false;
	hrtimer_start(&card->tick_timer, ns_to_ktime(SIM_TICK_TIMER_MIN_NS), HRTIMER_MODE_REL_HARD);
}

/**
 * sim_card_enter_line() - begin an access to a register
 * @card: the GPU, not locked
 * @offset: of the register, from the start of BAR 0
 *
 * With interrupts off until sim_card_leave_line(): a processor's access is one instruction, which
 * neither an interrupt nor another task of this processor divides. Return: false if another
 * processor's access to the line of @offset is under way, and the platform forbids that.
 */
bool sim_card_enter_line(struct sim_card *card, u32 offset)
{
	return !card->gpu->platform->exclusive_lines || offset >= SIM_STORE_BYTES ||
	       !test_and_set_bit_lock(offset / SIM_LINE_BYTES, card->lines);
}

/**
 * sim_card_leave_line() - end an access that sim_card_enter_line() has begun
 * @card: the GPU, not locked
 * @offset: of the register
 *
 * Only if sim_card_enter_line() returned true.
 */
void sim_card_leave_line(struct sim_card *card, u32 offset)
{
	if (card->gpu->platform->exclusive_lines && offset < SIM_STORE_BYTES)
		clear_bit_unlock(offset / SIM_LINE_BYTES, card->lines);
}

/*
 * Check the rules that concern accesses at the same time, after the access. Software that waits for
 * the end of a reset may access GDRST only.
 */
static void sim_check_access(struct sim_card *card, u32 offset, u32 value, bool alone)
{
	if (!alone)
		sim_violate(card->gpu, SIM_SAME_LINE, offset, value);
	if (offset < SIM_GT_END && offset != GEN6_GDRST && sim_resetting(card->gpu))
		sim_violate(card->gpu, SIM_RESET_ACCESS, offset, value);
}

static u32 sim_read_locked(struct sim_card *card, u32 offset, bool alone)
{
	u32 value;

	guard(sim_card)(card);
	value = sim_bar_read(card->gpu, offset);
	sim_check_access(card, offset, value, alone);
	return value;
}

static void sim_write_locked(struct sim_card *card, u32 offset, u32 value, bool alone)
{
	guard(sim_card)(card);
	sim_bar_write(card->gpu, offset, value);
	sim_check_access(card, offset, value, alone);
	sim_card_keep_going(card);
}

static u32 sim_read32(struct i915_oa_mmio *mmio, u32 offset)
{
	struct sim_card *card = container_of(mmio, struct sim_card, mmio);
	unsigned long flags;
	bool alone;
	u32 value;

	local_irq_save(flags);
	alone = sim_card_enter_line(card, offset);
	value = sim_read_locked(card, offset, alone);
	if (alone)
		sim_card_leave_line(card, offset);
	local_irq_restore(flags);
	return value;
}

static void sim_write32(struct i915_oa_mmio *mmio, u32 offset, u32 value)
{
	struct sim_card *card = container_of(mmio, struct sim_card, mmio);
	unsigned long flags;
	bool alone;

	local_irq_save(flags);
	alone = sim_card_enter_line(card, offset);
	sim_write_locked(card, offset, value, alone);
	if (alone)
		sim_card_leave_line(card, offset);
	local_irq_restore(flags);
}

static void sim_write64(struct i915_oa_mmio *mmio, u32 offset, u64 value)
{
	sim_write32(mmio, offset, lower_32_bits(value));
	sim_write32(mmio, offset + 4, upper_32_bits(value));
}

static const struct i915_oa_mmio_ops sim_mmio_ops = {
	.read32 = sim_read32,
	.write32 = sim_write32,
	.write64 = sim_write64,
};

static const struct i915_oa_mmio_ops sim_pausing_mmio_ops = {
	.read32 = sim_read32,
	.write32 = sim_write32,
	.write64 = sim_write64,
	.pause = sim_pause,
};

/**
 * sim_card_create() - make a GPU
 * @platform: its name
 * @id: as for sim_gpu_create()
 * @manual_clock: time moves only by hand
 * @bus_offset: bus address minus physical address of all memory
 *
 * No interrupt is connected. Return: the GPU, or NULL if there is no memory or no such platform.
 */
struct sim_card *sim_card_create(const char *platform, u32 id, bool manual_clock, u64 bus_offset)
{
	struct sim_card *card = kzalloc(sizeof(*card), GFP_KERNEL);

	if (!card)
		return NULL;
	raw_spin_lock_init(&card->lock);
	sim_hrtimer_setup(&card->tick_timer, sim_tick, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	sim_hrtimer_setup(&card->line_timer, sim_line, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	card->scratch = alloc_page(GFP_KERNEL | __GFP_ZERO);
	if (!card->scratch)
		goto err_card;
	card->host.ops = &sim_kernel_host_ops;
	card->bus_offset = bus_offset;
	card->host.shared = true;
	card->host.scratch = page_to_phys(card->scratch) + bus_offset;
	card->gpu = sim_gpu_create(platform, id, &card->host, manual_clock);
	if (!card->gpu)
		goto err_scratch;
	card->mmio.magic = I915_OA_MMIO_MAGIC;
	card->mmio.version = I915_OA_MMIO_VERSION;
	card->mmio.size = card->gpu->platform->bar_bytes;
	card->mmio.ops = sim_pauses() ? &sim_pausing_mmio_ops : &sim_mmio_ops;
	return card;

err_scratch:
	__free_page(card->scratch);
err_card:
	kfree(card);
	return NULL;
}

/**
 * sim_card_set_function() - set the GPU's PCI function
 * @card: the GPU
 * @dev: the function, or NULL
 */
void sim_card_set_function(struct sim_card *card, struct device *dev)
{
	guard(sim_card)(card);
	card->dma_dev = dev;
}

/**
 * sim_card_halt() - stop the timers
 * @card: the GPU, whose registers are not accessed any more
 *
 * The tick timer stops first, because it may raise the line.
 */
void sim_card_halt(struct sim_card *card)
{
	hrtimer_cancel(&card->tick_timer);
	hrtimer_cancel(&card->line_timer);
}

/**
 * sim_card_destroy() - free a GPU
 * @card: the GPU, whose registers are not accessed any more
 */
void sim_card_destroy(struct sim_card *card)
{
	sim_card_halt(card);
	sim_gpu_destroy(card->gpu);
	__free_page(card->scratch);
	kfree(card);
}
