// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Registers of the simulated GPU
 *
 * Every access first lets time pass, then finds its register: the power wells, the
 * OA unit, interrupts, the command streamer, or the platform's own. GT registers
 * answer only while their well is awake: otherwise reads are zero, writes are
 * dropped, and the rule counts as broken. Registers that no document names read
 * zero and are counted apart.
 *
 * Time is the host's, in ticks of the time stamp. Where the host can't keep up with the
 * programmed sampling rate, the GPU's clock runs slower: reports stay exactly
 * one period apart, and none is ever later than a time stamp read after it.
 *
 * Facts: hardware.md 1.3, 3.14.
 */
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim_compat.h"
#include "sim_model.h"
#include "sim_steering.h"

/* Low, so that short recordings see no wrap of 32 bits; not 0, which is no time stamp. */
#define SIM_FIRST_TICK		0x1000
/* Work per register access and per tick of the timer, in reports. */
#define SIM_REPORTS_PER_ACCESS	256
#define SIM_REPORTS_PER_TICK	4096
#define SIM_TICK_TIMER_MIN_NS	250000ull
#define SIM_TICK_TIMER_MAX_NS	5000000ull
/* Further behind than this the GPU's clock is slowed down. */
#define SIM_MAX_LAG_NS		20000000ull
/* Steps of the streamer in one look at the GPU */
#define SIM_COMMANDS_PER_RUN	1024

static const char * const sim_violation_names[SIM_NUM_VIOLATIONS] = {
	[SIM_NO_FORCEWAKE] = "no_forcewake",
	[SIM_FORCEWAKE_ORDER] = "forcewake_order",
	[SIM_OUTSIDE_BAR] = "outside_bar",
	[SIM_DECODE_OFF] = "decode_off",
	[SIM_BUS_MASTER] = "bus_master",
	[SIM_OABUFFER_ORDER] = "oabuffer_order",
	[SIM_OABUFFER_ALIGN] = "oabuffer_align",
	[SIM_OA_RUNNING] = "oa_running",
	[SIM_HEAD_TAIL] = "head_tail",
	[SIM_HEAD_RANGE] = "head_range",
	[SIM_RESERVED_BIT] = "reserved_bit",
	[SIM_CLOCK_GATING] = "clock_gating",
	[SIM_OA_ASLEEP] = "oa_asleep",
	[SIM_GGTT_INVALID] = "ggtt_invalid",
	[SIM_GGTT_STALE] = "ggtt_stale",
	[SIM_BAD_MEMORY] = "bad_memory",
	[SIM_STATUS_LEFT] = "status_left",
	[SIM_HEAD_RULE] = "head_rule",
	[SIM_STATUS_CLEAR] = "status_clear",
	[SIM_PPGTT] = "ppgtt",
	[SIM_NOT_COHERENT] = "not_coherent",
	[SIM_STEERING_LEFT] = "steering_left",
	[SIM_IRQ_NOT_ONE_HOT] = "irq_not_one_hot",
	[SIM_IRQ_NOT_IN_DW] = "irq_not_in_dw",
	[SIM_IRQ_DW_NOT_READ] = "irq_dw_not_read",
	[SIM_IRQ_SELECTOR_BUSY] = "irq_selector_busy",
	[SIM_IRQ_DW_UNSERVED] = "irq_dw_unserved",
	[SIM_IRQ_DW_LEFT] = "irq_dw_left",
	[SIM_IRQ_NO_DATA_VALID] = "irq_no_data_valid",
	[SIM_IRQ_MASTER_SOURCE] = "irq_master_source",
	[SIM_IRQ_MASTER_ON] = "irq_master_on",
	[SIM_IRQ_MASTER_REREAD] = "irq_master_reread",
	[SIM_RING_ALIGN] = "ring_align",
	[SIM_RING_RANGE] = "ring_range",
	[SIM_RING_RUNNING] = "ring_running",
	[SIM_CS_OPCODE] = "cs_opcode",
	[SIM_CS_LENGTH] = "cs_length",
	[SIM_CS_ADDRESS] = "cs_address",
	[SIM_CS_BATCH] = "cs_batch",
	[SIM_RPC_OFF] = "rpc_off",
	[SIM_ELSP_MODE] = "elsp_mode",
	[SIM_ELSP_FULL] = "elsp_full",
	[SIM_CTX_DESCRIPTOR] = "ctx_descriptor",
	[SIM_CTX_IMAGE] = "ctx_image",
	[SIM_RESET_NOT_READY] = "reset_not_ready",
};

/**
 * sim_violation_name() - name of a kind
 * @kind: which
 */
const char *sim_violation_name(enum sim_violation kind)
{
	return sim_violation_names[kind];
}

/**
 * sim_violate() - a rule was broken
 * @gpu: the GPU, locked
 * @kind: which rule
 * @offset: where
 * @value: with what
 */
void sim_violate(struct oa_sim_gpu *gpu, enum sim_violation kind, u32 offset, u32 value)
{
	struct sim_violations *v = &gpu->violations[kind];

	v->count++;
	v->offset = offset;
	v->value = value;
}

static u64 sim_ticks(const struct oa_sim_gpu *gpu, u64 ns)
{
	return div_u64(ns * gpu->platform->tick_den, gpu->platform->tick_num);
}

static u64 sim_ns(const struct oa_sim_gpu *gpu, u64 ticks)
{
	return div_u64(ticks * gpu->platform->tick_num, gpu->platform->tick_den);
}

/* The time stamp at the host's @host_ns, or, by hand, as it was set. */
static u64 sim_now(const struct oa_sim_gpu *gpu, u64 host_ns)
{
	u64 ns = gpu->manual ? gpu->manual_ns : host_ns - gpu->epoch_ns;

	return SIM_FIRST_TICK + sim_ticks(gpu, ns) + gpu->bias;
}

/*
 * What the streamer does it does when it is due: the OA unit gets there first. A batch
 * may be a loop, so there is an end to it, after which the streamer is late.
 */
static bool sim_run(struct oa_sim_gpu *gpu, u64 now, u32 max_reports)
{
	u32 left = SIM_COMMANDS_PER_RUN;

	while (left-- && gpu->cs.busy && gpu->cs.due <= now) {
		if (!sim_oa_run(gpu, max(gpu->cs.due, gpu->counters.tick), max_reports))
			return false;
		sim_cs_run(gpu);
	}
	return sim_oa_run(gpu, now, max_reports);
}

/**
 * sim_catch_up() - let time pass until now
 * @gpu: the GPU, locked
 * @max_reports: how much work that may be between two steps of the streamer
 */
void sim_catch_up(struct oa_sim_gpu *gpu, u32 max_reports)
{
	u64 began = ktime_get_ns(), produced = gpu->produced, lag;
	u64 now = max(sim_now(gpu, began), gpu->counters.tick);

	if (!sim_run(gpu, now, max_reports)) {
		lag = sim_ns(gpu, now - gpu->counters.tick);
		if (lag > SIM_MAX_LAG_NS && !gpu->manual) {
			gpu->epoch_ns += lag;
			gpu->slipped_ns += lag;
		}
	}
	sim_forcewake_update(gpu, gpu->counters.tick);
	if (gpu->produced != produced)
		gpu->production_ns += ktime_get_ns() - began;
}

static u64 sim_read_timestamp(struct oa_sim_gpu *gpu)
{
	u64 tick = gpu->counters.tick;

	/* Clients divide by the difference of two reads. */
	if (tick == gpu->last_read && sim_oa_run(gpu, tick + 1, 1)) {
		gpu->bias++;
		tick++;
	}
	gpu->last_read = tick;
	return tick;
}

/* From the CPU, steering says which instance of a replicated register answers. */
static u32 sim_read_plain(const struct oa_sim_gpu *gpu, u32 offset, bool cpu)
{
	return cpu && sim_steered(gpu, offset) ? sim_steered_read(gpu, offset) :
						 gpu->store[offset / 4];
}

static u32 sim_read_register(struct oa_sim_gpu *gpu, u32 offset, bool cpu)
{
	const struct sim_platform *p = gpu->platform;
	u32 value;

	if (sim_forcewake_owns(gpu, offset))
		return sim_forcewake_read(gpu, offset);
	if (p->oa->owns(offset))
		return p->oa->read(gpu, offset);
	if (p->irq->owns(offset))
		return p->irq->read(gpu, offset);
	if (sim_cs_owns(gpu, offset))
		return sim_cs_read(gpu, offset);
	if (sim_steering_owns(gpu, offset))
		return gpu->steering;
	if (offset == RCS_TIMESTAMP_LO)
		return lower_32_bits(sim_read_timestamp(gpu));
	if (offset == RCS_TIMESTAMP_HI)
		return upper_32_bits(gpu->counters.tick);
	if (p->read(gpu, offset, &value))
		return value;
	if (sim_in_ranges(p->plain, offset))
		return sim_read_plain(gpu, offset, cpu);
	if (!sim_in_ranges(p->silent, offset))
		gpu->unknown_registers++;
	return 0;
}

/**
 * sim_gt_read() - read a register, as a unit of the GPU does
 * @gpu: the GPU, locked, counted up to now
 * @offset: below half of BAR 0, 4-byte aligned
 *
 * No power well is asked. Return: its value, 0 where there is none.
 */
u32 sim_gt_read(struct oa_sim_gpu *gpu, u32 offset)
{
	return sim_read_register(gpu, offset, false);
}

static void sim_write_plain(struct oa_sim_gpu *gpu, u32 offset, u32 value, bool cpu)
{
	const struct sim_platform *p = gpu->platform;
	u32 old = gpu->store[offset / 4], mask = ~0u;

	if (sim_in_ranges(p->read_only, offset))
		return;
	if (sim_in_ranges(p->masked, offset))
		mask = value >> 16;
	if (sim_steered(gpu, offset))
		sim_steered_write(gpu, offset, value, mask, cpu);
	else
		gpu->store[offset / 4] = (old & ~mask) | (value & mask);
	if (offset - p->counters->cec < 8 * p->counters->num_b)
		gpu->counters.events_valid = false;
	p->wrote(gpu, offset, old, gpu->store[offset / 4]);
}

static void sim_write_register(struct oa_sim_gpu *gpu, u32 offset, u32 value, bool cpu)
{
	const struct sim_platform *p = gpu->platform;

	if (sim_forcewake_owns(gpu, offset))
		sim_forcewake_write(gpu, offset, value);
	else if (p->oa->owns(offset))
		p->oa->write(gpu, offset, value);
	else if (p->irq->owns(offset))
		p->irq->write(gpu, offset, value);
	else if (sim_cs_owns(gpu, offset))
		sim_cs_write(gpu, offset, value);
	else if (sim_steering_owns(gpu, offset))
		gpu->steering = value;
	else if (offset == GFX_FLSH_CNTL_GEN6 && value & GFX_FLSH_CNTL_EN)
		sim_gtt_flush(gpu);
	else if (sim_in_ranges(p->plain, offset))
		sim_write_plain(gpu, offset, value, cpu);
	else if (offset != NOA_WRITE && !sim_in_ranges(p->silent, offset))
		gpu->unknown_registers++;
}

/**
 * sim_gt_write() - write a register, as a unit of the GPU does
 * @gpu: the GPU, locked, counted up to now
 * @offset: below half of BAR 0, 4-byte aligned
 * @value: what is written
 *
 * No power well is asked, and all instances of a replicated register are written.
 */
void sim_gt_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	sim_write_register(gpu, offset, value, false);
}

/**
 * sim_peek() - read a register without side effects or rules
 * @gpu: the GPU, locked
 * @offset: bytes from the start of BAR 0, below 2 MiB
 */
u32 sim_peek(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_platform *p = gpu->platform;

	if (sim_forcewake_owns(gpu, offset))
		return sim_forcewake_read(gpu, offset);
	if (p->oa->owns(offset))
		return p->oa->read(gpu, offset);
	if (p->irq->owns(offset))
		return p->irq->peek(gpu, offset);
	if (sim_cs_owns(gpu, offset))
		return sim_cs_read(gpu, offset);
	return sim_steering_owns(gpu, offset) ? gpu->steering : gpu->store[offset / 4];
}

/* Is there a register to reach? */
static bool sim_reachable(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (offset % 4 || offset >= gpu->platform->bar_bytes) {
		sim_violate(gpu, SIM_OUTSIDE_BAR, offset, value);
		return false;
	}
	if (!gpu->decode) {
		sim_violate(gpu, SIM_DECODE_OFF, offset, value);
		return false;
	}
	return true;
}

static bool sim_asleep(struct oa_sim_gpu *gpu, u32 offset, u32 value, bool write)
{
	if (sim_forcewake_owns(gpu, offset) || sim_forcewake_reaches(gpu, offset, write))
		return false;
	sim_violate(gpu, SIM_NO_FORCEWAKE, offset, value);
	return true;
}

/* Bytes from the start of the GGTT entries; beyond what any offset can be, if before them. */
static u32 sim_gsm(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset - gpu->platform->bar_bytes / 2;
}

static u32 sim_read_bar(struct oa_sim_gpu *gpu, u32 offset)
{
	if (sim_gsm(gpu, offset) < gpu->platform->bar_bytes)
		return gpu->gsm[sim_gsm(gpu, offset) / 4];
	if (offset >= SIM_STORE_BYTES) {
		gpu->unknown_registers++;
		return 0;
	}
	return sim_asleep(gpu, offset, 0, false) ? 0 : sim_read_register(gpu, offset, true);
}

static void sim_write_bar(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (sim_gsm(gpu, offset) < gpu->platform->bar_bytes)
		sim_gtt_write(gpu, sim_gsm(gpu, offset) / 4, value);
	else if (offset >= SIM_STORE_BYTES)
		gpu->unknown_registers++;
	else if (!sim_asleep(gpu, offset, value, true))
		sim_write_register(gpu, offset, value, true);
}

static u32 sim_read32(struct i915_oa_mmio *mmio, u32 offset)
{
	struct oa_sim_gpu *gpu = container_of(mmio, struct oa_sim_gpu, mmio);
	unsigned long flags;
	u32 value = ~0u;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	if (sim_reachable(gpu, offset, 0)) {
		sim_catch_up(gpu, SIM_REPORTS_PER_ACCESS);
		value = sim_read_bar(gpu, offset);
	}
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
	return value;
}

static void sim_arm_tick_timer(struct oa_sim_gpu *gpu)
{
	/* Not hrtimer_active(): a callback that has decided to end still counts as active. */
	if (gpu->manual || gpu->tick_busy)
		return;
	gpu->tick_busy = true;
	hrtimer_start(&gpu->tick_timer, ns_to_ktime(SIM_TICK_TIMER_MIN_NS), HRTIMER_MODE_REL_HARD);
}

/* What has to go on although nobody touches a register. */
static bool sim_runs(const struct oa_sim_gpu *gpu)
{
	const struct sim_oa_ops *oa = gpu->platform->oa;

	/* A timer that stands still in this segment may run in the next. */
	return sim_oa_timer_runs(gpu) || gpu->cs.busy || (oa->segment && oa->enabled(gpu));
}

/**
 * sim_keep_going() - see to it that time passes while nobody touches a register
 * @gpu: the GPU, locked
 */
void sim_keep_going(struct oa_sim_gpu *gpu)
{
	if (sim_runs(gpu))
		sim_arm_tick_timer(gpu);
}

static void sim_write32(struct i915_oa_mmio *mmio, u32 offset, u32 value)
{
	struct oa_sim_gpu *gpu = container_of(mmio, struct oa_sim_gpu, mmio);
	unsigned long flags;
	u64 head;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	if (sim_reachable(gpu, offset, value)) {
		sim_catch_up(gpu, SIM_REPORTS_PER_ACCESS);
		head = gpu->oa.head;
		sim_write_bar(gpu, offset, value);
		/* A start of the unit moves it back. */
		if (gpu->oa.head > head)
			sim_clock_head_moved(gpu);
		sim_keep_going(gpu);
	}
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
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

static enum hrtimer_restart sim_tick(struct hrtimer *timer)
{
	struct oa_sim_gpu *gpu = container_of(timer, struct oa_sim_gpu, tick_timer);
	u64 began = ktime_get_ns(), period;
	unsigned long flags;
	bool runs;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	sim_catch_up(gpu, SIM_REPORTS_PER_TICK);
	runs = sim_runs(gpu) && !gpu->manual;
	gpu->tick_busy = runs;
	period = sim_ns(gpu, 2ull << gpu->platform->oa->timer_bit(gpu));
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
	if (!runs)
		return HRTIMER_NORESTART;
	/* The rest of the host wants to run too: never take more than a third of it. */
	period = clamp(period, SIM_TICK_TIMER_MIN_NS, SIM_TICK_TIMER_MAX_NS);
	period = max(period, 2 * (ktime_get_ns() - began));
	hrtimer_set_expires(timer, ktime_add_ns(ktime_get(), period));
	return HRTIMER_RESTART;
}

/**
 * oa_sim_gpu_create() - make a GPU
 * @platform: its name
 * @manual_clock: time moves only by oa_sim_gpu_set_time_ns()
 *
 * Process context. Memory decoding and bus mastering are on, no interrupt line is
 * connected.
 * Return: the GPU, or NULL without memory or such a platform.
 */
struct oa_sim_gpu *oa_sim_gpu_create(const char *platform, bool manual_clock)
{
	const struct sim_platform *p = sim_platform_find(platform);
	struct oa_sim_gpu *gpu = p ? kvzalloc(sizeof(*gpu), GFP_KERNEL) : NULL;

	if (!gpu)
		return NULL;
	raw_spin_lock_init(&gpu->lock);
	gpu->platform = p;
	gpu->mmio.magic = I915_OA_MMIO_MAGIC;
	gpu->mmio.version = I915_OA_MMIO_VERSION;
	gpu->mmio.size = p->bar_bytes;
	gpu->mmio.ops = &sim_mmio_ops;
	gpu->manual = manual_clock;
	gpu->epoch_ns = ktime_get_ns();
	gpu->decode = true;
	gpu->master = true;
	gpu->intx = true;
	sim_hrtimer_setup(&gpu->tick_timer, sim_tick, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	sim_hrtimer_setup(&gpu->line_timer, sim_irq_deliver, CLOCK_MONOTONIC,
			  HRTIMER_MODE_REL_HARD);
	gpu->store = vzalloc(SIM_STORE_BYTES);
	gpu->gsm = vzalloc(p->bar_bytes / 2);
	gpu->tlb = vzalloc(p->bar_bytes / 2);
	gpu->scratch = alloc_page(GFP_KERNEL | __GFP_ZERO);
	if (sim_steering_init(gpu) || !gpu->store || !gpu->gsm || !gpu->tlb || !gpu->scratch) {
		oa_sim_gpu_destroy(gpu);
		return NULL;
	}
	gpu->counters.tick = SIM_FIRST_TICK;
	gpu->activity = SIM_BURST;
	p->irq->reset(gpu);
	p->reset(gpu);
	sim_steering_reset(gpu);
	sim_cs_reset(gpu);
	sim_gtt_reset(gpu);
	return gpu;
}
EXPORT_SYMBOL_FOR_SIM_TESTS(oa_sim_gpu_create);

/**
 * sim_halt() - stop what goes on by itself
 * @gpu: the GPU; nobody touches its registers any more
 *
 * Process context. The tick goes first, because it may raise the line.
 */
void sim_halt(struct oa_sim_gpu *gpu)
{
	hrtimer_cancel(&gpu->tick_timer);
	hrtimer_cancel(&gpu->line_timer);
}

/**
 * oa_sim_gpu_destroy() - the end of a GPU
 * @gpu: the GPU; nobody touches its registers any more
 *
 * Process context.
 */
void oa_sim_gpu_destroy(struct oa_sim_gpu *gpu)
{
	sim_halt(gpu);
	if (gpu->scratch)
		__free_page(gpu->scratch);
	sim_steering_fini(gpu);
	vfree(gpu->tlb);
	vfree(gpu->gsm);
	vfree(gpu->store);
	kvfree(gpu);
}
EXPORT_SYMBOL_FOR_SIM_TESTS(oa_sim_gpu_destroy);

/**
 * oa_sim_gpu_set_time_ns() - move a manual clock
 * @gpu: the GPU
 * @ns: since the GPU was made, not before the last call
 */
void oa_sim_gpu_set_time_ns(struct oa_sim_gpu *gpu, u64 ns)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	gpu->manual_ns = ns;
	sim_catch_up(gpu, ~0u);
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
}
EXPORT_SYMBOL_FOR_SIM_TESTS(oa_sim_gpu_set_time_ns);

/**
 * oa_sim_gpu_violations() - rules broken so far
 * @gpu: the GPU
 */
u64 oa_sim_gpu_violations(struct oa_sim_gpu *gpu)
{
	unsigned long flags;
	u64 total = 0;
	u32 i;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	for (i = 0; i < SIM_NUM_VIOLATIONS; i++)
		total += gpu->violations[i].count;
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
	return total;
}
EXPORT_SYMBOL_FOR_SIM_TESTS(oa_sim_gpu_violations);

/**
 * oa_sim_gpu_line() - does the interrupt line stand?
 * @gpu: the GPU
 */
bool oa_sim_gpu_line(struct oa_sim_gpu *gpu)
{
	unsigned long flags;
	bool asserted;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	asserted = sim_irq_asserted(gpu);
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
	return asserted;
}
EXPORT_SYMBOL_FOR_SIM_TESTS(oa_sim_gpu_line);
