// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A stream that reads along looks for reports
 *
 * It lets the driver copy what the unit has written since, for itself and all others. If nobody
 * reads the owner's stream any more, the owner's reports are given up at the same time
 * (oa_drain.c).
 *
 * Facts: abi-extensions.rst 25.
 */
#include "oa_compat.h"
#include "stream/oa_drain.h"
#include "stream/oa_join_copy.h"
#include "stream/oa_join_look.h"
#include "stream/oa_joined_types.h"
#include "stream/oa_stream_types.h"

/**
 * oa_join_look() - let a stream that reads along have what the unit has written
 * @stream: the stream; nothing happens if it has the unit itself
 *
 * Process context, stream lock held, GPU present.
 */
void oa_join_look(struct oa_stream *stream)
{
	struct oa_stream *owner = stream->joined ? stream->joined->owner : NULL;

	lockdep_assert_held(stream->lock);
	if (!owner)
		return;
	/* After a stop the last lines may still land. */
	if (owner->enabled)
		oa_join_copy_all(owner);
	else
		oa_join_copy(owner, 0);
	if (owner->enabled && owner->closed)
		oa_drain(owner);
}
