// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated display
 *
 * Firmware left a screen on: the first plane of pipe A scans out of the low end of the GGTT.
 * The registers of planes and pipes keep what is written to them, across resets of the GT too.
 * Whoever changes a GGTT entry that a lit plane scans out of spoils the screen; that is a
 * broken rule. Only the first plane of each pipe is looked at for it.
 *
 * Facts: hardware.rst 2.7.
 */
#include "regs/display_regs.h"
#include "sim_model.h"

#define SIM_SCREEN_BYTES	(2 * SZ_4M)	/* 1920 x 1080 pixels of 4 bytes */

#define SIM_DISPLAY_START	0x70000

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

static bool sim_display_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return sim_display_at(gpu, offset) < SIM_DISPLAY_BYTES ||
	       offset == FUSE_STRAP || offset == SKL_DFSM;
}

/* The fuses say that there is a display. */
static u32 sim_display_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const u32 at = sim_display_at(gpu, offset);

	return at < SIM_DISPLAY_BYTES ? gpu->display.regs[at / 4] : 0;
}

static void sim_display_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	const u32 at = sim_display_at(gpu, offset);

	if (at < SIM_DISPLAY_BYTES)
		gpu->display.regs[at / 4] = value;
}

static void sim_display_power_on(struct oa_sim_gpu *gpu)
{
	memset(&gpu->display, 0, sizeof(gpu->display));
	sim_display_scan_out(gpu, 0);
}

/**
 * sim_display_scan_out() - the first plane of pipe A shows another address
 * @gpu: the GPU, locked
 * @address: GGTT address; SIM_SCREEN_OFF: the plane is off
 */
void sim_display_scan_out(struct oa_sim_gpu *gpu, u32 address)
{
	*sim_display_register(gpu, PLANE_CONTROL) = address == SIM_SCREEN_OFF ? 0 : PLANE_ENABLE;
	*sim_display_register(gpu, PLANE_SURFACE) = address & PLANE_SURFACE_MASK;
}

/**
 * sim_display_shows() - does a lit plane scan out of a page?
 * @gpu: the GPU, locked
 * @address: GGTT address of the page
 */
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
