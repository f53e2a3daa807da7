/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_OWN_H_
#define _OA_OWN_H_

struct oa_device;

void oa_own_close(struct oa_device *oa);
int oa_own_open(struct oa_device *oa);
int oa_own_recover(struct oa_device *oa);

#endif /* _OA_OWN_H_ */
