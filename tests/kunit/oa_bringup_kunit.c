// SPDX-License-Identifier: GPL-2.0-only
/*
 * The bring-up report. On each simulated GPU, asleep or kept awake by a requester other than the
 * kernel, the report must match the simulator's platform; no register is written and no rule is
 * broken. A register file stands in for cases that no simulated GPU has, such as a screen at the
 * top of the GGTT. The count of GGTT entries is a pure function and has a test of its own.
 *
 * Facts: hardware.rst 1.4, 1.7, 2.1, 2.5, 2.7, 3.14.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/pci.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/bringup/oa_bringup_priv.h"
#include "oa/oa_platform.h"
#include "sim/core/platform/sim_platform.h"
#include "sim/kernel/sim_card.h"

#define REPORT_BYTES	16384
#define FORCEWAKE_USER_ON	0x00020002u

struct bringup_case {
	const char *name;
	struct oa_gt_info gt;
	u32 ggtt_mib;
	const char *topology;
	u32 hz;
};

/* Slices, subslices and EUs as in Documentation/simulator.rst */
static const struct bringup_case bringup_cases[] = {
	{ "snb", { &oa_platform_snb, 1, 1, 12 }, 2048, "slices 0x1, 1 subslices, 12 EUs",
	  12500000 },
	{ "ivb", { &oa_platform_ivb, 1, 2, 8 }, 2048, "slices 0x1, 2 subslices, 16 EUs", 12500000 },
	{ "vlv", { &oa_platform_vlv, 1, 1, 4 }, 2048, "slices 0x1, 1 subslices, 4 EUs", 12500000 },
	{ "hsw", { &oa_platform_hsw, 1, 2 }, 2048, "slices 0x1, 2 subslices, 20 EUs", 12500000 },
	{ "bdw", { &oa_platform_bdw }, 4096, "slices 0x1, 2 subslices, 16 EUs", 12500000 },
	{ "chv", { &oa_platform_chv }, 4096, "slices 0x1, 2 subslices, 16 EUs", 12500000 },
	{ "skl", { &oa_platform_skl }, 4096, "slices 0x1, 3 subslices, 24 EUs", 12000000 },
	{ "bxt", { &oa_platform_bxt }, 4096, "slices 0x1, 3 subslices, 18 EUs", 19200000 },
	{ "icl", { &oa_platform_icl }, 4096, "slices 0x1, 6 subslices, 48 EUs", 12000000 },
	{ "ehl", { &oa_platform_ehl }, 4096, "slices 0x1, 4 subslices, 32 EUs", 19200000 },
	{ "lkf", { &oa_platform_lkf }, 4096, "slices 0x1, 8 subslices, 64 EUs", 19200000 },
};

KUNIT_ARRAY_PARAM_DESC(bringup, bringup_cases, name);

static const char *report(struct kunit *test, struct oa_bringup *b)
{
	struct seq_file m = { .size = REPORT_BYTES };

	m.buf = kunit_kzalloc(test, REPORT_BYTES, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m.buf);
	oa_bringup_show(&m, b);
	KUNIT_ASSERT_FALSE(test, seq_has_overflowed(&m));
	m.buf[m.count] = 0;
	return m.buf;
}

/* The value of a key; "" if there is no such line */
static const char *value(struct kunit *test, const char *text, const char *key)
{
	char *found = kunit_kzalloc(test, 96, GFP_KERNEL);
	size_t len = strlen(key);

	KUNIT_ASSERT_NOT_NULL(test, found);
	for (; text && *text; text = strchr(text, '\n'), text += !!text)
		if (!strncmp(text, key, len) && !strncmp(text + len, ": ", 2)) {
			strscpy(found, text + len + 2, 96);
			found[strcspn(found, "\n")] = 0;
			break;
		}
	return found;
}

static void expect(struct kunit *test, const char *text, const char *key, const char *expected)
{
	KUNIT_EXPECT_STREQ_MSG(test, value(test, text, key), expected, "%s of\n%s", key, text);
}

struct bringup_sim {
	struct oa_sim_gpu *gpu;
	struct oa_uncore uncore;
	struct drm_device drm;
	struct pci_dev pdev;
	struct oa_bringup b;
};

static struct bringup_sim *bringup_sim_start(struct kunit *test)
{
	const struct bringup_case *c = test->param_value;
	struct bringup_sim *s = kunit_kzalloc(test, sizeof(*s), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, s);
	s->gpu = oa_sim_gpu_create(c->name, false);
	KUNIT_ASSERT_NOT_NULL(test, s->gpu);
	raw_spin_lock_init(&s->uncore.lock);
	s->uncore.sim = oa_sim_gpu_mmio(s->gpu);
	s->uncore.size = s->uncore.sim->size;
	s->uncore.drm = &s->drm;
	s->b.uncore = &s->uncore;
	s->b.gt = &c->gt;
	s->b.command = 2;	/* memory decoding */
	s->b.ggc = s->gpu->platform->ggc;
	s->b.pdev = &s->pdev;
	s->pdev.resource[0].end = s->uncore.size - 1;
	return s;
}

static void bringup_sim_end(struct kunit *test, struct bringup_sim *s, u64 writes)
{
	KUNIT_EXPECT_EQ(test, s->gpu->stats.register_writes, writes);
	KUNIT_EXPECT_EQ(test, s->gpu->stats.ggtt_writes, 0ull);
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(s->gpu), 0ull);
	oa_sim_gpu_destroy(s->gpu);
}

static void oa_bringup_asleep(struct kunit *test)
{
	const struct bringup_case *c = test->param_value;
	struct bringup_sim *s = bringup_sim_start(test);
	const char *text;
	u32 mib;

	text = report(test, &s->b);
	expect(test, text, "platform", c->gt.platform->name);
	KUNIT_EXPECT_EQ(test, kstrtou32(value(test, text, "ggtt_mib"), 10, &mib), 0);
	KUNIT_EXPECT_EQ(test, mib, c->ggtt_mib);
	/* Firmware points all entries at one page. */
	expect(test, text, "top_entries", "16384");
	expect(test, text, "top_valid", "16384");
	expect(test, text, "top_distinct", "1");
	expect(test, text, "oacontrol", "asleep");
	expect(test, text, "measured_hz", "asleep");
	/* The firmware's screen */
	expect(test, text, "planes_on", "1");
	expect(test, text, "would_reject", "");
	expect(test, text, "would_bind", "1");
	expect(test, text, "would_take_ggtt", c->ggtt_mib == 4096 ?
		     "0xfc000000 to 0xffffffff" : "0x7c000000 to 0x7fffffff");
	bringup_sim_end(test, s, 0);
}

static void oa_bringup_kept_awake(struct kunit *test)
{
	const struct bringup_case *c = test->param_value;
	struct bringup_sim *s = bringup_sim_start(test);
	u64 least = 0, most = 0;
	u32 i, hz = 0;
	const char *text, *to;
	u64 writes;

	/* No domain of VLV and CHV wakes unless this register allows it. */
	if (s->gpu->platform->may_wake)
		oa_sim_gpu_write32(s->gpu, 0x130090, 1);
	for (i = 0; i < s->gpu->platform->num_domains; i++)
		oa_sim_gpu_write32(s->gpu, s->gpu->platform->domains[i].request, FORCEWAKE_USER_ON);
	/* An acknowledge takes 2 us. */
	usleep_range(10, 1000);
	writes = s->gpu->stats.register_writes;
	text = report(test, &s->b);
	KUNIT_EXPECT_NULL_MSG(test, strstr(text, "asleep"), "%s", text);
	expect(test, text, "topology", c->topology);
	KUNIT_EXPECT_EQ(test, kstrtou32(value(test, text, "expected_hz"), 10, &hz), 0);
	KUNIT_EXPECT_EQ(test, hz, c->hz);
	to = value(test, text, "measured_hz");
	if (sscanf(to, "%llu to %llu", &least, &most) != 2)
		KUNIT_FAIL(test, "measured_hz: %s", to);
	KUNIT_EXPECT_LE(test, least, c->hz);
	KUNIT_EXPECT_GE(test, most, c->hz);
	bringup_sim_end(test, s, writes);
}

/* A domain acknowledges only the first request: reads after it are not valid. */
static u32 dozes_off(struct fake_mmio *f, u32 offset, u32 value)
{
	if (offset == 0xa090)
		*fake_mmio_reg(f, 0x130044) = 0;
	return value;
}

static struct fake_mmio *fake_hsw(struct kunit *test, struct oa_bringup *b)
{
	static const struct oa_gt_info gt = { &oa_platform_hsw, 1, 2 };
	struct fake_mmio *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	b->pdev = kunit_kzalloc(test, sizeof(*b->pdev), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, b->pdev);
	fake_mmio_init(test, f, 0);
	f->open = true;
	b->uncore = &f->uncore;
	b->gt = &gt;
	b->command = 2;
	b->ggc = 2 << 8 | 3 << 3;
	b->pdev->resource[0].end = SZ_4M - 1;
	/* Add these before the GGTT's entries fill the register file. */
	fake_mmio_add(f, 0x130044, NULL);
	fake_mmio_add(f, 0xa090, NULL);
	fake_mmio_add(f, 0x911c, NULL);
	fake_mmio_add(f, 0x70180, NULL);
	fake_mmio_add(f, 0x7019c, NULL);
	fake_mmio_add(f, 0x78000, NULL);
	fake_mmio_add(f, 0x78004, NULL);
	return f;
}

static void oa_bringup_dozes(struct kunit *test)
{
	struct oa_bringup b = {};
	struct fake_mmio *f = fake_hsw(test, &b);
	const char *text;

	*fake_mmio_reg(f, 0x130044) = 1 << 15;
	*fake_mmio_reg(f, 0xa090) = 0x88040000;
	f->read = dozes_off;
	text = report(test, &b);
	expect(test, text, "topology", "slices 0x1, 2 subslices, 20 EUs");
	expect(test, text, "rc_control", "asleep");
	KUNIT_EXPECT_EQ(test, f->num_writes, 0u);
}

static void oa_bringup_refuses(struct kunit *test)
{
	struct oa_bringup b = {};
	struct fake_mmio *f = fake_hsw(test, &b);
	const char *text;

	expect(test, report(test, &b), "stolen_mib", "96");
	*fake_mmio_reg(f, 0x70180) = BIT(31);
	*fake_mmio_reg(f, 0x7019c) = 0x7d000000;
	text = report(test, &b);
	expect(test, text, "plane_0x70180", "0x80000000 at 0x7d000000");
	expect(test, text, "would_reject", "a plane scans out near the range of the GGTT");
	expect(test, text, "would_bind", "0");
	*fake_mmio_reg(f, 0x7019c) = 0;
	expect(test, report(test, &b), "would_bind", "1");
	*fake_mmio_reg(f, 0x78000) = 0x76544776;
	expect(test, report(test, &b), "would_bind", "1");
	*fake_mmio_reg(f, 0x78004) = 0x47765447;
	expect(test, report(test, &b), "would_reject", "the GPU is virtualised");
	*fake_mmio_reg(f, 0x78004) = 0;
	b.ggc = 0;
	text = report(test, &b);
	expect(test, text, "would_reject", "the GGTT can't hold the OA buffer");
	expect(test, text, "top_entries", "");
	b.command = 0;
	text = report(test, &b);
	expect(test, text, "registers", "memory decoding is off");
	expect(test, text, "would_bind", "");
	KUNIT_EXPECT_EQ(test, f->num_writes, 0u);
}

/* Reads beyond a BAR that is too small would fault in the kernel. */
static void oa_bringup_small_bar(struct kunit *test)
{
	struct oa_bringup b = {};
	struct fake_mmio *f = fake_hsw(test, &b);
	const char *text;

	b.pdev->resource[0].end = SZ_1M - 1;
	text = report(test, &b);
	expect(test, text, "would_reject", "BAR 0 is too small");
	expect(test, text, "would_bind", "0");
	KUNIT_EXPECT_EQ(test, f->num_reads, 0u);
	KUNIT_EXPECT_EQ(test, f->num_writes, 0u);
}

static void oa_bringup_counts(struct kunit *test)
{
	u64 entries[] = { 0x3001, 0, 0x1001, 0x3001, 0x1000, 0x3001, 0x700000001 };
	struct oa_bringup_entries c;

	oa_bringup_count(entries, ARRAY_SIZE(entries), &c);
	KUNIT_EXPECT_EQ(test, c.valid, 5u);
	KUNIT_EXPECT_EQ(test, c.distinct, 5u);
	KUNIT_EXPECT_EQ(test, c.most, 3u);
	KUNIT_EXPECT_EQ(test, c.common, 0x3001ull);
}

/* From Gen9 on the report shows coarse power gating (0xA210): hardware.rst 2.4 */
static void oa_bringup_gating(struct kunit *test)
{
	static const struct {
		const struct oa_platform *platform;
		bool shown;
	} cases[] = {
		{ &oa_platform_hsw, false }, { &oa_platform_bdw, false },
		{ &oa_platform_skl, true }, { &oa_platform_bxt, true }, { &oa_platform_glk, true },
		{ &oa_platform_icl, true }, { &oa_platform_lkf, true },
	};
	const struct oa_debug_reg * const *list, *reg;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		bool shown = false;

		list = cases[i].platform->bringup->regs[OA_BRINGUP_POWER];
		for (; *list; list++)
			for (reg = *list; reg->name; reg++)
				shown |= reg->offset == 0xa210 && !strcmp(reg->name, "pg_enable");
		KUNIT_EXPECT_EQ_MSG(test, shown, cases[i].shown, "%zu", i);
	}
}

static struct kunit_case oa_bringup_kunit_cases[] = {
	KUNIT_CASE_PARAM(oa_bringup_asleep, bringup_gen_params),
	KUNIT_CASE_PARAM(oa_bringup_kept_awake, bringup_gen_params),
	KUNIT_CASE(oa_bringup_dozes),
	KUNIT_CASE(oa_bringup_refuses),
	KUNIT_CASE(oa_bringup_small_bar),
	KUNIT_CASE(oa_bringup_counts),
	KUNIT_CASE(oa_bringup_gating),
	{ }
};

static struct kunit_suite oa_bringup_suite = {
	.name = "i915_oa_bringup",
	.test_cases = oa_bringup_kunit_cases,
};

kunit_test_suite(oa_bringup_suite);
