/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commands of the render command streamer, written into a ring. Pure: memory only.
 */
#ifndef _OA_MI_H_
#define _OA_MI_H_

#include <linux/types.h>

struct oa_reg_value;

/**
 * struct oa_mi_ops - commands that differ between the generations
 *
 * Each writes a command and returns the place after it. The command has an even
 * number of dwords, so that the ring's tail stays a multiple of 8 bytes. Addresses
 * are GGTT addresses.
 */
struct oa_mi_ops {
	/** @store: MI_STORE_DATA_IMM, a dword */
	u32 *(*store)(u32 *cs, u32 address, u32 value);
	/** @report: MI_REPORT_PERF_COUNT to a 64-byte aligned address */
	u32 *(*report)(u32 *cs, u32 address, u32 report_id);
	/** @store_register: MI_STORE_REGISTER_MEM, a dword */
	u32 *(*store_register)(u32 *cs, u32 address, u32 offset);
	/** @timestamp: PIPE_CONTROL that stores the time, 64 bits, after all work before it */
	u32 *(*timestamp)(u32 *cs, u32 address);
	/** @flush: PIPE_CONTROL that waits for all work before it */
	u32 *(*flush)(u32 *cs);
};

/* The longest command of struct oa_mi_ops, dwords. */
#define OA_MI_MAX_DWORDS	6u

extern const struct oa_mi_ops oa_mi_gen7;
extern const struct oa_mi_ops oa_mi_gen8;

u32 oa_mi_registers_dwords(u32 num);
u32 *oa_mi_registers(u32 *cs, const struct oa_reg_value *regs, u32 num);
u32 *oa_mi_add(u32 *cs);

#endif /* _OA_MI_H_ */
