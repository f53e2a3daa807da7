// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stream file: records, states, reads. abi.rst 10.1 to 10.3.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <time.h>

#include "oa_ways.h"

#define RECORD		OA_RECORD
#define NONBLOCK	I915_PERF_FLAG_FD_NONBLOCK
#define DISABLED	I915_PERF_FLAG_DISABLED

static u8 big[1 << 20];

/* A stream that samples every 1.3 ms, and at least one record in it. */
static void open_with_data(struct oa_session *s, u32 flags)
{
	oa_session_simple(s, flags, 13);
	igt_assert(oa_poll_in(s->stream, 20000));
}

static void test_blocking_read(void)
{
	struct oa_session s;

	oa_session_simple(&s, 0, 14);
	oa_collect(s.stream, &s.tally, 30, 4096);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

static void test_nonblocking_read(void)
{
	struct oa_session s;

	/* Minutes between reports: none is written yet. */
	oa_session_simple(&s, NONBLOCK, oa_silent());
	oa_assert_fails(read(s.stream, big, sizeof(big)), EAGAIN);
	oa_session_close(&s);

	oa_session_simple(&s, NONBLOCK, 14);
	oa_collect(s.stream, &s.tally, 30, 4096);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

/* abi.rst 10: O_NONBLOCK follows the file's current flags. */
static void test_nonblock_flag(void)
{
	struct oa_session s;
	int flags;

	oa_session_simple(&s, 0, oa_silent());
	flags = fcntl(s.stream, F_GETFL);
	oa_assert_ok(fcntl(s.stream, F_SETFL, flags | O_NONBLOCK));
	oa_assert_fails(read(s.stream, big, sizeof(big)), EAGAIN);
	oa_session_close(&s);

	oa_session_simple(&s, NONBLOCK, 16);
	flags = fcntl(s.stream, F_GETFL);
	oa_assert_ok(fcntl(s.stream, F_SETFL, flags & ~O_NONBLOCK));
	igt_assert_lte(RECORD, read(s.stream, big, sizeof(big)));
	igt_assert_lte(RECORD, read(s.stream, big, sizeof(big)));
	oa_session_close(&s);
}

/* After a drain the next read is EAGAIN as long as the period is long. */
static void test_drain_then_eagain(void)
{
	struct oa_session s;

	/* 168 ms between reports */
	oa_session_simple(&s, NONBLOCK, 20);
	for (int i = 0; i < 4; i++) {
		igt_assert(oa_poll_in(s.stream, 20000));
		oa_hold_clock(true);
		igt_assert(oa_drain(s.stream, &s.tally, 4096));
		oa_assert_fails(read(s.stream, big, sizeof(big)), EAGAIN);
		oa_hold_clock(false);
	}
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

/* Reads return whole records only, whatever the buffer's size, with no loss between the reads. */
static void test_buffer_sizes(void)
{
	const size_t sizes[] = {
		RECORD, RECORD + 1, RECORD + 36, 2 * RECORD - 1, 2 * RECORD, 2 * RECORD + 1,
		3 * RECORD - 1, 3 * RECORD, 1000, 1024, 10 * RECORD, 4096, 26 << 10,
		64 << 10, 1 << 20,
	};
	struct oa_session s;

	oa_session_simple(&s, 0, 11);
	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		ssize_t n = read(s.stream, big, sizes[i]);

		igt_assert_lt(0, n);
		igt_assert_lte(n, sizes[i]);
		igt_assert_eq(n % RECORD, 0);
		oa_tally_add(&s.tally, big, n);
	}
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

static void test_enospc(void)
{
	struct oa_session s;

	open_with_data(&s, NONBLOCK);
	for (ssize_t size = 0; size < RECORD; size += 33) {
		oa_assert_fails(read(s.stream, big, size), ENOSPC);
		/* Poll stays ready while data remains. */
		igt_assert(oa_poll_in(s.stream, 0));
	}
	oa_assert_fails(read(s.stream, big, RECORD - 1), ENOSPC);
	/* The record stays pending. */
	igt_assert_eq(read(s.stream, big, RECORD), RECORD);
	oa_tally_add(&s.tally, big, RECORD);
	oa_collect(s.stream, &s.tally, 5, 4096);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

static void test_efault(void)
{
	struct oa_session s;
	u8 *end = oa_border();
	u8 * volatile nowhere = NULL;

	oa_session_simple(&s, NONBLOCK, 13);
	igt_assert(oa_wait_until(oa_poll_in(s.stream, 100), 20000));
	oa_sleep_ms(20);

	oa_assert_fails(read(s.stream, nowhere, 4096), EFAULT);
	oa_assert_fails(read(s.stream, end, 4096), EFAULT);
	/* A record that was copied only in part is not consumed. */
	oa_assert_fails(read(s.stream, end - 8, 4096), EFAULT);
	oa_assert_fails(read(s.stream, end - RECORD + 4, 4096), EFAULT);
	/* One record fits before the fault: a short read; the rest stays pending. */
	igt_assert_eq(read(s.stream, end - RECORD - 100, 4096), RECORD);
	oa_tally_add(&s.tally, end - RECORD - 100, RECORD);
	oa_collect(s.stream, &s.tally, 5, 4096);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

/* abi.rst 10.3, rule 1 */
static void test_disabled_read(void)
{
	struct oa_session s;

	oa_session_simple(&s, DISABLED, 13);
	oa_assert_fails(read(s.stream, big, sizeof(big)), EIO);
	oa_assert_fails(read(s.stream, big, 0), EIO);
	oa_assert_ok(oa_stream_enable(s.stream));
	igt_assert_lte(RECORD, read(s.stream, big, sizeof(big)));
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_assert_fails(read(s.stream, big, sizeof(big)), EIO);
	oa_session_close(&s);

	oa_session_simple(&s, DISABLED | NONBLOCK, 13);
	oa_assert_fails(read(s.stream, big, sizeof(big)), EIO);
	igt_assert(!oa_poll_in(s.stream, 30));
	oa_session_close(&s);
}

/* Rule 2 */
static void test_no_exponent(void)
{
	const struct iovec all = { .iov_base = big, .iov_len = sizeof(big) };
	struct oa_session s;

	oa_session_prepare(&s);
	oa_session_open_props(&s, 0, OA_PROP_SAMPLE_OA, 1, OA_PROP_METRICS_SET, s.set,
			      OA_PROP_FORMAT, OA_FORMAT);
	oa_assert_fails(read(s.stream, big, sizeof(big)), EIO);
	oa_assert_fails(preadv2(s.stream, &all, 1, -1, RWF_NOWAIT), EIO);
	oa_session_close(&s);

	oa_session_prepare(&s);
	oa_session_open_props(&s, NONBLOCK, OA_PROP_SAMPLE_OA, 1, OA_PROP_METRICS_SET, s.set,
			      OA_PROP_FORMAT, OA_FORMAT);
	oa_assert_fails(read(s.stream, big, sizeof(big)), EAGAIN);
	igt_assert(!oa_poll_in(s.stream, 50));
	oa_assert_fails(read(s.stream, big, sizeof(big)), EAGAIN);
	oa_session_close(&s);
}

static void on_alarm(int sig)
{
	(void)sig;
}

/* Repeated, because the first alarm may come before the process waits */
static timer_t alarm_in_ms(unsigned int ms, int flags)
{
	struct sigaction action = { .sa_handler = on_alarm, .sa_flags = flags };
	timer_t timer;
	struct itimerspec when = {
		.it_value = { ms / 1000, ms % 1000 * 1000000l },
		.it_interval = { ms / 1000, ms % 1000 * 1000000l },
	};

	oa_assert_ok(sigaction(SIGALRM, &action, NULL));
	oa_assert_ok(timer_create(CLOCK_MONOTONIC, NULL, &timer));
	oa_assert_ok(timer_settime(timer, 0, &when, NULL));
	return timer;
}

static void test_eintr(void)
{
	struct oa_session s;
	timer_t timer;

	oa_session_simple(&s, 0, oa_silent());
	timer = alarm_in_ms(50, 0);
	oa_assert_fails(read(s.stream, big, sizeof(big)), EINTR);
	oa_assert_ok(timer_delete(timer));
	oa_session_close(&s);
}

/* The wait is restartable: with SA_RESTART the read continues, and returns data. */
static void test_restart(void)
{
	struct oa_session s;
	timer_t timer;
	ssize_t n;

	/* 671 ms between reports */
	oa_session_simple(&s, 0, 22);
	timer = alarm_in_ms(20, SA_RESTART);
	n = read(s.stream, big, sizeof(big));
	oa_assert_ok(timer_delete(timer));
	igt_assert_f(n >= RECORD, "read gave %zd", n);
	oa_session_close(&s);
}

static void test_enable_disable(void)
{
	struct oa_session s;

	oa_session_simple(&s, 0, 13);
	for (int i = 0; i < 10; i++) {
		oa_assert_ok(oa_stream_enable(s.stream));
		oa_collect(s.stream, &s.tally, 3, 4096);
		/* Enabling an enabled stream loses nothing. */
		oa_assert_ok(oa_stream_enable(s.stream));
		oa_collect(s.stream, &s.tally, 3, 4096);
		oa_assert_ok(oa_stream_disable(s.stream));
		oa_assert_ok(oa_stream_disable(s.stream));
		oa_assert_fails(read(s.stream, big, sizeof(big)), EIO);
		oa_tally_restart(&s.tally);
	}
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

/* Enabling starts with an empty buffer, without old reports. */
static void test_enable_is_fresh(void)
{
	struct oa_session s;
	struct oa_record rec;
	u32 mark;
	ssize_t n;

	oa_session_simple(&s, 0, 13);
	for (int i = 0; i < 5; i++) {
		igt_assert(oa_poll_in(s.stream, 20000));
		oa_sleep_ms(20);
		oa_assert_ok(oa_stream_disable(s.stream));
		mark = oa_reg_read_timestamp(s.drm);
		oa_assert_ok(oa_stream_enable(s.stream));
		n = read(s.stream, big, sizeof(big));
		igt_assert_lte(RECORD, n);
		oa_record_next(big, n, 0, &rec);
		igt_assert_eq(rec.type, DRM_I915_PERF_RECORD_SAMPLE);
		igt_assert_f((int)(rec.payload[1] - mark) > 0,
			     "report of %#x from before %#x", rec.payload[1], mark);
	}
	oa_session_close(&s);
}

/* A stream that keeps what is unread at DISABLE, some ten reports of the timer in its ring */
static void keep_prepare(struct oa_session *s)
{
	oa_session_prepare(s);
	oa_session_open_props(s, NONBLOCK, OA_BASE_PROPS(s->set, OA_FORMAT, 13),
			      OA_PROP_KEEP_UNREAD, 1);
	igt_assert(oa_poll_in(s->stream, 20000));
	oa_sleep_ms(20);
}

/* abi-extensions.rst 17.7: all reports can be read after DISABLE, in reads of any size. */
static void test_keep_unread(void)
{
	const size_t sizes[] = { RECORD, 3 * RECORD - 1, 2 * RECORD, sizeof(big) };
	struct oa_session s;
	u8 *end = oa_border();
	u64 produced;

	oa_sim_require();
	keep_prepare(&s);
	oa_hold_clock(true);
	oa_sim_between_strobes(s.drm, s.tally.exponent);
	oa_sim_land();
	produced = oa_sim_u64("produced") - s.accounts.produced;
	igt_assert_lte(5, produced);
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_hold_clock(false);

	oa_assert_fails(read(s.stream, big, RECORD - 1), ENOSPC);
	oa_assert_fails(read(s.stream, end - RECORD + 4, 4096), EFAULT);
	/* A second DISABLE changes nothing. */
	oa_assert_ok(oa_stream_disable(s.stream));
	/* One record fits before the fault: a short read, as of a stream that samples. */
	igt_assert_eq(read(s.stream, end - RECORD - 100, 4096), RECORD);
	oa_tally_add(&s.tally, end - RECORD - 100, RECORD);
	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		igt_assert(oa_poll_in(s.stream, 0));
		oa_tally_read(s.stream, &s.tally, big, sizes[i]);
	}
	oa_tally_assert_whole(&s.tally);
	igt_assert_eq_u64(s.tally.samples, produced);
	/* A waiter sees the end. */
	igt_assert(oa_poll_in(s.stream, 20000));
	oa_assert_fails(read(s.stream, big, sizeof(big)), EIO);
	oa_session_close(&s);
}

/* ENABLE discards reports that were kept, and so does a close. The accounting includes them. */
static void test_keep_unread_dropped(void)
{
	struct oa_session s;
	struct oa_record rec;
	u32 mark;
	ssize_t n;

	keep_prepare(&s);
	oa_assert_ok(oa_stream_disable(s.stream));
	igt_assert_eq(read(s.stream, big, RECORD), RECORD);
	mark = oa_reg_read_timestamp(s.drm);
	oa_assert_ok(oa_stream_enable(s.stream));
	igt_assert(oa_poll_in(s.stream, 20000));
	n = read(s.stream, big, sizeof(big));
	igt_assert_lte(RECORD, n);
	oa_record_next(big, n, 0, &rec);
	igt_assert_eq(rec.type, DRM_I915_PERF_RECORD_SAMPLE);
	igt_assert_f((int)(rec.payload[1] - mark) > 0, "report of %#x from before %#x",
		     rec.payload[1], mark);
	igt_assert(oa_poll_in(s.stream, 20000));
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_session_close(&s);
}

/* A loss that was not announced yet follows the reports in sight, in a blocking read too. */
static void test_keep_unread_loss(void)
{
	struct oa_session s;
	struct oa_record rec;
	u32 types[2] = { 0 };
	size_t num = 0;
	ssize_t n;

	oa_reset_require();
	oa_session_prepare(&s);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, 13),
			      OA_PROP_KEEP_UNREAD, 1, OA_PROP_LOSS_RECORDS, 1);
	igt_assert(oa_poll_in(s.stream, 20000));
	oa_reset_gt("full");
	/* The last report may have been in flight. */
	s.accounts.in_flight++;
	oa_assert_ok(oa_stream_disable(s.stream));
	n = read(s.stream, big, sizeof(big));
	igt_assert_lt(0, n);
	oa_for_each_record(&rec, at, big, n)
		if (num < ARRAY_LEN(types) && (num || rec.type != DRM_I915_PERF_RECORD_SAMPLE))
			types[num++] = rec.type;
	igt_assert_eq(types[0], DRM_I915_PERF_RECORD_OA_BUFFER_LOST);
	igt_assert_eq(types[1], DRM_I915_OA_RECORD_LOSS);
	oa_assert_fails(read(s.stream, big, sizeof(big)), EIO);
	oa_session_close(&s);
}

static void test_unknown_ioctl(void)
{
	struct oa_session s;

	oa_session_simple(&s, DISABLED, 13);
	oa_assert_fails(ioctl(s.stream, _IO('i', 3), 0), EINVAL);
	oa_assert_fails(ioctl(s.stream, _IO('i', 0xff), 0), EINVAL);
	oa_assert_fails(ioctl(s.stream, _IO('d', 0), 0), EINVAL);
	oa_assert_fails(ioctl(s.stream, _IOW('i', 0, int), 0), EINVAL);
	/* The argument of ENABLE and DISABLE is ignored. */
	oa_assert_ok(ioctl(s.stream, I915_PERF_IOCTL_ENABLE, 0xdeadbeef));
	oa_assert_ok(ioctl(s.stream, I915_PERF_IOCTL_DISABLE, 0xdeadbeef));
	oa_session_close(&s);
}

static void check_config_ioctl(struct oa_session *s, u64 other)
{
	igt_assert_eq(oa_stream_config(s->stream, other), s->set);
	igt_assert_eq(oa_stream_config(s->stream, other), other);
	oa_assert_fails(oa_stream_config(s->stream, 0x7ffffff), EINVAL);
	oa_assert_fails(oa_stream_config(s->stream, 0), EINVAL);
	oa_assert_fails(oa_stream_config(s->stream, 1), EINVAL);
	igt_assert_eq(oa_stream_config(s->stream, s->set), other);
}

static void test_config_ioctl(void)
{
	struct oa_session s;
	u64 other;

	oa_session_simple(&s, DISABLED, 14);
	other = oa_config_test_set(s.drm);
	check_config_ioctl(&s, other);
	oa_assert_ok(oa_stream_enable(s.stream));
	check_config_ioctl(&s, other);
	oa_collect(s.stream, &s.tally, 5, 4096);
	oa_session_close(&s);
}

/*
 * A metric set may enable a report trigger, whose report comes between the timer's,
 * off their grid. The test forces one as Intel's metrics library does (hardware.rst
 * 3.9): enable OAREPORTTRIG2, then invert its input D.
 */
static void test_report_trigger(void)
{
	static const u32 force[] = { 0x2744, 0x80200000, 0x2744, 0x80600000 };
	static const char uuid[] = "6f0a3d5e-1b7c-4c55-9a0e-0c0ffee0ca12";
	struct oa_session s;
	struct oa_record rec;
	int triggered = 0;
	ssize_t n;
	int id;

	igt_require_f(oa_facts()->boolean[1].first == 0x2740, "no report triggers documented");
	/* The timer is too slow to write a report meanwhile. */
	oa_session_simple(&s, NONBLOCK, oa_silent());
	id = oa_config_add(s.drm, uuid, NULL, 0, force, 2);
	igt_assert_lt(0, id);
	oa_assert_ok(ioctl(s.stream, I915_PERF_IOCTL_CONFIG, (unsigned long)id) < 0);
	igt_assert_f(oa_poll_in(s.stream, 20000), "the trigger caused no report");
	n = read(s.stream, big, sizeof(big));
	/* If the render engine writes the set, its context causes reports too. */
	oa_for_each_record(&rec, at, big, n) {
		igt_assert_eq(rec.type, DRM_I915_PERF_RECORD_SAMPLE);
		igt_assert(rec.payload[0] != 0);
		igt_assert_lt(0, rec.payload[1]);
		triggered += !oa_facts()->reason_mask ||
			     rec.payload[0] & oa_facts()->reason_timer << 1;
	}
	igt_assert_eq(triggered, 1);
	oa_assert_ok(oa_config_remove(s.drm, id));
	oa_session_close(&s);
}

/* The set that enables a trigger comes before the stream has ever sampled. */
static void test_trigger_before_enable(void)
{
	static const u32 enable[] = { 0x2744, 0x80000000 };
	struct oa_session s;
	char uuid[37];
	int id;

	igt_require_f(oa_facts()->boolean[1].first == 0x2740, "no report triggers documented");
	oa_session_prepare(&s);
	oa_uuid_fresh(uuid);
	id = oa_config_add(s.drm, uuid, NULL, 0, enable, 1);
	igt_assert_lt(1, id);
	oa_session_open_props(&s, I915_PERF_FLAG_DISABLED, OA_BASE_PROPS(s.set, OA_FORMAT, 14));
	igt_assert_eq(oa_stream_config(s.stream, id), s.set);
	oa_assert_ok(oa_stream_enable(s.stream));
	oa_collect(s.stream, &s.tally, 5, 4096);
	igt_assert_eq_u64(s.tally.buffer_lost, 0);
	oa_session_close(&s);
}

/* No seek, no mmap, no write; pread's offset is ignored or rejected. */
static void test_other_operations(void)
{
	struct oa_session s;
	void *map;

	open_with_data(&s, NONBLOCK);
	igt_assert_eq(write(s.stream, big, 8), -1);
	map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, s.stream, 0);
	igt_assert(map == MAP_FAILED);
	for (int whence = SEEK_SET; whence <= SEEK_END; whence++)
		oa_assert_fails(lseek(s.stream, 0, whence), ESPIPE);
	oa_session_close(&s);
}

static void test_readv(void)
{
	struct oa_session s;
	struct iovec iov[2] = { { big, RECORD }, { big + RECORD, RECORD } };
	ssize_t n;

	open_with_data(&s, NONBLOCK);
	oa_sleep_ms(30);
	n = readv(s.stream, iov, 2);
	igt_assert_f(n == RECORD || n == 2 * RECORD, "readv gave %zd", n);
	oa_tally_add(&s.tally, big, n);
	oa_collect(s.stream, &s.tally, 3, 4096);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

/* After a transfer the file must hold whole records, with none missing between them. */
static void check_file(int file, struct oa_tally *tally)
{
	ssize_t n;

	igt_assert_eq(lseek(file, 0, SEEK_SET), 0);
	while ((n = read(file, big, RECORD)) > 0) {
		igt_assert_eq(n, RECORD);
		oa_tally_add(tally, big, n);
	}
	oa_tally_assert_whole(tally);
}

static int temporary_file(void)
{
	int file = memfd_create("perf_stream", MFD_CLOEXEC);

	igt_assert_fd(file);
	return file;
}

/* Splice a blocking stream into a file, through a pipe and without one. */
static void test_splice(bool with_pipe)
{
	struct oa_session s;
	int file = temporary_file(), ends[2];
	ssize_t total = 0, n;

	oa_assert_ok(pipe(ends));
	oa_session_simple(&s, 0, 13);
	while (total < 60 * RECORD) {
		n = with_pipe ? splice(s.stream, NULL, ends[1], NULL, 16 * RECORD, 0) :
				sendfile(file, s.stream, NULL, 16 * RECORD);
		igt_assert_f(n > 0, "gave %zd, errno %d", n, errno);
		igt_assert_eq(n % RECORD, 0);
		total += n;
		for (ssize_t done = 0, moved; with_pipe && done < n; done += moved) {
			moved = splice(ends[0], NULL, file, NULL, n - done, 0);
			igt_assert_lt(0, moved);
		}
	}
	check_file(file, &s.tally);
	igt_assert_eq_u64(s.tally.samples, total / RECORD);
	oa_session_close(&s);
	close(ends[0]);
	close(ends[1]);
	close(file);
}

/* A splice that must not wait returns EAGAIN if there is no data. */
static void test_splice_nonblock(void)
{
	struct oa_session s;
	int ends[2];

	oa_assert_ok(pipe(ends));
	oa_session_simple(&s, NONBLOCK, oa_silent());
	oa_assert_fails(splice(s.stream, NULL, ends[1], NULL, 4096, SPLICE_F_NONBLOCK), EAGAIN);
	oa_session_close(&s);
	close(ends[0]);
	close(ends[1]);
}

static void test_io_uring(void)
{
	struct oa_uring uring;
	struct oa_session s;

	oa_uring_open(&uring);
	oa_session_simple(&s, 0, 14);
	for (int i = 0; i < 10; i++) {
		ssize_t n = oa_uring_read(&uring, s.stream, big, 4 * RECORD);

		igt_assert_f(n > 0, "request gave %zd", n);
		oa_tally_add(&s.tally, big, n);
	}
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
	oa_uring_close(&uring);
}

/*
 * abi.rst 10.2: a reader that waits for half of the fill time loses nothing, and one large
 * read returns everything.
 */
static void test_one_large_read(void)
{
	const size_t size = 24u << 20;
	const u64 wanted = OA_RING_REPORTS / 4;
	const unsigned int bit = oa_fast(7);
	struct oa_session s;
	u8 *buf = malloc(size);
	u64 produced;

	igt_assert(buf);
	oa_session_simple(&s, NONBLOCK, bit);
	if (oa_sim_present())
		igt_assert(oa_wait_until(oa_sim_u64("produced") - s.accounts.produced > wanted,
					 60000));
	else
		/* The last ones may be on their way. */
		oa_sleep_ms(2 + wanted * oa_period_ns(bit) / 1000000);
	oa_hold_clock(true);
	produced = oa_sim_present() ? oa_sim_u64("produced") - s.accounts.produced : wanted;
	igt_require_f(produced < OA_RING_REPORTS * 9 / 10, "the host is too slow to read in time");
	oa_tally_read(s.stream, &s.tally, buf, size);
	oa_tally_assert_whole(&s.tally);
	igt_assert_f(s.tally.samples + 16 >= produced, "%llu of %llu in one read",
		     s.tally.samples, produced);
	oa_hold_clock(false);
	oa_assert_ok(oa_stream_disable(s.stream));
	oa_session_close(&s);
	free(buf);
}

/* More than one turn of the ring, read without pause: no report is lost. */
static bool wraps_whole(unsigned int bit)
{
	struct oa_session s;
	static u8 buf[4 << 20];

	oa_session_simple(&s, 0, bit);
	while (s.tally.samples < OA_RING_REPORTS + OA_RING_REPORTS / 16 && !s.tally.buffer_lost)
		oa_tally_read(s.stream, &s.tally, buf, sizeof(buf));
	return oa_session_close_whole(&s);
}

static void test_wrap(void)
{
	oa_repeat_if_late(wraps_whole(oa_fast(8) + oa_tries / 2));
}

/* abi.rst 13: no report is ahead of a clock value that was read after the report. */
static void test_clock_coherence(void)
{
	struct oa_session s;
	struct oa_record rec;
	u32 clock, last = 0;
	ssize_t n;

	oa_session_simple(&s, 0, 13);
	for (int i = 0; i < 20; i++) {
		n = read(s.stream, big, sizeof(big));
		igt_assert_lt(0, n);
		clock = oa_reg_read_timestamp(s.drm);
		igt_assert_neq(clock, last);
		last = clock;
		oa_for_each_record(&rec, at, big, n)
			igt_assert_f((int)(clock - rec.payload[1]) >= 0,
				     "report of %#x, clock %#x", rec.payload[1], clock);
	}
	oa_session_close(&s);
}

/* A duplicated property: the records have the last format. */
static void test_last_format_wins(void)
{
	struct oa_session s;

	oa_session_prepare(&s);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, 20), OA_PROP_FORMAT,
			      oa_facts()->layouts[1].format, OA_PROP_EXPONENT, oa_exponent(14));
	oa_collect(s.stream, &s.tally, 5, 4096);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

static void test_context_stream(void)
{
	struct oa_session s;
	u32 context;
	u64 programmed;

	oa_session_prepare(&s);
	context = oa_context_create(s.drm);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, 14),
			      OA_PROP_CTX_HANDLE, context);
	if (oa_status_u64("ctx_id", &programmed))
		igt_info("context id %#llx\n", programmed);
	/*
	 * abi.rst 10.6: up to Haswell the hardware counts only the context, and reports
	 * are not filtered. From Broadwell on reports of other contexts are.
	 */
	igt_require_f(oa_facts()->ctx_unprivileged, "reports of other contexts are filtered");
	oa_collect(s.stream, &s.tally, 5, 4096);
	oa_tally_assert_whole(&s.tally);
	oa_session_close(&s);
}

igt_main
{
	igt_fixture
		oa_gpu_require();

	igt_oa_effect(OA_WRITES);
	oa_subtest("blocking-read", test_blocking_read());
	oa_subtest("nonblocking-read", test_nonblocking_read());
	oa_subtest("nonblock-follows-file-flags", test_nonblock_flag());
	oa_subtest("drain-then-eagain", test_drain_then_eagain());
	oa_subtest("buffer-sizes", test_buffer_sizes());
	oa_subtest("read-enospc", test_enospc());
	oa_subtest("read-efault", test_efault());
	oa_subtest("read-disabled-eio", test_disabled_read());
	oa_subtest("read-without-exponent", test_no_exponent());
	oa_subtest("read-eintr", test_eintr());
	oa_subtest("read-restart", test_restart());
	oa_subtest("enable-disable", test_enable_disable());
	oa_subtest("enable-starts-fresh", test_enable_is_fresh());
	oa_subtest("keep-unread", test_keep_unread());
	oa_subtest("keep-unread-dropped", test_keep_unread_dropped());
	oa_subtest("unknown-ioctl", test_unknown_ioctl());
	oa_subtest("config-ioctl", test_config_ioctl());
	oa_subtest("report-trigger", test_report_trigger());
	oa_subtest("report-trigger-before-enable", test_trigger_before_enable());
	oa_subtest("other-operations", test_other_operations());
	oa_subtest("readv", test_readv());
	oa_subtest("splice", test_splice(true));
	oa_subtest("sendfile", test_splice(false));
	oa_subtest("splice-nonblock", test_splice_nonblock());
	oa_subtest("io-uring", test_io_uring());
	oa_subtest("one-large-read", test_one_large_read());
	oa_subtest("ring-wrap", test_wrap());
	oa_subtest("clock-coherence", test_clock_coherence());
	oa_subtest("duplicate-format", test_last_format_wins());
	oa_subtest("context-stream", test_context_stream());

	igt_oa_effect(OA_RESETS);
	oa_subtest("keep-unread-loss", test_keep_unread_loss());
}
