// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the simulated copy engine
 *
 * Coordinates are pixels and have signs; the second pair is the first pixel outside. The
 * pitch of a tiled surface counts dwords. Addresses are in the context's own space, or in
 * the GGTT if there is none.
 *
 * Facts: hardware.rst 16.9. [MODEL] clipping is ignored; a rectangle that begins before the
 * surface is not done.
 */
#include "regs/command_regs.h"
#include "regs/ppgtt_regs.h"
#include "sim_blit.h"

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

/* A surface whose address is at @dword; what it describes besides is set by the caller */
static bool sim_surface(struct sim_run *run, u32 dword, struct sim_surface *surface)
{
	struct sim_space space;

	sim_cs_space(run->cs, &space);
	return sim_run_target(run, dword, space.kind == SIM_SPACE_NONE, 1, &surface->base);
}

/* Depth, ROP, pitch and mask of all but XY_FAST_COPY_BLT; return the bytes of a pixel. */
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

/* The rectangle in @dw: its first pixel, and the first outside; false if there is none */
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

/* Tiled as dword 0 says; a register says if that is X or Y */
static void sim_tile(struct sim_run *run, struct sim_surface *surface, u32 tiled, u32 y)
{
	if (!(run->dw[0] & tiled))
		return;
	surface->tiling = run->gpu->store[BCS_SWCTRL / 4] & y ? SIM_TILE_Y : SIM_TILE_X;
	surface->pitch *= 4;
}

/* Lines in the other direction, or none at all, are not done. */
static bool sim_pitch_ok(const struct sim_surface *surface)
{
	static const u32 least[] = { [SIM_LINEAR] = 0, [SIM_TILE_X] = 512, [SIM_TILE_Y] = 128 };

	return surface->pitch >= least[surface->tiling];
}

static enum sim_done sim_blit_checked(struct sim_run *run, const struct sim_blit *blit)
{
	if (!sim_pitch_ok(&blit->to) || (blit->source && !sim_pitch_ok(&blit->from)))
		return sim_run_refuse(run, SIM_CS_OPCODE, run->dw[1]);
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
		return sim_run_refuse(run, SIM_CS_OPCODE, run->dw[0]);
	if (!sim_rectangle(&blit, run->dw + 2, pixel) ||
	    !sim_origin(&blit.from, run->dw[6], pixel))
		return SIM_NEXT;
	if (!sim_surface(run, 4, &blit.to) || !sim_surface(run, 8, &blit.from))
		return SIM_HANG;
	return sim_blit_checked(run, &blit);
}
