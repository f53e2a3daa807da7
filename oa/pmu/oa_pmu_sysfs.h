/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PMU_SYSFS_H_
#define _OA_PMU_SYSFS_H_

#include <linux/device.h>
#include <linux/sysfs.h>
#include <linux/types.h>

struct oa_device;

#define OA_PMU_GROUPS	4

/**
 * struct oa_pmu_file - a file in sysfs whose text does not change
 */
struct oa_pmu_file {
	/** @attr: the file */
	struct device_attribute attr;
	/** @name: its name */
	char name[40];
	/** @text: its text, without the end of the line */
	char text[40];
};

/**
 * struct oa_pmu_files - all of a PMU's files, for as long as perf knows it
 */
struct oa_pmu_files {
	/** @files: the files, @num_files of them */
	struct oa_pmu_file *files;
	/** @num_files: number of them */
	u32 num_files;
	/** @slot: of @files, the one that names the PCI function; NULL if the PMU is like i915's */
	struct oa_pmu_file *slot;
	/** @attrs: lists of the groups, one after the other, each ended by NULL */
	struct attribute **attrs;
	/** @num_attrs: entries of @attrs in use */
	u32 num_attrs;
	/** @groups: the directories; the list for perf */
	struct attribute_group groups[OA_PMU_GROUPS];
	/** @list: of @groups, ended by NULL */
	const struct attribute_group *list[OA_PMU_GROUPS + 1];
};

int oa_pmu_files_make(struct oa_pmu_files *files, const struct oa_device *oa, bool as_i915);
void oa_pmu_files_gone(struct oa_pmu_files *files);
void oa_pmu_files_free(struct oa_pmu_files *files);
u32 oa_pmu_source(const struct oa_device *oa, u64 config);

#endif /* _OA_PMU_SYSFS_H_ */
