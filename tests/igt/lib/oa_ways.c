// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ways to read a stream's records other than read(). See oa_ways.h.
 */
#include <linux/io_uring.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "oa_ways.h"

static void *uring_map(struct oa_uring *uring, size_t bytes, off_t what)
{
	void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, uring->fd, what);

	igt_assert(at != MAP_FAILED);
	return at;
}

/* Open an io_uring, or skip the subtest without one. */
void oa_uring_open(struct oa_uring *uring)
{
	struct io_uring_params params = {};
	u8 *sq, *cq;

	uring->fd = syscall(__NR_io_uring_setup, 2, &params);
	igt_require_f(uring->fd >= 0, "no io_uring: errno %d", errno);
	sq = uring_map(uring, params.sq_off.array + params.sq_entries * 4, IORING_OFF_SQ_RING);
	cq = uring_map(uring, params.cq_off.cqes + params.cq_entries * sizeof(*uring->cqes),
		       IORING_OFF_CQ_RING);
	uring->sqes = uring_map(uring, params.sq_entries * sizeof(*uring->sqes), IORING_OFF_SQES);
	uring->cqes = (struct io_uring_cqe *)(cq + params.cq_off.cqes);
	uring->sq_tail = (u32 *)(sq + params.sq_off.tail);
	uring->sq_array = (u32 *)(sq + params.sq_off.array);
	uring->sq_entries = params.sq_entries;
	uring->cq_head = (u32 *)(cq + params.cq_off.head);
	uring->cq_entries = params.cq_entries;
}

/* Make one request and wait for it. Return: its result: bytes, or a negative errno. */
ssize_t oa_uring_read(struct oa_uring *uring, int fd, void *buf, size_t size)
{
	const u32 number = *uring->sq_tail;
	const struct io_uring_cqe *cqe;
	ssize_t res;

	memset(&uring->sqes[0], 0, sizeof(uring->sqes[0]));
	uring->sqes[0].opcode = IORING_OP_READ;
	uring->sqes[0].fd = fd;
	uring->sqes[0].addr = (uintptr_t)buf;
	uring->sqes[0].len = size;
	uring->sqes[0].off = ~0ull;
	uring->sqes[0].user_data = number;
	uring->sq_array[number & (uring->sq_entries - 1)] = 0;
	__atomic_store_n(uring->sq_tail, number + 1, __ATOMIC_RELEASE);
	igt_assert_eq(syscall(__NR_io_uring_enter, uring->fd, 1, 1, IORING_ENTER_GETEVENTS,
			      NULL, 0), 1);
	cqe = &uring->cqes[*uring->cq_head & (uring->cq_entries - 1)];
	igt_assert_eq_u64(cqe->user_data, number);
	res = cqe->res;
	__atomic_store_n(uring->cq_head, *uring->cq_head + 1, __ATOMIC_RELEASE);
	return res;
}

/* The mappings are removed with the process. */
void oa_uring_close(struct oa_uring *uring)
{
	close(uring->fd);
}

static void *trap_thread(void *arg)
{
	struct oa_trap *trap = arg;
	const size_t page = sysconf(_SC_PAGESIZE);
	struct uffdio_zeropage zero = { .range = { (uintptr_t)trap->border - page, page } };
	struct uffd_msg msg;

	igt_assert_eq(read(trap->fd, &msg, sizeof(msg)), sizeof(msg));
	igt_assert_eq(msg.event, UFFD_EVENT_PAGEFAULT);
	trap->spring(trap->data);
	oa_assert_ok(ioctl(trap->fd, UFFDIO_ZEROPAGE, &zero));
	return NULL;
}

/* Set a trap, or skip the subtest without userfaultfd. */
void oa_trap_set(struct oa_trap *trap, void (*spring)(void *data), void *data)
{
	const size_t page = sysconf(_SC_PAGESIZE);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };

	trap->fd = syscall(__NR_userfaultfd, O_CLOEXEC);
	igt_require_f(trap->fd >= 0, "no userfaultfd: errno %d", errno);
	trap->border = oa_border();
	trap->spring = spring;
	trap->data = data;
	range.range.start = (uintptr_t)trap->border - page;
	range.range.len = page;
	oa_assert_ok(ioctl(trap->fd, UFFDIO_API, &api));
	oa_assert_ok(ioctl(trap->fd, UFFDIO_REGISTER, &range));
	igt_assert_eq(pthread_create(&trap->thread, NULL, trap_thread, trap), 0);
}

/* The trap must have sprung. */
void oa_trap_close(struct oa_trap *trap)
{
	igt_assert_eq(pthread_join(trap->thread, NULL), 0);
	close(trap->fd);
}
