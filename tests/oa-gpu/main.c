// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-gpu-test [PLATFORM...]: each test on each platform, against an oa-gpu in a process of its own.
 * oa-gpu-test --fuzz MESSAGES [SEED]: mutated messages, a tenth as many requests to the control,
 * to the server's code in this process.
 * Prints "ok NAME" or "not ok NAME" for each test; the status is 1 if any failed.
 */
#include "client.h"

#define FUZZ_SEED	0x1915

/* A server outlives all connections of a list. */
static void run(const struct device_test *tests, const struct facts *facts, const char *class,
		bool keep, const char *stolen)
{
	const struct device_test *test;
	struct server_process server;

	if (!server_start(&server, facts->name, class, keep, stolen)) {
		result(facts->name, "start");
		return;
	}
	for (test = tests; test->name; test++) {
		test->run(&server, facts);
		result(facts->name, test->name);
	}
	server_end(&server);
	result(facts->name, "end");
}

int main(int argc, char **argv)
{
	const struct facts *facts;

	if (argc > 2 && !strcmp(argv[1], "--fuzz")) {
		fuzz("bdw", strtoul(argv[2], NULL, 0),
		     argc > 3 ? strtoull(argv[3], NULL, 0) : FUZZ_SEED);
		result("bdw", "fuzz");
		fuzz_control("bdw", strtoul(argv[2], NULL, 0) / 10,
			     argc > 3 ? strtoull(argv[3], NULL, 0) : FUZZ_SEED);
		result("bdw", "fuzz-control");
		return any_failed();
	}
	for (facts = all_facts; facts->name; facts++)
		if (wanted(facts->name, argc, argv)) {
			run(device_tests, facts, "accelerator", false, NULL);
			run(display_tests, facts, "display", false, NULL);
			run(stolen_tests, facts, "display", false, stolen_option(facts));
		}
	/* The form of messages and requests does not depend on the GPU. */
	for (facts = all_facts; facts->name; facts++) {
		if (strcmp(facts->name, "bdw"))
			continue;
		run(bad_tests, facts, "accelerator", false, NULL);
		run(control_tests, facts, "accelerator", false, NULL);
		run(keep_tests, facts, "accelerator", true, NULL);
	}
	return any_failed();
}
