/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The file of a trace: packets, one after the other.
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
	SEQUENCE_CPU,
	/* A descriptor of a thread makes the events of its sequence that thread's, so no others are there. */
	SEQUENCE_THREADS,
	SEQUENCE_PEBS,
	NUM_SEQUENCES,
};

/** enum packing - how bundles of packets are compressed */
enum packing {
	/** @PACKING_ZLIB: by zlib, which all viewers inflate */
	PACKING_ZLIB,
	/** @PACKING_ZSTD: by zstd, for Perfetto 58 and later */
	PACKING_ZSTD,
	/** @PACKING_NONE: there are no bundles */
	PACKING_NONE,
};

/** struct packets - a file that takes packets */
struct packets {
	/** @path: its path, for messages */
	const char *path;
	/** @fd: its descriptor */
	int fd;
	/** @buf: whole packets that are not in the file yet */
	u8 *buf;
	/** @used: size of what is in @buf */
	size_t used;
	/** @packing: how @buf is compressed */
	enum packing packing;
	/** @deflate: of PACKING_ZLIB */
	z_stream deflate;
	/** @zstd: of PACKING_ZSTD */
	ZSTD_CCtx *zstd;
	/** @bundle: room for @buf compressed, NULL with PACKING_NONE */
	u8 *bundle;
	/** @room: size of what @bundle holds, without its head */
	size_t room;
	/** @bytes: size of the trace in the file, which ends with a whole packet */
	u64 bytes;
	/** @kept: what was in the file stays, and the trace begins behind it */
	bool kept;
	/** @created: the file is new */
	bool created;
	/** @events: there is a packet that does not only describe others */
	bool events;
	/** @failed: a packet could not be written: no more are */
	bool failed;
	/** @untimed: times are no clock's: packets name no clock */
	bool untimed;
	/** @beside_perf: the trace becomes a part of an archive, whose clock is CLOCK_MONOTONIC */
	bool beside_perf;
	/** @begun: bit n is set when sequence n has begun */
	u32 begun;
};

/** struct annotation - a name and a value of an event */
struct annotation {
	/** @name: NULL ends a list */
	const char *name;
	/** @kind: which of the values it has */
	enum { ANNOTATION_NUMBER, ANNOTATION_ADDRESS, ANNOTATION_BOOL, ANNOTATION_TEXT } kind;
	/** @number: value of all kinds but text */
	u64 number;
	/** @text: value of a text */
	const char *text;
};

/* Of a packet that describes */
#define NO_TIME			(~0ull)
/* The most that an event has, without the end of the list */
#define MAX_ANNOTATIONS		40

/* Size of the largest number of a packet */
#define MAX_VARINT		10

size_t packets_varint(u8 *at, u64 value);
int packets_open(struct packets *packets, const char *path, enum packing packing);
int packets_put(struct packets *packets, enum sequence sequence, u64 time,
		Oa__TracePacket *packet);
int packets_flush(struct packets *packets);
int packets_close(struct packets *packets, bool failed);
int packets_clocks(struct packets *packets, const struct record_clocks *clocks);
int packets_track(struct packets *packets, enum sequence sequence, u64 uuid, const char *name);
int packets_process(struct packets *packets, enum sequence sequence, u64 uuid, s32 pid,
		    const char *name);
int packets_thread(struct packets *packets, enum sequence sequence, u64 uuid, s32 pid, s32 tid,
		   const char *name);
int packets_instant(struct packets *packets, enum sequence sequence, u64 track, u64 time,
		    const char *category, const char *name, const struct annotation *annotations);

#endif /* _OA_TRACE_PACKETS_H_ */
