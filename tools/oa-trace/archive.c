// SPDX-License-Identifier: GPL-2.0-only
/*
 * --perf: a trace and a file of perf in one archive, which Perfetto opens as one.
 *
 * The archive is a tar (ustar) of three files. The manifest declares CLOCK_MONOTONIC as the clock
 * of all of them, so the file of perf must declare the same clock.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "oa-trace.h"
#include "tools/common/file.h"
#include "tools/common/message.h"

#define BLOCK		512u
/* 11 octal digits */
#define MAX_SIZE	077777777777ull
#define NAME_IN_ARCHIVE	"perf.data"
#define PERF_MAGIC	"PERFILE2"

/* The beginning of a file of perf */
struct perf_section {
	u64 offset;
	u64 size;
};

struct perf_file {
	char magic[8];
	u64 size;
	u64 attr_size;
	struct perf_section attrs;
	struct perf_section data;
};

static int check_attr(const char *path, const struct perf_event_attr *attr)
{
	if (attr->use_clockid && attr->clockid == CLOCK_MONOTONIC)
		return 0;
	complain("%s: its times are not of CLOCK_MONOTONIC: record it with perf record -k mono",
		 path);
	return -1;
}

/* An entry of the list of attributes has @attr_size bytes, and ends with a section of ids. */
static int check_attrs(const char *path, FILE *file, const struct perf_file *head)
{
	struct perf_event_attr attr;
	const u64 ids = sizeof(struct perf_section);
	u64 at, bytes;

	if (head->attr_size <= ids || head->attrs.size < head->attr_size ||
	    head->attrs.size > 1 << 20)
		goto unknown;
	for (at = 0; at + head->attr_size <= head->attrs.size; at += head->attr_size) {
		memset(&attr, 0, sizeof(attr));
		bytes = head->attr_size - ids < sizeof(attr) ? head->attr_size - ids : sizeof(attr);
		if (fseek(file, head->attrs.offset + at, SEEK_SET) ||
		    fread(&attr, bytes, 1, file) != 1)
			goto unknown;
		if (check_attr(path, &attr))
			return -1;
	}
	return 0;

unknown:
	complain("%s is cut short, or of a form that is not known", path);
	return -1;
}

/**
 * archive_check() - check whether a file of perf can be packed
 * @perf: the file
 *
 * Return: 0 or -1.
 */
int archive_check(const char *perf)
{
	struct perf_file head;
	FILE *file = fopen(perf, "rbe");
	int ret = -1;

	if (!file) {
		complain("%s: %s", perf, strerror(errno));
		return -1;
	}
	if (fread(&head, sizeof(head), 1, file) != 1 ||
	    memcmp(head.magic, PERF_MAGIC, sizeof(head.magic)) || head.size < sizeof(head))
		complain("%s is no file of perf record, or perf has not finished it", perf);
	else if (!head.data.size)
		complain("%s has no samples, or perf has not finished it", perf);
	else
		ret = check_attrs(perf, file, &head);
	fclose(file);
	return ret;
}

/* The header of a file in a ustar archive: POSIX, pax, "ustar Interchange Format" */
struct ustar {
	char name[100];
	char mode[8];
	char uid[8];
	char gid[8];
	char size[12];
	char mtime[12];
	char checksum[8];
	char type;
	char link[100];
	char magic[6];
	char version[2];
	char rest[BLOCK - 265];
};

_Static_assert(sizeof(struct ustar) == BLOCK, "a header is a block");

/* No size exceeds MAX_SIZE, and no time for some centuries; the mask shows this to gcc 14. */
static void put_octal(char field[12], u64 value)
{
	snprintf(field, 12, "%011" PRIo64, (uint64_t)(value & MAX_SIZE));
}

static int put_header(FILE *out, const char *name, u64 size)
{
	struct ustar header = { .type = '0', .magic = "ustar", .version = { '0', '0' } };
	const u8 *bytes = (const u8 *)&header;
	u32 sum = 0;
	size_t i;

	snprintf(header.name, sizeof(header.name), "%s", name);
	snprintf(header.mode, sizeof(header.mode), "%07o", 0644);
	snprintf(header.uid, sizeof(header.uid), "%07o", 0);
	snprintf(header.gid, sizeof(header.gid), "%07o", 0);
	put_octal(header.size, size);
	put_octal(header.mtime, time(NULL));
	/* The sum counts itself as blanks. */
	memset(header.checksum, ' ', sizeof(header.checksum));
	for (i = 0; i < sizeof(header); i++)
		sum += bytes[i];
	snprintf(header.checksum, sizeof(header.checksum), "%06o", sum);
	return fwrite(&header, sizeof(header), 1, out) == 1 ? 0 : -1;
}

static int put_padding(FILE *out, u64 size)
{
	static const char zero[BLOCK];
	const size_t rest = size % BLOCK ? BLOCK - size % BLOCK : 0;

	return !rest || fwrite(zero, rest, 1, out) == 1 ? 0 : -1;
}

static int put_text(FILE *out, const char *name, const char *text)
{
	const size_t size = strlen(text);

	return put_header(out, name, size) || fwrite(text, size, 1, out) != 1 ||
	       put_padding(out, size) ? -1 : 0;
}

/* Return: 0, or -1 with errno, which is EIO if the file has shrunk meanwhile. */
static int copy(FILE *out, FILE *in, u64 size)
{
	char buf[65536];
	size_t want;
	u64 left;

	for (left = size; left; left -= want) {
		want = left < sizeof(buf) ? left : sizeof(buf);
		if (fread(buf, 1, want, in) != want) {
			errno = errno ?: EIO;
			return -1;
		}
		if (fwrite(buf, 1, want, out) != want)
			return -1;
	}
	return put_padding(out, size);
}

static int put_file(FILE *out, const char *name, const char *path)
{
	FILE *in = fopen(path, "rbe");
	struct stat st;
	int ret = -1;

	if (!in)
		return -1;
	errno = 0;
	if (!fstat(fileno(in), &st)) {
		if ((u64)st.st_size > MAX_SIZE)
			errno = EFBIG;
		else
			ret = put_header(out, name, st.st_size) || copy(out, in, st.st_size) ? -1 : 0;
	}
	fclose(in);
	return ret;
}

/* The manifest has the names in JSON, so files in the archive have fixed names. */
static int put_all(FILE *out, const char *trace, const char *perf)
{
	static const char manifest[] =
		"{\"perfetto_manifest\":{\"version\":1,\"trace_time\":{\"clock\":\"MONOTONIC\"},"
		"\"files\":[{\"path\":\"oa.pftrace\"},{\"path\":\"" NAME_IN_ARCHIVE "\"}]}}\n";
	static const char end[2 * BLOCK];

	return put_text(out, "perfetto_manifest.json", manifest) ||
	       put_file(out, "oa.pftrace", trace) || put_file(out, NAME_IN_ARCHIVE, perf) ||
	       fwrite(end, sizeof(end), 1, out) != 1 ? -1 : 0;
}

/**
 * archive_pack() - pack a trace and a file of perf
 * @trace: the trace; the archive has its name and ".tar"
 * @perf: the file of perf
 *
 * An incomplete archive is removed; both files are kept. Return: 0 or -1.
 */
int archive_pack(const char *trace, const char *perf)
{
	char path[4096];
	FILE *out;
	int ret;

	if (archive_check(perf))
		return -1;
	if (snprintf(path, sizeof(path), "%s.tar", trace) >= (int)sizeof(path)) {
		complain("%s.tar: %s", trace, strerror(ENAMETOOLONG));
		return -1;
	}
	if (refuse_same_file(perf, path))
		return -1;
	out = fopen(path, "wbe");
	ret = out ? put_all(out, trace, perf) : -1;
	if (ret)
		complain("%s: %s", path, strerror(errno));
	if (out && fclose(out) && !ret) {
		complain("%s: %s", path, strerror(errno));
		ret = -1;
	}
	if (out && ret)
		unlink(path);
	else if (!ret)
		complain("%s and %s are in %s", trace, perf, path);
	return ret;
}
