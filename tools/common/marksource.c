// SPDX-License-Identifier: GPL-2.0-only
/*
 * The marks of a run: by SIGUSR1, and by the lines of a file or a FIFO.
 *
 * The time of a signal is taken in its handler. i915_oa writes a report for a mark at once. i915 has
 * no such call, so the mark has both clocks, by which the next report of the stream is found.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <drm/i915_oa.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/common/clock.h"
#include "tools/common/file.h"
#include "tools/common/marksource.h"
#include "tools/common/message.h"
#include "tools/common/records.h"

#define OUTLAST_MS	100
/* A full pipe */
#define READS_AT_ONCE	64

#define NS_PER_SEC	1000000000ull
#define SIGNALS		256
/* First dword of a report on request, "MK" and the mark's number */
#define MARK_ID		0x4d4b0000u

/* The times of signals that made no mark yet. The handler writes @caught, the program @taken. */
static volatile u64 times[SIGNALS];
static volatile sig_atomic_t caught, taken, too_many;

static void on_mark(int number)
{
	const int error = errno;

	(void)number;
	if (caught - taken < SIGNALS) {
		times[(unsigned int)caught % SIGNALS] = now_ns();
		caught++;
	} else {
		too_many = 1;
	}
	errno = error;
}

/* Let SIGUSR1 make a mark, from the start of the program on. */
void marksource_catch(void)
{
	const struct sigaction action = { .sa_handler = on_mark, .sa_flags = SA_RESTART };

	sigaction(SIGUSR1, &action, NULL);
}

/* A FIFO without a writer must neither block the open nor be read as ended. */
static int open_fifo(const char *path)
{
	return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

/* Follow a file from its present end on. Where there is no inotify, it is read at each check. */
static void follow(struct mark_source *source)
{
	lseek(source->fd, 0, SEEK_END);
	source->wake = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (source->wake >= 0 && inotify_add_watch(source->wake, source->path, IN_MODIFY) < 0) {
		close(source->wake);
		source->wake = -1;
	}
}

/**
 * marksource_open() - open a file with a line for each mark
 * @source: filled in
 * @path: a file that grows, a FIFO, or "-": standard input; NULL: none
 *
 * Return: 0 or -1.
 */
int marksource_open(struct mark_source *source, const char *path)
{
	struct stat st;
	int error;

	*source = (struct mark_source){ .path = file_in_name(path), .fd = -1, .wake = -1 };
	if (!path)
		return 0;
	source->fd = file_is_standard(path) ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) :
					      open_fifo(path);
	if (source->fd < 0 || fstat(source->fd, &st))
		error = errno;
	else
		error = S_ISDIR(st.st_mode) ? EISDIR : 0;
	if (error) {
		complain("--mark-on: %s: %s", source->path, strerror(error));
		marksource_close(source);
		return -1;
	}
	source->fifo = S_ISFIFO(st.st_mode) && !file_is_standard(path);
	if (S_ISREG(st.st_mode) && !file_is_standard(path))
		follow(source);
	else
		source->wake = source->fd;
	return 0;
}

void marksource_close(struct mark_source *source)
{
	if (source->wake >= 0 && source->wake != source->fd)
		close(source->wake);
	if (source->fd >= 0)
		close(source->fd);
	source->fd = source->wake = -1;
}

/*
 * The writer has closed a FIFO, as after each "echo". The new descriptor waits for the next writer;
 * it is opened first, so that one that has come meanwhile finds a reader.
 */
static void reopen(struct mark_source *source)
{
	const int fd = source->fifo ? open_fifo(source->path) : -1;

	marksource_close(source);
	source->fd = source->wake = fd;
	if (source->fifo && fd < 0)
		complain("%s: %s: no further marks of it", source->path, strerror(errno));
}

/*
 * Read what there is, without waiting. A file that was written anew is read from its beginning.
 * Return: bytes, 0 at the end, -1 with errno set, to EAGAIN if there is nothing now.
 */
static ssize_t read_more(struct mark_source *source)
{
	struct pollfd pollfd = { .fd = source->fd, .events = POLLIN };
	char events[4096];
	struct stat st;

	if (source->wake != source->fd && source->wake >= 0)
		while (read(source->wake, events, sizeof(events)) > 0)
			;
	if (poll(&pollfd, 1, 0) <= 0) {
		errno = EAGAIN;
		return -1;
	}
	if (source->wake != source->fd && !fstat(source->fd, &st) &&
	    st.st_size < lseek(source->fd, 0, SEEK_CUR)) {
		lseek(source->fd, 0, SEEK_SET);
		source->skip = false;
	}
	return read(source->fd, source->line + source->used, sizeof(source->line) - source->used);
}

/**
 * marksource_outlast() - close the file, but a FIFO only when the program has ended
 * @source: the marks
 * @child: the program, which outlasts the stream perhaps
 *
 * A writer of a FIFO waits for a reader, so there is one as long as the program runs. Its lines are no
 * marks any more.
 */
void marksource_outlast(struct mark_source *source, struct child *child)
{
	struct pollfd pollfds[] = { { .fd = child->fd, .events = POLLIN }, { .events = POLLIN } };
	ssize_t bytes;

	while (source->fifo && source->fd >= 0 && child->pid && !child_ended(child)) {
		pollfds[1].fd = source->fd;
		poll(pollfds, ARRAY_LEN(pollfds), OUTLAST_MS);
		source->used = 0;
		bytes = read_more(source);
		if (!bytes)
			reopen(source);
	}
	marksource_close(source);
}

static void drop(struct mark_source *source, size_t bytes)
{
	source->used -= bytes;
	memmove(source->line, source->line + bytes, source->used);
}

/* Drop the rest of a line of which there is a mark already, as far as it was read. */
static void skip_rest(struct mark_source *source)
{
	const char *end = memchr(source->line, '\n', source->used);

	if (!source->skip)
		return;
	drop(source, end ? (size_t)(end - source->line) + 1 : source->used);
	source->skip = !end;
}

/* Copy the beginning of a line. That a line is longer is said once, not in each frame of a game. */
static void copy_line(struct mark_source *source, char *text, size_t room, size_t bytes)
{
	const size_t kept = bytes < room - 1 ? bytes : room - 1;

	memcpy(text, source->line, kept);
	text[kept] = 0;
	if (kept == bytes || source->cut)
		return;
	source->cut = true;
	complain("%s: the text of a mark is %zu bytes at most: longer lines are cut", source->path,
		 room - 1);
}

/*
 * Move the first line out of the buffer. One that fills the buffer is a mark, too, and its rest is
 * skipped. Return: false if there is no whole one, unless @all is set, at the end of what a writer
 * has written.
 */
static bool take_line(struct mark_source *source, char *text, size_t room, bool all)
{
	const char *end;
	size_t bytes;

	skip_rest(source);
	end = memchr(source->line, '\n', source->used);
	bytes = end ? (size_t)(end - source->line) : source->used;
	if (!end && !(all && bytes) && bytes < sizeof(source->line))
		return false;
	copy_line(source, text, room, bytes);
	source->skip = !end && !all;
	drop(source, bytes + !!end);
	return true;
}

/* Return: true for the text of the next mark of the file. */
static bool next_line(struct mark_source *source, char *text, size_t room)
{
	unsigned int reads = 0;
	ssize_t bytes;

	if (take_line(source, text, room, false))
		return true;
	if (source->fd < 0)
		return false;
	/* The rest of a long line is passed at once, but not one without end. */
	do {
		bytes = read_more(source);
		source->used += bytes > 0 ? bytes : 0;
		if (bytes > 0 && take_line(source, text, room, false))
			return true;
	} while (bytes > 0 && source->skip && ++reads < READS_AT_ONCE);
	if (bytes > 0)
		return false;
	if (bytes < 0 && errno != EAGAIN && errno != EINTR) {
		complain("%s: %s: no further marks of it", source->path, strerror(errno));
		marksource_close(source);
	}
	/* A regular file may grow. */
	if (bytes < 0 || source->wake != source->fd)
		return false;
	reopen(source);
	if (!take_line(source, text, room, true)) {
		source->skip = false;
		return false;
	}
	complain("%s: its writer went within a line, which is a mark as it is: %s", source->path, text);
	return true;
}

/*
 * The file is read before signals are looked at, so that a line which was written after a signal is
 * the later mark. Return: true for the next mark, with its time in clocks->monotonic_ns.
 */
static bool next_request(struct mark_source *source, struct record_mark *mark)
{
	if (!source->ready)
		source->ready = next_line(source, source->text, sizeof(source->text));
	if (taken != caught) {
		mark->clocks.monotonic_ns = times[(unsigned int)taken % SIGNALS];
		taken++;
		return true;
	}
	if (too_many) {
		too_many = 0;
		complain("SIGUSR1 came more than %d times at once: some are no marks", SIGNALS);
	}
	if (!source->ready)
		return false;
	source->ready = false;
	memcpy(mark->text, source->text, sizeof(mark->text));
	mark->clocks.monotonic_ns = now_ns();
	return true;
}

/* All clocks at the time of a mark; those that can't be read stay 0. */
static void set_clocks(const struct dump_gpu *gpu, struct record_clocks *at)
{
	struct record_clocks now;
	u64 since, ticks;

	if (clock_take(gpu, &now))
		return;
	since = now.monotonic_ns > at->monotonic_ns ? now.monotonic_ns - at->monotonic_ns : 0;
	ticks = (u64)((__uint128_t)since * gpu->timestamp_hz / NS_PER_SEC);
	at->gpu_ticks = now.gpu_ticks > ticks ? now.gpu_ticks - ticks : now.gpu_ticks;
	at->boottime_ns = now.boottime_ns - since;
	at->realtime_ns = now.realtime_ns - since;
}

/* Return: the size of a report on request, 0 if there is none. */
static size_t request(struct mark_source *source, const struct dump_gpu *gpu, int stream,
		      const struct oa_report_format *format, u32 *raw)
{
	struct drm_i915_oa_report args = {
		.report_id = MARK_ID | (source->number & 0xffff),
		.ptr = (uintptr_t)raw,
		.size = format->bytes,
	};
	int ret;

	if (!driver_extended(gpu))
		return 0;
	ret = driver_ioctl(stream, I915_OA_IOCTL_REPORT, &args);
	if (!ret)
		return format->bytes;
	if (!source->without)
		complain("%s: no report on request: %s: marks are by the next report", gpu->node,
			 strerror(-ret));
	source->without = true;
	return 0;
}

/**
 * marksource_next() - make the next mark
 * @source: the marks
 * @gpu: the GPU
 * @stream: its stream, which is enabled
 * @format: report format
 * @record: filled in with a record, up to MARK_RECORD_BYTES
 *
 * Does not wait. Return: the record's size, 0 if there is no mark now.
 */
size_t marksource_next(struct mark_source *source, const struct dump_gpu *gpu, int stream,
		       const struct oa_report_format *format, void *record)
{
	struct drm_i915_perf_record_header header = { .type = RECORD_MARK };
	struct record_mark mark = { .number = 0 };
	u32 raw[OA_REPORT_MAX_DWORDS];
	size_t bytes;
	char *at = record;

	if (!next_request(source, &mark))
		return 0;
	mark.number = ++source->number;
	set_clocks(gpu, &mark.clocks);
	bytes = request(source, gpu, stream, format, raw);
	header.size = sizeof(header) + sizeof(mark) + bytes;
	memcpy(at, &header, sizeof(header));
	memcpy(at + sizeof(header), &mark, sizeof(mark));
	memcpy(at + sizeof(header) + sizeof(mark), raw, bytes);
	return header.size;
}
