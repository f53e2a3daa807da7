// SPDX-License-Identifier: GPL-2.0-only
/*
 * The documents' facts about each platform: hardware.rst 0.4, 3.10, 3.14, 4, 8,
 * 10.2, appendix C; abi.rst 4.1. If GT levels differ in their test set, this is
 * GT2's, because GT2 is simulated.
 */
#include "oa_facts.h"
#include "oa_lib.h"

#define REGS(list)	{ list, ARRAY_LEN(list) / 2 }

/* hardware.rst C.1: TestOa */
static const u32 bdw_mux[] = {
	0x9840, 0x000000a0, 0x9888, 0x198b0000, 0x9888, 0x078b0066, 0x9888, 0x118b0000,
	0x9888, 0x258b0000, 0x9888, 0x21850008, 0x9888, 0x0d834000, 0x9888, 0x07844000,
	0x9888, 0x17804000, 0x9888, 0x21800000, 0x9888, 0x4f800000, 0x9888, 0x41800000,
	0x9888, 0x31800000, 0x9840, 0x00000080,
};

static const u32 bdw_boolean[] = {
	0x2740, 0x00000000, 0x2744, 0x00800000, 0x2714, 0xf0800000, 0x2710, 0x00000000,
	0x2724, 0xf0800000, 0x2720, 0x00000000, 0x2770, 0x00000004, 0x2774, 0x00000000,
	0x2778, 0x00000003, 0x277c, 0x00000000, 0x2780, 0x00000007, 0x2784, 0x00000000,
	0x2788, 0x00100002, 0x278c, 0x0000fff7, 0x2790, 0x00100002, 0x2794, 0x0000ffcf,
	0x2798, 0x00100082, 0x279c, 0x0000ffef, 0x27a0, 0x001000c2, 0x27a4, 0x0000ffe7,
	0x27a8, 0x00100001, 0x27ac, 0x0000ffe7,
};

static const u32 chv_mux[] = {
	0x9840, 0x000000a0, 0x9888, 0x59800000, 0x9888, 0x59800001, 0x9888, 0x338b0000,
	0x9888, 0x258b0066, 0x9888, 0x058b0000, 0x9888, 0x038b0000, 0x9888, 0x03844000,
	0x9888, 0x47800080, 0x9888, 0x57800000, 0x1823a4, 0x00000000, 0x9888, 0x59800000,
	0x9840, 0x00000080,
};

static const u32 skl_mux[] = {
	0x9840, 0x00000080, 0x9888, 0x11810000, 0x9888, 0x07810016, 0x9888, 0x1f810000,
	0x9888, 0x1d810000, 0x9888, 0x1b930040, 0x9888, 0x07e54000, 0x9888, 0x1f908000,
	0x9888, 0x11900000, 0x9888, 0x37900000, 0x9888, 0x53900000, 0x9888, 0x45900000,
	0x9888, 0x33900000,
};

static const u32 skl_boolean[] = {
	0x2740, 0x00000000, 0x2714, 0xf0800000, 0x2710, 0x00000000, 0x2724, 0xf0800000,
	0x2720, 0x00000000, 0x2770, 0x00000004, 0x2774, 0x00000000, 0x2778, 0x00000003,
	0x277c, 0x00000000, 0x2780, 0x00000007, 0x2784, 0x00000000, 0x2788, 0x00100002,
	0x278c, 0x0000fff7, 0x2790, 0x00100002, 0x2794, 0x0000ffcf, 0x2798, 0x00100082,
	0x279c, 0x0000ffef, 0x27a0, 0x001000c2, 0x27a4, 0x0000ffe7, 0x27a8, 0x00100001,
	0x27ac, 0x0000ffe7,
};

static const u32 skl_flex[] = {
	0xe65c, 0x00222222,
};

static const u32 bxt_mux[] = {
	0x9840, 0x00000080, 0x9888, 0x19800000, 0x9888, 0x07800063, 0x9888, 0x11800000,
	0x9888, 0x23810008, 0x9888, 0x1d950400, 0x9888, 0x0f922000, 0x9888, 0x1f908000,
	0x9888, 0x37900000, 0x9888, 0x55900000, 0x9888, 0x47900000, 0x9888, 0x33900000,
};

static const u32 icl_mux[] = {
	0x0d04, 0x00000200, 0x9840, 0x00000000, 0x9884, 0x00000003, 0x9888, 0x16130000,
	0x9888, 0x24000001, 0x9888, 0x0e130056, 0x9888, 0x10130000, 0x9888, 0x1a130000,
	0x9888, 0x541f0001, 0x9888, 0x181f0000, 0x9888, 0x4c1f0000, 0x9888, 0x301f0000,
};

static const u32 icl_boolean[] = {
	0x2740, 0x00000000, 0x2710, 0x00000000, 0x2714, 0xf0800000, 0x2720, 0x00000000,
	0x2724, 0xf0800000, 0x2770, 0x00000004, 0x2774, 0x0000ffff, 0x2778, 0x00000003,
	0x277c, 0x0000ffff, 0x2780, 0x00000007, 0x2784, 0x0000ffff, 0x2788, 0x00100002,
	0x278c, 0x0000fff7, 0x2790, 0x00100002, 0x2794, 0x0000ffcf, 0x2798, 0x00100082,
	0x279c, 0x0000ffef, 0x27a0, 0x001000c2, 0x27a4, 0x0000ffe7, 0x27a8, 0x00100001,
	0x27ac, 0x0000ffe7,
};

static const u32 icl_flex[] = {
	0xe65c, 0xffffffff,
};

static const u32 ehl_mux[] = {
	0x0d04, 0x00000200, 0x9840, 0x00000000, 0x9884, 0x00000003, 0x9888, 0x18130000,
	0x9888, 0x22000004, 0x9888, 0x0e130076, 0x9888, 0x10130000, 0x9888, 0x1e130000,
	0x9888, 0x0e164000, 0x9888, 0x1a1a0004, 0x9888, 0x541f0001, 0x9888, 0x141f0000,
	0x9888, 0x4c1f0000, 0x9888, 0x301f0000,
};

/* hardware.rst C.2: RenderBasic, because Haswell has no TestOa */
static const u32 render_basic_mux[] = {
	0x9840, 0x00000080, 0x253A4, 0x01600000, 0x25440, 0x00100000, 0x25128, 0x00000000,
	0x2691C, 0x00000800, 0x26AA0, 0x01500000, 0x26B9C, 0x00006000, 0x2791C, 0x00000800,
	0x27AA0, 0x01500000, 0x27B9C, 0x00006000, 0x2641C, 0x00000400, 0x25380, 0x00000010,
	0x2538C, 0x00000000, 0x25384, 0x0800AAAA, 0x25400, 0x00000004, 0x2540C, 0x06029000,
	0x25410, 0x00000002, 0x25404, 0x5C30FFFF, 0x25100, 0x00000016, 0x25110, 0x00000400,
	0x25104, 0x00000000, 0x26804, 0x00001211, 0x26884, 0x00000100, 0x26900, 0x00000002,
	0x26908, 0x00700000, 0x26904, 0x00000000, 0x26984, 0x00001022, 0x26A04, 0x00000011,
	0x26A80, 0x00000006, 0x26A88, 0x00000C02, 0x26A84, 0x00000000, 0x26B04, 0x00001000,
	0x26B80, 0x00000002, 0x26B8C, 0x00000007, 0x26B84, 0x00000000, 0x27804, 0x00004844,
	0x27884, 0x00000400, 0x27900, 0x00000002, 0x27908, 0x0E000000, 0x27904, 0x00000000,
	0x27984, 0x00004088, 0x27A04, 0x00000044, 0x27A80, 0x00000006, 0x27A88, 0x00018040,
	0x27A84, 0x00000000, 0x27B04, 0x00004000, 0x27B80, 0x00000002, 0x27B8C, 0x000000E0,
	0x27B84, 0x00000000, 0x26104, 0x00002222, 0x26184, 0x0C006666, 0x26284, 0x04000000,
	0x26304, 0x04000000, 0x26400, 0x00000002, 0x26410, 0x000000A0, 0x26404, 0x00000000,
	0x25420, 0x04108020, 0x25424, 0x1284A420, 0x2541C, 0x00000000, 0x25428, 0x00042049,
	0x91BC, 0xE0400000, 0x91C4, 0xE4500000,
};

static const u32 render_basic_boolean[] = {
	0x2724, 0x00800000, 0x2720, 0x00000000, 0x2714, 0x00800000, 0x2710, 0x00000000,
};

/* SNB: the rows have descending counters: A4 to A0, A12 to A5, A20 to A13, A28 to A21 */
static const u8 snb_a[] = {
	7, 6, 5, 4, 3, 15, 14, 13, 12, 11, 10, 9, 8, 23, 22, 21, 20, 19, 18, 17, 16,
	31, 30, 29, 28, 27, 26, 25, 24,
};

static const struct oa_layout snb_layouts[] = {
	{ "a29-b4", I915_OA_FORMAT_SNB_A29_B4, 192, 3, 0, 29, 32, 4, 0, 0, snb_a },
	{ "a13", I915_OA_FORMAT_SNB_A13, 64, 3, 0, 13, 0, 0, 0, 0, snb_a },
	{ "a29", I915_OA_FORMAT_SNB_A29, 128, 3, 0, 29, 0, 0, 0, 0, snb_a },
	{ "a13-b4", I915_OA_FORMAT_SNB_A13_B4, 128, 3, 0, 13, 16, 4, 0, 0, snb_a },
};

static const struct oa_layout ivb_layouts[] = {
	{ "a45-b4", I915_OA_FORMAT_IVB_A45_B4, 256, 3, 0, 45, 48, 4, 0, 0, NULL },
	{ "a13", 1, 64, 3, 0, 13, 0, 0, 0, 0, NULL },
	{ "a29", 2, 128, 3, 0, 29, 0, 0, 0, 0, NULL },
	{ "a13-b4", I915_OA_FORMAT_IVB_A13_B4, 128, 3, 0, 13, 16, 4, 0, 0, NULL },
	{ "a29-b4", I915_OA_FORMAT_IVB_A29_B4, 192, 3, 0, 29, 32, 4, 0, 0, NULL },
	{ "a16", I915_OA_FORMAT_IVB_A16, 128, 16, 29, 16, 0, 0, 0, 0, NULL },
};

static const struct oa_layout hsw_layouts[] = {
	{ "a45-b8-c8", 5, 256, 3, 0, 45, 48, 8, 56, 8, NULL },
	{ "a13", 1, 64, 3, 0, 13, 0, 0, 0, 0, NULL },
	{ "a29", 2, 128, 3, 0, 29, 0, 0, 0, 0, NULL },
	{ "a13-b8-c8", 3, 128, 3, 0, 13, 16, 8, 24, 8, NULL },
	{ "b4-c8", 4, 64, 0, 0, 0, 4, 4, 8, 8, NULL },
	{ "b4-c8-a16", 6, 128, 16, 29, 16, 4, 4, 8, 8, NULL },
	{ "c4-b8", 7, 64, 0, 0, 0, 8, 8, 4, 4, NULL },
	{ "a29-b8-c8", I915_OA_FORMAT_HSW_A29_B8_C8, 192, 3, 0, 29, 32, 8, 40, 8, NULL },
};

/* Dwords 40 to 47 hold the high bytes of A0 to A31: hardware.rst 4.3. */
static const struct oa_layout gen8_layouts[] = {
	{ "a32u40-a4u32-b8-c8", 10, 256, 4, 0, 36, 48, 8, 56, 8, NULL },
	{ "a12", 8, 64, 4, 7, 12, 0, 0, 0, 0, NULL },
	{ "a12-b8-c8", 9, 128, 4, 7, 12, 16, 8, 24, 8, NULL },
	{ "c4-b8", 7, 64, 0, 0, 0, 8, 8, 4, 4, NULL },
};

static const struct oa_range boolean_gen6[] = { { 0x2390, 0x23ac }, { 0, 0 } };
static const struct oa_range boolean_gen7[] = {
	{ 0x2710, 0x272c }, { 0x2740, 0x275c }, { 0x2770, 0x27ac }, { 0, 0 },
};

static const struct oa_range mux_hsw[] = {
	{ 0x91b8, 0x91cc }, { 0x9800, 0x9888 }, { 0xe180, 0xe180 },
	{ 0x9e80, 0x9ea4 }, { 0x9ec0, 0x9ec0 }, { 0x25100, 0x2ff90 }, { 0, 0 },
};

static const struct oa_range mux_gen8[] = {
	{ 0x91b8, 0x91cc }, { 0x9800, 0x9888 }, { 0xe180, 0xe180 },
	{ 0x0d00, 0x0d2c }, { 0x20cc, 0x20cc }, { 0, 0 },
};

static const struct oa_range mux_chv[] = {
	{ 0x91b8, 0x91cc }, { 0x9800, 0x9888 }, { 0xe180, 0xe180 },
	{ 0x182300, 0x1823a4 }, { 0, 0 },
};

static const struct oa_range mux_gen11[] = {
	{ 0x91b8, 0x91dc }, { 0x9800, 0x9888 }, { 0xe180, 0xe180 },
	{ 0x0d00, 0x0d2c }, { 0x20cc, 0x20cc }, { 0, 0 },
};

static const u32 no_mux_hsw[] = { 0x2710, 0x0d00, 0x20cc, 0x182300, 0 };
static const u32 no_mux_gen8[] = { 0x2710, 0x9e80, 0x25100, 0x182300, 0xe458, 0 };
static const u32 no_mux_chv[] = { 0x2710, 0x9e80, 0x25100, 0x0d00, 0x20cc, 0xe458, 0 };

#define LAYOUTS(list)	.layouts = list, .num_layouts = ARRAY_LEN(list)

/* CEC0 to CEC3 from 0x2390; small rings; no mux, no triggers; RPT_ID not documented */
#define GEN6_FACTS							\
	.timestamp_hz = 12500000, .timestamp_dwords = 2, .fastest = 11,	\
	.cec = 0x2390, .num_b = 4, .boolean = boolean_gen6,		\
	.ctx_unprivileged = true

/* hardware.rst 4.4: the reason is in [24:19]; its bit 0 is the timer, its bit 3 a context switch */
#define GEN8_FACTS							\
	LAYOUTS(gen8_layouts), .timestamp_dwords = 1, .ring = 16u << 20,	\
	.reason_mask = 0x3fu << 19, .reason_timer = 1u << 19,		\
	.reason_switch = 1u << 22, .cec = 0x2770, .num_b = 8,		\
	.half_full = true, .boolean = boolean_gen7, .flex = true,	\
	.clock = 3, .test_oa = true

static const struct oa_facts facts[] = {
	{
		.name = "snb", GEN6_FACTS, LAYOUTS(snb_layouts), .ring = 96u << 10,
		.exponent_min = 3, .clock = 32,
	}, {
		.name = "ivb", GEN6_FACTS, LAYOUTS(ivb_layouts), .ring = 128u << 10,
		.half_full = true, .clock = 48,
	}, {
		.name = "vlv", GEN6_FACTS, LAYOUTS(ivb_layouts), .ring = 128u << 10,
		.half_full = true, .clock = 48,
	}, {
		.name = "hsw", LAYOUTS(hsw_layouts), .timestamp_hz = 12500000,
		.timestamp_dwords = 2, .ring = 16u << 20, .cec = 0x2770, .num_b = 8,
		.keep_oldest = true, .half_full = true, .ctx_unprivileged = true,
		.boolean = boolean_gen7, .mux = mux_hsw, .no_mux = no_mux_hsw,
		.uuid = "a490e9d2-55b3-4db0-8dab-53011032c5f3",
		.set_mux = REGS(render_basic_mux), .set_boolean = REGS(render_basic_boolean),
		.clock = 58,
	}, {
		.name = "bdw", GEN8_FACTS, .timestamp_hz = 12500000, .ctx_valid = 1u << 25,
		.mux = mux_gen8, .no_mux = no_mux_gen8, .slices = 3, .subslices = 3, .eus = 8,
		.uuid = "d6de6f55-e526-4f79-a6a6-d7315c09044e",
		.set_mux = REGS(bdw_mux), .set_boolean = REGS(bdw_boolean),
	}, {
		.name = "chv", GEN8_FACTS, .timestamp_hz = 12500000, .ctx_valid = 1u << 25,
		.mux = mux_chv, .no_mux = no_mux_chv,
		.uuid = "4a534b07-cba3-414d-8d60-874830e883aa",
		.set_mux = REGS(chv_mux), .set_boolean = REGS(bdw_boolean),
	}, {
		.name = "skl", GEN8_FACTS, .timestamp_hz = 12000000, .ctx_valid = 1u << 16,
		.mux = mux_gen8, .no_mux = no_mux_gen8, .slices = 3, .subslices = 4, .eus = 8,
		.uuid = "c5384091-ce4c-406c-ab4d-4c530f71c7ae",
		.set_mux = REGS(skl_mux), .set_boolean = REGS(skl_boolean),
		.set_flex = REGS(skl_flex),
	}, {
		.name = "bxt", GEN8_FACTS, .timestamp_hz = 19200000, .ctx_valid = 1u << 16,
		.mux = mux_gen8, .no_mux = no_mux_gen8,
		.uuid = "5ee72f5c-092f-421e-8b70-225f7c3e9612",
		.set_mux = REGS(bxt_mux), .set_boolean = REGS(bdw_boolean),
	}, {
		.name = "icl", GEN8_FACTS, .timestamp_hz = 12000000, .ctx_valid = 1u << 16,
		.mux = mux_gen11, .no_mux = no_mux_gen8, .slices = 1, .subslices = 8, .eus = 8,
		.uuid = "e617cfd5-6cc5-4143-8994-cd36cebb921f",
		.set_mux = REGS(icl_mux), .set_boolean = REGS(icl_boolean),
		.set_flex = REGS(icl_flex),
	}, {
		.name = "ehl", GEN8_FACTS, .timestamp_hz = 19200000, .ctx_valid = 1u << 16,
		.mux = mux_gen11, .no_mux = no_mux_gen8, .slices = 1, .subslices = 4, .eus = 8,
		.uuid = "4cbcfaf7-3c0c-42b8-a324-b1e58329c732",
		.set_mux = REGS(ehl_mux), .set_boolean = REGS(icl_boolean),
		.set_flex = REGS(icl_flex),
	}, {
		.name = "lkf", GEN8_FACTS, .timestamp_hz = 19200000, .ctx_valid = 1u << 16,
		.mux = mux_gen11, .no_mux = no_mux_gen8, .slices = 1, .subslices = 8, .eus = 8,
		.uuid = "82b6b321-f93e-445a-a285-f30391ef1dc5",
		.set_mux = REGS(ehl_mux), .set_boolean = REGS(icl_boolean),
	},
};

/* hardware.rst 1.1, as ranges without other platforms' ids; the first match is used */
static const struct {
	u32 first, last;
	const char *name;
} ids[] = {
	{ 0x0102, 0x0126, "snb" }, { 0x0152, 0x016a, "ivb" }, { 0x0f30, 0x0f33, "vlv" },
	{ 0x0a84, 0x0a84, "bxt" }, { 0x0402, 0x0d2e, "hsw" }, { 0x1602, 0x163e, "bdw" },
	{ 0x22b0, 0x22b3, "chv" }, { 0x1902, 0x193d, "skl" }, { 0x1a84, 0x1a85, "bxt" },
	{ 0x5a84, 0x5a85, "bxt" }, { 0x3184, 0x3185, "bxt" }, { 0x5902, 0x593b, "skl" },
	{ 0x87c0, 0x87ca, "skl" }, { 0x3e90, 0x3ea9, "skl" }, { 0x9b21, 0x9bf6, "skl" },
	{ 0x8a50, 0x8a71, "icl" }, { 0x4541, 0x4571, "ehl" }, { 0x4e51, 0x4e71, "ehl" },
	{ 0x9840, 0x9850, "lkf" },
};

static const struct oa_facts *facts_named(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(facts); i++)
		if (!strcmp(facts[i].name, name))
			return &facts[i];
	return NULL;
}

/* The facts of the device under test. */
const struct oa_facts *oa_facts(void)
{
	u32 devid = oa_gpu_require()->devid;

	for (size_t i = 0; i < ARRAY_LEN(ids); i++)
		if (devid >= ids[i].first && devid <= ids[i].last)
			return facts_named(ids[i].name);
	igt_require_f(false, "unknown device %#x", devid);
	return NULL;
}

/* OA_PROP_EXPONENT for a timer that strobes on this bit of the time stamp. */
u64 oa_exponent(unsigned int bit)
{
	return bit > oa_facts()->exponent_min ? bit : oa_facts()->exponent_min;
}

/* A fast timer, as far as the ring allows it. */
unsigned int oa_fast(unsigned int bit)
{
	return bit > oa_facts()->fastest ? bit : oa_facts()->fastest;
}

/* The fastest timer that takes half a second or more to fill this many bytes, for slow readers. */
unsigned int oa_calm(u64 bytes, size_t report_bytes)
{
	unsigned int bit = oa_fast(6);

	while (bytes / report_bytes * oa_period_ns(bit) < 500 * 1000 * 1000)
		bit++;
	return bit;
}

/* A timer on this bit, or the fastest with which the ring lasts half a second. */
unsigned int oa_steady(unsigned int bit)
{
	const unsigned int calm = oa_calm(oa_facts()->ring, OA_BYTES);

	return bit > calm ? bit : calm;
}

/*
 * A timer that does not strobe in the next 40 s. The slowest one has a period of some minutes. That
 * begins with the GPU, not with the stream, so its strobe may come in the middle of a test.
 */
unsigned int oa_silent(void)
{
	int drm = oa_drm_open();
	u32 left = (1u << 31) - (u32)oa_reg_read_timestamp(drm);

	close(drm);
	return left < 40 * oa_facts()->timestamp_hz ? 30 : 31;
}

/* A register that a boolean list may name. */
u32 oa_boolean_register(void)
{
	return oa_facts()->boolean[0].first;
}

/* A register that a mux list may name. */
u32 oa_mux_register(void)
{
	igt_require_f(oa_facts()->mux, "no mux registers are documented");
	return oa_facts()->mux[1].first;
}

/* Check for a report of the timer, which is assumed if RPT_ID has no reason. */
u64 oa_timer_report(u32 rpt_id)
{
	return !oa_facts()->reason_mask || rpt_id & oa_facts()->reason_timer;
}
