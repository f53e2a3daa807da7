/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Small helpers for many files of the simulated GPU.
 */
#ifndef _SIM_BITS_H_
#define _SIM_BITS_H_

#include "sim/core/platform/sim_platform.h"

/**
 * sim_masked() - value of a masked register after a write
 * @old: its value
 * @value: the value written: its upper half enables bits of the lower
 */
static inline u32 sim_masked(u32 old, u32 value)
{
	return (old & ~(value >> 16)) | (value & (value >> 16));
}

/**
 * sim_in_ranges() - check whether a register is in a list
 * @ranges: the list, ended by an entry whose end is 0; NULL: empty
 * @offset: bytes from the start of BAR 0
 */
static inline bool sim_in_ranges(const struct sim_reg_range *ranges, u32 offset)
{
	for (; ranges && ranges->end; ranges++)
		if (offset >= ranges->start && offset <= ranges->end)
			return true;
	return false;
}

/**
 * sim_field() - read a field whose mask is not a constant
 * @mask: the field
 * @value: a register
 */
static inline u32 sim_field(u32 mask, u32 value)
{
	return (value & mask) >> __ffs(mask);
}

/**
 * sim_to_field() - make a field whose mask is not a constant
 * @mask: the field
 * @value: its value
 */
static inline u32 sim_to_field(u32 mask, u32 value)
{
	return (value << __ffs(mask)) & mask;
}

/**
 * sim_countdown() - count a fault down by one
 * @count: in struct sim_faults
 *
 * Return: false if none is left.
 */
static inline bool sim_countdown(u32 *count)
{
	if (!*count)
		return false;
	--*count;
	return true;
}

#endif /* _SIM_BITS_H_ */
