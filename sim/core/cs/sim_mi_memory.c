// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the simulated streamers that write and copy memory
 *
 * Facts: hardware.rst 9.1, 16.3.
 */
#include "regs/ring_regs.h"
#include "sim_command.h"

#define SIM_SDI_QWORD		BIT(21)
#define SIM_INDEX_OWN		BIT(21)	/* the context's status page, from gen8 on */
#define SIM_INDEX_MASK		GENMASK(11, 2)
#define SIM_COPY_TO_GGTT	BIT(21)
#define SIM_COPY_FROM_GGTT	BIT(22)

/*
 * The dword before which the data of MI_STORE_DATA_IMM begins, 0 if its length is wrong. Before
 * gen8 a dword that must be zero precedes the address, and there is one piece of data.
 */
static u32 sim_store_data_at(const struct sim_run *run, bool qword)
{
	const u32 at = 3, piece = qword ? 2 : 1;

	if (run->n < at + piece || (run->n - at) % piece)
		return 0;
	if (run->gen->address_dwords == 1 && run->n != at + piece)
		return 0;
	return at;
}

/* MI_STORE_DATA_IMM */
enum sim_done sim_mi_store_data(struct sim_run *run)
{
	const bool qword = run->dw[0] & SIM_SDI_QWORD, ggtt = run->dw[0] & MI_USE_GGTT;
	u32 i = sim_store_data_at(run, qword);
	struct sim_target target;

	if (!i)
		return sim_run_refuse(run, SIM_CS_LENGTH, run->dw[0]);
	if (ggtt && !run->privileged)
		return sim_run_dropped(run);
	if (!sim_run_target(run, run->gen->address_dwords == 1 ? 2 : 1, ggtt, qword ? 8 : 4,
			    &target))
		return SIM_HANG;
	for (; i < run->n; i += qword ? 2 : 1) {
		if (qword)
			sim_run_write64(run, &target, run->dw[i] | (u64)run->dw[i + 1] << 32);
		else
			sim_run_write(run, &target, run->dw[i]);
		target.address += qword ? 8 : 4;
	}
	return SIM_NEXT;
}

/* MI_STORE_DATA_INDEX */
enum sim_done sim_mi_store_index(struct sim_run *run)
{
	struct sim_target target;

	sim_run_own_page(run, run->dw[1] & SIM_INDEX_MASK, !(run->dw[0] & SIM_INDEX_OWN), &target);
	if (run->n == 3) {
		sim_run_write(run, &target, run->dw[2]);
		return SIM_NEXT;
	}
	if (run->dw[1] & 4)
		return sim_run_refuse(run, SIM_CS_ADDRESS, run->dw[1]);
	sim_run_write64(run, &target, run->dw[2] | (u64)run->dw[3] << 32);
	return SIM_NEXT;
}

/* MI_COPY_MEM_MEM */
enum sim_done sim_mi_copy(struct sim_run *run)
{
	const u32 header = run->dw[0];
	struct sim_target from, to;
	u32 value;

	if (header & (SIM_COPY_FROM_GGTT | SIM_COPY_TO_GGTT) && !run->privileged)
		return sim_run_dropped(run);
	if (!sim_run_target(run, 1, header & SIM_COPY_TO_GGTT, 4, &to) ||
	    !sim_run_target(run, 3, header & SIM_COPY_FROM_GGTT, 4, &from) ||
	    !sim_run_read(run, &from, &value))
		return SIM_HANG;
	sim_run_write(run, &to, value);
	return SIM_NEXT;
}
