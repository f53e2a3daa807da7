/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The core of the simulated GPU, as its parts and its front ends see it.
 */
#ifndef _SIM_MODEL_H_
#define _SIM_MODEL_H_

#include "sim/core/cs/sim_cs_types.h"
#include "sim/core/gpu/sim_irq_types.h"
#include "sim/core/platform/sim_platform.h"
#include "sim/core/work/sim_work_types.h"
#include "sim_env.h"
#include "sim_host.h"

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
/* A and C counters are kept in 1/2^20 event: a sum does not depend on how time is divided. */
#define SIM_FRACTION_BITS	20
/* Bit at which a 32-bit counter wraps */
#define SIM_WRAP_BIT		(32 + SIM_FRACTION_BITS)
#define SIM_MAX_IN_FLIGHT	4096
/* Registers are kept in an array; no GPU here has registers after it. */
#define SIM_STORE_BYTES		0x200000
/* Registers from here on lie outside the GT. */
#define SIM_GT_END		0x40000
/* Registers from here on lie in the GT again: media engines of gen11 */
#define SIM_GT_UPPER		0x180000

/** enum sim_violation - rules of the hardware that software can break */
enum sim_violation {
	/** @SIM_NO_FORCEWAKE: a GT register was touched while the GT slept */
	SIM_NO_FORCEWAKE,
	/** @SIM_FORCEWAKE_ORDER: requested while the previous request's acknowledge still stood */
	SIM_FORCEWAKE_ORDER,
	/** @SIM_OUTSIDE_BAR: an access beyond BAR 0, or not aligned */
	SIM_OUTSIDE_BAR,
	/** @SIM_DECODE_OFF: an access with memory decoding off */
	SIM_DECODE_OFF,
	/** @SIM_BUS_MASTER: a report was due with bus mastering off */
	SIM_BUS_MASTER,
	/** @SIM_OABUFFER_ORDER: OASTATUS2, OABUFFER, OASTATUS1 not written in that order */
	SIM_OABUFFER_ORDER,
	/** @SIM_OABUFFER_ALIGN: OABUFFER is not aligned as the platform requires */
	SIM_OABUFFER_ALIGN,
	/** @SIM_OA_RUNNING: a register was written that must not be while counters are on */
	SIM_OA_RUNNING,
	/** @SIM_HEAD_TAIL: head, tail and base differ when counters are turned on */
	SIM_HEAD_TAIL,
	/** @SIM_HEAD_RANGE: the head was moved past the tail or out of the buffer */
	SIM_HEAD_RANGE,
	/** @SIM_RESERVED_BIT: a bit that must be zero was set, or one that must be set was not */
	SIM_RESERVED_BIT,
	/** @SIM_CLOCK_GATING: counters on while clock gating hides events */
	SIM_CLOCK_GATING,
	/** @SIM_OA_ASLEEP: counters on while the GT may enter RC6 */
	SIM_OA_ASLEEP,
	/** @SIM_GGTT_INVALID: a report was written through an entry that is not valid */
	SIM_GGTT_INVALID,
	/** @SIM_GGTT_STALE: a report was written through an entry that was changed, not flushed */
	SIM_GGTT_STALE,
	/** @SIM_BAD_MEMORY: an entry names no memory */
	SIM_BAD_MEMORY,
	/** @SIM_STATUS_LEFT: counters on with the counter-overflow bit not cleared (SNB) */
	SIM_STATUS_LEFT,
	/** @SIM_HEAD_RULE: a head beyond the tail was not written anew after the timer (SNB GT2) */
	SIM_HEAD_RULE,
	/** @SIM_STATUS_CLEAR: OASTATUS written in a way that resets the tail (gen8) */
	SIM_STATUS_CLEAR,
	/** @SIM_PPGTT: the OA buffer or a command's address is in a PPGTT, and there is none */
	SIM_PPGTT,
	/** @SIM_NOT_COHERENT: a write went through an entry whose writes the CPU does not see */
	SIM_NOT_COHERENT,
	/** @SIM_STEERING_LEFT: counters on while accesses are steered to one instance */
	SIM_STEERING_LEFT,
	/** @SIM_IRQ_NOT_ONE_HOT: a selector with no bit or more than one */
	SIM_IRQ_NOT_ONE_HOT,
	/** @SIM_IRQ_NOT_IN_DW: a selector bit that GT INT DW does not show */
	SIM_IRQ_NOT_IN_DW,
	/** @SIM_IRQ_DW_NOT_READ: a selector written before GT INT DW was read */
	SIM_IRQ_DW_NOT_READ,
	/** @SIM_IRQ_SELECTOR_BUSY: a selector written while the previous Data-Valid stands */
	SIM_IRQ_SELECTOR_BUSY,
	/** @SIM_IRQ_DW_UNSERVED: a bit of GT INT DW cleared before its engine was served */
	SIM_IRQ_DW_UNSERVED,
	/** @SIM_IRQ_DW_LEFT: the master enabled with bits of a read GT INT DW left */
	SIM_IRQ_DW_LEFT,
	/** @SIM_IRQ_NO_DATA_VALID: the shared IIR written with Data-Valid 0 */
	SIM_IRQ_NO_DATA_VALID,
	/** @SIM_IRQ_MASTER_SOURCE: read-only source bits of the master written */
	SIM_IRQ_MASTER_SOURCE,
	/** @SIM_IRQ_MASTER_ON: interrupts served while the master is enabled */
	SIM_IRQ_MASTER_ON,
	/** @SIM_IRQ_MASTER_REREAD: the master read again during service: no local copy */
	SIM_IRQ_MASTER_REREAD,
	/** @SIM_RING_ALIGN: a ring, status page or offset into a ring is not aligned */
	SIM_RING_ALIGN,
	/** @SIM_RING_RANGE: head, tail or a command reach beyond the ring or its tail */
	SIM_RING_RANGE,
	/** @SIM_RING_RUNNING: registers of a ring were changed while it runs */
	SIM_RING_RUNNING,
	/** @SIM_CS_OPCODE: the streamer met a command, or flags in one, that it does not know */
	SIM_CS_OPCODE,
	/** @SIM_CS_LENGTH: the streamer met a command of wrong length */
	SIM_CS_LENGTH,
	/** @SIM_CS_ADDRESS: a command's address is not aligned, or beyond the GGTT */
	SIM_CS_ADDRESS,
	/** @SIM_CS_BATCH: a level of batches that there is not, or an end outside of a batch */
	SIM_CS_BATCH,
	/** @SIM_RPC_OFF: MI_REPORT_PERF_COUNT with counters off */
	SIM_RPC_OFF,
	/** @SIM_ELSP_MODE: contexts submitted with execlists not turned on */
	SIM_ELSP_MODE,
	/** @SIM_ELSP_FULL: contexts submitted before the previous submission was taken */
	SIM_ELSP_FULL,
	/** @SIM_CTX_DESCRIPTOR: a submitted context descriptor is not valid */
	SIM_CTX_DESCRIPTOR,
	/** @SIM_CTX_IMAGE: a context image holds something other than registers */
	SIM_CTX_IMAGE,
	/** @SIM_RESET_NOT_READY: a reset of an engine that was not made ready for it */
	SIM_RESET_NOT_READY,
	/** @SIM_SCANOUT: a GGTT entry was changed that a lit plane scans out of */
	SIM_SCANOUT,
	/** @SIM_PAT: memory accessed with another cacheability than software must program */
	SIM_PAT,
	/** @SIM_NUM_VIOLATIONS: how many there are */
	SIM_NUM_VIOLATIONS,
};

/* Reasons for a report, numbered as in the reason field where RPT_ID has one. */
#define SIM_REASON_TIMER	BIT(0)
#define SIM_REASON_TRIGGER1	BIT(1)
#define SIM_REASON_TRIGGER2	BIT(2)
#define SIM_REASON_CTX_SWITCH	BIT(3)
#define SIM_REASON_GO		BIT(4)
#define SIM_REASON_CLK_RATIO	BIT(5)

/** enum sim_activity - what the GPU is doing */
enum sim_activity {
	/** @SIM_IDLE: nothing, at the lowest frequency */
	SIM_IDLE,
	/** @SIM_BUSY: a constant load; no limit to the frequency */
	SIM_BUSY,
	/** @SIM_BURST: busy now and then */
	SIM_BURST,
	/** @SIM_CTXSWITCH: two contexts and an idle engine take turns */
	SIM_CTXSWITCH,
	/** @SIM_FREQ: the frequency changes */
	SIM_FREQ,
	/** @SIM_NUM_ACTIVITIES: how many there are */
	SIM_NUM_ACTIVITIES,
};

/** struct sim_segment - what the GPU does in a stretch of time */
struct sim_segment {
	/** @unit: the frequency, in units of the frequency registers */
	u32 unit;
	/** @busy: busy clocks of each 1024 */
	u32 busy;
	/** @ccid: context that runs, 0: none */
	u32 ccid;
};

/** struct sim_violations - one kind of broken rule */
struct sim_violations {
	/** @count: how often */
	u64 count;
	/** @offset: register of the last time */
	u32 offset;
	/** @value: value of the last time */
	u32 value;
};

/** struct sim_faults - faults to inject; a count falls to 0 as it is used */
struct sim_faults {
	/** @irq_lost: next half-full events that raise no interrupt */
	u32 irq_lost;
	/** @message_lost: next rises of the line that nobody hears of */
	u32 message_lost;
	/** @irq_duplicate: next interrupts that come twice */
	u32 irq_duplicate;
	/** @irq_spurious: interrupts to raise with nothing pending */
	u32 irq_spurious;
	/** @torn_report: next reports whose last line never lands */
	u32 torn_report;
	/** @zero_id: next reports with RPT_ID 0 */
	u32 zero_id;
	/** @not_landed: next reports that never land although the tail moves */
	u32 not_landed;
	/** @report_lost: next strobes that write no report and set the report-lost bit */
	u32 report_lost;
	/** @tail_lag: microseconds from the move of the tail until the data lands */
	u32 tail_lag;
	/** @landing_parts: microseconds from one line of a report to its next; 0: all at once */
	u32 landing_parts;
	/** @forcewake_ack: the acknowledge never comes while this is set */
	u32 forcewake_ack;
	/** @forcewake_missed: next requests whose acknowledge is missed */
	u32 forcewake_missed;
	/** @forcewake_left: while set, power comes on with the kernel's requests standing */
	u32 forcewake_left;
	/** @identity_never_valid: next selections for which Data-Valid never comes */
	u32 identity_never_valid;
	/** @context_never_loads: next submissions that are accepted and never loaded */
	u32 context_never_loads;
	/** @ring_hang: next commands at which the streamer hangs */
	u32 ring_hang;
	/** @reset_ready: while set, the engine never becomes ready for a reset */
	u32 reset_ready;
	/** @gdrst: while set, resets begin and never complete */
	u32 gdrst;
	/** @runs_on: while set, an engine that is told to stop goes on, and no reset stops it */
	u32 runs_on;
	/** @oacontrol: while set, an OA unit that is on ignores writes of OACONTROL */
	u32 oacontrol;
	/** @oa_writes_on: while set, an OA unit that was turned off writes on to its buffer */
	u32 oa_writes_on;
	/** @dead_register: offset of a register that no write of the CPU reaches, 0: none */
	u32 dead_register;
	/** @gtt_flush: while set, the GPU keeps the GGTT entries that it knows */
	u32 gtt_flush;
	/** @reset_at_write: the GT is reset right after so many more register writes */
	u32 reset_at_write;
	/** @reset_again: what @reset_at_write becomes after such a reset */
	u32 reset_again;
	/** @away: microseconds that a manual clock advances when the head moves next */
	u32 away;
	/** @away_start: the same when counters are turned on next */
	u32 away_start;
};

/**
 * struct sim_otherwise - ways in which this GPU is not as documents and drivers assume
 *
 * Unlike a fault, each lasts as long as it is set.
 */
struct sim_otherwise {
	/** @strobe_phase: ticks by which the timer strobes later than its bit of the time stamp */
	u32 strobe_phase;
	/** @strobe_jitter: a report's time stamp is up to this many ticks earlier, irregularly */
	u32 strobe_jitter;
	/** @timestamp_high: up to gen7.5, dword 2 of a report is something else */
	u32 timestamp_high;
	/** @time_steps_back: every other report after a start's first is stamped early */
	u32 time_steps_back;
	/** @clock_ahead: ticks by which reports are stamped later than the time stamp register */
	u32 clock_ahead;
	/** @reserved: value of reserved dwords; not 0: a reserved bit of RPT_ID is set as well */
	u32 reserved;
	/** @zero_lines: bit n: line n of each report is written as zero, but for dwords 0 to 3 */
	u32 zero_lines;
	/** @no_lines: bit n, from 1 on: line n of each report is never written */
	u32 no_lines;
	/** @context_id: from gen8 on, each report names a context, whose id is all ones */
	u32 context_id;
	/** @half_full: the half-full event never comes */
	u32 half_full;
	/** @timestamp: the register TIMESTAMP and what commands store of it stand still */
	u32 timestamp;
	/** @b_counters: bit n: B counter n does not count */
	u32 b_counters;
	/** @alu: MI_MATH adds one too many */
	u32 alu;
};

/** struct sim_in_flight - a report that the tail covers and memory does not hold yet */
struct sim_in_flight {
	/** @address: GGTT addresses of its lines */
	u32 address[SIM_REPORT_LINES];
	/** @lines: how many of them land */
	u32 lines;
	/** @due: ticks at which they land */
	u64 due[SIM_REPORT_LINES];
	/** @dw: the report */
	u32 dw[SIM_REPORT_DWORDS];
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
	/** @overflow: a counter wrapped since the OA unit last looked */
	bool overflow;
	/** @free: free-running copies of A counters, in 1/2^20 event */
	u64 free[SIM_NUM_A];
	/** @start_clocks: value of @clocks at which a start trigger fires; ~0: never */
	u64 start_clocks[2];
};

/** struct sim_pace - how counters advance from strobe to strobe, within a segment */
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
	/** @stray: where a unit that was turned off writes on (fault "writes on"); 0: nowhere */
	u32 stray;
	/** @next_stray: when it does so next */
	u64 next_stray;
};

/** struct sim_fw_state - state of a power well */
struct sim_fw_state {
	/** @request: the request register */
	u16 request;
	/** @ack: the acknowledge register */
	u16 ack;
	/** @missed: requested bits whose acknowledge was lost */
	u16 missed;
	/** @changed: tick of the last request */
	u64 changed;
};

/** struct sim_clock - the time of the GPU */
struct sim_clock {
	/** @manual: time moves only by hand, see sim_clock.c */
	bool manual;
	/** @manual_ns: the time of a manual clock */
	u64 manual_ns;
	/** @epoch_ns: when the GPU was made; moved forward when the host can't keep up */
	u64 epoch_ns;
	/** @slipped_ns: total by which @epoch_ns was moved */
	u64 slipped_ns;
	/** @production_ns: time spent in catch-ups that made reports */
	u64 production_ns;
	/** @bias: ticks that reads of the time stamp added to it */
	u64 bias;
	/** @last_read: time stamp last read */
	u64 last_read;
};

/** struct sim_gtt - GGTT entries */
struct sim_gtt {
	/** @gsm: as written, in dwords */
	u32 *gsm;
	/** @tlb: as the GPU sees them, since the last flush, in dwords */
	u32 *tlb;
	/** @dirty_first: first dword in which @gsm and @tlb differ */
	u32 dirty_first;
	/** @dirty_end: the dword after the last in which they differ */
	u32 dirty_end;
};

#define SIM_DISPLAY_BYTES	0x8000
#define SIM_DISPLAY_PIPES	3
#define SIM_SCREEN_OFF		~0u
#define SIM_WELL_SETS		3
#define SIM_WELL_REQUESTERS	4

/** struct sim_display - the display */
struct sim_display {
	/** @fused_off: the part has none; constant */
	bool fused_off;
	/** @regs: registers of planes and pipes */
	u32 regs[SIM_DISPLAY_BYTES / 4];
	/** @wells: requests for power wells: sets of wells, and in each the requesters */
	u32 wells[SIM_WELL_SETS][SIM_WELL_REQUESTERS];
};

/** struct sim_mailbox - the mailbox of the power unit */
struct sim_mailbox {
	/** @command: what was asked; while @done has not come, bit 31 is set */
	u32 command;
	/** @data: the words that go with it, both ways */
	u32 data[2];
	/** @done: tick at which the power unit has answered */
	u64 done;
};

/** struct sim_stolen - stolen memory; the front end has its bytes */
struct sim_stolen {
	/** @base: bus address */
	u64 base;
	/** @mib: its size in MiB; 0: there is none */
	u32 mib;
};

/** struct sim_pci - what configuration space enables */
struct sim_pci {
	/** @decode: memory decoding is on */
	bool decode;
	/** @master: bus mastering is on */
	bool master;
	/** @intx: the interrupt line is not disabled */
	bool intx;
};

/** struct sim_steered - registers whose instances share an offset */
struct sim_steered {
	/** @selector: the register that selects an instance, 0xFDC */
	u32 selector;
	/** @instances: replicated registers, instance by instance; NULL: none are */
	u32 *instances;
};

/** struct sim_activities - what the GPU is doing */
struct sim_activities {
	/** @kind: the activity */
	enum sim_activity kind;
	/** @stops: the activity's contexts lack the resume bit (gen8) */
	bool stops;
	/** @ccid: context that is forced to run, 0: as @kind says */
	u32 ccid;
};

/** struct sim_flight - reports on their way to memory */
struct sim_flight {
	/** @report: the reports, as a ring */
	struct sim_in_flight report[SIM_MAX_IN_FLIGHT];
	/** @first: the oldest */
	u32 first;
	/** @num: number of reports in the ring */
	u32 num;
	/** @landed: of how many of them, from the oldest on, line n has landed; falls with n */
	u32 landed[SIM_REPORT_LINES];
};

/** struct sim_resets - GDRST */
struct sim_resets {
	/** @gdrst: resets under way */
	u32 gdrst;
	/** @done: tick at which they are done */
	u64 done;
};

/** struct sim_books - counts of what happened so far */
struct sim_books {
	/** @unknown_registers: accesses to registers that no document names; no violation */
	u64 unknown_registers;
	/** @register_reads: the CPU's reads of registers, those that missed included */
	u64 register_reads;
	/** @register_writes: the CPU's writes to registers, those that missed included */
	u64 register_writes;
	/** @ggtt_writes: the CPU's writes to GGTT entries, dwords */
	u64 ggtt_writes;
	/** @config_changes: bytes of configuration space that the CPU changed; the front end's */
	u64 config_changes;
	/** @produced: reports the OA unit wrote */
	u64 produced;
	/** @suppressed: strobes without a report because the buffer was full */
	u64 suppressed;
	/** @reports_lost: strobes without a report because of the fault */
	u64 reports_lost;
	/** @unread: reports between head and tail whenever the unit was turned off */
	u64 unread;
	/** @half_full_events: crossings of half */
	u64 half_full_events;
	/** @interrupts: interrupts delivered */
	u64 interrupts;
	/** @runaway_writes: writes of an engine after it was told to stop */
	u64 runaway_writes;
	/** @ppgtt_missed: accesses of a per-process address space where nothing is */
	u64 ppgtt_missed;
	/** @ppgtt_missed_last: the last such address */
	u64 ppgtt_missed_last;
	/** @unprivileged: commands and register writes that did nothing for lack of privilege */
	u64 unprivileged;
	/** @draws: commands that draw */
	u64 draws;
	/** @depth_operations: operations on the depth buffer */
	u64 depth_operations;
	/** @dispatches: commands that dispatch threads */
	u64 dispatches;
	/** @blits: fills and copies that were done */
	u64 blits;
	/** @blit_bytes: bytes that they wrote */
	u64 blit_bytes;
	/** @blit_ticks: ticks in which the copy engine does that */
	u64 blit_ticks;
	/** @work_vertices: vertices of draws */
	u64 work_vertices;
	/** @work_primitives: primitives that those make */
	u64 work_primitives;
	/** @work_pixels: pixels of draws and of operations on the depth buffer */
	u64 work_pixels;
	/** @work_threads: threads of all shaders */
	u64 work_threads;
	/** @work_invocations: invocations of compute shaders */
	u64 work_invocations;
	/** @work_ticks: ticks in which the render engine works */
	u64 work_ticks;
	/** @display_commands: commands that wait for a display, or change what it shows */
	u64 display_commands;
	/** @notified: flushes that asked for an interrupt */
	u64 notified;
};

/**
 * struct oa_sim_gpu - a simulated GPU
 *
 * The front end serialises all access. "Locked" below means that the caller does so. All functions
 * of the core are called locked, but for those whose comment says otherwise.
 */
struct oa_sim_gpu {
	/** @host: the front end; constant */
	struct sim_host *host;
	/** @platform: constant */
	const struct sim_platform *platform;
	/** @relative: what @platform points to if this GPU is a platform's relative; constant */
	struct sim_platform relative;
	/** @clock: the time */
	struct sim_clock clock;
	/** @store: plain registers */
	u32 *store;
	/** @gtt: GGTT entries */
	struct sim_gtt gtt;
	/** @pat: the registers of cacheability */
	u32 pat[SIM_NUM_PAT];
	/** @display: the display */
	struct sim_display display;
	/** @mailbox: the mailbox of the power unit */
	struct sim_mailbox mailbox;
	/** @pci: what configuration space allows */
	struct sim_pci pci;
	/** @stolen: stolen memory; constant */
	struct sim_stolen stolen;
	/** @fw: power wells, as many as the platform has */
	struct sim_fw_state fw[SIM_MAX_DOMAINS];
	/** @fw_stolen: another driver let the wells go, and none was asked for since */
	bool fw_stolen;
	/** @steering: replicated registers */
	struct sim_steered steering;
	/** @engine: the engines; number 0 is the render engine */
	struct sim_cs engine[SIM_MAX_ENGINES];
	/** @engines: how many there are; constant */
	u32 engines;
	/** @resets: GDRST */
	struct sim_resets resets;
	/** @irq: interrupts */
	struct sim_irq irq;
	/** @oa: the OA unit */
	struct sim_oa oa;
	/** @flight: its reports on their way to memory */
	struct sim_flight flight;
	/** @counters: all counters */
	struct sim_counters counters;
	/** @bulk: reports written in runs */
	struct sim_bulk bulk;
	/** @activity: what the GPU is doing */
	struct sim_activities activity;
	/** @work: what was submitted to the render engine */
	struct sim_works work;
	/** @faults: faults to inject */
	struct sim_faults faults;
	/** @otherwise: ways in which it is not as assumed */
	struct sim_otherwise otherwise;
	/** @violations: broken rules by kind */
	struct sim_violations violations[SIM_NUM_VIOLATIONS];
	/** @books: counts of what happened so far */
	struct sim_books books;
};

/**
 * sim_assert_locked() - the caller serialises access to a GPU
 * @gpu: the GPU
 */
static inline void sim_assert_locked(const struct oa_sim_gpu *gpu)
{
	if (SIM_CHECK_LOCK && gpu->host->ops->assert_locked)
		gpu->host->ops->assert_locked(gpu->host);
}

/* The streamer of the render engine, which each platform has */
#define sim_rcs(gpu)		(&(gpu)->engine[0])

/**
 * sim_gen() - what streamers of the GPU's generation have
 * @cs: a streamer
 */
static inline const struct sim_cs_gen *sim_gen(const struct sim_cs *cs)
{
	return cs->gpu->platform->cs;
}

/**
 * sim_cs_store() - a register of an engine in the plain store
 * @cs: its streamer
 * @reg: the register, from the engine's base on
 */
static inline u32 *sim_cs_store(const struct sim_cs *cs, u32 reg)
{
	return &cs->gpu->store[(cs->info->base + reg) / 4];
}

/*
 * Calls from front ends.
 */

/* sim_gpu.c */
/**
 * sim_num_eus() - EUs of a GPU
 * @gpu: the GPU
 */
static inline u32 sim_num_eus(const struct oa_sim_gpu *gpu)
{
	const struct sim_topology *t = &gpu->platform->topology;

	return hweight8(t->slice_mask) * hweight8(t->subslice_mask) * t->eus;
}

struct oa_sim_gpu *sim_gpu_create(const char *platform, u32 id, struct sim_host *host, bool manual);
void sim_gpu_destroy(struct oa_sim_gpu *gpu);

/* sim_bar.c */
u32 sim_bar_read(struct oa_sim_gpu *gpu, u32 offset);
void sim_bar_write(struct oa_sim_gpu *gpu, u32 offset, u32 value);

/* sim_clock.c */
void sim_clock_set_manual(struct oa_sim_gpu *gpu, bool manual);
void sim_clock_set_ns(struct oa_sim_gpu *gpu, u64 ns);
bool sim_clock_runs(const struct oa_sim_gpu *gpu);
u64 sim_clock_period_ns(const struct oa_sim_gpu *gpu);
void sim_catch_up(struct oa_sim_gpu *gpu, u32 max_reports);

/* sim_irq.c */
u32 sim_irq_take(struct oa_sim_gpu *gpu);
bool sim_irq_asserted(const struct oa_sim_gpu *gpu);
void sim_irq_update(struct oa_sim_gpu *gpu);

/* sim_violation.c */
const char *sim_violation_name(enum sim_violation kind);
u64 sim_violations(const struct oa_sim_gpu *gpu);

/* sim_reset.c */
void sim_reset_render(struct oa_sim_gpu *gpu);
void sim_reset_full(struct oa_sim_gpu *gpu);
void sim_power_cycle(struct oa_sim_gpu *gpu);
void sim_power_on(struct oa_sim_gpu *gpu);

/* sim_display.c */
void sim_display_scan_out(struct oa_sim_gpu *gpu, u32 address);
void sim_display_fuse_off(struct oa_sim_gpu *gpu);

/* sim_activity.c */
const char *sim_activity_name(enum sim_activity kind);

/* sim_work.c */
const char *sim_work_mode_name(u32 mode);

/*
 * Calls between parts of the core.
 */

/* sim_violation.c */
void sim_violate(struct oa_sim_gpu *gpu, enum sim_violation kind, u32 offset, u32 value);
void sim_unknown(struct oa_sim_gpu *gpu, u32 offset);

/* sim_registers.c */
u32 sim_register_read(struct oa_sim_gpu *gpu, u32 offset);
void sim_register_write(struct oa_sim_gpu *gpu, u32 offset, u32 value);
u32 sim_gt_read(struct oa_sim_gpu *gpu, u32 offset);
void sim_gt_write(struct oa_sim_gpu *gpu, u32 offset, u32 value);
u32 sim_peek(struct oa_sim_gpu *gpu, u32 offset);

/* sim_forcewake.c */
bool sim_forcewake_owns(const struct oa_sim_gpu *gpu, u32 offset);
void sim_forcewake_steal(struct oa_sim_gpu *gpu);
void sim_forcewake_update(struct oa_sim_gpu *gpu, u64 now);
bool sim_forcewake_reaches(const struct oa_sim_gpu *gpu, u32 offset, bool write);
bool sim_render_awake(const struct oa_sim_gpu *gpu);

/* sim_gtt.c */
void sim_gtt_write(struct oa_sim_gpu *gpu, u32 dword, u32 value);
void *sim_gtt_map(struct oa_sim_gpu *gpu, u32 address, u32 bytes);
bool sim_gtt_read32(struct oa_sim_gpu *gpu, u32 address, u32 *value);
void sim_gtt_write32(struct oa_sim_gpu *gpu, u32 address, u32 value);
u64 sim_gtt_entry(const struct oa_sim_gpu *gpu, u32 address);
u32 sim_gtt_hash(const struct oa_sim_gpu *gpu);
void sim_gtt_write32_by(struct oa_sim_gpu *gpu, u64 pte, u32 address, u32 value);
void sim_gtt_store_lines(struct oa_sim_gpu *gpu, u32 address, const u32 *dw, u32 lines);

/* sim_storage.c */
bool sim_storage_of_engine(const struct oa_sim_gpu *gpu, u32 offset);
bool sim_silent(const struct oa_sim_gpu *gpu, u32 offset);
bool sim_reads_nothing(const struct oa_sim_gpu *gpu, u32 offset);

/* sim_stolen.c */
bool sim_stolen_fits(const struct sim_platform *p, const struct sim_stolen *stolen);
u16 sim_stolen_size_code(const struct oa_sim_gpu *gpu);
void sim_stolen_put_base(const struct oa_sim_gpu *gpu, u8 *config);

/* sim_pat.c */
void sim_pat_check(struct oa_sim_gpu *gpu, u32 address);

/* sim_display.c */
bool sim_display_shows(struct oa_sim_gpu *gpu, u32 address);

/* sim_irq.c */
void sim_irq_event(struct oa_sim_gpu *gpu, u32 event);

/* sim_irq_gen8.c: what gen8 and gen11 share */
u32 sim_irq_engine_bits(const struct sim_cs *cs, enum sim_engine_event what);

/* sim_irq_blocks.c */
u32 sim_irq_blocks_pending(const struct oa_sim_gpu *gpu);
void sim_irq_blocks_latch(struct oa_sim_gpu *gpu, u32 n, u32 events);
void sim_irq_blocks_event(struct oa_sim_gpu *gpu, u32 n);
void sim_irq_latch(u32 *iir, u32 *queued, u32 events);
void sim_irq_clear(u32 *iir, u32 *queued, u32 bits);

/* sim_activity.c */
struct sim_segment sim_segment(const struct oa_sim_gpu *gpu, u64 tick);
u64 sim_segment_end(u64 tick);
u32 sim_ccid(const struct oa_sim_gpu *gpu, u64 tick);
u32 sim_frequency(const struct oa_sim_gpu *gpu, u64 tick);
void sim_frequency_asked(struct oa_sim_gpu *gpu, u32 old);

/* sim_work.c */
bool sim_work_followed(const struct oa_sim_gpu *gpu);
void sim_work_forget(struct oa_sim_gpu *gpu);
void sim_work_power_on(struct oa_sim_gpu *gpu);
u64 sim_work_until(const struct oa_sim_gpu *gpu, u64 tick);
void sim_work_pass(struct oa_sim_gpu *gpu, u64 tick);
void sim_work_passed(struct oa_sim_gpu *gpu, u64 tick);
u32 sim_work_left(const struct sim_cs *cs);

/* sim_work_state.c */
void sim_state_forget(struct oa_sim_gpu *gpu);
void sim_state_save(struct oa_sim_gpu *gpu, u32 *address);
bool sim_state_load(struct oa_sim_gpu *gpu, u32 *address);
u32 sim_state_most(void);

/* sim_rps.c */
u32 sim_rps_grant(const struct oa_sim_gpu *gpu, u32 asked, u32 most);

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
void sim_oa_land(struct oa_sim_gpu *gpu, u64 now);
void sim_oa_advance(struct oa_sim_gpu *gpu, u64 tick);
void sim_oa_store(struct oa_sim_gpu *gpu, u32 address, const u32 *dw, u32 bytes);
void sim_oa_store_report(struct oa_sim_gpu *gpu, u32 address, const u32 *dw, u32 bytes);
void sim_oa_report(struct oa_sim_gpu *gpu, u32 reason, u64 tick);
void sim_oa_snapshot(const struct oa_sim_gpu *gpu, u32 id, u64 tick, u32 *dw);
void sim_oa_trigger(struct oa_sim_gpu *gpu, u32 offset, u32 old, u32 value);
void sim_oa_start(struct oa_sim_gpu *gpu);
/* A unit that does not stop: a line each 0.1 ms or so */
#define SIM_STRAY_TICKS		1250ull
bool sim_oa_strays(const struct oa_sim_gpu *gpu);
void sim_oa_stray(struct oa_sim_gpu *gpu, u64 now);
void sim_oa_stop(struct oa_sim_gpu *gpu);
u64 sim_oa_period(const struct oa_sim_gpu *gpu);
void sim_oa_aim(struct oa_sim_gpu *gpu);
bool sim_oa_move_head(struct oa_sim_gpu *gpu, u32 offset);
bool sim_oa_timer_runs(const struct oa_sim_gpu *gpu);
void sim_oa_force_overflow(struct oa_sim_gpu *gpu);
void sim_oa_reset(struct oa_sim_gpu *gpu);

/* sim_quirks.c */
bool sim_is_otherwise(const struct oa_sim_gpu *gpu);
u64 sim_otherwise_shown(const struct oa_sim_gpu *gpu);
u64 sim_otherwise_stamp(const struct oa_sim_gpu *gpu, u64 tick, u64 period);
void sim_otherwise_report(const struct oa_sim_gpu *gpu, const struct sim_layout *layout, u32 *dw);

/* sim_bulk.c */
u32 sim_bulk_run(struct oa_sim_gpu *gpu, u64 now, u32 max_reports);

/* sim_clock.c */
void sim_clock_head_moved(struct oa_sim_gpu *gpu);
void sim_clock_unit_started(struct oa_sim_gpu *gpu);
void sim_clock_start(struct oa_sim_gpu *gpu, bool manual);

/* sim_cs_gen.c */
bool sim_cs_owns(const struct sim_cs *cs, u32 offset);
u32 sim_hws_pga(const struct sim_cs *cs);
bool sim_execlists(const struct sim_cs *cs);
u32 sim_lri_offset(const struct sim_cs *cs, u32 header, u32 dword);

/* sim_cs_ring.c */
u32 sim_ring_bytes(const struct sim_cs *cs);
bool sim_ring_empty(const struct sim_cs *cs);
bool sim_ring_check(struct sim_cs *cs);
bool sim_ring_write(struct sim_cs *cs, u32 offset, u32 value);
bool sim_ring_fetch(struct sim_cs *cs, u32 dword, u32 *value);
void sim_ring_advance(struct sim_cs *cs, u32 dwords);
u64 sim_cs_position(const struct sim_cs *cs);
bool sim_cs_idle(const struct sim_cs *cs);
void sim_cs_wake(struct sim_cs *cs);

/* sim_cs_commands.c: what commands do */
bool sim_cs_execute(struct sim_cs *cs);

/* sim_batch.c: positions in batches */
struct sim_batch *sim_batch_now(struct sim_cs *cs);
bool sim_batch_fetch(struct sim_cs *cs, const struct sim_batch *batch, u32 dword, u32 *value);
void sim_batch_forget(struct sim_cs *cs);

/* sim_mi_batch.c: positions in images */
void sim_batch_clear(struct sim_cs *cs);
void sim_batch_save(struct sim_cs *cs);
void sim_batch_restore(struct sim_cs *cs);

/* sim_context_registers.c */
u32 sim_saved_register(u32 n);
u32 sim_saved_value(struct oa_sim_gpu *gpu, u32 offset);

/* sim_cs_math.c: register arithmetic */
bool sim_cs_math(struct sim_cs *cs, const u32 *instructions, u32 num);

/* sim_cs_image.c: context images */
bool sim_image_load(struct sim_cs *cs, u64 descriptor);
bool sim_image_load_tail(struct sim_cs *cs);
void sim_image_save(struct sim_cs *cs);
void sim_image_forget(struct sim_cs *cs);

/* sim_cs_execlist.c: submission and status */
void sim_execlist_submit(struct sim_cs *cs, u64 first, u64 second);
bool sim_execlist_takes(const struct sim_cs *cs);
bool sim_execlist_take(struct sim_cs *cs);
bool sim_execlist_complete(struct sim_cs *cs);
u32 sim_execlist_status(const struct sim_cs *cs);

/* sim_cs_run.c */
struct sim_cs *sim_cs_next(struct oa_sim_gpu *gpu);
bool sim_cs_busy(const struct oa_sim_gpu *gpu);
void sim_cs_run(struct sim_cs *cs);
void sim_cs_told_to_stop(struct sim_cs *cs);

/* sim_engines.c */
void sim_engines_init(struct oa_sim_gpu *gpu);
u32 sim_engines_fused_off(const struct oa_sim_gpu *gpu);

/* sim_cs.c */
u32 sim_cs_read(struct sim_cs *cs, u32 reg);
void sim_cs_write(struct sim_cs *cs, u32 reg, u32 value);
void sim_cs_reset(struct sim_cs *cs);

/* sim_platform_gen6.c */
bool sim_vlv_may_wake(const struct oa_sim_gpu *gpu);
u32 sim_vlv_power_status(const struct oa_sim_gpu *gpu);

#endif /* _SIM_MODEL_H_ */
