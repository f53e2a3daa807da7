// SPDX-License-Identifier: GPL-2.0-only
/*
 * Creation and end of a simulated GPU.
 */
#include "sim/core/sim_model.h"
#include "sim_steering.h"

static u32 sim_count_eus(const struct sim_topology *t)
{
	return hweight8(t->slice_mask) * hweight8(t->subslice_mask) * t->eus;
}

/**
 * sim_gpu_create() - make a GPU
 * @platform: its name
 * @id: PCI id of a relative of @platform; 0: its own
 * @host: the front end; outlives the GPU
 * @manual: the clock is moved by hand
 *
 * May sleep. Memory decoding, bus mastering and the interrupt line are on.
 * Return: the GPU, or NULL if there is no memory, no such platform or no such relative.
 */
struct oa_sim_gpu *sim_gpu_create(const char *platform, u32 id, struct sim_host *host, bool manual)
{
	const struct sim_platform *p = sim_platform_find(platform);
	struct oa_sim_gpu *gpu = p ? host->ops->alloc(host, sizeof(*gpu)) : NULL;

	if (!gpu)
		return NULL;
	gpu->host = host;
	gpu->platform = p;
	if (id) {
		gpu->platform = &gpu->relative;
		if (!sim_platform_relative(p, id, &gpu->relative)) {
			host->ops->free(host, gpu);
			return NULL;
		}
	}
	gpu->num_eus = sim_count_eus(&gpu->platform->topology);
	gpu->pci.decode = true;
	gpu->pci.master = true;
	gpu->pci.intx = true;
	gpu->activity.kind = SIM_BURST;
	gpu->work.pixels = SIM_WORK_PIXELS_DEFAULT;
	gpu->work.eu_clocks = SIM_WORK_EU_CLOCKS_DEFAULT;
	gpu->store = host->ops->alloc(host, SIM_STORE_BYTES);
	gpu->gtt.gsm = host->ops->alloc(host, p->bar_bytes / 2);
	gpu->gtt.tlb = host->ops->alloc(host, p->bar_bytes / 2);
	if (sim_steering_init(gpu) || !gpu->store || !gpu->gtt.gsm || !gpu->gtt.tlb) {
		sim_gpu_destroy(gpu);
		return NULL;
	}
	sim_engines_init(gpu);
	sim_clock_start(gpu, manual);
	sim_power_on(gpu);
	return gpu;
}

/**
 * sim_gpu_destroy() - free a GPU
 * @gpu: the GPU, which has no user any more
 *
 * May sleep.
 */
void sim_gpu_destroy(struct oa_sim_gpu *gpu)
{
	struct sim_host *host = gpu->host;

	sim_steering_fini(gpu);
	host->ops->free(host, gpu->gtt.tlb);
	host->ops->free(host, gpu->gtt.gsm);
	host->ops->free(host, gpu->store);
	host->ops->free(host, gpu);
}
