// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-trace: make a trace for Perfetto of an OA unit's reports, and of the samples of perf.
 */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <sysexits.h>

#include "oa-trace.h"
#include "tools/common/arguments.h"
#include "tools/common/file.h"
#include "tools/common/marksource.h"
#include "tools/common/message.h"
#include "tools/common/stdfiles.h"

#define DEFAULT_OUTPUT	"oa.pftrace"

static const char doc[] =
	"Makes a trace for Perfetto of the reports of an Intel GPU's OA unit: from a stream, from a "
	"file of oa-dump --raw, or from a recording of i915-perf-recorder."
	"\vThe trace has each counter of the format over time, losses as events, and all times as "
	"those of the computer's clock (CLOCK_MONOTONIC). Without --count and --duration "
	"oa-trace runs until Ctrl-C, or until the PROGRAM ends that it has started. What was "
	"written until something went wrong can be opened.\n\n"
	"Examples:\n"
	"  oa-trace --metrics tree --duration 2s -o work.pftrace\n"
	"  oa-trace --perf-record '-e cpu-clock -g' -o app.pftrace -- glmark2\n"
	"  oa-dump --duration 1s --raw records; oa-trace --decode records\n"
	"  perf record -k mono -a sleep 2 & oa-trace --duration 4s --perf perf.data\n\n"
	EVENT_HELP
	"Status: 0; 1 if something failed; 64 if the command line is wrong. With PROGRAM its status "
	"unless that is 0, 128 and the signal's number if one ended it, 126 or 127 if it can't be run.";

enum {
	OPT_EUS = 0x100, OPT_PERF, OPT_PERF_RECORD, OPT_PLAIN, OPT_ZSTD,
};

static const struct argp_option argp_options[] = {
	{ 0, 0, 0, 0, "Output:", 3 },
	{ "output", 'o', "FILE", 0, "The trace (" DEFAULT_OUTPUT "); -: on standard output", 0 },
	{ "plain", OPT_PLAIN, NULL, 0, "Do not compress the trace, for programs that can't inflate it", 0 },
	{ "zstd", OPT_ZSTD, NULL, 0, "Compress the trace by zstd: smaller, for Perfetto 58 or later", 0 },
	{ "eus", OPT_EUS, "N", 0, "Number of EUs, for the tree (as the driver or the recording says)", 0 },
	{ "perf", OPT_PERF, "FILE", 0,
	  "Add the samples of a file of perf record -k mono, on the tracks of their threads", 0 },
	{ "perf-record", OPT_PERF_RECORD, "ARGS", 0,
	  "Let perf record, with these arguments, run PROGRAM, and add its samples", 0 },
	{ 0, 0, 0, 0, "Without a GPU:", 4 },
	{ "decode", 'D', "FILE", 0, "Read saved records; -: those of standard input", 0 },
	{ "platform", 'P', "NAME", 0, "For --decode of a file that does not say it: " PLATFORM_KEYS, 0 },
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
	case OPT_EUS:
		options->eus = parse_number(state, "--eus", arg, 1024);
		return 0;
	case OPT_PERF:
		options->perf = arg;
		return 0;
	case OPT_PERF_RECORD:
		options->perf_record = arg;
		return 0;
	case 'D':
		options->decode = arg;
		return 0;
	case 'P':
		options->platform = parse_platform(state, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void check_options(const struct trace_options *options)
{
	const char *wrong = NULL;

	if (options->platform && !options->decode)
		wrong = "--platform goes with --decode: a GPU says itself what it is";
	else if (options->decode && options->source.program)
		wrong = "a program after -- goes with a stream, not with a file";
	else if (options->decode && options->perf_record)
		wrong = "--perf-record goes with a GPU: a file is of another time";
	else if (options->perf && options->perf_record)
		wrong = "--perf and --perf-record can't be combined";
	else if (options->perf_record && file_is_standard(options->output))
		wrong = "--perf-record names its file by -o, and - is no name";
	if (wrong)
		complain("%s", wrong);
	else if (options->decode && options->source.of_stream)
		complain("--decode reads a file, not a GPU: --%s does not go with it",
			 options->source.of_stream);
	else
		return;
	exit(EX_USAGE);
}

/* The stream or the file has ended. A failure leaves the trace of the reports whole. */
static int add_perf(const struct trace_options *options, struct packets *packets)
{
	if (packets->failed)
		return -1;
	if (!packets->own_time)
		return perf_add(options->perf, packets);
	complain("--perf needs times, and %s has none", file_in_name(options->decode));
	return -1;
}

static int trace_stream(struct trace_options *options, struct packets *packets)
{
	struct perf_record *record;
	int ret;

	if (!options->perf_record)
		return live(options, packets);
	record = perf_record_prepare(options);
	if (!record)
		return -1;
	ret = live(options, packets);
	return perf_record_finish(record, packets) ? -1 : ret;
}

static int make_trace(struct trace_options *options)
{
	struct packets packets;
	int ret;

	if (refuse_same_file(options->decode, options->output) ||
	    refuse_same_file(options->perf, options->output) ||
	    packets_open(&packets, options->output, options->packing))
		return -1;
	ret = options->decode ? replay(options, &packets) : trace_stream(options, &packets);
	if (options->perf && packets.events && add_perf(options, &packets))
		ret = -1;
	return packets_close(&packets, ret) ? -1 : ret;
}

int main(int argc, char **argv)
{
	static const struct argp_child children[] = { { &source_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		argp_options, parse_option, "[-- PROGRAM [ARG...]]", doc, children, NULL, NULL
	};
	struct child child = { .fd = -1 };
	struct trace_options options = {
		.source = DUMP_SOURCE_DEFAULT, .output = DEFAULT_OUTPUT, .child = &child,
	};
	int ret;

	stdfiles_fill();
	stdfiles_signals();
	arguments_parse(&argp, argc, argv, ARGP_IN_ORDER, &options);
	check_options(&options);
	if (refuse_terminal(options.output))
		return EX_USAGE;
	catch_signals();
	if (!options.decode)
		marksource_catch();
	ret = make_trace(&options) ? EXIT_FAILURE : EXIT_SUCCESS;
	return child_finish(&child, ret);
}
