// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fills and copies of the copy engine; hardware.rst 16.9.
 */
#include "streamer.h"

#define FROM		0x10000
#define TO		0x18000

static void begin(struct stream *s, struct bench *b)
{
	stream_begin(s, b);
	s->base = COPY;
}

static u8 *byte(struct bench *b, u32 offset)
{
	return (u8 *)guest(b, offset) + offset % 4;
}

static void emit_color(struct stream *s, u32 flags, u32 depth, u32 pitch, u32 from, u32 to,
		       u32 color)
{
	emit(s, 0x54000000 | flags | (s->b->facts->gen8 ? 5 : 4));
	emit(s, depth << 24 | 0xf0 << 16 | pitch);
	emit(s, from);
	emit(s, to);
	emit_address(s, OWN + TO);
	emit(s, color);
}

/* Pixels of 32 bits: all of them, or without alpha; the second corner is outside. */
static void fill(struct bench *b)
{
	struct stream s;

	begin(&s, b);
	emit_color(&s, 3 << 20, 3, 256, 1 << 16 | 2, 3 << 16 | 4, 0x11223344);
	emit_color(&s, 1 << 20, 3, 256, 4 << 16 | 2, 5 << 16 | 3, 0x11223344);
	/* One byte, two bytes */
	emit_color(&s, 0, 0, 256, 5 << 16 | 2, 6 << 16 | 5, 0x11223344);
	emit_color(&s, 0, 1, 256, 6 << 16 | 1, 7 << 16 | 3, 0x11223344);
	stream_run(&s);
	EXPECT_EQ(*guest(b, TO + 256 + 4), 0);
	EXPECT_EQ(*guest(b, TO + 256 + 8), 0x11223344);
	EXPECT_EQ(*guest(b, TO + 256 + 12), 0x11223344);
	EXPECT_EQ(*guest(b, TO + 256 + 16), 0);
	EXPECT_EQ(*guest(b, TO + 512 + 8), 0x11223344);
	EXPECT_EQ(*guest(b, TO + 768 + 8), 0);
	EXPECT_EQ(*guest(b, TO + 1024 + 8), 0x00223344);
	EXPECT_EQ(*guest(b, TO + 1280), 0x44440000);
	EXPECT_EQ(*guest(b, TO + 1284), 0x00000044);
	EXPECT_EQ(*guest(b, TO + 1536), 0x33440000);
	EXPECT_EQ(*guest(b, TO + 1540), 0x00003344);
	EXPECT_EQ(b->gpu->stats.blits, 4);
	EXPECT_EQ(total_broken(b), 0);
}

/* COLOR_BLT and SRC_COPY_BLT: bytes and lines */
static void plain(struct bench *b)
{
	struct stream s;
	u32 i;

	begin(&s, b);
	for (i = 0; i < 64; i++)
		guest(b, FROM)[i] = i;
	emit(&s, 0x50300000 | (b->facts->gen8 ? 4 : 3));
	emit(&s, 3 << 24 | 0xf0 << 16 | 128);
	emit(&s, 2 << 16 | 8);
	emit_address(&s, OWN + TO);
	emit(&s, 0xabcdef01);
	emit(&s, 0x50f00000 | (b->facts->gen8 ? 6 : 4));
	emit(&s, 3 << 24 | 0xcc << 16 | 64);
	emit(&s, 2 << 16 | 32);
	emit_address(&s, OWN + TO + 0x1000);
	emit(&s, 128);
	emit_address(&s, OWN + FROM);
	stream_run(&s);
	EXPECT_EQ(guest(b, TO)[1], 0xabcdef01);
	EXPECT_EQ(guest(b, TO)[2], 0);
	EXPECT_EQ(guest(b, TO)[33], 0xabcdef01);
	EXPECT_EQ(guest(b, TO)[64], 0);
	for (i = 0; i < 8; i++) {
		EXPECT_EQ(guest(b, TO + 0x1000)[i], i);
		EXPECT_EQ(guest(b, TO + 0x1000)[16 + i], 32 + i);
	}
	EXPECT_EQ(guest(b, TO + 0x1000)[8], 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* Offset of byte x of line y in a surface that is two tiles wide */
static u32 x_tiled(u32 x, u32 y)
{
	return (y / 8 * 2 + x / 512) * 4096 + y % 8 * 512 + x % 512;
}

static u32 y_tiled(u32 x, u32 y)
{
	return (y / 32 * 2 + x / 128) * 4096 + x % 128 / 16 * 512 + y % 32 * 16 + x % 16;
}

static void emit_copy(struct stream *s, u32 flags, u32 to_pitch, u32 from_pitch, u32 width,
		      u32 height)
{
	emit(s, 0x54f00000 | flags | (s->b->facts->gen8 ? 8 : 6));
	emit(s, 3 << 24 | 0xcc << 16 | to_pitch);
	emit(s, 1 << 16 | 3);
	emit(s, (1 + height) << 16 | (3 + width));
	emit_address(s, OWN + TO);
	emit(s, 0);
	emit(s, from_pitch);
	emit_address(s, OWN + FROM);
}

/* From lines to tiles, at pixel 3 of line 1, over the edge of a tile */
static void tiled(struct bench *b, bool y)
{
	const u32 width = y ? 50 : 200, height = y ? 40 : 12;
	struct stream s;
	u32 i, j;

	begin(&s, b);
	for (i = 0; i < 0x2800 / 4; i++)
		*guest(b, FROM + 4 * i) = 0x10000 + i;
	wr(b, 0x22200, y ? 0x00020002 : 0x00020000);
	emit_copy(&s, BIT(11), (y ? 256 : 1024) / 4, width * 4, width, height);
	stream_run(&s);
	for (j = 0; j < height; j++)
		for (i = 0; i < width; i++) {
			const u32 x = 4 * (i + 3);

			EXPECT_EQ(*guest(b, TO + (y ? y_tiled(x, j + 1) : x_tiled(x, j + 1))),
				  0x10000 + j * width + i);
		}
	EXPECT_EQ(*guest(b, TO), 0);
	EXPECT_EQ(total_broken(b), 0);
}

static void tiles_x(struct bench *b)
{
	tiled(b, false);
}

static void tiles_y(struct bench *b)
{
	tiled(b, true);
}

/* XY_FAST_COPY_BLT: tiles of both kinds to lines, and pixels of 128 bits */
static void fast(struct bench *b)
{
	struct stream s;
	u32 y, i, j;

	begin(&s, b);
	for (y = 1; y < 3; y++) {
		for (j = 0; j < 16; j++)
			for (i = 0; i < 64; i++)
				*byte(b, FROM + (y == 2 ? y_tiled(4 * i, j) : x_tiled(4 * i, j))) =
					i ^ j * 16;
		emit(&s, 0x50800008 | y << 20);
		emit(&s, 3 << 24 | 256);
		emit(&s, 0);
		emit(&s, 16 << 16 | 64);
		emit_address(&s, OWN + TO);
		emit(&s, 0);
		emit(&s, y == 2 ? 64 : 256);
		emit_address(&s, OWN + FROM);
		stream_run(&s);
		for (j = 0; j < 16; j++)
			for (i = 0; i < 64; i++)
				EXPECT_EQ(*byte(b, TO + 256 * j + 4 * i), (u8)(i ^ j * 16));
		memset(guest(b, TO), 0, SIM_PAGE_SIZE);
	}
	emit(&s, 0x50800008);
	emit(&s, 5 << 24 | 64);
	emit(&s, 0);
	emit(&s, 1 << 16 | 2);
	emit_address(&s, OWN + TO);
	emit(&s, 1);
	emit(&s, 64);
	emit_address(&s, OWN + FROM);
	stream_run(&s);
	EXPECT_EQ(memcmp(guest(b, TO), guest(b, FROM + 16), 32), 0);
	EXPECT_EQ(guest(b, TO)[8], 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* A large fill takes time and several steps, during which the head stays. */
static void slow(struct bench *b)
{
	struct stream s;

	begin(&s, b);
	/* 2048 lines of 256 bytes, only some of which are in guest memory */
	emit_color(&s, 3 << 20, 3, 16, 0, 2048 << 16 | 64, 1);
	emit_store(&s, 0, OWN + DATA, 0x5a5a);
	stream_submit(&s, IMAGE, 0);
	pass(b, 600);
	EXPECT_EQ(*guest(b, DATA) == 0x5a5a, 0);
	EXPECT_EQ(*guest(b, TO), 1);
	pass(b, 2000);
	EXPECT_EQ(*guest(b, DATA), 0x5a5a);
	EXPECT_EQ(b->gpu->stats.blits, 1);
	EXPECT_EQ(b->gpu->stats.blit_bytes, 2048 * 256);
	EXPECT_EQ(b->gpu->stats.blit_ticks, 2048 * 256 / 512);
	EXPECT_EQ(b->gpu->stats.work_ticks, 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* The render engine does not know these commands. */
static void elsewhere(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_color(&s, 3 << 20, 3, 256, 0, 1 << 16 | 1, 1);
	stream_run(&s);
	EXPECT_EQ(broken(b, SIM_CS_OPCODE), 1);
	EXPECT_EQ(*guest(b, TO), 0);
}

const struct test blit_tests[] = {
	{ "fill", EVERY, fill },
	{ "plain", EVERY, plain },
	{ "tiles-x", EVERY, tiles_x },
	{ "tiles-y", EVERY, tiles_y },
	{ "fast", GEN9, fast },
	{ "slow", EVERY, slow },
	{ "elsewhere", EVERY, elsewhere },
	{ }
};
