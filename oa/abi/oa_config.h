/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_CONFIG_H_
#define _OA_CONFIG_H_

#include <linux/kobject.h>
#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/sysfs.h>
#include <linux/types.h>
#include <linux/uuid.h>
#include <linux/xarray.h>

#include "oa_reg.h"

struct drm_device;
struct drm_file;
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
	/** @mux: NOA and other mux registers */
	struct oa_reg_list mux;
	/** @boolean: triggers and custom event creation */
	struct oa_reg_list boolean;
	/** @flex: flexible EU counters */
	struct oa_reg_list flex;
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
void oa_config_registry_fini(struct oa_device *oa);
struct oa_config *oa_config_get(struct oa_device *oa, u32 id);
struct oa_config *oa_config_get_uuid(struct oa_device *oa, const char *uuid);
void oa_config_put(struct oa_config *config);
struct oa_config *oa_config_new_empty(void);
int oa_config_add_ioctl(struct drm_device *drm, void *data, struct drm_file *file);
int oa_config_remove_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

u32 oa_reg_mask_value(u32 offset, u32 value);
bool oa_uuid_ok(const char *uuid);

#endif /* _OA_CONFIG_H_ */
