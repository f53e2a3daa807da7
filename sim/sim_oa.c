// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated OA unit of Haswell
 *
 * Reports are written at exactly the programmed period in time stamps, however
 * late the host gets round to it. The tail moves first; the data of the newest
 * report lands a little later, as on hardware, so that software that trusts the
 * tail is caught every time.
 *
 * Each rule that the documents state is checked, and the unit then does what
 * hardware would: a wrong order of the buffer registers does not fail, it takes
 * the overflow bit away.
 *
 * Facts: "SNB, IVB, VLV, HSW Observability", OACONTROL, OASTATUS1, OASTATUS2,
 * OABUFFER, Counters layout; hardware.md 3.2 to 3.5, 3.15, 4.2.
 */
#include <linux/sizes.h>
#include <linux/string.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim_model.h"

#define SIM_LINE_BYTES		64
#define SIM_OASTATUS2_INTERNAL	0x3e	/* [5:1]: MBZ, or for hardware's use */
#define SIM_OABUFFER_RESERVED	BIT(5)
/* RPT_ID is undocumented on Haswell; bit 10 goes with timer reports (IGT's observation). */
#define SIM_RPT_ID_TIMER	0x400
#define SIM_RPT_ID_TRIGGER	0x800
#define SIM_REPORT_TRIGGER_ENABLE BIT(31)
#define SIM_REPORT_TRIGGER_INVERT_D BIT(22)
#define SIM_TICKS_PER_US_X2	25
/* INST_ADDR: contents undocumented; any constant will do. */
#define SIM_INST_ADDR		0x00c0ffe0

/* The Observability document's tables: which counters follow the three dwords of the head. */
struct sim_layout {
	u16 bytes;
	bool inst_addr;
	struct {
		char kind;
		u8 dword, count, first;
	} part[3];
};

static const struct sim_layout sim_layouts[8] = {
	{  64, false, { { 'A', 3, 13, 0 } } },
	{ 128, false, { { 'A', 3, 29, 0 } } },
	{ 128, false, { { 'A', 3, 13, 0 }, { 'B', 16, 8, 0 }, { 'C', 24, 8, 0 } } },
	{ 192, false, { { 'A', 3, 29, 0 }, { 'B', 32, 8, 0 }, { 'C', 40, 8, 0 } } },
	{  64, true,  { { 'B', 4, 4, 0 }, { 'C', 8, 8, 0 } } },
	{ 256, false, { { 'A', 3, 45, 0 }, { 'B', 48, 8, 0 }, { 'C', 56, 8, 0 } } },
	{ 128, true,  { { 'B', 4, 4, 0 }, { 'C', 8, 8, 0 }, { 'A', 16, 16, 29 } } },
	{  64, true,  { { 'C', 4, 4, 0 }, { 'B', 8, 8, 0 } } },
};

static const struct sim_layout *sim_layout(const struct sim_oa *oa)
{
	return &sim_layouts[(oa->control & GEN7_OACONTROL_COUNTER_SELECT) >>
			    GEN7_OACONTROL_COUNTER_SELECT_SHIFT];
}

static bool sim_enabled(const struct sim_oa *oa)
{
	return oa->control & GEN7_OACONTROL_ENABLE;
}

static u32 sim_size(const struct sim_oa *oa)
{
	return SZ_128K << ((oa->status1 & GEN7_OASTATUS1_SIZE_MASK) >> GEN7_OASTATUS1_SIZE_SHIFT);
}

static u32 sim_base(const struct sim_oa *oa)
{
	return oa->buffer & GEN7_OABUFFER_BASE_MASK;
}

static u32 sim_exponent(const struct sim_oa *oa)
{
	return (oa->control & GEN7_OACONTROL_TIMER_PERIOD) >> GEN7_OACONTROL_TIMER_PERIOD_SHIFT;
}

static u32 sim_counter(const struct oa_sim_gpu *gpu, char kind, u32 n)
{
	const struct sim_counters *c = &gpu->counters;

	switch (kind) {
	case 'A':
		return c->a[n] >> SIM_FRACTION_BITS;
	case 'B':
		return c->b[n];
	default:
		return c->c[n] >> SIM_FRACTION_BITS;
	}
}

static void sim_fill(const struct oa_sim_gpu *gpu, u32 id, u64 tick, u32 *dw)
{
	const struct sim_layout *layout = sim_layout(&gpu->oa);
	u32 p, i;

	memset(dw, 0, SIM_REPORT_DWORDS * sizeof(*dw));
	dw[0] = id;
	dw[1] = lower_32_bits(tick);
	dw[2] = upper_32_bits(tick);
	if (layout->inst_addr)
		dw[3] = SIM_INST_ADDR;
	for (p = 0; p < ARRAY_SIZE(layout->part); p++)
		for (i = 0; i < layout->part[p].count; i++)
			dw[layout->part[p].dword + i] =
				sim_counter(gpu, layout->part[p].kind, layout->part[p].first + i);
}

static void sim_store(struct oa_sim_gpu *gpu, const struct sim_in_flight *report)
{
	const u32 base = sim_base(&gpu->oa), size = sim_size(&gpu->oa);
	u32 i, address;

	for (i = 0; i < report->bytes; i += SIM_LINE_BYTES) {
		/* A report may straddle the end of the buffer. */
		address = base + (report->address - base + i) % size;
		sim_gtt_store_line(gpu, address, report->dw + i / 4);
	}
}

static void sim_land_first(struct oa_sim_gpu *gpu)
{
	sim_store(gpu, &gpu->in_flight[gpu->first_in_flight]);
	gpu->first_in_flight = (gpu->first_in_flight + 1) % SIM_MAX_IN_FLIGHT;
	gpu->num_in_flight--;
}

/**
 * sim_oa_land() - write to memory what is due
 * @gpu: the GPU, locked
 * @now: time stamp; ~0 for everything
 */
void sim_oa_land(struct oa_sim_gpu *gpu, u64 now)
{
	while (gpu->num_in_flight && gpu->in_flight[gpu->first_in_flight].due <= now)
		sim_land_first(gpu);
}

static bool sim_take_fault(u32 *count)
{
	if (!*count)
		return false;
	--*count;
	return true;
}

static void sim_launch(struct oa_sim_gpu *gpu, u32 id, u64 tick, u32 address, u32 bytes)
{
	struct sim_in_flight *report;

	if (gpu->num_in_flight == SIM_MAX_IN_FLIGHT)
		sim_land_first(gpu);
	report = &gpu->in_flight[(gpu->first_in_flight + gpu->num_in_flight) % SIM_MAX_IN_FLIGHT];
	report->address = address;
	report->bytes = bytes;
	/* One tick: not with the tail that shows it, but with the next look. */
	report->due = tick + 1 + (u64)gpu->faults.tail_lag * SIM_TICKS_PER_US_X2 / 2;
	sim_fill(gpu, id, tick, report->dw);

	if (sim_take_fault(&gpu->faults.not_landed))
		return;
	if (sim_take_fault(&gpu->faults.zero_id))
		report->dw[0] = 0;
	if (bytes > SIM_LINE_BYTES && sim_take_fault(&gpu->faults.torn_report))
		report->bytes = bytes - SIM_LINE_BYTES;
	gpu->num_in_flight++;
}

static void sim_check_fill(struct oa_sim_gpu *gpu)
{
	struct sim_oa *oa = &gpu->oa;
	u64 used = oa->tail - oa->head;

	if (used > sim_size(oa)) {
		if (oa->order_ok)
			oa->status1 |= GEN7_OASTATUS1_BUFFER_OVERFLOW;
		oa->buffer |= HSW_OABUFFER_OVERRUN_STATUS;
	}
	if (used > sim_size(oa) / 2 && (oa->half_armed || oa->half_level)) {
		oa->half_armed = false;
		sim_irq_half_full(gpu);
	}
}

static void sim_advance(struct oa_sim_gpu *gpu, u64 tick)
{
	sim_count(gpu, tick);
	if (!gpu->counters.overflow)
		return;
	gpu->counters.overflow = false;
	gpu->oa.status1 |= GEN7_OASTATUS1_COUNTER_OVERFLOW;
}

static void sim_report(struct oa_sim_gpu *gpu, u32 id, u64 tick)
{
	struct sim_oa *oa = &gpu->oa;
	const u32 bytes = sim_layout(oa)->bytes, size = sim_size(oa);

	if (sim_take_fault(&gpu->faults.report_lost)) {
		oa->status1 |= GEN7_OASTATUS1_REPORT_LOST;
		gpu->reports_lost++;
		return;
	}
	/* Non-overrun mode: no room, no timer report; it resumes as the head moves. */
	if (id == SIM_RPT_ID_TIMER && oa->buffer & HSW_OABUFFER_OVERRUN_DISABLE &&
	    oa->tail - oa->head + bytes > size) {
		gpu->suppressed++;
		return;
	}
	sim_launch(gpu, id, tick, sim_base(oa) + (u32)(oa->tail % size), bytes);
	oa->tail += bytes;
	gpu->produced++;
	sim_check_fill(gpu);
}

/**
 * sim_oa_run() - let time pass
 * @gpu: the GPU, locked
 * @now: time stamp to get to
 * @max_reports: how much work that may be
 *
 * Return: whether @now was reached; if not, time stands at the last strobe.
 */
bool sim_oa_run(struct oa_sim_gpu *gpu, u64 now, u32 max_reports)
{
	struct sim_oa *oa = &gpu->oa;

	sim_oa_land(gpu, now);
	while (sim_enabled(oa) && oa->control & GEN7_OACONTROL_TIMER_ENABLE &&
	       oa->next_strobe <= now) {
		if (!max_reports--)
			return false;
		/* Only the newest report trails the tail, unless a fault makes more do. */
		sim_oa_land(gpu, oa->next_strobe);
		sim_advance(gpu, oa->next_strobe);
		sim_report(gpu, SIM_RPT_ID_TIMER, oa->next_strobe);
		oa->next_strobe += 2ull << sim_exponent(oa);
	}
	sim_advance(gpu, now);
	return true;
}

/**
 * sim_oa_trigger() - a report trigger register was written
 * @gpu: the GPU, locked, counted up to now
 * @offset: OAREPORTTRIG2 or OAREPORTTRIG6
 * @old: its value before
 * @value: its value now
 *
 * [MODEL] with the trigger enabled, inverting input D makes a rising edge and so
 * a report: what Intel's metrics library does to force one.
 */
void sim_oa_trigger(struct oa_sim_gpu *gpu, u32 offset, u32 old, u32 value)
{
	if (sim_enabled(&gpu->oa) && value & SIM_REPORT_TRIGGER_ENABLE &&
	    value & ~old & SIM_REPORT_TRIGGER_INVERT_D)
		sim_report(gpu, SIM_RPT_ID_TRIGGER, gpu->counters.tick);
}

/**
 * sim_oa_force_overflow() - the overflow bit comes on
 * @gpu: the GPU, locked
 */
void sim_oa_force_overflow(struct oa_sim_gpu *gpu)
{
	gpu->oa.status1 |= GEN7_OASTATUS1_BUFFER_OVERFLOW;
	if (!(gpu->oa.buffer & HSW_OABUFFER_OVERRUN_DISABLE))
		gpu->oa.buffer |= HSW_OABUFFER_OVERRUN_STATUS;
}

/**
 * sim_oa_owns() - is it a register of the OA unit?
 * @offset: bytes from the start of BAR 0
 */
bool sim_oa_owns(u32 offset)
{
	return (offset >= GEN7_OACONTROL && offset <= GEN7_OASTATUS2) ||
	       offset == GEN7_OABUFFER ||
	       (offset >= HSW_OAPERF_A(0) && offset <= HSW_OAPERF_B(SIM_NUM_B - 1));
}

static u32 sim_status1(const struct sim_oa *oa)
{
	if (!sim_enabled(oa))
		return oa->status1;
	return (oa->status1 & ~GEN7_OASTATUS1_TAIL_MASK) |
	       (sim_base(oa) + (u32)(oa->tail % sim_size(oa)));
}

/**
 * sim_oa_read() - read a register of the OA unit
 * @gpu: the GPU, locked, counted up to now
 * @offset: one that sim_oa_owns()
 */
u32 sim_oa_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_oa *oa = &gpu->oa;

	switch (offset) {
	case GEN7_OACONTROL:
		return oa->control;
	case GEN7_OASTATUS1:
		return sim_status1(oa);
	case GEN7_OASTATUS2:
		return oa->status2 | GEN7_OASTATUS2_MEM_SELECT_GGTT;
	case GEN7_OABUFFER:
		return oa->buffer;
	default:
		if (offset < HSW_OAPERF_B(0))
			return sim_counter(gpu, 'A', (offset - HSW_OAPERF_A(0)) / 4);
		return sim_counter(gpu, 'B', (offset - HSW_OAPERF_B(0)) / 4);
	}
}

static void sim_check_enable(struct oa_sim_gpu *gpu, u32 control)
{
	struct sim_oa *oa = &gpu->oa;
	u32 tail = oa->status1 & GEN7_OASTATUS1_TAIL_MASK;

	if (oa->sequence != 3)
		sim_violate(gpu, SIM_OABUFFER_ORDER, GEN7_OACONTROL, control);
	if (sim_base(oa) % SZ_16M)
		sim_violate(gpu, SIM_OABUFFER_ALIGN, GEN7_OABUFFER, oa->buffer);
	if (tail != sim_base(oa) || (oa->status2 & GEN7_OASTATUS2_HEAD_MASK) != tail)
		sim_violate(gpu, SIM_HEAD_TAIL, GEN7_OASTATUS1, oa->status1);
	if (gpu->store[GEN7_MISCCPCTL / 4] & GEN7_DOP_CLOCK_GATE_ENABLE ||
	    !(gpu->store[GEN6_UCGCTL1 / 4] & GEN6_CSUNIT_CLOCK_GATE_DISABLE))
		sim_violate(gpu, SIM_CLOCK_GATING, GEN7_OACONTROL, control);
	if (control & GEN7_OACONTROL_CTX_ENABLE &&
	    gpu->store[GEN6_UCGCTL3 / 4] & GEN6_OACSUNIT_CLOCK_GATE_DISABLE)
		sim_violate(gpu, SIM_CLOCK_GATING, GEN6_UCGCTL3, control);
}

/* Rising edges of TIMESTAMP bit n: not aligned to the moment of enabling. */
static void sim_aim(struct sim_oa *oa, u64 now)
{
	const u64 phase = 1ull << sim_exponent(oa);

	oa->next_strobe = ((now + phase) & ~(2 * phase - 1)) + phase;
}

static void sim_turn_on(struct oa_sim_gpu *gpu, u32 control)
{
	struct sim_oa *oa = &gpu->oa;

	sim_check_enable(gpu, control);
	oa->order_ok = oa->sequence == 3;
	oa->half_armed = true;
	oa->head = 0;
	oa->tail = 0;
	oa->control = control;
	sim_aim(oa, gpu->counters.tick);
	sim_count_start(gpu);
}

static void sim_write_control(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;

	if (!sim_enabled(oa) && value & GEN7_OACONTROL_ENABLE) {
		sim_turn_on(gpu, value);
		return;
	}
	if (sim_enabled(oa) && !(value & GEN7_OACONTROL_ENABLE)) {
		/* The tail stays where it is for software to read. */
		oa->status1 = sim_status1(oa);
		oa->sequence = 0;
		sim_oa_land(gpu, ~0ull);
	} else if (sim_enabled(oa) && (value ^ oa->control) & ~GEN7_OACONTROL_TIMER_ENABLE) {
		/* The timer may come and go; the rest would tear the report in the making. */
		sim_violate(gpu, SIM_OA_RUNNING, GEN7_OACONTROL, value);
	}
	oa->control = value;
	sim_aim(oa, gpu->counters.tick);
}

static void sim_write_status1(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;

	if (sim_enabled(oa))
		sim_violate(gpu, SIM_OA_RUNNING, GEN7_OASTATUS1, value);
	/* Running, the write rewinds the tail, as on hardware. */
	oa->tail = (value & GEN7_OASTATUS1_TAIL_MASK) - sim_base(oa);
	oa->sequence = oa->sequence >= 2 ? 3 : 0;
	oa->status1 = value;
}

static bool sim_move_head(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;
	const u32 size = sim_size(oa);
	u32 offset = (value & GEN7_OASTATUS2_HEAD_MASK) - sim_base(oa);
	u64 head;

	if (offset >= size) {
		sim_violate(gpu, SIM_HEAD_RANGE, GEN7_OASTATUS2, value);
		return false;
	}
	head = oa->head + (offset + size - (u32)(oa->head % size)) % size;
	if (head > oa->tail) {
		sim_violate(gpu, SIM_HEAD_RANGE, GEN7_OASTATUS2, value);
		return false;
	}
	oa->head = head;
	if (oa->tail - oa->head <= size / 2)
		oa->half_armed = true;
	return true;
}

static void sim_write_status2(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;

	if (value & SIM_OASTATUS2_INTERNAL || !(value & GEN7_OASTATUS2_MEM_SELECT_GGTT))
		sim_violate(gpu, SIM_RESERVED_BIT, GEN7_OASTATUS2, value);
	/* A head that is refused does not show either. */
	if (sim_enabled(oa) && !sim_move_head(gpu, value))
		return;
	if (!sim_enabled(oa))
		oa->sequence = 1;
	oa->status2 = value & (GEN7_OASTATUS2_HEAD_MASK | GEN7_OASTATUS2_MEM_SELECT_GGTT);
}

static void sim_write_buffer(struct oa_sim_gpu *gpu, u32 value)
{
	struct sim_oa *oa = &gpu->oa;

	if (sim_enabled(oa))
		sim_violate(gpu, SIM_OA_RUNNING, GEN7_OABUFFER, value);
	if (value & SIM_OABUFFER_RESERVED)
		sim_violate(gpu, SIM_RESERVED_BIT, GEN7_OABUFFER, value);
	oa->sequence = oa->sequence == 1 ? 2 : 0;
	/* Overrun status is read only, and starts anew with a new buffer. */
	oa->buffer = value & ~HSW_OABUFFER_OVERRUN_STATUS;
}

/**
 * sim_oa_write() - write a register of the OA unit
 * @gpu: the GPU, locked, counted up to now
 * @offset: one that sim_oa_owns()
 * @value: what is written
 */
void sim_oa_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct sim_counters *c = &gpu->counters;

	switch (offset) {
	case GEN7_OACONTROL:
		sim_write_control(gpu, value);
		break;
	case GEN7_OASTATUS1:
		sim_write_status1(gpu, value);
		break;
	case GEN7_OASTATUS2:
		sim_write_status2(gpu, value);
		break;
	case GEN7_OABUFFER:
		sim_write_buffer(gpu, value);
		break;
	default:
		if (offset < HSW_OAPERF_B(0))
			c->a[(offset - HSW_OAPERF_A(0)) / 4] = (u64)value << SIM_FRACTION_BITS;
		else
			c->b[(offset - HSW_OAPERF_B(0)) / 4] = value;
	}
}
