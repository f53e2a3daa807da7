// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records on their way to the screen: counted, and printed.
 */
#include "oa-dump.h"

static int on_report(void *arg, const u32 *raw)
{
	struct dump_sink *sink = arg;

	/* What was read of a stream is all shown; a file is still there afterwards. */
	if (sink->options->decode && interrupted()) {
		complain("interrupted: reports are missing");
		return -1;
	}
	sink->reports++;
	print_report(sink, raw);
	return 0;
}

static void on_lost(void *arg, const char *what)
{
	struct dump_sink *sink = arg;

	sink->losses++;
	sink->uncounted++;
	print_loss(sink, what, 0, false);
}

static void on_loss(void *arg, u64 count, bool exact)
{
	struct dump_sink *sink = arg;

	sink->lost += count;
	sink->uncounted -= !!sink->uncounted;
	print_loss(sink, "count", count, exact);
}

static int on_other(void *arg, u32 type, const void *payload, size_t bytes)
{
	struct dump_sink *sink = arg;

	(void)payload;
	(void)bytes;
	sink->unknown += !recording_knows(type);
	return 0;
}

/**
 * records_sink() - decode records and print them
 * @sink: the sink
 * @buf: whole records
 * @bytes: size of all records in @buf
 *
 * Return: 0, or -1 if they are malformed.
 */
int records_sink(struct dump_sink *sink, const void *buf, size_t bytes)
{
	const struct record_sink records = {
		.format = sink->format,
		.arg = sink,
		.report = on_report,
		.lost = on_lost,
		.loss = on_loss,
		.other = on_other,
	};

	return records_walk(&records, buf, bytes);
}
