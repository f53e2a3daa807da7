/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A dump of a DS area: this header, followed by the memory from PEBS Buffer Base on, at least up to
 * PEBS Index. All numbers are little-endian. oa-trace(1) describes the format for users.
 */
#ifndef _OA_TRACE_PEBS_DUMP_H_
#define _OA_TRACE_PEBS_DUMP_H_

#include "formats/oa_types.h"

#define PEBS_DUMP_MAGIC		"OA-PEBS"
#define PEBS_DUMP_VERSION	1u
#define PEBS_DUMP_LONG_MODE	0x1u
#define PEBS_DUMP_COUNTERS	4u

/** struct pebs_dump - the header */
struct pebs_dump {
	/** @magic: PEBS_DUMP_MAGIC with a 0 */
	char magic[8];
	/** @version: PEBS_DUMP_VERSION */
	u32 version;
	/** @flags: PEBS_DUMP_LONG_MODE: the processor was in IA-32e mode */
	u32 flags;
	/** @capabilities: IA32_PERF_CAPABILITIES */
	u64 capabilities;
	/** @enable: IA32_PEBS_ENABLE */
	u64 enable;
	/** @evtsel: IA32_PERFEVTSEL0 to 3 */
	u64 evtsel[PEBS_DUMP_COUNTERS];
	/** @base: PEBS Buffer Base */
	u64 base;
	/** @index: PEBS Index */
	u64 index;
	/** @maximum: PEBS Absolute Maximum */
	u64 maximum;
	/** @threshold: PEBS Interrupt Threshold */
	u64 threshold;
};

#endif /* _OA_TRACE_PEBS_DUMP_H_ */
