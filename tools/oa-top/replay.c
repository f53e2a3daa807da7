// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples in a file: saved by --record, and read by --replay.
 *
 * A text of lines:
 *
 *   oa-top 1
 *   gpu NUMBER PMU PCI DEVICE REVISION EUS SLICES
 *   set NUMBER-OF-GPU PROGRAMMED A-OTHER TIMESTAMP-HZ MAX-HZ REVISION SLICE-MASK SUBSLICES UUID NAME, of
 *     --metrics: which counters are the tree's, what equations ask of the GPU, and the set of a file
 *   event NUMBER-OF-GPU CONFIG SCALE UNIT NAME
 *   twin NUMBER-OF-GPU CONFIG SCALE UNIT NAME
 *   named NUMBER-OF-GPU COUNTER UNIT VALUE VALUE NAME EVENT, of --event: the counter as A20
 *   first NUMBER-OF-GPU TIME COUNT:ENABLED:RUNNING ...
 *   sample NUMBER-OF-GPU TIME COUNT:ENABLED:RUNNING ...
 *   gone NUMBER-OF-GPU, instead of its next sample, and the last line of this GPU, unless
 *   back NUMBER-OF-GPU stands before a later "first" line of it
 *
 * Counts are in the order of the events' lines. "-" stands for a count that could not be read, for
 * a missing unit, or for a missing PMU, if the samples are of an own stream. A line is written as a
 * whole and flushed, so the file stays readable after any end of the program.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sources.h"
#include "tools/common/metricfile.h"
#include "tools/common/pcigpu.h"

static const char magic[] = "oa-top 1\n";

static int check_written(const struct top_state *state)
{
	if (!fflush(state->record) && !ferror(state->record))
		return 0;
	complain("%s: %s; the lines before are whole", state->options.record, strerror(errno));
	return -1;
}

static void record_set(const struct top_state *state, u32 number)
{
	const struct top_gpu *gpu = &state->watches[number].gpu;
	const struct gpu_facts *facts = &gpu->set.facts;
	u32 i;

	if (!*gpu->set.uuid)
		return;
	fprintf(state->record, "set %u %x %" PRIx64 " %" PRIu64 " %" PRIu64 " %d %x ", number,
		gpu->machine.programmed, (uint64_t)gpu->machine.a_other,
		(uint64_t)facts->timestamp_hz, (uint64_t)facts->max_hz,
		facts->has_revision ? (int)facts->revision : -1,
		facts->has_topology ? facts->slice_mask : 0);
	for (i = 0; i < GPUFACTS_SLICES; i++)
		fprintf(state->record, "%02x", facts->subslices[i]);
	fprintf(state->record, " %s %s\n", gpu->set.uuid, gpu->set.name);
}

static void record_named(const struct top_state *state, u32 gpu)
{
	const struct named_list *named = top_named(&state->watches[gpu].gpu);
	size_t i;

	for (i = 0; i < named->num; i++) {
		const struct event *event = events_of_named(&named->list[i]);
		const bool flex = event && event->field == OA_FIELD_A;

		if (event)
			fprintf(state->record, "named %u %c%u %u %x %x %s %s\n", gpu,
				flex ? 'A' : 'B', event->number, event->unit,
				flex ? event->flex : event->cec[0], flex ? 0 : event->cec[1],
				event->name, event->text);
	}
}

/**
 * record_create() - create the file of --record
 * @state: with the GPUs, and the file's name in its options
 *
 * Return: 0 or -1.
 */
int record_create(struct top_state *state)
{
	u32 i, n;

	state->record = fopen(state->options.record, "we");
	if (!state->record) {
		complain("%s: %s", state->options.record, strerror(errno));
		return -1;
	}
	fputs(magic, state->record);
	for (i = 0; i < state->num; i++) {
		const struct top_gpu *gpu = &state->watches[i].gpu;

		fprintf(state->record, "gpu %u %s %s %x %x %u %u\n", i,
			*gpu->pmu ? gpu->pmu : "-", gpu->pci,
			gpu->devid, gpu->revision, gpu->machine.eus, gpu->machine.slices);
		record_set(state, i);
		for (n = 0; n < gpu->num_all; n++)
			fprintf(state->record, "%s %u %" PRIx64 " %.17g %s %s\n",
				n < gpu->num_events ? "event" : "twin", i,
				(uint64_t)gpu->events[n].config, gpu->events[n].scale,
				*gpu->events[n].unit ? gpu->events[n].unit : "-",
				gpu->events[n].name);
		record_named(state, i);
	}
	return check_written(state);
}

/**
 * record_sample() - save a sample
 * @state: with an open file
 * @gpu: number of the GPU
 * @sample: the sample
 *
 * Return: 0 or -1.
 */
int record_sample(const struct top_state *state, u32 gpu, const struct top_sample *sample)
{
	u32 i;

	fprintf(state->record, "%s %u %" PRIu64, sample->first ? "first" : "sample", gpu,
		(uint64_t)sample->time_ns);
	for (i = 0; i < state->watches[gpu].gpu.num_all; i++) {
		if (sample->valid[i])
			fprintf(state->record, " %" PRIu64 ":%" PRIu64 ":%" PRIu64,
				(uint64_t)sample->counts[i], (uint64_t)sample->enabled_ns[i],
				(uint64_t)sample->running_ns[i]);
		else
			fputs(" -", state->record);
	}
	fputc('\n', state->record);
	return check_written(state);
}

/**
 * record_gone() - save the end of a GPU's samples
 * @state: with an open file
 * @gpu: number of the GPU
 *
 * Return: 0 or -1.
 */
int record_gone(const struct top_state *state, u32 gpu)
{
	fprintf(state->record, "gone %u\n", gpu);
	return check_written(state);
}

/* Save the return of a GPU that had gone. Return: 0 or -1. */
int record_back(const struct top_state *state, u32 gpu)
{
	fprintf(state->record, "back %u\n", gpu);
	return check_written(state);
}

/* struct top_replay - a file that is read */
struct top_replay {
	const char *name;
	const struct top_watch *watches;
	FILE *file;
	char *line;
	size_t bytes;
	u32 number;
	/* Of each GPU */
	struct event_list events[TOP_MAX_GPUS];
	struct named_list named[TOP_MAX_GPUS];
	struct file_metrics *metrics[TOP_MAX_GPUS];
	/* --metrics-file */
	char *const *metrics_files;
	/* Time of the last display of samples */
	u64 shown_ns;
};

static int refuse(const struct top_replay *r, const char *what)
{
	complain("%s, line %u: %s", r->name, r->number, what);
	return -1;
}

/* Read the next whole line, without its newline, into r->line. Return: 0, -1, or 1 at the end. */
static int next_line(struct top_replay *r)
{
	const ssize_t bytes = getline(&r->line, &r->bytes, r->file);

	if (bytes <= 0)
		return ferror(r->file) ? refuse(r, strerror(errno)) : 1;
	r->number++;
	if (r->line[bytes - 1] != '\n')
		return refuse(r, "cut short; what comes before was shown");
	r->line[bytes - 1] = 0;
	return 0;
}

/* Restrict names, which go into JSON, CSV and labels, to the characters of PMUs. */
static bool is_name(const char *name)
{
	return !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:-")];
}

static const struct top_source_ops replay_ops;

static int add_gpu(struct top_state *state, const char *line)
{
	unsigned int number, devid, revision, eus, slices;
	struct top_watch *watch = &state->watches[state->num];
	struct top_gpu *gpu = &watch->gpu;
	char name[PCIGPU_NAME_BYTES], why[PCIGPU_NAME_BYTES + 16];

	if (state->num == TOP_MAX_GPUS)
		return refuse(state->replay, "too many GPUs");
	if (sscanf(line, "gpu %u %63s %31s %x %x %u %u", &number, gpu->pmu, gpu->pci, &devid,
		   &revision, &eus, &slices) != 7 || number != state->num ||
	    !is_name(gpu->pmu) || !is_name(gpu->pci))
		return refuse(state->replay, "no GPU");
	if (!strcmp(gpu->pmu, "-"))
		gpu->pmu[0] = 0;
	gpu->platform = platform_by_devid(devid);
	if (!gpu->platform) {
		snprintf(why, sizeof(why), "%s is not known", pcigpu_name(devid, name));
		return refuse(state->replay, why);
	}
	gpu->devid = devid;
	gpu->revision = revision;
	gpu->machine = platform_machine(gpu->platform, eus, slices, NS_PER_SEC);
	gpu->machine.programmed = OA_PROGRAMMED_CLOCKS | OA_PROGRAMMED_TREE;
	watch->source = &replay_ops;
	watch->private = state->replay;
	state->num++;
	return 0;
}

static int add_event(struct top_state *state, const char *line, bool twin)
{
	struct top_event event = { .name = "" };
	unsigned int number;
	uint64_t config;
	struct top_gpu *gpu;

	if (sscanf(line, "%*s %u %" SCNx64 " %lf %15s %63s", &number, &config, &event.scale,
		   event.unit, event.name) != 5 || number >= state->num ||
	    !is_name(event.unit) || !is_name(event.name))
		return refuse(state->replay, "no event");
	gpu = &state->watches[number].gpu;
	if (gpu->num_all == TOP_MAX_EVENTS)
		return refuse(state->replay, "too many events");
	if (!twin && gpu->num_all > gpu->num_events)
		return refuse(state->replay, "an event after the twins");
	if (!strcmp(event.unit, "-"))
		event.unit[0] = 0;
	event.config = config;
	top_event_of_config(&event);
	gpu->events[gpu->num_all++] = event;
	gpu->num_events += !twin;
	return 0;
}

static int add_set(struct top_state *state, const char *line)
{
	unsigned int number, programmed, slice_mask, subslice, i;
	uint64_t a_other, timestamp_hz, max_hz;
	char subslices[2 * GPUFACTS_SLICES + 1];
	struct top_set set = { .uuid = "" };
	struct top_gpu *gpu;
	int revision;

	if (sscanf(line, "set %u %x %" SCNx64 " %" SCNu64 " %" SCNu64 " %d %x %16[0-9a-f] %39s %63s",
		   &number, &programmed, &a_other, &timestamp_hz, &max_hz, &revision,
		   &slice_mask, subslices, set.uuid, set.name) != 10 || number >= state->num ||
	    strlen(subslices) != 2 * GPUFACTS_SLICES || slice_mask > 255 || !is_name(set.uuid) ||
	    !is_name(set.name))
		return refuse(state->replay, "no metric set");
	gpu = &state->watches[number].gpu;
	gpu->machine.programmed = programmed & (OA_PROGRAMMED_CLOCKS | OA_PROGRAMMED_TREE);
	gpu->machine.a_other = a_other;
	set.facts = (struct gpu_facts){
		.timestamp_hz = timestamp_hz, .max_hz = max_hz, .has_revision = revision >= 0,
		.revision = revision, .has_topology = slice_mask && gpu->machine.eus,
		.slice_mask = slice_mask, .eus = gpu->machine.eus,
	};
	for (i = 0; i < GPUFACTS_SLICES && sscanf(subslices + 2 * i, "%2x", &subslice) == 1; i++)
		set.facts.subslices[i] = subslice;
	gpufacts_family(&set.facts, gpu->platform, gpu->devid, NULL);
	gpu->set = set;
	return 0;
}

static int add_named(struct top_state *state, const char *line)
{
	struct event event = { .placed = true };
	unsigned int gpu, number, unit;
	char bank;

	if (sscanf(line, "named %u %c%u %u %x %x %31s %71[^\n]", &gpu, &bank, &number, &unit,
		   &event.cec[0], &event.cec[1], event.name, event.text) != 8 ||
	    gpu >= state->num || (bank != 'A' && bank != 'B') || number > 63 || unit > 255)
		return refuse(state->replay, "no named value");
	event.field = bank == 'A' ? OA_FIELD_A : OA_FIELD_B;
	event.number = number;
	event.unit = unit;
	event.flex = event.cec[0];
	if (!event_is_sound(&event))
		return refuse(state->replay, "no named value");
	return event_append(&state->replay->events[gpu], &event);
}

/* Find the set of a GPU in the files, as oa-dump --decode does, and name its counters. */
static int name_set(struct top_replay *r, u32 i)
{
	const struct top_set *set = &r->watches[i].gpu.set;

	if (!*set->uuid || (!r->metrics_files && !getenv(METRICFILE_VARIABLE)))
		return 0;
	switch (metricfile_open(&r->metrics[i], r->metrics_files, &set->facts, set->uuid)) {
	case METRICFILE_FOUND:
		return metricfile_name(r->metrics[i], &r->named[i]);
	case METRICFILE_NONE:
		if (!r->metrics_files)
			return 0;
		complain("no file has the metric set of %s: %s, %s", r->name, set->name, set->uuid);
		return -1;
	default:
		return -1;
	}
}

/* Name the values of each GPU. */
static int name_values(struct top_state *state)
{
	struct top_replay *r = state->replay;
	struct top_gpu *gpu;
	u32 i;

	for (i = 0; i < state->num; i++) {
		gpu = &state->watches[i].gpu;
		gpu->machine.a_other |= events_replaced(&r->events[i], gpu->platform);
		events_describe(&r->events[i], gpu->platform);
		if (name_set(r, i) || events_name(&r->events[i], &r->named[i]))
			return -1;
		gpu->named = &r->named[i];
	}
	return 0;
}

static bool begins(const char *line, const char *word)
{
	return !strncmp(line, word, strlen(word)) && line[strlen(word)] == ' ';
}

/* Read up to the first sample, whose line stays in r->line */
static int read_header(struct top_state *state)
{
	struct top_replay *r = state->replay;
	int ret = next_line(r);

	if (ret || strncmp(r->line, magic, strlen(magic) - 1))
		return refuse(r, "no recording of oa-top");
	while (!(ret = next_line(r))) {
		if (begins(r->line, "gpu"))
			ret = add_gpu(state, r->line);
		else if (begins(r->line, "topology"))
			continue; /* a line of an older version */
		else if (begins(r->line, "event"))
			ret = add_event(state, r->line, false);
		else if (begins(r->line, "twin"))
			ret = add_event(state, r->line, true);
		else if (begins(r->line, "set"))
			ret = add_set(state, r->line);
		else if (begins(r->line, "named"))
			ret = add_named(state, r->line);
		else
			break;
		if (ret)
			return ret;
	}
	if (ret == 1 || (!ret && !state->num))
		return refuse(r, "there are no samples");
	return ret ?: name_values(state);
}

static int parse_sample(const struct top_replay *r, u32 gpu, struct top_sample *sample)
{
	uint64_t time, count, enabled, running;
	const char *at = r->line;
	unsigned int number;
	int used;
	u32 i;

	memset(sample, 0, sizeof(*sample));
	sample->first = begins(at, "first");
	if ((!sample->first && !begins(at, "sample")) ||
	    sscanf(at, "%*s %u %" SCNu64 "%n", &number, &time, &used) != 2 || number != gpu)
		return refuse(r, "no sample of this GPU");
	sample->time_ns = time;
	for (i = 0, at += used; i < r->watches[gpu].gpu.num_all; i++, at += used) {
		if (sscanf(at, " %" SCNu64 ":%" SCNu64 ":%" SCNu64 "%n", &count, &enabled, &running,
			   &used) == 3) {
			sample->counts[i] = count;
			sample->enabled_ns[i] = enabled;
			sample->running_ns[i] = running;
			sample->valid[i] = true;
			continue;
		}
		if (strncmp(at, " -", 2))
			return refuse(r, "a count is missing");
		used = 2;
	}
	return *at ? refuse(r, "more than the events") : 0;
}

static bool is_gone(const struct top_replay *r, u32 gpu)
{
	unsigned int number;

	return sscanf(r->line, "gone %u", &number) == 1 && number == gpu;
}

/* Check whether the next line brings a GPU back, and read over it if so. */
static bool replay_again(struct top_watch *watch)
{
	struct top_replay *r = watch->private;
	unsigned int number;

	if ((!r->line[0] && next_line(r)) || sscanf(r->line, "back %u", &number) != 1 ||
	    number != watch - r->watches)
		return false;
	r->line[0] = 0;
	return true;
}

static int replay_sample(struct top_watch *watch, struct top_sample *sample)
{
	struct top_replay *r = watch->private;
	const u32 gpu = watch - r->watches;
	int ret = r->line[0] ? 0 : next_line(r);

	if (!ret)
		ret = is_gone(r, gpu) ? TOP_GONE : parse_sample(r, gpu, sample);
	if (ret == TOP_GONE)
		complain("%s is gone, in line %u", top_name(&watch->gpu), r->number);
	r->line[0] = 0;
	return ret;
}

/**
 * replay_wait() - wait for the next samples: on a screen for an interval, else not at all
 * @state: with an open file
 * @fd: ends the wait when it can be read, -1: no screen
 *
 * Return: true if they are due.
 */
bool replay_wait(struct top_state *state, int fd)
{
	struct top_replay *r = state->replay;
	u64 due;

	if (fd < 0)
		return !top_ended();
	if (!r->shown_ns)
		r->shown_ns = top_now_ns();
	due = r->shown_ns + state->options.interval_ns;
	top_wait_until(due, fd);
	if (top_now_ns() < due)
		return false;
	r->shown_ns = due;
	return true;
}

static int open_nothing(struct top_watch *watch)
{
	(void)watch;
	return 0;
}

static void close_nothing(struct top_watch *watch)
{
	(void)watch;
}

/**
 * replay_close() - close the file, if there is one
 * @state: samples came from it
 */
void replay_close(struct top_state *state)
{
	struct top_replay *r = state->replay;
	u32 i;

	if (!r)
		return;
	for (i = 0; i < TOP_MAX_GPUS; i++) {
		events_free(&r->events[i]);
		named_free(&r->named[i]);
		metricfile_close(r->metrics[i]);
	}
	fclose(r->file);
	free(r->line);
	free(r);
}

static const struct top_source_ops replay_ops = {
	.open = open_nothing,
	.close = close_nothing,
	.sample = replay_sample,
	.again = replay_again,
};

/**
 * replay_open() - take samples from a file
 * @state: options are set; its watches are filled in
 *
 * Return: 0 or -1.
 */
int replay_open(struct top_state *state)
{
	struct top_replay *r = calloc(1, sizeof(*r));

	if (!r) {
		complain("no memory");
		return -1;
	}
	r->file = fopen(state->options.replay, "re");
	if (!r->file) {
		complain("%s: %s", state->options.replay, strerror(errno));
		free(r);
		return -1;
	}
	r->name = state->options.replay;
	r->watches = state->watches;
	r->metrics_files = state->options.metrics_files;
	state->replay = r;
	return read_header(state);
}
