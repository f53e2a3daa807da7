/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SIM_PRINT_H_
#define _SIM_PRINT_H_

#include "sim/core/sim_env.h"

/** struct sim_text - text that is being made */
struct sim_text {
	/** @to: where it is put */
	char *to;
	/** @size: bytes there */
	size_t size;
	/** @length: of the whole text, of which only a part may have room */
	size_t length;
};

__printf(2, 3) void sim_print(struct sim_text *text, const char *format, ...);

#endif /* _SIM_PRINT_H_ */
