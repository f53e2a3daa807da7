/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A known amount of work for the render engine.
 */
#ifndef _OA_WORK_H_
#define _OA_WORK_H_

#include <linux/types.h>

struct oa_cs_context;
struct oa_kctx;

#define OA_WORK_MAX_STEPS	128u
#define OA_WORK_MAX_STORES	32u

/**
 * struct oa_work - work, and what came of it
 *
 * Lies on the caller's stack.
 */
struct oa_work {
	/** @start: what the sum begins with */
	u64 start;
	/** @step: what is added in each step */
	u64 step;
	/** @steps: additions, up to OA_WORK_MAX_STEPS */
	u32 steps;
	/** @stores: numbers to store, up to OA_WORK_MAX_STORES */
	u32 stores;
	/** @sum: result: the sum as the engine stored it */
	u64 sum;
	/** @before: result: time stamp before the first step, 36 bits */
	u64 before;
	/** @after: result: time stamp after the last store */
	u64 after;
	/** @stored: result: how many of the numbers are where they belong */
	u32 stored;
};

int oa_kctx_work(struct oa_kctx *kctx, struct oa_cs_context *ctx, struct oa_work *work);

#endif /* _OA_WORK_H_ */
