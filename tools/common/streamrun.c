// SPDX-License-Identifier: GPL-2.0-only
/*
 * A run: a stream from its opening to its end, beside the program and with the marks of the command line.
 *
 * It ends with the program, after --duration or --count, by a signal, or when the stream ends. What
 * the driver has by then is read as well.
 */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common/file.h"
#include "tools/common/message.h"
#include "tools/common/progress.h"
#include "tools/common/records.h"
#include "tools/common/streamrun.h"

#define POLL_MS		100
/* Room for the status and loss records before a report */
#define STATUS_BYTES	64

/**
 * streamrun_end() - end a run early, with a message
 * @run: the run, whose @ended gets the reason
 * @format: of the reason
 *
 * Return: -1.
 */
int streamrun_end(struct stream_run *run, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(run->ended, sizeof(run->ended), format, args);
	va_end(args);
	complain("%s", run->ended);
	return -1;
}

static bool enough(const struct stream_run *run)
{
	return interrupted() || (run->out && ferror(run->out)) ||
	       (run->source->count && run->ops->reports(run->arg) >= run->source->count);
}

/* Limit a read to the requested reports, since the driver counts reports read as delivered. */
static size_t read_room(const struct stream_run *run)
{
	u64 room;

	if (!run->source->count)
		return STREAM_READ_BYTES;
	room = (run->source->count - run->ops->reports(run->arg)) * record_bytes(run->format);
	if (room > STREAM_READ_BYTES)
		return STREAM_READ_BYTES;
	return room < STATUS_BYTES ? STATUS_BYTES : room;
}

/* Return: 1 if records were read, 0 if there were none, -1 on failure. */
static int read_some(struct stream_run *run)
{
	const ssize_t bytes = read(run->fd, run->buf, read_room(run));

	if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	run->done = bytes < 0 && errno == EIO && run->stopped;
	if (run->done)
		return 0;
	if (bytes <= 0)
		return streamrun_end(run, "the stream ends: %s",
				     bytes ? strerror(errno) : "end of file");
	silence_heard(&run->silence, now_ns());
	return run->ops->records(run->arg, run->buf, bytes) ? -1 : 1;
}

/* Check for a silence when there was nothing to read. Return: 0 or -1. */
static int note_nothing(struct stream_run *run)
{
	if (!silence_check(&run->silence, now_ns()))
		return 0;
	complain("%s: no report for %.1f s, although the timer runs: the driver says nothing of it",
		 run->gpu->node, (double)run->silence.quiet_ns / 1e9);
	return run->ops->silent(run->arg, run->silence.quiet_ns, false);
}

/* Pass on the marks that were requested, but at most some. Return: 0 or -1. */
static int put_marks(struct stream_run *run, unsigned int most)
{
	char record[MARK_RECORD_BYTES];
	size_t bytes;

	while (most-- && (bytes = marksource_next(&run->marks, run->gpu, run->fd, run->format,
						  record)))
		if (run->ops->mark(run->arg, record, bytes))
			return -1;
	return 0;
}

/* Wait for records, for a mark, or for the program's end, and take them. Return: 0 or -1. */
static int take_turn(struct stream_run *run, u64 end)
{
	/* A FIFO of marks is opened again and again. */
	struct pollfd pollfds[] = {
		{ .fd = run->fd, .events = POLLIN }, { .fd = run->child->fd, .events = POLLIN },
		{ .fd = run->marks.wake, .events = POLLIN },
	};
	int ret = 0;

	progress_stream(run->ops->reports(run->arg));
	if (poll(pollfds, ARRAY_LEN(pollfds), stream_wait_ms(end, POLL_MS)) > 0)
		ret = read_some(run);
	if (!ret)
		ret = note_nothing(run);
	if (ret < 0 || put_marks(run, MARKS_AT_ONCE))
		return -1;
	return run->ops->turn(run->arg);
}

/*
 * Read the reports that have arrived since the last read. A stream that is still running is read
 * once, since it might have no end.
 */
static int read_rest(struct stream_run *run)
{
	struct pollfd pollfd = { .fd = run->fd, .events = POLLIN };
	int ret = 0;

	run->stopped = stream_stop(run->gpu, run->fd);
	if (!run->stopped)
		return read_some(run);
	while (ret >= 0 && !run->done && !enough(run) && poll(&pollfd, 1, 0) > 0)
		ret = read_some(run);
	return ret;
}

/**
 * streamrun_read() - read a stream to its end
 * @run: the run, which is open
 *
 * Return: 0, or -1 if it ended early or in a silence.
 */
int streamrun_read(struct stream_run *run)
{
	const u64 duration = run->source->duration_ns, end = duration ? now_ns() + duration : 0;
	char text[SILENCE_TEXT_BYTES];
	int ret = 0;

	silence_begin(&run->silence, stream_silence_ns(run->gpu, run->source), now_ns());
	while (!ret && !enough(run) && !child_ended(run->child) && (!end || now_ns() < end))
		ret = take_turn(run, end);
	/* Those of a program's last moment; behind them the stream stops */
	if (!ret)
		ret = put_marks(run, MARKS_AT_END);
	if (!ret && !enough(run))
		ret = read_rest(run);
	if (ret < 0)
		return -1;
	if (!silence_is(&run->silence))
		return 0;
	if (run->ops->silent(run->arg, run->silence.quiet_ns, true))
		return -1;
	silence_at_end(text, run->silence.quiet_ns);
	return streamrun_end(run, "%s", text);
}

/* The program does not get lines that are marks, nor take them from the tool. Return: 0 or -1. */
static int start_program(const struct stream_run *run)
{
	const struct dump_source *source = run->source;
	const bool no_input = file_is_standard(source->mark_on);

	if (!source->program)
		return 0;
	if (no_input)
		complain("--mark-on - reads standard input, so that of %s is /dev/null",
			 *source->program);
	return child_start(run->child, source->program, no_input);
}

/**
 * streamrun_open() - open a stream, and start the program of the command line
 * @run: with all up to @out; the rest is filled in
 * @metrics: number of the metric set
 *
 * Return: 0 or -1.
 */
int streamrun_open(struct stream_run *run, u64 metrics)
{
	const struct dump_source *source = run->source;

	run->buf = malloc(STREAM_READ_BYTES);
	if (!run->buf) {
		complain("no memory for the records of a stream");
		return -1;
	}
	run->marks = (struct mark_source){ .fd = -1, .wake = -1 };
	run->fd = stream_open(run->gpu, source, run->format, metrics,
			      stream_exponent(run->gpu, source));
	if (run->fd >= 0 && !marksource_open(&run->marks, source->mark_on) && !start_program(run))
		return 0;
	marksource_close(&run->marks);
	streamrun_close(run);
	return -1;
}

/* Close the stream. The program goes on. */
void streamrun_close(struct stream_run *run)
{
	if (run->fd >= 0)
		close(run->fd);
	run->fd = -1;
	free(run->buf);
	run->buf = NULL;
}

/* When all is written: read a FIFO of marks until the program ends, which may write to it. */
void streamrun_outlast(struct stream_run *run)
{
	marksource_outlast(&run->marks, run->child);
}
