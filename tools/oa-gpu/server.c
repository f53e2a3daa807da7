// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The server
 *
 * One thread serves one client at a time. The next one waits in the socket's queue. At the end of a
 * connection the device's counts are printed, and the next client gets a new device in the state
 * that firmware leaves, unless the option --keep is set. Clients of the control socket reach the
 * device at any time, also before its first client. SIGTERM and SIGINT end the server.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

#include "stats.h"
#include "control.h"
#include "server.h"
#include "session.h"
#include "sim/core/sim_model.h"

/** struct server - a server */
struct server {
	/** @options: constant */
	const struct server_options *options;
	/** @listener: the listening socket */
	int listener;
	/** @signals: becomes readable at a signal that ends the server */
	int signals;
	/** @timer: becomes readable when the device's next tick is due */
	int timer;
	/** @ticking: @timer is set */
	bool ticking;
	/** @ending: a signal or a failure ends the server */
	bool ending;
	/** @device: the device of this client or the next one */
	struct gpu_device *device;
	/** @serving: a client is connected */
	bool serving;
	/** @session: the client */
	struct session session;
	/** @control: clients that set and read the device's knobs */
	struct control control;
};

static bool server_complain(const char *what)
{
	fprintf(stderr, "oa-gpu: %s: %s\n", what, strerror(errno));
	return false;
}

/* Check for a socket without a listener, left over from a server that was killed. */
static bool server_is_left_over(const struct sockaddr_un *address)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct stat st;
	bool dead = false;

	if (fd >= 0 && !stat(address->sun_path, &st) && S_ISSOCK(st.st_mode))
		dead = connect(fd, (const struct sockaddr *)address, sizeof(*address)) &&
		       errno == ECONNREFUSED;
	if (fd >= 0)
		close(fd);
	return dead;
}

static int server_bind(int fd, const struct sockaddr_un *address)
{
	/* A client controls the GPU and gives it memory, so only the owner may connect. */
	const mode_t before = umask(0077);
	int ret = bind(fd, (const struct sockaddr *)address, sizeof(*address));

	umask(before);
	return ret;
}

/* Listen at @path. Return: false on failure. */
static bool server_listen(const char *path, int *listener)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	if (strlen(path) >= sizeof(address.sun_path)) {
		errno = ENAMETOOLONG;
		return server_complain(path);
	}
	strcpy(address.sun_path, path);
	if (server_is_left_over(&address))
		unlink(path);
	*listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (*listener < 0 || server_bind(*listener, &address))
		return server_complain(path);
	if (listen(*listener, 4)) {
		unlink(path);
		return server_complain(path);
	}
	return true;
}

static bool server_listen_all(struct server *server)
{
	const struct server_options *options = server->options;

	if (!server_listen(options->path, &server->listener))
		return false;
	if (!options->control || server_listen(options->control, &server->control.listener))
		return true;
	unlink(options->path);
	return false;
}

/* Turn on the device for the next client. */
static bool server_turn_on(struct server *server)
{
	const struct server_options *options = server->options;

	server->device = device_create(&options->device);
	server->control.device = server->device;
	if (!server->device) {
		fprintf(stderr, "oa-gpu: no memory for a device\n");
		return false;
	}
	server->device->keeps = options->keep;
	return true;
}

static bool server_open(struct server *server)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	/* Standard output may be a pipe. */
	signal(SIGPIPE, SIG_IGN);
	server->listener = -1;
	control_init(&server->control, -1);
	server->signals = signalfd(-1, &signals, SFD_CLOEXEC);
	server->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (server->signals < 0 || server->timer < 0)
		return server_complain("timer or signals");
	return server_turn_on(server) && server_listen_all(server);
}

static void server_close(struct server *server)
{
	control_fini(&server->control);
	if (server->device)
		device_destroy(server->device);
	if (server->listener >= 0)
		close(server->listener);
	close(server->timer);
	close(server->signals);
}

/* Set the timer to @ns from now, 0: never */
static void server_set_timer(struct server *server, u64 ns)
{
	const struct itimerspec due = {
		.it_value = { .tv_sec = ns / NSEC_PER_SEC, .tv_nsec = ns % NSEC_PER_SEC },
	};

	server->ticking = ns;
	timerfd_settime(server->timer, 0, &due, NULL);
}

static void server_tick(struct server *server)
{
	u64 expired;

	if (read(server->timer, &expired, sizeof(expired)) == sizeof(expired))
		server_set_timer(server, device_tick(server->device));
}

static void server_accept(struct server *server)
{
	int fd = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC);

	if (fd < 0)
		return;
	session_open(&server->session, server->device, fd);
	dma_guard(&server->device->dma);
	server->serving = true;
}

static void server_end_session(struct server *server)
{
	const struct server_options *options = server->options;
	struct session *session = &server->session;

	printf("connection: %s\n", session->ended ? session->ended : "the server ends");
	stats_print(session, stdout);
	if (options->device.trace)
		fflush(options->device.trace);
	dma_guard(NULL);
	session_close(session);
	server->serving = false;
	if (options->keep)
		return;
	server_set_timer(server, 0);
	device_destroy(server->device);
	server->ending |= !server_turn_on(server);
}

static void server_run_session(struct server *server)
{
	struct session *session = &server->session;

	session_run(session);
	if (session->ended)
		server_end_session(server);
}

/* Wait for clients, the clock or a signal, and serve them. */
static void server_step(struct server *server)
{
	struct pollfd files[3 + CONTROL_FILES] = {
		{ .fd = server->signals, .events = POLLIN },
		{ .fd = server->timer, .events = POLLIN },
		{ .fd = server->listener, .events = POLLIN },
	};

	if (server->serving)
		files[2] = (struct pollfd){ .fd = server->session.channel.fd,
					    .events = session_events(&server->session) };
	control_files(&server->control, files + 3);
	if (poll(files, ARRAY_SIZE(files), control_busy(&server->control) ? 0 : -1) < 0)
		return;
	server->ending = files[0].revents;
	if (files[1].revents)
		server_tick(server);
	control_run(&server->control, files + 3);
	if (files[2].revents && server->serving)
		server_run_session(server);
	else if (files[2].revents)
		server_accept(server);
	if (!server->ticking && server->device)
		server_set_timer(server, device_tick_ns(server->device));
}

/**
 * server_run() - serve one client after the other, until a signal ends it
 * @options: the device, and the sockets
 *
 * Prints one line when clients may connect, and the counts of each connection at its end.
 * Return: the process's exit status.
 */
int server_run(const struct server_options *options)
{
	const struct sim_platform *p = sim_platform_find(options->device.platform);
	struct server server = { .options = options };

	if (!server_open(&server)) {
		server_close(&server);
		return EXIT_FAILURE;
	}
	printf("oa-gpu: %s, 8086:%04x, at %s\n", p->name, options->device.id ?: p->device_id,
	       options->path);
	fflush(stdout);
	while (!server.ending)
		server_step(&server);
	if (server.serving)
		server_end_session(&server);
	server_close(&server);
	unlink(options->path);
	if (options->control)
		unlink(options->control);
	return EXIT_SUCCESS;
}
