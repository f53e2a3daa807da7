/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The live screen: what is drawn.
 */
#ifndef _DRAW_H_
#define _DRAW_H_

#include "rows.h"

/* Smaller terminals get a line that says so */
#define SCREEN_MIN_COLUMNS	40
#define SCREEN_MIN_LINES	10

/** enum screen_page - what the screen shows */
enum screen_page {
	/** @PAGE_MAIN: tree, metrics, counters and history of a GPU */
	PAGE_MAIN,
	/** @PAGE_EXPLAIN: what the selected row means */
	PAGE_EXPLAIN,
	/** @PAGE_HELP: the keys, the platform, the words */
	PAGE_HELP,
};

/** struct screen - state of the live screen */
struct screen {
	/** @state: what is watched */
	struct top_state *state;
	/** @gpu: number of the GPU that is shown */
	u32 gpu;
	/** @page: what is shown */
	enum screen_page page;
	/** @all: also what is inside states that are not high */
	bool all;
	/** @paused: nothing is counted */
	bool paused;
	/** @over: there are no more samples */
	bool over;
	/** @colours: the terminal has them, and they are wanted */
	bool colours;
	/** @rows: of the GPU, @num of them */
	struct top_row rows[TOP_MAX_ROWS];
	/** @num: entries of @rows */
	u32 num;
	/** @selected: index of the selected row */
	u32 selected;
	/** @top: index of the first row that is visible */
	u32 top;
	/** @visible: how many rows fit */
	u32 visible;
};

void draw_colours(void);
void draw_rows(struct screen *screen);
void draw_screen(struct screen *screen);

#endif /* _DRAW_H_ */
