// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: PEBS records and the DS area
 *
 * A processor that does precise event based sampling writes a record into the DS area when an
 * event has happened often enough. The area has no flag for loss: the index stops at the absolute
 * maximum without a signal, and records stop until software sets the index back. So a reader that
 * finds the area full must report the loss of an unknown number of records.
 *
 * The record has 18 fields, or 22 where IA32_PERF_CAPABILITIES[11:8] is 0001B. Outside of IA-32e
 * mode the upper halves of registers are zero, and so are registers that do not exist there.
 *
 * Facts: tools.rst, "PEBS", with its source.
 */
#include "formats/oa_env.h"
#include "formats/oa_pebs.h"

#define FORMAT_SHIFT	8
#define FORMAT_MASK	0xfu
#define FORMAT_BASIC	0u
#define FORMAT_ENHANCED	1u

static u64 get_le64(const u8 *at)
{
	u64 value = 0;
	u32 i;

	for (i = OA_PEBS_FIELD_BYTES; i--;)
		value = value << 8 | at[i];
	return value;
}

static void put_le64(u8 *at, u64 value)
{
	u32 i;

	for (i = 0; i < OA_PEBS_FIELD_BYTES; i++, value >>= 8)
		at[i] = (u8)value;
}

static bool is_register(u32 field)
{
	return field <= OA_PEBS_R15;
}

static bool exists(const struct oa_pebs_layout *layout, u32 field)
{
	return layout->long_mode || field < OA_PEBS_R8 || field > OA_PEBS_R15;
}

/**
 * oa_pebs_layout() - the layout of a processor's records
 * @layout: filled in
 * @capabilities: IA32_PERF_CAPABILITIES
 * @long_mode: the processor is in IA-32e mode
 *
 * Return: false if the capabilities name a format that the document does not describe.
 */
bool oa_pebs_layout(struct oa_pebs_layout *layout, u64 capabilities, bool long_mode)
{
	const u32 format = capabilities >> FORMAT_SHIFT & FORMAT_MASK;

	if (format != FORMAT_BASIC && format != FORMAT_ENHANCED)
		return false;
	layout->fields = format == FORMAT_ENHANCED ? OA_PEBS_NUM_FIELDS : OA_PEBS_NUM_BASIC;
	layout->bytes = layout->fields * OA_PEBS_FIELD_BYTES;
	layout->long_mode = long_mode;
	return true;
}

/**
 * oa_pebs_decode() - read a record
 * @layout: its layout
 * @bytes: @layout->bytes bytes, at any alignment
 * @sample: filled in; fields that the mode lacks are absent
 *
 * Return: false if it contradicts the mode: a register has an upper half, or exists, outside of
 * IA-32e mode. @sample then holds the record as it was written.
 */
bool oa_pebs_decode(const struct oa_pebs_layout *layout, const void *bytes,
		    struct oa_pebs_sample *sample)
{
	const u8 *at = bytes;
	bool agrees = true;
	u32 i;

	memset(sample, 0, sizeof(*sample));
	for (i = 0; i < layout->fields; i++, at += OA_PEBS_FIELD_BYTES) {
		sample->value[i] = get_le64(at);
		if (exists(layout, i))
			sample->present |= 1u << i;
		else
			agrees &= !sample->value[i];
		if (is_register(i) && !layout->long_mode)
			agrees &= !(sample->value[i] >> 32);
	}
	return agrees;
}

/**
 * oa_pebs_encode() - write a record as a processor does
 * @layout: its layout
 * @sample: the values; those of absent fields are taken as 0
 * @bytes: room for @layout->bytes bytes, at any alignment
 */
void oa_pebs_encode(const struct oa_pebs_layout *layout, const struct oa_pebs_sample *sample,
		    void *bytes)
{
	u8 *at = bytes;
	u64 value;
	u32 i;

	for (i = 0; i < layout->fields; i++, at += OA_PEBS_FIELD_BYTES) {
		value = sample->present >> i & 1 && exists(layout, i) ? sample->value[i] : 0;
		if (is_register(i) && !layout->long_mode)
			value = (u32)value;
		put_le64(at, value);
	}
}

/**
 * oa_pebs_ds_init() - set the area up, as software does
 * @ds: the area
 * @layout: of the records
 * @base: linear address of the buffer
 * @bytes: size of the buffer; a rest that holds no whole record is never written
 * @threshold: PEBS Interrupt Threshold, 0: none
 */
void oa_pebs_ds_init(struct oa_pebs_ds *ds, const struct oa_pebs_layout *layout, u64 base,
		     u64 bytes, u64 threshold)
{
	*ds = (struct oa_pebs_ds){
		.layout = *layout,
		.base = base,
		.index = base,
		.maximum = base + bytes,
		.threshold = threshold,
	};
}

/**
 * oa_pebs_ds_records() - number of whole records before the index
 * @ds: the area; its index must not be before its base
 */
u64 oa_pebs_ds_records(const struct oa_pebs_ds *ds)
{
	return div64_u64(ds->index - ds->base, ds->layout.bytes);
}

/**
 * oa_pebs_ds_state() - check whether the processor can write a record
 * @ds: the area, maybe one that was found in memory
 */
enum oa_pebs_ds_state oa_pebs_ds_state(const struct oa_pebs_ds *ds)
{
	if (ds->index < ds->base || ds->index > ds->maximum ||
	    ds->base + oa_pebs_ds_records(ds) * ds->layout.bytes != ds->index)
		return OA_PEBS_DS_BROKEN;
	return ds->maximum - ds->index < ds->layout.bytes ? OA_PEBS_DS_FULL : OA_PEBS_DS_OPEN;
}

/**
 * oa_pebs_ds_at_threshold() - check whether the index has reached the threshold
 * @ds: the area
 *
 * The document does not describe the processor's reaction. A reader that polls may take the
 * threshold as a hint to read. Return: false if there is no threshold.
 */
bool oa_pebs_ds_at_threshold(const struct oa_pebs_ds *ds)
{
	return ds->threshold && ds->index >= ds->threshold;
}

/**
 * oa_pebs_ds_write() - write a record into the area, as the processor does
 * @ds: the area; its index moves on by a record
 * @sample: the values
 * @buffer: the memory at @ds->base
 *
 * Return: false if the area is full or broken, so that nothing is written. Hardware does not signal
 * this.
 */
bool oa_pebs_ds_write(struct oa_pebs_ds *ds, const struct oa_pebs_sample *sample, void *buffer)
{
	if (oa_pebs_ds_state(ds) != OA_PEBS_DS_OPEN)
		return false;
	oa_pebs_encode(&ds->layout, sample, (u8 *)buffer + (ds->index - ds->base));
	ds->index += ds->layout.bytes;
	return true;
}

/**
 * oa_pebs_ds_reset() - set the index back, as software must for records to continue
 * @ds: the area, whose records were read
 */
void oa_pebs_ds_reset(struct oa_pebs_ds *ds)
{
	ds->index = ds->base;
}

/**
 * oa_pebs_evtsel_wrong() - check whether an event may be used for PEBS
 * @evtsel: IA32_PERFEVTSELx
 *
 * Return: the bits that must be zero and are not, OA_PEBS_EVTSEL_*; 0 if it may.
 */
u32 oa_pebs_evtsel_wrong(u64 evtsel)
{
	return evtsel & (OA_PEBS_EVTSEL_EDGE | OA_PEBS_EVTSEL_ANY_THREAD |
			 OA_PEBS_EVTSEL_INVERT | OA_PEBS_EVTSEL_CMASK);
}

/**
 * oa_pebs_field_name() - name of a field, as in the document's table
 * @field: the field
 */
const char *oa_pebs_field_name(enum oa_pebs_field field)
{
	static const char * const names[OA_PEBS_NUM_FIELDS] = {
		"R/EFLAGS", "R/EIP", "R/EAX", "R/EBX", "R/ECX", "R/EDX", "R/ESI", "R/EDI", "R/EBP",
		"R/ESP", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15",
		"IA32_PERF_GLOBAL_STATUS", "Data Linear Address", "Data Source Encoding",
		"Latency value (core cycles)",
	};

	return names[field];
}
