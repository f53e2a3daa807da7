// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: probe_only
 *
 * With this module parameter another PCI driver of the same name binds to the GPUs. It maps BAR 0
 * and offers the bring-up report in debugfs, i915_oa/<PCI function>/report. Configuration space
 * stays as it was found as well: the function is not enabled, its bus mastering is not touched, no
 * interrupt is requested, nothing is done on suspend. There is no DRM device, so no stream either.
 *
 * Each reading of the file makes a new report.
 */
#include <linux/cleanup.h>
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/seq_file.h>

#include <drm/drm_device.h>

#include "bringup/oa_bringup.h"
#include "bringup/oa_bringup_priv.h"
#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "oa_platform.h"
#include "regs/gtt_regs.h"

/* A GPU of this driver; set once. The DRM device is for messages, and is never registered. */
struct oa_probe_only {
	struct pci_dev *pdev;
	struct drm_device drm;
	struct oa_uncore uncore;
	struct mutex reading;	/* one report at a time; guards domains found awake in @uncore */
	const struct oa_gt_info *gt;
	struct dentry *dir;
};

static struct dentry *oa_probe_only_root;

static void oa_probe_only_config(const struct oa_probe_only *p, struct oa_bringup_config *c)
{
	const struct oa_bringup_layout *layout = p->gt->platform->bringup;
	struct pci_dev *pdev = p->pdev;
	u32 low, high = 0;
	int i;

	c->vendor = pdev->vendor;
	c->device = pdev->device;
	c->subvendor = pdev->subsystem_vendor;
	c->subdevice = pdev->subsystem_device;
	c->revision = pdev->revision;
	c->class = pdev->class;
	pci_read_config_word(pdev, PCI_COMMAND, &c->command);
	pci_read_config_word(pdev, SNB_GMCH_CTRL, &c->ggc);
	pci_read_config_dword(pdev, layout->bsm, &low);
	if (layout->bsm_high)
		pci_read_config_dword(pdev, layout->bsm_high, &high);
	c->bsm = (u64)high << 32 | (low & INTEL_BSM_MASK);
	for (i = 0; i < ARRAY_SIZE(c->bars); i++) {
		c->bars[i].start = pci_resource_start(pdev, 2 * i);
		c->bars[i].bytes = pci_resource_len(pdev, 2 * i);
	}
}

static int report_show(struct seq_file *m, void *unused)
{
	struct oa_probe_only *p = m->private;
	struct oa_bringup b = { .uncore = &p->uncore, .gt = p->gt };

	guard(mutex)(&p->reading);
	oa_probe_only_config(p, &b.config);
	oa_bringup_show(m, &b);
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
	p->pdev = pdev;
	p->drm.dev = &pdev->dev;
	p->gt = gt;
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

/*
 * Register the driver that only reads, for the GPUs of @ids. Module init. Return 0 or the error of
 * pci_register_driver().
 */
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
