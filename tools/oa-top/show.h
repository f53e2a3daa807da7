/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The output formats. Each begins before the first interval is measured, gets each GPU's newest
 * interval, and ends in an orderly way, also after a signal.
 */
#ifndef _SHOW_H_
#define _SHOW_H_

#include "oa-top.h"

/** struct top_show_ops - an output format */
struct top_show_ops {
	/** @begin: before the first interval; 0 or -1; NULL: nothing to do */
	int (*begin)(struct top_state *state);
	/** @show: a round of intervals, in which a GPU may have none; 0 or -1 */
	int (*show)(struct top_state *state);
	/**
	 * @end: after the last one, also if there was none; 0 or -1; NULL: nothing to do. @early: a
	 * signal or a failure ended the run
	 */
	int (*end)(struct top_state *state, bool early);
};

extern const struct top_show_ops text_show;
extern const struct top_show_ops json_show;
extern const struct top_show_ops csv_show;
extern const struct top_show_ops prometheus_show;

int show_flush(FILE *file, const char *name);
int show_intervals(const struct top_state *state,
		   void (*print)(const struct top_state *state, const struct top_watch *watch));
int screen_run(struct top_state *state);
void list_gpus(const struct top_state *state);

/* measure.c */
int top_measure(struct top_state *state);

#endif /* _SHOW_H_ */
