/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What differs between kernels 6.1 and 7.3, for the simulator.
 */
#ifndef _SIM_COMPAT_H_
#define _SIM_COMPAT_H_

#include <linux/cleanup.h>
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
static inline void sim_hrtimer_setup(struct hrtimer *timer,
				     enum hrtimer_restart (*function)(struct hrtimer *timer),
				     clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = function;
}
#else
#define sim_hrtimer_setup hrtimer_setup
#endif

#endif /* _SIM_COMPAT_H_ */
