/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SYSFS_H_
#define _OA_SYSFS_H_

struct oa_device;

int oa_sysfs_add(struct oa_device *oa);
void oa_sysfs_remove(struct oa_device *oa);

#endif /* _OA_SYSFS_H_ */
