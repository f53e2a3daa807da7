// SPDX-License-Identifier: GPL-2.0-only
/*
 * The source of each GPU's samples, and operations on all of them.
 *
 * A GPU with a PMU is read by it, since that leaves the OA unit to other programs. Any other gets a
 * stream of the program's own. A GPU whose source can't be opened, as when another program has its
 * unit, is left out. The run fails if that is so for all.
 */
#include <stdlib.h>
#include <string.h>

#include "sources.h"

/* The smallest buffer, 128 KiB of Sandybridge, lasts for more than a second. */
#define SLICE_NS	(NS_PER_SEC / 4)

bool top_is_watched(const struct top_state *state, const char *pci)
{
	u32 i;

	for (i = 0; i < state->num; i++)
		if (!strcmp(state->watches[i].gpu.pci, pci))
			return true;
	return false;
}

/* Add the GPUs that are not watched yet. Return: 0 or -1. */
int top_look(struct top_state *state)
{
	const enum top_wanted wanted = state->options.wanted;

	if (wanted != WANT_STREAM && pmu_find(state))
		return -1;
	return wanted != WANT_PMU && stream_find(state) ? -1 : 0;
}

/**
 * top_find() - find the GPUs, and choose a source for each
 * @state: options are set; its watches are filled in
 *
 * Return: 0 or -1.
 */
int top_find(struct top_state *state)
{
	const struct top_options *options = &state->options;

	state->watches = calloc(TOP_MAX_GPUS, sizeof(*state->watches));
	if (!state->watches) {
		complain("no memory");
		return -1;
	}
	if (options->replay)
		return replay_open(state);
	if (top_look(state))
		return -1;
	if (state->num)
		return 0;
	if (options->wait) {
		complain("no GPU yet that can be read: waiting for one");
		return 0;
	}
	if (options->wanted == WANT_PMU)
		pmu_explain(options);
	else
		stream_explain(options);
	return -1;
}

/**
 * top_resume() - start counting
 * @state: with the GPUs
 *
 * Return: 0, or -1 if no GPU can be counted.
 */
int top_resume(struct top_state *state)
{
	u32 i, opened = 0;

	for (i = 0; i < state->num; i++) {
		struct top_watch *watch = &state->watches[i];

		if (watch->gone)
			continue;
		watch->refused = watch->source->open(watch);
		watch->fresh = true;
		opened += !watch->refused;
	}
	state->deadline_ns = top_now_ns();
	if (!opened && (state->num || !state->options.wait))
		return -1;
	for (i = 0; i < state->num; i++)
		if (state->watches[i].refused && !state->watches[i].gone)
			complain("%s at %s is not shown; the other GPUs are",
				 state->watches[i].gpu.platform->name, state->watches[i].gpu.pci);
	return 0;
}

/**
 * top_pause() - stop counting, so that the GPUs may sleep
 * @state: with the GPUs
 */
void top_pause(struct top_state *state)
{
	u32 i;

	for (i = 0; i < state->num; i++)
		state->watches[i].source->close(&state->watches[i]);
}

/* Return: true if any GPU has a stream to drain. */
static bool drain(struct top_state *state)
{
	bool any = false;
	u32 i;

	for (i = 0; i < state->num; i++) {
		struct top_watch *watch = &state->watches[i];

		if (watch->gone || !watch->source->drain)
			continue;
		watch->source->drain(watch);
		any = true;
	}
	return any;
}

/**
 * top_wait() - sleep until samples are due, and drain streams meanwhile
 * @state: with the GPUs
 * @fd: ends the wait when it can be read, -1: none
 *
 * Samples are due on a grid, so that a slow terminal does not make the intervals longer.
 *
 * Return: true if they are due, false if @fd, a signal or a part of the wait ended it.
 */
bool top_wait(struct top_state *state, int fd)
{
	const u64 now = top_now_ns();
	u64 until;

	if (state->replay)
		return replay_wait(state, fd);
	if (now >= state->deadline_ns) {
		state->deadline_ns += state->options.interval_ns;
		if (state->deadline_ns <= now)
			state->deadline_ns = now + state->options.interval_ns;
	}
	until = state->deadline_ns;
	if (drain(state) && until > now + SLICE_NS)
		until = now + SLICE_NS;
	if (state->progress && until > now + NS_PER_SEC)
		until = now + NS_PER_SEC;
	top_wait_until(until, fd);
	return top_now_ns() >= state->deadline_ns;
}

/**
 * top_release() - free the data of the sources
 * @state: with the GPUs, or as far as they were found
 */
void top_release(struct top_state *state)
{
	u32 i;

	for (i = 0; i < state->num; i++)
		if (state->watches[i].source->release)
			state->watches[i].source->release(&state->watches[i]);
	replay_close(state);
	free(state->watches);
}
