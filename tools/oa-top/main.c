// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-top: a live view of the time of an Intel GPU's EUs.
 */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "show.h"
#include "sources.h"
#include "tools/common/arguments.h"
#include "tools/common/file.h"
#include "tools/common/source.h"
#include "tools/common/stdfiles.h"

static const char doc[] =
	"Shows where the time of an Intel GPU's EUs goes, live: the tree of EU time, metrics and "
	"counters, of each GPU that i915 or i915_oa drives."
	"\vIt reads the PMU of i915_oa, which leaves the OA unit to other programs. On a GPU without "
	"one, as with i915, it opens a stream, and while it runs no other program can have one. While "
	"it is paused or stopped it counts nothing, and the GPUs may sleep.\n\n"
	"Without --once, --json, --csv and --prometheus it needs a terminal of 40 x 10; \"?\" there "
	"shows the keys. An interval never reaches back before the program's start. Shares of the tree are "
	"of the time of all EUs in the interval, which is its clocks times the EUs.\n\n"
	"Examples:\n"
	"  oa-top\n"
	"  oa-top --once\n"
	"  oa-top --json --interval 500ms --count 10\n"
	"  oa-top --prometheus /var/lib/prometheus/node-exporter/i915_oa.prom --interval 5s\n"
	"  oa-top --record FILE --csv; oa-top --replay FILE\n"
	"  oa-top --event pixels=ps.fpu0,share --event sends=send.start,per-second\n\n"
	EVENT_HELP
	"Status: 0; 1 if something failed; 64 if the command line is wrong.";

enum {
	OPT_JSON = 0x100, OPT_CSV, OPT_PROMETHEUS, OPT_RECORD, OPT_REPLAY, OPT_SOURCE, OPT_WAIT,
	OPT_EVENT, OPT_METRICS_FILE, OPT_CONTEXTS,
};

static const struct argp_option argp_options[] = {
	{ 0, 0, 0, 0, "Source (defaults in parentheses):", 1 },
	{ "device", 'd', "GPU", 0, "PCI address, PMU or node of one GPU, e.g. 0000:00:02.0 (all)", 0 },
	{ "source", OPT_SOURCE, "SOURCE", 0,
	  "\"pmu\", or \"stream\": one of its own (of each GPU the PMU, if it has one)", 0 },
	{ "event", OPT_EVENT, "NAME=EVENT", 0,
	  "Count an event under this name by a stream, e.g. NAME=ps.fpu0 (see below); several at "
	  "once", 0 },
	{ "metrics", 'm', "SET", 0,
	  "Show the counters of a metric set of --metrics-file, by its name or uuid, by a stream", 0 },
	{ "metrics-file", OPT_METRICS_FILE, "FILE", 0,
	  "File of metric sets, such as oa-hsw.xml of IGT or Mesa, or a folder; several at once; for "
	  "--replay that of the recording's set", 0 },
	{ "contexts", OPT_CONTEXTS, 0, 0,
	  "Show what each context did, by its id, by a stream; from Broadwell on", 0 },
	{ "wait", OPT_WAIT, 0, 0,
	  "For --prometheus: wait for a GPU, a driver or a PMU that comes later", 0 },
	{ "interval", 'i', "TIME", 0,
	  "Length of an interval: 500ms, 2s; without a unit, seconds (1s)", 0 },
	{ "count", 'n', "N", 0, "Stop after N intervals", 0 },
	{ "replay", OPT_REPLAY, "FILE", 0, "Show what --record saved, instead of a GPU", 0 },
	{ 0, 0, 0, 0, "Output (a live screen):", 2 },
	{ "once", '1', 0, 0, "One interval, as text or in the format chosen below, and end", 0 },
	{ "json", OPT_JSON, 0, 0, "An array of JSON, with an object for each GPU and interval", 0 },
	{ "csv", OPT_CSV, 0, 0, "Comma-separated values, a line for each GPU and interval", 0 },
	{ "prometheus", OPT_PROMETHEUS, "FILE", 0,
	  "Keep counters in FILE, for node-exporter; \"-\": on standard output", 0 },
	{ "record", OPT_RECORD, "FILE", 0, "Save what is measured, for --replay", 0 },
	{ "list", 'l', 0, 0, "Only list the GPUs and their events", 0 },
	{ 0 }
};

static u64 parse_count(struct argp_state *state, const char *arg)
{
	u64 value = parse_number(state, "--count", arg, 1000000000);

	if (!value)
		argp_error(state, "--count: '%s' is no number from 1 on", arg);
	return value;
}

/* Shorter intervals measure mostly oa-top itself, longer ones are a mistake. */
static u64 parse_interval(struct argp_state *state, const char *arg)
{
	u64 ns = parse_time(state, "--interval", arg);

	if (ns < NS_PER_SEC / 100 || ns > 3600 * NS_PER_SEC)
		argp_error(state, "--interval: '%s' is no time from 10ms to 3600s", arg);
	return ns;
}

static enum top_wanted parse_source(struct argp_state *state, const char *arg)
{
	if (!strcmp(arg, "pmu"))
		return WANT_PMU;
	if (strcmp(arg, "stream"))
		argp_error(state, "--source: '%s' is neither pmu nor stream", arg);
	return WANT_STREAM;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct top_options *options = state->input;

	switch (key) {
	case 'd':
		options->device = arg;
		return 0;
	case OPT_SOURCE:
		options->wanted = parse_source(state, arg);
		return 0;
	case OPT_EVENT:
		parse_event(state, &options->events, arg);
		return 0;
	case 'm':
		options->metrics = arg;
		return 0;
	case OPT_METRICS_FILE:
		parse_metrics_file(state, &options->metrics_files, arg);
		return 0;
	case OPT_CONTEXTS:
		options->contexts = true;
		return 0;
	case 'i':
		options->interval_ns = parse_interval(state, arg);
		return 0;
	case 'n':
		options->count = parse_count(state, arg);
		return 0;
	case '1':
		options->once = true;
		return 0;
	case 'l':
		options->list = true;
		return 0;
	case OPT_JSON:
		options->json = true;
		return 0;
	case OPT_CSV:
		options->csv = true;
		return 0;
	case OPT_PROMETHEUS:
		options->prometheus = arg;
		return 0;
	case OPT_WAIT:
		options->wait = true;
		return 0;
	case OPT_RECORD:
		options->record = arg;
		return 0;
	case OPT_REPLAY:
		options->replay = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is no option", arg);
		return EINVAL;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void check_options(struct top_options *options)
{
	const char *wrong = NULL;

	if (options->json + options->csv + !!options->prometheus > 1)
		wrong = "--json, --csv and --prometheus exclude each other";
	else if (options->wait && (!options->prometheus || options->replay || options->record))
		wrong = "--wait goes with --prometheus, of GPUs, without --record";
	else if (options->once && options->count)
		wrong = "--once is --count 1";
	else if (options->events && options->wanted == WANT_PMU)
		wrong = "--event needs a stream: a PMU has a metric set of its own";
	else if (options->metrics && options->wanted == WANT_PMU)
		wrong = "--metrics needs a stream: a PMU has a metric set of its own";
	else if (options->contexts && options->wanted == WANT_PMU)
		wrong = "--contexts needs a stream: a PMU counts all contexts together";
	else if (options->contexts && (options->csv || options->prometheus))
		wrong = "--contexts goes with the screen, --once and --json";
	else if (options->contexts && options->record)
		wrong = "--record saves no contexts: oa-dump --raw does";
	else if (options->metrics_files && !options->metrics && !options->replay)
		wrong = "--metrics-file goes with --metrics or --replay: oa-dump --list shows its sets";
	else if (options->replay && (options->device || options->events || options->metrics ||
				     options->contexts || options->record || options->wanted))
		wrong = "--replay reads a file, not a GPU";
	else if (options->list && (options->once || options->json || options->csv ||
				   options->prometheus || options->record))
		wrong = "--list measures nothing";
	if (wrong) {
		complain("%s", wrong);
		exit(EX_USAGE);
	}
	if (options->once)
		options->count = 1;
	if (options->events || options->metrics || options->contexts)
		options->wanted = WANT_STREAM;
}

/* The last sample of any GPU */
static u64 last_ns(const struct top_state *state)
{
	u64 ns = 0;
	u32 i;

	for (i = 0; i < state->num; i++)
		if (state->watches[i].last.time_ns > ns)
			ns = state->watches[i].last.time_ns;
	return ns;
}

/* Print progress each second of a long interval, and remove it from the terminal at its end. */
static void print_progress(const struct top_state *state, bool done)
{
	if (!state->progress)
		return;
	if (done)
		fprintf(stderr, "\r%40s\r", "");
	else
		fprintf(stderr, "\rmeasuring: %.0f s of %.0f s ",
			(double)(top_now_ns() - last_ns(state)) / NS_PER_SEC,
			(double)state->options.interval_ns / NS_PER_SEC);
}

static int run(struct top_state *state, const struct top_show_ops *show)
{
	u64 shown = 0;
	int ret = top_resume(state);

	if (!ret)
		ret = top_measure(state);
	while (ret >= 0 && ret < 2 && !top_ended() &&
	       !(state->options.count && shown == state->options.count)) {
		if (!top_wait(state, -1)) {
			print_progress(state, false);
			continue;
		}
		print_progress(state, true);
		ret = top_measure(state);
		if (ret)
			continue;
		ret = show->show(state);
		shown++;
	}
	return ret < 0 ? -1 : 0;
}

static int show_as(struct top_state *state, const struct top_show_ops *show)
{
	int ret = 0;

	top_signals(false);
	state->progress = isatty(STDERR_FILENO) && state->options.interval_ns > NS_PER_SEC &&
			  !state->options.replay;
	if (show->begin)
		ret = show->begin(state);
	if (!ret)
		ret = run(state, show);
	if (show->end && show->end(state, ret || top_ended()))
		ret = -1;
	return ret;
}

static int top(struct top_state *state)
{
	const struct top_options *options = &state->options;
	int ret;

	if (refuse_same_file(options->replay, options->prometheus))
		return -1;
	ret = top_find(state);
	if (ret)
		return ret;
	if (options->list) {
		list_gpus(state);
		return show_flush(stdout, "standard output");
	}
	if (options->record && record_create(state))
		return -1;
	if (options->json)
		return show_as(state, &json_show);
	if (options->csv)
		return show_as(state, &csv_show);
	if (options->prometheus)
		return show_as(state, &prometheus_show);
	if (options->once)
		return show_as(state, &text_show);
	return screen_run(state);
}

int main(int argc, char **argv)
{
	static const struct argp argp = { argp_options, parse_option, NULL, doc, NULL, NULL, NULL };
	struct top_state state = { .options.interval_ns = NS_PER_SEC };
	int ret;

	stdfiles_fill();
	stdfiles_signals();
	arguments_parse(&argp, argc, argv, 0, &state.options);
	check_options(&state.options);
	ret = top(&state);
	if (state.record && fclose(state.record)) {
		complain("%s: %s", state.options.record, strerror(errno));
		ret = -1;
	}
	top_release(&state);
	return ret ? EXIT_FAILURE : EXIT_SUCCESS;
}
