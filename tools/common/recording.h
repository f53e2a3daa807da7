/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records that only files have: those of this project's tools (oa-dump --raw), and those of
 * i915-perf-recorder, version 1, as its source describes them. All are little-endian, and have the
 * header of a stream's record.
 */
#ifndef _TOOLS_RECORDING_H_
#define _TOOLS_RECORDING_H_

#include "formats/oa_types.h"

/* Far from the types that drivers use */
#define RECORD_ORIGIN		0x4f410001u
#define RECORD_COUNTED		0x4f410002u
#define RECORD_CLOCKS		0x4f410003u
#define RECORD_SOURCE		0x4f410004u
#define RECORD_SILENCE		0x4f410005u
#define RECORD_EVENT		0x4f410006u
#define RECORD_GPU		0x4f410007u
#define RECORD_MARK		0x4f410008u

#define ORIGIN_VERSION		1u

/** struct record_origin - payload of RECORD_ORIGIN, which is the first record */
struct record_origin {
	/** @version: ORIGIN_VERSION */
	u32 version;
	/** @devid: PCI device id of the GPU */
	u32 devid;
	/** @format: number of the report format */
	u32 format;
	/** @exponent: of the timer */
	u32 exponent;
	/** @timestamp_hz: ticks of the time stamp per second */
	u32 timestamp_hz;
	/** @pad: 0 */
	u32 pad;
};

/*
 * Flag of record_counted.programmed in addition to OA_PROGRAMMED_*: the set for the tree, but for the
 * counters of RECORD_EVENT. Older versions of the tools take it for a set that they do not know.
 */
#define COUNTED_TREE_IN_PART	0x4u

/** struct record_counted - payload of RECORD_COUNTED; a value of 0 is unknown */
struct record_counted {
	/** @programmed: OA_PROGRAMMED_*, contents of the metric set */
	u32 programmed;
	/** @eus: number of EUs */
	u32 eus;
	/** @slices: number of slices */
	u32 slices;
	/** @pad: 0 */
	u32 pad;
};

/** struct record_clocks - payload of RECORD_CLOCKS: the same moment on several clocks */
struct record_clocks {
	/** @monotonic_ns: CLOCK_MONOTONIC */
	u64 monotonic_ns;
	/** @gpu_ticks: the render time stamp */
	u64 gpu_ticks;
	/** @boottime_ns: CLOCK_BOOTTIME */
	u64 boottime_ns;
	/** @realtime_ns: CLOCK_REALTIME */
	u64 realtime_ns;
};

/**
 * struct record_source - payload of RECORD_SOURCE, among the records before the first report
 *
 * Texts end with a 0, and are empty if unknown. Older versions of the tools skip this record.
 */
struct record_source {
	/** @driver: the kernel's driver of the GPU */
	char driver[32];
	/** @device: name of the GPU on its bus, for PCI its address */
	char device[32];
	/** @metric_set: name of the metric set */
	char metric_set[64];
	/** @uuid: of the metric set */
	char uuid[40];
};

/** struct record_silence - payload of RECORD_SILENCE: no report came, although the timer ran */
struct record_silence {
	/** @quiet_ns: time without a report until the record was written */
	u64 quiet_ns;
	/** @at_end: 1 if the stream was closed in the silence, else 0 */
	u32 at_end;
	/** @pad: 0 */
	u32 pad;
};

/**
 * struct record_mark - payload of RECORD_MARK: a mark of the user's, among the records of the stream
 *
 * A report on request may follow it in the same record. Older versions of the tools skip it.
 */
struct record_mark {
	/** @clocks: its time; clocks that are 0 are unknown */
	struct record_clocks clocks;
	/** @number: from 1 on, in the order in which marks were made */
	u32 number;
	/** @pad: 0 */
	u32 pad;
	/** @text: the line that made it, ends with a 0; empty: it was a signal */
	char text[120];
};

/**
 * struct record_event - payload of RECORD_EVENT: an event that the command line named
 *
 * One for each, among the records before the first report. Older versions of the tools skip it.
 */
struct record_event {
	/** @name: the user's, ends with a 0 */
	char name[32];
	/** @text: the event as it was typed, ends with a 0 */
	char text[72];
	/** @bank: 'A' or 'B' */
	u8 bank;
	/** @number: of the counter */
	u8 number;
	/** @unit: enum event_unit */
	u8 unit;
	/** @pad: 0 */
	u8 pad;
	/** @value: the event in EU_PERF_CNT_CTLn and 0, or CECn-0 and CECn-1 */
	u32 value[2];
	/** @pad2: 0 */
	u32 pad2;
};

/**
 * struct record_gpu - payload of RECORD_GPU: what metric files may ask of the GPU
 *
 * Behind the first RECORD_CLOCKS, and before the first report. Older versions of the tools skip it.
 */
struct record_gpu {
	/** @a_other: A counters of which OA_PROGRAMMED_TREE is not true */
	u64 a_other;
	/** @max_hz: highest frequency, 0: unknown */
	u64 max_hz;
	/** @subslices: masks of the subslices of each slice */
	u8 subslices[8];
	/** @revision: its stepping */
	u32 revision;
	/** @slice_mask: slices that exist; 0: they and the subslices are unknown */
	u8 slice_mask;
	/** @has_revision: 1 if @revision is known */
	u8 has_revision;
	/** @pad: 0 */
	u8 pad[2];
};

#define RECORDER_VERSION	0x10000u
#define RECORDER_DEVICE		0x10001u
#define RECORDER_TOPOLOGY	0x10002u
#define RECORDER_CLOCKS		0x10003u

#define RECORDER_VERSION_KNOWN	1u

/** struct recorder_device - payload of RECORDER_DEVICE */
struct recorder_device {
	/** @timestamp_hz: ticks of the time stamp per second */
	u64 timestamp_hz;
	/** @devid: PCI device id of the GPU */
	u32 devid;
	/** @revision: its stepping */
	u32 revision;
	/** @gt_hz: lowest and highest frequency */
	u32 gt_hz[2];
	/** @engine: class and instance */
	u32 engine[2];
	/** @format: number of the report format */
	u32 format;
	/** @metric_set: symbol of the metric set */
	char metric_set[256];
	/** @uuid: of the metric set */
	char uuid[40];
	/** @pad: undefined */
	u32 pad;
} __attribute__((packed));

/** struct recorder_clocks - payload of RECORDER_CLOCKS */
struct recorder_clocks {
	/** @cpu_ns: CLOCK_MONOTONIC, unless an option of the recorder selected another clock */
	u64 cpu_ns;
	/** @gpu_ticks: the render time stamp */
	u64 gpu_ticks;
};

/**
 * recording_knows() - check for a type of record that only files have
 * @type: type of the record
 */
static inline bool recording_knows(u32 type)
{
	return (type >= RECORD_ORIGIN && type <= RECORD_MARK) ||
	       (type >= RECORDER_VERSION && type <= RECORDER_CLOCKS);
}

#endif /* _TOOLS_RECORDING_H_ */
