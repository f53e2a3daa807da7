// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parts of the GPU besides engines that a full driver uses: storage registers, the mailbox of
 * the power unit, power wells of the display, fuses, writes without forcewake.
 */
#include "sim_test.h"

#define ECOCHK		0x4090
#define HDC_CHICKEN	0x7300
#define DISPLAY_CHICKEN	0x42080
#define FENCE		0x100008
#define MAILBOX		0x138124
#define MAILBOX_DATA	0x138128
#define BUSY		0x80000000u
#define POWER_WELLS	0x45400

static u64 unknown(const struct bench *b)
{
	return b->gpu->stats.unknown_registers;
}

/* hardware.rst 2.8 */
static void storage(struct bench *b)
{
	wr(b, ECOCHK, 0x12345678);
	EXPECT_EQ(rd(b, ECOCHK), 0x12345678);
	wr(b, HDC_CHICKEN, 0x00050005);
	EXPECT_EQ(rd(b, HDC_CHICKEN), 5);
	wr(b, HDC_CHICKEN, 0x00040002);
	EXPECT_EQ(rd(b, HDC_CHICKEN), 1);
	wr(b, DISPLAY_CHICKEN, 0x8000);
	wr(b, FENCE, 0x00fff001);
	EXPECT_EQ(unknown(b), 0);

	/* A reset of the GT does not reach the display and the fences. */
	serialised(b, sim_reset_full);
	wake(b);
	EXPECT_EQ(rd(b, ECOCHK), 0);
	EXPECT_EQ(rd(b, HDC_CHICKEN), 0);
	EXPECT_EQ(rd(b, DISPLAY_CHICKEN), 0x8000);
	EXPECT_EQ(rd(b, FENCE), 0x00fff001);
	serialised(b, sim_power_cycle);
	EXPECT_EQ(rd(b, DISPLAY_CHICKEN), 0);
	EXPECT_EQ(rd(b, FENCE), 0);
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(unknown(b), 0);
}

static u32 ask(struct bench *b, u32 command, u32 data)
{
	wr(b, MAILBOX_DATA, data);
	wr(b, MAILBOX_DATA + 4, 0);
	wr(b, MAILBOX, BUSY | command);
	EXPECT(rd(b, MAILBOX) & BUSY);
	/* A write now is lost. */
	wr(b, MAILBOX_DATA, ~data);
	wr(b, MAILBOX, 0);
	EXPECT(rd(b, MAILBOX) & BUSY);
	pass_ns(b, 50000);
	EXPECT_EQ(rd(b, MAILBOX) & BUSY, 0);
	return rd(b, MAILBOX) & 0xff;
}

/* hardware.rst 2.9 */
static void mailbox(struct bench *b)
{
	EXPECT_EQ(rd(b, MAILBOX), 0);
	/* The most efficient frequency, RP1 */
	EXPECT_EQ(ask(b, 0x1a, 0), 0);
	EXPECT_EQ(rd(b, MAILBOX_DATA) >> 8 & 0xff, rd(b, 0x145998) >> 8 & 0xff);
	EXPECT_EQ(ask(b, 0x08, 0x00100008), 0);
	EXPECT_EQ(rd(b, MAILBOX_DATA), 0x00100008);
	/* No such command */
	EXPECT_EQ(ask(b, 0x55, 3), 1);
	EXPECT_EQ(rd(b, MAILBOX_DATA), 3);
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(unknown(b), 0);
}

/* hardware.rst 2.7: a well is on while any requester requests it */
static void power_wells(struct bench *b)
{
	const u32 firmware = POWER_WELLS, driver = POWER_WELLS + 4;

	EXPECT_EQ(rd(b, driver), 0);
	wr(b, firmware, 0x2);
	wr(b, driver, 0x80000000);
	EXPECT_EQ(rd(b, driver), 0xc0000001);
	EXPECT_EQ(rd(b, firmware), 0x40000003);
	wr(b, driver, 0);
	EXPECT_EQ(rd(b, driver), 0x1);
	wr(b, firmware, 0);
	EXPECT_EQ(rd(b, driver), 0);
	/* States can't be written. */
	wr(b, driver, 0x40000000);
	EXPECT_EQ(rd(b, driver), 0);
	if (b->facts->gen11) {
		wr(b, 0x45444, 0x8);
		EXPECT_EQ(rd(b, 0x45444), 0xc);
		EXPECT_EQ(rd(b, 0x45454), 0);
	}
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(unknown(b), 0);
}

/* hardware.rst 2.7 */
static void fused_off(struct bench *b)
{
	const u32 plane = b->gpu->platform->display_base + 0x70180;

	EXPECT_EQ(rd(b, 0x42014), 0);
	EXPECT_EQ(rd(b, 0x51000), 0);
	EXPECT_EQ(rd(b, plane), 0x80000000);
	sim_display_fuse_off(b->gpu);
	EXPECT_EQ(rd(b, 0x42014), BIT(30));
	EXPECT_EQ(rd(b, 0x51000), BIT(30) | BIT(28) | BIT(21) | (b->facts->oag ? BIT(22) : 0));
	EXPECT_EQ(rd(b, plane), 0);
	serialised(b, sim_power_cycle);
	EXPECT_EQ(rd(b, 0x42014), BIT(30));
	EXPECT_EQ(rd(b, plane), 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* hardware.rst 2.8: fuses of gen9 and later */
static void fuses_read(struct bench *b)
{
	EXPECT_EQ(rd(b, 0x42000) & 0x8e000000, 0x8e000000);
	EXPECT_EQ(rd(b, 0xc000) & 1, 1);
	EXPECT_EQ(unknown(b), 0);
}

/* hardware.rst 2.1: a write waits in the FIFO until the GT is awake; a read does not */
static void fifo(struct bench *b)
{
	EXPECT(rd(b, 0x120008) > 20);
	sleep_all(b);
	wr(b, 0x9400, 0x80);
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(rd(b, 0x9400), 0);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 1);
	wake(b);
	EXPECT_EQ(rd(b, 0x9400), 0x80);
	EXPECT_EQ(total_broken(b), 1);
}

/* hardware.rst 2.2: writes of these need no power domain, writes of their neighbours do */
static void shadowed(struct bench *b)
{
	static const u32 offsets[] = {
		0xa008, 0xa024, 0xa02c, 0xa030, 0xa068, 0xa06c, 0xa090, 0xa094
	};
	u32 i;

	sleep_all(b);
	for (i = 0; i < ARRAY_SIZE(offsets); i++)
		wr(b, offsets[i], 0x100 + i);
	EXPECT_EQ(total_broken(b), 0);
	wr(b, 0x9400, 0);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 1);
	wake(b);
	for (i = 0; i < ARRAY_SIZE(offsets); i++)
		EXPECT_EQ(rd(b, offsets[i]), 0x100 + i);
	EXPECT_EQ(total_broken(b), 1);
}

/* hardware.rst 2.2: a read that only takes time, and returns 0 */
static void delay(struct bench *b)
{
	wr(b, 0x23a0, 0xffff0505);
	sleep_all(b);
	EXPECT_EQ(rd(b, 0x23a0), 0);
	EXPECT_EQ(total_broken(b), 0);
	wr(b, 0x23a0, 0xffff0000);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), 1);
}

/*
 * hardware.rst 2.2: likewise up to gen9, but a write of it needs the domain where writes pass no
 * FIFO
 */
static void mask_read_back(struct bench *b)
{
	const u32 late = b->facts->gen11, asleep = late + !b->facts->fifo;

	wr(b, 0x20a8, 0xfffffffe);
	sleep_all(b);
	EXPECT_EQ(rd(b, 0x20a8), 0);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), late);
	wr(b, 0x20a8, 0xffffffff);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), asleep);
	EXPECT_EQ(rd(b, 0x2030), 0);
	EXPECT_EQ(broken(b, SIM_NO_FORCEWAKE), asleep + 1);
	EXPECT_EQ(total_broken(b), asleep + 1);
}

const struct test storage_tests[] = {
	{ "storage", POWER_UNIT, storage },
	{ "mailbox", POWER_UNIT, mailbox },
	{ "power-wells", POWER_UNIT, power_wells },
	{ "fused-off", EVERY, fused_off },
	{ "fifo", FIFO, fifo },
	{ "shadowed", GEN8, shadowed },
	{ "delay", GEN8, delay },
	{ "mask-read-back", EVERY, mask_read_back },
	{ "fuses-read", GEN9, fuses_read },
	{ }
};
