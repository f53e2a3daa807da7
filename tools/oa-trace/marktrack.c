// SPDX-License-Identifier: GPL-2.0-only
/*
 * Marks in a trace: instants on a track of their own, which begins with the first one.
 */
#include "gpu_track.h"

#define MARK_TRACK	2u
#define CATEGORY	"mark"

/* The time of a mark by its clocks, else that of its report */
static u64 ns_of(const struct gpu_track *track, const struct mark *mark)
{
	const struct timeline *line = &track->list.line;

	if (!line->last.known && !line->next.known)
		return track->last_ns;
	return mark->is.clocks.monotonic_ns;
}

static int put(struct gpu_track *track, const struct mark *mark)
{
	const struct annotation list[] = {
		{ .name = "mark", .kind = ANNOTATION_NUMBER, .number = mark->is.number },
		{ .name = "report", .kind = ANNOTATION_TEXT, .text = mark_by_name(mark->by) },
		{ .name = NULL },
	};
	char name[MARK_NAME_BYTES];

	if (mark->by == MARK_BY_REQUEST && gpu_track_add(track, mark->raw, NULL))
		return -1;
	if (!track->num_marks++ &&
	    packets_track(track->packets, SEQUENCE_GPU, MARK_TRACK, "Marks"))
		return -1;
	mark_print(&mark->is, name);
	return packets_instant(track->packets, SEQUENCE_GPU, MARK_TRACK, ns_of(track, mark),
			       CATEGORY, name, list);
}

/**
 * gpu_track_marks_before() - add the marks whose reports precede a report
 * @track: the track
 * @raw: the report, which was not added yet
 *
 * Return: 0 or -1.
 */
int gpu_track_marks_before(struct gpu_track *track, const u32 *raw)
{
	const struct mark *mark;
	int ret = 0;

	while (!ret && (mark = marks_before(&track->marks, raw)))
		ret = put(track, mark);
	return ret;
}

/**
 * gpu_track_marks_reached() - add the marks that a report has reached
 * @track: the track
 * @raw: the report, which was added
 *
 * Return: 0 or -1.
 */
int gpu_track_marks_reached(struct gpu_track *track, const u32 *raw)
{
	const struct mark *mark;
	int ret = 0;

	while (!ret && (mark = marks_reached(&track->marks, raw)))
		ret = put(track, mark);
	return ret;
}

/**
 * gpu_track_marks_left() - add the marks after the last report
 * @track: the track
 *
 * Return: 0 or -1.
 */
int gpu_track_marks_left(struct gpu_track *track)
{
	const struct mark *mark;
	int ret = 0;

	while (!ret && track->reports && (mark = marks_left(&track->marks)))
		ret = put(track, mark);
	marks_free(&track->marks);
	return ret;
}
