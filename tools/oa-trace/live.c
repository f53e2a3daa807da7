// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trace of a stream.
 *
 * Clocks are read before the stream is opened, each second, and at its end. Records are held in
 * memory until the next reading, on which their time depends.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oa-trace.h"
#include "tools/common/clock.h"
#include "tools/common/marksource.h"
#include "tools/common/message.h"
#include "tools/common/metricset.h"
#include "tools/common/progress.h"
#include "tools/common/silence.h"

#define READ_BYTES	(1u << 20)
/* Maximum size of the held records */
#define HELD_BYTES	(16 * READ_BYTES)
#define POLL_MS		50
/* Room for the status and loss records before a report */
#define STATUS_BYTES	64

/* struct recording - a stream on its way into a trace */
struct recording {
	const struct trace_options *options;
	struct dump_gpu gpu;
	struct metric_set set;
	struct gpu_track track;
	int fd;
	/* Held records, @held bytes of them */
	char *buf;
	size_t held;
	/* Reports among them */
	u64 waiting;
	/* CLOCK_BOOTTIME when the clocks are to be read again */
	u64 next;
	/* Reason of the stream's end, empty before */
	char ended[80];
	struct silence silence;
	struct mark_source marks;
	bool stopped;
	bool done; /* all that the stop kept was read */
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
		.format = r->track.format, .arg = &r->waiting, .report = count_report,
	};

	return records_walk(&sink, records, bytes);
}

/* Read the clocks as the pair behind the held records. */
static int read_clocks(struct recording *r, struct record_clocks *clocks)
{
	const int ret = clock_take(&r->gpu, clocks);

	if (ret) {
		/* Do not print a second reason. */
		if (!r->ended[0])
			complain("%s: its clock can't be read: %s", r->gpu.node,
				 strerror(-ret));
		return -1;
	}
	r->next = clocks->boottime_ns + CLOCK_PERIOD_NS;
	timeline_pair(&r->track.list.line, clocks);
	return packets_clocks(r->track.packets, clocks);
}

static int take_mark(void *arg, u32 type, const void *payload, size_t bytes)
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
		.other = take_mark,
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

static bool enough(const struct recording *r)
{
	const u64 count = r->options->source.count;

	return interrupted() || (count && r->track.reports + r->waiting >= count);
}

/* Limit a read to the requested reports, since the driver counts reports read as delivered. */
static size_t read_room(const struct recording *r)
{
	const u64 count = r->options->source.count;
	u64 room;

	if (!count)
		return READ_BYTES;
	room = (count - r->track.reports - r->waiting) * record_bytes(r->track.format);
	if (room > READ_BYTES)
		return READ_BYTES;
	return room < STATUS_BYTES ? STATUS_BYTES : room;
}

/* Return: 1 if records were read, 0 if there were none, -1 on failure. */
static int read_some(struct recording *r)
{
	char *at = r->buf + r->held;
	ssize_t bytes = read(r->fd, at, read_room(r));

	if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	r->done = bytes < 0 && errno == EIO && r->stopped;
	if (r->done)
		return 0;
	if (bytes <= 0) {
		snprintf(r->ended, sizeof(r->ended), "the stream ends: %s",
			 bytes ? strerror(errno) : "end of file");
		complain("%s", r->ended);
		return -1;
	}
	if (count_reports(r, at, bytes))
		return -1;
	r->held += bytes;
	return 1;
}

/* Check for a silence when there was nothing to read. Return: 0 or -1. */
static int check_silence(struct recording *r)
{
	if (!silence_check(&r->silence, now_ns()))
		return 0;
	complain("%s: no report for %.1f s, although the timer runs: the driver says nothing of it",
		 r->gpu.node, (double)r->silence.quiet_ns / 1e9);
	/* Add the records before the silence first. */
	return add_held(r) || gpu_track_silent(&r->track) ? -1 : 0;
}

static int read_once(struct recording *r)
{
	const int ret = read_some(r);

	if (ret > 0)
		silence_heard(&r->silence, now_ns());
	if (ret < 0 || (!ret && check_silence(r)))
		return -1;
	return boottime_ns() >= r->next || r->held > HELD_BYTES - READ_BYTES ? add_held(r) : 0;
}

/* Hold the marks that were requested among the records, but at most some. Return: 0 or -1. */
static int hold_marks(struct recording *r, unsigned int most)
{
	size_t bytes;

	do {
		if (r->held > HELD_BYTES - READ_BYTES - MARK_RECORD_BYTES && add_held(r))
			return -1;
		bytes = marksource_next(&r->marks, &r->gpu, r->fd, r->track.format,
					r->buf + r->held);
		r->held += bytes;
	} while (bytes && --most);
	return 0;
}

/*
 * Read the reports that have arrived since the last read. A stream that is still running is read
 * once, since it might have no end.
 */
static int read_rest(struct recording *r, struct pollfd *pollfd)
{
	int ret = 0;

	r->stopped = stream_stop(&r->gpu, r->fd);
	if (!r->stopped)
		return read_some(r) < 0 ? -1 : 0;
	while (!ret && !r->done && !enough(r) && poll(pollfd, 1, 0) > 0)
		ret = read_once(r);
	return ret;
}

static int read_stream(struct recording *r)
{
	const u64 duration = r->options->source.duration_ns;
	const u64 end = duration ? now_ns() + duration : 0;
	struct child *child = r->options->child;
	struct pollfd pollfds[] = {
		{ .fd = r->fd, .events = POLLIN }, { .fd = child->fd, .events = POLLIN },
		{ .events = POLLIN },
	};
	int ret = 0;

	silence_begin(&r->silence, stream_silence_ns(&r->gpu, &r->options->source), now_ns());
	while (!ret && !enough(r) && !child_ended(child) && (!end || now_ns() < end)) {
		progress_stream(r->track.reports + r->waiting);
		/* A FIFO is opened again and again. */
		pollfds[2].fd = r->marks.wake;
		poll(pollfds, ARRAY_LEN(pollfds), stream_wait_ms(end, POLL_MS));
		ret = read_once(r) || hold_marks(r, MARKS_AT_ONCE) ? -1 : 0;
	}
	/* Those of a program's last moment; behind them the stream stops */
	if (!ret)
		ret = hold_marks(r, MARKS_AT_END);
	if (!ret && !enough(r))
		ret = read_rest(r, pollfds);
	if (!ret && silence_is(&r->silence)) {
		silence_at_end(r->ended, r->silence.quiet_ns);
		complain("%s", r->ended);
		ret = -1;
	}
	if (add_held(r))
		ret = -1;
	return gpu_track_incomplete(&r->track, r->ended[0] ? r->ended : NULL) ? -1 : ret;
}

static int run(struct recording *r, u64 metrics)
{
	const struct dump_source *source = &r->options->source;
	struct record_clocks clocks;
	int ret;

	/* Write nothing before the stream is open, so that an existing file keeps its contents. */
	if (read_clocks(r, &clocks))
		return -1;
	timeline_pass(&r->track.list.line, &clocks);
	if (gpu_track_begin(&r->track))
		return -1;
	r->fd = stream_open(&r->gpu, source, r->track.format, metrics,
			    stream_exponent(&r->gpu, source));
	if (r->fd < 0)
		return -1;
	if (marksource_open(&r->marks, source->mark_on) ||
	    (source->program && child_start(r->options->child, source->program))) {
		marksource_close(&r->marks);
		close(r->fd);
		return -1;
	}
	progress_open(r->gpu.node, true, false);
	ret = read_stream(r);
	progress_close();
	close(r->fd);
	if (gpu_track_end(&r->track))
		ret = -1;
	marksource_outlast(&r->marks, r->options->child);
	return ret;
}

static int with_metrics(struct recording *r)
{
	int ret;

	if (metricset_register(&r->set, &r->gpu))
		return -1;
	ret = run(r, r->set.id);
	metricset_remove(&r->set, &r->gpu);
	say_summary(&r->track, r->options->output);
	return ret;
}

static void describe(struct recording *r)
{
	const struct dump_gpu *gpu = &r->gpu;

	r->track.platform = gpu->platform;
	r->track.named = &r->set.named;
	r->track.format = platform_format(gpu->platform, r->options->source.format);
	r->track.list.line = (struct timeline){
		.format = r->track.format, .hz = gpu->timestamp_hz,
		.period = 2ull << stream_exponent(gpu, &r->options->source),
	};
	r->track.machine = (struct oa_machine){
		.counters = gpu->platform->counters,
		.eus = r->options->eus ?: gpu->eus,
		.slices = gpu->slices,
		.threads = gpu->platform->threads,
		.timestamp_hz = gpu->timestamp_hz,
		.programmed = r->set.programmed,
		.a_other = r->set.a_other,
	};
}

/* Make a trace of a stream. Return: 0, or -1 if anything is missing in the trace. */
int live(const struct trace_options *options, struct packets *packets)
{
	struct recording *r = calloc(1, sizeof(*r));
	int ret = -1;

	if (!r || gpu_open(&r->gpu, options->source.device)) {
		free(r);
		return -1;
	}
	r->options = options;
	r->track.packets = packets;
	r->buf = malloc(HELD_BYTES);
	if (!metricset_choose(&r->set, &r->gpu, &options->source)) {
		describe(r);
		if (r->buf && r->track.format &&
		    !stream_possible(&r->gpu, &options->source, r->track.format))
			ret = with_metrics(r);
	}
	metricset_free(&r->set);
	close(r->gpu.fd);
	free(r->buf);
	free(r);
	return ret;
}
