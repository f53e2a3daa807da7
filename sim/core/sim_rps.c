// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulated render clock
 *
 * Software asks for a frequency in RPNSWREQ. The GPU runs no faster than asked, and no faster
 * than what it does allows (sim_activity.c). Nobody asked since the last reset: it runs at its
 * lowest frequency. A request beyond the limits is cut to them. VLV and CHV are asked through a
 * mailbox that is not modelled: only the activity counts there.
 *
 * A request takes effect at once. Where a change of the clock writes a report, it does.
 *
 * Facts: hardware.rst 2.6. [MODEL] the lowest frequency without a request; the activity's share.
 */
#include "regs/gt_regs.h"
#include "sim_bits.h"
#include "sim_model.h"

static u32 sim_rps_bound(const struct sim_platform *p, u32 request, u32 most)
{
	const u32 least = p->freq_min;

	return request < least ? least : min(request, most);
}

/**
 * sim_rps_grant() - the frequency at which the GPU runs
 * @gpu: the GPU, locked
 * @most: the highest that its activity allows, in units of the frequency registers
 *
 * Return: the frequency in the same units.
 */
u32 sim_rps_grant(const struct oa_sim_gpu *gpu, u32 most)
{
	const struct sim_platform *p = gpu->platform;

	if (!p->swreq)
		return most;
	return sim_rps_bound(p, sim_field(p->swreq, gpu->store[GEN6_RPNSWREQ / 4]), most);
}

/**
 * sim_rps_asked() - software wrote RPNSWREQ
 * @gpu: the GPU, locked, counted up to now
 * @old: the value before
 */
void sim_rps_asked(struct oa_sim_gpu *gpu, u32 old)
{
	const struct sim_platform *p = gpu->platform;
	const u32 now = sim_frequency(gpu, gpu->counters.tick);
	const u32 most = sim_activity_frequency(gpu, gpu->counters.tick);

	if (!p->swreq || sim_rps_bound(p, sim_field(p->swreq, old), most) == now)
		return;
	if (p->oa->clock_changed)
		p->oa->clock_changed(gpu, gpu->counters.tick);
}
