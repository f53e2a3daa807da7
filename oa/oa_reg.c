// SPDX-License-Identifier: GPL-2.0-only
#include "oa_compat.h"
#include "oa_reg.h"

/**
 * oa_reg_in() - does a list of ranges hold this register?
 * @ranges: the list, ended by an empty entry; NULL is an empty list
 * @offset: bytes from the start of BAR 0
 *
 * Pure, any context. Ranges hold whole registers: an offset that is not a multiple
 * of 4 is in no range.
 */
bool oa_reg_in(const struct oa_reg_range *ranges, u32 offset)
{
	if (!ranges || offset % sizeof(u32))
		return false;
	for (; ranges->end; ranges++)
		if (offset >= ranges->start && offset <= ranges->end)
			return true;
	return false;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_reg_in);
