// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples of a stream that oa-top opens itself, by i915's perf ABI, which both drivers have.
 *
 * The metric set is the one for the tree, or that of --metrics, with the events of --event. The timer
 * is slow, but fast enough that no counter can wrap between two reports. Reports are read while the
 * program waits, so no buffer runs full. A sample has the sum of the increments, and the time of the
 * newest report, so an interval lies between two reports.
 *
 * Time without reports is not counted: a lost buffer, a silence of the timer, a restart of the
 * counters. Then the running time of an event stands still, as for perf's events. If a single
 * counter may have wrapped, or advanced by more than is possible, only this counter is not counted.
 *
 * A stream takes the OA unit from all other programs, and keeps the GPU awake. So it is closed
 * while the program is paused or stopped.
 */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pmu-sysfs.h"
#include "sources.h"
#include "tools/common/clock.h"
#include "tools/common/fact.h"
#include "tools/common/interval.h"
#include "tools/common/metricfile.h"
#include "tools/common/metricset.h"
#include "tools/common/silence.h"

#define READ_BYTES	(1u << 20)
/* In 5 ms the threads of a Haswell GT3 at 3 GHz may wrap 32 bits. */
#define PERIOD_NS	2500000u
/* More reads than a buffer needs, as a limit for a stream that is written faster than it is read */
#define MAX_READS	64

/* struct own_stream - a stream, and the sum of its reports */
struct own_stream {
	struct dump_gpu gpu;
	const struct oa_report_format *format;
	/* In ticks of the time stamp, unlike that of struct top_gpu */
	struct oa_machine machine;
	/* Of the GPU's driver, as of pmu_binding() */
	u64 binding;
	/* -1: closed */
	int fd;
	char *buf;
	struct metric_set set;
	struct intervals list;
	struct silence silence;
	/* CLOCK_BOOTTIME when the clocks are to be read again */
	u64 next_clocks;
	/* Reason of the stream's end, empty before */
	char ended[80];
	/* Since the last sample: increments, reports, losses, and @cut if some time is not counted */
	struct oa_increments part;
	u64 reports;
	u64 newest_ns;
	bool cut;
	u64 lost;
	u64 uncounted;
	u64 silences;
	/* Likewise: ratios of the slices' clock and of the other one, times ticks, and 0 was among them */
	struct { u64 sum; bool unknown; } ratio[2];
	/* Since the stream was opened */
	struct top_sample sample;
	/* Since the last sample, and in the interval that ended with it; its time in ticks as well */
	struct contexts contexts;
	struct contexts newest;
};

/* --contexts */
static bool with_contexts;

static struct dump_source source = { .metrics = "tree", .exponent = -1, .period_ns = PERIOD_NS };

/* The report at the end of an interval stands for it. */
static void add_ratios(struct own_stream *s, const struct interval *interval)
{
	const u16 now[] = { interval->report.slice_ratio, interval->report.unslice_ratio };
	u32 i;

	for (i = 0; i < ARRAY_LEN(now); i++) {
		s->ratio[i].sum += now[i] * interval->time;
		s->ratio[i].unknown |= !now[i];
	}
}

static int on_report(void *arg, const u32 *raw, const u32 *ahead)
{
	struct own_stream *s = arg;
	struct interval interval;

	intervals_next(&s->list, raw, ahead, &interval);
	switch (interval.kind) {
	case INTERVAL_BACK:
	case INTERVAL_NONE:
	case INTERVAL_BEYOND:
		return 0;
	case INTERVAL_COVERED:
		oa_increments_merge(&s->part, &interval.sum);
		add_ratios(s, &interval);
		break;
	default:
		s->cut = true;
	}
	if (with_contexts && contexts_are_in(s->format))
		contexts_add(&s->contexts, s->format, &interval);
	s->reports++;
	s->newest_ns = timeline_ns(&s->list.line);
	return 0;
}

static void on_lost(void *arg, enum records_lost lost)
{
	struct own_stream *s = arg;

	s->uncounted++;
	intervals_lost(&s->list, lost == RECORDS_LOST_BUFFER);
}

static void on_loss(void *arg, u64 count, bool exact)
{
	struct own_stream *s = arg;

	s->lost += count;
	if (exact && s->uncounted)
		s->uncounted--;
}

static int take_clocks(struct own_stream *s, struct record_clocks *clocks)
{
	const int ret = clock_take(&s->gpu, clocks);

	if (ret) {
		snprintf(s->ended, sizeof(s->ended), "its clock can't be read: %s", strerror(-ret));
		return -1;
	}
	s->next_clocks = clocks->boottime_ns + CLOCK_PERIOD_NS;
	timeline_pair(&s->list.line, clocks);
	return 0;
}

/* Use records. Before that, read the clocks if they are due, or if a report needs them. */
static int use_records(struct own_stream *s, size_t bytes)
{
	const struct record_sink sink = {
		.format = s->format, .arg = s, .report = on_report, .lost = on_lost,
		.loss = on_loss,
	};
	const u64 now = boottime_ns();
	const bool due = now >= s->next_clocks ||
			 intervals_need_clocks(&s->list, now, s->buf, bytes);
	struct record_clocks clocks;

	if (due && take_clocks(s, &clocks))
		return -1;
	if (records_walk(&sink, s->buf, bytes)) {
		snprintf(s->ended, sizeof(s->ended), "a record is invalid");
		return -1;
	}
	if (due)
		timeline_pass(&s->list.line, &clocks);
	return 0;
}

/* Return: 1 if records were read, 0 if there were none, -1 if the stream has ended. */
static int read_some(struct own_stream *s)
{
	const ssize_t bytes = read(s->fd, s->buf, READ_BYTES);

	if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (bytes <= 0) {
		snprintf(s->ended, sizeof(s->ended), "%s", bytes ? strerror(errno) : "end of file");
		return -1;
	}
	return use_records(s, bytes) ? -1 : 1;
}

static void note_nothing(struct own_stream *s)
{
	if (!silence_check(&s->silence, now_ns()))
		return;
	s->silences++;
	intervals_silent(&s->list);
	complain("%s: no report for %.1f s, although the timer runs: the driver says nothing of it",
		 s->gpu.node, (double)s->silence.quiet_ns / NS_PER_SEC);
}

static void read_all(struct own_stream *s)
{
	int i, ret = 1;

	for (i = 0; ret > 0 && i < MAX_READS && !*s->ended; i++)
		ret = read_some(s);
	if (i > 1)
		silence_heard(&s->silence, now_ns());
	else if (!ret)
		note_nothing(s);
}

static void stream_close(struct top_watch *watch)
{
	struct own_stream *s = watch->private;

	if (s->fd == -1)
		return;
	close(s->fd);
	s->fd = -1;
	metricset_remove(&s->set, &s->gpu);
}

static int stream_open_own(struct top_watch *watch)
{
	struct own_stream *s = watch->private;
	const unsigned int exponent = stream_exponent(&s->gpu, &source);
	struct record_clocks clocks;

	s->list = (struct intervals){
		.line = { .format = s->format, .hz = s->gpu.timestamp_hz,
			  .period = 2ull << exponent },
		.machine = &s->machine,
	};
	memset(&s->part, 0, sizeof(s->part));
	memset(&s->contexts, 0, sizeof(s->contexts));
	memset(&s->newest, 0, sizeof(s->newest));
	memset(&s->ratio, 0, sizeof(s->ratio));
	memset(&s->sample, 0, sizeof(s->sample));
	s->reports = s->lost = s->uncounted = s->silences = s->next_clocks = 0;
	s->cut = false;
	s->ended[0] = 0;
	if (metricset_register(&s->set, &s->gpu))
		return -1;
	s->fd = stream_open(&s->gpu, &source, s->format, s->set.id, exponent);
	if (s->fd < 0) {
		s->fd = -1;
		metricset_remove(&s->set, &s->gpu);
		return -1;
	}
	silence_begin(&s->silence, stream_silence_ns(&s->gpu, &source), now_ns());
	if (!take_clocks(s, &clocks)) {
		timeline_pass(&s->list.line, &clocks);
		return 0;
	}
	complain("%s: %s", s->gpu.node, s->ended);
	stream_close(watch);
	return -1;
}

/* The count of an event since the last sample. Return: false if it was not counted. */
static bool counted(const struct own_stream *s, const struct top_event *event, u64 *count)
{
	const struct oa_increments *part = &s->part;

	switch (event->kind == TOP_COUNTER ? event->field : OA_FIELD_TIMESTAMP) {
	case OA_FIELD_A:
		*count = part->a[event->number];
		return !((part->a_wrapped | part->a_beyond) >> event->number & 1);
	case OA_FIELD_B:
		*count = part->b[event->number];
		return !part->clocks_wrapped;
	case OA_FIELD_C:
		*count = part->c[event->number];
		return !part->clocks_wrapped;
	case OA_FIELD_GPU_TICKS:
		*count = part->ticks;
		return !part->clocks_wrapped;
	default:
		*count = part->time;
		return true;
	}
}

/* Add the counts since the last sample, @ns ago, to it. */
static void add_up(struct own_stream *s, const struct top_gpu *gpu, u64 ns)
{
	const bool covered = !s->cut && s->reports;
	bool good;
	u64 count;
	u32 i;

	for (i = 0; i < gpu->num_all; i++) {
		const struct top_event *event = &gpu->events[i];

		if (event->kind == TOP_LOST) {
			count = s->lost;
			good = !s->uncounted;
		} else if (event->kind == TOP_SILENCE) {
			count = s->silences;
			good = true;
		} else if (event->kind == TOP_FREQUENCY) {
			const u32 which = event->config == TOP_CODE_UNSLICE;

			count = oa_fraction(s->ratio[which].sum, 3ull * s->machine.timestamp_hz,
					    FACT_RATIO_HZ_X3);
			good = covered && !s->ratio[which].unknown;
		} else {
			good = counted(s, event, &count) && covered;
		}
		s->sample.counts[i] += count;
		s->sample.enabled_ns[i] += ns;
		s->sample.running_ns[i] += good ? ns : 0;
		s->sample.valid[i] = true;
	}
	s->newest = s->contexts;
	contexts_restart(&s->contexts);
	memset(&s->part, 0, sizeof(s->part));
	memset(&s->ratio, 0, sizeof(s->ratio));
	s->reports = s->lost = s->uncounted = s->silences = 0;
	s->cut = false;
}

/* Wait for a report to begin the first interval, but not forever. */
static void wait_for_report(struct own_stream *s)
{
	struct pollfd pollfd = { .fd = s->fd, .events = POLLIN };

	while (!s->list.have_last && !*s->ended && !silence_is(&s->silence) && !top_ended()) {
		poll(&pollfd, 1, 100);
		read_all(s);
	}
}

static int stream_sample(struct top_watch *watch, struct top_sample *sample)
{
	struct own_stream *s = watch->private;
	const bool first = watch->fresh;
	u64 now;

	read_all(s);
	if (first)
		wait_for_report(s);
	if (*s->ended) {
		complain("%s: the stream of %s has ended: %s", s->gpu.node,
			 top_name(&watch->gpu), s->ended);
		stream_close(watch);
		/* An open node would keep the old driver's module. */
		close(s->gpu.fd);
		s->gpu.fd = -1;
		return TOP_GONE;
	}
	/* Without a report, advance the time only if none can be on its way. */
	now = s->reports ? s->newest_ns : first || silence_is(&s->silence) ? top_now_ns() :
	      s->sample.time_ns;
	if (now > s->sample.time_ns) {
		add_up(s, &watch->gpu, now - s->sample.time_ns);
		s->sample.time_ns = now;
	}
	s->sample.first = first;
	s->sample.silent = silence_is(&s->silence);
	*sample = s->sample;
	return 0;
}

static void stream_drain(struct top_watch *watch)
{
	struct own_stream *s = watch->private;

	if (s->fd != -1)
		read_all(s);
}

static void free_stream(struct own_stream *s)
{
	metricset_free(&s->set);
	free(s->buf);
	free(s);
}

static void stream_release(struct top_watch *watch)
{
	struct own_stream *s = watch->private;

	stream_close(watch);
	if (s->gpu.fd != -1)
		close(s->gpu.fd);
	free_stream(s);
}

/* The PCI function by the link in sysfs, or the node's name if sysfs is hidden */
static void find_pci(struct top_gpu *gpu, const struct dump_gpu *of)
{
	char path[sizeof(of->sysfs) + 16], *device = NULL;
	const char *name;
	FILE *file;

	snprintf(path, sizeof(path), "%s/device", of->sysfs);
	if (*of->sysfs)
		device = realpath(path, NULL);
	name = strrchr(device ?: of->node, '/');
	snprintf(gpu->pci, sizeof(gpu->pci), "%.31s", name ? name + 1 : of->node);
	free(device);
	snprintf(path, sizeof(path), "%s/device/revision", of->sysfs);
	file = fopen(path, "re");
	if (file && fscanf(file, "%x", &gpu->revision) != 1)
		gpu->revision = 0;
	if (file)
		fclose(file);
}

/*
 * Find the node of a GPU whose driver was bound again. A stream that ended for another reason would
 * end again.
 */
static bool stream_again(struct top_watch *watch)
{
	struct own_stream *s = watch->private;
	const u64 binding = pmu_binding(&watch->gpu);
	char refused[32];
	struct dump_gpu found;
	struct top_gpu gpu;
	int minor = 0;

	if (!binding || binding == s->binding)
		return false;
	while (gpu_open_next(&found, &minor, refused, sizeof(refused))) {
		memset(&gpu, 0, sizeof(gpu));
		find_pci(&gpu, &found);
		if (!strcmp(gpu.pci, watch->gpu.pci) && found.platform == watch->gpu.platform) {
			s->gpu = found;
			s->binding = binding;
			return true;
		}
		close(found.fd);
	}
	return false;
}

static const struct top_source_ops stream_ops = {
	.open = stream_open_own,
	.close = stream_close,
	.sample = stream_sample,
	.drain = stream_drain,
	.again = stream_again,
	.release = stream_release,
};

static void add_event(struct top_gpu *gpu, u64 config, const char *name, double scale,
		      const char *unit)
{
	struct top_event event = { .config = config, .scale = scale };

	snprintf(event.name, sizeof(event.name), "%s", name);
	snprintf(event.unit, sizeof(event.unit), "%s", unit);
	top_event_of_config(&event);
	if (gpu->num_events < TOP_MAX_EVENTS)
		gpu->events[gpu->num_events++] = event;
}

static void add_counter(struct top_gpu *gpu, enum oa_field field, u32 number)
{
	const struct oa_counter *counter = oa_counter_find(gpu->machine.counters, field, number);
	const bool bytes = counter && !strcmp(counter->unit, "bytes");
	const bool clocks = !gpu->machine.counters->has_ticks && field == OA_FIELD_B && !number &&
			    gpu->machine.programmed & OA_PROGRAMMED_CLOCKS;
	char name[OA_EVENT_NAME_BYTES];
	const bool named = oa_code_event_name(gpu->machine.counters, field, number, name,
					      sizeof(name));

	/* A counter that the document reserves has no name, but equations of metric files read some. */
	if (!named && (field != OA_FIELD_A || !gpu->named->num))
		return;
	/* The name is that of the event in the set for the tree. */
	if (!named || (field == OA_FIELD_A && gpu->machine.a_other >> number & 1))
		snprintf(name, sizeof(name), "a%u", number);
	add_event(gpu, oa_code(field, number), clocks ? TOP_CLOCKS_NAME : name,
		  bytes ? counter->scale : 1, bytes ? "bytes" : "");
}

/* Add the events of the driver's PMU, in the order of their codes */
static void add_events(struct top_gpu *gpu, const struct own_stream *s)
{
	const u32 raw[OA_REPORT_MAX_DWORDS] = { 0 };
	struct oa_report report;
	u32 i;

	oa_report_decode(s->format, raw, &report);
	if (gpu->machine.counters->has_ticks)
		add_counter(gpu, OA_FIELD_GPU_TICKS, 0);
	add_event(gpu, OA_CODE_TIME, "gpu-time", 1e9 / s->gpu.timestamp_hz, "ns");
	for (i = 0; i < OA_MAX_A; i++)
		if (report.a_mask >> i & 1)
			add_counter(gpu, OA_FIELD_A, i);
	if (!gpu->machine.counters->has_ticks && report.b_mask & 1)
		add_counter(gpu, OA_FIELD_B, 0);
	/* Named values may be made of them. */
	for (i = !gpu->machine.counters->has_ticks; gpu->named->num && i < OA_MAX_B; i++)
		if (report.b_mask >> i & 1)
			add_counter(gpu, OA_FIELD_B, i);
	for (i = 0; gpu->named->num && i < OA_MAX_C; i++)
		if (report.c_mask >> i & 1)
			add_counter(gpu, OA_FIELD_C, i);
	if (fact_is_in(FACT_SLICE, s->format))
		add_event(gpu, TOP_CODE_SLICE, "slice-clocks", 1, "clocks");
	if (fact_is_in(FACT_UNSLICE, s->format))
		add_event(gpu, TOP_CODE_UNSLICE, "unslice-clocks", 1, "clocks");
	add_event(gpu, TOP_CODE_LOST, "reports-lost", 1, "");
	add_event(gpu, TOP_CODE_SILENCE, "timer-silences", 1, "");
	gpu->num_all = gpu->num_events;
}

/* Events that were added to a set have made another one of it, whose uuid no file has. */
static void describe_set(struct top_gpu *gpu, const struct own_stream *s)
{
	const struct file_set *set = s->set.file ? metricfile_set(s->set.file) : NULL;

	if (!set)
		return;
	snprintf(gpu->set.uuid, sizeof(gpu->set.uuid), "%s", set->uuid);
	snprintf(gpu->set.name, sizeof(gpu->set.name), "%s", set->symbol);
	gpu->set.facts = s->gpu.facts;
}

/* Return: 1; 0 if the GPU is read by its PMU, not selected, or has no streams; -1 on failure. */
static int describe(const struct top_state *state, struct top_gpu *gpu, struct own_stream *s)
{
	const char *device = state->options.device;
	static bool said;

	memset(gpu, 0, sizeof(*gpu));
	find_pci(gpu, &s->gpu);
	if (top_is_watched(state, gpu->pci) ||
	    (device && strcmp(device, gpu->pci) && strcmp(device, s->gpu.node)))
		return 0;
	s->format = platform_format(s->gpu.platform, NULL);
	if (!driver_extended(&s->gpu) && !s->gpu.platform->i915) {
		/* --wait looks again and again. */
		if (!said)
			complain("%s: i915 has no performance counters on %s; i915_oa has them",
				 s->gpu.node, s->gpu.platform->name);
		said = true;
		return 0;
	}
	if (metricset_choose(&s->set, &s->gpu, &source))
		return -1;
	s->fd = -1;
	s->binding = pmu_binding(gpu);
	s->machine = platform_machine(s->gpu.platform, s->gpu.eus, s->gpu.slices,
				      s->gpu.timestamp_hz);
	s->machine.programmed = s->set.programmed;
	s->machine.a_other = s->set.a_other;
	if (!driver_extended(&s->gpu))
		gpu->risk = driver_reset_risk();
	gpu->platform = s->gpu.platform;
	gpu->devid = s->gpu.devid;
	gpu->machine = s->machine;
	gpu->machine.timestamp_hz = NS_PER_SEC;
	gpu->ticks_hz = s->machine.timestamp_hz;
	gpu->named = &s->set.named;
	describe_set(gpu, s);
	add_events(gpu, s);
	return 1;
}

/**
 * stream_explain() - print the reason why there is no GPU with streams
 * @options: the command line
 */
void stream_explain(const struct top_options *options)
{
	struct dump_gpu gpu;

	/* gpu_open() prints the reason of the first failure. */
	if (gpu_open(&gpu, options->device && *options->device == '/' ? options->device : NULL))
		return;
	close(gpu.fd);
	if (options->device)
		complain("%s is no GPU with the i915 perf ABI", options->device);
}

static struct own_stream *new_stream(void)
{
	struct own_stream *s = calloc(1, sizeof(*s));

	if (s)
		s->buf = malloc(READ_BYTES);
	if (s && s->buf)
		return s;
	complain("no memory");
	free(s);
	return NULL;
}

/**
 * stream_find() - find the GPUs that have streams
 * @state: options are set; GPUs that are not watched yet are added to its watches
 *
 * Return: 0 or -1.
 */
int stream_find(struct top_state *state)
{
	char refused[32] = "";
	struct own_stream *s;
	int minor = 0, ret;

	source.events = state->options.events;
	source.metrics = state->options.metrics ?: "tree";
	source.metrics_files = state->options.metrics_files;
	with_contexts = state->options.contexts;
	for (;;) {
		struct top_watch *watch = &state->watches[state->num];

		s = new_stream();
		if (!s)
			return -1;
		if (state->num == TOP_MAX_GPUS ||
		    !gpu_open_next(&s->gpu, &minor, refused, sizeof(refused)))
			break;
		ret = describe(state, &watch->gpu, s);
		if (ret <= 0) {
			close(s->gpu.fd);
			free_stream(s);
			if (ret < 0)
				return -1;
			continue;
		}
		watch->source = &stream_ops;
		watch->private = s;
		if (with_contexts && contexts_are_in(s->format))
			watch->contexts = &s->newest;
		state->num++;
	}
	free_stream(s);
	return 0;
}
