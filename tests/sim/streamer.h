/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commands for the simulated streamers, dword by dword as in hardware.rst 9.1 and 10, and a context
 * with an address space of its own to execute them in.
 */
#ifndef _STREAMER_H_
#define _STREAMER_H_

#include "sim_test.h"

/* Address of all guest memory in the context's own address space */
#define OWN		0x00800000u
/* Upper half of an address that leads to the same place with 4 levels */
#define OWN_HIGH	0xffff8000u
#define RENDER		0x2000
#define COPY		0x22000
/* In guest memory: the tables of that space, and batches */
#define OWN_TOP		0x3a000
#define OWN_POINTERS	0x3b000
#define OWN_DIRECTORY	0x3c000
#define OWN_TABLE	0x3d000
#define BATCH		0x29000
#define BATCH2		0x2a000
#define BATCH3		0x2b000
/* GGTT entry where the directory of 2 levels begins */
#define OWN_ENTRY	0x3000u
/* A register that every context may write, and one that no context may */
#define FREE_REGISTER	0x2310
#define KEPT_REGISTER	0x2098

/** struct stream - commands */
struct stream {
	/** @b: the bench */
	struct bench *b;
	/** @dw: their dwords */
	u32 dw[512];
	/** @n: how many */
	u32 n;
	/** @per_context: BB_PER_CTX_PTR of the context's image, from gen8 on */
	u32 per_context;
	/** @indirect: INDIRECT_CTX, likewise */
	u32 indirect;
	/** @base: of the engine's registers */
	u32 base;
	/** @wide: the context's space has 4 levels, likewise */
	bool wide;
};

void stream_begin(struct stream *s, struct bench *b);
void own_space(struct bench *b);
void stream_start(struct stream *s, struct bench *b);
void emit(struct stream *s, u32 dword);
void emit_address(struct stream *s, u32 address);
void emit_store(struct stream *s, u32 flags, u32 address, u32 value);
void emit_load(struct stream *s, u32 offset, u32 value);
void emit_srm(struct stream *s, u32 flags, u32 offset, u32 address);
void emit_batch(struct stream *s, u32 flags, u32 address);
void stream_put(struct stream *s, u32 offset);
void stream_submit(struct stream *s, u32 image, u32 tail_from);
void stream_resubmit(struct stream *s, u32 image);
void stream_run(struct stream *s);
bool has_registers(const struct bench *b);
u32 user_batch(const struct bench *b);

#define GGTT		BIT(22)
/* Of MI_BATCH_BUFFER_START: the batch is in the context's own space */
#define IN_OWN		BIT(8)

#endif /* _STREAMER_H_ */
