// SPDX-License-Identifier: GPL-2.0-only
/*
 * A stream's file outlives its origins: closing in every order, sharing,
 * competing, and losing the GPU. abi.rst 10.5; architecture.rst "What always
 * holds", 4 and 5.
 */
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "oa_ways.h"

#define RECORD		OA_RECORD
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define DISABLED	I915_PERF_FLAG_DISABLED

static const struct igt_oa_gpu *gpu;

static void expect_reports(int stream, unsigned int exponent)
{
	struct oa_tally tally;

	oa_tally_init(&tally, OA_BYTES, exponent);
	oa_collect(stream, &tally, 5, 4096);
	oa_tally_assert_whole(&tally);
}

/*
 * A stream that is bound to a context. Up to Haswell the timer's reports come anyway.
 * On later platforms only the context's own reports come, so let it run (abi.rst
 * 10.6).
 */
static void expect_context_reports(int stream)
{
	static u8 records[1 << 16];
	u32 raw[64];
	struct drm_i915_oa_report report = {
		.flags = DRM_I915_OA_REPORT_BOUND, .report_id = 1, .ptr = (uintptr_t)raw,
		.size = sizeof(raw),
	};

	if (oa_facts()->ctx_unprivileged) {
		expect_reports(stream, 14);
		return;
	}
	oa_assert_ok(oa_ioctl(stream, I915_OA_IOCTL_REPORT, &report));
	igt_assert_lte(OA_RECORD, read(stream, records, sizeof(records)));
}

static void expect_free(void)
{
	struct oa_session s;

	oa_session_simple(&s, DISABLED, 14);
	oa_session_close(&s);
}

static void expect_busy(u64 set)
{
	int other = oa_drm_open();

	oa_assert_fails(oa_open_props(other, 0, OA_BASE_PROPS(set, OA_FORMAT, 14)), EBUSY);
	close(other);
}

static void test_put_back(void)
{
	struct oa_session s;

	oa_session_simple(&s, 0, 14);
	expect_reports(s.stream, 14);
	oa_session_close(&s);
	oa_session_simple(&s, DISABLED, 14);
	oa_session_close(&s);
	/* With a context, and with the published set's lists */
	oa_session_prepare(&s);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(oa_config_test_set(s.drm), OA_FORMAT, 14),
			      OA_PROP_CTX_HANDLE, oa_context_create(s.drm));
	expect_context_reports(s.stream);
	oa_session_close(&s);
}

static void test_drm_closed_first(void)
{
	struct oa_session s;

	oa_session_simple(&s, 0, 14);
	close(s.drm);
	expect_reports(s.stream, 14);
	expect_busy(s.set);
	s.drm = -1;
	oa_session_close(&s);
	expect_free();
}

static void test_dup(void)
{
	struct oa_session s;
	int copy;

	oa_session_simple(&s, 0, 14);
	copy = dup(s.stream);
	igt_assert_fd(copy);
	oa_assert_ok(close(s.stream));
	expect_reports(copy, 14);
	expect_busy(s.set);
	s.stream = copy;
	oa_session_close(&s);
	expect_free();
}

static void test_fork(void)
{
	struct oa_session s;
	int go[2];
	char byte;

	oa_assert_ok(pipe(go));
	oa_session_simple(&s, 0, 14);
	igt_fork(child, 1) {
		close(go[1]);
		/* Wait until the parent has closed its side. */
		igt_assert_eq(read(go[0], &byte, 1), 1);
		expect_reports(s.stream, 14);
		expect_busy(s.set);
	}
	oa_assert_ok(close(s.stream));
	close(s.drm);
	igt_assert_eq(write(go[1], "x", 1), 1);
	igt_waitchildren();
	s.stream = -1;
	oa_accounts_close(&s.accounts);
	expect_free();
}

/* A process that is killed in a blocking read releases the unit. */
static void test_killed(void)
{
	const unsigned int bit = oa_silent();
	struct oa_session s;
	int opened[2], status;
	pid_t pid;
	u8 byte[4096];

	oa_session_prepare(&s);
	oa_assert_ok(pipe(opened));
	pid = fork();
	igt_assert_lte(0, pid);
	if (!pid) {
		int fd = oa_open_props(s.drm, 0, OA_BASE_PROPS(s.set, OA_FORMAT, bit));

		if (fd < 0 || write(opened[1], "", 1) != 1)
			_exit(1);
		(void)!read(fd, byte, sizeof(byte));
		_exit(2);
	}
	igt_assert_eq(read(opened[0], byte, 1), 1);
	/* So that it most likely waits */
	oa_sleep_ms(50);
	expect_busy(s.set);
	kill(pid, SIGKILL);
	igt_assert_eq(waitpid(pid, &status, 0), pid);
	igt_assert(WIFSIGNALED(status));
	close(opened[0]);
	close(opened[1]);
	oa_accounts_close(&s.accounts);
	close(s.drm);
	expect_free();
}

/* Racing opens: exactly one succeeds, the others get EBUSY. */
static void test_compete(void)
{
	struct race {
		int won;
		int busy;
		int tried;
	} *race;
	const int processes = 4;
	int drm = oa_drm_open();
	u64 set = oa_config_selftest(drm);
	int go[2];

	oa_sim_reset();
	race = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	igt_assert(race != MAP_FAILED);
	for (int round = 1; round <= 10; round++) {
		oa_assert_ok(pipe(go));
		memset(race, 0, sizeof(*race));
		igt_fork(child, processes) {
			int own = oa_drm_open();
			char byte;
			int fd;

			close(go[1]);
			igt_assert_eq(read(go[0], &byte, 1), 0);
			fd = oa_open_props(own, 0, OA_BASE_PROPS(set, OA_FORMAT, 20));
			if (fd >= 0)
				__atomic_add_fetch(&race->won, 1, __ATOMIC_SEQ_CST);
			else if (errno == EBUSY)
				__atomic_add_fetch(&race->busy, 1, __ATOMIC_SEQ_CST);
			__atomic_add_fetch(&race->tried, 1, __ATOMIC_SEQ_CST);
			/* Hold the stream until all have tried. */
			while (__atomic_load_n(&race->tried, __ATOMIC_SEQ_CST) < processes)
				oa_sleep_ms(1);
		}
		close(go[0]);
		close(go[1]);
		igt_waitchildren();
		igt_assert_eq(race->won, 1);
		igt_assert_eq(race->busy, processes - 1);
	}
	close(drm);
	expect_free();
}

/* One OA unit per GPU: streams of two GPUs do not exclude each other. */
static void test_two_gpus(void)
{
	struct igt_oa_gpu second;
	struct oa_session s;
	char uuid[37];
	int drm, stream, set;

	igt_require_f(oa_gpu_find(&second, 1), "there is one GPU");
	oa_session_simple(&s, 0, 14);
	drm = open(second.render, O_RDWR | O_CLOEXEC);
	igt_assert_fd(drm);
	oa_uuid_fresh(uuid);
	set = oa_config_add_boolean(drm, uuid, oa_facts()->cec, 3);
	igt_assert_lt(1, set);
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, 13));
	igt_assert_fd(stream);
	expect_reports(s.stream, 14);
	expect_reports(stream, 13);
	expect_busy(s.set);
	oa_assert_ok(close(stream));
	expect_reports(s.stream, 14);
	oa_assert_ok(oa_config_remove(drm, set));
	close(drm);
	oa_session_close(&s);
}

/*
 * Opens and closes by two processes at once must never wedge the unit.  Which of the two gets it
 * is the scheduler's choice, and one may lose every race; so each goes on until it has opened its
 * share.  Once the other has ended, nobody has the unit: EBUSY is then an error.
 */
static void test_churn(void)
{
	int *running = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int drm = oa_drm_open();
	u64 set = oa_config_selftest(drm);

	igt_assert(running != MAP_FAILED);
	*running = 2;
	oa_sim_reset();
	igt_fork(child, 2) {
		int own = oa_drm_open();
		unsigned int opened = 0;

		while (opened < 50) {
			bool alone = __atomic_load_n(running, __ATOMIC_SEQ_CST) == 1;
			int fd = oa_open_props(own, NONBLOCK, OA_BASE_PROPS(set, OA_FORMAT, 12));

			if (fd < 0) {
				igt_assert_eq(errno, EBUSY);
				igt_assert(!alone);
				oa_sleep_ms(1);
				continue;
			}
			opened++;
			oa_assert_ok(close(fd));
		}
		__atomic_sub_fetch(running, 1, __ATOMIC_SEQ_CST);
	}
	igt_waitchildren();
	munmap(running, 4096);
	close(drm);
	expect_free();
}

static bool module_refs(u64 *refs)
{
	char path[256], link[256];
	ssize_t n;

	snprintf(path, sizeof(path), "/sys/bus/pci/drivers/%s/module", gpu->driver);
	n = readlink(path, link, sizeof(link) - 1);
	if (n < 0)
		return false;
	link[n] = '\0';
	snprintf(path, sizeof(path), "/sys/module/%.64s/refcnt", strrchr(link, '/') + 1);
	return oa_read_u64(path, refs);
}

/* abi.rst 10.5: the stream raises the module's count, and its close lowers it. */
static void test_module_count(void)
{
	u64 idle, drm_only, streaming, refs;
	int drm, stream;
	u64 set;

	igt_require_f(module_refs(&idle), "the driver is not a module");
	drm = oa_drm_open();
	set = oa_config_selftest(drm);
	igt_assert(module_refs(&drm_only));
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, 14));
	igt_assert_fd(stream);
	igt_assert(module_refs(&streaming));
	igt_assert_lt(drm_only, streaming);
	close(stream);
	igt_assert(module_refs(&refs));
	igt_assert_eq_u64(refs, drm_only);

	stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, 14));
	close(drm);
	igt_assert(module_refs(&refs));
	igt_assert_lt(idle, refs);
	close(stream);
	igt_assert(module_refs(&refs));
	igt_assert_eq_u64(refs, idle);
}

/* A stream bound to a context keeps it alive. */
static void test_context_destroyed(void)
{
	struct oa_session s;
	u32 context;

	oa_session_prepare(&s);
	context = oa_context_create(s.drm);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, 14),
			      OA_PROP_CTX_HANDLE, context);
	oa_assert_ok(oa_context_destroy(s.drm, context));
	expect_context_reports(s.stream);
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_assert_ok(oa_stream_enable(s.stream));
	expect_context_reports(s.stream);
	close(s.stream);
	oa_assert_fails(oa_open_props(s.drm, 0, OA_BASE_PROPS(s.set, OA_FORMAT, 14),
				      OA_PROP_CTX_HANDLE, context), ENOENT);
	s.stream = -1;
	oa_session_close(&s);
}

/* Metric set and DRM file are removed, the stream stays; closing frees the set. */
static void test_config_removed(void)
{
	struct oa_session s;
	char uuid[37];
	int id;

	oa_session_prepare(&s);
	oa_uuid_fresh(uuid);
	id = oa_config_add_boolean(s.drm, uuid, oa_facts()->cec, 3);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(id, OA_FORMAT, 14));
	oa_assert_ok(oa_config_remove(s.drm, id));
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_assert_ok(oa_stream_enable(s.stream));
	expect_reports(s.stream, 14);
	igt_assert_eq(oa_stream_config(s.stream, s.set), id);
	expect_reports(s.stream, 14);
	oa_session_close(&s);
}

/* ---- The GPU goes away. ---- */

struct waiter {
	int stream;
	bool poll;
	long result;
	int err;
	volatile bool done;
};

static void *wait_for_gpu(void *arg)
{
	struct waiter *waiter = arg;
	struct pollfd pfd = { .fd = waiter->stream, .events = POLLIN };
	u8 buf[4096];

	if (waiter->poll)
		waiter->result = poll(&pfd, 1, 60000);
	/* A report that comes just then is not the event that is waited for. */
	if (!waiter->poll || waiter->result == 1)
		while ((waiter->result = read(waiter->stream, buf, sizeof(buf))) > 0)
			;
	waiter->err = errno;
	waiter->done = true;
	return NULL;
}

static void assert_dead(int stream)
{
	u8 buf[4096];

	igt_assert_eq(read(stream, buf, sizeof(buf)), -1);
	igt_assert_f(errno == ENODEV || errno == EIO, "errno %d", errno);
	/* No hang, no crash; the driver chooses the error. */
	oa_stream_enable(stream);
	oa_stream_disable(stream);
	igt_assert_lt(oa_stream_config(stream, 2), 0);
}

/* The GPU is lost while a thread waits: the wait ends with a clear error. */
static void lose_gpu(bool (*lose)(void), bool poll_wait, u32 flags)
{
	struct waiter waiter = { .poll = poll_wait };
	pthread_t thread;
	int drm, value;
	u64 set;

	oa_gpu_recover();
	oa_sim_reset();
	drm = oa_drm_open();
	set = oa_config_selftest(drm);
	waiter.stream = oa_open_props(drm, flags, OA_BASE_PROPS(set, OA_FORMAT, oa_silent()));
	igt_assert_fd(waiter.stream);
	igt_assert_eq(pthread_create(&thread, NULL, wait_for_gpu, &waiter), 0);
	oa_sleep_ms(100);
	igt_assert(lose());
	igt_assert_f(oa_wait_until(waiter.done, 20000), "the waiter hangs");
	pthread_join(thread, NULL);
	igt_assert_eq(waiter.result, -1);
	igt_assert_f(waiter.err == ENODEV || waiter.err == EIO, "errno %d", waiter.err);
	assert_dead(waiter.stream);
	oa_assert_fails(oa_getparam(drm, 4, &value), ENODEV);
	oa_assert_ok(close(waiter.stream));
	oa_assert_ok(close(drm));
}

static bool unbind(void)
{
	return oa_gpu_write("unbind");
}

static void back_and_working(void)
{
	struct oa_session s;

	oa_gpu_recover();
	oa_assert_no_violation();
	oa_session_simple(&s, 0, 14);
	expect_reports(s.stream, 14);
	oa_session_close(&s);
}

static void test_unbind_idle(void)
{
	oa_gpu_recover();
	for (int i = 0; i < 5; i++) {
		igt_assert(unbind());
		igt_assert(!oa_gpu_back());
		igt_assert(oa_gpu_write("bind"));
		igt_assert(oa_wait_until(oa_gpu_back(), 10000));
	}
	back_and_working();
}

/* hardware.rst 2.1: the request for the well of the OA unit */
static const char *forcewake_request(void)
{
	const char *name = oa_facts()->name;

	if (!strcmp(name, "snb"))
		return "0xa18c";
	return !strcmp(name, "vlv") || !strcmp(name, "chv") ? "0x1300b0" : "0xa188";
}

/*
 * Another driver has released the GPU without dropping a request of forcewake. Its acknowledge is
 * for ever that of a request before the driver's own. The driver drops it when it binds.
 */
static void test_unbind_request_left(void)
{
	struct oa_session s;

	oa_sim_require_knob("fail_register");
	oa_gpu_recover();
	oa_session_simple(&s, 0, 14);
	expect_reports(s.stream, 14);
	oa_sim_write("fail_register", forcewake_request());
	igt_assert(oa_gpu_write("unbind"));
	oa_sim_write("fail_register", "0");
	close(s.stream);
	close(s.drm);
	igt_assert_f(oa_gpu_write("bind"), "cannot be bound: errno %d", errno);
	back_and_working();
}

/*
 * Unbinding while data flows fast without a reader, even for so long that the oldest is
 * discarded: the GGTT is as it was before the driver came.
 */
static void test_unbind_sampling(u64 overflow)
{
	char *before = NULL;
	int drm, stream;
	u64 set;

	oa_gpu_recover();
	if (oa_sim_present()) {
		igt_assert(unbind());
		before = oa_sim_text("ggtt_hash");
		oa_gpu_recover();
	}
	oa_sim_reset();
	drm = oa_drm_open();
	set = oa_config_selftest(drm);
	stream = oa_open_props(drm, NONBLOCK, OA_BASE_PROPS(set, OA_FORMAT, oa_fast(8)),
			       OA_PROP_OVERFLOW, overflow);
	igt_assert_fd(stream);
	igt_assert(oa_poll_in(stream, 20000));
	if (overflow && oa_sim_present())
		oa_sim_wait_written(OA_RING_REPORTS);
	igt_assert(unbind());
	if (oa_sim_present()) {
		char *ggtt = oa_sim_text("ggtt_hash");

		igt_assert_f(!strcmp(before, ggtt), "GGTT before %s after %s", before, ggtt);
		oa_assert_no_violation();
		free(ggtt);
		free(before);
	}
	assert_dead(stream);
	close(stream);
	close(drm);
	back_and_working();
}

/* The old stream stays open while the GPU is bound again and another stream uses it. */
static void test_unbind_rebind_open(void)
{
	struct oa_session s;
	int drm, stream;
	u64 set;

	oa_gpu_recover();
	oa_sim_reset();
	drm = oa_drm_open();
	set = oa_config_selftest(drm);
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, 20));
	igt_assert_fd(stream);
	igt_assert(unbind());
	oa_gpu_recover();
	oa_session_simple(&s, 0, 14);
	expect_reports(s.stream, 14);
	assert_dead(stream);
	close(drm);
	close(stream);
	expect_reports(s.stream, 14);
	oa_session_close(&s);
	/* Back to the lowest minor, which the old file had held. */
	igt_assert(unbind());
	back_and_working();
}

static void test_remove_rescan(void)
{
	lose_gpu(oa_gpu_remove, false, 0);
	igt_assert(!oa_gpu_present(""));
	oa_assert_ok(oa_write_text("/sys/bus/pci/rescan", "1"));
	back_and_working();
}

/* While a stream is open the module cannot be unloaded. */
static void test_module_held(void)
{
	struct oa_session s;
	u64 refs;

	igt_require_f(module_refs(&refs), "the driver is not a module");
	oa_session_simple(&s, 0, 14);
	close(s.drm);
	s.drm = -1;
	igt_assert_eq(syscall(SYS_delete_module, "i915_oa", O_NONBLOCK), -1);
	igt_assert_f(errno == EWOULDBLOCK || errno == EBUSY, "errno %d", errno);
	expect_reports(s.stream, 14);
	oa_session_close(&s);
}

/* Return: false if the unit overflowed, because the driver could not discard the oldest in time */
static bool resumes_after_suspend(u64 overflow, unsigned int slower)
{
	/* Fast enough, and slow enough for the driver to give up the oldest in time. */
	const unsigned int bit = overflow ? oa_fast(8) + slower : 14;
	struct oa_session s;
	bool in_time;

	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, bit),
			      OA_PROP_OVERFLOW, overflow);
	expect_reports(s.stream, bit);
	if (overflow && oa_sim_present())
		oa_sim_wait_written(OA_RING_REPORTS);
	oa_assert_ok(oa_suspend(1));
	if (overflow && oa_sim_present())
		oa_sim_wait_written(OA_RING_REPORTS);
	oa_collect(s.stream, &s.tally, 5, 4096);
	in_time = !overflow || !oa_status_present() || !oa_status("overflows");
	if (in_time) {
		igt_assert_eq_u64(s.tally.buffer_lost, 1);
		igt_assert_eq_u64(s.tally.missing, 0);
	}
	oa_session_close(&s);
	return in_time;
}

/* The stream resumes, and first announces the unread reports that it lost. */
static void test_suspend(u64 overflow)
{
	oa_suspend_require();
	oa_repeat_if_late(resumes_after_suspend(overflow, oa_tries / 2));
}

/* The loss of a suspend begins after the last report that was read. */
static void test_suspend_after(void)
{
	struct drm_i915_oa_loss loss;
	struct oa_session s;
	u8 buf[8 + 40];

	oa_suspend_require();
	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, 14),
			      OA_PROP_LOSS_RECORDS, 1);
	oa_collect(s.stream, &s.tally, 20, 4096);
	oa_assert_ok(oa_suspend(0));
	igt_assert_eq(read(s.stream, buf, sizeof(buf)), sizeof(buf));
	igt_assert_eq(*(u32 *)buf, DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	memcpy(&loss, buf + 16, sizeof(loss));
	igt_assert_eq_u32((u32)loss.after, s.tally.last_ts);
	oa_session_close(&s);
}

static void expect_free_again(void)
{
	int drm = oa_drm_open(), stream;
	u64 set = oa_config_selftest(drm);

	stream = oa_open_props(drm, DISABLED, OA_BASE_PROPS(set, OA_FORMAT, 14));
	igt_assert_fd(stream);
	close(stream);
	close(drm);
}

/*
 * After a suspend the GPU misses an acknowledge, so it does not wake just then. A stream ends, or
 * goes on with everything as it must be: no rule may be broken. So with the next stream.
 */
static void test_suspend_missed(unsigned int missed)
{
	char text[16];
	struct oa_session s;
	u8 buf[4096];

	oa_suspend_require();
	oa_sim_require_knob("fail_forcewake_missed");
	oa_session_simple(&s, NONBLOCK, 14);
	expect_reports(s.stream, 14);
	snprintf(text, sizeof(text), "%u", missed);
	oa_sim_write("fail_forcewake_missed", text);
	oa_suspend(0);
	oa_sim_write("fail_forcewake_missed", "0");
	igt_assert(oa_wait_until(read(s.stream, buf, sizeof(buf)) > 0 || errno == ENODEV ||
				 errno == EIO, 20000));
	close(s.stream);
	close(s.drm);
	oa_assert_no_violation();
	/* This one may find the GPU still without what it lost, which is not put back. */
	expect_free_again();
	oa_session_simple(&s, 0, 14);
	expect_reports(s.stream, 14);
	oa_session_close(&s);
}

/*
 * Another kernel had the GPU while the system slept, as the one that loads the image of a
 * hibernated system, and has left its requests of forcewake. The stream goes on, and announces its
 * loss.
 */
static void test_suspend_request_left(void)
{
	struct oa_session s;

	oa_suspend_require();
	oa_sim_require_knob("fail_forcewake_left");
	oa_session_simple(&s, NONBLOCK, 14);
	expect_reports(s.stream, 14);
	oa_sim_write("fail_forcewake_left", "1");
	oa_suspend(0);
	oa_sim_write("fail_forcewake_left", "0");
	oa_collect(s.stream, &s.tally, 5, 4096);
	igt_assert_eq_u64(s.tally.buffer_lost, 1);
	oa_session_close(&s);
}

static pthread_t unbinder;
static volatile bool unbound;

static void *unbind_in_thread(void *arg)
{
	unbound = unbind();
	return arg;
}

/* The copy to user memory is stuck in a page fault now. Unbinding must not wait for it. */
static void unbind_in_fault(void *data)
{
	unbound = false;
	igt_assert_eq(pthread_create(&unbinder, NULL, unbind_in_thread, data), 0);
	igt_assert_f(oa_wait_until(unbound, 20000), "unbinding waits for a page fault");
}

/* What meets the page fault */
enum faulting { FAULT_READ, FAULT_REPORT };

static void test_unbind_fault(enum faulting what)
{
	struct drm_i915_oa_report report = { .report_id = 1 };
	struct oa_trap trap;
	int drm, stream, ret;
	u64 set;
	u8 *at;

	oa_gpu_recover();
	oa_sim_reset();
	drm = oa_drm_open();
	set = oa_config_selftest(drm);
	stream = oa_open_props(drm, NONBLOCK, OA_BASE_PROPS(set, OA_FORMAT, 14));
	igt_assert_fd(stream);
	igt_assert(oa_poll_in(stream, 20000));
	oa_trap_set(&trap, unbind_in_fault, NULL);
	at = trap.border - 4096;
	errno = 0;
	if (what == FAULT_REPORT) {
		report.ptr = (uintptr_t)at;
		report.size = 4096;
		ret = oa_ioctl(stream, I915_OA_IOCTL_REPORT, &report);
	} else {
		ret = read(stream, at, 4096);
	}
	/* A copy that needs the GPU no more may succeed; one of the unit's reports may not. */
	if (what == FAULT_REPORT)
		igt_assert_f(!ret || errno == EOPNOTSUPP, "errno %d", errno);
	else
		igt_assert_f(ret == -1 && errno == ENODEV, "read gave %d, errno %d", ret, errno);
	if (!ret || errno != EOPNOTSUPP) {
		oa_trap_close(&trap);
		pthread_join(unbinder, NULL);
		igt_assert(unbound);
		assert_dead(stream);
	}
	oa_assert_ok(close(stream));
	oa_assert_ok(close(drm));
	back_and_working();
}

igt_main
{
	igt_fixture {
		gpu = oa_gpu_note();
	}

	igt_oa_effect(OA_WRITES);
	oa_subtest("put-back", test_put_back());
	oa_subtest("drm-file-closed-first", test_drm_closed_first());
	oa_subtest("dup", test_dup());
	oa_subtest("fork", test_fork());
	oa_subtest("killed-while-reading", test_killed());
	oa_subtest("two-processes-compete", test_compete());
	oa_subtest("two-gpus", test_two_gpus());
	oa_subtest("open-close-churn", test_churn());
	oa_subtest("module-count", test_module_count());
	oa_subtest("module-held", test_module_held());
	oa_subtest("context-destroyed", test_context_destroyed());
	oa_subtest("config-removed", test_config_removed());

	igt_oa_effect(OA_SUSPENDS);
	oa_subtest("suspend", test_suspend(OA_OVERFLOW_DROP));
	oa_subtest("suspend-keep-newest", test_suspend(OA_OVERFLOW_KEEP_NEWEST));
	oa_subtest("suspend-loss-after", test_suspend_after());
	for (unsigned int missed = 1; missed <= 3; missed++)
		igt_subtest_f("suspend-missed-%u", missed)
			test_suspend_missed(missed);
	oa_subtest("suspend-request-left", test_suspend_request_left());

	igt_oa_effect(OA_UNBINDS);
	oa_subtest("unbind-while-read-faults", test_unbind_fault(FAULT_READ));
	oa_subtest("unbind-while-report-faults", test_unbind_fault(FAULT_REPORT));
	oa_subtest("unbind-idle", test_unbind_idle());
	oa_subtest("unbind-request-left", test_unbind_request_left());
	igt_subtest("unbind-blocked-read") {
		lose_gpu(unbind, false, 0);
		back_and_working();
	}
	igt_subtest("unbind-blocked-poll") {
		lose_gpu(unbind, true, NONBLOCK);
		back_and_working();
	}
	oa_subtest("unbind-sampling", test_unbind_sampling(OA_OVERFLOW_DROP));
	oa_subtest("unbind-sampling-keep-newest", test_unbind_sampling(OA_OVERFLOW_KEEP_NEWEST));
	oa_subtest("unbind-rebind-stream-open", test_unbind_rebind_open());
	oa_subtest("remove-rescan", test_remove_rescan());

	igt_fixture
		oa_gpu_recover();
}
