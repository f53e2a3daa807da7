// SPDX-License-Identifier: GPL-2.0-only
/*
 * sim-test [PLATFORM...]: the simulator's core in user space, every test on every platform.
 * Prints "ok PLATFORM/NAME" or "not ok PLATFORM/NAME"; the status is 1 if any failed. Each platform
 * is a process, as many at a time as there are processors.
 */
#include <sys/wait.h>
#include <unistd.h>

#include "sim_test.h"

#define MOST_PLATFORMS	16

static void run(const struct facts *facts, const struct test *test)
{
	struct bench *b = calloc(1, sizeof(*b));

	b->allowed = -1;
	if (EXPECT(bench_create(b, facts))) {
		map_all(b, facts->pte);
		wake(b);
		test->run(b);
	}
	bench_destroy(b);
	free(b);
	result(facts->name, test->name);
}

/* Each allocation fails in turn, and nothing may leak. */
static void create_without_memory(const struct facts *facts)
{
	int allowed = 0;
	bool made;

	do {
		struct bench *b = calloc(1, sizeof(*b));

		b->allowed = allowed++;
		made = bench_create(b, facts);
		bench_destroy(b);
		free(b);
	} while (!made && allowed < 100);
	EXPECT(allowed > 4 && allowed < 100);
	result(facts->name, "create-without-memory");
}

static bool applies(enum kind kind, const struct facts *facts)
{
	switch (kind) {
	case SNB:
		return facts->snb;
	case WALKER:
		return !facts->snb;
	case FIFO:
		return facts->fifo;
	case POWER_UNIT:
		return facts->power_unit;
	case LEGACY:
		return !facts->gen8;
	case GEN8:
		return facts->gen8;
	case TO_GEN11:
		return !facts->oag;
	case GEN8_TO_GEN11:
		return facts->gen8 && !facts->oag;
	case GEN9:
		return facts->ctx_valid == BIT(16);
	case GEN11:
		return facts->gen11;
	case GEN11_ALONE:
		return facts->gen11 && !facts->oag;
	case OAG:
		return facts->oag;
	default:
		return true;
	}
}

static void platform(const struct facts *facts)
{
	static const struct test * const lists[] = {
		report_tests, rule_tests, clock_tests, storage_tests, space_tests, batch_tests,
		command_tests, blit_tests, engine_tests, engine_event_tests, storm_tests,
		command_storm_tests, knob_tests, work_tests, pixel_tests, follow_tests,
		event_tests, well_tests, tree_tests, legacy_unit_tests, gen8_unit_tests, oag_tests,
		ring_tests, context_tests, run_tests,
	};
	const struct test *test;
	u32 i;

	create_without_memory(facts);
	for (i = 0; i < ARRAY_SIZE(lists); i++)
		for (test = lists[i]; test->name; test++)
			if (applies(test->kind, facts))
				run(facts, test);
}

/* The facts name each platform of the simulator, and no other. */
static void names(void)
{
	struct bench b = { .allowed = -1 };
	struct facts unknown = { .name = "nonesuch" };
	u32 i, j, n;

	for (n = 0; all_facts[n].name; n++)
		EXPECT(sim_platform_find(all_facts[n].name));
	EXPECT_EQ(n, 14);
	EXPECT(sim_platform_get(n - 1) && !sim_platform_get(n));
	EXPECT(!bench_create(&b, &unknown));
	for (i = 0; i < SIM_NUM_VIOLATIONS; i++) {
		if (!EXPECT(sim_violation_name(i)))
			continue;
		for (j = 0; j < i; j++)
			EXPECT(strcmp(sim_violation_name(i), sim_violation_name(j)));
	}
	for (i = 0; i < SIM_NUM_ACTIVITIES; i++)
		EXPECT(sim_activity_name(i));
	result("core", "names");
}

/* struct job - a platform's process, and what it prints */
struct job {
	pid_t pid;
	FILE *out;
};

static struct job begin(const struct facts *facts)
{
	struct job job = { .out = tmpfile() };

	fflush(stdout);
	job.pid = job.out ? fork() : -1;
	if (job.pid)
		return job;
	dup2(fileno(job.out), STDOUT_FILENO);
	platform(facts);
	/* Not _exit(): exit() runs the check for leaks. */
	exit(any_failed());
}

/* Print a process's output; a process that fails or is killed counts as a failed test. */
static void end(const struct job *job, const struct facts *facts)
{
	int status, c;

	if (!EXPECT(job->pid > 0 && waitpid(job->pid, &status, 0) == job->pid)) {
		result(facts->name, "process");
		return;
	}
	for (rewind(job->out); (c = getc(job->out)) != EOF;)
		putchar(c);
	fclose(job->out);
	if (!EXPECT(WIFEXITED(status) && !WEXITSTATUS(status)))
		result(facts->name, "process");
}

static u32 num_wanted(const struct facts **list, int argc, char **argv)
{
	const struct facts *facts;
	u32 n = 0;

	for (facts = all_facts; facts->name && n < MOST_PLATFORMS; facts++)
		if (wanted(facts->name, argc, argv))
			list[n++] = facts;
	return n;
}

int main(int argc, char **argv)
{
	const u32 most = sysconf(_SC_NPROCESSORS_ONLN);
	const struct facts *list[MOST_PLATFORMS];
	struct job jobs[MOST_PLATFORMS];
	u32 n, i;

	names();
	literals_test();
	n = num_wanted(list, argc, argv);
	for (i = 0; i < n + most; i++) {
		if (i >= most && i - most < n)
			end(&jobs[i - most], list[i - most]);
		if (i < n)
			jobs[i] = begin(list[i]);
	}
	return any_failed();
}
