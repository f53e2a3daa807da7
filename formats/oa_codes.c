// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Numbers and names for perf
 *
 * perf names an event by a number, its config, and a word. This file makes both, for the tables
 * that oa-dump prints and for the driver's PMU. Each bank of counters has a range of numbers.
 * The word is the counter's hierarchical name, in letters that perf's parser accepts. With
 * the metric set for the tree a flexible counter has the name of its event.
 *
 * Facts: hardware.rst 5.1 to 5.5, by oa_names.c.
 */
#include "formats/oa_codes.h"
#include "formats/oa_env.h"

static const struct {
	enum oa_field field;
	u32 base;
	u32 room;
} banks[] = {
	{ OA_FIELD_GPU_TICKS, OA_CODE_TICKS, 1 },
	{ OA_FIELD_TIMESTAMP, OA_CODE_TIME, 1 },
	{ OA_FIELD_A, OA_CODE_A, OA_MAX_A },
	{ OA_FIELD_B, OA_CODE_B, OA_MAX_B },
	{ OA_FIELD_C, OA_CODE_C, OA_MAX_C },
};

/**
 * oa_code() - perf's number of a counter
 * @field: OA_FIELD_A, _B, _C, _GPU_TICKS or _TIMESTAMP
 * @number: number of the counter, 0 for the last two
 *
 * Return: the number, 0 for another field.
 */
u32 oa_code(enum oa_field field, unsigned int number)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(banks); i++)
		if (banks[i].field == field)
			return banks[i].base + number;
	return 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_code);

/**
 * oa_code_split() - find the counter of a number
 * @code: the number, from user space
 * @field: filled in
 * @number: filled in: number of the counter
 *
 * Return: false if no counter of any platform has this number.
 */
bool oa_code_split(u64 code, enum oa_field *field, unsigned int *number)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(banks); i++) {
		if (code < banks[i].base || code - banks[i].base >= banks[i].room)
			continue;
		*field = banks[i].field;
		*number = code - banks[i].base;
		return true;
	}
	return false;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_code_split);

/**
 * oa_code_flex() - the event of a flexible counter in the metric set for the tree
 * @set: the counters of the platform
 * @field: as for oa_code()
 * @number: number of the counter
 *
 * Return: the event, NULL if the counter is not flexible, or counts no event.
 */
const struct oa_flex_event *oa_code_flex(const struct oa_counter_set *set, enum oa_field field,
					 unsigned int number)
{
	const struct oa_flex_event *events = oa_tree_events(set);

	if (!events || field != OA_FIELD_A || number < OA_FLEX_FIRST ||
	    number - OA_FLEX_FIRST >= OA_NUM_FLEX_EVENTS)
		return NULL;
	events += number - OA_FLEX_FIRST;
	return events->name ? events : NULL;
}

/**
 * oa_code_title() - hierarchical name of a counter in the metric set for the tree
 * @set: the counters of the platform
 * @field: as for oa_code()
 * @number: number of the counter
 *
 * Return: the name, NULL if no document describes the counter, or one says that it does not work.
 */
const char *oa_code_title(const struct oa_counter_set *set, enum oa_field field,
			  unsigned int number)
{
	const struct oa_flex_event *flex = oa_code_flex(set, field, number);
	const struct oa_counter *counter = oa_counter_find(set, field, number);
	const struct oa_name *name = oa_name_find(set, field, number);

	if (!name || (counter && counter->flags & OA_COUNTER_UNSUPPORTED))
		return NULL;
	return flex ? flex->name : name->name;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_code_title);

/**
 * oa_code_event_name() - perf's word for a counter
 * @set: the counters of the platform
 * @field: as for oa_code()
 * @number: number of the counter
 * @text: filled in
 * @bytes: size of @text, OA_EVENT_NAME_BYTES is enough
 *
 * A B counter is named by its number, because the metric set chooses its event. Return: false if
 * the counter has no name.
 */
bool oa_code_event_name(const struct oa_counter_set *set, enum oa_field field,
			unsigned int number, char *text, size_t bytes)
{
	const char *title = oa_code_title(set, field, number);
	size_t i;

	if (!title)
		return false;
	if (field == OA_FIELD_B) {
		snprintf(text, bytes, "b%u", number);
		return true;
	}
	for (i = 0; title[i] && i + 1 < bytes; i++) {
		const char c = title[i];

		text[i] = c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c == '.' || c == '_' ? '-' : c;
	}
	text[i] = '\0';
	return true;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_code_event_name);
