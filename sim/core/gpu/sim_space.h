/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Address spaces of the simulated GPU: the GGTT, and those that page tables make.
 */
#ifndef _SIM_SPACE_H_
#define _SIM_SPACE_H_

#include "sim/core/sim_env.h"

struct oa_sim_gpu;

/* Page directories that registers name */
#define SIM_SPACE_ROOTS		4

/** enum sim_space_kind - kinds of address spaces, by their tables */
enum sim_space_kind {
	/** @SIM_SPACE_NONE: none: the engine has no such space now */
	SIM_SPACE_NONE,
	/** @SIM_SPACE_GGTT: the entries that all of the GPU shares */
	SIM_SPACE_GGTT,
	/** @SIM_SPACE_2_LEVELS: a directory among those entries, and tables; up to gen7.5 */
	SIM_SPACE_2_LEVELS,
	/** @SIM_SPACE_3_LEVELS: four directories that registers name; gen8 and later */
	SIM_SPACE_3_LEVELS,
	/** @SIM_SPACE_4_LEVELS: a page map of level 4; gen8 and later */
	SIM_SPACE_4_LEVELS,
};

/** struct sim_space - an address space; valid as long as no register or entry changes */
struct sim_space {
	/** @kind: its tables */
	enum sim_space_kind kind;
	/** @directory: with 2 levels, the GGTT entry that is the directory's first */
	u32 directory;
	/** @valid: with 2 levels, one bit for each 16 entries of the directory */
	u32 valid;
	/** @root: with 3 levels, bus addresses of the directories; with 4, [0] of the page map */
	u64 root[SIM_SPACE_ROOTS];
};

/** struct sim_leaf - translation of an address */
struct sim_leaf {
	/** @bus: the bus address */
	u64 bus;
	/** @bytes: size of the page that holds it */
	u32 bytes;
	/** @writable: the GPU may write there */
	bool writable;
};

void *sim_space_map(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		    u32 bytes, bool write);
void sim_space_unmap(struct oa_sim_gpu *gpu, void *memory);
bool sim_space_read32(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		      u32 *value);
void sim_space_write32(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		       u32 value);
void sim_space_write64(struct oa_sim_gpu *gpu, const struct sim_space *space, u64 address,
		       u64 value);

#endif /* _SIM_SPACE_H_ */
