/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of its compiler and library that the core of the simulated GPU uses, in the
 * kernel and in user space. The interface to its host at run time is in sim_host.h.
 */
#ifndef _SIM_ENV_H_
#define _SIM_ENV_H_

#include "regs/regs_env.h"

#ifdef __KERNEL__
#include <linux/bitfield.h>
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sizes.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/types.h>
#include <asm/barrier.h>

#include "i915_oa_compat.h"

/* The check runs with every register access, so only where lockdep reads it */
#define SIM_CHECK_LOCK		IS_ENABLED(CONFIG_LOCKDEP)
#else
#include "sim_env_user.h"
#endif

/* The GPU's page size, independent of the host's */
#define SIM_PAGE_SHIFT		12
#define SIM_PAGE_SIZE		4096u

#endif /* _SIM_ENV_H_ */
