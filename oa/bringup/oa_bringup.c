// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The bring-up report
 *
 * What a GPU shows before anything is written to it, as "key: value" lines under headings:
 * what the machine is, what firmware left, and what the driver would do with it.
 *
 * Waking a power domain takes a write. So a register is shown only if its domain is awake by
 * other means before the read and after it; else the report says "asleep". Most of what it shows
 * lies outside of all power domains: configuration space, GGTT entries, the display, interrupt
 * enables, the acknowledges, and from Gen9 on the source of the time stamp.
 *
 * With the module parameter probe_only another PCI driver of the same name binds to the GPUs. It
 * maps BAR 0 and offers the report in debugfs, i915_oa/<PCI function>/report; each reading of the
 * file makes a new one. Configuration space stays as it was found as well: the function is not
 * enabled, its bus mastering is not touched, no interrupt is requested, nothing is done on suspend.
 * There is no DRM device, so no stream either.
 *
 * Facts: hardware.rst 1.2 to 1.7, 2.1, 2.2, 2.4 to 2.7, 3.14.
 */
#include <linux/cleanup.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/sort.h>

#include <drm/drm_device.h>

#include "bringup/oa_bringup.h"
#include "bringup/oa_bringup_priv.h"
#include "gpu/oa_gpu.h"
#include "oa_platform.h"
#include "regs/gt_regs.h"
#include "regs/gtt_regs.h"
#include "regs/oa_regs.h"

#define OA_BRINGUP_CLOCK_MS	50
#define OA_BRINGUP_ENTRIES	(OA_GGTT_RANGE / SZ_4K)

/*
 * Check whether a hypervisor shares this GPU with guests. Such a GPU answers with the magic of the
 * i915 vGPU interface, or has a value that is not zero in its mailbox. Neither register needs
 * forcewake. Return true if it is shared.
 */
bool oa_bringup_virtualised(struct oa_uncore *uncore, const struct oa_platform *platform)
{
	u64 magic = oa_read32(uncore, VGT_PVINFO_PAGE);
	u32 offset;

	magic |= (u64)oa_read32(uncore, VGT_PVINFO_PAGE + 4) << 32;
	if (magic == VGT_MAGIC)
		return true;
	if (!platform->mailbox)
		return false;
	for (offset = platform->mailbox; offset <= platform->mailbox_end; offset += 4)
		if (oa_read32(uncore, offset))
			return true;
	return false;
}

static int oa_entry_cmp(const void *a, const void *b)
{
	const u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* Sort and count entries of the GGTT. Bit 0 of an entry says on all platforms that it is valid. */
void oa_bringup_count(u64 *entries, u32 num, struct oa_bringup_entries *counts)
{
	u32 i, same = 0;

	*counts = (struct oa_bringup_entries){};
	sort(entries, num, sizeof(*entries), oa_entry_cmp, NULL);
	for (i = 0; i < num; i++) {
		counts->valid += entries[i] & GEN8_PTE_PRESENT;
		if (!i || entries[i] != entries[i - 1]) {
			counts->distinct++;
			same = 0;
		}
		if (++same > counts->most) {
			counts->most = same;
			counts->common = entries[i];
		}
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_bringup_count);

static u32 oa_bringup_awake(struct oa_bringup *b)
{
	return oa_forcewake_peek(b->uncore, b->gt->platform->forcewake);
}

/* Return: false if the register's power domain was asleep before the read, or is after it. */
static bool oa_bringup_read(struct oa_bringup *b, u32 offset, u32 *value)
{
	u32 needed = oa_forcewake_domains(b->gt->platform->forcewake, offset, false);

	if (needed & ~oa_bringup_awake(b))
		return false;
	*value = oa_read32(b->uncore, offset);
	return !(needed & ~oa_bringup_awake(b));
}

static void oa_show_list(struct seq_file *m, struct oa_bringup *b, const struct oa_debug_reg *reg)
{
	u32 value;

	for (; reg->name; reg++) {
		if (oa_bringup_read(b, reg->offset, &value))
			seq_printf(m, "%s: 0x%08x\n", reg->name, value);
		else
			seq_printf(m, "%s: asleep\n", reg->name);
	}
}

/* Check whether all registers of a part can be read now. Return: true also if it has none. */
static bool oa_part_awake(struct oa_bringup *b, enum oa_bringup_part part)
{
	const struct oa_platform *platform = b->gt->platform;
	const struct oa_debug_reg * const *list = platform->bringup->regs[part], *reg;
	u32 needed = 0;

	for (; *list; list++)
		for (reg = *list; reg->name; reg++)
			needed |= oa_forcewake_domains(platform->forcewake, reg->offset, false);
	return !(needed & ~oa_bringup_awake(b));
}

static void oa_show_part(struct seq_file *m, struct oa_bringup *b, enum oa_bringup_part part)
{
	static const char * const names[] = {
		[OA_BRINGUP_FUSES] = "fuses", [OA_BRINGUP_CLOCK] = "time stamp",
		[OA_BRINGUP_POWER] = "RC6 and frequency", [OA_BRINGUP_PAT] = "PAT",
		[OA_BRINGUP_IRQ] = "interrupts",
	};
	const struct oa_debug_reg * const *list = b->gt->platform->bringup->regs[part];

	static_assert(ARRAY_SIZE(names) == OA_NUM_BRINGUP_PARTS);
	seq_printf(m, "[%s]\n", names[part]);
	for (; *list; list++)
		oa_show_list(m, b, *list);
}

static void oa_show_pci(struct seq_file *m, const struct oa_bringup *b)
{
	struct pci_dev *pdev = b->pdev;
	int bar;

	seq_puts(m, "[pci]\n");
	seq_printf(m, "platform: %s\n", b->gt->platform->name);
	seq_printf(m, "simulated: %d\n", !!b->uncore->sim);
	seq_printf(m, "id: %04x:%04x\n", pdev->vendor, pdev->device);
	seq_printf(m, "subsystem: %04x:%04x\n", pdev->subsystem_vendor, pdev->subsystem_device);
	seq_printf(m, "revision: 0x%02x\n", pdev->revision);
	seq_printf(m, "class: 0x%06x\n", pdev->class);
	seq_printf(m, "command: 0x%04x\n", b->command);
	seq_printf(m, "bus_master: %d\n", !!(b->command & PCI_COMMAND_MASTER));
	for (bar = 0; bar <= 4; bar += 2)
		seq_printf(m, "bar%d: 0x%llx bytes at 0x%llx\n", bar,
			   (u64)pci_resource_len(pdev, bar), (u64)pci_resource_start(pdev, bar));
}

static void oa_show_stolen(struct seq_file *m, const struct oa_bringup *b)
{
	seq_puts(m, "[stolen memory]\n");
	seq_printf(m, "ggc: 0x%04x\n", b->ggc);
	seq_printf(m, "bsm: 0x%llx\n", b->bsm);
	seq_printf(m, "stolen_mib: %llu\n", b->gt->platform->bringup->stolen(b->ggc) / SZ_1M);
}

static void oa_show_domains(struct seq_file *m, struct oa_bringup *b)
{
	const struct oa_forcewake_table *table = b->gt->platform->forcewake;
	const struct oa_forcewake_domain *d;

	oa_bringup_awake(b);
	seq_puts(m, "[forcewake acknowledges]\n");
	for (d = table->domains; d < table->domains + OA_NUM_FW; d++)
		if (d->name)
			seq_printf(m, "ack_%s: 0x%08x\n", d->name, oa_read32(b->uncore, d->ack));
	if (table->legacy)
		seq_printf(m, "ack_legacy: 0x%08x\n", oa_read32(b->uncore, table->legacy->ack));
}

/* Return: false if the fuses leave no EU. */
static bool oa_show_fuses(struct seq_file *m, struct oa_bringup *b)
{
	const struct oa_topology_layout *layout = b->gt->platform->topology;
	bool awake = oa_part_awake(b, OA_BRINGUP_FUSES);
	struct oa_topology t;

	oa_show_part(m, b, OA_BRINGUP_FUSES);
	oa_topology_uniform(&t, b->gt->slices, b->gt->subslices, b->gt->eus_per_subslice);
	if (layout && awake)
		oa_topology_read(b->uncore, layout, &t);
	if (!awake || !oa_part_awake(b, OA_BRINGUP_FUSES)) {
		seq_puts(m, "topology: asleep\n");
		return true;
	}
	seq_printf(m, "topology: slices 0x%x, %u subslices, %u EUs\n", t.slice_mask,
		   oa_topology_subslices(&t), oa_topology_eus(&t));
	return oa_topology_eus(&t);
}

/* One sample of both clocks. @early_ns, @late_ns: the time stamp was read between these. */
static bool oa_clock_sample(struct oa_bringup *b, u64 *early_ns, u64 *late_ns, u32 *ticks)
{
	bool awake;

	*early_ns = ktime_get_ns();
	awake = oa_bringup_read(b, RCS_TIMESTAMP_LO, ticks);
	*late_ns = ktime_get_ns();
	return awake;
}

/*
 * Measure the rate of the time stamp. The error is one tick and the time that the two reads took,
 * which may be long on a busy machine.
 */
static void oa_show_measured(struct seq_file *m, struct oa_bringup *b)
{
	u64 early[2], late[2], least, most, ticks;
	u32 stamps[2];

	if (!oa_clock_sample(b, &early[0], &late[0], &stamps[0]))
		goto asleep;
	msleep(OA_BRINGUP_CLOCK_MS);
	if (!oa_clock_sample(b, &early[1], &late[1], &stamps[1]))
		goto asleep;
	ticks = stamps[1] - stamps[0];
	least = early[1] - late[0];
	most = late[1] - early[0];
	seq_printf(m, "measured_hz: %llu to %llu\n",
		   div64_u64((ticks ? ticks - 1 : 0) * NSEC_PER_SEC, most),
		   div64_u64((ticks + 1) * NSEC_PER_SEC, least));
	return;

asleep:
	seq_puts(m, "measured_hz: asleep\n");
}

static void oa_show_clock(struct seq_file *m, struct oa_bringup *b)
{
	const struct oa_platform *platform = b->gt->platform;
	bool awake = oa_part_awake(b, OA_BRINGUP_CLOCK);
	u32 hz = platform->timestamp_hz;

	oa_show_part(m, b, OA_BRINGUP_CLOCK);
	if (platform->read_timestamp_hz && awake)
		hz = platform->read_timestamp_hz(b->uncore);
	if (awake && oa_part_awake(b, OA_BRINGUP_CLOCK))
		seq_printf(m, "expected_hz: %u\n", hz);
	else
		seq_puts(m, "expected_hz: asleep\n");
	oa_show_measured(m, b);
}

static void oa_show_unit(struct seq_file *m, struct oa_bringup *b)
{
	const struct oa_debug_reg * const *list;

	seq_puts(m, "[OA unit]\n");
	for (list = b->gt->platform->debug_regs; *list; list++)
		oa_show_list(m, b, *list);
}

static u64 oa_bringup_space(const struct oa_bringup *b)
{
	return oa_ggtt_space(b->gt->platform->ggtt, b->ggc);
}

/* Check whether the driver would find room for its range, with all entries inside BAR 0. */
static bool oa_bringup_fits(const struct oa_bringup *b)
{
	return oa_ggtt_fits(b->uncore, b->gt->platform->ggtt, b->ggc);
}

static void oa_show_top(struct seq_file *m, const struct oa_bringup *b)
{
	u32 first = (oa_bringup_space(b) - OA_GGTT_RANGE) / SZ_4K, i;
	u64 *entries = kvmalloc_array(OA_BRINGUP_ENTRIES, sizeof(*entries), GFP_KERNEL);
	struct oa_bringup_entries counts;

	if (!entries) {
		seq_puts(m, "top: no memory\n");
		return;
	}
	for (i = 0; i < OA_BRINGUP_ENTRIES; i++)
		entries[i] = oa_ggtt_read_entry(b->uncore, b->gt->platform->ggtt, first + i);
	oa_bringup_count(entries, OA_BRINGUP_ENTRIES, &counts);
	kvfree(entries);
	seq_printf(m, "top_entries: %u\n", (u32)OA_BRINGUP_ENTRIES);
	seq_printf(m, "top_valid: %u\n", counts.valid);
	seq_printf(m, "top_distinct: %u\n", counts.distinct);
	seq_printf(m, "top_all_the_same: %d\n", counts.distinct == 1);
	seq_printf(m, "top_most_frequent: %u of 0x%llx\n", counts.most, counts.common);
}

static void oa_show_ggtt(struct seq_file *m, const struct oa_bringup *b)
{
	seq_puts(m, "[ggtt]\n");
	seq_printf(m, "ggtt_mib: %llu\n", oa_bringup_space(b) / SZ_1M);
	if (oa_bringup_fits(b))
		oa_show_top(m, b);
}

/* Return: true if no plane is near the range that the driver would take. */
static bool oa_show_display(struct seq_file *m, struct oa_bringup *b)
{
	const struct oa_display_layout *layout = b->gt->platform->display;
	const u64 end = oa_bringup_space(b);
	struct oa_plane planes[OA_MAX_PLANES];
	u32 num, i, near = 0;

	seq_puts(m, "[display]\n");
	seq_printf(m, "fused_off: %d\n", oa_display_fused_off(b->uncore, layout));
	num = oa_display_find_planes(b->uncore, layout, planes);
	for (i = 0; i < num; i++) {
		seq_printf(m, "plane_0x%05x: 0x%08x at 0x%08x\n", planes[i].control,
			   planes[i].mode, planes[i].base);
		near += oa_plane_may_overlap(&planes[i], end - OA_GGTT_RANGE, end);
	}
	seq_printf(m, "planes_on: %u\n", num);
	return !near || !oa_bringup_fits(b);
}

static void oa_show_rejection(struct seq_file *m, bool rejects, const char *why, u32 *rejections)
{
	if (!rejects)
		return;
	seq_printf(m, "would_reject: %s\n", why);
	++*rejections;
}

static void oa_show_verdict(struct seq_file *m, struct oa_bringup *b, bool has_eus, bool off_screen)
{
	const u64 end = oa_bringup_space(b);
	bool fits = oa_bringup_fits(b);
	u32 rejections = 0;

	seq_puts(m, "[driver]\n");
	oa_show_rejection(m, oa_bringup_virtualised(b->uncore, b->gt->platform),
			  "the GPU is virtualised", &rejections);
	oa_show_rejection(m, !has_eus, "fuses leave no EU", &rejections);
	oa_show_rejection(m, !fits, "the GGTT can't hold the OA buffer", &rejections);
	oa_show_rejection(m, !off_screen, "a plane scans out near the range of the GGTT",
			  &rejections);
	if (fits)
		seq_printf(m, "would_take_ggtt: 0x%llx to 0x%llx\n", end - OA_GGTT_RANGE, end - 1);
	seq_printf(m, "would_bind: %d\n", !rejections);
}

/*
 * Print the report. Process context, sleeps for 50 ms at most if the GPU is awake. Writes nothing
 * to the GPU. While its memory decoding is off no register answers: print configuration space only.
 */
void oa_bringup_show(struct seq_file *m, struct oa_bringup *b)
{
	bool has_eus, off_screen;

	oa_show_pci(m, b);
	oa_show_stolen(m, b);
	if (!(b->command & PCI_COMMAND_MEMORY)) {
		seq_puts(m, "[driver]\nregisters: memory decoding is off\n");
		return;
	}
	/* A read beyond the end of the BAR would be a fault of the kernel. */
	if (pci_resource_len(b->pdev, 0) < b->gt->platform->bar_bytes) {
		seq_puts(m, "[driver]\nwould_reject: BAR 0 is too small\nwould_bind: 0\n");
		return;
	}
	oa_show_domains(m, b);
	has_eus = oa_show_fuses(m, b);
	oa_show_ggtt(m, b);
	off_screen = oa_show_display(m, b);
	oa_show_part(m, b, OA_BRINGUP_PAT);
	oa_show_part(m, b, OA_BRINGUP_POWER);
	oa_show_part(m, b, OA_BRINGUP_IRQ);
	oa_show_unit(m, b);
	oa_show_clock(m, b);
	oa_show_verdict(m, b, has_eus, off_screen);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_bringup_show);

/* A GPU of this driver; set once. The DRM device is for messages, and is never registered. */
struct oa_probe_only {
	struct drm_device drm;
	struct oa_uncore uncore;
	struct mutex reading;	/* one report at a time; guards domains found awake in @uncore */
	struct oa_bringup bringup;	/* its registers of config space are guarded by @reading */
	struct dentry *dir;
};

static struct dentry *oa_probe_only_root;

static void oa_bringup_read_config(struct oa_bringup *b)
{
	const struct oa_bringup_layout *layout = b->gt->platform->bringup;
	u32 low, high = 0;

	pci_read_config_word(b->pdev, PCI_COMMAND, &b->command);
	pci_read_config_word(b->pdev, SNB_GMCH_CTRL, &b->ggc);
	pci_read_config_dword(b->pdev, layout->bsm, &low);
	if (layout->bsm_high)
		pci_read_config_dword(b->pdev, layout->bsm_high, &high);
	b->bsm = (u64)high << 32 | (low & INTEL_BSM_MASK);
}

static int report_show(struct seq_file *m, void *unused)
{
	struct oa_probe_only *p = m->private;

	guard(mutex)(&p->reading);
	oa_bringup_read_config(&p->bringup);
	oa_bringup_show(m, &p->bringup);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(report);

static int oa_probe_only_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	const struct oa_gt_info *gt = (const void *)id->driver_data;
	struct oa_probe_only *p;
	int ret;

	/* A driver_override makes the PCI core offer any function, with an id of its own. */
	if (!gt) {
		dev_info(&pdev->dev, "%04x is no GPU that this driver knows\n", pdev->device);
		return -ENODEV;
	}
	p = devm_kzalloc(&pdev->dev, sizeof(*p), GFP_KERNEL);
	if (!p)
		return -ENOMEM;
	p->drm.dev = &pdev->dev;
	p->bringup.pdev = pdev;
	p->bringup.uncore = &p->uncore;
	p->bringup.gt = gt;
	mutex_init(&p->reading);
	ret = pci_request_region(pdev, 0, "i915_oa");
	if (ret)
		return ret;
	ret = oa_uncore_init(&p->uncore, &p->drm, pdev, gt->platform->has_fifo);
	if (ret) {
		pci_release_region(pdev, 0);
		return ret;
	}
	pci_set_drvdata(pdev, p);
	p->dir = debugfs_create_dir(pci_name(pdev), oa_probe_only_root);
	debugfs_create_file("report", 0400, p->dir, p, &report_fops);
	dev_info(&pdev->dev, "%s: probe_only, see debugfs i915_oa/%s/report\n",
		 gt->platform->name, pci_name(pdev));
	return 0;
}

static void oa_probe_only_remove(struct pci_dev *pdev)
{
	struct oa_probe_only *p = pci_get_drvdata(pdev);

	/* Waits for readers */
	debugfs_remove(p->dir);
	mutex_destroy(&p->reading);
	oa_uncore_fini(&p->uncore, pdev);
	pci_release_region(pdev, 0);
}

static struct pci_driver oa_probe_only_driver = {
	.name = "i915_oa",
	.probe = oa_probe_only_probe,
	.remove = oa_probe_only_remove,
};

/* Register the driver that only reads, for the GPUs of @ids. Module init. Return 0 or an error. */
int oa_probe_only_register(const struct pci_device_id *ids)
{
	int ret;

	oa_probe_only_driver.id_table = ids;
	oa_probe_only_root = debugfs_create_dir("i915_oa", NULL);
	ret = pci_register_driver(&oa_probe_only_driver);
	if (ret)
		debugfs_remove(oa_probe_only_root);
	return ret;
}

/* Unregister the driver that only reads. Module exit. */
void oa_probe_only_unregister(void)
{
	pci_unregister_driver(&oa_probe_only_driver);
	debugfs_remove(oa_probe_only_root);
}
