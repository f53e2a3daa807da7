// SPDX-License-Identifier: GPL-2.0-only
/*
 * --list: the words of --event that a platform has.
 */
#include <stdio.h>

#include "formats/oa_events.h"
#include "oa-dump.h"
#include "tools/common/eutime.h"

static const char * const parts[] = {
	[OA_FLEX_INCREMENT] = "increment",
	[OA_FLEX_COARSE] = "coarse filter",
	[OA_FLEX_FINE] = "fine filter",
};

/* Print the words of the filters that go with an increment event. */
static void list_filters(const struct oa_counter_set *set, enum oa_flex_part part, u16 codes,
			 const char *before, const char *between, const char *quote)
{
	const struct oa_flex_word *word;
	const char *first = before;
	u32 n;

	for (n = 0; (word = oa_flex_word_at(set, n)); n++) {
		if (word->part != part || !(codes >> word->code & 1))
			continue;
		printf("%s%s%s%s", first, quote, word->word, quote);
		first = between;
	}
}

static void list_word(const struct oa_counter_set *set, const struct oa_flex_word *word)
{
	printf("    %-13s %x  %-10s %s%s%s%s\n", parts[word->part], word->code, word->word,
	       word->meaning, word->note ? " (" : "", word->note ?: "", word->note ? ")" : "");
	if (word->part != OA_FLEX_INCREMENT)
		return;
	printf("    %-13s    %-10s", "", "");
	list_filters(set, OA_FLEX_COARSE, oa_flex_rule(set, word->code)->coarse, " with ", " ", "");
	list_filters(set, OA_FLEX_FINE, oa_flex_rule(set, word->code)->fine, " and ", " ", "");
	putchar('\n');
}

/* Print the words of a platform. */
void vocabulary_list(const struct dump_platform *platform)
{
	const struct oa_counter_set *set = platform->counters;
	const struct oa_flex_word *word;
	u32 n;

	if (set->has_ticks)
		printf("  --event, on A7 to A20: an increment event, with a coarse and a fine filter; fpu0 and fpu1 overlap (fpu_both):\n");
	for (n = 0; (word = oa_flex_word_at(set, n)); n++)
		list_word(set, word);
	printf("  --event, on B%u to B%u: a comparison of inputs[15:0], or of input0 to input15:\n",
	       !set->has_ticks, platform->num_cec - 1);
	for (n = 0; n < OA_CEC_FUNCTIONS; n++)
		printf("    %-13s %x  %-10s %s\n", "comparison", oa_cec_functions[n].code,
		       oa_cec_functions[n].word, oa_cec_functions[n].meaning);
	for (n = 0; n < OA_CEC_SOURCES; n++)
		printf("    %-13s %x  %-10s %s\n", "source", oa_cec_sources[n].code,
		       oa_cec_sources[n].word, oa_cec_sources[n].meaning);
}

static void json_word(const struct oa_counter_set *set, const struct oa_flex_word *word)
{
	printf("{\"word\":\"%s\",\"part\":\"%s\",\"code\":%u", word->word, parts[word->part],
	       word->code);
	eutime_json_text(stdout, "meaning", word->meaning);
	eutime_json_text(stdout, "note", word->note);
	if (word->part == OA_FLEX_INCREMENT) {
		printf(",\"coarse\":[");
		list_filters(set, OA_FLEX_COARSE, oa_flex_rule(set, word->code)->coarse, "", ",", "\"");
		printf("],\"fine\":[");
		list_filters(set, OA_FLEX_FINE, oa_flex_rule(set, word->code)->fine, "", ",", "\"");
		printf("]");
	}
	putchar('}');
}

static void json_custom(const char *key, const struct oa_cec_word *words, u32 num)
{
	u32 n;

	printf("\"%s\":[", key);
	for (n = 0; n < num; n++) {
		printf("%s{\"word\":\"%s\",\"code\":%u", n ? "," : "", words[n].word, words[n].code);
		eutime_json_text(stdout, "meaning", words[n].meaning);
		putchar('}');
	}
	putchar(']');
}

/* Print the words of a platform as a member that follows others. */
void vocabulary_json(const struct dump_platform *platform)
{
	const struct oa_counter_set *set = platform->counters;
	const struct oa_flex_word *word;
	u32 n;

	printf(",\"events\":{\"flexible\":[");
	for (n = 0; (word = oa_flex_word_at(set, n)); n++) {
		printf("%s", n ? "," : "");
		json_word(set, word);
	}
	printf("],\"custom\":{\"counters\":%u,\"inputs\":%u,", platform->num_cec - !set->has_ticks,
	       OA_CEC_INPUTS);
	json_custom("comparisons", oa_cec_functions, OA_CEC_FUNCTIONS);
	putchar(',');
	json_custom("sources", oa_cec_sources, OA_CEC_SOURCES);
	printf("}}");
}
