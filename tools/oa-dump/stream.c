// SPDX-License-Identifier: GPL-2.0-only
/*
 * A stream, from open to close.
 */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "oa-dump.h"
#include "tools/common/clock.h"
#include "tools/common/file.h"
#include "tools/common/flight.h"
#include "tools/common/marksource.h"
#include "tools/common/progress.h"
#include "tools/common/silence.h"

#define READ_BYTES	(1u << 20)
#define POLL_MS		100
/* Room for the status and loss records before a report */
#define STATUS_BYTES	64

/* Limit a read to the requested reports, since the driver counts reports read as delivered. */
static size_t read_room(const struct dump_sink *sink)
{
	u64 count = sink->options->source.count, room;

	if (!count)
		return READ_BYTES;
	room = (count - sink->reports) * record_bytes(sink->format);
	if (room > READ_BYTES)
		return READ_BYTES;
	return room < STATUS_BYTES ? STATUS_BYTES : room;
}

/* struct stream - a stream, and the file of --raw */
struct stream {
	int fd;
	const struct dump_gpu *gpu;
	const struct metric_set *set;
	void *buf;
	FILE *raw;
	const char *path;
	/* Of --last, which keeps the records of @raw; else NULL */
	struct flight *flight;
	/* CLOCK_BOOTTIME when the clocks are to be read again; 0: they can't be read */
	u64 next;
	struct silence silence;
	struct mark_source marks;
	bool stopped;
	bool done; /* all that the stop kept was read */
};

/* End the run early, with a message. Return: -1. */
__attribute__((format(printf, 2, 3)))
static int ends(struct dump_sink *sink, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(sink->why, sizeof(sink->why), format, args);
	va_end(args);
	complain("%s", sink->why);
	sink->incomplete = sink->why;
	return -1;
}

/*
 * Read the clocks as the pair behind the records that were read. Records are valid without it, so a
 * failure is only printed, once. Return: 1 if there is a pair, 0 if not, -1 on failure.
 */
static int take_clocks(struct dump_sink *sink, struct stream *stream, struct record_clocks *clocks)
{
	const int ret = clock_take(stream->gpu, clocks);

	if (ret) {
		complain("%s: no time of the computer's clock: %s", stream->path ?: stream->gpu->node,
			 strerror(-ret));
		stream->next = 0;
		return 0;
	}
	/* A recording has no other date than that of its first pair */
	if (stream->next == 1)
		sink->origin.realtime_ns = clocks->realtime_ns;
	stream->next = clocks->boottime_ns +
		       (stream->flight ? flight_pair_ns(stream->flight) : CLOCK_PERIOD_NS);
	timeline_pair(&sink->list.line, clocks);
	if (stream->raw && rawfile_put_clocks(stream->raw, clocks))
		return ends(sink, "%s: %s", stream->path, strerror(errno));
	if (stream->flight)
		flight_cut(stream->flight, clocks);
	return 1;
}

/* Read the clocks without any records before them. Return: 0 or -1. */
static int take_clocks_alone(struct dump_sink *sink, struct stream *stream)
{
	struct record_clocks clocks;
	const int ret = stream->next ? take_clocks(sink, stream, &clocks) : 0;

	if (ret > 0)
		timeline_pass(&sink->list.line, &clocks);
	return ret < 0 ? -1 : 0;
}

/* Print records. Before that, read the clocks if they are due, or if a report needs them. */
static int print_records(struct dump_sink *sink, struct stream *stream, size_t bytes)
{
	const u64 now = boottime_ns();
	struct record_clocks clocks;
	int ret = 0;

	if (stream->next && (now >= stream->next ||
			     intervals_need_clocks(&sink->list, now, stream->buf, bytes)))
		ret = take_clocks(sink, stream, &clocks);
	if (ret < 0)
		return -1;
	if (records_sink(sink, stream->buf, bytes))
		return ends(sink, "the stream has an invalid record");
	if (ret)
		timeline_pass(&sink->list.line, &clocks);
	return 0;
}

/* Return: 1 if records were read, 0 if there were none, -1 on failure. */
static int read_some(struct dump_sink *sink, struct stream *stream)
{
	ssize_t bytes = read(stream->fd, stream->buf, read_room(sink));

	if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	stream->done = bytes < 0 && errno == EIO && stream->stopped;
	if (stream->done)
		return 0;
	if (bytes <= 0)
		return ends(sink, "the stream ends: %s", bytes ? strerror(errno) : "end of file");
	if (stream->raw && fwrite(stream->buf, 1, bytes, stream->raw) != (size_t)bytes)
		return ends(sink, "%s: %s", stream->path, strerror(errno));
	return print_records(sink, stream, bytes) ? -1 : 1;
}

/* Save what is known of the set behind the first pair: older readers stop to look for it at an unknown record. */
static int put_set(struct dump_sink *sink, struct stream *stream)
{
	if (!stream->raw || (!rawfile_put_events(stream->raw, &stream->set->events) &&
			     !rawfile_put_gpu(stream->raw, stream->gpu, stream->set->a_other)))
		return 0;
	return ends(sink, "%s: %s", stream->path, strerror(errno));
}

static int put_silence(struct dump_sink *sink, struct stream *stream, bool at_end)
{
	if (!stream->raw || !rawfile_put_silence(stream->raw, stream->silence.quiet_ns, at_end))
		return 0;
	return ends(sink, "%s: %s", stream->path, strerror(errno));
}

/* Make the marks that were requested, but at most some. Return: 0 or -1. */
static int put_marks(struct dump_sink *sink, struct stream *stream, unsigned int most)
{
	char record[MARK_RECORD_BYTES];
	size_t bytes;

	while (most-- && (bytes = marksource_next(&stream->marks, stream->gpu, stream->fd,
						  sink->format, record))) {
		if (stream->raw && fwrite(record, 1, bytes, stream->raw) != bytes)
			return ends(sink, "%s: %s", stream->path, strerror(errno));
		records_sink(sink, record, bytes);
	}
	return 0;
}

/* Check for a silence when there was nothing to read. Return: 0 or -1. */
static int note_nothing(struct dump_sink *sink, struct stream *stream)
{
	if (!silence_check(&stream->silence, now_ns()))
		return 0;
	intervals_silent(&sink->list);
	print_silence(sink);
	complain("%s: no report for %.1f s, although the timer runs: the driver says nothing of it",
		 stream->gpu->node, (double)stream->silence.quiet_ns / 1e9);
	return put_silence(sink, stream, false);
}

/* Read new records, or check for a silence of the timer. Return: as read_some(). */
static int read_or_note(struct dump_sink *sink, struct stream *stream)
{
	const int ret = read_some(sink, stream);

	if (ret > 0)
		silence_heard(&stream->silence, now_ns());
	return ret ?: note_nothing(sink, stream);
}

/* A stream that is silent at its end is incomplete. Return: -1. */
static int end_in_silence(struct dump_sink *sink, struct stream *stream)
{
	char text[SILENCE_TEXT_BYTES];

	if (!put_silence(sink, stream, true)) {
		silence_at_end(text, stream->silence.quiet_ns);
		ends(sink, "%s", text);
	}
	return -1;
}

static bool enough(const struct dump_sink *sink)
{
	return interrupted() || ferror(sink->out) ||
	       (sink->options->source.count && sink->reports >= sink->options->source.count);
}

/*
 * Read the reports that have arrived since the last read. A stream that is still running is read
 * once, since it might have no end.
 */
static int read_rest(struct dump_sink *sink, struct stream *stream, struct pollfd *pollfd)
{
	int ret = 0;

	stream->stopped = stream_stop(stream->gpu, stream->fd);
	if (!stream->stopped)
		return read_some(sink, stream);
	while (ret >= 0 && !stream->done && !enough(sink) && poll(pollfd, 1, 0) > 0)
		ret = read_some(sink, stream);
	return ret;
}

static int stream_read(struct dump_sink *sink, struct stream *stream)
{
	u64 duration = sink->options->source.duration_ns, end = duration ? now_ns() + duration : 0;
	struct child *child = sink->options->child;
	struct pollfd pollfds[] = {
		{ .fd = stream->fd, .events = POLLIN }, { .fd = child->fd, .events = POLLIN },
		{ .events = POLLIN },
	};
	int ret = take_clocks_alone(sink, stream);

	if (ret >= 0)
		ret = put_set(sink, stream);
	if (ret >= 0 && stream->flight)
		ret = flight_begin(stream->flight);
	print_header(sink);
	silence_begin(&stream->silence, stream_silence_ns(stream->gpu, &sink->options->source),
		      now_ns());
	while (ret >= 0 && !enough(sink) && !child_ended(child) && (!end || now_ns() < end)) {
		progress_stream(sink->reports);
		/* A FIFO is opened again and again. */
		pollfds[2].fd = stream->marks.wake;
		if (poll(pollfds, ARRAY_LEN(pollfds), stream_wait_ms(end, POLL_MS)) > 0)
			ret = read_or_note(sink, stream);
		else
			ret = note_nothing(sink, stream);
		if (ret >= 0 && put_marks(sink, stream, MARKS_AT_ONCE))
			ret = -1;
		flight_serve(stream->flight);
	}
	/* Those of a program's last moment; behind them the stream stops */
	if (ret >= 0 && put_marks(sink, stream, MARKS_AT_END))
		ret = -1;
	if (ret >= 0 && !enough(sink))
		ret = read_rest(sink, stream, pollfds);
	if (ret >= 0 && silence_is(&stream->silence))
		ret = end_in_silence(sink, stream);
	marks_put(sink, MARKS_LEFT, NULL);
	/* A last pair, which is later than each report */
	if (ret >= 0)
		ret = take_clocks_alone(sink, stream);
	return ret < 0 ? -1 : 0;
}

/* This machine, and the time */
static void name_origin(struct dump_origin *origin)
{
	struct timespec now;
	struct utsname name;

	if (!uname(&name))
		snprintf(origin->host, sizeof(origin->host), "%s", name.nodename);
	if (!clock_gettime(CLOCK_REALTIME, &now))
		origin->realtime_ns = now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* Create the file of --raw, or of --last, which is written later. Return: false on failure. */
static bool create_raw(struct stream *stream, const struct dump_sink *sink, unsigned int exponent)
{
	const struct dump_options *options = sink->options;
	const struct record_source *source = &sink->origin.source;

	if (!options->raw)
		return true;
	if (!options->last_ns) {
		stream->raw = rawfile_create(options->raw, stream->gpu, sink->format, exponent,
					     stream->set, source);
		return stream->raw;
	}
	stream->flight = flight_new(options->raw, options->last_ns);
	stream->raw = stream->flight ? flight_file(stream->flight) : NULL;
	return stream->raw && !rawfile_begin(stream->raw, stream->gpu, sink->format, exponent,
					     stream->set, source);
}

/* Complete the file of --raw, unless its error is known already. Return: 0 or -1. */
static int finish_raw(struct dump_sink *sink, struct stream *stream)
{
	const bool failed = stream->raw && ferror(stream->raw);
	int ret = 0;

	if (stream->raw && file_finish(stream->raw) && !failed)
		ret = ends(sink, "%s: %s", stream->path, strerror(errno));
	if (stream->flight && flight_end(stream->flight))
		ret = -1;
	flight_free(stream->flight);
	return ret;
}

static int stream_run(const struct dump_gpu *gpu, const struct dump_options *options,
		      const struct oa_report_format *format, struct dump_sink *sink,
		      const struct metric_set *set, unsigned int exponent)
{
	struct stream stream = { .gpu = gpu, .set = set, .path = file_out_name(options->raw), .next = 1 };
	bool created;
	int ret = -1;

	/* A program may run long, so look first. */
	if (!file_can_be_created(options->raw))
		return -1;
	stream.fd = stream_open(gpu, &options->source, format, set->id, exponent);
	if (stream.fd < 0)
		return -1;
	if (marksource_open(&stream.marks, options->source.mark_on) ||
	    (options->source.program && child_start(options->child, options->source.program))) {
		marksource_close(&stream.marks);
		close(stream.fd);
		return -1;
	}
	name_origin(&sink->origin);
	metricset_describe(set, gpu, &sink->origin.source);
	/* Replace an existing file only if the stream has opened, and the program runs. */
	created = create_raw(&stream, sink, exponent);
	progress_open(gpu->node, true, !options->quiet || file_is_standard(options->raw));
	stream.buf = malloc(READ_BYTES);
	if (stream.buf && created)
		ret = stream_read(sink, &stream);
	free(stream.buf);
	progress_close();
	close(stream.fd);
	if (finish_raw(sink, &stream))
		ret = -1;
	marksource_outlast(&stream.marks, options->child);
	return ret;
}

/**
 * stream_dump() - open a stream, print its records, close it
 * @gpu: the GPU
 * @options: the command line
 * @format: report format
 * @sink: the sink that prints the records
 * @set: the metric set, which is registered for this time
 *
 * Return: 0, or -1. If reading ended by a failure, the sink's @incomplete has the reason.
 */
int stream_dump(const struct dump_gpu *gpu, const struct dump_options *options,
		const struct oa_report_format *format, struct dump_sink *sink,
		struct metric_set *set)
{
	const unsigned int exponent = stream_exponent(gpu, &options->source);
	int ret;

	if (metricset_register(set, gpu))
		return -1;
	ret = stream_run(gpu, options, format, sink, set, exponent);
	metricset_remove(set, gpu);
	return ret;
}
