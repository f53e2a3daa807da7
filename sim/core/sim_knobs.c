// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Knobs of a simulated GPU
 *
 * One table of everything that a user can read and set. The front end in the kernel makes files
 * in debugfs of it, tools/oa-gpu a control socket. Documentation/simulator.rst describes each name.
 * Controls of a front end itself, such as the interrupt pin in the kernel, are not here.
 */
#include "sim_control.h"
#include "sim_knobs.h"
#include "sim_model.h"

/* Append to a text, which may be too small. */
__printf(2, 3) static void sim_print(struct sim_text *text, const char *format, ...)
{
	const size_t used = min(text->length, text->size);
	va_list args;

	va_start(args, format);
	text->length += vsnprintf(text->to + used, text->size - used, format, args);
	va_end(args);
}

/* Step of an advance, during which the GPU is locked: some thousand reports at most */
#define SIM_STEP_NS		500000ull
#define SIM_MAX_ADVANCE_NS	(3600ull * NSEC_PER_SEC)
/* Limit of the clocks of a shader's invocation */
#define SIM_MOST_EU_CLOCKS	64
/* The faults "away" move the clock in one step. */
#define SIM_MAX_AWAY_US		10000000ull

static void violations_show(struct oa_sim_gpu *gpu, struct sim_text *text)
{
	const struct sim_violations *v;
	u32 i;

	sim_print(text, "total: %llu\n", sim_violations(gpu));
	for (i = 0; i < SIM_NUM_VIOLATIONS; i++) {
		v = &gpu->violations[i];
		if (v->count)
			sim_print(text, "%s: %llu offset 0x%05x value 0x%08x\n",
				  sim_violation_name(i), v->count, v->offset, v->value);
	}
}

static int violations_clear(struct oa_sim_gpu *gpu, u64 *value)
{
	memset(gpu->violations, 0, sizeof(gpu->violations));
	return 0;
}

static u64 sim_knob_value(const struct oa_sim_gpu *gpu, const struct sim_knob *knob)
{
	const char *at = (const char *)gpu + knob->offset;

	switch (knob->bytes) {
	case sizeof(u8):
		return *(const u8 *)at;
	case sizeof(u32):
		return *(const u32 *)at;
	default:
		return *(const u64 *)at;
	}
}

/* The knobs that inject a fault or break an assumption */
static bool knob_is_fault(const struct sim_knob *knob)
{
	return !strncmp(knob->name, "fail_", 5);
}

static u64 fault_value(const struct oa_sim_gpu *gpu, const struct sim_knob *knob)
{
	return knob_is_fault(knob) && knob->bytes ? sim_knob_value(gpu, knob) : 0;
}

static void faults_show(struct oa_sim_gpu *gpu, struct sim_text *text)
{
	const struct sim_knob *knob;
	u32 total = 0, n;

	for (n = 0; (knob = sim_knob_get(n)); n++)
		total += !!fault_value(gpu, knob);
	sim_print(text, "total: %u\n", total);
	for (n = 0; (knob = sim_knob_get(n)); n++)
		if (fault_value(gpu, knob))
			sim_print(text, "%s: %llu\n", knob->name, fault_value(gpu, knob));
}

static int faults_clear(struct oa_sim_gpu *gpu, u64 *value)
{
	const struct sim_knob *knob;
	u32 n;

	for (n = 0; (knob = sim_knob_get(n)); n++) {
		*value = 0;
		if (knob_is_fault(knob))
			sim_knob_set(gpu, knob, value);
	}
	return 0;
}

/* Haswell has 11,000 registers of the NOA, nearly all 0. A run of zeros is one line. */
static void ranges_show(struct oa_sim_gpu *gpu, struct sim_text *text,
			const struct sim_reg_range *range)
{
	u32 first, offset, value;

	for (; range && range->end; range++)
		for (offset = range->start; offset <= range->end; offset += 4) {
			first = offset;
			value = sim_peek(gpu, offset);
			while (!value && offset < range->end && !sim_peek(gpu, offset + 4))
				offset += 4;
			if (offset != first)
				sim_print(text, "0x%05x-0x%05x 0x%08x\n", first, offset, value);
			else
				sim_print(text, "0x%05x 0x%08x\n", offset, value);
		}
}

static void registers_show(struct oa_sim_gpu *gpu, struct sim_text *text)
{
	ranges_show(gpu, text, gpu->platform->digest_common);
	ranges_show(gpu, text, gpu->platform->digest);
}

static void writes_show(struct oa_sim_gpu *gpu, struct sim_text *text)
{
	sim_print(text, "registers: %llu\n", gpu->stats.register_writes);
	sim_print(text, "ggtt: %llu\n", gpu->stats.ggtt_writes);
	sim_print(text, "config: %llu\n", gpu->stats.config_changes);
}

static void ggtt_hash_show(struct oa_sim_gpu *gpu, struct sim_text *text)
{
	sim_print(text, "0x%08x\n", sim_gtt_hash(gpu));
}

static void production_show(struct oa_sim_gpu *gpu, struct sim_text *text)
{
	sim_print(text, "reports: %llu\nbulk_reports: %llu\nns: %llu\nslipped_ns: %llu\n",
		  gpu->stats.produced, gpu->bulk.reports, gpu->clock.production_ns,
		  gpu->clock.slipped_ns);
}

static const char *activity_word(u32 kind)
{
	return sim_activity_name(kind);
}

static const char *clock_word(u32 manual)
{
	return manual ? "manual" : "real";
}

static int clock_set(struct oa_sim_gpu *gpu, u64 *manual)
{
	sim_clock_set_manual(gpu, *manual);
	return 0;
}

static int advance(struct oa_sim_gpu *gpu, u64 *ns)
{
	const u64 step = min(*ns, SIM_STEP_NS);

	if (!gpu->clock.manual)
		return -EBUSY;
	sim_clock_set_ns(gpu, gpu->clock.manual_ns + step);
	*ns -= step;
	return *ns != 0;
}

static const char *reset_word(u32 full)
{
	return full ? "full" : "render";
}

static int gt_reset(struct oa_sim_gpu *gpu, u64 *full)
{
	if (*full)
		sim_reset_full(gpu);
	else
		sim_reset_render(gpu);
	return 0;
}

static int power_cycle(struct oa_sim_gpu *gpu, u64 *on)
{
	if (*on)
		sim_power_cycle(gpu);
	return 0;
}

static int scan_out(struct oa_sim_gpu *gpu, u64 *address)
{
	sim_display_scan_out(gpu, *address);
	return 0;
}

static int raise_engine(struct oa_sim_gpu *gpu, u64 *source)
{
	sim_irq_event(gpu, SIM_EVENT_SOURCE + *source);
	return 0;
}

static int raise_block(struct oa_sim_gpu *gpu, u64 *n)
{
	sim_irq_blocks_event(gpu, *n);
	return 0;
}

static int irq_spurious(struct oa_sim_gpu *gpu, u64 *count)
{
	gpu->faults.irq_spurious = *count;
	sim_irq_update(gpu);
	return 0;
}

static int force_overflow(struct oa_sim_gpu *gpu, u64 *on)
{
	if (*on)
		sim_oa_force_overflow(gpu);
	return 0;
}

static int steal_forcewake(struct oa_sim_gpu *gpu, u64 *on)
{
	if (*on)
		sim_forcewake_steal(gpu);
	return 0;
}

#define GPU(...)	(((struct oa_sim_gpu *)NULL)->__VA_ARGS__)
/* A member of struct oa_sim_gpu */
#define VALUE(...)							\
	.offset = offsetof(struct oa_sim_gpu, __VA_ARGS__), .bytes = sizeof(GPU(__VA_ARGS__))
#define COUNT(name_, member)						\
	{ .name = name_, VALUE(stats.member) }
#define SWITCH(name_, member)						\
	{ .name = name_, .kind = SIM_KNOB_SWITCH, VALUE(member), .writable = true, .most = 1 }
#define SHOW(name_, show_, ...)						\
	{ .name = name_, .kind = SIM_KNOB_TEXT, .show = show_, __VA_ARGS__ }
#define FAULT(name_, member)						\
	{ .name = name_, VALUE(faults.member), .writable = true, .most = U32_MAX }
#define QUIRK(name_, member)					\
	{ .name = name_, VALUE(quirks.member), .writable = true, .most = U32_MAX }
#define ACT(name_, most_, set_, ...)					\
	{ .name = name_, .most = most_, .set = set_, __VA_ARGS__ }

static const struct sim_knob sim_knobs[] = {
	SHOW("violations", violations_show, .set = violations_clear),
	SHOW("writes", writes_show),
	COUNT("register_reads", register_reads),
	COUNT("produced", produced),
	COUNT("suppressed", suppressed),
	COUNT("report_lost", reports_lost),
	COUNT("unread", unread),
	COUNT("half_full_events", half_full_events),
	COUNT("interrupts", interrupts),
	COUNT("runaway_writes", runaway_writes),
	COUNT("unknown_registers", unknown_registers),
	/* Counts of commands and their effects */
	COUNT("ppgtt_missed", ppgtt_missed),
	COUNT("ppgtt_missed_last", ppgtt_missed_last),
	COUNT("unprivileged", unprivileged),
	COUNT("draws", draws),
	COUNT("depth_operations", depth_operations),
	COUNT("dispatches", dispatches),
	COUNT("blits", blits),
	COUNT("blit_bytes", blit_bytes),
	COUNT("blit_ticks", blit_ticks),
	COUNT("work_vertices", work_vertices),
	COUNT("work_primitives", work_primitives),
	COUNT("work_pixels", work_pixels),
	COUNT("work_threads", work_threads),
	COUNT("work_invocations", work_invocations),
	COUNT("work_ticks", work_ticks),
	COUNT("display_commands", display_commands),
	COUNT("notified", notified),
	SHOW("registers", registers_show),
	SHOW("ggtt_hash", ggtt_hash_show, .slow = true),
	SHOW("production", production_show),
	/* The activity and the time */
	{ .name = "activity", .kind = SIM_KNOB_WORD, VALUE(activity.kind), .writable = true,
	  .settle = true, .most = SIM_NUM_ACTIVITIES - 1, .word = activity_word },
	SWITCH("activity_stops", activity.stops),
	{ .name = "work", .kind = SIM_KNOB_WORD, VALUE(work.mode), .writable = true,
	  .settle = true, .most = SIM_NUM_WORK_MODES - 1, .word = sim_work_mode_name },
	{ .name = "work_share", VALUE(work.pixels), .writable = true, .most = 100 },
	{ .name = "work_eu_clocks", VALUE(work.eu_clocks), .writable = true,
	  .most = SIM_MOST_EU_CLOCKS },
	{ .name = "ccid", VALUE(activity.ccid), .writable = true, .settle = true, .most = U32_MAX },
	SWITCH("half_full_level", oa.half_level),
	SWITCH("identity_at_once", irq.identity_at_once),
	{ .name = "gen8_oa_master", .kind = SIM_KNOB_HEX, VALUE(irq.gen8.oa_master),
	  .writable = true, .most = U32_MAX },
	SWITCH("bulk", bulk.on),
	{ .name = "clock", .kind = SIM_KNOB_WORD, VALUE(clock.manual), .most = 1,
	  .word = clock_word, .set = clock_set },
	ACT("advance", SIM_MAX_ADVANCE_NS, advance),
	/* Actions of other users of the GPU */
	ACT("raise_engine", SIM_MAX_SOURCES - 1, raise_engine),
	ACT("raise_block", SIM_MAX_BLOCKS - 1, raise_block),
	ACT("gt_reset", 1, gt_reset, .kind = SIM_KNOB_WORD, .word = reset_word, .settle = true),
	ACT("power_cycle", U32_MAX, power_cycle, .settle = true),
	ACT("scanout", SIM_SCREEN_OFF, scan_out),
	SHOW("faults", faults_show, .set = faults_clear),
	/* Faults: each use decrements the count */
	FAULT("fail_irq_lost", irq_lost),
	FAULT("fail_message_lost", message_lost),
	FAULT("fail_irq_duplicate", irq_duplicate),
	ACT("fail_irq_spurious", U32_MAX, irq_spurious),
	FAULT("fail_torn_report", torn_report),
	FAULT("fail_zero_id", zero_id),
	FAULT("fail_not_landed", not_landed),
	FAULT("fail_report_lost", report_lost),
	FAULT("fail_tail_lag", tail_lag),
	FAULT("fail_landing_parts", landing_parts),
	FAULT("fail_forcewake_ack", forcewake_ack),
	FAULT("fail_forcewake_missed", forcewake_missed),
	FAULT("fail_forcewake_left", forcewake_left),
	ACT("fail_forcewake_stolen", U32_MAX, steal_forcewake, .settle = true),
	FAULT("fail_identity_never_valid", identity_never_valid),
	FAULT("fail_context_never_loads", context_never_loads),
	FAULT("fail_ring_hang", ring_hang),
	FAULT("fail_reset_ready", reset_ready),
	FAULT("fail_gdrst", gdrst),
	FAULT("fail_runs_on", runs_on),
	FAULT("fail_oacontrol", oacontrol),
	FAULT("fail_oa_writes_on", oa_writes_on),
	FAULT("fail_register", dead_register),
	FAULT("fail_gtt_flush", gtt_flush),
	FAULT("fail_reset_at_write", reset_at_write),
	FAULT("fail_reset_again", reset_again),
	FAULT("fail_gone", gone),
	{ .name = "fail_away", VALUE(faults.away), .writable = true, .most = SIM_MAX_AWAY_US },
	{ .name = "fail_away_start", VALUE(faults.away_start), .writable = true,
	  .most = SIM_MAX_AWAY_US },
	ACT("fail_overflow", U32_MAX, force_overflow),
	/* Quirks: broken assumptions, in effect while they are set */
	QUIRK("fail_phase", strobe_phase),
	QUIRK("fail_grid", strobe_jitter),
	QUIRK("fail_timestamp_high", timestamp_high),
	QUIRK("fail_order", time_steps_back),
	QUIRK("fail_clock", clock_ahead),
	QUIRK("fail_reserved", reserved),
	QUIRK("fail_zero_lines", zero_lines),
	QUIRK("fail_lines", no_lines),
	QUIRK("fail_context", context_id),
	QUIRK("fail_half_full", half_full),
	QUIRK("fail_timestamp", timestamp),
	QUIRK("fail_b_counters", b_counters),
	QUIRK("fail_alu", alu),
};

static_assert(ARRAY_SIZE(sim_knobs) <= SIM_MAX_KNOBS, "room for each knob");

/**
 * sim_knob_get() - find a knob by its number
 * @n: the number, from 0 on
 *
 * Return: the knob, or NULL after the last one.
 */
const struct sim_knob *sim_knob_get(u32 n)
{
	return n < ARRAY_SIZE(sim_knobs) ? &sim_knobs[n] : NULL;
}

/**
 * sim_knob_find() - find a knob by its name
 * @name: the name
 *
 * Return: the knob, or NULL if there is none.
 */
const struct sim_knob *sim_knob_find(const char *name)
{
	const struct sim_knob *knob;
	u32 n;

	for (n = 0; (knob = sim_knob_get(n)); n++)
		if (!strcmp(knob->name, name))
			return knob;
	return NULL;
}

/* Check whether a knob has a value or a text. */
bool sim_knob_readable(const struct sim_knob *knob)
{
	return knob->bytes || knob->show;
}

/* Check whether a knob can be set. */
bool sim_knob_settable(const struct sim_knob *knob)
{
	return knob->writable || knob->set;
}

/**
 * sim_knob_show() - print the value of a knob
 * @gpu: the GPU, locked unless the knob is slow
 * @knob: a knob that is readable
 * @to: filled in: text that ends with a newline and a NUL
 * @size: size of @to
 *
 * Return: length of the text; the text is cut if that is not below @size.
 */
size_t sim_knob_show(struct oa_sim_gpu *gpu, const struct sim_knob *knob, char *to, size_t size)
{
	struct sim_text text = { .to = to, .size = size };
	const u64 value = knob->bytes ? sim_knob_value(gpu, knob) : 0;

	switch (knob->kind) {
	case SIM_KNOB_NUMBER:
		sim_print(&text, "%llu\n", value);
		break;
	case SIM_KNOB_HEX:
		sim_print(&text, "0x%08llx\n", value);
		break;
	case SIM_KNOB_SWITCH:
		sim_print(&text, "%s\n", value ? "Y" : "N");
		break;
	case SIM_KNOB_WORD:
		sim_print(&text, "%s\n", knob->word(value));
		break;
	case SIM_KNOB_TEXT:
		knob->show(gpu, &text);
		break;
	}
	return text.length;
}

static int sim_knob_parse_word(const struct sim_knob *knob, const char *text, u64 *value)
{
	for (*value = 0; *value <= knob->most; ++*value)
		if (!strcmp(knob->word(*value), text))
			return 0;
	return -EINVAL;
}

/**
 * sim_knob_parse() - parse a new value of a knob
 * @knob: the knob
 * @text: one word
 * @value: filled in
 *
 * Return: 0; -EACCES if the knob can't be set, -EINVAL if the text is no value, -ERANGE if the
 * value is out of the knob's range.
 */
int sim_knob_parse(const struct sim_knob *knob, const char *text, u64 *value)
{
	bool on = false;
	int ret;

	if (!sim_knob_settable(knob))
		return -EACCES;
	*value = 0;
	switch (knob->kind) {
	case SIM_KNOB_SWITCH:
		ret = kstrtobool(text, &on);
		*value = on;
		return ret;
	case SIM_KNOB_WORD:
		return sim_knob_parse_word(knob, text, value);
	case SIM_KNOB_TEXT:
		return 0;
	default:
		ret = kstrtoull(text, 0, value);
		return !ret && *value > knob->most ? -ERANGE : ret;
	}
}

static void sim_knob_store(struct oa_sim_gpu *gpu, const struct sim_knob *knob, u64 value)
{
	char *at = (char *)gpu + knob->offset;

	if (knob->bytes == sizeof(u8))
		*(u8 *)at = value;
	else
		*(u32 *)at = value;
}

/**
 * sim_knob_set() - set a knob
 * @gpu: the GPU, locked
 * @knob: the knob
 * @value: of sim_knob_parse(); updated to the rest
 *
 * Return: 0, an error, or 1 if a rest is left for another call. Others may access the GPU between
 * the calls.
 */
int sim_knob_set(struct oa_sim_gpu *gpu, const struct sim_knob *knob, u64 *value)
{
	sim_assert_locked(gpu);
	if (knob->settle)
		sim_catch_up(gpu, ~0u);
	if (knob->set)
		return knob->set(gpu, value);
	sim_knob_store(gpu, knob, *value);
	return 0;
}
