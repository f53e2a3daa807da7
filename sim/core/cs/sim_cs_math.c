// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Register arithmetic of the simulated command streamer
 *
 * MI_MATH works on the general purpose registers of the streamer, 64 bits each, through two
 * operands and an accumulator. Each of its dwords is one instruction.
 *
 * Facts: hardware.rst 9.1, 9.2. [MODEL] a flag is stored as all ones or zero; operands and the
 * accumulator are zero when a command begins.
 */
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

/* struct sim_alu - state of the instructions of one command */
struct sim_alu {
	u64 a;
	u64 b;
	u64 accu;
	bool zero;
	bool carry;
};

static u64 sim_gpr(const struct sim_cs *cs, u32 n)
{
	const u32 *reg = cs->gpu->store + RING_CS_GPR(cs->info->base, n) / 4;

	return (u64)reg[1] << 32 | reg[0];
}

static void sim_set_gpr(struct sim_cs *cs, u32 n, u64 value)
{
	u32 *reg = cs->gpu->store + RING_CS_GPR(cs->info->base, n) / 4;

	reg[0] = lower_32_bits(value);
	reg[1] = upper_32_bits(value);
}

static bool sim_alu_load(struct sim_alu *alu, u32 target, u64 value)
{
	if (target == MI_MATH_SRCA)
		alu->a = value;
	else if (target == MI_MATH_SRCB)
		alu->b = value;
	else
		return false;
	return true;
}

static bool sim_alu_source(const struct sim_alu *alu, u32 source, u64 *value)
{
	switch (source) {
	case MI_MATH_ACCU:
		*value = alu->accu;
		return true;
	case MI_MATH_ZF:
		*value = alu->zero ? ~0ull : 0;
		return true;
	case MI_MATH_CF:
		*value = alu->carry ? ~0ull : 0;
		return true;
	default:
		return false;
	}
}

static bool sim_alu_compute(struct sim_cs *cs, struct sim_alu *alu, u32 opcode)
{
	const u64 a = alu->a, b = alu->b;

	switch (opcode) {
	case MI_MATH_ADD:
		alu->accu = a + b + (cs->gpu->quirks.alu ? 1 : 0);
		alu->carry = a + b < a;
		break;
	case MI_MATH_SUB:
		alu->accu = a - b;
		alu->carry = a < b;
		break;
	case MI_MATH_AND:
		alu->accu = a & b;
		break;
	case MI_MATH_OR:
		alu->accu = a | b;
		break;
	case MI_MATH_XOR:
		alu->accu = a ^ b;
		break;
	default:
		return false;
	}
	alu->zero = !alu->accu;
	return true;
}

static bool sim_alu_execute(struct sim_cs *cs, struct sim_alu *alu, u32 instruction)
{
	const u32 opcode = FIELD_GET(MI_MATH_OPCODE, instruction);
	const u32 first = FIELD_GET(MI_MATH_OPERAND1, instruction);
	const u32 second = FIELD_GET(MI_MATH_OPERAND2, instruction);
	u64 value;

	switch (opcode) {
	case MI_MATH_NOOP:
		return true;
	case MI_MATH_LOAD:
	case MI_MATH_LOADINV:
		if (second >= RING_CS_GPRS)
			return false;
		value = sim_gpr(cs, second);
		return sim_alu_load(alu, first, opcode == MI_MATH_LOAD ? value : ~value);
	case MI_MATH_LOAD0:
		return sim_alu_load(alu, first, 0);
	case MI_MATH_LOAD1:
		return sim_alu_load(alu, first, ~0ull);
	case MI_MATH_STORE:
	case MI_MATH_STOREINV:
		if (first >= RING_CS_GPRS || !sim_alu_source(alu, second, &value))
			return false;
		sim_set_gpr(cs, first, opcode == MI_MATH_STORE ? value : ~value);
		return true;
	default:
		return sim_alu_compute(cs, alu, opcode);
	}
}

/* Execute MI_MATH. Return: false at an instruction that no document names. */
bool sim_cs_math(struct sim_cs *cs, const u32 *instructions, u32 num)
{
	struct sim_alu alu = { };
	u32 i;

	for (i = 0; i < num; i++)
		if (!sim_alu_execute(cs, &alu, instructions[i]))
			return false;
	return true;
}
