// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf events of the GPU under test. The PMU is found by the PCI function that its caps/slot
 * names, since its own name may differ.
 */
#include <glob.h>
#include <string.h>
#include <sys/syscall.h>

#include "oa_pmu.h"

static bool is_of_gpu(const char *path)
{
	char slot[64];

	return oa_read_text(path, slot, sizeof(slot)) > 0 &&
	       !strncmp(slot, oa_gpu_require()->pci, strlen(oa_gpu_require()->pci));
}

/* The PMU's directory in sysfs. A PMU of a GPU that is gone names no function. */
bool oa_pmu_find(char *dir, size_t size)
{
	bool found = false;
	glob_t paths;

	if (glob("/sys/bus/event_source/devices/*/caps/slot", 0, NULL, &paths))
		return false;
	for (size_t i = 0; i < paths.gl_pathc && !found; i++) {
		found = is_of_gpu(paths.gl_pathv[i]);
		if (found)
			snprintf(dir, size, "%.*s",
				 (int)(strlen(paths.gl_pathv[i]) - strlen("/caps/slot")),
				 paths.gl_pathv[i]);
	}
	globfree(&paths);
	return found;
}

void oa_pmu_fixture(void)
{
	char dir[256];

	oa_gpu_note();
	igt_require_f(oa_pmu_find(dir, sizeof(dir)), "no perf events of this GPU");
}

static u64 oa_pmu_number(const char *file)
{
	char dir[256], path[300];
	u64 value;

	igt_assert(oa_pmu_find(dir, sizeof(dir)));
	snprintf(path, sizeof(path), "%s/%s", dir, file);
	igt_assert(oa_read_u64(path, &value));
	return value;
}

int oa_pmu_type(void)
{
	return oa_pmu_number("type");
}

int oa_pmu_cpu(void)
{
	return oa_pmu_number("cpumask");
}

/* Return: the event, or -1 with errno. */
int oa_pmu_try(struct perf_event_attr *attr, int pid, int cpu, int group)
{
	igt_oa_assert_effect(OA_WRITES);
	attr->size = sizeof(*attr);
	attr->read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	return syscall(SYS_perf_event_open, attr, pid, cpu, group, PERF_FLAG_FD_CLOEXEC);
}

int oa_pmu_open_in(u32 code, int group)
{
	struct perf_event_attr attr = { .type = oa_pmu_type(), .config = code };
	int event = oa_pmu_try(&attr, -1, oa_pmu_cpu(), group);

	igt_assert_f(event >= 0, "event 0x%x: %s", code, strerror(errno));
	return event;
}

int oa_pmu_open(u32 code)
{
	return oa_pmu_open_in(code, -1);
}

struct oa_pmu_value oa_pmu_read(int event)
{
	struct oa_pmu_value value;

	igt_assert_eq(read(event, &value, sizeof(value)), (ssize_t)sizeof(value));
	igt_assert_lte(value.running, value.enabled);
	return value;
}

/* The advance of an event */
struct oa_pmu_value oa_pmu_since(int event, const struct oa_pmu_value *before)
{
	struct oa_pmu_value now = oa_pmu_read(event);

	igt_assert_lte(before->count, now.count);
	igt_assert_lte(before->running, now.running);
	return (struct oa_pmu_value){ now.count - before->count, now.enabled - before->enabled,
				      now.running - before->running };
}

/* Check by its running time whether an event is counted now. */
bool oa_pmu_counted(int event)
{
	struct oa_pmu_value before = oa_pmu_read(event);

	oa_sleep_ms(5);
	return oa_pmu_since(event, &before).running;
}

void oa_pmu_wait(int event, int ms)
{
	igt_assert_f(oa_wait_until(oa_pmu_counted(event), ms), "event %d is not counted", event);
}

void oa_pmu_open_list(struct oa_pmu_events *e, const u32 *codes, int num)
{
	igt_assert_lte(num, (int)ARRAY_LEN(e->fds));
	e->num = num;
	for (int i = 0; i < num; i++)
		e->fds[i] = oa_pmu_open(codes[i]);
}

/* Open up to three events: the time, the clocks and EU.ACTIVE */
void oa_pmu_open_usual(struct oa_pmu_events *e, int num)
{
	const u32 codes[] = { OA_PMU_TIME, oa_pmu_clocks(), oa_pmu_active() };

	oa_pmu_open_list(e, codes, num);
}

void oa_pmu_note(struct oa_pmu_events *e)
{
	e->began = oa_now_ns();
	for (int i = 0; i < e->num; i++)
		e->before[i] = oa_pmu_read(e->fds[i]);
}

void oa_pmu_advance(struct oa_pmu_events *e)
{
	for (int i = 0; i < e->num; i++)
		e->v[i] = oa_pmu_since(e->fds[i], &e->before[i]);
	e->ns = oa_now_ns() - e->began;
}

void oa_pmu_close(struct oa_pmu_events *e)
{
	while (e->num)
		close(e->fds[--e->num]);
}

/*
 * Check the limits: a GPU has less than 2 GHz, and an EU is active in at most each clock. The time
 * is that from the first read to the last: the host may stop the guest between the reads of two
 * events, or between perf's read of its clock and the driver's of the counter.
 */
void oa_pmu_assert_plausible(const struct oa_pmu_events *e, int clocks, int active)
{
	igt_assert_lte(e->v[clocks].count, e->ns * 2);
	igt_assert_lte(e->v[active].count, e->ns * 2 * oa_pmu_caps("eus"));
}

/* A stream of the largest format and of the set whose B counters all count clocks */
int oa_pmu_stream(int drm, u32 flags)
{
	int stream = oa_open_props(drm, flags, OA_BASE_PROPS(oa_config_selftest(drm), OA_FORMAT,
							     OA_PMU_BIT));

	igt_assert_fd(stream);
	return stream;
}

/* A divisor of counts */
u64 oa_pmu_caps(const char *file)
{
	char below[64];

	snprintf(below, sizeof(below), "caps/%s", file);
	return oa_pmu_number(below);
}

void oa_pmu_step(void)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", OA_PMU_STEP_NS);
	oa_sim_write("advance", text);
}

u32 oa_pmu_active(void)
{
	return oa_facts()->flex ? OA_PMU_A(7) : OA_PMU_A(0);
}

u32 oa_pmu_stall(void)
{
	return oa_facts()->flex ? OA_PMU_A(8) : OA_PMU_A(1);
}

u32 oa_pmu_busy(void)
{
	return oa_facts()->flex ? OA_PMU_A(0) : OA_PMU_A(41);
}

u32 oa_pmu_clocks(void)
{
	return oa_facts()->flex ? OA_PMU_CLOCKS : OA_PMU_B(0);
}

void oa_pmu_prepare(void)
{
	oa_gpu_recover();
	oa_sim_reset();
}
