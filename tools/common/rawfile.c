// SPDX-License-Identifier: GPL-2.0-only
/*
 * Saved records.
 *
 * A file holds records as read() returned them, and records of types that only files have
 * (recording.h), which describe origin, counters and clocks. A file without these can be read too,
 * if options name the platform and format. Recordings of i915-perf-recorder have the same form and
 * other types of their own.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <drm/i915_oa.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/common/file.h"
#include "tools/common/message.h"
#include "tools/common/metricfile.h"
#include "tools/common/pcigpu.h"
#include "tools/common/rawfile.h"
#include "tools/common/recording.h"

/* Much more than a record, whose size has 16 bits */
#define CHUNK_BYTES	(1u << 20)
#define POLL_MS		100

/* struct part - position of a walk over a file */
struct part {
	/* Room for CHUNK_BYTES */
	char *buf;
	/* Offset of the contents of @buf in the file */
	u64 offset;
	/* Bytes in @buf that were not walked */
	size_t have;
	/* What was seen of the recording */
	struct records_head head;
	/* There is no further part */
	bool last;
};

static int put(FILE *file, u32 type, const void *payload, size_t bytes)
{
	const struct drm_i915_perf_record_header header = {
		.type = type, .size = sizeof(header) + bytes,
	};

	return fwrite(&header, sizeof(header), 1, file) == 1 &&
	       fwrite(payload, bytes, 1, file) == 1 ? 0 : -1;
}

static u32 to_record(const struct metric_set *set)
{
	if (!(set->programmed & OA_PROGRAMMED_TREE) || !set->a_other)
		return set->programmed;
	return (set->programmed & ~OA_PROGRAMMED_TREE) | COUNTED_TREE_IN_PART;
}

/**
 * rawfile_begin() - write the records that describe a stream
 * @file: the file, in its first position
 * @gpu: the GPU that writes the records
 * @format: format of the reports
 * @exponent: exponent of the timer
 * @set: the metric set
 * @source: driver, device and metric set
 *
 * Prints nothing. Return: 0, or -1 with errno set.
 */
int rawfile_begin(FILE *file, const struct dump_gpu *gpu, const struct oa_report_format *format,
		  unsigned int exponent, const struct metric_set *set,
		  const struct record_source *source)
{
	const struct record_counted counted = {
		.programmed = to_record(set), .eus = gpu->eus, .slices = gpu->slices,
	};
	const struct record_origin origin = {
		.version = ORIGIN_VERSION,
		.devid = gpu->devid,
		.format = format->id,
		.exponent = exponent,
		.timestamp_hz = gpu->timestamp_hz,
	};

	return put(file, RECORD_ORIGIN, &origin, sizeof(origin)) ||
	       put(file, RECORD_COUNTED, &counted, sizeof(counted)) ||
	       put(file, RECORD_SOURCE, source, sizeof(*source)) ? -1 : 0;
}

/**
 * rawfile_create() - create a file of records
 * @path: path of the file, "-": standard output
 * @gpu: as of rawfile_begin()
 * @format: likewise
 * @exponent: likewise
 * @set: likewise
 * @source: likewise
 *
 * Return: the file, positioned for the first record and for file_finish(), or NULL.
 */
FILE *rawfile_create(const char *path, const struct dump_gpu *gpu,
		     const struct oa_report_format *format, unsigned int exponent,
		     const struct metric_set *set, const struct record_source *source)
{
	FILE *file = file_create(path);

	if (file && !rawfile_begin(file, gpu, format, exponent, set, source))
		return file;
	complain("%s: %s", file_out_name(path), strerror(errno));
	if (file)
		file_finish(file);
	return NULL;
}

/**
 * rawfile_put_events() - save the events that the metric set programs
 * @file: from rawfile_create()
 * @events: events that have counters
 *
 * Prints nothing. Return: 0, or -1 with errno set.
 */
int rawfile_put_events(FILE *file, const struct event_list *events)
{
	const struct event *event = events->list;
	int ret = 0;

	for (; !ret && event < events->list + events->num; event++) {
		const bool flex = event->field == OA_FIELD_A;
		struct record_event record = {
			.bank = flex ? 'A' : 'B', .number = event->number, .unit = event->unit,
			.value = { flex ? event->flex : event->cec[0], flex ? 0 : event->cec[1] },
		};

		snprintf(record.name, sizeof(record.name), "%s", event->name);
		snprintf(record.text, sizeof(record.text), "%s", event->text);
		ret = put(file, RECORD_EVENT, &record, sizeof(record));
	}
	return ret;
}

/**
 * rawfile_put_gpu() - save what metric files may ask of the GPU
 * @file: from rawfile_create(), with the first pair of clocks
 * @gpu: the GPU
 * @a_other: A counters of which OA_PROGRAMMED_TREE is not true
 *
 * Prints nothing. Return: 0, or -1 with errno set.
 */
int rawfile_put_gpu(FILE *file, const struct dump_gpu *gpu, u64 a_other)
{
	const struct gpu_facts *facts = &gpu->facts;
	struct record_gpu record = {
		.a_other = a_other,
		.max_hz = facts->max_hz,
		.revision = facts->revision,
		.has_revision = facts->has_revision,
		.slice_mask = facts->has_topology ? facts->slice_mask : 0,
	};

	memcpy(record.subslices, facts->subslices, sizeof(record.subslices));
	return put(file, RECORD_GPU, &record, sizeof(record));
}

/**
 * rawfile_put_clocks() - save a reading of all clocks
 * @file: from rawfile_create()
 * @clocks: the moment
 *
 * Prints nothing. Return: 0, or -1 with errno set.
 */
int rawfile_put_clocks(FILE *file, const struct record_clocks *clocks)
{
	return put(file, RECORD_CLOCKS, clocks, sizeof(*clocks));
}

/**
 * rawfile_put_silence() - save that no report came although the timer ran
 * @file: from rawfile_create()
 * @quiet_ns: time without a report
 * @at_end: the stream ends with it
 *
 * Prints nothing. Return: 0, or -1 with errno set.
 */
int rawfile_put_silence(FILE *file, u64 quiet_ns, bool at_end)
{
	const struct record_silence silence = { .quiet_ns = quiet_ns, .at_end = at_end };

	return put(file, RECORD_SILENCE, &silence, sizeof(silence));
}

static bool known_type(u32 type)
{
	return recording_knows(type) || type == DRM_I915_PERF_RECORD_SAMPLE ||
	       type == DRM_I915_PERF_RECORD_OA_REPORT_LOST ||
	       type == DRM_I915_PERF_RECORD_OA_BUFFER_LOST || type == DRM_I915_OA_RECORD_LOSS;
}

/* Reject other files by their first record, since a device such as /dev/zero has no end. */
static bool may_be_records(const char *path, const char *buf, size_t bytes)
{
	struct drm_i915_perf_record_header header = { .size = sizeof(header) };

	if (!bytes) {
		complain("%s is empty", path);
		return false;
	}
	memcpy(&header, buf, bytes < sizeof(header) ? bytes : sizeof(header));
	if (bytes >= sizeof(header.type) && known_type(header.type) &&
	    header.size >= sizeof(header))
		return true;
	complain("%s is no recording: it begins with no known record", path);
	return false;
}

static int refuse(const struct rawfile *file)
{
	complain("%s: %s", file->path, strerror(errno));
	return -1;
}

/*
 * Read a part of a pipe. A signal ends the wait, but would not end a read(). Return: bytes, 0 at
 * the end, -1 on failure.
 */
static ssize_t read_pipe(struct rawfile *file, int fd)
{
	struct pollfd pollfd = { .fd = fd, .events = POLLIN };
	ssize_t bytes;

	do {
		if (interrupted()) {
			complain("interrupted: %s was not read to its end", file->path);
			return -1;
		}
	} while (poll(&pollfd, 1, POLL_MS) <= 0);
	bytes = read(fd, file->buf, CHUNK_BYTES);
	return bytes < 0 ? refuse(file) : bytes;
}

/*
 * Copy a pipe's contents to a temporary file. They are read more than once, since the time of a
 * report depends on later ones.
 */
static int spool(struct rawfile *file, int fd)
{
	ssize_t bytes;

	file->spool = tmpfile();
	if (!file->spool)
		return refuse(file);
	while ((bytes = read_pipe(file, fd)) > 0) {
		if (!file->bytes && bytes >= (ssize_t)sizeof(struct drm_i915_perf_record_header) &&
		    !may_be_records(file->path, file->buf, bytes))
			return -1;
		if (fwrite(file->buf, bytes, 1, file->spool) != 1)
			break;
		file->bytes += bytes;
	}
	if (bytes < 0)
		return -1;
	if (!bytes && !fflush(file->spool))
		return 0;
	complain("%s: it can't be kept in a temporary file: %s", file->path, strerror(errno));
	return -1;
}

/* Files of /proc have a size of 0, and are read like pipes. */
static int open_records(struct rawfile *file, const char *path)
{
	struct stat st;
	off_t at;

	file->fd = file_is_standard(path) ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
	if (file->fd < 0 || fstat(file->fd, &st))
		return refuse(file);
	at = lseek(file->fd, 0, SEEK_CUR);
	if (!S_ISREG(st.st_mode) || at < 0 || st.st_size <= at)
		return spool(file, file->fd);
	file->begin = at;
	file->bytes = st.st_size - at;
	return 0;
}

/* Return: bytes, less than @room at the end of the file; -1 on failure. */
static ssize_t read_at(const struct rawfile *file, u64 at, void *buf, size_t room)
{
	const int fd = file->spool ? fileno(file->spool) : file->fd;
	size_t have = 0;
	ssize_t bytes;

	if (room > file->bytes - at)
		room = file->bytes - at;
	while (have < room) {
		bytes = pread(fd, (char *)buf + have, room - have, file->begin + at + have);
		if (bytes < 0)
			return refuse(file);
		if (!bytes)
			break;
		have += bytes;
	}
	return have;
}

static enum records_end stop_at_another(const struct rawfile *file, const struct record_sink *sink,
					u64 at)
{
	if (!sink->quiet)
		complain("%s: another recording begins at byte %llu, and is not read", file->path,
			 (unsigned long long)at);
	return RECORDS_ANOTHER;
}

/* Fill a part. Return: false if the file can't be read. */
static bool fill(const struct rawfile *file, struct part *part)
{
	const ssize_t bytes = read_at(file, part->offset + part->have, part->buf + part->have,
				      CHUNK_BYTES - part->have);

	if (bytes < 0)
		return false;
	part->last = part->have + bytes < CHUNK_BYTES;
	part->have += bytes;
	return true;
}

static void drop(struct part *part, size_t bytes)
{
	memmove(part->buf, part->buf + bytes, part->have - bytes);
	part->offset += bytes;
	part->have -= bytes;
}

/* Walk the records of the next part. */
static enum records_end walk_part(const struct rawfile *file, struct part *part,
				  const struct record_sink *records)
{
	struct record_sink sink = *records;
	enum records_end end;
	size_t whole, own;

	sink.path = file->path;
	sink.offset = part->offset;
	sink.total = file->bytes;
	if (!fill(file, part))
		return RECORDS_UNREADABLE;
	whole = part->last ? part->have : records_whole(part->buf, part->have);
	/* No record is larger than a chunk, so this one is invalid. */
	if (!whole)
		whole = part->have;
	own = records_of_one(&part->head, part->buf, whole);
	end = records_walk(&sink, part->buf, own);
	if (end)
		return end;
	if (own < whole)
		return stop_at_another(file, &sink, part->offset + own);
	drop(part, whole);
	return RECORDS_WHOLE;
}

static enum records_end walk_parts(const struct rawfile *file, const struct record_sink *records)
{
	struct part part = { .buf = file->buf };
	enum records_end end;

	if (records->begin && records->begin(records->arg))
		return RECORDS_STOPPED;
	do {
		end = walk_part(file, &part, records);
	} while (!end && !part.last);
	return end;
}

/* struct pairs_ahead - the pairs of clocks, which are read ahead of the walk */
struct pairs_ahead {
	const struct rawfile *file;
	struct part part;
	/* The next record in the part */
	size_t at;
};

/* Return: 0, or -1 if there are no more. */
static int next_pair(void *arg, struct record_clocks *clocks)
{
	struct pairs_ahead *ahead = arg;
	struct part *part = &ahead->part;
	struct record_view record;

	do {
		while (records_first(part->buf + ahead->at, part->have - ahead->at, &record)) {
			if (records_another(&part->head, record.type))
				return -1;
			ahead->at += record.size;
			if (record_clocks(record.type, record.payload, record.bytes, clocks))
				return 0;
		}
		drop(part, ahead->at);
		ahead->at = 0;
	} while (!part->last && part->have < CHUNK_BYTES && fill(ahead->file, part));
	return -1;
}

/**
 * rawfile_walk() - walk the records of a file one by one
 * @file: the file
 * @line: a new timeline, which gets the pairs of the file ahead of the walk
 * @records: callbacks for the records; other() passes the pairs
 *
 * A file is read in parts, twice at the same time, since the time of a report depends on the pair
 * behind it.
 *
 * Return: as records_walk(), or RECORDS_UNREADABLE or RECORDS_ANOTHER.
 */
enum records_end rawfile_walk(const struct rawfile *file, struct timeline *line,
			      const struct record_sink *records)
{
	struct pairs_ahead ahead = { .file = file, .part.buf = malloc(CHUNK_BYTES) };
	enum records_end end;

	if (!ahead.part.buf) {
		complain("no memory for the clocks of %s", file->path);
		return RECORDS_UNREADABLE;
	}
	line->more = next_pair;
	line->arg = &ahead;
	timeline_open(line);
	end = walk_parts(file, records);
	line->more = NULL;
	free(ahead.part.buf);
	return end;
}

static int take_origin(struct rawfile *file, const void *payload, size_t bytes)
{
	struct record_origin origin = { .version = 0 };

	memcpy(&origin, payload, bytes < sizeof(origin) ? bytes : sizeof(origin));
	if (origin.version != ORIGIN_VERSION || bytes != sizeof(origin)) {
		complain("%s: a recording of version %u; only version %u is known", file->path,
			 origin.version, ORIGIN_VERSION);
		return -1;
	}
	file->devid = origin.devid;
	file->format_id = origin.format;
	file->timestamp_hz = origin.timestamp_hz;
	file->period = origin.exponent < 32 ? 2ull << origin.exponent : 0;
	return 0;
}

static int take_counted(struct rawfile *file, const void *payload, size_t bytes)
{
	struct record_counted counted;

	if (bytes != sizeof(counted))
		return 0;
	memcpy(&counted, payload, bytes);
	file->programmed = counted.programmed;
	file->eus = counted.eus;
	file->slices = counted.slices;
	return 0;
}

/* Copy a text of a file as printable ASCII. */
static void take_text(char *to, size_t room, const char *from, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes && i < room - 1 && from[i]; i++)
		to[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '?';
	to[i] = 0;
}

static void take_metric_set(struct rawfile *file, const char *name, size_t bytes, const char *uuid)
{
	struct record_source *to = &file->source;

	take_text(to->metric_set, sizeof(to->metric_set), name, bytes);
	take_text(to->uuid, sizeof(to->uuid), uuid, sizeof(to->uuid));
}

static int take_source(struct rawfile *file, const void *payload, size_t bytes)
{
	struct record_source source, *to = &file->source;

	if (bytes != sizeof(source))
		return 0;
	memcpy(&source, payload, bytes);
	take_text(to->driver, sizeof(to->driver), source.driver, sizeof(source.driver));
	take_text(to->device, sizeof(to->device), source.device, sizeof(source.device));
	take_metric_set(file, source.metric_set, sizeof(source.metric_set), source.uuid);
	return 0;
}

/* The first of the pairs before the first report gives the start of the recording. */
static int take_clocks(struct rawfile *file, const void *payload, size_t bytes)
{
	struct record_clocks clocks;

	if (bytes != sizeof(clocks) || file->realtime_ns)
		return 0;
	memcpy(&clocks, payload, bytes);
	file->realtime_ns = clocks.realtime_ns;
	return 0;
}

static int take_version(struct rawfile *file, const void *payload, size_t bytes)
{
	u32 version = 0;

	memcpy(&version, payload, bytes < sizeof(version) ? bytes : sizeof(version));
	if (version == RECORDER_VERSION_KNOWN)
		return 0;
	complain("%s: a recording of i915-perf-recorder of version %u; only version %u is known",
		 file->path, version, RECORDER_VERSION_KNOWN);
	return -1;
}

static int take_device(struct rawfile *file, const void *payload, size_t bytes)
{
	struct recorder_device device;

	if (bytes != sizeof(device)) {
		complain("%s: the recorder describes the GPU in %zu bytes, not in %zu", file->path,
			 bytes, sizeof(device));
		return -1;
	}
	memcpy(&device, payload, bytes);
	file->devid = device.devid;
	file->format_id = device.format;
	file->timestamp_hz = device.timestamp_hz;
	file->facts.has_revision = true;
	file->facts.revision = device.revision;
	file->facts.max_hz = device.gt_hz[1];
	take_metric_set(file, device.metric_set, sizeof(device.metric_set), device.uuid);
	return 0;
}

/* A topology of unknown form is ignored. */
static int take_topology(struct rawfile *file, const void *payload, size_t bytes)
{
	if (!gpufacts_topology(&file->facts, payload, bytes))
		return 0;
	file->slices = __builtin_popcount(file->facts.slice_mask);
	file->eus = file->facts.eus;
	return 0;
}

static int take_gpu(struct rawfile *file, const void *payload, size_t bytes)
{
	struct record_gpu gpu;

	if (bytes != sizeof(gpu))
		return 0;
	memcpy(&gpu, payload, bytes);
	file->a_other = gpu.a_other;
	file->facts.max_hz = gpu.max_hz;
	file->facts.has_revision = gpu.has_revision;
	file->facts.revision = gpu.revision;
	file->facts.has_topology = gpu.slice_mask && file->eus;
	file->facts.slice_mask = gpu.slice_mask;
	file->facts.eus = file->eus;
	memcpy(file->facts.subslices, gpu.subslices, sizeof(gpu.subslices));
	return 0;
}

/* An event that this version can't show is left out. */
static int take_event(struct rawfile *file, const void *payload, size_t bytes)
{
	struct record_event record;
	struct event event = { .placed = true };

	if (bytes != sizeof(record))
		return 0;
	memcpy(&record, payload, bytes);
	take_text(event.name, sizeof(event.name), record.name, sizeof(record.name));
	take_text(event.text, sizeof(event.text), record.text, sizeof(record.text));
	event.field = record.bank == 'A' ? OA_FIELD_A : OA_FIELD_B;
	event.number = record.number;
	event.unit = record.unit;
	event.flex = record.value[0];
	event.cec[0] = record.value[0];
	event.cec[1] = record.value[1];
	if ((record.bank != 'A' && record.bank != 'B') || !event_is_sound(&event))
		return 0;
	return event_append(&file->events, &event);
}

static int take(struct rawfile *file, u32 type, const void *payload, size_t bytes)
{
	switch (type) {
	case RECORD_ORIGIN:
		return take_origin(file, payload, bytes);
	case RECORD_COUNTED:
		return take_counted(file, payload, bytes);
	case RECORD_CLOCKS:
		return take_clocks(file, payload, bytes);
	case RECORD_EVENT:
		return take_event(file, payload, bytes);
	case RECORD_GPU:
		return take_gpu(file, payload, bytes);
	case RECORD_SOURCE:
		return take_source(file, payload, bytes);
	case RECORDER_VERSION:
		return take_version(file, payload, bytes);
	case RECORDER_DEVICE:
		return take_device(file, payload, bytes);
	case RECORDER_TOPOLOGY:
		return take_topology(file, payload, bytes);
	default:
		return 0;
	}
}

/* The records that describe a file precede its first report, and take much less than a chunk. */
static int read_head(struct rawfile *file)
{
	struct drm_i915_perf_record_header header = { .size = 0 };
	struct records_head head = { .origin = false };
	const ssize_t bytes = read_at(file, 0, file->buf, CHUNK_BYTES);
	const char *at = file->buf;
	size_t left = bytes, size;

	if (bytes < 0 || !may_be_records(file->path, file->buf, bytes))
		return -1;
	while (left >= sizeof(header)) {
		memcpy(&header, at, sizeof(header));
		if (header.size > left && at == file->buf)
			break;
		if (!recording_knows(header.type) || header.size < sizeof(header) ||
		    header.type == RECORDER_CLOCKS || records_another(&head, header.type))
			return 0;
		if (header.size > left)
			break;
		if (take(file, header.type, at + sizeof(header), header.size - sizeof(header)))
			return -1;
		size = header.size + record_padding(header.type, at + header.size, header.size,
						    left - header.size);
		at += size;
		left -= size;
	}
	if (!left)
		return 0;
	complain("%s is cut in its head: it ends within a record that describes the others",
		 file->path);
	return -1;
}

static int find_platform(struct rawfile *file, const char *key)
{
	char name[PCIGPU_NAME_BYTES];

	if (key) {
		file->platform = platform_by_key(key);
		return 0;
	}
	if (!file->devid) {
		complain("%s does not say what wrote it: give --platform and --format", file->path);
		return -1;
	}
	file->platform = platform_by_devid(file->devid);
	if (file->platform)
		return 0;
	complain("%s is a recording of %s, whose reports these tools do not know", file->path,
		 pcigpu_name(file->devid, name));
	return -1;
}

/* A recorder names the set by its uuid only. */
static void find_known_set(struct rawfile *file)
{
	const char *const *uuid = file->platform->tree_sets;

	while (uuid && *uuid && strcmp(*uuid, file->source.uuid))
		uuid++;
	if (file->programmed || !uuid || !*uuid)
		return;
	file->programmed = OA_PROGRAMMED_TREE;
	file->a_other = file->platform->tree_sets_other;
}

/* Name the events of the file, and undo to_record(). */
static int name_events(struct rawfile *file)
{
	if (file->programmed & COUNTED_TREE_IN_PART) {
		file->programmed |= OA_PROGRAMMED_TREE;
		file->a_other |= events_replaced(&file->events, file->platform);
	}
	file->programmed &= ~COUNTED_TREE_IN_PART;
	events_describe(&file->events, file->platform);
	return events_name(&file->events, &file->named);
}

static int describe(struct rawfile *file, const char *key, const char *format)
{
	char number[16];

	if (read_head(file) || find_platform(file, key))
		return -1;
	find_known_set(file);
	if (name_events(file))
		return -1;
	snprintf(number, sizeof(number), "%u", file->format_id);
	file->format = platform_format(file->platform, format ?: file->devid ? number : NULL);
	file->timestamp_hz = file->timestamp_hz ?: file->platform->timestamp_hz;
	file->facts.timestamp_hz = file->timestamp_hz;
	gpufacts_family(&file->facts, file->platform, file->devid, file->devid ? NULL : key);
	return file->format ? 0 : -1;
}

/**
 * rawfile_open() - open a saved file
 * @file: filled in; release it with rawfile_close()
 * @path: the file, "-": standard input
 * @platform: key of the platform, NULL: as the file says
 * @format: name or number of the report format, NULL: as the file says, else the platform's default
 *
 * Return: 0 or -1.
 */
int rawfile_open(struct rawfile *file, const char *path, const char *platform, const char *format)
{
	*file = (struct rawfile){ .path = file_in_name(path), .fd = -1 };
	file->buf = malloc(CHUNK_BYTES);
	if (!file->buf)
		refuse(file);
	else if (!open_records(file, path) && !describe(file, platform, format))
		return 0;
	rawfile_close(file);
	return -1;
}

/* Take over the counters of the set, and what it counts as the sets of the tools do. */
static int use_metrics(struct rawfile *file)
{
	struct set_registers registers;
	int ret;

	if (!file->programmed) {
		ret = metricfile_registers(file->metrics, &registers);
		if (!ret)
			set_recognise(&registers, file->platform, &file->programmed,
				      &file->a_other);
		set_free(&registers);
		if (ret)
			return -1;
	}
	return metricfile_name(file->metrics, &file->named);
}

/**
 * rawfile_metrics() - find the recording's metric set in files, and name its counters
 * @file: from rawfile_open()
 * @paths: files and folders of the command line, NULL behind the last one; NULL: none
 *
 * Return: 0; -1 if it is in none of the command line's files, or for another GPU.
 */
int rawfile_metrics(struct rawfile *file, char *const *paths)
{
	const struct record_source *source = &file->source;

	if (!source->uuid[0] || metricset_uuid(source->uuid) ||
	    (!paths && !getenv(METRICFILE_VARIABLE)))
		return 0;
	switch (metricfile_open(&file->metrics, paths, &file->facts, source->uuid)) {
	case METRICFILE_FOUND:
		return use_metrics(file);
	case METRICFILE_NONE:
		if (!paths)
			return 0;
		complain("no file has the metric set of %s: %s%s%s", file->path, source->metric_set,
			 source->metric_set[0] ? ", " : "", source->uuid);
		return -1;
	default:
		return -1;
	}
}

/**
 * rawfile_close() - release a file
 * @file: from rawfile_open()
 */
void rawfile_close(struct rawfile *file)
{
	if (file->spool)
		fclose(file->spool);
	if (file->fd >= 0)
		close(file->fd);
	free(file->buf);
	events_free(&file->events);
	named_free(&file->named);
	metricfile_close(file->metrics);
}
