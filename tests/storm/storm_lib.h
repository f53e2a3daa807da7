/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What storms and races share: how often, small streams, memory, helper threads.
 */
#ifndef _STORM_LIB_H_
#define _STORM_LIB_H_

#include <pthread.h>

#include "oa_lib.h"

typedef __s64 s64;

#define STORM_BUFFER	(128u << 10)
#define STORM_HELPERS	4

unsigned int storm_times(unsigned int usual);

int storm_open(int drm, u64 set, u32 flags, u64 exponent, bool map);
int storm_open_try(u32 flags, u64 exponent, bool map);

/** struct storm_memory - what the kernel uses, in KiB */
struct storm_memory {
	/** @slab: memory of small objects that can't be reclaimed */
	u64 slab;
	/** @free: pages that nobody uses */
	u64 free;
};

void storm_memory(struct storm_memory *m);
void storm_assert_kept(const struct storm_memory *before, unsigned int times);

/** struct storm_helpers - threads that do something again and again */
struct storm_helpers {
	/** @threads: the threads */
	pthread_t threads[STORM_HELPERS];
	/** @num: number of threads */
	unsigned int num;
	/** @stop: they are to end */
	volatile bool stop;
	/** @rounds: how often they did it, together */
	u64 rounds;
	/** @action: what they do; @data as given */
	void (*action)(void *data);
	/** @data: argument of @action */
	void *data;
};

void storm_helpers_start(struct storm_helpers *h, unsigned int num, void (*action)(void *data),
			 void *data);
void storm_helpers_stop(struct storm_helpers *h);

void storm_pause(unsigned int max_us);

#endif /* _STORM_LIB_H_ */
