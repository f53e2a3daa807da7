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
 * gpu_track_marks() - add the marks that are due at a point of the stream
 * @track: the track
 * @at: the point
 * @raw: the report there, NULL for MARKS_LEFT
 *
 * Without a report before it a mark has no time, unless it brings one. Return: 0 or -1.
 */
int gpu_track_marks(struct gpu_track *track, enum marks_at at, const u32 *raw)
{
	const struct mark *mark;
	int ret = 0;

	while (!ret && (at == MARKS_BEFORE || track->reports) &&
	       (mark = marks_next(&track->marks, at, raw)))
		ret = put(track, mark);
	if (at == MARKS_LEFT)
		marks_free(&track->marks);
	return ret;
}
