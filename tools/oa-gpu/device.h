/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_DEVICE_H_
#define _OA_GPU_DEVICE_H_

#include <stdio.h>

#include "dma.h"
#include "irq.h"
#include "sim/core/gpu/sim_header.h"
#include "sim/core/sim_host.h"
#include "sim/core/sim_model.h"

/** struct device_options - properties of a device */
struct device_options {
	/** @platform: name of the GPU's platform */
	const char *platform;
	/** @id: PCI id of a relative of @platform; 0: its own */
	u32 id;
	/** @display_class: it is a display controller, with the display fused off, for i915 */
	bool display_class;
	/** @stolen: its stolen memory, 0 MiB: none */
	struct sim_stolen stolen;
	/** @trace: file for a line of each access, or NULL */
	FILE *trace;
};

/** struct gpu_device - a simulated GPU as a PCI device of a client */
struct gpu_device {
	/** @host: the interface that the core calls */
	struct sim_host host;
	/** @gpu: the core's GPU */
	struct oa_sim_gpu *gpu;
	/** @config: configuration space */
	u8 config[SIM_CONFIG_BYTES];
	/** @dma: memory that the GPU reaches */
	struct dma_map dma;
	/** @irq: interrupts on their way to the client */
	struct gpu_irq irq;
	/** @keeps: a reset by the client leaves the GPU as it is */
	bool keeps;
	/** @trace: file for a line of each access, or NULL */
	FILE *trace;
	/** @partial_writes: writes of less than a dword to registers, which are dropped */
	u64 partial_writes;
	/** @aperture_missed: accesses through the aperture where the GGTT names no memory */
	u64 aperture_missed;
	/** @resets: number of resets by the client */
	u64 resets;
};

struct gpu_device *device_create(const struct device_options *options);
void device_destroy(struct gpu_device *dev);
void device_disconnect(struct gpu_device *dev);
void device_reset(struct gpu_device *dev);
void device_deliver(struct gpu_device *dev);
u64 device_tick_ns(const struct gpu_device *dev);
u64 device_tick(struct gpu_device *dev);
u64 device_now_ns(void);

#endif /* _OA_GPU_DEVICE_H_ */
