// SPDX-License-Identifier: GPL-2.0-only
/*
 * Power domains and steering: the domains that a register needs, an access without them, normal,
 * missed and recovered acknowledges, the instance of a replicated register that answers;
 * hardware.rst 2.1 to 2.3, appendices A and B.
 */
#include "sim_test.h"

#define KERNEL			0x00010001
#define RELEASE			0x00010000
#define FALLBACK		0x80008000
#define FALLBACK_RELEASE	0x80000000
#define RESET			0xffff0000
/* Bits of a mask of power domains, in the order of the facts */
#define GT			BIT(0)
#define RENDER			BIT(1)
#define MEDIA			BIT(2)
#define VDBOX0			BIT(2)
#define VDBOX2			BIT(3)
#define VEBOX0			BIT(4)
#define ALL			0xff
#define RPNSWREQ		0xa008
#define UCGCTL1			0x9400
#define SELECTOR		0xfdc
#define FLEX			0xe458

/* Request these power domains, and expect the acknowledge. */
static void request(struct bench *b, u32 wells, u32 value)
{
	u32 i;

	for (i = 0; b->facts->wells[i].request; i++)
		if (wells & BIT(i))
			wr(b, b->facts->wells[i].request, value);
	pass_ns(b, 10000);
}

static u32 ack(struct bench *b, u32 well)
{
	return rd(b, b->facts->wells[__ffs(well)].ack);
}

/* CHV's first two power domains are render and media, as those of VLV. */
static const struct need {
	const char *platforms;
	u32 offset, wells;
} needs[] = {
	{ "bdw", 0x2360, GT }, { "bdw", 0x2b00, GT }, { "bdw", 0xe458, GT }, { "bdw", 0x0d00, GT },
	{ "bdw", 0x941c, 0 }, { "bdw", 0x44200, 0 }, { "bdw", 0xa188, 0 },
	{ "chv", 0x2360, GT }, { "chv", 0x2b00, GT }, { "chv", 0x0d00, 0 },
	{ "chv", 0x9424, GT | RENDER }, { "chv", 0x9840, GT | RENDER }, { "chv", 0xe458, GT },
	{ "chv", 0x12030, RENDER }, { "chv", 0x182300, 0 },
	{ "skl skl4 bxt", 0x2360, RENDER }, { "skl skl4 bxt", 0x26fc, RENDER },
	{ "skl skl4 bxt", 0x2700, GT }, { "skl skl4 bxt", 0x2b00, GT },
	{ "skl skl4 bxt", 0x0d00, 0 }, { "skl skl4 bxt", 0x9424, RENDER | MEDIA },
	{ "skl skl4 bxt", 0x9840, GT }, { "skl skl4 bxt", 0xe458, RENDER },
	{ "skl skl4 bxt", 0x941c, 0 }, { "skl skl4 bxt", 0x12034, MEDIA },
	{ "skl skl4 bxt", 0x0d84, 0 },
	{ "icl", 0x2360, RENDER }, { "icl", 0x2b00, GT }, { "icl", 0x0d00, 0 },
	{ "icl", 0x9424, GT }, { "icl", 0xe458, RENDER }, { "icl", 0xb480, GT },
	{ "icl", 0x1c0000, VDBOX0 }, { "icl", 0x1c8000, VEBOX0 }, { "icl", 0x1d0000, VDBOX2 },
	{ "icl", 0x190010, 0 },
	{ "lkf", 0x0b00, 0 }, { "lkf", 0x2360, RENDER }, { "lkf", 0x2700, GT },
	{ "lkf", 0x5000, 0 }, { "lkf", 0x5400, RENDER }, { "lkf", 0x8150, RENDER },
	{ "lkf", 0x8800, 0 }, { "lkf", 0x91b8, GT }, { "lkf", 0x9400, GT }, { "lkf", 0x9480, 0 },
	{ "lkf", 0x9560, 0 }, { "lkf", 0x9884, GT }, { "lkf", 0xb100, RENDER },
	{ "lkf", 0xb480, 0 }, { "lkf", 0xc800, GT }, { "lkf", 0xe75c, RENDER },
	{ "lkf", 0x24000, 0 }, { "lkf", 0x24180, RENDER }, { "lkf", 0x3fffc, GT },
	{ "lkf", 0x1c0000, VDBOX0 }, { "lkf", 0x1c2c00, 0 }, { "lkf", 0x1c3f00, VDBOX0 },
	{ "lkf", 0x1c4000, 0 }, { "lkf", 0x1c9ffc, VEBOX0 }, { "lkf", 0x1d0000, VDBOX2 },
	{ "lkf", 0x1d3efc, 0 }, { "lkf", 0x1d8000, 0 },
};

/* Check whether a read is lost with only these power domains awake. */
static bool lost(struct bench *b, u32 wells, u32 offset)
{
	const u64 before = broken(b, SIM_NO_FORCEWAKE);

	request(b, ALL, RELEASE);
	request(b, wells, KERNEL);
	rd(b, offset);
	return broken(b, SIM_NO_FORCEWAKE) != before;
}

/* An access is lost unless all of the register's power domains are awake; no other domain helps. */
static void needed(struct bench *b)
{
	const struct need *n;
	u32 i;

	for (n = needs; n < needs + ARRAY_SIZE(needs); n++) {
		if (!strstr(n->platforms, b->facts->name))
			continue;
		EXPECT_EQ(lost(b, 0, n->offset), n->wells != 0);
		EXPECT(!lost(b, n->wells, n->offset));
		for (i = 0; b->facts->wells[i].request; i++)
			if (!EXPECT_EQ(lost(b, ALL & ~BIT(i), n->offset), n->wells >> i & 1))
				printf("    # 0x%x, well %u\n", n->offset, i);
	}
	EXPECT_EQ(total_broken(b), broken(b, SIM_NO_FORCEWAKE));
}

/* In a sleeping domain reads return zero and only writes to shadowed registers work. */
static void sleeping(struct bench *b)
{
	wr(b, RPNSWREQ, 0x1234);
	request(b, ALL, RELEASE);
	EXPECT_EQ(rd(b, RPNSWREQ), 0);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 1);
	wr(b, RPNSWREQ, 0x5678);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 1);
	wr(b, UCGCTL1, 1);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 2);
	request(b, ALL, KERNEL);
	EXPECT_EQ(rd(b, RPNSWREQ), 0x5678);
	EXPECT_EQ(rd(b, UCGCTL1), 0);
	EXPECT_EQ(total_broken(b), 2);
}

static void acknowledge(struct bench *b)
{
	const u32 render = b->facts->wells[1].request;

	request(b, ALL, RELEASE);
	wr(b, render, KERNEL);
	EXPECT_EQ(ack(b, RENDER), 0);
	pass_ns(b, 10000);
	EXPECT_EQ(ack(b, RENDER), 1);
	EXPECT_EQ(ack(b, GT), 0);
	/* With a second requester, the domain stays awake when the first one releases it. */
	request(b, RENDER, 0x00020002);
	EXPECT_EQ(ack(b, RENDER), 3);
	request(b, RENDER, RELEASE);
	EXPECT_EQ(ack(b, RENDER), 2);
	rd(b, 0x2180);
	request(b, RENDER, RESET);
	EXPECT_EQ(ack(b, RENDER), 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* A missed acknowledge comes together with that of the fallback bit. */
static void missed(struct bench *b)
{
	request(b, ALL, RELEASE);
	b->gpu->faults.forcewake_missed = 1;
	request(b, GT, KERNEL);
	EXPECT_EQ(ack(b, GT), 0);
	pass_ns(b, 10000);
	EXPECT_EQ(ack(b, GT), 0);
	request(b, GT, FALLBACK);
	EXPECT_EQ(ack(b, GT), 0x8001);
	request(b, GT, FALLBACK_RELEASE);
	EXPECT_EQ(ack(b, GT), 1);
	EXPECT_EQ(b->gpu->faults.forcewake_missed, 0);
	/* The fallback bit does not help if the acknowledge never comes. */
	request(b, GT, RESET);
	b->gpu->faults.forcewake_ack = 1;
	request(b, GT, KERNEL);
	request(b, GT, FALLBACK);
	EXPECT_EQ(ack(b, GT), 0);
	/* The fallback bit may be toggled early: only the acknowledge of bit 0 is awaited. */
	b->gpu->faults.forcewake_ack = 0;
	request(b, GT, RESET);
	request(b, GT, FALLBACK);
	EXPECT_EQ(ack(b, GT), 0x8000);
	wr(b, b->facts->wells[0].request, FALLBACK_RELEASE);
	wr(b, b->facts->wells[0].request, FALLBACK);
	EXPECT_EQ(total_broken(b), 0);
}

/* Software without the fallback bit drops a request whose acknowledge is missed, and repeats it. */
static void missed_dropped(struct bench *b)
{
	request(b, ALL, RELEASE);
	b->gpu->faults.forcewake_missed = 1;
	request(b, GT, KERNEL);
	EXPECT_EQ(ack(b, GT), 0);
	request(b, GT, RELEASE);
	request(b, GT, KERNEL);
	EXPECT_EQ(ack(b, GT), 1);
	EXPECT_EQ(total_broken(b), 0);
}

/* After power-off, requests of another kernel may still stand, and are in force. */
static void left(struct bench *b)
{
	u32 i;

	b->gpu->faults.forcewake_left = 1;
	serialised(b, sim_power_cycle);
	for (i = 0; b->facts->wells[i].request; i++)
		EXPECT_EQ(ack(b, BIT(i)), 1);
	request(b, GT, RELEASE);
	EXPECT_EQ(ack(b, GT), 0);
	b->gpu->faults.forcewake_left = 0;
	serialised(b, sim_power_cycle);
	for (i = 0; b->facts->wells[i].request; i++)
		EXPECT_EQ(ack(b, BIT(i)), 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* VLV and CHV: no acknowledge while the wake control forbids it, and the state of the domains */
static void wake_control(struct bench *b)
{
	if (b->facts->wells[0].request != 0x1300b0)
		return;
	EXPECT_EQ(rd(b, 0x130094), 0xa1);
	request(b, ALL, RELEASE);
	EXPECT_EQ(rd(b, 0x130094), 0x01);
	wr(b, 0x130090, 0);
	request(b, ALL, KERNEL);
	EXPECT_EQ(ack(b, BIT(0)), 0);
	EXPECT_EQ(rd(b, 0x130094), 0);
	wr(b, 0x130090, 1);
	pass_ns(b, 10000);
	EXPECT_EQ(ack(b, BIT(0)), 1);
	EXPECT_EQ(rd(b, 0x130094), 0xa1);
	EXPECT_EQ(total_broken(b), 0);
}

/* A register that reads zero by design is not counted as unknown; a reserved one is. */
static void silent(struct bench *b)
{
	static const u32 quiet[] = { 0x178000, 0x178ffc, 0x140000 };
	u32 i;

	if (strcmp(b->facts->name, "lkf"))
		return;
	for (i = 0; i < ARRAY_SIZE(quiet); i++) {
		wr(b, quiet[i], ~0u);
		EXPECT_EQ(rd(b, quiet[i]), 0);
	}
	EXPECT_EQ(b->gpu->stats.unknown_registers, 0);
	rd(b, 0x8d00);
	rd(b, 0x179000);
	EXPECT_EQ(b->gpu->stats.unknown_registers, 2);
	EXPECT_EQ(total_broken(b), 0);
}

static void expect_at(struct bench *b, u32 steering, u32 value)
{
	wr(b, SELECTOR, steering);
	EXPECT_EQ(rd(b, FLEX), value);
}

/* hardware.rst 2.3, 2.5: bit 31 is multicast, bits 26:24 the subslice, of which some are off. */
static void steering_gen11(struct bench *b)
{
	/* gen12.rst 1: enabled, not disabled ones */
	const u32 fuse = rd(b, 0x913c), off = b->facts->oag ? ~fuse & 0x3f : fuse;
	const u32 live = __ffs(~off) << 24, next = live + BIT(24);
	const u32 gone = (off ? __ffs(off) : 0) << 24;

	if (!off)
		return;
	EXPECT_EQ(rd(b, SELECTOR), BIT(31));
	wr(b, FLEX, 0x11);
	/* The multicast write reached all instances; reads come from the selected one. */
	expect_at(b, BIT(31) | live, 0x11);
	expect_at(b, next, 0x11);
	wr(b, FLEX, 0x22);
	expect_at(b, next, 0x22);
	expect_at(b, live, 0x11);
	/* Counting follows the value of the first instance that is present. */
	wr(b, FLEX, 0x12);
	EXPECT_EQ(b->gpu->store[FLEX / 4], 0x12);
	wr(b, SELECTOR, next);
	wr(b, FLEX, 0x23);
	EXPECT_EQ(b->gpu->store[FLEX / 4], 0x12);
	/* A fused-off instance does not answer. */
	wr(b, SELECTOR, gone);
	wr(b, FLEX, 0x33);
	expect_at(b, gone, 0);
	wr(b, SELECTOR, BIT(31) | gone);
	wr(b, FLEX, 0x44);
	expect_at(b, BIT(31) | gone, 0);
	expect_at(b, next, 0x44);
	/* Steering does not affect a register with one instance. */
	wr(b, SELECTOR, gone);
	wr(b, 0xa094, 0x55);
	EXPECT_EQ(rd(b, 0xa094), 0x55);
	EXPECT_EQ(total_broken(b), 0);
}

/* Gen8 has no multicast bit: reads are steered by bits 27:24, writes reach all instances. */
static void steering_gen8(struct bench *b)
{
	if (strcmp(b->facts->name, "bdw"))
		return;
	EXPECT_EQ(rd(b, SELECTOR), 0);
	wr(b, SELECTOR, BIT(24));
	wr(b, FLEX, 0x11);
	expect_at(b, 0, 0x11);
	expect_at(b, BIT(26), 0);
	EXPECT_EQ(total_broken(b), 0);
}

const struct test well_tests[] = {
	{ "wells-needed", GEN8, needed },
	{ "wells-sleeping", GEN11, sleeping },
	{ "wells-acknowledge", GEN9, acknowledge },
	{ "wells-missed", GEN9, missed },
	{ "wells-missed-dropped", GEN9, missed_dropped },
	{ "wells-left", EVERY, left },
	{ "wells-wake-control", EVERY, wake_control },
	{ "wells-silent", GEN11, silent },
	{ "steering-gen11", GEN11, steering_gen11 },
	{ "steering-gen8", GEN8, steering_gen8 },
	{ }
};
