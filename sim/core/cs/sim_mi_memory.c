// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the simulated streamers that move data
 *
 * Commands write and copy memory, move registers, and write OA reports.
 *
 * Offsets of registers count from the start of BAR 0. On gen11 a bit makes them count from the
 * engine's base, and another one moves offsets of the render engine to the executing engine.
 * With the former, an offset's upper bits are ignored, as in a context's image.
 *
 * MI_ATOMIC changes a dword or a qword of memory. Its operands are in the command, dword by dword
 * in turn, or in CS_GPR 0 and 2. A flag makes it store the old value in CS_GPR 4.
 *
 * Facts: hardware.rst 9.1, 9.4, 16.3, 16.4; "SNB, IVB, VLV, HSW Observability",
 * MI_REPORT_PERF_COUNT. [MODEL] with the OA unit off a report is garbage; the executing streamer is
 * core 0, on Haswell GT3 too, so core mode offsets nothing. [MODEL] MI_ATOMIC has no operations on
 * 16 bytes; the CPU may write between its read and its write.
 */
#include "regs/command_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
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
		return sim_run_reject(run, SIM_CS_LENGTH, run->dw[0]);
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
		return sim_run_reject(run, SIM_CS_ADDRESS, run->dw[1]);
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

#define SIM_GARBAGE		0xdeadbeef

/* MI_REPORT_PERF_COUNT */
enum sim_done sim_report_perf_count(struct sim_run *run)
{
	const struct sim_oa_ops *oa = run->gpu->platform->oa;
	const u32 flags = run->dw[1] & ~MI_RPC_ADDRESS_MASK;
	const bool ggtt = flags & MI_RPC_USE_GGTT || run->gen->always_ggtt;
	u32 report[SIM_REPORT_DWORDS];
	struct sim_target target;

	if (flags & MI_RPC_USE_GGTT && !run->privileged)
		return sim_run_dropped(run);
	if (flags & ~(MI_RPC_USE_GGTT | MI_RPC_CORE_MODE))
		return sim_run_reject(run, SIM_CS_ADDRESS, run->dw[1]);
	if (!sim_run_target(run, 1, ggtt, 1, &target))
		return SIM_HANG;
	target.address &= ~63ull;
	sim_oa_snapshot(run->gpu, run->dw[run->n - 1], run->gpu->counters.tick, report);
	if (!oa->enabled(run->gpu)) {
		sim_violate(run->gpu, SIM_RPC_OFF, lower_32_bits(target.address),
			    run->dw[run->n - 1]);
		memset32(report, SIM_GARBAGE, ARRAY_SIZE(report));
	}
	sim_run_report(run, &target, report, oa->layout(run->gpu)->bytes);
	return SIM_NEXT;
}

#define SIM_REGISTER_MASK	GENMASK(22, 2)
#define SIM_RELATIVE_MASK	GENMASK(12, 2)
#define SIM_LRI_FLAGS		GENMASK(22, 8)
#define SIM_PREDICATED		BIT(21)	/* of MI_STORE_REGISTER_MEM, from Haswell on */
#define SIM_REMAP		BIT(17)
#define SIM_SOURCE_RELATIVE	BIT(18)	/* of MI_LOAD_REGISTER_REG */
#define SIM_REMAP_BYTES		0x1000u
#define SIM_RENDER_BASE		0x2000u

/* The register that @dword names, if @relative is the bit that makes it count from the base. */
static u32 sim_register(const struct sim_run *run, u32 dword, u32 relative)
{
	u32 offset = dword & SIM_REGISTER_MASK, header = run->dw[0];

	if (!run->gen->relative)
		return offset;
	if (header & relative)
		return (offset & SIM_RELATIVE_MASK) + run->cs->info->base;
	if (header & SIM_REMAP && offset - SIM_RENDER_BASE < SIM_REMAP_BYTES)
		return offset - SIM_RENDER_BASE + run->cs->info->base;
	return offset;
}

/* MI_LOAD_REGISTER_IMM */
enum sim_done sim_mi_load_immediate(struct sim_run *run)
{
	u32 allowed = MI_LRI_FORCE_POSTED, i;

	if (run->gen->relative)
		allowed |= MI_LRI_CS_RELATIVE | SIM_REMAP;
	if (run->dw[0] & SIM_LRI_FLAGS & ~allowed)
		return sim_run_reject(run, SIM_CS_OPCODE, run->dw[0]);
	if (run->n % 2 == 0)
		return sim_run_reject(run, SIM_CS_LENGTH, run->dw[0]);
	for (i = 1; i < run->n; i += 2)
		sim_run_store(run, sim_register(run, run->dw[i], MI_LRI_CS_RELATIVE),
			      run->dw[i + 1]);
	return SIM_NEXT;
}

/* MI_STORE_REGISTER_MEM */
enum sim_done sim_mi_store_register(struct sim_run *run)
{
	const bool ggtt = run->dw[0] & MI_USE_GGTT;
	struct sim_target target;

	if (ggtt && !run->privileged)
		return sim_run_dropped(run);
	if (!sim_run_target(run, 2, ggtt, 4, &target))
		return SIM_HANG;
	if (run->dw[0] & SIM_PREDICATED && run->gen->predicated_store &&
	    !sim_predicate_result(run, RING_PREDICATE_RESULT))
		return SIM_NEXT;
	sim_run_write(run, &target,
		      sim_run_load(run, sim_register(run, run->dw[1], MI_LRI_CS_RELATIVE)));
	return SIM_NEXT;
}

/* MI_LOAD_REGISTER_MEM */
enum sim_done sim_mi_load_memory(struct sim_run *run)
{
	const bool ggtt = run->dw[0] & MI_USE_GGTT;
	struct sim_target target;
	u32 value;

	if (ggtt && !run->privileged)
		return sim_run_dropped(run);
	if (!sim_run_target(run, 2, ggtt, 4, &target) || !sim_run_read(run, &target, &value))
		return SIM_HANG;
	sim_run_store(run, sim_register(run, run->dw[1], MI_LRI_CS_RELATIVE), value);
	return SIM_NEXT;
}

/* MI_LOAD_REGISTER_REG */
enum sim_done sim_mi_load_register(struct sim_run *run)
{
	u32 from = sim_register(run, run->dw[1], SIM_SOURCE_RELATIVE);

	sim_run_store(run, sim_register(run, run->dw[2], MI_LRI_CS_RELATIVE),
		      sim_run_load(run, from));
	return SIM_NEXT;
}

#define SIM_ATOMIC_OPCODE	GENMASK(15, 8)
#define SIM_ATOMIC_RETURN	BIT(16)
#define SIM_ATOMIC_INLINE	BIT(18)
#define SIM_ATOMIC_SIZE		GENMASK(20, 19)
#define SIM_ATOMIC_QWORD	0x20	/* in the opcode */
#define SIM_ATOMIC_INLINE_DWORDS 11

/* struct sim_atomic - the old value and the operands, in as many bits as @mask has */
struct sim_atomic {
	u64 old;
	u64 first;
	u64 second;
	u64 mask;
};

static bool sim_negative(const struct sim_atomic *a, u64 value)
{
	return value & (a->mask ^ a->mask >> 1);
}

/* Check whether the old value is less than the operand, as signed numbers. */
static bool sim_below(const struct sim_atomic *a)
{
	if (sim_negative(a, a->old) != sim_negative(a, a->first))
		return sim_negative(a, a->old);
	return a->old < a->first;
}

/* Operations 1 to 9: arithmetic and logic */
static bool sim_atomic_number(const struct sim_atomic *a, u32 operation, u64 *value)
{
	const u64 values[] = {
		0, a->old & a->first, a->old | a->first, a->old ^ a->first, a->first, a->old + 1,
		a->old - 1, a->old + a->first, a->old - a->first, a->first - a->old,
	};

	if (!operation || operation >= ARRAY_SIZE(values))
		return false;
	*value = values[operation];
	return true;
}

/* Operations 10 to 15: comparisons */
static bool sim_atomic_compare(const struct sim_atomic *a, u32 operation, u64 *value)
{
	const u64 values[] = {
		sim_below(a) ? a->first : a->old, sim_below(a) ? a->old : a->first,
		max(a->old, a->first), min(a->old, a->first),
		a->old == a->first ? a->second : a->old, a->old ? a->old - 1 : 0,
	};

	if (operation < 10 || operation - 10 >= ARRAY_SIZE(values))
		return false;
	*value = values[operation - 10];
	return true;
}

static u64 sim_operand(struct sim_run *run, u32 n, bool qword)
{
	u64 value;

	if (!(run->dw[0] & SIM_ATOMIC_INLINE)) {
		value = sim_run_own64(run, RING_CS_GPR(0, 2 * n));
		return qword ? value : lower_32_bits(value);
	}
	value = run->dw[3 + n];
	return qword ? value | (u64)run->dw[5 + n] << 32 : value;
}

static void sim_return_old(struct sim_run *run, u64 old)
{
	u32 *gpr = sim_cs_store(run->cs, RING_CS_GPR(0, 4));

	gpr[0] = lower_32_bits(old);
	gpr[1] = upper_32_bits(old);
}

/* The length depends on where the operands are. */
static bool sim_atomic_fits(const struct sim_run *run, bool qword)
{
	if (!(run->dw[0] & SIM_ATOMIC_INLINE))
		return run->n == 3;
	return run->n == SIM_ATOMIC_INLINE_DWORDS || run->n == (qword ? 7 : 5);
}

static bool sim_atomic_read(struct sim_run *run, const struct sim_target *target, bool qword,
			    u64 *value)
{
	struct sim_target upper = *target;
	u32 low, high = 0;

	upper.address += 4;
	if (!sim_run_read(run, target, &low) || (qword && !sim_run_read(run, &upper, &high)))
		return false;
	*value = low | (u64)high << 32;
	return true;
}

/* MI_ATOMIC. Without privilege its bit for the GGTT is ignored. */
enum sim_done sim_mi_atomic(struct sim_run *run)
{
	const u32 opcode = FIELD_GET(SIM_ATOMIC_OPCODE, run->dw[0]);
	const bool qword = opcode & SIM_ATOMIC_QWORD;
	struct sim_atomic a = { .mask = qword ? ~0ull : U32_MAX };
	struct sim_target target;
	u64 value;

	if (!sim_atomic_fits(run, qword))
		return sim_run_reject(run, SIM_CS_LENGTH, run->dw[0]);
	if (FIELD_GET(SIM_ATOMIC_SIZE, run->dw[0]) != qword)
		return sim_run_reject(run, SIM_CS_OPCODE, run->dw[0]);
	if (!sim_run_target(run, 1, run->dw[0] & MI_USE_GGTT && run->privileged, qword ? 8 : 4,
			    &target) || !sim_atomic_read(run, &target, qword, &a.old))
		return SIM_HANG;
	a.first = sim_operand(run, 0, qword);
	a.second = sim_operand(run, 1, qword);
	if (!sim_atomic_number(&a, opcode & ~SIM_ATOMIC_QWORD, &value) &&
	    !sim_atomic_compare(&a, opcode & ~SIM_ATOMIC_QWORD, &value))
		return sim_run_reject(run, SIM_CS_OPCODE, run->dw[0]);
	if (qword)
		sim_run_write64(run, &target, value);
	else
		sim_run_write(run, &target, lower_32_bits(value));
	if (run->dw[0] & SIM_ATOMIC_RETURN)
		sim_return_old(run, a.old);
	return SIM_NEXT;
}
