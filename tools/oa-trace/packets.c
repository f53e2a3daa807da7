// SPDX-License-Identifier: GPL-2.0-only
/*
 * The file of a trace, which is a sequence of packets.
 *
 * Packets are collected in memory and compressed as a bundle, which is one packet of the file. A
 * report of 256 bytes becomes some 700 bytes of packets, most of which repeat those of the previous
 * report.
 *
 * The file only ever has whole packets: if the disk is full in the middle of a packet, the file is
 * truncated to the packet's beginning. So the trace of a run that failed can be read.
 *
 * An existing file is replaced only when there is something to write. So a run that fails before
 * that, as without a GPU, leaves the file as it was.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "packets.h"
#include "tools/common/file.h"
#include "tools/common/message.h"

#define BUFFER_BYTES	(1u << 18)
/* Field 1 of the trace, with a length */
#define PACKET_TAG	0x0a
#define SEQUENCE_BEGINS	1
/* Fields of a packet, with a length; a tag has two bytes */
#define ZLIB_TAG	(50 << 3 | 2)
#define ZSTD_TAG	(133 << 3 | 2)
/*
 * Parameters of zlib. If all counters are noise, chains of 32, the level's own, take a quarter more
 * time and save one percent of the size. The other limits help if many counters stand still.
 */
#define LEVEL		5
#define GOOD_LENGTH	32
#define MAX_LAZY	32
#define NICE_LENGTH	64
#define MAX_CHAIN	20
/* Level of zstd. The next levels take longer, and make larger traces of noise. */
#define ZSTD_LEVEL	2
#define MAX_HEAD	(1 + MAX_VARINT + 2 + MAX_VARINT)

static void create(struct packets *packets, const char *path)
{
	packets->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	packets->created = packets->fd >= 0;
	if (packets->fd < 0 && errno == EEXIST)
		packets->fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
}

static int allocate(struct packets *packets)
{
	packets->buf = malloc(BUFFER_BYTES);
	if (!packets->buf || packets->packing == PACKING_NONE)
		return packets->buf ? 0 : -1;
	if (packets->packing == PACKING_ZSTD) {
		packets->zstd = ZSTD_createCCtx();
		packets->room = packets->zstd ? ZSTD_compressBound(BUFFER_BYTES) : 0;
	} else if (deflateInit(&packets->deflate, LEVEL) == Z_OK) {
		packets->room = deflateBound(&packets->deflate, BUFFER_BYTES);
	}
	if (packets->room)
		packets->bundle = malloc(MAX_HEAD + packets->room);
	if (packets->bundle)
		return 0;
	errno = ENOMEM;
	return -1;
}

static void release(struct packets *packets)
{
	if (packets->packing == PACKING_ZLIB)
		deflateEnd(&packets->deflate);
	ZSTD_freeCCtx(packets->zstd);
	free(packets->bundle);
	free(packets->buf);
}

/**
 * packets_open() - create a trace
 * @packets: filled in
 * @path: the file, "-": standard output
 * @packing: how to compress packets
 *
 * Return: 0 or -1.
 */
int packets_open(struct packets *packets, const char *path, enum packing packing)
{
	*packets = (struct packets){ .path = file_out_name(path), .packing = packing };
	if (file_is_standard(path)) {
		/* Keep its earlier contents. */
		packets->kept = true;
		packets->fd = dup(STDOUT_FILENO);
	} else {
		create(packets, path);
	}
	if (packets->fd >= 0 && !allocate(packets))
		return 0;
	complain("%s: %s", packets->path, strerror(errno));
	if (packets->fd >= 0)
		close(packets->fd);
	release(packets);
	return -1;
}

/**
 * packets_varint() - encode a number
 * @at: room for MAX_VARINT bytes
 * @value: the number
 *
 * Return: its size.
 */
size_t packets_varint(u8 *at, u64 value)
{
	size_t n = 0;

	for (; value >> 7; value >>= 7)
		at[n++] = (value & 0x7f) | 0x80;
	at[n++] = value;
	return n;
}

/* Size of the packet at the beginning of a buffer that holds it whole */
static size_t packet_bytes(const u8 *at)
{
	size_t n = 1, shift = 0, bytes = 0;

	do {
		bytes |= (size_t)(at[n] & 0x7f) << shift;
		shift += 7;
	} while (at[n++] & 0x80);
	return n + bytes;
}

/* The end of the last packet that is within the first @written bytes of a buffer */
static size_t whole_packets(const u8 *buf, size_t bytes, size_t written)
{
	size_t at = 0, next = 0;

	while (next <= written && at < bytes) {
		at = next;
		if (at < bytes)
			next = at + packet_bytes(buf + at);
	}
	return at;
}

/* Write no more, and truncate the file to whole packets. A pipe can't be truncated. */
static int give_up(struct packets *packets, size_t written, size_t whole)
{
	const int error = errno;
	const off_t end = lseek(packets->fd, 0, SEEK_CUR);

	packets->failed = true;
	packets->bytes += whole;
	complain("%s: %s: the trace ends here; what it has until now is whole", packets->path,
		 strerror(error));
	if (end >= 0 && ftruncate(packets->fd, end - (written - whole)) && errno != EINVAL)
		complain("%s: it can't be cut back to whole packets: %s", packets->path,
			 strerror(errno));
	packets->used = 0;
	return -1;
}

/* There is room for the worst case, so one call of either compressor is enough, and can't fail. */
static size_t pack_zlib(struct packets *packets, u8 *data)
{
	z_stream *deflating = &packets->deflate;

	deflateReset(deflating);
	/* The reset has undone the tuning. */
	deflateTune(deflating, GOOD_LENGTH, MAX_LAZY, NICE_LENGTH, MAX_CHAIN);
	deflating->next_in = packets->buf;
	deflating->avail_in = packets->used;
	deflating->next_out = data;
	deflating->avail_out = packets->room;
	deflate(deflating, Z_FINISH);
	return deflating->total_out;
}

static size_t pack_zstd(struct packets *packets, u8 *data)
{
	return ZSTD_compressCCtx(packets->zstd, data, packets->room, packets->buf, packets->used,
				 ZSTD_LEVEL);
}

/* Compress the collected packets. Return: the size of the bundle, which begins at @at. */
static size_t make_bundle(struct packets *packets, const u8 **at)
{
	const bool zstd = packets->packing == PACKING_ZSTD;
	u8 outer[1 + MAX_VARINT] = { PACKET_TAG }, inner[2 + MAX_VARINT];
	u8 *data = packets->bundle + MAX_HEAD;
	size_t outer_bytes, inner_bytes, bytes;

	bytes = zstd ? pack_zstd(packets, data) : pack_zlib(packets, data);
	inner_bytes = packets_varint(inner, zstd ? ZSTD_TAG : ZLIB_TAG);
	inner_bytes += packets_varint(inner + inner_bytes, bytes);
	outer_bytes = 1 + packets_varint(outer + 1, inner_bytes + bytes);
	memcpy(data - inner_bytes, inner, inner_bytes);
	memcpy(data - inner_bytes - outer_bytes, outer, outer_bytes);
	*at = data - inner_bytes - outer_bytes;
	return outer_bytes + inner_bytes + bytes;
}

/* Write the collected packets. Return: 0 or -1. */
int packets_flush(struct packets *packets)
{
	size_t written = 0, bytes = packets->used;
	const u8 *at = packets->buf;
	ssize_t n;

	if (packets->failed)
		return -1;
	/* A pipe and a device have nothing to truncate, and fail with EINVAL. */
	if (bytes && !packets->bytes && !packets->kept && ftruncate(packets->fd, 0) &&
	    errno != EINVAL)
		return give_up(packets, 0, 0);
	if (bytes && packets->bundle)
		bytes = make_bundle(packets, &at);
	while (written < bytes) {
		n = write(packets->fd, at + written, bytes - written);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return give_up(packets, written, whole_packets(at, bytes, written));
		written += n;
	}
	packets->bytes += bytes;
	packets->used = 0;
	return 0;
}

/**
 * packets_put() - add a packet
 * @packets: the trace
 * @sequence: the packet's sequence
 * @time: the packet's time, ns, or NO_TIME
 * @packet: the packet; its time, clock and sequence are filled in
 *
 * Return: 0 or -1.
 */
int packets_put(struct packets *packets, enum sequence sequence, u64 time,
		Oa__TracePacket *packet)
{
	size_t bytes, room;
	u8 *at;

	packet->has_timestamp = time != NO_TIME;
	packet->timestamp = time;
	packet->has_timestamp_clock_id = time != NO_TIME && !packets->untimed;
	packet->timestamp_clock_id = OA__BUILTIN_CLOCK__MONOTONIC;
	packet->has_trusted_packet_sequence_id = 1;
	packet->trusted_packet_sequence_id = sequence;
	packet->has_sequence_flags = !(packets->begun >> sequence & 1);
	packet->sequence_flags = SEQUENCE_BEGINS;
	packets->begun |= 1u << sequence;

	bytes = oa__trace_packet__get_packed_size(packet);
	room = bytes + 1 + MAX_VARINT;
	if (room > BUFFER_BYTES) {
		complain("%s: a packet of %zu bytes", packets->path, bytes);
		return -1;
	}
	if (packets->used + room > BUFFER_BYTES && packets_flush(packets))
		return -1;
	if (packets->failed)
		return -1;
	at = packets->buf + packets->used;
	*at++ = PACKET_TAG;
	at += packets_varint(at, bytes);
	at += oa__trace_packet__pack(packet, at);
	packets->used = at - packets->buf;
	packets->events |= packet->gpu_counter_event || packet->track_event;
	return 0;
}

/**
 * packets_empty() - check that nothing was traced
 * @packets: the trace
 *
 * Return: true if there is no event, and nothing in the file.
 */
bool packets_empty(const struct packets *packets)
{
	return !packets->events && !packets->bytes;
}

/**
 * packets_close() - write the rest, and close the file
 * @packets: the trace
 * @failed: the run has failed: a trace without an event does not replace an existing file
 *
 * Return: 0, or -1 if any packet is missing in the file.
 */
int packets_close(struct packets *packets, bool failed)
{
	const bool nothing = failed && packets_empty(packets);
	int ret = nothing ? -1 : packets_flush(packets);

	if (close(packets->fd) && !ret) {
		complain("%s: %s", packets->path, strerror(errno));
		ret = -1;
	}
	if (nothing && packets->created)
		unlink(packets->path);
	release(packets);
	return ret;
}

/**
 * packets_clocks() - add a snapshot of the clocks
 * @packets: the trace
 * @clocks: the snapshot; clocks that are 0 are not known
 *
 * Return: 0 or -1.
 */
int packets_clocks(struct packets *packets, const struct record_clocks *clocks)
{
	const struct { Oa__BuiltinClock id; u64 ns; } all[] = {
		{ OA__BUILTIN_CLOCK__MONOTONIC, clocks->monotonic_ns },
		{ OA__BUILTIN_CLOCK__BOOTTIME, clocks->boottime_ns },
		{ OA__BUILTIN_CLOCK__REALTIME, clocks->realtime_ns },
	};
	Oa__ClockSnapshot__Clock known[ARRAY_LEN(all)], *list[ARRAY_LEN(all)];
	Oa__ClockSnapshot snapshot = OA__CLOCK_SNAPSHOT__INIT;
	Oa__TracePacket packet = OA__TRACE_PACKET__INIT;
	size_t i;

	for (i = 0; i < ARRAY_LEN(all); i++) {
		if (!all[i].ns)
			continue;
		oa__clock_snapshot__clock__init(&known[i]);
		known[i].has_clock_id = 1;
		known[i].clock_id = all[i].id;
		known[i].has_timestamp = 1;
		known[i].timestamp = all[i].ns;
		list[snapshot.n_clocks++] = &known[i];
	}
	snapshot.clocks = list;
	snapshot.has_primary_trace_clock = 1;
	snapshot.primary_trace_clock = OA__BUILTIN_CLOCK__MONOTONIC;
	packet.clock_snapshot = &snapshot;
	return packets_put(packets, SEQUENCE_GPU, clocks->monotonic_ns, &packet);
}

static int put_track(struct packets *packets, enum sequence sequence, u64 uuid,
		     Oa__TrackDescriptor *track)
{
	Oa__TracePacket packet = OA__TRACE_PACKET__INIT;

	track->has_uuid = 1;
	track->uuid = uuid;
	packet.track_descriptor = track;
	return packets_put(packets, sequence, NO_TIME, &packet);
}

/**
 * packets_track() - add a track for events
 * @packets: the trace
 * @sequence: of the packet
 * @uuid: number of the track
 * @name: its name
 *
 * Return: 0 or -1.
 */
int packets_track(struct packets *packets, enum sequence sequence, u64 uuid, const char *name)
{
	Oa__TrackDescriptor track = OA__TRACK_DESCRIPTOR__INIT;

	track.name = (char *)name;
	return put_track(packets, sequence, uuid, &track);
}

/**
 * packets_process() - add the track of a process
 * @packets: the trace
 * @sequence: of the packet
 * @uuid: number of the track
 * @pid: the process
 * @name: its name
 *
 * Return: 0 or -1.
 */
int packets_process(struct packets *packets, enum sequence sequence, u64 uuid, s32 pid,
		    const char *name)
{
	Oa__TrackDescriptor track = OA__TRACK_DESCRIPTOR__INIT;
	Oa__ProcessDescriptor process = OA__PROCESS_DESCRIPTOR__INIT;

	process.has_pid = 1;
	process.pid = pid;
	process.process_name = (char *)name;
	track.process = &process;
	return put_track(packets, sequence, uuid, &track);
}

/**
 * packets_thread() - add the track of a thread
 * @packets: the trace
 * @sequence: of the packet
 * @uuid: number of the track
 * @pid: the thread's process
 * @tid: the thread
 * @name: its name, NULL: unknown
 *
 * Return: 0 or -1.
 */
int packets_thread(struct packets *packets, enum sequence sequence, u64 uuid, s32 pid, s32 tid,
		   const char *name)
{
	Oa__TrackDescriptor track = OA__TRACK_DESCRIPTOR__INIT;
	Oa__ThreadDescriptor thread = OA__THREAD_DESCRIPTOR__INIT;

	thread.has_pid = 1;
	thread.pid = pid;
	thread.has_tid = 1;
	thread.tid = tid;
	thread.thread_name = (char *)name;
	track.thread = &thread;
	return put_track(packets, sequence, uuid, &track);
}

static void fill(Oa__DebugAnnotation *to, const struct annotation *from)
{
	oa__debug_annotation__init(to);
	to->name = (char *)from->name;
	switch (from->kind) {
	case ANNOTATION_NUMBER:
		to->has_uint_value = 1;
		to->uint_value = from->number;
		break;
	case ANNOTATION_ADDRESS:
		to->has_pointer_value = 1;
		to->pointer_value = from->number;
		break;
	case ANNOTATION_BOOL:
		to->has_bool_value = 1;
		to->bool_value = from->number;
		break;
	case ANNOTATION_TEXT:
		to->string_value = (char *)from->text;
		break;
	}
}

static int put_event(struct packets *packets, enum sequence sequence, u64 track, u64 time,
		     Oa__TrackEvent__Type type, const char *category, const char *name,
		     const struct annotation *annotations)
{
	Oa__DebugAnnotation filled[MAX_ANNOTATIONS], *list[MAX_ANNOTATIONS];
	Oa__TrackEvent event = OA__TRACK_EVENT__INIT;
	Oa__TracePacket packet = OA__TRACE_PACKET__INIT;
	char *categories[] = { (char *)category };
	size_t n;

	for (n = 0; annotations && annotations[n].name && n < MAX_ANNOTATIONS; n++) {
		fill(&filled[n], &annotations[n]);
		list[n] = &filled[n];
	}
	event.n_debug_annotations = n;
	event.debug_annotations = list;
	event.has_type = 1;
	event.type = type;
	event.has_track_uuid = 1;
	event.track_uuid = track;
	event.n_categories = 1;
	event.categories = categories;
	event.name = (char *)name;
	packet.track_event = &event;
	return packets_put(packets, sequence, time, &packet);
}

/**
 * packets_instant() - add an event without a duration
 * @packets: the trace
 * @sequence: of the packet
 * @track: number of its track
 * @time: ns
 * @category: of the event
 * @name: of the event
 * @annotations: list that ends with a name of NULL; NULL: none
 *
 * Return: 0 or -1.
 */
int packets_instant(struct packets *packets, enum sequence sequence, u64 track, u64 time,
		    const char *category, const char *name, const struct annotation *annotations)
{
	return put_event(packets, sequence, track, time, OA__TRACK_EVENT__TYPE__TYPE_INSTANT,
			 category, name, annotations);
}

/* As packets_instant(), the begin of a slice of a track. */
int packets_begin(struct packets *packets, enum sequence sequence, u64 track, u64 time,
		  const char *category, const char *name)
{
	return put_event(packets, sequence, track, time, OA__TRACK_EVENT__TYPE__TYPE_SLICE_BEGIN,
			 category, name, NULL);
}

/* As packets_instant(), the end of the last slice of a track that began; viewers add the annotations to the slice. */
int packets_end(struct packets *packets, enum sequence sequence, u64 track, u64 time,
		const char *category, const struct annotation *annotations)
{
	return put_event(packets, sequence, track, time, OA__TRACK_EVENT__TYPE__TYPE_SLICE_END,
			 category, NULL, annotations);
}
