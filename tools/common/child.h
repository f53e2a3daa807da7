/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A program that a tool runs, given as the arguments behind "--".
 */
#ifndef _TOOLS_CHILD_H_
#define _TOOLS_CHILD_H_

#include <stdbool.h>
#include <sys/types.h>

/** struct child - a program; all 0: none was started */
struct child {
	/** @pid: its process until its end was seen, then 0 */
	pid_t pid;
	/** @fd: readable when the program has ended, for poll(); -1: there is none */
	int fd;
	/** @name: as it was given, NULL before child_start() */
	const char *name;
	/** @status: exit status once it has ended, or could not be started */
	int status;
};

int child_start(struct child *child, char **command, bool no_input);
bool child_ended(struct child *child);
int child_finish(struct child *child, int status);

#endif /* _TOOLS_CHILD_H_ */
