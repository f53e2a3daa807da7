/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A PMU of the kernel.
 */
#ifndef _PMU_SYSFS_H_
#define _PMU_SYSFS_H_

#include "oa-top.h"

#define DEVICES		"/sys/bus/event_source/devices"
#define PCI		"/sys/bus/pci/devices"
#define MAX_PATH	1024

/** enum pmu_group - events that stand still together */
enum pmu_group {
	/** @GROUP_FIXED: counters that no metric set changes */
	GROUP_FIXED,
	/** @GROUP_CLOCKS: clocks that a B counter counts */
	GROUP_CLOCKS,
	/** @GROUP_TIME: events that are no counters */
	GROUP_TIME,
	/** @GROUP_TREE: twins, the events of the tree */
	GROUP_TREE,
	/** @GROUP_FLEX: A7; each flexible counter is a group of its own */
	GROUP_FLEX,
	/** @NUM_GROUPS: number of groups */
	NUM_GROUPS = GROUP_FLEX + OA_NUM_FLEX_EVENTS,
};

/** struct group_fds - the open events of a group, in the order of their values */
struct group_fds {
	/** @fds: file descriptors */
	int fds[TOP_MAX_EVENTS];
	/** @events: numbers of the events */
	u32 events[TOP_MAX_EVENTS];
	/** @num: entries of both */
	u32 num;
};

/** struct pmu_gpu - a PMU */
struct pmu_gpu {
	/** @type: in struct perf_event_attr */
	u32 type;
	/** @cpu: the CPU on which its events are opened */
	int cpu;
	/** @binding: identifies the driver's binding, and differs from that of a later one */
	u64 binding;
	/** @groups: open events */
	struct group_fds groups[NUM_GROUPS];
	/** @lost_file: the PMU's file of reports that streams lost */
	char lost_file[MAX_PATH];
	/** @lost_now: reports lost, by the last read of the file */
	u64 lost_now;
	/** @lost: reports that all streams lost */
	u64 lost;
};

u64 pmu_binding(const struct top_gpu *gpu);
bool pmu_read(const char *name, struct top_gpu *gpu, struct pmu_gpu *priv);

#endif /* _PMU_SYSFS_H_ */
