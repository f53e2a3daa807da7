/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading and setting a GPU's knobs, for front ends.
 */
#ifndef _SIM_CONTROL_H_
#define _SIM_CONTROL_H_

#include "sim_knobs.h"

const struct sim_knob *sim_knob_find(const char *name);
bool sim_knob_readable(const struct sim_knob *knob);
bool sim_knob_settable(const struct sim_knob *knob);
size_t sim_knob_show(struct oa_sim_gpu *gpu, const struct sim_knob *knob, char *to, size_t size);
int sim_knob_parse(const struct sim_knob *knob, const char *text, u64 *value);
int sim_knob_set(struct oa_sim_gpu *gpu, const struct sim_knob *knob, u64 *value);

#endif /* _SIM_CONTROL_H_ */
