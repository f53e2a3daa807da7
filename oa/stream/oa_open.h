/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_OPEN_H_
#define _OA_OPEN_H_

struct drm_device;
struct drm_file;
struct oa_device;
struct oa_props;
struct oa_stream;

struct oa_stream *oa_stream_new(struct oa_device *oa, const struct oa_props *props);
int oa_stream_acquire_hw(struct oa_stream *stream);
int oa_stream_open_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

#endif /* _OA_OPEN_H_ */
