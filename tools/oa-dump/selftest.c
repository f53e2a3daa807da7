// SPDX-License-Identifier: GPL-2.0-only
/*
 * Self-test: compare a GPU with the driver's and the documents' description of it.
 *
 * The self-test metric set makes each B counter count every clock (hardware.rst 5.5). First the
 * timer's reports are compared with each other and with the computer's clock. Then the driver's
 * context does work with a known result between two reports by command. No result depends on the
 * scheduling of this program: times are only compared with earlier and later ones.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <drm/i915_oa.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oa-dump.h"

#define PERIOD_NS	1000000ull
#define MIN_REPORTS	100
#define MIN_NS		300000000ull
#define MAX_NS		20000000000ull
#define READ_BYTES	(1u << 20)
/* The time in which a read must show a new report, on a machine that may stall for a while */
#define CATCH_UP_NS	5000000000ull
/* Maximum lag of memory and of the timer */
#define LAG_NS		(20 * PERIOD_NS)
/* The slowest and the fastest clock of a render engine, Hz */
#define MIN_CLOCK	25e6
#define MAX_CLOCK	3e9
/* Relative error of both clocks */
#define CLOCK_ERROR	0.02

#define REPORT_ID	0x5e1f7e57u
#define WORK_START	0x00000001fffffff0ull
#define WORK_STEP	0x0000000180000003ull
#define WORK_STEPS	128u
#define WORK_STORES	32u

/* struct moments - times of events by CLOCK_MONOTONIC, 0: not yet */
struct moments {
	u64 opening;
	u64 first_read;
	u64 last_asked;
	u64 last_read;
};

/* struct selftest - a run */
struct selftest {
	const struct dump_gpu *gpu;
	const struct oa_report_format *format;
	struct selfreport *report;
	int fd;
	u32 period;
	bool failed;
	struct moments at;
	/* The unit was restarted, so the next report has no predecessor */
	bool cut;
	struct oa_report last;
	/* B0, and the ticks in which it counted */
	u64 clocks;
	u64 counted;
	u64 ticks;
	u32 reports;
	u32 losses;
	u32 disordered;
	u32 off_period;
	u32 b_wrong;
	u32 b_example[2];
};

/* Print, and add to the report. */
static void __attribute__((format(printf, 2, 3)))
say(struct selftest *t, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	fflush(stdout);
	va_start(args, format);
	selfreport_line(t->report, format, args);
	va_end(args);
}

static void __attribute__((format(printf, 4, 5)))
verdict(struct selftest *t, bool ok, const char *what, const char *format, ...)
{
	char text[256];
	va_list args;

	t->failed |= !ok;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	say(t, "%s %s: %s\n", ok ? "ok" : "FAILED", what, text);
}

static double seconds(const struct selftest *t, u64 ticks)
{
	return (double)ticks / t->gpu->timestamp_hz;
}

static double ns_of_reports(const struct selftest *t)
{
	return seconds(t, t->ticks) * 1e9;
}

static bool on_period(const struct selftest *t, u32 ticks)
{
	u32 rest = ticks % t->period;

	if (!t->format->loose_timer)
		return !rest;
	return rest <= t->period / 4 || rest >= t->period - t->period / 4;
}

/*
 * Check that all B counters advanced alike between two reports, by a plausible number of clocks.
 * Reports from gen8 on count the clocks as well, and both counts must agree.
 */
static bool b_counters_agree(const struct selftest *t, const struct oa_report *from,
			     const struct oa_report *to, u32 ticks)
{
	const u32 clocks = to->b[0] - from->b[0], gpu_ticks = to->gpu_ticks - from->gpu_ticks;
	const double rate = clocks / seconds(t, ticks);
	u32 n;

	for (n = 0; n < t->gpu->platform->num_cec; n++)
		if (from->b_mask & 1u << n && to->b[n] - from->b[n] != clocks)
			return false;
	if (rate < MIN_CLOCK || rate > MAX_CLOCK)
		return false;
	return !to->gpu_ticks || (clocks <= gpu_ticks + gpu_ticks / 100 + 2 &&
				  gpu_ticks <= clocks + clocks / 100 + 2);
}

static void compare(struct selftest *t, const struct oa_report *report)
{
	u32 ticks = (u32)report->timestamp - (u32)t->last.timestamp;

	if (t->cut) {
		t->ticks += ticks;
		return;
	}
	if (!ticks || ticks > UINT32_MAX / 2) {
		t->disordered++;
		return;
	}
	t->off_period += !on_period(t, ticks);
	t->ticks += ticks;
	t->counted += ticks;
	t->clocks += report->b[0] - t->last.b[0];
	if (b_counters_agree(t, &t->last, report, ticks))
		return;
	t->b_wrong++;
	t->b_example[0] = report->b[0] - t->last.b[0];
	t->b_example[1] = report->gpu_ticks - t->last.gpu_ticks;
}

static void take_sample(struct selftest *t, const void *payload)
{
	struct oa_report report;
	u32 raw[OA_REPORT_MAX_DWORDS];

	memcpy(raw, payload, t->format->bytes);
	if (!oa_report_is_timer(t->format, raw))
		return;
	selfreport_take(t->report, raw);
	oa_report_decode(t->format, raw, &report);
	if (t->reports++)
		compare(t, &report);
	t->last = report;
	t->cut = false;
}

static void take_records(struct selftest *t, const char *at, ssize_t bytes)
{
	struct drm_i915_perf_record_header header;

	for (; bytes >= (ssize_t)sizeof(header); at += header.size, bytes -= header.size) {
		memcpy(&header, at, sizeof(header));
		if (header.size < sizeof(header) || header.size > bytes)
			return;
		if (header.type == DRM_I915_PERF_RECORD_SAMPLE)
			take_sample(t, at + sizeof(header));
		else if (header.type == DRM_I915_PERF_RECORD_OA_REPORT_LOST ||
			 header.type == DRM_I915_PERF_RECORD_OA_BUFFER_LOST) {
			t->losses++;
			t->cut |= header.type == DRM_I915_PERF_RECORD_OA_BUFFER_LOST;
		}
	}
}

/*
 * The least time between the first and the last report, by the computer's clock: below 0 if one read
 * returned both
 */
static double least_ns(const struct selftest *t)
{
	return ((double)t->at.last_asked - (double)t->at.first_read) * (1 - CLOCK_ERROR) - LAG_NS;
}

/*
 * i915 shows a read what its timer has found. A read that begins before the timer, on a machine that
 * stalled, has only old reports, and a later one has new ones. A slow clock never catches up.
 */
static bool is_enough(const struct selftest *t)
{
	const u64 time = t->at.last_asked - t->at.first_read;

	return t->reports >= MIN_REPORTS && !selfreport_missing(t->report) && time >= MIN_NS &&
	       (time >= CATCH_UP_NS || ns_of_reports(t) >= least_ns(t));
}

/* Read timer reports until their number and their time suffice. */
static int read_timer(struct selftest *t)
{
	struct pollfd pollfd = { .fd = t->fd, .events = POLLIN };
	const u64 end = t->at.opening + MAX_NS;
	char *buf = malloc(READ_BYTES);
	ssize_t bytes;
	u64 asked;

	if (!buf)
		complain("no memory for the records of a stream");
	while (buf && !interrupted() && now_ns() < end) {
		poll(&pollfd, 1, 100);
		asked = now_ns();
		bytes = read(t->fd, buf, READ_BYTES);
		if (bytes < 0 && errno != EAGAIN && errno != EINTR)
			break;
		take_records(t, buf, bytes);
		if (bytes <= 0 || !t->reports)
			continue;
		t->at.last_asked = asked;
		t->at.last_read = now_ns();
		if (!t->at.first_read)
			t->at.first_read = t->at.last_read;
		if (is_enough(t))
			break;
	}
	free(buf);
	return t->reports >= MIN_REPORTS ? 0 : -1;
}

/*
 * The first report was written between the opening and the first read. The last one was written
 * before the last read returned, and not long before that read began.
 */
static void check_clock(struct selftest *t)
{
	const double most = (t->at.last_read - t->at.opening) * (1 + CLOCK_ERROR) + LAG_NS;
	const double least = least_ns(t);
	const double ns = ns_of_reports(t);

	verdict(t, ns >= least && ns <= most, "clock",
		"%.1f ms by the time stamp at %u Hz, %.1f to %.1f ms by the computer's clock",
		ns / 1e6, t->gpu->timestamp_hz, least / 1e6, most / 1e6);
}

static void check_timer(struct selftest *t)
{
	const int ret = read_timer(t);

	verdict(t, !ret, "timer reports", "%u read, %u losses announced", t->reports, t->losses);
	if (ret)
		return;
	verdict(t, !t->disordered, "time stamps", "%u of %u are after the one before",
		t->reports - 1 - t->disordered, t->reports - 1);
	verdict(t, !t->off_period, "timer", "%u of %u distances are whole periods of %u ticks",
		t->reports - 1 - t->disordered - t->off_period, t->reports - 1, t->period);
	check_clock(t);
	if (t->b_wrong)
		verdict(t, false, "B counters",
			"%u times they do not count each clock: B0 by %u, GPU ticks by %u",
			t->b_wrong, t->b_example[0], t->b_example[1]);
	else
		verdict(t, true, "B counters", "each counts each clock, at %.0f MHz",
			t->counted ? t->clocks / seconds(t, t->counted) / 1e6 : 0);
}

/* Take a report by command. Return: 0 or a negative errno. */
static int take_report(const struct selftest *t, u32 id, struct oa_report *report)
{
	u32 raw[OA_REPORT_MAX_DWORDS];
	struct drm_i915_oa_report args = {
		.report_id = id,
		.ptr = (uintptr_t)raw,
		.size = sizeof(raw),
	};
	int ret = driver_ioctl(t->fd, I915_OA_IOCTL_REPORT, &args);

	if (ret)
		return ret;
	oa_report_decode(t->format, raw, report);
	return report->id == id ? 0 : -EILSEQ;
}

/* Ticks between time stamps, of which only 32 bits may be known; negative if @to is earlier. */
static int ticks_between(u64 from, u64 to)
{
	return (int)((u32)to - (u32)from);
}

static void check_sum(struct selftest *t, const struct drm_i915_oa_work *work)
{
	const u64 sum = work->start + work->step * work->steps;

	verdict(t, work->sum == sum, "arithmetic", "%u additions give 0x%llx, 0x%llx expected",
		work->steps, (unsigned long long)work->sum, (unsigned long long)sum);
	verdict(t, work->stored == work->stores, "stores", "%u of %u numbers are in memory",
		work->stored, work->stores);
}

static void check_order(struct selftest *t, const struct oa_report *before,
			const struct drm_i915_oa_work *work, const struct oa_report *after)
{
	const int to_work = ticks_between(before->timestamp, work->before);
	const int in_work = ticks_between(work->before, work->after);
	const int in_wait = ticks_between(work->after, work->waited);
	const int to_end = ticks_between(work->waited, after->timestamp);

	verdict(t, to_work >= 0 && in_work > 0 && in_wait >= 0 && to_end >= 0, "order",
		"report, %d ticks, work of %d ticks, wait to %d ticks, report %d ticks later",
		to_work, in_work, in_wait, to_end);
}

static void check_between(struct selftest *t, const struct oa_report *before,
			  const struct drm_i915_oa_work *work, const struct oa_report *after,
			  u64 ns)
{
	const int ticks = ticks_between(before->timestamp, after->timestamp);
	const u32 clocks = after->b[0] - before->b[0];

	verdict(t, ticks >= (int)work->wait_ticks &&
		seconds(t, ticks) * 1e9 <= ns * (1 + CLOCK_ERROR), "wait",
		"%d ticks between the reports, %u waited for, in %.1f ms of the computer's clock",
		ticks, work->wait_ticks, ns / 1e6);
	verdict(t, ticks > 0 && b_counters_agree(t, before, after, ticks), "counters of the work",
		"B0 by %u, GPU ticks by %u, in %d ticks", clocks,
		after->gpu_ticks - before->gpu_ticks, ticks);
}

static void check_report(struct selftest *t, int ret, const char *which)
{
	verdict(t, !ret, which, "%s", !ret ? "by command, with its id" : ret == -ETIMEDOUT ?
		"lines of it never reached memory" : strerror(-ret));
}

static void check_work(struct selftest *t)
{
	struct drm_i915_oa_work work = {
		.start = WORK_START,
		.step = WORK_STEP,
		.steps = WORK_STEPS,
		.stores = WORK_STORES,
		.wait_ticks = t->gpu->timestamp_hz / 50,
	};
	struct oa_report before, after;
	const u64 began = now_ns();
	int ret = take_report(t, REPORT_ID, &before);

	if (ret == -EOPNOTSUPP) {
		say(t, "skipped work: the driver does not run the engine of this platform\n");
		return;
	}
	check_report(t, ret, "first report");
	if (ret)
		return;
	ret = driver_ioctl(t->fd, I915_OA_IOCTL_WORK, &work);
	verdict(t, !ret, "work", "%s", !ret ? "done" : ret == -ETIMEDOUT ?
		"the time stamp does not move on" : strerror(-ret));
	if (ret)
		return;
	check_sum(t, &work);
	ret = take_report(t, REPORT_ID + 1, &after);
	check_report(t, ret, "second report");
	if (ret)
		return;
	check_order(t, &before, &work, &after);
	check_between(t, &before, &work, &after, now_ns() - began);
}

static void run(struct selftest *t, const struct dump_options *options, u64 set,
		unsigned int exponent)
{
	t->at.opening = now_ns();
	t->fd = stream_open(t->gpu, &options->source, t->format, set, exponent);
	verdict(t, t->fd >= 0, "stream", "%s, PCI device %04x, %s", t->gpu->platform->name,
		t->gpu->devid, t->format->name);
	if (t->fd >= 0) {
		check_timer(t);
		if (driver_extended(t->gpu))
			check_work(t);
		else
			say(t, "skipped work: %s has neither reports nor work on command\n",
			    t->gpu->driver);
		close(t->fd);
	}
	say(t, "%s\n", t->failed ? "self-test failed" : "self-test passed");
}

/**
 * selftest() - test a GPU
 * @gpu: the GPU
 * @options: the command line; the metric set and the timer are those of the test
 * @format: report format
 *
 * Prints a result for each property, and writes the report that was asked for. Return: 0, or -1 if
 * one failed.
 */
int selftest(const struct dump_gpu *gpu, const struct dump_options *options,
	     const struct oa_report_format *format)
{
	const unsigned int exponent = gpu_exponent(gpu->timestamp_hz, PERIOD_NS);
	struct selftest t = {
		.gpu = gpu,
		.format = format,
		.period = 2u << exponent,
	};
	const struct dump_source chosen = { .metrics = "selftest" };
	struct metric_set set;
	int ret = -1;

	if (metricset_choose(&set, gpu, &chosen))
		return -1;
	if (options->report)
		t.report = selfreport_begin(options->report, gpu, format);
	if ((options->report && !t.report) || metricset_register(&set, gpu))
		goto free;
	run(&t, options, set.id, exponent);
	metricset_remove(&set, gpu);
	ret = t.failed ? -1 : 0;
free:
	if (selfreport_end(t.report, gpu, t.period))
		ret = -1;
	metricset_free(&set);
	return ret;
}
