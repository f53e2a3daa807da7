/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SIM_HEADER_H_
#define _SIM_HEADER_H_

#include "sim/core/sim_env.h"

struct oa_sim_gpu;

#define SIM_CONFIG_BYTES	256
/* BAR 2 */
#define SIM_APERTURE		(16u * SZ_16M)

void sim_header_init(struct oa_sim_gpu *gpu, u8 *config, bool messages);
void sim_header_write(struct oa_sim_gpu *gpu, u8 *config, u32 where, u32 bytes, u32 value);
u8 sim_header_read(const struct oa_sim_gpu *gpu, const u8 *config, u32 where);
bool sim_header_messages(const u8 *config);

#endif /* _SIM_HEADER_H_ */
