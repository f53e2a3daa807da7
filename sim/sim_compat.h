/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SIM_COMPAT_H_
#define _SIM_COMPAT_H_

#include "i915_oa_compat.h"

#define sim_hrtimer_setup		oa_hrtimer_setup
#define EXPORT_SYMBOL_FOR_SIM_TESTS	EXPORT_SYMBOL_FOR_OA_TESTS

#endif /* _SIM_COMPAT_H_ */
