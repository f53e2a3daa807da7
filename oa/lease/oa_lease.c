// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The lease of a stream of i915's
 *
 * On a GPU that i915 drives, the OA unit's counters can be read as long as i915 has a perf stream
 * open: i915 then keeps all power domains and the engine awake, and from Gen8 on has enabled the
 * counters in each context. A program that has such a stream leases it by an ioctl of
 * /dev/i915_oa_lease. The lease holds a reference of the stream's file, maps BAR 0 and registers a
 * PMU. It binds and requests nothing, and writes neither a register nor the configuration space:
 * its struct oa_uncore is read only. oa_counting.c decides which samples count.
 *
 * There is one lease at a time, and only while i915 drives a single GPU: nothing in a stream shows
 * its GPU. A lease ends when its file is closed, i915 is unbound from the GPU, the system sleeps,
 * since i915 does not restore the unit's state, or it shuts down, before i915 stops the GPU.
 *
 * The lease reads registers beside i915, and no lock excludes i915's accesses. On Haswell two
 * accesses that meet in one line of registers may hang the machine (hardware.rst 2.10), and
 * OACONTROL, the time stamp and the custom events are in lines that i915 accesses while it has a
 * stream. So a stream of Haswell's is refused unless the parameter lease_haswell takes the risk.
 * During i915's resets the lease goes on reading, on all platforms; only the values are discarded.
 *
 * The end, in this order:
 *
 * 1. The PMU is closed: no event is opened any more. Events that are open keep struct oa_device.
 * 2. Counting is detached: the timer is stopped, and under oa_counting.lock, which reads hold with
 *    interrupts off, the registers are read a last time. From here on no event reads one.
 * 3. BAR 0 is unmapped.
 * 4. The stream's reference is dropped. If it is the last one, i915 stops the unit. That must be
 *    done before i915's remove continues. But in a system call fput() takes effect only at the
 *    call's end. So a work item drops the reference, in a kernel thread.
 *
 * Locks: the device lock of the PCI function, under which a driver is bound or unbound, is outside
 * of oa_lease_lock. The lock is held while a lease begins or ends.
 */
#if IS_ENABLED(CONFIG_PERF_EVENTS)
#include <linux/build_bug.h>
#include <linux/cleanup.h>
#include <linux/dcache.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/lockdep.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/reboot.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/suspend.h>
#include <linux/uaccess.h>
#include <linux/uuid.h>
#include <linux/workqueue.h>

#include <drm/drm_drv.h>
#include <drm/drm_managed.h>
#include <uapi/drm/i915_oa.h>

#include "gpu/oa_gpu.h"
#include "lease/oa_lease.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "perf/oa_perf.h"
#include "unit/oa_unit.h"

/* A GPU, with the parts that counters need; the others of struct oa_device are not used */
struct oa_lease_parts {
	struct oa_device oa;
	struct oa_topology topology;
	struct oa_uncore uncore;
	struct oa_unit unit;
	struct oa_irq irq;
};

/* The lease; guarded by oa_lease_lock */
struct oa_lease {
	struct file *owner;	/* the file that leased the stream; NULL: there is no lease */
	struct file *stream;	/* i915's stream, a reference */
	struct pci_dev *pdev;	/* the GPU, a reference */
	struct oa_device *oa;	/* its memory is a managed resource in @group */
	void *group;		/* a group of managed resources of the misc device */
	struct work_struct drop;	/* drops @stream */
	bool closed;	/* the system shuts down: no lease begins any more */
};

static_assert(sizeof_field(struct drm_i915_oa_lease, pmu) >= OA_PMU_NAME_BYTES);

static DEFINE_MUTEX(oa_lease_lock);
static struct oa_lease oa_lease;
static const struct pci_device_id *oa_lease_ids;
static struct miscdevice oa_lease_misc;

static bool oa_lease_risks_lines;
module_param_named(lease_haswell, oa_lease_risks_lines, bool, 0644);
MODULE_PARM_DESC(lease_haswell, "Take a perf stream of i915's on Haswell too: its registers are then read beside i915, and two accesses that meet may hang the machine (default: N)");

/* The DRM device is for messages and memory, and is never registered. */
static const struct drm_driver oa_lease_drm = {
	.name = "i915_oa",
};

static void oa_lease_drop_stream(struct work_struct *work)
{
	/*
	 * fput() of a kernel thread puts the file on a list that another work item empties. The
	 * list may hold the lease's own file, whose release waits for this, so it can't be flushed.
	 */
	__fput_sync(oa_lease.stream);
}

static void oa_lease_end(const char *why)
{
	struct oa_lease *lease = &oa_lease;

	lockdep_assert_held(&oa_lease_lock);
	pci_info(lease->pdev, "i915_oa: the lease ends: %s\n", why);
	oa_pmu_unregister(lease->oa);
	oa_counting_detach(lease->oa);
	oa_uncore_fini(lease->oa->uncore, lease->pdev);
	pci_dev_put(lease->pdev);
	devres_release_group(oa_lease_misc.this_device, lease->group);
	schedule_work(&lease->drop);
	flush_work(&lease->drop);
	lease->stream = NULL;
	lease->owner = NULL;
}

static bool oa_lease_is_i915(const struct pci_dev *pdev)
{
	return !strcmp(dev_driver_string(&pdev->dev), "i915");
}

/* Find the one GPU that i915 drives. Return: its function, with a reference, or an error. */
static struct pci_dev *oa_lease_find_gpu(void)
{
	struct pci_dev *pdev = NULL, *found = NULL;

	for_each_pci_dev(pdev) {
		if (!oa_lease_is_i915(pdev))
			continue;
		if (found) {
			pr_debug("i915_oa: i915 drives %s and %s, and a stream does not tell its GPU\n",
				 pci_name(found), pci_name(pdev));
			pci_dev_put(found);
			pci_dev_put(pdev);
			return ERR_PTR(-EXDEV);
		}
		found = pci_dev_get(pdev);
	}
	return found ?: ERR_PTR(-ENODEV);
}

/* Map BAR 0, and read the fuses. Return: 0 or an error, -EIO if the render engine sleeps. */
static int oa_lease_map_registers(struct oa_device *oa, const struct oa_gt_info *gt,
				  struct pci_dev *pdev)
{
	const struct oa_platform *platform = oa->platform;
	int ret;

	if (pci_resource_len(pdev, 0) < platform->bar_bytes)
		return -ENODEV;
	oa->uncore->read_only = true;
	ret = oa_uncore_init(oa->uncore, &oa->drm, pdev, platform->has_fifo);
	if (ret)
		return ret;
	if (!(oa_forcewake_peek(oa->uncore, platform->forcewake) & OA_FORCEWAKE_RENDER)) {
		pci_dbg(pdev, "i915_oa: the GPU sleeps although i915 has a stream\n");
		oa_uncore_fini(oa->uncore, pdev);
		return -EIO;
	}
	oa->timestamp_hz = oa_gt_read(gt, oa->uncore, oa->topology);
	return 0;
}

static int oa_lease_init_software(struct oa_device *oa, const struct oa_gt_info *gt,
				  struct pci_dev *pdev)
{
	struct oa_lease_parts *parts = container_of(oa, struct oa_lease_parts, oa);

	oa->slot = drmm_kstrdup(&oa->drm, pci_name(pdev), GFP_KERNEL);
	if (!oa->slot)
		return -ENOMEM;
	oa->platform = gt->platform;
	oa->topology = &parts->topology;
	oa->uncore = &parts->uncore;
	oa->unit = &parts->unit;
	oa->unit->uncore = oa->uncore;
	oa->irq = &parts->irq;
	return drmm_mutex_init(&oa->drm, &oa->unit_lock);
}

/* Register a PMU of @pdev. @arg gets its name. */
static int oa_lease_init_device(struct oa_device *oa, const struct oa_gt_info *gt,
				struct pci_dev *pdev, struct drm_i915_oa_lease *arg)
{
	int ret = oa_lease_init_software(oa, gt, pdev) ?: oa_lease_map_registers(oa, gt, pdev);
	const char *name;

	if (ret)
		return ret;
	ret = oa_counting_init(oa);
	if (ret)
		goto err_registers;
	oa_counting_attach_lease(oa, !strcmp(arg->uuid, I915_OA_TREE_UUID));
	name = oa_pmu_register(oa);
	if (name) {
		strscpy(arg->pmu, name, sizeof(arg->pmu));
		return 0;
	}
	ret = -EIO;
	oa_counting_detach(oa);
err_registers:
	oa_uncore_fini(oa->uncore, pdev);
	return ret;
}

/*
 * Begin a lease of @stream on @pdev, whose device lock is held, so that its driver can't change. On
 * success the lease keeps the references of both.
 */
static int oa_lease_begin(struct pci_dev *pdev, struct file *owner, struct file *stream,
			  struct drm_i915_oa_lease *arg)
{
	struct device *dev = oa_lease_misc.this_device;
	const struct pci_device_id *id = pci_match_id(oa_lease_ids, pdev);
	const struct oa_gt_info *gt = id ? (const void *)id->driver_data : NULL;
	struct oa_lease *lease = &oa_lease;
	struct oa_lease_parts *parts;
	int ret;

	guard(mutex)(&oa_lease_lock);
	if (owner->private_data)
		return -EEXIST;
	if (lease->owner)
		return -EBUSY;
	if (lease->closed)
		return -ESHUTDOWN;
	/* i915 may have been unbound since it was found. */
	if (!oa_lease_is_i915(pdev) || !gt || !gt->platform->counters)
		return -ENODEV;
	if (gt->platform->exclusive_lines && !oa_lease_risks_lines) {
		pci_info(pdev, "i915_oa: registers of %s are not read beside i915, since accesses that meet may hang the machine; the parameter lease_haswell takes that risk\n",
			 gt->platform->name);
		return -EOPNOTSUPP;
	}
	lease->group = devres_open_group(dev, NULL, GFP_KERNEL);
	if (!lease->group)
		return -ENOMEM;
	parts = devm_drm_dev_alloc(dev, &oa_lease_drm, struct oa_lease_parts, oa.drm);
	devres_close_group(dev, lease->group);
	ret = PTR_ERR_OR_ZERO(parts) ?: oa_lease_init_device(&parts->oa, gt, pdev, arg);
	if (ret) {
		devres_release_group(dev, lease->group);
		return ret;
	}
	lease->oa = &parts->oa;
	lease->pdev = pdev;
	lease->stream = stream;
	lease->owner = owner;
	owner->private_data = lease;
	pci_info(pdev, "i915_oa: a stream of i915's is leased, PMU %s, %u EUs, %s\n", arg->pmu,
		 oa_topology_eus(lease->oa->topology), gt->platform->name);
	return 0;
}

/* Check for a stream of i915's. This driver's have the same name, but another owner. */
static bool oa_lease_is_stream(const struct file *file)
{
	const struct module *owner = file->f_op->owner;

	return owner && !strcmp(module_name((struct module *)owner), "i915") &&
	       !strcmp((const char *)file->f_path.dentry->d_name.name, "[i915_perf]");
}

static int oa_lease_stream(struct file *owner, struct drm_i915_oa_lease *arg)
{
	struct file *stream;
	struct pci_dev *pdev;
	int ret;

	if (arg->flags ||
	    (arg->uuid[0] && (!uuid_is_valid(arg->uuid) || arg->uuid[UUID_STRING_LEN]))) {
		pr_debug("i915_oa: flags %#x are not 0, or the uuid is none\n", arg->flags);
		return -EINVAL;
	}
	stream = fget(arg->fd);
	if (!stream)
		return -EBADF;
	ret = -EINVAL;
	if (!oa_lease_is_stream(stream)) {
		pr_debug("i915_oa: fd %d is no perf stream of i915's\n", arg->fd);
		goto err_stream;
	}
	pdev = oa_lease_find_gpu();
	ret = PTR_ERR_OR_ZERO(pdev);
	if (ret)
		goto err_stream;
	device_lock(&pdev->dev);
	ret = oa_lease_begin(pdev, owner, stream, arg);
	device_unlock(&pdev->dev);
	if (!ret)
		return 0;
	pci_dbg(pdev, "i915_oa: the stream can't be leased, error %d\n", ret);
	pci_dev_put(pdev);
err_stream:
	fput(stream);
	return ret;
}

static long oa_lease_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	void __user *user = (void __user *)arg;
	struct drm_i915_oa_lease args;
	int ret;

	if (cmd != I915_OA_LEASE)
		return -ENOTTY;
	if (copy_from_user(&args, user, sizeof(args)))
		return -EFAULT;
	memset(args.pmu, 0, sizeof(args.pmu));
	ret = oa_lease_stream(file, &args);
	if (!ret && copy_to_user(user, &args, sizeof(args)))
		return -EFAULT;
	return ret;
}

static int oa_lease_open(struct inode *inode, struct file *file)
{
	/* misc_open() has set it to the misc device, which would look like a lease. */
	file->private_data = NULL;
	return 0;
}

static int oa_lease_release(struct inode *inode, struct file *file)
{
	guard(mutex)(&oa_lease_lock);
	if (oa_lease.owner == file)
		oa_lease_end("its owner has closed it");
	return 0;
}

static int oa_lease_unbind(struct notifier_block *nb, unsigned long action, void *data)
{
	struct device *dev = data;

	if (action != BUS_NOTIFY_UNBIND_DRIVER)
		return NOTIFY_DONE;
	guard(mutex)(&oa_lease_lock);
	if (oa_lease.owner && dev == &oa_lease.pdev->dev)
		oa_lease_end("i915 is unbound");
	return NOTIFY_DONE;
}

static int oa_lease_sleep(struct notifier_block *nb, unsigned long action, void *data)
{
	if (action != PM_SUSPEND_PREPARE && action != PM_HIBERNATION_PREPARE)
		return NOTIFY_DONE;
	guard(mutex)(&oa_lease_lock);
	if (oa_lease.owner)
		oa_lease_end("the system sleeps");
	return NOTIFY_DONE;
}

static int oa_lease_shut_down(struct notifier_block *nb, unsigned long action, void *data)
{
	guard(mutex)(&oa_lease_lock);
	oa_lease.closed = true;
	if (oa_lease.owner)
		oa_lease_end("the system shuts down");
	return NOTIFY_DONE;
}

static const struct file_operations oa_lease_fops = {
	.owner = THIS_MODULE,
	.open = oa_lease_open,
	.release = oa_lease_release,
	.unlocked_ioctl = oa_lease_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct miscdevice oa_lease_misc = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "i915_oa_lease",
	.fops = &oa_lease_fops,
	.mode = 0600,
};

static struct notifier_block oa_lease_bus = { .notifier_call = oa_lease_unbind };
static struct notifier_block oa_lease_pm = { .notifier_call = oa_lease_sleep };
static struct notifier_block oa_lease_reboot = { .notifier_call = oa_lease_shut_down };

/* To unregister a notifier that is not registered changes nothing. */
static void oa_lease_unregister_notifiers(void)
{
	unregister_reboot_notifier(&oa_lease_reboot);
	unregister_pm_notifier(&oa_lease_pm);
	bus_unregister_notifier(&pci_bus_type, &oa_lease_bus);
}

/* Create /dev/i915_oa_lease, for the GPUs of @ids, at module init. Return 0 or an error. */
int oa_lease_init(const struct pci_device_id *ids)
{
	int ret;

	oa_lease_ids = ids;
	INIT_WORK(&oa_lease.drop, oa_lease_drop_stream);
	ret = bus_register_notifier(&pci_bus_type, &oa_lease_bus) ?:
	      register_pm_notifier(&oa_lease_pm) ?:
	      register_reboot_notifier(&oa_lease_reboot) ?: misc_register(&oa_lease_misc);
	if (ret)
		oa_lease_unregister_notifiers();
	return ret;
}

/* Remove /dev/i915_oa_lease, at module exit. An open file holds the module: there is no lease. */
void oa_lease_exit(void)
{
	misc_deregister(&oa_lease_misc);
	oa_lease_unregister_notifiers();
}
#endif /* CONFIG_PERF_EVENTS */
