// SPDX-License-Identifier: GPL-2.0-only
/*
 * PEBS records, byte by byte as in the document's table, and the DS area, which stops silently at
 * the absolute maximum. Facts: tools.rst, "PEBS".
 */
#include <kunit/test.h>
#include <linux/string.h>

#include "formats/oa_pebs.h"
#include "named_param.h"

#define CAPABILITIES_BASIC	0x000ull
#define CAPABILITIES_ENHANCED	0x100ull
#define BASE			0xffffc90000200000ull

/* Table 18-23: the offset of each field in a record */
static const struct { u8 at; const char *name; } table[] = {
	{ 0x00, "R/EFLAGS" }, { 0x58, "R9" },
	{ 0x08, "R/EIP" }, { 0x60, "R10" },
	{ 0x10, "R/EAX" }, { 0x68, "R11" },
	{ 0x18, "R/EBX" }, { 0x70, "R12" },
	{ 0x20, "R/ECX" }, { 0x78, "R13" },
	{ 0x28, "R/EDX" }, { 0x80, "R14" },
	{ 0x30, "R/ESI" }, { 0x88, "R15" },
	{ 0x38, "R/EDI" }, { 0x90, "IA32_PERF_GLOBAL_STATUS" },
	{ 0x40, "R/EBP" }, { 0x98, "Data Linear Address" },
	{ 0x48, "R/ESP" }, { 0xa0, "Data Source Encoding" },
	{ 0x50, "R8" }, { 0xa8, "Latency value (core cycles)" },
};

/* struct layout_case - a processor in a mode, and its record */
struct layout_case {
	const char *name;
	u64 capabilities;
	bool long_mode;
	u32 bytes;
	/* Number of fields, and a mask of those that hold a value */
	u32 fields;
	u32 present;
};

static const struct layout_case layout_cases[] = {
	{ "basic, 64 bits", CAPABILITIES_BASIC, true, 0x90, 18, 0x3ffff },
	{ "basic, 32 bits", CAPABILITIES_BASIC, false, 0x90, 18, 0x003ff },
	{ "enhanced, 64 bits", CAPABILITIES_ENHANCED, true, 0xb0, 22, 0x3fffff },
	{ "enhanced, 32 bits", CAPABILITIES_ENHANCED, false, 0xb0, 22, 0x3c03ff },
	/* The other bits do not concern the record's format. */
	{ "enhanced among other bits", 0xfffff1ff, true, 0xb0, 22, 0x3fffff },
};

KUNIT_ARRAY_PARAM_DESC(layout, layout_cases, name);

static struct oa_pebs_layout layout_of(struct kunit *test, u64 capabilities, bool long_mode)
{
	struct oa_pebs_layout layout = { 0 };

	KUNIT_ASSERT_TRUE(test, oa_pebs_layout(&layout, capabilities, long_mode));
	return layout;
}

/* A record in which all bytes differ */
static void fill(u8 *bytes, u32 num)
{
	u32 i;

	for (i = 0; i < num; i++)
		bytes[i] = (u8)(0x40 + i);
}

/* The value at an offset of such a record: little-endian, the lowest byte first */
static u64 value_at(u8 at)
{
	const u64 first = 0x4746454443424140ull;

	return first + 0x0101010101010101ull * at;
}

static void oa_pebs_layouts(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	const struct oa_pebs_layout layout = layout_of(test, c->capabilities, c->long_mode);

	KUNIT_EXPECT_EQ(test, layout.bytes, c->bytes);
	KUNIT_EXPECT_EQ(test, layout.fields, c->fields);
	KUNIT_EXPECT_EQ(test, layout.long_mode, c->long_mode);
}

static void oa_pebs_unknown_layouts(struct kunit *test)
{
	struct oa_pebs_layout layout;
	u64 format;

	for (format = 2; format < 16; format++)
		KUNIT_EXPECT_FALSE_MSG(test, oa_pebs_layout(&layout, format << 8, true),
				       "format %u", (u32)format);
}

static void oa_pebs_offsets(struct kunit *test)
{
	const struct oa_pebs_layout layout = layout_of(test, CAPABILITIES_ENHANCED, true);
	struct oa_pebs_sample sample;
	u8 bytes[OA_PEBS_MAX_BYTES];
	u32 i, field;

	fill(bytes, sizeof(bytes));
	KUNIT_EXPECT_TRUE(test, oa_pebs_decode(&layout, bytes, &sample));
	KUNIT_EXPECT_EQ(test, ARRAY_SIZE(table), (size_t)OA_PEBS_NUM_FIELDS);
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		field = table[i].at / 8;
		KUNIT_EXPECT_STREQ(test, oa_pebs_field_name(field), table[i].name);
		KUNIT_EXPECT_EQ_MSG(test, sample.value[field], value_at(table[i].at), "%s",
				    table[i].name);
	}
}

/* The bytes that a processor writes, and the values decoded from them */
static void oa_pebs_there_and_back(struct kunit *test)
{
	const struct layout_case *c = test->param_value;
	const struct oa_pebs_layout layout = layout_of(test, c->capabilities, c->long_mode);
	struct oa_pebs_sample sample = { .present = ~0u }, back;
	u8 bytes[OA_PEBS_MAX_BYTES + 1], expected[OA_PEBS_MAX_BYTES];
	u32 i;

	fill(expected, sizeof(expected));
	for (i = 0; i < OA_PEBS_NUM_FIELDS; i++)
		sample.value[i] = value_at((u8)(8 * i));
	/* Outside of IA-32e mode: no upper halves, no R8 to R15 */
	for (i = 0; i < 0x90 && !c->long_mode; i++)
		if (i >= 0x50 || i % 8 >= 4)
			expected[i] = 0;
	memset(bytes, 0xee, sizeof(bytes));
	oa_pebs_encode(&layout, &sample, bytes);
	KUNIT_EXPECT_EQ(test, memcmp(bytes, expected, c->bytes), 0);
	KUNIT_EXPECT_EQ_MSG(test, bytes[c->bytes], (u8)0xee, "written past the record's end");
	KUNIT_EXPECT_TRUE(test, oa_pebs_decode(&layout, bytes, &back));
	KUNIT_EXPECT_EQ(test, back.present, c->present);
	for (i = 0; i < OA_PEBS_NUM_FIELDS; i++)
		if (!(back.present >> i & 1))
			KUNIT_EXPECT_EQ(test, back.value[i], 0ull);
}

static void oa_pebs_mode_is_contradicted(struct kunit *test)
{
	const struct oa_pebs_layout layout = layout_of(test, CAPABILITIES_ENHANCED, false);
	u8 bytes[OA_PEBS_MAX_BYTES] = { 0 };
	struct oa_pebs_sample sample;
	u32 i;
	bool fine;

	for (i = 0; i < sizeof(bytes); i++) {
		bytes[i] = 1;
		/* The status and the fields after it are not the program's registers. */
		fine = i >= 0x90 || (i < 0x50 && i % 8 < 4);
		KUNIT_EXPECT_EQ_MSG(test, oa_pebs_decode(&layout, bytes, &sample), fine,
				    "byte %02x", i);
		bytes[i] = 0;
	}
}

static void oa_pebs_absent_is_zero(struct kunit *test)
{
	const struct oa_pebs_layout layout = layout_of(test, CAPABILITIES_ENHANCED, true);
	struct oa_pebs_sample sample = { .present = 1u << OA_PEBS_IP };
	u8 bytes[OA_PEBS_MAX_BYTES], expected[OA_PEBS_MAX_BYTES] = { 0 };
	u32 i;

	for (i = 0; i < OA_PEBS_NUM_FIELDS; i++)
		sample.value[i] = ~0ull;
	memset(expected + 0x08, 0xff, 8);
	oa_pebs_encode(&layout, &sample, bytes);
	KUNIT_EXPECT_EQ(test, memcmp(bytes, expected, sizeof(bytes)), 0);
}

/* Room for two records and a half: the half is never written */
static void oa_pebs_ds_fills(struct kunit *test)
{
	const struct oa_pebs_layout layout = layout_of(test, CAPABILITIES_ENHANCED, true);
	struct oa_pebs_sample sample = { .present = 1u << OA_PEBS_IP }, back;
	u8 buffer[5 * 0xb0 / 2 + 1];
	struct oa_pebs_ds ds;

	memset(buffer, 0xee, sizeof(buffer));
	oa_pebs_ds_init(&ds, &layout, BASE, sizeof(buffer) - 1, BASE + 0xb0);
	KUNIT_EXPECT_EQ(test, ds.index, BASE);
	KUNIT_EXPECT_EQ(test, oa_pebs_ds_records(&ds), 0ull);
	KUNIT_EXPECT_FALSE(test, oa_pebs_ds_at_threshold(&ds));

	sample.value[OA_PEBS_IP] = 1;
	KUNIT_EXPECT_TRUE(test, oa_pebs_ds_write(&ds, &sample, buffer));
	KUNIT_EXPECT_EQ(test, ds.index, BASE + 0xb0);
	KUNIT_EXPECT_TRUE(test, oa_pebs_ds_at_threshold(&ds));
	KUNIT_EXPECT_EQ(test, oa_pebs_ds_state(&ds), OA_PEBS_DS_OPEN);

	sample.value[OA_PEBS_IP] = 2;
	KUNIT_EXPECT_TRUE(test, oa_pebs_ds_write(&ds, &sample, buffer));
	KUNIT_EXPECT_EQ(test, oa_pebs_ds_state(&ds), OA_PEBS_DS_FULL);

	sample.value[OA_PEBS_IP] = 3;
	KUNIT_EXPECT_FALSE(test, oa_pebs_ds_write(&ds, &sample, buffer));
	KUNIT_EXPECT_EQ(test, ds.index, BASE + 2 * 0xb0);
	KUNIT_EXPECT_EQ(test, oa_pebs_ds_records(&ds), 2ull);
	KUNIT_EXPECT_EQ(test, buffer[2 * 0xb0], (u8)0xee);
	KUNIT_EXPECT_TRUE(test, oa_pebs_decode(&layout, buffer + 0xb0, &back));
	KUNIT_EXPECT_EQ(test, back.value[OA_PEBS_IP], 2ull);
}

static void oa_pebs_ds_continues(struct kunit *test)
{
	const struct oa_pebs_layout layout = layout_of(test, CAPABILITIES_BASIC, true);
	struct oa_pebs_sample sample = { .present = 1u << OA_PEBS_IP }, back;
	u8 buffer[0x90];
	struct oa_pebs_ds ds;

	oa_pebs_ds_init(&ds, &layout, BASE, sizeof(buffer), 0);
	sample.value[OA_PEBS_IP] = 1;
	KUNIT_EXPECT_TRUE(test, oa_pebs_ds_write(&ds, &sample, buffer));
	/* Exactly full: the index equals the absolute maximum */
	KUNIT_EXPECT_EQ(test, ds.index, ds.maximum);
	KUNIT_EXPECT_EQ(test, oa_pebs_ds_state(&ds), OA_PEBS_DS_FULL);
	sample.value[OA_PEBS_IP] = 2;
	KUNIT_EXPECT_FALSE(test, oa_pebs_ds_write(&ds, &sample, buffer));
	KUNIT_EXPECT_FALSE(test, oa_pebs_ds_write(&ds, &sample, buffer));

	oa_pebs_ds_reset(&ds);
	KUNIT_EXPECT_EQ(test, oa_pebs_ds_state(&ds), OA_PEBS_DS_OPEN);
	KUNIT_EXPECT_FALSE_MSG(test, oa_pebs_ds_at_threshold(&ds), "there is none");
	KUNIT_EXPECT_TRUE(test, oa_pebs_ds_write(&ds, &sample, buffer));
	KUNIT_EXPECT_TRUE(test, oa_pebs_decode(&layout, buffer, &back));
	KUNIT_EXPECT_EQ(test, back.value[OA_PEBS_IP], 2ull);
	KUNIT_EXPECT_EQ(test, ds.index, ds.maximum);
}

static void oa_pebs_ds_broken(struct kunit *test)
{
	static const s32 offsets[] = { -1, -0xb0, 1, 8, 0xaf, 0xb1, 3 * 0xb0, 0x7fffffff };
	const struct oa_pebs_layout layout = layout_of(test, CAPABILITIES_ENHANCED, true);
	struct oa_pebs_sample sample = { .present = 0 };
	u8 buffer[2 * 0xb0];
	struct oa_pebs_ds ds;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		oa_pebs_ds_init(&ds, &layout, BASE, sizeof(buffer), 0);
		ds.index = BASE + offsets[i];
		KUNIT_EXPECT_EQ_MSG(test, oa_pebs_ds_state(&ds), OA_PEBS_DS_BROKEN, "%d",
				    offsets[i]);
		KUNIT_EXPECT_FALSE(test, oa_pebs_ds_write(&ds, &sample, buffer));
		KUNIT_EXPECT_EQ(test, ds.index, BASE + offsets[i]);
	}
	/* The maximum is before the base */
	oa_pebs_ds_init(&ds, &layout, BASE, -8ull, 0);
	KUNIT_EXPECT_EQ(test, oa_pebs_ds_state(&ds), OA_PEBS_DS_BROKEN);
}

/* struct evtsel_case - a value of IA32_PERFEVTSELx, and its bits that PEBS does not allow */
struct evtsel_case {
	const char *name;
	u64 evtsel;
	u32 wrong;
};

static const struct evtsel_case evtsel_cases[] = {
	/* Enable, interrupt, OS and user, event and unit mask are allowed. */
	{ "all that is allowed", 0x5bffff, 0 },
	{ "nothing", 0, 0 },
	{ "edge", 0x4300c0 | 1u << 18, 1u << 18 },
	{ "any thread", 0x4300c0 | 1u << 21, 1u << 21 },
	{ "invert", 0x4300c0 | 1u << 23, 1u << 23 },
	{ "lowest bit of the mask", 0x4300c0 | 1u << 24, 1u << 24 },
	{ "highest bit of the mask", 0x4300c0 | 1u << 31, 1u << 31 },
	{ "all", ~0ull, 0xffa40000 },
	{ "only what is above", 0xffffffff00000000ull, 0 },
};

KUNIT_ARRAY_PARAM_DESC(evtsel, evtsel_cases, name);

static void oa_pebs_evtsel(struct kunit *test)
{
	const struct evtsel_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, oa_pebs_evtsel_wrong(c->evtsel), c->wrong);
}

static struct kunit_case oa_pebs_kunit_cases[] = {
	KUNIT_CASE_PARAM(oa_pebs_layouts, layout_gen_params),
	KUNIT_CASE(oa_pebs_unknown_layouts),
	KUNIT_CASE(oa_pebs_offsets),
	KUNIT_CASE_PARAM(oa_pebs_there_and_back, layout_gen_params),
	KUNIT_CASE(oa_pebs_mode_is_contradicted),
	KUNIT_CASE(oa_pebs_absent_is_zero),
	KUNIT_CASE(oa_pebs_ds_fills),
	KUNIT_CASE(oa_pebs_ds_continues),
	KUNIT_CASE(oa_pebs_ds_broken),
	KUNIT_CASE_PARAM(oa_pebs_evtsel, evtsel_gen_params),
	{ }
};

static struct kunit_suite oa_pebs_suite = {
	.name = "i915_oa_pebs",
	.test_cases = oa_pebs_kunit_cases,
};

kunit_test_suite(oa_pebs_suite);
