/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SIM_PAUSE_H_
#define _SIM_PAUSE_H_

#include <linux/types.h>

bool sim_pauses(void);
void sim_pause(void);
void sim_pause_fini(void);

#endif /* _SIM_PAUSE_H_ */
