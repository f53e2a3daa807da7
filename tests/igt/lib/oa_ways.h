/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Another way to read a stream's records than read(): an io_uring. Also memory that faults at a
 * chosen place.
 */
#ifndef _OA_WAYS_H_
#define _OA_WAYS_H_

#include <pthread.h>

#include "oa_lib.h"

struct io_uring_sqe;
struct io_uring_cqe;

/** struct oa_uring - an io_uring by plain system calls: no library needed */
struct oa_uring {
	/** @fd: the ring */
	int fd;
	/** @sqes: its submission entries, one of which is used */
	struct io_uring_sqe *sqes;
	/** @cqes: its completion entries */
	struct io_uring_cqe *cqes;
	/** @sq_tail: number of requests ever made */
	u32 *sq_tail;
	/** @sq_array: the index into @sqes of each request */
	u32 *sq_array;
	/** @sq_entries: capacity, a power of two */
	u32 sq_entries;
	/** @cq_head: number of completions ever seen */
	u32 *cq_head;
	/** @cq_entries: capacity, a power of two */
	u32 cq_entries;
};

void oa_uring_open(struct oa_uring *uring);
ssize_t oa_uring_read(struct oa_uring *uring, int fd, void *buf, size_t size);
void oa_uring_close(struct oa_uring *uring);

/** struct oa_trap - memory whose first access runs a function */
struct oa_trap {
	/**
	 * @border: the end of the memory; the page after it is inaccessible, as with
	 * oa_border()
	 */
	u8 *border;
	/** @spring: the function, run in a thread of its own; the access waits for it */
	void (*spring)(void *data);
	/** @data: argument of @spring */
	void *data;
	/** @fd: the userfaultfd */
	int fd;
	/** @thread: the thread that runs @spring */
	pthread_t thread;
};

void oa_trap_set(struct oa_trap *trap, void (*spring)(void *data), void *data);
void oa_trap_close(struct oa_trap *trap);

#endif /* _OA_WAYS_H_ */
