// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated OA unit: reports and their ring
 *
 * All generations share this part. Head and tail are linear here, in bytes since counters
 * were turned on; the generation's registers give the place of the ring.
 *
 * Time stamps of reports are exactly the programmed period apart, however late the host
 * computes the reports. The tail moves first; the data of the newest report lands a little
 * later, as on hardware. So software that relies on the tail alone fails every time.
 *
 * Hardware writes lines, not reports, and no document limits the time between the lines of a
 * report. A knob lands each line a given time after the one before. Lines that have the
 * same place in their reports land in the order of the reports. Reports by command take the
 * same way; without the knob they are in memory before the next command.
 *
 * Facts: hardware.rst 3.15, 4.2, 4.3.
 */
#include "regs/oa_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

/* INST_ADDR: its contents are undocumented, so any constant serves. */
#define SIM_INST_ADDR		0x00c0ffe0

static const struct sim_oa_ops *sim_ops(const struct oa_sim_gpu *gpu)
{
	return gpu->platform->oa;
}

/* Check whether a timer report without room is not written now. */
bool sim_oa_keeps_oldest(const struct oa_sim_gpu *gpu)
{
	return sim_ops(gpu)->keeps_oldest && sim_ops(gpu)->keeps_oldest(gpu);
}

/* Bits 39:32 of four counters */
static u32 sim_high_bytes(const struct oa_sim_gpu *gpu, u32 first)
{
	u32 n, value = 0;

	for (n = 0; n < 4; n++)
		value |= (u32)(sim_counter(gpu, 'A', first + n) >> 32 & 0xff) << 8 * n;
	return value;
}

/* Fill a run of counters of one kind. For speed the kind is tested once for all of them. */
static void sim_fill_part(const struct oa_sim_gpu *gpu, char kind, u32 first, u32 count, u32 *dw)
{
	const struct sim_counters *c = &gpu->counters;
	u32 i;

	switch (kind) {
	case 'A':
		for (i = 0; i < count; i++)
			dw[i] = c->a[first + i] >> SIM_FRACTION_BITS;
		break;
	case 'a':
		for (i = 0; i < count; i++)
			dw[i] = c->a[first - i] >> SIM_FRACTION_BITS;
		break;
	case 'B':
		for (i = 0; i < count; i++)
			dw[i] = c->b[first + i];
		break;
	case 'C':
		for (i = 0; i < count; i++)
			dw[i] = c->c[first + i] >> SIM_FRACTION_BITS;
		break;
	case 'H':
		for (i = 0; i < count; i++)
			dw[i] = sim_high_bytes(gpu, first + 4 * i);
		break;
	}
}

static void sim_fill(const struct oa_sim_gpu *gpu, u32 *dw)
{
	const struct sim_layout *layout = sim_ops(gpu)->layout(gpu);
	u32 p;

	if (layout->inst_addr)
		dw[3] = SIM_INST_ADDR;
	for (p = 0; p < ARRAY_SIZE(layout->part); p++)
		sim_fill_part(gpu, layout->part[p].kind, layout->part[p].first,
			      layout->part[p].count, dw + layout->part[p].dword);
}

/**
 * sim_oa_snapshot() - make a report of MI_REPORT_PERF_COUNT
 * @gpu: the GPU, locked, counted up to @tick
 * @id: Report ID of the command
 * @tick: time stamp
 * @dw: room for the largest report
 */
void sim_oa_snapshot(const struct oa_sim_gpu *gpu, u32 id, u64 tick, u32 *dw)
{
	memset(dw, 0, SIM_REPORT_DWORDS * sizeof(*dw));
	sim_ops(gpu)->head(gpu, 0, tick, dw);
	dw[0] = id;
	sim_fill(gpu, dw);
}

/* Write lines to a GGTT address in the ring; they may straddle its end. */
void sim_oa_store(struct oa_sim_gpu *gpu, u32 address, const u32 *dw, u32 bytes)
{
	const u32 base = sim_ops(gpu)->base(gpu);
	u32 whole = min(bytes, sim_ops(gpu)->size(gpu) - (address - base));

	sim_gtt_store_lines(gpu, address, dw, whole / SIM_LINE_BYTES);
	sim_gtt_store_lines(gpu, base, dw + whole / 4, (bytes - whole) / SIM_LINE_BYTES);
}

static struct sim_in_flight *sim_flying(struct oa_sim_gpu *gpu, u32 n)
{
	return &gpu->flight.report[(gpu->flight.first + n) % SIM_MAX_IN_FLIGHT];
}

/* Land line @line of the oldest report that lacks it. */
static void sim_land_line(struct oa_sim_gpu *gpu, u32 line)
{
	const struct sim_in_flight *report = sim_flying(gpu, gpu->flight.landed[line]++);

	if (line < report->lines && !(line && gpu->quirks.no_lines >> line & 1))
		sim_gtt_store_lines(gpu, report->address[line],
				    report->dw + line * SIM_LINE_BYTES / 4, 1);
}

static void sim_forget_first(struct sim_flight *flight)
{
	flight->first = (flight->first + 1) % SIM_MAX_IN_FLIGHT;
	flight->num--;
}

/* Check whether a report lands in one piece, as nearly always. */
static bool sim_lands_whole(const struct oa_sim_gpu *gpu, const struct sim_in_flight *report)
{
	const u32 last = SIM_REPORT_LINES - 1;

	return !gpu->flight.landed[0] && !gpu->quirks.no_lines &&
	       report->address[last] == report->address[0] + last * SIM_LINE_BYTES;
}

/* Land the rest of the oldest report. */
static void sim_land_first(struct oa_sim_gpu *gpu)
{
	const struct sim_in_flight *report = sim_flying(gpu, 0);
	u32 *landed = gpu->flight.landed, line;

	if (sim_lands_whole(gpu, report)) {
		sim_gtt_store_lines(gpu, report->address[0], report->dw, report->lines);
		sim_forget_first(&gpu->flight);
		return;
	}
	for (line = 0; line < SIM_REPORT_LINES; line++) {
		if (!landed[line])
			sim_land_line(gpu, line);
		landed[line]--;
	}
	sim_forget_first(&gpu->flight);
}

/**
 * sim_oa_land() - write the lines that are due to memory
 * @gpu: the GPU, locked
 * @now: time stamp; ~0 for everything
 */
void sim_oa_land(struct oa_sim_gpu *gpu, u64 now)
{
	struct sim_flight *flight = &gpu->flight;
	u32 line;

	while (flight->num && sim_flying(gpu, 0)->due[SIM_REPORT_LINES - 1] <= now)
		sim_land_first(gpu);
	if (!flight->num)
		return;
	for (line = 0; line < SIM_REPORT_LINES; line++)
		while (flight->landed[line] < flight->num &&
		       sim_flying(gpu, flight->landed[line])->due[line] <= now)
			sim_land_line(gpu, line);
}

static u64 sim_us_to_ticks(const struct oa_sim_gpu *gpu, u32 us)
{
	return !us ? 0 :
	       div_u64((u64)us * NSEC_PER_USEC * gpu->platform->tick_den,
		       gpu->platform->tick_num);
}

/* Add a report on its way to memory, which lands from @tick on. */
static struct sim_in_flight *sim_take_off(struct oa_sim_gpu *gpu, u64 tick, u32 bytes)
{
	const u64 apart = sim_us_to_ticks(gpu, gpu->faults.landing_parts);
	struct sim_in_flight *report;
	u32 line;

	if (gpu->flight.num == SIM_MAX_IN_FLIGHT)
		sim_land_first(gpu);
	report = sim_flying(gpu, gpu->flight.num);
	report->lines = bytes / SIM_LINE_BYTES;
	/* One tick: the report lands with the next catch-up, after the tail that covers it. */
	tick += 1 + sim_us_to_ticks(gpu, gpu->faults.tail_lag);
	for (line = 0; line < SIM_REPORT_LINES; line++)
		report->due[line] = tick + line * apart;
	return report;
}

/* Set the addresses of a report's lines, from offset @at of the ring on. */
static void sim_aim_at_ring(struct oa_sim_gpu *gpu, struct sim_in_flight *report, u32 at)
{
	const u32 base = sim_ops(gpu)->base(gpu), size = sim_ops(gpu)->size(gpu);
	u32 line;

	for (line = 0; line < SIM_REPORT_LINES; line++) {
		report->address[line] = base + at;
		at += SIM_LINE_BYTES;
		if (at >= size)
			at = 0;
	}
}

/**
 * sim_oa_store_report() - send a report of MI_REPORT_PERF_COUNT to memory
 * @gpu: the GPU, locked, counted up to now
 * @address: GGTT address, 64-byte aligned
 * @dw: the report
 * @bytes: its size
 *
 * The report takes the way of the unit's own reports: where those land late, or in parts, so does
 * this one, while the streamer continues.
 */
void sim_oa_store_report(struct oa_sim_gpu *gpu, u32 address, const u32 *dw, u32 bytes)
{
	struct sim_in_flight *report;
	u32 line;

	if (!gpu->faults.tail_lag && !gpu->faults.landing_parts && !gpu->quirks.no_lines) {
		sim_gtt_store_lines(gpu, address, dw, bytes / SIM_LINE_BYTES);
		return;
	}
	report = sim_take_off(gpu, gpu->counters.tick, bytes);
	for (line = 0; line < SIM_REPORT_LINES; line++)
		report->address[line] = address + line * SIM_LINE_BYTES;
	memcpy(report->dw, dw, bytes);
	gpu->flight.num++;
}

static void sim_launch(struct oa_sim_gpu *gpu, u32 reason, u64 tick, u32 at, u32 bytes)
{
	struct sim_in_flight *report = sim_take_off(gpu, tick, bytes);

	sim_aim_at_ring(gpu, report, at);
	memset(report->dw, 0, sizeof(report->dw));
	sim_ops(gpu)->head(gpu, reason, sim_quirk_stamp(gpu, tick, sim_oa_period(gpu)),
			   report->dw);
	sim_fill(gpu, report->dw);
	sim_quirk_report(gpu, sim_ops(gpu)->layout(gpu), report->dw);

	if (sim_countdown(&gpu->faults.not_landed))
		return;
	if (sim_countdown(&gpu->faults.zero_id))
		report->dw[0] = 0;
	if (bytes > SIM_LINE_BYTES && sim_countdown(&gpu->faults.torn_report))
		report->lines--;
	gpu->flight.num++;
}

static void sim_check_fill(struct oa_sim_gpu *gpu)
{
	const u32 size = sim_ops(gpu)->size(gpu);
	struct sim_oa *oa = &gpu->oa;
	u64 used = oa->tail - oa->head;

	if (used > size)
		sim_ops(gpu)->overflowed(gpu);
	if (used > size / 2 && (oa->half_armed || oa->half_level)) {
		oa->half_armed = false;
		gpu->stats.half_full_events++;
		if (!gpu->quirks.half_full && !sim_countdown(&gpu->faults.irq_lost))
			sim_irq_event(gpu, SIM_EVENT_OA_HALF_FULL);
	}
}

/**
 * sim_oa_advance() - count up to a time stamp
 * @gpu: the GPU, locked
 * @tick: the time stamp, not before the last one
 */
void sim_oa_advance(struct oa_sim_gpu *gpu, u64 tick)
{
	sim_count(gpu, tick);
	if (!gpu->counters.overflow)
		return;
	gpu->counters.overflow = false;
	sim_ops(gpu)->wrapped(gpu);
}

/**
 * sim_oa_report() - write a report into the ring
 * @gpu: the GPU, locked, counted up to @tick, the unit enabled
 * @reason: SIM_REASON_*
 * @tick: time stamp
 */
void sim_oa_report(struct oa_sim_gpu *gpu, u32 reason, u64 tick)
{
	const u32 bytes = sim_ops(gpu)->layout(gpu)->bytes, size = sim_ops(gpu)->size(gpu);
	struct sim_oa *oa = &gpu->oa;

	sim_assert_locked(gpu);
	if (sim_countdown(&gpu->faults.report_lost)) {
		sim_ops(gpu)->lost(gpu);
		gpu->stats.reports_lost++;
		return;
	}
	/* Non-overrun mode: no timer report without room; they resume when the head moves. */
	if (reason == SIM_REASON_TIMER && sim_oa_keeps_oldest(gpu) &&
	    oa->tail - oa->head + bytes > size) {
		gpu->stats.suppressed++;
		return;
	}
	sim_launch(gpu, reason, tick, (u32)(oa->tail % size), bytes);
	oa->tail += bytes;
	gpu->stats.produced++;
	sim_check_fill(gpu);
}

/* Check whether the timer writes reports. */
bool sim_oa_timer_runs(const struct oa_sim_gpu *gpu)
{
	return sim_ops(gpu)->enabled(gpu) && sim_ops(gpu)->timer(gpu);
}

/**
 * sim_oa_trigger() - handle a write of a report trigger register
 * @gpu: the GPU, locked, counted up to now
 * @offset: register of the first or the second trigger block
 * @old: its value before
 * @value: its value now
 *
 * [MODEL] with the trigger enabled, inverting input D makes a rising edge and so a report.
 * Intel's metrics library forces a report in this way.
 */
void sim_oa_trigger(struct oa_sim_gpu *gpu, u32 offset, u32 old, u32 value)
{
	const bool first = offset == gpu->platform->counters->report_triggers + SIM_TRIGGER2;
	u32 reason = first ? SIM_REASON_TRIGGER1 : SIM_REASON_TRIGGER2;

	if (sim_ops(gpu)->enabled(gpu) && value & OAREPORTTRIG2_ENABLE &&
	    value & ~old & OAREPORTTRIG2_INVERT_D)
		sim_oa_report(gpu, reason, gpu->counters.tick);
}

/*
 * Time between two strobes, in ticks. An exponent beyond the time stamp's bits can be programmed;
 * the timer then never strobes.
 */
u64 sim_oa_period(const struct oa_sim_gpu *gpu)
{
	return 2ull << min(sim_ops(gpu)->timer_bit(gpu), 62u);
}

/**
 * sim_oa_aim() - find the next strobe
 * @gpu: the GPU, locked, counted up to now
 *
 * Strobes are rising edges of a time stamp bit, not aligned to the moment of enabling.
 */
void sim_oa_aim(struct oa_sim_gpu *gpu)
{
	const u64 phase = sim_oa_period(gpu) / 2, late = gpu->quirks.strobe_phase % (2 * phase);
	const u64 now = gpu->counters.tick - min(gpu->counters.tick, late);

	gpu->oa.next_strobe = ((now + phase) & ~(2 * phase - 1)) + phase + late;
}

/* Turn counters on, with an empty ring; the registers are written already. */
void sim_oa_start(struct oa_sim_gpu *gpu)
{
	gpu->oa.half_armed = true;
	gpu->oa.head = 0;
	gpu->oa.tail = 0;
	sim_oa_aim(gpu);
	sim_count_start(gpu);
}

/*
 * Turn counters off; the registers are still the old ones. Reports on their way land, unless a
 * fault delays their lines, and unread reports are counted.
 */
void sim_oa_stop(struct oa_sim_gpu *gpu)
{
	const u64 used = min(gpu->oa.tail - gpu->oa.head, (u64)sim_ops(gpu)->size(gpu));
	const u32 bytes = sim_ops(gpu)->layout(gpu)->bytes;

	if (!gpu->faults.landing_parts)
		sim_oa_land(gpu, ~0ull);
	if (bytes)
		gpu->stats.unread += (u32)used / bytes;
	gpu->oa.stray = gpu->faults.oa_writes_on ? sim_ops(gpu)->base(gpu) : 0;
	gpu->oa.next_stray = gpu->counters.tick + SIM_STRAY_TICKS;
}

/* Check whether the unit still writes after it was turned off. */
bool sim_oa_strays(const struct oa_sim_gpu *gpu)
{
	return gpu->oa.stray && gpu->faults.oa_writes_on && !sim_ops(gpu)->enabled(gpu);
}

/**
 * sim_oa_stray() - write the lines of the fault "writes on" that are due
 * @gpu: the GPU, locked
 * @now: time stamp
 *
 * [MODEL] the place, which is the first line of the unit's last buffer, and the pace.
 */
void sim_oa_stray(struct oa_sim_gpu *gpu, u64 now)
{
	u32 line[SIM_LINE_DWORDS];

	if (!sim_oa_strays(gpu) || gpu->oa.next_stray > now)
		return;
	memset(line, 0x5a, sizeof(line));
	sim_gtt_store_lines(gpu, gpu->oa.stray, line, 1);
	gpu->oa.next_stray = now + SIM_STRAY_TICKS;
}

/*
 * Move the head to @offset in the ring. Return: false if it must not be there: beyond the tail, or
 * outside of the ring.
 */
bool sim_oa_move_head(struct oa_sim_gpu *gpu, u32 offset)
{
	const u32 size = sim_ops(gpu)->size(gpu);
	struct sim_oa *oa = &gpu->oa;
	u64 head;

	if (offset >= size)
		return false;
	head = oa->head + (offset + size - (u32)(oa->head % size)) % size;
	if (head > oa->tail)
		return false;
	oa->head = head;
	if (oa->tail - oa->head <= size / 2)
		oa->half_armed = true;
	return true;
}

/*
 * Set the overflow bit. A unit that is off has no tail that could overflow, and its status stays.
 */
void sim_oa_force_overflow(struct oa_sim_gpu *gpu)
{
	bool works = gpu->oa.order_ok;

	sim_assert_locked(gpu);
	if (!sim_ops(gpu)->enabled(gpu))
		return;
	gpu->oa.order_ok = true;
	sim_ops(gpu)->overflowed(gpu);
	gpu->oa.order_ok = works;
}

/* Time of the next change of the activity, if that writes reports */
u64 sim_oa_next_segment(const struct oa_sim_gpu *gpu)
{
	return sim_ops(gpu)->segment && sim_ops(gpu)->enabled(gpu) ?
	       sim_segment_end(gpu->counters.tick) : ~0ull;
}

/*
 * Let time pass up to @now for the OA unit, writing at most @max_reports. Return: false if @now
 * was not reached; time then stands at the last strobe.
 */
bool sim_oa_run(struct oa_sim_gpu *gpu, u64 now, u32 max_reports)
{
	struct sim_oa *oa = &gpu->oa;
	u64 segment, strobe;

	sim_oa_land(gpu, now);
	sim_oa_stray(gpu, now);
	for (;;) {
		/* Skip edges of the time without a context, which gave no strobes. */
		if (oa->next_strobe < gpu->counters.tick)
			sim_oa_aim(gpu);
		segment = sim_oa_next_segment(gpu);
		strobe = sim_oa_timer_runs(gpu) ? oa->next_strobe : ~0ull;
		if (min(segment, strobe) > now)
			break;
		if (!max_reports--)
			return false;
		/* Only the newest report trails the tail, unless a fault delays others. */
		sim_oa_land(gpu, min(segment, strobe));
		sim_oa_advance(gpu, min(segment, strobe));
		if (segment < strobe) {
			sim_ops(gpu)->segment(gpu, segment);
			continue;
		}
		sim_oa_report(gpu, SIM_REASON_TIMER, strobe);
		oa->next_strobe = strobe + sim_oa_period(gpu);
		max_reports -= sim_bulk_run(gpu, now, max_reports);
	}
	sim_oa_advance(gpu, now);
	return true;
}

/* Power-on state. Reports on their way to memory do not arrive. */
void sim_oa_reset(struct oa_sim_gpu *gpu)
{
	bool half_level = gpu->oa.half_level;

	memset(gpu->flight.landed, 0, sizeof(gpu->flight.landed));
	gpu->flight.first = 0;
	gpu->flight.num = 0;
	memset(&gpu->oa, 0, sizeof(gpu->oa));
	gpu->oa.half_level = half_level;
	gpu->irq.oa_imr = GEN8_OA_HALF_FULL_IRQ;
	sim_count_reset(gpu);
}
