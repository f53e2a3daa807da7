/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_JOIN_H_
#define _OA_JOIN_H_

#include <linux/types.h>

struct oa_props;
struct oa_stream;
struct seq_file;

int oa_join_enter(struct oa_stream *stream, const struct oa_props *props);
void oa_join_leave(struct oa_stream *stream);
void oa_join_free(struct oa_stream *stream);
void oa_join_part(struct oa_stream *owner);
void oa_join_die(struct oa_stream *owner);
int oa_join_check(const struct oa_stream *stream);
int oa_join_refuse_config(const struct oa_stream *stream);
bool oa_join_wanted(const struct oa_stream *owner);
bool oa_join_parted(const struct oa_stream *stream);
void oa_join_show(struct seq_file *m, const struct oa_stream *owner);

#endif /* _OA_JOIN_H_ */
