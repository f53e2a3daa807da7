// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files by name, where "-" is standard input or output, and checks before they are written.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/common/file.h"
#include "tools/common/message.h"

/**
 * file_is_standard() - check whether a name stands for standard input or output
 * @path: the name, NULL: no file
 */
bool file_is_standard(const char *path)
{
	return path && !strcmp(path, "-");
}

/* The name of an input file for messages. */
const char *file_in_name(const char *path)
{
	return file_is_standard(path) ? "standard input" : path;
}

/* The name of an output file for messages. */
const char *file_out_name(const char *path)
{
	return file_is_standard(path) ? "standard output" : path;
}

/**
 * file_can_be_created() - check whether a file may be created or replaced, and say why not
 * @path: its name, "-": standard output; NULL: none
 *
 * An existing file keeps its contents.
 */
bool file_can_be_created(const char *path)
{
	struct stat st;
	int fd, error = 0;

	if (!path || file_is_standard(path))
		return true;
	if (!stat(path, &st)) {
		if (S_ISDIR(st.st_mode))
			error = EISDIR;
		else if (access(path, W_OK))
			error = errno;
	} else {
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd < 0) {
			error = errno;
		} else {
			close(fd);
			unlink(path);
		}
	}
	if (error)
		complain("%s: %s", path, strerror(error));
	return !error;
}

/* Open a file that is written. Return: the file, or NULL with errno set. */
FILE *file_create(const char *path)
{
	return file_is_standard(path) ? stdout : fopen(path, "wbe");
}

/**
 * file_finish() - flush a file, and close it unless it is standard output
 * @file: from file_create()
 *
 * Return: 0 or EOF, with errno set.
 */
int file_finish(FILE *file)
{
	return file == stdout ? fflush(file) : fclose(file);
}

static bool stat_of(const char *path, int standard, struct stat *st)
{
	return !(file_is_standard(path) ? fstat(standard, st) : stat(path, st));
}

static bool same(const char *one, const char *other)
{
	struct stat a, b;

	return stat_of(one, STDIN_FILENO, &a) && stat_of(other, STDOUT_FILENO, &b) &&
	       a.st_dev == b.st_dev && a.st_ino == b.st_ino && S_ISREG(a.st_mode);
}

/**
 * refuse_same_file() - reject an output file that is also the input
 * @in: file that is read, NULL: none
 * @out: file that would be written, NULL: none
 *
 * Return: 0, or -1 if both are the same file, by any name, so that writing would destroy the input.
 */
int refuse_same_file(const char *in, const char *out)
{
	if (!in || !out || !same(in, out))
		return 0;
	complain("%s would be written over %s, which is the same file", file_out_name(out),
		 file_in_name(in));
	return -1;
}

/**
 * refuse_terminal() - reject a terminal as the output of binary data
 * @out: the file, NULL: none
 *
 * Return: 0, or -1 if it is standard output, and that is a terminal.
 */
int refuse_terminal(const char *out)
{
	if (!file_is_standard(out) || !isatty(STDOUT_FILENO))
		return 0;
	complain("standard output is a terminal, and the output is binary");
	return -1;
}
