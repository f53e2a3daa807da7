/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PROPS_H_
#define _OA_PROPS_H_

#include <linux/types.h>

#include "stream/oa_props_types.h"

struct drm_device;
struct oa_platform;
struct oa_topology;

/**
 * struct oa_props_env - the GPU and the caller's limits, to judge the properties of an open
 */
struct oa_props_env {
	/** @drm: for debug lines, NULL in tests */
	struct drm_device *drm;
	/** @platform: of the GPU */
	const struct oa_platform *platform;
	/** @topology: of the GPU */
	const struct oa_topology *topology;
	/** @timestamp_hz: ticks of the GPU's time stamp per second */
	u32 timestamp_hz;
	/** @max_sample_rate: fastest rate without privilege, Hz */
	u32 max_sample_rate;
	/** @privileged: the caller has CAP_PERFMON or CAP_SYS_ADMIN */
	bool privileged;
};

#define OA_POLL_PERIOD_DEFAULT_NS	5000000ull
#define OA_POLL_PERIOD_MIN_NS		100000ull
/* Longer periods are taken as this one, so that no sum with the time of the clock wraps. */
#define OA_POLL_PERIOD_MAX_NS		3600000000000ull
#define OA_EXPONENT_MAX			31

void oa_props_init(struct oa_props *props);
int oa_props_set(const struct oa_props_env *env, struct oa_props *props, u64 id, u64 value);
int oa_props_check(const struct oa_props_env *env, const struct oa_props *props);
int oa_props_read(const struct oa_props_env *env, struct oa_props *props, u32 num, u64 ptr);

#endif /* _OA_PROPS_H_ */
