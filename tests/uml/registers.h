/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What registers.c and registers_asm.S share.
 */
#ifndef REGISTERS_H
#define REGISTERS_H

/* Offsets in struct registers */
#define VECTOR_BYTES	32
#define STACK		512
#define MXCSR		520
#define X87		524

#ifndef __ASSEMBLER__
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

#define NUM_VECTORS	16

/* Without AVX only the first 16 bytes of a vector are used, and of @x87 always two. */
struct registers {
	__u8 vector[NUM_VECTORS][VECTOR_BYTES];
	double stack;
	__u32 mxcsr;
	__u32 x87;
};

static_assert(offsetof(struct registers, stack) == STACK);
static_assert(offsetof(struct registers, mxcsr) == MXCSR);
static_assert(offsetof(struct registers, x87) == X87);

/* As a process has them when it begins */
extern const __u32 usual_mxcsr, usual_x87;
extern bool has_avx;

/* Load the registers of floating point from @in, do what the name says, and store them to @out */
long over_call(const struct registers *in, struct registers *out, long number, long a, long b);
void over_store(const struct registers *in, struct registers *out, void *byte);
void over_wait(const struct registers *in, struct registers *out, int *flag);
#endif

#endif
