// SPDX-License-Identifier: GPL-2.0-only
/*
 * How clients find the device, and its sysfs files: abi.rst 1, 8 and 9.
 */
#include <dirent.h>
#include <limits.h>

#include "oa_lib.h"

static int drm;

static void version_name(int fd, char *name, size_t size)
{
	struct drm_version version = { .name = name, .name_len = size - 1 };

	memset(name, 0, size);
	oa_assert_ok(oa_ioctl(fd, DRM_IOCTL_VERSION, &version));
	igt_assert_eq(version.name_len, strlen(name));
}

static void test_version(void)
{
	char name[64];
	int card = oa_drm_open_card();

	version_name(drm, name, sizeof(name));
	igt_assert_f(!strcmp(name, "i915"), "the render node's name is %s", name);
	version_name(card, name, sizeof(name));
	igt_assert_f(!strcmp(name, "i915"), "the card node's name is %s", name);
	close(card);
}

/* Render minor is card minor + 128; both are character devices of major 226. */
static void test_nodes(void)
{
	const struct igt_oa_gpu *dev = oa_gpu_require();
	struct stat st;
	int render, fields;

	oa_assert_ok(stat(dev->render, &st));
	igt_assert(S_ISCHR(st.st_mode));
	fields = sscanf(dev->render, "/dev/dri/renderD%d", &render);
	igt_assert_eq(fields, 1);
	igt_assert_eq(render, dev->minor + 128);
	oa_assert_ok(stat(dev->card, &st));
	igt_assert(S_ISCHR(st.st_mode));
}

/*
 * Most simulated GPUs have a class of their own, so that no display driver is bound to them. A
 * real GPU, and one that is made for i915, is a display.
 */
static bool is_class_of_gpu(u64 base)
{
	const bool simulated = oa_sim_present() || !access("/sys/module/i915_oa_sim", F_OK);

	return base == 0x03 || (simulated && base == 0x12);
}

static void test_parent(void)
{
	const struct igt_oa_gpu *dev = oa_gpu_require();
	static const char * const links[] = { "device/subsystem", "device/driver" };
	char path[256], real[PATH_MAX];

	for (size_t i = 0; i < ARRAY_LEN(links); i++) {
		snprintf(path, sizeof(path), "%s/%s", dev->sysfs, links[i]);
		igt_assert_f(realpath(path, real), "%s", path);
		igt_assert_f(strstr(real, "/bus/pci"), "%s is %s", path, real);
	}
	snprintf(path, sizeof(path), "%s/device/drm/card%d", dev->sysfs, dev->minor);
	oa_assert_ok(access(path, F_OK));
	igt_assert_eq_u32(oa_sysfs_u64("device/vendor"), 0x8086);
	igt_assert_f(is_class_of_gpu(oa_sysfs_u64("device/class") >> 16), "class %#llx",
		     oa_sysfs_u64("device/class"));
	oa_sysfs_u64("device/device");
	oa_sysfs_u64("device/revision");
	oa_sysfs_u64("device/subsystem_vendor");
	oa_sysfs_u64("device/subsystem_device");
}

/* A simulated GPU has driver_override from its registration on, so only this driver is bound. */
static void test_override(void)
{
	char path[256], text[64];

	igt_require_f(!access("/sys/module/i915_oa_sim", F_OK), "the GPU is not of i915_oa_sim");
	snprintf(path, sizeof(path), "%s/device/driver_override", oa_gpu_require()->sysfs);
	igt_assert_lt(0, oa_read_text(path, text, sizeof(text)));
	igt_assert_f(!strcmp(text, "i915_oa\n"), "driver_override is %s", text);
}

static void test_uevent(void)
{
	const struct igt_oa_gpu *dev = oa_gpu_require();
	char path[256], text[4096], want[128];

	snprintf(path, sizeof(path), "%s/device/uevent", dev->sysfs);
	igt_assert_lt(0, oa_read_text(path, text, sizeof(text)));
	snprintf(want, sizeof(want), "PCI_ID=8086:%04X\n", dev->devid);
	igt_assert_f(strstr(text, want), "uevent lacks %s:\n%s", want, text);
	snprintf(want, sizeof(want), "PCI_SLOT_NAME=%s\n", dev->pci);
	igt_assert_f(strstr(text, want), "uevent lacks %s:\n%s", want, text);
	igt_assert_eq(strlen(dev->pci), 12);
}

static void test_debugfs(void)
{
	char path[128], text[256];

	snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%d/name",
		 oa_gpu_require()->minor);
	igt_require_f(!access("/sys/kernel/debug/dri", F_OK), "debugfs is not mounted");
	igt_assert_f(oa_read_text(path, text, sizeof(text)) > 0, "%s", path);
	igt_assert_f(!strncmp(text, "i915 ", 5), "%s: %s", path, text);
}

/* @may: mode bits that a driver which governs the frequency adds, as i915 does */
static void assert_mode(const char *name, mode_t mode, mode_t may)
{
	char path[256];
	struct stat st;

	snprintf(path, sizeof(path), "%s/%s", oa_gpu_require()->sysfs, name);
	igt_assert_f(!stat(path, &st), "%s", path);
	igt_assert_f((st.st_mode & 0777 & ~may) == mode, "%s has mode %o", path,
		     st.st_mode & 0777);
}

static void test_frequencies(void)
{
	u64 min = oa_sysfs_u64("gt_min_freq_mhz");
	u64 max = oa_sysfs_u64("gt_max_freq_mhz");
	u64 rp0 = oa_sysfs_u64("gt_RP0_freq_mhz");

	igt_assert_lt(0, min);
	igt_assert_lte(min, max);
	igt_assert_lte(max, rp0);
	igt_assert_lte(oa_sysfs_u64("gt_RPn_freq_mhz"), oa_sysfs_u64("gt_RP1_freq_mhz"));
	igt_assert_lte(oa_sysfs_u64("gt_RP1_freq_mhz"), rp0);
	oa_sysfs_u64("gt_act_freq_mhz");
	oa_sysfs_u64("gt_cur_freq_mhz");
	oa_sysfs_u64("gt_boost_freq_mhz");
	assert_mode("gt_min_freq_mhz", 0444, 0200);
	assert_mode("gt_max_freq_mhz", 0444, 0200);
	assert_mode("gt_boost_freq_mhz", 0444, 0200);
	assert_mode("gt_RP0_freq_mhz", 0444, 0);
	assert_mode("gt_RP1_freq_mhz", 0444, 0);
	assert_mode("gt_RPn_freq_mhz", 0444, 0);
	assert_mode("gt_act_freq_mhz", 0444, 0);
	assert_mode("gt_cur_freq_mhz", 0444, 0);
}

static void test_metrics_directory(void)
{
	char path[256];
	struct stat st;

	snprintf(path, sizeof(path), "%s/metrics", oa_gpu_require()->sysfs);
	igt_assert_f(!lstat(path, &st), "%s", path);
	igt_assert(S_ISDIR(st.st_mode));
}

static void test_metrics_id(void)
{
	const struct igt_oa_gpu *dev = oa_gpu_require();
	char uuid[37], path[256], text[64], want[64];
	struct stat st;
	int id;

	oa_uuid_fresh(uuid);
	id = oa_config_add_boolean(drm, uuid, oa_boolean_register(), 0);
	igt_assert_lt(0, id);
	snprintf(path, sizeof(path), "%s/metrics/%s", dev->sysfs, uuid);
	igt_assert_f(!lstat(path, &st), "%s", path);
	igt_assert(S_ISDIR(st.st_mode));
	snprintf(path, sizeof(path), "%s/metrics/%s/id", dev->sysfs, uuid);
	igt_assert_lt(0, oa_read_text(path, text, sizeof(text)));
	snprintf(want, sizeof(want), "%d\n", id);
	igt_assert_f(!strcmp(text, want), "%s has %s", path, text);
	oa_assert_ok(stat(path, &st));
	igt_assert_eq(st.st_mode & 0777, 0444);
	oa_assert_ok(oa_config_remove(drm, id));
	igt_assert(access(path, F_OK));
}

static void test_sysctl_defaults(void)
{
	igt_assert_eq(oa_sysctl_get("perf_stream_paranoid"), 1);
	igt_assert_eq(oa_sysctl_get("oa_max_sample_rate"), 100000);
}

static void test_sysctl_mode(void)
{
	static const char * const names[] = { "perf_stream_paranoid", "oa_max_sample_rate" };
	char path[128];
	struct stat st;

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		oa_sysctl_path(path, sizeof(path), names[i]);
		oa_assert_ok(stat(path, &st));
		igt_assert_eq(st.st_mode & 0777, 0644);
	}
}

static void test_sysctl_ranges(void)
{
	oa_assert_fails(oa_sysctl_set("perf_stream_paranoid", 2), EINVAL);
	oa_assert_fails(oa_sysctl_set("perf_stream_paranoid", -1), EINVAL);
	oa_assert_ok(oa_sysctl_set("perf_stream_paranoid", 0));
	igt_assert_eq(oa_sysctl_get("perf_stream_paranoid"), 0);
	oa_assert_fails(oa_sysctl_set("oa_max_sample_rate", -1), EINVAL);
	oa_assert_fails(oa_sysctl_set("oa_max_sample_rate", oa_facts()->timestamp_hz / 2 + 1),
			EINVAL);
	igt_assert_eq(oa_sysctl_get("oa_max_sample_rate"), 100000);
	oa_assert_ok(oa_sysctl_set("oa_max_sample_rate", oa_facts()->timestamp_hz / 2));
	oa_assert_ok(oa_sysctl_set("oa_max_sample_rate", 0));
	igt_assert_eq(oa_sysctl_get("oa_max_sample_rate"), 0);
	oa_sysctl_defaults();
}

igt_main
{
	igt_fixture
		drm = oa_drm_open();

	igt_oa_effect(OA_READS);
	/* First, since later subtests change the values: the defaults right after load */
	oa_subtest("sysctl-defaults", test_sysctl_defaults());
	oa_subtest("sysctl-mode", test_sysctl_mode());
	oa_subtest("sysctl-ranges", test_sysctl_ranges());
	oa_subtest("version", test_version());
	oa_subtest("nodes", test_nodes());
	oa_subtest("pci-parent", test_parent());
	oa_subtest("driver-override", test_override());
	oa_subtest("pci-uevent", test_uevent());
	oa_subtest("debugfs-name", test_debugfs());
	oa_subtest("frequency-files", test_frequencies());
	oa_subtest("metrics-directory", test_metrics_directory());
	oa_subtest("metrics-id-file", test_metrics_id());

	igt_fixture
		oa_sysctl_defaults();
}
