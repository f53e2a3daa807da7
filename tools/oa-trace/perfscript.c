// SPDX-License-Identifier: GPL-2.0-only
/*
 * The text that perf script prints for fixed fields, and what perf evlist says of a file's events.
 *
 * A sample is a line, in perf's order of fields:
 *
 *   COMM PID/TID [CPU] TIME: PERIOD EVENT: ADDR DATA_SRC WORDS WEIGHT IP SYMBOL+OFFSET (DSO) REGISTERS
 *
 * With a call chain, the frames follow on lines of their own, each as the part from IP to DSO, and
 * so do the registers. perf script fails if a field is requested that the first event of its type
 * lacks, where type is that of the event's attributes. For other events without it, it prints a
 * number that stands for none.
 */
#include <ctype.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "perfscript.h"
#include "tools/common/message.h"

#define HEX_DIGITS	"0123456789abcdef"
#define UNKNOWN		"[unknown]"

/* struct field - a field that only some files have */
struct field {
	u32 bit;
	/* What must be among the sample types of perf evlist */
	const char *types[2];
	/* Names for perf script, and for users */
	const char *fields;
	const char *name;
};

static const struct field optional[] = {
	{ PERF_FIELD_CPU, { "CPU" }, ",cpu", "processor" },
	{ PERF_FIELD_PERIOD, { "PERIOD" }, ",period", "period" },
	/* For an event of page faults, a symbol follows an address that no data source follows. */
	{ PERF_FIELD_MEMORY, { "ADDR", "DATA_SRC" }, ",addr,data_src", "address and data source" },
	{ PERF_FIELD_WEIGHT, { "WEIGHT" }, ",weight", "weight" },
	{ PERF_FIELD_WEIGHT, { "WEIGHT_STRUCT" }, ",weight", "weight" },
	{ PERF_FIELD_REGISTERS, { "REGS_INTR" }, ",iregs", "registers" },
};

/* Search a list such as IP|TID|TIME, which ends at another character. */
static bool listed(const char *list, const char *word)
{
	const size_t bytes = strlen(word);
	size_t n;

	for (; (n = strcspn(list, "|, \n")); list += n + 1) {
		if (n == bytes && !memcmp(list, word, n))
			return true;
		if (list[n] != '|')
			break;
	}
	return false;
}

static u32 fields_of(const char *types)
{
	u32 found = 0;
	size_t i;

	for (i = 0; i < ARRAY_LEN(optional); i++)
		if (listed(types, optional[i].types[0]) &&
		    (!optional[i].types[1] || listed(types, optional[i].types[1])))
			found |= optional[i].bit;
	return found;
}

/* Return: the text after "NAME: " in a line of perf evlist, or NULL. */
static const char *value_of(const char *line, const char *name)
{
	const char *at = strstr(line, name);

	return at ? at + strlen(name) : NULL;
}

/**
 * perf_form_add() - add an event of a file
 * @form: all 0 at first
 * @line: of "perf evlist -v"; other lines than an event's are ignored
 */
void perf_form_add(struct perf_form *form, const char *line)
{
	const char *type = value_of(line, ": type: ");
	const char *types = value_of(line, " sample_type: ");
	const char *clock = value_of(line, " clockid: ");
	u32 found, bit;

	if (!type)
		return;
	form->events++;
	if (!value_of(line, " use_clockid: 1") || !clock || atoi(clock) != CLOCK_MONOTONIC)
		form->other_clock = true;
	found = types ? fields_of(types) : 0;
	form->recorded |= found;
	if (form->events == 1)
		form->fields = found;
	/* perf script has one type for all PMUs. */
	bit = strtoul(type, NULL, 10);
	bit = 1u << (bit < PERF_TYPE_MAX ? bit : PERF_TYPE_MAX);
	if (!(form->types & bit))
		form->fields &= found;
	form->types |= bit;
}

/**
 * perf_form_fields() - list the fields to request of perf script
 * @form: the file
 * @text: filled in: the argument of -F
 * @room: size of @text
 */
void perf_form_fields(const struct perf_form *form, char *text, size_t room)
{
	size_t used = snprintf(text, room, "comm,pid,tid,time,event,ip,sym,symoff,dso");
	u32 left = form->fields;
	size_t i;

	for (i = 0; i < ARRAY_LEN(optional) && used < room; i++) {
		if (left & optional[i].bit)
			used += snprintf(text + used, room - used, "%s", optional[i].fields);
		left &= ~optional[i].bit;
	}
}

/* Return: the name of a field that was recorded, and that perf script can't print, or NULL. */
const char *perf_form_missing(const struct perf_form *form)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(optional); i++)
		if (form->recorded & ~form->fields & optional[i].bit)
			return optional[i].name;
	return NULL;
}

/* Take a number that a blank or the end follows. */
static bool take_number(char **at, int base, u64 *value)
{
	char *begin = *at + strspn(*at, " "), *end;

	if (!isxdigit(*begin))
		return false;
	*value = strtoull(begin, &end, base);
	if (end == begin || (*end && *end != ' '))
		return false;
	*at = end;
	return true;
}

/* Return: what follows the time, or NULL if these are no ids. */
static char *parse_ids(struct perf_sample *sample, char *at, bool cpu)
{
	char *end;
	u64 s;

	sample->pid = strtol(at, &end, 10);
	if (end == at || *end != '/')
		return NULL;
	at = end + 1;
	sample->tid = strtol(at, &end, 10);
	if (end == at || *end != ' ')
		return NULL;
	at = end + strspn(end, " ");
	sample->cpu = -1;
	if (cpu) {
		if (*at != '[')
			return NULL;
		sample->cpu = strtol(at + 1, &end, 10);
		if (*end != ']')
			return NULL;
		at = end + 1;
	}
	s = strtoull(at, &end, 10);
	if (end == at || *end != '.')
		return NULL;
	at = end + 1;
	sample->time = s * 1000000000ull + strtoull(at, &end, 10);
	return end - at == 9 && *end == ':' ? end + 1 : NULL;
}

/*
 * Find the ids behind the name, which may have blanks. Their form has more characters than a name
 * may have, so the first match is the right one.
 */
static char *parse_thread(struct perf_sample *sample, char *line, bool cpu)
{
	char *at, *rest;

	for (at = line; *at; at++) {
		if ((!isdigit(*at) && *at != '-') || (at != line && at[-1] != ' '))
			continue;
		rest = parse_ids(sample, at, cpu);
		if (!rest)
			continue;
		for (; at != line && at[-1] == ' '; at--)
			at[-1] = 0;
		sample->comm = line + strspn(line, " ");
		return rest;
	}
	return NULL;
}

static bool is_number(const char *word)
{
	const size_t n = strspn(word, HEX_DIGITS);

	return n && (!word[n] || word[n] == ' ');
}

/* The words end before the first one that is a number, since none of them is. */
static char *end_of_words(char *at)
{
	char *end = at;

	for (;;) {
		at += strcspn(at, " ");
		end = at;
		at += strspn(at, " ");
		if (*at && !is_number(at))
			continue;
		/* Leave a blank before the number. */
		if (*at && end != at)
			*end++ = 0;
		return end;
	}
}

/* An address of a page fault may have a symbol, which is left out. */
static char *parse_memory(struct perf_sample *sample, char *at)
{
	char *words, *code;

	if (!take_number(&at, 16, &sample->address))
		return NULL;
	words = strstr(at, " |");
	if (!words)
		return NULL;
	for (code = words; code != at && code[-1] != ' '; code--)
		;
	sample->source = strtoull(code, NULL, 16);
	at = end_of_words(++words);
	if (strncmp(words, "|OP N/A|LVL N/A", 15))
		sample->source_words = words;
	return at;
}

/* Cut the offset off a symbol, which may have blanks and parentheses. Return: what follows, or NULL. */
static char *behind_offset(char *symbol)
{
	char *at, *end;

	for (at = symbol; (at = strstr(at, "+0x")); at += 3) {
		end = at + 3 + strspn(at + 3, HEX_DIGITS);
		if (end[0] != ' ' || end[1] != '(')
			continue;
		*at = 0;
		return end + 1;
	}
	return NULL;
}

/* Split "SYMBOL+OFFSET (DSO)"; an unknown symbol has no offset. */
static void split_symbol(struct perf_frame *frame, char *text)
{
	char *dso = behind_offset(text);
	size_t bytes;

	if (!dso) {
		dso = strstr(text, " (");
		if (dso)
			*dso++ = 0;
	}
	/* Without the parentheses */
	dso = dso ? dso + 1 : text + strlen(text);
	bytes = strlen(dso);
	if (bytes && dso[bytes - 1] == ')')
		dso[bytes - 1] = 0;
	frame->symbol = *text && strcmp(text, UNKNOWN) ? text : NULL;
	frame->dso = bytes && strcmp(dso, UNKNOWN) ? dso : NULL;
}

/**
 * perf_frame_parse() - read a frame of a call chain
 * @frame: filled in
 * @line: which is changed, without its end; it begins with the address or blanks
 *
 * Return: false if it is no frame.
 */
bool perf_frame_parse(struct perf_frame *frame, char *line)
{
	if (!take_number(&line, 16, &frame->ip))
		return false;
	split_symbol(frame, line + strspn(line, " "));
	return true;
}

/* Check whether a line has the registers of a sample, which it has apart only beside a call chain. */
bool perf_registers_line(const char *line)
{
	return !strncmp(line, " ABI:", 5);
}

/**
 * perf_registers_parse() - read the registers of a sample
 * @line: which is changed, from the ABI on
 *
 * Return: the registers behind the ABI, with one blank between them.
 */
const char *perf_registers_parse(char *line)
{
	char *to, *from = strchr(line, ':');

	if (!from)
		return NULL;
	from += strcspn(from, " ");
	from += strspn(from, " ");
	line = from;
	for (to = from; *from; from++)
		if (*from != ' ' || from[1] != ' ')
			*to++ = *from;
	*to = 0;
	return line;
}

/* Cut the registers off a line. */
static const char *take_registers(char *at)
{
	char *registers = strstr(at, " ABI:");

	if (!registers)
		return NULL;
	*registers = 0;
	return perf_registers_parse(registers + 1);
}

static char *parse_event(struct perf_sample *sample, char *at)
{
	char *end;

	at += strspn(at, " ");
	end = strstr(at, ": ");
	/* Nothing but a call chain follows. */
	if (!end)
		end = *at ? at + strlen(at) - 1 : at;
	if (*end != ':')
		return NULL;
	*end = 0;
	sample->event = at;
	return end + 1;
}

static bool parse_lost(struct perf_sample *sample, char *at)
{
	char *count = strstr(at, " lost ");

	sample->event = at;
	if (!count)
		return false;
	sample->lost = strtoull(count + 6, NULL, 10);
	return sample->lost;
}

/**
 * perf_sample_parse() - read the first line of a sample, or an announcement of a loss
 * @sample: filled in
 * @line: which is changed, without its end
 * @fields: PERF_FIELD_* that were requested
 *
 * Return: false if it is neither.
 */
bool perf_sample_parse(struct perf_sample *sample, char *line, u32 fields)
{
	char *at;

	*sample = (struct perf_sample){ .cpu = -1 };
	at = parse_thread(sample, line, fields & PERF_FIELD_CPU);
	if (!at)
		return false;
	at += strspn(at, " ");
	if (!strncmp(at, "PERF_RECORD_LOST", 16))
		return parse_lost(sample, at);
	if (fields & PERF_FIELD_PERIOD && !take_number(&at, 10, &sample->period))
		return false;
	at = parse_event(sample, at);
	if (at && fields & PERF_FIELD_MEMORY)
		at = parse_memory(sample, at);
	if (!at || (fields & PERF_FIELD_WEIGHT && !take_number(&at, 10, &sample->weight)))
		return false;
	if (fields & PERF_FIELD_REGISTERS)
		sample->registers = take_registers(at);
	at += strspn(at, " ");
	sample->has_frame = *at;
	return !*at || perf_frame_parse(&sample->frame, at);
}
