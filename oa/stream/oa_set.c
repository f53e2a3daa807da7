// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The metric set of a stream
 *
 * A stream may change its metric set while it samples. The unit loses the set in a GT reset, and if
 * the engine fails while it writes another one. Then the set is written again.
 *
 * Facts: abi.rst 10.1.
 */
#include <linux/limits.h>
#include <linux/minmax.h>

#include <drm/drm_print.h>

#include "abi/oa_config.h"
#include "gt/oa_forcewake.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_counting.h"
#include "stream/oa_recover.h"
#include "stream/oa_sampling.h"
#include "stream/oa_set.h"
#include "stream/oa_stream_domains.h"
#include "stream/oa_stream_hw.h"
#include "stream/oa_stream_types.h"
#include "unit/oa_unit.h"

/* Wells that another metric set needs stay awake until the stream closes, to be put back. */
static int oa_stream_wake_for(struct oa_stream *stream, const struct oa_config *config)
{
	struct oa_device *oa = stream->oa;
	u32 more = oa_stream_domains(oa->platform->forcewake, config) & ~stream->domains;
	int ret = oa_forcewake_get(&oa->uncore, more);

	if (!ret)
		stream->domains |= more;
	return ret;
}

/**
 * oa_stream_check_stopped() - does a stopped unit still have the stream's metric set?
 * @stream: the stream
 *
 * Process context, stream lock held, GPU present. A GT reset takes the set. The context shows it;
 * where there is none nothing does, and the set is written anew in any case. Return: 0; -EIO if the
 * device is wedged or the engine does not work; -ENOMEM.
 */
int oa_stream_check_stopped(struct oa_stream *stream)
{
	const struct oa_platform *platform = stream->oa->platform;

	if (stream->enabled)
		return 0;
	if (oa_ggtt_wedged(&stream->oa->ggtt))
		return -EIO;
	if (platform->lrc && !stream->unset &&
	    !(platform->unit->reset_took(&stream->oa->unit) & OA_UNIT_LOST_CONTEXT))
		return 0;
	oa_kctx_stop(&stream->oa->kctx);
	return oa_stream_configure(stream);
}

/* Does the unit have the stream's metric set? A reset takes it, and so does a failed CONFIG. */
static bool oa_stream_set_is_lost(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	return stream->unset || oa_kctx_lost(&oa->kctx) ||
	       (stream->enabled && oa_ops(stream)->reset_took(&oa->unit));
}

/* Write the stream's metric set again. Return: 0, or an error if that failed as well. */
static int oa_stream_set_back(struct oa_stream *stream)
{
	return stream->enabled ? oa_recover(stream, false) : oa_stream_check_stopped(stream);
}

/*
 * If the engine fails or the caller is killed half way through the new set, the old one is written
 * again: the stream may have other readers.
 */
static int oa_stream_switch_set(struct oa_stream *stream, struct oa_config *config)
{
	struct oa_device *oa = stream->oa;
	int ret = oa_stream_wake_for(stream, config);

	if (!ret && oa_stream_set_is_lost(stream))
		ret = oa_stream_set_back(stream);
	if (ret)
		return ret;
	oa_stream_expect_triggers(stream, config);
	oa->unit.killable = true;
	ret = oa_ops(stream)->configure(&oa->unit, config);
	oa->unit.killable = false;
	if (!ret || ret == -ENOMEM)
		return ret;
	if (ret != -EINTR)
		drm_warn(&oa->drm, "metric set %u can't be written, set %u stays\n", config->id,
			 stream->config->id);
	stream->unset = true;
	oa_stream_set_back(stream);
	return ret == -EINTR ? ret : -EIO;
}

/**
 * oa_stream_set_config() - I915_PERF_IOCTL_CONFIG: sample with another metric set
 * @stream: the stream
 * @id: of the set
 *
 * Process context, stream lock held, GPU present. Return: id of the set before; -EINVAL if there is
 * no such set; -EIO if the engine does not write it, -EINTR if the caller was killed, then the set
 * before stays; -ENOMEM.
 */
long oa_stream_set_config(struct oa_stream *stream, unsigned long id)
{
	struct oa_device *oa = stream->oa;
	struct oa_config *config = id <= INT_MAX ? oa_config_get(oa, id) : NULL;
	long ret = stream->config->id;

	if (!config) {
		drm_dbg(&oa->drm, "no metric set %lu\n", id);
		return -EINVAL;
	}
	if (config != stream->config) {
		int err;

		oa_counting_off(oa);
		err = oa_stream_switch_set(stream, config);
		if (err)
			ret = err;
		else
			swap(config, stream->config);
		if (stream->enabled)
			oa_counting_on(stream);
	}
	oa_config_put(config);
	return ret;
}
