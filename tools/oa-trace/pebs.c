// SPDX-License-Identifier: GPL-2.0-only
/*
 * --pebs-ds: the records in a dump of a DS area as events of a trace.
 *
 * A record of this format has no time. So events only have the order of the records: they are 1 ns
 * apart, from 1 ns on, and their packets name no clock.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cpusample.h"
#include "oa-trace.h"
#include "pebs_dump.h"
#include "tools/common/message.h"

#define PEBS_TRACK	0x400000000ull
#define CATEGORY	"pebs"
#define SOURCE_NAME	"Data Source Encoding"

/* struct reading - a dump that is read */
struct reading {
	const char *path;
	FILE *file;
	struct packets *packets;
	struct pebs_dump dump;
	struct oa_pebs_ds ds;
	u64 events;
	u64 contradictions;
};

static int instant(struct reading *r, const char *name, const struct annotation *list)
{
	return packets_instant(r->packets, SEQUENCE_PEBS, PEBS_TRACK, ++r->events, CATEGORY, name,
			       list);
}

static int read_header(struct reading *r)
{
	struct pebs_dump *dump = &r->dump;

	if (fread(dump, sizeof(*dump), 1, r->file) != 1 ||
	    memcmp(dump->magic, PEBS_DUMP_MAGIC, sizeof(dump->magic))) {
		complain("%s is no dump of a DS area", r->path);
		return -1;
	}
	if (dump->version != PEBS_DUMP_VERSION) {
		complain("%s: a dump of version %u; only version %u is known", r->path,
			 dump->version, PEBS_DUMP_VERSION);
		return -1;
	}
	if (!oa_pebs_layout(&r->ds.layout, dump->capabilities,
			    dump->flags & PEBS_DUMP_LONG_MODE)) {
		complain("%s: records of format %u (IA32_PERF_CAPABILITIES[11:8]), not 0 or 1",
			 r->path, (u32)(dump->capabilities >> 8 & 0xf));
		return -1;
	}
	r->ds.base = dump->base;
	r->ds.index = dump->index;
	r->ds.maximum = dump->maximum;
	r->ds.threshold = dump->threshold;
	return 0;
}

/* Warn of counters whose event is not valid for PEBS. Their records are in the buffer, too. */
static void check_events(const struct reading *r)
{
	u32 i, wrong;

	for (i = 0; i < PEBS_DUMP_COUNTERS; i++) {
		wrong = r->dump.enable >> i & 1 ? oa_pebs_evtsel_wrong(r->dump.evtsel[i]) : 0;
		if (wrong)
			complain("%s: IA32_PERFEVTSEL%u has%s%s%s%s: not valid for PEBS", r->path, i,
				 wrong & OA_PEBS_EVTSEL_ANY_THREAD ? " AnyThread" : "",
				 wrong & OA_PEBS_EVTSEL_EDGE ? " Edge" : "",
				 wrong & OA_PEBS_EVTSEL_INVERT ? " Invert" : "",
				 wrong & OA_PEBS_EVTSEL_CMASK ? " CMask" : "");
	}
}

static int put_record(struct reading *r, const u8 *bytes)
{
	struct annotation list[MAX_ANNOTATIONS + 1] = { { .name = NULL } };
	struct oa_pebs_sample sample;
	size_t n;

	if (!oa_pebs_decode(&r->ds.layout, bytes, &sample)) {
		r->contradictions++;
		n = cpu_sample_annotate(&sample, SOURCE_NAME, list);
		list[n].name = "contradicts the mode";
		list[n].kind = ANNOTATION_BOOL;
		list[n].number = 1;
	} else {
		cpu_sample_annotate(&sample, SOURCE_NAME, list);
	}
	return instant(r, "PEBS record", list);
}

/* Return: number of records that were read, @num or fewer */
static u64 read_records(struct reading *r, u64 num)
{
	u8 bytes[OA_PEBS_MAX_BYTES];
	u64 i;

	for (i = 0; i < num && !interrupted(); i++)
		if (fread(bytes, r->ds.layout.bytes, 1, r->file) != 1 || put_record(r, bytes))
			break;
	return i;
}

static int check_area(struct reading *r, u64 num, u64 got)
{
	int ret = 0;

	if (got < num && !r->packets->failed) {
		complain("%s ends after %" PRIu64 " of %" PRIu64 " records", r->path,
			 (uint64_t)got, (uint64_t)num);
		ret = -1;
	}
	switch (oa_pebs_ds_state(&r->ds)) {
	case OA_PEBS_DS_FULL:
		complain("%s: full: unknown number lost", r->path);
		return instant(r, "full: unknown number lost", NULL) ? -1 : ret;
	case OA_PEBS_DS_BROKEN:
		complain("%s: PEBS Index is where no record begins", r->path);
		return -1;
	default:
		return ret;
	}
}

static int decode(struct reading *r)
{
	u64 num, got;

	if (read_header(r))
		return -1;
	check_events(r);
	num = r->ds.index < r->ds.base ? 0 : oa_pebs_ds_records(&r->ds);
	if (packets_track(r->packets, SEQUENCE_PEBS, PEBS_TRACK,
			  "PEBS records (in their order, without time)"))
		return -1;
	got = read_records(r, num);
	complain("%s: %" PRIu64 " records of %u bytes, %s, in %s", r->path, (uint64_t)got,
		 r->ds.layout.bytes, r->ds.layout.long_mode ? "IA-32e mode" : "32 bits",
		 r->packets->path);
	if (r->contradictions)
		complain("%s: %" PRIu64 " records have bits that the processor's mode lacks", r->path,
			 (uint64_t)r->contradictions);
	return check_area(r, num, got);
}

/*
 * Make a trace of a dump. Return: 0, also for a full area, or -1 if the dump is incomplete or
 * inconsistent.
 */
int pebs_decode(const struct trace_options *options, struct packets *packets)
{
	struct reading r = { .path = options->pebs_ds, .packets = packets };
	int ret;

	packets->untimed = true;
	r.file = fopen(r.path, "rbe");
	if (!r.file) {
		complain("%s: %s", r.path, strerror(errno));
		return -1;
	}
	ret = decode(&r);
	fclose(r.file);
	return ret;
}
