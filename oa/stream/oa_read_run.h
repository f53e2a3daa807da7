/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_READ_RUN_H_
#define _OA_READ_RUN_H_

#include <linux/types.h>

struct iov_iter;
struct oa_walk;

size_t oa_read_run(struct oa_walk *walk, struct iov_iter *to);

#endif /* _OA_READ_RUN_H_ */
