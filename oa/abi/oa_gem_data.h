/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GEM_DATA_H_
#define _OA_GEM_DATA_H_

#include <linux/mm.h>

struct dma_buf;
struct drm_device;
struct drm_file;
struct drm_gem_object;

struct dma_buf *oa_gem_export(struct drm_gem_object *obj, int flags);
int oa_gem_mmap(struct drm_gem_object *obj, struct vm_area_struct *vma);
int oa_gem_pread_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_pwrite_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_mmap_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_mmap_offset_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_set_domain_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

#endif /* _OA_GEM_DATA_H_ */
