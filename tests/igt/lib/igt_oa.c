// SPDX-License-Identifier: GPL-2.0-only
/*
 * The standalone implementation of igt_oa.h. This file is empty in an IGT checkout,
 * where IGT provides the vocabulary.
 *
 * The body of the program runs once. A subtest forks. The child runs the block
 * and ends there; the parent waits, prints the verdict and skips the block. The
 * child leads a process group, which is killed as a whole after the subtest, so
 * that no helper of a failed subtest disturbs the next one.
 *
 * With --times a subtest runs in that number of children, one after the other, up to the first that
 * does not pass. The first ones fill caches that stay; after them the kernel's memory may not grow.
 */
#include "igt_oa.h"

#ifndef HAVE_IGT

#include <fcntl.h>
#include <fnmatch.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAX_CHILDREN	64

/* With --times: repetitions whose memory is not counted */
#define WARM_UP		20u
/* Allowance for caches of each processor, and for pages of other tasks, in KiB */
#define SLACK_KIB	512

sigjmp_buf igt_oa_fixture_jmp;

#define NUM_EFFECTS	(OA_SUSPENDS + 1)
#define NO_EFFECT	-1

static const char * const effect_names[NUM_EFFECTS] = {
	[OA_READS] = "reads",
	[OA_WRITES] = "writes",
	[OA_RESETS] = "resets",
	[OA_UNBINDS] = "unbinds",
	[OA_SUSPENDS] = "suspends",
};

static struct {
	const char *pattern;
	/* Effect of the subtests to run, or NO_EFFECT: of all */
	int wanted;
	/* Effect of the next subtests, or NO_EFFECT: the program has not stated it yet */
	int effect;
	bool list_only;
	bool list_effects;
	bool in_fixture;
	bool in_subtest;
	bool fixture_failed;
	bool fixture_skipped;
	unsigned int matched;
	unsigned int passed;
	unsigned int failed;
	unsigned int skipped;
	unsigned int timeout;
	unsigned int times;
	char name[128];
	/* One page shared with the children: the reason for skipping a subtest. */
	char *reason;
	void (*prepare)(void);
	pid_t children[MAX_CHILDREN];
	unsigned int num_children;
} igt;

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

/*
 * Set a function that prepares an early end of a subtest, by itself or because it is killed. The
 * close of its streams must work although the subtest did not undo its changes.
 */
void igt_oa_before_failure(void (*prepare)(void))
{
	igt.prepare = prepare;
}

/* State what the subtests do that follow, up to the next call. */
void igt_oa_effect(enum igt_oa_effect effect)
{
	igt.effect = effect;
}

/* Fail a subtest that is about to do more than its program states. Fixtures may do anything. */
void igt_oa_assert_effect(enum igt_oa_effect effect)
{
	if (!igt.in_subtest)
		return;
	igt_assert_f(igt.effect >= (int)effect, "it %s, and is stated as one that %s",
		     effect_names[effect], effect_names[igt.effect]);
}

static void subtest_end_early(int code)
{
	void (*prepare)(void) = igt.prepare;

	/* Once, even if this fails as well */
	igt.prepare = NULL;
	if (prepare)
		prepare();
	_exit(code);
}

void igt_oa_fail(const char *file, int line, const char *func, const char *expr,
		 const char *fmt, ...)
{
	int err = errno;
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "%s: %s:%d: %s(): failed: %s\n",
		igt.name[0] ? igt.name : "fixture", file, line, func, expr);
	fprintf(stderr, "  ");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\n  last errno: %d (%s)\n", err, strerror(err));
	fflush(stderr);

	if (igt.in_subtest)
		subtest_end_early(IGT_EXIT_FAILURE);
	igt.fixture_failed = true;
	if (igt.in_fixture) {
		igt.in_fixture = false;
		siglongjmp(igt_oa_fixture_jmp, 1);
	}
	exit(IGT_EXIT_FAILURE);
}

void igt_oa_skip(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(igt.reason, 256, fmt, ap);
	va_end(ap);
	fflush(stdout);

	if (igt.in_subtest)
		subtest_end_early(IGT_EXIT_SKIP);
	igt.fixture_skipped = true;
	if (igt.in_fixture) {
		igt.in_fixture = false;
		siglongjmp(igt_oa_fixture_jmp, 1);
	}
	exit(IGT_EXIT_SKIP);
}

bool igt_oa_fixture_enter(void)
{
	if (igt.list_only || igt.fixture_failed || igt.fixture_skipped)
		return false;
	igt.in_fixture = true;
	igt.name[0] = '\0';
	return true;
}

void igt_oa_fixture_leave(void)
{
	igt.in_fixture = false;
}

static int wait_limited(pid_t pid, unsigned int seconds, int *status)
{
	struct pollfd pfd = { .events = POLLIN };
	int ret;

	pfd.fd = syscall(SYS_pidfd_open, pid, 0);
	if (pfd.fd < 0)
		return waitpid(pid, status, 0) == pid;
	do {
		ret = poll(&pfd, 1, seconds * 1000);
	} while (ret < 0 && errno == EINTR);
	close(pfd.fd);
	return ret > 0 && waitpid(pid, status, 0) == pid;
}

static void verdict(const char *word, double seconds)
{
	printf("Subtest %s: %s (%.3fs)\n", igt.name, word, seconds);
	fflush(stdout);
}

/* Return: an exit code of the subtest, IGT_EXIT_FAILURE also if it did not end by itself */
static int subtest_await(pid_t pid)
{
	int status = 0;
	bool done;

	done = wait_limited(pid, igt.timeout, &status);
	if (!done && igt.prepare)
		igt.prepare();
	kill(-pid, SIGKILL);
	if (!done) {
		fprintf(stderr, "%s: time limit of %u s exceeded\n", igt.name, igt.timeout);
		if (!wait_limited(pid, 10, &status))
			fprintf(stderr, "%s: cannot be killed\n", igt.name);
	}

	if (done && WIFEXITED(status))
		return WEXITSTATUS(status);
	if (done && WIFSIGNALED(status))
		fprintf(stderr, "%s: killed by signal %d\n", igt.name, WTERMSIG(status));
	return IGT_EXIT_FAILURE;
}

/* struct memory - memory of the kernel, in KiB: objects that can't be reclaimed, and free pages */
struct memory {
	long slab;
	long free;
};

static struct memory memory_now(void)
{
	FILE *file = fopen("/proc/sys/vm/drop_caches", "w");
	struct memory m = {};
	char line[128];

	/* Do not count caches. */
	if (file) {
		fputs("3", file);
		fclose(file);
	}
	file = fopen("/proc/meminfo", "r");
	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "SUnreclaim: %ld", &m.slab) != 1)
			sscanf(line, "MemFree: %ld", &m.free);
	if (file)
		fclose(file);
	return m;
}

/* Check for a growth by a quarter of a KiB of objects, or a KiB of pages, per repetition */
static bool memory_grew(const struct memory *before, unsigned int times)
{
	const struct memory m = memory_now();
	const long slab = m.slab - before->slab, pages = before->free - m.free;

	printf("%u times: %ld KiB of slab more, %ld KiB of pages more\n", times, slab, pages);
	return slab >= SLACK_KIB + times / 4 || pages >= 4 * SLACK_KIB + times;
}

/* Return: true in a child, which runs the subtest; false in the parent after all have ended */
static bool subtest_repeat(int *code)
{
	struct memory before = {};

	for (unsigned int n = 0; n < igt.times; n++) {
		pid_t pid;

		if (n == WARM_UP)
			before = memory_now();
		fflush(NULL);
		igt.reason[0] = '\0';
		pid = fork();
		if (!pid)
			return true;
		if (pid < 0) {
			perror("fork");
			*code = IGT_EXIT_FAILURE;
			return false;
		}
		setpgid(pid, pid);
		*code = subtest_await(pid);
		if (*code != IGT_EXIT_SUCCESS) {
			if (n)
				printf("the subtest had passed %u times\n", n);
			return false;
		}
	}
	if (igt.times > WARM_UP && memory_grew(&before, igt.times - WARM_UP)) {
		fprintf(stderr, "%s: memory leaks\n", igt.name);
		*code = IGT_EXIT_FAILURE;
	}
	return false;
}

static void subtest_list(void)
{
	if (igt.list_effects)
		printf("%s ", effect_names[igt.effect]);
	printf("%s\n", igt.name);
}

static bool subtest_wanted(void)
{
	return (igt.wanted == NO_EFFECT || igt.wanted == igt.effect) &&
	       (!igt.pattern || !fnmatch(igt.pattern, igt.name, 0));
}

bool igt_oa_subtest_enter(const char *fmt, ...)
{
	double start;
	va_list ap;
	int code;

	va_start(ap, fmt);
	vsnprintf(igt.name, sizeof(igt.name), fmt, ap);
	va_end(ap);

	if (igt.effect == NO_EFFECT) {
		fprintf(stderr, "%s: the program does not state its effect\n", igt.name);
		exit(IGT_EXIT_INVALID);
	}
	if (!subtest_wanted())
		return false;
	if (igt.list_only) {
		subtest_list();
		return false;
	}
	igt.matched++;
	if (igt.fixture_failed) {
		igt.failed++;
		verdict("FAIL", 0);
		return false;
	}
	if (igt.fixture_skipped) {
		igt.skipped++;
		printf("Subtest %s: SKIP (%s)\n", igt.name, igt.reason);
		return false;
	}

	printf("Starting subtest: %s\n", igt.name);
	start = now();
	if (subtest_repeat(&code)) {
		setpgid(0, 0);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		igt.in_subtest = true;
		igt.num_children = 0;
		errno = 0;
		return true;
	}
	if (code == IGT_EXIT_SUCCESS) {
		igt.passed++;
		verdict("SUCCESS", now() - start);
	} else if (code == IGT_EXIT_SKIP) {
		igt.skipped++;
		printf("Subtest %s: SKIP (%s)\n", igt.name, igt.reason);
		fflush(stdout);
	} else {
		igt.failed++;
		verdict("FAIL", now() - start);
	}
	return false;
}

void igt_oa_subtest_leave(void)
{
	fflush(NULL);
	_exit(IGT_EXIT_SUCCESS);
}

bool igt_oa_fork(void)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	igt_assert_f(pid >= 0, "fork");
	if (!pid) {
		igt.num_children = 0;
		return true;
	}
	igt_assert(igt.num_children < MAX_CHILDREN);
	igt.children[igt.num_children++] = pid;
	return false;
}

void igt_oa_fork_done(void)
{
	fflush(NULL);
	_exit(IGT_EXIT_SUCCESS);
}

void igt_waitchildren(void)
{
	int status, worst = 0;

	for (unsigned int i = 0; i < igt.num_children; i++) {
		igt_assert_eq(waitpid(igt.children[i], &status, 0), igt.children[i]);
		if (WIFSIGNALED(status)) {
			fprintf(stderr, "%s: child killed by signal %d\n", igt.name,
				WTERMSIG(status));
			worst = IGT_EXIT_FAILURE;
		} else if (WEXITSTATUS(status) && worst != IGT_EXIT_FAILURE) {
			worst = WEXITSTATUS(status);
		}
	}
	igt.num_children = 0;
	if (worst)
		subtest_end_early(worst);
}

void igt_drop_root(void)
{
	igt_assert_eq(setgroups(0, NULL), 0);
	igt_assert_eq(setresgid(65534, 65534, 65534), 0);
	igt_assert_eq(setresuid(65534, 65534, 65534), 0);
	igt_assert_eq(getuid(), 65534);
}

static void usage(const char *program)
{
	printf("usage: %s [--list-subtests | --list-effects] [--run-subtest PATTERN]\n", program);
	printf("    [--effect EFFECT] [--times N]\nEFFECT, what a subtest does to the machine:");
	for (size_t i = 0; i < NUM_EFFECTS; i++)
		printf(" %s", effect_names[i]);
	putchar('\n');
}

/* Return: -1 if there is none of this name */
static int effect_by_name(const char *name)
{
	for (size_t i = 0; i < NUM_EFFECTS; i++)
		if (!strcmp(name, effect_names[i]))
			return i;
	return -1;
}

static int parse(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--list-subtests")) {
			igt.list_only = true;
		} else if (!strcmp(argv[i], "--list-effects")) {
			igt.list_only = true;
			igt.list_effects = true;
		} else if (!strcmp(argv[i], "--effect")) {
			if (++i == argc)
				return -1;
			igt.wanted = effect_by_name(argv[i]);
			if (igt.wanted < 0)
				return -1;
		} else if (!strcmp(argv[i], "--run-subtest") || !strcmp(argv[i], "-r")) {
			if (++i == argc)
				return -1;
			igt.pattern = argv[i];
		} else if (!strncmp(argv[i], "--run-subtest=", 14)) {
			igt.pattern = argv[i] + 14;
		} else if (!strcmp(argv[i], "--times")) {
			if (++i == argc)
				return -1;
			igt.times = strtoul(argv[i], NULL, 0);
		} else {
			return -1;
		}
	}
	return igt.times ? 0 : -1;
}

static int result(void)
{
	if (igt.list_only)
		return IGT_EXIT_SUCCESS;
	if (!igt.matched && (igt.pattern || igt.wanted != NO_EFFECT)) {
		fprintf(stderr, "no subtest matches\n");
		return IGT_EXIT_INVALID;
	}
	printf("%u passed, %u failed, %u skipped\n", igt.passed, igt.failed, igt.skipped);
	if (igt.failed || igt.fixture_failed)
		return IGT_EXIT_FAILURE;
	return igt.passed ? IGT_EXIT_SUCCESS : IGT_EXIT_SKIP;
}

int igt_oa_main_run(int argc, char **argv, void (*body)(void))
{
	const char *limit = getenv("IGT_OA_TIMEOUT");

	igt.times = 1;
	igt.wanted = NO_EFFECT;
	igt.effect = NO_EFFECT;
	if (parse(argc, argv)) {
		usage(argv[0]);
		return IGT_EXIT_INVALID;
	}
	igt.timeout = limit ? strtoul(limit, NULL, 0) : IGT_OA_DEFAULT_TIMEOUT;
	igt.reason = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			  -1, 0);
	if (igt.reason == MAP_FAILED)
		return IGT_EXIT_FAILURE;
	body();
	return result();
}

#endif /* HAVE_IGT */
