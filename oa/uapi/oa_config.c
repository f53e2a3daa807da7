// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Metric sets
 *
 * User space uploads metric sets: lists of registers and values that route events to counters. A
 * list reaches hardware unchanged, so each offset must be on the platform's whitelist. Two
 * registers hold bits that users must not write; these bits are masked out.
 *
 * A registered set never changes. A set that is removed while a stream uses it
 * lasts as long as the stream.
 *
 * Facts: abi.rst 7, hardware.rst 8.
 */
#include <linux/capability.h>
#include <linux/cleanup.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <drm/drm_file.h>
#include <drm/drm_managed.h>
#include <uapi/drm/i915_drm.h>

#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "regs/gt_regs.h"
#include "uapi/oa_uapi_priv.h"

/* Mask out the bits that users must not write. The result is stored and written. */
u32 oa_reg_mask_value(u32 offset, u32 value)
{
	switch (offset) {
	case HALF_SLICE_CHICKEN2:	/* bit 13 and its write enable */
		return value & ~(BIT(13) | BIT(29));
	case WAIT_FOR_RC6_EXIT:		/* the wait itself and its write enable */
		return value & ~(BIT(0) | BIT(16));
	default:
		return value;
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reg_mask_value);

/* Create a metric set without registers. No lookup finds it. Return NULL without memory. */
struct oa_config *oa_config_new(const char *uuid)
{
	struct oa_config *config = kzalloc(sizeof(*config), GFP_KERNEL_ACCOUNT);

	if (!config)
		return NULL;
	kref_init(&config->ref);
	memcpy(config->uuid, uuid, UUID_STRING_LEN);
	return config;
}

static void oa_config_free(struct kref *ref)
{
	struct oa_config *config = container_of(ref, struct oa_config, ref);

	kvfree(config->set.mux.regs);
	kvfree(config->set.boolean.regs);
	kvfree(config->set.flex.regs);
	kfree(config);
}

/* Drop a reference. @config may be NULL. */
void oa_config_put(struct oa_config *config)
{
	if (config)
		kref_put(&config->ref, oa_config_free);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_config_put);

/* Look up a metric set by its number. Return it with a reference taken, or NULL. */
struct oa_config *oa_config_get(struct oa_device *oa, u32 id)
{
	struct oa_config *config;

	guard(mutex)(&oa->configs->lock);
	config = xa_load(&oa->configs->sets, id);
	if (config)
		kref_get(&config->ref);
	return config;
}

static struct oa_config *oa_config_find_uuid(struct oa_config_registry *configs, const char *uuid)
{
	struct oa_config *config;
	unsigned long id;

	lockdep_assert_held(&configs->lock);
	xa_for_each(&configs->sets, id, config)
		if (!strncmp(config->uuid, uuid, UUID_STRING_LEN))
			return config;
	return NULL;
}

/* Look up a metric set by UUID_STRING_LEN characters. Return as oa_config_get(). */
struct oa_config *oa_config_get_uuid(struct oa_device *oa, const char *uuid)
{
	struct oa_config *config;

	guard(mutex)(&oa->configs->lock);
	config = oa_config_find_uuid(oa->configs, uuid);
	if (config)
		kref_get(&config->ref);
	return config;
}

static ssize_t oa_config_id_show(struct kobject *kobj, struct kobj_attribute *attr, char *buf)
{
	struct oa_config *config = container_of(attr, struct oa_config, id_attr);

	return sysfs_emit(buf, "%u\n", config->id);
}

static int oa_config_publish(struct oa_config_registry *configs, struct oa_config *config)
{
	config->id_attr = (struct kobj_attribute)__ATTR(id, 0444, oa_config_id_show, NULL);
	sysfs_attr_init(&config->id_attr.attr);
	config->attrs[0] = &config->id_attr.attr;
	config->group.name = config->uuid;
	config->group.attrs = config->attrs;
	return sysfs_create_group(configs->kobj, &config->group);
}

/* Allocate the registers of an empty list of a new set. Return 0 or -ENOMEM. */
int oa_config_alloc_list(struct oa_reg_list *list, u32 count)
{
	list->regs = kvmalloc_array(count, sizeof(*list->regs), GFP_KERNEL_ACCOUNT);
	if (!list->regs)
		return -ENOMEM;
	list->count = count;
	return 0;
}

static int oa_list_read(struct oa_device *oa, const char *name, struct oa_reg_list *list,
			const struct oa_reg_range *ranges, u32 count, u64 ptr)
{
	u32 __user *user = u64_to_user_ptr(ptr);
	u32 i, offset, value;
	int ret = oa_config_alloc_list(list, count);

	if (ret)
		return ret;
	for (i = 0; i < count; i++) {
		if (get_user(offset, user + 2 * i))
			return -EFAULT;
		if (!oa_reg_in(ranges, offset))
			return oa_fail(&oa->drm, -EINVAL,
				       "%s register %u: 0x%x is not on the whitelist\n", name, i,
				       offset);
		if (get_user(value, user + 2 * i + 1))
			return -EFAULT;
		list->regs[i].offset = offset;
		list->regs[i].value = oa_reg_mask_value(offset, value);
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

static int oa_config_read(struct oa_device *oa, struct oa_config *config,
			  const struct drm_i915_perf_oa_config *args)
{
	const struct oa_platform *p = oa->platform;
	int ret = oa_list_read(oa, "mux", &config->set.mux, p->mux, args->n_mux_regs,
			       args->mux_regs_ptr) ?:
		  oa_list_read(oa, "boolean", &config->set.boolean, p->boolean,
			       args->n_boolean_regs, args->boolean_regs_ptr);

	if (ret)
		return ret;
	if (!p->flex && args->n_flex_regs)
		return oa_fail(&oa->drm, -EINVAL, "%s has no flex EU registers\n", p->name);
	return oa_list_read(oa, "flex", &config->set.flex, p->flex, args->n_flex_regs,
			    args->flex_regs_ptr);
}

static int oa_config_insert(struct oa_device *oa, struct oa_config *config)
{
	struct oa_config_registry *configs = oa->configs;
	int ret;

	lockdep_assert_held(&configs->lock);
	if (!configs->kobj)
		return -ENODEV;
	if (oa_config_find_uuid(configs, config->uuid))
		return oa_fail(&oa->drm, -EADDRINUSE, "metric set %s exists already\n",
			       config->uuid);
	ret = xa_alloc(&configs->sets, &config->id, config,
		       XA_LIMIT(OA_CONFIG_FIRST_ID, INT_MAX), GFP_KERNEL);
	if (ret)
		return ret;
	ret = oa_config_publish(configs, config);
	if (ret)
		xa_erase(&configs->sets, config->id);
	return ret;
}

/* Return an error, or the id: read under the lock, since then another caller may remove it. */
static int oa_config_register(struct oa_device *oa, struct oa_config *config)
{
	int ret = mutex_lock_interruptible(&oa->configs->lock);

	if (ret)
		return ret;
	ret = oa_config_insert(oa, config) ?: (int)config->id;
	mutex_unlock(&oa->configs->lock);
	return ret;
}

static int oa_config_check_privilege(struct oa_device *oa)
{
	if (!oa_sysctl_paranoid() || perfmon_capable())
		return 0;
	return oa_fail(&oa->drm, -EACCES,
		       "metric sets need CAP_PERFMON while perf_stream_paranoid is set\n");
}

/* Opening a stream, its resume and each recovery after a reset write all of a set, under locks. */
static bool oa_config_too_long(const struct drm_i915_perf_oa_config *args)
{
	u64 regs = (u64)args->n_mux_regs + args->n_boolean_regs + args->n_flex_regs;

	return regs > OA_CONFIG_MAX_REGS;
}

static bool oa_config_empty(const struct drm_i915_perf_oa_config *args)
{
	return (!args->n_mux_regs || !args->mux_regs_ptr) &&
	       (!args->n_boolean_regs || !args->boolean_regs_ptr) &&
	       (!args->n_flex_regs || !args->flex_regs_ptr);
}

/* DRM_IOCTL_I915_PERF_ADD_CONFIG. Return: the new id, or an error, in the order of abi.rst 7. */
int oa_config_add_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_perf_oa_config *args = data;
	struct oa_device *oa = to_oa(drm);
	struct oa_config *config;
	int ret;

	ret = oa_config_check_privilege(oa);
	if (ret)
		return ret;
	if (oa_config_empty(args))
		return oa_fail(drm, -EINVAL, "metric set without registers\n");
	if (!uuid_is_valid(args->uuid))
		return oa_fail(drm, -EINVAL, "metric set uuid is not 8-4-4-4-12 hex digits\n");
	if (oa_config_too_long(args))
		return oa_fail(drm, -EINVAL,
			       "metric set has %u + %u + %u registers, more than %u\n",
			       args->n_mux_regs, args->n_boolean_regs, args->n_flex_regs,
			       OA_CONFIG_MAX_REGS);

	config = oa_config_new(args->uuid);
	if (!config)
		return -ENOMEM;
	ret = oa_config_read(oa, config, args) ?: oa_config_register(oa, config);
	if (ret < 0)
		oa_config_put(config);
	return ret;
}

/* DRM_IOCTL_I915_PERF_REMOVE_CONFIG. Return: 0, -EACCES for lack of privilege, -ENOENT. */
int oa_config_remove_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct oa_device *oa = to_oa(drm);
	struct oa_config_registry *configs = oa->configs;
	struct oa_config *config = NULL;
	u64 id = *(u64 *)data;
	int ret;

	ret = oa_config_check_privilege(oa);
	if (ret)
		return ret;
	ret = mutex_lock_interruptible(&configs->lock);
	if (ret)
		return ret;
	if (id <= INT_MAX)
		config = xa_erase(&configs->sets, id);
	if (config && configs->kobj)
		sysfs_remove_group(configs->kobj, &config->group);
	mutex_unlock(&configs->lock);
	if (!config)
		return oa_fail(drm, -ENOENT, "no metric set %llu\n", id);
	oa_config_put(config);
	return 0;
}

/* Remove metrics/ while the DRM device is still registered. After this no set can be added. */
void oa_config_registry_remove_sysfs(struct oa_device *oa)
{
	struct oa_config_registry *configs = oa->configs;
	struct oa_config *config;
	unsigned long id;

	guard(mutex)(&configs->lock);
	if (!configs->kobj)
		return;
	xa_for_each(&configs->sets, id, config)
		sysfs_remove_group(configs->kobj, &config->group);
	kobject_put(configs->kobj);
	configs->kobj = NULL;
}

static int oa_config_add_builtin(struct oa_device *oa, const struct oa_builtin_set *set)
{
	struct oa_config *config = oa_config_new(set->uuid);
	int ret;

	if (!config)
		return -ENOMEM;
	ret = oa_config_alloc_list(&config->set.boolean, set->num_boolean);
	if (!ret) {
		memcpy(config->set.boolean.regs, set->boolean,
		       set->num_boolean * sizeof(*set->boolean));
		ret = oa_config_register(oa, config);
	}
	if (ret < 0)
		oa_config_put(config);
	return ret;
}

/* Create sysfs metrics/ and register the platform's own set. The DRM device is registered. */
int oa_config_registry_publish(struct oa_device *oa)
{
	struct kobject *kobj;
	int ret;

	kobj = kobject_create_and_add("metrics", &oa->drm.primary->kdev->kobj);
	if (!kobj)
		return -ENOMEM;
	scoped_guard(mutex, &oa->configs->lock)
		oa->configs->kobj = kobj;
	if (!oa->platform->set)
		return 0;
	ret = oa_config_add_builtin(oa, oa->platform->set);
	if (ret < 0)
		oa_config_registry_remove_sysfs(oa);
	return min(ret, 0);
}

/* Check whether metric sets can be registered: not before probe ends, nor after remove begins. */
bool oa_config_registry_published(struct oa_device *oa)
{
	return READ_ONCE(oa->configs->kobj);
}

static void oa_config_registry_fini(struct drm_device *drm, void *registry)
{
	struct oa_config_registry *configs = registry;
	struct oa_config *config;
	unsigned long id;

	xa_for_each(&configs->sets, id, config)
		oa_config_put(config);
	xa_destroy(&configs->sets);
	mutex_destroy(&configs->lock);
}

/* Prepare the registry, without a set. It lasts as long as the DRM device. Return 0 or -ENOMEM. */
int oa_config_registry_init(struct oa_device *oa)
{
	struct oa_config_registry *configs = drmm_kzalloc(&oa->drm, sizeof(*configs), GFP_KERNEL);

	if (!configs)
		return -ENOMEM;
	mutex_init(&configs->lock);
	xa_init_flags(&configs->sets, XA_FLAGS_ALLOC);
	oa->configs = configs;
	return drmm_add_action_or_reset(&oa->drm, oa_config_registry_fini, configs);
}
