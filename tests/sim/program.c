// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sequences of software from hardware.rst 1.5, 1.6, 2.1, 6 and 7, with the offsets there.
 */
#include "sim_test.h"

/**
 * oa_register() - offset of a register of the OA unit
 * @b: the bench
 * @gen8: its offset on gen8, from 0x2b00 on; gen12 has the same block elsewhere, gen12.rst 2
 * @legacy: its offset up to gen7.5
 */
u32 oa_register(const struct bench *b, u32 gen8, u32 legacy)
{
	if (b->facts->oag)
		return gen8 - 0x2b00 + 0xdaf4;
	return b->facts->gen8 ? gen8 : legacy;
}

/**
 * map_entry() - write a GGTT entry
 * @b: the bench
 * @page: number of the GGTT page
 * @address: bus address
 * @flags: flags of the entry
 */
void map_entry(struct bench *b, u32 page, u64 address, u32 flags)
{
	const u32 gsm = b->facts->bar_mib * 0x80000;

	if (b->facts->gen8) {
		wr(b, gsm + 8 * page, (u32)address | flags);
		wr(b, gsm + 8 * page + 4, address >> 32);
	} else {
		wr(b, gsm + 4 * page, (u32)address | (address >> 32 & 0xff) << 4 | flags);
	}
}

/**
 * map_all() - map all guest memory at BASE
 * @b: the bench
 * @flags: flags of the entries
 */
void map_all(struct bench *b, u32 flags)
{
	u32 i;

	for (i = 0; i < GUEST_PAGES; i++)
		map_entry(b, BASE / SIM_PAGE_SIZE + i, GUEST_BASE + i * SIM_PAGE_SIZE, flags);
	if (b->facts->flush)
		wr(b, 0x101008, 1);
}

/**
 * wake() - wake all power domains; from gen8 on also make index 0 of the PAT cached (1.7)
 * @b: the bench
 */
void wake(struct bench *b)
{
	const struct well *well;

	for (well = b->facts->wells; well->request; well++)
		wr(b, well->request, 0x00010001);
	pass_ns(b, 50000);
	if (b->facts->pat0)
		wr(b, b->facts->oag ? 0x4800 : 0x40e0, b->facts->pat0);
}

/**
 * sleep_all() - release all power domains
 * @b: the bench
 */
void sleep_all(struct bench *b)
{
	const struct well *well;

	for (well = b->facts->wells; well->request; well++)
		wr(b, well->request, 0x00010000);
	pass_ns(b, 100000);
}

/**
 * make_context() - make an image that was never loaded, and a ring; gen8 and later
 * @b: the bench
 * @ctx_control: value of OACTXCONTROL that its commands set
 */
void make_context(struct bench *b, u32 ctx_control)
{
	static const u32 offsets[] = { 0x2244, 0x2034, 0x2030, 0x2038, 0x203c };
	const u32 commands[] = { 0x11000001, 0x2360, ctx_control, 0 };
	const u32 values[] = { 0x00010001, 0, sizeof(commands), BASE + RING, 1 };
	u32 *state = guest(b, STATE), i;

	memset(state, 0, SIM_PAGE_SIZE);
	state[1] = 0x11001000 | (2 * ARRAY_SIZE(offsets) - 1);
	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		state[2 + 2 * i] = offsets[i];
		state[3 + 2 * i] = values[i];
	}
	memcpy(guest(b, RING), commands, sizeof(commands));
	wr(b, 0x2080, BASE + HWS);
	wr(b, 0x229c, b->facts->gen11 ? 0x00080008 : 0x80008000);
}

/**
 * submit_context() - submit the context of make_context() alone; hardware.rst 9.4
 * @b: the bench
 */
void submit_context(struct bench *b)
{
	const u32 descriptor = (BASE + IMAGE) | 0x109;

	if (b->facts->gen11) {
		wr(b, 0x2510, descriptor);
		wr(b, 0x2514, b->facts->ctx_id);
		wr(b, 0x2518, 0);
		wr(b, 0x251c, 0);
		wr(b, 0x2550, 1);
	} else {
		wr(b, 0x2230, 0);
		wr(b, 0x2230, 0);
		wr(b, 0x2230, b->facts->ctx_id);
		wr(b, 0x2230, descriptor);
	}
}

/**
 * load_context() - load a context that sets OACTXCONTROL; gen8 and later
 * @b: the bench
 * @ctx_control: value of OACTXCONTROL
 */
void load_context(struct bench *b, u32 ctx_control)
{
	make_context(b, ctx_control);
	submit_context(b);
	pass_ns(b, 100000);
}

/**
 * execute() - let the render streamer execute commands from its own ring; up to gen7.5
 * @b: the bench
 * @dw: the commands
 * @n: number of dwords, even
 */
void execute(struct bench *b, const u32 *dw, u32 n)
{
	memcpy(guest(b, RING), dw, n * sizeof(*dw));
	wr(b, 0x2034, 0);
	wr(b, 0x2030, 0);
	wr(b, 0x2038, BASE + RING);
	wr(b, 0x203c, 1);
	wr(b, 0x2030, n * sizeof(*dw));
	pass_ns(b, 100000);
}

/**
 * oa_prepare() - all steps before the OA unit's own registers
 * @b: the bench
 * @exponent: of the timer
 */
void oa_prepare(struct bench *b, u32 exponent)
{
	if (b->facts->oag) {
		wr(b, 0x2b28, exponent << 2 | 3);
		return;
	}
	if (b->facts->gen8) {
		load_context(b, exponent << 2 | 3);
		return;
	}
	wr(b, 0x9424, 0);
	wr(b, 0x9400, BIT(7));
}

/**
 * oa_describe_legacy() - describe the OA buffer up to Haswell, in the order of the documents
 * @b: the bench
 * @code: of the buffer's size
 * @overrun: the bit of overrun mode, or 0
 */
void oa_describe_legacy(struct bench *b, u32 code, u32 overrun)
{
	wr(b, 0x2368, BASE | 1);
	wr(b, 0x23b0, BASE | overrun);
	wr(b, 0x2364, BASE | code << 3);
	if (b->facts->snb)
		wr(b, 0x2364, BASE | code << 3);
}

/**
 * oa_describe() - describe the OA buffer, in the order of the documents
 * @b: the bench
 */
void oa_describe(struct bench *b)
{
	const u32 size = b->facts->size_code << 3;

	if (b->facts->gen8) {
		wr(b, oa_register(b, 0x2b08, 0), 0);
		wr(b, oa_register(b, 0x2b0c, 0), BASE);
		if (!b->facts->oag)
			wr(b, 0x23b4, 0);
		wr(b, oa_register(b, 0x2b14, 0), BASE | size | 1);
		wr(b, oa_register(b, 0x2b10, 0), BASE);
		return;
	}
	oa_describe_legacy(b, b->facts->size_code, 0);
}

/**
 * oa_on() - turn the OA unit on
 * @b: the bench
 * @exponent: exponent of the timer; from gen8 on the context has it
 * @select: Counter Select
 */
void oa_on(struct bench *b, u32 exponent, u32 select)
{
	if (b->facts->gen8)
		wr(b, oa_register(b, 0x2b00, 0), select << 2 | 1);
	else
		wr(b, 0x2360, exponent << 6 | BIT(5) | select << 2 | 1);
}

/**
 * oa_off() - turn the OA unit off
 * @b: the bench
 */
void oa_off(struct bench *b)
{
	wr(b, oa_register(b, 0x2b00, 0x2360), 0);
}

/**
 * oa_start() - the whole sequence of hardware.rst 7.1 to 7.3
 * @b: the bench
 * @exponent: of the timer
 * @select: Counter Select
 */
void oa_start(struct bench *b, u32 exponent, u32 select)
{
	oa_prepare(b, exponent);
	oa_describe(b);
	oa_on(b, exponent, select);
}

/**
 * oa_tail() - the tail, bytes from the start of the buffer
 * @b: the bench
 */
u32 oa_tail(struct bench *b)
{
	return (rd(b, oa_register(b, 0x2b10, 0x2364)) & ~0x3fu) - BASE;
}

/**
 * oa_head() - move the head
 * @b: the bench
 * @offset: bytes from the start of the buffer
 */
void oa_head(struct bench *b, u32 offset)
{
	if (b->facts->gen8)
		wr(b, oa_register(b, 0x2b0c, 0), BASE + offset);
	else
		wr(b, 0x2368, (BASE + offset) | 1);
}

/**
 * oa_period() - time between two reports of the timer, in ticks; hardware.rst 3.14
 * @b: the bench
 * @exponent: of the timer
 */
u32 oa_period(const struct bench *b, u32 exponent)
{
	return 1u << (exponent + (b->facts->snb ? 4 : 1));
}

/**
 * oa_overflowed() - the buffer-overflow bit
 * @b: the bench
 */
bool oa_overflowed(struct bench *b)
{
	return rd(b, oa_register(b, 0x2b08, 0x2364)) & BIT(1);
}

/**
 * irq_on() - let the half-full event through; hardware.rst 6.1
 * @b: the bench
 */
void irq_on(struct bench *b)
{
	if (b->facts->gen11) {
		wr(b, 0x19003c, BIT(12));
		wr(b, 0x1900ec, ~(u32)BIT(12));
		if (!b->facts->oag)
			wr(b, 0x2b20, 0);
		wr(b, 0x190010, BIT(31));
	} else if (b->facts->gen8) {
		wr(b, 0x2b20, 0);
		wr(b, 0x44334, ~(u32)BIT(28));
		wr(b, 0x4433c, BIT(28));
		wr(b, 0x44200, BIT(31));
	} else {
		wr(b, 0x20a8, ~(u32)BIT(9));
		wr(b, 0x44014, ~(u32)BIT(9));
		wr(b, 0x4401c, BIT(9));
		wr(b, 0x4400c, BIT(31));
	}
}

/* hardware.rst 6.4 */
static bool irq_serve_gen11(struct bench *b)
{
	bool ours = false;
	u32 dw, identity, tries = 100;

	wr(b, 0x190010, 0);
	if (rd(b, 0x190010) & BIT(0)) {
		dw = rd(b, 0x190018);
		wr(b, 0x190070, BIT(20));
		do {
			identity = rd(b, 0x190060);
		} while (!(identity & BIT(31)) && --tries);
		ours = dw == BIT(20) && identity == (BIT(31) | 2 << 20 | 4 << 16 | BIT(12));
		wr(b, 0x190060, BIT(31));
		wr(b, 0x190018, BIT(20));
	}
	wr(b, 0x190010, BIT(31));
	return ours;
}

/**
 * irq_serve() - serve an interrupt
 * @b: the bench
 *
 * Return: true if the OA unit raised it.
 */
bool irq_serve(struct bench *b)
{
	const u32 iir = b->facts->gen8 ? 0x44338 : 0x44018, bit = b->facts->gen8 ? 28 : 9;
	const u32 master = b->facts->gen8 ? 0x44200 : 0x4400c;
	u32 seen;

	if (b->facts->gen11)
		return irq_serve_gen11(b);
	wr(b, master, 0);
	seen = rd(b, iir);
	wr(b, iir, seen);
	wr(b, master, BIT(31));
	return seen == BIT(bit);
}
