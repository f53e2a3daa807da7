/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_JOIN_UNIT_H_
#define _OA_JOIN_UNIT_H_

struct oa_unit_ops;
struct oa_wake_ops;

extern const struct oa_unit_ops oa_join_unit;
extern const struct oa_wake_ops oa_join_wake_ops;

#endif /* _OA_JOIN_UNIT_H_ */
