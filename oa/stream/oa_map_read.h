/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_MAP_READ_H_
#define _OA_MAP_READ_H_

#include <linux/types.h>

struct iov_iter;
struct oa_section;

ssize_t oa_map_read(struct oa_section *section, struct iov_iter *to);

#endif /* _OA_MAP_READ_H_ */
