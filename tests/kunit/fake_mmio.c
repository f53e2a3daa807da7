// SPDX-License-Identifier: GPL-2.0-only
/*
 * The register file of the KUnit suites that test the driver without a simulated
 * GPU. Its registers keep the values written to them; it logs the writes, and
 * has hooks for anything else that a suite's hardware does.
 */
#include <kunit/test.h>
#include <linux/kernel.h>

#include "fake_mmio.h"

static struct fake_mmio *to_fake(struct i915_oa_mmio *mmio)
{
	return container_of(mmio, struct fake_mmio, mmio);
}

/**
 * fake_mmio_add() - name a register
 * @f: the register file
 * @offset: bytes from the start of BAR 0
 * @value: where the suite keeps the value; NULL if only the hooks know the register
 */
void fake_mmio_add(struct fake_mmio *f, u32 offset, u32 *value)
{
	struct fake_reg *reg = &f->regs[f->num_regs];

	if (WARN_ON(f->num_regs == ARRAY_SIZE(f->regs)))
		return;
	reg->offset = offset;
	reg->value = value ?: &reg->own;
	f->num_regs++;
}

/**
 * fake_mmio_reg() - the value of a register
 * @f: the register file
 * @offset: bytes from the start of BAR 0
 *
 * If the file is @open, a register is created by its first access.
 * Return: where the value is kept; NULL, and a fault, if there is no such register.
 */
u32 *fake_mmio_reg(struct fake_mmio *f, u32 offset)
{
	u32 i;

	for (i = 0; i < f->num_regs; i++)
		if (f->regs[i].offset == offset)
			return f->regs[i].value;
	if (!f->open || f->num_regs == ARRAY_SIZE(f->regs)) {
		f->faults++;
		return NULL;
	}
	fake_mmio_add(f, offset, NULL);
	return f->regs[i].value;
}

static u32 fake_read32(struct i915_oa_mmio *mmio, u32 offset)
{
	struct fake_mmio *f = to_fake(mmio);
	u32 *reg = fake_mmio_reg(f, offset);
	u32 value = reg ? *reg : 0;

	f->num_reads++;
	f->last_read = offset;
	if (f->gone)
		return ~0u;
	return f->read ? f->read(f, offset, value) : value;
}

static void log_write(struct fake_mmio *f, u32 offset, u64 value, bool wide)
{
	if (f->num_writes < f->max_writes)
		f->writes[f->num_writes] = (struct fake_write){ offset, value, f->by, wide };
	f->num_writes++;
	f->last_read = 0;
}

/**
 * fake_mmio_write() - write a register
 * @f: the register file
 * @offset: bytes from the start of BAR 0
 * @value: what to write
 */
void fake_mmio_write(struct fake_mmio *f, u32 offset, u32 value)
{
	u32 *reg = fake_mmio_reg(f, offset);

	log_write(f, offset, value, false);
	if (!reg)
		return;
	*reg = f->write ? f->write(f, offset, value) : value;
}

static void fake_write32(struct i915_oa_mmio *mmio, u32 offset, u32 value)
{
	fake_mmio_write(to_fake(mmio), offset, value);
}

static void fake_write64(struct i915_oa_mmio *mmio, u32 offset, u64 value)
{
	struct fake_mmio *f = to_fake(mmio);
	u32 *low = fake_mmio_reg(f, offset), *high = fake_mmio_reg(f, offset + 4);

	log_write(f, offset, value, true);
	if (!low || !high)
		return;
	*low = lower_32_bits(value);
	*high = upper_32_bits(value);
}

static const struct i915_oa_mmio_ops fake_mmio_ops = {
	.read32 = fake_read32,
	.write32 = fake_write32,
	.write64 = fake_write64,
};

/**
 * fake_mmio_init() - make a register file without registers
 * @test: it lives as long as this test case
 * @f: the register file, zeroed
 * @max_writes: how many writes the log holds
 */
void fake_mmio_init(struct kunit *test, struct fake_mmio *f, u32 max_writes)
{
	f->writes = kunit_kcalloc(test, max_writes, sizeof(*f->writes), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, f->writes);
	f->max_writes = max_writes;
	f->mmio = (struct i915_oa_mmio){
		.magic = I915_OA_MMIO_MAGIC,
		.version = I915_OA_MMIO_VERSION,
		.size = 0x400000,
		.ops = &fake_mmio_ops,
	};
	raw_spin_lock_init(&f->uncore.lock);
	f->uncore.sim = &f->mmio;
	f->uncore.size = f->mmio.size;
	f->uncore.drm = &f->drm;
}

/**
 * fake_mmio_new() - allocate a register file without registers
 * @test: it lives as long as this test case
 * @max_writes: how many writes the log holds
 *
 * Return: the register file; a failed allocation ends the test case.
 */
struct fake_mmio *fake_mmio_new(struct kunit *test, u32 max_writes)
{
	struct fake_mmio *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, f);
	fake_mmio_init(test, f, max_writes);
	return f;
}

/**
 * fake_mmio_expect() - the log must hold exactly these writes, and there were no faults
 * @test: the test case
 * @f: the register file
 * @expected: the writes, in order
 * @num: how many
 */
void fake_mmio_expect(struct kunit *test, const struct fake_mmio *f,
		      const struct fake_write *expected, u32 num)
{
	u32 i;

	KUNIT_ASSERT_LE(test, num, f->max_writes);
	KUNIT_ASSERT_EQ(test, f->num_writes, num);
	for (i = 0; i < num; i++) {
		KUNIT_EXPECT_EQ_MSG(test, f->writes[i].offset, expected[i].offset, "write %u", i);
		KUNIT_EXPECT_EQ_MSG(test, f->writes[i].value, expected[i].value, "write %u", i);
		KUNIT_EXPECT_EQ_MSG(test, f->writes[i].by, expected[i].by, "write %u", i);
		KUNIT_EXPECT_EQ_MSG(test, f->writes[i].wide, expected[i].wide, "write %u", i);
	}
	KUNIT_EXPECT_EQ(test, f->faults, 0u);
}
