// SPDX-License-Identifier: GPL-2.0-only
/*
 * A stream, from open to close.
 *
 * The tool asks the driver for loss records, which give the number of reports that a
 * loss cost. i915 has no such property, and is not asked.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <drm/i915_oa.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "oa-dump.h"

#define READ_BYTES	(1u << 20)
#define POLL_MS		100
/* Room for the status and loss records before a report */
#define STATUS_BYTES	64

/**
 * now_ns() - the computer's clock, monotonic
 */
u64 now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static int create_context(const struct dump_gpu *gpu, u64 *id)
{
	struct drm_i915_gem_context_create create = { 0 };
	int ret = gpu_ioctl(gpu->fd, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &create);

	if (ret) {
		complain("%s: no context: %s", gpu->node, strerror(-ret));
		return -1;
	}
	*id = create.ctx_id;
	return 0;
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

	return gpu_ioctl(gpu->fd, DRM_IOCTL_I915_PERF_OPEN, &param);
}

static const char *open_hint(int error)
{
	switch (error) {
	case EACCES:
		return " (root only, or sysctl dev.i915.perf_stream_paranoid=0; see also oa_max_sample_rate)";
	case EBUSY:
		return " (another stream is open)";
	case EINVAL:
		return " (drm.debug=2 makes the kernel log say which property; a rate may be too fast)";
	default:
		return "";
	}
}

/**
 * stream_open() - open a stream
 * @gpu: the GPU
 * @options: the command line
 * @format: report format
 * @metrics: number of the metric set
 * @exponent: of the timer
 *
 * Return: its file descriptor, or -1.
 */
int stream_open(const struct dump_gpu *gpu, const struct dump_options *options,
		const struct oa_report_format *format, u64 metrics, unsigned int exponent)
{
	struct property_list list = { .num = 0 };
	u64 context;
	int fd;

	add_property(&list, DRM_I915_PERF_PROP_SAMPLE_OA, 1);
	add_property(&list, DRM_I915_PERF_PROP_OA_METRICS_SET, metrics);
	add_property(&list, DRM_I915_PERF_PROP_OA_FORMAT, format->id);
	add_property(&list, DRM_I915_PERF_PROP_OA_EXPONENT, exponent);
	if (options->context) {
		if (create_context(gpu, &context))
			return -1;
		add_property(&list, DRM_I915_PERF_PROP_CTX_HANDLE, context);
	}
	if (options->overflow)
		add_property(&list, DRM_I915_OA_PROP_OVERFLOW, options->overflow);
	if (options->set_buffer_size)
		add_property(&list, DRM_I915_OA_PROP_BUFFER_SIZE, options->buffer_size);
	if (options->wake_reports)
		add_property(&list, DRM_I915_OA_PROP_WAKE_REPORTS, options->wake_reports);
	if (driver_extended(gpu))
		add_property(&list, DRM_I915_OA_PROP_LOSS_RECORDS, 1);
	fd = perf_open(gpu, &list);
	if (fd >= 0)
		return fd;
	complain("%s: no stream of %s, metric set %llu, exponent %u: %s%s", gpu->node, format->name,
		 (unsigned long long)metrics, exponent, strerror(-fd), open_hint(-fd));
	return -1;
}

/* Read no more than is still wanted, because the driver counts reports read as delivered. */
static size_t read_room(const struct dump_sink *sink)
{
	u64 count = sink->options->count, room;

	if (!count)
		return READ_BYTES;
	room = (count - sink->reports) * record_bytes(sink->format);
	if (room > READ_BYTES)
		return READ_BYTES;
	return room < STATUS_BYTES ? STATUS_BYTES : room;
}

/* Return: 1 if records were read, 0 if there were none, -1 on failure. */
static int read_some(struct dump_sink *sink, int fd, void *buf, FILE *raw)
{
	ssize_t bytes = read(fd, buf, read_room(sink));

	if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (bytes <= 0) {
		complain("the stream ends: %s", bytes ? strerror(errno) : "end of file");
		return -1;
	}
	if (raw && fwrite(buf, 1, bytes, raw) != (size_t)bytes) {
		complain("%s: %s", sink->options->raw, strerror(errno));
		return -1;
	}
	return records_sink(sink, buf, bytes) ? -1 : 1;
}

static bool enough(const struct dump_sink *sink)
{
	return interrupted() || ferror(sink->out) ||
	       (sink->options->count && sink->reports >= sink->options->count);
}

static int wait_ms(u64 end)
{
	u64 now = now_ns();

	if (!end)
		return POLL_MS;
	if (now >= end)
		return 0;
	return end - now > POLL_MS * 1000000ull ? POLL_MS : (int)((end - now) / 1000000 + 1);
}

static int stream_read(struct dump_sink *sink, int fd, FILE *raw)
{
	u64 duration = sink->options->duration_ns, end = duration ? now_ns() + duration : 0;
	struct pollfd pollfd = { .fd = fd, .events = POLLIN };
	void *buf = malloc(READ_BYTES);
	int ret = buf ? 1 : -1;

	while (ret >= 0 && !enough(sink) && (!end || now_ns() < end)) {
		if (poll(&pollfd, 1, wait_ms(end)) <= 0)
			continue;
		ret = read_some(sink, fd, buf, raw);
	}
	/* Read once more, for the reports that have arrived since; no loop, which might not end. */
	if (ret >= 0 && !enough(sink))
		ret = read_some(sink, fd, buf, raw);
	free(buf);
	return ret < 0 ? -1 : 0;
}

static int stream_run(const struct dump_gpu *gpu, const struct dump_options *options,
		      const struct oa_report_format *format, struct dump_sink *sink, u64 metrics,
		      unsigned int exponent)
{
	FILE *raw = NULL;
	int fd, ret;

	if (options->raw) {
		raw = rawfile_create(options->raw, gpu, format, exponent,
				     gpu_programmed(options));
		if (!raw)
			return -1;
	}
	fd = stream_open(gpu, options, format, metrics, exponent);
	ret = fd < 0 ? -1 : stream_read(sink, fd, raw);
	if (fd >= 0)
		close(fd);
	if (raw && fclose(raw)) {
		complain("%s: %s", options->raw, strerror(errno));
		ret = -1;
	}
	return ret;
}

/**
 * stream_dump() - open a stream, print its records, close it
 * @gpu: the GPU
 * @options: the command line
 * @format: report format
 * @sink: the sink that prints the records
 *
 * Return: 0 or -1.
 */
int stream_dump(const struct dump_gpu *gpu, const struct dump_options *options,
		const struct oa_report_format *format, struct dump_sink *sink)
{
	int exponent = options->exponent, ret;
	bool added;
	u64 id;

	if (exponent < 0)
		exponent = gpu_exponent(gpu->timestamp_hz, options->period_ns);
	if (gpu_metrics(gpu, options->metrics, &id, &added))
		return -1;
	print_header(sink);
	ret = stream_run(gpu, options, format, sink, id, exponent);
	if (added)
		gpu_remove_metrics(gpu, id);
	return ret;
}
