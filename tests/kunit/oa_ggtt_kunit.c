// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GGTT of Haswell: entries, size, flush.
 *
 * Expected values are written from hardware.md 1.4 to 1.6.
 */
#include <kunit/test.h>
#include <linux/dma-mapping.h>
#include <linux/kernel.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include "i915_oa_mmio.h"
#include "oa/oa_ggtt.h"
#include "oa/oa_uncore.h"

struct pte_case {
	const char *name;
	u64 address;
	u32 pte;
};

/*
 * Bit 0 valid, [31:12] as they are, [38:32] to [10:4], code 2 (write-back in
 * the LLC, age 3: coherent with the CPU) as 010 to [3:1] and 0 to bit 11.
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
	/* The bits of the offset in a page are not the entry's flags. */
	{ "not page aligned", 0x12345fff, 0x12345005 },
};

static void pte_desc(const struct pte_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(pte, pte_cases, pte_desc);

static void oa_ggtt_encode(struct kunit *test)
{
	const struct pte_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_ggtt_hsw.encode(c->address), c->pte);
}

/* The DMA mask must not let through an address whose top bits an entry can't hold. */
static void oa_ggtt_dma_mask(struct kunit *test)
{
	unsigned int bit;

	KUNIT_EXPECT_EQ(test, oa_ggtt_hsw.pte_bytes, 4u);
	KUNIT_EXPECT_EQ(test, DMA_BIT_MASK(oa_ggtt_hsw.dma_bits), 0x7fffffffffull);
	for (bit = 12; bit < oa_ggtt_hsw.dma_bits; bit++)
		KUNIT_EXPECT_NE_MSG(test, oa_ggtt_hsw.encode(BIT_ULL(bit)),
				    oa_ggtt_hsw.encode(0), "bit %u", bit);
	/* What is above would land in the cacheability's bit 11. */
	KUNIT_EXPECT_EQ(test, oa_ggtt_hsw.encode(BIT_ULL(39)), 0x00000005u);
}

struct size_case {
	const char *name;
	u16 ggc;
	u32 bytes;
};

/* GGMS is [9:8], in MiB */
static const struct size_case size_cases[] = {
	{ "none", 0x0000, 0 },
	{ "1 MiB", 0x0100, SZ_1M },
	{ "2 MiB", 0x0200, SZ_2M },
	{ "2 MiB, everything else set", 0xfeff, SZ_2M },
	{ "none, everything else set", 0xfcff, 0 },
};

static void size_desc(const struct size_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(size, size_cases, size_desc);

static void oa_ggtt_size(struct kunit *test)
{
	const struct size_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_ggtt_hsw.size(c->ggc), c->bytes);
}

/* The full size makes 2 GiB of address space, which all fits in the registers. */
static void oa_ggtt_space(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, (u64)oa_ggtt_hsw.size(0x0200) / oa_ggtt_hsw.pte_bytes * SZ_4K,
			2ull * SZ_1G);
}

/* The one register of a flush, and the order of its accesses */
struct flush_test {
	struct i915_oa_mmio mmio;
	u32 step;	/* 1 after the write, 2 after the read back */
	u32 faults;
};

static u32 flush_read32(struct i915_oa_mmio *mmio, u32 offset)
{
	struct flush_test *t = container_of(mmio, struct flush_test, mmio);

	if (offset != 0x101008 || t->step++ != 1)
		t->faults++;
	return 1;
}

static void flush_write32(struct i915_oa_mmio *mmio, u32 offset, u32 value)
{
	struct flush_test *t = container_of(mmio, struct flush_test, mmio);

	if (offset != 0x101008 || value != 1 || t->step++)
		t->faults++;
}

static const struct i915_oa_mmio_ops flush_ops = {
	.read32 = flush_read32,
	.write32 = flush_write32,
};

/* Write GFX_FLSH_CNTL_GEN6 = 1 and read it back (hardware.md 1.6) */
static void oa_ggtt_flush(struct kunit *test)
{
	struct flush_test t = { .mmio = { .ops = &flush_ops } };
	struct oa_uncore *uncore = kunit_kzalloc(test, sizeof(*uncore), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, uncore);
	uncore->sim = &t.mmio;
	oa_ggtt_hsw.flush(uncore);
	KUNIT_EXPECT_EQ(test, t.step, 2u);
	KUNIT_EXPECT_EQ(test, t.faults, 0u);
}

static struct kunit_case oa_ggtt_cases[] = {
	KUNIT_CASE_PARAM(oa_ggtt_encode, pte_gen_params),
	KUNIT_CASE(oa_ggtt_dma_mask),
	KUNIT_CASE_PARAM(oa_ggtt_size, size_gen_params),
	KUNIT_CASE(oa_ggtt_space),
	KUNIT_CASE(oa_ggtt_flush),
	{ }
};

static struct kunit_suite oa_ggtt_suite = {
	.name = "i915_oa_ggtt",
	.test_cases = oa_ggtt_cases,
};

kunit_test_suite(oa_ggtt_suite);
