// SPDX-License-Identifier: GPL-2.0-only
/*
 * --perf-record: perf record runs beside the stream, and its samples are added at the end.
 *
 * perf record starts the program that the command line names, and ends with its status. So it takes
 * the program's place. Without a program it runs until the stream ends, and is started before it: a
 * short stream would have ended before perf samples.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "oa-trace.h"
#include "tools/common/message.h"

#define MAX_WORDS	64

struct perf_record {
	/* The program of the command line, NULL: none */
	char **program;
	/* perf record itself */
	struct child *child;
	/* Its file */
	char path[4096];
	/* Without a program: the option that names perf's end of a socket for commands, and ours */
	char control[64];
	int commands;
	/* Its command line, which refers to the rest */
	char **command;
};

/* Split a text at blanks outside of quotes. Return: the number of words, -1: too many, or a quote is open. */
static int split(char *text, char *words[MAX_WORDS])
{
	char quote = 0, *to = text;
	bool inside = false;
	int num = 0;

	for (; *text; text++) {
		if (*text == quote) {
			quote = 0;
		} else if (!quote && *text == ' ') {
			if (inside)
				*to++ = 0;
			inside = false;
		} else {
			if (!inside && num == MAX_WORDS)
				return -1;
			if (!inside)
				words[num++] = to;
			inside = true;
			if (!quote && strchr("'\"", *text))
				quote = *text;
			else
				*to++ = *text;
		}
	}
	*to = 0;
	return quote ? -1 : num;
}

static int make_command(struct perf_record *record, char *arguments)
{
	static char *first[] = { "perf", "record" };
	/* Of two options of a kind perf takes the later one, which must be ours. */
	static char *last[] = { "-k", "CLOCK_MONOTONIC", "-o" };
	char *words[MAX_WORDS], **at;
	const int num = split(arguments, words);
	size_t program = 0;

	if (num < 0) {
		complain("--perf-record: a quote is open, or there are more than %d words",
			 MAX_WORDS);
		return -1;
	}
	while (record->program && record->program[program])
		program++;
	record->command = calloc(ARRAY_LEN(first) + num + ARRAY_LEN(last) + program + 3,
				 sizeof(char *));
	if (!record->command) {
		complain("no memory for the arguments of perf");
		return -1;
	}
	at = mempcpy(record->command, first, sizeof(first));
	at = mempcpy(at, words, num * sizeof(char *));
	at = mempcpy(at, last, sizeof(last));
	*at++ = record->path;
	if (program) {
		*at++ = "--";
		memcpy(at, record->program, program * sizeof(char *));
	} else {
		*at = record->control;
	}
	return 0;
}

/* A command to a perf that has ended is lost. */
static int command(const struct perf_record *record, const char *line)
{
	return send(record->commands, line, strlen(line), MSG_NOSIGNAL) < 0 ? -1 : 0;
}

/* Start perf, and wait for its answer: it samples by then. Return: 0 or -1. */
static int start_and_ask(struct perf_record *record, int perfs)
{
	char answer[sizeof("ack\n")];
	ssize_t bytes;
	int ret;

	snprintf(record->control, sizeof(record->control), "--control=fd:%d,%d", perfs, perfs);
	ret = command(record, "ping\n") ?: child_start(record->child, record->command, false);
	/* From here on a read ends with perf. */
	close(perfs);
	if (ret)
		return -1;
	do {
		bytes = read(record->commands, answer, sizeof(answer));
	} while (bytes < 0 && errno == EINTR);
	if (bytes > 0)
		return 0;
	complain("perf record has ended before it sampled, so there is no trace");
	return -1;
}

static int start_alone(struct perf_record *record)
{
	int sockets[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets)) {
		complain("a socket for perf: %s", strerror(errno));
		return -1;
	}
	record->commands = sockets[0];
	fcntl(record->commands, F_SETFD, FD_CLOEXEC);
	return start_and_ask(record, sockets[1]);
}

/*
 * A file of an earlier run would be taken for that of a perf that fails. It has samples that are in no
 * trace, so it stays under the name that perf itself gives to an earlier file.
 */
static void keep_earlier(const struct perf_record *record)
{
	char old[sizeof(record->path) + sizeof(".old")];

	snprintf(old, sizeof(old), "%s.old", record->path);
	if (!rename(record->path, old))
		complain("%s of an earlier run is now %s", record->path, old);
}

static void release(struct perf_record *record)
{
	if (record->commands >= 0)
		close(record->commands);
	free(record->command);
	free(record);
}

/**
 * perf_record_prepare() - let perf record take the place of the program, or start it without one
 * @options: the command line
 *
 * Without a program perf samples when this returns. Return: the state, or NULL.
 */
struct perf_record *perf_record_prepare(struct trace_options *options)
{
	struct perf_record *record = calloc(1, sizeof(*record));

	if (!record) {
		complain("no memory for perf record");
		return NULL;
	}
	record->commands = -1;
	record->program = options->source.program;
	record->child = options->child;
	if (snprintf(record->path, sizeof(record->path), "%s.perf.data", options->output) >=
	    (int)sizeof(record->path)) {
		complain("%s: %s", options->output, strerror(ENAMETOOLONG));
	} else if (!make_command(record, options->perf_record)) {
		keep_earlier(record);
		if (record->program)
			options->source.program = record->command;
		if (record->program || !start_alone(record))
			return record;
		unlink(record->path);
	}
	release(record);
	return NULL;
}

/* Without a program of its own, perf record is ended here. Ctrl-C may have done so. */
static void end_perf(struct perf_record *record)
{
	struct child *child = record->child;

	if (!record->program)
		command(record, "stop\n");
	child_finish(child, 0);
	if (!record->program &&
	    (child->status == 128 + SIGINT || child->status == 128 + SIGTERM))
		child->status = 0;
}

/* The stream may have failed before, or perf is missing: a status of shells, which child.c has said. */
static bool started(const struct perf_record *record)
{
	const int status = record->child->status;

	return record->child->name && status != 126 && status != 127;
}

/**
 * perf_record_finish() - add the samples when the stream has ended
 * @record: the state, which is released
 * @packets: the trace
 *
 * The file of perf is removed if all its samples are in the trace, or if there is no trace, because
 * the stream could not be opened. Return: 0 or -1.
 */
int perf_record_finish(struct perf_record *record, struct packets *packets)
{
	int ret = -1;

	end_perf(record);
	if (packets_empty(packets)) {
		unlink(record->path);
	} else if (access(record->path, F_OK)) {
		if (started(record))
			complain("perf record has written no file, so the trace has no samples");
	} else {
		ret = packets->failed ? -1 : perf_add(record->path, packets);
		if (ret)
			complain("%s is kept", record->path);
		else
			unlink(record->path);
	}
	release(record);
	return ret;
}
