// SPDX-License-Identifier: GPL-2.0-only
/*
 * Races, repeated many times: each call succeeds or fails with a documented errno, and the GPU
 * works afterwards. architecture.rst "What always holds"; abi.rst 10.5.
 *
 * These are the races that oa-fuzz (tests/fuzz) does not find: removal of the GPU or of the module
 * while a file of it is being opened or used; and a waiter that is woken, but late. With
 * --times 500 there are 10,000 rounds of each.
 *
 * On one processor the threads interleave only where one of them sleeps.
 */
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "oa_lib.h"

#define ROUNDS		20
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
/* Small, since the time of an open depends on it */
#define BUFFER		(128u << 10)
#define THREADS		3
/* A waiter's deadline is 5 ms; the rest is for other threads of a guest with one processor. */
#define LATE_TICKS	50
/* Time limit of a wait */
#define WAIT_MS		20000

#define LOAD(x)		__atomic_load_n(&(x), __ATOMIC_SEQ_CST)
#define STORE(x, to)	__atomic_store_n(&(x), to, __ATOMIC_SEQ_CST)

/* struct race - shared by the subtest and its threads */
struct race {
	int drm;
	u64 set;
	/* -1: none now */
	volatile int stream;
	/* Milliseconds in which the guest itself ran, counted by a thread */
	u64 ticks;
	/* The tick when a wait last ended, and the longest time in which none did */
	u64 served, worst;
	/* Streams that the threads opened */
	u64 opened;
	/* errno that is not documented for the call, 0: none */
	int undocumented;
	/* Threads that act until @stop */
	pthread_t threads[THREADS];
	unsigned int num;
	bool stop, rest;
};

/* struct side - one of the threads */
struct side {
	struct race *race;
	void (*act)(struct race *r);
	/* Rounds done */
	u64 rounds;
};

static struct side sides[THREADS];

/* Pause for a random time of at most @most */
static void pause_us(unsigned int most)
{
	static unsigned int random = 12345;
	struct timespec ts = {};

	random = random * 1103515245 + 12345;
	ts.tv_nsec = (random >> 16) % most * 1000;
	nanosleep(&ts, NULL);
}

static void *run_side(void *arg)
{
	struct side *side = arg;

	while (!LOAD(side->race->stop)) {
		if (LOAD(side->race->rest)) {
			oa_sleep_ms(1);
			continue;
		}
		side->act(side->race);
		__atomic_add_fetch(&side->rounds, 1, __ATOMIC_SEQ_CST);
		pause_us(50);
	}
	return NULL;
}

static void start_side(struct race *r, void (*act)(struct race *r))
{
	struct side *side = &sides[r->num];

	*side = (struct side) { .race = r, .act = act };
	igt_assert_eq(pthread_create(&r->threads[r->num++], NULL, run_side, side), 0);
}

/* @num: number of threads that @act */
static void race_begin(struct race *r, void (*act)(struct race *r), unsigned int num)
{
	oa_gpu_recover();
	oa_sim_reset();
	*r = (struct race) { .drm = oa_drm_open(), .stream = -1 };
	r->set = oa_config_selftest(r->drm);
	while (num--)
		start_side(r, act);
}

/* The sum of all threads with this @act, as one of two readers may get all reports */
static u64 rounds_of(const struct race *r, void (*act)(struct race *r))
{
	u64 sum = 0;

	for (unsigned int i = 0; i < r->num; i++)
		sum += sides[i].act == act ? LOAD(sides[i].rounds) : 0;
	return sum;
}

/* Stop the threads, after at least one round of each @act */
static void stop_sides(struct race *r)
{
	for (unsigned int i = 0; i < r->num; i++)
		igt_assert_f(oa_wait_until(rounds_of(r, sides[i].act), 20000), "thread %u hangs",
			     i);
	STORE(r->stop, true);
	for (unsigned int i = 0; i < r->num; i++) {
		igt_assert_eq(pthread_join(r->threads[i], NULL), 0);
		igt_info("thread %u: %llu rounds\n", i, sides[i].rounds);
	}
	igt_info("%llu streams opened\n", r->opened);
	r->num = 0;
	igt_assert_f(!r->undocumented, "a call failed with errno %d", r->undocumented);
}

static void race_end(struct race *r)
{
	if (r->num)
		stop_sides(r);
	if (r->stream >= 0)
		close(r->stream);
	if (r->drm >= 0)
		close(r->drm);
	oa_gpu_recover();
	oa_assert_no_violation();
	oa_gpu_assert_works();
}

static int open_stream(int drm, u64 set, u32 flags, u64 exponent)
{
	return oa_open_props(drm, flags | I915_PERF_FLAG_FD_CLOEXEC,
			     OA_BASE_PROPS(set, OA_FORMAT, exponent),
			     OA_PROP_BUFFER_SIZE, BUFFER);
}

/* ---- Removal of the GPU or the module ---- */

/* Check the errno of a call during which the stream or the GPU is removed */
static void expect_documented(struct race *r, long ret)
{
	if (ret != -1 || errno == EAGAIN || errno == EIO || errno == ENODEV || errno == EINTR ||
	    errno == EBUSY || errno == EINVAL || errno == ENOENT || errno == EOPNOTSUPP ||
	    errno == ETIMEDOUT)
		return;
	STORE(r->undocumented, errno);
}

/* Each call in turn, so that unbinding meets all of them */
static void act_call(struct race *r)
{
	static unsigned int turns;
	struct drm_i915_oa_work work = { .steps = 8, .stores = 4 };
	struct pollfd pfd = { .fd = r->stream, .events = POLLIN };
	u32 raw[64];
	struct drm_i915_oa_report report = { .ptr = (uintptr_t)raw, .size = sizeof(raw) };
	u8 records[8192];

	switch (__atomic_add_fetch(&turns, 1, __ATOMIC_RELAXED) % 6) {
	case 0:
		expect_documented(r, oa_stream_disable(r->stream));
		expect_documented(r, oa_stream_enable(r->stream));
		break;
	case 1:
		expect_documented(r, oa_stream_config(r->stream, r->set));
		break;
	case 2:
		expect_documented(r, ioctl(r->stream, I915_OA_IOCTL_REPORT, &report));
		break;
	case 3:
		expect_documented(r, ioctl(r->stream, I915_OA_IOCTL_WORK, &work));
		break;
	case 4:
		expect_documented(r, read(r->stream, records, sizeof(records)));
		break;
	default:
		expect_documented(r, poll(&pfd, 1, 5));
	}
}

static void test_unbind_ioctl(void)
{
	struct race r;
	int fresh;

	race_begin(&r, NULL, 0);
	r.stream = open_stream(r.drm, r.set, NONBLOCK, oa_fast(10));
	igt_assert_fd(r.stream);
	start_side(&r, act_call);
	start_side(&r, act_call);
	for (int i = 0; i < ROUNDS; i++) {
		pause_us(300);
		igt_assert(oa_gpu_write("unbind"));
		close(r.drm);
		igt_assert(oa_gpu_write("bind"));
		oa_gpu_forget();
		r.drm = oa_drm_open();
		r.set = oa_config_selftest(r.drm);
		/* Replace the stream under the same descriptor, which the threads use. */
		fresh = open_stream(r.drm, r.set, NONBLOCK, oa_fast(10));
		igt_assert_fd(fresh);
		igt_assert_eq(dup2(fresh, r.stream), r.stream);
		close(fresh);
	}
	race_end(&r);
}

/* Open on any render node; a GPU that was bound anew has no metric sets */
static void act_open(struct race *r)
{
	u8 records[4096];
	int stream = -1;
	char path[32];

	for (int i = 128; i < 132 && stream < 0; i++) {
		int drm;

		snprintf(path, sizeof(path), "/dev/dri/renderD%d", i);
		drm = open(path, O_RDWR | O_CLOEXEC);
		if (drm < 0)
			continue;
		oa_config_add_boolean(drm, UUID_ONE_COUNTER, oa_facts()->cec, 3);
		for (u64 set = 2; set < 5 && stream < 0; set++)
			stream = open_stream(drm, set, NONBLOCK, oa_fast(10));
		close(drm);
	}
	if (stream < 0)
		return;
	__atomic_add_fetch(&r->opened, 1, __ATOMIC_RELAXED);
	expect_documented(r, read(stream, records, sizeof(records)));
	close(stream);
}

/* Two threads open while the GPU is unbound and bound */
static void test_open_unbind(void)
{
	struct race r;

	race_begin(&r, act_open, 2);
	close(r.drm);
	r.drm = -1;
	for (int i = 0; i < ROUNDS; i++) {
		igt_assert(oa_gpu_write("unbind"));
		pause_us(100);
		igt_assert(oa_gpu_write("bind"));
		pause_us(1000);
	}
	igt_assert(oa_wait_until(LOAD(r.opened), 20000));
	race_end(&r);
}

/* Open with pauses, in which the module can be removed */
static void act_open_at_times(struct race *r)
{
	act_open(r);
	pause_us(4000);
}

/* Access the files and sysctls of the module, which may not exist */
static void act_files(struct race *r)
{
	const char *const files[] = { "oa_status", "oa_counters" };
	char path[64], text[256];
	int drm;

	(void)r;
	for (int i = 0; i < 4; i++) {
		for (size_t f = 0; f < ARRAY_LEN(files); f++) {
			snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%d/%s", i, files[f]);
			(void)!oa_read_text(path, text, sizeof(text));
		}
		snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%d/i915_gem_drop_caches", i);
		(void)!oa_write_text(path, "1");
	}
	oa_read_text("/proc/sys/dev/i915/oa_max_sample_rate", text, sizeof(text));
	oa_write_text("/proc/sys/dev/i915/oa_max_sample_rate", "100000");
	drm = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
	if (drm >= 0) {
		/* The module frees its metric sets. */
		oa_config_remove(drm, oa_config_add_boolean(drm, UUID_CEC_SELFTEST,
							    oa_facts()->cec, 4));
		close(drm);
	}
	pause_us(4000);
}

static void load_driver(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	igt_assert_f(!syscall(SYS_finit_module, fd, "", 0), "%s: errno %d", path, errno);
	close(fd);
}

/* While a file is open, the module stays. */
static bool unloaded(void)
{
	if (!syscall(SYS_delete_module, "i915_oa", O_NONBLOCK))
		return true;
	igt_assert_f(errno == EWOULDBLOCK || errno == EBUSY, "errno %d", errno);
	return false;
}

/*
 * Meet the other side, which opens files: on a slow host one of them is open nearly all the time.
 * After a hundred tries it rests, and then the module must go.
 */
static void unload(struct race *r)
{
	for (int tries = 0; tries < 100; tries++) {
		if (unloaded())
			return;
		pause_us(1000);
	}
	STORE(r->rest, true);
	igt_assert_f(oa_wait_until(unloaded(), 60000), "the module is in use for ever");
	STORE(r->rest, false);
}

static void test_unload(void)
{
	const char *modules = getenv("MODULES");
	char path[256];
	struct race r;

	igt_require_f(modules, "MODULES is not set to the directory of the modules");
	snprintf(path, sizeof(path), "%s/i915_oa.ko", modules);
	igt_require_f(!access(path, R_OK), "there is no %s", path);
	race_begin(&r, act_open_at_times, 2);
	close(r.drm);
	r.drm = -1;
	start_side(&r, act_files);
	for (int round = 0; round < ROUNDS; round++) {
		unload(&r);
		load_driver(path);
		pause_us(2000);
	}
	igt_assert(oa_wait_until(LOAD(r.opened), 20000));
	race_end(&r);
}

/* ---- Waiters are woken in time, measured in ticks of the guest itself. ---- */

static void act_tick(struct race *r)
{
	oa_sleep_ms(1);
	STORE(r->ticks, r->ticks + 1);
}

/*
 * If two threads wait, one may get all the data. So a wait is measured from the end of the last
 * wait of any thread.
 */
static void wait_ended(struct race *r, u64 began)
{
	const u64 now = LOAD(r->ticks), served = LOAD(r->served);

	STORE(r->served, now);
	if (served > began)
		began = served;
	if (now > began && now - began > LOAD(r->worst))
		STORE(r->worst, now - began);
}

static void wait_poll(struct race *r)
{
	struct pollfd pfd = { .fd = r->stream, .events = POLLIN };
	const u64 began = LOAD(r->ticks);

	if (poll(&pfd, 1, WAIT_MS) != 1)
		STORE(r->undocumented, ETIMEDOUT);
	wait_ended(r, began);
}

static void act_poll_read(struct race *r)
{
	u8 records[8192];

	wait_poll(r);
	expect_documented(r, read(r->stream, records, sizeof(records)));
}

static void act_read_blocked(struct race *r)
{
	const u64 began = LOAD(r->ticks);
	u8 records[8192];

	expect_documented(r, read(r->stream, records, sizeof(records)));
	wait_ended(r, began);
}

static void act_poll_briefly(struct race *r)
{
	struct pollfd pfd = { .fd = r->stream, .events = POLLIN };

	expect_documented(r, poll(&pfd, 1, 5));
}

static void act_reset(struct race *r)
{
	(void)r;
	oa_knob_write("gt_reset", "full");
	pause_us(500);
	oa_knob_write("gt_reset", "render");
	pause_us(500);
}

static void act_interrupt(struct race *r)
{
	(void)r;
	oa_knob_write("fail_irq_spurious", "2");
	oa_knob_write("fail_irq_duplicate", "2");
	pause_us(100);
}

/* A stream, with a thread that counts ticks */
static void waiters_begin(struct race *r, u32 flags, unsigned int bit)
{
	race_begin(r, NULL, 0);
	r->stream = open_stream(r->drm, r->set, flags, oa_fast(bit));
	igt_assert_fd(r->stream);
	start_side(r, act_tick);
}

/* Check for a wait that was too long, or failed, after which more rounds are useless */
static bool waiters_failed(const struct race *r)
{
	return LOAD(r->undocumented) || LOAD(r->worst) >= LATE_TICKS;
}

static void waiters_end(struct race *r)
{
	stop_sides(r);
	igt_info("longest wait: %llu ticks of a millisecond\n", r->worst);
	igt_assert_lt(r->worst, LATE_TICKS);
}

/* Each report goes to one reader: the accounting adds up. A report comes each 0.7 ms or so. */
static void test_two_readers(u32 flags, void (*act)(struct race *r))
{
	struct oa_accounts accounts;
	struct race r;

	oa_accounts_open(&accounts);
	waiters_begin(&r, flags, 12);
	start_side(&r, act);
	start_side(&r, act);
	while (rounds_of(&r, act) < ROUNDS && !waiters_failed(&r))
		oa_sleep_ms(1);
	waiters_end(&r);
	close(r.stream);
	r.stream = -1;
	oa_accounts_close(&accounts);
	race_end(&r);
}

/* A reset does not end a wait, and must not prevent its end. */
static void test_reset_overflow(void)
{
	struct race r;

	oa_sim_require();
	waiters_begin(&r, NONBLOCK, 10);
	start_side(&r, act_reset);
	start_side(&r, act_poll_read);
	for (int i = 0; i < ROUNDS; i++) {
		oa_sim_write("fail_overflow", "1");
		pause_us(200);
	}
	waiters_end(&r);
	igt_assert_eq_u64(oa_status("wedged"), 0);
	/*
	 * Another reset clears the engine's readiness, possibly right before the driver resets it,
	 * which the driver can't prevent.
	 */
	igt_assert_eq_u64(oa_sim_violations(), oa_sim_broken("reset_not_ready"));
	oa_sim_write("violations", "0");
	race_end(&r);
}

/* With the fastest timer and a small buffer half full comes frequently. */
static void test_interrupt_disable(void)
{
	struct race r;

	oa_sim_require();
	waiters_begin(&r, NONBLOCK, 6);
	start_side(&r, act_interrupt);
	start_side(&r, act_poll_briefly);
	for (int i = 0; i < ROUNDS && !waiters_failed(&r); i++) {
		oa_assert_ok(oa_stream_disable(r.stream));
		pause_us(200);
		oa_assert_ok(oa_stream_enable(r.stream));
		if (i % 4)
			pause_us(200);
		else
			wait_poll(&r);
	}
	waiters_end(&r);
	race_end(&r);
}

igt_main
{
	igt_fixture
		oa_gpu_note();

	igt_oa_effect(OA_UNBINDS);
	oa_subtest("unbind-ioctl", test_unbind_ioctl());
	oa_subtest("open-unbind", test_open_unbind());
	oa_subtest("unload", test_unload());

	igt_oa_effect(OA_WRITES);
	oa_subtest("two-readers", test_two_readers(NONBLOCK, act_poll_read));
	oa_subtest("two-readers-blocked", test_two_readers(0, act_read_blocked));

	igt_oa_effect(OA_RESETS);
	oa_subtest("reset-overflow", test_reset_overflow());

	igt_oa_effect(OA_WRITES);
	oa_subtest("interrupt-disable", test_interrupt_disable());

	igt_fixture
		oa_gpu_recover();
}
