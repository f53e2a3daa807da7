// SPDX-License-Identifier: GPL-2.0-only
/*
 * Removal and return of the GPU: unplug, unbind, bind.
 */
#include "oa_lib.h"

/* The GPU as it was first found; it may return with another minor. */
static struct igt_oa_gpu gpu;

const struct igt_oa_gpu *oa_gpu_note(void)
{
	gpu = *oa_gpu_require();
	return &gpu;
}

/* Write to a file of the GPU's PCI driver: "bind" or "unbind". */
bool oa_gpu_write(const char *file)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/bus/pci/drivers/%s/%s", gpu.driver, file);
	return !oa_write_text(path, gpu.pci);
}

/* Check for the GPU's PCI function, or for a file in its directory. */
bool oa_gpu_present(const char *below)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s%s", gpu.pci, below);
	return !access(path, F_OK);
}

bool oa_gpu_back(void)
{
	struct igt_oa_gpu dev;

	for (unsigned int n = 0; oa_gpu_find(&dev, n); n++)
		if (!strcmp(dev.pci, gpu.pci))
			return true;
	return false;
}

/* Make the GPU present and bound, in whatever state an earlier subtest left it. */
void oa_gpu_recover(void)
{
	if (!oa_gpu_present(""))
		oa_write_text("/sys/bus/pci/rescan", "1");
	igt_assert(oa_wait_until(oa_gpu_present(""), 10000));
	if (!oa_gpu_present("/driver"))
		oa_gpu_write("bind");
	igt_assert_f(oa_wait_until(oa_gpu_back(), 10000), "the device does not return");
	/* The minor may have changed, so identify the GPU by its PCI function. */
	setenv("OA_DEVICE", gpu.pci, 1);
	oa_gpu_forget();
	oa_gpu_require();
}
