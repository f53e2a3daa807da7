// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The hardware side of a stream
 *
 * One stream owns the OA unit from open to close, sampling or not. The unit is set up at open,
 * restored after a GT reset and a suspend, and taken down when the stream closes or the GPU goes.
 *
 * Facts: abi.rst 6, 11.
 */
#include <linux/cleanup.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/minmax.h>

#include "engine/oa_engine.h"
#include "oa_compat.h"
#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "regs/ring_regs.h"
#include "stream/oa_stream_priv.h"
#include "uapi/oa_uapi.h"

/* Tries to set the unit up on a GPU that resets each time */
#define OA_CONFIGURE_TRIES	3

/* Clear the buffer's address in the unit. A unit that did not stop must keep its address. */
static void oa_stream_clear_buffer(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	if (!oa_ggtt_wedged(oa->ggtt))
		oa_ops(stream)->clear_buffer(oa->unit);
}

/* Restore the registers, then stop the engine: they may live in its context. */
static void oa_stream_deconfigure(struct oa_stream *stream)
{
	oa_rps_restore(stream->oa->rps);
	oa_unit_restore(stream->oa->unit);
	oa_kctx_stop(stream->oa->kctx);
}

/* Without its metric set, and with its clocks gated again, a unit must not write reports. */
static void oa_stream_stop_if_enabled(struct oa_stream *stream)
{
	if (stream->enabled)
		oa_stream_stop_unit(stream);
}

/*
 * Stop the unit before it is set up, in case firmware or a former owner left it on. Unit lock and
 * forcewake held. Return 0, or -EIO if it does not stop; then the device is wedged.
 */
int oa_stream_quiesce_unit(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret = oa_unit_quiesce(oa->unit, oa_ops(stream));

	if (ret)
		oa_ggtt_wedge(oa->ggtt, "OA unit");
	return ret;
}

static int oa_stream_configure_once(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret;

	ret = oa_ggtt_ensure_pat(oa->ggtt);
	if (!ret)
		ret = oa_kctx_start(oa->kctx);
	if (ret) {
		oa_stream_stop_if_enabled(stream);
		return ret;
	}
	if (stream->ctx && oa->platform->lrc)
		ret = oa_kctx_add_user(oa->kctx);
	if (!ret)
		ret = oa_ops(stream)->configure(oa->unit, &stream->config->set);
	if (!ret && !stream->for_perf)
		ret = oa_rps_request(oa->rps);
	if (!ret && oa_kctx_lost(oa->kctx))
		ret = -EAGAIN;
	if (ret) {
		oa_stream_stop_if_enabled(stream);
		oa_stream_deconfigure(stream);
	}
	return ret;
}

/*
 * Write the stream's metric set and request a frequency. The engine comes first: the unit counts
 * only with the engine's context, and the engine writes the set. If the GT is reset meanwhile, all
 * of it starts over, a few times. Forcewake held, buffers mapped; stream lock held or the stream
 * not yet visible. Return 0, -ENOMEM, -EIO if the engine does not work, or -EINTR if the caller was
 * killed; after an error all is undone.
 */
int oa_stream_configure(struct oa_stream *stream)
{
	int tries, ret = -EAGAIN;

	for (tries = 0; tries < OA_CONFIGURE_TRIES && ret == -EAGAIN; tries++) {
		ret = oa_stream_configure_once(stream);
		if (ret == -EAGAIN)
			drm_warn(&stream->oa->drm, "GT reset while the OA unit was set up\n");
	}
	stream->config_missing = ret;
	return ret == -EAGAIN ? -EIO : ret;
}

static void oa_stream_save_stats(struct oa_stream *stream)
{
	struct oa_last_stats *last = stream->oa->last;
	int i;

	for (i = 0; i < OA_NUM_WAKE_CAUSES; i++)
		last->wakeups[i] = atomic64_read(&stream->wake.wakeups[i]);
	last->deadlines = atomic64_read(&stream->wake.expiries);
	last->hypotheses = *oa_feed_hypotheses(&stream->feed);
}

/* Take a stream's hardware side down. Process context, unit and stream lock held, GPU present. */
void oa_stream_release_hw(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	lockdep_assert_held(&oa->unit_lock);
	lockdep_assert_held(&stream->lock);
	/* Without its power domains the unit would not stop. */
	oa_forcewake_restore(oa->uncore);
	oa_stream_set_enabled(stream, false);
	oa_stream_disable_irq(stream);
	if (!stream->for_perf)
		oa_stream_save_stats(stream);
	oa_stream_settle(stream);
	oa_stream_clear_buffer(stream);
	oa_stream_deconfigure(stream);
	oa_buffer_free(oa->ggtt, &stream->ctx_image);
	oa_buffer_free(oa->ggtt, &stream->buffer);
	oa_forcewake_put(oa->uncore, stream->domains);
	oa->stream = NULL;
}

/* End the stream of a GPU unplugged from DRM, its registers still there. Process context. */
void oa_stream_detach(struct oa_device *oa)
{
	struct oa_stream *stream;

	guard(mutex)(&oa->unit_lock);
	stream = oa->stream;
	if (!stream)
		return;
	guard(mutex)(&stream->lock);
	WRITE_ONCE(stream->dead, true);
	oa_stream_release_hw(stream);
	/* A stopped stream may have pollers too, which must see that it is dead. */
	wake_up_all(&stream->wake.wait);
}

/*
 * Write again, after a reset, what open and enable wrote, except for the start of the unit. The
 * GGTT's entries lie in memory and stay. Forcewake held. Return 0, or an error if the render engine
 * does not work any more; it may be tried again.
 */
int oa_stream_reprogram(struct oa_stream *stream)
{
	int ret;

	lockdep_assert_held(&stream->lock);
	oa_irq_disable(stream->oa->irq);
	oa_kctx_stop(stream->oa->kctx);
	ret = oa_stream_configure(stream);
	oa_irq_enable(stream->oa->irq);
	return ret;
}

/* Stop the stream for a suspend; resume announces the loss. Process context, user space frozen. */
void oa_stream_suspend(struct oa_device *oa)
{
	struct oa_stream *stream;
	u64 lost = 0;

	guard(mutex)(&oa->unit_lock);
	stream = oa->stream;
	if (!stream)
		return;
	guard(mutex)(&stream->lock);
	oa_forcewake_restore(oa->uncore);
	if (stream->enabled) {
		oa_stream_stop(stream, &lost);
		/* A pending record and this loss become one. */
		oa_acct_lose(&stream->feed, DRM_I915_PERF_RECORD_OA_BUFFER_LOST, lost, false);
		stream->suspended = *oa_acct_pending(&stream->feed);
	}
	oa_stream_disable_irq(stream);
	oa_stream_clear_buffer(stream);
	oa_stream_deconfigure(stream);
	oa_forcewake_put(oa->uncore, stream->domains);
}

/* Write the GGTT entries again, which a GPU without power loses. */
static void oa_stream_bind(struct oa_stream *stream)
{
	struct oa_ggtt *ggtt = stream->oa->ggtt;

	oa_buffer_bind(ggtt, &stream->buffer);
	if (stream->ctx_image.vaddr)
		oa_buffer_bind(ggtt, &stream->ctx_image);
}

static int oa_stream_restart(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret = oa_forcewake_get(oa->uncore, stream->domains);

	if (ret)
		return ret;
	oa_stream_bind(stream);
	ret = oa_stream_quiesce_unit(stream) ?: oa_stream_configure(stream);
	if (ret) {
		oa_forcewake_put(oa->uncore, stream->domains);
		return ret;
	}
	if (stream->enabled) {
		oa_stream_start(stream);
		oa_acct_begin(&stream->feed, &stream->suspended);
	}
	return 0;
}

/*
 * Restart the stream after the system woke up. Process context. Return 0, -ENOMEM, or -EIO if the
 * GPU does not wake. Then the stream is dead.
 */
int oa_stream_resume(struct oa_device *oa)
{
	struct oa_stream *stream;
	int ret;

	guard(mutex)(&oa->unit_lock);
	stream = oa->stream;
	if (!stream)
		return 0;
	guard(mutex)(&stream->lock);
	ret = oa_stream_restart(stream);
	if (!ret)
		return 0;
	WRITE_ONCE(stream->dead, true);
	WRITE_ONCE(stream->enabled, false);
	oa_buffer_free(oa->ggtt, &stream->ctx_image);
	oa_buffer_free(oa->ggtt, &stream->buffer);
	oa->stream = NULL;
	wake_up_all(&stream->wake.wait);
	return ret;
}

/* Registers of the ring, of a running OA unit, and those that the unit depends on */
static const u32 oa_stream_regs[] = {
	RCS_RING_TAIL, GEN8_OACTXCONTROL, OASTARTTRIG1, GEN8_OACONTROL, GDT_CHICKEN_BITS,
	NOA_WRITE, GEN6_RC_CONTROL, HALF_SLICE_CHICKEN2,
};

static u32 oa_list_domains(const struct oa_forcewake_table *table, const struct oa_reg_list *list)
{
	u32 domains = 0, i;

	for (i = 0; i < list->count; i++)
		domains |= oa_forcewake_domains(table, list->regs[i].offset, false);
	return domains;
}

/*
 * Return the power domains that a stream needs, OA_FORCEWAKE_* bits: those of the ring, of the OA
 * unit and of every register of the metric set, since these are read before they are written. From
 * Gen9 on all domains, as in i915: the mux gets no counts from a sleeping domain. Pure.
 */
u32 oa_stream_domains(const struct oa_forcewake_table *table, const struct oa_config *config)
{
	u32 domains, i;

	domains = table->stream |
		  oa_list_domains(table, &config->set.mux) |
		  oa_list_domains(table, &config->set.boolean) |
		  oa_list_domains(table, &config->set.flex);
	for (i = 0; i < ARRAY_SIZE(oa_stream_regs); i++)
		domains |= oa_forcewake_domains(table, oa_stream_regs[i], false);
	return domains;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_stream_domains);

/**
 * DOC: The metric set of a stream
 *
 * A stream may change its metric set while it samples. The unit loses the set in a GT reset, and if
 * the engine fails while it writes another one. Then the set is written again.
 *
 * Facts: abi.rst 10.1.
 */

/* Wake the domains of another metric set until the close, which restores the set's registers. */
static int oa_stream_get_domains(struct oa_stream *stream, const struct oa_config *config)
{
	struct oa_device *oa = stream->oa;
	u32 more = oa_stream_domains(oa->platform->forcewake, config) & ~stream->domains;
	int ret = oa_forcewake_get(oa->uncore, more);

	if (!ret)
		stream->domains |= more;
	return ret;
}

/* Check whether the engine is down after an error: it starts anew, with the metric set. */
static bool oa_stream_engine_is_down(const struct oa_stream *stream)
{
	return stream->oa->kctx->ops && !stream->oa->kctx->up;
}

/*
 * Check whether a stopped unit still has the stream's metric set. A GT reset that cleared it shows
 * in the engine. Where the driver runs no engine nothing shows it.
 */
static bool oa_stream_set_stands(const struct oa_stream *stream)
{
	struct oa_kctx *kctx = stream->oa->kctx;

	return !stream->config_missing && kctx->ops && kctx->up && !oa_kctx_lost(kctx);
}

/*
 * Write the metric set of a stopped stream again unless the unit still has it. Return 0, -ENOMEM,
 * or -EIO if the device is wedged or the engine does not work.
 */
int oa_stream_restore_stopped(struct oa_stream *stream)
{
	if (stream->enabled)
		return 0;
	if (oa_ggtt_wedged(stream->oa->ggtt))
		return -EIO;
	if (!oa_buffer_bound(stream->oa->ggtt, &stream->buffer))
		oa_stream_bind(stream);
	if (oa_stream_set_stands(stream))
		return 0;
	oa_kctx_stop(stream->oa->kctx);
	return oa_stream_configure(stream);
}

/* Check whether the unit lost the stream's metric set, by a reset or by a failed CONFIG. */
static bool oa_stream_set_is_lost(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	return stream->config_missing || oa_stream_engine_is_down(stream) ||
	       oa_kctx_lost(oa->kctx) ||
	       (stream->enabled && oa_ops(stream)->reset_cleared(oa->unit));
}

/*
 * Recover what a reset took, and write a missing metric set again. On Haswell a reset of the engine
 * leaves the unit running, so only the engine is started again. Return 0 or an error.
 */
int oa_stream_restore(struct oa_stream *stream)
{
	int ret;

	if (!stream->enabled)
		return oa_stream_restore_stopped(stream);
	stream->config_missing |= oa_stream_engine_is_down(stream);
	ret = oa_recover(stream, false);
	if (ret || !oa_kctx_lost(stream->oa->kctx))
		return ret;
	return oa_stream_reprogram(stream) ? -EIO : 0;
}

/*
 * Write another metric set. If the engine fails or the caller is killed half way, the old one is
 * written again: the stream may have other readers.
 */
static int oa_stream_switch_set(struct oa_stream *stream, struct oa_config *config)
{
	struct oa_device *oa = stream->oa;
	int ret = oa_stream_get_domains(stream, config);

	if (!ret && oa_stream_set_is_lost(stream))
		ret = oa_stream_restore(stream);
	if (ret)
		return ret;
	oa_stream_expect_triggers(stream, config);
	oa->unit->killable = true;
	ret = oa_ops(stream)->configure(oa->unit, &config->set);
	oa->unit->killable = false;
	if (!ret || ret == -ENOMEM)
		return ret;
	if (ret != -EINTR)
		drm_warn(&oa->drm, "metric set %u can't be written, set %u stays\n", config->id,
			 stream->config->id);
	stream->config_missing = true;
	oa_stream_restore(stream);
	return ret == -EINTR ? ret : -EIO;
}

/*
 * I915_PERF_IOCTL_CONFIG: sample with another metric set. Return the id of the previous set;
 * -EINVAL without such a set; -EIO if the engine does not write it, or -EINTR if the caller was
 * killed, and then the previous set stays; -ENOMEM.
 */
long oa_stream_set_config(struct oa_stream *stream, unsigned long id)
{
	struct oa_device *oa = stream->oa;
	struct oa_config *config = id <= INT_MAX ? oa_config_get(oa, id) : NULL;
	long ret = stream->config->id;

	if (!config)
		return oa_fail(&oa->drm, -EINVAL, "no metric set %lu\n", id);
	if (config != stream->config) {
		int err;

		oa->pmu_hooks->off(oa);
		err = oa_stream_switch_set(stream, config);
		if (err)
			ret = err;
		else
			swap(config, stream->config);
		if (stream->enabled)
			oa->pmu_hooks->on(stream);
	}
	oa_config_put(config);
	return ret;
}
