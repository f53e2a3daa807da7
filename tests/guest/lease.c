// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf events beside i915 (tests/guest/lease.sh): opens a stream of i915's, leases it to i915_oa,
 * and reads events.
 *
 *   lease errors      checks the errors of rejected calls
 *   lease compare     checks that events and the reports of the leased stream show the same counts
 *                     per clock tick
 *   lease hold        leases a stream and prints the events each 0.2 s, until it is killed
 *   lease own         likewise, but keeps the stream, an idle one. SIGUSR1 disables it, SIGUSR2
 *                     enables it
 *   lease two         with two GPUs: checks that the stream of neither can be leased
 *   lease window      opens a stream, and then leases it, for 3 s each; marks both in the trace
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <drm/i915_drm.h>

#include "drm/i915_oa.h"

#define LEASE	"/dev/i915_oa_lease"
#define TREE	"0a5e1f7e-5700-4d1c-9a60-747265652065"
/* Configurations of events */
#define A0	0xa00
#define B0	0xb00
#define CLOCK	0x200
#define CONFIG	"/sys/bus/pci/devices/0000:00:02.0/config"
#define DAY_NS	86400000000000ull

static int haswell, number, card, failed;

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void open_card(int minor)
{
	char path[32];

	snprintf(path, sizeof(path), "/dev/dri/card%d", minor);
	card = open(path, O_RDWR | O_CLOEXEC);
	if (card < 0)
		fail(path);
	number = minor;
}

static void expect(const char *what, int result, int error)
{
	const int got = result < 0 ? errno : 0;

	if (got == error)
		return;
	printf("%s: %s, not %s\n", what, strerror(got), strerror(error));
	failed = 1;
}

#define MAX_PAIRS	18

/*
 * Register a set, unless it exists, and return its id. Its custom events count clocks, B0 other
 * events if @other; with @trigger it writes a start trigger that starts at once.
 */
static __u64 add_set_of(const char *uuid, int other, int trigger)
{
	__u32 pairs[MAX_PAIRS][2] = { [16] = { 0x2714, 0x00800000 }, [17] = { 0x2710, 0 } };
	struct drm_i915_perf_oa_config config = {
		.n_boolean_regs = trigger ? 18 : 16, .boolean_regs_ptr = (uintptr_t)pairs,
	};
	char path[128];
	__u64 id = 0;
	FILE *file;
	int i;

	for (i = 0; i < 16; i++) {
		pairs[i][0] = 0x2770 + 4 * i;
		pairs[i][1] = i % 2 ? 0xfffe : 3;
	}
	if (other)
		pairs[0][1] = 4;
	memcpy(config.uuid, uuid, sizeof(config.uuid));
	i = ioctl(card, DRM_IOCTL_I915_PERF_ADD_CONFIG, &config);
	if (i > 0)
		return i;
	if (errno != EADDRINUSE)
		fail("add a metric set");
	snprintf(path, sizeof(path), "/sys/class/drm/card%d/metrics/%s/id", number, uuid);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%llu", &id) != 1)
		fail(path);
	fclose(file);
	return id;
}

static __u64 add_set(void)
{
	return add_set_of(TREE, 0, 0);
}

/* Open a stream. An idle stream has no timer, and i915 does not check it for reports. */
static int open_stream(int idle)
{
	__u64 properties[] = {
		DRM_I915_PERF_PROP_SAMPLE_OA, 1, DRM_I915_PERF_PROP_OA_METRICS_SET, add_set(),
		DRM_I915_PERF_PROP_OA_FORMAT,
		haswell ? I915_OA_FORMAT_A45_B8_C8 : I915_OA_FORMAT_A32u40_A4u32_B8_C8,
		idle ? DRM_I915_PERF_PROP_POLL_OA_PERIOD : DRM_I915_PERF_PROP_OA_EXPONENT,
		idle ? DAY_NS : 15,
	};
	struct drm_i915_perf_open_param param = {
		.flags = I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_FD_NONBLOCK,
		.num_properties = sizeof(properties) / 16,
		.properties_ptr = (uintptr_t)properties,
	};
	int fd;

	fd = ioctl(card, DRM_IOCTL_I915_PERF_OPEN, &param);
	if (fd < 0)
		fail("open a stream");
	return fd;
}

static int lease_stream(int lease, int fd, struct drm_i915_oa_lease *arg, const char *uuid,
			__u32 flags)
{
	memset(arg, 0, sizeof(*arg));
	arg->fd = fd;
	arg->flags = flags;
	memcpy(arg->uuid, uuid, strnlen(uuid, sizeof(arg->uuid)));
	return ioctl(lease, I915_OA_LEASE, arg);
}

static int open_lease(void)
{
	int fd = open(LEASE, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		fail(LEASE);
	return fd;
}

struct value {
	__u64 count, enabled, running;
};

/* Open an event in a group, whose leader is -1 for itself. */
static int open_event_in(const char *pmu, __u64 config, int leader, __u64 format)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .config = config,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
			       format,
	};
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", pmu);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%u", &attr.type) != 1)
		fail(path);
	fclose(file);
	return syscall(__NR_perf_event_open, &attr, -1, 0, leader, 0);
}

static int open_event(const char *pmu, __u64 config)
{
	return open_event_in(pmu, config, -1, 0);
}

static void read_event(int fd, struct value *value)
{
	if (read(fd, value, sizeof(*value)) != sizeof(*value))
		fail("read an event");
}

static int errors(void)
{
	int lease = open_lease(), other = open_lease(), stream = open_stream(0), ends[2];
	struct drm_i915_oa_lease arg;
	char full[41];

	memset(full, 'a', sizeof(full));
	if (pipe(ends))
		fail("pipe");
	expect("a bad fd", lease_stream(lease, 1000, &arg, "", 0), EBADF);
	expect("a pipe", lease_stream(lease, ends[0], &arg, "", 0), EINVAL);
	expect("the card", lease_stream(lease, card, &arg, "", 0), EINVAL);
	expect("the lease", lease_stream(lease, lease, &arg, "", 0), EINVAL);
	expect("flags", lease_stream(lease, stream, &arg, "", 1), EINVAL);
	expect("no uuid", lease_stream(lease, stream, &arg, "tree", 0), EINVAL);
	expect("a long uuid", lease_stream(lease, stream, &arg, full, 0), EINVAL);
	expect("another ioctl", ioctl(lease, I915_OA_IOCTL_WORK), ENOTTY);
	expect("a stream", lease_stream(lease, stream, &arg, TREE, 0), 0);
	printf("pmu %s\n", arg.pmu);
	if (strncmp(arg.pmu, "i915_oa", 7))
		failed = 1;
	expect("a second one", lease_stream(lease, stream, &arg, "", 0), EEXIST);
	expect("of another lease", lease_stream(other, stream, &arg, "", 0), EBUSY);
	close(lease);
	expect("when that has ended", lease_stream(other, stream, &arg, "", 0), 0);
	return failed;
}

struct ends {
	__u32 time[2], a0[2], a1[2], b0[2];
	unsigned long reports;
};

static void read_reports(int fd, struct ends *ends)
{
	static __u8 buffer[1 << 20];
	const struct drm_i915_perf_record_header *header;
	ssize_t bytes, at;

	while ((bytes = read(fd, buffer, sizeof(buffer))) > 0) {
		for (at = 0; at < bytes; at += header->size) {
			const __u32 *report = (const __u32 *)(buffer + at + sizeof(*header));
			const __u32 *a = report + (haswell ? 3 : 4);
			int which = !!ends->reports;

			header = (const void *)(buffer + at);
			if (header->type != DRM_I915_PERF_RECORD_SAMPLE)
				continue;
			ends->time[which] = report[1];
			ends->a0[which] = a[haswell ? 41 : 0];
			ends->a1[which] = a[haswell ? 41 : 1];
			/* In both formats the B counters begin at this dword. */
			ends->b0[which] = report[48];
			ends->reports++;
		}
	}
}

static int near(const char *name, double events, double reports)
{
	printf("%s per tick: events %.4f, reports %.4f\n", name, events, reports);
	/*
	 * Without a batch Haswell's A counters do not advance, in reports either, except by
	 * i915's own batches. B0 must count.
	 */
	if (haswell && events < 0.001 && reports < 0.001)
		return 1;
	return reports > 0 && fabs(events / reports - 1) < 0.02;
}

/* A0, A1, the clock, and B0 if it counts, in one group: a busy host can't part their reads */
#define MAX_GROUP	4

struct group {
	__u64 number, enabled, running, count[MAX_GROUP];
};

static void open_group(const char *pmu, int event[MAX_GROUP], int number)
{
	const __u64 configs[MAX_GROUP] = {
		A0 + (haswell ? 41 : 0), A0 + (haswell ? 41 : 1), CLOCK, B0
	};
	int i;

	for (i = 0; i < number; i++) {
		event[i] = open_event_in(pmu, configs[i], i ? event[0] : -1, PERF_FORMAT_GROUP);
		if (event[i] < 0)
			fail("open an event");
	}
}

static void read_group(int leader, struct group *group, int number)
{
	if (read(leader, group, sizeof(*group)) != (3 + number) * 8 ||
	    group->number != (__u64)number)
		fail("read a group");
}

static int compare(const char *uuid)
{
	int lease = open_lease(), stream = open_stream(0), event[MAX_GROUP], b0, i;
	const int number = *uuid ? 4 : 3;
	struct drm_i915_oa_lease arg;
	struct group before, after;
	struct value last_b0;
	struct ends ends = {};
	double ticks, time;

	if (lease_stream(lease, stream, &arg, uuid, 0))
		fail("lease");
	open_group(arg.pmu, event, number);
	b0 = open_event(arg.pmu, B0);
	usleep(300000);
	/* Drop the reports from before the window. */
	read_reports(stream, &ends);
	memset(&ends, 0, sizeof(ends));
	read_group(event[0], &before, number);
	for (i = 0; i < 20; i++) {
		usleep(100000);
		read_reports(stream, &ends);
	}
	read_group(event[0], &after, number);
	printf("%ld of %ld ns\n", (long)(after.running - before.running),
	       (long)(after.enabled - before.enabled));
	if (after.running - before.running < 0.9 * (after.enabled - before.enabled))
		failed = 1;
	read_event(b0, &last_b0);
	printf("B0: %llu, running %llu\n", last_b0.count, last_b0.running);
	if (!last_b0.count != !*uuid || !last_b0.running != !*uuid)
		failed = 1;
	ticks = after.count[2] - before.count[2];
	time = (__u32)(ends.time[1] - ends.time[0]);
	printf("%lu reports\n", ends.reports);
	for (i = number; i--;)
		close(event[i]);
	close(b0);
	close(lease);
	close(stream);
	return failed | !(ends.reports > 100) |
	       !near("A0", (after.count[0] - before.count[0]) / ticks,
		     (__u32)(ends.a0[1] - ends.a0[0]) / time) |
	       !near("A1", (after.count[1] - before.count[1]) / ticks,
		     (__u32)(ends.a1[1] - ends.a1[0]) / time) |
	       (*uuid && !near("B0", (after.count[3] - before.count[3]) / ticks,
			       (__u32)(ends.b0[1] - ends.b0[0]) / time));
}

static int owned = -1;

/* Submit an empty batch, because after a reset an engine counts only from its next context on. */
static int submit(void)
{
	const __u32 end[2] = { 0x0a << 23 };	/* MI_BATCH_BUFFER_END */
	struct drm_i915_gem_create create = { .size = 4096 };
	struct drm_i915_gem_exec_object2 object = {};
	struct drm_i915_gem_execbuffer2 batch = {
		.buffers_ptr = (uintptr_t)&object, .buffer_count = 1, .batch_len = 8,
		.flags = I915_EXEC_RENDER,
	};
	struct drm_i915_gem_pwrite write = { .size = sizeof(end), .data_ptr = (uintptr_t)end };

	if (ioctl(card, DRM_IOCTL_I915_GEM_CREATE, &create))
		return -1;
	object.handle = create.handle;
	write.handle = create.handle;
	return ioctl(card, DRM_IOCTL_I915_GEM_PWRITE, &write) ?:
	       ioctl(card, DRM_IOCTL_I915_GEM_EXECBUFFER2, &batch);
}

static void on_signal(int signal)
{
	if (signal == SIGUSR1 ? ioctl(owned, I915_PERF_IOCTL_DISABLE, 0) :
	    ioctl(owned, I915_PERF_IOCTL_ENABLE, 0) || submit()) {
		perror("signal");
		_exit(1);
	}
}

static void hold(int own)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	int lease = open_lease(), stream = open_stream(own), a0, clock_event;
	struct drm_i915_oa_lease arg;
	struct value a, before, after;

	if (lease_stream(lease, stream, &arg, "", 0))
		fail("lease");
	owned = stream;
	if (!own) {
		close(stream);
		close(card);
	}
	a0 = open_event(arg.pmu, A0 + (haswell ? 41 : 0));
	clock_event = open_event(arg.pmu, CLOCK);
	/* If both signals are pending, SIGUSR1 is handled first, and completely. */
	sigfillset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
	sigaction(SIGUSR2, &action, NULL);
	while (1) {
		read_event(clock_event, &before);
		read_event(a0, &a);
		read_event(clock_event, &after);
		printf("%llu %llu %llu %llu %llu\n", a.count, a.enabled, a.running, before.count,
		       after.count);
		fflush(stdout);
		usleep(200000);
	}
}

/* Change the metric set of a stream that is leased. */
static void configure(int stream, __u64 set)
{
	if (ioctl(stream, I915_PERF_IOCTL_CONFIG, set) < 0)
		fail("change the metric set");
}

/* Check that an event soon counts all of a window's time, or none of it. */
static void expect_counts(const char *what, int event, int counts)
{
	struct value before, after;
	int tries;

	for (tries = 0; tries < 100; tries++) {
		read_event(event, &before);
		usleep(300000);
		read_event(event, &after);
		if (counts ? after.running - before.running == after.enabled - before.enabled :
		    after.running == before.running && after.count == before.count)
			return;
	}
	printf("%s: %llu of %llu ns, count %llu\n", what, after.running - before.running,
	       after.enabled - before.enabled, after.count - before.count);
	failed = 1;
}

/* The stream was leased with the set "tree", and then gets others. */
static int sets(void)
{
	int lease = open_lease(), stream = open_stream(1), b0;
	const __u64 tree = add_set();
	struct drm_i915_oa_lease arg;

	if (lease_stream(lease, stream, &arg, TREE, 0))
		fail("lease");
	b0 = open_event(arg.pmu, B0);
	expect_counts("with tree", b0, 1);
	configure(stream, add_set_of("0a5e1f7e-5700-4d1c-9a60-000000000001", 1, 0));
	expect_counts("with another custom event", b0, 0);
	configure(stream, tree);
	expect_counts("with tree again", b0, 1);
	if (!haswell) {
		configure(stream, add_set_of("0a5e1f7e-5700-4d1c-9a60-000000000002", 0, 1));
		expect_counts("with a trigger", b0, 0);
	}
	close(b0);
	close(lease);
	close(stream);
	return failed;
}

static int two(void)
{
	struct drm_i915_oa_lease arg;
	int lease = open_lease();

	expect("the first GPU's", lease_stream(lease, open_stream(1), &arg, TREE, 0), EXDEV);
	open_card(1);
	expect("the second GPU's", lease_stream(lease, open_stream(1), &arg, TREE, 0), EXDEV);
	return failed;
}

/* Mark the GPU's trace by a read of configuration space. */
static void mark(int where)
{
	int fd = open(CONFIG, O_RDONLY);
	char byte;

	if (fd < 0 || pread(fd, &byte, 1, where) != 1)
		fail(CONFIG);
	close(fd);
}

static int window(void)
{
	int stream = open_stream(1), lease, event[3], i;
	const __u64 configs[] = { A0 + (haswell ? 41 : 0), B0, CLOCK };
	struct drm_i915_oa_lease arg;
	struct value value;

	sleep(1);
	mark(0xfd);
	sleep(3);
	mark(0xfe);
	lease = open_lease();
	if (lease_stream(lease, stream, &arg, TREE, 0))
		fail("lease");
	for (i = 0; i < 3; i++)
		event[i] = open_event(arg.pmu, configs[i]);
	for (i = 0; i < 90; i++) {
		read_event(event[i % 3], &value);
		usleep(33000);
	}
	printf("clock %llu, running %llu of %llu ns\n", value.count, value.running, value.enabled);
	for (i = 0; i < 3; i++)
		close(event[i]);
	close(lease);
	mark(0xff);
	close(stream);
	return value.running < 0.9 * value.enabled;
}

int main(int argc, char **argv)
{
	const char *platform = getenv("PLATFORM"), *mode = argc > 1 ? argv[1] : "";

	haswell = platform && !strncmp(platform, "hsw", 3);
	open_card(0);
	if (!strcmp(mode, "errors"))
		return errors();
	if (!strcmp(mode, "compare"))
		return compare("") | compare(TREE);
	if (!strcmp(mode, "two"))
		return two();
	if (!strcmp(mode, "sets"))
		return sets();
	if (!strcmp(mode, "window"))
		return window();
	hold(!strcmp(mode, "own"));
	return 0;
}
