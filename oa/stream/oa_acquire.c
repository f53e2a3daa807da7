// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A new stream
 *
 * A stream's software and hardware sides, for an open or for the driver itself, which counts for
 * perf.
 *
 * Facts: abi.rst 6.
 */
#include <linux/log2.h>
#include <linux/moduleparam.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include <drm/drm_drv.h>

#include "engine/oa_lrc.h"
#include "gt/oa_forcewake.h"
#include "gt/oa_rpcs.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_acquire.h"
#include "stream/oa_evidence.h"
#include "stream/oa_frame.h"
#include "stream/oa_map.h"
#include "stream/oa_rate.h"
#include "stream/oa_stream.h"
#include "stream/oa_stream_domains.h"
#include "stream/oa_stream_hw.h"
#include "stream/oa_stream_types.h"
#include "stream/oa_trim.h"

static int oa_stream_map(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret;

	ret = oa_buffer_alloc(&oa->ggtt, &stream->buffer,
			      oa_buffer_bytes(oa->platform, oa->timestamp_hz, &stream->props),
			      oa->platform->buffer_align);
	/* With execlists the context has an image of its own, which comes with the engine. */
	if (ret || !stream->ctx || oa->platform->lrc)
		return ret;
	ret = oa_buffer_alloc(&oa->ggtt, &stream->ctx_image, SZ_4K, SZ_4K);
	if (ret)
		oa_buffer_free(&oa->ggtt, &stream->buffer);
	return ret;
}

/* The id by which the unit, or a report, knows the bound context. */
static u32 oa_stream_ctx_id(const struct oa_stream *stream)
{
	const struct oa_platform *platform = stream->oa->platform;

	if (!stream->ctx)
		return 0;
	if (platform->lrc)
		return oa_lrc_report_id(platform->lrc, OA_KCTX_USER_ID);
	return oa_buffer_address(&stream->ctx_image);
}

/* The slice configuration that each context requests while the stream is open. */
static u32 oa_stream_rpcs(const struct oa_stream *stream)
{
	const struct oa_device *oa = stream->oa;
	struct oa_sseu sseu;

	if (!oa->platform->rpcs)
		return 0;
	if (stream->props.has_sseu)
		oa_sseu_asked(&sseu, &oa->topology, &stream->props.sseu);
	else
		oa_sseu_default(&sseu, &oa->topology, oa->platform->sseu_halves);
	return oa->platform->rpcs(&sseu);
}

static void oa_stream_setup_unit(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;

	oa->unit.setup = (struct oa_unit_setup) {
		.base = oa_buffer_address(&stream->buffer),
		.size = stream->buffer.num_pages * PAGE_SIZE,
		.format = stream->props.format,
		.periodic = stream->props.periodic,
		.exponent = stream->props.exponent,
		.single_context = stream->ctx,
		.ctx_id = oa_stream_ctx_id(stream),
		.keep_oldest = stream->props.overflow == DRM_I915_OA_OVERFLOW_KEEP_OLDEST,
		.rpcs = oa_stream_rpcs(stream),
	};
	oa_ring_init(&stream->ring, stream->buffer.vaddr, oa->unit.setup.size,
		     stream->props.format->bytes, oa_ops(stream)->tail, &oa->unit);
	if (stream->window)
		oa_ring_set_fetch(&stream->ring, stream->window, oa_buffer_fetch);
}

/* What a user sees of a stream begins with it. */
static void oa_acquire_stats(struct oa_device *oa)
{
	int i;

	memset(&oa->stats, 0, sizeof(oa->stats));
	for (i = 0; i < OA_NUM_IRQ_VERDICTS; i++)
		atomic64_set(&oa->irq.verdicts[i], 0);
	atomic64_set(&oa->irq.unannounced, 0);
}

/**
 * oa_stream_acquire_hw() - set the hardware side up, with sampling off
 * @stream: a new stream with its metric set
 *
 * Mirrors oa_stream_release_hw(). Process context, unit lock held, GPU present. Return: 0, -ENOMEM,
 * -ENOSPC, or -EIO if the GPU does not work; then nothing is left behind.
 */
int oa_stream_acquire_hw(struct oa_stream *stream)
{
	struct oa_device *oa = stream->oa;
	int ret;

	stream->domains = oa_stream_domains(oa->platform->forcewake, stream->config);
	ret = oa_forcewake_get(&oa->uncore, stream->domains);
	if (ret)
		return ret;
	ret = oa_stream_map(stream);
	if (ret)
		goto err_forcewake;
	oa_stream_setup_unit(stream);
	ret = stream->props.map ? oa_map_create(stream) : 0;
	if (!ret)
		ret = oa_stream_take_unit(stream);
	if (!ret)
		ret = oa_stream_configure(stream);
	if (ret)
		goto err_buffers;
	if (!stream->own)
		oa_acquire_stats(oa);
	oa->stream = stream;
	return 0;

err_buffers:
	oa_buffer_free(&oa->ggtt, &stream->ctx_image);
	oa_buffer_free(&oa->ggtt, &stream->buffer);
err_forcewake:
	oa_forcewake_put(&oa->uncore, stream->domains);
	return ret;
}

/* Room for a read's records, and for copies of a buffer that the CPU does not cache. */
static bool oa_stream_get_room(struct oa_stream *stream)
{
	stream->records = kvmalloc(OA_FRAME_ALLOC, GFP_KERNEL_ACCOUNT);
	if (!stream->records || !stream->oa->ggtt.ops->incoherent)
		return stream->records;
	/* In pages of its own it is aligned. */
	stream->window = __vmalloc(sizeof(*stream->window), GFP_KERNEL_ACCOUNT);
	if (stream->window)
		return true;
	kvfree(stream->records);
	return false;
}

/**
 * oa_stream_new() - a stream without hardware
 * @oa: the GPU
 * @props: with a format
 *
 * Process context. The caller adds the metric set. Return: the stream, for oa_stream_free(), or
 * NULL without memory.
 */
struct oa_stream *oa_stream_new(struct oa_device *oa, const struct oa_props *props)
{
	struct oa_stream *stream = kzalloc(sizeof(*stream), GFP_KERNEL_ACCOUNT);

	if (!stream)
		return NULL;
	stream->oa = oa;
	if (!oa_stream_get_room(stream)) {
		kfree(stream);
		return NULL;
	}
	drm_dev_get(&oa->drm);
	stream->props = *props;
	mutex_init(&stream->reading);
	mutex_init(&stream->lock);
	stream->stats = &oa->stats;
	oa_wake_init(&stream->wake, oa_wake_period_ns(oa->platform, oa->timestamp_hz, props),
		     &oa_stream_wake_ops);
	oa_evidence_init(stream);
	oa_trim_init(stream, oa_newest_period_ns(oa->platform, oa->timestamp_hz, props));
	stream->ask_ns = stream->wake.period_ns;
	if (props->periodic)
		stream->ask_ns = max(stream->ask_ns,
				     2 * oa_exponent_ns(oa->timestamp_hz, props->exponent));
	if (props->wake_reports)
		oa_wake_want(&stream->wake, props->wake_reports,
			     oa_exponent_ns(oa->timestamp_hz, props->exponent),
			     props->has_poll_period);
	return stream;
}

/**
 * oa_largest_format() - the largest format whose reports never lie across the end of the ring
 * @platform: of the GPU
 *
 * Return: the format; each platform has one.
 */
const struct oa_report_format *oa_largest_format(const struct oa_platform *platform)
{
	const struct oa_report_format *format, *best = NULL;

	for (format = platform->formats; format < platform->formats + platform->num_formats;
	     format++)
		if (is_power_of_2(format->bytes) && (!best || format->bytes > best->bytes))
			best = format;
	return best;
}
