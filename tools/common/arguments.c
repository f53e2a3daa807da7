// SPDX-License-Identifier: GPL-2.0-only
/*
 * The start of each tool: its arguments, help and version.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common/arguments.h"

/* The Makefile's: PACKAGE_VERSION of dkms.conf, and in a repository the commit */
#ifndef TOOLS_VERSION
#error "TOOLS_VERSION is not defined"
#endif

static bool parsing;

/* argp ends the program after --help and --version, whether or not they could be printed. */
static void check_output(void)
{
	if (!parsing || (!fflush(stdout) && !ferror(stdout)))
		return;
	fprintf(stderr, "%s: standard output: %s\n", program_invocation_short_name,
		strerror(errno));
	_exit(EXIT_FAILURE);
}

static void print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	fprintf(out, "%s, of i915-oa %s\n", program_invocation_short_name, TOOLS_VERSION);
}

/**
 * arguments_parse() - parse the command line, as argp_parse() does
 * @argp: the parser
 * @argc: number of @argv
 * @argv: the arguments
 * @flags: ARGP_*
 * @input: for the parser
 *
 * -h is --help. If help or version can't be printed, the program fails with the reason.
 */
void arguments_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
		     void *input)
{
	static char help[] = "--help";
	error_t error;

	argp_program_version_hook = print_version;
	if (argc > 1 && !strcmp(argv[1], "-h"))
		argv[1] = help;
	parsing = true;
	atexit(check_output);
	error = argp_parse(argp, argc, argv, flags, NULL, input);
	parsing = false;
	if (!error)
		return;
	/* Without memory argp returns before it has seen an option. */
	fprintf(stderr, "%s: the command line: %s\n", program_invocation_short_name,
		strerror(error));
	exit(EXIT_FAILURE);
}
