// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: State of the simulated 3D pipeline
 *
 * Commands whose state the simulator uses are kept, up to the last used dword. They belong to the
 * context: its image keeps them as commands, behind its registers, as hardware does.
 *
 * Facts: hardware.rst 18.2, 18.3. [MODEL] where an image keeps them; four vertex buffers.
 */
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim_work_state.h"

#define SIM_3D_OPCODE		GENMASK(28, 16)
#define SIM_3D_LENGTH		GENMASK(7, 0)
#define SIM_VERTEX_BUFFERS	4
#define SIM_BUFFER_DWORDS	4
#define SIM_BUFFER_INDEX	GENMASK(31, 26)
#define SIM_BASE_MODIFY		BIT(0)
#define SIM_BASE_MASK		GENMASK_ULL(47, 12)

/* @keep: dwords that are kept, with the header */
static const struct {
	u16 opcode;
	u8 generations;
	u8 slot;
	u8 keep;
} sim_states[] = {
	{ 0x080b, SIM_FROM_SNB, SIM_STATE_VF_STATISTICS, 1 },
	{ 0x0101, SIM_TO_HSW, SIM_STATE_BASE, 4 },
	{ 0x0101, SIM_FROM_GEN8, SIM_STATE_BASE, 8 },
	{ 0x184b, SIM_FROM_GEN8, SIM_STATE_VF_TOPOLOGY, 2 },
	{ 0x1808, SIM_FROM_SNB, SIM_STATE_VERTEX_BUFFER, 1 + SIM_BUFFER_DWORDS },
	{ 0x1809, SIM_FROM_SNB, SIM_STATE_VERTEX_ELEMENTS, 5 },
	{ 0x1810, SIM_FROM_SNB, SIM_STATE_VS, 8 },
	{ 0x181b, SIM_FROM_IVB, SIM_STATE_HS, 3 },
	{ 0x181c, SIM_FROM_IVB, SIM_STATE_TE, 2 },
	{ 0x181d, SIM_FROM_IVB, SIM_STATE_DS, 8 },
	{ 0x1811, SIM_FROM_SNB, SIM_STATE_GS, 8 },
	{ 0x181e, SIM_FROM_IVB, SIM_STATE_STREAMOUT, 2 },
	{ 0x1812, SIM_FROM_SNB, SIM_STATE_CLIP, 3 },
	{ 0x1813, SIM_FROM_SNB, SIM_STATE_SF, 4 },
	{ 0x1850, SIM_FROM_GEN8, SIM_STATE_RASTER, 2 },
	{ 0x1814, SIM_FROM_SNB, SIM_STATE_WM, 6 },
	{ 0x1820, SIM_FROM_IVB, SIM_STATE_PS, 7 },
	{ 0x184d, SIM_FROM_GEN8, SIM_STATE_PS_BLEND, 2 },
	{ 0x184f, SIM_FROM_GEN8, SIM_STATE_PS_EXTRA, 2 },
	{ 0x180d, SIM_SNB, SIM_STATE_VIEWPORT, 3 },
	{ 0x1821, SIM_FROM_IVB, SIM_STATE_VIEWPORT, 2 },
	{ 0x180f, SIM_FROM_SNB, SIM_STATE_SCISSOR, 2 },
	{ 0x1900, SIM_FROM_SNB, SIM_STATE_RECTANGLE, 3 },
	{ 0x190d, SIM_TO_HSW, SIM_STATE_MULTISAMPLE, 2 },
	{ 0x180d, SIM_FROM_GEN8, SIM_STATE_MULTISAMPLE, 2 },
};

#define FIELD(slot_, dword_, mask_)	{ SIM_STATE_##slot_, dword_, mask_ }

/* Members common to all generations, to Gen7 and Gen7.5, and to SNB */
#define SIM_COMMON							\
	.vf_statistics = FIELD(VF_STATISTICS, 0, BIT(0)),		\
	.clip = FIELD(CLIP, 2, BIT(31)),				\
	.clip_mode = FIELD(CLIP, 2, GENMASK(15, 13)),			\
	.clip_statistics = FIELD(CLIP, 1, BIT(10)),			\
	.samples = FIELD(MULTISAMPLE, 1, GENMASK(3, 1))
#define SIM_FROM_7							\
	SIM_COMMON,							\
	.vertices = 2, .first = 3, .instances = 4,			\
	.indirect = BIT(10),						\
	.random = { .dword = 1, .mask = BIT(8) },			\
	.topology_here = { .dword = 1, .mask = GENMASK(5, 0) },		\
	.viewport = FIELD(VIEWPORT, 1, GENMASK(31, 6)),			\
	.hs = FIELD(HS, 2, BIT(31)),					\
	.hs_statistics = FIELD(HS, 2, BIT(29)),				\
	.hs_instances = FIELD(HS, 2, GENMASK(3, 0)),			\
	.stream_out = FIELD(STREAMOUT, 1, BIT(31)),			\
	.stream_out_only = FIELD(STREAMOUT, 1, BIT(30)),		\
	.wm_statistics = FIELD(WM, 1, BIT(31))
#define SIM_AT_7							\
	SIM_FROM_7,							\
	.base = FIELD(BASE, 3, GENMASK(31, 12)),			\
	.vs = FIELD(VS, 5, BIT(0)),					\
	.vs_statistics = FIELD(VS, 5, BIT(10)),				\
	.ds = FIELD(DS, 5, BIT(0)),					\
	.ds_statistics = FIELD(DS, 5, BIT(10)),				\
	.gs = FIELD(GS, 5, BIT(0)),					\
	.gs_statistics = FIELD(GS, 5, BIT(10)),				\
	.gs_instances = FIELD(GS, 5, GENMASK(19, 15)),			\
	.ps = FIELD(WM, 1, BIT(29)),					\
	.depth = FIELD(WM, 1, BIT(30) | BIT(28) | BIT(27)),		\
	.ps_widths = FIELD(PS, 4, GENMASK(2, 0)),			\
	.scissor = FIELD(SF, 2, BIT(11))
#define SIM_FROM_8							\
	SIM_FROM_7,							\
	.topology = FIELD(VF_TOPOLOGY, 1, GENMASK(5, 0)),		\
	.base = FIELD(BASE, 6, GENMASK(31, 12)),			\
	.vs = FIELD(VS, 7, BIT(0)),					\
	.vs_statistics = FIELD(VS, 7, BIT(10)),				\
	.vs_simd8 = FIELD(VS, 7, BIT(2)),				\
	.ds = FIELD(DS, 7, BIT(0)),					\
	.ds_statistics = FIELD(DS, 7, BIT(10)),				\
	.ds_simd8 = FIELD(DS, 7, BIT(3)),				\
	.gs = FIELD(GS, 7, BIT(0)),					\
	.gs_statistics = FIELD(GS, 7, BIT(10)),				\
	.gs_instances = FIELD(GS, 7, GENMASK(19, 15)),			\
	.gs_simd8 = FIELD(GS, 7, BIT(12)),				\
	.ps = FIELD(PS_EXTRA, 1, BIT(31)),				\
	.ps_widths = FIELD(PS, 6, GENMASK(2, 0)),			\
	.ps_per_sample = FIELD(PS_EXTRA, 1, BIT(6)),			\
	.writes = FIELD(PS_BLEND, 1, BIT(30)),				\
	.scissor = FIELD(RASTER, 1, BIT(1))

static const struct sim_pipeline sim_pipelines[] = {
	{ SIM_COMMON, .generations = SIM_SNB, .ps_count = 1,
	  .vertices = 1, .first = 2, .instances = 3,
	  .random = { .dword = 0, .mask = BIT(15) },
	  .topology_here = { .dword = 0, .mask = GENMASK(14, 10) },
	  .viewport = FIELD(VIEWPORT, 2, GENMASK(31, 5)),
	  .base = FIELD(BASE, 3, GENMASK(31, 12)),
	  .vs = FIELD(VS, 5, BIT(0)), .vs_statistics = FIELD(VS, 5, BIT(10)),
	  .gs = FIELD(GS, 6, BIT(15)), .gs_statistics = FIELD(GS, 5, BIT(10)),
	  .ps = FIELD(WM, 5, BIT(19)), .depth = FIELD(WM, 4, BIT(30) | BIT(28) | BIT(27)),
	  .wm_statistics = FIELD(WM, 4, BIT(31)),
	  .ps_widths = FIELD(WM, 5, GENMASK(2, 0)), .scissor = FIELD(SF, 3, BIT(11)) },
	{ SIM_AT_7, .generations = SIM_IVB, .ps_count = 1 },
	{ SIM_AT_7, .generations = SIM_HSW, .ps_count = 4 },
	{ SIM_FROM_8, .generations = SIM_GEN8, .ps_count = 4 },
	{ SIM_FROM_8, .generations = SIM_FROM_GEN9, .ps_count = 1 },
};

/* Places of a generation's state of the 3D pipeline */
const struct sim_pipeline *sim_pipeline(const struct sim_cs_gen *gen)
{
	const struct sim_pipeline *p = sim_pipelines;

	while (!(p->generations & gen->generation))
		p++;
	return p;
}

/* A field of the state; 0 if there is no such field, or no command has set it */
u32 sim_state_get(const struct oa_sim_gpu *gpu, const struct sim_state_field *field)
{
	return field->mask ? sim_field(field->mask, gpu->work.state[field->slot][field->dword]) : 0;
}

/* The base that pointers to dynamic state count from */
u64 sim_state_base(const struct sim_run *run, const struct sim_pipeline *p)
{
	const u32 *dw = run->gpu->work.state[SIM_STATE_BASE] + p->base.dword;

	return (dw[0] | (run->gen->address_dwords == 2 ? (u64)dw[1] << 32 : 0)) & SIM_BASE_MASK;
}

/* Read a dword of state in the context's space or, if it has none, in the GGTT. */
bool sim_state_read(struct sim_run *run, u64 address, u32 *value)
{
	static const struct sim_space ggtt = { .kind = SIM_SPACE_GGTT };
	struct sim_space space;

	sim_cs_space(run->cs, &space);
	if (space.kind == SIM_SPACE_NONE)
		space = ggtt;
	return sim_space_read32(run->gpu, &space, address & ~3ull, value);
}

static int sim_state_find(const struct sim_cs_gen *gen, u32 header)
{
	const u32 opcode = FIELD_GET(SIM_3D_OPCODE, header);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sim_states); i++)
		if (sim_states[i].opcode == opcode && sim_states[i].generations & gen->generation)
			return i;
	return -1;
}

/**
 * sim_state_remembers() - check whether a command's state is kept
 * @gen: the generation
 * @header: dword 0 of the command
 */
bool sim_state_remembers(const struct sim_cs_gen *gen, u32 header)
{
	return sim_state_find(gen, header) >= 0;
}

static void sim_keep_buffers(struct oa_sim_gpu *gpu, const u32 *dw, u32 n)
{
	u32 i, index;

	for (i = 1; i + SIM_BUFFER_DWORDS <= n; i += SIM_BUFFER_DWORDS) {
		index = FIELD_GET(SIM_BUFFER_INDEX, dw[i]);
		if (index >= SIM_VERTEX_BUFFERS)
			continue;
		gpu->work.state[SIM_STATE_VERTEX_BUFFER + index][0] = dw[0];
		memcpy(gpu->work.state[SIM_STATE_VERTEX_BUFFER + index] + 1, dw + i,
		       SIM_BUFFER_DWORDS * sizeof(*dw));
	}
}

static void sim_state_keep(struct oa_sim_gpu *gpu, const u32 *dw, u32 n)
{
	const struct sim_cs_gen *gen = gpu->platform->cs;
	const int i = sim_state_find(gen, dw[0]);
	u32 *state;

	if (i < 0)
		return;
	if (sim_states[i].slot == SIM_STATE_VERTEX_BUFFER) {
		sim_keep_buffers(gpu, dw, n);
		return;
	}
	/* Each base has a bit that enables its change. */
	if (sim_states[i].slot == SIM_STATE_BASE &&
	    (n < sim_states[i].keep || !(dw[sim_pipeline(gen)->base.dword] & SIM_BASE_MODIFY)))
		return;
	state = gpu->work.state[sim_states[i].slot];
	memset(state, 0, SIM_STATE_DWORDS * sizeof(*state));
	memcpy(state, dw, min_t(u32, n, sim_states[i].keep) * sizeof(*dw));
}

/* Execute a command whose state is kept. */
enum sim_done sim_state_command(struct sim_run *run)
{
	sim_state_keep(run->gpu, run->dw, run->n);
	return SIM_NEXT;
}

/**
 * sim_state_forget() - clear all state
 * @gpu: the GPU, locked or alone
 */
void sim_state_forget(struct oa_sim_gpu *gpu)
{
	memset(gpu->work.state, 0, sizeof(gpu->work.state));
}

/* Dwords of a command in an image */
static u32 sim_state_dwords(const struct oa_sim_gpu *gpu, u32 header)
{
	const int i = sim_state_find(gpu->platform->cs, header);

	return i < 0 ? 0 : sim_states[i].keep;
}

/**
 * sim_state_save() - write the state into an image
 * @gpu: the GPU, locked
 * @address: GGTT address; moves past the state
 */
void sim_state_save(struct oa_sim_gpu *gpu, u32 *address)
{
	const u32 *state;
	u32 slot, i, n;

	for (slot = 0; slot < SIM_NUM_STATES; slot++) {
		state = gpu->work.state[slot];
		n = state[0] ? sim_state_dwords(gpu, state[0]) : 0;
		for (i = 0; i < n; i++, *address += 4)
			sim_gtt_write32(gpu, *address, i || n == 1 ? state[i] :
					(state[0] & ~SIM_3D_LENGTH) | (n - 2));
	}
}

/**
 * sim_state_load() - read a command of an image
 * @gpu: the GPU, locked
 * @address: GGTT address of the command; moves past it
 *
 * Return: false if sim_state_save() writes no such command.
 */
bool sim_state_load(struct oa_sim_gpu *gpu, u32 *address)
{
	u32 dw[SIM_STATE_DWORDS] = { }, i, n;

	if (!sim_gtt_read32(gpu, *address, &dw[0]))
		return false;
	n = sim_state_dwords(gpu, dw[0]);
	if (!n || (n > 1 && (dw[0] & SIM_3D_LENGTH) != n - 2))
		return false;
	for (i = 1; i < n; i++)
		if (!sim_gtt_read32(gpu, *address + 4 * i, &dw[i]))
			return false;
	sim_state_keep(gpu, dw, n);
	*address += 4 * n;
	return true;
}

/* The most dwords of the state in an image */
u32 sim_state_most(void)
{
	return SIM_NUM_STATES * SIM_STATE_DWORDS;
}
