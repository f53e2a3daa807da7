// SPDX-License-Identifier: GPL-2.0-only
/*
 * A worker: chooses calls, makes them, keeps the log.
 */
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "fuzz.h"

/* Period of the signal that ends waits, such as a blocked read or a wait for a lock */
#define TICK_NS		(15 * 1000000l)
/* One call in FAIL_ONE_IN has an allocation that fails. */
#define FAIL_ONE_IN	3
#define FAIL_NTH	24
/* Enough for the registers of any processor */
#define TICK_STACK	(64 << 10)

static const struct fuzz_call * const tables[] = {
	fuzz_drm_calls, fuzz_gem_calls, fuzz_config_calls, fuzz_open_calls, fuzz_stream_calls,
	fuzz_map_calls, fuzz_outside_calls,
};

/* Calls that fail without root, so other users seldom make them */
static const char roots_own[] = "knob,gone,file-junk";

static struct fuzz_call chosen[FUZZ_CALLS];
static bool for_root[FUZZ_CALLS];
static unsigned int num_chosen, total_weight;

/* Check whether the call, or its group, is in the list. */
static bool in_list(const char *name, const char *list)
{
	const size_t group = strcspn(name, "-"), length = strlen(name);

	while (*list) {
		const size_t n = strcspn(list, ",");

		if ((n == length || n == group) && !strncmp(list, name, n))
			return true;
		list += n + (list[n] == ',');
	}
	return false;
}

void fuzz_choose_calls(const char *only)
{
	for (size_t t = 0; t < ARRAY_LEN(tables); t++)
		for (const struct fuzz_call *call = tables[t]; call->weight; call++) {
			if (num_chosen == FUZZ_CALLS || (only && !in_list(call->name, only)))
				continue;
			for_root[num_chosen] = in_list(call->name, roots_own);
			chosen[num_chosen++] = *call;
			total_weight += call->weight;
		}
}

const struct fuzz_call *fuzz_calls(unsigned int *num)
{
	*num = num_chosen;
	return chosen;
}

static unsigned int draw(struct fuzz *f)
{
	u32 at = fuzz_below(f, total_weight);
	unsigned int i = 0;

	while (at >= chosen[i].weight)
		at -= chosen[i++].weight;
	return i;
}

static unsigned int choose(struct fuzz *f)
{
	const unsigned int first = draw(f);

	return for_root[first] && !f->process->root && !fuzz_one_in(f, 8) ? draw(f) : first;
}

/* Note the call's arguments in the log. */
void fuzz_note(struct fuzz *f, u64 a, u64 b, u64 c, u64 d)
{
	const u64 args[] = { a, b, c, d };

	memcpy(f->entry->args, args, sizeof(args));
}

/* Print a wrong result. The run continues, and fails at its end. */
void fuzz_complain(struct fuzz *f, const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	__atomic_add_fetch(&f->shared->complaints, 1, __ATOMIC_RELAXED);
	printf("    # worker %u, call %llu, %s: %s\n", f->index, f->entry->number,
	       chosen[f->entry->call].name, text);
	fflush(stdout);
}

/* Let this thread's Nth allocation that can fail do so, and no other. */
static void fail_nth(struct fuzz *f, unsigned int nth)
{
	char text[16];
	int length = snprintf(text, sizeof(text), "%u", nth);

	if (pwrite(f->fail_fd, text, length, 0) != length)
		fuzz_complain(f, "fail-nth cannot be written: errno %d", errno);
}

/* Check whether an allocation failed: fail-nth is then 0 again. */
static bool fail_used(struct fuzz *f)
{
	char text[16] = "";

	return pread(f->fail_fd, text, sizeof(text) - 1, 0) > 0 && !strtoul(text, NULL, 0);
}

static void count(struct fuzz *f, const struct fuzz_entry *entry)
{
	const int err = entry->err < FUZZ_ERRNOS ? entry->err : FUZZ_ERRNOS - 1;

	__atomic_add_fetch(&f->shared->tried[entry->call], 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&f->shared->spent[entry->call], oa_now_ns() - entry->began,
			   __ATOMIC_RELAXED);
	if (entry->result != -1)
		__atomic_add_fetch(&f->shared->worked[entry->call], 1, __ATOMIC_RELAXED);
	else
		__atomic_add_fetch(&f->shared->errors[entry->call][err], 1, __ATOMIC_RELAXED);
	/* Numbers from 512 on must stay in the kernel, except this one, which DRM returns. */
	if (entry->result == -1 && entry->err >= 512 && entry->err != OA_ENOTSUPP)
		fuzz_complain(f, "errno %d", entry->err);
}

static void call_once(struct fuzz *f, u64 number)
{
	struct fuzz_entry *entry = &f->worker->log[number % FUZZ_LOG];
	bool fails;

	fuzz_seed(f, number);
	f->entry = entry;
	f->careful = false;
	*entry = (struct fuzz_entry) { .number = number, .began = oa_now_ns() };
	entry->call = choose(f);
	f->worker->calls++;
	__atomic_add_fetch(&f->shared->made, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&f->worker->began, entry->began, __ATOMIC_RELEASE);
	fails = f->fail_fd >= 0 && fuzz_one_in(f, FAIL_ONE_IN);
	if (fails)
		fail_nth(f, 1 + fuzz_below(f, FAIL_NTH));
	errno = 0;
	entry->result = chosen[entry->call].run(f);
	entry->err = errno;
	fuzz_trap_end(f);
	if (fails) {
		if (fail_used(f))
			__atomic_add_fetch(&f->shared->injected, 1, __ATOMIC_RELAXED);
		fail_nth(f, 0);
	}
	/* The file belongs to a GPU that is gone, and may have returned by now. */
	if (entry->result == -1 && entry->err == ENODEV && fuzz_one_in(f, 4))
		fuzz_drm_again(f);
	entry->done = true;
	__atomic_store_n(&f->worker->began, 0, __ATOMIC_RELEASE);
	count(f, entry);
}

static void on_tick(int number)
{
	(void)number;
}

/*
 * A signal without a page for its frame kills the process. So frames lie in populated shared
 * memory, which needs no allocation, even after a fork by this thread or another one.
 */
static void keep_stack(void)
{
	stack_t stack = { .ss_size = TICK_STACK };

	stack.ss_sp = mmap(NULL, TICK_STACK, PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (stack.ss_sp != MAP_FAILED)
		sigaltstack(&stack, NULL);
}

/* Interrupt each wait of this thread every TICK_NS. */
static void start_ticks(void)
{
	struct sigaction act = { .sa_handler = on_tick, .sa_flags = SA_ONSTACK };
	struct itimerspec every = { { 0, TICK_NS }, { 0, TICK_NS } };
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR1 };
	timer_t timer;

	event._sigev_un._tid = syscall(SYS_gettid);
	sigaction(SIGUSR1, &act, NULL);
	if (!timer_create(CLOCK_MONOTONIC, &event, &timer))
		timer_settime(timer, 0, &every, NULL);
}

static void open_fail_nth(struct fuzz *f)
{
	char path[64];

	f->fail_fd = -1;
	if (!f->options->fail)
		return;
	snprintf(path, sizeof(path), "/proc/self/task/%ld/fail-nth", syscall(SYS_gettid));
	f->fail_fd = open(path, O_RDWR | O_CLOEXEC);
}

/* Make calls. All workers end together, so that none waits for the stream of one that ended. */
void fuzz_worker_run(struct fuzz *f, u64 from)
{
	f->worker->tid = syscall(SYS_gettid);
	open_fail_nth(f);
	keep_stack();
	start_ticks();
	for (u64 n = from; __atomic_fetch_sub(&f->shared->left, 1, __ATOMIC_RELAXED) > 0; n++)
		call_once(f, n);
}
