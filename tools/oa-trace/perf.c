// SPDX-License-Identifier: GPL-2.0-only
/*
 * --perf: the samples of a file of perf record, which perf itself decodes. "perf evlist -v" says what
 * its samples have, "perf script" prints them.
 *
 * What perf has printed before it failed is added to the trace. perf's own messages are collected:
 * the first one becomes a part of ours.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "oa-trace.h"
#include "perftrack.h"
#include "tools/common/file.h"
#include "tools/common/message.h"

#define PIPE_BYTES	(1 << 20)

extern char **environ;

/* struct perf - a perf that runs */
struct perf {
	pid_t pid;
	/* What it prints, and its messages */
	FILE *out;
	FILE *messages;
};

/* Return: 0 or an errno. A full pipe must end perf, so its signals are those of any program. */
static int spawn(struct perf *perf, char **argv, int out)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t defaults;
	int ret;

	sigemptyset(&defaults);
	sigaddset(&defaults, SIGXFSZ);
	sigaddset(&defaults, SIGPIPE);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigdefault(&attr, &defaults);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, fileno(perf->messages), STDERR_FILENO);
	ret = posix_spawnp(&perf->pid, *argv, &files, &attr, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	return ret;
}

/* Return: 0, or -1 with a message. */
static int perf_start(struct perf *perf, char **argv)
{
	int pipes[2], ret;

	perf->messages = tmpfile();
	if (!perf->messages || pipe2(pipes, O_CLOEXEC)) {
		complain("perf: %s", strerror(errno));
		if (perf->messages)
			fclose(perf->messages);
		return -1;
	}
	/* So perf seldom waits for us. Without the right to it, the pipe keeps its size. */
	fcntl(pipes[0], F_SETPIPE_SZ, PIPE_BYTES);
	ret = spawn(perf, argv, pipes[1]);
	close(pipes[1]);
	perf->out = ret ? NULL : fdopen(pipes[0], "r");
	if (perf->out)
		return 0;
	if (ret == ENOENT)
		complain("--perf: there is no perf in PATH (Debian: linux-perf)");
	else
		complain("perf: %s", strerror(ret ?: errno));
	close(pipes[0]);
	fclose(perf->messages);
	return -1;
}

/* Read the first line of perf's messages that is more than a heading such as "Warning:". */
static void first_message(struct perf *perf, char *text, size_t room)
{
	rewind(perf->messages);
	do {
		*text = 0;
		if (!fgets(text, room, perf->messages))
			break;
		text[strcspn(text, "\n")] = 0;
	} while (!*text || text[strlen(text) - 1] == ':');
}

/* Wait for perf. @what: for messages, NULL: none. Return: 0, or -1 if it failed. */
static int perf_finish(struct perf *perf, const char *path, const char *what)
{
	char message[256], end[32];
	int status = 0, failed;

	fclose(perf->out);
	while (waitpid(perf->pid, &status, 0) < 0 && errno == EINTR)
		;
	first_message(perf, message, sizeof(message));
	fclose(perf->messages);
	failed = !WIFEXITED(status) || WEXITSTATUS(status);
	if (WIFSIGNALED(status))
		snprintf(end, sizeof(end), "ended by signal %d", WTERMSIG(status));
	else
		snprintf(end, sizeof(end), "status %d", WEXITSTATUS(status));
	if (what && failed)
		complain("%s is cut short, or perf can't read it: %s: %s", path, what,
			 *message ? message : end);
	else if (what && *message)
		complain("%s: %s: %s", path, what, message);
	return failed ? -1 : 0;
}

/* Read a line of perf without its end and blanks there. Return: false at the end. */
static bool next_line(struct perf *perf, struct perf_text *line)
{
	ssize_t bytes = getline(&line->at, &line->room, perf->out);

	if (bytes < 0)
		return false;
	while (bytes && (line->at[bytes - 1] == '\n' || line->at[bytes - 1] == ' '))
		bytes--;
	line->at[bytes] = 0;
	return true;
}

static int check_form(const struct perf_form *form, const char *path)
{
	const char *missing = perf_form_missing(form);

	if (!form->events) {
		complain("%s: perf finds no event in it", path);
		return -1;
	}
	if (form->other_clock) {
		complain("%s: its times are not of CLOCK_MONOTONIC: record it with perf record -k mono",
			 path);
		return -1;
	}
	if (missing)
		complain("%s: perf script prints no %s, which not all of its events have", path,
			 missing);
	return 0;
}

static int read_form(struct perf_form *form, const char *path)
{
	char *argv[] = { "perf", "evlist", "-v", "-i", (char *)path, NULL };
	struct perf_text line = { NULL };
	struct perf perf;

	if (perf_start(&perf, argv))
		return -1;
	while (next_line(&perf, &line))
		perf_form_add(form, line.at);
	free(line.at);
	if (perf_finish(&perf, path, "perf evlist"))
		return -1;
	return check_form(form, path);
}

static int add_samples(struct perf_track *track, const char *path, const struct perf_form *form)
{
	char fields[128];
	char *argv[] = {
		"perf", "script", "--ns", "--no-inline", "--show-lost-events", "-F", fields, "-i",
		(char *)path, NULL
	};
	struct perf_text line = { NULL };
	struct perf perf;
	int ret = 0;

	perf_form_fields(form, fields, sizeof(fields));
	if (perf_start(&perf, argv))
		return -1;
	while (!ret && next_line(&perf, &line))
		ret = perf_track_line(track, &line);
	free(line.at);
	if (!ret)
		ret = perf_track_end(track);
	/* If the trace could not be written, that was said, and perf ends by the closed pipe. */
	if (perf_finish(&perf, path, ret ? NULL : "perf script"))
		ret = -1;
	if (track->unknown)
		complain("%s: %" PRIu64 " lines of perf script have an unknown form", path,
			 (uint64_t)track->unknown);
	return track->unknown ? -1 : ret;
}

/**
 * perf_add() - add the samples of a file of perf
 * @path: the file
 * @packets: the trace, whose times are those of CLOCK_MONOTONIC
 *
 * Return: 0, or -1 if samples may be missing.
 */
int perf_add(const char *path, struct packets *packets)
{
	struct perf_form form = { 0 };
	struct perf_track *track;
	int ret;

	if (access(path, R_OK)) {
		complain("%s: %s", path, strerror(errno));
		return -1;
	}
	if (read_form(&form, path))
		return -1;
	track = malloc(sizeof(*track));
	if (!track)
		complain("no memory for the samples of %s", path);
	if (!track || perf_track_open(track, packets, form.fields)) {
		free(track);
		return -1;
	}
	ret = add_samples(track, path, &form);
	if (!packets->failed)
		complain("%" PRIu64 " samples of %s, lost %" PRIu64 ", in %s",
			 (uint64_t)track->samples, path, (uint64_t)track->lost, packets->path);
	perf_track_free(track);
	free(track);
	return ret;
}
