// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Fills and copies of the simulated copy engine
 *
 * Fills and copies are executed, line by line, in pieces that are contiguous in both surfaces. A
 * large one takes several steps of the streamer, so that no step takes long; no context is
 * switched between them. The engine is busy for as long as its bytes need, and so, from gen9 on,
 * is the GPU. EUs are not involved.
 *
 * Coordinates in commands are pixels and have signs; the second pair is the first pixel outside.
 * The pitch of a tiled surface counts dwords. Addresses are in the context's own space, or in
 * the GGTT if there is none.
 *
 * Facts: hardware.rst 16.9. [MODEL] the time; rectangles that overlap are copied from the
 * first line to the last; no bit-6 swizzle; clipping is ignored, and a rectangle that begins before
 * the surface is skipped.
 */
#include "regs/command_regs.h"
#include "regs/ppgtt_regs.h"
#include "sim_work_commands.h"
#include "sim/core/cs/sim_command.h"

/* ROPs by their number */
#define SIM_ROP_SOURCE		0xccu
#define SIM_ROP_PATTERN		0xf0u
/* A write mask that passes all bits */
#define SIM_BLIT_ALL		0xffffffffu

/** enum sim_tiling - layouts of a surface in memory */
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
	/** @base: start of the surface */
	struct sim_target base;
	/** @tiling: its layout */
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
	/** @to: the destination */
	struct sim_surface to;
	/** @from: the source, if there is one */
	struct sim_surface from;
	/** @source: there is a source */
	bool source;
	/** @width: bytes of a line */
	u32 width;
	/** @height: lines */
	u32 height;
	/** @rop: function of pattern, source and old value, by bit */
	u8 rop;
	/** @color: the pattern, repeated to 4 bytes */
	u32 color;
	/** @mask: bits of each 4 bytes that are written */
	u32 mask;
};

#define SIM_STEP_BYTES		0x10000u
#define SIM_BYTES_PER_TICK	512
#define SIM_PIECE		512u

/* struct sim_tile - the size of a tile, and of its contiguous pieces */
static const struct {
	u32 bytes;
	u32 lines;
	u32 column;
} sim_tiles[] = {
	[SIM_TILE_X] = { 512, 8, 512 },
	[SIM_TILE_Y] = { 128, 32, 16 },
};

/* Place of byte @x of line @y from a surface's start on; @run: contiguous bytes from there on */
static u64 sim_surface_offset(const struct sim_surface *surface, u32 x, u32 y, u32 *run)
{
	const u32 bytes = sim_tiles[surface->tiling].bytes;
	const u32 lines = sim_tiles[surface->tiling].lines;
	const u32 column = sim_tiles[surface->tiling].column;
	u64 tile;

	if (surface->tiling == SIM_LINEAR) {
		*run = SIM_PIECE;
		return (u64)y * surface->pitch + x;
	}
	tile = (u64)(y / lines) * (surface->pitch / bytes) + x / bytes;
	*run = column - x % column;
	return tile * bytes * lines + (x % bytes) / column * column * lines + y % lines * column +
	       x % column;
}

/* Address of byte @x of line @y of the rectangle; @run: bytes up to the end of a run or page */
static u64 sim_surface_address(const struct sim_surface *surface, u32 x, u32 y, u32 *run)
{
	u64 address = surface->base.address +
		      sim_surface_offset(surface, surface->x + x, surface->y + y, run);

	*run = min(*run, SIM_PAGE_SIZE - (u32)(address % SIM_PAGE_SIZE));
	return address;
}

/* Each bit of the ROP's number is the result for one combination of pattern, source, old. */
static u8 sim_rop(u8 rop, u8 pattern, u8 source, u8 old)
{
	u8 result = 0, which;
	u32 i;

	for (i = 0; i < 8; i++) {
		which = (i & 4 ? pattern : ~pattern) & (i & 2 ? source : ~source) &
			(i & 1 ? old : ~old);
		if (rop & BIT(i))
			result |= which;
	}
	return result;
}

/* Combine a piece; @x: its first byte's place in the rectangle's line */
static void sim_combine_piece(const struct sim_blit *blit, u32 x, const u8 *source, u8 *to,
			      u32 bytes)
{
	u8 mask, pattern, value;
	u32 i;

	if (blit->rop == SIM_ROP_SOURCE && blit->mask == SIM_BLIT_ALL) {
		memcpy(to, source, bytes);
		return;
	}
	for (i = 0; i < bytes; i++) {
		/* Color and mask are in phase with the pixels, whose size divides 4. */
		pattern = blit->color >> (8 * ((x + i) % 4));
		mask = blit->mask >> (8 * ((x + i) % 4));
		value = sim_rop(blit->rop, pattern, source[i], to[i]);
		to[i] = (to[i] & ~mask) | (value & mask);
	}
}

/* One piece of a line; return its bytes. */
static u32 sim_blit_piece(struct sim_run *run, const struct sim_blit *blit, u32 x, u32 y)
{
	u32 bytes, from_bytes = SIM_PIECE;
	u8 source[SIM_PIECE];
	u64 from = 0, to;
	void *memory;

	to = sim_surface_address(&blit->to, x, y, &bytes);
	if (blit->source)
		from = sim_surface_address(&blit->from, x, y, &from_bytes);
	bytes = min(min(bytes, from_bytes), min(blit->width - x, SIM_PIECE));
	memset(source, 0, bytes);
	memory = blit->source ? sim_space_map(run->gpu, blit->from.base.space, from, bytes, false) :
				NULL;
	if (memory) {
		memcpy(source, memory, bytes);
		sim_space_unmap(run->gpu, memory);
	}
	memory = sim_space_map(run->gpu, blit->to.base.space, to, bytes, true);
	if (memory) {
		sim_combine_piece(blit, x, source, memory, bytes);
		sim_space_unmap(run->gpu, memory);
	}
	return bytes;
}

/* Do a part of a fill or copy. Return: SIM_AGAIN until the last line is done. */
static enum sim_done sim_blit(struct sim_run *run, const struct sim_blit *blit)
{
	struct sim_cs *cs = run->cs;
	u32 done = 0, x;

	while (cs->progress < blit->height && done < SIM_STEP_BYTES) {
		for (x = 0; x < blit->width;)
			x += sim_blit_piece(run, blit, x, cs->progress);
		done += max(blit->width, 1u);
		run->gpu->stats.blit_bytes += blit->width;
		cs->progress++;
	}
	run->gpu->stats.blit_ticks += DIV_ROUND_UP_ULL(done, SIM_BYTES_PER_TICK);
	sim_run_takes(run, DIV_ROUND_UP_ULL(done, SIM_BYTES_PER_TICK));
	sim_work_submitted(run);
	if (cs->progress < blit->height)
		return SIM_AGAIN;
	cs->progress = 0;
	run->gpu->stats.blits++;
	return SIM_NEXT;
}

#define SIM_WRITE_MASK		GENMASK(21, 20)
#define SIM_SRC_TILED		BIT(15)
#define SIM_DST_TILED		BIT(11)
#define SIM_FAST_SRC_TILING	GENMASK(21, 20)
#define SIM_FAST_DST_TILING	GENMASK(14, 13)
#define SIM_FAST_DEPTH		GENMASK(26, 24)
#define SIM_DEPTH		GENMASK(25, 24)
#define SIM_DEPTH_32		3u
#define SIM_ROP			GENMASK(23, 16)
#define SIM_PITCH		GENMASK(15, 0)
#define SIM_WRITE_RGB		BIT(0)
#define SIM_WRITE_ALPHA		BIT(1)

/* Bytes of a pixel, by depth: 8, 565, 1555, 32 bits */
static const u8 sim_pixel_bytes[] = { 1, 2, 2, 4 };
/* Of XY_FAST_COPY_BLT: 8, 16, -, 32, 64, 128 bits */
static const u8 sim_fast_pixel_bytes[] = { 1, 2, 0, 4, 8, 16, 0, 0 };

static s32 sim_low(u32 dword)
{
	return (s16)dword;
}

static s32 sim_high(u32 dword)
{
	return (s16)(dword >> 16);
}

/* Set a surface's address from @dword; the caller sets the rest. */
static bool sim_surface(struct sim_run *run, u32 dword, struct sim_surface *surface)
{
	struct sim_space space;

	sim_cs_space(run->cs, &space);
	return sim_run_target(run, dword, space.kind == SIM_SPACE_NONE, 1, &surface->base);
}

/* Set depth, ROP, pitch and mask, for all but XY_FAST_COPY_BLT. Return: bytes of a pixel. */
static u32 sim_common(struct sim_run *run, struct sim_blit *blit)
{
	const u32 depth = FIELD_GET(SIM_DEPTH, run->dw[1]);
	const u32 write = FIELD_GET(SIM_WRITE_MASK, run->dw[0]);

	blit->rop = FIELD_GET(SIM_ROP, run->dw[1]);
	blit->to.pitch = run->dw[1] & SIM_PITCH;
	blit->mask = SIM_BLIT_ALL;
	if (depth == SIM_DEPTH_32)
		blit->mask = (write & SIM_WRITE_RGB ? GENMASK(23, 0) : 0) |
			     (write & SIM_WRITE_ALPHA ? GENMASK(31, 24) : 0);
	return sim_pixel_bytes[depth];
}

/* Repeat the color to 4 bytes */
static u32 sim_color(u32 color, u32 pixel)
{
	if (pixel == 1)
		return (color & 0xff) * 0x01010101u;
	return pixel == 2 ? (color & 0xffff) * 0x00010001u : color;
}

/* Set the rectangle from its first pixel and the first outside. Return: false if it is empty. */
static bool sim_rectangle(struct sim_blit *blit, const u32 *dw, u32 pixel)
{
	const s32 x = sim_low(dw[0]), y = sim_high(dw[0]);

	if (x < 0 || y < 0 || sim_low(dw[1]) <= x || sim_high(dw[1]) <= y)
		return false;
	blit->to.x = x * pixel;
	blit->to.y = y;
	blit->width = (sim_low(dw[1]) - x) * pixel;
	blit->height = sim_high(dw[1]) - y;
	return true;
}

/* The first pixel of the source */
static bool sim_origin(struct sim_surface *from, u32 dword, u32 pixel)
{
	if (sim_low(dword) < 0 || sim_high(dword) < 0)
		return false;
	from->x = sim_low(dword) * pixel;
	from->y = sim_high(dword);
	return true;
}

/* Set the tiling: dword 0 enables it, a register chooses X or Y. */
static void sim_tile(struct sim_run *run, struct sim_surface *surface, u32 tiled, u32 y)
{
	if (!(run->dw[0] & tiled))
		return;
	surface->tiling = run->gpu->store[BCS_SWCTRL / 4] & y ? SIM_TILE_Y : SIM_TILE_X;
	surface->pitch *= 4;
}

/* Check the pitch: lines in the other direction, or no lines, are not supported. */
static bool sim_pitch_ok(const struct sim_surface *surface)
{
	static const u32 least[] = { [SIM_LINEAR] = 0, [SIM_TILE_X] = 512, [SIM_TILE_Y] = 128 };

	return surface->pitch >= least[surface->tiling];
}

static enum sim_done sim_blit_checked(struct sim_run *run, const struct sim_blit *blit)
{
	if (!sim_pitch_ok(&blit->to) || (blit->source && !sim_pitch_ok(&blit->from)))
		return sim_run_reject(run, SIM_CS_OPCODE, run->dw[1]);
	return sim_blit(run, blit);
}

/* XY_COLOR_BLT */
enum sim_done sim_blit_xy_color(struct sim_run *run)
{
	struct sim_blit blit = { };
	const u32 pixel = sim_common(run, &blit);

	blit.color = sim_color(run->dw[run->n - 1], pixel);
	sim_tile(run, &blit.to, SIM_DST_TILED, BCS_DST_Y);
	if (!sim_rectangle(&blit, run->dw + 2, pixel))
		return SIM_NEXT;
	return sim_surface(run, 4, &blit.to) ? sim_blit_checked(run, &blit) : SIM_HANG;
}

/* Width and height of the commands without coordinates: bytes and lines */
static void sim_size(struct sim_run *run, struct sim_blit *blit)
{
	blit->width = run->dw[2] & 0xffff;
	blit->height = run->dw[2] >> 16;
}

/* COLOR_BLT */
enum sim_done sim_blit_color(struct sim_run *run)
{
	struct sim_blit blit = { };

	blit.color = sim_color(run->dw[run->n - 1], sim_common(run, &blit));
	sim_size(run, &blit);
	return sim_surface(run, 3, &blit.to) ? sim_blit_checked(run, &blit) : SIM_HANG;
}

/* XY_SRC_COPY_BLT */
enum sim_done sim_blit_xy_copy(struct sim_run *run)
{
	const u32 after = 4 + run->gen->address_dwords;
	struct sim_blit blit = { .source = true };
	const u32 pixel = sim_common(run, &blit);

	blit.from.pitch = run->dw[after + 1] & SIM_PITCH;
	sim_tile(run, &blit.to, SIM_DST_TILED, BCS_DST_Y);
	sim_tile(run, &blit.from, SIM_SRC_TILED, BCS_SRC_Y);
	if (!sim_rectangle(&blit, run->dw + 2, pixel) ||
	    !sim_origin(&blit.from, run->dw[after], pixel))
		return SIM_NEXT;
	if (!sim_surface(run, 4, &blit.to) || !sim_surface(run, after + 2, &blit.from))
		return SIM_HANG;
	return sim_blit_checked(run, &blit);
}

/* SRC_COPY_BLT */
enum sim_done sim_blit_copy(struct sim_run *run)
{
	const u32 after = 3 + run->gen->address_dwords;
	struct sim_blit blit = { .source = true };

	sim_common(run, &blit);
	sim_size(run, &blit);
	blit.from.pitch = run->dw[after] & SIM_PITCH;
	if (!sim_surface(run, 3, &blit.to) || !sim_surface(run, after + 1, &blit.from))
		return SIM_HANG;
	return sim_blit_checked(run, &blit);
}

static bool sim_fast_tile(struct sim_surface *surface, u32 tiling)
{
	surface->tiling = tiling;
	if (tiling)
		surface->pitch *= 4;
	return tiling <= SIM_TILE_Y;
}

/* XY_FAST_COPY_BLT */
enum sim_done sim_blit_fast_copy(struct sim_run *run)
{
	const u32 pixel = sim_fast_pixel_bytes[FIELD_GET(SIM_FAST_DEPTH, run->dw[1])];
	struct sim_blit blit = {
		.source = true, .rop = SIM_ROP_SOURCE, .mask = SIM_BLIT_ALL,
		.to.pitch = run->dw[1] & SIM_PITCH, .from.pitch = run->dw[7] & SIM_PITCH,
	};

	if (!pixel || !sim_fast_tile(&blit.to, FIELD_GET(SIM_FAST_DST_TILING, run->dw[0])) ||
	    !sim_fast_tile(&blit.from, FIELD_GET(SIM_FAST_SRC_TILING, run->dw[0])))
		return sim_run_reject(run, SIM_CS_OPCODE, run->dw[0]);
	if (!sim_rectangle(&blit, run->dw + 2, pixel) ||
	    !sim_origin(&blit.from, run->dw[6], pixel))
		return SIM_NEXT;
	if (!sim_surface(run, 4, &blit.to) || !sim_surface(run, 8, &blit.from))
		return SIM_HANG;
	return sim_blit_checked(run, &blit);
}
