// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Registers of the simulated GPU
 *
 * Every access first lets time pass, then finds its register. GT registers
 * (below 0x40000) answer only while the GT is awake: otherwise reads are zero,
 * writes are dropped, and the rule counts as broken. Registers that no document
 * names read zero and are counted apart.
 *
 * Time is the host's, in 80 ns ticks. Where the host can't keep up with the
 * programmed sampling rate, the GPU's clock runs slower: reports stay exactly
 * one period apart, and none is ever later than a time stamp read after it.
 *
 * Facts: hardware.md 1.3, 2.1, 2.2, 3.14, appendix B; Haswell PRM.
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

#define SIM_BAR_BYTES		0x400000
#define SIM_GSM_OFFSET		0x200000
#define SIM_TICK_NS		80
/* Low, so that short recordings see no wrap of 32 bits; not 0, which is no time stamp. */
#define SIM_FIRST_TICK		0x1000
#define SIM_FORCEWAKE_TICKS	25	/* 2 us from request to acknowledge */
/* Work per register access and per tick of the timer, in reports. */
#define SIM_REPORTS_PER_ACCESS	256
#define SIM_REPORTS_PER_TICK	4096
#define SIM_TICK_TIMER_MIN_NS	250000ull
#define SIM_TICK_TIMER_MAX_NS	5000000ull
/* Further behind than this the GPU's clock is slowed down. */
#define SIM_MAX_LAG_TICKS	250000	/* 20 ms */
#define SIM_RP_STATE_CAP	0x00070b16	/* RPn 350, RP1 550, RP0 1100 MHz */
#define SIM_FIFO_FREE		63

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
};

/* Registers that keep what is written to them; inclusive. */
static const struct {
	u32 start, end;
} sim_plain[] = {
	{ RCS_IMR, RCS_IMR },
	{ OASTARTTRIG1, OASTARTTRIG8 },
	{ OAREPORTTRIG1, OAREPORTTRIG8 },
	{ HSW_CEC0_0, HSW_CEC7_1 },
	{ HSW_PAVP_FUSE1, HSW_PAVP_FUSE1 },
	{ 0x91b8, 0x91cc },		/* OA_PERFCNT1, 2 */
	{ GEN6_UCGCTL1, GEN6_UCGCTL3 },
	{ GEN7_MISCCPCTL, GEN7_MISCCPCTL },
	{ 0x9800, 0x9884 },		/* MICRO_BP, GDT_CHICKEN, NOA_DATA */
	{ 0x9e80, 0x9ea4 },		/* MBVID2 NOA */
	{ 0x9ec0, 0x9ec0 },
	{ GEN6_RPNSWREQ, GEN6_RP_INTERRUPT_LIMITS },
	{ GEN6_RC_CONTROL, GEN6_RC_STATE },
	{ 0xe180, 0xe180 },		/* HALF_SLICE_CHICKEN2 */
	{ 0x25100, 0x2ff90 },		/* the NOA network */
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

/**
 * sim_now() - time stamp that the host's clock says
 * @gpu: the GPU, locked
 */
u64 sim_now(const struct oa_sim_gpu *gpu)
{
	u64 ns = gpu->manual ? gpu->manual_ns : ktime_get_ns() - gpu->epoch_ns;

	return SIM_FIRST_TICK + div_u64(ns, SIM_TICK_NS) + gpu->bias;
}

/**
 * sim_awake() - is the GT awake?
 * @gpu: the GPU, locked
 */
bool sim_awake(const struct oa_sim_gpu *gpu)
{
	/* Kernel, user and fallback bits are requests alike. */
	return gpu->fw_ack & gpu->fw_request;
}

static void sim_update_forcewake(struct oa_sim_gpu *gpu, u64 now)
{
	if (gpu->fw_ack == gpu->fw_request || now < gpu->fw_changed + SIM_FORCEWAKE_TICKS)
		return;
	if (gpu->faults.forcewake_ack)
		gpu->fw_ack &= gpu->fw_request;
	else
		gpu->fw_ack = gpu->fw_request;
}

/**
 * sim_catch_up() - let time pass until now
 * @gpu: the GPU, locked
 * @max_reports: how much work that may be
 */
void sim_catch_up(struct oa_sim_gpu *gpu, u32 max_reports)
{
	u64 now = max(sim_now(gpu), gpu->counters.tick), lag;

	if (!sim_oa_run(gpu, now, max_reports)) {
		lag = now - gpu->counters.tick;
		if (lag > SIM_MAX_LAG_TICKS && !gpu->manual)
			gpu->epoch_ns += lag * SIM_TICK_NS;
	}
	sim_update_forcewake(gpu, gpu->counters.tick);
}

static void sim_write_forcewake(struct oa_sim_gpu *gpu, u32 value)
{
	u16 mask = value >> 16;
	u16 request = (gpu->fw_request & ~mask) | (value & mask);

	if (request == gpu->fw_request)
		return;
	/* The acknowledge that stands is the old one's: it says nothing of this request. */
	if (request & ~gpu->fw_request & gpu->fw_ack)
		sim_violate(gpu, SIM_FORCEWAKE_ORDER, FORCEWAKE_MT, value);
	gpu->fw_request = request;
	gpu->fw_changed = gpu->counters.tick;
	if (!request && gpu->oa.control & GEN7_OACONTROL_ENABLE)
		sim_violate(gpu, SIM_OA_ASLEEP, FORCEWAKE_MT, value);
}

static bool sim_is_plain(u32 offset)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sim_plain); i++)
		if (offset >= sim_plain[i].start && offset <= sim_plain[i].end)
			return true;
	return false;
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

static u32 sim_read_ccid(const struct oa_sim_gpu *gpu)
{
	u32 ccid = sim_ccid(gpu, gpu->counters.tick);

	return ccid ? ccid | CCID_VALID : 0;
}

static u32 sim_read_gt(struct oa_sim_gpu *gpu, u32 offset)
{
	if (sim_oa_owns(offset))
		return sim_oa_read(gpu, offset);
	switch (offset) {
	case RCS_TIMESTAMP_LO:
		return lower_32_bits(sim_read_timestamp(gpu));
	case RCS_TIMESTAMP_HI:
		return upper_32_bits(gpu->counters.tick);
	case RCS_CCID:
		return sim_read_ccid(gpu);
	case GEN6_RPSTAT1:
		return sim_frequency(gpu, gpu->counters.tick) << HSW_CAGF_SHIFT;
	}
	if (sim_is_plain(offset))
		return gpu->store[offset / 4];
	if (offset != NOA_WRITE)
		gpu->unknown_registers++;
	return 0;
}

static u32 sim_read_other(struct oa_sim_gpu *gpu, u32 offset)
{
	if (offset >= SIM_GSM_OFFSET)
		return gpu->gsm[(offset - SIM_GSM_OFFSET) / 4];
	if (sim_irq_owns(offset))
		return sim_irq_read(gpu, offset);
	switch (offset) {
	case FORCEWAKE_ACK_HSW:
		return gpu->fw_ack;
	case GTFIFODBG:		/* the FIFO never overruns */
		return 0;
	case GTFIFOCTL:
		return SIM_FIFO_FREE;
	case GEN6_RP_STATE_CAP:
		return SIM_RP_STATE_CAP;
	case GEN6_GT_THREAD_STATUS:
	case GFX_FLSH_CNTL_GEN6:
	case VGT_PVINFO_PAGE:
	case VGT_PVINFO_PAGE + 4:
		return 0;
	default:
		gpu->unknown_registers++;
		return 0;
	}
}

/**
 * sim_peek() - read a register without side effects or rules
 * @gpu: the GPU, locked
 * @offset: bytes from the start of BAR 0
 */
u32 sim_peek(struct oa_sim_gpu *gpu, u32 offset)
{
	if (offset < SIM_STORE_BYTES)
		return sim_oa_owns(offset) ? sim_oa_read(gpu, offset) : gpu->store[offset / 4];
	return sim_irq_owns(offset) ? sim_irq_read(gpu, offset) : 0;
}

/* The clock gates must stay as they are while counters are on. */
static void sim_check_gates(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	const u32 control = gpu->oa.control;
	bool wrong = (offset == GEN7_MISCCPCTL && value & GEN7_DOP_CLOCK_GATE_ENABLE) ||
		     (offset == GEN6_UCGCTL1 && !(value & GEN6_CSUNIT_CLOCK_GATE_DISABLE)) ||
		     (offset == GEN6_UCGCTL3 && value & GEN6_OACSUNIT_CLOCK_GATE_DISABLE &&
		      control & GEN7_OACONTROL_CTX_ENABLE);

	if (wrong && control & GEN7_OACONTROL_ENABLE)
		sim_violate(gpu, SIM_CLOCK_GATING, offset, value);
}

static void sim_write_plain(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	u32 old = gpu->store[offset / 4];

	sim_check_gates(gpu, offset, value);
	if (offset == HSW_PAVP_FUSE1)	/* fuses are read only */
		return;
	gpu->store[offset / 4] = value;
	if ((offset >= HSW_CEC0_0 && offset <= HSW_CEC7_1) || offset == GDT_CHICKEN_BITS)
		gpu->counters.events_valid = false;
	if (offset == OAREPORTTRIG1 + 4 || offset == OAREPORTTRIG1 + 20)
		sim_oa_trigger(gpu, offset, old, value);
}

static void sim_write_gt(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (sim_oa_owns(offset))
		sim_oa_write(gpu, offset, value);
	else if (sim_is_plain(offset))
		sim_write_plain(gpu, offset, value);
	else if (offset != NOA_WRITE)
		gpu->unknown_registers++;
}

static void sim_write_other(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (offset >= SIM_GSM_OFFSET)
		sim_gtt_write(gpu, (offset - SIM_GSM_OFFSET) / 4, value);
	else if (sim_irq_owns(offset))
		sim_irq_write(gpu, offset, value);
	else if (offset == GFX_FLSH_CNTL_GEN6 && value & GFX_FLSH_CNTL_EN)
		sim_gtt_flush(gpu);
	else
		gpu->unknown_registers++;
}

/* Is there a register to reach? */
static bool sim_reachable(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (offset % 4 || offset >= SIM_BAR_BYTES) {
		sim_violate(gpu, SIM_OUTSIDE_BAR, offset, value);
		return false;
	}
	if (!gpu->decode) {
		sim_violate(gpu, SIM_DECODE_OFF, offset, value);
		return false;
	}
	return true;
}

static bool sim_asleep(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (sim_awake(gpu))
		return false;
	sim_violate(gpu, SIM_NO_FORCEWAKE, offset, value);
	return true;
}

static u32 sim_read32(struct i915_oa_mmio *mmio, u32 offset)
{
	struct oa_sim_gpu *gpu = container_of(mmio, struct oa_sim_gpu, mmio);
	unsigned long flags;
	u32 value = ~0u;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	if (sim_reachable(gpu, offset, 0)) {
		sim_catch_up(gpu, SIM_REPORTS_PER_ACCESS);
		if (offset >= SIM_STORE_BYTES)
			value = sim_read_other(gpu, offset);
		else if (offset == FORCEWAKE_MT)
			value = gpu->fw_request;
		else
			value = sim_asleep(gpu, offset, 0) ? 0 : sim_read_gt(gpu, offset);
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

static bool sim_timer_runs(const struct oa_sim_gpu *gpu)
{
	const u32 both = GEN7_OACONTROL_ENABLE | GEN7_OACONTROL_TIMER_ENABLE;

	return (gpu->oa.control & both) == both;
}

static void sim_write32(struct i915_oa_mmio *mmio, u32 offset, u32 value)
{
	struct oa_sim_gpu *gpu = container_of(mmio, struct oa_sim_gpu, mmio);
	unsigned long flags;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	if (sim_reachable(gpu, offset, value)) {
		sim_catch_up(gpu, SIM_REPORTS_PER_ACCESS);
		if (offset >= SIM_STORE_BYTES)
			sim_write_other(gpu, offset, value);
		else if (offset == FORCEWAKE_MT)
			sim_write_forcewake(gpu, value);
		else if (!sim_asleep(gpu, offset, value))
			sim_write_gt(gpu, offset, value);
		if (sim_timer_runs(gpu))
			sim_arm_tick_timer(gpu);
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
	runs = sim_timer_runs(gpu);
	gpu->tick_busy = runs;
	period = (2ull << ((gpu->oa.control & GEN7_OACONTROL_TIMER_PERIOD) >>
			   GEN7_OACONTROL_TIMER_PERIOD_SHIFT)) * SIM_TICK_NS;
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
	if (!runs)
		return HRTIMER_NORESTART;
	/* The rest of the host wants to run too: never take more than a third of it. */
	period = clamp(period, SIM_TICK_TIMER_MIN_NS, SIM_TICK_TIMER_MAX_NS);
	period = max(period, 2 * (ktime_get_ns() - began));
	hrtimer_set_expires(timer, ktime_add_ns(ktime_get(), period));
	return HRTIMER_RESTART;
}

static void sim_reset_registers(struct oa_sim_gpu *gpu)
{
	gpu->store[RCS_IMR / 4] = ~0u;
	gpu->store[GEN7_MISCCPCTL / 4] = GEN7_DOP_CLOCK_GATE_ENABLE;
	gpu->store[GEN6_RC_CONTROL / 4] = BIT(31);
	gpu->gtimr = ~0u;
	gpu->deimr = ~0u;
	gpu->oa.status2 = GEN7_OASTATUS2_MEM_SELECT_GGTT;
	gpu->counters.tick = SIM_FIRST_TICK;
	gpu->activity = SIM_BURST;
}

/**
 * oa_sim_gpu_create() - make a Haswell GPU, GT2: 1 slice, 2 subslices, 10 EUs each
 * @manual_clock: time moves only by oa_sim_gpu_set_time_ns()
 *
 * Process context. Memory decoding and bus mastering are on, no interrupt line is
 * connected.
 * Return: the GPU, or NULL without memory.
 */
struct oa_sim_gpu *oa_sim_gpu_create(bool manual_clock)
{
	struct oa_sim_gpu *gpu = kvzalloc(sizeof(*gpu), GFP_KERNEL);

	if (!gpu)
		return NULL;
	raw_spin_lock_init(&gpu->lock);
	gpu->mmio.magic = I915_OA_MMIO_MAGIC;
	gpu->mmio.version = I915_OA_MMIO_VERSION;
	gpu->mmio.size = SIM_BAR_BYTES;
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
	gpu->gsm = vzalloc(SIM_BAR_BYTES - SIM_GSM_OFFSET);
	gpu->tlb = vzalloc(SIM_BAR_BYTES - SIM_GSM_OFFSET);
	gpu->scratch = alloc_page(GFP_KERNEL | __GFP_ZERO);
	if (!gpu->store || !gpu->gsm || !gpu->tlb || !gpu->scratch) {
		oa_sim_gpu_destroy(gpu);
		return NULL;
	}
	sim_reset_registers(gpu);
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
