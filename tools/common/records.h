/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of a stream, one after the other as read() returns them.
 */
#ifndef _TOOLS_RECORDS_H_
#define _TOOLS_RECORDS_H_

#include "formats/oa_format.h"
#include "tools/common/recording.h"

/** enum records_lost - the loss that a status record announces */
enum records_lost {
	/** @RECORDS_LOST_REPORT: reports are missing; counters ran on */
	RECORDS_LOST_REPORT,
	/** @RECORDS_LOST_BUFFER: in addition, counters may have restarted or stood still */
	RECORDS_LOST_BUFFER,
};

/** enum records_end - place where a walk ended */
enum records_end {
	/** @RECORDS_WHOLE: after the last record */
	RECORDS_WHOLE = 0,
	/** @RECORDS_STOPPED: a function of the sink stopped it */
	RECORDS_STOPPED = -1,
	/** @RECORDS_MALFORMED: at an invalid record */
	RECORDS_MALFORMED = -2,
	/** @RECORDS_CUT: within a record, which is truncated */
	RECORDS_CUT = -3,
	/** @RECORDS_UNREADABLE: at a read error of the file */
	RECORDS_UNREADABLE = -4,
	/** @RECORDS_ANOTHER: where another recording begins, as in files that were joined */
	RECORDS_ANOTHER = -5,
};

/** struct record_view - a record in memory */
struct record_view {
	/** @type: its type */
	u32 type;
	/** @payload: what follows its header */
	const void *payload;
	/** @bytes: size of @payload */
	size_t bytes;
	/** @size: bytes to the next record */
	size_t size;
};

/** struct records_head - what a walk has seen of a recording */
struct records_head {
	/** @origin: the record that begins a recording */
	bool origin;
	/** @stream: a record of the stream, so all records that describe it */
	bool stream;
};

/**
 * struct record_sink - callbacks for the records of a walk
 *
 * Each may be NULL. A callback that returns -1 has printed the reason, and ends the walk.
 */
struct record_sink {
	/** @format: format of the reports */
	const struct oa_report_format *format;
	/** @arg: first argument of the functions */
	void *arg;
	/** @begin: a walk over a file begins, whose first pair of clocks is known */
	int (*begin)(void *arg);
	/** @report: a report; @ahead: the report in the next record, NULL if there is none */
	int (*report)(void *arg, const u32 *raw, const u32 *ahead);
	/** @lost: the announcement of a loss */
	void (*lost)(void *arg, enum records_lost lost);
	/** @loss: number of reports of the announced loss, at least or exactly */
	void (*loss)(void *arg, u64 count, bool exact);
	/** @quiet: print nothing about malformed records */
	bool quiet;
	/** @path: the file's name for messages, NULL: a stream */
	const char *path;
	/** @offset: of the records in the file */
	u64 offset;
	/** @total: bytes of the file */
	u64 total;
	/** @other: a record of another type */
	int (*other)(void *arg, u32 type, const void *payload, size_t bytes);
};

bool records_first(const char *at, size_t left, struct record_view *record);
size_t records_whole(const void *buf, size_t bytes);
bool records_another(struct records_head *head, u32 type);
size_t records_of_one(struct records_head *head, const void *buf, size_t bytes);
enum records_end records_walk(const struct record_sink *sink, const void *buf, size_t bytes);
const char *records_lost_name(enum records_lost lost);
const char *records_end_name(enum records_end end);
size_t record_padding(u32 type, const char *end, size_t size, size_t left);
bool record_clocks(u32 type, const void *payload, size_t bytes, struct record_clocks *clocks);
bool record_silence(u32 type, const void *payload, size_t bytes, struct record_silence *silence);
size_t record_bytes(const struct oa_report_format *format);

#endif /* _TOOLS_RECORDS_H_ */
