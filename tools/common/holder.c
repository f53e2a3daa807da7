// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which program has a perf stream open.
 *
 * Neither i915 nor i915_oa says who has the OA unit; /proc does, as far as the caller may look at
 * other programs' files. A stream does not say of which GPU it is, so with several GPUs another
 * one's may be named. One that was handed over is named by each program that has it.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common/dump_gpu.h"

static bool has_stream(const char *pid)
{
	char path[300], link[64];
	struct dirent *entry;
	bool found = false;
	ssize_t bytes;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%.20s/fd", pid);
	dir = opendir(path);
	while (dir && !found && (entry = readdir(dir))) {
		bytes = readlinkat(dirfd(dir), entry->d_name, link, sizeof(link) - 1);
		link[bytes > 0 ? bytes : 0] = 0;
		found = !strcmp(link, "anon_inode:[i915_perf]");
	}
	if (dir)
		closedir(dir);
	return found;
}

static void name_of(const char *pid, char *name, size_t bytes)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%.20s/comm", pid);
	file = fopen(path, "re");
	if (!file || !fgets(name, bytes, file))
		snprintf(name, bytes, "process");
	if (file)
		fclose(file);
	name[strcspn(name, "\n")] = 0;
}

/**
 * holder_find() - find another program that has a perf stream
 * @text: set to its name and number, empty if none is known
 * @bytes: size of @text
 *
 * Prints nothing. Return: false if none is known, as for who may not look.
 */
bool holder_find(char *text, size_t bytes)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;
	bool found = false;
	char name[32];

	*text = 0;
	while (dir && !found && (entry = readdir(dir))) {
		if (atoi(entry->d_name) <= 0 || atoi(entry->d_name) == getpid() ||
		    !has_stream(entry->d_name))
			continue;
		name_of(entry->d_name, name, sizeof(name));
		snprintf(text, bytes, "%s, process %.20s, has it", name, entry->d_name);
		found = true;
	}
	if (dir)
		closedir(dir);
	return found;
}
