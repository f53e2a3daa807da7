/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What sources share, and the wait that signals end.
 */
#ifndef _SOURCES_H_
#define _SOURCES_H_

#include "oa-top.h"

/* signals.c */
void top_signals(bool screen);
bool top_ended(void);
void top_end(void);
bool top_stopped(void);
void top_wait_until(u64 deadline_ns, int fd);
bool top_wait_grid(struct top_state *state, u64 *deadline_ns, u64 slice_ns, int fd);

/* pmu.c */
int pmu_find(struct top_state *state);
void pmu_explain(const struct top_options *options);

/* stream.c */
int stream_find(struct top_state *state);

/* replay.c */
int record_create(struct top_state *state);
int record_sample(const struct top_state *state, u32 gpu, const struct top_sample *sample);
int record_gone(const struct top_state *state, u32 gpu);
int replay_open(struct top_state *state);

#endif /* _SOURCES_H_ */
