/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The differences between kernels 6.1 and 7.3, for the driver, the report formats and
 * the simulated GPU alike.
 */
#ifndef _I915_OA_COMPAT_H_
#define _I915_OA_COMPAT_H_

#include <linux/export.h>
#include <linux/hrtimer.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "i915-oa needs Linux 6.1 or later"
#endif

/* Moved in 6.12. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
#include <asm/unaligned.h>
#else
#include <linux/unaligned.h>
#endif

/* hrtimer_setup() came with 6.13, hrtimer_init() went with 6.15. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
static inline void oa_hrtimer_setup(struct hrtimer *timer,
				    enum hrtimer_restart (*function)(struct hrtimer *timer),
				    clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = function;
}
#else
#define oa_hrtimer_setup hrtimer_setup
#endif

/* Since 6.13 the name of a namespace is a string. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
#define OA_TESTS_NAMESPACE	I915_OA_TESTS
#else
#define OA_TESTS_NAMESPACE	"I915_OA_TESTS"
#endif

/*
 * The KUnit module tests functions that are not part of any interface. They are in a namespace,
 * so that no other module uses them by accident.
 */
#if IS_ENABLED(CONFIG_KUNIT)
#define EXPORT_SYMBOL_FOR_OA_TESTS(sym)	EXPORT_SYMBOL_NS_GPL(sym, OA_TESTS_NAMESPACE)
#else
#define EXPORT_SYMBOL_FOR_OA_TESTS(sym)
#endif

#endif /* _I915_OA_COMPAT_H_ */
