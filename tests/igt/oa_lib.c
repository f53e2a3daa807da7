// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device under test, its files, metric sets, contexts and streams.
 */
#include <dirent.h>
#include <limits.h>
#include <sys/mount.h>
#include <sys/vfs.h>
#include <time.h>

#include "oa_lib.h"

#define DEBUGFS_MAGIC_NUMBER	0x64626720

static struct oa_device the_device;

int oa_ioctl(int fd, unsigned long request, void *arg)
{
	int ret;

	do {
		ret = ioctl(fd, request, arg);
	} while (ret == -1 && (errno == EINTR || errno == EAGAIN));
	return ret;
}

ssize_t oa_read_text(const char *path, char *buf, size_t size)
{
	size_t len = 0;
	ssize_t n;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	while (len < size - 1 && (n = read(fd, buf + len, size - 1 - len)) > 0)
		len += n;
	buf[len] = '\0';
	close(fd);
	return len;
}

int oa_write_text(const char *path, const char *text)
{
	ssize_t n;
	int fd, err;

	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	n = write(fd, text, strlen(text));
	err = errno;
	close(fd);
	errno = err;
	return n == (ssize_t)strlen(text) ? 0 : -1;
}

bool oa_read_u64(const char *path, u64 *value)
{
	char text[64], *end;

	if (oa_read_text(path, text, sizeof(text)) <= 0)
		return false;
	*value = strtoull(text, &end, 0);
	return end != text;
}

static void debugfs_mount(void)
{
	struct statfs fs;

	if (!statfs("/sys/kernel/debug", &fs) && fs.f_type == DEBUGFS_MAGIC_NUMBER)
		return;
	if (mount("debugfs", "/sys/kernel/debug", "debugfs", 0, NULL))
		igt_debug("debugfs not mounted: %s\n", strerror(errno));
}

static bool drm_name_is(const char *node, const char *wanted)
{
	char name[64] = "";
	struct drm_version version = { .name = name, .name_len = sizeof(name) - 1 };
	bool same = false;
	int fd;

	fd = open(node, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (!ioctl(fd, DRM_IOCTL_VERSION, &version))
		same = !strcmp(name, wanted);
	close(fd);
	return same;
}

static bool link_name(const char *path, char *name, size_t size)
{
	char real[PATH_MAX];
	const char *base;

	if (!realpath(path, real))
		return false;
	base = strrchr(real, '/') + 1;
	if (strlen(base) >= size)
		return false;
	strcpy(name, base);
	return true;
}

static bool card_of(const char *device, int *minor)
{
	struct dirent *entry;
	char path[PATH_MAX];
	bool found = false;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/drm", device);
	dir = opendir(path);
	if (!dir)
		return false;
	while (!found && (entry = readdir(dir)))
		found = sscanf(entry->d_name, "card%d", minor) == 1;
	closedir(dir);
	return found;
}

static bool device_probe(struct oa_device *dev, int render)
{
	const char *wanted = getenv("OA_DEVICE");
	const char *drm_name = getenv("OA_DRM_NAME");
	char device[128], path[160];
	u64 vendor, devid;

	snprintf(device, sizeof(device), "/sys/class/drm/renderD%d/device", render);
	snprintf(path, sizeof(path), "%s/vendor", device);
	if (!oa_read_u64(path, &vendor) || vendor != 0x8086)
		return false;
	snprintf(path, sizeof(path), "%s/device", device);
	if (!oa_read_u64(path, &devid) || !link_name(device, dev->pci, sizeof(dev->pci)))
		return false;
	if (wanted && strcmp(wanted, dev->pci))
		return false;
	snprintf(dev->render, sizeof(dev->render), "/dev/dri/renderD%d", render);
	if (!drm_name_is(dev->render, drm_name ? drm_name : "i915"))
		return false;
	if (!card_of(device, &dev->minor))
		return false;
	dev->devid = devid;
	snprintf(dev->card, sizeof(dev->card), "/dev/dri/card%d", dev->minor);
	snprintf(dev->sysfs, sizeof(dev->sysfs), "/sys/class/drm/card%d", dev->minor);
	snprintf(path, sizeof(path), "%s/driver", device);
	return link_name(path, dev->driver, sizeof(dev->driver));
}

/* The device number @n of those that fit, counted from 0. */
bool oa_device_find(struct oa_device *dev, unsigned int n)
{
	for (int render = 128; render < 144; render++)
		if (device_probe(dev, render) && !n--)
			return true;
	return false;
}

const struct oa_device *oa_device_require(void)
{
	if (!the_device.render[0]) {
		debugfs_mount();
		igt_require_f(oa_device_find(&the_device, 0), "no i915 perf device found");
	}
	return &the_device;
}

/* After the device came back, maybe under another minor. */
void oa_device_forget(void)
{
	memset(&the_device, 0, sizeof(the_device));
}

int oa_drm_open(void)
{
	int fd = open(oa_device_require()->render, O_RDWR | O_CLOEXEC);

	igt_assert_fd(fd);
	return fd;
}

int oa_drm_open_card(void)
{
	int fd = open(oa_device_require()->card, O_RDWR | O_CLOEXEC);

	igt_assert_fd(fd);
	return fd;
}

int oa_getparam(int drm, int param, int *value)
{
	struct drm_i915_getparam gp = { .param = param, .value = value };

	return oa_ioctl(drm, DRM_IOCTL_I915_GETPARAM, &gp);
}

u64 oa_reg_read_timestamp(int drm)
{
	struct drm_i915_reg_read reg = { .offset = 0x2359 };

	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_REG_READ, &reg));
	return reg.val;
}

u64 oa_sysfs_u64(const char *name)
{
	char path[256];
	u64 value = 0;

	snprintf(path, sizeof(path), "%s/%s", oa_device_require()->sysfs, name);
	igt_assert_f(oa_read_u64(path, &value), "%s has no number", path);
	return value;
}

void oa_sysctl_path(char *buf, size_t size, const char *name)
{
	snprintf(buf, size, "/proc/sys/dev/i915_oa/%s", name);
	if (access(buf, F_OK))
		snprintf(buf, size, "/proc/sys/dev/i915/%s", name);
}

int oa_sysctl_set(const char *name, int value)
{
	char path[128], text[16];

	oa_sysctl_path(path, sizeof(path), name);
	snprintf(text, sizeof(text), "%d", value);
	return oa_write_text(path, text);
}

int oa_sysctl_get(const char *name)
{
	char path[128];
	u64 value = 0;

	oa_sysctl_path(path, sizeof(path), name);
	igt_assert_f(oa_read_u64(path, &value), "%s has no number", path);
	return value;
}

void oa_sysctl_defaults(void)
{
	oa_assert_ok(oa_sysctl_set("perf_stream_paranoid", 1));
	oa_assert_ok(oa_sysctl_set("oa_max_sample_rate", 100000));
}

u64 oa_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

void oa_sleep_ms(unsigned int ms)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000l };

	while (nanosleep(&ts, &ts) && errno == EINTR)
		;
}

/* hardware.md 3.14: 80 ns x 2^(n+1) */
u64 oa_period_ns(unsigned int exponent)
{
	return 80ull << (exponent + 1);
}

int oa_config_add(int drm, const char *uuid, const u32 *mux, u32 n_mux,
		  const u32 *boolean, u32 n_boolean)
{
	struct drm_i915_perf_oa_config config = {
		.n_mux_regs = n_mux,
		.n_boolean_regs = n_boolean,
		.mux_regs_ptr = (uintptr_t)mux,
		.boolean_regs_ptr = (uintptr_t)boolean,
	};

	memcpy(config.uuid, uuid, sizeof(config.uuid));
	return oa_ioctl(drm, DRM_IOCTL_I915_PERF_ADD_CONFIG, &config);
}

int oa_config_add_boolean(int drm, const char *uuid, u32 address, u32 value)
{
	u32 regs[2] = { address, value };

	return oa_config_add(drm, uuid, NULL, 0, regs, 1);
}

int oa_config_remove(int drm, u64 id)
{
	return oa_ioctl(drm, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &id);
}

/* 0 where sysfs does not list it. */
u64 oa_config_id(const char *uuid)
{
	char path[256];
	u64 id = 0;

	snprintf(path, sizeof(path), "%s/metrics/%s/id", oa_device_require()->sysfs, uuid);
	return oa_read_u64(path, &id) ? id : 0;
}

static u64 config_ensure(int drm, const char *uuid, const u32 *mux, u32 n_mux,
			 const u32 *boolean, u32 n_boolean)
{
	u64 id = oa_config_id(uuid);
	int ret;

	if (id)
		return id;
	ret = oa_config_add(drm, uuid, mux, n_mux, boolean, n_boolean);
	igt_assert_f(ret > 0, "metric set %s: %d", uuid, ret);
	return ret;
}

/* hardware.md C.2 */
static const u32 render_basic_mux[] = {
	0x9840, 0x00000080, 0x253A4, 0x01600000, 0x25440, 0x00100000, 0x25128, 0x00000000,
	0x2691C, 0x00000800, 0x26AA0, 0x01500000, 0x26B9C, 0x00006000, 0x2791C, 0x00000800,
	0x27AA0, 0x01500000, 0x27B9C, 0x00006000, 0x2641C, 0x00000400, 0x25380, 0x00000010,
	0x2538C, 0x00000000, 0x25384, 0x0800AAAA, 0x25400, 0x00000004, 0x2540C, 0x06029000,
	0x25410, 0x00000002, 0x25404, 0x5C30FFFF, 0x25100, 0x00000016, 0x25110, 0x00000400,
	0x25104, 0x00000000, 0x26804, 0x00001211, 0x26884, 0x00000100, 0x26900, 0x00000002,
	0x26908, 0x00700000, 0x26904, 0x00000000, 0x26984, 0x00001022, 0x26A04, 0x00000011,
	0x26A80, 0x00000006, 0x26A88, 0x00000C02, 0x26A84, 0x00000000, 0x26B04, 0x00001000,
	0x26B80, 0x00000002, 0x26B8C, 0x00000007, 0x26B84, 0x00000000, 0x27804, 0x00004844,
	0x27884, 0x00000400, 0x27900, 0x00000002, 0x27908, 0x0E000000, 0x27904, 0x00000000,
	0x27984, 0x00004088, 0x27A04, 0x00000044, 0x27A80, 0x00000006, 0x27A88, 0x00018040,
	0x27A84, 0x00000000, 0x27B04, 0x00004000, 0x27B80, 0x00000002, 0x27B8C, 0x000000E0,
	0x27B84, 0x00000000, 0x26104, 0x00002222, 0x26184, 0x0C006666, 0x26284, 0x04000000,
	0x26304, 0x04000000, 0x26400, 0x00000002, 0x26410, 0x000000A0, 0x26404, 0x00000000,
	0x25420, 0x04108020, 0x25424, 0x1284A420, 0x2541C, 0x00000000, 0x25428, 0x00042049,
	0x91BC, 0xE0400000, 0x91C4, 0xE4500000,
};

static const u32 render_basic_boolean[] = {
	0x2724, 0x00800000, 0x2720, 0x00000000, 0x2714, 0x00800000, 0x2710, 0x00000000,
};

u64 oa_config_render_basic(int drm)
{
	return config_ensure(drm, UUID_RENDER_BASIC, render_basic_mux,
			     ARRAY_LEN(render_basic_mux) / 2, render_basic_boolean,
			     ARRAY_LEN(render_basic_boolean) / 2);
}

/* hardware.md 5.5: every B counter counts every GPU clock. */
u64 oa_config_selftest(int drm)
{
	u32 regs[8 * 4];

	for (u32 n = 0; n < 8; n++) {
		regs[4 * n + 0] = 0x2770 + 8 * n;
		regs[4 * n + 1] = 0x00000003;
		regs[4 * n + 2] = 0x2774 + 8 * n;
		regs[4 * n + 3] = 0x0000FFFE;
	}
	return config_ensure(drm, UUID_CEC_SELFTEST, NULL, 0, regs, 16);
}

void oa_uuid_fresh(char uuid[37])
{
	static unsigned int count;
	u64 seed = oa_now_ns();

	snprintf(uuid, 37, "%08x-%04x-4000-8000-%08x%04x", (u32)getpid(),
		 (u16)count++, (u32)seed, (u16)(seed >> 32));
}

u32 oa_context_create(int drm)
{
	struct drm_i915_gem_context_create create = {};

	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &create));
	igt_assert_neq(create.ctx_id, 0);
	return create.ctx_id;
}

int oa_context_destroy(int drm, u32 id)
{
	struct drm_i915_gem_context_destroy destroy = { .ctx_id = id };

	return oa_ioctl(drm, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, &destroy);
}

int oa_perf_open(int drm, u32 flags, const u64 *props, size_t num_u64)
{
	struct drm_i915_perf_open_param param = {
		.flags = flags,
		.num_properties = num_u64 / 2,
		.properties_ptr = (uintptr_t)props,
	};

	return oa_ioctl(drm, DRM_IOCTL_I915_PERF_OPEN, &param);
}

int oa_stream_enable(int stream)
{
	return ioctl(stream, I915_PERF_IOCTL_ENABLE, 0);
}

int oa_stream_disable(int stream)
{
	return ioctl(stream, I915_PERF_IOCTL_DISABLE, 0);
}

long oa_stream_config(int stream, u64 id)
{
	return ioctl(stream, I915_PERF_IOCTL_CONFIG, id);
}

bool oa_poll_in(int stream, int ms)
{
	struct pollfd pfd = { .fd = stream, .events = POLLIN };
	int ret = poll(&pfd, 1, ms);

	igt_assert_lte(0, ret);
	/* Contract 10.4: never POLLERR or POLLHUP. */
	igt_assert_eq(pfd.revents & ~POLLIN, 0);
	return ret == 1;
}
