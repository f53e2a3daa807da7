/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PMU_KIND_H_
#define _OA_PMU_KIND_H_

#include <linux/types.h>

/**
 * struct oa_pmu_kind - what an event counts
 */
struct oa_pmu_kind {
	/** @source: OA_SOURCE_* */
	u8 source;
	/** @clocks: if @timed, the source with all clocks */
	u8 clocks;
	/** @timed: ns are counted, by the share that @source has of @clocks */
	bool timed;
	/** @unit: how many counts of @source make one of the event, if not @timed */
	u32 unit;
};

#endif /* _OA_PMU_KIND_H_ */
