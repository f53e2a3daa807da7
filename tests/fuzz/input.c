// SPDX-License-Identifier: GPL-2.0-only
/*
 * The input of a call: the states of the generator of its random numbers. A fresh call has one
 * state, from which all its draws follow. A changed input continues from another state at some
 * draws. A few numbers thus describe a call, and it can be repeated from them.
 */
#include "fuzz.h"

/* The input of a fresh call, whose draws follow from the generator's current state */
struct fuzz_input fuzz_input_fresh(const struct fuzz *f, unsigned int call)
{
	return (struct fuzz_input) { .call = call, .num = 1, .part = { { 0, f->random } } };
}

static u32 next_turn(const struct fuzz_input *in, u32 part)
{
	return part + 1 < in->num ? in->part[part + 1].from : FUZZ_NEVER;
}

/* Draw from the input of the call in the log from now on. */
void fuzz_input_begin(struct fuzz *f)
{
	const struct fuzz_input *in = &f->entry->input;

	f->drawn = 0;
	f->part = 0;
	f->random = in->part[0].state;
	f->turn = next_turn(in, 0);
}

/* Switch to the next part of the input, with which the next draw begins. */
void fuzz_input_turn(struct fuzz *f)
{
	const struct fuzz_input *in = &f->entry->input;

	f->random = in->part[++f->part].state;
	f->turn = next_turn(in, f->part);
}

/* The generator's state before a draw */
static u64 state_at(const struct fuzz_input *in, u32 draw)
{
	u32 i = in->num - 1;

	while (i && in->part[i].from > draw)
		i--;
	return in->part[i].state + (draw - in->part[i].from) * FUZZ_STEP;
}

static void add_part(struct fuzz_input *in, u32 from, u64 state)
{
	if (in->num < FUZZ_PARTS)
		in->part[in->num] = (struct fuzz_part) { from, state };
	in->num++;
}

/*
 * Let the draws from @at on, before @end, come from another state; FUZZ_NEVER is the end of the
 * call. Return: false if that needs more parts than there is room for; the input is then unchanged.
 */
bool fuzz_input_replace(struct fuzz_input *in, u32 at, u32 end, u64 state)
{
	struct fuzz_input out = { .call = in->call, .draws = in->draws };
	u32 i = 0;

	for (; i < in->num && in->part[i].from < at; i++)
		add_part(&out, in->part[i].from, in->part[i].state);
	add_part(&out, at, state);
	if (end != FUZZ_NEVER)
		add_part(&out, end, state_at(in, end));
	for (; i < in->num; i++)
		if (in->part[i].from > end)
			add_part(&out, in->part[i].from, in->part[i].state);
	if (out.num > FUZZ_PARTS)
		return false;
	*in = out;
	return true;
}

/* Print an input as a line for --input and --corpus: the call, its draws, and its parts. */
void fuzz_input_print(FILE *file, const struct fuzz_input *in)
{
	unsigned int num;

	fprintf(file, "%s %u", fuzz_calls(&num)[in->call].name, in->draws);
	for (u32 i = 0; i < in->num; i++)
		fprintf(file, " %u:%#llx", in->part[i].from, in->part[i].state);
	fputc('\n', file);
}

static bool find_call(const char *name, u32 *call)
{
	const struct fuzz_call *calls;
	unsigned int num;

	calls = fuzz_calls(&num);
	for (*call = 0; *call < num; ++*call)
		if (!strcmp(calls[*call].name, name))
			return true;
	return false;
}

/* Parse a line of --input or --corpus. Return: false if it is no input of a chosen call. */
bool fuzz_input_parse(const char *line, struct fuzz_input *in)
{
	struct fuzz_part part;
	char name[64];
	int n;

	*in = (struct fuzz_input) {};
	if (sscanf(line, "%63s %u%n", name, &in->draws, &n) != 2 || !find_call(name, &in->call))
		return false;
	for (line += n; sscanf(line, " %u:%llx%n", &part.from, &part.state, &n) == 2; line += n) {
		/* Parts are in order, and the first one begins with draw 0. */
		if (in->num == FUZZ_PARTS || part.from == FUZZ_NEVER ||
		    (in->num ? part.from <= in->part[in->num - 1].from : part.from))
			return false;
		in->part[in->num++] = part;
	}
	return in->num && !line[strspn(line, "\n ")];
}
