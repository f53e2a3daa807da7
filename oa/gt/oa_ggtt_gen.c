// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: GGTT entries of the generations
 *
 * Up to Gen7.5 an entry holds an address of 40 or 39 bits and a cacheability of its own, from
 * Gen8 on an address alone. There the GGTT's entries use index 0 of the PAT, which the driver
 * programs while it has the GPU: write-back in the LLC, or snooped where GPU and CPU share no
 * cache.
 *
 * Facts: hardware.rst 1.4 to 1.7.
 */
#include <linux/bitfield.h>
#include <linux/sizes.h>

#include "gt/oa_ggtt.h"
#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"

static u32 oa_ggtt_gen6_size(u16 ggc)
{
	return FIELD_GET(SNB_GMCH_GGMS_MASK, ggc) * SZ_1M;
}

/* From gen8 on the code is a power of two, in MiB. */
static u32 oa_ggtt_gen8_bytes(u32 code)
{
	return code ? SZ_1M << code : 0;
}

static u32 oa_ggtt_gen8_size(u16 ggc)
{
	return oa_ggtt_gen8_bytes(FIELD_GET(BDW_GMCH_GGMS_MASK, ggc));
}

static u32 oa_ggtt_chv_size(u16 ggc)
{
	return oa_ggtt_gen8_bytes(FIELD_GET(SNB_GMCH_GGMS_MASK, ggc));
}

/* Physical bits 31:12 keep their place; bits 39:32 go to [11:4]. */
static u32 oa_ggtt_gen6_address(dma_addr_t addr)
{
	u32 high = ((u64)addr >> 32) << 4;

	return ((u32)addr & GEN6_PTE_ADDR_MASK) | (high & GEN6_PTE_ADDR_HI_MASK);
}

static u64 oa_ggtt_snb_encode(dma_addr_t addr)
{
	return oa_ggtt_gen6_address(addr) | GEN6_PTE_LLC | GEN6_PTE_VALID;
}

static u64 oa_ggtt_vlv_encode(dma_addr_t addr)
{
	return oa_ggtt_gen6_address(addr) | VLV_PTE_SNOOPED | VLV_PTE_WRITEABLE | GEN6_PTE_VALID;
}

/* Bit 11 is part of the cacheability code, here 2: write-back in the LLC, age 3. */
static u64 oa_ggtt_hsw_encode(dma_addr_t addr)
{
	u32 address = oa_ggtt_gen6_address(addr) & (GEN6_PTE_ADDR_MASK | HSW_PTE_ADDR_HI_MASK);

	return address | HSW_PTE_WB_LLC_AGE3 | GEN6_PTE_VALID;
}

static u64 oa_ggtt_gen8_encode(dma_addr_t addr)
{
	return ((u64)addr & GEN8_PTE_ADDR_MASK) | GEN8_PTE_PRESENT;
}

static void oa_ggtt_gen6_flush(struct oa_uncore *uncore)
{
	oa_write32(uncore, GFX_FLSH_CNTL_GEN6, GFX_FLSH_CNTL_EN);
	oa_read32(uncore, GFX_FLSH_CNTL_GEN6);
}

const struct oa_ggtt_ops oa_ggtt_snb = {
	.pte_bytes = 4,
	.dma_bits = 40,
	.size = oa_ggtt_gen6_size,
	.encode = oa_ggtt_snb_encode,
	.flush = oa_ggtt_gen6_flush,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_snb);

const struct oa_ggtt_ops oa_ggtt_vlv = {
	.pte_bytes = 4,
	.dma_bits = 40,
	.size = oa_ggtt_gen6_size,
	.encode = oa_ggtt_vlv_encode,
	.flush = oa_ggtt_gen6_flush,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_vlv);

const struct oa_ggtt_ops oa_ggtt_hsw = {
	.pte_bytes = 4,
	.dma_bits = 39,
	.size = oa_ggtt_gen6_size,
	.encode = oa_ggtt_hsw_encode,
	.flush = oa_ggtt_gen6_flush,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_hsw);

const struct oa_ggtt_ops oa_ggtt_gen8 = {
	.pte_bytes = 8,
	.dma_bits = 39,
	.pat = GEN8_PPAT_LLC | GEN8_PPAT_WB,
	.size = oa_ggtt_gen8_size,
	.encode = oa_ggtt_gen8_encode,
	.flush = oa_ggtt_gen6_flush,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_gen8);

const struct oa_ggtt_ops oa_ggtt_chv = {
	.pte_bytes = 8,
	.dma_bits = 39,
	.incoherent = true,
	.pat = CHV_PPAT_SNOOP,
	.size = oa_ggtt_chv_size,
	.encode = oa_ggtt_gen8_encode,
	.flush = oa_ggtt_gen6_flush,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_chv);

const struct oa_ggtt_ops oa_ggtt_bxt = {
	.pte_bytes = 8,
	.dma_bits = 39,
	.incoherent = true,
	.pat = CHV_PPAT_SNOOP,
	.size = oa_ggtt_gen8_size,
	.encode = oa_ggtt_gen8_encode,
	.flush = oa_ggtt_gen6_flush,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_bxt);

const struct oa_ggtt_ops oa_ggtt_gen11 = {
	.pte_bytes = 8,
	.dma_bits = 39,
	.pat = GEN8_PPAT_LLC | GEN8_PPAT_WB,
	.size = oa_ggtt_gen8_size,
	.encode = oa_ggtt_gen8_encode,
	.flush = oa_ggtt_gen6_flush,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_ggtt_gen11);
