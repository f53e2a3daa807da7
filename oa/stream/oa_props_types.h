/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PROPS_TYPES_H_
#define _OA_PROPS_TYPES_H_

#include <linux/types.h>

#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

struct oa_report_format;

/**
 * struct oa_props - the properties of an open, parsed
 */
struct oa_props {
	/** @has_ctx: CTX_HANDLE was given */
	bool has_ctx;
	/** @ctx_handle: context of the caller's DRM file */
	u32 ctx_handle;
	/** @sample_oa: records hold the OA report */
	bool sample_oa;
	/** @metrics_set: config id, cut to a signed int as in i915 */
	int metrics_set;
	/** @format: report format, NULL if none was given */
	const struct oa_report_format *format;
	/** @periodic: EXPONENT was given */
	bool periodic;
	/** @exponent: period = 2^(exponent + 1) ticks */
	u8 exponent;
	/** @hold_preemption: as asked */
	bool hold_preemption;
	/** @has_sseu: GLOBAL_SSEU was given */
	bool has_sseu;
	/** @sseu: as given */
	struct drm_i915_gem_context_param_sseu sseu;
	/** @poll_period_ns: latency bound of a waiter */
	u64 poll_period_ns;
	/** @has_poll_period: POLL_OA_PERIOD was given */
	bool has_poll_period;
	/** @has_class: OA_ENGINE_CLASS was given */
	bool has_class;
	/** @has_instance: OA_ENGINE_INSTANCE was given */
	bool has_instance;
	/** @engine_class: render by default */
	u8 engine_class;
	/** @engine_instance: 0 by default */
	u8 engine_instance;
	/** @loss_records: extension: a loss record follows each lost-status record */
	bool loss_records;
	/** @overflow: extension: how a full buffer is handled */
	enum drm_i915_oa_overflow overflow;
	/** @has_buffer_size: extension: @buffer_size was given */
	bool has_buffer_size;
	/** @buffer_size: bytes; 0: chosen by the rate */
	u32 buffer_size;
	/** @wake_reports: extension: how many reports a waiter wants; 0 if that was not given */
	u32 wake_reports;
	/** @map: extension: the OA buffer can be mapped */
	bool map;
	/** @validate: extension: what hypotheses about hardware do to reports */
	enum drm_i915_oa_validate validate;
	/** @keep_unread: extension: a stop keeps what was not read */
	bool keep_unread;
	/** @belief_records: extension: @validate was given, so the reader knows the records */
	bool belief_records;
};

#endif /* _OA_PROPS_TYPES_H_ */
