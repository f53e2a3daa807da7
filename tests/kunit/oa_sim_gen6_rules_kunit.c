// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rules that the simulated SNB, IVB, VLV and Haswell hold software to. Each
 * rule is broken once, in a sequence that is correct otherwise, and exactly that
 * violation must be counted.
 *
 * Facts: hardware.rst 1.5, 1.6, 2.1, 2.2, 2.4, 3.2 to 3.5, 7.1, 7.2.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/sizes.h>

#include "oa_sim_gen6.h"

#define ANY_PLATFORM	NULL

/*
 * A rule, and a function that breaks it once in a full sequence; SIM_NUM_VIOLATIONS:
 * breaks none.
 */
struct rule {
	const char *name;
	const char *platform;
	enum sim_violation kind;
	void (*program)(struct sim_t *t);
};

static void run_off(struct sim_t *t)
{
	sim_t_pass(t, 10);
	sim_t_wr(t, GEN7_OACONTROL, 0);
}

static void start_described(struct sim_t *t)
{
	sim_t_on(t, 0);
	run_off(t);
}

static void nothing(struct sim_t *t)
{
	sim_t_start(t, 0, 0);
	run_off(t);
}

static void buffer_first(struct sim_t *t)
{
	sim_t_prepare(t);
	sim_t_wr(t, GEN7_OABUFFER, SIM_T_BASE);
	sim_t_wr(t, GEN7_OASTATUS2, SIM_T_BASE | SIM_T_HEAD_GGTT);
	sim_t_wr(t, GEN7_OASTATUS1, SIM_T_BASE);
	start_described(t);
}

static void status1_before_buffer(struct sim_t *t)
{
	sim_t_prepare(t);
	sim_t_wr(t, GEN7_OASTATUS2, SIM_T_BASE | SIM_T_HEAD_GGTT);
	sim_t_wr(t, GEN7_OASTATUS1, SIM_T_BASE);
	sim_t_wr(t, GEN7_OABUFFER, SIM_T_BASE);
	start_described(t);
}

static void again_without_describing(struct sim_t *t)
{
	nothing(t);
	sim_t_wr(t, GEN7_OASTATUS1, SIM_T_BASE);
	sim_t_head(t, 0);
	start_described(t);
}

static void describe_at(struct sim_t *t, u32 head, u32 buffer, u32 tail)
{
	sim_t_prepare(t);
	sim_t_wr(t, GEN7_OASTATUS2, head | SIM_T_HEAD_GGTT);
	sim_t_wr(t, GEN7_OABUFFER, buffer);
	sim_t_wr(t, GEN7_OASTATUS1, tail);
	if (t->snb)
		sim_t_wr(t, GEN7_OASTATUS1, tail);
	start_described(t);
}

/* At 64 KiB where it needs 512 KiB, and at 512 KiB where it needs 16 MiB; memory is mapped. */
static void misaligned(struct sim_t *t)
{
	u32 base = SIM_T_BASE + SZ_64K;

	describe_at(t, base, base, base);
}

static void tail_elsewhere(struct sim_t *t)
{
	describe_at(t, SIM_T_BASE, SIM_T_BASE, SIM_T_BASE + 0x40);
}

static void head_elsewhere(struct sim_t *t)
{
	describe_at(t, SIM_T_BASE + 0x40, SIM_T_BASE, SIM_T_BASE);
}

static void buffer_bit5(struct sim_t *t)
{
	describe_at(t, SIM_T_BASE, SIM_T_BASE | BIT(5), SIM_T_BASE);
}

static void buffer_bit3(struct sim_t *t)
{
	describe_at(t, SIM_T_BASE, SIM_T_BASE | BIT(3), SIM_T_BASE);
}

static void buffer_bit0(struct sim_t *t)
{
	describe_at(t, SIM_T_BASE, SIM_T_BASE | BIT(0), SIM_T_BASE);
}

static void status2_bit4(struct sim_t *t)
{
	describe_at(t, SIM_T_BASE | BIT(4), SIM_T_BASE, SIM_T_BASE);
}

static void select_4(struct sim_t *t)
{
	sim_t_start(t, 0, 4);
	run_off(t);
}

static void ppgtt(struct sim_t *t)
{
	sim_t_prepare(t);
	sim_t_wr(t, GEN7_OASTATUS2, SIM_T_BASE);
	sim_t_wr(t, GEN7_OABUFFER, SIM_T_BASE);
	sim_t_wr(t, GEN7_OASTATUS1, SIM_T_BASE);
	if (t->snb)
		sim_t_wr(t, GEN7_OASTATUS1, SIM_T_BASE);
	start_described(t);
}

static void status_left(struct sim_t *t)
{
	sim_t_prepare(t);
	sim_t_wr(t, GEN7_OASTATUS2, SIM_T_BASE | SIM_T_HEAD_GGTT);
	sim_t_wr(t, GEN7_OABUFFER, SIM_T_BASE);
	sim_t_wr(t, GEN7_OASTATUS1, SIM_T_BASE);
	start_described(t);
}

static void tail_while_on(struct sim_t *t)
{
	sim_t_start(t, 0, 0);
	sim_t_wr(t, GEN7_OASTATUS1, SIM_T_BASE);
	run_off(t);
}

static void buffer_while_on(struct sim_t *t)
{
	sim_t_start(t, 0, 0);
	sim_t_wr(t, GEN7_OABUFFER, SIM_T_BASE);
	run_off(t);
}

static void select_while_on(struct sim_t *t)
{
	sim_t_start(t, 0, 0);
	sim_t_on(t, 1);
	run_off(t);
}

static void head_beyond_tail(struct sim_t *t)
{
	sim_t_start(t, 0, 0);
	sim_t_pass(t, 10);
	sim_t_head(t, 11 * 64);
	run_off(t);
}

static void head_outside(struct sim_t *t)
{
	sim_t_start(t, 0, 0);
	sim_t_head(t, SZ_128K);
	run_off(t);
}

static void gate_closed(struct sim_t *t)
{
	sim_t_prepare(t);
	sim_t_wr(t, GEN6_UCGCTL1, 0);
	sim_t_describe(t, 0);
	start_described(t);
}

static void gate_closes(struct sim_t *t)
{
	sim_t_start(t, 0, 0);
	sim_t_wr(t, GEN6_UCGCTL1, 0);
	run_off(t);
}

static void dop_gate(struct sim_t *t)
{
	sim_t_prepare(t);
	sim_t_wr(t, GEN7_MISCCPCTL, GEN7_DOP_CLOCK_GATE_ENABLE);
	sim_t_describe(t, 0);
	start_described(t);
}

static void never_woken(struct sim_t *t)
{
	sim_t_rd(t, GEN7_OACONTROL);
}

static void asleep_while_on(struct sim_t *t)
{
	sim_t_start(t, 0, 0);
	sim_t_wake(t, 0x00010000);
	sim_t_wake(t, 0x00010001);
	run_off(t);
}

static void woken_too_soon(struct sim_t *t)
{
	u32 request = t->gpu->platform->domains[0].request;

	sim_t_prepare(t);
	sim_t_wr(t, request, 0x00010000);
	sim_t_wr(t, request, 0x00010001);
}

static void beyond_bar(struct sim_t *t)
{
	sim_t_rd(t, t->gpu->platform->bar_bytes);
}

static void start_mapped(struct sim_t *t, u32 flags, u32 flush)
{
	sim_t_prepare(t);
	sim_t_map(t, flags);
	sim_t_wr(t, GFX_FLSH_CNTL_GEN6, flush);
	sim_t_describe(t, 0);
	start_described(t);
}

static void not_mapped(struct sim_t *t)
{
	start_mapped(t, 0, GFX_FLSH_CNTL_EN);
}

static void not_flushed(struct sim_t *t)
{
	start_mapped(t, 0, 0);
}

/* Entries valid and snooped but not writeable, and valid and writeable but not snooped */
static void not_writeable(struct sim_t *t)
{
	start_mapped(t, 5, GFX_FLSH_CNTL_EN);
}

static void not_snooped(struct sim_t *t)
{
	start_mapped(t, 3, GFX_FLSH_CNTL_EN);
}

static void not_master(struct sim_t *t)
{
	t->gpu->pci.master = false;
	nothing(t);
}

/* The ring wrapped, and the head has not yet: its address is the higher one. */
static void run_head_high(struct sim_t *t)
{
	sim_t_start(t, 0, 0);
	sim_t_pass(t, 250);
	sim_t_head(t, 250 * 64);
	sim_t_pass(t, 10);
	sim_t_wr(t, GEN7_OACONTROL, sim_t_control(t, 0) & ~GEN7_OACONTROL_TIMER_ENABLE);
}

static void head_left(struct sim_t *t)
{
	run_head_high(t);
	sim_t_wr(t, GEN7_OACONTROL, 0);
	sim_t_describe(t, 0);
	start_described(t);
}

static void head_again(struct sim_t *t)
{
	run_head_high(t);
	sim_t_head(t, 250 * 64);
	sim_t_wr(t, GEN7_OACONTROL, 0);
	sim_t_describe(t, 0);
	start_described(t);
}

static const struct rule rules[] = {
	{ "none", ANY_PLATFORM, SIM_NUM_VIOLATIONS, nothing },
	{ "buffer before head", "ivb", SIM_OABUFFER_ORDER, buffer_first },
	{ "tail before buffer", ANY_PLATFORM, SIM_OABUFFER_ORDER, status1_before_buffer },
	{ "tail alone", "ivb", SIM_OABUFFER_ORDER, again_without_describing },
	{ "tail alone of SNB", "snb", SIM_NUM_VIOLATIONS, again_without_describing },
	{ "misaligned", ANY_PLATFORM, SIM_OABUFFER_ALIGN, misaligned },
	{ "tail elsewhere", ANY_PLATFORM, SIM_HEAD_TAIL, tail_elsewhere },
	{ "head elsewhere", ANY_PLATFORM, SIM_HEAD_TAIL, head_elsewhere },
	{ "OABUFFER bit 5", ANY_PLATFORM, SIM_RESERVED_BIT, buffer_bit5 },
	{ "OABUFFER bit 3", "ivb", SIM_RESERVED_BIT, buffer_bit3 },
	{ "OABUFFER bit 3 of HSW", "hsw", SIM_NUM_VIOLATIONS, buffer_bit3 },
	{ "OABUFFER bit 0", "snb", SIM_RESERVED_BIT, buffer_bit0 },
	{ "OABUFFER bit 0 of IVB", "ivb", SIM_NUM_VIOLATIONS, buffer_bit0 },
	{ "OASTATUS2 bit 4", ANY_PLATFORM, SIM_RESERVED_BIT, status2_bit4 },
	{ "no such select", "snb", SIM_RESERVED_BIT, select_4 },
	{ "no such select", "vlv", SIM_RESERVED_BIT, select_4 },
	{ "PPGTT", "snb", SIM_PPGTT, ppgtt },
	{ "PPGTT", "ivb", SIM_PPGTT, ppgtt },
	{ "PPGTT of HSW", "hsw", SIM_RESERVED_BIT, ppgtt },
	{ "status left", "snb", SIM_STATUS_LEFT, status_left },
	{ "status left of IVB", "ivb", SIM_NUM_VIOLATIONS, status_left },
	{ "tail while on", ANY_PLATFORM, SIM_OA_RUNNING, tail_while_on },
	{ "buffer while on", ANY_PLATFORM, SIM_OA_RUNNING, buffer_while_on },
	{ "select while on", ANY_PLATFORM, SIM_OA_RUNNING, select_while_on },
	{ "head beyond tail", ANY_PLATFORM, SIM_HEAD_RANGE, head_beyond_tail },
	{ "head outside", ANY_PLATFORM, SIM_HEAD_RANGE, head_outside },
	{ "gate closed", ANY_PLATFORM, SIM_CLOCK_GATING, gate_closed },
	{ "gate closes", ANY_PLATFORM, SIM_CLOCK_GATING, gate_closes },
	{ "DOP gate", "ivb", SIM_CLOCK_GATING, dop_gate },
	{ "DOP gate of SNB", "snb", SIM_NUM_VIOLATIONS, dop_gate },
	{ "never woken", ANY_PLATFORM, SIM_NO_FORCEWAKE, never_woken },
	{ "asleep while on", ANY_PLATFORM, SIM_OA_ASLEEP, asleep_while_on },
	{ "woken too soon", ANY_PLATFORM, SIM_FORCEWAKE_ORDER, woken_too_soon },
	{ "beyond BAR", ANY_PLATFORM, SIM_OUTSIDE_BAR, beyond_bar },
	{ "not mapped", ANY_PLATFORM, SIM_GGTT_INVALID, not_mapped },
	{ "not flushed", ANY_PLATFORM, SIM_GGTT_STALE, not_flushed },
	{ "not writeable", "vlv", SIM_GGTT_INVALID, not_writeable },
	{ "not snooped", "vlv", SIM_NOT_COHERENT, not_snooped },
	{ "no bus master", ANY_PLATFORM, SIM_BUS_MASTER, not_master },
	{ "head left", "snb", SIM_HEAD_RULE, head_left },
	{ "head again", "snb", SIM_NUM_VIOLATIONS, head_again },
	{ "head left of IVB", "ivb", SIM_NUM_VIOLATIONS, head_left },
};

static void rule_name(const struct rule *rule, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s: %s", rule->platform ?: "all", rule->name);
}

KUNIT_ARRAY_PARAM(rule, rules, rule_name);

static void check_rule(struct kunit *test, const struct rule *rule, const char *platform)
{
	struct sim_t *t = test->priv;
	u32 kind;

	sim_t_create(test, platform);
	rule->program(t);
	for (kind = 0; kind < SIM_NUM_VIOLATIONS; kind++)
		KUNIT_EXPECT_EQ_MSG(test, !!t->gpu->violations[kind].count, kind == rule->kind,
				    "%s: violation %u", platform, kind);
	sim_t_exit(test);
}

static void sim_gen6_rules(struct kunit *test)
{
	static const char * const all[] = { "snb", "ivb", "vlv", "hsw" };
	const struct rule *rule = test->param_value;
	u32 i;

	if (rule->platform)
		check_rule(test, rule, rule->platform);
	else
		for (i = 0; i < ARRAY_SIZE(all); i++)
			check_rule(test, rule, all[i]);
}

/* A wrong order is accepted, but disables the overflow bit until the next start. */
static void sim_gen6_order_costs_overflow(struct kunit *test)
{
	struct sim_t *t = test->priv;

	sim_t_create(test, "ivb");
	sim_t_prepare(t);
	sim_t_wr(t, GEN7_OABUFFER, SIM_T_BASE);
	sim_t_wr(t, GEN7_OASTATUS2, SIM_T_BASE | SIM_T_HEAD_GGTT);
	sim_t_wr(t, GEN7_OASTATUS1, SIM_T_BASE);
	sim_t_on(t, 0);
	sim_t_pass(t, 1000);
	KUNIT_EXPECT_FALSE(test, sim_t_rd(t, GEN7_OASTATUS1) & GEN7_OASTATUS1_BUFFER_OVERFLOW);
	sim_t_wr(t, GEN7_OACONTROL, 0);
	sim_t_describe(t, 0);
	sim_t_on(t, 0);
	sim_t_pass(t, 1000);
	KUNIT_EXPECT_TRUE(test, sim_t_rd(t, GEN7_OASTATUS1) & GEN7_OASTATUS1_BUFFER_OVERFLOW);
	KUNIT_EXPECT_EQ(test, t->gpu->violations[SIM_OABUFFER_ORDER].count, 1ull);
}

/* SNB's OABUFFER is write-only; VLV's writes without snooping never reach memory. */
static void sim_gen6_not_seen(struct kunit *test)
{
	struct sim_t *t = test->priv;

	sim_t_create(test, "snb");
	sim_t_start(t, 0, 0);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, GEN7_OABUFFER), 0u);
	sim_t_exit(test);
	sim_t_create(test, "ivb");
	sim_t_start(t, 0, 0);
	KUNIT_EXPECT_EQ(test, sim_t_rd(t, GEN7_OABUFFER), SIM_T_BASE);
	sim_t_exit(test);
	sim_t_create(test, "vlv");
	not_snooped(t);
	KUNIT_EXPECT_EQ(test, sim_t_memory(t)[0], 0u);
}

static struct kunit_case oa_sim_gen6_rules_cases[] = {
	KUNIT_CASE_PARAM(sim_gen6_rules, rule_gen_params),
	KUNIT_CASE(sim_gen6_order_costs_overflow),
	KUNIT_CASE(sim_gen6_not_seen),
	{ }
};

static struct kunit_suite oa_sim_gen6_rules_suite = {
	.name = "i915_oa_sim_gen6_rules",
	.init = sim_t_init,
	.exit = sim_t_exit,
	.test_cases = oa_sim_gen6_rules_cases,
};

kunit_test_suite(oa_sim_gen6_rules_suite);
