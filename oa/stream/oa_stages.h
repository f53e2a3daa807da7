/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STAGES_H_
#define _OA_STAGES_H_

struct oa_device;
struct seq_file;

void oa_stages_run(struct oa_device *oa);
void oa_stages_show(struct seq_file *m, const struct oa_device *oa);

#endif /* _OA_STAGES_H_ */
