/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Helpers of the commands that make the render engine work.
 */
#ifndef _SIM_WORK_COMMANDS_H_
#define _SIM_WORK_COMMANDS_H_

#include "sim/core/cs/sim_command.h"
#include "sim_work_state.h"

/**
 * sim_share() - part of a count in the first part of its interval
 * @count: the count
 * @elapsed: length of the part, at most @length
 * @length: length of the interval, at most 2^40
 */
static inline u64 sim_share(u64 count, u64 elapsed, u64 length)
{
	u64 rest, whole = div64_u64_rem(count, length, &rest);

	return whole * elapsed + div64_u64(rest * elapsed, length);
}

/** struct sim_area - pixels from a corner up to another, which is outside */
struct sim_area {
	/** @x: first and end */
	s64 x[2];
	/** @y: first and end */
	s64 y[2];
};

/* sim_work_pixels.c */
u64 sim_area_pixels(const struct sim_area *area);
u64 sim_draw_area(struct sim_run *run, const struct sim_pipeline *p);
u64 sim_rectangle_pixels(struct sim_run *run, u32 first, u32 vertices);

/* sim_work.c */
bool sim_work_busy(const struct sim_run *run);
enum sim_done sim_work_wait(struct sim_run *run);
void sim_work_shade(struct sim_run *run, struct sim_work *work, enum sim_stage stage,
		    u64 invocations, u64 threads);
void sim_work_submitted(struct sim_run *run);
enum sim_done sim_work_begin(struct sim_run *run, struct sim_work *work);

/* sim_work_draw.c */
enum sim_done sim_draw(struct sim_run *run);
enum sim_done sim_depth(struct sim_run *run);

/* sim_work_dispatch.c */
enum sim_done sim_media_object(struct sim_run *run);
enum sim_done sim_media_walker(struct sim_run *run);
enum sim_done sim_gpgpu_walker(struct sim_run *run);

#endif /* _SIM_WORK_COMMANDS_H_ */
