/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of a stream, one after the other as read() returns them.
 */
#ifndef _TOOLS_RECORDS_H_
#define _TOOLS_RECORDS_H_

#include "formats/oa_format.h"

/**
 * struct record_sink - what to do with each record
 *
 * Each function but @report may be NULL. One that returns -1 has printed why, and ends the walk.
 */
struct record_sink {
	/** @format: format of the reports */
	const struct oa_report_format *format;
	/** @arg: first argument of the functions */
	void *arg;
	/** @report: a report */
	int (*report)(void *arg, const u32 *raw);
	/** @lost: a loss of "report" or "buffer" is announced */
	void (*lost)(void *arg, const char *what);
	/** @loss: how many reports the announced loss cost, at least or exactly */
	void (*loss)(void *arg, u64 count, bool exact);
	/** @other: a record of another type */
	int (*other)(void *arg, u32 type, const void *payload, size_t bytes);
};

int records_walk(const struct record_sink *sink, const void *buf, size_t bytes);
size_t record_bytes(const struct oa_report_format *format);

#endif /* _TOOLS_RECORDS_H_ */
