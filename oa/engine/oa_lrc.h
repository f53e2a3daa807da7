/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Logical ring context: the image of a context in memory. Pure: memory only.
 */
#ifndef _OA_LRC_H_
#define _OA_LRC_H_

#include <linux/types.h>
#include "formats/oa_flex.h"
#include "regs/oa_regs.h"

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

#endif /* _OA_LRC_H_ */
