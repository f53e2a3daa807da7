// SPDX-License-Identifier: GPL-2.0-only
/*
 * The supervisor: starts the hostile processes round by round, detects calls that hang, and checks
 * the GPU after each round, when all faults are off.
 */
#include <glob.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "fuzz.h"

#define SHOWN	24u

static struct fuzz_shared *shared;

/* The round that is being checked */
static bool checking;
static u64 checked_round, checked_from;

static void show_entry(const struct fuzz_entry *e, const struct fuzz_call *call)
{
	printf("    #   %llu %s(%#llx, %#llx, %#llx, %#llx) ", e->number, call->name, e->args[0],
	       e->args[1], e->args[2], e->args[3]);
	if (e->done)
		printf("= %ld, errno %d\n", e->result, e->err);
	else
		printf("has not returned\n");
}

static void show_log(unsigned int index)
{
	const struct fuzz_worker *w = &shared->worker[index];
	const u64 end = w->first + w->calls;
	const struct fuzz_call *calls;
	unsigned int num;

	calls = fuzz_calls(&num);
	printf("    # worker %u, its last calls:\n", index);
	for (u64 n = w->calls > SHOWN ? end - SHOWN : w->first; n < end; n++)
		show_entry(&w->log[n % FUZZ_LOG], &calls[w->log[n % FUZZ_LOG].call]);
}

static void show_file(int tid, const char *name)
{
	char path[64], text[4096];

	snprintf(path, sizeof(path), "/proc/%d/%s", tid, name);
	if (oa_read_text(path, text, sizeof(text)) > 0)
		printf("    # %s: %s\n", path, text);
}

/* Find a call that hangs, and print it. The run then ends, as the call can't be stopped. */
static bool look_for_hang(const struct fuzz_options *options)
{
	const u64 now = oa_now_ns();

	for (unsigned int i = 0; i < FUZZ_WORKERS; i++) {
		const struct fuzz_worker *w = &shared->worker[i];
		const u64 began = __atomic_load_n(&w->began, __ATOMIC_ACQUIRE);

		if (!began || now < began || now - began < options->limit * 1000000000ull)
			continue;
		printf("not ok fuzz/a call of worker %u takes more than %u s\n", i, options->limit);
		for (unsigned int j = 0; j < FUZZ_WORKERS; j++)
			if (shared->worker[j].tid)
				show_log(j);
		show_file(w->tid, "wchan");
		show_file(w->tid, "stack");
		fflush(stdout);
		/* Blocked tasks, to the kernel's log */
		oa_write_text("/proc/sysrq-trigger", "w");
		return true;
	}
	return false;
}

static bool check_exit(pid_t pid, int status)
{
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return true;
	printf("    # process %d ended with status %#x\n", pid, status);
	for (unsigned int j = 0; j < FUZZ_WORKERS; j++)
		if (shared->worker[j].tid)
			show_log(j);
	return false;
}

static pid_t start(const struct fuzz_options *options, unsigned int number, u64 from)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid)
		return pid;
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	fuzz_process_run(options, shared, number, from, options->worker);
	_exit(2);
}

/* Wait for the processes, then kill their groups, which contain the children that they forked. */
static bool await(const struct fuzz_options *options, const pid_t *pids)
{
	unsigned int left = options->processes;
	bool fine = true;
	int status;
	pid_t pid;

	while (left) {
		pid = waitpid(-1, &status, WNOHANG);
		if (pid > 0) {
			left--;
			fine &= check_exit(pid, status);
			continue;
		}
		if (look_for_hang(options))
			return false;
		oa_sleep_ms(20);
	}
	for (unsigned int i = 0; i < options->processes; i++)
		kill(-pids[i], SIGKILL);
	return fine;
}

/* Undo the changes of calls to global settings, before and after each round. */
static void settle(void)
{
	glob_t found;

	oa_sim_end_faults();
	if (!glob("/dev/dri/*", GLOB_NOSORT, NULL, &found))
		for (size_t i = 0; i < found.gl_pathc; i++)
			chmod(found.gl_pathv[i], 0666);
	globfree(&found);
	oa_sysctl_defaults();
	oa_write_text("/sys/module/i915_oa/parameters/validate", "learn");
	oa_write_text("/sys/power/pm_test", "none");
}

/* Repair a wedged GPU as its user would: reset it and bind it again. */
static bool repair(void)
{
	u64 wedged = 0;

	if (!oa_status_u64("wedged", &wedged) || (!wedged && !fuzz_knobs_need_anew(shared)))
		return true;
	oa_gpu_write("unbind");
	oa_sim_write("gt_reset", "full");
	oa_gpu_recover();
	if (shared->wild)
		return true;
	printf("    # the driver gave the GPU up, without a fault that makes it disobey\n");
	return false;
}

/* Print the round at exit, since a failed assertion of tests/igt ends the program. */
static void show_round(void)
{
	if (!checking)
		return;
	printf("    # in round %llu%s, calls from %llu on; knobs:", checked_round,
	       shared->wild ? " (wild)" : "", checked_from);
	for (unsigned int n = 0; n < fuzz_num_knobs(); n++)
		if (shared->knobs[n] && (shared->allowed[n] || !shared->wild))
			printf(" %s", fuzz_knobs[n].name);
	printf("\n");
	fflush(stdout);
}

/* Open a stream, which restores the PAT of a GPU that did not wake at a resume. */
static void open_once(void)
{
	const int drm = oa_drm_open();
	const u64 set = oa_config_selftest(drm);
	int stream;

	oa_sim_reset();
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, 14));
	igt_assert_fd(stream);
	close(stream);
	close(drm);
	igt_assert_eq_u64(oa_sim_violations(), 0);
}

static bool check_round(u64 round, u64 from)
{
	bool fine;

	checking = true;
	checked_round = round;
	checked_from = from;
	settle();
	/* A GPU that disobeyed may still be active without a driver. */
	if (shared->wild && oa_gpu_present("") && !oa_gpu_present("/driver"))
		oa_sim_write("gt_reset", "full");
	oa_gpu_recover();
	fine = repair();
	fine &= fuzz_violations_excused(shared);
	if (fuzz_knobs_slept(shared))
		open_once();
	/* Check sampling, restored registers and accounting; an error in any ends the program. */
	oa_gpu_assert_works();
	if (!fine)
		show_round();
	checking = false;
	return fine;
}

static bool run_round(const struct fuzz_options *options, u64 round)
{
	/* A worker may make all calls of a round. --from begins in the round of that call. */
	const u64 from = options->from + round * options->round;
	pid_t pids[FUZZ_WORKERS];
	bool fine;

	round = from / options->round;
	fuzz_knobs_choose(options, shared, round);
	shared->binding = 0;
	shared->suspending = 0;
	shared->trapped = 0;
	shared->left = options->round < options->calls ? options->round : options->calls;
	memset(shared->worker, 0, sizeof(shared->worker));
	for (unsigned int i = 0; i < FUZZ_WORKERS; i++)
		shared->worker[i].first = from;
	settle();
	oa_sim_reset();
	/* In half of the rounds any user may open system-wide streams. */
	oa_sysctl_set("perf_stream_paranoid", round % 2);
	for (unsigned int i = 0; i < options->processes; i++)
		if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, shared->gift[i]))
			return false;
	for (unsigned int i = 0; i < options->processes; i++)
		pids[i] = start(options, i, from);
	/* Streams left in a socket are closed with it. */
	for (unsigned int i = 0; i < options->processes; i++) {
		close(shared->gift[i][0]);
		close(shared->gift[i][1]);
	}
	fine = await(options, pids);
	if (!fine)
		return false;
	return check_round(round, from);
}

static void show_counts(void)
{
	const struct fuzz_call *calls;
	unsigned int num;

	calls = fuzz_calls(&num);
	for (unsigned int i = 0; i < num; i++) {
		printf("    # %-22s %8llu calls, %8llu succeeded, %6llu ms", calls[i].name,
		       shared->tried[i], shared->worked[i], shared->spent[i] / 1000000);
		for (int err = 0; err < FUZZ_ERRNOS; err++)
			if (shared->errors[i][err])
				printf(", %s %u", strerrorname_np(err) ?: "?",
				       shared->errors[i][err]);
		printf("\n");
	}
	printf("    # %llu calls of a stream's file had a stream, %llu had none\n",
	       shared->served, shared->unserved);
	printf("    # accounting of %llu streams added up, of %llu it could not be checked\n",
	       shared->balanced, shared->unbalanced);
	printf("    # %llu bytes of records were whole\n", shared->bytes);
	printf("    # %llu allocations were made to fail\n", shared->injected);
}

static u64 made(void)
{
	u64 sum = 0;

	for (unsigned int i = 0; i < FUZZ_CALLS; i++)
		sum += shared->tried[i];
	return sum;
}

/* Run all rounds. Return: 0 if no round failed, otherwise the status of the program. */
int fuzz_supervise(const struct fuzz_options *options)
{
	const u64 began = oa_now_ns();
	u64 round, last = began;
	bool fine = true;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	oa_gpu_note();
	atexit(show_round);
	for (round = 0; fine && made() < options->calls; round++) {
		fine = run_round(options, round);
		if (oa_now_ns() - last < 10 * 1000000000ull)
			continue;
		last = oa_now_ns();
		printf("    # %llu calls in %llu s\n", made(), (last - began) / 1000000000);
		fflush(stdout);
	}
	show_counts();
	fine &= !shared->complaints;
	printf("%s fuzz/%llu calls, seed %#llx, %u processes, %u threads, %llu rounds, %llu s\n",
	       fine ? "ok" : "not ok", made(), options->seed, options->processes, options->threads,
	       round, (oa_now_ns() - began) / 1000000000);
	return !fine;
}
