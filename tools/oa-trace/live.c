// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trace of a stream.
 *
 * Clocks are read before the stream is opened, each second, and at its end. Records are held in
 * memory until the next reading, on which their time depends.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oa-trace.h"
#include "tools/common/clock.h"
#include "tools/common/message.h"
#include "tools/common/metricset.h"
#include "tools/common/progress.h"
#include "tools/common/streamrun.h"

/* Maximum size of the held records, and the room that the next ones need */
#define HELD_BYTES	(16 * STREAM_READ_BYTES)
#define NEXT_BYTES	(STREAM_READ_BYTES + MARK_RECORD_BYTES)

/* struct recording - a stream on its way into a trace */
struct recording {
	const struct trace_options *options;
	struct dump_gpu gpu;
	struct metric_set set;
	struct gpu_track track;
	struct stream_run run;
	/* Held records, @held bytes of them */
	char *buf;
	size_t held;
	/* Reports among them */
	u64 waiting;
	/* CLOCK_BOOTTIME when the clocks are to be read again */
	u64 next;
};

static int count_report(void *arg, const u32 *raw, const u32 *ahead)
{
	(void)raw;
	(void)ahead;
	++*(u64 *)arg;
	return 0;
}

static int count_reports(struct recording *r, const char *records, size_t bytes)
{
	const struct record_sink sink = {
		.format = r->track.format, .arg = &r->waiting, .report = count_report, .quiet = true,
	};

	return records_walk(&sink, records, bytes);
}

/* Read the clocks as the pair behind the held records. */
static int read_clocks(struct recording *r, struct record_clocks *clocks)
{
	const int ret = clock_take(&r->gpu, clocks);

	if (ret) {
		/* Do not print a second reason. */
		if (!r->run.ended[0])
			complain("%s: its clock can't be read: %s", r->gpu.node,
				 strerror(-ret));
		return -1;
	}
	r->next = clocks->boottime_ns + CLOCK_PERIOD_NS;
	timeline_pair(&r->track.list.line, clocks);
	return packets_clocks(r->track.packets, clocks);
}

static int on_other(void *arg, u32 type, const void *payload, size_t bytes)
{
	struct gpu_track *track = arg;

	marks_take(&track->marks, type, payload, bytes);
	return 0;
}

/* Read the clocks, and add the held records, even if the clocks can't be read. Return: 0 or -1. */
static int add_held(struct recording *r)
{
	const struct record_sink sink = {
		.format = r->track.format,
		.arg = &r->track,
		.report = gpu_track_report,
		.lost = gpu_track_lost,
		.loss = gpu_track_loss,
		.other = on_other,
	};
	struct record_clocks clocks = { 0 };
	int ret = read_clocks(r, &clocks);

	if (records_walk(&sink, r->buf, r->held))
		ret = -1;
	timeline_pass(&r->track.list.line, &clocks);
	r->held = 0;
	r->waiting = 0;
	return packets_flush(r->track.packets) ? -1 : ret;
}

static u64 reports(const void *arg)
{
	const struct recording *r = arg;

	return r->track.reports + r->waiting;
}

/* Add the held records if the clocks are due, or if the next ones have no room. Return: 0 or -1. */
static int add_due(void *arg)
{
	struct recording *r = arg;

	return boottime_ns() >= r->next || r->held > HELD_BYTES - NEXT_BYTES ? add_held(r) : 0;
}

static void hold(struct recording *r, const void *records, size_t bytes)
{
	memcpy(r->buf + r->held, records, bytes);
	r->held += bytes;
}

/* Of an invalid record those before it are added at the end, which tells where it is. */
static int hold_records(void *arg, const void *records, size_t bytes)
{
	struct recording *r = arg;

	hold(r, records, bytes);
	if (count_reports(r, records, bytes))
		return streamrun_end(&r->run, "the stream has an invalid record");
	return add_due(r);
}

static int hold_mark(void *arg, const void *record, size_t bytes)
{
	hold(arg, record, bytes);
	return add_due(arg);
}

/* Add the records before a silence first. Its end is told by the run's. */
static int add_silence(void *arg, u64 quiet_ns, bool at_end)
{
	struct recording *r = arg;

	(void)quiet_ns;
	return !at_end && (add_held(r) || gpu_track_silent(&r->track)) ? -1 : 0;
}

static const struct stream_run_ops trace_ops = {
	.reports = reports,
	.records = hold_records,
	.mark = hold_mark,
	.silent = add_silence,
	.turn = add_due,
};

static int read_stream(struct recording *r)
{
	int ret = streamrun_read(&r->run);

	if (add_held(r))
		ret = -1;
	return gpu_track_incomplete(&r->track, *r->run.ended ? r->run.ended : NULL) ? -1 : ret;
}

static int run(struct recording *r)
{
	struct record_clocks clocks;
	int ret;

	/* Write nothing before the stream is open, so that an existing file keeps its contents. */
	if (read_clocks(r, &clocks))
		return -1;
	timeline_pass(&r->track.list.line, &clocks);
	if (gpu_track_begin(&r->track) || streamrun_open(&r->run, r->set.id))
		return -1;
	progress_open(r->gpu.node, true, false);
	ret = read_stream(r);
	progress_close();
	streamrun_close(&r->run);
	if (gpu_track_end(&r->track))
		ret = -1;
	streamrun_outlast(&r->run);
	return ret;
}

static int with_metrics(struct recording *r)
{
	int ret;

	if (metricset_register(&r->set, &r->gpu))
		return -1;
	ret = run(r);
	metricset_remove(&r->set, &r->gpu);
	say_summary(&r->track, r->options->output);
	return ret;
}

static void describe(struct recording *r)
{
	const struct dump_gpu *gpu = &r->gpu;

	r->run = (struct stream_run){
		.gpu = gpu, .source = &r->options->source, .child = r->options->child,
		.ops = &trace_ops, .arg = r,
	};
	r->track.platform = gpu->platform;
	r->track.named = &r->set.named;
	r->track.format = platform_format(gpu->platform, r->options->source.format);
	r->run.format = r->track.format;
	r->track.list.line = (struct timeline){
		.format = r->track.format, .hz = gpu->timestamp_hz,
		.period = 2ull << stream_exponent(gpu, &r->options->source),
	};
	r->track.machine = platform_machine(gpu->platform, r->options->eus ?: gpu->eus, gpu->slices,
					    gpu->timestamp_hz);
	r->track.machine.programmed = r->set.programmed;
	r->track.machine.a_other = r->set.a_other;
}

/* Make a trace of a stream. Return: 0, or -1 if anything is missing in the trace. */
int live(const struct trace_options *options, struct packets *packets)
{
	struct recording *r = calloc(1, sizeof(*r));
	char *buf = malloc(HELD_BYTES);
	int ret = -1;

	if (!r || !buf)
		complain("no memory for the records of a stream");
	if (!r || !buf || gpu_open(&r->gpu, options->source.device)) {
		free(buf);
		free(r);
		return -1;
	}
	r->options = options;
	r->track.packets = packets;
	r->buf = buf;
	if (!metricset_choose(&r->set, &r->gpu, &options->source)) {
		describe(r);
		if (r->track.format &&
		    !stream_possible(&r->gpu, &options->source, r->track.format))
			ret = with_metrics(r);
	}
	metricset_free(&r->set);
	close(r->gpu.fd);
	free(buf);
	free(r);
	return ret;
}
