/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages of the vfio-user protocol, version 0.0, that this server supports.
 *
 * Facts: the vfio-user specification in QEMU's documentation (docs/interop/vfio-user.rst). Flags
 * and indices that the protocol shares with the kernel's VFIO are in <linux/vfio.h>. All numbers
 * are in the host's byte order.
 */
#ifndef _OA_GPU_WIRE_H_
#define _OA_GPU_WIRE_H_

#include "sim/core/sim_env.h"

/** enum wire_command - commands of a client */
enum wire_command {
	/** @WIRE_VERSION: the first message; payload struct wire_version, reply the same */
	WIRE_VERSION = 1,
	/** @WIRE_DMA_MAP: memory that the device may reach; struct wire_dma_map */
	WIRE_DMA_MAP = 2,
	/** @WIRE_DMA_UNMAP: the end of a mapping; struct wire_dma_unmap, reply the same */
	WIRE_DMA_UNMAP = 3,
	/** @WIRE_DEVICE_INFO: struct wire_device_info, reply the same */
	WIRE_DEVICE_INFO = 4,
	/** @WIRE_REGION_INFO: struct wire_region_info, reply the same */
	WIRE_REGION_INFO = 5,
	/** @WIRE_IRQ_INFO: struct wire_irq_info, reply the same */
	WIRE_IRQ_INFO = 7,
	/** @WIRE_SET_IRQS: struct wire_irq_set, then one byte for each of its bools */
	WIRE_SET_IRQS = 8,
	/** @WIRE_REGION_READ: struct wire_access; the data follow it in the reply */
	WIRE_REGION_READ = 9,
	/** @WIRE_REGION_WRITE: struct wire_access and the data; the reply has no data */
	WIRE_REGION_WRITE = 10,
	/** @WIRE_RESET: no payload */
	WIRE_RESET = 13,
};

/* struct wire_header, flags */
#define WIRE_TYPE		GENMASK(3, 0)
#define  WIRE_REQUEST		0
#define  WIRE_REPLY		1
#define WIRE_NO_REPLY		BIT(4)
#define WIRE_ERROR		BIT(5)

/** struct wire_header - header of each message */
struct wire_header {
	/** @id: the sender's; the reply has the same */
	u16 id;
	/** @command: enum wire_command; the reply has the same */
	u16 command;
	/** @size: bytes of the whole message */
	u32 size;
	/** @flags: WIRE_* */
	u32 flags;
	/** @error: in a reply with WIRE_ERROR, an errno */
	u32 error;
};

/** struct wire_version - the protocol's version; a text in JSON may follow, with its NUL */
struct wire_version {
	/** @major: must be the same on both sides */
	u16 major;
	/** @minor: the reply's is not greater than the request's */
	u16 minor;
};

/** struct wire_dma_map - memory that the device may reach; the message carries a file of it */
struct wire_dma_map {
	/** @argsz: bytes of this struct */
	u32 argsz;
	/** @flags: WIRE_DMA_* */
	u32 flags;
	/** @offset: bytes into the file */
	u64 offset;
	/** @address: the memory's address for the device */
	u64 address;
	/** @bytes: size of the memory */
	u64 bytes;
};

#define WIRE_DMA_READ		BIT(0)
#define WIRE_DMA_WRITE		BIT(1)

/** struct wire_dma_unmap - exactly what was mapped, or everything */
struct wire_dma_unmap {
	/** @argsz: bytes of the reply */
	u32 argsz;
	/** @flags: WIRE_UNMAP_ALL or 0 */
	u32 flags;
	/** @address: as mapped */
	u64 address;
	/** @bytes: as mapped */
	u64 bytes;
};

/* As in VFIO, VFIO_DMA_UNMAP_FLAG_ALL; QEMU uses it */
#define WIRE_UNMAP_ALL		BIT(1)

/** struct wire_device_info - kind of the device */
struct wire_device_info {
	/** @argsz: bytes of this struct */
	u32 argsz;
	/** @flags: VFIO_DEVICE_FLAGS_* */
	u32 flags;
	/** @num_regions: number of regions */
	u32 num_regions;
	/** @num_irqs: number of kinds of interrupts */
	u32 num_irqs;
};

/** struct wire_region_info - a region */
struct wire_region_info {
	/** @argsz: bytes of this struct */
	u32 argsz;
	/** @flags: VFIO_REGION_INFO_FLAG_* */
	u32 flags;
	/** @index: VFIO_PCI_*_REGION_INDEX */
	u32 index;
	/** @cap_offset: 0, there are no capabilities */
	u32 cap_offset;
	/** @bytes: its size, 0 if it does not exist */
	u64 bytes;
	/** @offset: 0, nothing can be mapped */
	u64 offset;
};

/** struct wire_irq_info - a kind of interrupts */
struct wire_irq_info {
	/** @argsz: bytes of this struct */
	u32 argsz;
	/** @flags: VFIO_IRQ_INFO_* */
	u32 flags;
	/** @index: VFIO_PCI_*_IRQ_INDEX */
	u32 index;
	/** @count: number of interrupts */
	u32 count;
};

/** struct wire_irq_set - an action on interrupts; the message may carry event files */
struct wire_irq_set {
	/** @argsz: bytes of this struct and its data */
	u32 argsz;
	/** @flags: VFIO_IRQ_SET_* */
	u32 flags;
	/** @index: VFIO_PCI_*_IRQ_INDEX */
	u32 index;
	/** @start: the first one */
	u32 start;
	/** @count: number of interrupts */
	u32 count;
};

/** struct wire_access - access to a region */
struct wire_access {
	/** @offset: bytes from the region's start */
	u64 offset;
	/** @region: VFIO_PCI_*_REGION_INDEX */
	u32 region;
	/** @count: bytes */
	u32 count;
};

static_assert(sizeof(struct wire_header) == 16, "on the wire");
static_assert(sizeof(struct wire_version) == 4, "on the wire");
static_assert(sizeof(struct wire_dma_map) == 32, "on the wire");
static_assert(sizeof(struct wire_dma_unmap) == 24, "on the wire");
static_assert(sizeof(struct wire_device_info) == 16, "on the wire");
static_assert(sizeof(struct wire_region_info) == 32, "on the wire");
static_assert(sizeof(struct wire_irq_info) == 16, "on the wire");
static_assert(sizeof(struct wire_irq_set) == 20, "on the wire");
static_assert(sizeof(struct wire_access) == 16, "on the wire");

#endif /* _OA_GPU_WIRE_H_ */
