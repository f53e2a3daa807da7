// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device under test, its files, metric sets, contexts and streams.
 */
#include <dirent.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/vfs.h>
#include <time.h>

#include "oa_lib.h"

#define DEBUGFS_MAGIC_NUMBER	0x64626720

static struct igt_oa_gpu the_device;

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

/* File systems whose files come over a network, or from a virtual machine's host */
static const struct {
	const char *name;
	u32 magic;
} remote[] = {
	{ "9p", 0x01021997 },
	{ "NFS", 0x6969 },
	{ "CIFS", 0xff534d42 },
	{ "SMB", 0xfe534d42 },
	{ "Ceph", 0x00c36400 },
	{ "AFS", 0x5346414f },
	{ "AFS", 0x6b414653 },
	{ "a FUSE file system", 0x65735546 },
};

/* Its name, or NULL if a file is on another file system */
static const char *remote_name(const char *path)
{
	struct statfs fs;

	if (statfs(path, &fs))
		return NULL;
	for (size_t i = 0; i < ARRAY_LEN(remote); i++)
		if ((u32)fs.f_type == remote[i].magic)
			return remote[i].name;
	return NULL;
}

/*
 * While devices are suspended, no page of a file comes over a network. A machine that needs one
 * then, of its root or of this program, never resumes.
 */
void oa_suspend_require(void)
{
	static const char * const needed[] = { "/", "/proc/self/exe" };

	igt_require_f(!access("/sys/power/pm_test", W_OK), "no CONFIG_PM_DEBUG");
	for (size_t i = 0; i < ARRAY_LEN(needed); i++)
		igt_require_f(!remote_name(needed[i]), "%s is on %s, which a suspend stops",
			      needed[i], remote_name(needed[i]));
}

/*
 * Suspend all devices for @seconds in the PM core's test mode, without the system itself.
 * Return: 0, or -1 with errno if some device did not take part.
 */
int oa_suspend(unsigned int seconds)
{
	char text[16];
	int ret;

	igt_oa_assert_effect(OA_SUSPENDS);
	/* The default is five seconds. */
	snprintf(text, sizeof(text), "%u", seconds);
	oa_write_text("/sys/module/suspend/parameters/pm_test_delay", text);
	oa_assert_ok(oa_write_text("/sys/power/pm_test", "devices"));
	ret = oa_write_text("/sys/power/state", "freeze");
	oa_assert_ok(oa_write_text("/sys/power/pm_test", "none"));
	return ret;
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

static bool device_probe(struct igt_oa_gpu *dev, int render)
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

/* The matching device number @n, from 0 on. */
bool oa_gpu_find(struct igt_oa_gpu *dev, unsigned int n)
{
	for (int render = 128; render < 144; render++)
		if (device_probe(dev, render) && !n--)
			return true;
	return false;
}

const struct igt_oa_gpu *oa_gpu_require(void)
{
	if (!the_device.render[0]) {
		debugfs_mount();
		igt_require_f(oa_gpu_find(&the_device, 0), "no i915 perf device found");
		igt_oa_before_failure(oa_sim_end_faults);
	}
	return &the_device;
}

/* Look up the device anew, which may have another minor after a bind. */
void oa_gpu_forget(void)
{
	memset(&the_device, 0, sizeof(the_device));
}

int oa_drm_open(void)
{
	int fd = open(oa_gpu_require()->render, O_RDWR | O_CLOEXEC);

	igt_assert_fd(fd);
	return fd;
}

int oa_drm_open_card(void)
{
	int fd = open(oa_gpu_require()->card, O_RDWR | O_CLOEXEC);

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

	snprintf(path, sizeof(path), "%s/%s", oa_gpu_require()->sysfs, name);
	igt_assert_f(oa_read_u64(path, &value), "%s has no number", path);
	return value;
}

void oa_sysctl_path(char *buf, size_t size, const char *name)
{
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

/* Two pages of memory, the second inaccessible. Return: the border between them. */
u8 *oa_border(void)
{
	size_t page = sysconf(_SC_PAGESIZE);
	u8 *p = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		     -1, 0);

	igt_assert(p != MAP_FAILED);
	oa_assert_ok(mprotect(p + page, page, PROT_NONE));
	return p + page;
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

/* hardware.rst 3.14: the timer strobes when this bit of the time stamp rises. */
u64 oa_period_ns(unsigned int bit)
{
	/* Rounded up, as i915 does: abi.rst 6.2 */
	return ((2ull << bit) * 1000000000ull + oa_facts()->timestamp_hz - 1) /
	       oa_facts()->timestamp_hz;
}

static int config_add(int drm, const char *uuid, const struct oa_regs *mux,
		      const struct oa_regs *boolean, const struct oa_regs *flex)
{
	struct drm_i915_perf_oa_config config = {
		.n_mux_regs = mux->num,
		.n_boolean_regs = boolean->num,
		.n_flex_regs = flex->num,
		.mux_regs_ptr = (uintptr_t)mux->pairs,
		.boolean_regs_ptr = (uintptr_t)boolean->pairs,
		.flex_regs_ptr = (uintptr_t)flex->pairs,
	};

	memcpy(config.uuid, uuid, sizeof(config.uuid));
	return oa_ioctl(drm, DRM_IOCTL_I915_PERF_ADD_CONFIG, &config);
}

int oa_config_add(int drm, const char *uuid, const u32 *mux, u32 n_mux,
		  const u32 *boolean, u32 n_boolean)
{
	const struct oa_regs muxes = { mux, n_mux }, booleans = { boolean, n_boolean };

	return config_add(drm, uuid, &muxes, &booleans, &(const struct oa_regs){});
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

/* The id of a metric set; 0 if sysfs does not list it. */
u64 oa_config_id(const char *uuid)
{
	char path[256];
	u64 id = 0;

	snprintf(path, sizeof(path), "%s/metrics/%s/id", oa_gpu_require()->sysfs, uuid);
	return oa_read_u64(path, &id) ? id : 0;
}

static u64 config_ensure(int drm, const char *uuid, const struct oa_regs *mux,
			 const struct oa_regs *boolean, const struct oa_regs *flex)
{
	u64 id = oa_config_id(uuid);
	int ret;

	if (id)
		return id;
	ret = config_add(drm, uuid, mux, boolean, flex);
	igt_assert_f(ret > 0, "metric set %s: %d", uuid, ret);
	return ret;
}

/*
 * The published set that tests on this platform use: RenderBasic on Haswell, TestOa on
 * later platforms. If none is published, one of our own with a single B counter.
 */
u64 oa_config_test_set(int drm)
{
	const struct oa_facts *f = oa_facts();
	const u32 b0[] = { f->cec, 0x00000003, f->cec + 4, 0x0000FFFE };
	const struct oa_regs own = { b0, 2 }, none = {};

	if (!f->uuid)
		return config_ensure(drm, UUID_ONE_COUNTER, &none, &own, &none);
	return config_ensure(drm, f->uuid, &f->set_mux, &f->set_boolean, &f->set_flex);
}

/* hardware.rst 5.5: every B counter counts every GPU clock. */
u64 oa_config_selftest(int drm)
{
	const struct oa_facts *f = oa_facts();
	const struct oa_regs none = {};
	struct oa_regs list;
	u32 regs[8 * 4];

	for (u32 n = 0; n < f->num_b; n++) {
		regs[4 * n + 0] = f->cec + 8 * n;
		regs[4 * n + 1] = 0x00000003;
		regs[4 * n + 2] = f->cec + 8 * n + 4;
		regs[4 * n + 3] = 0x0000FFFE;
	}
	list = (struct oa_regs){ regs, 2u * f->num_b };
	return config_ensure(drm, UUID_CEC_SELFTEST, &none, &list, &none);
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

	/* Also an open that fails may have programmed the unit before. */
	igt_oa_assert_effect(OA_WRITES);
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
	/* abi.rst 10.4: never POLLERR or POLLHUP. */
	igt_assert_eq(pfd.revents & ~POLLIN, 0);
	return ret == 1;
}
