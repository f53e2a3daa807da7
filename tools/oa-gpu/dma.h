/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_DMA_H_
#define _OA_GPU_DMA_H_

#include "sim/core/sim_env.h"

/* The maximum of the protocol */
#define DMA_MAX_REGIONS		65535

/** struct dma_region - memory of the client */
struct dma_region {
	/** @address: its address for the device */
	u64 address;
	/** @bytes: its size */
	u64 bytes;
	/** @memory: its address in this process, NULL: inaccessible to the device */
	u8 *memory;
};

/** struct dma_map - the memory that the device can reach */
struct dma_map {
	/** @regions: sorted by address; they don't overlap */
	struct dma_region *regions;
	/** @num: number of regions */
	u32 num;
	/** @room: capacity of @regions */
	u32 room;
	/** @own: memory of the device itself, where the client has none; 0 bytes: none */
	struct dma_region own;
	/** @own_accesses: accesses to @own */
	u64 own_accesses;
	/** @missed: accesses of the device to addresses without memory */
	u64 missed;
};

int dma_add(struct dma_map *map, u64 address, u64 bytes, int fd, u64 offset);
int dma_remove(struct dma_map *map, u64 address, u64 bytes);
void dma_clear(struct dma_map *map);
int dma_own(struct dma_map *map, u64 address, u64 bytes);
void dma_disown(struct dma_map *map);
void *dma_at(struct dma_map *map, u64 address, u32 bytes);
void dma_guard(struct dma_map *map);
u64 dma_vanished(void);

#endif /* _OA_GPU_DMA_H_ */
