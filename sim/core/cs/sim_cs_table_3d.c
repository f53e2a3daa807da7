// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the simulated streamers for the 3D and media pipelines
 *
 * Most of them set state, which is skipped by its length, but for what says how much work a draw
 * makes: nothing is drawn here. PIPE_CONTROL is executed. On video engines everything is skipped.
 *
 * Facts: hardware.rst 16.8.
 */
#include "regs/ring_regs.h"
#include "sim/core/work/sim_work.h"

#define SIM_3D_OPCODE		GENMASK(28, 16)
#define SIM_3D_PIPELINE		GENMASK(12, 11)	/* of the opcode */
#define SIM_3D_GROUP		GENMASK(10, 8)	/* likewise */
#define SIM_PIPELINE_SINGLE	1		/* commands of one dword */
#define SIM_PIPELINES		4
/* What is not skipped, or whose field for the length is not the usual one. Media is 2, 3D is 3. */
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

/* Likewise, where it is kept */
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

/**
 * sim_find_3d() - the command of the 3D or media pipeline that a header names
 * @cs: the streamer that meets it
 * @header: dword 0
 *
 * Return: NULL if the engine has none like it.
 */
const struct sim_command *sim_find_3d(const struct sim_cs *cs, u32 header)
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
