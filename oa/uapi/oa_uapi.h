/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_UAPI_H_
#define _OA_UAPI_H_

#include <linux/kobject.h>
#include <linux/kref.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/sysfs.h>
#include <linux/types.h>
#include <linux/uuid.h>
#include <linux/xarray.h>

#include "unit/oa_unit.h"

struct drm_device;
struct drm_file;
struct file;
struct oa_device;

/**
 * struct oa_config - a metric set; immutable once registered
 */
struct oa_config {
	/** @ref: one reference for the registry, one for each stream that uses the set */
	struct kref ref;
	/** @id: number in DRM_I915_PERF_PROP_OA_METRICS_SET */
	u32 id;
	/** @uuid: 8-4-4-4-12 hex digits, terminated */
	char uuid[UUID_STRING_LEN + 1];
	/** @set: its registers */
	struct oa_metric_set set;
	/** @id_attr: sysfs metrics/<uuid>/id */
	struct kobj_attribute id_attr;
	/** @attrs: @id_attr, for @group */
	struct attribute *attrs[2];
	/** @group: the directory metrics/<uuid> */
	struct attribute_group group;
};

/**
 * struct oa_builtin_set - a metric set that belongs to a platform
 */
struct oa_builtin_set {
	/** @uuid: 8-4-4-4-12 hex digits; NULL ends a list */
	const char *uuid;
	/** @boolean: its boolean list; it has no other list */
	const struct oa_reg_value *boolean;
	/** @num_boolean: entries of @boolean */
	u32 num_boolean;
};

/**
 * struct oa_config_registry - the metric sets of one GPU
 */
struct oa_config_registry {
	/** @lock: guards @sets and @kobj; process context */
	struct mutex lock;
	/** @sets: struct oa_config by id, from 2 up */
	struct xarray sets;
	/** @kobj: sysfs metrics/, NULL before probe ends and after remove begins */
	struct kobject *kobj;
};

/* 0 is invalid; 1 is reserved for a test config that no longer exists. */
#define OA_CONFIG_FIRST_ID	2
#define OA_CONFIG_RESERVED_ID	1

/* Pairs of register and value in the three lists of a set; published sets have some hundred */
#define OA_CONFIG_MAX_REGS	(64 * 1024u)

int oa_config_registry_init(struct oa_device *oa);
void oa_config_registry_remove_sysfs(struct oa_device *oa);
int oa_config_registry_publish(struct oa_device *oa);
struct oa_config *oa_config_get(struct oa_device *oa, u32 id);
struct oa_config *oa_config_get_uuid(struct oa_device *oa, const char *uuid);
void oa_config_put(struct oa_config *config);
struct oa_config *oa_config_new_empty(void);
int oa_config_add_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_config_remove_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

u32 oa_reg_mask_value(u32 offset, u32 value);
bool oa_uuid_ok(const char *uuid);

#define OA_CONTEXT_MAX_ENGINES	64

/**
 * struct oa_context - a context of a DRM file
 *
 * A context carries no GPU state: this driver submits no work of its clients.
 */
struct oa_context {
	/** @ref: one reference for the file, one for each stream bound to the context */
	struct kref ref;
	/** @has_engines: an engine map was set */
	bool has_engines;
	/** @has_render: the map names render 0:0 */
	bool has_render;
	/** @num_engines: entries of the map */
	u8 num_engines;
	/** @render: bit n set where entry n is render 0:0 */
	u64 render;
};

/**
 * struct oa_file - an open DRM file
 */
struct oa_file {
	/** @contexts: struct oa_context by id, with a lock of its own; 0 always exists */
	struct xarray contexts;
};

int oa_file_open(struct drm_device *drm, struct drm_file *file);
void oa_file_close(struct drm_device *drm, struct drm_file *file);
struct oa_context *oa_context_get(struct drm_file *file, u32 id);
void oa_context_put(struct oa_context *ctx);
int oa_context_create_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_context_destroy_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_context_getparam_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

int oa_gem_create_ext_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_create_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_get_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_set_tiling_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_get_aperture_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_throttle_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

int oa_gem_pread_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_pwrite_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_mmap_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_mmap_offset_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_gem_set_domain_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

#ifdef CONFIG_COMPAT
long oa_compat_ioctl(struct file *file, unsigned int cmd, unsigned long arg);
#else
#define oa_compat_ioctl	NULL
#endif

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

int oa_sysctl_register(void);
void oa_sysctl_unregister(void);
void oa_sysctl_i915_comes(void);
int oa_sysctl_i915_changed(void);
bool oa_sysctl_paranoid(void);
u32 oa_sysctl_max_sample_rate(void);
void oa_sysctl_limit_sample_rate(u32 timestamp_hz);

int oa_sysfs_add(struct oa_device *oa);
void oa_sysfs_remove(struct oa_device *oa);

#endif /* _OA_UAPI_H_ */
