// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Draws of the simulated render engine
 *
 * The counts of a draw follow from its vertices, its topology and the enabled stages. Vertices are
 * not shared between primitives. The effects of shaders are [MODEL]: a geometry shader makes one
 * primitive each time, a patch is not divided, nothing is clipped, and nothing fails a test.
 *
 * Facts: hardware.rst 18.1 to 18.4.
 */
#include "sim/core/sim_bits.h"
#include "sim_work_commands.h"

#define SIM_RECTLIST		0x0f
#define SIM_PATCHLIST		0x1f	/* plus the number of control points */
#define SIM_CLIP_REJECT_ALL	3
#define SIM_DRAW_VERTICES	0x2434
#define SIM_DRAW_FIRST		0x2430
#define SIM_DRAW_INSTANCES	0x2438
#define SIM_DEPTH_OPERATIONS	(BIT(31) | BIT(30) | BIT(28) | BIT(27))

/* By domain of the tessellator, points and primitives of a patch that is not divided */
static const u8 sim_domain_points[4] = { 4, 3, 2, 3 };
static const u8 sim_domain_primitives[4] = { 2, 1, 1, 1 };

/** enum sim_cover - shapes of primitives */
enum sim_cover {
	SIM_TRIANGLES,
	SIM_LINES,
	SIM_POINTS,
	SIM_RECTANGLES,
};

/* Primitives are (vertices - less) / step, in a loop of lines one more. */
static const struct sim_topology_info {
	u8 step;
	u8 less;
	u8 more;
	u8 cover;
} sim_topologies[] = {
	[0x01] = { 1, 0, 0, SIM_POINTS },	/* POINTLIST */
	[0x02] = { 2, 0, 0, SIM_LINES },	/* LINELIST */
	[0x03] = { 1, 1, 0, SIM_LINES },	/* LINESTRIP */
	[0x04] = { 3, 0, 0, SIM_TRIANGLES },	/* TRILIST */
	[0x05] = { 1, 2, 0, SIM_TRIANGLES },	/* TRISTRIP */
	[0x06] = { 1, 2, 0, SIM_TRIANGLES },	/* TRIFAN */
	[0x07] = { 4, 0, 0, SIM_TRIANGLES },	/* QUADLIST */
	[0x08] = { 2, 2, 0, SIM_TRIANGLES },	/* QUADSTRIP */
	[0x09] = { 4, 0, 0, SIM_LINES },	/* LINELIST_ADJ */
	[0x0a] = { 1, 3, 0, SIM_LINES },	/* LINESTRIP_ADJ */
	[0x0b] = { 6, 0, 0, SIM_TRIANGLES },	/* TRILIST_ADJ */
	[0x0c] = { 2, 4, 0, SIM_TRIANGLES },	/* TRISTRIP_ADJ */
	[0x0d] = { 1, 2, 0, SIM_TRIANGLES },	/* TRISTRIP_REVERSE */
	[0x0e] = { 0, 2, 1, SIM_TRIANGLES },	/* POLYGON */
	[SIM_RECTLIST] = { 3, 0, 0, SIM_RECTANGLES },
	[0x10] = { 1, 1, 1, SIM_LINES },	/* LINELOOP */
	[0x11] = { 1, 0, 0, SIM_POINTS },	/* POINTLIST_BF */
	[0x12] = { 1, 1, 0, SIM_LINES },	/* LINESTRIP_CONT */
	[0x13] = { 1, 1, 0, SIM_LINES },	/* LINESTRIP_BF */
	[0x14] = { 1, 1, 0, SIM_LINES },	/* LINESTRIP_CONT_BF */
	[0x16] = { 1, 2, 0, SIM_TRIANGLES },	/* TRIFAN_NOSTIPPLE */
};

/* struct sim_drawing - a draw under examination */
struct sim_drawing {
	struct sim_run *run;
	const struct sim_pipeline *p;
	struct sim_work work;
	u32 topology, vertices, first, instances;
	u64 primitives;
};

static bool sim_on(const struct sim_drawing *d, const struct sim_state_field *field)
{
	return sim_state_get(d->run->gpu, field);
}

/* Add a count to its register, if the enable @field is set. */
static void sim_counted(struct sim_drawing *d, u32 count, const struct sim_state_field *field)
{
	if (sim_on(d, field))
		d->work.statistics |= 1ull << count;
}

static u64 sim_primitives(u32 topology, u32 vertices)
{
	const struct sim_topology_info *info;

	if (topology > SIM_PATCHLIST)
		return vertices / (topology - SIM_PATCHLIST);
	if (topology >= ARRAY_SIZE(sim_topologies))
		return 0;
	info = &sim_topologies[topology];
	if (vertices <= info->less)
		return 0;
	if (!info->step)
		return info->more;
	return (vertices - info->less) / info->step + info->more;
}

static void sim_draw_arguments(struct sim_drawing *d)
{
	const struct sim_pipeline *p = d->p;
	struct sim_run *run = d->run;

	if (run->dw[0] & p->indirect) {
		d->vertices = sim_run_load(run, SIM_DRAW_VERTICES);
		d->first = sim_run_load(run, SIM_DRAW_FIRST);
		d->instances = sim_run_load(run, SIM_DRAW_INSTANCES);
	} else {
		d->vertices = run->dw[p->vertices];
		d->first = run->dw[p->first];
		d->instances = run->dw[p->instances];
	}
	d->topology = p->topology.mask ? sim_state_get(run->gpu, &p->topology) :
		      sim_field(p->topology_here.mask, run->dw[p->topology_here.dword]);
	d->primitives = sim_primitives(d->topology, d->vertices) * d->instances;
}

static void sim_vertices(struct sim_drawing *d)
{
	const u64 vertices = (u64)d->vertices * d->instances;
	const struct sim_pipeline *p = d->p;

	d->work.count[SIM_WORK_VERTICES] = vertices;
	d->work.count[SIM_WORK_PRIMITIVES] = d->primitives;
	sim_counted(d, SIM_WORK_VERTICES, &p->vf_statistics);
	sim_counted(d, SIM_WORK_PRIMITIVES, &p->vf_statistics);
	if (!sim_on(d, &p->vs))
		return;
	sim_work_shade(d->run, &d->work, SIM_STAGE_VS, vertices,
		       DIV_ROUND_UP_ULL(vertices, sim_on(d, &p->vs_simd8) ? 8 : 2));
	sim_counted(d, SIM_WORK_INVOCATIONS + SIM_STAGE_VS, &p->vs_statistics);
}

static void sim_patches(struct sim_drawing *d)
{
	const u32 domain = d->run->gpu->work.state[SIM_STATE_TE][1] >> 4 & 3;
	const struct sim_pipeline *p = d->p;
	u64 points = d->primitives * sim_domain_points[domain];

	if (d->topology <= SIM_PATCHLIST || !sim_on(d, &p->hs))
		return;
	sim_work_shade(d->run, &d->work, SIM_STAGE_HS, d->primitives,
		       d->primitives * (sim_state_get(d->run->gpu, &p->hs_instances) + 1));
	sim_counted(d, SIM_WORK_INVOCATIONS + SIM_STAGE_HS, &p->hs_statistics);
	if (!sim_on(d, &p->ds))
		return;
	sim_work_shade(d->run, &d->work, SIM_STAGE_DS, points,
		       DIV_ROUND_UP_ULL(points, sim_on(d, &p->ds_simd8) ? 8 : 2));
	sim_counted(d, SIM_WORK_INVOCATIONS + SIM_STAGE_DS, &p->ds_statistics);
	d->primitives *= sim_domain_primitives[domain];
}

static void sim_geometry(struct sim_drawing *d)
{
	const struct sim_pipeline *p = d->p;

	if (!sim_on(d, &p->gs))
		return;
	d->primitives *= sim_state_get(d->run->gpu, &p->gs_instances) + 1;
	sim_work_shade(d->run, &d->work, SIM_STAGE_GS, d->primitives,
		       DIV_ROUND_UP_ULL(d->primitives, sim_on(d, &p->gs_simd8) ? 8 : 1));
	d->work.count[SIM_WORK_GS_PRIMITIVES] = d->primitives;
	sim_counted(d, SIM_WORK_INVOCATIONS + SIM_STAGE_GS, &p->gs_statistics);
	sim_counted(d, SIM_WORK_GS_PRIMITIVES, &p->gs_statistics);
}

/* Pass primitives through the clipper. Return: false if none is left to be rasterised. */
static bool sim_clip(struct sim_drawing *d)
{
	const struct sim_pipeline *p = d->p;

	if (sim_on(d, &p->stream_out) && sim_on(d, &p->stream_out_only))
		return false;
	d->work.count[SIM_WORK_CLIPPED] = d->primitives;
	sim_counted(d, SIM_WORK_CLIPPED, &p->clip_statistics);
	sim_counted(d, SIM_WORK_CL_PRIMITIVES, &p->clip_statistics);
	if (sim_on(d, &p->clip) &&
	    sim_state_get(d->run->gpu, &p->clip_mode) == SIM_CLIP_REJECT_ALL)
		return false;
	d->work.count[SIM_WORK_CL_PRIMITIVES] = d->primitives;
	return d->primitives;
}

static enum sim_cover sim_covers(const struct sim_drawing *d)
{
	if (d->topology >= ARRAY_SIZE(sim_topologies))
		return SIM_TRIANGLES;
	return sim_topologies[d->topology].cover;
}

static u64 sim_integer_root(u64 value)
{
	u64 root = 0, bit;

	for (bit = 1ull << 31; bit; bit >>= 1)
		if ((root + bit) * (root + bit) <= value)
			root += bit;
	return root;
}

/* [MODEL] a draw of triangles covers a share of the area, a line a share of its side. */
static u64 sim_pixels(struct sim_drawing *d)
{
	const struct sim_pipeline *p = d->p;
	const u32 share = d->run->gpu->work.pixels;
	const u64 area = sim_draw_area(d->run, p);

	switch (sim_covers(d)) {
	case SIM_POINTS:
		return area ? d->primitives : 0;
	case SIM_LINES:
		return div_u64(sim_integer_root(area) * share, 100) * d->primitives;
	default:
		return div_u64(area * share, 100);
	}
}

/* Corners of rectangles are known if no shader is between them and the screen. */
static bool sim_exact(const struct sim_drawing *d)
{
	return sim_covers(d) == SIM_RECTANGLES && !sim_on(d, &d->p->vs) &&
	       !(d->run->dw[d->p->random.dword] & d->p->random.mask);
}

/* The widest of the dispatches that are enabled: 8, 16 or 32 pixels */
static u32 sim_ps_width(const struct sim_drawing *d)
{
	const u32 widths = sim_state_get(d->run->gpu, &d->p->ps_widths);

	return widths ? 4 << fls(widths) : 8;
}

static void sim_rasterise(struct sim_drawing *d)
{
	const struct sim_pipeline *p = d->p;
	const u32 samples = 1u << sim_state_get(d->run->gpu, &p->samples);
	const u64 pixels = sim_exact(d) ?
		sim_rectangle_pixels(d->run, d->first, d->vertices) * d->instances : sim_pixels(d);
	const u64 invocations = pixels * (sim_on(d, &p->ps_per_sample) ? samples : 1);

	d->work.count[SIM_WORK_PIXELS] = pixels;
	d->work.count[SIM_WORK_SAMPLES] = pixels * samples;
	sim_counted(d, SIM_WORK_SAMPLES, &p->wm_statistics);
	if (!sim_on(d, &p->ps))
		return;
	sim_work_shade(d->run, &d->work, SIM_STAGE_PS, invocations,
		       DIV_ROUND_UP_ULL(invocations, sim_ps_width(d)));
	sim_counted(d, SIM_WORK_INVOCATIONS + SIM_STAGE_PS, &p->wm_statistics);
	if (!p->writes.mask || sim_on(d, &p->writes))
		d->work.count[SIM_WORK_WRITTEN] = pixels;
}

/* 3DPRIMITIVE. A draw that makes no primitive does nothing. */
enum sim_done sim_draw(struct sim_run *run)
{
	struct sim_drawing d = { .run = run, .p = sim_pipeline(run->gen) };

	if (sim_work_busy(run))
		return sim_work_wait(run);
	run->gpu->stats.draws++;
	sim_draw_arguments(&d);
	if (!d.primitives)
		return SIM_NEXT;
	sim_vertices(&d);
	sim_patches(&d);
	sim_geometry(&d);
	run->gpu->stats.depth_operations += sim_on(&d, &d.p->depth);
	if (sim_clip(&d))
		sim_rasterise(&d);
	return sim_work_begin(run, &d.work);
}

/*
 * 3DSTATE_WM_HZ_OP. Without an operation it ends the one before. A clear shades nothing, and
 * nothing is written to a render target. Corners are the first pixel and the one behind the last.
 */
enum sim_done sim_depth(struct sim_run *run)
{
	const struct sim_area area = {
		.x = { run->dw[2] & 0xffff, run->dw[3] & 0xffff },
		.y = { run->dw[2] >> 16, run->dw[3] >> 16 },
	};
	struct sim_work work = { };

	if (!(run->dw[1] & SIM_DEPTH_OPERATIONS))
		return SIM_NEXT;
	if (sim_work_busy(run))
		return sim_work_wait(run);
	run->gpu->stats.depth_operations++;
	work.count[SIM_WORK_PIXELS] = sim_area_pixels(&area);
	return sim_work_begin(run, &work);
}
