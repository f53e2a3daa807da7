/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PUBLISH_H_
#define _OA_PUBLISH_H_

#include <linux/types.h>

struct oa_stream;

int oa_map_sync(struct oa_stream *stream, bool nowait);

#endif /* _OA_PUBLISH_H_ */
