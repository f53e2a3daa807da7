// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands of the 3D and media pipelines; hardware.rst 18.1 to 18.5.
 */
#include "drawer.h"

static void zeros(struct stream *s, u32 n)
{
	while (n--)
		emit(s, 0);
}

/* A command of @n dwords, of which one is not 0 */
static void emit_one(struct stream *s, u32 header, u32 n, u32 dword, u32 value)
{
	emit(s, header | (n - 2));
	zeros(s, n - 1);
	s->dw[s->n - n + dword] = value;
}

/**
 * statistic() - read a statistics register
 * @b: the bench
 * @offset: its lower half
 */
u64 statistic(struct bench *b, u32 offset)
{
	return rd(b, offset) | (u64)rd(b, offset + 4) << 32;
}

/**
 * emit_vf_statistics() - 3DSTATE_VF_STATISTICS
 * @s: the commands
 * @on: vertices and primitives are counted
 */
void emit_vf_statistics(struct stream *s, bool on)
{
	emit(s, 0x680b0000 | on);
}

/**
 * emit_vs() - 3DSTATE_VS
 * @s: the commands
 * @on: the stage is enabled
 * @statistics: its invocations are counted
 */
void emit_vs(struct stream *s, bool on, bool statistics)
{
	const u32 value = on | statistics << 10;

	if (s->b->facts->gen8)
		emit_one(s, 0x78100000, 9, 7, value | BIT(2));
	else
		emit_one(s, 0x78100000, 6, 5, value);
}

/**
 * emit_gs() - 3DSTATE_GS, with statistics
 * @s: the commands
 * @instances: of each primitive; 0: the stage is disabled
 */
void emit_gs(struct stream *s, u32 instances)
{
	const u32 value = BIT(10) | (instances ? (instances - 1) << 15 | 1 : 0);

	if (s->b->facts->snb) {
		emit_one(s, 0x78110000, 7, 5, BIT(10));
		s->dw[s->n - 1] = instances ? BIT(15) : 0;
	} else if (s->b->facts->gen8) {
		emit_one(s, 0x78110000, 10, 7, value);
	} else {
		emit_one(s, 0x78110000, 7, 5, value);
	}
}

/**
 * emit_tessellation() - 3DSTATE_HS, _TE, _DS: triangles, all with statistics; IVB and later
 * @s: the commands
 */
void emit_tessellation(struct stream *s)
{
	const bool gen8 = s->b->facts->gen8;

	emit_one(s, 0x781b0000, gen8 ? 9 : 7, 2, BIT(31) | BIT(29));
	emit_one(s, 0x781c0000, 4, 1, 1 << 4 | 1);
	/* Eleven dwords from Gen9 on, of which the additional ones do not matter */
	emit_one(s, 0x781d0000, gen8 ? 9 : 6, gen8 ? 7 : 5, BIT(10) | 1);
}

/**
 * emit_clip() - 3DSTATE_CLIP
 * @s: the commands
 * @statistics: primitives are counted
 * @mode: clip mode
 */
void emit_clip(struct stream *s, bool statistics, u32 mode)
{
	emit(s, 0x78120002);
	emit(s, statistics << 10);
	emit(s, BIT(31) | mode << 13);
	emit(s, 0);
}

/**
 * emit_ps() - state that enables the pixel shader, with statistics and a dispatch of 16 pixels
 * @s: the commands
 * @on: the pixel shader is enabled
 */
void emit_ps(struct stream *s, bool on)
{
	if (s->b->facts->snb) {
		emit_one(s, 0x78140000, 9, 4, BIT(31));
		s->dw[s->n - 4] = (on ? BIT(19) : 0) | BIT(1);
	} else if (s->b->facts->gen8) {
		emit_one(s, 0x78140000, 2, 1, BIT(31));
		emit_one(s, 0x78200000, 12, 6, BIT(1));
		emit_one(s, 0x784d0000, 2, 1, BIT(30));
		emit_one(s, 0x784f0000, 2, 1, on ? BIT(31) : 0);
	} else {
		emit_one(s, 0x78140000, 3, 1, BIT(31) | (on ? BIT(29) : 0));
		emit_one(s, 0x78200000, 8, 4, BIT(1));
	}
}

/**
 * emit_rectangle() - 3DSTATE_DRAWING_RECTANGLE from the origin on
 * @s: the commands
 * @x: last column
 * @y: last row
 */
void emit_rectangle(struct stream *s, u32 x, u32 y)
{
	emit_one(s, 0x79000000, 4, 2, y << 16 | x);
}

/**
 * emit_positions() - 3DSTATE_VERTEX_BUFFERS, _ELEMENTS: a header and a position
 * @s: the commands
 * @address: of the vertices
 * @pitch: bytes from one to the next
 * @format: of the position
 */
void emit_positions(struct stream *s, u32 address, u32 pitch, u32 format)
{
	emit(s, 0x78080003);
	emit(s, BIT(14) | pitch);
	emit_address(s, address);
	emit(s, s->b->facts->gen8 ? 0x1000 : address + 0xfff);
	if (!s->b->facts->gen8)
		emit(s, 0);
	emit(s, 0x78090003);
	emit(s, BIT(25));
	emit(s, 0x22220000);
	emit(s, BIT(25) | format << 16);
	emit(s, 0x11130000);
}

/**
 * emit_corners() - vertices of three floats each, at DATA, and a drawing rectangle around them
 * @s: the commands
 * @corners: the vertices
 * @bytes: of all of them
 * @x: last column of the drawing rectangle
 * @y: its last row
 */
void emit_corners(struct stream *s, const float *corners, size_t bytes, u32 x, u32 y)
{
	memcpy(guest(s->b, DATA), corners, bytes);
	emit_rectangle(s, x, y);
	emit_positions(s, OWN + DATA, 3 * sizeof(*corners), 0x40);
}

/**
 * emit_dynamic_base() - STATE_BASE_ADDRESS that changes the base of dynamic state
 * @s: the commands
 * @address: the base
 */
void emit_dynamic_base(struct stream *s, u32 address)
{
	if (s->b->facts->gen8)
		emit_one(s, 0x61010000, 16, 6, address | 1);
	else
		emit_one(s, 0x61010000, 10, 3, address | 1);
}

/**
 * emit_viewport() - the pointer to viewports
 * @s: the commands
 * @offset: from the base of dynamic state on
 */
void emit_viewport(struct stream *s, u32 offset)
{
	if (s->b->facts->snb)
		emit_one(s, 0x780d0800, 4, 2, offset);
	else
		emit_one(s, 0x78210000, 2, 1, offset);
}

/**
 * emit_scissor() - the pointer to scissors, and the state that enables them
 * @s: the commands
 * @offset: from the base of dynamic state on
 */
void emit_scissor(struct stream *s, u32 offset)
{
	emit_one(s, 0x780f0000, 2, 1, offset);
	if (s->b->facts->snb)
		emit_one(s, 0x78130000, 20, 3, BIT(11));
	else if (s->b->facts->gen8)
		emit_one(s, 0x78500000, 5, 1, BIT(1));
	else
		emit_one(s, 0x78130000, 7, 2, BIT(11));
}

/**
 * emit_bare_draw() - 3DPRIMITIVE alone; from gen8 on without the topology
 * @s: the commands
 * @topology: up to gen7.5: the topology
 * @vertices: of an instance
 * @instances: how many
 */
void emit_bare_draw(struct stream *s, u32 topology, u32 vertices, u32 instances)
{
	if (s->b->facts->snb) {
		emit(s, 0x7b000004 | topology << 10);
	} else {
		emit(s, 0x7b000005);
		emit(s, s->b->facts->gen8 ? 0x3f : topology);
	}
	emit(s, vertices);
	emit(s, 0);
	emit(s, instances);
	emit(s, 0);
	emit(s, 0);
}

/**
 * emit_draw() - 3DPRIMITIVE, and before it the topology where it is state
 * @s: the commands
 * @topology: the topology
 * @vertices: of an instance
 * @instances: how many
 */
void emit_draw(struct stream *s, u32 topology, u32 vertices, u32 instances)
{
	if (s->b->facts->gen8)
		emit_one(s, 0x784b0000, 2, 1, topology);
	emit_bare_draw(s, topology, vertices, instances);
}

/**
 * emit_depth() - 3DSTATE_WM_HZ_OP; gen8 and later
 * @s: the commands
 * @flags: of dword 1
 * @x0: first column
 * @y0: first row
 * @x1: column behind the last
 * @y1: row behind the last
 */
void emit_depth(struct stream *s, u32 flags, u32 x0, u32 y0, u32 x1, u32 y1)
{
	emit(s, 0x78520003);
	emit(s, flags);
	emit(s, y0 << 16 | x0);
	emit(s, y1 << 16 | x1);
	emit(s, 0xffff);
}

/**
 * emit_samples() - the number of samples of a pixel
 * @s: the commands
 * @log2: their logarithm
 * @each: from gen8 on: the pixel shader is enabled and runs for each sample
 */
void emit_samples(struct stream *s, u32 log2, bool each)
{
	if (s->b->facts->gen8) {
		emit_one(s, 0x780d0000, 2, 1, log2 << 1);
		emit_one(s, 0x784f0000, 2, 1, BIT(31) | (each ? BIT(6) : 0));
	} else {
		emit_one(s, 0x790d0000, s->b->facts->snb ? 3 : 4, 1, log2 << 1);
	}
}

/**
 * emit_depth_mode() - 3DSTATE_WM: draws are operations on the depth buffer; up to gen7.5
 * @s: the commands
 * @operation: the operation, 0: none
 */
void emit_depth_mode(struct stream *s, u32 operation)
{
	const bool snb = s->b->facts->snb;

	emit_one(s, 0x78140000, snb ? 9 : 3, snb ? 4 : 1, operation);
}

/**
 * emit_walker() - GPGPU_WALKER: SIMD16, groups of 3 x 2 x 2 threads; IVB and later
 * @s: the commands
 * @flags: of dword 0
 * @groups: three dimensions
 * @right: right execution mask
 * @bottom: bottom execution mask
 */
void emit_walker(struct stream *s, u32 flags, const u32 *groups, u32 right, u32 bottom)
{
	const bool gen8 = s->b->facts->gen8;
	u32 i;

	emit(s, 0x71050000 | flags | (gen8 ? 13 : 9));
	zeros(s, gen8 ? 3 : 1);
	emit(s, 1u << 30 | 1 << 16 | 1 << 8 | 2);
	for (i = 0; i < 3; i++) {
		/* From gen8 on a dword follows the start, except in the third dimension. */
		zeros(s, gen8 && i < 2 ? 2 : 1);
		emit(s, groups[i]);
	}
	emit(s, right);
	emit(s, bottom);
}

/**
 * emit_media_walker() - MEDIA_OBJECT_WALKER: 2 x 2 in a block, blocks over 8 x 4
 * @s: the commands
 */
void emit_media_walker(struct stream *s)
{
	const u32 base = s->n;

	emit(s, 0x7103000f);
	zeros(s, 16);
	s->dw[base + 7] = 1 << 16 | 1;		/* each outer loop once more */
	s->dw[base + 8] = 2 << 16 | 2;		/* block */
	s->dw[base + 11] = 1 << 16;		/* local outer: down */
	s->dw[base + 12] = 1;			/* local inner: to the right */
	s->dw[base + 13] = 4 << 16 | 8;		/* all */
	s->dw[base + 15] = 2 << 16;
	s->dw[base + 16] = 2;
}

/**
 * emit_pipe() - PIPE_CONTROL, in the context's own space
 * @s: the commands
 * @flags: of dword 1
 * @address: where it writes
 * @value: the value to write
 */
void emit_pipe(struct stream *s, u32 flags, u32 address, u32 value)
{
	emit(s, s->b->facts->gen8 ? 0x7a000004 : 0x7a000003);
	emit(s, flags);
	emit_address(s, address);
	emit(s, value);
	emit(s, 0);
}

/**
 * emit_switch() - MI_SET_CONTEXT; up to gen7.5
 * @s: the commands
 * @image: where the context's image is
 * @flags: save and restore
 */
void emit_switch(struct stream *s, u32 image, u32 flags)
{
	emit(s, 0x0c000000);
	emit(s, (BASE + image) | 0x100 | flags);
}

/**
 * stream_again() - execute commands in a context that keeps its state
 * @s: the commands; the list is empty afterwards
 *
 * From gen8 on a context that was loaded before is loaded from its image.
 */
void stream_again(struct stream *s)
{
	u32 *state = guest(s->b, IMAGE + SIM_PAGE_SIZE);

	if (!s->b->facts->gen8 || !state[1]) {
		stream_run(s);
		return;
	}
	if (s->n % 2)
		emit(s, 0);
	memcpy(guest(s->b, RING), s->dw, s->n * sizeof(*s->dw));
	/* Head and tail, behind CONTEXT_CONTROL */
	state[5] = 0;
	state[7] = s->n * 4;
	stream_resubmit(s, IMAGE);
	pass_ns(s->b, 500000);
	stream_start(s, s->b);
}
