// SPDX-License-Identifier: GPL-2.0-only
/*
 * cpu-test: tests how oa-trace decodes perf's records and data sources, and parses the names of
 * events, without a processor that has PEBS. The test's records are written word by word in the
 * order of perf_event_open(2), its data sources bit by bit after union perf_mem_data_src. The PMU
 * is a directory made here, with the files that the kernel has for a Haswell.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/common/message.h"
#include "tools/oa-trace/cpuevent.h"
#include "tools/oa-trace/cpusample.h"
#include "tools/oa-trace/memsource.h"
#include "test.h"

static char *root;

static const struct cpu_event plain = { .name = "cycles" };
static const struct cpu_event loads = { .name = "mem-loads", .latency = true };
static const struct cpu_event faults = { .name = "page-faults", .faults = true };

/* Operation load; level hit, L3; snoop hit modified; no lock; TLB hit, L1; level number L3 */
#define LOAD_SOURCE	0x628800842ull
/* All fields "not available", in kernels without and with the level number */
#define NO_SOURCE	0x5080021ull
#define NO_SOURCE_NEWER	0x11e05080021ull

/* The record that perf writes for CPU_SAMPLE_TYPE, with a header of type 9 (sample) */
struct sample {
	struct perf_event_header header;
	u64 ip, tid, time, addr, cpu, period, weight, source, abi, regs[18];
};

static struct sample a_sample(u64 source)
{
	struct sample sample = {
		/* EXACT_IP, user */
		.header = { .type = 9, .misc = 0x4002, .size = sizeof(sample) },
		.ip = 0x401122, .tid = 0x0000002b0000002aull, .time = 123456789,
		.addr = 0x7ffd1234, .cpu = 3, .period = 77, .weight = 61, .source = source,
		.abi = 2,
	};
	u32 i;

	/* AX BX CX DX SI DI BP SP IP FLAGS R8 to R15 */
	for (i = 0; i < 18; i++)
		sample.regs[i] = 0x100 + i;
	return sample;
}

static struct cpu_sample parsed(const struct sample *sample, const struct cpu_event *event)
{
	struct cpu_sample found;

	EXPECT(!cpu_sample_parse(&found, &sample->header, event), "refused");
	return found;
}

#define HAS(sample, field)	((sample).record.present >> (field) & 1)

static void records_of_loads(void)
{
	const struct sample sample = a_sample(LOAD_SOURCE);
	const struct cpu_sample found = parsed(&sample, &loads);
	/* In the document's order: flags, IP, AX BX CX DX SI DI BP SP, R8 to R15 */
	static const u64 wanted[OA_PEBS_NUM_FIELDS] = {
		0x109, 0x401122, 0x100, 0x101, 0x102, 0x103, 0x104, 0x105, 0x106, 0x107,
		0x10a, 0x10b, 0x10c, 0x10d, 0x10e, 0x10f, 0x110, 0x111,
		0, 0x7ffd1234, LOAD_SOURCE, 61,
	};

	EXPECT(sizeof(sample) == 8 * 28, "%zu bytes", sizeof(sample));
	EXPECT(cpu_sample_regs() == 0xff03ff, "%#llx", (unsigned long long)cpu_sample_regs());
	/* All fields except IA32_PERF_GLOBAL_STATUS */
	EXPECT(found.record.present == (0x3fffff & ~(1u << 18)), "%#x", found.record.present);
	EXPECT(!memcmp(found.record.value, wanted, sizeof(wanted)), "values");
	EXPECT(found.pid == 42 && found.tid == 43 && found.cpu == 3, "%d %d %u", found.pid,
	       found.tid, found.cpu);
	EXPECT(found.time == 123456789 && found.period == 77 && found.exact, "time");
	EXPECT(!found.fault, "a fault");
}

/* The weight of other events is no latency, and without a source the address has no meaning. */
static void records_of_other_events(void)
{
	struct sample sample = a_sample(LOAD_SOURCE);
	struct cpu_sample found = parsed(&sample, &plain);
	static const u64 none[] = { 0, NO_SOURCE, NO_SOURCE_NEWER };
	u32 i;

	EXPECT(HAS(found, OA_PEBS_ADDRESS) && HAS(found, OA_PEBS_SOURCE), "address");
	EXPECT(!HAS(found, OA_PEBS_LATENCY), "a weight became a latency");
	for (i = 0; i < ARRAY_LEN(none); i++) {
		sample = a_sample(none[i]);
		found = parsed(&sample, &loads);
		EXPECT(found.record.present == 0x3ffff, "source %u: %#x", i, found.record.present);
	}
	sample = a_sample(LOAD_SOURCE);
	sample.header.misc = 2;
	sample.addr = 0;
	sample.weight = 0;
	found = parsed(&sample, &loads);
	EXPECT(!HAS(found, OA_PEBS_ADDRESS) && !HAS(found, OA_PEBS_LATENCY), "0 is a value");
	EXPECT(!found.exact, "exact");
}

static void records_of_faults(void)
{
	const struct sample sample = a_sample(NO_SOURCE);
	const struct cpu_sample found = parsed(&sample, &faults);

	EXPECT(found.fault == 0x7ffd1234, "%#llx", (unsigned long long)found.fault);
	EXPECT(!HAS(found, OA_PEBS_ADDRESS), "called an address of PEBS");
}

static void records_with_fewer_registers(void)
{
	struct sample sample = a_sample(LOAD_SOURCE);
	struct cpu_sample found;

	/* A program of 32 bits */
	sample.abi = 1;
	found = parsed(&sample, &loads);
	EXPECT(found.record.present == 0x3803ff, "%#x", found.record.present);
	/* No registers: the record ends after the word for the ABI */
	sample.abi = 0;
	sample.header.size = offsetof(struct sample, regs);
	found = parsed(&sample, &loads);
	EXPECT(found.record.present == 0x380002, "%#x", found.record.present);
	sample.header.size -= 8;
	EXPECT(cpu_sample_parse(&found, &sample.header, &loads), "a record that is too short");
}

/* struct source_case - a data source, and its expected fields as NAME=WORDS;... */
struct source_case {
	u64 source;
	const char *words;
};

static const struct source_case sources[] = {
	{ LOAD_SOURCE, "memory operation=load;memory level=hit, L3;snoop=hit modified;TLB=hit, L1;"
		       "memory level (number)=L3;" },
	{ 0, "" },
	{ NO_SOURCE, "" },
	{ NO_SOURCE_NEWER, "" },
	/* First bits of the fields: operation 0, level 5, snoop 19, lock 24, TLB 26 */
	{ 0x02, "memory operation=load;" },
	{ 0x04, "memory operation=store;" },
	{ 0x0a, "memory operation=load, prefetch;" },
	{ 0x10, "memory operation=execution;" },
	{ 0x02ull << 5 | 0x08 << 5, "memory level=hit, L1;" },
	{ 0x04ull << 5 | 0x10 << 5, "memory level=miss, line fill buffer;" },
	{ 0x22ull << 5, "memory level=hit, L2;" },
	{ 0x82ull << 5, "memory level=hit, local RAM;" },
	{ 0x302ull << 5, "memory level=hit, remote RAM (1 hop), remote RAM (2 hops);" },
	{ 0xc04ull << 5, "memory level=miss, remote cache (1 hop), remote cache (2 hops);" },
	{ 0x1002ull << 5, "memory level=hit, I/O memory;" },
	{ 0x2000ull << 5, "memory level=uncached memory;" },
	{ 0x02ull << 19, "snoop=none;" },
	{ 0x0cull << 19, "snoop=hit, miss;" },
	{ 0x02ull << 24, "lock=locked;" },
	{ 0x14ull << 26, "TLB=miss, L2;" },
	{ 0x62ull << 26, "TLB=hit, hardware walker, OS fault handler;" },
	/* First bits: number of the level 33, remote 37, snoop transfer 38, blocked 40, hops 43 */
	{ 1ull << 33, "memory level (number)=L1;" },
	{ 4ull << 33, "memory level (number)=L4;" },
	{ 5ull << 33, "memory level (number)=L2 miss handling buffer;" },
	{ 8ull << 33, "memory level (number)=uncached;" },
	{ 9ull << 33, "memory level (number)=CXL;" },
	{ 0xdull << 33, "memory level (number)=RAM;" },
	{ 0xeull << 33, "memory level (number)=persistent memory;" },
	{ 0xfull << 33, "" },
	{ 1ull << 37, "memory is=remote;" },
	{ 3ull << 38, "snoop transfer=forward, from peer;" },
	{ 6ull << 40, "blocked=data could not be forwarded, address conflict;" },
	{ 1ull << 40, "" },
	{ 1ull << 43, "hops=other core, same node;" },
	{ 4ull << 43, "hops=other board;" },
	{ 7ull << 43, "hops=7;" },
	/* A field that is not available does not hide the others */
	{ 0x1ull | 0x42 << 5, "memory level=hit, L3;" },
};

static void sources_in_words(void)
{
	struct mem_words words[MEM_SOURCE_FIELDS];
	char text[MEM_SOURCE_FIELDS * 200];
	u32 i, n, num;
	size_t used;

	for (i = 0; i < ARRAY_LEN(sources); i++) {
		num = mem_source_words(sources[i].source, words);
		*text = 0;
		for (n = 0, used = 0; n < num; n++)
			used += sprintf(text + used, "%s=%s;", words[n].name, words[n].text);
		EXPECT(!strcmp(text, sources[i].words), "%#llx: '%s', not '%s'",
		       (unsigned long long)sources[i].source, text, sources[i].words);
	}
	/* All bits: nothing overflows, and fields with a bit for "not available" are left out. */
	num = mem_source_words(~0ull, words);
	EXPECT(num == 3, "%u", num);
	num = mem_source_words(~(1ull | 1 << 5 | 1 << 19 | 1 << 24 | 1 << 26 | 1ull << 40), words);
	EXPECT(num == MEM_SOURCE_FIELDS - 1, "%u", num);
	EXPECT(mem_source_known(LOAD_SOURCE) && !mem_source_known(NO_SOURCE) &&
	       !mem_source_known(0) && !mem_source_known(0x42 << 5), "known");
}

static void put_file(const char *name, const char *text)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	file = fopen(path, "w");
	if (!file || fprintf(file, "%s\n", text) < 0 || fclose(file)) {
		perror(path);
		exit(1);
	}
}

static void make_pmus(void)
{
	static const char * const dirs[] = {
		"cpu", "cpu/events", "cpu/format", "odd", "odd/format",
	};
	char path[128];
	size_t i;

	root = mkdtemp(strdup("/tmp/cpu-test.XXXXXX"));
	if (!root) {
		perror("mkdtemp");
		exit(1);
	}
	for (i = 0; i < ARRAY_LEN(dirs); i++) {
		snprintf(path, sizeof(path), "%s/%s", root, dirs[i]);
		mkdir(path, 0755);
	}
	put_file("cpu/type", "4");
	put_file("cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3");
	put_file("cpu/events/mem-stores", "event=0xd0,umask=0x82");
	put_file("cpu/events/with-a-gap", "event=?");
	put_file("cpu/events/itself", "itself");
	put_file("cpu/format/event", "config:0-7");
	put_file("cpu/format/umask", "config:8-15");
	put_file("cpu/format/edge", "config:18");
	put_file("cpu/format/ldlat", "config1:0-15");
	put_file("cpu/format/offcore_rsp", "config1:0-63");
	/* No kernel has such a type */
	put_file("odd/type", "2147483647");
	put_file("odd/format/split", "config:0-3,32-35,63");
	put_file("odd/format/two", "config2:4-7");
	put_file("odd/format/three", "config3:0-7");
	put_file("odd/format/ldlat", "config1:0-15");
	put_file("odd/format/wrong", "config:7-0");
	put_file("odd/format/tail", "config:0-7,");
}

/* struct name_case - an event's name, and its expected attributes */
struct name_case {
	const char *name;
	u32 type;
	u64 config[3];
	bool latency;
};

static const struct name_case names[] = {
	{ "cycles", PERF_TYPE_HARDWARE, { 0 }, false },
	{ "cpu-clock", PERF_TYPE_SOFTWARE, { 0 }, false },
	{ "page-faults", PERF_TYPE_SOFTWARE, { 2 }, false },
	{ "mem-loads", 4, { 0x1cd, 3 }, true },
	{ "cpu/mem-loads/", 4, { 0x1cd, 3 }, true },
	{ "cpu/mem-loads,ldlat=30/", 4, { 0x1cd, 30 }, true },
	{ "cpu/event=0xcd,umask=0x1,ldlat=0x1e/", 4, { 0x1cd, 30 }, true },
	{ "cpu/ldlat=30,ldlat=0/", 4, { 0 }, false },
	{ "mem-stores", 4, { 0x82d0 }, false },
	{ "cpu/event=0x3c,edge/", 4, { 0x4003c }, false },
	{ "cpu/offcore_rsp=0xffffffffffffffff/", 4, { 0, ~0ull }, false },
	{ "odd/split=0x1a5,two=9/", 0x7fffffff, { 0x8000000a00000005ull, 0, 0x90 }, false },
};

static void names_of_events(void)
{
	struct cpu_event event;
	size_t i;

	for (i = 0; i < ARRAY_LEN(names); i++) {
		const struct name_case *one = &names[i];

		EXPECT(!cpu_event_find(root, one->name, &event), "%s", one->name);
		EXPECT(!strcmp(event.name, one->name), "%s is called %s", one->name, event.name);
		EXPECT(event.type == one->type, "%s: type %u", one->name, event.type);
		EXPECT(!memcmp(event.config, one->config, sizeof(event.config)),
		       "%s: %#llx %#llx %#llx", one->name, (unsigned long long)event.config[0],
		       (unsigned long long)event.config[1], (unsigned long long)event.config[2]);
		EXPECT(event.latency == one->latency, "%s: latency", one->name);
		EXPECT(event.software == (one->type == PERF_TYPE_SOFTWARE), "%s", one->name);
		EXPECT(event.faults == !strcmp(one->name, "page-faults"), "%s", one->name);
	}
}

/* Return the text that a function writes to standard error */
static const char *said(int (*function)(const void *), const void *arg)
{
	static char text[1024];
	FILE *file = tmpfile();
	const int saved = dup(STDERR_FILENO);
	size_t got;
	int ret;

	if (!file || saved < 0) {
		perror("tmpfile");
		exit(1);
	}
	dup2(fileno(file), STDERR_FILENO);
	ret = function(arg);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(file);
	got = fread(text, 1, sizeof(text) - 1, file);
	text[got] = 0;
	fclose(file);
	EXPECT(ret == -1, "not refused");
	EXPECT(got && strchr(text, '\n') == text + got - 1, "not one line: %s", text);
	return text;
}

static int find(const void *name)
{
	struct cpu_event event;

	return cpu_event_find(root, name, &event);
}

#define TWENTY	"abcdefghijklmnopqrst"

static const struct { const char *name, *says; } wrong_names[] = {
	{ "", "is no event" },
	{ "no-such", "no event and no term 'no-such'" },
	{ "other/mem-loads/", "there is no PMU 'other'" },
	{ "../cpu/mem-loads/", "is no event" },
	{ "/mem-loads/", "there is no PMU ''" },
	{ "cpu/mem-loads", "is no event" },
	{ "cpu//", "is no event" },
	{ "cpu/mem-loads/p", "is no event" },
	{ "cpu/mem-loads,ldlat=3x/", "'3x' is no number" },
	{ "cpu/mem-loads,ldlat=/", "'' is no number" },
	{ "cpu/mem-loads,ldlat=65536/", "ldlat=65536 does not fit config1:0-15" },
	{ "cpu/edge=2/", "edge=2 does not fit config:18" },
	{ "cpu/with-a-gap/", "'?' is no number" },
	/* A description must not refer to another one */
	{ "cpu/itself/", "no event and no term 'itself'" },
	{ "odd/split=0x200/", "does not fit" },
	{ "odd/three=1/", "does not fit config3:0-7" },
	{ "odd/wrong=1/", "does not fit config:7-0" },
	{ "odd/tail=1/", "does not fit config:0-7," },
	{ TWENTY TWENTY TWENTY TWENTY TWENTY, "is too long" },
};

static void names_that_are_wrong(void)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(wrong_names); i++) {
		const char *text = said(find, wrong_names[i].name);

		EXPECT(strstr(text, wrong_names[i].says), "'%s': %s", wrong_names[i].name, text);
	}
}

static int choose(const void *name)
{
	struct cpu_event event;

	return cpu_event_find(root, name, &event) ? 0 : cpu_event_choose(&event, 1000);
}

/* Ask the host's kernel for an event of a type that it can't have */
static void refusals(void)
{
	const char *text = said(choose, "odd/two=1/");

	EXPECT(strstr(text, "refuses odd/two=1/ with precise_ip 3: "), "%s", text);
	EXPECT(strstr(text, ", 2: ") && strstr(text, ", 1: ") && strstr(text, ", 0: "), "%s", text);
	/* Load latency without PEBS would count nothing. */
	text = said(choose, "odd/ldlat=3/");
	EXPECT(strstr(text, ", 1: ") && !strstr(text, ", 0: "), "%s", text);
	EXPECT(strstr(cpu_event_hint(EACCES), "CAP_PERFMON"), "hint");
	EXPECT(strstr(cpu_event_hint(ENODATA), "mem-loads-aux"), "hint");
	EXPECT(!*cpu_event_hint(EINVAL), "hint");
}

static const struct test tests[] = {
	{ "records of loads", records_of_loads },
	{ "records of other events", records_of_other_events },
	{ "records of faults", records_of_faults },
	{ "records with fewer registers", records_with_fewer_registers },
	{ "sources in words", sources_in_words },
	{ "names of events", names_of_events },
	{ "names that are wrong", names_that_are_wrong },
	{ "refusals", refusals },
};

static void remove_pmus(void)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -r %s", root);
	if (system(command))
		perror(root);
}

int main(void)
{
	int status;

	make_pmus();
	status = run_tests("cpu", tests, ARRAY_LEN(tests));
	remove_pmus();
	return status;
}
