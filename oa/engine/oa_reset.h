/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stopping the render engine, and resetting it.
 */
#ifndef _OA_RESET_H_
#define _OA_RESET_H_

struct oa_uncore;

int oa_ring_halt(struct oa_uncore *uncore);
int oa_reset_render_gen7(struct oa_uncore *uncore);
int oa_reset_render_gen8(struct oa_uncore *uncore);

#endif /* _OA_RESET_H_ */
