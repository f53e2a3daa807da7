/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PMU_TYPES_H_
#define _OA_PMU_TYPES_H_

#include <linux/list.h>
#include <linux/perf_event.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "pmu/oa_pmu_kind.h"
#include "pmu/oa_pmu_name.h"
#include "pmu/oa_pmu_sysfs.h"
#include "stream/oa_meter.h"

struct oa_device;

/**
 * struct oa_pmu_event - what the driver knows of an event
 */
struct oa_pmu_event {
	/** @kind: what it counts; set once */
	struct oa_pmu_kind kind;
	/** @meter: of its source */
	struct oa_meter meter;
	/** @clocks: of all clocks, if ns are counted */
	struct oa_meter clocks;
};

/**
 * struct oa_pmu - one GPU as perf knows it
 *
 * Outlives the GPU while there are events of it.
 */
struct oa_pmu {
	/** @base: as perf knows it */
	struct pmu base;
	/** @link: of the list of all; guarded by the lock of oa_pmu_life.c */
	struct list_head link;
	/** @node: of the list of those that follow CPUs as they come and go */
	struct hlist_node node;
	/** @oa: the GPU; each event holds a reference on its DRM device */
	struct oa_device *oa;
	/** @name: in sysfs */
	char name[OA_PMU_NAME_BYTES];
	/** @as_i915: it is laid out as i915's; constant once perf knows it */
	bool as_i915;
	/** @files: its files in sysfs */
	struct oa_pmu_files files;
	/** @cpu: the CPU whose events it counts, nr_cpu_ids: none yet; changes with hotplug */
	unsigned int cpu;
	/** @events: number of them; guarded by the lock of oa_pmu_life.c */
	u32 events;
	/** @used: there has been an event; guarded by the lock of oa_pmu_life.c */
	bool used;
	/** @closed: the GPU is gone; guarded by the lock of oa_pmu_life.c */
	bool closed;
	/** @end: takes it from perf, when the last event of a GPU that is gone is closed */
	struct work_struct end;
};

#endif /* _OA_PMU_TYPES_H_ */
