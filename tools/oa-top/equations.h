/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An equation of libi915_perf, what it reads, and its value from counters of the PMU.
 */
#ifndef _EQUATIONS_H_
#define _EQUATIONS_H_

#include "formats/oa_flex.h"
#include "oa-top.h"

/* More than any format has */
#define EQUATION_INPUTS		128

/** struct equation_inputs - where an equation finds what it reads */
struct equation_inputs {
	/** @time: index of the time */
	int time;
	/** @clock: index of the clocks, or that of the time where a format has none */
	int clock;
	/** @a: index of A0 */
	int a;
	/** @b: index of B0 */
	int b;
	/** @c: index of C0 */
	int c;
	/** @clock_c: index of a C counter that counts clocks, -1 or 0: none */
	int clock_c;
	/** @flex: bit n set if the set programs A7 + n as the PMU does */
	u32 flex;
};

/** struct equation - an equation */
struct equation {
	/** @name: of the metric */
	const char *name;
	/** @symbol_name: its other name, without blanks */
	const char *symbol_name;
	/** @meaning: one line */
	const char *meaning;
	/** @unit: empty: a plain number */
	const char *unit;
	/** @percent: the value is one of 100 */
	bool percent;
	/** @is_double: the function returns a double, else a u64 */
	bool is_double;
	/** @perf: first argument of the function */
	const void *perf;
	/** @set: second argument */
	const void *set;
	/** @read: the function */
	void (*read)(void);
	/** @inputs: where it finds what it reads */
	struct equation_inputs inputs;
	/** @reads: by index: it reads this */
	bool reads[EQUATION_INPUTS];
};

int equation_is_c_counter(struct equation *equation);
bool equation_usable(struct equation *equation, const struct top_gpu *gpu);
bool equation_evaluate(const struct equation *equation, const struct top_watch *watch,
		       struct top_library_value *value);

#endif /* _EQUATIONS_H_ */
