/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fills and copies of the simulated copy engine: what a command asks for.
 */
#ifndef _SIM_BLIT_H_
#define _SIM_BLIT_H_

#include "sim/core/cs/sim_command.h"

/* ROPs by their number: what the result is made of */
#define SIM_ROP_SOURCE		0xccu
#define SIM_ROP_PATTERN		0xf0u
/* A write mask that holds nothing back */
#define SIM_BLIT_ALL		0xffffffffu

/** enum sim_tiling - how lines of a surface lie in memory */
enum sim_tiling {
	/** @SIM_LINEAR: one after the other */
	SIM_LINEAR,
	/** @SIM_TILE_X: tiles of 512 bytes by 8 lines, line by line */
	SIM_TILE_X,
	/** @SIM_TILE_Y: tiles of 128 bytes by 32 lines, in columns of 16 bytes */
	SIM_TILE_Y,
};

/** struct sim_surface - a rectangle in memory */
struct sim_surface {
	/** @base: where the surface begins */
	struct sim_target base;
	/** @tiling: how its lines lie */
	enum sim_tiling tiling;
	/** @pitch: bytes from a line to the next */
	u32 pitch;
	/** @x: first byte of the rectangle in a line */
	u32 x;
	/** @y: first line of the rectangle */
	u32 y;
};

/** struct sim_blit - a fill, or a copy if the ROP uses a source */
struct sim_blit {
	/** @to: what is written */
	struct sim_surface to;
	/** @from: what is read, with a source */
	struct sim_surface from;
	/** @source: there is one */
	bool source;
	/** @width: bytes of a line */
	u32 width;
	/** @height: lines */
	u32 height;
	/** @rop: how a bit is made of pattern, source and old value */
	u8 rop;
	/** @color: the pattern, repeated to 4 bytes */
	u32 color;
	/** @mask: bits of each 4 bytes that are written */
	u32 mask;
};

u64 sim_surface_offset(const struct sim_surface *surface, u32 x, u32 y, u32 *run);
enum sim_done sim_blit(struct sim_run *run, const struct sim_blit *blit);

#endif /* _SIM_BLIT_H_ */
