// SPDX-License-Identifier: GPL-2.0-only
/*
 * Address spaces: tables made by hand after hardware.rst 16.1, walked address by address.
 */
#include "sim/core/gpu/sim_ppgtt.h"
#include "sim/core/gpu/sim_space.h"
#include "sim_test.h"

/* Tables in guest memory, a page each */
#define TOP		0x30000
#define POINTERS	0x31000
#define DIRECTORY	0x32000
#define TABLE		0x33000
#define BUS(offset)	(GUEST_BASE + (offset))
/* GGTT entry where the directory of 2 levels begins: a line of 16 entries */
#define FIRST_ENTRY	0x3000u

static void put64(struct bench *b, u32 table, u32 entry, u64 value)
{
	guest(b, table)[2 * entry] = (u32)value;
	guest(b, table)[2 * entry + 1] = value >> 32;
}

static bool walk(struct bench *b, const struct sim_space *space, u64 address, u64 *bus)
{
	struct sim_leaf leaf = { };
	bool found;

	b->locked = true;
	found = sim_ppgtt_walk(b->gpu, space, address, &leaf);
	b->locked = false;
	*bus = leaf.bus;
	return found;
}

static void expect_walk(struct bench *b, const struct sim_space *space, u64 address, u64 should)
{
	u64 bus;

	if (EXPECT(walk(b, space, address, &bus)))
		EXPECT_EQ(bus, should);
}

static void expect_nothing(struct bench *b, const struct sim_space *space, u64 address)
{
	u64 bus;

	EXPECT(!walk(b, space, address, &bus));
}

static u32 encode6(u64 address)
{
	return (u32)address | (address >> 32 & 0xff) << 4 | 1;
}

/* A directory of 512 entries among those of the GGTT; a table has 1024 entries of 4 KiB. */
static void two_levels(struct bench *b)
{
	const struct sim_space space = {
		.kind = SIM_SPACE_2_LEVELS, .directory = FIRST_ENTRY, .valid = BIT(0) | BIT(31),
	};
	const u32 gsm = b->facts->bar_mib * 0x80000;

	wr(b, gsm + 4 * FIRST_ENTRY, encode6(BUS(TABLE)));
	wr(b, gsm + 4 * (FIRST_ENTRY + 16), encode6(BUS(TABLE)));
	wr(b, gsm + 4 * (FIRST_ENTRY + 511), encode6(BUS(TABLE)));
	wr(b, gsm + 4 * (FIRST_ENTRY + 1), encode6(BUS(TABLE)) & ~1u);
	wr(b, 0x101008, 1);
	guest(b, TABLE)[0] = encode6(BUS(DATA)) | b->facts->pte;
	guest(b, TABLE)[1023] = encode6(BUS(DATA + 0x1000)) | b->facts->pte;
	expect_walk(b, &space, 0x123, BUS(DATA) + 0x123);
	expect_walk(b, &space, 0x3ff004, BUS(DATA) + 0x1004);
	expect_walk(b, &space, 0x7fffff80, BUS(DATA) + 0x1f80);
	expect_nothing(b, &space, 0x1000);
	/* The entry of the directory is not valid; then its line of 16; then its end. */
	expect_nothing(b, &space, 0x400000);
	expect_nothing(b, &space, 16 * 0x400000);
	expect_nothing(b, &space, 0x80000000);
	EXPECT_EQ(total_broken(b), 0);
}

/* Four directories, 1 GiB each */
static void three_levels(struct bench *b)
{
	struct sim_space space = {
		.kind = SIM_SPACE_3_LEVELS, .root = { 0, BUS(DIRECTORY), 0, BUS(DIRECTORY) },
	};

	put64(b, DIRECTORY, 0, BUS(TABLE) | 3);
	put64(b, DIRECTORY, 511, BUS(TABLE) | 3);
	put64(b, DIRECTORY, 1, BUS(TABLE) | 2);
	put64(b, TABLE, 0, BUS(DATA) | 3);
	put64(b, TABLE, 511, BUS(DATA + 0x1000) | 3);
	put64(b, TABLE, 1, BUS(DATA) | 2);
	expect_walk(b, &space, 0x40000010, BUS(DATA) + 0x10);
	expect_walk(b, &space, 0x7fffffc0, BUS(DATA) + 0x1fc0);
	expect_walk(b, &space, 0xffffffc0, BUS(DATA) + 0x1fc0);
	/* No directory; no table; no page; beyond 4 GiB */
	expect_nothing(b, &space, 0x10);
	expect_nothing(b, &space, 0x40200000);
	expect_nothing(b, &space, 0x40001000);
	expect_nothing(b, &space, 0x140000010);
	EXPECT_EQ(total_broken(b), 0);
}

static void make_four(struct bench *b, struct sim_space *space)
{
	memset(space, 0, sizeof(*space));
	space->kind = SIM_SPACE_4_LEVELS;
	space->root[0] = BUS(TOP);
	put64(b, TOP, 0x155, BUS(POINTERS) | 3);
	put64(b, POINTERS, 0x0aa, BUS(DIRECTORY) | 3);
	put64(b, DIRECTORY, 0x133, BUS(TABLE) | 3);
	put64(b, TABLE, 0x1f0, BUS(DATA) | 3);
}

#define FOUR	(0x155ull << 39 | 0x0aaull << 30 | 0x133ull << 21 | 0x1f0ull << 12)

static void four_levels(struct bench *b)
{
	const u32 tables[] = { TOP, POINTERS, DIRECTORY, TABLE };
	const u32 entries[] = { 0x155, 0x0aa, 0x133, 0x1f0 };
	struct sim_space space;
	u32 i, low;

	make_four(b, &space);
	expect_walk(b, &space, FOUR + 0x678, BUS(DATA) + 0x678);
	/* Bits 63:48 do not count. */
	expect_walk(b, &space, FOUR | 0xffffull << 48, BUS(DATA));
	/* Each index counts. */
	for (i = 0; i < 4; i++)
		expect_nothing(b, &space, FOUR ^ 1ull << (39 - 9 * i));
	/* Each entry on the way must be present. */
	for (i = 0; i < 4; i++) {
		low = guest(b, tables[i])[2 * entries[i]];
		guest(b, tables[i])[2 * entries[i]] = low & ~1u;
		expect_nothing(b, &space, FOUR);
		guest(b, tables[i])[2 * entries[i]] = low;
	}
	expect_walk(b, &space, FOUR, BUS(DATA));
	EXPECT_EQ(total_broken(b), 0);
	/* The table's address is not memory. */
	put64(b, TOP, 0x155, (GUEST_BASE - SIM_PAGE_SIZE) | 3);
	expect_nothing(b, &space, FOUR);
	EXPECT_EQ(broken(b, SIM_BAD_MEMORY), 1);
}

static void large_pages(struct bench *b)
{
	struct sim_space space;

	make_four(b, &space);
	/* 2 MiB: bits 20:0 of the address are the offset. */
	put64(b, DIRECTORY, 0x133, 0x2345600000ull | BIT(7) | 3);
	expect_walk(b, &space, (FOUR & ~0x1fffffull) | 0x1abcde, 0x2345600000ull + 0x1abcde);
	/* 64 KiB, from gen9 on: of 16 entries the first counts. */
	put64(b, DIRECTORY, 0x133, BUS(TABLE) | BIT(11) | 3);
	put64(b, TABLE, 0x1f7, BUS(0x3000) | 3);
	put64(b, TABLE, 0x1f0, 0x2345620000ull | 3);
	if (b->facts->ctx_valid == BIT(16))
		expect_walk(b, &space, FOUR + 0x7123, 0x2345620000ull + 0x7123);
	else
		expect_walk(b, &space, FOUR + 0x7123, BUS(0x3000) + 0x123);
}

/* A write where an entry forbids it is dropped; a miss is counted and breaks no rule. */
static void rights(struct bench *b)
{
	const u32 tables[] = { TOP, POINTERS, DIRECTORY, TABLE };
	const u32 entries[] = { 0x155, 0x0aa, 0x133, 0x1f0 };
	struct sim_space space;
	u32 i, value;

	make_four(b, &space);
	b->locked = true;
	for (i = 0; i < 4; i++) {
		guest(b, tables[i])[2 * entries[i]] ^= 2;
		sim_space_write32(b->gpu, &space, FOUR, 1);
		EXPECT_EQ(*guest(b, DATA), 0);
		guest(b, tables[i])[2 * entries[i]] ^= 2;
	}
	EXPECT_EQ(b->gpu->stats.ppgtt_missed, 0);
	sim_space_write32(b->gpu, &space, FOUR, 0x12345678);
	EXPECT_EQ(*guest(b, DATA), 0x12345678);
	value = 1;
	EXPECT(sim_space_read32(b->gpu, &space, FOUR + 0x1000, &value));
	EXPECT_EQ(value, 0);
	sim_space_write32(b->gpu, &space, FOUR + 0x2000, 1);
	EXPECT_EQ(b->gpu->stats.ppgtt_missed, 2);
	EXPECT_EQ(b->gpu->stats.ppgtt_missed_last, FOUR + 0x2000);
	EXPECT_EQ(total_broken(b), 0);
	b->locked = true;
	/* The page's address is not memory. */
	put64(b, TABLE, 0x1f0, (GUEST_BASE - SIM_PAGE_SIZE) | 3);
	EXPECT(sim_space_read32(b->gpu, &space, FOUR, &value));
	EXPECT_EQ(broken(b, SIM_BAD_MEMORY), 1);
	b->gpu->pci.master = false;
	sim_space_read32(b->gpu, &space, FOUR, &value);
	b->locked = false;
	EXPECT_EQ(value, 0);
	EXPECT_EQ(broken(b, SIM_BUS_MASTER), 1);
}

/* All entries are firmware's, except those of guest memory. */
static void power_on(struct bench *b)
{
	const u32 size = b->facts->gen8 ? 2 : 1, gsm = b->facts->bar_mib * 0x80000;
	const u32 mapped = BASE / SIM_PAGE_SIZE, entries = gsm / 4 / size;
	const u32 first[] = { rd(b, gsm), rd(b, gsm + 4) };
	u32 i;

	EXPECT_EQ(first[0] >> 12, b->facts->gen8 ? (u32)SCRATCH >> 12 : first[0] >> 12);
	EXPECT_EQ(first[1], b->facts->gen8 ? SCRATCH >> 32 : first[0]);
	for (i = 0; i < entries * size; i += i < 64 || i + 128 > entries * size ? 1 : 127)
		if (i / size < mapped || i / size >= mapped + GUEST_PAGES)
			EXPECT_EQ(rd(b, gsm + 4 * i), first[i % size]);
}

const struct test space_tests[] = {
	{ "entries-at-power-on", EVERY, power_on },
	{ "two-levels", LEGACY, two_levels },
	{ "three-levels", GEN8, three_levels },
	{ "four-levels", GEN8, four_levels },
	{ "large-pages", GEN8, large_pages },
	{ "rights", GEN8, rights },
	{ }
};
