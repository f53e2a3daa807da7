// SPDX-License-Identifier: GPL-2.0-only
/*
 * Facts of each platform, written from hardware.rst (the comments name its sections), not
 * from the simulator.
 */
#include "sim_test.h"

/* 1.1 */
static const u16 ids_snb[] = { 0x0112, 0x0116, 0x0122, 0x0126, 0 };
static const u16 ids_ivb[] = { 0x0162, 0x0166, 0x016a, 0 };
static const u16 ids_vlv[] = { 0x0f30, 0x0f31, 0x0f32, 0x0f33, 0 };
static const u16 ids_hsw[] = { 0x0412, 0x0416, 0x041a, 0x041b, 0x041e, 0x0a12, 0x0a16, 0 };
static const u16 ids_bdw[] = { 0x1612, 0x1616, 0x161a, 0x161b, 0x161d, 0x161e, 0 };
static const u16 ids_chv[] = { 0x22b0, 0x22b1, 0x22b2, 0x22b3, 0 };
static const u16 ids_skl[] = { 0x1912, 0x1916, 0x191a, 0x191b, 0x191d, 0x191e, 0x1921, 0 };
static const u16 ids_skl4[] = { 0x1932, 0x193a, 0x193b, 0x193d, 0 };
static const u16 ids_bxt[] = { 0x0a84, 0x1a84, 0x1a85, 0x5a84, 0x5a85, 0 };
static const u16 ids_icl[] = { 0x8a50, 0x8a51, 0x8a52, 0x8a53, 0x8a54, 0x8a56, 0x8a5a, 0 };
static const u16 ids_ehl[] = { 0x4541, 0x4551, 0x4555, 0x4557, 0x4570, 0x4571, 0 };
static const u16 ids_jsl6[] = { 0x4e51, 0x4e55, 0x4e57, 0x4e61, 0x4e71, 0 };
/* gen12.rst 1 */
static const u16 ids_tgl[] = { 0x9a40, 0x9a49, 0x9a59, 0x9a78, 0x9ac0, 0x9ac9, 0x9ad9, 0x9af8, 0 };
static const u16 ids_lkf[] = { 0x9840, 0x9841, 0x9842, 0x9850, 0 };

/* 4.1, 4.2 */
static const struct format formats_snb[] = {
	{ 0, 64, false, { { 3, 5, 'A', 4, -1 }, { 8, 8, 'A', 12, -1 } } },
	{ 1, 128, false, { { 3, 5, 'A', 4, -1 }, { 8, 8, 'A', 12, -1 }, { 16, 8, 'A', 20, -1 },
			   { 24, 8, 'A', 28, -1 } } },
	{ 2, 128, false, { { 3, 5, 'A', 4, -1 }, { 8, 8, 'A', 12, -1 }, { 16, 4, 'B', 0, 1 } } },
	{ 3, 192, false, { { 3, 5, 'A', 4, -1 }, { 8, 8, 'A', 12, -1 }, { 16, 8, 'A', 20, -1 },
			   { 24, 8, 'A', 28, -1 }, { 32, 4, 'B', 0, 1 } } },
	{ }
};

static const struct format formats_ivb[] = {
	{ 0, 64, false, { { 3, 13, 'A', 0, 1 } } },
	{ 1, 128, false, { { 3, 29, 'A', 0, 1 } } },
	{ 2, 128, false, { { 3, 13, 'A', 0, 1 }, { 16, 4, 'B', 0, 1 } } },
	{ 3, 192, false, { { 3, 29, 'A', 0, 1 }, { 32, 4, 'B', 0, 1 } } },
	{ 5, 256, false, { { 3, 45, 'A', 0, 1 }, { 48, 4, 'B', 0, 1 } } },
	{ 6, 128, false, { { 16, 16, 'A', 29, 1 } } },
	{ }
};

static const struct format formats_hsw[] = {
	{ 0, 64, false, { { 3, 13, 'A', 0, 1 } } },
	{ 1, 128, false, { { 3, 29, 'A', 0, 1 } } },
	{ 2, 128, false, { { 3, 13, 'A', 0, 1 }, { 16, 8, 'B', 0, 1 }, { 24, 8, 'C', 0, 1 } } },
	{ 3, 192, false, { { 3, 29, 'A', 0, 1 }, { 32, 8, 'B', 0, 1 }, { 40, 8, 'C', 0, 1 } } },
	{ 4, 64, true, { { 4, 4, 'B', 0, 1 }, { 8, 8, 'C', 0, 1 } } },
	{ 5, 256, false, { { 3, 45, 'A', 0, 1 }, { 48, 8, 'B', 0, 1 }, { 56, 8, 'C', 0, 1 } } },
	{ 6, 128, true, { { 4, 4, 'B', 0, 1 }, { 8, 8, 'C', 0, 1 }, { 16, 16, 'A', 29, 1 } } },
	{ 7, 64, true, { { 4, 4, 'C', 0, 1 }, { 8, 8, 'B', 0, 1 } } },
	{ }
};

static const struct format formats_gen8[] = {
	{ 0, 64, false, { { 4, 12, 'A', 7, 1 } } },
	{ 2, 128, false, { { 4, 12, 'A', 7, 1 }, { 16, 8, 'B', 0, 1 }, { 24, 8, 'C', 0, 1 } } },
	{ 5, 256, false, { { 4, 36, 'A', 0, 1 }, { 40, 8, 'H', 0, 1 }, { 48, 8, 'B', 0, 1 },
			   { 56, 8, 'C', 0, 1 } } },
	{ 7, 64, false, { { 4, 4, 'C', 0, 1 }, { 8, 8, 'B', 0, 1 } } },
	{ }
};

/* 1.3, 1.4, 1.5 */
#define OLD_BAR		.bar_mib = 4, .gsm_mib = 2, .ggms_shift = 8
#define NEW_BAR		.gen8 = true, .bar_mib = 16, .gsm_mib = 8, .pte = 1, \
			.formats = formats_gen8, .size_code = 0
/* 2.1, 2.9 */
#define HASWELL		.hsw = true, .fifo = true, .power_unit = true
#define GPU_NEW		NEW_BAR, .power_unit = true
/* 2.1 */
#define GEN9_WELLS	{ { 0xa188, 0x130044 }, { 0xa278, 0x0d84 }, { 0xa270, 0x0d88 } }
/* ICL, EHL and LKF have video boxes 0 and 2, and video enhancement 0. */
#define GEN11_WELLS	{ { 0xa188, 0x130044 }, { 0xa278, 0x0d84 }, { 0xa540, 0x0d50 }, \
			  { 0xa548, 0x0d58 }, { 0xa560, 0x0d70 } }
/* 1.7 */
#define LLC		.pat0 = 0x07
#define SNOOPED		.pat0 = 0x40
/* 2.6 */
#define CLOCK_GEN6	.request = 25, .running = 8
#define CLOCK_HSW	.request = 24, .running = 7
#define CLOCK_GEN9	.request = 23, .running = 23
#define VLV_WELLS	{ { 0x1300b0, 0x1300b4 }, { 0x1300b8, 0x1300bc } }
/* 4.4, 7.5, 9.4 */
#define GEN9_CONTEXT	.ctx_id = 0x5, .ctx_valid = BIT(16), .oactxcontrol = 0x129, .mi_mode = 0x55
#define GEN11_CONTEXT	.ctx_id = 0xa0, .ctx_valid = BIT(16), .oactxcontrol = 0x125, .mi_mode = 0x55

const struct facts all_facts[] = {
	{ "hsw", ids_hsw, OLD_BAR, HASWELL, .pte = 1, .flush = true, .timestamp_hz = 12500000,
	  .size_code = 0, .wells = { { 0xa188, 0x130044 } }, .formats = formats_hsw, CLOCK_HSW },
	{ "snb", ids_snb, OLD_BAR, .fifo = true, .snb = true, .no_half_full = true, .pte = 1,
	  .flush = true, .timestamp_hz = 12500000, .size_code = 7,
	  .wells = { { 0xa18c, 0x130090 } }, .formats = formats_snb, CLOCK_GEN6 },
	{ "ivb", ids_ivb, OLD_BAR, .fifo = true, .pte = 1, .flush = true, .timestamp_hz = 12500000,
	  .size_code = 7, .wells = { { 0xa188, 0x130040 } }, .formats = formats_ivb,
	  CLOCK_GEN6 },
	{ "vlv", ids_vlv, OLD_BAR, .pte = 7, .flush = true, .timestamp_hz = 12500000,
	  .size_code = 7, .wells = VLV_WELLS, .formats = formats_ivb },
	{ "bdw", ids_bdw, GPU_NEW, .ggms_shift = 6, .flush = true, .timestamp_hz = 12500000,
	  .wells = { { 0xa188, 0x130044 } }, LLC, CLOCK_HSW,
	  .ctx_id = 0x5, .ctx_valid = BIT(25), .oactxcontrol = 0x121, .mi_mode = 0x59 },
	{ "chv", ids_chv, NEW_BAR, .ggms_shift = 8, .flush = true, .timestamp_hz = 12500000,
	  .wells = VLV_WELLS, SNOOPED,
	  .ctx_id = 0x5, .ctx_valid = BIT(25), .oactxcontrol = 0x121, .mi_mode = 0x59 },
	{ "skl", ids_skl, GPU_NEW, .ggms_shift = 6, .flush = true, .timestamp_hz = 12000000,
	  .wells = GEN9_WELLS, GEN9_CONTEXT, LLC, CLOCK_GEN9 },
	{ "bxt", ids_bxt, GPU_NEW, .ggms_shift = 6, .timestamp_hz = 19200000,
	  .wells = GEN9_WELLS, GEN9_CONTEXT, SNOOPED, CLOCK_GEN9 },
	{ "icl", ids_icl, GPU_NEW, .gen11 = true, .ggms_shift = 6, .timestamp_hz = 12000000,
	  .wells = GEN11_WELLS, GEN11_CONTEXT, LLC, CLOCK_GEN9 },
	{ "ehl", ids_ehl, GPU_NEW, .gen11 = true, .ggms_shift = 6, .timestamp_hz = 19200000,
	  .wells = GEN11_WELLS, GEN11_CONTEXT, LLC, CLOCK_GEN9 },
	{ "skl4", ids_skl4, GPU_NEW, .ggms_shift = 6, .flush = true, .timestamp_hz = 12000000,
	  .wells = GEN9_WELLS, GEN9_CONTEXT, LLC, CLOCK_GEN9 },
	{ "jsl6", ids_jsl6, GPU_NEW, .gen11 = true, .ggms_shift = 6, .timestamp_hz = 19200000,
	  .wells = GEN11_WELLS, GEN11_CONTEXT, LLC, CLOCK_GEN9 },
	{ "lkf", ids_lkf, GPU_NEW, .gen11 = true, .ggms_shift = 6, .timestamp_hz = 19200000,
	  .wells = GEN11_WELLS, GEN11_CONTEXT, LLC, CLOCK_GEN9 },
	/* gen12.rst */
	{ "tgl", ids_tgl, GPU_NEW, .gen11 = true, .oag = true, .no_half_full = true,
	  .ggms_shift = 6, .timestamp_hz = 19200000, .wells = GEN11_WELLS, .pat0 = 3, CLOCK_GEN9,
	  .ctx_id = 0xa0, .ctx_valid = BIT(16), .oactxcontrol = 0x145, .mi_mode = 0x61 },
	{ }
};
