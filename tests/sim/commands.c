// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands, one by one, in the GGTT and in a context's own space; hardware.rst 9.1, 16.3 to 16.8.
 */
#include "streamer.h"

/* Registers to memory, and back, and to each other */
static void registers(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	guest(b, DATA)[2] = 0x55aa55aa;
	emit_load(&s, FREE_REGISTER, 0x12345678);
	emit_srm(&s, 0, FREE_REGISTER, OWN + DATA);
	emit_srm(&s, GGTT, FREE_REGISTER, BASE + DATA + 4);
	/* MI_LOAD_REGISTER_MEM */
	emit(&s, b->facts->gen8 ? 0x14800002 : 0x14800001);
	emit(&s, FREE_REGISTER + 8);
	emit_address(&s, OWN + DATA + 8);
	if (has_registers(b)) {
		emit(&s, 0x15000001);
		emit(&s, FREE_REGISTER + 8);
		emit(&s, 0x2608);
	}
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 0x12345678);
	EXPECT_EQ(guest(b, DATA)[1], 0x12345678);
	EXPECT_EQ(rd(b, FREE_REGISTER + 8), 0x55aa55aa);
	if (has_registers(b))
		EXPECT_EQ(rd(b, 0x2608), 0x55aa55aa);
	EXPECT_EQ(total_broken(b), 0);
}

/* Gen11: offsets relative to the engine's base, whose upper bits do not count */
static void relative(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit(&s, 0x11080003);
	emit(&s, 0x310);
	emit(&s, 0x12345678);
	emit(&s, FREE_REGISTER + 8);
	emit(&s, 0x55aa55aa);
	emit_srm(&s, BIT(19), 0x310, OWN + DATA);
	emit(&s, 0x150c0001);
	emit(&s, 0x310);
	emit(&s, 0x608);
	stream_run(&s);
	EXPECT_EQ(rd(b, FREE_REGISTER), 0x12345678);
	EXPECT_EQ(guest(b, DATA)[0], 0x12345678);
	EXPECT_EQ(rd(b, 0x2608), 0x12345678);
	EXPECT_EQ(rd(b, FREE_REGISTER + 8), 0x55aa55aa);
	EXPECT_EQ(total_broken(b), 0);
}

/* MI_STORE_DATA_INDEX; from gen8 on also in the context's own status page */
static void status_page(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit(&s, 0x10800001);
	emit(&s, 0x100);
	emit(&s, 0x11111111);
	emit(&s, 0x10800002);
	emit(&s, 0x108);
	emit(&s, 0x22222222);
	emit(&s, 0x33333333);
	if (b->facts->gen8) {
		emit(&s, 0x10a00001);
		emit(&s, 0x110);
		emit(&s, 0x44444444);
	}
	stream_run(&s);
	EXPECT_EQ(guest(b, HWS)[0x40], 0x11111111);
	EXPECT_EQ(guest(b, HWS)[0x42], 0x22222222);
	EXPECT_EQ(guest(b, HWS)[0x43], 0x33333333);
	if (b->facts->gen8)
		EXPECT_EQ(guest(b, IMAGE)[0x44], 0x44444444);
	EXPECT_EQ(total_broken(b), 0);
}

/* MI_STORE_DATA_IMM of several pieces, MI_COPY_MEM_MEM */
static void memory(struct bench *b)
{
	struct stream s;
	u32 i;

	stream_begin(&s, b);
	emit(&s, 0x10200000 | (3 + 4 - 2));
	emit_address(&s, OWN + DATA);
	for (i = 0; i < 4; i++)
		emit(&s, 0x100 + i);
	emit(&s, 0x10000000 | (3 + 3 - 2));
	emit_address(&s, OWN + DATA + 0x14);
	for (i = 0; i < 3; i++)
		emit(&s, 0x200 + i);
	/* From the context's space to the GGTT */
	emit(&s, 0x17200003);
	emit_address(&s, BASE + DATA + 0x40);
	emit_address(&s, OWN + DATA + 8);
	stream_run(&s);
	for (i = 0; i < 4; i++)
		EXPECT_EQ(guest(b, DATA)[i], 0x100 + i);
	for (i = 0; i < 3; i++)
		EXPECT_EQ(guest(b, DATA)[5 + i], 0x200 + i);
	EXPECT_EQ(guest(b, DATA)[16], 0x102);
	EXPECT_EQ(total_broken(b), 0);
	/* Half a qword */
	emit(&s, 0x10200000 | (3 + 3 - 2));
	emit_address(&s, OWN + DATA);
	emit(&s, 0);
	emit(&s, 0);
	emit(&s, 0);
	stream_run(&s);
	EXPECT_EQ(broken(b, SIM_CS_LENGTH), 1);
}

static void emit_atomic(struct stream *s, u32 opcode, u32 address, u64 first, u64 second)
{
	const bool qword = opcode & 0x20;

	emit(s, 0x17800009 | BIT(18) | BIT(16) | (qword ? BIT(19) : 0) | opcode << 8);
	emit_address(s, address);
	emit(s, (u32)first);
	emit(s, (u32)second);
	emit(s, first >> 32);
	emit(s, second >> 32);
	emit(s, 0);
	emit(s, 0);
	emit(s, 0);
	emit(s, 0);
}

static void atomic(struct bench *b)
{
	static const struct {
		u32 opcode;
		u64 old, first, second, is;
	} vectors[] = {
		{ 0x01, 0xff00ff00, 0x0ff00ff0, 0, 0x0f000f00 },
		{ 0x02, 0xff00ff00, 0x0ff00ff0, 0, 0xfff0fff0 },
		{ 0x03, 0xff00ff00, 0x0ff00ff0, 0, 0xf0f0f0f0 },
		{ 0x04, 1, 2, 0, 2 },
		{ 0x05, 0xffffffff, 0, 0, 0 },
		{ 0x06, 0, 0, 0, 0xffffffff },
		{ 0x07, 0xfffffff0, 0x20, 0, 0x10 },
		{ 0x08, 0x10, 0x20, 0, 0xfffffff0 },
		{ 0x09, 0x10, 0x30, 0, 0x20 },
		{ 0x0a, 0xffffffff, 1, 0, 1 },
		{ 0x0b, 0xffffffff, 1, 0, 0xffffffff },
		{ 0x0c, 0xffffffff, 1, 0, 0xffffffff },
		{ 0x0d, 0xffffffff, 1, 0, 1 },
		{ 0x0e, 5, 5, 7, 7 },
		{ 0x0e, 4, 5, 7, 4 },
		{ 0x0f, 0, 0, 0, 0 },
		{ 0x0f, 9, 0, 0, 8 },
		{ 0x24, 1, 0x123456789abcdef0, 0, 0x123456789abcdef0 },
		{ 0x27, 0xffffffff, 1, 0, 0x100000000 },
		{ 0x2a, 0x8000000000000000, 1, 0, 1 },
		{ 0x2e, 0x100000005, 0x100000005, 0x700000001, 0x700000001 },
	};
	struct stream s;
	u32 i;

	stream_begin(&s, b);
	for (i = 0; i < ARRAY_SIZE(vectors); i++) {
		guest(b, DATA)[0] = (u32)vectors[i].old;
		guest(b, DATA)[1] = vectors[i].old >> 32;
		emit_atomic(&s, vectors[i].opcode, OWN + DATA, vectors[i].first,
			    vectors[i].second);
		/* The old value is in CS_GPR 4. */
		emit_srm(&s, 0, 0x2620, OWN + DATA + 8);
		stream_run(&s);
		EXPECT_EQ(guest(b, DATA)[0], (u32)vectors[i].is);
		EXPECT_EQ(guest(b, DATA)[1], vectors[i].is >> 32);
		EXPECT_EQ(guest(b, DATA)[2], (u32)vectors[i].old);
	}
	/* Operands in CS_GPR 0 */
	emit_load(&s, 0x2600, 0x1000);
	emit(&s, 0x17800001 | 0x07 << 8);
	emit_address(&s, OWN + DATA + 0x10);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[4], 0x1000);
	EXPECT_EQ(total_broken(b), 0);
}

static void emit_pair(struct stream *s, u32 offset, u64 value)
{
	emit_load(s, offset, (u32)value);
	emit_load(s, offset + 4, value >> 32);
}

/* MI_PREDICATE: compare, combine, keep */
static void predicate(struct bench *b)
{
	static const struct {
		u32 header;
		u64 first, second;
		u32 before, is;
	} vectors[] = {
		{ 0x06000080, 0, 0, 0, 1 },		/* true */
		{ 0x06000081, 0, 0, 1, 0 },		/* false */
		{ 0x06000082, 7, 7, 0, 1 },		/* equal */
		{ 0x06000082, 7, 0x100000007, 1, 0 },
		{ 0x060000c2, 7, 7, 1, 0 },		/* inverted */
		{ 0x06000002, 7, 7, 0, 0 },		/* kept */
		{ 0x0600008a, 7, 7, 0, 0 },		/* and */
		{ 0x06000092, 7, 8, 1, 1 },		/* or */
		{ 0x0600009a, 7, 7, 1, 0 },		/* exclusive or */
		{ 0x06000083, 9, 4, 0, 1 },		/* the difference is 5 */
	};
	struct stream s;
	u32 i;

	stream_begin(&s, b);
	if (b->facts->snb)
		return;
	for (i = 0; i < ARRAY_SIZE(vectors); i++) {
		emit_pair(&s, 0x2400, vectors[i].first);
		emit_pair(&s, 0x2408, vectors[i].second);
		emit_pair(&s, 0x2410, 5);
		emit_load(&s, 0x2418, vectors[i].before);
		emit(&s, vectors[i].header);
		stream_run(&s);
		EXPECT_EQ(rd(b, 0x2418), vectors[i].is);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* Commands that depend on a predicate */
static void predicated(struct bench *b)
{
	struct stream s;
	u32 is;

	stream_begin(&s, b);
	if (!has_registers(b))
		return;
	for (is = 0; is < 2; is++) {
		guest(b, DATA)[0] = 0;
		guest(b, DATA)[1] = 0;
		guest(b, DATA)[2] = 0;
		emit_store(&s, GGTT, BASE + DATA, 1);
		stream_put(&s, BATCH);
		emit_load(&s, 0x2418, is);
		emit_load(&s, 0x241c, is);
		emit_load(&s, FREE_REGISTER, 0x777);
		emit_batch(&s, BIT(15), BASE + BATCH);
		emit_srm(&s, GGTT | BIT(21), FREE_REGISTER, BASE + DATA + 4);
		/* MI_SET_PREDICATE: commands have no effect while it is on and the result clear. */
		emit(&s, 0x00800003);
		emit_store(&s, GGTT, BASE + DATA + 8, 1);
		emit(&s, 0x00800000);
		emit_store(&s, GGTT, BASE + DATA + 12, 1 + is);
		stream_run(&s);
		EXPECT_EQ(guest(b, DATA)[0], is);
		EXPECT_EQ(guest(b, DATA)[1], is ? 0x777 : 0);
		EXPECT_EQ(guest(b, DATA)[2], is);
		EXPECT_EQ(guest(b, DATA)[3], 1 + is);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* The streamer waits until the CPU writes, and resumes after it. */
static void semaphore(struct bench *b)
{
	static const u32 passes[][2] = {
		{ 6, 5 }, { 5, 5 }, { 4, 5 }, { 5, 5 }, { 5, 5 }, { 4, 5 },
	};
	static const u32 waits[][2] = {
		{ 5, 5 }, { 4, 5 }, { 5, 5 }, { 6, 5 }, { 6, 5 }, { 5, 5 },
	};
	struct stream s;
	u32 i;

	stream_begin(&s, b);
	for (i = 0; i < ARRAY_SIZE(passes); i++) {
		guest(b, DATA)[0] = waits[i][0];
		guest(b, DATA)[1] = 0;
		emit(&s, 0x0e008002 | i << 12);
		emit(&s, waits[i][1]);
		emit_address(&s, OWN + DATA);
		emit_store(&s, 0, OWN + DATA + 4, 1);
		stream_run(&s);
		EXPECT_EQ(guest(b, DATA)[1], 0);
		EXPECT_EQ(rd(b, 0x2074), BASE + RING);
		guest(b, DATA)[0] = passes[i][0];
		pass_ns(b, 100000);
		EXPECT_EQ(guest(b, DATA)[1], 1);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* MI_SEMAPHORE_MBOX, in memory: passes when memory is greater */
static void mailbox(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit(&s, 0x0b100001);
	emit(&s, 5);
	emit(&s, OWN + DATA);
	emit(&s, 0x0b200001);
	emit(&s, 7);
	emit(&s, OWN + DATA + 4);
	guest(b, DATA)[0] = 5;
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[1], 0);
	guest(b, DATA)[0] = 6;
	pass_ns(b, 100000);
	EXPECT_EQ(guest(b, DATA)[1], 7);
	EXPECT_EQ(total_broken(b), 0);
}

/* The writes of MI_FLUSH_DW when all is flushed */
static void flush(struct bench *b)
{
	const u32 length = b->facts->gen8 ? 2 : 1;
	struct stream s;

	stream_begin(&s, b);
	memset(guest(b, DATA), 0xff, 64);
	emit(&s, 0x13004000 | length);
	emit_address(&s, OWN + DATA);
	emit(&s, 0x11111111);
	emit(&s, 0x13004000 | (length + 1));
	emit_address(&s, (BASE + DATA + 8) | 4);
	emit(&s, 0x22222222);
	emit(&s, 0x33333333);
	emit(&s, 0x13204100 | length);
	emit_address(&s, 0x180 | 4);
	emit(&s, 0x44444444);
	emit(&s, 0x1300c000 | (length + 1));
	emit_address(&s, OWN + DATA + 16);
	emit(&s, 0);
	emit(&s, 0);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 0x11111111);
	EXPECT_EQ(guest(b, DATA)[1], 0xffffffff);
	EXPECT_EQ(guest(b, DATA)[2], 0x22222222);
	EXPECT_EQ(guest(b, DATA)[3], 0x33333333);
	EXPECT_EQ(guest(b, HWS)[0x60], 0x44444444);
	EXPECT(guest(b, DATA)[4] && rd(b, 0x2358) - guest(b, DATA)[4] < 20000);
	EXPECT_EQ(guest(b, DATA)[5], 0);
	EXPECT_EQ(b->gpu->stats.notified, 1);
	EXPECT_EQ(total_broken(b), 0);
}

static void emit_pipe_control(struct stream *s, u32 flags, u32 address)
{
	const bool snb = s->b->facts->snb;

	emit(s, s->b->facts->gen8 ? 0x7a000004 : 0x7a000003);
	emit(s, flags & ~(snb ? BIT(24) : 0));
	emit_address(s, address | (snb && flags & BIT(24) ? 4 : 0));
	emit(s, 0x11111111);
	emit(s, 0x22222222);
}

static void pipe_control(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_pipe_control(&s, 0x00004000, OWN + DATA);
	emit_pipe_control(&s, 0x01104000, BASE + DATA + 8);
	emit_pipe_control(&s, 0x0000c100, OWN + DATA + 16);
	emit_pipe_control(&s, 0x01204000, 0x180);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 0x11111111);
	EXPECT_EQ(guest(b, DATA)[1], 0x22222222);
	EXPECT_EQ(guest(b, DATA)[2], 0x11111111);
	EXPECT_EQ(guest(b, DATA)[3], 0x22222222);
	EXPECT(guest(b, DATA)[4] && rd(b, 0x2358) - guest(b, DATA)[4] < 20000);
	EXPECT_EQ(guest(b, HWS)[0x60], 0x11111111);
	EXPECT_EQ(b->gpu->stats.notified, 1);
	EXPECT_EQ(total_broken(b), 0);
}

/* State is skipped by its length; commands that draw take time. */
static void state(struct bench *b)
{
	const u32 draw = b->facts->snb ? 6 : 7;
	struct stream s;
	u32 i;

	stream_begin(&s, b);
	emit(&s, 0x69040003);			/* PIPELINE_SELECT: one dword */
	emit(&s, 0x61010008);			/* STATE_BASE_ADDRESS, 10 dwords */
	for (i = 1; i < 10; i++)
		emit(&s, 0xffffffff);
	emit(&s, 0x70000005);			/* MEDIA_VFE_STATE, 7 dwords */
	for (i = 1; i < 7; i++)
		emit(&s, 0xffffffff);
	emit(&s, 0x7b000000 | (draw - 2));	/* 3DPRIMITIVE */
	for (i = 1; i < draw; i++)
		emit(&s, 0);
	emit(&s, 0x71000004);			/* MEDIA_OBJECT */
	for (i = 1; i < 6; i++)
		emit(&s, 0);
	emit_store(&s, 0, OWN + DATA, 1);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 1);
	EXPECT_EQ(b->gpu->stats.draws, 1);
	EXPECT_EQ(b->gpu->stats.dispatches, 1);
	EXPECT_EQ(total_broken(b), 0);
}

/* MI_REPORT_PERF_COUNT writes to the space that the command selects. */
static void own_report(struct bench *b)
{
	struct stream s;

	b->gpu->activity.kind = SIM_IDLE;
	stream_begin(&s, b);
	oa_start(b, 10, 0);
	emit(&s, b->facts->gen8 ? 0x14000002 : 0x14000001);
	emit_address(&s, OWN + DATA + 64);
	emit(&s, 0xabcd);
	stream_run(&s);
	/* On SNB it is always in the GGTT. */
	EXPECT_EQ(guest(b, DATA)[16], b->facts->snb ? 0 : 0xabcd);
	EXPECT_EQ(total_broken(b), broken(b, SIM_GGTT_INVALID));
	EXPECT_EQ(total_broken(b) != 0, b->facts->snb);
}

const struct test command_tests[] = {
	{ "registers", EVERY, registers },
	{ "relative", GEN11, relative },
	{ "status-page", EVERY, status_page },
	{ "memory", GEN8, memory },
	{ "atomic", GEN8, atomic },
	{ "predicate", EVERY, predicate },
	{ "predicated", EVERY, predicated },
	{ "semaphore", GEN8, semaphore },
	{ "mailbox", LEGACY, mailbox },
	{ "flush", EVERY, flush },
	{ "pipe-control", EVERY, pipe_control },
	{ "state", EVERY, state },
	{ "own-report", EVERY, own_report },
	{ }
};
