// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-bench: the cost of the path from the OA buffer to the reader, of i915 or of i915_oa.
 * scripts/compare runs it with each of them.
 */
#include <argp.h>

#include "oa-bench.h"

const char *argp_program_version = "oa-bench, of i915-oa";

static const char doc[] =
	"Measures the path from the OA buffer to the reader.\vSee tests/bench/README.md.";

static const struct argp_option argp_options[] = {
	{ "part", 'p', "NAME", 0, "calls, cost, instructions, samples, edges or drains", 0 },
	{ "exponent", 'e', "N", 0, "A report each 2^(N+1) ticks of the time stamp (13)", 0 },
	{ "poll-period", 'P', "MS", 0, "How often the driver looks at the tail", 0 },
	{ "seconds", 't', "N", 0, "How long to read, but for instructions (2)", 0 },
	{ "pace", 'T', "MS", 0, "samples, drains: the reader's own period; calls: pause (60)", 0 },
	{ "poll", 'w', 0, 0, "cost: poll and read without blocking, not read and block", 0 },
	{ "small", 's', 0, 0, "Reports of 64 bytes, not of 256", 0 },
	{ "control", 'C', "PORT", 0,
	  "The virtio port of the GPU's control, but for cost; again for each further GPU", 0 },
	{ "bytes", 'B', "N", 0, "instructions, drains: bytes of the reader's buffer (4 MiB)", 0 },
	{ "ring", 'O', "N", 0, "calls: bytes of the OA buffer, with i915_oa only", 0 },
	{ "reports", 'R', "N", 0, "instructions: reports at each wake-up, not as time goes", 0 },
	{ "wakes", 'W', "N", 0, "instructions: wake-ups (20)", 0 },
	{ 0 }
};

static struct reader_options options = {
	.exponent = 13, .seconds = 2, .blocks = true, .bytes = 4 * MiB, .wakes = 20,
	.pace_ms = 60,
};

static const struct part {
	const char *name;
	void (*run)(const struct reader_options *options, int drm);
	/* moves the GPU's clock */
	bool controls;
	/* does not block in read() */
	bool never_blocks;
} parts[] = {
	{ "calls", bench_calls, true, true },
	{ "cost", bench_cost, false, false },
	{ "instructions", bench_instructions, true, false },
	{ "samples", bench_samples, true, true },
	{ "edges", bench_edges, true, true },
	{ "drains", bench_drains, true, true },
};

static const struct part *part;

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

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case 'p':
		part = part_named(arg);
		return 0;
	case 'e':
		options.exponent = number(state, arg, 0, 31);
		return 0;
	case 'P':
		options.poll_period_ns = number(state, arg, 1, 1000) * 1000 * 1000;
		return 0;
	case 't':
		options.seconds = number(state, arg, 1, 3600);
		return 0;
	case 'T':
		options.pace_ms = number(state, arg, 1, 10000);
		return 0;
	case 'w':
		options.blocks = false;
		return 0;
	case 's':
		options.small = true;
		return 0;
	case 'C':
		if (options.gpus == GPUS_MAX)
			argp_error(state, "%d GPUs at most", GPUS_MAX);
		options.controls[options.gpus++] = arg;
		return 0;
	case 'B':
		options.bytes = number(state, arg, 1, 64 * MiB);
		return 0;
	case 'O':
		options.ring_bytes = number(state, arg, 4 * KiB, 16 * MiB);
		return 0;
	case 'R':
		options.reports = number(state, arg, 1, 1 << 20);
		return 0;
	case 'W':
		options.wakes = number(state, arg, 1, 1 << 20);
		return 0;
	case ARGP_KEY_END:
		if (!part)
			argp_error(state, "there is no such part");
		if (part->controls && !options.gpus)
			argp_error(state, "%s needs a control", part->name);
		if (options.bytes > 4 * MiB && part->never_blocks)
			argp_error(state, "4 MiB at most");
		if (part->never_blocks)
			options.blocks = false;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void bench(void)
{
	int drm = oa_drm_open();

	part->run(&options, drm);
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
