/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_FORCEWAKE_H_
#define _OA_FORCEWAKE_H_

#include <linux/types.h>

#include "gt/oa_forcewake_tables.h"

struct oa_uncore;

void oa_forcewake_init(struct oa_uncore *uncore, const struct oa_forcewake_table *table);
void oa_forcewake_resume(struct oa_uncore *uncore);
void oa_forcewake_read_fuses(struct oa_uncore *uncore);
void oa_forcewake_fini(struct oa_uncore *uncore);
int oa_forcewake_get(struct oa_uncore *uncore, u32 domains);
void oa_forcewake_put(struct oa_uncore *uncore, u32 domains);
u32 oa_forcewake_look(struct oa_uncore *uncore, const struct oa_forcewake_table *table);
bool oa_forcewake_restore(struct oa_uncore *uncore);

#endif /* _OA_FORCEWAKE_H_ */
