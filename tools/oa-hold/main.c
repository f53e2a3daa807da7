// SPDX-License-Identifier: GPL-2.0-only
/*
 * oa-hold: lease a perf stream of i915's to i915_oa, whose perf events count while it is leased.
 *
 * The stream keeps the GPU's power domains awake and the OA unit on; i915_oa only reads. The stream
 * has no timer, so the unit writes reports only at context switches. They are not read.
 */
#include <argp.h>
#include <drm/i915_oa.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sysexits.h>
#include <unistd.h>

#include "tools/common/arguments.h"
#include "tools/common/child.h"
#include "tools/common/dump_gpu.h"
#include "tools/common/message.h"
#include "tools/common/metricset.h"
#include "tools/common/pcigpu.h"
#include "tools/common/stdfiles.h"

#define LEASE		"/dev/i915_oa_lease"
#define PMU_NAME	"/sys/module/i915_oa/parameters/pmu_name"
#define SET		"tree"

static const char doc[] =
	"Leases a perf stream of i915's to the module i915_oa, so that perf events count on the GPU "
	"that i915 drives: while COMMAND runs, or until Ctrl-C."
	"\voa-hold opens a stream, or takes that of a program that records already (--pid). While "
	"one is open, other programs that want one fail with EBUSY, the GPU does not sleep, "
	"and i915 keeps all contexts at one configuration of slices and EUs.\n\n"
	"Examples:\n"
	"  oa-hold -- perf stat -a -e i915_oa/eu-active/,i915_oa/eu-stall/ -- app\n"
	"  oa-hold --pid $(pidof i915-perf-recorder)\n\n"
	"Status: that of COMMAND, 128 and the signal's number if one ended it, 127 if there is no such "
	"program; 1 if something failed; 64 if the command line is wrong.";

/* struct hold - the command line, and the leased stream */
struct hold {
	const char *device;
	/* Process whose stream is leased; 0: an own stream */
	pid_t pid;
	/* The uuid of that stream's metric set; NULL: unknown */
	const char *uuid;
	char **command;
	struct dump_gpu gpu;
	struct metric_set set;
	int lease;
	int stream;
};

static const struct argp_option argp_options[] = {
	{ "device", 'd', "NODE", 0, "The GPU, such as /dev/dri/renderD128 (the first one)", 0 },
	{ "pid", 'p', "PID", 0, "Lease the stream of this process", 0 },
	{ "metrics", 'm', "SET", 0,
	  "The metric set of that stream, which must not change: its uuid, or \"tree\", that of these tools. "
	  "Without it no B counter counts, nor, from Broadwell on, a flexible counter such as eu-active", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct hold *hold = state->input;

	switch (key) {
	case 'd':
		hold->device = arg;
		return 0;
	case 'p':
		hold->pid = parse_number(state, "--pid", arg, INT32_MAX);
		if (!hold->pid)
			argp_error(state, "--pid: no process has number 0");
		return 0;
	case 'm':
		hold->uuid = metricset_uuid(arg) ?: arg;
		if (strlen(hold->uuid) != 36)
			argp_error(state, "--metrics: '%s' is neither tree nor a UUID", arg);
		return 0;
	case ARGP_KEY_ARG:
		hold->command = &state->argv[state->next - 1];
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		if (hold->uuid && !hold->pid)
			argp_error(state, "--metrics goes with --pid: a stream of its own has a set");
		if (hold->device && hold->pid)
			argp_error(state, "--device and --pid can't be combined");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Return: false if the module would not take a stream of this GPU. Prints why. */
static bool can_lease(const struct dump_gpu *gpu)
{
	char name[PCIGPU_NAME_BYTES];

	if (!gpu->platform->no_lease)
		return true;
	complain("%s: %s has no perf events yet: %s", gpu->node, pcigpu_name(gpu->devid, name),
		 gpu->platform->no_lease);
	return false;
}

static int open_lease(struct hold *hold)
{
	int error;

	hold->lease = open(LEASE, O_RDWR | O_CLOEXEC);
	if (hold->lease != -1)
		return 0;
	error = errno;
	/* Without a GPU that i915 could stream the module would not help. */
	if (error == ENOENT) {
		if (gpu_open(&hold->gpu, hold->device))
			return -1;
		close(hold->gpu.fd);
		if (!can_lease(&hold->gpu))
			return -1;
	}
	complain("%s: %s%s", LEASE, strerror(error),
		 error == ENOENT ? " (modprobe i915_oa makes it, while i915 drives the GPU)" :
		 error == EACCES || error == EPERM ? " (be root)" : "");
	return -1;
}

static int take_stream(struct hold *hold)
{
	const int pidfd = syscall(SYS_pidfd_open, hold->pid, 0);
	int fd;

	if (pidfd == -1) {
		complain("process %d: %s", hold->pid, strerror(errno));
		return -1;
	}
	fd = owner_stream(hold->pid);
	if (fd == -ENOENT)
		complain("process %d has no perf stream of i915's", hold->pid);
	else if (fd < 0)
		complain("process %d: its files: %s", hold->pid, strerror(-fd));
	hold->stream = fd < 0 ? -1 : syscall(SYS_pidfd_getfd, pidfd, fd, 0);
	if (fd >= 0 && hold->stream == -1)
		complain("process %d: its stream can't be taken: %s%s", hold->pid, strerror(errno),
			 errno == EPERM ? " (needs CAP_SYS_PTRACE)" : "");
	close(pidfd);
	return hold->stream == -1 ? -1 : 0;
}

static int make_stream(struct hold *hold)
{
	const struct dump_source source = { .metrics = SET };
	struct dump_gpu *gpu = &hold->gpu;

	if (gpu_open(gpu, hold->device))
		return -1;
	if (driver_extended(gpu) || !gpu->platform->i915) {
		complain("%s: %s", gpu->node, driver_extended(gpu) ?
			 "i915 does not drive this GPU; perf events need no oa-hold" :
			 "i915 has no performance counters on this GPU");
		return -1;
	}
	if (!can_lease(gpu) || metricset_choose(&hold->set, gpu, &source) ||
	    metricset_register(&hold->set, gpu))
		return -1;
	hold->stream = stream_open_idle(gpu, platform_format(gpu->platform, NULL), hold->set.id);
	if (hold->stream == -EBUSY)
		complain("oa-hold --pid leases the stream of the process that has it");
	return hold->stream < 0 ? -1 : 0;
}

static const char *lease_hint(int error)
{
	switch (error) {
	case EBUSY:
		return " (another oa-hold runs)";
	case ENODEV:
		return " (i915 drives no GPU of Haswell to Gen11)";
	case EXDEV:
		return " (i915 drives several GPUs, and a stream does not name its GPU)";
	case EOPNOTSUPP:
		return " (on Haswell this could hang the machine: the kernel's log has more)";
	default:
		return "";
	}
}

/*
 * Print the PMU's name, and why it is not the usual one. A PMU whose lease has ended has its name
 * until its last event is closed.
 */
static void print_pmu(const char *pmu)
{
	char usual[64] = "";
	FILE *file = fopen(PMU_NAME, "r");

	if (file && fscanf(file, "%63s", usual) != 1)
		usual[0] = '\0';
	if (file)
		fclose(file);
	complain("perf events: %s", pmu);
	if (*usual && strcmp(usual, pmu))
		complain("the name %s is in use: events of an earlier lease are still open, or it "
			 "is another driver's", usual);
}

static int lease_stream(const struct hold *hold)
{
	struct drm_i915_oa_lease args = { .fd = hold->stream };
	const char *uuid = hold->pid ? hold->uuid : metricset_uuid(SET);
	int ret;

	snprintf(args.uuid, sizeof(args.uuid), "%s", uuid ?: "");
	ret = driver_ioctl(hold->lease, I915_OA_LEASE, &args);
	if (ret) {
		complain("i915_oa does not take the stream: %s%s", strerror(-ret), lease_hint(-ret));
		return -1;
	}
	print_pmu(args.pmu);
	if (!uuid)
		complain("the stream's metric set is not known (--metrics): no event of a B counter counts, nor, from Broadwell on, eu-active, eu-stall and the other flexible ones");
	return 0;
}

/*
 * Close the descriptor of a leased stream. i915's unbind waits for descriptors of its streams, and
 * i915_oa ends the lease before it.
 */
static void close_stream(struct hold *hold)
{
	if (hold->stream >= 0)
		close(hold->stream);
	hold->stream = -1;
}

/*
 * Warn of a program that keeps a descriptor of its stream. On 6.1 and 6.12 an unbind of i915 was seen
 * to wait for it, and to leave a stream behind that can't be closed if it was killed meanwhile.
 */
static void warn_of_owner(pid_t pid)
{
	complain("process %d keeps its stream: end it before i915 is unbound, or that may wait for "
		 "it for ever", pid);
}

static int wait_for_signal(void)
{
	sigset_t set;
	int number;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigwait(&set, &number);
	return EXIT_SUCCESS;
}

static int run_command(char **command)
{
	struct child child;

	return child_start(&child, command, false) ? child.status : child_finish(&child, EXIT_SUCCESS);
}

static int hold_stream(struct hold *hold)
{
	if (open_lease(hold))
		return EXIT_FAILURE;
	if ((hold->pid ? take_stream(hold) : make_stream(hold)) || lease_stream(hold))
		return EXIT_FAILURE;
	close_stream(hold);
	driver_warn_of_reset();
	if (hold->pid)
		warn_of_owner(hold->pid);
	return hold->command ? run_command(hold->command) : wait_for_signal();
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		argp_options, parse_option, "[-- COMMAND...]", doc, NULL, NULL, NULL
	};
	struct hold hold = { .lease = -1, .stream = -1 };
	int status;

	stdfiles_fill();
	arguments_parse(&argp, argc, argv, ARGP_IN_ORDER, &hold);
	status = hold_stream(&hold);
	/* The module's reference is the last one: the set is removed after its last user */
	close_stream(&hold);
	close(hold.lease);
	metricset_remove(&hold.set, &hold.gpu);
	metricset_free(&hold.set);
	return status;
}
