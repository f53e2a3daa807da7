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
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

/**
 * sim_rps_grant() - the frequency at which the GPU runs
 * @gpu: the GPU
 * @asked: what software wrote to RPNSWREQ
 * @most: the highest that the GPU's activity allows, in units of the frequency registers
 *
 * Return: the frequency in the same units.
 */
u32 sim_rps_grant(const struct oa_sim_gpu *gpu, u32 asked, u32 most)
{
	const struct sim_platform *p = gpu->platform;
	u32 request;

	if (!p->swreq)
		return most;
	request = sim_field(p->swreq, asked);
	return request < p->freq_min ? p->freq_min : min(request, most);
}
