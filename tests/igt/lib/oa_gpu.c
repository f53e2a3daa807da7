// SPDX-License-Identifier: GPL-2.0-only
/*
 * Removal, return and resets of the GPU: unplug, unbind, bind, a reset of the GT.
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

	/* A bind puts back what an earlier subtest left. */
	if (strcmp(file, "bind"))
		igt_oa_assert_effect(OA_UNBINDS);
	snprintf(path, sizeof(path), "/sys/bus/pci/drivers/%s/%s", gpu.driver, file);
	return !oa_write_text(path, gpu.pci);
}

/* Remove the GPU's PCI function from the bus. */
bool oa_gpu_remove(void)
{
	char path[256];

	igt_oa_assert_effect(OA_UNBINDS);
	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/remove", gpu.pci);
	return !oa_write_text(path, "1");
}

/* Check for the GPU's PCI function, or for a file in its directory. */
bool oa_gpu_present(const char *below)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s%s", gpu.pci, below);
	return !access(path, F_OK);
}

/* Check that the GPU is back, and no other driver has it: udev may have loaded one meanwhile. */
bool oa_gpu_back(void)
{
	struct igt_oa_gpu dev;

	for (unsigned int n = 0; oa_gpu_find(&dev, n); n++)
		if (!strcmp(dev.pci, gpu.pci) && !strcmp(dev.driver, gpu.driver))
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
	igt_assert_f(oa_wait_until(oa_gpu_back(), 10000), "the device does not return to %s",
		     gpu.driver);
	/* The minor may have changed, so identify the GPU by its PCI function. */
	setenv("OA_DEVICE", gpu.pci, 1);
	oa_gpu_forget();
	oa_gpu_require();
}

#define RESET_FILE	"oa_reset_gt"

/* Skip a subtest if neither a simulated GPU's knob nor a file of the driver's resets the GT. */
void oa_reset_require(void)
{
	if (oa_sim_present())
		oa_sim_require_knob("gt_reset");
	else
		igt_require_f(!access(oa_driver_file(RESET_FILE), W_OK),
			      "the driver has no file %s", RESET_FILE);
}

/*
 * Reset the GT as another agent would, unknown to the stream: "render", the render engine, or
 * "full", all of it.
 */
void oa_reset_gt(const char *what)
{
	igt_oa_assert_effect(OA_RESETS);
	if (oa_sim_present())
		oa_sim_write("gt_reset", what);
	else
		oa_assert_ok(oa_write_text(oa_driver_file(RESET_FILE),
					   strcmp(what, "full") ? "2" : "1"));
}
