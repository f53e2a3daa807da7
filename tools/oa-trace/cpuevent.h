/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of perf, by the names that perf's own tools give them.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _OA_TRACE_CPUEVENT_H_
#define _OA_TRACE_CPUEVENT_H_

#include "cpuevent_types.h"

#define CPU_EVENT_PMUS	"/sys/bus/event_source/devices"

int cpu_event_find(const char *pmus, const char *name, struct cpu_event *event);
int cpu_event_open(const struct cpu_event *event, u32 hz, int precise, u32 processor);
const char *cpu_event_hint(int error);
int cpu_event_choose(const struct cpu_event *event, u32 hz);

#endif /* _OA_TRACE_CPUEVENT_H_ */
