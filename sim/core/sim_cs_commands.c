// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the simulated command streamer
 *
 * A command is fetched whole, its length is checked, and it is executed. The streamer
 * hangs at a command that it does not know, whose length is wrong, or whose address is
 * in a PPGTT, which does not exist here: the head stays there until a reset.
 *
 * Facts: hardware.rst 9.1; "SNB, IVB, VLV, HSW Observability", MI_REPORT_PERF_COUNT.
 * [MODEL] a snapshot asked for with the OA unit off is garbage; caches need no flush.
 */
#include "regs/ring_regs.h"
#include "sim_bits.h"
#include "sim_model.h"

#define SIM_REGISTER_MASK	GENMASK(22, 2)
#define SIM_GARBAGE		0xdeadbeef
#define SIM_FIRST_LONG		0x10	/* opcodes from here on have a length */
#define SIM_SDI_QWORD		BIT(21)
#define SIM_SECOND_LEVEL	BIT(22)
#define SIM_BATCH_FLAGS		GENMASK(22, 8)
#define SIM_LRI_FLAGS		GENMASK(22, 8)
#define SIM_PIPE_CONTROL_MASK	GENMASK(31, 16)
/* SNB: in the address of PIPE_CONTROL */
#define SIM_SNB_GGTT		BIT(2)

/* enum sim_done - where the streamer stands after a command */
enum sim_done {
	SIM_NEXT,
	SIM_JUMPED,
	SIM_HANG,
};

static enum sim_done sim_refuse(struct sim_cs *cs, enum sim_violation kind, u32 value)
{
	sim_violate(cs->gpu, kind, sim_cs_position(cs), value);
	return SIM_HANG;
}

/* Addresses are in the GGTT and so have 32 bits; they must be multiples of @align. */
static bool sim_address(struct sim_cs *cs, const u32 *dw, u32 align, u32 *address)
{
	*address = dw[0];
	if (dw[0] % align == 0 && (sim_gen(cs)->address_dwords == 1 || !dw[1]))
		return true;
	sim_refuse(cs, SIM_CS_ADDRESS, dw[0]);
	return false;
}

static u32 sim_load(struct sim_cs *cs, u32 offset)
{
	return offset < SIM_STORE_BYTES ? sim_gt_read(cs->gpu, offset) : 0;
}

static void sim_store_register(struct sim_cs *cs, u32 offset, u32 value)
{
	if (offset < SIM_STORE_BYTES)
		sim_gt_write(cs->gpu, offset, value);
}

static enum sim_done sim_noop(struct sim_cs *cs, const u32 *dw, u32 n)
{
	return SIM_NEXT;
}

static enum sim_done sim_user_interrupt(struct sim_cs *cs, const u32 *dw, u32 n)
{
	sim_irq_event(cs->gpu, SIM_EVENT_USER + cs->number);
	return SIM_NEXT;
}

static enum sim_done sim_arb_on_off(struct sim_cs *cs, const u32 *dw, u32 n)
{
	cs->no_arbitration = !(dw[0] & MI_ARB_ENABLE);
	return SIM_NEXT;
}

static enum sim_done sim_batch_end(struct sim_cs *cs, const u32 *dw, u32 n)
{
	if (!cs->in_batch)
		return sim_refuse(cs, SIM_CS_BATCH, dw[0]);
	cs->in_batch = false;
	return SIM_JUMPED;
}

/* From a batch this is a jump: only second-level batches return. */
static enum sim_done sim_batch_start(struct sim_cs *cs, const u32 *dw, u32 n)
{
	u32 address;

	if (dw[0] & MI_BATCH_PPGTT)
		return sim_refuse(cs, SIM_PPGTT, dw[0]);
	if (dw[0] & SIM_BATCH_FLAGS)
		return sim_refuse(cs, SIM_CS_BATCH, dw[0]);
	if (!sim_address(cs, dw + 1, 4, &address))
		return SIM_HANG;
	if (!cs->in_batch)
		sim_ring_advance(cs, n);
	cs->in_batch = true;
	cs->batch = address;
	return SIM_JUMPED;
}

static enum sim_done sim_store_data(struct sim_cs *cs, const u32 *dw, u32 n)
{
	const bool qword = dw[0] & SIM_SDI_QWORD;
	/* Before gen8 a dword that must be zero precedes the address. */
	const u32 *at = dw + (sim_gen(cs)->address_dwords == 1 ? 2 : 1);
	u32 address;

	if (n != (qword ? 5 : 4))
		return sim_refuse(cs, SIM_CS_LENGTH, dw[0]);
	if (!(dw[0] & MI_USE_GGTT))
		return sim_refuse(cs, SIM_PPGTT, dw[0]);
	if (!sim_address(cs, at, qword ? 8 : 4, &address))
		return SIM_HANG;
	if (qword)
		sim_gtt_write32(cs->gpu, address + 4, dw[4]);
	sim_gtt_write32(cs->gpu, address, dw[3]);
	return SIM_NEXT;
}

static enum sim_done sim_load_immediate(struct sim_cs *cs, const u32 *dw, u32 n)
{
	u32 allowed = MI_LRI_FORCE_POSTED, i;

	if (sim_gen(cs)->relative)
		allowed |= MI_LRI_CS_RELATIVE;
	if (dw[0] & SIM_LRI_FLAGS & ~allowed)
		return sim_refuse(cs, SIM_CS_OPCODE, dw[0]);
	for (i = 1; i < n; i += 2)
		sim_store_register(cs, sim_lri_offset(cs, dw[0], dw[i]), dw[i + 1]);
	return SIM_NEXT;
}

static enum sim_done sim_store_register_mem(struct sim_cs *cs, const u32 *dw, u32 n)
{
	u32 address;

	if (!(dw[0] & MI_USE_GGTT))
		return sim_refuse(cs, SIM_PPGTT, dw[0]);
	if (!sim_address(cs, dw + 2, 4, &address))
		return SIM_HANG;
	sim_gtt_write32(cs->gpu, address, sim_load(cs, dw[1] & SIM_REGISTER_MASK));
	return SIM_NEXT;
}

static enum sim_done sim_load_register_mem(struct sim_cs *cs, const u32 *dw, u32 n)
{
	u32 address, value;

	if (!(dw[0] & MI_USE_GGTT))
		return sim_refuse(cs, SIM_PPGTT, dw[0]);
	if (!sim_address(cs, dw + 2, 4, &address) || !sim_gtt_read32(cs->gpu, address, &value))
		return SIM_HANG;
	sim_store_register(cs, dw[1] & SIM_REGISTER_MASK, value);
	return SIM_NEXT;
}

static enum sim_done sim_load_register_reg(struct sim_cs *cs, const u32 *dw, u32 n)
{
	if (!sim_gen(cs)->register_copy)
		return sim_refuse(cs, SIM_CS_OPCODE, dw[0]);
	sim_store_register(cs, dw[2] & SIM_REGISTER_MASK,
			   sim_load(cs, dw[1] & SIM_REGISTER_MASK));
	return SIM_NEXT;
}

static enum sim_done sim_math(struct sim_cs *cs, const u32 *dw, u32 n)
{
	if (!sim_gen(cs)->register_copy || !sim_cs_math(cs, dw + 1, n - 1))
		return sim_refuse(cs, SIM_CS_OPCODE, dw[0]);
	return SIM_NEXT;
}

static enum sim_done sim_report_perf_count(struct sim_cs *cs, const u32 *dw, u32 n)
{
	const struct sim_oa_ops *oa = cs->gpu->platform->oa;
	u32 report[SIM_REPORT_DWORDS], flags = dw[1] & ~MI_RPC_ADDRESS_MASK, address;

	if (!(flags & MI_RPC_USE_GGTT) && !sim_gen(cs)->always_ggtt)
		return sim_refuse(cs, SIM_PPGTT, dw[1]);
	if (flags & ~(MI_RPC_USE_GGTT | MI_RPC_CORE_MODE) ||
	    (sim_gen(cs)->address_dwords == 2 && dw[2]))
		return sim_refuse(cs, SIM_CS_ADDRESS, dw[1]);
	address = dw[1] & MI_RPC_ADDRESS_MASK;
	sim_oa_snapshot(cs->gpu, dw[n - 1], cs->gpu->counters.tick, report);
	if (!oa->enabled(cs->gpu)) {
		sim_violate(cs->gpu, SIM_RPC_OFF, address, dw[n - 1]);
		memset32(report, SIM_GARBAGE, ARRAY_SIZE(report));
	}
	sim_oa_store_report(cs->gpu, address, report, oa->layout(cs->gpu)->bytes);
	return SIM_NEXT;
}

static enum sim_done sim_pipe_control(struct sim_cs *cs, const u32 *dw, u32 n)
{
	const u32 data = 2 + sim_gen(cs)->address_dwords;
	u32 operation = dw[1] & PIPE_CONTROL_POST_SYNC_MASK, address;
	u64 value = n > data ? dw[data] : 0;

	/* From gen8 on there is one length; before gen8 the data's upper half may be missing. */
	if (sim_gen(cs)->address_dwords == 2 && n != data + 2)
		return sim_refuse(cs, SIM_CS_LENGTH, dw[0]);
	if (!operation)
		return SIM_NEXT;
	if (!(sim_gen(cs)->always_ggtt ? dw[2] & SIM_SNB_GGTT : dw[1] & PIPE_CONTROL_GGTT))
		return sim_refuse(cs, SIM_PPGTT, dw[1]);
	if (sim_gen(cs)->address_dwords == 2 && dw[3])
		return sim_refuse(cs, SIM_CS_ADDRESS, dw[3]);
	if (n > data + 1)
		value |= (u64)dw[data + 1] << 32;
	if (operation == PIPE_CONTROL_TIMESTAMP_WRITE)
		value = sim_otherwise_shown(cs->gpu);
	else if (operation != PIPE_CONTROL_QW_WRITE)
		return sim_refuse(cs, SIM_CS_OPCODE, dw[1]);
	address = dw[2] & ~7u;
	sim_gtt_write32(cs->gpu, address + 4, upper_32_bits(value));
	sim_gtt_write32(cs->gpu, address, lower_32_bits(value));
	return SIM_NEXT;
}

/* struct sim_command - @dwords without addresses; @more may follow; 0: pairs */
struct sim_command {
	u8 opcode, dwords, addresses, more;
	enum sim_done (*execute)(struct sim_cs *cs, const u32 *dw, u32 n);
};

static const struct sim_command sim_commands[] = {
	{ 0x00, 1, 0, 0, sim_noop },
	{ 0x02, 1, 0, 0, sim_user_interrupt },
	{ 0x05, 1, 0, 0, sim_noop },		/* it arbitrates between any two commands */
	{ 0x08, 1, 0, 0, sim_arb_on_off },
	{ 0x0a, 1, 0, 0, sim_batch_end },
	{ 0x1a, 2, 0, 63, sim_math },
	{ 0x20, 4, 0, 1, sim_store_data },
	{ 0x22, 0, 0, 0, sim_load_immediate },
	{ 0x24, 2, 1, 0, sim_store_register_mem },
	{ 0x28, 2, 1, 0, sim_report_perf_count },
	{ 0x29, 2, 1, 0, sim_load_register_mem },
	{ 0x2a, 3, 0, 0, sim_load_register_reg },
	{ 0x31, 1, 1, 0, sim_batch_start },
};

static const struct sim_command sim_pipe_control_command = { 0, 3, 1, 1, sim_pipe_control };

static const struct sim_command *sim_find_command(u32 header)
{
	u32 i;

	if ((header & SIM_PIPE_CONTROL_MASK) == PIPE_CONTROL)
		return &sim_pipe_control_command;
	if (header & MI_CLIENT_MASK)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(sim_commands); i++)
		if (FIELD_GET(MI_OPCODE_MASK, header) == sim_commands[i].opcode)
			return &sim_commands[i];
	return NULL;
}

static u32 sim_length(const struct sim_command *command, u32 header)
{
	return command->dwords == 1 && command->opcode < SIM_FIRST_LONG ? 1 :
	       (header & MI_LENGTH_MASK) + 2;
}

static bool sim_length_fits(const struct sim_cs *cs, const struct sim_command *command, u32 n)
{
	u32 least = command->dwords + command->addresses * sim_gen(cs)->address_dwords;

	if (!command->dwords)
		return n % 2 && n <= 2 * MI_LRI_MAX_REGISTERS + 1;
	return n >= least && n <= least + command->more;
}

/* The whole command must lie before the tail. */
static bool sim_whole(const struct sim_cs *cs, u32 n)
{
	u32 bytes = sim_ring_bytes(cs);

	return cs->in_batch || (cs->tail + bytes - (cs->head & RING_HEAD_MASK)) % bytes >= 4 * n;
}

static enum sim_done sim_execute_one(struct sim_cs *cs, u32 *n)
{
	const struct sim_command *command;
	u32 i;

	if (!sim_ring_fetch(cs, 0, cs->dw))
		return SIM_HANG;
	command = sim_find_command(cs->dw[0]);
	if (!command)
		return sim_refuse(cs, SIM_CS_OPCODE, cs->dw[0]);
	*n = sim_length(command, cs->dw[0]);
	if (!sim_length_fits(cs, command, *n))
		return sim_refuse(cs, SIM_CS_LENGTH, cs->dw[0]);
	if (!sim_whole(cs, *n))
		return sim_refuse(cs, SIM_RING_RANGE, cs->dw[0]);
	for (i = 1; i < *n; i++)
		if (!sim_ring_fetch(cs, i, cs->dw + i))
			return SIM_HANG;
	return command->execute(cs, cs->dw, *n);
}

/**
 * sim_cs_execute() - execute the next command
 * @cs: the streamer, locked, counted up to now, the ring not empty
 *
 * Return: false if the streamer hangs at it.
 */
bool sim_cs_execute(struct sim_cs *cs)
{
	enum sim_done done;
	u32 n = 1;

	if (sim_take(&cs->gpu->faults.ring_hang))
		return false;
	done = sim_execute_one(cs, &n);
	if (done == SIM_NEXT)
		sim_ring_advance(cs, n);
	return done != SIM_HANG;
}
