/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The start of each tool: its arguments, help and version.
 */
#ifndef _TOOLS_ARGUMENTS_H_
#define _TOOLS_ARGUMENTS_H_

#include <argp.h>

void arguments_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
		     void *input);

#endif /* _TOOLS_ARGUMENTS_H_ */
