/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory for tests of the simulated command streamer: status page, two rings, data
 * and two context images in the pages that oa_sim_gen6.h maps.
 */
#ifndef _OA_SIM_CS_H_
#define _OA_SIM_CS_H_

#include "oa_sim_gen6.h"
#include "regs/ring_regs.h"

#define CS_HWS			0x0000u
#define CS_RING(n)		(0x1000u + 0x1000 * (n))
#define CS_DATA			0x3000u
#define CS_BATCH		0x3800u
#define CS_IMAGE(n)		(0x4000u + 0x8000 * (n))
#define CS_GGTT(offset)		(SIM_T_BASE + (offset))
/* A register that keeps its value and has no effect */
#define CS_SCRATCH		HSW_CEC0_0

static inline u32 *cs_memory(struct sim_t *t, u32 offset)
{
	return page_address(t->memory) + offset;
}

static inline u64 cs_violations(struct sim_t *t, enum sim_violation kind)
{
	return t->gpu->violations[kind].count;
}

static inline void cs_pass(struct sim_t *t)
{
	sim_t_pass(t, 100);
}

static inline void cs_legacy_on(struct sim_t *t)
{
	sim_t_wr(t, RCS_HWS_PGA_GEN6, CS_GGTT(CS_HWS));
	sim_t_wr(t, RCS_RING_HEAD, 0);
	sim_t_wr(t, RCS_RING_TAIL, 0);
	sim_t_wr(t, RCS_RING_START, CS_GGTT(CS_RING(0)));
	sim_t_wr(t, RCS_RING_CTL, RING_CTL_VALID);
}

/* Write commands into a ring from its start; returns the tail after them, 8-byte aligned. */
static inline u32 cs_emit(struct sim_t *t, u32 ring, const u32 *dw, u32 n)
{
	memcpy(cs_memory(t, ring), dw, n * sizeof(*dw));
	cs_memory(t, ring)[n] = MI_NOOP;
	return round_up(n * (u32)sizeof(*dw), 8);
}

#endif /* _OA_SIM_CS_H_ */
