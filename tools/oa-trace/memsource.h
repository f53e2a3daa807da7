/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The data source of a sample in words.
 */
#ifndef _OA_TRACE_MEMSOURCE_H_
#define _OA_TRACE_MEMSOURCE_H_

#include <stdbool.h>

#include "formats/oa_types.h"

#define MEM_SOURCE_FIELDS	10

/** struct mem_words - a known field of a data source */
struct mem_words {
	/** @name: of the field */
	const char *name;
	/** @text: its value */
	char text[160];
};

bool mem_source_known(u64 source);
u32 mem_source_words(u64 source, struct mem_words words[MEM_SOURCE_FIELDS]);

#endif /* _OA_TRACE_MEMSOURCE_H_ */
