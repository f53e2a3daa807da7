/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The engines of each platform, for tests.
 */
#ifndef _ENGINE_H_
#define _ENGINE_H_

#include "streamer.h"

#define RING2		0x29000
#define IMAGE2		0x30000
/* Long enough for a few commands */
#define ENGINE_PASS_NS	500000

/** struct engine - facts of an engine */
struct engine {
	/** @platforms: those that have it */
	const char *platforms;
	/** @base: of its registers */
	u32 base;
	/** @hws: the register with its status page's address */
	u32 hws;
	/** @reset: its bit of GDRST */
	u32 reset;
	/** @iir: gen6 to gen9: the register that latches its events */
	u32 iir;
	/** @irq: bit of MI_USER_INTERRUPT in @iir; gen11: the engine's bit of GT INT DW @dw */
	u32 irq;
	/** @dw: gen11: 0 or 1 */
	u32 dw;
	/** @class: gen11: class and instance in the shared IIR */
	u32 class, instance;
	/** @enable: gen11: registers of its enable and its mask */
	u32 enable, mask;
};

const struct engine *engine_next(const struct bench *b, const struct engine *e);
void engine_unmask(struct bench *b, const struct engine *e, u32 imr);
u32 engine_take(struct bench *b, const struct engine *e);
u32 engine_breadcrumb(struct bench *b, u32 ring, u32 place, u32 value);
void engine_image(struct bench *b, const struct engine *e, u32 at, u32 ring, u32 tail);
u32 engine_id(const struct bench *b, const struct engine *e, u32 n);
u64 engine_status(const struct bench *b, const struct engine *e, u32 status, u32 from, u32 to);
void engine_submit(struct bench *b, const struct engine *e, bool two);
void engine_start(struct bench *b, const struct engine *e, u32 tail);
void engine_run(struct bench *b, const struct engine *e, u32 value);
void engine_ready(struct bench *b, const struct engine *e);
void engine_dropped(struct bench *b, const struct engine *e);

#endif /* _ENGINE_H_ */
