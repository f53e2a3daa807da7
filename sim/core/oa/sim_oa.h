/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulated OA unit: its registers, counters, reports and their ring.
 */
#ifndef _SIM_OA_H_
#define _SIM_OA_H_

#include "sim/core/sim_env.h"

struct oa_sim_gpu;

#define SIM_NUM_A		45
#define SIM_NUM_B		8
#define SIM_NUM_C		8
/* Clocks after which the event inputs repeat */
#define SIM_PHASES		6
#define SIM_REPORT_DWORDS	64
/* The GPU writes reports in lines of this size. */
#define SIM_LINE_BYTES		64
#define SIM_REPORT_LINES	4
#define SIM_LINE_DWORDS		16
/* A and C counters are kept in 1/2^20 event, so that sums do not depend on the division of time. */
#define SIM_FRACTION_BITS	20
/* Bit at which a 32-bit counter wraps */
#define SIM_WRAP_BIT		(32 + SIM_FRACTION_BITS)
#define SIM_MAX_IN_FLIGHT	4096

/* Registers of the two trigger blocks that can force a report, from OAREPORTTRIG1 on */
#define SIM_TRIGGER2		0x04
#define SIM_TRIGGER6		0x14

/* Reasons for a report, numbered as in the reason field where RPT_ID has one. */
#define SIM_REASON_TIMER	BIT(0)
#define SIM_REASON_TRIGGER1	BIT(1)
#define SIM_REASON_TRIGGER2	BIT(2)
#define SIM_REASON_CTX_SWITCH	BIT(3)
#define SIM_REASON_GO		BIT(4)
#define SIM_REASON_CLK_RATIO	BIT(5)

/** struct sim_in_flight - a report that the tail covers and memory does not hold yet */
struct sim_in_flight {
	/** @address: GGTT addresses of its lines */
	u32 address[SIM_REPORT_LINES];
	/** @lines: number of lines that land */
	u32 lines;
	/** @due: by line, the tick at which it lands */
	u64 due[SIM_REPORT_LINES];
	/** @dw: the report */
	u32 dw[SIM_REPORT_DWORDS];
};

/** struct sim_flight - reports on their way to memory */
struct sim_flight {
	/** @report: the reports, as a ring */
	struct sim_in_flight report[SIM_MAX_IN_FLIGHT];
	/** @first: the oldest */
	u32 first;
	/** @num: number of reports in the ring */
	u32 num;
	/** @landed: by line n, reports from the oldest on whose line n has landed; falls with n */
	u32 landed[SIM_REPORT_LINES];
};

/** struct sim_counters - all counters, in clocks or events since reset */
struct sim_counters {
	/** @tick: time stamp up to which the counters have advanced */
	u64 tick;
	/** @clocks: render clocks */
	u64 clocks;
	/** @part: of the next render clock, in units of 1 / (3000000 x the platform's tick_den) */
	u64 part;
	/** @a: A counters, in 1/2^20 event */
	u64 a[SIM_NUM_A];
	/** @b: B counters */
	u64 b[SIM_NUM_B];
	/** @c: C counters, in 1/2^20 event */
	u64 c[SIM_NUM_C];
	/** @events: bit p of entry n set where CEC n's event is true in phase p of the inputs */
	u8 events[SIM_NUM_B];
	/** @events_valid: @events matches the registers */
	bool events_valid;
	/** @overflow: a counter wrapped since the OA unit last polled */
	bool overflow;
	/** @free: free-running copies of A counters, in 1/2^20 event */
	u64 free[SIM_NUM_A];
	/** @start_clocks: value of @clocks at which a start trigger fires; ~0: never */
	u64 start_clocks[2];
};

/** struct sim_pace - advance of counters from strobe to strobe, within a segment */
struct sim_pace {
	/** @clocks: whole clocks between two strobes */
	u64 clocks;
	/** @part: the remainder, in parts of a clock */
	u64 part;
	/** @whole: parts in a whole clock */
	u64 whole;
	/** @counting: A, B and C counters advance */
	bool counting;
	/** @step: increment of A and C counters per clock; the others are 0 */
	struct sim_counters step;
	/** @now: scratch */
	struct sim_counters now;
};

#define SIM_BULK_DWORDS		1024

/** struct sim_bulk - reports written in runs, see sim_bulk.c */
struct sim_bulk {
	/** @on: knob: runs are allowed */
	bool on;
	/** @reports: number of reports written in runs */
	u64 reports;
	/** @pace: advance of the counters in this run */
	struct sim_pace pace;
	/** @start: for each dword of a report, its counter at the run's start, in 1/2^20 event */
	u64 start[SIM_REPORT_DWORDS];
	/** @step: increment of @start per clock */
	u64 step[SIM_REPORT_DWORDS];
	/** @until: by phase of the inputs: each B counter without the events of whole periods */
	u32 until[SIM_PHASES][SIM_NUM_B];
	/** @per_period: events of each B counter in one period of the inputs */
	u32 per_period[SIM_NUM_B];
	/** @dw: reports on their way to memory */
	u32 dw[SIM_BULK_DWORDS];
};

/** struct sim_oa - the OA unit; each generation has some of these registers */
struct sim_oa {
	/** @control: OACONTROL */
	u32 control;
	/** @status1: up to gen7.5, OASTATUS1; its tail is @tail while counters are on */
	u32 status1;
	/** @status2: up to gen7.5, OASTATUS2 */
	u32 status2;
	/** @buffer: OABUFFER */
	u32 buffer;
	/** @buffer_udw: from gen8 on, OABUFFER_UDW */
	u32 buffer_udw;
	/** @ctx_control: from gen8 on, OACTXCONTROL, as the last context load or write left it */
	u32 ctx_control;
	/** @ctx_id: from gen8 on, OACTXID */
	u32 ctx_id;
	/** @debug: from gen9 on, OA_DEBUG */
	u32 debug;
	/** @status: from gen8 on, OASTATUS */
	u32 status;
	/** @head_ptr: from gen8 on, OAHEADPTR */
	u32 head_ptr;
	/** @tail_ptr: from gen8 on, OATAILPTR while counters are off */
	u32 tail_ptr;
	/** @sequence: number of the three buffer registers written in order so far */
	u8 sequence;
	/** @described: all three were last written in order, so a new tail is enough (SNB) */
	bool described;
	/** @order_ok: the order was right when counters were turned on: the overflow bit works */
	bool order_ok;
	/** @half_armed: the next crossing of half raises the event */
	bool half_armed;
	/** @half_level: every report beyond half raises it; the documents leave this open */
	bool half_level;
	/** @head_due: software must write the head again, with the same value */
	bool head_due;
	/** @head: linear, bytes since counters were turned on */
	u64 head;
	/** @tail: linear, bytes since counters were turned on */
	u64 tail;
	/** @next_strobe: time stamp of the next timer report */
	u64 next_strobe;
	/** @stray: GGTT address of the fault "writes on"; 0: the unit does not write */
	u32 stray;
	/** @next_stray: tick of the next such write */
	u64 next_stray;
};

/* sim_counters.c */
bool sim_clocked(const struct oa_sim_gpu *gpu);
void sim_count(struct oa_sim_gpu *gpu, u64 tick);
void sim_count_start(struct oa_sim_gpu *gpu);
void sim_count_reset(struct oa_sim_gpu *gpu);
u64 sim_ticks_of_clocks(const struct oa_sim_gpu *gpu, u64 clocks);
bool sim_pace(struct oa_sim_gpu *gpu, u64 ticks, struct sim_pace *pace);
u64 sim_events_until(u8 pattern, u64 clocks);
void sim_add(struct sim_counters *c, u64 *counter, u64 events, u32 bit);
u64 sim_counter(const struct oa_sim_gpu *gpu, char kind, u32 n);

/* sim_counters_gen6.c */
bool sim_gen6_gates_wrong(const struct oa_sim_gpu *gpu);

/* sim_counters_gen8.c */
void sim_gen8_reset_flex(struct oa_sim_gpu *gpu);

/* sim_oa.c */
bool sim_oa_keeps_oldest(const struct oa_sim_gpu *gpu);
void sim_oa_land(struct oa_sim_gpu *gpu, u64 now);
void sim_oa_advance(struct oa_sim_gpu *gpu, u64 tick);
void sim_oa_store(struct oa_sim_gpu *gpu, u32 address, const u32 *dw, u32 bytes);
void sim_oa_store_report(struct oa_sim_gpu *gpu, u32 address, const u32 *dw, u32 bytes);
void sim_oa_report(struct oa_sim_gpu *gpu, u32 reason, u64 tick);
void sim_oa_snapshot(const struct oa_sim_gpu *gpu, u32 id, u64 tick, u32 *dw);
void sim_oa_trigger(struct oa_sim_gpu *gpu, u32 offset, u32 old, u32 value);
void sim_oa_start(struct oa_sim_gpu *gpu);
/* Fault "writes on": about a line each 0.1 ms */
#define SIM_STRAY_TICKS		1250ull
bool sim_oa_strays(const struct oa_sim_gpu *gpu);
void sim_oa_stray(struct oa_sim_gpu *gpu, u64 now);
void sim_oa_stop(struct oa_sim_gpu *gpu);
u64 sim_oa_period(const struct oa_sim_gpu *gpu);
void sim_oa_aim(struct oa_sim_gpu *gpu);
bool sim_oa_move_head(struct oa_sim_gpu *gpu, u32 offset);
bool sim_oa_timer_runs(const struct oa_sim_gpu *gpu);
u64 sim_oa_next_segment(const struct oa_sim_gpu *gpu);
bool sim_oa_run(struct oa_sim_gpu *gpu, u64 now, u32 max_reports);
void sim_oa_force_overflow(struct oa_sim_gpu *gpu);
void sim_oa_reset(struct oa_sim_gpu *gpu);

/* sim_bulk.c */
u32 sim_bulk_run(struct oa_sim_gpu *gpu, u64 now, u32 max_reports);

#endif /* _SIM_OA_H_ */
