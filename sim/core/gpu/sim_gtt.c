// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated GGTT
 *
 * The GPU reaches memory only through GGTT entries. It sees writes to the entries after
 * a write to GFX_FLSH_CNTL. Until then it uses the old entries, and an access through
 * one that differs is counted as stale; in a host that shares its memory it reaches no memory.
 * Where the entries are mapped uncached there is nothing to flush. An access through an entry that
 * is not valid reaches no memory.
 *
 * From gen8 on an entry of a page table chooses one of eight cacheabilities by an index; the GGTT's
 * entries use index 0. Software must program it: write-back in the LLC, or snooped where GPU and
 * CPU share no cache. An access of the GPU to memory with another one is a broken rule, counted
 * for each page. The access still takes place.
 *
 * Facts: hardware.rst 1.5 to 1.7. [MODEL] cacheabilities at power-on; a reset of the GT keeps them.
 */
#include "regs/gen12_regs.h"
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"
#include "sim/core/sim_model.h"

static bool sim_pat_in_llc(u32 pat)
{
	return (pat & GEN8_PPAT_TYPE_MASK) == GEN8_PPAT_WB &&
	       (pat & GEN8_PPAT_TARGET_MASK) != GEN8_PPAT_ELLC;
}

static bool sim_pat_snooped(u32 pat)
{
	return pat & CHV_PPAT_SNOOP;
}

const struct sim_pat_ops sim_pat_gen8 = {
	.first = GEN8_PRIVATE_PAT_LO,
	.last = GEN8_PRIVATE_PAT_HI,
	.power_on = { 0x07060400, 0x3b2b1b0b },
	.good = sim_pat_in_llc,
};

const struct sim_pat_ops sim_pat_snoop = {
	.first = GEN8_PRIVATE_PAT_LO,
	.last = GEN8_PRIVATE_PAT_HI,
	.power_on = { 0x40000000, 0x40404040 },
	.good = sim_pat_snooped,
};

const struct sim_pat_ops sim_pat_gen11 = {
	.first = GEN11_PAT_INDEX(0),
	.last = GEN11_PAT_INDEX(SIM_NUM_PAT - 1),
	.power_on = { 0, 4, 6, 7, 0x0b, 0x1b, 0x2b, 0x3b },
	.good = sim_pat_in_llc,
};

/* hardware/gen12.rst 6: the type is all that there is. [MODEL] uncached at power-on. */
static bool sim_pat_cached(u32 pat)
{
	return (pat & GEN8_PPAT_TYPE_MASK) == GEN8_PPAT_WB;
}

const struct sim_pat_ops sim_pat_gen12 = {
	.first = GEN12_PAT_INDEX(0),
	.last = GEN12_PAT_INDEX(SIM_NUM_PAT - 1),
	.good = sim_pat_cached,
};

/* Check the cacheability before an access through the GGTT. */
static void sim_pat_check(struct oa_sim_gpu *gpu, u32 address)
{
	const struct sim_pat_ops *ops = gpu->platform->pat;

	if (ops && !ops->good(gpu->pat[0]))
		sim_violate(gpu, SIM_PAT, address, gpu->pat[0]);
}

static bool sim_pat_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_pat_ops *ops = gpu->platform->pat;

	return ops && offset >= ops->first && offset <= ops->last;
}

static u32 sim_pat_read(struct oa_sim_gpu *gpu, u32 offset)
{
	return gpu->pat[(offset - gpu->platform->pat->first) / 4];
}

static void sim_pat_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	gpu->pat[(offset - gpu->platform->pat->first) / 4] = value;
}

static void sim_pat_power_on(struct oa_sim_gpu *gpu)
{
	if (gpu->platform->pat)
		memcpy(gpu->pat, gpu->platform->pat->power_on, sizeof(gpu->pat));
}

const struct sim_unit sim_unit_pat = {
	.owns = sim_pat_owns,
	.read = sim_pat_read,
	.write = sim_pat_write,
	.peek = sim_pat_read,
	.power_on = sim_pat_power_on,
};

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

/* Make written entries visible to the GPU. */
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

/* Handle software's write of an entry, or of half of one. */
void sim_gtt_write(struct oa_sim_gpu *gpu, u32 dword, u32 value)
{
	const u32 entry = dword * sizeof(u32) / gpu->platform->gtt->pte_bytes;

	if (sim_display_shows(gpu, entry << SIM_PAGE_SHIFT))
		sim_violate(gpu, SIM_SCANOUT, entry << SIM_PAGE_SHIFT, value);
	gpu->gtt.gsm[dword] = value;
	gpu->gtt.dirty_first = min(gpu->gtt.dirty_first, dword);
	gpu->gtt.dirty_end = max(gpu->gtt.dirty_end, dword + 1);
	gpu->gtt.written_first = min(gpu->gtt.written_first, dword);
	gpu->gtt.written_end = max(gpu->gtt.written_end, dword + 1);
	if (gpu->platform->gtt->uncached_gsm)
		sim_gtt_flush(gpu);
}

static bool sim_inside(const struct oa_sim_gpu *gpu, u32 entry)
{
	return entry < gpu->platform->bar_bytes / 2 / gpu->platform->gtt->pte_bytes;
}

/* Check whether an entry changed since the last flush. */
static bool sim_stale(const struct oa_sim_gpu *gpu, u32 entry)
{
	return sim_inside(gpu, entry) &&
	       sim_entry(gpu, gpu->gtt.tlb, entry) != sim_entry(gpu, gpu->gtt.gsm, entry);
}

/* The entry of a GGTT address for an access; 0, which is not valid, if a rule forbids the access */
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
	/* An entry with the scratch page is one that software has not written. */
	if (!gtt->valid(pte) || gtt->address(pte) == gpu->host->scratch) {
		sim_violate(gpu, SIM_GGTT_INVALID, address, pte);
		return 0;
	}
	if (gpu->host->shared && sim_stale(gpu, entry))
		return 0;
	sim_pat_check(gpu, address);
	return pte;
}

/*
 * Memory at a GGTT address, valid until the host's unmap(). @bytes lie within a page. NULL for an
 * access that a rule forbids; the broken rule is counted.
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
 * sim_gtt_read32() - read a dword for the GPU
 * @gpu: the GPU, locked
 * @address: GGTT address, 4-byte aligned
 * @value: the dword; 0 for a forbidden access
 *
 * Return: false if a rule forbids the access; the broken rule is counted.
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
 * sim_gtt_write32() - write a dword for the GPU
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
 * sim_gtt_entry() - the entry of a GGTT address in the GPU's present view
 * @gpu: the GPU, locked
 * @address: GGTT address
 */
u64 sim_gtt_entry(const struct oa_sim_gpu *gpu, u32 address)
{
	return sim_entry(gpu, gpu->gtt.tlb, address >> SIM_PAGE_SHIFT);
}

/**
 * sim_gtt_write32_by() - write a dword for the GPU by a translation that it has kept
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
	 * Hardware writes a whole line at once. A CPU does not, so write upwards: a reader on
	 * another processor that finds the end of the line finds all of it.
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
 * sim_gtt_store_lines() - write 64-byte lines for the GPU
 * @gpu: the GPU, locked
 * @address: GGTT address of the first, 64-byte aligned
 * @dw: 16 dwords each
 * @lines: number of lines
 *
 * Each page's entry is looked up once, or once for each line if a rule is broken.
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
	/* Double the copied part each time: there are millions of entries. */
	for (n = 2; n < dwords; n *= 2)
		memcpy(gsm + n, gsm, min(n, dwords - n) * sizeof(*gsm));
	memcpy(gpu->gtt.tlb, gsm, dwords * sizeof(*gsm));
	gpu->gtt.dirty_first = dwords;
	gpu->gtt.dirty_end = 0;
	gpu->gtt.written_first = dwords;
	gpu->gtt.written_end = 0;
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
		gpu->stats.unknown_registers++;
}

const struct sim_unit sim_unit_gtt = {
	.owns = sim_gtt_owns,
	.read = sim_gtt_read,
	.write = sim_gtt_control,
	.power_on = sim_gtt_power_on,
};

static u64 sim_gtt_mix(u32 dword, u32 value)
{
	u64 mix = ((u64)dword << 32 | value) * 0x9e3779b97f4a7c15ull;

	return (mix ^ mix >> 32) * 0x9e3779b97f4a7c15ull;
}

/**
 * sim_gtt_hash() - hash of all entries
 * @gpu: the GPU; entries that are written meanwhile may count or not
 *
 * A dword that is as firmware left it adds nothing, so only those that were ever written count.
 */
u32 sim_gtt_hash(const struct oa_sim_gpu *gpu)
{
	const u64 pte = gpu->platform->gtt->encode(gpu->host->scratch);
	u32 n, firmware[2] = { lower_32_bits(pte), lower_32_bits(pte) };
	u64 hash = 0;

	if (gpu->platform->gtt->pte_bytes == sizeof(pte))
		firmware[1] = upper_32_bits(pte);

	for (n = gpu->gtt.written_first; n < gpu->gtt.written_end; n++)
		if (gpu->gtt.gsm[n] != firmware[n % 2])
			hash += sim_gtt_mix(n, gpu->gtt.gsm[n]);
	return hash >> 32;
}
