/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SYSCTL_H_
#define _OA_SYSCTL_H_

#include <linux/types.h>

int oa_sysctl_register(void);
void oa_sysctl_unregister(void);
void oa_sysctl_i915_comes(void);
int oa_sysctl_i915_changed(void);
bool oa_sysctl_paranoid(void);
u32 oa_sysctl_max_sample_rate(void);
void oa_sysctl_limit_sample_rate(u32 timestamp_hz);

#endif /* _OA_SYSCTL_H_ */
