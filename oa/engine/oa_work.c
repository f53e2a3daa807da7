// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A known amount of work
 *
 * A proof that a GPU counts correctly needs work whose result is known. The driver's context adds a
 * number to a register many times, stores the sum and some numbers, and stores the time before and
 * after. All of it goes to the status page, in one run, which restores its two registers: other
 * contexts share them.
 *
 * Facts: hardware.rst 9.1, 9.2.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "engine/oa_engine_priv.h"
#include "regs/ring_regs.h"

/* Dwords of the results in the status page, after those that hardware and runs use */
#define OA_WORK_PLACE		0x80
#define OA_WORK_BEFORE		0
#define OA_WORK_AFTER		2
#define OA_WORK_SUM		4
#define OA_WORK_NUMBERS		8
#define OA_WORK_DWORDS		(OA_WORK_NUMBERS + OA_WORK_MAX_STORES)

/* R0 holds the sum, R1 the summand. */
static const u16 oa_work_regs[] = {
	RCS_CS_GPR(0), RCS_CS_GPR(0) + 4, RCS_CS_GPR(1), RCS_CS_GPR(1) + 4,
};

#define OA_WORK_REGS		ARRAY_SIZE(oa_work_regs)

/* One run must hold it all: half of the ring. */
static_assert((OA_WORK_MAX_STEPS + OA_WORK_MAX_STORES + 16) * OA_MI_MAX_DWORDS * sizeof(u32) <=
	      OA_CS_RING_BYTES / 2);

/* Number of the n-th place; none is OA_POISON. */
static u32 oa_work_number(u32 n)
{
	return 0x0a500000u | n;
}

static u64 oa_work_qword(const u32 *results, u32 dword)
{
	return (u64)READ_ONCE(results[dword + 1]) << 32 | READ_ONCE(results[dword]);
}

static int oa_work_load(struct oa_kctx *kctx, struct oa_cs_context *ctx, const u32 *values)
{
	struct oa_reg_value regs[OA_WORK_REGS];
	u32 i;

	for (i = 0; i < OA_WORK_REGS; i++)
		regs[i] = (struct oa_reg_value) { .offset = oa_work_regs[i], .value = values[i] };
	return oa_kctx_write_registers(kctx, ctx, regs, OA_WORK_REGS);
}

static void oa_work_timestamp(struct oa_kctx *kctx, struct oa_cs_context *ctx, u32 address)
{
	u32 *cs = oa_cs_begin(ctx, OA_MI_MAX_DWORDS);

	oa_cs_end(ctx, oa_mi_timestamp(cs, kctx->ops->wide, address));
}

static void oa_work_add(struct oa_kctx *kctx, struct oa_cs_context *ctx, u32 address, u32 steps)
{
	const bool wide = kctx->ops->wide;
	u32 *cs;

	while (steps--)
		oa_cs_end(ctx, oa_mi_add(oa_cs_begin(ctx, OA_MI_MAX_DWORDS)));
	cs = oa_cs_begin(ctx, 2 * OA_MI_MAX_DWORDS);
	cs = oa_mi_store_register(cs, wide, address, RCS_CS_GPR(0));
	cs = oa_mi_store_register(cs, wide, address + sizeof(u32), RCS_CS_GPR(0) + 4);
	oa_cs_end(ctx, cs);
}

static void oa_work_store(struct oa_kctx *kctx, struct oa_cs_context *ctx, u32 address, u32 num)
{
	u32 n, *cs;

	for (n = 0; n < num; n++) {
		cs = oa_cs_begin(ctx, OA_MI_MAX_DWORDS);
		oa_cs_end(ctx, oa_mi_store(cs, kctx->ops->wide, address + n * sizeof(u32),
					   oa_work_number(n)));
	}
}

static int oa_work_queue(struct oa_kctx *kctx, struct oa_cs_context *ctx,
			 const struct oa_work *work)
{
	const u32 at = oa_kctx_status_address(kctx) + OA_WORK_PLACE * sizeof(u32);
	const u32 values[OA_WORK_REGS] = {
		lower_32_bits(work->start), upper_32_bits(work->start),
		lower_32_bits(work->step), upper_32_bits(work->step),
	};
	u32 found[OA_WORK_REGS], i;
	int ret;

	for (i = 0; i < OA_WORK_REGS; i++)
		found[i] = oa_read32(kctx->uncore, oa_work_regs[i]);
	oa_work_timestamp(kctx, ctx, at + OA_WORK_BEFORE * sizeof(u32));
	ret = oa_work_load(kctx, ctx, values);
	if (ret)
		return ret;
	oa_work_add(kctx, ctx, at + OA_WORK_SUM * sizeof(u32), work->steps);
	oa_work_store(kctx, ctx, at + OA_WORK_NUMBERS * sizeof(u32), work->stores);
	oa_work_timestamp(kctx, ctx, at + OA_WORK_AFTER * sizeof(u32));
	return oa_work_load(kctx, ctx, found);
}

/*
 * Do a known amount of work, within the limits OA_WORK_MAX_*, and fill in the results. Forcewake
 * held, sleeps. Haswell and later. Return 0 or -EIO.
 */
int oa_kctx_work(struct oa_kctx *kctx, struct oa_cs_context *ctx, struct oa_work *work)
{
	u32 *results = kctx->shared.vaddr + OA_WORK_PLACE * sizeof(u32);
	int ret;

	memset32(results, OA_POISON, OA_WORK_DWORDS);
	ret = kctx->up ? oa_work_queue(kctx, ctx, work) : -EIO;
	if (!ret)
		ret = oa_kctx_run(kctx, ctx);
	if (ret)
		return -EIO;
	work->before = oa_work_qword(results, OA_WORK_BEFORE) & OA_TIMESTAMP_MASK;
	work->after = oa_work_qword(results, OA_WORK_AFTER) & OA_TIMESTAMP_MASK;
	work->sum = oa_work_qword(results, OA_WORK_SUM);
	for (work->stored = 0; work->stored < work->stores; work->stored++)
		if (READ_ONCE(results[OA_WORK_NUMBERS + work->stored]) !=
		    oa_work_number(work->stored))
			break;
	return 0;
}
