// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The driver's own stream
 *
 * Counters stand still while nobody has the unit. So while perf has events of it, and no user a
 * stream, the driver has a stream of its own: without a file, without a timer, with the metric set
 * for perf. Where the counters are in reports only, it has a slow timer.
 *
 * An observer changes as little as possible: this stream asks for no frequency.
 */
#include <linux/cleanup.h>
#include <linux/lockdep.h>

#include "abi/oa_config.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "stream/oa_acquire.h"
#include "stream/oa_counting_sources.h"
#include "stream/oa_drain.h"
#include "stream/oa_own.h"
#include "stream/oa_props.h"
#include "stream/oa_recover.h"
#include "stream/oa_sampling.h"
#include "stream/oa_stream.h"
#include "stream/oa_stream_hw.h"
#include "stream/oa_stream_types.h"

/* Reports of the driver's own stream: each 10.5 ms at 12.5 MHz, so that one may be missing */
#define OA_OWN_EXPONENT	16

static void oa_own_props(const struct oa_device *oa, struct oa_props *props)
{
	oa_props_init(props);
	props->sample_oa = true;
	if (oa->counting.by_reports) {
		props->format = oa_counting_own_format(oa->platform);
		props->periodic = true;
		props->exponent = OA_OWN_EXPONENT;
		return;
	}
	props->format = oa_largest_format(oa->platform);
	/* Switches of contexts may write reports, which nobody reads. */
	props->has_buffer_size = true;
	props->buffer_size = oa->platform->buffer_min;
}

/**
 * oa_own_close() - close the driver's own stream, if there is one
 * @oa: the GPU
 *
 * Process context, unit lock held. The hardware side of one that died is gone already.
 */
void oa_own_close(struct oa_device *oa)
{
	struct oa_stream *stream = oa->counting.own;

	lockdep_assert_held(&oa->unit_lock);
	if (!stream)
		return;
	oa->counting.own = NULL;
	scoped_guard(mutex, &stream->lock)
		if (!stream->dead)
			oa_stream_release_hw(stream);
	oa_stream_free(stream);
}

/**
 * oa_own_open() - open the driver's own stream
 * @oa: the GPU, whose unit nobody has
 *
 * Process context, unit lock held. Return: 0, or errors of oa_stream_acquire_hw().
 */
int oa_own_open(struct oa_device *oa)
{
	struct oa_stream *stream;
	struct oa_props props;
	int ret;

	lockdep_assert_held(&oa->unit_lock);
	/* One that died in a resume is there still. */
	oa_own_close(oa);
	oa_own_props(oa, &props);
	stream = oa_stream_new(oa, &props);
	if (!stream)
		return -ENOMEM;
	stream->own = true;
	stream->stats = &stream->unread;
	kref_get(&oa->counting.set->ref);
	stream->config = oa->counting.set;
	ret = oa_stream_acquire_hw(stream);
	if (ret) {
		oa_stream_free(stream);
		return ret;
	}
	oa->counting.own = stream;
	scoped_guard(mutex, &stream->lock)
		oa_stream_set_enabled(stream, true);
	return 0;
}

/**
 * oa_own_recover() - put right what happened to the unit, and give up reports that were looked at
 * @oa: the GPU, whose unit the driver's own stream has
 *
 * Process context, unit lock held. Return: 0, or errors of oa_recover().
 */
int oa_own_recover(struct oa_device *oa)
{
	struct oa_stream *own = oa->counting.own;
	int ret;

	lockdep_assert_held(&oa->unit_lock);
	guard(mutex)(&own->lock);
	ret = oa_recover(own, false);
	if (!ret && oa->counting.by_reports)
		oa_drain(own);
	return ret;
}
