// SPDX-License-Identifier: GPL-2.0-only
/*
 * A flight recorder: the newest records of a stream in memory, which become a file on request.
 *
 * Records are kept in parts, each of which ends with a pair of clocks. The oldest part is dropped as
 * soon as the others cover the time. A file has the records that describe the stream, the pair
 * before the oldest part, and the parts. It is written under another name and then renamed, so a
 * failure leaves the file of the last request as it is.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/common/clock.h"
#include "tools/common/file.h"
#include "tools/common/flight.h"
#include "tools/common/message.h"
#include "tools/common/records.h"

#define PARTS		10u
#define FIRST_BYTES	65536u

/* struct part - consecutive records */
struct part {
	struct part *next;
	/* CLOCK_BOOTTIME of the pair before it */
	u64 begin_ns;
	char *buf;
	size_t used, room;
};

struct flight {
	const char *path;
	char *partial;
	u64 keep_ns;
	FILE *file;
	/* The records before the first one of the stream, and the offset of the clocks in them */
	struct part head;
	size_t clocks_at;
	bool begun;
	struct part *oldest, *newest;
};

static volatile sig_atomic_t wanted;

static void on_request(int number)
{
	(void)number;
	wanted = 1;
}

/* Let SIGUSR2 request a file, from the start of the program on. */
void flight_catch(void)
{
	const struct sigaction action = { .sa_handler = on_request, .sa_flags = SA_RESTART };

	sigaction(SIGUSR2, &action, NULL);
}

static int append(struct part *part, const void *data, size_t bytes)
{
	size_t room = part->room ?: FIRST_BYTES;
	char *more;

	while (room < part->used + bytes)
		room *= 2;
	if (room != part->room) {
		more = realloc(part->buf, room);
		if (!more)
			return -1;
		part->buf = more;
		part->room = room;
	}
	memcpy(part->buf + part->used, data, bytes);
	part->used += bytes;
	return 0;
}

static ssize_t on_write(void *cookie, const char *data, size_t bytes)
{
	struct flight *flight = cookie;

	if (!append(flight->newest ?: &flight->head, data, bytes))
		return bytes;
	errno = ENOMEM;
	return 0;
}

static bool can_write(const struct flight *flight)
{
	struct stat st;

	if (!stat(flight->path, &st) && !S_ISREG(st.st_mode)) {
		complain("%s is no regular file, which --last would replace by a new one",
			 flight->path);
		return false;
	}
	return file_can_be_created(flight->partial);
}

/**
 * flight_new() - begin to keep the newest records
 * @path: file that they are written to
 * @keep_ns: time that they cover at least
 *
 * Return: the recorder, or NULL.
 */
struct flight *flight_new(const char *path, u64 keep_ns)
{
	static const cookie_io_functions_t functions = { .write = on_write };
	struct flight *flight = calloc(1, sizeof(*flight));

	if (!flight) {
		complain("%s: %s", path, strerror(errno));
		return NULL;
	}
	flight->path = path;
	flight->keep_ns = keep_ns;
	if (asprintf(&flight->partial, "%s.part", path) < 0) {
		flight->partial = NULL;
		complain("%s: %s", path, strerror(ENOMEM));
	} else if (can_write(flight)) {
		flight->file = fopencookie(flight, "w", functions);
		if (flight->file && !setvbuf(flight->file, NULL, _IONBF, 0))
			return flight;
		complain("%s: %s", path, strerror(errno));
	}
	flight_free(flight);
	return NULL;
}

/* The file for records; file_finish() may close it. */
FILE *flight_file(struct flight *flight)
{
	return flight->file;
}

/* Where the clocks are in the records that describe a stream; 0: nowhere */
static size_t find_clocks(const struct part *head)
{
	struct record_view record;
	size_t at = 0;

	while (records_first(head->buf + at, head->used - at, &record)) {
		if (record.type == RECORD_CLOCKS)
			return (const char *)record.payload - head->buf;
		at += record.size;
	}
	return 0;
}

static struct part *new_part(struct flight *flight, u64 begin_ns)
{
	struct part *part = calloc(1, sizeof(*part));

	if (!part)
		return NULL;
	part->begin_ns = begin_ns;
	if (flight->newest)
		flight->newest->next = part;
	else
		flight->oldest = part;
	flight->newest = part;
	return part;
}

/**
 * flight_begin() - note that the records that follow are those of the stream
 * @flight: the recorder
 *
 * Return: 0 or -1.
 */
int flight_begin(struct flight *flight)
{
	flight->clocks_at = find_clocks(&flight->head);
	flight->begun = new_part(flight, boottime_ns());
	if (flight->begun)
		return 0;
	complain("%s: %s", flight->path, strerror(ENOMEM));
	return -1;
}

static void free_part(struct part *part)
{
	free(part->buf);
	free(part);
}

/* The pair before the oldest part takes the place of that in the head. */
static void drop_oldest(struct flight *flight)
{
	struct part *part = flight->oldest;

	if (flight->clocks_at && part->used >= sizeof(struct record_clocks))
		memcpy(flight->head.buf + flight->clocks_at,
		       part->buf + part->used - sizeof(struct record_clocks),
		       sizeof(struct record_clocks));
	flight->oldest = part->next;
	free_part(part);
}

/**
 * flight_cut() - end a part of the records, and drop those that are too old
 * @flight: the recorder
 * @clocks: the pair of clocks that is the last record
 */
void flight_cut(struct flight *flight, const struct record_clocks *clocks)
{
	/* Without memory for another part, this one goes on. */
	if (!flight->begun || !new_part(flight, clocks->boottime_ns))
		return;
	while (flight->oldest->next != flight->newest &&
	       clocks->boottime_ns - flight->oldest->next->begin_ns >= flight->keep_ns)
		drop_oldest(flight);
}

/* Time between two pairs of clocks, so that the parts are short */
u64 flight_pair_ns(const struct flight *flight)
{
	const u64 ns = flight->keep_ns / PARTS;

	return ns < CLOCK_PERIOD_NS ? ns : CLOCK_PERIOD_NS;
}

static int write_part(FILE *file, const struct part *part)
{
	return fwrite(part->buf, 1, part->used, file) == part->used ? 0 : -1;
}

/* Return: 0, or -1 with errno set, and the file under its other name with what fitted. */
static int write_file(const struct flight *flight)
{
	FILE *file = fopen(flight->partial, "wbe");
	const struct part *part;
	int ret, error;

	if (!file)
		return -1;
	ret = write_part(file, &flight->head);
	for (part = flight->oldest; part && !ret; part = part->next)
		ret = part->used ? write_part(file, part) : 0;
	error = errno;
	if (fclose(file)) {
		error = ret ? error : errno;
		ret = -1;
	}
	errno = error;
	return ret ?: rename(flight->partial, flight->path);
}

/**
 * flight_serve() - write the file if SIGUSR2 has requested it
 * @flight: the recorder, NULL: there is none
 *
 * The stream goes on. A failure is only told, since the records are still there.
 */
void flight_serve(struct flight *flight)
{
	if (!wanted || !flight)
		return;
	wanted = 0;
	if (!write_file(flight)) {
		complain("%s: written; the stream goes on", flight->path);
		return;
	}
	complain("%s: %s: the records are still in memory, and another SIGUSR2 tries again",
		 flight->path, strerror(errno));
	unlink(flight->partial);
}

/**
 * flight_end() - write the file at the end of the stream
 * @flight: the recorder
 *
 * A stream that failed before its first record leaves an existing file as it is.
 *
 * Return: 0, or -1 if only a part could be written, under another name, which is told.
 */
int flight_end(struct flight *flight)
{
	if (!flight->begun || !write_file(flight))
		return 0;
	complain("%s: %s: what fitted is in %s", flight->path, strerror(errno), flight->partial);
	return -1;
}

void flight_free(struct flight *flight)
{
	struct part *part, *next;

	if (!flight)
		return;
	for (part = flight->oldest; part; part = next) {
		next = part->next;
		free_part(part);
	}
	free(flight->head.buf);
	free(flight->partial);
	free(flight);
}
