// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The frozen ABI
 *
 * Programs are built once and run on any kernel. So this file writes down, as numbers,
 * the size of each structure of this project that passes between programs and the driver,
 * and the offset of each member. i915's own structures are the kernel's, which freezes them.
 * There is no code in this file. To change a number here means to break existing programs.
 *
 * All these structures have the same layout in 32-bit programs.
 */
#include <linux/build_bug.h>
#include <linux/stddef.h>

#include <uapi/drm/i915_oa.h>

#define FROZEN_SIZE(type, bytes) \
	static_assert(sizeof(struct type) == (bytes))
#define FROZEN(type, member, at) \
	static_assert(offsetof(struct type, member) == (at))

FROZEN_SIZE(drm_i915_oa_loss, 32);
FROZEN(drm_i915_oa_loss, count, 0);
FROZEN(drm_i915_oa_loss, after, 8);
FROZEN(drm_i915_oa_loss, before, 16);
FROZEN(drm_i915_oa_loss, flags, 24);

FROZEN_SIZE(drm_i915_oa_report, 24);
FROZEN(drm_i915_oa_report, flags, 0);
FROZEN(drm_i915_oa_report, report_id, 4);
FROZEN(drm_i915_oa_report, ptr, 8);
FROZEN(drm_i915_oa_report, size, 16);

FROZEN_SIZE(drm_i915_oa_gap, 48);
FROZEN(drm_i915_oa_gap, at, 0);
FROZEN(drm_i915_oa_gap, resume, 8);
FROZEN(drm_i915_oa_gap, lost, 16);
FROZEN(drm_i915_oa_gap, after, 24);
FROZEN(drm_i915_oa_gap, before, 32);
FROZEN(drm_i915_oa_gap, type, 40);
FROZEN(drm_i915_oa_gap, flags, 44);

FROZEN_SIZE(drm_i915_oa_assumption, 72);
FROZEN(drm_i915_oa_assumption, hypothesis, 0);
FROZEN(drm_i915_oa_assumption, state, 4);
FROZEN(drm_i915_oa_assumption, kept, 8);
FROZEN(drm_i915_oa_assumption, broke, 16);
FROZEN(drm_i915_oa_assumption, report, 24);
FROZEN(drm_i915_oa_assumption, name, 40);

FROZEN_SIZE(drm_i915_oa_map, 3328);
FROZEN(drm_i915_oa_map, size, 0);
FROZEN(drm_i915_oa_map, report_bytes, 4);
FROZEN(drm_i915_oa_map, format, 8);
FROZEN(drm_i915_oa_map, ring_offset, 16);
FROZEN(drm_i915_oa_map, ring_bytes, 24);
FROZEN(drm_i915_oa_map, timestamp_hz, 32);
FROZEN(drm_i915_oa_map, period, 40);
FROZEN(drm_i915_oa_map, data_head, 512);
FROZEN(drm_i915_oa_map, gap_head, 520);
FROZEN(drm_i915_oa_map, epoch, 528);
FROZEN(drm_i915_oa_map, lost, 536);
FROZEN(drm_i915_oa_map, timestamp, 544);
FROZEN(drm_i915_oa_map, clock_ns, 552);
FROZEN(drm_i915_oa_map, restart, 560);
FROZEN(drm_i915_oa_map, taken, 568);
FROZEN(drm_i915_oa_map, flags, 576);
FROZEN(drm_i915_oa_map, doubted, 580);
FROZEN(drm_i915_oa_map, data_tail, 768);
FROZEN(drm_i915_oa_map, gap_tail, 776);
FROZEN(drm_i915_oa_map, gaps, 1024);

FROZEN_SIZE(drm_i915_oa_work, 72);
FROZEN(drm_i915_oa_work, start, 0);
FROZEN(drm_i915_oa_work, step, 8);
FROZEN(drm_i915_oa_work, steps, 16);
FROZEN(drm_i915_oa_work, stores, 20);
FROZEN(drm_i915_oa_work, wait_ticks, 24);
FROZEN(drm_i915_oa_work, pad, 28);
FROZEN(drm_i915_oa_work, sum, 32);
FROZEN(drm_i915_oa_work, before, 40);
FROZEN(drm_i915_oa_work, after, 48);
FROZEN(drm_i915_oa_work, waited, 56);
FROZEN(drm_i915_oa_work, stored, 64);
FROZEN(drm_i915_oa_work, pad2, 68);

FROZEN_SIZE(drm_i915_oa_lend, 112);
FROZEN(drm_i915_oa_lend, fd, 0);
FROZEN(drm_i915_oa_lend, flags, 4);
FROZEN(drm_i915_oa_lend, uuid, 8);
FROZEN(drm_i915_oa_lend, pmu, 48);
