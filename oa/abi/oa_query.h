/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_QUERY_H_
#define _OA_QUERY_H_

struct drm_device;
struct drm_file;

/*
 * This revision promises open, enable, CONFIG, HOLD_PREEMPTION, GLOBAL_SSEU, POLL_OA_PERIOD,
 * engine class and instance.
 */
#define OA_PERF_REVISION	6

/* MMAP_OFFSET is there. */
#define OA_MMAP_VERSION		4

int oa_getparam_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_query_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_reg_read_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

#endif /* _OA_QUERY_H_ */
