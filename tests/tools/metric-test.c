// SPDX-License-Identifier: GPL-2.0-only
/*
 * metric-test: tests the equations of metric files, and the facts of a GPU that they refer to.
 * Expected values are computed by hand, with the types that C has for the same expression.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/equation.h"
#include "tools/common/gpufacts.h"
#include "tools/common/message.h"
#include "test.h"

/* Names of the equations under test: counters "c0" to "c9", and two facts */
static bool fact(void *arg, const char *name, u64 *value)
{
	(void)arg;
	if (!strcmp(name, "EuCoresTotalCount"))
		*value = 20;
	else if (!strcmp(name, "SliceMask"))
		*value = 5;
	else
		return false;
	return true;
}

static int counter(void *arg, const char *name)
{
	(void)arg;
	return name[0] == 'c' && name[1] >= '0' && name[1] <= '9' && !name[2] ? name[1] - '0' : -1;
}

static const struct equation_names names = { .fact = fact, .counter = counter };

/* A7 = 700, A30 near the top of 64 bits, B1 = 11, C2 = 4000 clocks, 1000 ticks, 5000 clocks */
static struct oa_increments increments(void)
{
	struct oa_increments sum = {
		.ticks = 5000, .time = 1000, .pairs = 1, .a_mask = (1ull << OA_MAX_A) - 1,
		.b_mask = 0xff, .c_mask = 0xff,
	};

	sum.a[7] = 700;
	sum.a[30] = UINT64_MAX - 1;
	sum.b[1] = 11;
	sum.c[2] = 4000;
	return sum;
}

static void free_all(struct equation *all, size_t num)
{
	size_t i;

	for (i = 0; i < num; i++)
		equation_free(&all[i]);
}

/* struct row - an equation, and its value as a whole or as a real number */
static const struct row {
	const char *text;
	bool real;
	u64 whole;
	double value;
} rows[] = {
	{ "1", false, 1, 0 },
	{ "0x10", false, 16, 0 },
	{ "010", false, 8, 0 },
	{ "18446744073709551615", false, UINT64_MAX, 0 },
	{ "0.5", true, 0, 0.5 },
	{ "A 7 READ", false, 700, 0 },
	{ "B 1 READ", false, 11, 0 },
	{ "C 2 READ", false, 4000, 0 },
	{ "GPU_TIME 0 READ", false, 1000, 0 },
	{ "GPU_CLOCK 0 READ", false, 5000, 0 },
	{ "$EuCoresTotalCount", false, 20, 0 },
	{ "  7\t5\n USUB ", false, 2, 0 },
	{ "5 7 USUB", false, UINT64_MAX - 1, 0 },
	{ "A 30 READ 3 UADD", false, 1, 0 },
	{ "0x100000000 0x100000001 UMUL", false, 0x100000000, 0 },
	{ "7 2 UDIV", false, 3, 0 },
	{ "7 0 UDIV", false, 0, 0 },
	{ "0 0 UDIV", false, 0, 0 },
	{ "7 2 FDIV", true, 0, 3.5 },
	{ "7 0 FDIV", true, 0, 0 },
	{ "1 2 FADD", true, 0, 3 },
	/* Two whole numbers are added, subtracted and multiplied as such, and wrap. */
	{ "A 30 READ 3 FADD", true, 0, 1 },
	{ "5 7 FSUB", true, 0, 0x1p64 },
	{ "0x100000000 0x100000001 FMUL", true, 0, 0x1p32 },
	{ "7 2 FDIV 7 FSUB", true, 0, -3.5 },
	{ "1 3 FDIV 3 FMUL", true, 0, 1 },
	{ "3 2 FMAX", true, 0, 3 },
	{ "2 3 FMAX", true, 0, 3 },
	{ "3 2 UMIN", false, 2, 0 },
	{ "0 5 7 USUB UMIN", false, 0, 0 },
	/* A real operand of an operator of whole numbers keeps its fraction till the end. */
	{ "7 2 FDIV 1 UADD", false, 4, 0 },
	{ "7 2 FDIV 2 UMUL", false, 7, 0 },
	{ "7 2 FDIV 2 UDIV", false, 1, 0 },
	/* Out of range, which C leaves undefined */
	{ "7 2 FDIV 7 FSUB 0 UADD", false, 0, 0 },
	{ "$SliceMask 4 AND", false, 4, 0 },
	{ "$SliceMask 2 AND", false, 0, 0 },
	{ "1 63 <<", false, 1ull << 63, 0 },
	{ "1 64 <<", false, 0, 0 },
	{ "0xff 4 >>", false, 15, 0 },
	{ "0xff 64 >>", false, 0, 0 },
	{ "1 2 ULT", false, 1, 0 }, { "2 2 ULT", false, 0, 0 },
	{ "2 2 ULTE", false, 1, 0 }, { "3 2 ULTE", false, 0, 0 },
	{ "3 2 UGT", false, 1, 0 }, { "2 2 UGT", false, 0, 0 },
	{ "2 2 UGTE", false, 1, 0 }, { "1 2 UGTE", false, 0, 0 },
	{ "18446744073709551615 1 UGT", false, 1, 0 },
	{ "true 0 &&", false, 0, 0 }, { "true 2 &&", false, 1, 0 },
	{ "A 7 READ 100 UMUL $EuCoresTotalCount UDIV GPU_CLOCK 0 READ FDIV", true, 0, 0.7 },
};

static void the_table(void)
{
	const struct oa_increments sum = increments();
	const struct equation_input input = { .sum = &sum };
	char why[EQUATION_WHY_BYTES] = "";
	struct equation_value value;
	struct equation equation;
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		if (equation_compile(&equation, rows[i].text, &names, why)) {
			EXPECT(false, "'%s' is rejected: %s", rows[i].text, why);
			continue;
		}
		equation.real = rows[i].real;
		EXPECT(!equation_evaluate(&equation, &input, &value), "'%s'", rows[i].text);
		EXPECT(value.is_real == rows[i].real && value.whole == rows[i].whole &&
		       value.real == rows[i].value, "'%s' is %" PRIu64 " or %f", rows[i].text,
		       (uint64_t)value.whole, value.real);
		equation_free(&equation);
	}
}

/* The type of a counter decides, not that of its last operator. */
static void the_type_of_a_counter(void)
{
	const struct oa_increments sum = increments();
	const struct equation_input input = { .sum = &sum };
	char why[EQUATION_WHY_BYTES] = "";
	struct equation_value value;
	struct equation equation;

	EXPECT(!equation_compile(&equation, "7 2 FDIV", &names, why), "%s", why);
	equation_evaluate(&equation, &input, &value);
	EXPECT(!value.is_real && value.whole == 3, "%" PRIu64, (uint64_t)value.whole);
	equation_free(&equation);
	EXPECT(!equation_compile(&equation, "7 2 UMUL", &names, why), "%s", why);
	equation.real = true;
	equation_evaluate(&equation, &input, &value);
	EXPECT(value.is_real && value.real == 14, "%f", value.real);
	equation_free(&equation);
}

static const struct { const char *text, *why; } bad[] = {
	{ "", "it is empty" },
	{ "  ", "it is empty" },
	{ "UADD", "UADD lacks an operand" },
	{ "1 UADD", "UADD lacks an operand" },
	{ "1 2", "it ends with 2 values on the stack, not one" },
	{ "1 A", "it ends with 1 values on the stack, not one" },
	{ "READ", "READ needs a bank and a number before it" },
	{ "0 READ", "READ needs a bank and a number before it" },
	{ "A READ", "READ needs a bank and a number before it" },
	{ "A 0.5 READ", "READ needs a bank and a number before it" },
	{ "A 1 2 UADD READ", "'UADD' is no operator and no number" },
	{ "A 45 READ", "there is no counter A 45" },
	{ "B 8 READ", "there is no counter B 8" },
	{ "GPU_TIME 1 READ", "there is no counter GPU_TIME 1" },
	{ "1 2 FOO", "'FOO' is no operator and no number" },
	{ "1 -1 UADD", "'-1' is no operator and no number" },
	{ "12x", "'12x' is no operator and no number" },
	{ "18446744073709551616", "'18446744073709551616' is no operator and no number" },
	{ "1 $Nothing UADD", "$Nothing is not known" },
	{ "$", "$ is not known" },
	{ "PEC 0 READ", "'PEC' is no operator and no number" },
};

static void rejected(void)
{
	char why[EQUATION_WHY_BYTES];
	struct equation equation;
	size_t i;

	for (i = 0; i < ARRAY_LEN(bad); i++) {
		strcpy(why, "nothing");
		EXPECT(equation_compile(&equation, bad[i].text, &names, why), "'%s'", bad[i].text);
		EXPECT(!strcmp(why, bad[i].why), "'%s': %s", bad[i].text, why);
		EXPECT(!equation.num && !equation.steps, "'%s'", bad[i].text);
	}
}

/* "1 1 1 ... UADD UADD ...": as deep as the number says */
static int compile_deep(unsigned int depth)
{
	char text[2048] = "", why[EQUATION_WHY_BYTES] = "";
	struct equation equation;
	unsigned int i;
	int ret;

	for (i = 0; i < depth; i++)
		strcat(text, "1 ");
	for (i = 1; i < depth; i++)
		strcat(text, "UADD ");
	ret = equation_compile(&equation, text, &names, why);
	EXPECT(!ret || !strcmp(why, "more than 32 values are on the stack"), "%s", why);
	equation_free(&equation);
	return ret;
}

static void a_deep_stack(void)
{
	EXPECT(!compile_deep(EQUATION_DEPTH), "%u", EQUATION_DEPTH);
	EXPECT(compile_deep(EQUATION_DEPTH + 1), "%u", EQUATION_DEPTH + 1);
	EXPECT(compile_deep(250), "250");
}

static void compile_all(struct equation *all, const char *const *texts, size_t num)
{
	char why[EQUATION_WHY_BYTES] = "";
	size_t i;

	for (i = 0; i < num; i++)
		EXPECT(!equation_compile(&all[i], texts[i], &names, why), "%s", why);
}

static void references(void)
{
	static const char * const texts[] = {
		"$c1 $c2 FDIV", "$c2 2 UMUL", "C 2 READ", "$c3 100 UDIV", "$c5", "$c4",
	};
	struct equation all[ARRAY_LEN(texts)];
	const struct oa_increments sum = increments();
	const struct equation_input input = { .sum = &sum, .all = all };
	char why[EQUATION_WHY_BYTES] = "";
	struct equation_value value;

	compile_all(all, texts, ARRAY_LEN(texts));
	all[0].real = true;
	EXPECT(!equation_resolve(all, 0, why), "%s", why);
	EXPECT(!equation_evaluate(&all[0], &input, &value) && value.real == 2, "%f", value.real);
	/* One that divides by itself, and two that refer to each other */
	EXPECT(equation_resolve(all, 3, why) && !strcmp(why, "its references lead in a circle"),
	       "%s", why);
	EXPECT(equation_resolve(all, 4, why) && !strcmp(why, "its references lead in a circle"),
	       "%s", why);
	/* The first attempt leaves no trace in the second. */
	EXPECT(equation_resolve(all, 5, why) && !strcmp(why, "its references lead in a circle"),
	       "%s", why);
	equation_free(&all[4]);
	EXPECT(equation_resolve(all, 5, why) &&
	       !strcmp(why, "it needs a counter that is left out"), "%s", why);
	free_all(all, ARRAY_LEN(texts));
}

/* Each counter refers to the next one four times, so the work grows with a power of four. */
static void references_that_grow(void)
{
	static const char * const texts[] = {
		"$c1 $c1 UADD $c1 UADD $c1 UADD", "$c2 $c2 UADD $c2 UADD $c2 UADD",
		"$c3 $c3 UADD $c3 UADD $c3 UADD", "$c4 $c4 UADD $c4 UADD $c4 UADD",
		"$c5 $c5 UADD $c5 UADD $c5 UADD", "$c6 $c6 UADD $c6 UADD $c6 UADD",
		"$c7 $c7 UADD $c7 UADD $c7 UADD", "1",
	};
	struct equation all[ARRAY_LEN(texts)];
	char why[EQUATION_WHY_BYTES] = "";

	compile_all(all, texts, ARRAY_LEN(texts));
	EXPECT(!equation_resolve(all, 3, why), "%s", why);
	EXPECT(equation_resolve(all, 0, why) &&
	       !strcmp(why, "it is too long with what it refers to"), "%s", why);
	free_all(all, ARRAY_LEN(texts));
}

#define CHAIN	40u

static int next_counter(void *arg, const char *name)
{
	(void)arg;
	return name[0] == 'n' ? atoi(name + 1) : -1;
}

/* A chain of counters: those at its end are short enough, in whatever order they are resolved. */
static void a_chain_of_references(void)
{
	const struct equation_names next = { .fact = fact, .counter = next_counter };
	struct equation all[CHAIN];
	char why[EQUATION_WHY_BYTES] = "", text[16];
	bool backwards;
	u32 i, n;
	int ret;

	for (backwards = false; ; backwards = true) {
		for (i = 0; i < CHAIN; i++) {
			snprintf(text, sizeof(text), i + 1 < CHAIN ? "$n%u" : "1", i + 1);
			EXPECT(!equation_compile(&all[i], text, &next, why), "%s", why);
		}
		for (i = 0; i < CHAIN; i++) {
			n = backwards ? CHAIN - 1 - i : i;
			ret = equation_resolve(all, n, why);
			EXPECT(ret == (n < CHAIN - EQUATION_DEPTH ? -1 : 0), "%u: %s", n, why);
		}
		EXPECT(!strcmp(why, "its chain of references is too long"), "%s", why);
		free_all(all, CHAIN);
		if (backwards)
			break;
	}
}

/* A value is wrong if a counter is that it reads, also by a reference. */
static void wrong_counters(void)
{
	static const char * const texts[] = {
		"$c1 1 UADD", "A 7 READ", "C 2 READ", "PERFCNT 0 READ",
	};
	struct oa_increments sum = increments();
	struct equation all[ARRAY_LEN(texts)];
	struct equation_input input = { .sum = &sum, .all = all };
	char why[EQUATION_WHY_BYTES] = "";
	struct equation_value value;

	compile_all(all, texts, ARRAY_LEN(texts));
	EXPECT(!equation_resolve(all, 0, why), "%s", why);
	sum.a_wrapped = 1 << 7;
	EXPECT(equation_evaluate(&all[0], &input, &value) == OA_WRONG_WRAPPED, "wrapped");
	EXPECT(!equation_evaluate(&all[2], &input, &value), "C2");
	sum.a_wrapped = 0;
	sum.a_beyond = 1 << 7;
	EXPECT(equation_evaluate(&all[0], &input, &value) == OA_WRONG_RANGE, "range");
	input.flex = 1 << 7;
	EXPECT(!equation_evaluate(&all[0], &input, &value), "flexible");
	sum.a_mask = 0;
	EXPECT(equation_evaluate(&all[0], &input, &value) == OA_WRONG_ABSENT, "absent");
	sum.clocks_wrapped = true;
	EXPECT(equation_evaluate(&all[2], &input, &value) == OA_WRONG_WRAPPED, "C2");
	EXPECT(equation_evaluate(&all[3], &input, &value) == OA_WRONG_ABSENT, "PERFCNT");
	free_all(all, ARRAY_LEN(texts));
}

/* struct topology - the answer to a query, for three slices with four subslices of 8 EUs */
struct topology {
	struct drm_i915_query_topology_info info;
	u8 slices, subslices[3], eus[12];
};

static const struct topology gt2_of_9 = {
	.info = { .max_slices = 3, .max_subslices = 4, .max_eus_per_subslice = 8,
		  .subslice_offset = 1, .subslice_stride = 1, .eu_offset = 4, .eu_stride = 1 },
	.slices = 0x3, .subslices = { 0x7, 0x5 }, .eus = { 0xff, 0xff, 0x7f, 0, 0xff, 0, 0x0f },
};

static void facts_of_a_gpu(void)
{
	static const struct { const char *name; u64 value; } expected[] = {
		{ "GpuTimestampFrequency", 12000000 }, { "EuCoresTotalCount", 35 },
		{ "EuSlicesTotalCount", 2 }, { "EuSubslicesTotalCount", 5 }, { "SliceMask", 3 },
		{ "SubsliceMask", 0x2f }, { "EuThreadsCount", 7 }, { "QueryMode", 0 },
	};
	static const char * const unknown[] = { "GpuMaxFrequency", "SkuRevisionId", "Nothing" };
	struct gpu_facts facts = { .timestamp_hz = 12000000 };
	u64 value;
	size_t i;

	gpufacts_family(&facts, platform_by_key("skl"), 0x1916, NULL);
	EXPECT(gpufacts_fit(&facts, "SKLGT2") && gpufacts_fit(&facts, "SKLGT4"), "any GT");
	EXPECT(!gpufacts_find(&facts, "SliceMask", &value), "no topology");
	EXPECT(gpufacts_topology(&facts, &gt2_of_9, sizeof(gt2_of_9)), "rejected");
	for (i = 0; i < ARRAY_LEN(expected); i++) {
		EXPECT(gpufacts_find(&facts, expected[i].name, &value), "%s", expected[i].name);
		EXPECT(value == expected[i].value, "%s: %" PRIu64, expected[i].name,
		       (uint64_t)value);
	}
	for (i = 0; i < ARRAY_LEN(unknown); i++)
		EXPECT(!gpufacts_find(&facts, unknown[i], &value), "%s", unknown[i]);
	EXPECT(gpufacts_fit(&facts, "SKLGT3") && !gpufacts_fit(&facts, "SKLGT2"), "two slices");
	EXPECT(!gpufacts_fit(&facts, "KBLGT3") && !gpufacts_fit(&facts, "SKLGT33") &&
	       !gpufacts_fit(&facts, "") && !gpufacts_fit(&facts, "SKLX"), "others");
	/* Gen11 has eight bits for a slice. */
	gpufacts_family(&facts, platform_by_key("icl"), 0x8a52, NULL);
	EXPECT(gpufacts_find(&facts, "DualSubsliceMask", &value) && value == 0x507, "%" PRIx64,
	       (uint64_t)value);
	EXPECT(gpufacts_fit(&facts, "ICL") && !gpufacts_fit(&facts, "EHL"), "ICL");
}

static void a_topology_of_unknown_form(void)
{
	struct gpu_facts facts = { .has_topology = false };
	struct topology other = gt2_of_9;
	size_t bytes;

	for (bytes = 0; bytes < sizeof(other.info) + 16; bytes++)
		EXPECT(!gpufacts_topology(&facts, &other, bytes), "%zu", bytes);
	other.info.max_slices = 200;
	EXPECT(!gpufacts_topology(&facts, &other, sizeof(other)), "slices");
	other = gt2_of_9;
	other.info.eu_offset = 60000;
	EXPECT(!gpufacts_topology(&facts, &other, sizeof(other)), "offset");
}

/* By PCI id, and by the name of a platform */
static void families(void)
{
	static const struct { u32 devid; const char *key, *family; } all[] = {
		{ 0x0412, NULL, "HSW" }, { 0x1616, NULL, "BDW" }, { 0x22b0, NULL, "CHV" },
		{ 0x1912, NULL, "SKL" }, { 0x5916, NULL, "KBL" }, { 0x3e92, NULL, "CFL" },
		{ 0x9bc5, NULL, "CFL" }, { 0x87c0, NULL, "KBL" }, { 0x87ca, NULL, "CFL" },
		{ 0x5a84, NULL, "BXT" }, { 0x3185, NULL, "GLK" }, { 0x8a52, NULL, "ICL" },
		{ 0x4500, NULL, "EHL" }, { 0x4e61, NULL, "EHL" }, { 0x9840, NULL, "LKF" },
		{ 0x9a60, NULL, "TGLGT1" }, { 0x9a68, NULL, "TGLGT1" }, { 0x9a70, NULL, "TGLGT1" },
		{ 0x9a49, NULL, "TGLGT2" }, { 0x9a78, NULL, "TGLGT2" }, { 0x4c8a, NULL, "RKL" },
		{ 0x46a6, NULL, "ADL" }, { 0xa7a0, NULL, "ADL" },
		{ 0, "kbl", "KBL" }, { 0, "jsl", "EHL" }, { 0, "GLK", "GLK" }, { 0, "hsw", "HSW" },
	};
	struct gpu_facts facts = { .eus = 0 };
	size_t i;

	for (i = 0; i < ARRAY_LEN(all); i++) {
		gpufacts_family(&facts, all[i].key ? platform_by_key(all[i].key) :
				platform_by_devid(all[i].devid), all[i].devid, all[i].key);
		EXPECT(facts.family && !strcmp(facts.family, all[i].family), "%04x %s: %s",
		       all[i].devid, all[i].key ?: "", facts.family ?: "none");
	}
	/* No metric files exist of these. */
	gpufacts_family(&facts, platform_by_key("snb"), 0x0102, NULL);
	EXPECT(!facts.family && !gpufacts_fit(&facts, "SNB"), "snb");
}

static const struct test tests[] = {
	{ "the table", the_table },
	{ "the type of a counter", the_type_of_a_counter },
	{ "rejected equations", rejected },
	{ "a deep stack", a_deep_stack },
	{ "references", references },
	{ "references that grow", references_that_grow },
	{ "a chain of references", a_chain_of_references },
	{ "wrong counters", wrong_counters },
	{ "facts of a GPU", facts_of_a_gpu },
	{ "a topology of unknown form", a_topology_of_unknown_form },
	{ "families", families },
};

int main(void)
{
	return run_tests("metric", tests, ARRAY_LEN(tests));
}
