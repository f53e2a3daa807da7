/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_FORCEWAKE_TABLES_H_
#define _OA_FORCEWAKE_TABLES_H_

#include <linux/bits.h>
#include <linux/types.h>

#include "oa_reg.h"

/** enum oa_forcewake_id - power wells that MMIO may find asleep */
enum oa_forcewake_id {
	/** @OA_FW_RENDER: render engine and slices; the whole GT on SNB to BDW except VLV, CHV */
	OA_FW_RENDER,
	/** @OA_FW_GT: the common part of the GT, with the OA unit; gen9 and later */
	OA_FW_GT,
	/** @OA_FW_MEDIA: all media of VLV, CHV and gen9 */
	OA_FW_MEDIA,
	/** @OA_FW_VDBOX0: first video engine, gen11 */
	OA_FW_VDBOX0,
	/** @OA_FW_VDBOX2: second video engine, gen11; may be fused off */
	OA_FW_VDBOX2,
	/** @OA_FW_VEBOX0: video enhancement engine, gen11 */
	OA_FW_VEBOX0,
	/** @OA_NUM_FW: number of power wells */
	OA_NUM_FW,
};

/* Sets of domains */
#define OA_FORCEWAKE_RENDER	BIT(OA_FW_RENDER)
#define OA_FORCEWAKE_GT		BIT(OA_FW_GT)
#define OA_FORCEWAKE_MEDIA	BIT(OA_FW_MEDIA)
#define OA_FORCEWAKE_VDBOX0	BIT(OA_FW_VDBOX0)
#define OA_FORCEWAKE_VDBOX2	BIT(OA_FW_VDBOX2)
#define OA_FORCEWAKE_VEBOX0	BIT(OA_FW_VEBOX0)
/* All domains that every part of the platform has, so none of gen11's media engines */
#define OA_FORCEWAKE_ALL	(OA_FORCEWAKE_RENDER | OA_FORCEWAKE_GT | OA_FORCEWAKE_MEDIA)

/** enum oa_replication - how many copies of a unit share an offset */
enum oa_replication {
	/** @OA_REPL_NONE: a single copy */
	OA_REPL_NONE,
	/** @OA_REPL_SLICE: one per slice */
	OA_REPL_SLICE,
	/** @OA_REPL_SUBSLICE: one per subslice */
	OA_REPL_SUBSLICE,
	/** @OA_REPL_L3BANK: one per L3 bank */
	OA_REPL_L3BANK,
};

/**
 * struct oa_forcewake_domain - how one power well is kept awake
 */
struct oa_forcewake_domain {
	/** @name: for messages; NULL if the platform has no such domain */
	const char *name;
	/** @request: offset of the masked request register */
	u32 request;
	/** @ack: offset of the acknowledge register */
	u32 ack;
};

/**
 * struct oa_forcewake_range - registers that sleep together
 */
struct oa_forcewake_range {
	/** @start: offset of the first register */
	u32 start;
	/** @end: offset of the last register, inclusive */
	u32 end;
	/** @domains: OA_FORCEWAKE_* bits; all must be awake */
	u16 domains;
	/** @replication: an enum oa_replication */
	u8 replication;
};

/**
 * struct oa_forcewake_table - the power wells of a platform
 */
struct oa_forcewake_table {
	/** @domains: by enum oa_forcewake_id */
	struct oa_forcewake_domain domains[OA_NUM_FW];
	/** @legacy: the Render domain of parts without the multi-threaded pair (IVB), or NULL */
	const struct oa_forcewake_domain *legacy;
	/** @ranges: ascending, without overlap; registers between them need no domain */
	const struct oa_forcewake_range *ranges;
	/** @num_ranges: entries of @ranges */
	unsigned int num_ranges;
	/** @always: registers in @ranges that need no domain; ended by an empty entry */
	const struct oa_reg_range *always;
	/** @shadowed: registers that may be written asleep, but not read; ended alike, or NULL */
	const struct oa_reg_range *shadowed;
	/** @stream: domains that stay awake while a stream is open, whatever registers it uses */
	u32 stream;
	/** @media_fuse: GEN11_GT_VEBOX_VDBOX_DISABLE says which media domains there are */
	bool media_fuse;
	/** @thread_status: wait for GT_THREAD_STATUS after waking */
	bool thread_status;
	/** @allow_wake: no domain wakes unless VLV_GTLC_WAKE_CTRL allows it */
	bool allow_wake;
	/** @fallback: the fallback request bit recovers a lost acknowledge */
	bool fallback;
};

extern const struct oa_forcewake_table oa_forcewake_snb;
extern const struct oa_forcewake_table oa_forcewake_ivb;
extern const struct oa_forcewake_table oa_forcewake_vlv;
extern const struct oa_forcewake_table oa_forcewake_hsw;
extern const struct oa_forcewake_table oa_forcewake_bdw;
extern const struct oa_forcewake_table oa_forcewake_chv;
extern const struct oa_forcewake_table oa_forcewake_gen9;
extern const struct oa_forcewake_table oa_forcewake_gen11;
extern const struct oa_forcewake_table oa_forcewake_ehl;
extern const struct oa_forcewake_table oa_forcewake_lkf;

/* The domains of all gen11 platforms, Lakefield included */
#define OA_FORCEWAKE_DOMAINS_GEN11 \
	.domains[OA_FW_RENDER] = { "render", FORCEWAKE_RENDER_GEN9, FORCEWAKE_ACK_RENDER_GEN9 }, \
	.domains[OA_FW_GT] = { "GT", FORCEWAKE_GT_GEN9, FORCEWAKE_ACK_GT_GEN9 }, \
	.domains[OA_FW_VDBOX0] = { "vdbox0", FORCEWAKE_VDBOX_GEN11(0), \
				   FORCEWAKE_ACK_VDBOX_GEN11(0) }, \
	.domains[OA_FW_VDBOX2] = { "vdbox2", FORCEWAKE_VDBOX_GEN11(2), \
				   FORCEWAKE_ACK_VDBOX_GEN11(2) }, \
	.domains[OA_FW_VEBOX0] = { "vebox0", FORCEWAKE_VEBOX_GEN11(0), \
				   FORCEWAKE_ACK_VEBOX_GEN11(0) }, \
	.media_fuse = true

/*
 * The wells of the engines that all gen11 platforms have. Where a platform never had an engine, its
 * fuse need not say so.
 */
#define OA_FORCEWAKE_STREAM_GEN11 \
	(OA_FORCEWAKE_RENDER | OA_FORCEWAKE_GT | OA_FORCEWAKE_VDBOX0 | OA_FORCEWAKE_VEBOX0)

/* Shared with oa_forcewake_lkf.c, which holds Lakefield's table */
extern const struct oa_reg_range oa_forcewake_always_gen11[];
extern const struct oa_reg_range oa_forcewake_shadowed_gen11[];

const struct oa_forcewake_range *
oa_forcewake_find(const struct oa_forcewake_table *table, u32 offset);
u32 oa_forcewake_domains(const struct oa_forcewake_table *table, u32 offset, bool write);

#endif /* _OA_FORCEWAKE_TABLES_H_ */
