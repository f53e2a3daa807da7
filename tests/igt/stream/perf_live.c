// SPDX-License-Identifier: GPL-2.0-only
/*
 * debugfs oa_counters: the OA unit's counters read as registers, and flexible EU events in
 * them. hardware.rst 3.11, 3.12, 5.4.
 */
#include "oa_lib.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define BIT_USED	13

static u8 buf[1 << 20];

/** struct snapshot - the values of the file */
struct snapshot {
	u64 before, after, a_mask, a_free_mask, c_mask;
	u64 a[48], a_free[48], b[8], c[8];
	u64 gpu_ticks;
};

/* The lines of this letter, a number and @suffix. Return: a bit for each that is present. */
static u64 numbered(const char *text, char letter, const char *suffix, u64 *values,
		    unsigned int num)
{
	u64 mask = 0;
	char key[16];

	for (unsigned int i = 0; i < num; i++) {
		snprintf(key, sizeof(key), "%c%u%s", letter, i, suffix);
		if (oa_line_u64(text, key, &values[i]))
			mask |= 1ull << i;
	}
	return mask;
}

static void snapshot_take(struct snapshot *s)
{
	static char text[8192];

	memset(s, 0, sizeof(*s));
	igt_assert_lt(0, oa_read_text(oa_driver_file("oa_counters"), text, sizeof(text)));
	igt_assert(oa_line_u64(text, "before", &s->before));
	igt_assert(oa_line_u64(text, "after", &s->after));
	igt_assert(oa_line_u64(text, "gpu_ticks", &s->gpu_ticks));
	s->a_mask = numbered(text, 'a', "", s->a, ARRAY_LEN(s->a));
	s->a_free_mask = numbered(text, 'a', "_free", s->a_free, ARRAY_LEN(s->a_free));
	igt_assert_eq_u64(numbered(text, 'b', "", s->b, ARRAY_LEN(s->b)), 0xff);
	s->c_mask = numbered(text, 'c', "", s->c, ARRAY_LEN(s->c));
}

static void require_live(void)
{
	igt_require_f(oa_facts()->num_b == 8, "this platform's counters can't be read");
	igt_require_f(oa_status_present(), "debugfs can't be read");
}

/* The first timer report whose time stamp is later than @after, or the first of all. */
static const u32 *report_after(int stream, const u32 *after)
{
	struct oa_record rec;
	ssize_t n;

	for (;;) {
		igt_assert(oa_poll_in(stream, 20000));
		n = read(stream, buf, sizeof(buf));
		oa_for_each_record(&rec, at, buf, n < 0 ? 0 : n)
			if (rec.type == DRM_I915_PERF_RECORD_SAMPLE &&
			    oa_timer_report(rec.payload[0]) &&
			    (!after || (int)(rec.payload[1] - *after) > 0))
				return rec.payload;
	}
}

/* A reading lies between the reports before and after it, counter by counter. */
static void test_between(void)
{
	const struct oa_layout *l = &oa_facts()->layouts[0];
	struct snapshot c;
	struct oa_session s;
	u32 before[64], after[64], later;

	require_live();
	oa_session_simple(&s, NONBLOCK, BIT_USED);
	for (int round = 0; round < 5; round++) {
		memcpy(before, report_after(s.stream, round ? &after[1] : NULL), l->bytes);
		snapshot_take(&c);
		igt_assert_lt(before[1], (u32)c.before);
		igt_assert_lt(c.before, c.after);
		igt_assert_eq_u64(c.a_mask, (1ull << l->num_a) - 1);
		later = c.after;
		memcpy(after, report_after(s.stream, &later), l->bytes);
		for (u8 i = 0; i < l->num_a; i++)
			oa_assert_between(before[l->a + i], c.a[i], after[l->a + i], "A", i);
		for (u8 i = 0; i < 8; i++) {
			oa_assert_between(before[l->b + i], c.b[i], after[l->b + i], "B", i);
			if (c.c_mask)
				oa_assert_between(before[l->c + i], c.c[i], after[l->c + i], "C",
						  i);
		}
		if (oa_facts()->reason_mask)
			oa_assert_between(before[3], c.gpu_ticks, after[3], "ticks ", 0);
	}
	oa_session_close(&s);
}

/* The copies of A4, A6, A19, A20 count while the stream does not sample; A4 and A6 do not. */
static void test_free_running(void)
{
	struct snapshot a, b;
	struct oa_session s;

	require_live();
	oa_session_simple(&s, NONBLOCK | I915_PERF_FLAG_DISABLED, BIT_USED);
	snapshot_take(&a);
	/* Inside IGT a skipped subtest leaves its files open. */
	if (!a.a_free_mask)
		oa_session_close(&s);
	igt_require_f(a.a_free_mask, "no free-running copies");
	igt_assert_eq_u64(a.a_free_mask, 1 << 4 | 1 << 6 | 1 << 19 | 1 << 20);
	oa_sleep_ms(50);
	snapshot_take(&b);
	igt_assert_lt(a.a_free[4], b.a_free[4]);
	igt_assert_lt(a.a_free[6], b.a_free[6]);
	igt_assert_eq_u64(a.a[4], b.a[4]);
	igt_assert_eq_u64(a.a[6], b.a[6]);
	oa_session_close(&s);
}

/* The file exists where the counters can be read. */
static void test_platforms(void)
{
	igt_require_f(oa_status_present(), "debugfs can't be read");
	igt_assert_eq(!access(oa_driver_file("oa_counters"), R_OK), oa_facts()->num_b == 8);
}

/* A caller without privilege that has a stream gets counters by REPORT, but not by the file. */
static void test_privilege(void)
{
	const struct oa_facts *facts = oa_facts();
	struct drm_i915_oa_report rpc = { .report_id = 7, .size = 256 };
	u32 report[64];
	u64 set;

	require_live();
	oa_sim_reset();
	rpc.ptr = (uintptr_t)report;
	oa_sysctl_defaults();
	/* By default such a caller may open a stream of its own context on Haswell, else none. */
	if (!facts->ctx_unprivileged)
		oa_assert_ok(oa_sysctl_set("perf_stream_paranoid", 0));
	set = oa_config_selftest(oa_drm_open());
	igt_fork(child, 1) {
		int drm, fd;

		drm = oa_drm_open();
		igt_drop_root();
		fd = oa_open_props(drm, 0, OA_BASE_PROPS(set, OA_FORMAT, BIT_USED),
				   OA_PROP_CTX_HANDLE, oa_context_create(drm));
		igt_assert_fd(fd);
		oa_assert_ok(oa_ioctl(fd, I915_OA_IOCTL_REPORT, &rpc));
		oa_assert_fails(open(oa_driver_file("oa_counters"), O_RDONLY), EACCES);
		close(fd);
	}
	igt_waitchildren();
	oa_sysctl_defaults();
	oa_assert_no_violation();
}

/* The advance of A7 to A10 over a while, with these events programmed. */
static void flex_deltas(const u32 *flex, u32 num, u64 delta[4])
{
	struct snapshot a, b;
	struct drm_i915_perf_oa_config config = {
		.n_flex_regs = num, .flex_regs_ptr = (uintptr_t)flex,
	};
	struct oa_session s;
	char uuid[37];
	int id;

	oa_session_prepare(&s);
	oa_uuid_fresh(uuid);
	memcpy(config.uuid, uuid, sizeof(config.uuid));
	id = oa_ioctl(s.drm, DRM_IOCTL_I915_PERF_ADD_CONFIG, &config);
	igt_assert_lt(1, id);
	oa_session_open_props(&s, NONBLOCK, OA_BASE_PROPS(id, OA_FORMAT, BIT_USED));
	oa_assert_ok(oa_config_remove(s.drm, id));
	snapshot_take(&a);
	oa_sleep_ms(30);
	snapshot_take(&b);
	for (int i = 0; i < 4; i++)
		delta[i] = b.a[7 + i] - a.a[7 + i];
	oa_session_close(&s);
}

/*
 * hardware.rst 3.12: 0xE458 = 0x5004 is A7 "EU active", A8 "EU stalled"; 0xE558 = 0x10003
 * is A9 "both FPUs", A10 FPU0 of the vertex shader.
 */
static bool flex_counts(void)
{
	static const u32 shipped[] = { 0xe458, 0x00005004, 0xe558, 0x00010003 };
	static const u32 same[] = { 0xe458, 0x00004004, 0xe558, 0x00000000 };
	u64 of_own[4], of_same[4];

	flex_deltas(shipped, 2, of_own);
	flex_deltas(same, 2, of_same);
	for (int i = 0; i < 4; i++)
		igt_assert_lt(0, of_own[i]);
	igt_info("shipped %llu %llu %llu %llu, same %llu %llu %llu\n", of_own[0], of_own[1],
		 of_own[2], of_own[3], of_same[0], of_same[1], of_same[2]);
	/*
	 * Active is at least both FPUs; a share of FPU0 is less than all of "active". The same
	 * event in both halves of a register counts nearly the same.
	 */
	return of_own[2] < of_own[0] && of_own[3] < of_own[0] && of_own[1] != of_own[0] &&
	       of_same[0] < of_same[1] + of_same[1] / 8 &&
	       of_same[1] < of_same[0] + of_same[0] / 8 && of_same[2] < of_same[0];
}

/* The registers are read one after the other, and the host may stop in between, but not always. */
static void test_flex(void)
{
	igt_require_f(oa_facts()->flex, "no flexible EU events");
	require_live();
	oa_repeat_at_most(5, flex_counts());
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	oa_subtest("between-reports", test_between());
	oa_subtest("free-running", test_free_running());
	oa_subtest("platforms", test_platforms());
	oa_subtest("privilege", test_privilege());
	oa_subtest("flex-events", test_flex());
}
