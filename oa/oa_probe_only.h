/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PROBE_ONLY_H_
#define _OA_PROBE_ONLY_H_

int oa_probe_only_register(void);
void oa_probe_only_unregister(void);

#endif /* _OA_PROBE_ONLY_H_ */
