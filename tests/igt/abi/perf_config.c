// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metric sets: ADD_CONFIG, REMOVE_CONFIG and their query. abi.rst 4.3 and 7. Cases that
 * depend on privilege are in perf_privilege.
 */

#include "oa_lib.h"

#define QUERY_PERF_CONFIG	3
#define LIST			1
#define DATA_FOR_UUID		2
#define DATA_FOR_ID		3
#define HEADER			48
#define CONFIG_BYTES		72

static int drm;

/* The 72 bytes of abi.rst 7. */
struct config {
	char uuid[36];
	u32 n_mux;
	u32 n_boolean;
	u32 n_flex;
	u64 mux;
	u64 boolean;
	u64 flex;
};

_Static_assert(sizeof(struct config) == CONFIG_BYTES, "abi.rst 7");

static int add(const struct config *config)
{
	struct config copy = *config;

	return oa_ioctl(drm, DRM_IOCTL_I915_PERF_ADD_CONFIG, &copy);
}

static struct config config_of(const char *uuid, const u32 *mux, u32 n_mux,
			       const u32 *boolean, u32 n_boolean)
{
	struct config config = {
		.n_mux = n_mux, .n_boolean = n_boolean,
		.mux = (uintptr_t)mux, .boolean = (uintptr_t)boolean,
	};

	memcpy(config.uuid, uuid, 36);
	return config;
}

static int add_mux(u32 address)
{
	u32 regs[2] = { address, 0 };
	char uuid[37];

	oa_uuid_fresh(uuid);
	return oa_config_add(drm, uuid, regs, 1, NULL, 0);
}

static int add_boolean(u32 address)
{
	char uuid[37];

	oa_uuid_fresh(uuid);
	return oa_config_add_boolean(drm, uuid, address, 0);
}

static void expect_added(int id, u32 address)
{
	igt_assert_f(id > 1, "%#x gave %d", address, id);
	oa_assert_ok(oa_config_remove(drm, id));
}

/* Both ends of each range are allowed, their neighbours are not. */
static void check_ranges(const struct oa_range *range, int (*try)(u32))
{
	for (; range->last; range++) {
		expect_added(try(range->first), range->first);
		expect_added(try(range->last), range->last);
		oa_assert_fails(try(range->first - 4), EINVAL);
		oa_assert_fails(try(range->last + 4), EINVAL);
	}
}

static void test_boolean_ranges(void)
{
	check_ranges(oa_facts()->boolean, add_boolean);
	oa_assert_fails(add_boolean(0), EINVAL);
	oa_assert_fails(add_boolean(0x2360), EINVAL);
	oa_assert_fails(add_boolean(0x9840), EINVAL);
	oa_assert_fails(add_boolean(0xffffffff), EINVAL);
}

static void test_mux_ranges(void)
{
	const u32 *no;

	oa_assert_fails(add_mux(0), EINVAL);
	oa_assert_fails(add_mux(0xffffffff), EINVAL);
	oa_assert_fails(add_mux(oa_boolean_register()), EINVAL);
	if (!oa_facts()->mux) {
		oa_assert_fails(add_mux(0x9840), EINVAL);
		oa_assert_fails(add_mux(0x9888), EINVAL);
		return;
	}
	check_ranges(oa_facts()->mux, add_mux);
	for (no = oa_facts()->no_mux; *no; no++)
		oa_assert_fails(add_mux(*no), EINVAL);
}

/* A published set is accepted with every register. */
static void test_published_set(void)
{
	u64 id = oa_config_test_set(drm);

	igt_assert_lt(1, id);
	if (oa_facts()->uuid)
		igt_assert_eq(oa_config_id(oa_facts()->uuid), id);
}

static void test_empty(void)
{
	struct config config = config_of(UUID_CEC_SELFTEST, NULL, 0, NULL, 0);

	oa_assert_fails(add(&config), EINVAL);
	/* A list is empty if its count is 0 or its pointer is null. */
	config.n_boolean = 4;
	oa_assert_fails(add(&config), EINVAL);
	config.n_boolean = 0;
	config.boolean = 8;
	oa_assert_fails(add(&config), EINVAL);
	/* Step 4 comes before step 5. */
	memset(config.uuid, 'x', 36);
	oa_assert_fails(add(&config), EINVAL);
}

static void test_null_list(void)
{
	u32 regs[2] = { oa_boolean_register(), 0 };
	char uuid[37];
	struct config config;

	oa_uuid_fresh(uuid);
	config = config_of(uuid, NULL, 2, regs, 1);
	oa_assert_fails(add(&config), EFAULT);
	/* The reverse: a count without a boolean pointer. */
	regs[0] = oa_mux_register();
	config = config_of(uuid, regs, 1, NULL, 2);
	oa_assert_fails(add(&config), EFAULT);
}

static void test_uuid_format(void)
{
	static const char * const bad[] = {
		"x490e9d2-55b3-4db0-8dab-53011032c5f3",
		"a490e9d2055b3-4db0-8dab-53011032c5f3",
		"a490e9d2-55b3-4db0-8dab053011032c5f3",
		"a490e9d-255b3-4db0-8dab-53011032c5f3",
		"a490e9d2-55b3-4db0-8dab-53011032c5fg",
		"a490e9d2 55b3 4db0 8dab 53011032c5f3",
		"------------------------------------",
	};
	u32 regs[2] = { oa_boolean_register(), 0 };
	struct config config;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		config = config_of(bad[i], NULL, 0, regs, 1);
		oa_assert_fails(add(&config), EINVAL);
	}
	config = config_of(bad[0], NULL, 0, regs, 1);
	config.uuid[0] = '\0';
	oa_assert_fails(add(&config), EINVAL);
	/* Step 5 before step 6. */
	config.boolean = 8;
	oa_assert_fails(add(&config), EINVAL);
}

/* Per pair: address unreadable, address not allowed, value unreadable. */
static void test_pair_order(void)
{
	u32 *end = (u32 *)oa_border();
	struct config config;
	char uuid[37];

	oa_uuid_fresh(uuid);
	config = config_of(uuid, NULL, 0, end, 1);
	oa_assert_fails(add(&config), EFAULT);
	end[-1] = 0x2360;
	config = config_of(uuid, NULL, 0, end - 1, 1);
	oa_assert_fails(add(&config), EINVAL);
	end[-1] = oa_boolean_register();
	oa_assert_fails(add(&config), EFAULT);
	end[-2] = oa_boolean_register();
	end[-1] = 0;
	config = config_of(uuid, NULL, 0, end - 2, 2);
	oa_assert_fails(add(&config), EFAULT);
	end[-2] = 0x2360;
	oa_assert_fails(add(&config), EINVAL);
}

/* Mux, then boolean, then flex. */
static void test_list_order(void)
{
	u32 bad[2] = { 0x2360, 0 }, mux[2] = { oa_mux_register(), 0 };
	u32 boolean[2] = { oa_boolean_register(), 0 };
	struct config config;
	char uuid[37];

	oa_uuid_fresh(uuid);
	config = config_of(uuid, bad, 1, (void *)8, 1);
	oa_assert_fails(add(&config), EINVAL);
	config = config_of(uuid, (void *)8, 1, bad, 1);
	oa_assert_fails(add(&config), EFAULT);
	config = config_of(uuid, mux, 1, (void *)8, 1);
	oa_assert_fails(add(&config), EFAULT);
	/* Without flex counters a flex count is rejected, and the list is not read. */
	config = config_of(uuid, mux, 1, boolean, 1);
	config.n_flex = 1;
	config.flex = 8;
	oa_assert_fails(add(&config), oa_facts()->flex ? EFAULT : EINVAL);
	config.flex = 0;
	oa_assert_fails(add(&config), oa_facts()->flex ? EFAULT : EINVAL);
	config = config_of(uuid, mux, 1, (void *)8, 1);
	config.n_flex = 1;
	oa_assert_fails(add(&config), EFAULT);
}

static void test_huge_count(void)
{
	u32 *end = (u32 *)oa_border();
	struct config config;
	char uuid[37];

	oa_uuid_fresh(uuid);
	end[-2] = oa_boolean_register();
	end[-1] = 0;
	config = config_of(uuid, NULL, 0, end - 2, 0xffffffff);
	errno = 0;
	igt_assert_eq(add(&config), -1);
	igt_assert_eq(errno, EINVAL);
}

/*
 * A set is written repeatedly and under locks, so its length is bounded. The bound is on the sum
 * of the lists, and is checked before any of them is read.
 */
static void test_longest_list(void)
{
	const u32 most = 64 * 1024;
	u32 *regs = calloc(most, 2 * sizeof(*regs));
	struct config config;
	char uuid[37];
	int id, stream;

	igt_assert(regs);
	for (u32 i = 0; i < most; i++)
		regs[2 * i] = oa_boolean_register();
	oa_uuid_fresh(uuid);
	config = config_of(uuid, NULL, 0, regs, most + 1);
	oa_assert_fails(add(&config), EINVAL);
	config = config_of(uuid, NULL, 1, regs, most);
	oa_assert_fails(add(&config), EINVAL);
	config = config_of(uuid, regs, 0xffffffff, regs, 1);
	oa_assert_fails(add(&config), EINVAL);
	id = oa_config_add(drm, uuid, NULL, 0, regs, most);
	igt_assert_lt(1, id);
	stream = oa_open_props(drm, 0, OA_BASE_PROPS(id, OA_FORMAT, 14));
	igt_assert_fd(stream);
	close(stream);
	oa_assert_ok(oa_config_remove(drm, id));
	free(regs);
}

/* Repeated addresses are allowed; the largest real list has 648 pairs. */
static void test_long_list(void)
{
	static u32 regs[2 * 2000];
	char uuid[37];
	int id;

	for (int i = 0; i < 2000; i++) {
		regs[2 * i] = oa_boolean_register();
		regs[2 * i + 1] = i;
	}
	oa_uuid_fresh(uuid);
	id = oa_config_add(drm, uuid, NULL, 0, regs, 2000);
	igt_assert_lt(1, id);
	oa_assert_ok(oa_config_remove(drm, id));
}

static void test_duplicate_uuid(void)
{
	u32 bad[2] = { 0x2360, 0 };
	char uuid[37];
	int id;

	oa_uuid_fresh(uuid);
	id = oa_config_add_boolean(drm, uuid, oa_boolean_register(), 0);
	igt_assert_lt(1, id);
	oa_assert_fails(oa_config_add_boolean(drm, uuid, oa_boolean_register(), 0), EADDRINUSE);
	/* Step 6 before step 9. */
	oa_assert_fails(oa_config_add(drm, uuid, NULL, 0, bad, 1), EINVAL);
	oa_assert_ok(oa_config_remove(drm, id));
	id = oa_config_add_boolean(drm, uuid, oa_boolean_register(), 0);
	igt_assert_lt(1, id);
	oa_assert_ok(oa_config_remove(drm, id));
}

/* The uuid must match exactly, including its case. */
static void test_uuid_case(void)
{
	static const char * const lower = "abcdefab-cdef-4abc-8def-abcdefabcdef";
	static const char * const upper = "ABCDEFAB-CDEF-4ABC-8DEF-ABCDEFABCDEF";
	int a = oa_config_add_boolean(drm, lower, oa_boolean_register(), 0);
	int b = oa_config_add_boolean(drm, upper, oa_boolean_register(), 0);

	igt_assert_lt(1, a);
	igt_assert_lt(1, b);
	igt_assert_neq(a, b);
	oa_assert_ok(oa_config_remove(drm, a));
	oa_assert_ok(oa_config_remove(drm, b));
}

static void test_ids(void)
{
	char uuid[37];
	int ids[4], again;

	for (size_t i = 0; i < ARRAY_LEN(ids); i++) {
		oa_uuid_fresh(uuid);
		ids[i] = oa_config_add_boolean(drm, uuid, oa_boolean_register(), 0);
		igt_assert_lt(1, ids[i]);
		igt_assert(!i || ids[i] > ids[i - 1]);
	}
	/* The lowest free number is used again. */
	oa_assert_ok(oa_config_remove(drm, ids[2]));
	oa_assert_ok(oa_config_remove(drm, ids[1]));
	oa_uuid_fresh(uuid);
	again = oa_config_add_boolean(drm, uuid, oa_boolean_register(), 0);
	igt_assert_eq(again, ids[1]);
	oa_assert_ok(oa_config_remove(drm, ids[0]));
	oa_assert_ok(oa_config_remove(drm, ids[1]));
	oa_assert_ok(oa_config_remove(drm, ids[3]));
}

static void test_remove_refused(void)
{
	static const u64 unknown[] = { 0, 1, 0x7ffffff, 0x80000000ull, 0x100000002ull, ~0ull };

	for (size_t i = 0; i < ARRAY_LEN(unknown); i++)
		oa_assert_fails(oa_config_remove(drm, unknown[i]), ENOENT);
	oa_assert_fails(oa_ioctl(drm, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, (void *)8), EFAULT);
}

/* Sets belong to the device and outlive the file that added them. */
static void test_global(void)
{
	int other = oa_drm_open();
	char uuid[37];
	int id;

	oa_uuid_fresh(uuid);
	id = oa_config_add_boolean(other, uuid, oa_boolean_register(), 0);
	igt_assert_lt(1, id);
	close(other);
	igt_assert_eq(oa_config_id(uuid), id);
	oa_assert_ok(oa_config_remove(drm, id));
	oa_assert_fails(oa_config_remove(drm, id), ENOENT);
}

static int query(u32 flags, int length, void *data)
{
	struct drm_i915_query_item item = {
		.query_id = QUERY_PERF_CONFIG, .length = length, .flags = flags,
		.data_ptr = (uintptr_t)data,
	};
	struct drm_i915_query q = { .num_items = 1, .items_ptr = (uintptr_t)&item };

	oa_assert_ok(oa_ioctl(drm, DRM_IOCTL_I915_QUERY, &q));
	return item.length;
}

static unsigned int list(u64 *ids, unsigned int max)
{
	u8 buf[8192] = {};
	int need = query(LIST, 0, NULL);
	u64 num;

	igt_assert(need >= HEADER + 8 && need <= (int)sizeof(buf));
	igt_assert_eq(query(LIST, sizeof(buf), buf), need);
	memcpy(&num, buf, 8);
	igt_assert_eq(need, HEADER + 8 * num);
	igt_assert_lte(num, max);
	memcpy(ids, buf + HEADER, 8 * num);
	return num;
}

static void test_list(void)
{
	u64 ids[1024];
	unsigned int before = list(ids, 1024), after;
	char uuid[37];
	bool found = false;
	int id;

	oa_uuid_fresh(uuid);
	id = oa_config_add_boolean(drm, uuid, oa_boolean_register(), 0);
	after = list(ids, 1024);
	igt_assert_eq(after, before + 1);
	igt_assert_eq(ids[0], 1);
	for (unsigned int i = 1; i < after; i++) {
		igt_assert_lt(ids[i - 1], ids[i]);
		found |= ids[i] == (u64)id;
	}
	igt_assert(found);
	oa_assert_ok(oa_config_remove(drm, id));
	igt_assert_eq(list(ids, 1024), before);
}

static void test_list_refused(void)
{
	u8 buf[8192] = {};
	u32 one = 1;

	igt_assert_eq(query(LIST, HEADER, buf), -EINVAL);
	igt_assert_eq(query(LIST, 1, buf), -EINVAL);
	/* Lengths are compared as unsigned numbers. */
	igt_assert_lt(HEADER, query(LIST, -1, buf));
	memset(buf, 0, sizeof(buf));
	igt_assert_eq(query(LIST, sizeof(buf), (void *)8), -EFAULT);
	igt_assert_eq(query(0, 0, NULL), -EINVAL);
	igt_assert_eq(query(4, 0, NULL), -EINVAL);
	memcpy(buf + 40, &one, 4);
	igt_assert_eq(query(LIST, sizeof(buf), buf), -EINVAL);
	memset(buf, 0, sizeof(buf));
	memcpy(buf + 40, &one, 4);
	igt_assert_eq(query(DATA_FOR_ID, HEADER + CONFIG_BYTES, buf), -EINVAL);
}

struct data {
	union {
		u64 id;
		char uuid[36];
		u8 raw[40];
	};
	u32 flags;
	u32 pad;
	struct config config;
};

_Static_assert(sizeof(struct data) == HEADER + CONFIG_BYTES, "abi.rst 4.3");

static void test_data(void)
{
	u32 mux[4] = { oa_mux_register(), 0x80, oa_mux_register(), 0x1234 };
	const u32 base = oa_boolean_register();
	u32 boolean[6] = { base, 1, base + 4, 2, base + 8, 3 };
	u32 mux_out[8] = {}, boolean_out[8] = {};
	struct data data = {};
	char uuid[37];
	int id;

	oa_uuid_fresh(uuid);
	id = oa_config_add(drm, uuid, mux, 2, boolean, 3);
	igt_assert_lt(1, id);
	igt_assert_eq(query(DATA_FOR_ID, 0, NULL), sizeof(data));
	igt_assert_eq(query(DATA_FOR_UUID, 0, NULL), sizeof(data));
	igt_assert_eq(query(DATA_FOR_ID, sizeof(data) - 1, &data), -EINVAL);

	/* Count 0 requests the count; the pointers are not used. */
	data.id = id;
	data.config.mux = 8;
	igt_assert_eq(query(DATA_FOR_ID, sizeof(data), &data), sizeof(data));
	igt_assert_eq(data.config.n_mux, 2);
	igt_assert_eq(data.config.n_boolean, 3);
	igt_assert_eq(data.config.n_flex, 0);
	igt_assert(!memcmp(data.config.uuid, uuid, 36));
	igt_assert_eq(data.config.mux, 8);

	memset(&data, 0, sizeof(data));
	memcpy(data.uuid, uuid, 36);
	data.config.n_mux = 4;
	data.config.mux = (uintptr_t)mux_out;
	data.config.n_boolean = 3;
	data.config.boolean = (uintptr_t)boolean_out;
	igt_assert_eq(query(DATA_FOR_UUID, sizeof(data), &data), sizeof(data));
	igt_assert_eq(data.config.n_mux, 2);
	igt_assert(!memcmp(mux_out, mux, sizeof(mux)));
	igt_assert(!memcmp(boolean_out, boolean, sizeof(boolean)));
	oa_assert_ok(oa_config_remove(drm, id));

	memset(&data, 0, sizeof(data));
	data.id = id;
	igt_assert_eq(query(DATA_FOR_ID, sizeof(data), &data), -ENOENT);
	memcpy(data.uuid, uuid, 36);
	igt_assert_eq(query(DATA_FOR_UUID, sizeof(data), &data), -ENOENT);
}

/* All counts are checked before anything is copied. */
static void test_data_short_count(void)
{
	const u32 base = oa_boolean_register();
	u32 boolean[6] = { base, 1, base + 4, 2, base + 8, 3 };
	u32 mux[4] = { oa_mux_register(), 0x80, oa_mux_register(), 0x1234 };
	u32 out[8] = {};
	struct data data = {};
	char uuid[37];
	int id;

	oa_uuid_fresh(uuid);
	id = oa_config_add(drm, uuid, mux, 2, boolean, 3);
	data.id = id;
	data.config.n_boolean = 3;
	data.config.boolean = (uintptr_t)out;
	data.config.n_mux = 1;
	data.config.mux = (uintptr_t)out;
	igt_assert_eq(query(DATA_FOR_ID, sizeof(data), &data), -EINVAL);
	igt_assert_eq(out[0], 0);
	data.config.n_boolean = 2;
	data.config.n_mux = 0;
	igt_assert_eq(query(DATA_FOR_ID, sizeof(data), &data), -EINVAL);
	data.config.n_boolean = 3;
	data.config.boolean = 8;
	igt_assert_eq(query(DATA_FOR_ID, sizeof(data), &data), -EFAULT);
	oa_assert_ok(oa_config_remove(drm, id));
}

/* In 0xe180 bit 13 and its mask bit 29 are cleared before storing. */
static void test_masking(void)
{
	u32 mux[4] = { 0xe180, 0xffffffff, 0x9888, 0xffffffff };
	u32 out[4] = {};
	struct data data = {};
	char uuid[37];
	int id;

	igt_require_f(oa_facts()->mux, "no mux registers are documented");
	oa_uuid_fresh(uuid);
	id = oa_config_add(drm, uuid, mux, 2, NULL, 0);
	igt_assert_lt(1, id);
	data.id = id;
	data.config.n_mux = 2;
	data.config.mux = (uintptr_t)out;
	igt_assert_eq(query(DATA_FOR_ID, sizeof(data), &data), sizeof(data));
	igt_assert_eq_u32(out[0], 0xe180);
	igt_assert_eq_u32(out[1], 0xdfffdfff);
	igt_assert_eq_u32(out[3], 0xffffffff);
	oa_assert_ok(oa_config_remove(drm, id));
}

/* A removed set disappears from sysfs and queries at once; a stream that uses it continues. */
static void test_remove_in_use(void)
{
	struct oa_session s;
	char uuid[37];
	int id, again;

	oa_session_prepare(&s);
	oa_uuid_fresh(uuid);
	id = oa_config_add_boolean(s.drm, uuid, oa_facts()->cec, 3);
	igt_assert_lt(1, id);
	oa_session_open_props(&s, 0, OA_BASE_PROPS(id, OA_FORMAT, 14));
	oa_assert_ok(oa_config_remove(s.drm, id));
	igt_assert_eq(oa_config_id(uuid), 0);
	again = oa_config_add_boolean(s.drm, uuid, oa_facts()->cec, 3);
	igt_assert_lt(1, again);
	oa_collect(s.stream, &s.tally, 5, 4096);
	oa_tally_assert_whole(&s.tally);
	oa_assert_ok(oa_config_remove(s.drm, again));
	oa_session_close(&s);
}

igt_main
{
	igt_fixture
		drm = oa_drm_open();

	igt_oa_effect(OA_READS);
	oa_subtest("whitelist-boolean", test_boolean_ranges());
	oa_subtest("whitelist-mux", test_mux_ranges());
	oa_subtest("render-basic", test_published_set());
	oa_subtest("empty-lists", test_empty());
	oa_subtest("null-list-with-count", test_null_list());
	oa_subtest("uuid-format", test_uuid_format());
	oa_subtest("pair-check-order", test_pair_order());
	oa_subtest("list-check-order", test_list_order());
	oa_subtest("huge-count", test_huge_count());

	igt_oa_effect(OA_WRITES);
	oa_subtest("longest-list", test_longest_list());

	igt_oa_effect(OA_READS);
	oa_subtest("long-list", test_long_list());
	oa_subtest("uuid-in-use", test_duplicate_uuid());
	oa_subtest("uuid-exact-string", test_uuid_case());
	oa_subtest("ids-lowest-free", test_ids());
	oa_subtest("remove-refused", test_remove_refused());
	oa_subtest("sets-are-global", test_global());
	oa_subtest("query-list", test_list());
	oa_subtest("query-list-refused", test_list_refused());
	oa_subtest("query-data", test_data());
	oa_subtest("query-data-short-count", test_data_short_count());
	oa_subtest("value-masking", test_masking());

	igt_oa_effect(OA_WRITES);
	oa_subtest("remove-in-use", test_remove_in_use());

	igt_fixture
		close(drm);
}
