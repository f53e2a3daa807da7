/* SPDX-License-Identifier: MIT */
/*
 * A client of oa-gpu's control: one request and its answer, over a UNIX socket, or in a guest over
 * the virtio port that QEMU connects to one. Only one process at a time can open a port. The rest
 * of an answer to a process that died is skipped.
 */
#ifndef _OA_GPU_CONTROL_CLIENT_H_
#define _OA_GPU_CONTROL_CLIENT_H_

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* Milliseconds, more than a request of another process takes */
#define OA_GPU_CONTROL_PATIENCE	10000

static inline int oa_gpu_control_connect(const char *path)
{
	struct sockaddr_un address;
	int fd;

	if (strlen(path) >= sizeof(address.sun_path))
		return -ENAMETOOLONG;
	memset(&address, 0, sizeof(address));
	address.sun_family = AF_UNIX;
	strcpy(address.sun_path, path);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof(address))) {
		int error = -errno;

		close(fd);
		return error;
	}
	return fd < 0 ? -errno : fd;
}

/**
 * oa_gpu_control_open() - connect to the control of an oa-gpu
 * @path: the socket, or the port
 *
 * Return: a file, or a negative errno.
 */
static inline int oa_gpu_control_open(const char *path)
{
	const struct timespec pause = { 0, 1000000 };
	struct stat st;
	int fd, tries = 0;

	if (stat(path, &st))
		return -errno;
	if (S_ISSOCK(st.st_mode))
		return oa_gpu_control_connect(path);
	do {
		fd = open(path, O_RDWR | O_CLOEXEC);
		if (fd >= 0 || errno != EBUSY)
			return fd < 0 ? -errno : fd;
		nanosleep(&pause, NULL);
	} while (tries++ < OA_GPU_CONTROL_PATIENCE);
	return -EBUSY;
}

/* Read a line, truncated to @size. Return: 0, or a negative errno. */
static inline int oa_gpu_control_line(int fd, char *line, size_t size)
{
	size_t length = 0;
	ssize_t got;
	char byte;

	for (;;) {
		got = read(fd, &byte, 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got ? -errno : -EPIPE;
		if (byte == '\n')
			break;
		if (length < size - 1)
			line[length++] = byte;
	}
	line[length] = 0;
	return 0;
}

/* Read all of @size bytes */
static inline int oa_gpu_control_bytes(int fd, char *to, size_t bytes)
{
	ssize_t got;

	for (; bytes; to += got, bytes -= got) {
		got = read(fd, to, bytes);
		if (got < 0 && errno == EINTR)
			got = 0;
		else if (got <= 0)
			return got ? -errno : -EPIPE;
	}
	return 0;
}

/**
 * oa_gpu_control_ask() - send a request, and wait for its answer
 * @fd: of oa_gpu_control_open()
 * @request: without a newline
 * @answer: filled in with the answer, or with the reason of the error
 * @size: size of @answer
 *
 * Return: the answer's size without its final NUL; -EINVAL if the request was rejected,
 * another negative errno if the connection is gone or @size is too small.
 */
static inline long oa_gpu_control_ask(int fd, const char *request, char *answer, size_t size)
{
	static unsigned int asked;
	char line[512], tag[64];
	size_t bytes;
	int length, ret;

	length = snprintf(tag, sizeof(tag), "@%d.%u.%llx ", getpid(), asked++,
			  (unsigned long long)time(NULL));
	ret = snprintf(line, sizeof(line), "%s%s\n", tag, request);
	if (ret >= (int)sizeof(line))
		return -E2BIG;
	if (write(fd, line, ret) != ret)
		return -EPIPE;
	do {
		ret = oa_gpu_control_line(fd, line, sizeof(line));
		if (ret)
			return ret;
	} while (strncmp(line, tag, length));
	if (strncmp(line + length, "ok ", 3)) {
		snprintf(answer, size, "%s", line + length + strlen("error "));
		return -EINVAL;
	}
	bytes = strtoul(line + length + 3, NULL, 10);
	if (bytes >= size)
		return -ENOSPC;
	ret = oa_gpu_control_bytes(fd, answer, bytes);
	answer[bytes] = 0;
	return ret ? ret : (long)bytes;
}

#endif /* _OA_GPU_CONTROL_CLIENT_H_ */
