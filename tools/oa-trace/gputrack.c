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
 * (TrackEventData::CountExtraCounterValues()). Nor would they be counters of a GPU, with its groups and units.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gpu_track.h"
#include "tools/common/message.h"

#define LOSS_TRACK	1u
#define CATEGORY	"gpu"
#define PERCENT		100u
/*
 * No compressor takes the low bits of a ratio. A share is rounded to so many bits, and parts of a
 * percent; a rate to about as many bits as a count of a million has. The counts themselves are exact.
 */
#define SHARE_PARTS	1024u
#define SHARE_BITS	13
#define RATE_BITS	21
/* Up to here a varint has four bytes. */
#define RATE_SMALL_BITS	28
/* The number of GpuCounterEvent.counters */
#define COUNTERS_FIELD	2

/* struct number - the value of a counter */
struct number {
	bool whole;
	u64 value;
	double real;
};

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

/* @part / @of, rounded to so many significant bits */
static u64 round_to_bits(u64 part, u64 of, u32 bits)
{
	const u64 whole = (part + of / 2) / of;
	u32 surplus = 0;

	while (whole >> surplus >> bits)
		surplus++;
	of <<= surplus;
	return (part + of / 2) / of << surplus;
}

static struct number whole(u64 value)
{
	return (struct number){ .whole = true, .value = value };
}

static struct number real(double value)
{
	return (struct number){ .real = value };
}

static struct number share(u64 value)
{
	const u64 parts = round_to_bits(value * PERCENT * SHARE_PARTS, OA_WHOLE, SHARE_BITS);

	return parts % SHARE_PARTS ? real((double)parts / SHARE_PARTS) :
				     whole(parts / SHARE_PARTS);
}

/* As a varint a large one takes more bytes than as a double whose low ones are 0. */
static struct number rate(u64 value)
{
	return value >> RATE_SMALL_BITS ? real(round_to_bits(value, 1, RATE_BITS)) : whole(value);
}

static struct number metric_number(const struct oa_metric *metric, u64 value)
{
	if (metric->most == OA_WHOLE)
		return share(value);
	return metric->per & OA_PER_SECOND && metric->of->field ? rate(value) : whole(value);
}

/* Return: the counter has a value in this interval. */
static bool value_of(const struct gpu_track *track, const struct gpu_counter *counter,
		     const struct oa_increments *sum, const struct oa_tree *tree,
		     struct number *out)
{
	const struct oa_tree_state *state = &tree->states[counter->node];
	struct oa_value value;

	switch (counter->kind) {
	case COUNTER_COLUMN:
		*out = whole(column_advance(counter->column, sum));
		return column_known(counter->column, sum);
	case COUNTER_STATE:
		*out = share(state->share);
		return !state->wrong && state->proven;
	default:
		value = oa_metric_value(counter->metric, sum, &track->machine);
		*out = metric_number(counter->metric, value.value);
		return !value.wrong;
	}
}

/* Fields of GpuCounter, with their wire types: varint, 64 bits, length */
#define TAG_ID		(1 << 3 | 0)
#define TAG_INT		(2 << 3 | 0)
#define TAG_DOUBLE	(3 << 3 | 1)
#define TAG_COUNTER	(COUNTERS_FIELD << 3 | 2)

/*
 * The value stands before the number, so that the bytes that repeat begin with the number, which
 * has the compressor find the same counter of the report before at once. protobuf-c would put them
 * in the order of their fields.
 */
static void put_value(struct gpu_track *track, u32 id, const struct number *number)
{
	u8 message[COUNTER_BYTES], *at = track->values + track->used;
	size_t n = 1;

	if (number->whole) {
		message[0] = TAG_INT;
		n += packets_varint(message + n, number->value);
	} else {
		message[0] = TAG_DOUBLE;
		memcpy(message + n, &number->real, sizeof(number->real));
		n += sizeof(number->real);
	}
	message[n++] = TAG_ID;
	n += packets_varint(message + n, id);

	if (track->used)
		*at++ = TAG_COUNTER;
	at += packets_varint(at, n);
	memcpy(at, message, n);
	track->used = at + n - track->values;
}

static void put_values(struct gpu_track *track, const struct interval *interval)
{
	const bool first = interval->kind == INTERVAL_FIRST;
	struct number number = whole(0);
	struct oa_tree tree;
	size_t i;

	track->used = 0;
	if (interval->kind == INTERVAL_GAP || interval->kind == INTERVAL_UNKNOWN)
		return;
	oa_tree_build(&tree, &interval->sum, &track->machine);
	for (i = 0; i < track->num; i++)
		if (first || value_of(track, &track->counters[i], &interval->sum, &tree, &number))
			put_value(track, i + 1, &number);
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
	Oa__GpuCounterEvent event = OA__GPU_COUNTER_EVENT__INIT;
	Oa__TracePacket packet = OA__TRACE_PACKET__INIT;
	struct gpu_track *track = arg;
	/* protobuf-c copies what it does not know behind the fields that it does. */
	ProtobufCMessageUnknownField values = {
		.tag = COUNTERS_FIELD,
		.wire_type = PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED,
		.data = track->values,
	};
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
	put_values(track, &interval);
	values.len = track->used;
	event.base.n_unknown_fields = values.len != 0;
	event.base.unknown_fields = &values;
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
