// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The words of programmable events
 *
 * A flexible event is an increment event of the EUs, passed through a coarse and a fine filter. The
 * documents list which filters go with an increment event. Metric sets that ship with tools use
 * others, and they count, so the rules are advice.
 *
 * A custom event compares a selection of 16 inputs with a value.
 *
 * Facts: hardware.rst 3.10, 3.12, 5.4, 5.5; Broadwell volume 14 and Lakefield volume 13, Flexible
 * EU Event Counters. Gen9 and Gen12 have no document: taken to be Lakefield's, Gen9 without "no
 * event".
 */
#include "formats/oa_env.h"
#include "formats/oa_events.h"

static const char start_note[] =
	"with an increment event other than SEND its count depends on the implementation";

#define INCREMENT(n, name, text)	{ .part = OA_FLEX_INCREMENT, .code = (n), .word = (name), \
					  .meaning = (text) }
#define COARSE(n, name, text)		{ .part = OA_FLEX_COARSE, .code = (n), .word = (name), \
					  .meaning = (text) }
#define FINE(n, name, text)		{ .part = OA_FLEX_FINE, .code = (n), .word = (name), \
					  .meaning = (text) }
static const struct oa_flex_word words[] = {
	INCREMENT(0x0, "fpu0", "FPU0 is active"),
	/* The first entry of a code that fits the platform counts. */
	{ .part = OA_FLEX_INCREMENT, .code = 0x1, .word = "fpu1", .meaning = "FPU1 is active",
	  .note = "of extended math in several passes the second is not counted",
	  .only = &oa_counters_gen8 },
	INCREMENT(0x1, "fpu1", "FPU1 is active"),
	INCREMENT(0x2, "send", "the SEND pipeline is active"),
	INCREMENT(0x3, "fpu_both", "FPU0 and FPU1 are both active"),
	INCREMENT(0x4, "active", "some pipeline is active"),
	INCREMENT(0x5, "stall", "a thread is loaded and no pipeline is active"),
	INCREMENT(0x8, "occupancy", "thread slots in use: counts multiples of an EU's slots"),
	{ .part = OA_FLEX_INCREMENT, .code = 0xf, .word = "none", .meaning = "no event",
	  .only = &oa_counters_gen11 },
	{ .part = OA_FLEX_INCREMENT, .code = 0xf, .word = "none", .meaning = "no event",
	  .note = "no document: metric sets of tools have it", .only = &oa_counters_gen12 },
	COARSE(0x1, "vs", "for threads of the vertex shader"),
	COARSE(0x2, "hs", "for threads of the hull shader"),
	COARSE(0x3, "ds", "for threads of the domain shader"),
	COARSE(0x4, "gs", "for threads of the geometry shader"),
	COARSE(0x5, "ps", "for threads of the pixel shader"),
	COARSE(0x6, "ts", "for threads of the thread spawner"),
	COARSE(0x7, "row0", "on EUs of row 0 in each quarter slice"),
	COARSE(0x8, "row1", "on EUs of row 1 in each quarter slice"),
	{ .part = OA_FLEX_FINE, .code = 0x1, .word = "hybrid", .meaning = "in hybrid instructions",
	  .note = "unreliable if a shader has immediates of 64 bits", .only = &oa_counters_gen8 },
	FINE(0x1, "hybrid", "in hybrid instructions"),
	FINE(0x2, "ternary", "in ternary instructions"),
	FINE(0x3, "binary", "in binary instructions"),
	FINE(0x4, "mov", "in mov instructions"),
	{ .part = OA_FLEX_FINE, .code = 0x5, .word = "start",
	  .meaning = "SENDs whose dispatch begins", .note = start_note, .occurrences = true },
	FINE(0x7, "eu0", "on EUs with number 0"),
	FINE(0x8, "eu1", "on EUs with number 1"),
	FINE(0x9, "eu2", "on EUs with number 2"),
	FINE(0xa, "eu3", "on EUs with number 3"),
};

/* Coarse filters 0 to 8, or none and the rows */
#define COARSE_ALL	0x1ffu
#define COARSE_ROWS	0x181u
/* Fine filters: none and EU 0 to 3, instructions 1 to 4, start of a SEND, one without a meaning */
#define FINE_EUS	0x781u
#define FINE_KINDS	0x01eu
#define FINE_START	0x020u
#define FINE_UNDEFINED	0x040u

/* Gen8 lists 6 with two increment events and does not define it. */
static const struct oa_flex_rule rules_gen8[16] = {
	[0x0] = { COARSE_ALL, FINE_EUS | FINE_KINDS | FINE_START },
	[0x1] = { COARSE_ALL, FINE_EUS | FINE_KINDS | FINE_START },
	[0x2] = { COARSE_ALL, FINE_EUS | FINE_START | FINE_UNDEFINED },
	[0x3] = { COARSE_ROWS, FINE_EUS },
	[0x4] = { COARSE_ROWS, FINE_EUS | FINE_START | FINE_UNDEFINED },
	[0x5] = { COARSE_ROWS, FINE_EUS },
	[0x8] = { COARSE_ROWS, FINE_EUS },
};

static const struct oa_flex_rule rules_gen9[16] = {
	[0x0] = { COARSE_ALL, FINE_EUS | FINE_KINDS | FINE_START },
	[0x1] = { COARSE_ALL, FINE_EUS | FINE_KINDS | FINE_START },
	[0x2] = { COARSE_ALL, FINE_EUS | FINE_START },
	[0x3] = { COARSE_ROWS, FINE_EUS },
	[0x4] = { COARSE_ROWS, FINE_EUS | FINE_START },
	[0x5] = { COARSE_ROWS, FINE_EUS },
	[0x8] = { COARSE_ROWS, FINE_EUS },
};

static const struct {
	const struct oa_counter_set *set;
	const struct oa_flex_rule *rules;
} rules_of[] = {
	{ &oa_counters_gen8, rules_gen8 },
	{ &oa_counters_gen9, rules_gen9 },
	{ &oa_counters_gen11, rules_gen9 },
	{ &oa_counters_gen12, rules_gen9 },
};

/* No event goes with any filter. */
static const struct oa_flex_rule rule_none = { 0xffff, 0xffff };
static const struct oa_flex_rule rule_undefined;

const struct oa_cec_word oa_cec_sources[OA_CEC_SOURCES] = {
	{ 0, "noa", "the NOA inputs, which the mux of a metric set routes (the default)" },
	{ 1, "previous", "the event of the B counter before, as input 0" },
	{ 2, "boolean", "the boolean inputs" },
};

const struct oa_cec_word oa_cec_functions[OA_CEC_FUNCTIONS] = {
	{ OA_CEC_EQUAL, "==", "equal" },
	{ OA_CEC_NOT_EQUAL, "!=", "not equal" },
	{ OA_CEC_NOT_LESS, ">=", "greater or equal" },
	{ OA_CEC_NOT_GREATER, "<=", "less or equal" },
	{ OA_CEC_GREATER, ">", "greater" },
	{ OA_CEC_LESS, "<", "less" },
	{ OA_CEC_ANY, "any", "an input equals its bit of the value" },
};

static bool fits(const struct oa_flex_word *word, const struct oa_counter_set *set)
{
	return !word->only || word->only == set;
}

/**
 * oa_flex_word_at() - walk the words of a platform
 * @set: its counters
 * @n: from 0 on
 *
 * Return: the word, NULL if there are no more, or the platform has no flexible events.
 */
const struct oa_flex_word *oa_flex_word_at(const struct oa_counter_set *set, unsigned int n)
{
	size_t i;

	for (i = 0; set->has_ticks && i < ARRAY_SIZE(words); i++) {
		/* Leave out words of other platforms. */
		if (oa_flex_word(set, words[i].part, words[i].code) == &words[i] && !n--)
			return &words[i];
	}
	return NULL;
}

/**
 * oa_flex_word() - the word of a code
 * @set: the counters of the platform
 * @part: the code's place
 * @code: its value
 *
 * Return: the word, NULL if the platform's document does not define the code; filters of 0 have
 * none.
 */
const struct oa_flex_word *oa_flex_word(const struct oa_counter_set *set, enum oa_flex_part part,
					unsigned int code)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (words[i].part == part && words[i].code == code && fits(&words[i], set))
			return &words[i];
	return NULL;
}

/**
 * oa_flex_rule() - the filters that go with an increment event
 * @set: the counters of the platform
 * @increment: the increment event, less than 16
 *
 * Return: the rule; it lists nothing for an event that the platform's document does not define.
 */
const struct oa_flex_rule *oa_flex_rule(const struct oa_counter_set *set, unsigned int increment)
{
	size_t i;

	if (increment == 0xf && oa_flex_word(set, OA_FLEX_INCREMENT, increment))
		return &rule_none;
	for (i = 0; i < ARRAY_SIZE(rules_of); i++)
		if (rules_of[i].set == set)
			return &rules_of[i].rules[increment];
	return &rule_undefined;
}
