// SPDX-License-Identifier: GPL-2.0-only
/*
 * Samples of the kernel's PMU.
 *
 * The driver has one PMU for each GPU; a directory of sysfs says what it counts. An event that is
 * open makes the unit count and keeps the GPU awake, so all are closed while nobody looks. A PMU
 * never takes the unit from a stream: if the stream's metric set excludes an event, the event
 * stands still, and perf's two times say so.
 *
 * One that stands still stops its whole group, so events that a metric set can exclude are apart:
 * clocks where a B counter counts them, and each flexible counter. What the tree needs is counted
 * once more in a group, of which all are read at one instant.
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

/* struct pmu - all PMUs */
struct pmu {
	struct pmu_gpu gpus[TOP_MAX_GPUS];
	/* The next samples are due */
	u64 deadline_ns;
	/* Bit by GPU: no sample has been taken since the events were opened */
	u32 fresh;
};

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

	/* The kernel itself refuses with EACCES. */
	static const char filtered[] =
		"; a filter of system calls (seccomp) forbids perf_event_open: allow it in the container's profile, or in SystemCallFilter= of the service";

	complain("%s: no event can be opened: %s%s", gpu->pmu, strerror(error),
		 error == EACCES ? refused : error == EPERM ? filtered : "");
}

static void close_gpu(struct pmu_gpu *priv)
{
	u32 i, n;

	for (i = 0; i < NUM_GROUPS; i++) {
		for (n = priv->groups[i].num; n--;)
			close(priv->groups[i].fds[n]);
		priv->groups[i].num = 0;
	}
}

/* The PMU stays while an event of it is open, and stands still, even if the driver is back. */
static bool is_gone(const struct top_gpu *gpu, struct pmu_gpu *priv)
{
	if (pmu_binding(gpu) == priv->binding)
		return false;
	complain("%s is gone: the driver has left the GPU at %s", gpu->pmu, gpu->pci);
	close_gpu(priv);
	return true;
}

static int open_gpu(struct top_gpu *gpu, struct pmu_gpu *priv)
{
	int error = ENOENT;
	u32 i, opened = 0;

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

static void pmu_pause(struct top_state *state)
{
	struct pmu *pmu = state->private;
	u32 i;

	for (i = 0; i < state->num; i++)
		close_gpu(&pmu->gpus[i]);
}

static int pmu_resume(struct top_state *state)
{
	struct pmu *pmu = state->private;
	u32 i;

	/* The next sample says which GPU has gone meanwhile. */
	for (i = 0; i < state->num; i++) {
		struct top_watch *watch = &state->watches[i];

		if (watch->gone || pmu_binding(&watch->gpu) != pmu->gpus[i].binding)
			continue;
		if (open_gpu(&watch->gpu, &pmu->gpus[i])) {
			pmu_pause(state);
			return -1;
		}
	}
	pmu->deadline_ns = top_now_ns();
	pmu->fresh = ~0u;
	return 0;
}

/* The status counts what the newest stream lost, so it begins anew with each. */
static void sample_lost(struct pmu_gpu *priv, const struct top_gpu *gpu,
			struct top_sample *sample)
{
	const u32 i = gpu->num_events - 1;
	uint64_t lost = 0;
	char line[128];
	FILE *file;

	if (gpu->events[i].kind != TOP_LOST || gpu->events[i].why[0])
		return;
	file = fopen(priv->status, "re");
	if (!file)
		return;
	while (!sample->valid[i] && fgets(line, sizeof(line), file))
		sample->valid[i] = sscanf(line, "reports_lost: %" SCNu64, &lost) == 1;
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
	/* Their number, two times, and a value for each */
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

static int pmu_sample(struct top_state *state, u32 gpu, struct top_sample *sample)
{
	struct pmu *pmu = state->private;
	u32 i;

	if (is_gone(&state->watches[gpu].gpu, &pmu->gpus[gpu]))
		return TOP_GONE;
	memset(sample, 0, sizeof(*sample));
	sample->time_ns = top_now_ns();
	sample->first = pmu->fresh >> gpu & 1;
	pmu->fresh &= ~(1u << gpu);
	for (i = 0; i < NUM_GROUPS; i++) {
		if (!sample_group(&pmu->gpus[gpu].groups[i], sample))
			continue;
		complain("%s can't be read: %s", state->watches[gpu].gpu.pmu, strerror(errno));
		return -1;
	}
	sample_lost(&pmu->gpus[gpu], &state->watches[gpu].gpu, sample);
	return 0;
}

static bool pmu_wait(struct top_state *state, int fd)
{
	struct pmu *pmu = state->private;

	return top_wait_grid(state, &pmu->deadline_ns, 0, fd);
}

static void pmu_close(struct top_state *state)
{
	pmu_pause(state);
	free(state->private);
}

static const struct top_source_ops pmu_ops = {
	.resume = pmu_resume,
	.pause = pmu_pause,
	.sample = pmu_sample,
	.wait = pmu_wait,
	.close = pmu_close,
};

static int add_gpu(struct top_state *state, struct pmu *pmu, const char *name)
{
	const char *device = state->options.device;
	struct top_watch *watch = &state->watches[state->num];

	if (!pmu_read(name, &watch->gpu, &pmu->gpus[state->num]) ||
	    (device && strcmp(device, watch->gpu.pci) && strcmp(device, watch->gpu.pmu)))
		return 0;
	return 1;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/**
 * pmu_explain() - print why there is no PMU
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
			 ": is it loaded, has it bound a GPU, without pmu_name=i915?");
}

/**
 * pmu_find() - find the PMUs
 * @state: options are set; its watches and source are filled in
 *
 * Prints nothing if there is none. Return: 0 or -1.
 */
int pmu_find(struct top_state *state)
{
	struct pmu *pmu = calloc(1, sizeof(*pmu));
	struct dirent **names;
	int i, num;

	if (!pmu) {
		free(pmu);
		complain("no memory");
		return -1;
	}
	num = scandir(DEVICES, &names, NULL, by_name);
	for (i = 0; i < num; i++) {
		if (state->num < TOP_MAX_GPUS)
			state->num += add_gpu(state, pmu, names[i]->d_name);
		free(names[i]);
	}
	if (num >= 0)
		free(names);
	if (!state->num) {
		free(pmu);
		return -1;
	}
	state->private = pmu;
	state->source = &pmu_ops;
	return 0;
}
