// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-instructions: how many instructions a reader of one stream takes, for scripts/compare. It runs
 * in a guest whose processor executes one instruction for each nanosecond of its clock (QEMU's
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
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <x86intrin.h>

#include "reader.h"
#include "tools/oa-ring/oa_ring_map.h"

#define WARM_UP		3	/* wake-ups that are not counted: pages are touched */
#define TIMEOUT_MS	1000

/* Of the calls of one kind */
struct calls {
	u64 number, instructions;
};

static struct run {
	struct reader reader;
	const char *control_path;
	int control;
	size_t bytes;
	u64 reports_each;	/* reports to be there at each wake-up; 0: as time goes */
	u64 period_ns;		/* of the reports */
	int wakes, most_reads;
	u8 *buffer;
	struct oa_ring_map map;
	/* The guest's time at which the GPU's clock was moved */
	u64 moved_ns;
	struct {
		struct calls reads, empty, polls;
		u64 woken, reports, lost, left_out;
	} counted;		/* from the end of the warming up */
} run = {
	.reader = { .device = "/dev/dri/renderD128", .exponent = 9 },
	.bytes = 4 << 20,
	.wakes = 20,
	.most_reads = 400,
};

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

	if (write(run.control, line, length) != length)
		die("the control");
	while (!have || answer[have - 1] != '\n') {
		got = read(run.control, answer + have, 1);
		if (got > 0 && ++have < (int)sizeof(answer))
			continue;
		if (got < 0 && errno != EAGAIN)
			die("the control's answer");
	}
	answer[have] = 0;
	if (strcmp(answer, "ok 0\n")) {
		fprintf(stderr, "oa-instructions: %s: %s", name, answer);
		exit(1);
	}
}

static void advance(void)
{
	u64 begin = __rdtsc(), now = reader_now_ns();
	char ns[24];

	snprintf(ns, sizeof(ns), "%llu",
		 run.reports_each ? run.reports_each * run.period_ns : now - run.moved_ns);
	run.moved_ns = now;
	control_set("advance", ns);
	leave_out(begin);
}

static void walk(ssize_t bytes)
{
	const struct drm_i915_perf_record_header *header;
	u64 begin = __rdtsc();
	ssize_t at;

	for (at = 0; at < bytes; at += header->size) {
		header = (const void *)(run.buffer + at);
		if (header->type == DRM_I915_PERF_RECORD_SAMPLE)
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
	bytes = read(run.reader.stream, run.buffer, run.bytes);
	count(bytes > 0 ? &run.counted.reads : &run.counted.empty, begin);
	if (bytes < 0 && errno != EAGAIN)
		die("reading");
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
	if (oa_ring_map_sync(&run.map))
		die("giving reports back");
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
	if (ret < 0)
		die("polling");
	return ret > 0;
}

static void wake_up(void)
{
	advance();
	if (!is_readable(TIMEOUT_MS))
		return;
	run.counted.woken++;
	do {
		if (run.reader.maps)
			sync_once();
		else
			read_once();
	} while (is_readable(0) && run.counted.reads.number < (u64)run.most_reads);
}

/* Of the only processor, in nanoseconds of the guest's clock */
static u64 idle_ns(void)
{
	FILE *file = fopen("/proc/timer_list", "r");
	unsigned long long ns = 0;
	char line[256], *at;

	if (!file)
		die("/proc/timer_list");
	while (fgets(line, sizeof(line), file)) {
		at = strstr(line, ".idle_sleeptime");
		if (at && sscanf(at, ".idle_sleeptime : %llu", &ns) == 1)
			break;
	}
	fclose(file);
	return ns;
}

static void print_calls(const char *what, const struct calls *calls)
{
	printf("%s: %llu\n", what, calls->number);
	printf("%s_instructions: %llu\n", what, calls->instructions);
}

static void measure(void)
{
	u64 begin, elapsed, idle;
	int i;

	run.moved_ns = reader_now_ns();
	for (i = 0; i < WARM_UP; i++)
		wake_up();
	memset(&run.counted, 0, sizeof(run.counted));
	idle = idle_ns();
	begin = __rdtsc();
	for (i = 0; i < run.wakes && run.counted.reads.number < (u64)run.most_reads; i++)
		wake_up();
	elapsed = __rdtsc() - begin;
	idle = idle_ns() - idle;
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

static void open_all(u64 *metric_set)
{
	struct reader *reader = &run.reader;
	int frequency;

	reader_open_gpu(reader);
	frequency = reader_getparam(reader, I915_PARAM_CS_TIMESTAMP_FREQUENCY);
	if (!frequency)
		die("the frequency of the time stamp");
	run.period_ns = (2000000000ull << reader->exponent) / frequency;
	/* A poll() of a mapped ring does not wait for the period if anything was published. */
	if (reader->maps && !run.reports_each)
		run.reports_each = reader->poll_period_ns / run.period_ns;
	run.control = open(run.control_path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (run.control < 0)
		die(run.control_path);
	/* Of one page size, and there before it is read into */
	run.buffer = mmap(NULL, run.bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (run.buffer == MAP_FAILED)
		die("memory");
	*metric_set = reader_add_metric_set(reader);
	reader_mark(reader, OPEN);
	reader_open_stream(reader, *metric_set);
	reader_enable(reader);
	if (reader->maps && oa_ring_map_open(&run.map, reader->stream))
		die("mapping the ring");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct reader *reader = &run.reader;

	switch (key) {
	case 'c':
		run.control_path = arg;
		return 0;
	case 'd':
		reader->device = arg;
		return 0;
	case 'e':
		reader->exponent = reader_number(arg, 31, state);
		return 0;
	case 'p':
		reader->poll_period_ns = reader_number(arg, 1000, state) * 1000000ull;
		return 0;
	case 'b':
		run.bytes = reader_number(arg, 64 << 20, state);
		return 0;
	case 'n':
		run.reports_each = reader_number(arg, 1 << 20, state);
		return 0;
	case 'w':
		run.wakes = reader_number(arg, 1 << 20, state);
		return 0;
	case 's':
		reader->format = I915_OA_FORMAT_C4_B8;
		return 0;
	case 'h':
		reader->haswell = true;
		return 0;
	case 'm':
		reader->maps = true;
		return 0;
	case ARGP_KEY_END:
		if (!run.control_path || !run.bytes)
			argp_error(state, "there must be a control and a buffer");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{ "control", 'c', "PORT", 0, "The virtio port that leads to the GPU's control", 0 },
	{ "device", 'd', "NODE", 0, "The GPU's device node", 0 },
	{ "exponent", 'e', "N", 0, "A report each 2^(N+1) ticks of the time stamp", 0 },
	{ "poll-period", 'p', "MS", 0, "How often the driver looks at the tail", 0 },
	{ "bytes", 'b', "N", 0, "Bytes of the reader's buffer", 0 },
	{ "reports", 'n', "N", 0, "Reports there at each wake-up, not as time goes", 0 },
	{ "wakes", 'w', "N", 0, "Wake-ups", 0 },
	{ "small", 's', NULL, 0, "Reports of 64 bytes, not of 256", 0 },
	{ "haswell", 'h', NULL, 0, "The GPU is a Haswell", 0 },
	{ "map", 'm', NULL, 0, "Map the ring, and give reports back by SYNC", 0 },
	{ 0 },
};

static const struct argp parser = { .options = options, .parser = parse,
	.doc = "Reads one stream of the OA unit and prints how many instructions that took." };

int main(int argc, char **argv)
{
	u64 metric_set;

	argp_parse(&parser, argc, argv, 0, NULL, NULL);
	if (!run.reader.format)
		run.reader.format = run.reader.haswell ? I915_OA_FORMAT_A45_B8_C8 :
							  I915_OA_FORMAT_A32u40_A4u32_B8_C8;
	open_all(&metric_set);
	control_set("clock", "manual");
	measure();
	control_set("clock", "real");
	reader_end(&run.reader, metric_set);
	return 0;
}
