// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Getparam, query, register read
 *
 * Clients call these ioctls before they open a stream. The topology that a query returns must be
 * the one that the counters count, because clients divide counters by it.
 *
 * Facts: abi.rst 3, 4, 13.
 */
#include <linux/cleanup.h>
#include <linux/compat.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <drm/drm_ioctl.h>
#include <uapi/drm/i915_drm.h>

#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "regs/oa_regs.h"
#include "uapi/oa_uapi_priv.h"

/*
 * This revision promises open, enable, CONFIG, HOLD_PREEMPTION, GLOBAL_SSEU, POLL_OA_PERIOD, engine
 * class and instance.
 */
#define OA_PERF_REVISION	6

static int oa_getparam_value(struct oa_device *oa, int param)
{
	const struct oa_topology *t = oa->topology;

	switch (param) {
	case I915_PARAM_CHIPSET_ID:
		return oa_pdev(oa)->device;
	case I915_PARAM_REVISION:
		return oa_pdev(oa)->revision;
	case I915_PARAM_SUBSLICE_TOTAL:
		return oa_topology_subslices(t);
	case I915_PARAM_EU_TOTAL:
		return oa_topology_eus(t);
	case I915_PARAM_SLICE_MASK:
		return t->slice_mask;
	case I915_PARAM_SUBSLICE_MASK:
		return t->subslice_mask[__ffs(t->slice_mask)];
	case I915_PARAM_HAS_CONTEXT_ISOLATION:
		return 0;
	case I915_PARAM_CS_TIMESTAMP_FREQUENCY:
	case OA_PARAM_OA_TIMESTAMP_FREQUENCY:
		return oa->timestamp_hz;
	case I915_PARAM_MMAP_GTT_VERSION:
		return 4;	/* MMAP_OFFSET is there. */
	case I915_PARAM_PERF_REVISION:
		return OA_PERF_REVISION;
	default:
		return oa_fail(&oa->drm, -EINVAL, "unknown parameter %d\n", param);
	}
}

/* DRM_IOCTL_I915_GETPARAM. Return: 0, -EINVAL for an unknown parameter, -EFAULT. */
int oa_getparam_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_getparam *args = data;
	int value = oa_getparam_value(to_oa(drm), args->param);

	if (value < 0)
		return value;
	return put_user(value, args->value) ? -EFAULT : 0;
}

#ifdef CONFIG_COMPAT
/*
 * GETPARAM of a 32-bit program. This struct holds a pointer, and the ioctl's number contains its
 * size. All other structs of the ABI have the same layout in 32-bit programs, except one that i915
 * does not translate either (abi.rst 4.3).
 */
struct oa_getparam32 {
	s32 param;
	compat_uptr_t value;
};

#define OA_IOCTL32_GETPARAM \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_I915_GETPARAM, struct oa_getparam32)

static long oa_compat_getparam(struct file *file, struct oa_getparam32 __user *user)
{
	struct oa_getparam32 args32;
	drm_i915_getparam_t args = {};

	if (copy_from_user(&args32, user, sizeof(args32)))
		return -EFAULT;
	args.param = args32.param;
	args.value = compat_ptr(args32.value);
	return drm_ioctl_kernel(file, oa_getparam_ioctl, &args, DRM_RENDER_ALLOW);
}

/* Handle an ioctl of the DRM file by a 32-bit program. Return as the ioctl. */
long oa_compat_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	if (cmd == OA_IOCTL32_GETPARAM)
		return oa_compat_getparam(file, compat_ptr(arg));
	return drm_compat_ioctl(file, cmd, arg);
}
#endif

/*
 * Return the size that an item needs if its length is 0, an error if the length is smaller, or 0.
 * i915 compares lengths as unsigned numbers, so a negative one is large.
 */
static int oa_query_size(const struct drm_i915_query_item *item, u32 size)
{
	if (!item->length)
		return size;
	return (u32)item->length < size ? -EINVAL : 0;
}

/* Return 8 bits of the EU mask of a subslice. @subslice counts through all slices. */
static u8 oa_topology_eu_byte(const struct oa_topology *t, u32 subslice, u32 byte)
{
	return t->eu_mask[subslice / t->max_subslices][subslice % t->max_subslices] >> (8 * byte);
}

static int oa_query_topology(struct oa_device *oa, struct drm_i915_query_item *item)
{
	const struct oa_topology *t = oa->topology;
	const u32 ss_stride = DIV_ROUND_UP(t->max_subslices, 8);
	const u32 eu_stride = DIV_ROUND_UP(t->max_eus, 8);
	struct drm_i915_query_topology_info info = {
		.max_slices = t->max_slices,
		.max_subslices = t->max_subslices,
		.max_eus_per_subslice = t->max_eus,
		.subslice_offset = 1,
		.subslice_stride = ss_stride,
		.eu_offset = 1 + t->max_slices * ss_stride,
		.eu_stride = eu_stride,
	};
	const u32 num_subslices = t->max_slices * t->max_subslices;
	const u32 eu_end = info.eu_offset + num_subslices * eu_stride;
	u8 __user *user = u64_to_user_ptr(item->data_ptr);
	u8 data[64] = { t->slice_mask };
	u32 i;
	int ret;

	BUILD_BUG_ON(1 + OA_MAX_SLICES + 2 * OA_MAX_SLICES * OA_MAX_SUBSLICES > sizeof(data));
	if (item->flags)
		return -EINVAL;
	ret = oa_query_size(item, sizeof(info) + eu_end);
	if (ret)
		return ret;
	for (i = 0; i < t->max_slices; i++)
		data[info.subslice_offset + i * ss_stride] = t->subslice_mask[i];
	for (i = 0; i < num_subslices * eu_stride; i++)
		data[info.eu_offset + i] = oa_topology_eu_byte(t, i / eu_stride, i % eu_stride);
	if (copy_to_user(user, &info, sizeof(info)) ||
	    copy_to_user(user + sizeof(info), data, eu_end))
		return -EFAULT;
	return sizeof(info) + eu_end;
}

static int oa_query_engines(struct oa_device *oa, struct drm_i915_query_item *item)
{
	struct drm_i915_query_engine_info __user *user = u64_to_user_ptr(item->data_ptr);
	struct drm_i915_query_engine_info head;
	struct drm_i915_engine_info engine = {
		.engine = { .engine_class = I915_ENGINE_CLASS_RENDER },
		.flags = I915_ENGINE_INFO_HAS_LOGICAL_INSTANCE,
	};
	int ret;

	if (item->flags)
		return -EINVAL;
	ret = oa_query_size(item, sizeof(head) + sizeof(engine));
	if (ret)
		return ret;
	if (copy_from_user(&head, user, sizeof(head)))
		return -EFAULT;
	if (memchr_inv(&head, 0, sizeof(head)))
		return -EINVAL;
	head.num_engines = 1;
	if (copy_to_user(user, &head, sizeof(head)) ||
	    copy_to_user(user->engines, &engine, sizeof(engine)))
		return -EFAULT;
	return sizeof(head) + sizeof(engine);
}

/* The payload follows the padding of the struct, not the u32 before its flexible array. */
static void __user *oa_query_config_payload(struct drm_i915_query_perf_config __user *user)
{
	return user + 1;
}

static int oa_query_config_list(struct oa_device *oa, struct drm_i915_query_item *item)
{
	struct drm_i915_query_perf_config __user *user = u64_to_user_ptr(item->data_ptr);
	struct oa_config_registry *configs = oa->configs;
	struct oa_config *config;
	unsigned long id;
	u64 *ids, num = 1;
	u32 flags;
	int ret;

	scoped_guard(mutex, &configs->lock) {
		xa_for_each(&configs->sets, id, config)
			num++;
		ids = kvmalloc_array(num, sizeof(*ids), GFP_KERNEL);
		if (!ids)
			return -ENOMEM;
		num = 0;
		ids[num++] = OA_CONFIG_RESERVED_ID;
		xa_for_each(&configs->sets, id, config)
			ids[num++] = id;
	}

	ret = sizeof(*user) + num * sizeof(*ids);
	if (!item->length)
		goto out;
	if (get_user(flags, &user->flags))
		ret = -EFAULT;
	else if (flags || (u32)item->length < ret)
		ret = -EINVAL;
	else if (put_user(num, &user->n_configs) ||
		 copy_to_user(oa_query_config_payload(user), ids, num * sizeof(*ids)))
		ret = -EFAULT;
out:
	kvfree(ids);
	return ret;
}

static int oa_query_copy_config(const struct oa_config *config,
				struct drm_i915_perf_oa_config __user *user)
{
	struct drm_i915_perf_oa_config args;
	const struct {
		u32 *num;
		u64 *ptr;
		const struct oa_reg_list *list;
	} lists[] = {
		{ &args.n_boolean_regs, &args.boolean_regs_ptr, &config->set.boolean },
		{ &args.n_flex_regs, &args.flex_regs_ptr, &config->set.flex },
		{ &args.n_mux_regs, &args.mux_regs_ptr, &config->set.mux },
	};
	u32 i;

	BUILD_BUG_ON(sizeof(struct oa_reg_value) != 2 * sizeof(u32));
	if (copy_from_user(&args, user, sizeof(args)))
		return -EFAULT;
	/* A count of 0 requests the number alone. Any other count must be large enough. */
	for (i = 0; i < ARRAY_SIZE(lists); i++)
		if (*lists[i].num && *lists[i].num < lists[i].list->count)
			return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		const struct oa_reg_list *list = lists[i].list;

		if (*lists[i].num && list->count &&
		    copy_to_user(u64_to_user_ptr(*lists[i].ptr), list->regs,
				 list->count * sizeof(*list->regs)))
			return -EFAULT;
		*lists[i].num = list->count;
	}
	memcpy(args.uuid, config->uuid, sizeof(args.uuid));
	return copy_to_user(user, &args, sizeof(args)) ? -EFAULT : 0;
}

static struct oa_config *
oa_query_find_config(struct oa_device *oa, u32 kind, const struct drm_i915_query_perf_config *head)
{
	if (kind == DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_UUID)
		return oa_config_get_uuid(oa, head->uuid);
	return head->config <= INT_MAX ? oa_config_get(oa, head->config) : NULL;
}

static int oa_query_config_data(struct oa_device *oa, struct drm_i915_query_item *item)
{
	struct drm_i915_query_perf_config __user *user = u64_to_user_ptr(item->data_ptr);
	struct drm_i915_query_perf_config head;
	struct oa_config *config;
	int size = sizeof(head) + sizeof(struct drm_i915_perf_oa_config), ret;

	ret = oa_query_size(item, size);
	if (ret)
		return ret;
	if (copy_from_user(&head, user, sizeof(head)))
		return -EFAULT;
	if (head.flags)
		return -EINVAL;
	config = oa_query_find_config(oa, item->flags, &head);
	if (!config)
		return -ENOENT;
	ret = oa_query_copy_config(config, oa_query_config_payload(user));
	oa_config_put(config);
	return ret ?: size;
}

static int oa_query_config(struct oa_device *oa, struct drm_i915_query_item *item)
{
	switch (item->flags) {
	case DRM_I915_QUERY_PERF_CONFIG_LIST:
		return oa_query_config_list(oa, item);
	case DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_UUID:
	case DRM_I915_QUERY_PERF_CONFIG_DATA_FOR_ID:
		return oa_query_config_data(oa, item);
	default:
		return -EINVAL;
	}
}

static int oa_query_item(struct oa_device *oa, struct drm_i915_query_item *item)
{
	switch (item->query_id) {
	case DRM_I915_QUERY_TOPOLOGY_INFO:
		return oa_query_topology(oa, item);
	case DRM_I915_QUERY_ENGINE_INFO:
		return oa_query_engines(oa, item);
	case DRM_I915_QUERY_PERF_CONFIG:
		return oa_query_config(oa, item);
	case DRM_I915_QUERY_MEMORY_REGIONS:
	case OA_QUERY_HWCONFIG_BLOB:
	case OA_QUERY_GEOMETRY_SUBSLICES:
	case OA_QUERY_GUC_VERSION:
		return -ENODEV;
	default:
		return -EINVAL;
	}
}

/*
 * DRM_IOCTL_I915_QUERY. Return: 0, with an error of a single item in the item's length; -EINVAL for
 * flags or a query id of 0; -EFAULT for an item that can't be read or written.
 */
int oa_query_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_query *args = data;
	struct drm_i915_query_item __user *user = u64_to_user_ptr(args->items_ptr);
	struct drm_i915_query_item item;
	u32 i;
	int ret;

	if (args->flags)
		return -EINVAL;
	for (i = 0; i < args->num_items; i++, user++) {
		if (copy_from_user(&item, user, sizeof(item)))
			return -EFAULT;
		if (!item.query_id)
			return -EINVAL;
		ret = oa_query_item(to_oa(drm), &item);
		if (ret < 0)
			drm_dbg(drm, "query item %u: id %llu, flags %u: %d\n", i,
				item.query_id, item.flags, ret);
		if (ret != item.length && put_user(ret, &user->length))
			return -EFAULT;
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	}
	return 0;
}

/*
 * DRM_IOCTL_I915_REG_READ. Only the render time stamp can be read. Bit 0 of the offset asks i915
 * for a single 8-byte read; it makes no difference here. Return: 0, -EINVAL for any other register,
 * -EIO if the GPU does not wake, -ENODEV if it is gone.
 */
int oa_reg_read_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_reg_read *args = data;
	struct oa_device *oa = to_oa(drm);
	int idx, ret;

	if ((args->offset & ~(u64)I915_REG_READ_8B_WA) != RCS_TIMESTAMP_LO)
		return oa_fail(drm, -EINVAL, "register 0x%llx is not for reading\n", args->offset);
	if (!drm_dev_enter(drm, &idx))
		return -ENODEV;
	ret = oa_forcewake_get(oa->uncore, OA_FORCEWAKE_RENDER);
	if (!ret) {
		args->val = oa_unit_timestamp(oa->unit);
		oa_forcewake_put(oa->uncore, OA_FORCEWAKE_RENDER);
	}
	drm_dev_exit(idx);
	return ret;
}
