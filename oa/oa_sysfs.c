// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Frequencies in sysfs
 *
 * Clients bound the GPU clock they measure by the gt_*_freq_mhz files of the
 * card node. This driver does not govern the frequency, so, unlike i915's,
 * none of them can be written: min and max are what the part can do.
 *
 * Facts: ABI contract 8; Linux i915 register definitions for gen6 and gen7.
 */
#include <linux/device.h>
#include <linux/sysfs.h>

#include <drm/drm_device.h>
#include <drm/drm_drv.h>
#include <drm/drm_file.h>

#include "oa_compat.h"
#include "oa_device.h"
#include "oa_sysfs.h"
#include "oa_uncore.h"
#include "regs/gt_regs.h"

/**
 * struct oa_freq_attr - one frequency file
 */
struct oa_freq_attr {
	/** @attr: sysfs' part */
	struct device_attribute attr;
	/** @reg: register that holds the frequency */
	u32 reg;
	/** @mask: its field, in units of 50 MHz */
	u32 mask;
};

static ssize_t oa_freq_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct oa_freq_attr *freq = container_of(attr, struct oa_freq_attr, attr);
	struct drm_minor *minor = dev_get_drvdata(dev);
	struct oa_device *oa = to_oa(minor->dev);
	u32 domains = oa_uncore_domains(&oa->uncore, freq->reg, false), value;
	int idx, ret;

	if (!drm_dev_enter(&oa->drm, &idx))
		return -ENODEV;
	ret = oa_forcewake_get(&oa->uncore, domains);
	if (!ret) {
		value = oa_read32(&oa->uncore, freq->reg) & freq->mask;
		oa_forcewake_put(&oa->uncore, domains);
		ret = sysfs_emit(buf, "%u\n",
				 (value >> __ffs(freq->mask)) * GT_FREQUENCY_MULTIPLIER);
	}
	drm_dev_exit(idx);
	return ret;
}

#define OA_FREQ(_var, _file, _reg, _mask) \
static struct oa_freq_attr oa_freq_##_var = { \
	.attr = { \
		.attr = { .name = "gt_" _file "_freq_mhz", .mode = 0444 }, \
		.show = oa_freq_show, \
	}, \
	.reg = (_reg), \
	.mask = (_mask), \
}

OA_FREQ(act, "act", GEN6_RPSTAT1, HSW_CAGF_MASK);
OA_FREQ(cur, "cur", GEN6_RPSTAT1, HSW_CAGF_MASK);
OA_FREQ(boost, "boost", GEN6_RP_STATE_CAP, RP0_CAP_MASK);
OA_FREQ(max, "max", GEN6_RP_STATE_CAP, RP0_CAP_MASK);
OA_FREQ(min, "min", GEN6_RP_STATE_CAP, RPN_CAP_MASK);
OA_FREQ(rp0, "RP0", GEN6_RP_STATE_CAP, RP0_CAP_MASK);
OA_FREQ(rp1, "RP1", GEN6_RP_STATE_CAP, RP1_CAP_MASK);
OA_FREQ(rpn, "RPn", GEN6_RP_STATE_CAP, RPN_CAP_MASK);

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
