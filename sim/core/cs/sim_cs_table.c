// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the simulated streamers
 *
 * Tables of MI commands, those of the copy engine, and those for the 3D and media pipelines. Most
 * commands for the pipelines set state. It is skipped by its length, except for the state that
 * decides the amount of work of a draw; nothing is drawn here. PIPE_CONTROL is executed. Video
 * engines skip all commands for the pipelines.
 *
 * Facts: hardware.rst 9.1, 16.2 to 16.8. Lengths and generations: public command definitions.
 */
#include "regs/ring_regs.h"
#include "sim/core/work/sim_work_commands.h"
#include "sim_command.h"

#define SIM_3D_OPCODE		GENMASK(28, 16)
#define SIM_3D_PIPELINE		GENMASK(12, 11)	/* of the opcode */
#define SIM_3D_GROUP		GENMASK(10, 8)	/* likewise */
#define SIM_PIPELINE_SINGLE	1		/* commands of one dword */
#define SIM_PIPELINES		4
/* Commands that are executed, or with an unusual length field. Media is 2, 3D is 3. */
static const struct sim_command sim_3d_commands[] = {
	{ 0x1a00, SIM_FROM_SNB, .dwords = 3, .addresses = 1, .more = 1,
	  .execute = sim_pipe_control },
	/* 3DPRIMITIVE */
	{ 0x1b00, SIM_SNB, .dwords = 6, .execute = sim_draw },
	{ 0x1b00, SIM_FROM_IVB, .predicated = true, .dwords = 7, .more = 3, .execute = sim_draw },
	/* 3DSTATE_WM_HZ_OP */
	{ 0x1852, SIM_FROM_GEN8, .dwords = 5, .more = 1, .execute = sim_depth },
	/* MEDIA_OBJECT, MEDIA_OBJECT_PRT, MEDIA_OBJECT_WALKER, GPGPU_OBJECT, GPGPU_WALKER */
	{ 0x1100, SIM_FROM_SNB, .dwords = 6, .more = SIM_ANY_LENGTH, .length = GENMASK(14, 0),
	  .execute = sim_media_object },
	{ 0x1102, SIM_FROM_IVB, .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(14, 0),
	  .execute = sim_media_object },
	{ 0x1103, SIM_FROM_SNB, .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(14, 0),
	  .execute = sim_media_walker },
	{ 0x1104, SIM_IVB | SIM_HSW, .predicated = true, .dwords = 8, .more = 2,
	  .execute = sim_media_object },
	{ 0x1105, SIM_FROM_IVB, .predicated = true, .dwords = 11, .more = 8,
	  .execute = sim_gpgpu_walker },
	/* 3DSTATE_CONSTANTF for vertex and pixel shaders, SO_DECL_LIST */
	{ 0x1839, SIM_FROM_HSW, .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(10, 0) },
	{ 0x183a, SIM_FROM_HSW, .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(10, 0) },
	{ 0x1917, SIM_FROM_IVB, .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(8, 0) },
	/* 3DSTATE_BINDING_TABLE_EDIT for each shader */
	{ 0x1843, SIM_FROM_HSW, .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(8, 0) },
	{ 0x1844, SIM_FROM_HSW, .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(8, 0) },
	{ 0x1845, SIM_FROM_HSW, .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(8, 0) },
	{ 0x1846, SIM_FROM_HSW, .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(8, 0) },
	{ 0x1847, SIM_FROM_HSW, .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(8, 0) },
	{ }
};

/* State, by pipeline: common, one dword, media with a wide field for its length, 3D */
static const struct {
	u8 groups;
	struct sim_command command;
} sim_state[SIM_PIPELINES] = {
	{ BIT(1), { .dwords = 2, .more = SIM_ANY_LENGTH } },
	{ BIT(0) | BIT(1), { .bare = true } },
	{ BIT(0) | BIT(1), { .dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(15, 0) } },
	{ BIT(0) | BIT(1), { .dwords = 2, .more = SIM_ANY_LENGTH } },
};

/* The same pipelines, for state that is kept */
static const struct sim_command sim_kept[SIM_PIPELINES] = {
	{ .dwords = 2, .more = SIM_ANY_LENGTH, .execute = sim_state_command },
	{ .bare = true, .execute = sim_state_command },
	{ },
	{ .dwords = 2, .more = SIM_ANY_LENGTH, .execute = sim_state_command },
};

/* Of video engines */
static const struct sim_command sim_video = {
	.dwords = 2, .more = SIM_ANY_LENGTH, .length = GENMASK(11, 0),
};

/* The command of the 3D or media pipeline with a header; NULL: the engine has none */
static const struct sim_command *sim_find_3d(const struct sim_cs *cs, u32 header)
{
	const u32 opcode = FIELD_GET(SIM_3D_OPCODE, header);
	const u32 pipeline = FIELD_GET(SIM_3D_PIPELINE, opcode);
	const struct sim_command *command;

	if (cs->info->class != SIM_RENDER)
		return pipeline == SIM_PIPELINE_SINGLE ? &sim_state[pipeline].command : &sim_video;
	for (command = sim_3d_commands; command->generations; command++)
		if (command->opcode == opcode && command->generations & sim_gen(cs)->generation)
			return command;
	if (sim_state_remembers(sim_gen(cs), header))
		return &sim_kept[pipeline];
	if (sim_state[pipeline].groups & BIT(FIELD_GET(SIM_3D_GROUP, opcode)))
		return &sim_state[pipeline].command;
	return NULL;
}

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

/* Commands that wait for the display or change it; the display shows nothing. */
static enum sim_done sim_display_command(struct sim_run *run)
{
	run->gpu->stats.display_commands++;
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
		return sim_run_reject(run, SIM_CS_OPCODE, run->dw[0]);
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
	/* MI_ARB_CHECK: the streamer arbitrates between any two commands */
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
	/* MI_SEMAPHORE_SIGNAL: waits poll anyway */
	{ 0x1b, SIM_FROM_GEN8, .dwords = 2, .execute = sim_noop },
	{ 0x1c, SIM_GEN8 | SIM_GEN9 | SIM_GEN11, .dwords = 2, .addresses = 1,
	  .execute = sim_mi_semaphore_wait },
	/* A token may follow, by which a signal would be told apart. */
	{ 0x1c, SIM_GEN12, .dwords = 2, .addresses = 1, .more = 1,
	  .execute = sim_mi_semaphore_wait },
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

/* Of the copy engine; setup that no other command here uses is skipped. */
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
 * sim_find_command() - find a command by its header
 * @cs: the streamer that meets it
 * @header: dword 0
 *
 * Return: the command, or NULL if the engine has no such command.
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
