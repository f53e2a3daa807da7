/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A simulated GPU of gen6 to gen7.5 with an OA buffer, programmed by hand from
 * hardware.rst 7.1 and 7.2, for tests of the simulator itself.
 *
 * Time is the simulator's manual clock, in report periods of 1280 ns: exponent 0 on
 * SNB, 3 elsewhere.
 */
#ifndef _OA_SIM_GEN6_H_
#define _OA_SIM_GEN6_H_

#include <kunit/test.h>
#include <linux/bitfield.h>
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/string.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "sim/kernel/sim_card.h"

#define SIM_T_BASE		0x01000000u	/* at 16 MiB, aligned for every size */
#define SIM_T_ORDER		5		/* 128 KiB of memory behind it */
#define SIM_T_PERIOD_NS		1280
#define SIM_T_PERIOD_TICKS	16
#define SIM_T_GSM		0x200000
#define SIM_T_HEAD_GGTT		BIT(0)

/** struct sim_t - the state of a test */
struct sim_t {
	/** @gpu: the GPU */
	struct oa_sim_gpu *gpu;
	/** @memory: the OA buffer */
	struct page *memory;
	/** @now_ns: the manual clock */
	u64 now_ns;
	/** @snb: timer exponents count from another bit, and a status bit must be cleared */
	bool snb;
};

static inline u32 sim_t_rd(struct sim_t *t, u32 offset)
{
	return oa_sim_gpu_read32(t->gpu, offset);
}

static inline void sim_t_wr(struct sim_t *t, u32 offset, u32 value)
{
	oa_sim_gpu_write32(t->gpu, offset, value);
}

/* Pending reports land at the next access to the GPU, so this makes one. */
static inline void sim_t_pass(struct sim_t *t, u32 periods)
{
	t->now_ns += (u64)periods * SIM_T_PERIOD_NS;
	oa_sim_gpu_set_time_ns(t->gpu, t->now_ns);
	sim_t_rd(t, DEIER);
}

static inline const u32 *sim_t_memory(struct sim_t *t)
{
	return page_address(t->memory);
}

static inline void sim_t_map(struct sim_t *t, u32 flags)
{
	u64 phys = page_to_phys(t->memory);
	u32 i;

	for (i = 0; i < BIT(SIM_T_ORDER); i++, phys += PAGE_SIZE)
		sim_t_wr(t, SIM_T_GSM + (SIM_T_BASE / PAGE_SIZE + i) * sizeof(u32),
			 (u32)phys | (phys >> 28 & 0xff0) | flags);
}

static inline void sim_t_wake(struct sim_t *t, u32 value)
{
	u32 i;

	for (i = 0; i < t->gpu->platform->num_domains; i++)
		sim_t_wr(t, t->gpu->platform->domains[i].request, value);
	sim_t_pass(t, 4);
}

/* GGTT entries, wells, clock gates: everything but the OA unit. */
static inline void sim_t_prepare(struct sim_t *t)
{
	/* valid; on VLV also writeable and snooped */
	sim_t_map(t, !strcmp(t->gpu->platform->name, "vlv") ? 7 : 1);
	sim_t_wr(t, GFX_FLSH_CNTL_GEN6, GFX_FLSH_CNTL_EN);
	sim_t_wake(t, 0x00010001);
	/* the highest frequency, and more */
	sim_t_wr(t, GEN6_RPNSWREQ, 63 << 25);
	sim_t_wr(t, GEN7_MISCCPCTL, 0);
	sim_t_wr(t, GEN6_UCGCTL1, GEN6_CSUNIT_CLOCK_GATE_DISABLE);
}

static inline void sim_t_describe(struct sim_t *t, u32 size_code)
{
	sim_t_wr(t, GEN7_OASTATUS2, SIM_T_BASE | SIM_T_HEAD_GGTT);
	sim_t_wr(t, GEN7_OABUFFER, SIM_T_BASE);
	sim_t_wr(t, GEN7_OASTATUS1, SIM_T_BASE | size_code << 3);
	if (t->snb)
		sim_t_wr(t, GEN7_OASTATUS1, SIM_T_BASE | size_code << 3);
}

static inline u32 sim_t_control(const struct sim_t *t, u32 select)
{
	return FIELD_PREP(GEN7_OACONTROL_TIMER_PERIOD, t->snb ? 0 : 3) |
	       FIELD_PREP(GEN7_OACONTROL_COUNTER_SELECT, select) |
	       GEN7_OACONTROL_TIMER_ENABLE | GEN7_OACONTROL_ENABLE;
}

static inline void sim_t_on(struct sim_t *t, u32 select)
{
	sim_t_wr(t, GEN7_OACONTROL, sim_t_control(t, select));
}

static inline void sim_t_start(struct sim_t *t, u32 size_code, u32 select)
{
	sim_t_prepare(t);
	sim_t_describe(t, size_code);
	sim_t_on(t, select);
}

static inline u32 sim_t_tail(struct sim_t *t)
{
	return (sim_t_rd(t, GEN7_OASTATUS1) & GEN7_OASTATUS1_TAIL_MASK) - SIM_T_BASE;
}

static inline void sim_t_head(struct sim_t *t, u32 offset)
{
	sim_t_wr(t, GEN7_OASTATUS2, (SIM_T_BASE + offset) | SIM_T_HEAD_GGTT);
}

static inline void sim_t_make(struct kunit *test, struct sim_t *t, const char *platform)
{
	t->snb = !strcmp(platform, "snb");
	t->gpu = oa_sim_gpu_create(platform, true);
	KUNIT_ASSERT_NOT_NULL(test, t->gpu);
	t->memory = alloc_pages(GFP_KERNEL | __GFP_ZERO, SIM_T_ORDER);
	KUNIT_ASSERT_NOT_NULL(test, t->memory);
}

static inline void sim_t_create(struct kunit *test, const char *platform)
{
	sim_t_make(test, test->priv, platform);
}

static inline int sim_t_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct sim_t), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, test->priv);
	return 0;
}

static inline void sim_t_free(struct sim_t *t)
{
	if (t->gpu)
		oa_sim_gpu_destroy(t->gpu);
	if (t->memory)
		__free_pages(t->memory, SIM_T_ORDER);
	memset(t, 0, sizeof(*t));
}

static inline void sim_t_exit(struct kunit *test)
{
	if (test->priv)
		sim_t_free(test->priv);
}

#endif /* _OA_SIM_GEN6_H_ */
