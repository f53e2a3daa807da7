/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The differences between kernels 6.1 and 7.3, for the driver, the report formats and
 * the simulated GPU alike.
 */
#ifndef _I915_OA_COMPAT_H_
#define _I915_OA_COMPAT_H_

#include <linux/cleanup.h>
#include <linux/export.h>
#include <linux/hrtimer.h>
#include <linux/spinlock.h>
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

/* Balance sparse's lock count, since sparse does not see that a guard unlocks. */
static inline void oa_guard_lock(raw_spinlock_t *lock, unsigned long *flags)
{
	raw_spin_lock_irqsave(lock, *flags);
	__release(lock);
}

static inline void oa_guard_unlock(raw_spinlock_t *lock, unsigned long flags)
{
	__acquire(lock);
	raw_spin_unlock_irqrestore(lock, flags);
}

/*
 * Define guard(name)(object) and scoped_guard(name, object), which hold the object's raw spinlock
 * @lock with interrupts off.
 */
#define OA_DEFINE_LOCK_GUARD(name, type) \
	DEFINE_LOCK_GUARD_1(name, type, oa_guard_lock(&_T->lock->lock, &_T->flags), \
			    oa_guard_unlock(&_T->lock->lock, _T->flags), unsigned long flags)

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
