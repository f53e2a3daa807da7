// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Interrupts on their way to the client
 *
 * The client gives an event file for the line and one for messages. The line is a level: it is
 * signalled once, is masked by that, and is signalled again when the client unmasks it and it is
 * still asserted. A message is sent when the line rises. If the client has not given its file by
 * then, the message is sent when the file arrives, because software enables messages first.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "irq.h"

/* No file, nothing asserted. */
void irq_init(struct gpu_irq *irq)
{
	u32 kind;

	memset(irq, 0, sizeof(*irq));
	for (kind = 0; kind < IRQ_KINDS; kind++)
		irq->fd[kind] = -1;
}

/* Close the client's files. */
void irq_fini(struct gpu_irq *irq)
{
	u32 kind;

	for (kind = 0; kind < IRQ_KINDS; kind++)
		irq_set_file(irq, kind, -1);
}

/* Drop pending interrupts, and keep the client's files. */
void irq_reset(struct gpu_irq *irq)
{
	irq->messages = false;
	irq->stands = false;
	irq->masked = false;
	irq->pending = false;
}

/* Check for an event file, as a write to any other file might block or do harm. */
static bool irq_is_event_file(int fd)
{
	static const char kind[] = "anon_inode:[eventfd]";
	char path[32], target[sizeof(kind)];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return readlink(path, target, sizeof(target)) == sizeof(kind) - 1 &&
	       !memcmp(target, kind, sizeof(kind) - 1);
}

/**
 * irq_set_file() - set the file to signal
 * @irq: the interrupts
 * @kind: kind of interrupts that the file is for
 * @fd: an event file, which is owned here if the call succeeds; -1: none from now on
 *
 * Return: 0; -EINVAL if it is no event file.
 */
int irq_set_file(struct gpu_irq *irq, enum irq_kind kind, int fd)
{
	if (fd >= 0 && !irq_is_event_file(fd))
		return -EINVAL;
	if (irq->fd[kind] >= 0)
		close(irq->fd[kind]);
	irq->fd[kind] = fd;
	if (kind == IRQ_LINE)
		irq->masked = false;
	return 0;
}

/**
 * irq_line() - update the level of the GPU's line
 * @irq: the interrupts
 * @stands: it is asserted
 */
void irq_line(struct gpu_irq *irq, bool stands)
{
	if (stands && !irq->stands)
		irq->pending = true;
	/* A line that falls is no longer due, unlike a message. */
	if (!stands && !irq->messages)
		irq->pending = false;
	irq->stands = stands;
}

/* Check whether an interrupt is due. */
bool irq_due(const struct gpu_irq *irq)
{
	if (irq->messages)
		return irq->pending && irq->fd[IRQ_MESSAGE] >= 0;
	return irq->stands && !irq->masked && irq->fd[IRQ_LINE] >= 0;
}

/**
 * irq_signal() - signal an event file
 * @irq: the interrupts
 * @kind: kind of interrupt
 * @times: number of times
 *
 * Nothing happens without a file, or if its counter is full.
 */
void irq_signal(const struct gpu_irq *irq, enum irq_kind kind, u32 times)
{
	struct pollfd room = { .fd = irq->fd[kind], .events = POLLOUT };
	const u64 one = 1;

	while (times-- && poll(&room, 1, 0) == 1 && room.revents & POLLOUT)
		if (write(room.fd, &one, sizeof(one)) != sizeof(one))
			return;
}

/**
 * irq_send() - signal the client if an interrupt is due
 * @irq: the interrupts
 * @times: number of times; 0: nothing to signal after all
 */
void irq_send(struct gpu_irq *irq, u32 times)
{
	if (irq->messages) {
		irq->pending = false;
		irq_signal(irq, IRQ_MESSAGE, times);
	} else if (times) {
		irq->masked = true;
		irq_signal(irq, IRQ_LINE, times);
	}
}
