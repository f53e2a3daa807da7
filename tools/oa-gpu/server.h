/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_SERVER_H_
#define _OA_GPU_SERVER_H_

#include <stdbool.h>
#include <stdio.h>

#include "device.h"

/** struct server_options - options of the server */
struct server_options {
	/** @device: options of the device */
	struct device_options device;
	/** @path: of the socket */
	const char *path;
	/** @control: of the control socket, or NULL */
	const char *control;
	/** @keep: the device stays on between connections, and when a client resets it */
	bool keep;
};

int server_run(const struct server_options *options);

#endif /* _OA_GPU_SERVER_H_ */
