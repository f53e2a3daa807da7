// SPDX-License-Identifier: GPL-2.0-only
/*
 * Error messages, strings of JSON, and the signals that stop a tool.
 */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>

#include "tools/common/say.h"

static volatile sig_atomic_t stop;

static void on_signal(int signal)
{
	(void)signal;
	stop = 1;
}

/**
 * catch_signals() - let SIGINT and SIGTERM end the run in an orderly way
 */
void catch_signals(void)
{
	const struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/**
 * interrupted() - did a signal ask to end the run?
 *
 * Return: true after SIGINT or SIGTERM.
 */
bool interrupted(void)
{
	return stop;
}

/**
 * complain() - print why something failed, after the program's name
 * @format: as for printf(), without a newline
 */
void complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
}

/**
 * say_json_string() - print a text as a string of JSON
 * @out: file to print to
 * @text: in UTF-8; control characters are escaped by their numbers
 */
void say_json_string(FILE *out, const char *text)
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
