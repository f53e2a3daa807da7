/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What oa-bench asks of i915_oa_bench.ko: /dev/i915_oa_bench, an instance to each open.
 */
#ifndef _OA_BENCH_H_
#define _OA_BENCH_H_

#include <linux/ioctl.h>
#include <linux/types.h>

/* Of the memory that an instance has, and that mmap shows read-only. */
#define OA_BENCH_BYTES		(16u << 20)

/** enum oa_bench_reader - what read() of an instance does with its reports */
enum oa_bench_reader {
	/** @OA_BENCH_BARE: one copy_to_user of as many bytes as asked for */
	OA_BENCH_BARE,
	/** @OA_BENCH_REFERENCE: one by one: header, report, clear */
	OA_BENCH_REFERENCE,
	/** @OA_BENCH_NUM_READERS: how many there are */
	OA_BENCH_NUM_READERS,
};

/** struct oa_bench_fill - argument of OA_BENCH_IOCTL_FILL */
struct oa_bench_fill {
	/** @reports: how many to write, after those of the previous call */
	__u32 reports;
	/** @report_bytes: size of each, a multiple of 64 */
	__u32 report_bytes;
	/** @reader: enum oa_bench_reader, how they are read from now on */
	__u32 reader;
	/** @ring_bytes: size of the ring: writing wraps to its start after this many bytes */
	__u32 ring_bytes;
	/** @offset: out: where they lie */
	__u32 offset;
};

/*
 * Write reports, and read from the first of them on. They lie in one piece; the caller does
 * not ask for more than half of the ring.
 */
#define OA_BENCH_IOCTL_FILL	_IOWR('B', 0x01, struct oa_bench_fill)

#endif /* _OA_BENCH_H_ */
