/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_DRV_H_
#define _OA_DRV_H_

#include <linux/pm.h>

struct drm_minor;

extern const struct dev_pm_ops oa_pm_ops;

void oa_debugfs_init(struct drm_minor *minor);

#endif /* _OA_DRV_H_ */
