// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Beside i915
 *
 * On a GPU that i915 drives, the OA unit's counters can be read as long as i915 has a perf stream
 * open: i915 then keeps all power domains and the engine awake, and has told each context to count.
 * A program that has such a stream lends it through /dev/i915_oa_lease. The lease holds a reference
 * of the stream's file, maps BAR 0 and offers the PMU. It binds and requests nothing, and writes
 * neither a register nor the configuration space: its struct oa_uncore is read only. oa_counting.c
 * decides which samples count.
 *
 * There is one lease at a time, and only while i915 drives a single GPU, since a stream does not
 * tell its GPU. A lease ends when its file is closed, i915 is unbound from the GPU, or the system
 * sleeps, over which i915 keeps no state of the unit.
 *
 * The end, in this order:
 *
 * 1. The PMU is closed: no event is opened any more. Those that are open keep struct oa_device.
 * 2. Counting is detached: the timer is stopped, and under oa_counting.lock, which reads hold with
 *    interrupts off, the registers are read a last time. From here on no event reads one.
 * 3. BAR 0 is unmapped.
 * 4. The stream's reference is dropped. If it is the last one, i915 stops the unit. That must have
 *    happened before i915's remove goes on, but fput() of a task that came by a system call waits
 *    for its end. So a work item drops it, and a kernel thread may do so at once.
 *
 * Locks: the device lock of the PCI function, under which a driver is bound or unbound, is outside
 * of oa_beside_lock. The lock is held while a lease begins or ends.
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
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/suspend.h>
#include <linux/uaccess.h>
#include <linux/uuid.h>
#include <linux/workqueue.h>

#include <drm/drm_drv.h>
#include <drm/drm_managed.h>
#include <uapi/drm/i915_oa.h>

#include "beside/oa_beside.h"
#include "gpu/oa_gpu.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "perf/oa_perf.h"
#include "unit/oa_unit.h"

/* What the rooms below need of a GPU that is read only */
struct oa_beside_parts {
	struct oa_topology topology;
	struct oa_uncore uncore;
	struct oa_unit unit;
	struct oa_irq irq;
};

/* The lease; guarded by oa_beside_lock */
struct oa_beside {
	struct file *holder;	/* whose close ends it; NULL: there is none */
	struct file *stream;	/* a reference */
	struct pci_dev *pdev;	/* a reference */
	struct oa_device *oa;	/* its memory is a managed resource in @group */
	void *group;		/* of the misc device, whose resources are all of leases */
	struct work_struct drop;
};

static_assert(sizeof_field(struct drm_i915_oa_lend, pmu) >= OA_PMU_NAME_BYTES);

static DEFINE_MUTEX(oa_beside_lock);
static struct oa_beside oa_beside;
static const struct pci_device_id *oa_beside_ids;
static struct miscdevice oa_beside_misc;

/* The DRM device is for messages and memory, and is never registered. */
static const struct drm_driver oa_beside_drm = {
	.name = "i915_oa",
};

static void oa_beside_drop(struct work_struct *work)
{
	/*
	 * A worker's fput() leaves the last reference to a list. That list may hold the lease's own
	 * file, which waits for this, so it can't be flushed here.
	 */
	__fput_sync(oa_beside.stream);
}

static void oa_beside_free(struct oa_beside *b)
{
	devres_release_group(oa_beside_misc.this_device, b->group);
	schedule_work(&b->drop);
	flush_work(&b->drop);
	b->stream = NULL;
	b->holder = NULL;
}

static void oa_beside_end(const char *why)
{
	struct oa_beside *b = &oa_beside;

	lockdep_assert_held(&oa_beside_lock);
	pci_info(b->pdev, "i915_oa: perf events beside i915 end: %s\n", why);
	oa_pmu_unregister(b->oa);
	oa_counting_detach(b->oa);
	oa_uncore_fini(b->oa->uncore, b->pdev);
	pci_dev_put(b->pdev);
	oa_beside_free(b);
}

static bool oa_beside_of_i915(const struct pci_dev *pdev)
{
	return !strcmp(dev_driver_string(&pdev->dev), "i915");
}

/* Return: the GPU, with a reference, or an error. */
static struct pci_dev *oa_beside_find(void)
{
	struct pci_dev *pdev = NULL, *found = NULL;

	for_each_pci_dev(pdev) {
		if (!oa_beside_of_i915(pdev))
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

static int oa_beside_registers(struct oa_device *oa, const struct oa_gt_info *gt,
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

static void oa_beside_fini_software(struct drm_device *drm, void *unused)
{
	mutex_destroy(&to_oa(drm)->unit_lock);
}

static int oa_beside_software(struct oa_device *oa, const struct oa_gt_info *gt,
			      struct pci_dev *pdev)
{
	struct oa_beside_parts *parts = drmm_kzalloc(&oa->drm, sizeof(*parts), GFP_KERNEL);

	if (!parts)
		return -ENOMEM;
	oa->slot = drmm_kstrdup(&oa->drm, pci_name(pdev), GFP_KERNEL);
	if (!oa->slot)
		return -ENOMEM;
	oa->platform = gt->platform;
	oa->topology = &parts->topology;
	oa->uncore = &parts->uncore;
	oa->unit = &parts->unit;
	oa->unit->uncore = oa->uncore;
	oa->irq = &parts->irq;
	mutex_init(&oa->unit_lock);
	return drmm_add_action_or_reset(&oa->drm, oa_beside_fini_software, NULL) ?:
	       oa_counting_init(oa);
}

static int oa_beside_make(struct oa_device *oa, const struct oa_gt_info *gt, struct pci_dev *pdev,
			  bool tree, char *name, size_t bytes)
{
	int ret = oa_beside_software(oa, gt, pdev) ?: oa_beside_registers(oa, gt, pdev);

	if (ret)
		return ret;
	oa_counting_ride(oa, tree);
	oa_pmu_register(oa);
	if (oa_pmu_name_of(oa)) {
		strscpy(name, oa_pmu_name_of(oa), bytes);
		return 0;
	}
	oa_counting_detach(oa);
	oa_uncore_fini(oa->uncore, pdev);
	return -EIO;
}

/* Begin a lease of @pdev, whose driver can't change. Keeps both references on success. */
static int oa_beside_begin(struct pci_dev *pdev, struct file *holder, struct file *stream,
			   struct drm_i915_oa_lend *lend)
{
	struct device *dev = oa_beside_misc.this_device;
	const struct pci_device_id *id = pci_match_id(oa_beside_ids, pdev);
	const struct oa_gt_info *gt = id ? (const void *)id->driver_data : NULL;
	struct oa_beside *b = &oa_beside;
	int ret;

	guard(mutex)(&oa_beside_lock);
	if (holder->private_data)
		return -EEXIST;
	if (b->holder)
		return -EBUSY;
	/* i915 may have been unbound since it was found. */
	if (!oa_beside_of_i915(pdev) || !gt || !gt->platform->counter_regs || !gt->platform->counters)
		return -ENODEV;
	b->group = devres_open_group(dev, NULL, GFP_KERNEL);
	if (!b->group)
		return -ENOMEM;
	b->oa = devm_drm_dev_alloc(dev, &oa_beside_drm, struct oa_device, drm);
	devres_close_group(dev, b->group);
	ret = IS_ERR(b->oa) ? PTR_ERR(b->oa) :
			      oa_beside_make(b->oa, gt, pdev,
					     !strcmp(lend->uuid, I915_OA_TREE_UUID), lend->pmu,
					     sizeof(lend->pmu));
	if (ret) {
		devres_release_group(dev, b->group);
		return ret;
	}
	b->pdev = pdev;
	b->stream = stream;
	b->holder = holder;
	holder->private_data = b;
	pci_info(pdev, "i915_oa: perf events beside i915, PMU %s, %u EUs, %s\n", lend->pmu,
		 oa_topology_eus(b->oa->topology), gt->platform->name);
	return 0;
}

/* A stream is an anonymous inode of this name. This driver's streams have it too. */
static bool oa_beside_is_stream(const struct file *file)
{
	const struct module *owner = file->f_op->owner;

	return owner && !strcmp(module_name((struct module *)owner), "i915") &&
	       !strcmp((const char *)file->f_path.dentry->d_name.name, "[i915_perf]");
}

static int oa_beside_lend(struct file *holder, struct drm_i915_oa_lend *lend)
{
	struct file *stream;
	struct pci_dev *pdev;
	int ret;

	if (lend->flags || strnlen(lend->uuid, sizeof(lend->uuid)) == sizeof(lend->uuid) ||
	    (lend->uuid[0] && (!uuid_is_valid(lend->uuid) || lend->uuid[UUID_STRING_LEN]))) {
		pr_debug("i915_oa: flags %#x are not 0, or the uuid is none\n", lend->flags);
		return -EINVAL;
	}
	stream = fget(lend->fd);
	if (!stream)
		return -EBADF;
	ret = -EINVAL;
	if (!oa_beside_is_stream(stream)) {
		pr_debug("i915_oa: fd %d is no perf stream of i915's\n", lend->fd);
		goto err_stream;
	}
	pdev = oa_beside_find();
	ret = PTR_ERR_OR_ZERO(pdev);
	if (ret)
		goto err_stream;
	device_lock(&pdev->dev);
	ret = oa_beside_begin(pdev, holder, stream, lend);
	device_unlock(&pdev->dev);
	if (!ret)
		return 0;
	pci_dbg(pdev, "i915_oa: the stream can't be lent, error %d\n", ret);
	pci_dev_put(pdev);
err_stream:
	fput(stream);
	return ret;
}

static long oa_beside_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	void __user *user = (void __user *)arg;
	struct drm_i915_oa_lend lend;
	int ret;

	if (cmd != I915_OA_LEND)
		return -ENOTTY;
	if (copy_from_user(&lend, user, sizeof(lend)))
		return -EFAULT;
	memset(lend.pmu, 0, sizeof(lend.pmu));
	ret = oa_beside_lend(file, &lend);
	if (!ret && copy_to_user(user, &lend, sizeof(lend)))
		return -EFAULT;
	return ret;
}

/* misc_open() leaves the device here, which would look like a lease. */
static int oa_beside_open(struct inode *inode, struct file *file)
{
	file->private_data = NULL;
	return 0;
}

static int oa_beside_release(struct inode *inode, struct file *file)
{
	guard(mutex)(&oa_beside_lock);
	if (oa_beside.holder == file)
		oa_beside_end("its holder has closed it");
	return 0;
}

static int oa_beside_unbind(struct notifier_block *nb, unsigned long action, void *data)
{
	struct device *dev = data;

	if (action != BUS_NOTIFY_UNBIND_DRIVER)
		return NOTIFY_DONE;
	guard(mutex)(&oa_beside_lock);
	if (oa_beside.holder && dev == &oa_beside.pdev->dev)
		oa_beside_end("i915 is unbound");
	return NOTIFY_DONE;
}

static int oa_beside_sleep(struct notifier_block *nb, unsigned long action, void *data)
{
	if (action != PM_SUSPEND_PREPARE && action != PM_HIBERNATION_PREPARE)
		return NOTIFY_DONE;
	guard(mutex)(&oa_beside_lock);
	if (oa_beside.holder)
		oa_beside_end("the system sleeps");
	return NOTIFY_DONE;
}

static const struct file_operations oa_beside_fops = {
	.owner = THIS_MODULE,
	.open = oa_beside_open,
	.release = oa_beside_release,
	.unlocked_ioctl = oa_beside_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct miscdevice oa_beside_misc = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "i915_oa_lease",
	.fops = &oa_beside_fops,
	.mode = 0600,
};

static struct notifier_block oa_beside_bus = { .notifier_call = oa_beside_unbind };
static struct notifier_block oa_beside_pm = { .notifier_call = oa_beside_sleep };

/**
 * oa_beside_init() - offer /dev/i915_oa_lease
 * @ids: GPUs that this driver knows, ended by an empty id
 *
 * Module init. Return: 0 or an error.
 */
int oa_beside_init(const struct pci_device_id *ids)
{
	int ret;

	oa_beside_ids = ids;
	INIT_WORK(&oa_beside.drop, oa_beside_drop);
	ret = bus_register_notifier(&pci_bus_type, &oa_beside_bus);
	if (ret)
		return ret;
	ret = register_pm_notifier(&oa_beside_pm);
	if (ret)
		goto err_bus;
	ret = misc_register(&oa_beside_misc);
	if (ret)
		goto err_pm;
	return 0;

err_pm:
	unregister_pm_notifier(&oa_beside_pm);
err_bus:
	bus_unregister_notifier(&pci_bus_type, &oa_beside_bus);
	return ret;
}

/**
 * oa_beside_exit() - withdraw /dev/i915_oa_lease
 *
 * Module exit. It is not open, so no stream is lent.
 */
void oa_beside_exit(void)
{
	misc_deregister(&oa_beside_misc);
	unregister_pm_notifier(&oa_beside_pm);
	bus_unregister_notifier(&pci_bus_type, &oa_beside_bus);
}
#endif /* CONFIG_PERF_EVENTS */
