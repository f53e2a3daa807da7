// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Flexible EU events
 *
 * From gen8 on A7 to A20 are programmable: each counts an increment event of the EUs,
 * passed through a coarse filter (by shader or row) and a fine one (by instruction or
 * EU). Two counters share a register.
 *
 * The documents list the filters that each increment event supports. Metric sets that
 * ship with tools break these lists and count all the same. So this code reports whether
 * an event is documented, but refuses none.
 *
 * Facts: hardware.rst 3.12, 5.4; Broadwell volume 14 and Lakefield volume 13,
 * Flexible EU Event Counters.
 */
#include "formats/oa_env.h"
#include "formats/oa_flex.h"
#include "regs/oa_regs.h"

const u32 oa_flex_regs[OA_FLEX_NUM_REGS] = {
	EU_PERF_CNT_CTL0, EU_PERF_CNT_CTL1, EU_PERF_CNT_CTL2, EU_PERF_CNT_CTL3,
	EU_PERF_CNT_CTL4, EU_PERF_CNT_CTL5, EU_PERF_CNT_CTL6,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_regs);

/* Runs of codes, as bit masks */
#define COARSE_ALL	0x1ff	/* none, six shaders and fixed functions, two rows */
#define COARSE_ROWS	0x181	/* none, two rows */
#define FINE_EUS	0x781	/* none, four EUs */
#define FINE_ALL	0x7bf	/* none, four kinds of instruction, dispatch, four EUs */
#define FINE_DISPATCH	0x7a1	/* none, dispatch, four EUs */
#define FINE_CODE_6	0x040	/* listed, but not defined, by Broadwell's document */

static const struct oa_flex_rule rules_gen8[] = {
	{ 0x0, COARSE_ALL, FINE_ALL },
	{ 0x1, COARSE_ALL, FINE_ALL },
	{ 0x2, COARSE_ALL, FINE_DISPATCH | FINE_CODE_6 },
	{ 0x3, COARSE_ROWS, FINE_EUS },
	{ 0x4, COARSE_ROWS, FINE_DISPATCH | FINE_CODE_6 },
	{ 0x5, COARSE_ROWS, FINE_EUS },
	{ 0x8, COARSE_ROWS, FINE_EUS },
};

/* The last rule is for gen11 only: gen9 is assumed to lack it (hardware.rst 12, no. 18). */
static const struct oa_flex_rule rules_gen11[] = {
	{ 0x0, COARSE_ALL, FINE_ALL },
	{ 0x1, COARSE_ALL, FINE_ALL },
	{ 0x2, COARSE_ALL, FINE_DISPATCH },
	{ 0x3, COARSE_ROWS, FINE_EUS },
	{ 0x4, COARSE_ROWS, FINE_DISPATCH },
	{ 0x5, COARSE_ROWS, FINE_EUS },
	{ 0x8, COARSE_ROWS, FINE_EUS },
	{ OA_FLEX_INC_NONE, 0xffff, 0xffff },
};

const struct oa_flex_rules oa_flex_rules_gen8 = {
	.rules = rules_gen8,
	.num_rules = ARRAY_SIZE(rules_gen8),
	.hybrid_unreliable = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_rules_gen8);

const struct oa_flex_rules oa_flex_rules_gen9 = {
	.rules = rules_gen11,
	.num_rules = ARRAY_SIZE(rules_gen11) - 1,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_rules_gen9);

const struct oa_flex_rules oa_flex_rules_gen11 = {
	.rules = rules_gen11,
	.num_rules = ARRAY_SIZE(rules_gen11),
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_rules_gen11);

/* Indexed by 4-bit codes; a code without a name is undefined. */
static const char * const inc_names[16] = {
	[0x0] = "fpu0_active",
	[0x1] = "fpu1_active",
	[0x2] = "send_active",
	[0x3] = "both_fpus_active",
	[0x4] = "eu_active",
	[0x5] = "eu_stall",
	[0x8] = "threads_loaded",
	[OA_FLEX_INC_NONE] = "none",
};

static const char * const coarse_names[16] = {
	"none", "vs", "hs", "ds", "gs", "ps", "ts", "row0", "row1",
};

static const char * const fine_names[16] = {
	[0x0] = "none",
	[OA_FLEX_FINE_HYBRID] = "hybrid",
	[0x2] = "ternary",
	[0x3] = "binary",
	[0x4] = "mov",
	[OA_FLEX_FINE_DISPATCH] = "send_dispatch",
	[0x7] = "eu0",
	[0x8] = "eu1",
	[0x9] = "eu2",
	[0xa] = "eu3",
};

static const char * const verdict_names[] = {
	[OA_FLEX_DOCUMENTED] = "documented",
	[OA_FLEX_UNDEFINED_INC] = "undefined_increment",
	[OA_FLEX_UNDEFINED_COARSE] = "undefined_coarse",
	[OA_FLEX_UNDEFINED_FINE] = "undefined_fine",
	[OA_FLEX_LISTED_UNDEFINED] = "listed_but_undefined",
	[OA_FLEX_COARSE_UNSUPPORTED] = "coarse_unsupported",
	[OA_FLEX_FINE_UNSUPPORTED] = "fine_unsupported",
	[OA_FLEX_IMPLEMENTATION_DEFINED] = "implementation_defined",
	[OA_FLEX_UNRELIABLE] = "unreliable",
};

static_assert(ARRAY_SIZE(verdict_names) == OA_FLEX_NUM_VERDICTS);

static const char *code_name(const char * const names[16], unsigned int code)
{
	return code < 16 ? names[code] : NULL;
}

/**
 * oa_flex_inc_name() - name of an increment event
 * @inc: its code
 *
 * Return: a constant string, fit for a key; NULL where the code is undefined.
 */
const char *oa_flex_inc_name(unsigned int inc)
{
	return code_name(inc_names, inc);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_inc_name);

/**
 * oa_flex_coarse_name() - name of a coarse filter
 * @coarse: its code
 *
 * Return: a constant string, fit for a key; NULL where the code is undefined.
 */
const char *oa_flex_coarse_name(unsigned int coarse)
{
	return code_name(coarse_names, coarse);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_coarse_name);

/**
 * oa_flex_fine_name() - name of a fine filter
 * @fine: its code
 *
 * Return: a constant string, fit for a key; NULL where the code is undefined.
 */
const char *oa_flex_fine_name(unsigned int fine)
{
	return code_name(fine_names, fine);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_fine_name);

/**
 * oa_flex_verdict_name() - name of a verdict
 * @verdict: the verdict
 *
 * Return: a constant string, fit for a key.
 */
const char *oa_flex_verdict_name(enum oa_flex_verdict verdict)
{
	return verdict_names[verdict];
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_verdict_name);

/**
 * oa_flex_encode() - register field that programs an event
 * @event: the event
 * @field: filled in
 *
 * The register's other field belongs to the neighbouring counter. Return: false if
 * no flexible counter has that number, or a code has more than 4 bits.
 */
bool oa_flex_encode(const struct oa_flex_event *event, struct oa_flex_field *field)
{
	u8 n = event->counter - OA_FLEX_FIRST_A;

	if (event->counter < OA_FLEX_FIRST_A || event->counter > OA_FLEX_LAST_A ||
	    (event->inc | event->coarse | event->fine) > 0xf)
		return false;
	field->offset = oa_flex_regs[n / 2];
	field->shift = n % 2 * OA_FLEX_EVENT_BITS;
	field->value = ((u32)event->fine << 8 | event->coarse << 4 | event->inc) << field->shift;
	return true;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_encode);

/**
 * oa_flex_decode() - the two events of a register
 * @offset: of the register
 * @value: its value; bits 31:24 are reserved
 * @events: filled in, the event of the lower counter first
 *
 * Return: false if @offset is no EU_PERF_CNT_CTL register.
 */
bool oa_flex_decode(u32 offset, u32 value, struct oa_flex_event events[2])
{
	unsigned int reg, i;

	for (reg = 0; reg < OA_FLEX_NUM_REGS && oa_flex_regs[reg] != offset; reg++)
		;
	if (reg == OA_FLEX_NUM_REGS)
		return false;
	for (i = 0; i < 2; i++, value >>= OA_FLEX_EVENT_BITS) {
		events[i].counter = OA_FLEX_FIRST_A + 2 * reg + i;
		events[i].inc = value & 0xf;
		events[i].coarse = value >> 4 & 0xf;
		events[i].fine = value >> 8 & 0xf;
	}
	return true;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_decode);

static const struct oa_flex_rule *find_rule(const struct oa_flex_rules *rules, u8 inc)
{
	u8 i;

	for (i = 0; i < rules->num_rules; i++)
		if (rules->rules[i].inc == inc)
			return &rules->rules[i];
	return NULL;
}

static enum oa_flex_verdict check_fine(const struct oa_flex_rules *rules,
				       const struct oa_flex_rule *rule, u8 fine)
{
	bool allowed = rule->fine >> fine & 1;

	if (!oa_flex_fine_name(fine))
		return allowed ? OA_FLEX_LISTED_UNDEFINED : OA_FLEX_UNDEFINED_FINE;
	if (!allowed)
		return OA_FLEX_FINE_UNSUPPORTED;
	if (fine == OA_FLEX_FINE_DISPATCH && rule->inc != OA_FLEX_INC_SEND)
		return OA_FLEX_IMPLEMENTATION_DEFINED;
	if (fine == OA_FLEX_FINE_HYBRID && rules->hybrid_unreliable)
		return OA_FLEX_UNRELIABLE;
	return OA_FLEX_DOCUMENTED;
}

/**
 * oa_flex_check() - compare an event with the documents
 * @rules: the rules of the generation
 * @event: the event; its counter does not matter
 *
 * Return: OA_FLEX_DOCUMENTED or the first objection, which is no reason to refuse the event.
 */
enum oa_flex_verdict oa_flex_check(const struct oa_flex_rules *rules,
				   const struct oa_flex_event *event)
{
	const struct oa_flex_rule *rule = find_rule(rules, event->inc);

	if (!rule)
		return OA_FLEX_UNDEFINED_INC;
	/* This event counts nothing, whatever the filters. */
	if (event->inc == OA_FLEX_INC_NONE)
		return OA_FLEX_DOCUMENTED;
	if (!oa_flex_coarse_name(event->coarse))
		return OA_FLEX_UNDEFINED_COARSE;
	if (!(rule->coarse >> event->coarse & 1))
		return OA_FLEX_COARSE_UNSUPPORTED;
	return check_fine(rules, rule, event->fine);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_flex_check);
