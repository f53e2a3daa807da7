// SPDX-License-Identifier: GPL-2.0-only
/*
 * Contexts in a trace: each has a track, and a slice for each time that it ran. The end of a slice
 * has what was counted meanwhile.
 */
#include <string.h>

#include "gpu_track.h"

/* Numbers of tracks, far from those of threads */
#define CONTEXT_TRACKS	(1ull << 40)
#define CATEGORY	"context"

static u64 track_of(u32 id)
{
	return CONTEXT_TRACKS + id;
}

static void print_share(char text[24], const struct oa_tree_state *state)
{
	snprintf(text, 24, "%.4f %%", (double)state->share / (OA_WHOLE / 100));
}

/**
 * gpu_track_end_slice() - end the slice of the context that ran, if there is one
 * @track: the track
 * @ns: the end
 *
 * Return: 0 or -1.
 */
int gpu_track_end_slice(struct gpu_track *track, u64 ns)
{
	const struct context_values values = context_values(&track->slice, &track->machine);
	char active[24], stall[24];
	struct annotation list[4];
	u32 n = 0;

	if (!track->in_slice)
		return 0;
	track->in_slice = false;
	print_share(active, &values.active);
	print_share(stall, &values.stall);
	if (values.has_clocks)
		list[n++] = (struct annotation){
			.name = "clocks", .kind = ANNOTATION_NUMBER, .number = values.clocks,
		};
	if (!values.active.wrong)
		list[n++] = (struct annotation){
			.name = "EU.ACTIVE", .kind = ANNOTATION_TEXT, .text = active,
		};
	if (!values.stall.wrong)
		list[n++] = (struct annotation){
			.name = "EU.STALL", .kind = ANNOTATION_TEXT, .text = stall,
		};
	list[n] = (struct annotation){ .name = NULL };
	return packets_end(track->packets, SEQUENCE_GPU, track_of(track->slice_id), ns, CATEGORY,
			   list);
}

static int begin_slice(struct gpu_track *track, u32 id, bool first, u64 ns)
{
	char name[CONTEXT_NAME_BYTES], title[CONTEXT_NAME_BYTES + 8];

	memset(&track->slice, 0, sizeof(track->slice));
	if (id == CONTEXT_IDLE)
		return 0;
	context_name(name, id);
	snprintf(title, sizeof(title), "context %s", name);
	if (first && packets_track(track->packets, SEQUENCE_GPU, track_of(id), title))
		return -1;
	track->in_slice = true;
	track->slice_id = id;
	return packets_begin(track->packets, SEQUENCE_GPU, track_of(id), ns, CATEGORY, name);
}

/**
 * gpu_track_context() - add a report's context
 * @track: the track, without the report
 * @interval: the time that ends at the report
 * @ns: time of the report
 *
 * Return: 0 or -1.
 */
int gpu_track_context(struct gpu_track *track, const struct interval *interval, u64 ns)
{
	const bool covered = interval->kind == INTERVAL_COVERED;
	const u32 rows = track->contexts.num;

	if (!contexts_are_in(track->format))
		return 0;
	oa_increments_merge(&track->slice, &interval->sum);
	if (!contexts_add(&track->contexts, track->format, interval))
		return 0;
	/* What ran in a gap is not known. */
	if (gpu_track_end_slice(track, covered ? ns : track->last_ns))
		return -1;
	return begin_slice(track, contexts_current(&track->contexts),
			   rows != track->contexts.num, ns);
}
