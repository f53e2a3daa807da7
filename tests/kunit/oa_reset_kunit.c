// SPDX-License-Identifier: GPL-2.0-only
/*
 * Resets of the render engine: which writes, in which order.
 *
 * Expected values are written from hardware.rst 7.7.
 */
#include <kunit/test.h>
#include <linux/kernel.h>

#include "fake_mmio.h"
#include "oa/engine/oa_reset.h"
#include "oa/gt/oa_forcewake.h"

#define RESET_CTL	0x20d0
#define GDRST		0x941c

static const struct oa_forcewake_table no_forcewake;

/* A reset is done at once; a one in bit 2 of RESET_CTL clears the catastrophic error. */
static u32 reset_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	return 0;
}

/* An engine is ready as soon as it is asked. */
static u32 ready_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	return offset == RESET_CTL && value & 1 ? 3 : 0;
}

static struct fake_mmio *new_fake(struct kunit *test,
				  u32 (*write)(struct fake_mmio *f, u32 offset, u32 value))
{
	struct fake_mmio *fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, fake);
	fake_mmio_init(test, fake, 16);
	fake->open = true;
	fake->write = write;
	fake->uncore.forcewake.table = &no_forcewake;
	return fake;
}

static void oa_reset_of_ready_engine(struct kunit *test)
{
	static const struct fake_write expected[] = {
		{ RESET_CTL, 0x00010001 }, { GDRST, 2 }, { GDRST, 2 }, { RESET_CTL, 0x00010000 },
	};
	struct fake_mmio *fake = new_fake(test, ready_write);

	KUNIT_EXPECT_EQ(test, oa_reset_render_gen8(&fake->uncore), 0);
	fake_mmio_expect(test, fake, expected, ARRAY_SIZE(expected));
}

/* Asked twice, and reset by force the second time */
static void oa_reset_by_force(struct kunit *test)
{
	static const struct fake_write expected[] = {
		{ RESET_CTL, 0x00010001 }, { RESET_CTL, 0x00010000 },
		{ RESET_CTL, 0x00010001 }, { GDRST, 2 }, { GDRST, 2 }, { RESET_CTL, 0x00010000 },
	};
	struct fake_mmio *fake = new_fake(test, reset_write);

	KUNIT_EXPECT_EQ(test, oa_reset_render_gen8(&fake->uncore), 0);
	fake_mmio_expect(test, fake, expected, ARRAY_SIZE(expected));
}

/* The error is cleared, and no reset is requested. */
static void oa_reset_after_catastrophe(struct kunit *test)
{
	static const struct fake_write expected[] = {
		{ RESET_CTL, 0x00040004 }, { GDRST, 2 }, { GDRST, 2 }, { RESET_CTL, 0x00010000 },
	};
	struct fake_mmio *fake = new_fake(test, reset_write);

	*fake_mmio_reg(fake, RESET_CTL) = 4;
	KUNIT_EXPECT_EQ(test, oa_reset_render_gen8(&fake->uncore), 0);
	fake_mmio_expect(test, fake, expected, ARRAY_SIZE(expected));
}

static struct kunit_case oa_reset_cases[] = {
	KUNIT_CASE(oa_reset_of_ready_engine),
	KUNIT_CASE(oa_reset_by_force),
	KUNIT_CASE(oa_reset_after_catastrophe),
	{}
};

static struct kunit_suite oa_reset_suite = {
	.name = "i915_oa_reset",
	.test_cases = oa_reset_cases,
};

kunit_test_suite(oa_reset_suite);
