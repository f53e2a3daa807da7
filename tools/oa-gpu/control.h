/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_CONTROL_H_
#define _OA_GPU_CONTROL_H_

#include <poll.h>

#include "device.h"
#include "sim/core/sim_control.h"

/* Clients at a time, as the user and a guest; others wait */
#define CONTROL_CLIENTS		4
/* Files to poll: those of the clients, and the listening socket */
#define CONTROL_FILES		(CONTROL_CLIENTS + 1)
/* The longest line of a client, with its newline */
#define CONTROL_LINE		256

/** struct control_client - a client of the control socket */
struct control_client {
	/** @fd: the connection, -1: none */
	int fd;
	/** @have: bytes of an incomplete line */
	u32 have;
	/** @line: these bytes */
	char line[CONTROL_LINE];
	/** @too_long: discard the rest of the line, which is too long */
	bool too_long;
	/** @tag: tag of the current request */
	char tag[CONTROL_LINE];
	/** @knob: the knob of a long operation, or NULL */
	const struct sim_knob *knob;
	/** @left: the rest of its value */
	u64 left;
	/** @out: the answer, or NULL */
	char *out;
	/** @out_bytes: its size */
	size_t out_bytes;
	/** @sent: sent bytes of it */
	size_t sent;
};

/** struct control - the control of a device */
struct control {
	/** @device: the device */
	struct gpu_device *device;
	/** @listener: the listening socket, -1: none */
	int listener;
	/** @clients: the connections */
	struct control_client clients[CONTROL_CLIENTS];
};

void control_init(struct control *control, int listener);
void control_fini(struct control *control);
bool control_add(struct control *control, int fd);
void control_files(const struct control *control, struct pollfd files[CONTROL_FILES]);
bool control_busy(const struct control *control);
void control_run(struct control *control, const struct pollfd files[CONTROL_FILES]);

#endif /* _OA_GPU_CONTROL_H_ */
