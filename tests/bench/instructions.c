// SPDX-License-Identifier: GPL-2.0-only
/*
 * How many instructions a reader of one stream takes, for scripts/compare. This part runs in a
 * guest whose processor executes one instruction for each nanosecond of its clock (QEMU's
 * -icount), so the time-stamp counter counts instructions, and a figure repeats whatever the host
 * does.
 *
 * The GPU's clock is not the guest's, so this program moves it, over the control of oa-gpu: before
 * each wait by the guest's time since the last one, or by the time that a chosen number of reports
 * takes. It waits for the answer without sleeping: a processor that is idle skips time.
 *
 * What this program does itself is left out: moving the clock, marking the GPU's trace, walking
 * records. An interrupt that comes meanwhile is left out with it.
 */
#include <sys/mman.h>
#include <x86intrin.h>

#include "oa-bench.h"

#define WARM_UP		3	/* wake-ups that are not counted: pages are touched */
#define MOST_READS	400
#define TIMEOUT_MS	1000

/* Of the calls of one kind */
struct calls {
	u64 number, instructions;
};

static struct run {
	const struct reader_options *options;
	struct reader reader;
	int control;
	u64 reports_each;	/* reports to be there at each wake-up; 0: as time goes */
	u64 period_ns;		/* of the reports */
	u8 *buffer;
	struct oa_ring_map map;
	/* The guest's time at which the GPU's clock was moved */
	u64 moved_ns;
	struct {
		struct calls reads, empty, polls;
		u64 woken, reports, lost, left_out;
	} counted;		/* from the end of the warming up */
} run;

static void count(struct calls *calls, u64 begin)
{
	calls->instructions += __rdtsc() - begin;
	calls->number++;
}

/* Instructions since @begin are this program's own. */
static void leave_out(u64 begin)
{
	run.counted.left_out += __rdtsc() - begin;
}

static void mark(enum phase phase)
{
	u64 begin = __rdtsc();

	reader_mark(&run.reader, phase);
	leave_out(begin);
}

/* The answer to a request is "ok 0". */
static void control_set(const char *name, const char *value)
{
	char line[64], answer[64];
	int length = snprintf(line, sizeof(line), "set %s %s\n", name, value), have = 0;
	ssize_t got;

	igt_assert_eq(write(run.control, line, length), length);
	while (!have || answer[have - 1] != '\n') {
		got = read(run.control, answer + have, 1);
		if (got > 0 && ++have < (int)sizeof(answer))
			continue;
		igt_assert(got >= 0 || errno == EAGAIN);
	}
	answer[have] = 0;
	igt_assert_f(!strcmp(answer, "ok 0\n"), "%s: %s", name, answer);
}

static void advance(void)
{
	u64 begin = __rdtsc(), now = oa_now_ns();
	char ns[24];

	snprintf(ns, sizeof(ns), "%llu",
		 run.reports_each ? run.reports_each * run.period_ns : now - run.moved_ns);
	run.moved_ns = now;
	control_set("advance", ns);
	leave_out(begin);
}

static void walk(ssize_t bytes)
{
	u64 begin = __rdtsc();
	struct oa_record record;

	oa_for_each_record(&record, at, run.buffer, bytes) {
		if (record.type == DRM_I915_PERF_RECORD_SAMPLE)
			run.counted.reports++;
		else
			run.counted.lost++;
	}
	leave_out(begin);
}

static void read_once(void)
{
	u64 begin;
	ssize_t bytes;

	mark(READ);
	begin = __rdtsc();
	bytes = read(run.reader.stream, run.buffer, run.options->bytes);
	count(bytes > 0 ? &run.counted.reads : &run.counted.empty, begin);
	igt_assert(bytes >= 0 || errno == EAGAIN);
	if (bytes > 0)
		walk(bytes);
}

/* Takes what is published and gives it back; the reading of memory is not the driver's. */
static void sync_once(void)
{
	struct oa_ring_span span;
	u64 begin = __rdtsc(), before = run.counted.reports;

	while (oa_ring_map_next(&run.map, &span)) {
		if (span.count)
			run.counted.reports += span.count;
		else
			run.counted.lost++;
		oa_ring_map_done(&run.map, &span);
	}
	leave_out(begin);
	mark(READ);
	begin = __rdtsc();
	oa_assert_ok(oa_ring_map_sync(&run.map));
	count(run.counted.reports > before ? &run.counted.reads : &run.counted.empty, begin);
}

static bool is_readable(int timeout)
{
	struct pollfd pfd = { .fd = run.reader.stream, .events = POLLIN };
	u64 begin;
	int ret;

	mark(POLL);
	begin = __rdtsc();
	ret = poll(&pfd, 1, timeout);
	/* What is idle in a wait is no instruction. */
	if (!timeout)
		count(&run.counted.polls, begin);
	igt_assert(ret >= 0);
	return ret > 0;
}

static void wake_up(void)
{
	advance();
	if (!is_readable(TIMEOUT_MS))
		return;
	run.counted.woken++;
	do {
		if (run.options->maps)
			sync_once();
		else
			read_once();
	} while (is_readable(0) && run.counted.reads.number < MOST_READS);
}

static void print_calls(const char *what, const struct calls *calls)
{
	printf("%s: %llu\n", what, calls->number);
	printf("%s_instructions: %llu\n", what, calls->instructions);
}

static void measure(void)
{
	u64 begin, elapsed, idle;

	run.moved_ns = oa_now_ns();
	for (int i = 0; i < WARM_UP; i++)
		wake_up();
	memset(&run.counted, 0, sizeof(run.counted));
	idle = cpu_idle_ns();
	begin = __rdtsc();
	for (unsigned int i = 0; i < run.options->wakes; i++)
		if (run.counted.reads.number < MOST_READS)
			wake_up();
	elapsed = __rdtsc() - begin;
	idle = cpu_idle_ns() - idle;
	printf("period_ns: %llu\n", run.period_ns);
	printf("elapsed: %llu\n", elapsed);
	printf("busy: %lld\n", (long long)(elapsed - idle - run.counted.left_out));
	printf("wakeups: %llu\n", run.counted.woken);
	printf("reports: %llu\n", run.counted.reports);
	printf("losses: %llu\n", run.counted.lost);
	print_calls("reads", &run.counted.reads);
	print_calls("empty", &run.counted.empty);
	print_calls("polls", &run.counted.polls);
}

static void set_up(const struct reader_options *options, int drm)
{
	run.options = options;
	run.period_ns = (2000000000ull << options->exponent) / oa_facts()->timestamp_hz;
	run.reports_each = options->reports;
	/* A poll() of a mapped ring does not wait for the period if anything was published. */
	if (options->maps && !run.reports_each)
		run.reports_each = options->poll_period_ns / run.period_ns;
	run.control = open(options->control, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	igt_assert_fd(run.control);
	/* Of one page size, and there before it is read into */
	run.buffer = mmap(NULL, options->bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	igt_assert(run.buffer != MAP_FAILED);
	reader_begin(&run.reader, options, drm);
	if (options->maps)
		igt_assert(!oa_ring_map_open(&run.map, run.reader.stream));
}

void bench_instructions(const struct bench_options *options, int drm)
{
	set_up(&options->reader, drm);
	control_set("clock", "manual");
	measure();
	control_set("clock", "real");
	reader_end(&run.reader);
}
