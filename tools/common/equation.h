/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Equations of metric files, in reverse Polish notation: "A 7 READ 100 UMUL $GpuCoreClocks FDIV".
 *
 * Pure functions on memory. A number is whole, of 64 bits without a sign, or real.
 */
#ifndef _TOOLS_EQUATION_H_
#define _TOOLS_EQUATION_H_

#include <stdbool.h>
#include <stddef.h>

#include "formats/oa_metrics.h"

/* Operands on the stack, and counters in a chain of references */
#define EQUATION_DEPTH		32u
/* Steps of an equation with those of the counters that it refers to */
#define EQUATION_MOST_STEPS	10000u
/* Room for the reason why an equation is rejected */
#define EQUATION_WHY_BYTES	128

/** struct equation_value - a number */
struct equation_value {
	/** @is_real: @real is valid, else @whole */
	bool is_real;
	/** @whole: a whole number */
	u64 whole;
	/** @real: a real number */
	double real;
};

/** enum equation_op - a step of an equation */
enum equation_op {
	EQUATION_NUMBER, EQUATION_READ, EQUATION_COUNTER,
	EQUATION_UADD, EQUATION_USUB, EQUATION_UMUL, EQUATION_UDIV, EQUATION_UMIN,
	EQUATION_FADD, EQUATION_FSUB, EQUATION_FMUL, EQUATION_FDIV, EQUATION_FMAX,
	EQUATION_AND, EQUATION_LEFT, EQUATION_RIGHT, EQUATION_BOTH,
	EQUATION_ULT, EQUATION_ULTE, EQUATION_UGT, EQUATION_UGTE,
};

/** enum equation_bank - what READ reads */
enum equation_bank {
	EQUATION_A, EQUATION_B, EQUATION_C, EQUATION_GPU_TIME, EQUATION_GPU_CLOCK,
	/** @EQUATION_PERFCNT: a register that reports do not have */
	EQUATION_PERFCNT,
	EQUATION_NUM_BANKS,
};

/** struct equation_step - one step */
struct equation_step {
	/** @op: what it does */
	enum equation_op op;
	/** @bank: of EQUATION_READ */
	enum equation_bank bank;
	/** @number: of EQUATION_READ the counter's, of EQUATION_COUNTER the index */
	u32 number;
	/** @value: of EQUATION_NUMBER */
	struct equation_value value;
};

/** struct equation - a compiled equation; all 0: none */
struct equation {
	/** @steps: allocated */
	struct equation_step *steps;
	/** @num: entries of @steps */
	u32 num;
	/** @cost: steps with those of the counters that it refers to; 0: not resolved */
	u32 cost;
	/** @height: counters in its longest chain of references */
	u32 height;
	/** @real: its value is real, by the counter's data type */
	bool real;
};

/** struct equation_names - names that an equation may use */
struct equation_names {
	/** @arg: first argument of the functions */
	void *arg;
	/** @fact: the value of a name such as "SliceMask". Return: false if there is none. */
	bool (*fact)(void *arg, const char *name, u64 *value);
	/** @counter: the index of a counter by its symbol, -1: there is none */
	int (*counter)(void *arg, const char *name);
};

/** struct equation_input - what an equation is computed from */
struct equation_input {
	/** @sum: increments */
	const struct oa_increments *sum;
	/** @flex: A counters whose bounds the metric set changes */
	u64 flex;
	/** @all: the equations of the set, for references */
	const struct equation *all;
};

int equation_compile(struct equation *equation, const char *text,
		     const struct equation_names *names, char why[EQUATION_WHY_BYTES]);
int equation_resolve(struct equation *all, u32 index, char why[EQUATION_WHY_BYTES]);
u32 equation_evaluate(const struct equation *equation, const struct equation_input *input,
		      struct equation_value *value);
void equation_free(struct equation *equation);

#endif /* _TOOLS_EQUATION_H_ */
