// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Streams join and leave
 *
 * A stream joins the one that has the unit if both want the same of it. The two share the owner's
 * lock from then on, so the owner outlives all who have joined it.
 *
 * Facts: abi-extensions.rst 25.
 */
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include <drm/drm_print.h>
#include <uapi/drm/i915_oa.h>

#include "abi/oa_config.h"
#include "oa_compat.h"
#include "stream/oa_join.h"
#include "stream/oa_joined_types.h"
#include "stream/oa_props.h"
#include "stream/oa_sampling.h"
#include "stream/oa_stream_types.h"

/* Each of them takes the owner's reads a copy. */
#define OA_JOIN_MAX	16u

static u32 oa_join_count(const struct oa_stream *owner)
{
	const struct oa_joined *joined;
	u32 n = 0;

	list_for_each_entry(joined, &owner->readers, link)
		n++;
	return n;
}

/* What keeps a stream from reading along; NULL: nothing. */
static const char *oa_join_obstacle(const struct oa_stream *owner, const struct oa_props *props,
				    const struct oa_config *config)
{
	const struct oa_props *has = &owner->props;

	if (oa_join_count(owner) >= OA_JOIN_MAX)
		return "is read along with by as many as may";
	if (owner->ctx)
		return "is bound to a context";
	if (has->map)
		return "has MAP";
	if (has->overflow == DRM_I915_OA_OVERFLOW_KEEP_OLDEST)
		return "keeps the oldest";
	if (owner->config != config)
		return "has another metric set";
	if (has->format != props->format)
		return "has another format";
	if (has->periodic != props->periodic || has->exponent > props->exponent)
		return "has another or a longer period";
	/* Time stamps of 32 bits can't tell such a period from none. */
	if (has->exponent != props->exponent && props->exponent == OA_EXPONENT_MAX)
		return "has a shorter period, and the longest can't be chosen from it";
	return NULL;
}

/**
 * oa_join_enter() - a new stream reads along from now on
 * @stream: the stream
 * @props: of the new stream, as asked for
 *
 * Process context, unit lock and stream lock held. The owner's metric set may change until then.
 * Return: 0, with the stream not enabled; -EBUSY if the owner is not what the stream wants.
 */
int oa_join_enter(struct oa_stream *stream, const struct oa_props *props)
{
	struct oa_stream *owner = stream->joined->owner;
	const char *obstacle = oa_join_obstacle(owner, props, stream->config);

	lockdep_assert_held(stream->lock);
	if (obstacle) {
		drm_dbg(&owner->oa->drm, "SHARE: the stream that has the OA unit %s\n", obstacle);
		return -EBUSY;
	}
	/* Only from now on the owner's position is counted. */
	if (list_empty(&owner->readers))
		owner->position = owner->ring.head;
	list_add_tail(&stream->joined->link, &owner->readers);
	return 0;
}

/**
 * oa_join_leave() - a stream reads along no more
 * @stream: the stream
 *
 * Process context, unit lock and stream lock held.
 */
void oa_join_leave(struct oa_stream *stream)
{
	lockdep_assert_held(stream->lock);
	oa_stream_set_enabled(stream, false);
	list_del(&stream->joined->link);
}

/**
 * oa_join_free() - nobody knows the stream any more
 * @stream: the stream, which has left; nothing happens if it had the unit
 *
 * Process context.
 */
void oa_join_free(struct oa_stream *stream)
{
	if (!stream->joined)
		return;
	vfree(stream->ring.vaddr);
	kfree(stream->joined);
}

/**
 * oa_join_part() - the owner has another metric set: reports are no more what was asked for
 * @owner: the stream that has the unit
 *
 * Process context, stream lock held. Those who read along get EIO from now on.
 */
void oa_join_part(struct oa_stream *owner)
{
	struct oa_joined *joined;

	lockdep_assert_held(owner->lock);
	list_for_each_entry(joined, &owner->readers, link) {
		WRITE_ONCE(joined->parted, true);
		oa_stream_set_enabled(joined->stream, false);
		wake_up_all(&joined->stream->wake.wait);
	}
}

/**
 * oa_join_check() - may a stream that reads along be enabled?
 * @stream: the stream
 *
 * Process context, stream lock held. Return: 0; -EIO if the owner has another metric set.
 */
int oa_join_check(const struct oa_stream *stream)
{
	if (!oa_join_parted(stream))
		return 0;
	drm_dbg(&stream->oa->drm, "ENABLE: the owner of the OA unit has another metric set\n");
	return -EIO;
}

/**
 * oa_join_refuse_config() - I915_PERF_IOCTL_CONFIG of a stream that reads along
 * @stream: the stream
 *
 * Return: -EBUSY: the metric set is the owner's.
 */
int oa_join_refuse_config(const struct oa_stream *stream)
{
	drm_dbg(&stream->oa->drm, "CONFIG: the metric set is the owner's of the OA unit\n");
	return -EBUSY;
}

/**
 * oa_join_wanted() - does anybody read along who gets what was asked for?
 * @owner: the stream that has the unit
 *
 * Process context, stream lock held.
 */
bool oa_join_wanted(const struct oa_stream *owner)
{
	const struct oa_joined *joined;

	lockdep_assert_held(owner->lock);
	list_for_each_entry(joined, &owner->readers, link)
		if (!joined->parted)
			return true;
	return false;
}

/**
 * oa_join_parted() - has the stream's metric set gone?
 * @stream: any stream
 *
 * Any context.
 */
bool oa_join_parted(const struct oa_stream *stream)
{
	return stream->joined && READ_ONCE(stream->joined->parted);
}

/**
 * oa_join_die() - the GPU is gone, or does not wake
 * @owner: the stream that had the unit
 *
 * Process context, stream lock held. The files of those who read along answer ENODEV.
 */
void oa_join_die(struct oa_stream *owner)
{
	struct oa_joined *joined;

	lockdep_assert_held(owner->lock);
	list_for_each_entry(joined, &owner->readers, link) {
		WRITE_ONCE(joined->stream->dead, true);
		WRITE_ONCE(joined->stream->enabled, false);
		oa_wake_stop(&joined->stream->wake);
		wake_up_all(&joined->stream->wake.wait);
	}
}

/**
 * oa_join_show() - the numbers of those who read along, for debugfs
 * @m: file
 * @owner: the stream that has the unit
 *
 * Process context, stream lock held.
 */
void oa_join_show(struct seq_file *m, const struct oa_stream *owner)
{
	const struct oa_joined *joined;
	u32 n = 0;

	lockdep_assert_held(owner->lock);
	seq_printf(m, "readers: %u\n", oa_join_count(owner));
	list_for_each_entry(joined, &owner->readers, link) {
		const struct oa_stats *stats = &joined->stats;
		u64 dropped = 0;
		int i;

		for (i = 0; i < OA_NUM_VERDICTS; i++)
			dropped += stats->dropped[i];
		seq_printf(m, "reader%u_delivered: %llu\n", n, stats->delivered);
		seq_printf(m, "reader%u_lost: %llu\n", n, stats->lost);
		seq_printf(m, "reader%u_dropped: %llu\n", n, dropped);
		seq_printf(m, "reader%u_discarded: %llu\n", n, stats->discarded);
		seq_printf(m, "reader%u_filtered: %llu\n", n, stats->filtered);
		seq_printf(m, "reader%u_overflows: %llu\n", n, stats->overflows);
		n++;
	}
}
