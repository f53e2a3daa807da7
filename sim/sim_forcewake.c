// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Simulated power wells
 *
 * A register answers only while every well that its range needs is awake. A well
 * wakes some time after its request register asks for it; kernel, user and fallback
 * bits are requests alike. Which registers, wells and ranges there are, and which
 * registers may be written asleep, is in the platform's tables.
 *
 * Facts: hardware.md 2.1, 2.2, appendices A and B.
 */
#include "regs/gt_regs.h"
#include "sim_model.h"

#define SIM_FORCEWAKE_NS	2000	/* from request to acknowledge */

static int sim_domain_of(const struct oa_sim_gpu *gpu, u32 offset, bool request)
{
	const struct sim_fw_domain *d = gpu->platform->domains;
	u32 i;

	for (i = 0; i < gpu->platform->num_domains; i++)
		if (offset == (request ? d[i].request : d[i].ack))
			return i;
	return -1;
}

/**
 * sim_forcewake_owns() - is it a request or acknowledge register?
 * @gpu: the GPU
 * @offset: bytes from the start of BAR 0
 *
 * They answer whether anything is awake or not.
 */
bool sim_forcewake_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return sim_domain_of(gpu, offset, true) >= 0 || sim_domain_of(gpu, offset, false) >= 0;
}

/**
 * sim_forcewake_read() - read such a register
 * @gpu: the GPU, locked
 * @offset: one that sim_forcewake_owns()
 */
u32 sim_forcewake_read(const struct oa_sim_gpu *gpu, u32 offset)
{
	int d = sim_domain_of(gpu, offset, true);

	return d >= 0 ? gpu->fw[d].request : gpu->fw[sim_domain_of(gpu, offset, false)].ack;
}

static bool sim_any_request(const struct oa_sim_gpu *gpu)
{
	u32 i;

	for (i = 0; i < gpu->platform->num_domains; i++)
		if (gpu->fw[i].request)
			return true;
	return false;
}

/**
 * sim_forcewake_write() - write such a register
 * @gpu: the GPU, locked, counted up to now
 * @offset: one that sim_forcewake_owns()
 * @value: what is written
 */
void sim_forcewake_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	int d = sim_domain_of(gpu, offset, true);
	struct sim_fw_state *fw = &gpu->fw[d];
	u16 mask = value >> 16, request;

	if (d < 0)	/* the acknowledge is read only */
		return;
	if (gpu->platform->domains[d].unmasked && !mask)
		mask = 0xffff;
	request = (fw->request & ~mask) | (value & mask);
	if (request == fw->request)
		return;
	/* The acknowledge that stands is the old one's: it says nothing of this request. */
	if (request & ~fw->request & fw->ack)
		sim_violate(gpu, SIM_FORCEWAKE_ORDER, offset, value);
	fw->request = request;
	fw->changed = gpu->counters.tick;
	if (!sim_any_request(gpu) && gpu->platform->oa->enabled(gpu))
		sim_violate(gpu, SIM_OA_ASLEEP, offset, value);
}

/**
 * sim_forcewake_update() - acknowledge what is due
 * @gpu: the GPU, locked
 * @now: time stamp
 */
void sim_forcewake_update(struct oa_sim_gpu *gpu, u64 now)
{
	const u32 delay = SIM_FORCEWAKE_NS * gpu->platform->tick_den / gpu->platform->tick_num;
	struct sim_fw_state *fw = gpu->fw;

	for (; fw < gpu->fw + gpu->platform->num_domains; fw++) {
		if (fw->ack == fw->request || now < fw->changed + delay)
			continue;
		if (gpu->faults.forcewake_ack)
			fw->ack &= fw->request;
		else
			fw->ack = fw->request;
	}
}

static bool sim_awake(const struct sim_fw_state *fw)
{
	return fw->ack & fw->request;
}

/**
 * sim_forcewake_reaches() - does an access get to its register?
 * @gpu: the GPU, locked
 * @offset: bytes from the start of BAR 0
 * @write: a write; some registers take those asleep
 */
bool sim_forcewake_reaches(const struct oa_sim_gpu *gpu, u32 offset, bool write)
{
	const struct sim_fw_range *range = gpu->platform->fw_ranges;
	u32 d;

	if (write && sim_in_ranges(gpu->platform->shadowed, offset))
		return true;
	for (; range->end; range++)
		if (offset >= range->start && offset <= range->end)
			break;
	for (d = 0; d < gpu->platform->num_domains; d++)
		if (range->domains & BIT(d) && !sim_awake(&gpu->fw[d]))
			return false;
	return true;
}

/**
 * sim_render_awake() - does the render engine's well keep what is in it?
 * @gpu: the GPU, locked
 */
bool sim_render_awake(const struct oa_sim_gpu *gpu)
{
	return sim_forcewake_reaches(gpu, RCS_CCID, false);
}
