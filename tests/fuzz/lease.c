// SPDX-License-Identifier: GPL-2.0-only
/*
 * Leases of the OA unit. There is one stream at a time, so processes that all open at once would
 * mostly find the unit in use. For 256 to 2048 calls of all workers together one process opens the
 * streams and sends each to the others, through sockets. At the end of the lease all processes
 * close their streams. One in 32 does not, and one open in four is made without the lease.
 */
#include <sys/socket.h>

#include "fuzz.h"

#define BLOCK_BITS	12

static u64 term(const struct fuzz *f)
{
	const u64 made = __atomic_load_n(&f->shared->made, __ATOMIC_RELAXED);
	const u64 block = made >> BLOCK_BITS;

	return fuzz_mix(f->options->seed,
			fuzz_mix(block, made >> (8 + fuzz_mix(f->options->seed, block) % 4)));
}

/* The number of the current lease */
u64 fuzz_lease(const struct fuzz *f)
{
	return term(f) + __atomic_load_n(&f->shared->renewed, __ATOMIC_RELAXED);
}

/* End the lease early; the same process owns the next one, for another stream. */
void fuzz_renew(struct fuzz *f)
{
	__atomic_add_fetch(&f->shared->renewed, 1, __ATOMIC_RELAXED);
}

/* Check whether this process owns the lease. An unprivileged process gets few leases. */
bool fuzz_owns(const struct fuzz *f)
{
	const u64 random = term(f);
	unsigned int owner = random % f->options->processes;

	if (owner % 4 == 3 && (random >> 32) % 4)
		owner--;
	return f->options->worker >= 0 || owner == f->process->number;
}

/* A message with one descriptor and the number of its lease */
struct message {
	struct msghdr header;
	struct iovec vector;
	u64 lease;
	union {
		struct cmsghdr align;
		char room[CMSG_SPACE(sizeof(int))];
	} control;
};

static void message_init(struct message *m)
{
	memset(m, 0, sizeof(*m));
	m->vector = (struct iovec) { &m->lease, sizeof(m->lease) };
	m->header.msg_iov = &m->vector;
	m->header.msg_iovlen = 1;
	m->header.msg_control = m->control.room;
	m->header.msg_controllen = sizeof(m->control.room);
}

/* Send a stream to the other processes. One whose socket is full does not get it. */
void fuzz_give(struct fuzz *f, int fd)
{
	struct cmsghdr *part;
	struct message m;

	message_init(&m);
	m.lease = fuzz_lease(f);
	part = CMSG_FIRSTHDR(&m.header);
	part->cmsg_level = SOL_SOCKET;
	part->cmsg_type = SCM_RIGHTS;
	part->cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(part), &fd, sizeof(fd));
	for (unsigned int i = 0; i < f->options->processes; i++)
		if (i != f->process->number)
			sendmsg(f->shared->gift[i][0], &m.header, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/*
 * Receive all streams that were sent, as a stream left in a socket stays open. Return: the newest
 * of the current lease, or -1
 */
int fuzz_take(struct fuzz *f)
{
	struct cmsghdr *part;
	struct message m;
	int newest = -1;

	for (;;) {
		message_init(&m);
		if (recvmsg(f->shared->gift[f->process->number][1], &m.header,
			    MSG_DONTWAIT | MSG_CMSG_CLOEXEC) < 0)
			return newest;
		part = CMSG_FIRSTHDR(&m.header);
		if (!part || part->cmsg_len != CMSG_LEN(sizeof(int)))
			continue;
		if (newest >= 0)
			close(newest);
		memcpy(&newest, CMSG_DATA(part), sizeof(newest));
		if (m.lease == fuzz_lease(f))
			continue;
		close(newest);
		newest = -1;
	}
}
