/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Code shared by the OA units of SNB, IVB, VLV and HSW: they have one control
 * register, the tail beside the status bits, and the same order of writes that
 * describes the buffer.
 */
#ifndef _OA_UNIT_GEN6_H_
#define _OA_UNIT_GEN6_H_

#include <linux/types.h>

struct oa_reg_list;
struct oa_unit;

/* SNB's timer watches bit n + 3 of the time stamp, so exponent 3 is the fastest. */
#define OA_SNB_EXPONENT_OFFSET	3

void oa_gen7_ungate_clocks(struct oa_unit *unit);
int oa_gen6_write_list(struct oa_unit *unit, const struct oa_reg_list *list);
void oa_gen6_program_buffer(struct oa_unit *unit, u32 status2, u32 buffer, u32 status1);
void oa_gen6_start(struct oa_unit *unit, u32 period);
int oa_gen6_disable(struct oa_unit *unit);
u32 oa_gen6_tail(struct oa_unit *unit);
u32 oa_gen6_status(struct oa_unit *unit);
u32 oa_gen6_reset_took(struct oa_unit *unit);
void oa_gen6_set_head(struct oa_unit *unit, u32 head);
u64 oa_gen6_timestamp(struct oa_unit *unit);

/* Members of oa_unit_ops that are the same from SNB to HSW */
#define OA_GEN6_UNIT_OPS \
	.tail = oa_gen6_tail, \
	.set_head = oa_gen6_set_head, \
	.reset_took = oa_gen6_reset_took, \
	.timestamp = oa_gen6_timestamp

/* MISCCPCTL, UCGCTL1, UCGCTL3: oa_gen7_ungate_clocks() changes no other register */
#define OA_GEN7_CLOCK_REGS	3

#endif /* _OA_UNIT_GEN6_H_ */
