// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GGTT: entries, size, flush, and restoring the entries.
 *
 * Expected values are written from hardware.rst 1.4 to 1.6.
 */
#include <kunit/test.h>
#include <linux/dma-mapping.h>
#include <linux/kernel.h>
#include <linux/sizes.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/gpu/oa_gpu_priv.h"

struct pte_case {
	const char *name;
	u64 address;
	u32 pte;
};

/*
 * Bit 0 is valid, address bits [31:12] stay in place, [38:32] move to [10:4].
 * Cacheability code 2 (write-back in the LLC, age 3: coherent with the CPU)
 * puts 010 into [3:1] and 0 into bit 11.
 */
static const struct pte_case pte_cases[] = {
	{ "0", 0, 0x00000005 },
	{ "first page", 0x1000, 0x00001005 },
	{ "below 4 GiB", 0x12345000, 0x12345005 },
	{ "last below 4 GiB", 0xfffff000, 0xfffff005 },
	{ "bit 32", 0x100000000ull, 0x00000015 },
	{ "bit 35", 0x800000000ull, 0x00000085 },
	{ "bit 38", 0x4000000000ull, 0x00000405 },
	{ "high and low", 0x2afedcb000ull, 0xfedcb2a5 },
	{ "last page of 39 bits", 0x7ffffff000ull, 0xfffff7f5 },
	/* The low address bits must not become flags of the entry. */
	{ "not page aligned", 0x12345fff, 0x12345005 },
};

KUNIT_ARRAY_PARAM_DESC(pte, pte_cases, name);

static void oa_ggtt_encode(struct kunit *test)
{
	const struct pte_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_ggtt_pte(&oa_ggtt_hsw, c->address), c->pte);
}

/* The DMA mask must exclude addresses whose top bits an entry cannot hold. */
static void oa_ggtt_dma_mask(struct kunit *test)
{
	unsigned int bit;

	KUNIT_EXPECT_EQ(test, oa_ggtt_hsw.pte_bytes, 4u);
	KUNIT_EXPECT_EQ(test, DMA_BIT_MASK(oa_ggtt_hsw.dma_bits), 0x7fffffffffull);
	for (bit = 12; bit < oa_ggtt_hsw.dma_bits; bit++)
		KUNIT_EXPECT_NE_MSG(test, oa_ggtt_pte(&oa_ggtt_hsw, BIT_ULL(bit)),
				    oa_ggtt_pte(&oa_ggtt_hsw, 0), "bit %u", bit);
	/* A higher address bit would land in bit 11, which is cacheability. */
	KUNIT_EXPECT_EQ(test, oa_ggtt_pte(&oa_ggtt_hsw, BIT_ULL(39)), 0x00000005u);
}

struct other_case {
	const char *name;
	const struct oa_ggtt_layout *layout;
	u64 address;
	u64 pte;
};

/* SNB to VLV: [31:12] stay in place, [39:32] move to [11:4]. Gen8 and later: address and bit 0. */
static const struct other_case other_cases[] = {
	{ "snb: LLC is code 2 of [3:1]", &oa_ggtt_snb, 0x12345000, 0x12345005 },
	{ "snb bit 32", &oa_ggtt_snb, 0x100000000ull, 0x00000015 },
	{ "snb bit 39", &oa_ggtt_snb, 0x8000000000ull, 0x00000805 },
	{ "snb last page of 40 bits", &oa_ggtt_snb, 0xfffffff000ull, 0xfffffff5 },
	{ "vlv: writeable and snooped", &oa_ggtt_vlv, 0x12345000, 0x12345007 },
	{ "vlv last page of 40 bits", &oa_ggtt_vlv, 0xfffffff000ull, 0xfffffff7 },
	{ "bdw", &oa_ggtt_gen8, 0x12345000, 0x12345001 },
	{ "bdw high", &oa_ggtt_gen8, 0x2afedcb000ull, 0x2afedcb001ull },
	{ "bdw last page of 39 bits", &oa_ggtt_gen8, 0x7ffffff000ull, 0x7ffffff001ull },
	{ "bdw above 39 bits", &oa_ggtt_gen8, 0x8000000000ull, 1 },
	{ "bdw not page aligned", &oa_ggtt_gen8, 0x12345fff, 0x12345001 },
	{ "chv", &oa_ggtt_chv, 0x7ffffff000ull, 0x7ffffff001ull },
	{ "bxt", &oa_ggtt_bxt, 0x7ffffff000ull, 0x7ffffff001ull },
	{ "icl", &oa_ggtt_gen8, 0x7ffffff000ull, 0x7ffffff001ull },
};

KUNIT_ARRAY_PARAM_DESC(other, other_cases, name);

static void oa_ggtt_encode_other(struct kunit *test)
{
	const struct other_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_ggtt_pte(c->layout, c->address), c->pte);
}

struct size_case {
	const char *name;
	const struct oa_ggtt_layout *layout;
	u16 ggc;
	u32 bytes;
};

/* hardware.rst 1.4: MiB in [9:8]; from BDW on a power of two in [7:6], on CHV in [9:8] */
static const struct size_case size_cases[] = {
	{ "none", &oa_ggtt_hsw, 0x0000, 0 },
	{ "1 MiB", &oa_ggtt_hsw, 0x0100, SZ_1M },
	{ "2 MiB", &oa_ggtt_hsw, 0x0200, SZ_2M },
	{ "2 MiB, everything else set", &oa_ggtt_hsw, 0xfeff, SZ_2M },
	{ "none, everything else set", &oa_ggtt_hsw, 0xfcff, 0 },
	{ "snb 2 MiB", &oa_ggtt_snb, 0x0200, SZ_2M },
	{ "vlv 2 MiB", &oa_ggtt_vlv, 0x0200, SZ_2M },
	{ "bdw none", &oa_ggtt_gen8, 0xff3f, 0 },
	{ "bdw 2 MiB", &oa_ggtt_gen8, 0x0040, SZ_2M },
	{ "bdw 4 MiB", &oa_ggtt_gen8, 0x0080, SZ_4M },
	{ "bdw 8 MiB", &oa_ggtt_gen8, 0x00c0, SZ_8M },
	{ "bdw 8 MiB, everything else set", &oa_ggtt_gen8, 0xffff, SZ_8M },
	{ "chv none", &oa_ggtt_chv, 0x00c0, 0 },
	{ "chv 2 MiB", &oa_ggtt_chv, 0x0100, SZ_2M },
	{ "chv 8 MiB", &oa_ggtt_chv, 0x0300, SZ_8M },
	{ "bxt 8 MiB", &oa_ggtt_bxt, 0x00c0, SZ_8M },
	{ "icl 8 MiB", &oa_ggtt_gen8, 0x00c0, SZ_8M },
};

KUNIT_ARRAY_PARAM_DESC(size, size_cases, name);

static void oa_ggtt_size(struct kunit *test)
{
	const struct size_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_ggtt_bytes(c->layout, c->ggc), c->bytes);
}

/* The largest table maps 2 GiB of address space, or 4 GiB from Gen8 on. */
static void oa_ggtt_largest(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, oa_ggtt_bytes(&oa_ggtt_hsw, 0x0200) / oa_ggtt_hsw.pte_bytes,
			2ull * SZ_1G / SZ_4K);
	KUNIT_EXPECT_EQ(test, oa_ggtt_bytes(&oa_ggtt_gen8, 0x00c0) / oa_ggtt_gen8.pte_bytes,
			4ull * SZ_1G / SZ_4K);
}

/* CHV, BXT and GLK share no cache with the CPU; VLV's entries request snooping. */
static void oa_ggtt_coherence(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, oa_ggtt_chv.incoherent);
	KUNIT_EXPECT_TRUE(test, oa_ggtt_bxt.incoherent);
	KUNIT_EXPECT_FALSE(test, oa_ggtt_vlv.incoherent);
	KUNIT_EXPECT_FALSE(test, oa_ggtt_snb.incoherent);
	KUNIT_EXPECT_FALSE(test, oa_ggtt_gen8.incoherent);
}

#define RESTORE_GSM	0x800000
#define RESTORE_NODE	0xfe000000ull
#define RESTORE_PTE(n)	((u32)(RESTORE_GSM + RESTORE_NODE / SZ_4K * 8 + (n) * 8))

/* From Gen8 on an entry is written in one 64-bit access. A flush follows (hardware.rst 1.6, 13). */
static void oa_ggtt_restore_buffer(struct kunit *test)
{
	static const struct fake_write writes[] = {
		{ RESTORE_PTE(0), 0x12345001, .wide = true },
		{ RESTORE_PTE(1), 0x6fedcb9001ull, .wide = true },
		{ 0x101008, 1 },
	};
	struct fake_mmio *fake = fake_mmio_new(test, 3);
	dma_addr_t dma[2] = { 0x12345000, 0x6fedcb9000ull };
	struct oa_buffer buffer = { .num_pages = 2, .dma = dma };
	struct oa_ggtt ggtt = { .layout = &oa_ggtt_gen8, .uncore = &fake->uncore };
	u32 offset;

	for (offset = RESTORE_PTE(0); offset < RESTORE_PTE(2); offset += 4)
		fake_mmio_add(fake, offset, NULL);
	fake_mmio_add(fake, 0x101008, NULL);
	fake->uncore.size = 2 * RESTORE_GSM;
	buffer.node.start = RESTORE_NODE;
	oa_buffer_bind(&ggtt, &buffer);
	fake_mmio_expect(test, fake, writes, ARRAY_SIZE(writes));
	/* The flush is read back after it was written. */
	KUNIT_EXPECT_EQ(test, fake->last_read, 0x101008u);
	KUNIT_EXPECT_EQ(test, fake->num_reads, 1u);
}

static struct kunit_case oa_ggtt_cases[] = {
	KUNIT_CASE_PARAM(oa_ggtt_encode, pte_gen_params),
	KUNIT_CASE_PARAM(oa_ggtt_encode_other, other_gen_params),
	KUNIT_CASE(oa_ggtt_dma_mask),
	KUNIT_CASE_PARAM(oa_ggtt_size, size_gen_params),
	KUNIT_CASE(oa_ggtt_largest),
	KUNIT_CASE(oa_ggtt_coherence),
	KUNIT_CASE(oa_ggtt_restore_buffer),
	{ }
};

static struct kunit_suite oa_ggtt_suite = {
	.name = "i915_oa_ggtt",
	.test_cases = oa_ggtt_cases,
};

kunit_test_suite(oa_ggtt_suite);
