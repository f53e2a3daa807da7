/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Properties of each platform.
 */
#ifndef _TOOLS_PLATFORM_H_
#define _TOOLS_PLATFORM_H_

#include <stddef.h>

#include "formats/oa_counters.h"
#include "formats/oa_format.h"
#include "formats/oa_tree.h"

/* All names for --platform, for --help */
#define PLATFORM_KEYS	"snb, ivb, vlv, hsw, bdw, chv, skl, kbl, cfl, bxt, glk, icl, ehl, jsl, " \
			"lkf, tgl, rkl, adl, rpl"

/** struct dump_platform - properties of a platform */
struct dump_platform {
	/** @key: name for --platform, e.g. "snb" */
	const char *key;
	/** @name: name for messages */
	const char *name;
	/** @formats: its report formats */
	const struct oa_report_format *formats;
	/** @num_formats: entries of @formats */
	size_t num_formats;
	/** @select: Counter Select of the default format */
	u8 select;
	/** @timestamp_hz: ticks per second, for use without a GPU */
	u32 timestamp_hz;
	/** @counters: descriptions of its counters */
	const struct oa_counter_set *counters;
	/** @columns: default counters of a table */
	const char *columns;
	/** @cec: first of the custom event creation registers */
	u32 cec;
	/** @num_cec: number of register pairs */
	u32 num_cec;
	/** @subslice_bits: bits of each slice in $SubsliceMask of metric files */
	u32 subslice_bits;
	/** @threads: thread slots of an EU, 0: unknown (hardware.rst 5.7) */
	u32 threads;
	/** @i915: i915 has perf streams on it, too */
	bool i915;
	/** @no_lease: why i915_oa takes no stream of i915's, NULL: it does */
	const char *no_lease;
	/** @tree_sets: uuids of other sets that count the tree's events, then NULL; NULL: none */
	const char *const *tree_sets;
	/** @tree_sets_other: A counters of which that is not true */
	u64 tree_sets_other;
};

const struct dump_platform *platform_by_key(const char *key);
const struct dump_platform *platform_by_devid(u32 devid);
struct oa_machine platform_machine(const struct dump_platform *platform, u32 eus, u32 slices,
				   u32 timestamp_hz);
const struct dump_platform *platform_next(const struct dump_platform *platform);
const struct oa_report_format *platform_format(const struct dump_platform *platform,
					       const char *wanted);

#endif /* _TOOLS_PLATFORM_H_ */
