// SPDX-License-Identifier: GPL-2.0-only
/*
 * Accesses at the same time: the simulator's rules same_line and reset_access, and that the driver
 * accesses registers under its lock.
 *
 * Lines of 64 bytes and registers are written from hardware.rst 2.10, 3 and 7.7.
 */
#include <kunit/test.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/spinlock.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/engine/oa_engine_priv.h"
#include "oa/gpu/oa_gpu.h"
#include "sim/kernel/sim_card.h"

#define TIMESTAMP_LO	0x2358
#define TIMESTAMP_HI	0x235c
#define OACONTROL	0x2360
#define OASTATUS1	0x2364
/* The last register of the line of OACONTROL, and the first of the next line */
#define LINE_LAST	0x237c
#define LINE_NEXT	0x2380
#define GDRST		0x941c
#define GDRST_FULL	1
#define GDRST_RENDER	2
#define GTIIR		0x44010
#define RESET_CTL	0x20d0

/* Whether two processors may access one line at the same time */
static const struct access_case {
	const char *platform;
	bool shares;
} access_cases[] = {
	{ "snb" }, { "ivb" }, { "vlv" }, { "hsw" },
	{ "bdw", true }, { "skl", true }, { "icl", true },
};

KUNIT_ARRAY_PARAM_DESC(access, access_cases, platform);

static struct oa_sim_gpu *access_gpu(struct kunit *test)
{
	const struct access_case *c = test->param_value;

	test->priv = oa_sim_gpu_create(c->platform, true);
	if (!test->priv)
		kunit_skip(test, "no platform %s", c->platform);
	return test->priv;
}

static void access_exit(struct kunit *test)
{
	if (test->priv)
		oa_sim_gpu_destroy(test->priv);
}

static u64 broken(struct oa_sim_gpu *gpu, enum sim_violation rule)
{
	return gpu->violations[rule].count;
}

static void read_once(struct oa_sim_gpu *gpu, u32 offset)
{
	struct i915_oa_mmio *mmio = oa_sim_gpu_mmio(gpu);

	mmio->ops->read32(mmio, offset);
}

static void oa_access_same_line(struct kunit *test)
{
	const struct access_case *c = test->param_value;
	struct oa_sim_gpu *gpu = access_gpu(test);
	const u64 once = !c->shares;

	oa_sim_gpu_access(gpu, OASTATUS1, true);
	read_once(gpu, OACONTROL);
	KUNIT_EXPECT_EQ(test, broken(gpu, SIM_SAME_LINE), once);
	oa_sim_gpu_write32(gpu, LINE_LAST, 0);
	KUNIT_EXPECT_EQ(test, broken(gpu, SIM_SAME_LINE), 2 * once);
	oa_sim_gpu_access(gpu, OASTATUS1, false);
	read_once(gpu, OACONTROL);
	KUNIT_EXPECT_EQ(test, broken(gpu, SIM_SAME_LINE), 2 * once);
}

/* Other lines, and the same line one access after the other */
static void oa_access_other_line(struct kunit *test)
{
	struct oa_sim_gpu *gpu = access_gpu(test);

	oa_sim_gpu_access(gpu, OASTATUS1, true);
	read_once(gpu, LINE_NEXT);
	oa_sim_gpu_write32(gpu, GTIIR, 0);
	oa_sim_gpu_access(gpu, OASTATUS1, false);
	read_once(gpu, OACONTROL);
	oa_sim_gpu_write32(gpu, OACONTROL, 0);
	KUNIT_EXPECT_EQ(test, broken(gpu, SIM_SAME_LINE), 0ull);
}

/* GGTT entries are memory, not registers. */
static void oa_access_ggtt(struct kunit *test)
{
	struct oa_sim_gpu *gpu = access_gpu(test);
	const u32 entries = gpu->platform->bar_bytes / 2;

	oa_sim_gpu_access(gpu, entries, true);
	read_once(gpu, entries + 4);
	oa_sim_gpu_access(gpu, entries, false);
	KUNIT_EXPECT_EQ(test, broken(gpu, SIM_SAME_LINE), 0ull);
}

/* Until the reset is done only its own register may be accessed, and those outside of the GT. */
static void oa_access_in_reset(struct kunit *test)
{
	struct oa_sim_gpu *gpu = access_gpu(test);

	read_once(gpu, TIMESTAMP_LO);
	oa_sim_gpu_write32(gpu, GDRST, GDRST_FULL);
	read_once(gpu, GDRST);
	read_once(gpu, GTIIR);
	KUNIT_EXPECT_EQ(test, broken(gpu, SIM_RESET_ACCESS), 0ull);
	read_once(gpu, TIMESTAMP_LO);
	KUNIT_EXPECT_EQ(test, broken(gpu, SIM_RESET_ACCESS), 1ull);
	oa_sim_gpu_write32(gpu, OACONTROL, 0);
	KUNIT_EXPECT_EQ(test, broken(gpu, SIM_RESET_ACCESS), 2ull);
	gpu->clock.manual_ns += 1000000;
	read_once(gpu, TIMESTAMP_LO);
	KUNIT_EXPECT_EQ(test, broken(gpu, SIM_RESET_ACCESS), 2ull);
}

/* Software gives up a reset that never completes, and may then access the GT again. */
static void oa_access_after_failed_reset(struct kunit *test)
{
	struct oa_sim_gpu *gpu = access_gpu(test);

	gpu->faults.gdrst = 1;
	oa_sim_gpu_write32(gpu, GDRST, GDRST_FULL);
	read_once(gpu, TIMESTAMP_LO);
	KUNIT_EXPECT_EQ(test, broken(gpu, SIM_RESET_ACCESS), 0ull);
}

/*
 * Registers that count accesses without the lock. A kernel for one processor and without lockdep
 * has no state of a lock, so only interrupts show it there.
 */
struct lock_test {
	struct fake_mmio fake;
	u32 reads;
	u32 writes;
	u32 unlocked;
};

static bool is_locked(struct fake_mmio *fake)
{
	if (!irqs_disabled())
		return false;
	if (!IS_ENABLED(CONFIG_SMP) && !IS_ENABLED(CONFIG_DEBUG_SPINLOCK))
		return true;
	return raw_spin_is_locked(&fake->uncore.lock);
}

static u32 lock_read(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct lock_test *t = container_of(fake, struct lock_test, fake);

	t->reads++;
	t->unlocked += !is_locked(fake);
	return value;
}

static u32 lock_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct lock_test *t = container_of(fake, struct lock_test, fake);

	t->writes++;
	t->unlocked += !is_locked(fake);
	/* A reset is done at once, and an engine ready at once. */
	return offset == RESET_CTL && value & 1 ? 3 : 0;
}

static void oa_access_locked(struct kunit *test)
{
	static const struct oa_forcewake_table no_forcewake;
	struct lock_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	struct oa_uncore *uncore;

	KUNIT_ASSERT_NOT_NULL(test, t);
	uncore = &t->fake.uncore;
	fake_mmio_init(test, &t->fake, 0);
	t->fake.open = true;
	t->fake.read = lock_read;
	t->fake.write = lock_write;
	uncore->forcewake.table = &no_forcewake;
	oa_read32(uncore, OACONTROL);
	oa_write32(uncore, OACONTROL, 0);
	oa_rmw32(uncore, OACONTROL, 0, 1);
	oa_wait32(uncore, OACONTROL, 1, 0, 10);
	KUNIT_EXPECT_EQ(test, t->reads, 3u);
	KUNIT_EXPECT_EQ(test, t->writes, 2u);
	oa_read64_2x32(uncore, TIMESTAMP_LO, TIMESTAMP_HI);
	KUNIT_EXPECT_EQ(test, t->reads, 3u + 3u);
	KUNIT_EXPECT_EQ(test, oa_reset_gen7(uncore, GDRST_RENDER), 0);
	KUNIT_EXPECT_EQ(test, oa_reset_gen8(uncore, GDRST_RENDER), 0);
	KUNIT_EXPECT_EQ(test, t->unlocked, 0u);
	KUNIT_EXPECT_FALSE(test, irqs_disabled());
}

static struct kunit_case oa_access_cases[] = {
	KUNIT_CASE_PARAM(oa_access_same_line, access_gen_params),
	KUNIT_CASE_PARAM(oa_access_other_line, access_gen_params),
	KUNIT_CASE_PARAM(oa_access_ggtt, access_gen_params),
	KUNIT_CASE_PARAM(oa_access_in_reset, access_gen_params),
	KUNIT_CASE_PARAM(oa_access_after_failed_reset, access_gen_params),
	KUNIT_CASE(oa_access_locked),
	{ }
};

static struct kunit_suite oa_access_suite = {
	.name = "i915_oa_access",
	.exit = access_exit,
	.test_cases = oa_access_cases,
};

kunit_test_suite(oa_access_suite);
