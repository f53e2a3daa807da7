// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Frequencies in sysfs
 *
 * Clients compare the GPU clock that they measure with the bounds in the
 * gt_*_freq_mhz files of the card node. This driver does not control the
 * frequency, so its files, unlike i915's, are read-only: min and max are the
 * limits of the hardware.
 *
 * Facts: abi.rst 8; Linux i915 register definitions for gen6 and gen7.
 */
#include <linux/device.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/sysfs.h>

#include <drm/drm_device.h>
#include <drm/drm_drv.h>
#include <drm/drm_file.h>

#include "abi/oa_sysfs.h"
#include "gt/oa_forcewake.h"
#include "gt/oa_uncore.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"

/**
 * struct oa_freq_attr - one frequency file
 */
struct oa_freq_attr {
	/** @attr: the sysfs attribute */
	struct device_attribute attr;
	/** @id: the frequency that the file shows */
	enum oa_freq_id id;
};

static int oa_freq_read(struct oa_device *oa, const struct oa_freq_source *source, u32 *field)
{
	u32 domains = oa_uncore_domains(&oa->uncore, source->reg, false);
	int ret;

	*field = 1;
	if (!source->reg)
		return 0;
	ret = oa_forcewake_get(&oa->uncore, domains);
	if (ret)
		return ret;
	*field = (oa_read32(&oa->uncore, source->reg) & source->mask) >> __ffs(source->mask);
	oa_forcewake_put(&oa->uncore, domains);
	return 0;
}

static ssize_t oa_freq_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct oa_freq_attr *freq = container_of(attr, struct oa_freq_attr, attr);
	struct drm_minor *minor = dev_get_drvdata(dev);
	struct oa_device *oa = to_oa(minor->dev);
	const struct oa_freq_source *source = &oa->platform->freqs[freq->id];
	u32 field;
	int idx, ret;

	if (!drm_dev_enter(&oa->drm, &idx))
		return -ENODEV;
	ret = oa_freq_read(oa, source, &field);
	drm_dev_exit(idx);
	if (ret)
		return ret;
	return sysfs_emit(buf, "%u\n", DIV_ROUND_CLOSEST(field * source->mhz,
							 max_t(u32, source->divisor, 1)));
}

#define OA_FREQ(_var, _file, _id) \
static struct oa_freq_attr oa_freq_##_var = { \
	.attr = { \
		.attr = { .name = "gt_" _file "_freq_mhz", .mode = 0444 }, \
		.show = oa_freq_show, \
	}, \
	.id = (_id), \
}

OA_FREQ(act, "act", OA_FREQ_ACTUAL);
OA_FREQ(cur, "cur", OA_FREQ_ACTUAL);
OA_FREQ(boost, "boost", OA_FREQ_RP0);
OA_FREQ(max, "max", OA_FREQ_RP0);
OA_FREQ(min, "min", OA_FREQ_RPN);
OA_FREQ(rp0, "RP0", OA_FREQ_RP0);
OA_FREQ(rp1, "RP1", OA_FREQ_RP1);
OA_FREQ(rpn, "RPn", OA_FREQ_RPN);

static struct attribute *oa_freq_attrs[] = {
	&oa_freq_act.attr.attr,
	&oa_freq_cur.attr.attr,
	&oa_freq_boost.attr.attr,
	&oa_freq_max.attr.attr,
	&oa_freq_min.attr.attr,
	&oa_freq_rp0.attr.attr,
	&oa_freq_rp1.attr.attr,
	&oa_freq_rpn.attr.attr,
	NULL
};

static const struct attribute_group oa_freq_group = {
	.attrs = oa_freq_attrs,
};

/**
 * oa_sysfs_add() - add the frequency files
 * @oa: the GPU, its DRM device registered
 *
 * Return: 0 or the error of sysfs.
 */
int oa_sysfs_add(struct oa_device *oa)
{
	return sysfs_create_group(&oa->drm.primary->kdev->kobj, &oa_freq_group);
}

/**
 * oa_sysfs_remove() - remove the frequency files
 * @oa: the GPU, its DRM device still registered
 */
void oa_sysfs_remove(struct oa_device *oa)
{
	sysfs_remove_group(&oa->drm.primary->kdev->kobj, &oa_freq_group);
}
