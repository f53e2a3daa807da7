// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sysctls while the i915 module is loaded. The tests stand in for that module: they
 * register its two files, after telling the driver that it comes, as the kernel's notifier
 * does. Expected values are those of abi.rst 9.
 */
#include <kunit/test.h>
#include <linux/sysctl.h>

#include "oa/oa_compat.h"
#include "oa/uapi/oa_uapi_priv.h"

static int theirs_paranoid, theirs_rate;

static struct ctl_table theirs[] = {
	{
		.procname = "perf_stream_paranoid",
		.data = &theirs_paranoid,
		.maxlen = sizeof(int),
		.mode = 0644,
		.proc_handler = proc_dointvec,
	}, {
		.procname = "oa_max_sample_rate",
		.data = &theirs_rate,
		.maxlen = sizeof(int),
		.mode = 0644,
		.proc_handler = proc_dointvec,
	},
	OA_SYSCTL_SENTINEL
};

/* The kernel rejects a second table of this name, so the driver must have removed its own. */
static void oa_sysctl_i915_applies(struct kunit *test)
{
	struct ctl_table_header *header;

	theirs_paranoid = 0;
	theirs_rate = 1234;
	oa_sysctl_release();
	header = register_sysctl("dev/i915", theirs);
	KUNIT_EXPECT_NOT_NULL(test, header);
	KUNIT_EXPECT_EQ(test, oa_sysctl_choose(), 0);
	KUNIT_EXPECT_FALSE(test, oa_sysctl_paranoid());
	KUNIT_EXPECT_EQ(test, oa_sysctl_max_sample_rate(), 1234);

	/* Later values apply at once. */
	theirs_paranoid = 1;
	theirs_rate = 0;
	KUNIT_EXPECT_TRUE(test, oa_sysctl_paranoid());
	KUNIT_EXPECT_EQ(test, oa_sysctl_max_sample_rate(), 0);

	/* Between i915's exit and the notifier, nothing is more open than the default. */
	theirs_paranoid = 0;
	theirs_rate = 500000;
	if (header)
		unregister_sysctl_table(header);
	KUNIT_EXPECT_TRUE(test, oa_sysctl_paranoid());
	KUNIT_EXPECT_EQ(test, oa_sysctl_max_sample_rate(), 100000);
	KUNIT_EXPECT_EQ(test, oa_sysctl_choose(), 0);
}

/* The driver's own are back, with their defaults. */
static void oa_sysctl_i915_gone(struct kunit *test)
{
	oa_sysctl_release();
	KUNIT_EXPECT_EQ(test, oa_sysctl_choose(), 0);
	KUNIT_EXPECT_TRUE(test, oa_sysctl_paranoid());
	KUNIT_EXPECT_EQ(test, oa_sysctl_max_sample_rate(), 100000);
	/* A notification without a change of i915's files changes nothing. */
	KUNIT_EXPECT_EQ(test, oa_sysctl_choose(), 0);
	KUNIT_EXPECT_TRUE(test, oa_sysctl_paranoid());
}

static struct kunit_case oa_sysctl_cases[] = {
	KUNIT_CASE(oa_sysctl_i915_applies),
	KUNIT_CASE(oa_sysctl_i915_gone),
	{}
};

static struct kunit_suite oa_sysctl_suite = {
	.name = "i915_oa_sysctl",
	.test_cases = oa_sysctl_cases,
};

kunit_test_suite(oa_sysctl_suite);
