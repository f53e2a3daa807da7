// SPDX-License-Identifier: GPL-2.0-only
/*
 * Power domains: the domains that each register needs, and how they are woken and
 * released.
 *
 * Facts: hardware.rst 2.1, 2.2, and appendices A and B. The fake acknowledges a request
 * at once unless a test changes that.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/sizes.h>

#include "fake_mmio.h"
#include "named_param.h"
#include "oa/gpu/oa_gpu.h"
#include "oa/gpu/oa_gpu_priv.h"
#include "oa/oa_platform.h"
#include "oa/stream/oa_stream.h"
#include "oa/uapi/oa_uapi.h"
#include "sim/kernel/sim_card.h"

#define R	OA_FORCEWAKE_RENDER
#define G	OA_FORCEWAKE_GT
#define M	OA_FORCEWAKE_MEDIA
#define ONE_GEN11	(R | G | OA_FORCEWAKE_VDBOX0 | OA_FORCEWAKE_VEBOX0)
#define ALL_GEN11	(ONE_GEN11 | OA_FORCEWAKE_VDBOX2)

struct witness_case {
	const char *name;	/* of the simulated platform */
	const struct oa_platform *platform;
};

static const struct witness_case witness_cases[] = {
	{ "snb", &oa_platform_snb }, { "ivb", &oa_platform_ivb }, { "vlv", &oa_platform_vlv },
	{ "hsw", &oa_platform_hsw }, { "bdw", &oa_platform_bdw }, { "chv", &oa_platform_chv },
	{ "skl", &oa_platform_skl }, { "icl", &oa_platform_icl },
	{ "ehl", &oa_platform_ehl }, { "lkf", &oa_platform_lkf },
};

KUNIT_ARRAY_PARAM_DESC(witness, witness_cases, name);

/* The driver's domain with the request register of the simulator's domain, and the same ack */
static u32 domain_of(struct kunit *test, const struct oa_forcewake_table *table,
		     const struct sim_fw_domain *domain)
{
	u32 i;

	for (i = 0; i < OA_NUM_FW; i++) {
		const struct oa_forcewake_domain *own = &table->domains[i];

		if (table->legacy && table->legacy->request == domain->request)
			own = table->legacy;
		if (own->request != domain->request)
			continue;
		KUNIT_EXPECT_EQ(test, own->ack, domain->ack);
		return BIT(i);
	}
	KUNIT_FAIL(test, "domain %s", domain->name);
	return 0;
}

static bool listed(const struct sim_reg_range *range, u32 offset)
{
	for (; range && range->end; range++)
		if (range->start <= offset && offset <= range->end)
			return true;
	return false;
}

/* The documents leave some registers open. Lakefield's has a gap: decisions.rst. */
static bool is_open(const struct oa_forcewake_table *table, u32 offset)
{
	if (table == oa_platform_lkf.forcewake && offset >= 0xc000 && offset < 0xc800)
		return true;
	return !oa_forcewake_domains(table, offset, false) &&
	       ((offset >= 0xa188 && offset < 0xa190) || (offset >= 0xa270 && offset < 0xa27c) ||
		(offset >= 0xa540 && offset < 0xa570));
}

/* The domains of a register in the simulator's table, as the driver's bits */
static u32 sim_need(const struct sim_platform *p, const struct sim_fw_range *range, u32 offset,
		    const u32 *domains)
{
	u32 i, need = 0;

	/* GDRST answers always, as do the requests and acknowledges. */
	if (range->start > offset || offset == 0x941c)
		return 0;
	for (i = 0; i < p->num_domains; i++) {
		if (offset == p->domains[i].request || offset == p->domains[i].ack)
			return 0;
		if (range->domains & BIT(i))
			need |= domains[i];
	}
	return need;
}

/*
 * The tables of the driver and of the simulator were written from the documents independently. They
 * agree on reads. The driver lists fewer registers that may be written while the domain sleeps, and
 * fewer replicated ones, but none that the simulator's tables lack.
 */
static void oa_forcewake_witnesses(struct kunit *test)
{
	const struct witness_case *c = test->param_value;
	struct oa_sim_gpu *gpu = oa_sim_gpu_create(c->name, true);
	u32 offset, i, need, read, write, domains[SIM_MAX_DOMAINS] = {};
	const struct oa_forcewake_range *own;
	const struct sim_fw_range *range;
	const struct sim_platform *p;

	KUNIT_ASSERT_NOT_NULL(test, gpu);
	p = gpu->platform;
	for (i = 0; i < p->num_domains; i++)
		domains[i] = domain_of(test, c->platform->forcewake, &p->domains[i]);
	for (offset = 0, range = p->fw_ranges; offset < 0x240000; offset += 4) {
		while (range->end && range->end < offset)
			range++;
		if (is_open(c->platform->forcewake, offset))
			continue;
		own = oa_forcewake_find(c->platform->forcewake, offset);
		read = oa_forcewake_domains(c->platform->forcewake, offset, false);
		write = oa_forcewake_domains(c->platform->forcewake, offset, true);
		need = range->end ? sim_need(p, range, offset, domains) : 0;
		if (read != need ||
		    (write != need && (write || !listed(p->shadowed, offset))) ||
		    (own && own->replication && own->replication != range->replicated)) {
			KUNIT_FAIL(test, "0x%x: read 0x%x, write 0x%x, not 0x%x", offset, read,
				   write, need);
			break;
		}
	}
	oa_sim_gpu_destroy(gpu);
}

/* Shadowed registers: a write needs no domain. */
static void oa_forcewake_shadowed(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, oa_forcewake_domains(oa_platform_bdw.forcewake, 0x2030, true), 0u);
	KUNIT_EXPECT_EQ(test, oa_forcewake_domains(oa_platform_skl.forcewake, 0x12030, true), 0u);
	KUNIT_EXPECT_EQ(test, oa_forcewake_domains(oa_platform_skl.forcewake, 0xa008, true), 0u);
	KUNIT_EXPECT_EQ(test, oa_forcewake_domains(oa_platform_icl.forcewake, 0x2550, true), 0u);
	KUNIT_EXPECT_EQ(test, oa_forcewake_domains(oa_platform_icl.forcewake, 0x22550, true), 0u);
}

/*
 * i915's table for Gen11 and Lakefield's own agree wherever both name a domain.
 * The exceptions are the CP registers of the slice, which i915 wakes as a whole.
 */
static void oa_forcewake_gen11_lkf(struct kunit *test)
{
	u32 offset, icl, lkf;

	for (offset = 0; offset < 0x40000; offset += 0x80) {
		icl = oa_forcewake_domains(oa_platform_icl.forcewake, offset, false);
		lkf = oa_forcewake_domains(oa_platform_lkf.forcewake, offset, false);
		if (lkf)
			KUNIT_EXPECT_EQ_MSG(test, icl, lkf, "0x%x", offset);
	}
}

static void oa_forcewake_replicated(struct kunit *test)
{
	static const struct oa_platform * const platforms[] = {
		&oa_platform_bdw, &oa_platform_chv, &oa_platform_skl, &oa_platform_icl,
		&oa_platform_lkf,
	};
	static const u32 subslice[] = { 0xe000, 0xe180, 0xe458, 0xe75c };
	u32 i, j;

	for (i = 0; i < ARRAY_SIZE(platforms); i++)
		for (j = 0; j < ARRAY_SIZE(subslice); j++)
			KUNIT_EXPECT_EQ(test, OA_REPL_SUBSLICE,
					oa_forcewake_find(platforms[i]->forcewake,
							  subslice[j])->replication);
	KUNIT_EXPECT_EQ(test, oa_forcewake_find(oa_platform_lkf.forcewake, 0xb100)->replication,
			OA_REPL_L3BANK);
	KUNIT_EXPECT_EQ(test, oa_forcewake_find(oa_platform_lkf.forcewake, 0x5500)->replication,
			OA_REPL_SLICE);
	KUNIT_EXPECT_EQ(test, oa_forcewake_find(oa_platform_lkf.forcewake, 0x9888)->replication,
			OA_REPL_NONE);
}

static void oa_forcewake_config(struct kunit *test)
{
	struct oa_reg_value media = { 0x12000, 0 };
	struct oa_config config = {};

	/* A ring, and an OA unit without a metric set */
	KUNIT_EXPECT_EQ(test, oa_stream_domains(oa_platform_hsw.forcewake, &config), R);
	KUNIT_EXPECT_EQ(test, oa_stream_domains(oa_platform_chv.forcewake, &config), R | M);
	/* From Gen9 on, all domains */
	KUNIT_EXPECT_EQ(test, oa_stream_domains(oa_platform_skl.forcewake, &config), R | G | M);
	KUNIT_EXPECT_EQ(test, oa_stream_domains(oa_platform_icl.forcewake, &config), ALL_GEN11);
	KUNIT_EXPECT_EQ(test, oa_stream_domains(oa_platform_ehl.forcewake, &config), ONE_GEN11);
	KUNIT_EXPECT_EQ(test, oa_stream_domains(oa_platform_lkf.forcewake, &config), ONE_GEN11);
	config.set.mux.count = 1;
	config.set.mux.regs = &media;
	KUNIT_EXPECT_EQ(test, oa_stream_domains(oa_platform_skl.forcewake, &config), R | G | M);
}

struct media_case {
	const char *name;
	const struct oa_platform *platform;
	u32 off;	/* 0x9140: video engines [7:0], video enhancement engines [19:16] */
	u32 there;
};

static const struct media_case media_cases[] = {
	{ "icl", &oa_platform_icl, 0xe00fa, ALL_GEN11 },
	{ "icl: one video engine", &oa_platform_icl, 0xe00fe, ONE_GEN11 },
	{ "icl: only the third video engine", &oa_platform_icl, 0xf00fb,
	  R | G | OA_FORCEWAKE_VDBOX2 },
	{ "icl: no media", &oa_platform_icl, 0xf00ff, R | G },
	/* The fuse of an engine that the platform never had does not count. */
	{ "ehl", &oa_platform_ehl, 0xe00fa, ONE_GEN11 },
	{ "ehl: no media", &oa_platform_ehl, 0xf00ff, R | G },
	{ "lkf", &oa_platform_lkf, 0xe00fa, ONE_GEN11 },
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

/* A stream wakes only those of Gen11's media engines that the fuses leave enabled. */
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
	struct fake_mmio *fake = fake_mmio_new(test, 0);
	struct oa_config config = {};
	u32 domains, i;

	for (i = 0; i < ARRAY_SIZE(wells); i++)
		fake_mmio_add(fake, wells[i].request, NULL);
	for (i = 0; i < ARRAY_SIZE(acks); i++)
		fake_mmio_add(fake, acks[i], NULL);
	fake->read = media_read;
	fake->write = media_write;
	*fake_mmio_reg(fake, 0x9140) = c->off;
	oa_forcewake_init(&fake->uncore, c->platform->forcewake);
	KUNIT_ASSERT_EQ(test, oa_forcewake_get(&fake->uncore, R | G), 0);
	oa_forcewake_read_fuses(&fake->uncore);
	domains = oa_stream_domains(c->platform->forcewake, &config);
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
	bool mute;	/* the fallback does not help either */
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

/* The log starts after the writes that drop old requests. */
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
	struct wake_test *t = wake_start(test, oa_platform_skl.forcewake, 0, 0);

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
	struct wake_test *t = wake_start(test, oa_platform_hsw.forcewake, 0, 0);

	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, OA_FORCEWAKE_ALL), 0);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 1u);
	KUNIT_EXPECT_EQ(test, t->fake.uncore.forcewake.held, R);
	oa_forcewake_put(&t->fake.uncore, OA_FORCEWAKE_ALL);
	wake_end(test, t);
}

/* The fallback bit makes up for a lost acknowledge, and is released again. */
static void oa_forcewake_fallback(struct kunit *test)
{
	struct wake_test *t = wake_start(test, oa_platform_skl.forcewake, 0, 0);

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
	struct wake_test *t = wake_start(test, oa_platform_skl.forcewake, 0, 0);

	t->deaf = 0xa270;
	t->mute = true;
	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R | G | M), -EIO);
	wake_end(test, t);
}

static void oa_forcewake_ivb_pair(struct kunit *test)
{
	struct wake_test *t = wake_start(test, oa_platform_ivb.forcewake, BIT(5), 0);

	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R), 0);
	KUNIT_EXPECT_EQ(test, t->a188, 1u);
	oa_forcewake_put(&t->fake.uncore, R);
	wake_end(test, t);
	t = wake_start(test, oa_platform_ivb.forcewake, 0, 0);
	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R), 0);
	KUNIT_EXPECT_EQ(test, t->a188, 0u);
	KUNIT_EXPECT_EQ(test, t->a18c, 1u);
	oa_forcewake_put(&t->fake.uncore, R);
	wake_end(test, t);
}

/* Only the kernel's own requests are dropped, if an earlier driver left any. */
static void oa_forcewake_left(struct kunit *test)
{
	struct wake_test *t = wake_prepare(test, 0, 0);

	t->a188 = BIT(0);
	t->a278 = BIT(15) | BIT(1);
	t->a270 = BIT(15) | BIT(0);
	oa_forcewake_init(&t->fake.uncore, oa_platform_skl.forcewake);
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
	oa_forcewake_init(&t->fake.uncore, oa_platform_ivb.forcewake);
	KUNIT_EXPECT_EQ(test, t->a188, 0u);
	KUNIT_EXPECT_EQ(test, t->a18c, 0u);
	wake_end(test, t);
}

/* A resume drops old requests like a bind; a domain that is held keeps its request. */
static void oa_forcewake_left_at_resume(struct kunit *test)
{
	struct wake_test *t = wake_start(test, oa_platform_skl.forcewake, 0, 0);

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
	struct wake_test *t = wake_start(test, oa_platform_chv.forcewake, 0, BIT(4));

	KUNIT_EXPECT_EQ(test, oa_forcewake_get(&t->fake.uncore, R | M), 0);
	KUNIT_EXPECT_EQ(test, t->allow, BIT(4) | BIT(0));
	KUNIT_EXPECT_EQ(test, t->b0, 1u);
	KUNIT_EXPECT_EQ(test, t->b8, 1u);
	oa_forcewake_put(&t->fake.uncore, R | M);
	wake_end(test, t);
	KUNIT_EXPECT_EQ(test, t->allow, BIT(4));
}

static struct kunit_case oa_forcewake_cases[] = {
	KUNIT_CASE_PARAM(oa_forcewake_witnesses, witness_gen_params),
	KUNIT_CASE(oa_forcewake_shadowed),
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
