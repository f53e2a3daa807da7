/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the live screen.
 */
#ifndef _DRAW_H_
#define _DRAW_H_

#include "rows.h"

/* A smaller terminal shows only a message */
#define SCREEN_MIN_COLUMNS	40
#define SCREEN_MIN_LINES	10

/** enum screen_page - a page of the screen */
enum screen_page {
	/** @PAGE_MAIN: tree, metrics, counters and history of a GPU */
	PAGE_MAIN,
	/** @PAGE_EXPLAIN: explanation of the selected row */
	PAGE_EXPLAIN,
	/** @PAGE_HELP: the keys, the platform, the words */
	PAGE_HELP,
};

/** struct screen - state of the live screen */
struct screen {
	/** @state: the GPUs and options */
	struct top_state *state;
	/** @gpu: number of the visible GPU */
	u32 gpu;
	/** @page: the visible page */
	enum screen_page page;
	/** @all: show also the parts of states that are not high */
	bool all;
	/** @clock: show the history of the clock, not that of EU time */
	bool clock;
	/** @paused: counting is paused */
	bool paused;
	/** @touched: a key was pressed */
	bool touched;
	/** @over: there are no more samples */
	bool over;
	/** @colours: the terminal has colours, and they are enabled */
	bool colours;
	/** @rows: of the GPU, @num of them */
	struct top_row rows[TOP_MAX_ROWS];
	/** @num: entries of @rows */
	u32 num;
	/** @selected: index of the selected row */
	u32 selected;
	/** @top: index of the first row that is visible */
	u32 top;
	/** @visible: number of rows that fit */
	u32 visible;
};

void draw_colours(void);
void draw_rows(struct screen *screen);
void draw_screen(struct screen *screen);

#endif /* _DRAW_H_ */
