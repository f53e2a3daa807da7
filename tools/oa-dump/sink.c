// SPDX-License-Identifier: GPL-2.0-only
/*
 * Count records, and print them.
 */
#include "oa-dump.h"
#include "tools/common/silence.h"

/* Check whether the requested records have been read. */
static bool enough(const struct dump_sink *sink)
{
	const struct dump_options *options = sink->options;

	return sink->interval.kind == INTERVAL_BEYOND ||
	       (options->decode && options->source.count && sink->reports >= options->source.count);
}

static void add_report(struct dump_sink *sink, const u32 *raw, const u32 *ahead)
{
	intervals_next(&sink->list, raw, ahead, &sink->interval);
	if (sink->interval.kind == INTERVAL_NONE) {
		print_rejected(sink);
	} else if (sink->interval.kind != INTERVAL_BEYOND) {
		sink->reports++;
		print_report(sink);
		marks_put(sink, MARKS_REACHED, raw);
	}
}

static int on_report(void *arg, const u32 *raw, const u32 *ahead)
{
	struct dump_sink *sink = arg;

	/* A signal ends a file only, which can be read again. A stream's records are all shown. */
	if (sink->options->decode && interrupted()) {
		if (!sink->measuring)
			complain("interrupted: reports are missing");
		return -1;
	}
	marks_put(sink, MARKS_BEFORE, raw);
	add_report(sink, raw, ahead);
	sink->enough = enough(sink);
	return sink->enough ? -1 : 0;
}

static void on_lost(void *arg, enum records_lost lost)
{
	struct dump_sink *sink = arg;

	sink->total.losses++;
	sink->part.losses++;
	sink->uncounted++;
	sink->since.uncounted++;
	intervals_lost(&sink->list, lost == RECORDS_LOST_BUFFER);
	print_loss(sink, records_lost_name(lost), 0, false);
}

static void on_loss(void *arg, u64 count, bool exact)
{
	struct dump_sink *sink = arg;

	sink->total.lost += count;
	sink->part.lost += count;
	sink->since.lost += count;
	sink->uncounted -= !!sink->uncounted;
	sink->since.uncounted -= !!sink->since.uncounted;
	print_loss(sink, "count", count, exact);
}

static void on_silence(struct dump_sink *sink, const struct record_silence *silence)
{
	if (silence->at_end) {
		silence_at_end(sink->why, silence->quiet_ns);
		return;
	}
	intervals_silent(&sink->list);
	print_silence(sink);
}

static int on_other(void *arg, u32 type, const void *payload, size_t bytes)
{
	struct dump_sink *sink = arg;
	struct record_silence silence;
	struct record_clocks clocks;

	if (record_clocks(type, payload, bytes, &clocks))
		timeline_pass(&sink->list.line, &clocks);
	marks_take(&sink->marks, type, payload, bytes);
	if (record_silence(type, payload, bytes, &silence))
		on_silence(sink, &silence);
	sink->unknown += !recording_knows(type);
	return 0;
}

static struct record_sink sink_of(struct dump_sink *sink)
{
	return (struct record_sink){
		.format = sink->format,
		.arg = sink,
		.report = on_report,
		.lost = on_lost,
		.loss = on_loss,
		.other = on_other,
		.quiet = sink->measuring,
	};
}

/**
 * records_sink() - decode records of a stream and print them
 * @sink: the sink
 * @buf: whole records
 * @bytes: size of all records in @buf
 *
 * Return: RECORDS_WHOLE, which is 0, or the reason of an early end.
 */
enum records_end records_sink(struct dump_sink *sink, const void *buf, size_t bytes)
{
	const struct record_sink records = sink_of(sink);

	return records_walk(&records, buf, bytes);
}

/*
 * Decode the records of a file and print them. Return: RECORDS_WHOLE, which is 0, or the reason of
 * an end before the last requested record.
 */
enum records_end records_sink_file(struct dump_sink *sink, const struct rawfile *file)
{
	const struct record_sink records = sink_of(sink);
	const enum records_end end = rawfile_walk(file, &sink->list.line, &records);

	return sink->enough ? RECORDS_WHOLE : end;
}
