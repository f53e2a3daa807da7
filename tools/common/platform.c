// SPDX-License-Identifier: GPL-2.0-only
/*
 * Platforms: their formats, and the default columns of a table.
 *
 * The PCI ids are those of hardware.rst 1.1, matched by the bits that the ids of a
 * family have in common.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/common/message.h"
#include "tools/common/platform.h"

#define GEN6_CEC	0x2390u
#define HSW_CEC		0x2770u

#define FORMATS(table, num)	.formats = (table), .num_formats = (num)

static const struct dump_platform platforms[] = {
	{ .key = "snb", .name = "Sandybridge", FORMATS(oa_formats_snb, OA_NUM_FORMATS_SNB),
	  .select = 3, .timestamp_hz = 12500000, .columns = "B0,A26,A0,A1,A2,A12,A15,A25",
	  .counters = &oa_counters_snb,
	  .cec = GEN6_CEC, .num_cec = 4 },
	{ .key = "ivb", .name = "Ivybridge", FORMATS(oa_formats_ivb, OA_NUM_FORMATS_IVB),
	  .select = 5, .timestamp_hz = 12500000, .columns = "B0,A41,A0,A1,A2,A27,A30,A40",
	  .counters = &oa_counters_ivb,
	  .cec = GEN6_CEC, .num_cec = 4 },
	{ .key = "vlv", .name = "Valleyview", FORMATS(oa_formats_ivb, OA_NUM_FORMATS_IVB),
	  .select = 5, .timestamp_hz = 12500000, .columns = "B0,A41,A0,A1,A2,A27,A30,A40",
	  .counters = &oa_counters_vlv,
	  .cec = GEN6_CEC, .num_cec = 4 },
	{ .key = "hsw", .name = "Haswell", FORMATS(oa_formats_hsw, OA_NUM_FORMATS_HSW),
	  .select = 5, .timestamp_hz = 12500000, .columns = "B0,C2,A41,A0,A1,A2,A27,A30,A40",
	  .counters = &oa_counters_hsw,
	  .cec = HSW_CEC, .num_cec = 8, .i915 = true, .threads = 7 },
	{ .key = "bdw", .name = "Broadwell", FORMATS(oa_formats_gen8, OA_NUM_FORMATS_GEN8),
	  .select = 5, .timestamp_hz = 12500000, .columns = "ticks,A0,A1,A6,A7,A8,A9,A10,A21",
	  .counters = &oa_counters_gen8,
	  .cec = HSW_CEC, .num_cec = 8, .i915 = true, .threads = 7 },
	{ .key = "chv", .name = "Cherryview", FORMATS(oa_formats_gen8, OA_NUM_FORMATS_GEN8),
	  .select = 5, .timestamp_hz = 12500000, .columns = "ticks,A0,A1,A6,A7,A8,A9,A10,A21",
	  .counters = &oa_counters_gen8,
	  .cec = HSW_CEC, .num_cec = 8, .i915 = true, .threads = 7 },
	{ .key = "skl", .name = "Skylake to Comet Lake",
	  FORMATS(oa_formats_gen9, OA_NUM_FORMATS_GEN9),
	  .select = 5, .timestamp_hz = 12000000, .columns = "ticks,A0,A1,A6,A7,A8,A9,A10,A21",
	  .counters = &oa_counters_gen9,
	  .cec = HSW_CEC, .num_cec = 8, .i915 = true, .threads = 7 },
	{ .key = "bxt", .name = "Broxton, Geminilake",
	  FORMATS(oa_formats_gen9, OA_NUM_FORMATS_GEN9),
	  .select = 5, .timestamp_hz = 19200000, .columns = "ticks,A0,A1,A6,A7,A8,A9,A10,A21",
	  .counters = &oa_counters_gen9,
	  .cec = HSW_CEC, .num_cec = 8, .i915 = true },
	{ .key = "icl", .name = "Icelake to Lakefield",
	  FORMATS(oa_formats_gen11, OA_NUM_FORMATS_GEN11),
	  .select = 5, .timestamp_hz = 12000000, .columns = "ticks,A0,A1,A6,A7,A8,A9,A10,A21",
	  .counters = &oa_counters_gen11,
	  .cec = HSW_CEC, .num_cec = 8, .i915 = true, .threads = 7 },
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
};

/* Names of further platforms with the reports of another one */
static const struct {
	const char *key;
	const char *same_as;
} aliases[] = {
	{ "kbl", "skl" }, { "cfl", "skl" }, { "glk", "bxt" },
	{ "ehl", "icl" }, { "jsl", "icl" }, { "lkf", "icl" },
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
