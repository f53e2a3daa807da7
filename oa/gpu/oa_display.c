// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Planes that scan out
 *
 * The driver leaves the display as it is, so that the firmware's screen stays lit. The display
 * reads memory through the same GGTT as the OA unit writes it. So before the driver takes a
 * range of the GGTT, no plane may scan out of it: the screen would show reports.
 *
 * A plane's size depends on its format, tiling and rotation. The driver does not compute it: it
 * assumes that each plane is as large as the largest can be.
 *
 * Facts: hardware.rst 2.7. The registers lie outside the GT and need no forcewake. The pipes
 * may have no power. Their registers then read as 0 or all ones; neither is a plane.
 */
#include <linux/sizes.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "gpu/oa_gpu.h"
#include "regs/display_regs.h"

/* 5120 x 4096 pixels of 8 bytes are 160 MiB */
#define OA_PLANE_REACH		SZ_256M

/*
 * Planes of one kind. The registers of plane p of pipe n lie at n * @pipe_stride +
 * p * @plane_stride from those of the first.
 */
struct oa_plane_set {
	u32 control;		/* control register of the first plane; 0 ends a list */
	u32 surface;		/* surface register of the first plane */
	u32 enable;		/* control bits, any of which turns the plane on */
	u32 pipe_stride;
	u32 plane_stride;
	u8 pipes;
	u8 planes;		/* of each pipe */
};

/* The planes of a platform */
struct oa_display_layout {
	u32 fuse;			/* register with the display's fuse, or 0 */
	u32 fused_off;			/* its bit: there is no display */
	struct oa_plane_set sets[6];	/* ended by an empty entry */
};

#define VLV(offset)		(VLV_DISPLAY_BASE + (offset))

const struct oa_display_layout oa_display_snb = {
	.sets = {
		{ PLANE_CONTROL, PLANE_SURFACE, PLANE_ENABLE, DISPLAY_PIPE_STRIDE, 0, 2, 1 },
		{ SNB_SPRITE_CONTROL, SNB_SPRITE_SURFACE, PLANE_ENABLE, DISPLAY_PIPE_STRIDE,
		  0, 2, 1 },
		{ CURSOR_CONTROL, CURSOR_BASE, CURSOR_MODE_MASK, CURSOR_STRIDE_SNB, 0, 2, 1 },
	},
};

const struct oa_display_layout oa_display_ivb = {
	.fuse = FUSE_STRAP,
	.fused_off = FUSE_STRAP_NO_DISPLAY,
	.sets = {
		{ PLANE_CONTROL, PLANE_SURFACE, PLANE_ENABLE, DISPLAY_PIPE_STRIDE, 0, 3, 1 },
		{ IVB_SPRITE_CONTROL, IVB_SPRITE_SURFACE, PLANE_ENABLE, DISPLAY_PIPE_STRIDE,
		  0, 3, 1 },
		{ CURSOR_CONTROL, CURSOR_BASE, CURSOR_MODE_MASK, DISPLAY_PIPE_STRIDE, 0, 3, 1 },
	},
};

/* Sprites are numbered across the pipes. */
const struct oa_display_layout oa_display_vlv = {
	.sets = {
		{ VLV(PLANE_CONTROL), VLV(PLANE_SURFACE), PLANE_ENABLE, DISPLAY_PIPE_STRIDE,
		  0, 2, 1 },
		{ VLV(SNB_SPRITE_CONTROL), VLV(SNB_SPRITE_SURFACE), PLANE_ENABLE,
		  0, PLANE_STRIDE, 1, 4 },
		{ VLV(CURSOR_CONTROL), VLV(CURSOR_BASE), CURSOR_MODE_MASK, CURSOR_STRIDE_SNB,
		  0, 2, 1 },
	},
};

const struct oa_display_layout oa_display_chv = {
	.sets = {
		{ VLV(PLANE_CONTROL), VLV(PLANE_SURFACE), PLANE_ENABLE, DISPLAY_PIPE_STRIDE,
		  0, 2, 1 },
		{ VLV(CHV_PIPE_C_CONTROL), VLV(CHV_PIPE_C_SURFACE), PLANE_ENABLE, 0, 0, 1, 1 },
		{ VLV(SNB_SPRITE_CONTROL), VLV(SNB_SPRITE_SURFACE), PLANE_ENABLE,
		  0, PLANE_STRIDE, 1, 6 },
		{ VLV(CURSOR_CONTROL), VLV(CURSOR_BASE), CURSOR_MODE_MASK, CURSOR_STRIDE_SNB,
		  0, 2, 1 },
		{ VLV(CHV_PIPE_C_CURSOR_CONTROL), VLV(CHV_PIPE_C_CURSOR_BASE), CURSOR_MODE_MASK,
		  0, 0, 1, 1 },
	},
};

/* Each of three pipes has @num planes and a cursor. */
#define DISPLAY_FROM_GEN9(num) { \
	.fuse = SKL_DFSM, \
	.fused_off = SKL_DFSM_NO_PIPE_A, \
	.sets = { \
		{ PLANE_CONTROL, PLANE_SURFACE, PLANE_ENABLE, DISPLAY_PIPE_STRIDE, \
		  PLANE_STRIDE, 3, num }, \
		{ CURSOR_CONTROL, CURSOR_BASE, CURSOR_MODE_MASK, DISPLAY_PIPE_STRIDE, 0, 3, 1 }, \
	}, \
}

const struct oa_display_layout oa_display_gen9 = DISPLAY_FROM_GEN9(4);
const struct oa_display_layout oa_display_gen11 = DISPLAY_FROM_GEN9(7);

/* Check whether the display is fused off, so that its registers mean nothing. Process context. */
bool oa_display_fused_off(struct oa_uncore *uncore, const struct oa_display_layout *layout)
{
	return layout->fuse && oa_read32(uncore, layout->fuse) & layout->fused_off;
}

/* Read the plane of the registers @control and @surface. Return: true if it is on. */
static bool oa_plane_read(struct oa_uncore *uncore, u32 enable, u32 control, u32 surface,
			  struct oa_plane *plane)
{
	u32 mode = oa_read32(uncore, control);

	if (!(mode & enable) || mode == ~0u)
		return false;
	plane->control = control;
	plane->mode = mode;
	plane->base = oa_read32(uncore, surface) & PLANE_SURFACE_MASK;
	return true;
}

/* Find the planes that are on. Process context; only reads. Return their number. */
u32 oa_display_find_planes(struct oa_uncore *uncore, const struct oa_display_layout *layout,
			   struct oa_plane found[OA_MAX_PLANES])
{
	const struct oa_plane_set *set;
	u32 pipe, plane, at, num = 0;

	if (oa_display_fused_off(uncore, layout))
		return 0;
	for (set = layout->sets; set->control; set++)
		for (pipe = 0; pipe < set->pipes; pipe++)
			for (plane = 0; plane < set->planes && num < OA_MAX_PLANES; plane++) {
				at = pipe * set->pipe_stride + plane * set->plane_stride;
				num += oa_plane_read(uncore, set->enable, set->control + at,
						     set->surface + at, &found[num]);
			}
	return num;
}

/* Check whether a plane may scan out of the GGTT addresses from @start to @end, exclusive. Pure. */
bool oa_plane_may_overlap(const struct oa_plane *plane, u64 start, u64 end)
{
	return plane->base < end && (u64)plane->base + OA_PLANE_REACH > start;
}

/*
 * Make sure that no plane scans out of the GGTT addresses from @start to @end, exclusive. Process
 * context. Return 0, or -EBUSY if a plane may, which is logged.
 */
int oa_display_check(struct oa_uncore *uncore, const struct oa_display_layout *layout,
		     u64 start, u64 end)
{
	struct oa_plane planes[OA_MAX_PLANES], *plane;
	u32 num = oa_display_find_planes(uncore, layout, planes);

	for (plane = planes; plane < planes + num; plane++)
		if (oa_plane_may_overlap(plane, start, end)) {
			drm_err(uncore->drm,
				"the display shows GGTT address 0x%08x (plane 0x%05x), too near to 0x%08llx, which the OA unit needs\n",
				plane->base, plane->control, start);
			return -EBUSY;
		}
	return 0;
}
