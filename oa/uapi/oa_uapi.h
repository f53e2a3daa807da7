/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_UAPI_H_
#define _OA_UAPI_H_

#include <linux/kobject.h>
#include <linux/kref.h>
#include <linux/sysfs.h>
#include <linux/types.h>
#include <linux/uuid.h>

#include <drm/drm_ioctl.h>

#include "unit/oa_unit.h"

struct oa_context;
struct oa_device;

/* Metric sets */

/* A metric set; immutable once registered */
struct oa_config {
	struct kref ref; /* one reference for the registry, one for each stream that uses the set */
	u32 id; /* number in DRM_I915_PERF_PROP_OA_METRICS_SET */
	char uuid[UUID_STRING_LEN + 1]; /* 8-4-4-4-12 hex digits, terminated */
	struct oa_metric_set set; /* its registers */
	struct kobj_attribute id_attr; /* sysfs metrics/<uuid>/id */
	struct attribute *attrs[2]; /* @id_attr, for @group */
	struct attribute_group group; /* the directory metrics/<uuid> */
};

/* A metric set that belongs to a platform */
struct oa_builtin_set {
	const char *uuid; /* 8-4-4-4-12 hex digits */
	const struct oa_reg_value *boolean; /* its boolean list; it has no other list */
	u32 num_boolean; /* entries of @boolean */
};

int oa_config_registry_init(struct oa_device *oa);
int oa_config_registry_publish(struct oa_device *oa);
void oa_config_registry_remove_sysfs(struct oa_device *oa);
bool oa_config_registry_published(struct oa_device *oa);
struct oa_config *oa_config_get(struct oa_device *oa, u32 id);
struct oa_config *oa_config_get_uuid(struct oa_device *oa, const char *uuid);
struct oa_config *oa_config_new(const char *uuid);
int oa_config_alloc_list(struct oa_reg_list *list, u32 count);
void oa_config_put(struct oa_config *config);

/* Contexts of a DRM file */

int oa_file_open(struct drm_device *drm, struct drm_file *file);
void oa_file_close(struct drm_device *drm, struct drm_file *file);
struct oa_context *oa_context_get(struct drm_file *file, u32 id);
void oa_context_put(struct oa_context *ctx);
bool oa_context_has_render(const struct oa_context *ctx);

/* Sysctls, and frequencies in sysfs */

int oa_sysctl_register(void);
void oa_sysctl_unregister(void);
bool oa_sysctl_paranoid(void);
u32 oa_sysctl_max_sample_rate(void);
void oa_sysctl_limit_sample_rate(u32 timestamp_hz);

int oa_sysfs_add(struct oa_device *oa);
void oa_sysfs_remove(struct oa_device *oa);

/* Ioctls of a DRM file. The comment above each function names the ioctl and its errors. */

drm_ioctl_t oa_getparam_ioctl, oa_query_ioctl, oa_reg_read_ioctl;
drm_ioctl_t oa_config_add_ioctl, oa_config_remove_ioctl;
drm_ioctl_t oa_context_create_ioctl, oa_context_destroy_ioctl, oa_context_getparam_ioctl;
drm_ioctl_t oa_gem_create_ioctl, oa_gem_create_ext_ioctl, oa_gem_pread_ioctl, oa_gem_pwrite_ioctl,
	oa_gem_mmap_ioctl, oa_gem_mmap_offset_ioctl, oa_gem_set_domain_ioctl,
	oa_gem_get_tiling_ioctl, oa_gem_set_tiling_ioctl, oa_gem_get_aperture_ioctl;

#ifdef CONFIG_COMPAT
long oa_compat_ioctl(struct file *file, unsigned int cmd, unsigned long arg);
#else
#define oa_compat_ioctl	NULL
#endif

#endif /* _OA_UAPI_H_ */
