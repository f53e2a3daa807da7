/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_PRIV_H_
#define _OA_GPU_PRIV_H_

#include <linux/interrupt.h>

#include "gpu/oa_gpu.h"

/* Forcewake domains and ranges (oa_forcewake_tables.c) */

/* The domains of all gen11 platforms, Lakefield included */
#define OA_FORCEWAKE_DOMAINS_GEN11 \
	.domains[OA_FW_RENDER] = { "render", FORCEWAKE_RENDER_GEN9, FORCEWAKE_ACK_RENDER_GEN9 }, \
	.domains[OA_FW_GT] = { "GT", FORCEWAKE_GT_GEN9, FORCEWAKE_ACK_GT_GEN9 }, \
	.domains[OA_FW_VDBOX0] = { "vdbox0", FORCEWAKE_VDBOX_GEN11(0), \
				   FORCEWAKE_ACK_VDBOX_GEN11(0) }, \
	.domains[OA_FW_VDBOX2] = { "vdbox2", FORCEWAKE_VDBOX_GEN11(2), \
				   FORCEWAKE_ACK_VDBOX_GEN11(2) }, \
	.domains[OA_FW_VEBOX0] = { "vebox0", FORCEWAKE_VEBOX_GEN11(0), \
				   FORCEWAKE_ACK_VEBOX_GEN11(0) }, \
	.media_fuse = true

/*
 * Domains of the engines that all gen11 platforms have. Where a platform never had an engine, its
 * fuse may not show it.
 */
#define OA_FORCEWAKE_STREAM_GEN11 \
	(OA_FORCEWAKE_RENDER | OA_FORCEWAKE_GT | OA_FORCEWAKE_VDBOX0 | OA_FORCEWAKE_VEBOX0)

const struct oa_forcewake_range *
oa_forcewake_find(const struct oa_forcewake_table *table, u32 offset);

/* Interrupts (oa_irq.c, oa_irq_gen*.c) */

/* The interrupt path of one generation */
struct oa_irq_ops {
	/* Register of the master, with its writable bits; 0 turns all sources off */
	struct oa_reg_value master;
	/* Enable registers of other sources, with their writable bits; ended by an empty entry */
	struct oa_reg_value others[OA_IRQ_MAX_OTHERS];
	/* Hard IRQ: decide, then act. */
	irqreturn_t (*handle)(struct oa_irq *irq);
	/* Check whether handle() would find an event. Hard IRQ, only reads. NULL: no event. */
	bool (*pending)(struct oa_irq *irq);
	/* Let the half-full event through. Forcewake held, may sleep. */
	void (*enable)(struct oa_irq *irq);
	/* Close or open the event's first gate, between enable and disable. Hard IRQ. */
	void (*mask)(struct oa_irq *irq, bool masked);
	/* Restore the registers. Forcewake held, may sleep. */
	void (*disable)(struct oa_irq *irq);
};

irqreturn_t oa_irq_handle(struct oa_irq *irq);
void oa_irq_set_enabled(struct oa_irq *irq, bool enabled);
irqreturn_t oa_irq_count(struct oa_irq *irq, enum oa_irq_verdict verdict);
void oa_irq_silence_others(struct oa_irq *irq);
void oa_irq_restore_others(struct oa_irq *irq);
void oa_irq_forget(struct oa_uncore *uncore, u32 iir, u32 bits);

enum oa_irq_verdict oa_irq_gen6_decide(u32 gt_iir, u32 gt_ier);
bool oa_irq_gen8_ours(u32 master);
enum oa_irq_verdict oa_irq_gen8_decide(u32 iir, u32 ier);
bool oa_irq_gen11_ours(u32 master);
enum oa_irq_verdict oa_irq_gen11_decide(u32 identity);
void oa_irq_mask_unit(struct oa_uncore *uncore, u32 oa_imr, bool masked);

#endif /* _OA_GPU_PRIV_H_ */
