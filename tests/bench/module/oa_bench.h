/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interface of i915_oa_bench.ko: /dev/i915_oa_bench, with one instance per open.
 */
#ifndef _OA_BENCH_H_
#define _OA_BENCH_H_

#include <linux/ioctl.h>
#include <linux/types.h>

/* Size of an instance's memory, which mmap shows read-only. */
#define OA_BENCH_BYTES		(16u << 20)

/** enum oa_bench_reader - ways in which read() of an instance reads its reports */
enum oa_bench_reader {
	/** @OA_BENCH_BARE: one copy_to_user of as many bytes as requested */
	OA_BENCH_BARE,
	/** @OA_BENCH_REFERENCE: one report after the other: header, report, clear */
	OA_BENCH_REFERENCE,
	/** @OA_BENCH_NUM_READERS: number of readers */
	OA_BENCH_NUM_READERS,
};

/** struct oa_bench_fill - argument of OA_BENCH_IOCTL_FILL */
struct oa_bench_fill {
	/** @reports: number of reports to write, after those of the previous call */
	__u32 reports;
	/** @report_bytes: size of a report, a multiple of 64 */
	__u32 report_bytes;
	/** @reader: enum oa_bench_reader, how they are read from now on */
	__u32 reader;
	/** @ring_bytes: size of the ring: writing wraps to its start after this many bytes */
	__u32 ring_bytes;
	/** @offset: out: offset of the reports */
	__u32 offset;
};

/*
 * Write reports; read() then starts at the first of them. The reports are contiguous. The
 * caller must not request more than half of the ring.
 */
#define OA_BENCH_IOCTL_FILL	_IOWR('B', 0x01, struct oa_bench_fill)

#endif /* _OA_BENCH_H_ */
