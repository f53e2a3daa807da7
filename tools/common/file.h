/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files by name, where "-" is standard input or output.
 */
#ifndef _TOOLS_FILE_H_
#define _TOOLS_FILE_H_

#include <stdbool.h>
#include <stdio.h>

bool file_is_standard(const char *path);
const char *file_in_name(const char *path);
const char *file_out_name(const char *path);
bool file_can_be_created(const char *path);
FILE *file_create(const char *path);
int file_finish(FILE *file);
int refuse_same_file(const char *in, const char *out);
int refuse_terminal(const char *out);

#endif /* _TOOLS_FILE_H_ */
