// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-bench: the cost of the software path from the OA buffer to the reader.
 */
#include <argp.h>
#include <math.h>

#include "oa-bench.h"

const char *argp_program_version = "oa-bench, of i915-oa";

static const char doc[] =
	"Measures the path from the OA buffer to the reader.\vSee tests/bench/README.md.";

static const struct argp_option argp_options[] = {
	{ "quick", 'q', 0, 0, "Fewer rounds, and a second where ten are meant", 0 },
	{ "rounds", 'r', "N", 0, "Rounds of each way to copy (31)", 0 },
	{ "bound", 'b', "MS", 0, "Data age that the reader can live with (100)", 0 },
	{ "part", 'p', "NAME", 0, "Only this: idle, copies, sizes, wakes or rates", 0 },
	{ "counts-only", 'c', 0, 0, "No CPU shares: the processor is emulated", 0 },
	{ "json", 'j', "FILE", 0, "Save the results", 0 },
	{ 0, 0, 0, 0, "The parts cost and instructions run by name only, with i915 too:", 1 },
	{ "exponent", 'e', "N", 0, "A report each 2^(N+1) ticks of the time stamp (13)", 0 },
	{ "poll-period", 'P', "MS", 0, "How often the driver looks at the tail", 0 },
	{ "seconds", 't', "N", 0, "cost: how long to read (2)", 0 },
	{ "poll", 'w', 0, 0, "cost: poll and read without blocking, not read and block", 0 },
	{ "small", 's', 0, 0, "Reports of 64 bytes, not of 256", 0 },
	{ "control", 'C', "PORT", 0,
	  "instructions: the virtio port of the GPU's control; again for each further GPU", 0 },
	{ "bytes", 'B', "N", 0, "instructions: bytes of the reader's buffer (4 MiB)", 0 },
	{ "reports", 'R', "N", 0, "instructions: reports at each wake-up, not as time goes", 0 },
	{ "wakes", 'W', "N", 0, "instructions: wake-ups (20)", 0 },
	{ 0 }
};

static struct bench_options options = {
	.rounds = 31,
	.wake_seconds = 3,
	.hold_seconds = 10,
	.bound_ns = 100 * 1000 * 1000,
	.reader = { .exponent = 13, .seconds = 2, .blocks = true, .bytes = 4 * MiB, .wakes = 20 },
};

static const struct part {
	const char *name;
	void (*run)(const struct bench_options *options, int drm);
	/* For scripts/compare: it runs only by name, also with i915, and only its results print. */
	bool compares;
} parts[] = {
	/* First: an idle GPU's counters are zero until it is busy once. */
	{ .name = "idle", .run = bench_idle },
	{ .name = "copies", .run = bench_copies },
	{ .name = "sizes", .run = bench_sizes },
	{ .name = "wakes", .run = bench_wakes },
	{ .name = "rates", .run = bench_rates },
	{ .name = "cost", .run = bench_cost, .compares = true },
	{ .name = "instructions", .run = bench_instructions, .compares = true },
};

static const struct part *part_named(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (!strcmp(parts[i].name, name))
			return &parts[i];
	return NULL;
}

static unsigned long number(struct argp_state *state, const char *arg, unsigned long min,
			    unsigned long max)
{
	char *end;
	unsigned long value = strtoul(arg, &end, 0);

	if (end == arg || *end || value < min || value > max)
		argp_error(state, "'%s' is no number from %lu to %lu", arg, min, max);
	return value;
}

static error_t parse_reader(int key, char *arg, struct argp_state *state)
{
	struct reader_options *reader = &options.reader;

	switch (key) {
	case 'e':
		reader->exponent = number(state, arg, 0, 31);
		return 0;
	case 'P':
		reader->poll_period_ns = number(state, arg, 1, 1000) * 1000 * 1000;
		return 0;
	case 't':
		reader->seconds = number(state, arg, 1, 3600);
		return 0;
	case 'w':
		reader->blocks = false;
		return 0;
	case 's':
		reader->small = true;
		return 0;
	case 'C':
		if (reader->gpus == GPUS_MAX)
			argp_error(state, "%d GPUs at most", GPUS_MAX);
		reader->controls[reader->gpus++] = arg;
		return 0;
	case 'B':
		reader->bytes = number(state, arg, 1, 64 * MiB);
		return 0;
	case 'R':
		reader->reports = number(state, arg, 1, 1 << 20);
		return 0;
	case 'W':
		reader->wakes = number(state, arg, 1, 1 << 20);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case 'q':
		options.rounds = 3;
		options.wake_seconds = 1;
		options.hold_seconds = 1;
		return 0;
	case 'r':
		options.rounds = number(state, arg, 1, SERIES_MAX);
		return 0;
	case 'b':
		options.bound_ns = number(state, arg, 1, 1000) * 1000 * 1000;
		return 0;
	case 'p':
		options.part = arg;
		if (!part_named(arg))
			argp_error(state, "'%s' is no part", arg);
		return 0;
	case 'c':
		options.counts_only = true;
		return 0;
	case 'j':
		options.json = arg;
		return 0;
	case ARGP_KEY_END:
		if (options.part && !strcmp(options.part, "instructions") &&
		    !options.reader.gpus)
			argp_error(state, "instructions needs a control");
		return 0;
	default:
		return parse_reader(key, arg, state);
	}
}

/* The parts that measure this driver alone */
static void bench_driver(const struct part *only, int drm)
{
	sim_bulk(true);
	results_open(options.json);
	json_text("what", "simulated GPU, our software path only");
	json_text("platform", oa_facts()->name);
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (only ? only == &parts[i] : !parts[i].compares)
			parts[i].run(&options, drm);
	sim_bulk(false);
	goals_print();
	results_close();
}

static void bench(void)
{
	const struct part *part = options.part ? part_named(options.part) : NULL;
	int drm = oa_drm_open();

	if (part && part->compares)
		part->run(&options, drm);
	else
		bench_driver(part, drm);
	close(drm);
	/* No subtests ran; IGT's exit would count that as a failure. */
	exit(0);
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		.options = argp_options, .parser = parse_option, .doc = doc,
	};
	struct igt_oa_gpu device;

	/* Print each line at once, also into a pipe. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	argp_parse(&argp, argc, argv, 0, NULL, NULL);
	if (!oa_gpu_find(&device, 0)) {
		fputs("oa-bench: no GPU that a driver with the i915 perf ABI has bound\n", stderr);
		return 1;
	}
	/* Sets up the tests' helpers; igt_oa_main_run() knows none of these options. */
	return igt_oa_main_run(1, argv, bench);
}
