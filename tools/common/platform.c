// SPDX-License-Identifier: GPL-2.0-only
/*
 * Platforms: their formats, and the default columns of a table.
 *
 * The PCI ids are those of hardware.rst 1.1 and 19.1, matched by the bits that the ids of a
 * family have in common.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/common/message.h"
#include "tools/common/platform.h"

#define GEN6_CEC	0x2390u
#define HSW_CEC		0x2770u
#define GEN12_CEC	0xd940u

#define FORMATS(table, num)	.formats = (table), .num_formats = (num)

/*
 * Sets of IGT for Tiger Lake to Raptor Lake in which A7 to A18 count EU.ACTIVE, EU.STALL and
 * occupancy as in the set "tree" (hardware.rst 19.4)
 */
static const char *const gen12_tree_sets[] = {
	/* Tiger Lake GT1 */
	"c17af13d-3953-432b-9bd1-81346b4c2092",
	"79a0514e-40d7-437a-90cf-33e02857adc6",
	"619eabea-0191-4d75-aaca-4217837215aa",
	"b1560378-cb32-4d4b-af30-ffeb163655e6",
	"36e7fc09-3fb7-4b46-a6ff-ba1ce767db7c",
	"4a46a4ee-437d-4726-ac61-31e47072f706",
	"2456d8be-5c99-430c-8172-8294fdc39331",
	"71e2a606-810c-4252-bf7e-16fed118f4b5",
	"327a91a5-f93c-449d-b5e1-ab92cb1180a1",
	"a8de84ca-1624-4e0c-8046-d5265566c15b",
	"6f376729-c56a-4560-a0eb-f4a17ec6df84",
	"4876283b-1889-4cef-880f-58de9dc676cb",
	"aeddd71b-2f93-48de-9e69-1cba5865473f",
	"a4089c3f-a697-4213-a58b-70e150969226",
	/* Tiger Lake GT2 */
	"0fc397c0-4833-492c-9ccd-4929d574d5b8",
	"397a46d9-03dd-4696-8196-270362e1c575",
	"684ed715-a0ca-499b-89e0-25d1cdf0c737",
	"3a4c7510-7725-4bf8-9eae-59115a2431c6",
	"6f02479c-e9ca-4c2b-b1e6-216a9e1c5ef7",
	"7e809cb4-6e90-44cc-9c57-6eff58ad360a",
	"0dde1bb6-340f-4350-b398-2b0228573967",
	"8ecaeff2-78f4-4e29-b331-d757e6a74ed0",
	"30cd8433-f679-401e-b578-19e22975e84f",
	"e0efab61-c904-4354-9fc5-35e8b8bc7d20",
	"4066ad45-4a68-4acf-86b2-fa5a6a914db7",
	"17e2be13-39fe-45f0-867c-0f83fcc51654",
	"0c3c3235-2e91-4ef0-8562-4ea1501e8612",
	"ee6f5fa3-13a8-4842-8b34-f7541a0f76a3",
	"f1577929-9215-488b-9899-d12b6e799743",
	"d5890d02-b2be-4742-a16e-17190a92a301",
	"19fe64eb-ac4f-45c6-b2b9-af728b21753b",
	/* Rocket Lake */
	"5b492c36-73f7-4827-83b3-c6863697ec51",
	"09740672-ccc3-48da-a5bc-64994fe3a0a7",
	"833bb0f2-9483-498e-b3bf-ebf026a6301a",
	"40ef13ef-25d9-4ac6-8582-ce97c47fc900",
	"bf60f7bd-9029-4edf-8311-f6e86599395e",
	"a5f6ac3d-853f-42a4-a038-c4a09e8075be",
	"bb080384-a01f-442f-8be2-3eae2c7394cd",
	"9f39ce80-0463-484e-b797-3135b7e0ab0a",
	"11e091e1-bbd3-4bd6-9ce8-8982d2d3a3b2",
	"0f2e1818-c190-494a-a828-2ed4422d71f3",
	"ebd91ba3-4d01-4bdf-8752-384cd0a4e139",
	"5102fa66-b5f3-45f2-a16d-0a13a4cbb6c9",
	"8706c725-7753-427d-ae2d-ba25c1168f2a",
	"3eab195e-e4d8-482e-9981-811935722b21",
	/* Alder Lake, Raptor Lake */
	"4b886bf3-61ff-4381-9994-ac9b91202fc7",
	"eb6a0ef8-4e8f-41fa-85ba-686835711f6b",
	"ee81cfab-667d-46c5-a2b7-17283b28c38d",
	"73acd312-486b-4aa8-bcd1-232bfb29481b",
	"ef158e77-1bca-402c-b2d6-1654908fd977",
	"b997e963-d322-4d97-b631-f875b2135fc9",
	"57c490ef-4993-465e-b1e0-774fbc104fdf",
	"50d02e16-414e-4b4c-adbd-71c584f857b5",
	"896dda0d-84b8-4d1d-b54b-c2e5ded94581",
	"f5e936f0-aacb-4aea-80a5-d434f21d427d",
	"c9b51681-9e54-49b0-918d-4e588078d5cd",
	"c4a47a95-b80a-46d3-abf0-98a95a840407",
	"2d7c9960-0ec0-4aa2-9bd0-e6d76f214bf7",
	"85afcb2a-90a8-4b1a-adc3-61e322884520",
	"780e4dd7-8360-4294-9ff6-3bef25e0fe09",
	"0348b595-94ef-445f-b4e5-11d0076b6307",
	"67577936-ac11-46a1-b07d-44ea1318df5b",
	NULL
};

static const char gen12_no_lease[] =
	"no document at hand and no merged driver says that its counters can be read beside i915's "
	"stream; oa-top, oa-dump and oa-trace read the stream itself";

static const struct dump_platform platforms[] = {
	{ .key = "snb", .name = "Sandybridge", FORMATS(oa_formats_snb, OA_NUM_FORMATS_SNB),
	  .select = 3, .timestamp_hz = 12500000, .columns = "B0,A26,A0,A1,A2,A12,A15,A25",
	  .counters = &oa_counters_snb,
	  .cec = GEN6_CEC, .num_cec = 4, .subslice_bits = 3 },
	{ .key = "ivb", .name = "Ivybridge", FORMATS(oa_formats_ivb, OA_NUM_FORMATS_IVB),
	  .select = 5, .timestamp_hz = 12500000, .columns = "B0,A41,A0,A1,A2,A27,A30,A40",
	  .counters = &oa_counters_ivb,
	  .cec = GEN6_CEC, .num_cec = 4, .subslice_bits = 3 },
	{ .key = "vlv", .name = "Valleyview", FORMATS(oa_formats_ivb, OA_NUM_FORMATS_IVB),
	  .select = 5, .timestamp_hz = 12500000, .columns = "B0,A41,A0,A1,A2,A27,A30,A40",
	  .counters = &oa_counters_vlv,
	  .cec = GEN6_CEC, .num_cec = 4, .subslice_bits = 3 },
	{ .key = "hsw", .name = "Haswell", FORMATS(oa_formats_hsw, OA_NUM_FORMATS_HSW),
	  .select = 5, .timestamp_hz = 12500000, .columns = "B0,C2,A41,A0,A1,A2,A27,A30,A40",
	  .counters = &oa_counters_hsw,
	  .cec = HSW_CEC, .num_cec = 8, .subslice_bits = 3, .i915 = true, .threads = 7 },
	{ .key = "bdw", .name = "Broadwell", FORMATS(oa_formats_gen8, OA_NUM_FORMATS_GEN8),
	  .select = 5, .timestamp_hz = 12500000, .columns = "ticks,A0,A1,A6,A7,A8,A9,A10,A21",
	  .counters = &oa_counters_gen8,
	  .cec = HSW_CEC, .num_cec = 8, .subslice_bits = 3, .i915 = true, .threads = 7 },
	{ .key = "chv", .name = "Cherryview", FORMATS(oa_formats_gen8, OA_NUM_FORMATS_GEN8),
	  .select = 5, .timestamp_hz = 12500000, .columns = "ticks,A0,A1,A6,A7,A8,A9,A10,A21",
	  .counters = &oa_counters_gen8,
	  .cec = HSW_CEC, .num_cec = 8, .subslice_bits = 3, .i915 = true, .threads = 7 },
	{ .key = "skl", .name = "Skylake to Comet Lake",
	  FORMATS(oa_formats_gen9, OA_NUM_FORMATS_GEN9),
	  .select = 5, .timestamp_hz = 12000000, .columns = "ticks,A0,A1,A6,A7,A8,A9,A10,A21",
	  .counters = &oa_counters_gen9,
	  .cec = HSW_CEC, .num_cec = 8, .subslice_bits = 3, .i915 = true, .threads = 7 },
	{ .key = "bxt", .name = "Broxton, Geminilake",
	  FORMATS(oa_formats_gen9, OA_NUM_FORMATS_GEN9),
	  .select = 5, .timestamp_hz = 19200000, .columns = "ticks,A0,A1,A6,A7,A8,A9,A10,A21",
	  .counters = &oa_counters_gen9,
	  .cec = HSW_CEC, .num_cec = 8, .subslice_bits = 3, .i915 = true },
	{ .key = "icl", .name = "Icelake to Lakefield",
	  FORMATS(oa_formats_gen11, OA_NUM_FORMATS_GEN11),
	  .select = 5, .timestamp_hz = 12000000, .columns = "ticks,A0,A1,A6,A7,A8,A9,A10,A21",
	  .counters = &oa_counters_gen11,
	  .cec = HSW_CEC, .num_cec = 8, .subslice_bits = 8, .i915 = true, .threads = 7 },
	{ .key = "tgl", .name = "Tiger Lake to Raptor Lake",
	  FORMATS(oa_formats_gen12, OA_NUM_FORMATS_GEN12),
	  .select = 5, .timestamp_hz = 19200000, .columns = "ticks,A0,A1,A6,A7,A11,A15,A21",
	  .counters = &oa_counters_gen12,
	  .cec = GEN12_CEC, .num_cec = 8, .subslice_bits = 8, .i915 = true, .threads = 7,
	  .no_lease = gen12_no_lease, .tree_sets = gen12_tree_sets,
	  .tree_sets_other = 3ull << 19 },
};

/* The first match is used. */
static const struct {
	u32 mask;
	u32 id;
	const char *key;
} families[] = {
	{ 0xffff, 0x0a84, "bxt" }, { 0xfffe, 0x1a84, "bxt" }, { 0xfffe, 0x5a84, "bxt" },
	{ 0xfff0, 0x3180, "bxt" },
	{ 0xfff0, 0x0150, "ivb" }, { 0xfff0, 0x0160, "ivb" }, { 0xff00, 0x0100, "snb" },
	{ 0xff00, 0x0f00, "vlv" },
	{ 0xff00, 0x0400, "hsw" }, { 0xff00, 0x0a00, "hsw" }, { 0xff00, 0x0c00, "hsw" },
	{ 0xff00, 0x0d00, "hsw" },
	{ 0xff00, 0x1600, "bdw" }, { 0xff00, 0x2200, "chv" },
	{ 0xff00, 0x1900, "skl" }, { 0xff00, 0x5900, "skl" }, { 0xff00, 0x8700, "skl" },
	{ 0xff00, 0x3e00, "skl" }, { 0xff00, 0x9b00, "skl" },
	{ 0xff00, 0x8a00, "icl" }, { 0xff00, 0x4500, "icl" }, { 0xff00, 0x4e00, "icl" },
	{ 0xff00, 0x9800, "icl" },
	{ 0xff00, 0x9a00, "tgl" }, { 0xff00, 0x4c00, "tgl" }, { 0xff00, 0x4600, "tgl" },
	{ 0xff00, 0xa700, "tgl" },
};

/* Names of further platforms with the reports of another one */
static const struct {
	const char *key;
	const char *same_as;
} aliases[] = {
	{ "kbl", "skl" }, { "cfl", "skl" }, { "glk", "bxt" },
	{ "ehl", "icl" }, { "jsl", "icl" }, { "lkf", "icl" },
	{ "rkl", "tgl" }, { "adl", "tgl" }, { "rpl", "tgl" },
};

/**
 * platform_by_key() - look up a platform by name
 * @key: the name, as in --platform
 *
 * Return: the platform or NULL, without a message.
 */
const struct dump_platform *platform_by_key(const char *key)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(aliases); i++)
		if (!strcasecmp(aliases[i].key, key))
			key = aliases[i].same_as;
	for (i = 0; i < ARRAY_LEN(platforms); i++)
		if (!strcasecmp(platforms[i].key, key))
			return &platforms[i];
	return NULL;
}

/**
 * platform_by_devid() - look up the platform of a GPU
 * @devid: its PCI device id
 *
 * Return: the platform or NULL, without a message.
 */
const struct dump_platform *platform_by_devid(u32 devid)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(families); i++)
		if ((devid & families[i].mask) == families[i].id)
			return platform_by_key(families[i].key);
	return NULL;
}

/**
 * platform_next() - walk all platforms
 * @platform: the previous one, NULL for the first
 *
 * Return: the next one, NULL after the last.
 */
const struct dump_platform *platform_next(const struct dump_platform *platform)
{
	if (!platform)
		return platforms;
	return ++platform < platforms + ARRAY_LEN(platforms) ? platform : NULL;
}

/**
 * platform_format() - look up a report format by name or number
 * @platform: the platform of the format
 * @wanted: the name, the number, or NULL for the platform's default
 *
 * Return: the format or NULL.
 */
const struct oa_report_format *platform_format(const struct dump_platform *platform,
					       const char *wanted)
{
	char *end = NULL;
	u64 id = wanted ? strtoull(wanted, &end, 0) : 0;
	bool number = wanted && *wanted && !*end;
	size_t i;

	for (i = 0; i < platform->num_formats; i++) {
		const struct oa_report_format *format = &platform->formats[i];

		if (!wanted ? format->select == platform->select :
		    number ? format->id == id : !strcasecmp(format->name, wanted))
			return format;
	}
	complain("%s has no report format '%s': see --list", platform->name, wanted);
	return NULL;
}

/**
 * platform_machine() - a GPU of a platform, for trees and metrics
 * @platform: the platform
 * @eus: number of EUs, 0: unknown
 * @slices: number of slices, 0: unknown
 * @timestamp_hz: ticks of the time stamp per second
 *
 * Return: the GPU; what its counters are programmed for is up to the caller.
 */
struct oa_machine platform_machine(const struct dump_platform *platform, u32 eus, u32 slices,
				   u32 timestamp_hz)
{
	return (struct oa_machine){
		.counters = platform->counters,
		.eus = eus,
		.slices = slices,
		.threads = platform->threads,
		.timestamp_hz = timestamp_hz,
	};
}
