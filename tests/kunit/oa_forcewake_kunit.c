// SPDX-License-Identifier: GPL-2.0-only
/*
 * Power wells: the wells that each register needs, and how they are woken and
 * released.
 *
 * Expected values are written from hardware.rst 2.1, 2.2, and appendices A and B. The
 * fake acknowledges a request at once unless a test changes that.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/sizes.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/uapi/oa_uapi.h"
#include "oa/gpu/oa_gpu.h"
#include "oa/stream/oa_stream.h"

#define R	OA_FORCEWAKE_RENDER
#define G	OA_FORCEWAKE_GT
#define M	OA_FORCEWAKE_MEDIA
#define ONE_GEN11	(R | G | OA_FORCEWAKE_VDBOX0 | OA_FORCEWAKE_VEBOX0)
#define ALL_GEN11	(ONE_GEN11 | OA_FORCEWAKE_VDBOX2)

struct domain_case {
	const char *name;
	const struct oa_forcewake_table *table;
	u32 offset;
	u32 domains;	/* needed by a read */
	u32 write;	/* needed by a write */
};

static const struct domain_case domain_cases[] = {
	/* From the table in hardware.rst 2.2 */
	{ "hsw OACONTROL", &oa_forcewake_hsw, 0x2360, R, R },
	{ "hsw NOA_CONFIG", &oa_forcewake_hsw, 0x0d2c, R, R },
	{ "hsw NOA network", &oa_forcewake_hsw, 0x2ff90, R, R },
	{ "hsw GT interrupts", &oa_forcewake_hsw, 0x44018, 0, 0 },
	{ "hsw request", &oa_forcewake_hsw, 0xa188, 0, 0 },
	{ "hsw ack", &oa_forcewake_hsw, 0x130044, 0, 0 },
	{ "hsw reset", &oa_forcewake_hsw, 0x941c, 0, 0 },
	{ "hsw GTT flush", &oa_forcewake_hsw, 0x101008, 0, 0 },
	{ "snb OABUFFER", &oa_forcewake_snb, 0x23b0, R, R },
	{ "snb request", &oa_forcewake_snb, 0xa18c, 0, 0 },
	{ "bdw ring tail may be written", &oa_forcewake_bdw, 0x2030, R, 0 },
	{ "bdw ring head may not", &oa_forcewake_bdw, 0x2034, R, R },
	{ "bdw flex", &oa_forcewake_bdw, 0xe75c, R, R },
	{ "vlv OACONTROL", &oa_forcewake_vlv, 0x2360, R, R },
	{ "vlv NOA_CONFIG", &oa_forcewake_vlv, 0x0d2c, 0, 0 },
	{ "vlv UCGCTL", &oa_forcewake_vlv, 0x9400, 0, 0 },
	{ "vlv E180", &oa_forcewake_vlv, 0xe180, R, R },
	{ "vlv video", &oa_forcewake_vlv, 0x12000, M, M },
	{ "chv OACONTROL", &oa_forcewake_chv, 0x2b00, R, R },
	{ "chv NOA_CONFIG", &oa_forcewake_chv, 0x0d00, 0, 0 },
	{ "chv NOA_WRITE", &oa_forcewake_chv, 0x9888, R | M, R | M },
	{ "chv OA_PERFCNT", &oa_forcewake_chv, 0x91b8, R | M, R | M },
	{ "chv E458", &oa_forcewake_chv, 0xe458, R, R },
	{ "chv own NOA", &oa_forcewake_chv, 0x1823a4, 0, 0 },
	{ "skl OACTXCONTROL", &oa_forcewake_gen9, 0x2360, R, R },
	{ "skl last of the ring's", &oa_forcewake_gen9, 0x26fc, R, R },
	{ "skl first of the OA unit's", &oa_forcewake_gen9, 0x2700, G, G },
	{ "skl OA_IMR", &oa_forcewake_gen9, 0x2b20, G, G },
	{ "skl NOA_CONFIG", &oa_forcewake_gen9, 0x0d04, 0, 0 },
	{ "skl MISCCPCTL", &oa_forcewake_gen9, 0x9424, R | M, R | M },
	{ "skl reset", &oa_forcewake_gen9, 0x941c, 0, 0 },
	{ "skl NOA_WRITE", &oa_forcewake_gen9, 0x9888, G, G },
	{ "skl E180", &oa_forcewake_gen9, 0xe180, R, R },
	{ "skl frequency request", &oa_forcewake_gen9, 0xa008, G, 0 },
	{ "skl request Render", &oa_forcewake_gen9, 0xa278, 0, 0 },
	{ "skl request Media", &oa_forcewake_gen9, 0xa270, 0, 0 },
	{ "skl video", &oa_forcewake_gen9, 0x12030, M, 0 },
	{ "icl OA unit", &oa_forcewake_gen11, 0x2b14, G, G },
	{ "icl OA_PERFCNT", &oa_forcewake_gen11, 0x91dc, G, G },
	{ "icl UCGCTL", &oa_forcewake_gen11, 0x9400, G, G },
	{ "icl SQ contents", &oa_forcewake_gen11, 0x2510, R, R },
	{ "icl execlist control", &oa_forcewake_gen11, 0x2550, R, 0 },
	{ "icl blitter's SQ contents", &oa_forcewake_gen11, 0x22550, G, 0 },
	{ "icl interrupts", &oa_forcewake_gen11, 0x190010, 0, 0 },
	{ "icl vdbox0", &oa_forcewake_gen11, 0x1c0000, OA_FORCEWAKE_VDBOX0, OA_FORCEWAKE_VDBOX0 },
	{ "icl vdbox1", &oa_forcewake_gen11, 0x1c4000, 0, 0 },
	{ "icl vebox0", &oa_forcewake_gen11, 0x1cffff, OA_FORCEWAKE_VEBOX0, OA_FORCEWAKE_VEBOX0 },
	{ "lkf RPM", &oa_forcewake_lkf, 0x0d04, 0, 0 },
	{ "lkf ring", &oa_forcewake_lkf, 0x2360, R, R },
	{ "lkf OA unit", &oa_forcewake_lkf, 0x2700, G, G },
	{ "lkf OA_PERFCNT", &oa_forcewake_lkf, 0x91dc, G, G },
	{ "lkf NOA_WRITE", &oa_forcewake_lkf, 0x9888, G, G },
	{ "lkf TDL", &oa_forcewake_lkf, 0xe75c, R, R },
	{ "lkf POCS", &oa_forcewake_lkf, 0x18000, R, R },
	{ "lkf KCR", &oa_forcewake_lkf, 0x3fffc, G, G },
	{ "lkf behind the GT", &oa_forcewake_lkf, 0x40000, 0, 0 },
	{ "lkf vdbox0", &oa_forcewake_lkf, 0x1c3f00, OA_FORCEWAKE_VDBOX0, OA_FORCEWAKE_VDBOX0 },
	{ "lkf vebox0", &oa_forcewake_lkf, 0x1c8000, OA_FORCEWAKE_VEBOX0, OA_FORCEWAKE_VEBOX0 },
	{ "lkf vdbox2", &oa_forcewake_lkf, 0x1d0000, OA_FORCEWAKE_VDBOX2, OA_FORCEWAKE_VDBOX2 },
	{ "lkf vebox1 is not there", &oa_forcewake_lkf, 0x1d8000, 0, 0 },
};

KUNIT_ARRAY_PARAM_DESC(domain, domain_cases, name);

static void oa_forcewake_needs(struct kunit *test)
{
	const struct domain_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_forcewake_domains(c->table, c->offset, false), c->domains);
	KUNIT_EXPECT_EQ(test, oa_forcewake_domains(c->table, c->offset, true), c->write);
}

static const struct oa_forcewake_table * const tables[] = {
	&oa_forcewake_snb, &oa_forcewake_ivb, &oa_forcewake_vlv, &oa_forcewake_hsw,
	&oa_forcewake_bdw, &oa_forcewake_chv, &oa_forcewake_gen9, &oa_forcewake_gen11,
	&oa_forcewake_lkf,
};

/* The search needs ascending ranges, and each domain that a range names must exist. */
static void oa_forcewake_sorted(struct kunit *test)
{
	u32 i, j, offset, known;

	for (i = 0; i < ARRAY_SIZE(tables); i++) {
		const struct oa_forcewake_table *t = tables[i];

		for (known = 0, j = 0; j < OA_NUM_FW; j++)
			if (t->domains[j].name)
				known |= BIT(j);
		for (j = 0; j < t->num_ranges; j++) {
			KUNIT_EXPECT_LT(test, t->ranges[j].start, t->ranges[j].end);
			KUNIT_EXPECT_EQ(test, t->ranges[j].domains & ~known, 0u);
			if (j)
				KUNIT_EXPECT_GT(test, t->ranges[j].start, t->ranges[j - 1].end);
			offset = t->ranges[j].start;
			KUNIT_EXPECT_PTR_EQ(test, oa_forcewake_find(t, offset), &t->ranges[j]);
			offset = t->ranges[j].end;
			KUNIT_EXPECT_PTR_EQ(test, oa_forcewake_find(t, offset), &t->ranges[j]);
		}
	}
}

/* Lakefield's table has a row for every register of the GT. */
static void oa_forcewake_lkf_gapless(struct kunit *test)
{
	u32 offset;

	for (offset = 0; offset < 0x240000; offset += 0x80) {
		if (offset == 0x40000)
			offset = 0x1c0000;
		KUNIT_EXPECT_NOT_ERR_OR_NULL(test, oa_forcewake_find(&oa_forcewake_lkf, offset));
	}
}

/*
 * i915's table for Gen11 and Lakefield's own agree wherever both name a well.
 * The exception are the CP registers of the slice, which i915 wakes as a whole.
 */
static void oa_forcewake_gen11_lkf(struct kunit *test)
{
	u32 offset, icl, lkf;

	for (offset = 0; offset < 0x40000; offset += 0x80) {
		icl = oa_forcewake_domains(&oa_forcewake_gen11, offset, false);
		lkf = oa_forcewake_domains(&oa_forcewake_lkf, offset, false);
		if (lkf)
			KUNIT_EXPECT_EQ_MSG(test, icl, lkf, "0x%x", offset);
	}
}

static void oa_forcewake_replicated(struct kunit *test)
{
	static const u32 subslice[] = { 0xe000, 0xe180, 0xe458, 0xe75c };
	u32 i, j;

	/* From BDW on */
	for (i = 4; i < ARRAY_SIZE(tables); i++)
		for (j = 0; j < ARRAY_SIZE(subslice); j++)
			KUNIT_EXPECT_EQ(test, OA_REPL_SUBSLICE,
					oa_forcewake_find(tables[i], subslice[j])->replication);
	KUNIT_EXPECT_EQ(test, oa_forcewake_find(&oa_forcewake_lkf, 0xb100)->replication,
			OA_REPL_L3BANK);
	KUNIT_EXPECT_EQ(test, oa_forcewake_find(&oa_forcewake_lkf, 0x5500)->replication,
			OA_REPL_SLICE);
	KUNIT_EXPECT_EQ(test, oa_forcewake_find(&oa_forcewake_lkf, 0x9888)->replication,
			OA_REPL_NONE);
}

static void oa_forcewake_config(struct kunit *test)
{
	struct oa_reg_value media = { 0x12000, 0 };
	struct oa_config config = {};

	/* A ring, and an OA unit without a metric set */
	KUNIT_EXPECT_EQ(test, oa_stream_domains(&oa_forcewake_hsw, &config), R);
	KUNIT_EXPECT_EQ(test, oa_stream_domains(&oa_forcewake_chv, &config), R | M);
	/* All there are, from Gen9 on */
	KUNIT_EXPECT_EQ(test, oa_stream_domains(&oa_forcewake_gen9, &config), R | G | M);
	KUNIT_EXPECT_EQ(test, oa_stream_domains(&oa_forcewake_gen11, &config), ALL_GEN11);
	KUNIT_EXPECT_EQ(test, oa_stream_domains(&oa_forcewake_ehl, &config), ONE_GEN11);
	KUNIT_EXPECT_EQ(test, oa_stream_domains(&oa_forcewake_lkf, &config), ONE_GEN11);
	config.set.mux.count = 1;
	config.set.mux.regs = &media;
	KUNIT_EXPECT_EQ(test, oa_stream_domains(&oa_forcewake_gen9, &config), R | G | M);
}

struct media_case {
	const char *name;
	const struct oa_forcewake_table *table;
	u32 off;	/* 0x9140: video engines [7:0], video enhancement engines [19:16] */
	u32 there;
};

static const struct media_case media_cases[] = {
	{ "icl", &oa_forcewake_gen11, 0xe00fa, ALL_GEN11 },
	{ "icl: one video engine", &oa_forcewake_gen11, 0xe00fe, ONE_GEN11 },
	{ "icl: only the third video engine", &oa_forcewake_gen11, 0xf00fb,
	  R | G | OA_FORCEWAKE_VDBOX2 },
	{ "icl: no media", &oa_forcewake_gen11, 0xf00ff, R | G },
	/* An engine that a platform never had, whatever the fuse says */
	{ "ehl", &oa_forcewake_ehl, 0xe00fa, ONE_GEN11 },
	{ "ehl: no media", &oa_forcewake_ehl, 0xf00ff, R | G },
	{ "lkf", &oa_forcewake_lkf, 0xe00fa, ONE_GEN11 },
};

KUNIT_ARRAY_PARAM_DESC(media, media_cases, name);

/* Every request is acknowledged: a masked write of bit 0 shows in the acknowledge. */
static u32 media_read(struct fake_mmio *fake, u32 offset, u32 value)
{
	switch (offset) {
	case 0x130044:
		return *fake_mmio_reg(fake, 0xa188) & BIT(0);
	case 0x0d84:
		return *fake_mmio_reg(fake, 0xa278) & BIT(0);
	case 0x0d50:
	case 0x0d58:
	case 0x0d70:
		return *fake_mmio_reg(fake, offset - 0x0d50 + 0xa540) & BIT(0);
	default:
		return value;
	}
}

static u32 media_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	const u32 old = *fake_mmio_reg(fake, offset);

	return (old & ~(value >> 16)) | (value & (value >> 16));
}

/* Of Gen11's media engines a stream keeps awake those that the fuses leave, and asks no other. */
static void oa_forcewake_media(struct kunit *test)
{
	static const struct {
		u32 request, domain;
	} wells[] = {
		{ 0xa278, R }, { 0xa188, G }, { 0xa540, OA_FORCEWAKE_VDBOX0 },
		{ 0xa548, OA_FORCEWAKE_VDBOX2 }, { 0xa560, OA_FORCEWAKE_VEBOX0 },
	};
	static const u32 acks[] = { 0x130044, 0x0d84, 0x0d50, 0x0d58, 0x0d70, 0x9140 };
	const struct media_case *c = test->param_value;
	struct fake_mmio *fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);
	struct oa_config config = {};
	u32 domains, i;

	KUNIT_ASSERT_NOT_NULL(test, fake);
	fake_mmio_init(test, fake, 0);
	for (i = 0; i < ARRAY_SIZE(wells); i++)
		fake_mmio_add(fake, wells[i].request, NULL);
	for (i = 0; i < ARRAY_SIZE(acks); i++)
		fake_mmio_add(fake, acks[i], NULL);
	fake->read = media_read;
	fake->write = media_write;
	*fake_mmio_reg(fake, 0x9140) = c->off;
	oa_forcewake_init(&fake->uncore, c->table);
	KUNIT_ASSERT_EQ(test, oa_forcewake_get(&fake->uncore, R | G), 0);
	oa_forcewake_read_fuses(&fake->uncore);
	domains = oa_stream_domains(c->table, &config);
	KUNIT_ASSERT_EQ(test, oa_forcewake_get(&fake->uncore, domains), 0);
	KUNIT_EXPECT_EQ(test, fake->uncore.forcewake.held, c->there);
	for (i = 0; i < ARRAY_SIZE(wells); i++)
		KUNIT_EXPECT_EQ_MSG(test, *fake_mmio_reg(fake, wells[i].request),
				    c->there & wells[i].domain ? 1u : 0u, "0x%x", wells[i].request);
	oa_forcewake_put(&fake->uncore, domains);
	oa_forcewake_put(&fake->uncore, R | G);
	KUNIT_EXPECT_EQ(test, fake->uncore.forcewake.held, 0u);
	oa_forcewake_fini(&fake->uncore);
}

/* Requests and acks of three domains; all offsets fit one page of dwords */
struct wake_test {
	struct fake_mmio fake;
	u32 a188, a18c, a278, a270, b0, b8;	/* request registers, low halves */
	u32 ecobus;
	u32 allow;
	u32 deaf;	/* request register whose acknowledge needs the fallback */
	bool mute;	/* not even with the fallback */
};

/* A deaf register's kernel bit is acknowledged only together with the fallback bit. */
static u32 ack_of(struct wake_test *t, u32 request)
{
	u32 value = *fake_mmio_reg(&t->fake, request);

	if (request == t->deaf && (t->mute || !(value & BIT(15))))
		value &= ~BIT(0);
	return value;
}

static u32 wake_read(struct fake_mmio *fake, u32 offset, u32 value)
{
	struct wake_test *t = container_of(fake, struct wake_test, fake);

	switch (offset) {
	case 0x130044:
	case 0x130040:
		return ack_of(t, 0xa188);
	case 0x130090:
		/* SNB's ack; VLV's and CHV's allow register */
		return t->allow ? t->allow : ack_of(t, 0xa18c);
	case 0x0d84:
		return ack_of(t, 0xa278);
	case 0x0d88:
		return ack_of(t, 0xa270);
	case 0x1300b4:
		return t->allow & BIT(0) ? ack_of(t, 0x1300b0) : 0;
	case 0x1300bc:
		return t->allow & BIT(0) ? ack_of(t, 0x1300b8) : 0;
	case 0x130094:
		return t->allow & BIT(0);
	case 0xa180:
		return t->a188 & BIT(0) ? t->ecobus : 0;
	case 0x13805c:
		return 0;
	default:
		/* Request registers are only written. */
		fake->faults++;
		return 0;
	}
}

static u32 wake_write(struct fake_mmio *fake, u32 offset, u32 value)
{
	u32 old = *fake_mmio_reg(fake, offset);

	switch (offset) {
	case 0x130090:
		return value;
	case 0xa188:
	case 0xa18c:
	case 0xa278:
	case 0xa270:
	case 0x1300b0:
	case 0x1300b8:
		fake->faults += !(value >> 16);
		return (old & ~(value >> 16)) | (value & (value >> 16));
	default:
		/* Acknowledge registers are only read. */
		fake->faults++;
		return old;
	}
}

static struct wake_test *wake_prepare(struct kunit *test, u32 ecobus, u32 allow)
{
	static const u32 acks[] = {
		0x130044, 0x130040, 0x0d84, 0x0d88, 0x1300b4, 0x1300bc, 0x130094, 0xa180, 0x13805c,
	};
	struct wake_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, t);
	fake_mmio_init(test, &t->fake, 0);
	fake_mmio_add(&t->fake, 0xa188, &t->a188);
	fake_mmio_add(&t->fake, 0xa18c, &t->a18c);
	fake_mmio_add(&t->fake, 0xa278, &t->a278);
	fake_mmio_add(&t->fake, 0xa270, &t->a270);
	fake_mmio_add(&t->fake, 0x1300b0, &t->b0);
	fake_mmio_add(&t->fake, 0x1300b8, &t->b8);
	fake_mmio_add(&t->fake, 0x130090, &t->allow);
	for (i = 0; i < ARRAY_SIZE(acks); i++)
		fake_mmio_add(&t->fake, acks[i], NULL);
	t->fake.read = wake_read;
	t->fake.write = wake_write;
	t->ecobus = ecobus;
	t->allow = allow;
	return t;
}

/* The writes that follow are counted, without those that drop old requests. */
static struct wake_test *wake_start(struct kunit *test, const struct oa_forcewake_table *table,
				    u32 ecobus, u32 allow)
{
	struct wake_test *t = wake_prepare(test, ecobus, allow);

	oa_forcewake_init(&t->fake.uncore, table);
	t->fake.num_writes = 0;
	return t;
}

static void wake_end(struct kunit *test, struct wake_test *t)
{
	oa_forcewake_fini(&t->fake.uncore);
	KUNIT_EXPECT_EQ(test, t->fake.uncore.forcewake.held, 0u);
	KUNIT_EXPECT_EQ(test, t->a188 | t->a18c | t->a278 | t->a270 | t->b0 | t->b8, 0u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

/* Each domain by itself: the first user wakes it, the last one releases it. */
static void oa_forcewake_counts(struct kunit *test)
{
	struct wake_test *t = wake_start(test, &oa_forcewake_gen9, 0, 0);

	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R | G), 0);
	KUNIT_EXPECT_EQ(test, t->a278, 1u);
	KUNIT_EXPECT_EQ(test, t->a188, 1u);
	KUNIT_EXPECT_EQ(test, t->a270, 0u);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 2u);
	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R | M), 0);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 3u);
	KUNIT_EXPECT_EQ(test, t->fake.uncore.forcewake.held, R | G | M);
	oa_forcewake_put(&t->fake.uncore, R | G);
	KUNIT_EXPECT_EQ(test, t->a188, 0u);
	KUNIT_EXPECT_EQ(test, t->a278, 1u);
	KUNIT_EXPECT_EQ(test, t->fake.uncore.forcewake.held, R | M);
	oa_forcewake_put(&t->fake.uncore, R | M);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 6u);
	wake_end(test, t);
}

/* A domain that a platform does not have needs no waking. */
static void oa_forcewake_absent(struct kunit *test)
{
	struct wake_test *t = wake_start(test, &oa_forcewake_hsw, 0, 0);

	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, OA_FORCEWAKE_ALL), 0);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 1u);
	KUNIT_EXPECT_EQ(test, t->fake.uncore.forcewake.held, R);
	oa_forcewake_put(&t->fake.uncore, OA_FORCEWAKE_ALL);
	wake_end(test, t);
}

/* The fallback bit makes up for a lost acknowledge, and is released again. */
static void oa_forcewake_fallback(struct kunit *test)
{
	struct wake_test *t = wake_start(test, &oa_forcewake_gen9, 0, 0);

	t->deaf = 0xa278;
	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R | G), 0);
	KUNIT_EXPECT_EQ(test, t->a278, 1u);
	KUNIT_EXPECT_EQ(test, t->fake.uncore.forcewake.held, R | G);
	oa_forcewake_put(&t->fake.uncore, R | G);
	wake_end(test, t);
}

/* All or nothing: if one domain stays asleep, those woken before it are released. */
static void oa_forcewake_mute(struct kunit *test)
{
	struct wake_test *t = wake_start(test, &oa_forcewake_gen9, 0, 0);

	t->deaf = 0xa270;
	t->mute = true;
	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R | G | M), -EIO);
	wake_end(test, t);
}

static void oa_forcewake_ivb_pair(struct kunit *test)
{
	struct wake_test *t = wake_start(test, &oa_forcewake_ivb, BIT(5), 0);

	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R), 0);
	KUNIT_EXPECT_EQ(test, t->a188, 1u);
	oa_forcewake_put(&t->fake.uncore, R);
	wake_end(test, t);
	t = wake_start(test, &oa_forcewake_ivb, 0, 0);
	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R), 0);
	KUNIT_EXPECT_EQ(test, t->a188, 0u);
	KUNIT_EXPECT_EQ(test, t->a18c, 1u);
	oa_forcewake_put(&t->fake.uncore, R);
	wake_end(test, t);
}

/* Requests of the kernel that somebody has left are dropped, and only those of the kernel. */
static void oa_forcewake_left(struct kunit *test)
{
	struct wake_test *t = wake_prepare(test, 0, 0);

	t->a188 = BIT(0);
	t->a278 = BIT(15) | BIT(1);
	t->a270 = BIT(15) | BIT(0);
	oa_forcewake_init(&t->fake.uncore, &oa_forcewake_gen9);
	KUNIT_EXPECT_EQ(test, t->a188, 0u);
	KUNIT_EXPECT_EQ(test, t->a278, BIT(1));
	KUNIT_EXPECT_EQ(test, t->a270, 0u);
	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R | G | M), 0);
	oa_forcewake_put(&t->fake.uncore, R | G | M);
	t->a278 = 0;
	wake_end(test, t);
	/* Ivybridge: the pair that is not in use as well */
	t = wake_prepare(test, 0, 0);
	t->a188 = BIT(0);
	t->a18c = BIT(0);
	oa_forcewake_init(&t->fake.uncore, &oa_forcewake_ivb);
	KUNIT_EXPECT_EQ(test, t->a188, 0u);
	KUNIT_EXPECT_EQ(test, t->a18c, 0u);
	wake_end(test, t);
}

/* As after a bind, so after a system sleep; a well that is held keeps its request. */
static void oa_forcewake_left_at_resume(struct kunit *test)
{
	struct wake_test *t = wake_start(test, &oa_forcewake_gen9, 0, 0);

	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, G), 0);
	t->a278 = BIT(15) | BIT(1) | BIT(0);
	t->a270 = BIT(0);
	oa_forcewake_resume(&t->fake.uncore);
	KUNIT_EXPECT_EQ(test, t->a188, BIT(0));
	KUNIT_EXPECT_EQ(test, t->a278, BIT(1));
	KUNIT_EXPECT_EQ(test, t->a270, 0u);
	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R | G | M), 0);
	oa_forcewake_put(&t->fake.uncore, R | G | M);
	oa_forcewake_put(&t->fake.uncore, G);
	t->a278 = 0;
	wake_end(test, t);
}

/* VLV and CHV wake only if allowed: the driver allows it, and puts the old value back. */
static void oa_forcewake_allow_wake(struct kunit *test)
{
	struct wake_test *t = wake_start(test, &oa_forcewake_chv, 0, BIT(4));

	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R | M), 0);
	KUNIT_EXPECT_EQ(test, t->allow, BIT(4) | BIT(0));
	KUNIT_EXPECT_EQ(test, t->b0, 1u);
	KUNIT_EXPECT_EQ(test, t->b8, 1u);
	oa_forcewake_put(&t->fake.uncore, R | M);
	wake_end(test, t);
	KUNIT_EXPECT_EQ(test, t->allow, BIT(4));
}

static struct kunit_case oa_forcewake_cases[] = {
	KUNIT_CASE_PARAM(oa_forcewake_needs, domain_gen_params),
	KUNIT_CASE(oa_forcewake_sorted),
	KUNIT_CASE(oa_forcewake_lkf_gapless),
	KUNIT_CASE(oa_forcewake_gen11_lkf),
	KUNIT_CASE(oa_forcewake_replicated),
	KUNIT_CASE(oa_forcewake_config),
	KUNIT_CASE_PARAM(oa_forcewake_media, media_gen_params),
	KUNIT_CASE(oa_forcewake_counts),
	KUNIT_CASE(oa_forcewake_absent),
	KUNIT_CASE(oa_forcewake_fallback),
	KUNIT_CASE(oa_forcewake_mute),
	KUNIT_CASE(oa_forcewake_ivb_pair),
	KUNIT_CASE(oa_forcewake_left),
	KUNIT_CASE(oa_forcewake_left_at_resume),
	KUNIT_CASE(oa_forcewake_allow_wake),
	{ }
};

static struct kunit_suite oa_forcewake_suite = {
	.name = "i915_oa_forcewake",
	.test_cases = oa_forcewake_cases,
};

kunit_test_suite(oa_forcewake_suite);
