// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trace of saved records.
 */
#include "oa-trace.h"
#include "tools/common/message.h"
#include "tools/common/progress.h"
#include "tools/common/rawfile.h"

static int on_report(void *arg, const u32 *raw, const u32 *ahead)
{
	struct gpu_track *track = arg;

	if (!interrupted())
		return gpu_track_report(track, raw, ahead) || track->enough ? -1 : 0;
	complain("interrupted: the trace ends here; what it has until now is whole");
	return -1;
}

/*
 * A recording of i915-perf-recorder has CLOCK_MONOTONIC alone. Perfetto 58 can't relate it to
 * CLOCK_BOOTTIME: it counts an error, and reports that events were dropped. So packets of such a
 * trace name no clock, which leaves their times as they are.
 */
static bool has_clocks(const struct record_clocks *clocks)
{
	return clocks->boottime_ns || clocks->realtime_ns;
}

static int on_other(void *arg, u32 type, const void *payload, size_t bytes)
{
	struct gpu_track *track = arg;
	struct record_silence silence;
	struct record_clocks clocks;

	if (marks_take(&track->marks, type, payload, bytes))
		return 0;
	if (record_silence(type, payload, bytes, &silence) && !silence.at_end)
		return gpu_track_silent(track);
	if (record_silence(type, payload, bytes, &silence))
		silence_at_end(track->silent_end, silence.quiet_ns);
	if (!record_clocks(type, payload, bytes, &clocks))
		return 0;
	timeline_pass(&track->list.line, &clocks);
	return track->packets->untimed ? 0 : packets_clocks(track->packets, &clocks);
}

/* The first pair decides, since the pairs of a file are all of one kind. */
static int begin(void *arg)
{
	struct gpu_track *track = arg;
	const struct clock_pair *pair = &track->list.line.next;

	if (!pair->known)
		complain("%s has no times of the computer's clock: the first report is at 0",
			 track->source);
	track->packets->own_time = !pair->known;
	track->packets->untimed = !pair->known || !has_clocks(&pair->clocks);
	return gpu_track_begin(track);
}

static int read_reports(struct gpu_track *track, const struct rawfile *file)
{
	const struct record_sink reports = {
		.format = file->format,
		.arg = track,
		.begin = begin,
		.report = on_report,
		.lost = gpu_track_lost,
		.loss = gpu_track_loss,
		.other = on_other,
	};
	enum records_end end = rawfile_walk(file, &track->list.line, &reports);
	const char *why;
	int ret;

	if (end == RECORDS_STOPPED && track->enough)
		end = RECORDS_WHOLE;
	why = end || !*track->silent_end ? records_end_name(end) : track->silent_end;
	ret = gpu_track_incomplete(track, why) || why ? -1 : 0;
	if (!end && !track->reports) {
		complain("%s has no reports: no trace is written", file->path);
		ret = -1;
	}
	return gpu_track_end(track) ? -1 : ret;
}

/* Make a trace of a file. Return: 0, or -1 if anything is missing in the trace. */
int replay(const struct trace_options *options, struct packets *packets)
{
	struct gpu_track track = { .packets = packets };
	struct rawfile file;
	int ret;

	if (rawfile_open(&file, options->decode, options->platform, options->source.format))
		return -1;
	if (rawfile_metrics(&file, options->source.metrics_files)) {
		rawfile_close(&file);
		return -1;
	}
	track.source = file.path;
	track.platform = file.platform;
	track.named = &file.named;
	track.format = file.format;
	track.list.line = (struct timeline){
		.format = file.format, .hz = file.timestamp_hz, .period = file.period,
	};
	track.machine = platform_machine(file.platform, options->eus ?: file.eus, file.slices,
					 file.timestamp_hz);
	track.machine.programmed = file.programmed;
	track.machine.a_other = file.a_other;
	track.count = options->source.count;
	intervals_limit(&track.list, options->source.duration_ns);
	progress_open(file.path, false, false);
	ret = read_reports(&track, &file);
	progress_close();
	if (packets->events)
		say_summary(&track, options->output);
	rawfile_close(&file);
	return ret;
}
