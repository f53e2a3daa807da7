/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * In user space: the few helpers of the kernel that the core uses. Included by sim_env.h.
 */
#ifndef _SIM_ENV_USER_H_
#define _SIM_ENV_USER_H_

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/types.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s16 s16;
typedef __s32 s32;
typedef __s64 s64;

#define U32_MAX			0xffffffffu
#define NSEC_PER_USEC		1000L
#define NSEC_PER_SEC		1000000000L
#define SZ_128K			0x20000
#define SZ_4M			0x400000
#define SZ_16M			0x1000000

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define BUILD_BUG_ON(condition)	static_assert(!(condition), #condition)
#define lower_32_bits(n)	((u32)(n))
#define upper_32_bits(n)	((u32)((u64)(n) >> 32))
#define hweight8(n)		((u32)__builtin_popcount((u8)(n)))
#define hweight32(n)		((u32)__builtin_popcount(n))
#define __ffs(n)		((u32)__builtin_ctz(n))

#define SIM_CHOOSE(a, op, b) ({			\
	__typeof__(a) sim_a_ = (a);		\
	__typeof__(b) sim_b_ = (b);		\
						\
	sim_a_ op sim_b_ ? sim_a_ : sim_b_;	\
})
#define min(a, b)		SIM_CHOOSE(a, <, b)
#define max(a, b)		SIM_CHOOSE(a, >, b)
#define min_t(type, a, b)	min((type)(a), (type)(b))

/* One process, maybe several threads that share memory with a guest */
#define READ_ONCE(x)		__atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, value)	__atomic_store_n(&(x), (value), __ATOMIC_RELAXED)
/* As in the kernel: the caller decides the order. */
#define smp_wmb()		__atomic_thread_fence(__ATOMIC_RELEASE)

/* The build for the kernel checks formats. */
#define __printf(text, first)

#define SIM_CHECK_LOCK		1

static inline int fls(u32 n)
{
	return n ? 32 - __builtin_clz(n) : 0;
}

static inline u64 div_u64_rem(u64 dividend, u32 divisor, u32 *rest)
{
	*rest = dividend % divisor;
	return dividend / divisor;
}

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

static inline u64 DIV_ROUND_UP_ULL(u64 dividend, u64 divisor)
{
	return (dividend + divisor - 1) / divisor;
}

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

static inline u64 div64_u64_rem(u64 dividend, u64 divisor, u64 *rest)
{
	*rest = dividend % divisor;
	return dividend / divisor;
}

/* The kernel's also takes a sign and a newline, which no caller here has. */
static inline int kstrtoull(const char *text, unsigned int base, unsigned long long *value)
{
	char *end;

	if (*text < '0' || *text > '9')
		return -EINVAL;
	errno = 0;
	*value = strtoull(text, &end, base);
	return errno ? -ERANGE : *end ? -EINVAL : 0;
}

static inline int kstrtobool(const char *text, bool *on)
{
	static const char yes[] = "yY1tT", no[] = "nN0fF";

	if (!*text || !strchr(yes, *text))
		return *text && strchr(no, *text) ? (*on = false, 0) : -EINVAL;
	*on = true;
	return 0;
}

static inline void memset32(u32 *to, u32 value, size_t count)
{
	while (count--)
		*to++ = value;
}

#endif /* _SIM_ENV_USER_H_ */
