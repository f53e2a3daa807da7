/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SIM_COMPAT_H_
#define _SIM_COMPAT_H_

#include <linux/cleanup.h>

#include "i915_oa_compat.h"

#define sim_hrtimer_setup	oa_hrtimer_setup

#endif /* _SIM_COMPAT_H_ */
