/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_ENGINE_PRIV_H_
#define _OA_ENGINE_PRIV_H_

#include <linux/sizes.h>
#include <linux/types.h>

#include "engine/oa_engine.h"

/*
 * Commands of the render command streamer, written into a ring (oa_commands.c). Each function
 * writes a command of an even number of dwords, so that the ring's tail stays a multiple of 8
 * bytes, and returns the place after it. Addresses are GGTT addresses, of 64 bits if @wide is set.
 */

/* Dwords of the longest command, except that of oa_mi_registers(): 2 for each register, and 2 */
#define OA_MI_MAX_DWORDS	6u

u32 *oa_mi_registers(u32 *cs, const struct oa_reg_value *regs, u32 num);
u32 *oa_mi_add(u32 *cs);
u32 *oa_mi_store(u32 *cs, bool wide, u32 address, u32 value);
u32 *oa_mi_report(u32 *cs, bool wide, u32 address, u32 report_id);
u32 *oa_mi_store_register(u32 *cs, bool wide, u32 address, u32 offset);
u32 *oa_mi_timestamp(u32 *cs, bool wide, u32 address);
u32 *oa_mi_flush(u32 *cs, bool wide);

/* Context images (oa_lrc.c) */

/*
 * A generation's context image and descriptor. An index is that of the dword of the register page
 * that holds a register's value.
 */
struct oa_lrc_layout {
	u16 pages;		/* of the image, the status page included */
	u16 oactxcontrol;	/* index of OACTXCONTROL */
	u16 flex;		/* index of EU_PERF_CNT_CTL0; the others follow two dwords apart */
	u32 end;		/* command that ends an image */
	u64 id;			/* field of the descriptor with the context id */
	u8 addressing;		/* addressing mode of the descriptor */
	u64 flags;		/* other bits of the descriptor, except address and valid */
};

void oa_lrc_init(const struct oa_lrc_layout *layout, u32 *state, u32 ring, u64 page_table);
void oa_lrc_set_ring(u32 *state, u32 ring, u64 page_table, bool restore_inhibit);
u32 oa_lrc_index(const struct oa_lrc_layout *layout, u32 offset);
bool oa_lrc_verify(const struct oa_lrc_layout *layout, const u32 *state, u32 *bad);
u64 oa_lrc_descriptor(const struct oa_lrc_layout *layout, u32 address, u32 id);

/* The driver's contexts (oa_kctx.c) */

#define OA_CS_RING_BYTES	SZ_16K
/* Places in a context for reports of MI_REPORT_PERF_COUNT */
#define OA_CS_REPORTS		(SZ_4K / (OA_REPORT_MAX_DWORDS * sizeof(u32)))
/* Id of the driver's own context; not 0, which an idle unit shows */
#define OA_KCTX_OWN_ID		1u

/* A context status buffer, and the masks of its pointers in RCS_CSB_PTR */
struct oa_csb {
	u32 entries;
	u32 write;
	u32 read;
};

/*
 * Submission to a generation's render engine. Process context, forcewake held; all but @lost
 * may sleep. -EAGAIN: the engine was reset.
 */
struct oa_kctx_ops {
	bool wide;	/* Addresses in commands have 64 bits. */
	u32 execlists;	/* Bit of RCS_GFX_MODE that turns execlists on; 0: the engine runs a ring */
	struct oa_csb csb;
	/* Make the engine accept commands; @kctx->own has memory. 0, -EIO or -EAGAIN. */
	int (*start)(struct oa_kctx *kctx);
	/*
	 * Stop the engine, so that it no longer accesses the driver's memory. 0, or -ETIMEDOUT if
	 * it may still write there. The caller restores the saved registers.
	 */
	int (*stop)(struct oa_kctx *kctx);
	/* Run a context up to its tail. 0 or -EAGAIN. */
	int (*submit)(struct oa_kctx *kctx, struct oa_cs_context *ctx);
	/* Wait until the engine is done with a context. 0, -EIO or -EAGAIN. */
	int (*retire)(struct oa_kctx *kctx, struct oa_cs_context *ctx);
	/*
	 * Check whether a reset cleared what start() wrote. Reads a register that was written
	 * early: while it keeps its value, no reset came since. Any context.
	 */
	bool (*lost)(struct oa_kctx *kctx);
};

u32 *oa_cs_begin(struct oa_cs_context *ctx, u32 dwords);
void oa_cs_end(struct oa_cs_context *ctx, const u32 *cs);
void oa_kctx_save(struct oa_kctx *kctx, u32 offset, bool masked);
u32 oa_kctx_status_address(const struct oa_kctx *kctx);

/* Stopping and resetting the render engine (oa_reset.c) */

int oa_engine_stop_cs(struct oa_uncore *uncore);
int oa_reset_gen7(struct oa_uncore *uncore, u32 domain);
int oa_reset_gen8(struct oa_uncore *uncore, u32 domain);

#endif /* _OA_ENGINE_PRIV_H_ */
