/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_CONTEXT_H_
#define _OA_CONTEXT_H_

#include <linux/kref.h>
#include <linux/types.h>
#include <linux/xarray.h>

struct drm_device;
struct drm_file;

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

#endif /* _OA_CONTEXT_H_ */
