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

/*
 * Watch a GPU again if its driver is back. Its totals go on from what was counted before, and its
 * first interval begins now.
 */
static int look_again(struct top_state *state, u32 gpu)
{
	struct top_watch *watch = &state->watches[gpu];

	if (watch->refused || !watch->source->again || !watch->source->again(watch))
		return 0;
	watch->refused = watch->source->open(watch);
	if (watch->refused)
		return state->options.wait ? -1 : 0;
	complain("%s is back: the GPU at %s is shown again", top_name(&watch->gpu), watch->gpu.pci);
	watch->gone = false;
	watch->has_last = false;
	watch->fresh = true;
	return state->record ? record_back(state, gpu) : 0;
}

static int sample_of(struct top_watch *watch, struct top_sample *sample)
{
	const int ret = watch->refused ? TOP_GONE : watch->source->sample(watch, sample);

	watch->fresh = false;
	return ret;
}

/* With --wait: watch GPUs that were not there before. Return: 0, or -1 if one can't be read. */
static int look_for_more(struct top_state *state)
{
	u32 i = state->num;

	if (top_look(state))
		return -1;
	for (; i < state->num; i++) {
		struct top_watch *watch = &state->watches[i];

		watch->fresh = true;
		if (watch->source->open(watch))
			return -1;
	}
	return 0;
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
 * Return: -1 on failure, or if the last GPU has gone, without --wait; 0: a new interval; 1: no interval yet;
 * 2: no more samples. A GPU that has gone is watched again when it is back.
 */
int top_measure(struct top_state *state)
{
	struct top_sample sample;
	bool fresh = false;
	u32 i;
	int ret;

	if (state->options.wait && look_for_more(state))
		return -1;
	for (i = 0; i < state->num; i++) {
		if (state->watches[i].gone && look_again(state, i))
			return -1;
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
	/* Without any GPU the output must show that there is none. */
	if (all_gone(state))
		return state->options.replay ? 2 : state->options.wait ? 0 : -1;
	return fresh ? 0 : 1;
}
