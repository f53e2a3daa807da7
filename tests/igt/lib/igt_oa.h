/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The part of IGT's vocabulary that these programs use.
 *
 * Inside an IGT checkout (-DHAVE_IGT) IGT itself provides it. Elsewhere a small
 * shim of our own does: each subtest runs in a process of its own with a time
 * limit, so that a crash or a hang is just one failed subtest.
 */
#ifndef _IGT_OA_H_
#define _IGT_OA_H_

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* enum igt_oa_effect - what a subtest does to the machine; each includes those before it */
enum igt_oa_effect {
	/* Asks the driver, which reads registers. Changes sysctls and sets, and puts them back. */
	OA_READS,
	/* Opens streams: the driver writes registers of the OA unit, and runs commands. */
	OA_WRITES,
	/* Resets the GT under a stream */
	OA_RESETS,
	/* Unbinds the driver, or removes the GPU from the bus, and brings it back */
	OA_UNBINDS,
	/* Suspends all devices of the machine */
	OA_SUSPENDS,
};

#ifdef HAVE_IGT

/* IGT's include path has DRM's headers without a directory. */
#include "drm.h"
#include "i915_drm.h"
#include "igt.h"

/* The kernel's type, also where IGT has typedef'd uint64_t: printf() tells them apart. */
#define u64	__u64

/* IGT prints what follows the reason on the same line. */
#undef igt_require_f
#define igt_require_f(cond, fmt, ...)					\
	do { if (!(cond)) igt_skip(fmt "\n", ##__VA_ARGS__); } while (0)

/* A failed subtest in IGT keeps its streams, so there is nothing to prepare. */
#define igt_oa_before_failure(prepare)	do { } while (0)

/* IGT's runner does not choose by effect. */
#define igt_oa_effect(effect)		do { } while (0)
#define igt_oa_assert_effect(effect)	do { } while (0)

/* IGT's own compare as int: 1ull << 32 would equal 0. */
#undef igt_assert_eq
#undef igt_assert_neq
#undef igt_assert_lt
#undef igt_assert_lte
#define igt_assert_eq(a, b)	igt_assert_cmps64(a, ==, !=, b)
#define igt_assert_neq(a, b)	igt_assert_cmps64(a, !=, ==, b)
#define igt_assert_lt(a, b)	igt_assert_cmps64(a, <, >=, b)
#define igt_assert_lte(a, b)	igt_assert_cmps64(a, <=, >, b)

#else

#include <drm/drm.h>
#include <drm/i915_drm.h>

#include <setjmp.h>
#include <sys/ioctl.h>

#define IGT_EXIT_SUCCESS	0
#define IGT_EXIT_SKIP		77
#define IGT_EXIT_INVALID	79
#define IGT_EXIT_FAILURE	98

/* In seconds; IGT_OA_TIMEOUT in the environment overrides it. */
#define IGT_OA_DEFAULT_TIMEOUT	300

extern sigjmp_buf igt_oa_fixture_jmp;

int igt_oa_main_run(int argc, char **argv, void (*body)(void));
bool igt_oa_fixture_enter(void);
void igt_oa_fixture_leave(void);
bool igt_oa_subtest_enter(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void igt_oa_subtest_leave(void) __attribute__((noreturn));
bool igt_oa_fork(void);
void igt_oa_fork_done(void) __attribute__((noreturn));
void igt_waitchildren(void);
void igt_oa_before_failure(void (*prepare)(void));
void igt_oa_effect(enum igt_oa_effect effect);
void igt_oa_assert_effect(enum igt_oa_effect effect);
void igt_drop_root(void);

void igt_oa_fail(const char *file, int line, const char *func, const char *expr,
		 const char *fmt, ...)
	__attribute__((noreturn, format(printf, 5, 6)));
void igt_oa_skip(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

#define igt_main							\
	static void igt_oa_body(void);					\
	int main(int argc, char **argv)					\
	{								\
		return igt_oa_main_run(argc, argv, igt_oa_body);	\
	}								\
	static void igt_oa_body(void)

#define igt_fixture							\
	for (bool igt_oa_once = igt_oa_fixture_enter() &&		\
			       sigsetjmp(igt_oa_fixture_jmp, 1) == 0;	\
	     igt_oa_once;						\
	     igt_oa_fixture_leave(), igt_oa_once = false)

#define igt_subtest_f(...)						\
	for (; igt_oa_subtest_enter(__VA_ARGS__); igt_oa_subtest_leave())
#define igt_subtest(name)	igt_subtest_f("%s", name)
#define igt_subtest_group	for (bool igt_oa_g = true; igt_oa_g; igt_oa_g = false)
#define igt_describe(text)	do { } while (0)

#define igt_fork(child, num)						\
	for (int child = 0; child < (num); child++)			\
		for (; igt_oa_fork(); igt_oa_fork_done())

#define igt_info(...)	do { printf(__VA_ARGS__); fflush(stdout); } while (0)
#define igt_debug(...)	do { if (getenv("IGT_OA_DEBUG")) igt_info(__VA_ARGS__); } while (0)

#define igt_skip(...)	igt_oa_skip(__VA_ARGS__)
#define igt_skip_on_f(cond, ...)					\
	do { if (cond) igt_oa_skip(__VA_ARGS__); } while (0)
#define igt_require_f(cond, ...)	igt_skip_on_f(!(cond), __VA_ARGS__)
#define igt_require(cond)		igt_require_f(cond, "needs %s", #cond)

#define igt_fail_on_f(cond, ...)	igt_assert_f(!(cond), __VA_ARGS__)
#define igt_assert_f(cond, ...)						\
	do {								\
		if (!(cond))						\
			igt_oa_fail(__FILE__, __LINE__, __func__, #cond, __VA_ARGS__); \
	} while (0)
#define igt_assert(cond)	igt_assert_f(cond, " ")

#define igt_oa_cmp(a, op, b, type, pf)					\
	do {								\
		type igt_a = (type)(a);					\
		type igt_b = (type)(b);					\
									\
		if (!(igt_a op igt_b))					\
			igt_oa_fail(__FILE__, __LINE__, __func__,	\
				    #a " " #op " " #b, pf " against " pf, igt_a, igt_b); \
	} while (0)

#define igt_assert_eq(a, b)	igt_oa_cmp(a, ==, b, long long, "%lld")
#define igt_assert_neq(a, b)	igt_oa_cmp(a, !=, b, long long, "%lld")
#define igt_assert_lt(a, b)	igt_oa_cmp(a, <, b, long long, "%lld")
#define igt_assert_lte(a, b)	igt_oa_cmp(a, <=, b, long long, "%lld")
#define igt_assert_eq_u32(a, b)	igt_oa_cmp(a, ==, b, uint32_t, "%#x")
#define igt_assert_eq_u64(a, b)	igt_oa_cmp(a, ==, b, unsigned long long, "%#llx")
#define igt_assert_fd(fd)	igt_oa_cmp(fd, >=, 0, long long, "%lld")

#endif /* HAVE_IGT */

/* The call must fail with exactly this errno. */
#define oa_assert_fails(call, err)					\
	do {								\
		long oa_r;						\
									\
		errno = 0;						\
		oa_r = (long)(call);					\
		igt_assert_f(oa_r == -1 && errno == (err),		\
			     "%s: got %ld, errno %d (%s); expected errno %d (%s)", \
			     #call, oa_r, errno, strerror(errno), (int)(err), \
			     strerror(err));				\
	} while (0)

/* The call must return zero. */
#define oa_assert_ok(call)						\
	do {								\
		long oa_r;						\
									\
		errno = 0;						\
		oa_r = (long)(call);					\
		igt_assert_f(oa_r == 0, "%s: got %ld", #call, oa_r);	\
	} while (0)

#endif /* _IGT_OA_H_ */
