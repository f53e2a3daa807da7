/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sources of samples, and a wait that ends at a signal.
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

/* source.c */
int top_find(struct top_state *state);
int top_look(struct top_state *state);
bool top_is_watched(const struct top_state *state, const char *pci);
int top_resume(struct top_state *state);
void top_pause(struct top_state *state);
bool top_wait(struct top_state *state, int fd);
void top_release(struct top_state *state);

/* pmu.c */
int pmu_find(struct top_state *state);
void pmu_explain(const struct top_options *options);

/* stream.c */
int stream_find(struct top_state *state);
void stream_explain(const struct top_options *options);

/* replay.c */
int record_create(struct top_state *state);
int record_sample(const struct top_state *state, u32 gpu, const struct top_sample *sample);
int record_gone(const struct top_state *state, u32 gpu);
int record_back(const struct top_state *state, u32 gpu);
int replay_open(struct top_state *state);
bool replay_wait(struct top_state *state, int fd);
void replay_close(struct top_state *state);

#endif /* _SOURCES_H_ */
