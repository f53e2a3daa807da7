// SPDX-License-Identifier: GPL-2.0-only
/*
 * union perf_mem_data_src in words.
 *
 * Some fields are sets of bits, others numbers. A field that is "not available", or that the kernel
 * has not set, is left out. A number without a word is printed as a number.
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#include "memsource.h"

/* struct field - a field of a data source */
struct field {
	const char *name;
	u8 shift;
	u8 bits;
	/* The field is a number, not a set of bits */
	bool number;
	/* The bit or the number of "not available"; 0: none */
	u8 missing;
	/* By bit or number */
	const char *words[16];
};

static const struct field fields[MEM_SOURCE_FIELDS] = {
	{ "memory operation", PERF_MEM_OP_SHIFT, 5, false, PERF_MEM_OP_NA,
	  { [1] = "load", "store", "prefetch", "execution" } },
	{ "memory level", PERF_MEM_LVL_SHIFT, 14, false, PERF_MEM_LVL_NA,
	  { [1] = "hit", "miss", "L1", "line fill buffer", "L2", "L3", "local RAM",
	    "remote RAM (1 hop)", "remote RAM (2 hops)", "remote cache (1 hop)",
	    "remote cache (2 hops)", "I/O memory", "uncached memory" } },
	{ "snoop", PERF_MEM_SNOOP_SHIFT, 5, false, PERF_MEM_SNOOP_NA,
	  { [1] = "none", "hit", "miss", "hit modified" } },
	{ "lock", PERF_MEM_LOCK_SHIFT, 2, false, PERF_MEM_LOCK_NA, { [1] = "locked" } },
	{ "TLB", PERF_MEM_TLB_SHIFT, 7, false, PERF_MEM_TLB_NA,
	  { [1] = "hit", "miss", "L1", "L2", "hardware walker", "OS fault handler" } },
	{ "memory level (number)", PERF_MEM_LVLNUM_SHIFT, 4, true, PERF_MEM_LVLNUM_NA,
	  { [1] = "L1", "L2", "L3", "L4",
	    /* Not in the headers of 6.1 */
	    "L2 miss handling buffer", "memory-side cache", "L0", "uncached",
	    "CXL", "I/O", "any cache", "line fill buffer", "RAM", "persistent memory" } },
	{ "memory is", PERF_MEM_REMOTE_SHIFT, 1, false, 0, { "remote" } },
	{ "snoop transfer", PERF_MEM_SNOOPX_SHIFT, 2, false, 0, { "forward", "from peer" } },
	{ "blocked", PERF_MEM_BLK_SHIFT, 3, false, PERF_MEM_BLK_NA,
	  { [1] = "data could not be forwarded", "address conflict" } },
	{ "hops", PERF_MEM_HOPS_SHIFT, 3, true, 0,
	  { [1] = "other core, same node", "other node, same socket", "other socket, same board",
	    "other board" } },
};

static void number_words(const struct field *field, u32 value, char *text, size_t room)
{
	if (field->words[value])
		snprintf(text, room, "%s", field->words[value]);
	else
		snprintf(text, room, "%u", value);
}

static void set_words(const struct field *field, u32 value, char *text, size_t room)
{
	size_t used = 0;
	u32 bit;

	for (bit = 0; bit < field->bits && used < room; bit++)
		if (value >> bit & 1)
			used += snprintf(text + used, room - used, "%s%s", used ? ", " : "",
					 field->words[bit]);
}

/**
 * mem_source_known() - check whether a data source has an operation on memory
 * @source: union perf_mem_data_src
 *
 * Return: false if the operation is not known, or if there was none, so that the address is
 * meaningless.
 */
bool mem_source_known(u64 source)
{
	const u64 operation = source >> PERF_MEM_OP_SHIFT & 0x1f;

	return operation && !(operation & PERF_MEM_OP_NA);
}

/**
 * mem_source_words() - put a data source into words
 * @source: union perf_mem_data_src
 * @words: filled in, for each known field
 *
 * Return: their number.
 */
u32 mem_source_words(u64 source, struct mem_words words[MEM_SOURCE_FIELDS])
{
	u32 i, value, n = 0;

	for (i = 0; i < MEM_SOURCE_FIELDS; i++) {
		const struct field *field = &fields[i];

		value = source >> field->shift & ((1u << field->bits) - 1);
		if (!value || (field->number ? value == field->missing : value & field->missing))
			continue;
		words[n].name = field->name;
		if (field->number)
			number_words(field, value, words[n].text, sizeof(words[n].text));
		else
			set_words(field, value, words[n].text, sizeof(words[n].text));
		n++;
	}
	return n;
}
