// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports of an OA unit as the counters of a GPU in a trace.
 *
 * A report becomes one event with the increments of all counters since the previous report. The
 * first report begins the first interval, and its values are 0: Perfetto's viewers draw an interval
 * only between two values, and ignore the first one. A metric or a share of the tree that is wrong
 * in an interval has no value in its event. If counters restarted or stood still, the event after
 * the gap has no values at all.
 *
 * extra_counter_values of a TrackEvent would take fewer bytes, but can't be used: Perfetto's
 * importer reads at most eight of them in an event, and after a 0 it reads the others as 0, too
 * (TrackEventData::CountExtraCounterValues()). They would not be counters of a GPU, with groups and
 * units, either.
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
 * The low bits of a ratio do not compress, so ratios are rounded: a share to SHARE_BITS bits and to
 * 1/SHARE_PARTS of a percent, a rate to about as many bits as a count of a million has. Counts are
 * exact.
 */
#define SHARE_PARTS	1024u
#define SHARE_BITS	13
#define RATE_BITS	21
/* A varint of up to this many bits has at most four bytes. */
#define RATE_SMALL_BITS	28
/* Number of the field GpuCounterEvent.counters */
#define COUNTERS_FIELD	2

/* struct number - the value of a counter */
struct number {
	bool whole;
	u64 value;
	double real;
};

/**
 * gpu_track_begin() - choose the counters, and add the track of losses
 * @track: with packets, platform, format, machine and timeline set
 *
 * Return: 0 or -1.
 */
int gpu_track_begin(struct gpu_track *track)
{
	track->list.line.format = track->format;
	track->list.machine = &track->machine;
	track->marks.format = track->format;
	gpu_track_choose(track);
	return packets_track(track->packets, SEQUENCE_GPU, LOSS_TRACK, "OA reports lost");
}

/* @part / @of, rounded to @bits significant bits */
static u64 round_to_bits(u64 part, u64 of, u32 bits)
{
	const u64 whole = (part + of / 2) / of;
	u32 surplus = 0;

	while (whole >> surplus >> bits)
		surplus++;
	of <<= surplus;
	return (part + of / 2) / of << surplus;
}

static struct number whole_number(u64 value)
{
	return (struct number){ .whole = true, .value = value };
}

static struct number real(double value)
{
	return (struct number){ .real = value };
}

static struct number share_number(u64 value)
{
	const u64 parts = round_to_bits(value * PERCENT * SHARE_PARTS, OA_WHOLE, SHARE_BITS);

	return parts % SHARE_PARTS ? real((double)parts / SHARE_PARTS) :
				     whole_number(parts / SHARE_PARTS);
}

/* A large rate compresses better as a double, whose low bytes are 0, than as a varint. */
static struct number rate(u64 value)
{
	return value >> RATE_SMALL_BITS ? real(round_to_bits(value, 1, RATE_BITS)) : whole_number(value);
}

static struct number metric_number(const struct oa_metric *metric, u64 value)
{
	if (metric->most == OA_WHOLE)
		return share_number(value);
	return metric->per & OA_PER_SECOND && metric->of->field ? rate(value) : whole_number(value);
}

/* Return: false if the counter has no value in this interval. */
static bool value_of(const struct gpu_track *track, const struct gpu_counter *counter,
		     const struct interval *interval, const struct oa_tree *tree,
		     struct number *out)
{
	const struct oa_increments *sum = &interval->sum;
	const struct oa_tree_state *state = &tree->states[counter->node];
	struct named_value named;
	struct oa_value value;

	switch (counter->kind) {
	case COUNTER_COLUMN:
		*out = whole_number(column_advance(counter->column, sum));
		return column_known(counter->column, sum);
	case COUNTER_STATE:
		*out = share_number(state->share);
		return !state->wrong && state->proven;
	case COUNTER_NAMED:
		named = named_value(counter->named, sum, &track->machine);
		*out = counter->named->decimals ? real(named.real) : whole_number(named.whole);
		return !named.wrong;
	case COUNTER_FACT:
		value.value = fact_hz(counter->fact, &interval->report);
		*out = whole_number(value.value);
		return value.value;
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
 * Put the value before the counter's number. Then the bytes that repeat in each report begin with
 * the number, and the compressor finds the same counter of the previous report at once. protobuf-c
 * would put both in the order of their fields.
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
	struct number number = whole_number(0);
	struct oa_tree tree;
	size_t i;

	track->used = 0;
	if (interval->kind == INTERVAL_GAP)
		return;
	oa_tree_build(&tree, &interval->sum, &track->machine);
	for (i = 0; i < track->num; i++)
		if (first || value_of(track, &track->counters[i], interval, &tree, &number))
			put_value(track, i + 1, &number);
}

static int put_loss(struct gpu_track *track, const char *name, const struct annotation *list)
{
	/* The gap begins at the last report, or at the first pair of clocks if there is no report. */
	const struct timeline *line = &track->list.line;
	const struct clock_pair *pair = line->last.known ? &line->last : &line->next;
	const u64 ns = track->list.have_last ? track->last_ns : pair->clocks.monotonic_ns;

	return packets_instant(track->packets, SEQUENCE_GPU, LOSS_TRACK, ns, CATEGORY, name, list);
}

/* Add a pending loss, for which no record gave a number */
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
 * gpu_track_add() - add a report without the marks around it
 * @track: the track
 * @raw: the report
 * @ahead: the report behind it, NULL: unknown
 *
 * Return: 0 or -1.
 */
int gpu_track_add(struct gpu_track *track, const u32 *raw, const u32 *ahead)
{
	Oa__GpuCounterEvent event = OA__GPU_COUNTER_EVENT__INIT;
	Oa__TracePacket packet = OA__TRACE_PACKET__INIT;
	/* protobuf-c appends an unknown field to the known ones. */
	ProtobufCMessageUnknownField values = {
		.tag = COUNTERS_FIELD,
		.wire_type = PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED,
		.data = track->values,
	};
	struct interval interval;
	u64 ns;

	if (put_pending(track))
		return -1;
	intervals_next(&track->list, raw, ahead, &interval);
	if (interval.kind == INTERVAL_BEYOND) {
		track->enough = true;
		return 0;
	}
	if (interval.kind == INTERVAL_BACK || interval.kind == INTERVAL_NONE)
		return 0;
	track->reports++;
	track->enough = track->reports == track->count;
	/* Reports of unknown time are a gap in the trace, which the next event ends. */
	if (interval.kind == INTERVAL_UNKNOWN)
		return 0;
	ns = timeline_ns(&track->list.line);
	if (gpu_track_context(track, &interval, ns))
		return -1;
	put_values(track, &interval);
	values.len = track->used;
	event.base.n_unknown_fields = values.len != 0;
	event.base.unknown_fields = &values;
	event.has_gpu_id = 1;
	track->last_ns = ns;
	if (interval.kind == INTERVAL_FIRST)
		return gpu_track_describe(track, &event, ns);
	packet.gpu_counter_event = &event;
	return packets_put(track->packets, SEQUENCE_GPU, ns, &packet);
}

/**
 * gpu_track_report() - add a report of the stream, and the marks around it
 * @arg: the track
 * @raw: the report
 * @ahead: the report behind it, NULL: unknown
 *
 * Return: 0 or -1.
 */
int gpu_track_report(void *arg, const u32 *raw, const u32 *ahead)
{
	struct gpu_track *track = arg;

	if (gpu_track_marks(track, MARKS_BEFORE, raw) || gpu_track_add(track, raw, ahead))
		return -1;
	return gpu_track_marks(track, MARKS_REACHED, raw);
}

/**
 * gpu_track_lost() - note an announced loss
 * @arg: the track
 * @lost: the loss
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
 * gpu_track_loss() - add the number of reports of the announced loss
 * @arg: the track
 * @count: number of reports
 * @exact: @count is exact, not a minimum
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
	if (count || exact)
		snprintf(name, sizeof(name), "lost %s%" PRIu64, exact ? "" : "at least ",
			 (uint64_t)count);
	else
		snprintf(name, sizeof(name), "lost: number unknown");
	put_loss(track, name, list);
}

/**
 * gpu_track_silent() - mark a silence of the stream's timer
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
 * @why: the reason, NULL: none are missing
 *
 * Return: 0 or -1.
 */
int gpu_track_incomplete(struct gpu_track *track, const char *why)
{
	const struct annotation list[] = {
		{ .name = "why", .kind = ANNOTATION_TEXT, .text = why },
		{ .name = NULL },
	};

	/* Without a report, add no event, for which a file would be kept. */
	if (!why || !track->reports)
		return 0;
	return put_pending(track) || put_loss(track, "incomplete", list) ? -1 : 0;
}

/**
 * gpu_track_end() - add a pending loss and the last marks, and end the slice of a context
 * @track: the track
 *
 * Return: 0 or -1.
 */
int gpu_track_end(struct gpu_track *track)
{
	return put_pending(track) || gpu_track_marks(track, MARKS_LEFT, NULL) ||
	       gpu_track_end_slice(track, track->last_ns) ? -1 : 0;
}
