/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Macros for bits and fields: in the kernel its own, in user space the same names, unless
 * the program already has them.
 */
#ifndef _REGS_REGS_ENV_H_
#define _REGS_REGS_ENV_H_

#ifdef __KERNEL__
#include <linux/bits.h>
#elif !defined(BIT)
#define BIT(n)			(1ul << (n))
#define BIT_ULL(n)		(1ull << (n))
#define GENMASK(high, low)	((~0ul << (low)) & (~0ul >> (63 - (high))))
#define GENMASK_ULL(high, low)	((~0ull << (low)) & (~0ull >> (63 - (high))))
#define FIELD_GET(mask, value)	((__typeof__(mask))(((value) & (mask)) >> __builtin_ctzll(mask)))
#define FIELD_PREP(mask, value)	(((__typeof__(mask))(value) << __builtin_ctzll(mask)) & (mask))
#endif

#endif /* _REGS_REGS_ENV_H_ */
