// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Hierarchical names
 *
 * The form is that of the RISC-V performance events: GROUP.CATEGORY[.TYPE][.QUALIFIER], where
 * an omitted level means "all". A counter has a name only if a document describes it;
 * reserved ones have none. Meanings and errata of counters are in oa_counters.c.
 *
 * EU is the state of whole EUs. THREAD is the state of threads, whatever their EU does: a stage may
 * stall while its EU executes for another one.
 *
 * Facts: hardware.rst 4.2, 4.4, 5.1 to 5.6, 19.3, 19.4.
 */
#include "formats/oa_env.h"
#include "formats/oa_names.h"

#define N(bank, n, limit, label, from)						\
	{ .field = OA_FIELD_##bank, .number = (n), .most = OA_MOST_##limit,	\
	  .name = (label), .source = (from) }

#define A(n, limit, label)	N(A, n, limit, label, "hardware.rst 5.1")
static const struct oa_name snb_a[] = {
	A(0, EU, "EU.ACTIVE"), A(1, EU, "EU.STALL"),
	A(2, EU, "EU.ACTIVE.VS"), A(3, EU, "THREAD.STALL.VS"), A(4, EU, "EU.STALL.VS"),
	A(5, THREAD, "THREAD.LOADED.VS"), A(6, EU, "THREAD.READY.VS"),
	A(7, EU, "EU.ACTIVE.GS_CS"), A(8, EU, "THREAD.STALL.GS_CS"), A(9, EU, "EU.STALL.GS_CS"),
	A(10, THREAD, "THREAD.LOADED.GS_CS"), A(11, EU, "THREAD.READY.GS_CS"),
	A(12, EU, "EU.ACTIVE.PS"), A(13, EU, "THREAD.STALL.PS"), A(14, EU, "EU.STALL.PS"),
	A(15, THREAD, "THREAD.LOADED.PS"), A(16, EU, "THREAD.READY.PS"),
	A(21, UNKNOWN, "PIXEL.KILL.PS"), A(22, UNKNOWN, "PIXEL.FAIL.ALPHA"),
	A(23, UNKNOWN, "PIXEL.FAIL.STENCIL.LATE"), A(24, UNKNOWN, "PIXEL.FAIL.Z.LATE"),
	A(25, UNKNOWN, "PIXEL.WRITE"), A(26, CLOCK, "GPU.BUSY"),
	A(27, CLOCK, "FIXED.ACTIVE.CLIP"), A(28, CLOCK, "FIXED.STALL.SF"),
};

#undef A

#define A(n, limit, label)	N(A, n, limit, label, "hardware.rst 5.2")
static const struct oa_name ivb_a[] = {
	A(0, EU, "EU.ACTIVE"), A(1, EU, "EU.STALL"),
	A(2, EU, "EU.ACTIVE.VS"), A(4, EU, "EU.STALL.VS"), A(5, THREAD, "THREAD.LOADED.VS"),
	A(7, EU, "EU.ACTIVE.HS"), A(9, EU, "EU.STALL.HS"), A(10, THREAD, "THREAD.LOADED.HS"),
	A(12, EU, "EU.ACTIVE.DS"), A(14, EU, "EU.STALL.DS"), A(15, THREAD, "THREAD.LOADED.DS"),
	A(17, EU, "EU.ACTIVE.CS"), A(19, EU, "EU.STALL.CS"), A(20, THREAD, "THREAD.LOADED.CS"),
	A(22, EU, "EU.ACTIVE.GS"), A(24, EU, "EU.STALL.GS"), A(25, THREAD, "THREAD.LOADED.GS"),
	A(27, EU, "EU.ACTIVE.PS"), A(29, EU, "EU.STALL.PS"), A(30, THREAD, "THREAD.LOADED.PS"),
	A(32, UNKNOWN, "PIXEL.PASS.HIZ"), A(33, UNKNOWN, "PIXEL.FAIL.HIZ"),
	A(34, UNKNOWN, "PIXEL.PASS.Z.SLOW"), A(35, UNKNOWN, "PIXEL.FAIL.Z.SLOW"),
	A(36, UNKNOWN, "PIXEL.KILL.PS"), A(37, UNKNOWN, "PIXEL.FAIL.ALPHA"),
	A(38, UNKNOWN, "PIXEL.FAIL.STENCIL.LATE"), A(39, UNKNOWN, "PIXEL.FAIL.Z.LATE"),
	A(40, UNKNOWN, "PIXEL.WRITE"), A(41, CLOCK, "GPU.BUSY.RENDER"),
	A(42, CLOCK, "FIXED.BOTTLENECK.VS"), A(43, CLOCK, "FIXED.BOTTLENECK.GS"),
};

#undef A

#define A(n, limit, label)	N(A, n, limit, label, "hardware.rst 5.3")
#define FLEX(n, label)		N(A, n, EU, label, "hardware.rst 5.4")
/* A0 counts the render engine or any engine: see the platform's table in oa_counters.c. */
static const struct oa_name gen8_a0[] = { A(0, CLOCK, "GPU.BUSY.RENDER") };
static const struct oa_name gen9_a0[] = { A(0, CLOCK, "GPU.BUSY") };
static const struct oa_name gen8_a[] = {
	A(1, UNKNOWN, "THREAD.DISPATCH.VS"), A(2, UNKNOWN, "THREAD.DISPATCH.HS"),
	A(3, UNKNOWN, "THREAD.DISPATCH.DS"), A(4, UNKNOWN, "THREAD.DISPATCH.CS"),
	A(5, UNKNOWN, "THREAD.DISPATCH.GS"), A(6, UNKNOWN, "THREAD.DISPATCH.PS"),
	FLEX(7, "EU.FLEX.E0"), FLEX(8, "EU.FLEX.E1"), FLEX(9, "EU.FLEX.E2"),
	FLEX(10, "EU.FLEX.E3"), FLEX(11, "EU.FLEX.E4"), FLEX(12, "EU.FLEX.E5"),
	FLEX(13, "EU.FLEX.E6"), FLEX(14, "EU.FLEX.E7"), FLEX(15, "EU.FLEX.E8"),
	FLEX(16, "EU.FLEX.E9"), FLEX(17, "EU.FLEX.E10"), FLEX(18, "EU.FLEX.E11"),
	FLEX(19, "EU.FLEX.E12"), FLEX(20, "EU.FLEX.E13"),
	A(21, UNKNOWN, "PIXEL.RASTER"),
	A(22, UNKNOWN, "PIXEL.FAIL.EARLY.FAST"), A(23, UNKNOWN, "PIXEL.FAIL.EARLY.SLOW"),
	A(24, UNKNOWN, "PIXEL.KILL.PS"), A(25, UNKNOWN, "PIXEL.FAIL.LATE"),
	A(26, UNKNOWN, "PIXEL.WRITE"), A(27, UNKNOWN, "PIXEL.WRITE.BLEND"),
	A(28, UNKNOWN, "CACHE.SAMPLER.RD"), A(29, UNKNOWN, "CACHE.SAMPLER.RD.MISS"),
	A(30, UNKNOWN, "MEM.LOAD.SLM"), A(31, UNKNOWN, "MEM.STORE.SLM"),
	A(32, UNKNOWN, "MEM.LDST"), A(33, UNKNOWN, "MEM.LDST.L1.MISS"),
	A(34, UNKNOWN, "MEM.ATOMIC"), A(35, UNKNOWN, "THREAD.BARRIER"),
};

#define B(n)	N(B, n, CLOCK, "NOA.CUSTOM.B" #n, "hardware.rst 5.5")
static const struct oa_name b_counters[] = { B(0), B(1), B(2), B(3), B(4), B(5), B(6), B(7) };
#define NUM_B_GEN6	4

/* Those of IVB and VLV are dwords that the document reserves: hardware.rst 12, no. 23. */
#define C(n)	N(C, n, UNKNOWN, "NOA.MUX.C" #n, "hardware.rst 5.6")
static const struct oa_name c_counters[] = { C(0), C(1), C(2), C(3), C(4), C(5), C(6), C(7) };

static const struct oa_name ticks[] = {
	N(GPU_TICKS, 0, CLOCK, "GPU.CLOCKS", "hardware.rst 4.4"),
};

static const struct oa_name timestamp[] = {
	N(TIMESTAMP, 0, UNKNOWN, "GPU.TIME", "hardware.rst 3.14"),
};

/*
 * Increment event in bits 3:0, coarse filter in 7:4, fine filter in 11:8. Only events and filters
 * that the documents list together: none by stage for "some pipeline active" and for stalls.
 */
static const struct oa_flex_event tree_events[OA_NUM_FLEX_EVENTS] = {
	{ 7, 0x004, "EU.ACTIVE", "EUs with some pipeline active, summed", NULL },
	{ 8, 0x005, "EU.STALL", "EUs with a thread loaded and no pipeline active, summed", NULL },
	{ 9, 0x000, "EU.ACTIVE.FPU0", "EUs with FPU0 active, summed", NULL },
	{ 10, 0x001, "EU.ACTIVE.FPU1", "EUs with FPU1 active, summed",
	  "Broadwell misses the second pass of extended math" },
	{ 11, 0x002, "EU.ACTIVE.SEND", "EUs with the SEND pipeline active, summed", NULL },
	{ 12, 0x003, "EU.ACTIVE.FPU_BOTH", "EUs with FPU0 and FPU1 active, summed", NULL },
	{ 13, 0x008, "THREAD.OCCUPANCY",
	  "EUs whose thread slots would all be full, summed: a count per multiple of the slots",
	  NULL },
	{ 14, 0x010, "EU.ACTIVE.FPU0.VS", "FPU0 active for the vertex shader", NULL },
	{ 15, 0x020, "EU.ACTIVE.FPU0.HS", "FPU0 active for the hull shader", NULL },
	{ 16, 0x030, "EU.ACTIVE.FPU0.DS", "FPU0 active for the domain shader", NULL },
	{ 17, 0x040, "EU.ACTIVE.FPU0.GS", "FPU0 active for the geometry shader", NULL },
	{ 18, 0x050, "EU.ACTIVE.FPU0.PS", "FPU0 active for the pixel shader", NULL },
	{ 19, 0x060, "EU.ACTIVE.FPU0.TS", "FPU0 active for threads of the thread spawner", NULL },
	{ 20, 0x502, "EU.SEND", "SENDs whose dispatch began", NULL },
};

/*
 * On Gen12 each event is split by the fine filters of EU 0 to 3, which are 7 to 10, as in the sets
 * that ship with tools. The counts of the four are added.
 */
static const struct oa_flex_event tree_events_gen12[OA_NUM_FLEX_EVENTS] = {
	{ 7, 0x704, "EU.ACTIVE.EU0", "EUs of number 0 with some pipeline active, summed", NULL },
	{ 8, 0x804, "EU.ACTIVE.EU1", "EUs of number 1 with some pipeline active, summed", NULL },
	{ 9, 0x904, "EU.ACTIVE.EU2", "EUs of number 2 with some pipeline active, summed", NULL },
	{ 10, 0xa04, "EU.ACTIVE.EU3", "EUs of number 3 with some pipeline active, summed", NULL },
	{ 11, 0x705, "EU.STALL.EU0",
	  "EUs of number 0 with a thread loaded and no pipeline active, summed", NULL },
	{ 12, 0x805, "EU.STALL.EU1",
	  "EUs of number 1 with a thread loaded and no pipeline active, summed", NULL },
	{ 13, 0x905, "EU.STALL.EU2",
	  "EUs of number 2 with a thread loaded and no pipeline active, summed", NULL },
	{ 14, 0xa05, "EU.STALL.EU3",
	  "EUs of number 3 with a thread loaded and no pipeline active, summed", NULL },
	{ 15, 0x708, "THREAD.OCCUPANCY.EU0",
	  "EUs of number 0 whose thread slots would all be full, summed", NULL },
	{ 16, 0x808, "THREAD.OCCUPANCY.EU1",
	  "EUs of number 1 whose thread slots would all be full, summed", NULL },
	{ 17, 0x908, "THREAD.OCCUPANCY.EU2",
	  "EUs of number 2 whose thread slots would all be full, summed", NULL },
	{ 18, 0xa08, "THREAD.OCCUPANCY.EU3",
	  "EUs of number 3 whose thread slots would all be full, summed", NULL },
	{ 19, 0xfff, NULL, NULL, NULL },
	{ 20, 0xfff, NULL, NULL, NULL },
};

/* struct name_list - part of a platform's names */
struct name_list {
	const struct oa_name *names;
	size_t num;
};

/*
 * struct names - the names of a platform; @doubt: a caveat to all of them; @events: of the flexible
 * counters in its set for the tree, OA_NUM_FLEX_EVENTS of them; NULL without flexible counters
 */
struct names {
	const struct oa_counter_set *set;
	const char *doubt;
	const struct oa_flex_event *events;
	struct name_list lists[6];
};

#define TIMESTAMP_LIST		{ timestamp, ARRAY_SIZE(timestamp) }
#define B_LIST_GEN6		{ b_counters, NUM_B_GEN6 }
#define B_LIST			{ b_counters, ARRAY_SIZE(b_counters) }
#define C_LIST			{ c_counters, ARRAY_SIZE(c_counters) }
#define LISTS_GEN8(a0)		{ { a0, 1 }, { gen8_a, ARRAY_SIZE(gen8_a) }, B_LIST, C_LIST, \
				  { ticks, ARRAY_SIZE(ticks) }, TIMESTAMP_LIST }

static const struct names all_names[] = {
	{ &oa_counters_snb, NULL, NULL,
	  { { snb_a, ARRAY_SIZE(snb_a) }, B_LIST_GEN6, TIMESTAMP_LIST } },
	{ &oa_counters_ivb, NULL, NULL,
	  { { ivb_a, ARRAY_SIZE(ivb_a) }, B_LIST_GEN6, TIMESTAMP_LIST } },
	{ &oa_counters_vlv, NULL, NULL,
	  { { ivb_a, ARRAY_SIZE(ivb_a) }, B_LIST_GEN6, TIMESTAMP_LIST } },
	{ &oa_counters_hsw, NULL, NULL,
	  { { ivb_a, ARRAY_SIZE(ivb_a) }, B_LIST, C_LIST, TIMESTAMP_LIST } },
	{ &oa_counters_gen8, NULL, tree_events, LISTS_GEN8(gen8_a0) },
	{ &oa_counters_gen9, "no document for Gen9: taken to be Lakefield's", tree_events,
	  LISTS_GEN8(gen9_a0) },
	{ &oa_counters_gen11, NULL, tree_events, LISTS_GEN8(gen9_a0) },
	{ &oa_counters_gen12, "no document for Gen12: taken to be Lakefield's", tree_events_gen12,
	  LISTS_GEN8(gen9_a0) },
};

static const struct names *names_of(const struct oa_counter_set *set)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all_names); i++)
		if (all_names[i].set == set)
			return &all_names[i];
	return NULL;
}

static bool is_reserved(const struct oa_counter_set *set, const struct oa_name *name)
{
	const struct oa_counter *counter = oa_counter_find(set, name->field, name->number);

	return counter && counter->flags & OA_COUNTER_RESERVED;
}

/**
 * oa_name_find() - name of a counter
 * @set: the counters of the platform
 * @field: OA_FIELD_A, _B, _C, _GPU_TICKS or _TIMESTAMP
 * @number: number of the counter, 0 for the last two
 *
 * Return: the name, or NULL if no document describes the platform's counter.
 */
const struct oa_name *oa_name_find(const struct oa_counter_set *set, enum oa_field field,
				   unsigned int number)
{
	const struct names *names = names_of(set);
	const struct name_list *list;
	size_t i;

	if (!names)
		return NULL;
	for (list = names->lists; list < names->lists + ARRAY_SIZE(names->lists); list++)
		for (i = 0; i < list->num; i++)
			if (list->names[i].field == field && list->names[i].number == number)
				return is_reserved(set, &list->names[i]) ? NULL : &list->names[i];
	return NULL;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_name_find);

/* Return the meaning of a named counter, one line. */
static const char *meaning_of(const struct oa_counter_set *set, const struct oa_name *name)
{
	const struct oa_counter *counter = oa_counter_find(set, name->field, name->number);

	return counter ? counter->meaning : "ticks of the time stamp";
}

/**
 * oa_name_explain() - meaning, caveats and source of a named counter
 * @set: the counters of the platform
 * @name: one of its names
 * @text: filled in
 * @bytes: size of @text, OA_EXPLANATION_BYTES is enough
 */
void oa_name_explain(const struct oa_counter_set *set, const struct oa_name *name, char *text,
		     size_t bytes)
{
	const struct oa_counter *counter = oa_counter_find(set, name->field, name->number);
	const char *note = counter ? counter->note : NULL;
	const struct names *names = names_of(set);
	const char *doubt = names ? names->doubt : NULL;

	snprintf(text, bytes, "%s%s%s%s%s [%s]", meaning_of(set, name), note ? "; " : "",
		 note ? note : "", doubt ? "; " : "", doubt ? doubt : "", name->source);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_name_explain);

/**
 * oa_tree_events() - events of the flexible counters in the metric set for the tree
 * @set: the counters of the platform
 *
 * Return: OA_NUM_FLEX_EVENTS of them, A7 first; NULL if the platform has no flexible counters.
 */
const struct oa_flex_event *oa_tree_events(const struct oa_counter_set *set)
{
	const struct names *names = names_of(set);

	return names ? names->events : NULL;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_tree_events);

/**
 * oa_tree_flex_register() - value of a register of flexible EU events, in the set for the tree
 * @set: the counters of a platform with flexible counters
 * @n: number of EU_PERF_CNT_CTLn, 0 to 6
 *
 * Each register has two events: the lower one in bits 11:0, the other in bits 23:12.
 */
u32 oa_tree_flex_register(const struct oa_counter_set *set, unsigned int n)
{
	const struct oa_flex_event *events = oa_tree_events(set);

	return events[2 * n].event | (u32)events[2 * n + 1].event << 12;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_tree_flex_register);
