// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is asked of files before they are written.
 */
#include <sys/stat.h>

#include "tools/common/file.h"
#include "tools/common/say.h"

static bool same(const char *one, const char *other)
{
	struct stat a, b;

	return !stat(one, &a) && !stat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino &&
	       S_ISREG(a.st_mode);
}

/**
 * refuse_same_file() - may one file be written from another?
 * @in: file that is read, NULL: none
 * @out: file that would be written, NULL: none
 *
 * Return: 0, or -1 if they are the same by whatever name, so that writing would destroy what is read.
 */
int refuse_same_file(const char *in, const char *out)
{
	if (!in || !out || !same(in, out))
		return 0;
	complain("%s would be written over %s, which is the same file", out, in);
	return -1;
}
