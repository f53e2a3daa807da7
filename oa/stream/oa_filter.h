/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which reports a single-context stream may see. Pure: memory only.
 */
#ifndef _OA_FILTER_H_
#define _OA_FILTER_H_

#include <linux/types.h>
#include "formats/oa_format.h"

/* The id in a report that names no context, also shown in place of another context's id. */
#define OA_CTX_ID_INVALID	0xffffffffu

/**
 * struct oa_filter - whose reports may be seen
 *
 * Guarded by the stream's lock.
 */
struct oa_filter {
	/** @format: of the reports; one without context ids lets every report pass */
	const struct oa_report_format *format;
	/** @bound: only a context's own reports and those at its edges pass */
	bool bound;
	/** @id: of that context, as reports show it */
	u32 id;
	/** @last: id of the last report that passed */
	u32 last;
};

void oa_filter_init(struct oa_filter *f, const struct oa_report_format *format, bool bound,
		    u32 id);
bool oa_filter_wants(const struct oa_filter *f, const u32 *report);
void oa_filter_hide(const struct oa_filter *f, u32 *report);
void oa_filter_mask(const struct oa_filter *f, u32 *head);
void oa_filter_passed(struct oa_filter *f, u32 *report);

#endif /* _OA_FILTER_H_ */
