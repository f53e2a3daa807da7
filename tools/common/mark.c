// SPDX-License-Identifier: GPL-2.0-only
/*
 * Marks: named instants among the reports of a stream or a recording.
 *
 * The record of a mark precedes all later reports, and also some earlier ones, which were in the OA
 * buffer when it was made. So a mark waits until a report is later than it, by the GPU's clock. One
 * with a report of its own then comes before that report, one without comes after it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/mark.h"
#include "tools/common/message.h"

/* Far fewer than a record may have bytes for, but more than anyone sets in one interval */
#define ROOM_STEP	64
/* RPT_ID of a report of the timer, where no report came before */
#define TIMER_ID	(1u << 19)

/* The report that a mark has, for messages and JSON */
const char *mark_by_name(enum mark_by by)
{
	switch (by) {
	case MARK_BY_REQUEST:
		return "request";
	case MARK_BY_NEXT:
		return "next report";
	default:
		return "no later report";
	}
}

/**
 * mark_print() - name a mark
 * @mark: the mark
 * @name: filled in: the mark's text, or "mark" and its number if it has none
 */
void mark_print(const struct record_mark *mark, char name[MARK_NAME_BYTES])
{
	if (*mark->text)
		snprintf(name, MARK_NAME_BYTES, "%s", mark->text);
	else
		snprintf(name, MARK_NAME_BYTES, "mark %u", mark->number);
}

static bool has_room(struct marks *marks)
{
	struct mark *more;

	if (marks->done == marks->num)
		marks->done = marks->num = 0;
	if (marks->num < marks->room)
		return true;
	more = realloc(marks->list, (marks->room + ROOM_STEP) * sizeof(*more));
	if (!more)
		return false;
	marks->list = more;
	marks->room += ROOM_STEP;
	return true;
}

/* Keep printable ASCII, as of all texts of a file. */
static void clean(char *text, size_t room)
{
	size_t i;

	text[room - 1] = 0;
	for (i = 0; text[i]; i++)
		if (text[i] < ' ' || text[i] > '~')
			text[i] = '?';
}

/**
 * marks_take() - take over a mark from a record
 * @marks: the marks
 * @type: type of the record
 * @payload: its payload
 * @bytes: size of @payload
 *
 * Return: true if the record is a mark.
 */
bool marks_take(struct marks *marks, u32 type, const void *payload, size_t bytes)
{
	struct mark *mark;

	if (type != RECORD_MARK || bytes < sizeof(mark->is))
		return false;
	if (!has_room(marks)) {
		complain("no memory for a mark");
		return true;
	}
	mark = &marks->list[marks->num++];
	memset(mark, 0, sizeof(*mark));
	memcpy(&mark->is, payload, sizeof(mark->is));
	clean(mark->is.text, sizeof(mark->is.text));
	bytes -= sizeof(mark->is);
	mark->by = bytes == marks->format->bytes ? MARK_BY_REQUEST : MARK_BY_NEXT;
	if (mark->by == MARK_BY_REQUEST) {
		memcpy(mark->raw, (const char *)payload + sizeof(mark->is), bytes);
		mark->id = mark->raw[0];
	}
	return true;
}

/**
 * marks_ticks() - time from one time stamp to another
 * @marks: the marks
 * @from: a time stamp; of both only the bits that reports have are compared
 * @to: another one
 *
 * Return: ticks, or 0 if @to is earlier.
 */
u64 marks_ticks(const struct marks *marks, u64 from, u64 to)
{
	const u8 bits = marks->format->timestamp_bits;
	const u64 mask = bits < 64 ? (1ull << bits) - 1 : ~0ull;
	const u64 ticks = (to - from) & mask;

	return ticks <= mask / 2 ? ticks : 0;
}

static u64 time_of(const struct marks *marks, const u32 *raw)
{
	return oa_report_timestamp(marks->format, raw);
}

/*
 * A report on request has no reason, which would make it invalid, and the context of the driver,
 * which did none of the work before it.
 */
static void fill_in(const struct marks *marks, struct mark *mark)
{
	if (!marks->have_last) {
		mark->raw[0] = TIMER_ID;
		return;
	}
	mark->raw[0] = marks->last[0];
	if (marks->format->rpt_id)
		mark->raw[2] = marks->last[2];
}

/* Check whether a mark is due at a point of the stream. */
static bool is_due(const struct marks *marks, const struct mark *mark, enum marks_at at,
		   const u32 *raw)
{
	const bool own = mark->by == MARK_BY_REQUEST;
	const u64 ticks = mark->is.clocks.gpu_ticks;

	switch (at) {
	case MARKS_BEFORE:
		return own && marks_ticks(marks, time_of(marks, mark->raw), time_of(marks, raw));
	case MARKS_REACHED:
		return !own && (!ticks || marks_ticks(marks, ticks, time_of(marks, raw)));
	default:
		return true;
	}
}

/**
 * marks_next() - get the next mark that is due at a point of the stream
 * @marks: the marks
 * @at: the point
 * @raw: the report there, NULL for MARKS_LEFT
 *
 * Return: a mark, valid until marks_take(), or NULL.
 */
const struct mark *marks_next(struct marks *marks, enum marks_at at, const u32 *raw)
{
	struct mark *mark = marks->done < marks->num ? &marks->list[marks->done] : NULL;

	if (at == MARKS_REACHED) {
		memcpy(marks->last, raw, sizeof(marks->last));
		marks->have_last = true;
	}
	if (!mark || !is_due(marks, mark, at, raw))
		return NULL;
	if (mark->by == MARK_BY_REQUEST)
		fill_in(marks, mark);
	else if (at == MARKS_LEFT)
		mark->by = MARK_BY_LAST;
	marks->done++;
	return mark;
}

/* Release the marks. */
void marks_free(struct marks *marks)
{
	free(marks->list);
	*marks = (struct marks){ .format = marks->format };
}
