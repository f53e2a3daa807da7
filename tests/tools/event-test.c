// SPDX-License-Identifier: GPL-2.0-only
/*
 * event-test: tests events that the command line of the tools names: the table of flexible events,
 * the parser, the assignment to counters, the registers, and the values that are shown.
 *
 * The codes and rules are those of the documents' text (Broadwell volume 14, Lakefield volume 13,
 * "Flexible EU Event Counters"), written down here a second time. A custom event is tried on all
 * inputs against what the words mean.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/oa_events.h"
#include "tools/common/event.h"
#include "tools/common/message.h"
#include "tools/common/metricset.h"
#include "test.h"

/* Which documents list something */
#define BDW		1
#define LKF		2
#define BOTH		(BDW | LKF)

/* struct code - a row of the documents' tables */
struct code {
	enum oa_flex_part part;
	u32 value;
	const char *word;
	int documents;
};

static const struct code codes[] = {
	/* Supported Increment Events */
	{ OA_FLEX_INCREMENT, 0x0, "fpu0", BOTH }, { OA_FLEX_INCREMENT, 0x1, "fpu1", BOTH },
	{ OA_FLEX_INCREMENT, 0x2, "send", BOTH }, { OA_FLEX_INCREMENT, 0x3, "fpu_both", BOTH },
	{ OA_FLEX_INCREMENT, 0x4, "active", BOTH }, { OA_FLEX_INCREMENT, 0x5, "stall", BOTH },
	{ OA_FLEX_INCREMENT, 0x8, "occupancy", BOTH }, { OA_FLEX_INCREMENT, 0xf, "none", LKF },
	/* Supported Coarse Event Filters */
	{ OA_FLEX_COARSE, 0x1, "vs", BOTH }, { OA_FLEX_COARSE, 0x2, "hs", BOTH },
	{ OA_FLEX_COARSE, 0x3, "ds", BOTH }, { OA_FLEX_COARSE, 0x4, "gs", BOTH },
	{ OA_FLEX_COARSE, 0x5, "ps", BOTH }, { OA_FLEX_COARSE, 0x6, "ts", BOTH },
	{ OA_FLEX_COARSE, 0x7, "row0", BOTH }, { OA_FLEX_COARSE, 0x8, "row1", BOTH },
	/* Fine Event Filters */
	{ OA_FLEX_FINE, 0x1, "hybrid", BOTH }, { OA_FLEX_FINE, 0x2, "ternary", BOTH },
	{ OA_FLEX_FINE, 0x3, "binary", BOTH }, { OA_FLEX_FINE, 0x4, "mov", BOTH },
	{ OA_FLEX_FINE, 0x5, "start", BOTH }, { OA_FLEX_FINE, 0x7, "eu0", BOTH },
	{ OA_FLEX_FINE, 0x8, "eu1", BOTH }, { OA_FLEX_FINE, 0x9, "eu2", BOTH },
	{ OA_FLEX_FINE, 0xa, "eu3", BOTH },
};

/* struct rule - "Only coarse/fine event filters ... are supported with this increment event" */
struct rule {
	u32 increment;
	/* Codes as hexadecimal digits */
	const char *coarse, *fine_bdw, *fine_lkf;
};

#define ALL_COARSE	"012345678"
#define ALL_FINE	"012345789a"
static const struct rule rules[] = {
	{ 0x0, ALL_COARSE, ALL_FINE, ALL_FINE },
	{ 0x1, ALL_COARSE, ALL_FINE, ALL_FINE },
	{ 0x2, ALL_COARSE, "056789a", "05789a" },
	{ 0x3, "078", "0789a", "0789a" },
	{ 0x4, "078", "056789a", "05789a" },
	{ 0x5, "078", "0789a", "0789a" },
	{ 0x8, "078", "0789a", "0789a" },
};

static const struct oa_counter_set *set_of(int document)
{
	return document == BDW ? &oa_counters_gen8 : &oa_counters_gen11;
}

static u32 number_of_words(int document)
{
	u32 n = 0;

	while (oa_flex_word_at(set_of(document), n))
		n++;
	return n;
}

/* Each code has its word, no other code has one, and platforms before Broadwell have none. */
static void words(void)
{
	const struct oa_flex_word *word;
	u32 document, listed, part, value, i;

	for (document = BDW; document <= LKF; document++) {
		listed = 0;
		for (i = 0; i < ARRAY_LEN(codes); i++) {
			if (!(codes[i].documents & document))
				continue;
			listed++;
			word = oa_flex_word(set_of(document), codes[i].part, codes[i].value);
			EXPECT(word && !strcmp(word->word, codes[i].word), "%s", codes[i].word);
		}
		EXPECT(number_of_words(document) == listed, "%u", listed);
		for (part = OA_FLEX_INCREMENT; part <= OA_FLEX_FINE; part++) {
			for (value = 0; value < 16; value++) {
				const bool found = oa_flex_word(set_of(document), part, value);
				bool known = false;

				for (i = 0; i < ARRAY_LEN(codes); i++)
					known |= codes[i].part == part && codes[i].value == value &&
						 codes[i].documents & document;
				EXPECT(found == known, "part %u, code %x", part, value);
			}
		}
	}
	EXPECT(!oa_flex_word_at(&oa_counters_hsw, 0) && !oa_flex_word_at(&oa_counters_snb, 0),
	       "words of a platform without flexible events");
	/* Errata of Broadwell alone */
	EXPECT(oa_flex_word(&oa_counters_gen8, OA_FLEX_INCREMENT, 1)->note &&
	       !oa_flex_word(&oa_counters_gen11, OA_FLEX_INCREMENT, 1)->note, "fpu1");
	EXPECT(oa_flex_word(&oa_counters_gen8, OA_FLEX_FINE, 1)->note &&
	       !oa_flex_word(&oa_counters_gen11, OA_FLEX_FINE, 1)->note, "hybrid");
}

static u32 bits_of(const char *digits)
{
	char digit[2] = "";
	u32 bits = 0;

	for (; *digits; digits++) {
		*digit = *digits;
		bits |= 1u << strtoul(digit, NULL, 16);
	}
	return bits;
}

static void combinations(void)
{
	const struct oa_flex_rule *found;
	u32 document, increment, i;

	for (document = BDW; document <= LKF; document++) {
		for (increment = 0; increment < 16; increment++) {
			u32 coarse = 0, fine = 0;

			for (i = 0; i < ARRAY_LEN(rules); i++) {
				if (rules[i].increment != increment)
					continue;
				coarse = bits_of(rules[i].coarse);
				fine = bits_of(document == BDW ? rules[i].fine_bdw :
								 rules[i].fine_lkf);
			}
			/* "No event" has no restriction. */
			if (document == LKF && increment == 0xf) {
				coarse = 0xffff;
				fine = 0xffff;
			}
			found = oa_flex_rule(set_of(document), increment);
			EXPECT(found->coarse == coarse && found->fine == fine,
			       "event %x: %x and %x, not %x and %x", increment, found->coarse,
			       found->fine, coarse, fine);
		}
	}
}

/* struct parsed - an argument, and the code or the values of the registers */
struct parsed {
	const char *arg;
	char bank;
	u32 first, second;
};

static const struct parsed good[] = {
	{ "a=fpu0", 'A', 0x000, 0 },
	{ "a=ps.fpu0", 'A', 0x050, 0 },
	{ "a=fpu0.ps", 'A', 0x050, 0 },
	{ "a=send.eu2", 'A', 0x902, 0 },
	{ "a=SEND.Start", 'A', 0x502, 0 },
	{ "a=mov . vs . fpu1", 'A', 0x411, 0 },
	{ "a=none", 'A', 0x00f, 0 },
	{ "a=occupancy.row1.eu3", 'A', 0xa88, 0 },
	{ "a=fpu_both.row0", 'A', 0x073, 0 },
	{ "a=5/3/0", 'A', 0x035, 0 },
	{ "a=0/0/0xa", 'A', 0xa00, 0 },
	{ "a= 15 / 15 / 15 ", 'A', 0xfff, 0 },
	{ "a=0x004", 'A', 0x004, 0 },
	{ "a=0xfff", 'A', 0xfff, 0 },
	{ "a@A9=stall", 'A', 0x005, 0 },
	{ "a=stall,share", 'A', 0x005, 0 },
	{ "a=stall , share", 'A', 0x005, 0 },
	/* TestOa's events (hardware.rst 5.5) */
	{ "b=never", 'B', 0x00000004, 0xfffe },
	{ "b=always", 'B', 0x00000003, 0xfffe },
	{ "b=boolean:!input3", 'B', 0x00100002, 0xfff7 },
	{ "b=boolean:inputs[5:4] == 0", 'B', 0x00100002, 0xffcf },
	{ "b=boolean:input4", 'B', 0x00100082, 0xffef },
	{ "b=boolean:inputs[4:3] == 3", 'B', 0x001000c2, 0xffe7 },
	{ "b=boolean:inputs[4:3]>0", 'B', 0x00100001, 0xffe7 },
	/* The other sources, comparisons and values */
	{ "b=inputs[5:4] == 1", 'B', 0x00000082, 0xffcf },
	{ "b=noa:inputs[5:4]==1", 'B', 0x00000082, 0xffcf },
	{ "b=inputs[5:4] any 2", 'B', 0x00000100, 0xffcf },
	{ "b=inputs[5:4] != 1", 'B', 0x00000085, 0xffcf },
	{ "b=inputs == 0xffff", 'B', 0x0007fffa, 0x0000 },
	{ "b=inputs[15:0] <= 1", 'B', 0x0000000e, 0x0000 },
	{ "b=inputs & 0x8001 >= 0x8000", 'B', 0x00040003, 0x7ffe },
	{ "b=input15 == 0", 'B', 0x00000002, 0x7fff },
	{ "b=previous", 'B', 0x0008000a, 0xfffe },
	{ "b=!previous", 'B', 0x00080002, 0xfffe },
	{ "b=previous:input0", 'B', 0x0008000a, 0xfffe },
	{ "b=cec:0x100082/0xffef", 'B', 0x00100082, 0xffef },
	{ "b=cec:7/0xfff0fffe", 'B', 7, 0xfff0fffe },
};

static void parses(void)
{
	char why[EVENT_WHY_BYTES];
	size_t i;

	for (i = 0; i < ARRAY_LEN(good); i++) {
		struct event_list events = { .num = 0 };
		const struct event *event;
		int ret = event_parse(&events, good[i].arg, why);

		EXPECT(!ret && events.num == 1, "%s: %s", good[i].arg, why);
		event = events.list;
		if (events.num && good[i].bank == 'A')
			EXPECT(event->field == OA_FIELD_A && event->flex == good[i].first,
			       "%s: 0x%03x", good[i].arg, event->flex);
		else if (events.num)
			EXPECT(event->field == OA_FIELD_B && event->cec[0] == good[i].first &&
			       event->cec[1] == good[i].second, "%s: 0x%08x/0x%08x", good[i].arg,
			       event->cec[0], event->cec[1]);
		events_free(&events);
	}
}

/* The value of a whole register makes two events. */
static void parses_both_halves(void)
{
	struct event_list events = { .num = 0 };
	char why[EVENT_WHY_BYTES];

	EXPECT(!event_parse(&events, "eu=0x5004", why) && events.num == 2, "%s", why);
	EXPECT(!strcmp(events.list[0].name, "eu.low") && events.list[0].flex == 4, "low");
	EXPECT(!strcmp(events.list[1].name, "eu.high") && events.list[1].flex == 5, "high");
	events_free(&events);
}

/* struct bad - an argument, and a part of the reason of its rejection */
struct bad {
	const char *arg, *why;
};

static const struct bad bad[] = {
	{ "", "a name is missing" },
	{ "ps.fpu0", "a name is missing" },
	{ "=fpu0", "a name is missing" },
	{ "a=", "the event is missing" },
	{ "a= ", "the event is missing" },
	{ "a=,share", "the event is missing" },
	{ "a b=fpu0", "is no name" },
	{ "a\"=fpu0", "is no name" },
	{ "\xc3\xa4=fpu0", "is no name" },
	{ "time_ns=fpu0", "belongs to a column" },
	{ "a7=fpu0", "belongs to a column" },
	{ "B0=fpu0", "belongs to a column" },
	{ "a234567890123456789012345678901x=fpu0", "longer than 31" },
	{ "a=fpu0......................................................................0",
	  "longer than 71" },
	/* Words */
	{ "a=fpu2", "'fpu2' is no word" },
	{ "a=ps.", "is no word" },
	{ "a=.ps", "is no word" },
	{ "a=ps..fpu0", "is no word" },
	{ "a=ps", "no increment event" },
	{ "a=eu0.vs", "no increment event" },
	{ "a=fpu0.fpu1", "both its increment event" },
	{ "a=ps.vs.fpu0", "both its coarse filter" },
	{ "a=fpu0.row0.ps", "both its coarse filter" },
	{ "a=fpu0.mov.eu0", "both its fine filter" },
	{ "a=fpu0 ps", "'ps' is too much" },
	{ "a=EU.ACTIVE", "'EU' is no word" },
	/* Codes and values that the register does not have */
	{ "a=16/0/0", "increment event: 16 is more than 0xf" },
	{ "a=0/16/0", "coarse filter: 16" },
	{ "a=0/0/0x10", "fine filter: 0x10" },
	{ "a=0x1000000", "value: 0x1000000 is more" },
	{ "a=99999999999999999999/0/0", "is more than" },
	{ "a=0x", "is no number" },
	{ "a=0xg", "is no number" },
	{ "a=5", "is neither" },
	{ "a=5/3", "fine filter is missing" },
	{ "a=5//3", "a number is missing" },
	{ "a=1/2/3/4", "is too much" },
	{ "a=-1/0/0", "is no word" },
	{ "a=1/-2/0", "a number is missing" },
	/* Custom events */
	{ "b=input", "a number is missing" },
	{ "b=input16", "16 is more than 0xf" },
	{ "b=inputs[16]", "16 is more" },
	{ "b=inputs[5:4 == 1", "a ']' is missing" },
	{ "b=inputs[4:5] == 1", "the higher input comes first" },
	{ "b=inputs[] == 1", "a number is missing" },
	{ "b=inputs[5:4] == 4", "outside of the inputs" },
	{ "b=input3 == 2", "outside of the inputs" },
	{ "b=inputs == 0x10000", "is more than 0xffff" },
	{ "b=inputs & 0 == 0", "selects no input" },
	{ "b=inputs & 0xf0 == 1", "outside of the inputs" },
	{ "b=inputs[5:4] = 1", "is too much" },
	{ "b=inputs[5:4] ==", "a number is missing" },
	{ "b=inputs[5:4] == x", "a number is missing" },
	{ "b=inputs[5:4] == 1 1", "is too much" },
	{ "b=!", "is no input" },
	{ "b=!!input3", "is no input" },
	{ "b=noa:previous", "is no input" },
	{ "b=previous:input3", "input 0 alone" },
	{ "b=previous == 2", "outside of the inputs" },
	{ "b=delay:input3", "no document has a delay" },
	{ "b=cec:0x200000/0", "is more than 0x1fffff" },
	{ "b=cec:0x180000/0", "source 3" },
	{ "b=cec:3", "CECn-1 is missing" },
	{ "b=cec:3/0x100000000", "is more than" },
	{ "b=cec:/", "a number" },
	{ "b=always.ps", "is too much" },
	/* Counters and units */
	{ "a@=fpu0", "is no counter" },
	{ "a@C0=fpu0", "is no counter" },
	{ "a@A6=fpu0", "no flexible counter" },
	{ "a@A21=fpu0", "21 is more than" },
	{ "b@B8=always", "8 is more than" },
	{ "@A9=fpu0", "is no name" },
	{ "a@A9x=fpu0", "'x' is too much" },
	{ "a@B0=fpu0", "is counted by A7 to A20" },
	{ "b@A9=always", "is counted by a B counter" },
	{ "a@A9=0x5004", "one counter is named" },
	{ "a=fpu0,", "is no unit" },
	{ "a=fpu0,percent", "'percent' is no unit" },
	{ "a=fpu0,share,count", "is no unit" },
};

static void rejects(void)
{
	char why[EVENT_WHY_BYTES];
	size_t i;

	for (i = 0; i < ARRAY_LEN(bad); i++) {
		struct event_list events = { .num = 0 };

		EXPECT(event_parse(&events, bad[i].arg, why) && !events.num, "'%s' is accepted",
		       bad[i].arg);
		EXPECT(strstr(why, bad[i].why), "'%s': '%s', not '%s'", bad[i].arg, why,
		       bad[i].why);
		events_free(&events);
	}
}

/* Parse arguments that must be right. */
static struct event_list events_of(const char * const *args)
{
	struct event_list events = { .num = 0 };
	char why[EVENT_WHY_BYTES];

	for (; *args; args++)
		EXPECT(!event_parse(&events, *args, why), "%s: %s", *args, why);
	return events;
}

#define EVENTS_OF(...)	events_of((const char * const []){ __VA_ARGS__, NULL })

static void rejects_a_name_twice(void)
{
	struct event_list events = EVENTS_OF("a=fpu0");
	char why[EVENT_WHY_BYTES];

	EXPECT(event_parse(&events, "a=fpu1", why) && strstr(why, "another event of the name 'a'"),
	       "%s", why);
	EXPECT(event_parse(&events, "A=fpu1", why) && events.num == 1, "%s", why);
	events_free(&events);
}

/* What CECn-0 and CECn-1 mean (hardware.rst 3.10, 5.5) */
static bool cec_is_true(const u32 cec[2], u32 inputs)
{
	const u32 considered = ~cec[1] & 0xffff, bits = inputs & considered,
		  value = cec[0] >> 3 & 0xffff;

	switch (cec[0] & 7) {
	case 0:
		return ~(bits ^ value) & considered;
	case 1:
		return bits > value;
	case 2:
		return bits == value;
	case 3:
		return bits >= value;
	case 4:
		return bits < value;
	case 5:
		return bits != value;
	case 6:
		return bits <= value;
	default:
		return true;
	}
}

/* struct meaning - a comparison in words, and what the words mean */
struct meaning {
	const char *text;
	u32 mask, shift;
	/* As it is written; 'l': less or equal, 'g': greater or equal, 'a': any */
	char comparison;
	u32 value;
	/* The inputs, and the result, are negated */
	bool negated, opposite;
};

#define I3		0x0008, 3
#define I54		0x0030, 4
#define I15_13		0xe000, 13
#define MASK		0x8101, 0
#define PLAIN		false, false
static const struct meaning meanings[] = {
	{ "input3", I3, '=', 1, PLAIN },
	{ "!input3", I3, '=', 1, .opposite = true },
	{ "~input3", I3, '=', 1, .negated = true },
	{ "!~input3", I3, '=', 1, true, true },
	{ "input3 == 0", I3, '=', 0, PLAIN },
	{ "input3 != 0", I3, '!', 0, PLAIN },
	{ "input3 >= 1", I3, 'g', 1, PLAIN },
	{ "inputs", 0xffff, 0, '!', 0, PLAIN },
	{ "!inputs", 0xffff, 0, '=', 0, PLAIN },
	{ "inputs[5:4]", I54, '!', 0, PLAIN },
	{ "!inputs[5:4]", I54, '=', 0, PLAIN },
	{ "inputs[5:4] == 2", I54, '=', 2, PLAIN },
	{ "inputs[5:4] != 2", I54, '!', 2, PLAIN },
	{ "inputs[5:4] > 1", I54, '>', 1, PLAIN },
	{ "inputs[5:4] >= 1", I54, 'g', 1, PLAIN },
	{ "inputs[5:4] < 2", I54, '<', 2, PLAIN },
	{ "inputs[5:4] <= 2", I54, 'l', 2, PLAIN },
	{ "inputs[5:4] any 1", I54, 'a', 1, PLAIN },
	{ "!inputs[5:4] == 2", I54, '=', 2, .opposite = true },
	{ "!inputs[5:4] != 2", I54, '!', 2, .opposite = true },
	{ "!inputs[5:4] > 1", I54, '>', 1, .opposite = true },
	{ "!inputs[5:4] >= 1", I54, 'g', 1, .opposite = true },
	{ "!inputs[5:4] < 2", I54, '<', 2, .opposite = true },
	{ "!inputs[5:4] <= 2", I54, 'l', 2, .opposite = true },
	{ "!inputs[5:4] any 1", I54, 'a', 1, .opposite = true },
	{ "~inputs[5:4] == 2", I54, '=', 2, .negated = true },
	{ "~inputs[5:4] != 2", I54, '!', 2, .negated = true },
	{ "~inputs[5:4] > 1", I54, '>', 1, .negated = true },
	{ "~inputs[5:4] >= 3", I54, 'g', 3, .negated = true },
	{ "~inputs[5:4] < 1", I54, '<', 1, .negated = true },
	{ "~inputs[5:4] <= 1", I54, 'l', 1, .negated = true },
	{ "~inputs[5:4] any 1", I54, 'a', 1, .negated = true },
	{ "!~inputs[5:4] > 1", I54, '>', 1, true, true },
	{ "!~inputs[5:4] any 1", I54, 'a', 1, true, true },
	{ "inputs[15:13] >= 5", I15_13, 'g', 5, PLAIN },
	{ "~inputs[15:13] >= 5", I15_13, 'g', 5, .negated = true },
	{ "inputs & 0x8101 == 0x8001", MASK, '=', 0x8001, PLAIN },
	{ "inputs & 0x8101 > 0x100", MASK, '>', 0x100, PLAIN },
	{ "~inputs & 0x8101 > 0x100", MASK, '>', 0x100, .negated = true },
	{ "always", 0x0001, 0, 'g', 0, PLAIN },
	{ "never", 0x0001, 0, '<', 0, PLAIN },
};

static bool means(const struct meaning *m, u32 inputs)
{
	const u32 is = ((m->negated ? ~inputs : inputs) & m->mask) >> m->shift;

	switch (m->comparison) {
	case '=':
		return (is == m->value) != m->opposite;
	case '!':
		return (is != m->value) != m->opposite;
	case '<':
		return (is < m->value) != m->opposite;
	case '>':
		return (is > m->value) != m->opposite;
	case 'l':
		return (is <= m->value) != m->opposite;
	case 'g':
		return (is >= m->value) != m->opposite;
	default:
		return ((~(is ^ m->value) & m->mask >> m->shift) != 0) != m->opposite;
	}
}

static void custom_events_mean_their_words(void)
{
	char arg[80], why[EVENT_WHY_BYTES];
	u32 n, i;

	for (n = 0; n < ARRAY_LEN(meanings); n++) {
		struct event_list events = { .num = 0 };

		snprintf(arg, sizeof(arg), "b=%s", meanings[n].text);
		if (event_parse(&events, arg, why)) {
			EXPECT(false, "%s: %s", arg, why);
			continue;
		}
		for (i = 0; i < 0x10000; i++) {
			if (cec_is_true(events.list->cec, i) == means(&meanings[n], i))
				continue;
			EXPECT(false, "%s of 0x%04x is wrong", meanings[n].text, i);
			break;
		}
		events_free(&events);
	}
}

/* Make a set of events, and keep what is printed. Return: that of events_assign(). */
static int assign(struct metric_set *set, const char *platform, struct event_list events,
		  char **said)
{
	FILE *before = stderr;
	size_t bytes;
	int ret;

	set->events = events;
	stderr = open_memstream(said, &bytes);
	ret = events_assign(set, platform_by_key(platform));
	fclose(stderr);
	stderr = before;
	return ret;
}

/* The counter of an event as in "A20" */
static const char *counter_of(const struct metric_set *set, u32 n)
{
	static char text[8];
	const struct event *event = &set->events.list[n];

	snprintf(text, sizeof(text), "%c%u", event->field == OA_FIELD_A ? 'A' : 'B', event->number);
	return text;
}

static u32 value_of(const struct set_list *list, u32 address)
{
	const u32 *value = set_find(list, address);

	return value ? *value : 0xdeadbeef;
}

#define EXPECT_COUNTER(set, n, wanted) \
	EXPECT(!strcmp(counter_of(set, n), wanted), "event %d: %s, not %s", n, counter_of(set, n), \
	       wanted)

/* From A20 down and from B0 up; two names of an event share a counter, two counters a register. */
static void counters(void)
{
	struct metric_set set = { .spare = true, .programmed = OA_PROGRAMMED_TREE };
	char *said;

	EXPECT(!assign(&set, "bdw",
		       EVENTS_OF("a=ps.fpu0", "b=always", "c@A9=send.eu2", "d=vs.fpu1",
				 "e=ps.fpu0,share", "f=0x5004", "g=never"),
		       &said),
	       "%s", said);
	EXPECT(!*said, "%s", said);
	EXPECT_COUNTER(&set, 5, "A19");
	EXPECT_COUNTER(&set, 6, "A20");
	EXPECT_COUNTER(&set, 0, "A18");
	EXPECT_COUNTER(&set, 4, "A18");
	EXPECT_COUNTER(&set, 3, "A17");
	EXPECT_COUNTER(&set, 2, "A9");
	EXPECT_COUNTER(&set, 1, "B0");
	EXPECT_COUNTER(&set, 7, "B1");
	/* Registers by hardware.rst 3.10 and 3.12; an unwanted event is 0 on Broadwell. */
	EXPECT(set.registers.flex.num == 3, "%u", set.registers.flex.num);
	EXPECT(value_of(&set.registers.flex, 0xe65c) == 0x00005004, "A19, A20");
	EXPECT(value_of(&set.registers.flex, 0xe55c) == 0x00050011, "A17, A18");
	EXPECT(value_of(&set.registers.flex, 0xe558) == 0x00000902, "A9");
	EXPECT(set.registers.boolean.num == 4, "%u", set.registers.boolean.num);
	EXPECT(value_of(&set.registers.boolean, 0x2770) == 3 &&
	       value_of(&set.registers.boolean, 0x2774) == 0xfffe, "B0");
	EXPECT(value_of(&set.registers.boolean, 0x2778) == 4 &&
	       value_of(&set.registers.boolean, 0x277c) == 0xfffe, "B1");
	/* Of these counters the tree says something else. A18 is its own for ps.fpu0. */
	EXPECT(set.a_other == (1u << 9 | 1u << 17 | 1u << 19 | 1u << 20), "0x%llx",
	       (unsigned long long)set.a_other);
	metricset_free(&set);
	free(said);
	/* Gen11 has a code for no event; A7 counts what it counts for the tree. */
	set = (struct metric_set){ .spare = true };
	EXPECT(!assign(&set, "icl", EVENTS_OF("a@A7=active", "b@A16=stall"), &said), "%s", said);
	EXPECT(value_of(&set.registers.flex, 0xe458) == 0x0000f004, "A7");
	EXPECT(value_of(&set.registers.flex, 0xe45c) == 0x0000500f, "A16");
	EXPECT(set.a_other == 1u << 16, "0x%llx", (unsigned long long)set.a_other);
	metricset_free(&set);
	free(said);
	/* Gen12: an event of one EU of four has its counter of the tree, at other registers. */
	set = (struct metric_set){ .spare = true, .programmed = OA_PROGRAMMED_TREE };
	EXPECT(!assign(&set, "tgl",
		       EVENTS_OF("a=active.eu0", "b=stall.eu3", "c=ps.fpu0", "d=always"), &said),
	       "%s", said);
	EXPECT(!*said, "%s", said);
	EXPECT_COUNTER(&set, 0, "A7");
	EXPECT_COUNTER(&set, 1, "A14");
	EXPECT_COUNTER(&set, 2, "A20");
	EXPECT_COUNTER(&set, 3, "B0");
	EXPECT(value_of(&set.registers.flex, 0xe458) == 0x0000f704, "A7");
	EXPECT(value_of(&set.registers.flex, 0xe758) == 0x00a0500f, "A14");
	EXPECT(value_of(&set.registers.flex, 0xe65c) == 0x0005000f, "A20");
	EXPECT(value_of(&set.registers.boolean, 0xd940) == 3 &&
	       value_of(&set.registers.boolean, 0xd944) == 0xfffe, "B0");
	EXPECT(set.a_other == 1u << 20, "0x%llx", (unsigned long long)set.a_other);
	metricset_free(&set);
	free(said);
	/* Haswell: B0 keeps the clocks. Up to Valleyview the registers are others. */
	set = (struct metric_set){ .spare = true };
	EXPECT(!assign(&set, "hsw", EVENTS_OF("a=input3", "b=previous"), &said), "%s", said);
	EXPECT_COUNTER(&set, 0, "B1");
	EXPECT_COUNTER(&set, 1, "B2");
	EXPECT(value_of(&set.registers.boolean, 0x2780) == 0x0008000a, "B2");
	metricset_free(&set);
	free(said);
	/* An event that another one is based on has its own counter, with a free one behind it. */
	set = (struct metric_set){ .spare = true };
	EXPECT(!assign(&set, "bdw",
		       EVENTS_OF("a=input3", "b=input3,share", "c=input3", "d=previous",
				 "e=!previous", "f@B2=always"),
		       &said),
	       "%s", said);
	EXPECT_COUNTER(&set, 0, "B0");
	EXPECT_COUNTER(&set, 1, "B0");
	EXPECT_COUNTER(&set, 2, "B3");
	EXPECT_COUNTER(&set, 3, "B4");
	EXPECT_COUNTER(&set, 4, "B5");
	metricset_free(&set);
	free(said);
	set = (struct metric_set){ .spare = true };
	EXPECT(!assign(&set, "snb", EVENTS_OF("a=always", "b=never", "c=input0"), &said), "%s",
	       said);
	EXPECT_COUNTER(&set, 2, "B3");
	EXPECT(value_of(&set.registers.boolean, 0x23a8) == 0x0000000a &&
	       value_of(&set.registers.boolean, 0x23ac) == 0xfffe, "B3");
	metricset_free(&set);
	free(said);
}

/* A set of others: what it programs is taken, the rest of it stays. */
static void beside_a_set_of_others(void)
{
	struct metric_set set = { .own = true };
	char *said;

	set_add(&set.registers.mux, 0x9840, 0x80);
	set_add(&set.registers.boolean, 0x2710, 0);
	set_add(&set.registers.boolean, 0x2770, 3);
	set_add(&set.registers.boolean, 0x277c, 0xfffe);
	set_add(&set.registers.flex, 0xe65c, 0x00222222);
	EXPECT(!assign(&set, "skl", EVENTS_OF("a=input3", "b=stall", "c@B7=previous"), &said), "%s",
	       said);
	EXPECT(!*said, "%s", said);
	EXPECT_COUNTER(&set, 0, "B2");
	EXPECT_COUNTER(&set, 1, "A18");
	EXPECT(value_of(&set.registers.flex, 0xe65c) == 0x00222222, "A19, A20");
	EXPECT(value_of(&set.registers.boolean, 0x2710) == 0 && set.registers.mux.num == 1,
	       "others");
	metricset_free(&set);
	free(said);
	set = (struct metric_set){ .own = true };
	named_add(&set.named, &(struct named){ .name = "GpuTime" });
	EXPECT(assign(&set, "skl", EVENTS_OF("gputime=stall"), &said) &&
	       strstr(said, "this is the name of a value of the metric set"), "%s", said);
	metricset_free(&set);
	free(said);
	set = (struct metric_set){ .own = true };
	set_add(&set.registers.flex, 0xe65c, 0x00222222);
	EXPECT(assign(&set, "skl", EVENTS_OF("a@A19=stall"), &said) &&
	       strstr(said, "the metric set programs A19"), "%s", said);
	metricset_free(&set);
	free(said);
}

/* struct refusal - events that a platform can't count, and a part of the reason */
struct refusal {
	const char *platform;
	const char *args[18];
	const char *why;
};

static const struct refusal refusals[] = {
	{ "hsw", { "a=fpu0" }, "Haswell has no flexible EU events" },
	{ "snb", { "a=0x5004" }, "Sandybridge has no flexible EU events" },
	{ "bdw",
	  { "a=0/1/0", "b=0/2/0", "c=0/3/0", "d=0/4/0", "e=0/5/0", "f=0/6/0", "g=0/7/0", "h=0/8/0",
	    "i=1/1/0", "j=1/2/0", "k=1/3/0", "l=1/4/0", "m=1/5/0", "n=1/6/0", "o=1/7/0" },
	  "--event o: no flexible counter is free: A7 to A20 for 14 of 14 already" },
	{ "bdw",
	  { "a=input0", "b=input1", "c=input2", "d=input3", "e=input4", "f=input5", "g=input6",
	    "h=input7", "i=input8" },
	  "--event i: no custom counter is free: B counters for 8 of 8 already" },
	{ "ivb",
	  { "a=input0", "b=input1", "c=input2", "d=input3" },
	  "--event d: no custom counter is free: B counters for 3 of 4 already" },
	{ "bdw", { "a@A9=fpu0", "b@A9=fpu1" }, "--event b: A9 has 'a'" },
	{ "vlv", { "a@B4=always" }, "has B0 to B3" },
	{ "hsw", { "a@B0=always" }, "B0 counts the clocks" },
	{ "bdw", { "a=previous" }, "no custom event comes before it" },
	{ "bdw", { "a=fpu0", "b=previous" }, "no custom event comes before it" },
	{ "bdw",
	  { "a@B7=always", "b=previous" },
	  "the counter behind that of 'a', B7, is not free" },
	{ "bdw", { "eu.active=fpu0" }, "this is the name of A7" },
	{ "bdw",
	  { "a@A8=0/1/0", "b@A10=0/2/0", "c@A12=0/3/0", "d@A14=0/4/0", "e@A16=0/5/0", "f@A18=0/6/0",
	    "g@A20=0/7/0", "h=0x5004" },
	  "no register has both counters free" },
};

static void refuses(void)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(refusals); i++) {
		struct metric_set set = { .spare = true };
		char *said, *end;

		EXPECT(assign(&set, refusals[i].platform, events_of(refusals[i].args), &said),
		       "'%s' is accepted", refusals[i].why);
		end = said[0] ? strrchr(said, '\n') : NULL;
		EXPECT(strstr(said, refusals[i].why), "'%s', not '%s'", said, refusals[i].why);
		/* Behind warnings the reason is the last line, and the only one. */
		EXPECT(end && !end[1], "'%s'", said);
		metricset_free(&set);
		free(said);
	}
}

/* struct warning - an event that counts with a warning, NULL: without */
struct warning {
	const char *platform, *arg, *why;
};

static const struct warning warnings[] = {
	{ "bdw", "a=ps.fpu_both",
	  "does not list coarse filter 5 with increment event 3 (fpu_both)" },
	{ "bdw", "a=active.vs", "does not list coarse filter 1 with increment event 4 (active)" },
	{ "bdw", "a=stall.start", "does not list fine filter 5 with increment event 5 (stall)" },
	{ "icl", "a=send.mov", "does not list fine filter 4 with increment event 2 (send)" },
	{ "icl", "a=2/0/6", "does not list fine filter 6 with increment event 2 (send)" },
	{ "bdw", "a=2/0/6", "does not define fine filter 6" },
	{ "bdw", "a=0/9/0", "does not list coarse filter 9" },
	{ "bdw", "a=0/0/11", "does not list fine filter 11" },
	{ "bdw", "a=7/0/0", "does not define increment event 7" },
	{ "bdw", "a=none", "does not define increment event 15" },
	{ "skl", "a=none", "does not define" },
	{ "icl", "a=none", NULL },
	{ "tgl", "a=none", NULL },
	{ "icl", "a=15/12/12", NULL },
	{ "bdw", "a=fpu1.start", "depends on the implementation" },
	{ "bdw", "a=send.start", NULL },
	{ "bdw", "a=active.start", NULL },
	{ "bdw", "a=ps.fpu0.mov", NULL },
	{ "icl", "a=stall.row1.eu3", NULL },
	{ "bdw", "b=input3", "no mux register routes a signal" },
	{ "bdw", "b=always", NULL },
	{ "bdw", "b=never", NULL },
	{ "bdw", "b=cec:7/0", NULL },
	{ "bdw", "b=cec:0x3/0x1fffe", "whether bits 31:16 of CECn-1 negate" },
};

static void warns(void)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(warnings); i++) {
		const char * const args[] = { warnings[i].arg, NULL };
		struct metric_set set = { .spare = true };
		char *said;

		EXPECT(!assign(&set, warnings[i].platform, events_of(args), &said), "%s: %s",
		       warnings[i].arg, said);
		if (warnings[i].why)
			EXPECT(strstr(said, "warning: ") && strstr(said, warnings[i].why),
			       "%s: '%s'", warnings[i].arg, said);
		else
			EXPECT(!*said, "%s: '%s'", warnings[i].arg, said);
		metricset_free(&set);
		free(said);
	}
}

/* Two sets have the same uuid if all their registers are the same. */
static void uuids(void)
{
	struct set_registers a = { .mux.num = 0 }, b = { .mux.num = 0 };
	char first[40], second[40];

	set_add(&a.flex, 0xe458, 0x5004);
	set_add(&b.flex, 0xe458, 0x5004);
	set_uuid(&a, first);
	set_uuid(&b, second);
	EXPECT(!strcmp(first, second), "%s %s", first, second);
	EXPECT(strlen(first) == 36 && first[8] == '-' && first[13] == '-' && first[14] == '8' &&
	       first[18] == '-' && strchr("89ab", first[19]) && first[23] == '-', "%s", first);
	b.flex.pairs[0][1]++;
	set_uuid(&b, second);
	EXPECT(strcmp(first, second), "%s", first);
	/* The same pair in another list */
	set_free(&b);
	set_add(&b.boolean, 0xe458, 0x5004);
	set_uuid(&b, second);
	EXPECT(strcmp(first, second), "%s", first);
	set_free(&a);
	set_free(&b);
}

/* The value of a set's first event as text, or "wrong" and OA_WRONG_* */
static const char *shown(const struct metric_set *set, u32 n, const struct oa_increments *sum,
			 const struct oa_machine *machine)
{
	static char text[NAMED_TEXT_BYTES];
	const struct named *named = &set->named.list[n];
	const struct named_value value = named_value(named, sum, machine);

	if (value.wrong)
		snprintf(text, sizeof(text), "wrong 0x%x", value.wrong);
	else
		named_print(text, named, &value);
	return text;
}

#define EXPECT_SHOWN(n, wanted, unit_wanted) do {						\
	EXPECT(!strcmp(shown(&set, n, &sum, &machine), wanted), "value %d: %s, not %s", n,	\
	       shown(&set, n, &sum, &machine), wanted);						\
	EXPECT(!strcmp(set.named.list[n].unit, unit_wanted), "value %d: %s", n,			\
	       set.named.list[n].unit);								\
} while (0)

/* 24 EUs, 1000 clocks in 125 ticks of 12.5 MHz: 10 us. 6000 EU cycles are a quarter of 24000. */
static void units(void)
{
	struct metric_set set = { .spare = true };
	struct oa_machine machine = { .counters = &oa_counters_gen8,
				      .eus = 24,
				      .timestamp_hz = 12500000 };
	struct oa_increments sum = {
		.a = { [20] = 6000 }, .b = { 250 }, .ticks = 1000, .time = 125, .pairs = 1,
		.a_mask = (1ull << 36) - 1, .b_mask = 0xff, .a_other = 1u << 20,
	};
	char *said;

	EXPECT(!assign(&set, "bdw",
		       EVENTS_OF("a=stall", "b=stall,share", "c=stall,per-clock",
				 "d=stall,per-second", "e=cec:7/0", "f=cec:7/0,share",
				 "g=cec:7/0,per-clock", "h=cec:7/0,per-second", "i=0x000,count"),
		       &said),
	       "%s", said);
	EXPECT(!events_name(&set.events, &set.named) && set.named.num == 9, "%zu", set.named.num);
	EXPECT_SHOWN(0, "6000", "EU cycles");
	EXPECT_SHOWN(1, "25.0000", "%");
	EXPECT_SHOWN(2, "6.000000", "EU cycles/clock");
	EXPECT_SHOWN(3, "600000000", "EU cycles/s");
	EXPECT_SHOWN(4, "250", "clocks");
	EXPECT_SHOWN(5, "25.0000", "%");
	EXPECT_SHOWN(6, "0.250000", "clocks/clock");
	EXPECT_SHOWN(7, "25000000", "clocks/s");
	EXPECT_SHOWN(8, "0", "EU cycles");
	/* What is missing */
	machine.eus = 0;
	EXPECT_SHOWN(1, "wrong 0x4", "%");
	EXPECT_SHOWN(5, "25.0000", "%");
	machine.eus = 24;
	sum.a_wrapped = 1u << 20;
	EXPECT_SHOWN(0, "wrong 0x20", "EU cycles");
	sum.a_wrapped = 0;
	sum.a_beyond = 1u << 20;
	EXPECT_SHOWN(3, "wrong 0x10", "EU cycles/s");
	sum.a_beyond = 0;
	sum.a_mask = 1;
	EXPECT_SHOWN(0, "wrong 0x1", "EU cycles");
	sum.b_mask = 0;
	EXPECT_SHOWN(4, "wrong 0x1", "clocks");
	sum = (struct oa_increments){ .pairs = 0 };
	EXPECT_SHOWN(0, "wrong 0x8", "EU cycles");
	EXPECT_SHOWN(6, "wrong 0x8", "clocks/clock");
	metricset_free(&set);
	free(said);
	/* SENDs that begin are no cycles. */
	set = (struct metric_set){ .spare = true };
	EXPECT(!assign(&set, "bdw", EVENTS_OF("a=send.start", "b=send.start,per-second"), &said) &&
	       !events_name(&set.events, &set.named), "%s", said);
	EXPECT(!strcmp(set.named.list[0].unit, "events"), "%s", set.named.list[0].unit);
	EXPECT(!strcmp(set.named.list[1].unit, "events/s"), "%s", set.named.list[1].unit);
	metricset_free(&set);
	free(said);
}

static const struct test tests[] = {
	{ "the words are those of the documents", words },
	{ "the combinations are those of the documents", combinations },
	{ "what is typed becomes a code", parses },
	{ "the value of a register becomes two events", parses_both_halves },
	{ "bad input has a reason", rejects },
	{ "a name is given once", rejects_a_name_twice },
	{ "custom events mean their words", custom_events_mean_their_words },
	{ "events get counters and registers", counters },
	{ "events beside a set of others", beside_a_set_of_others },
	{ "what a platform can't count has a reason", refuses },
	{ "what the documents don't list is a warning", warns },
	{ "a uuid stands for the contents", uuids },
	{ "units", units },
};

int main(void)
{
	return run_tests("event", tests, ARRAY_LEN(tests));
}
