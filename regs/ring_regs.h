/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Command streamers: ring, execlists, context image, commands.
 *
 * Each engine has the same registers, from a base of its own on. RCS_* are the render
 * engine's, as bytes from the start of BAR 0. Facts: hardware.rst 7.5, 7.7, 9, which rest on
 * Linux i915 and the programmer's reference manuals. RCS_IMR and RCS_CCID are in gt_regs.h.
 */
#ifndef _REGS_RING_REGS_H_
#define _REGS_RING_REGS_H_

#include "regs/regs_env.h"

#define RENDER_RING_BASE		0x2000
#define GEN6_BSD_RING_BASE		0x12000
#define VEBOX_RING_BASE			0x1a000
#define BLT_RING_BASE			0x22000
#define GEN11_BSD_RING_BASE		0x1c0000
#define GEN11_VEBOX_RING_BASE		0x1c8000
#define GEN11_BSD3_RING_BASE		0x1d0000

#define RING_TAIL(base)			((base) + 0x30)
#define  RING_TAIL_MASK			GENMASK(20, 3)
#define RING_HEAD(base)			((base) + 0x34)
#define  RING_HEAD_WRAP_MASK		GENMASK(31, 21)
#define  RING_HEAD_MASK			GENMASK(20, 2)
#define RING_START(base)		((base) + 0x38)
#define  RING_START_MASK		GENMASK(31, 12)
#define RING_CTL(base)			((base) + 0x3c)
#define  RING_CTL_PAGES_MASK		GENMASK(20, 12)	/* size - 4 KiB */
#define  RING_CTL_VALID			BIT(0)
#define RING_PSMI_CTL(base)		((base) + 0x50)		/* masked */
#define RING_MAX_IDLE(base)		((base) + 0x54)
#define RING_DMA_FADD_UDW(base)		((base) + 0x60)
#define RING_IPEIR(base)		((base) + 0x64)
#define RING_IPEHR(base)		((base) + 0x68)
#define RING_INSTDONE(base)		((base) + 0x6c)
#define RING_INSTPS(base)		((base) + 0x70)
#define RING_DMA_FADD(base)		((base) + 0x78)
#define RING_ACTHD(base)		((base) + 0x74)
#define RING_ACTHD_UDW(base)		((base) + 0x5c)
#define RING_BB_STATE(base)		((base) + 0x110)
#define RING_BB_ADDR(base)		((base) + 0x140)
#define RING_BB_ADDR_UDW(base)		((base) + 0x168)
#define RING_CCID(base)			((base) + 0x180)
#define RING_TIMESTAMP_LO(base)		((base) + 0x358)
#define RING_TIMESTAMP_HI(base)		((base) + 0x35c)
#define RING_CTX_TIMESTAMP(base)	((base) + 0x3a8)
/* General purpose registers of 64 bits, Haswell and later: the low half, then the upper one */
#define RING_CS_GPR(base, n)		((base) + 0x600 + 8 * (n))
#define RING_CS_GPRS			16u
#define RING_PDP_LDW(base, n)		((base) + 0x270 + 8 * (n))
#define RING_PDP_UDW(base, n)		((base) + 0x274 + 8 * (n))
#define RING_HWS_PGA(base)		((base) + 0x80)		/* gen8 and later */
#define HWS_PGA_GEN7(n)			(0x4080 + 0x100 * (n))	/* not from the base on */
#define RING_HWS_PGA_GEN6(base)		((base) + 0x2080)
#define RING_HWSTAM(base)		((base) + 0x98)	/* a set bit masks */
#define RING_MI_MODE(base)		((base) + 0x9c)	/* masked */
#define  MI_MODE_STOP_RING		BIT(8)
#define  MI_MODE_IDLE			BIT(9)	/* read only */
#define RING_IMR(base)			((base) + 0xa8)
#define RING_EIR(base)			((base) + 0xb0)	/* errors; a write clears */
#define   RING_ERROR_INSTRUCTION	BIT(0)
#define RING_EMR(base)			((base) + 0xb4)
#define RING_ESR(base)			((base) + 0xb8)
#define RING_INSTPM(base)		((base) + 0xc0)	/* masked */
#define  INSTPM_SYNC_FLUSH		BIT(5)	/* clears when done, gen6 to gen7.5 */
#define  INSTPM_TLB_INVALIDATE		BIT(9)	/* by the flush, gen6 to gen7.5 */
#define RING_RESET_CTL(base)		((base) + 0xd0)	/* masked, gen8 and later */
#define  RESET_CTL_REQUEST		BIT(0)
#define  RESET_CTL_READY		BIT(1)
#define  RESET_CTL_CAT_ERROR		BIT(2)
#define RING_GFX_MODE(base)		((base) + 0x29c)	/* masked; SNB: 0x2520 */
#define  GFX_RUN_LIST_ENABLE		BIT(15)	/* gen8 to gen10 */
#define  GEN11_GFX_DISABLE_LEGACY_MODE	BIT(3)
#define RING_CONTEXT_CONTROL(base)	((base) + 0x244)	/* masked */
#define  CTX_RESTORE_INHIBIT		BIT(0)
#define  CTX_SAVE_INHIBIT		BIT(2)
#define  CTX_INHIBIT_SYN_CTX_SWITCH	BIT(3)

/* Submission on gen8 to gen10: four writes to ELSP, element 1 first, high half first */
#define RING_ELSP(base)			((base) + 0x230)
#define RING_EXECLIST_STATUS_LO(base)	((base) + 0x234)
#define RING_EXECLIST_STATUS_HI(base)	((base) + 0x238)
/* Submission on gen11: write the submission queue, then load it */
#define RING_EXECLIST_SQ_CONTENTS(base, port) ((base) + 0x510 + 8 * (port))
#define RING_EXECLIST_CONTROL(base)	((base) + 0x550)
#define  EL_CTRL_LOAD			BIT(0)

/* A context descriptor */
#define CTX_DESC_VALID			BIT_ULL(0)
#define CTX_DESC_FORCE_RESTORE		BIT_ULL(2)
#define CTX_DESC_ADDRESSING_MASK	GENMASK_ULL(4, 3)
#define  CTX_DESC_LEGACY_32B		1u	/* four page directories */
#define  CTX_DESC_LEGACY_64B		3u	/* a page map of level 4 */
#define CTX_DESC_L3LLC_COHERENT		BIT_ULL(5)
#define CTX_DESC_PRIVILEGE		BIT_ULL(8)
#define CTX_DESC_LRCA_MASK		GENMASK_ULL(31, 12)
#define GEN8_CTX_DESC_ID_MASK		GENMASK_ULL(52, 32)
#define GEN11_CTX_DESC_SW_ID_MASK	GENMASK_ULL(47, 37)
#define GEN11_CTX_DESC_INSTANCE_MASK	GENMASK_ULL(53, 48)
#define GEN11_CTX_DESC_CLASS_MASK	GENMASK_ULL(63, 61)

/* Context status */
#define RING_CSB_PTR(base)		((base) + 0x3a0)	/* masked */
#define  GEN8_CSB_WRITE_PTR_MASK	GENMASK(2, 0)
#define  GEN8_CSB_READ_PTR_MASK		GENMASK(10, 8)
#define  GEN11_CSB_WRITE_PTR_MASK	GENMASK(3, 0)
#define  GEN11_CSB_READ_PTR_MASK	GENMASK(11, 8)
#define RING_CSB(base, n)		((base) + 0x370 + 8 * (n))	/* entries 0 to 5 */
#define RING_CSB_GEN11(base, n)		((base) + 0x3c0 + 8 * ((n) - 6)) /* 6 to 11 */
#define GEN8_CSB_ENTRIES		6
#define GEN11_CSB_ENTRIES		12
#define  CSB_IDLE_TO_ACTIVE		BIT(0)
#define  CSB_PREEMPTED			BIT(1)
#define  CSB_ELEMENT_SWITCH		BIT(2)
#define  CSB_ACTIVE_TO_IDLE		BIT(3)
#define  CSB_COMPLETE			BIT(4)
#define  CSB_LITE_RESTORE		BIT(15)
/* Dwords of the hardware status page */
#define HWSP_CSB_DWORD			0x10
#define GEN8_HWSP_CSB_WRITE_DWORD	0x1f
#define GEN11_HWSP_CSB_WRITE_DWORD	0x2f

/* The same of the render engine */
#define RCS_RING_TAIL			RING_TAIL(RENDER_RING_BASE)
#define RCS_RING_HEAD			RING_HEAD(RENDER_RING_BASE)
#define RCS_RING_START			RING_START(RENDER_RING_BASE)
#define RCS_RING_CTL			RING_CTL(RENDER_RING_BASE)
#define RCS_ACTHD			RING_ACTHD(RENDER_RING_BASE)
#define RCS_ACTHD_UDW			RING_ACTHD_UDW(RENDER_RING_BASE)
#define RCS_BB_STATE			RING_BB_STATE(RENDER_RING_BASE)
#define RCS_BB_ADDR			RING_BB_ADDR(RENDER_RING_BASE)
#define RCS_BB_ADDR_UDW			RING_BB_ADDR_UDW(RENDER_RING_BASE)
#define RCS_CTX_TIMESTAMP		RING_CTX_TIMESTAMP(RENDER_RING_BASE)
#define RCS_CS_GPR(n)			RING_CS_GPR(RENDER_RING_BASE, n)
#define RCS_PDP_LDW(n)			RING_PDP_LDW(RENDER_RING_BASE, n)
#define RCS_PDP_UDW(n)			RING_PDP_UDW(RENDER_RING_BASE, n)
#define RCS_HWS_PGA			RING_HWS_PGA(RENDER_RING_BASE)
#define RCS_HWS_PGA_GEN6		RING_HWS_PGA_GEN6(RENDER_RING_BASE)
#define RCS_HWSTAM			RING_HWSTAM(RENDER_RING_BASE)
#define RCS_MI_MODE			RING_MI_MODE(RENDER_RING_BASE)
#define RCS_INSTPM			RING_INSTPM(RENDER_RING_BASE)
#define RCS_RESET_CTL			RING_RESET_CTL(RENDER_RING_BASE)
#define RCS_GFX_MODE			RING_GFX_MODE(RENDER_RING_BASE)
#define RCS_CONTEXT_CONTROL		RING_CONTEXT_CONTROL(RENDER_RING_BASE)
#define RCS_ELSP			RING_ELSP(RENDER_RING_BASE)
#define RCS_EXECLIST_STATUS_LO		RING_EXECLIST_STATUS_LO(RENDER_RING_BASE)
#define RCS_EXECLIST_STATUS_HI		RING_EXECLIST_STATUS_HI(RENDER_RING_BASE)
#define RCS_EXECLIST_SQ_CONTENTS(port)	RING_EXECLIST_SQ_CONTENTS(RENDER_RING_BASE, port)
#define RCS_EXECLIST_CONTROL		RING_EXECLIST_CONTROL(RENDER_RING_BASE)
#define RCS_CSB_PTR			RING_CSB_PTR(RENDER_RING_BASE)
#define RCS_CSB(n)			RING_CSB(RENDER_RING_BASE, n)
#define RCS_CSB_GEN11(n)		RING_CSB_GEN11(RENDER_RING_BASE, n)
#define RCS_CS_GPRS			RING_CS_GPRS

/*
 * Logical ring context: page 0 is the context's own status page, page 1 holds its
 * registers as MI_LOAD_REGISTER_IMM: the offset in an even dword, the value in the
 * next. The constants below are the dwords of the values in page 1.
 */
#define LRC_STATE_PAGE			1
#define LRC_CONTEXT_CONTROL		0x03
#define LRC_RING_HEAD			0x05
#define LRC_RING_TAIL			0x07
#define LRC_RING_START			0x09
#define LRC_RING_CTL			0x0b
#define LRC_BB_ADDR_UDW			0x0d
#define LRC_BB_ADDR			0x0f
#define LRC_BB_STATE			0x11
#define LRC_TIMESTAMP			0x23
#define LRC_PDP3_UDW			0x25	/* then PDP3 low, PDP2 upper, ... */
#define LRC_PDP0_UDW			0x31
#define LRC_PDP0_LDW			0x33
#define LRC_R_PWR_CLK_STATE		0x43
#define GEN8_LRC_MI_MODE		0x59
#define GEN9_LRC_MI_MODE		0x55	/* and later */
#define GEN8_LRC_OACTXCONTROL		0x121
#define GEN9_LRC_OACTXCONTROL		0x129
#define GEN11_LRC_OACTXCONTROL		0x125
#define GEN8_LRC_FLEX			0x2cf	/* CTL0; CTLi is 2i further */
#define GEN9_LRC_FLEX			0x3df
#define GEN11_LRC_FLEX			0x78f
#define GEN8_LRC_PAGES			20
#define GEN9_LRC_PAGES			22
#define GEN11_LRC_PAGES			14

/* Commands; the length field is the number of dwords less two */
#define MI_INSTR(opcode, flags)		((u32)(opcode) << 23 | (flags))
#define  MI_OPCODE_MASK			GENMASK(28, 23)
#define  MI_CLIENT_MASK			GENMASK(31, 29)
#define  MI_LENGTH_MASK			GENMASK(7, 0)
#define MI_NOOP				MI_INSTR(0x00, 0)
#define MI_USER_INTERRUPT		MI_INSTR(0x02, 0)
#define MI_ARB_CHECK			MI_INSTR(0x05, 0)
#define MI_ARB_ON_OFF			MI_INSTR(0x08, 0)
#define  MI_ARB_ENABLE			BIT(0)
#define MI_BATCH_BUFFER_END		MI_INSTR(0x0a, 0)
#define  MI_BATCH_CONTEXT_END		BIT(0)	/* gen11: the end of a context image */
#define MI_SET_CONTEXT			MI_INSTR(0x18, 0)	/* gen6 to gen7.5 */
#define  MI_SET_CONTEXT_FORCE_RESTORE	BIT(1)
#define  MI_SET_CONTEXT_RESTORE_INHIBIT	BIT(0)
/* Haswell and later: n instructions follow, each a dword */
#define MI_MATH(n)			MI_INSTR(0x1a, (n) - 1)
#define  MI_MATH_OPCODE			GENMASK(31, 20)
#define   MI_MATH_NOOP			0x000
#define   MI_MATH_LOAD			0x080
#define   MI_MATH_LOAD0			0x081
#define   MI_MATH_ADD			0x100
#define   MI_MATH_SUB			0x101
#define   MI_MATH_AND			0x102
#define   MI_MATH_OR			0x103
#define   MI_MATH_XOR			0x104
#define   MI_MATH_STORE			0x180
#define   MI_MATH_LOADINV		0x480
#define   MI_MATH_LOAD1			0x481
#define   MI_MATH_STOREINV		0x580
#define  MI_MATH_OPERAND1		GENMASK(19, 10)
#define  MI_MATH_OPERAND2		GENMASK(9, 0)
#define   MI_MATH_SRCA			0x20	/* 0 to 15 are CS_GPR */
#define   MI_MATH_SRCB			0x21
#define   MI_MATH_ACCU			0x31
#define   MI_MATH_ZF			0x32
#define   MI_MATH_CF			0x33
#define  MI_MATH_INSTRUCTION(opcode, operand1, operand2) \
	((u32)(opcode) << 20 | (operand1) << 10 | (operand2))
#define MI_STORE_DATA_IMM		MI_INSTR(0x20, 2)
#define MI_STORE_REGISTER_MEM_GEN6	MI_INSTR(0x24, 1)
#define MI_STORE_REGISTER_MEM		MI_INSTR(0x24, 2)
#define  MI_USE_GGTT			BIT(22)
#define MI_LOAD_REGISTER_IMM(n)		MI_INSTR(0x22, 2 * (n) - 1)
#define  MI_LRI_CS_RELATIVE		BIT(19)	/* gen11 */
#define  MI_LRI_FORCE_POSTED		BIT(12)
#define  MI_LRI_MAX_REGISTERS		126
#define MI_REPORT_PERF_COUNT_GEN6	MI_INSTR(0x28, 1)
#define MI_REPORT_PERF_COUNT		MI_INSTR(0x28, 2)
#define  MI_RPC_ADDRESS_MASK		GENMASK(31, 6)
#define  MI_RPC_CORE_MODE		BIT(4)	/* HSW */
#define  MI_RPC_USE_GGTT		BIT(0)
#define MI_LOAD_REGISTER_REG		MI_INSTR(0x2a, 1)
#define MI_BATCH_BUFFER_START_GEN6	MI_INSTR(0x31, 0)
#define MI_BATCH_BUFFER_START		MI_INSTR(0x31, 1)
#define  MI_BATCH_PPGTT			BIT(8)

/* A command of client 3: dword 0 without its length */
#define PIPE_CONTROL			0x7a000000
#define  PIPE_CONTROL_FLUSH_ENABLE	BIT(7)
#define  PIPE_CONTROL_RT_FLUSH		BIT(12)
#define  PIPE_CONTROL_STALL_AT_SCOREBOARD BIT(1)
#define  PIPE_CONTROL_CS_STALL		BIT(20)
#define  PIPE_CONTROL_POST_SYNC_MASK	GENMASK(15, 14)
#define  PIPE_CONTROL_QW_WRITE		BIT(14)
#define  PIPE_CONTROL_TIMESTAMP_WRITE	(3u << 14)
#define  PIPE_CONTROL_GGTT		BIT(24)

#endif /* _REGS_RING_REGS_H_ */
