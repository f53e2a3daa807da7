// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The engines of the simulated platforms
 *
 * The platform's list has the engines of the part: render, copy, video, video enhancement. An
 * engine that is fused off is not in the list: its registers are unknown, and the fuses name it.
 *
 * Facts: hardware.rst 9.5.
 */
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

/* Copy, video and, on Haswell, video enhancement raise bits of GTIIR or of PMIIR. */
#define SIM_RCS_GEN6	{ "rcs0", RENDER_RING_BASE, SIM_RENDER, 0, \
			  .irq = 0, .irq_error = 3, .hws = 0, .reset = GEN6_GRDOM_RENDER }
#define SIM_BCS_GEN6	{ "bcs0", BLT_RING_BASE, SIM_COPY, 0, \
			  .irq = 22, .irq_error = 25, .hws = 2, .reset = GEN6_GRDOM_BLT }
#define SIM_VCS_GEN6	{ "vcs0", GEN6_BSD_RING_BASE, SIM_VIDEO, 0, \
			  .irq = 12, .irq_error = 15, .hws = 1, .reset = GEN6_GRDOM_MEDIA }
#define SIM_VECS_HSW	{ "vecs0", VEBOX_RING_BASE, SIM_VIDEO_ENHANCE, 0, \
			  .irq = SIM_IRQ_PM + 10, .irq_error = 12, .hws = 3, \
			  .reset = GEN6_GRDOM_VECS }

const struct sim_engine_info sim_engines_gen6[] = {
	SIM_RCS_GEN6, SIM_BCS_GEN6, SIM_VCS_GEN6,
	{ }
};

const struct sim_engine_info sim_engines_hsw[] = {
	SIM_RCS_GEN6, SIM_BCS_GEN6, SIM_VCS_GEN6, SIM_VECS_HSW,
	{ }
};

/* An interrupt is a half of a set. The second video engine is GT3's, which is not modelled. */
const struct sim_engine_info sim_engines_gen8[] = {
	{ "rcs0", RENDER_RING_BASE, SIM_RENDER, 0, .irq = 0, .reset = GEN6_GRDOM_RENDER },
	{ "bcs0", BLT_RING_BASE, SIM_COPY, 0, .irq = 1, .reset = GEN6_GRDOM_BLT },
	{ "vcs0", GEN6_BSD_RING_BASE, SIM_VIDEO, 0, .irq = 2, .reset = GEN6_GRDOM_MEDIA },
	{ "vecs0", VEBOX_RING_BASE, SIM_VIDEO_ENHANCE, 0, .irq = 6, .reset = GEN6_GRDOM_VECS },
	{ }
};

/* An interrupt is the engine's bit of GT INT DW. */
#define SIM_RCS_GEN11	{ "rcs0", RENDER_RING_BASE, SIM_RENDER, 0, \
			  .irq = 0, .reset = GEN6_GRDOM_RENDER }
#define SIM_BCS_GEN11	{ "bcs0", BLT_RING_BASE, SIM_COPY, 0, \
			  .irq = 15, .reset = GEN11_GRDOM_BLT }
#define SIM_VCS0_GEN11	{ "vcs0", GEN11_BSD_RING_BASE, SIM_VIDEO, 0, \
			  .irq = 32, .reset = GEN11_GRDOM_MEDIA(0) }
#define SIM_VCS2_GEN11	{ "vcs2", GEN11_BSD3_RING_BASE, SIM_VIDEO, 2, \
			  .irq = 34, .reset = GEN11_GRDOM_MEDIA(2) }
#define SIM_VECS_GEN11	{ "vecs0", GEN11_VEBOX_RING_BASE, SIM_VIDEO_ENHANCE, 0, \
			  .irq = 63, .reset = GEN11_GRDOM_VECS }

const struct sim_engine_info sim_engines_icl[] = {
	SIM_RCS_GEN11, SIM_BCS_GEN11, SIM_VCS0_GEN11, SIM_VCS2_GEN11, SIM_VECS_GEN11,
	{ }
};

/* EHL and LKF: one video engine */
const struct sim_engine_info sim_engines_ehl[] = {
	SIM_RCS_GEN11, SIM_BCS_GEN11, SIM_VCS0_GEN11, SIM_VECS_GEN11,
	{ }
};

/* Set up the engines of a new GPU. */
void sim_engines_init(struct oa_sim_gpu *gpu)
{
	const struct sim_engine_info *info;

	for (info = gpu->platform->engines; info->name; info++) {
		struct sim_cs *cs = &gpu->engine[gpu->engines];

		cs->gpu = gpu;
		cs->info = info;
		cs->number = gpu->engines++;
	}
}

/**
 * sim_engines_fused_off() - the fuses of the media engines, from gen11 on
 * @gpu: the GPU
 *
 * Return: a bit for each missing video engine and, from bit 16 on, video enhancement engine.
 */
u32 sim_engines_fused_off(const struct oa_sim_gpu *gpu)
{
	u32 off = GEN11_GT_VDBOX_DISABLE_MASK | GEN11_GT_VEBOX_DISABLE_MASK;
	const struct sim_engine_info *info;

	for (info = gpu->platform->engines; info->name; info++) {
		if (info->class == SIM_VIDEO)
			off &= ~sim_to_field(GEN11_GT_VDBOX_DISABLE_MASK, BIT(info->instance));
		if (info->class == SIM_VIDEO_ENHANCE)
			off &= ~sim_to_field(GEN11_GT_VEBOX_DISABLE_MASK, BIT(info->instance));
	}
	return off;
}

/* The engine that a register belongs to; NULL: none */
static struct sim_cs *sim_engine_of(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_cs *cs;

	for (cs = gpu->engine; cs < gpu->engine + gpu->engines; cs++)
		if (sim_cs_owns(cs, offset))
			return (struct sim_cs *)cs;
	return NULL;
}

static bool sim_engines_own(const struct oa_sim_gpu *gpu, u32 offset)
{
	return sim_engine_of(gpu, offset);
}

static u32 sim_engines_read(struct oa_sim_gpu *gpu, u32 offset)
{
	struct sim_cs *cs = sim_engine_of(gpu, offset);

	return sim_cs_read(cs, offset - cs->info->base);
}

static void sim_engines_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct sim_cs *cs = sim_engine_of(gpu, offset);

	sim_cs_write(cs, offset - cs->info->base, value);
}

/* A reset of the engine alone leaves its interrupt mask. */
static void sim_engines_reset(struct oa_sim_gpu *gpu)
{
	struct sim_cs *cs;

	for (cs = gpu->engine; cs < gpu->engine + gpu->engines; cs++) {
		sim_cs_reset(cs);
		*sim_cs_store(cs, RING_IMR(0)) = gpu->platform->engine_imr;
	}
}

const struct sim_unit sim_unit_cs = {
	.owns = sim_engines_own,
	.read = sim_engines_read,
	.write = sim_engines_write,
	.peek = sim_engines_read,
	.reset = sim_engines_reset,
};
