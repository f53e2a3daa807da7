/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_SET_H_
#define _OA_SET_H_

struct oa_stream;

int oa_stream_check_stopped(struct oa_stream *stream);
long oa_stream_set_config(struct oa_stream *stream, unsigned long id);

#endif /* _OA_SET_H_ */
