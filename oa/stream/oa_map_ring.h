/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_MAP_RING_H_
#define _OA_MAP_RING_H_

#include <linux/types.h>

struct drm_i915_oa_gap;
struct oa_map;
struct oa_stream;

struct drm_i915_oa_gap *oa_map_gap(struct oa_map *map, u64 number);
const struct drm_i915_oa_gap *oa_map_gap_before(struct oa_map *map, u64 number, u64 position);
void oa_map_show(struct oa_map *map, u64 head, u64 gap_head);
int oa_map_take(struct oa_stream *stream);
void oa_map_done(struct oa_stream *stream, u64 tail, u64 gap_tail);
u64 oa_map_stop(struct oa_stream *stream, bool whole);
bool oa_map_unread(const struct oa_map *map);

#endif /* _OA_MAP_RING_H_ */
