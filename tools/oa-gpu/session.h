/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_SESSION_H_
#define _OA_GPU_SESSION_H_

#include "channel.h"
#include "device.h"

/** struct session - a connection of a client */
struct session {
	/** @channel: its messages */
	struct channel channel;
	/** @device: its device */
	struct gpu_device *device;
	/** @negotiated: the version is agreed on */
	bool negotiated;
	/** @messages: number of messages */
	u64 messages;
	/** @refused: messages that were answered with an error */
	u64 refused;
	/** @ended: reason of its end, NULL before */
	const char *ended;
};

void session_open(struct session *s, struct gpu_device *device, int fd);
void session_close(struct session *s);
void session_run(struct session *s);
short session_events(const struct session *s);

#endif /* _OA_GPU_SESSION_H_ */
