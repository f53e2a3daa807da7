// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated GGTT
 *
 * The GPU reaches memory only through GGTT entries. It sees writes to the entries after
 * a write to GFX_FLSH_CNTL. Until then it uses the old entries, and an access through
 * one that differs is counted as stale; in a host that shares its memory it leads nowhere.
 * Where the entries are mapped uncached there is nothing to flush. An entry that is not
 * valid leads nowhere.
 *
 * Facts: hardware.rst 1.5, 1.6.
 */
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"
#include "sim/core/sim_model.h"

/* Haswell */
static u64 sim_hsw_encode(u64 address)
{
	return (address & GEN6_PTE_ADDR_MASK) |
	       ((address >> 32 << 4) & HSW_PTE_ADDR_HI_MASK) | GEN6_PTE_VALID;
}

static bool sim_gen6_valid(u64 pte)
{
	return pte & GEN6_PTE_VALID;
}

static u64 sim_hsw_address(u64 pte)
{
	return (pte & GEN6_PTE_ADDR_MASK) | (pte & HSW_PTE_ADDR_HI_MASK) << 28;
}

const struct sim_gtt_ops sim_gtt_hsw = {
	.pte_bytes = 4,
	.encode = sim_hsw_encode,
	.valid = sim_gen6_valid,
	.address = sim_hsw_address,
};

static u32 sim_gtt_dwords(const struct oa_sim_gpu *gpu)
{
	return gpu->platform->bar_bytes / 2 / sizeof(u32);
}

/* SNB and IVB; VLV, where writes need one bit, and a snooping bit for the CPU to see them */
static u64 sim_gen6_encode(u64 address)
{
	return (address & GEN6_PTE_ADDR_MASK) |
	       ((address >> 32 << 4) & GEN6_PTE_ADDR_HI_MASK) | GEN6_PTE_VALID;
}

static u64 sim_gen6_address(u64 pte)
{
	return (pte & GEN6_PTE_ADDR_MASK) | (pte & GEN6_PTE_ADDR_HI_MASK) << 28;
}

static bool sim_vlv_valid(u64 pte)
{
	return pte & GEN6_PTE_VALID && pte & VLV_PTE_WRITEABLE;
}

static bool sim_vlv_coherent(u64 pte)
{
	return pte & VLV_PTE_SNOOPED;
}

const struct sim_gtt_ops sim_gtt_gen6 = {
	.pte_bytes = 4,
	.encode = sim_gen6_encode,
	.valid = sim_gen6_valid,
	.address = sim_gen6_address,
};

const struct sim_gtt_ops sim_gtt_vlv = {
	.pte_bytes = 4,
	.encode = sim_gen6_encode,
	.valid = sim_vlv_valid,
	.coherent = sim_vlv_coherent,
	.address = sim_gen6_address,
};

/* Gen8 and later; GPUs without a shared cache have their entries mapped uncached */
static u64 sim_gen8_encode(u64 address)
{
	return (address & GEN8_PTE_ADDR_MASK) | GEN8_PTE_PRESENT;
}

static bool sim_gen8_valid(u64 pte)
{
	return pte & GEN8_PTE_PRESENT;
}

static u64 sim_gen8_address(u64 pte)
{
	return pte & GEN8_PTE_ADDR_MASK;
}

const struct sim_gtt_ops sim_gtt_gen8 = {
	.pte_bytes = 8,
	.encode = sim_gen8_encode,
	.valid = sim_gen8_valid,
	.address = sim_gen8_address,
};

const struct sim_gtt_ops sim_gtt_uncached = {
	.pte_bytes = 8,
	.encode = sim_gen8_encode,
	.valid = sim_gen8_valid,
	.address = sim_gen8_address,
	.uncached_gsm = true,
};

static u64 sim_entry(const struct oa_sim_gpu *gpu, const u32 *table, u32 entry)
{
	if (gpu->platform->gtt->pte_bytes == sizeof(u32))
		return table[entry];
	return table[2 * entry] | (u64)table[2 * entry + 1] << 32;
}

/* Written entries become visible to the GPU. */
static void sim_gtt_flush(struct oa_sim_gpu *gpu)
{
	if (gpu->faults.gtt_flush)
		return;
	if (gpu->gtt.dirty_first < gpu->gtt.dirty_end)
		memcpy(gpu->gtt.tlb + gpu->gtt.dirty_first, gpu->gtt.gsm + gpu->gtt.dirty_first,
		       (gpu->gtt.dirty_end - gpu->gtt.dirty_first) * sizeof(*gpu->gtt.tlb));
	gpu->gtt.dirty_first = sim_gtt_dwords(gpu);
	gpu->gtt.dirty_end = 0;
}

/**
 * sim_gtt_write() - software writes an entry, or half of one
 * @gpu: the GPU, locked
 * @dword: which dword of the entries
 * @value: its value
 */
void sim_gtt_write(struct oa_sim_gpu *gpu, u32 dword, u32 value)
{
	const u32 entry = dword * sizeof(u32) / gpu->platform->gtt->pte_bytes;

	if (sim_display_shows(gpu, entry << SIM_PAGE_SHIFT))
		sim_violate(gpu, SIM_SCANOUT, entry << SIM_PAGE_SHIFT, value);
	gpu->gtt.gsm[dword] = value;
	gpu->gtt.dirty_first = min(gpu->gtt.dirty_first, dword);
	gpu->gtt.dirty_end = max(gpu->gtt.dirty_end, dword + 1);
	if (gpu->platform->gtt->uncached_gsm)
		sim_gtt_flush(gpu);
}

static bool sim_inside(const struct oa_sim_gpu *gpu, u32 entry)
{
	return entry < gpu->platform->bar_bytes / 2 / gpu->platform->gtt->pte_bytes;
}

/* Did an entry change since the last flush? */
static bool sim_stale(const struct oa_sim_gpu *gpu, u32 entry)
{
	return sim_inside(gpu, entry) &&
	       sim_entry(gpu, gpu->gtt.tlb, entry) != sim_entry(gpu, gpu->gtt.gsm, entry);
}

/* The entry of a GGTT address, if the GPU may go through it; 0 is not valid either. */
static u64 sim_gtt_walk(struct oa_sim_gpu *gpu, u32 address)
{
	const struct sim_gtt_ops *gtt = gpu->platform->gtt;
	u32 entry = address >> SIM_PAGE_SHIFT;
	u64 pte;

	sim_assert_locked(gpu);
	if (!sim_inside(gpu, entry)) {
		sim_violate(gpu, SIM_GGTT_INVALID, address, 0);
		return 0;
	}
	if (!gpu->pci.master) {
		sim_violate(gpu, SIM_BUS_MASTER, address, 0);
		return 0;
	}
	pte = sim_entry(gpu, gpu->gtt.tlb, entry);
	if (sim_stale(gpu, entry))
		sim_violate(gpu, SIM_GGTT_STALE, address, pte);
	/* The scratch page: nobody mapped anything there. */
	if (!gtt->valid(pte) || gtt->address(pte) == gpu->host->scratch) {
		sim_violate(gpu, SIM_GGTT_INVALID, address, pte);
		return 0;
	}
	if (gpu->host->shared && sim_stale(gpu, entry))
		return 0;
	sim_pat_check(gpu, address);
	return pte;
}

/**
 * sim_gtt_map() - memory at a GGTT address
 * @gpu: the GPU, locked
 * @address: GGTT address
 * @bytes: how many, within a page
 *
 * Return: the memory until the host's unmap(), NULL where the GPU must not go, which is a broken
 * rule.
 */
void *sim_gtt_map(struct oa_sim_gpu *gpu, u32 address, u32 bytes)
{
	const struct sim_gtt_ops *gtt = gpu->platform->gtt;
	struct sim_host *host = gpu->host;
	u64 pte = sim_gtt_walk(gpu, address);
	void *memory;

	if (!pte)
		return NULL;
	memory = host->ops->map(host, gtt->address(pte) + address % SIM_PAGE_SIZE, bytes);
	if (!memory) {
		sim_violate(gpu, SIM_BAD_MEMORY, address, pte);
		return NULL;
	}
	if (gtt->coherent && !gtt->coherent(pte)) {
		host->ops->unmap(host, memory);
		sim_violate(gpu, SIM_NOT_COHERENT, address, pte);
		return NULL;
	}
	return memory;
}

static void sim_gtt_unmap(struct oa_sim_gpu *gpu, void *memory)
{
	gpu->host->ops->unmap(gpu->host, memory);
}

/**
 * sim_gtt_read32() - the GPU reads a dword
 * @gpu: the GPU, locked
 * @address: GGTT address, 4-byte aligned
 * @value: the dword; 0 where the GPU must not go
 *
 * Return: false where the GPU must not go, which is a broken rule.
 */
bool sim_gtt_read32(struct oa_sim_gpu *gpu, u32 address, u32 *value)
{
	u32 *from = sim_gtt_map(gpu, address, sizeof(*from));

	*value = 0;
	if (!from)
		return false;
	*value = READ_ONCE(*from);
	sim_gtt_unmap(gpu, from);
	return true;
}

/**
 * sim_gtt_write32() - the GPU writes a dword
 * @gpu: the GPU, locked
 * @address: GGTT address, 4-byte aligned
 * @value: the dword
 */
void sim_gtt_write32(struct oa_sim_gpu *gpu, u32 address, u32 value)
{
	u32 *to = sim_gtt_map(gpu, address, sizeof(*to));

	if (!to)
		return;
	/* The GPU's writes are ordered: this one comes after all earlier ones. */
	smp_wmb();
	WRITE_ONCE(*to, value);
	sim_gtt_unmap(gpu, to);
}

/**
 * sim_gtt_entry() - the entry of a GGTT address, as the GPU sees it now
 * @gpu: the GPU, locked
 * @address: GGTT address
 */
u64 sim_gtt_entry(const struct oa_sim_gpu *gpu, u32 address)
{
	return sim_entry(gpu, gpu->gtt.tlb, address >> SIM_PAGE_SHIFT);
}

/**
 * sim_gtt_write32_by() - the GPU writes a dword by a translation that it still has
 * @gpu: the GPU, locked
 * @pte: the entry of @address when the GPU looked it up
 * @address: GGTT address, 4-byte aligned
 * @value: the dword
 *
 * An entry that software changed since then is a broken rule, and nothing is written.
 */
void sim_gtt_write32_by(struct oa_sim_gpu *gpu, u64 pte, u32 address, u32 value)
{
	if (sim_entry(gpu, gpu->gtt.gsm, address >> SIM_PAGE_SHIFT) == pte)
		sim_gtt_write32(gpu, address, value);
	else
		sim_violate(gpu, SIM_GGTT_STALE, address, pte);
}

static void sim_store_line(u64 *to, const u32 *line)
{
	const u32 last = SIM_LINE_BYTES / sizeof(*to) - 1;
	u32 i;

	/*
	 * Hardware writes a whole line at once. A CPU does not, so it writes upwards: who finds
	 * the end of the line there finds all of it. Other processors may look at any time.
	 */
	for (i = 0; i < last; i++)
		WRITE_ONCE(to[i], (u64)line[2 * i + 1] << 32 | line[2 * i]);
	/* After the rest of the line. */
	smp_wmb();
	WRITE_ONCE(to[last], (u64)line[2 * last + 1] << 32 | line[2 * last]);
	/* Lines of a report land in order. */
	smp_wmb();
}

/**
 * sim_gtt_store_lines() - the GPU writes 64-byte lines
 * @gpu: the GPU, locked
 * @address: GGTT address of the first, 64-byte aligned
 * @dw: 16 dwords each
 * @lines: how many
 *
 * Each page's entry is looked up once; where a rule is broken, once for each line.
 */
void sim_gtt_store_lines(struct oa_sim_gpu *gpu, u32 address, const u32 *dw, u32 lines)
{
	u32 i, count;
	void *to;

	for (; lines; lines -= count) {
		count = min(lines, (SIM_PAGE_SIZE - address % SIM_PAGE_SIZE) / SIM_LINE_BYTES);
		if (sim_stale(gpu, address >> SIM_PAGE_SHIFT))
			count = 1;
		to = sim_gtt_map(gpu, address, count * SIM_LINE_BYTES);
		if (!to)
			count = 1;
		for (i = 0; to && i < count; i++)
			sim_store_line(to + i * SIM_LINE_BYTES, dw + i * SIM_LINE_DWORDS);
		if (to)
			sim_gtt_unmap(gpu, to);
		address += count * SIM_LINE_BYTES;
		dw += count * SIM_LINE_DWORDS;
	}
}

/* Every entry points at the scratch page, as firmware leaves it. */
static void sim_gtt_power_on(struct oa_sim_gpu *gpu)
{
	const u64 pte = gpu->platform->gtt->encode(gpu->host->scratch);
	const u32 dwords = sim_gtt_dwords(gpu);
	u32 *gsm = gpu->gtt.gsm, n;

	gsm[0] = lower_32_bits(pte);
	gsm[1] = gpu->platform->gtt->pte_bytes == sizeof(pte) ? upper_32_bits(pte) : gsm[0];
	/* Twice as many each time: there are millions. */
	for (n = 2; n < dwords; n *= 2)
		memcpy(gsm + n, gsm, min(n, dwords - n) * sizeof(*gsm));
	memcpy(gpu->gtt.tlb, gsm, dwords * sizeof(*gsm));
	gpu->gtt.dirty_first = sim_gtt_dwords(gpu);
	gpu->gtt.dirty_end = 0;
}

static bool sim_gtt_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset == GFX_FLSH_CNTL_GEN6;
}

static u32 sim_gtt_read(struct oa_sim_gpu *gpu, u32 offset)
{
	return 0;
}

static void sim_gtt_control(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	if (value & GFX_FLSH_CNTL_EN)
		sim_gtt_flush(gpu);
	else
		gpu->books.unknown_registers++;
}

const struct sim_unit sim_unit_gtt = {
	.owns = sim_gtt_owns,
	.read = sim_gtt_read,
	.write = sim_gtt_control,
	.power_on = sim_gtt_power_on,
};

/**
 * sim_gtt_hash() - a number that differs if entries do
 * @gpu: the GPU; entries that are written meanwhile may count or not
 */
u32 sim_gtt_hash(const struct oa_sim_gpu *gpu)
{
	u64 hash = 0x9e3779b97f4a7c15ull;
	u32 i;

	for (i = 0; i < sim_gtt_dwords(gpu); i++)
		hash = (hash ^ gpu->gtt.gsm[i]) * 0x100000001b3ull;
	return (hash ^ hash << 29) >> 32;
}
