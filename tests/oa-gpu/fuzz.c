// SPDX-License-Identifier: GPL-2.0-only
/*
 * Well-formed messages with a few bytes changed, to the server's code in this process. No reply is
 * compared; the sanitizers find errors, and no file may be left open. The messages depend on the
 * seed alone; the GPU's clock is the machine's.
 */
#include <dirent.h>
#include <linux/vfio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"
#include "tools/oa-gpu/session.h"

/* After this many messages a new device replaces the old one. */
#define MESSAGES_PER_DEVICE	20000

/** struct fuzzer - one run */
struct fuzzer {
	/** @state: of the pseudo-random numbers */
	u64 state;
	/** @platform: of the GPU */
	const char *platform;
	/** @client: the client's end; @client.fd is -1 while there is no connection */
	struct client client;
	/** @device: the server's device */
	struct gpu_device *device;
	/** @session: the server's end */
	struct session session;
	/** @sessions: number of sessions so far */
	u32 sessions;
	/** @files: files that may come with a message */
	int files[4];
};

static u64 draw64(struct fuzzer *f)
{
	f->state ^= f->state << 13;
	f->state ^= f->state >> 7;
	f->state ^= f->state << 17;
	return f->state;
}

static u32 below(struct fuzzer *f, u32 limit)
{
	return (draw64(f) >> 16) % limit;
}

static void put(struct message *m, const void *payload, u32 bytes)
{
	memcpy(m->payload + m->bytes, payload, bytes);
	m->bytes += bytes;
}

static void make_map(struct fuzzer *f, struct message *m)
{
	const struct wire_dma_map piece = {
		.argsz = sizeof(piece), .flags = 3, .offset = SIM_PAGE_SIZE * below(f, 4),
		.address = SIM_PAGE_SIZE * below(f, 64), .bytes = SIM_PAGE_SIZE * (1 + below(f, 4)),
	};

	put(m, &piece, sizeof(piece));
}

static void make_unmap(struct fuzzer *f, struct message *m)
{
	const struct wire_dma_unmap piece = {
		.argsz = sizeof(piece), .address = SIM_PAGE_SIZE * below(f, 64),
		.bytes = SIM_PAGE_SIZE * (1 + below(f, 4)),
	};

	put(m, &piece, sizeof(piece));
}

static void make_info(struct fuzzer *f, struct message *m)
{
	const u32 info[8] = { 32, 0, below(f, 10) };

	put(m, info, m->command == WIRE_REGION_INFO ? 32 : 16);
}

static void make_irqs(struct fuzzer *f, struct message *m)
{
	const struct wire_irq_set set = {
		.argsz = sizeof(set), .flags = BIT(below(f, 3)) | BIT(3 + below(f, 3)),
		.index = below(f, 3), .count = below(f, 4) != 0,
	};

	put(m, &set, sizeof(set));
	if (below(f, 2))
		put(m, "\1", 1);
}

/* Registers of the OA unit, the engine and the interrupts, GGTT entries, other places */
static u32 likely(struct fuzzer *f)
{
	static const u32 places[] = {
		0x2000, 0x2200, 0x2300, 0x2b00, 0x9400, 0xa188, 0x44200, 0x800000, 0x808000,
	};

	return below(f, 8) ? places[below(f, ARRAY_SIZE(places))] + 4 * below(f, 64) : draw64(f);
}

static void make_access(struct fuzzer *f, struct message *m)
{
	static const u8 regions[] = { 0, 0, 0, 2, 7 }, counts[] = { 1, 2, 4, 4, 8, 64 };
	const u64 values[8] = { SIM_PAGE_SIZE * below(f, 64) | 1, draw64(f) };
	struct wire_access access = {
		.region = regions[below(f, sizeof(regions))],
		.count = counts[below(f, sizeof(counts))],
	};

	access.offset = access.region == 7 ? below(f, 256) : likely(f);
	put(m, &access, sizeof(access));
	if (m->command == WIRE_REGION_WRITE)
		put(m, values, access.count);
}

/* Rarely, because a reset takes as long as a thousand other messages. */
static void make_reset(struct fuzzer *f, struct message *m)
{
	if (!below(f, 64))
		return;
	m->command = WIRE_REGION_READ;
	make_access(f, m);
}

static void make_version(struct fuzzer *f, struct message *m)
{
	put(m, "\0\0\1\0{}", 7);
}

static const struct {
	u16 command;
	/* Number of messages with a file, of 8 */
	u8 files;
	void (*make)(struct fuzzer *f, struct message *m);
} templates[] = {
	{ WIRE_DMA_MAP, 7, make_map }, { WIRE_DMA_UNMAP, 0, make_unmap },
	{ WIRE_DEVICE_INFO, 0, make_info }, { WIRE_REGION_INFO, 0, make_info },
	{ WIRE_IRQ_INFO, 0, make_info }, { WIRE_SET_IRQS, 6, make_irqs },
	{ WIRE_REGION_READ, 0, make_access }, { WIRE_REGION_WRITE, 0, make_access },
	{ WIRE_REGION_READ, 0, make_access }, { WIRE_REGION_WRITE, 0, make_access },
	{ WIRE_REGION_WRITE, 0, make_access }, { WIRE_REGION_WRITE, 0, make_access },
	{ WIRE_RESET, 0, make_reset }, { WIRE_VERSION, 0, make_version },
};

/* Most messages stay whole, so that a connection lasts for a while. */
static void mutate(struct fuzzer *f, struct message *m)
{
	u32 changes = below(f, 2) ? below(f, 4) : 0;

	while (changes--) {
		switch (below(f, 8)) {
		case 0:
			m->bytes = below(f, m->bytes + 1);
			break;
		case 1:
			m->bytes += below(f, 64);
			break;
		case 2:
			m->size = below(f, 2) ? below(f, 5000) : draw64(f);
			break;
		case 3:
			m->flags = below(f, 64);
			break;
		case 4:
			m->command = below(f, 20);
			break;
		default:
			if (m->bytes)
				m->payload[below(f, m->bytes)] = draw64(f);
		}
	}
}

static void add_files(struct fuzzer *f, struct message *m, u32 of_eight)
{
	m->num_files = below(f, 8) < of_eight;
	if (!below(f, 64))
		m->num_files = below(f, 12);
	for (u32 i = 0; i < m->num_files; i++)
		m->files[i] = f->files[below(f, ARRAY_SIZE(f->files))];
}

static void make(struct fuzzer *f, struct message *m)
{
	const u32 n = below(f, ARRAY_SIZE(templates));

	memset(m, 0, offsetof(struct message, payload) + 256);
	m->command = templates[n].command;
	templates[n].make(f, m);
	add_files(f, m, templates[n].files);
	mutate(f, m);
}

static void disconnect(struct fuzzer *f)
{
	if (f->client.fd < 0)
		return;
	close(f->client.fd);
	f->client.fd = -1;
	session_run(&f->session);
	session_close(&f->session);
}

static bool connect_again(struct fuzzer *f)
{
	struct message version = { .command = WIRE_VERSION, .bytes = sizeof(struct wire_version) };
	int ends[2];

	if (!EXPECT(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)))
		return false;
	f->client.fd = ends[0];
	session_open(&f->session, f->device, ends[1]);
	f->sessions++;
	if (below(f, 32))
		send_message(&f->client, &version);
	return true;
}

static void new_device(struct fuzzer *f)
{
	const struct device_options options = {
		.platform = f->platform, .stolen = { .base = 0x40000000, .mib = 32 },
	};

	disconnect(f);
	dma_guard(NULL);
	if (f->device)
		device_destroy(f->device);
	f->device = device_create(&options);
	if (EXPECT(f->device))
		dma_guard(&f->device->dma);
}

/* Drop the replies. */
static void drain(struct fuzzer *f)
{
	static char replies[65536];

	while (recv(f->client.fd, replies, sizeof(replies), MSG_DONTWAIT) > 0)
		;
}

static void step(struct fuzzer *f, struct message *m)
{
	if (f->client.fd < 0 && !connect_again(f))
		return;
	make(f, m);
	send_message(&f->client, m);
	session_run(&f->session);
	drain(f);
	if (!below(f, 16))
		device_tick(f->device);
	/* An incomplete message would swallow the next ones. */
	if (f->session.ended || f->session.channel.have || !below(f, 512))
		disconnect(f);
}

static u32 open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	u32 count = 0;

	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

/**
 * fuzz() - send mutated messages
 * @platform: of the GPU
 * @messages: how many
 * @seed: of the pseudo-random numbers, not 0
 */
void fuzz(const char *platform, u32 messages, u64 seed)
{
	static struct fuzzer f;
	static struct message m;
	u32 i, files;

	f = (struct fuzzer){ .state = seed, .platform = platform, .client.fd = -1 };
	f.files[0] = memfd_create("fuzz", MFD_CLOEXEC);
	EXPECT(!ftruncate(f.files[0], 8 * SIM_PAGE_SIZE));
	f.files[1] = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	f.files[2] = f.files[0];
	f.files[3] = STDIN_FILENO;
	files = open_files();
	for (i = 0; i < messages && !test_failed; i++) {
		if (i % MESSAGES_PER_DEVICE == 0)
			new_device(&f);
		step(&f, &m);
	}
	disconnect(&f);
	dma_guard(NULL);
	device_destroy(f.device);
	EXPECT_EQ(open_files(), files);
	close(f.files[0]);
	close(f.files[1]);
	printf("    # %u messages in %u connections\n", i, f.sessions);
}
