// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The mailbox of the simulated power unit
 *
 * Software writes one or two words and a command with the busy bit. After a while the power unit
 * stores its answer in the words and an error, or none, in place of the command, and clears
 * the busy bit. It knows the commands that drivers use without a display; it answers others with
 * an error. No command changes anything here.
 *
 * Facts: hardware.rst 2.9; hardware/gen12.rst 7. [MODEL] the time; memory latencies of zero.
 */
#include "regs/gen12_regs.h"
#include "regs/gt_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

#define SIM_MAILBOX_NS		5000

static bool sim_mailbox_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return gpu->platform->mailbox && offset >= PCODE_MAILBOX && offset <= PCODE_DATA1;
}

/* Set the answer's first word. Return: false if the command is not known. */
static bool sim_mailbox_answer(const struct oa_sim_gpu *gpu, u32 command, u32 *word)
{
	switch (command) {
	case PCODE_READ_RC6_VOLTAGES:
	case PCODE_READ_MEMORY_LATENCY:
	case PCODE_READ_MIN_FREQUENCIES:
	case PCODE_READ_OVERCLOCKING:
		*word = 0;
		return true;
	case PCODE_WRITE_MIN_FREQUENCIES:
		return true;
	case PCODE_DUTY_CYCLE:
		/* The same field as in the capabilities */
		*word = gpu->platform->rp_state_cap & RP1_CAP_MASK;
		return true;
	case PCODE_TGL_TCCOLD:
		/* No port was in the cold state, or has failed to leave it. */
		*word = 0;
		return gpu->platform->tc_cold;
	default:
		return false;
	}
}

static void sim_mailbox_run(struct oa_sim_gpu *gpu)
{
	struct sim_mailbox *box = &gpu->mailbox;
	const u32 command = FIELD_GET(PCODE_COMMAND_MASK, box->command);
	const bool known = sim_mailbox_answer(gpu, command, &box->data[0]);

	box->command = known ? 0 : PCODE_ILLEGAL_COMMAND;
}

static u32 sim_mailbox_read(struct oa_sim_gpu *gpu, u32 offset)
{
	struct sim_mailbox *box = &gpu->mailbox;

	if (box->command & PCODE_BUSY && gpu->counters.tick >= box->done)
		sim_mailbox_run(gpu);
	return offset == PCODE_MAILBOX ? box->command : box->data[(offset - PCODE_DATA) / 4];
}

/* While the power unit is busy, it owns the words and the command. */
static void sim_mailbox_write(struct oa_sim_gpu *gpu, u32 offset, u32 value)
{
	const struct sim_platform *p = gpu->platform;
	struct sim_mailbox *box = &gpu->mailbox;

	if (sim_mailbox_read(gpu, PCODE_MAILBOX) & PCODE_BUSY)
		return;
	if (offset != PCODE_MAILBOX)
		box->data[(offset - PCODE_DATA) / 4] = value;
	else
		box->command = value;
	box->done = gpu->counters.tick + SIM_MAILBOX_NS * p->tick_den / p->tick_num;
}

static u32 sim_mailbox_peek(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_mailbox *box = &gpu->mailbox;

	return offset == PCODE_MAILBOX ? box->command : box->data[(offset - PCODE_DATA) / 4];
}

static void sim_mailbox_power_on(struct oa_sim_gpu *gpu)
{
	memset(&gpu->mailbox, 0, sizeof(gpu->mailbox));
}

const struct sim_unit sim_unit_mailbox = {
	.owns = sim_mailbox_owns,
	.read = sim_mailbox_read,
	.write = sim_mailbox_write,
	.peek = sim_mailbox_peek,
	.power_on = sim_mailbox_power_on,
};
