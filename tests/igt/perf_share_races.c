// SPDX-License-Identifier: GPL-2.0-only
/*
 * SHARE, where two things happen at once: streams join while the owner changes its metric set,
 * lines land late while it stops, and a copy takes long while something happens to the unit. Nobody
 * gets reports of another set than was asked for, and nothing is lost in silence.
 * abi-extensions.rst 25.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oa_share.h"
#include "oa_ways.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
/* Reports every 1.3 ms */
#define STROBE_BIT	13
/* hardware.rst 5.5: B0 counts while input 0 is not less, or is less, than 0: always, or never. */
#define ALWAYS		3
#define NEVER		4
#define INPUT_0_ONLY	0xfffe
/* What the race must have seen, and how often it may try */
#define JOINED		20
#define REFUSED		5
#define PARTED		3
#define ROUNDS		2000

static u64 set_with(int drm, u32 compare)
{
	const u32 regs[] = {
		oa_facts()->cec, compare, oa_facts()->cec + 4, INPUT_0_ONLY,
	};
	char uuid[37];
	int id;

	oa_uuid_fresh(uuid);
	id = oa_config_add(drm, uuid, NULL, 0, regs, ARRAY_LEN(regs) / 2);
	igt_assert_lt(0, id);
	return id;
}

/* struct look - the last report of a stream, and how many followed another */
struct look {
	u32 timestamp;
	u32 b0;
	u64 reports;
};

/* From one report to the next B0 counts, or it does not: that shows the metric set. */
static void assert_set(struct look *look, bool counts, const u8 *buf, ssize_t n)
{
	struct oa_record rec;

	oa_for_each_record(&rec, at, buf, n) {
		const u32 *payload = rec.payload;
		u32 b0;

		if (rec.type != DRM_I915_PERF_RECORD_SAMPLE)
			continue;
		b0 = payload[oa_facts()->layouts[0].b];
		if (look->reports++ && payload[1] != look->timestamp)
			igt_assert_eq(b0 != look->b0, counts);
		look->timestamp = payload[1];
		look->b0 = b0;
	}
}

/* ---- Streams join while the owner changes its metric set. ---- */

/* struct change - the owner's side */
struct change {
	/* sets[0] does not count, sets[1] does */
	u64 sets[2];
	int owner;
	volatile bool stop;
	u64 changes, errors;
};

static void *change_sets(void *arg)
{
	struct change *c = arg;

	while (!c->stop) {
		c->errors += oa_stream_config(c->owner, c->sets[++c->changes % 2]) < 0;
		usleep(rand() % 20000);
	}
	return NULL;
}

/* Read some reports. Return: false if the owner has got another set meanwhile. */
static bool read_along(int stream, bool counts)
{
	static u8 buf[1 << 16];
	struct oa_tally tally;
	struct look look = { 0 };
	ssize_t n;

	oa_tally_init(&tally, OA_BYTES, STROBE_BIT);
	while (look.reports < 6) {
		igt_assert(oa_poll_in(stream, 20000));
		n = read(stream, buf, sizeof(buf));
		if (n < 0 && errno == EIO) {
			oa_assert_fails(oa_stream_enable(stream), EIO);
			return false;
		}
		igt_assert_f(n > 0 || errno == EAGAIN, "errno %d", errno);
		if (n <= 0)
			continue;
		oa_tally_add(&tally, buf, n);
		assert_set(&look, counts, buf, n);
	}
	if (oa_status_present())
		igt_assert_eq_u64(oa_status("reader0_delivered"), tally.samples);
	return true;
}

static void test_config_join(void)
{
	unsigned int joined = 0, refused = 0, parted = 0;
	struct change change = { 0 };
	struct oa_session s;
	pthread_t thread;

	oa_session_prepare(&s);
	change.sets[0] = set_with(s.drm, NEVER);
	change.sets[1] = set_with(s.drm, ALWAYS);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(change.sets[0], OA_FORMAT, STROBE_BIT));
	change.owner = s.stream;
	igt_assert_eq(pthread_create(&thread, NULL, change_sets, &change), 0);
	for (unsigned int i = 0; i < ROUNDS && (joined < JOINED || refused < REFUSED ||
						parted < PARTED); i++) {
		int fd = oa_share_open(&s, NONBLOCK, change.sets[i % 2], STROBE_BIT);

		if (fd < 0) {
			igt_assert_eq(errno, EBUSY);
			refused++;
			continue;
		}
		joined++;
		parted += !read_along(fd, i % 2);
		oa_assert_ok(close(fd));
	}
	change.stop = true;
	pthread_join(thread, NULL);
	igt_info("%u joined, of whom %u were parted; %u refused; the set changed %llu times\n",
		 joined, parted, refused, change.changes);
	igt_assert_eq_u64(change.errors, 0);
	igt_assert_lte(JOINED, joined);
	igt_assert_lte(REFUSED, refused);
	igt_assert_lte(PARTED, parted);
	if (oa_status_present())
		igt_assert_eq_u64(oa_status("readers"), 0);
	oa_session_close(&s);
}

/* ---- Lines land late, or never, while the owner stops. ---- */

/*
 * The tail has moved, and lines are still on their way, when a stream joins, and when the owner
 * stops. Who has joined gets what was written since, which lands with the stop; what never does is
 * announced.
 */
static bool try_stop_late(bool looks, u64 lost)
{
	struct oa_shared t, then;
	u8 buf[4096];
	char lag[24];

	if (!oa_shared_open_frozen(&t))
		return false;
	close(t.joined.stream);
	snprintf(lag, sizeof(lag), "%llu", 8 * oa_period_ns(t.bit) / 1000);
	oa_sim_write("fail_tail_lag", lag);
	oa_sim_advance(3, t.bit);
	oa_reader_join(&t.joined, &t.s, t.bit);
	then = t;
	t.produced = oa_sim_u64("produced");
	oa_sim_write("fail_not_landed", lost ? "1" : "0");
	oa_sim_advance(3, t.bit);
	igt_assert_eq_u64(oa_shared_written(&t), 3);
	/* Whether or not the tail was copied before, without the lines that are still missing */
	if (looks)
		oa_assert_fails(read(t.joined.stream, buf, sizeof(buf)), EAGAIN);
	oa_assert_ok(oa_stream_disable(t.owner.stream));
	while (oa_reader_told(&t.joined, &then.joined) < 3) {
		igt_assert(oa_poll_in(t.joined.stream, 20000));
		oa_reader_drain(&t.joined);
	}
	igt_assert_eq_u64(oa_reader_told(&t.joined, &then.joined), 3);
	igt_assert_eq_u64(t.joined.tally.loss_count, lost);
	igt_assert_eq_u64(oa_shared_written(&t), 3);
	igt_assert(!oa_poll_in(t.joined.stream, 50));
	oa_shared_close_frozen(&t);
	return true;
}

static void test_stop_late(bool looks, u64 lost)
{
	oa_sim_require_knob("fail_tail_lag");
	oa_repeat_if_late(try_stop_late(looks, lost));
}

/* ---- A copy takes long: its memory comes late. ---- */

/* struct slow - what happens while a reader waits for memory */
struct slow {
	struct oa_shared *t;
	void (*meanwhile)(struct oa_shared *t);
	struct oa_trap trap;
};

static void spring(void *data)
{
	struct slow *slow = data;

	slow->meanwhile(slow->t);
}

/* Return: as read(), of four records at most, which lie at @to afterwards */
static ssize_t slow_read(struct oa_shared *t, void (*meanwhile)(struct oa_shared *t), u8 **to)
{
	struct slow slow = { .t = t, .meanwhile = meanwhile };
	ssize_t n;
	int err;

	oa_trap_set(&slow.trap, spring, &slow);
	*to = slow.trap.border - 4 * OA_RECORD;
	n = read(t->joined.stream, *to, 4 * OA_RECORD);
	err = errno;
	oa_trap_close(&slow.trap);
	errno = err;
	return n;
}

static void owner_stops(struct oa_shared *t)
{
	oa_assert_ok(oa_stream_disable(t->owner.stream));
}

static void owner_closes(struct oa_shared *t)
{
	oa_assert_ok(close(t->owner.stream));
	t->s.stream = -1;
}

static void unit_overflows(struct oa_shared *t)
{
	oa_shared_advance(t, OA_RING_REPORTS + 100);
	oa_reader_drain(&t->owner);
	igt_assert_eq_u64(t->owner.tally.buffer_lost, 1);
}

static void another_joins(struct oa_shared *t)
{
	struct oa_reader r;

	oa_reader_join(&r, &t->s, t->bit);
	oa_shared_advance(t, 10);
	oa_reader_drain(&r);
	igt_assert_eq_u64(r.tally.samples, 10);
	oa_assert_ok(close(r.stream));
}

/* Whatever happens meanwhile: each report is delivered once, or announced as lost. */
static bool try_slow_copy(void (*meanwhile)(struct oa_shared *t))
{
	struct oa_shared t, then;
	ssize_t n;
	u8 *to;

	if (!oa_shared_open_frozen(&t))
		return false;
	then = t;
	oa_shared_advance(&t, 20);
	n = slow_read(&t, meanwhile, &to);
	igt_assert_f(n > 0, "errno %d", errno);
	oa_tally_add(&t.joined.tally, to, n);
	oa_reader_drain(&t.joined);
	igt_assert_eq_u64(oa_reader_told(&t.joined, &then.joined), oa_shared_written(&t));
	igt_assert_eq_u64(t.joined.tally.buffer_lost, meanwhile == unit_overflows);
	oa_sim_reset();
	close(t.joined.stream);
	if (t.s.stream >= 0) {
		oa_session_close(&t.s);
	} else {
		close(t.s.drm);
		oa_gpu_assert_works();
	}
	return true;
}

static void test_slow_copy(void (*meanwhile)(struct oa_shared *t))
{
	oa_sim_require();
	oa_repeat_if_late(try_slow_copy(meanwhile));
}

static void owner_changes_set(struct oa_shared *t)
{
	const u64 other = set_with(t->s.drm, NEVER);

	igt_assert_lt(0, oa_stream_config(t->owner.stream, other));
	/* Reports of the other set lie in the buffer now. */
	oa_sim_stay_away(5);
}

/* The reader gets what was copied before, or nothing; and EIO from then on. */
static void test_slow_copy_config(void)
{
	struct look look = { 0 };
	struct oa_shared t;
	ssize_t n;
	u64 set;
	u8 *to;

	oa_sim_require();
	oa_gpu_note();
	memset(&t, 0, sizeof(t));
	oa_session_prepare(&t.s);
	set = set_with(t.s.drm, ALWAYS);
	oa_session_open_props(&t.s, NONBLOCK, OA_BASE_PROPS(set, OA_FORMAT, STROBE_BIT));
	oa_reader_init(&t.owner, t.s.stream, STROBE_BIT);
	oa_reader_init(&t.joined, oa_share_open(&t.s, NONBLOCK, set, STROBE_BIT), STROBE_BIT);
	oa_sim_stay_away(10);
	n = slow_read(&t, owner_changes_set, &to);
	igt_assert_f(n > 0 || errno == EIO, "errno %d", errno);
	if (n > 0)
		assert_set(&look, true, to, n);
	oa_assert_fails(read(t.joined.stream, to, 4 * OA_RECORD), EIO);
	oa_shared_close(&t);
}

igt_main
{
	igt_subtest("config-join")
		test_config_join();
	igt_subtest("stop-late-line")
		test_stop_late(false, 0);
	igt_subtest("stop-late-line-seen")
		test_stop_late(true, 0);
	igt_subtest("stop-missing-line")
		test_stop_late(false, 1);
	igt_subtest("slow-copy-owner-stops")
		test_slow_copy(owner_stops);
	igt_subtest("slow-copy-owner-closes")
		test_slow_copy(owner_closes);
	igt_subtest("slow-copy-overflow")
		test_slow_copy(unit_overflows);
	igt_subtest("slow-copy-another-joins")
		test_slow_copy(another_joins);
	igt_subtest("slow-copy-config")
		test_slow_copy_config();
	/* This also runs after a failed subtest. */
	igt_fixture
		oa_sim_reset();
}
