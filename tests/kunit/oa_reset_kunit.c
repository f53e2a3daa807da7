// SPDX-License-Identifier: GPL-2.0-only
/*
 * Resets of the render engine: the writes and their order.
 *
 * Expected values are written from hardware.rst 7.7.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/ktime.h>

#include "fake_mmio.h"
#include "oa/engine/oa_engine.h"
#include "oa/engine/oa_engine_priv.h"
#include "oa/gpu/oa_gpu.h"
#include "regs/gt_regs.h"

#define RESET_CTL	0x20d0
#define GDRST		0x941c

static const struct oa_forcewake_table no_forcewake;

/* A reset is done at once; a one in bit 2 of RESET_CTL clears the catastrophic error. */
static u32 reset_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	return 0;
}

/* An engine is ready as soon as a reset is requested. */
static u32 ready_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	return offset == RESET_CTL && value & 1 ? 3 : 0;
}

static struct fake_mmio *new_fake(struct kunit *test,
				  u32 (*write)(struct fake_mmio *f, u32 offset, u32 value))
{
	struct fake_mmio *fake = fake_mmio_new(test, 16);

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

	KUNIT_EXPECT_EQ(test, oa_reset_gen8(&fake->uncore, GEN6_GRDOM_RENDER), 0);
	fake_mmio_expect(test, fake, expected, ARRAY_SIZE(expected));
}

/* The engine is not ready after either of two requests, and is reset by force. */
static void oa_reset_by_force(struct kunit *test)
{
	static const struct fake_write expected[] = {
		{ RESET_CTL, 0x00010001 }, { RESET_CTL, 0x00010000 },
		{ RESET_CTL, 0x00010001 }, { GDRST, 2 }, { GDRST, 2 }, { RESET_CTL, 0x00010000 },
	};
	struct fake_mmio *fake = new_fake(test, reset_write);

	KUNIT_EXPECT_EQ(test, oa_reset_gen8(&fake->uncore, GEN6_GRDOM_RENDER), 0);
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
	KUNIT_EXPECT_EQ(test, oa_reset_gen8(&fake->uncore, GEN6_GRDOM_RENDER), 0);
	fake_mmio_expect(test, fake, expected, ARRAY_SIZE(expected));
}

/* An engine behind a slow bus: a request arrives with the next read, which takes 2 ms */
struct far_engine {
	struct fake_mmio fake;
	bool on_its_way;
	u64 asked;
	u64 had;	/* ns from the request to the reset */
};

static u32 far_read(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct far_engine *far = container_of(fake, struct far_engine, fake);

	if (offset == RESET_CTL && far->on_its_way) {
		far->on_its_way = false;
		mdelay(2);
		far->asked = ktime_get_ns();
	}
	return value;
}

static u32 far_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct far_engine *far = container_of(fake, struct far_engine, fake);

	if (offset == RESET_CTL && value & 1)
		far->on_its_way = true;
	if (offset == GDRST && !far->had)
		far->had = ktime_get_ns() - far->asked;
	return 0;
}

/* However long the request takes to arrive, the engine has 700 us before a reset by force. */
static void oa_reset_far_engine(struct kunit *test)
{
	struct far_engine *far = kunit_kzalloc(test, sizeof(*far), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, far);
	fake_mmio_init(test, &far->fake, 0);
	far->fake.open = true;
	far->fake.read = far_read;
	far->fake.write = far_write;
	far->fake.uncore.forcewake.table = &no_forcewake;
	KUNIT_EXPECT_EQ(test, oa_reset_gen8(&far->fake.uncore, GEN6_GRDOM_RENDER), 0);
	KUNIT_EXPECT_GE(test, far->had, 700 * NSEC_PER_USEC);
}

/* Bit 0 of GDRST is the whole GT. Up to Gen7.5 no engine is asked. */
static void oa_reset_of_gt(struct kunit *test)
{
	static const struct fake_write gen8[] = {
		{ RESET_CTL, 0x00010001 }, { GDRST, 1 }, { GDRST, 1 }, { RESET_CTL, 0x00010000 },
	};
	static const struct fake_write gen7[] = { { GDRST, 1 }, { GDRST, 1 } };
	struct fake_mmio *fake = new_fake(test, ready_write);

	KUNIT_EXPECT_EQ(test, oa_reset_gt(&fake->uncore, true, true), 0);
	fake_mmio_expect(test, fake, gen8, ARRAY_SIZE(gen8));
	fake = new_fake(test, reset_write);
	KUNIT_EXPECT_EQ(test, oa_reset_gt(&fake->uncore, false, true), 0);
	fake_mmio_expect(test, fake, gen7, ARRAY_SIZE(gen7));
}

static struct kunit_case oa_reset_cases[] = {
	KUNIT_CASE(oa_reset_of_ready_engine),
	KUNIT_CASE(oa_reset_by_force),
	KUNIT_CASE(oa_reset_after_catastrophe),
	KUNIT_CASE(oa_reset_far_engine),
	KUNIT_CASE(oa_reset_of_gt),
	{}
};

static struct kunit_suite oa_reset_suite = {
	.name = "i915_oa_reset",
	.test_cases = oa_reset_cases,
};

kunit_test_suite(oa_reset_suite);
