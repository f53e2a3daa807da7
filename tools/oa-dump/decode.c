// SPDX-License-Identifier: GPL-2.0-only
/*
 * --decode: print a file of saved records, or make a page of it.
 */
#include <stdlib.h>
#include <unistd.h>

#include "oa-dump.h"
#include "tools/common/file.h"
#include "tools/common/progress.h"

/* Read the records once before the page is made, since it needs the length of the recording. */
static struct html_page *new_page(const struct dump_sink *sink, const struct rawfile *file)
{
	struct dump_sink *dry = malloc(sizeof(*dry));
	struct html_page *page = NULL;

	if (!dry) {
		complain("no memory for a page");
		return NULL;
	}
	*dry = *sink;
	dry->measuring = true;
	records_sink_file(dry, file);
	marks_free(&dry->marks);
	if (interrupted())
		complain("interrupted: no page is written");
	else if (dry->reports)
		page = html_new(dry->list.elapsed, dry->reports);
	else
		complain("%s has no reports: no page is written", file->path);
	free(dry);
	return page;
}

static int decode_records(struct dump_sink *sink, const struct rawfile *file)
{
	const char *html = sink->options->html;
	enum records_end end;
	int ret;

	if (html) {
		sink->html = new_page(sink, file);
		if (!sink->html)
			return -1;
	}
	sink->origin.source = file->source;
	sink->origin.realtime_ns = file->realtime_ns;
	print_header(sink);
	end = records_sink_file(sink, file);
	marks_put(sink, MARKS_LEFT, NULL);
	sink->incomplete = end || !*sink->why ? records_end_name(end) : sink->why;
	ret = sink->incomplete ? -1 : 0;
	if (html && (interrupted() || html_write(sink, file, html)))
		ret = -1;
	progress_close();
	html_free(sink->html);
	print_summary(sink);
	if (!ret && !sink->reports) {
		complain("%s has no reports", file->path);
		ret = -1;
	}
	return ret;
}

/* Buffer the lines of a file, unless they go to a terminal. Lines of a stream are flushed. */
static void buffer_output(void)
{
	static char buffer[1 << 18];

	if (!isatty(STDOUT_FILENO))
		setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
}

/* Describe the GPU of a saved file to the sink of its records. */
void decode_prepare(struct dump_sink *sink, const struct rawfile *file)
{
	sink->platform = file->platform;
	sink->named = &file->named;
	sink->format = file->format;
	sink->timestamp_hz = file->timestamp_hz;
	tree_machine(sink, file->eus, file->slices, file->programmed, file->a_other, file->period);
	intervals_limit(&sink->list, sink->options->source.duration_ns);
}

/* Print a saved file. Return: 0 or -1. */
int decode(const struct dump_options *options)
{
	struct dump_sink sink = { .out = stdout, .options = options };
	struct rawfile file;
	int ret = -1;

	if (refuse_same_file(options->decode, options->html) ||
	    rawfile_open(&file, options->decode, options->platform, options->source.format))
		return -1;
	if (rawfile_metrics(&file, options->source.metrics_files)) {
		rawfile_close(&file);
		return -1;
	}
	decode_prepare(&sink, &file);
	if (!columns_select(&sink)) {
		buffer_output();
		progress_open(file.path, false,
			      !options->quiet || file_is_standard(options->html));
		ret = decode_records(&sink, &file);
		progress_close();
	}
	rawfile_close(&file);
	return ret;
}
