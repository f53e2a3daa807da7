// SPDX-License-Identifier: GPL-2.0-only
/*
 * Progress of a run: one line on standard error, which is updated each second. There is none if
 * standard error is no terminal, nor if the run's output goes to a terminal, or through a pipe,
 * which may end in one.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/common/progress.h"

#define SECOND	1000000000ull
/* Number of records between two readings of the clock */
#define RECORDS	256

static struct {
	/* Source of the records, NULL: no progress is printed */
	const char *path;
	/* Times of the run's start and of the next line, in ns */
	u64 began, next;
	unsigned int records;
	/* The source is a stream, whose length is unknown. */
	bool live;
	bool shown;
} progress;

static u64 clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * SECOND + now.tv_nsec;
}

static bool stdout_is_file(void)
{
	struct stat st;

	return !fstat(STDOUT_FILENO, &st) && S_ISREG(st.st_mode);
}

/**
 * progress_open() - begin a run that may take more than a second
 * @path: source of the records, a file or a GPU
 * @live: the source is a GPU
 * @prints: the run writes to standard output meanwhile
 */
void progress_open(const char *path, bool live, bool prints)
{
	if (!isatty(STDERR_FILENO) || (prints && !stdout_is_file()))
		return;
	progress.path = path;
	progress.live = live;
	progress.began = clock_ns();
	progress.next = progress.began + SECOND;
}

/* Return: true if a line is due. */
static bool due(void)
{
	const u64 now = clock_ns();

	if (now < progress.next)
		return false;
	progress.next = now + SECOND;
	progress.shown = true;
	return true;
}

/**
 * progress_walk() - update the progress of a walk over a file
 * @done: bytes that were walked
 * @total: bytes of the file
 */
void progress_walk(u64 done, u64 total)
{
	if (!progress.path || progress.live || ++progress.records % RECORDS || !due())
		return;
	fprintf(stderr, "\r%s: %s: %llu %%\033[K", program_invocation_short_name, progress.path,
		(unsigned long long)(100 * done / total));
}

/**
 * progress_stream() - update the progress of a stream
 * @reports: reports read so far
 */
void progress_stream(u64 reports)
{
	if (!progress.path || !due())
		return;
	fprintf(stderr, "\r%s: %s: %llu s, %llu reports; Ctrl-C ends it\033[K",
		program_invocation_short_name, progress.path,
		(unsigned long long)((progress.next - progress.began) / SECOND - 1),
		(unsigned long long)reports);
}

/* Clear the line before another message. */
void progress_clear(void)
{
	if (progress.shown)
		fputs("\r\033[K", stderr);
	progress.shown = false;
}

/* End the run. */
void progress_close(void)
{
	progress_clear();
	progress.path = NULL;
}
