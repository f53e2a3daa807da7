/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Waiters are woken in time, by a clock that a slow host can't hurry.
 */
#ifndef _STORM_WAIT_H_
#define _STORM_WAIT_H_

#include "storm_lib.h"

/**
 * struct storm_wait - waits for the data of one stream, by one thread or several
 *
 * No lock; the clock's thread writes @ticks, waiters the others.
 */
struct storm_wait {
	/** @clock: a thread that sleeps for a millisecond, again and again */
	struct storm_helpers clock;
	/** @ticks: how often it did: milliseconds, or more, in which the guest itself ran */
	u64 ticks;
	/** @served: the tick when a wait last ended */
	u64 served;
	/** @worst: ticks of the longest time in which nobody's wait ended */
	u64 worst;
};

void storm_wait_start(struct storm_wait *w);
u64 storm_wait_begin(struct storm_wait *w);
void storm_wait_end(struct storm_wait *w, u64 began);
void storm_wait_poll(struct storm_wait *w, int stream);
void storm_wait_stop(struct storm_wait *w);

#endif /* _STORM_WAIT_H_ */
