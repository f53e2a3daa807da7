// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A stream that is to read along
 *
 * It is made like any other, but shares the lock of the stream that it joins, and has a ring in
 * memory of software.
 *
 * Facts: abi-extensions.rst 25.
 */
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "oa_compat.h"
#include "stream/oa_acquire.h"
#include "stream/oa_join_new.h"
#include "stream/oa_join_unit.h"
#include "stream/oa_joined_types.h"
#include "stream/oa_rate.h"
#include "stream/oa_stream_types.h"

/* The properties of a stream that sees all that the owner's unit writes. */
static struct oa_props oa_join_props(const struct oa_stream *owner, const struct oa_props *props)
{
	struct oa_props joined = *props;

	joined.exponent = owner->props.exponent;
	joined.has_buffer_size = true;
	joined.buffer_size = owner->ring.size;
	return joined;
}

/*
 * Half of a period less than was asked for: a timer whose periods vary must not make the reader
 * miss every other report.
 */
static u32 oa_join_apart(const struct oa_stream *owner, const struct oa_props *props)
{
	const u32 has = owner->props.exponent;

	/* A longer period of the owner's is refused later. */
	if (!props->periodic || props->exponent <= has)
		return 0;
	return (2ull << props->exponent) - (1ull << has);
}

static void oa_join_link(struct oa_joined *joined, struct oa_stream *owner)
{
	struct oa_stream *stream = joined->stream;
	const struct oa_device *oa = owner->oa;

	joined->owner = owner;
	stream->lock = owner->lock;
	stream->ops = &oa_join_unit;
	stream->unit = &joined->unit;
	stream->stats = &joined->stats;
	stream->joined = joined;
	stream->wake.ops = &oa_join_wake_ops;
	if (stream->props.periodic)
		stream->wake.period_ns = min(stream->wake.period_ns,
					     oa_fill_ns(oa->platform, oa->timestamp_hz,
							&stream->props) / 2);
}

/**
 * oa_join_new() - a stream that reads along
 * @owner: the stream that has the unit
 * @props: of the new one
 * @config: its metric set; the reference is taken over if this succeeds
 *
 * Process context, unit lock held. Return: the stream for oa_join_enter(), or NULL without memory.
 */
struct oa_stream *oa_join_new(struct oa_stream *owner, const struct oa_props *props,
			      struct oa_config *config)
{
	const struct oa_props joins = oa_join_props(owner, props);
	struct oa_joined *joined;
	struct oa_stream *stream;
	void *memory;

	lockdep_assert_held(&owner->oa->unit_lock);
	joined = kzalloc(sizeof(*joined), GFP_KERNEL_ACCOUNT);
	memory = __vmalloc(owner->ring.size, GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	stream = joined && memory ? oa_stream_new(owner->oa, &joins) : NULL;
	if (!stream) {
		vfree(memory);
		kfree(joined);
		return NULL;
	}
	stream->config = config;
	joined->stream = stream;
	joined->apart = oa_join_apart(owner, props);
	oa_ring_init(&stream->ring, memory, owner->ring.size, owner->ring.report_bytes,
		     oa_join_unit.tail, &joined->unit);
	oa_join_link(joined, owner);
	return stream;
}
