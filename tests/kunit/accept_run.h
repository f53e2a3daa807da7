/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Runs of reports that are accepted at once, as a walk of the ring does.
 */
#ifndef _KUNIT_ACCEPT_RUN_H_
#define _KUNIT_ACCEPT_RUN_H_

#include "formats/oa_format.h"
#include "oa/ring/oa_ring.h"

/* Accept the reports at @raw that follow each other. Return their number. */
static inline u32 accept_run(struct oa_validator *v, const u32 *raw, u32 count)
{
	struct oa_run run = oa_run_begin(v);

	if (oa_report_run(v, &run, raw, count))
		oa_validator_accept_run(v, &run);
	return run.reports;
}

/* Accept and pass the next reports in a ring that follow each other. Return their number. */
static inline u32 pass_run(struct oa_ring *ring, struct oa_validator *v, u32 used, u32 max,
			   const u32 **reports)
{
	struct oa_run run = oa_run_begin(v);

	if (!oa_ring_run(ring, v, &run, used, max, reports))
		return 0;
	oa_validator_accept_run(v, &run);
	oa_ring_pass(ring, run.reports);
	return run.reports;
}

#endif /* _KUNIT_ACCEPT_RUN_H_ */
