// SPDX-License-Identifier: GPL-2.0-only
/*
 * The render clock follows the request of software, hardware.rst 2.6, with the offsets there.
 */
#include "sim_test.h"

#define EXPONENT	9

static u32 running(struct bench *b)
{
	u32 value = rd(b, 0xa01c) >> b->facts->running;

	return value & (b->facts->running == 23 ? 0x1ff : 0x7f);
}

static void ask(struct bench *b, u32 frequency)
{
	wr(b, 0xa008, frequency << b->facts->request);
}

/* The limits, in the units of the request: thirds of 50 MHz from gen9 on */
static void limits(struct bench *b, u32 *least, u32 *most)
{
	const bool thirds = b->facts->request == 23;
	const bool bxt = !strcmp(b->facts->name, "bxt");
	u32 cap = rd(b, bxt ? 0x138170 : 0x145998);

	*most = (bxt ? cap >> 16 : cap) & 0xff;
	*least = (bxt ? cap : cap >> 16) & 0xff;
	if (thirds && !bxt) {
		*most *= 3;
		*least *= 3;
	}
	EXPECT(*least && *least < *most);
}

static void frequency(struct bench *b)
{
	u32 least, most;

	if (!b->facts->request)
		return;
	limits(b, &least, &most);
	b->gpu->activity.kind = SIM_BUSY;
	EXPECT_EQ(running(b), least);
	ask(b, most);
	EXPECT_EQ(running(b), most);
	ask(b, most - 2);
	EXPECT_EQ(running(b), most - 2);
	ask(b, most + 3);
	EXPECT_EQ(running(b), most);
	ask(b, least - 1);
	EXPECT_EQ(running(b), least);
	/* An idle GPU runs at its lowest frequency, whatever is requested. */
	ask(b, most);
	b->gpu->activity.kind = SIM_IDLE;
	EXPECT_EQ(running(b), least);
	EXPECT_EQ(total_broken(b), 0);
}

/* A reset of the GT forgets the request. */
static void frequency_reset(struct bench *b)
{
	u32 least, most;

	if (!b->facts->request)
		return;
	limits(b, &least, &most);
	b->gpu->activity.kind = SIM_BUSY;
	ask(b, most);
	if (b->facts->gen8) {
		wr(b, 0x20d0, 0x00010001);
		pass_ns(b, 700000);
	}
	wr(b, 0x941c, 1);
	pass_ns(b, 100000);
	EXPECT_EQ(rd(b, 0xa008), 0);
	EXPECT_EQ(running(b), least);
	EXPECT_EQ(total_broken(b), 0);
}

/* A report of a change of the clock, reason 5 of RPT_ID: hardware.rst 4.4 */
static u32 clock_reports(struct bench *b)
{
	u32 count = 0, tail = oa_tail(b), i;

	for (i = 0; i < tail; i += 64)
		count += *guest(b, i) >> 24 & 1;
	return count;
}

static void frequency_report(struct bench *b)
{
	u32 least, most;

	limits(b, &least, &most);
	b->gpu->activity.kind = SIM_BUSY;
	ask(b, least);
	oa_start(b, EXPONENT, 0);
	pass(b, 8 * oa_period(b, EXPONENT));
	EXPECT_EQ(clock_reports(b), 0);
	ask(b, most);
	pass(b, 8 * oa_period(b, EXPONENT));
	EXPECT_EQ(clock_reports(b), 1);
	/* Already at its highest */
	ask(b, most + 1);
	pass(b, 8 * oa_period(b, EXPONENT));
	EXPECT_EQ(clock_reports(b), 1);
	EXPECT_EQ(total_broken(b), 0);
}

const struct test clock_tests[] = {
	{ "frequency", EVERY, frequency },
	{ "frequency-reset", EVERY, frequency_reset },
	{ "frequency-report", GEN9, frequency_report },
	{ }
};
