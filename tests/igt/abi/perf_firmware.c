// SPDX-License-Identifier: GPL-2.0-only
/*
 * A GPU as firmware leaves it, before any driver was bound: the screen is lit, the
 * framebuffer in use, the registers not as i915 leaves them. The driver works beside
 * that, and restores what it changed. architecture.rst "What always holds", 4.
 */
#include <fcntl.h>

#include "oa_lib.h"

#define PCI_COMMAND		4
#define PCI_COMMAND_MASTER	4
#define PAT			0x40e0

static const struct igt_oa_gpu *gpu;

static void unbind_reset(void)
{
	oa_gpu_recover();
	oa_sim_reset();
	igt_assert(oa_gpu_write("unbind"));
	igt_assert(oa_wait_until(!oa_gpu_present("/driver"), 10000));
}

static bool bind(void)
{
	return oa_gpu_write("bind");
}

static u16 pci_command(void)
{
	char path[256];
	u16 command;
	int fd;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/config", gpu->pci);
	fd = open(path, O_RDONLY);
	igt_assert_fd(fd);
	igt_assert_eq(pread(fd, &command, sizeof(command), PCI_COMMAND), (int)sizeof(command));
	close(fd);
	return command;
}

static void set_pci_command(u16 command)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/config", gpu->pci);
	fd = open(path, O_WRONLY);
	igt_assert_fd(fd);
	igt_assert_eq(pwrite(fd, &command, sizeof(command), PCI_COMMAND), (int)sizeof(command));
	close(fd);
}

/* A display that the firmware left on reads memory all the time, so it stays a bus master. */
static void test_bus_master(u16 master)
{
	oa_sim_require();
	unbind_reset();
	set_pci_command((pci_command() & ~PCI_COMMAND_MASTER) | master);
	igt_assert(bind());
	igt_assert_eq(pci_command() & PCI_COMMAND_MASTER, PCI_COMMAND_MASTER);
	oa_gpu_assert_works();
	igt_assert(oa_gpu_write("unbind"));
	igt_assert_eq(pci_command() & PCI_COMMAND_MASTER, master);
	oa_gpu_assert_works();
}

/* The same with whatever firmware left on this GPU */
static void test_bus_master_as_found(void)
{
	u16 found;

	oa_gpu_recover();
	igt_assert(oa_gpu_write("unbind"));
	igt_assert(oa_wait_until(!oa_gpu_present("/driver"), 10000));
	found = pci_command();
	igt_assert(bind());
	igt_assert_eq(pci_command() & PCI_COMMAND_MASTER, PCI_COMMAND_MASTER);
	oa_gpu_assert_works();
	igt_assert(oa_gpu_write("unbind"));
	igt_assert_eq(pci_command(), found);
	oa_gpu_assert_works();
}

/*
 * simpledrm, efifb or vesafb holds a part of the aperture, which the driver does not need. On
 * Cherryview, and on Broxton behind an IOMMU, it must not change the GGTT while they write there.
 */
static void test_framebuffer(void)
{
	bool fails = !strcmp(oa_facts()->name, "chv"), may_fail = !strcmp(oa_facts()->name, "bxt");
	bool bound;

	oa_sim_require_knob("boot_framebuffer");
	unbind_reset();
	oa_sim_write("boot_framebuffer", "1");
	bound = bind();
	igt_assert(bound != fails || may_fail);
	if (bound)
		oa_gpu_assert_works();
	oa_sim_write("boot_framebuffer", "0");
	/* A failed bind left nothing behind. */
	igt_assert(bound || bind());
	oa_gpu_assert_works();
}

/* The OA unit must not write over what the display shows. */
static void test_scanout(const char *address, bool binds)
{
	oa_sim_require_knob("scanout");
	unbind_reset();
	oa_sim_write("scanout", address);
	igt_assert_eq(bind(), binds);
	if (binds)
		oa_gpu_assert_works();
	oa_sim_write("scanout", "0");
	oa_gpu_assert_works();
	oa_assert_no_violation();
}

/*
 * Firmware left a source of the display, the PCH or the like enabled, and it fires. No
 * driver serves it, so the line would stay asserted while a stream is open.
 */
static void test_other_sources(void)
{
	struct oa_session s;
	char block[8];

	oa_sim_require_knob("raise_block");
	oa_gpu_recover();
	for (unsigned int n = 0; n < 8; n++) {
		unbind_reset();
		snprintf(block, sizeof(block), "%u", n);
		oa_sim_write("raise_block", block);
		oa_gpu_recover();
		oa_session_simple(&s, 0, 14);
		oa_collect(s.stream, &s.tally, 5, 4096);
		oa_tally_assert_whole(&s.tally);
		igt_assert_eq_u64(oa_status("irq_none"), 0);
		/* The session compares the enable registers before and after. */
		oa_session_close(&s);
	}
	unbind_reset();
	oa_sim_write("power_cycle", "1");
	oa_gpu_recover();
}

/* hardware.rst 1.7: without a shared cache the GPU must snoop, else it must use the LLC. */
static u8 pat_of_buffers(void)
{
	const char *name = oa_facts()->name;

	return !strcmp(name, "chv") || !strcmp(name, "bxt") ? 0x40 : 0x07;
}

/*
 * From Gen8 on, index 0 of the PAT decides whether the GPU's writes are coherent with the CPU's
 * caches. The driver sets it while it is bound, and leaves the other indices alone. Each access
 * with another value is a violation.
 */
static void test_pat(void)
{
	u32 before, bound;

	oa_sim_require();
	oa_gpu_recover();
	igt_require_f(oa_facts()->timestamp_dwords == 1,
		      "up to Gen7 each GGTT entry has its cacheability");
	unbind_reset();
	before = oa_sim_register(PAT);
	igt_assert_neq(before & 0xff, pat_of_buffers());
	igt_assert(bind());
	bound = oa_sim_register(PAT);
	igt_assert_eq_u32(bound, (before & ~0xffu) | pat_of_buffers());
	oa_gpu_assert_works();
	igt_assert_eq_u32(oa_sim_register(PAT), bound);
	igt_assert(oa_gpu_write("unbind"));
	igt_assert_eq_u32(oa_sim_register(PAT), before);
	oa_gpu_assert_works();
}

static void rescan_with_pin(const char *pin)
{
	oa_sim_write("interrupt_pin", pin);
	igt_assert(oa_gpu_remove());
	oa_assert_ok(oa_write_text("/sys/bus/pci/rescan", "1"));
	oa_gpu_recover();
}

/* Without an interrupt the deadline wakes readers. */
static void test_no_interrupt(void)
{
	u64 before;

	oa_sim_require_knob("interrupt_pin");
	oa_gpu_recover();
	rescan_with_pin("0");
	before = oa_sim_u64("interrupts");
	oa_gpu_assert_works();
	igt_assert_eq_u64(oa_sim_u64("interrupts"), before);
	rescan_with_pin("1");
	oa_gpu_assert_works();
}

igt_main
{
	igt_fixture {
		gpu = oa_gpu_note();
	}

	igt_oa_effect(OA_UNBINDS);
	oa_subtest("bus-master-stays", test_bus_master(PCI_COMMAND_MASTER));
	oa_subtest("bus-master-goes", test_bus_master(0));
	oa_subtest("bus-master-as-found", test_bus_master_as_found());
	oa_subtest("beside-framebuffer", test_framebuffer());
	oa_subtest("screen-lit", test_scanout("0x1000000", true));
	oa_subtest("screen-off", test_scanout("0xffffffff", true));
	/* Eight MiB before the end of the GGTT, which has 2 GiB, or 4 GiB from Broadwell on */
	oa_subtest("screen-in-our-range",
		   test_scanout(oa_facts()->timestamp_dwords == 1 ? "0xff800000" : "0x7f800000",
				false));

	oa_subtest("other-interrupt-sources", test_other_sources());
	oa_subtest("pat", test_pat());
	oa_subtest("no-interrupt", test_no_interrupt());

	igt_fixture
		oa_gpu_recover();
}
