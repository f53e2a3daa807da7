// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Frequency of the time stamp
 *
 * Clients turn report time stamps into seconds with the frequency that the driver reports. Up to
 * gen8 it is 12.5 MHz on every part. Later parts derive it from a crystal by a shift that firmware
 * programs, or, if CTC_MODE selects it, from a divider.
 *
 * Facts: hardware.rst 3.14.
 */
#include <linux/bitfield.h>
#include <linux/kernel.h>
#include <linux/units.h>

#include "gpu/oa_gpu.h"
#include "regs/gt_regs.h"

/* One field is the whole MHz, the other the denominator of a fraction; both are one too low. */
static u32 oa_clock_divided(struct oa_uncore *uncore)
{
	u32 override = oa_read32(uncore, TIMESTAMP_OVERRIDE);
	u32 mhz = FIELD_GET(TIMESTAMP_OVERRIDE_US_MASK, override) + 1;
	u32 denominator = FIELD_GET(TIMESTAMP_OVERRIDE_DENOM_MASK, override) + 1;

	return mhz * HZ_PER_MHZ + HZ_PER_MHZ / denominator;
}

static u32 oa_clock_gen9_crystal(struct oa_uncore *uncore, u32 crystal_hz)
{
	u32 mode = oa_read32(uncore, CTC_MODE);

	if (mode & CTC_SOURCE_DIVIDE_LOGIC)
		return oa_clock_divided(uncore);
	return crystal_hz >> (3 - FIELD_GET(CTC_SHIFT_PARAMETER_MASK, mode));
}

/* SKL, KBL, CFL */
u32 oa_clock_gen9(struct oa_uncore *uncore)
{
	return oa_clock_gen9_crystal(uncore, 24000000);
}

/* BXT, GLK */
u32 oa_clock_gen9_lp(struct oa_uncore *uncore)
{
	return oa_clock_gen9_crystal(uncore, 19200000);
}

/* RPM_CONFIG0 names the crystal. Codes above 3 are not documented; they are read as code 0. */
u32 oa_clock_gen11(struct oa_uncore *uncore)
{
	static const u32 crystals[] = {
		[GEN11_CRYSTAL_24_MHZ] = 24000000,
		[GEN11_CRYSTAL_19_2_MHZ] = 19200000,
		[GEN11_CRYSTAL_38_4_MHZ] = 38400000,
		[GEN11_CRYSTAL_25_MHZ] = 25000000,
	};
	u32 config = oa_read32(uncore, GEN9_RPM_CONFIG0), code, shift;

	if (oa_read32(uncore, CTC_MODE) & CTC_SOURCE_DIVIDE_LOGIC)
		return oa_clock_divided(uncore);
	code = FIELD_GET(GEN11_RPM_CONFIG0_CRYSTAL_MASK, config);
	shift = FIELD_GET(GEN11_RPM_CONFIG0_CTC_SHIFT_MASK, config);
	if (code >= ARRAY_SIZE(crystals))
		code = GEN11_CRYSTAL_24_MHZ;
	return crystals[code] >> (3 - shift);
}
