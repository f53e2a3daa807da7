// SPDX-License-Identifier: GPL-2.0-only
/*
 * A connection: messages, and the bench on top of them.
 */
#include <linux/pci_regs.h>
#include <linux/vfio.h>
#include <poll.h>
#include <stdalign.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "client.h"

#define GUEST_BYTES	(GUEST_PAGES * SIM_PAGE_SIZE)

static struct client *client_of(struct bench *b)
{
	return (struct client *)((char *)b - offsetof(struct client, bench));
}

/**
 * pause_ms() - let real time pass
 * @ms: milliseconds
 */
void pause_ms(u32 ms)
{
	pass_ns(NULL, ms * 1000000ull);
}

/**
 * client_connect() - connect
 * @c: the client
 * @server: the server
 * @facts: facts of its platform
 *
 * Return: true on success; no message has been sent.
 */
bool client_connect(struct client *c, struct server_process *server, const struct facts *facts)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	memset(c, 0, sizeof(*c));
	c->bench.facts = facts;
	c->bench.state = 0x9e3779b97f4a7c15ull;
	c->memory = -1;
	strcpy(address.sun_path, server->path);
	c->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	return EXPECT(!connect(c->fd, (struct sockaddr *)&address, sizeof(address)));
}

/**
 * client_close() - end the connection
 * @c: the client
 */
void client_close(struct client *c)
{
	close(c->fd);
	if (c->guest)
		munmap(c->guest, GUEST_BYTES);
	if (c->memory >= 0)
		close(c->memory);
}

/**
 * send_message() - send a message, valid or not
 * @c: the client
 * @m: the message
 *
 * Return: false if the server has ended the connection.
 */
bool send_message(struct client *c, const struct message *m)
{
	alignas(8) char control[CMSG_SPACE(MAX_FILES * sizeof(int))] = { 0 };
	struct wire_header header = {
		.id = c->next_id++, .command = m->command, .flags = m->flags,
		.size = m->size ? m->size : sizeof(header) + m->bytes,
	};
	struct iovec parts[] = {
		{ &header, sizeof(header) }, { (void *)m->payload, m->bytes },
	};
	struct msghdr msg = { .msg_iov = parts, .msg_iovlen = ARRAY_SIZE(parts) };
	struct cmsghdr *cmsg;

	if (m->num_files) {
		msg.msg_control = control;
		msg.msg_controllen = CMSG_SPACE(m->num_files * sizeof(int));
		cmsg = CMSG_FIRSTHDR(&msg);
		cmsg->cmsg_level = SOL_SOCKET;
		cmsg->cmsg_type = SCM_RIGHTS;
		cmsg->cmsg_len = CMSG_LEN(m->num_files * sizeof(int));
		memcpy(CMSG_DATA(cmsg), m->files, m->num_files * sizeof(int));
	}
	return sendmsg(c->fd, &msg, MSG_NOSIGNAL) == (ssize_t)(sizeof(header) + m->bytes);
}

/* Receive @bytes. Return: false if fewer came. */
static bool receive(struct client *c, void *to, u32 bytes)
{
	struct pollfd file = { .fd = c->fd, .events = POLLIN };

	if (!bytes)
		return true;
	if (poll(&file, 1, PATIENCE_MS) != 1)
		return EXPECT(!"a reply within the time limit");
	return recv(c->fd, to, bytes, MSG_WAITALL) == (ssize_t)bytes;
}

/**
 * receive_reply() - receive the reply of the last message
 * @c: the client
 * @payload: where to put its payload
 * @room: size of @payload
 * @bytes: number of bytes received
 *
 * Return: 0, the errno of an error reply, or GONE.
 */
int receive_reply(struct client *c, void *payload, u32 room, u32 *bytes)
{
	struct wire_header header;

	if (!receive(c, &header, sizeof(header)))
		return GONE;
	*bytes = header.size - sizeof(header);
	EXPECT_EQ(header.id, (u16)(c->next_id - 1));
	EXPECT_EQ(header.flags & WIRE_TYPE, WIRE_REPLY);
	if (header.flags & WIRE_ERROR) {
		EXPECT_EQ(*bytes, 0);
		EXPECT(header.error);
		return header.error;
	}
	if (!EXPECT(*bytes <= room) || !receive(c, payload, *bytes))
		return GONE;
	return 0;
}

/**
 * exchange() - send a message and wait for its reply
 * @c: the client
 * @m: the message
 * @reply: where to put the reply's payload
 * @room: size of @reply
 *
 * Return: as receive_reply().
 */
int exchange(struct client *c, const struct message *m, void *reply, u32 room)
{
	u32 bytes;

	/* The server may have ended the connection before all was sent. */
	send_message(c, m);
	return receive_reply(c, reply, room, &bytes);
}

/**
 * request() - as exchange(), without files and with a well-formed header
 * @c: the client
 * @command: enum wire_command
 * @payload: the payload
 * @bytes: its size
 * @reply: where to put the reply's payload
 * @room: size of @reply
 *
 * Return: as receive_reply().
 */
int request(struct client *c, u16 command, const void *payload, u32 bytes, void *reply, u32 room)
{
	struct message m = { .command = command, .bytes = bytes };

	if (bytes)
		memcpy(m.payload, payload, bytes);
	return exchange(c, &m, reply, room);
}

/**
 * client_negotiate() - agree on the version
 * @c: the client
 *
 * Return: true if the server's answer is right.
 */
bool client_negotiate(struct client *c)
{
	static const char text[] = "{\"capabilities\":{\"max_msg_fds\":8}}";
	struct message m = { .command = WIRE_VERSION };
	char reply[512] = "";
	u32 bytes = 0;

	m.bytes = sizeof(struct wire_version) + sizeof(text);
	memcpy(m.payload + sizeof(struct wire_version), text, sizeof(text));
	return EXPECT(send_message(c, &m)) &&
	       EXPECT_EQ(receive_reply(c, reply, sizeof(reply), &bytes), 0) &&
	       EXPECT(bytes > sizeof(struct wire_version) && !reply[bytes - 1]) &&
	       EXPECT(!memcmp(reply, "\0\0\0\0{", 5));
}

/**
 * client_share_memory() - give the device GUEST_PAGES pages at GUEST_BASE
 * @c: the client
 */
bool client_share_memory(struct client *c)
{
	const struct wire_dma_map piece = {
		.argsz = sizeof(piece), .flags = WIRE_DMA_READ | WIRE_DMA_WRITE,
		.address = GUEST_BASE, .bytes = GUEST_BYTES,
	};
	struct message m = { .command = WIRE_DMA_MAP, .bytes = sizeof(piece), .num_files = 1 };
	u32 i;

	c->memory = memfd_create("guest", MFD_CLOEXEC);
	if (!EXPECT(!ftruncate(c->memory, GUEST_BYTES)))
		return false;
	c->guest = mmap(NULL, GUEST_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, c->memory, 0);
	for (i = 0; i < GUEST_PAGES; i++)
		c->bench.page[i] = (u32 *)(c->guest + i * SIM_PAGE_SIZE);
	memcpy(m.payload, &piece, sizeof(piece));
	m.files[0] = c->memory;
	return EXPECT_EQ(exchange(c, &m, NULL, 0), 0);
}

/**
 * region_get() - read from a region
 * @c: the client
 * @region: VFIO_PCI_*_REGION_INDEX
 * @offset: bytes from its start
 * @bytes: 1 to 8
 */
u64 region_get(struct client *c, u32 region, u64 offset, u32 bytes)
{
	const struct wire_access access = { .offset = offset, .region = region, .count = bytes };
	struct {
		struct wire_access access;
		u64 value;
	} reply = { .value = 0 };

	EXPECT_EQ(request(c, WIRE_REGION_READ, &access, sizeof(access), &reply,
			  sizeof(reply.access) + bytes), 0);
	EXPECT(!memcmp(&reply.access, &access, sizeof(access)));
	return reply.value;
}

/**
 * region_put() - write to a region
 * @c: the client
 * @region: VFIO_PCI_*_REGION_INDEX
 * @offset: bytes from its start
 * @bytes: 1 to 8
 * @value: what to write
 */
void region_put(struct client *c, u32 region, u64 offset, u32 bytes, u64 value)
{
	struct {
		struct wire_access access;
		u64 value;
	} m = { { .offset = offset, .region = region, .count = bytes }, value };
	struct wire_access reply;

	EXPECT_EQ(request(c, WIRE_REGION_WRITE, &m, sizeof(m.access) + bytes, &reply,
			  sizeof(reply)), 0);
	EXPECT(!memcmp(&reply, &m.access, sizeof(reply)));
}

/**
 * set_command() - write the command register of configuration space
 * @c: the client
 * @command: its value
 */
void set_command(struct client *c, u16 command)
{
	region_put(c, VFIO_PCI_CONFIG_REGION_INDEX, PCI_COMMAND, 2, command);
}

/**
 * client_ready() - connect to a device, turn it on, wake it, and map guest memory in its GGTT
 * @c: the client
 * @server: the server
 * @facts: facts of its platform
 *
 * Return: true on success.
 */
bool client_ready(struct client *c, struct server_process *server, const struct facts *facts)
{
	if (!client_connect(c, server, facts) || !client_negotiate(c) || !client_share_memory(c))
		return false;
	set_command(c, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	map_all(&c->bench, facts->pte);
	wake(&c->bench);
	return true;
}

/**
 * set_irqs() - act on interrupts
 * @c: the client
 * @flags: VFIO_IRQ_SET_*
 * @index: VFIO_PCI_*_IRQ_INDEX
 * @count: number of interrupts, from the first on
 * @fd: a file to send, or -1
 *
 * Return: as receive_reply().
 */
int set_irqs(struct client *c, u32 flags, u32 index, u32 count, int fd)
{
	const struct wire_irq_set set = {
		.argsz = sizeof(set), .flags = flags, .index = index, .count = count,
	};
	struct message m = { .command = WIRE_SET_IRQS, .bytes = sizeof(set) };

	memcpy(m.payload, &set, sizeof(set));
	m.num_files = fd >= 0;
	m.files[0] = fd;
	return exchange(c, &m, NULL, 0);
}

/**
 * take_events() - number of times that an event file was signalled
 * @fd: the file
 * @ms: limit of the wait for the first time, in milliseconds
 */
u64 take_events(int fd, int ms)
{
	struct pollfd file = { .fd = fd, .events = POLLIN };
	u64 events = 0;

	if (poll(&file, 1, ms) == 1 && read(fd, &events, sizeof(events)) != sizeof(events))
		return 0;
	return events;
}

/*
 * The functions that tests/sim/program.c uses; tests/sim/bench.c documents them.
 */

u32 rd(struct bench *b, u32 offset)
{
	return region_get(client_of(b), VFIO_PCI_BAR0_REGION_INDEX, offset, sizeof(u32));
}

void wr(struct bench *b, u32 offset, u32 value)
{
	region_put(client_of(b), VFIO_PCI_BAR0_REGION_INDEX, offset, sizeof(value), value);
}

void pass_ns(struct bench *b, u64 ns)
{
	const struct timespec time = { ns / 1000000000, ns % 1000000000 };

	nanosleep(&time, NULL);
}

u32 *guest(struct bench *b, u32 offset)
{
	return b->page[offset / SIM_PAGE_SIZE] + offset % SIM_PAGE_SIZE / sizeof(u32);
}
