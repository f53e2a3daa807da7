/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the equations of metric files may ask of a GPU: its parts, clocks and stepping.
 */
#ifndef _TOOLS_GPUFACTS_H_
#define _TOOLS_GPUFACTS_H_

#include <stdbool.h>
#include <stddef.h>

#include "tools/common/platform.h"

/* Slices of any GPU that has a topology */
#define GPUFACTS_SLICES		8u

/** struct gpu_facts - a GPU; all 0: nothing is known */
struct gpu_facts {
	/** @everything: no GPU, but one that has all parts, for lists */
	bool everything;
	/** @platform: its platform, NULL: not known */
	const struct dump_platform *platform;
	/** @family: as metric files call it, e.g. "HSW", "SKL" */
	const char *family;
	/** @timestamp_hz: ticks of the time stamp per second */
	u64 timestamp_hz;
	/** @has_topology: the next three members are known */
	bool has_topology;
	/** @eus: number of EUs */
	u32 eus;
	/** @slice_mask: slices that exist */
	u8 slice_mask;
	/** @subslices: masks of the subslices that exist, for each slice */
	u8 subslices[GPUFACTS_SLICES];
	/** @has_revision: @revision is known */
	bool has_revision;
	/** @revision: the stepping */
	u32 revision;
	/** @max_hz: highest frequency, 0: not known */
	u64 max_hz;
};

void gpufacts_family(struct gpu_facts *facts, const struct dump_platform *platform, u32 devid,
		     const char *key);
bool gpufacts_topology(struct gpu_facts *facts, const void *topology, size_t bytes);
bool gpufacts_fit(const struct gpu_facts *facts, const char *chipset);
bool gpufacts_find(const struct gpu_facts *facts, const char *name, u64 *value);

#endif /* _TOOLS_GPUFACTS_H_ */
