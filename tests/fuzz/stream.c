// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls of the stream's file: abi.rst 10, abi-extensions.rst 17 and 18.
 */
#include <signal.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "fuzz.h"

/* Attempts to get a stream before a call is made without one, and the time between them */
#define TRIES	16
#define TRY_US	1000
/* An open of a GPU that hangs takes seconds. */
#define TRIES_NS	50000000ull

/* Close streams of an earlier lease, so that the stream of this one can be opened. */
static void let_go(struct fuzz *f)
{
	const u64 lease = fuzz_lease(f);

	if (f->process->lease == lease)
		return;
	f->process->lease = lease;
	if (fuzz_one_in(f, 32))
		return;
	for (size_t i = 0; i < FUZZ_STREAMS; i++)
		fuzz_stream_close(f, &f->process->streams[i]);
}

static struct fuzz_stream *find(struct fuzz *f, u32 first)
{
	struct fuzz_stream *list = f->process->streams;

	for (u32 i = 0; i < FUZZ_STREAMS; i++)
		if (list[(first + i) % FUZZ_STREAMS].fd >= 0)
			return &list[(first + i) % FUZZ_STREAMS];
	return NULL;
}

/* A stream of this process, opened or received if necessary; otherwise a slot without a stream */
struct fuzz_stream *fuzz_stream_pick(struct fuzz *f)
{
	const u32 first = fuzz_below(f, FUZZ_STREAMS);
	struct fuzz_stream *s, *empty = &f->process->streams[first];

	let_go(f);
	s = find(f, first);
	for (int tries = 0; !s && tries < (f->process->impatient ? 1 : TRIES); tries++) {
		if (tries && oa_now_ns() - f->entry->began > TRIES_NS)
			break;
		const int fd = fuzz_take(f);

		if (fd >= 0 && empty->fd < 0)
			*empty = (struct fuzz_stream) { .fd = fd };
		else if (fd >= 0)
			close(fd);
		else if (fuzz_owns(f))
			fuzz_open_valid(f);
		s = find(f, first);
		/* Let the others run, to open a stream or to close theirs. */
		if (!s)
			usleep(TRY_US);
	}
	f->process->impatient = !s;
	__atomic_add_fetch(s ? &f->shared->served : &f->shared->unserved, 1, __ATOMIC_RELAXED);
	errno = 0;
	return s ?: empty;
}

static size_t read_size(struct fuzz *f)
{
	static const u32 sizes[] = {
		0, 7, 8, 16, 48, 64, 72, 80, 136, 200, 264, 272, 528, 1024, 4096, 65536, 262144,
	};

	return fuzz_one_in(f, 16) ? fuzz_value(f) : fuzz_near(f, fuzz_pick(f, sizes));
}

/* Expect whole records of known types and sizes; @sample: size of samples, 0: not known */
static void check_records(struct fuzz *f, const u8 *at, size_t length, u32 sample)
{
	struct drm_i915_perf_record_header header;
	size_t left = length;
	u32 size;

	for (; left; at += header.size, left -= header.size) {
		if (left < sizeof(header)) {
			fuzz_complain(f, "a record is cut: %zu of %zu bytes are left", left,
				      length);
			return;
		}
		memcpy(&header, at, sizeof(header));
		switch (header.type) {
		case DRM_I915_PERF_RECORD_SAMPLE:
			size = sample ?: header.size;
			break;
		case DRM_I915_PERF_RECORD_OA_REPORT_LOST:
		case DRM_I915_PERF_RECORD_OA_BUFFER_LOST:
			size = sizeof(header);
			break;
		case DRM_I915_OA_RECORD_LOSS:
			size = sizeof(header) + sizeof(struct drm_i915_oa_loss);
			break;
		default:
			size = 0;
		}
		if (!size || header.size != size || header.pad || header.size > left) {
			fuzz_complain(f, "record of type %u, size %u, pad %u; %zu of %zu are left",
				      header.type, header.size, header.pad, left, length);
			return;
		}
	}
	__atomic_add_fetch(&f->shared->bytes, length, __ATOMIC_RELAXED);
}

/* Close a stream whose GPU is gone, as it can't recover; keep the read's errno. */
static void fuzz_stream_gone(struct fuzz *f, struct fuzz_stream *s)
{
	fuzz_stream_close(f, s);
	if (fuzz_owns(f))
		fuzz_renew(f);
	errno = ENODEV;
}

static long call_read(struct fuzz *f)
{
	struct fuzz_stream *s = fuzz_stream_pick(f);
	const u32 sample = s->sample;
	const int fd = s->fd;
	size_t size = read_size(f), room;
	u8 *at = fuzz_place(f, size, &room);
	long got;

	/* Plain memory is written by this thread alone. */
	fuzz_note(f, fd, (uintptr_t)at, size, room);
	got = read(fd, at, size);
	if (!got)
		fuzz_complain(f, "read gave 0 of %zu bytes", size);
	else if (got > 0 && (size_t)got > size)
		fuzz_complain(f, "read gave %ld of %zu bytes", got, size);
	else if (got < 0 && errno == ENODEV && fuzz_one_in(f, 2))
		fuzz_stream_gone(f, s);
	else if (got > 0 && (size_t)got <= room && fd == s->fd && sample == s->sample)
		check_records(f, at, got, sample);
	return got;
}

static long call_readv(struct fuzz *f)
{
	struct iovec vector[8];
	size_t room;

	for (size_t i = 0; i < ARRAY_LEN(vector); i++) {
		vector[i].iov_len = read_size(f);
		vector[i].iov_base = fuzz_place(f, vector[i].iov_len, &room);
	}
	if (fuzz_one_in(f, 2))
		return preadv(fuzz_stream_pick(f)->fd, vector, fuzz_below(f, ARRAY_LEN(vector) + 1),
			      fuzz_value(f));
	return readv(fuzz_stream_pick(f)->fd, vector, fuzz_below(f, ARRAY_LEN(vector) + 1));
}

static long call_splice(struct fuzz *f)
{
	int ends[2], fd = fuzz_stream_pick(f)->fd;
	long got;

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK))
		return -1;
	if (fuzz_one_in(f, 2))
		got = splice(fd, NULL, ends[1], NULL, read_size(f), fuzz_below(f, 16));
	else
		got = sendfile(ends[1], fd, NULL, read_size(f));
	close(ends[0]);
	close(ends[1]);
	return got;
}

static long call_poll(struct fuzz *f)
{
	struct fuzz_stream *s = fuzz_stream_pick(f);
	struct pollfd pfd = { .fd = s->fd, .events = fuzz_one_in(f, 8) ? fuzz_value(f) : POLLIN };
	long ret;

	ret = poll(&pfd, 1, fuzz_one_in(f, 2) ? 0 : 10);
	fuzz_note(f, pfd.fd, pfd.events, pfd.revents, 0);
	/* Another thread may have closed it, and opened a file of sysctl there: POLLERR. */
	if (ret > 0 && pfd.events == POLLIN && f->options->threads == 1 &&
	    pfd.revents & ~(POLLIN | POLLNVAL))
		fuzz_complain(f, "poll gave %#x", pfd.revents);
	return ret;
}

static long call_epoll(struct fuzz *f)
{
	struct epoll_event event = { .events = EPOLLIN | (fuzz_one_in(f, 2) ? EPOLLET : 0) };
	int epoll = epoll_create1(EPOLL_CLOEXEC);
	long ret;

	if (epoll < 0)
		return -1;
	ret = epoll_ctl(epoll, EPOLL_CTL_ADD, fuzz_stream_pick(f)->fd, &event);
	if (!ret)
		ret = epoll_wait(epoll, &event, 1, fuzz_below(f, 12));
	close(epoll);
	return ret;
}

static long call_enable(struct fuzz *f)
{
	return ioctl(fuzz_stream_pick(f)->fd, I915_PERF_IOCTL_ENABLE, fuzz_value(f));
}

static long call_disable(struct fuzz *f)
{
	return ioctl(fuzz_stream_pick(f)->fd, I915_PERF_IOCTL_DISABLE, fuzz_value(f));
}

static long call_config(struct fuzz *f)
{
	struct fuzz_stream *s = fuzz_stream_pick(f);
	u64 id = fuzz_near(f, fuzz_config_id(f));
	long ret;

	fuzz_note(f, id, 0, 0, 0);
	ret = ioctl(s->fd, I915_PERF_IOCTL_CONFIG, id);
	fuzz_accounts_look(s);
	return ret;
}

static long call_report(struct fuzz *f)
{
	struct fuzz_stream *s = fuzz_stream_pick(f);
	struct drm_i915_oa_report args = {
		.flags = fuzz_near(f, fuzz_below(f, 2)), .report_id = fuzz_value(f),
		.size = fuzz_near(f, 256), .pad = fuzz_one_in(f, 16) ? fuzz_value(f) : 0,
	};
	size_t room;

	args.ptr = (uintptr_t)fuzz_place(f, 256, &room);
	fuzz_note(f, args.flags, args.report_id, args.size, args.ptr);
	return ioctl(s->fd, I915_OA_IOCTL_REPORT, fuzz_put(f, &args, sizeof(args)));
}

static long call_work(struct fuzz *f)
{
	/* Pick first, since an open uses the memory for arguments. */
	const struct fuzz_stream *s = fuzz_stream_pick(f);
	struct drm_i915_oa_work args = {
		.start = fuzz_value(f), .step = fuzz_value(f),
		.steps = fuzz_near(f, fuzz_below(f, 129)),
		.stores = fuzz_near(f, fuzz_below(f, 33)),
		.wait_ticks = fuzz_near(f, fuzz_below(f, 2000)),
		.pad = fuzz_one_in(f, 16) ? fuzz_value(f) : 0,
	};
	const u64 expected = args.start + args.step * args.steps;
	u8 *at = fuzz_put(f, &args, sizeof(args));
	const bool whole = at >= f->plain && at + sizeof(args) <= f->plain + FUZZ_PLAIN;
	long ret;

	fuzz_note(f, args.steps, args.stores, args.wait_ticks, 0);
	ret = ioctl(s->fd, I915_OA_IOCTL_WORK, at);
	if (!ret && whole && !f->shared->wild) {
		memcpy(&args, at, sizeof(args));
		if (args.sum != expected)
			fuzz_complain(f, "the GPU computed %#llx, not %#llx", args.sum, expected);
	}
	return ret;
}

static long call_raw(struct fuzz *f)
{
	u8 junk[256];
	const unsigned int number = fuzz_one_in(f, 2) ? 0x50 + fuzz_below(f, 8) :
							 fuzz_below(f, 256);
	unsigned int request = _IOC(fuzz_below(f, 4), fuzz_near(f, 'i') & 0xff, number,
				    fuzz_one_in(f, 4) ? fuzz_value(f) & 0x3fff :
							8 * fuzz_below(f, 16));

	memset(junk, fuzz_value(f), sizeof(junk));
	fuzz_note(f, request, 0, 0, 0);
	return ioctl(fuzz_stream_pick(f)->fd, request, fuzz_put(f, junk, sizeof(junk)));
}

/* Nonblocking or not */
static long call_fcntl(struct fuzz *f)
{
	static const int commands[] = { F_GETFL, F_GETFD, F_GETOWN, F_GETPIPE_SZ, F_GET_SEALS };
	int fd = fuzz_stream_pick(f)->fd;

	if (fuzz_one_in(f, 2))
		return fcntl(fd, F_SETFL, fuzz_one_in(f, 3) ? 0 : O_NONBLOCK);
	return fcntl(fd, fuzz_pick(f, commands));
}

/* Operations that a stream does not support */
static long call_misused(struct fuzz *f)
{
	struct stat st;
	int fd = fuzz_stream_pick(f)->fd;

	switch (fuzz_below(f, 6)) {
	case 0:
		return write(fd, f->plain, fuzz_below(f, 4096));
	case 1:
		return lseek(fd, fuzz_value(f), SEEK_SET);
	case 2:
		return ftruncate(fd, fuzz_value(f));
	case 3:
		return fsync(fd);
	case 4:
		return fstat(fd, &st);
	default:
		return fallocate(fd, 0, 0, 4096);
	}
}

/* A child with the same descriptors reads, and dies, perhaps in a read. */
static long call_fork(struct fuzz *f)
{
	const int fd = fuzz_stream_pick(f)->fd;
	const stack_t none = { .ss_flags = SS_DISABLE };
	const u32 spin = fuzz_below(f, 3000);
	pid_t pid = fork();
	int status;
	u64 value;

	if (pid < 0)
		return -1;
	if (!pid) {
		/* The signal stack is shared with the parent, whose frames lie there. */
		sigaltstack(&none, NULL);
		for (int i = 0; i < FUZZ_MAPS; i++)
			if (f->process->maps[i].at)
				fuzz_peek(f->process->maps[i].at, &value);
		(void)!read(fd, f->plain, 65536);
		ioctl(fd, I915_PERF_IOCTL_ENABLE, 0);
		(void)!read(fd, f->plain, 65536);
		_exit(0);
	}
	usleep(spin);
	kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return 0;
}

static long call_close(struct fuzz *f)
{
	fuzz_stream_close(f, fuzz_stream_pick(f));
	return 0;
}

/* Use another descriptor of the same stream; the first may be closed meanwhile. */
static long call_dup(struct fuzz *f)
{
	int copy = dup(fuzz_stream_pick(f)->fd);

	if (copy < 0)
		return -1;
	(void)!read(copy, f->plain, 4096);
	return close(copy);
}

/* Give the unit time to write. */
static long call_sleep(struct fuzz *f)
{
	return usleep(fuzz_below(f, 3000));
}

const struct fuzz_call fuzz_stream_calls[] = {
	{ "stream-read", 120, call_read },
	{ "stream-readv", 20, call_readv },
	{ "stream-splice", 10, call_splice },
	{ "stream-poll", 30, call_poll },
	{ "stream-epoll", 10, call_epoll },
	{ "stream-enable", 20, call_enable },
	{ "stream-disable", 10, call_disable },
	{ "stream-config", 10, call_config },
	{ "stream-report", 15, call_report },
	{ "stream-work", 10, call_work },
	{ "stream-raw", 8, call_raw },
	{ "stream-fcntl", 12, call_fcntl },
	{ "stream-misused", 6, call_misused },
	{ "stream-fork", 2, call_fork },
	{ "stream-close", 4, call_close },
	{ "stream-dup", 4, call_dup },
	{ "stream-sleep", 6, call_sleep },
	{ }
};
