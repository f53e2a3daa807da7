// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metric sets: abi.rst 7.
 */
#include "fuzz.h"

#define MAX_PAIRS	64u

/* The id of a metric set that exists, existed once, or never existed */
u32 fuzz_config_id(struct fuzz *f)
{
	u32 id = fuzz_pick(f, f->process->configs);

	if (!id || f->careful || !fuzz_one_in(f, 4))
		id = 2 + fuzz_below(f, 2);
	return fuzz_near(f, id);
}

/* Make one of a few different UUIDs, so that some exist already. */
static void make_uuid(struct fuzz *f, char uuid[37])
{
	snprintf(uuid, 37, "%08x-%04x-4000-8000-%012x", fuzz_below(f, 8), f->index,
		 fuzz_below(f, 8));
	if (fuzz_one_in(f, 12))
		uuid[fuzz_below(f, 36)] = fuzz_value(f);
}

static u32 reg_in(struct fuzz *f, const struct oa_range *ranges)
{
	unsigned int num = 0;

	while (ranges && ranges[num].last)
		num++;
	if (!num)
		return fuzz_value(f);
	ranges += fuzz_below(f, num);
	return ranges->first + 4 * fuzz_below(f, (ranges->last - ranges->first) / 4 + 1);
}

/* Make a list of which one register in 64 is not allowed. Return: its address; @num: its pairs. */
static u64 make_list(struct fuzz *f, const struct oa_range *ranges, u32 *num)
{
	u32 pairs[2 * MAX_PAIRS];

	*num = fuzz_one_in(f, 2) ? fuzz_below(f, 4) : fuzz_below(f, MAX_PAIRS);
	for (u32 i = 0; i < *num; i++) {
		pairs[2 * i] = fuzz_one_in(f, 64) ? fuzz_value(f) : reg_in(f, ranges);
		pairs[2 * i + 1] = fuzz_value(f);
	}
	if (!*num && !fuzz_one_in(f, 8))
		return 0;
	/* A count that does not fit the list */
	if (fuzz_one_in(f, 32))
		*num = fuzz_value(f);
	return (uintptr_t)fuzz_put(f, pairs, sizeof(pairs));
}

static const struct oa_range flex_ranges[] = {
	{ 0xe458, 0xe458 }, { 0xe558, 0xe558 }, { 0xe658, 0xe658 }, { 0xe758, 0xe758 },
	{ 0xe45c, 0xe45c }, { 0xe55c, 0xe55c }, { 0xe65c, 0xe65c }, { 0, 0 },
};

/* A GPU that was bound again has no metric sets. Root adds one or two for all processes. */
void fuzz_config_first(struct fuzz *f)
{
	const u32 pair[] = { oa_facts()->boolean[0].first, 0 };
	struct drm_i915_perf_oa_config args = {
		.n_boolean_regs = 1, .boolean_regs_ptr = (uintptr_t)pair,
	};
	char uuid[37];
	int drm = fuzz_drm_node(f, false);

	for (u32 i = 0; drm >= 0 && i < 2; i++) {
		snprintf(uuid, sizeof(uuid), "%08x-0000-4000-8000-000000000000", i);
		memcpy(args.uuid, uuid, sizeof(args.uuid));
		ioctl(drm, DRM_IOCTL_I915_PERF_ADD_CONFIG, &args);
	}
	if (drm >= 0)
		close(drm);
}

static long call_add(struct fuzz *f)
{
	struct drm_i915_perf_oa_config args = {};
	char uuid[37];
	long id;

	make_uuid(f, uuid);
	memcpy(args.uuid, uuid, sizeof(args.uuid));
	if (!fuzz_one_in(f, 3))
		args.mux_regs_ptr = make_list(f, oa_facts()->mux, &args.n_mux_regs);
	if (!fuzz_one_in(f, 3))
		args.boolean_regs_ptr = make_list(f, oa_facts()->boolean, &args.n_boolean_regs);
	if (oa_facts()->flex ? fuzz_one_in(f, 2) : fuzz_one_in(f, 16))
		args.flex_regs_ptr = make_list(f, flex_ranges, &args.n_flex_regs);
	fuzz_note(f, args.n_mux_regs, args.n_boolean_regs, args.n_flex_regs, 0);
	id = ioctl(fuzz_drm(f), DRM_IOCTL_I915_PERF_ADD_CONFIG, fuzz_put(f, &args, sizeof(args)));
	if (id > 0)
		fuzz_pick(f, f->process->configs) = id;
	return id;
}

static long call_remove(struct fuzz *f)
{
	u64 id = fuzz_near(f, fuzz_config_id(f));

	/* Mostly keep the sets that all processes use. */
	if (id == 2 || (id == 3 && !fuzz_one_in(f, 8)))
		id += 2;
	fuzz_note(f, id, 0, 0, 0);
	return ioctl(fuzz_drm(f), DRM_IOCTL_I915_PERF_REMOVE_CONFIG, fuzz_put(f, &id, sizeof(id)));
}

const struct fuzz_call fuzz_config_calls[] = {
	{ "config-add", 15, call_add },
	{ "config-remove", 6, call_remove },
	{ }
};
