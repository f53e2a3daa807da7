// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compile and evaluate the equations of metric files.
 *
 * The operators are those that the files of IGT and Mesa use. Their generated code has the types of
 * C, and so have these: FADD, FSUB and FMUL of two whole numbers wrap at 64 bits, UADD of a real one
 * is computed with its fraction, which the result loses.
 *
 * An equation is checked when it is compiled, so that evaluation cannot fail: it leaves one value,
 * the stack never has more than EQUATION_DEPTH, and equation_resolve() has excluded circles.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/equation.h"

/* A cost while equation_resolve() is at the equation */
#define BUSY	UINT32_MAX

static const char * const bank_names[EQUATION_NUM_BANKS] = {
	[EQUATION_A] = "A", [EQUATION_B] = "B", [EQUATION_C] = "C",
	[EQUATION_GPU_TIME] = "GPU_TIME", [EQUATION_GPU_CLOCK] = "GPU_CLOCK",
	[EQUATION_PERFCNT] = "PERFCNT",
};

static const u32 bank_sizes[EQUATION_NUM_BANKS] = {
	[EQUATION_A] = OA_MAX_A, [EQUATION_B] = OA_MAX_B, [EQUATION_C] = OA_MAX_C,
	[EQUATION_GPU_TIME] = 1, [EQUATION_GPU_CLOCK] = 1, [EQUATION_PERFCNT] = 8,
};

/* struct operator - a word, and its step; each takes two values and leaves one */
static const struct operator {
	const char *word;
	enum equation_op op;
} operators[] = {
	{ "UADD", EQUATION_UADD }, { "USUB", EQUATION_USUB }, { "UMUL", EQUATION_UMUL },
	{ "UDIV", EQUATION_UDIV }, { "UMIN", EQUATION_UMIN }, { "FADD", EQUATION_FADD },
	{ "FSUB", EQUATION_FSUB }, { "FMUL", EQUATION_FMUL }, { "FDIV", EQUATION_FDIV },
	{ "FMAX", EQUATION_FMAX }, { "AND", EQUATION_AND }, { "<<", EQUATION_LEFT },
	{ ">>", EQUATION_RIGHT }, { "&&", EQUATION_BOTH }, { "ULT", EQUATION_ULT },
	{ "ULTE", EQUATION_ULTE }, { "UGT", EQUATION_UGT }, { "UGTE", EQUATION_UGTE },
};

/* struct compiler - an equation under construction */
struct compiler {
	struct equation *equation;
	const struct equation_names *names;
	/* Values on the stack behind the last step */
	u32 depth;
	/* The bank before READ, and whether there is one */
	enum equation_bank bank;
	bool has_bank;
	char *why;
};

__attribute__((format(printf, 2, 3)))
static int reject(struct compiler *c, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(c->why, EQUATION_WHY_BYTES, format, args);
	va_end(args);
	return -1;
}

static int push(struct compiler *c, const struct equation_step *step)
{
	struct equation *equation = c->equation;
	struct equation_step *more;

	if (c->depth == EQUATION_DEPTH)
		return reject(c, "more than %u values are on the stack", EQUATION_DEPTH);
	if (equation->num == EQUATION_MOST_STEPS)
		return reject(c, "it has more than %u words", EQUATION_MOST_STEPS);
	more = realloc(equation->steps, (equation->num + 1) * sizeof(*more));
	if (!more)
		return reject(c, "no memory");
	equation->steps = more;
	equation->steps[equation->num++] = *step;
	c->depth++;
	return 0;
}

static int compile_operator(struct compiler *c, const struct operator *operator)
{
	if (c->depth < 2)
		return reject(c, "%s lacks an operand", operator->word);
	c->depth -= 2;
	return push(c, &(struct equation_step){ .op = operator->op });
}

/* The number before READ is the last step, which the read replaces. */
static int compile_read(struct compiler *c)
{
	struct equation_step *last = c->equation->num ?
		&c->equation->steps[c->equation->num - 1] : NULL;

	if (!c->has_bank || !last || last->op != EQUATION_NUMBER || last->value.is_real)
		return reject(c, "READ needs a bank and a number before it");
	if (last->value.whole >= bank_sizes[c->bank])
		return reject(c, "there is no counter %s %llu", bank_names[c->bank],
			      (unsigned long long)last->value.whole);
	c->has_bank = false;
	*last = (struct equation_step){
		.op = EQUATION_READ, .bank = c->bank, .number = last->value.whole,
	};
	return 0;
}

static int compile_name(struct compiler *c, const char *name)
{
	struct equation_step step = { .op = EQUATION_NUMBER };
	const int index = c->names->counter ? c->names->counter(c->names->arg, name) : -1;

	if (index >= 0)
		step = (struct equation_step){ .op = EQUATION_COUNTER, .number = index };
	else if (!c->names->fact(c->names->arg, name, &step.value.whole))
		return reject(c, "$%.60s is not known", name);
	return push(c, &step);
}

static int compile_number(struct compiler *c, const char *word)
{
	struct equation_step step = { .op = EQUATION_NUMBER };
	char *end;

	errno = 0;
	step.value.whole = strtoull(word, &end, 0);
	if (*end == '.') {
		step.value.is_real = true;
		step.value.real = strtod(word, &end);
	}
	if (*word < '0' || *word > '9' || *end || errno)
		return reject(c, "'%.60s' is no operator and no number", word);
	return push(c, &step);
}

static int compile_word(struct compiler *c, const char *word)
{
	size_t i;

	if (!strcmp(word, "READ"))
		return compile_read(c);
	/* Between a bank and READ is nothing but a number. */
	if (c->has_bank)
		return compile_number(c, word);
	if (word[0] == '$')
		return compile_name(c, word + 1);
	if (!strcmp(word, "true"))
		return compile_number(c, "1");
	for (i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (!strcmp(word, operators[i].word))
			return compile_operator(c, &operators[i]);
	for (i = 0; i < EQUATION_NUM_BANKS; i++) {
		if (strcmp(word, bank_names[i]))
			continue;
		c->bank = i;
		c->has_bank = true;
		return 0;
	}
	return compile_number(c, word);
}

/**
 * equation_compile() - compile an equation
 * @equation: filled in, for equation_free()
 * @text: words, with spaces between them
 * @names: names that it may use
 * @why: set to the reason if it is rejected
 *
 * Return: 0 or -1.
 */
int equation_compile(struct equation *equation, const char *text,
		     const struct equation_names *names, char why[EQUATION_WHY_BYTES])
{
	struct compiler c = { .equation = equation, .names = names, .why = why };
	char *words = strdup(text), *save = NULL, *word;
	int ret = words ? 0 : reject(&c, "no memory");

	*equation = (struct equation){ .num = 0 };
	for (word = words ? strtok_r(words, " \t\r\n", &save) : NULL; word && !ret;
	     word = strtok_r(NULL, " \t\r\n", &save))
		ret = compile_word(&c, word);
	free(words);
	if (!ret && !equation->num)
		ret = reject(&c, "it is empty");
	else if (!ret && (c.depth != 1 || c.has_bank))
		ret = reject(&c, "it ends with %u values on the stack, not one", c.depth);
	if (ret)
		equation_free(equation);
	return ret;
}

/* Free an equation, which is none then. */
void equation_free(struct equation *equation)
{
	free(equation->steps);
	*equation = (struct equation){ .num = 0 };
}

static int reject_reference(struct equation *equation, char *why, const char *reason)
{
	equation->cost = 0;
	snprintf(why, EQUATION_WHY_BYTES, "%s", reason);
	return -1;
}

/* @above: counters that refer to this one, on the way here */
static int resolve(struct equation *all, u32 index, u32 above, char *why)
{
	struct equation *equation = &all[index], *other;
	u32 i, height = 0;
	u64 cost;

	if (equation->cost == BUSY)
		return reject_reference(equation, why, "its references lead in a circle");
	if (equation->cost)
		return 0;
	cost = equation->num;
	if (!cost)
		return reject_reference(equation, why, "it needs a counter that is left out");
	equation->cost = BUSY;
	for (i = 0; i < equation->num; i++) {
		if (equation->steps[i].op != EQUATION_COUNTER)
			continue;
		other = &all[equation->steps[i].number];
		if (above + 1 >= EQUATION_DEPTH)
			return reject_reference(equation, why, "its chain of references is too long");
		if (resolve(all, equation->steps[i].number, above + 1, why)) {
			equation->cost = 0;
			return -1;
		}
		cost += other->cost;
		height = other->height > height ? other->height : height;
	}
	if (height >= EQUATION_DEPTH)
		return reject_reference(equation, why, "its chain of references is too long");
	if (cost > EQUATION_MOST_STEPS)
		return reject_reference(equation, why, "it is too long with what it refers to");
	equation->cost = cost;
	equation->height = height + 1;
	return 0;
}

/**
 * equation_resolve() - check the references of an equation to others
 * @all: the equations of a set; one that is left out has no steps
 * @index: of the equation
 * @why: set to the reason of a failure
 *
 * Return: 0, or -1 if it refers to itself, to one that is left out, or to too many.
 */
int equation_resolve(struct equation *all, u32 index, char why[EQUATION_WHY_BYTES])
{
	return resolve(all, index, 0, why);
}

static double real_of(const struct equation_value *value)
{
	return value->is_real ? value->real : (double)value->whole;
}

/* What C leaves undefined for a real number out of range is the nearest whole number here. */
static u64 whole_of(const struct equation_value *value)
{
	if (!value->is_real)
		return value->whole;
	if (!(value->real > 0))
		return 0;
	return value->real < 0x1p64 ? (u64)value->real : UINT64_MAX;
}

static struct equation_value whole(u64 number)
{
	return (struct equation_value){ .whole = number };
}

static struct equation_value real(double number)
{
	return (struct equation_value){ .is_real = true, .real = number };
}

/* Add, subtract, multiply or compare in the type that C would use: real if an operand is. */
static struct equation_value in_common(enum equation_op op, const struct equation_value *a,
				       const struct equation_value *b)
{
	const bool wholes = !a->is_real && !b->is_real;
	const double x = real_of(a), y = real_of(b);

	switch (op) {
	case EQUATION_UADD:
	case EQUATION_FADD:
		return wholes ? whole(a->whole + b->whole) : real(x + y);
	case EQUATION_USUB:
	case EQUATION_FSUB:
		return wholes ? whole(a->whole - b->whole) : real(x - y);
	case EQUATION_UMUL:
	case EQUATION_FMUL:
		return wholes ? whole(a->whole * b->whole) : real(x * y);
	case EQUATION_UMIN:
		return (wholes ? a->whole < b->whole : x < y) ? *a : *b;
	case EQUATION_ULT:
		return whole(wholes ? a->whole < b->whole : x < y);
	case EQUATION_ULTE:
		return whole(wholes ? a->whole <= b->whole : x <= y);
	case EQUATION_UGT:
		return whole(wholes ? a->whole > b->whole : x > y);
	default:
		return whole(wholes ? a->whole >= b->whole : x >= y);
	}
}

static struct equation_value apply(enum equation_op op, const struct equation_value *a,
				   const struct equation_value *b)
{
	const u64 m = whole_of(a), n = whole_of(b);
	const double x = real_of(a), y = real_of(b);
	struct equation_value result;

	switch (op) {
	case EQUATION_UDIV:
		return whole(n ? m / n : 0);
	case EQUATION_FDIV:
		return real(y ? x / y : 0);
	case EQUATION_FMAX:
		return real(x > y ? x : y);
	case EQUATION_AND:
		return whole(m & n);
	case EQUATION_LEFT:
		return whole(n < 64 ? m << n : 0);
	case EQUATION_RIGHT:
		return whole(n < 64 ? m >> n : 0);
	case EQUATION_BOTH:
		return whole(real_of(a) && real_of(b));
	case EQUATION_FADD:
	case EQUATION_FSUB:
	case EQUATION_FMUL:
		result = in_common(op, a, b);
		return real(real_of(&result));
	default:
		result = in_common(op, a, b);
		return whole(whole_of(&result));
	}
}

static u32 read_a(const struct equation_input *input, u8 n, u64 *value)
{
	u32 wrong = input->sum->a_mask >> n & 1 ? 0 : OA_WRONG_ABSENT;

	wrong |= input->sum->a_wrapped >> n & 1 ? OA_WRONG_WRAPPED : 0;
	wrong |= input->sum->a_beyond & ~input->flex & 1ull << n ? OA_WRONG_RANGE : 0;
	*value = input->sum->a[n];
	return wrong;
}

/* Return: OA_WRONG_*. */
static u32 read_counter(const struct equation_input *input, const struct equation_step *step,
			u64 *value)
{
	const struct oa_increments *sum = input->sum;
	const u32 wrapped = sum->clocks_wrapped ? OA_WRONG_WRAPPED : 0;

	switch (step->bank) {
	case EQUATION_A:
		return read_a(input, step->number, value);
	case EQUATION_B:
		*value = sum->b[step->number];
		return wrapped | (sum->b_mask >> step->number & 1 ? 0 : OA_WRONG_ABSENT);
	case EQUATION_C:
		*value = sum->c[step->number];
		return wrapped | (sum->c_mask >> step->number & 1 ? 0 : OA_WRONG_ABSENT);
	case EQUATION_GPU_TIME:
		*value = sum->time;
		return 0;
	case EQUATION_GPU_CLOCK:
		*value = sum->ticks;
		return wrapped | (sum->ticks_missing ? OA_WRONG_ABSENT : 0);
	default:
		*value = 0;
		return OA_WRONG_ABSENT;
	}
}

/* Do a step. Return: OA_WRONG_*. */
static u32 evaluate_step(const struct equation_step *step, const struct equation_input *input,
			 struct equation_value *stack, u32 *depth)
{
	struct equation_value *top = &stack[*depth];

	switch (step->op) {
	case EQUATION_NUMBER:
		*top = step->value;
		++*depth;
		return 0;
	case EQUATION_READ:
		*top = whole(0);
		++*depth;
		return read_counter(input, step, &top->whole);
	case EQUATION_COUNTER:
		++*depth;
		return equation_evaluate(&input->all[step->number], input, top);
	default:
		top[-2] = apply(step->op, &top[-2], &top[-1]);
		--*depth;
		return 0;
	}
}

/**
 * equation_evaluate() - the value of an equation
 * @equation: compiled, and resolved if it refers to counters
 * @input: what it is computed from; increments are not needed if it reads no counter
 * @value: set to the value, in the type of the equation
 *
 * Return: OA_WRONG_*, 0 if all counters that it reads are valid.
 */
u32 equation_evaluate(const struct equation *equation, const struct equation_input *input,
		      struct equation_value *value)
{
	struct equation_value stack[EQUATION_DEPTH];
	u32 depth = 0, wrong = 0, i;

	for (i = 0; i < equation->num; i++)
		wrong |= evaluate_step(&equation->steps[i], input, stack, &depth);
	*value = equation->real ? real(real_of(&stack[0])) : whole(whole_of(&stack[0]));
	return wrong;
}
