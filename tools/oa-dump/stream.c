// SPDX-License-Identifier: GPL-2.0-only
/*
 * A stream, from open to close.
 */
#include <errno.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "oa-dump.h"
#include "tools/common/clock.h"
#include "tools/common/file.h"
#include "tools/common/flight.h"
#include "tools/common/progress.h"
#include "tools/common/streamrun.h"

/* struct stream - a stream, and the file of --raw */
struct stream {
	struct stream_run run;
	struct dump_sink *sink;
	const struct metric_set *set;
	FILE *raw;
	const char *path;
	/* Of --last, which keeps the records of @raw; else NULL */
	struct flight *flight;
	/* CLOCK_BOOTTIME when the clocks are to be read again; 0: they can't be read */
	u64 next;
};

/* End the run, since the file of --raw can't be written. Return: -1. */
static int end_of_raw(struct stream *stream)
{
	return streamrun_end(&stream->run, "%s: %s", stream->path, strerror(errno));
}

/*
 * Read the clocks as the pair behind the records that were read. Records are valid without it, so a
 * failure is only printed, once. Return: 1 if there is a pair, 0 if not, -1 on failure.
 */
static int take_clocks(struct stream *stream, struct record_clocks *clocks)
{
	const struct dump_gpu *gpu = stream->run.gpu;
	const int ret = clock_take(gpu, clocks);

	if (ret) {
		complain("%s: no time of the computer's clock: %s", stream->path ?: gpu->node,
			 strerror(-ret));
		stream->next = 0;
		return 0;
	}
	/* A recording has no other date than that of its first pair */
	if (stream->next == 1)
		stream->sink->origin.realtime_ns = clocks->realtime_ns;
	stream->next = clocks->boottime_ns +
		       (stream->flight ? flight_pair_ns(stream->flight) : CLOCK_PERIOD_NS);
	timeline_pair(&stream->sink->list.line, clocks);
	if (stream->raw && rawfile_put_clocks(stream->raw, clocks))
		return end_of_raw(stream);
	if (stream->flight)
		flight_cut(stream->flight, clocks);
	return 1;
}

/* Read the clocks without any records before them. Return: 0 or -1. */
static int take_clocks_alone(struct stream *stream)
{
	struct record_clocks clocks;
	const int ret = stream->next ? take_clocks(stream, &clocks) : 0;

	if (ret > 0)
		timeline_pass(&stream->sink->list.line, &clocks);
	return ret < 0 ? -1 : 0;
}

static u64 count_reports(const void *arg)
{
	const struct stream *stream = arg;

	return stream->sink->reports;
}

static int save(struct stream *stream, const void *records, size_t bytes)
{
	if (!stream->raw || fwrite(records, 1, bytes, stream->raw) == bytes)
		return 0;
	return end_of_raw(stream);
}

/* Print records. Before that, read the clocks if they are due, or if a report needs them. */
static int take_records(void *arg, const void *records, size_t bytes)
{
	struct stream *stream = arg;
	struct dump_sink *sink = stream->sink;
	const u64 now = boottime_ns();
	struct record_clocks clocks;
	int ret = save(stream, records, bytes);

	if (!ret && stream->next && (now >= stream->next ||
				     intervals_need_clocks(&sink->list, now, records, bytes)))
		ret = take_clocks(stream, &clocks);
	if (ret < 0)
		return -1;
	if (records_sink(sink, records, bytes))
		return streamrun_end(&stream->run, "the stream has an invalid record");
	if (ret)
		timeline_pass(&sink->list.line, &clocks);
	return 0;
}

static int take_mark(void *arg, const void *record, size_t bytes)
{
	struct stream *stream = arg;

	if (save(stream, record, bytes))
		return -1;
	records_sink(stream->sink, record, bytes);
	return 0;
}

static int note_silence(void *arg, u64 quiet_ns, bool at_end)
{
	struct stream *stream = arg;

	if (!at_end) {
		intervals_silent(&stream->sink->list);
		print_silence(stream->sink);
	}
	if (!stream->raw || !rawfile_put_silence(stream->raw, quiet_ns, at_end))
		return 0;
	return end_of_raw(stream);
}

static int serve_flight(void *arg)
{
	struct stream *stream = arg;

	flight_serve(stream->flight);
	return 0;
}

static const struct stream_run_ops dump_ops = {
	.reports = count_reports,
	.records = take_records,
	.mark = take_mark,
	.silent = note_silence,
	.turn = serve_flight,
};

/* Save what is known of the set behind the first pair: older readers stop to look for it at an unknown record. */
static int put_set(struct stream *stream)
{
	if (!stream->raw || (!rawfile_put_events(stream->raw, &stream->set->events) &&
			     !rawfile_put_gpu(stream->raw, stream->run.gpu, stream->set->a_other)))
		return 0;
	return end_of_raw(stream);
}

static int stream_read(struct stream *stream)
{
	int ret = take_clocks_alone(stream);

	if (!ret)
		ret = put_set(stream);
	if (!ret && stream->flight)
		ret = flight_begin(stream->flight);
	print_header(stream->sink);
	if (!ret)
		ret = streamrun_read(&stream->run);
	marks_put(stream->sink, MARKS_LEFT, NULL);
	/* A last pair, which is later than each report */
	return ret ?: take_clocks_alone(stream);
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
static bool create_raw(struct stream *stream)
{
	const struct dump_sink *sink = stream->sink;
	const struct dump_options *options = sink->options;
	const struct record_source *source = &sink->origin.source;
	const struct dump_gpu *gpu = stream->run.gpu;
	const unsigned int exponent = stream_exponent(gpu, &options->source);

	if (!options->raw)
		return true;
	if (!options->last_ns) {
		stream->raw = rawfile_create(options->raw, gpu, sink->format, exponent,
					     stream->set, source);
		return stream->raw;
	}
	stream->flight = flight_new(options->raw, options->last_ns);
	stream->raw = stream->flight ? flight_file(stream->flight) : NULL;
	if (stream->raw && !rawfile_begin(stream->raw, gpu, sink->format, exponent, stream->set,
					  source))
		return true;
	if (stream->raw)
		end_of_raw(stream);
	return false;
}

/* Complete the file of --raw, unless its error is known already. Return: 0 or -1. */
static int finish_raw(struct stream *stream)
{
	const bool failed = stream->raw && ferror(stream->raw);
	int ret = 0;

	if (stream->raw && file_finish(stream->raw) && !failed)
		ret = end_of_raw(stream);
	if (stream->flight && flight_end(stream->flight))
		ret = -1;
	flight_free(stream->flight);
	return ret;
}

static int run_stream(struct stream *stream)
{
	struct dump_sink *sink = stream->sink;
	const struct dump_options *options = sink->options;
	int ret = -1;

	/* A program may run long, so look first. */
	if (!file_can_be_created(options->raw) || streamrun_open(&stream->run, stream->set->id))
		return -1;
	name_origin(&sink->origin);
	metricset_describe(stream->set, stream->run.gpu, &sink->origin.source);
	/* Replace an existing file only if the stream has opened, and the program runs. */
	if (create_raw(stream)) {
		progress_open(stream->run.gpu->node, true,
			      !options->quiet || file_is_standard(options->raw));
		ret = stream_read(stream);
		progress_close();
	}
	streamrun_close(&stream->run);
	if (finish_raw(stream))
		ret = -1;
	if (*stream->run.ended) {
		memcpy(sink->why, stream->run.ended, sizeof(sink->why));
		sink->incomplete = sink->why;
	}
	streamrun_outlast(&stream->run);
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
	struct stream stream = {
		.run = {
			.gpu = gpu, .source = &options->source, .format = format,
			.child = options->child, .ops = &dump_ops, .arg = &stream, .out = sink->out,
		},
		.sink = sink, .set = set, .path = file_out_name(options->raw), .next = 1,
	};
	int ret;

	if (metricset_register(set, gpu))
		return -1;
	ret = run_stream(&stream);
	metricset_remove(set, gpu);
	return ret;
}
