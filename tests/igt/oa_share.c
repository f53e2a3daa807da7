// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "oa_share.h"

#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define CHUNK		(1 << 20)

void oa_reader_init(struct oa_reader *r, int stream, unsigned int bit)
{
	igt_assert_fd(stream);
	r->stream = stream;
	oa_tally_init(&r->tally, OA_BYTES, bit);
}

void oa_reader_join(struct oa_reader *r, struct oa_session *s, unsigned int bit)
{
	oa_reader_init(r, oa_share_open(s, NONBLOCK, s->set, bit), bit);
}

void oa_reader_collect(struct oa_reader *r, u64 samples)
{
	oa_collect(r->stream, &r->tally, samples, CHUNK);
}

bool oa_reader_drain(struct oa_reader *r)
{
	return oa_drain(r->stream, &r->tally, CHUNK);
}

u64 oa_reader_losses(const struct oa_reader *r)
{
	return r->tally.report_lost + r->tally.buffer_lost;
}

/* Reports that a reader got, or was told that it lost, since then */
u64 oa_reader_told(const struct oa_reader *r, const struct oa_reader *then)
{
	return r->tally.samples - then->tally.samples +
	       r->tally.loss_count - then->tally.loss_count;
}

void oa_shared_open(struct oa_shared *t, unsigned int bit)
{
	oa_gpu_note();
	memset(t, 0, sizeof(*t));
	t->bit = bit;
	oa_session_prepare(&t->s);
	oa_session_open_props(&t->s, NONBLOCK, OA_BASE_PROPS(t->s.set, OA_FORMAT, bit),
			      OA_PROP_LOSS_RECORDS, 1);
	oa_reader_init(&t->owner, t->s.stream, bit);
	oa_reader_join(&t->joined, &t->s, bit);
}

void oa_shared_close(struct oa_shared *t)
{
	close(t->joined.stream);
	oa_session_close(&t->s);
}

/* The clock stands still, and both have read what there is. Return: false if the host was late. */
static bool shared_freeze(struct oa_shared *t)
{
	oa_reader_collect(&t->owner, 20);
	oa_reader_collect(&t->joined, 20);
	oa_sim_freeze();
	oa_reader_drain(&t->owner);
	oa_reader_drain(&t->joined);
	t->produced = oa_sim_u64("produced");
	return !oa_reader_losses(&t->owner) && !oa_reader_losses(&t->joined);
}

bool oa_shared_open_frozen(struct oa_shared *t)
{
	oa_shared_open(t, oa_fast(oa_exponent(10)));
	if (shared_freeze(t))
		return true;
	oa_shared_close_frozen(t);
	return false;
}

void oa_shared_close_frozen(struct oa_shared *t)
{
	oa_sim_reset();
	oa_shared_close(t);
}

/* The still clock moves on, and what was written lands. */
void oa_shared_advance(const struct oa_shared *t, u64 reports)
{
	oa_sim_advance(reports, t->bit);
	oa_sim_land();
}

u64 oa_shared_written(const struct oa_shared *t)
{
	return oa_sim_u64("produced") - t->produced;
}
