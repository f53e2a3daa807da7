// SPDX-License-Identifier: GPL-2.0-only
/*
 * What oa-dump has to say when something fails, and whether it has been told to stop.
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
 * catch_signals() - from now on SIGINT and SIGTERM end what is under way
 */
void catch_signals(void)
{
	const struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/**
 * interrupted() - is it time to end?
 *
 * Return: true once SIGINT or SIGTERM came.
 */
bool interrupted(void)
{
	return stop;
}

/**
 * complain() - say why something failed
 * @format: as of printf(), without a newline
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
