/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_PRIV_H_
#define _OA_GPU_PRIV_H_

#include <linux/interrupt.h>

#include "gpu/oa_gpu.h"

/* Register access (oa_uncore.c) */

void oa_write_pte(struct oa_uncore *uncore, u32 offset, u64 pte, u32 bytes);

/* Power domains (oa_forcewake_tables.c) */

/* Kind of unit whose copies have their registers at one offset */
enum oa_replication {
	OA_REPL_NONE,
	OA_REPL_SLICE,
	OA_REPL_SUBSLICE,
	OA_REPL_L3BANK,
};

/* Registers that sleep together */
struct oa_forcewake_range {
	u32 start;
	u32 end;	/* offset of the last register, inclusive */
	u16 domains;	/* OA_FORCEWAKE_*; all must be awake */
	u8 replication;	/* enum oa_replication */
};

const struct oa_forcewake_range *
oa_forcewake_find(const struct oa_forcewake_table *table, u32 offset);

/* oa_forcewake_domains() of this GPU */
static inline u32 oa_uncore_domains(const struct oa_uncore *uncore, u32 offset, bool write)
{
	return oa_forcewake_domains(uncore->forcewake.table, offset, write);
}

/* The global GTT (oa_ggtt.c) */

/* A generation's layout of GGTT entries */
struct oa_ggtt_layout {
	u32 pte_bytes;		/* of one entry, 4 or 8; written in one access */
	u32 dma_bits;		/* width of the addresses that an entry can hold */
	bool incoherent;	/* GPU accesses may bypass the CPU's caches: map write-combined */
	u8 pat;			/* value for PAT index 0; 0: entries hold a cacheability */
	u16 size_mask;		/* field of config space (GGC) with the size of all entries */
	u16 flags;		/* of a valid entry for system memory, beside the address */
};

u32 oa_ggtt_bytes(const struct oa_ggtt_layout *layout, u16 ggc);
u64 oa_ggtt_pte(const struct oa_ggtt_layout *layout, dma_addr_t dma);

/* Interrupts (oa_irq.c, oa_irq_gen*.c) */

/* The interrupt path of one generation */
struct oa_irq_ops {
	/* Master control: register and writable bits; written with 0 it turns all sources off */
	struct oa_reg_value master;
	/* Enable registers of other sources, with their writable bits; ended by an empty entry */
	struct oa_reg_value others[OA_IRQ_MAX_OTHERS];
	/* Decide, then act. Hard IRQ, handler_lock held. */
	irqreturn_t (*handle)(struct oa_irq *irq);
	/* Check whether handle() would find an event. Hard IRQ, only reads. NULL: no event. */
	bool (*pending)(struct oa_irq *irq);
	/* Save the registers, unmask and enable the half-full event. Forcewake held, may sleep. */
	void (*enable)(struct oa_irq *irq);
	/* Mask or unmask the event in the first IMR that it passes. Hard IRQ, mask_lock held. */
	void (*mask)(struct oa_irq *irq, bool masked);
	/* Restore the registers. Forcewake held, may sleep. */
	void (*disable)(struct oa_irq *irq);
};

irqreturn_t oa_irq_handle(int number, void *data);
enum oa_irq_verdict oa_irq_decide(u32 iir, u32 ier, u32 half_full);
void oa_irq_set_master(struct oa_irq *irq, u32 master);
void oa_irq_set_enabled(struct oa_irq *irq, bool enabled);
irqreturn_t oa_irq_count(struct oa_irq *irq, enum oa_irq_verdict verdict);
void oa_irq_disable_others(struct oa_irq *irq);
void oa_irq_restore_others(struct oa_irq *irq);
void oa_irq_clear_iir(struct oa_uncore *uncore, u32 iir, u32 bits);

bool oa_irq_gen8_is_ours(u32 master);
bool oa_irq_gen11_is_ours(u32 master);
enum oa_irq_verdict oa_irq_gen11_decide(u32 identity);
void oa_irq_gen8_mask_oa(struct oa_uncore *uncore, u32 oa_imr, bool masked);

#endif /* _OA_GPU_PRIV_H_ */
