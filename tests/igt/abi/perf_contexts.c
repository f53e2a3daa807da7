// SPDX-License-Identifier: GPL-2.0-only
/*
 * Contexts: abi.rst 5.
 */
#include <sys/mman.h>

#include "oa_lib.h"

#define CREATE_USE_EXTENSIONS	1u
#define CREATE_SINGLE_TIMELINE	2u
#define EXT_SETPARAM		0
#define PARAM_GTT_SIZE		3
#define PARAM_SSEU		7
#define PARAM_ENGINES		10
#define QUERY_ENGINES		2

struct engine {
	u16 class;
	u16 instance;
};

struct engine_map {
	u64 extensions;
	struct engine engines[65];
};

/* The 24-byte context param of abi.rst 5. */
struct param {
	u32 ctx_id;
	u32 size;
	u64 param;
	u64 value;
};

struct extension {
	u64 next;
	u32 name;
	u32 flags;
	u32 rsvd[4];
	struct param param;
};

static int drm;

static int create_ext(u32 flags, const void *extensions, u32 *id)
{
	struct drm_i915_gem_context_create_ext create = {
		.flags = flags,
		.extensions = (uintptr_t)extensions,
	};
	int ret = oa_ioctl(drm, DRM_IOCTL_I915_GEM_CONTEXT_CREATE_EXT, &create);

	if (id)
		*id = create.ctx_id;
	return ret;
}

static int create_with(const struct extension *ext)
{
	u32 id;
	int ret = create_ext(CREATE_USE_EXTENSIONS, ext, &id);

	if (!ret) {
		igt_assert_neq(id, 0);
		oa_assert_ok(oa_context_destroy(drm, id));
	}
	return ret;
}

static unsigned int all_engines(struct engine_map *map)
{
	u8 buf[4096] = {};
	struct drm_i915_query_item item = { .query_id = QUERY_ENGINES, .length = sizeof(buf),
					    .data_ptr = (uintptr_t)buf };
	struct drm_i915_query q = { .num_items = 1, .items_ptr = (uintptr_t)&item };
	u32 num;

	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_QUERY, &q));
	igt_assert_lt(0, item.length);
	memcpy(&num, buf, 4);
	memset(map, 0, sizeof(*map));
	for (u32 i = 0; i < num; i++)
		memcpy(&map->engines[i], buf + 16 + 56 * i, sizeof(struct engine));
	return num;
}

static struct extension engines_extension(const struct engine_map *map, unsigned int num)
{
	return (struct extension){
		.name = EXT_SETPARAM,
		.param = { .size = 8 + 4 * num, .param = PARAM_ENGINES,
			   .value = (uintptr_t)map },
	};
}

static void test_create(void)
{
	struct drm_i915_gem_context_create shortform = { .ctx_id = 77 };
	u32 ids[8], id;

	for (size_t i = 0; i < ARRAY_LEN(ids); i++) {
		ids[i] = oa_context_create(drm);
		for (size_t j = 0; j < i; j++)
			igt_assert_neq(ids[i], ids[j]);
	}
	for (size_t i = 0; i < ARRAY_LEN(ids); i++)
		oa_assert_ok(oa_context_destroy(drm, ids[i]));

	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, &shortform));
	oa_assert_ok(oa_context_destroy(drm, shortform.ctx_id));
	oa_assert_ok(create_ext(0, NULL, &id));
	igt_assert_neq(id, 0);
	oa_assert_ok(oa_context_destroy(drm, id));
	oa_assert_ok(create_ext(CREATE_SINGLE_TIMELINE, NULL, &id));
	oa_assert_ok(oa_context_destroy(drm, id));
}

static void test_create_flags(void)
{
	u32 id;

	oa_assert_fails(create_ext(4, NULL, &id), EINVAL);
	oa_assert_fails(create_ext(1u << 31, NULL, &id), EINVAL);
	oa_assert_fails(create_ext(CREATE_USE_EXTENSIONS | 8, NULL, &id), EINVAL);
	oa_assert_ok(create_ext(CREATE_USE_EXTENSIONS, NULL, &id));
	oa_assert_ok(oa_context_destroy(drm, id));
}

static void test_engines(void)
{
	struct engine_map map;
	unsigned int num = all_engines(&map);
	struct extension ext = engines_extension(&map, num);

	oa_assert_ok(create_with(&ext));
	map.engines[0] = (struct engine){ 0, 0 };
	ext = engines_extension(&map, 1);
	oa_assert_ok(create_with(&ext));
}

static void test_engines_refused(void)
{
	struct engine_map map = {};
	struct extension ext, link = {};
	struct extension twice[2];

	ext = engines_extension(&map, 1);
	ext.param.size = 9;
	oa_assert_fails(create_with(&ext), EINVAL);
	ext.param.size = 8 + 4 + 2;
	oa_assert_fails(create_with(&ext), EINVAL);
	ext.param.size = 4;
	oa_assert_fails(create_with(&ext), EINVAL);

	/* 64 engines are allowed, 65 are too many. */
	ext = engines_extension(&map, 64);
	oa_assert_ok(create_with(&ext));
	ext = engines_extension(&map, 65);
	oa_assert_fails(create_with(&ext), EINVAL);

	map.engines[0] = (struct engine){ 4, 7 };
	ext = engines_extension(&map, 1);
	oa_assert_fails(create_with(&ext), ENOENT);
	map.engines[0] = (struct engine){ 77, 0 };
	oa_assert_fails(create_with(&ext), ENOENT);

	map.engines[0] = (struct engine){ 0, 0 };
	ext.param.value = 8;
	oa_assert_fails(create_with(&ext), EFAULT);

	/* The header of the map is read even if it lists no engine. */
	ext = engines_extension((void *)8, 0);
	oa_assert_fails(create_with(&ext), EFAULT);

	/* Extensions of a map, which i915 has, are rejected: a map without them would differ. */
	map.extensions = (uintptr_t)&link;
	ext = engines_extension(&map, 1);
	oa_assert_fails(create_with(&ext), EINVAL);
	map.extensions = 0;

	twice[0] = engines_extension(&map, 1);
	twice[1] = engines_extension(&map, 1);
	twice[0].next = (uintptr_t)&twice[1];
	oa_assert_fails(create_with(&twice[0]), EINVAL);
}

static void test_extensions_refused(void)
{
	struct engine_map map = {};
	struct extension good = engines_extension(&map, 1);
	struct extension ext;

	oa_assert_fails(create_with((void *)8), EFAULT);

	ext = good;
	ext.next = 8;
	oa_assert_fails(create_with(&ext), EFAULT);
	ext = good;
	ext.flags = 1;
	oa_assert_fails(create_with(&ext), EINVAL);
	for (int i = 0; i < 4; i++) {
		ext = good;
		ext.rsvd[i] = 1;
		oa_assert_fails(create_with(&ext), EINVAL);
	}
	ext = good;
	ext.name = 1;
	oa_assert_fails(create_with(&ext), EINVAL);
	ext.name = 0xffffffff;
	oa_assert_fails(create_with(&ext), EINVAL);
	ext = good;
	ext.param.ctx_id = 1;
	oa_assert_fails(create_with(&ext), EINVAL);
	ext = good;
	ext.param.param = 0xdeadbeef;
	oa_assert_fails(create_with(&ext), EINVAL);
}

static void test_destroy_refused(void)
{
	struct drm_i915_gem_context_destroy destroy = {};
	u32 id = oa_context_create(drm);
	int other = oa_drm_open();

	destroy.ctx_id = id;
	destroy.pad = 1;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, &destroy), EINVAL);
	destroy.ctx_id = 0;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_GEM_CONTEXT_DESTROY, &destroy), EINVAL);
	oa_assert_fails(oa_context_destroy(drm, 0), ENOENT);
	oa_assert_fails(oa_context_destroy(drm, 0x12345678), ENOENT);
	/* Contexts belong to their DRM file. */
	oa_assert_fails(oa_context_destroy(other, id), ENOENT);
	oa_assert_ok(oa_context_destroy(drm, id));
	oa_assert_fails(oa_context_destroy(drm, id), ENOENT);
	close(other);
}

static int ctx_getparam(u32 ctx, u64 param, u32 size, void *value, struct param *out)
{
	struct param p = { .ctx_id = ctx, .size = size, .param = param,
			   .value = (uintptr_t)value };
	int ret = oa_ioctl(drm, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &p);

	if (out)
		*out = p;
	return ret;
}

static void test_getparam(void)
{
	struct param p;

	oa_assert_fails(ctx_getparam(0x7777, PARAM_GTT_SIZE, 0, NULL, NULL), ENOENT);
	oa_assert_fails(ctx_getparam(0x7777, PARAM_SSEU, 0, NULL, NULL), ENOENT);
	oa_assert_fails(ctx_getparam(0, 0xdeadbeef, 0, NULL, NULL), EINVAL);
	oa_assert_ok(ctx_getparam(0, PARAM_GTT_SIZE, 0, NULL, &p));
	igt_assert_eq(p.size, 0);
	igt_assert_neq(p.value, 0);
	igt_assert_eq(p.value % 4096, 0);
}

static void assert_sseu_filled(const struct igt_oa_sseu *sseu)
{
	igt_assert_neq(sseu->slice_mask, 0);
	igt_assert_neq(sseu->subslice_mask, 0);
	igt_assert_neq(sseu->min_eus, 0);
	igt_assert_lte(sseu->min_eus, sseu->max_eus);
}

static void test_sseu(void)
{
	struct igt_oa_sseu sseu = {};
	struct param p;

	oa_assert_ok(ctx_getparam(0, PARAM_SSEU, 0, NULL, &p));
	igt_assert_eq(p.size, 32);

	/* Mesa's query: everything zero, context 0. */
	oa_assert_ok(ctx_getparam(0, PARAM_SSEU, 32, &sseu, &p));
	igt_assert_eq(p.size, 32);
	assert_sseu_filled(&sseu);
	igt_assert_eq(sseu.class, 0);
	igt_assert_eq(sseu.instance, 0);
	igt_assert_eq(sseu.flags, 0);
	igt_assert_eq(sseu.rsvd, 0);
}

static void test_sseu_refused(void)
{
	struct igt_oa_sseu sseu = {};
	struct param p;

	oa_assert_fails(ctx_getparam(0, PARAM_SSEU, 31, &sseu, &p), EINVAL);
	oa_assert_fails(ctx_getparam(0, PARAM_SSEU, 1, &sseu, &p), EINVAL);
	oa_assert_fails(ctx_getparam(0, PARAM_SSEU, 32, (void *)8, &p), EFAULT);
	sseu.rsvd = 1;
	oa_assert_fails(ctx_getparam(0, PARAM_SSEU, 32, &sseu, &p), EINVAL);
	sseu = (struct igt_oa_sseu){ .flags = 2 };
	oa_assert_fails(ctx_getparam(0, PARAM_SSEU, 32, &sseu, &p), EINVAL);
	sseu = (struct igt_oa_sseu){ .class = 77 };
	oa_assert_fails(ctx_getparam(0, PARAM_SSEU, 32, &sseu, &p), EINVAL);
	sseu = (struct igt_oa_sseu){ .instance = 7 };
	oa_assert_fails(ctx_getparam(0, PARAM_SSEU, 32, &sseu, &p), EINVAL);
	/* An index needs an engine map. */
	sseu = (struct igt_oa_sseu){ .flags = 1 };
	oa_assert_fails(ctx_getparam(0, PARAM_SSEU, 32, &sseu, &p), EINVAL);
}

static void test_sseu_engine_map(void)
{
	struct engine_map map = {};
	struct extension ext = engines_extension(&map, 1);
	struct igt_oa_sseu sseu = { .class = 3, .flags = 1 };
	u32 id;

	oa_assert_ok(create_ext(CREATE_USE_EXTENSIONS, &ext, &id));
	/* The class is ignored, the instance is the index. */
	oa_assert_ok(ctx_getparam(id, PARAM_SSEU, 32, &sseu, NULL));
	assert_sseu_filled(&sseu);
	igt_assert_eq(sseu.class, 3);
	igt_assert_eq(sseu.flags, 1);

	sseu = (struct igt_oa_sseu){ .flags = 1, .instance = 1 };
	oa_assert_fails(ctx_getparam(id, PARAM_SSEU, 32, &sseu, NULL), EINVAL);
	sseu = (struct igt_oa_sseu){};
	oa_assert_fails(ctx_getparam(id, PARAM_SSEU, 32, &sseu, NULL), EINVAL);
	oa_assert_ok(oa_context_destroy(drm, id));
}

/*
 * R_PWR_CLK_STATE, which each context loads while a stream is open: bit 18: the count of
 * slices is valid, bit 11: that of subslices (hardware.rst 7.9). Slices x subslices x EUs of the
 * simulated GPUs: SKL 1x3x8, 2x3x8, 3x3x8, BXT 1x3x6, 1x2x6, ICL 1x6x8, EHL 1x4x8, JSL 1x4x6, LKF
 * 1x8x8. EUs are counted by the family's 8. More than half of Gen11's subslices are requested as
 * two slices.
 */
static const struct {
	const char *platform;
	/* the numbers of slices, and of subslices of each, that are present; 0: any */
	unsigned int slices;
	unsigned int present;
	u32 by_default;
	/* the number of subslices that the stream requests, and the value for it */
	unsigned int subslices;
	u32 requested;
} power[] = {
	{ "bdw", 0, 0, 0, 2, 0 },
	{ "chv", 1, 0, 0, 2, 0 },
	{ "skl", 1, 0, 0x80000088, 2, 0x80000088 },
	{ "skl", 2, 0, 0x80050088, 2, 0x80050088 },
	{ "skl", 3, 0, 0x80058088, 2, 0x80058088 },
	{ "bxt", 1, 3, 0x80000b88, 2, 0x80000a88 },
	{ "bxt", 1, 2, 0x80000a88, 1, 0x80000988 },
	{ "icl", 1, 0, 0x80041b88, 6, 0x80042088 },
	{ "ehl", 1, 0, 0x80041a88, 4, 0x80042088 },
	{ "lkf", 1, 0, 0x80041c88, 8, 0x80042088 },
};

static u32 power_with(const struct igt_oa_sseu *sseu)
{
	struct oa_session s;
	u32 value;

	oa_session_prepare(&s);
	if (sseu)
		oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, 16),
				      OA_PROP_GLOBAL_SSEU, (uintptr_t)sseu);
	else
		oa_session_open_props(&s, 0, OA_BASE_PROPS(s.set, OA_FORMAT, 16));
	value = oa_sim_register(0x20c8);
	oa_session_close(&s);
	return value;
}

static bool power_matches(size_t i, const struct igt_oa_sseu *sseu)
{
	return !strcmp(power[i].platform, oa_facts()->name) &&
	       (!power[i].slices ||
		power[i].slices == (unsigned int)__builtin_popcountll(sseu->slice_mask)) &&
	       (!power[i].present ||
		power[i].present == (unsigned int)__builtin_popcountll(sseu->subslice_mask));
}

/* abi.rst 6.3: Gen11 uses half of the subslices, unless the opener gives a number. */
static void test_sseu_programmed(void)
{
	struct igt_oa_sseu sseu = {};
	size_t i = 0;

	oa_sim_require();
	oa_assert_ok(ctx_getparam(0, PARAM_SSEU, 32, &sseu, NULL));
	while (i < ARRAY_LEN(power) && !power_matches(i, &sseu))
		i++;
	igt_require_f(i < ARRAY_LEN(power), "no such register");
	igt_assert_eq_u32(power_with(NULL), power[i].by_default);
	while ((unsigned int)__builtin_popcountll(sseu.subslice_mask) > power[i].subslices)
		sseu.subslice_mask &= sseu.subslice_mask - 1;
	igt_assert_eq_u32(__builtin_popcountll(sseu.subslice_mask), power[i].subslices);
	igt_assert_eq_u32(power_with(&sseu), power[i].requested);
}

/* Contexts that were never destroyed are freed with their file. */
static void test_leak(void)
{
	for (int round = 0; round < 20; round++) {
		int other = oa_drm_open();

		for (int i = 0; i < 20; i++)
			oa_context_create(other);
		close(other);
	}
	oa_assert_ok(oa_context_destroy(drm, oa_context_create(drm)));
}

igt_main
{
	igt_fixture
		drm = oa_drm_open();

	igt_oa_effect(OA_READS);
	oa_subtest("create-destroy", test_create());
	oa_subtest("create-flags", test_create_flags());
	oa_subtest("create-engines", test_engines());
	oa_subtest("create-engines-refused", test_engines_refused());
	oa_subtest("extensions-refused", test_extensions_refused());
	oa_subtest("destroy-refused", test_destroy_refused());
	oa_subtest("getparam", test_getparam());
	oa_subtest("sseu", test_sseu());
	oa_subtest("sseu-refused", test_sseu_refused());
	oa_subtest("sseu-engine-map", test_sseu_engine_map());

	igt_oa_effect(OA_WRITES);
	oa_subtest("sseu-programmed", test_sseu_programmed());

	igt_oa_effect(OA_READS);
	oa_subtest("files-own-contexts", test_leak());

	igt_fixture
		close(drm);
}
