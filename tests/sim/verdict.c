// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks and verdicts of the test programs of this folder and of tests/oa-gpu.
 */
#include "sim_test.h"

bool test_failed;
static int num_failed;

/**
 * expect_eq() - compare two values, and complain if they differ
 * @file: source file of the check
 * @line: its line
 * @what: the expression
 * @is: its value
 * @should: what it should be
 *
 * Return: true if they are equal.
 */
bool expect_eq(const char *file, int line, const char *what, u64 is, u64 should)
{
	if (is == should)
		return true;
	test_failed = true;
	printf("    # %s:%d: %s is 0x%llx, should be 0x%llx\n", file, line, what, is, should);
	return false;
}

/**
 * result() - print the verdict of a test, and begin the next one
 * @platform: the GPU's platform
 * @name: the test
 */
void result(const char *platform, const char *name)
{
	printf("%s %s/%s\n", test_failed ? "not ok" : "ok", platform, name);
	fflush(stdout);
	num_failed += test_failed;
	test_failed = false;
}

/**
 * any_failed() - the program's status
 *
 * Return: 1 if the result of any test was a failure, 0 otherwise.
 */
int any_failed(void)
{
	return num_failed ? 1 : 0;
}

/**
 * wanted() - check whether the command line selects a platform
 * @name: the platform
 * @argc: arguments, the program's name first
 * @argv: of them
 *
 * Return: true if it does; a command line without names selects all.
 */
bool wanted(const char *name, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		if (!strcmp(argv[i], name))
			return true;
	return argc < 2;
}
