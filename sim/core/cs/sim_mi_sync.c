// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the simulated streamers that wait, flush and signal
 *
 * A wait that is not fulfilled leaves the streamer at the command. It polls again after a while,
 * when other engines have run and the CPU has written. A flush has nothing to flush. If it stalls
 * or writes, it waits until the work before it is done, and then does its write.
 *
 * Facts: hardware.rst 9.1, 16.6; hardware/gen12.rst 5. [MODEL] the interval of polls, also for a
 * wait for a signal.
 */
#include "regs/command_regs.h"
#include "regs/gen12_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/work/sim_work_commands.h"

#define SIM_POLL_TICKS		64	/* about 5 us */
#define SIM_WAIT_COMPARE	GENMASK(14, 12)
#define SIM_WAIT_REGISTER	GENMASK(22, 2)	/* of the address */
#define SIM_MBOX_UPDATE		BIT(21)
#define SIM_MBOX_COMPARE	BIT(20)
#define SIM_MBOX_REGISTER	BIT(18)
#define SIM_MBOX_SELECT		GENMASK(17, 16)
#define SIM_MBOX_NONE		3u
#define SIM_FLUSH_INDEX		BIT(21)
#define SIM_FLUSH_GGTT		BIT(2)	/* in the address */
#define SIM_NOTIFY		BIT(8)
#define SIM_POST_SYNC		GENMASK(15, 14)
#define SIM_POST_WRITE		1u
#define SIM_POST_DEPTH		2u
#define SIM_POST_TIMESTAMP	3u
/* SNB: in the address of PIPE_CONTROL */
#define SIM_SNB_GGTT		BIT(2)
#define SIM_PIPE_INDEX		BIT(21)
/* PIPE_CONTROL: the streamer, the depth test or the pixel scoreboard stalls */
#define SIM_PIPE_STALLS		(BIT(20) | BIT(13) | BIT(1))

static enum sim_done sim_wait(struct sim_run *run)
{
	sim_run_takes(run, SIM_POLL_TICKS);
	return SIM_AGAIN;
}

static bool sim_holds(u32 operation, u32 memory, u32 data)
{
	switch (operation) {
	case 0:
		return memory > data;
	case 1:
		return memory >= data;
	case 2:
		return memory < data;
	case 3:
		return memory <= data;
	case 4:
		return memory == data;
	default:
		return memory != data;
	}
}

/*
 * The value that a wait compares, which may be a register's. Without privilege the bit for the GGTT
 * is ignored.
 */
static bool sim_wait_value(struct sim_run *run, u32 *value)
{
	struct sim_target target;

	if (run->gen->register_waits && run->dw[0] & MI_SEMAPHORE_REGISTER_POLL) {
		*value = sim_run_load(run, run->dw[2] & SIM_WAIT_REGISTER);
		return true;
	}
	return sim_run_target(run, 2, run->dw[0] & MI_USE_GGTT && run->privileged, 4, &target) &&
	       sim_run_read(run, &target, value);
}

/* MI_SEMAPHORE_WAIT */
enum sim_done sim_mi_semaphore_wait(struct sim_run *run)
{
	const u32 operation = FIELD_GET(SIM_WAIT_COMPARE, run->dw[0]);
	u32 value;

	if (operation > 5)
		return sim_run_reject(run, SIM_CS_OPCODE, run->dw[0]);
	if (!sim_wait_value(run, &value))
		return SIM_HANG;
	if (sim_holds(operation, value, run->dw[1]))
		return SIM_NEXT;
	/* Raise the event once for each wait, however often it polls. */
	if (!run->cs->waits)
		sim_irq_event(run->gpu, SIM_EVENT_WAIT + run->cs->number);
	run->cs->waits = true;
	return sim_wait(run);
}

/* A mailbox is a register of the waiting engine, or memory. */
static bool sim_mailbox(struct sim_run *run, u32 *value)
{
	const u32 select = FIELD_GET(SIM_MBOX_SELECT, run->dw[0]);
	struct sim_target target;

	if (!(run->dw[0] & SIM_MBOX_REGISTER))
		return sim_run_target(run, 2, run->dw[0] & MI_USE_GGTT, 4, &target) &&
		       sim_run_read(run, &target, value);
	*value = select == SIM_MBOX_NONE ? U32_MAX : *sim_cs_store(run->cs, RING_SYNC(select));
	return true;
}

/* MI_SEMAPHORE_MBOX, up to gen7.5. */
enum sim_done sim_mi_semaphore_mbox(struct sim_run *run)
{
	struct sim_target target;
	u32 value;

	if (run->dw[0] & SIM_MBOX_UPDATE) {
		if (run->dw[0] & SIM_MBOX_REGISTER) {
			sim_run_store(run, run->dw[2], run->dw[1]);
			return SIM_NEXT;
		}
		if (!sim_run_target(run, 2, run->dw[0] & MI_USE_GGTT, 4, &target))
			return SIM_HANG;
		sim_run_write(run, &target, run->dw[1]);
		return SIM_NEXT;
	}
	if (!(run->dw[0] & SIM_MBOX_COMPARE))
		return SIM_NEXT;
	if (!sim_mailbox(run, &value))
		return SIM_HANG;
	return value > run->dw[1] ? SIM_NEXT : sim_wait(run);
}

/* Do the write of a flush after the work before it; @data: first dword of its value */
static void sim_post_sync(struct sim_run *run, u32 operation, u32 data, bool dword,
			  const struct sim_target *target)
{
	u64 value = run->n > data ? run->dw[data] : 0;

	if (operation == SIM_POST_DEPTH)
		value = sim_run_own64(run, RING_PS_DEPTH_COUNT);
	else if (operation == SIM_POST_TIMESTAMP)
		value = sim_quirk_shown(run->gpu);
	else if (run->n > data + 1)
		value |= (u64)run->dw[data + 1] << 32;
	if (dword && operation == SIM_POST_WRITE)
		sim_run_write(run, target, lower_32_bits(value));
	else
		sim_run_write64(run, target, value);
}

/* Raise the event after the write of the flush. */
static void sim_notify(struct sim_run *run, u32 flags)
{
	if (!(flags & SIM_NOTIFY))
		return;
	run->gpu->stats.notified++;
	sim_irq_event(run->gpu, SIM_EVENT_NOTIFY + run->cs->number);
}

/* Target of a flush: an address, or an index of a status page */
static bool sim_post_target(struct sim_run *run, u32 dword, bool index, bool ggtt,
			    struct sim_target *target)
{
	if (index)
		return sim_run_own_page(run, run->dw[dword] & ~7u, ggtt, target);
	if (!sim_run_target(run, dword, ggtt, 1, target))
		return false;
	target->address &= ~7ull;
	return true;
}

/* MI_FLUSH_DW */
enum sim_done sim_mi_flush_dw(struct sim_run *run)
{
	const u32 operation = FIELD_GET(SIM_POST_SYNC, run->dw[0]);
	const u32 data = 1 + run->gen->address_dwords;
	const bool ggtt = run->dw[1] & SIM_FLUSH_GGTT;
	struct sim_target target;

	if (!operation) {
		sim_notify(run, run->dw[0]);
		return SIM_NEXT;
	}
	if (operation == SIM_POST_DEPTH)
		return sim_run_reject(run, SIM_CS_OPCODE, run->dw[0]);
	if (ggtt && !run->privileged)
		return sim_run_dropped(run);
	if (!sim_post_target(run, 1, run->dw[0] & SIM_FLUSH_INDEX, ggtt, &target))
		return SIM_HANG;
	sim_post_sync(run, operation, data, run->n == data + 1, &target);
	sim_notify(run, run->dw[0]);
	return SIM_NEXT;
}

/* MI_FLUSH, of SNB. */
enum sim_done sim_mi_flush(struct sim_run *run)
{
	return sim_work_busy(run) ? sim_work_wait(run) : SIM_NEXT;
}

/* PIPE_CONTROL */
enum sim_done sim_pipe_control(struct sim_run *run)
{
	const u32 operation = FIELD_GET(SIM_POST_SYNC, run->dw[1]);
	const u32 data = 2 + run->gen->address_dwords;
	const bool ggtt = run->gen->always_ggtt ? run->dw[2] & SIM_SNB_GGTT :
						  run->dw[1] & PIPE_CONTROL_GGTT;
	struct sim_target target;

	/* From gen8 on there is one length; before gen8 the data's upper half may be missing. */
	if (run->gen->address_dwords == 2 && run->n != data + 2)
		return sim_run_reject(run, SIM_CS_LENGTH, run->dw[0]);
	if ((operation || run->dw[1] & SIM_PIPE_STALLS) && sim_work_busy(run))
		return sim_work_wait(run);
	if (!operation) {
		sim_notify(run, run->dw[1]);
		return SIM_NEXT;
	}
	if (ggtt && !run->privileged)
		return sim_run_dropped(run);
	if (!sim_post_target(run, 2, run->dw[1] & SIM_PIPE_INDEX, ggtt, &target))
		return SIM_HANG;
	sim_post_sync(run, operation, data, false, &target);
	sim_notify(run, run->dw[1]);
	return SIM_NEXT;
}
