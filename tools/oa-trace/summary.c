// SPDX-License-Identifier: GPL-2.0-only
/*
 * The last line, on standard error.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "oa-trace.h"
#include "tools/common/file.h"
#include "tools/common/message.h"

/**
 * say_summary() - print a summary of a GPU's reports in a trace
 * @track: the GPU's track
 * @path: the trace
 */
void say_summary(const struct gpu_track *track, const char *path)
{
	char *left_out = NULL;
	size_t bytes;
	FILE *out = open_memstream(&left_out, &bytes);

	if (out) {
		intervals_say(out, &track->list);
		fclose(out);
	}
	complain("%s, %s: %" PRIu64 " report%s, lost %" PRIu64 " in %" PRIu64 " loss%s, in %s%s",
		 track->platform->name, track->format->name, (uint64_t)track->reports,
		 track->reports == 1 ? "" : "s", (uint64_t)track->lost, (uint64_t)track->losses,
		 track->losses == 1 ? "" : "es", file_out_name(path), left_out ?: "");
	free(left_out);
}
