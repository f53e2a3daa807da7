/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_REGION_H_
#define _OA_GPU_REGION_H_

#include "device.h"

u64 region_bytes(const struct gpu_device *dev, u32 region);
bool region_inside(const struct gpu_device *dev, u32 region, u64 offset, u32 count);
void region_read(struct gpu_device *dev, u32 region, u64 offset, u8 *data, u32 count);
void region_write(struct gpu_device *dev, u32 region, u64 offset, const u8 *data, u32 count);

#endif /* _OA_GPU_REGION_H_ */
