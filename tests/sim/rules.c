// SPDX-License-Identifier: GPL-2.0-only
/*
 * Software breaks the hardware's rules one at a time, and the simulator names each.
 */
#include "sim_test.h"

#define EXPONENT(b)	((b)->facts->snb ? 6 : 9)
#define PERIOD		1024

static void start(struct bench *b)
{
	b->gpu->activity.kind = SIM_IDLE;
	oa_start(b, EXPONENT(b), 0);
}

static void outside_bar(struct bench *b)
{
	EXPECT_EQ(rd(b, b->facts->bar_mib << 20), ~0u);
	EXPECT_EQ(rd(b, 0x2362), ~0u);
	wr(b, ~0u, 0);
	EXPECT_EQ(broken(b, SIM_OUTSIDE_BAR), 3);
	b->gpu->pci.decode = false;
	EXPECT_EQ(rd(b, 0x2358), ~0u);
	EXPECT_EQ(broken(b, SIM_DECODE_OFF), 1);
	EXPECT_EQ(total_broken(b), 4);
}

/* hardware.rst 2.1: an earlier release has to complete */
static void forcewake_order(struct bench *b)
{
	const struct well *well = b->facts->wells;

	wr(b, well->request, 0x00010000);
	EXPECT_EQ(total_broken(b), 0);
	wr(b, well->request, 0x00010001);
	EXPECT_EQ(broken(b, SIM_FORCEWAKE_ORDER), 1);
	EXPECT_EQ(total_broken(b), 1);
}

static void start_and_swap_entries(struct bench *b)
{
	u32 i;

	start(b);
	for (i = 0; i < GUEST_PAGES; i++)
		map_entry(b, BASE / SIM_PAGE_SIZE + i,
			  GUEST_BASE + (GUEST_PAGES - 1 - i) * SIM_PAGE_SIZE, b->facts->pte);
	pass(b, 4 * PERIOD);
}

/* hardware.rst 1.6 */
static void ggtt_stale(struct bench *b)
{
	start_and_swap_entries(b);
	EXPECT_EQ(broken(b, SIM_GGTT_STALE) != 0, b->facts->flush);
	EXPECT_EQ(total_broken(b) != 0, b->facts->flush);
	/* Until the flush the GPU uses the old entry. */
	EXPECT_EQ(*guest(b, 0) != 0, b->facts->flush);
	EXPECT_EQ(*guest(b, (GUEST_PAGES - 1) * SIM_PAGE_SIZE) != 0, !b->facts->flush);
}

/* If guest memory is shared with the host, a stale entry may point to a page with a new owner. */
static void ggtt_stale_shared(struct bench *b)
{
	b->host.shared = true;
	start_and_swap_entries(b);
	EXPECT_EQ(broken(b, SIM_GGTT_STALE) != 0, b->facts->flush);
	EXPECT_EQ(*guest(b, 0), 0);
	EXPECT_EQ(*guest(b, (GUEST_PAGES - 1) * SIM_PAGE_SIZE) != 0, !b->facts->flush);
}

/* hardware.rst 1.7: index 0, which firmware did not program, and which a reset of the GT keeps */
static void pat(struct bench *b)
{
	start(b);
	pass(b, 4 * PERIOD);
	EXPECT_EQ(total_broken(b), 0);
	wr(b, 0x40e0, b->facts->pat0 & ~0x43);
	pass(b, 4 * PERIOD);
	EXPECT(broken(b, SIM_PAT) >= 3);
	EXPECT_EQ(total_broken(b), broken(b, SIM_PAT));
	/* Reports land all the same. */
	EXPECT(*guest(b, oa_tail(b) - 2 * 64));
}

static void ggtt_invalid(struct bench *b)
{
	start(b);
	map_all(b, 0);
	pass(b, 4 * PERIOD);
	EXPECT(broken(b, SIM_GGTT_INVALID));
	EXPECT_EQ(total_broken(b), broken(b, SIM_GGTT_INVALID));
	EXPECT_EQ(*guest(b, 0), 0);
}

static void bad_memory(struct bench *b)
{
	u32 i;

	start(b);
	for (i = 0; i < GUEST_PAGES; i++)
		map_entry(b, BASE / SIM_PAGE_SIZE + i, GUEST_BASE - SIM_PAGE_SIZE, b->facts->pte);
	if (b->facts->flush)
		wr(b, 0x101008, 1);
	pass(b, 4 * PERIOD);
	EXPECT(broken(b, SIM_BAD_MEMORY));
	EXPECT_EQ(total_broken(b), broken(b, SIM_BAD_MEMORY));
}

/* hardware.rst 1.5: VLV's entries need the snooped bit, and the writeable one */
static void not_coherent(struct bench *b)
{
	const bool vlv = b->facts->pte == 7;

	start(b);
	map_all(b, vlv ? 3 : b->facts->pte);
	pass(b, 4 * PERIOD);
	EXPECT_EQ(broken(b, SIM_NOT_COHERENT) != 0, vlv);
	EXPECT_EQ(total_broken(b), broken(b, SIM_NOT_COHERENT));
	EXPECT_EQ(*guest(b, 0) == 0, vlv);
	if (!vlv)
		return;
	map_all(b, 5);
	pass(b, 4 * PERIOD);
	EXPECT(broken(b, SIM_GGTT_INVALID));
}

static void bus_master(struct bench *b)
{
	start(b);
	b->gpu->pci.master = false;
	pass(b, 4 * PERIOD);
	EXPECT(broken(b, SIM_BUS_MASTER));
	EXPECT_EQ(total_broken(b), broken(b, SIM_BUS_MASTER));
}

/* hardware.rst 3.15 */
static void alignment(struct bench *b)
{
	const u32 base = BASE + SIM_PAGE_SIZE;

	oa_prepare(b, EXPONENT(b));
	if (b->facts->gen8) {
		wr(b, oa_register(b, 0x2b0c, 0), base);
		wr(b, oa_register(b, 0x2b14, 0), base | 1);
		wr(b, oa_register(b, 0x2b10, 0), base);
	} else {
		wr(b, 0x2368, base | 1);
		wr(b, 0x23b0, base);
		wr(b, 0x2364, base);
		if (b->facts->snb)
			wr(b, 0x2364, base);
	}
	oa_on(b, EXPONENT(b), 0);
	EXPECT_EQ(broken(b, SIM_OABUFFER_ALIGN), 1);
	EXPECT_EQ(total_broken(b), 1);
}

/* hardware.rst 3.3, 3.8: head and tail must start at the same place */
static void head_tail(struct bench *b)
{
	oa_prepare(b, EXPONENT(b));
	if (b->facts->gen8) {
		wr(b, oa_register(b, 0x2b0c, 0), BASE);
		wr(b, oa_register(b, 0x2b14, 0), BASE | 1);
		wr(b, oa_register(b, 0x2b10, 0), BASE + 64);
	} else {
		wr(b, 0x2368, BASE | 1);
		wr(b, 0x23b0, BASE);
		wr(b, 0x2364, (BASE + 64) | b->facts->size_code << 3);
		if (b->facts->snb)
			wr(b, 0x2364, (BASE + 64) | b->facts->size_code << 3);
	}
	oa_on(b, EXPONENT(b), 0);
	EXPECT_EQ(broken(b, SIM_HEAD_TAIL), 1);
	EXPECT_EQ(total_broken(b), 1);
}

static void head_range(struct bench *b)
{
	start(b);
	pass(b, 4 * PERIOD);
	oa_head(b, oa_tail(b) + 4096);
	EXPECT_EQ(broken(b, SIM_HEAD_RANGE), 1);
	oa_head(b, 0x30000);
	EXPECT_EQ(broken(b, SIM_HEAD_RANGE), 2);
	EXPECT_EQ(total_broken(b), 2);
}

/* hardware.rst 3.5, 3.6: the buffer and the format must not change while the unit is on */
static void oa_running(struct bench *b)
{
	start(b);
	if (b->facts->gen8)
		wr(b, oa_register(b, 0x2b14, 0), BASE | 1);
	else
		wr(b, 0x23b0, BASE);
	EXPECT_EQ(broken(b, SIM_OA_RUNNING), 1);
	oa_on(b, EXPONENT(b), 2);
	EXPECT_EQ(broken(b, SIM_OA_RUNNING), 2);
	EXPECT_EQ(total_broken(b), 2);
}

/* hardware.rst 3.4, 3.5, 3.6 */
static void reserved_bits(struct bench *b)
{
	if (b->facts->gen8) {
		wr(b, 0x2b00, BIT(31));
		wr(b, 0x2360, BIT(8));
	} else {
		wr(b, 0x2368, BASE | BIT(5) | 1);
		wr(b, 0x23b0, BASE | BIT(5));
	}
	EXPECT_EQ(broken(b, SIM_RESERVED_BIT), 2);
	EXPECT_EQ(total_broken(b), 2);
}

/* hardware.rst 2.4 */
static void clock_gating(struct bench *b)
{
	oa_describe(b);
	oa_on(b, EXPONENT(b), 0);
	EXPECT_EQ(broken(b, SIM_CLOCK_GATING), 1);
	EXPECT_EQ(total_broken(b), 1);
}

/*
 * With the specific context enable (bit 1) the OA unit's own gating must be on, when the unit is
 * turned on and while it is; without that bit, gating may be off. hardware.rst 2.4, which names no
 * single platform.
 */
static void oacs_gating(struct bench *b)
{
	const u32 on = EXPONENT(b) << 6 | BIT(5) | 1;

	oa_start(b, EXPONENT(b), 0);
	wr(b, 0x9408, BIT(20));
	EXPECT_EQ(total_broken(b), 0);
	oa_off(b);
	oa_describe(b);
	wr(b, 0x2360, on | BIT(1));
	EXPECT_EQ(broken(b, SIM_CLOCK_GATING), 1);
	wr(b, 0x9408, 0);
	EXPECT_EQ(broken(b, SIM_CLOCK_GATING), 1);
	wr(b, 0x9408, BIT(20));
	EXPECT_EQ(broken(b, SIM_CLOCK_GATING), 2);
	EXPECT_EQ(total_broken(b), 2);
}

/* hardware.rst 2.4: the render clock has to run while the unit is on */
static void oa_asleep(struct bench *b)
{
	u64 made;

	start(b);
	pass(b, 8 * PERIOD);
	made = b->gpu->stats.produced;
	EXPECT(made);
	EXPECT_EQ(total_broken(b), 0);
	sleep_all(b);
	EXPECT_EQ(broken(b, SIM_OA_ASLEEP), 1);
	EXPECT_EQ(total_broken(b), 1);
}

/* The unit, which is in another power domain, is turned on while the render domain sleeps. */
static void oa_on_asleep(struct bench *b)
{
	oa_describe(b);
	wr(b, b->facts->wells[1].request, 0x00010000);
	pass_ns(b, 50000);
	oa_on(b, 0, 0);
	EXPECT_EQ(broken(b, SIM_OA_ASLEEP), 1);
	EXPECT_EQ(total_broken(b), 1);
	pass(b, 8 * PERIOD);
	EXPECT_EQ(b->gpu->stats.produced, 0);
}

/* hardware.rst 2.3: writes reach all instances when the unit is turned on */
static void steering_left(struct bench *b)
{
	u32 steering = rd(b, 0xfdc);

	EXPECT_EQ(steering, b->facts->gen11 ? BIT(31) : 0);
	if (b->facts->gen11) {
		/* A slice and a subslice are chosen for reads only. */
		wr(b, 0xfdc, steering | BIT(27) | BIT(25));
		start(b);
		EXPECT_EQ(total_broken(b), 0);
		oa_off(b);
	}
	wr(b, 0xfdc, b->facts->gen11 ? 0 : BIT(26));
	start(b);
	EXPECT_EQ(broken(b, SIM_STEERING_LEFT), 1);
	EXPECT_EQ(total_broken(b), 1);
}

/* hardware.rst 7.1, SNB GT2: a head beyond the tail is written again after the timer is off */
static void head_rule(struct bench *b)
{
	const u32 control = EXPONENT(b) << 6 | 1;
	u32 head;

	start(b);
	pass(b, 0x1f000 / 64 * PERIOD);
	head = oa_tail(b);
	oa_head(b, head);
	pass(b, 0x2000 / 64 * PERIOD);
	EXPECT(oa_tail(b) < head);
	wr(b, 0x2360, control);
	oa_head(b, head);
	wr(b, 0x2360, control | BIT(5));
	EXPECT_EQ(total_broken(b), 0);
	wr(b, 0x2360, control);
	wr(b, 0x2360, control | BIT(5));
	EXPECT_EQ(broken(b, SIM_HEAD_RULE), 1);
	EXPECT_EQ(total_broken(b), 1);
}

/* hardware.rst 3.8: clearing status bits without the wrap bits resets the tail */
static void status_clear(struct bench *b)
{
	start(b);
	pass(b, 4 * PERIOD);
	EXPECT(oa_tail(b));
	wr(b, 0x2b08, BIT(17) | BIT(16));
	EXPECT_EQ(total_broken(b), 0);
	EXPECT(oa_tail(b));
	wr(b, 0x2b08, 0);
	EXPECT_EQ(broken(b, SIM_STATUS_CLEAR), 1);
	EXPECT_EQ(oa_tail(b), 0);
}

/* hardware.rst 3.4, 3.8: the buffer is in the GGTT; SNB, 3.3: clear the overflow bit */
static void memory_select(struct bench *b)
{
	oa_prepare(b, EXPONENT(b));
	if (b->facts->gen8) {
		wr(b, 0x2b0c, BASE);
		wr(b, 0x2b14, BASE);
		wr(b, 0x2b10, BASE);
	} else {
		wr(b, 0x2368, BASE);
		wr(b, 0x23b0, BASE);
		wr(b, 0x2364, BASE | b->facts->size_code << 3);
	}
	oa_on(b, EXPONENT(b), 0);
	EXPECT_EQ(broken(b, SIM_STATUS_LEFT), b->facts->snb);
	/* HSW: the bit is read only, and software is told to write 1. */
	EXPECT_EQ(broken(b, SIM_PPGTT) + broken(b, SIM_RESERVED_BIT), 1);
}

/* hardware.rst 6.4: steps that software must never take */
static void irq_nothing_there(struct bench *b)
{
	wr(b, 0x190010, BIT(31) | BIT(0));
	EXPECT_EQ(broken(b, SIM_IRQ_MASTER_SOURCE), 1);
	wr(b, 0x190070, BIT(20));
	EXPECT_EQ(broken(b, SIM_IRQ_DW_NOT_READ), 1);
	EXPECT_EQ(broken(b, SIM_IRQ_NOT_IN_DW), 1);
	EXPECT_EQ(broken(b, SIM_IRQ_MASTER_ON), 1);
	wr(b, 0x190070, BIT(20) | BIT(0));
	EXPECT_EQ(broken(b, SIM_IRQ_NOT_ONE_HOT), 1);
	wr(b, 0x190060, BIT(31));
	EXPECT_EQ(broken(b, SIM_IRQ_NO_DATA_VALID), 1);
}

/* The half-full event is pending; the first steps of its service are done right. */
static void irq_begin(struct bench *b)
{
	irq_on(b);
	start(b);
	pass(b, (0x20000 / 64 / 2 + 8) * PERIOD);
	EXPECT(b->line);
	wr(b, 0x190010, 0);
	EXPECT_EQ(rd(b, 0x190010), BIT(0));
	EXPECT_EQ(rd(b, 0x190018), BIT(20));
	EXPECT_EQ(total_broken(b), 0);
}

static void irq_unserved(struct bench *b)
{
	irq_begin(b);
	wr(b, 0x190018, BIT(20));
	EXPECT_EQ(broken(b, SIM_IRQ_DW_UNSERVED), 1);
	EXPECT_EQ(total_broken(b), 1);
}

static void irq_left(struct bench *b)
{
	irq_begin(b);
	rd(b, 0x190010);
	EXPECT_EQ(broken(b, SIM_IRQ_MASTER_REREAD), 1);
	wr(b, 0x190010, BIT(31));
	EXPECT_EQ(broken(b, SIM_IRQ_DW_LEFT), 1);
	EXPECT_EQ(total_broken(b), 2);
}

static void irq_busy(struct bench *b)
{
	irq_begin(b);
	wr(b, 0x190070, BIT(20));
	pass_ns(b, 100000);
	EXPECT_EQ(rd(b, 0x190060) & BIT(31), BIT(31));
	wr(b, 0x190070, BIT(20));
	EXPECT_EQ(broken(b, SIM_IRQ_SELECTOR_BUSY), 1);
	EXPECT_EQ(total_broken(b), 1);
}

/* hardware.rst 9.1: valid commands */
static void commands(struct bench *b)
{
	const u32 dw[] = {
		0x00000000, 0x00000000,
		0x10400002, 0, BASE + DATA, 0x12345678,
		0x11000001, 0x2360, 0, 0,
	};

	wr(b, 0x9424, 0);
	wr(b, 0x9400, BIT(7));
	oa_describe(b);
	oa_on(b, EXPONENT(b), 0);
	execute(b, dw, 6);
	EXPECT_EQ(*guest(b, DATA), 0x12345678);
	EXPECT_EQ(total_broken(b), 0);
	/* The last one turns the OA unit off. */
	execute(b, dw, ARRAY_SIZE(dw));
	EXPECT_EQ(rd(b, 0x2034), sizeof(dw));
	EXPECT_EQ(rd(b, 0x2360), 0);
}

/* hardware.rst 9.1: a snapshot has the command's Report ID and the time */
static void snapshot(struct bench *b)
{
	const u32 dw[] = { 0x14000001, (BASE + DATA) | 1, 0xabcd, 0 };

	start(b);
	execute(b, dw, 4);
	EXPECT_EQ(*guest(b, DATA), 0xabcd);
	EXPECT(rd(b, 0x2358) - guest(b, DATA)[1] < 2000);
	EXPECT_EQ(total_broken(b), 0);
	oa_off(b);
	execute(b, dw, 4);
	EXPECT_EQ(broken(b, SIM_RPC_OFF), 1);
}

/* hardware.rst 9.1, 9.2: commands at which the streamer hangs */
static void hangs(struct bench *b)
{
	static const struct {
		u32 dw[6];
		u32 n;
		enum sim_violation rule;
	} bad[] = {
		{ { 0x3f800000, 0 }, 2, SIM_CS_OPCODE },
		{ { 0x10400001, 0, BASE + DATA, 0 }, 4, SIM_CS_LENGTH },
		{ { 0x10000002, 0, BASE + DATA, 1 }, 4, SIM_PPGTT },
		{ { 0x10400002, 0, BASE + DATA + 2, 1 }, 4, SIM_CS_ADDRESS },
		{ { 0x05000000, 0 }, 2, SIM_CS_BATCH },
		{ { 0x10400002, 0 }, 2, SIM_RING_RANGE },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		execute(b, bad[i].dw, bad[i].n);
		EXPECT_EQ(broken(b, bad[i].rule), 1);
		EXPECT_EQ(total_broken(b), i + 1);
		EXPECT_EQ(rd(b, 0x2034), 0);
		/* After a reset of the engine the streamer runs again. */
		wr(b, 0x941c, BIT(1));
		pass_ns(b, 2000000);
	}
	EXPECT_EQ(*guest(b, DATA), 0);
}

/* hardware.rst 9.2 */
static void ring(struct bench *b)
{
	static const u32 noops[2];

	execute(b, noops, 2);
	EXPECT_EQ(total_broken(b), 0);
	wr(b, 0x2030, 0x10000);
	EXPECT_EQ(broken(b, SIM_RING_RANGE), 1);
	wr(b, 0x2038, BASE);
	EXPECT_EQ(broken(b, SIM_RING_RUNNING), 1);
	wr(b, 0x203c, 0);
	wr(b, 0x2038, BASE + 4);
	EXPECT_EQ(broken(b, SIM_RING_ALIGN), 1);
	EXPECT_EQ(total_broken(b), 3);
}

/* hardware.rst 7.7: from gen8 on the engine has to be ready */
static void reset_not_ready(struct bench *b)
{
	wr(b, 0x941c, BIT(1));
	EXPECT_EQ(broken(b, SIM_RESET_NOT_READY), b->facts->gen8);
	EXPECT_EQ(total_broken(b), b->facts->gen8);
}

/* hardware.rst 2.7: firmware shows the low end of the GGTT. */
static void scanout(struct bench *b)
{
	const u32 pte = b->gpu->platform->gtt->pte_bytes;
	const u32 last = (2 * SZ_4M - SIM_PAGE_SIZE) / SIM_PAGE_SIZE * pte;
	const u32 gsm = b->gpu->platform->bar_bytes / 2;
	const u32 base = b->gpu->platform->display_base;

	wr(b, gsm + last + pte, 0);
	EXPECT_EQ(total_broken(b), 0);
	wr(b, gsm + last, 0);
	EXPECT_EQ(broken(b, SIM_SCANOUT), 1);
	wr(b, base + 0x7019c, 0x1000000);
	wr(b, gsm + last, 0);
	wr(b, base + 0x70180, 0);
	wr(b, gsm + 2 * last + 16, 0);
	EXPECT_EQ(total_broken(b), 1);
	wr(b, base + 0x71180, 0x80000000);
	EXPECT_EQ(rd(b, base + 0x71180), 0x80000000);
	wr(b, gsm, 0);
	EXPECT_EQ(broken(b, SIM_SCANOUT), 2);
}

/* hardware.rst 9.4 */
static void submission(struct bench *b)
{
	const u32 off = b->facts->gen11 ? 0x00080000 : 0x80000000;

	make_context(b, 1);
	wr(b, 0x229c, off);
	submit_context(b);
	EXPECT_EQ(broken(b, SIM_ELSP_MODE), 1);
	make_context(b, 1);
	submit_context(b);
	EXPECT_EQ(total_broken(b), 1);
	submit_context(b);
	EXPECT_EQ(broken(b, SIM_ELSP_FULL), 1);
	pass_ns(b, 100000);
	/* The image was saved and can be loaded again. */
	EXPECT_EQ(guest(b, STATE)[5], 16);
	EXPECT_EQ(guest(b, STATE)[b->facts->oactxcontrol], 1);
	submit_context(b);
	pass_ns(b, 100000);
	EXPECT_EQ(total_broken(b), 2);
	/* i915 clears the stop bit in what was saved; the load takes what the mask enables. */
	EXPECT_EQ(guest(b, STATE)[b->facts->mi_mode - 1], 0x209c);
	guest(b, STATE)[b->facts->mi_mode] = 0x09000800;
	/* hardware.rst 9.5: Gen9's images name the time stamp; the time continues all the same. */
	guest(b, STATE)[0x45] = 0x11000001;
	guest(b, STATE)[0x46] = 0x2358;
	submit_context(b);
	pass_ns(b, 100000);
	EXPECT_EQ(total_broken(b), 2);
	EXPECT_EQ(b->gpu->stats.unknown_registers, 0);
	EXPECT_EQ(rd(b, 0x209c) & ~0x200, 0x800);
}

static void context_image(struct bench *b)
{
	make_context(b, 1);
	guest(b, STATE)[1] = 0x3f800000;
	submit_context(b);
	pass_ns(b, 100000);
	EXPECT_EQ(broken(b, SIM_CTX_IMAGE), 1);
	EXPECT_EQ(total_broken(b), 1);
}

static void context_descriptor(struct bench *b)
{
	u32 i;

	make_context(b, 1);
	for (i = 0; i < 4 && !b->facts->gen11; i++)
		wr(b, 0x2230, 0);
	if (b->facts->gen11)
		wr(b, 0x2550, 1);
	EXPECT_EQ(broken(b, SIM_CTX_DESCRIPTOR), 1);
	EXPECT_EQ(total_broken(b), 1);
}

const struct test rule_tests[] = {
	{ "outside-bar", EVERY, outside_bar },
	{ "forcewake-order", EVERY, forcewake_order },
	{ "ggtt-stale", EVERY, ggtt_stale },
	{ "ggtt-stale-shared", EVERY, ggtt_stale_shared },
	{ "ggtt-invalid", EVERY, ggtt_invalid },
	{ "bad-memory", EVERY, bad_memory },
	{ "not-coherent", EVERY, not_coherent },
	{ "bus-master", EVERY, bus_master },
	{ "alignment", EVERY, alignment },
	{ "head-tail", EVERY, head_tail },
	{ "head-range", EVERY, head_range },
	{ "oa-running", EVERY, oa_running },
	{ "oa-asleep", EVERY, oa_asleep },
	{ "pat", GEN8_TO_GEN11, pat },
	{ "oa-on-asleep", GEN9, oa_on_asleep },
	{ "reserved-bits", TO_GEN11, reserved_bits },
	{ "clock-gating", LEGACY, clock_gating },
	{ "oacs-gating", LEGACY, oacs_gating },
	{ "steering-left", GEN8, steering_left },
	{ "status-clear", GEN8_TO_GEN11, status_clear },
	{ "memory-select", EVERY, memory_select },
	{ "head-rule", SNB, head_rule },
	{ "irq-nothing-there", GEN11, irq_nothing_there },
	{ "irq-unserved", GEN11_ALONE, irq_unserved },
	{ "irq-left", GEN11_ALONE, irq_left },
	{ "irq-busy", GEN11_ALONE, irq_busy },
	{ "commands", LEGACY, commands },
	{ "snapshot", LEGACY, snapshot },
	{ "hangs", LEGACY, hangs },
	{ "ring", LEGACY, ring },
	{ "reset-not-ready", EVERY, reset_not_ready },
	{ "scanout", EVERY, scanout },
	{ "submission", GEN8, submission },
	{ "context-image", GEN8, context_image },
	{ "context-descriptor", GEN8, context_descriptor },
	{ }
};
