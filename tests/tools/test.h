/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _TOOLS_TEST_H_
#define _TOOLS_TEST_H_

/* Tests of functions of the tools: each program includes this once, and runs a list of tests. */

#include <stdio.h>

/* Expectations that were not met so far */
static int failed;

#define EXPECT(condition, ...) do {						\
	if (!(condition)) {							\
		failed++;							\
		printf("    # line %d: %s: ", __LINE__, #condition);		\
		printf(__VA_ARGS__);						\
		putchar('\n');							\
	}									\
} while (0)

/** struct test - a test by its name */
struct test {
	const char *name;
	void (*run)(void);
};

/* Run the tests and print a line for each. Return: the exit status of the program. */
static int run_tests(const char *program, const struct test *tests, size_t n)
{
	int before, all = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		before = failed;
		tests[i].run();
		printf("%s %s/%s\n", failed == before ? "ok" : "not ok", program, tests[i].name);
		all += failed != before;
	}
	return all != 0;
}

#endif /* _TOOLS_TEST_H_ */
