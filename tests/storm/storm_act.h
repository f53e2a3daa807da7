/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What both sides of a race share, and what one of them does.
 */
#ifndef _STORM_ACT_H_
#define _STORM_ACT_H_

#include "storm_lib.h"
#include "storm_wait.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK

/**
 * struct race - what both sides share
 */
struct race {
	/** @drm: the device; -1: closed */
	int drm;
	/** @set: a metric set */
	u64 set;
	/** @stream: -1: none now */
	volatile int stream;
	/** @wait: how long waiters wait */
	struct storm_wait wait;
};

/* Each is a round of a helper, whose data is a struct race. */
void act_read(void *data);
void act_poll(void *data);
void act_ioctl(void *data);
void act_fault(void *data);
void act_reset(void *data);
void act_poll_read(void *data);
void act_read_blocked(void *data);
void act_interrupt(void *data);
void act_open(void *data);
void act_open_at_times(void *data);
void act_files(void *data);

#endif /* _STORM_ACT_H_ */
