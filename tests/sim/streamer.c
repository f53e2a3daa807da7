// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands and contexts for tests of the simulated streamers; hardware.rst 9.1, 9.4, 16.1.
 */
#include "streamer.h"

static void own_space_gen6(struct bench *b)
{
	const u32 gsm = b->facts->bar_mib * 0x80000;
	const u64 table = GUEST_BASE + OWN_TABLE;
	u32 i;

	for (i = 0; i < GUEST_PAGES; i++) {
		const u64 page = GUEST_BASE + i * SIM_PAGE_SIZE;

		guest(b, OWN_TABLE)[i] = (u32)page | (page >> 32 & 0xff) << 4 | b->facts->pte;
	}
	/* 4 MiB each: OWN is in the third. */
	wr(b, gsm + 4 * (OWN_ENTRY + OWN / 0x400000), (u32)table | (table >> 32 & 0xff) << 4 | 1);
	wr(b, 0x101008, 1);
	for (i = RENDER; i <= COPY; i += COPY - RENDER) {
		wr(b, i + 0x220, 0xffffffff);
		wr(b, i + 0x228, OWN_ENTRY / 16 << 16);
		wr(b, b->facts->snb ? 0x2520 : i + 0x29c, 0x02000200);
	}
}

static void own_entry(struct bench *b, u32 table, u32 entry, u64 address)
{
	guest(b, table)[2 * entry] = (u32)address | 3;
	guest(b, table)[2 * entry + 1] = address >> 32;
}

static void own_space_gen8(struct bench *b)
{
	u32 i;

	for (i = 0; i < GUEST_PAGES; i++)
		own_entry(b, OWN_TABLE, i, GUEST_BASE + i * SIM_PAGE_SIZE);
	own_entry(b, OWN_DIRECTORY, OWN / 0x200000, GUEST_BASE + OWN_TABLE);
	own_entry(b, OWN_POINTERS, 0, GUEST_BASE + OWN_DIRECTORY);
	/* Bit 47 */
	own_entry(b, OWN_TOP, 0x100, GUEST_BASE + OWN_POINTERS);
}

/**
 * own_space() - make a space that shows guest memory from OWN on
 * @b: the bench
 */
void own_space(struct bench *b)
{
	if (b->facts->gen8)
		own_space_gen8(b);
	else
		own_space_gen6(b);
}

/**
 * stream_start() - begin a list of commands, for the render engine unless the list has a base
 * @s: the list
 * @b: the bench
 */
void stream_start(struct stream *s, struct bench *b)
{
	s->b = b;
	s->n = 0;
	if (!s->base)
		s->base = RENDER;
}

/**
 * stream_begin() - begin commands of a context with a space of its own
 * @s: the commands
 * @b: the bench
 */
void stream_begin(struct stream *s, struct bench *b)
{
	memset(s, 0, sizeof(*s));
	own_space(b);
	stream_start(s, b);
}

/**
 * emit() - add a dword
 * @s: the commands
 * @dword: the dword
 */
void emit(struct stream *s, u32 dword)
{
	s->dw[s->n++] = dword;
}

/**
 * emit_address() - add an address: two dwords from gen8 on
 * @s: the commands
 * @address: the address
 */
void emit_address(struct stream *s, u32 address)
{
	emit(s, address);
	if (s->b->facts->gen8)
		emit(s, 0);
}

/**
 * emit_store() - MI_STORE_DATA_IMM of a dword
 * @s: the commands
 * @flags: GGTT or 0
 * @address: where
 * @value: the dword
 */
void emit_store(struct stream *s, u32 flags, u32 address, u32 value)
{
	emit(s, 0x10000002 | flags);
	if (!s->b->facts->gen8)
		emit(s, 0);
	emit_address(s, address);
	emit(s, value);
}

/**
 * emit_load() - MI_LOAD_REGISTER_IMM of a register
 * @s: the commands
 * @offset: the register
 * @value: its value
 */
void emit_load(struct stream *s, u32 offset, u32 value)
{
	emit(s, 0x11000001);
	emit(s, offset);
	emit(s, value);
}

/**
 * emit_srm() - MI_STORE_REGISTER_MEM
 * @s: the commands
 * @flags: GGTT or 0
 * @offset: the register
 * @address: where
 */
void emit_srm(struct stream *s, u32 flags, u32 offset, u32 address)
{
	emit(s, (s->b->facts->gen8 ? 0x12000002 : 0x12000001) | flags);
	emit(s, offset);
	emit_address(s, address);
}

/**
 * emit_batch() - MI_BATCH_BUFFER_START
 * @s: the commands
 * @flags: of dword 0
 * @address: the batch
 */
void emit_batch(struct stream *s, u32 flags, u32 address)
{
	emit(s, (s->b->facts->gen8 ? 0x18800001 : 0x18800000) | flags);
	emit_address(s, address);
}

/**
 * user_batch() - flags of a batch in the context's own space, without privilege
 * @b: the bench
 */
u32 user_batch(const struct bench *b)
{
	return b->facts->hsw ? IN_OWN | BIT(13) : IN_OWN;
}

/**
 * has_registers() - check for MI_LOAD_REGISTER_REG, CS_GPR and second-level batches
 * @b: the bench
 */
bool has_registers(const struct bench *b)
{
	return b->facts->gen8 || b->facts->hsw;
}

/**
 * stream_put() - put commands into guest memory as a batch
 * @s: the commands, to which the end of a batch is added
 * @offset: where, from BASE on
 */
void stream_put(struct stream *s, u32 offset)
{
	emit(s, 0x05000000);
	memcpy(guest(s->b, offset), s->dw, s->n * sizeof(*s->dw));
	stream_start(s, s->b);
}

/* Registers of the image: the ring, batches at its load, the directories */
static void make_image(struct stream *s, u32 image, u32 head)
{
	const u32 values[][2] = {
		{ s->base + 0x244, 0x00090009 }, { s->base + 0x34, head },
		{ s->base + 0x30, head + s->n * 4 }, { s->base + 0x38, BASE + RING },
		{ s->base + 0x3c, 1 },
	};
	const u64 directory = GUEST_BASE + (s->wide ? OWN_TOP : OWN_DIRECTORY);
	const u32 tables[][2] = {
		{ s->base + 0x274, directory >> 32 }, { s->base + 0x270, (u32)directory },
	};
	const u32 load[][2] = {
		{ s->base + 0x1c0, s->per_context }, { s->base + 0x1c4, s->indirect },
	};
	u32 *state = guest(s->b, image + SIM_PAGE_SIZE);

	memset(state, 0, SIM_PAGE_SIZE);
	state[1] = 0x11001009;
	memcpy(state + 2, values, sizeof(values));
	state[0x10] = 0x11001003;
	memcpy(state + 0x11, load, sizeof(load));
	state[0x21] = 0x11001003;
	memcpy(state + 0x22, tables, sizeof(tables));
}

/**
 * stream_resubmit() - submit a context's image as it is; gen8 and later
 * @s: commands of the context
 * @image: where its image is
 *
 * Addressing mode 1 has three levels, mode 3 has four.
 */
void stream_resubmit(struct stream *s, u32 image)
{
	const u32 descriptor = (BASE + image) | (s->wide ? 0x119 : 0x109);
	struct bench *b = s->b;
	/* A test may have turned the first engine into another one. */
	const u32 class = s->base == COPY ? SIM_COPY : b->gpu->engine[0].info->class;

	if (b->facts->gen11) {
		wr(b, s->base + 0x510, descriptor);
		wr(b, s->base + 0x514, b->facts->ctx_id | class << 29);
		wr(b, s->base + 0x518, 0);
		wr(b, s->base + 0x51c, 0);
		wr(b, s->base + 0x550, 1);
		return;
	}
	wr(b, s->base + 0x230, 0);
	wr(b, s->base + 0x230, 0);
	wr(b, s->base + 0x230, b->facts->ctx_id);
	wr(b, s->base + 0x230, descriptor);
}

/**
 * stream_submit() - submit commands to the streamer
 * @s: the commands
 * @image: from gen8 on, where the context's image is
 * @tail_from: where they begin in the ring
 */
void stream_submit(struct stream *s, u32 image, u32 tail_from)
{
	struct bench *b = s->b;

	if (s->n % 2)
		emit(s, 0);
	memcpy(guest(b, RING + tail_from), s->dw, s->n * sizeof(*s->dw));
	if (b->facts->gen8) {
		wr(b, s->base + 0x80, BASE + HWS);
		wr(b, s->base + 0x29c, b->facts->gen11 ? 0x00080008 : 0x80008000);
		make_image(s, image, tail_from);
		stream_resubmit(s, image);
		return;
	}
	wr(b, 0x4080, BASE + HWS);
	wr(b, s->base + 0x3c, 0);
	wr(b, s->base + 0x34, 0);
	wr(b, s->base + 0x30, 0);
	wr(b, s->base + 0x38, BASE + RING);
	wr(b, s->base + 0x3c, 1);
	wr(b, s->base + 0x30, s->n * sizeof(*s->dw));
}

/**
 * stream_run() - execute commands in the ring
 * @s: the commands; the list is empty afterwards
 */
void stream_run(struct stream *s)
{
	stream_submit(s, IMAGE, 0);
	pass_ns(s->b, 500000);
	stream_start(s, s->b);
}
