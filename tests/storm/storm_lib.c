// SPDX-License-Identifier: GPL-2.0-only
#include <time.h>

#include "storm_lib.h"

/* OA_TIMES in the environment overrides the usual number. */
unsigned int storm_times(unsigned int usual)
{
	const char *times = getenv("OA_TIMES");

	return times && *times ? strtoul(times, NULL, 0) : usual;
}

/* A stream into a small buffer, so that most of its time is not spent on memory */
int storm_open(int drm, u64 set, u32 flags, u64 exponent, bool map)
{
	return oa_open_props(drm, flags | I915_PERF_FLAG_FD_CLOEXEC,
			     OA_BASE_PROPS(set, OA_FORMAT, exponent),
			     OA_PROP_BUFFER_SIZE, STORM_BUFFER, OA_PROP_MAP, map);
}

/* The same on whatever node there is, with whatever set. Return: the stream, or -1. */
int storm_open_try(u32 flags, u64 exponent, bool map)
{
	char path[32];
	int drm, stream = -1;

	for (int i = 128; i < 132 && stream < 0; i++) {
		snprintf(path, sizeof(path), "/dev/dri/renderD%d", i);
		drm = open(path, O_RDWR | O_CLOEXEC);
		if (drm < 0)
			continue;
		for (u64 set = 2; set < 5 && stream < 0; set++)
			stream = storm_open(drm, set, flags, exponent, map);
		close(drm);
	}
	return stream;
}

void storm_memory(struct storm_memory *m)
{
	char text[4096];

	/* What is only cached does not count. */
	oa_write_text("/proc/sys/vm/drop_caches", "3");
	igt_assert(oa_read_text("/proc/meminfo", text, sizeof(text)) > 0);
	igt_assert(oa_line_u64(text, "SUnreclaim", &m->slab));
	igt_assert(oa_line_u64(text, "MemFree", &m->free));
}

/*
 * Caches of each processor, and pages that came and went elsewhere, are the slack. So what is
 * found is a quarter of a KiB of small objects, or a KiB of pages, that each time leaves behind.
 */
void storm_assert_kept(const struct storm_memory *before, unsigned int times)
{
	const s64 slack = 512;
	struct storm_memory now;
	s64 slab, pages;

	storm_memory(&now);
	slab = now.slab - before->slab;
	pages = before->free - now.free;
	igt_info("%u times: %lld KiB of slab more, %lld KiB of pages more\n", times,
		 (long long)slab, (long long)pages);
	igt_assert_lt(slab, slack + times / 4);
	igt_assert_lt(pages, 4 * slack + times);
}

/* Not longer than this, and each time another while */
void storm_pause(unsigned int max_us)
{
	static unsigned int random = 12345;
	struct timespec ts = {};

	random = random * 1103515245 + 12345;
	if (!max_us)
		return;
	ts.tv_nsec = (random >> 16) % max_us * 1000;
	nanosleep(&ts, NULL);
}

static void *helper(void *arg)
{
	struct storm_helpers *h = arg;

	while (!h->stop) {
		h->action(h->data);
		__atomic_add_fetch(&h->rounds, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

void storm_helpers_start(struct storm_helpers *h, unsigned int num, void (*action)(void *data),
			 void *data)
{
	*h = (struct storm_helpers) { .num = num, .action = action, .data = data };
	for (unsigned int i = 0; i < num; i++)
		igt_assert_eq(pthread_create(&h->threads[i], NULL, helper, h), 0);
}

/* They must have done it at least once. */
void storm_helpers_stop(struct storm_helpers *h)
{
	h->stop = true;
	for (unsigned int i = 0; i < h->num; i++)
		igt_assert_eq(pthread_join(h->threads[i], NULL), 0);
	igt_info("the other side did it %llu times\n", h->rounds);
	igt_assert_lt(0, h->rounds);
}
