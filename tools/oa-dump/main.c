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
#include "tools/common/flight.h"
#include "tools/common/marksource.h"
#include "tools/common/stdfiles.h"

/* Exit status of --fail-over */
#define STATUS_OVER	2

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
	"  oa-dump --raw records --last 10s --quiet & kill -USR2 $!\n"
	"  oa-dump --compare before after --fail-over 5%\n"
	"  oa-dump --tree=1s --duration 10s\n"
	"  oa-dump --tree -- glmark2 --run-forever\n"
	"  oa-dump --tree --duration 2s --event pixels=ps.fpu0,share\n"
	"  oa-dump --event sends=send.start,per-second --duration 10s\n"
	"  oa-dump --metrics UUID --event 'high=inputs[5:4] == 3,per-clock'\n\n"
	"Memory bandwidth, caches and samplers are counted by metric sets of files, which IGT has in "
	"lib/i915/perf-configs and Mesa in src/intel/perf. OA_METRICS_PATH in the environment names "
	"a file or folder for all runs. Values are those between two reports, and GpuTime is that "
	"time, in ns, so GtiReadThroughput / GpuTime is the read bandwidth in GB/s.\n"
	"  oa-dump --list --metrics-file oa-bdw.xml\n"
	"  oa-dump --list --metrics-file oa-bdw.xml -m RenderBasic\n"
	"  oa-dump -m RenderBasic --metrics-file oa-bdw.xml -C GpuTime,'Gti*' --rate 10\n\n"
	EVENT_HELP
	"--self-test needs CAP_PERFMON, takes a second, and says \"ok\", \"FAILED\" or "
	"\"skipped\" for each property.\n\n"
	"Status: 0; 1 if something failed; 2 if --fail-over found a difference; 64 if the command line is wrong. With PROGRAM its status "
	"unless that is 0, 128 and the signal's number if one ended it, 126 or 127 if it can't be run.";

enum {
	OPT_ABSOLUTE = 0x100, OPT_SELF_TEST, OPT_TREE, OPT_EUS, OPT_HTML, OPT_CSV, OPT_LAST, OPT_COMPARE,
	OPT_FAIL_OVER, OPT_REPORT,
};

static const struct argp_option argp_options[] = {
	{ 0, 0, 0, 0, 0, 1 },
	{ "self-test", OPT_SELF_TEST, 0, 0,
	  "Print no reports, but the result of a check of each property that can be proven", 0 },
	{ "report", OPT_REPORT, "FILE", 0,
	  "For --self-test: write its results, a second of reports, the GPU's id and fuses and the "
	  "kernel's version to a file that can be sent", 0 },
	{ 0, 0, 0, 0, "Output:", 3 },
	{ "json", 'j', 0, 0, "JSON lines instead of a table", 0 },
	{ "csv", OPT_CSV, 0, 0,
	  "Comma-separated values instead of a table: a line for each report, or tree", 0 },
	{ "counters", 'C', "LIST", 0,
	  "Counters to print, by any of their names, with wildcards, and what the report says beside "
	  "them: e.g. A0,eu_stall,EU.ACTIVE.PS,'Gti*',reason,context,slice_mhz", 0 },
	{ "absolute", OPT_ABSOLUTE, 0, 0, "Print the counters' values, not their increments", 0 },
	{ "tree", OPT_TREE, "TIME", OPTION_ARG_OPTIONAL,
	  "Print no reports, but the tree of EU time, of the whole run, and of each TIME: its shares are "
	  "of the time of all EUs", 0 },
	{ "eus", OPT_EUS, "N", 0, "Number of EUs, for the tree (that of driver or recording)", 0 },
	{ "quiet", 'q', 0, 0, "Print no reports, only the summary", 0 },
	{ "raw", 'w', "FILE", 0,
	  "Save the records unchanged; -: on standard output, which has nothing else", 0 },
	{ "last", OPT_LAST, "TIME", 0,
	  "Keep the newest TIME for --raw, and write it at the end, and on SIGUSR2", 0 },
	{ 0, 0, 0, 0, "Without a GPU:", 4 },
	{ "decode", 'D', "FILE", 0, "Print saved records; -: those of standard input", 0 },
	{ "html", OPT_HTML, "FILE", 0,
	  "Write a page about the saved records, instead of printing them; -: on standard output", 0 },
	{ "compare", OPT_COMPARE, "FILE", 0,
	  "Print the metrics of these saved records and of those in another FILE, which follows", 0 },
	{ "fail-over", OPT_FAIL_OVER, "PERCENT", 0,
	  "Status 2 if --compare finds a larger difference: 5%; shares, which are percentages already, "
	  "may differ by so many points", 0 },
	{ "platform", 'P', "NAME", 0,
	  "For --list, --decode and --compare: " PLATFORM_KEYS, 0 },
	{ "list", 'l', 0, 0,
	  "List formats, counters with their errata, and the words of --event, without --platform of all "
	  "platforms; --json: a line for each. "
	  "With --metrics-file its sets for this GPU, and with --metrics the counters of one", 0 },
	{ 0 }
};

static double parse_percent(struct argp_state *state, const char *arg)
{
	char *end;
	const double percent = strtod(arg, &end);

	if (end == arg || !(percent >= 0) || (*end && strcmp(end, "%")))
		argp_error(state, "--fail-over: '%s' is no percentage such as 5%%", arg);
	return percent;
}

/* Two files, and nothing that prints their records. Return: what is wrong, or NULL. */
static const char *check_compare(const struct dump_options *options)
{
	if (!options->compare[0])
		return options->set_fail_over ? "--fail-over goes with --compare" : NULL;
	if (!options->compare[1])
		return "--compare needs two files";
	if (file_is_standard(options->compare[0]) && file_is_standard(options->compare[1]))
		return "--compare can read one of its files from standard input, not both";
	if (options->decode || options->list || options->selftest || options->raw || options->html ||
	    options->tree || options->csv || options->source.program)
		return "--compare prints metrics: it goes with --json, --counters, --fail-over and --platform";
	return NULL;
}

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
	case OPT_REPORT:
		options->report = arg;
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
	case OPT_COMPARE:
		options->compare[0] = arg;
		return 0;
	case OPT_FAIL_OVER:
		options->set_fail_over = true;
		options->fail_over = parse_percent(state, arg);
		return 0;
	case ARGP_KEY_ARG:
		if (!options->compare[0] || options->compare[1] || state->quoted)
			return ARGP_ERR_UNKNOWN;
		options->compare[1] = arg;
		return 0;
	case OPT_LAST:
		options->last_ns = parse_time(state, "--last", arg);
		return 0;
	case 'D':
		options->decode = arg;
		return 0;
	case 'P':
		options->platform = parse_platform(state, arg);
		return 0;
	case 'l':
		options->list = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void check_options(const struct dump_options *options)
{
	const char *wrong = check_compare(options), *option = options->source.of_stream;

	if (wrong)
		;
	else if (options->platform && !options->list && !options->decode && !options->compare[0])
		wrong = "--platform goes with --list, --decode or --compare: a GPU says itself what it is";
	else if (options->report && !options->selftest)
		wrong = "--report goes with --self-test";
	else if (file_is_standard(options->report))
		wrong = "--report needs the name of a file: standard output has the results";
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
	else if (options->source.program && (options->selftest || options->list || options->decode))
		wrong = "a program after -- goes with a stream: not with --self-test, --list or --decode";
	else if (options->last_ns && (!options->raw || file_is_standard(options->raw)))
		wrong = "--last goes with --raw FILE, which it writes as a whole";
	else if (options->decode && options->raw)
		option = "raw";
	else if ((file_is_standard(options->raw) || file_is_standard(options->html)) &&
		 (options->json || options->csv || options->tree))
		wrong = "--raw - and --html - have standard output for themselves, and not --json, --csv or --tree";
	if (wrong)
		complain("%s", wrong);
	else if ((options->decode || options->compare[0]) && option)
		complain("--%s reads a file, not a GPU: --%s does not go with it",
			 options->decode ? "decode" : "compare", option);
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
		argp_options, parse_option, "[-- PROGRAM [ARG...]]", doc, children, NULL, NULL
	};
	struct child child = { .fd = -1 };
	struct dump_options options = { .source = DUMP_SOURCE_DEFAULT, .child = &child };
	bool over = false;
	int ret = 0;

	stdfiles_fill();
	stdfiles_signals();
	arguments_parse(&argp, argc, argv, ARGP_IN_ORDER, &options);
	check_options(&options);
	if (refuse_terminal(options.raw))
		return EX_USAGE;
	catch_signals();
	if (!options.decode && !options.list && !options.compare[0])
		marksource_catch();
	if (options.last_ns)
		flight_catch();
	if (options.list && options.source.metrics_files)
		ret = list_sets(&options);
	else if (options.list)
		list_all(options.platform ? platform_by_key(options.platform) : NULL, options.json);
	else if (options.compare[0])
		ret = compare_recordings(&options, &over);
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
	return child_finish(&child, ret ? EXIT_FAILURE : over ? STATUS_OVER : EXIT_SUCCESS);
}
