// SPDX-License-Identifier: GPL-2.0-only
/*
 * The number of instructions that a reader takes for one stream, or for one on each of several
 * GPUs, for scripts/compare. This part runs in a guest whose processor executes one instruction for
 * each nanosecond of its clock (QEMU's -icount). So the time-stamp counter counts instructions, and
 * the result does not depend on the host's load.
 *
 * A GPU's clock is not the guest's, so this program moves it, over the control of oa-gpu: before
 * each wait by the guest's time since the last one, or by the time that a chosen number of reports
 * takes, if the last ones were read.
 *
 * The program's own work is left out: moving the clock, marking the GPU's trace, walking records.
 * An interrupt during that work is left out too.
 */
#include <sys/mman.h>
#include <x86intrin.h>

#include "oa-bench.h"

#define WARM_UP		3	/* wake-ups that are not counted: pages are touched */
#define WARM_REPORTS	100	/* at least, of each: i915_oa examines the first 32 one by one */
#define MOST_READS	400
#define TIMEOUT_MS	1000

/* Of the calls of one kind */
struct calls {
	u64 number, instructions;
};

/* A GPU with a stream */
struct gpu {
	struct reader reader;
	int control;
	/* The guest's time at which the GPU's clock was moved */
	u64 moved_ns;
	/* Its reports were read since then. */
	bool read;
	u64 reports;
};

static struct run {
	const struct reader_options *options;
	struct gpu gpus[GPUS_MAX];
	struct pollfd files[GPUS_MAX];	/* the streams */
	unsigned int num;		/* of the GPUs */
	u64 reports_each;	/* for each wake-up; 0: those of the time passed */
	u64 period_ns;		/* of the reports */
	bool warm;
	u8 *buffer;
	struct {
		struct calls reads, empty, polls;
		u64 woken, lost, left_out;
	} counted;		/* from the end of the warming up */
} run;

static void count(struct calls *calls, u64 begin)
{
	calls->instructions += __rdtsc() - begin;
	calls->number++;
}

/* Leave out the instructions since @begin, which are this program's own. */
static void leave_out(u64 begin)
{
	run.counted.left_out += __rdtsc() - begin;
}

static void mark(const struct gpu *gpu, enum phase phase)
{
	u64 begin = __rdtsc();

	reader_mark(&gpu->reader, phase);
	leave_out(begin);
}

static u64 reports_due(void)
{
	return run.warm || run.reports_each > WARM_REPORTS ? run.reports_each : WARM_REPORTS;
}

static void advance(struct gpu *gpu, u64 now)
{
	if (run.reports_each && !gpu->read)
		return;
	control_advance(gpu->control, run.reports_each ? reports_due() * run.period_ns :
						       now - gpu->moved_ns);
	gpu->moved_ns = now;
	gpu->read = false;
}

static void advance_all(void)
{
	u64 begin = __rdtsc(), now = oa_now_ns();

	for (unsigned int i = 0; i < run.num; i++)
		advance(&run.gpus[i], now);
	leave_out(begin);
}

static void walk(struct gpu *gpu, ssize_t bytes)
{
	u64 begin = __rdtsc();
	struct oa_record record;

	oa_for_each_record(&record, at, run.buffer, bytes) {
		if (record.type == DRM_I915_PERF_RECORD_SAMPLE)
			gpu->reports++;
		else
			run.counted.lost++;
	}
	leave_out(begin);
}

static void read_once(struct gpu *gpu)
{
	u64 begin;
	ssize_t bytes;

	mark(gpu, READ);
	begin = __rdtsc();
	bytes = read(gpu->reader.stream, run.buffer, run.options->bytes);
	count(bytes > 0 ? &run.counted.reads : &run.counted.empty, begin);
	igt_assert(bytes >= 0 || errno == EAGAIN);
	if (bytes > 0)
		walk(gpu, bytes);
}

/* Poll all streams. Return: true if one is readable */
static bool is_readable(int timeout)
{
	u64 begin;
	int ret;

	for (unsigned int i = 0; i < run.num; i++)
		mark(&run.gpus[i], POLL);
	begin = __rdtsc();
	ret = poll(run.files, run.num, timeout);
	/* A wait contains idle time, so count only polls without a timeout. */
	if (!timeout)
		count(&run.counted.polls, begin);
	igt_assert(ret >= 0);
	return ret > 0;
}

static void read_readable(void)
{
	for (unsigned int i = 0; i < run.num; i++) {
		if (!(run.files[i].revents & POLLIN))
			continue;
		read_once(&run.gpus[i]);
		run.gpus[i].read = true;
	}
}

static bool reads_left(void)
{
	return run.counted.reads.number < MOST_READS * run.num;
}

static void wake_up(void)
{
	advance_all();
	if (!is_readable(TIMEOUT_MS))
		return;
	run.counted.woken++;
	do {
		read_readable();
	} while (is_readable(0) && reads_left());
}

static void print_calls(const char *what, const struct calls *calls)
{
	printf("%s: %llu\n", what, calls->number);
	printf("%s_instructions: %llu\n", what, calls->instructions);
}

/* Print the reports of all GPUs, of the GPU with the fewest, and of the GPU with the most. */
static void print_reports(void)
{
	u64 all = 0, least = ~0ull, most = 0;

	for (unsigned int i = 0; i < run.num; i++) {
		const u64 reports = run.gpus[i].reports;

		all += reports;
		least = reports < least ? reports : least;
		most = reports > most ? reports : most;
	}
	igt_assert_f(least, "a GPU has delivered no report");
	printf("reports: %llu\n", all);
	printf("reports_least: %llu\n", least);
	printf("reports_most: %llu\n", most);
}

static void start_counting(void)
{
	memset(&run.counted, 0, sizeof(run.counted));
	for (unsigned int i = 0; i < run.num; i++)
		run.gpus[i].reports = 0;
}

/* Check that each stream has delivered its first reports, and none has a longer batch left. */
static bool gpus_warm(void)
{
	for (unsigned int i = 0; i < run.num; i++)
		if (run.gpus[i].reports < WARM_REPORTS ||
		    (run.reports_each && !run.gpus[i].read))
			return false;
	return true;
}

static void measure(void)
{
	u64 begin, elapsed, idle, now = oa_now_ns();

	for (unsigned int i = 0; i < run.num; i++) {
		run.gpus[i].moved_ns = now;
		run.gpus[i].read = true;
	}
	for (unsigned int i = 0; i < WARM_UP || (i < MOST_READS && !gpus_warm()); i++)
		if (reads_left())
			wake_up();
	run.warm = true;
	start_counting();
	idle = cpu_idle_ns();
	begin = __rdtsc();
	for (unsigned int i = 0; i < run.options->wakes; i++)
		if (reads_left())
			wake_up();
	elapsed = __rdtsc() - begin;
	idle = cpu_idle_ns() - idle;
	printf("period_ns: %llu\n", run.period_ns);
	printf("elapsed: %llu\n", elapsed);
	printf("busy: %lld\n", (long long)(elapsed - idle - run.counted.left_out));
	printf("wakeups: %llu\n", run.counted.woken);
	print_reports();
	printf("losses: %llu\n", run.counted.lost);
	print_calls("reads", &run.counted.reads);
	print_calls("empty", &run.counted.empty);
	print_calls("polls", &run.counted.polls);
}

/* The driver binds GPUs in the order of their slots, which is that of the controls. */
static void open_gpu(struct gpu *gpu, unsigned int n)
{
	struct igt_oa_gpu device;
	int drm;

	igt_assert_f(oa_gpu_find(&device, n), "there is no GPU number %u", n);
	drm = open(device.render, O_RDWR | O_CLOEXEC);
	igt_assert_fd(drm);
	gpu->control = control_open(run.options->controls[n]);
	reader_begin(&gpu->reader, run.options, drm, device.pci);
	run.files[n] = (struct pollfd) { .fd = gpu->reader.stream, .events = POLLIN };
}

static void close_gpu(struct gpu *gpu)
{
	reader_end(&gpu->reader);
	close(gpu->reader.drm);
	close(gpu->control);
}

static void set_up(const struct reader_options *options)
{
	run.options = options;
	run.num = options->gpus;
	run.period_ns = (2000000000ull << options->exponent) / oa_facts()->timestamp_hz;
	run.reports_each = options->reports;
	/* Of one page size, and populated before reads */
	run.buffer = mmap(NULL, options->bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	igt_assert(run.buffer != MAP_FAILED);
	for (unsigned int i = 0; i < run.num; i++)
		open_gpu(&run.gpus[i], i);
}

static void set_clocks(const char *clock)
{
	for (unsigned int i = 0; i < run.num; i++)
		control_set(run.gpus[i].control, "clock", clock);
}

void bench_instructions(const struct reader_options *options, int drm)
{
	(void)drm;
	set_up(options);
	set_clocks("manual");
	measure();
	set_clocks("real");
	for (unsigned int i = 0; i < run.num; i++)
		close_gpu(&run.gpus[i]);
}
