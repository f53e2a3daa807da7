// SPDX-License-Identifier: GPL-2.0-only
/*
 * The last line, on standard error.
 */
#include <inttypes.h>
#include <stdio.h>

#include "oa-trace.h"
#include "tools/common/say.h"

/**
 * say_summary() - say what of a GPU is in a trace
 * @track: the GPU's track
 * @path: the trace
 */
void say_summary(const struct gpu_track *track, const char *path)
{
	complain("%s, %s: %" PRIu64 " reports, lost %" PRIu64 " in %" PRIu64 " losses, in %s",
		 track->platform->name, track->format->name, (uint64_t)track->reports,
		 (uint64_t)track->lost, (uint64_t)track->losses, path);
}
