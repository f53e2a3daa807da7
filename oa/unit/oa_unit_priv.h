/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_UNIT_PRIV_H_
#define _OA_UNIT_PRIV_H_

#include "unit/oa_unit.h"

/* Common steps of the generations' struct oa_unit_ops (oa_unit.c) */

int oa_unit_reserve(struct oa_unit *unit, const struct oa_metric_set *set);
void oa_unit_save_set(struct oa_unit *unit, const struct oa_metric_set *set, u32 noa, u32 bit);
void oa_unit_write(struct oa_unit *unit, u32 offset, u32 value);
void oa_unit_rmw(struct oa_unit *unit, u32 offset, u32 clear, u32 set);
bool oa_unit_killed(const struct oa_unit *unit);
int oa_unit_write_set(struct oa_unit *unit, const struct oa_metric_set *set);
u32 oa_unit_tail_offset(const struct oa_unit *unit, u32 address);

#endif /* _OA_UNIT_PRIV_H_ */
