// SPDX-License-Identifier: GPL-2.0-only
/*
 * Standard input, output and error, some of which the caller may have closed, and the signals of
 * failed writes.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/common/stdfiles.h"

/**
 * stdfiles_fill() - occupy those of the descriptors 0 to 2 that are closed
 *
 * Daemons and cron jobs start programs with closed descriptors. The next file that is opened would
 * get the number of standard output, and receive all that is printed. Each is opened in its unused
 * direction, so that reading or printing fails as it does with a closed descriptor.
 */
void stdfiles_fill(void)
{
	int fd;

	/* open() takes the lowest free number, and all below @fd are in use. */
	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) == -1 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			_exit(EXIT_FAILURE);
}

static bool stdout_lost_its_reader(void)
{
	struct pollfd out = { .fd = STDOUT_FILENO };

	return poll(&out, 1, 0) > 0 && out.revents & (POLLERR | POLLHUP);
}

/* After a return from here the write fails with EPIPE. */
static void on_broken_pipe(int number)
{
	const int error = errno;

	if (stdout_lost_its_reader()) {
		signal(number, SIG_DFL);
		raise(number);
	}
	errno = error;
}

/**
 * stdfiles_signals() - let a write fail instead of ending the program by a signal
 *
 * A side output, such as a FIFO, may lose its reader (SIGPIPE), and any file may reach the limit of
 * its size (SIGXFSZ). The main output must still end in an orderly way, as on a full disk. Only if
 * standard output itself has lost its reader, as in "| head", the program ends quietly. If SIGPIPE
 * is ignored, as under systemd, it stays ignored.
 */
void stdfiles_signals(void)
{
	const struct sigaction action = { .sa_handler = on_broken_pipe, .sa_flags = SA_RESTART };
	struct sigaction before;

	signal(SIGXFSZ, SIG_IGN);
	if (!sigaction(SIGPIPE, NULL, &before) && before.sa_handler != SIG_IGN)
		sigaction(SIGPIPE, &action, NULL);
}
