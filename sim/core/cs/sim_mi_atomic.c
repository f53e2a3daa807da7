// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: MI_ATOMIC of the simulated streamers
 *
 * It changes a dword or a qword of memory. Its operands are in the command, dword by dword in
 * turn, or in CS_GPR 0 and 2. If asked to, it leaves the old value in CS_GPR 4.
 *
 * Facts: hardware.rst 16.4. [MODEL] operations on 16 bytes do not exist here; the CPU may
 * write between the read and the write.
 */
#include "regs/ring_regs.h"
#include "sim_command.h"

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

/* Is the old value less than the operand, as signed numbers? */
static bool sim_below(const struct sim_atomic *a)
{
	if (sim_negative(a, a->old) != sim_negative(a, a->first))
		return sim_negative(a, a->old);
	return a->old < a->first;
}

/* Operations 1 to 9: what every number can do */
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

/* Operations 10 to 15: those that compare */
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

/* MI_ATOMIC. Without privilege its bit for the GGTT does not count. */
enum sim_done sim_mi_atomic(struct sim_run *run)
{
	const u32 opcode = FIELD_GET(SIM_ATOMIC_OPCODE, run->dw[0]);
	const bool qword = opcode & SIM_ATOMIC_QWORD;
	struct sim_atomic a = { .mask = qword ? ~0ull : U32_MAX };
	struct sim_target target;
	u64 value;

	if (!sim_atomic_fits(run, qword))
		return sim_run_refuse(run, SIM_CS_LENGTH, run->dw[0]);
	if (FIELD_GET(SIM_ATOMIC_SIZE, run->dw[0]) != qword)
		return sim_run_refuse(run, SIM_CS_OPCODE, run->dw[0]);
	if (!sim_run_target(run, 1, run->dw[0] & MI_USE_GGTT && run->privileged, qword ? 8 : 4,
			    &target) || !sim_atomic_read(run, &target, qword, &a.old))
		return SIM_HANG;
	a.first = sim_operand(run, 0, qword);
	a.second = sim_operand(run, 1, qword);
	if (!sim_atomic_number(&a, opcode & ~SIM_ATOMIC_QWORD, &value) &&
	    !sim_atomic_compare(&a, opcode & ~SIM_ATOMIC_QWORD, &value))
		return sim_run_refuse(run, SIM_CS_OPCODE, run->dw[0]);
	if (qword)
		sim_run_write64(run, &target, value);
	else
		sim_run_write(run, &target, lower_32_bits(value));
	if (run->dw[0] & SIM_ATOMIC_RETURN)
		sim_return_old(run, a.old);
	return SIM_NEXT;
}
