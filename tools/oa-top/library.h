/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Metrics by Intel's equations, of the library libi915_perf.
 */
#ifndef _LIBRARY_H_
#define _LIBRARY_H_

#include "oa-top.h"

void library_open(struct top_watch *watch, const char *path);
void library_close(struct top_library *library);
void library_evaluate(struct top_watch *watch);
const char *library_title(const struct top_library *library);
const char *library_explain(const struct top_library *library);

#endif /* _LIBRARY_H_ */
