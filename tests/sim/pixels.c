// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pixels and samples of draws, operations on the depth buffer; hardware.rst 18.4. Commands are
 * written dword by dword.
 */
#include "drawer.h"

/* Broadwell and Haswell add four for an invocation of a pixel shader. */
static u32 ps_factor(const struct bench *b)
{
	return (b->facts->gen8 && b->facts->ctx_valid == BIT(25)) ||
	       !strcmp(b->facts->name, "hsw") ? 4 : 1;
}

/* A rectangle's corners are in memory, and the drawing rectangle cuts it. */
static void rectangles(struct bench *b)
{
	static const float corners[] = {
		160, 120, 0,  32, 120, 0,  32, 20, 0,		/* 128 x 100 */
		16.25, 8, 0,  10.75, 8, 0,  10.75, 4.5, 0,	/* 5 x 4: centres from 11 to 15 */
		300, 300, 0,  250, 300, 0,  250, 190, 0,	/* 6 x 10 are inside */
	};
	const u64 pixels = 128 * 100 + 5 * 4 + 6 * 10;
	struct stream s;

	stream_begin(&s, b);
	emit_corners(&s, corners, sizeof(corners), 255, 199);
	emit_ps(&s, true);
	emit_draw(&s, 0x0f, 9, 2);
	stream_again(&s);
	EXPECT_EQ(b->gpu->stats.work_pixels, 2 * pixels);
	EXPECT_EQ(statistic(b, PS_INVOCATIONS), 2 * pixels * ps_factor(b));
	EXPECT_EQ(statistic(b, PS_DEPTH_COUNT), 2 * pixels);
	EXPECT_EQ(statistic(b, IA_VERTICES), 0);
	/* A negative corner, in numbers of 16 bits */
	guest(b, DATA)[0] = 100 << 16 | 50;
	guest(b, DATA)[1] = 100 << 16 | (u16)-20;
	guest(b, DATA)[2] = 10 << 16 | (u16)-20;
	emit_positions(&s, OWN + DATA, 4, 0xf6);
	emit_draw(&s, 0x0f, 3, 1);
	stream_again(&s);
	EXPECT_EQ(b->gpu->stats.work_pixels, 2 * pixels + 50 * 90);
	EXPECT_EQ(total_broken(b), 0);
}

/* A draw begins at any vertex. */
static void first_vertex(struct bench *b)
{
	static const float corners[] = {
		64, 32, 0,  0, 32, 0,  0, 0, 0,
		8, 4, 0,  0, 4, 0,  0, 0, 0,
		3, 2, 0,  0, 2, 0,  0, 0, 0,
	};
	struct stream s;

	stream_begin(&s, b);
	emit_corners(&s, corners, sizeof(corners), 255, 199);
	emit_draw(&s, 0x0f, 3, 1);
	s.dw[s.n - 4] = 3;
	stream_again(&s);
	EXPECT_EQ(b->gpu->stats.work_pixels, 8 * 4);
	if (b->facts->snb)
		return;
	emit_load(&s, 0x2430, 6);
	emit_load(&s, 0x2434, 3);
	emit_load(&s, 0x2438, 1);
	emit_draw(&s, 0x0f, 3, 1);
	s.dw[s.n - 7] |= BIT(10);
	stream_again(&s);
	EXPECT_EQ(b->gpu->stats.work_pixels, 8 * 4 + 3 * 2);
	EXPECT_EQ(total_broken(b), 0);
}

/* Each sample passes the depth test; the shader runs once for a pixel, or for each. */
static void samples(struct bench *b)
{
	static const float corners[] = { 64, 32, 0,  0, 32, 0,  0, 0, 0 };
	const u64 pixels = 64 * 32;
	struct stream s;

	stream_begin(&s, b);
	emit_corners(&s, corners, sizeof(corners), 255, 199);
	emit_ps(&s, true);
	emit_samples(&s, 2, false);
	emit_draw(&s, 0x0f, 3, 1);
	stream_again(&s);
	EXPECT_EQ(statistic(b, PS_DEPTH_COUNT), 4 * pixels);
	EXPECT_EQ(statistic(b, PS_INVOCATIONS), pixels * ps_factor(b));
	EXPECT_EQ(b->gpu->stats.work_pixels, pixels);
	if (!b->facts->gen8)
		return;
	emit_samples(&s, 3, true);
	emit_draw(&s, 0x0f, 3, 1);
	stream_again(&s);
	EXPECT_EQ(statistic(b, PS_DEPTH_COUNT), (4 + 8) * pixels);
	EXPECT_EQ(statistic(b, PS_INVOCATIONS), (1 + 8) * pixels * ps_factor(b));
	EXPECT_EQ(b->gpu->work.now.count[SIM_WORK_WRITTEN], pixels);
	/* 3DSTATE_PS_BLEND: no render target */
	emit(&s, 0x784d0000);
	emit(&s, 0);
	emit_draw(&s, 0x0f, 3, 1);
	stream_again(&s);
	EXPECT_EQ(b->gpu->work.now.count[SIM_WORK_WRITTEN], 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* Triangles cover a share of what viewport, drawing rectangle and scissors leave. */
static void triangles(struct bench *b)
{
	/* SF_CLIP_VIEWPORT: 100 x 80 around (70, 50), upside down */
	static const float viewport[] = { 50, -40, 0.5, 70, 50, 0.5 };
	struct stream s;

	stream_begin(&s, b);
	memcpy(guest(b, DATA), viewport, sizeof(viewport));
	guest(b, DATA + 0x40)[0] = 10 << 16 | 40;
	guest(b, DATA + 0x40)[1] = 29 << 16 | 59;
	emit_dynamic_base(&s, OWN + DATA);
	emit_viewport(&s, 0);
	emit_rectangle(&s, 1000, 59);
	emit_ps(&s, true);
	emit_draw(&s, 4, 3, 1);
	stream_again(&s);
	EXPECT_EQ(statistic(b, PS_DEPTH_COUNT), 100 * 50 / 4);
	b->gpu->work.pixels = 100;
	emit_scissor(&s, 0x40);
	emit_draw(&s, 5, 300, 1);
	stream_again(&s);
	EXPECT_EQ(statistic(b, PS_DEPTH_COUNT), 100 * 50 / 4 + 20 * 20);
	EXPECT_EQ(statistic(b, PS_INVOCATIONS), (100 * 50 / 4 + 20 * 20) * ps_factor(b));
	/* A pixel shader that is off shades nothing, and samples still pass. */
	emit_ps(&s, false);
	emit_draw(&s, 4, 3, 1);
	stream_again(&s);
	EXPECT_EQ(statistic(b, PS_DEPTH_COUNT), 100 * 50 / 4 + 2 * 20 * 20);
	EXPECT_EQ(statistic(b, PS_INVOCATIONS), (100 * 50 / 4 + 20 * 20) * ps_factor(b));
	EXPECT_EQ(total_broken(b), 0);
}

/* A clear of the depth buffer covers its rectangle; without an operation nothing is done. */
static void depth(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_depth(&s, BIT(30), 10, 20, 110, 60);
	emit_depth(&s, 0, 0, 0, 500, 500);
	stream_again(&s);
	EXPECT_EQ(b->gpu->stats.work_pixels, 100 * 40);
	EXPECT_EQ(b->gpu->stats.depth_operations, 1);
	EXPECT_EQ(statistic(b, PS_DEPTH_COUNT), 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* Up to gen7.5 state turns draws into operations on the depth buffer: clear, two resolves. */
static void depth_draws(struct bench *b)
{
	static const float corners[] = { 64, 32, 0,  0, 32, 0,  0, 0, 0 };
	static const u32 operations[] = { BIT(30), BIT(28), BIT(27) };
	struct stream s;
	u32 i;

	stream_begin(&s, b);
	emit_corners(&s, corners, sizeof(corners), 255, 199);
	for (i = 0; i < ARRAY_SIZE(operations); i++) {
		emit_depth_mode(&s, operations[i]);
		emit_draw(&s, 0x0f, 3, 1);
		stream_again(&s);
		EXPECT_EQ(b->gpu->stats.depth_operations, i + 1);
		EXPECT_EQ(b->gpu->stats.work_pixels, (i + 1) * 64 * 32);
	}
	emit_depth_mode(&s, BIT(31));
	emit_draw(&s, 0x0f, 3, 1);
	stream_again(&s);
	EXPECT_EQ(b->gpu->stats.depth_operations, 3);
	EXPECT_EQ(b->gpu->stats.draws, 4);
	EXPECT_EQ(statistic(b, PS_DEPTH_COUNT), 64 * 32);
	EXPECT_EQ(total_broken(b), 0);
}

/* A query of occlusion: the count before and behind a draw */
static void occlusion(struct bench *b)
{
	static const float corners[] = { 64, 32, 0,  0, 32, 0,  0, 0, 0 };
	struct stream s;

	stream_begin(&s, b);
	memcpy(guest(b, DATA + 0x100), corners, sizeof(corners));
	emit_rectangle(&s, 255, 255);
	emit_positions(&s, OWN + DATA + 0x100, 12, 0x40);
	emit_ps(&s, true);
	emit_draw(&s, 0x0f, 3, 1);
	emit_pipe(&s, BIT(13) | 2 << 14, OWN + DATA, 0);
	emit_draw(&s, 0x0f, 3, 3);
	emit_pipe(&s, BIT(13) | 2 << 14, OWN + DATA + 8, 0);
	stream_again(&s);
	EXPECT_EQ(guest(b, DATA)[0], 64 * 32);
	EXPECT_EQ(guest(b, DATA)[2] - guest(b, DATA)[0], 3 * 64 * 32);
	EXPECT_EQ(total_broken(b), 0);
}

const struct test pixel_tests[] = {
	{ "work-rectangles", EVERY, rectangles },
	{ "work-first-vertex", EVERY, first_vertex },
	{ "work-samples", EVERY, samples },
	{ "work-triangles", EVERY, triangles },
	{ "work-depth", GEN8, depth },
	{ "work-depth-draws", LEGACY, depth_draws },
	{ "work-occlusion", EVERY, occlusion },
	{ }
};
