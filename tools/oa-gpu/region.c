// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Regions that the client reads and writes
 *
 * Three regions exist: configuration space, BAR 0 with the registers and the GGTT's entries, BAR 2
 * with the aperture. An access is split into aligned dwords, from the lowest on. A partial write of
 * a register is dropped and counted.
 *
 * The aperture leads through the GGTT to the client's memory. Without memory at an entry's address,
 * reads return zero and writes are dropped, as with the scratch page of a firmware.
 */
#include <linux/vfio.h>

#include "region.h"
#include "sim/core/sim_model.h"

/** struct region_ops - a region */
struct region_ops {
	/** @bytes: its size; NULL: no such region */
	u64 (*bytes)(const struct gpu_device *dev);
	/** @read: read @count bytes, which do not cross a dword */
	u32 (*read)(struct gpu_device *dev, u32 offset, u32 count);
	/** @write: likewise */
	void (*write)(struct gpu_device *dev, u32 offset, u32 count, u32 value);
};

static u64 config_bytes(const struct gpu_device *dev)
{
	return SIM_CONFIG_BYTES;
}

static u32 config_read(struct gpu_device *dev, u32 offset, u32 count)
{
	u32 value = 0;

	while (count--)
		value = value << 8 | sim_header_read(dev->gpu, dev->config, offset + count);
	return value;
}

static void config_write(struct gpu_device *dev, u32 offset, u32 count, u32 value)
{
	sim_header_write(dev->gpu, dev->config, offset, count, value);
	dev->irq.messages = sim_header_messages(dev->config);
}

static u64 registers_bytes(const struct gpu_device *dev)
{
	return dev->gpu->platform->bar_bytes;
}

static u32 registers_read(struct gpu_device *dev, u32 offset, u32 count)
{
	return sim_bar_read(dev->gpu, offset & ~3u) >> 8 * (offset & 3);
}

static void registers_write(struct gpu_device *dev, u32 offset, u32 count, u32 value)
{
	if (count == sizeof(value))
		sim_bar_write(dev->gpu, offset, value);
	else
		dev->partial_writes++;
}

static u64 aperture_bytes(const struct gpu_device *dev)
{
	return SIM_APERTURE;
}

/* The memory behind the aperture, or NULL */
static void *aperture_at(struct gpu_device *dev, u32 offset, u32 count)
{
	const struct sim_gtt_ops *gtt = dev->gpu->platform->gtt;
	const u64 pte = sim_gtt_entry(dev->gpu, offset);
	void *memory = NULL;

	if (dev->gpu->pci.decode && gtt->valid(pte) && gtt->address(pte) != dev->host.scratch)
		memory = dma_at(&dev->dma, gtt->address(pte) + offset % SIM_PAGE_SIZE, count);
	dev->aperture_missed += !memory;
	return memory;
}

static u32 aperture_read(struct gpu_device *dev, u32 offset, u32 count)
{
	const void *memory = aperture_at(dev, offset, count);
	u32 value = 0;

	if (memory)
		memcpy(&value, memory, count);
	return value;
}

static void aperture_write(struct gpu_device *dev, u32 offset, u32 count, u32 value)
{
	void *memory = aperture_at(dev, offset, count);

	if (memory)
		memcpy(memory, &value, count);
}

static const struct region_ops regions[VFIO_PCI_NUM_REGIONS] = {
	[VFIO_PCI_BAR0_REGION_INDEX] = { registers_bytes, registers_read, registers_write },
	[VFIO_PCI_BAR2_REGION_INDEX] = { aperture_bytes, aperture_read, aperture_write },
	[VFIO_PCI_CONFIG_REGION_INDEX] = { config_bytes, config_read, config_write },
};

/**
 * region_bytes() - size of a region
 * @dev: the device
 * @region: VFIO_PCI_*_REGION_INDEX, below VFIO_PCI_NUM_REGIONS
 *
 * Return: bytes; 0: there is no such region.
 */
u64 region_bytes(const struct gpu_device *dev, u32 region)
{
	return regions[region].bytes ? regions[region].bytes(dev) : 0;
}

/**
 * region_inside() - check that an access stays in its region
 * @dev: the device
 * @region: of the client, any number
 * @offset: likewise
 * @count: likewise
 */
bool region_inside(const struct gpu_device *dev, u32 region, u64 offset, u32 count)
{
	u64 bytes = region < VFIO_PCI_NUM_REGIONS ? region_bytes(dev, region) : 0;

	return offset <= bytes && count <= bytes - offset;
}

static void region_trace(const struct gpu_device *dev, char kind, u32 region, u32 offset, u32 count,
			 u32 value)
{
	if (dev->trace)
		fprintf(dev->trace, "%llu %c %u 0x%05x %u 0x%0*x\n", device_now_ns(), kind, region,
			offset, count, 2 * count, value);
}

/* Bytes from @offset to the end of its dword, at most @count */
static u32 region_part(u64 offset, u32 count)
{
	return min(count, (u32)(sizeof(u32) - offset % sizeof(u32)));
}

/**
 * region_read() - read a region for the client
 * @dev: the device
 * @region: VFIO_PCI_*_REGION_INDEX
 * @offset: bytes from its start
 * @data: buffer for the bytes
 * @count: number of bytes; the access stays in the region
 */
void region_read(struct gpu_device *dev, u32 region, u64 offset, u8 *data, u32 count)
{
	u32 part, value;

	for (; count; count -= part, offset += part, data += part) {
		part = region_part(offset, count);
		value = regions[region].read(dev, offset, part);
		if (part < sizeof(value))
			value &= (1u << 8 * part) - 1;
		region_trace(dev, 'r', region, offset, part, value);
		memcpy(data, &value, part);
	}
}

/**
 * region_write() - write a region for the client
 * @dev: the device
 * @region: VFIO_PCI_*_REGION_INDEX
 * @offset: bytes from its start
 * @data: the bytes
 * @count: number of bytes; the access stays in the region
 */
void region_write(struct gpu_device *dev, u32 region, u64 offset, const u8 *data, u32 count)
{
	u32 part, value;

	for (; count; count -= part, offset += part, data += part) {
		part = region_part(offset, count);
		value = 0;
		memcpy(&value, data, part);
		region_trace(dev, 'w', region, offset, part, value);
		regions[region].write(dev, offset, part, value);
	}
}
