// SPDX-License-Identifier: GPL-2.0-only
/*
 * --cpu: perf samples all processors, and each sample is an event on its thread's track.
 *
 * The event is the processor's cycles, with the highest precise_ip that the kernel accepts. Without
 * such an event, cpu-clock replaces it. That is a timer of the kernel, which accepts any precise_ip
 * and ignores it, so it is opened with 0 and never called precise. The kernel marks each exact
 * sample. An event of --cpu-event is never replaced.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cpuevent.h"
#include "cpusample.h"
#include "memsource.h"
#include "oa-trace.h"
#include "tools/common/message.h"

#define RING_PAGES	128u
#define MAX_RECORD	65536u
/* Numbers of tracks: of threads, of idle processors, of the sampling itself, and of processes */
#define THREAD_TRACKS	0x100000000ull
#define IDLE_TRACKS	0x200000000ull
#define CPU_TRACK	0x300000000ull
#define PROCESS_TRACKS	0x400000000ull
#define CATEGORY	"cpu"
/* Limit of thread numbers of a 64-bit kernel */
#define MAX_TIDS	(1u << 22)
#define SOURCE_NAME	"data source (perf_mem_data_src)"

/* Candidates; the first one that the kernel opens is used */
static const char * const events[] = { "cycles", "cpu-clock" };

/* struct ring - the ring buffer of a processor's samples */
struct ring {
	int fd;
	u32 cpu;
	struct perf_event_mmap_page *page;
};

struct cpu_sampler {
	struct packets *packets;
	u32 hz;
	struct cpu_event event;
	int precise;
	struct ring *rings;
	u32 num;
	size_t page_bytes;
	/* Bitmaps: threads and processes that have a track, processors that have an idle track */
	u8 *seen;
	u8 *seen_process;
	u8 *seen_idle;
	u64 samples;
	u64 exact;
	u64 lost;
	u64 record[MAX_RECORD / sizeof(u64)];
};

static int choose(struct cpu_sampler *cpu, const char *name)
{
	if (cpu_event_find(CPU_EVENT_PMUS, name, &cpu->event))
		return -1;
	cpu->precise = cpu_event_choose(&cpu->event, cpu->hz);
	return cpu->precise < 0 ? -1 : 0;
}

/* Choose the event. A requested one is never replaced. */
static int choose_event(struct cpu_sampler *cpu, const char *name)
{
	size_t i;

	if (name)
		return choose(cpu, name);
	for (i = 0; i < ARRAY_LEN(events); i++)
		if (!choose(cpu, events[i]))
			return 0;
	complain("--cpu: the kernel opens no event");
	return -1;
}

static int open_ring(struct cpu_sampler *cpu, u32 processor)
{
	struct ring *ring = &cpu->rings[cpu->num];

	ring->cpu = processor;
	ring->fd = cpu_event_open(&cpu->event, cpu->hz, cpu->precise, processor);
	/* Skip a processor that is offline, or of a kind that lacks the event. */
	if (ring->fd < 0 && (errno == ENODEV || errno == EINVAL || errno == ENOENT) && cpu->num)
		return 0;
	if (ring->fd < 0) {
		complain("--cpu: processor %u: %s%s", processor, strerror(errno),
			 cpu_event_hint(errno));
		return -1;
	}
	ring->page = mmap(NULL, cpu->page_bytes * (RING_PAGES + 1), PROT_READ | PROT_WRITE,
			  MAP_SHARED, ring->fd, 0);
	if (ring->page == MAP_FAILED) {
		complain("--cpu: memory for the samples of processor %u: %s", processor,
			 strerror(errno));
		close(ring->fd);
		return -1;
	}
	cpu->num++;
	return 0;
}

/**
 * cpu_open() - prepare to sample all processors
 * @name: of the event, NULL: the best available one
 * @hz: samples of each processor per second
 * @packets: the trace
 *
 * Return: the sampler, or NULL.
 */
struct cpu_sampler *cpu_open(const char *name, u32 hz, struct packets *packets)
{
	const long processors = sysconf(_SC_NPROCESSORS_CONF);
	struct cpu_sampler *cpu = calloc(1, sizeof(*cpu));
	long i;

	if (!cpu)
		return NULL;
	cpu->packets = packets;
	cpu->hz = hz;
	cpu->page_bytes = sysconf(_SC_PAGESIZE);
	cpu->rings = calloc(processors, sizeof(*cpu->rings));
	cpu->seen = calloc(1, MAX_TIDS / 8);
	cpu->seen_process = calloc(1, MAX_TIDS / 8);
	cpu->seen_idle = calloc(1, processors / 8 + 1);
	if (!cpu->rings || !cpu->seen || !cpu->seen_process || !cpu->seen_idle ||
	    choose_event(cpu, name))
		goto failed;
	for (i = 0; i < processors; i++)
		if (open_ring(cpu, i))
			goto failed;
	complain("samples of %u processors: %s, precise_ip %d%s, %u per second", cpu->num,
		 cpu->event.name, cpu->precise,
		 cpu->event.faults ? " (counted by the kernel: not precise)" :
		 cpu->event.software ? " (a timer of the kernel: not precise)" : "", hz);
	return cpu;

failed:
	cpu_free(cpu);
	return NULL;
}

/* Start sampling. Return: 0 or -1. */
int cpu_begin(struct cpu_sampler *cpu)
{
	const struct annotation list[] = {
		{ .name = "event", .kind = ANNOTATION_TEXT, .text = cpu->event.name },
		{ .name = "precise_ip", .kind = ANNOTATION_NUMBER, .number = cpu->precise },
		{ .name = "software", .kind = ANNOTATION_BOOL, .number = cpu->event.software },
		{ .name = "samples per second", .kind = ANNOTATION_NUMBER, .number = cpu->hz },
		{ .name = "processors", .kind = ANNOTATION_NUMBER, .number = cpu->num },
		{ .name = NULL },
	};
	u32 i;

	if (packets_track(cpu->packets, SEQUENCE_CPU, CPU_TRACK, "CPU samples") ||
	    packets_instant(cpu->packets, SEQUENCE_CPU, CPU_TRACK, now_ns(), CATEGORY,
			    "sampling begins", list))
		return -1;
	for (i = 0; i < cpu->num; i++) {
		if (!ioctl(cpu->rings[i].fd, PERF_EVENT_IOC_ENABLE, 0))
			continue;
		complain("--cpu: processor %u: %s", cpu->rings[i].cpu, strerror(errno));
		return -1;
	}
	return 0;
}

/* Return: false for a thread that has ended. */
static bool read_name(s32 tid, char name[32])
{
	char path[32];
	bool found;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/comm", tid);
	file = fopen(path, "re");
	if (!file)
		return false;
	found = fgets(name, 32, file);
	fclose(file);
	if (found)
		name[strcspn(name, "\n")] = 0;
	return found;
}

static bool first_time(u8 *set, u32 n)
{
	const u8 bit = 1u << n % 8;
	const bool first = !(set[n / 8] & bit);

	set[n / 8] |= bit;
	return first;
}

/* A process has the name of its first thread. */
static int put_process(struct cpu_sampler *cpu, s32 pid)
{
	char name[32];

	if (pid <= 0 || (u32)pid >= MAX_TIDS || !first_time(cpu->seen_process, pid) ||
	    !read_name(pid, name))
		return 0;
	return packets_process(cpu->packets, SEQUENCE_THREADS, PROCESS_TRACKS + pid, pid, name);
}

static int put_thread(struct cpu_sampler *cpu, s32 pid, s32 tid, const char *name)
{
	if (put_process(cpu, pid))
		return -1;
	return packets_thread(cpu->packets, SEQUENCE_THREADS, THREAD_TRACKS + tid, pid, tid, name);
}

/*
 * Find the track of a sample. Idle threads all have the number 0, so each processor has an idle
 * track. Return: the track, 0 on failure.
 */
static u64 track_of(struct cpu_sampler *cpu, const struct cpu_sample *sample)
{
	const u64 idle = IDLE_TRACKS + sample->cpu;
	char name[32];

	if (sample->tid > 0 && (u32)sample->tid < MAX_TIDS) {
		if (first_time(cpu->seen, sample->tid) &&
		    put_thread(cpu, sample->pid, sample->tid,
			       read_name(sample->tid, name) ? name : NULL))
			return 0;
		return THREAD_TRACKS + sample->tid;
	}
	snprintf(name, sizeof(name), "idle, processor %u", sample->cpu);
	if (sample->cpu >= cpu->num || !first_time(cpu->seen_idle, sample->cpu))
		return idle;
	return packets_track(cpu->packets, SEQUENCE_CPU, idle, name) ? 0 : idle;
}

static size_t annotate_source(const struct oa_pebs_sample *record, struct mem_words *words,
			      struct annotation *list)
{
	const u32 num = mem_source_words(record->value[OA_PEBS_SOURCE], words);
	u32 i;

	for (i = 0; i < num; i++)
		list[i] = (struct annotation){
			.name = words[i].name, .kind = ANNOTATION_TEXT, .text = words[i].text,
		};
	return num;
}

static int on_sample(struct cpu_sampler *cpu, const struct perf_event_header *header)
{
	struct annotation list[MAX_ANNOTATIONS + 1] = { { .name = NULL } };
	struct mem_words words[MEM_SOURCE_FIELDS];
	struct cpu_sample sample;
	u64 track;
	size_t n;

	if (cpu_sample_parse(&sample, header, &cpu->event)) {
		complain("--cpu: a sample of %u bytes", header->size);
		return -1;
	}
	cpu->samples++;
	cpu->exact += sample.exact;
	track = track_of(cpu, &sample);
	if (!track)
		return -1;
	n = cpu_sample_annotate(&sample.record, SOURCE_NAME, list);
	n += annotate_source(&sample.record, words, &list[n]);
	if (sample.fault)
		list[n++] = (struct annotation){
			.name = "fault address", .kind = ANNOTATION_ADDRESS, .number = sample.fault,
		};
	list[n++] = (struct annotation){
		.name = "exact IP", .kind = ANNOTATION_BOOL, .number = sample.exact,
	};
	list[n++] = (struct annotation){
		.name = "processor", .kind = ANNOTATION_NUMBER, .number = sample.cpu,
	};
	list[n++] = (struct annotation){
		.name = "period", .kind = ANNOTATION_NUMBER, .number = sample.period,
	};
	return packets_instant(cpu->packets, track < IDLE_TRACKS ? SEQUENCE_THREADS : SEQUENCE_CPU,
			       track, sample.time, CATEGORY, cpu->event.name, list);
}

/* The end of a record other than a sample: a part of CPU_SAMPLE_TYPE */
struct record_id {
	u32 pid, tid;
	u64 time;
	u32 cpu, pad;
};

static int on_lost(struct cpu_sampler *cpu, const struct perf_event_header *header)
{
	const u64 *words = (const u64 *)(header + 1);
	const char *end = (const char *)header + header->size;
	const struct record_id *id = (const void *)(end - sizeof(*id));
	const struct annotation list[] = {
		{ .name = "count", .kind = ANNOTATION_NUMBER, .number = words[1] },
		{ .name = "processor", .kind = ANNOTATION_NUMBER, .number = id->cpu },
		{ .name = NULL },
	};
	char name[48];

	cpu->lost += words[1];
	snprintf(name, sizeof(name), "lost %" PRIu64, (uint64_t)words[1]);
	return packets_instant(cpu->packets, SEQUENCE_CPU, CPU_TRACK, id->time, CATEGORY, name,
			       list);
}

static int on_throttle(struct cpu_sampler *cpu, const struct perf_event_header *header)
{
	const u64 *words = (const u64 *)(header + 1);

	return packets_instant(cpu->packets, SEQUENCE_CPU, CPU_TRACK, words[0], CATEGORY,
			       header->type == PERF_RECORD_THROTTLE ?
			       "too many samples: throttled" : "no longer throttled", NULL);
}

/* Name a thread's track, possibly again: at an exec, or when the thread names itself. */
static int on_comm(struct cpu_sampler *cpu, const u32 *ids, const char *name)
{
	if (ids[1] >= MAX_TIDS)
		return 0;
	first_time(cpu->seen, ids[1]);
	return put_thread(cpu, ids[0], ids[1], name);
}

/*
 * Rename a track if a new thread has the number of an earlier one. The track may have the new name
 * already, since rings are read one after the other.
 */
static int on_fork(struct cpu_sampler *cpu, u32 pid, u32 tid)
{
	char name[32];

	if (tid >= MAX_TIDS || !(cpu->seen[tid / 8] & 1u << tid % 8) || !read_name(tid, name))
		return 0;
	return put_thread(cpu, pid, tid, name);
}

static int on_record(struct cpu_sampler *cpu, const struct perf_event_header *header)
{
	const u32 *words = (const u32 *)(header + 1);

	switch (header->type) {
	case PERF_RECORD_SAMPLE:
		return on_sample(cpu, header);
	case PERF_RECORD_LOST:
		return on_lost(cpu, header);
	case PERF_RECORD_THROTTLE:
	case PERF_RECORD_UNTHROTTLE:
		return on_throttle(cpu, header);
	case PERF_RECORD_COMM:
		return on_comm(cpu, words, (const char *)&words[2]);
	case PERF_RECORD_FORK:
		/* @words: pid, the parent's pid, tid, the parent's tid */
		return on_fork(cpu, words[0], words[2]);
	default:
		return 0;
	}
}

/* Copy a record, since it may wrap around the end of the ring. */
static void copy_record(struct cpu_sampler *cpu, const char *data, u64 size, u64 at, size_t bytes)
{
	const size_t first = size - at % size < bytes ? size - at % size : bytes;

	memcpy(cpu->record, data + at % size, first);
	memcpy((char *)cpu->record + first, data, bytes - first);
}

static int read_ring(struct cpu_sampler *cpu, struct ring *ring)
{
	const struct perf_event_header *header = (const void *)cpu->record;
	const char *data = (const char *)ring->page + cpu->page_bytes;
	const u64 size = cpu->page_bytes * RING_PAGES;
	/* Pairs with the kernel's barrier before it moves the head */
	const u64 head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	u64 tail = ring->page->data_tail;
	int ret = 0;

	while (!ret && tail < head) {
		copy_record(cpu, data, size, tail, sizeof(*header));
		if (header->size < sizeof(*header) || header->size > head - tail) {
			complain("--cpu: a record that does not fit the ring of processor %u",
				 ring->cpu);
			return -1;
		}
		copy_record(cpu, data, size, tail, header->size);
		tail += header->size;
		ret = on_record(cpu, header);
	}
	/* Let the kernel overwrite the records that were read. */
	__atomic_store_n(&ring->page->data_tail, tail, __ATOMIC_RELEASE);
	return ret;
}

/* Add the samples that have arrived. Return: 0 or -1. */
int cpu_read(struct cpu_sampler *cpu)
{
	u32 i;

	for (i = 0; i < cpu->num; i++)
		if (read_ring(cpu, &cpu->rings[i]))
			return -1;
	return 0;
}

/* Stop sampling, and add the last samples. Return: 0 or -1. */
int cpu_end(struct cpu_sampler *cpu)
{
	int ret;
	u32 i;

	for (i = 0; i < cpu->num; i++)
		ioctl(cpu->rings[i].fd, PERF_EVENT_IOC_DISABLE, 0);
	ret = cpu_read(cpu);
	complain("%" PRIu64 " samples of processors, %" PRIu64 " of them exact, %" PRIu64 " lost",
		 (uint64_t)cpu->samples, (uint64_t)cpu->exact, (uint64_t)cpu->lost);
	if (cpu->precise && cpu->samples && !cpu->exact)
		complain("--cpu: the kernel took precise_ip %d, and no sample is exact",
			 cpu->precise);
	return ret;
}

/**
 * cpu_free() - release a sampler
 * @cpu: the sampler or NULL
 */
void cpu_free(struct cpu_sampler *cpu)
{
	u32 i;

	if (!cpu)
		return;
	for (i = 0; i < cpu->num; i++) {
		munmap(cpu->rings[i].page, cpu->page_bytes * (RING_PAGES + 1));
		close(cpu->rings[i].fd);
	}
	free(cpu->rings);
	free(cpu->seen);
	free(cpu->seen_process);
	free(cpu->seen_idle);
	free(cpu);
}
