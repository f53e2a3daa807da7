// SPDX-License-Identifier: GPL-2.0-only
/*
 * The topology of a GPU, as the kernel's query gives it: libi915_perf wants it as a whole.
 */
#include <dirent.h>
#include <drm/i915_drm.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "sources.h"

static int open_node(const char *pci)
{
	char path[512];
	struct dirent *entry;
	int fd = -1;
	DIR *dir;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/drm", pci);
	dir = opendir(path);
	while (dir && fd == -1 && (entry = readdir(dir))) {
		if (strncmp(entry->d_name, "renderD", 7))
			continue;
		snprintf(path, sizeof(path), "/dev/dri/%.32s", entry->d_name);
		fd = open(path, O_RDWR | O_CLOEXEC);
	}
	if (dir)
		closedir(dir);
	return fd;
}

/**
 * topology_is_whole() - do the masks of a topology lie in it, and is it of a size that exists?
 * @gpu: its topology is set
 *
 * A library that is given another one may crash.
 */
bool topology_is_whole(const struct top_gpu *gpu)
{
	struct drm_i915_query_topology_info info;
	u32 masks;

	if (gpu->topology_bytes < sizeof(info))
		return false;
	memcpy(&info, gpu->topology, sizeof(info));
	masks = gpu->topology_bytes - sizeof(info);
	return info.max_slices && info.max_slices <= 8 && info.max_subslices &&
	       info.max_subslices <= 32 && info.max_eus_per_subslice &&
	       info.max_eus_per_subslice <= 16 && info.subslice_stride && info.eu_stride &&
	       info.subslice_stride * 8u >= info.max_subslices &&
	       info.eu_stride * 8u >= info.max_eus_per_subslice &&
	       info.max_slices <= 8u * masks &&
	       info.subslice_offset + 1u * info.max_slices * info.subslice_stride <= masks &&
	       info.eu_offset + 1u * info.max_slices * info.max_subslices * info.eu_stride <= masks;
}

/**
 * topology_read() - ask for the topology of a GPU
 * @gpu: its topology is filled in; nothing if the node can't be opened, or does not say
 */
void topology_read(struct top_gpu *gpu)
{
	struct drm_i915_query_item item = {
		.query_id = DRM_I915_QUERY_TOPOLOGY_INFO,
		.length = sizeof(gpu->topology),
		.data_ptr = (uintptr_t)gpu->topology,
	};
	struct drm_i915_query query = { .num_items = 1, .items_ptr = (uintptr_t)&item };
	const int fd = open_node(gpu->pci);

	if (fd == -1)
		return;
	if (!ioctl(fd, DRM_IOCTL_I915_QUERY, &query) && item.length > 0)
		gpu->topology_bytes = item.length;
	close(fd);
}
