// SPDX-License-Identifier: GPL-2.0-only
/*
 * Register access: running 64-bit counters, the write FIFO, waiting.
 *
 * Expected values are written from hardware.rst 2.1 and 3.14.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "fake_mmio.h"
#include "oa/gpu/oa_gpu_priv.h"

#define TIMESTAMP_LO	0x2358
#define TIMESTAMP_HI	0x235c
#define GTFIFOCTL	0x120008

struct uncore_test {
	struct fake_mmio fake;
	u64 clock;
	u64 step;		/* added to the clock at each read */
	u32 fifo_free;
	u32 fifo_drains;	/* entries that become free per read */
	u32 fifo_looks;
};

static u32 uncore_read(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct uncore_test *t = container_of(fake, struct uncore_test, fake);
	u64 now = t->clock;

	switch (offset) {
	case TIMESTAMP_LO:
	case TIMESTAMP_HI:
		t->clock += t->step;
		return offset == TIMESTAMP_LO ? now : now >> 32;
	case GTFIFOCTL:
		t->fifo_looks++;
		t->fifo_free += t->fifo_drains;
		/* Bits above the count are not part of it. */
		return 0xffffff80 | t->fifo_free;
	default:
		return value;
	}
}

static int uncore_init(struct kunit *test)
{
	struct uncore_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	if (!t)
		return -ENOMEM;
	fake_mmio_init(test, &t->fake, 8);
	t->fake.open = true;
	t->fake.read = uncore_read;
	test->priv = t;
	return 0;
}

/* A carry between the two halves must not produce a value that the counter never had. */
static void oa_uncore_carry(struct kunit *test)
{
	struct uncore_test *t = test->priv;
	u64 first, value;
	u32 i;

	t->step = 3;
	for (i = 0; i < 16; i++) {
		first = 0x1ffffffffull - i;
		t->clock = first;
		value = oa_read64_2x32(&t->fake.uncore, TIMESTAMP_LO, TIMESTAMP_HI);
		KUNIT_EXPECT_GE(test, value, first);
		KUNIT_EXPECT_LT(test, value, t->clock);
	}
}

/* One read of the FIFO's free entries serves that many writes. */
static void oa_uncore_fifo_room(struct kunit *test)
{
	struct uncore_test *t = test->priv;
	struct oa_uncore *uncore = &t->fake.uncore;
	u32 i;

	uncore->has_fifo = true;
	t->fifo_free = 24;
	for (i = 0; i < 4; i++)
		oa_write32(uncore, 0x2360, i);
	KUNIT_EXPECT_EQ(test, t->fifo_looks, 1u);
	t->fifo_free = 20;
	t->fifo_drains = 1;
	oa_write32(uncore, 0x2360, 4);
	KUNIT_EXPECT_EQ(test, t->fifo_looks, 2u);
	oa_write32(uncore, 0x2360, 5);
	KUNIT_EXPECT_EQ(test, t->fifo_looks, 3u);
}

/* Writes to the GT wait for more than 20 free entries; other writes do not check. */
static void oa_uncore_fifo(struct kunit *test)
{
	static const struct fake_write writes[] = {
		{ 0x2360, 1 }, { 0x3fffc, 2 }, { 0x40000, 3 }, { 0x2360, 4 }, { 0x2360, 5 },
	};
	struct uncore_test *t = test->priv;
	struct oa_uncore *uncore = &t->fake.uncore;

	uncore->has_fifo = true;
	t->fifo_free = 21;
	oa_write32(uncore, 0x2360, 1);
	KUNIT_EXPECT_EQ(test, t->fifo_looks, 1u);
	t->fifo_free = 9;
	/* Room at the second poll, which happens even if the first one used up the time limit */
	t->fifo_drains = 6;
	oa_write32(uncore, 0x3fffc, 2);
	KUNIT_EXPECT_EQ(test, t->fifo_looks, 1u + 2u);
	t->fifo_free = 0;
	oa_write32(uncore, 0x40000, 3);
	KUNIT_EXPECT_EQ(test, t->fifo_looks, 1u + 2u);
	/* A FIFO that stays full delays the write but does not drop it. */
	t->fifo_drains = 0;
	oa_write32(uncore, 0x2360, 4);
	KUNIT_EXPECT_GT(test, t->fifo_looks, 1u + 2u);
	fake_mmio_expect(test, &t->fake, writes, 4);
	/* Gen8 and later have no FIFO. */
	uncore->has_fifo = false;
	t->fifo_looks = 0;
	oa_write32(uncore, 0x2360, 5);
	KUNIT_EXPECT_EQ(test, t->fifo_looks, 0u);
	fake_mmio_expect(test, &t->fake, writes, 5);
}

static void oa_uncore_write_pte(struct kunit *test)
{
	static const struct fake_write writes[] = {
		{ 0x800008, 0x123456789abcdef0ull, .wide = true }, { 0x200004, 0x12345671 },
	};
	struct uncore_test *t = test->priv;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(writes); i++)
		oa_write_pte(&t->fake.uncore, writes[i].offset, writes[i].value,
			     writes[i].wide ? 8 : 4);
	fake_mmio_expect(test, &t->fake, writes, ARRAY_SIZE(writes));
}

static void oa_uncore_bits(struct kunit *test)
{
	static const struct fake_write write = { 0x9400, 0x0f00ff0f };
	struct uncore_test *t = test->priv;
	struct oa_uncore *uncore = &t->fake.uncore;

	*fake_mmio_reg(&t->fake, 0x9400) = 0xff00ff00;
	KUNIT_EXPECT_EQ(test, oa_rmw32(uncore, 0x9400, 0xf0000000, 0x0000000f), 0xff00ff00u);
	fake_mmio_expect(test, &t->fake, &write, 1);
	KUNIT_EXPECT_EQ(test, oa_wait32(uncore, 0x9400, 0xff, 0x0f, 100), 0);
	KUNIT_EXPECT_EQ(test, oa_wait32(uncore, 0x9400, 0xff, 0x0e, 100), -ETIMEDOUT);
}

static struct kunit_case oa_uncore_cases[] = {
	KUNIT_CASE(oa_uncore_carry),
	KUNIT_CASE(oa_uncore_fifo_room),
	KUNIT_CASE(oa_uncore_fifo),
	KUNIT_CASE(oa_uncore_write_pte),
	KUNIT_CASE(oa_uncore_bits),
	{ }
};

static struct kunit_suite oa_uncore_suite = {
	.name = "i915_oa_uncore",
	.init = uncore_init,
	.test_cases = oa_uncore_cases,
};

kunit_test_suite(oa_uncore_suite);
