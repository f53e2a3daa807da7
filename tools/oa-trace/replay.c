// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trace of saved records. The file is read twice, since the time of a report depends on the pair
 * of clocks after it: first to plan the times, then to write events. The second reading reads the
 * pairs once more, ahead of the reports, so that only a few of them are in memory.
 */
#include <stdlib.h>

#include "oa-trace.h"
#include "tools/common/message.h"
#include "tools/common/progress.h"
#include "tools/common/rawfile.h"

static int on_report(void *arg, const u32 *raw)
{
	struct gpu_track *track = arg;

	if (!interrupted())
		return gpu_track_report(track, raw) || track->enough ? -1 : 0;
	complain("interrupted: the trace ends here; what it has until now is whole");
	return -1;
}

/*
 * A recording of i915-perf-recorder has CLOCK_MONOTONIC alone. Perfetto 58 can't relate it to
 * CLOCK_BOOTTIME: it counts an error, and reports that events were dropped. So packets of such a
 * trace name no clock, which leaves their times as they are.
 */
static int on_clocks(void *arg, const struct record_clocks *clocks)
{
	struct gpu_track *track = arg;
	struct packets *packets = track->packets;

	if (!clocks->boottime_ns && !clocks->realtime_ns && !packets->beside_perf) {
		packets->untimed = true;
		return 0;
	}
	return packets_clocks(packets, clocks);
}

/* struct pairs_ahead - the pairs of a file, read again for the time of its reports */
struct pairs_ahead {
	const struct rawfile *file;
	struct rawfile_part part;
	struct record_sink sink;
};

static int on_pair(void *arg, u32 type, const void *payload, size_t bytes)
{
	struct record_clocks clocks;

	return record_clocks(type, payload, bytes, &clocks) ? timeline_again(arg, &clocks) : 0;
}

/* Return: 0, or another number if there are no more. */
static int read_ahead(void *arg)
{
	struct pairs_ahead *ahead = arg;

	return rawfile_step(ahead->file, &ahead->part, &ahead->sink) || ahead->part.last;
}

static int open_ahead(struct pairs_ahead *ahead, struct timeline *line, const struct rawfile *file)
{
	*ahead = (struct pairs_ahead){
		.file = file,
		.part = { .buf = malloc(RAWFILE_CHUNK_BYTES) },
		.sink = { .format = file->format, .arg = line, .other = on_pair, .quiet = true },
	};
	line->more = read_ahead;
	line->arg = ahead;
	if (ahead->part.buf)
		return 0;
	complain("no memory for the clocks of %s", file->path);
	return -1;
}

/* Plan the time of the reports, which depends on later ones. */
static int plan(struct gpu_track *track, const struct rawfile *file)
{
	struct intervals_planning planning = { .clocks = on_clocks, .arg = track };
	const struct record_sink records = intervals_planner(&track->list, &planning);

	const enum records_end end = rawfile_walk(file, &records);

	if (end != RECORDS_STOPPED && end != RECORDS_UNREADABLE)
		return 0;
	if (interrupted())
		complain("interrupted: no trace was begun");
	return -1;
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
	const u64 planned = track->list.line.plan.count;
	enum records_end end;
	int ret;

	if (planned && !track->list.line.known.num) {
		complain("%s has no times of the computer's clock: the first report is at 0",
			 file->path);
		track->packets->untimed = true;
	}
	if (gpu_track_begin(track))
		return -1;
	end = rawfile_walk(file, &reports);
	if (end == RECORDS_STOPPED && track->enough)
		end = RECORDS_WHOLE;
	ret = gpu_track_incomplete(track, records_end_name(end)) || end ? -1 : 0;
	if (!planned) {
		complain("%s has no reports: no trace is written", file->path);
		ret = -1;
	}
	return gpu_track_end(track) ? -1 : ret;
}

/* Make a trace of a file. Return: 0, or -1 if anything is missing in the trace. */
int replay(const struct trace_options *options, struct packets *packets)
{
	struct gpu_track track = { .packets = packets };
	struct pairs_ahead ahead;
	struct rawfile file;
	int ret;

	if (rawfile_open(&file, options->decode, options->platform, options->source.format))
		return -1;
	track.platform = file.platform;
	track.format = file.format;
	track.list.line = (struct timeline){
		.format = file.format, .hz = file.timestamp_hz, .period = file.period,
	};
	track.machine = (struct oa_machine){
		.counters = file.platform->counters,
		.eus = options->eus ?: file.eus,
		.slices = file.slices,
		.threads = file.platform->threads,
		.timestamp_hz = file.timestamp_hz,
		.programmed = file.programmed,
	};
	track.count = options->source.count;
	intervals_limit(&track.list, options->source.duration_ns);
	progress_open(file.path, false, false);
	ret = open_ahead(&ahead, &track.list.line, &file) || plan(&track, &file) ||
	      read_reports(&track, &file) ? -1 : 0;
	progress_close();
	if (packets->events)
		say_summary(&track, options->output);
	free(ahead.part.buf);
	rawfile_close(&file);
	return ret;
}
