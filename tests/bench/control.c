// SPDX-License-Identifier: GPL-2.0-only
/*
 * The control of an oa-gpu, in a guest whose clock counts instructions. An idle processor skips
 * time there, so each answer is awaited without sleeping.
 */
#include "oa-bench.h"

int control_open(const char *path)
{
	int control = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);

	igt_assert_fd(control);
	return control;
}

static char control_byte(int control)
{
	ssize_t got;
	char byte;

	while ((got = read(control, &byte, 1)) <= 0)
		igt_assert(got == 0 || errno == EAGAIN);
	return byte;
}

/* Send a request. Return: the number of bytes that follow the line of the answer */
static unsigned long control_ask(int control, const char *request)
{
	const int length = strlen(request);
	char answer[64];
	size_t have = 0;

	igt_assert_eq(write(control, request, length), length);
	do {
		igt_assert(have < sizeof(answer) - 1);
		answer[have] = control_byte(control);
	} while (answer[have++] != '\n');
	answer[have] = 0;
	igt_assert_f(!strncmp(answer, "ok ", 3), "%s: %s", request, answer);
	return strtoul(answer + 3, NULL, 10);
}

/* Set a knob. */
void control_set(int control, const char *name, const char *value)
{
	char request[64];

	snprintf(request, sizeof(request), "set %s %s\n", name, value);
	igt_assert_eq(control_ask(control, request), 0);
}

/* Return: the value of a knob */
u64 control_u64(int control, const char *name)
{
	char request[64], text[64];
	unsigned long bytes;

	snprintf(request, sizeof(request), "get %s\n", name);
	bytes = control_ask(control, request);
	igt_assert(bytes < sizeof(text));
	for (unsigned long i = 0; i < bytes; i++)
		text[i] = control_byte(control);
	text[bytes] = 0;
	return strtoull(text, NULL, 10);
}

/* Move the GPU's clock, which must be manual. */
void control_advance(int control, u64 ns)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", ns);
	control_set(control, "advance", text);
}
