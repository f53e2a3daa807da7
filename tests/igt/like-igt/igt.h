/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an IGT checkout demands of these programs, for "make -C tests/igt like-igt". It
 * declares IGT's words with their types and their quirks. Nothing links with it.
 */
#ifndef IGT_H
#define IGT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define IGT_EXIT_SUCCESS	0
#define IGT_EXIT_SKIP		77
#define IGT_EXIT_INVALID	79
#define IGT_EXIT_FAILURE	98

/* Names that IGT takes. Its u64 is uint64_t, not the kernel's unsigned long long. */
typedef __UINT8_TYPE__ u8;
typedef __UINT16_TYPE__ u16;
typedef __UINT32_TYPE__ u32;
typedef __UINT64_TYPE__ u64;
typedef __INT8_TYPE__ s8;
typedef __INT16_TYPE__ s16;
typedef __INT32_TYPE__ s32;
typedef __INT64_TYPE__ s64;

#define ARRAY_SIZE(list)	(sizeof(list) / sizeof((list)[0]))
#define BIT(bit)		(1ul << (bit))

uint32_t gem_create(int fd, uint64_t size);
void gem_close(int fd, uint32_t handle);
uint32_t gem_context_create(int fd);
void gem_context_destroy(int fd, uint32_t ctx_id);
void gem_write(int fd, uint32_t handle, uint64_t offset, const void *buf, uint64_t size);
void gem_read(int fd, uint32_t handle, uint64_t offset, void *buf, uint64_t size);
int gem_wait(int fd, uint32_t handle, int64_t *timeout_ns);
int drm_open_driver(int chipset);
int drm_open_driver_render(int chipset);

/* The control flow of a program */
void igt_start(int argc, char **argv);
void igt_exit(void) __attribute__((noreturn));
bool igt_enter_fixture(void);
bool igt_enter_subtest(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
bool igt_enter_child(void);

#define igt_main						\
	static void igt_body(void);				\
	int main(int argc, char **argv)				\
	{							\
		igt_start(argc, argv);				\
		igt_body();					\
		igt_exit();					\
	}							\
	static void igt_body(void)

#define igt_fixture		for (; igt_enter_fixture();)
#define igt_subtest(name)	for (; igt_enter_subtest("%s", name);)
#define igt_subtest_f(...)	for (; igt_enter_subtest(__VA_ARGS__);)
#define igt_subtest_group	for (; igt_enter_fixture();)

#define igt_fork(child, num)					\
	for (int child = 0; child < (num); child++)		\
		for (; igt_enter_child(); exit(0))
void igt_waitchildren(void);
void igt_drop_root(void);

/* Verdicts */
void igt_fail(int status) __attribute__((noreturn));
void igt_skip(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
void igt_stop(const char *expr, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 2, 3)));
void igt_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#define igt_info(...)		igt_say(__VA_ARGS__)
#define igt_debug(...)		igt_say(__VA_ARGS__)

#define igt_assert_f(cond, ...)					\
	do {							\
		if (!(cond))					\
			igt_stop(#cond, __VA_ARGS__);		\
	} while (0)
#define igt_assert(cond)	igt_assert_f(cond, "%s", "")
#define igt_fail_on(cond)	igt_assert(!(cond))
#define igt_fail_on_f(cond, ...)	igt_assert_f(!(cond), __VA_ARGS__)
#define igt_skip_on_f(cond, ...)				\
	do {							\
		if (cond)					\
			igt_skip(__VA_ARGS__);			\
		else						\
			igt_debug("%s\n", #cond);		\
	} while (0)
#define igt_skip_on(cond)	igt_skip_on_f(cond, "%s", #cond)
#define igt_require_f(cond, ...)	igt_skip_on_f(!(cond), __VA_ARGS__)
#define igt_require(cond)	igt_require_f(cond, "%s", #cond)
/* A statement that ends by itself, because IGT's has a semicolon: no "else" may follow. */
#define igt_assert_fd(fd)	{ igt_assert_f((fd) >= 0, "%s", #fd); }

/* The operator and its opposite, which the message shows */
#define igt_compare(type, a, op, not_op, b)			\
	do {							\
		type igt_a = (a), igt_b = (b);			\
								\
		igt_assert_f(igt_a op igt_b, #not_op);		\
	} while (0)
#define igt_assert_cmpint(a, op, not_op, b)	igt_compare(int, a, op, not_op, b)
#define igt_assert_cmpuint(a, op, not_op, b)	igt_compare(uint32_t, a, op, not_op, b)
#define igt_assert_cmps64(a, op, not_op, b)	igt_compare(int64_t, a, op, not_op, b)
#define igt_assert_cmpu64(a, op, not_op, b)	igt_compare(uint64_t, a, op, not_op, b)
#define igt_assert_eq(a, b)	igt_assert_cmpint(a, ==, !=, b)
#define igt_assert_neq(a, b)	igt_assert_cmpint(a, !=, ==, b)
#define igt_assert_lt(a, b)	igt_assert_cmpint(a, <, >=, b)
#define igt_assert_lte(a, b)	igt_assert_cmpint(a, <=, >, b)
#define igt_assert_eq_u32(a, b)	igt_assert_cmpuint(a, ==, !=, b)
#define igt_assert_eq_u64(a, b)	igt_assert_cmpu64(a, ==, !=, b)
#define igt_assert_eq_s64(a, b)	igt_assert_cmps64(a, ==, !=, b)

#endif /* IGT_H */
