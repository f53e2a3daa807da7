/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_UAPI_PRIV_H_
#define _OA_UAPI_PRIV_H_

#include <linux/mutex.h>
#include <linux/xarray.h>

#include "uapi/oa_uapi.h"

/* Metric sets (oa_config.c) */

/* 0 is invalid; 1 is reserved for a test config that no longer exists. */
#define OA_CONFIG_FIRST_ID	2
#define OA_CONFIG_RESERVED_ID	1

/* Pairs of register and value in the three lists of a set; published sets have some hundred */
#define OA_CONFIG_MAX_REGS	(64 * 1024u)

/* The metric sets of one GPU */
struct oa_config_registry {
	struct mutex lock;	/* guards the members below; process context */
	struct xarray sets;	/* struct oa_config by id, from OA_CONFIG_FIRST_ID up */
	struct kobject *kobj;	/* sysfs metrics/; NULL before probe ends and after remove begins */
};

u32 oa_reg_mask_value(u32 offset, u32 value);

/* Sysctls (oa_sysctl.c) */

void oa_sysctl_release(void);
int oa_sysctl_choose(void);

#endif /* _OA_UAPI_PRIV_H_ */
