// SPDX-License-Identifier: GPL-2.0-only
/*
 * The server under test: oa-gpu, built with sanitizers, beside this program.
 */
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"

static void run_server(const struct server_process *server, const char *platform,
		       const char *class, bool keep, const char *stolen, const int *pipe)
{
	const char *args[12] = {
		"oa-gpu", "--platform", platform, "--socket", server->path,
		"--control", server->control, "--class", class,
	};
	u32 n = 9;
	char self[PATH_MAX], program[PATH_MAX + 8];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (length < 0)
		_exit(127);
	self[length] = 0;
	/* The server ends with this program, however that ends. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	snprintf(program, sizeof(program), "%s/oa-gpu", dirname(self));
	dup2(pipe[1], STDOUT_FILENO);
	close(pipe[0]);
	close(pipe[1]);
	if (keep)
		args[n++] = "--keep";
	if (stolen)
		args[n++] = stolen;
	execv(program, (char **)args);
	_exit(127);
}

/* Read lines until one begins with @start. Return: true if there is one, in @line */
static bool read_until(struct server_process *server, const char *start, char *line, int bytes)
{
	while (fgets(line, bytes, server->output))
		if (!strncmp(line, start, strlen(start)))
			return true;
	return false;
}

/**
 * server_start() - start a server
 * @server: the server
 * @platform: of its GPU
 * @class: class of its GPU, as on the command line
 * @keep: the GPU stays on between connections
 * @stolen: the option for stolen memory, or NULL
 *
 * Return: true if it listens.
 */
bool server_start(struct server_process *server, const char *platform, const char *class,
		  bool keep, const char *stolen)
{
	char line[256];
	int ends[2];

	snprintf(server->path, sizeof(server->path), "/tmp/oa-gpu-test.%d", getpid());
	snprintf(server->control, sizeof(server->control), "/tmp/oa-gpu-control.%d", getpid());
	if (!EXPECT(!pipe(ends)))
		return false;
	fflush(stdout);
	server->pid = fork();
	if (!server->pid)
		run_server(server, platform, class, keep, stolen, ends);
	close(ends[1]);
	server->output = fdopen(ends[0], "r");
	return EXPECT(read_until(server, "oa-gpu: ", line, sizeof(line)));
}

/**
 * server_end() - tell a server to end
 * @server: the server
 *
 * Return: true if its status is 0, which excludes errors found by sanitizers, and its sockets are
 * gone.
 */
bool server_end(struct server_process *server)
{
	int status = -1;

	kill(server->pid, SIGTERM);
	waitpid(server->pid, &status, 0);
	fclose(server->output);
	return EXPECT_EQ(status, 0) && EXPECT(access(server->path, F_OK)) &&
	       EXPECT(access(server->control, F_OK));
}

/**
 * server_count() - read a count of the connection that has just ended
 * @server: the server
 * @name: of the count; counts must be read in the order in which the server prints them
 */
u64 server_count(struct server_process *server, const char *name)
{
	char line[256], start[64];

	snprintf(start, sizeof(start), "%s: ", name);
	if (!EXPECT(read_until(server, start, line, sizeof(line))))
		return ~0ull;
	return strtoull(line + strlen(start), NULL, 0);
}
