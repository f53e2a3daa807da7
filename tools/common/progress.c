// SPDX-License-Identifier: GPL-2.0-only
/*
 * How far a run has got: one line on the terminal, each second from the first one on, on standard
 * error. Nothing is said where nobody looks, nor where what the run prints goes to a terminal or
 * through a pipe, which may end in one.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/common/progress.h"

#define SECOND	1000000000ull
/* The clock is asked once in so many records. */
#define RECORDS	256

static struct {
	/* Whose records are read; NULL: nothing is said */
	const char *path;
	/* When the run began, and the next line is due; ns */
	u64 began, next;
	unsigned int records;
	/* It is a stream, whose end nobody knows. */
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
 * progress_open() - a run begins that may take more than a second
 * @path: the file or the GPU that it reads
 * @live: it is a GPU
 * @prints: the run prints what it reads to standard output
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

/* Return: is a line due? */
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
 * progress_walk() - so many bytes of a file are done
 * @done: these
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
 * progress_stream() - so many reports of a stream have been read
 * @reports: these
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

/* Something else is to be said. */
void progress_clear(void)
{
	if (progress.shown)
		fputs("\r\033[K", stderr);
	progress.shown = false;
}

/* The run has ended. */
void progress_close(void)
{
	progress_clear();
	progress.path = NULL;
}
