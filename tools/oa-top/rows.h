/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows that show a GPU: a label, a value, perhaps a share, and the explanation of each.
 */
#ifndef _ROWS_H_
#define _ROWS_H_

#include "oa-top.h"
#include "tools/common/columns.h"

/* Room for all rows of a GPU */
#define TOP_MAX_ROWS		(OA_TREE_NODES + CONTEXTS_MOST + TOP_MAX_EVENTS + MAX_NAMED_COLUMNS + 64)
#define TOP_EXPLANATION_BYTES	1024u

/** enum row_kind - kind of a row */
enum row_kind {
	/** @ROW_TITLE: the title of the rows that follow */
	ROW_TITLE,
	/** @ROW_STATE: a state of EU time */
	ROW_STATE,
	/** @ROW_CONTEXT: a context */
	ROW_CONTEXT,
	/** @ROW_METRIC: a metric by formula */
	ROW_METRIC,
	/** @ROW_NAMED: a named value of the metric set */
	ROW_NAMED,
	/** @ROW_COUNTER: an event of the PMU */
	ROW_COUNTER,
};

/** struct top_row - a row */
struct top_row {
	/** @kind: its kind */
	enum row_kind kind;
	/** @index: number of the state, metric, named value or event; id of the context */
	u32 index;
	/** @label: indented by level */
	char label[64];
	/** @value: the value, or the reason why there is none */
	char value[64];
	/** @has_share: @share is valid */
	bool has_share;
	/** @share: in 1/OA_WHOLE */
	u32 share;
	/** @wrong: @value is the reason why there is none */
	bool wrong;
	/** @look: the state to investigate first */
	bool look;
};

u32 rows_build(const struct top_watch *watch, bool all, struct top_row rows[TOP_MAX_ROWS]);
void rows_explain(const struct top_watch *watch, const struct top_row *row, char *text,
		  size_t bytes);
const char *event_title(const struct top_gpu *gpu, const struct top_event *event);
void format_number(char *text, size_t bytes, double value, const char *unit);

#endif /* _ROWS_H_ */
