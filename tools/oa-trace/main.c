// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-trace: make a trace for Perfetto of an OA unit's reports, and of samples of the processors.
 */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <sysexits.h>

#include "oa-trace.h"
#include "tools/common/arguments.h"
#include "tools/common/file.h"
#include "tools/common/message.h"
#include "tools/common/stdfiles.h"

#define DEFAULT_OUTPUT	"oa.pftrace"
#define DEFAULT_CPU_HZ	1000
#define MAX_CPU_HZ	100000

static const char doc[] =
	"Makes a trace for Perfetto of the reports of an Intel GPU's OA unit: from a stream, from a "
	"file of oa-dump --raw, or from a recording of i915-perf-recorder."
	"\vThe trace has each counter of the format over time, losses as events, and all times as "
	"those of the computer's clock (CLOCK_MONOTONIC). Without --count and --duration the "
	"program runs until Ctrl-C. What was written until something went wrong can be opened.\n\n"
	"Examples:\n"
	"  oa-trace --metrics tree --duration 2s --cpu -o work.pftrace\n"
	"  oa-dump --duration 1s --raw records; oa-trace --decode records\n"
	"  perf record -k mono -a sleep 2 & oa-trace --duration 4s --perf perf.data\n\n"
	"Status: 0; 1 if something failed; 64 if the command line is wrong.";

enum {
	OPT_EUS = 0x100, OPT_CPU, OPT_CPU_EVENT, OPT_PEBS_DS, OPT_PERF, OPT_PLAIN, OPT_ZSTD,
};

static const struct argp_option argp_options[] = {
	{ 0, 0, 0, 0, "Output:", 3 },
	{ "output", 'o', "FILE", 0, "The trace (" DEFAULT_OUTPUT "); -: on standard output", 0 },
	{ "plain", OPT_PLAIN, NULL, 0, "Do not compress the trace, for programs that can't inflate it", 0 },
	{ "zstd", OPT_ZSTD, NULL, 0, "Compress the trace by zstd: smaller, for Perfetto 58 or later", 0 },
	{ "cpu", OPT_CPU, "HZ", OPTION_ARG_OPTIONAL,
	  "Sample all processors as well, so often per second (1000), as precisely as can be", 0 },
	{ "cpu-event", OPT_CPU_EVENT, "EVENT", 0,
	  "What --cpu samples, and nothing in its place: cycles, cpu-clock, page-faults, mem-loads, or an "
	  "event of a PMU as in perf, such as cpu/mem-loads,ldlat=30/", 0 },
	{ "eus", OPT_EUS, "N", 0, "Number of EUs, for the tree (as the driver or the recording says)", 0 },
	{ "perf", OPT_PERF, "FILE", 0,
	  "Pack the trace and a file of perf record -k mono into one archive, FILE of -o with .tar", 0 },
	{ 0, 0, 0, 0, "Without a GPU:", 4 },
	{ "decode", 'D', "FILE", 0, "Read saved records; -: those of standard input", 0 },
	{ "platform", 'P', "NAME", 0, "For --decode of a file that does not say it: " PLATFORM_KEYS, 0 },
	{ "pebs-ds", OPT_PEBS_DS, "FILE", 0, "Read the PEBS records in a dump of a DS area", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct trace_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->source;
		return 0;
	case 'o':
		options->output = arg;
		return 0;
	case OPT_PLAIN:
		options->packing = PACKING_NONE;
		return 0;
	case OPT_ZSTD:
		options->packing = PACKING_ZSTD;
		return 0;
	case OPT_CPU:
		options->cpu_hz = arg ? parse_rate(state, "--cpu", arg, MAX_CPU_HZ) :
					DEFAULT_CPU_HZ;
		return 0;
	case OPT_CPU_EVENT:
		options->cpu_event = arg;
		options->cpu_hz = options->cpu_hz ?: DEFAULT_CPU_HZ;
		return 0;
	case OPT_EUS:
		options->eus = parse_number(state, "--eus", arg, 1024);
		return 0;
	case OPT_PERF:
		options->perf = arg;
		return 0;
	case 'D':
		options->decode = arg;
		return 0;
	case 'P':
		if (!platform_by_key(arg))
			argp_error(state, "--platform: '%s' is not known: see --help", arg);
		options->platform = arg;
		return 0;
	case OPT_PEBS_DS:
		options->pebs_ds = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is no option", arg);
		return EINVAL;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void check_options(const struct trace_options *options)
{
	const bool file = options->decode || options->pebs_ds;
	const char *wrong = NULL;

	if (options->platform && !options->decode)
		wrong = "--platform goes with --decode: a GPU says itself what it is";
	else if (options->decode && options->pebs_ds)
		wrong = "--decode and --pebs-ds can't be combined";
	else if (file && options->cpu_hz)
		wrong = "--cpu goes with a GPU: a file is of another time";
	else if (options->pebs_ds && options->perf)
		wrong = "--perf needs times, and the records of --pebs-ds have none";
	else if (options->perf && file_is_standard(options->output))
		wrong = "--perf names its archive by -o, and - is no name";
	if (wrong)
		complain("%s", wrong);
	else if (file && options->source.of_stream)
		complain("--decode and --pebs-ds read a file, not a GPU: --%s does not go with them",
			 options->source.of_stream);
	else
		return;
	exit(EX_USAGE);
}

static int make_trace(const struct trace_options *options)
{
	struct packets packets;
	int ret;

	if (refuse_same_file(options->decode, options->output) ||
	    refuse_same_file(options->pebs_ds, options->output) ||
	    refuse_same_file(options->perf, options->output))
		return -1;
	/* With a stream, perf is still running: archive_pack() checks its file at the end. */
	if (options->perf && options->decode && archive_check(options->perf))
		return -1;
	if (packets_open(&packets, options->output, options->packing))
		return -1;
	packets.beside_perf = options->perf;
	ret = options->decode ? replay(options, &packets) :
	      options->pebs_ds ? pebs_decode(options, &packets) : live(options, &packets);
	if (packets_close(&packets, ret))
		ret = -1;
	if (!options->perf)
		return ret;
	if (packets.untimed)
		complain("--perf needs times, and %s has none", file_in_name(options->decode));
	return packets.untimed || archive_pack(options->output, options->perf) ? -1 : ret;
}

int main(int argc, char **argv)
{
	static const struct argp_child children[] = { { &source_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		argp_options, parse_option, NULL, doc, children, NULL, NULL
	};
	struct trace_options options = {
		.source = DUMP_SOURCE_DEFAULT, .output = DEFAULT_OUTPUT,
	};

	stdfiles_fill();
	stdfiles_signals();
	arguments_parse(&argp, argc, argv, 0, &options);
	check_options(&options);
	if (refuse_terminal(options.output))
		return EX_USAGE;
	catch_signals();
	return make_trace(&options) ? EXIT_FAILURE : EXIT_SUCCESS;
}
