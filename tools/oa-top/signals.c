// SPDX-License-Identifier: GPL-2.0-only
/*
 * Signals, and a wait that ends at a signal.
 *
 * System calls are restarted, so that no line is lost while it is written. Only the wait ends
 * early. The second SIGINT or SIGTERM kills the program, which may be blocked in a write to a pipe.
 * If SIGHUP is ignored, as under nohup, it stays ignored.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>

#include "sources.h"

static volatile sig_atomic_t end;
static volatile sig_atomic_t stop;

static void on_signal(int signal)
{
	if (signal == SIGTSTP)
		stop = 1;
	else if (signal != SIGWINCH)
		end = 1;
}

/* SIGWINCH is not among these, since ncurses does not replace a handler. */
static const int ends[] = { SIGINT, SIGTERM, SIGHUP };

/**
 * top_signals() - let SIGINT, SIGTERM and SIGHUP end the run in an orderly way
 * @screen: leave SIGTSTP to top_stopped(), because the screen must be closed first
 */
void top_signals(bool screen)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct sigaction before;
	size_t i;

	if (screen)
		sigaction(SIGTSTP, &action, NULL);
	action.sa_flags |= SA_RESETHAND;
	for (i = 0; i < ARRAY_LEN(ends); i++) {
		if (ends[i] == SIGHUP && !sigaction(SIGHUP, NULL, &before) &&
		    before.sa_handler == SIG_IGN)
			continue;
		sigaction(ends[i], &action, NULL);
	}
}

/* Return: true after SIGINT, SIGTERM or SIGHUP, which end the run. */
bool top_ended(void)
{
	return end;
}

/* End the run as a signal would. */
void top_end(void)
{
	end = 1;
}

/* Return: true once after each SIGTSTP, as of Ctrl-Z. */
bool top_stopped(void)
{
	const bool was = stop;

	stop = 0;
	return was;
}

/**
 * top_wait_until() - sleep until a time, a key or a signal
 * @deadline_ns: CLOCK_MONOTONIC, 0: no deadline
 * @fd: ends the wait when it can be read, -1: none
 *
 * Signals are blocked from the last check of them until the wait, so none is missed.
 */
void top_wait_until(u64 deadline_ns, int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	const u64 now = top_now_ns();
	struct timespec timeout = { 0 };
	sigset_t held, before;
	size_t i;

	if (deadline_ns > now) {
		timeout.tv_sec = (deadline_ns - now) / NS_PER_SEC;
		timeout.tv_nsec = (deadline_ns - now) % NS_PER_SEC;
	}
	sigemptyset(&held);
	sigaddset(&held, SIGTSTP);
	sigaddset(&held, SIGWINCH);
	for (i = 0; i < ARRAY_LEN(ends); i++)
		sigaddset(&held, ends[i]);
	sigprocmask(SIG_BLOCK, &held, &before);
	if (!end && !stop)
		ppoll(&poll_fd, 1, deadline_ns ? &timeout : NULL, &before);
	sigprocmask(SIG_SETMASK, &before, NULL);
}
