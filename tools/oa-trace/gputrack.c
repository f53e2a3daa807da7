// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports of an OA unit as the counters of a GPU in a trace.
 *
 * Each report makes one event, with what each counter advanced by since the report before. The
 * first report has none before it: it begins the first interval, and its values are 0, because
 * Perfetto's viewers draw an interval only between two values, and take no notice of the first.
 * Shares of the tree and metrics that are wrong in an interval have no value in its event. Where
 * counters began anew or stood still, the event after the gap has no values at all.
 *
 * extra_counter_values of a TrackEvent would take fewer bytes for a value, and can't be used: Perfetto's
 * importer takes eight of them in an event, and where one is 0 it takes those behind it for 0 as well
 * (TrackEventData::CountExtraCounterValues()).
 */
#include <inttypes.h>
#include <stdio.h>

#include "gpu_track.h"
#include "tools/common/message.h"

#define LOSS_TRACK	1u
#define CATEGORY	"gpu"
#define PERCENT		100u
/* A share is rounded to so many parts of a percent: less is noise, and no compressor takes it */
#define SHARE_PARTS	1024u

/**
 * gpu_track_begin() - describe the GPU's tracks
 * @track: with packets, platform, format, machine and timeline set
 *
 * Return: 0 or -1.
 */
int gpu_track_begin(struct gpu_track *track)
{
	track->list.line.format = track->format;
	track->list.machine = &track->machine;
	gpu_track_choose(track);
	return packets_track(track->packets, SEQUENCE_GPU, LOSS_TRACK, "OA reports lost");
}

static void set_share(Oa__GpuCounterEvent__GpuCounter *event, u64 value)
{
	event->has_double_value = 1;
	event->double_value = (double)((value * PERCENT * SHARE_PARTS + OA_WHOLE / 2) / OA_WHOLE) /
			      SHARE_PARTS;
}

static void set_metric(Oa__GpuCounterEvent__GpuCounter *event, const struct oa_metric *metric,
		       struct oa_value value)
{
	if (metric->most == OA_WHOLE) {
		set_share(event, value.value);
		return;
	}
	event->has_int_value = 1;
	event->int_value = value.value;
}

/* Return: the counter has a value in this interval. */
static bool set_value(const struct gpu_track *track, const struct gpu_counter *counter,
		      const struct oa_increments *sum, const struct oa_tree *tree,
		      Oa__GpuCounterEvent__GpuCounter *event)
{
	const struct oa_tree_state *state = &tree->states[counter->node];
	struct oa_value value;

	switch (counter->kind) {
	case COUNTER_COLUMN:
		event->has_int_value = 1;
		event->int_value = column_advance(counter->column, sum);
		return column_known(counter->column, sum);
	case COUNTER_STATE:
		if (state->wrong || !state->proven)
			return false;
		set_share(event, state->share);
		return true;
	default:
		value = oa_metric_value(counter->metric, sum, &track->machine);
		if (value.wrong)
			return false;
		set_metric(event, counter->metric, value);
		return true;
	}
}

static size_t set_values(struct gpu_track *track, const struct interval *interval,
			 Oa__GpuCounterEvent__GpuCounter *list[MAX_COUNTERS])
{
	const bool first = interval->kind == INTERVAL_FIRST;
	struct oa_tree tree;
	size_t i, n = 0;

	if (interval->kind == INTERVAL_GAP || interval->kind == INTERVAL_UNKNOWN)
		return 0;
	oa_tree_build(&tree, &interval->sum, &track->machine);
	for (i = 0; i < track->num; i++) {
		Oa__GpuCounterEvent__GpuCounter *event = &track->events[n];

		oa__gpu_counter_event__gpu_counter__init(event);
		event->has_counter_id = 1;
		event->counter_id = i + 1;
		event->has_int_value = first;
		if (first || set_value(track, &track->counters[i], &interval->sum, &tree, event))
			list[n++] = event;
	}
	return n;
}

static int put_loss(struct gpu_track *track, const char *name, const struct annotation *list)
{
	/* The gap begins at the last report. Before the first one there is only the clock. */
	const u64 ns = track->list.have_last ? track->last_ns :
		       track->list.line.known.num ? track->list.line.first.ns : 0;

	return packets_instant(track->packets, SEQUENCE_GPU, LOSS_TRACK, ns, CATEGORY, name, list);
}

/* A loss whose number no record has told */
static int put_pending(struct gpu_track *track)
{
	const struct annotation list[] = {
		{ .name = "what", .kind = ANNOTATION_TEXT, .text = track->pending },
		{ .name = NULL },
	};

	if (!track->pending)
		return 0;
	track->pending = NULL;
	return put_loss(track, "lost: number unknown", list);
}

/**
 * gpu_track_report() - add a report
 * @arg: the track
 * @raw: the report
 *
 * Return: 0 or -1.
 */
int gpu_track_report(void *arg, const u32 *raw)
{
	Oa__GpuCounterEvent__GpuCounter *list[MAX_COUNTERS];
	Oa__GpuCounterEvent event = OA__GPU_COUNTER_EVENT__INIT;
	Oa__TracePacket packet = OA__TRACE_PACKET__INIT;
	struct gpu_track *track = arg;
	struct interval interval;
	u64 ns;

	if (put_pending(track))
		return -1;
	intervals_next(&track->list, raw, &interval);
	if (interval.kind == INTERVAL_BEYOND) {
		track->enough = true;
		return 0;
	}
	if (interval.kind == INTERVAL_BACK || interval.kind == INTERVAL_NONE)
		return 0;
	ns = timeline_ns(&track->list.line);
	event.n_counters = set_values(track, &interval, list);
	event.counters = list;
	event.has_gpu_id = 1;
	track->reports++;
	track->enough = track->reports == track->count;
	track->last_ns = ns;
	if (interval.kind == INTERVAL_FIRST)
		return gpu_track_describe(track, &event, ns);
	packet.gpu_counter_event = &event;
	return packets_put(track->packets, SEQUENCE_GPU, ns, &packet);
}

/**
 * gpu_track_lost() - a loss is announced
 * @arg: the track
 * @lost: what was lost
 */
void gpu_track_lost(void *arg, enum records_lost lost)
{
	struct gpu_track *track = arg;

	put_pending(track);
	track->losses++;
	track->pending = records_lost_name(lost);
	intervals_lost(&track->list, lost == RECORDS_LOST_BUFFER);
}

/**
 * gpu_track_loss() - what the announced loss cost
 * @arg: the track
 * @count: number of reports
 * @exact: they were just so many, not more
 */
void gpu_track_loss(void *arg, u64 count, bool exact)
{
	struct gpu_track *track = arg;
	const struct annotation list[] = {
		{ .name = "count", .kind = ANNOTATION_NUMBER, .number = count },
		{ .name = "exact", .kind = ANNOTATION_BOOL, .number = exact },
		{ .name = "what", .kind = ANNOTATION_TEXT, .text = track->pending ?: "report" },
		{ .name = NULL },
	};
	char name[48];

	track->pending = NULL;
	track->lost += count;
	snprintf(name, sizeof(name), "lost %s%" PRIu64, exact ? "" : "at least ", (uint64_t)count);
	put_loss(track, name, list);
}

/**
 * gpu_track_silent() - mark that the timer of the stream has fallen silent
 * @track: the track
 *
 * Return: 0 or -1.
 */
int gpu_track_silent(struct gpu_track *track)
{
	intervals_silent(&track->list);
	if (!track->reports)
		return 0;
	return put_pending(track) ||
	       put_loss(track, "no reports, although the timer runs", NULL) ? -1 : 0;
}

/**
 * gpu_track_incomplete() - mark that records are missing after the last one
 * @track: the track
 * @why: why, NULL: none are
 *
 * Return: 0 or -1.
 */
int gpu_track_incomplete(struct gpu_track *track, const char *why)
{
	const struct annotation list[] = {
		{ .name = "why", .kind = ANNOTATION_TEXT, .text = why },
		{ .name = NULL },
	};

	/* A trace without any report is not worth a file */
	if (!why || !track->reports)
		return 0;
	return put_pending(track) || put_loss(track, "incomplete", list) ? -1 : 0;
}

/**
 * gpu_track_end() - add what is left after the last record
 * @track: the track; only its numbers are valid afterwards
 *
 * Return: 0 or -1.
 */
int gpu_track_end(struct gpu_track *track)
{
	const int ret = put_pending(track);

	timeline_free(&track->list.line);
	return ret;
}
