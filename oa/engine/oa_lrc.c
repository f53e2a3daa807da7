// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Context images
 *
 * From Gen8 on the render engine runs contexts: it loads registers from an image in memory before a
 * context's ring runs and saves them afterwards. Among these registers are the OA unit's timer and
 * the events of the EU counters. Their indices in the image differ by generation, and a write to a
 * wrong one would give no error. But hardware lays the image out as MI_LOAD_REGISTER_IMM: in an
 * image that hardware saved, the dword before each value is the register's offset. The driver
 * checks these offsets before it relies on an index.
 *
 * Facts: hardware.rst 7.5, 9.4.
 */
#include <linux/bitfield.h>
#include <linux/kernel.h>

#include "engine/oa_engine_priv.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"

#define GEN8_LAYOUT \
	.pages = GEN8_LRC_PAGES, \
	.oactxcontrol = GEN8_LRC_OACTXCONTROL, \
	.flex = GEN8_LRC_FLEX, \
	.end = MI_BATCH_BUFFER_END, \
	.id = GEN8_CTX_DESC_ID_MASK, \
	.flags = CTX_DESC_PRIVILEGE | CTX_DESC_L3LLC_COHERENT

const struct oa_lrc_layout oa_lrc_gen8 = {
	GEN8_LAYOUT,
	.addressing = CTX_DESC_LEGACY_64B,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_lrc_gen8);

/* CHV's page tables have three levels. */
const struct oa_lrc_layout oa_lrc_chv = {
	GEN8_LAYOUT,
	.addressing = CTX_DESC_LEGACY_32B,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_lrc_chv);

const struct oa_lrc_layout oa_lrc_gen9 = {
	.pages = GEN9_LRC_PAGES,
	.oactxcontrol = GEN9_LRC_OACTXCONTROL,
	.flex = GEN9_LRC_FLEX,
	.end = MI_BATCH_BUFFER_END,
	.id = GEN8_CTX_DESC_ID_MASK,
	.addressing = CTX_DESC_LEGACY_64B,
	.flags = CTX_DESC_PRIVILEGE,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_lrc_gen9);

/* The descriptor's engine class and instance are those of render: 0 and 0. */
const struct oa_lrc_layout oa_lrc_gen11 = {
	.pages = GEN11_LRC_PAGES,
	.oactxcontrol = GEN11_LRC_OACTXCONTROL,
	.flex = GEN11_LRC_FLEX,
	.end = MI_BATCH_BUFFER_END | MI_BATCH_CONTEXT_END,
	.id = GEN11_CTX_DESC_SW_ID_MASK,
	.addressing = CTX_DESC_LEGACY_64B,
	.flags = CTX_DESC_PRIVILEGE,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_lrc_gen11);

/* The registers that an image must hold before hardware has saved to it */
static const struct {
	u16 index;
	u16 offset;
} oa_lrc_initial[] = {
	{ LRC_CONTEXT_CONTROL, RCS_CONTEXT_CONTROL },
	{ LRC_RING_HEAD, RCS_RING_HEAD },
	{ LRC_RING_TAIL, RCS_RING_TAIL },
	{ LRC_RING_START, RCS_RING_START },
	{ LRC_RING_CTL, RCS_RING_CTL },
	{ LRC_BB_ADDR_UDW, RCS_BB_ADDR_UDW },
	{ LRC_BB_ADDR, RCS_BB_ADDR },
	{ LRC_BB_STATE, RCS_BB_STATE },
	{ LRC_TIMESTAMP, RCS_CTX_TIMESTAMP },
	{ LRC_PDP3_UDW, RCS_PDP_UDW(3) },
	{ LRC_PDP3_UDW + 2, RCS_PDP_LDW(3) },
	{ LRC_PDP3_UDW + 4, RCS_PDP_UDW(2) },
	{ LRC_PDP3_UDW + 6, RCS_PDP_LDW(2) },
	{ LRC_PDP3_UDW + 8, RCS_PDP_UDW(1) },
	{ LRC_PDP3_UDW + 10, RCS_PDP_LDW(1) },
	{ LRC_PDP0_UDW, RCS_PDP_UDW(0) },
	{ LRC_PDP0_LDW, RCS_PDP_LDW(0) },
	{ LRC_R_PWR_CLK_STATE, GEN8_R_PWR_CLK_STATE },
};

/*
 * Initialise the zeroed image of a context that never ran. The engine loads only the ring from
 * this image, and saves a whole image when the context stops.
 */
void oa_lrc_init(const struct oa_lrc_layout *layout, u32 *state, u32 ring, u64 page_table)
{
	u32 i;

	/*
	 * The header before each of the three runs of registers. MI_LRI_CS_RELATIVE would let
	 * another engine of the class load the image; there is one render engine, and these are
	 * its own offsets (hardware.rst 9.4).
	 */
	state[LRC_CONTEXT_CONTROL - 2] = MI_LOAD_REGISTER_IMM(8) | MI_LRI_FORCE_POSTED;
	state[LRC_TIMESTAMP - 2] = MI_LOAD_REGISTER_IMM(9) | MI_LRI_FORCE_POSTED;
	state[LRC_R_PWR_CLK_STATE - 2] = MI_LOAD_REGISTER_IMM(1);
	for (i = 0; i < ARRAY_SIZE(oa_lrc_initial); i++)
		state[oa_lrc_initial[i].index - 1] = oa_lrc_initial[i].offset;
	/* Nothing in the image behind this is a command. */
	state[LRC_R_PWR_CLK_STATE + 1] = layout->end;
	oa_lrc_set_ring(state, ring, page_table, true);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_lrc_init);

/*
 * Set an empty ring of OA_CS_RING_BYTES, at a GGTT address of 4 KiB alignment, in the image of a
 * context that is not loaded. @page_table is the bus address of an empty page table of any level.
 * With @restore_inhibit the rest of the image is not valid and is not loaded.
 */
void oa_lrc_set_ring(u32 *state, u32 ring, u64 page_table, bool restore_inhibit)
{
	u32 control = MASKED_BIT_ENABLE(CTX_INHIBIT_SYN_CTX_SWITCH) |
		      MASKED_BIT_DISABLE(CTX_SAVE_INHIBIT);
	u32 i;

	control |= restore_inhibit ? MASKED_BIT_ENABLE(CTX_RESTORE_INHIBIT) :
				     MASKED_BIT_DISABLE(CTX_RESTORE_INHIBIT);
	state[LRC_CONTEXT_CONTROL] = control;
	state[LRC_RING_HEAD] = 0;
	state[LRC_RING_TAIL] = 0;
	state[LRC_RING_START] = ring;
	state[LRC_RING_CTL] = (OA_CS_RING_BYTES - SZ_4K) | RING_CTL_VALID;
	/* PDP0 is the page map of level 4, or the first of four page directories: all are empty. */
	for (i = LRC_PDP3_UDW; i <= LRC_PDP0_UDW; i += 4) {
		state[i] = upper_32_bits(page_table);
		state[i + 2] = lower_32_bits(page_table);
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_lrc_set_ring);

/* Index of the dword that holds a register of the OA unit, 0 if the image has none */
u32 oa_lrc_index(const struct oa_lrc_layout *layout, u32 offset)
{
	u32 i;

	if (offset == GEN8_R_PWR_CLK_STATE)
		return LRC_R_PWR_CLK_STATE;
	if (offset == GEN8_OACTXCONTROL)
		return layout->oactxcontrol;
	for (i = 0; i < ARRAY_SIZE(oa_flex_regs); i++)
		if (offset == oa_flex_regs[i])
			return layout->flex + 2 * i;
	return 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_lrc_index);

static bool oa_lrc_holds(const struct oa_lrc_layout *layout, const u32 *state, u32 offset, u32 *bad)
{
	*bad = offset;
	return state[oa_lrc_index(layout, offset) - 1] == offset;
}

/* Check that a saved image holds the registers where the layout puts them; @bad: one elsewhere. */
bool oa_lrc_verify(const struct oa_lrc_layout *layout, const u32 *state, u32 *bad)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(oa_flex_regs); i++)
		if (!oa_lrc_holds(layout, state, oa_flex_regs[i], bad))
			return false;
	return oa_lrc_holds(layout, state, GEN8_R_PWR_CLK_STATE, bad) &&
	       oa_lrc_holds(layout, state, GEN8_OACTXCONTROL, bad);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_lrc_verify);

/* Descriptor that submits a context. @id is not 0. Reports carry the upper dword. */
u64 oa_lrc_descriptor(const struct oa_lrc_layout *layout, u32 address, u32 id)
{
	return CTX_DESC_VALID | FIELD_PREP(CTX_DESC_ADDRESSING_MASK, layout->addressing) |
	       layout->flags | (address & CTX_DESC_LRCA_MASK) | (u64)id << __ffs64(layout->id);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_lrc_descriptor);

/* Return the CTX_ID that reports carry for context @id: the upper dword of its descriptor. */
u32 oa_lrc_report_id(const struct oa_lrc_layout *layout, u32 id)
{
	return upper_32_bits(oa_lrc_descriptor(layout, 0, id));
}
