// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: A client's messages and their effects
 *
 * A message with an invalid frame or size ends the connection, since the bytes after it can't be
 * trusted. A well-formed message that can't be served is answered with an error, as for an unknown
 * command, a region that does not exist, or overlapping memory.
 *
 * Facts: the vfio-user specification, see wire.h.
 */
#include <errno.h>
#include <poll.h>
#include <linux/vfio.h>
#include <unistd.h>

#include "region.h"
#include "session.h"

/* Messages in one run, so that the device's clock is served between runs */
#define SESSION_MESSAGES	64
/* Return value of a handler that ends the connection, and is no errno */
#define SESSION_END		1

/* Properties of this server: no migration, and no twin socket. */
static const char session_capabilities[] =
	"{\"capabilities\":{\"max_msg_fds\":8,\"max_data_xfer_size\":4096}}";

static_assert(CHANNEL_FILES == 8 && CHANNEL_DATA_BYTES == 4096, "as told to clients");

/** struct exchange - a request and its response */
struct exchange {
	/** @request: payload of the message */
	void *request;
	/** @bytes: its size */
	u32 bytes;
	/** @response: payload of the reply */
	void *response;
	/** @response_bytes: its size */
	u32 response_bytes;
};

/* Begin the response with a copy of the request, in which values are then replaced. */
static void *session_answer(struct exchange *x, u32 bytes)
{
	memcpy(x->response, x->request, bytes);
	x->response_bytes = bytes;
	return x->response;
}

static int session_version(struct session *s, struct exchange *x)
{
	const struct wire_version *asked = x->request;
	const char *text = x->request;
	struct wire_version *reply;

	if (s->negotiated || asked->major)
		return SESSION_END;
	if (x->bytes > sizeof(*asked) && text[x->bytes - 1])
		return SESSION_END;
	s->negotiated = true;
	reply = session_answer(x, sizeof(*reply));
	reply->minor = 0;
	memcpy(reply + 1, session_capabilities, sizeof(session_capabilities));
	x->response_bytes += sizeof(session_capabilities);
	return 0;
}

static int session_dma_map(struct session *s, struct exchange *x)
{
	const struct wire_dma_map *piece = x->request;
	const u32 both = WIRE_DMA_READ | WIRE_DMA_WRITE;
	int fd = channel_take_file(&s->channel), error;

	if (piece->argsz < sizeof(*piece) || piece->flags & ~both)
		error = -EINVAL;
	else
		error = dma_add(&s->device->dma, piece->address, piece->bytes,
				piece->flags == both ? fd : -1, piece->offset);
	if (fd >= 0)
		close(fd);
	return error;
}

static int session_dma_unmap(struct session *s, struct exchange *x)
{
	const struct wire_dma_unmap *piece = x->request;
	int error = 0;

	if (piece->argsz < sizeof(*piece) || piece->flags & ~WIRE_UNMAP_ALL)
		return -EINVAL;
	if (!(piece->flags & WIRE_UNMAP_ALL))
		error = dma_remove(&s->device->dma, piece->address, piece->bytes);
	else if (piece->address || piece->bytes)
		error = -EINVAL;
	else
		dma_clear(&s->device->dma);
	session_answer(x, sizeof(*piece));
	return error;
}

static int session_device_info(struct session *s, struct exchange *x)
{
	struct wire_device_info *info = session_answer(x, sizeof(*info));

	if (info->argsz < sizeof(*info))
		return -EINVAL;
	info->argsz = sizeof(*info);
	info->flags = VFIO_DEVICE_FLAGS_PCI | VFIO_DEVICE_FLAGS_RESET;
	info->num_regions = VFIO_PCI_NUM_REGIONS;
	info->num_irqs = VFIO_PCI_NUM_IRQS;
	return 0;
}

static int session_region_info(struct session *s, struct exchange *x)
{
	struct wire_region_info *info = session_answer(x, sizeof(*info));

	if (info->argsz < sizeof(*info) || info->index >= VFIO_PCI_NUM_REGIONS)
		return -EINVAL;
	info->argsz = sizeof(*info);
	info->cap_offset = 0;
	info->offset = 0;
	info->bytes = region_bytes(s->device, info->index);
	info->flags = info->bytes ? VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE : 0;
	return 0;
}

static int session_irq_info(struct session *s, struct exchange *x)
{
	static const u32 flags[IRQ_KINDS] = {
		[IRQ_LINE] = VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_MASKABLE |
			     VFIO_IRQ_INFO_AUTOMASKED,
		[IRQ_MESSAGE] = VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_NORESIZE,
	};
	struct wire_irq_info *info = session_answer(x, sizeof(*info));

	/* A conventional PCI function lacks VFIO's interrupts for errors and requests. */
	if (info->argsz < sizeof(*info) || info->index > VFIO_PCI_MSIX_IRQ_INDEX)
		return -EINVAL;
	info->argsz = sizeof(*info);
	info->count = info->index < IRQ_KINDS;
	info->flags = info->count ? flags[info->index] : 0;
	return 0;
}

static int session_mask(struct session *s, u32 index, bool masked)
{
	if (index != IRQ_LINE)
		return -EINVAL;
	s->device->irq.masked = masked;
	return 0;
}

/* Act on one interrupt without a file: mask it, unmask it, or send it as the device does. */
static int session_act(struct session *s, const struct wire_irq_set *set)
{
	switch (set->flags & VFIO_IRQ_SET_ACTION_TYPE_MASK) {
	case VFIO_IRQ_SET_ACTION_MASK:
		return session_mask(s, set->index, true);
	case VFIO_IRQ_SET_ACTION_UNMASK:
		return session_mask(s, set->index, false);
	case VFIO_IRQ_SET_ACTION_TRIGGER:
		irq_signal(&s->device->irq, set->index, 1);
		return 0;
	default:
		return -EINVAL;
	}
}

/* Event files by which a client masks or unmasks an interrupt are for kernels only. */
static int session_set_file(struct session *s, const struct wire_irq_set *set)
{
	int fd, error;

	if ((set->flags & VFIO_IRQ_SET_ACTION_TYPE_MASK) != VFIO_IRQ_SET_ACTION_TRIGGER)
		return -EOPNOTSUPP;
	fd = channel_take_file(&s->channel);
	error = irq_set_file(&s->device->irq, set->index, fd);
	if (error)
		close(fd);
	return error;
}

static int session_set_one(struct session *s, const struct wire_irq_set *set, u32 data_bytes)
{
	const u8 *data = (const u8 *)(set + 1);

	switch (set->flags & VFIO_IRQ_SET_DATA_TYPE_MASK) {
	case VFIO_IRQ_SET_DATA_NONE:
		return session_act(s, set);
	case VFIO_IRQ_SET_DATA_BOOL:
		if (data_bytes < 1)
			return SESSION_END;
		return *data ? session_act(s, set) : 0;
	case VFIO_IRQ_SET_DATA_EVENTFD:
		return session_set_file(s, set);
	default:
		return -EINVAL;
	}
}

static int session_set_irqs(struct session *s, struct exchange *x)
{
	const struct wire_irq_set *set = x->request;
	const u32 none = VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER;

	if (set->argsz < sizeof(*set) || set->index >= VFIO_PCI_NUM_IRQS)
		return -EINVAL;
	if (set->flags == none && !set->start && !set->count) {
		if (set->index < IRQ_KINDS)
			irq_set_file(&s->device->irq, set->index, -1);
		return 0;
	}
	/* There is one interrupt of each kind. */
	if (set->index >= IRQ_KINDS || set->start || set->count != 1)
		return -EINVAL;
	return session_set_one(s, set, x->bytes - sizeof(*set));
}

static int session_region_read(struct session *s, struct exchange *x)
{
	const struct wire_access *access = x->request;

	if (access->count > CHANNEL_DATA_BYTES ||
	    !region_inside(s->device, access->region, access->offset, access->count))
		return -EINVAL;
	session_answer(x, sizeof(*access));
	region_read(s->device, access->region, access->offset, x->response + sizeof(*access),
		    access->count);
	x->response_bytes += access->count;
	return 0;
}

static int session_region_write(struct session *s, struct exchange *x)
{
	const struct wire_access *access = x->request;

	if (access->count != x->bytes - sizeof(*access))
		return SESSION_END;
	if (!region_inside(s->device, access->region, access->offset, access->count))
		return -EINVAL;
	region_write(s->device, access->region, access->offset, x->request + sizeof(*access),
		     access->count);
	session_answer(x, sizeof(*access));
	return 0;
}

static int session_reset(struct session *s, struct exchange *x)
{
	device_reset(s->device);
	return 0;
}

/* More than a message can have */
#define ANY	((u32)CHANNEL_BYTES)

static const struct {
	/* Bytes of the request */
	u32 least, most;
	/* Files that may come with it */
	u32 files;
	/* Return: 0, an error for the reply, or SESSION_END. The response is empty at first. */
	int (*run)(struct session *s, struct exchange *x);
} session_commands[] = {
	[WIRE_VERSION] = { sizeof(struct wire_version), ANY, 0, session_version },
	[WIRE_DMA_MAP] = { sizeof(struct wire_dma_map), sizeof(struct wire_dma_map), 1,
			   session_dma_map },
	[WIRE_DMA_UNMAP] = { sizeof(struct wire_dma_unmap), sizeof(struct wire_dma_unmap), 0,
			     session_dma_unmap },
	[WIRE_DEVICE_INFO] = { sizeof(struct wire_device_info), sizeof(struct wire_device_info), 0,
			       session_device_info },
	[WIRE_REGION_INFO] = { sizeof(struct wire_region_info), sizeof(struct wire_region_info), 0,
			       session_region_info },
	[WIRE_IRQ_INFO] = { sizeof(struct wire_irq_info), sizeof(struct wire_irq_info), 0,
			    session_irq_info },
	[WIRE_SET_IRQS] = { sizeof(struct wire_irq_set), ANY, 1, session_set_irqs },
	[WIRE_REGION_READ] = { sizeof(struct wire_access), sizeof(struct wire_access), 0,
			       session_region_read },
	[WIRE_REGION_WRITE] = { sizeof(struct wire_access), ANY, 0, session_region_write },
	[WIRE_RESET] = { 0, 0, 0, session_reset },
};

/* Return: 0, an error or SESSION_END. */
static int session_dispatch(struct session *s, struct exchange *x)
{
	const struct wire_header *header = channel_header(&s->channel);
	const u32 command = header->command;

	/* A reply is an error, since this server sends no requests. */
	if ((header->flags & WIRE_TYPE) != WIRE_REQUEST)
		return SESSION_END;
	if (!s->negotiated && command != WIRE_VERSION)
		return SESSION_END;
	if (command >= ARRAY_SIZE(session_commands) || !session_commands[command].run)
		return -EOPNOTSUPP;
	if (x->bytes < session_commands[command].least || x->bytes > session_commands[command].most)
		return SESSION_END;
	if (s->channel.num_files > session_commands[command].files)
		return -EINVAL;
	return session_commands[command].run(s, x);
}

static void session_message(struct session *s)
{
	struct exchange x = {
		.request = channel_request(&s->channel),
		.bytes = channel_header(&s->channel)->size - sizeof(struct wire_header),
		.response = channel_response(&s->channel),
	};
	int error = session_dispatch(s, &x);

	s->messages++;
	if (error == SESSION_END) {
		s->ended = "bad message";
		return;
	}
	s->refused += !!error;
	channel_reply(&s->channel, x.response_bytes, error);
	device_deliver(s->device);
}

static void session_note(struct session *s, enum channel_state state)
{
	if (state == CHANNEL_CLOSED)
		s->ended = "closed by the client";
	else if (state == CHANNEL_BROKEN)
		s->ended = "broken message";
}

/**
 * session_open() - begin the session of a client
 * @s: the session
 * @device: its device
 * @fd: the connection, which the session owns
 */
void session_open(struct session *s, struct gpu_device *device, int fd)
{
	channel_open(&s->channel, fd);
	s->device = device;
	s->negotiated = false;
	s->messages = 0;
	s->refused = 0;
	s->ended = NULL;
}

/* End a connection. The device loses the client's memory and event files. */
void session_close(struct session *s)
{
	channel_close(&s->channel);
	device_disconnect(s->device);
}

/* The events to poll the connection for. */
short session_events(const struct session *s)
{
	return s->channel.out_bytes ? POLLOUT : POLLIN;
}

/**
 * session_run() - serve some of the received messages
 * @s: the session, which may have ended afterwards
 *
 * A client that does not take its replies is not served until it does.
 */
void session_run(struct session *s)
{
	enum channel_state state;
	u32 left = SESSION_MESSAGES;

	while (left-- && !s->ended) {
		state = channel_send(&s->channel);
		if (state == CHANNEL_READY)
			state = channel_receive(&s->channel);
		if (state != CHANNEL_READY) {
			session_note(s, state);
			return;
		}
		session_message(s);
	}
}
