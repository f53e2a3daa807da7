// SPDX-License-Identifier: GPL-2.0-only
/*
 * GETPARAM, QUERY (except metric sets, which are in perf_config) and REG_READ:
 * abi.rst 3, 4, 12 and 13.
 */
#include <sys/mman.h>

#include "oa_lib.h"

#define QUERY_TOPOLOGY		1
#define QUERY_ENGINES		2
#define QUERY_PERF_CONFIG	3
#define QUERY_MEMORY_REGIONS	4
#define QUERY_HWCONFIG		5
#define QUERY_GEOMETRY		6
#define QUERY_GUC_VERSION	7

static int drm;

static int query(struct drm_i915_query_item *items, u32 num)
{
	struct drm_i915_query q = { .num_items = num, .items_ptr = (uintptr_t)items };

	return oa_ioctl(drm, DRM_IOCTL_I915_QUERY, &q);
}

/* The length that QUERY returns for one item. */
static int query_one(u64 id, u32 flags, int length, void *data)
{
	struct drm_i915_query_item item = {
		.query_id = id,
		.length = length,
		.flags = flags,
		.data_ptr = (uintptr_t)data,
	};

	oa_assert_ok(query(&item, 1));
	return item.length;
}

static int getparam(int param)
{
	int value = -1;

	oa_assert_ok(oa_getparam(drm, param, &value));
	return value;
}

static u64 pci_attribute(const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "device/%s", name);
	return oa_sysfs_u64(path);
}

/* A writable page, with an inaccessible page after it. */
static u8 *guarded_page(void)
{
	return oa_border() - sysconf(_SC_PAGESIZE);
}

static void test_getparam_identity(void)
{
	igt_assert_eq_u32(getparam(4), pci_attribute("device"));
	igt_assert_eq_u32(getparam(32), pci_attribute("revision"));
}

static void test_getparam_frequency(void)
{
	igt_assert_neq(getparam(51), 0);
	igt_assert_eq(getparam(51), getparam(57));
	igt_assert_eq(getparam(57), oa_facts()->timestamp_hz);
}

/* abi.rst 12: the features that revision N promises work. */
static void test_getparam_revision(void)
{
	int revision = getparam(54);
	u64 set = oa_config_selftest(drm);
	struct drm_i915_gem_context_param_sseu sseu = {};
	struct drm_i915_gem_context_param cp = { .size = sizeof(sseu), .param = 7,
						 .value = (uintptr_t)&sseu };
	int fd;

	igt_assert(revision >= 1 && revision <= 7);
	if (revision >= 4) {
		oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GEM_CONTEXT_GETPARAM, &cp));
		fd = oa_open_props(drm, I915_PERF_FLAG_DISABLED, OA_BASE_PROPS(set, OA_FORMAT, 16),
				   OA_PROP_GLOBAL_SSEU, (uintptr_t)&sseu);
		igt_assert_fd(fd);
		close(fd);
	}
	if (revision >= 5) {
		fd = oa_open_props(drm, I915_PERF_FLAG_DISABLED, OA_BASE_PROPS(set, OA_FORMAT, 16),
				   OA_PROP_POLL_OA_PERIOD, 100000);
		igt_assert_fd(fd);
		close(fd);
	}
	if (revision >= 6) {
		fd = oa_open_props(drm, I915_PERF_FLAG_DISABLED, OA_BASE_PROPS(set, OA_FORMAT, 16),
				   OA_PROP_ENGINE_CLASS, 0, OA_PROP_ENGINE_INSTANCE, 0);
		igt_assert_fd(fd);
		close(fd);
	}
}

static void test_getparam_unknown(void)
{
	static const int unknown[] = { 0x7fffffff, -1, 100000, -4 };
	int value;

	for (size_t i = 0; i < ARRAY_LEN(unknown); i++) {
		oa_assert_fails(oa_getparam(drm, unknown[i], &value), EINVAL);
		/* The value is computed before the pointer is used. */
		oa_assert_fails(oa_getparam(drm, unknown[i], NULL), EINVAL);
	}
}

static void test_getparam_bad_pointer(void)
{
	static const int known[] = { 4, 32, 51, 54, 57 };
	int *bad = (int *)oa_border();

	for (size_t i = 0; i < ARRAY_LEN(known); i++) {
		oa_assert_fails(oa_getparam(drm, known[i], NULL), EFAULT);
		oa_assert_fails(oa_getparam(drm, known[i], bad), EFAULT);
	}
}

/* abi.rst 3: clients leave the padding between param and value uninitialised. */
static void test_getparam_padding(void)
{
	struct drm_i915_getparam gp;
	int value = 0;

	memset(&gp, 0xa5, sizeof(gp));
	gp.param = 4;
	gp.value = &value;
	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_GETPARAM, &gp));
	igt_assert_eq_u32(value, oa_gpu_require()->devid);
}

static void test_getparam_card_node(void)
{
	int card = oa_drm_open_card();
	int value = 0;

	oa_assert_ok(oa_getparam(card, 4, &value));
	igt_assert_eq_u32(value, oa_gpu_require()->devid);
	close(card);
}

static unsigned int count_bits(const u8 *p, size_t bytes)
{
	unsigned int n = 0;

	for (size_t i = 0; i < bytes; i++)
		n += __builtin_popcount(p[i]);
	return n;
}

/* abi.rst 4.1, with the header's offsets as literals. */
struct topology {
	u8 raw[256];
	int len;
	u16 slices, subslices, eus, ss_offset, ss_stride, eu_offset, eu_stride;
};

static u16 u16_at(const u8 *p)
{
	return p[0] | p[1] << 8;
}

static void topology_read(struct topology *t)
{
	memset(t, 0, sizeof(*t));
	t->len = query_one(QUERY_TOPOLOGY, 0, 0, NULL);
	igt_assert(t->len > 16 && t->len <= (int)sizeof(t->raw));
	igt_assert_eq(query_one(QUERY_TOPOLOGY, 0, t->len, t->raw), t->len);
	t->slices = u16_at(t->raw + 2);
	t->subslices = u16_at(t->raw + 4);
	t->eus = u16_at(t->raw + 6);
	t->ss_offset = u16_at(t->raw + 8);
	t->ss_stride = u16_at(t->raw + 10);
	t->eu_offset = u16_at(t->raw + 12);
	t->eu_stride = u16_at(t->raw + 14);
}

static void test_topology_layout(void)
{
	struct topology t;

	topology_read(&t);
	igt_assert_eq(u16_at(t.raw), 0);
	igt_assert_eq(t.ss_offset, 1);
	igt_assert_eq(t.ss_stride, (t.subslices + 7) / 8);
	igt_assert_eq(t.eu_stride, (t.eus + 7) / 8);
	igt_assert_eq(t.eu_offset, 1 + t.slices * t.ss_stride);
	igt_assert_eq(t.len, 16 + 1 + t.slices * t.ss_stride +
			     t.slices * t.subslices * t.eu_stride);
}

/* Haswell: the GT level is in the device id, hardware.rst 1.1. */
static void test_topology_haswell(void)
{
	struct topology t;
	u32 devid = oa_gpu_require()->devid;
	unsigned int gt = (devid >> 4 & 3) + 1;
	const u8 *data = t.raw + 16;
	unsigned int per_ss;

	igt_require_f(!strcmp(oa_facts()->name, "hsw"), "not Haswell");
	topology_read(&t);
	igt_assert_eq(t.slices, gt == 3 ? 2 : 1);
	igt_assert_eq(t.subslices, gt == 1 ? 1 : 2);
	igt_assert_eq(t.eus, 10);
	igt_assert_eq(data[0], (1 << t.slices) - 1);
	for (unsigned int s = 0; s < t.slices; s++) {
		igt_assert_eq(data[t.ss_offset + s * t.ss_stride], (1 << t.subslices) - 1);
		for (unsigned int ss = 0; ss < t.subslices; ss++) {
			per_ss = count_bits(data + t.eu_offset +
					    (s * t.subslices + ss) * t.eu_stride,
					    t.eu_stride);
			igt_assert_f(per_ss == 10 || per_ss == 8 || per_ss == 6,
				     "%u EUs in a subslice", per_ss);
		}
	}
}

/*
 * From Broadwell on the maxima are the architecture's, and masks show the parts that
 * are present.
 */
static void test_topology_shape(void)
{
	const struct oa_facts *f = oa_facts();
	struct topology t;
	const u8 *data = t.raw + 16;

	igt_require_f(f->slices, "no shape in abi.rst");
	topology_read(&t);
	igt_assert_eq(t.slices, f->slices);
	igt_assert_eq(t.subslices, f->subslices);
	igt_assert_eq(t.eus, f->eus);
	igt_assert(data[0] && data[0] < 1 << t.slices);
	/* A subslice that is present has EUs, an absent one has none. */
	for (unsigned int s = 0; s < t.slices; s++)
		for (unsigned int ss = 0; ss < t.subslices; ss++) {
			bool there = data[0] & 1 << s &&
				     data[t.ss_offset + s * t.ss_stride + ss / 8] & 1 << ss % 8;
			unsigned int eus = count_bits(data + t.eu_offset +
						      (s * t.subslices + ss) * t.eu_stride,
						      t.eu_stride);

			igt_assert_eq(!!eus, there);
		}
}

static void test_topology_getparam(void)
{
	struct topology t;
	const u8 *data = t.raw + 16;

	topology_read(&t);
	igt_assert_eq(getparam(46), data[0]);
	igt_assert_eq(getparam(47), data[t.ss_offset]);
	igt_assert_eq(getparam(33), count_bits(data + t.ss_offset, t.slices * t.ss_stride));
	igt_assert_eq(getparam(34), count_bits(data + t.eu_offset,
					       t.slices * t.subslices * t.eu_stride));
}

static void test_query_lengths(void)
{
	static const u64 ids[] = { QUERY_TOPOLOGY, QUERY_ENGINES };
	u8 buf[4096];

	for (size_t i = 0; i < ARRAY_LEN(ids); i++) {
		/* Rule 4: the data pointer is not touched by the size probe. */
		int need = query_one(ids[i], 0, 0, (void *)8);

		igt_assert_lt(16, need);
		igt_assert_lt(need, sizeof(buf));
		memset(buf, 0, sizeof(buf));
		igt_assert_eq(query_one(ids[i], 0, need, buf), need);
		/* Rule 5: a larger buffer is legal; the returned length is exact. */
		memset(buf, 0, sizeof(buf));
		memset(buf + need, 0xa5, sizeof(buf) - need);
		igt_assert_eq(query_one(ids[i], 0, sizeof(buf), buf), need);
		igt_assert_eq(buf[need], 0xa5);
		/* Rule 6 */
		memset(buf, 0, sizeof(buf));
		igt_assert_eq(query_one(ids[i], 0, need - 1, buf), -EINVAL);
		igt_assert_eq(query_one(ids[i], 0, 1, buf), -EINVAL);
		/* Lengths are compared as unsigned numbers. */
		memset(buf, 0, sizeof(buf));
		igt_assert_eq(query_one(ids[i], 0, -1, buf), need);
		memset(buf, 0, sizeof(buf));
		igt_assert_eq(query_one(ids[i], 0, -0x7fffffff - 1, buf), need);
		igt_assert_eq(query_one(ids[i], 0, need, (void *)8), -EFAULT);
		igt_assert_eq(query_one(ids[i], 1, 0, NULL), -EINVAL);
	}
}

static void test_query_errors(void)
{
	struct drm_i915_query q = { .num_items = 1, .flags = 1 };
	struct drm_i915_query_item item = { .query_id = QUERY_TOPOLOGY };

	q.items_ptr = (uintptr_t)&item;
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_QUERY, &q), EINVAL);
	igt_assert_eq(item.length, 0);

	oa_assert_ok(query(NULL, 0));
	oa_assert_fails(query(NULL, 1), EFAULT);
	oa_assert_fails(query((void *)8, 1), EFAULT);

	item.query_id = 0;
	oa_assert_fails(query(&item, 1), EINVAL);
}

static void test_query_per_item(void)
{
	struct drm_i915_query_item items[4] = {
		{ .query_id = 0xdead },
		{ .query_id = QUERY_TOPOLOGY },
		{ .query_id = ~0ull },
		{ .query_id = QUERY_ENGINES, .flags = 7 },
	};

	oa_assert_ok(query(items, 4));
	igt_assert_eq(items[0].length, -EINVAL);
	igt_assert_lt(0, items[1].length);
	igt_assert_eq(items[2].length, -EINVAL);
	igt_assert_eq(items[3].length, -EINVAL);
}

/* Rule 2: id 0 ends the ioctl; earlier items stay processed, later ones do not. */
static void test_query_zero_id(void)
{
	struct drm_i915_query_item items[3] = {
		{ .query_id = QUERY_TOPOLOGY }, { .query_id = 0 }, { .query_id = QUERY_TOPOLOGY },
	};

	oa_assert_fails(query(items, 3), EINVAL);
	igt_assert_lt(0, items[0].length);
	igt_assert_eq(items[1].length, 0);
	igt_assert_eq(items[2].length, 0);
}

/* Rules 1 and 7: an item that cannot be written matters only if its length changes. */
static void test_query_write_back(void)
{
	struct drm_i915_query_item *item = (void *)guarded_page();
	u8 buf[256] = {};

	item->query_id = QUERY_TOPOLOGY;
	item->length = query_one(QUERY_TOPOLOGY, 0, 0, NULL);
	item->data_ptr = (uintptr_t)buf;
	oa_assert_ok(mprotect(item, sysconf(_SC_PAGESIZE), PROT_READ));
	oa_assert_ok(query(item, 1));
	igt_assert_neq(u16_at(buf + 2), 0);

	oa_assert_ok(mprotect(item, sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE));
	item->length = 0;
	oa_assert_ok(mprotect(item, sysconf(_SC_PAGESIZE), PROT_READ));
	oa_assert_fails(query(item, 1), EFAULT);
}

/* The second item lies on a page that cannot be read: the first stays processed. */
static void test_query_second_unreadable(void)
{
	u8 *p = guarded_page();
	struct drm_i915_query_item *item =
		(void *)(p + sysconf(_SC_PAGESIZE) - sizeof(*item));

	item->query_id = QUERY_TOPOLOGY;
	oa_assert_fails(query(item, 2), EFAULT);
	igt_assert_lt(0, item->length);
}

/* abi.rst 4.2: header of 16 bytes, entries of 56. */
static void test_engines(void)
{
	u8 buf[4096] = {};
	int len = query_one(QUERY_ENGINES, 0, 0, NULL);
	bool render = false;
	u32 num;

	igt_assert_eq(query_one(QUERY_ENGINES, 0, len, buf), len);
	memcpy(&num, buf, 4);
	igt_assert_lt(0, num);
	igt_assert_eq(len, 16 + 56 * num);
	for (u32 i = 0; i < num; i++) {
		const u8 *e = buf + 16 + 56 * i;

		igt_assert_lte(u16_at(e), 4);
		render |= u16_at(e) == 0 && u16_at(e + 2) == 0;
		igt_assert_eq(count_bits(e + 4, 4), 0);
		igt_assert_eq(count_bits(e + 26, 30), 0);
	}
	igt_assert(render);
}

static void test_engines_header(void)
{
	int len = query_one(QUERY_ENGINES, 0, 0, NULL);
	u32 buf[1024];

	for (int word = 0; word < 4; word++) {
		memset(buf, 0, sizeof(buf));
		buf[word] = 1;
		igt_assert_eq(query_one(QUERY_ENGINES, 0, len, buf), -EINVAL);
	}
}

static void test_query_absent(void)
{
	u8 buf[256] = {};

	igt_assert_eq(query_one(QUERY_MEMORY_REGIONS, 0, 0, NULL), -ENODEV);
	igt_assert_eq(query_one(QUERY_HWCONFIG, 0, 0, NULL), -ENODEV);
	igt_assert_eq(query_one(QUERY_GEOMETRY, 0, 0, NULL), -ENODEV);
	igt_assert_eq(query_one(QUERY_GUC_VERSION, 0, 0, NULL), -ENODEV);
	igt_assert_eq(query_one(QUERY_PERF_CONFIG, 99, sizeof(buf), buf), -EINVAL);
}

static int reg_read(u64 offset, u64 *value)
{
	struct drm_i915_reg_read reg = { .offset = offset };
	int ret = oa_ioctl(drm, DRM_IOCTL_I915_REG_READ, &reg);

	*value = reg.val;
	return ret;
}

static void test_reg_read(void)
{
	u64 last = 0, value;

	for (int i = 0; i < 100; i++) {
		oa_assert_ok(reg_read(i & 1 ? 0x2358 : 0x2359, &value));
		igt_assert(value >> 36 == 0);
		igt_assert_f(value > last, "%#llx after %#llx", value,
			     last);
		last = value;
		oa_sleep_ms(1);
	}
}

static void test_reg_read_refused(void)
{
	static const u64 rejected[] = {
		0x235a, 0x235b, 0x235c, 0x235d, 0x235f, 0x2360, 0x2357, 0x0, 0x1,
		0x2364, 0x2710, 0x100002358ull, ~0ull,
	};
	u64 value;

	for (size_t i = 0; i < ARRAY_LEN(rejected); i++)
		oa_assert_fails(reg_read(rejected[i], &value), EINVAL);
}

igt_main
{
	igt_fixture
		drm = oa_drm_open();

	igt_oa_effect(OA_READS);
	oa_subtest("getparam-identity", test_getparam_identity());
	oa_subtest("getparam-frequency", test_getparam_frequency());
	oa_subtest("getparam-unknown", test_getparam_unknown());
	oa_subtest("getparam-bad-pointer", test_getparam_bad_pointer());
	oa_subtest("getparam-padding", test_getparam_padding());
	oa_subtest("getparam-card-node", test_getparam_card_node());
	oa_subtest("topology-layout", test_topology_layout());
	oa_subtest("topology-haswell", test_topology_haswell());
	oa_subtest("topology-shape", test_topology_shape());
	oa_subtest("topology-getparam", test_topology_getparam());
	oa_subtest("query-lengths", test_query_lengths());
	oa_subtest("query-errors", test_query_errors());
	oa_subtest("query-per-item-errors", test_query_per_item());
	oa_subtest("query-zero-id", test_query_zero_id());
	oa_subtest("query-write-back", test_query_write_back());
	oa_subtest("query-second-item-unreadable", test_query_second_unreadable());
	oa_subtest("engines-layout", test_engines());
	oa_subtest("engines-header-must-be-zero", test_engines_header());
	oa_subtest("query-absent-kinds", test_query_absent());
	oa_subtest("reg-read-timestamp", test_reg_read());
	oa_subtest("reg-read-refused", test_reg_read_refused());

	igt_oa_effect(OA_WRITES);
	oa_subtest("getparam-perf-revision", test_getparam_revision());

	igt_fixture
		close(drm);
}
