// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports: layout, time stamps and counters of all eight Haswell formats.
 * hardware.md 4.2 and 5.5; ABI contract 6.4 and 14.
 */
#include "oa_lib.h"
#include "formats/oa_format.h"

#define REPORTS		24
#define EXPONENT	13

/* Where the counters stand: dwords of hardware.md 4.2, HSW. */
struct layout {
	const char *name;
	u64 format;
	u16 bytes;
	u8 a, first_a, num_a;
	u8 b, num_b;
	u8 c, num_c;
};

static const struct layout layouts[] = {
	{ "a13", 1, 64, 3, 0, 13, 0, 0, 0, 0 },
	{ "a29", 2, 128, 3, 0, 29, 0, 0, 0, 0 },
	{ "a13-b8-c8", 3, 128, 3, 0, 13, 16, 8, 24, 8 },
	{ "b4-c8", 4, 64, 0, 0, 0, 4, 4, 8, 8 },
	{ "a45-b8-c8", 5, 256, 3, 0, 45, 48, 8, 56, 8 },
	{ "b4-c8-a16", 6, 128, 16, 29, 16, 4, 4, 8, 8 },
	{ "c4-b8", 7, 64, 0, 0, 0, 8, 8, 4, 4 },
	{ "a29-b8-c8", 0x1000, 192, 3, 0, 29, 32, 8, 40, 8 },
};

struct reports {
	u32 raw[REPORTS][64];
	unsigned int num;
};

static u32 eu_total(int drm)
{
	int value = 0;

	oa_assert_ok(oa_getparam(drm, 34, &value));
	igt_assert_lt(0, value);
	return value;
}

/* Read @num consecutive reports through the tally. */
static void gather(int stream, const struct layout *l, unsigned int exponent,
		   struct reports *reports, unsigned int num)
{
	static u8 buf[64 << 10];
	struct oa_tally tally;
	struct oa_record rec;
	ssize_t n;

	oa_tally_init(&tally, l->bytes, exponent);
	reports->num = 0;
	while (reports->num < num) {
		n = read(stream, buf, sizeof(buf));
		igt_assert_f(n > 0, "read gave %zd", n);
		oa_tally_add(&tally, buf, n);
		oa_for_each_record(&rec, at, buf, n)
			if (rec.type == DRM_I915_PERF_RECORD_SAMPLE && reports->num < num)
				memcpy(reports->raw[reports->num++], rec.payload, l->bytes);
	}
	oa_tally_assert_whole(&tally);
}

/* Contract 14: the most that the GPU's clock can have counted. */
static u64 most_clocks(const u32 *a, const u32 *b)
{
	u64 ns = (u64)(u32)(b[1] - a[1]) * 80;

	return ns * oa_sysfs_u64("gt_RP0_freq_mhz") / 1000 + 1;
}

static void check_bounds(const u32 *a, const u32 *b, u8 at, u8 num, u64 limit,
			 const char *what)
{
	for (u8 i = 0; i < num; i++) {
		u32 delta = b[at + i] - a[at + i];

		igt_assert_f(delta <= limit, "%s%u advanced by %u, at most %llu possible",
			     what, i, delta, limit);
	}
}

/* With the self-test set every B counter is the clock, exact to +-1. */
static u64 check_clocks(const struct layout *l, const u32 *a, const u32 *b)
{
	u32 clocks = b[l->b] - a[l->b];

	igt_assert_lt(0, clocks);
	igt_assert_lte(clocks, most_clocks(a, b));
	for (u8 i = 1; i < l->num_b; i++) {
		int off = (int)(b[l->b + i] - a[l->b + i] - clocks);

		igt_assert_f(off >= -1 && off <= 1, "B%u is %d off B0's %u clocks", i, off,
			     clocks);
	}
	return clocks;
}

static void check_pair(const struct layout *l, const u32 *a, const u32 *b, u32 eus)
{
	u64 clocks = l->num_b ? check_clocks(l, a, b) + 1 : most_clocks(a, b);

	check_bounds(a, b, l->a, l->num_a, clocks * eus, "A");
	check_bounds(a, b, l->c, l->num_c, clocks * eus, "C");
}

/* dw2 is the high half of the time stamp. */
static void check_timestamp(int drm, const u32 *raw)
{
	u64 clock = oa_reg_read_timestamp(drm);
	u64 stamp = raw[1] | (u64)raw[2] << 32;

	igt_assert_neq(raw[0], 0);
	igt_assert_f(stamp && stamp <= clock, "report of %#llx, clock %#llx",
		     stamp, clock);
}

/* The decoder of formats/ finds the same counters as the literals above. */
static void check_decoder(const struct layout *l, const u32 *raw)
{
	const struct oa_report_format *format =
		oa_format_find(oa_formats_hsw, OA_NUM_FORMATS_HSW, l->format);
	struct oa_report out;

	igt_assert(format);
	igt_assert_eq(format->bytes, l->bytes);
	oa_report_decode(format, raw, &out);
	igt_assert_eq_u32(out.id, raw[0]);
	igt_assert_eq_u64(out.timestamp, raw[1] | (u64)raw[2] << 32);
	for (u8 i = 0; i < l->num_a; i++)
		igt_assert_eq_u64(out.a[l->first_a + i], raw[l->a + i]);
	for (u8 i = 0; i < l->num_b; i++)
		igt_assert_eq_u32(out.b[i], raw[l->b + i]);
	for (u8 i = 0; i < l->num_c; i++)
		igt_assert_eq_u32(out.c[i], raw[l->c + i]);
}

static void test_layout(const struct layout *l, const char *activity)
{
	static struct reports reports;
	struct oa_session s;
	u32 eus;

	oa_session_prepare(&s);
	if (activity && oa_sim_present())
		oa_sim_write("activity", activity);
	eus = eu_total(s.drm);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, l->format, EXPONENT));
	gather(s.stream, l, EXPONENT, &reports, REPORTS);
	for (unsigned int i = 0; i < REPORTS; i++) {
		check_timestamp(s.drm, reports.raw[i]);
		check_decoder(l, reports.raw[i]);
		if (i)
			check_pair(l, reports.raw[i - 1], reports.raw[i], eus);
	}
	check_pair(l, reports.raw[0], reports.raw[REPORTS - 1], eus);
	oa_session_close(&s);
}

/* A busy GPU moves A counters, an idle one does not move "EUs active". */
static void test_activity(void)
{
	static struct reports reports;
	const struct layout *l = &layouts[4];
	struct oa_session s;
	u32 moved = 0;

	oa_sim_require();
	oa_session_simple(&s, 0, EXPONENT);
	gather(s.stream, l, EXPONENT, &reports, REPORTS);
	for (u8 i = 0; i < l->num_a; i++)
		moved += reports.raw[0][l->a + i] != reports.raw[REPORTS - 1][l->a + i];
	igt_assert_f(moved > 4, "%u A counters moved on a busy GPU", moved);
	/* hardware.md 5.2: A0, all cores actively executing */
	igt_assert_neq(reports.raw[0][3], reports.raw[REPORTS - 1][3]);
	oa_session_close(&s);

	oa_session_prepare(&s);
	oa_sim_write("activity", "idle");
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, 5, EXPONENT));
	gather(s.stream, l, EXPONENT, &reports, REPORTS);
	igt_assert_eq_u32(reports.raw[4][3], reports.raw[REPORTS - 1][3]);
	oa_session_close(&s);
}

/* RenderBasic: C2 is the GPU's clock. */
static void test_render_basic(void)
{
	static struct reports reports;
	const struct layout *l = &layouts[4];
	struct oa_session s;
	u64 set;
	u32 eus;

	oa_session_prepare(&s);
	set = oa_config_render_basic(s.drm);
	eus = eu_total(s.drm);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(set, 5, EXPONENT));
	gather(s.stream, l, EXPONENT, &reports, REPORTS);
	for (unsigned int i = 1; i < REPORTS; i++) {
		const u32 *a = reports.raw[i - 1], *b = reports.raw[i];
		u32 clocks = b[58] - a[58];

		igt_assert_lt(0, clocks);
		igt_assert_lte(clocks, most_clocks(a, b));
		check_bounds(a, b, 3, 45, (u64)(clocks + 1) * eus, "A");
		check_bounds(a, b, 48, 8, (u64)(clocks + 1) * eus, "B");
		check_bounds(a, b, 56, 8, (u64)(clocks + 1) * eus, "C");
	}
	oa_session_close(&s);
}

/* hardware.md 5.5: "< 0" never, ">= 0" always, code 7 always. */
static void test_compare(void)
{
	static struct reports reports;
	static const u32 regs[] = {
		0x2770, 4, 0x2774, 0xfffe, 0x2778, 3, 0x277c, 0xfffe,
		0x2780, 7, 0x2784, 0xfffe,
	};
	struct oa_session s;
	char uuid[37];
	int set;

	oa_session_prepare(&s);
	oa_uuid_fresh(uuid);
	set = oa_config_add(s.drm, uuid, NULL, 0, regs, ARRAY_LEN(regs) / 2);
	igt_assert_lt(1, set);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(set, 5, EXPONENT));
	oa_assert_ok(oa_config_remove(s.drm, set));
	gather(s.stream, &layouts[4], EXPONENT, &reports, REPORTS);
	for (unsigned int i = 1; i < REPORTS; i++) {
		const u32 *a = reports.raw[i - 1], *b = reports.raw[i];
		u32 clocks = b[49] - a[49];

		igt_assert_lt(0, clocks);
		igt_assert_eq_u32(b[48] - a[48], 0);
		igt_assert_lte(abs((int)(b[50] - a[50] - clocks)), 1);
	}
	oa_session_close(&s);
}

/* Every period is exact, from 82 us to 84 ms. */
static void test_exponents(void)
{
	struct oa_session s;
	struct oa_tally tally;

	for (unsigned int exponent = 9; exponent <= 19; exponent++) {
		u64 wanted = exponent < 16 ? 20 : 4;

		oa_session_simple(&s, 0, exponent);
		oa_tally_init(&tally, 256, exponent);
		oa_collect(s.stream, &tally, wanted, 64 << 10);
		oa_tally_assert_whole(&tally);
		igt_assert_eq_u64((u64)(u32)(tally.last_ts - tally.first_ts),
				  (tally.samples - 1) << (exponent + 1));
		oa_session_close(&s);
	}
}

/* 195 kHz and 98 kHz, the fastest that clients use. */
static void test_fast(unsigned int exponent)
{
	struct oa_session s;
	struct oa_tally tally;

	oa_session_simple(&s, 0, exponent);
	oa_tally_init(&tally, 256, exponent);
	oa_collect(s.stream, &tally, 20000, 4 << 20);
	oa_tally_assert_whole(&tally);
	oa_session_close(&s);
}

igt_main
{
	static const char * const activities[] = { "idle", "burst", "ctxswitch", "freq" };

	igt_fixture
		oa_device_require();

	for (size_t i = 0; i < ARRAY_LEN(layouts); i++)
		igt_subtest_f("layout-%s", layouts[i].name)
			test_layout(&layouts[i], NULL);
	for (size_t i = 0; i < ARRAY_LEN(activities); i++)
		igt_subtest_f("counters-%s", activities[i]) {
			oa_sim_require();
			test_layout(&layouts[4], activities[i]);
		}
	igt_subtest("activity")
		test_activity();
	igt_subtest("render-basic-clock")
		test_render_basic();
	igt_subtest("cec-compare")
		test_compare();
	igt_subtest("exponents")
		test_exponents();
	igt_subtest("exponent-6")
		test_fast(6);
	igt_subtest("exponent-5")
		test_fast(5);
}
