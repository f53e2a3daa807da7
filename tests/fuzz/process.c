// SPDX-License-Identifier: GPL-2.0-only
/*
 * A hostile process: its user, its threads.
 */
#include <grp.h>
#include <linux/capability.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "fuzz.h"

#define NOBODY		65534
#define PERFMON		38

/* struct thread - one worker, the argument of its thread */
struct thread {
	struct fuzz f;
	u64 from;
};

static bool become_nobody(bool perfmon)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[2] = {};

	if (perfmon && prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0))
		return false;
	if (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) ||
	    setresuid(NOBODY, NOBODY, NOBODY))
		return false;
	caps[PERFMON / 32].permitted = 1u << PERFMON % 32;
	caps[PERFMON / 32].effective = 1u << PERFMON % 32;
	if (perfmon && syscall(SYS_capset, &header, caps))
		return false;
	/* Otherwise /proc/self belongs to root. */
	return !prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

/* Half of the processes run as root, the others as user "nobody", with or without CAP_PERFMON. */
static bool take_role(struct fuzz_process *process, unsigned int number)
{
	process->root = number % 4 < 2;
	return process->root || become_nobody(number % 4 == 2);
}

static void *thread_run(void *arg)
{
	struct thread *thread = arg;

	if (!fuzz_memory_init(&thread->f))
		exit(2);
	if (!thread->f.index)
		fuzz_config_first(&thread->f);
	fuzz_worker_run(&thread->f, thread->from);
	return NULL;
}

static void init(struct fuzz_process *process, unsigned int number)
{
	const int drm = open(oa_gpu_require()->render, O_RDWR | O_CLOEXEC);

	memset(process, 0, sizeof(*process));
	for (size_t i = 0; i < FUZZ_DRMS; i++)
		process->drm[i] = -1;
	for (size_t i = 0; i < FUZZ_STREAMS; i++)
		process->streams[i].fd = -1;
	process->drm[0] = drm;
	process->number = number;
	if (!take_role(process, number)) {
		fprintf(stderr, "process %u can't change its user: errno %d\n", number, errno);
		exit(2);
	}
}

/*
 * Run process @number. Descriptors and mappings are left to the end of the process on purpose.
 * @only: the number of the only worker to run; negative: all
 */
void fuzz_process_run(const struct fuzz_options *options, struct fuzz_shared *shared,
		      unsigned int number, u64 from, int only)
{
	static struct fuzz_process process;
	struct thread *threads = calloc(options->threads, sizeof(*threads));
	pthread_t ids[FUZZ_WORKERS];
	bool started[FUZZ_WORKERS] = {};

	if (!threads)
		exit(2);
	init(&process, number);
	/* Streams that are sent to a process are closed when it ends. */
	for (unsigned int i = 0; i < options->processes; i++)
		if (i != number)
			close(shared->gift[i][1]);
	for (unsigned int i = 0; i < options->threads; i++) {
		const unsigned int index = number * options->threads + i;

		threads[i] = (struct thread) {
			.f = {
				.options = options, .shared = shared, .process = &process,
				.worker = &shared->worker[index], .index = index,
			},
			.from = from,
		};
		started[i] = (only < 0 || only == (int)index) &&
			     !pthread_create(&ids[i], NULL, thread_run, &threads[i]);
	}
	for (unsigned int i = 0; i < options->threads; i++)
		if (started[i])
			pthread_join(ids[i], NULL);
	_exit(0);
}
