// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: What a reader sees
 *
 * A look at the unit reads its tail, and all reports up to there are in sight (oa_ring.seen). The
 * other calls read no tail. Documentation/internals.rst, "What a reader sees", says which calls
 * look, and why a read soon after one that returned records does not (oa_stream.read_at).
 *
 * Concurrency. Looks and reads have the stream's lock. Interrupt and deadline come in hard IRQ:
 * they only set bits, then wake. A look clears OA_WAKE_LOOK_BIT before it reads the tail, so an
 * event that comes meanwhile asks for another look. A read that has taken all in sight clears
 * OA_WAKE_READY_BIT, and leaves the other bit to the next call. poll() without the lock sees both
 * bits and the time of the last look, and confirms under the lock.
 */

/**
 * DOC: When to wake a waiter
 *
 * Documentation/internals.rst, "Wake policy", says when waiters wake; this is how.
 *
 * Races. A waiter first queues, then checks for data, then arms the deadline. The deadline checks
 * the queue, then for data. If it finds the queue empty it stops, and a waiter that came too late
 * to be seen arms it again. Each side has a full barrier between its two checks: the deadline in
 * wq_has_sleeper(), the waiter in set_current_state() and in the atomic of oa_wake_arm().
 *
 * OA_WAKE_ARMED_BIT belongs to the deadline. It is set by the side that will start the deadline,
 * and cleared by the deadline itself when it does not restart, or by the side that cancelled it. So
 * one side never starts the deadline while the other moves it forward. Who has cancelled a deadline
 * that was armed may start it for a later time: so does the interrupt before it wakes, since each
 * wait has a whole period.
 *
 * The half-full interrupt is masked until there is a waiter, and again by the first interrupt that
 * finds none. So a stream sees at most one interrupt after its last waiter has left. The waiter
 * that unmasks the interrupt checks for a crossing that was missed. If a handler masks it while a
 * waiter comes, the deadline replaces it.
 *
 * Waiting for many reports (WAKE_REPORTS). Hardware has no event for that, but the period of its
 * timer is known. A waiter sets the deadline to the time at which the missing reports will have
 * been written, so it expires once for each batch. Half full wakes as usual, and so does everything
 * urgent: a loss, an overflow, a reset. A POLL_OA_PERIOD that the user asked for bounds the wait.
 *
 * Facts: abi.rst 10.4.
 */
#include "oa_compat.h"
#include "oa_trace.h"
#include "stream/oa_stream_priv.h"

static const char * const oa_wake_cause_names[] = {
	[OA_WAKE_INTERRUPT] = "interrupt",
	[OA_WAKE_DEADLINE] = "deadline",
	[OA_WAKE_STATE] = "state",
};

static_assert(ARRAY_SIZE(oa_wake_cause_names) == OA_NUM_WAKE_CAUSES);

const char *oa_wake_cause_name(enum oa_wake_cause cause)
{
	return oa_wake_cause_names[cause];
}

/*
 * Check whether @readable reports are enough to wake a waiter; with @any one is, since the waiter
 * was woken, or has waited long enough.
 */
bool oa_wake_enough(const struct oa_wake *wake, u32 readable, bool any)
{
	return readable >= (any ? 1 : wake->reports);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_enough);

/* Return the delay to the next deadline, ns, with too few reports. Past the bound any is enough. */
u64 oa_wake_delay_ns(const struct oa_wake *wake, u32 readable, u64 waited_ns)
{
	u64 delay = wake->report_ns * (wake->reports - min(readable, wake->reports - 1));
	/* Loaded once: a period that is shortened between two loads would make the rest wrap. */
	const u64 period_ns = READ_ONCE(wake->period_ns);

	if (wake->reports == 1)
		return period_ns;
	if (wake->bounded)
		delay = min(delay, waited_ns < period_ns ? period_ns - waited_ns : wake->report_ns);
	return max(delay, OA_WAKE_SOONEST_NS);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_delay_ns);

/* Decide what an expired deadline does. */
enum oa_wake_verdict oa_wake_decide(bool waiters, bool live, bool data)
{
	if (!waiters || !live)
		return OA_WAKE_STOP;
	return data ? OA_WAKE_NOW : OA_WAKE_REARM;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_decide);

static void oa_wake_forward(struct oa_wake *wake, u32 readable, u64 waited_ns)
{
	hrtimer_forward_now(&wake->deadline,
			    ns_to_ktime(oa_wake_delay_ns(wake, readable, waited_ns)));
}

static enum hrtimer_restart oa_wake_expired(struct hrtimer *timer)
{
	struct oa_wake *wake = container_of(timer, struct oa_wake, deadline);
	bool live = test_bit(OA_WAKE_LIVE_BIT, &wake->flags);
	/* Only a wait for several reports is bounded by the time that it has taken. */
	u64 waited = wake->reports > 1 ? ktime_get_ns() - READ_ONCE(wake->since) : 0;
	bool past_bound = wake->bounded && waited >= READ_ONCE(wake->period_ns);
	bool waiters;
	u32 readable;

	atomic64_inc(&wake->expiries);
	/* Poll first, because that may wake the waiters. */
	if (live)
		wake->ops->poll_irq(wake);
	waiters = wq_has_sleeper(&wake->wait);
	readable = waiters && live ? wake->ops->readable(wake) : 0;
	switch (oa_wake_decide(waiters, live, oa_wake_enough(wake, readable, past_bound))) {
	case OA_WAKE_NOW:
		oa_wake_up(wake, OA_WAKE_DEADLINE);
		WRITE_ONCE(wake->since, ktime_get_ns());
		oa_wake_forward(wake, 0, 0);
		return HRTIMER_RESTART;
	case OA_WAKE_REARM:
		oa_wake_forward(wake, readable, waited);
		return HRTIMER_RESTART;
	default:
		clear_bit(OA_WAKE_ARMED_BIT, &wake->flags);
		/*
		 * A waiter that queued since the check of the queue found the deadline armed. So
		 * check again, also whether the stream samples: that may have begun in between.
		 */
		if (wq_has_sleeper(&wake->wait) && test_bit(OA_WAKE_LIVE_BIT, &wake->flags) &&
		    !test_and_set_bit(OA_WAKE_ARMED_BIT, &wake->flags)) {
			WRITE_ONCE(wake->since, ktime_get_ns());
			oa_wake_forward(wake, wake->ops->readable(wake), 0);
			return HRTIMER_RESTART;
		}
		return HRTIMER_NORESTART;
	}
}

/* Let waiters wait for several reports of a timer with this period. The stream does not sample. */
void oa_wake_set_reports(struct oa_wake *wake, u32 reports, u64 report_ns, bool bounded)
{
	wake->reports = reports;
	wake->report_ns = report_ns;
	wake->bounded = bounded;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_set_reports);

/* Set up without a waiter and not sampling. */
void oa_wake_init(struct oa_wake *wake, u64 period_ns, const struct oa_wake_ops *ops)
{
	memset(wake, 0, sizeof(*wake));
	init_waitqueue_head(&wake->wait);
	oa_hrtimer_setup(&wake->deadline, oa_wake_expired, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	wake->period_ns = period_ns;
	wake->ops = ops;
	wake->reports = 1;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_init);

/* Begin sampling, without data. */
void oa_wake_start(struct oa_wake *wake)
{
	clear_bit(OA_WAKE_READY_BIT, &wake->flags);
	oa_wake_note_look(wake, ktime_get_ns());
	set_bit(OA_WAKE_LIVE_BIT, &wake->flags);
	/* Pairs with set_current_state() of a waiter that queued before and saw it not live. */
	smp_mb__after_atomic();
	oa_pause();
	/* Such a waiter, say an epoll of a disabled stream, could not arm the deadline. */
	if (wq_has_sleeper(&wake->wait))
		oa_wake_arm(wake);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_start);

/*
 * End sampling and wake all waiters. Process context: waits for a deadline that is just expiring.
 * Until oa_wake_start() the deadline does not call readable() any more.
 */
void oa_wake_stop(struct oa_wake *wake)
{
	clear_bit(OA_WAKE_LIVE_BIT, &wake->flags);
	/* A waiter that saw it live may still arm the deadline, which then finds it stopped. */
	if (hrtimer_cancel(&wake->deadline))
		clear_bit(OA_WAKE_ARMED_BIT, &wake->flags);
	oa_wake_up(wake, OA_WAKE_STATE);
	clear_bit(OA_WAKE_READY_BIT, &wake->flags);
	clear_bit(OA_WAKE_LOOK_BIT, &wake->flags);
	clear_bit(OA_WAKE_LEFT_BIT, &wake->flags);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_stop);

/* Return the first deadline, ns: a period after the last look, or from now on if that is over. */
u64 oa_wake_next_ns(u64 period_ns, u64 looked, u64 now)
{
	return (now - looked < period_ns ? looked : now) + period_ns;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_next_ns);

/* Unmask the half-full interrupt. GPU present. Return false if the stream does not sample. */
bool oa_wake_unmask(struct oa_wake *wake)
{
	if (!test_bit(OA_WAKE_LIVE_BIT, &wake->flags))
		return false;
	wake->ops->unmask(wake);
	return true;
}

/* Move an armed deadline, unless it is expiring. */
static void oa_wake_move(struct oa_wake *wake, u64 until)
{
	if (hrtimer_try_to_cancel(&wake->deadline) == 1)
		hrtimer_start(&wake->deadline, ns_to_ktime(until), HRTIMER_MODE_ABS);
}

/*
 * Unmask the half-full interrupt and arm the deadline, for a waiter that is on the queue. A
 * deadline that runs is left alone, unless it is for a number of reports. GPU present.
 */
void oa_wake_arm(struct oa_wake *wake)
{
	const u64 now = ktime_get_ns();
	u64 until, waited = 0;
	bool armed;

	if (!oa_wake_unmask(wake))
		return;
	armed = test_and_set_bit(OA_WAKE_ARMED_BIT, &wake->flags);
	oa_pause();
	if (wake->reports == 1) {
		if (armed)
			return;
		until = oa_wake_next_ns(READ_ONCE(wake->period_ns), READ_ONCE(wake->looked), now);
	} else {
		if (armed)
			waited = now - READ_ONCE(wake->since);
		else
			WRITE_ONCE(wake->since, now);
		until = now + oa_wake_delay_ns(wake, wake->ops->readable(wake), waited);
	}
	if (armed)
		oa_wake_move(wake, until);
	else
		hrtimer_start(&wake->deadline, ns_to_ktime(until), HRTIMER_MODE_ABS);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_arm);

/*
 * Set the stream ready and wake the waiters. @cause is counted if there was one. Any context.
 * Return whether there was a waiter.
 */
bool oa_wake_up(struct oa_wake *wake, enum oa_wake_cause cause)
{
	set_bit(OA_WAKE_LOOK_BIT, &wake->flags);
	set_bit(OA_WAKE_READY_BIT, &wake->flags);
	oa_pause();
	if (!wq_has_sleeper(&wake->wait))
		return false;
	if (cause == OA_WAKE_INTERRUPT)
		oa_wake_move(wake, ktime_get_ns() + oa_wake_delay_ns(wake, 0, 0));
	atomic64_inc(&wake->wakeups[cause]);
	trace_oa_wake(cause);
	wake_up_all(&wake->wait);
	return true;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_up);

/* Check whether there may be data for a reader, in sight or after a look. */
bool oa_wake_ready(const struct oa_wake *wake)
{
	return READ_ONCE(wake->flags) & (BIT(OA_WAKE_READY_BIT) | BIT(OA_WAKE_LOOK_BIT));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_ready);

/* Check whether the next call that finds nothing in sight looks at the unit. */
bool oa_wake_look_due(const struct oa_wake *wake, u64 now)
{
	return test_bit(OA_WAKE_LOOK_BIT, &wake->flags) ||
	       now - READ_ONCE(wake->looked) >= READ_ONCE(wake->period_ns);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_look_due);

/* Note a look, before its first access to the unit: a later event asks for another one. */
void oa_wake_note_look(struct oa_wake *wake, u64 now)
{
	WRITE_ONCE(wake->looked, now);
	clear_bit(OA_WAKE_LOOK_BIT, &wake->flags);
	/* Order the look after the clearing of the bit. */
	smp_mb__after_atomic();
	oa_pause();
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_note_look);

/* Note that nothing is left in sight. */
void oa_wake_drained(struct oa_wake *wake, u64 now)
{
	clear_bit(OA_WAKE_READY_BIT, &wake->flags);
	oa_pause();
	/* A deadline that still runs bounds the next wait. */
	WRITE_ONCE(wake->since, now);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wake_drained);
