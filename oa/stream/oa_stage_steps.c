// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: What a stage does
 *
 * Each stage opens a stream of its own, which has no file and an empty metric set, and closes it
 * again. So a stage takes the steps of an open and a close and no others: forcewake, memory, the
 * order of the buffer's registers, what is put back, what becomes of a unit that does not stop. The
 * first two stages use a bare stream, which leaves engine, metric set and render clock alone.
 *
 * From Gen8 on the timer belongs to the loaded context. The CPU can write its register, but no
 * report need come before a context is loaded. So the timer's stage shows there that the unit goes
 * on and off and writes nothing that is wrong, and the context's stage runs the timer again.
 *
 * Facts: hardware.rst 3.2 to 3.8, 7.2 to 7.4, 13.
 */
#include <linux/bits.h>
#include <linux/cleanup.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/sizes.h>

#include "abi/oa_config.h"
#include "engine/oa_kctx.h"
#include "engine/oa_work.h"
#include "formats/oa_format.h"
#include "gt/oa_forcewake.h"
#include "gt/oa_irq.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_acquire.h"
#include "stream/oa_props.h"
#include "stream/oa_sampling.h"
#include "stream/oa_stage_sample.h"
#include "stream/oa_stage_steps.h"
#include "stream/oa_stream.h"
#include "stream/oa_stream_hw.h"
#include "stream/oa_stream_types.h"
#include "stream/oa_work_ioctl.h"

/* Periods of the timer are at least this long, so that few reports take a while. */
#define OA_STAGE_PERIODS_HZ	1000
/* With more in the ring, a processor that was away still finds them all. */
#define OA_STAGE_RING_BYTES	SZ_1M
/* How long an interrupt may take, once its cause is there */
#define OA_STAGE_IRQ_TRIES	100
#define OA_STAGE_IRQ_US		1000
#define OA_STAGE_STEPS		100u
#define OA_STAGE_STEP		3u

static void oa_stage_props(const struct oa_device *oa, struct oa_props *props, u32 bytes, bool bare)
{
	oa_props_init(props);
	props->sample_oa = true;
	props->format = oa_largest_format(oa->platform);
	props->periodic = true;
	props->exponent = oa->platform->exponent_min;
	while ((2ull << props->exponent) * OA_STAGE_PERIODS_HZ < oa->timestamp_hz)
		props->exponent++;
	props->has_buffer_size = true;
	props->buffer_size = bytes;
	props->bare = bare;
}

static struct oa_stream *oa_stage_new(struct oa_device *oa, const struct oa_props *props)
{
	struct oa_stream *stream = oa_stream_new(oa, props);
	int ret;

	if (!stream)
		return ERR_PTR(-ENOMEM);
	/* Whatever streams of users do */
	stream->wake.fixed = false;
	stream->config = oa_config_new_empty();
	ret = stream->config ? oa_stream_acquire_hw(stream) : -ENOMEM;
	if (!ret)
		return stream;
	oa_stream_free(stream);
	return ERR_PTR(ret);
}

/* Return: the stream, or NULL after saying why not. Under the unit lock. */
static struct oa_stream *oa_stage_begin(struct oa_device *oa, u32 bytes, bool bare,
					struct oa_stage_result *result)
{
	struct oa_stream *stream;
	struct oa_props props;

	oa_stage_props(oa, &props, bytes, bare);
	stream = oa_stage_new(oa, &props);
	if (!IS_ERR(stream))
		return stream;
	oa_stage_say(result, "the GPU can't be set up, error %ld", PTR_ERR(stream));
	return NULL;
}

/* Return: @passed, unless the GPU did not stop. */
static bool oa_stage_end(struct oa_stream *stream, struct oa_stage_result *result, bool passed)
{
	const struct oa_ggtt *ggtt = &stream->oa->ggtt;

	scoped_guard(mutex, stream->lock)
		oa_stream_release_hw(stream);
	if (oa_ggtt_wedged(ggtt)) {
		oa_stage_say(result, "; the GPU does not stop, and keeps its memory");
		passed = false;
	}
	oa_stream_free(stream);
	return passed;
}

/* A unit that is on belongs to somebody, or did not stop earlier. 0, -EBUSY, or -EIO. */
static int oa_stage_check_off(struct oa_device *oa)
{
	int ret = oa_forcewake_get(&oa->uncore, OA_FORCEWAKE_ALL);
	bool on;

	if (ret)
		return ret;
	on = !(oa->platform->unit->reset_took(&oa->unit) & OA_UNIT_LOST_UNIT);
	oa_forcewake_put(&oa->uncore, OA_FORCEWAKE_ALL);
	return on ? -EBUSY : 0;
}

static u32 oa_stage_pattern(const struct oa_unit *unit, const struct oa_unit_reg *reg)
{
	return reg->address ? unit->setup.base : reg->mask;
}

/* The close parks the buffer's registers, and restores the others, which are remembered. */
static void oa_stage_write(struct oa_unit *unit, const struct oa_unit_reg *reg, u32 value)
{
	if (!reg->address)
		oa_unit_remember(unit, reg->offset);
	oa_write32(unit->uncore, reg->offset, value | reg->always);
}

/*
 * Write ones or zeroes to all registers, then read them all. Those that did not hold are added to
 * @result. Return: how many bits were wrong.
 */
static u32 oa_stage_hold(struct oa_unit *unit, const struct oa_unit_reg *held, bool ones,
			 struct oa_stage_result *result)
{
	const struct oa_unit_reg *reg;
	u32 value, found, wrong = 0;

	for (reg = held; reg->name; reg++)
		oa_stage_write(unit, reg, ones ? oa_stage_pattern(unit, reg) : 0);
	for (reg = held; reg->name; reg++) {
		value = ones ? oa_stage_pattern(unit, reg) : 0;
		found = oa_read32(unit->uncore, reg->offset);
		if (!((found ^ value) & reg->mask))
			continue;
		oa_stage_say(result, "%s 0x%x reads 0x%x instead of 0x%x, ", reg->name,
			     reg->offset, found, value);
		wrong += hweight32((found ^ value) & reg->mask);
	}
	return wrong;
}

static bool oa_stage_hold_all(struct oa_stream *stream, struct oa_stage_result *result)
{
	struct oa_unit *unit = &stream->oa->unit;
	const struct oa_unit_reg *held = oa_ops(stream)->held, *reg;
	u32 count = 0, wrong;

	for (reg = held; reg->name; reg++)
		count++;
	if (oa_unit_reserve(unit, stream->config, count)) {
		oa_stage_say(result, "no memory");
		return false;
	}
	wrong = oa_stage_hold(unit, held, false, result);
	wrong += oa_stage_hold(unit, held, true, result);
	oa_stage_say(result, "registers written and read %u, bits wrong %u", count, wrong);
	return !wrong;
}

/**
 * oa_stage_registers() - do registers of the OA unit hold what is written to them?
 * @oa: the GPU
 * @result: what was seen is added
 *
 * Process context, unit lock held, GPU present. The unit stays off. Return: true if they do.
 */
bool oa_stage_registers(struct oa_device *oa, struct oa_stage_result *result)
{
	struct oa_stream *stream;
	int ret = oa_stage_check_off(oa);

	if (ret) {
		oa_stage_say(result, "%s, error %d", ret == -EBUSY ? "the OA unit is on already" :
			     "the GPU does not wake", ret);
		return false;
	}
	stream = oa_stage_begin(oa, oa->platform->buffer_min, true, result);
	if (!stream)
		return false;
	return oa_stage_end(stream, result, oa_stage_hold_all(stream, result));
}

static u32 oa_stage_ring_bytes(const struct oa_device *oa)
{
	return min_t(u32, oa->platform->buffer_max, OA_STAGE_RING_BYTES);
}

/**
 * oa_stage_timer() - does the timer write reports, with neither engine nor metric set?
 * @oa: the GPU
 * @result: what was seen is added
 *
 * Process context, unit lock held, GPU present. Return: true if all was as documented.
 */
bool oa_stage_timer(struct oa_device *oa, struct oa_stage_result *result)
{
	struct oa_stream *stream = oa_stage_begin(oa, oa_stage_ring_bytes(oa), true, result);

	if (!stream)
		return false;
	if (oa->platform->lrc)
		oa_stage_say(result, "without a context no report need come; ");
	return oa_stage_end(stream, result, oa_stage_sample(stream, result));
}

/* Known work in the driver's context. Return: its result is right. */
static bool oa_stage_work(struct oa_stream *stream, struct oa_stage_result *result)
{
	struct oa_kctx *kctx = &stream->oa->kctx;
	struct oa_work work = {
		.start = 1, .step = OA_STAGE_STEP, .steps = OA_STAGE_STEPS,
		.stores = OA_WORK_MAX_STORES,
	};
	const u64 sum = work.start + OA_STAGE_STEPS * OA_STAGE_STEP;
	int ret;

	guard(mutex)(stream->lock);
	ret = oa_kctx_work(kctx, &kctx->own, &work);
	if (ret) {
		oa_stage_say(result, "commands do not complete, error %d", ret);
		return false;
	}
	oa_stage_say(result, "sum %llu, expected %llu, stores %u of %u, ticks %llu", work.sum,
		     sum, work.stored, work.stores,
		     (work.after - work.before) & OA_TIMESTAMP_MASK);
	return work.sum == sum && work.stored == work.stores && work.before != work.after;
}

/**
 * oa_stage_context() - does the driver's context run, and the timer with it?
 * @oa: the GPU
 * @result: what was seen is added
 *
 * Process context, unit lock held, GPU present. Return: true if all was as documented, or the
 * driver needs no context here.
 */
bool oa_stage_context(struct oa_device *oa, struct oa_stage_result *result)
{
	struct oa_stream *stream;
	bool passed;

	if (!oa->platform->kctx) {
		oa_stage_say(result, "none on this platform");
		return true;
	}
	stream = oa_stage_begin(oa, oa_stage_ring_bytes(oa), false, result);
	if (!stream)
		return false;
	passed = oa_stage_work(stream, result);
	if (passed) {
		oa_stage_say(result, "; ");
		passed = oa_stage_sample(stream, result);
	}
	return oa_stage_end(stream, result, passed);
}

/* Sample into a small ring until it is half full for sure, and wait for the interrupt. */
static bool oa_stage_half_full(struct oa_stream *stream, struct oa_stage_result *result)
{
	struct oa_device *oa = stream->oa;
	const u32 reports = stream->ring.size / stream->ring.report_bytes;
	u32 tries = OA_STAGE_IRQ_TRIES, events, used;
	bool latched;
	u64 now;

	guard(mutex)(stream->lock);
	oa_stream_set_enabled(stream, true);
	oa_irq_mask(&oa->irq, false);
	oa_work_wait(stream, (u64)reports * 5 / 8 * (2ull << stream->props.exponent), &now);
	while (!READ_ONCE(stream->half.events) && tries--)
		usleep_range(OA_STAGE_IRQ_US, 2 * OA_STAGE_IRQ_US);
	events = READ_ONCE(stream->half.events);
	latched = oa->platform->irq->pending(&oa->irq);
	used = oa_ring_used(&stream->ring);
	oa_stage_say(result, "reports %u in a ring for %u, ",
		     used == OA_RING_NO_TAIL ? 0 : used / stream->ring.report_bytes, reports);
	oa_stage_say(result, "half-full interrupts %u, event still latched %s", events,
		     latched ? "yes" : "no");
	oa_stream_set_enabled(stream, false);
	return events;
}

/**
 * oa_stage_interrupts() - does the interrupt come when the OA buffer is half full?
 * @oa: the GPU
 * @result: what was seen is added
 *
 * Process context, unit lock held, GPU present. Return: true if it does, or the platform has none.
 */
bool oa_stage_interrupts(struct oa_device *oa, struct oa_stage_result *result)
{
	struct oa_stream *stream;

	if (oa->platform->irq->silent) {
		oa_stage_say(result, "no half-full interrupt on this platform");
		return true;
	}
	if (!oa->irq.number) {
		oa_stage_say(result, "the system gave the GPU no interrupt");
		return false;
	}
	stream = oa_stage_begin(oa, oa->platform->buffer_min, false, result);
	if (!stream)
		return false;
	return oa_stage_end(stream, result, oa_stage_half_full(stream, result));
}
