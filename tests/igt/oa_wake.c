// SPDX-License-Identifier: GPL-2.0-only
/*
 * Choosing how a reader is woken, and what it costs when nobody reads.
 * DESIGN.md, "Wake policy"; Documentation/abi.rst.
 */
#include "oa_lib.h"

#define RECORD		OA_RECORD
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define SECOND_NS	1000000000ull
#define FIXED_TIMER	"/sys/module/i915_oa/parameters/fixed_timer"

static u8 large[24 << 20];

static void require_status(void)
{
	igt_require_f(oa_status_present(), "needs the driver's oa_status");
}

/* The parameter is read at open, so it is set for no longer than that. */
static void open_fixed(struct oa_session *s, u32 flags, unsigned int bit, u64 period)
{
	igt_require_f(!access(FIXED_TIMER, W_OK), "no fixed_timer parameter");
	oa_session_prepare(s);
	oa_assert_ok(oa_write_text(FIXED_TIMER, "Y"));
	s->stream = oa_open_props(s->drm, flags, OA_BASE_PROPS(s->set, OA_FORMAT, bit),
				  OA_PROP_POLL_OA_PERIOD, period);
	oa_assert_ok(oa_write_text(FIXED_TIMER, "N"));
	igt_assert_fd(s->stream);
}

/* The gate through which half full must come: 0 open, 1 masked. */
static bool half_full_masked(void)
{
	u64 imr;

	/* hardware.md 6.1 */
	if (oa_status_u64("oa_imr", &imr))
		return imr >> 28 & 1;
	return oa_status("rcs_imr") >> 9 & 1;
}

/* i915's way: the timer runs whether somebody waits or not, and nothing interrupts. */
static void test_fixed_timer(void)
{
	const unsigned int bit = oa_fast(6);
	struct oa_session s;
	u64 before;

	require_status();
	open_fixed(&s, NONBLOCK, bit, 5000000);
	igt_assert(oa_status_is("wake_mode", "fixed_timer"));
	before = oa_status("deadlines");
	igt_assert(oa_wait_until(oa_status("deadlines") > before + 20, 20000));
	/* Long enough for half full, and for overflow. */
	oa_sleep_ms(1500);
	igt_assert_eq_u64(oa_status("irq_oa"), 0);
	if (oa_facts()->half_full)
		igt_assert(half_full_masked());
	igt_assert(oa_poll_in(s.stream, 20000));
	igt_assert_lte(8, read(s.stream, large, sizeof(large)));
	oa_assert_ok(oa_stream_disable(s.stream));
	before = oa_status("deadlines");
	oa_sleep_ms(100);
	igt_assert_eq_u64(oa_status("deadlines"), before);
	oa_session_close(&s);
}

/* It delivers as well as the other does. */
static void test_fixed_timer_reads(void)
{
	struct oa_session s;
	struct oa_tally tally;

	require_status();
	open_fixed(&s, 0, 12, 1000000);
	oa_tally_init(&tally, OA_BYTES, 12);
	oa_collect(s.stream, &tally, 2000, 1 << 20);
	oa_tally_assert_whole(&tally);
	igt_assert_lt(0, oa_status("wake_deadline"));
	oa_session_close(&s);
	/* And who opens next finds the usual. */
	oa_session_simple(&s, NONBLOCK, 12);
	igt_assert(oa_status_is("wake_mode", "hybrid"));
	oa_session_close(&s);
}

/*
 * Nobody reads: one interrupt at most, however long it runs, overflow included; and
 * none is lost for who reads then.
 */
static void test_unread_one_interrupt(void)
{
	const unsigned int bit = oa_fast(6);
	u64 fill_ns = OA_RING_REPORTS * oa_period_ns(bit);
	struct oa_session s;

	require_status();
	igt_require_f(oa_facts()->half_full, "no half-full interrupt");
	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(s.set, OA_FORMAT, bit),
			      OA_PROP_POLL_OA_PERIOD, 60 * SECOND_NS);
	igt_assert(!half_full_masked());
	oa_sleep_ms(4 * fill_ns / 1000000 + 200);
	igt_assert_eq_u64(oa_status("irq_oa"), 1);
	igt_assert_eq_u64(oa_status("deadlines"), 0);
	igt_assert(half_full_masked());
	/* It told of what is there. */
	igt_assert(oa_poll_in(s.stream, 0));
	igt_assert_lte(8, read(s.stream, large, sizeof(large)));
	igt_assert(!half_full_masked());
	igt_assert(oa_poll_in(s.stream, 40000));
	igt_assert_lte(1, oa_status("wake_interrupt") + oa_status("wake_deadline"));
	igt_assert_lte(2, oa_status("irq_oa"));
	oa_session_close(&s);
}

igt_main
{
	igt_fixture
		oa_device_require();

	igt_subtest("fixed-timer-runs-always")
		test_fixed_timer();
	igt_subtest("fixed-timer-reads")
		test_fixed_timer_reads();
	igt_subtest("unread-one-interrupt")
		test_unread_one_interrupt();
}
