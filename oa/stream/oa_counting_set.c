// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The metric set for perf
 *
 * With it each B counter counts clocks and, from Gen8 on, the flexible counters count the events
 * of the tree of EU time: it is the set that oa-dump calls "tree". A stream's set may make these
 * counters count something else. Then what perf calls eu-active is not in the register any more,
 * and its event must not be counted. Other A counters, and GPU_TICKS, are the same in every set.
 *
 * Facts: hardware.rst 3.9, 3.10, 3.12, 5.4, 5.5.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "abi/oa_config.h"
#include "formats/oa_flex.h"
#include "formats/oa_names.h"
#include "oa_compat.h"
#include "oa_platform.h"
#include "oa_reg.h"
#include "regs/oa_regs.h"
#include "stream/oa_counting_set.h"
#include "stream/oa_counting_types.h"

/* Source NOA, at least 0; input 0 alone: true in each clock */
#define OA_CEC_CLOCKS_0		0x00000003
#define OA_CEC_CLOCKS_1		0x0000fffe
/* B counters up to Valleyview */
#define OA_GEN6_NUM_B		4
/* Bits of a flexible event in its register */
#define OA_FLEX_EVENT_BITS	12
#define OA_FLEX_EVENT_MASK	GENMASK(OA_FLEX_EVENT_BITS - 1, 0)

static int oa_counting_list(struct oa_reg_list *list, u32 count)
{
	list->regs = kvmalloc_array(count, sizeof(*list->regs), GFP_KERNEL);
	if (!list->regs)
		return -ENOMEM;
	list->count = count;
	return 0;
}

/* Where custom event creation begins */
static u32 oa_counting_cec(const struct oa_platform *platform)
{
	return platform->live ? HSW_CEC0_0 : GEN6_CEC0_0;
}

static u32 oa_counting_num_b(const struct oa_platform *platform)
{
	return platform->live ? OA_MAX_B : OA_GEN6_NUM_B;
}

/**
 * oa_counting_set_new() - make the metric set for perf
 * @platform: of the GPU
 *
 * Process context. Return: the set, which nobody can look up, with one reference; NULL without
 * memory.
 */
struct oa_config *oa_counting_set_new(const struct oa_platform *platform)
{
	struct oa_config *set = oa_config_new_empty();
	u32 i;

	if (!set || oa_counting_list(&set->boolean, 2 * oa_counting_num_b(platform)) ||
	    (platform->flex && oa_counting_list(&set->flex, OA_FLEX_NUM_REGS))) {
		oa_config_put(set);
		return NULL;
	}
	for (i = 0; i < set->boolean.count; i++)
		set->boolean.regs[i] = (struct oa_reg_value) {
			oa_counting_cec(platform) + 4 * i, i % 2 ? OA_CEC_CLOCKS_1 : OA_CEC_CLOCKS_0
		};
	for (i = 0; i < set->flex.count; i++)
		set->flex.regs[i] = (struct oa_reg_value) {
			oa_flex_regs[i], oa_tree_flex_register(i)
		};
	return set;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counting_set_new);

/* The value that a list leaves in a register, -1 if it does not write it. */
static s64 oa_counting_written(const struct oa_reg_list *list, u32 offset)
{
	u32 i = list->count;

	while (i--)
		if (list->regs[i].offset == offset)
			return list->regs[i].value;
	return -1;
}

/* A register that neither set writes is as it was found, in both. */
static bool oa_counting_same(const struct oa_config *a, const struct oa_config *b, u32 first,
			     u32 last)
{
	u32 offset;

	for (offset = first; offset <= last; offset += 4)
		if (oa_counting_written(&a->boolean, offset) !=
		    oa_counting_written(&b->boolean, offset))
			return false;
	return true;
}

/* A start trigger is off with the values that metric sets give it, and a threshold of zero. */
static bool oa_counting_trigger_off(const struct oa_config *set, u32 threshold, u32 control)
{
	const s64 value = oa_counting_written(&set->boolean, control) &
			  ~(s64)OASTARTTRIG2_EVENT_SELECT;

	if (oa_counting_written(&set->boolean, threshold) > 0)
		return false;
	return oa_counting_written(&set->boolean, control) <= 0 ||
	       value == OASTARTTRIG2_THRESHOLD_ENABLE;
}

/* Nothing holds B counters back. */
static bool oa_counting_starts_at_once(const struct oa_config *set)
{
	return oa_counting_trigger_off(set, OASTARTTRIG1, OASTARTTRIG2) &&
	       oa_counting_trigger_off(set, OASTARTTRIG5, OASTARTTRIG6);
}

static u64 oa_counting_common_b(const struct oa_platform *platform, const struct oa_config *own,
				const struct oa_config *other)
{
	const u32 first = oa_counting_cec(platform);
	u64 mask = 0;
	u32 n;

	if (!oa_counting_starts_at_once(other))
		return 0;
	for (n = 0; n < oa_counting_num_b(platform); n++)
		if (oa_counting_same(own, other, first + 8 * n, first + 8 * n + 4))
			mask |= BIT_ULL(OA_SOURCE_B0 + n);
	return mask;
}

/* A register of which a set says nothing is zero: a context has them all. */
static u32 oa_counting_flex_event(const struct oa_config *set, u32 n)
{
	const s64 value = oa_counting_written(&set->flex, oa_flex_regs[n / 2]);

	return value < 0 ? 0 : value >> n % 2 * OA_FLEX_EVENT_BITS & OA_FLEX_EVENT_MASK;
}

static u64 oa_counting_common_a(const struct oa_platform *platform, const struct oa_config *own,
				const struct oa_config *other)
{
	u64 mask = GENMASK_ULL(OA_SOURCE_A0 + OA_MAX_A - 1, OA_SOURCE_A0);
	u32 n;

	for (n = 0; platform->flex && n < OA_NUM_FLEX_EVENTS; n++)
		if (oa_counting_flex_event(own, n) != oa_counting_flex_event(other, n))
			mask &= ~BIT_ULL(OA_SOURCE_A0 + OA_FLEX_FIRST + n);
	return mask;
}

/**
 * oa_counting_set_common() - what counts the same with another metric set
 * @platform: of the GPU
 * @own: the set for perf
 * @other: the other one
 *
 * Pure. Return: sources, a bit each.
 */
u64 oa_counting_set_common(const struct oa_platform *platform, const struct oa_config *own,
			   const struct oa_config *other)
{
	return OA_SOURCES_ALWAYS | BIT_ULL(OA_SOURCE_TICKS) |
	       oa_counting_common_a(platform, own, other) |
	       oa_counting_common_b(platform, own, other);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counting_set_common);
