// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The frozen ABI
 *
 * Programs are built once and run on any kernel. So this file writes down, as numbers,
 * the size of each structure that passes between programs and the driver, and the offset
 * of each member: first the structures of this project, then those of i915 that the
 * driver reads or fills in. There is no code in this file. To change a number here means
 * to break existing programs.
 *
 * All structures have the same layout in 32-bit programs, with two exceptions.
 * drm_i915_getparam holds a pointer (oa_query.c). drm_i915_query_perf_config is padded
 * differently on i386, where programs lay it out by hand (abi.rst 4.3).
 */
#include <linux/build_bug.h>
#include <linux/stddef.h>

#include <uapi/drm/i915_drm.h>
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

FROZEN_SIZE(drm_i915_oa_belief, 72);
FROZEN(drm_i915_oa_belief, hypothesis, 0);
FROZEN(drm_i915_oa_belief, state, 4);
FROZEN(drm_i915_oa_belief, kept, 8);
FROZEN(drm_i915_oa_belief, broke, 16);
FROZEN(drm_i915_oa_belief, report, 24);
FROZEN(drm_i915_oa_belief, name, 40);

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

FROZEN(drm_i915_getparam, param, 0);

FROZEN_SIZE(drm_i915_reg_read, 16);
FROZEN(drm_i915_reg_read, offset, 0);
FROZEN(drm_i915_reg_read, val, 8);

FROZEN_SIZE(drm_i915_gem_create, 16);
FROZEN(drm_i915_gem_create, size, 0);
FROZEN(drm_i915_gem_create, handle, 8);

FROZEN_SIZE(drm_i915_gem_pread, 32);
FROZEN(drm_i915_gem_pread, handle, 0);
FROZEN(drm_i915_gem_pread, offset, 8);
FROZEN(drm_i915_gem_pread, size, 16);
FROZEN(drm_i915_gem_pread, data_ptr, 24);

FROZEN_SIZE(drm_i915_gem_pwrite, 32);
FROZEN(drm_i915_gem_pwrite, handle, 0);
FROZEN(drm_i915_gem_pwrite, offset, 8);
FROZEN(drm_i915_gem_pwrite, size, 16);
FROZEN(drm_i915_gem_pwrite, data_ptr, 24);

FROZEN_SIZE(drm_i915_gem_mmap_offset, 32);
FROZEN(drm_i915_gem_mmap_offset, handle, 0);
FROZEN(drm_i915_gem_mmap_offset, offset, 8);
FROZEN(drm_i915_gem_mmap_offset, flags, 16);
FROZEN(drm_i915_gem_mmap_offset, extensions, 24);

FROZEN_SIZE(drm_i915_gem_set_domain, 12);
FROZEN(drm_i915_gem_set_domain, handle, 0);
FROZEN(drm_i915_gem_set_domain, read_domains, 4);
FROZEN(drm_i915_gem_set_domain, write_domain, 8);

FROZEN_SIZE(drm_i915_gem_get_aperture, 16);
FROZEN(drm_i915_gem_get_aperture, aper_size, 0);
FROZEN(drm_i915_gem_get_aperture, aper_available_size, 8);

FROZEN_SIZE(drm_i915_gem_get_tiling, 16);
FROZEN(drm_i915_gem_get_tiling, handle, 0);
FROZEN(drm_i915_gem_get_tiling, tiling_mode, 4);
FROZEN(drm_i915_gem_get_tiling, swizzle_mode, 8);
FROZEN(drm_i915_gem_get_tiling, phys_swizzle_mode, 12);

FROZEN_SIZE(drm_i915_gem_set_tiling, 16);
FROZEN(drm_i915_gem_set_tiling, handle, 0);
FROZEN(drm_i915_gem_set_tiling, tiling_mode, 4);
FROZEN(drm_i915_gem_set_tiling, stride, 8);
FROZEN(drm_i915_gem_set_tiling, swizzle_mode, 12);

FROZEN_SIZE(drm_i915_gem_context_create_ext, 16);
FROZEN(drm_i915_gem_context_create_ext, ctx_id, 0);
FROZEN(drm_i915_gem_context_create_ext, flags, 4);
FROZEN(drm_i915_gem_context_create_ext, extensions, 8);

FROZEN_SIZE(drm_i915_gem_context_create_ext_setparam, 56);
FROZEN(drm_i915_gem_context_create_ext_setparam, base, 0);
FROZEN(drm_i915_gem_context_create_ext_setparam, param, 32);

FROZEN_SIZE(i915_user_extension, 32);
FROZEN(i915_user_extension, next_extension, 0);
FROZEN(i915_user_extension, name, 8);
FROZEN(i915_user_extension, flags, 12);

FROZEN_SIZE(drm_i915_gem_context_destroy, 8);
FROZEN(drm_i915_gem_context_destroy, ctx_id, 0);

FROZEN_SIZE(drm_i915_gem_context_param, 24);
FROZEN(drm_i915_gem_context_param, ctx_id, 0);
FROZEN(drm_i915_gem_context_param, size, 4);
FROZEN(drm_i915_gem_context_param, param, 8);
FROZEN(drm_i915_gem_context_param, value, 16);

FROZEN_SIZE(drm_i915_gem_context_param_sseu, 32);
FROZEN(drm_i915_gem_context_param_sseu, engine, 0);
FROZEN(drm_i915_gem_context_param_sseu, flags, 4);
FROZEN(drm_i915_gem_context_param_sseu, slice_mask, 8);
FROZEN(drm_i915_gem_context_param_sseu, subslice_mask, 16);
FROZEN(drm_i915_gem_context_param_sseu, min_eus_per_subslice, 24);
FROZEN(drm_i915_gem_context_param_sseu, max_eus_per_subslice, 26);

FROZEN_SIZE(i915_context_param_engines, 8);
FROZEN(i915_context_param_engines, extensions, 0);
FROZEN(i915_context_param_engines, engines, 8);

FROZEN_SIZE(i915_engine_class_instance, 4);
FROZEN(i915_engine_class_instance, engine_class, 0);
FROZEN(i915_engine_class_instance, engine_instance, 2);

FROZEN_SIZE(drm_i915_perf_open_param, 16);
FROZEN(drm_i915_perf_open_param, flags, 0);
FROZEN(drm_i915_perf_open_param, num_properties, 4);
FROZEN(drm_i915_perf_open_param, properties_ptr, 8);

FROZEN_SIZE(drm_i915_perf_oa_config, 72);
FROZEN(drm_i915_perf_oa_config, uuid, 0);
FROZEN(drm_i915_perf_oa_config, n_mux_regs, 36);
FROZEN(drm_i915_perf_oa_config, n_boolean_regs, 40);
FROZEN(drm_i915_perf_oa_config, n_flex_regs, 44);
FROZEN(drm_i915_perf_oa_config, mux_regs_ptr, 48);
FROZEN(drm_i915_perf_oa_config, boolean_regs_ptr, 56);
FROZEN(drm_i915_perf_oa_config, flex_regs_ptr, 64);

FROZEN_SIZE(drm_i915_perf_record_header, 8);
FROZEN(drm_i915_perf_record_header, type, 0);
FROZEN(drm_i915_perf_record_header, size, 6);

FROZEN_SIZE(drm_i915_query, 16);
FROZEN(drm_i915_query, num_items, 0);
FROZEN(drm_i915_query, flags, 4);
FROZEN(drm_i915_query, items_ptr, 8);

FROZEN_SIZE(drm_i915_query_item, 24);
FROZEN(drm_i915_query_item, query_id, 0);
FROZEN(drm_i915_query_item, length, 8);
FROZEN(drm_i915_query_item, flags, 12);
FROZEN(drm_i915_query_item, data_ptr, 16);

#ifdef CONFIG_64BIT
FROZEN_SIZE(drm_i915_query_perf_config, 48);
FROZEN(drm_i915_query_perf_config, n_configs, 0);
FROZEN(drm_i915_query_perf_config, config, 0);
FROZEN(drm_i915_query_perf_config, uuid, 0);
FROZEN(drm_i915_query_perf_config, flags, 40);
FROZEN(drm_i915_query_perf_config, data, 44);
#endif

FROZEN_SIZE(drm_i915_query_topology_info, 16);
FROZEN(drm_i915_query_topology_info, flags, 0);
FROZEN(drm_i915_query_topology_info, max_slices, 2);
FROZEN(drm_i915_query_topology_info, max_subslices, 4);
FROZEN(drm_i915_query_topology_info, max_eus_per_subslice, 6);
FROZEN(drm_i915_query_topology_info, subslice_offset, 8);
FROZEN(drm_i915_query_topology_info, subslice_stride, 10);
FROZEN(drm_i915_query_topology_info, eu_offset, 12);
FROZEN(drm_i915_query_topology_info, eu_stride, 14);
FROZEN(drm_i915_query_topology_info, data, 16);

FROZEN_SIZE(drm_i915_query_engine_info, 16);
FROZEN(drm_i915_query_engine_info, num_engines, 0);
FROZEN(drm_i915_query_engine_info, engines, 16);

FROZEN_SIZE(drm_i915_engine_info, 56);
FROZEN(drm_i915_engine_info, engine, 0);
FROZEN(drm_i915_engine_info, flags, 8);
FROZEN(drm_i915_engine_info, capabilities, 16);
FROZEN(drm_i915_engine_info, logical_instance, 24);
