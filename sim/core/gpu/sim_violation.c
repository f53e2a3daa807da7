// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rules of the hardware that software can break: names, counts and last places.
 */
#include "sim/core/sim_model.h"

static const char * const sim_violation_names[] = {
	[SIM_NO_FORCEWAKE] = "no_forcewake",
	[SIM_FORCEWAKE_ORDER] = "forcewake_order",
	[SIM_OUTSIDE_BAR] = "outside_bar",
	[SIM_DECODE_OFF] = "decode_off",
	[SIM_BUS_MASTER] = "bus_master",
	[SIM_OABUFFER_ORDER] = "oabuffer_order",
	[SIM_OABUFFER_ALIGN] = "oabuffer_align",
	[SIM_OA_RUNNING] = "oa_running",
	[SIM_HEAD_TAIL] = "head_tail",
	[SIM_HEAD_RANGE] = "head_range",
	[SIM_RESERVED_BIT] = "reserved_bit",
	[SIM_CLOCK_GATING] = "clock_gating",
	[SIM_OA_ASLEEP] = "oa_asleep",
	[SIM_GGTT_INVALID] = "ggtt_invalid",
	[SIM_GGTT_STALE] = "ggtt_stale",
	[SIM_BAD_MEMORY] = "bad_memory",
	[SIM_STATUS_LEFT] = "status_left",
	[SIM_HEAD_RULE] = "head_rule",
	[SIM_STATUS_CLEAR] = "status_clear",
	[SIM_PPGTT] = "ppgtt",
	[SIM_NOT_COHERENT] = "not_coherent",
	[SIM_STEERING_LEFT] = "steering_left",
	[SIM_IRQ_NOT_ONE_HOT] = "irq_not_one_hot",
	[SIM_IRQ_NOT_IN_DW] = "irq_not_in_dw",
	[SIM_IRQ_DW_NOT_READ] = "irq_dw_not_read",
	[SIM_IRQ_SELECTOR_BUSY] = "irq_selector_busy",
	[SIM_IRQ_DW_UNSERVED] = "irq_dw_unserved",
	[SIM_IRQ_DW_LEFT] = "irq_dw_left",
	[SIM_IRQ_NO_DATA_VALID] = "irq_no_data_valid",
	[SIM_IRQ_MASTER_SOURCE] = "irq_master_source",
	[SIM_IRQ_MASTER_ON] = "irq_master_on",
	[SIM_IRQ_MASTER_REREAD] = "irq_master_reread",
	[SIM_RING_ALIGN] = "ring_align",
	[SIM_RING_RANGE] = "ring_range",
	[SIM_RING_RUNNING] = "ring_running",
	[SIM_CS_OPCODE] = "cs_opcode",
	[SIM_CS_LENGTH] = "cs_length",
	[SIM_CS_ADDRESS] = "cs_address",
	[SIM_CS_BATCH] = "cs_batch",
	[SIM_RPC_OFF] = "rpc_off",
	[SIM_ELSP_MODE] = "elsp_mode",
	[SIM_ELSP_FULL] = "elsp_full",
	[SIM_CTX_DESCRIPTOR] = "ctx_descriptor",
	[SIM_CTX_IMAGE] = "ctx_image",
	[SIM_RESET_NOT_READY] = "reset_not_ready",
	[SIM_SCANOUT] = "scanout",
	[SIM_PAT] = "pat",
	[SIM_SAME_LINE] = "same_line",
	[SIM_RESET_ACCESS] = "reset_access",
};

/* The last rule has a name; tests/sim/ checks the others. */
static_assert(ARRAY_SIZE(sim_violation_names) == SIM_NUM_VIOLATIONS, "each rule has a name");

/* Name of a rule. */
const char *sim_violation_name(enum sim_violation kind)
{
	return sim_violation_names[kind];
}

/**
 * sim_violate() - count a broken rule
 * @gpu: the GPU, locked
 * @kind: the rule
 * @offset: register or address of the access
 * @value: its value
 */
void sim_violate(struct oa_sim_gpu *gpu, enum sim_violation kind, u32 offset, u32 value)
{
	struct sim_violations *v = &gpu->violations[kind];

	sim_assert_locked(gpu);
	v->count++;
	v->offset = offset;
	v->value = value;
	if (gpu->host->ops->broken)
		gpu->host->ops->broken(gpu->host, sim_violation_names[kind], offset, value);
}

/* Count an access to a register that no document names. */
void sim_unknown(struct oa_sim_gpu *gpu, u32 offset)
{
	gpu->stats.unknown_registers++;
	if (gpu->host->ops->unknown)
		gpu->host->ops->unknown(gpu->host, offset);
}

/* Rules broken so far. */
u64 sim_violations(const struct oa_sim_gpu *gpu)
{
	u64 total = 0;
	u32 i;

	sim_assert_locked(gpu);
	for (i = 0; i < SIM_NUM_VIOLATIONS; i++)
		total += gpu->violations[i].count;
	return total;
}
