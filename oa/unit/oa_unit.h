/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_UNIT_H_
#define _OA_UNIT_H_

#include <linux/bits.h>
#include <linux/limits.h>
#include <linux/types.h>

#include "formats/oa_format.h"
#include "gpu/oa_gpu.h"

struct seq_file;

/* Bits of oa_unit_ops.status() */
#define OA_UNIT_OVERFLOW	BIT(0)	/* the OA buffer overflowed */
#define OA_UNIT_REPORT_LOST	BIT(1)	/* a report was not written */

/* Bits of oa_unit_ops.reset_cleared(): what a reset cleared */
#define OA_UNIT_LOST_UNIT	BIT(0)	/* the unit's registers: a reset of the whole GT */
#define OA_UNIT_LOST_CONTEXT	BIT(1)	/* the context that counts: a reset of the engine */

/* Result of oa_unit_ops.tail() if the tail register holds no address in the buffer */
#define OA_UNIT_NO_TAIL		U32_MAX

/* Registers that select the events of a metric set */
struct oa_metric_set {
	struct oa_reg_list mux;	/* NOA and other mux registers */
	struct oa_reg_list boolean;	/* triggers and custom event creation */
	struct oa_reg_list flex;	/* flexible EU counters */
};

/* Parameters of a stream for the OA unit */
struct oa_unit_setup {
	u32 base;	/* GGTT address of the OA buffer */
	u32 size;	/* bytes of the OA buffer */
	const struct oa_report_format *format;	/* report format */
	bool periodic;	/* the timer writes reports */
	u8 exponent;	/* period = 2^(exponent + 1) ticks of the time stamp */
	bool single_context;	/* count only @ctx_id */
	u32 ctx_id;	/* GGTT address of the context, 4 KiB aligned; from Gen8 on its id */
	bool keep_oldest;	/* stop at a full buffer, do not overwrite the oldest reports */
	bool frequency_reports;	/* changes of the frequency write reports too, Gen9 and later */
	u32 rpcs;	/* R_PWR_CLK_STATE of each context while the stream is open, from Gen8 on */
};

/*
 * The OA unit of one GPU. Guarded by oa_device.unit_lock or the lock of the stream that owns the
 * unit; hard IRQ may read only @uncore and @setup.
 */
struct oa_unit {
	struct oa_uncore *uncore;	/* registers; set once */
	struct oa_kctx *kctx;	/* the render engine, which writes metric sets; set once */
	struct oa_unit_setup setup;	/* parameters of the stream that owns the unit */
	struct oa_reg_value *saved;	/* registers before the first write, in the writes' order */
	u32 num_saved;	/* entries of @saved in use */
	u32 max_saved;	/* entries of @saved allocated */
	struct oa_reg_value noa;	/* register and bit that connect the mux; offset 0: none */
	/* while a task writes a metric set for itself: a fatal signal then aborts the writing */
	bool killable;
	unsigned long *saved_bitmap;	/* a bit for each register in @saved, by dword of BAR 0 */
};

/* The OA unit of one generation. All need forcewake; all but @tail and @status may sleep. */
struct oa_unit_ops {
	/*
	 * set up clock gating and the metric set, also in a running unit; 0, -ENOMEM with nothing
	 * changed, -EIO if the render engine does not write the set, -EAGAIN if a reset stopped the
	 * engine meanwhile, or -EINTR if the caller was killed
	 */
	int (*configure)(struct oa_unit *unit, const struct oa_metric_set *set);
	/*
	 * program the empty, poisoned buffer, and start the unit, unless a reset cleared anything
	 * since @configure: then @reset_cleared returns the bits
	 */
	void (*enable)(struct oa_unit *unit);
	int (*disable)(struct oa_unit *unit);	/* 0, or -ETIMEDOUT if the unit does not stop */
	void (*clear_buffer)(struct oa_unit *unit);	/* clear its address in the stopped unit */
	/*
	 * offset in the buffer of the end of the last line written, or OA_UNIT_NO_TAIL: a reset
	 * clears the register, and a GPU that is gone reads as all ones; hard IRQ
	 */
	u32 (*tail)(struct oa_unit *unit);
	u32 (*status)(struct oa_unit *unit);	/* OA_UNIT_* bits; hard IRQ */
	/* OA_UNIT_LOST_* bits: what a reset cleared in an enabled unit; hard IRQ */
	u32 (*reset_cleared)(struct oa_unit *unit);
	/* clear OA_UNIT_REPORT_LOST in a running unit; NULL where that would move the tail */
	void (*ack_report_lost)(struct oa_unit *unit);
	void (*set_head)(struct oa_unit *unit, u32 head);	/* consumed up to @head */
};

extern const struct oa_unit_ops oa_unit_snb, oa_unit_ivb, oa_unit_vlv, oa_unit_hsw, oa_unit_gen8,
	oa_unit_gen9, oa_unit_gen11;

/* SNB's timer watches bit n + 3 of the time stamp, so exponent 3 is the fastest. */
#define OA_SNB_EXPONENT_OFFSET	3

void oa_unit_advance_head(struct oa_unit *unit, const struct oa_unit_ops *ops, u32 head, u32 bytes);
int oa_unit_stop(struct oa_unit *unit, const struct oa_unit_ops *ops);
int oa_unit_quiesce(struct oa_unit *unit, const struct oa_unit_ops *ops);
void oa_unit_restore(struct oa_unit *unit);
u64 oa_unit_timestamp(const struct oa_unit *unit);
u64 oa_unit_timestamp_after(const struct oa_unit *unit, u64 before);

/* Counters as registers (oa_counter_regs.c) */

/* Registers of the OA unit's counters; hardware.rst 3.11 */
struct oa_counter_regs {
	u32 a;	/* offset of A0; the next A counter is @a_stride bytes further on */
	u8 a_stride;	/* 8 where a second register, after the lower bits, holds the upper bits */
	u8 num_a;	/* A counters from @a on */
	u32 a_more;	/* offset of further A counters of 32 bits, 0: none */
	u8 num_a_more;	/* number of these */
	u32 b;	/* offset of B0, the first of eight */
	u32 c;	/* offset of C0, the first of eight; 0: none can be read */
	u32 ticks;	/* offset of GPU_TICKS, 0: none */
	u32 free;	/* offset of the free-running copies of A4, A6, A19 and A20, 0: none */
};

/* The register, or the pair of registers, of a counter */
struct oa_counter_reg {
	u32 offset;	/* bytes from the start of BAR 0; bits 32 and up are in the next register */
	u8 bits;	/* width */
};

extern const struct oa_counter_regs oa_counter_regs_hsw, oa_counter_regs_gen8, oa_counter_regs_gen9;

bool oa_counter_reg_find(const struct oa_counter_regs *regs, enum oa_field field,
			 unsigned int number, struct oa_counter_reg *reg);
u64 oa_counter_reg_read(struct oa_uncore *uncore, const struct oa_counter_reg *reg);
void oa_counter_regs_show(struct seq_file *m, struct oa_uncore *uncore,
			  const struct oa_counter_regs *regs);

#endif /* _OA_UNIT_H_ */
