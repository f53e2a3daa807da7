// SPDX-License-Identifier: GPL-2.0-only
/*
 * What one side of a race does, again and again: storm_helpers_start().
 */
#include <sys/mman.h>

#include "storm_act.h"

/* What may come of a call whose stream, or GPU, went meanwhile; EBADF: another thread closed it */
static void assert_sane(long ret)
{
	if (ret == -1)
		igt_assert_f(errno == EAGAIN || errno == EIO || errno == ENODEV || errno == EBADF ||
			     errno == EINTR || errno == EBUSY || errno == EINVAL ||
			     errno == ENOENT || errno == EOPNOTSUPP || errno == ETIMEDOUT,
			     "errno %d", errno);
}

void act_read(void *data)
{
	const struct race *r = data;
	u8 records[8192];

	assert_sane(read(r->stream, records, sizeof(records)));
	storm_pause(50);
}

void act_poll(void *data)
{
	const struct race *r = data;
	struct pollfd pfd = { .fd = r->stream, .events = POLLIN };

	assert_sane(poll(&pfd, 1, 5));
	storm_pause(50);
}

/* One ioctl after the other, so that unbinding meets each */
void act_ioctl(void *data)
{
	static unsigned int turns;
	const struct race *r = data;
	struct drm_i915_oa_work work = { .steps = 8, .stores = 4 };
	u32 raw[64];
	struct drm_i915_oa_report report = { .ptr = (uintptr_t)raw, .size = sizeof(raw) };

	switch (__atomic_add_fetch(&turns, 1, __ATOMIC_RELAXED) % 5) {
	case 0:
		assert_sane(oa_stream_disable(r->stream));
		assert_sane(oa_stream_enable(r->stream));
		break;
	case 1:
		assert_sane(oa_stream_config(r->stream, r->set));
		break;
	case 2:
		assert_sane(ioctl(r->stream, I915_OA_IOCTL_SYNC));
		break;
	case 3:
		assert_sane(ioctl(r->stream, I915_OA_IOCTL_REPORT, &report));
		break;
	default:
		assert_sane(ioctl(r->stream, I915_OA_IOCTL_WORK, &work));
	}
	storm_pause(50);
}

/* A page of the mapped ring is taken out, and faults again. */
void act_fault(void *data)
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

void act_reset(void *data)
{
	(void)data;
	oa_knob_write("gt_reset", "full");
	storm_pause(500);
	oa_knob_write("gt_reset", "render");
	storm_pause(500);
}

/* A poll, and what it is for */
void act_poll_read(void *data)
{
	struct race *r = data;

	storm_wait_poll(&r->wait, r->stream);
	act_read(data);
}

void act_read_blocked(void *data)
{
	struct race *r = data;
	const u64 began = storm_wait_begin(&r->wait);
	u8 records[8192];

	igt_assert_lt(0, read(r->stream, records, sizeof(records)));
	storm_wait_end(&r->wait, began);
}

void act_interrupt(void *data)
{
	(void)data;
	oa_knob_write("fail_irq_spurious", "2");
	oa_knob_write("fail_irq_duplicate", "2");
	storm_pause(100);
}

void act_open(void *data)
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

/* Now and then nobody has a file open. */
void act_open_at_times(void *data)
{
	act_open(data);
	storm_pause(4000);
}

/* What files and sysctls the module has, while it may go, with whatever of them is there */
void act_files(void *data)
{
	const char *const files[] = { "oa_status", "oa_counters" };
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
	storm_pause(4000);
}
