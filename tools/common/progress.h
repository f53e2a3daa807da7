/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Progress of a run, on the terminal.
 */
#ifndef _TOOLS_PROGRESS_H_
#define _TOOLS_PROGRESS_H_

#include <stdbool.h>

#include "formats/oa_types.h"

void progress_open(const char *path, bool live, bool prints);
void progress_walk(u64 done, u64 total);
void progress_stream(u64 reports);
void progress_clear(void);
void progress_close(void);

#endif /* _TOOLS_PROGRESS_H_ */
