/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ways to a stream's records other than read(): an io_uring, the mapped ring. And
 * memory that ends where it should hurt.
 */
#ifndef _OA_WAYS_H_
#define _OA_WAYS_H_

#include <pthread.h>

#include "oa_lib.h"
#include "tools/oa-ring/oa_ring_map.h"

struct io_uring_sqe;
struct io_uring_cqe;

/** struct oa_uring - a ring of the bare system calls: no library needed */
struct oa_uring {
	/** @fd: the ring */
	int fd;
	/** @sqes: its requests, of which one is used */
	struct io_uring_sqe *sqes;
	/** @cqes: its answers */
	struct io_uring_cqe *cqes;
	/** @sq_tail: requests ever made */
	u32 *sq_tail;
	/** @sq_array: which of @sqes each is */
	u32 *sq_array;
	/** @sq_entries: how many fit; a power of two */
	u32 sq_entries;
	/** @cq_head: answers ever seen */
	u32 *cq_head;
	/** @cq_entries: how many fit; a power of two */
	u32 cq_entries;
};

void oa_uring_open(struct oa_uring *uring);
ssize_t oa_uring_read(struct oa_uring *uring, int fd, void *buf, size_t size);
void oa_uring_close(struct oa_uring *uring);

size_t oa_span_frame(const struct oa_ring_map *map, const struct oa_ring_span *span,
		     size_t *done, void *buf, size_t room);

/** struct oa_trap - memory that something happens at when it is first touched, by whomever */
struct oa_trap {
	/** @border: its end; the page after it cannot be touched, as with oa_border() */
	u8 *border;
	/** @spring: what happens, in a thread of its own; the toucher waits for it */
	void (*spring)(void *data);
	/** @data: for @spring */
	void *data;
	/** @fd: the userfaultfd */
	int fd;
	/** @thread: where @spring runs */
	pthread_t thread;
};

void oa_trap_set(struct oa_trap *trap, void (*spring)(void *data), void *data);
void oa_trap_close(struct oa_trap *trap);

#endif /* _OA_WAYS_H_ */
