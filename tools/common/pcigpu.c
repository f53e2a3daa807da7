// SPDX-License-Identifier: GPL-2.0-only
/*
 * The GPUs of the machine by PCI, to say why these tools can't read them.
 *
 * A GPU without a suitable driver has no node that could be opened, but sysfs lists it.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common/message.h"
#include "tools/common/pcigpu.h"
#include "tools/common/platform.h"

#define DEVICES		"/sys/bus/pci/devices"
#define INTEL		0x8086
/* The base class of display controllers */
#define CLASS_DISPLAY	0x03

/* Names by the device ids in Linux's <drm/intel/pciids.h>, before those of rows in platform.c */
static const struct {
	u16 first;
	u16 last;
	const char *name;
} generations[] = {
	{ 0x0042, 0x0046, "Ironlake" },
	{ 0x0b69, 0x0be5, "Ponte Vecchio" },
	{ 0x4626, 0x462a, "Alder Lake-P" }, { 0x4680, 0x4693, "Alder Lake-S" },
	{ 0x46a0, 0x46c3, "Alder Lake-P" }, { 0x46d0, 0x46d4, "Alder Lake-N" },
	{ 0x4905, 0x4909, "DG1" }, { 0x4c80, 0x4c9a, "Rocket Lake" },
	{ 0x5690, 0x56bf, "Alchemist" }, { 0x56c0, 0x56c2, "Data Center GPU Flex" },
	{ 0x5a40, 0x5a5c, "Cannon Lake" }, { 0x6420, 0x64b0, "Lunar Lake" },
	{ 0x674c, 0x6750, "Crescent Island" },
	{ 0x7d40, 0x7d40, "Meteor Lake" }, { 0x7d41, 0x7d41, "Arrow Lake" },
	{ 0x7d45, 0x7d45, "Meteor Lake" }, { 0x7d51, 0x7d51, "Arrow Lake" },
	{ 0x7d55, 0x7d60, "Meteor Lake" }, { 0x7d67, 0x7dd1, "Arrow Lake" },
	{ 0x7dd5, 0x7dd5, "Meteor Lake" },
	{ 0x9a40, 0x9af8, "Tiger Lake" },
	{ 0xa720, 0xa721, "Raptor Lake-P" }, { 0xa780, 0xa78b, "Raptor Lake-S" },
	{ 0xa7a0, 0xa7ad, "Raptor Lake-P" },
	{ 0xb080, 0xb0b0, "Panther Lake" }, { 0xb640, 0xb640, "Arrow Lake" },
	{ 0xd740, 0xd74b, "Nova Lake-S" }, { 0xd750, 0xd75f, "Nova Lake-P" },
	{ 0xe202, 0xe223, "Battlemage" }, { 0xfd80, 0xfd81, "Wildcat Lake" },
};

/* struct pci_function - a display controller; an empty driver: none */
struct pci_function {
	char address[32];
	u32 vendor;
	u32 device;
	char driver[32];
};

/**
 * pcigpu_name() - name a GPU of Intel's
 * @devid: its PCI device id
 * @text: buffer of PCIGPU_NAME_BYTES
 *
 * Return: @text, with the name, if there is one, and the id.
 */
const char *pcigpu_name(u32 devid, char *text)
{
	const struct dump_platform *platform = platform_by_devid(devid);
	const char *name = platform ? platform->name : "a GPU of Intel's";
	size_t i;

	for (i = 0; i < ARRAY_LEN(generations); i++)
		if (devid >= generations[i].first && devid <= generations[i].last)
			name = generations[i].name;
	snprintf(text, PCIGPU_NAME_BYTES, "%s (8086:%04x)", name, devid);
	return text;
}

/**
 * pcigpu_instead() - say what reads a GPU that these tools do not know
 * @driver: its driver
 *
 * Return: text to follow the driver's name.
 */
const char *pcigpu_instead(const char *driver)
{
	if (!strcmp(driver, "i915"))
		return ", whose reports of this GPU these tools do not know; busy time: intel_gpu_top";
	if (!strcmp(driver, "xe"))
		return ", whose OA interface these tools do not speak; busy time: gputop (of intel-gpu-tools)";
	return ", which has no OA interface that these tools speak";
}

static u32 read_hex(const char *address, const char *name)
{
	char path[128];
	unsigned int value = 0;
	FILE *file;

	snprintf(path, sizeof(path), DEVICES "/%.31s/%s", address, name);
	file = fopen(path, "re");
	if (!file)
		return 0;
	if (fscanf(file, "%x", &value) != 1)
		value = 0;
	fclose(file);
	return value;
}

/* Return: false if the function is no display controller. */
static bool read_function(const char *address, struct pci_function *function)
{
	char path[128], link[256];
	const char *name;
	ssize_t bytes;

	if (read_hex(address, "class") >> 16 != CLASS_DISPLAY)
		return false;
	snprintf(function->address, sizeof(function->address), "%.31s", address);
	function->vendor = read_hex(address, "vendor");
	function->device = read_hex(address, "device");
	snprintf(path, sizeof(path), DEVICES "/%.31s/driver", address);
	bytes = readlink(path, link, sizeof(link) - 1);
	link[bytes > 0 ? bytes : 0] = 0;
	name = strrchr(link, '/');
	snprintf(function->driver, sizeof(function->driver), "%.31s", name ? name + 1 : "");
	return true;
}

static bool is_loaded(const char *module)
{
	char path[64];

	snprintf(path, sizeof(path), "/sys/module/%s", module);
	return !access(path, F_OK);
}

/* A GPU that no driver has */
static void explain_idle(const struct pci_function *function, const char *name)
{
	const struct dump_platform *platform = platform_by_devid(function->device);
	const char *driver = platform && !platform->i915 ? "i915_oa" : "i915";

	if (!platform)
		complain("%s at %s has no driver, and these tools do not know its reports", name,
			 function->address);
	else if (is_loaded(driver))
		complain("%s at %s has no driver: echo %s >/sys/bus/pci/drivers/%s/bind", name,
			 function->address, function->address, driver);
	else
		complain("%s at %s has no driver: modprobe %s", name, function->address, driver);
}

static bool probes_only(void)
{
	FILE *file = fopen("/sys/module/i915_oa/parameters/probe_only", "re");
	bool yes = file && fgetc(file) == 'Y';

	if (file)
		fclose(file);
	return yes;
}

/* A GPU that these tools know, whose driver could stream, but no node was found */
static void explain_known(const struct pci_function *function, const char *name)
{
	const struct dump_platform *platform = platform_by_devid(function->device);

	if (!strcmp(function->driver, "i915_oa") && probes_only())
		complain("%s at %s is driven by i915_oa with probe_only=1, which streams nothing; oa-report shows what it found",
			 name, function->address);
	else if (!strcmp(function->driver, "i915") && !platform->i915)
		complain("%s at %s is driven by i915, which has no performance counters on it; i915_oa has them",
			 name, function->address);
	else
		complain("%s at %s is driven by %s, but has no node in /dev/dri that these tools can use (in a container, pass /dev/dri to it)",
			 name, function->address, function->driver);
}

static void explain(const struct pci_function *function)
{
	const bool known = platform_by_devid(function->device);
	char name[PCIGPU_NAME_BYTES];

	if (function->vendor != INTEL) {
		complain("the GPU at %s (%04x:%04x%s%s) is not Intel's", function->address,
			 function->vendor, function->device, *function->driver ? ", driver " : "",
			 function->driver);
		return;
	}
	pcigpu_name(function->device, name);
	if (!*function->driver)
		explain_idle(function, name);
	else if (known && (!strcmp(function->driver, "i915") ||
			   !strcmp(function->driver, "i915_oa")))
		explain_known(function, name);
	else
		complain("%s at %s is driven by %s%s", name, function->address, function->driver,
			 pcigpu_instead(function->driver));
}

static int by_address(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/**
 * pcigpu_explain() - print of each GPU why these tools can't read it
 *
 * For use when none can be read.
 */
void pcigpu_explain(void)
{
	struct pci_function function;
	struct dirent **names;
	const int num = scandir(DEVICES, &names, NULL, by_address);
	int i, found = 0;

	if (num < 0) {
		complain(DEVICES ": %s", strerror(errno));
		return;
	}
	for (i = 0; i < num; i++) {
		if (read_function(names[i]->d_name, &function)) {
			explain(&function);
			found++;
		}
		free(names[i]);
	}
	free(names);
	if (!found)
		complain("this machine has no GPU on its PCI bus");
}
