// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cost of the calls of a stream, for scripts/compare: open, enable, the first report, disable,
 * enable and disable again, close. As in instructions.c the guest's clock counts instructions.
 * The GPU's clock runs by itself, since drivers wait for the GPU in these calls. So a call that
 * polls the GPU takes more instructions on a busy host. Of each call the median of CALLS_TIMES is
 * printed: instructions without the time in which the processor was idle, that time, and how often
 * the caller slept. The registers are in the GPU's trace.
 */
#include <sys/resource.h>
#include <x86intrin.h>

#include "oa-bench.h"

#define CALLS_TIMES	11	/* odd, for a median; one more comes first, uncounted */
#define TIMEOUT_MS	1000
#define REPORTS		4	/* written between two calls */
#define MAX_ASKS	1000000	/* not a time, which passes as well while the host stops the GPU */

/* In the order of their names */
enum call { CALL_OPEN, CALL_ENABLE, CALL_REPORT, CALL_DISABLE, CALL_AGAIN, CALL_CLOSE, CALLS };

static const char * const call_names[CALLS] = {
	"open", "enable", "report", "disable", "again", "close",
};

struct cost {
	u64 instructions, idle_ns, sleeps;
};

static struct run {
	const struct reader_options *options;
	struct reader reader;
	int control;
	u8 *buffer;
	struct cost before;	/* at the beginning of the call */
	struct cost costs[CALLS][CALLS_TIMES];
} run;

static u64 sleeps(void)
{
	struct rusage usage;

	igt_assert_eq(getrusage(RUSAGE_THREAD, &usage), 0);
	return usage.ru_nvcsw;
}

static void begin(enum phase phase)
{
	reader_mark(&run.reader, phase);
	run.before.sleeps = sleeps();
	run.before.idle_ns = cpu_idle_ns();
	run.before.instructions = __rdtsc();
}

/* @time: the number of the stream, 0 for the first one, which is not counted */
static void end(enum call call, unsigned int time)
{
	const u64 now = __rdtsc(), idle = cpu_idle_ns() - run.before.idle_ns;

	if (time)
		run.costs[call][time - 1] = (struct cost) {
			.instructions = now - run.before.instructions - idle,
			.idle_ns = idle,
			.sleeps = sleeps() - run.before.sleeps,
		};
	reader_mark(&run.reader, OVER);
}

/* Wait until the timer has written some reports. */
static void written(void)
{
	const u64 before = control_u64(run.control, "produced");

	for (unsigned int i = 0; i < MAX_ASKS; i++)
		if (control_u64(run.control, "produced") - before >= REPORTS)
			return;
	igt_assert_f(false, "the GPU writes no reports\n");
}

static void first_report(unsigned int time)
{
	struct pollfd file = { .fd = run.reader.stream, .events = POLLIN };
	ssize_t got;

	written();
	begin(REPORT);
	do {
		igt_assert(poll(&file, 1, TIMEOUT_MS) == 1);
		got = read(run.reader.stream, run.buffer, run.options->bytes);
		igt_assert(got >= 0 || errno == EAGAIN);
	} while (got <= 0);
	end(CALL_REPORT, time);
}

static void one_stream(unsigned int time)
{
	struct reader *reader = &run.reader;

	begin(OPEN);
	reader->stream = reader_open(reader, run.options);
	end(CALL_OPEN, time);
	begin(ENABLE);
	oa_assert_ok(oa_stream_enable(reader->stream));
	end(CALL_ENABLE, time);
	first_report(time);
	/* Some reports are left unread. */
	written();
	begin(DISABLE);
	oa_assert_ok(oa_stream_disable(reader->stream));
	end(CALL_DISABLE, time);
	begin(AGAIN);
	oa_assert_ok(oa_stream_enable(reader->stream));
	end(CALL_AGAIN, time);
	written();
	oa_assert_ok(oa_stream_disable(reader->stream));
	begin(CLOSE);
	close(reader->stream);
	end(CALL_CLOSE, time);
	usleep(run.options->pace_ms * 1000);
}

static int by_value(const void *a, const void *b)
{
	const u64 left = *(const u64 *)a, right = *(const u64 *)b;

	return left < right ? -1 : left > right;
}

/* Print the median of a member of struct cost, at @offset. */
static void print_median(enum call call, const char *what, size_t offset)
{
	u64 values[CALLS_TIMES];

	for (unsigned int i = 0; i < CALLS_TIMES; i++)
		memcpy(&values[i], (const u8 *)&run.costs[call][i] + offset, sizeof(u64));
	qsort(values, CALLS_TIMES, sizeof(u64), by_value);
	printf("%s_%s: %llu\n", call_names[call], what, values[CALLS_TIMES / 2]);
}

static void print_costs(void)
{
	printf("streams: %d\n", CALLS_TIMES + 1);
	for (unsigned int call = 0; call < CALLS; call++) {
		print_median(call, "instructions", offsetof(struct cost, instructions));
		print_median(call, "idle_ns", offsetof(struct cost, idle_ns));
		print_median(call, "sleeps", offsetof(struct cost, sleeps));
	}
}

void bench_calls(const struct reader_options *options, int drm)
{
	struct igt_oa_gpu device;

	run.options = options;
	run.buffer = malloc(options->bytes);
	run.control = control_open(options->controls[0]);
	igt_assert(run.buffer && oa_gpu_find(&device, 0));
	reader_prepare(&run.reader, drm, device.pci);
	for (unsigned int time = 0; time <= CALLS_TIMES; time++)
		one_stream(time);
	reader_finish(&run.reader);
	print_costs();
}
