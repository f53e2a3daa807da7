/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commands of the 3D and media pipelines, dword by dword as in hardware.rst 18 for each generation.
 */
#ifndef _DRAWER_H_
#define _DRAWER_H_

#include "streamer.h"

/* A second context's image */
#define IMAGE_B		0x30000

/* Statistics registers */
#define CS_INVOCATIONS	0x2290
#define HS_INVOCATIONS	0x2300
#define DS_INVOCATIONS	0x2308
#define IA_VERTICES	0x2310
#define IA_PRIMITIVES	0x2318
#define VS_INVOCATIONS	0x2320
#define GS_INVOCATIONS	0x2328
#define GS_PRIMITIVES	0x2330
#define CL_INVOCATIONS	0x2338
#define CL_PRIMITIVES	0x2340
#define PS_INVOCATIONS	0x2348
#define PS_DEPTH_COUNT	0x2350

u64 statistic(struct bench *b, u32 offset);
void emit_vf_statistics(struct stream *s, bool on);
void emit_vs(struct stream *s, bool on, bool statistics);
void emit_gs(struct stream *s, u32 instances);
void emit_tessellation(struct stream *s);
void emit_clip(struct stream *s, bool statistics, u32 mode);
void emit_ps(struct stream *s, bool on);
void emit_rectangle(struct stream *s, u32 x, u32 y);
void emit_positions(struct stream *s, u32 address, u32 pitch, u32 format);
void emit_corners(struct stream *s, const float *corners, size_t bytes, u32 x, u32 y);
void emit_dynamic_base(struct stream *s, u32 address);
void emit_viewport(struct stream *s, u32 offset);
void emit_scissor(struct stream *s, u32 offset);
void emit_draw(struct stream *s, u32 topology, u32 vertices, u32 instances);
void emit_bare_draw(struct stream *s, u32 topology, u32 vertices, u32 instances);
void emit_samples(struct stream *s, u32 log2, bool each);
void emit_depth_mode(struct stream *s, u32 operation);
void emit_depth(struct stream *s, u32 flags, u32 x0, u32 y0, u32 x1, u32 y1);
void emit_walker(struct stream *s, u32 flags, const u32 *groups, u32 right, u32 bottom);
void emit_media_walker(struct stream *s);
void emit_pipe(struct stream *s, u32 flags, u32 address, u32 value);
void emit_switch(struct stream *s, u32 image, u32 flags);
void stream_again(struct stream *s);

#endif /* _DRAWER_H_ */
