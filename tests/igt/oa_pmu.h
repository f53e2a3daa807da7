/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf events of the GPU under test.
 */
#ifndef _OA_PMU_H_
#define _OA_PMU_H_

#include <linux/perf_event.h>

#include "oa_lib.h"

#define OA_PMU_CLOCKS	0x100u
#define OA_PMU_TIME	0x200u
#define OA_PMU_A(n)	(0xa00u + (n))
#define OA_PMU_B(n)	(0xb00u + (n))
/* By so much oa_pmu_step() moves a clock that stands still. */
#define OA_PMU_STEP_NS	100000000ull

/** struct oa_pmu_value - what a read of an event gives */
struct oa_pmu_value {
	/** @count: its count */
	u64 count;
	/** @enabled: time in which it was enabled, ns */
	u64 enabled;
	/** @running: time of that in which it was counted, ns */
	u64 running;
};

bool oa_pmu_find(char *dir, size_t size);
void oa_pmu_require(void);
int oa_pmu_type(void);
int oa_pmu_cpu(void);
int oa_pmu_try(struct perf_event_attr *attr, int pid, int cpu, int group);
int oa_pmu_open(u32 code);
int oa_pmu_open_in(u32 code, int group);
struct oa_pmu_value oa_pmu_read(int event);
struct oa_pmu_value oa_pmu_since(int event, const struct oa_pmu_value *before);
bool oa_pmu_counted(int event);
u64 oa_pmu_caps(const char *file);
void oa_pmu_step(void);

/* EU.ACTIVE, EU.STALL, the busy counter, and clocks, by platform */
u32 oa_pmu_active(void);
u32 oa_pmu_stall(void);
u32 oa_pmu_busy(void);
u32 oa_pmu_clocks(void);

/* Counters are in reports only, so a count is as old as the newest one. */
static inline bool oa_pmu_by_reports(void)
{
	return oa_facts()->num_b < 8;
}

/* A count of OA_PMU_TIME, in ns, to the millisecond: it counts ticks of the timestamp. */
static inline u64 oa_pmu_ns(u64 count)
{
	return count * 1000 / oa_facts()->timestamp_hz * 1000000;
}

#endif /* _OA_PMU_H_ */
