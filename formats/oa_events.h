/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The vocabulary of programmable events: flexible EU events (gen8 and later) and custom events.
 *
 * Constant data. Only user space needs it.
 */
#ifndef _FORMATS_OA_EVENTS_H_
#define _FORMATS_OA_EVENTS_H_

#include "formats/oa_counters.h"

/* A flexible event as EU_PERF_CNT_CTLn has it: three codes of 4 bits */
#define OA_FLEX_EVENT_BITS	12u
#define OA_FLEX_EVENT(increment, coarse, fine) \
	((u16)((increment) | (coarse) << 4 | (fine) << 8))

/** enum oa_flex_part - the part of a flexible event that a word stands for */
enum oa_flex_part {
	/** @OA_FLEX_INCREMENT: the increment event, in bits 3:0 */
	OA_FLEX_INCREMENT,
	/** @OA_FLEX_COARSE: the coarse filter, in bits 7:4 */
	OA_FLEX_COARSE,
	/** @OA_FLEX_FINE: the fine filter, in bits 11:8 */
	OA_FLEX_FINE,
};

/** struct oa_flex_word - a code of a flexible event */
struct oa_flex_word {
	/** @part: its place */
	enum oa_flex_part part;
	/** @code: its value */
	u8 code;
	/** @occurrences: the counter counts occurrences, not clocks of EUs */
	bool occurrences;
	/** @word: the name */
	const char *word;
	/** @meaning: one line */
	const char *meaning;
	/** @note: erratum or caveat, NULL: none */
	const char *note;
	/** @only: the platform of the code or of the note, NULL: all */
	const struct oa_counter_set *only;
};

/** struct oa_flex_rule - the filters that the documents list with an increment event */
struct oa_flex_rule {
	/** @coarse: bit n: coarse filter n */
	u16 coarse;
	/** @fine: bit n: fine filter n */
	u16 fine;
};

/** enum oa_cec_function - compare functions of a custom event, as CECn-0 has them */
enum oa_cec_function {
	/** @OA_CEC_ANY: an input equals its bit of the value */
	OA_CEC_ANY,
	/** @OA_CEC_GREATER: greater than the value */
	OA_CEC_GREATER,
	/** @OA_CEC_EQUAL: equal to the value */
	OA_CEC_EQUAL,
	/** @OA_CEC_NOT_LESS: greater or equal */
	OA_CEC_NOT_LESS,
	/** @OA_CEC_LESS: less */
	OA_CEC_LESS,
	/** @OA_CEC_NOT_EQUAL: not equal */
	OA_CEC_NOT_EQUAL,
	/** @OA_CEC_NOT_GREATER: less or equal */
	OA_CEC_NOT_GREATER,
	/** @OA_CEC_RESERVED: reserved; true in each clock, by TestOa */
	OA_CEC_RESERVED,
};

/** struct oa_cec_word - a word of custom events; @meaning: one line */
struct oa_cec_word {
	/** @code: source or compare function */
	u8 code;
	/** @word: its name or sign */
	const char *word;
	/** @meaning: one line */
	const char *meaning;
};

#define OA_CEC_SOURCES		3u
#define OA_CEC_FUNCTIONS	7u
#define OA_CEC_INPUTS		16u

extern const struct oa_cec_word oa_cec_sources[OA_CEC_SOURCES];
extern const struct oa_cec_word oa_cec_functions[OA_CEC_FUNCTIONS];

const struct oa_flex_word *oa_flex_word_at(const struct oa_counter_set *set, unsigned int n);
const struct oa_flex_word *oa_flex_word(const struct oa_counter_set *set, enum oa_flex_part part,
					unsigned int code);
const struct oa_flex_rule *oa_flex_rule(const struct oa_counter_set *set, unsigned int increment);

#endif /* _FORMATS_OA_EVENTS_H_ */
