// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated GPU's knobs, by name. The simulator's module has a file in debugfs for each name.
 * In a guest whose GPU is a process outside, a virtio port leads to that process.
 */
#include <dirent.h>

#include "oa_lib.h"
#include "tools/oa-gpu/oa_gpu_control.h"

#define PORTS		"/sys/class/virtio-ports"
#define PORT_NAME	"oa-gpu\n"
#define DRIVER		"/sys/bus/virtio/drivers/virtio_console"

static void knob_path(char *buf, size_t size, const char *name)
{
	snprintf(buf, size, "/sys/kernel/debug/i915_oa_sim/%s%s%s",
		 oa_gpu_require()->pci, name ? "/" : "", name ? name : "");
}

/* @buf gets the name of the port, as in PORTS. */
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
			snprintf(buf, size, "%s", entry->d_name);
	}
	if (dir)
		closedir(dir);
	return found;
}

/* Name of the port, empty if there is none. */
static char port_name[256];

static const char *port(void)
{
	static bool searched;

	if (!searched)
		find_port(port_name, sizeof(port_name));
	searched = true;
	return port_name;
}

/*
 * Bind the port's device again after a suspend: in a guest with Linux 7.3 the port waits forever
 * for its connection, which the host announces only then.
 */
static void rebind_port(void)
{
	char path[512], link[256], *device;
	ssize_t length;

	snprintf(path, sizeof(path), PORTS "/%s/device", port());
	length = readlink(path, link, sizeof(link) - 1);
	igt_assert_lt(0, length);
	link[length] = 0;
	device = strrchr(link, '/') ? strrchr(link, '/') + 1 : link;
	oa_write_text(DRIVER "/unbind", device);
	oa_write_text(DRIVER "/bind", device);
	igt_assert_f(oa_wait_until(find_port(port_name, sizeof(port_name)), 10000),
		     "the port to the simulated GPU does not return");
}

static int open_port(void)
{
	char path[300];

	snprintf(path, sizeof(path), "/dev/%s", port());
	return oa_gpu_control_open(path);
}

static bool connected(int fd)
{
	struct pollfd pfd = { .fd = fd, .events = POLLOUT };

	return poll(&pfd, 1, 5000) == 1 && pfd.revents & POLLOUT;
}

static bool present_in_debugfs(void)
{
	char path[256];

	knob_path(path, sizeof(path), NULL);
	return !access(path, F_OK);
}

/* Once a GPU's knobs were in debugfs, they are never anywhere else. */
static bool in_debugfs(void)
{
	static bool seen;

	seen = seen || present_in_debugfs();
	return seen;
}

/* Check for a simulated GPU with knobs. */
bool oa_knobs_present(void)
{
	return present_in_debugfs() || *port();
}

/*
 * Check for an interrupt line that another process raises. QEMU deasserts it at an access, and
 * learns its state only later, so a handler may be called once too often.
 */
bool oa_line_echoes(void)
{
	char path[300];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/msi_irqs", oa_gpu_require()->pci);
	return !in_debugfs() && access(path, F_OK);
}

static long request_port(const char *request, char *buf, size_t size)
{
	int fd = open_port();
	long bytes;

	if (fd >= 0 && !connected(fd)) {
		close(fd);
		rebind_port();
		fd = open_port();
	}
	bytes = fd;
	if (fd >= 0) {
		bytes = oa_gpu_control_ask(fd, request, buf, size);
		close(fd);
	}
	return bytes;
}

/* Check for the line "rw NAME" in the port's list, which does not change */
static bool port_lists(const char *name)
{
	static char list[8192];
	const char *line;
	size_t length = strlen(name);

	if (!*list && request_port("list", list, sizeof(list)) < 0)
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
	return request_port(request, buf, size);
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
	ret = request_port(request, answer, sizeof(answer));
	return ret < 0 ? ret : 0;
}
