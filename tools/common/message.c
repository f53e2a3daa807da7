// SPDX-License-Identifier: GPL-2.0-only
/*
 * Error messages, JSON strings, and the signals that stop a tool.
 */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>

#include "tools/common/message.h"
#include "tools/common/progress.h"

static volatile sig_atomic_t stop;

/* The second signal restores the default action, for a third one, since a write may block. */
static void on_signal(int number)
{
	if (stop)
		signal(number, SIG_DFL);
	stop = 1;
}

/**
 * catch_signals() - let SIGINT, SIGTERM and SIGHUP end the run in an orderly way
 *
 * System calls are restarted, so that a write under way is completed. poll() still ends early.
 * If SIGHUP is ignored, as under nohup, it stays ignored.
 */
void catch_signals(void)
{
	const struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct sigaction before;

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
}

/* Return: true after SIGINT, SIGTERM or SIGHUP */
bool interrupted(void)
{
	return stop;
}

/**
 * complain() - print an error message after the program's name
 * @format: as for printf(), without a newline
 */
void complain(const char *format, ...)
{
	va_list args;

	progress_clear();
	va_start(args, format);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
}

/**
 * print_json_string() - print a text as a JSON string
 * @out: file to print to
 * @text: in UTF-8; control characters are escaped by their numbers
 */
void print_json_string(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		if ((unsigned char)*text < ' ')
			fprintf(out, "\\u%04x", *text);
		else
			fputc(*text, out);
	}
	fputc('"', out);
}
