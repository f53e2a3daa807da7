// SPDX-License-Identifier: GPL-2.0-only
/*
 * Actions besides calls of the device: files of sysctl, sysfs, debugfs and the modules' parameters,
 * and a GPU that is unbound, unplugged, put to sleep.
 */
#include <glob.h>

#include "fuzz.h"

static long write_file(const char *path, const char *text)
{
	return oa_write_text(path, text);
}

static long call_sysctl(struct fuzz *f)
{
	static const char * const names[] = { "perf_stream_paranoid", "oa_max_sample_rate" };
	const char *name = fuzz_pick(f, names);
	char path[96], text[32];

	snprintf(path, sizeof(path), "/proc/sys/dev/i915/%s", name);
	if (fuzz_one_in(f, 3))
		return oa_read_text(path, text, sizeof(text));
	if (name == names[0])
		snprintf(text, sizeof(text), "%lld", (s64)fuzz_near(f, fuzz_below(f, 2)));
	else
		snprintf(text, sizeof(text), "%lld", (s64)fuzz_near(f, 100000));
	return write_file(path, text);
}

/* Choose one of the paths that match. Return: false if none does. */
static bool any_path(struct fuzz *f, const char *pattern, char *path, size_t size)
{
	glob_t found;
	bool any = false;

	if (!glob(pattern, GLOB_NOSORT, NULL, &found)) {
		snprintf(path, size, "%s", found.gl_pathv[fuzz_below(f, found.gl_pathc)]);
		any = true;
	}
	globfree(&found);
	return any;
}

static long call_read_file(struct fuzz *f)
{
	static const char * const patterns[] = {
		"/sys/class/drm/card*/gt_*", "/sys/class/drm/card*/metrics/*/id",
		"/sys/kernel/debug/dri/*/oa_*", "/sys/kernel/debug/dri/*/i915_*",
		"/sys/kernel/debug/dri/*/name", "/sys/kernel/debug/dri/*/clients",
		"/sys/kernel/debug/i915_oa_sim/*/*", "/sys/module/i915_oa/parameters/*",
		"/sys/kernel/debug/dri/*/gem_names", "/proc/self/fdinfo/*",
	};
	static __thread char text[65536];
	const char *pattern = fuzz_pick(f, patterns);
	char path[256];

	if (!any_path(f, pattern, path, sizeof(path)))
		return -1;
	return oa_read_text(path, text, fuzz_one_in(f, 2) ? sizeof(text) : 1 + fuzz_below(f, 512));
}

static long call_frequency(struct fuzz *f)
{
	char path[256], text[32];

	if (!any_path(f, "/sys/class/drm/card*/gt_m*_freq_mhz", path, sizeof(path)))
		return -1;
	snprintf(text, sizeof(text), "%lld", (s64)fuzz_near(f, 50 * fuzz_below(f, 30)));
	return write_file(path, text);
}

static long call_parameter(struct fuzz *f)
{
	static const char * const words[] = { "learn", "learn", "strict", "off", "none", "" };

	return write_file("/sys/module/i915_oa/parameters/validate", fuzz_pick(f, words));
}

static long call_drop_caches(struct fuzz *f)
{
	char path[256], text[32];

	if (!any_path(f, "/sys/kernel/debug/dri/*/i915_gem_drop_caches", path, sizeof(path)))
		return -1;
	snprintf(text, sizeof(text), "%#llx", fuzz_value(f));
	return write_file(path, text);
}

/* Write unknown words and too large numbers into any fault's file of the simulated GPU. */
static long call_junk(struct fuzz *f)
{
	static const char * const words[] = {
		"", "-1", "x", "18446744073709551616", "4294967296", "0x", "busy", "  ",
		"99999999999999999999999999999999999999",
	};
	char path[256];

	if (!any_path(f, "/sys/kernel/debug/i915_oa_sim/*/fail_*", path, sizeof(path)))
		return -1;
	return write_file(path, fuzz_pick(f, words));
}

/*
 * Only one process at a time unbinds, unplugs or suspends: the kernel's own locks for that are not
 * under test, and a waiter for them could not be told from a call that hangs.
 */
static bool binding_begin(struct fuzz *f)
{
	if (!f->process->root || (!f->options->races && !fuzz_one_in(f, 4)) ||
	    __atomic_exchange_n(&f->shared->binding, 1, __ATOMIC_ACQUIRE))
		return false;
	fuzz_disturb(f);
	return true;
}

/* Let all users open the device nodes, whose numbers may be new. */
static void open_nodes(void)
{
	glob_t found;

	if (!glob("/dev/dri/*", GLOB_NOSORT, NULL, &found))
		for (size_t i = 0; i < found.gl_pathc; i++)
			chmod(found.gl_pathv[i], 0666);
	globfree(&found);
}

static void binding_end(struct fuzz *f)
{
	open_nodes();
	fuzz_config_first(f);
	fuzz_disturb(f);
	__atomic_store_n(&f->shared->binding, 0, __ATOMIC_RELEASE);
}

/*
 * In a wild round the GPU may not have obeyed the driver at unbind. Reset it before the next bind,
 * as its user would do: the driver can't know what the GPU is still executing.
 */
static void make_obey(struct fuzz *f)
{
	if (!f->shared->wild)
		return;
	oa_sim_end_faults();
	oa_knob_write("gt_reset", "full");
}

static long call_rebind(struct fuzz *f)
{
	const char *pci = oa_gpu_require()->pci;
	int tries = 0;

	if (!binding_begin(f))
		return -1;
	write_file("/sys/bus/pci/drivers/i915_oa/unbind", pci);
	usleep(fuzz_below(f, 2000));
	make_obey(f);
	/* The driver rightly fails to bind if an allocation fails. */
	while (write_file("/sys/bus/pci/drivers/i915_oa/bind", pci) && tries++ < 5)
		;
	binding_end(f);
	return 0;
}

static long call_replug(struct fuzz *f)
{
	char path[128];

	if (!binding_begin(f))
		return -1;
	if (f->shared->wild)
		write_file("/sys/bus/pci/drivers/i915_oa/unbind", oa_gpu_require()->pci);
	make_obey(f);
	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/remove", oa_gpu_require()->pci);
	write_file(path, "1");
	usleep(fuzz_below(f, 2000));
	write_file("/sys/bus/pci/rescan", "1");
	binding_end(f);
	return 0;
}

/* Suspend and resume all devices; the system itself does not sleep. */
static long call_suspend(struct fuzz *f)
{
	if (!binding_begin(f))
		return -1;
	write_file("/sys/module/suspend/parameters/pm_test_delay", "0");
	/*
	 * A process that does not freeze in time aborts the suspend, and the kernel's log shows its
	 * stack, which counts as a complaint. A wait for a hung engine takes some seconds.
	 */
	write_file("/sys/power/pm_freeze_timeout", "15000");
	write_file("/sys/power/pm_test", "devices");
	if (fuzz_traps_close(f))
		write_file("/sys/power/state", "freeze");
	fuzz_traps_open(f);
	write_file("/sys/power/pm_test", "none");
	binding_end(f);
	return 0;
}

const struct fuzz_call fuzz_outside_calls[] = {
	{ "file-sysctl", 8, call_sysctl },
	{ "file-read", 20, call_read_file },
	{ "file-frequency", 5, call_frequency },
	{ "file-parameter", 2, call_parameter },
	{ "file-drop-caches", 2, call_drop_caches },
	{ "file-junk", 4, call_junk },
	{ "knob-turn", 20, fuzz_knob_turn },
	{ "gone-rebind", 2, call_rebind },
	{ "gone-replug", 1, call_replug },
	{ "gone-suspend", 1, call_suspend },
	{ }
};
