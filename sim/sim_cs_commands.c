// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the simulated command streamer
 *
 * Commands are read from memory through the GGTT and done at once. There is no
 * PPGTT: an access that does not ask for the GGTT is counted and not done. What the
 * streamer cannot make sense of hangs it, as on hardware.
 *
 * Facts: hardware.md 9.1.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "regs/gt_regs.h"
#include "regs/oa_regs.h"
#include "regs/ring_regs.h"
#include "sim_model.h"

#define SIM_MAX_DWORDS		256
#define SIM_OPCODE(header)	(((header) & MI_OPCODE_MASK) >> MI_OPCODE_SHIFT)
#define SIM_RCS_BASE		0x2000
/* Opcodes below this have no length. */
#define SIM_FIRST_WITH_LENGTH	0x10
#define SIM_GARBAGE		0xdeadbeefu

struct sim_command {
	u8 opcode;
	/* Dwords in all, up to gen7.5 and from gen8 on; 0: any */
	u8 dwords, wide;
	/* False: it hangs. */
	bool (*run)(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords);
};

static bool sim_wide(const struct oa_sim_gpu *gpu)
{
	return gpu->platform->cs->wide;
}

static bool sim_ggtt(struct oa_sim_gpu *gpu, bool ggtt, u32 address)
{
	if (!ggtt)
		sim_violate(gpu, SIM_CS_PPGTT, address, 0);
	return ggtt;
}

static bool sim_noop(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	return true;
}

static bool sim_user_interrupt(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	sim_irq_event(gpu, SIM_EVENT_RCS_USER);
	return true;
}

static bool sim_batch_end(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	bool in_batch = gpu->cs.batch;

	gpu->cs.batch = 0;
	return in_batch;
}

static bool sim_batch_start(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	if (gpu->cs.batch)	/* no second level here */
		return false;
	if (sim_ggtt(gpu, !(dw[0] & MI_BATCH_PPGTT), dw[1]))
		gpu->cs.batch = dw[1];
	return true;
}

static bool sim_store_data(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	u32 address = sim_wide(gpu) ? dw[1] : dw[2];

	if (dwords != 4 && dwords != 5)
		return false;
	if (sim_ggtt(gpu, dw[0] & MI_USE_GGTT, address)) {
		sim_gtt_write32(gpu, address, dw[3]);
		if (dwords == 5)
			sim_gtt_write32(gpu, address + 4, dw[4]);
	}
	return true;
}

static u32 sim_lri_offset(u32 header, u32 offset)
{
	return header & MI_LRI_CS_RELATIVE && offset < 0x1000 ? SIM_RCS_BASE + offset : offset;
}

static bool sim_load_register_imm(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	u32 i;

	if (dwords % 2 != 1 || dwords / 2 > MI_LRI_MAX_REGISTERS)
		return false;
	for (i = 1; i < dwords; i += 2)
		sim_gt_write(gpu, sim_lri_offset(dw[0], dw[i]), dw[i + 1]);
	return true;
}

static bool sim_load_register_reg(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	sim_gt_write(gpu, dw[2], sim_gt_read(gpu, dw[1]));
	return true;
}

static bool sim_store_register(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	if (sim_ggtt(gpu, dw[0] & MI_USE_GGTT, dw[2]))
		sim_gtt_write32(gpu, dw[2], sim_gt_read(gpu, dw[1]));
	return true;
}

static void sim_write_snapshot(struct oa_sim_gpu *gpu, u32 address, u32 id)
{
	u32 report[SIM_REPORT_DWORDS], i, bytes = gpu->platform->oa->layout(gpu)->bytes;

	if (gpu->platform->oa->enabled(gpu)) {
		sim_oa_snapshot(gpu, id, gpu->counters.tick, report);
	} else {
		/* "Undefined" */
		sim_violate(gpu, SIM_RPC_OFF, address, id);
		memset32(report, SIM_GARBAGE, ARRAY_SIZE(report));
	}
	for (i = 0; i < bytes; i += 64)
		sim_gtt_store_line(gpu, address + i, report + i / 4);
}

/* Moves no tail. */
static bool sim_report_perf_count(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	u32 known = MI_RPC_ADDRESS_MASK | MI_RPC_CORE_MODE | MI_RPC_USE_GGTT;

	if (dw[1] & ~known)
		sim_violate(gpu, SIM_RESERVED_BIT, dw[0], dw[1]);
	if (sim_ggtt(gpu, dw[1] & MI_RPC_USE_GGTT, dw[1]))
		sim_write_snapshot(gpu, dw[1] & MI_RPC_ADDRESS_MASK, dw[dwords - 1]);
	return true;
}

static const struct sim_command sim_commands[] = {
	{ 0x00, 1, 1, sim_noop },
	{ 0x02, 1, 1, sim_user_interrupt },
	{ 0x05, 1, 1, sim_noop },		/* MI_ARB_CHECK */
	{ 0x08, 1, 1, sim_noop },		/* MI_ARB_ON_OFF */
	{ 0x0a, 1, 1, sim_batch_end },
	{ 0x20, 0, 0, sim_store_data },
	{ 0x22, 0, 0, sim_load_register_imm },
	{ 0x24, 3, 4, sim_store_register },
	{ 0x28, 3, 4, sim_report_perf_count },
	{ 0x2a, 3, 3, sim_load_register_reg },
	{ 0x31, 2, 3, sim_batch_start },
};

/* A flush, and what is written behind it. */
static bool sim_pipe_control(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	u32 data = sim_wide(gpu) ? 4 : 3, op = dw[1] & PIPE_CONTROL_POST_SYNC_MASK;
	u64 value;

	if (sim_wide(gpu) ? dwords != 6 : dwords != 4 && dwords != 5)
		return false;
	if (!op)
		return true;
	value = op == PIPE_CONTROL_TIMESTAMP_WRITE ? gpu->counters.tick :
		dw[data] | (data + 1 < dwords ? (u64)dw[data + 1] << 32 : 0);
	if (sim_ggtt(gpu, dw[1] & PIPE_CONTROL_GGTT, dw[2])) {
		sim_gtt_write32(gpu, dw[2], lower_32_bits(value));
		sim_gtt_write32(gpu, dw[2] + 4, upper_32_bits(value));
	}
	return true;
}

static bool sim_mi_command(struct oa_sim_gpu *gpu, const u32 *dw, u32 dwords)
{
	u32 i, want;

	for (i = 0; i < ARRAY_SIZE(sim_commands); i++) {
		if (sim_commands[i].opcode != SIM_OPCODE(dw[0]))
			continue;
		want = sim_wide(gpu) ? sim_commands[i].wide : sim_commands[i].dwords;
		return (!want || want == dwords) && sim_commands[i].run(gpu, dw, dwords);
	}
	return false;
}

static u32 sim_command_dwords(u32 header)
{
	if (!(header & MI_CLIENT_MASK) && SIM_OPCODE(header) < SIM_FIRST_WITH_LENGTH)
		return 1;
	return (header & MI_LENGTH_MASK) + 2;
}

/**
 * sim_cs_command() - do the command at an address
 * @gpu: the GPU, locked, counted up to now
 * @address: GGTT address
 *
 * Return: its dwords; 0 where it hangs.
 */
u32 sim_cs_command(struct oa_sim_gpu *gpu, u32 address)
{
	u32 dw[SIM_MAX_DWORDS + 2], i, dwords;
	bool done;

	dw[0] = sim_gtt_read32(gpu, address);
	dwords = sim_command_dwords(dw[0]);
	for (i = 1; i < dwords; i++)
		dw[i] = sim_gtt_read32(gpu, address + 4 * i);
	if (dw[0] & MI_CLIENT_MASK)
		done = (dw[0] & ~MI_LENGTH_MASK) == PIPE_CONTROL &&
		       sim_pipe_control(gpu, dw, dwords);
	else
		done = sim_mi_command(gpu, dw, dwords);
	if (done)
		return dwords;
	sim_violate(gpu, SIM_CS_COMMAND, address, dw[0]);
	return 0;
}
