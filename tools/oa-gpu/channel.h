/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_CHANNEL_H_
#define _OA_GPU_CHANNEL_H_

#include <stdalign.h>

#include "wire.h"

/* Maximum of the data of one access to a region */
#define CHANNEL_DATA_BYTES	4096
#define CHANNEL_BYTES \
	(sizeof(struct wire_header) + sizeof(struct wire_access) + CHANNEL_DATA_BYTES)
/* Maximum number of files of one message */
#define CHANNEL_FILES		8

/** struct channel - a socket as a sequence of messages */
struct channel {
	/** @fd: the socket, which does not block */
	int fd;
	/** @have: received bytes of the message */
	u32 have;
	/** @out_bytes: bytes of the reply, 0: no reply */
	u32 out_bytes;
	/** @out_sent: sent bytes of the reply */
	u32 out_sent;
	/** @num_files: files of the message that were not taken */
	u32 num_files;
	/** @files: these files */
	int files[CHANNEL_FILES];
	/** @in: the message */
	alignas(8) u8 in[CHANNEL_BYTES];
	/** @out: the reply */
	alignas(8) u8 out[CHANNEL_BYTES];
};

/** enum channel_state - state of a channel */
enum channel_state {
	/** @CHANNEL_READY: the message or the reply is whole */
	CHANNEL_READY,
	/** @CHANNEL_WAIT: the socket must be polled first */
	CHANNEL_WAIT,
	/** @CHANNEL_CLOSED: the client has ended the connection */
	CHANNEL_CLOSED,
	/** @CHANNEL_BROKEN: the client violated the protocol */
	CHANNEL_BROKEN,
};

void channel_open(struct channel *c, int fd);
void channel_close(struct channel *c);
enum channel_state channel_receive(struct channel *c);
enum channel_state channel_send(struct channel *c);
int channel_take_file(struct channel *c);
void channel_reply(struct channel *c, u32 bytes, int error);

/**
 * channel_header() - the header of the message
 * @c: the channel, whose message is whole
 */
static inline struct wire_header *channel_header(struct channel *c)
{
	return (struct wire_header *)c->in;
}

/**
 * channel_request() - the payload of the message
 * @c: the channel
 */
static inline void *channel_request(struct channel *c)
{
	return c->in + sizeof(struct wire_header);
}

/**
 * channel_response() - the payload of the reply
 * @c: the channel
 */
static inline void *channel_response(struct channel *c)
{
	return c->out + sizeof(struct wire_header);
}

#endif /* _OA_GPU_CHANNEL_H_ */
