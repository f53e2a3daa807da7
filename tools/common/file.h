/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is asked of files before they are written.
 */
#ifndef _TOOLS_FILE_H_
#define _TOOLS_FILE_H_

int refuse_same_file(const char *in, const char *out);

#endif /* _TOOLS_FILE_H_ */
