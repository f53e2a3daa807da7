// SPDX-License-Identifier: GPL-2.0-only
/*
 * Accesses that make no sense. The simulator must survive anything software does. No value is
 * compared here; AddressSanitizer and UndefinedBehaviorSanitizer find the errors.
 */
#include "sim_test.h"

#define STORM		60000

/* Every register, awake and asleep */
static void read_all(struct bench *b)
{
	u32 offset;

	for (offset = 0; offset < SIM_STORE_BYTES; offset += 4)
		rd(b, offset);
	b->locked = true;
	for (offset = 0; offset < SIM_STORE_BYTES; offset += 4)
		sim_peek(b->gpu, offset);
	b->locked = false;
}

static void write_all(struct bench *b)
{
	u32 offset;

	for (offset = 0; offset < SIM_STORE_BYTES; offset += 4) {
		wr(b, offset, draw(b));
		if (offset % 0x1000 == 0)
			pass_ns(b, 1000);
	}
}

/* An offset in the ranges of the units' registers, so that most accesses reach one */
static u32 likely(struct bench *b)
{
	static const u32 places[] = {
		0x2000, 0x2200, 0x2300, 0x2500, 0x2700, 0x2b00, 0x9400, 0xa000, 0xe400, 0x44000,
		0x44200, 0x44300, 0x190000, 0x0fc0, 0x101000, 0x130000,
	};

	return places[draw(b) % ARRAY_SIZE(places)] + draw(b) % 0x100 * 4;
}

/* Values that are valid for some registers: guest addresses, few bits, masked bits */
static u32 plausible(struct bench *b)
{
	switch (draw(b) % 5) {
	case 0:
		return BASE + draw(b) % (GUEST_PAGES * SIM_PAGE_SIZE / 64) * 64 + draw(b) % 2;
	case 1:
		return BIT(draw(b) % 32);
	case 2:
		return draw(b) % 0x10000 * 0x10001u;
	case 3:
		return 1;
	default:
		return draw(b);
	}
}

static void blow(struct bench *b)
{
	u32 offset = draw(b) % 8 ? likely(b) : draw(b);

	switch (draw(b) % 8) {
	case 0:
	case 1:
		rd(b, offset);
		break;
	case 2:
		pass_ns(b, draw(b) % 20000);
		break;
	case 3:
		wake(b);
		break;
	default:
		wr(b, offset, plausible(b));
	}
}

/* Faults, resets, events of other engines, loss of power */
static void disturb(struct bench *b)
{
	u32 *faults = (u32 *)&b->gpu->faults;

	b->locked = true;
	switch (draw(b) % 4) {
	case 0:
		sim_reset_render(b->gpu);
		break;
	case 1:
		sim_power_cycle(b->gpu);
		break;
	case 2:
		sim_irq_event(b->gpu, SIM_EVENT_SOURCE + draw(b) % SIM_MAX_SOURCES);
		sim_irq_take(b->gpu);
		break;
	default:
		b->gpu->activity.kind = draw(b) % SIM_NUM_ACTIVITIES;
		faults[draw(b) % (sizeof(b->gpu->faults) / sizeof(u32))] = draw(b) % 64;
	}
	b->locked = false;
}

static void storm(struct bench *b)
{
	u32 i, *dw;

	/* Fill guest memory with dwords, some of which are commands for the streamer. */
	for (i = 0; i < GUEST_PAGES * SIM_PAGE_SIZE / 4; i++) {
		dw = guest(b, 4 * i);
		*dw = draw(b) % 4 ? plausible(b) : (draw(b) % 0x40) << 23 | draw(b) % 8;
	}
	b->gpu->bulk.on = draw(b) % 2;
	for (i = 0; i < STORM; i++) {
		blow(b);
		if (i % 1000 == 0)
			disturb(b);
		/* Start the unit properly now and then, so that it is on for a while. */
		if (i % 5000 == 0) {
			b->locked = true;
			sim_reset_full(b->gpu);
			b->locked = false;
			map_all(b, b->facts->pte);
			oa_start(b, 9, i / 5000 % 8);
		}
	}
	EXPECT(total_broken(b));
}

const struct test storm_tests[] = {
	{ "read-all", EVERY, read_all },
	{ "write-all", EVERY, write_all },
	{ "storm", EVERY, storm },
	{ }
};
