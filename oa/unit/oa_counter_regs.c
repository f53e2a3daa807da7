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

/*
 * Find the register of a counter: @field is OA_FIELD_A, _B, _C, _GPU_TICKS or _TIMESTAMP, @number 0
 * for the last two. Pure. Return false if the platform has no register for it.
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

/*
 * Read one counter, found by oa_counter_reg_find(). Any context, forcewake of the OA unit held. A
 * pair of registers is read so that a carry does not tear the value. Return the counter, which
 * wraps at its width.
 */
u64 oa_counter_reg_read(struct oa_uncore *uncore, const struct oa_counter_reg *reg)
{
	if (reg->bits <= 32)
		return oa_read32(uncore, reg->offset);
	return oa_read64_2x32(uncore, reg->offset, reg->offset + 4) & (~0ull >> (64 - reg->bits));
}

/* Counters that are numbered from 0 on, in the order of the output */
static const struct {
	enum oa_field field;
	char letter;
} oa_shown_counters[] = { { OA_FIELD_A, 'a' }, { OA_FIELD_B, 'b' }, { OA_FIELD_C, 'c' } };

/* Largest number of values: Haswell's 45 A and 8 B counters, and Gen9's 36, 8, 8 and 4 copies */
#define OA_MAX_SHOWN	64

/*
 * Print all counters as text, with the time stamps before the first and after the last one. Copies
 * (_free) count whether a stream samples or not. Process context, forcewake of the OA unit held.
 */
void oa_counter_regs_show(struct seq_file *m, struct oa_uncore *uncore,
			  const struct oa_counter_regs *regs)
{
	const struct oa_counter_reg clock = { RCS_TIMESTAMP_LO, 64 };
	const u32 copies = regs->free ? ARRAY_SIZE(oa_free_copies) : 0;
	u64 values[OA_MAX_SHOWN], before, after, ticks = 0;
	u32 i, n, read = 0, shown = 0;
	struct oa_counter_reg reg;

	before = oa_counter_reg_read(uncore, &clock);
	for (i = 0; i < ARRAY_SIZE(oa_shown_counters); i++)
		for (n = 0; oa_counter_reg_find(regs, oa_shown_counters[i].field, n, &reg); n++)
			values[read++] = oa_counter_reg_read(uncore, &reg);
	for (n = 0; n < copies; n++) {
		oa_counter_reg_fill(&reg, regs->free + 8 * n, OA_A_BITS);
		values[read++] = oa_counter_reg_read(uncore, &reg);
	}
	if (oa_counter_reg_find(regs, OA_FIELD_GPU_TICKS, 0, &reg))
		ticks = oa_counter_reg_read(uncore, &reg);
	after = oa_counter_reg_read(uncore, &clock);

	seq_printf(m, "before: %llu\nafter: %llu\ngpu_ticks: %llu\n", before, after, ticks);
	for (i = 0; i < ARRAY_SIZE(oa_shown_counters); i++)
		for (n = 0; oa_counter_reg_find(regs, oa_shown_counters[i].field, n, &reg); n++)
			seq_printf(m, "%c%u: %llu\n", oa_shown_counters[i].letter, n,
				   values[shown++]);
	for (n = 0; n < copies; n++)
		seq_printf(m, "a%u_free: %llu\n", oa_free_copies[n], values[shown++]);
}
