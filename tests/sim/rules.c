// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rules of the hardware that software breaks, one at a time: the simulator names each.
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

/* hardware.rst 1.6 */
static void ggtt_stale(struct bench *b)
{
	u32 i;

	start(b);
	for (i = 0; i < GUEST_PAGES; i++)
		map_entry(b, BASE / SIM_PAGE_SIZE + i,
			  GUEST_BASE + (GUEST_PAGES - 1 - i) * SIM_PAGE_SIZE, b->facts->pte);
	pass(b, 4 * PERIOD);
	EXPECT_EQ(broken(b, SIM_GGTT_STALE) != 0, b->facts->flush);
	EXPECT_EQ(total_broken(b) != 0, b->facts->flush);
	/* Until the flush the GPU goes on with what it saw. */
	EXPECT_EQ(*guest(b, 0) != 0, b->facts->flush);
	EXPECT_EQ(*guest(b, (GUEST_PAGES - 1) * SIM_PAGE_SIZE) != 0, !b->facts->flush);
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
		wr(b, 0x2b0c, base);
		wr(b, 0x2b14, base | 1);
		wr(b, 0x2b10, base);
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

/* hardware.rst 3.3, 3.8: the head starts where the tail does */
static void head_tail(struct bench *b)
{
	oa_prepare(b, EXPONENT(b));
	if (b->facts->gen8) {
		wr(b, 0x2b0c, BASE);
		wr(b, 0x2b14, BASE | 1);
		wr(b, 0x2b10, BASE + 64);
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

/* hardware.rst 3.5, 3.6: the buffer and the format stay while the unit is on */
static void oa_running(struct bench *b)
{
	start(b);
	if (b->facts->gen8)
		wr(b, 0x2b14, BASE | 1);
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

/* hardware.rst 2.4: up to gen7.5 */
static void clock_gating(struct bench *b)
{
	if (b->facts->gen8) {
		/* Here it is a clock that is missing: no well, no context. */
		wr(b, b->facts->wells[0].request, 0x00010000);
		if (b->facts->wells[1].request)
			wr(b, b->facts->wells[1].request, 0x00010000);
		pass_ns(b, 50000);
		oa_describe(b);
		EXPECT(broken(b, SIM_NO_FORCEWAKE));
		return;
	}
	oa_describe(b);
	oa_on(b, EXPONENT(b), 0);
	EXPECT_EQ(broken(b, SIM_CLOCK_GATING), 1);
	EXPECT_EQ(total_broken(b), 1);
}

/* hardware.rst 3.8: clearing status bits without the wrap bits resets the tail */
static void status_clear(struct bench *b)
{
	start(b);
	pass(b, 4 * PERIOD);
	EXPECT(oa_tail(b));
	if (!b->facts->gen8)
		return;
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

/* hardware.rst 6.4: what software must never do */
static void irq_order(struct bench *b)
{
	if (!b->facts->gen11)
		return;
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
	irq_on(b);
	start(b);
	pass(b, (0x20000 / 64 / 2 + 8) * PERIOD);
	EXPECT(b->line);
	wr(b, 0x190010, 0);
	EXPECT_EQ(rd(b, 0x190018), BIT(20));
	wr(b, 0x190018, BIT(20));
	EXPECT_EQ(broken(b, SIM_IRQ_DW_UNSERVED), 1);
}

/* hardware.rst 9.2 */
static void ring(struct bench *b)
{
	wr(b, 0x2038, BASE + 0x21004);
	EXPECT_EQ(broken(b, SIM_RING_ALIGN), 1);
	if (b->facts->gen8) {
		wr(b, 0x2230, 0);
		return;
	}
	/* A command that nobody knows: the streamer hangs there. */
	*guest(b, 0x21000) = 0x3f800000;
	wr(b, 0x2034, 0);
	wr(b, 0x2030, 0);
	wr(b, 0x2038, BASE + 0x21000);
	wr(b, 0x203c, 1);
	wr(b, 0x2030, 8);
	pass_ns(b, 100000);
	EXPECT_EQ(broken(b, SIM_CS_OPCODE), 1);
	EXPECT_EQ(rd(b, 0x2034), 0);
	wr(b, 0x2030, 0x10000);
	EXPECT_EQ(broken(b, SIM_RING_RANGE), 1);
	wr(b, 0x2038, BASE);
	EXPECT_EQ(broken(b, SIM_RING_RUNNING), 1);
	EXPECT_EQ(total_broken(b), 4);
}

/* hardware.rst 7.7: from gen8 on the engine has to be ready */
static void reset_not_ready(struct bench *b)
{
	wr(b, 0x941c, BIT(1));
	EXPECT_EQ(broken(b, SIM_RESET_NOT_READY), b->facts->gen8);
	EXPECT_EQ(total_broken(b), b->facts->gen8);
}

/* hardware.rst 9.4 */
static void submission(struct bench *b)
{
	u32 i;

	if (!b->facts->gen8)
		return;
	for (i = 0; i < 4 && !b->facts->gen11; i++)
		wr(b, 0x2230, 0);
	if (b->facts->gen11)
		wr(b, 0x2550, 1);
	EXPECT_EQ(broken(b, SIM_ELSP_MODE), 1);
	wr(b, 0x229c, b->facts->gen11 ? 0x00080008 : 0x80008000);
	for (i = 0; i < 4 && !b->facts->gen11; i++)
		wr(b, 0x2230, 0);
	if (b->facts->gen11)
		wr(b, 0x2550, 1);
	EXPECT_EQ(broken(b, SIM_CTX_DESCRIPTOR), 1);
	EXPECT_EQ(total_broken(b), 2);
}

const struct test rule_tests[] = {
	{ "outside-bar", outside_bar },
	{ "forcewake-order", forcewake_order },
	{ "ggtt-stale", ggtt_stale },
	{ "ggtt-invalid", ggtt_invalid },
	{ "bad-memory", bad_memory },
	{ "not-coherent", not_coherent },
	{ "bus-master", bus_master },
	{ "alignment", alignment },
	{ "head-tail", head_tail },
	{ "head-range", head_range },
	{ "oa-running", oa_running },
	{ "reserved-bits", reserved_bits },
	{ "clock-gating", clock_gating },
	{ "status-clear", status_clear },
	{ "memory-select", memory_select },
	{ "irq-order", irq_order },
	{ "ring", ring },
	{ "reset-not-ready", reset_not_ready },
	{ "submission", submission },
	{ }
};
