// SPDX-License-Identifier: GPL-2.0-only
/*
 * Buffer sizes, the rates that they can sustain, and how long a waiter may
 * sleep.
 *
 * Expected values are written from hardware.rst 3.14 and 3.15 (buffers of 16 to
 * 128 KiB in steps of 16, 80 ns ticks) and from Documentation/abi.rst: half of the
 * buffer must take at least 5 ms to fill; the newest reports are kept once three
 * quarters are full.
 */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "formats/oa_format.h"
#include "named_param.h"
#include "oa/gpu/oa_gpu_priv.h"
#include "oa/oa_device.h"
#include "oa/oa_platform.h"
#include "oa/stream/oa_stream_priv.h"

#define KIB	1024u

static const struct oa_topology gt1 = {
	.max_slices = 1, .max_subslices = 1, .max_eus = 6, .slice_mask = 0x1,
	.subslice_mask = { 0x1 }, .eu_mask = { { 0x3f } },
};

static const struct oa_report_format *
format_of(struct kunit *test, const struct oa_platform *platform, u8 select)
{
	size_t i;

	for (i = 0; i < platform->num_formats; i++)
		if (platform->formats[i].select == select)
			return &platform->formats[i];
	KUNIT_FAIL(test, "%s has no Counter Select %u", platform->name, select);
	return NULL;
}

struct size_case {
	const char *name;
	const struct oa_platform *platform;
	u8 select;
	int exponent;		/* -1: none */
	u64 poll_ns;		/* 0: the default */
	u32 wake;
	u32 bytes;
};

static const struct size_case size_cases[] = {
	{ "SNB A13", &oa_platform_snb, 0, -1, 0, 0, 128 * KIB },
	{ "SNB A29", &oa_platform_snb, 1, -1, 0, 0, 128 * KIB },
	{ "SNB A29_B4, 192 bytes", &oa_platform_snb, 3, -1, 0, 0, 96 * KIB },
	{ "IVB A45_B4", &oa_platform_ivb, 5, -1, 0, 0, 128 * KIB },
	{ "IVB A29_B4, 192 bytes", &oa_platform_ivb, 3, -1, 0, 0, 96 * KIB },
	{ "VLV A29_B4, 192 bytes", &oa_platform_vlv, 3, -1, 0, 0, 96 * KIB },
	{ "HSW A45_B8_C8", &oa_platform_hsw, 5, -1, 0, 0, 16 * KIB * KIB },
	/* None of Haswell's sizes is a multiple of 192-byte reports. */
	{ "HSW A29_B8_C8, 192 bytes", &oa_platform_hsw, 3, -1, 0, 0, 16 * KIB * KIB },
	{ "BDW, 256 bytes", &oa_platform_bdw, 5, -1, 0, 0, 16 * KIB * KIB },
};

/* Half of the buffer holds the reports of 5 ms, one every 160 ns x 2^exponent. */
static const struct size_case chosen_cases[] = {
	{ "HSW, 31250 of 256", &oa_platform_hsw, 5, 0, 0, 0, 16384 * KIB },
	{ "HSW, 15625 of 256", &oa_platform_hsw, 5, 1, 0, 0, 8192 * KIB },
	{ "HSW, 489 of 256", &oa_platform_hsw, 5, 6, 0, 0, 256 * KIB },
	{ "HSW, 31 of 256", &oa_platform_hsw, 5, 10, 0, 0, 128 * KIB },
	{ "HSW, 9766 of 256 in 100 ms", &oa_platform_hsw, 5, 6, 100000000, 0, 8192 * KIB },
	{ "HSW, a reader's 5 ms, not 100 us", &oa_platform_hsw, 5, 6, 100000, 0, 256 * KIB },
	{ "HSW, more than there is", &oa_platform_hsw, 5, 0, 60000000000, 0, 16384 * KIB },
	{ "HSW, 489 of 192, straddling", &oa_platform_hsw, 3, 6, 0, 0, 256 * KIB },
	{ "HSW, no timer", &oa_platform_hsw, 5, -1, 0, 0, 16384 * KIB },
	{ "HSW, 1024 to wake for", &oa_platform_hsw, 5, 10, 0, 1024, 512 * KIB },
	{ "HSW, 1025 to wake for", &oa_platform_hsw, 5, 10, 0, 1025, 1024 * KIB },
	{ "SNB, 31 of 64", &oa_platform_snb, 0, 10, 0, 0, 16 * KIB },
	{ "SNB, 245 of 192", &oa_platform_snb, 3, 7, 0, 0, 96 * KIB },
	{ "SNB, 1 of 192, which 48 KiB divides", &oa_platform_snb, 3, 20, 0, 0, 48 * KIB },
	{ "SNB, 512 of 64 to wake for", &oa_platform_snb, 0, 20, 0, 512, 64 * KIB },
	{ "SNB, 520 of 64 to wake for", &oa_platform_snb, 0, 20, 0, 520, 80 * KIB },
};

KUNIT_ARRAY_PARAM_DESC(size, size_cases, name);
KUNIT_ARRAY_PARAM_DESC(chosen, chosen_cases, name);

static void size_props(struct kunit *test, const struct size_case *c, struct oa_props *props)
{
	oa_props_init(props);
	props->format = format_of(test, c->platform, c->select);
	KUNIT_ASSERT_NOT_NULL(test, props->format);
	props->periodic = c->exponent >= 0;
	props->exponent = max(c->exponent, 0);
	props->poll_period_ns = c->poll_ns ?: props->poll_period_ns;
	props->wake_reports = c->wake;
}

/* Without a requested size, the largest one is used, whatever the rate. */
static void oa_rate_buffer_size(struct kunit *test)
{
	const struct size_case *c = test->param_value;
	struct oa_props props;

	size_props(test, c, &props);
	KUNIT_EXPECT_EQ(test, oa_buffer_bytes(c->platform, 12500000, &props), c->bytes);
	props.periodic = true;
	props.exponent = 20;
	KUNIT_EXPECT_EQ(test, oa_buffer_bytes(c->platform, 12500000, &props), c->bytes);
	props.has_buffer_size = true;
	props.buffer_size = c->platform->buffer_min;
	KUNIT_EXPECT_EQ(test, oa_buffer_bytes(c->platform, 12500000, &props),
			c->platform->buffer_min);
}

static void oa_rate_buffer_chosen(struct kunit *test)
{
	const struct size_case *c = test->param_value;
	struct oa_props props;

	size_props(test, c, &props);
	props.has_buffer_size = true;
	KUNIT_EXPECT_EQ(test, oa_buffer_bytes(c->platform, 12500000, &props), c->bytes);
}

/* hardware.rst 3.15 */
static void oa_rate_buffer_legal(struct kunit *test)
{
	static const struct oa_platform * const small[] = {
		&oa_platform_snb, &oa_platform_ivb, &oa_platform_vlv,
	};
	static const struct oa_platform * const large[] = {
		&oa_platform_hsw, &oa_platform_bdw, &oa_platform_skl, &oa_platform_icl,
	};
	u64 kib;
	size_t i;

	for (kib = 0; kib <= 32 * KIB; kib += 8) {
		bool power = kib && !(kib & (kib - 1));

		for (i = 0; i < ARRAY_SIZE(small); i++)
			KUNIT_EXPECT_EQ_MSG(test, oa_buffer_legal(small[i], kib * KIB),
					    kib && kib <= 128 && kib % 16 == 0, "%llu KiB", kib);
		for (i = 0; i < ARRAY_SIZE(large); i++)
			KUNIT_EXPECT_EQ_MSG(test, oa_buffer_legal(large[i], kib * KIB),
					    power && kib >= 128 && kib <= 16384, "%llu KiB", kib);
	}
	KUNIT_EXPECT_FALSE(test, oa_buffer_legal(&oa_platform_hsw, 128 * KIB + 1));
	KUNIT_EXPECT_FALSE(test, oa_buffer_legal(&oa_platform_hsw, (1ull << 32) + 128 * KIB));
}

/*
 * At most half of the buffer, and only if the timer alone writes: then N reports take a
 * known time.
 */
static void oa_rate_wake_reports(struct kunit *test)
{
	const struct oa_props_env env = {
		.platform = &oa_platform_hsw, .topology = &gt1, .timestamp_hz = 12500000,
	};
	struct oa_props props;

	oa_props_init(&props);
	props.format = format_of(test, &oa_platform_hsw, 5);
	KUNIT_ASSERT_NOT_NULL(test, props.format);
	props.exponent = 10;
	props.wake_reports = 1;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), -EINVAL);
	props.periodic = true;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), 0);
	props.wake_reports = 32768;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), 0);
	props.wake_reports = 32769;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), -EINVAL);
	props.has_buffer_size = true;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), -EINVAL);
	props.wake_reports = 256;
	props.buffer_size = 128 * KIB;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), 0);
	props.wake_reports = 257;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), -EINVAL);
	/* A size chosen by the driver is large enough. */
	props.buffer_size = 0;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), 0);
}

struct bound_case {
	const char *name;
	const struct oa_platform *platform;
	u8 select;
	unsigned int fastest;	/* smallest exponent that is accepted */
};

/* Half of N reports must last 5 ms: 160 ns x 2^exponent x N / 2 */
static const struct bound_case bound_cases[] = {
	{ "SNB, 2048 of 64 bytes", &oa_platform_snb, 0, 5 },
	{ "SNB, 1024 of 128 bytes", &oa_platform_snb, 1, 6 },
	{ "SNB, 512 of 192 bytes", &oa_platform_snb, 3, 7 },
	{ "IVB, 2048 of 64 bytes", &oa_platform_ivb, 0, 5 },
	{ "IVB, 512 of 256 bytes", &oa_platform_ivb, 5, 7 },
	{ "VLV, 512 of 256 bytes", &oa_platform_vlv, 5, 7 },
	{ "HSW, any", &oa_platform_hsw, 5, 0 },
};

KUNIT_ARRAY_PARAM_DESC(bound, bound_cases, name);

static void oa_rate_bound(struct kunit *test)
{
	const struct bound_case *c = test->param_value;
	const struct oa_props_env env = {
		.platform = c->platform, .topology = &gt1,
		.timestamp_hz = 12500000, .max_sample_rate = 100000,
		.privileged = true,
	};
	struct oa_props props;
	unsigned int exponent;

	oa_props_init(&props);
	props.format = format_of(test, c->platform, c->select);
	KUNIT_ASSERT_NOT_NULL(test, props.format);
	props.periodic = true;
	for (exponent = 0; exponent <= OA_EXPONENT_MAX; exponent++) {
		props.exponent = exponent;
		KUNIT_EXPECT_EQ_MSG(test, oa_props_check(&env, &props),
				    exponent < c->fastest ? -EINVAL : 0, "exponent %u", exponent);
	}
	/* Another check rejects a missing format, and without a timer there is no rate. */
	props.exponent = 0;
	props.periodic = false;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), 0);
	props.periodic = true;
	props.format = NULL;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), 0);
}

/* SNB's timer cannot strobe on a time stamp bit below 3 (hardware.rst 3.14). */
static void oa_rate_snb_fastest(struct kunit *test)
{
	const struct oa_props_env env = {
		.platform = &oa_platform_snb, .topology = &gt1,
		.timestamp_hz = 12500000, .privileged = true,
	};
	struct oa_props props;
	unsigned int exponent;

	oa_props_init(&props);
	for (exponent = 0; exponent < 3; exponent++)
		KUNIT_EXPECT_EQ(test, oa_props_set(&env, &props, DRM_I915_PERF_PROP_OA_EXPONENT,
						   exponent), -EINVAL);
	KUNIT_EXPECT_FALSE(test, props.periodic);
	KUNIT_EXPECT_EQ(test, oa_props_set(&env, &props, DRM_I915_PERF_PROP_OA_EXPONENT, 3), 0);
}

struct wake_case {
	const char *name;
	const struct oa_platform *platform;
	u8 select;
	u8 exponent;
	u64 asked;
	u64 expected;
};

static const struct wake_case wake_cases[] = {
	/* 512 reports, one every 20480 ns, fill it in 10485760 ns. */
	{ "SNB, half", &oa_platform_snb, 3, 7, 100000000, 5242880 },
	{ "SNB, asked for sooner", &oa_platform_snb, 3, 7, 5000000, 5000000 },
	{ "IVB, three quarters", &oa_platform_ivb, 5, 7, 100000000, 7864320 },
	{ "VLV, three quarters", &oa_platform_vlv, 5, 7, 100000000, 7864320 },
	{ "IVB, asked for sooner", &oa_platform_ivb, 5, 7, 100000, 100000 },
	{ "SNB, slow", &oa_platform_snb, 0, 20, 5000000, 5000000 },
	/* 65536 reports, one every 160 ns: 10485760 ns as well */
	{ "HSW, three quarters", &oa_platform_hsw, 5, 0, 100000000, 7864320 },
};

KUNIT_ARRAY_PARAM_DESC(wake, wake_cases, name);

static void oa_rate_deadline(struct kunit *test)
{
	const struct wake_case *c = test->param_value;
	struct oa_props props;
	u64 fill_ns;

	oa_props_init(&props);
	props.format = format_of(test, c->platform, c->select);
	KUNIT_ASSERT_NOT_NULL(test, props.format);
	props.exponent = c->exponent;
	KUNIT_EXPECT_EQ(test, oa_wake_period_ns(c->asked, 0, OA_WAKE_ANNOUNCED), c->asked);
	props.periodic = true;
	props.poll_period_ns = c->asked;
	fill_ns = oa_buffer_fill_ns(c->platform, 12500000, &props);
	KUNIT_EXPECT_EQ(test, c->expected,
			oa_wake_period_ns(c->asked, fill_ns, c->platform->irq->pending ?
					  OA_WAKE_ANNOUNCED : OA_WAKE_UNANNOUNCED));
}

/* KEEP_NEWEST trims eight times while a buffer fills; other overflow modes never trim. */
static void oa_rate_newest(struct kunit *test)
{
	struct oa_props props;

	oa_props_init(&props);
	props.format = format_of(test, &oa_platform_hsw, 5);
	KUNIT_ASSERT_NOT_NULL(test, props.format);
	props.periodic = true;
	KUNIT_EXPECT_EQ(test, oa_newest_period_ns(&oa_platform_hsw, 12500000, &props), 0);
	props.overflow = DRM_I915_OA_OVERFLOW_KEEP_OLDEST;
	KUNIT_EXPECT_EQ(test, oa_newest_period_ns(&oa_platform_hsw, 12500000, &props), 0);
	/* 65536 reports, one every 160 ns */
	props.overflow = DRM_I915_OA_OVERFLOW_KEEP_NEWEST;
	KUNIT_EXPECT_EQ(test, oa_newest_period_ns(&oa_platform_hsw, 12500000, &props), 1310720);
	props.exponent = 31;
	KUNIT_EXPECT_EQ(test, oa_newest_period_ns(&oa_platform_hsw, 12500000, &props),
			1310720ull << 31);
	/* 512 reports are written in 82 us. */
	props.exponent = 0;
	props.has_buffer_size = true;
	props.buffer_size = 128 * KIB;
	KUNIT_EXPECT_EQ(test, oa_newest_period_ns(&oa_platform_hsw, 12500000, &props), 100000);
}

/* Trimming starts above three quarters and goes down to half. */
static void oa_rate_newest_spare(struct kunit *test)
{
	static const u32 sizes[] = { 16 * KIB, 96 * KIB, 16 * KIB * KIB };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		KUNIT_EXPECT_EQ(test, oa_newest_excess(sizes[i], 0), 0);
		KUNIT_EXPECT_EQ(test, oa_newest_excess(sizes[i], sizes[i] / 2 + 64), 0);
		KUNIT_EXPECT_EQ(test, oa_newest_excess(sizes[i], sizes[i] / 4 * 3), 0);
		KUNIT_EXPECT_EQ(test, oa_newest_excess(sizes[i], sizes[i] / 4 * 3 + 64),
				sizes[i] / 4 + 64);
		KUNIT_EXPECT_EQ(test, oa_newest_excess(sizes[i], sizes[i]), sizes[i] / 2);
	}
}

static struct kunit_case oa_rate_cases[] = {
	KUNIT_CASE_PARAM(oa_rate_buffer_size, size_gen_params),
	KUNIT_CASE_PARAM(oa_rate_buffer_chosen, chosen_gen_params),
	KUNIT_CASE(oa_rate_buffer_legal),
	KUNIT_CASE(oa_rate_wake_reports),
	KUNIT_CASE_PARAM(oa_rate_bound, bound_gen_params),
	KUNIT_CASE(oa_rate_snb_fastest),
	KUNIT_CASE_PARAM(oa_rate_deadline, wake_gen_params),
	KUNIT_CASE(oa_rate_newest),
	KUNIT_CASE(oa_rate_newest_spare),
	{ }
};

static struct kunit_suite oa_rate_suite = {
	.name = "i915_oa_rate",
	.test_cases = oa_rate_cases,
};

kunit_test_suite(oa_rate_suite);
