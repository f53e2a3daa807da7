// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rings of the render streamer up to gen7.5: execution of their commands, the rules of their
 * registers, commands that break a rule, MI_MATH, snapshots, resets; hardware.rst 7.7, 9.1, 9.2.
 */
#include "sim_test.h"

#define SDI		0x10400002
#define PIPE_CONTROL	0x7a000003
#define HANG		(BASE + 0x40000)	/* nothing is mapped there */
#define FREE		0x2770			/* keeps its value and has no effect */

static void ring_on(struct bench *b)
{
	wr(b, 0x4080, BASE + HWS);
	wr(b, 0x2034, 0);
	wr(b, 0x2030, 0);
	wr(b, 0x2038, BASE + RING);
	wr(b, 0x203c, 1);
}

static void run(struct bench *b, const u32 *dw, u32 n)
{
	/* An empty ring may be turned off. */
	wr(b, 0x203c, 0);
	memcpy(guest(b, RING), dw, n * sizeof(*dw));
	ring_on(b);
	wr(b, 0x2030, n * sizeof(*dw));
	pass_ns(b, 100000);
}

static bool empty(struct bench *b)
{
	return rd(b, 0x2034) == rd(b, 0x2030);
}

static bool idle(struct bench *b)
{
	return rd(b, 0x209c) & BIT(9);
}

/* Memory and registers change in order, and only after the write that starts the ring. */
static void starts(struct bench *b)
{
	const u32 dw[] = {
		0, 0x02800000, 0x01000000, SDI, 0, BASE + DATA, 0x1234,
		0x11000003, 0x91b8, 0x55, 0x91bc, 0x66, 0x12400001, 0x91bc, BASE + DATA + 4, 0,
	};

	ring_on(b);
	EXPECT(idle(b));
	memcpy(guest(b, RING), dw, sizeof(dw));
	wr(b, 0x2030, sizeof(dw));
	EXPECT_EQ(rd(b, 0x2034), 0);
	EXPECT(!idle(b));
	EXPECT_EQ(guest(b, DATA)[0], 0);
	pass_ns(b, 100000);
	EXPECT(empty(b) && idle(b));
	EXPECT_EQ(guest(b, DATA)[0], 0x1234);
	/* SNB has no OA_PERFCNT. */
	if (!b->facts->snb)
		EXPECT_EQ(guest(b, DATA)[1], rd(b, 0x91bc));
	EXPECT_EQ(total_broken(b), 0);
}

/* The head wraps and counts it, and a command may straddle the end. */
static void wraps(struct bench *b)
{
	const u32 dw[] = { SDI, 0, BASE + DATA, 0x77 };

	ring_on(b);
	wr(b, 0x2030, 4096 - 8);
	pass_ns(b, 1000000);
	EXPECT(empty(b));
	memcpy(guest(b, RING + 4088), dw, 8);
	memcpy(guest(b, RING), dw + 2, 8);
	wr(b, 0x2030, 8);
	pass_ns(b, 100000);
	EXPECT_EQ(rd(b, 0x2034), BIT(21) | 8);
	EXPECT_EQ(guest(b, DATA)[0], 0x77);
	EXPECT_EQ(total_broken(b), 0);
}

/* Copies from register to register and from memory; PIPE_CONTROL writes data and time stamps. */
static void copies(struct bench *b)
{
	const u32 dw[] = {
		SDI, 0, BASE + DATA + 0x20, 0xabc, 0x14c00001, FREE, BASE + DATA + 0x20,
		0x15000001, FREE, FREE + 4,
		PIPE_CONTROL, BIT(14) | BIT(24) | BIT(20), BASE + DATA, 0x11, 0x22,
		PIPE_CONTROL, 3 << 14 | BIT(24), BASE + DATA + 8, 0, 0,
	};

	if (!b->facts->hsw)
		return;
	run(b, dw, ARRAY_SIZE(dw));
	EXPECT_EQ(rd(b, FREE + 4), 0xabc);
	EXPECT_EQ(guest(b, DATA)[0], 0x11);
	EXPECT_EQ(guest(b, DATA)[1], 0x22);
	EXPECT(guest(b, DATA)[2] && guest(b, DATA)[2] <= rd(b, 0x2358));
	EXPECT_EQ(total_broken(b), 0);
}

/* Ring registers: alignment, range, and no writes while it runs. */
static void registers(struct bench *b)
{
	ring_on(b);
	wr(b, 0x2030, 4);
	EXPECT_EQ(broken(b, SIM_RING_ALIGN), 1);
	wr(b, 0x2030, 4096);
	EXPECT_EQ(broken(b, SIM_RING_RANGE), 1);
	wr(b, 0x2038, BASE + DATA);
	EXPECT_EQ(broken(b, SIM_RING_RUNNING), 1);
	wr(b, 0x2034, 0);
	EXPECT_EQ(broken(b, SIM_RING_RUNNING), 2);
	wr(b, 0x203c, 1 | 0x1000);
	EXPECT_EQ(broken(b, SIM_RING_RUNNING), 3);
	/* An empty ring may be turned off, and its registers written then. */
	wr(b, 0x203c, 0);
	wr(b, 0x2038, BASE + DATA);
	EXPECT_EQ(broken(b, SIM_RING_RUNNING), 3);
	wr(b, 0x2038, BASE + DATA + 0x80);
	EXPECT_EQ(broken(b, SIM_RING_ALIGN), 2);
	wr(b, 0x4080, BASE + HWS + 0x10);
	EXPECT_EQ(broken(b, SIM_RING_ALIGN), 3);
	wr(b, 0x2034, 0x1000);
	wr(b, 0x203c, 1);
	EXPECT_EQ(broken(b, SIM_RING_RANGE), 2);
	EXPECT_EQ(total_broken(b), 8);
}

/* hardware.rst 16.2: a synchronous flush by a register is for an idle engine. */
static void flush_while_busy(struct bench *b)
{
	ring_on(b);
	wr(b, 0x20c0, 0x02200220);
	EXPECT_EQ(total_broken(b), 0);
	EXPECT_EQ(rd(b, 0x20c0), 0);
	wr(b, 0x2030, 1024);
	wr(b, 0x20c0, 0x02200220);
	EXPECT_EQ(broken(b, SIM_RING_RUNNING), 1);
	EXPECT_EQ(total_broken(b), 1);
}

/* A stop request stops the streamer between two commands; it resumes when allowed to. */
static void stops(struct bench *b)
{
	const u32 dw[] = { SDI, 0, BASE + DATA, 6 };

	ring_on(b);
	memcpy(guest(b, RING), dw, sizeof(dw));
	wr(b, 0x209c, 0x01000100);
	wr(b, 0x2030, sizeof(dw));
	pass_ns(b, 100000);
	EXPECT_EQ(guest(b, DATA)[0], 0);
	EXPECT_EQ(rd(b, 0x209c), BIT(8) | BIT(9));
	wr(b, 0x209c, 0x01000000);
	pass_ns(b, 100000);
	EXPECT_EQ(guest(b, DATA)[0], 6);
	EXPECT_EQ(total_broken(b), 0);
}

/* With the fault, the streamer hangs although no rule is broken. */
static void hangs(struct bench *b)
{
	const u32 dw[] = { SDI, 0, BASE + DATA, 6 };

	b->gpu->faults.ring_hang = 1;
	run(b, dw, ARRAY_SIZE(dw));
	EXPECT(!empty(b));
	EXPECT_EQ(guest(b, DATA)[0], 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* struct wrong - commands of Haswell that break a rule */
static const struct wrong {
	enum sim_violation kind;
	bool goes_on;		/* the violation is counted, and the streamer does not hang */
	u32 n;
	u32 dw[4];
} wrongs[] = {
	/* Neither a known command nor a known client */
	{ SIM_CS_OPCODE, false, 2, { 0x1f800000 } }, { SIM_CS_OPCODE, false, 2, { 0xe0000000 } },
	{ SIM_CS_LENGTH, false, 4, { 0x10400004 } },
	/* MI_MATH: no such instruction, a store from a register */
	{ SIM_CS_OPCODE, false, 2, { 0x0d000000, 0x7f000000 } },
	{ SIM_CS_OPCODE, false, 2, { 0x0d000000, 0x18000001 } },
	/* MI_LOAD_REGISTER_IMM: even, of 127 registers, relative */
	{ SIM_CS_LENGTH, false, 4, { 0x11000002 } }, { SIM_CS_LENGTH, false, 2, { 0x110000fd } },
	{ SIM_CS_OPCODE, false, 4, { 0x11080001, 0x358, 0 } },
	/* In a context's own space, which does not exist: a store, a batch, a snapshot */
	{ SIM_PPGTT, false, 4, { 0x10000002, 0, BASE + DATA, 1 } },
	{ SIM_PPGTT, false, 2, { 0x18800100, BASE + DATA } },
	{ SIM_PPGTT, false, 4, { 0x14000001, BASE + DATA, 1 } },
	/* A second level without a first one; the end of a batch outside of any */
	{ SIM_CS_BATCH, false, 2, { 0x18c00000, BASE + DATA } },
	{ SIM_CS_BATCH, false, 2, { 0x05000000 } },
	{ SIM_CS_ADDRESS, false, 4, { SDI, 0, BASE + DATA + 2, 1 } },
	/* A snapshot with a reserved bit, and while the unit is off */
	{ SIM_CS_ADDRESS, false, 4, { 0x14000001, (BASE + DATA) | 3, 1 } },
	{ SIM_RPC_OFF, true, 4, { 0x14000001, (BASE + DATA) | 1, 1 } },
	/* Beyond the tail */
	{ SIM_RING_RANGE, false, 2, { SDI, 0 } },
	/* Nothing mapped, or beyond the GGTT: a batch hangs, a store does not. */
	{ SIM_GGTT_INVALID, false, 2, { 0x18800000, HANG } },
	{ SIM_GGTT_INVALID, true, 4, { SDI, 0, HANG, 5 } },
	{ SIM_GGTT_INVALID, true, 4, { SDI, 0, 0xfffff000, 5 } },
};

/* Each command counts exactly one violation; if it hangs, the head stays there until a reset. */
static void refused(struct bench *b)
{
	const u32 good[] = { SDI, 0, BASE + DATA, 5 };
	u64 before, total;
	u32 i;

	if (!b->facts->hsw)
		return;
	for (i = 0; i < ARRAY_SIZE(wrongs); i++) {
		before = broken(b, wrongs[i].kind);
		total = total_broken(b);
		run(b, wrongs[i].dw, wrongs[i].n);
		EXPECT_EQ(broken(b, wrongs[i].kind) - before, 1);
		if (!EXPECT_EQ(total_broken(b) - total, 1))
			printf("    # command %u\n", i);
		EXPECT_EQ(idle(b), wrongs[i].goes_on);
		wr(b, 0x941c, BIT(1));
		EXPECT(rd(b, 0x941c));
		pass_ns(b, 100000);
		EXPECT_EQ(rd(b, 0x941c), 0);
		EXPECT_EQ(rd(b, 0x203c), 0);
		run(b, good, ARRAY_SIZE(good));
		EXPECT(empty(b));
		EXPECT_EQ(guest(b, DATA)[0], 5);
		guest(b, DATA)[0] = 0;
	}
}

#define ALU(opcode, first, second)	((opcode) << 20 | (first) << 10 | (second))
#define GPR(n)				(0x2600 + 8 * (n))

/* Sums and differences of 64 bits with their carry, in one command and over several. */
static void math(struct bench *b)
{
	const u32 dw[] = {
		0x11000007, GPR(0), 0xfffffff0, GPR(0) + 4, 1, GPR(1), 0x20, GPR(1) + 4, 0xfffffffe,
		0,
		/* LOAD to SRCA, SRCB; ADD; STORE of ACCU, CF */
		0x0d000004, ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), ALU(0x100, 0, 0),
		ALU(0x180, 2, 0x31), ALU(0x180, 3, 0x33),
		/* LOAD, LOAD0; SUB; STOREINV of ACCU, STORE of ZF */
		0x0d000004, ALU(0x080, 0x20, 2), ALU(0x081, 0x21, 0), ALU(0x101, 0, 0),
		ALU(0x580, 15, 0x31), ALU(0x180, 4, 0x32),
		/* LOADINV, LOAD1; AND; OR; XOR, each stored */
		0x0d000004, ALU(0x480, 0x20, 0), ALU(0x481, 0x21, 0), ALU(0x102, 0, 0),
		ALU(0x180, 5, 0x31), ALU(0x103, 0, 0),
		0x0d000003, ALU(0x080, 0x20, 0), ALU(0x080, 0x21, 1), ALU(0x104, 0, 0),
		ALU(0x180, 6, 0x31), 0,
	};

	if (!b->facts->hsw)
		return;
	run(b, dw, ARRAY_SIZE(dw));
	/* 0x1fffffff0 + 0xfffffffe00000020 passes 64 bits by 0x10. */
	EXPECT_EQ(rd(b, GPR(2)), 0x10);
	EXPECT_EQ(rd(b, GPR(2) + 4), 0);
	EXPECT_EQ(rd(b, GPR(3)), ~0u);
	EXPECT_EQ(rd(b, GPR(15)), ~0x10u);
	EXPECT_EQ(rd(b, GPR(15) + 4), ~0u);
	EXPECT_EQ(rd(b, GPR(4)), 0);
	/* ~0x1fffffff0 & ~0 */
	EXPECT_EQ(rd(b, GPR(5)), 0xf);
	EXPECT_EQ(rd(b, GPR(5) + 4), 0xfffffffe);
	EXPECT_EQ(rd(b, GPR(6)), 0xffffffd0);
	EXPECT_EQ(rd(b, GPR(6) + 4), 0xffffffff);
	EXPECT_EQ(total_broken(b), 0);
}

static void unit_on(struct bench *b)
{
	wr(b, 0x9424, 0);
	wr(b, 0x9400, BIT(7));
	oa_describe(b);
	wr(b, 0x2360, 5 << 2 | 1);
}

static bool line_landed(struct bench *b, u32 line)
{
	return guest(b, DATA)[16 * line] != ~0u || guest(b, DATA)[16 * line + 1] != ~0u;
}

/*
 * A snapshot in the selected format, while the OA buffer's tail does not move. Its lines land one
 * by one, long after the streamer has executed the command.
 */
static void snapshot(struct bench *b)
{
	const u32 dw[] = {
		0x14000001, (BASE + DATA) | 1, 0x4242, SDI, 0, BASE + DATA + 0x200, 0x1234, 0,
	};
	u32 line;

	if (!b->facts->hsw)
		return;
	unit_on(b);
	run(b, dw, ARRAY_SIZE(dw));
	EXPECT_EQ(guest(b, DATA)[0], 0x4242);
	EXPECT(guest(b, DATA)[1] && guest(b, DATA)[1] <= rd(b, 0x2358));
	EXPECT_EQ(guest(b, DATA)[64], 0);
	EXPECT_EQ(oa_tail(b), 0);
	memset(guest(b, DATA), 0xff, 0x200);
	guest(b, DATA)[0x80] = 0;
	b->gpu->faults.tail_lag = 1000;
	b->gpu->faults.landing_parts = 1000;
	run(b, dw, ARRAY_SIZE(dw));
	EXPECT(empty(b));
	EXPECT_EQ(guest(b, DATA)[0x80], 0x1234);
	EXPECT(sim_clock_runs(b->gpu));
	for (line = 0; line < 4; line++) {
		EXPECT(!line_landed(b, line));
		pass_ns(b, 1000000);
		EXPECT(line_landed(b, line));
	}
	EXPECT_EQ(guest(b, DATA)[0], 0x4242);
	EXPECT_EQ(guest(b, DATA)[64], ~0u);
	EXPECT(!sim_clock_runs(b->gpu));
	EXPECT_EQ(total_broken(b), 0);
}

/* The engine's reset leaves the OA unit alone, the GT's does not; power domains stay awake. */
static void resets(struct bench *b)
{
	if (!b->facts->hsw)
		return;
	unit_on(b);
	wr(b, FREE, 7);
	pass_ns(b, 100000);
	wr(b, 0x941c, BIT(1));
	pass_ns(b, 100000);
	EXPECT_EQ(rd(b, 0x2360), 5 << 2 | 1);
	EXPECT_EQ(rd(b, FREE), 7);
	EXPECT(rd(b, 0x2800));
	wr(b, 0x941c, BIT(0));
	pass_ns(b, 100000);
	EXPECT_EQ(rd(b, 0x2360), 0);
	EXPECT_EQ(rd(b, 0x23b0), 0);
	EXPECT_EQ(rd(b, FREE), 0);
	EXPECT_EQ(rd(b, 0x2800), 0);
	EXPECT_EQ(rd(b, 0x9424), 1);
	EXPECT_EQ(total_broken(b), 0);
}

const struct test ring_tests[] = {
	{ "ring-starts", LEGACY, starts },
	{ "ring-wraps", LEGACY, wraps },
	{ "ring-copies", LEGACY, copies },
	{ "ring-registers", LEGACY, registers },
	{ "ring-flush-while-busy", LEGACY, flush_while_busy },
	{ "ring-stops", LEGACY, stops },
	{ "ring-hangs", LEGACY, hangs },
	{ "ring-refused", LEGACY, refused },
	{ "ring-math", LEGACY, math },
	{ "ring-snapshot", LEGACY, snapshot },
	{ "ring-resets", LEGACY, resets },
	{ }
};
