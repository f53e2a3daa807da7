// SPDX-License-Identifier: GPL-2.0-only
/*
 * The frequency that the driver requests while a stream is open, and the files that bound it:
 * abi.rst 8, hardware.rst 2.6. Without i915 no other driver requests one.
 */
#include <signal.h>
#include <sys/wait.h>

#include "oa_lib.h"

#define RPNSWREQ	0xa008
#define STROBE_BIT	14

/* The hardware's limits, MHz */
static u64 lowest, highest;

/* A simulated GPU is busy, unless ACTIVITY in the environment has another value. */
static bool busy(void)
{
	const char *activity = getenv("ACTIVITY");

	return oa_sim_present() && (!activity || !*activity || !strcmp(activity, "busy"));
}

static bool can_request(void)
{
	return strcmp(oa_facts()->name, "vlv") && strcmp(oa_facts()->name, "chv");
}

static void file_path(char *path, size_t size, const char *name)
{
	snprintf(path, size, "%s/gt_%s_freq_mhz", oa_gpu_require()->sysfs, name);
}

static int set(const char *name, const char *text)
{
	char path[256];

	file_path(path, sizeof(path), name);
	return oa_write_text(path, text);
}

static int set_mhz(const char *name, u64 mhz)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu\n", mhz);
	return set(name, text);
}

static u64 get(const char *name)
{
	char file[64];

	snprintf(file, sizeof(file), "gt_%s_freq_mhz", name);
	return oa_sysfs_u64(file);
}

static void defaults(void)
{
	oa_assert_ok(set_mhz("min", lowest));
	oa_assert_ok(set_mhz("max", highest));
	oa_assert_ok(set_mhz("boost", highest));
}

static void begin(void)
{
	igt_require_f(can_request(), "the request is behind a mailbox");
	oa_gpu_recover();
	oa_sim_reset();
	defaults();
}

/* hardware.rst 2.6: units of 50 MHz, or thirds of it from Gen9 on */
static u32 request_of(u64 mhz)
{
	if (strcmp(oa_facts()->name, "snb") == 0 || strcmp(oa_facts()->name, "ivb") == 0)
		return mhz / 50 << 25;
	if (strcmp(oa_facts()->name, "hsw") == 0 || strcmp(oa_facts()->name, "bdw") == 0)
		return mhz / 50 << 24;
	return (mhz * 3 + 25) / 50 << 23;
}

/* On hardware only the driver's file shows the request. */
static void assert_requested(u64 mhz)
{
	igt_assert_eq_u64(get("cur"), mhz);
	if (oa_sim_present())
		igt_assert_eq_u32(oa_sim_register(RPNSWREQ), request_of(mhz));
}

static u32 request_register(void)
{
	return oa_sim_present() ? oa_sim_register(RPNSWREQ) : 0;
}

static void assert_register(u32 before)
{
	igt_assert_eq_u32(request_register(), before);
}

static void test_ranges(void)
{
	static const char * const names[] = { "min", "max", "boost" };

	begin();
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		oa_assert_fails(set_mhz(names[i], lowest - 50), EINVAL);
		oa_assert_fails(set_mhz(names[i], highest + 50), EINVAL);
		oa_assert_fails(set_mhz(names[i], 0), EINVAL);
		oa_assert_fails(set_mhz(names[i], 0xffffffff), EINVAL);
		/* Times three this would wrap to a frequency in range. */
		oa_assert_fails(set_mhz(names[i], 1431655765 + 500), EINVAL);
		oa_assert_fails(set(names[i], "-1"), EINVAL);
		oa_assert_fails(set(names[i], "fast"), EINVAL);
		oa_assert_fails(set(names[i], "4294967296"), ERANGE);
		oa_assert_ok(set_mhz(names[i], lowest));
		igt_assert_eq_u64(get(names[i]), lowest);
		defaults();
		oa_assert_ok(set_mhz(names[i], highest));
		igt_assert_eq_u64(get(names[i]), highest);
		defaults();
	}
}

/* The minimum never passes the maximum; the boost is bound by the hardware's limits alone. */
static void test_order(void)
{
	const u64 middle = lowest + 200;

	begin();
	oa_assert_ok(set_mhz("max", middle));
	oa_assert_fails(set_mhz("min", middle + 50), EINVAL);
	oa_assert_ok(set_mhz("min", middle));
	oa_assert_fails(set_mhz("max", middle - 50), EINVAL);
	igt_assert_eq_u64(get("min"), middle);
	igt_assert_eq_u64(get("max"), middle);
	oa_assert_ok(set_mhz("boost", lowest));
	oa_assert_ok(set_mhz("boost", highest));
	defaults();
}

static void test_privilege(void)
{
	static const char * const names[] = { "min", "max", "boost" };
	char path[256];
	struct stat st;

	igt_require_f(lowest, "no limits");
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		file_path(path, sizeof(path), names[i]);
		oa_assert_ok(stat(path, &st));
		igt_assert_eq(st.st_mode & 0777, can_request() ? 0644 : 0444);
	}
	igt_fork(child, 1) {
		igt_drop_root();
		for (size_t i = 0; i < ARRAY_LEN(names); i++) {
			igt_assert_lt(0, get(names[i]));
			oa_assert_fails(set_mhz(names[i], highest), EACCES);
		}
	}
	igt_waitchildren();
}

/* If the driver can't request a frequency, the files show the limits, and a stream still opens. */
static void test_read_only(void)
{
	struct oa_session s;

	igt_require_f(!can_request(), "the driver can request a frequency");
	igt_assert_eq_u64(get("min"), lowest);
	igt_assert_eq_u64(get("max"), highest);
	oa_session_simple(&s, 0, STROBE_BIT);
	igt_assert_eq_u64(get("max"), highest);
	oa_session_close(&s);
}

static void test_open(u32 flags)
{
	struct oa_session s;
	u32 before;

	begin();
	before = request_register();
	oa_session_simple(&s, flags, STROBE_BIT);
	assert_requested(highest);
	if (busy())
		igt_assert_eq_u64(get("act"), highest);
	oa_session_close(&s);
	assert_register(before);
}

/* The frequency that reports show: clocks over time */
static void test_measured(void)
{
	struct oa_record rec;
	struct oa_session s;
	u32 first[2] = { }, last[2];
	u64 mhz, samples = 0;
	u8 buf[64 << 10];
	ssize_t n;

	begin();
	igt_require_f(oa_facts()->reason_mask && oa_facts()->timestamp_dwords == 1,
		      "reports have no count of clocks");
	igt_require_f(busy(), "a GPU that may be idle does not keep the requested frequency");
	oa_session_simple(&s, 0, STROBE_BIT);
	while (samples < 20) {
		n = read(s.stream, buf, sizeof(buf));
		igt_assert_lt(0, n);
		oa_for_each_record(&rec, at, buf, n) {
			if (rec.type != DRM_I915_PERF_RECORD_SAMPLE)
				continue;
			last[0] = rec.payload[1];
			last[1] = rec.payload[3];
			if (!samples++)
				memcpy(first, last, sizeof(first));
		}
	}
	mhz = (u64)(last[1] - first[1]) * oa_facts()->timestamp_hz /
	      (last[0] - first[0]) / 1000000;
	igt_assert_f(mhz + 2 >= highest && mhz <= highest + 2, "%llu MHz instead of %llu", mhz,
		     highest);
	oa_session_close(&s);
}

/* hardware.rst 4.4: from Gen9 on, where bit 16 of RPT_ID is that of a valid context */
static bool has_reports(void)
{
	return oa_facts()->ctx_valid == 1u << 16;
}

#define REASON_TIMER		0x01
#define REASON_FREQUENCY	0x20

/*
 * Read until a report of the timer has a frequency, as bits 8:0 say in 50/3 MHz. Return: reports of
 * changes of the frequency until then.
 */
static u32 frequency_reports(const struct oa_session *s, u64 mhz)
{
	struct oa_record rec;
	bool reached = false;
	u8 buf[64 << 10];
	u32 changes = 0;
	ssize_t n;

	while (!reached) {
		n = read(s->stream, buf, sizeof(buf));
		igt_assert_lt(0, n);
		oa_for_each_record(&rec, at, buf, n) {
			if (rec.type != DRM_I915_PERF_RECORD_SAMPLE)
				continue;
			reached |= rec.payload[0] >> 19 & REASON_TIMER &&
				   (rec.payload[0] & 0x1ff) == (mhz * 3 + 25) / 50;
			changes += !!(rec.payload[0] >> 19 & REASON_FREQUENCY);
		}
	}
	return changes;
}

/* The unit reports each change if the stream asks for it, and else none, as with i915. */
static void test_reports(bool asked)
{
	struct oa_session s;
	u32 changes = 0;

	begin();
	igt_require_f(has_reports(), "no report of a change of the frequency");
	igt_require_f(busy(), "a GPU that may be idle does not keep the requested frequency");
	oa_session_prepare(&s);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT),
			      OA_PROP_FREQUENCY_REPORTS, asked);
	frequency_reports(&s, highest);
	for (u32 i = 0; i < 4; i++) {
		const u64 mhz = i % 2 ? highest : lowest;

		oa_assert_ok(set_mhz("boost", mhz));
		changes += frequency_reports(&s, mhz);
	}
	igt_assert_eq_u32(changes, asked ? 4 : 0);
	oa_session_close(&s);
	defaults();
}

static bool is_at(u64 mhz)
{
	return get("act") == mhz;
}

/* Change the frequency four times, each time when the change before has been reported. */
static void change_four_times(void)
{
	for (u32 i = 0; i < 4; i++) {
		const u64 mhz = i % 2 ? highest : lowest;

		oa_assert_ok(set_mhz("boost", mhz));
		igt_assert(oa_wait_until(is_at(mhz), 20000));
	}
}

static u32 changes_in(const u8 *buf, ssize_t bytes)
{
	struct oa_record rec;
	u32 changes = 0;

	oa_for_each_record(&rec, at, buf, bytes) {
		igt_assert_eq(rec.type, DRM_I915_PERF_RECORD_SAMPLE);
		changes += !!(rec.payload[0] >> 19 & REASON_FREQUENCY);
	}
	return changes;
}

static u64 accounted(void)
{
	return oa_status("reports_delivered") + oa_status("reports_filtered");
}

/*
 * Read until all reports of the unit are accounted for. Return: those of changes of the frequency
 * among the ones that were delivered.
 */
static u32 changes_read(const struct oa_session *s)
{
	const u64 produced = oa_sim_u64("produced") - s->accounts.produced;
	u8 buf[64 << 10];
	u32 changes = 0;
	ssize_t n;

	for (u32 i = 0; i < 1000 && accounted() < produced; i++) {
		oa_poll_in(s->stream, 10);
		n = read(s->stream, buf, sizeof(buf));
		igt_assert(n > 0 || errno == EAGAIN);
		if (n > 0)
			changes += changes_in(buf, n);
	}
	igt_assert_eq_u64(accounted(), produced);
	return changes;
}

/* Let a context run. The knob has software's id of it, which on Gen11 is in bits 15:5 of CTX_ID. */
static void run_context(u64 ctx_id)
{
	const char *name = oa_facts()->name;
	const bool gen11 = !strcmp(name, "icl") || !strcmp(name, "ehl") || !strcmp(name, "lkf");
	char text[24];

	snprintf(text, sizeof(text), "%llu", gen11 ? ctx_id >> 5 : ctx_id);
	oa_sim_write("ccid", text);
}

/*
 * A stream of a single context gets the changes of the frequency while that context runs, and those
 * of another context's time are filtered as all its reports are. The accounting is exact. The timer
 * is too slow to write a report meanwhile.
 */
static void test_reports_of_context(void)
{
	struct oa_session s;
	u64 id, filtered;

	begin();
	oa_sim_require();
	igt_require_f(has_reports(), "no report of a change of the frequency");
	oa_session_prepare(&s);
	oa_sim_write("activity", "busy");
	oa_session_open_props(&s, I915_PERF_FLAG_FD_NONBLOCK,
			      OA_BASE_PROPS(s.set, OA_FORMAT, oa_silent()),
			      OA_PROP_CTX_HANDLE, oa_context_create(s.drm),
			      OA_PROP_FREQUENCY_REPORTS, 1);
	igt_assert(oa_status_u64("ctx_id", &id));
	igt_assert(oa_wait_until(is_at(highest), 20000));
	run_context(id);
	changes_read(&s);
	filtered = oa_status("reports_filtered");
	change_four_times();
	igt_assert_eq_u32(changes_read(&s), 4);
	igt_assert_eq_u64(oa_status("reports_filtered"), filtered);

	/* abi.rst 10.6: the first report of the other one ends the time of the stream's context. */
	run_context(id ^ 0x8000);
	change_four_times();
	igt_assert_eq_u32(changes_read(&s), 1);
	igt_assert_eq_u64(oa_status("reports_filtered"), filtered + 3);
	oa_sim_write("ccid", "0");
	oa_session_close(&s);
	defaults();
}

/* Platforms without these reports reject the property, and its default is possible everywhere. */
static void test_reports_rejected(void)
{
	struct oa_session s;

	oa_gpu_recover();
	igt_require_f(!has_reports(), "the unit has these reports");
	oa_session_prepare(&s);
	oa_assert_fails(oa_open_props(s.drm, 0, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT),
				      OA_PROP_FREQUENCY_REPORTS, 1), EINVAL);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT),
			      OA_PROP_FREQUENCY_REPORTS, 0);
	oa_session_close(&s);
}

static void test_bounded(void)
{
	const u64 middle = lowest + 200;
	struct oa_session s;

	begin();
	/* Before the open */
	oa_assert_ok(set_mhz("max", middle));
	oa_session_simple(&s, 0, STROBE_BIT);
	assert_requested(middle);
	/* While it is open */
	oa_assert_ok(set_mhz("max", highest));
	assert_requested(highest);
	oa_assert_ok(set_mhz("boost", lowest));
	assert_requested(lowest);
	oa_assert_ok(set_mhz("min", middle));
	assert_requested(middle);
	/* A rejected limit changes nothing. */
	oa_assert_fails(set_mhz("max", lowest), EINVAL);
	assert_requested(middle);
	oa_session_close(&s);
	defaults();
}

/* Files written with no stream open leave the GPU alone. */
static void test_closed(void)
{
	u32 before;

	begin();
	before = request_register();
	oa_assert_ok(set_mhz("min", highest));
	assert_register(before);
	oa_assert_ok(set_mhz("boost", lowest));
	assert_register(before);
	defaults();
	assert_register(before);
}

static void test_killed(void)
{
	int ready[2], status;
	struct oa_session s;
	u32 before;
	pid_t pid;
	char c;

	begin();
	before = request_register();
	oa_session_prepare(&s);
	oa_assert_ok(pipe(ready));
	pid = fork();
	igt_assert_lte(0, pid);
	if (!pid) {
		oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, STROBE_BIT));
		igt_assert_eq(write(ready[1], "", 1), 1);
		for (;;)
			pause();
	}
	igt_assert_eq(read(ready[0], &c, 1), 1);
	assert_requested(highest);
	kill(pid, SIGKILL);
	igt_assert_eq(waitpid(pid, &status, 0), pid);
	oa_accounts_close(&s.accounts);
	close(s.drm);
	assert_register(before);
}

static void test_unbound(void)
{
	struct oa_session s;
	u32 before;

	begin();
	oa_sim_require();
	before = request_register();
	oa_session_simple(&s, 0, STROBE_BIT);
	assert_requested(highest);
	igt_assert(oa_gpu_write("unbind"));
	assert_register(before);
	oa_assert_no_violation();
	close(s.stream);
	close(s.drm);
	oa_gpu_recover();
	/* The limits that user space set do not outlive the device. */
	igt_assert_eq_u64(get("max"), highest);
}

/* A GT reset clears the request, and the driver repeats it. */
static void test_reset(void)
{
	struct oa_session s;

	begin();
	oa_reset_require();
	oa_session_simple(&s, 0, STROBE_BIT);
	oa_collect(s.stream, &s.tally, 5, 64 << 10);
	oa_reset_gt("full");
	s.accounts.in_flight++;
	if (oa_sim_present())
		igt_assert_eq_u32(oa_sim_register(RPNSWREQ), 0);
	oa_tally_restart(&s.tally);
	oa_collect(s.stream, &s.tally, 5, 64 << 10);
	assert_requested(highest);
	oa_session_close(&s);
	if (oa_sim_present())
		igt_assert_eq_u32(oa_sim_register(RPNSWREQ), 0);
}

static void test_suspend(void)
{
	const u64 middle = lowest + 200;
	struct oa_session s;

	begin();
	oa_suspend_require();
	oa_assert_ok(set_mhz("max", middle));
	oa_session_simple(&s, 0, STROBE_BIT);
	oa_assert_ok(oa_suspend(0));
	oa_collect(s.stream, &s.tally, 5, 64 << 10);
	assert_requested(middle);
	oa_session_close(&s);
	defaults();
}

igt_main
{
	igt_fixture {
		oa_gpu_note();
		lowest = get("RPn");
		highest = get("RP0");
	}

	igt_oa_effect(OA_READS);
	oa_subtest("ranges", test_ranges());
	oa_subtest("order", test_order());
	oa_subtest("privilege", test_privilege());

	igt_oa_effect(OA_WRITES);
	oa_subtest("read-only", test_read_only());
	oa_subtest("open", test_open(0));
	oa_subtest("open-disabled", test_open(I915_PERF_FLAG_DISABLED));
	oa_subtest("measured", test_measured());
	oa_subtest("reports", test_reports(true));
	oa_subtest("no-reports", test_reports(false));
	oa_subtest("reports-of-context", test_reports_of_context());
	oa_subtest("reports-rejected", test_reports_rejected());
	oa_subtest("bounded", test_bounded());
	oa_subtest("closed", test_closed());
	oa_subtest("killed", test_killed());

	igt_oa_effect(OA_UNBINDS);
	oa_subtest("unbound", test_unbound());

	igt_oa_effect(OA_RESETS);
	oa_subtest("gt-reset", test_reset());

	igt_oa_effect(OA_SUSPENDS);
	oa_subtest("suspend", test_suspend());

	igt_fixture
		oa_gpu_recover();
}
