/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers and names of counters in perf.
 *
 * Pure functions on memory. Builds in the kernel and in user space.
 */
#ifndef _FORMATS_OA_CODES_H_
#define _FORMATS_OA_CODES_H_

#include "formats/oa_names.h"

/* ConfigCode in perf's tables, perf_event_attr.config of the driver's PMU: a base and a number */
#define OA_CODE_TICKS	0x100u
#define OA_CODE_TIME	0x200u
#define OA_CODE_A	0xa00u
#define OA_CODE_B	0xb00u
#define OA_CODE_C	0xc00u

/* Room for the longest name of an event */
#define OA_EVENT_NAME_BYTES	32u

u32 oa_code(enum oa_field field, unsigned int number);
bool oa_code_split(u64 code, enum oa_field *field, unsigned int *number);
const struct oa_flex_event *oa_code_flex(const struct oa_counter_set *set, enum oa_field field,
					 unsigned int number);
const char *oa_code_title(const struct oa_counter_set *set, enum oa_field field,
			  unsigned int number);
bool oa_code_event_name(const struct oa_counter_set *set, enum oa_field field,
			unsigned int number, char *text, size_t bytes);

#endif /* _FORMATS_OA_CODES_H_ */
