// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Open properties
 *
 * When several properties are wrong, clients rely on which error they get. So each property is
 * validated at its place in the caller's list (oa_props_set), and the rules that concern several
 * properties only after the last one (oa_props_check).
 *
 * Facts: abi.rst 6.1 to 6.3.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/sizes.h>
#include <linux/time64.h>
#include <linux/uaccess.h>

#include "oa_compat.h"
#include "stream/oa_stream_priv.h"

/* Store a property that is 0 or 1. */
static int set_flag(const struct oa_props_env *env, const char *name, u64 value, bool *flag)
{
	if (value > 1)
		return oa_fail(env->drm, -EINVAL, "%s: %llu is neither 0 nor 1\n", name, value);
	*flag = value;
	return 0;
}

static int set_metrics_set(const struct oa_props_env *env, struct oa_props *props, u64 value)
{
	if (!value)
		return oa_fail(env->drm, -EINVAL, "OA_METRICS_SET: 0 is no metric set\n");
	props->metrics_set = value;
	return 0;
}

static int set_format(const struct oa_props_env *env, struct oa_props *props, u64 value)
{
	const struct oa_report_format *format;

	format = oa_format_find(env->platform->formats, env->platform->num_formats, value);
	if (!format)
		return oa_fail(env->drm, -EINVAL, "OA_FORMAT: %llu is no report format of %s\n",
			       value, env->platform->name);
	props->format = format;
	return 0;
}

static int set_exponent(const struct oa_props_env *env, struct oa_props *props, u64 value)
{
	u64 hz;

	if (value > OA_EXPONENT_MAX)
		return oa_fail(env->drm, -EINVAL, "OA_EXPONENT: %llu is above %u\n", value,
			       OA_EXPONENT_MAX);
	if (value < env->platform->exponent_min)
		return oa_fail(env->drm, -EINVAL,
			       "OA_EXPONENT: %llu is below %u, the fastest of %s\n", value,
			       env->platform->exponent_min, env->platform->name);
	hz = oa_exponent_hz(env->timestamp_hz, value);
	if (hz > env->max_sample_rate && !env->privileged)
		return oa_fail(env->drm, -EACCES,
			       "OA_EXPONENT: %llu Hz is above oa_max_sample_rate %u Hz\n", hz,
			       env->max_sample_rate);
	props->periodic = true;
	props->exponent = value;
	return 0;
}

static int set_global_sseu(const struct oa_props_env *env, struct oa_props *props, u64 value)
{
	if (copy_from_user(&props->sseu, u64_to_user_ptr(value), sizeof(props->sseu)))
		return oa_fail(env->drm, -EFAULT, "GLOBAL_SSEU: struct is not readable\n");
	props->has_sseu = true;
	return 0;
}

static int set_poll_period(const struct oa_props_env *env, struct oa_props *props, u64 value)
{
	if (value < OA_POLL_PERIOD_MIN_NS)
		return oa_fail(env->drm, -EINVAL, "POLL_OA_PERIOD: %llu ns is below %llu ns\n",
			       value, OA_POLL_PERIOD_MIN_NS);
	props->has_poll_period = true;
	/* i915 takes any length, so a longer one is no error. */
	props->poll_period_ns = min(value, OA_POLL_PERIOD_MAX_NS);
	return 0;
}

static int set_overflow(const struct oa_props_env *env, struct oa_props *props, u64 value)
{
	if (value > DRM_I915_OA_OVERFLOW_KEEP_NEWEST ||
	    (value == DRM_I915_OA_OVERFLOW_KEEP_OLDEST && !env->platform->can_keep_oldest))
		return oa_fail(env->drm, -EINVAL, "OVERFLOW: %llu is not possible on %s\n", value,
			       env->platform->name);
	props->overflow = value;
	return 0;
}

static int set_buffer_size(const struct oa_props_env *env, struct oa_props *props, u64 value)
{
	const struct oa_platform *p = env->platform;

	if (value && !oa_buffer_legal(p, value))
		return oa_fail(env->drm, -EINVAL,
			       "BUFFER_SIZE: %llu is not %s from %u to %u, nor 0\n", value,
			       p->buffer_step ? "a multiple" : "a power of two", p->buffer_min,
			       p->buffer_max);
	props->has_buffer_size = true;
	props->buffer_size = value;
	return 0;
}

static int set_wake_reports(const struct oa_props_env *env, struct oa_props *props, u64 value)
{
	u32 max = env->platform->buffer_max / 2 / OA_LINE_BYTES;

	if (!value || value > max)
		return oa_fail(env->drm, -EINVAL, "WAKE_REPORTS: %llu is not from 1 to %u\n", value,
			       max);
	props->wake_reports = value;
	return 0;
}

static int set_frequency_reports(const struct oa_props_env *env, struct oa_props *props, u64 value)
{
	if (value == 1 && !env->platform->frequency_reports)
		return oa_fail(env->drm, -EINVAL, "FREQUENCY_REPORTS: %s has none\n",
			       env->platform->name);
	return set_flag(env, "FREQUENCY_REPORTS", value, &props->frequency_reports);
}

void oa_props_init(struct oa_props *props)
{
	memset(props, 0, sizeof(*props));
	props->poll_period_ns = OA_POLL_PERIOD_DEFAULT_NS;
	props->engine_class = I915_ENGINE_CLASS_RENDER;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_props_init);

/*
 * Validate and store one property; the last value of an id wins. May fault for GLOBAL_SSEU. Return
 * 0, -EINVAL, -EACCES or -EFAULT, with a debug line that names the property and the bound.
 */
int oa_props_set(const struct oa_props_env *env, struct oa_props *props, u64 id, u64 value)
{
	switch (id) {
	case DRM_I915_PERF_PROP_CTX_HANDLE:
		props->has_ctx = true;
		props->ctx_handle = value;
		return 0;
	case DRM_I915_PERF_PROP_SAMPLE_OA:
		props->sample_oa |= !!value;
		return 0;
	case DRM_I915_PERF_PROP_OA_METRICS_SET:
		return set_metrics_set(env, props, value);
	case DRM_I915_PERF_PROP_OA_FORMAT:
		return set_format(env, props, value);
	case DRM_I915_PERF_PROP_OA_EXPONENT:
		return set_exponent(env, props, value);
	case DRM_I915_PERF_PROP_HOLD_PREEMPTION:
		props->hold_preemption = value;
		return 0;
	case DRM_I915_PERF_PROP_GLOBAL_SSEU:
		return set_global_sseu(env, props, value);
	case DRM_I915_PERF_PROP_POLL_OA_PERIOD:
		return set_poll_period(env, props, value);
	case OA_PERF_PROP_ENGINE_CLASS:
		props->has_class = true;
		props->engine_class = value;
		return 0;
	case OA_PERF_PROP_ENGINE_INSTANCE:
		props->has_instance = true;
		props->engine_instance = value;
		return 0;
	case DRM_I915_OA_PROP_LOSS_RECORDS:
		return set_flag(env, "LOSS_RECORDS", value, &props->loss_records);
	case DRM_I915_OA_PROP_OVERFLOW:
		return set_overflow(env, props, value);
	case DRM_I915_OA_PROP_BUFFER_SIZE:
		return set_buffer_size(env, props, value);
	case DRM_I915_OA_PROP_WAKE_REPORTS:
		return set_wake_reports(env, props, value);
	case DRM_I915_OA_PROP_KEEP_UNREAD:
		return set_flag(env, "KEEP_UNREAD", value, &props->keep_unread);
	case DRM_I915_OA_PROP_FREQUENCY_REPORTS:
		return set_frequency_reports(env, props, value);
	default:
		return oa_fail(env->drm, -EINVAL, "unknown perf property %llu\n", id);
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_props_set);

/*
 * Gen11 powers slices and subslices in halves. A request takes all slices or one; of a single
 * slice, it takes all subslices or half of them, rounded down. More than 4 subslices are taken only
 * in pairs. It always takes all EUs.
 */
static bool oa_sseu_halves_ok(const struct oa_topology *t,
			      const struct drm_i915_gem_context_param_sseu *sseu)
{
	unsigned int slices = hweight64(sseu->slice_mask), all = hweight8(t->slice_mask);
	unsigned int subslices = hweight64(sseu->subslice_mask);
	unsigned int whole = hweight8(t->subslice_mask[__ffs(t->slice_mask)]);

	if (slices != 1 && slices != all)
		return false;
	if (slices == 1 && subslices != whole && subslices != whole / 2)
		return false;
	if (subslices > 4 && subslices % 2)
		return false;
	return sseu->min_eus_per_subslice == t->max_eus && sseu->max_eus_per_subslice == t->max_eus;
}

static int oa_sseu_check(const struct oa_props_env *env, const struct oa_props *props)
{
	const struct drm_i915_gem_context_param_sseu *sseu = &props->sseu;
	const struct oa_topology *t = env->topology;

	if (sseu->engine.engine_class != props->engine_class ||
	    sseu->engine.engine_instance != props->engine_instance)
		return oa_fail(env->drm, -EINVAL, "GLOBAL_SSEU: engine %u:%u is not the stream's\n",
			       sseu->engine.engine_class, sseu->engine.engine_instance);
	if (!sseu->slice_mask || !sseu->subslice_mask || !sseu->min_eus_per_subslice ||
	    sseu->max_eus_per_subslice < sseu->min_eus_per_subslice)
		return oa_fail(env->drm, -EINVAL,
			       "GLOBAL_SSEU: a mask or count is 0, or max EUs below min\n");
	if (sseu->slice_mask & ~(u64)t->slice_mask ||
	    sseu->subslice_mask & ~(u64)t->subslice_mask[__ffs(t->slice_mask)] ||
	    sseu->max_eus_per_subslice > t->max_eus)
		return oa_fail(env->drm, -EINVAL,
			       "GLOBAL_SSEU: not within slices 0x%x, subslices 0x%x, %u EUs\n",
			       t->slice_mask, t->subslice_mask[__ffs(t->slice_mask)], t->max_eus);
	if (env->platform->sseu_halves && !oa_sseu_halves_ok(t, sseu))
		return oa_fail(env->drm, -EINVAL,
			       "GLOBAL_SSEU: needs all or half of the subslices, and all EUs\n");
	return 0;
}

/* A missing format is rejected later, by a step of its own. */
static int oa_rate_check(const struct oa_props_env *env, const struct oa_props *props)
{
	const struct oa_platform *p = env->platform;
	u64 half;

	if (!p->reader_ns || !props->periodic || !props->format)
		return 0;
	half = oa_buffer_fill_ns(p, env->timestamp_hz, props) / 2;
	if (half >= p->reader_ns)
		return 0;
	return oa_fail(env->drm, -EINVAL,
		       "OA_EXPONENT: at %u, %s fills half of a buffer of %u KiB in %llu us, readers need %llu us\n",
		       props->exponent, props->format->name,
		       oa_buffer_bytes(p, env->timestamp_hz, props) / SZ_1K, half / NSEC_PER_USEC,
		       p->reader_ns / NSEC_PER_USEC);
}

/* Reject a wait for more than half of the buffer: the half-full interrupt wakes the waiter. */
static int oa_wake_check(const struct oa_props_env *env, const struct oa_props *props)
{
	u32 max;

	if (!props->wake_reports)
		return 0;
	if (!props->periodic)
		return oa_fail(env->drm, -EINVAL, "WAKE_REPORTS needs OA_EXPONENT\n");
	if (!props->format)
		return 0;
	max = oa_buffer_bytes(env->platform, env->timestamp_hz, props) / 2 / props->format->bytes;
	if (props->wake_reports <= max)
		return 0;
	return oa_fail(env->drm, -EINVAL,
		       "WAKE_REPORTS: %u is above %u, which half of the buffer holds\n",
		       props->wake_reports, max);
}

/* KEEP_NEWEST discards the oldest reports in time, and the timer's rate gives that time. */
static int oa_newest_check(const struct oa_props_env *env, const struct oa_props *props)
{
	if (props->overflow != DRM_I915_OA_OVERFLOW_KEEP_NEWEST || props->periodic)
		return 0;
	return oa_fail(env->drm, -EINVAL, "OVERFLOW: KEEP_NEWEST needs OA_EXPONENT\n");
}

/*
 * Validate the properties together: steps 5 to 8 of abi.rst 6.1, then a rate and WAKE_REPORTS that
 * may be too much for the buffer, and KEEP_NEWEST. Return 0 or -EINVAL.
 */
int oa_props_check(const struct oa_props_env *env, const struct oa_props *props)
{
	if (props->has_class != props->has_instance)
		return oa_fail(env->drm, -EINVAL,
			       "OA_ENGINE_CLASS and OA_ENGINE_INSTANCE need each other\n");
	if (props->engine_class != I915_ENGINE_CLASS_RENDER || props->engine_instance)
		return oa_fail(env->drm, -EINVAL, "engine %u:%u has no OA unit\n",
			       props->engine_class, props->engine_instance);
	if (props->has_sseu) {
		int ret = oa_sseu_check(env, props);

		if (ret)
			return ret;
	}
	return oa_rate_check(env, props) ?: oa_wake_check(env, props) ?:
	       oa_newest_check(env, props);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_props_check);

/* At most as many pairs as i915 has properties, whose ids begin at 1 */
#define OA_MAX_PLAIN	OA_PERF_PROP_ENGINE_INSTANCE
/* Each extension once in addition */
#define OA_NUM_EXTS	(DRM_I915_OA_PROP_FREQUENCY_REPORTS - DRM_I915_OA_PROP_LOSS_RECORDS + 1)
#define OA_MAX_PAIRS	(OA_MAX_PLAIN + OA_NUM_EXTS)

/*
 * Check the number of pairs. i915 rejects too many pairs before it reads the first, so a plain
 * client must get that error whatever its pairs say. A pair that can't be read may be a plain one.
 */
static bool oa_props_count_ok(u32 num, const u64 __user *user)
{
	u32 i, plain = 0;
	u64 id;

	if (!num || num > OA_MAX_PAIRS)
		return false;
	for (i = 0; num > OA_MAX_PLAIN && i < num; i++)
		if (get_user(id, user + 2 * i) || id < DRM_I915_OA_PROP_LOSS_RECORDS)
			plain++;
	return plain <= OA_MAX_PLAIN;
}

/*
 * Read the properties of an open from user space: @num pairs of (u64 id, u64 value). May fault.
 * Steps 3 to 8 of abi.rst 6.1. Return 0, -EINVAL, -EFAULT or -EACCES.
 */
int oa_props_read(const struct oa_props_env *env, struct oa_props *props, u32 num, u64 ptr)
{
	u64 __user *user = u64_to_user_ptr(ptr);
	u64 id, value;
	u32 i;
	int ret;

	if (!oa_props_count_ok(num, user))
		return oa_fail(env->drm, -EINVAL,
			       "%u properties, need 1 to %u, and up to %u extensions\n", num,
			       OA_MAX_PLAIN, OA_NUM_EXTS);
	oa_props_init(props);
	for (i = 0; i < num; i++) {
		if (get_user(id, user + 2 * i) || get_user(value, user + 2 * i + 1))
			return oa_fail(env->drm, -EFAULT, "property %u is not readable\n", i);
		ret = oa_props_set(env, props, id, value);
		if (ret)
			return ret;
	}
	return oa_props_check(env, props);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_props_read);

/**
 * DOC: Buffer size and sampling rate
 *
 * Up to VLV the OA buffer holds at most 128 KiB, or 512 reports of 256 bytes. At rates that
 * Haswell's 16 MiB bear easily it overflows in milliseconds. So the driver takes the largest size
 * that is a multiple of the report, and rejects a rate that fills half of the buffer before a
 * reader can be expected to come.
 *
 * A smaller buffer stays in the cache and is half full sooner. So a client may request one: by its
 * size, or as the smallest that suits the rate.
 *
 * Facts: hardware.rst 3.15; internals.rst "Wake policy".
 */

/* Return the sampling period of an exponent from 0 to 31, in ns, rounded up. */
u64 oa_exponent_ns(u32 timestamp_hz, unsigned int exponent)
{
	return DIV64_U64_ROUND_UP((2ull << exponent) * NSEC_PER_SEC, timestamp_hz);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_exponent_ns);

/* Return the sampling rate of an exponent in Hz, as i915 rounds it: down; 0 below 1 Hz. */
u64 oa_exponent_hz(u32 timestamp_hz, unsigned int exponent)
{
	return div64_u64(NSEC_PER_SEC, oa_exponent_ns(timestamp_hz, exponent));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_exponent_hz);

static u32 oa_buffer_next(const struct oa_platform *platform, u32 size)
{
	return size + (platform->buffer_step ?: size);
}

/* Check whether the OA buffer can have this size. */
bool oa_buffer_legal(const struct oa_platform *platform, u64 bytes)
{
	u32 size;

	for (size = platform->buffer_min; size <= platform->buffer_max;
	     size = oa_buffer_next(platform, size))
		if (size == bytes)
			return true;
	return false;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_buffer_legal);

/*
 * Return the smallest size of at least @enough in which no report straddles the end, or else the
 * largest such size. Where no size is a multiple of the report, as with 192 bytes and powers of
 * two, reports may straddle the end.
 */
static u32 oa_buffer_for(const struct oa_platform *platform, u32 report_bytes, u64 enough)
{
	u32 size, whole = 0;

	for (size = platform->buffer_min; size <= platform->buffer_max;
	     size = oa_buffer_next(platform, size)) {
		if (size % report_bytes == 0)
			whole = size;
		if (whole >= enough)
			return whole;
	}
	if (whole)
		return whole;
	for (size = platform->buffer_min; size < platform->buffer_max && size < enough;
	     size = oa_buffer_next(platform, size))
		;
	return size;
}

/*
 * Return a size of which half holds the reports that the timer writes until a reader can be
 * expected to come, and those that a waiter waits for.
 */
static u64 oa_buffer_needed(u32 timestamp_hz, const struct oa_props *props)
{
	u64 patience = max(props->poll_period_ns, OA_READER_LATENCY_NS);
	u64 reports = DIV64_U64_ROUND_UP(patience, oa_exponent_ns(timestamp_hz, props->exponent));

	return 2 * props->format->bytes * max_t(u64, reports, props->wake_reports);
}

/*
 * Return the size of the OA buffer: the requested one; the smallest that suits the rate, if that
 * was requested; else the largest, because a plain client expects i915's.
 */
u32 oa_buffer_bytes(const struct oa_platform *platform, u32 timestamp_hz,
		    const struct oa_props *props)
{
	u64 enough = platform->buffer_max;

	if (props->has_buffer_size && props->buffer_size)
		return props->buffer_size;
	if (props->has_buffer_size && props->periodic)
		enough = oa_buffer_needed(timestamp_hz, props);
	return oa_buffer_for(platform, props->format->bytes, enough);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_buffer_bytes);

/* Return the time in which the timer's reports fill an empty buffer. */
u64 oa_buffer_fill_ns(const struct oa_platform *platform, u32 timestamp_hz,
		      const struct oa_props *props)
{
	u32 reports = oa_buffer_bytes(platform, timestamp_hz, props) / props->format->bytes;

	return reports * oa_exponent_ns(timestamp_hz, props->exponent);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_buffer_fill_ns);

/*
 * Return the time between two checks for reports to discard: the timer's fill an eighth of the
 * buffer in it, unless that is too short. 0: the stream discards none.
 */
u64 oa_newest_period_ns(const struct oa_platform *platform, u32 timestamp_hz,
			const struct oa_props *props)
{
	if (props->overflow != DRM_I915_OA_OVERFLOW_KEEP_NEWEST)
		return 0;
	return max(oa_buffer_fill_ns(platform, timestamp_hz, props) / 8, OA_NEWEST_PERIOD_MIN_NS);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_newest_period_ns);

/* Return the oldest bytes to discard: those above half, if more than three quarters are unread. */
u32 oa_newest_excess(u32 size, u32 unread)
{
	return unread > size / 4 * 3 ? unread - size / 2 : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_newest_excess);
