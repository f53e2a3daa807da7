// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counters as registers
 *
 * From Haswell on the OA unit's counters can also be read as registers. Nothing latches them, so
 * the driver reads one after the other while they run. For debugfs it reads the clock before the
 * first and after the last counter, which bounds the time of each value.
 *
 * Facts: hardware.rst 3.1, 3.11; Gen8 and later from Intel's metrics discovery library; the
 * free-running copies from Lakefield, volume 13.
 */
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "gpu/oa_gpu.h"
#include "regs/oa_regs.h"
#include "unit/oa_unit.h"

#define OA_NUM_BC	8
#define OA_A_BITS	40

const struct oa_counter_regs oa_counter_regs_hsw = {
	.a = HSW_OAPERF_A(0),
	.a_stride = 4,
	.num_a = 45,
	.b = HSW_OAPERF_B(0),
};

#define OA_COUNTER_REGS_GEN8 \
	.a = GEN8_OAPERF_A_LO(0), \
	.a_stride = 8, \
	.num_a = 32, \
	.a_more = GEN8_OAPERF_A32(32), \
	.num_a_more = 4, \
	.b = GEN8_OAPERF_B(0), \
	.c = GEN8_OAPERF_C(0), \
	.ticks = GEN8_GPU_TICKS

const struct oa_counter_regs oa_counter_regs_gen8 = {
	OA_COUNTER_REGS_GEN8,
};

const struct oa_counter_regs oa_counter_regs_gen9 = {
	OA_COUNTER_REGS_GEN8,
	.free = GEN9_OAPERF_A4_FREE,
};

/* Numbers of the A counters that have a free-running copy, in the order of the registers */
static const u8 oa_free_copies[] = { 4, 6, 19, 20 };

static bool oa_counter_reg_fill(struct oa_counter_reg *reg, u32 offset, u8 bits)
{
	reg->offset = offset;
	reg->bits = bits;
	return true;
}

/**
 * oa_counter_reg_find() - find the register of a counter
 * @regs: registers of the counters
 * @field: OA_FIELD_A, _B, _C, _GPU_TICKS or _TIMESTAMP
 * @number: number of the counter, 0 for the last two
 * @reg: filled in
 *
 * Pure. Return: false if the platform has no register for it.
 */
bool oa_counter_reg_find(const struct oa_counter_regs *regs, enum oa_field field,
			 unsigned int number, struct oa_counter_reg *reg)
{
	switch (field) {
	case OA_FIELD_A:
		if (number < regs->num_a)
			return oa_counter_reg_fill(reg, regs->a + number * regs->a_stride,
						   regs->a_stride == 8 ? OA_A_BITS : 32);
		number -= regs->num_a;
		return number < regs->num_a_more &&
		       oa_counter_reg_fill(reg, regs->a_more + 4 * number, 32);
	case OA_FIELD_B:
		return number < OA_NUM_BC && oa_counter_reg_fill(reg, regs->b + 4 * number, 32);
	case OA_FIELD_C:
		return regs->c && number < OA_NUM_BC &&
		       oa_counter_reg_fill(reg, regs->c + 4 * number, 32);
	case OA_FIELD_GPU_TICKS:
		return regs->ticks && oa_counter_reg_fill(reg, regs->ticks, 32);
	case OA_FIELD_TIMESTAMP:
		return oa_counter_reg_fill(reg, RCS_TIMESTAMP_LO, OA_TIMESTAMP_BITS);
	default:
		return false;
	}
}

/**
 * oa_counter_reg_read() - read one counter
 * @uncore: registers; forcewake of the OA unit held
 * @reg: filled in by oa_counter_reg_find()
 *
 * Any context. A pair of registers is read so that a carry does not tear the value. Return: the
 * counter, which wraps at its width.
 */
u64 oa_counter_reg_read(struct oa_uncore *uncore, const struct oa_counter_reg *reg)
{
	if (reg->bits <= 32)
		return oa_read32(uncore, reg->offset);
	return oa_read64_2x32(uncore, reg->offset, reg->offset + 4) & (~0ull >> (64 - reg->bits));
}

/* The counters' values, read one after the other. Bit n of a mask: counter n exists. */
struct oa_counter_snapshot {
	u64 before;	/* time stamp before the first counter */
	u64 after;	/* time stamp after the last one */
	u64 a_mask;
	u64 a_free_mask;
	u32 b_mask;
	u32 c_mask;
	u32 gpu_ticks;	/* render clocks; 0 where they can't be read */
	u64 a[48];
	u64 a_free[48];	/* copies that count whether a stream samples or not, Gen9 and Gen11 */
	u32 b[OA_NUM_BC];
	u32 c[OA_NUM_BC];
};

static void oa_counter_snapshot_read(struct oa_uncore *uncore, const struct oa_counter_regs *regs,
				     struct oa_counter_snapshot *snapshot)
{
	const struct oa_counter_reg clock = { RCS_TIMESTAMP_LO, 64 };
	struct oa_counter_reg reg;
	u32 n;

	memset(snapshot, 0, sizeof(*snapshot));
	snapshot->before = oa_counter_reg_read(uncore, &clock);
	for (n = 0; oa_counter_reg_find(regs, OA_FIELD_A, n, &reg); n++) {
		snapshot->a[n] = oa_counter_reg_read(uncore, &reg);
		snapshot->a_mask |= BIT_ULL(n);
	}
	for (n = 0; regs->free && n < ARRAY_SIZE(oa_free_copies); n++) {
		oa_counter_reg_fill(&reg, regs->free + 8 * n, OA_A_BITS);
		snapshot->a_free[oa_free_copies[n]] = oa_counter_reg_read(uncore, &reg);
		snapshot->a_free_mask |= BIT_ULL(oa_free_copies[n]);
	}
	for (n = 0; oa_counter_reg_find(regs, OA_FIELD_B, n, &reg); n++) {
		snapshot->b[n] = oa_counter_reg_read(uncore, &reg);
		snapshot->b_mask |= BIT(n);
	}
	for (n = 0; oa_counter_reg_find(regs, OA_FIELD_C, n, &reg); n++) {
		snapshot->c[n] = oa_counter_reg_read(uncore, &reg);
		snapshot->c_mask |= BIT(n);
	}
	if (oa_counter_reg_find(regs, OA_FIELD_GPU_TICKS, 0, &reg))
		snapshot->gpu_ticks = oa_counter_reg_read(uncore, &reg);
	snapshot->after = oa_counter_reg_read(uncore, &clock);
}

/**
 * oa_counter_regs_show() - print all counters as text
 * @m: file to print to
 * @uncore: registers; forcewake of the OA unit held
 * @regs: registers of the counters
 *
 * Process context.
 */
void oa_counter_regs_show(struct seq_file *m, struct oa_uncore *uncore,
			  const struct oa_counter_regs *regs)
{
	struct oa_counter_snapshot s;
	u32 n;

	oa_counter_snapshot_read(uncore, regs, &s);
	seq_printf(m, "before: %llu\nafter: %llu\n", s.before, s.after);
	seq_printf(m, "gpu_ticks: %u\n", s.gpu_ticks);
	for (n = 0; n < ARRAY_SIZE(s.a); n++)
		if (s.a_mask & BIT_ULL(n))
			seq_printf(m, "a%u: %llu\n", n, s.a[n]);
	for (n = 0; n < ARRAY_SIZE(s.a_free); n++)
		if (s.a_free_mask & BIT_ULL(n))
			seq_printf(m, "a%u_free: %llu\n", n, s.a_free[n]);
	for (n = 0; n < OA_NUM_BC; n++)
		if (s.b_mask & BIT(n))
			seq_printf(m, "b%u: %u\n", n, s.b[n]);
	for (n = 0; n < OA_NUM_BC; n++)
		if (s.c_mask & BIT(n))
			seq_printf(m, "c%u: %u\n", n, s.c[n]);
}
