/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The marks of a run: by SIGUSR1, and by the lines of a file or a FIFO.
 */
#ifndef _TOOLS_MARKSOURCE_H_
#define _TOOLS_MARKSOURCE_H_

#include "formats/oa_format.h"
#include "tools/common/child.h"
#include "tools/common/dump_gpu.h"
#include "tools/common/recording.h"

#define MARK_LINE_BYTES	1024

/** struct mark_source - where marks come from */
struct mark_source {
	/** @path: file with a line for each mark, NULL: none */
	const char *path;
	/** @fd: the file; -1: none */
	int fd;
	/** @wake: readable when there may be a mark, for poll(); -1: none */
	int wake;
	/** @fifo: it is a FIFO, which is opened again after each writer */
	bool fifo;
	/** @line: what was read and is no mark yet, @used bytes */
	char line[MARK_LINE_BYTES];
	/** @used: bytes in @line */
	size_t used;
	/** @skip: a mark was made of the beginning of this line, whose rest is skipped */
	bool skip;
	/** @cut: it was said that long lines are cut */
	bool cut;
	/** @text: a line that is the next mark but for signals before it */
	char text[sizeof(((struct record_mark *)0)->text)];
	/** @ready: there is one in @text */
	bool ready;
	/** @number: of the last mark */
	u32 number;
	/** @without: it was said that no report can be had on request */
	bool without;
};

void marksource_catch(void);
int marksource_open(struct mark_source *source, const char *path);
size_t marksource_next(struct mark_source *source, const struct dump_gpu *gpu, int stream,
		       const struct oa_report_format *format, void *record);
void marksource_close(struct mark_source *source);
void marksource_outlast(struct mark_source *source, struct child *child);

/* Maximum number of marks between two looks at the stream */
#define MARKS_AT_ONCE		256
/* Maximum number of marks behind the end: a full pipe of empty lines */
#define MARKS_AT_END		65536
/* Room for the record of a mark */
#define MARK_RECORD_BYTES	(8 + sizeof(struct record_mark) + 4 * OA_REPORT_MAX_DWORDS)

#endif /* _TOOLS_MARKSOURCE_H_ */
