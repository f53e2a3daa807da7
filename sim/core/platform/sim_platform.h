/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulated platforms as constant tables and operations, chosen once when a GPU is
 * made. No other code in sim/ distinguishes generations.
 */
#ifndef _SIM_PLATFORM_H_
#define _SIM_PLATFORM_H_

#include "sim/core/gpu/sim_irq_types.h"
#include "sim/core/sim_env.h"

struct oa_sim_gpu;
struct sim_cs;
struct sim_cs_gen;
struct sim_engine_info;
struct sim_oa_regs;
struct sim_steering;

#define SIM_MAX_DOMAINS		8
/* FIELD_PREP() for tables of constants */
#define SIM_FIELD(mask, value)	((value) << __builtin_ctzl(mask))

/** struct sim_reg_range - registers, inclusive; an entry with @end 0 ends a list */
struct sim_reg_range {
	/** @start: offset of the first */
	u32 start;
	/** @end: offset of the last */
	u32 end;
};

/** struct sim_fw_domain - a forcewake domain with its request and acknowledge registers */
struct sim_fw_domain {
	/** @name: for messages */
	const char *name;
	/** @request: offset of the request register */
	u32 request;
	/** @ack: offset of the acknowledge register */
	u32 ack;
	/** @unmasked: the request register is plain, not masked (early SNB) */
	bool unmasked;
};

/** struct sim_fw_range - registers and the domains that must be awake to reach them */
struct sim_fw_range {
	/** @start: offset of the first */
	u32 start;
	/** @end: offset of the last, inclusive; 0 ends a list */
	u32 end;
	/** @domains: bit n: domain n of the platform; 0: none is needed */
	u32 domains;
	/** @replicated: instances that steering selects, SIM_REPLICATED_* */
	u8 replicated;
};

/** struct sim_topology - slices, subslices and EUs; software reads them from fuses */
struct sim_topology {
	/** @slice_mask: present slices */
	u8 slice_mask;
	/** @subslice_mask: present subslices of each slice */
	u8 subslice_mask;
	/** @max_subslices: subslices a slice could have */
	u8 max_subslices;
	/** @eus: EUs in each subslice */
	u8 eus;
	/** @l3_bank_mask: present L3 banks */
	u8 l3_bank_mask;
};

/** struct sim_layout - a report format as the documents' tables print it */
struct sim_layout {
	/** @bytes: size; 0 where the platform does not define this Counter Select */
	u16 bytes;
	/** @inst_addr: dword 3 is INST_ADDR */
	bool inst_addr;
	/**
	 * @part: runs of counters: kind 'A', 'B', 'C'; 'a': A counters whose numbers
	 * descend from @first; 'H': bits 39:32 of four A counters a dword
	 */
	struct {
		char kind;
		u8 dword, count, first;
	} part[5];
};

/**
 * struct sim_unit - a unit of the GPU, as a register access finds it
 *
 * All are called with the GPU locked and counted up to now. An access goes to the first
 * unit in the platform's list that owns the register; the last unit owns all others.
 */
struct sim_unit {
	/** @owns: check whether a register belongs to the unit */
	bool (*owns)(const struct oa_sim_gpu *gpu, u32 offset);
	/** @read: read a register that it owns; may have side effects */
	u32 (*read)(struct oa_sim_gpu *gpu, u32 offset);
	/** @write: write a register that it owns; NULL: none can be written */
	void (*write)(struct oa_sim_gpu *gpu, u32 offset, u32 value);
	/** @peek: as @read, without side effects; NULL: read the plain store */
	u32 (*peek)(struct oa_sim_gpu *gpu, u32 offset);
	/** @gt_read: a read by another unit of the GPU; NULL: the same as @read */
	u32 (*gt_read)(struct oa_sim_gpu *gpu, u32 offset);
	/** @gt_write: a write by another unit of the GPU; NULL: the same as @write */
	void (*gt_write)(struct oa_sim_gpu *gpu, u32 offset, u32 value);
	/** @reset: restore the power-on state that a GT reset restores; NULL: none of it */
	void (*reset)(struct oa_sim_gpu *gpu);
	/** @power_on: restore the rest of the power-on state; NULL: there is no more */
	void (*power_on)(struct oa_sim_gpu *gpu);
};

/**
 * struct sim_oa_ops - the OA unit in one generation
 *
 * All are called with the GPU locked and counted up to now. sim_oa.c owns the ring, as
 * linear head and tail, the reports in flight and the timer. These operations
 * translate the generation's registers for it.
 */
struct sim_oa_ops {
	/** @regs: from gen8 on: offsets of the registers that describe the buffer */
	const struct sim_oa_regs *regs;
	/** @enabled: the unit is on */
	bool (*enabled)(const struct oa_sim_gpu *gpu);
	/** @timer: the timer writes reports: on, and with a context where one is needed */
	bool (*timer)(const struct oa_sim_gpu *gpu);
	/** @timer_bit: bit of the time stamp whose rising edge is the strobe */
	u32 (*timer_bit)(const struct oa_sim_gpu *gpu);
	/** @layout: report format of the Counter Select in force */
	const struct sim_layout *(*layout)(const struct oa_sim_gpu *gpu);
	/** @base: GGTT address of the OA buffer */
	u32 (*base)(const struct oa_sim_gpu *gpu);
	/** @size: bytes of the OA buffer */
	u32 (*size)(const struct oa_sim_gpu *gpu);
	/** @keeps_oldest: a timer report without room is not written; NULL: it is always */
	bool (*keeps_oldest)(const struct oa_sim_gpu *gpu);
	/** @head: dwords 0 to 2 or 3 of a report: RPT_ID, time stamp, context, ticks */
	void (*head)(const struct oa_sim_gpu *gpu, u32 reason, u64 tick, u32 *dw);
	/** @head_clocks: dword 3 of a report is the count of render clocks */
	bool head_clocks;
	/** @overflowed: the tail ran past the head by more than the size */
	void (*overflowed)(struct oa_sim_gpu *gpu);
	/** @lost: a report was due and not written */
	void (*lost)(struct oa_sim_gpu *gpu);
	/** @wrapped: a counter wrapped */
	void (*wrapped)(struct oa_sim_gpu *gpu);
	/** @counting: check whether counters advance while the context @ctx runs */
	bool (*counting)(const struct oa_sim_gpu *gpu, u32 ctx);
	/** @segment: the activity changes at @tick; NULL: this writes no report */
	void (*segment)(struct oa_sim_gpu *gpu, u64 tick);
	/** @clock_changed: the clock changes without the activity; NULL: this writes no report */
	void (*clock_changed)(struct oa_sim_gpu *gpu, u64 tick);
};

/** struct sim_gen6_oa - differences of the OA units up to gen7.5; hardware.rst 3.2 to 3.5 */
struct sim_gen6_oa {
	/** @align: alignment of the buffer's base, bytes */
	u32 align;
	/** @size_step: the size is @size_step x (code + 1); 0: 128 KiB << code */
	u32 size_step;
	/** @timer_shift: the strobe is bit exponent + @timer_shift of the time stamp */
	u8 timer_shift;
	/** @buffer_mbz: bits of OABUFFER that must be zero */
	u32 buffer_mbz;
	/** @status2_mbz: bits of OASTATUS2 that must be zero or are reserved for hardware */
	u32 status2_mbz;
	/** @buffer_write_only: OABUFFER reads 0 */
	bool buffer_write_only;
	/** @overrun: bits 3 and 4 of OABUFFER: overrun mode and its status */
	bool overrun;
	/** @ring_sets_overflow: describing the ring leaves the counter-overflow bit set */
	bool ring_sets_overflow;
	/** @head_rule: a head beyond the tail must be written again after the timer is off */
	bool head_rule;
	/** @report_lost: the report-lost bit of OASTATUS1 works */
	bool report_lost;
	/** @tail_alone: the tail alone may be set again while the unit is off */
	bool tail_alone;
	/** @dop_gate: MISCCPCTL has a clock gate that hides events */
	bool dop_gate;
};

/**
 * struct sim_irq_ops - the interrupts of one generation
 *
 * All are called with the GPU locked.
 */
struct sim_irq_ops {
	/** @event: an enum sim_event happened, which can raise an interrupt */
	void (*event)(struct oa_sim_gpu *gpu, u32 event);
	/** @engine: an event of an engine happened */
	void (*engine)(struct sim_cs *cs, enum sim_engine_event what);
	/** @asserted: check whether the registers assert the line */
	bool (*asserted)(const struct oa_sim_gpu *gpu);
};

/** struct sim_irq_unit - the registers of a struct sim_irq_block */
struct sim_irq_unit {
	/** @first: offset of ISR, which IMR, IIR and IER follow; 0 ends a list */
	u32 first;
	/** @master: bit of the master that shows the block, 0: none */
	u32 master;
	/** @reversed: @first is IER, which IIR and IMR follow */
	bool reversed;
};

/** struct sim_counter_ops - counters that advance with render clocks, besides B counters */
struct sim_counter_ops {
	/** @add_a: advance A counters by @clocks render clocks, @busy of each 1024 being busy */
	void (*add_a)(struct oa_sim_gpu *gpu, u64 clocks, u32 busy);
	/** @add_c: likewise C counters; not called before the start trigger */
	void (*add_c)(struct oa_sim_gpu *gpu, u64 clocks, u32 busy);
	/** @always: advance counters that run with the unit off, besides GPU_TICKS; NULL: none */
	void (*always)(struct oa_sim_gpu *gpu, u64 clocks, u32 busy);
	/** @noa: the NOA network is on and feeds the inputs of B and C counters */
	bool (*noa)(const struct oa_sim_gpu *gpu);
	/** @cec: offset of CEC0-0 */
	u32 cec;
	/** @num_b: number of CEC register pairs, and so of B counters */
	u32 num_b;
	/** @start_triggers: offset of OASTARTTRIG1, for which B and C wait; 0: there is none */
	u32 start_triggers;
	/** @report_triggers: offset of OAREPORTTRIG1; 0: there are none */
	u32 report_triggers;
	/** @no_event: the EU counters' registers have a code for no event, and power up with it */
	bool no_event;
	/** @any_engine: the GPU is busy if any engine is, not only the render engine */
	bool any_engine;
};

/**
 * struct sim_gtt_ops - GGTT entries of one generation
 */
struct sim_gtt_ops {
	/** @pte_bytes: 4 or 8 */
	u32 pte_bytes;
	/** @encode: make a valid entry, as firmware would */
	u64 (*encode)(u64 address);
	/** @valid: the entry leads to memory */
	bool (*valid)(u64 pte);
	/** @coherent: the CPU sees the GPU's writes through the entry without a flush */
	bool (*coherent)(u64 pte);
	/** @address: bus address that the entry leads to */
	u64 (*address)(u64 pte);
	/** @uncached_gsm: entries are visible as they are written, without a flush */
	bool uncached_gsm;
};

#define SIM_NUM_PAT	8

/** struct sim_pat_ops - cacheabilities that page table entries choose; gen8 and later */
struct sim_pat_ops {
	/** @first: offset of the first register */
	u32 first;
	/** @last: offset of the last register */
	u32 last;
	/** @power_on: values at power-on */
	u32 power_on[SIM_NUM_PAT];
	/** @good: check whether the register's lowest byte makes the GPU's accesses coherent */
	bool (*good)(u32 pat);
};

/** struct sim_gms - codes of GMS in a row */
struct sim_gms {
	/** @first: the first code */
	u32 first;
	/** @last: the last code; 0: end of a list */
	u32 last;
	/** @mib: size of the first code, in MiB */
	u32 mib;
	/** @step: difference of each next code, in MiB */
	u32 step;
};

/** struct sim_stolen_ops - fields and registers that describe stolen memory; constant */
struct sim_stolen_ops {
	/** @gms: the field of GGC that has the size's code */
	u16 gms;
	/** @codes: the codes */
	struct sim_gms codes[4];
	/** @base: offset of the base's register in configuration space */
	u8 base;
	/** @wide: base and reserved part have 64 bits, and some is always reserved */
	bool wide;
};

/** struct sim_platform - a simulated platform; constant */
struct sim_platform {
	/** @name: value of the module parameter, e.g. "hsw" */
	const char *name;
	/** @device_id: PCI device id */
	u16 device_id;
	/** @revision: PCI revision id */
	u8 revision;
	/** @bar_bytes: size of BAR 0; GGTT entries start at half */
	u32 bar_bytes;
	/** @ggc: GGC in config space: size of the GGTT */
	u16 ggc;
	/** @stolen: the size and base of stolen memory in config space */
	const struct sim_stolen_ops *stolen;
	/** @exclusive_lines: one processor at a time may access a line of registers */
	bool exclusive_lines;
	/** @tick_num: nanoseconds of a time stamp tick, numerator */
	u32 tick_num;
	/** @tick_den: denominator of the same: 80/1, 250/3, 625/12 */
	u32 tick_den;
	/** @topology: slices, subslices, EUs */
	struct sim_topology topology;
	/** @freq_khz_x3: kHz of a unit of the frequency registers, times three: 150000 or 50000 */
	u32 freq_khz_x3;
	/** @freq_min: least frequency, units */
	u16 freq_min;
	/** @freq_max: greatest frequency, units */
	u16 freq_max;
	/** @domains: forcewake domains, @num_domains of them */
	const struct sim_fw_domain *domains;
	/** @num_domains: entries of @domains */
	u32 num_domains;
	/** @may_wake: check whether domains wake at a request; NULL: always */
	bool (*may_wake)(const struct oa_sim_gpu *gpu);
	/** @fw_ranges: the domains that each register needs, in ascending order */
	const struct sim_fw_range *fw_ranges;
	/** @steering: selection of an instance of a replicated register; NULL: none are */
	const struct sim_steering *steering;
	/** @silent: registers that read 0 and ignore writes; NULL: none */
	const struct sim_reg_range *silent;
	/** @shadowed: registers that may be written while the domain sleeps; NULL: none */
	const struct sim_reg_range *shadowed;
	/** @plain: registers that keep the value written */
	const struct sim_reg_range *plain;
	/** @plain_common: more plain registers, common to the generation; NULL: none */
	const struct sim_reg_range *plain_common;
	/** @storage: registers that keep the value, too, and have no effect; NULL: none */
	const struct sim_reg_range *storage;
	/** @masked: plain registers whose upper half enables writes of the lower; NULL: none */
	const struct sim_reg_range *masked;
	/** @read_only: plain registers that only firmware and fuses set; NULL: none */
	const struct sim_reg_range *read_only;
	/** @computed: read a computed register; false if it is none. Locked, domain awake */
	bool (*computed)(struct oa_sim_gpu *gpu, u32 offset, u32 *value);
	/** @cagf: field of RPSTAT with the frequency; 0: there are no frequency registers */
	u32 cagf;
	/** @swreq: field of RPNSWREQ with the requested frequency; 0 as @cagf */
	u32 swreq;
	/** @rp_state_cap: value of RP_STATE_CAP */
	u32 rp_state_cap;
	/** @units: units that have registers, NULL at the end; sim_unit_plain is the last */
	const struct sim_unit * const *units;
	/** @wrote: called after a plain register took a value. Locked */
	void (*wrote)(struct oa_sim_gpu *gpu, u32 offset, u32 old, u32 value);
	/** @check_enable: check clock gates before the OA unit is turned on. Locked */
	void (*check_enable)(struct oa_sim_gpu *gpu);
	/** @reset: set the power-on values of plain registers. Locked or alone */
	void (*reset)(struct oa_sim_gpu *gpu);
	/** @digest: registers that software must restore at the end */
	const struct sim_reg_range *digest;
	/** @digest_common: more of them, common to the generation; NULL: none */
	const struct sim_reg_range *digest_common;
	/** @layouts: the eight report formats, by Counter Select */
	const struct sim_layout *layouts;
	/** @oa: the OA unit */
	const struct sim_oa_ops *oa;
	/** @ctx_id_shift: position of the software id in CTX_ID, from gen8 on */
	u8 ctx_id_shift;
	/** @clock_reports: a change of the clock writes a report; OA_DEBUG exists (gen9) */
	bool clock_reports;
	/** @gen6: peculiarities of the OA unit up to gen7.5, else NULL */
	const struct sim_gen6_oa *gen6;
	/** @irq: interrupts */
	const struct sim_irq_ops *irq;
	/** @blocks: interrupts outside the GT, ended by an empty entry */
	const struct sim_irq_unit *blocks;
	/** @counters: the counters */
	const struct sim_counter_ops *counters;
	/** @mailbox: the power unit has a mailbox; else none is modelled */
	bool mailbox;
	/** @tc_cold: the power unit knows the command for the cold state of Type-C ports */
	bool tc_cold;
	/** @pipe_d: the display has a fuse for a fourth pipe */
	bool pipe_d;
	/** @power_wells: bit n: the display has set n of registers for power wells */
	u8 power_wells;
	/** @write_fifo: a write waits in a FIFO and wakes the GT; only reads need a domain */
	bool write_fifo;
	/** @engine_imr: masks of an engine's interrupts after a reset */
	u32 engine_imr;
	/** @display_base: base of the display's registers */
	u32 display_base;
	/** @gtt: GGTT entries */
	const struct sim_gtt_ops *gtt;
	/** @pat: their cacheability; NULL: the entry itself has it */
	const struct sim_pat_ops *pat;
	/** @cs: the engines' command streamers */
	const struct sim_cs_gen *cs;
	/** @engines: the engines, the render engine first, ended by an empty entry */
	const struct sim_engine_info *engines;
};

const struct sim_platform *sim_platform_find(const char *name);
const struct sim_platform *sim_platform_get(u32 n);
bool sim_platform_relative(const struct sim_platform *of, u32 id, struct sim_platform *to);
u32 sim_relative_id(const struct sim_platform *of, u32 n);

extern const struct sim_platform sim_platform_snb, sim_platform_ivb, sim_platform_vlv,
	sim_platform_hsw, sim_platform_bdw, sim_platform_chv, sim_platform_skl,
	sim_platform_bxt, sim_platform_icl, sim_platform_ehl, sim_platform_lkf,
	sim_platform_skl4, sim_platform_jsl6, sim_platform_tgl;

extern const struct sim_unit sim_unit_forcewake, sim_unit_oa_gen6, sim_unit_oa_hsw,
	sim_unit_oa_gen8, sim_unit_oag, sim_unit_irq_gen6, sim_unit_irq_gen8,
	sim_unit_irq_gen11, sim_unit_irq_blocks, sim_unit_reset, sim_unit_cs, sim_unit_steering,
	sim_unit_time, sim_unit_gtt, sim_unit_pat, sim_unit_display, sim_unit_mailbox,
	sim_unit_stolen, sim_unit_context, sim_unit_plain;
extern const struct sim_reg_range sim_storage_hsw[], sim_storage_gen8[], sim_storage_masked[],
	sim_silent_gt[];
extern const struct sim_oa_ops sim_oa_gen6, sim_oa_gen8, sim_oa_gen9, sim_oa_gen12;
extern const struct sim_irq_unit sim_irq_blocks_gen6[], sim_irq_blocks_vlv[],
	sim_irq_blocks_gen8[], sim_irq_blocks_gen9_lp[], sim_irq_blocks_chv[],
	sim_irq_blocks_gen11[];
extern const struct sim_irq_ops sim_irq_snb, sim_irq_gen6;
extern const struct sim_counter_ops sim_counters_snb, sim_counters_ivb, sim_counters_vlv,
	sim_counters_hsw, sim_counters_gen8, sim_counters_gen9, sim_counters_gen11,
	sim_counters_gen12;
extern const struct sim_gtt_ops sim_gtt_gen6, sim_gtt_vlv, sim_gtt_hsw, sim_gtt_gen8,
	sim_gtt_uncached;
extern const struct sim_stolen_ops sim_stolen_gen6, sim_stolen_gen8, sim_stolen_chv,
	sim_stolen_gen9, sim_stolen_gen11;
extern const struct sim_pat_ops sim_pat_gen8, sim_pat_snoop, sim_pat_gen11, sim_pat_gen12;

#endif /* _SIM_PLATFORM_H_ */
