/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_COUNTING_SET_H_
#define _OA_COUNTING_SET_H_

#include <linux/types.h>

struct oa_config;
struct oa_platform;

struct oa_config *oa_counting_set_new(const struct oa_platform *platform);
u64 oa_counting_set_common(const struct oa_platform *platform, const struct oa_config *own,
			   const struct oa_config *other);

#endif /* _OA_COUNTING_SET_H_ */
