/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _FAKE_MMIO_H_
#define _FAKE_MMIO_H_

#include <linux/types.h>

#include <drm/drm_device.h>

#include "i915_oa_mmio.h"
#include "oa/gpu/oa_gpu.h"

struct kunit;

#define FAKE_MMIO_REGS	64

/**
 * struct fake_write - a write, as it was logged or as it is expected
 */
struct fake_write {
	/** @offset: bytes from the start of BAR 0 */
	u32 offset;
	/** @value: the value written */
	u64 value;
	/** @by: fake_mmio.by at the time of the write */
	u32 by;
	/** @wide: the write had 64 bits */
	bool wide;
};

/**
 * struct fake_reg - one register
 */
struct fake_reg {
	/** @offset: bytes from the start of BAR 0 */
	u32 offset;
	/** @value: where the value is kept: in the suite's own struct or in @own */
	u32 *value;
	/** @own: the value, if the suite has no place for it */
	u32 own;
};

/**
 * struct fake_mmio - the registers behind BAR 0 of a GPU that does not exist
 *
 * A suite embeds it in its own struct and hands @uncore to the code under test.
 * It names the registers with fake_mmio_add(). An access to any other offset is
 * a fault: a read returns 0, a write is dropped. If the file is @open, there
 * are no such faults.
 */
struct fake_mmio {
	/** @mmio: the access functions that @uncore reaches the registers through */
	struct i915_oa_mmio mmio;
	/** @uncore: for the code under test */
	struct oa_uncore uncore;
	/** @drm: for messages only */
	struct drm_device drm;
	/** @read: called at each read with the register's value; returns what the reader gets */
	u32 (*read)(struct fake_mmio *f, u32 offset, u32 value);
	/** @write: called at each 32-bit write; returns the register's new value */
	u32 (*write)(struct fake_mmio *f, u32 offset, u32 value);
	/** @open: every offset is a register, with 0 as its initial value */
	bool open;
	/** @gone: all reads return all ones, as from a GPU that fell off the bus */
	bool gone;
	/** @faults: accesses to unnamed registers; hooks add violations of a suite's own rules */
	u32 faults;
	/** @num_reads: reads so far */
	u32 num_reads;
	/** @last_read: offset of the last read; 0 if a write followed it */
	u32 last_read;
	/** @by: the current writer, for the log; 0 is the CPU, the suite defines other numbers */
	u32 by;
	/** @writes: the log */
	struct fake_write *writes;
	/** @num_writes: writes so far, which may be more than the log holds */
	u32 num_writes;
	/** @max_writes: entries of the log */
	u32 max_writes;
	/** @regs: the registers */
	struct fake_reg regs[FAKE_MMIO_REGS];
	/** @num_regs: entries of @regs in use */
	u32 num_regs;
};

struct fake_mmio *fake_mmio_new(struct kunit *test, u32 max_writes);
void fake_mmio_init(struct kunit *test, struct fake_mmio *f, u32 max_writes);
void fake_mmio_add(struct fake_mmio *f, u32 offset, u32 *value);
u32 *fake_mmio_reg(struct fake_mmio *f, u32 offset);
void fake_mmio_write(struct fake_mmio *f, u32 offset, u32 value);
void fake_mmio_expect(struct kunit *test, const struct fake_mmio *f,
		      const struct fake_write *expected, u32 num);

#endif /* _FAKE_MMIO_H_ */
