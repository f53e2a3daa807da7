// SPDX-License-Identifier: GPL-2.0-only
/*
 * For the KUnit module, which drives a GPU without PCI: the front end's functions, which
 * take the core's GPU as their argument, and the lock.
 */
#include "sim_card.h"
#include "sim_compat.h"

/**
 * oa_sim_gpu_create() - make a GPU
 * @platform: its name
 * @manual_clock: time stands still
 *
 * Return: the GPU, or NULL if there is no memory or no such platform.
 */
struct oa_sim_gpu *oa_sim_gpu_create(const char *platform, bool manual_clock)
{
	struct sim_card *card = sim_card_create(platform, 0, manual_clock, 0);

	return card ? card->gpu : NULL;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sim_gpu_create);

/**
 * oa_sim_gpu_destroy() - free a GPU
 * @gpu: the GPU, whose registers are not accessed any more
 */
void oa_sim_gpu_destroy(struct oa_sim_gpu *gpu)
{
	sim_card_destroy(sim_card(gpu));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sim_gpu_destroy);

/**
 * oa_sim_gpu_mmio() - the register seam for a driver
 * @gpu: the GPU
 */
struct i915_oa_mmio *oa_sim_gpu_mmio(struct oa_sim_gpu *gpu)
{
	return &sim_card(gpu)->mmio;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sim_gpu_mmio);

/**
 * oa_sim_gpu_write32() - write a dword of BAR 0
 * @gpu: the GPU
 * @offset: bytes from its start
 * @value: the dword
 */
void oa_sim_gpu_write32(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	struct i915_oa_mmio *mmio = oa_sim_gpu_mmio(gpu);

	mmio->ops->write32(mmio, offset, value);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sim_gpu_write32);

/**
 * oa_sim_gpu_access() - begin or end another processor's access to a register
 * @gpu: the GPU
 * @offset: of the register, from the start of BAR 0
 * @under_way: it begins; false: it ends
 */
void oa_sim_gpu_access(struct oa_sim_gpu *gpu, u32 offset, bool under_way)
{
	if (under_way)
		sim_card_enter_line(sim_card(gpu), offset);
	else
		sim_card_leave_line(sim_card(gpu), offset);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sim_gpu_access);

/**
 * oa_sim_gpu_event() - raise an event that can assert the interrupt line
 * @gpu: the GPU
 * @event: enum sim_event
 */
void oa_sim_gpu_event(struct oa_sim_gpu *gpu, u32 event)
{
	guard(sim_card)(sim_card(gpu));
	sim_irq_event(gpu, event);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sim_gpu_event);

/**
 * oa_sim_gpu_violations() - rules broken so far
 * @gpu: the GPU
 */
u64 oa_sim_gpu_violations(struct oa_sim_gpu *gpu)
{
	guard(sim_card)(sim_card(gpu));
	return sim_violations(gpu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sim_gpu_violations);

/**
 * oa_sim_gpu_line() - check whether the interrupt line is asserted
 * @gpu: the GPU
 */
bool oa_sim_gpu_line(struct oa_sim_gpu *gpu)
{
	guard(sim_card)(sim_card(gpu));
	return sim_irq_asserted(gpu);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sim_gpu_line);
