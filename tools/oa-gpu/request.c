// SPDX-License-Identifier: GPL-2.0-only
/*
 * A client of the control socket of another oa-gpu.
 */
#include "request.h"
#include "oa_gpu_control.h"

/* More than the text of any knob */
#define REQUEST_TEXT	0x40000

/**
 * request_run() - send a request, and print the answer
 * @path: of the control socket, or of a virtio port
 * @request: the request
 *
 * Return: the process's exit status.
 */
int request_run(const char *path, const char *request)
{
	static char answer[REQUEST_TEXT];
	int fd = oa_gpu_control_open(path);
	long bytes;

	if (fd < 0) {
		fprintf(stderr, "oa-gpu: %s: %s\n", path, strerror(-fd));
		return EXIT_FAILURE;
	}
	bytes = oa_gpu_control_ask(fd, request, answer, sizeof(answer));
	close(fd);
	if (bytes >= 0)
		return fwrite(answer, 1, bytes, stdout) == (size_t)bytes ? EXIT_SUCCESS : EXIT_FAILURE;
	fprintf(stderr, "oa-gpu: %s: %s\n", request, bytes == -EINVAL ? answer : strerror(-bytes));
	return EXIT_FAILURE;
}
