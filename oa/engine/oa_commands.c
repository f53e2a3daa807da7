// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Commands of the render ring
 *
 * The commands that the driver needs, for a self-test too. Their lengths and the place of the
 * report id differ between Gen7 and Gen8, because addresses grew to 64 bits.
 *
 * Facts: hardware.rst 9.1.
 */

#include "engine/oa_engine_priv.h"
#include "oa_compat.h"
#include "regs/ring_regs.h"

#define OA_PIPE_FLUSH	(PIPE_CONTROL_CS_STALL | PIPE_CONTROL_STALL_AT_SCOREBOARD | \
			 PIPE_CONTROL_RT_FLUSH | PIPE_CONTROL_FLUSH_ENABLE)
#define OA_PIPE_TIMESTAMP (PIPE_CONTROL_CS_STALL | PIPE_CONTROL_STALL_AT_SCOREBOARD | \
			   PIPE_CONTROL_TIMESTAMP_WRITE | PIPE_CONTROL_GGTT)

/* MI_LOAD_REGISTER_IMM of 1 to MI_LRI_MAX_REGISTERS registers */
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

/* MI_MATH: add R1 to R0. Haswell and later. */
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

/* MI_STORE_DATA_IMM, a dword */
u32 *oa_mi_store(u32 *cs, bool wide, u32 address, u32 value)
{
	return wide ? oa_mi_four(cs, MI_STORE_DATA_IMM | MI_USE_GGTT, address, 0, value) :
		      oa_mi_four(cs, MI_STORE_DATA_IMM | MI_USE_GGTT, 0, address, value);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_mi_store);

/* MI_REPORT_PERF_COUNT to a 64-byte aligned address */
u32 *oa_mi_report(u32 *cs, bool wide, u32 address, u32 report_id)
{
	address |= MI_RPC_USE_GGTT;
	return wide ? oa_mi_four(cs, MI_REPORT_PERF_COUNT, address, 0, report_id) :
		      oa_mi_four(cs, MI_REPORT_PERF_COUNT_GEN6, address, report_id, MI_NOOP);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_mi_report);

/* MI_STORE_REGISTER_MEM, a dword */
u32 *oa_mi_store_register(u32 *cs, bool wide, u32 address, u32 offset)
{
	u32 command = wide ? MI_STORE_REGISTER_MEM : MI_STORE_REGISTER_MEM_GEN6;

	/* The last dword is the upper half of the address, or MI_NOOP. */
	return oa_mi_four(cs, command | MI_USE_GGTT, offset, address, 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_mi_store_register);

static u32 *oa_mi_pipe_control(u32 *cs, bool wide, u32 flags, u32 address)
{
	cs = oa_mi_four(cs, PIPE_CONTROL | ((wide ? 6 : 4) - 2), flags, address, 0);
	if (wide) {
		*cs++ = 0;
		*cs++ = 0;
	}
	return cs;
}

/* PIPE_CONTROL that stores the time, 64 bits, after all work before it */
u32 *oa_mi_timestamp(u32 *cs, bool wide, u32 address)
{
	return oa_mi_pipe_control(cs, wide, OA_PIPE_TIMESTAMP, address);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_mi_timestamp);

/* PIPE_CONTROL that waits for all work before it */
u32 *oa_mi_flush(u32 *cs, bool wide)
{
	return oa_mi_pipe_control(cs, wide, OA_PIPE_FLUSH, 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_mi_flush);
