/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GEM_H_
#define _OA_GEM_H_

struct drm_device;
struct drm_file;

int oa_gem_create_ext_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_create_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_get_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_set_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_get_aperture_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_throttle_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

#endif /* _OA_GEM_H_ */
