/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two simulated GPUs must not differ, although one of them writes its reports
 * in runs.
 */
#ifndef _OA_SIM_BULK_H_
#define _OA_SIM_BULK_H_

#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "regs/oa_regs.h"
#include "sim/kernel/sim_card.h"

/* Those of TestOa, hardware.rst 5.5 */
static const u32 bulk_cec[2 * SIM_NUM_B] = {
	0x00000004, 0, 0x00000003, 0, 0x00000007, 0, 0x00100002, 0xfff7,
	0x00100002, 0xffcf, 0x00100082, 0xffef, 0x001000c2, 0xffe7, 0x00100001, 0xffe7,
};

/* Counters close to their wrap, and to a change of bits 39:32 */
static inline void bulk_start_counters(struct sim_counters *c)
{
	u32 n;

	for (n = 0; n < SIM_NUM_A; n++)
		c->a[n] = (0x7ffff0000ull + n * 0x1357) << SIM_FRACTION_BITS;
	for (n = 0; n < SIM_NUM_B; n++)
		c->b[n] = 0x7fff0000 + n * 0x2468;
	for (n = 0; n < SIM_NUM_C; n++)
		c->c[n] = (0xfffe0000ull + n * 0x159) << SIM_FRACTION_BITS;
}

static inline void bulk_expect_same_oa(struct kunit *test, const struct oa_sim_gpu *a,
				       const struct oa_sim_gpu *b)
{
	KUNIT_ASSERT_EQ(test, a->oa.head, b->oa.head);
	KUNIT_ASSERT_EQ(test, a->oa.tail, b->oa.tail);
	KUNIT_ASSERT_EQ(test, a->oa.next_strobe, b->oa.next_strobe);
	KUNIT_ASSERT_EQ(test, a->oa.status, b->oa.status);
	KUNIT_ASSERT_EQ(test, a->oa.status1, b->oa.status1);
	KUNIT_ASSERT_EQ(test, a->oa.buffer, b->oa.buffer);
	KUNIT_ASSERT_EQ(test, a->oa.half_armed, b->oa.half_armed);
	KUNIT_ASSERT_EQ(test, a->flight.num, b->flight.num);
	KUNIT_ASSERT_EQ(test, a->books.produced, b->books.produced);
	KUNIT_ASSERT_EQ(test, a->books.suppressed, b->books.suppressed);
	KUNIT_ASSERT_EQ(test, a->books.reports_lost, b->books.reports_lost);
	KUNIT_ASSERT_EQ(test, a->books.half_full_events, b->books.half_full_events);
}

static inline void bulk_expect_same(struct kunit *test, const struct oa_sim_gpu *a,
				    const struct oa_sim_gpu *b)
{
	const struct sim_counters *x = &a->counters, *y = &b->counters;
	u32 i;

	bulk_expect_same_oa(test, a, b);
	KUNIT_ASSERT_EQ(test, x->tick, y->tick);
	KUNIT_ASSERT_EQ(test, x->clocks, y->clocks);
	KUNIT_ASSERT_EQ(test, x->part, y->part);
	KUNIT_ASSERT_EQ(test, memcmp(x->a, y->a, sizeof(x->a)), 0);
	KUNIT_ASSERT_EQ(test, memcmp(x->b, y->b, sizeof(x->b)), 0);
	KUNIT_ASSERT_EQ(test, memcmp(x->c, y->c, sizeof(x->c)), 0);
	KUNIT_ASSERT_EQ(test, memcmp(x->free, y->free, sizeof(x->free)), 0);
	for (i = 0; i < SIM_NUM_VIOLATIONS; i++)
		KUNIT_ASSERT_EQ(test, a->violations[i].count, b->violations[i].count);
}

/* Compares the rings dword by dword, so that a failure shows the place. */
static inline void bulk_expect_same_memory(struct kunit *test, const u32 *a, const u32 *b,
					   u32 dwords)
{
	u32 i;

	for (i = 0; i < dwords && a[i] == b[i]; i++)
		;
	if (i < dwords)
		KUNIT_FAIL(test, "dword 0x%x is 0x%08x, by runs 0x%08x", i, a[i], b[i]);
}

#endif /* _OA_SIM_BULK_H_ */
