/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the simulated GPU, and the functions of gpu/. Streamers, the OA unit and work have
 * headers of their own, which are included here.
 */
#ifndef _SIM_MODEL_H_
#define _SIM_MODEL_H_

#include "sim/core/cs/sim_cs.h"
#include "sim/core/gpu/sim_irq_types.h"
#include "sim/core/oa/sim_oa.h"
#include "sim/core/platform/sim_platform.h"
#include "sim/core/work/sim_work.h"
#include "sim_env.h"
#include "sim_host.h"

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
	/** @SIM_OA_RUNNING: a register was written that must not change while counters are on */
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
	/** @SIM_CS_BATCH: a level of batches that does not exist, or an end outside of a batch */
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
	/** @SIM_SAME_LINE: two processors accessed one line of registers at the same time */
	SIM_SAME_LINE,
	/** @SIM_RESET_ACCESS: a GT register was accessed while an engine was being reset */
	SIM_RESET_ACCESS,
	/** @SIM_NUM_VIOLATIONS: number of rules */
	SIM_NUM_VIOLATIONS,
};

/** enum sim_activity - synthetic loads of the GPU */
enum sim_activity {
	/** @SIM_IDLE: none, at the lowest frequency */
	SIM_IDLE,
	/** @SIM_BUSY: a constant load; no limit to the frequency */
	SIM_BUSY,
	/** @SIM_BURST: busy now and then */
	SIM_BURST,
	/** @SIM_CTXSWITCH: two contexts and an idle engine take turns */
	SIM_CTXSWITCH,
	/** @SIM_FREQ: the frequency changes */
	SIM_FREQ,
	/** @SIM_NUM_ACTIVITIES: number of activities */
	SIM_NUM_ACTIVITIES,
};

/** struct sim_segment - load of the GPU in a stretch of time */
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
	/** @count: number of times */
	u64 count;
	/** @offset: register of the last one */
	u32 offset;
	/** @value: value of the last one */
	u32 value;
};

/** struct sim_faults - faults to inject; each use decrements a count */
struct sim_faults {
	/** @irq_lost: next half-full events that raise no interrupt */
	u32 irq_lost;
	/** @message_lost: next rises of the line whose message is lost */
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
	/** @runs_on: while set, an engine ignores a stop, and no reset stops it */
	u32 runs_on;
	/** @oacontrol: while set, an OA unit that is on ignores writes of OACONTROL */
	u32 oacontrol;
	/** @oa_writes_on: while set, an OA unit that was turned off still writes to its buffer */
	u32 oa_writes_on;
	/** @dead_register: offset of a register that no write of the CPU reaches, 0: none */
	u32 dead_register;
	/** @gtt_flush: while set, flushes do not update the GPU's view of the GGTT entries */
	u32 gtt_flush;
	/** @reset_at_write: number of further register writes after which the GT is reset */
	u32 reset_at_write;
	/** @reset_again: value of @reset_at_write after such a reset */
	u32 reset_again;
	/** @gone: while set, no access of the CPU reaches the GPU */
	u32 gone;
	/** @away: microseconds that a manual clock advances when the head moves next */
	u32 away;
	/** @away_start: the same when counters are turned on next */
	u32 away_start;
};

/**
 * struct sim_quirks - assumptions of documents and drivers that this GPU breaks
 *
 * Unlike a fault, each lasts as long as it is set.
 */
struct sim_quirks {
	/** @strobe_phase: ticks by which the timer strobes later than its bit of the time stamp */
	u32 strobe_phase;
	/** @strobe_jitter: a report's time stamp is up to this many ticks earlier, irregularly */
	u32 strobe_jitter;
	/** @timestamp_high: up to gen7.5, dword 2 of a report is not the time stamp's upper part */
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
	/** @timestamp: the register TIMESTAMP stands still, for commands, too */
	u32 timestamp;
	/** @b_counters: bit n: B counter n does not count */
	u32 b_counters;
	/** @alu: MI_MATH adds one too many */
	u32 alu;
};

/** struct sim_fw_state - state of a forcewake domain */
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
	/** @epoch_ns: time of the GPU's creation; moved forward when the host can't keep up */
	u64 epoch_ns;
	/** @slipped_ns: total by which @epoch_ns was moved */
	u64 slipped_ns;
	/** @production_ns: time spent in catch-ups that made reports */
	u64 production_ns;
	/** @took_ns: time that the last catch-up by the front end's timer took */
	u64 took_ns;
	/** @bias: ticks that reads of the time stamp added to it */
	u64 bias;
	/** @last_read: time stamp last read */
	u64 last_read;
};

/** struct sim_gtt - GGTT entries */
struct sim_gtt {
	/** @gsm: as written, in dwords */
	u32 *gsm;
	/** @tlb: the GPU's view of them, as of the last flush, in dwords */
	u32 *tlb;
	/** @dirty_first: first dword in which @gsm and @tlb differ */
	u32 dirty_first;
	/** @dirty_end: the dword after the last in which they differ */
	u32 dirty_end;
	/** @written_first: first dword of @gsm that was written since power-on */
	u32 written_first;
	/** @written_end: the dword after the last that was written since then */
	u32 written_end;
};

#define SIM_DISPLAY_BYTES	0x8000
#define SIM_DISPLAY_PIPES	3
#define SIM_SCREEN_OFF		~0u
#define SIM_WELL_SETS		3
#define SIM_WELL_REQUESTERS	4

/** struct sim_display - the display */
struct sim_display {
	/** @fused_off: the part has no display; constant */
	bool fused_off;
	/** @regs: registers of planes and pipes */
	u32 regs[SIM_DISPLAY_BYTES / 4];
	/** @wells: requests for power wells: sets of wells, and in each the requesters */
	u32 wells[SIM_WELL_SETS][SIM_WELL_REQUESTERS];
};

/** struct sim_mailbox - the mailbox of the power unit */
struct sim_mailbox {
	/** @command: the command; bit 31 is set until @done */
	u32 command;
	/** @data: the words of the command and of the answer */
	u32 data[2];
	/** @done: tick of the answer */
	u64 done;
};

/** struct sim_stolen - stolen memory; the front end has its bytes */
struct sim_stolen {
	/** @base: bus address */
	u64 base;
	/** @mib: its size in MiB; 0: there is none */
	u32 mib;
};

/** struct sim_pci - functions that configuration space enables */
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

/** struct sim_activities - the synthetic activity */
struct sim_activities {
	/** @kind: the activity */
	enum sim_activity kind;
	/** @stops: the activity's contexts lack the resume bit (gen8) */
	bool stops;
	/** @ccid: context that is forced to run, 0: the activity's */
	u32 ccid;
};

/** struct sim_resets - GDRST */
struct sim_resets {
	/** @gdrst: resets under way */
	u32 gdrst;
	/** @done: tick at which they are done */
	u64 done;
};

/** struct sim_stats - statistics */
struct sim_stats {
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
	/** @runaway_writes: writes of an engine after it should have stopped */
	u64 runaway_writes;
	/** @ppgtt_missed: accesses of a per-process address space without memory there */
	u64 ppgtt_missed;
	/** @ppgtt_missed_last: the last such address */
	u64 ppgtt_missed_last;
	/** @unprivileged: commands and register writes that did nothing for lack of privilege */
	u64 unprivileged;
	/** @draws: draw commands */
	u64 draws;
	/** @depth_operations: operations on the depth buffer */
	u64 depth_operations;
	/** @dispatches: commands that dispatch threads */
	u64 dispatches;
	/** @blits: fills and copies that were done */
	u64 blits;
	/** @blit_bytes: bytes that they wrote */
	u64 blit_bytes;
	/** @blit_ticks: ticks of the copy engine for them */
	u64 blit_ticks;
	/** @work_vertices: vertices of draws */
	u64 work_vertices;
	/** @work_primitives: primitives of draws */
	u64 work_primitives;
	/** @work_pixels: pixels of draws and of operations on the depth buffer */
	u64 work_pixels;
	/** @work_threads: threads of all shaders */
	u64 work_threads;
	/** @work_invocations: invocations of compute shaders */
	u64 work_invocations;
	/** @work_ticks: ticks in which the render engine works */
	u64 work_ticks;
	/** @display_commands: commands that wait for a display, or change it */
	u64 display_commands;
	/** @notified: flushes with an interrupt */
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
	/** @relative: target of @platform if this GPU is a platform's relative; constant */
	struct sim_platform relative;
	/** @num_eus: EUs of @platform; constant */
	u32 num_eus;
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
	/** @pci: functions that configuration space enables */
	struct sim_pci pci;
	/** @stolen: stolen memory; constant */
	struct sim_stolen stolen;
	/** @fw: forcewake domains, as many as the platform has */
	struct sim_fw_state fw[SIM_MAX_DOMAINS];
	/** @fw_stolen: another driver cleared all requests, and software made none since */
	bool fw_stolen;
	/** @steering: replicated registers */
	struct sim_steered steering;
	/** @engine: the engines; number 0 is the render engine */
	struct sim_cs engine[SIM_MAX_ENGINES];
	/** @engines: number of engines; constant */
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
	/** @activity: the synthetic activity */
	struct sim_activities activity;
	/** @work: work that was submitted to the render engine */
	struct sim_works work;
	/** @faults: faults to inject */
	struct sim_faults faults;
	/** @quirks: assumptions that it breaks */
	struct sim_quirks quirks;
	/** @violations: broken rules by kind */
	struct sim_violations violations[SIM_NUM_VIOLATIONS];
	/** @stats: statistics */
	struct sim_stats stats;
};

/**
 * sim_assert_locked() - check that the caller serialises access to a GPU
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
 * sim_gen() - registers and constants of the streamers of the GPU's generation
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
struct oa_sim_gpu *sim_gpu_create(const char *platform, u32 id, struct sim_host *host, bool manual);
void sim_gpu_destroy(struct oa_sim_gpu *gpu);

/* sim_registers.c */
u32 sim_bar_read(struct oa_sim_gpu *gpu, u32 offset);
void sim_bar_write(struct oa_sim_gpu *gpu, u32 offset, u32 value);

/* sim_clock.c */
void sim_clock_set_manual(struct oa_sim_gpu *gpu, bool manual);
void sim_clock_set_ns(struct oa_sim_gpu *gpu, u64 ns);
bool sim_clock_runs(const struct oa_sim_gpu *gpu);
u64 sim_clock_period_ns(const struct oa_sim_gpu *gpu);
u64 sim_clock_spare_ns(struct oa_sim_gpu *gpu, u64 period, u64 took);
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
bool sim_resetting(const struct oa_sim_gpu *gpu);
void sim_power_cycle(struct oa_sim_gpu *gpu);
void sim_power_on(struct oa_sim_gpu *gpu);

/* sim_display.c */
void sim_display_scan_out(struct oa_sim_gpu *gpu, u32 address);
void sim_display_fuse_off(struct oa_sim_gpu *gpu);

/* sim_activity.c */
const char *sim_activity_name(enum sim_activity kind);

/*
 * Calls between parts of the core.
 */

/* sim_violation.c */
void sim_violate(struct oa_sim_gpu *gpu, enum sim_violation kind, u32 offset, u32 value);
void sim_unknown(struct oa_sim_gpu *gpu, u32 offset);

/* sim_registers.c */
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

/* sim_display.c */
bool sim_display_shows(struct oa_sim_gpu *gpu, u32 address);

/* sim_irq.c */
void sim_irq_event(struct oa_sim_gpu *gpu, u32 event);
u32 sim_irq_blocks_pending(const struct oa_sim_gpu *gpu);
void sim_irq_blocks_latch(struct oa_sim_gpu *gpu, u32 n, u32 events);
void sim_irq_blocks_event(struct oa_sim_gpu *gpu, u32 n);
void sim_irq_latch(u32 *iir, u32 *queued, u32 events);
void sim_irq_clear(u32 *iir, u32 *queued, u32 bits);

/* sim_irq_gen8.c, also for gen11 */
u32 sim_irq_engine_bits(const struct sim_cs *cs, enum sim_engine_event what);

/* sim_activity.c */
struct sim_segment sim_segment(const struct oa_sim_gpu *gpu, u64 tick);
u64 sim_segment_end(u64 tick);
u32 sim_ccid(const struct oa_sim_gpu *gpu, u64 tick);
u32 sim_frequency(const struct oa_sim_gpu *gpu, u64 tick);
void sim_frequency_asked(struct oa_sim_gpu *gpu, u32 old);

/* sim_quirks.c */
bool sim_has_quirks(const struct oa_sim_gpu *gpu);
u64 sim_quirk_shown(const struct oa_sim_gpu *gpu);
u64 sim_quirk_stamp(const struct oa_sim_gpu *gpu, u64 tick, u64 period);
void sim_quirk_report(const struct oa_sim_gpu *gpu, const struct sim_layout *layout, u32 *dw);

/* sim_clock.c */
void sim_clock_head_moved(struct oa_sim_gpu *gpu);
void sim_clock_unit_started(struct oa_sim_gpu *gpu);
void sim_clock_start(struct oa_sim_gpu *gpu, bool manual);

/* sim_engines.c */
void sim_engines_init(struct oa_sim_gpu *gpu);
u32 sim_engines_fused_off(const struct oa_sim_gpu *gpu);

/* sim_platform_gen6.c */
bool sim_vlv_may_wake(const struct oa_sim_gpu *gpu);
u32 sim_vlv_power_status(const struct oa_sim_gpu *gpu);

#endif /* _SIM_MODEL_H_ */
