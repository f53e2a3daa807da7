// SPDX-License-Identifier: GPL-2.0-only
/*
 * The commands of the simulated streamers: MI commands, and those of the copy engine.
 *
 * Facts: hardware.rst 9.1, 16.2 to 16.8. Lengths and generations: public command definitions.
 */
#include "regs/ring_regs.h"
#include "sim_command.h"

#define SIM_CLIENT		GENMASK(31, 29)
#define SIM_CLIENT_MI		0
#define SIM_CLIENT_2D		2
#define SIM_CLIENT_3D		3
#define SIM_2D_OPCODE		GENMASK(28, 22)
#define SIM_SDI_LENGTH		GENMASK(9, 0)
/* MI_FLUSH_DW: a flag is in bit 7 of the lowest byte */
#define SIM_FLUSH_LENGTH	GENMASK(5, 0)

static enum sim_done sim_noop(struct sim_run *run)
{
	return SIM_NEXT;
}

/* What waits for a display that shows nothing, or changes it */
static enum sim_done sim_display_command(struct sim_run *run)
{
	run->gpu->books.display_commands++;
	return SIM_NEXT;
}

static enum sim_done sim_user_interrupt(struct sim_run *run)
{
	sim_irq_event(run->gpu, SIM_EVENT_USER + run->cs->number);
	return SIM_NEXT;
}

static enum sim_done sim_arb_on_off(struct sim_run *run)
{
	run->cs->no_arbitration = !(run->dw[0] & MI_ARB_ENABLE);
	return SIM_NEXT;
}

static enum sim_done sim_math(struct sim_run *run)
{
	if (!sim_cs_math(run->cs, run->dw + 1, run->n - 1))
		return sim_run_refuse(run, SIM_CS_OPCODE, run->dw[0]);
	return SIM_NEXT;
}

static const struct sim_command sim_mi_commands[] = {
	{ 0x00, SIM_FROM_SNB, .bare = true, .execute = sim_noop },
	{ 0x01, SIM_FROM_HSW, .bare = true, .execute = sim_mi_set_predicate },
	{ 0x02, SIM_FROM_SNB, .bare = true, .execute = sim_user_interrupt },
	/* MI_WAIT_FOR_EVENT */
	{ 0x03, SIM_FROM_SNB, .privileged = true, .bare = true, .execute = sim_display_command },
	/* MI_FLUSH */
	{ 0x04, SIM_SNB, .bare = true, .execute = sim_mi_flush },
	/* MI_ARB_CHECK: it arbitrates between any two commands */
	{ 0x05, SIM_FROM_SNB, .bare = true, .execute = sim_noop },
	/* MI_RS_CONTROL */
	{ 0x06, SIM_HSW | SIM_GEN8 | SIM_GEN9, .bare = true, .execute = sim_noop },
	/* MI_REPORT_HEAD */
	{ 0x07, SIM_FROM_SNB, .bare = true, .execute = sim_noop },
	{ 0x08, SIM_FROM_SNB, .privileged = true, .bare = true, .execute = sim_arb_on_off },
	/* MI_URB_ATOMIC_ALLOC */
	{ 0x09, SIM_FROM_HSW, .bare = true, .execute = sim_noop },
	{ 0x0a, SIM_FROM_SNB, .bare = true, .execute = sim_mi_batch_end },
	/* MI_SUSPEND_FLUSH */
	{ 0x0b, SIM_FROM_SNB, .bare = true, .execute = sim_noop },
	{ 0x0c, SIM_FROM_IVB, .bare = true, .execute = sim_mi_predicate },
	/* MI_TOPOLOGY_FILTER, MI_SET_APPID, MI_RS_CONTEXT */
	{ 0x0d, SIM_FROM_IVB, .bare = true, .execute = sim_noop },
	{ 0x0e, SIM_FROM_IVB, .bare = true, .execute = sim_noop },
	{ 0x0f, SIM_HSW | SIM_GEN8 | SIM_GEN9, .bare = true, .execute = sim_noop },
	/* MI_LOAD_SCAN_LINES_INCL, _EXCL, MI_DISPLAY_FLIP */
	{ 0x12, SIM_FROM_SNB, .privileged = true, .dwords = 2, .execute = sim_display_command },
	{ 0x13, SIM_FROM_SNB, .privileged = true, .dwords = 2, .execute = sim_display_command },
	{ 0x14, SIM_FROM_SNB, .privileged = true, .dwords = 3, .more = 1,
	  .execute = sim_display_command },
	{ 0x16, SIM_TO_HSW, .privileged = true, .dwords = 3, .execute = sim_mi_semaphore_mbox },
	{ 0x18, SIM_TO_HSW, .privileged = true, .dwords = 2, .execute = sim_mi_set_context },
	/* MI_URB_CLEAR */
	{ 0x19, SIM_FROM_IVB, .dwords = 2 },
	{ 0x1a, SIM_FROM_HSW, .dwords = 2, .more = 255, .execute = sim_math },
	/* MI_SEMAPHORE_SIGNAL: waits look by themselves */
	{ 0x1b, SIM_FROM_GEN8, .dwords = 2, .execute = sim_noop },
	{ 0x1c, SIM_FROM_GEN8, .dwords = 2, .addresses = 1, .execute = sim_mi_semaphore_wait },
	{ 0x20, SIM_TO_HSW, .dwords = 4, .more = 1, .execute = sim_mi_store_data },
	{ 0x20, SIM_FROM_GEN8, .dwords = 4, .more = 1021, .length = SIM_SDI_LENGTH,
	  .execute = sim_mi_store_data },
	{ 0x21, SIM_FROM_SNB, .privileged = true, .dwords = 3, .more = 1,
	  .execute = sim_mi_store_index },
	{ 0x22, SIM_FROM_SNB, .dwords = 3, .more = 2 * MI_LRI_MAX_REGISTERS - 2,
	  .execute = sim_mi_load_immediate },
	{ 0x24, SIM_FROM_SNB, .dwords = 2, .addresses = 1, .execute = sim_mi_store_register },
	{ 0x26, SIM_FROM_SNB, .dwords = 2, .addresses = 1, .more = 1, .length = SIM_FLUSH_LENGTH,
	  .execute = sim_mi_flush_dw },
	/* MI_CLFLUSH */
	{ 0x27, SIM_FROM_IVB, .dwords = 2, .more = SIM_ANY_LENGTH, .length = SIM_SDI_LENGTH },
	{ 0x28, SIM_FROM_SNB, .dwords = 2, .addresses = 1, .execute = sim_report_perf_count },
	{ 0x29, SIM_FROM_SNB, .dwords = 2, .addresses = 1, .execute = sim_mi_load_memory },
	{ 0x2a, SIM_FROM_HSW, .dwords = 3, .execute = sim_mi_load_register },
	/* MI_RS_STORE_DATA_IMM, MI_LOAD_URB_MEM, MI_STORE_URB_MEM */
	{ 0x2b, SIM_HSW | SIM_GEN8 | SIM_GEN9, .dwords = 2, .more = SIM_ANY_LENGTH },
	{ 0x2c, SIM_HSW | SIM_GEN8 | SIM_GEN9, .dwords = 2, .more = SIM_ANY_LENGTH },
	{ 0x2d, SIM_HSW | SIM_GEN8 | SIM_GEN9, .dwords = 2, .more = SIM_ANY_LENGTH },
	{ 0x2e, SIM_FROM_GEN8, .dwords = 1, .addresses = 2, .execute = sim_mi_copy },
	{ 0x2f, SIM_FROM_GEN8, .dwords = 1, .addresses = 1, .more = 8, .execute = sim_mi_atomic },
	{ 0x31, SIM_FROM_SNB, .dwords = 1, .addresses = 1, .execute = sim_mi_batch_start },
	{ 0x36, SIM_FROM_SNB, .dwords = 2, .addresses = 1, .execute = sim_mi_conditional_end },
	{ }
};

/* Of the copy engine; those that set up what others here do not use are skipped. */
static const struct sim_command sim_2d_commands[] = {
	/* XY_SETUP_BLT, XY_SETUP_CLIP_BLT, XY_SETUP_MONO_PATTERN_SL_BLT */
	{ 0x01, SIM_FROM_SNB, .dwords = 2, .more = SIM_ANY_LENGTH },
	{ 0x03, SIM_FROM_SNB, .dwords = 2, .more = SIM_ANY_LENGTH },
	{ 0x11, SIM_FROM_SNB, .dwords = 2, .more = SIM_ANY_LENGTH },
	{ 0x40, SIM_FROM_SNB, .dwords = 4, .addresses = 1, .execute = sim_blit_color },
	{ 0x42, SIM_FROM_GEN9, .dwords = 6, .addresses = 2, .execute = sim_blit_fast_copy },
	{ 0x43, SIM_FROM_SNB, .dwords = 4, .addresses = 2, .execute = sim_blit_copy },
	{ 0x50, SIM_FROM_SNB, .dwords = 5, .addresses = 1, .execute = sim_blit_xy_color },
	{ 0x53, SIM_FROM_SNB, .dwords = 6, .addresses = 2, .execute = sim_blit_xy_copy },
	{ }
};

static const struct sim_command *sim_find(const struct sim_command *list, u32 opcode, u8 generation)
{
	for (; list->generations; list++)
		if (list->opcode == opcode && list->generations & generation)
			return list;
	return NULL;
}

/**
 * sim_find_command() - the command that a header names
 * @cs: the streamer that meets it
 * @header: dword 0
 *
 * Return: NULL if the engine has none like it.
 */
const struct sim_command *sim_find_command(const struct sim_cs *cs, u32 header)
{
	const u8 generation = sim_gen(cs)->generation;

	switch (FIELD_GET(SIM_CLIENT, header)) {
	case SIM_CLIENT_MI:
		return sim_find(sim_mi_commands, FIELD_GET(MI_OPCODE_MASK, header), generation);
	case SIM_CLIENT_2D:
		if (cs->info->class != SIM_COPY)
			return NULL;
		return sim_find(sim_2d_commands, FIELD_GET(SIM_2D_OPCODE, header), generation);
	case SIM_CLIENT_3D:
		return cs->info->class == SIM_COPY ? NULL : sim_find_3d(cs, header);
	default:
		return NULL;
	}
}
