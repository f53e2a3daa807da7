/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PM_H_
#define _OA_PM_H_

#include <linux/pm.h>

extern const struct dev_pm_ops oa_pm_ops;

#endif /* _OA_PM_H_ */
