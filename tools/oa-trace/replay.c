// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trace of saved records. They are read twice: time between two pairs of clocks is known when
 * the second one is, and it stands after the reports.
 */
#include <string.h>

#include "oa-trace.h"
#include "tools/common/progress.h"
#include "tools/common/rawfile.h"
#include "tools/common/say.h"

static int on_report(void *arg, const u32 *raw)
{
	if (!interrupted())
		return gpu_track_report(arg, raw);
	complain("interrupted: the trace ends here; what it has until now is whole");
	return -1;
}

static int no_report(void *arg, const u32 *raw)
{
	(void)arg;
	(void)raw;
	return 0;
}

static int take_clocks(struct gpu_track *track, const struct record_clocks *clocks)
{
	return timeline_add(&track->line, clocks->gpu_ticks, clocks->monotonic_ns) ||
	       packets_clocks(track->packets, clocks) ? -1 : 0;
}

static int on_other(void *arg, u32 type, const void *payload, size_t bytes)
{
	struct record_clocks clocks = { .boottime_ns = 0 };
	struct recorder_clocks pair;

	if (type == RECORD_CLOCKS && bytes == sizeof(clocks)) {
		memcpy(&clocks, payload, bytes);
	} else if (type == RECORDER_CLOCKS && bytes == sizeof(pair)) {
		memcpy(&pair, payload, bytes);
		clocks.monotonic_ns = pair.cpu_ns;
		clocks.gpu_ticks = pair.gpu_ticks;
	} else {
		return 0;
	}
	return take_clocks(arg, &clocks);
}

/* What is malformed is said when the reports are read. */
static int read_clocks(struct gpu_track *track, const struct rawfile *file)
{
	const struct record_sink clocks = {
		.format = file->format, .arg = track, .report = no_report, .other = on_other,
	};

	return records_walk(&clocks, file->records, file->bytes) && track->packets->failed ? -1 : 0;
}

static int read_reports(struct gpu_track *track, const struct rawfile *file)
{
	const struct record_sink reports = {
		.format = file->format,
		.arg = track,
		.report = on_report,
		.lost = gpu_track_lost,
		.loss = gpu_track_loss,
	};
	int ret;

	if (!track->line.num) {
		complain("%s has no times of the computer's clock: the first report is at 0",
			 file->path);
		track->packets->untimed = true;
	}
	ret = gpu_track_begin(track) || records_walk(&reports, file->records, file->bytes) ? -1 : 0;
	return gpu_track_end(track) ? -1 : ret;
}

/**
 * replay() - make a trace of a file
 * @options: the command line, with the file
 * @packets: the trace
 *
 * Return: 0, or -1 if anything is missing in the trace.
 */
int replay(const struct trace_options *options, struct packets *packets)
{
	struct gpu_track track = { .packets = packets };
	struct rawfile file;
	int ret;

	if (rawfile_read(&file, options->decode, options->platform, options->source.format))
		return -1;
	track.platform = file.platform;
	track.format = file.format;
	track.line.hz = file.timestamp_hz;
	track.machine = (struct oa_machine){
		.counters = file.platform->counters,
		.eus = options->eus ?: file.eus,
		.slices = file.slices,
		.threads = file.platform->threads,
		.timestamp_hz = file.timestamp_hz,
		.programmed = file.programmed,
	};
	progress_open(file.path, false, false);
	ret = read_clocks(&track, &file) || read_reports(&track, &file) ? -1 : 0;
	progress_close();
	say_summary(&track, options->output);
	rawfile_free(&file);
	return ret;
}
