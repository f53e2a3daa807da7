/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When to wake a waiter for reports: the policy, in one place.
 */
#ifndef _OA_WAKE_H_
#define _OA_WAKE_H_

#include <linux/hrtimer.h>
#include <linux/types.h>
#include <linux/wait.h>

/** enum oa_wake_cause - what made a waiter look again */
enum oa_wake_cause {
	/** @OA_WAKE_INTERRUPT: the half-full interrupt, or a waiter found half full itself */
	OA_WAKE_INTERRUPT,
	/** @OA_WAKE_DEADLINE: the deadline found data */
	OA_WAKE_DEADLINE,
	/** @OA_WAKE_STATE: the stream was disabled, reset or lost its GPU */
	OA_WAKE_STATE,
	/** @OA_NUM_WAKE_CAUSES: number of causes */
	OA_NUM_WAKE_CAUSES,
};

/** enum oa_wake_verdict - what an expired deadline does */
enum oa_wake_verdict {
	/** @OA_WAKE_STOP: nobody waits, or nothing samples: run no timer */
	OA_WAKE_STOP,
	/** @OA_WAKE_REARM: somebody waits, nothing to read yet */
	OA_WAKE_REARM,
	/** @OA_WAKE_NOW: somebody waits and there is something to read */
	OA_WAKE_NOW,
};

/* Returned by struct oa_wake.readable() when nobody should wait for more. */
#define OA_WAKE_URGENT		U32_MAX
/* No deadline is set sooner: the report may be due already, but not landed yet. */
#define OA_WAKE_SOONEST_NS	100000ull

struct oa_wake;

/** struct oa_wake_ops - what the wake policy asks of its stream */
struct oa_wake_ops {
	/** @readable: reports that can be read, or OA_WAKE_URGENT; any context */
	u32 (*readable)(struct oa_wake *wake);
	/** @listen: somebody waits: let the half-full interrupt come; process context */
	void (*listen)(struct oa_wake *wake);
	/** @serve: a deadline expired: serve an interrupt whose message was lost; hard IRQ */
	void (*serve)(struct oa_wake *wake);
};

/**
 * struct oa_wake - waiters of one stream
 *
 * @flags are atomic bits, changed in process context, in hard IRQ and by the timer. The
 * counters are atomic too. The other fields are written before the stream can be waited on,
 * except for @period_ns, @since and @ended.
 */
struct oa_wake {
	/** @wait: blocked reads and pollers; woken by oa_wake_up() */
	struct wait_queue_head wait;
	/** @deadline: one shot, armed by a waiter, expires in hard IRQ */
	struct hrtimer deadline;
	/**
	 * @period_ns: POLL_OA_PERIOD, the latency bound of a waiter for one report; made shorter,
	 * with the stream's lock, where half full raises no interrupt; read without it
	 */
	u64 period_ns;
	/** @bounded: @period_ns ends a wait for @reports; set once */
	bool bounded;
	/** @reports: how many a waiter wants, from 1 on; set once */
	u32 reports;
	/** @report_ns: the timer's period, where @reports is above 1; set once */
	u64 report_ns;
	/** @since: when the wait that the deadline bounds began, ns; a hint, no lock */
	u64 since;
	/** @ended: when the deadline ended the last wait, ns; 0: it did not; a hint, no lock */
	u64 ended;
	/** @ops: what it asks of the stream; set once */
	const struct oa_wake_ops *ops;
	/** @flags: OA_WAKE_*_BIT */
	unsigned long flags;
	/** @wakeups: wake-ups by cause; atomic, for debugfs */
	atomic64_t wakeups[OA_NUM_WAKE_CAUSES];
	/** @expiries: deadlines that expired, whether or not they woke anyone */
	atomic64_t expiries;
};

#define OA_WAKE_READY_BIT	0	/* poll says readable until a read drains */
#define OA_WAKE_LIVE_BIT	1	/* the stream samples: deadlines may be armed */
#define OA_WAKE_ARMED_BIT	2	/* the deadline runs */
#define OA_WAKE_LEFT_BIT	3	/* a read has left a report that the next one gives */

enum oa_wake_verdict oa_wake_decide(bool waiters, bool live, bool data);
void oa_wake_init(struct oa_wake *wake, u64 period_ns, const struct oa_wake_ops *ops);
void oa_wake_want(struct oa_wake *wake, u32 reports, u64 report_ns, bool bounded);
bool oa_wake_enough(const struct oa_wake *wake, u32 readable, bool any);
u64 oa_wake_next_ns(u64 period_ns, u64 ended, u64 now);
u64 oa_wake_delay_ns(const struct oa_wake *wake, u32 readable, u64 waited_ns);
void oa_wake_start(struct oa_wake *wake);
void oa_wake_stop(struct oa_wake *wake);
void oa_wake_fini(struct oa_wake *wake);
bool oa_wake_listen(struct oa_wake *wake);
void oa_wake_arm(struct oa_wake *wake);
bool oa_wake_up(struct oa_wake *wake, enum oa_wake_cause cause);
bool oa_wake_ready(const struct oa_wake *wake);
void oa_wake_reads(struct oa_wake *wake);
void oa_wake_leaves(struct oa_wake *wake);
bool oa_wake_left(const struct oa_wake *wake);
void oa_wake_drained(struct oa_wake *wake, u64 now);
const char *oa_wake_cause_name(enum oa_wake_cause cause);

#endif /* _OA_WAKE_H_ */
