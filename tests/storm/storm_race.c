// SPDX-License-Identifier: GPL-2.0-only
/*
 * Races by design: two sides that meet, again and again. Both sides must survive, with clear
 * errors, and the GPU must work afterwards. OA_TIMES in the environment is the number of times.
 *
 * On one processor the sides meet only where one of them sleeps.
 */
#include <sys/syscall.h>

#include "storm_act.h"

#define TIMES		10000

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

static void test_close_read(void)
{
	struct storm_helpers h;
	struct race r;
	int old;

	race_begin(&r);
	r.stream = open_here(&r, 0, false);
	storm_helpers_start(&h, 2, act_read, &r);
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
	int fresh;

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
		/* The descriptor stays a stream's, whoever has read its number. */
		fresh = open_here(&r, NONBLOCK, true);
		igt_assert_eq(dup2(fresh, r.stream), r.stream);
		close(fresh);
	}
	storm_helpers_stop(&h);
	race_end(&r);
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
	storm_helpers_start(&resets, 1, act_reset, &r);
	storm_helpers_start(&reads, 1, act_poll_read, &r);
	for (unsigned int i = 0; i < storm_times(TIMES); i++) {
		oa_sim_write("fail_overflow", "1");
		storm_pause(200);
	}
	storm_helpers_stop(&resets);
	storm_helpers_stop(&reads);
	storm_wait_stop(&r.wait);
	igt_assert_eq_u64(oa_status("wedged"), 0);
	/*
	 * A reset by others takes the engine's readiness back, also right before the driver resets
	 * it. Nothing can prevent that.
	 */
	igt_assert_eq_u64(oa_sim_violations(), oa_sim_broken("reset_not_ready"));
	oa_sim_write("violations", "0");
	race_end(&r);
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

/* The fastest timer into a small buffer is half full again and again. */
static void test_interrupt_disable(void)
{
	struct storm_helpers interrupts, polls;
	struct race r;

	oa_sim_require();
	race_begin(&r);
	r.stream = storm_open(r.drm, r.set, NONBLOCK, oa_fast(6), false);
	igt_assert_fd(r.stream);
	storm_helpers_start(&interrupts, 1, act_interrupt, &r);
	storm_helpers_start(&polls, 1, act_poll, &r);
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

static void test_open_unbind(void)
{
	struct storm_helpers h;
	struct race r;

	race_begin(&r);
	close(r.drm);
	storm_helpers_start(&h, 2, act_open, &r);
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
	storm_helpers_start(&opens, 2, act_open_at_times, &r);
	storm_helpers_start(&files, 1, act_files, &r);
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
		test_unbind(act_read);
	igt_subtest("unbind-poll")
		test_unbind(act_poll);
	igt_subtest("unbind-fault")
		test_unbind(act_fault);
	igt_subtest("unbind-ioctl")
		test_unbind(act_ioctl);
	igt_subtest("reset-overflow")
		test_reset_overflow();
	igt_subtest("two-readers")
		test_two_readers(NONBLOCK, act_poll_read);
	igt_subtest("two-readers-blocked")
		test_two_readers(0, act_read_blocked);
	igt_subtest("interrupt-disable")
		test_interrupt_disable();
	igt_subtest("open-unbind")
		test_open_unbind();
	igt_subtest("unload")
		test_unload();

	igt_fixture
		oa_gpu_recover();
}
