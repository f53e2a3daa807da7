// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Stopping the render engine
 *
 * Memory may be freed only when the engine can't write to it any more. So the engine's ring is
 * stopped, and the engine reset. From Gen8 on an engine must report that it is ready before it is
 * reset. One that hangs often never does, and that is when a reset is needed most. So the request
 * is made twice, then the reset is forced. If even that does not help, the caller must leave the
 * memory to the engine for good (oa_ggtt_wedge()).
 *
 * As in i915, an attempt holds oa_uncore.lock from the request to the end of the reset. So no other
 * access reaches the GT meanwhile, and the engine is reset as soon as it is ready. Interrupts are
 * off for some microseconds, or if the engine hangs, for OA_RESET_READY_US and OA_GDRST_TIMEOUT_US.
 *
 * Facts: hardware.rst 7.6, 7.7, 9.2.
 */
#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/lockdep.h>

#include "engine/oa_engine_priv.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/ring_regs.h"

#define OA_STOP_TIMEOUT_US	1000
#define OA_GDRST_TIMEOUT_US	2000
#define OA_GDRST_SETTLE_US	50
#define OA_RESET_READY_US	700
/* One write of GDRST is not always enough. */
#define OA_GDRST_TIMES		2
/* The first attempt resets only an engine that is ready, the others force the reset. */
#define OA_RESET_ATTEMPTS	3

/* Stop the command streamer between commands until MI_MODE resumes it. Return 0 or -ETIMEDOUT. */
int oa_engine_stop_cs(struct oa_uncore *uncore)
{
	oa_write32(uncore, RCS_MI_MODE, MASKED_BIT_ENABLE(MI_MODE_STOP_RING));
	return oa_wait32(uncore, RCS_MI_MODE, MI_MODE_IDLE, MI_MODE_IDLE, OA_STOP_TIMEOUT_US);
}

static int oa_gdrst(struct oa_uncore *uncore, u32 domain)
{
	int times, ret = 0;

	lockdep_assert_held(&uncore->lock);
	for (times = 0; times < OA_GDRST_TIMES && !ret; times++) {
		oa_write32_locked(uncore, GEN6_GDRST, domain);
		ret = oa_wait32_locked(uncore, GEN6_GDRST, domain, 0, OA_GDRST_TIMEOUT_US);
	}
	udelay(OA_GDRST_SETTLE_US);
	return ret;
}

/*
 * Reset a domain, GEN6_GRDOM_*. The OA unit's registers keep their values: only a global reset
 * clears them. Return: 0, or -ETIMEDOUT if the engine may still run.
 */
int oa_reset_gen7(struct oa_uncore *uncore, u32 domain)
{
	int attempt, ret = -ETIMEDOUT;

	for (attempt = 1; attempt < OA_RESET_ATTEMPTS && ret; attempt++) {
		guard(oa_uncore)(uncore);
		ret = oa_gdrst(uncore, domain);
	}
	return ret;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reset_gen7);

/*
 * After a catastrophic error the engine never becomes ready: software clears the error by writing
 * a one to its bit, and makes no request.
 */
static int oa_reset_request(struct oa_uncore *uncore)
{
	if (oa_read32_locked(uncore, RCS_RESET_CTL) & RESET_CTL_CAT_ERROR) {
		oa_write32_locked(uncore, RCS_RESET_CTL, MASKED_BIT_ENABLE(RESET_CTL_CAT_ERROR));
		return oa_wait32_locked(uncore, RCS_RESET_CTL, RESET_CTL_CAT_ERROR, 0,
					OA_RESET_READY_US);
	}
	oa_write32_locked(uncore, RCS_RESET_CTL, MASKED_BIT_ENABLE(RESET_CTL_REQUEST));
	/* Flush the posted write: the engine's time begins when it arrives. */
	oa_read32_locked(uncore, RCS_RESET_CTL);
	return oa_wait32_locked(uncore, RCS_RESET_CTL, RESET_CTL_READY, RESET_CTL_READY,
				OA_RESET_READY_US);
}

/* As oa_reset_gen7(). The engine's context is neither loaded nor saved afterwards. */
int oa_reset_gen8(struct oa_uncore *uncore, u32 domain)
{
	int attempt, ret = -ETIMEDOUT;

	for (attempt = 0; attempt < OA_RESET_ATTEMPTS && ret; attempt++) {
		guard(oa_uncore)(uncore);
		ret = oa_reset_request(uncore);
		if (!ret || attempt)
			ret = oa_gdrst(uncore, domain);
		oa_write32_locked(uncore, RCS_RESET_CTL, MASKED_BIT_DISABLE(RESET_CTL_REQUEST));
	}
	return ret;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reset_gen8);

/*
 * Reset the GT as another agent would, for tests: with @full the whole GT, whose OA unit loses its
 * configuration, else the render engine. @ready: from Gen8 on an engine must report that it is
 * ready before it is reset. The other engines are idle, as no client of this driver can use them,
 * and so need not be ready. Process context, all domains awake. Interrupts are off for some
 * microseconds or, if the engine hangs, up to 5 ms. Return 0 or -ETIMEDOUT.
 */
int oa_reset_gt(struct oa_uncore *uncore, bool ready, bool full)
{
	const u32 domain = full ? GEN6_GRDOM_FULL : GEN6_GRDOM_RENDER;

	return ready ? oa_reset_gen8(uncore, domain) : oa_reset_gen7(uncore, domain);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reset_gt);
