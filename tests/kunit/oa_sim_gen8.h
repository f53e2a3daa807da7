/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A simulated GPU of gen8 to gen11 whose OA unit a test programs by hand, from
 * hardware.rst 7.3. Time is the simulator's manual clock, in ticks of the time stamp.
 */
#ifndef _OA_SIM_GEN8_H_
#define _OA_SIM_GEN8_H_

#include <kunit/test.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim/kernel/sim_card.h"

#define GSM		0x800000
#define BASE		0x01000000u	/* 128 KiB of ring, then memory for other things */
#define ORDER		6		/* of all that memory */
#define EXPONENT	9		/* 1024 ticks */
#define PERIOD		1024u
#define CTX_CONTROL	(EXPONENT << 2 | 3)
#define FORMAT_A36	5
#define DWORDS		64		/* of its reports */
#define REASON(dw0)	((dw0) >> 19 & 0x3f)

/** struct unit - the state of a test */
struct unit {
	/** @gpu: the GPU */
	struct oa_sim_gpu *gpu;
	/** @memory: the memory at BASE */
	struct page *memory;
	/** @c: the expected values of the platform */
	const struct gpu_case *c;
	/** @ticks: the manual clock */
	u64 ticks;
};

static inline u32 rd(struct unit *u, u32 offset)
{
	return oa_sim_gpu_read32(u->gpu, offset);
}

static inline void wr(struct unit *u, u32 offset, u32 value)
{
	oa_sim_gpu_write32(u->gpu, offset, value);
}

static inline void pass(struct unit *u, u32 ticks)
{
	const struct sim_platform *p = u->gpu->platform;

	u->ticks += ticks;
	oa_sim_gpu_set_time_ns(u->gpu, DIV_ROUND_UP_ULL(u->ticks * p->tick_num, p->tick_den));
	rd(u, GEN8_OATAILPTR);
}

static inline const u32 *report(struct unit *u, u32 n)
{
	return (const u32 *)page_address(u->memory) + n * DWORDS;
}

/* The number of reports that the tail shows */
static inline u32 reports(struct unit *u)
{
	return (rd(u, GEN8_OATAILPTR) - BASE) / (DWORDS * sizeof(u32));
}

static inline u64 wide(const u32 *dw, u32 n)
{
	return dw[4 + n] | (u64)((const u8 *)(dw + 40))[n] << 32;
}

static inline u64 broken(struct unit *u, enum sim_violation kind)
{
	return u->gpu->violations[kind].count;
}

static inline void expect_clean(struct kunit *test, struct unit *u)
{
	KUNIT_EXPECT_EQ(test, oa_sim_gpu_violations(u->gpu), 0ull);
	KUNIT_EXPECT_EQ(test, u->gpu->books.unknown_registers, 0ull);
}

static inline void map(struct unit *u)
{
	u64 phys = page_to_phys(u->memory) | 1;
	u32 i, entry = GSM + BASE / PAGE_SIZE * sizeof(u64);

	for (i = 0; i < BIT(ORDER); i++, phys += PAGE_SIZE, entry += sizeof(u64)) {
		wr(u, entry, lower_32_bits(phys));
		wr(u, entry + 4, upper_32_bits(phys));
	}
	wr(u, GFX_FLSH_CNTL_GEN6, GFX_FLSH_CNTL_EN);
}

static inline void wake(struct unit *u)
{
	u32 i;

	for (i = 0; i < u->gpu->platform->num_domains; i++)
		wr(u, u->gpu->platform->domains[i].request, MASKED_BIT_ENABLE(1));
	pass(u, 100);
}

/* A GPU that is awake and busy, with its GGTT filled */
static inline void unit_make_at(struct kunit *test, struct unit *u, const char *platform)
{
	u->gpu = oa_sim_gpu_create(platform, true);
	KUNIT_ASSERT_NOT_NULL(test, u->gpu);
	u->memory = alloc_pages(GFP_KERNEL | __GFP_ZERO, ORDER);
	KUNIT_ASSERT_NOT_NULL(test, u->memory);
	map(u);
	wake(u);
	/* write-back in the LLC, or snooped */
	wr(u, GEN8_PRIVATE_PAT_LO, CHV_PPAT_SNOOP | GEN8_PPAT_LLC | GEN8_PPAT_WB);
	/* the highest frequency, and more */
	wr(u, GEN6_RPNSWREQ, 0x7f << 24);
	u->gpu->activity.kind = SIM_BUSY;
}

static inline void unit_make(struct kunit *test, const char *platform)
{
	unit_make_at(test, test->priv, platform);
}

static inline void describe(struct unit *u)
{
	wr(u, GEN8_OASTATUS, 0);
	wr(u, GEN8_OAHEADPTR, BASE);
	wr(u, GEN8_OABUFFER_UDW, 0);
	wr(u, GEN8_OABUFFER, BASE | GEN8_OABUFFER_MEM_SELECT_GGTT);
	wr(u, GEN8_OATAILPTR, BASE);
}

static inline int unit_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct unit), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

static inline void unit_free(struct unit *u)
{
	if (u->gpu)
		oa_sim_gpu_destroy(u->gpu);
	if (u->memory)
		__free_pages(u->memory, ORDER);
}

static inline void unit_exit(struct kunit *test)
{
	if (test->priv)
		unit_free(test->priv);
}

#endif /* _OA_SIM_GEN8_H_ */
