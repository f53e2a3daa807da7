/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_JOIN_NEW_H_
#define _OA_JOIN_NEW_H_

struct oa_config;
struct oa_props;
struct oa_stream;

struct oa_stream *oa_join_new(struct oa_stream *owner, const struct oa_props *props,
			      struct oa_config *config);

#endif /* _OA_JOIN_NEW_H_ */
