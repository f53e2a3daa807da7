// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Simulated forcewake domains
 *
 * A register answers only while every domain that its range needs is awake. A domain
 * wakes some time after a request in its register; kernel, user and fallback
 * bits are equal requests. The platform's tables list the registers, domains and ranges,
 * and the registers that may be written while the domain sleeps.
 *
 * An acknowledge can be missed. It then stays missing until software toggles the
 * fallback bit, whose acknowledge brings the missed one along, or drops the request.
 *
 * Facts: hardware.rst 2.1, 2.2, 14, appendices A and B.
 */
#include "regs/gt_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"
#include "sim_forcewake.h"

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

/* Check for a request or acknowledge register, which answers in any state of the domains. */
bool sim_forcewake_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return sim_domain_of(gpu, offset, true) >= 0 || sim_domain_of(gpu, offset, false) >= 0;
}

static u32 sim_forcewake_read(struct oa_sim_gpu *gpu, u32 offset)
{
	int d = sim_domain_of(gpu, offset, true);

	return d >= 0 ? gpu->fw[d].request : gpu->fw[sim_domain_of(gpu, offset, false)].ack;
}

/* A register's entry in the platform's table; NULL: reserved, or outside of all domains */
const struct sim_fw_range *sim_forcewake_range(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_fw_range *range = gpu->platform->fw_ranges;

	for (; range->end && range->start <= offset; range++)
		if (offset <= range->end)
			return range;
	return NULL;
}

/* Domains that a register needs. */
static u32 sim_needs(const struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_fw_range *range = sim_forcewake_range(gpu, offset);

	/* GDRST is outside of the domains, whatever range its offset is in. */
	return range && offset != GEN6_GDRST ? range->domains : 0;
}

/* Counters need the render clock, which the render domain or a running context keeps on. */
static void sim_check_release(struct oa_sim_gpu *gpu, u32 d, u32 value)
{
	if (!gpu->fw[d].request && sim_needs(gpu, RCS_CCID) & BIT(d) &&
	    gpu->platform->oa->enabled(gpu) && !sim_rcs(gpu)->ctx_active)
		sim_violate(gpu, SIM_OA_ASLEEP, gpu->platform->domains[d].request, value);
}

static void sim_forcewake_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	int d = sim_domain_of(gpu, offset, true);
	struct sim_fw_state *fw;
	u16 mask = value >> 16, request;

	if (d < 0)	/* the acknowledge is read only */
		return;
	fw = &gpu->fw[d];
	if (gpu->platform->domains[d].unmasked && !mask)
		mask = 0xffff;
	request = (fw->request & ~mask) | (value & mask);
	if (request == fw->request)
		return;
	/*
	 * The acknowledge still belongs to an old request. The fallback bit is exempt: software
	 * toggles it when acknowledges are missing, its own as well.
	 */
	if (request & ~fw->request & fw->ack & ~FORCEWAKE_KERNEL_FALLBACK)
		sim_violate(gpu, SIM_FORCEWAKE_ORDER, offset, value);
	/* With the request dropped, the missed acknowledge is not awaited any more. */
	fw->missed &= request;
	if (request & ~fw->request & FORCEWAKE_KERNEL &&
	    sim_countdown(&gpu->faults.forcewake_missed))
		fw->missed |= FORCEWAKE_KERNEL;
	if (request & ~fw->request)
		gpu->fw_stolen = false;
	fw->request = request;
	fw->changed = gpu->counters.tick;
	sim_check_release(gpu, d, value);
}

/**
 * sim_forcewake_steal() - clear all requests, as another driver that ends late
 * @gpu: the GPU, locked, its time caught up
 *
 * Until software requests a domain again, its accesses to sleeping registers are no violation.
 */
void sim_forcewake_steal(struct oa_sim_gpu *gpu)
{
	u32 d;

	for (d = 0; d < gpu->platform->num_domains; d++) {
		gpu->fw[d].request = 0;
		gpu->fw[d].changed = gpu->counters.tick;
	}
	gpu->fw_stolen = true;
}

/* Acknowledge the requests that are due at @now. */
void sim_forcewake_update(struct oa_sim_gpu *gpu, u64 now)
{
	const u32 delay = SIM_FORCEWAKE_NS * gpu->platform->tick_den / gpu->platform->tick_num;
	struct sim_fw_state *fw = gpu->fw;
	u16 ack;

	for (; fw < gpu->fw + gpu->platform->num_domains; fw++) {
		if (fw->ack == fw->request || now < fw->changed + delay)
			continue;
		ack = fw->request;
		/* A domain that may not wake can still go to sleep. */
		if (gpu->faults.forcewake_ack ||
		    (gpu->platform->may_wake && !gpu->platform->may_wake(gpu)))
			ack &= fw->ack;
		fw->missed &= ack;
		if ((ack ^ fw->ack) & FORCEWAKE_KERNEL_FALLBACK)
			fw->missed = 0;
		fw->ack = ack & ~fw->missed;
	}
}

/* Check whether an access reaches its register; some accept writes while asleep. */
bool sim_forcewake_reaches(const struct oa_sim_gpu *gpu, u32 offset, bool write)
{
	const u32 needs = sim_needs(gpu, offset);
	u32 d;

	if (write && (gpu->platform->write_fifo ||
		      sim_in_ranges(gpu->platform->shadowed, offset)))
		return true;
	for (d = 0; d < gpu->platform->num_domains; d++)
		if (needs & BIT(d) && !(gpu->fw[d].ack & gpu->fw[d].request))
			return false;
	return true;
}

/* Check whether the render engine's domain is awake. */
bool sim_render_awake(const struct oa_sim_gpu *gpu)
{
	return sim_forcewake_reaches(gpu, RCS_CCID, false);
}

static void sim_forcewake_power_on(struct oa_sim_gpu *gpu)
{
	u32 d;

	memset(gpu->fw, 0, sizeof(gpu->fw));
	gpu->fw_stolen = false;
	if (!gpu->faults.forcewake_left)
		return;
	for (d = 0; d < gpu->platform->num_domains; d++) {
		gpu->fw[d].request = FORCEWAKE_KERNEL;
		gpu->fw[d].ack = FORCEWAKE_KERNEL;
	}
}

const struct sim_unit sim_unit_forcewake = {
	.owns = sim_forcewake_owns,
	.read = sim_forcewake_read,
	.write = sim_forcewake_write,
	.peek = sim_forcewake_read,
	.power_on = sim_forcewake_power_on,
};
