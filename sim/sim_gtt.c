// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated GGTT
 *
 * The GPU reaches memory only through GGTT entries. Writes to the entries
 * become visible to it with a write to GFX_FLSH_CNTL; until then it goes on
 * with what it saw last, and a report that goes through an entry that differs
 * is counted as stale. An entry that is not valid leads nowhere.
 *
 * Facts: hardware.md 1.5, 1.6 (Haswell).
 */
#include <linux/highmem.h>
#include <linux/io.h>
#include <linux/mm.h>

#include "regs/gtt_regs.h"
#include "sim_model.h"

#define SIM_NUM_PTES	(0x200000 / 4)
#define SIM_LINE_BYTES	64

static u32 sim_pte(phys_addr_t address)
{
	return ((u32)address & GEN6_PTE_ADDR_MASK) |
	       (((u64)address >> 32 << 4) & HSW_PTE_ADDR_HI_MASK) | GEN6_PTE_VALID;
}

static phys_addr_t sim_pte_address(u32 pte)
{
	return (pte & GEN6_PTE_ADDR_MASK) | (u64)(pte & HSW_PTE_ADDR_HI_MASK) << 28;
}

/**
 * sim_gtt_reset() - point every entry at the scratch page, as firmware leaves them
 * @gpu: the GPU
 */
void sim_gtt_reset(struct oa_sim_gpu *gpu)
{
	u32 i;

	for (i = 0; i < SIM_NUM_PTES; i++)
		gpu->gsm[i] = sim_pte(page_to_phys(gpu->scratch));
	memcpy(gpu->tlb, gpu->gsm, SIM_NUM_PTES * sizeof(*gpu->tlb));
	gpu->dirty_first = SIM_NUM_PTES;
	gpu->dirty_end = 0;
}

/**
 * sim_gtt_write() - software writes an entry
 * @gpu: the GPU, locked
 * @entry: which
 * @value: its value
 */
void sim_gtt_write(struct oa_sim_gpu *gpu, u32 entry, u32 value)
{
	gpu->gsm[entry] = value;
	gpu->dirty_first = min(gpu->dirty_first, entry);
	gpu->dirty_end = max(gpu->dirty_end, entry + 1);
}

/**
 * sim_gtt_flush() - make written entries visible to the GPU
 * @gpu: the GPU, locked
 */
void sim_gtt_flush(struct oa_sim_gpu *gpu)
{
	if (gpu->dirty_first < gpu->dirty_end)
		memcpy(gpu->tlb + gpu->dirty_first, gpu->gsm + gpu->dirty_first,
		       (gpu->dirty_end - gpu->dirty_first) * sizeof(*gpu->tlb));
	gpu->dirty_first = SIM_NUM_PTES;
	gpu->dirty_end = 0;
}

/**
 * sim_gtt_store_line() - the GPU writes a 64-byte line
 * @gpu: the GPU, locked
 * @address: GGTT address, 64-byte aligned
 * @line: 16 dwords
 */
void sim_gtt_store_line(struct oa_sim_gpu *gpu, u32 address, const u32 *line)
{
	u32 entry = address >> PAGE_SHIFT;
	u32 pte;
	phys_addr_t phys;
	u8 *page;
	u32 *to;

	if (entry >= SIM_NUM_PTES) {
		sim_violate(gpu, SIM_GGTT_INVALID, address, 0);
		return;
	}
	if (!gpu->master) {
		sim_violate(gpu, SIM_BUS_MASTER, address, 0);
		return;
	}
	pte = gpu->tlb[entry];
	if (pte != gpu->gsm[entry])
		sim_violate(gpu, SIM_GGTT_STALE, address, pte);
	if (!(pte & GEN6_PTE_VALID)) {
		sim_violate(gpu, SIM_GGTT_INVALID, address, pte);
		return;
	}
	phys = sim_pte_address(pte);
	/* Nobody mapped anything there: the write would go to the scratch page. */
	if (phys == page_to_phys(gpu->scratch)) {
		sim_violate(gpu, SIM_GGTT_INVALID, address, pte);
		return;
	}
	if (!pfn_valid(PHYS_PFN(phys))) {
		sim_violate(gpu, SIM_BAD_MEMORY, address, pte);
		return;
	}
	page = kmap_local_page(pfn_to_page(PHYS_PFN(phys)));
	to = (u32 *)(page + offset_in_page(address));
	/*
	 * Hardware writes a line whole. memcpy() does not, so what tells software
	 * that it landed goes last, in one piece.
	 */
	memcpy(to + 2, line + 2, SIM_LINE_BYTES - 2 * sizeof(*line));
	/* Behind the rest of the line. */
	smp_wmb();
	WRITE_ONCE(*(u64 *)to, (u64)line[1] << 32 | line[0]);
	kunmap_local(page);
	/* Lines of a report land in order. */
	smp_wmb();
}
