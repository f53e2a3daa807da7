// SPDX-License-Identifier: GPL-2.0-only
/*
 * The samples of perf as events of a trace, on the tracks of their threads.
 *
 * An event is named after the function that was sampled. Its call chain is one text, outermost
 * function first with semicolons between them, as flame graphs fold it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perftrack.h"
#include "tools/common/message.h"

/* Numbers of tracks: of threads, of idle processors, of losses, and of processes */
#define THREAD_TRACKS	0x100000000ull
#define IDLE_TRACKS	0x200000000ull
#define LOSS_TRACK	0x300000000ull
#define PROCESS_TRACKS	0x400000000ull
#define CATEGORY	"perf"
/* Limits of a 64-bit kernel */
#define MAX_TIDS	(1u << 22)
#define MAX_CPUS	8192u

/**
 * perf_track_open() - prepare to add samples
 * @track: filled in
 * @packets: the trace
 * @fields: PERF_FIELD_* of the samples
 *
 * Return: 0 or -1.
 */
int perf_track_open(struct perf_track *track, struct packets *packets, u32 fields)
{
	*track = (struct perf_track){ .packets = packets, .fields = fields };
	/* Only pages with the numbers of threads that there are become memory. */
	track->threads = calloc(MAX_TIDS, sizeof(*track->threads));
	track->processes = calloc(MAX_TIDS, sizeof(*track->processes));
	track->idle = calloc(MAX_CPUS + 1, 1);
	if (track->threads && track->processes && track->idle)
		return 0;
	complain("no memory for the names of threads");
	perf_track_free(track);
	return -1;
}

/**
 * perf_track_free() - release what perf_track_open() has allocated
 * @track: the track
 */
void perf_track_free(struct perf_track *track)
{
	free(track->head.at);
	free(track->registers.at);
	free(track->inner.at);
	free(track->threads);
	free(track->processes);
	free(track->idle);
}

/* Note a name. Return: true if it was another one before. */
static bool renamed(char known[PERF_NAME_BYTES], const char *name)
{
	const size_t bytes = strnlen(name, PERF_NAME_BYTES - 1);

	if (!known[bytes] && !memcmp(known, name, bytes) && *known)
		return false;
	memset(known, 0, PERF_NAME_BYTES);
	memcpy(known, name, bytes);
	return true;
}

/* A process has the name of its first thread, or until that is sampled, of another one. */
static int put_process(struct perf_track *track, const struct perf_sample *sample)
{
	const s32 pid = sample->pid;

	if (pid <= 0 || (u32)pid >= MAX_TIDS ||
	    (*track->processes[pid] && pid != sample->tid) ||
	    !renamed(track->processes[pid], sample->comm))
		return 0;
	return packets_process(track->packets, SEQUENCE_THREADS, PROCESS_TRACKS + pid, pid,
			       sample->comm);
}

/*
 * Find the track of a sample, and name it anew after an exec. Idle threads all have the number 0,
 * so each processor has an idle track. Return: the track, 0 on failure.
 */
static u64 track_of(struct perf_track *track, const struct perf_sample *sample)
{
	const s32 tid = sample->tid;
	u32 cpu = sample->cpu;
	char name[32] = "idle";

	if (tid > 0 && (u32)tid < MAX_TIDS) {
		if (put_process(track, sample) ||
		    (renamed(track->threads[tid], sample->comm) &&
		     packets_thread(track->packets, SEQUENCE_THREADS, THREAD_TRACKS + tid,
				    sample->pid, tid, sample->comm)))
			return 0;
		return THREAD_TRACKS + tid;
	}
	if (cpu < MAX_CPUS)
		snprintf(name, sizeof(name), "idle, processor %u", cpu);
	else
		cpu = MAX_CPUS;
	if (!track->idle[cpu] &&
	    packets_track(track->packets, SEQUENCE_PERF, IDLE_TRACKS + cpu, name))
		return 0;
	track->idle[cpu] = true;
	return IDLE_TRACKS + cpu;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Without a symbol, a function is named after its file. Return: the size. */
static size_t print_function(char *text, size_t room, const struct perf_frame *frame)
{
	if (frame->symbol)
		return snprintf(text, room, "%s", frame->symbol);
	if (frame->dso && *frame->dso != '[')
		return snprintf(text, room, "[%s]", base_name(frame->dso));
	return snprintf(text, room, "%s", frame->dso ?: "[unknown]");
}

static void add_frame(struct perf_track *track, const struct perf_frame *frame)
{
	const u32 at = track->begin[track->depth];
	const size_t room = sizeof(track->frames) - at;
	size_t bytes;

	if (track->cut)
		return;
	bytes = print_function(track->frames + at, room, frame);
	track->cut = bytes >= room || track->depth == PERF_CHAIN_FRAMES - 1;
	if (track->cut)
		return;
	track->begin[++track->depth] = at + bytes;
}

/* Fold the call chain. Return: the text, or NULL if there is none. */
static const char *fold(const struct perf_track *track, char text[PERF_CHAIN_BYTES * 2])
{
	size_t used = 0, bytes;
	u32 i;

	if (track->depth < 2)
		return NULL;
	if (track->cut)
		used = sprintf(text, "...;");
	for (i = track->depth; i--;) {
		bytes = track->begin[i + 1] - track->begin[i];
		memcpy(text + used, track->frames + track->begin[i], bytes);
		used += bytes;
		text[used++] = i ? ';' : 0;
	}
	return text;
}

static void add_text(struct annotation **list, const char *name, const char *text)
{
	if (text)
		*(*list)++ = (struct annotation){
			.name = name, .kind = ANNOTATION_TEXT, .text = text,
		};
}

static void add_number(struct annotation **list, const char *name, u64 number)
{
	if (number)
		*(*list)++ = (struct annotation){
			.name = name, .kind = ANNOTATION_NUMBER, .number = number,
		};
}

static void add_address(struct annotation **list, const char *name, u64 address)
{
	*(*list)++ = (struct annotation){
		.name = name, .kind = ANNOTATION_ADDRESS, .number = address,
	};
}

static void annotate(const struct perf_track *track, struct annotation *list, char *chain)
{
	const struct perf_sample *sample = &track->sample;

	add_text(&list, "event", sample->event);
	add_number(&list, "period", sample->period);
	add_address(&list, "IP", sample->frame.ip);
	add_text(&list, "DSO", sample->frame.dso);
	add_text(&list, "call chain", fold(track, chain));
	if (sample->cpu >= 0)
		*list++ = (struct annotation){
			.name = "processor", .kind = ANNOTATION_NUMBER, .number = sample->cpu,
		};
	if (sample->address)
		add_address(&list, "address", sample->address);
	add_text(&list, "data source", sample->source_words);
	if (sample->source_words)
		add_address(&list, "data source (perf_mem_data_src)", sample->source);
	add_number(&list, "weight", sample->weight);
	add_text(&list, "registers", sample->registers);
	list->name = NULL;
}

/* Add the current sample, whose last line was read. */
static int put_sample(struct perf_track *track)
{
	struct annotation list[MAX_ANNOTATIONS + 1];
	char chain[PERF_CHAIN_BYTES * 2], name[1024];
	u64 uuid;

	if (!track->pending)
		return 0;
	track->pending = false;
	track->samples++;
	uuid = track_of(track, &track->sample);
	if (!uuid)
		return -1;
	print_function(name, sizeof(name), &track->sample.frame);
	annotate(track, list, chain);
	return packets_instant(track->packets,
			       uuid < IDLE_TRACKS ? SEQUENCE_THREADS : SEQUENCE_PERF, uuid,
			       track->sample.time, CATEGORY, name, list);
}

static int put_loss(struct perf_track *track, const struct perf_sample *loss)
{
	const struct annotation list[] = {
		{ .name = "count", .kind = ANNOTATION_NUMBER, .number = loss->lost },
		{ .name = NULL },
	};
	char name[48];

	if (!track->lost &&
	    packets_track(track->packets, SEQUENCE_PERF, LOSS_TRACK, "perf samples lost"))
		return -1;
	track->lost += loss->lost;
	snprintf(name, sizeof(name), "lost %" PRIu64, (uint64_t)loss->lost);
	return packets_instant(track->packets, SEQUENCE_PERF, LOSS_TRACK, loss->time, CATEGORY,
			       name, list);
}

/* Keep a line, to which a part of the current sample refers, and give its memory for the next. */
static void keep(struct perf_text *kept, struct perf_text *line)
{
	const struct perf_text free_line = *kept;

	*kept = *line;
	*line = free_line;
}

/* Add a line that belongs to the current sample. Return: false if it does not. */
static bool add_to_sample(struct perf_track *track, struct perf_text *line)
{
	struct perf_sample *sample = &track->sample;
	struct perf_frame frame;

	if (!track->pending)
		return false;
	if (perf_registers_line(line->at)) {
		sample->registers = perf_registers_parse(line->at);
		keep(&track->registers, line);
		return true;
	}
	if (*line->at != '\t' || sample->has_frame || !perf_frame_parse(&frame, line->at + 1))
		return false;
	if (!track->depth) {
		sample->frame = frame;
		keep(&track->inner, line);
	}
	add_frame(track, &frame);
	return true;
}

/**
 * perf_track_line() - add a line of perf script
 * @track: the track
 * @line: the line without its end; it may get other memory
 *
 * Return: 0 or -1.
 */
int perf_track_line(struct perf_track *track, struct perf_text *line)
{
	struct perf_sample sample;

	if (!*line->at || add_to_sample(track, line))
		return 0;
	if (put_sample(track))
		return -1;
	if (!perf_sample_parse(&sample, line->at, track->fields)) {
		if (!track->unknown++)
			complain("perf script printed a line of an unknown form: %s", line->at);
		return 0;
	}
	if (sample.lost)
		return put_loss(track, &sample);
	track->sample = sample;
	track->pending = true;
	track->depth = 0;
	track->cut = false;
	keep(&track->head, line);
	return 0;
}

/* Add the last sample. Return: 0 or -1. */
int perf_track_end(struct perf_track *track)
{
	return put_sample(track);
}
