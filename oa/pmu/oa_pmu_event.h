/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PMU_EVENT_H_
#define _OA_PMU_EVENT_H_

#include <linux/perf_event.h>

extern const struct pmu oa_pmu_calls;

#endif /* _OA_PMU_EVENT_H_ */
