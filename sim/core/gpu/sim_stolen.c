// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Stolen memory
 *
 * Firmware reserves a piece of memory for the GPU, which the operating system does not use.
 * Configuration space has its size and place, and a register has the start of the top part, which
 * no driver may use. Entries of a page table may point to stolen memory; software reaches it by the
 * aperture. The front end holds its bytes, and must map them at these addresses.
 *
 * [MODEL] Where a part is always reserved, it is the top MiB; elsewhere none is.
 *
 * Facts: hardware.rst 1.2, 1.4.
 */
#include "regs/gtt_regs.h"
#include "sim/core/sim_model.h"

#define SIM_MIB_SHIFT		20
/* The top MiB, whose address is in the register */
#define SIM_RESERVED_MIB	1
/* GGTT entries reach this far; the last page is firmware's scratch page */
#define SIM_WIDE_MIB		BIT(39 - SIM_MIB_SHIFT)
#define SIM_NARROW_MIB		BIT(32 - SIM_MIB_SHIFT)

/* Larger sizes are reserved codes, or those of other steps. */
#define SIM_GMS_TO_512		{ .first = 1, .last = 0x10, .mib = 32, .step = 32 }
#define SIM_GMS_TO_2016		{ .first = 1, .last = 0x3f, .mib = 32, .step = 32 }

const struct sim_stolen_ops sim_stolen_gen6 = {
	.gms = SNB_GMCH_GMS_MASK,
	.codes = { SIM_GMS_TO_512 },
	.base = INTEL_BSM,
};

const struct sim_stolen_ops sim_stolen_gen8 = {
	.gms = BDW_GMCH_GMS_MASK,
	.codes = { SIM_GMS_TO_2016 },
	.base = INTEL_BSM,
};

const struct sim_stolen_ops sim_stolen_chv = {
	.gms = SNB_GMCH_GMS_MASK,
	.codes = {
		SIM_GMS_TO_512,
		{ .first = 0x11, .last = 0x16, .mib = 8, .step = 4 },
		{ .first = 0x17, .last = 0x1d, .mib = 36, .step = 4 },
	},
	.base = INTEL_BSM,
};

#define SIM_GMS_GEN9 \
	.gms = BDW_GMCH_GMS_MASK, \
	.codes = { SIM_GMS_TO_2016, { .first = 0xf0, .last = 0xfe, .mib = 4, .step = 4 } }

const struct sim_stolen_ops sim_stolen_gen9 = {
	SIM_GMS_GEN9,
	.base = INTEL_BSM,
};

const struct sim_stolen_ops sim_stolen_gen11 = {
	SIM_GMS_GEN9,
	.base = GEN11_BSM_DW0,
	.wide = true,
};

/* The code for a size; 0: there is none, or the size is 0. */
static u32 sim_gms_code(const struct sim_stolen_ops *ops, u32 mib)
{
	const struct sim_gms *gms;
	u32 more;

	for (gms = ops->codes; gms->last; gms++) {
		/* Wraps to a huge value for smaller sizes */
		more = mib - gms->mib;
		if (!(more % gms->step) && more / gms->step <= gms->last - gms->first)
			return gms->first + more / gms->step;
	}
	return 0;
}

/**
 * sim_stolen_fits() - check whether a platform can have this stolen memory
 * @p: the platform
 * @stolen: place and size; 0 MiB never fit
 */
bool sim_stolen_fits(const struct sim_platform *p, const struct sim_stolen *stolen)
{
	const u64 base = stolen->base >> SIM_MIB_SHIFT;
	const u32 end = p->stolen->wide ? SIM_WIDE_MIB : SIM_NARROW_MIB;

	return base && base << SIM_MIB_SHIFT == stolen->base && base < end &&
	       stolen->mib < end - base && sim_gms_code(p->stolen, stolen->mib);
}

/* Size of stolen memory as in GGC, whose other fields are 0 */
u16 sim_stolen_size_code(const struct oa_sim_gpu *gpu)
{
	const struct sim_stolen_ops *ops = gpu->platform->stolen;

	return sim_gms_code(ops, gpu->stolen.mib) * (ops->gms & -ops->gms);
}

/* Write the base of stolen memory into configuration space, if there is such memory. */
void sim_stolen_put_base(const struct oa_sim_gpu *gpu, u8 *config)
{
	const struct sim_stolen_ops *ops = gpu->platform->stolen;
	/* Firmware has locked it. */
	u64 value = gpu->stolen.base | INTEL_BSM_LOCK;
	u32 i;

	for (i = 0; gpu->stolen.mib && i < (ops->wide ? 8 : 4); i++, value >>= 8)
		config[ops->base + i] = value;
}

static bool sim_stolen_owns(const struct oa_sim_gpu *gpu, u32 offset)
{
	return offset == GEN6_STOLEN_RESERVED ||
	       (offset == GEN11_STOLEN_RESERVED_HI && gpu->platform->stolen->wide);
}

/* The start of the reserved part; 0: no part is reserved */
static u32 sim_stolen_read(struct oa_sim_gpu *gpu, u32 offset)
{
	const struct sim_stolen *stolen = &gpu->stolen;
	const u64 top = stolen->base + ((u64)stolen->mib << SIM_MIB_SHIFT);
	const u64 reserved = top - (SIM_RESERVED_MIB << SIM_MIB_SHIFT);

	if (!stolen->mib || !gpu->platform->stolen->wide)
		return 0;
	return offset == GEN6_STOLEN_RESERVED ? lower_32_bits(reserved) : upper_32_bits(reserved);
}

const struct sim_unit sim_unit_stolen = {
	.owns = sim_stolen_owns,
	.read = sim_stolen_read,
	.peek = sim_stolen_read,
};
