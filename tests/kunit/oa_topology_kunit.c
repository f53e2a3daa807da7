// SPDX-License-Identifier: GPL-2.0-only
/*
 * Facts that the driver reads from fuses and registers: slices, subslices, EUs, and the
 * rate of the time stamp; and the selected instance of a replicated register.
 *
 * Expected values are written from hardware.rst 2.3 and 3.14, the fuse registers in
 * regs/gt_regs.h and the topology shapes of abi.rst 4.1. Registers are a list of
 * offsets and values; any other register reads 0.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/gpu/oa_gpu.h"
#include "oa/oa_platform.h"

#define MAX_REGS	6

struct fuse_reg {
	u32 offset;
	u32 value;
};

struct fuse_test {
	struct fake_mmio fake;
	/* The steering selector */
	u32 selector;
	u32 read_by;		/* its value when the replicated register was read */
};

static u32 fuse_read(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct fuse_test *t = container_of(fake, struct fuse_test, fake);

	if (offset == 0xe180 || offset == 0x9888)
		t->read_by = t->selector;
	return value;
}

/* @regs: MAX_REGS entries; unused ones have the offset 0 */
static struct fuse_test *fuse_start(struct kunit *test, const struct fuse_reg *regs)
{
	struct fuse_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, t);
	fake_mmio_init(test, &t->fake, 0);
	fake_mmio_add(&t->fake, 0x0fdc, &t->selector);
	t->fake.open = true;
	t->fake.read = fuse_read;
	for (i = 0; regs && i < MAX_REGS && regs[i].offset; i++)
		*fake_mmio_reg(&t->fake, regs[i].offset) = regs[i].value;
	return t;
}

struct topology_case {
	const char *name;
	const struct oa_platform *platform;
	struct fuse_reg regs[MAX_REGS];
	u8 max[3];		/* slices, subslices, EUs */
	u8 slices;		/* masks */
	u8 subslices[3];
	u16 eus[3];		/* in the first subslice of each slice */
	u32 num_subslices;
	u32 num_eus;
};

static const struct topology_case topology_cases[] = {
	{ "bdw GT3, all", &oa_platform_bdw, { { 0x9120, 3 << 25 | 4 << 21 } },
	  { 3, 3, 8 }, 0x3, { 0x3, 0x3, 0 }, { 0xff, 0xff, 0 }, 4, 32 },
	{ "bdw: EU fuses are packed", &oa_platform_bdw,
	  { { 0x9120, 7 << 25 }, { 0x9134, 0x80030201 }, { 0x9138, 0x20104008 },
	    { 0x913c, 0x000000c0 } },
	  /* Slice 0: 01 02 03; slice 1: 80 08 40; slice 2: 10 20 c0 */
	  { 3, 3, 8 }, 0x7, { 0x7, 0x7, 0x7 }, { 0xfe, 0x7f, 0xef }, 9, 72 - 4 - 3 - 4 },
	{ "bdw: a subslice without EUs is none", &oa_platform_bdw,
	  { { 0x9120, 1 << 25 }, { 0x9134, 0x0000ff00 } },
	  { 3, 3, 8 }, 0x1, { 0x5, 0, 0 }, { 0xff, 0, 0 }, 2, 16 },
	{ "bdw: first slice fused off", &oa_platform_bdw, { { 0x9120, 2 << 25 | 1 << 21 } },
	  { 3, 3, 8 }, 0x2, { 0, 0x6, 0 }, { 0, 0, 0 }, 2, 16 },
	{ "chv, all", &oa_platform_chv, { },
	  { 1, 2, 8 }, 0x1, { 0x3 }, { 0xff }, 2, 16 },
	{ "chv: rows of EUs", &oa_platform_chv, { { 0x182168, 0x00810000 } },
	  /* Subslice 0: row 0 lacks EU 0, row 1 lacks its last */
	  { 1, 2, 8 }, 0x1, { 0x3 }, { 0x7e }, 2, 14 },
	{ "chv: second subslice fused off", &oa_platform_chv, { { 0x182168, BIT(11) } },
	  { 1, 2, 8 }, 0x1, { 0x1 }, { 0xff }, 1, 8 },
	{ "chv: first subslice fused off", &oa_platform_chv, { { 0x182168, BIT(10) } },
	  { 1, 2, 8 }, 0x1, { 0x2 }, { 0 }, 1, 8 },
	{ "skl GT2", &oa_platform_skl, { { 0x9120, 1 << 25 | 8 << 20 } },
	  { 3, 4, 8 }, 0x1, { 0x7, 0, 0 }, { 0xff, 0, 0 }, 3, 24 },
	{ "skl with a fourth subslice", &oa_platform_skl,
	  { { 0x9120, 1 << 25 | 1 << 20 }, { 0x9134, 0x0f000000 } },
	  { 3, 4, 8 }, 0x1, { 0xe, 0, 0 }, { 0, 0, 0 }, 3, 20 },
	{ "kbl GT2", &oa_platform_kbl, { { 0x9120, 1 << 25 | 8 << 20 } },
	  { 3, 4, 8 }, 0x1, { 0x7, 0, 0 }, { 0xff, 0, 0 }, 3, 24 },
	{ "cfl GT3", &oa_platform_cfl, { { 0x9120, 3 << 25 | 8 << 20 } },
	  { 3, 4, 8 }, 0x3, { 0x7, 0x7, 0 }, { 0xff, 0xff, 0 }, 6, 48 },
	{ "skl GT4 with EUs fused off", &oa_platform_skl,
	  { { 0x9120, 7 << 25 | 8 << 20 }, { 0x9134, 0x00000080 }, { 0x9138, 0x00014000 },
	    { 0x913c, 0x00000003 } },
	  { 3, 4, 8 }, 0x7, { 0x7, 0x7, 0x7 }, { 0x7f, 0xff, 0xfc }, 9, 72 - 1 - 2 - 2 },
	{ "bxt", &oa_platform_bxt, { { 0x9120, 1 << 25 }, { 0x9134, 0x00030303 } },
	  { 1, 3, 8 }, 0x1, { 0x7 }, { 0xfc }, 3, 18 },
	{ "glk 1x2", &oa_platform_glk, { { 0x9120, 1 << 25 | 4 << 20 }, { 0x9134, 0x0303 } },
	  { 1, 3, 8 }, 0x1, { 0x3 }, { 0xfc }, 2, 12 },
	{ "icl, all", &oa_platform_icl, { { 0x9138, 1 } },
	  { 1, 8, 8 }, 0x1, { 0xff }, { 0xff }, 8, 64 },
	{ "icl 1x6, EUs fused off", &oa_platform_icl,
	  { { 0x9138, 1 }, { 0x913c, 0x81 }, { 0x9134, 0x03 } },
	  { 1, 8, 8 }, 0x1, { 0x7e }, { 0 }, 6, 36 },
	{ "ehl, all", &oa_platform_ehl, { { 0x9138, 1 }, { 0x913c, 0xf0 } },
	  { 1, 4, 8 }, 0x1, { 0x0f }, { 0xff }, 4, 32 },
	{ "lkf 1x8", &oa_platform_lkf, { { 0x9138, 1 } },
	  { 1, 8, 8 }, 0x1, { 0xff }, { 0xff }, 8, 64 },
	{ "nothing left", &oa_platform_icl, { { 0x9138, 1 }, { 0x913c, 0xff } },
	  { 1, 8, 8 }, 0x1, { 0 }, { 0 }, 0, 0 },
};

KUNIT_ARRAY_PARAM_DESC(topology, topology_cases, name);

static void oa_topology_fuses(struct kunit *test)
{
	const struct topology_case *c = test->param_value;
	struct fuse_test *t = fuse_start(test, c->regs);
	struct oa_topology topology = {};
	u32 s;

	oa_topology_read(&t->fake.uncore, c->platform->topology, &topology);
	KUNIT_EXPECT_EQ(test, topology.max_slices, c->max[0]);
	KUNIT_EXPECT_EQ(test, topology.max_subslices, c->max[1]);
	KUNIT_EXPECT_EQ(test, topology.max_eus, c->max[2]);
	KUNIT_EXPECT_EQ(test, topology.slice_mask, c->slices);
	for (s = 0; s < OA_MAX_SLICES; s++) {
		KUNIT_EXPECT_EQ(test, topology.subslice_mask[s], c->subslices[s]);
		KUNIT_EXPECT_EQ(test, topology.eu_mask[s][0], c->eus[s]);
	}
	KUNIT_EXPECT_EQ(test, oa_topology_subslices(&topology), c->num_subslices);
	KUNIT_EXPECT_EQ(test, oa_topology_eus(&topology), c->num_eus);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
}

struct clock_case {
	const char *name;
	const struct oa_platform *platform;
	struct fuse_reg regs[MAX_REGS];
	u32 hz;
};

static const struct clock_case clock_cases[] = {
	{ "skl as seen", &oa_platform_skl, { { 0xa26c, 2 << 1 } }, 12000000 },
	{ "skl unshifted", &oa_platform_skl, { { 0xa26c, 3 << 1 } }, 24000000 },
	{ "kbl shifted most", &oa_platform_kbl, { { 0xa26c, 0 } }, 3000000 },
	{ "cfl divided", &oa_platform_cfl,
	  { { 0xa26c, BIT(0) | 2 << 1 }, { 0x44074, 1 << 12 | 24 } }, 25500000 },
	{ "bxt as seen", &oa_platform_bxt, { { 0xa26c, 3 << 1 } }, 19200000 },
	{ "glk shifted", &oa_platform_glk, { { 0xa26c, 2 << 1 } }, 9600000 },
	{ "icl 24 MHz", &oa_platform_icl, { { 0x0d00, 0 << 3 | 2 << 1 } }, 12000000 },
	{ "icl 19.2 MHz", &oa_platform_icl, { { 0x0d00, 1 << 3 | 3 << 1 } }, 19200000 },
	{ "icl 38.4 MHz", &oa_platform_icl, { { 0x0d00, 2 << 3 | 2 << 1 } }, 19200000 },
	{ "ehl 25 MHz", &oa_platform_ehl, { { 0x0d00, 3 << 3 | 2 << 1 } }, 12500000 },
	{ "icl, code that is not documented", &oa_platform_icl,
	  { { 0x0d00, 7 << 3 | 2 << 1 } }, 12000000 },
	{ "lkf divided", &oa_platform_lkf,
	  { { 0xa26c, BIT(0) }, { 0x0d00, 2 << 3 | 2 << 1 }, { 0x44074, 0xf000 | 18 } },
	  19000000 + 62500 },
};

KUNIT_ARRAY_PARAM_DESC(clock, clock_cases, name);

static void oa_clock_rates(struct kunit *test)
{
	const struct clock_case *c = test->param_value;
	struct fuse_test *t = fuse_start(test, c->regs);

	KUNIT_ASSERT_NOT_NULL(test, c->platform->read_timestamp_hz);
	KUNIT_EXPECT_EQ(test, c->platform->read_timestamp_hz(&t->fake.uncore), c->hz);
}

static void oa_clock_constant(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, oa_platform_bdw.timestamp_hz, 12500000u);
	KUNIT_EXPECT_EQ(test, oa_platform_chv.timestamp_hz, 12500000u);
}

struct steering_case {
	const char *name;
	const struct oa_platform *platform;
	u8 slices;
	u8 subslices[3];
	u32 before;
	u32 selector;	/* its value while the register is read */
};

/* Gen8: slice [27:26], subslice [25:24]. Gen11: multicast 31, slice [30:27], subslice [26:24]. */
static const struct steering_case steering_cases[] = {
	{ "skl, all", &oa_platform_skl, 0x1, { 0x7 }, 0, 0 },
	{ "skl, first subslice off", &oa_platform_skl, 0x1, { 0x6 }, 0, 1 << 24 },
	{ "skl, first slice off", &oa_platform_skl, 0x6, { 0, 0x4, 0x7 }, 0, 1 << 26 | 2 << 24 },
	{ "skl, steered by firmware", &oa_platform_skl, 0x1, { 0x2 }, 0x0f000001,
	  0x00000001 | 1 << 24 },
	{ "icl, all", &oa_platform_icl, 0x1, { 0xff }, BIT(31), 0 },
	{ "icl, four subslices off", &oa_platform_icl, 0x1, { 0xf0 }, BIT(31), 4 << 24 },
	{ "lkf, other bits are kept", &oa_platform_lkf, 0x1, { 0x80 }, 0xff00abcd,
	  0x0000abcd | 7 << 24 },
};

KUNIT_ARRAY_PARAM_DESC(steering, steering_cases, name);

static void oa_steering_reads(struct kunit *test)
{
	static const struct fuse_reg regs[MAX_REGS] = { { 0xe180, 0x1234 }, { 0x9888, 0x5678 } };
	const struct steering_case *c = test->param_value;
	struct fuse_test *t = fuse_start(test, regs);
	struct oa_topology topology = { .max_slices = 3, .max_subslices = 8 };

	topology.slice_mask = c->slices;
	memcpy(topology.subslice_mask, c->subslices, sizeof(c->subslices));
	t->fake.uncore.forcewake.table = c->platform->forcewake;
	t->fake.uncore.forcewake.held = OA_FORCEWAKE_ALL;
	t->selector = c->before;
	oa_steering_init(&t->fake.uncore, c->platform->steering, &topology);
	KUNIT_EXPECT_EQ(test, oa_steered_read32(&t->fake.uncore, 0xe180), 0x1234u);
	KUNIT_EXPECT_EQ(test, t->read_by, c->selector);
	KUNIT_EXPECT_EQ(test, t->selector, c->before);
	/* A register with one instance is read without steering. */
	t->fake.num_writes = 0;
	KUNIT_EXPECT_EQ(test, oa_steered_read32(&t->fake.uncore, 0x9888), 0x5678u);
	KUNIT_EXPECT_EQ(test, t->read_by, c->before);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
}

/* Up to Haswell no register is steered. */
static void oa_steering_none(struct kunit *test)
{
	struct fuse_test *t = fuse_start(test, NULL);
	struct oa_topology topology;

	oa_topology_uniform(&topology, 2, 2, 10);
	t->fake.uncore.forcewake.table = oa_platform_hsw.forcewake;
	t->fake.uncore.forcewake.held = OA_FORCEWAKE_RENDER;
	oa_steering_init(&t->fake.uncore, oa_platform_hsw.steering, &topology);
	oa_steered_read32(&t->fake.uncore, 0xe180);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
	KUNIT_EXPECT_EQ(test, oa_topology_eus(&topology), 40u);
	KUNIT_EXPECT_EQ(test, topology.max_eus, 10);
}

static struct kunit_case oa_topology_cases[] = {
	KUNIT_CASE_PARAM(oa_topology_fuses, topology_gen_params),
	KUNIT_CASE_PARAM(oa_clock_rates, clock_gen_params),
	KUNIT_CASE(oa_clock_constant),
	KUNIT_CASE_PARAM(oa_steering_reads, steering_gen_params),
	KUNIT_CASE(oa_steering_none),
	{ }
};

static struct kunit_suite oa_topology_suite = {
	.name = "i915_oa_topology",
	.test_cases = oa_topology_cases,
};

kunit_test_suite(oa_topology_suite);
