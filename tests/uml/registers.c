// SPDX-License-Identifier: GPL-2.0-only
/*
 * A process keeps its registers over system calls, page faults and signals, whatever runs
 * meanwhile. By a patch of scripts/kernel/patches the base of FS is set only together with the
 * others. So each thread, child and handler here has other values.
 */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "registers.h"

#define NUM_THREADS	3
#define ROUNDS		500
#define NUM_SIGNALS	20
#define PAGE		4096

const __u32 usual_mxcsr = 0x1f80, usual_x87 = 0x037f;
bool has_avx;

static __thread unsigned int own;
static int signalled;

/* The numbers also choose how the units round: bits 14:13 and 11:10. */
static struct registers registers_of(unsigned int n)
{
	struct registers r = {
		.stack = n + 0.5,
		.mxcsr = usual_mxcsr | n % 4 << 13,
		.x87 = usual_x87 | n % 4 << 10,
	};

	for (int i = 0; i < NUM_VECTORS; i++)
		memset(r.vector[i], 16 * n + i, has_avx ? VECTOR_BYTES : 16);
	return r;
}

static bool same(const char *what, const struct registers *in, const struct registers *out)
{
	if (!memcmp(in, out, sizeof(*in)))
		return true;
	for (int i = 0; i < NUM_VECTORS; i++)
		if (memcmp(in->vector[i], out->vector[i], sizeof(in->vector[i])))
			printf("    # %s: vector %d begins with 0x%02x, should with 0x%02x\n", what,
			       i, out->vector[i][0], in->vector[i][0]);
	printf("    # %s: MXCSR 0x%04x, should be 0x%04x; x87 0x%04x, 0x%04x; %g, %g\n", what,
	       out->mxcsr, in->mxcsr, out->x87, in->x87, out->stack, in->stack);
	return false;
}

static bool kept_over_call(const char *what, unsigned int n, long number, long a, long b)
{
	struct registers in = registers_of(n), out = in;

	over_call(&in, &out, number, a, b);
	return same(what, &in, &out);
}

static bool kept_over_calls(unsigned int n)
{
	for (int i = 0; i < ROUNDS; i++)
		if (!kept_over_call("system call", n, SYS_sched_yield, 0, 0))
			return false;
	return true;
}

static bool kept_over_faults(unsigned int n)
{
	struct registers in = registers_of(n), out = in;
	void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool ok = page != MAP_FAILED;

	for (int i = 0; i < ROUNDS && ok; i++) {
		over_store(&in, &out, page);
		ok = same("page fault", &in, &out) && !madvise(page, PAGE, MADV_DONTNEED) &&
		     kept_over_call("system call", n + 1, SYS_sched_yield, 0, 0);
	}
	munmap(page, PAGE);
	return ok;
}

static bool all_kept(unsigned int n)
{
	bool ok;

	own = n;
	ok = kept_over_calls(n) && kept_over_faults(n);
	if (own == n)
		return ok;
	printf("    # the variable of thread %u is %u\n", n, own);
	return false;
}

static void *one_of_many(void *arg)
{
	return all_kept((uintptr_t)arg) ? NULL : arg;
}

static bool in_threads(void)
{
	pthread_t id[NUM_THREADS];
	bool ok = true;
	void *failed;

	for (uintptr_t n = 0; n < NUM_THREADS; n++)
		if (pthread_create(&id[n], NULL, one_of_many, (void *)(n + 1)))
			exit(1);
	for (int n = 0; n < NUM_THREADS; n++) {
		pthread_join(id[n], &failed);
		ok &= !failed;
	}
	return ok;
}

static void on_signal(int number)
{
	if (!kept_over_call("handler", number, SYS_sched_yield, 0, 0))
		_exit(1);
	__atomic_store_n(&signalled, number, __ATOMIC_SEQ_CST);
}

/* The handler of a signal that a system call raises runs before the call returns. */
static bool over_raised_signals(void)
{
	for (int i = 0; i < NUM_SIGNALS; i++) {
		signalled = 0;
		if (!kept_over_call("raised signal", 4, SYS_kill, getpid(), SIGUSR1) || !signalled)
			return false;
	}
	return true;
}

/* Between two instructions */
static bool over_interrupts(void)
{
	const struct itimerval timer = { .it_value.tv_usec = 1000 };
	struct registers in = registers_of(5), out = in;

	for (int i = 0; i < NUM_SIGNALS; i++) {
		signalled = 0;
		if (setitimer(ITIMER_REAL, &timer, NULL))
			return false;
		over_wait(&in, &out, &signalled);
		if (!same("interrupt", &in, &out))
			return false;
	}
	return true;
}

static bool in_child(void)
{
	struct registers in = registers_of(6), out = in;
	int status;
	long pid;

	own = 77;
	fflush(stdout);
	pid = over_call(&in, &out, SYS_fork, 0, 0);
	if (!pid) {
		bool ok = same("fork in the child", &in, &out) && own == 77 && all_kept(7);

		fflush(stdout);
		_exit(!ok);
	}
	return pid > 0 && same("fork", &in, &out) && kept_over_calls(8) && own == 77 &&
	       waitpid(pid, &status, 0) == pid && !status;
}

int main(void)
{
	static const struct {
		const char *name;
		bool (*run)(void);
	} tests[] = {
		{ "threads", in_threads },
		{ "raised-signals", over_raised_signals },
		{ "children", in_child },
		{ "interrupts", over_interrupts },
		{ }
	};
	const struct sigaction action = { .sa_handler = on_signal };
	int failed = 0;

	has_avx = __builtin_cpu_supports("avx");
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	for (int i = 0; tests[i].name; i++) {
		const bool ok = tests[i].run();

		printf("%s registers/%s\n", ok ? "ok" : "not ok", tests[i].name);
		failed |= !ok;
	}
	return failed;
}
