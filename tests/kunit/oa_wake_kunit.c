// SPDX-License-Identifier: GPL-2.0-only
/*
 * When waiters are woken: the decision, and the real timer around it.
 *
 * Expected: no timer without a waiter; a lost interrupt costs at most the
 * period; poll() and read() agree (abi.rst 10.3, 10.4).
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

#include "named_param.h"
#include "oa/stream/oa_stream_priv.h"

#define PERIOD_NS	(2 * NSEC_PER_MSEC)
#define LONG_NS		(60ull * NSEC_PER_SEC)	/* never expires in a test */

struct decide_case {
	const char *name;
	bool waiters;
	bool live;
	bool data;
	enum oa_wake_verdict verdict;
};

static const struct decide_case decide_cases[] = {
	{ "nothing", false, false, false, OA_WAKE_STOP },
	{ "data, no waiter, off", false, false, true, OA_WAKE_STOP },
	{ "no waiter", false, true, false, OA_WAKE_STOP },
	{ "data, no waiter", false, true, true, OA_WAKE_STOP },
	{ "waiter of a stopped stream", true, false, false, OA_WAKE_STOP },
	{ "old data of a stopped stream", true, false, true, OA_WAKE_STOP },
	{ "waiter, no data", true, true, false, OA_WAKE_REARM },
	{ "waiter and data", true, true, true, OA_WAKE_NOW },
};

KUNIT_ARRAY_PARAM_DESC(decide, decide_cases, name);

static void oa_wake_decides(struct kunit *test)
{
	const struct decide_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_wake_decide(c->waiters, c->live, c->data), c->verdict);
}

struct want_case {
	const char *name;
	u32 reports;
	bool bounded;		/* by 2 ms; a report takes 300 us */
	u32 readable;
	u64 waited_ns;
	bool any;		/* was woken, or waited long enough */
	bool enough;
	u64 delay_ns;
};

static const struct want_case want_cases[] = {
	{ "one, none", 1, false, 0, 0, false, false, PERIOD_NS },
	{ "one, there", 1, false, 1, 0, false, true, PERIOD_NS },
	{ "one, bound given, long ago", 1, true, 0, 9000000, true, false, PERIOD_NS },
	{ "ten, none", 10, false, 0, 0, false, false, 3000000 },
	{ "ten, four", 10, false, 4, 0, false, false, 1800000 },
	{ "ten, nine", 10, false, 9, 0, false, false, 300000 },
	{ "ten, four, no bound", 10, false, 4, 60 * NSEC_PER_SEC, false, false, 1800000 },
	{ "ten, ten", 10, false, 10, 0, false, true, 300000 },
	{ "ten, urgent", 10, false, OA_WAKE_URGENT, 0, false, true, 300000 },
	{ "ten, four, woken", 10, false, 4, 0, true, true, 1800000 },
	{ "ten, none, woken", 10, false, 0, 0, true, false, 3000000 },
	{ "ten, none, bounded", 10, true, 0, 0, false, false, PERIOD_NS },
	{ "ten, none, bounded, later", 10, true, 0, 500000, false, false, 1500000 },
	{ "ten, nine, bounded", 10, true, 9, 0, false, false, 300000 },
	{ "ten, four, bound nearly met", 10, true, 4, 1999999, false, false, 100000 },
	{ "ten, none, bound met", 10, true, 0, PERIOD_NS, true, false, 300000 },
	{ "ten, one, bound met", 10, true, 1, PERIOD_NS, true, true, 300000 },
};

KUNIT_ARRAY_PARAM_DESC(want, want_cases, name);

static void oa_wake_wants(struct kunit *test)
{
	const struct want_case *c = test->param_value;
	struct oa_wake wake = { .period_ns = PERIOD_NS };

	oa_wake_set_reports(&wake, c->reports, 300000, c->bounded);
	KUNIT_EXPECT_EQ(test, oa_wake_enough(&wake, c->readable, c->any), c->enough);
	KUNIT_EXPECT_EQ(test, oa_wake_delay_ns(&wake, c->readable, c->waited_ns), c->delay_ns);
}

/* A stream's waiters, and an entry on their queue that does not sleep */
struct wake_test {
	struct oa_wake wake;
	struct wait_queue_entry entry;
	atomic_t woken;		/* times the waiter was woken */
	atomic_t asked;		/* calls of readable() */
	int unmasked;		/* times unmask() was called */
	int polled;		/* times poll_irq() was called */
	bool late;		/* poll_irq() finds the event of a lost message */
	u32 few, many;		/* what unmask() reports before and after data_after */
	atomic_t data_after;	/* readable() is true from this call on; 0 never */
};

static int waiter_woken(struct wait_queue_entry *entry, unsigned int mode, int flags, void *key)
{
	atomic_inc(&container_of(entry, struct wake_test, entry)->woken);
	return 0;
}

static u32 fake_readable(struct oa_wake *wake)
{
	struct wake_test *t = container_of(wake, struct wake_test, wake);
	int after = atomic_read(&t->data_after);

	return atomic_inc_return(&t->asked) >= after && after ? t->many ?: 1 : t->few;
}

static void fake_unmask(struct oa_wake *wake)
{
	container_of(wake, struct wake_test, wake)->unmasked++;
}

static void fake_poll_irq(struct oa_wake *wake)
{
	struct wake_test *t = container_of(wake, struct wake_test, wake);

	t->polled++;
	if (t->late)
		oa_wake_up(wake, OA_WAKE_INTERRUPT);
	t->late = false;
}

static const struct oa_wake_ops fake_ops = {
	.readable = fake_readable,
	.unmask = fake_unmask,
	.poll_irq = fake_poll_irq,
};

static void wait_begins(struct wake_test *t)
{
	add_wait_queue(&t->wake.wait, &t->entry);
}

/* Harmless if there is no wait. */
static void wait_ends(struct wake_test *t)
{
	unsigned long flags;

	spin_lock_irqsave(&t->wake.wait.lock, flags);
	list_del_init(&t->entry.entry);
	spin_unlock_irqrestore(&t->wake.wait.lock, flags);
}

static struct wake_test *wake_test(struct kunit *test, u64 period_ns)
{
	struct wake_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	oa_wake_init(&t->wake, period_ns, &fake_ops);
	init_waitqueue_func_entry(&t->entry, waiter_woken);
	INIT_LIST_HEAD(&t->entry.entry);
	test->priv = t;
	return t;
}

/* Also after a failed assertion: no timer may outlive its memory. */
static void wake_test_exit(struct kunit *test)
{
	struct wake_test *t = test->priv;

	if (!t)
		return;
	wait_ends(t);
	oa_wake_stop(&t->wake);
	hrtimer_cancel(&t->wake.deadline);
}

/* Start the stream and wait on it: the deadline is armed. */
static void wait_on(struct wake_test *t)
{
	oa_wake_start(&t->wake);
	wait_begins(t);
	oa_wake_arm(&t->wake);
}

static bool armed(struct wake_test *t)
{
	return hrtimer_active(&t->wake.deadline);
}

static u64 wakeups(struct wake_test *t, enum oa_wake_cause cause)
{
	return atomic64_read(&t->wake.wakeups[cause]);
}

/* Wait until @counter is at least @least, or until much more than the period has passed. */
static bool reaches(atomic_t *counter, int least)
{
	int ms;

	for (ms = 0; ms < 2000 && atomic_read(counter) < least; ms++)
		usleep_range(1000, 1100);
	return atomic_read(counter) >= least;
}

static bool goes_idle(struct wake_test *t)
{
	int ms;

	for (ms = 0; ms < 2000 && armed(t); ms++)
		usleep_range(1000, 1100);
	return !armed(t);
}

static void oa_wake_starts_idle(struct kunit *test)
{
	struct wake_test *t = wake_test(test, PERIOD_NS);

	KUNIT_EXPECT_FALSE(test, oa_wake_ready(&t->wake));
	KUNIT_EXPECT_FALSE(test, armed(t));
	oa_wake_start(&t->wake);
	KUNIT_EXPECT_FALSE(test, oa_wake_ready(&t->wake));
	KUNIT_EXPECT_FALSE(test, armed(t));
	usleep_range(10000, 11000);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->wake.expiries), (s64)0);
	KUNIT_EXPECT_EQ(test, atomic_read(&t->asked), 0);
}

/* The waiter left, e.g. because of a signal: the timer finds no waiter and stays off. */
static void oa_wake_no_waiter_no_timer(struct kunit *test)
{
	struct wake_test *t = wake_test(test, PERIOD_NS);

	oa_wake_start(&t->wake);
	oa_wake_arm(&t->wake);
	KUNIT_EXPECT_TRUE(test, goes_idle(t));
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->wake.expiries), (s64)1);
	KUNIT_EXPECT_EQ(test, atomic_read(&t->asked), 0);
	usleep_range(10000, 11000);
	KUNIT_EXPECT_EQ(test, atomic64_read(&t->wake.expiries), (s64)1);
	/* The next waiter can arm it again. */
	wait_begins(t);
	oa_wake_arm(&t->wake);
	KUNIT_EXPECT_TRUE(test, armed(t));
}

/* No interrupt ever comes: the deadline finds the data and wakes. */
static void oa_wake_lost_interrupt(struct kunit *test)
{
	struct wake_test *t = wake_test(test, PERIOD_NS);
	ktime_t begin;

	atomic_set(&t->data_after, 3);
	oa_wake_start(&t->wake);
	wait_begins(t);
	begin = ktime_get();
	oa_wake_arm(&t->wake);
	KUNIT_ASSERT_TRUE(test, reaches(&t->woken, 1));
	/* The deadline polls once per period, not in a tight loop. */
	KUNIT_EXPECT_GE(test, ktime_to_ns(ktime_sub(ktime_get(), begin)),
			(s64)(3 * PERIOD_NS));
	KUNIT_EXPECT_LE(test, 3, atomic_read(&t->asked));
	KUNIT_EXPECT_LE(test, 1ull, wakeups(t, OA_WAKE_DEADLINE));
	KUNIT_EXPECT_EQ(test, wakeups(t, OA_WAKE_INTERRUPT), 0ull);
	KUNIT_EXPECT_TRUE(test, oa_wake_ready(&t->wake));
	/* A waiter on the queue is woken each period as long as there is data, read or not. */
	KUNIT_EXPECT_TRUE(test, armed(t));
	KUNIT_EXPECT_TRUE(test, reaches(&t->woken, 3));
	KUNIT_EXPECT_GE(test, ktime_to_ns(ktime_sub(ktime_get(), begin)),
			(s64)(5 * PERIOD_NS));
	wait_ends(t);
	KUNIT_EXPECT_TRUE(test, goes_idle(t));
}

/* The deadline serves an interrupt whose message was lost, and rearms for the remaining waiters. */
static void oa_wake_lost_message(struct kunit *test)
{
	struct wake_test *t = wake_test(test, PERIOD_NS);

	t->late = true;
	wait_on(t);
	KUNIT_ASSERT_TRUE(test, reaches(&t->asked, 3));
	KUNIT_EXPECT_EQ(test, atomic_read(&t->woken), 1);
	KUNIT_EXPECT_EQ(test, wakeups(t, OA_WAKE_INTERRUPT), 1ull);
	KUNIT_EXPECT_EQ(test, wakeups(t, OA_WAKE_DEADLINE), 0ull);
	KUNIT_EXPECT_LE(test, 3, t->polled);
	oa_wake_stop(&t->wake);
	t->polled = 0;
	oa_wake_arm(&t->wake);
	usleep_range(10000, 11000);
	KUNIT_EXPECT_EQ(test, t->polled, 0);
}

/* While no data comes, the deadline rearms itself. */
static void oa_wake_rearms(struct kunit *test)
{
	struct wake_test *t = wake_test(test, PERIOD_NS);

	wait_on(t);
	KUNIT_EXPECT_TRUE(test, reaches(&t->asked, 4));
	KUNIT_EXPECT_TRUE(test, armed(t));
	KUNIT_EXPECT_EQ(test, atomic_read(&t->woken), 0);
	KUNIT_EXPECT_FALSE(test, oa_wake_ready(&t->wake));
	wait_ends(t);
	KUNIT_EXPECT_TRUE(test, goes_idle(t));
}

/* A second waiter must not postpone the first one's deadline. */
static void oa_wake_arm_idempotent(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);
	ktime_t expires;

	wait_on(t);
	expires = hrtimer_get_expires(&t->wake.deadline);
	usleep_range(1000, 1100);
	oa_wake_arm(&t->wake);
	KUNIT_EXPECT_EQ(test, hrtimer_get_expires(&t->wake.deadline), expires);
}

static void oa_wake_arm_needs_live(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);

	wait_begins(t);
	oa_wake_arm(&t->wake);
	KUNIT_EXPECT_FALSE(test, armed(t));
	KUNIT_EXPECT_EQ(test, t->unmasked, 0);
	oa_wake_start(&t->wake);
	oa_wake_arm(&t->wake);
	KUNIT_EXPECT_TRUE(test, armed(t));
	KUNIT_EXPECT_LT(test, 0, t->unmasked);
	oa_wake_stop(&t->wake);
	t->unmasked = 0;
	oa_wake_arm(&t->wake);
	KUNIT_EXPECT_FALSE(test, armed(t));
	KUNIT_EXPECT_EQ(test, t->unmasked, 0);
}

/* The interrupt is enabled for waiters only, even if a deadline is already running. */
static void oa_wake_unmasks(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);

	oa_wake_start(&t->wake);
	KUNIT_EXPECT_EQ(test, t->unmasked, 0);
	oa_wake_arm(&t->wake);
	KUNIT_EXPECT_EQ(test, t->unmasked, 1);
	KUNIT_EXPECT_TRUE(test, armed(t));
	oa_wake_arm(&t->wake);
	KUNIT_EXPECT_EQ(test, t->unmasked, 2);
}

/* A poll of a disabled stream cannot arm the deadline, and an epoll does not poll again. */
static void oa_wake_start_arms(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);

	wait_begins(t);
	oa_wake_start(&t->wake);
	KUNIT_EXPECT_TRUE(test, armed(t));
}

/* A blocked reader must see that the stream was disabled (abi.rst 10.5). */
static void oa_wake_stop_wakes(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);

	wait_on(t);
	oa_wake_stop(&t->wake);
	KUNIT_EXPECT_EQ(test, atomic_read(&t->woken), 1);
	KUNIT_EXPECT_EQ(test, wakeups(t, OA_WAKE_STATE), 1ull);
	KUNIT_EXPECT_FALSE(test, armed(t));
	/* While the stream is disabled, nothing makes it readable (abi.rst 10.4). */
	KUNIT_EXPECT_FALSE(test, oa_wake_ready(&t->wake));
	/* It can be started again. */
	oa_wake_start(&t->wake);
	oa_wake_arm(&t->wake);
	KUNIT_EXPECT_TRUE(test, armed(t));
}

/*
 * The stop comes after a waiter took the armed bit and before that waiter
 * starts the deadline. The bit stays with the waiter; otherwise a second waiter
 * would start the deadline as well.
 */
static void oa_wake_stop_half_armed(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);
	ktime_t expires;

	oa_wake_start(&t->wake);
	wait_begins(t);
	set_bit(OA_WAKE_ARMED_BIT, &t->wake.flags);
	oa_wake_stop(&t->wake);
	KUNIT_EXPECT_TRUE(test, test_bit(OA_WAKE_ARMED_BIT, &t->wake.flags));
	/* The waiter starts the deadline now, in a stream that samples again. */
	oa_wake_start(&t->wake);
	hrtimer_start(&t->wake.deadline, ns_to_ktime(LONG_NS), HRTIMER_MODE_REL);
	expires = hrtimer_get_expires(&t->wake.deadline);
	usleep_range(1000, 1100);
	oa_wake_arm(&t->wake);
	KUNIT_EXPECT_EQ(test, hrtimer_get_expires(&t->wake.deadline), expires);
	/* Taking the deadline off the queue clears the bit. */
	oa_wake_stop(&t->wake);
	KUNIT_EXPECT_FALSE(test, test_bit(OA_WAKE_ARMED_BIT, &t->wake.flags));
}

static void oa_wake_interrupt_wakes(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);

	oa_wake_start(&t->wake);
	wait_begins(t);
	KUNIT_EXPECT_TRUE(test, oa_wake_up(&t->wake, OA_WAKE_INTERRUPT));
	KUNIT_EXPECT_EQ(test, atomic_read(&t->woken), 1);
	KUNIT_EXPECT_EQ(test, wakeups(t, OA_WAKE_INTERRUPT), 1ull);
	KUNIT_EXPECT_EQ(test, wakeups(t, OA_WAKE_DEADLINE), 0ull);
	KUNIT_EXPECT_FALSE(test, armed(t));
}

/* The first deadline is a period after the last look, so data is never older than that. */
static void oa_wake_first_deadline(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);
	u64 looked;

	KUNIT_EXPECT_EQ(test, oa_wake_next_ns(2000, 10000, 10001), 12000ull);
	KUNIT_EXPECT_EQ(test, oa_wake_next_ns(2000, 10000, 11999), 12000ull);
	/* A look is due: the waiter has just found nothing by other means. */
	KUNIT_EXPECT_EQ(test, oa_wake_next_ns(2000, 10000, 12000), 14000ull);
	KUNIT_EXPECT_EQ(test, oa_wake_next_ns(2000, 0, 1000000), 1002000ull);
	oa_wake_start(&t->wake);
	looked = t->wake.looked;
	usleep_range(1000, 1100);
	wait_begins(t);
	oa_wake_arm(&t->wake);
	KUNIT_ASSERT_TRUE(test, armed(t));
	KUNIT_EXPECT_EQ(test, ktime_to_ns(hrtimer_get_expires(&t->wake.deadline)),
			(s64)(looked + LONG_NS));
}

/* A deadline is a period after the one before, however late the reader comes back. */
static void oa_wake_keeps_cadence(struct kunit *test)
{
	struct wake_test *t = wake_test(test, PERIOD_NS);
	ktime_t first, later;

	atomic_set(&t->data_after, 1);
	wait_on(t);
	first = hrtimer_get_expires(&t->wake.deadline);
	KUNIT_ASSERT_TRUE(test, reaches(&t->woken, 2));
	oa_wake_arm(&t->wake);
	later = hrtimer_get_expires(&t->wake.deadline);
	KUNIT_EXPECT_EQ(test, (u64)ktime_to_ns(ktime_sub(later, first)) % PERIOD_NS, 0ull);
}

/* Each wait has a whole period: an interrupt moves what is left of the old one. */
static void oa_wake_interrupt_moves(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);
	ktime_t first;

	wait_on(t);
	KUNIT_ASSERT_TRUE(test, armed(t));
	first = hrtimer_get_expires(&t->wake.deadline);
	usleep_range(2000, 2100);
	KUNIT_EXPECT_TRUE(test, oa_wake_up(&t->wake, OA_WAKE_INTERRUPT));
	KUNIT_EXPECT_TRUE(test, armed(t));
	KUNIT_EXPECT_TRUE(test, test_bit(OA_WAKE_ARMED_BIT, &t->wake.flags));
	KUNIT_EXPECT_GT(test, hrtimer_get_expires(&t->wake.deadline), first);
}

/* A look is due after an event, and a period after the last one; a look begins both anew. */
static void oa_wake_looks(struct kunit *test)
{
	struct wake_test *t = wake_test(test, PERIOD_NS);
	u64 now;

	oa_wake_start(&t->wake);
	now = t->wake.looked;
	KUNIT_EXPECT_FALSE(test, oa_wake_look_due(&t->wake, now + PERIOD_NS - 1));
	KUNIT_EXPECT_TRUE(test, oa_wake_look_due(&t->wake, now + PERIOD_NS));
	oa_wake_note_look(&t->wake, now + PERIOD_NS);
	KUNIT_EXPECT_FALSE(test, oa_wake_look_due(&t->wake, now + PERIOD_NS));
	oa_wake_up(&t->wake, OA_WAKE_INTERRUPT);
	KUNIT_EXPECT_TRUE(test, oa_wake_look_due(&t->wake, now + PERIOD_NS));
	/* A drain leaves the event to the next call. */
	oa_wake_drained(&t->wake, now + PERIOD_NS);
	KUNIT_EXPECT_TRUE(test, oa_wake_look_due(&t->wake, now + PERIOD_NS));
	KUNIT_EXPECT_TRUE(test, oa_wake_ready(&t->wake));
	oa_wake_note_look(&t->wake, now + PERIOD_NS);
	KUNIT_EXPECT_FALSE(test, oa_wake_ready(&t->wake));
	set_bit(OA_WAKE_LOOK_BIT, &t->wake.flags);
	KUNIT_EXPECT_TRUE(test, oa_wake_look_due(&t->wake, now + PERIOD_NS));
}

/* Without a waiter the data is remembered for the next poll, but no wake-up is counted. */
static void oa_wake_no_waiter_to_wake(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);

	oa_wake_start(&t->wake);
	KUNIT_EXPECT_FALSE(test, oa_wake_up(&t->wake, OA_WAKE_INTERRUPT));
	KUNIT_EXPECT_TRUE(test, oa_wake_ready(&t->wake));
	KUNIT_EXPECT_EQ(test, wakeups(t, OA_WAKE_INTERRUPT), 0ull);
}

/* Ready from a wake-up until a look and a drain; enabling clears it (abi.rst 10.4). */
static void oa_wake_ready_until_drained(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);

	oa_wake_start(&t->wake);
	oa_wake_up(&t->wake, OA_WAKE_INTERRUPT);
	KUNIT_EXPECT_TRUE(test, oa_wake_ready(&t->wake));
	oa_wake_note_look(&t->wake, ktime_get_ns());
	KUNIT_EXPECT_TRUE(test, oa_wake_ready(&t->wake));
	oa_wake_drained(&t->wake, ktime_get_ns());
	KUNIT_EXPECT_FALSE(test, oa_wake_ready(&t->wake));
	oa_wake_up(&t->wake, OA_WAKE_DEADLINE);
	KUNIT_EXPECT_TRUE(test, oa_wake_ready(&t->wake));
	oa_wake_start(&t->wake);
	KUNIT_EXPECT_FALSE(test, oa_wake_ready(&t->wake));
}

/* Too few reports: the deadline waits for the missing ones, and wakes when they are there. */
static void oa_wake_many(struct kunit *test)
{
	struct wake_test *t = wake_test(test, LONG_NS);
	ktime_t begin;

	oa_wake_set_reports(&t->wake, 10, NSEC_PER_MSEC, false);
	t->few = 4;
	t->many = 10;
	atomic_set(&t->data_after, 3);
	oa_wake_start(&t->wake);
	wait_begins(t);
	begin = ktime_get();
	oa_wake_arm(&t->wake);
	KUNIT_ASSERT_TRUE(test, reaches(&t->woken, 1));
	/* 6 ms, and 6 ms more because only four reports were there */
	KUNIT_EXPECT_GE(test, ktime_to_ns(ktime_sub(ktime_get(), begin)),
			(s64)(12 * NSEC_PER_MSEC));
	KUNIT_EXPECT_LE(test, (s64)2, atomic64_read(&t->wake.expiries));
	KUNIT_EXPECT_LE(test, 1ull, wakeups(t, OA_WAKE_DEADLINE));
}

/* Past the user's bound, fewer reports are enough, but not none. */
static void oa_wake_many_bounded(struct kunit *test)
{
	struct wake_test *t = wake_test(test, PERIOD_NS);

	oa_wake_set_reports(&t->wake, 1000, NSEC_PER_MSEC, true);
	t->many = 1;
	atomic_set(&t->data_after, 4);
	wait_on(t);
	KUNIT_ASSERT_TRUE(test, reaches(&t->woken, 1));
	KUNIT_EXPECT_LE(test, 4, atomic_read(&t->asked));
	KUNIT_EXPECT_LE(test, (s64)3, atomic64_read(&t->wake.expiries));
}

static struct kunit_case oa_wake_cases[] = {
	KUNIT_CASE_PARAM(oa_wake_decides, decide_gen_params),
	KUNIT_CASE(oa_wake_starts_idle),
	KUNIT_CASE(oa_wake_no_waiter_no_timer),
	KUNIT_CASE(oa_wake_lost_interrupt),
	KUNIT_CASE(oa_wake_lost_message),
	KUNIT_CASE(oa_wake_rearms),
	KUNIT_CASE(oa_wake_arm_idempotent),
	KUNIT_CASE(oa_wake_arm_needs_live),
	KUNIT_CASE(oa_wake_unmasks),
	KUNIT_CASE(oa_wake_start_arms),
	KUNIT_CASE(oa_wake_stop_wakes),
	KUNIT_CASE(oa_wake_stop_half_armed),
	KUNIT_CASE(oa_wake_interrupt_wakes),
	KUNIT_CASE(oa_wake_first_deadline),
	KUNIT_CASE(oa_wake_keeps_cadence),
	KUNIT_CASE(oa_wake_interrupt_moves),
	KUNIT_CASE(oa_wake_looks),
	KUNIT_CASE(oa_wake_no_waiter_to_wake),
	KUNIT_CASE(oa_wake_ready_until_drained),
	KUNIT_CASE_PARAM(oa_wake_wants, want_gen_params),
	KUNIT_CASE(oa_wake_many),
	KUNIT_CASE(oa_wake_many_bounded),
	{ }
};

static struct kunit_suite oa_wake_suite = {
	.name = "i915_oa_wake",
	.exit = wake_test_exit,
	.test_cases = oa_wake_cases,
};

kunit_test_suite(oa_wake_suite);
