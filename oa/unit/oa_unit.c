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
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "unit/oa_unit.h"
#include "unit/oa_unit_priv.h"

/* Time for the mux to settle before the counters are trusted, as in i915 */
#define OA_MUX_SETTLE_US	500
/* Registers of a set that are queued between two checks for a fatal signal */
#define OA_SET_PART		1024
/* Most registers saved besides a set's: HSW's MISCCPCTL, UCGCTL1, UCGCTL3 and GDT_CHICKEN */
#define OA_UNIT_OTHER_REGS	4
/* All registers lie in the lower half of the smallest BAR 0. */
#define OA_NUM_REGISTERS	(SZ_2M / sizeof(u32))

/*
 * Allocate room to save the registers of a metric set, and the others that the unit needs, before
 * the first write of the set: no allocation fails half way through it. Return: 0 or -ENOMEM.
 */
int oa_unit_reserve(struct oa_unit *unit, const struct oa_metric_set *set)
{
	size_t max = (size_t)unit->num_saved + set->mux.count + set->boolean.count +
		     OA_UNIT_OTHER_REGS;
	struct oa_reg_value *saved;

	if (!unit->saved_bitmap)
		unit->saved_bitmap = kvcalloc(BITS_TO_LONGS(OA_NUM_REGISTERS), sizeof(long),
					      GFP_KERNEL);
	if (!unit->saved_bitmap)
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
static u32 oa_unit_value_to_save(struct oa_unit *unit, u32 offset)
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
	return offset != NOA_WRITE && !test_bit(offset / sizeof(u32), unit->saved_bitmap);
}

static void oa_unit_save_value(struct oa_unit *unit, u32 offset, u32 value)
{
	if (WARN_ON(unit->num_saved == unit->max_saved))
		return;
	__set_bit(offset / sizeof(u32), unit->saved_bitmap);
	unit->saved[unit->num_saved].offset = offset;
	unit->saved[unit->num_saved++].value = value;
}

/* Save a register before its first write, if it is not saved, in the room of oa_unit_reserve(). */
static void oa_unit_save(struct oa_unit *unit, u32 offset)
{
	if (WARN_ON(offset / sizeof(u32) >= OA_NUM_REGISTERS))
		return;
	if (oa_unit_must_save(unit, offset))
		oa_unit_save_value(unit, offset, oa_unit_value_to_save(unit, offset));
}

static void oa_unit_save_list(struct oa_unit *unit, const struct oa_reg_list *list)
{
	u32 i;

	for (i = 0; i < list->count; i++) {
		oa_unit_save(unit, list->regs[i].offset);
		cond_resched();
	}
}

/*
 * Save the registers of a metric set, and first the register at @noa, whose @bit connects the mux:
 * oa_unit_restore() restores it after the mux's own registers.
 */
void oa_unit_save_set(struct oa_unit *unit, const struct oa_metric_set *set, u32 noa, u32 bit)
{
	unit->noa = (struct oa_reg_value) { .offset = noa, .value = bit };
	oa_unit_save(unit, noa);
	oa_unit_save_list(unit, &set->mux);
	oa_unit_save_list(unit, &set->boolean);
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
 * Write a metric set, whose registers are saved, by commands of the render engine, and wait for the
 * mux to settle. Return: 0; -EIO if the engine does not run the commands; -EAGAIN if it was reset;
 * -EINTR if the caller was killed, with a part of the set written.
 */
int oa_unit_write_set(struct oa_unit *unit, const struct oa_metric_set *set)
{
	int ret;

	ret = oa_unit_queue_list(unit, &set->mux) ?:
	      oa_unit_queue_list(unit, &set->boolean) ?:
	      oa_unit_queue_list(unit, &set->flex) ?: oa_kctx_run(unit->kctx, &unit->kctx->own);
	if (!ret)
		usleep_range(OA_MUX_SETTLE_US, 2 * OA_MUX_SETTLE_US);
	return ret;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_unit_write_set);

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

/* Read the clock of the reports' time stamps, in ticks. Any context; forcewake held. */
u64 oa_unit_timestamp(const struct oa_unit *unit)
{
	return oa_read64_2x32(unit->uncore, RCS_TIMESTAMP_LO, RCS_TIMESTAMP_HI);
}

/* The same by one register. @before is a result of less than three minutes ago. */
u64 oa_unit_timestamp_after(const struct oa_unit *unit, u64 before)
{
	return before + (u32)(oa_read32(unit->uncore, RCS_TIMESTAMP_LO) - (u32)before);
}

/*
 * Let the enabled unit write where the reader has consumed reports: up to the offset @head, and
 * @bytes since the last write of the head. Process context, stream lock and forcewake held. A unit
 * that a full buffer has stopped resumes when the head moves. A reader that consumes a whole full
 * buffer leaves the head where it was, so the head is moved in two steps.
 */
void oa_unit_advance_head(struct oa_unit *unit, const struct oa_unit_ops *ops, u32 head, u32 bytes)
{
	const u32 size = unit->setup.size;

	if (bytes == size)
		ops->set_head(unit, (head + size / 2) % size);
	ops->set_head(unit, head);
}

/* Stop the unit. Process context, forcewake held. Return 0, or -EIO if two attempts fail. */
int oa_unit_stop(struct oa_unit *unit, const struct oa_unit_ops *ops)
{
	return ops->disable(unit) && ops->disable(unit) ? -EIO : 0;
}

/*
 * Stop a unit that was found running. Firmware, a kernel that crashed, or a driver that failed to
 * stop the unit may have left it on, writing to a buffer of its own. The registers that describe a
 * buffer must not change while the unit runs. Process context, forcewake held. Return 0, also if
 * the unit was off, or -EIO if it does not stop.
 */
int oa_unit_quiesce(struct oa_unit *unit, const struct oa_unit_ops *ops)
{
	int ret;

	if (ops->reset_cleared(unit) & OA_UNIT_LOST_UNIT)
		return 0;
	ret = oa_unit_stop(unit, ops);
	drm_warn(unit->uncore->drm, "the OA unit was left running%s\n",
		 ret ? ", and does not stop" : ": it is stopped now");
	if (!ret)
		ops->clear_buffer(unit);
	return ret;
}

/* Save a register that is not masked, as oa_unit_save() does, and change bits of it. */
void oa_unit_rmw(struct oa_unit *unit, u32 offset, u32 clear, u32 set)
{
	const u32 value = oa_read32(unit->uncore, offset);

	if (oa_unit_must_save(unit, offset))
		oa_unit_save_value(unit, offset, value);
	oa_write32(unit->uncore, offset, (value & ~clear) | set);
}

/* Save a register, as oa_unit_save() does, then write it. */
void oa_unit_write(struct oa_unit *unit, u32 offset, u32 value)
{
	oa_unit_save(unit, offset);
	oa_write32(unit->uncore, offset, value);
}

/*
 * Mux registers may be write-only; no document says which. A register that reads now as it did
 * when it was saved is write-only or unchanged, and is left alone either way.
 */
static void oa_unit_restore_register(struct oa_unit *unit, const struct oa_reg_value *saved)
{
	if (oa_unit_value_to_save(unit, saved->offset) != saved->value)
		oa_write32(unit->uncore, saved->offset, saved->value);
}

/*
 * Disconnect the mux, as i915 does when a stream closes. i915 restores no register of the mux. This
 * driver does, and an address of the mux that shows a signal instead of a value looks changed: what
 * is then written must reach no counter.
 */
static void oa_unit_disconnect(struct oa_unit *unit)
{
	const u32 offset = unit->noa.offset;

	if (offset)
		oa_write32(unit->uncore, offset,
			   oa_steered_read32(unit->uncore, offset) & ~unit->noa.value);
	unit->noa.offset = 0;
}

/* Restore the saved registers that have changed. Process context, forcewake held. */
void oa_unit_restore(struct oa_unit *unit)
{
	oa_unit_disconnect(unit);
	while (unit->num_saved)
		oa_unit_restore_register(unit, &unit->saved[--unit->num_saved]);
	kvfree(unit->saved_bitmap);
	kvfree(unit->saved);
	unit->saved_bitmap = NULL;
	unit->saved = NULL;
	unit->max_saved = 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_unit_restore);
