/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers that commands use, and the fields of commands that only the simulator decodes.
 *
 * Facts: hardware.rst 16.2 to 16.7, which rest on public register and command definitions.
 */
#ifndef _REGS_COMMAND_REGS_H_
#define _REGS_COMMAND_REGS_H_

#include "regs/regs_env.h"

/* From the engine's base on */
#define RING_SYNC(n)			(0x40 + 4 * (n))	/* mailboxes, gen6 to gen7.5 */
#define RING_PREDICATE_SRC0		0x400
#define RING_PREDICATE_SRC1		0x408
#define RING_PREDICATE_DATA		0x410
#define RING_PREDICATE_RESULT		0x418
#define RING_PREDICATE_RESULT_1		0x41c
#define RING_PREDICATE_RESULT_2		0x3bc
#define RING_PS_DEPTH_COUNT		0x350
#define RING_FORCE_TO_NONPRIV(n)	(0x4d0 + 4 * (n))
#define  FORCE_TO_NONPRIV_SLOTS		12u
#define  FORCE_TO_NONPRIV_DENY		BIT(30)
#define  FORCE_TO_NONPRIV_ACCESS	GENMASK(29, 28)
#define   FORCE_TO_NONPRIV_READ		1u
#define  FORCE_TO_NONPRIV_ADDRESS	GENMASK(25, 2)
#define  FORCE_TO_NONPRIV_RANGE		GENMASK(1, 0)	/* registers: 4 to this power */
#define BCS_SWCTRL			0x22200	/* masked */
#define  BCS_SRC_Y			BIT(0)
#define  BCS_DST_Y			BIT(1)

/* MI_BATCH_BUFFER_START */
#define MI_BATCH_2ND_LEVEL		BIT(22)	/* Haswell and later */
#define MI_BATCH_PREDICATE		BIT(15)	/* Haswell and later */
#define MI_BATCH_NON_PRIVILEGED_HSW	BIT(13)
#define MI_BATCH_CLEAR_BUFFER		BIT(11)	/* gen6 to gen7.5 */
#define MI_BATCH_RESOURCE_STREAMER	BIT(10)	/* Haswell and later */

/* Of a batch that a context was in when it was saved */
#define BB_ADDR_VALID			BIT(0)
#define BB_STATE_PPGTT			BIT(5)

/* Batches that run when a context is loaded, gen8 and later */
#define INDIRECT_CTX_ADDR_MASK		GENMASK(31, 6)
#define INDIRECT_CTX_LINES_MASK		GENMASK(5, 0)
#define BB_PER_CTX_ADDR_MASK		GENMASK(31, 12)
#define BB_PER_CTX_VALID		BIT(0)

#endif /* _REGS_COMMAND_REGS_H_ */
