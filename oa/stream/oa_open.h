/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_OPEN_H_
#define _OA_OPEN_H_

struct drm_device;
struct drm_file;

int oa_stream_open_ioctl(struct drm_device *drm, void *data, struct drm_file *file);

#endif /* _OA_OPEN_H_ */
