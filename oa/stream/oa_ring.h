/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The OA buffer as a ring of reports. Pure: memory and offsets, no registers.
 */
#ifndef _OA_RING_H_
#define _OA_RING_H_

#include "stream/oa_ring_memory.h"
#include "stream/oa_ring_types.h"

void oa_ring_init(struct oa_ring *ring, void *vaddr, u32 size, u32 report_bytes,
		  u32 (*tail)(struct oa_unit *unit), struct oa_unit *unit);
void oa_ring_set_fetch(struct oa_ring *ring, struct oa_ring_window *window,
		       void (*fetch)(void *to, const void *from, u32 bytes));
void oa_ring_reset(struct oa_ring *ring);
u32 oa_ring_used(const struct oa_ring *ring);
bool oa_ring_next_whole(const struct oa_ring *ring);
bool oa_ring_next_landed(const struct oa_ring *ring, u32 used);
const u32 *oa_ring_next_settled(const struct oa_ring *ring);
const u32 *oa_ring_glance(const struct oa_ring *ring);
u32 oa_ring_reports(const struct oa_ring *ring, u32 used, u32 wanted);
enum oa_ring_state oa_ring_view(struct oa_ring *ring, const struct oa_validator *v, u32 used,
				u64 now_ns, u32 *copy, const u32 **report,
				enum oa_verdict *verdict);
bool oa_ring_overdue(struct oa_ring *ring, u64 now_ns);
void oa_ring_waited(struct oa_ring *ring, u64 since);
u32 oa_ring_run(struct oa_ring *ring, struct oa_validator *v, u32 used, u32 max,
		const u32 **reports);
void oa_ring_pass(struct oa_ring *ring);
void oa_ring_rewind(struct oa_ring *ring, u32 passed, u64 waiting_since);
void oa_ring_skip(struct oa_ring *ring);
void oa_ring_release(struct oa_ring *ring, u32 bytes);
void oa_ring_consume(struct oa_ring *ring);

#endif /* _OA_RING_H_ */
