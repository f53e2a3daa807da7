/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PLATFORM_H_
#define _OA_PLATFORM_H_

#include <linux/mod_devicetable.h>
#include <linux/types.h>

#include "gpu/oa_gpu.h"

struct oa_bringup_layout;
struct oa_builtin_set;
struct oa_counter_regs;
struct oa_counter_set;
struct oa_debug_reg;
struct oa_kctx_ops;
struct oa_lrc_layout;
struct oa_report_format;
struct oa_unit_ops;

/*
 * Sharing of the aperture. Where the GGTT must not change while the aperture is accessed, the
 * driver holds the aperture alone: hardware.rst 1.6.
 */
enum oa_aperture_rule {
	OA_APERTURE_SHARED,	/* others may use it */
	OA_APERTURE_OURS_IF_IOMMU,	/* the driver's if an IOMMU translates the GPU's accesses */
	OA_APERTURE_OURS,	/* the driver's */
};

/* Everything that differs between platforms. Constant data. */
struct oa_platform {
	const char *name;	/* for messages and debugfs, e.g. "Haswell" */
	u32 bar_bytes;	/* least size of BAR 0 */
	const struct oa_report_format *formats;	/* report formats, @num_formats of them */
	size_t num_formats;	/* entries of @formats */
	const struct oa_counter_set *counters;	/* what counters mean; NULL: not offered to perf */
	u32 timestamp_hz;	/* ticks of the time stamp per second, 0 if the GPU reports them */
	u32 (*read_timestamp_hz)(struct oa_uncore *uncore);	/* forcewake held; NULL: constant */
	u8 exponent_min;	/* smallest timer exponent, that is, the fastest rate */
	u32 buffer_max;	/* largest OA buffer, bytes */
	u32 buffer_min;	/* smallest OA buffer, bytes */
	u32 buffer_step;	/* bytes from one size to the next; 0: each is twice the last one */
	u64 reader_ns;	/* rates that fill half of the buffer sooner are rejected; 0: none are */
	u32 buffer_align;	/* alignment of the OA buffer's GGTT address, bytes */
	bool frequency_reports;	/* the unit can write a report when the frequency changes */
	bool can_keep_oldest;	/* the unit can stop at a full buffer instead of overwriting */
	bool ctx_needs_no_privilege;	/* a single-context stream shows no other context */
	bool has_fifo;	/* GT writes pass the gen6 write FIFO */
	bool exclusive_lines;	/* accesses that meet in a line of registers may hang the machine */
	const struct oa_forcewake_table *forcewake;	/* power domains */
	enum oa_aperture_rule aperture;	/* sharing of the aperture with other drivers */
	const struct oa_ggtt_layout *ggtt;	/* layout of GGTT entries */
	const struct oa_display_layout *display;	/* planes that may scan out of the GGTT */
	const struct oa_unit_ops *unit;	/* operations of the OA unit */
	const struct oa_kctx_ops *kctx;	/* command submission; NULL: the CPU writes metric sets */
	const struct oa_lrc_layout *lrc;	/* context image, NULL where counting needs none */
	/* contexts' request for slice power, NULL where all slices always have power */
	u32 (*rpcs)(const struct oa_sseu *sseu);
	const struct oa_irq_ops *irq;	/* operations of the interrupt */
	const struct oa_freq_source *freqs;	/* sources of the frequencies, by enum oa_freq_id */
	const struct oa_counter_regs *counter_regs;	/* counters as registers, NULL: none are */
	const struct oa_debug_reg *debug_regs[4];	/* lists in oa_status, ended by NULL */
	const struct oa_bringup_layout *bringup;	/* contents of probe_only's report */
	const struct oa_topology_layout *topology;	/* fuses, NULL: all is in the PCI id */
	/* selects one of several copies of a register, NULL if it can't be selected */
	const struct oa_steering_layout *steering;
	bool sseu_halves;	/* slice power can only be requested whole or in halves */
	u32 mailbox;	/* offset of a mailbox that reads zero unless virtualised, 0: none */
	u32 mailbox_end;	/* offset of the mailbox's last register */
	const struct oa_reg_range *mux;	/* registers allowed in a mux list */
	const struct oa_reg_range *boolean;	/* registers allowed in a boolean list */
	const struct oa_reg_range *flex;	/* registers allowed in a flex list, NULL: none */
	const struct oa_builtin_set *set;	/* the built-in metric set, or NULL */
};

/* Properties of a GPU that follow from its PCI id */
struct oa_gt_info {
	const struct oa_platform *platform;	/* the GPU's platform */
	u8 slices;	/* slices of this GT level; 0 from gen8 on, where fuses hold the number */
	u8 subslices;	/* subslices per slice; 0 from gen8 on, likewise */
	u8 eus_per_subslice;	/* EUs per subslice; 0 where fuses hold the number */
};

/* Read the topology of an awake GPU. Return the ticks of its time stamp per second. */
static inline u32 oa_gt_read(const struct oa_gt_info *gt, struct oa_uncore *uncore,
			     struct oa_topology *topology)
{
	const struct oa_platform *platform = gt->platform;

	oa_topology_uniform(topology, gt->slices, gt->subslices, gt->eus_per_subslice);
	if (platform->topology)
		oa_topology_read(uncore, platform->topology, topology);
	return platform->read_timestamp_hz ? platform->read_timestamp_hz(uncore) :
					     platform->timestamp_hz;
}

extern const struct pci_device_id oa_pci_ids[];
extern const struct oa_platform oa_platform_snb, oa_platform_ivb, oa_platform_vlv, oa_platform_hsw,
	oa_platform_bdw, oa_platform_chv, oa_platform_skl, oa_platform_bxt, oa_platform_glk,
	oa_platform_kbl, oa_platform_cfl, oa_platform_icl, oa_platform_ehl, oa_platform_lkf;

#endif /* _OA_PLATFORM_H_ */
