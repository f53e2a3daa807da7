/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The file of a trace, which is a sequence of packets.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _OA_TRACE_PACKETS_H_
#define _OA_TRACE_PACKETS_H_

#include <stdbool.h>
#include <stddef.h>
#include <trace.pb-c.h>
#include <zlib.h>
#include <zstd.h>

#include "formats/oa_types.h"
#include "tools/common/recording.h"

/* Sequences of packets: each has its own order in time */
enum sequence {
	SEQUENCE_GPU = 1,
	SEQUENCE_PERF,
	/* Events of threads only: a thread's descriptor assigns its whole sequence to the thread. */
	SEQUENCE_THREADS,
	NUM_SEQUENCES,
};

/** enum packing - compression of bundles of packets */
enum packing {
	/** @PACKING_ZLIB: by zlib, which all viewers inflate */
	PACKING_ZLIB,
	/** @PACKING_ZSTD: by zstd, for Perfetto 58 and later */
	PACKING_ZSTD,
	/** @PACKING_NONE: there are no bundles */
	PACKING_NONE,
};

/** struct packets - a trace that is written */
struct packets {
	/** @path: its path, for messages */
	const char *path;
	/** @fd: its descriptor */
	int fd;
	/** @buf: whole packets that are not in the file yet */
	u8 *buf;
	/** @used: size of these packets */
	size_t used;
	/** @packing: compression of @buf */
	enum packing packing;
	/** @deflate: state of PACKING_ZLIB */
	z_stream deflate;
	/** @zstd: state of PACKING_ZSTD */
	ZSTD_CCtx *zstd;
	/** @bundle: room for the compressed @buf, NULL with PACKING_NONE */
	u8 *bundle;
	/** @room: size of @bundle without its head */
	size_t room;
	/** @bytes: size of the trace in the file, which ends with a whole packet */
	u64 bytes;
	/** @kept: the file keeps its earlier contents, and the trace follows them */
	bool kept;
	/** @created: the file is new */
	bool created;
	/** @events: there is a packet with an event */
	bool events;
	/** @failed: a packet could not be written, and later ones are dropped */
	bool failed;
	/** @untimed: times are not those of a clock, so packets name no clock */
	bool untimed;
	/** @own_time: times count from the first report */
	bool own_time;
	/** @begun: bit n is set when sequence n has begun */
	u32 begun;
};

/** struct annotation - a name and a value of an event */
struct annotation {
	/** @name: NULL ends a list */
	const char *name;
	/** @kind: type of the value */
	enum { ANNOTATION_NUMBER, ANNOTATION_ADDRESS, ANNOTATION_BOOL, ANNOTATION_TEXT } kind;
	/** @number: value of all kinds but text */
	u64 number;
	/** @text: value of a text */
	const char *text;
};

/* Time of a packet that only describes others */
#define NO_TIME			(~0ull)
/* Maximum number of annotations of an event, without the end of the list */
#define MAX_ANNOTATIONS		40

/* Maximum size of a number in a packet */
#define MAX_VARINT		10

size_t packets_varint(u8 *at, u64 value);
int packets_open(struct packets *packets, const char *path, enum packing packing);
int packets_put(struct packets *packets, enum sequence sequence, u64 time,
		Oa__TracePacket *packet);
int packets_flush(struct packets *packets);
bool packets_empty(const struct packets *packets);
int packets_close(struct packets *packets, bool failed);
int packets_clocks(struct packets *packets, const struct record_clocks *clocks);
int packets_track(struct packets *packets, enum sequence sequence, u64 uuid, const char *name);
int packets_process(struct packets *packets, enum sequence sequence, u64 uuid, s32 pid,
		    const char *name);
int packets_thread(struct packets *packets, enum sequence sequence, u64 uuid, s32 pid, s32 tid,
		   const char *name);
int packets_instant(struct packets *packets, enum sequence sequence, u64 track, u64 time,
		    const char *category, const char *name, const struct annotation *annotations);
int packets_begin(struct packets *packets, enum sequence sequence, u64 track, u64 time,
		  const char *category, const char *name);
int packets_end(struct packets *packets, enum sequence sequence, u64 track, u64 time,
		const char *category, const struct annotation *annotations);

#endif /* _OA_TRACE_PACKETS_H_ */
