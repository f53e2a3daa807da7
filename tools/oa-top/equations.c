// SPDX-License-Identifier: GPL-2.0-only
/*
 * An equation of libi915_perf, what it reads, and its value from counters of the PMU.
 */
#include <stdint.h>
#include <string.h>

#include "equations.h"

/* So often an input is changed, before it is believed that nothing reads it */
#define TRIALS		16

static double call(const struct equation *equation, uint64_t inputs[EQUATION_INPUTS])
{
	double (*read_double)(const void *perf, const void *set, uint64_t *deltas);
	uint64_t (*read_u64)(const void *perf, const void *set, uint64_t *deltas);

	if (equation->is_double) {
		memcpy(&read_double, &equation->read, sizeof(read_double));
		return read_double(equation->perf, equation->set, inputs);
	}
	memcpy(&read_u64, &equation->read, sizeof(read_u64));
	return read_u64(equation->perf, equation->set, inputs);
}

/* The same numbers in each run (xorshift), of the size that counters have */
static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state >> 30;
}

static bool differ(double one, double other)
{
	return memcmp(&one, &other, sizeof(one)) != 0;
}

/* Zeros among the numbers open the branches that a zero closes. */
static void find_reads(struct equation *equation)
{
	uint64_t inputs[EQUATION_INPUTS], was, random = 0x9e3779b97f4a7c15ull;
	const int num = equation->inputs.c + OA_MAX_C;
	double before;
	int trial, i;

	for (trial = 0; trial < TRIALS; trial++) {
		for (i = 0; i < EQUATION_INPUTS; i++)
			inputs[i] = i < num ? next_random(&random) : 0;
		before = call(equation, inputs);
		for (i = 0; i < num; i++) {
			was = inputs[i];
			inputs[i] = trial % 4 == 3 ? 0 : next_random(&random);
			equation->reads[i] |= differ(call(equation, inputs), before);
			inputs[i] = was;
		}
	}
}

/**
 * equation_is_c_counter() - is the value just a C counter?
 * @equation: the equation; what it reads is filled in
 *
 * Return: the index of the C counter, -1 if it is something else.
 */
int equation_is_c_counter(struct equation *equation)
{
	uint64_t inputs[EQUATION_INPUTS] = { 0 };
	int i, found = -1;

	find_reads(equation);
	for (i = 0; i < EQUATION_INPUTS; i++) {
		if (!equation->reads[i])
			continue;
		if (found >= 0)
			return -1;
		found = i;
	}
	if (found < equation->inputs.c)
		return -1;
	inputs[found] = 123456789;
	return call(equation, inputs) == 123456789 ? found : -1;
}

static bool has_event(const struct top_gpu *gpu, enum oa_field field, u32 number)
{
	u32 i;

	for (i = 0; i < gpu->num_events; i++)
		if (gpu->events[i].kind == TOP_COUNTER && gpu->events[i].field == field &&
		    gpu->events[i].number == number)
			return true;
	return false;
}

static bool is_clock(const struct equation_inputs *inputs, const struct top_gpu *gpu, int i)
{
	return (gpu->machine.counters->has_ticks && i == inputs->clock) ||
	       (inputs->clock_c > 0 && i == inputs->clock_c);
}

/* Does the PMU count an input as the library's metric set does? */
static bool is_alike(const struct equation_inputs *inputs, const struct top_gpu *gpu, int i)
{
	const u32 number = i - inputs->a;

	if (i == inputs->time || is_clock(inputs, gpu, i))
		return true;
	if (i < inputs->a || i >= inputs->b || !has_event(gpu, OA_FIELD_A, number))
		return false;
	return !oa_code_flex(gpu->machine.counters, OA_FIELD_A, number) ||
	       inputs->flex >> (number - OA_FLEX_FIRST) & 1;
}

/**
 * equation_usable() - can the PMU give all that an equation reads?
 * @equation: the equation; what it reads is filled in
 * @gpu: the GPU
 *
 * Return: true if so, and it reads anything at all.
 */
bool equation_usable(struct equation *equation, const struct top_gpu *gpu)
{
	bool any = false;
	int i;

	find_reads(equation);
	for (i = 0; i < EQUATION_INPUTS; i++) {
		if (equation->reads[i] && !is_alike(&equation->inputs, gpu, i))
			return false;
		any |= equation->reads[i];
	}
	return any;
}

/* Return: false if it was not counted */
static bool input(const struct equation *equation, const struct top_watch *watch, int i,
		  uint64_t *value)
{
	const struct top_interval *interval = &watch->interval;
	const struct oa_operand operand = { OA_FIELD_A, i - equation->inputs.a };
	u64 found;
	u32 wrong = 0;

	if (i == equation->inputs.time)
		found = interval->ns;
	else if (is_clock(&equation->inputs, &watch->gpu, i))
		wrong = oa_clocks(&interval->sum, &watch->gpu.machine, &found);
	else
		wrong = oa_operand(&interval->sum, operand, &found);
	*value = found;
	return !wrong;
}

/**
 * equation_evaluate() - value of an equation in the newest interval
 * @equation: a usable one
 * @watch: the GPU
 * @value: filled in
 *
 * Return: false if something that it reads was not counted.
 */
bool equation_evaluate(const struct equation *equation, const struct top_watch *watch,
		       struct top_library_value *value)
{
	uint64_t inputs[EQUATION_INPUTS] = { 0 };
	int i;

	for (i = 0; i < EQUATION_INPUTS; i++)
		if (equation->reads[i] && !input(equation, watch, i, &inputs[i]))
			return false;
	*value = (struct top_library_value){
		.name = equation->name,
		.meaning = equation->meaning,
		.unit = equation->unit,
		.percent = equation->percent,
		.value = call(equation, inputs),
	};
	/* Not a number fails each comparison. */
	value->wrong = !(value->value >= 0) || (value->percent && !(value->value <= 100));
	return true;
}
