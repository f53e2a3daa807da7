// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device as a client sees it: configuration space, registers, memory, interrupts. The clock is
 * the machine's, so tests wait for events with a limit, and check order and numbers.
 */
#include <linux/pci_regs.h>
#include <linux/vfio.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "client.h"

#define BAR0		VFIO_PCI_BAR0_REGION_INDEX
#define BAR2		VFIO_PCI_BAR2_REGION_INDEX
#define CONFIG		VFIO_PCI_CONFIG_REGION_INDEX
#define RING_BYTES	0x20000
#define REPORT_BYTES	64
/* Periods of 2^15 ticks, so that the ring lasts for seconds, and of 2^10 */
#define SLOW(b)		((b)->facts->snb ? 11 : 14)
#define FAST(b)		((b)->facts->snb ? 6 : 9)
#define TRIGGER		(VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER)

/* End the connection, and expect no broken rule. Return: number of reports that were written */
static u64 done(struct client *c, struct server_process *server)
{
	u64 produced;

	client_close(c);
	produced = server_count(server, "produced");
	EXPECT_EQ(server_count(server, "partial_writes"), 0);
	EXPECT_EQ(server_count(server, "dma_missed"), 0);
	EXPECT_EQ(server_count(server, "violations"), 0);
	return produced;
}

static void start(struct bench *b, u32 exponent)
{
	const struct format *f = b->facts->formats;

	while (f->bytes != REPORT_BYTES)
		f++;
	oa_start(b, exponent, f->select);
}

/* Wait until the tail is @bytes further than @from. */
static bool wait_tail(struct bench *b, u32 from, u32 bytes)
{
	u32 ms;

	for (ms = 0; ms < PATIENCE_MS; ms++) {
		if ((oa_tail(b) - from) % RING_BYTES >= bytes)
			return true;
		pause_ms(1);
	}
	return EXPECT(!"the tail moves");
}

static void information(struct server_process *server, const struct facts *facts)
{
	const struct {
		u32 index, flags, count;
	} irqs[] = {
		{ VFIO_PCI_INTX_IRQ_INDEX, VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_MASKABLE |
					   VFIO_IRQ_INFO_AUTOMASKED, 1 },
		{ VFIO_PCI_MSI_IRQ_INDEX, VFIO_IRQ_INFO_EVENTFD | VFIO_IRQ_INFO_NORESIZE, 1 },
		{ VFIO_PCI_MSIX_IRQ_INDEX, 0, 0 },
	};
	struct wire_device_info info = { .argsz = sizeof(info) };
	struct wire_region_info region = { .argsz = sizeof(region) };
	struct wire_irq_info irq = { .argsz = sizeof(irq) };
	struct client c;
	u32 i, bytes;

	if (!client_connect(&c, server, facts) || !client_negotiate(&c))
		return;
	EXPECT_EQ(request(&c, WIRE_DEVICE_INFO, &info, sizeof(info), &info, sizeof(info)), 0);
	EXPECT_EQ(info.flags, VFIO_DEVICE_FLAGS_PCI | VFIO_DEVICE_FLAGS_RESET);
	EXPECT_EQ(info.num_regions, VFIO_PCI_NUM_REGIONS);
	EXPECT_EQ(info.num_irqs, VFIO_PCI_NUM_IRQS);
	for (i = 0; i < VFIO_PCI_NUM_REGIONS; i++) {
		region.index = i;
		EXPECT_EQ(request(&c, WIRE_REGION_INFO, &region, sizeof(region), &region,
				  sizeof(region)), 0);
		bytes = i == BAR0 ? facts->bar_mib << 20 : i == BAR2 ? 256 << 20 :
			i == CONFIG ? 256 : 0;
		EXPECT_EQ(region.bytes, bytes);
		EXPECT_EQ(region.flags, bytes ? VFIO_REGION_INFO_FLAG_READ |
						VFIO_REGION_INFO_FLAG_WRITE : 0);
	}
	for (i = 0; i < ARRAY_SIZE(irqs); i++) {
		irq.index = irqs[i].index;
		EXPECT_EQ(request(&c, WIRE_IRQ_INFO, &irq, sizeof(irq), &irq, sizeof(irq)), 0);
		EXPECT_EQ(irq.flags, irqs[i].flags);
		EXPECT_EQ(irq.count, irqs[i].count);
	}
	irq.index = VFIO_PCI_ERR_IRQ_INDEX;
	EXPECT_EQ(request(&c, WIRE_IRQ_INFO, &irq, sizeof(irq), &irq, sizeof(irq)), EINVAL);
	done(&c, server);
}

/* Offset of a capability, by the list; 0: there is none */
static u32 find_capability(struct client *c, u8 id)
{
	u32 at = 0, left = 48;

	if (region_get(c, CONFIG, PCI_STATUS, 2) & PCI_STATUS_CAP_LIST)
		at = region_get(c, CONFIG, PCI_CAPABILITY_LIST, 1);
	while (at && left-- && region_get(c, CONFIG, at, 1) != id)
		at = region_get(c, CONFIG, at + 1, 1);
	return at;
}

static u32 find_msi(struct client *c)
{
	return find_capability(c, PCI_CAP_ID_MSI);
}

/* The size of a BAR of 64 bits, as software finds it; the BAR's value is lost. */
static u64 size_of_bar(struct client *c, u32 at)
{
	u64 value;

	region_put(c, CONFIG, at, 4, ~0u);
	region_put(c, CONFIG, at + 4, 4, ~0u);
	value = region_get(c, CONFIG, at, 4) | region_get(c, CONFIG, at + 4, 4) << 32;
	EXPECT_EQ(value & PCI_BASE_ADDRESS_MEM_TYPE_MASK, PCI_BASE_ADDRESS_MEM_TYPE_64);
	return ~(value & ~0xfull) + 1;
}

/* hardware.rst 1.1 to 1.4 */
static void configuration(struct server_process *server, const struct facts *facts)
{
	const u16 *id = facts->ids;
	struct client c;
	u32 msi, ggms;

	if (!client_connect(&c, server, facts) || !client_negotiate(&c))
		return;
	EXPECT_EQ(region_get(&c, CONFIG, PCI_VENDOR_ID, 2), 0x8086);
	while (*id && *id != region_get(&c, CONFIG, PCI_DEVICE_ID, 2))
		id++;
	EXPECT(*id);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_SUBSYSTEM_VENDOR_ID, 4), 0x8086 | (u32)*id << 16);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_CLASS_DEVICE, 2), 0x1200);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_INTERRUPT_PIN, 1), 1);
	EXPECT_EQ(size_of_bar(&c, PCI_BASE_ADDRESS_0), (u64)facts->bar_mib << 20);
	EXPECT_EQ(size_of_bar(&c, PCI_BASE_ADDRESS_2), 256 << 20);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_BASE_ADDRESS_4, 8), 0);
	ggms = region_get(&c, CONFIG, 0x50, 2) >> facts->ggms_shift & 3;
	EXPECT_EQ(facts->gen8 ? 1 << ggms : ggms, facts->gsm_mib);
	/* No stolen memory */
	EXPECT_EQ(region_get(&c, CONFIG, 0x5c, 4), 0);

	/* Read-only bits stay. */
	region_put(&c, CONFIG, PCI_VENDOR_ID, 4, 0);
	region_put(&c, CONFIG, 0x50, 2, 0xffff);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_VENDOR_ID, 4), 0x8086 | (u32)*id << 16);
	EXPECT_EQ(region_get(&c, CONFIG, 0x50, 2) >> facts->ggms_shift & 3, ggms);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_COMMAND, 2), 0);
	set_command(&c, 0xffff);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_COMMAND, 2),
		  PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER | PCI_COMMAND_INTX_DISABLE);

	msi = find_msi(&c);
	EXPECT(msi);
	EXPECT_EQ(region_get(&c, CONFIG, msi + PCI_MSI_FLAGS, 2), PCI_MSI_FLAGS_MASKBIT);
	region_put(&c, CONFIG, msi + PCI_MSI_FLAGS, 2, 0xffff);
	EXPECT_EQ(region_get(&c, CONFIG, msi + PCI_MSI_FLAGS, 2),
		  PCI_MSI_FLAGS_MASKBIT | PCI_MSI_FLAGS_ENABLE);
	region_put(&c, CONFIG, msi + PCI_MSI_ADDRESS_LO, 4, 0xfee01004);
	EXPECT_EQ(region_get(&c, CONFIG, msi + PCI_MSI_ADDRESS_LO, 4), 0xfee01004);
	done(&c, server);
}

/* D3hot and back: the function is as after power-on, and in D3hot no access reaches it. */
static void power_states(struct server_process *server, const struct facts *facts)
{
	struct client c;
	u32 pm;

	if (!client_ready(&c, server, facts))
		return;
	pm = find_capability(&c, PCI_CAP_ID_PM);
	EXPECT(pm);
	/* Neither D1 nor D2, no PME, and no claim that a return to D0 keeps anything */
	EXPECT_EQ(region_get(&c, CONFIG, pm + PCI_PM_PMC, 2), 2);
	EXPECT_EQ(region_get(&c, CONFIG, pm + PCI_PM_CTRL, 2), 0);
	region_put(&c, CONFIG, pm + PCI_PM_CTRL, 2, 1);
	EXPECT_EQ(region_get(&c, CONFIG, pm + PCI_PM_CTRL, 2), 0);
	/* A write of the present state changes nothing. */
	region_put(&c, CONFIG, PCI_INTERRUPT_LINE, 1, 11);
	region_put(&c, CONFIG, pm + PCI_PM_CTRL, 2, 0);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_INTERRUPT_LINE, 1), 11);

	start(&c.bench, SLOW(&c.bench));
	EXPECT(wait_tail(&c.bench, 0, 2 * REPORT_BYTES));
	oa_off(&c.bench);
	region_put(&c, CONFIG, pm + PCI_PM_CTRL, 2, 3);
	EXPECT_EQ(region_get(&c, CONFIG, pm + PCI_PM_CTRL, 2), 3);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_INTERRUPT_LINE, 1), 11);
	EXPECT_EQ(rd(&c.bench, 0x2358), ~0u);
	region_put(&c, CONFIG, pm + PCI_PM_CTRL, 2, 2);
	EXPECT_EQ(region_get(&c, CONFIG, pm + PCI_PM_CTRL, 2), 3);
	region_put(&c, CONFIG, pm + PCI_PM_CTRL, 2, 0);
	EXPECT_EQ(region_get(&c, CONFIG, pm + PCI_PM_CTRL, 2), 0);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_INTERRUPT_LINE, 1), 0);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_COMMAND, 2), 0);
	set_command(&c, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	wake(&c.bench);
	/* The register reads 0, which is outside of the buffer. */
	EXPECT_EQ(oa_tail(&c.bench), 0u - BASE);
	client_close(&c);
	/* The read of a register in D3hot */
	EXPECT_EQ(server_count(server, "violations"), 1);
}

static void registers(struct server_process *server, const struct facts *facts)
{
	const u32 gsm = facts->bar_mib << 19;
	struct client c;
	u32 before;

	if (!client_ready(&c, server, facts))
		return;
	before = rd(&c.bench, 0x2358);
	pause_ms(1);
	EXPECT(rd(&c.bench, 0x2358) - before - 1 < facts->timestamp_hz * 60u);
	/* 64 bits at once, and parts of a dword */
	region_put(&c, BAR0, gsm + 0x8000, 8, 0x123456789abcdef0ull);
	EXPECT_EQ(region_get(&c, BAR0, gsm + 0x8000, 8), 0x123456789abcdef0ull);
	EXPECT_EQ(region_get(&c, BAR0, gsm + 0x8002, 2), 0x9abc);
	EXPECT_EQ(region_get(&c, BAR0, gsm + 0x8007, 1), 0x12);
	EXPECT_EQ(region_get(&c, BAR0, gsm + 0x8003, 2), 0x789a);
	EXPECT_EQ(done(&c, server), 0);

	/* A write of a part is dropped; with decoding off reads return all ones. */
	if (!client_ready(&c, server, facts))
		return;
	region_put(&c, BAR0, gsm + 0x8000, 8, 0x123456789abcdef0ull);
	region_put(&c, BAR0, gsm + 0x8001, 1, 0xff);
	EXPECT_EQ(region_get(&c, BAR0, gsm + 0x8000, 8), 0x123456789abcdef0ull);
	set_command(&c, PCI_COMMAND_MASTER);
	EXPECT_EQ(rd(&c.bench, 0x2358), ~0u);
	client_close(&c);
	EXPECT_EQ(server_count(server, "partial_writes"), 1);
	EXPECT_EQ(server_count(server, "violations"), 1);
	EXPECT_EQ(server_count(server, "  decode_off"), 1);
}

/* From gen8 on, the activity causes reports too. */
static bool by_timer(const struct bench *b, const u32 *report)
{
	return !b->facts->gen8 || report[0] >> 19 & 1;
}

/* hardware.rst 4.2: the timer's reports up to the tail are a period apart. Return: all reports */
static u32 expect_reports(struct bench *b, u32 tail)
{
	u32 at, last = 0, count = 0;

	for (at = 0; at < tail; at += REPORT_BYTES) {
		const u32 *report = guest(b, at);

		EXPECT(report[0]);
		if (!by_timer(b, report))
			continue;
		if (count++)
			EXPECT_EQ(report[1] - last, oa_period(b, SLOW(b)));
		last = report[1];
	}
	EXPECT(count > 4);
	return tail / REPORT_BYTES;
}

static void reports(struct server_process *server, const struct facts *facts)
{
	struct client c;
	u32 count = 0;
	u64 produced;

	if (!client_ready(&c, server, facts))
		return;
	start(&c.bench, SLOW(&c.bench));
	if (wait_tail(&c.bench, 0, 16 * REPORT_BYTES)) {
		oa_off(&c.bench);
		/* Data trails the tail. */
		pause_ms(1);
		count = oa_tail(&c.bench) / REPORT_BYTES;
		if (oa_overflowed(&c.bench))
			printf("    # this machine stood still for a whole ring\n");
		else
			expect_reports(&c.bench, oa_tail(&c.bench));
	}
	produced = done(&c, server);
	EXPECT(produced >= count && count >= 16);
}

/* hardware.rst 6: the half-full event, which not every GPU has, with @fd to be signalled. */
static void expect_half_full(struct client *c, int fd)
{
	const bool none = c->bench.facts->no_half_full;
	struct bench *b = &c->bench;

	irq_on(b);
	EXPECT_EQ(take_events(fd, 0), 0);
	start(b, FAST(b));
	if (none)
		wait_tail(b, 0, RING_BYTES / 2 + 16 * REPORT_BYTES);
	EXPECT_EQ(take_events(fd, none ? 0 : PATIENCE_MS), !none);
	oa_off(b);
}

static void message(struct server_process *server, const struct facts *facts)
{
	int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	EXPECT_EQ(set_irqs(&c, TRIGGER, VFIO_PCI_MSI_IRQ_INDEX, 1, fd), 0);
	region_put(&c, CONFIG, find_msi(&c) + PCI_MSI_FLAGS, 2, PCI_MSI_FLAGS_ENABLE);
	expect_half_full(&c, fd);
	if (!facts->no_half_full)
		EXPECT(irq_serve(&c.bench));
	EXPECT_EQ(take_events(fd, 0), 0);
	/* The client itself may trigger the interrupt, until it takes the file back. */
	EXPECT_EQ(set_irqs(&c, VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER,
			   VFIO_PCI_MSI_IRQ_INDEX, 1, -1), 0);
	EXPECT_EQ(take_events(fd, 0), 1);
	EXPECT_EQ(set_irqs(&c, VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER,
			   VFIO_PCI_MSI_IRQ_INDEX, 0, -1), 0);
	EXPECT_EQ(set_irqs(&c, VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER,
			   VFIO_PCI_MSI_IRQ_INDEX, 1, -1), 0);
	EXPECT_EQ(take_events(fd, 0), 0);
	client_close(&c);
	EXPECT_EQ(server_count(server, "interrupts"), !facts->no_half_full);
	EXPECT_EQ(server_count(server, "violations"), 0);
	close(fd);
}

/* Software turns messages on before the client has set a file for them. */
static void late_message(struct server_process *server, const struct facts *facts)
{
	int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	irq_on(&c.bench);
	region_put(&c, CONFIG, find_msi(&c) + PCI_MSI_FLAGS, 2, PCI_MSI_FLAGS_ENABLE);
	start(&c.bench, FAST(&c.bench));
	wait_tail(&c.bench, 0, RING_BYTES / 2 + 16 * REPORT_BYTES);
	EXPECT_EQ(set_irqs(&c, TRIGGER, VFIO_PCI_MSI_IRQ_INDEX, 1, fd), 0);
	EXPECT_EQ(take_events(fd, 0), !facts->no_half_full);
	done(&c, server);
	close(fd);
}

/* A message is a write to memory, which waits for bus mastering; the line needs none. */
static void message_without_master(struct server_process *server, const struct facts *facts)
{
	int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	struct client c;

	if (facts->no_half_full || !client_ready(&c, server, facts))
		return;
	irq_on(&c.bench);
	EXPECT_EQ(set_irqs(&c, TRIGGER, VFIO_PCI_MSI_IRQ_INDEX, 1, fd), 0);
	start(&c.bench, FAST(&c.bench));
	wait_tail(&c.bench, 0, RING_BYTES / 2 + 16 * REPORT_BYTES);
	oa_off(&c.bench);
	set_command(&c, PCI_COMMAND_MEMORY);
	region_put(&c, CONFIG, find_msi(&c) + PCI_MSI_FLAGS, 2, PCI_MSI_FLAGS_ENABLE);
	EXPECT_EQ(take_events(fd, 0), 0);
	set_command(&c, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	EXPECT_EQ(take_events(fd, 0), 1);
	done(&c, server);
	close(fd);
}

/* An event under the mask bit is pending, and its message comes when the bit is cleared. */
static void message_masked(struct server_process *server, const struct facts *facts)
{
	int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	struct client c;
	u32 msi;

	if (facts->no_half_full || !client_ready(&c, server, facts))
		return;
	irq_on(&c.bench);
	msi = find_msi(&c);
	EXPECT_EQ(set_irqs(&c, TRIGGER, VFIO_PCI_MSI_IRQ_INDEX, 1, fd), 0);
	region_put(&c, CONFIG, msi + PCI_MSI_FLAGS, 2, PCI_MSI_FLAGS_ENABLE);
	region_put(&c, CONFIG, msi + PCI_MSI_MASK_32, 4, ~0u);
	EXPECT_EQ(region_get(&c, CONFIG, msi + PCI_MSI_MASK_32, 4), 1);
	EXPECT_EQ(region_get(&c, CONFIG, msi + PCI_MSI_PENDING_32, 4), 0);
	start(&c.bench, FAST(&c.bench));
	wait_tail(&c.bench, 0, RING_BYTES / 2 + 16 * REPORT_BYTES);
	oa_off(&c.bench);
	EXPECT_EQ(take_events(fd, 0), 0);
	EXPECT_EQ(region_get(&c, CONFIG, msi + PCI_MSI_PENDING_32, 4), 1);
	/* Read-only */
	region_put(&c, CONFIG, msi + PCI_MSI_PENDING_32, 4, 0);
	EXPECT_EQ(region_get(&c, CONFIG, msi + PCI_MSI_PENDING_32, 4), 1);
	region_put(&c, CONFIG, msi + PCI_MSI_MASK_32, 4, 0);
	EXPECT_EQ(take_events(fd, 0), 1);
	EXPECT_EQ(region_get(&c, CONFIG, msi + PCI_MSI_PENDING_32, 4), 0);
	done(&c, server);
	close(fd);
}

static void line(struct server_process *server, const struct facts *facts)
{
	const u32 unmask = VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_UNMASK;
	int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	EXPECT_EQ(set_irqs(&c, TRIGGER, VFIO_PCI_INTX_IRQ_INDEX, 1, fd), 0);
	expect_half_full(&c, fd);
	/* The line is a level: if it is still asserted at an unmask, it is signalled again. */
	EXPECT_EQ(take_events(fd, 0), 0);
	EXPECT_EQ(set_irqs(&c, unmask, VFIO_PCI_INTX_IRQ_INDEX, 1, -1), 0);
	EXPECT_EQ(take_events(fd, 0), !facts->no_half_full);
	set_command(&c, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER | PCI_COMMAND_INTX_DISABLE);
	EXPECT_EQ(set_irqs(&c, unmask, VFIO_PCI_INTX_IRQ_INDEX, 1, -1), 0);
	EXPECT_EQ(take_events(fd, 0), 0);
	set_command(&c, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	EXPECT_EQ(take_events(fd, 0), !facts->no_half_full);
	if (!facts->no_half_full)
		EXPECT(irq_serve(&c.bench));
	EXPECT_EQ(set_irqs(&c, unmask, VFIO_PCI_INTX_IRQ_INDEX, 1, -1), 0);
	EXPECT_EQ(take_events(fd, 0), 0);
	done(&c, server);
	close(fd);
}

static void no_master(struct client *c)
{
	set_command(c, PCI_COMMAND_MEMORY);
}

static void no_memory(struct client *c)
{
	const struct wire_dma_unmap piece = {
		.argsz = sizeof(piece), .address = GUEST_BASE, .bytes = GUEST_PAGES * SIM_PAGE_SIZE,
	};
	struct wire_dma_unmap reply;

	EXPECT_EQ(request(c, WIRE_DMA_UNMAP, &piece, sizeof(piece), &reply, sizeof(reply)), 0);
	EXPECT(!memcmp(&piece, &reply, sizeof(reply)));
}

/* The GPU keeps running, and none of its writes reaches memory after @lose. */
static void expect_no_writes(struct server_process *server, const struct facts *facts,
			     void (*lose)(struct client *c), const char *rule, const char *count)
{
	struct client c;
	u32 tail;

	if (!client_ready(&c, server, facts))
		return;
	start(&c.bench, SLOW(&c.bench));
	wait_tail(&c.bench, 0, 4 * REPORT_BYTES);
	lose(&c);
	tail = oa_tail(&c.bench);
	wait_tail(&c.bench, tail, 4 * REPORT_BYTES);
	/* The tail is ahead of memory by a report. */
	EXPECT(*guest(&c.bench, 0));
	EXPECT_EQ(*guest(&c.bench, (tail + REPORT_BYTES) % RING_BYTES), 0);
	EXPECT_EQ(*guest(&c.bench, (tail + 2 * REPORT_BYTES) % RING_BYTES), 0);
	client_close(&c);
	if (count)
		EXPECT(server_count(server, count));
	EXPECT(server_count(server, rule));
}

static void master_off(struct server_process *server, const struct facts *facts)
{
	expect_no_writes(server, facts, no_master, "  bus_master", NULL);
}

static void memory_unmapped(struct server_process *server, const struct facts *facts)
{
	expect_no_writes(server, facts, no_memory, "  bad_memory", "dma_missed");
}

static void aperture(struct server_process *server, const struct facts *facts)
{
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	*guest(&c.bench, DATA) = 0x11223344;
	EXPECT_EQ(region_get(&c, BAR2, BASE + DATA, 4), 0x11223344);
	EXPECT_EQ(region_get(&c, BAR2, BASE + DATA + 1, 2), 0x2233);
	region_put(&c, BAR2, BASE + DATA + 3, 2, 0xaabb);
	EXPECT_EQ(*guest(&c.bench, DATA), 0xbb223344);
	EXPECT_EQ(*guest(&c.bench, DATA + 4), 0xaa);
	/* This GGTT page leads to firmware's scratch page. */
	region_put(&c, BAR2, 0x2000, 4, ~0u);
	EXPECT_EQ(region_get(&c, BAR2, 0x2000, 4), 0);
	client_close(&c);
	EXPECT_EQ(server_count(server, "aperture_missed"), 2);
	EXPECT_EQ(server_count(server, "dma_missed"), 0);
	EXPECT_EQ(server_count(server, "violations"), 0);
}

/* The client shortens its memory behind the server's back. */
static void memory_vanished(struct server_process *server, const struct facts *facts)
{
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	EXPECT(!ftruncate(c.memory, 0));
	EXPECT_EQ(region_get(&c, BAR2, BASE + DATA, 4), 0);
	region_put(&c, BAR2, BASE + DATA, 4, 5);
	EXPECT_EQ(region_get(&c, BAR2, BASE + DATA, 4), 5);
	client_close(&c);
	EXPECT_EQ(server_count(server, "dma_vanished"), 1);
}

static void reset(struct server_process *server, const struct facts *facts)
{
	int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	EXPECT_EQ(set_irqs(&c, TRIGGER, VFIO_PCI_INTX_IRQ_INDEX, 1, fd), 0);
	EXPECT_EQ(set_irqs(&c, VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_MASK,
			   VFIO_PCI_INTX_IRQ_INDEX, 1, -1), 0);
	region_put(&c, CONFIG, find_msi(&c) + PCI_MSI_FLAGS, 2, PCI_MSI_FLAGS_ENABLE);
	start(&c.bench, SLOW(&c.bench));
	wait_tail(&c.bench, 0, 4 * REPORT_BYTES);
	EXPECT_EQ(request(&c, WIRE_RESET, NULL, 0, NULL, 0), 0);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_COMMAND, 2), 0);
	EXPECT_EQ(region_get(&c, CONFIG, find_msi(&c) + PCI_MSI_FLAGS, 2), PCI_MSI_FLAGS_MASKBIT);
	/* The server still has the client's memory. */
	set_command(&c, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	map_all(&c.bench, facts->pte);
	wake(&c.bench);
	EXPECT_EQ(oa_tail(&c.bench), (u32)-BASE);
	memset(c.guest, 0, RING_BYTES);
	/* Interrupts use the line again, which is not masked. */
	expect_half_full(&c, fd);
	EXPECT(*guest(&c.bench, 0));
	done(&c, server);
	close(fd);
}

/* A second client waits for the end of the first, and gets a GPU in its power-on state. */
static void one_at_a_time(struct server_process *server, const struct facts *facts)
{
	struct client first, second;

	if (!client_ready(&first, server, facts))
		return;
	start(&first.bench, SLOW(&first.bench));
	client_connect(&second, server, facts);
	wait_tail(&first.bench, 0, 4 * REPORT_BYTES);
	done(&first, server);
	EXPECT(client_negotiate(&second));
	EXPECT_EQ(region_get(&second, CONFIG, PCI_COMMAND, 2), 0);
	EXPECT_EQ(done(&second, server), 0);
}

/* hardware.rst 1.1, 2.7: a function for i915 */
static void display_class(struct server_process *server, const struct facts *facts)
{
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	EXPECT_EQ(region_get(&c, CONFIG, PCI_CLASS_DEVICE, 2), 0x0380);
	/* Not a VGA device */
	EXPECT_EQ(region_get(&c, CONFIG, 0x50, 2) & 2, 2);
	EXPECT_EQ(rd(&c.bench, 0x42014), BIT(30));
	EXPECT_EQ(request(&c, WIRE_RESET, NULL, 0, NULL, 0), 0);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_CLASS_DEVICE, 2), 0x0380);
	done(&c, server);
}

/* A GPU for i915 claims that D3hot keeps its state, and does so. */
static void state_kept(struct server_process *server, const struct facts *facts)
{
	struct client c;
	u32 pm;

	if (!client_ready(&c, server, facts))
		return;
	pm = find_capability(&c, PCI_CAP_ID_PM);
	EXPECT(pm);
	EXPECT_EQ(region_get(&c, CONFIG, pm + PCI_PM_CTRL, 2), PCI_PM_CTRL_NO_SOFT_RESET);
	region_put(&c, CONFIG, PCI_INTERRUPT_LINE, 1, 11);
	oa_describe(&c.bench);
	region_put(&c, CONFIG, pm + PCI_PM_CTRL, 2, 3);
	EXPECT_EQ(region_get(&c, CONFIG, pm + PCI_PM_CTRL, 2), PCI_PM_CTRL_NO_SOFT_RESET | 3);
	region_put(&c, CONFIG, pm + PCI_PM_CTRL, 2, 0);
	EXPECT_EQ(region_get(&c, CONFIG, pm + PCI_PM_CTRL, 2), PCI_PM_CTRL_NO_SOFT_RESET);
	EXPECT_EQ(region_get(&c, CONFIG, PCI_INTERRUPT_LINE, 1), 11);
	EXPECT(region_get(&c, CONFIG, PCI_COMMAND, 2) & PCI_COMMAND_MASTER);
	EXPECT_EQ(oa_tail(&c.bench), 0);
	done(&c, server);
}

const struct device_test display_tests[] = {
	{ "display-class", display_class },
	{ "display-state-kept", state_kept },
	{ }
};

const struct device_test device_tests[] = {
	{ "information", information },
	{ "configuration", configuration },
	{ "registers", registers },
	{ "reports", reports },
	{ "message", message },
	{ "late-message", late_message },
	{ "power-states", power_states },
	{ "message-masked", message_masked },
	{ "message-without-master", message_without_master },
	{ "line", line },
	{ "master-off", master_off },
	{ "memory-unmapped", memory_unmapped },
	{ "aperture", aperture },
	{ "memory-vanished", memory_vanished },
	{ "reset", reset },
	{ "one-at-a-time", one_at_a_time },
	{ }
};
