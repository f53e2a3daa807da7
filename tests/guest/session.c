// SPDX-License-Identifier: GPL-2.0-only
/*
 * Inside a guest: session [-i] COMMAND [ARG...] makes the console, which is its standard output,
 * the controlling terminal of COMMAND, so that a Ctrl-C on the console interrupts COMMAND. It ends
 * with COMMAND's status. session -p powers the guest off; nothing of it shows on a console with a
 * log level of 0.
 *
 * A second Ctrl-C ends session, with status 130, also if COMMAND goes on, so that the guest powers
 * off. Only programs that share session's process group count as interrupted. So the jobs of a
 * shell do not, nor does a program that reads single keys, such as an editor.
 *
 *   -i  COMMAND reads the console, whose size is "ROWS COLUMNS" in $TERMINAL; otherwise its
 *       standard input is /dev/null
 *
 * It also turns the loopback on, and seeds the guest's random numbers. It is linked statically, for
 * guests that have only busybox.
 * scripts/guest/console.sh is the host's side.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/random.h>
#include <net/if.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/reboot.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define STATUS_INTERRUPTED (128 + SIGINT)

static volatile sig_atomic_t interrupts;

static void count_interrupt(int signal)
{
	struct termios terminal;

	(void)signal;
	if (!tcgetattr(STDOUT_FILENO, &terminal) && !(terminal.c_lflag & ICANON))
		return;
	if (++interrupts == 2)
		_exit(STATUS_INTERRUPTED);
}

/* Programs may have a local port. A kernel without a network is no error. */
static void start_loopback(void)
{
	struct ifreq lo = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return;
	ioctl(fd, SIOCSIFFLAGS, &lo);
	close(fd);
}

/*
 * In real time user-mode Linux gathers so little entropy that getrandom() waits for minutes. A
 * fixed seed suffices for tests, and keeps runs in virtual time the same.
 */
static void seed_random(void)
{
	struct {
		struct rand_pool_info info;
		unsigned char bytes[32];
	} seed = {
		.info.entropy_count = 8 * sizeof(seed.bytes),
		.info.buf_size = sizeof(seed.bytes),
	};
	int fd = open("/dev/urandom", O_WRONLY | O_CLOEXEC);

	if (fd < 0 || ioctl(fd, RNDADDENTROPY, &seed))
		warn("random numbers");
	if (fd >= 0)
		close(fd);
}

static void take_console(void)
{
	setsid();
	/* Not fatal: without a terminal COMMAND runs as well */
	if (ioctl(STDOUT_FILENO, TIOCSCTTY, 1))
		warn("the console");
}

static void set_echo(bool on)
{
	struct termios terminal;

	if (tcgetattr(STDOUT_FILENO, &terminal))
		return;
	if (on)
		terminal.c_lflag |= ECHO;
	else
		terminal.c_lflag &= ~ECHO;
	tcsetattr(STDOUT_FILENO, TCSANOW, &terminal);
}

static void set_size(void)
{
	const char *text = getenv("TERMINAL");
	struct winsize size = { 0 };

	if (text && sscanf(text, "%hu %hu", &size.ws_row, &size.ws_col) == 2)
		ioctl(STDOUT_FILENO, TIOCSWINSZ, &size);
}

/* Open the console's own device, which has a name in /dev; /dev/console is another one. */
static int open_console(void)
{
	char name[32] = "", path[64];
	FILE *active = fopen("/sys/class/tty/console/active", "r");
	int fd;

	if (active) {
		/* The last one is the one that /dev/console stands for */
		while (fscanf(active, "%31s", name) == 1)
			;
		fclose(active);
	}
	snprintf(path, sizeof(path), "/dev/%s", name);
	fd = open(path, O_RDWR | O_NOCTTY);
	return fd < 0 || !isatty(fd) ? dup(STDOUT_FILENO) : fd;
}

static void set_files(bool interactive)
{
	int fd = interactive ? open_console() : open("/dev/null", O_RDONLY);

	if (fd < 0 || dup2(fd, STDIN_FILENO) < 0)
		err(125, "standard input");
	set_echo(interactive);
	if (interactive) {
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
		set_size();
	}
	if (fd > STDERR_FILENO)
		close(fd);
}

static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) != pid)
		if (errno != EINTR)
			err(125, "waitpid");
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = count_interrupt };
	bool interactive = argc > 1 && !strcmp(argv[1], "-i");
	char **command = argv + 1 + interactive;
	pid_t pid;

	if (argc < 2 + interactive)
		errx(125, "usage: session -p | [-i] COMMAND [ARG...]");
	if (!strcmp(argv[1], "-p")) {
		reboot(RB_POWER_OFF);
		err(125, "power off");
	}
	start_loopback();
	seed_random();
	if (isatty(STDOUT_FILENO)) {
		take_console();
		set_files(interactive);
	}
	sigaction(SIGINT, &action, NULL);
	pid = fork();
	if (pid < 0)
		err(125, "fork");
	if (!pid) {
		signal(SIGINT, SIG_DFL);
		execvp(command[0], command);
		err(errno == ENOENT ? 127 : 126, "%s", command[0]);
	}
	return wait_for(pid);
}
