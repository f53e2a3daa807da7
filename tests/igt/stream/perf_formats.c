// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reports: layout, time stamps and counters of all formats of the platform.
 * hardware.rst 4.2, 4.3, 4.4 and 5.5; abi.rst 6.4 and 14.
 */
#include "oa_lib.h"
#include "formats/oa_format.h"

#define REPORTS		24
#define EXPONENT	13

struct reports {
	u32 raw[REPORTS][64];
	unsigned int num;
};

static u8 a_dword(const struct oa_layout *l, u8 i)
{
	return l->a_dwords ? l->a_dwords[i] : l->a + i;
}

static u32 eu_total(int drm)
{
	int value = 0;

	oa_assert_ok(oa_getparam(drm, 34, &value));
	igt_assert_lt(0, value);
	return value;
}

/* Read REPORTS consecutive reports. */
static void gather(struct oa_session *s, struct reports *reports)
{
	static u8 buf[64 << 10];
	struct oa_record rec;
	ssize_t n;

	reports->num = 0;
	while (reports->num < REPORTS) {
		n = oa_tally_read(s->stream, &s->tally, buf, sizeof(buf));
		oa_for_each_record(&rec, at, buf, n)
			if (rec.type == DRM_I915_PERF_RECORD_SAMPLE && reports->num < REPORTS)
				memcpy(reports->raw[reports->num++], rec.payload, s->tally.bytes);
	}
	oa_tally_assert_whole(&s->tally);
}

/* abi.rst 14: the maximum that the GPU's clock can have counted. */
static u64 most_clocks(const u32 *a, const u32 *b)
{
	u64 ns = (u64)(u32)(b[1] - a[1]) * 1000000000ull / oa_facts()->timestamp_hz + 1;

	return ns * oa_sysfs_u64("gt_RP0_freq_mhz") / 1000 + 1;
}

static void check_bound(const u32 *a, const u32 *b, u8 dword, u64 limit, const char *what)
{
	u32 delta = b[dword] - a[dword];

	igt_assert_f(delta <= limit, "%s in dword %u advanced by %u, at most %llu possible", what,
		     dword, delta, limit);
}

static void check_bounds(const struct oa_layout *l, const u32 *a, const u32 *b, u64 limit)
{
	for (u8 i = 0; i < l->num_a; i++)
		check_bound(a, b, a_dword(l, i), limit, "A counter");
	for (u8 i = 0; i < l->num_c; i++)
		check_bound(a, b, l->c + i, limit, "C counter");
}

/* With the self-test set every B counter counts clocks, to +-1. */
static u64 check_clocks(const struct oa_layout *l, const u32 *a, const u32 *b)
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

static void check_pair(const struct oa_layout *l, const u32 *a, const u32 *b, u32 eus)
{
	u64 clocks = l->num_b ? check_clocks(l, a, b) + 1 : most_clocks(a, b);

	check_bounds(l, a, b, clocks * eus);
}

static u64 stamp_of(const u32 *raw)
{
	return raw[1] | (oa_facts()->timestamp_dwords == 2 ? (u64)raw[2] << 32 : 0);
}

static void check_timestamp(int drm, const u32 *raw)
{
	u64 clock = oa_reg_read_timestamp(drm);
	u64 stamp = stamp_of(raw);

	/* The report has only the low half: the clock starts low and has not wrapped. */
	if (oa_facts()->timestamp_dwords == 1)
		igt_require_f(clock <= ~0u, "the time stamp has wrapped");
	igt_assert_neq(raw[0], 0);
	igt_assert_f(stamp && stamp <= clock, "report of %#llx, clock %#llx",
		     stamp, clock);
}

static const struct oa_report_format *descriptor(u64 format)
{
	static const struct {
		const char *name;
		const struct oa_report_format *table;
		size_t num;
	} tables[] = {
		{ "snb", oa_formats_snb, OA_NUM_FORMATS_SNB },
		{ "ivb", oa_formats_ivb, OA_NUM_FORMATS_IVB },
		{ "vlv", oa_formats_ivb, OA_NUM_FORMATS_IVB },
		{ "hsw", oa_formats_hsw, OA_NUM_FORMATS_HSW },
		{ "bdw", oa_formats_gen8, OA_NUM_FORMATS_GEN8 },
		{ "chv", oa_formats_gen8, OA_NUM_FORMATS_GEN8 },
		{ "skl", oa_formats_gen9, OA_NUM_FORMATS_GEN9 },
		{ "bxt", oa_formats_gen9, OA_NUM_FORMATS_GEN9 },
		{ "icl", oa_formats_gen11, OA_NUM_FORMATS_GEN11 },
		{ "ehl", oa_formats_gen11, OA_NUM_FORMATS_GEN11 },
		{ "lkf", oa_formats_gen11, OA_NUM_FORMATS_GEN11 },
	};

	for (size_t i = 0; i < ARRAY_LEN(tables); i++)
		if (!strcmp(tables[i].name, oa_facts()->name))
			return oa_format_find(tables[i].table, tables[i].num, format);
	return NULL;
}

/* hardware.rst 4.3: bits 39:32 of A0 to A31 are in the bytes from 160 on. */
static u64 a_value(const struct oa_layout *l, const u32 *raw, u8 i)
{
	u64 value = raw[a_dword(l, i)];

	if (l->num_a == 36 && i < 32)
		value |= (u64)((const u8 *)raw)[160 + i] << 32;
	return value;
}

/* The decoder of formats/ returns the same counters as this program's tables. */
static void check_decoder(const struct oa_layout *l, const u32 *raw)
{
	const struct oa_report_format *format = descriptor(l->format);
	struct oa_report out;

	igt_assert(format);
	igt_assert_eq(format->bytes, l->bytes);
	oa_report_decode(format, raw, &out);
	igt_assert_eq_u32(out.id, raw[0]);
	igt_assert_eq_u64(out.timestamp, stamp_of(raw));
	for (u8 i = 0; i < l->num_a; i++)
		igt_assert_eq_u64(out.a[l->first_a + i], a_value(l, raw, i));
	for (u8 i = 0; i < l->num_b; i++)
		igt_assert_eq_u32(out.b[i], raw[l->b + i]);
	for (u8 i = 0; i < l->num_c; i++)
		igt_assert_eq_u32(out.c[i], raw[l->c + i]);
	if (oa_facts()->timestamp_dwords == 1)
		igt_assert_eq_u32(out.gpu_ticks, raw[3]);
}

static void test_layout(const struct oa_layout *l, const char *activity)
{
	static struct reports reports;
	struct oa_session s;
	u32 eus;

	oa_session_prepare(&s);
	if (activity && oa_sim_present())
		oa_sim_write("activity", activity);
	eus = eu_total(s.drm);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, l->format, EXPONENT));
	gather(&s, &reports);
	for (unsigned int i = 0; i < REPORTS; i++) {
		check_timestamp(s.drm, reports.raw[i]);
		check_decoder(l, reports.raw[i]);
		if (i)
			check_pair(l, reports.raw[i - 1], reports.raw[i], eus);
	}
	check_pair(l, reports.raw[0], reports.raw[REPORTS - 1], eus);
	oa_session_close(&s);
}

/* The dword of the A counter that shows how busy the EUs are: hardware.rst 5.1 to 5.3 */
static u8 busy_dword(void)
{
	/*
	 * A0: all cores executing; from Broadwell on a flexible counter, because A0 is
	 * engine busy.
	 */
	return a_dword(&oa_facts()->layouts[0], 0);
}

/* A busy GPU advances A counters; an idle one does not advance the first of them. */
static void test_activity(void)
{
	static struct reports reports;
	const struct oa_layout *l = &oa_facts()->layouts[0];
	struct oa_session s;
	u32 moved = 0;

	oa_sim_require();
	oa_session_prepare(&s);
	oa_sim_write("activity", "busy");
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, EXPONENT));
	gather(&s, &reports);
	for (u8 i = 0; i < l->num_a; i++)
		moved += reports.raw[0][a_dword(l, i)] != reports.raw[REPORTS - 1][a_dword(l, i)];
	igt_assert_f(moved > 4, "%u A counters moved on a busy GPU", moved);
	igt_assert_neq(reports.raw[0][busy_dword()], reports.raw[REPORTS - 1][busy_dword()]);
	oa_session_close(&s);

	oa_session_prepare(&s);
	oa_sim_write("activity", "idle");
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, EXPONENT));
	gather(&s, &reports);
	igt_assert_eq_u32(reports.raw[4][busy_dword()], reports.raw[REPORTS - 1][busy_dword()]);
	oa_session_close(&s);
}

/* TestOa, hardware.rst 5.5 and 10.2: each B counter is an exact share of the clock. */
static void check_ratios(const u32 *a, const u32 *b)
{
	static const u8 sixths[8] = { 0, 6, 6, 3, 2, 2, 1, 4 };
	u32 clocks = b[3] - a[3];

	for (u8 i = 0; i < 8; i++) {
		u64 want = (u64)clocks * sixths[i], have = 6ull * (b[48 + i] - a[48 + i]);

		igt_assert_f(have + 6 >= want && have <= want + 6, "B%u: %llu/6 of %u clocks", i,
			     have, clocks);
	}
}

/* With the published set the GPU's clock advances, and no counter is faster than its maximum. */
static void test_published_set(void)
{
	static struct reports reports;
	const struct oa_facts *f = oa_facts();
	const struct oa_layout *l = &f->layouts[0];
	struct oa_session s;
	u64 set;
	u32 eus;

	oa_session_prepare(&s);
	set = oa_config_test_set(s.drm);
	eus = eu_total(s.drm);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(set, OA_FORMAT, EXPONENT));
	gather(&s, &reports);
	for (unsigned int i = 1; i < REPORTS; i++) {
		const u32 *a = reports.raw[i - 1], *b = reports.raw[i];
		u32 clocks = b[f->clock] - a[f->clock];

		igt_assert_lt(0, clocks);
		igt_assert_lte(clocks, most_clocks(a, b));
		check_bounds(l, a, b, (u64)(clocks + 1) * eus);
		for (u8 n = 0; n < l->num_b; n++)
			check_bound(a, b, l->b + n, clocks + 1, "B counter");
		if (f->test_oa)
			check_ratios(a, b);
	}
	oa_session_close(&s);
}

/* hardware.rst 5.5: "< 0" never, ">= 0" always, code 7 always. */
static void test_compare(void)
{
	static struct reports reports;
	const u32 cec = oa_facts()->cec;
	const struct oa_layout *l = &oa_facts()->layouts[0];
	const u32 regs[] = {
		cec, 4, cec + 4, 0xfffe, cec + 8, 3, cec + 12, 0xfffe,
		cec + 16, 7, cec + 20, 0xfffe,
	};
	struct oa_session s;
	char uuid[37];
	int set;

	oa_session_prepare(&s);
	oa_uuid_fresh(uuid);
	set = oa_config_add(s.drm, uuid, NULL, 0, regs, ARRAY_LEN(regs) / 2);
	igt_assert_lt(1, set);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(set, OA_FORMAT, EXPONENT));
	oa_assert_ok(oa_config_remove(s.drm, set));
	gather(&s, &reports);
	for (unsigned int i = 1; i < REPORTS; i++) {
		const u32 *a = reports.raw[i - 1] + l->b, *b = reports.raw[i] + l->b;
		u32 clocks = b[1] - a[1];

		igt_assert_lt(0, clocks);
		igt_assert_eq_u32(b[0] - a[0], 0);
		igt_assert_lte(abs((int)(b[2] - a[2] - clocks)), 1);
	}
	oa_session_close(&s);
}

/* Every period is exact, from 82 us to 84 ms. */
static void test_exponents(void)
{
	struct oa_session s;

	for (unsigned int exponent = oa_fast(9); exponent <= 19; exponent++) {
		u64 wanted = exponent < 16 ? 20 : 4;

		oa_session_simple(&s, 0, exponent);
		oa_collect(s.stream, &s.tally, wanted, 64 << 10);
		oa_tally_assert_whole(&s.tally);
		igt_assert_eq_u64((u64)(u32)(s.tally.last_ts - s.tally.first_ts),
				  (s.tally.samples - s.tally.others - 1) << (exponent + 1));
		oa_session_close(&s);
	}
}

/*
 * 195 kHz and 98 kHz, the fastest that clients use; about as many with a faster clock. Under
 * emulation the simulated GPU alone may take all of the time. perf_full_rate checks whether the
 * driver keeps up.
 */
static bool fast_is_whole(unsigned int exponent)
{
	struct oa_session s;

	oa_session_simple(&s, 0, exponent);
	oa_collect(s.stream, &s.tally, 20000, 4 << 20);
	return oa_session_close_whole(&s);
}

static void test_fast(unsigned int exponent)
{
	igt_require_f(oa_fast(exponent) == exponent, "the ring is too small for such rates");
	exponent += oa_facts()->timestamp_hz > 16000000;
	for (int tries = 0; !fast_is_whole(exponent); tries++)
		igt_require_f(tries < 10, "the simulated GPU is too slow on this machine");
}

igt_main
{
	static const char * const activities[] = { "idle", "burst", "ctxswitch", "freq" };
	static const struct oa_facts *f;

	igt_fixture
		f = oa_facts();

	igt_oa_effect(OA_WRITES);
	for (size_t i = 0; f && i < f->num_layouts; i++)
		igt_subtest_f("layout-%s", f->layouts[i].name)
			test_layout(&f->layouts[i], NULL);
	for (size_t i = 0; i < ARRAY_LEN(activities); i++)
		igt_subtest_f("counters-%s", activities[i]) {
			oa_sim_require();
			test_layout(&f->layouts[0], activities[i]);
		}
	oa_subtest("activity", test_activity());
	oa_subtest("published-set", test_published_set());
	oa_subtest("cec-compare", test_compare());
	oa_subtest("exponents", test_exponents());
	oa_subtest("exponent-6", test_fast(6));
	oa_subtest("exponent-5", test_fast(5));
}
