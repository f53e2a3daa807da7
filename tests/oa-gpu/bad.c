// SPDX-License-Identifier: GPL-2.0-only
/*
 * Malformed messages, and requests that can't be met. The first kind ends the connection, the
 * second is rejected; the server serves the next client after either.
 */
#include <fcntl.h>
#include <linux/vfio.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"

#define BOTH	(WIRE_DMA_READ | WIRE_DMA_WRITE)
#define PAGE	((u64)SIM_PAGE_SIZE)

/* Files that come with a message */
enum files { NO_FILE, MEMORY, EVENT, DIRECTORY, READ_ONLY, TWO_EVENTS, NINE_FILES };

static const struct wrong {
	/* The fault */
	const char *name;
	/* enum wire_command */
	u16 command;
	/* errno of the reply, or GONE; 0: no error */
	int result;
	/* The message is the connection's first */
	bool first;
	/* Fields of the header */
	u32 flags, size;
	enum files files;
	/* The payload */
	u32 bytes;
	union {
		u32 dword[8];
		u64 qword[4];
		struct wire_dma_map map;
		struct wire_dma_unmap unmap;
		struct wire_irq_set set;
		struct wire_access access;
	};
} wrongs[] = {
#define MAP(...)	.command = WIRE_DMA_MAP, .bytes = 32, .map = { __VA_ARGS__ }
#define UNMAP(...)	.command = WIRE_DMA_UNMAP, .bytes = 24, .unmap = { 24, __VA_ARGS__ }
#define SET(...)	.command = WIRE_SET_IRQS, .bytes = 20, .set = { 20, __VA_ARGS__ }
#define READ(...)	.command = WIRE_REGION_READ, .bytes = 16, .access = { __VA_ARGS__ }
#define WRITE(...)	.command = WIRE_REGION_WRITE, .bytes = 20, .access = { __VA_ARGS__ }
	/* The frame */
	{ "size-0", WIRE_RESET, GONE, .size = 1 },
	{ "size-below-header", WIRE_RESET, GONE, .size = 15 },
	{ "size-huge", WIRE_RESET, GONE, .size = ~0u },
	{ "size-beyond-limit", WIRE_REGION_WRITE, GONE, .size = 16 + 16 + 4097, .bytes = 8000 },
	{ "reply-unasked", WIRE_RESET, GONE, .flags = WIRE_REPLY },
	{ "type-unknown", WIRE_RESET, GONE, .flags = 7 },
	{ "too-many-files", WIRE_RESET, GONE, .files = NINE_FILES },
	/* The version */
	{ "no-version", WIRE_DEVICE_INFO, GONE, .first = true, .bytes = 16, .dword = { 16 } },
	{ "unknown-before-version", 99, GONE, .first = true },
	{ "other-major", WIRE_VERSION, GONE, .first = true, .bytes = 4, .dword = { 1 } },
	{ "version-short", WIRE_VERSION, GONE, .first = true, .bytes = 3 },
	{ "version-no-end", WIRE_VERSION, GONE, .first = true, .bytes = 5, .dword = { 0, 1 } },
	{ "version-twice", WIRE_VERSION, GONE, .bytes = 4 },
	{ "version-alone", WIRE_VERSION, 0, .first = true, .bytes = 4 },
	/* The command */
	{ "command-0", 0, EOPNOTSUPP },
	{ "command-unknown", 99, EOPNOTSUPP, .bytes = 32 },
	{ "command-io-files", 6, EOPNOTSUPP, .bytes = 16, .dword = { 16 } },
	{ "command-dma-read", 11, EOPNOTSUPP, .bytes = 16 },
	{ "command-feature", 16, EOPNOTSUPP, .bytes = 8, .dword = { 8 } },
	{ "command-migration", 17, EOPNOTSUPP, .bytes = 8, .dword = { 8 } },
	{ "command-65535", 65535, EOPNOTSUPP },
	{ "reset-long", WIRE_RESET, GONE, .bytes = 4 },
	{ "info-short", WIRE_DEVICE_INFO, GONE, .bytes = 15, .dword = { 16 } },
	{ "info-long", WIRE_DEVICE_INFO, GONE, .bytes = 20, .dword = { 16 } },
	{ "info-no-room", WIRE_DEVICE_INFO, EINVAL, .bytes = 16, .dword = { 15 } },
	{ "info-file", WIRE_DEVICE_INFO, EINVAL, .files = MEMORY, .bytes = 16, .dword = { 16 } },
	{ "region-info-9", WIRE_REGION_INFO, EINVAL, .bytes = 32, .dword = { 32, 0, 9 } },
	{ "region-info-huge", WIRE_REGION_INFO, EINVAL, .bytes = 32, .dword = { 32, 0, ~0u } },
	{ "region-info-no-room", WIRE_REGION_INFO, EINVAL, .bytes = 32, .dword = { 16 } },
	{ "irq-info-huge", WIRE_IRQ_INFO, EINVAL, .bytes = 16, .dword = { 16, 0, ~0u } },
	{ "irq-info-no-room", WIRE_IRQ_INFO, EINVAL, .bytes = 16, .dword = { 12 } },
	/* Memory */
	{ "map", MAP(32, BOTH, 0, PAGE, PAGE), .files = MEMORY },
	{ "map-without-file", MAP(32, BOTH, 0, PAGE, PAGE) },
	{ "map-read-only", MAP(32, WIRE_DMA_READ, 0, PAGE, PAGE), .files = READ_ONLY },
	{ "map-last-page", MAP(32, BOTH, 0, -PAGE, PAGE), .files = MEMORY },
	{ "map-short", WIRE_DMA_MAP, GONE, .bytes = 31, .map = { 32, BOTH, 0, PAGE, PAGE } },
	{ "map-argsz", MAP(24, BOTH, 0, PAGE, PAGE), .result = EINVAL, .files = MEMORY },
	{ "map-flags", MAP(32, BOTH | 4, 0, PAGE, PAGE), .result = EINVAL, .files = MEMORY },
	{ "map-nothing", MAP(32, BOTH, 0, PAGE, 0), .result = EINVAL, .files = MEMORY },
	{ "map-part-of-page", MAP(32, BOTH, 0, PAGE, 100), .result = EINVAL, .files = MEMORY },
	{ "map-between-pages", MAP(32, BOTH, 0, 100, PAGE), .result = EINVAL, .files = MEMORY },
	{ "map-offset", MAP(32, BOTH, 100, PAGE, PAGE), .result = EINVAL, .files = MEMORY },
	{ "map-beyond-file", MAP(32, BOTH, 0, PAGE, 65 * PAGE), .result = EINVAL,
	  .files = MEMORY },
	{ "map-after-file", MAP(32, BOTH, 64 * PAGE, PAGE, PAGE), .result = EINVAL,
	  .files = MEMORY },
	{ "map-size-lies", MAP(32, BOTH, 0, 1ull << 46, 1ull << 46), .result = EINVAL,
	  .files = MEMORY },
	{ "map-offset-wraps", MAP(32, BOTH, ~0ull << 12, PAGE, PAGE), .result = EINVAL,
	  .files = MEMORY },
	{ "map-end-wraps", MAP(32, BOTH, 0, -PAGE, 2 * PAGE), .result = EINVAL, .files = MEMORY },
	{ "map-event", MAP(32, BOTH, 0, PAGE, PAGE), .result = EINVAL, .files = EVENT },
	{ "map-directory", MAP(32, BOTH, 0, PAGE, PAGE), .result = EINVAL, .files = DIRECTORY },
	{ "map-not-writable", MAP(32, BOTH, 0, PAGE, PAGE), .result = EACCES, .files = READ_ONLY },
	{ "map-two-files", MAP(32, BOTH, 0, PAGE, PAGE), .result = EINVAL, .files = TWO_EVENTS },
	{ "map-over", MAP(32, BOTH, 0, GUEST_BASE, PAGE), .result = EEXIST, .files = MEMORY },
	{ "map-over-end", MAP(32, BOTH, 0, GUEST_BASE - PAGE, 2 * PAGE), .result = EEXIST,
	  .files = MEMORY },
	{ "map-over-middle", MAP(32, BOTH, 0, GUEST_BASE + 8 * PAGE, PAGE), .result = EEXIST,
	  .files = MEMORY },
	{ "unmap", UNMAP(0, GUEST_BASE, 64 * PAGE) },
	{ "unmap-all", UNMAP(WIRE_UNMAP_ALL) },
	{ "unmap-all-of-something", UNMAP(WIRE_UNMAP_ALL, 0, PAGE), .result = EINVAL },
	{ "unmap-part", UNMAP(0, GUEST_BASE, PAGE), .result = ENOENT },
	{ "unmap-elsewhere", UNMAP(0, 0, PAGE), .result = ENOENT },
	{ "unmap-beyond", UNMAP(0, -PAGE, PAGE), .result = ENOENT },
	{ "unmap-flags", UNMAP(1, GUEST_BASE, 64 * PAGE), .result = EINVAL },
	/* Interrupts */
#define FILE_TRIGGER	(VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER)
	{ "irq-file", SET(FILE_TRIGGER, 1, 0, 1), .files = EVENT },
	{ "irq-file-none", SET(FILE_TRIGGER, 1, 0, 1) },
	{ "irq-short", WIRE_SET_IRQS, GONE, .bytes = 19, .set = { 20, FILE_TRIGGER, 1, 0, 1 } },
	{ "irq-index", SET(FILE_TRIGGER, 2, 0, 1), .result = EINVAL, .files = EVENT },
	{ "irq-index-huge", SET(FILE_TRIGGER, ~0u, 0, 1), .result = EINVAL, .files = EVENT },
	{ "irq-second", SET(FILE_TRIGGER, 1, 1, 1), .result = EINVAL, .files = EVENT },
	{ "irq-count", SET(FILE_TRIGGER, 1, 0, 2), .result = EINVAL, .files = EVENT },
	{ "irq-count-huge", SET(FILE_TRIGGER, 1, ~0u, ~0u), .result = EINVAL, .files = EVENT },
	{ "irq-two-files", SET(FILE_TRIGGER, 1, 0, 1), .result = EINVAL, .files = TWO_EVENTS },
	{ "irq-memory", SET(FILE_TRIGGER, 1, 0, 1), .result = EINVAL, .files = MEMORY },
	{ "irq-no-data", SET(VFIO_IRQ_SET_ACTION_TRIGGER, 1, 0, 1), .result = EINVAL },
	{ "irq-no-action", SET(VFIO_IRQ_SET_DATA_NONE, 1, 0, 1), .result = EINVAL },
	{ "irq-two-actions", SET(VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TYPE_MASK, 0, 0, 1),
	  .result = EINVAL },
	{ "irq-mask-message", SET(VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_MASK, 1, 0, 1),
	  .result = EINVAL },
	{ "irq-unmask-file", SET(VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_UNMASK, 0, 0, 1),
	  .result = EOPNOTSUPP, .files = EVENT },
	{ "irq-bool-missing", SET(VFIO_IRQ_SET_DATA_BOOL | VFIO_IRQ_SET_ACTION_TRIGGER, 1, 0, 1),
	  .result = GONE },
	{ "irq-bool", WIRE_SET_IRQS, 0, .bytes = 21,
	  .dword = { 21, VFIO_IRQ_SET_DATA_BOOL | VFIO_IRQ_SET_ACTION_MASK, 0, 0, 1, 1 } },
	/* Regions */
	{ "read-nothing", READ(0, 0, 0) },
	{ "read-beyond-config", READ(254, VFIO_PCI_CONFIG_REGION_INDEX, 4), .result = EINVAL },
	{ "read-beyond-bar", READ(16 << 20, 0, 4), .result = EINVAL },
	{ "read-wraps", READ(~0ull - 3, 0, 8), .result = EINVAL },
	{ "read-above-4g", READ(1ull << 32, 0, 4), .result = EINVAL },
	{ "read-empty-region", READ(0, 1, 4), .result = EINVAL },
	{ "read-no-region", READ(0, 77, 4), .result = EINVAL },
	{ "read-too-much", READ(0, 0, 4097), .result = EINVAL },
	{ "read-huge", READ(0, 2, ~0u), .result = EINVAL },
	{ "read-long", WIRE_REGION_READ, GONE, .bytes = 20, .access = { 0, 0, 4 } },
	{ "write", WRITE(0x2360, 0, 4) },
	{ "write-short", WIRE_REGION_WRITE, GONE, .bytes = 15, .access = { 0, 0, 4 } },
	{ "write-count-lies", WRITE(0x2360, 0, 8), .result = GONE },
	{ "write-count-huge", WRITE(0x2360, 0, ~0u), .result = GONE },
	{ "write-no-region", WRITE(0, 77, 4), .result = EINVAL },
	{ "write-beyond-bar", WRITE((16 << 20) - 2, 0, 4), .result = EINVAL },
	{ }
};

static int read_only_memory(int memory)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", memory);
	return open(path, O_RDONLY | O_CLOEXEC);
}

static void open_files(struct message *m, enum files kind, int memory)
{
	while (kind == NINE_FILES && m->num_files < 9)
		m->files[m->num_files++] = dup(memory);
	if (kind == MEMORY)
		m->files[m->num_files++] = dup(memory);
	if (kind == EVENT || kind == TWO_EVENTS)
		m->files[m->num_files++] = eventfd(0, EFD_CLOEXEC);
	if (kind == TWO_EVENTS)
		m->files[m->num_files++] = eventfd(0, EFD_CLOEXEC);
	if (kind == DIRECTORY)
		m->files[m->num_files++] = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (kind == READ_ONLY)
		m->files[m->num_files++] = read_only_memory(memory);
}

static void send_wrong(struct client *c, const struct wrong *wrong, int memory)
{
	struct message m = {
		.command = wrong->command, .flags = wrong->flags, .size = wrong->size,
		.bytes = wrong->bytes,
	};
	char reply[8192];

	memcpy(m.payload, wrong->dword, min_t(u32, wrong->bytes, sizeof(wrong->dword)));
	open_files(&m, wrong->files, memory);
	if (!EXPECT_EQ(exchange(c, &m, reply, sizeof(reply)), wrong->result))
		printf("    # %s\n", wrong->name);
	while (m.num_files)
		close(m.files[--m.num_files]);
}

/* End the connection. Read the server's output too, which would fill the pipe. */
static void leave(struct client *c, struct server_process *server)
{
	client_close(c);
	server_count(server, "violations");
}

/* A rejected request leaves the connection open. */
static void expect_alive(struct client *c, const struct wrong *wrong)
{
	struct wire_device_info info = { .argsz = sizeof(info) };

	if (!EXPECT_EQ(request(c, WIRE_DEVICE_INFO, &info, sizeof(info), &info, sizeof(info)), 0))
		printf("    # after %s\n", wrong->name);
}

static void messages(struct server_process *server, const struct facts *facts)
{
	const struct wrong *wrong;
	struct client c;

	for (wrong = wrongs; wrong->name; wrong++) {
		int memory = memfd_create("wrong", MFD_CLOEXEC);

		EXPECT(!ftruncate(memory, 64 * PAGE));
		if (!client_connect(&c, server, facts))
			return;
		if (!wrong->first && (!client_negotiate(&c) || !client_share_memory(&c)))
			return;
		send_wrong(&c, wrong, memory);
		if (wrong->result != GONE)
			expect_alive(&c, wrong);
		leave(&c, server);
		close(memory);
	}
}

/* An incomplete message does not delay the next client for long. */
static void torn(struct server_process *server, const struct facts *facts)
{
	static const u8 header[16] = { 0, 0, WIRE_RESET, 0, 16 };
	struct client c;
	u32 bytes;

	for (bytes = 0; bytes < sizeof(header); bytes++) {
		if (!client_connect(&c, server, facts) || !client_negotiate(&c))
			return;
		EXPECT_EQ(send(c.fd, header, bytes, MSG_NOSIGNAL), bytes);
		leave(&c, server);
	}
}

/* Send messages byte by byte, and many at once without waiting for a reply. */
static void pieces(struct server_process *server, const struct facts *facts)
{
	u8 header[16] = { 0, 0, WIRE_RESET, 0, 16 };
	struct message quiet = { .command = WIRE_RESET, .flags = WIRE_NO_REPLY };
	struct client c;
	u32 i, bytes;

	if (!client_connect(&c, server, facts) || !client_negotiate(&c))
		return;
	header[0] = c.next_id++;
	for (i = 0; i < sizeof(header); i++) {
		EXPECT_EQ(send(c.fd, header + i, 1, MSG_NOSIGNAL), 1);
		pause_ms(1);
	}
	EXPECT_EQ(receive_reply(&c, NULL, 0, &bytes), 0);
	for (i = 0; i < 5; i++)
		EXPECT(send_message(&c, &quiet));
	EXPECT_EQ(request(&c, WIRE_RESET, NULL, 0, NULL, 0), 0);
	client_close(&c);
	EXPECT_EQ(server_count(server, "resets"), 7);
}

/* A client that takes no reply gets no further service, but the next one does. */
static void deaf(struct server_process *server, const struct facts *facts)
{
	const struct wire_access access = { .region = 2, .count = 4096 };
	struct message m = { .command = WIRE_REGION_READ, .bytes = sizeof(access) };
	struct client c;
	u32 sent = 0;

	if (!client_connect(&c, server, facts) || !client_negotiate(&c))
		return;
	memcpy(m.payload, &access, sizeof(access));
	fcntl(c.fd, F_SETFL, O_NONBLOCK);
	while (send_message(&c, &m))
		sent++;
	/* More requests than the sockets have room for replies */
	EXPECT(sent > 50);
	leave(&c, server);
	if (client_connect(&c, server, facts) && client_negotiate(&c))
		EXPECT_EQ(request(&c, WIRE_RESET, NULL, 0, NULL, 0), 0);
	leave(&c, server);
}

const struct device_test bad_tests[] = {
	{ "bad-messages", messages },
	{ "torn-messages", torn },
	{ "pieces-of-messages", pieces },
	{ "deaf-client", deaf },
	{ }
};
