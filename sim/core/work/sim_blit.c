// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Fills and copies of the simulated copy engine
 *
 * They are done for real, line by line, in pieces that are contiguous in both surfaces. A
 * large one takes several steps of the streamer, so that no step takes long; no context is
 * switched between them. The engine is busy for as long as its bytes need, and so, from gen9 on,
 * is the GPU. EUs have nothing to do with it.
 *
 * Facts: hardware.rst 16.9. [MODEL] the time; rectangles that overlap are copied from the
 * first line to the last; no bit-6 swizzle.
 */
#include "sim_blit.h"
#include "sim_work.h"

#define SIM_STEP_BYTES		0x10000u
#define SIM_BYTES_PER_TICK	512
#define SIM_PIECE		512u

/* struct sim_tile - the size of a tile, and of what is contiguous in it */
static const struct {
	u32 bytes;
	u32 lines;
	u32 column;
} sim_tiles[] = {
	[SIM_TILE_X] = { 512, 8, 512 },
	[SIM_TILE_Y] = { 128, 32, 16 },
};

/**
 * sim_surface_offset() - where a byte of a surface lies
 * @surface: the surface
 * @x: byte in its line
 * @y: its line
 * @run: bytes that are contiguous from there on
 *
 * Return: bytes from the start of the surface.
 */
u64 sim_surface_offset(const struct sim_surface *surface, u32 x, u32 y, u32 *run)
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

/* Where byte @x of line @y of the rectangle lies; @run: bytes up to the end of a run or page */
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

/**
 * sim_blit() - do some of a fill or copy
 * @run: the command
 * @blit: what it asks for
 *
 * Return: SIM_AGAIN until the last line is done.
 */
enum sim_done sim_blit(struct sim_run *run, const struct sim_blit *blit)
{
	struct sim_cs *cs = run->cs;
	u32 done = 0, x;

	while (cs->progress < blit->height && done < SIM_STEP_BYTES) {
		for (x = 0; x < blit->width;)
			x += sim_blit_piece(run, blit, x, cs->progress);
		done += max(blit->width, 1u);
		run->gpu->books.blit_bytes += blit->width;
		cs->progress++;
	}
	run->gpu->books.blit_ticks += DIV_ROUND_UP_ULL(done, SIM_BYTES_PER_TICK);
	sim_run_takes(run, DIV_ROUND_UP_ULL(done, SIM_BYTES_PER_TICK));
	sim_work_submitted(run);
	if (cs->progress < blit->height)
		return SIM_AGAIN;
	cs->progress = 0;
	run->gpu->books.blits++;
	return SIM_NEXT;
}
