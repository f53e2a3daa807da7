// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Frequencies in sysfs
 *
 * Clients compare the GPU clock that they measure with the bounds in the gt_*_freq_mhz files of the
 * card node, and some set these bounds before they measure. As with i915, min, max and boost can be
 * written. They bound the frequency that the driver requests while a stream is open. Where it can't
 * request one, they are read-only and show the limits of the hardware.
 *
 * Facts: abi.rst 8.
 */
#include <linux/device.h>
#include <linux/kstrtox.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>

#include "gpu/oa_gpu.h"
#include "oa_device.h"
#include "uapi/oa_uapi.h"

/* A frequency file. A file with a bound shows it, or @id where no frequency can be requested. */
struct oa_freq_attr {
	struct device_attribute attr;
	enum oa_freq_id id;
	enum oa_rps_bound bound;
};

static struct oa_freq_attr *to_freq(struct device_attribute *attr)
{
	return container_of(attr, struct oa_freq_attr, attr);
}

static struct oa_device *oa_freq_device(struct device *dev)
{
	struct drm_minor *minor = dev_get_drvdata(dev);

	return to_oa(minor->dev);
}

static ssize_t oa_freq_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct oa_device *oa = oa_freq_device(dev);
	int idx, ret;
	u32 mhz;

	if (!drm_dev_enter(&oa->drm, &idx))
		return -ENODEV;
	ret = oa_rps_read(oa->rps, to_freq(attr)->id, &mhz);
	drm_dev_exit(idx);
	return ret ?: sysfs_emit(buf, "%u\n", mhz);
}

static ssize_t oa_bound_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct oa_device *oa = oa_freq_device(dev);

	if (!oa_rps_can_request(oa->rps))
		return oa_freq_show(dev, attr, buf);
	return sysfs_emit(buf, "%u\n", oa_rps_bound_mhz(oa->rps, to_freq(attr)->bound));
}

static ssize_t oa_bound_store(struct device *dev, struct device_attribute *attr,
			      const char *buf, size_t count)
{
	struct oa_device *oa = oa_freq_device(dev);
	int idx, ret;
	u32 mhz;

	ret = kstrtou32(buf, 0, &mhz);
	if (ret)
		return ret;
	if (!drm_dev_enter(&oa->drm, &idx))
		return -ENODEV;
	ret = oa_rps_set_bound(oa->rps, to_freq(attr)->bound, mhz);
	drm_dev_exit(idx);
	return ret ?: count;
}

/* A frequency that can only be read */
#define OA_FREQ(_name, _id) \
	(&((struct oa_freq_attr[]) { { \
		.attr = { .attr = { .name = "gt_" _name "_freq_mhz", .mode = 0444 }, \
			  .show = oa_freq_show }, \
		.id = (_id), \
	} })[0].attr.attr)

#define OA_BOUND(_name, _bound, _id) \
	(&((struct oa_freq_attr[]) { { \
		.attr = __ATTR(gt_##_name##_freq_mhz, 0644, oa_bound_show, oa_bound_store), \
		.id = (_id), \
		.bound = (_bound), \
	} })[0].attr.attr)

static struct attribute *oa_freq_attrs[] = {
	OA_FREQ("act", OA_FREQ_ACTUAL),
	OA_FREQ("cur", OA_FREQ_REQUEST),
	OA_BOUND(boost, OA_RPS_BOOST, OA_FREQ_RP0),
	OA_BOUND(max, OA_RPS_MAX, OA_FREQ_RP0),
	OA_BOUND(min, OA_RPS_MIN, OA_FREQ_RPN),
	OA_FREQ("RP0", OA_FREQ_RP0),
	OA_FREQ("RP1", OA_FREQ_RP1),
	OA_FREQ("RPn", OA_FREQ_RPN),
	NULL
};

static umode_t oa_freq_mode(struct kobject *kobj, struct attribute *attr, int index)
{
	struct oa_device *oa = oa_freq_device(kobj_to_dev(kobj));

	return oa_rps_can_request(oa->rps) ? attr->mode : attr->mode & 0444;
}

static const struct attribute_group oa_freq_group = {
	.attrs = oa_freq_attrs,
	.is_visible = oa_freq_mode,
};

/* Add the frequency files. The DRM device is registered. Return 0 or sysfs's error. */
int oa_sysfs_add(struct oa_device *oa)
{
	return sysfs_create_group(&oa->drm.primary->kdev->kobj, &oa_freq_group);
}

void oa_sysfs_remove(struct oa_device *oa)
{
	sysfs_remove_group(&oa->drm.primary->kdev->kobj, &oa_freq_group);
}
