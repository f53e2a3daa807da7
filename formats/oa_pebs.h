/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * PEBS records of the Intel Core i7 family, and the part of the DS area that holds them.
 *
 * Pure functions on memory: no registers, no locks, no allocation, any context. The driver does
 * not use them: Kbuild compiles the C file for the unit tests only, and oa-trace compiles it, too.
 */
#ifndef _FORMATS_OA_PEBS_H_
#define _FORMATS_OA_PEBS_H_

#include "formats/oa_types.h"
#include "regs/regs_env.h"

/** enum oa_pebs_field - the fields of a record, in their order; each has 8 bytes */
enum oa_pebs_field {
	/** @OA_PEBS_FLAGS: R/EFLAGS */
	OA_PEBS_FLAGS,
	/** @OA_PEBS_IP: R/EIP */
	OA_PEBS_IP,
	/** @OA_PEBS_AX: R/EAX */
	OA_PEBS_AX,
	/** @OA_PEBS_BX: R/EBX */
	OA_PEBS_BX,
	/** @OA_PEBS_CX: R/ECX */
	OA_PEBS_CX,
	/** @OA_PEBS_DX: R/EDX */
	OA_PEBS_DX,
	/** @OA_PEBS_SI: R/ESI */
	OA_PEBS_SI,
	/** @OA_PEBS_DI: R/EDI */
	OA_PEBS_DI,
	/** @OA_PEBS_BP: R/EBP */
	OA_PEBS_BP,
	/** @OA_PEBS_SP: R/ESP */
	OA_PEBS_SP,
	/** @OA_PEBS_R8: R8, the first of eight registers that only IA-32e mode has */
	OA_PEBS_R8,
	/** @OA_PEBS_R15: R15, the last of them */
	OA_PEBS_R15 = OA_PEBS_R8 + 7,
	/** @OA_PEBS_STATUS: IA32_PERF_GLOBAL_STATUS before the assist; all counters, PEBS or not */
	OA_PEBS_STATUS,
	/** @OA_PEBS_ADDRESS: data linear address */
	OA_PEBS_ADDRESS,
	/** @OA_PEBS_SOURCE: data source encoding */
	OA_PEBS_SOURCE,
	/** @OA_PEBS_LATENCY: latency, core cycles */
	OA_PEBS_LATENCY,
	/** @OA_PEBS_NUM_FIELDS: number of fields of the enhanced record */
	OA_PEBS_NUM_FIELDS,
};

#define OA_PEBS_FIELD_BYTES	8u
/* The record without the enhancement ends before 90H */
#define OA_PEBS_NUM_BASIC	OA_PEBS_STATUS
#define OA_PEBS_MAX_BYTES	(OA_PEBS_NUM_FIELDS * OA_PEBS_FIELD_BYTES)

/** struct oa_pebs_layout - format of the records of a processor in its mode */
struct oa_pebs_layout {
	/** @fields: number of fields */
	u32 fields;
	/** @bytes: size of a record */
	u32 bytes;
	/** @long_mode: written in IA-32e mode: registers have 64 bits, and R8 to R15 exist */
	bool long_mode;
};

/** struct oa_pebs_sample - a record, or its known fields */
struct oa_pebs_sample {
	/** @present: bit n is set if field n is known; the value of others is 0 */
	u32 present;
	/** @value: by enum oa_pebs_field */
	u64 value[OA_PEBS_NUM_FIELDS];
};

/** enum oa_pebs_ds_state - state of the DS area */
enum oa_pebs_ds_state {
	/** @OA_PEBS_DS_OPEN: there is room for a record */
	OA_PEBS_DS_OPEN,
	/**
	 * @OA_PEBS_DS_FULL: the processor writes nothing until software resets the index, and does
	 * not signal it: an unknown number of records is lost
	 */
	OA_PEBS_DS_FULL,
	/** @OA_PEBS_DS_BROKEN: the index is where no record begins */
	OA_PEBS_DS_BROKEN,
};

/** struct oa_pebs_ds - the PEBS fields of DS_BUFFER_MANAGEMENT_AREA: linear addresses */
struct oa_pebs_ds {
	/** @layout: of the records */
	struct oa_pebs_layout layout;
	/** @base: PEBS Buffer Base; software writes it */
	u64 base;
	/** @index: PEBS Index, place of the next record; software, then the processor */
	u64 index;
	/** @maximum: PEBS Absolute Maximum, the end of the buffer; software */
	u64 maximum;
	/** @threshold: PEBS Interrupt Threshold; software. The document is silent on its use */
	u64 threshold;
};

/* Bits of IA32_PERFEVTSELx that must be zero for PEBS */
#define OA_PEBS_EVTSEL_EDGE		BIT(18)
#define OA_PEBS_EVTSEL_ANY_THREAD	BIT(21)
#define OA_PEBS_EVTSEL_INVERT		BIT(23)
#define OA_PEBS_EVTSEL_CMASK		GENMASK(31, 24)

bool oa_pebs_layout(struct oa_pebs_layout *layout, u64 capabilities, bool long_mode);
bool oa_pebs_decode(const struct oa_pebs_layout *layout, const void *bytes,
		    struct oa_pebs_sample *sample);
void oa_pebs_encode(const struct oa_pebs_layout *layout, const struct oa_pebs_sample *sample,
		    void *bytes);
void oa_pebs_ds_init(struct oa_pebs_ds *ds, const struct oa_pebs_layout *layout, u64 base,
		     u64 bytes, u64 threshold);
enum oa_pebs_ds_state oa_pebs_ds_state(const struct oa_pebs_ds *ds);
u64 oa_pebs_ds_records(const struct oa_pebs_ds *ds);
bool oa_pebs_ds_at_threshold(const struct oa_pebs_ds *ds);
bool oa_pebs_ds_write(struct oa_pebs_ds *ds, const struct oa_pebs_sample *sample, void *buffer);
void oa_pebs_ds_reset(struct oa_pebs_ds *ds);
u32 oa_pebs_evtsel_wrong(u64 evtsel);
const char *oa_pebs_field_name(enum oa_pebs_field field);

#endif /* _FORMATS_OA_PEBS_H_ */
