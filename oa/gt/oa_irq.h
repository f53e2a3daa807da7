/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_IRQ_H_
#define _OA_IRQ_H_

#include <linux/atomic.h>
#include <linux/interrupt.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "oa_reg.h"

/* Most enable registers that a platform has for sources that are not ours */
#define OA_IRQ_MAX_OTHERS	8

struct oa_irq_ops;
struct oa_uncore;

/** enum oa_irq_verdict - whose interrupt it is */
enum oa_irq_verdict {
	/** @OA_IRQ_NONE: not provably ours: touch nothing, return IRQ_NONE */
	OA_IRQ_NONE,
	/** @OA_IRQ_OTHER: this GPU's, but not the OA unit's: clear it */
	OA_IRQ_OTHER,
	/** @OA_IRQ_OA: the OA buffer is half full */
	OA_IRQ_OA,
	/** @OA_IRQ_STUCK: an engine of this GPU did not give a valid identity (gen11) */
	OA_IRQ_STUCK,
	/** @OA_NUM_IRQ_VERDICTS: number of verdicts */
	OA_NUM_IRQ_VERDICTS,
};

/**
 * struct oa_irq_gen6_saved - interrupt registers as found, up to Haswell
 *
 * Put back on disable, as are those of the later generations.
 */
struct oa_irq_gen6_saved {
	/** @engine_imr: RCS IMR */
	u32 engine_imr;
	/** @gt_imr: GTIMR */
	u32 gt_imr;
	/** @gt_ier: GTIER */
	u32 gt_ier;
	/** @master: DEIER */
	u32 master;
};

/**
 * struct oa_irq_gen8_saved - interrupt registers as found, gen8 and gen9
 */
struct oa_irq_gen8_saved {
	/** @oa_imr: OA_IMR */
	u32 oa_imr;
	/** @gt_imr: GT IMR 3 */
	u32 gt_imr;
	/** @gt_ier: GT IER 0 to 3 */
	u32 gt_ier[4];
	/** @master: control bit of the master */
	u32 master;
};

/**
 * struct oa_irq_gen11_saved - interrupt registers as found, gen11
 */
struct oa_irq_gen11_saved {
	/** @oa_imr: OA_IMR */
	u32 oa_imr;
	/** @enable: enable register of GTPM and WDOAPerf */
	u32 enable;
	/** @mask: mask register of GTPM and WDOAPerf */
	u32 mask;
	/** @master: control bit of the master */
	u32 master;
};

/**
 * struct oa_irq - the interrupt of one GPU
 */
struct oa_irq {
	/** @uncore: registers; set once */
	struct oa_uncore *uncore;
	/** @ops: of the generation; set once */
	const struct oa_irq_ops *ops;
	/** @number: Linux interrupt number, 0 if there is none; set once */
	int number;
	/** @found: the master as it was found at bind; probe and remove */
	u32 found;
	/** @others: enable registers of sources that are not ours, as found; as @saved */
	u32 others[OA_IRQ_MAX_OTHERS];
	/** @saved: written by enable, read by disable, both under the unit lock */
	union {
		/** @saved.gen6: up to Haswell */
		struct oa_irq_gen6_saved gen6;
		/** @saved.gen8: gen8 and gen9 */
		struct oa_irq_gen8_saved gen8;
		/** @saved.gen11: gen11 */
		struct oa_irq_gen11_saved gen11;
	} saved;
	/**
	 * @serving: held by whoever serves an interrupt, or changes @enabled; guards @overdue.
	 * Taken in hard IRQ, outside of @gate
	 */
	spinlock_t serving;
	/** @overdue: the last look found a latched event, and no interrupt came since */
	bool overdue;
	/** @gate: guards @enabled, @masked and the gate in hardware; taken in hard IRQ */
	spinlock_t gate;
	/** @enabled: between enable and disable; changes with @serving held too */
	bool enabled;
	/** @masked: the first gate of the half-full event is closed */
	bool masked;
	/** @unserved: master bits of the dwords with an engine that does not answer (gen11) */
	u32 unserved;
	/** @half_full: called in hard IRQ when the OA buffer is half full; set once */
	void (*half_full)(struct oa_irq *irq);
	/** @verdicts: interrupts by verdict, since the stream was opened */
	atomic64_t verdicts[OA_NUM_IRQ_VERDICTS];
	/** @unannounced: events served by a look, since the stream was opened */
	atomic64_t unannounced;
	/** @handled: interrupts that were this GPU's, since probe */
	atomic64_t handled;
};

/**
 * struct oa_irq_ops - the interrupt path of one generation
 */
struct oa_irq_ops {
	/** @master: register of the master, with its writable bits; 0 turns all sources off */
	struct oa_reg_value master;
	/** @silent: there is no half-full event, so only deadlines wake readers */
	bool silent;
	/** @handle: hard IRQ: decide, then act */
	irqreturn_t (*handle)(struct oa_irq *irq);
	/** @pending: would handle() find something? Hard IRQ, only reads; NULL if @silent */
	bool (*pending)(struct oa_irq *irq);
	/** @enable: let the half-full event through; forcewake held, may sleep */
	void (*enable)(struct oa_irq *irq);
	/** @mask: close or open the event's first gate; between enable and disable; hard IRQ */
	void (*mask)(struct oa_irq *irq, bool masked);
	/** @disable: put the registers back; forcewake held, may sleep */
	void (*disable)(struct oa_irq *irq);
};

extern const struct oa_irq_ops oa_irq_snb;
extern const struct oa_irq_ops oa_irq_gen6;
extern const struct oa_irq_ops oa_irq_vlv;
extern const struct oa_irq_ops oa_irq_gen8;
extern const struct oa_irq_ops oa_irq_gen9_lp;
extern const struct oa_irq_ops oa_irq_chv;
extern const struct oa_irq_ops oa_irq_gen11;

extern const struct oa_reg_value oa_irq_others_gen6[];
extern const struct oa_reg_value oa_irq_others_vlv[];
extern const struct oa_reg_value oa_irq_others_gen8[];
extern const struct oa_reg_value oa_irq_others_gen9_lp[];
extern const struct oa_reg_value oa_irq_others_chv[];
extern const struct oa_reg_value oa_irq_others_gen11[];

void oa_irq_init(struct oa_irq *irq, struct oa_uncore *uncore, const struct oa_irq_ops *ops,
		 void (*half_full)(struct oa_irq *irq));
void oa_irq_take(struct oa_irq *irq);
void oa_irq_quiet(struct oa_irq *irq);
void oa_irq_give_back(struct oa_irq *irq);
irqreturn_t oa_irq_handle(struct oa_irq *irq);
void oa_irq_look(struct oa_irq *irq);
void oa_irq_set_enabled(struct oa_irq *irq, bool enabled);
bool oa_irq_mask(struct oa_irq *irq, bool masked);

void oa_irq_silence_others(struct oa_irq *irq, const struct oa_reg_value *others);
void oa_irq_restore_others(struct oa_irq *irq, const struct oa_reg_value *others);
void oa_irq_forget(struct oa_uncore *uncore, u32 iir, u32 bits);

enum oa_irq_verdict oa_irq_gen6_decide(u32 gt_iir, u32 gt_ier);
bool oa_irq_gen8_ours(u32 master);
enum oa_irq_verdict oa_irq_gen8_decide(u32 iir, u32 ier);
bool oa_irq_gen11_ours(u32 master);
enum oa_irq_verdict oa_irq_gen11_decide(u32 identity);
void oa_irq_mask_unit(struct oa_uncore *uncore, u32 oa_imr, bool masked);
const char *oa_irq_verdict_name(enum oa_irq_verdict verdict);

#endif /* _OA_IRQ_H_ */
