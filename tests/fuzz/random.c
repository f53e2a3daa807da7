// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random numbers: the same for the same seed, worker and call, whatever happened before.
 */
#include "fuzz.h"

/* The step of the generator's state at each draw */
#define STEP	0x9e3779b97f4a7c15ull

/* Steele, Lea, Flood: the mixing step of SplitMix64 */
static u64 scramble(u64 z)
{
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

u64 fuzz_mix(u64 a, u64 b)
{
	return scramble(scramble(a) + b * STEP);
}

void fuzz_seed(struct fuzz *f, u64 number)
{
	f->random = fuzz_mix(fuzz_mix(f->options->seed, f->index), number);
}

u64 fuzz_random(struct fuzz *f)
{
	f->random += STEP;
	return scramble(f->random);
}

u32 fuzz_below(struct fuzz *f, u32 limit)
{
	return (fuzz_random(f) >> 32) * limit >> 32;
}

/* An edge value */
u64 fuzz_value(struct fuzz *f)
{
	static const u64 edges[] = {
		0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
		0x8000000000000000, 0xfff, 0x1000, 0x1001, 0xffff, 0x10000,
	};
	const u64 bit = 1ull << fuzz_below(f, 64);

	switch (fuzz_below(f, 8)) {
	case 0:
	case 1:
		return fuzz_below(f, 16);
	case 2:
		return bit;
	case 3:
		return bit - 1;
	case 4:
		return -1 - (u64)fuzz_below(f, 16);
	case 5:
		return fuzz_pick(f, edges);
	case 6:
		return fuzz_random(f) >> 32;
	default:
		return fuzz_random(f);
	}
}

/* Mostly the valid value, sometimes a neighbour or any value */
u64 fuzz_near(struct fuzz *f, u64 valid)
{
	if (f->careful)
		return valid;
	switch (fuzz_below(f, 64)) {
	case 0:
		return valid + 1;
	case 1:
		return valid - 1;
	case 2:
		return valid ^ 1ull << fuzz_below(f, 64);
	case 3:
		return fuzz_value(f);
	default:
		return valid;
	}
}
