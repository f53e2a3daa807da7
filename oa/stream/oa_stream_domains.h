/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STREAM_DOMAINS_H_
#define _OA_STREAM_DOMAINS_H_

#include <linux/types.h>

struct oa_config;
struct oa_forcewake_table;

u32 oa_stream_domains(const struct oa_forcewake_table *table, const struct oa_config *config);

#endif /* _OA_STREAM_DOMAINS_H_ */
