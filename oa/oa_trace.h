/* SPDX-License-Identifier: GPL-2.0-only */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM i915_oa

#if !defined(_OA_TRACE_H_) || defined(TRACE_HEADER_MULTI_READ)
#define _OA_TRACE_H_

#include <linux/tracepoint.h>

TRACE_EVENT(oa_open,
	    TP_PROTO(u32 format, bool periodic, u32 exponent, u32 config, u32 ctx_id),
	    TP_ARGS(format, periodic, exponent, config, ctx_id),
	    TP_STRUCT__entry(__field(u32, format)
			     __field(bool, periodic)
			     __field(u32, exponent)
			     __field(u32, config)
			     __field(u32, ctx_id)
			     ),
	    TP_fast_assign(__entry->format = format;
			   __entry->periodic = periodic;
			   __entry->exponent = exponent;
			   __entry->config = config;
			   __entry->ctx_id = ctx_id;
			   ),
	    TP_printk("format=%u periodic=%d exponent=%u config=%u ctx_id=0x%x", __entry->format,
		      __entry->periodic, __entry->exponent, __entry->config, __entry->ctx_id)
);

TRACE_EVENT(oa_enable,
	    TP_PROTO(bool on, u64 timestamp),
	    TP_ARGS(on, timestamp),
	    TP_STRUCT__entry(__field(bool, on)
			     __field(u64, timestamp)
			     ),
	    TP_fast_assign(__entry->on = on;
			   __entry->timestamp = timestamp;
			   ),
	    TP_printk("on=%d timestamp=0x%llx", __entry->on, __entry->timestamp)
);

TRACE_EVENT(oa_interrupt,
	    TP_PROTO(u32 verdict),
	    TP_ARGS(verdict),
	    TP_STRUCT__entry(__field(u32, verdict)),
	    TP_fast_assign(__entry->verdict = verdict;),
	    TP_printk("verdict=%u", __entry->verdict)
);

TRACE_EVENT(oa_wake,
	    TP_PROTO(u32 cause),
	    TP_ARGS(cause),
	    TP_STRUCT__entry(__field(u32, cause)),
	    TP_fast_assign(__entry->cause = cause;),
	    TP_printk("cause=%u", __entry->cause)
);

TRACE_EVENT(oa_drop,
	    TP_PROTO(u32 verdict, u32 offset, const u32 *report),
	    TP_ARGS(verdict, offset, report),
	    TP_STRUCT__entry(__field(u32, verdict)
			     __field(u32, offset)
			     __field(u32, id)
			     __field(u32, timestamp)
			     ),
	    TP_fast_assign(__entry->verdict = verdict;
			   __entry->offset = offset;
			   __entry->id = report[0];
			   __entry->timestamp = report[1];
			   ),
	    TP_printk("verdict=%u offset=0x%x id=0x%x timestamp=0x%x", __entry->verdict,
		      __entry->offset, __entry->id, __entry->timestamp)
);

TRACE_EVENT(oa_loss,
	    TP_PROTO(u32 type, u64 count, u64 after, u64 before),
	    TP_ARGS(type, count, after, before),
	    TP_STRUCT__entry(__field(u32, type)
			     __field(u64, count)
			     __field(u64, after)
			     __field(u64, before)
			     ),
	    TP_fast_assign(__entry->type = type;
			   __entry->count = count;
			   __entry->after = after;
			   __entry->before = before;
			   ),
	    TP_printk("type=%u count=%llu after=0x%llx before=0x%llx", __entry->type,
		      __entry->count, __entry->after, __entry->before)
);

#endif /* _OA_TRACE_H_ */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE oa_trace
#include <trace/define_trace.h>
