/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_TRACE_CPUEVENT_TYPES_H_
#define _OA_TRACE_CPUEVENT_TYPES_H_

#include <stdbool.h>

#include "formats/oa_types.h"

/** struct cpu_event - an event that processors may have */
struct cpu_event {
	/** @name: as requested */
	char name[96];
	/** @type: number of its PMU */
	u32 type;
	/** @config: of struct perf_event_attr: config, config1, config2 */
	u64 config[3];
	/** @software: the kernel counts it without the processor's PMU, and it is never precise */
	bool software;
	/** @faults: the address of a sample is the one whose page was missing */
	bool faults;
	/**
	 * @latency: the weight of a sample is the latency of a load. Such an event needs PEBS: the
	 * kernel accepts it without precise_ip, but then it counts nothing.
	 */
	bool latency;
};

#endif /* _OA_TRACE_CPUEVENT_TYPES_H_ */
