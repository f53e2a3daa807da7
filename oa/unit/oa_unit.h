/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_UNIT_H_
#define _OA_UNIT_H_

#include <linux/bits.h>
#include <linux/limits.h>
#include <linux/types.h>

struct oa_config;
struct oa_kctx;
struct oa_reg_list;
struct oa_reg_value;
struct oa_report_format;
struct oa_uncore;

/* What oa_unit_ops.status() returns. */
#define OA_UNIT_OVERFLOW	BIT(0)	/* the OA buffer overflowed */
#define OA_UNIT_REPORT_LOST	BIT(1)	/* a report was not written */

/* What oa_unit_ops.reset_took() returns. */
#define OA_UNIT_LOST_UNIT	BIT(0)	/* the unit's registers: a reset of the whole GT */
#define OA_UNIT_LOST_CONTEXT	BIT(1)	/* the context that counts: a reset of the engine */

/* What oa_unit_ops.tail() returns if the unit has no tail in the buffer. */
#define OA_UNIT_NO_TAIL		U32_MAX

/**
 * struct oa_unit_setup - parameters of a stream for the OA unit
 */
struct oa_unit_setup {
	/** @base: GGTT address of the OA buffer */
	u32 base;
	/** @size: bytes of the OA buffer */
	u32 size;
	/** @format: report format */
	const struct oa_report_format *format;
	/** @periodic: the timer writes reports */
	bool periodic;
	/** @exponent: period = 2^(exponent + 1) ticks of the time stamp */
	u8 exponent;
	/** @single_context: count only @ctx_id */
	bool single_context;
	/** @ctx_id: GGTT address of the context to count, 4 KiB aligned; from Gen8 on its id */
	u32 ctx_id;
	/** @keep_oldest: stop at a full buffer instead of overwriting */
	bool keep_oldest;
	/** @rpcs: R_PWR_CLK_STATE of each context while the stream is open, Gen8 and later */
	u32 rpcs;
};

/**
 * struct oa_unit - the OA unit of one GPU
 *
 * Guarded by the owner's lock (oa_device.unit_lock or the stream's); only
 * @uncore and @setup may be read in hard IRQ.
 */
struct oa_unit {
	/** @uncore: registers; set once */
	struct oa_uncore *uncore;
	/** @kctx: the render engine, which writes metric sets; set once */
	struct oa_kctx *kctx;
	/** @setup: parameters of the stream that owns the unit */
	struct oa_unit_setup setup;
	/** @saved: registers and their values before configure(), in the order of the writes */
	struct oa_reg_value *saved;
	/** @num_saved: entries of @saved in use */
	u32 num_saved;
	/** @max_saved: entries of @saved allocated */
	u32 max_saved;
	/**
	 * @killable: a fatal signal of the current task ends the writing of a metric set. Set while
	 * the task writes one for itself; what a reset or a suspend took is put back for others
	 */
	bool killable;
	/** @seen: a bit for each register that @saved holds, by dword of BAR 0 */
	unsigned long *seen;
};

/**
 * struct oa_unit_ops - the OA unit of one generation
 *
 * All need forcewake; all but @tail and @status may sleep.
 */
struct oa_unit_ops {
	/**
	 * @configure: set up clock gating and the metric set, also in a running
	 * unit; 0, -ENOMEM with nothing changed, -EIO if the render engine does
	 * not write the set, or -EAGAIN if a reset took the engine meanwhile
	 */
	int (*configure)(struct oa_unit *unit, const struct oa_config *config);
	/**
	 * @enable: program an empty buffer, whose memory is zero, and start the unit, which is off.
	 * If a reset took anything since configure(), it stays off, which @reset_took shows
	 */
	void (*enable)(struct oa_unit *unit);
	/** @disable: stop; 0, or -ETIMEDOUT if the unit does not stop */
	int (*disable)(struct oa_unit *unit);
	/** @park: take the buffer's address out of the stopped unit */
	void (*park)(struct oa_unit *unit);
	/**
	 * @tail: offset in the buffer of the end of the last line written; OA_UNIT_NO_TAIL if the
	 * register holds no address there: a reset clears it, a GPU that is gone reads as all
	 * ones; hard IRQ
	 */
	u32 (*tail)(struct oa_unit *unit);
	/** @status: OA_UNIT_* bits; hard IRQ */
	u32 (*status)(struct oa_unit *unit);
	/** @reset_took: state that a reset took from an enabled unit, OA_UNIT_LOST_*; hard IRQ */
	u32 (*reset_took)(struct oa_unit *unit);
	/**
	 * @ack_report_lost: clear OA_UNIT_REPORT_LOST in a running unit; NULL where
	 * that would move the tail
	 */
	void (*ack_report_lost)(struct oa_unit *unit);
	/** @set_head: report to the unit the offset up to which the reader has consumed */
	void (*set_head)(struct oa_unit *unit, u32 head);
	/** @timestamp: the clock of the reports' time stamps */
	u64 (*timestamp)(struct oa_unit *unit);
};

extern const struct oa_unit_ops oa_unit_snb;
extern const struct oa_unit_ops oa_unit_ivb;
extern const struct oa_unit_ops oa_unit_vlv;
extern const struct oa_unit_ops oa_unit_hsw;
extern const struct oa_unit_ops oa_unit_gen8;
extern const struct oa_unit_ops oa_unit_gen9;
extern const struct oa_unit_ops oa_unit_gen11;

int oa_unit_reserve(struct oa_unit *unit, const struct oa_config *config, u32 extra);
void oa_unit_remember(struct oa_unit *unit, u32 offset);
void oa_unit_remember_list(struct oa_unit *unit, const struct oa_reg_list *list);
bool oa_unit_killed(const struct oa_unit *unit);
int oa_unit_run_set(struct oa_unit *unit, const struct oa_config *config);
u32 oa_unit_tail_offset(const struct oa_unit *unit, u32 address);
void oa_unit_write(struct oa_unit *unit, u32 offset, u32 value);
void oa_unit_restore(struct oa_unit *unit);
void oa_unit_give_back(struct oa_unit *unit, const struct oa_unit_ops *ops, u32 head, u32 bytes);
int oa_unit_stop(struct oa_unit *unit, const struct oa_unit_ops *ops);
int oa_unit_stop_left(struct oa_unit *unit, const struct oa_unit_ops *ops);

#endif /* _OA_UNIT_H_ */
