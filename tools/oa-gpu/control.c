// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The control socket
 *
 * A client sends lines: "list", "get NAME", "set NAME VALUE". Each is answered with "ok BYTES", a
 * newline and that number of bytes, or with one line "error TEXT". The first word of a request may
 * be a tag, an at sign and any word. The answer then begins with the tag, so that a client can tell
 * it from the answer to an earlier request on the connection.
 *
 * An invalid request is answered with an error. A client gets no further service before it has
 * taken its answer. A long operation, an advance of a manual clock, is done in steps, between which
 * the server serves the guest and other clients.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "control.h"
#include "sim/core/sim_model.h"

/* More than any knob's text has */
#define CONTROL_TEXT	0x40000

/**
 * control_init() - initialise without clients
 * @control: the control
 * @listener: the listening socket, owned here; -1: none
 */
void control_init(struct control *control, int listener)
{
	u32 i;

	memset(control, 0, sizeof(*control));
	control->listener = listener;
	for (i = 0; i < CONTROL_CLIENTS; i++)
		control->clients[i].fd = -1;
}

static void control_drop(struct control_client *c)
{
	close(c->fd);
	free(c->out);
	memset(c, 0, sizeof(*c));
	c->fd = -1;
}

/* End all connections. */
void control_fini(struct control *control)
{
	u32 i;

	for (i = 0; i < CONTROL_CLIENTS; i++)
		if (control->clients[i].fd >= 0)
			control_drop(&control->clients[i]);
	if (control->listener >= 0)
		close(control->listener);
}

/**
 * control_add() - add a client
 * @control: the control
 * @fd: the connection, owned here unless the call fails
 *
 * Return: false if there is no room for it.
 */
bool control_add(struct control *control, int fd)
{
	u32 i;

	for (i = 0; i < CONTROL_CLIENTS; i++) {
		if (control->clients[i].fd >= 0)
			continue;
		control->clients[i].fd = fd;
		return true;
	}
	return false;
}

static bool control_has_room(const struct control *control)
{
	u32 i;

	for (i = 0; i < CONTROL_CLIENTS; i++)
		if (control->clients[i].fd < 0)
			return true;
	return false;
}

/**
 * control_files() - fill in the files to poll
 * @control: the control
 * @files: filled in, the listener last
 */
void control_files(const struct control *control, struct pollfd files[CONTROL_FILES])
{
	const struct control_client *c;
	u32 i;

	for (i = 0; i < CONTROL_CLIENTS; i++) {
		c = &control->clients[i];
		/* The next request waits for the end of the current one. */
		files[i] = (struct pollfd){ .fd = c->knob ? -1 : c->fd,
					    .events = c->out ? POLLOUT : POLLIN };
	}
	files[i] = (struct pollfd){ .fd = control_has_room(control) ? control->listener : -1,
				    .events = POLLIN };
}

/* Check for work that is independent of the clients' sockets. */
bool control_busy(const struct control *control)
{
	u32 i;

	for (i = 0; i < CONTROL_CLIENTS; i++)
		if (control->clients[i].knob)
			return true;
	return false;
}

/* Make an answer: a line, and the text. */
static void control_answer(struct control_client *c, const char *text, size_t bytes)
{
	char head[CONTROL_LINE + 32];
	int length = snprintf(head, sizeof(head), "%s%sok %zu\n", c->tag, *c->tag ? " " : "", bytes);

	c->out = malloc(length + bytes);
	if (!c->out)
		return;
	memcpy(c->out, head, length);
	memcpy(c->out + length, text, bytes);
	c->out_bytes = length + bytes;
}

static void control_refuse(struct control_client *c, const char *what, const char *why)
{
	char text[2 * CONTROL_LINE + 64];
	int length = snprintf(text, sizeof(text), "%s%serror %s%s%s\n", c->tag, *c->tag ? " " : "",
			      what, *what ? ": " : "", why);

	c->out = malloc(length);
	if (!c->out)
		return;
	memcpy(c->out, text, length);
	c->out_bytes = length;
}

static void control_done(struct control_client *c, const char *name, int error)
{
	if (!error)
		control_answer(c, "", 0);
	else if (error == -EACCES)
		control_refuse(c, name, "can't be set");
	else if (error == -ERANGE)
		control_refuse(c, name, "the value is too large");
	else if (error == -EBUSY)
		control_refuse(c, name, "the clock is not manual");
	else
		control_refuse(c, name, "that is no value");
}

/* List the knobs as "rw NAME" */
static void control_list(struct control_client *c)
{
	char text[SIM_MAX_KNOBS * 40];
	const struct sim_knob *knob;
	size_t length = 0;
	u32 n;

	for (n = 0; (knob = sim_knob_get(n)); n++)
		length += snprintf(text + length, sizeof(text) - length, "%c%c %s\n",
				   sim_knob_readable(knob) ? 'r' : '-',
				   sim_knob_settable(knob) ? 'w' : '-', knob->name);
	control_answer(c, text, length);
}

static void control_get(struct control *control, struct control_client *c,
			const struct sim_knob *knob)
{
	size_t length;
	char *text;

	if (!sim_knob_readable(knob)) {
		control_refuse(c, knob->name, "can't be read");
		return;
	}
	text = malloc(CONTROL_TEXT);
	if (!text)
		return;
	length = sim_knob_show(control->device->gpu, knob, text, CONTROL_TEXT);
	control_answer(c, text, min_t(size_t, length, CONTROL_TEXT - 1));
	free(text);
}

/* Do a step of a long operation, after which an interrupt may be due. */
static void control_step(struct control *control, struct control_client *c)
{
	const struct sim_knob *knob = c->knob;
	int ret = sim_knob_set(control->device->gpu, knob, &c->left);

	device_deliver(control->device);
	if (ret > 0)
		return;
	c->knob = NULL;
	control_done(c, knob->name, ret);
}

static void control_set(struct control *control, struct control_client *c,
			const struct sim_knob *knob, const char *word)
{
	int ret = sim_knob_parse(knob, word, &c->left);

	if (ret) {
		control_done(c, knob->name, ret);
		return;
	}
	c->knob = knob;
	control_step(control, c);
}

/* Serve a line without its newline. */
static void control_request(struct control *control, struct control_client *c, char *line)
{
	static const char space[] = " \t\r";
	char *save, *word = strtok_r(line, space, &save), *name, *value, *more;
	const struct sim_knob *knob;

	*c->tag = 0;
	if (word && *word == '@') {
		strcpy(c->tag, word);
		word = strtok_r(NULL, space, &save);
	}
	name = word ? strtok_r(NULL, space, &save) : NULL;
	value = name ? strtok_r(NULL, space, &save) : NULL;
	more = value ? strtok_r(NULL, space, &save) : NULL;
	if (word && !name && !strcmp(word, "list")) {
		control_list(c);
		return;
	}
	if (!name || more || strcmp(word, value ? "set" : "get")) {
		control_refuse(c, "", "a request is list, get NAME or set NAME VALUE");
		return;
	}
	knob = sim_knob_find(name);
	if (!knob)
		control_refuse(c, name, "there is nothing of this name");
	else if (value)
		control_set(control, c, knob, value);
	else
		control_get(control, c, knob);
}

static void control_line(struct control *control, struct control_client *c)
{
	if (c->too_long) {
		*c->tag = 0;
		c->too_long = false;
		control_refuse(c, "", "the line is too long");
	} else if (memchr(c->line, 0, c->have)) {
		*c->tag = 0;
		control_refuse(c, "", "the line is no text");
	} else {
		c->line[c->have] = 0;
		control_request(control, c, c->line);
	}
	c->have = 0;
	/* End the connection if there is no memory for the answer, for which the client waits. */
	if (!c->out && !c->knob)
		control_drop(c);
}

/*
 * Receive byte by byte, so that the next request after the newline stays in the socket. The number
 * of bytes is limited, so that a client can't block the server.
 */
static void control_receive(struct control *control, struct control_client *c)
{
	u32 most = CONTROL_LINE;
	ssize_t got;
	char byte;

	while (most--) {
		got = recv(c->fd, &byte, 1, MSG_DONTWAIT);
		if (got < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (got <= 0) {
			control_drop(c);
			return;
		}
		if (byte == '\n') {
			control_line(control, c);
			return;
		}
		c->too_long |= c->have == sizeof(c->line) - 1;
		if (!c->too_long)
			c->line[c->have++] = byte;
	}
}

static void control_send(struct control_client *c)
{
	ssize_t sent = send(c->fd, c->out + c->sent, c->out_bytes - c->sent,
			    MSG_DONTWAIT | MSG_NOSIGNAL);

	if (sent < 0) {
		if (errno != EAGAIN && errno != EINTR)
			control_drop(c);
		return;
	}
	c->sent += sent;
	if (c->sent < c->out_bytes)
		return;
	free(c->out);
	c->out = NULL;
	c->sent = 0;
}

static void control_accept(struct control *control)
{
	int fd = accept4(control->listener, NULL, NULL, SOCK_CLOEXEC);

	if (fd >= 0 && !control_add(control, fd))
		close(fd);
}

/**
 * control_run() - serve the clients
 * @control: the control
 * @files: of control_files(), polled
 */
void control_run(struct control *control, const struct pollfd files[CONTROL_FILES])
{
	struct control_client *c;
	u32 i;

	for (i = 0; i < CONTROL_CLIENTS; i++) {
		c = &control->clients[i];
		if (c->knob)
			control_step(control, c);
		else if (c->fd >= 0 && files[i].revents && !c->out)
			control_receive(control, c);
		/* Most answers fit into the socket at once. */
		if (c->fd >= 0 && c->out)
			control_send(c);
	}
	if (files[i].revents)
		control_accept(control);
}
