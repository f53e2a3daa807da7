/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_DRV_H_
#define _OA_DRV_H_

struct drm_minor;

void oa_debugfs_init(struct drm_minor *minor);

#endif /* _OA_DRV_H_ */
