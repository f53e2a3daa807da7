/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a report says beside its counters: why it was written, which context ran, and how fast the
 * clocks were.
 */
#ifndef _TOOLS_FACT_H_
#define _TOOLS_FACT_H_

#include "formats/oa_format.h"

/* Room for a printed fact: all reasons at once */
#define FACT_TEXT_BYTES		72

/* Hierarchical names of the frequencies, beside those of formats/oa_names.c and oa_metrics.c */
#define FREQUENCY_SLICE		"GPU.FREQUENCY.SLICE"
#define FREQUENCY_UNSLICE	"GPU.FREQUENCY.UNSLICE"

/* A ratio counts thirds of this many Hz. */
#define FACT_RATIO_HZ_X3	50000000u

/** enum fact - something that a report says */
enum fact {
	/** @FACT_NONE: not a fact but a counter */
	FACT_NONE,
	/** @FACT_REASON: why it was written */
	FACT_REASON,
	/** @FACT_CONTEXT: the context that runs */
	FACT_CONTEXT,
	/** @FACT_SLICE: clock of the slices */
	FACT_SLICE,
	/** @FACT_UNSLICE: clock of the rest */
	FACT_UNSLICE,
	/** @NUM_FACTS: number of facts */
	NUM_FACTS,
};

const char *fact_key(enum fact fact);
const char *fact_meaning(enum fact fact);
bool fact_is_in(enum fact fact, const struct oa_report_format *format);
int fact_print(char text[FACT_TEXT_BYTES], enum fact fact, const struct oa_report_format *format,
	       const struct oa_report *report);
u32 fact_mhz(u32 ratio);
u64 fact_hz(enum fact fact, const struct oa_report *report);

#endif /* _TOOLS_FACT_H_ */
