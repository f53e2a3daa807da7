// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The OA unit, common to all generations
 *
 * A metric set writes hundreds of registers, some of them several times. The driver saves each
 * register before the stream's first write to it, and restores the saved values in reverse order
 * when the stream closes.
 */
#include <linux/bitmap.h>
#include <linux/delay.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "engine/oa_engine.h"
#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "unit/oa_unit.h"
#include "unit/oa_unit_priv.h"

/* Time for the mux to settle before the counters are trusted, as in i915 */
#define OA_MUX_SETTLE_US	500
/* Registers of a set that are queued between two checks for a fatal signal */
#define OA_SET_PART		1024
/* All registers lie in the lower half of the smallest BAR 0. */
#define OA_NUM_REGISTERS	(SZ_2M / sizeof(u32))

/*
 * Make room to save the registers of a metric set and @extra others. This comes first, so that
 * nothing fails half way through a set.
 */
int oa_unit_reserve(struct oa_unit *unit, const struct oa_metric_set *set, u32 extra)
{
	size_t max = (size_t)unit->num_saved + set->mux.count + set->boolean.count + extra;
	struct oa_reg_value *saved;

	if (!unit->remembered)
		unit->remembered = kvcalloc(BITS_TO_LONGS(OA_NUM_REGISTERS), sizeof(long),
					    GFP_KERNEL);
	if (!unit->remembered)
		return -ENOMEM;
	saved = kvmalloc_array(max, sizeof(*saved), GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!saved)
		return -ENOMEM;
	if (unit->num_saved)
		memcpy(saved, unit->saved, unit->num_saved * sizeof(*saved));
	kvfree(unit->saved);
	unit->saved = saved;
	unit->max_saved = max;
	return 0;
}

/* A masked register takes only those bits whose write enable is set in its upper half. */
static u32 oa_unit_saved_value(struct oa_unit *unit, u32 offset)
{
	u32 value = oa_steered_read32(unit->uncore, offset);

	switch (offset) {
	case HALF_SLICE_CHICKEN2:
	case WAIT_FOR_RC6_EXIT:
	case GEN9_OA_DEBUG:
		return MASKED_REGISTER(value);
	default:
		return value;
	}
}

/* NOA_WRITE is a port into the mux, not a register with a value of its own. */
static bool oa_unit_must_save(const struct oa_unit *unit, u32 offset)
{
	return offset != NOA_WRITE && !test_bit(offset / sizeof(u32), unit->remembered);
}

/* Save a register that is about to change, in the room made by oa_unit_reserve(). */
void oa_unit_remember(struct oa_unit *unit, u32 offset)
{
	if (WARN_ON(unit->num_saved == unit->max_saved || offset / sizeof(u32) >= OA_NUM_REGISTERS))
		return;
	if (!oa_unit_must_save(unit, offset))
		return;
	__set_bit(offset / sizeof(u32), unit->remembered);
	unit->saved[unit->num_saved].offset = offset;
	unit->saved[unit->num_saved++].value = oa_unit_saved_value(unit, offset);
}

void oa_unit_remember_list(struct oa_unit *unit, const struct oa_reg_list *list)
{
	u32 i;

	for (i = 0; i < list->count; i++) {
		oa_unit_remember(unit, list->regs[i].offset);
		cond_resched();
	}
}

/* Check whether the task that waits for its own metric set has a fatal signal. */
bool oa_unit_killed(const struct oa_unit *unit)
{
	return unit->killable && fatal_signal_pending(current);
}

static int oa_unit_queue_list(struct oa_unit *unit, const struct oa_reg_list *list)
{
	struct oa_kctx *kctx = unit->kctx;
	u32 i, some;
	int ret;

	for (i = 0; i < list->count; i += some) {
		if (oa_unit_killed(unit))
			return -EINTR;
		some = min_t(u32, list->count - i, OA_SET_PART);
		ret = oa_kctx_write_registers(kctx, &kctx->own, list->regs + i, some);
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Let the render engine write a metric set, whose registers are saved, and wait for the mux to
 * settle. -EIO: the engine does not run the commands. -EAGAIN: the engine was reset. -EINTR: the
 * caller was killed, and a part of the set is written.
 */
int oa_unit_run_set(struct oa_unit *unit, const struct oa_metric_set *set)
{
	int ret;

	ret = oa_unit_queue_list(unit, &set->mux) ?:
	      oa_unit_queue_list(unit, &set->boolean) ?:
	      oa_unit_queue_list(unit, &set->flex) ?:
	      oa_kctx_run(unit->kctx, &unit->kctx->own);
	if (!ret)
		usleep_range(OA_MUX_SETTLE_US, 2 * OA_MUX_SETTLE_US);
	return ret;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_unit_run_set);

/*
 * Convert the GGTT address in the tail register to an offset in the buffer, or OA_UNIT_NO_TAIL. No
 * buffer lies at address 0, so a tail that a reset cleared is outside.
 */
u32 oa_unit_tail_offset(const struct oa_unit *unit, u32 address)
{
	u32 offset = address - unit->setup.base;

	if (offset > unit->setup.size)
		return OA_UNIT_NO_TAIL;
	return offset == unit->setup.size ? 0 : offset;
}

/**
 * oa_unit_timestamp() - read the clock of the reports' time stamps
 * @unit: the OA unit
 *
 * Forcewake held; hard IRQ.
 */
u64 oa_unit_timestamp(const struct oa_unit *unit)
{
	return oa_read64_2x32(unit->uncore, RCS_TIMESTAMP_LO, RCS_TIMESTAMP_HI);
}

/**
 * oa_unit_give_back() - let the unit write where the reader has consumed reports
 * @unit: the OA unit, enabled
 * @ops: of the generation
 * @head: offset in the buffer up to which the reader has consumed
 * @bytes: bytes that were consumed since the last write of the head
 *
 * A unit that a full buffer has stopped resumes when the head moves. Consuming a whole full buffer
 * leaves the head where it was, so the head is moved in two steps. Forcewake held.
 */
void oa_unit_give_back(struct oa_unit *unit, const struct oa_unit_ops *ops, u32 head, u32 bytes)
{
	const u32 size = unit->setup.size;

	if (bytes == size)
		ops->set_head(unit, (head + size / 2) % size);
	ops->set_head(unit, head);
}

/**
 * oa_unit_stop() - stop the unit
 * @unit: the OA unit
 * @ops: of the generation
 *
 * Process context, forcewake held. Return: 0, or -EIO if two attempts fail.
 */
int oa_unit_stop(struct oa_unit *unit, const struct oa_unit_ops *ops)
{
	return ops->disable(unit) && ops->disable(unit) ? -EIO : 0;
}

/**
 * oa_unit_quiesce() - stop a unit that was found running
 * @unit: the OA unit
 * @ops: of the generation
 *
 * Firmware, a kernel that crashed, or a driver that failed to stop the unit may have left it on,
 * writing to a buffer of its own. The registers that describe a buffer must not change while the
 * unit runs. Process context, forcewake held. Return: 0, also if the unit was off, or -EIO if it
 * does not stop.
 */
int oa_unit_quiesce(struct oa_unit *unit, const struct oa_unit_ops *ops)
{
	int ret;

	if (ops->reset_cleared(unit) & OA_UNIT_LOST_UNIT)
		return 0;
	drm_warn(unit->uncore->drm, "the OA unit was left running: it is stopped\n");
	ret = oa_unit_stop(unit, ops);
	if (!ret)
		ops->park(unit);
	return ret;
}

/* Save a register, in the room made by oa_unit_reserve(), then write it. */
void oa_unit_write(struct oa_unit *unit, u32 offset, u32 value)
{
	oa_unit_remember(unit, offset);
	oa_write32(unit->uncore, offset, value);
}

/*
 * Mux registers may be write-only; no document says which. A register that reads now as it did
 * when it was saved is write-only or unchanged, and is left alone either way.
 */
static void oa_unit_put_back(struct oa_unit *unit, const struct oa_reg_value *saved)
{
	if (oa_unit_saved_value(unit, saved->offset) != saved->value)
		oa_write32(unit->uncore, saved->offset, saved->value);
}

/**
 * oa_unit_restore() - restore the saved registers that have changed
 * @unit: the OA unit
 *
 * Process context, forcewake held.
 */
void oa_unit_restore(struct oa_unit *unit)
{
	while (unit->num_saved)
		oa_unit_put_back(unit, &unit->saved[--unit->num_saved]);
	kvfree(unit->remembered);
	kvfree(unit->saved);
	unit->remembered = NULL;
	unit->saved = NULL;
	unit->max_saved = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_unit_restore);
