// SPDX-License-Identifier: GPL-2.0-only
/*
 * The properties of a stream, and the call that opens it.
 *
 * The tools request loss records, which give the number of reports of a loss, unless the driver is
 * i915, which has no such property.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <drm/i915_oa.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tools/common/dump_gpu.h"
#include "tools/common/fact.h"
#include "tools/common/message.h"

/* Formats from here on are extensions. */
#define FIRST_OWN_FORMAT	0x1000

/* DRM_I915_PERF_PROP_POLL_OA_PERIOD, which older headers lack */
#define PROP_POLL_OA_PERIOD	8

/* CLOCK_MONOTONIC in nanoseconds. */
u64 now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/**
 * stream_wait_ms() - time until the end of a run, for poll()
 * @end: of now_ns(); 0: none
 * @most: maximum, ms
 *
 * Return: ms, rounded up; 0 once the end has come.
 */
int stream_wait_ms(u64 end, int most)
{
	const u64 now = now_ns();

	if (!end)
		return most;
	if (now >= end)
		return 0;
	return end - now > most * 1000000ull ? most : (int)((end - now) / 1000000 + 1);
}

struct property_list {
	u64 pairs[2 * 10];
	u32 num;
};

static void add_property(struct property_list *list, u64 id, u64 value)
{
	list->pairs[2 * list->num] = id;
	list->pairs[2 * list->num++ + 1] = value;
}

static int perf_open(const struct dump_gpu *gpu, struct property_list *list)
{
	struct drm_i915_perf_open_param param = {
		.flags = I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK,
		.num_properties = list->num,
		.properties_ptr = (uintptr_t)list->pairs,
	};

	return driver_ioctl(gpu->fd, DRM_IOCTL_I915_PERF_OPEN, &param);
}

static const char *open_hint(int error)
{
	static char busy[160];
	char owner[128];

	switch (error) {
	case EBUSY:
		snprintf(busy, sizeof(busy), " (another stream is open%s%s)",
			 owner_find(owner, sizeof(owner)) ? ": " : "", owner);
		return busy;
	case EINVAL:
		return " (drm.debug=2 makes the kernel log say which property; a rate may be too fast)";
	default:
		return driver_hint(error);
	}
}

/**
 * stream_open() - open a stream
 * @gpu: the GPU
 * @source: the command line
 * @format: report format
 * @metrics: number of the metric set
 * @exponent: of the timer
 *
 * Return: its file descriptor, or -1.
 */
int stream_open(const struct dump_gpu *gpu, const struct dump_source *source,
		const struct oa_report_format *format, u64 metrics, unsigned int exponent)
{
	struct property_list list = { .num = 0 };
	int fd;

	add_property(&list, DRM_I915_PERF_PROP_SAMPLE_OA, 1);
	add_property(&list, DRM_I915_PERF_PROP_OA_METRICS_SET, metrics);
	add_property(&list, DRM_I915_PERF_PROP_OA_FORMAT, format->id);
	add_property(&list, DRM_I915_PERF_PROP_OA_EXPONENT, exponent);
	if (source->overflow)
		add_property(&list, DRM_I915_OA_PROP_OVERFLOW, source->overflow);
	if (source->set_buffer_size)
		add_property(&list, DRM_I915_OA_PROP_BUFFER_SIZE, source->buffer_size);
	if (source->wake_reports)
		add_property(&list, DRM_I915_OA_PROP_WAKE_REPORTS, source->wake_reports);
	if (source->frequency_reports)
		add_property(&list, DRM_I915_OA_PROP_FREQUENCY_REPORTS, 1);
	if (driver_extended(gpu)) {
		add_property(&list, DRM_I915_OA_PROP_LOSS_RECORDS, 1);
		add_property(&list, DRM_I915_OA_PROP_KEEP_UNREAD, 1);
	}
	if (!driver_extended(gpu))
		driver_warn_of_reset();
	fd = perf_open(gpu, &list);
	if (fd >= 0)
		return fd;
	complain("%s: no stream of %s, metric set %llu, exponent %u: %s%s", gpu->node, format->name,
		 (unsigned long long)metrics, exponent, strerror(-fd), open_hint(-fd));
	return -1;
}

/**
 * stream_open_idle() - open a stream that only keeps the OA unit on
 * @gpu: the GPU, which i915 drives
 * @format: report format
 * @metrics: number of the metric set
 *
 * The stream has no timer, and i915 checks it for reports once a day instead of 200 times a second.
 *
 * Return: its file descriptor, or a negative errno.
 */
int stream_open_idle(const struct dump_gpu *gpu, const struct oa_report_format *format,
		     u64 metrics)
{
	struct property_list list = { .num = 0 };
	int fd;

	add_property(&list, DRM_I915_PERF_PROP_SAMPLE_OA, 1);
	add_property(&list, DRM_I915_PERF_PROP_OA_METRICS_SET, metrics);
	add_property(&list, DRM_I915_PERF_PROP_OA_FORMAT, format->id);
	add_property(&list, PROP_POLL_OA_PERIOD, 86400 * 1000000000ull);
	fd = perf_open(gpu, &list);
	if (fd < 0)
		complain("%s: no stream of %s, metric set %llu: %s%s", gpu->node, format->name,
			 (unsigned long long)metrics, strerror(-fd), open_hint(-fd));
	return fd;
}

/**
 * stream_stop() - stop a stream, which keeps its unread records
 * @gpu: the GPU
 * @fd: the stream
 *
 * Return: true if the stream is stopped, so that the rest can be read. A stream of i915 would drop
 * the rest, so it is not stopped.
 */
bool stream_stop(const struct dump_gpu *gpu, int fd)
{
	return driver_extended(gpu) && !driver_ioctl(fd, I915_PERF_IOCTL_DISABLE, NULL);
}

/**
 * stream_silence_ns() - limit of the time without anything to read
 * @gpu: the GPU
 * @source: the command line
 *
 * Return: some periods of the timer and a second.
 */
u64 stream_silence_ns(const struct dump_gpu *gpu, const struct dump_source *source)
{
	const double period_ns = 1e9 / gpu->timestamp_hz *
				 (2ull << stream_exponent(gpu, source));

	return 1000000000ull + (u64)(period_ns * (4 + source->wake_reports));
}

/* The timer exponent of the command line. */
unsigned int stream_exponent(const struct dump_gpu *gpu, const struct dump_source *source)
{
	return source->exponent < 0 ? gpu_exponent(gpu->timestamp_hz, source->period_ns) :
				      source->exponent;
}

/* The first option that i915 does not support, NULL if there is none */
static const char *own_option(const struct dump_source *source,
			      const struct oa_report_format *format)
{
	if (source->overflow == DRM_I915_OA_OVERFLOW_KEEP_OLDEST)
		return "--keep-oldest";
	if (source->overflow)
		return "--keep-newest";
	if (source->set_buffer_size)
		return "--buffer-size";
	if (source->wake_reports)
		return "--wake-reports";
	if (source->frequency_reports)
		return "--frequency-reports";
	return format->id >= FIRST_OWN_FORMAT ? format->name : NULL;
}

/* Reject a period that the clock does not have, and warn of one that is longer than the run. */
static int check_period(const struct dump_gpu *gpu, const struct dump_source *source)
{
	const double tick_ns = 1e9 / gpu->timestamp_hz, longest_ns = tick_ns * (1ull << 32);
	double period_ns;

	if (source->exponent < 0 && source->period_ns * 0.999 > longest_ns) {
		complain("%s: the longest period is %.1f s, of --exponent 31", gpu->node,
			 longest_ns / 1e9);
		return -1;
	}
	period_ns = tick_ns * (2ull << stream_exponent(gpu, source));
	if (source->duration_ns && period_ns > source->duration_ns)
		complain("%s: a report comes every %.4g s, which is longer than the run", gpu->node,
			 period_ns / 1e9);
	return 0;
}

/*
 * Check whether a GPU's driver supports the command line. Prints the limits of i915, and a warning
 * if no report comes within the run. Return: 0 or -1.
 */
int stream_possible(const struct dump_gpu *gpu, const struct dump_source *source,
		    const struct oa_report_format *format)
{
	const char *own = own_option(source, format);

	if (check_period(gpu, source))
		return -1;
	if (source->frequency_reports && !fact_is_in(FACT_SLICE, format)) {
		complain("%s: --frequency-reports: %s writes no report when its frequency changes",
			 gpu->node, gpu->platform->name);
		return -1;
	}
	if (driver_extended(gpu))
		return 0;
	if (!gpu->platform->i915)
		complain("%s: i915 has no performance counters on %s; i915_oa has them", gpu->node,
			 gpu->platform->name);
	else if (own)
		complain("%s: i915 has no %s; i915_oa has it", gpu->node, own);
	else
		complain("%s: i915 drives this GPU: losses are announced, but not counted; no "
			 "--keep-oldest, --keep-newest, --buffer-size, --wake-reports, "
			 "--frequency-reports",
			 gpu->node);
	return own || !gpu->platform->i915 ? -1 : 0;
}
