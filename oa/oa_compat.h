/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Differences between kernels 6.1 and 7.3 that concern only the driver. All version
 * tests of the driver are here and in i915_oa_compat.h.
 */
#ifndef _OA_COMPAT_H_
#define _OA_COMPAT_H_

#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/poll.h>
#include <linux/uio.h>
#include <linux/version.h>

#include "i915_oa_compat.h"

/* 6.2, and stable kernels of 6.1: the direction in which an iterator moves data */
#ifndef ITER_DEST
#define ITER_DEST READ
#endif

/* Check whether a poll waits. Later kernels have no function for it. */
static inline bool oa_poll_waits(const struct poll_table_struct *wait)
{
	return wait && wait->_qproc;
}

/* Renamed in 6.8. */
#ifndef PCI_IRQ_INTX
#define PCI_IRQ_INTX PCI_IRQ_LEGACY
#endif

/* Since 6.6 the kernel takes a sysctl table's size from the array; later it rejects a sentinel. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 6, 0)
#define OA_SYSCTL_SENTINEL	{ }
#else
#define OA_SYSCTL_SENTINEL
#endif

/* Before 6.7 attaching to an exported object that has no get_sg_table() hits a WARN_ON. */
#define OA_DRM_CAN_EXPORT	(LINUX_VERSION_CODE >= KERNEL_VERSION(6, 7, 0))

/* Since 6.5 a file with read_iter() is spliced by reading into pages. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0)
#define OA_SPLICE_READ	generic_file_splice_read
#else
#define OA_SPLICE_READ	copy_splice_read
#endif

/* Since 6.3 a function changes the flags of a mapping. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
static inline void oa_vm_flags_mod(struct vm_area_struct *vma, vm_flags_t set, vm_flags_t clear)
{
	vma->vm_flags |= set;
	vma->vm_flags &= ~clear;
}
#else
#define oa_vm_flags_mod	vm_flags_mod
#endif

/* Renamed in 6.17. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 17, 0)
#define oa_vfs_mmap	call_mmap
#else
#define oa_vfs_mmap	vfs_mmap
#endif

/* 6.14 removed the date of a DRM driver. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 14, 0)
#define OA_DRM_DRIVER_DATE	.date = "20261121",
#else
#define OA_DRM_DRIVER_DATE
#endif

/* Since 6.12 a file that takes offsets above the signed range says so. */
#ifdef FOP_UNSIGNED_OFFSET
#define OA_DRM_FOP_FLAGS .fop_flags = FOP_UNSIGNED_OFFSET,
#else
#define OA_DRM_FOP_FLAGS
#endif

/* User-mode Linux: DRM can't flush caches there, and no processor says that it is virtual. */
#ifdef CONFIG_X86
#include <asm/cpufeature.h>
#include <drm/drm_cache.h>
#define oa_clflush_pages(pages, num)	drm_clflush_pages(pages, num)
#define oa_runs_as_guest()	boot_cpu_has(X86_FEATURE_HYPERVISOR)
#else
static inline void oa_clflush_pages(struct page **pages, unsigned long num) { }
#define oa_runs_as_guest()	false
#endif

/* Later additions that i915_drm.h of 6.1 lacks */
#define OA_PERF_PROP_ENGINE_CLASS	9
#define OA_PERF_PROP_ENGINE_INSTANCE	10
#define OA_PARAM_OA_TIMESTAMP_FREQUENCY	57
#define OA_QUERY_GUC_VERSION		7
#define OA_QUERY_GEOMETRY_SUBSLICES	6
#define OA_QUERY_HWCONFIG_BLOB		5

#endif /* _OA_COMPAT_H_ */
