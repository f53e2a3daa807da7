// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The module
 *
 * A PCI driver for Intel GPUs that no other driver holds. It never loads by itself. Real and
 * simulated GPUs take the same path through probe; only oa_uncore_init() can tell them apart.
 */
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/pm.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <drm/drm_gem.h>
#include <drm/drm_ioctl.h>
#include <drm/drm_managed.h>
#include <drm/drm_print.h>
#include <uapi/drm/i915_drm.h>

#include "bringup/oa_bringup.h"
#include "engine/oa_engine.h"
#include "gpu/oa_gpu.h"
#include "lease/oa_lease.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_drv.h"
#include "oa_platform.h"
#include "perf/oa_perf.h"
#include "stream/oa_stream.h"
#include "uapi/oa_uapi.h"
#include "unit/oa_unit.h"

static char *oa_drm_name = "i915";
module_param_named(drm_name, oa_drm_name, charp, 0444);
MODULE_PARM_DESC(drm_name, "Name of the DRM driver; clients of the perf ABI look for i915 (default)");

static bool oa_probe_only;
module_param_named(probe_only, oa_probe_only, bool, 0444);
MODULE_PARM_DESC(probe_only, "Only read: write no register, offer no device, show a bring-up report in debugfs (default: N)");

static const struct drm_ioctl_desc oa_ioctls[] = {
	DRM_IOCTL_DEF_DRV(I915_GETPARAM, oa_getparam_ioctl, DRM_RENDER_ALLOW),
	/* The caller never has work in flight. */
	DRM_IOCTL_DEF_DRV(I915_GEM_THROTTLE, drm_noop, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_CREATE, oa_gem_create_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_CREATE_EXT, oa_gem_create_ext_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_PREAD, oa_gem_pread_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_PWRITE, oa_gem_pwrite_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_MMAP, oa_gem_mmap_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_MMAP_OFFSET, oa_gem_mmap_offset_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_SET_DOMAIN, oa_gem_set_domain_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_SET_TILING, oa_gem_set_tiling_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_GET_TILING, oa_gem_get_tiling_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_GET_APERTURE, oa_gem_get_aperture_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_CONTEXT_CREATE_EXT, oa_context_create_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_CONTEXT_DESTROY, oa_context_destroy_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_GEM_CONTEXT_GETPARAM, oa_context_getparam_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_REG_READ, oa_reg_read_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_PERF_OPEN, oa_stream_open_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_PERF_ADD_CONFIG, oa_config_add_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_PERF_REMOVE_CONFIG, oa_config_remove_ioctl, DRM_RENDER_ALLOW),
	DRM_IOCTL_DEF_DRV(I915_QUERY, oa_query_ioctl, DRM_RENDER_ALLOW),
};

/* As DRM's default for GEM drivers, except for 32-bit programs */
static const struct file_operations oa_drm_fops = {
	.owner = THIS_MODULE,
	.open = drm_open,
	.release = drm_release,
	.unlocked_ioctl = drm_ioctl,
	.compat_ioctl = oa_compat_ioctl,
	.poll = drm_poll,
	.read = drm_read,
	.llseek = noop_llseek,
	.mmap = drm_gem_mmap,
	OA_DRM_FOP_FLAGS
};

/* Not const, because the name is a module parameter. */
static struct drm_driver oa_drm_driver = {
	.driver_features = DRIVER_GEM | DRIVER_RENDER,
	.open = oa_file_open,
	.postclose = oa_file_close,
	.debugfs_init = oa_debugfs_init,
	.ioctls = oa_ioctls,
	.num_ioctls = ARRAY_SIZE(oa_ioctls),
	.fops = &oa_drm_fops,
	.desc = "Intel GPU observation architecture",
	OA_DRM_DRIVER_DATE
	/* The version of i915's ABI */
	.major = 1,
	.minor = 6,
};

/* A GPU, with its state in each of the rooms below */
struct oa_parts {
	struct oa_device oa;
	struct oa_topology topology;
	struct oa_uncore uncore;
	struct oa_ggtt ggtt;
	struct oa_rps rps;
	struct oa_irq irq;
	struct oa_kctx kctx;
	struct oa_unit unit;
};

static void oa_fini_software(struct drm_device *drm, void *unused)
{
	struct oa_device *oa = to_oa(drm);

	mutex_destroy(&oa->rps->lock);
	mutex_destroy(&oa->unit_lock);
}

/* Set up the state that outlives the PCI function, as open streams may. */
static int oa_init_software(struct oa_parts *parts, const struct oa_gt_info *gt)
{
	struct oa_device *oa = &parts->oa;

	oa->platform = gt->platform;
	oa->topology = &parts->topology;
	oa->uncore = &parts->uncore;
	oa->ggtt = &parts->ggtt;
	oa->rps = &parts->rps;
	oa->irq = &parts->irq;
	oa->kctx = &parts->kctx;
	oa->unit = &parts->unit;
	mutex_init(&oa->unit_lock);
	oa->kctx->uncore = oa->uncore;
	oa->kctx->ggtt = oa->ggtt;
	oa->kctx->ops = gt->platform->kctx;
	oa->kctx->lrc = gt->platform->lrc;
	oa->unit->uncore = oa->uncore;
	oa->unit->kctx = oa->kctx;
	oa_rps_init(oa->rps, oa->uncore, gt->platform->freqs);
	oa_irq_init(oa->irq, oa->uncore, gt->platform->irq, oa_stream_half_full);
	oa->irq->owner = oa;
	return drmm_add_action_or_reset(&oa->drm, oa_fini_software, NULL) ?:
	       oa_config_registry_init(oa) ?: oa_stream_init(oa);
}

/* Forcewake held. */
static int oa_read_fuses(struct oa_device *oa, const struct oa_gt_info *gt)
{
	oa->timestamp_hz = oa_gt_read(gt, oa->uncore, oa->topology);
	oa_rps_read_limits(oa->rps);
	oa_forcewake_read_fuses(oa->uncore);
	oa_steering_init(oa->uncore, oa->platform->steering, oa->topology);
	if (!oa_topology_eus(oa->topology)) {
		drm_err(&oa->drm, "fuses leave no EU\n");
		return -ENODEV;
	}
	return 0;
}

static void oa_fini_registers(struct oa_device *oa)
{
	oa_forcewake_fini(oa->uncore);
	oa_uncore_fini(oa->uncore, oa_pdev(oa));
}

/* A unit that was left on writes to GGTT addresses that become this driver's. Forcewake held. */
static int oa_quiesce_unit(struct oa_device *oa)
{
	int ret = oa_unit_quiesce(oa->unit, oa->platform->unit);

	if (ret)
		drm_err(&oa->drm, "the OA unit does not stop: only a reset of the GPU helps\n");
	return ret;
}

static int oa_init_registers(struct oa_device *oa, const struct oa_gt_info *gt)
{
	struct pci_dev *pdev = oa_pdev(oa);
	int ret;

	if (pci_resource_len(pdev, 0) < oa->platform->bar_bytes) {
		drm_err(&oa->drm, "BAR 0 holds %llu bytes, need %u\n",
			(u64)pci_resource_len(pdev, 0), oa->platform->bar_bytes);
		return -ENODEV;
	}
	ret = oa_uncore_init(oa->uncore, &oa->drm, pdev, oa->platform->has_fifo);
	if (ret)
		return ret;
	oa_forcewake_init(oa->uncore, oa->platform->forcewake);
	if (oa_bringup_virtualised(oa->uncore, oa->platform)) {
		drm_err(&oa->drm, "GPU is virtualised: a guest can't drive its OA unit\n");
		ret = -ENODEV;
		goto err;
	}
	ret = oa_forcewake_get(oa->uncore, OA_FORCEWAKE_ALL);
	if (ret)
		goto err;
	ret = oa_read_fuses(oa, gt) ?: oa_quiesce_unit(oa);
	oa_forcewake_put(oa->uncore, OA_FORCEWAKE_ALL);
	if (!ret)
		return 0;
err:
	oa_fini_registers(oa);
	return ret;
}

/* Close the device to clients. Afterwards open files touch no register. */
static void oa_leave_drm(struct oa_device *oa)
{
	drm_dev_unplug(&oa->drm);
	oa_stream_detach(oa);
	oa_counting_detach(oa);
}

static int oa_register(struct oa_device *oa)
{
	int ret = drm_dev_register(&oa->drm, 0);

	if (ret)
		return ret;
	ret = oa_sysfs_add(oa);
	if (ret)
		goto err_drm;
	ret = oa_config_registry_publish(oa);
	if (ret)
		goto err_sysfs;
	return 0;

err_sysfs:
	oa_sysfs_remove(oa);
err_drm:
	/* A client may have opened a stream since the device was registered. */
	oa_leave_drm(oa);
	return ret;
}

static int oa_probe_hw(struct oa_device *oa, const struct oa_gt_info *gt)
{
	struct pci_dev *pdev = oa_pdev(oa);
	int ret;

	ret = oa_init_registers(oa, gt);
	if (ret)
		return ret;
	/* Not before a unit that was left on has stopped: its memory may be another kernel's. */
	pci_set_master(pdev);
	ret = oa_ggtt_init(oa->ggtt, oa->uncore, pdev, oa->platform->ggtt);
	if (ret)
		goto err_registers;
	ret = oa_display_check(oa->uncore, oa->platform->display, oa_ggtt_start(oa->ggtt),
			       oa->ggtt->total);
	if (!ret)
		ret = oa_ggtt_init_hw(oa->ggtt);
	if (ret)
		goto err_ggtt;
	/* The master goes off first, so that no source runs the handler without a stream. */
	oa_irq_save_master(oa->irq);
	oa_irq_request(oa->irq, pdev);
	oa_sysctl_limit_sample_rate(oa->timestamp_hz);
	ret = oa_counting_init(oa) ?: oa_register(oa);
	if (ret)
		goto err_irq;
	return 0;

err_irq:
	oa_irq_free(oa->irq, oa_pdev(oa));
	oa_irq_restore_master(oa->irq);
err_ggtt:
	oa_ggtt_fini(oa->ggtt);
err_registers:
	oa_fini_registers(oa);
	return ret;
}

/* A bus master stays enabled, as i915 leaves it: a display of the firmware needs bus mastering. */
static void oa_leave_pci(struct oa_device *oa)
{
	if (oa->was_master)
		return;
	/* The function may have been enabled more than once, and then stays enabled. */
	pci_clear_master(oa_pdev(oa));
	pci_disable_device(oa_pdev(oa));
}

static bool oa_needs_aperture(struct oa_device *oa)
{
	switch (oa->platform->aperture) {
	case OA_APERTURE_OURS:
		return true;
	case OA_APERTURE_OURS_IF_IOMMU:
		/* In a virtual machine the host's IOMMU translates. */
		return device_iommu_mapped(&oa_pdev(oa)->dev) || oa_runs_as_guest();
	default:
		return false;
	}
}

/*
 * Of the BARs only the registers are needed. A framebuffer driver may have the aperture, unless the
 * GPU can't bear a change of the GGTT during a write to the screen. Then the driver holds the
 * aperture without using it.
 */
static int oa_request_bars(struct oa_device *oa)
{
	struct pci_dev *pdev = oa_pdev(oa);
	int ret = pci_request_region(pdev, 0, "i915_oa");

	if (ret || !oa_needs_aperture(oa))
		return ret;
	ret = pci_request_region(pdev, 2, "i915_oa");
	if (!ret)
		return 0;
	drm_err(&oa->drm, "the aperture is in use, as by a framebuffer driver: on %s the GGTT can't be changed beside that\n",
		oa->platform->name);
	pci_release_region(pdev, 0);
	return ret;
}

static int oa_enable_pci(struct oa_device *oa)
{
	struct pci_dev *pdev = oa_pdev(oa);
	u16 command;
	int ret;

	pci_read_config_word(pdev, PCI_COMMAND, &command);
	oa->was_master = command & PCI_COMMAND_MASTER;
	ret = pci_enable_device(pdev);
	if (ret)
		return ret;
	ret = oa_request_bars(oa);
	if (ret)
		oa_leave_pci(oa);
	return ret;
}

static void oa_disable_pci(struct oa_device *oa)
{
	if (oa_needs_aperture(oa))
		pci_release_region(oa_pdev(oa), 2);
	pci_release_region(oa_pdev(oa), 0);
	oa_leave_pci(oa);
}

static int oa_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	const struct oa_gt_info *gt = (const void *)id->driver_data;
	struct oa_parts *parts;
	struct oa_device *oa;
	int ret;

	/* A driver_override makes the PCI core offer any function, with an id of its own. */
	if (!gt) {
		dev_info(&pdev->dev, "%04x is no GPU that this driver knows\n", pdev->device);
		return -ENODEV;
	}
	parts = devm_drm_dev_alloc(&pdev->dev, &oa_drm_driver, struct oa_parts, oa.drm);
	if (IS_ERR(parts))
		return PTR_ERR(parts);
	oa = &parts->oa;
	ret = oa_init_software(parts, gt) ?: oa_enable_pci(oa);
	if (ret)
		return ret;
	oa->slot = pci_name(pdev);
	pci_set_drvdata(pdev, oa);
	ret = oa_probe_hw(oa, gt);
	if (ret) {
		oa_disable_pci(oa);
		return ret;
	}
	drm_info(&oa->drm, "%s OA unit, %u subslices, %u EUs, %s\n", oa->platform->name,
		 oa_topology_subslices(oa->topology), oa_topology_eus(oa->topology),
		 oa->uncore->sim ? "simulated GPU" : "hardware");
	oa_pmu_register(oa);
	return 0;
}

static void oa_remove(struct pci_dev *pdev)
{
	struct oa_device *oa = pci_get_drvdata(pdev);

	/* The GPU may be unplugged after its shutdown. */
	if (!oa)
		return;
	pci_set_drvdata(pdev, NULL);
	oa_pmu_unregister(oa);
	oa_config_registry_remove_sysfs(oa);
	oa_sysfs_remove(oa);
	oa_leave_drm(oa);
	oa_irq_free(oa->irq, oa_pdev(oa));
	oa_irq_restore_master(oa->irq);
	oa_ggtt_fini(oa->ggtt);
	oa_fini_registers(oa);
	oa_disable_pci(oa);
}

/**
 * DOC: System sleep
 *
 * The GPU loses its registers and its GGTT in a suspend. The driver stops an open stream before the
 * suspend and programs it anew after the resume. Reports that were not read before the suspend are
 * announced as lost. Firmware may have turned interrupts on, and left requests of power domains.
 */

static int oa_pm_suspend(struct device *dev)
{
	struct oa_device *oa = pci_get_drvdata(to_pci_dev(dev));

	oa_stream_suspend(oa);
	oa_counting_suspend(oa);
	return 0;
}

static int oa_pm_resume(struct device *dev)
{
	struct oa_device *oa = pci_get_drvdata(to_pci_dev(dev));
	int ret;

	oa_forcewake_resume(oa->uncore);
	oa_irq_disable_master(oa->irq);
	ret = oa_ggtt_resume(oa->ggtt);
	oa_counting_resume(oa);
	/* Resume the stream in any case, because it must report that it died. */
	return oa_stream_resume(oa) ?: ret;
}

static DEFINE_SIMPLE_DEV_PM_OPS(oa_pm_ops, oa_pm_suspend, oa_pm_resume);

static struct pci_driver oa_pci_driver = {
	.name = "i915_oa",
	.id_table = oa_pci_ids,
	.probe = oa_probe,
	.remove = oa_remove,
	/*
	 * Stop the GPU before a reboot or a kexec, under open streams and events. The next kernel
	 * turns bus mastering on before it resets the GPU, so a unit or an engine that still ran
	 * would write to its memory. All is put back as at a remove, because programs may still
	 * run, and must not turn the unit on again.
	 */
	.shutdown = oa_remove,
	.driver.pm = &oa_pm_ops,
};

static int __init oa_module_init(void)
{
	int ret;

	if (oa_probe_only)
		return oa_probe_only_register(oa_pci_ids);
	oa_drm_driver.name = oa_drm_name;
	ret = oa_sysctl_register();
	if (ret)
		return ret;
	ret = oa_pmu_module_init();
	if (ret)
		goto err_sysctl;
	ret = oa_lease_init(oa_pci_ids);
	if (ret)
		goto err_pmu;
	ret = pci_register_driver(&oa_pci_driver);
	if (ret)
		goto err_lease;
	return 0;

err_lease:
	oa_lease_exit();
err_pmu:
	oa_pmu_module_exit();
err_sysctl:
	oa_sysctl_unregister();
	return ret;
}

static void __exit oa_module_exit(void)
{
	if (oa_probe_only) {
		oa_probe_only_unregister();
		return;
	}
	pci_unregister_driver(&oa_pci_driver);
	oa_lease_exit();
	oa_pmu_module_exit();
	oa_sysctl_unregister();
}

module_init(oa_module_init);
module_exit(oa_module_exit);
MODULE_VERSION(OA_VERSION);
MODULE_DESCRIPTION("Intel GPU observation architecture: perf streams without i915");
MODULE_LICENSE("GPL");
