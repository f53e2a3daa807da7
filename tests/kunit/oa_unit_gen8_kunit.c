// SPDX-License-Identifier: GPL-2.0-only
/*
 * The OA units of Gen8 to Gen11: the registers that are written, their order,
 * and the writer: the CPU or the ring.
 *
 * Expected values are written from hardware.rst 3.6 to 3.8, 3.12, 7.3, 7.4, 9.1.
 * Every register can be accessed. A few lines stand in for the render engine and run
 * its ring.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/sched/signal.h>
#include <linux/sizes.h>

#include "fake_mmio.h"
#include "formats/oa_format.h"
#include "named_param.h"
#include "oa/engine/oa_engine.h"
#include "oa/engine/oa_engine_priv.h"
#include "oa/uapi/oa_uapi.h"
#include "oa/unit/oa_unit.h"
#include "oa/unit/oa_unit_priv.h"

#define OACTXCONTROL	0x2360
#define OABUFFER_UDW	0x23b4
#define OACONTROL	0x2b00
#define OA_DEBUG	0x2b04
#define OASTATUS	0x2b08
#define OAHEADPTR	0x2b0c
#define OATAILPTR	0x2b10
#define OABUFFER	0x2b14

#define BASE		0xfd000000u
#define STATUS_PAGE	0xfc000000u
#define RING		0xfc010000u
#define MAX_WRITES	8192

/* The log's writers: the CPU, or a command in run number 1, 2, ... of the ring */
struct unit_test {
	struct fake_mmio fake;
	struct oa_kctx kctx;
	struct oa_unit unit;
	struct oa_metric_set set;
	u32 ring_head;
	u32 runs;
	bool bad_command;
	bool deaf;		/* the engine executes nothing */
};

static u32 *find_reg(struct unit_test *t, u32 offset)
{
	return fake_mmio_reg(&t->fake, offset);
}

/* Run one command at @cs; return its length in dwords, 0 if it is unknown. */
static u32 run_command(struct unit_test *t, const u32 *cs)
{
	u32 length = (cs[0] & 0xff) + 2, i;

	if (!cs[0])
		return 1;
	switch (cs[0] >> 23) {
	case 0x22:
		for (i = 1; i < length; i += 2)
			fake_mmio_write(&t->fake, cs[i], cs[i + 1]);
		return length;
	case 0x20:
		if (cs[0] != 0x10400002 || cs[2] || cs[1] - STATUS_PAGE >= SZ_4K)
			return 0;
		*(u32 *)(t->kctx.shared.vaddr + cs[1] - STATUS_PAGE) = cs[3];
		return length;
	case 0x28:
		return length;
	default:
		return cs[0] >> 24 == 0x7a ? length : 0;
	}
}

static int fake_submit(struct oa_kctx *kctx, struct oa_cs_context *ctx)
{
	struct unit_test *t = container_of(kctx, struct unit_test, kctx);

	t->fake.by = ++t->runs;
	while (!t->deaf && t->ring_head != ctx->tail) {
		u32 dwords = run_command(t, ctx->ring + t->ring_head / 4);

		/* A command must lie in the ring as a whole. */
		if (!dwords || t->ring_head + 4 * dwords > SZ_16K) {
			t->bad_command = true;
			break;
		}
		t->ring_head = (t->ring_head + 4 * dwords) % SZ_16K;
	}
	t->fake.by = 0;
	return 0;
}

static int fake_retire(struct oa_kctx *kctx, struct oa_cs_context *ctx)
{
	return 0;
}

static bool fake_lost(struct oa_kctx *kctx)
{
	return false;
}

static const struct oa_kctx_ops fake_engine = {
	.wide = true,
	.submit = fake_submit,
	.retire = fake_retire,
	.lost = fake_lost,
};

static void *zeroed(struct kunit *test, size_t size)
{
	void *p = kunit_kzalloc(test, size, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, p);
	return p;
}

static struct unit_test *unit_test(struct kunit *test)
{
	struct unit_test *t = zeroed(test, sizeof(*t));

	fake_mmio_init(test, &t->fake, MAX_WRITES);
	t->fake.open = true;
	t->kctx.uncore = &t->fake.uncore;
	t->kctx.ops = &fake_engine;
	t->kctx.up = true;
	t->kctx.shared.vaddr = zeroed(test, SZ_4K);
	t->kctx.shared.node.start = STATUS_PAGE;
	/* Zeroed, and twice the size, so that a write past the end can do no harm. */
	t->kctx.own.ring = zeroed(test, 2 * SZ_16K);
	t->kctx.own.ring_address = RING;
	t->unit.uncore = &t->fake.uncore;
	t->unit.kctx = &t->kctx;
	t->unit.setup = (struct oa_unit_setup){
		.base = BASE,
		.size = SZ_16M,
		.format = &oa_formats_gen9[2],
		.periodic = true,
		.exponent = 6,
		.rpcs = 0x80000088,
	};
	return t;
}

static void expect_writes(struct kunit *test, const struct unit_test *t,
			  const struct fake_write *expected, u32 num)
{
	KUNIT_EXPECT_FALSE(test, t->bad_command);
	fake_mmio_expect(test, &t->fake, expected, num);
}

/* 7.3, steps 4 to 10; format 5 */
static void oa_gen8_enable_order(struct kunit *test)
{
	static const struct fake_write expected[] = {
		{ OASTATUS, 0 },
		{ OAHEADPTR, BASE },
		{ OABUFFER_UDW, 0 },
		{ OABUFFER, BASE | 7 << 3 | 1 },
		{ OATAILPTR, BASE },
		{ OACONTROL, 5 << 2 | 1 },
	};
	struct unit_test *t = unit_test(test);

	oa_unit_gen9.enable(&t->unit);
	expect_writes(test, t, expected, ARRAY_SIZE(expected));
}

static void oa_gen8_stop(struct kunit *test)
{
	static const struct fake_write expected[] = {
		{ OACONTROL, 0 },
		{ OASTATUS, 0 },
		{ OAHEADPTR, 0 },
		{ OABUFFER_UDW, 0 },
		{ OABUFFER, 0 },
		{ OATAILPTR, 0 },
	};
	struct unit_test *t = unit_test(test);

	KUNIT_EXPECT_EQ(test, oa_unit_gen9.disable(&t->unit), 0);
	oa_unit_gen9.clear_buffer(&t->unit);
	expect_writes(test, t, expected, ARRAY_SIZE(expected));
}

static void oa_gen8_pointers(struct kunit *test)
{
	struct unit_test *t = unit_test(test);

	*find_reg(t, OATAILPTR) = BASE + 0x12340;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.tail(&t->unit), 0x12340u);
	/* A GPU that fell off the bus, or was reset, has no tail in the buffer. */
	*find_reg(t, OATAILPTR) = 0xffffffff;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.tail(&t->unit), OA_UNIT_NO_TAIL);
	*find_reg(t, OATAILPTR) = 0;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.tail(&t->unit), OA_UNIT_NO_TAIL);
	*find_reg(t, OATAILPTR) = BASE - 64;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.tail(&t->unit), OA_UNIT_NO_TAIL);
	*find_reg(t, OATAILPTR) = BASE + t->unit.setup.size + 64;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.tail(&t->unit), OA_UNIT_NO_TAIL);
	*find_reg(t, OATAILPTR) = BASE + t->unit.setup.size;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.tail(&t->unit), 0u);
	oa_unit_gen8.set_head(&t->unit, 0x500);
	KUNIT_EXPECT_EQ(test, *find_reg(t, OAHEADPTR), BASE + 0x500);
}

static void oa_gen8_status_bits(struct kunit *test)
{
	struct unit_test *t = unit_test(test);
	u32 *status = find_reg(t, OASTATUS);

	*status = 0xfffffffc;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.status(&t->unit), 0u);
	*status = 2;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.status(&t->unit), (u32)OA_UNIT_OVERFLOW);
	*status = 1;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.status(&t->unit), (u32)OA_UNIT_REPORT_LOST);
}

/* 3.8: write with bits 17:16 set, or hardware may reset the tail; overflow stays. */
static void oa_gen8_clears_lost(struct kunit *test)
{
	static const struct fake_write expected[] = { { OASTATUS, 0x30002 } };
	struct unit_test *t = unit_test(test);

	*find_reg(t, OASTATUS) = 7;
	oa_unit_gen8.ack_report_lost(&t->unit);
	expect_writes(test, t, expected, 1);
}

static void oa_gen8_resets(struct kunit *test)
{
	struct unit_test *t = unit_test(test);

	*find_reg(t, OACONTROL) = 0x15;
	*find_reg(t, OACTXCONTROL) = 0x1b;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.reset_cleared(&t->unit), 0u);
	*find_reg(t, OACTXCONTROL) = 0;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.reset_cleared(&t->unit), (u32)OA_UNIT_LOST_CONTEXT);
	*find_reg(t, OACONTROL) = 0x14;
	KUNIT_EXPECT_TRUE(test, oa_unit_gen8.reset_cleared(&t->unit) & OA_UNIT_LOST_UNIT);
	/* A GPU that is gone has nothing enabled. */
	t->fake.gone = true;
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.reset_cleared(&t->unit),
			(u32)(OA_UNIT_LOST_UNIT | OA_UNIT_LOST_CONTEXT));
}

static struct oa_reg_value mux_regs[] = { { 0x9840, 0x80 }, { 0x9888, 0x1 }, { 0x9888, 0x2 } };
static struct oa_reg_value boolean_regs[] = { { 0x2714, 0xf0800000 }, { 0x2710, 0 } };
/* Of several writes to one register, the context must hold the last value. */
static struct oa_reg_value flex_regs[] = { { 0xe458, 1 }, { 0xe65c, 0x222222 }, { 0xe458, 3 } };

static void use_set(struct unit_test *t)
{
	t->set.mux = (struct oa_reg_list){ ARRAY_SIZE(mux_regs), mux_regs };
	t->set.boolean = (struct oa_reg_list){ ARRAY_SIZE(boolean_regs), boolean_regs };
	t->set.flex = (struct oa_reg_list){ ARRAY_SIZE(flex_regs), flex_regs };
}

/* 7.3, steps 2 and 3: the context's registers, then mux, boolean, flex */
static const struct fake_write set_writes[] = {
	{ 0x20c8, 0x80000088, 1 }, { OACTXCONTROL, 6 << 2 | 2 | 1, 1 },
	{ 0xe458, 3, 1 }, { 0xe558, 0, 1 }, { 0xe658, 0, 1 }, { 0xe758, 0, 1 },
	{ 0xe45c, 0, 1 }, { 0xe55c, 0, 1 }, { 0xe65c, 0x222222, 1 },
	{ 0x9840, 0x80, 2 }, { 0x9888, 0x1, 2 }, { 0x9888, 0x2, 2 },
	{ 0x2714, 0xf0800000, 2 }, { 0x2710, 0, 2 },
	{ 0xe458, 1, 2 }, { 0xe65c, 0x222222, 2 }, { 0xe458, 3, 2 },
};

struct configure_case {
	const char *name;
	const struct oa_unit_ops *ops;
	/* OA_DEBUG is written first: 7.3, step 1 */
	u32 debug;
	/* The register that enables NOA, restored when the stream closes: 7.4, step 4 */
	u32 noa;
	/* Its bit, which is cleared before anything else is restored */
	u32 noa_enable;
	/* The stream asks for reports of changes of the frequency: bit 5 is written 0 */
	bool frequency_reports;
};

static const struct configure_case configure_cases[] = {
	{ "gen8", &oa_unit_gen8, 0, 0x9840, 0x80 },
	{ "gen9", &oa_unit_gen9, 0x600060, 0x9840, 0x80 },
	{ "gen9, frequency", &oa_unit_gen9, 0x600040, 0x9840, 0x80, true },
	{ "gen11", &oa_unit_gen11, 0x600060, 0x0d04, 0x200 },
	{ "gen11, frequency", &oa_unit_gen11, 0x600040, 0x0d04, 0x200, true },
};

KUNIT_ARRAY_PARAM_DESC(configure, configure_cases, name);

static void oa_gen8_configures(struct kunit *test)
{
	const struct configure_case *c = test->param_value;
	struct unit_test *t = unit_test(test);

	use_set(t);
	t->unit.setup.frequency_reports = c->frequency_reports;
	KUNIT_ASSERT_EQ(test, c->ops->configure(&t->unit, &t->set), 0);
	if (c->debug) {
		KUNIT_EXPECT_EQ(test, t->fake.writes[0].offset, (u32)OA_DEBUG);
		KUNIT_EXPECT_EQ(test, t->fake.writes[0].value, (u64)c->debug);
		t->fake.writes++;
		t->fake.num_writes--;
	}
	expect_writes(test, t, set_writes, ARRAY_SIZE(set_writes));
	oa_unit_restore(&t->unit);
}

/* Haswell disconnects its mux like the later units. oa_unit_gen6_kunit.c has the rest of it. */
static const struct configure_case restore_cases[] = {
	{ "hsw", &oa_unit_hsw, 0, 0x9840, 0x80 },
	{ "gen8", &oa_unit_gen8, 0, 0x9840, 0x80 },
	{ "gen9", &oa_unit_gen9, 0x600060, 0x9840, 0x80 },
	{ "gen11", &oa_unit_gen11, 0x600060, 0x0d04, 0x200 },
};

KUNIT_ARRAY_PARAM_DESC(restore, restore_cases, name);

/* The old values are restored, except in the port to the mux. */
static void oa_gen8_puts_back(struct kunit *test)
{
	const struct configure_case *c = test->param_value;
	struct unit_test *t = unit_test(test);
	u32 i;

	*find_reg(t, c->noa) = 0x123;
	*find_reg(t, 0x2714) = 0x456;
	*find_reg(t, OA_DEBUG) = 0x20;
	use_set(t);
	KUNIT_ASSERT_EQ(test, c->ops->configure(&t->unit, &t->set), 0);
	*find_reg(t, c->noa) = 0xb99;
	t->fake.num_writes = 0;
	oa_unit_restore(&t->unit);
	KUNIT_EXPECT_EQ(test, t->fake.writes[0].offset, c->noa);
	KUNIT_EXPECT_EQ(test, t->fake.writes[0].value, (u64)(0xb99 & ~c->noa_enable));
	KUNIT_EXPECT_EQ(test, *find_reg(t, c->noa), 0x123u);
	KUNIT_EXPECT_EQ(test, *find_reg(t, 0x2714), 0x456u);
	if (c->debug)
		KUNIT_EXPECT_EQ(test, *find_reg(t, OA_DEBUG), 0xffff0020u);
	for (i = 0; i < t->fake.num_writes; i++)
		KUNIT_EXPECT_NE(test, t->fake.writes[i].offset, 0x9888u);
}

/* 0x2714 can only be written. */
static u32 reads_nothing(struct fake_mmio *fake, u32 offset, u32 value)
{
	return offset == 0x2714 ? 0 : value;
}

/* The result of reading a write-only register is not its value, and is not written. */
static void oa_gen8_leaves_write_only(struct kunit *test)
{
	struct unit_test *t = unit_test(test);
	u32 i;

	t->fake.read = reads_nothing;
	use_set(t);
	KUNIT_ASSERT_EQ(test, oa_unit_gen8.configure(&t->unit, &t->set), 0);
	t->fake.num_writes = 0;
	oa_unit_restore(&t->unit);
	KUNIT_EXPECT_LT(test, 0u, t->fake.num_writes);
	for (i = 0; i < t->fake.num_writes; i++)
		KUNIT_EXPECT_NE(test, t->fake.writes[i].offset, 0x2714u);
}

/* Counting needs the context even without a timer. */
static void oa_gen8_no_timer(struct kunit *test)
{
	struct unit_test *t = unit_test(test);

	t->unit.setup.periodic = false;
	KUNIT_ASSERT_EQ(test, oa_unit_gen8.configure(&t->unit, &t->set), 0);
	KUNIT_EXPECT_EQ(test, *find_reg(t, OACTXCONTROL), 1u);
	oa_unit_restore(&t->unit);
}

/* 648 pairs, the longest known list: complete, in order, again and again around the ring. */
static void oa_gen8_long_lists(struct kunit *test)
{
	const u32 num = 648;
	struct oa_reg_value *regs = zeroed(test, num * sizeof(*regs));
	struct unit_test *t = unit_test(test);
	u32 i, round;

	for (i = 0; i < num; i++)
		regs[i] = (struct oa_reg_value){ 0x9888, i };
	for (round = 0; round < 20; round++) {
		t->fake.num_writes = 0;
		KUNIT_ASSERT_EQ(test, 0,
				oa_kctx_write_registers(&t->kctx, &t->kctx.own, regs, num));
		KUNIT_ASSERT_EQ(test, oa_kctx_run(&t->kctx, &t->kctx.own), 0);
		KUNIT_ASSERT_FALSE(test, t->bad_command);
		KUNIT_ASSERT_EQ(test, t->fake.num_writes, num);
		for (i = 0; i < num; i++)
			KUNIT_ASSERT_EQ(test, t->fake.writes[i].value, (u64)i);
	}
}

/* A list longer than the ring runs in pieces. */
static void oa_gen8_longer_than_ring(struct kunit *test)
{
	const u32 num = 5000;
	struct oa_reg_value *regs = zeroed(test, num * sizeof(*regs));
	struct unit_test *t = unit_test(test);
	u32 i;

	for (i = 0; i < num; i++)
		regs[i] = (struct oa_reg_value){ 0x9888, i };
	KUNIT_ASSERT_EQ(test, 0, oa_kctx_write_registers(&t->kctx, &t->kctx.own, regs, num));
	KUNIT_ASSERT_EQ(test, oa_kctx_run(&t->kctx, &t->kctx.own), 0);
	KUNIT_ASSERT_FALSE(test, t->bad_command);
	KUNIT_ASSERT_EQ(test, t->fake.num_writes, num);
	for (i = 0; i < num; i++)
		KUNIT_ASSERT_EQ(test, t->fake.writes[i].value, (u64)i);
}

/* An engine that executes nothing causes an error in bounded time, and later errors at once. */
static void oa_gen8_deaf_engine(struct kunit *test)
{
	struct unit_test *t = unit_test(test);

	t->deaf = true;
	use_set(t);
	KUNIT_EXPECT_EQ(test, oa_unit_gen8.configure(&t->unit, &t->set), -EIO);
	KUNIT_EXPECT_FALSE(test, t->kctx.up);
	KUNIT_EXPECT_EQ(test, t->runs, 1u);
	KUNIT_EXPECT_EQ(test, oa_kctx_run(&t->kctx, &t->kctx.own), -EIO);
	KUNIT_EXPECT_EQ(test, t->runs, 1u);
	oa_unit_restore(&t->unit);
}

static void be_killed(bool killed)
{
	struct sighand_struct *sighand = rcu_access_pointer(current->sighand);

	spin_lock_irq(&sighand->siglock);
	if (killed)
		sigaddset(&current->pending.signal, SIGKILL);
	else
		sigdelset(&current->pending.signal, SIGKILL);
	recalc_sigpending();
	spin_unlock_irq(&sighand->siglock);
}

/*
 * The write of a set ends early if the caller is killed, unless the set is restored for others.
 */
static void oa_gen8_killed(struct kunit *test)
{
	struct unit_test *t = unit_test(test);
	int for_others, for_itself;

	use_set(t);
	be_killed(true);
	for_others = oa_unit_write_set(&t->unit, &t->set);
	t->unit.killable = true;
	for_itself = oa_unit_write_set(&t->unit, &t->set);
	be_killed(false);
	KUNIT_EXPECT_EQ(test, for_others, 0);
	KUNIT_EXPECT_EQ(test, for_itself, -EINTR);
	KUNIT_EXPECT_EQ(test, oa_unit_write_set(&t->unit, &t->set), 0);
}

static struct kunit_case oa_unit_gen8_cases[] = {
	KUNIT_CASE(oa_gen8_enable_order),
	KUNIT_CASE(oa_gen8_stop),
	KUNIT_CASE(oa_gen8_pointers),
	KUNIT_CASE(oa_gen8_status_bits),
	KUNIT_CASE(oa_gen8_clears_lost),
	KUNIT_CASE(oa_gen8_resets),
	KUNIT_CASE_PARAM(oa_gen8_configures, configure_gen_params),
	KUNIT_CASE_PARAM(oa_gen8_puts_back, restore_gen_params),
	KUNIT_CASE(oa_gen8_leaves_write_only),
	KUNIT_CASE(oa_gen8_no_timer),
	KUNIT_CASE(oa_gen8_long_lists),
	KUNIT_CASE(oa_gen8_longer_than_ring),
	KUNIT_CASE(oa_gen8_deaf_engine),
	KUNIT_CASE(oa_gen8_killed),
	{}
};

static struct kunit_suite oa_unit_gen8_suite = {
	.name = "i915_oa_unit_gen8",
	.test_cases = oa_unit_gen8_cases,
};

kunit_test_suite(oa_unit_gen8_suite);
