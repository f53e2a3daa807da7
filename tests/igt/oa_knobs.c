// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the simulated GPU lets a test see and change, by name. The simulator's module has a file in
 * debugfs for each name. In a guest whose GPU is a process outside, a virtio port leads to that
 * process.
 */
#include <dirent.h>

#include "oa_lib.h"
#include "tools/oa-gpu/oa_gpu_control.h"

#define PORTS		"/sys/class/virtio-ports"
#define PORT_NAME	"oa-gpu\n"

static void knob_path(char *buf, size_t size, const char *name)
{
	snprintf(buf, size, "/sys/kernel/debug/i915_oa_sim/%s%s%s",
		 oa_gpu_require()->pci, name ? "/" : "", name ? name : "");
}

static bool find_port(char *buf, size_t size)
{
	char path[512], text[32];
	struct dirent *entry;
	DIR *dir = opendir(PORTS);
	bool found = false;

	while (dir && !found && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), PORTS "/%s/name", entry->d_name);
		found = oa_read_text(path, text, sizeof(text)) > 0 && !strcmp(text, PORT_NAME);
		if (found)
			snprintf(buf, size, "/dev/%s", entry->d_name);
	}
	if (dir)
		closedir(dir);
	return found;
}

/* Path of the port; empty: there is none. It does not change while a program runs. */
static const char *port(void)
{
	static char path[300];
	static bool looked;

	if (!looked)
		find_port(path, sizeof(path));
	looked = true;
	return path;
}

static bool in_debugfs(void)
{
	char path[256];

	knob_path(path, sizeof(path), NULL);
	return !access(path, F_OK);
}

/* Is there a simulated GPU that can be looked at? */
bool oa_knobs_present(void)
{
	return in_debugfs() || *port();
}

/*
 * Does the GPU interrupt by a line that another process raises? QEMU lowers it at an access, and
 * hears only later whether it still stands. So a handler may be called once more, for nothing.
 */
bool oa_line_echoes(void)
{
	char path[300];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/msi_irqs", oa_gpu_require()->pci);
	return !in_debugfs() && access(path, F_OK);
}

static long ask(const char *request, char *buf, size_t size)
{
	int fd = oa_gpu_control_open(port());
	long bytes = fd;

	if (fd >= 0) {
		bytes = oa_gpu_control_ask(fd, request, buf, size);
		close(fd);
	}
	return bytes;
}

/* The line "rw NAME" of the port's list, which also does not change */
static bool port_lists(const char *name)
{
	static char list[8192];
	const char *line;
	size_t length = strlen(name);

	if (!*list && ask("list", list, sizeof(list)) < 0)
		return false;
	for (line = list; line && *line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strlen(line) < 3)
			return false;
		if (!strncmp(line + 3, name, length) && line[3 + length] == '\n')
			return true;
	}
	return false;
}

bool oa_knob_present(const char *name)
{
	char path[256];

	knob_path(path, sizeof(path), name);
	return in_debugfs() ? !access(path, W_OK) : *port() && port_lists(name);
}

/* As oa_read_text() */
ssize_t oa_knob_read(const char *name, char *buf, size_t size)
{
	char request[256];

	knob_path(request, sizeof(request), name);
	if (in_debugfs())
		return oa_read_text(request, buf, size);
	snprintf(request, sizeof(request), "get %s", name);
	return ask(request, buf, size);
}

/* As oa_write_text() */
int oa_knob_write(const char *name, const char *text)
{
	char request[256], answer[256];
	long ret;

	knob_path(request, sizeof(request), name);
	if (in_debugfs())
		return oa_write_text(request, text);
	snprintf(request, sizeof(request), "set %s %s", name, text);
	ret = ask(request, answer, sizeof(answer));
	return ret < 0 ? ret : 0;
}
