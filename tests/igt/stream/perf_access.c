// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers accessed by several processors: hardware.rst 2.10. Up to Haswell no two may access one
 * line of registers at the same time, and during a reset of the engine none may access the GT. The
 * simulated GPU counts such accesses as broken rules.
 *
 * What two processors do ends after a number of calls, not after a time, and what proves the
 * driver wrong is a count of the simulated GPU. So no host is too slow for these tests.
 */
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>

#include "oa_pmu.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define NOBODY		65534
/* Calls of each thread that reads a register by an ioctl */
#define STAMPS		10000
/* Reports that the reader takes, and the bit of the time stamp that the timer strobes on */
#define REPORTS		3000
#define STROBE_BIT	11
#define SLOW_BIT	16
/* Opens, each of which ends in a reset of the engine where there is one from Gen8 on */
#define OPENS		20
/* An engine that hangs costs an open some seconds. */
#define HUNG_OPENS	2

#define LOAD(x)		__atomic_load_n(&(x), __ATOMIC_SEQ_CST)
#define STORE(x, to)	__atomic_store_n(&(x), to, __ATOMIC_SEQ_CST)

/* struct other - what the second thread does while the first one runs the subtest */
struct other {
	pthread_t thread;
	/* Called again and again until @stop */
	void (*act)(struct other *o);
	int drm, stream;
	struct oa_pmu_events *events;
	/* Calls of @act */
	u64 turns;
	/* A thread of its own user failed to become one, or a clock went back */
	bool failed, stop;
	u64 last;
};

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

static void *run_other(void *arg)
{
	struct other *o = arg;

	pin(1);
	while (!LOAD(o->stop)) {
		o->act(o);
		__atomic_add_fetch(&o->turns, 1, __ATOMIC_SEQ_CST);
	}
	return NULL;
}

/* Both threads have begun when this returns. */
static void begin_other(struct other *o, void (*act)(struct other *o))
{
	o->act = act;
	igt_assert_eq(pthread_create(&o->thread, NULL, run_other, o), 0);
	pin(0);
	while (!LOAD(o->turns))
		sched_yield();
}

static void end_other(struct other *o)
{
	STORE(o->stop, true);
	igt_assert_eq(pthread_join(o->thread, NULL), 0);
	igt_assert(!o->failed);
	igt_info("the other thread: %llu turns\n", o->turns);
}

/* ---- Registers that anybody may read ---- */

/* Only this thread becomes nobody, so the subtest may still read the counts of broken rules. */
static bool become_nobody(void)
{
	return !syscall(SYS_setresgid, NOBODY, NOBODY, NOBODY) &&
	       !syscall(SYS_setresuid, NOBODY, NOBODY, NOBODY);
}

static void stamp(struct other *o)
{
	u64 now = oa_reg_read_timestamp(o->drm);

	o->failed |= now < o->last;
	o->last = now;
}

static void *run_stamps(void *arg)
{
	struct other *o = arg;

	o->failed = !become_nobody();
	for (int i = 0; i < STAMPS; i++)
		stamp(o);
	return NULL;
}

static void *run_pinned_stamps(void *arg)
{
	pin(1);
	return run_stamps(arg);
}

/* Two users without any privilege read the time stamp, and no stream is open. */
static void test_reg_read(void)
{
	struct other o[2] = { };

	oa_sim_reset();
	pin(0);
	for (int i = 0; i < 2; i++) {
		o[i].drm = oa_drm_open();
		igt_assert_eq(pthread_create(&o[i].thread, NULL,
					     i ? run_pinned_stamps : run_stamps, &o[i]), 0);
	}
	for (int i = 0; i < 2; i++) {
		igt_assert_eq(pthread_join(o[i].thread, NULL), 0);
		igt_assert(!o[i].failed);
		close(o[i].drm);
	}
	oa_assert_no_violation();
}

/* ---- A reader beside others ---- */

static void poll_and_count(struct other *o)
{
	struct pollfd p = { .fd = o->stream, .events = POLLIN };

	poll(&p, 1, 0);
	stamp(o);
	for (int i = 0; i < o->events->num; i++)
		oa_pmu_read(o->events->fds[i]);
}

/* The first thread reads reports, the second one polls, and reads the clock and perf's events. */
static void test_readers(int events)
{
	struct oa_pmu_events e = { };
	struct other o = { .events = &e };
	struct oa_session s;
	static u8 buf[65536];
	ssize_t n;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	if (events)
		oa_pmu_open_usual(&e, events);
	o.drm = s.drm;
	o.stream = s.stream;
	begin_other(&o, poll_and_count);
	while (s.tally.samples < REPORTS) {
		n = read(s.stream, buf, sizeof(buf));
		if (n > 0)
			oa_tally_add(&s.tally, buf, n);
		else
			igt_assert_eq(errno, EAGAIN);
	}
	end_other(&o);
	oa_pmu_close(&e);
	oa_session_close(&s);
	oa_assert_no_violation();
}

/* ---- Resets of the engine ---- */

static void stamp_and_ask(struct other *o)
{
	stamp(o);
	oa_sysfs_u64("gt_act_freq_mhz");
}

/* Begin reads beside opens of a stream. Return: the metric set for these. */
static u64 begin_resets(struct other *o)
{
	u64 set;

	oa_sim_reset();
	o->drm = oa_drm_open();
	set = oa_config_selftest(o->drm);
	begin_other(o, stamp_and_ask);
	return set;
}

static void end_resets(struct other *o)
{
	end_other(o);
	close(o->drm);
	oa_assert_no_violation();
	oa_gpu_assert_works();
}

/* From Gen8 on each close resets the engine. */
static void test_reset(void)
{
	struct other o = { };
	int stream;
	u64 set;

	igt_require_f(oa_facts()->ctx_valid, "a close resets no engine on this platform");
	set = begin_resets(&o);
	for (int i = 0; i < OPENS; i++) {
		stream = oa_open_props(o.drm, 0, OA_BASE_PROPS(set, OA_FORMAT, SLOW_BIT));
		igt_assert_fd(stream);
		igt_assert_eq(close(stream), 0);
	}
	end_resets(&o);
}

/* Haswell's engine is reset only if it hangs. */
static void test_reset_hung(void)
{
	struct other o = { };
	u64 set;

	igt_require_f(!strcmp(oa_facts()->name, "hsw"), "for Haswell's engine");
	oa_sim_require_knob("fail_ring_hang");
	set = begin_resets(&o);
	for (int i = 0; i < HUNG_OPENS; i++) {
		oa_sim_write("fail_ring_hang", "1");
		oa_assert_fails(oa_open_props(o.drm, 0,
					      OA_BASE_PROPS(set, OA_FORMAT, SLOW_BIT)), EIO);
	}
	end_resets(&o);
}

igt_main
{
	igt_fixture {
		oa_gpu_note();
		igt_require_f(sysconf(_SC_NPROCESSORS_ONLN) >= 2, "there is one processor");
	}

	igt_oa_effect(OA_READS);
	oa_subtest("reg-read", test_reg_read());

	igt_oa_effect(OA_WRITES);
	oa_subtest("readers", test_readers(0));
	igt_subtest("readers-perf") {
		oa_pmu_fixture();
		test_readers(3);
	}
	oa_subtest("reset", test_reset());
	oa_subtest("reset-hung", test_reset_hung());
}
