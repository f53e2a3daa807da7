// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parser of --event NAME[@COUNTER]=EVENT[,UNIT].
 *
 * A flexible event is words of the documents' table (ps.fpu0), its three codes (0/5/0), or a value
 * as EU_PERF_CNT_CTLn has it. A custom event is a comparison of inputs, or the two values of its
 * registers. The manual has the grammar (tools.rst, "Events by words").
 *
 * The parser accepts the words of all platforms. Whether a platform has the event is known later.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "formats/oa_events.h"
#include "tools/common/event.h"
#include "tools/common/message.h"

/* The fields of CECn-0 and CECn-1 */
#define CEC0_SHIFT_VALUE	3
#define CEC0_SHIFT_SOURCE	19
#define CEC0_BITS		21
#define ALL_INPUTS		0xffffu

/* Words of an event, which ends at a character that none has */
#define WORD_CHARACTERS		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

/* struct parser - the rest of a text, and the reason of its rejection */
struct parser {
	const char *at;
	char *why;
};

/* Reject a text. Return: -1. */
__attribute__((format(printf, 2, 3)))
static int reject(struct parser *p, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(p->why, EVENT_WHY_BYTES, format, args);
	va_end(args);
	return -1;
}

static void skip_spaces(struct parser *p)
{
	p->at += strspn(p->at, " \t");
}

/* Pass a text that stands here. Return: false if it does not. */
static bool pass(struct parser *p, const char *text)
{
	skip_spaces(p);
	if (strncasecmp(p->at, text, strlen(text)))
		return false;
	p->at += strlen(text);
	return true;
}

/* Pass a word that stands here and does not go on. */
static bool pass_word(struct parser *p, const char *word)
{
	const char *before = p->at;

	if (pass(p, word) && !strspn(p->at, WORD_CHARACTERS))
		return true;
	p->at = before;
	return false;
}

static int end_of_text(struct parser *p)
{
	skip_spaces(p);
	return *p->at ? reject(p, "'%.40s' is too much", p->at) : 0;
}

/* Read a number, decimal or with 0x. */
static int read_number(struct parser *p, const char *what, u32 most, u32 *value)
{
	unsigned long found;
	char *end;

	skip_spaces(p);
	if (!isdigit((unsigned char)*p->at))
		return reject(p, "%s: a number is missing before '%.40s'", what, p->at);
	errno = 0;
	found = strtoul(p->at, &end, strncasecmp(p->at, "0x", 2) ? 10 : 16);
	if (end == p->at + 1 && *p->at == '0' && tolower((unsigned char)*end) == 'x')
		return reject(p, "%s: '%.40s' is no number", what, p->at);
	if (errno || found > most)
		return reject(p, "%s: %.*s is more than 0x%x, the greatest value of the register's field",
			      what, (int)(end - p->at), p->at, most);
	p->at = end;
	*value = found;
	return 0;
}

/* The word of any platform that begins here, NULL: none */
static const struct oa_flex_word *flex_word_of_any(const struct parser *p, size_t length)
{
	const struct oa_counter_set * const sets[] = { &oa_counters_gen8, &oa_counters_gen11 };
	const struct oa_flex_word *word;
	unsigned int i, n;

	for (i = 0; i < ARRAY_LEN(sets); i++)
		for (n = 0; (word = oa_flex_word_at(sets[i], n)); n++)
			if (strlen(word->word) == length && !strncasecmp(word->word, p->at, length))
				return word;
	return NULL;
}

/* Read words with a "." between them, one increment event and at most one filter of each kind. */
static int read_words(struct parser *p, struct event *event)
{
	static const char * const parts[] = { "increment event", "coarse filter", "fine filter" };
	const struct oa_flex_word *word, *found[3] = { NULL };
	size_t length;

	do {
		skip_spaces(p);
		length = strspn(p->at, WORD_CHARACTERS);
		word = flex_word_of_any(p, length);
		if (!word)
			return reject(p, "'%.*s' is no word of a flexible event (oa-dump --list has them)",
				      (int)(length ?: strnlen(p->at, 40)), p->at);
		if (found[word->part])
			return reject(p, "'%s' and '%s' are both its %s", found[word->part]->word,
				      word->word, parts[word->part]);
		found[word->part] = word;
		p->at += length;
	} while (pass(p, "."));
	if (!found[OA_FLEX_INCREMENT])
		return reject(p, "it has filters and no increment event, such as fpu0");
	event->flex = found[OA_FLEX_INCREMENT]->code;
	if (found[OA_FLEX_COARSE])
		event->flex |= OA_FLEX_EVENT(0, found[OA_FLEX_COARSE]->code, 0);
	if (found[OA_FLEX_FINE])
		event->flex |= OA_FLEX_EVENT(0, 0, found[OA_FLEX_FINE]->code);
	return end_of_text(p);
}

/* Read the value of a register, of one event or of both, or three codes with "/" between them. */
static int read_codes(struct parser *p, struct event *event, u16 *upper)
{
	u32 value, coarse, fine;

	if (!strchr(p->at, '/')) {
		if (strncasecmp(p->at, "0x", 2))
			return reject(p, "'%.40s' is neither INCREMENT/COARSE/FINE nor a value with 0x", p->at);
		if (read_number(p, "value", 0xffffff, &value))
			return -1;
		event->flex = value & 0xfff;
		*upper = value >> OA_FLEX_EVENT_BITS;
		return end_of_text(p);
	}
	if (read_number(p, "increment event", 0xf, &value))
		return -1;
	if (!pass(p, "/") || read_number(p, "coarse filter", 0xf, &coarse))
		return *p->why ? -1 : reject(p, "a '/' is missing before '%.40s'", p->at);
	if (!pass(p, "/"))
		return reject(p, "the fine filter is missing: INCREMENT/COARSE/FINE");
	if (read_number(p, "fine filter", 0xf, &fine))
		return -1;
	event->flex = OA_FLEX_EVENT(value, coarse, fine);
	return end_of_text(p);
}

/* struct selection - inputs that a custom event compares */
struct selection {
	/* Bit n: input n */
	u32 mask;
	/* The value to compare with is shifted by this. */
	u32 shift;
	bool negated;
};

static u32 bits_between(u32 high, u32 low)
{
	return (2u << high) - (1u << low);
}

/* Read "inputs", "inputs[5:4]", "inputs[5]", "inputs & 0x30" or "input5". */
static int read_selection(struct parser *p, struct selection *selection)
{
	u32 high, low;

	selection->negated = pass(p, "~");
	if (pass(p, "inputs[")) {
		if (read_number(p, "input", OA_CEC_INPUTS - 1, &high))
			return -1;
		low = high;
		if (pass(p, ":") && read_number(p, "input", OA_CEC_INPUTS - 1, &low))
			return -1;
		if (!pass(p, "]"))
			return reject(p, "a ']' is missing before '%.40s'", p->at);
		if (high < low)
			return reject(p, "inputs[%u:%u]: the higher input comes first", high, low);
		selection->mask = bits_between(high, low);
		selection->shift = low;
		return 0;
	}
	if (pass_word(p, "inputs")) {
		selection->mask = ALL_INPUTS;
		/* "&" and not "&&" */
		if (!pass(p, "&"))
			return 0;
		if (read_number(p, "mask", ALL_INPUTS, &selection->mask))
			return -1;
		return selection->mask ? 0 : reject(p, "the mask selects no input");
	}
	if (pass(p, "input")) {
		if (read_number(p, "input", OA_CEC_INPUTS - 1, &low))
			return -1;
		selection->mask = 1u << low;
		selection->shift = low;
		return 0;
	}
	return reject(p, "'%.40s' is no input, such as input3 or inputs[5:4]", p->at);
}

/* Return: false if no operator stands here. */
static bool read_operator(struct parser *p, u32 *function)
{
	u32 i;

	/* ">=" comes before ">". */
	for (i = 0; i < OA_CEC_FUNCTIONS; i++) {
		if (!pass(p, oa_cec_functions[i].word))
			continue;
		*function = oa_cec_functions[i].code;
		return true;
	}
	return false;
}

/* The comparison of the negated inputs, which are the greatest value less the inputs */
static void negate_inputs(u32 *function, u32 *value, u32 mask)
{
	static const u32 swapped[] = {
		[OA_CEC_ANY] = OA_CEC_ANY, [OA_CEC_EQUAL] = OA_CEC_EQUAL,
		[OA_CEC_NOT_EQUAL] = OA_CEC_NOT_EQUAL, [OA_CEC_GREATER] = OA_CEC_LESS,
		[OA_CEC_LESS] = OA_CEC_GREATER, [OA_CEC_NOT_LESS] = OA_CEC_NOT_GREATER,
		[OA_CEC_NOT_GREATER] = OA_CEC_NOT_LESS,
	};

	*function = swapped[*function];
	*value = mask & ~*value;
}

/* The opposite of a comparison */
static void negate_result(u32 *function, u32 *value, u32 mask)
{
	static const u32 opposite[] = {
		/* No input equals its bit: all are the other bit. */
		[OA_CEC_ANY] = OA_CEC_EQUAL,
		[OA_CEC_EQUAL] = OA_CEC_NOT_EQUAL, [OA_CEC_NOT_EQUAL] = OA_CEC_EQUAL,
		[OA_CEC_GREATER] = OA_CEC_NOT_GREATER, [OA_CEC_NOT_GREATER] = OA_CEC_GREATER,
		[OA_CEC_LESS] = OA_CEC_NOT_LESS, [OA_CEC_NOT_LESS] = OA_CEC_LESS,
	};

	if (*function == OA_CEC_ANY)
		*value = mask & ~*value;
	*function = opposite[*function];
}

/* A single input is equal to 0 or to 1. */
static void simplify(u32 *function, u32 *value, u32 mask)
{
	if (mask & (mask - 1) || *function != OA_CEC_NOT_EQUAL)
		return;
	*function = OA_CEC_EQUAL;
	*value ^= mask;
}

static void set_cec(struct event *event, u32 source, u32 function, u32 value, u32 mask)
{
	event->cec[0] = function | value << CEC0_SHIFT_VALUE | source << CEC0_SHIFT_SOURCE;
	event->cec[1] = ALL_INPUTS & ~mask;
}

/* Read the value behind an operator. */
static int read_value(struct parser *p, const struct selection *selection, u32 *value)
{
	if (read_number(p, "value", ALL_INPUTS, value))
		return -1;
	*value <<= selection->shift;
	if (*value & ~selection->mask)
		return reject(p, "the value 0x%x has bits outside of the inputs that are compared",
			      *value >> selection->shift);
	return 0;
}

static int read_comparison(struct parser *p, struct event *event, const struct oa_cec_word *named)
{
	u32 source = named ? named->code : 0;
	struct selection selection = { .mask = 0 };
	u32 function = OA_CEC_NOT_EQUAL, value = 0;
	const bool negated = pass(p, "!");

	if (!named && pass_word(p, "previous"))
		source = 1;
	else if (read_selection(p, &selection))
		return -1;
	if (source == 1 && !selection.mask)
		selection.mask = 1;
	if (source == 1 && selection.mask != 1)
		return reject(p, "the event of the counter before is input 0 alone");
	if (read_operator(p, &function) && read_value(p, &selection, &value))
		return -1;
	if (selection.negated)
		negate_inputs(&function, &value, selection.mask);
	if (negated)
		negate_result(&function, &value, selection.mask);
	simplify(&function, &value, selection.mask);
	event->previous = source == 1;
	set_cec(event, source, function, value, selection.mask);
	return end_of_text(p);
}

static int read_custom_values(struct parser *p, struct event *event)
{
	if (read_number(p, "CECn-0", (1u << CEC0_BITS) - 1, &event->cec[0]))
		return -1;
	if (!pass(p, "/"))
		return reject(p, "the value of CECn-1 is missing: cec:0x3/0xfffe");
	if (read_number(p, "CECn-1", UINT32_MAX, &event->cec[1]))
		return -1;
	if (event->cec[0] >> CEC0_SHIFT_SOURCE >= OA_CEC_SOURCES)
		return reject(p, "CECn-0: 0x%x has source 3, which does not exist", event->cec[0]);
	event->previous = event->cec[0] >> CEC0_SHIFT_SOURCE == 1;
	return end_of_text(p);
}

/* Check for the begin of a custom event. */
static bool is_custom(const char *text)
{
	static const char * const begins[] = {
		"!", "~", "input", "previous", "always", "never", "cec:", "noa:", "boolean:",
		"delay:",
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(begins); i++)
		if (!strncasecmp(text, begins[i], strlen(begins[i])))
			return true;
	return false;
}

static int read_custom(struct parser *p, struct event *event)
{
	char prefix[16];
	u32 i;

	event->field = OA_FIELD_B;
	if (pass(p, "delay:"))
		return reject(p, "no document has a delay of a custom event's inputs");
	if (pass(p, "cec:"))
		return read_custom_values(p, event);
	/* "Not less than 0", the documents' event of each clock, and its opposite */
	if (pass_word(p, "always")) {
		set_cec(event, 0, OA_CEC_NOT_LESS, 0, 1);
		return end_of_text(p);
	}
	if (pass_word(p, "never")) {
		set_cec(event, 0, OA_CEC_LESS, 0, 1);
		return end_of_text(p);
	}
	for (i = 0; i < OA_CEC_SOURCES; i++) {
		snprintf(prefix, sizeof(prefix), "%s:", oa_cec_sources[i].word);
		if (pass(p, prefix))
			return read_comparison(p, event, &oa_cec_sources[i]);
	}
	return read_comparison(p, event, NULL);
}

static const struct { const char *word; enum event_unit unit; } units[] = {
	{ "count", EVENT_COUNT }, { "share", EVENT_SHARE }, { "per-clock", EVENT_PER_CLOCK },
	{ "per-second", EVENT_PER_SECOND },
};

/* Cut the unit off, which begins with a comma, and spaces. */
static int cut_unit(struct parser *p, struct event *event, char *text)
{
	char *comma = strchr(text, ','), *end;
	const char *unit;
	size_t i;

	if (comma) {
		unit = comma + 1 + strspn(comma + 1, " \t");
		for (i = 0; i < ARRAY_LEN(units) && strcasecmp(unit, units[i].word); i++)
			;
		if (i == ARRAY_LEN(units))
			return reject(p, "'%.40s' is no unit: count, share, per-clock or per-second",
				      unit);
		event->unit = units[i].unit;
		*comma = 0;
	}
	for (end = text + strlen(text); end > text && strchr(" \t", end[-1]); end--)
		end[-1] = 0;
	return 0;
}

/* Read "@A9". */
static int read_pin(struct parser *p, struct event *event)
{
	const char bank = toupper((unsigned char)*p->at);
	u32 number;

	if (bank != 'A' && bank != 'B')
		return reject(p, "'@%.20s' is no counter for an event: A7 to A20, or B0 to B7", p->at);
	p->at++;
	if (read_number(p, "counter", bank == 'A' ? 20 : 7, &number))
		return -1;
	if (bank == 'A' && number < 7)
		return reject(p, "A%u is no flexible counter: they are A7 to A20", number);
	event->field = bank == 'A' ? OA_FIELD_A : OA_FIELD_B;
	event->number = number;
	event->pinned = true;
	return end_of_text(p);
}

static bool is_name(const char *name)
{
	return *name && !name[strspn(name, WORD_CHARACTERS ".-")];
}

static int read_name(struct parser *p, struct event *event, const char *name, size_t length)
{
	char *pin;

	if (length >= sizeof(event->name))
		return reject(p, "the name is longer than %zu characters", sizeof(event->name) - 1);
	memcpy(event->name, name, length);
	event->name[length] = 0;
	pin = strchr(event->name, '@');
	if (pin) {
		*pin = 0;
		p->at = pin + 1;
		if (read_pin(p, event))
			return -1;
	}
	if (!is_name(event->name))
		return reject(p, "'%s' is no name: letters, digits, '_', '.' and '-'", event->name);
	if (named_is_reserved(event->name))
		return reject(p, "the name '%s' belongs to a column of each report", event->name);
	return 0;
}

/**
 * event_is_sound() - check an event that was not parsed
 * @event: with name, unit, field and number
 */
bool event_is_sound(const struct event *event)
{
	const bool flex = event->field == OA_FIELD_A;

	return is_name(event->name) && !named_is_reserved(event->name) &&
	       event->unit <= EVENT_PER_SECOND && event->number < (flex ? OA_MAX_A : OA_MAX_B);
}

/**
 * event_append() - append an event to a list
 * @events: all 0 before the first call
 * @event: copied
 *
 * Return: 0 or -1.
 */
int event_append(struct event_list *events, const struct event *event)
{
	struct event *more = realloc(events->list, (events->num + 1) * sizeof(*more));

	if (!more) {
		complain("no memory for the events");
		return -1;
	}
	events->list = more;
	events->list[events->num++] = *event;
	return 0;
}

static int append(struct parser *p, struct event_list *events, const struct event *event)
{
	u32 i;

	for (i = 0; i < events->num; i++)
		if (!strcasecmp(events->list[i].name, event->name))
			return reject(p, "there is another event of the name '%s'", event->name);
	return event_append(events, event) ? reject(p, "no memory") : 0;
}

/* Append both events of a register's value. */
static int append_both(struct parser *p, struct event_list *events, const struct event *event,
		       u16 upper)
{
	struct event half = *event;

	if (event->pinned)
		return reject(p, "0x%x has two events, and one counter is named", upper << 12 | event->flex);
	if (strlen(event->name) + sizeof(".high") > sizeof(half.name))
		return reject(p, "the name has no room for '.low' and '.high'");
	half.half = 1;
	strcat(half.name, ".low");
	if (append(p, events, &half))
		return -1;
	half = *event;
	half.half = 2;
	half.flex = upper;
	strcat(half.name, ".high");
	return append(p, events, &half);
}

static int read_event(struct parser *p, struct event *event, u16 *upper)
{
	const enum oa_field pinned = event->field;
	int ret;

	event->field = OA_FIELD_A;
	skip_spaces(p);
	if (!*p->at)
		return reject(p, "the event is missing behind '='");
	if (is_custom(p->at))
		ret = read_custom(p, event);
	else if (isdigit((unsigned char)*p->at))
		ret = read_codes(p, event, upper);
	else
		ret = read_words(p, event);
	if (!ret && event->pinned && event->field != pinned)
		return reject(p, "%s", event->field == OA_FIELD_A ?
			      "a flexible event is counted by A7 to A20" :
			      "a custom event is counted by a B counter");
	return ret;
}

/**
 * event_parse() - parse an argument of --event, and append its event
 * @events: all 0 before the first call
 * @arg: NAME[@COUNTER]=EVENT[,UNIT]
 * @why: set to the reason of a rejection
 *
 * The value of a whole register makes two events, NAME.low and NAME.high.
 *
 * Return: 0 or -1. Prints nothing.
 */
int event_parse(struct event_list *events, const char *arg, char why[EVENT_WHY_BYTES])
{
	const char *equals = strchr(arg, '=');
	struct event event = { .field = 0 };
	struct parser p = { .why = why };
	u16 upper = 0;

	*why = 0;
	if (!equals || equals == arg)
		return reject(&p, "a name is missing: NAME=EVENT");
	if (read_name(&p, &event, arg, equals - arg))
		return -1;
	if (strlen(equals + 1) >= sizeof(event.text))
		return reject(&p, "the event is longer than %zu characters", sizeof(event.text) - 1);
	strcpy(event.text, equals + 1 + strspn(equals + 1, " \t"));
	if (cut_unit(&p, &event, event.text))
		return -1;
	p.at = event.text;
	if (read_event(&p, &event, &upper))
		return -1;
	return upper ? append_both(&p, events, &event, upper) : append(&p, events, &event);
}

/* Free a list, which is empty then. */
void events_free(struct event_list *events)
{
	free(events->list);
	*events = (struct event_list){ .num = 0 };
}

/* Copy a list. Return: 0 or -1. */
int events_copy(struct event_list *to, const struct event_list *from)
{
	*to = (struct event_list){ .list = calloc(from->num ?: 1, sizeof(*to->list)) };
	if (!to->list) {
		complain("no memory for the events");
		return -1;
	}
	to->num = from->num;
	memcpy(to->list, from->list, from->num * sizeof(*to->list));
	return 0;
}
