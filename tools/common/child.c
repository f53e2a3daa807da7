// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that a tool runs, given as the arguments behind "--".
 *
 * Signals are handled as by perf stat. A terminal sends SIGINT and SIGQUIT to the program as well,
 * so the tool ignores them and ends after the program. SIGTERM and SIGHUP are sent to the tool
 * alone, which passes them on.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/common/child.h"
#include "tools/common/message.h"

#define NO_SUCH_PROGRAM	127
#define NOT_EXECUTABLE	126

static volatile sig_atomic_t running;

static void pass_on(int number)
{
	const int error = errno;

	if (running)
		kill(running, number);
	errno = error;
}

static void block(sigset_t *before)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGQUIT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, before);
}

static void handle_signals(void)
{
	const struct sigaction action = { .sa_handler = pass_on, .sa_flags = SA_RESTART };
	struct sigaction before;

	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	sigaction(SIGTERM, &action, NULL);
	if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
}

/* Take /dev/null as standard input. Return: false on failure. */
static bool read_nothing(void)
{
	const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	return fd >= 0 && dup2(fd, STDIN_FILENO) >= 0;
}

/*
 * In the new process: become the program, or tell the tool why not. SIGXFSZ is ignored by the tool
 * alone.
 */
static void execute(char **command, bool no_input, int report)
{
	int error;

	signal(SIGXFSZ, SIG_DFL);
	if (!no_input || read_nothing())
		execvp(*command, command);
	error = errno;
	if (write(report, &error, sizeof(error)) != sizeof(error))
		_exit(EXIT_FAILURE);
	_exit(NOT_EXECUTABLE);
}

/* Fork, and wait until the program runs. Return: 0 or the errno of the failure. */
static int run(struct child *child, char **command, bool no_input, const sigset_t *mask)
{
	int report[2], error = 0;
	ssize_t bytes;

	if (pipe2(report, O_CLOEXEC))
		return errno;
	child->pid = fork();
	if (!child->pid) {
		sigprocmask(SIG_SETMASK, mask, NULL);
		execute(command, no_input, report[1]);
	}
	if (child->pid == -1)
		error = errno;
	close(report[1]);
	/* The end of the pipe is closed by a successful execvp(). */
	if (child->pid > 0) {
		do {
			bytes = read(report[0], &error, sizeof(error));
		} while (bytes < 0 && errno == EINTR);
		if (bytes != sizeof(error))
			error = 0;
	}
	close(report[0]);
	if (child->pid > 0 && error)
		waitpid(child->pid, NULL, 0);
	return error;
}

/**
 * child_start() - start a program
 * @child: filled in; one program at a time may run
 * @command: its name, which is looked up in PATH, and its arguments, NULL behind the last
 * @no_input: it reads /dev/null, since the tool itself reads standard input
 *
 * Return: 0, or -1 if it could not be started; then @child has the status that shells use.
 */
int child_start(struct child *child, char **command, bool no_input)
{
	sigset_t before;
	int error;

	*child = (struct child){ .fd = -1, .name = *command };
	if (interrupted()) {
		complain("interrupted before %s was started", *command);
		child->status = 128 + SIGINT;
		return -1;
	}
	block(&before);
	error = run(child, command, no_input, &before);
	if (!error) {
		running = child->pid;
		handle_signals();
		child->fd = syscall(SYS_pidfd_open, child->pid, 0);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (!error)
		return 0;
	complain("%s: %s", *command, strerror(error));
	child->status = error == ENOENT ? NO_SUCH_PROGRAM : NOT_EXECUTABLE;
	child->pid = 0;
	return -1;
}

/*
 * Note an end, with the status as shells have it. From here on signals are the tool's own again. The
 * process is reaped last, so that no signal is sent to another one of its number.
 */
static void note_end(struct child *child)
{
	int status = 0;

	running = 0;
	catch_signals();
	waitpid(child->pid, &status, 0);
	child->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	child->pid = 0;
	if (child->fd >= 0)
		close(child->fd);
	child->fd = -1;
}

/* Return: true if the program has ended. Without WNOHANG in @flags, wait for that. */
static bool wait_for_end(struct child *child, int flags)
{
	siginfo_t info = { .si_pid = 0 };

	if (waitid(P_PID, child->pid, &info, WEXITED | WNOWAIT | flags) || !info.si_pid)
		return false;
	note_end(child);
	return true;
}

/**
 * child_ended() - check whether the program has ended
 * @child: the program
 *
 * Return: false if it runs, or if none was started.
 */
bool child_ended(struct child *child)
{
	return child->name && (!child->pid || wait_for_end(child, WNOHANG));
}

/**
 * child_finish() - wait for the program to end
 * @child: the program
 * @status: exit status of the tool without a program
 *
 * Return: exit status of the tool: the program's unless that is 0.
 */
int child_finish(struct child *child, int status)
{
	while (child->pid && !wait_for_end(child, 0) && errno == EINTR)
		;
	return child->status ?: status;
}
