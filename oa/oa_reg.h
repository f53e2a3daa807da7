/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lists of registers. They depend on no other part of the driver: every part may use them.
 */
#ifndef _OA_REG_H_
#define _OA_REG_H_

#include <linux/types.h>

/**
 * struct oa_reg_range - a contiguous range of registers
 */
struct oa_reg_range {
	/** @start: offset of the first register */
	u32 start;
	/** @end: offset of the last one, inclusive; both 0 end a list */
	u32 end;
};

/**
 * struct oa_reg_value - a register and a value for it
 */
struct oa_reg_value {
	/** @offset: bytes from the start of BAR 0 */
	u32 offset;
	/** @value: the register's value */
	u32 value;
};

/**
 * struct oa_reg_list - registers to write
 */
struct oa_reg_list {
	/** @count: pairs in @regs */
	u32 count;
	/** @regs: the pairs, in the order of the writes */
	struct oa_reg_value *regs;
};

bool oa_reg_in(const struct oa_reg_range *ranges, u32 offset);

#endif /* _OA_REG_H_ */
