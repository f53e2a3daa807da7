// SPDX-License-Identifier: GPL-2.0-only
/*
 * Faults of the simulated GPU, and actions of others on it: simulator.rst.
 *
 * The driver must tolerate most faults without breaking a rule of the hardware. The others make the
 * GPU disobey: an engine does not stop, an OA unit cannot be turned off. A rule is then broken
 * through the GPU's fault, and the knob's entry names the rule. Such faults occur in wild rounds
 * only, three of them in each, so that few rules are excused there, and none in other rounds.
 */
#include "fuzz.h"

static const char * const activities[] = { "idle", "busy", "burst", "ctxswitch", "freq", NULL };
static const char * const resets[] = { "full", "render", NULL };
static const char * const yes_no[] = { "Y", "N", NULL };
static const char * const clocks[] = { "manual", "real", NULL };
/* Of the OA unit, the render engine, its ring, power, resets and clocks, in all generations */
static const char * const registers[] = {
	"0", "0x2360", "0x2364", "0x2368", "0x23b0", "0x2b00", "0x2b08", "0x2b0c", "0x2b10",
	"0x2b14", "0x2b20", "0x2030", "0x2034", "0x203c", "0x2230", "0x2510", "0x209c", "0x9400",
	"0x9424", "0x9840", "0xa188", "0xa18c", "0xa278", "0x941c", "0x2710", "0x2714", NULL,
};

/*
 * A reset by others clears the engine's readiness while the driver resets it, and turns the unit
 * off before a command of the driver that takes a report.
 */
#define RESET_BY_OTHERS	"reset_not_ready rpc_off"
/* A unit that stays on has neither bus mastering, power nor clocks once the driver is gone. */
#define UNIT_STAYS_ON	"bus_master oa_asleep clock_gating"
/* An engine that runs on although stopped writes to address 0 if it never had a status page. */
#define ENGINE_RUNS_ON	UNIT_STAYS_ON " ggtt_invalid"
/*
 * A line that a stopped unit writes into an empty ring makes the ring look full. With validate=off
 * the line passes as a report, and the head moves beyond the tail. If no stream starts after the
 * line, a driver that unbinds can't notice that the unit, which reads as off, still writes.
 */
#define UNIT_WRITES_ON	UNIT_STAYS_ON " head_range ggtt_invalid"
/* A lost write breaks any rule that needs the write, and memory may hold anything. */
#define ANY_RULE	"*"
#define WILD_AT_ONCE	3u

const struct fuzz_knob fuzz_knobs[] = {
	{ .name = "activity", .words = activities },
	{ .name = "bulk", .words = yes_no },
	{ .name = "half_full_level", .words = yes_no },
	{ .name = "fail_irq_lost", .most = 3 },
	{ .name = "fail_message_lost", .most = 3 },
	{ .name = "fail_irq_duplicate", .most = 5 },
	{ .name = "fail_irq_spurious", .most = 5 },
	{ .name = "fail_torn_report", .most = 8 },
	{ .name = "fail_zero_id", .most = 40 },
	{ .name = "fail_not_landed", .most = 4 },
	{ .name = "fail_report_lost", .most = 8 },
	{ .name = "fail_tail_lag", .most = 2000 },
	{ .name = "fail_landing_parts", .most = 200 },
	{ .name = "fail_overflow", .most = 1, .disturbs = true },
	{ .name = "fail_forcewake_missed", .most = 2, .muddles = true, .sleeps = true },
	{ .name = "fail_forcewake_left", .most = 1 },
	{ .name = "fail_identity_never_valid", .most = 3 },
	{ .name = "fail_half_full", .most = 1 },
	/* Reports are wrong while these are on. */
	{ .name = "fail_phase", .most = 40, .muddles = true },
	{ .name = "fail_grid", .most = 3, .muddles = true },
	{ .name = "fail_timestamp_high", .most = 1, .muddles = true },
	{ .name = "fail_order", .most = 1, .muddles = true },
	{ .name = "fail_clock", .most = 1000, .muddles = true },
	{ .name = "fail_reserved", .most = 1, .muddles = true },
	{ .name = "fail_zero_lines", .most = 15, .muddles = true },
	{ .name = "fail_lines", .most = 15, .muddles = true },
	{ .name = "fail_context", .most = 1, .muddles = true },
	{ .name = "fail_b_counters", .most = 255 },
	{ .name = "fail_reset_at_write", .most = 200, .muddles = true,
	  .excuses = RESET_BY_OTHERS },
	{ .name = "gt_reset", .words = resets, .disturbs = true, .excuses = RESET_BY_OTHERS },
	{ .name = "fail_context_never_loads", .most = 2, .wild = true, .excuses = UNIT_STAYS_ON },
	{ .name = "fail_ring_hang", .most = 2, .wild = true, .excuses = UNIT_STAYS_ON },
	{ .name = "fail_reset_ready", .most = 1, .wild = true, .excuses = UNIT_STAYS_ON },
	{ .name = "fail_gdrst", .most = 1, .wild = true, .excuses = UNIT_STAYS_ON },
	{ .name = "fail_runs_on", .most = 1, .wild = true, .excuses = ENGINE_RUNS_ON },
	{ .name = "fail_oacontrol", .most = 1, .wild = true, .excuses = UNIT_STAYS_ON },
	{ .name = "fail_oa_writes_on", .most = 1, .wild = true, .excuses = UNIT_WRITES_ON },
	{ .name = "fail_timestamp", .most = 1, .wild = true },
	{ .name = "fail_alu", .most = 1, .wild = true },
	{ .name = "fail_reset_again", .most = 300, .wild = true, .excuses = RESET_BY_OTHERS },
	/* While time stands still, an engine does not stop, although the driver waits for it. */
	{ .name = "clock", .words = clocks, .wild = true, .sleeps = true,
	  .excuses = UNIT_STAYS_ON },
	/* Through stale GGTT entries the GPU reads garbage as images and commands. */
	{ .name = "fail_gtt_flush", .most = 1, .wild = true, .excuses = ANY_RULE },
	{ .name = "fail_forcewake_ack", .most = 1, .wild = true, .sleeps = true,
	  .excuses = ANY_RULE },
	{ .name = "fail_forcewake_stolen", .most = 1, .wild = true, .excuses = ANY_RULE },
	/* A register whose restoring write was lost stays changed. */
	{ .name = "fail_register", .words = registers, .wild = true, .anew = true,
	  .excuses = ANY_RULE },
	/* The driver is not notified that the GPU lost its GGTT entries, PAT and registers. */
	{ .name = "power_cycle", .most = 1, .wild = true, .anew = true, .excuses = ANY_RULE },
};

unsigned int fuzz_num_knobs(void)
{
	return ARRAY_LEN(fuzz_knobs);
}

/* With a manual clock: set fail_away to up to 100 ms, and let up to 5 ms pass. */
static void pass_time(struct fuzz *f)
{
	char text[24];

	snprintf(text, sizeof(text), "%u", fuzz_one_in(f, 2) ? 0 : fuzz_below(f, 100000));
	oa_knob_write("fail_away", text);
	snprintf(text, sizeof(text), "%u", fuzz_below(f, 5000000));
	oa_knob_write("advance", text);
}

long fuzz_knob_turn(struct fuzz *f)
{
	const u32 n = fuzz_below(f, ARRAY_LEN(fuzz_knobs));
	const struct fuzz_knob *knob = &fuzz_knobs[n];
	char text[24];
	u32 value = 0;

	if ((knob->wild && !f->shared->allowed[n]) || (knob->muddles && f->shared->quiet))
		return -1;
	if (knob->words) {
		while (knob->words[value])
			value++;
		snprintf(text, sizeof(text), "%s", knob->words[fuzz_below(f, value)]);
	} else {
		value = fuzz_one_in(f, 2) ? 0 : 1 + fuzz_below(f, knob->most);
		snprintf(text, sizeof(text), "%u", value);
	}
	fuzz_note(f, n, value, 0, 0);
	if (knob->disturbs || knob->wild)
		fuzz_disturb(f);
	if (value || knob->words)
		__atomic_store_n(&f->shared->knobs[n], 1, __ATOMIC_RELAXED);
	if (oa_knob_write(knob->name, text))
		return -1;
	if (knob->words == clocks)
		pass_time(f);
	return 0;
}

/* Choose the kind of a round, and for a wild round a few of the knobs for such rounds only. */
void fuzz_knobs_choose(const struct fuzz_options *options, struct fuzz_shared *shared, u64 round)
{
	u64 random = fuzz_mix(options->seed, ~round);
	unsigned int chosen = 0;

	memset(shared->knobs, 0, sizeof(shared->knobs));
	memset(shared->allowed, 0, sizeof(shared->allowed));
	shared->wild = options->wild || (!options->tame && random % 4 == 0);
	shared->quiet = !shared->wild && (random >> 32) % 2;
	while (shared->wild && chosen < WILD_AT_ONCE) {
		const size_t n = (random = fuzz_mix(random, round)) % ARRAY_LEN(fuzz_knobs);

		if (!fuzz_knobs[n].wild || shared->allowed[n])
			continue;
		shared->allowed[n] = 1;
		chosen++;
	}
}

/* Check whether the GPU must be bound again before it can be checked. */
bool fuzz_knobs_need_anew(const struct fuzz_shared *shared)
{
	for (size_t n = 0; n < ARRAY_LEN(fuzz_knobs); n++)
		if (shared->knobs[n] && fuzz_knobs[n].anew)
			return true;
	return false;
}

/* Check whether the GPU may have stayed asleep at a resume. */
bool fuzz_knobs_slept(const struct fuzz_shared *shared)
{
	for (size_t n = 0; n < ARRAY_LEN(fuzz_knobs); n++)
		if (shared->knobs[n] && fuzz_knobs[n].sleeps)
			return true;
	return false;
}

static bool excused(const struct fuzz_shared *shared, const char *rule, size_t length)
{
	for (size_t n = 0; n < ARRAY_LEN(fuzz_knobs); n++) {
		const char *at = fuzz_knobs[n].excuses;

		for (; shared->knobs[n] && at && *at; at += strcspn(at, " "), at += *at == ' ')
			if (*at == '*' ||
			    (strcspn(at, " ") == length && !strncmp(at, rule, length)))
				return true;
	}
	return false;
}

/* Print violations that no fault of this round excuses. Return: false if there are any. */
bool fuzz_violations_excused(const struct fuzz_shared *shared)
{
	char *text = oa_sim_text("violations"), *line;
	bool fine = true;

	for (line = strchr(text, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
		const size_t length = strcspn(line + 1, ":");

		if (excused(shared, line + 1, length))
			continue;
		fine = false;
		printf("    # a rule was broken: %.*s\n", (int)strcspn(line + 1, "\n"), line + 1);
	}
	free(text);
	return fine;
}
