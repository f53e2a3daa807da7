// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-fuzz: the command line.
 */
#include <getopt.h>
#include <time.h>

#include "fuzz.h"

static const char help[] =
	"usage: oa-fuzz [OPTION]...\n"
	"Hostile calls to the driver of a simulated GPU, as root, with both modules loaded.\n"
	"  --calls M      calls of all workers together (100000)\n"
	"  --seed N       of all that is random; by default the time, and printed\n"
	"  --only LIST    only these calls, or groups (--list), separated by commas\n"
	"  --races        streams, and the GPU, go while two processes of three threads use them\n"
	"  --processes N  processes (4): two of root, one with CAP_PERFMON, one of nobody\n"
	"  --threads N    threads of each process (1); checks of accounting need one\n"
	"  --round M      calls after which the GPU is checked (10000)\n"
	"  --limit N      seconds that a call may take (20)\n"
	"  --tame         no round in which the GPU disobeys\n"
	"  --wild         nothing but such rounds\n"
	"  --fail         let allocations fail (a kernel with fault injection)\n"
	"  --worker W     only this worker; with --from K from its call K on\n"
	"  --from K\n"
	"  --list         the kinds of calls\n";

static const struct option options[] = {
	{ "calls", required_argument, NULL, 'c' }, { "seed", required_argument, NULL, 's' },
	{ "only", required_argument, NULL, 'o' }, { "races", no_argument, NULL, 'R' },
	{ "processes", required_argument, NULL, 'p' },
	{ "threads", required_argument, NULL, 't' }, { "round", required_argument, NULL, 'r' },
	{ "limit", required_argument, NULL, 'l' }, { "tame", no_argument, NULL, 'T' },
	{ "wild", no_argument, NULL, 'W' },
	{ "fail", no_argument, NULL, 'f' }, { "worker", required_argument, NULL, 'w' },
	{ "from", required_argument, NULL, 'k' }, { "list", no_argument, NULL, 'L' },
	{ "help", no_argument, NULL, 'h' }, { }
};

/* With --races: calls that remove resources, that use them, and that change the timing */
static const char races[] = "gone,open,stream,map,config,knob";

static bool set(struct fuzz_options *o, int option, const char *value, bool *list)
{
	const u64 number = value ? strtoull(value, NULL, 0) : 0;

	switch (option) {
	case 'c':
		o->calls = number;
		return number;
	case 's':
		o->seed = number;
		return true;
	case 'o':
		o->only = value;
		return true;
	case 'R':
		o->races = true;
		o->only = races;
		o->processes = 2;
		o->threads = 3;
		return true;
	case 'p':
		o->processes = number;
		return number;
	case 't':
		o->threads = number;
		return number;
	case 'r':
		o->round = number;
		return number;
	case 'l':
		o->limit = number;
		return number;
	case 'T':
		o->tame = true;
		return true;
	case 'W':
		o->wild = true;
		return true;
	case 'f':
		o->fail = true;
		return true;
	case 'w':
		o->worker = number;
		return true;
	case 'k':
		o->from = number;
		return true;
	case 'L':
		*list = true;
		return true;
	}
	return false;
}

static int show_list(void)
{
	const struct fuzz_call *calls;
	unsigned int num;

	calls = fuzz_calls(&num);
	for (unsigned int i = 0; i < num; i++)
		printf("%s\n", calls[i].name);
	return 0;
}

/* Not getpid() and seconds: two guests that begin in the same second have equal process numbers. */
static u64 time_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

int main(int argc, char **argv)
{
	struct fuzz_options o = {
		.seed = fuzz_mix(time_ns(), getpid()) >> 32, .calls = 100000, .round = 10000,
		.processes = 4, .threads = 1, .limit = 20, .worker = -1,
	};
	struct igt_oa_gpu gpu;
	bool list = false;
	unsigned int num;
	int option;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		if (!set(&o, option, optarg, &list)) {
			fputs(help, option == 'h' ? stdout : stderr);
			return option == 'h' ? 0 : 2;
		}
	fuzz_choose_calls(o.only);
	fuzz_calls(&num);
	if (optind < argc || !num || o.processes * o.threads > FUZZ_WORKERS) {
		fputs(help, stderr);
		return 2;
	}
	if (list)
		return show_list();
	if (!oa_gpu_find(&gpu, 0) || !oa_sim_present()) {
		fprintf(stderr, "oa-fuzz: there is no simulated GPU\n");
		return 2;
	}
	printf("    # oa-fuzz --seed %#llx --calls %llu --processes %u --threads %u --round %llu\n",
	       o.seed, o.calls, o.processes, o.threads, o.round);
	fflush(stdout);
	return fuzz_supervise(&o);
}
