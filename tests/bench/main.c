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
	{ "part", 'p', "NAME", 0, "Only idle, copies, sizes, wakes or rates", 0 },
	{ "counts-only", 'c', 0, 0, "No CPU shares: the processor is emulated", 0 },
	{ "json", 'j', "FILE", 0, "Save the results", 0 },
	{ 0 }
};

static struct bench_options options = {
	.rounds = 31,
	.wake_seconds = 3,
	.hold_seconds = 10,
	.bound_ns = 100 * 1000 * 1000,
};

static const struct part {
	const char *name;
	void (*run)(const struct bench_options *options, int drm);
} parts[] = {
	/* First: an idle GPU's counters are zero until it is busy once. */
	{ "idle", bench_idle },
	{ "copies", bench_copies },
	{ "sizes", bench_sizes },
	{ "wakes", bench_wakes },
	{ "rates", bench_rates },
};

static const struct part *part_named(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (!strcmp(parts[i].name, name))
			return &parts[i];
	return NULL;
}

static unsigned long positive(struct argp_state *state, const char *arg, unsigned long max)
{
	char *end;
	unsigned long value = strtoul(arg, &end, 0);

	if (end == arg || *end || !value || value > max)
		argp_error(state, "'%s' is no number from 1 to %lu", arg, max);
	return value;
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
		options.rounds = positive(state, arg, SERIES_MAX);
		return 0;
	case 'b':
		options.bound_ns = positive(state, arg, 1000) * 1000 * 1000;
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
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void bench(void)
{
	int drm = oa_drm_open();

	sim_bulk(true);
	results_open(options.json);
	json_text("what", "simulated GPU, our software path only");
	json_text("platform", oa_facts()->name);
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (!options.part || part_named(options.part) == &parts[i])
			parts[i].run(&options, drm);
	sim_bulk(false);
	goals_print();
	results_close();
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
