// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-dump: print the reports of an OA unit.
 */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "oa-dump.h"
#include "tools/common/arguments.h"
#include "tools/common/file.h"
#include "tools/common/stdfiles.h"

static const char doc[] =
	"Opens a stream of an Intel GPU's OA unit and prints its reports, as a table or as JSON lines."
	"\vThe GPU's timer paces a stream. Its periods are powers of two of the clock's tick: "
	"--rate and --period select the fastest one that is not faster than asked. Without --count "
	"and --duration the program runs until Ctrl-C.\n\n"
	"Counters run on and wrap, so a line shows their increments since the previous report; the "
	"first line has none. A table shows the counters of --counters, or a default choice; JSON "
	"shows all counters of the format. Losses are printed where they happened. The last line "
	"is a summary: in JSON an object of type \"summary\", else on standard error.\n\n"
	"The card's metrics/ directory in sysfs lists the metric sets. \"tree\" is this program's own "
	"set, registered while it runs: each B counter counts every GPU clock, and the flexible "
	"events are those of the tree of EU time. \"selftest\" is the same without flexible events.\n\n"
	"Examples:\n"
	"  oa-dump --list --platform snb\n"
	"  oa-dump --rate 1000 --duration 2 --counters A0,A26,B0\n"
	"  oa-dump --count 100 --json\n"
	"  oa-dump --duration 1s --raw records; oa-dump --decode records\n"
	"  oa-dump --tree=1s --duration 10s\n"
	"  oa-dump --event pixels=ps.fpu0,share --event sends=send.start --duration 10s\n"
	"  oa-dump --metrics UUID --event 'high=inputs[5:4] == 3,per-clock'\n\n"
	"--self-test needs CAP_PERFMON, takes a second, and says \"ok\", \"FAILED\" or "
	"\"skipped\" for each property.\n\n"
	"Status: 0; 1 if something failed; 64 if the command line is wrong.";

enum {
	OPT_ABSOLUTE = 0x100, OPT_SELF_TEST, OPT_TREE, OPT_EUS, OPT_HTML, OPT_CSV,
};

static const struct argp_option argp_options[] = {
	{ 0, 0, 0, 0, 0, 1 },
	{ "self-test", OPT_SELF_TEST, 0, 0,
	  "Print no reports, but the result of a check of each property that can be proven", 0 },
	{ 0, 0, 0, 0, "Output:", 3 },
	{ "json", 'j', 0, 0, "JSON lines instead of a table", 0 },
	{ "csv", OPT_CSV, 0, 0,
	  "Comma-separated values instead of a table: a line for each report, or tree", 0 },
	{ "counters", 'C', "LIST", 0,
	  "Counters to print, by any of their names, e.g. A0,eu_stall,EU.ACTIVE.PS", 0 },
	{ "absolute", OPT_ABSOLUTE, 0, 0, "Print the counters' values, not their increments", 0 },
	{ "tree", OPT_TREE, "TIME", OPTION_ARG_OPTIONAL,
	  "Print no reports, but the tree of EU time: of the whole run, and of each TIME", 0 },
	{ "eus", OPT_EUS, "N", 0, "Number of EUs, for the tree (that of driver or recording)", 0 },
	{ "quiet", 'q', 0, 0, "Print no reports, only the summary", 0 },
	{ "raw", 'w', "FILE", 0,
	  "Save the records unchanged; -: on standard output, which has nothing else", 0 },
	{ 0, 0, 0, 0, "Without a GPU:", 4 },
	{ "decode", 'D', "FILE", 0, "Print saved records; -: those of standard input", 0 },
	{ "html", OPT_HTML, "FILE", 0,
	  "Write a page about the saved records, instead of printing them; -: on standard output", 0 },
	{ "platform", 'P', "NAME", 0,
	  "For --list and --decode: " PLATFORM_KEYS, 0 },
	{ "list", 'l', 0, 0,
	  "List formats, counters with their errata, and the words of --event; --json: a line for each platform", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct dump_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->source;
		return 0;
	case OPT_SELF_TEST:
		options->selftest = true;
		return 0;
	case 'j':
		options->json = true;
		return 0;
	case OPT_CSV:
		options->csv = true;
		return 0;
	case 'C':
		options->counters = arg;
		return 0;
	case OPT_ABSOLUTE:
		options->absolute = true;
		return 0;
	case OPT_TREE:
		options->tree = true;
		options->quiet = true;
		if (arg)
			options->tree_ns = parse_time(state, "--tree", arg);
		return 0;
	case OPT_EUS:
		options->eus = parse_number(state, "--eus", arg, 1024);
		return 0;
	case OPT_HTML:
		options->html = arg;
		options->quiet = true;
		return 0;
	case 'q':
		options->quiet = true;
		return 0;
	case 'w':
		options->raw = arg;
		options->quiet |= file_is_standard(arg);
		return 0;
	case 'D':
		options->decode = arg;
		return 0;
	case 'P':
		if (!platform_by_key(arg))
			argp_error(state, "--platform: '%s' is not known: see --help", arg);
		options->platform = arg;
		return 0;
	case 'l':
		options->list = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is no option", arg);
		return EINVAL;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void check_options(const struct dump_options *options)
{
	const char *wrong = NULL, *option = options->source.of_stream;

	if (options->platform && !options->list && !options->decode)
		wrong = "--platform goes with --list or --decode: a GPU says itself what it is";
	else if (options->csv && options->json)
		wrong = "--csv and --json exclude each other";
	else if (options->csv && (options->list || options->selftest))
		wrong = "--csv goes with reports and trees";
	else if (options->html && !options->decode)
		wrong = "--html goes with --decode";
	else if (options->selftest && (options->decode || options->raw || options->list ||
				       options->source.metrics || options->source.events))
		wrong = "--self-test has a stream of its own";
	else if (options->list && (options->decode || options->raw))
		wrong = "--list can't be combined with --decode or --raw";
	else if (options->decode && options->raw)
		option = "raw";
	else if ((file_is_standard(options->raw) || file_is_standard(options->html)) &&
		 (options->json || options->csv || options->tree))
		wrong = "--raw - and --html - have standard output for themselves, and not --json, --csv or --tree";
	if (wrong)
		complain("%s", wrong);
	else if (options->decode && option)
		complain("--decode reads a file, not a GPU: --%s does not go with it", option);
	else
		return;
	exit(EX_USAGE);
}

static int dump(const struct dump_options *options)
{
	struct dump_sink sink = { .out = stdout, .options = options };
	struct dump_gpu gpu = { .eus = 0 };
	struct metric_set set;
	int ret;

	if (gpu_open(&gpu, options->source.device))
		return -1;
	if (metricset_choose(&set, &gpu, &options->source)) {
		close(gpu.fd);
		return -1;
	}
	sink.platform = gpu.platform;
	sink.named = &set.named;
	sink.timestamp_hz = gpu.timestamp_hz;
	sink.format = platform_format(gpu.platform, options->source.format);
	tree_machine(&sink, gpu.eus, gpu.slices, set.programmed, set.a_other,
		     2ull << stream_exponent(&gpu, &options->source));
	ret = sink.format ? stream_possible(&gpu, &options->source, sink.format) : -1;
	if (!ret && options->selftest) {
		ret = selftest(&gpu, options, sink.format);
	} else if (!ret) {
		ret = columns_select(&sink) ? -1 : stream_dump(&gpu, options, sink.format, &sink, &set);
		if (!ret || sink.incomplete)
			print_summary(&sink);
	}
	metricset_free(&set);
	close(gpu.fd);
	return ret;
}

int main(int argc, char **argv)
{
	static const struct argp_child children[] = { { &source_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		argp_options, parse_option, NULL, doc, children, NULL, NULL
	};
	struct dump_options options = { .source = DUMP_SOURCE_DEFAULT };
	int ret = 0;

	stdfiles_fill();
	stdfiles_signals();
	arguments_parse(&argp, argc, argv, 0, &options);
	check_options(&options);
	if (refuse_terminal(options.raw))
		return EX_USAGE;
	catch_signals();
	if (options.list && options.source.metrics_files)
		ret = list_sets(&options);
	else if (options.list)
		list_all(options.platform ? platform_by_key(options.platform) : NULL, options.json);
	else if (options.decode)
		ret = decode(&options);
	else
		ret = dump(&options);
	/* The writers of a page and of records have printed their own errors. */
	if (!file_is_standard(options.raw) && !file_is_standard(options.html) &&
	    (fflush(stdout) || ferror(stdout))) {
		complain("standard output: %s", strerror(errno));
		ret = -1;
	}
	return ret ? EXIT_FAILURE : EXIT_SUCCESS;
}
