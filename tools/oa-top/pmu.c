// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples of the kernel's PMU.
 *
 * The driver has one PMU for each GPU, and a directory of sysfs lists its events. An open event
 * makes the unit count and keeps the GPU awake, so all are closed during a pause. A PMU never takes
 * the unit from a stream: if the stream's metric set excludes an event, the event stands still, and
 * perf's time running falls behind its time enabled.
 *
 * An event that stands still stops its whole group, so events that a metric set can exclude have
 * groups of their own: clocks where a B counter counts them, and each flexible counter. The events
 * of the tree are counted once more in one group, which is read at one instant.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmu-sysfs.h"
#include "sources.h"

static enum pmu_group group_of(const struct top_gpu *gpu, u32 i)
{
	const struct top_event *event = &gpu->events[i];

	if (i >= gpu->num_events)
		return GROUP_TREE;
	if (event->kind != TOP_COUNTER)
		return GROUP_TIME;
	if (event->field == OA_FIELD_B)
		return GROUP_CLOCKS;
	return oa_code_flex(gpu->machine.counters, event->field, event->number) ?
	       GROUP_FLEX + event->number - OA_FLEX_FIRST : GROUP_FIXED;
}

static int open_event(const struct pmu_gpu *priv, u64 config, int leader)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = priv->type,
		.config = config,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
	};

	return syscall(SYS_perf_event_open, &attr, -1, priv->cpu, leader, PERF_FLAG_FD_CLOEXEC);
}

static void explain_refusal(const struct top_gpu *gpu, int error)
{
	static const char refused[] =
		"; be root, have CAP_PERFMON (setcap cap_perfmon+ep; CAP_SYS_ADMIN with Debian's perf_event_paranoid of 3), or set perf_event_paranoid and perf_stream_paranoid to 0";

	/* EPERM comes from a filter, since the kernel itself fails with EACCES. */
	static const char filtered[] =
		"; a filter of system calls (seccomp) forbids perf_event_open: allow it in the container's profile, or in SystemCallFilter= of the service";

	complain("%s: no event can be opened: %s%s", gpu->pmu, strerror(error),
		 error == EACCES ? refused : error == EPERM ? filtered : "");
}

static void pmu_close(struct top_watch *watch)
{
	struct pmu_gpu *priv = watch->private;
	u32 i, n;

	for (i = 0; i < NUM_GROUPS; i++) {
		for (n = priv->groups[i].num; n--;)
			close(priv->groups[i].fds[n]);
		priv->groups[i].num = 0;
	}
}

/* Check for an unbind. Open events keep the old PMU, which stands still even after a new bind. */
static bool is_gone(const struct top_watch *watch)
{
	const struct pmu_gpu *priv = watch->private;

	return pmu_binding(&watch->gpu) != priv->binding;
}

static int pmu_open(struct top_watch *watch)
{
	struct pmu_gpu *priv = watch->private;
	struct top_gpu *gpu = &watch->gpu;
	int error = ENOENT;
	u32 i, opened = 0;

	/* The next sample reports it. */
	if (is_gone(watch))
		return 0;
	for (i = 0; i < gpu->num_all; i++) {
		struct top_event *event = &gpu->events[i];
		struct group_fds *group = &priv->groups[group_of(gpu, i)];
		int fd;

		if (event->kind == TOP_LOST)
			continue;
		fd = open_event(priv, event->config, group->num ? group->fds[0] : -1);
		if (fd == -1) {
			error = errno;
			snprintf(event->why, sizeof(event->why), "%s", strerror(error));
			continue;
		}
		event->why[0] = 0;
		group->fds[group->num] = fd;
		group->events[group->num++] = i;
		opened++;
	}
	if (!opened)
		explain_refusal(gpu, error);
	return opened ? 0 : -1;
}

/* The file counts from the bind on, so it restarts when the GPU is bound again. */
static void sample_lost(struct pmu_gpu *priv, const struct top_gpu *gpu,
			struct top_sample *sample)
{
	const u32 i = gpu->num_events - 1;
	uint64_t lost = 0;
	FILE *file;

	if (gpu->events[i].kind != TOP_LOST || gpu->events[i].why[0])
		return;
	file = fopen(priv->lost_file, "re");
	if (!file)
		return;
	sample->valid[i] = fscanf(file, "%" SCNu64, &lost) == 1;
	fclose(file);
	if (!sample->valid[i])
		return;
	priv->lost += lost >= priv->lost_now ? lost - priv->lost_now : lost;
	priv->lost_now = lost;
	sample->counts[i] = priv->lost;
	sample->enabled_ns[i] = sample->time_ns;
	sample->running_ns[i] = sample->time_ns;
}

static int sample_group(const struct group_fds *group, struct top_sample *sample)
{
	/* Number of events, time enabled, time running, and a value for each event */
	u64 buf[3 + TOP_MAX_EVENTS];
	ssize_t bytes;
	u32 i;

	if (!group->num)
		return 0;
	bytes = read(group->fds[0], buf, sizeof(buf));
	if (bytes < (ssize_t)((3 + group->num) * sizeof(u64)) || buf[0] != group->num)
		return -1;
	for (i = 0; i < group->num; i++) {
		sample->counts[group->events[i]] = buf[3 + i];
		sample->enabled_ns[group->events[i]] = buf[1];
		sample->running_ns[group->events[i]] = buf[2];
		sample->valid[group->events[i]] = true;
	}
	return 0;
}

static int pmu_sample(struct top_watch *watch, struct top_sample *sample)
{
	struct pmu_gpu *priv = watch->private;
	u32 i;

	if (is_gone(watch)) {
		complain("%s is gone: the driver was unbound from the GPU at %s", watch->gpu.pmu,
			 watch->gpu.pci);
		pmu_close(watch);
		return TOP_GONE;
	}
	memset(sample, 0, sizeof(*sample));
	sample->time_ns = top_now_ns();
	sample->first = watch->fresh;
	for (i = 0; i < NUM_GROUPS; i++) {
		if (!sample_group(&priv->groups[i], sample))
			continue;
		complain("%s can't be read: %s", watch->gpu.pmu, strerror(errno));
		return -1;
	}
	sample_lost(priv, &watch->gpu, sample);
	return 0;
}

static void pmu_release(struct top_watch *watch)
{
	pmu_close(watch);
	free(watch->private);
}

/* Look for the PMU of a GPU that was bound again, under any name. */
static bool pmu_again(struct top_watch *watch)
{
	static struct pmu_gpu found;
	struct pmu_gpu *priv = watch->private;
	struct top_gpu gpu;
	struct dirent *entry;
	bool back = false;
	DIR *dir = opendir(DEVICES);

	while (dir && !back && (entry = readdir(dir)))
		back = pmu_read(entry->d_name, &gpu, &found) && found.binding &&
		       !strcmp(gpu.pci, watch->gpu.pci) && gpu.num_all == watch->gpu.num_all;
	if (dir)
		closedir(dir);
	if (!back)
		return false;
	found.lost = priv->lost;
	*priv = found;
	watch->gpu = gpu;
	return true;
}

static const struct top_source_ops pmu_ops = {
	.open = pmu_open,
	.close = pmu_close,
	.sample = pmu_sample,
	.again = pmu_again,
	.release = pmu_release,
};

/* Skip a PMU that is not selected or not of this driver. Return: 0 or -1. */
static int add_gpu(struct top_state *state, const char *name)
{
	const char *device = state->options.device;
	struct top_watch *watch = &state->watches[state->num];
	struct pmu_gpu *priv = calloc(1, sizeof(*priv));

	if (!priv) {
		complain("no memory");
		return -1;
	}
	if (!pmu_read(name, &watch->gpu, priv) || top_is_watched(state, watch->gpu.pci) ||
	    (device && strcmp(device, watch->gpu.pci) && strcmp(device, watch->gpu.pmu))) {
		free(priv);
		return 0;
	}
	watch->source = &pmu_ops;
	watch->private = priv;
	state->num++;
	return 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/**
 * pmu_explain() - print the reason why there is no PMU
 * @options: the command line
 */
void pmu_explain(const struct top_options *options)
{
	if (options->device)
		complain("%s is no GPU with a PMU of i915_oa", options->device);
	else if (access("/proc/sys/kernel/perf_event_paranoid", F_OK))
		complain("no PMU of i915_oa: this kernel has no perf events");
	else
		complain("no PMU of i915_oa in " DEVICES
			 ": is it loaded, has it bound a GPU or been leased a stream by oa-hold, without pmu_name=i915?");
}

/**
 * pmu_find() - find the GPUs that have a PMU
 * @state: options are set; GPUs are added to its watches
 *
 * Prints nothing if there is none. Return: 0 or -1.
 */
int pmu_find(struct top_state *state)
{
	struct dirent **names;
	int i, ret = 0;
	const int num = scandir(DEVICES, &names, NULL, by_name);

	for (i = 0; i < num; i++) {
		if (!ret && state->num < TOP_MAX_GPUS)
			ret = add_gpu(state, names[i]->d_name);
		free(names[i]);
	}
	if (num >= 0)
		free(names);
	return ret;
}
