// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: sysctl
 *
 * Clients detect OA support by the existence of dev.i915.perf_stream_paranoid,
 * so the sysctls have the same place as i915's. If the i915 module already owns
 * dev.i915, they are placed in dev.i915_oa instead, and a log line says so.
 *
 * Facts: abi.rst 9.
 */
#include <linux/printk.h>
#include <linux/sysctl.h>

#include "abi/oa_sysctl.h"
#include "oa_compat.h"

static u32 oa_paranoid = 1;
static u32 oa_max_sample_rate = 100000;
static int oa_one = 1;
static int oa_zero;
/* Half of the slowest GPU's clock, because the shortest period is two ticks. Raised by probe. */
static int oa_max_sample_rate_limit = 6000000;

static struct ctl_table oa_table[] = {
	{
		.procname = "perf_stream_paranoid",
		.data = &oa_paranoid,
		.maxlen = sizeof(oa_paranoid),
		.mode = 0644,
		.proc_handler = proc_dointvec_minmax,
		.extra1 = &oa_zero,
		.extra2 = &oa_one,
	}, {
		.procname = "oa_max_sample_rate",
		.data = &oa_max_sample_rate,
		.maxlen = sizeof(oa_max_sample_rate),
		.mode = 0644,
		.proc_handler = proc_dointvec_minmax,
		.extra1 = &oa_zero,
		.extra2 = &oa_max_sample_rate_limit,
	},
	OA_SYSCTL_SENTINEL
};

static struct ctl_table_header *oa_table_header;

/**
 * oa_sysctl_register() - register the sysctls
 *
 * Process context, once per module. Return: 0 or -ENOMEM.
 */
int oa_sysctl_register(void)
{
	oa_table_header = register_sysctl("dev/i915", oa_table);
	if (!oa_table_header) {
		oa_table_header = register_sysctl("dev/i915_oa", oa_table);
		pr_info("i915_oa: dev.i915 is taken, the sysctls are dev.i915_oa.*\n");
	}
	return oa_table_header ? 0 : -ENOMEM;
}

/**
 * oa_sysctl_unregister() - unregister the sysctls
 */
void oa_sysctl_unregister(void)
{
	unregister_sysctl_table(oa_table_header);
}

/**
 * oa_sysctl_paranoid() - do system-wide streams and metric sets need privilege?
 */
bool oa_sysctl_paranoid(void)
{
	return READ_ONCE(oa_paranoid);
}

/**
 * oa_sysctl_max_sample_rate() - fastest rate without privilege, in Hz
 */
u32 oa_sysctl_max_sample_rate(void)
{
	return READ_ONCE(oa_max_sample_rate);
}

/**
 * oa_sysctl_limit_sample_rate() - raise the bound of the rate for a new GPU, if needed
 * @timestamp_hz: ticks of the GPU's time stamp per second
 *
 * The sysctl belongs to the module, not to a GPU, so the fastest GPU sets its bound.
 */
void oa_sysctl_limit_sample_rate(u32 timestamp_hz)
{
	int limit = timestamp_hz / 2;

	if (limit > READ_ONCE(oa_max_sample_rate_limit))
		WRITE_ONCE(oa_max_sample_rate_limit, limit);
}
