/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_SERVER_H_
#define _OA_GPU_SERVER_H_

#include <stdbool.h>
#include <stdio.h>

/** struct server_options - what the server does */
struct server_options {
	/** @platform: name of the GPU's platform */
	const char *platform;
	/** @display_class: it is a display controller whose display is fused off, for i915 */
	bool display_class;
	/** @path: of the socket */
	const char *path;
	/** @control: of the control socket, or NULL */
	const char *control;
	/** @keep: the device stays on between connections, and when a client resets it */
	bool keep;
	/** @trace: where to write each access, or NULL */
	FILE *trace;
};

int server_run(const struct server_options *options);

#endif /* _OA_GPU_SERVER_H_ */
