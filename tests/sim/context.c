// SPDX-License-Identifier: GPL-2.0-only
/*
 * Execlists and context images of the render streamer, gen8 and later: loads and saves, statuses,
 * preemption, submissions and images that break a rule; hardware.rst 7.5, 7.7, 9.4.
 */
#include "engine.h"

/* Bits of a status */
#define STARTED		BIT(0)
#define PREEMPTED	BIT(1)
#define SWITCHED	BIT(2)
#define ENDED		BIT(3)
#define COMPLETE	BIT(4)
#define LITE		BIT(15)
/* Dwords of an image's state: context control, head, tail, start, ring control */
#define CONTROL		3
#define HEAD		5
#define TAIL		7
#define START		9
#define RING_CTL	11

/* struct list - the statuses of a test */
struct list {
	struct bench *b;
	u32 read;
};

static u32 *state(struct bench *b, u32 n)
{
	return guest(b, (n ? IMAGE2 : IMAGE) + 0x1000);
}

static u32 id(struct bench *b, u32 n)
{
	return b->facts->ctx_id + (n << 5);
}

static u64 descriptor(struct bench *b, u32 n)
{
	return (u64)id(b, n) << 32 | (BASE + (n ? IMAGE2 : IMAGE)) | 0x109;
}

static void submit(struct bench *b, u64 first, u64 second)
{
	const u32 dw[4] = { (u32)first, first >> 32, (u32)second, second >> 32 };
	u32 i;

	for (i = 0; i < 4; i++) {
		if (b->facts->gen11)
			wr(b, 0x2510 + 4 * i, dw[i]);
		else
			wr(b, 0x2230, dw[3 - i]);
	}
	if (b->facts->gen11)
		wr(b, 0x2550, 1);
}

static void done(struct bench *b)
{
	pass_ns(b, 128000);
}

static struct list begin(struct bench *b)
{
	wr(b, 0x2080, BASE + HWS);
	wr(b, 0x229c, b->facts->gen11 ? 0x00080008 : 0x80008000);
	return (struct list){ b, 0 };
}

/*
 * The next status must be there, with the same value in memory and in registers. @from, @to: ids of
 * the contexts before and now, or 0
 */
static void expect_status(struct list *l, u32 status, u32 from, u32 to)
{
	const u64 both = engine_status(l->b, engine_next(l->b, NULL), status, from, to);
	const u32 n = l->read++ % (l->b->facts->gen11 ? 12 : 6);
	const u32 offset = n < 6 ? 0x2370 + 8 * n : 0x23c0 + 8 * (n - 6);

	EXPECT_EQ(guest(l->b, HWS)[0x10 + 2 * n], (u32)both);
	EXPECT_EQ(guest(l->b, HWS)[0x11 + 2 * n], both >> 32);
	EXPECT_EQ(rd(l->b, offset), (u32)both);
	EXPECT_EQ(rd(l->b, offset + 4), both >> 32);
}

static void expect_no_more(struct list *l)
{
	const u32 last = (l->read - 1) % (l->b->facts->gen11 ? 12 : 6);

	EXPECT_EQ(guest(l->b, HWS)[l->b->facts->gen11 ? 0x2f : 0x1f], last);
	EXPECT_EQ(rd(l->b, 0x23a0) & 0xf, last);
}

/* Make a context that stores @value at its dword of DATA after @noops. */
static void make(struct bench *b, u32 n, u32 noops, u32 value)
{
	const u32 dw[] = { 0x10400002, BASE + DATA + 4 * n, 0, value };
	const u32 ring = n ? RING2 : RING;

	memset(guest(b, ring), 0, SIM_PAGE_SIZE);
	memcpy(guest(b, ring) + noops, dw, sizeof(dw));
	engine_image(b, engine_next(b, NULL), n ? IMAGE2 : IMAGE, ring, 4 * noops + sizeof(dw));
}

static void expect_stored(struct bench *b, u32 first, u32 second)
{
	EXPECT_EQ(guest(b, DATA)[0], first);
	EXPECT_EQ(guest(b, DATA)[1], second);
}

/* Run one context from start to idle. */
static void run_once(struct list *l, u32 n)
{
	submit(l->b, descriptor(l->b, n), 0);
	done(l->b);
	expect_status(l, STARTED, 0, id(l->b, n));
	expect_status(l, COMPLETE | ENDED, id(l->b, n), 0);
	expect_no_more(l);
}

/* Dword of the first flexible counter's value */
static u32 flex(const struct bench *b)
{
	return b->facts->gen11 ? 0x78f : b->facts->ctx_valid == BIT(16) ? 0x3df : 0x2cf;
}

static u32 *flex_dword(struct bench *b, u32 n)
{
	return guest(b, STATE + 4 * (flex(b) + n));
}

/* A first load saves an image; the next load takes the values that software puts there. */
static void image(struct bench *b)
{
	static const u32 offsets[] = {
		0xe458, 0xe558, 0xe658, 0xe758, 0xe45c, 0xe55c, 0xe65c,
	};
	static const u32 dw[] = {
		0x11000007, 0x2360, 0x13, 0xe458, 0x5004, 0xe65c, 0x10003, 0x20c8, 0x80000000, 0,
	};
	const u32 control = b->facts->oactxcontrol;
	struct list l = begin(b);
	u32 *s = state(b, 0), i;

	wr(b, 0x2360, 0x27);
	memcpy(guest(b, RING), dw, sizeof(dw));
	engine_image(b, engine_next(b, NULL), IMAGE, RING, sizeof(dw));
	submit(b, descriptor(b, 0), 0);
	EXPECT(!b->gpu->engine[0].ctx_loaded);
	done(b);
	expect_status(&l, STARTED, 0, id(b, 0));
	expect_status(&l, COMPLETE | ENDED, id(b, 0), 0);
	expect_no_more(&l);
	EXPECT(b->gpu->engine[0].ctx_loaded && !b->gpu->engine[0].ctx_active);
	EXPECT_EQ(b->gpu->engine[0].ctx_id, id(b, 0));
	EXPECT_EQ(s[HEAD], sizeof(dw));
	EXPECT_EQ(s[CONTROL] & 1, 0);
	EXPECT_EQ(s[0x42], 0x20c8);
	EXPECT_EQ(s[0x43], 0x80000000);
	EXPECT_EQ(s[control - 1], 0x2360);
	EXPECT_EQ(s[control], 0x13);
	for (i = 0; i < ARRAY_SIZE(offsets); i++)
		EXPECT_EQ(*flex_dword(b, 2 * i - 1), offsets[i]);
	EXPECT_EQ(*flex_dword(b, 0), 0x5004);
	EXPECT_EQ(*flex_dword(b, 12), 0x10003);
	EXPECT_EQ(*flex_dword(b, 13) & 0xff800000, 0x11000000);
	s[control] = 0xb;
	*flex_dword(b, 4) = 0x4444;
	s[0x43] = 0x80040000;
	run_once(&l, 0);
	EXPECT_EQ(rd(b, 0x2360), 0xb);
	EXPECT_EQ(b->gpu->store[0xe658 / 4], 0x4444);
	EXPECT_EQ(b->gpu->store[0xe458 / 4], 0x5004);
	EXPECT_EQ(rd(b, 0x20c8), 0x80040000);
	EXPECT_EQ(total_broken(b), 0);
}

/* The context's save overwrites an image that software patches while the context runs. */
static void patched_late(struct bench *b)
{
	struct list l = begin(b);
	u32 *s = state(b, 0);

	make(b, 0, 0, 1);
	run_once(&l, 0);
	s[TAIL] = 0x400;
	submit(b, descriptor(b, 0), 0);
	pass_ns(b, 1000);
	EXPECT(b->gpu->engine[0].ctx_active);
	s[b->facts->oactxcontrol] = 0x303;
	done(b);
	EXPECT_EQ(s[b->facts->oactxcontrol], 0);
}

/* Restore inhibited: power-on values; save inhibited: only the ring's part is saved. */
static void inhibit(struct bench *b)
{
	struct list l = begin(b);
	u32 *s = state(b, 0);

	wr(b, 0x2360, 0x7);
	make(b, 0, 0, 1);
	s[CONTROL] = 0x00050005;
	run_once(&l, 0);
	EXPECT_EQ(rd(b, 0x2360), 0);
	EXPECT_EQ(s[HEAD], 16);
	EXPECT_EQ(s[b->facts->oactxcontrol - 1], 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* The context is saved where it stopped, and resumes from there. */
static void preempted(struct bench *b)
{
	struct list l = begin(b);

	make(b, 0, 100, 33);
	make(b, 1, 0, 44);
	submit(b, descriptor(b, 0), 0);
	pass_ns(b, 2000);
	submit(b, descriptor(b, 1), descriptor(b, 0));
	pass_ns(b, 1000);
	EXPECT(state(b, 0)[HEAD] && state(b, 0)[HEAD] < state(b, 0)[TAIL]);
	done(b);
	expect_status(&l, STARTED, 0, id(b, 0));
	expect_status(&l, PREEMPTED, id(b, 0), id(b, 1));
	expect_status(&l, COMPLETE | SWITCHED, id(b, 1), id(b, 0));
	expect_status(&l, COMPLETE | ENDED, id(b, 0), 0);
	expect_no_more(&l);
	expect_stored(b, 33, 44);
	EXPECT_EQ(total_broken(b), 0);
}

/* The same context with a new tail: no save, no load, only the new tail is taken. */
static void lite_restore(struct bench *b)
{
	struct list l = begin(b);

	make(b, 0, 100, 33);
	state(b, 0)[TAIL] = 400;
	submit(b, descriptor(b, 0), 0);
	pass_ns(b, 2000);
	state(b, 0)[TAIL] = 416;
	submit(b, descriptor(b, 0), 0);
	done(b);
	expect_status(&l, STARTED, 0, id(b, 0));
	expect_status(&l, PREEMPTED | LITE, id(b, 0), id(b, 0));
	expect_status(&l, COMPLETE | ENDED, id(b, 0), 0);
	expect_no_more(&l);
	expect_stored(b, 33, 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* A context that turned arbitration off is not preempted. */
static void arbitration(struct bench *b)
{
	struct list l = begin(b);

	make(b, 0, 100, 33);
	guest(b, RING)[0] = 0x04000000;
	make(b, 1, 0, 44);
	submit(b, descriptor(b, 0), 0);
	pass_ns(b, 2000);
	submit(b, descriptor(b, 1), 0);
	done(b);
	expect_status(&l, STARTED, 0, id(b, 0));
	expect_status(&l, COMPLETE | ENDED, id(b, 0), 0);
	expect_status(&l, STARTED, 0, id(b, 1));
	expect_status(&l, COMPLETE | ENDED, id(b, 1), 0);
	expect_no_more(&l);
	expect_stored(b, 33, 44);
	EXPECT_EQ(total_broken(b), 0);
}

/* Submissions that break a rule are dropped. */
static void refused(struct bench *b)
{
	const u64 good = descriptor(b, 0);

	begin(b);
	make(b, 0, 0, 1);
	submit(b, 0, 0);
	submit(b, good & ~1ull, 0);
	submit(b, good & ~0x18ull, 0);
	submit(b, good | BIT(11), 0);
	submit(b, good & ~0xfffff000ull, 0);
	submit(b, good, good);
	submit(b, good, descriptor(b, 1) | BIT(1));
	submit(b, good | 1ull << 61, 0);
	done(b);
	EXPECT_EQ(broken(b, SIM_CTX_DESCRIPTOR), 8);
	submit(b, good, 0);
	submit(b, good, 0);
	EXPECT_EQ(broken(b, SIM_ELSP_FULL), 1);
	done(b);
	expect_stored(b, 1, 0);
	wr(b, 0x229c, b->facts->gen11 ? 0x00080000 : 0x80000000);
	submit(b, good, 0);
	EXPECT_EQ(broken(b, SIM_ELSP_MODE), 1);
	EXPECT_EQ(total_broken(b), 10);
}

/* One wrong dword of an image */
static const struct {
	enum sim_violation kind;
	u32 dword, value;
} bad_images[] = {
	/* Not MI_LOAD_REGISTER_IMM; MI_LOAD_REGISTER_IMM of an even length; another command */
	{ SIM_CTX_IMAGE, 0x20, 0x12345678 }, { SIM_CTX_IMAGE, 0x20, 0x11000002 },
	{ SIM_CTX_IMAGE, 0x20, 0x10000002 },
	/* The tail's offset in place of the head's; the ring is not valid */
	{ SIM_CTX_IMAGE, 0x04, 0x2030 }, { SIM_CTX_IMAGE, RING_CTL, 0 },
	{ SIM_RING_RANGE, TAIL, 0x1000 }, { SIM_RING_RANGE, HEAD, 0x1000 },
	{ SIM_RING_ALIGN, TAIL, 4 }, { SIM_RING_ALIGN, START, BASE + RING + 0x10 },
	/* Nothing is mapped there. */
	{ SIM_GGTT_INVALID, START, 0x8000 },
};

static void reset(struct bench *b, u32 what)
{
	wr(b, 0x20d0, 0x00010001);
	EXPECT_EQ(rd(b, 0x20d0) & 2, 0);
	done(b);
	EXPECT_EQ(rd(b, 0x20d0) & 2, 2);
	wr(b, 0x941c, what);
	done(b);
	EXPECT_EQ(rd(b, 0x941c), 0);
	wr(b, 0x20d0, 0x00010000);
}

static void bad_image(struct bench *b)
{
	u64 before, total;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(bad_images); i++) {
		begin(b);
		make(b, 0, 0, 1);
		state(b, 0)[bad_images[i].dword] = bad_images[i].value;
		before = broken(b, bad_images[i].kind);
		total = total_broken(b);
		submit(b, descriptor(b, 0), 0);
		done(b);
		EXPECT_EQ(broken(b, bad_images[i].kind) - before, 1);
		if (!EXPECT_EQ(total_broken(b) - total, 1))
			printf("    # image %u\n", i);
		reset(b, BIT(1));
		guest(b, DATA)[0] = 0;
	}
}

/* With the fault, one submission is lost; the next one works. */
static void never(struct bench *b)
{
	struct list l = begin(b);

	make(b, 0, 0, 1);
	b->gpu->faults.context_never_loads = 1;
	submit(b, descriptor(b, 0), 0);
	done(b);
	EXPECT(!b->gpu->engine[0].ctx_loaded);
	run_once(&l, 0);
	expect_stored(b, 1, 0);
	EXPECT_EQ(total_broken(b), 0);
}

/* While a context runs, writes of ring and mode break a rule, and a reset must be announced. */
static void busy(struct bench *b)
{
	const u32 off = b->facts->gen11 ? 0x00080000 : 0x80000000;
	const u32 cec = b->facts->oag ? 0xd940 : 0x2770;

	begin(b);
	make(b, 0, 100, 1);
	submit(b, descriptor(b, 0), 0);
	pass_ns(b, 2000);
	EXPECT(b->gpu->engine[0].ctx_active);
	wr(b, 0x2030, 8);
	EXPECT_EQ(broken(b, SIM_RING_RUNNING), 1);
	wr(b, 0x229c, off);
	EXPECT_EQ(broken(b, SIM_RING_RUNNING), 2);
	wr(b, 0x2360, 0x3);
	wr(b, cec, 9);
	reset(b, BIT(1));
	EXPECT(!b->gpu->engine[0].ctx_loaded && !b->gpu->engine[0].ctx_active);
	EXPECT_EQ(rd(b, 0x2360), 0);
	EXPECT_EQ(rd(b, 0x229c), 0);
	EXPECT_EQ(rd(b, cec), 9);
	EXPECT_EQ(total_broken(b), 2);
	wr(b, 0x941c, BIT(1));
	EXPECT_EQ(broken(b, SIM_RESET_NOT_READY), 1);
}

const struct test context_tests[] = {
	{ "context-saved-image", GEN8, image },
	{ "context-patched-late", GEN8, patched_late },
	{ "context-inhibit", GEN8, inhibit },
	{ "context-preempted", GEN8, preempted },
	{ "context-lite-restore", GEN8, lite_restore },
	{ "context-arbitration", GEN8, arbitration },
	{ "context-refused", GEN8, refused },
	{ "context-bad-image", GEN8, bad_image },
	{ "context-never", GEN8, never },
	{ "context-busy", GEN8, busy },
	{ }
};
