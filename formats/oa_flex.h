/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Flexible EU events, gen8 and later: the events that A7 to A20 count, and which of these
 * are documented.
 *
 * Pure functions on values: no registers, no locks, no allocation, any context.
 * Builds in the kernel and in user space.
 */
#ifndef _FORMATS_OA_FLEX_H_
#define _FORMATS_OA_FLEX_H_

#include "formats/oa_types.h"

#define OA_FLEX_NUM_REGS	7u
/* The A counters of the first register's first field and of the last register's last field */
#define OA_FLEX_FIRST_A		7u
#define OA_FLEX_LAST_A		20u
/* Bits of one event */
#define OA_FLEX_EVENT_BITS	12u
#define OA_FLEX_INC_SEND	0x2u
#define OA_FLEX_INC_NONE	0xfu
#define OA_FLEX_FINE_HYBRID	0x1u
#define OA_FLEX_FINE_DISPATCH	0x5u

/** struct oa_flex_event - event that one A counter counts */
struct oa_flex_event {
	/** @counter: number of the A counter, OA_FLEX_FIRST_A to OA_FLEX_LAST_A */
	u8 counter;
	/** @inc: increment event, 4 bits */
	u8 inc;
	/** @coarse: coarse filter, 4 bits */
	u8 coarse;
	/** @fine: fine filter, 4 bits */
	u8 fine;
};

/** struct oa_flex_field - register field that programs an event */
struct oa_flex_field {
	/** @offset: offset of the EU_PERF_CNT_CTL register */
	u32 offset;
	/** @shift: the event's lowest bit in this register */
	u8 shift;
	/** @value: the event, shifted */
	u32 value;
};

/** struct oa_flex_rule - filters documented for an increment event */
struct oa_flex_rule {
	/** @inc: the increment event */
	u8 inc;
	/** @coarse: bit n set where coarse filter n is allowed */
	u16 coarse;
	/** @fine: bit n set where fine filter n is allowed */
	u16 fine;
};

/** struct oa_flex_rules - events that a generation's document allows */
struct oa_flex_rules {
	/** @rules: one for each increment event that is defined */
	const struct oa_flex_rule *rules;
	/** @num_rules: entries of @rules */
	u8 num_rules;
	/** @hybrid_unreliable: fine filter 1 miscounts with 64-bit immediates */
	bool hybrid_unreliable;
};

/** enum oa_flex_verdict - status of an event in the documents; none is a reason to refuse it */
enum oa_flex_verdict {
	/** @OA_FLEX_DOCUMENTED: the event counts as its codes say */
	OA_FLEX_DOCUMENTED,
	/** @OA_FLEX_UNDEFINED_INC: no such increment event */
	OA_FLEX_UNDEFINED_INC,
	/** @OA_FLEX_UNDEFINED_COARSE: no such coarse filter */
	OA_FLEX_UNDEFINED_COARSE,
	/** @OA_FLEX_UNDEFINED_FINE: no such fine filter */
	OA_FLEX_UNDEFINED_FINE,
	/** @OA_FLEX_LISTED_UNDEFINED: a fine filter that is listed but has no meaning */
	OA_FLEX_LISTED_UNDEFINED,
	/** @OA_FLEX_COARSE_UNSUPPORTED: this increment event does not support the coarse filter */
	OA_FLEX_COARSE_UNSUPPORTED,
	/** @OA_FLEX_FINE_UNSUPPORTED: this increment event does not support the fine filter */
	OA_FLEX_FINE_UNSUPPORTED,
	/** @OA_FLEX_IMPLEMENTATION_DEFINED: allowed, but the event counted is not specified */
	OA_FLEX_IMPLEMENTATION_DEFINED,
	/** @OA_FLEX_UNRELIABLE: allowed, but an erratum makes it miscount */
	OA_FLEX_UNRELIABLE,
	/** @OA_FLEX_NUM_VERDICTS: number of verdicts */
	OA_FLEX_NUM_VERDICTS,
};

/* EU_PERF_CNT_CTL0 to 6, in the order of the context image */
extern const u32 oa_flex_regs[OA_FLEX_NUM_REGS];

extern const struct oa_flex_rules oa_flex_rules_gen8;
extern const struct oa_flex_rules oa_flex_rules_gen9;
extern const struct oa_flex_rules oa_flex_rules_gen11;

bool oa_flex_encode(const struct oa_flex_event *event, struct oa_flex_field *field);
bool oa_flex_decode(u32 offset, u32 value, struct oa_flex_event events[2]);
enum oa_flex_verdict oa_flex_check(const struct oa_flex_rules *rules,
				   const struct oa_flex_event *event);
const char *oa_flex_inc_name(unsigned int inc);
const char *oa_flex_coarse_name(unsigned int coarse);
const char *oa_flex_fine_name(unsigned int fine);
const char *oa_flex_verdict_name(enum oa_flex_verdict verdict);

#endif /* _FORMATS_OA_FLEX_H_ */
