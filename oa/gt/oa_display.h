/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_DISPLAY_H_
#define _OA_DISPLAY_H_

#include <linux/types.h>

struct oa_uncore;

/**
 * struct oa_plane_set - planes of one kind
 *
 * The registers of plane p of pipe n lie at n * @pipe_stride + p * @plane_stride from those
 * of the first.
 */
struct oa_plane_set {
	/** @control: control register of the first plane; 0 ends a list */
	u32 control;
	/** @surface: surface register of the first plane */
	u32 surface;
	/** @enable: bits of the control register, any of which says that the plane is on */
	u32 enable;
	/** @pipe_stride: bytes from one pipe to the next */
	u32 pipe_stride;
	/** @plane_stride: bytes from one plane of a pipe to the next */
	u32 plane_stride;
	/** @pipes: number of pipes */
	u8 pipes;
	/** @planes: number of planes of each pipe */
	u8 planes;
};

/**
 * struct oa_display_layout - the planes of a platform
 */
struct oa_display_layout {
	/** @planes: all that can scan out, ended by an empty entry */
	const struct oa_plane_set *planes;
	/** @fuse: register that says that the part has no display, 0 if there is none */
	u32 fuse;
	/** @fused_off: the bit of @fuse that says so */
	u32 fused_off;
};

extern const struct oa_display_layout oa_display_snb;
extern const struct oa_display_layout oa_display_ivb;
extern const struct oa_display_layout oa_display_vlv;
extern const struct oa_display_layout oa_display_chv;
extern const struct oa_display_layout oa_display_gen9;
extern const struct oa_display_layout oa_display_gen11;

bool oa_display_off(struct oa_uncore *uncore, const struct oa_display_layout *layout);
int oa_display_check(struct oa_uncore *uncore, const struct oa_display_layout *layout,
		     u64 start, u64 end);

#endif /* _OA_DISPLAY_H_ */
