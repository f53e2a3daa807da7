// SPDX-License-Identifier: GPL-2.0-only
/*
 * --decode: print a file of saved records, or make a page of it.
 */
#include <stdlib.h>

#include "oa-dump.h"
#include "tools/common/file.h"
#include "tools/common/progress.h"

/* A page needs the length of the recording, so the records are read once more before. */
static struct html_page *new_page(const struct dump_sink *sink, const char *buf, size_t bytes)
{
	struct dump_sink *dry = malloc(sizeof(*dry));
	struct html_page *page = NULL;

	if (!dry) {
		complain("no memory for a page");
		return NULL;
	}
	*dry = *sink;
	dry->measuring = true;
	records_sink(dry, buf, bytes);
	if (dry->reports)
		page = html_new(dry->list.elapsed, dry->reports);
	else
		complain("%s has no reports: no page is written",
			 file_in_name(sink->options->decode));
	free(dry);
	return page;
}

static int decode_records(struct dump_sink *sink, const char *buf, size_t bytes)
{
	const char *html = sink->options->html;
	enum records_end end;
	int ret;

	if (intervals_plan(&sink->list, buf, bytes, NULL, NULL))
		return -1;
	if (html) {
		sink->html = new_page(sink, buf, bytes);
		if (!sink->html)
			return -1;
	}
	progress_open(file_in_name(sink->options->decode), false,
		      !sink->options->quiet || file_is_standard(html));
	print_header(sink);
	end = records_sink(sink, buf, bytes);
	sink->incomplete = records_end_name(end);
	ret = end ? -1 : 0;
	if (html && (interrupted() || html_write(sink, html)))
		ret = -1;
	progress_close();
	html_free(sink->html);
	print_summary(sink);
	timeline_free(&sink->list.line);
	return ret;
}

/**
 * decode() - print a saved file
 * @options: the command line, with the file
 *
 * Return: 0 or -1.
 */
int decode(const struct dump_options *options)
{
	struct dump_sink sink = { .out = stdout, .options = options };
	struct rawfile file;
	int ret = -1;

	if (refuse_same_file(options->decode, options->html) ||
	    rawfile_read(&file, options->decode, options->platform, options->source.format))
		return -1;
	sink.platform = file.platform;
	sink.format = file.format;
	sink.timestamp_hz = file.timestamp_hz;
	tree_machine(&sink, file.eus, file.slices, file.programmed, file.period);
	if (!columns_select(&sink)) {
		intervals_limit(&sink.list, options->source.duration_ns);
		ret = decode_records(&sink, file.records, file.bytes);
	}
	rawfile_free(&file);
	return ret;
}
