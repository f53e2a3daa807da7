// SPDX-License-Identifier: GPL-2.0-only
/*
 * From samples to intervals.
 */
#include "show.h"
#include "sources.h"

static void add_interval(struct top_watch *watch, const struct top_sample *sample, bool *fresh)
{
	struct top_interval interval;

	if (watch->has_last && top_subtract(&watch->gpu, &watch->last, sample, &interval)) {
		top_add(watch, &interval);
		*fresh = true;
	}
	watch->last = *sample;
	watch->has_last = true;
}

/* Stop watching a GPU. Its totals keep all that was counted before. */
static int drop_gpu(struct top_state *state, u32 gpu)
{
	struct top_watch *watch = &state->watches[gpu];

	watch->gone = true;
	watch->has_interval = false;
	return state->record ? record_gone(state, gpu) : 0;
}

static int sample_of(struct top_watch *watch, struct top_sample *sample)
{
	const int ret = watch->refused ? TOP_GONE : watch->source->sample(watch, sample);

	watch->fresh = false;
	return ret;
}

static bool all_gone(const struct top_state *state)
{
	u32 i;

	for (i = 0; i < state->num; i++)
		if (!state->watches[i].gone)
			return false;
	return true;
}

/**
 * top_measure() - take a sample of each GPU
 * @state: with open events
 *
 * Return: -1 on failure, or if the last GPU has gone; 0: a new interval; 1: no interval yet;
 * 2: no more samples.
 */
int top_measure(struct top_state *state)
{
	struct top_sample sample;
	bool fresh = false;
	u32 i;
	int ret;

	for (i = 0; i < state->num; i++) {
		if (state->watches[i].gone)
			continue;
		ret = sample_of(&state->watches[i], &sample);
		if (ret == TOP_GONE && !drop_gpu(state, i))
			continue;
		if (ret)
			return ret == TOP_NO_MORE ? 2 : -1;
		if (state->record && record_sample(state, i, &sample))
			return -1;
		if (!state->start_ns)
			state->start_ns = sample.time_ns;
		add_interval(&state->watches[i], &sample, &fresh);
	}
	if (all_gone(state))
		return state->options.replay ? 2 : -1;
	return fresh ? 0 : 1;
}
