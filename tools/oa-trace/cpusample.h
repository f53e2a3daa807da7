/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of processors, of perf or in a dump of PEBS records, as events of a trace.
 */
#ifndef _OA_TRACE_CPUSAMPLE_H_
#define _OA_TRACE_CPUSAMPLE_H_

#include <linux/perf_event.h>

#include "cpuevent_types.h"
#include "formats/oa_pebs.h"
#include "packets.h"

/* Fields of a sample that perf writes; cpusample.c reads them in this order */
#define CPU_SAMPLE_TYPE	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | \
			 PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_WEIGHT | \
			 PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_REGS_INTR)

/** struct cpu_sample - a sample of perf */
struct cpu_sample {
	/** @record: its fields, as far as perf gives them; the data source is in perf's encoding */
	struct oa_pebs_sample record;
	/** @pid: the process */
	s32 pid;
	/** @tid: the thread */
	s32 tid;
	/** @time: ns, CLOCK_MONOTONIC */
	u64 time;
	/** @cpu: the processor */
	u32 cpu;
	/** @period: events since the previous sample */
	u64 period;
	/** @exact: the kernel marks the instruction as that of the event */
	bool exact;
	/** @fault: the address whose page was missing, if the event samples it, else 0 */
	u64 fault;
};

u64 cpu_sample_regs(void);
int cpu_sample_parse(struct cpu_sample *sample, const struct perf_event_header *header,
		     const struct cpu_event *event);
size_t cpu_sample_annotate(const struct oa_pebs_sample *record, const char *source,
			   struct annotation *list);

#endif /* _OA_TRACE_CPUSAMPLE_H_ */
