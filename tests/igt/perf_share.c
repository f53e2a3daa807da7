// SPDX-License-Identifier: GPL-2.0-only
/*
 * SHARE: streams that read along with the one that has the OA unit. Each has its own reports,
 * losses and books. abi-extensions.rst 25.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oa_share.h"
#include "oa_ways.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define DISABLED	I915_PERF_FLAG_DISABLED
/* Reports every 1.3 ms */
#define STROBE_BIT	13
#define CHUNK		(1 << 20)
/* Periods of the timer that a stream which joins may need to be there */
#define SOON		100
/* So many streams may read along. */
#define MOST		16

#define open_shared(s, flags, bit, ...)	oa_share_open(s, flags, (s)->set, bit, ##__VA_ARGS__)

/*
 * From the freeze on, each report that the unit wrote was delivered, or announced as lost; and so
 * was each that it could not write.
 */
static void assert_balanced(const struct oa_reader *r, const struct oa_reader *then, u64 written)
{
	igt_assert_eq_u64(oa_reader_told(r, then), written);
}

/* struct seen - time stamp and sum of each report */
struct seen {
	u64 num;
	u32 timestamp[512];
	u64 sum[512];
};

static void see(struct seen *seen, const struct oa_record *rec)
{
	const u32 *payload = rec->payload;
	u64 sum = 0;

	for (size_t i = 0; i < OA_BYTES / 4; i++)
		sum = sum * 31 + payload[i];
	if (rec->type != DRM_I915_PERF_RECORD_SAMPLE || seen->num == 512)
		return;
	seen->timestamp[seen->num] = payload[1];
	seen->sum[seen->num++] = sum;
}

static void read_seen(struct oa_reader *r, struct seen *seen)
{
	static u8 buf[CHUNK];
	struct oa_record rec;
	ssize_t n;

	n = read(r->stream, buf, sizeof(buf));
	if (n < 0 && errno == EAGAIN)
		return;
	igt_assert_lt(0, n);
	oa_tally_add(&r->tally, buf, n);
	oa_for_each_record(&rec, at, buf, n)
		see(seen, &rec);
}

/* Both get the same reports, to the last dword. */
static void test_same(void)
{
	struct seen owner = { 0 }, joined = { 0 };
	u64 i = 0, same = 0;
	struct oa_shared t;

	oa_shared_open(&t, STROBE_BIT);
	while (joined.num < 300) {
		igt_assert(oa_poll_in(t.joined.stream, 20000));
		read_seen(&t.joined, &joined);
		read_seen(&t.owner, &owner);
	}
	while (i < owner.num && owner.timestamp[i] != joined.timestamp[0])
		i++;
	/* The owner was read last, and may have more. */
	for (; i < owner.num && same < joined.num; i++, same++) {
		igt_assert_eq_u32(owner.timestamp[i], joined.timestamp[same]);
		igt_assert_eq_u64(owner.sum[i], joined.sum[same]);
	}
	igt_assert_lte(200, same);
	oa_tally_assert_whole(&t.owner.tally);
	oa_tally_assert_whole(&t.joined.tally);
	oa_shared_close(&t);
}

/* Who joins gets what is written from then on; nothing before is a loss. */
static void test_join_late(void)
{
	struct oa_session s;
	struct oa_reader r;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	for (int i = 0; i < 30; i++) {
		oa_reader_join(&r, &s, STROBE_BIT);
		oa_reader_collect(&r, 5);
		oa_tally_assert_whole(&r.tally);
		close(r.stream);
	}
	oa_session_close(&s);
}

/* With SHARE and a free unit it is a stream like any other, and may be joined. */
static void test_first(void)
{
	struct oa_session s;
	struct oa_reader first, second;

	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT),
			      OA_PROP_SHARE, 1);
	oa_reader_init(&first, s.stream, STROBE_BIT);
	oa_reader_join(&second, &s, STROBE_BIT);
	oa_reader_collect(&first, 20);
	oa_reader_collect(&second, 20);
	oa_tally_assert_whole(&first.tally);
	oa_tally_assert_whole(&second.tally);
	close(second.stream);
	oa_session_close(&s);
}

/* Without SHARE the unit is in use, also by those who read along with a stream that was closed. */
static void test_busy(void)
{
	struct oa_shared t;

	oa_shared_open(&t, STROBE_BIT);
	oa_assert_fails(oa_open_props(t.s.drm, 0, OA_BASE_PROPS(t.s.set, OA_FORMAT, STROBE_BIT)),
			EBUSY);
	close(t.s.stream);
	oa_assert_fails(oa_open_props(t.s.drm, 0, OA_BASE_PROPS(t.s.set, OA_FORMAT, STROBE_BIT)),
			EBUSY);
	close(t.joined.stream);
	close(t.s.drm);
	oa_gpu_assert_works();
}

static u64 another_set(int drm)
{
	char uuid[37];
	int id;

	oa_uuid_fresh(uuid);
	id = oa_config_add_boolean(drm, uuid, oa_facts()->cec, 0x00000003);
	igt_assert_lt(0, id);
	return id;
}

static void test_refused(void)
{
	const u64 other = oa_facts()->layouts[1].format;
	struct oa_session s;
	u64 one;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	one = another_set(s.drm);
	oa_assert_fails(oa_open_props(s.drm, 0, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT),
				      OA_PROP_SHARE, 2), EINVAL);
	oa_assert_fails(open_shared(&s, 0, STROBE_BIT, OA_PROP_MAP, 1), EINVAL);
	oa_assert_fails(open_shared(&s, 0, STROBE_BIT, OA_PROP_WAKE_REPORTS, 2), EINVAL);
	oa_assert_fails(open_shared(&s, 0, STROBE_BIT, OA_PROP_OVERFLOW, OA_OVERFLOW_KEEP_NEWEST),
			EINVAL);
	oa_assert_fails(open_shared(&s, 0, STROBE_BIT, OA_PROP_CTX_HANDLE,
				    oa_context_create(s.drm)), EINVAL);
	/* More often than the unit writes */
	oa_assert_fails(open_shared(&s, 0, STROBE_BIT - 1), EBUSY);
	oa_assert_fails(oa_open_props(s.drm, 0, OA_BASE_PROPS(one, OA_FORMAT, STROBE_BIT),
				      OA_PROP_SHARE, 1), EBUSY);
	oa_assert_fails(oa_open_props(s.drm, 0, OA_BASE_PROPS(s.set, other, STROBE_BIT),
				      OA_PROP_SHARE, 1), EBUSY);
	/* Without a timer */
	oa_assert_fails(oa_open_props(s.drm, 0, OA_PROP_SAMPLE_OA, 1, OA_PROP_METRICS_SET, s.set,
				      OA_PROP_FORMAT, OA_FORMAT, OA_PROP_SHARE, 1), EBUSY);
	oa_config_remove(s.drm, one);
	oa_session_close(&s);
}

/* Each copy takes the driver time, so there is a bound. */
static void test_crowd(void)
{
	int stream[MOST];
	struct oa_session s;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	for (size_t i = 0; i < MOST; i++) {
		stream[i] = open_shared(&s, NONBLOCK, STROBE_BIT);
		igt_assert_fd(stream[i]);
	}
	oa_assert_fails(open_shared(&s, NONBLOCK, STROBE_BIT), EBUSY);
	close(stream[MOST / 2]);
	stream[MOST / 2] = open_shared(&s, NONBLOCK, STROBE_BIT);
	igt_assert_fd(stream[MOST / 2]);
	for (size_t i = 0; i < MOST; i++)
		close(stream[i]);
	oa_session_close(&s);
}

/* Nobody may join a stream that has more than a plain one. */
static void test_owner_refuses(u64 prop, u64 value)
{
	struct oa_session s;

	oa_session_prepare(&s);
	if (prop == OA_PROP_CTX_HANDLE)
		value = oa_context_create(s.drm);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT),
			      prop, value);
	oa_assert_fails(open_shared(&s, 0, STROBE_BIT), EBUSY);
	oa_session_close(&s);
}

/*
 * The one that joined does not read for several laps of the ring. It is told of what it lost; the
 * owner loses nothing.
 */
static bool try_slow_joined(void)
{
	struct oa_shared then, t;

	if (!oa_shared_open_frozen(&t))
		return false;
	then = t;
	for (int i = 0; i < 4 * 3; i++) {
		oa_shared_advance(&t, OA_RING_REPORTS / 4);
		oa_reader_drain(&t.owner);
	}
	oa_reader_drain(&t.joined);
	igt_assert_eq_u64(t.joined.tally.buffer_lost, 1);
	/* The rest of the books: also what it gets afterwards. */
	oa_shared_advance(&t, OA_RING_REPORTS / 4);
	oa_reader_drain(&t.owner);
	oa_reader_drain(&t.joined);
	oa_tally_assert_whole(&t.owner.tally);
	assert_balanced(&t.owner, &then.owner, oa_shared_written(&t));
	assert_balanced(&t.joined, &then.joined, oa_shared_written(&t));
	/* Where reports come from other sources too, none says what else may be missing. */
	igt_assert_eq_u64(t.joined.tally.loss_inexact, !!oa_facts()->reason_mask);
	oa_shared_close_frozen(&t);
	return true;
}

static void test_slow_joined(void)
{
	oa_sim_require();
	oa_repeat_if_late(try_slow_joined());
}

/*
 * The owner is half a ring behind, and the tail runs over its head, but not over what the other one
 * has not read. Both are told, and go on.
 */
static void shared_overflow(struct oa_shared *t)
{
	oa_shared_advance(t, OA_RING_REPORTS);
	oa_reader_drain(&t->joined);
	igt_assert_eq_u64(t->joined.tally.buffer_lost, 1);
	oa_reader_drain(&t->owner);
	igt_assert_eq_u64(t->owner.tally.buffer_lost, 1);
	oa_shared_advance(t, 100);
	oa_reader_drain(&t->owner);
	oa_reader_drain(&t->joined);
}

/*
 * The owner does not read, so the unit overflows. The driver notices when the other one reads, and
 * starts the unit anew. Both are told, each of its own loss.
 */
static bool try_slow_owner(void)
{
	struct oa_shared then, t;
	u64 written;

	if (!oa_shared_open_frozen(&t))
		return false;
	then = t;
	oa_shared_advance(&t, OA_RING_REPORTS / 2);
	oa_reader_drain(&t.joined);
	oa_tally_assert_whole(&t.joined.tally);
	shared_overflow(&t);
	written = oa_shared_written(&t);
	assert_balanced(&t.joined, &then.joined, written);
	assert_balanced(&t.owner, &then.owner, written);
	igt_assert_lte(OA_RING_REPORTS / 2, t.joined.tally.samples - then.joined.tally.samples);
	oa_shared_close_frozen(&t);
	return true;
}

/*
 * Reports that the unit itself lost lie between the two when the ring overflows: one has read past
 * them and been told, the other has not. Nobody is told twice.
 */
static bool try_slow_owner_gap(void)
{
	struct oa_shared then, t;
	u64 written, owner, joined;

	if (!oa_shared_open_frozen(&t))
		return false;
	then = t;
	oa_shared_advance(&t, 100);
	oa_sim_write("fail_report_lost", "3");
	oa_shared_advance(&t, OA_RING_REPORTS / 2);
	oa_reader_drain(&t.joined);
	igt_assert_eq_u64(t.joined.tally.loss_count, 3);
	shared_overflow(&t);
	written = oa_shared_written(&t);
	owner = oa_reader_told(&t.owner, &then.owner);
	joined = oa_reader_told(&t.joined, &then.joined);
	/*
	 * The three count as lost, but were never written. Where other sources write reports too,
	 * these may hide them in the number that the overflow cost.
	 */
	igt_assert_lte(owner, written + 3);
	igt_assert_lte(joined, written + 3);
	if (!oa_facts()->reason_mask)
		written += 3;
	igt_assert_lte(written, owner);
	igt_assert_lte(written, joined);
	oa_shared_close_frozen(&t);
	return true;
}

/* struct trapped - two readers, one of whom reads while the other's memory is still missing */
struct trapped {
	struct oa_reader *meanwhile;
	struct oa_trap trap;
};

static void spring(void *data)
{
	struct trapped *t = data;

	oa_reader_drain(t->meanwhile);
}

/*
 * The unit's flag that it lost a report is seen by a read that has to wait for memory, and by
 * another reader's meanwhile. Each is told once.
 */
static bool try_flag_once(bool owner_waits)
{
	struct trapped trapped = { 0 };
	struct oa_reader *waits;
	struct oa_shared t;
	u8 *to;
	ssize_t n;

	if (!oa_shared_open_frozen(&t))
		return false;
	waits = owner_waits ? &t.owner : &t.joined;
	trapped.meanwhile = owner_waits ? &t.joined : &t.owner;
	/* The gap itself is behind the two reports that fit. */
	oa_shared_advance(&t, 10);
	oa_sim_write("fail_report_lost", "3");
	oa_shared_advance(&t, 20);
	oa_trap_set(&trapped.trap, spring, &trapped);
	to = trapped.trap.border - 2 * OA_RECORD;
	n = read(waits->stream, to, 2 * OA_RECORD);
	igt_assert_lt(0, n);
	oa_tally_add(&waits->tally, to, n);
	oa_trap_close(&trapped.trap);
	oa_reader_drain(waits);
	oa_shared_advance(&t, 20);
	for (int i = 0; i < 2; i++) {
		oa_reader_drain(&t.owner);
		oa_reader_drain(&t.joined);
	}
	igt_assert_eq_u64(t.owner.tally.loss_count, 3);
	igt_assert_eq_u64(t.joined.tally.loss_count, 3);
	igt_assert_eq_u64(t.owner.tally.report_lost, 1);
	igt_assert_eq_u64(t.joined.tally.report_lost, 1);
	oa_shared_close_frozen(&t);
	return true;
}

static void test_flag_once(bool owner_waits)
{
	oa_sim_require_knob("fail_report_lost");
	oa_repeat_if_late(try_flag_once(owner_waits));
}

static void test_slow_owner(bool (*try)(void))
{
	oa_sim_require();
	oa_repeat_if_late(try());
}

/* The owner's file is closed: who reads along goes on without a loss. */
static bool try_owner_closes(bool disabled)
{
	bool in_time = true;
	struct oa_shared t;

	oa_shared_open(&t, STROBE_BIT);
	oa_reader_collect(&t.owner, 10);
	oa_reader_collect(&t.joined, 20);
	if (disabled)
		oa_assert_ok(oa_stream_disable(t.owner.stream));
	close(t.owner.stream);
	oa_reader_collect(&t.joined, 3 * SOON);
	in_time = disabled || !oa_reader_losses(&t.joined);
	close(t.joined.stream);
	close(t.s.drm);
	oa_gpu_assert_works();
	return in_time;
}

/* More than a ring, which the driver must empty where nobody else does */
static bool try_owner_closes_long(void)
{
	const unsigned int bit = oa_fast(oa_exponent(9));
	struct oa_shared t;
	bool in_time;

	oa_shared_open(&t, bit);
	oa_reader_collect(&t.joined, 20);
	close(t.owner.stream);
	oa_reader_collect(&t.joined, 3 * OA_RING_REPORTS);
	in_time = !oa_reader_losses(&t.joined);
	close(t.joined.stream);
	close(t.s.drm);
	oa_gpu_assert_works();
	return in_time;
}

static void test_owner_disables(void)
{
	struct oa_shared t;

	oa_shared_open(&t, STROBE_BIT);
	oa_reader_collect(&t.joined, 20);
	oa_assert_ok(oa_stream_disable(t.owner.stream));
	/* What was written is there yet; then nothing comes. */
	oa_reader_drain(&t.joined);
	oa_tally_assert_whole(&t.joined.tally);
	igt_assert(!oa_poll_in(t.joined.stream, 50));
	oa_assert_ok(oa_stream_enable(t.owner.stream));
	oa_tally_restart(&t.joined.tally);
	oa_tally_restart(&t.owner.tally);
	oa_reader_collect(&t.joined, 20);
	oa_reader_collect(&t.owner, 20);
	/* It is told that something was between. */
	igt_assert_eq_u64(t.joined.tally.buffer_lost, 1);
	igt_assert_eq_u64(t.joined.tally.missing, 0);
	oa_shared_close(&t);
}

/* A reader that waits is woken when the owner stops: what was written is there for it. */
static void test_stop_wakes(void)
{
	struct oa_shared t;
	u8 buf[8192];
	int blocking;

	oa_sim_require();
	oa_shared_open(&t, 17);
	blocking = open_shared(&t.s, 0, 17);
	igt_assert_fd(blocking);
	for (int i = 0; i < 5; i++) {
		igt_fork(child, 1) {
			/* It may be asleep when the owner stops, with a report to read. */
			igt_assert_lt(0, read(blocking, buf, sizeof(buf)));
		}
		oa_sim_stay_away(1);
		oa_assert_ok(oa_stream_disable(t.owner.stream));
		igt_waitchildren();
		oa_assert_ok(oa_stream_enable(t.owner.stream));
	}
	close(blocking);
	oa_shared_close(&t);
}

/* A unit that had overflowed before: that was nobody's loss who joins now. */
static bool try_join_overflowed(void)
{
	const unsigned int bit = oa_fast(oa_exponent(10));
	struct oa_shared t;
	bool in_time;

	oa_shared_open(&t, bit);
	close(t.joined.stream);
	oa_sim_freeze();
	oa_shared_advance(&t, 5 * OA_RING_REPORTS / 2);
	oa_reader_join(&t.joined, &t.s, bit);
	oa_shared_advance(&t, 50);
	oa_reader_drain(&t.joined);
	igt_assert_lte(45, t.joined.tally.samples);
	in_time = !oa_reader_losses(&t.joined);
	oa_reader_drain(&t.owner);
	igt_assert_eq_u64(t.owner.tally.buffer_lost, 1);
	oa_shared_close_frozen(&t);
	return in_time;
}

static void test_joined_disables(void)
{
	struct oa_shared t;

	oa_shared_open(&t, STROBE_BIT);
	for (int i = 0; i < 5; i++) {
		oa_reader_collect(&t.joined, 20);
		oa_assert_ok(oa_stream_disable(t.joined.stream));
		oa_assert_fails(read(t.joined.stream, &t, 8), EIO);
		oa_reader_collect(&t.owner, 20);
		oa_assert_ok(oa_stream_enable(t.joined.stream));
		oa_tally_restart(&t.joined.tally);
	}
	oa_reader_collect(&t.joined, 20);
	oa_tally_assert_whole(&t.owner.tally);
	oa_tally_assert_whole(&t.joined.tally);
	oa_shared_close(&t);
}

/* Every fourth of the timer's reports */
static void test_multiple(void)
{
	const u32 period = 2u << STROBE_BIT;
	struct seen seen = { 0 };
	struct oa_session s;
	struct oa_reader r;

	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	oa_reader_init(&r, open_shared(&s, NONBLOCK, STROBE_BIT + 2), OA_NO_EXPONENT);
	while (seen.num < 50) {
		igt_assert(oa_poll_in(r.stream, 20000));
		read_seen(&r, &seen);
	}
	for (u64 i = 1; i < seen.num; i++)
		igt_assert_eq_u32(seen.timestamp[i] - seen.timestamp[i - 1], 4 * period);
	if (oa_status_present())
		igt_assert_lte(3 * (seen.num - 1), oa_status("reader0_filtered"));
	igt_assert_eq_u64(oa_reader_losses(&r), 0);
	close(r.stream);
	oa_session_close(&s);
}

/* A reader that waits is woken, whatever the others do. */
static void test_woken(void)
{
	struct oa_shared t;
	u8 buf[65536];
	int blocking;

	oa_shared_open(&t, STROBE_BIT);
	blocking = open_shared(&t.s, 0, STROBE_BIT);
	igt_assert_fd(blocking);
	for (int i = 0; i < 20; i++) {
		igt_assert(oa_poll_in(t.joined.stream, 20000));
		igt_assert_lt(0, read(t.joined.stream, buf, sizeof(buf)));
		igt_assert_lt(0, read(blocking, buf, sizeof(buf)));
	}
	close(blocking);
	oa_shared_close(&t);
}

/* Each is told of a reset, and goes on. */
static void test_reset(const char *what)
{
	const bool full = !strcmp(what, "full");
	struct oa_shared t;

	oa_sim_require_knob("gt_reset");
	igt_require(full || oa_facts()->ctx_valid);
	for (int i = 0; i < 2; i++) {
		oa_shared_open(&t, STROBE_BIT);
		oa_reader_collect(&t.owner, 20);
		oa_reader_collect(&t.joined, 20);
		oa_sim_write("gt_reset", what);
		t.s.books.in_flight++;
		oa_tally_restart(&t.owner.tally);
		oa_tally_restart(&t.joined.tally);
		/* Whoever reads first finds it. */
		oa_reader_collect(i ? &t.owner : &t.joined, SOON);
		oa_reader_collect(i ? &t.joined : &t.owner, SOON);
		igt_assert_eq_u64(t.owner.tally.buffer_lost, full);
		igt_assert_eq_u64(t.joined.tally.buffer_lost, full);
		igt_assert_lte(!full, t.joined.tally.report_lost);
		oa_shared_close(&t);
	}
}

/* A fault of the unit is everyone's: each announces the reports that it did not get. */
static void test_fault(const char *knob, const char *value, u64 missing)
{
	struct oa_shared t;

	oa_sim_require_knob(knob);
	oa_shared_open(&t, STROBE_BIT);
	oa_reader_collect(&t.owner, 20);
	oa_reader_collect(&t.joined, 20);
	oa_sim_write(knob, value);
	while (!oa_reader_losses(&t.joined))
		oa_reader_collect(&t.joined, 20);
	while (!oa_reader_losses(&t.owner))
		oa_reader_collect(&t.owner, 20);
	oa_reader_collect(&t.joined, 40);
	igt_assert_eq_u64(t.joined.tally.missing, missing);
	igt_assert_eq_u64(t.owner.tally.missing, missing);
	oa_tally_assert_counted(&t.owner.tally);
	igt_assert_eq_u64(t.joined.tally.loss_count, missing);
	oa_shared_close(&t);
}

/* The metric set is the owner's. With another one reports are not what was asked for. */
static void test_config(void)
{
	struct oa_shared t;
	u8 buf[65536];
	u64 one;

	oa_shared_open(&t, STROBE_BIT);
	one = another_set(t.s.drm);
	oa_assert_fails(oa_stream_config(t.joined.stream, one), EBUSY);
	/* The same one changes nothing. */
	igt_assert_eq_u64(oa_stream_config(t.owner.stream, t.s.set), t.s.set);
	oa_reader_collect(&t.joined, 20);
	oa_tally_assert_whole(&t.joined.tally);
	igt_assert_eq_u64(oa_stream_config(t.owner.stream, one), t.s.set);
	igt_assert(oa_poll_in(t.joined.stream, 20000));
	oa_assert_fails(read(t.joined.stream, buf, sizeof(buf)), EIO);
	oa_assert_fails(oa_stream_enable(t.joined.stream), EIO);
	oa_reader_collect(&t.owner, 20);
	oa_shared_close(&t);
}

static void test_unbind(bool owner_closes_before)
{
	struct oa_shared t;
	u8 buf[4096];

	oa_shared_open(&t, STROBE_BIT);
	oa_reader_collect(&t.joined, 20);
	if (owner_closes_before)
		close(t.owner.stream);
	igt_assert(oa_gpu_write("unbind"));
	igt_assert(oa_poll_in(t.joined.stream, 20000));
	oa_assert_fails(read(t.joined.stream, buf, sizeof(buf)), ENODEV);
	oa_assert_fails(oa_stream_enable(t.joined.stream), ENODEV);
	close(t.joined.stream);
	if (!owner_closes_before)
		close(t.owner.stream);
	close(t.s.drm);
	oa_gpu_recover();
	oa_gpu_assert_works();
}

static void test_suspend(void)
{
	struct oa_shared t;

	oa_suspend_require();
	oa_shared_open(&t, STROBE_BIT);
	oa_reader_collect(&t.joined, 20);
	oa_assert_ok(oa_suspend(0));
	oa_tally_restart(&t.owner.tally);
	oa_tally_restart(&t.joined.tally);
	oa_reader_collect(&t.joined, 20);
	oa_reader_collect(&t.owner, 20);
	igt_assert_eq_u64(t.joined.tally.buffer_lost, 1);
	igt_assert_eq_u64(t.owner.tally.buffer_lost, 1);
	oa_shared_close(&t);
}

/* Many, closed in any order, the owner in the middle */
static void test_many(void)
{
	struct oa_reader r[8];
	struct oa_session s;

	oa_gpu_note();
	oa_session_simple(&s, NONBLOCK, STROBE_BIT);
	for (size_t i = 0; i < ARRAY_LEN(r); i++)
		oa_reader_join(&r[i], &s, STROBE_BIT);
	if (oa_status_present())
		igt_assert_eq_u64(oa_status("readers"), ARRAY_LEN(r));
	for (size_t i = 0; i < ARRAY_LEN(r); i++) {
		const size_t n = i * 3 % ARRAY_LEN(r);

		for (size_t j = i; j < ARRAY_LEN(r); j++)
			oa_reader_collect(&r[j * 3 % ARRAY_LEN(r)], 5);
		oa_tally_assert_whole(&r[n].tally);
		close(r[n].stream);
		if (i == 3)
			close(s.stream);
	}
	close(s.drm);
	oa_gpu_assert_works();
}

igt_main
{
	igt_subtest("same")
		test_same();
	igt_subtest("join-late")
		test_join_late();
	igt_subtest("first")
		test_first();
	igt_subtest("busy")
		test_busy();
	igt_subtest("refused")
		test_refused();
	igt_subtest("crowd")
		test_crowd();
	igt_subtest("owner-mapped")
		test_owner_refuses(OA_PROP_MAP, 1);
	igt_subtest("owner-bound")
		test_owner_refuses(OA_PROP_CTX_HANDLE, 0);
	igt_subtest("slow-joined")
		test_slow_joined();
	igt_subtest("slow-owner")
		test_slow_owner(try_slow_owner);
	igt_subtest("slow-owner-gap")
		test_slow_owner(try_slow_owner_gap);
	igt_subtest("flag-once-owner-waits")
		test_flag_once(true);
	igt_subtest("flag-once-joined-waits")
		test_flag_once(false);
	igt_subtest("owner-closes")
		oa_repeat_if_late(try_owner_closes(false));
	igt_subtest("owner-closes-disabled")
		oa_repeat_if_late(try_owner_closes(true));
	igt_subtest("owner-closes-long")
		oa_repeat_if_late(try_owner_closes_long());
	igt_subtest("owner-disables")
		test_owner_disables();
	igt_subtest("stop-wakes")
		test_stop_wakes();
	igt_subtest("join-overflowed") {
		oa_sim_require();
		oa_repeat_if_late(try_join_overflowed());
	}
	igt_subtest("joined-disables")
		test_joined_disables();
	igt_subtest("multiple")
		test_multiple();
	igt_subtest("woken")
		test_woken();
	igt_subtest("reset-full")
		test_reset("full");
	igt_subtest("reset-render")
		test_reset("render");
	igt_subtest("fault-not-landed")
		test_fault("fail_not_landed", "2", 2);
	igt_subtest("fault-torn")
		test_fault("fail_torn_report", "5", 5);
	igt_subtest("fault-report-lost")
		test_fault("fail_report_lost", "3", 3);
	igt_subtest("config")
		test_config();
	igt_subtest("unbind")
		test_unbind(false);
	igt_subtest("unbind-after-owner")
		test_unbind(true);
	igt_subtest("suspend")
		test_suspend();
	igt_subtest("many")
		test_many();
	/* This also runs after a failed subtest. */
	igt_fixture
		oa_sim_reset();
}
