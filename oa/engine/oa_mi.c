// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the render ring
 *
 * The few commands that the driver needs: load registers, take a report, flush, store the number
 * of a run that is done, and for a self-test compute and take the time. Their lengths and the
 * place of the report id differ between Gen7 and Gen8, because addresses grew to 64 bits.
 *
 * Facts: hardware.rst 9.1.
 */
#include "engine/oa_mi.h"
#include "oa_compat.h"
#include "oa_reg.h"
#include "regs/ring_regs.h"

#define OA_PIPE_FLUSH	(PIPE_CONTROL_CS_STALL | PIPE_CONTROL_STALL_AT_SCOREBOARD | \
			 PIPE_CONTROL_RT_FLUSH | PIPE_CONTROL_FLUSH_ENABLE)
#define OA_PIPE_TIMESTAMP (PIPE_CONTROL_CS_STALL | PIPE_CONTROL_STALL_AT_SCOREBOARD | \
			   PIPE_CONTROL_TIMESTAMP_WRITE | PIPE_CONTROL_GGTT)

/**
 * oa_mi_registers_dwords() - room for oa_mi_registers()
 * @num: registers, at most MI_LRI_MAX_REGISTERS
 *
 * Any context. Return: dwords, an even number.
 */
u32 oa_mi_registers_dwords(u32 num)
{
	return 2 * num + 2;
}

/**
 * oa_mi_registers() - MI_LOAD_REGISTER_IMM
 * @cs: place in the ring to write to
 * @regs: registers and values
 * @num: entries of @regs, 1 to MI_LRI_MAX_REGISTERS
 *
 * Any context. Return: the place after the command.
 */
u32 *oa_mi_registers(u32 *cs, const struct oa_reg_value *regs, u32 num)
{
	*cs++ = MI_LOAD_REGISTER_IMM(num);
	while (num--) {
		*cs++ = regs->offset;
		*cs++ = regs->value;
		regs++;
	}
	*cs++ = MI_NOOP;
	return cs;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_mi_registers);

/**
 * oa_mi_add() - MI_MATH: add R1 to R0
 * @cs: place in the ring to write to
 *
 * Any context. Haswell and later. Return: the place after the command.
 */
u32 *oa_mi_add(u32 *cs)
{
	*cs++ = MI_MATH(4);
	*cs++ = MI_MATH_INSTRUCTION(MI_MATH_LOAD, MI_MATH_SRCA, 0);
	*cs++ = MI_MATH_INSTRUCTION(MI_MATH_LOAD, MI_MATH_SRCB, 1);
	*cs++ = MI_MATH_INSTRUCTION(MI_MATH_ADD, 0, 0);
	*cs++ = MI_MATH_INSTRUCTION(MI_MATH_STORE, 0, MI_MATH_ACCU);
	*cs++ = MI_NOOP;
	return cs;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_mi_add);

static u32 *oa_mi_four(u32 *cs, u32 command, u32 dw1, u32 dw2, u32 dw3)
{
	*cs++ = command;
	*cs++ = dw1;
	*cs++ = dw2;
	*cs++ = dw3;
	return cs;
}

static u32 *oa_gen7_store(u32 *cs, u32 address, u32 value)
{
	return oa_mi_four(cs, MI_STORE_DATA_IMM | MI_USE_GGTT, 0, address, value);
}

static u32 *oa_gen7_report(u32 *cs, u32 address, u32 report_id)
{
	return oa_mi_four(cs, MI_REPORT_PERF_COUNT_GEN6, address | MI_RPC_USE_GGTT, report_id,
			  MI_NOOP);
}

static u32 *oa_gen7_store_register(u32 *cs, u32 address, u32 offset)
{
	return oa_mi_four(cs, MI_STORE_REGISTER_MEM_GEN6 | MI_USE_GGTT, offset, address, MI_NOOP);
}

static u32 *oa_gen7_timestamp(u32 *cs, u32 address)
{
	return oa_mi_four(cs, PIPE_CONTROL | (4 - 2), OA_PIPE_TIMESTAMP, address, 0);
}

static u32 *oa_gen7_flush(u32 *cs)
{
	return oa_mi_four(cs, PIPE_CONTROL | (4 - 2), OA_PIPE_FLUSH, 0, 0);
}

const struct oa_mi_ops oa_mi_gen7 = {
	.store = oa_gen7_store,
	.report = oa_gen7_report,
	.store_register = oa_gen7_store_register,
	.timestamp = oa_gen7_timestamp,
	.flush = oa_gen7_flush,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_mi_gen7);

static u32 *oa_gen8_store(u32 *cs, u32 address, u32 value)
{
	return oa_mi_four(cs, MI_STORE_DATA_IMM | MI_USE_GGTT, address, 0, value);
}

static u32 *oa_gen8_report(u32 *cs, u32 address, u32 report_id)
{
	return oa_mi_four(cs, MI_REPORT_PERF_COUNT, address | MI_RPC_USE_GGTT, 0, report_id);
}

static u32 *oa_gen8_store_register(u32 *cs, u32 address, u32 offset)
{
	return oa_mi_four(cs, MI_STORE_REGISTER_MEM | MI_USE_GGTT, offset, address, 0);
}

static u32 *oa_gen8_pipe_control(u32 *cs, u32 flags, u32 address)
{
	cs = oa_mi_four(cs, PIPE_CONTROL | (6 - 2), flags, address, 0);
	*cs++ = 0;
	*cs++ = 0;
	return cs;
}

static u32 *oa_gen8_timestamp(u32 *cs, u32 address)
{
	return oa_gen8_pipe_control(cs, OA_PIPE_TIMESTAMP, address);
}

static u32 *oa_gen8_flush(u32 *cs)
{
	return oa_gen8_pipe_control(cs, OA_PIPE_FLUSH, 0);
}

const struct oa_mi_ops oa_mi_gen8 = {
	.store = oa_gen8_store,
	.report = oa_gen8_report,
	.store_register = oa_gen8_store_register,
	.timestamp = oa_gen8_timestamp,
	.flush = oa_gen8_flush,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_mi_gen8);
