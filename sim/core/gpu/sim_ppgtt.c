// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Page tables of the simulated GPU
 *
 * Up to gen7.5 an address space has 2 GiB. Its directory lies among the GGTT's entries, in
 * entries that map nothing themselves, and its tables in memory. From gen8 on all tables lie
 * in memory, and registers of the engine name the first of them: four directories for 4 GiB,
 * or one page map of level 4 for 256 TiB. An entry of a directory may be a page of 2 MiB.
 * From gen9 on it may say that its table has pages of 64 KiB, of which only each sixteenth
 * entry counts.
 *
 * The walk reads entries from memory each time, so none goes stale.
 *
 * Facts: hardware.rst 16.1.
 */
#include "regs/gtt_regs.h"
#include "regs/ppgtt_regs.h"
#include "sim/core/sim_model.h"
#include "sim_ppgtt.h"

#define SIM_ENTRIES_PER_BIT	16
#define SIM_SMALL_SHIFT		12
#define SIM_MEDIUM_SHIFT	16
#define SIM_LARGE_SHIFT		21
/* Bits of an address that each level from gen8 on decodes */
#define SIM_LEVEL_BITS		9
#define SIM_SPACE_3_END		BIT_ULL(32)

/* An entry of a table in memory; 0, which is never present, without memory there */
static u64 sim_table_entry(struct oa_sim_gpu *gpu, u64 table, u32 entry, u32 bytes)
{
	struct sim_host *host = gpu->host;
	void *memory;
	u64 value;

	memory = host->ops->map(host, table + entry * bytes, bytes);
	if (!memory) {
		sim_violate(gpu, SIM_BAD_MEMORY, lower_32_bits(table), entry);
		return 0;
	}
	value = bytes == sizeof(u32) ? READ_ONCE(*(u32 *)memory) : READ_ONCE(*(u64 *)memory);
	host->ops->unmap(host, memory);
	return value;
}

static void sim_leaf_set(struct sim_leaf *leaf, u64 page, u32 shift, u64 address, bool writable)
{
	const u64 inside = BIT_ULL(shift) - 1;

	leaf->bus = (page & ~inside) | (address & inside);
	leaf->bytes = 1u << shift;
	leaf->writable = writable;
}

/* An entry of the directory; the mask of valid lines limits their number. */
static u32 sim_directory_entry(const struct oa_sim_gpu *gpu, const struct sim_space *space,
			       u32 entry)
{
	const u32 entries = gpu->platform->bar_bytes / 2 / sizeof(u32);

	if (entry >= GEN6_PDES || !(space->valid & BIT(entry / SIM_ENTRIES_PER_BIT)) ||
	    space->directory + entry >= entries)
		return 0;
	return gpu->gtt.tlb[space->directory + entry];
}

static bool sim_walk_2(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		       struct sim_leaf *leaf)
{
	const struct sim_gtt_ops *gtt = gpu->platform->gtt;
	u64 table;
	u32 pde, pte;

	if (address >> GEN6_PDE_SHIFT >= GEN6_PDES)
		return false;
	pde = sim_directory_entry(gpu, space, address >> GEN6_PDE_SHIFT);
	if (!(pde & GEN6_PDE_VALID))
		return false;
	table = (pde & GEN6_PDE_ADDR_MASK) | (u64)(pde & GEN6_PDE_ADDR_HI_MASK) << 28;
	pte = sim_table_entry(gpu, table, address >> SIM_SMALL_SHIFT & (SIM_PAGE_SIZE / 4 - 1),
			      sizeof(pte));
	if (!(pte & GEN6_PTE_VALID))
		return false;
	/* VLV: valid and not writable */
	sim_leaf_set(leaf, gtt->address(pte), SIM_SMALL_SHIFT, address, gtt->valid(pte));
	return true;
}

static u32 sim_index(u64 address, u32 shift)
{
	return address >> shift & (GEN8_PAGE_ENTRIES - 1);
}

/* The last two levels: an entry of the directory at @table, and of the table that it names. */
static bool sim_walk_directory(struct oa_sim_gpu *gpu, u64 table, u64 address, bool writable,
			       struct sim_leaf *leaf)
{
	u32 index = sim_index(address, SIM_SMALL_SHIFT), shift = SIM_SMALL_SHIFT;
	u64 pde, pte;

	pde = sim_table_entry(gpu, table, sim_index(address, SIM_LARGE_SHIFT), sizeof(pde));
	if (!(pde & GEN8_PAGE_PRESENT))
		return false;
	writable = writable && pde & GEN8_PAGE_RW;
	if (pde & GEN8_PDE_PS_2M) {
		sim_leaf_set(leaf, pde & GEN8_PAGE_ADDR_MASK, SIM_LARGE_SHIFT, address, writable);
		return true;
	}
	if (pde & GEN8_PDE_IPS_64K && gpu->platform->cs->pages_64k) {
		shift = SIM_MEDIUM_SHIFT;
		index &= ~(SIM_ENTRIES_PER_BIT - 1u);
	}
	/* Bit 11 of the directory's entry is no address bit. */
	pte = sim_table_entry(gpu, pde & GEN8_PAGE_ADDR_MASK, index, sizeof(pte));
	if (!(pte & GEN8_PAGE_PRESENT))
		return false;
	sim_leaf_set(leaf, pte & GEN8_PAGE_ADDR_MASK, shift, address,
		     writable && pte & GEN8_PAGE_RW);
	return true;
}

static bool sim_walk_3(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		       struct sim_leaf *leaf)
{
	const u32 shift = SIM_LARGE_SHIFT + SIM_LEVEL_BITS;

	if (address >= SIM_SPACE_3_END || !space->root[address >> shift])
		return false;
	return sim_walk_directory(gpu, space->root[address >> shift] & GEN8_PAGE_ADDR_MASK,
				  address, true, leaf);
}

static bool sim_walk_4(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		       struct sim_leaf *leaf)
{
	u64 entry, table = space->root[0] & GEN8_PAGE_ADDR_MASK;
	bool writable = true;
	u32 shift;

	for (shift = 39; shift > SIM_LARGE_SHIFT; shift -= SIM_LEVEL_BITS) {
		entry = sim_table_entry(gpu, table, sim_index(address, shift), sizeof(entry));
		if (!(entry & GEN8_PAGE_PRESENT))
			return false;
		writable = writable && entry & GEN8_PAGE_RW;
		table = entry & GEN8_PAGE_ADDR_MASK;
	}
	return sim_walk_directory(gpu, table, address, writable, leaf);
}

/**
 * sim_ppgtt_walk() - translate an address of a per-process space
 * @gpu: the GPU, locked
 * @space: an address space with page tables
 * @address: an address in it; bits 63:48 are ignored with 4 levels
 * @leaf: the translation
 *
 * Return: false if an entry on the way is not present.
 */
bool sim_ppgtt_walk(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		    struct sim_leaf *leaf)
{
	sim_assert_locked(gpu);
	switch (space->kind) {
	case SIM_SPACE_2_LEVELS:
		return sim_walk_2(gpu, space, address, leaf);
	case SIM_SPACE_3_LEVELS:
		return sim_walk_3(gpu, space, address, leaf);
	case SIM_SPACE_4_LEVELS:
		return sim_walk_4(gpu, space, address, leaf);
	default:
		return false;
	}
}
