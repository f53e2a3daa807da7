// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands, context images and submission of the render engine.
 *
 * Expected values are written from hardware.rst 7.5, 9.1, 9.2 and 9.4.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/sizes.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/engine/oa_engine.h"
#include "oa/engine/oa_engine_priv.h"

static void expect_dwords(struct kunit *test, const u32 *cs, const u32 *end, const u32 *expected,
			  u32 num)
{
	u32 i;

	KUNIT_ASSERT_EQ(test, (u32)(end - cs), num);
	/* A tail must be a multiple of 8 bytes. */
	KUNIT_EXPECT_EQ(test, num % 2, 0u);
	for (i = 0; i < num; i++)
		KUNIT_EXPECT_EQ_MSG(test, cs[i], expected[i], "dword %u", i);
}

static void oa_mi_load_registers(struct kunit *test)
{
	static const struct oa_reg_value regs[] = { { 0x9888, 0x11223344 }, { 0x2710, 5 } };
	static const u32 expected[] = {
		0x11000003, 0x9888, 0x11223344, 0x2710, 5, 0,
	};
	struct oa_reg_value *most = kunit_kcalloc(test, 126, sizeof(*most), GFP_KERNEL);
	u32 *cs = kunit_kcalloc(test, 254, sizeof(*cs), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, most);
	KUNIT_ASSERT_NOT_NULL(test, cs);
	expect_dwords(test, cs, oa_mi_registers(cs, regs, 2), expected, 6);
	/* The longest packet: 126 registers, length 251 */
	KUNIT_EXPECT_EQ(test, (u32)(oa_mi_registers(cs, most, 126) - cs), 254u);
	KUNIT_EXPECT_EQ(test, cs[0], 0x110000fbu);
}

static void oa_mi_gen7_commands(struct kunit *test)
{
	static const u32 store[] = { 0x10400002, 0, 0x12345000, 7 };
	static const u32 report[] = { 0x14000001, 0x12345041, 0xcafe, 0 };
	u32 cs[8];

	expect_dwords(test, cs, oa_mi_store(cs, false, 0x12345000, 7), store, 4);
	expect_dwords(test, cs, oa_mi_report(cs, false, 0x12345040, 0xcafe), report, 4);
	/*
	 * A PIPE_CONTROL of 4 dwords: CS stall, render target flush, scoreboard stall,
	 * flush enable
	 */
	expect_dwords(test, cs, oa_mi_flush(cs, false), (u32[]){ 0x7a000002, 0x101082, 0, 0 }, 4);
	expect_dwords(test, cs, oa_mi_store_register(cs, false, 0x12345008, 0x2600),
		      (u32[]){ 0x12400001, 0x2600, 0x12345008, 0 }, 4);
	/* CS stall, scoreboard stall, GGTT, the time as the operation after the sync */
	expect_dwords(test, cs, oa_mi_timestamp(cs, false, 0x12345008),
		      (u32[]){ 0x7a000002, 0x110c002, 0x12345008, 0 }, 4);
}

/* MI_MATH: load R0, load R1, add, store to R0 */
static void oa_mi_addition(struct kunit *test)
{
	static const u32 add[] = {
		0x0d000003, 0x08008000, 0x08008401, 0x10000000, 0x18000031, 0,
	};
	u32 cs[8];

	expect_dwords(test, cs, oa_mi_add(cs), add, 6);
}

static void oa_mi_gen8_commands(struct kunit *test)
{
	static const u32 store[] = { 0x10400002, 0x12345000, 0, 7 };
	static const u32 report[] = { 0x14000002, 0x12345041, 0, 0xcafe };
	static const u32 flush[] = { 0x7a000004, 0x101082, 0, 0, 0, 0 };
	u32 cs[8];

	expect_dwords(test, cs, oa_mi_store(cs, true, 0x12345000, 7), store, 4);
	expect_dwords(test, cs, oa_mi_report(cs, true, 0x12345040, 0xcafe), report, 4);
	expect_dwords(test, cs, oa_mi_flush(cs, true), flush, 6);
	expect_dwords(test, cs, oa_mi_store_register(cs, true, 0x12345008, 0x2600),
		      (u32[]){ 0x12400002, 0x2600, 0x12345008, 0 }, 4);
	expect_dwords(test, cs, oa_mi_timestamp(cs, true, 0x12345008),
		      (u32[]){ 0x7a000004, 0x110c002, 0x12345008, 0, 0, 0 }, 6);
}

struct image_dword {
	u32 dword;
	u32 value;
};

static const struct image_dword image_first[] = {
	{ 0x02, 0x2244 },
	/* Restore inhibited, no synchronous switch, saved */
	{ 0x03, 0x000d0009 },
	{ 0x04, 0x2034 }, { 0x05, 0 },
	{ 0x06, 0x2030 }, { 0x07, 0 },
	{ 0x08, 0x2038 }, { 0x09, 0xabcd1000 },
	/* 16 KiB: 3 more pages than one; valid */
	{ 0x0a, 0x203c }, { 0x0b, 0x3001 },
	{ 0x10, 0x2110 }, { 0x11, 0 },
	{ 0x22, 0x23a8 },
	{ 0x25, 0x12 }, { 0x27, 0x34567000 }, { 0x2d, 0x12 }, { 0x2f, 0x34567000 },
	{ 0x30, 0x2274 }, { 0x31, 0x12 },
	{ 0x32, 0x2270 }, { 0x33, 0x34567000 },
	{ 0x42, 0x20c8 }, { 0x43, 0 },
};

#define IMAGE_RING	0xabcd1000u
#define IMAGE_PAGES	0x1234567000ull

static u32 *new_state(struct kunit *test)
{
	u32 *state = kunit_kzalloc(test, 2 * SZ_4K, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, state);
	return state;
}

static void oa_lrc_first_image(struct kunit *test)
{
	u32 *state = new_state(test), i;

	oa_lrc_init(&oa_lrc_gen9, state, IMAGE_RING, IMAGE_PAGES);
	for (i = 0; i < ARRAY_SIZE(image_first); i++)
		KUNIT_EXPECT_EQ_MSG(test, state[image_first[i].dword], image_first[i].value,
				    "dword 0x%x", image_first[i].dword);
}

static void oa_lrc_later_ring(struct kunit *test)
{
	u32 *state = new_state(test);

	state[5] = 0x100;
	state[7] = 0x200;
	oa_lrc_set_ring(state, IMAGE_RING, IMAGE_PAGES, false);
	KUNIT_EXPECT_EQ(test, state[3], 0x000d0008u);
	KUNIT_EXPECT_EQ(test, state[5], 0u);
	KUNIT_EXPECT_EQ(test, state[7], 0u);
}

struct layout_case {
	const char *name;
	const struct oa_lrc_layout *layout;
	u32 pages;
	u32 oactxcontrol;
	u32 flex;
	u64 descriptor;
	u32 end;
};

/* Descriptors of an image at 0x87654000 with id 5: valid; the caller adds force restore */
static const struct layout_case layouts[] = {
	{ "gen8", &oa_lrc_gen8, 20, 0x120, 0x2ce, 0x0000000587654139ull, 0x05000000 },
	{ "chv", &oa_lrc_chv, 20, 0x120, 0x2ce, 0x0000000587654129ull, 0x05000000 },
	{ "gen9", &oa_lrc_gen9, 22, 0x128, 0x3de, 0x0000000587654119ull, 0x05000000 },
	{ "gen11", &oa_lrc_gen11, 14, 0x124, 0x78e, 0x000000a087654119ull,
	  0x05000001 },
};

KUNIT_ARRAY_PARAM_DESC(layout, layouts, name);

static const u32 flex_offsets[] = { 0xe458, 0xe558, 0xe658, 0xe758, 0xe45c, 0xe55c, 0xe65c };

/* MI_BATCH_BUFFER_END behind the last register; on Gen11 with the bit that ends a context */
static void oa_lrc_first_image_ends(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	u32 *state = new_state(test);

	oa_lrc_init(c->layout, state, IMAGE_RING, IMAGE_PAGES);
	KUNIT_EXPECT_EQ(test, state[0x44], c->end);
	KUNIT_EXPECT_EQ(test, state[0x45], 0u);
}

static void oa_lrc_places(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	u32 i;

	KUNIT_EXPECT_EQ(test, (u32)c->layout->pages, c->pages);
	KUNIT_EXPECT_EQ(test, oa_lrc_index(c->layout, 0x20c8), 0x43u);
	KUNIT_EXPECT_EQ(test, oa_lrc_index(c->layout, 0x2360), c->oactxcontrol + 1);
	for (i = 0; i < ARRAY_SIZE(flex_offsets); i++)
		KUNIT_EXPECT_EQ(test, oa_lrc_index(c->layout, flex_offsets[i]),
				c->flex + 2 * i + 1);
	KUNIT_EXPECT_EQ(test, oa_lrc_index(c->layout, 0x2364), 0u);
}

static void oa_lrc_descriptors(struct kunit *test)
{
	const struct layout_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_lrc_descriptor(c->layout, 0x87654000, 5), c->descriptor);
}

/* An image with one register in another place is rejected, and the register is named. */
static void oa_lrc_verifies(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	u32 *state = new_state(test), bad = 0, i;

	state[0x42] = 0x20c8;
	state[c->oactxcontrol] = 0x2360;
	for (i = 0; i < ARRAY_SIZE(flex_offsets); i++)
		state[c->flex + 2 * i] = flex_offsets[i];
	KUNIT_EXPECT_TRUE(test, oa_lrc_verify(c->layout, state, &bad));

	for (i = 0; i < ARRAY_SIZE(flex_offsets); i++) {
		state[c->flex + 2 * i] = 0;
		KUNIT_EXPECT_FALSE(test, oa_lrc_verify(c->layout, state, &bad));
		KUNIT_EXPECT_EQ(test, bad, flex_offsets[i]);
		state[c->flex + 2 * i] = flex_offsets[i];
	}
	state[0x42] = 0x20cc;
	KUNIT_EXPECT_FALSE(test, oa_lrc_verify(c->layout, state, &bad));
	KUNIT_EXPECT_EQ(test, bad, 0x20c8u);
	state[0x42] = 0x20c8;
	state[c->oactxcontrol] = 0x2364;
	KUNIT_EXPECT_FALSE(test, oa_lrc_verify(c->layout, state, &bad));
	KUNIT_EXPECT_EQ(test, bad, 0x2360u);
}

/* hardware.rst 9.4 */
#define GFX_MODE	0x229c
#define EXECLISTS	BIT(15)
#define NO_LEGACY_MODE	BIT(3)
/* hardware.rst 9.2 */
#define INSTPM		0x20c0

struct engine {
	struct fake_mmio fake;
	struct oa_kctx kctx;
	struct oa_cs_context ctx;
	/* Status buffer as hardware shows it */
	u32 csb_ptr;
	u32 csb[12][2];
};

/*
 * The upper half of a write selects the bits of the status buffer pointer that change. A flush is
 * over at once.
 */
static u32 engine_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct engine *e = container_of(fake, struct engine, fake);

	if (offset == 0x23a0)
		return (e->csb_ptr & ~(value >> 16)) | (value & (value >> 16));
	if (offset == INSTPM)
		return 0;
	return value;
}

static const struct oa_forcewake_table no_forcewake;

static struct engine *new_engine(struct kunit *test, const struct oa_kctx_ops *ops,
				 const struct oa_lrc_layout *layout)
{
	struct engine *e = kunit_kzalloc(test, sizeof(*e), GFP_KERNEL);
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, e);
	fake_mmio_init(test, &e->fake, 16);
	e->fake.open = true;
	e->fake.write = engine_write;
	fake_mmio_add(&e->fake, 0x23a0, &e->csb_ptr);
	for (i = 0; i < ARRAY_SIZE(e->csb); i++) {
		/* Six entries, and six more on Gen11 */
		u32 offset = i < 6 ? 0x2370 + 8 * i : 0x23c0 + 8 * (i - 6);

		fake_mmio_add(&e->fake, offset, &e->csb[i][0]);
		fake_mmio_add(&e->fake, offset + 4, &e->csb[i][1]);
	}
	e->fake.uncore.forcewake.table = &no_forcewake;
	e->kctx.uncore = &e->fake.uncore;
	e->kctx.ops = ops;
	e->kctx.lrc = layout;
	e->ctx.state = new_state(test);
	e->ctx.buffer.node.start = 0x87654000;
	e->ctx.tail = 0x58;
	e->ctx.id = 5;
	return e;
}

/*
 * All events of the status page are masked before it has an address. The ring is off and empty, and
 * the old translations are flushed, before the new ring has an address.
 */
static void oa_kctx_ring_starts(struct kunit *test)
{
	static const struct fake_write expected[] = {
		{ 0x2098, 0xffffffff }, { 0x4080, 0x87654000 },
		/* The ring may run. */
		{ 0x209c, 0x01000000 },
		{ 0x203c, 0 }, { 0x2034, 0 }, { 0x2030, 0 },
		/* Invalidate translations, and flush */
		{ INSTPM, 0x02200220 },
		{ 0x2038, 0xabcd1000 }, { 0x203c, 0x3001 },
	};
	struct engine *e = new_engine(test, &oa_kctx_hsw, NULL);

	e->kctx.shared.node.start = 0x87654000;
	e->kctx.own.ring_address = 0xabcd1000;
	KUNIT_EXPECT_EQ(test, oa_kctx_hsw.start(&e->kctx), 0);
	fake_mmio_expect(test, &e->fake, expected, ARRAY_SIZE(expected));
}

/* A ring that was found is restored, but not one that would run. */
static void oa_kctx_ring_found(struct kunit *test)
{
	static const u32 found[] = { 0x3000, 0x3001 }, restored[] = { 0x3000, 0 };
	const struct oa_kctx_ops *ops[] = { &oa_kctx_hsw, &oa_kctx_gen8 };
	struct engine *e;
	u32 i, n, saved;

	for (n = 0; n < ARRAY_SIZE(ops); n++) {
		for (i = 0; i < ARRAY_SIZE(found); i++) {
			e = new_engine(test, ops[n], NULL);
			*fake_mmio_reg(&e->fake, 0x203c) = found[i];
			KUNIT_EXPECT_EQ(test, ops[n]->start(&e->kctx), 0);
			for (saved = 0; saved < e->kctx.num_saved; saved++)
				if (e->kctx.saved[saved].offset == 0x203c)
					break;
			KUNIT_ASSERT_LT(test, saved, e->kctx.num_saved);
			KUNIT_EXPECT_EQ(test, e->kctx.saved[saved].value, restored[i]);
		}
	}
}

/* As above. A masked register's upper half selects the bits that change. */
static void oa_kctx_execlists_start(struct kunit *test)
{
	static const struct fake_write gen8[] = {
		{ GFX_MODE, EXECLISTS << 16 | EXECLISTS }, { 0x209c, 0x01000000 },
		{ 0x2098, 0xffffffff }, { 0x2080, 0x87654000 }, { 0x23a0, 0x07000000 },
	};
	static const struct fake_write gen11[] = {
		{ GFX_MODE, NO_LEGACY_MODE << 16 | NO_LEGACY_MODE }, { 0x209c, 0x01000000 },
		{ 0x2098, 0xffffffff }, { 0x2080, 0x87654000 }, { 0x23a0, 0x0f000000 },
	};
	struct engine *e = new_engine(test, &oa_kctx_gen8, &oa_lrc_gen9);

	e->kctx.shared.node.start = 0x87654000;
	KUNIT_EXPECT_EQ(test, oa_kctx_gen8.start(&e->kctx), 0);
	fake_mmio_expect(test, &e->fake, gen8, ARRAY_SIZE(gen8));

	e = new_engine(test, &oa_kctx_gen11, &oa_lrc_gen11);
	e->kctx.shared.node.start = 0x87654000;
	KUNIT_EXPECT_EQ(test, oa_kctx_gen11.start(&e->kctx), 0);
	fake_mmio_expect(test, &e->fake, gen11, ARRAY_SIZE(gen11));
}

static void oa_kctx_elsp(struct kunit *test)
{
	static const struct fake_write expected[] = {
		{ 0x2230, 0 }, { 0x2230, 0 }, { 0x2230, 5 }, { 0x2230, 0x8765411d },
	};
	struct engine *e = new_engine(test, &oa_kctx_gen8, &oa_lrc_gen9);

	*fake_mmio_reg(&e->fake, GFX_MODE) = EXECLISTS;
	KUNIT_EXPECT_EQ(test, oa_kctx_gen8.submit(&e->kctx, &e->ctx), 0);
	fake_mmio_expect(test, &e->fake, expected, ARRAY_SIZE(expected));
	KUNIT_EXPECT_EQ(test, e->ctx.state[7], 0x58u);
}

static void oa_kctx_submission_queue(struct kunit *test)
{
	static const struct fake_write expected[] = {
		{ 0x2518, 0 }, { 0x251c, 0 }, { 0x2510, 0x8765411d }, { 0x2514, 0xa0 },
		{ 0x2550, 1 },
	};
	struct engine *e = new_engine(test, &oa_kctx_gen11, &oa_lrc_gen11);

	*fake_mmio_reg(&e->fake, GFX_MODE) = NO_LEGACY_MODE;
	KUNIT_EXPECT_EQ(test, oa_kctx_gen11.submit(&e->kctx, &e->ctx), 0);
	fake_mmio_expect(test, &e->fake, expected, ARRAY_SIZE(expected));
}

/* After a reset that turned execlists off, the write that would start the engine is skipped. */
static void oa_kctx_submit_after_reset(struct kunit *test)
{
	struct engine *gen8 = new_engine(test, &oa_kctx_gen8, &oa_lrc_gen9);
	struct engine *gen11 = new_engine(test, &oa_kctx_gen11, &oa_lrc_gen11);

	KUNIT_EXPECT_EQ(test, oa_kctx_gen8.submit(&gen8->kctx, &gen8->ctx), -EAGAIN);
	KUNIT_EXPECT_EQ(test, gen8->fake.num_writes, 3u);
	/* The other generation's bit does not count. */
	*fake_mmio_reg(&gen11->fake, GFX_MODE) = EXECLISTS;
	KUNIT_EXPECT_EQ(test, oa_kctx_gen11.submit(&gen11->kctx, &gen11->ctx), -EAGAIN);
	KUNIT_EXPECT_EQ(test, gen11->fake.num_writes, 4u);
	KUNIT_EXPECT_EQ(test, *fake_mmio_reg(&gen11->fake, 0x2550), 0u);
}

/* A reset during the wait for the engine is not a failure of the engine. */
static void oa_kctx_retire_after_reset(struct kunit *test)
{
	struct engine *e = new_engine(test, &oa_kctx_gen8, &oa_lrc_gen9);

	e->csb_ptr = 0;
	KUNIT_EXPECT_EQ(test, oa_kctx_gen8.retire(&e->kctx, &e->ctx), -EAGAIN);
}

static void set_event(struct engine *e, u32 entry, u32 status, u32 id)
{
	e->csb[entry][0] = status;
	e->csb[entry][1] = id;
}

/* Two events that wrap: idle to active in entry 5, complete and idle in entry 0 */
static void oa_kctx_status(struct kunit *test)
{
	struct engine *e = new_engine(test, &oa_kctx_gen8, &oa_lrc_gen9);

	e->kctx.csb_read = 4;
	e->csb_ptr = 4 << 8;
	set_event(e, 5, 0x1, 0);
	set_event(e, 0, 0x18, 5);
	KUNIT_EXPECT_EQ(test, oa_kctx_gen8.retire(&e->kctx, &e->ctx), 0);
	KUNIT_EXPECT_EQ(test, e->csb_ptr, 0u);
	KUNIT_EXPECT_EQ(test, e->kctx.csb_read, 0u);
}

static void oa_kctx_status_gen11(struct kunit *test)
{
	struct engine *e = new_engine(test, &oa_kctx_gen11, &oa_lrc_gen11);

	e->kctx.csb_read = 5;
	e->csb_ptr = 5 << 8 | 7;
	set_event(e, 6, 0x1, 0);
	set_event(e, 7, 0x18, 0xa0);
	KUNIT_EXPECT_EQ(test, oa_kctx_gen11.retire(&e->kctx, &e->ctx), 0);
	KUNIT_EXPECT_EQ(test, e->csb_ptr, 0x707u);
}

/* Another context's completion is not success, nor is idle without completion. */
static void oa_kctx_status_wrong(struct kunit *test)
{
	struct engine *e = new_engine(test, &oa_kctx_gen8, &oa_lrc_gen9);

	e->csb_ptr = 1;
	set_event(e, 1, 0x18, 6);
	KUNIT_EXPECT_EQ(test, oa_kctx_gen8.retire(&e->kctx, &e->ctx), -EIO);

	*fake_mmio_reg(&e->fake, GFX_MODE) = EXECLISTS;
	e->csb_ptr = 1;
	e->kctx.csb_read = 0;
	set_event(e, 1, 0x8, 5);
	KUNIT_EXPECT_EQ(test, oa_kctx_gen8.retire(&e->kctx, &e->ctx), -EIO);
}

static struct kunit_case oa_kctx_cases[] = {
	KUNIT_CASE(oa_mi_load_registers),
	KUNIT_CASE(oa_mi_gen7_commands),
	KUNIT_CASE(oa_mi_addition),
	KUNIT_CASE(oa_mi_gen8_commands),
	KUNIT_CASE(oa_lrc_first_image),
	KUNIT_CASE_PARAM(oa_lrc_first_image_ends, layout_gen_params),
	KUNIT_CASE(oa_lrc_later_ring),
	KUNIT_CASE_PARAM(oa_lrc_places, layout_gen_params),
	KUNIT_CASE_PARAM(oa_lrc_descriptors, layout_gen_params),
	KUNIT_CASE_PARAM(oa_lrc_verifies, layout_gen_params),
	KUNIT_CASE(oa_kctx_ring_starts),
	KUNIT_CASE(oa_kctx_ring_found),
	KUNIT_CASE(oa_kctx_execlists_start),
	KUNIT_CASE(oa_kctx_elsp),
	KUNIT_CASE(oa_kctx_submission_queue),
	KUNIT_CASE(oa_kctx_submit_after_reset),
	KUNIT_CASE(oa_kctx_retire_after_reset),
	KUNIT_CASE(oa_kctx_status),
	KUNIT_CASE(oa_kctx_status_gen11),
	KUNIT_CASE(oa_kctx_status_wrong),
	{}
};

static struct kunit_suite oa_kctx_suite = {
	.name = "i915_oa_kctx",
	.test_cases = oa_kctx_cases,
};

kunit_test_suite(oa_kctx_suite);
