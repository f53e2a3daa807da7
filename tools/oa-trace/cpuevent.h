/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of perf, by the names that perf's own tools give them.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _OA_TRACE_CPUEVENT_H_
#define _OA_TRACE_CPUEVENT_H_

#include <stdbool.h>

#include "formats/oa_types.h"

#define CPU_EVENT_PMUS	"/sys/bus/event_source/devices"

/** struct cpu_event - an event that processors may have */
struct cpu_event {
	/** @name: as asked for */
	char name[96];
	/** @type: number of its PMU */
	u32 type;
	/** @config: of struct perf_event_attr: config, config1, config2 */
	u64 config[3];
	/** @software: the kernel's own, without any help of the processor, and never precise */
	bool software;
	/** @faults: the address of a sample is the one whose page was missing */
	bool faults;
	/**
	 * @latency: the weight of a sample is the latency of a load. Such an event needs PEBS: the
	 * kernel takes it without precise_ip, but then it counts nothing.
	 */
	bool latency;
};

int cpu_event_find(const char *pmus, const char *name, struct cpu_event *event);
int cpu_event_open(const struct cpu_event *event, u32 hz, int precise, u32 processor);
const char *cpu_event_hint(int error);
int cpu_event_choose(const struct cpu_event *event, u32 hz);

#endif /* _OA_TRACE_CPUEVENT_H_ */
