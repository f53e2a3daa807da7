// SPDX-License-Identifier: GPL-2.0-only
/*
 * Error messages, strings of JSON, and the signals that stop oa-dump.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>

#include "oa-dump.h"

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
 * complain() - print why something failed
 * @format: as for printf(), without a newline
 */
void complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("oa-dump: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
}

/**
 * say_json_string() - print a text as a string of JSON
 * @out: file to print to
 * @text: from the tables of counters, which need no other escapes
 */
void say_json_string(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		fputc(*text, out);
	}
	fputc('"', out);
}
