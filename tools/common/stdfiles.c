// SPDX-License-Identifier: GPL-2.0-only
/*
 * Standard input, output and error, some of which the caller may have closed.
 */
#include <fcntl.h>
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
