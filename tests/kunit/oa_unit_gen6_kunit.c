// SPDX-License-Identifier: GPL-2.0-only
/*
 * The OA units of SNB, IVB and VLV: the registers that are written, their order
 * and values, and the registers that must not be touched.
 *
 * Expected values are written from hardware.rst 3.2 to 3.5, 3.10, 7.1, 7.2. Every
 * register can be accessed, except that SNB's OABUFFER cannot be read.
 */
#include <kunit/test.h>
#include <linux/bits.h>
#include <linux/kernel.h>

#include "fake_mmio.h"
#include "formats/oa_format.h"
#include "named_param.h"
#include "oa/oa_platform.h"
#include "oa/uapi/oa_uapi.h"
#include "oa/unit/oa_unit.h"

/* hardware.rst 3.2 to 3.5 */
#define OACONTROL	0x2360
#define OASTATUS1	0x2364
#define OASTATUS2	0x2368
#define OABUFFER	0x23b0
/* hardware.rst 2.4 */
#define UCGCTL1		0x9400
#define UCGCTL3		0x9408
#define MISCCPCTL	0x9424

#define BASE		0x7fe80000u

#define MAX_WRITES	64

struct unit_test {
	struct fake_mmio fake;
	struct oa_unit unit;
	struct oa_metric_set set;
	u32 write_only;		/* offset of a register that cannot be read */
};

static u32 *find_reg(struct unit_test *t, u32 offset)
{
	return fake_mmio_reg(&t->fake, offset);
}

static void set_reg(struct unit_test *t, u32 offset, u32 value)
{
	*find_reg(t, offset) = value;
}

static u32 unit_read(struct fake_mmio *fake, u32 offset, u32 value)
{
	fake->faults += offset == container_of(fake, struct unit_test, fake)->write_only;
	return value;
}

static struct oa_reg_value cec_regs[] = {
	{ 0x2390, 0x3 }, { 0x2394, 0xfffe }, { 0x23ac, 0x1234 },
};

static const struct oa_report_format *
format_of(const struct oa_platform *platform, u8 select)
{
	size_t i;

	for (i = 0; i < platform->num_formats; i++)
		if (platform->formats[i].select == select)
			return &platform->formats[i];
	return NULL;
}

static struct unit_test *unit_test(struct kunit *test, const struct oa_platform *platform,
				   u8 select, u32 size)
{
	struct unit_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	fake_mmio_init(test, &t->fake, MAX_WRITES);
	t->fake.open = true;
	t->fake.read = unit_read;
	t->unit.uncore = &t->fake.uncore;
	t->unit.setup = (struct oa_unit_setup){
		.base = BASE,
		.size = size,
		.format = format_of(platform, select),
		.periodic = true,
		.exponent = 6,
	};
	KUNIT_ASSERT_NOT_NULL(test, t->unit.setup.format);
	t->set.boolean.regs = cec_regs;
	t->set.boolean.count = ARRAY_SIZE(cec_regs);
	if (platform == &oa_platform_snb)
		t->write_only = OABUFFER;
	return t;
}

/* Sizes of hardware.rst 3.3: 16 KiB x (code + 1), code in [5:3] */
struct size_case {
	u32 size;
	u32 code;
};

static const struct size_case size_cases[] = {
	{ 16 << 10, 0 << 3 }, { 32 << 10, 1 << 3 }, { 48 << 10, 2 << 3 }, { 64 << 10, 3 << 3 },
	{ 80 << 10, 4 << 3 }, { 96 << 10, 5 << 3 }, { 112 << 10, 6 << 3 }, { 128 << 10, 7 << 3 },
};

static void size_desc(const struct size_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%u KiB", c->size >> 10);
}

KUNIT_ARRAY_PARAM(size, size_cases, size_desc);

/* The clocks are ungated, as configure() leaves them. */
static void start(struct unit_test *t, const struct oa_unit_ops *ops)
{
	set_reg(t, UCGCTL1, BIT(7));
	ops->enable(&t->unit);
}

/* 7.1: off, OASTATUS2, OABUFFER, OASTATUS1, clear counter overflow, on; n = 6 - 3 */
static void oa_unit_snb_starts(struct kunit *test)
{
	const struct size_case *c = test->param_value;
	struct unit_test *t = unit_test(test, &oa_platform_snb, 3, c->size);
	const struct fake_write writes[] = {
		{ OACONTROL, 0 },
		{ OASTATUS2, BASE | 1 },
		{ OABUFFER, BASE },
		{ OASTATUS1, BASE | c->code },
		{ OASTATUS1, BASE | c->code },
		{ OACONTROL, 3 << 6 | BIT(5) | 3 << 2 | BIT(0) },
	};

	start(t, &oa_unit_snb);
	fake_mmio_expect(test, &t->fake, writes, ARRAY_SIZE(writes));
}

static void oa_unit_ivb_starts(struct kunit *test)
{
	const struct size_case *c = test->param_value;
	struct unit_test *t = unit_test(test, &oa_platform_ivb, 5, c->size);
	const struct fake_write writes[] = {
		{ OASTATUS2, BASE | 1 },
		{ OABUFFER, BASE },
		{ OASTATUS1, BASE | c->code },
		{ OACONTROL, 6 << 6 | BIT(5) | 5 << 2 | BIT(0) },
	};

	start(t, &oa_unit_ivb);
	fake_mmio_expect(test, &t->fake, writes, ARRAY_SIZE(writes));
	t->fake.num_writes = 0;
	start(t, &oa_unit_vlv);
	fake_mmio_expect(test, &t->fake, writes, ARRAY_SIZE(writes));
}

/* The slowest exponent of the ABI, and the fastest of SNB */
static void oa_unit_snb_exponents(struct kunit *test)
{
	struct unit_test *t = unit_test(test, &oa_platform_snb, 0, 128 << 10);

	t->unit.setup.exponent = 31;
	start(t, &oa_unit_snb);
	KUNIT_EXPECT_EQ(test, *find_reg(t, OACONTROL), 28u << 6 | BIT(5) | BIT(0));
	t->unit.setup.exponent = 3;
	start(t, &oa_unit_snb);
	KUNIT_EXPECT_EQ(test, *find_reg(t, OACONTROL), (u32)(BIT(5) | BIT(0)));
}

static void oa_unit_gen6_aperiodic_context(struct kunit *test)
{
	struct unit_test *t = unit_test(test, &oa_platform_snb, 1, 128 << 10);

	t->unit.setup.periodic = false;
	t->unit.setup.single_context = true;
	t->unit.setup.ctx_id = 0x12345000;
	start(t, &oa_unit_snb);
	KUNIT_EXPECT_EQ(test, *find_reg(t, OACONTROL), 0x12345000u | 1 << 2 | BIT(1) | BIT(0));
}

/* A reset, which gates the clocks again, or loses the head */
static u32 write_after_reset(struct fake_mmio *fake, u32 offset, u32 value)
{
	return offset == OASTATUS2 ? 1 : value;
}

static void oa_unit_gen6_stays_off(struct kunit *test)
{
	struct unit_test *t = unit_test(test, &oa_platform_ivb, 5, 128 << 10);

	oa_unit_snb.enable(&t->unit);
	oa_unit_ivb.enable(&t->unit);
	KUNIT_EXPECT_EQ(test, *find_reg(t, OACONTROL), 0u);
	/* Only one of IVB's two gates is as configure() leaves it. */
	set_reg(t, MISCCPCTL, BIT(0));
	start(t, &oa_unit_ivb);
	KUNIT_EXPECT_EQ(test, *find_reg(t, OACONTROL), 0u);
	set_reg(t, MISCCPCTL, 0);
	t->fake.write = write_after_reset;
	start(t, &oa_unit_ivb);
	KUNIT_EXPECT_EQ(test, *find_reg(t, OACONTROL), 0u);
	t->fake.write = NULL;
	start(t, &oa_unit_ivb);
	KUNIT_EXPECT_NE(test, *find_reg(t, OACONTROL), 0u);
}

struct stop_case {
	const char *name;
	u32 head;
	u32 tail;
	bool periodic;
	bool rewrites;
};

static const struct stop_case stop_cases[] = {
	{ "head before tail", 0x40, 0x80, true, false },
	{ "head at tail", 0x80, 0x80, true, false },
	{ "head behind tail", 0xc0, 0x80, true, true },
	{ "head behind tail, no timer", 0xc0, 0x80, false, false },
};

KUNIT_ARRAY_PARAM_DESC(stop, stop_cases, name);

/* 7.1: turn the timer off, compare head and tail, then clear the enable bit */
static void oa_unit_snb_stops(struct kunit *test)
{
	const struct stop_case *c = test->param_value;
	struct unit_test *t = unit_test(test, &oa_platform_snb, 3, 96 << 10);
	struct fake_write writes[3];
	u32 n = 0;

	/* The register decides, since an earlier user of the unit may have left the timer on. */
	set_reg(t, OACONTROL, 3 << 6 | (c->periodic ? BIT(5) : 0) | 3 << 2 | BIT(0));
	set_reg(t, OASTATUS2, BASE + c->head + 1);
	/* The size and the overflow bits are not part of the tail. */
	set_reg(t, OASTATUS1, (BASE + c->tail) | 0x3f);
	if (c->periodic)
		writes[n++] = (struct fake_write){ OACONTROL, 3 << 6 | 3 << 2 | BIT(0) };
	if (c->rewrites)
		writes[n++] = (struct fake_write){ OASTATUS2, BASE + c->head + 1 };
	writes[n++] = (struct fake_write){ OACONTROL, 0 };
	KUNIT_EXPECT_EQ(test, oa_unit_snb.disable(&t->unit), 0);
	fake_mmio_expect(test, &t->fake, writes, n);
}

static void oa_unit_ivb_stops(struct kunit *test)
{
	struct unit_test *t = unit_test(test, &oa_platform_ivb, 3, 96 << 10);
	static const struct fake_write writes[] = { { OACONTROL, 0 } };

	set_reg(t, OASTATUS2, BASE + 0xc0 + 1);
	set_reg(t, OASTATUS1, BASE + 0x80);
	KUNIT_EXPECT_EQ(test, oa_unit_ivb.disable(&t->unit), 0);
	fake_mmio_expect(test, &t->fake, writes, ARRAY_SIZE(writes));
}

/* Reset values (hardware.rst 3.3 to 3.5), written in the order that works */
static void oa_unit_gen6_clears_buffer(struct kunit *test)
{
	static const struct fake_write writes[] = {
		{ OASTATUS2, 0 }, { OABUFFER, 0 }, { OASTATUS1, 0 },
	};
	static const struct oa_unit_ops *const ops[] = { &oa_unit_snb, &oa_unit_ivb, &oa_unit_vlv };
	struct unit_test *t = unit_test(test, &oa_platform_snb, 0, 128 << 10);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(ops); i++) {
		t->fake.num_writes = 0;
		ops[i]->clear_buffer(&t->unit);
		fake_mmio_expect(test, &t->fake, writes, ARRAY_SIZE(writes));
	}
}

static void oa_unit_gen6_pointers(struct kunit *test)
{
	struct unit_test *t = unit_test(test, &oa_platform_snb, 3, 96 << 10);
	static const struct fake_write writes[] = { { OASTATUS2, (BASE + 0x17fc0) | 1 } };

	set_reg(t, OASTATUS1, (BASE + 0x17fc0) | 0x3f);
	KUNIT_EXPECT_EQ(test, oa_unit_snb.tail(&t->unit), 0x17fc0u);
	set_reg(t, OASTATUS1, BASE | 5 << 3);
	KUNIT_EXPECT_EQ(test, oa_unit_snb.tail(&t->unit), 0u);
	/* A GPU that fell off the bus, or was reset, has no tail in the buffer. */
	set_reg(t, OASTATUS1, ~0u);
	KUNIT_EXPECT_EQ(test, oa_unit_snb.tail(&t->unit), OA_UNIT_NO_TAIL);
	set_reg(t, OASTATUS1, 0);
	KUNIT_EXPECT_EQ(test, oa_unit_snb.tail(&t->unit), OA_UNIT_NO_TAIL);
	oa_unit_snb.set_head(&t->unit, 0x17fc0);
	fake_mmio_expect(test, &t->fake, writes, ARRAY_SIZE(writes));
}

/* 7.2: only the enable bit shows a reset. A GPU that is gone has nothing enabled. */
static void oa_unit_gen6_resets(struct kunit *test)
{
	struct unit_test *t = unit_test(test, &oa_platform_ivb, 3, 96 << 10);

	set_reg(t, OACONTROL, 0x5);
	KUNIT_EXPECT_EQ(test, oa_unit_hsw.reset_cleared(&t->unit), 0u);
	set_reg(t, OACONTROL, 0x4);
	KUNIT_EXPECT_EQ(test, oa_unit_hsw.reset_cleared(&t->unit), (u32)OA_UNIT_LOST_UNIT);
	set_reg(t, OACONTROL, ~0u);
	KUNIT_EXPECT_EQ(test, oa_unit_hsw.reset_cleared(&t->unit), (u32)OA_UNIT_LOST_UNIT);
}

struct status_case {
	const char *name;
	u32 status1;
	u32 snb;
	u32 vlv;
};

static const struct status_case status_cases[] = {
	{ "nothing", 7 << 3, 0, 0 },
	{ "counter overflow", 7 << 3 | BIT(2), 0, 0 },
	{ "buffer overflow", BIT(1), OA_UNIT_OVERFLOW, OA_UNIT_OVERFLOW },
	/* hardware.rst 3.3: not functional on VLV */
	{ "report lost", BIT(0), OA_UNIT_REPORT_LOST, 0 },
	{ "all", 7, OA_UNIT_OVERFLOW | OA_UNIT_REPORT_LOST, OA_UNIT_OVERFLOW },
};

KUNIT_ARRAY_PARAM_DESC(status, status_cases, name);

static void oa_unit_gen6_tells_status(struct kunit *test)
{
	const struct status_case *c = test->param_value;
	struct unit_test *t = unit_test(test, &oa_platform_snb, 0, 128 << 10);

	set_reg(t, OASTATUS1, BASE | c->status1);
	KUNIT_EXPECT_EQ(test, oa_unit_snb.status(&t->unit), c->snb);
	KUNIT_EXPECT_EQ(test, oa_unit_ivb.status(&t->unit), c->snb);
	KUNIT_EXPECT_EQ(test, oa_unit_vlv.status(&t->unit), c->vlv);
	KUNIT_EXPECT_EQ(test, t->fake.num_writes, 0u);
}

struct configure_case {
	const char *name;
	const struct oa_platform *platform;
	const struct oa_unit_ops *ops;
	bool single_context;
};

static const struct configure_case configure_cases[] = {
	{ "SNB", &oa_platform_snb, &oa_unit_snb, false },
	{ "SNB, one context", &oa_platform_snb, &oa_unit_snb, true },
	{ "IVB", &oa_platform_ivb, &oa_unit_ivb, false },
	{ "IVB, one context", &oa_platform_ivb, &oa_unit_ivb, true },
	{ "VLV, one context", &oa_platform_vlv, &oa_unit_vlv, true },
};

KUNIT_ARRAY_PARAM_DESC(configure, configure_cases, name);

/* The metric set is written unchanged, the clocks run, and both are restored. */
static void oa_unit_gen6_configures(struct kunit *test)
{
	const struct configure_case *c = test->param_value;
	struct unit_test *t = unit_test(test, c->platform, 0, 128 << 10);
	u32 i;

	t->unit.setup.single_context = c->single_context;
	set_reg(t, UCGCTL1, 0x10);
	set_reg(t, UCGCTL3, BIT(20) | BIT(3));
	set_reg(t, MISCCPCTL, 0x5);
	set_reg(t, 0x2390, 0xabcd);
	KUNIT_ASSERT_EQ(test, c->ops->configure(&t->unit, &t->set), 0);
	KUNIT_EXPECT_EQ(test, *find_reg(t, UCGCTL1), (u32)(0x10 | BIT(7)));
	/* hardware.rst 2.4: with a specific context the OA unit's own clock gate must be active. */
	KUNIT_EXPECT_EQ(test, *find_reg(t, UCGCTL3),
			(u32)(c->single_context ? BIT(3) : BIT(20) | BIT(3)));
	/* Documented from Gen7 on */
	KUNIT_EXPECT_EQ(test, *find_reg(t, MISCCPCTL),
			c->platform == &oa_platform_snb ? 0x5u : 0x4u);
	for (i = 0; i < ARRAY_SIZE(cec_regs); i++)
		KUNIT_EXPECT_EQ(test, *find_reg(t, cec_regs[i].offset), cec_regs[i].value);

	oa_unit_restore(&t->unit);
	KUNIT_EXPECT_EQ(test, *find_reg(t, UCGCTL1), 0x10u);
	KUNIT_EXPECT_EQ(test, *find_reg(t, UCGCTL3), (u32)(BIT(20) | BIT(3)));
	KUNIT_EXPECT_EQ(test, *find_reg(t, MISCCPCTL), 0x5u);
	KUNIT_EXPECT_EQ(test, *find_reg(t, 0x2390), 0xabcdu);
	KUNIT_EXPECT_EQ(test, *find_reg(t, 0x23ac), 0u);
	KUNIT_EXPECT_EQ(test, t->fake.faults, 0u);
}

static struct kunit_case oa_unit_gen6_cases[] = {
	KUNIT_CASE_PARAM(oa_unit_snb_starts, size_gen_params),
	KUNIT_CASE_PARAM(oa_unit_ivb_starts, size_gen_params),
	KUNIT_CASE(oa_unit_snb_exponents),
	KUNIT_CASE(oa_unit_gen6_aperiodic_context),
	KUNIT_CASE(oa_unit_gen6_stays_off),
	KUNIT_CASE_PARAM(oa_unit_snb_stops, stop_gen_params),
	KUNIT_CASE(oa_unit_ivb_stops),
	KUNIT_CASE(oa_unit_gen6_clears_buffer),
	KUNIT_CASE(oa_unit_gen6_pointers),
	KUNIT_CASE(oa_unit_gen6_resets),
	KUNIT_CASE_PARAM(oa_unit_gen6_tells_status, status_gen_params),
	KUNIT_CASE_PARAM(oa_unit_gen6_configures, configure_gen_params),
	{ }
};

static struct kunit_suite oa_unit_gen6_suite = {
	.name = "i915_oa_unit_gen6",
	.test_cases = oa_unit_gen6_cases,
};

kunit_test_suite(oa_unit_gen6_suite);
