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
/* The bit of the time stamp on which the timer of most streams strobes */
#define OA_PMU_BIT	13
/* Advance of a stopped clock by oa_pmu_step(). In three no register wraps. */
#define OA_PMU_STEP_NS	20000000ull

/** struct oa_pmu_value - the values of a read of an event */
struct oa_pmu_value {
	/** @count: its count */
	u64 count;
	/** @enabled: time in which it was enabled, ns */
	u64 enabled;
	/** @running: part of @enabled in which it was counted, ns */
	u64 running;
};

/** struct oa_pmu_events - events that are open and read together */
struct oa_pmu_events {
	/** @num: number of events */
	int num;
	/** @fds: the events */
	int fds[12];
	/** @before: values at the last oa_pmu_note() */
	struct oa_pmu_value before[12];
	/** @v: the advance from there to the last oa_pmu_advance() */
	struct oa_pmu_value v[12];
	/** @began: time of the last oa_pmu_note(), ns */
	u64 began;
	/** @ns: time from there to the end of the last oa_pmu_advance() */
	u64 ns;
};

bool oa_pmu_find(char *dir, size_t size);
int oa_pmu_type(void);
int oa_pmu_cpu(void);
int oa_pmu_try(struct perf_event_attr *attr, int pid, int cpu, int group);
int oa_pmu_open(u32 code);
int oa_pmu_open_in(u32 code, int group);
struct oa_pmu_value oa_pmu_read(int event);
struct oa_pmu_value oa_pmu_since(int event, const struct oa_pmu_value *before);
bool oa_pmu_counted(int event);
void oa_pmu_wait(int event, int ms);
void oa_pmu_open_list(struct oa_pmu_events *e, const u32 *codes, int num);
void oa_pmu_open_usual(struct oa_pmu_events *e, int num);
void oa_pmu_note(struct oa_pmu_events *e);
void oa_pmu_advance(struct oa_pmu_events *e);
void oa_pmu_close(struct oa_pmu_events *e);
void oa_pmu_assert_plausible(const struct oa_pmu_events *e, int clocks, int active);
int oa_pmu_stream(int drm, u32 flags);
u64 oa_pmu_caps(const char *file);
void oa_pmu_step(void);

/* EU.ACTIVE, EU.STALL, the busy counter, and clocks, by platform */
u32 oa_pmu_active(void);
u32 oa_pmu_stall(void);
u32 oa_pmu_busy(void);
u32 oa_pmu_clocks(void);

/* A count of OA_PMU_TIME, in ns, to the millisecond: it counts ticks of the timestamp. */
static inline u64 oa_pmu_ns(u64 count)
{
	return count * 1000 / oa_facts()->timestamp_hz * 1000000;
}

void oa_pmu_fixture(void);
void oa_pmu_prepare(void);

/* A subtest that begins with a GPU without a fault, and ends without a violation. */
#define oa_pmu_subtest(name, test)		\
	igt_subtest(name) {			\
		oa_pmu_prepare();		\
		test;				\
		oa_assert_no_violation();	\
	}

#endif /* _OA_PMU_H_ */
