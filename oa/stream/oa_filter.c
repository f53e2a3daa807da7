// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reports of one context
 *
 * From Gen8 on the OA unit counts for all contexts, and reports name the context that
 * ran. A stream that is bound to a context sees the reports of that context, and the report
 * after each of them, which ends its count. The ids of other contexts are hidden from it.
 *
 * Facts: abi.rst 10.6; hardware.rst 4.4.
 */
#include "oa_compat.h"
#include "stream/oa_filter.h"

/**
 * oa_filter_init() - sampling starts, no report seen yet
 * @f: to initialise
 * @format: of the stream
 * @bound: the stream is bound to one context
 * @id: of that context: the upper dword of its descriptor
 *
 * Any context.
 */
void oa_filter_init(struct oa_filter *f, const struct oa_report_format *format, bool bound,
		    u32 id)
{
	f->format = format;
	f->bound = bound;
	f->id = id & format->ctx_id_mask;
	f->last = OA_CTX_ID_INVALID;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_init);

static u32 oa_filter_report_id(const struct oa_filter *f, const u32 *report)
{
	if (!(report[0] & f->format->rpt_id->ctx_valid))
		return OA_CTX_ID_INVALID;
	return report[OA_CTX_ID_DWORD] & f->format->ctx_id_mask;
}

/**
 * oa_filter_wants() - may this report be seen?
 * @f: the filter
 * @report: a valid report
 *
 * Any context.
 */
bool oa_filter_wants(const struct oa_filter *f, const u32 *report)
{
	if (!f->format->rpt_id || !f->bound)
		return true;
	return oa_filter_report_id(f, report) == f->id || f->last == f->id ||
	       oa_report_reason(f->format, report) & OA_REASON_CTX_SWITCH;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_wants);

/**
 * oa_filter_hide() - take the context id out of a report
 * @f: the filter
 * @report: a report of the filter's format
 *
 * Any context.
 */
void oa_filter_hide(const struct oa_filter *f, u32 *report)
{
	if (f->format->rpt_id)
		report[OA_CTX_ID_DWORD] = OA_CTX_ID_INVALID;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_hide);

/**
 * oa_filter_mask() - take out of the beginning of any report what the reader may not see
 * @f: the filter
 * @head: the first OA_BELIEF_DWORDS dwords of a report, which need not be valid
 *
 * Any context. RPT_ID and time stamp stay. Unless the report is the bound context's own, its id and
 * the clocks after it go.
 */
void oa_filter_mask(const struct oa_filter *f, u32 *head)
{
	u32 i;

	if (!f->bound || !f->format->rpt_id || oa_filter_report_id(f, head) == f->id)
		return;
	oa_filter_hide(f, head);
	for (i = OA_CTX_ID_DWORD + 1; i < OA_BELIEF_DWORDS; i++)
		head[i] = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_mask);

/**
 * oa_filter_passed() - a report is being delivered
 * @f: the filter
 * @report: a wanted report; loses a context id that the reader may not see
 *
 * Any context.
 */
void oa_filter_passed(struct oa_filter *f, u32 *report)
{
	if (!f->format->rpt_id)
		return;
	f->last = oa_filter_report_id(f, report);
	if (f->last == OA_CTX_ID_INVALID || (f->bound && f->last != f->id))
		oa_filter_hide(f, report);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_filter_passed);
