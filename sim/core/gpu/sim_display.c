// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated display
 *
 * Firmware left a screen on: the first plane of pipe A scans out of the low end of the GGTT.
 * The registers of planes and pipes keep the value written, across resets of the GT too.
 * A change of a GGTT entry that a lit plane scans out of spoils the screen; that is a
 * broken rule. The check covers the first plane of each pipe only.
 *
 * Facts: hardware.rst 2.7.
 */
#include "regs/display_regs.h"
#include "regs/gen12_regs.h"
#include "sim/core/sim_model.h"

#define SIM_SCREEN_BYTES	(2 * SZ_4M)	/* 1920 x 1080 pixels of 4 bytes */

#define SIM_DISPLAY_START	0x70000
/* Even bits are states */
#define SIM_WELL_REQUESTS	0xaaaaaaaau

/* Bytes from the first register of the display; wraps to a huge value below it. */
static u32 sim_display_at(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset - gpu->platform->display_base - SIM_DISPLAY_START;
}

/* @offset as on platforms whose display has no base of its own */
static u32 *sim_display_register(struct oa_sim_gpu *gpu, u32 offset)
{
	return &gpu->display.regs[(offset - SIM_DISPLAY_START) / 4];
}

/*
 * The requests for power wells that @offset holds, or NULL: four requesters for the display's
 * wells, three each for those of ports, from gen11 on.
 */
static u32 *sim_well_at(const struct oa_sim_gpu *gpu, u32 offset)
{
	static const u32 sets[SIM_WELL_SETS] = {
		POWER_WELL_CTL, POWER_WELL_CTL_AUX, POWER_WELL_CTL_DDI
	};
	u32 i, at;

	for (i = 0; i < SIM_WELL_SETS; i++) {
		/* Wraps to a huge value below the set */
		at = (offset - sets[i]) / 4;
		if (gpu->platform->power_wells & BIT(i) && at < SIM_WELL_REQUESTERS)
			return (u32 *)&gpu->display.wells[i][at];
	}
	return NULL;
}

/* A requester reads its own requests, and the state of each well: on if it has any request. */
static u32 sim_well_read(const struct oa_sim_gpu *gpu, u32 offset)
{
	const u32 *own = sim_well_at(gpu, offset), *set = own - offset / 4 % SIM_WELL_REQUESTERS;
	u32 i, requests = 0;

	for (i = 0; i < SIM_WELL_REQUESTERS; i++)
		requests |= set[i];
	return *own | requests >> 1;
}

static bool sim_display_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return sim_display_at(gpu, offset) < SIM_DISPLAY_BYTES ||
	       offset == FUSE_STRAP || offset == SKL_DFSM || sim_well_at(gpu, offset);
}

/* Fuses of a part without a display; zero if it has one */
static u32 sim_display_fuse(const struct oa_sim_gpu *gpu, u32 offset)
{
	if (!gpu->display.fused_off)
		return 0;
	if (offset == FUSE_STRAP)
		return FUSE_STRAP_NO_DISPLAY;
	return SKL_DFSM_NO_PIPE_A | SKL_DFSM_NO_PIPE_B | SKL_DFSM_NO_PIPE_C |
	       (gpu->platform->pipe_d ? GEN12_DFSM_NO_PIPE_D : 0);
}

static u32 sim_display_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const u32 at = sim_display_at(gpu, offset);

	if (at < SIM_DISPLAY_BYTES)
		return gpu->display.regs[at / 4];
	return sim_well_at(gpu, offset) ? sim_well_read(gpu, offset) :
					  sim_display_fuse(gpu, offset);
}

static void sim_display_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	const u32 at = sim_display_at(gpu, offset);

	if (at < SIM_DISPLAY_BYTES)
		gpu->display.regs[at / 4] = value;
	else if (sim_well_at(gpu, offset))
		*sim_well_at(gpu, offset) = value & SIM_WELL_REQUESTS;
}

static void sim_display_power_on(struct oa_sim_gpu *gpu)
{
	memset(gpu->display.regs, 0, sizeof(gpu->display.regs));
	memset(gpu->display.wells, 0, sizeof(gpu->display.wells));
	sim_display_scan_out(gpu, gpu->display.fused_off ? SIM_SCREEN_OFF : 0);
}

/**
 * sim_display_fuse_off() - fuse off the display
 * @gpu: the GPU, locked or alone, before its first use
 */
void sim_display_fuse_off(struct oa_sim_gpu *gpu)
{
	gpu->display.fused_off = true;
	sim_display_power_on(gpu);
}

/**
 * sim_display_scan_out() - make the first plane of pipe A show another address
 * @gpu: the GPU, locked
 * @address: GGTT address; SIM_SCREEN_OFF: the plane is off
 */
void sim_display_scan_out(struct oa_sim_gpu *gpu, u32 address)
{
	*sim_display_register(gpu, PLANE_CONTROL) = address == SIM_SCREEN_OFF ? 0 : PLANE_ENABLE;
	*sim_display_register(gpu, PLANE_SURFACE) = address & PLANE_SURFACE_MASK;
}

/* Check whether a lit plane scans out of a page. */
bool sim_display_shows(struct oa_sim_gpu *gpu, u32 address)
{
	u32 pipe, at;

	for (pipe = 0; pipe < SIM_DISPLAY_PIPES; pipe++) {
		at = pipe * DISPLAY_PIPE_STRIDE;
		if (*sim_display_register(gpu, PLANE_CONTROL + at) & PLANE_ENABLE &&
		    address - *sim_display_register(gpu, PLANE_SURFACE + at) < SIM_SCREEN_BYTES)
			return true;
	}
	return false;
}

const struct sim_unit sim_unit_display = {
	.owns = sim_display_owns,
	.read = sim_display_read,
	.write = sim_display_write,
	.peek = sim_display_read,
	.power_on = sim_display_power_on,
};
