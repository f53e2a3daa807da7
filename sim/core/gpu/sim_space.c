// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Memory of the simulated GPU, by address space
 *
 * An access through the GGTT without memory behind it breaks a rule, as everywhere. In a
 * per-process space it harms only the context that does it: a read gives 0, a write
 * is dropped, and the access is counted. Drivers map unused pages to a scratch page, and
 * an access there works. A write to a read-only page is dropped.
 *
 * Facts: hardware.rst 16.1. [MODEL] the effect of a wild access.
 */
#include "sim/core/sim_model.h"
#include "sim_ppgtt.h"
#include "sim_space.h"

static void *sim_miss(struct oa_sim_gpu *gpu, u64 address)
{
	gpu->stats.ppgtt_missed++;
	gpu->stats.ppgtt_missed_last = address;
	return NULL;
}

/**
 * sim_space_map() - memory at an address of a space
 * @gpu: the GPU, locked
 * @space: the address space
 * @address: the address
 * @bytes: size of the access, which lies in one page of 4 KiB
 * @write: the GPU will write there
 *
 * Return: the memory until sim_space_unmap(), NULL where there is none for this access.
 */
void *sim_space_map(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		    u32 bytes, bool write)
{
	struct sim_host *host = gpu->host;
	struct sim_leaf leaf;
	void *memory;

	if (space->kind == SIM_SPACE_GGTT)
		return sim_gtt_map(gpu, lower_32_bits(address), bytes);
	if (!gpu->pci.master) {
		sim_violate(gpu, SIM_BUS_MASTER, lower_32_bits(address), 0);
		return NULL;
	}
	if (!sim_ppgtt_walk(gpu, space, address, &leaf))
		return sim_miss(gpu, address);
	if (write && !leaf.writable)
		return NULL;
	memory = host->ops->map(host, leaf.bus, bytes);
	if (!memory)
		sim_violate(gpu, SIM_BAD_MEMORY, lower_32_bits(address), lower_32_bits(leaf.bus));
	return memory;
}

/**
 * sim_space_unmap() - end a mapping of sim_space_map()
 * @gpu: the GPU, locked
 * @memory: the memory
 */
void sim_space_unmap(struct oa_sim_gpu *gpu, void *memory)
{
	gpu->host->ops->unmap(gpu->host, memory);
}

/**
 * sim_space_read32() - read a dword for the GPU
 * @gpu: the GPU, locked
 * @space: the address space
 * @address: 4-byte aligned
 * @value: the dword; 0 without memory there
 *
 * Return: false without memory in the GGTT, which is a broken rule.
 */
bool sim_space_read32(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		      u32 *value)
{
	u32 *from = sim_space_map(gpu, space, address, sizeof(*from), false);

	*value = 0;
	if (!from)
		return space->kind != SIM_SPACE_GGTT;
	*value = READ_ONCE(*from);
	sim_space_unmap(gpu, from);
	return true;
}

/**
 * sim_space_write32() - write a dword for the GPU
 * @gpu: the GPU, locked
 * @space: the address space
 * @address: 4-byte aligned
 * @value: the dword
 */
void sim_space_write32(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		       u32 value)
{
	u32 *to = sim_space_map(gpu, space, address, sizeof(*to), true);

	if (!to)
		return;
	/* The GPU's writes are ordered: this one comes after all earlier ones. */
	smp_wmb();
	WRITE_ONCE(*to, value);
	sim_space_unmap(gpu, to);
}

/**
 * sim_space_write64() - write a qword for the GPU
 * @gpu: the GPU, locked
 * @space: the address space
 * @address: 8-byte aligned
 * @value: the qword
 *
 * The lower half is written last, so a reader that finds it finds the whole.
 */
void sim_space_write64(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		       u64 value)
{
	sim_space_write32(gpu, space, address + 4, upper_32_bits(value));
	sim_space_write32(gpu, space, address, lower_32_bits(value));
}
