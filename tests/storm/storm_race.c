// SPDX-License-Identifier: GPL-2.0-only
/*
 * Races by design: two sides that meet, again and again. Both sides must survive, with clear
 * errors, and the GPU must work afterwards. OA_TIMES in the environment is the number of times.
 *
 * On one processor the sides meet only where one of them sleeps.
 */
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "storm_lib.h"
#include "storm_wait.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define TIMES		10000
/* struct race - what both sides share */
struct race {
	int drm;
	u64 set;
	/* -1: none now */
	volatile int stream;
	struct storm_wait wait;
};

static void race_begin(struct race *r)
{
	oa_gpu_recover();
	oa_sim_reset();
	*r = (struct race) { .drm = oa_drm_open(), .stream = -1 };
	r->set = oa_config_selftest(r->drm);
}

static void race_end(struct race *r)
{
	if (r->stream >= 0)
		close(r->stream);
	close(r->drm);
	oa_gpu_recover();
	if (oa_sim_present())
		igt_assert_eq_u64(oa_sim_violations(), 0);
	oa_gpu_assert_works();
}

static int open_here(const struct race *r, u32 flags, bool map)
{
	int fd = storm_open(r->drm, r->set, flags, oa_fast(10), map);

	igt_assert_fd(fd);
	return fd;
}

/* What may come of a call whose stream, or GPU, went meanwhile; EBADF: another thread closed it */
static void assert_sane(long ret)
{
	if (ret == -1)
		igt_assert_f(errno == EAGAIN || errno == EIO || errno == ENODEV || errno == EBADF ||
			     errno == EINTR || errno == EBUSY || errno == EINVAL ||
			     errno == ENOENT || errno == EOPNOTSUPP || errno == ETIMEDOUT,
			     "errno %d", errno);
}

static void read_some(void *data)
{
	const struct race *r = data;
	u8 records[8192];

	assert_sane(read(r->stream, records, sizeof(records)));
	storm_pause(50);
}

static void poll_some(void *data)
{
	const struct race *r = data;
	struct pollfd pfd = { .fd = r->stream, .events = POLLIN };

	assert_sane(poll(&pfd, 1, 5));
	storm_pause(50);
}

static void call_some(void *data)
{
	const struct race *r = data;
	struct drm_i915_oa_counters counters;
	struct drm_i915_oa_work work = { .steps = 8, .stores = 4 };
	u32 raw[64];
	struct drm_i915_oa_report report = { .ptr = (uintptr_t)raw, .size = sizeof(raw) };

	assert_sane(oa_stream_disable(r->stream));
	assert_sane(oa_stream_enable(r->stream));
	assert_sane(oa_stream_config(r->stream, r->set));
	assert_sane(ioctl(r->stream, I915_OA_IOCTL_SYNC));
	assert_sane(ioctl(r->stream, I915_OA_IOCTL_COUNTERS, &counters));
	assert_sane(ioctl(r->stream, I915_OA_IOCTL_REPORT, &report));
	assert_sane(ioctl(r->stream, I915_OA_IOCTL_WORK, &work));
	storm_pause(50);
}

/* A page of the mapped ring is taken out, and faults again. */
static void fault_some(void *data)
{
	const struct race *r = data;
	volatile u32 *at = mmap(NULL, 8192, PROT_READ, MAP_SHARED, r->stream, 4096);

	if (at == MAP_FAILED)
		return;
	for (int i = 0; i < 8; i++) {
		madvise((void *)at, 8192, MADV_DONTNEED);
		(void)at[i];
		(void)at[1024 + i];
	}
	munmap((void *)at, 8192);
}

static void test_close_read(void)
{
	struct storm_helpers h;
	struct race r;
	int old;

	race_begin(&r);
	r.stream = open_here(&r, 0, false);
	storm_helpers_start(&h, 2, read_some, &r);
	for (unsigned int i = 0; i < storm_times(TIMES); i++) {
		storm_pause(300);
		old = r.stream;
		r.stream = -1;
		close(old);
		/* The reader may still hold the old one. */
		while (r.stream < 0)
			r.stream = storm_open(r.drm, r.set, 0, oa_fast(10), false);
	}
	storm_helpers_stop(&h);
	race_end(&r);
}

static void test_unbind(void (*action)(void *data))
{
	struct storm_helpers h;
	struct race r;
	int old;

	race_begin(&r);
	r.stream = open_here(&r, NONBLOCK, true);
	storm_helpers_start(&h, 2, action, &r);
	for (unsigned int i = 0; i < storm_times(TIMES); i++) {
		storm_pause(300);
		igt_assert(oa_gpu_write("unbind"));
		close(r.drm);
		igt_assert(oa_gpu_write("bind"));
		oa_gpu_forget();
		r.drm = oa_drm_open();
		r.set = oa_config_selftest(r.drm);
		old = r.stream;
		r.stream = open_here(&r, NONBLOCK, true);
		close(old);
	}
	storm_helpers_stop(&h);
	race_end(&r);
}

static void reset_some(void *data)
{
	(void)data;
	oa_knob_write("gt_reset", "full");
	storm_pause(500);
	oa_knob_write("gt_reset", "render");
	storm_pause(500);
}

/* A poll, and what it is for */
static void poll_and_read(void *data)
{
	struct race *r = data;

	storm_wait_poll(&r->wait, r->stream);
	read_some(data);
}

/* A reset ends no wait, but neither may it make one endless. */
static void test_reset_overflow(void)
{
	struct storm_helpers resets, reads;
	struct race r;

	oa_sim_require();
	race_begin(&r);
	r.stream = open_here(&r, NONBLOCK, false);
	storm_wait_start(&r.wait);
	storm_helpers_start(&resets, 1, reset_some, &r);
	storm_helpers_start(&reads, 1, poll_and_read, &r);
	for (unsigned int i = 0; i < storm_times(TIMES); i++) {
		oa_sim_write("fail_overflow", "1");
		storm_pause(200);
	}
	storm_helpers_stop(&resets);
	storm_helpers_stop(&reads);
	storm_wait_stop(&r.wait);
	igt_assert_eq_u64(oa_status("wedged"), 0);
	race_end(&r);
}

static void blocked_read(void *data)
{
	struct race *r = data;
	const u64 began = storm_wait_begin(&r->wait);
	u8 records[8192];

	igt_assert_lt(0, read(r->stream, records, sizeof(records)));
	storm_wait_end(&r->wait, began);
}

/* A waiter is woken in time, and each report goes to one reader: the books balance. */
static void test_two_readers(u32 flags, void (*action)(void *data))
{
	const unsigned int times = storm_times(TIMES);
	struct storm_helpers h;
	struct oa_books books;
	struct race r;

	race_begin(&r);
	oa_books_open(&books);
	/* A report each 0.7 ms or so, less than a deadline */
	r.stream = storm_open(r.drm, r.set, flags, oa_fast(12), false);
	igt_assert_fd(r.stream);
	storm_wait_start(&r.wait);
	storm_helpers_start(&h, 2, action, &r);
	while (__atomic_load_n(&h.rounds, __ATOMIC_RELAXED) < times)
		oa_sleep_ms(10);
	storm_helpers_stop(&h);
	storm_wait_stop(&r.wait);
	close(r.stream);
	r.stream = -1;
	oa_books_close(&books);
	race_end(&r);
}

static void interrupt_some(void *data)
{
	(void)data;
	oa_knob_write("fail_irq_spurious", "2");
	oa_knob_write("fail_irq_duplicate", "2");
	storm_pause(100);
}

/* The fastest timer into a small buffer is half full again and again. */
static void test_interrupt_disable(void)
{
	struct storm_helpers interrupts, polls;
	struct race r;

	oa_sim_require();
	race_begin(&r);
	r.stream = storm_open(r.drm, r.set, NONBLOCK, oa_fast(6), false);
	igt_assert_fd(r.stream);
	storm_helpers_start(&interrupts, 1, interrupt_some, &r);
	storm_helpers_start(&polls, 1, poll_some, &r);
	storm_wait_start(&r.wait);
	for (unsigned int i = 0; i < storm_times(TIMES); i++) {
		oa_assert_ok(oa_stream_disable(r.stream));
		storm_pause(200);
		oa_assert_ok(oa_stream_enable(r.stream));
		if (i % 4)
			storm_pause(200);
		else
			storm_wait_poll(&r.wait, r.stream);
	}
	storm_helpers_stop(&interrupts);
	storm_helpers_stop(&polls);
	storm_wait_stop(&r.wait);
	race_end(&r);
}

static void open_some(void *data)
{
	u8 records[4096];
	int stream;

	(void)data;
	stream = storm_open_try(NONBLOCK, oa_fast(10), false);
	if (stream < 0)
		return;
	assert_sane(read(stream, records, sizeof(records)));
	close(stream);
}

static void test_open_unbind(void)
{
	struct storm_helpers h;
	struct race r;

	race_begin(&r);
	close(r.drm);
	storm_helpers_start(&h, 2, open_some, &r);
	for (unsigned int i = 0; i < storm_times(TIMES); i++) {
		igt_assert(oa_gpu_write("unbind"));
		storm_pause(100);
		igt_assert(oa_gpu_write("bind"));
		storm_pause(1000);
	}
	storm_helpers_stop(&h);
	r.drm = -1;
	race_end(&r);
}

/* What files and sysctls the module has, while it may go, with whatever of them is there */
static void files_some(void *data)
{
	const char *const files[] = { "oa_status", "oa_counters", "oa_stages" };
	char path[64], text[256];
	int drm;

	(void)data;
	for (int i = 0; i < 4; i++)
		for (size_t f = 0; f < ARRAY_LEN(files); f++) {
			snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%d/%s", i, files[f]);
			(void)!oa_read_text(path, text, sizeof(text));
		}
	oa_read_text("/proc/sys/dev/i915/oa_max_sample_rate", text, sizeof(text));
	oa_write_text("/proc/sys/dev/i915/oa_max_sample_rate", "100000");
	for (int i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%d/i915_gem_drop_caches", i);
		(void)!oa_write_text(path, "1");
	}
	drm = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
	if (drm >= 0) {
		/* Whose metric sets go with it */
		oa_config_remove(drm, oa_config_add_boolean(drm, UUID_ONE_COUNTER, 0x2770, 4));
		close(drm);
	}
	storm_pause(1000);
}

static void test_unload(void)
{
	const char *modules = getenv("MODULES");
	unsigned int gone = 0, tries = 0;
	struct storm_helpers opens, files;
	char path[256];
	struct race r;

	igt_require_f(modules, "MODULES does not say where the modules are");
	snprintf(path, sizeof(path), "%s/i915_oa.ko", modules);
	race_begin(&r);
	close(r.drm);
	storm_helpers_start(&opens, 2, open_some, &r);
	storm_helpers_start(&files, 1, files_some, &r);
	while (gone < storm_times(TIMES)) {
		int fd;

		/* While a file is open, the module stays. */
		if (syscall(SYS_delete_module, "i915_oa", O_NONBLOCK)) {
			igt_assert_f(errno == EWOULDBLOCK || errno == EBUSY, "errno %d", errno);
			igt_assert_f(tries++ < 1000, "the module is in use for ever");
			storm_pause(1000);
			continue;
		}
		tries = 0;
		gone++;
		fd = open(path, O_RDONLY | O_CLOEXEC);
		igt_assert_eq(syscall(SYS_finit_module, fd, "", 0), 0);
		close(fd);
		storm_pause(2000);
	}
	storm_helpers_stop(&opens);
	storm_helpers_stop(&files);
	r.drm = -1;
	race_end(&r);
}

igt_main
{
	igt_fixture
		oa_gpu_note();

	igt_subtest("close-read")
		test_close_read();
	igt_subtest("unbind-read")
		test_unbind(read_some);
	igt_subtest("unbind-poll")
		test_unbind(poll_some);
	igt_subtest("unbind-fault")
		test_unbind(fault_some);
	igt_subtest("unbind-ioctl")
		test_unbind(call_some);
	igt_subtest("reset-overflow")
		test_reset_overflow();
	igt_subtest("two-readers")
		test_two_readers(NONBLOCK, poll_and_read);
	igt_subtest("two-readers-blocked")
		test_two_readers(0, blocked_read);
	igt_subtest("interrupt-disable")
		test_interrupt_disable();
	igt_subtest("open-unbind")
		test_open_unbind();
	igt_subtest("unload")
		test_unload();

	igt_fixture
		oa_gpu_recover();
}
