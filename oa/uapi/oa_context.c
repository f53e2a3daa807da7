// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Contexts
 *
 * Clients create contexts, with or without an engine map, and name them when
 * they open a stream. Context 0 exists from the start. Only the render engine
 * is offered, since the driver has only the OA unit of this engine.
 *
 * Facts: abi.rst 5.
 */
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/xarray.h>

#include <drm/drm_file.h>
#include <uapi/drm/i915_drm.h>

#include "gpu/oa_gpu.h"
#include "oa_device.h"
#include "uapi/oa_uapi.h"

#define OA_CONTEXT_MAX_ENGINES	64

/* A context of a DRM file. It carries no GPU state, since clients can submit no work. */
struct oa_context {
	struct kref ref;	/* one for the file, one for each stream bound to the context */
	bool has_engines;	/* an engine map was set */
	u64 render;		/* bit n: entry n of the map is render 0:0 */
};

/* A DRM file has an xarray of its contexts by id, with its own lock; 0 always exists. */
static struct xarray *oa_contexts(struct drm_file *file)
{
	return file->driver_priv;
}

static void oa_context_free(struct kref *ref)
{
	kfree(container_of(ref, struct oa_context, ref));
}

/* Drop a reference. @ctx may be NULL. */
void oa_context_put(struct oa_context *ctx)
{
	if (ctx)
		kref_put(&ctx->ref, oa_context_free);
}

/* Look up a file's context by its number. Return it with a reference taken, or NULL. */
struct oa_context *oa_context_get(struct drm_file *file, u32 id)
{
	struct oa_context *ctx;

	xa_lock(oa_contexts(file));
	ctx = xa_load(oa_contexts(file), id);
	if (ctx)
		kref_get(&ctx->ref);
	xa_unlock(oa_contexts(file));
	return ctx;
}

/* Check whether a context can use the render engine: it has no engine map, or one that names it. */
bool oa_context_has_render(const struct oa_context *ctx)
{
	return !ctx->has_engines || ctx->render;
}

static struct oa_context *oa_context_new(void)
{
	struct oa_context *ctx = kzalloc(sizeof(*ctx), GFP_KERNEL_ACCOUNT);

	if (ctx)
		kref_init(&ctx->ref);
	return ctx;
}

/* Prepare a DRM file that is being opened. Return 0 or -ENOMEM. */
int oa_file_open(struct drm_device *drm, struct drm_file *file)
{
	struct xarray *contexts = kzalloc(sizeof(*contexts), GFP_KERNEL_ACCOUNT);
	struct oa_context *ctx = oa_context_new();

	if (!contexts || !ctx)
		goto err;
	xa_init_flags(contexts, XA_FLAGS_ALLOC);
	if (xa_err(xa_store(contexts, 0, ctx, GFP_KERNEL_ACCOUNT)))
		goto err;
	file->driver_priv = contexts;
	return 0;

err:
	kfree(ctx);
	kfree(contexts);
	return -ENOMEM;
}

/* Clean up after a DRM file. Streams that were opened through it keep their context. */
void oa_file_close(struct drm_device *drm, struct drm_file *file)
{
	struct xarray *contexts = oa_contexts(file);
	struct oa_context *ctx;
	unsigned long id;

	xa_for_each(contexts, id, ctx)
		oa_context_put(ctx);
	xa_destroy(contexts);
	kfree(contexts);
}

static int oa_context_read_engine(struct oa_context *ctx, u32 i,
				  struct i915_engine_class_instance __user *user)
{
	struct i915_engine_class_instance ci;

	if (copy_from_user(&ci, user, sizeof(ci)))
		return -EFAULT;
	/* i915's encoding of an empty slot */
	if (ci.engine_class == (u16)I915_ENGINE_CLASS_INVALID &&
	    ci.engine_instance == (u16)I915_ENGINE_CLASS_INVALID_NONE)
		return 0;
	if (ci.engine_class != I915_ENGINE_CLASS_RENDER || ci.engine_instance)
		return -ENOENT;
	ctx->render |= BIT_ULL(i);
	return 0;
}

static int oa_context_set_engines(struct drm_device *drm, struct oa_context *ctx,
				  const struct drm_i915_gem_context_param *param)
{
	struct i915_context_param_engines __user *user = u64_to_user_ptr(param->value);
	u64 extensions;
	u32 i, num;
	int ret;

	if (ctx->has_engines || param->size < sizeof(*user) ||
	    (param->size - sizeof(*user)) % sizeof(user->engines[0]))
		return oa_fail(drm, -EINVAL, "engine map of %u bytes, or a second one\n",
			       param->size);
	num = (param->size - sizeof(*user)) / sizeof(user->engines[0]);
	if (num > OA_CONTEXT_MAX_ENGINES)
		return oa_fail(drm, -EINVAL, "engine map of %u, at most %u\n", num,
			       OA_CONTEXT_MAX_ENGINES);
	for (i = 0; i < num; i++) {
		ret = oa_context_read_engine(ctx, i, user->engines + i);
		if (ret)
			return oa_fail(drm, ret, "engine map entry %u names no engine\n", i);
	}
	if (get_user(extensions, &user->extensions))
		return -EFAULT;
	if (extensions)
		return oa_fail(drm, -EINVAL, "engine map with an extension\n");
	ctx->has_engines = true;
	return 0;
}

static int oa_context_setparam(struct drm_device *drm, struct oa_context *ctx, u64 user)
{
	struct drm_i915_gem_context_create_ext_setparam ext;

	if (copy_from_user(&ext, u64_to_user_ptr(user), sizeof(ext)))
		return -EFAULT;
	/* A context that is being created has no id yet. */
	if (ext.param.ctx_id || ext.param.param != I915_CONTEXT_PARAM_ENGINES)
		return oa_fail(drm, -EINVAL, "context parameter %llu can't be set\n",
			       ext.param.param);
	return oa_context_set_engines(drm, ctx, &ext.param);
}

static int oa_context_extensions(struct drm_device *drm, struct oa_context *ctx, u64 next)
{
	struct i915_user_extension ext;
	int ret;

	/* The one parameter can be set once, so a chain ends at its second link at the latest */
	while (next) {
		if (copy_from_user(&ext, u64_to_user_ptr(next), sizeof(ext)))
			return -EFAULT;
		if (ext.flags || memchr_inv(ext.rsvd, 0, sizeof(ext.rsvd)) ||
		    ext.name != I915_CONTEXT_CREATE_EXT_SETPARAM)
			return oa_fail(drm, -EINVAL, "unknown context extension %u\n", ext.name);
		ret = oa_context_setparam(drm, ctx, next);
		if (ret)
			return ret;
		next = ext.next_extension;
	}
	return 0;
}

/* DRM_IOCTL_I915_GEM_CONTEXT_CREATE(_EXT). Return: 0, -EINVAL, -EFAULT, -ENOENT, -ENOMEM. */
int oa_context_create_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_context_create_ext *args = data;
	struct oa_context *ctx;
	int ret = 0;

	if (args->flags & I915_CONTEXT_CREATE_FLAGS_UNKNOWN)
		return oa_fail(drm, -EINVAL, "unknown context flags 0x%x\n", args->flags);
	ctx = oa_context_new();
	if (!ctx)
		return -ENOMEM;
	if (args->flags & I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS)
		ret = oa_context_extensions(drm, ctx, args->extensions);
	if (!ret)
		ret = xa_alloc(oa_contexts(file), &args->ctx_id, ctx, XA_LIMIT(1, INT_MAX),
			       GFP_KERNEL_ACCOUNT);
	if (ret)
		oa_context_put(ctx);
	return ret;
}

/* DRM_IOCTL_I915_GEM_CONTEXT_DESTROY. Return: 0, -EINVAL for pad, -ENOENT for 0 or no context. */
int oa_context_destroy_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_context_destroy *args = data;
	struct oa_context *ctx;

	if (args->pad)
		return -EINVAL;
	ctx = args->ctx_id ? xa_erase(oa_contexts(file), args->ctx_id) : NULL;
	if (!ctx)
		return oa_fail(drm, -ENOENT, "no context %u to destroy\n", args->ctx_id);
	oa_context_put(ctx);
	return 0;
}

/* Flags bit 0: the instance is an index into the context's engine map. */
static bool oa_sseu_engine_ok(const struct oa_context *ctx,
			      const struct drm_i915_gem_context_param_sseu *sseu)
{
	u16 instance = sseu->engine.engine_instance;

	if (sseu->flags & I915_CONTEXT_SSEU_FLAG_ENGINE_INDEX)
		return instance < OA_CONTEXT_MAX_ENGINES && ctx->render & BIT_ULL(instance);
	return !ctx->has_engines && !instance &&
	       sseu->engine.engine_class == I915_ENGINE_CLASS_RENDER;
}

static int oa_context_get_sseu(struct drm_device *drm, struct oa_context *ctx,
			       struct drm_i915_gem_context_param *args)
{
	const struct oa_topology *t = to_oa(drm)->topology;
	struct drm_i915_gem_context_param_sseu sseu;

	if (!args->size)
		goto out;
	if (args->size < sizeof(sseu))
		return -EINVAL;
	if (copy_from_user(&sseu, u64_to_user_ptr(args->value), sizeof(sseu)))
		return -EFAULT;
	if (sseu.rsvd || sseu.flags & ~I915_CONTEXT_SSEU_FLAG_ENGINE_INDEX ||
	    !oa_sseu_engine_ok(ctx, &sseu))
		return oa_fail(drm, -EINVAL, "SSEU of engine %u:%u, flags 0x%x\n",
			       sseu.engine.engine_class, sseu.engine.engine_instance, sseu.flags);
	sseu.slice_mask = t->slice_mask;
	sseu.subslice_mask = t->subslice_mask[__ffs(t->slice_mask)];
	sseu.min_eus_per_subslice = t->max_eus;
	sseu.max_eus_per_subslice = t->max_eus;
	if (copy_to_user(u64_to_user_ptr(args->value), &sseu, sizeof(sseu)))
		return -EFAULT;
out:
	args->size = sizeof(sseu);
	return 0;
}

/* DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM. Return: 0, -ENOENT for no context, -EINVAL, -EFAULT. */
int oa_context_getparam_ioctl(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct drm_i915_gem_context_param *args = data;
	struct oa_context *ctx = oa_context_get(file, args->ctx_id);
	int ret = 0;

	if (!ctx)
		return -ENOENT;
	switch (args->param) {
	case I915_CONTEXT_PARAM_GTT_SIZE:
		args->size = 0;
		args->value = to_oa(drm)->ggtt->total;
		break;
	case I915_CONTEXT_PARAM_SSEU:
		ret = oa_context_get_sseu(drm, ctx, args);
		break;
	default:
		ret = oa_fail(drm, -EINVAL, "unknown context parameter %llu\n", args->param);
	}
	oa_context_put(ctx);
	return ret;
}
