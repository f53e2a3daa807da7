/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A flight recorder: the newest records of a stream in memory, which become a file on request.
 */
#ifndef _TOOLS_FLIGHT_H_
#define _TOOLS_FLIGHT_H_

#include <stdbool.h>
#include <stdio.h>

#include "tools/common/recording.h"

struct flight;

struct flight *flight_new(const char *path, u64 keep_ns);
FILE *flight_file(struct flight *flight);
int flight_begin(struct flight *flight);
void flight_cut(struct flight *flight, const struct record_clocks *clocks);
u64 flight_pair_ns(const struct flight *flight);
void flight_catch(void);
void flight_serve(struct flight *flight);
int flight_end(struct flight *flight);
void flight_free(struct flight *flight);

#endif /* _TOOLS_FLIGHT_H_ */
