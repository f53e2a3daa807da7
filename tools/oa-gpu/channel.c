// SPDX-License-Identifier: GPL-2.0-only
/*
 * Messages over a stream socket. Nothing here blocks. A message is read in two steps, header and
 * rest, and never beyond its end, so all files received meanwhile belong to it.
 */
#include <errno.h>
#include <stdalign.h>
#include <sys/socket.h>
#include <unistd.h>

#include "channel.h"

/**
 * channel_open() - begin a connection
 * @c: the channel
 * @fd: the socket, which the channel owns from now on
 */
void channel_open(struct channel *c, int fd)
{
	memset(c, 0, sizeof(*c));
	c->fd = fd;
}

static void channel_drop_files(struct channel *c)
{
	while (c->num_files)
		close(c->files[--c->num_files]);
}

/* End a connection. */
void channel_close(struct channel *c)
{
	channel_drop_files(c);
	close(c->fd);
	c->fd = -1;
}

/*
 * Take the first file of the message. Return: the file, which the caller owns, or -1.
 */
int channel_take_file(struct channel *c)
{
	int fd;

	if (!c->num_files)
		return -1;
	fd = c->files[0];
	c->num_files--;
	memmove(c->files, c->files + 1, c->num_files * sizeof(*c->files));
	return fd;
}

/* Keep the received files. Return: false if there are too many. */
static bool channel_keep_files(struct channel *c, struct msghdr *msg)
{
	struct cmsghdr *cmsg;
	bool fit = !(msg->msg_flags & MSG_CTRUNC);
	size_t i, n;
	int fd;

	for (cmsg = CMSG_FIRSTHDR(msg); cmsg; cmsg = CMSG_NXTHDR(msg, cmsg)) {
		if (cmsg->cmsg_level != SOL_SOCKET || cmsg->cmsg_type != SCM_RIGHTS)
			continue;
		n = (cmsg->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		for (i = 0; i < n; i++) {
			memcpy(&fd, CMSG_DATA(cmsg) + i * sizeof(fd), sizeof(fd));
			if (c->num_files < CHANNEL_FILES) {
				c->files[c->num_files++] = fd;
			} else {
				close(fd);
				fit = false;
			}
		}
	}
	return fit;
}

/* Receive up to byte @end of the message. */
static enum channel_state channel_receive_to(struct channel *c, u32 end)
{
	alignas(8) char control[CMSG_SPACE(CHANNEL_FILES * sizeof(int))];
	struct iovec part = { c->in + c->have, end - c->have };
	struct msghdr msg = {
		.msg_iov = &part, .msg_iovlen = 1,
		.msg_control = control, .msg_controllen = sizeof(control),
	};
	ssize_t got = recvmsg(c->fd, &msg, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? CHANNEL_WAIT : CHANNEL_CLOSED;
	if (!channel_keep_files(c, &msg))
		return CHANNEL_BROKEN;
	/* An end of the connection within a message is an error. */
	if (!got)
		return c->have ? CHANNEL_BROKEN : CHANNEL_CLOSED;
	c->have += got;
	return CHANNEL_READY;
}

/**
 * channel_receive() - receive the next message
 * @c: the channel; the message before it was replied to, or needs no reply
 *
 * Return: CHANNEL_READY once the message is whole.
 */
enum channel_state channel_receive(struct channel *c)
{
	const struct wire_header *header = channel_header(c);
	enum channel_state state = CHANNEL_READY;

	while (state == CHANNEL_READY && c->have < sizeof(*header))
		state = channel_receive_to(c, sizeof(*header));
	if (state != CHANNEL_READY)
		return state;
	if (header->size < sizeof(*header) || header->size > CHANNEL_BYTES)
		return CHANNEL_BROKEN;
	while (state == CHANNEL_READY && c->have < header->size)
		state = channel_receive_to(c, header->size);
	return state;
}

/**
 * channel_reply() - finish a message, and make its reply if it requests one
 * @c: the channel, whose response was filled in
 * @bytes: size of the response
 * @error: a negative errno to reply instead of the response, or 0
 */
void channel_reply(struct channel *c, u32 bytes, int error)
{
	const struct wire_header *request = channel_header(c);
	struct wire_header *reply = (struct wire_header *)c->out;

	channel_drop_files(c);
	c->have = 0;
	if (request->flags & WIRE_NO_REPLY)
		return;
	reply->id = request->id;
	reply->command = request->command;
	reply->flags = WIRE_REPLY | (error ? WIRE_ERROR : 0);
	reply->error = -error;
	reply->size = sizeof(*reply) + (error ? 0 : bytes);
	c->out_bytes = reply->size;
	c->out_sent = 0;
}

/* Send the reply. Return: CHANNEL_READY once nothing is left to send. */
enum channel_state channel_send(struct channel *c)
{
	ssize_t sent;

	while (c->out_sent < c->out_bytes) {
		sent = send(c->fd, c->out + c->out_sent, c->out_bytes - c->out_sent,
			    MSG_DONTWAIT | MSG_NOSIGNAL);
		if (sent < 0)
			return errno == EAGAIN || errno == EINTR ? CHANNEL_WAIT : CHANNEL_CLOSED;
		c->out_sent += sent;
	}
	c->out_bytes = 0;
	c->out_sent = 0;
	return CHANNEL_READY;
}
