// SPDX-License-Identifier: GPL-2.0-only
#include "storm_wait.h"

/* A waiter's deadline is 5 ms. What is left is for other threads of a guest with one processor. */
#define LATE_TICKS	50

#define LOAD(x)		__atomic_load_n(&(x), __ATOMIC_SEQ_CST)
#define STORE(x, to)	__atomic_store_n(&(x), to, __ATOMIC_SEQ_CST)

static void tick(void *data)
{
	struct storm_wait *w = data;

	oa_sleep_ms(1);
	STORE(w->ticks, w->ticks + 1);
}

void storm_wait_start(struct storm_wait *w)
{
	*w = (struct storm_wait) {};
	storm_helpers_start(&w->clock, 1, tick, w);
}

/* A wait begins. Return: its beginning, for its end. */
u64 storm_wait_begin(struct storm_wait *w)
{
	return LOAD(w->ticks);
}

/*
 * It ends. If two threads wait, one may get all the data and the other nothing, for as long as it
 * likes. So a wait is as long as nobody was woken. A thread that ended its wait meanwhile makes
 * another's shorter, never longer.
 */
void storm_wait_end(struct storm_wait *w, u64 began)
{
	const u64 now = LOAD(w->ticks), served = LOAD(w->served);
	u64 worst = LOAD(w->worst), took;

	STORE(w->served, now);
	if (served > began)
		began = served;
	took = now > began ? now - began : 0;
	while (took > worst && !__atomic_compare_exchange_n(&w->worst, &worst, took, false,
							    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		;
}

/* Wait until there is something to read. */
void storm_wait_poll(struct storm_wait *w, int stream)
{
	struct pollfd pfd = { .fd = stream, .events = POLLIN };
	const u64 began = storm_wait_begin(w);

	igt_assert_eq(poll(&pfd, 1, 60000), 1);
	storm_wait_end(w, began);
}

/* Nobody waited for longer than a deadline lasts. */
void storm_wait_stop(struct storm_wait *w)
{
	storm_helpers_stop(&w->clock);
	igt_info("longest wait: %llu ticks of a millisecond\n", w->worst);
	igt_assert_lt(w->worst, LATE_TICKS);
}
