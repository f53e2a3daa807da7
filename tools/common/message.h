/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Messages, JSON strings, and the signals that stop a tool.
 */
#ifndef _TOOLS_MESSAGE_H_
#define _TOOLS_MESSAGE_H_

#include <stdbool.h>
#include <stdio.h>

#define ARRAY_LEN(a)	(sizeof(a) / sizeof((a)[0]))

void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
void catch_signals(void);
bool interrupted(void);
void print_json_string(FILE *out, const char *text);

#endif /* _TOOLS_MESSAGE_H_ */
