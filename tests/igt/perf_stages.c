// SPDX-License-Identifier: GPL-2.0-only
/*
 * A GPU that the driver never met, a step at a time: the module parameter "stage", what each stage
 * does and says (oa_stages in debugfs), and that no stream opens meanwhile. A GPU is probed by
 * unbinding it and binding it again.
 */
#include "oa_lib.h"

#define PARAMETER	"/sys/module/i915_oa/parameters/stage"

static const char * const stages[] = { "registers", "timer", "context", "interrupts" };

enum { REGISTERS, TIMER, CONTEXT, INTERRUPTS };

static const struct igt_oa_gpu *gpu;

static bool has_context(void)
{
	return oa_facts()->ctx_valid;
}

static bool has_engine(void)
{
	return has_context() || !strcmp(oa_facts()->name, "hsw");
}

/* hardware.rst 3.1: OACONTROL has another place from Gen8 on. */
static u32 oacontrol(void)
{
	return has_context() ? 0x2b00 : 0x2360;
}

static void unbind(void)
{
	igt_assert(oa_gpu_write("unbind"));
	igt_assert(oa_wait_until(!oa_gpu_present("/driver"), 10000));
}

static void unbound(void)
{
	oa_assert_ok(oa_write_text(PARAMETER, "all"));
	oa_gpu_recover();
	oa_sim_reset();
	unbind();
}

/* Probe the GPU with a limit. It is there afterwards, whatever the stages met. */
static void probe(const char *limit)
{
	oa_assert_ok(oa_write_text(PARAMETER, limit));
	igt_assert(oa_gpu_write("bind"));
	oa_gpu_recover();
}

static char *stages_text(void)
{
	char path[128], *text = malloc(4096);

	igt_assert(text);
	snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%d/oa_stages",
		 oa_gpu_require()->minor);
	igt_assert_f(oa_read_text(path, text, 4096) >= 0, "cannot read %s", path);
	return text;
}

/* What a stage says of itself must begin with this. */
static void assert_line(const char *text, const char *key, const char *begins)
{
	char line[64];

	snprintf(line, sizeof(line), "%s%s: %s", key == stages[0] ? "" : "\n", key, begins);
	igt_assert_f(strstr(text, line), "no \"%s\" in:\n%s", line, text);
}

/* All stages before @failed passed, it failed, and none after @limit was tried. */
static void assert_stages(int limit, int failed)
{
	char *text = stages_text();

	igt_debug("%s", text);
	for (int i = REGISTERS; i <= INTERRUPTS; i++) {
		if (i > limit || (failed >= 0 && i > failed))
			assert_line(text, stages[i], "not tried\n");
		else
			assert_line(text, stages[i], i == failed ? "failed: " : "passed: ");
	}
	free(text);
}

static void assert_saw(const char *what)
{
	char *text = stages_text();

	igt_assert_f(strstr(text, what), "no \"%s\" in:\n%s", what, text);
	free(text);
}

/* EPERM, whatever else is wrong with the open */
static void assert_refused(void)
{
	int drm = oa_drm_open();

	oa_assert_fails(oa_open_props(drm, 0, OA_BASE_PROPS(1, OA_FORMAT, 14)), EPERM);
	oa_assert_fails(oa_open_props(drm, ~0u, OA_PROP_FORMAT, ~0ull), EPERM);
	close(drm);
}

/* With the GPU unbound: it is as it was, and kept its rules. */
static void assert_put_back(struct oa_books *books)
{
	unbind();
	oa_sim_write("fail_register", "0");
	oa_books_close(books);
}

static void works(void)
{
	oa_assert_ok(oa_write_text(PARAMETER, "all"));
	oa_gpu_assert_works();
}

/* What a platform has nothing of counts as passed, and is said. */
static void assert_absent(int limit)
{
	if (limit >= CONTEXT && !has_engine())
		assert_saw("\ncontext: passed: none on this platform\n");
	if (limit >= INTERRUPTS && !oa_facts()->half_full)
		assert_saw("\ninterrupts: passed: no half-full interrupt on this platform\n");
}

/* A stage does what its name says, and nothing that a later one says. */
static void test_stage(int limit)
{
	const bool timer_alone = limit >= TIMER && !has_context();
	const bool reports = timer_alone || limit >= CONTEXT;
	u64 produced, interrupts;
	struct oa_books books;

	oa_sim_require();
	unbound();
	produced = oa_sim_u64("produced");
	interrupts = oa_sim_u64("interrupts");
	oa_books_open(&books);
	probe(stages[limit]);
	assert_stages(limit, -1);
	assert_absent(limit);
	/* 32 periods, and a ring that is half full with half-full interrupts */
	if (reports)
		igt_assert_lte(30, oa_sim_u64("produced") - produced);
	else
		igt_assert_eq_u64(oa_sim_u64("produced"), produced);
	if (limit < INTERRUPTS)
		igt_assert_eq_u64(oa_sim_u64("interrupts"), interrupts);
	else if (oa_facts()->half_full)
		igt_assert_lt(interrupts, oa_sim_u64("interrupts"));
	assert_refused();
	assert_put_back(&books);
	works();
}

/* Up to the timer's stage the engine gets no command: a fault in the next one waits for it. */
static void test_engine_alone(void)
{
	oa_sim_require();
	igt_require_f(has_engine(), "the driver does not run the engine here");
	unbound();
	oa_sim_write("fail_ring_hang", "1");
	probe("timer");
	assert_stages(TIMER, -1);
	igt_assert_eq_u64(oa_sim_u64("fail_ring_hang"), 1);
	oa_sim_write("fail_ring_hang", "0");
	unbind();
	works();
}

static void set_fault(const char *knob, u32 value)
{
	char text[16];

	oa_sim_require_knob(knob);
	snprintf(text, sizeof(text), "%u", value);
	oa_sim_write(knob, text);
}

/* With a fault the stage fails that meets it first. It says so, and is the last. */
static void test_fault(const char *knob, u32 value, int failed, const char *saw)
{
	struct oa_books books;

	oa_sim_require();
	unbound();
	oa_books_open(&books);
	set_fault(knob, value);
	probe("interrupts");
	assert_stages(INTERRUPTS, failed);
	assert_saw(saw);
	assert_refused();
	oa_sim_write(knob, "0");
	assert_put_back(&books);
	works();
}

/* The timer's reports are looked at first where no context is needed for them. */
static void test_bad_reports(const char *knob, u32 value, const char *saw)
{
	test_fault(knob, value, has_context() ? CONTEXT : TIMER, saw);
}

/* The stage before the one that would fail does not meet the fault. */
static void test_before_fault(void)
{
	oa_sim_require();
	igt_require_f(oa_facts()->half_full, "no half-full interrupt");
	unbound();
	set_fault("fail_half_full", 1);
	probe("context");
	assert_stages(CONTEXT, -1);
	unbind();
	works();
}

/*
 * A unit that does not stop keeps its memory, and the device is wedged. If the driver is bound
 * anew, the first stage finds the unit on, and does not touch it.
 */
static void test_unit_stays_on(void)
{
	u64 produced;

	oa_sim_require();
	unbound();
	set_fault("fail_oacontrol", 1);
	probe("interrupts");
	assert_stages(INTERRUPTS, TIMER);
	assert_saw("the OA unit does not go off");
	assert_saw("the GPU does not stop, and keeps its memory");
	igt_assert_eq_u64(oa_status("wedged"), 1);
	unbind();
	probe("interrupts");
	assert_stages(INTERRUPTS, REGISTERS);
	assert_saw("the OA unit is on already");
	produced = oa_sim_u64("produced");
	if (!has_context())
		igt_assert(oa_wait_until(oa_sim_u64("produced") > produced, 10000));
	unbind();
	oa_sim_reset();
	oa_sim_write("gt_reset", "full");
	oa_sim_write("violations", "0");
	works();
}

static void test_unknown(void)
{
	char word[32];

	oa_assert_ok(oa_write_text(PARAMETER, "timer"));
	oa_assert_fails(oa_write_text(PARAMETER, "everything"), EINVAL);
	oa_assert_fails(oa_write_text(PARAMETER, "time"), EINVAL);
	oa_assert_fails(oa_write_text(PARAMETER, "timers"), EINVAL);
	oa_assert_fails(oa_write_text(PARAMETER, "\n"), EINVAL);
	igt_assert_lt(0, oa_read_text(PARAMETER, word, sizeof(word)));
	igt_assert(!strncmp(word, "timer\n", 6));
	oa_assert_ok(oa_write_text(PARAMETER, "all\n"));
}

/* A GPU that is bound already keeps the limit with which it was probed. */
static void test_later(void)
{
	char *text;

	unbound();
	probe("all");
	oa_assert_ok(oa_write_text(PARAMETER, "registers"));
	text = stages_text();
	igt_assert(!strncmp(text, "stage: all\n", 11));
	assert_stages(-1, -1);
	free(text);
	works();
}

igt_main
{
	igt_fixture {
		gpu = oa_gpu_note();
		igt_require_f(!access(PARAMETER, W_OK), "the driver has no parameter \"stage\"");
	}

	for (int i = REGISTERS; i <= INTERRUPTS; i++)
		igt_subtest_f("%s", stages[i])
			test_stage(i);
	igt_subtest("engine-left-alone")
		test_engine_alone();
	igt_subtest("unknown-word")
		test_unknown();
	igt_subtest("bound-before")
		test_later();

	igt_subtest("fail-register")
		test_fault("fail_register", oa_facts()->cec, REGISTERS,
			   "registers: failed: cec0_0");
	igt_subtest("fail-enable")
		test_fault("fail_register", oacontrol(), TIMER,
			   "the OA unit does not go on");
	/* Both last: the driver may have to start the unit once more. */
	igt_subtest("fail-time")
		test_bad_reports("fail_grid", 4000, "not landed 0, off the period of");
	igt_subtest("fail-landing")
		test_bad_reports("fail_lines", 2, "failed: ");
	igt_subtest("fail-timestamp")
		test_fault("fail_timestamp", 1, TIMER, "the time stamp stands still");
	igt_subtest("fail-work") {
		igt_require_f(has_engine(), "the driver does not run the engine here");
		test_fault("fail_alu", 1, CONTEXT, "\ncontext: failed: sum 401, expected 301");
	}
	igt_subtest("fail-engine") {
		igt_require_f(has_engine(), "the driver does not run the engine here");
		test_fault("fail_ring_hang", 1, CONTEXT, "the GPU can't be set up");
	}
	igt_subtest("fail-interrupt") {
		igt_require_f(oa_facts()->half_full, "no half-full interrupt");
		test_fault("fail_half_full", 1, INTERRUPTS, "half-full interrupts 0,");
	}
	igt_subtest("fail-message") {
		igt_require_f(oa_facts()->half_full, "no half-full interrupt");
		test_fault("fail_message_lost", 1, INTERRUPTS, "event still latched yes");
	}
	igt_subtest("fail-interrupt-not-reached")
		test_before_fault();
	igt_subtest("unit-stays-on")
		test_unit_stays_on();

	igt_fixture {
		oa_write_text(PARAMETER, "all");
		oa_gpu_recover();
	}
}
