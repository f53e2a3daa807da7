// SPDX-License-Identifier: GPL-2.0-only
/*
 * The properties of an open: the errno for each rejected value, and the effect
 * of each accepted one.
 *
 * Expected values are written from abi.rst 6.1 (row numbers below), 6.2 and
 * 6.3, and from the comments of i915_oa.h. One rule, that the first error in
 * the caller's order wins, needs user memory and is tested from user space.
 */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <uapi/drm/i915_drm.h>

#include "formats/oa_format.h"
#include "named_param.h"
#include "oa/oa_device.h"
#include "oa/oa_platform.h"
#include "oa/stream/oa_stream_priv.h"

/* Property ids as user space passes them, abi.rst 6.2 and i915_oa.h */
enum {
	CTX_HANDLE = 1, SAMPLE_OA, METRICS_SET, FORMAT, EXPONENT, HOLD_PREEMPTION,
	GLOBAL_SSEU, POLL_OA_PERIOD, ENGINE_CLASS, ENGINE_INSTANCE,
	LOSS_RECORDS = 0x1000, OVERFLOW = 0x1001, BUFFER_SIZE = 0x1002,
	WAKE_REPORTS = 0x1003, KEEP_UNREAD = 0x1004, FREQUENCY_REPORTS = 0x1005,
};

/* Above every user address, so never mapped */
#define BAD_ADDRESS	0xfffffffffffff000ull

static const struct oa_topology gt2 = {
	.max_slices = 1, .max_subslices = 2, .max_eus = 10, .slice_mask = 0x1,
	.subslice_mask = { 0x3 }, .eu_mask = { { 0x3ff, 0x3ff } },
};

static const struct oa_topology gt3 = {
	.max_slices = 2, .max_subslices = 2, .max_eus = 10, .slice_mask = 0x3,
	.subslice_mask = { 0x3, 0x3 }, .eu_mask = { { 0x3ff, 0x3ff }, { 0x3ff, 0x3ff } },
};

static const struct oa_props_env env_user = {
	.platform = &oa_platform_hsw, .topology = &gt2, .timestamp_hz = 12500000,
	.max_sample_rate = 100000,
};

static const struct oa_props_env env_root = {
	.platform = &oa_platform_hsw, .topology = &gt2, .timestamp_hz = 12500000,
	.max_sample_rate = 100000, .privileged = true,
};

struct set_case {
	const char *name;
	u64 id;
	u64 value;
	int ret;
};

static const struct set_case set_cases[] = {
	{ "4b: id 0", 0, 1, -EINVAL },
	{ "4b: id 11", 11, 1, -EINVAL },
	{ "4b: id 12", 12, 1, -EINVAL },
	{ "4b: id above 32 bits", 1ull << 32 | CTX_HANDLE, 1, -EINVAL },
	{ "4b: id all ones", ~0ull, 1, -EINVAL },
	{ "ids below the extension", LOSS_RECORDS - 1, 1, -EINVAL },
	{ "ids behind the extension", 0x10ff, 1, -EINVAL },
	{ "4c: metrics set 0", METRICS_SET, 0, -EINVAL },
	{ "metrics set 1", METRICS_SET, 1, 0 },
	{ "metrics set 2^32", METRICS_SET, 1ull << 32, 0 },
	{ "4d: format 0", FORMAT, 0, -EINVAL },
	{ "format 1", FORMAT, 1, 0 },
	{ "format 7", FORMAT, 7, 0 },
	{ "4d: format 8 is gen8's", FORMAT, 8, -EINVAL },
	{ "4d: format 10 is gen8's", FORMAT, 10, -EINVAL },
	{ "4d: format 11 is DG2's", FORMAT, 11, -EINVAL },
	{ "4d: format 15", FORMAT, 15, -EINVAL },
	{ "4d: format above 32 bits", FORMAT, 1ull << 32 | 5, -EINVAL },
	{ "4d: format all ones", FORMAT, ~0ull, -EINVAL },
	{ "extension format", FORMAT, 0x1000, 0 },
	{ "behind the extension format", FORMAT, 0x1001, -EINVAL },
	{ "exponent 31", EXPONENT, 31, 0 },
	/* Not EACCES, though the privilege is missing as well */
	{ "4e: exponent 32", EXPONENT, 32, -EINVAL },
	{ "4e: exponent above 32 bits", EXPONENT, 1ull << 32 | 31, -EINVAL },
	{ "4e: exponent all ones", EXPONENT, ~0ull, -EINVAL },
	{ "4f: exponent 0", EXPONENT, 0, -EACCES },
	{ "4f: exponent 5, 195312 Hz", EXPONENT, 5, -EACCES },
	{ "exponent 6, 97656 Hz", EXPONENT, 6, 0 },
	{ "4h: SSEU not readable", GLOBAL_SSEU, BAD_ADDRESS, -EFAULT },
	{ "4i: poll period 0", POLL_OA_PERIOD, 0, -EINVAL },
	{ "4i: poll period 1", POLL_OA_PERIOD, 1, -EINVAL },
	{ "4i: poll period 99999", POLL_OA_PERIOD, 99999, -EINVAL },
	{ "poll period 100000", POLL_OA_PERIOD, 100000, 0 },
	{ "poll period 10^10", POLL_OA_PERIOD, 10000000000ull, 0 },
	{ "any context", CTX_HANDLE, ~0ull, 0 },
	{ "any class, checked later", ENGINE_CLASS, 1, 0 },
	{ "any instance, checked later", ENGINE_INSTANCE, 1, 0 },
	{ "loss records 0", LOSS_RECORDS, 0, 0 },
	{ "loss records 1", LOSS_RECORDS, 1, 0 },
	{ "loss records 2", LOSS_RECORDS, 2, -EINVAL },
	{ "loss records 2^32", LOSS_RECORDS, 1ull << 32, -EINVAL },
	{ "overflow 0", OVERFLOW, 0, 0 },
	{ "overflow 1", OVERFLOW, 1, 0 },
	{ "overflow 2", OVERFLOW, 2, 0 },
	{ "overflow 3", OVERFLOW, 3, -EINVAL },
	{ "overflow 2^32", OVERFLOW, 1ull << 32, -EINVAL },
	{ "wake reports 0", WAKE_REPORTS, 0, -EINVAL },
	{ "wake reports 1", WAKE_REPORTS, 1, 0 },
	{ "wake reports, half of 16 MiB in lines", WAKE_REPORTS, 131072, 0 },
	{ "wake reports, above that", WAKE_REPORTS, 131073, -EINVAL },
	{ "wake reports 2^32 + 1", WAKE_REPORTS, (1ull << 32) + 1, -EINVAL },
	{ "keep unread 0", KEEP_UNREAD, 0, 0 },
	{ "keep unread 1", KEEP_UNREAD, 1, 0 },
	{ "keep unread 2", KEEP_UNREAD, 2, -EINVAL },
	{ "keep unread 2^32", KEEP_UNREAD, 1ull << 32, -EINVAL },
	{ "frequency reports 0", FREQUENCY_REPORTS, 0, 0 },
	{ "frequency reports 1, on Haswell", FREQUENCY_REPORTS, 1, -EINVAL },
	{ "frequency reports 2", FREQUENCY_REPORTS, 2, -EINVAL },
	{ "frequency reports 2^32 + 1", FREQUENCY_REPORTS, (1ull << 32) + 1, -EINVAL },
	{ "extension after the last", 0x1006, 0, -EINVAL },
	{ "buffer size 0", BUFFER_SIZE, 0, 0 },
	{ "buffer size 64 KiB", BUFFER_SIZE, 65536, -EINVAL },
	{ "buffer size 128 KiB", BUFFER_SIZE, 131072, 0 },
	{ "buffer size 192 KiB", BUFFER_SIZE, 196608, -EINVAL },
	{ "buffer size 16 MiB", BUFFER_SIZE, 16777216, 0 },
	{ "buffer size 32 MiB", BUFFER_SIZE, 33554432, -EINVAL },
	{ "buffer size 2^32 + 128 KiB", BUFFER_SIZE, (1ull << 32) + 131072, -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(set, set_cases, name);

static void oa_props_checked(struct kunit *test)
{
	const struct set_case *c = test->param_value;
	struct oa_props props;

	oa_props_init(&props);
	KUNIT_EXPECT_EQ(test, oa_props_set(&env_user, &props, c->id, c->value), c->ret);
}

static void oa_props_defaults(struct kunit *test)
{
	struct oa_props props;

	memset(&props, 0xff, sizeof(props));
	oa_props_init(&props);
	KUNIT_EXPECT_EQ(test, props.poll_period_ns, 5000000ull);
	KUNIT_EXPECT_FALSE(test, props.has_ctx);
	KUNIT_EXPECT_FALSE(test, props.sample_oa);
	KUNIT_EXPECT_FALSE(test, props.periodic);
	KUNIT_EXPECT_FALSE(test, props.hold_preemption);
	KUNIT_EXPECT_FALSE(test, props.has_sseu);
	KUNIT_EXPECT_FALSE(test, props.loss_records);
	KUNIT_EXPECT_FALSE(test, props.keep_unread);
	KUNIT_EXPECT_FALSE(test, props.frequency_reports);
	KUNIT_EXPECT_EQ(test, props.overflow, DRM_I915_OA_OVERFLOW_DROP);
	/* There is no default metrics set and no default format. */
	KUNIT_EXPECT_EQ(test, props.metrics_set, 0);
	KUNIT_EXPECT_NULL(test, props.format);
	/* Render 0:0 */
	KUNIT_EXPECT_EQ(test, oa_props_check(&env_user, &props), 0);
}

static void take(struct kunit *test, struct oa_props *props, u64 id, u64 value)
{
	KUNIT_ASSERT_EQ_MSG(test, oa_props_set(&env_root, props, id, value), 0,
			    "property %llu = %llu", id, value);
}

static void oa_props_taken(struct kunit *test)
{
	struct oa_props props;

	oa_props_init(&props);
	take(test, &props, CTX_HANDLE, 7);
	take(test, &props, SAMPLE_OA, 1);
	take(test, &props, METRICS_SET, 3);
	take(test, &props, FORMAT, 5);
	take(test, &props, EXPONENT, 0);
	take(test, &props, HOLD_PREEMPTION, 1);
	take(test, &props, POLL_OA_PERIOD, 100000);
	take(test, &props, LOSS_RECORDS, 1);
	take(test, &props, OVERFLOW, 1);
	take(test, &props, KEEP_UNREAD, 1);
	KUNIT_EXPECT_TRUE(test, props.keep_unread);
	KUNIT_EXPECT_TRUE(test, props.has_ctx);
	KUNIT_EXPECT_EQ(test, props.ctx_handle, 7u);
	KUNIT_EXPECT_TRUE(test, props.sample_oa);
	KUNIT_EXPECT_EQ(test, props.metrics_set, 3);
	KUNIT_ASSERT_NOT_NULL(test, props.format);
	KUNIT_EXPECT_STREQ(test, props.format->name, "A45_B8_C8");
	KUNIT_EXPECT_TRUE(test, props.periodic);
	KUNIT_EXPECT_EQ(test, props.exponent, (u8)0);
	KUNIT_EXPECT_TRUE(test, props.hold_preemption);
	KUNIT_EXPECT_EQ(test, props.poll_period_ns, 100000ull);
	KUNIT_EXPECT_TRUE(test, props.loss_records);
	KUNIT_EXPECT_EQ(test, props.overflow, DRM_I915_OA_OVERFLOW_KEEP_OLDEST);
}

/* Broadwell's reason has no bit for it: hardware.rst 4.4. */
static void oa_props_frequency_reports(struct kunit *test)
{
	static const struct {
		const struct oa_platform *platform;
		int ret;
	} cases[] = {
		{ &oa_platform_snb, -EINVAL }, { &oa_platform_hsw, -EINVAL },
		{ &oa_platform_bdw, -EINVAL }, { &oa_platform_chv, -EINVAL },
		{ &oa_platform_skl, 0 }, { &oa_platform_bxt, 0 }, { &oa_platform_icl, 0 },
		{ &oa_platform_lkf, 0 },
	};
	struct oa_props_env env = env_user;
	struct oa_props props;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		env.platform = cases[i].platform;
		oa_props_init(&props);
		KUNIT_EXPECT_EQ(test, oa_props_set(&env, &props, FREQUENCY_REPORTS, 0), 0);
		KUNIT_EXPECT_FALSE(test, props.frequency_reports);
		KUNIT_EXPECT_EQ(test, oa_props_set(&env, &props, FREQUENCY_REPORTS, 1),
				cases[i].ret);
		KUNIT_EXPECT_EQ(test, props.frequency_reports, !cases[i].ret);
	}
}

/* i915 takes any length. The kernel's timers don't: 2^64 - 1 ns from now is in the past. */
static void oa_props_longest_period(struct kunit *test)
{
	static const u64 longer[] = { OA_POLL_PERIOD_MAX_NS + 1, S64_MAX, 1ull << 63, ~0ull };
	struct oa_props props;
	int i;

	oa_props_init(&props);
	take(test, &props, POLL_OA_PERIOD, OA_POLL_PERIOD_MAX_NS - 1);
	KUNIT_EXPECT_EQ(test, props.poll_period_ns, OA_POLL_PERIOD_MAX_NS - 1);
	for (i = 0; i < ARRAY_SIZE(longer); i++) {
		take(test, &props, POLL_OA_PERIOD, longer[i]);
		KUNIT_EXPECT_EQ(test, props.poll_period_ns, OA_POLL_PERIOD_MAX_NS);
	}
}

/* Values are truncated after checking (6.1, notes). */
static void oa_props_truncated(struct kunit *test)
{
	struct oa_props props;

	oa_props_init(&props);
	take(test, &props, CTX_HANDLE, 0x500000007ull);
	KUNIT_EXPECT_EQ(test, props.ctx_handle, 7u);
	/* All ones is an unknown metric set, not an invalid value. */
	take(test, &props, METRICS_SET, ~0ull);
	KUNIT_EXPECT_EQ(test, props.metrics_set, -1);
	take(test, &props, METRICS_SET, 0x100000002ull);
	KUNIT_EXPECT_EQ(test, props.metrics_set, 2);
	/* Class 256 is taken as 0, and so is instance 256. */
	take(test, &props, ENGINE_CLASS, 256);
	take(test, &props, ENGINE_INSTANCE, 256);
	KUNIT_EXPECT_EQ(test, oa_props_check(&env_root, &props), 0);
	take(test, &props, ENGINE_CLASS, 257);
	KUNIT_EXPECT_EQ(test, oa_props_check(&env_root, &props), -EINVAL);
	/* Flags are true if any of the 64 bits is set. */
	take(test, &props, SAMPLE_OA, 1ull << 32);
	KUNIT_EXPECT_TRUE(test, props.sample_oa);
	take(test, &props, HOLD_PREEMPTION, 1ull << 32);
	KUNIT_EXPECT_TRUE(test, props.hold_preemption);
}

/* The last value wins, but SAMPLE_OA is sticky once 1 (6.1, notes). */
static void oa_props_duplicates(struct kunit *test)
{
	struct oa_props props;

	oa_props_init(&props);
	take(test, &props, SAMPLE_OA, 0);
	KUNIT_EXPECT_FALSE(test, props.sample_oa);
	take(test, &props, SAMPLE_OA, 1);
	take(test, &props, SAMPLE_OA, 0);
	KUNIT_EXPECT_TRUE(test, props.sample_oa);

	take(test, &props, CTX_HANDLE, 7);
	take(test, &props, CTX_HANDLE, 0);
	KUNIT_EXPECT_TRUE(test, props.has_ctx);
	KUNIT_EXPECT_EQ(test, props.ctx_handle, 0u);
	take(test, &props, METRICS_SET, 3);
	take(test, &props, METRICS_SET, 2);
	KUNIT_EXPECT_EQ(test, props.metrics_set, 2);
	take(test, &props, FORMAT, 5);
	take(test, &props, FORMAT, 1);
	KUNIT_EXPECT_STREQ(test, props.format->name, "A13");
	take(test, &props, EXPONENT, 10);
	take(test, &props, EXPONENT, 9);
	KUNIT_EXPECT_EQ(test, props.exponent, (u8)9);
	take(test, &props, HOLD_PREEMPTION, 1);
	take(test, &props, HOLD_PREEMPTION, 0);
	KUNIT_EXPECT_FALSE(test, props.hold_preemption);
	take(test, &props, POLL_OA_PERIOD, 200000);
	take(test, &props, POLL_OA_PERIOD, 100000);
	KUNIT_EXPECT_EQ(test, props.poll_period_ns, 100000ull);
	take(test, &props, LOSS_RECORDS, 1);
	take(test, &props, LOSS_RECORDS, 0);
	KUNIT_EXPECT_FALSE(test, props.loss_records);
	take(test, &props, OVERFLOW, 1);
	take(test, &props, OVERFLOW, 0);
	KUNIT_EXPECT_EQ(test, props.overflow, DRM_I915_OA_OVERFLOW_DROP);
	take(test, &props, ENGINE_CLASS, 1);
	take(test, &props, ENGINE_CLASS, 0);
	take(test, &props, ENGINE_INSTANCE, 0);
	KUNIT_EXPECT_EQ(test, oa_props_check(&env_root, &props), 0);
}

struct engine_case {
	const char *name;
	int class;	/* -1: not given */
	int instance;	/* -1: not given */
	int ret;
};

static const struct engine_case engine_cases[] = {
	{ "neither", -1, -1, 0 },
	{ "render 0:0", 0, 0, 0 },
	{ "5: class alone", 0, -1, -EINVAL },
	{ "5: instance alone", -1, 0, -EINVAL },
	{ "6: render 0:1", 0, 1, -EINVAL },
	{ "6: copy 1:0", 1, 0, -EINVAL },
	{ "6: video 2:0", 2, 0, -EINVAL },
	{ "6: class 255", 255, 0, -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(engine, engine_cases, name);

static void oa_props_engine(struct kunit *test)
{
	const struct engine_case *c = test->param_value;
	struct oa_props props;

	oa_props_init(&props);
	if (c->class >= 0)
		take(test, &props, ENGINE_CLASS, c->class);
	if (c->instance >= 0)
		take(test, &props, ENGINE_INSTANCE, c->instance);
	KUNIT_EXPECT_EQ(test, oa_props_check(&env_user, &props), c->ret);
}

struct sseu_case {
	const char *name;
	const struct oa_topology *topology;
	u16 class;
	u16 instance;
	u64 slices;
	u64 subslices;
	u16 min;
	u16 max;
	int ret;
};

static const struct sseu_case sseu_cases[] = {
	{ "all of GT2", &gt2, 0, 0, 0x1, 0x3, 10, 10, 0 },
	{ "all of GT3", &gt3, 0, 0, 0x3, 0x3, 10, 10, 0 },
	{ "one subslice fewer", &gt2, 0, 0, 0x1, 0x1, 10, 10, 0 },
	{ "the other subslice", &gt2, 0, 0, 0x1, 0x2, 10, 10, 0 },
	{ "one slice of GT3", &gt3, 0, 0, 0x2, 0x3, 10, 10, 0 },
	{ "fewest EUs", &gt2, 0, 0, 0x1, 0x3, 1, 1, 0 },
	{ "any EUs", &gt2, 0, 0, 0x1, 0x3, 1, 10, 0 },
	{ "8: other class", &gt2, 1, 0, 0x1, 0x3, 10, 10, -EINVAL },
	{ "8: other instance", &gt2, 0, 1, 0x1, 0x3, 10, 10, -EINVAL },
	{ "8: class 256 is not cut", &gt2, 256, 0, 0x1, 0x3, 10, 10, -EINVAL },
	{ "8: all zero, as Mesa without getparam", &gt2, 0, 0, 0, 0, 0, 0, -EINVAL },
	{ "8: no slice", &gt2, 0, 0, 0x0, 0x3, 10, 10, -EINVAL },
	{ "8: no subslice", &gt2, 0, 0, 0x1, 0x0, 10, 10, -EINVAL },
	{ "8: min 0", &gt2, 0, 0, 0x1, 0x3, 0, 10, -EINVAL },
	{ "8: max 0", &gt2, 0, 0, 0x1, 0x3, 10, 0, -EINVAL },
	{ "8: both 0", &gt2, 0, 0, 0x1, 0x3, 0, 0, -EINVAL },
	{ "8: max below min", &gt2, 0, 0, 0x1, 0x3, 10, 9, -EINVAL },
	{ "8: second slice of GT2", &gt2, 0, 0, 0x3, 0x3, 10, 10, -EINVAL },
	{ "8: only the second slice of GT2", &gt2, 0, 0, 0x2, 0x3, 10, 10, -EINVAL },
	{ "8: third slice of GT3", &gt3, 0, 0, 0x7, 0x3, 10, 10, -EINVAL },
	{ "8: third subslice", &gt2, 0, 0, 0x1, 0x7, 10, 10, -EINVAL },
	{ "8: slice 32", &gt2, 0, 0, 0x100000001ull, 0x3, 10, 10, -EINVAL },
	{ "8: subslice 63", &gt2, 0, 0, 0x1, 0x8000000000000003ull, 10, 10, -EINVAL },
	{ "8: too many EUs", &gt2, 0, 0, 0x1, 0x3, 10, 11, -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(sseu, sseu_cases, name);

static void oa_props_sseu(struct kunit *test)
{
	const struct sseu_case *c = test->param_value;
	struct oa_props_env env = env_user;
	struct oa_props props;

	env.topology = c->topology;
	oa_props_init(&props);
	props.sseu.engine.engine_class = c->class;
	props.sseu.engine.engine_instance = c->instance;
	props.sseu.slice_mask = c->slices;
	props.sseu.subslice_mask = c->subslices;
	props.sseu.min_eus_per_subslice = c->min;
	props.sseu.max_eus_per_subslice = c->max;
	/* The struct's own flags are ignored (6.3). */
	props.sseu.flags = ~0u;
	/* Only properties that were given are checked. */
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), 0);
	props.has_sseu = true;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), c->ret);
}

struct halves_case {
	const char *name;
	u64 subslices;
	u16 min;
	u16 max;
	int ret;
};

/* Requests of a Gen11 slice with 7 subslices of 6 EUs: half is 3, and EUs are the family's 8. */
static const struct halves_case halves_cases[] = {
	{ "half, rounded down", 0x07, 8, 8, 0 },
	{ "half, rounded up", 0x0f, 8, 8, -EINVAL },
	{ "all are an odd number above 4", 0x7f, 8, 8, -EINVAL },
	{ "EUs that the fuses leave", 0x07, 6, 6, -EINVAL },
	{ "a range of EUs", 0x07, 6, 8, -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(halves, halves_cases, name);

static void oa_props_sseu_halves(struct kunit *test)
{
	const struct halves_case *c = test->param_value;
	const struct oa_topology seven = {
		.max_slices = 1, .max_subslices = 8, .max_eus = 8, .slice_mask = 0x1,
		.subslice_mask = { 0x7f },
		.eu_mask = { { 0x3f, 0x3f, 0x3f, 0x3f, 0x3f, 0x3f, 0x3f } },
	};
	struct oa_props_env env = env_user;
	struct oa_props props;

	env.platform = &oa_platform_icl;
	env.topology = &seven;
	oa_props_init(&props);
	props.sseu.slice_mask = 1;
	props.sseu.subslice_mask = c->subslices;
	props.sseu.min_eus_per_subslice = c->min;
	props.sseu.max_eus_per_subslice = c->max;
	props.has_sseu = true;
	KUNIT_EXPECT_EQ(test, oa_props_check(&env, &props), c->ret);
}

struct rate_case {
	const char *name;
	u32 timestamp_hz;
	unsigned int exponent;
	u64 ns;
	u64 hz;
};

/* period_ns = ceil(2^(e+1) * 10^9 / freq); hz = floor(10^9 / period_ns), 0 below 1 (6.2) */
static const struct rate_case rate_cases[] = {
	{ "80 ns, 0", 12500000, 0, 160, 6250000 },
	{ "80 ns, 5", 12500000, 5, 5120, 195312 },
	{ "80 ns, 6", 12500000, 6, 10240, 97656 },
	{ "80 ns, 16", 12500000, 16, 10485760, 95 },
	{ "80 ns, 22", 12500000, 22, 671088640, 1 },
	{ "80 ns, 23", 12500000, 23, 1342177280, 0 },
	{ "80 ns, 31", 12500000, 31, 343597383680ull, 0 },
	{ "12 MHz, 0", 12000000, 0, 167, 5988023 },
	{ "12 MHz, 1", 12000000, 1, 334, 2994011 },
	{ "19.2 MHz, 0", 19200000, 0, 105, 9523809 },
	{ "19.2 MHz, 31", 19200000, 31, 223696213334ull, 0 },
	{ "exactly 1 s", 2, 0, 1000000000, 1 },
};

KUNIT_ARRAY_PARAM_DESC(rate, rate_cases, name);

static void oa_props_rate(struct kunit *test)
{
	const struct rate_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_exponent_ns(c->timestamp_hz, c->exponent), c->ns);
	KUNIT_EXPECT_EQ(test, oa_exponent_hz(c->timestamp_hz, c->exponent), c->hz);
}

struct privilege_case {
	const char *name;
	u32 max_sample_rate;
	bool privileged;
	u64 exponent;
	int ret;
};

static const struct privilege_case privilege_cases[] = {
	{ "at the limit", 6250000, false, 0, 0 },
	{ "one Hz above", 6249999, false, 0, -EACCES },
	{ "one Hz above, privileged", 6249999, true, 0, 0 },
	{ "limit 0, below 1 Hz", 0, false, 23, 0 },
	{ "limit 0, 1 Hz", 0, false, 22, -EACCES },
	{ "limit 0, privileged", 0, true, 0, 0 },
	{ "no privilege for 32", 0, true, 32, -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(privilege, privilege_cases, name);

static void oa_props_privilege(struct kunit *test)
{
	const struct privilege_case *c = test->param_value;
	struct oa_props_env env = env_user;
	struct oa_props props;

	env.max_sample_rate = c->max_sample_rate;
	env.privileged = c->privileged;
	oa_props_init(&props);
	KUNIT_EXPECT_EQ(test, oa_props_set(&env, &props, EXPONENT, c->exponent), c->ret);
	KUNIT_EXPECT_EQ(test, props.periodic, !c->ret);
}

static void oa_props_keep_oldest_platform(struct kunit *test)
{
	struct oa_platform platform = oa_platform_hsw;
	struct oa_props_env env = env_user;
	struct oa_props props;

	platform.can_keep_oldest = false;
	env.platform = &platform;
	oa_props_init(&props);
	KUNIT_EXPECT_EQ(test, oa_props_set(&env, &props, OVERFLOW, 0), 0);
	KUNIT_EXPECT_EQ(test, oa_props_set(&env, &props, OVERFLOW, 1), -EINVAL);
	/* This mode is supported. */
	KUNIT_EXPECT_EQ(test, oa_props_set(&env, &props, OVERFLOW, 2), 0);
}

/* KEEP_NEWEST needs the timer's rate. */
static void oa_props_keep_newest(struct kunit *test)
{
	struct oa_props props;

	oa_props_init(&props);
	take(test, &props, OVERFLOW, 2);
	KUNIT_EXPECT_EQ(test, oa_props_check(&env_user, &props), -EINVAL);
	take(test, &props, EXPONENT, 16);
	KUNIT_EXPECT_EQ(test, oa_props_check(&env_user, &props), 0);
}

/* Rows 3 and 4a; the count is checked before any memory is read. */
static void oa_props_count(struct kunit *test)
{
	static const struct { u32 num; int ret; } cases[] = {
		{ 0, -EINVAL }, { 1, -EFAULT }, { 10, -EFAULT }, { 11, -EINVAL },
		{ 0x1000, -EINVAL }, { ~0u, -EINVAL },
	};
	struct oa_props props;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		KUNIT_EXPECT_EQ_MSG(test, oa_props_read(&env_user, &props, cases[i].num,
							BAD_ADDRESS),
				    cases[i].ret, "%u properties", cases[i].num);
}

static struct kunit_case oa_props_cases[] = {
	KUNIT_CASE_PARAM(oa_props_checked, set_gen_params),
	KUNIT_CASE(oa_props_defaults),
	KUNIT_CASE(oa_props_taken),
	KUNIT_CASE(oa_props_frequency_reports),
	KUNIT_CASE(oa_props_longest_period),
	KUNIT_CASE(oa_props_truncated),
	KUNIT_CASE(oa_props_duplicates),
	KUNIT_CASE_PARAM(oa_props_engine, engine_gen_params),
	KUNIT_CASE_PARAM(oa_props_sseu, sseu_gen_params),
	KUNIT_CASE_PARAM(oa_props_sseu_halves, halves_gen_params),
	KUNIT_CASE_PARAM(oa_props_rate, rate_gen_params),
	KUNIT_CASE_PARAM(oa_props_privilege, privilege_gen_params),
	KUNIT_CASE(oa_props_keep_oldest_platform),
	KUNIT_CASE(oa_props_keep_newest),
	KUNIT_CASE(oa_props_count),
	{ }
};

static struct kunit_suite oa_props_suite = {
	.name = "i915_oa_props",
	.test_cases = oa_props_cases,
};

kunit_test_suite(oa_props_suite);
