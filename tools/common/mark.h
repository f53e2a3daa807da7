/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Marks: named instants among the reports of a stream or a recording.
 *
 * Pure functions on memory, shared by all tools that read records.
 */
#ifndef _TOOLS_MARK_H_
#define _TOOLS_MARK_H_

#include <stdbool.h>
#include <stddef.h>

#include "formats/oa_format.h"
#include "tools/common/recording.h"

/* Room for the name of a mark */
#define MARK_NAME_BYTES	128

/** enum mark_by - the report that a mark has */
enum mark_by {
	/** @MARK_BY_REQUEST: its own, which was written on request */
	MARK_BY_REQUEST,
	/** @MARK_BY_NEXT: the next one of the stream */
	MARK_BY_NEXT,
	/** @MARK_BY_LAST: none, since none follows it */
	MARK_BY_LAST,
};

/** enum marks_at - a point of a stream, where marks are due */
enum marks_at {
	/** @MARKS_BEFORE: before a report was used: those whose own report precedes it */
	MARKS_BEFORE,
	/** @MARKS_REACHED: after it was used: those of which it is the next report */
	MARKS_REACHED,
	/** @MARKS_LEFT: after the last record: all that wait */
	MARKS_LEFT,
};

/** struct mark - a mark that is due */
struct mark {
	/** @by: its report */
	enum mark_by by;
	/** @is: what its record says */
	struct record_mark is;
	/** @raw: of MARK_BY_REQUEST: its report, with reason and context of the report before */
	u32 raw[OA_REPORT_MAX_DWORDS];
	/** @id: of MARK_BY_REQUEST: the report's own first dword */
	u32 id;
};

/** struct marks - the marks that wait for their report, in their order */
struct marks {
	/** @format: of the reports */
	const struct oa_report_format *format;
	/** @list: @num marks, of which @done were passed on */
	struct mark *list;
	/** @num: entries of @list */
	size_t num;
	/** @done: entries that were passed on */
	size_t done;
	/** @room: places in @list */
	size_t room;
	/** @last: the first dwords of the last report, @have_last: there is one */
	u32 last[3];
	bool have_last;
};

const char *mark_by_name(enum mark_by by);
void mark_print(const struct record_mark *mark, char name[MARK_NAME_BYTES]);
bool marks_take(struct marks *marks, u32 type, const void *payload, size_t bytes);
const struct mark *marks_next(struct marks *marks, enum marks_at at, const u32 *raw);
u64 marks_ticks(const struct marks *marks, u64 from, u64 to);
void marks_free(struct marks *marks);

#endif /* _TOOLS_MARK_H_ */
