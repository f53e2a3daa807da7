// SPDX-License-Identifier: GPL-2.0-only
/*
 * Senseless commands from a hostile guest: the streamer hangs or continues, and host memory is not
 * harmed.
 */
#include "sim/core/cs/sim_command.h"
#include "streamer.h"

#define ROUNDS		400
#define COMMANDS	24

/* Dword 0 of all kinds of commands, without the length */
static const u32 headers[] = {
	0x00000000, 0x00800000, 0x01000000, 0x02800000, 0x04000000, 0x06000000, 0x0b000000,
	0x0d000000, 0x0d800000, 0x0e000000, 0x10000000, 0x10800000,
	0x11000000, 0x12000000, 0x13000000, 0x14000000, 0x14800000, 0x15000000, 0x17000000,
	0x17800000, 0x18800000, 0x1b000000, 0x50000000, 0x50800000, 0x50c00000, 0x54000000,
	0x54c00000, 0x61010000, 0x69040000, 0x70000000, 0x71000000, 0x71050000, 0x78520000,
	0x79170000, 0x7a000000, 0x7b000000,
};

/* Flags of dword 0, or a dword after it: mostly a meaningful value */
static u32 any_dword(struct bench *b)
{
	switch (draw(b) % 8) {
	case 0:
		return draw(b);
	case 1:
		return draw(b) & 0xff;
	case 2:
		return 0x2000 + draw(b) % 0x800;
	case 3:
		return BASE + draw(b) % 0x40000;
	case 4:
		return 1u << draw(b) % 32;
	case 5:
		return 0;
	default:
		return OWN + (draw(b) % 0x40000 & ~7u);
	}
}

/* Mostly the right length */
static u32 any_length(struct stream *s, u32 header)
{
	const struct sim_cs *cs = &s->b->gpu->engine[0];
	const struct sim_command *command = sim_find_command(cs, header);

	if (!command || draw(s->b) % 16 == 0)
		return 1 + draw(s->b) % 16;
	if (command->bare)
		return 1;
	return command->dwords + command->addresses * (s->b->facts->gen8 ? 2 : 1) +
	       (command->more ? draw(s->b) % 2 : 0);
}

static void fill(struct stream *s, u32 dwords)
{
	struct bench *b = s->b;
	u32 header, i, n;

	while (s->n < dwords) {
		header = headers[draw(b) % ARRAY_SIZE(headers)];
		n = any_length(s, header);
		emit(s, header | (n > 1 ? n - 2 : 0) |
		     (draw(b) % 8 ? 0 : draw(b) & 0x7fff00));
		for (i = 1; i < n; i++)
			emit(s, any_dword(b));
	}
}

static void one_round(struct stream *s, bool copy)
{
	static const struct sim_engine_info engines[] = {
		{ "render", 0x2000, SIM_RENDER, 0 }, { "copy", 0x2000, SIM_COPY, 0 },
	};
	struct bench *b = s->b;

	own_space(b);
	b->gpu->engine[0].info = &engines[copy];
	fill(s, 4 * COMMANDS);
	stream_put(s, BATCH);
	fill(s, 4 * COMMANDS);
	stream_put(s, BATCH2);
	emit_batch(s, draw(b) % 2 ? user_batch(b) : 0, (draw(b) % 2 ? OWN : BASE) + BATCH);
	fill(s, COMMANDS);
	s->wide = draw(b) % 4 == 0;
	stream_run(s);
	serialised(b, sim_reset_render);
	stream_start(s, b);
}

static void storm(struct bench *b)
{
	struct stream s;
	u32 i;

	stream_begin(&s, b);
	for (i = 0; i < ROUNDS; i++)
		one_round(&s, i % 3 == 0);
	EXPECT_EQ(b->mapped, 0);
	/* The storm met every outcome. */
	EXPECT(total_broken(b));
	EXPECT(b->gpu->stats.draws && b->gpu->stats.dispatches);
	EXPECT(b->gpu->stats.blits);
	EXPECT(b->gpu->stats.ppgtt_missed && b->gpu->stats.unprivileged);
	EXPECT_EQ(b->gpu->engine[0].level, 0);
}

const struct test command_storm_tests[] = {
	{ "command-storm", EVERY, storm },
	{ }
};
