// SPDX-License-Identifier: GPL-2.0-only
/*
 * The named values of a metric set.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/common/message.h"
#include "tools/common/named.h"

/**
 * named_is_reserved() - check for a key of a report, or a column of its table
 * @name: the name, which a named value must not take
 */
bool named_is_reserved(const char *name)
{
	static const char * const reserved[] = {
		"type", "report", "time_ns", "time", "gpu_ticks", "ticks", "id", "reason", "context",
		"lost", "out_of_order", "time_unknown", "slice_mhz", "unslice_mhz", "start_trigger",
		"threshold", "timer_enabled",
	};
	const char bank = toupper((unsigned char)*name);
	size_t i;

	for (i = 0; i < ARRAY_LEN(reserved); i++)
		if (!strcasecmp(name, reserved[i]))
			return true;
	return bank >= 'A' && bank <= 'C' && name[1] && !name[1 + strspn(name + 1, "0123456789")];
}

/**
 * named_add() - add a named value to a list
 * @list: the list, all 0 before the first call
 * @named: copied; its texts are not
 *
 * Return: 0 or -1.
 */
int named_add(struct named_list *list, const struct named *named)
{
	struct named *more = realloc(list->list, (list->num + 1) * sizeof(*more));

	if (!more) {
		complain("no memory for the names of a metric set");
		return -1;
	}
	list->list = more;
	list->list[list->num++] = *named;
	return 0;
}

/* Free a list, which is empty then. */
void named_free(struct named_list *list)
{
	free(list->list);
	*list = (struct named_list){ .num = 0 };
}

/**
 * named_print() - print a value, without its unit
 * @text: filled in
 * @named: the named value
 * @value: a valid value of it
 *
 * Return: the length of the text.
 */
int named_print(char text[NAMED_TEXT_BYTES], const struct named *named,
		const struct named_value *value)
{
	if (named->decimals)
		return snprintf(text, NAMED_TEXT_BYTES, "%.*f", named->decimals, value->real);
	return snprintf(text, NAMED_TEXT_BYTES, "%" PRIu64, (uint64_t)value->whole);
}
