// SPDX-License-Identifier: GPL-2.0-only
/*
 * Find the program that has a perf stream open.
 *
 * Neither i915 nor i915_oa names the owner of the OA unit. /proc does, as far as the caller may
 * read other programs' files. A stream does not name its GPU, so with several GPUs the program
 * found may have a stream of another one. If several programs share a stream, any of them may be
 * found.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common/dump_gpu.h"

/**
 * owner_stream() - find a perf stream of a process
 * @pid: the process
 *
 * The search ends at the first stream, since any one will do. Return: its number among the files of
 * the process, -ENOENT if there is none, or another negative errno.
 */
int owner_stream(pid_t pid)
{
	char path[64], link[64];
	struct dirent *entry;
	int found = -ENOENT;
	ssize_t bytes;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while (found < 0 && (entry = readdir(dir))) {
		bytes = readlinkat(dirfd(dir), entry->d_name, link, sizeof(link) - 1);
		link[bytes > 0 ? bytes : 0] = 0;
		if (!strcmp(link, "anon_inode:[i915_perf]"))
			found = atoi(entry->d_name);
	}
	closedir(dir);
	return found;
}

/* Read a process's name as printable ASCII, since it might control the terminal. */
static void name_of(pid_t pid, char *name, size_t bytes)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	file = fopen(path, "re");
	if (!file || !fgets(name, bytes, file))
		snprintf(name, bytes, "process");
	if (file)
		fclose(file);
	name[strcspn(name, "\n")] = 0;
	for (; *name; name++)
		if (*name < ' ' || *name > '~')
			*name = '?';
}

/**
 * owner_find() - find another program that has a perf stream
 * @text: set to its name and number, empty if none is known
 * @bytes: size of @text
 *
 * Prints nothing. Return: false if none is known, as without permission to read /proc.
 */
bool owner_find(char *text, size_t bytes)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;
	bool found = false;
	char name[32];
	pid_t pid;

	*text = 0;
	while (dir && !found && (entry = readdir(dir))) {
		pid = atoi(entry->d_name);
		if (pid <= 0 || pid == getpid() || owner_stream(pid) < 0)
			continue;
		name_of(pid, name, sizeof(name));
		snprintf(text, bytes, "%s, process %d, has it", name, pid);
		found = true;
	}
	if (dir)
		closedir(dir);
	return found;
}
