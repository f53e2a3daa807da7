// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options for the stream to open, and the time to read it.
 */
#include <drm/i915_oa.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/event.h"
#include "tools/common/message.h"
#include "tools/common/platform.h"
#include "tools/common/source.h"

#define NS_PER_SEC	1000000000ull

enum {
	OPT_KEEP_OLDEST = 0x200, OPT_KEEP_NEWEST, OPT_BUFFER_SIZE, OPT_WAKE_REPORTS, OPT_FREQUENCY_REPORTS,
	OPT_EVENT,
	OPT_METRICS_FILE, OPT_MARK_ON,
};

static const struct argp_option options[] = {
	{ 0, 0, 0, 0, "Source (defaults in parentheses):", 1 },
	{ "device", 'd', "NODE", 0,
	  "DRM node, e.g. /dev/dri/renderD128 (the first suitable one)", 0 },
	{ "format", 'f', "FORMAT", 0, "Report format, by name or number (one with most counters)", 0 },
	{ "metrics", 'm', "SET", 0,
	  "Metric set: name in a file, uuid, number, \"selftest\" or \"tree\" (tree)", 0 },
	{ "event", OPT_EVENT, "NAME=EVENT", 0,
	  "Count an event under this name, e.g. NAME=ps.fpu0 (see below); several at once", 0 },
	{ "metrics-file", OPT_METRICS_FILE, "FILE", 0,
	  "File of metric sets, such as oa-hsw.xml of IGT or Mesa, or a folder; several at once", 0 },
	{ "keep-oldest", OPT_KEEP_OLDEST, 0, 0,
	  "Stop at a full buffer instead of overwriting (Haswell)", 0 },
	{ "keep-newest", OPT_KEEP_NEWEST, 0, 0,
	  "Discard the oldest reports before the buffer is full", 0 },
	{ "buffer-size", OPT_BUFFER_SIZE, "BYTES", 0,
	  "Size of the OA buffer, e.g. 131072; 0: chosen by the rate (the largest)", 0 },
	{ "wake-reports", OPT_WAKE_REPORTS, "N", 0, "Sleep until N reports can be read", 0 },
	{ "frequency-reports", OPT_FREQUENCY_REPORTS, 0, 0,
	  "Write a report at each change of the frequency, too (from Skylake on)", 0 },
	{ 0, 0, 0, 0, "Timing:", 2 },
	{ "rate", 'r', "HZ", 0, "Reports per second, at most: 500, 10k, 2.5kHz (1000)", 0 },
	{ "period", 'p', "TIME", 0, "Time between reports, at least: 20us, 1ms, 2s", 0 },
	{ "exponent", 'e', "N", 0, "Timer exponent: a report every 2^(N+1) ticks", 0 },
	{ "duration", 't', "TIME", 0,
	  "Stop after TIME, of a recording too: 500ms, 2s; without a unit, seconds", 0 },
	{ "count", 'n', "N", 0, "Stop after N reports, of a recording too", 0 },
	{ "mark-on", OPT_MARK_ON, "FILE", 0,
	  "Mark the instant of each new line of FILE, or of a FIFO, with its text; -: of standard input", 0 },
	{ 0 }
};

static u64 number_from(struct argp_state *state, const char *what, const char *arg, u64 min,
		       u64 max)
{
	char *end;
	u64 value;

	errno = 0;
	value = strtoull(arg, &end, 0);
	if (errno || end == arg || *end || *arg == '-' || value < min || value > max)
		argp_error(state, "%s: '%s' is no number from %llu to %llu", what, arg,
			   (unsigned long long)min, (unsigned long long)max);
	return value;
}

/**
 * parse_number() - read a number, or end the program with a message
 * @state: of the parser
 * @what: the option
 * @arg: its argument
 * @max: the greatest number allowed
 */
u64 parse_number(struct argp_state *state, const char *what, const char *arg, u64 max)
{
	return number_from(state, what, arg, 0, max);
}

/**
 * parse_positive() - read a number that is not 0, or end the program with a message
 * @state: of the parser
 * @what: the option
 * @arg: its argument
 */
u64 parse_positive(struct argp_state *state, const char *what, const char *arg)
{
	return number_from(state, what, arg, 1, 1000000000);
}

/* struct unit - suffix of a number, and its factor */
struct unit {
	const char *name;
	double factor;
};

/* Return: the value, or NaN. The list of units ends with NULL. */
static double with_unit(const char *arg, const struct unit *unit)
{
	char *end;
	const double value = strtod(arg, &end);

	if (end == arg)
		return NAN;
	for (; unit->name; unit++)
		if (!strcmp(end, unit->name))
			return value * unit->factor;
	return NAN;
}

/**
 * parse_rate() - read a rate, or end the program with a message
 * @state: of the parser
 * @what: the option
 * @arg: its argument
 * @max: the greatest rate allowed, in Hz
 *
 * Return: the rate in Hz, from 1 on.
 */
double parse_rate(struct argp_state *state, const char *what, const char *arg, u64 max)
{
	static const struct unit units[] = {
		{ "", 1 }, { "Hz", 1 }, { "k", 1e3 }, { "kHz", 1e3 }, { "M", 1e6 },
		{ "MHz", 1e6 }, { NULL, 0 },
	};
	const double hz = with_unit(arg, units);

	if (!(hz >= 1 && hz <= max))
		argp_error(state, "%s: '%s' is no rate from 1 to %llu Hz, such as 500, 10k, 2.5kHz",
			   what, arg, (unsigned long long)max);
	return hz;
}

/**
 * parse_time() - read a time, or end the program with a message
 * @state: of the parser
 * @what: the option
 * @arg: its argument
 *
 * Return: the time in ns, from 1 to a day.
 */
u64 parse_time(struct argp_state *state, const char *what, const char *arg)
{
	static const struct unit units[] = {
		{ "", 1e9 }, { "s", 1e9 }, { "ms", 1e6 }, { "us", 1e3 }, { "ns", 1 }, { NULL, 0 },
	};
	const double ns = with_unit(arg, units);

	/* The limit of one day is far below any overflow. */
	if (!(ns >= 1 && ns <= 86400e9))
		argp_error(state, "%s: '%s' is no time such as 500us, 20ms, 2s", what, arg);
	return ns;
}

/* Check the key of a platform, or end the program with a message. Return: @arg. */
const char *parse_platform(struct argp_state *state, const char *arg)
{
	if (!platform_by_key(arg))
		argp_error(state, "--platform: '%s' is not known: see --help", arg);
	return arg;
}

/* Options that apply to streams only, not to recordings */
static bool of_stream(int key)
{
	return key != 'f' && key != 't' && key != 'n' && key != OPT_METRICS_FILE;
}

static bool paces(int key)
{
	return key == 'r' || key == 'p' || key == 'e';
}

static void note_option(struct dump_source *source, int key, struct argp_state *state)
{
	const struct argp_option *option = options;

	while (option->key != key && (option->name || option->doc))
		option++;
	if (!key || !option->name)
		return;
	if (of_stream(key))
		source->of_stream = option->name;
	if (!paces(key))
		return;
	if (source->paced_by && source->paced_by != option->name)
		argp_error(state, "--%s and --%s can't be combined", source->paced_by,
			   option->name);
	source->paced_by = option->name;
}

/**
 * parse_event() - read an event, or end the program with a message
 * @state: of the parser
 * @events: the list that gets it, NULL before the first one
 * @arg: argument of --event
 */
void parse_event(struct argp_state *state, struct event_list **events, const char *arg)
{
	char why[EVENT_WHY_BYTES];

	if (!*events)
		*events = calloc(1, sizeof(**events));
	if (!*events)
		argp_failure(state, EXIT_FAILURE, errno, "--event");
	else if (event_parse(*events, arg, why))
		argp_error(state, "--event '%s': %s", arg, why);
}

/**
 * parse_metrics_file() - append a path to a list
 * @state: of the parser
 * @paths: the list, which ends with NULL; NULL before the first path
 * @path: argument of --metrics-file
 */
void parse_metrics_file(struct argp_state *state, char ***paths, char *path)
{
	size_t num = 0;
	char **more;

	while (*paths && (*paths)[num])
		num++;
	more = realloc(*paths, (num + 2) * sizeof(*more));
	if (!more) {
		argp_failure(state, EXIT_FAILURE, errno, "--metrics-file");
		return;
	}
	more[num] = path;
	more[num + 1] = NULL;
	*paths = more;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct dump_source *source = state->input;

	note_option(source, key, state);
	switch (key) {
	case 'd':
		source->device = arg;
		return 0;
	case 'f':
		source->format = arg;
		return 0;
	case 'm':
		source->metrics = arg;
		return 0;
	case OPT_EVENT:
		parse_event(state, &source->events, arg);
		return 0;
	case OPT_METRICS_FILE:
		parse_metrics_file(state, &source->metrics_files, arg);
		return 0;
	case OPT_KEEP_OLDEST:
		source->overflow = DRM_I915_OA_OVERFLOW_KEEP_OLDEST;
		return 0;
	case OPT_KEEP_NEWEST:
		source->overflow = DRM_I915_OA_OVERFLOW_KEEP_NEWEST;
		return 0;
	case OPT_BUFFER_SIZE:
		source->set_buffer_size = true;
		source->buffer_size = parse_number(state, "--buffer-size", arg, 16 << 20);
		return 0;
	case OPT_WAKE_REPORTS:
		source->wake_reports = parse_positive(state, "--wake-reports", arg);
		return 0;
	case OPT_FREQUENCY_REPORTS:
		source->frequency_reports = true;
		return 0;
	case 'r':
		source->period_ns = NS_PER_SEC / parse_rate(state, "--rate", arg, NS_PER_SEC);
		return 0;
	case 'p':
		source->period_ns = parse_time(state, "--period", arg);
		return 0;
	case 'e':
		source->exponent = parse_number(state, "--exponent", arg, 31);
		return 0;
	case 't':
		source->duration_ns = parse_time(state, "--duration", arg);
		return 0;
	case 'n':
		source->count = parse_positive(state, "--count", arg);
		return 0;
	case OPT_MARK_ON:
		source->mark_on = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (!state->quoted)
			argp_error(state, "'%s' is no option; a program to run follows --", arg);
		source->program = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		if (state->quoted)
			argp_error(state, "no program follows --");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp source_argp = { options, parse_option, NULL, NULL, NULL, NULL, NULL };
