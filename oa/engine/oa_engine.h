/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_ENGINE_H_
#define _OA_ENGINE_H_

#include <linux/sizes.h>
#include <linux/types.h>

#include "formats/oa_flex.h"
#include "formats/oa_format.h"
#include "gpu/oa_gpu.h"
#include "regs/oa_regs.h"

struct oa_reg_value;
struct oa_uncore;

/*
 * Commands of the render command streamer, written into a ring. Pure: memory only.
 */

/**
 * struct oa_mi_ops - commands that differ between the generations
 *
 * Each writes a command and returns the place after it. The command has an even
 * number of dwords, so that the ring's tail stays a multiple of 8 bytes. Addresses
 * are GGTT addresses.
 */
struct oa_mi_ops {
	/** @store: MI_STORE_DATA_IMM, a dword */
	u32 *(*store)(u32 *cs, u32 address, u32 value);
	/** @report: MI_REPORT_PERF_COUNT to a 64-byte aligned address */
	u32 *(*report)(u32 *cs, u32 address, u32 report_id);
	/** @store_register: MI_STORE_REGISTER_MEM, a dword */
	u32 *(*store_register)(u32 *cs, u32 address, u32 offset);
	/** @timestamp: PIPE_CONTROL that stores the time, 64 bits, after all work before it */
	u32 *(*timestamp)(u32 *cs, u32 address);
	/** @flush: PIPE_CONTROL that waits for all work before it */
	u32 *(*flush)(u32 *cs);
};

/* Dwords of the longest command of struct oa_mi_ops */
#define OA_MI_MAX_DWORDS	6u

extern const struct oa_mi_ops oa_mi_gen7;
extern const struct oa_mi_ops oa_mi_gen8;

u32 oa_mi_registers_dwords(u32 num);
u32 *oa_mi_registers(u32 *cs, const struct oa_reg_value *regs, u32 num);
u32 *oa_mi_add(u32 *cs);

/*
 * Logical ring context: the image of a context in memory. Pure: memory only.
 */

/* Registers of a context that the OA unit needs: slice power, timer, flexible EU events */
#define OA_LRC_UNIT_REGS	(2 + EU_PERF_CNT_CTL_COUNT)

/**
 * struct oa_lrc_layout - a generation's context image and descriptor
 *
 * A place is the dword of the register page that holds a register's value.
 */
struct oa_lrc_layout {
	/** @pages: pages of the image, the status page included */
	u16 pages;
	/** @oactxcontrol: place of OACTXCONTROL */
	u16 oactxcontrol;
	/** @flex: place of EU_PERF_CNT_CTL0; the others follow two dwords apart */
	u16 flex;
	/** @end: command that ends an image */
	u32 end;
	/** @id: the field of the descriptor that holds the context id */
	u64 id;
	/** @addressing: addressing mode of the descriptor */
	u8 addressing;
	/** @flags: descriptor bits other than id, address, valid and addressing mode */
	u64 flags;
};

extern const struct oa_lrc_layout oa_lrc_gen8;
extern const struct oa_lrc_layout oa_lrc_chv;
extern const struct oa_lrc_layout oa_lrc_gen9;
extern const struct oa_lrc_layout oa_lrc_gen11;

/**
 * struct oa_lrc_ring - the ring as a context image describes it
 */
struct oa_lrc_ring {
	/** @address: GGTT address of the ring, 4 KiB aligned */
	u32 address;
	/** @size: bytes of the ring, a multiple of 4 KiB */
	u32 size;
	/** @page_table: bus address of an empty page table, of whatever level */
	u64 page_table;
};

void oa_lrc_init(const struct oa_lrc_layout *layout, u32 *state, const struct oa_lrc_ring *ring);
void oa_lrc_set_ring(u32 *state, const struct oa_lrc_ring *ring, bool restore_inhibit);
u32 oa_lrc_place(const struct oa_lrc_layout *layout, u32 offset);
bool oa_lrc_verify(const struct oa_lrc_layout *layout, const u32 *state, u32 *bad);
u32 oa_lrc_report_id(const struct oa_lrc_layout *layout, u32 id);
u64 oa_lrc_descriptor(const struct oa_lrc_layout *layout, u32 address, u32 id);

#define OA_CS_RING_BYTES	SZ_16K
/* Places for reports by command. */
#define OA_CS_REPORTS		(SZ_4K / (OA_REPORT_MAX_DWORDS * sizeof(u32)))
/* Engine registers that a submission path changes. */
#define OA_KCTX_MAX_SAVED	24u
/* Context ids; not 0, which an idle unit shows. */
#define OA_KCTX_OWN_ID		1u
#define OA_KCTX_USER_ID		2u

/**
 * struct oa_cs_context - a ring of commands and, where the engine has them, its context
 *
 * Guarded by the same locks as struct oa_kctx.
 */
struct oa_cs_context {
	/** @buffer: image, ring and report page, in this order */
	struct oa_buffer buffer;
	/** @state: register page of the image, NULL without one */
	u32 *state;
	/** @ring: the ring */
	u32 *ring;
	/** @ring_address: GGTT address of @ring */
	u32 ring_address;
	/** @tail: where the next command goes, bytes from the start of @ring */
	u32 tail;
	/** @queued: bytes written since the last run */
	u32 queued;
	/** @reports: page with places for reports of MI_REPORT_PERF_COUNT, used in turn */
	u32 *reports;
	/** @reports_address: GGTT address of @reports */
	u32 reports_address;
	/** @report: place in @reports of the last requested report */
	u32 report;
	/** @id: context id, OA_KCTX_* */
	u32 id;
};

/**
 * oa_cs_context_exists() - check whether a context has memory
 * @ctx: of struct oa_kctx
 */
static inline bool oa_cs_context_exists(const struct oa_cs_context *ctx)
{
	return ctx->buffer.vaddr;
}

/**
 * oa_cs_report() - address of the report that was requested last
 * @ctx: the context whose commands requested it
 */
static inline const u32 *oa_cs_report(const struct oa_cs_context *ctx)
{
	return ctx->reports + ctx->report * OA_REPORT_MAX_DWORDS;
}

/**
 * struct oa_kctx - the render engine as the driver runs it
 *
 * Up from open to close of a stream, with forcewake held. Guarded by the stream's lock, or by
 * oa_device.unit_lock while the stream opens or closes.
 */
struct oa_kctx {
	/** @uncore: registers; set once */
	struct oa_uncore *uncore;
	/** @ggtt: gives the memory; set once */
	struct oa_ggtt *ggtt;
	/** @ops: of the generation, NULL if the engine is not needed; set once */
	const struct oa_kctx_ops *ops;
	/** @lrc: layout of the generation's context image, NULL if it has none; set once */
	const struct oa_lrc_layout *lrc;
	/** @shared: hardware status page, and a page map without entries */
	struct oa_buffer shared;
	/** @own: the driver's context, always there while up */
	struct oa_cs_context own;
	/** @user: the context that a stream is bound to, if it has one of its own */
	struct oa_cs_context user;
	/** @up: the engine accepts commands */
	bool up;
	/** @seqno: number of the last run */
	u32 seqno;
	/** @csb_read: index of the context status entry that was read last */
	u32 csb_read;
	/** @saved: engine registers as found, in the order of saving */
	struct oa_reg_value saved[OA_KCTX_MAX_SAVED];
	/** @num_saved: entries of @saved in use */
	u32 num_saved;
};

/**
 * struct oa_kctx_ops - how a generation's render engine takes commands
 *
 * Process context, forcewake held; all may sleep.
 */
struct oa_kctx_ops {
	/** @mi: the generation's commands */
	const struct oa_mi_ops *mi;
	/** @start: make the engine accept commands; @kctx->own has memory; 0, -EIO or -EAGAIN */
	int (*start)(struct oa_kctx *kctx);
	/**
	 * @stop: make the engine forget the driver's memory; 0, or -ETIMEDOUT if it may still write
	 * there. The caller restores the saved registers
	 */
	int (*stop)(struct oa_kctx *kctx);
	/** @submit: run a context up to its tail; 0, or -EAGAIN if a reset took the engine */
	int (*submit)(struct oa_kctx *kctx, struct oa_cs_context *ctx);
	/** @retire: wait until the engine is done with a context; 0, -EIO or -EAGAIN */
	int (*retire)(struct oa_kctx *kctx, struct oa_cs_context *ctx);
	/**
	 * @lost: check whether a reset took what @start wrote. It reads the register that was
	 * written first, so that all the rest was written after the last reset, too. Any context
	 */
	bool (*lost)(struct oa_kctx *kctx);
};

extern const struct oa_kctx_ops oa_kctx_hsw;
extern const struct oa_kctx_ops oa_kctx_gen8;
extern const struct oa_kctx_ops oa_kctx_gen11;

int oa_kctx_start(struct oa_kctx *kctx);
void oa_kctx_stop(struct oa_kctx *kctx);
int oa_kctx_add_user(struct oa_kctx *kctx);
int oa_kctx_write_registers(struct oa_kctx *kctx, struct oa_cs_context *ctx,
			    const struct oa_reg_value *regs, u32 num);
int oa_kctx_run(struct oa_kctx *kctx, struct oa_cs_context *ctx);
bool oa_kctx_keeps(const struct oa_kctx *kctx, const struct oa_cs_context *ctx,
		   const struct oa_reg_value *reg);
u32 *oa_cs_begin(struct oa_cs_context *ctx, u32 dwords);
void oa_cs_end(struct oa_cs_context *ctx, const u32 *cs);
int oa_kctx_report(struct oa_kctx *kctx, struct oa_cs_context *ctx, u32 report_id);
void oa_kctx_save(struct oa_kctx *kctx, u32 offset, bool masked);
bool oa_kctx_lost(struct oa_kctx *kctx);
u32 oa_kctx_status_address(const struct oa_kctx *kctx);

/* Stopping and resetting the render engine */

int oa_ring_halt(struct oa_uncore *uncore);
int oa_reset_render_gen7(struct oa_uncore *uncore);
int oa_reset_render_gen8(struct oa_uncore *uncore);

/*
 * A known amount of work for the render engine.
 */

#define OA_WORK_MAX_STEPS	128u
#define OA_WORK_MAX_STORES	32u

/**
 * struct oa_work - work and its results
 *
 * Lies on the caller's stack.
 */
struct oa_work {
	/** @start: initial value of the sum */
	u64 start;
	/** @step: summand of each step */
	u64 step;
	/** @steps: additions, up to OA_WORK_MAX_STEPS */
	u32 steps;
	/** @stores: numbers to store, up to OA_WORK_MAX_STORES */
	u32 stores;
	/** @sum: result: the sum as the engine stored it */
	u64 sum;
	/** @before: result: time stamp before the first step, 36 bits */
	u64 before;
	/** @after: result: time stamp after the last store */
	u64 after;
	/** @stored: result: number of stores that landed in their places */
	u32 stored;
};

int oa_kctx_work(struct oa_kctx *kctx, struct oa_cs_context *ctx, struct oa_work *work);

#endif /* _OA_ENGINE_H_ */
