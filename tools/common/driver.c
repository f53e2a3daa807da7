// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernel's driver of a GPU, and calls to it: i915_oa, or i915 itself, which offers the same
 * streams on Haswell and later, without the extensions.
 */
#include <drm/drm.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tools/common/dump_gpu.h"
#include "tools/common/message.h"

/**
 * driver_ioctl() - call an ioctl, and retry it after EINTR and EAGAIN until interrupted()
 * @fd: file descriptor of the node or stream
 * @request: the ioctl
 * @arg: its argument
 *
 * Prints nothing. Return: the ioctl's result, or a negative errno.
 */
int driver_ioctl(int fd, unsigned long request, void *arg)
{
	int ret;

	do
		ret = ioctl(fd, request, arg);
	while (ret == -1 && (errno == EINTR || errno == EAGAIN) && !interrupted());
	return ret == -1 ? -errno : ret;
}

/* The description of i915_oa, whose name is a parameter, by default that of i915 */
#define OWN_DESCRIPTION		"Intel GPU observation architecture"
#define I915_DESCRIPTION	"Intel Graphics"

/* Read the DRM driver's name and description. Return: false if there are none. */
static bool read_version(const struct dump_gpu *gpu, char *name, size_t name_bytes, char *text,
			 size_t text_bytes)
{
	struct drm_version version = {
		.name_len = name_bytes - 1, .name = name, .desc_len = text_bytes - 1, .desc = text,
	};

	memset(name, 0, name_bytes);
	memset(text, 0, text_bytes);
	return !driver_ioctl(gpu->fd, DRM_IOCTL_VERSION, &version);
}

/**
 * driver_speaks() - check whether a node's driver has the i915 perf ABI
 * @gpu: its node is open; its driver is set to the name that DRM has for it
 *
 * Call this before any ioctl of i915's, whose numbers are other calls in other drivers.
 */
bool driver_speaks(struct dump_gpu *gpu)
{
	char text[64];

	return read_version(gpu, gpu->driver, sizeof(gpu->driver), text, sizeof(text)) &&
	       (!strcmp(gpu->driver, "i915") || !strcmp(text, OWN_DESCRIPTION));
}

/* Both drivers have the name "i915", which programs expect. Only i915 has its description. */
static void find_by_version(struct dump_gpu *gpu)
{
	char name[32], text[64];

	snprintf(gpu->driver, sizeof(gpu->driver), "%s",
		 read_version(gpu, name, sizeof(name), text, sizeof(text)) &&
		 !strcmp(text, I915_DESCRIPTION) ? "i915" : "unknown");
}

/**
 * driver_hint() - suggest a remedy for an error that has the same cause in all calls of the driver
 * @error: a positive errno
 *
 * Return: text to append to strerror(), or an empty one.
 */
const char *driver_hint(int error)
{
	return error == EACCES ?
	       " (needs CAP_PERFMON, which root has outside of containers, or sysctl dev.i915.perf_stream_paranoid=0)" :
	       "";
}

/**
 * driver_find() - look up the kernel's driver of a GPU
 * @gpu: the GPU, with its directory in sysfs; its driver is filled in
 */
void driver_find(struct dump_gpu *gpu)
{
	char path[sizeof(gpu->sysfs) + 16], link[256];
	const char *name;
	ssize_t bytes;

	if (!gpu->sysfs[0]) {
		find_by_version(gpu);
		return;
	}
	snprintf(path, sizeof(path), "%s/device/driver", gpu->sysfs);
	bytes = readlink(path, link, sizeof(link) - 1);
	link[bytes > 0 ? bytes : 0] = 0;
	name = strrchr(link, '/');
	snprintf(gpu->driver, sizeof(gpu->driver), "%.31s", name ? name + 1 : "unknown");
}

/* Check for this project's extensions of the ABI. Return: false for i915. */
bool driver_extended(const struct dump_gpu *gpu)
{
	return strcmp(gpu->driver, "i915");
}

/**
 * driver_reset_risk() - describe a panic that an open stream of i915's makes possible
 *
 * It was seen on 6.1, and not on 6.12 and 7.3. The kernels between were not tried.
 *
 * Return: the text, NULL on a kernel without this risk.
 */
const char *driver_reset_risk(void)
{
	static char text[192];
	unsigned int major, minor;
	struct utsname name;

	if (uname(&name) || sscanf(name.release, "%u.%u", &major, &minor) != 2 || major > 6 ||
	    (major == 6 && minor >= 12))
		return NULL;
	snprintf(text, sizeof(text),
		 "an unbind of i915, or a reset of the whole GPU, under an open stream %s on Linux %u.%u",
		 major == 6 && minor == 1 ? "panics the machine" :
		 "panics Linux 6.1, not 6.12; it is not known what it does", major, minor);
	return text;
}

/* Print driver_reset_risk(), once. */
void driver_warn_of_reset(void)
{
	static bool warned;
	const char *risk = warned ? NULL : driver_reset_risk();

	if (risk)
		complain("%s", risk);
	warned = true;
}
