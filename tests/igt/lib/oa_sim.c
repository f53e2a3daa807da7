// SPDX-License-Identifier: GPL-2.0-only
/*
 * The driver's debugfs, the simulator's knobs, and their accounting: every
 * report that the unit wrote is delivered, announced as lost, or was left unread.
 *
 * A real GPU does not count the reports that it writes. These checks then pass silently, and tests
 * of faults skip.
 */
#include "oa_lib.h"

#define TEXT_MAX	(1u << 20)

/* The path of one of the driver's files in debugfs, until the next call */
const char *oa_driver_file(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%d/%s", oa_gpu_require()->minor, name);
	return path;
}

static char *status_text(void)
{
	char *text = malloc(TEXT_MAX);

	igt_assert(text);
	if (oa_read_text(oa_driver_file("oa_status"), text, TEXT_MAX) < 0) {
		free(text);
		return NULL;
	}
	return text;
}

bool oa_status_present(void)
{
	char *text = status_text();
	bool present = text;

	free(text);
	return present;
}

void oa_status_require(void)
{
	igt_require_f(oa_status_present(), "needs the driver's oa_status");
}

/* The line "key: value" of the text; the value is in any base that strtoull() knows. */
bool oa_line_u64(const char *text, const char *key, u64 *value)
{
	size_t len = strlen(key);
	const char *line;
	char *end;

	for (line = text; line; line = strchr(line, '\n')) {
		line += strspn(line, "\n\t ");
		if (strncmp(line, key, len) || line[len] != ':')
			continue;
		line += len + 1;
		line += strspn(line, "\t ");
		*value = strtoull(line, &end, 0);
		return end != line;
	}
	return false;
}

bool oa_status_u64(const char *key, u64 *value)
{
	char *text = status_text();
	bool found = text && oa_line_u64(text, key, value);

	free(text);
	return found;
}

u64 oa_status(const char *key)
{
	u64 value = 0;

	igt_assert_f(oa_status_u64(key, &value), "oa_status has no number \"%s\"", key);
	return value;
}

/* Check for a line "key: word". */
bool oa_status_is(const char *key, const char *word)
{
	char line[128], *text = status_text();
	bool found;

	snprintf(line, sizeof(line), "\n%s: %s\n", key, word);
	found = text && strstr(text, line);
	free(text);
	return found;
}

/* The sum of all "prefix<anything>: number" lines. */
u64 oa_status_sum(const char *prefix)
{
	char *text = status_text();
	char *line, *save;
	u64 sum = 0;

	igt_assert(text);
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		char *colon = strchr(line, ':');

		if (colon && !strncmp(line, prefix, strlen(prefix)))
			sum += strtoull(colon + 1, NULL, 0);
	}
	free(text);
	return sum;
}

bool oa_sim_present(void)
{
	return oa_knobs_present();
}

void oa_sim_require(void)
{
	igt_require_f(oa_sim_present(), "needs the simulated GPU");
}

bool oa_sim_has(const char *file)
{
	return oa_knob_present(file);
}

void oa_sim_require_knob(const char *file)
{
	oa_sim_require();
	igt_require_f(oa_sim_has(file), "the simulator has no %s", file);
}

char *oa_sim_text(const char *file)
{
	char *text = malloc(TEXT_MAX);

	igt_assert(text);
	igt_assert_f(oa_knob_read(file, text, TEXT_MAX) >= 0, "cannot read %s", file);
	return text;
}

u64 oa_sim_u64(const char *file)
{
	char text[64] = "", *end;
	u64 value;

	igt_assert_f(oa_knob_read(file, text, sizeof(text)) > 0, "cannot read %s", file);
	value = strtoull(text, &end, 0);
	igt_assert_f(end != text, "%s has no number", file);
	return value;
}

void oa_sim_write(const char *file, const char *text)
{
	igt_assert_f(!oa_knob_write(file, text), "cannot write \"%s\" to %s", text, file);
}

/* Number of times that this rule was broken. */
u64 oa_sim_broken(const char *rule)
{
	char *text = oa_sim_text("violations");
	u64 times = 0;

	oa_line_u64(text, rule, &times);
	free(text);
	return times;
}

u64 oa_sim_violations(void)
{
	char *text = oa_sim_text("violations");
	u64 total = 0;

	igt_assert_f(oa_line_u64(text, "total", &total), "violations: %s", text);
	if (total)
		igt_info("violations:\n%s", text);
	free(text);
	return total;
}

/* Assert that no rule was broken. A real GPU counts none. */
void oa_assert_no_violation(void)
{
	if (oa_sim_present())
		igt_assert_eq_u64(oa_sim_violations(), 0);
}

/* Assert that the driver has rejected no report, as far as its debugfs can be read. */
void oa_assert_none_rejected(void)
{
	if (oa_status_present())
		igt_assert_eq_u64(oa_status("reports_dropped"), 0);
}

/*
 * Set the state in which each subtest begins: no faults, no violations, in real time, and a GPU
 * that is busy or has the ACTIVITY of the environment.
 */
void oa_sim_reset(void)
{
	const char *activity = getenv("ACTIVITY");

	if (!oa_sim_present())
		return;
	oa_sim_write("faults", "0");
	oa_sim_write("bulk", "N");
	oa_sim_write("clock", "real");
	oa_sim_write("ccid", "0");
	oa_sim_write("activity", activity && *activity ? activity : "busy");
	oa_sim_write("violations", "0");
}

/*
 * Turn off faults and start the clock when a subtest fails. Its streams will be closed, and an
 * engine that can't stop then is wedged for good. Asserts nothing, as the caller may lack
 * privilege.
 */
void oa_sim_end_faults(void)
{
	oa_knob_write("faults", "0");
	oa_knob_write("clock", "real");
}

/* Wait until the unit has written this many more reports. */
void oa_sim_wait_written(u64 reports)
{
	u64 from = oa_sim_u64("produced");

	igt_assert_f(oa_wait_until(oa_sim_u64("produced") - from > reports, 100000),
		     "the unit does not write");
}

/* Stop or start the time of a simulated unit, not of a real one. */
void oa_hold_clock(bool hold)
{
	if (oa_sim_present())
		oa_sim_write("clock", hold ? "manual" : "real");
}

/*
 * With a stopped clock: let all written reports land. Otherwise the last report would be in flight
 * for as long as the clock is stopped, and on a slow host the driver might discard it.
 */
void oa_sim_land(void)
{
	u64 produced;

	do {
		produced = oa_sim_u64("produced");
		/* More than a tick of any clock, and less than a period */
		oa_sim_write("advance", "200");
	} while (oa_sim_u64("produced") != produced);
}

/* Stop the clock with no report in flight. The next call of a stream looks at the unit. */
void oa_sim_freeze(void)
{
	oa_sim_write("clock", "manual");
	oa_sim_land();
	oa_await_look();
}

/*
 * Move a still clock to a quarter of a period after a strobe of the timer. Each reading of the time
 * stamp moves it by a tick, so near a strobe the next readings might cause a report. The move
 * itself may cause a report, which lands with the next access.
 */
void oa_sim_between_strobes(int drm, unsigned int bit)
{
	const u64 period = 2ull << bit, aim = period / 4 * 3;
	const u64 ticks = (aim - oa_reg_read_timestamp(drm)) & (period - 1);
	char text[24];

	snprintf(text, sizeof(text), "%llu", ticks * 1000000000ull / oa_facts()->timestamp_hz);
	oa_sim_write("advance", text);
}

/* GPU time that the simulator skipped so far because the host did not keep up */
u64 oa_sim_slipped_ns(void)
{
	char *text;
	u64 ns;

	if (!oa_sim_present())
		return 0;
	text = oa_sim_text("production");
	igt_assert(oa_line_u64(text, "slipped_ns", &ns));
	free(text);
	return ns;
}

/*
 * Wait until the next call of a stream looks at the unit again, with the default POLL_OA_PERIOD of
 * 5 ms or a shorter one: abi.rst 10.4.
 */
void oa_await_look(void)
{
	oa_sleep_ms(6);
}

/* Advance a manual clock by this many periods of the timer; the next call looks at the unit. */
void oa_sim_advance(u64 reports, unsigned int exponent)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", reports * oa_period_ns(exponent));
	oa_sim_write("advance", text);
	oa_await_look();
}

/* Advance the clock by @reports periods of the timer when the head moves next. */
void oa_sim_be_away(u64 reports, unsigned int exponent)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", reports * oa_period_ns(exponent) / 1000);
	oa_sim_write("fail_away", text);
}

void oa_accounts_open(struct oa_accounts *accounts)
{
	memset(accounts, 0, sizeof(*accounts));
	if (!oa_sim_present())
		return;
	accounts->produced = oa_sim_u64("produced");
	accounts->suppressed = oa_sim_u64("suppressed");
	accounts->report_lost = oa_sim_u64("report_lost");
	accounts->registers = oa_sim_text("registers");
	accounts->ggtt = oa_sim_text("ggtt_hash");
}

/*
 * A stream cannot restore registers that change or count by themselves: the time stamp
 * (hardware.rst 3.14) and the counters' read-back registers (3.11).
 */
static bool register_compared(u32 offset)
{
	if (offset == 0x2358 || offset == 0x235C)
		return false;
	return offset < 0x2800 || offset > 0x28D0;
}

/*
 * struct dump - the place in a text of the simulator's registers. A line is one register, or a run
 * of registers with the same value.
 */
struct dump {
	const char *line;
	u32 offset, last, value;
};

/* Go to the next register of a dump. Return whether there is one. */
static bool dump_next(struct dump *dump)
{
	char *end;

	if (dump->offset != dump->last) {
		dump->offset += 4;
		return true;
	}
	if (!dump->line || !*dump->line)
		return false;
	dump->offset = strtoul(dump->line, &end, 16);
	dump->last = *end == '-' ? strtoul(end + 1, &end, 16) : dump->offset;
	dump->value = strtoul(end, &end, 16);
	igt_assert_eq(*end, '\n');
	dump->line = end + 1;
	return true;
}

/* A register of the simulated GPU, which must have it. */
u32 oa_sim_register(u32 wanted)
{
	char *registers = oa_sim_text("registers");
	struct dump dump = { .line = registers };
	bool found;

	do {
		found = dump_next(&dump);
	} while (found && dump.offset != wanted);
	free(registers);
	igt_assert_f(found, "no register %#x", wanted);
	return dump.value;
}

/* Both dumps have the same registers in the same order. */
static unsigned int registers_differ(const char *before, const char *after)
{
	struct dump old = { .line = before }, now = { .line = after };
	unsigned int differences = 0;

	if (!strcmp(before, after))
		return 0;
	while (dump_next(&old)) {
		igt_assert(dump_next(&now));
		igt_assert_eq_u32(now.offset, old.offset);
		if (now.value == old.value || !register_compared(now.offset))
			continue;
		igt_info("register %#x: %#x before, %#x after\n", now.offset, old.value, now.value);
		differences++;
	}
	igt_assert(!dump_next(&now));
	return differences;
}

static void accounts_assert_restored(const struct oa_accounts *accounts)
{
	char *registers = oa_sim_text("registers");
	char *ggtt = oa_sim_text("ggtt_hash");

	igt_assert_f(!strcmp(accounts->ggtt, ggtt), "GGTT before %s after %s",
		     accounts->ggtt, ggtt);
	igt_assert_f(!registers_differ(accounts->registers, registers),
		     "registers were not restored");
	free(registers);
	free(ggtt);
}

void oa_accounts_close_allowing(struct oa_accounts *accounts, bool put_back)
{
	u64 produced, skipped, delivered, lost, dropped, discarded, filtered, accounted;

	if (!oa_sim_present())
		return;
	igt_assert_eq_u64(oa_sim_violations(), 0);
	if (put_back)
		accounts_assert_restored(accounts);
	free(accounts->registers);
	free(accounts->ggtt);
	if (!oa_status_present())
		return;
	produced = oa_sim_u64("produced") - accounts->produced;
	/*
	 * reports_lost also counts reports that the unit skipped instead of writing them: for
	 * lack of room, or because the previous report was still on its way. Only reports
	 * skipped after the last report that was read are not accounted for.
	 */
	skipped = oa_sim_u64("suppressed") - accounts->suppressed +
		  oa_sim_u64("report_lost") - accounts->report_lost + accounts->skipped;
	delivered = oa_status("reports_delivered");
	lost = oa_status("reports_lost");
	dropped = oa_status("reports_dropped");
	discarded = oa_status("reports_discarded");
	filtered = oa_status("reports_filtered");
	accounted = delivered + lost + dropped + discarded + filtered;
	igt_assert_f(accounted + accounts->in_flight >= produced && accounted <= produced + skipped,
		     "produced %llu, skipped %llu; delivered %llu + lost %llu + dropped %llu + discarded %llu + filtered %llu",
		     produced, skipped, delivered, lost, dropped, discarded, filtered);
}

void oa_accounts_close(struct oa_accounts *accounts)
{
	oa_accounts_close_allowing(accounts, true);
}

#define VALIDATE	"/sys/module/i915_oa/parameters/validate"

static char validate_before[16];

/*
 * Set what streams that are opened from now on do with hypotheses, until the session closes or the
 * next one is prepared. Skip the subtest if that can't be set.
 */
void oa_validate(const char *mode)
{
	if (!*validate_before)
		oa_read_text(VALIDATE, validate_before, sizeof(validate_before));
	igt_require_f(!oa_write_text(VALIDATE, mode), "no %s", VALIDATE);
}

static void validate_restore(void)
{
	if (!*validate_before)
		return;
	oa_assert_ok(oa_write_text(VALIDATE, validate_before));
	*validate_before = 0;
}

/* Prepare a DRM file, the self-test metric set, and the accounting, without a stream. */
void oa_session_prepare(struct oa_session *s)
{
	validate_restore();
	oa_sim_reset();
	s->drm = oa_drm_open();
	s->set = oa_config_selftest(s->drm);
	s->stream = -1;
	oa_accounts_open(&s->accounts);
}

static size_t bytes_of(u64 format)
{
	const struct oa_facts *f = oa_facts();

	for (size_t i = 0; i < f->num_layouts; i++)
		if (f->layouts[i].format == format)
			return f->layouts[i].bytes;
	return 0;
}

/* Open the stream. The last value of a repeated property is used. */
void oa_session_open(struct oa_session *s, u32 flags, const u64 *props, size_t num_u64)
{
	oa_tally_init(&s->tally, 0, OA_NO_EXPONENT);
	for (size_t i = 0; i < num_u64; i += 2) {
		if (props[i] == OA_PROP_FORMAT)
			s->tally.bytes = bytes_of(props[i + 1]);
		else if (props[i] == OA_PROP_EXPONENT)
			s->tally.exponent = props[i + 1];
	}
	s->stream = oa_perf_open(s->drm, flags, props, num_u64);
	igt_assert_fd(s->stream);
}

/* Close the stream, and first start a stopped clock, without which no engine would stop. */
void oa_session_close(struct oa_session *s)
{
	oa_hold_clock(false);
	if (s->stream >= 0)
		igt_assert_eq(close(s->stream), 0);
	oa_accounts_close(&s->accounts);
	close(s->drm);
	validate_restore();
}

/* Return: as oa_tally_whole() */
bool oa_session_close_whole(struct oa_session *s)
{
	bool whole = oa_tally_whole(&s->tally);

	oa_session_close(s);
	return whole;
}

/* Prepare and open with the format that most tests use. */
void oa_session_simple(struct oa_session *s, u32 flags, unsigned int exponent)
{
	oa_session_prepare(s);
	oa_session_open_props(s, flags | I915_PERF_FLAG_FD_CLOEXEC,
			      OA_BASE_PROPS(s->set, OA_FORMAT, exponent));
}

/* Bind the GPU if it is not bound, and read some reports. */
void oa_gpu_assert_works(void)
{
	struct oa_session s;

	oa_gpu_recover();
	oa_session_simple(&s, 0, 14);
	oa_collect(s.stream, &s.tally, 5, 4096);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}
