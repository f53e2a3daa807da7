/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Planes of the display engine that scan out through the GGTT, Gen6 to Gen11: just enough to
 * find the firmware's screen. A control register has the plane's enable, a surface register the
 * GGTT address of its first byte. The first of each is named here; the planes of the other pipes
 * follow at a constant distance.
 *
 * Facts: hardware.rst 2.7; Linux i915 and Intel's display manuals.
 */
#ifndef _REGS_DISPLAY_REGS_H_
#define _REGS_DISPLAY_REGS_H_

#include "regs/regs_env.h"

#define  PLANE_ENABLE			BIT(31)
#define  PLANE_SURFACE_MASK		GENMASK(31, 12)
#define  CURSOR_MODE_MASK		(GENMASK(2, 0) | BIT(5))	/* 0: off */

#define DISPLAY_PIPE_STRIDE		0x1000
#define VLV_DISPLAY_BASE		0x180000

#define CURSOR_CONTROL			0x70080
#define CURSOR_BASE			0x70084
#define  CURSOR_STRIDE_SNB		0x40	/* SNB, VLV, CHV */
#define PLANE_CONTROL			0x70180
#define PLANE_SURFACE			0x7019c
#define IVB_SPRITE_CONTROL		0x70280	/* IVB to BDW */
#define IVB_SPRITE_SURFACE		0x7029c
#define SNB_SPRITE_CONTROL		0x72180
#define SNB_SPRITE_SURFACE		0x7219c
/* VLV, CHV: two sprites for each pipe; on Gen9 and later all planes of a pipe */
#define  PLANE_STRIDE			0x100
#define CHV_PIPE_C_CURSOR_CONTROL	0x700e0
#define CHV_PIPE_C_CURSOR_BASE		0x700e4
#define CHV_PIPE_C_CONTROL		0x74180
#define CHV_PIPE_C_SURFACE		0x7419c

/* Power wells: two bits each, state and request above it; the next registers: other requesters */
#define POWER_WELL_CTL			0x45400	/* HSW and later */
#define POWER_WELL_CTL_AUX		0x45440	/* Gen11 */
#define POWER_WELL_CTL_DDI		0x45450	/* Gen11 */

/* Gen9 and later: fuses of the display's power gates are read; bit 27 - n: gate n */
#define SKL_FUSE_STATUS			0x42000
#define  SKL_FUSE_DOWNLOADED		BIT(31)
#define  SKL_FUSE_GATES			GENMASK(27, 23)

/* Fuses: the part has no display */
#define FUSE_STRAP			0x42014
#define  FUSE_STRAP_NO_DISPLAY		BIT(30)	/* IVB to BDW */
#define SKL_DFSM			0x51000
#define  SKL_DFSM_NO_PIPE_A		BIT(30)	/* no part has pipe B alone */
#define  SKL_DFSM_NO_PIPE_B		BIT(21)
#define  SKL_DFSM_NO_PIPE_C		BIT(28)

#endif /* _REGS_DISPLAY_REGS_H_ */
