// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stolen memory: its size and place as software reads them, and the accesses that reach it.
 * hardware.rst 1.2, 1.4
 */
#include <linux/pci_regs.h>
#include <linux/vfio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "client.h"
#include "tools/oa-gpu/device.h"

#define BAR2		VFIO_PCI_BAR2_REGION_INDEX
#define CONFIG		VFIO_PCI_CONFIG_REGION_INDEX
#define RING_DWORDS	8
/* MI_STORE_DATA_IMM of one dword, to a GGTT address */
#define STORE		0x10400002

/** struct size - a size of stolen memory, and its code */
struct size {
	/** @mib: the size */
	u32 mib;
	/** @gms: the code; 0: there is none */
	u32 gms;
};

/* Up to gen7.5 and gen8: 32 MiB a step; CHV and gen9 on: 4 MiB a step too */
static const struct size gen6_sizes[] = {
	{ 32, 1 }, { 64, 2 }, { 512, 0x10 }, { 4, 0 }, { 48, 0 }, { 544, 0 }, { }
};

static const struct size gen8_sizes[] = {
	{ 32, 1 }, { 512, 0x10 }, { 2016, 0x3f }, { 4, 0 }, { 2048, 0 }, { }
};

static const struct size chv_sizes[] = {
	{ 32, 1 }, { 512, 0x10 }, { 8, 0x11 }, { 28, 0x16 }, { 36, 0x17 }, { 60, 0x1d }, { 4, 0 },
	{ 68, 0 }, { }
};

static const struct size gen9_sizes[] = {
	{ 32, 1 }, { 2016, 0x3f }, { 4, 0xf0 }, { 8, 0xf1 }, { 60, 0xfe }, { 2, 0 }, { 68, 0 }, { }
};

/** struct stolen_facts - the documents' facts about stolen memory */
struct stolen_facts {
	/** @platforms: the platforms, separated by blanks */
	const char *platforms;
	/** @shift: lowest bit of GMS in GGC */
	u32 shift;
	/** @mask: of the field, from bit 0 on */
	u32 mask;
	/** @sizes: sizes and codes */
	const struct size *sizes;
	/** @base: offset of the base's register */
	u32 base;
	/** @base_bytes: its size */
	u32 base_bytes;
	/** @option: for the server; the size is @mib, its code @gms, the address @address */
	const char *option;
	/** @mib: see @option */
	u32 mib, gms;
	/** @address: see @option */
	u64 address;
};

static const struct stolen_facts stolen_facts[] = {
	{ "snb ivb vlv hsw", 3, 0x1f, gen6_sizes, 0x5c, 4,
	  "--stolen=64@0x40000000", 64, 2, 0x40000000 },
	{ "bdw", 8, 0xff, gen8_sizes, 0x5c, 4, "--stolen=96@0x7a000000", 96, 3, 0x7a000000 },
	{ "chv", 3, 0x1f, chv_sizes, 0x5c, 4, "--stolen=12@0x40000000", 12, 0x12, 0x40000000 },
	{ "skl skl4 bxt", 8, 0xff, gen9_sizes, 0x5c, 4,
	  "--stolen=12@0xff000000", 12, 0xf2, 0xff000000 },
	{ "icl ehl jsl6 lkf tgl", 8, 0xff, gen9_sizes, 0xc0, 8,
	  "--stolen=8@0x140000000", 8, 0xf1, 0x140000000 },
};

static const struct stolen_facts *facts_of(const struct facts *facts)
{
	const struct stolen_facts *s = stolen_facts;

	while (!strstr(s->platforms, facts->name))
		s++;
	return s;
}

/**
 * stolen_option() - the server's option for the stolen memory of these tests
 * @facts: facts of the platform
 */
const char *stolen_option(const struct facts *facts)
{
	return facts_of(facts)->option;
}

/* Map a GGTT page to an offset in stolen memory. */
static void map_stolen(struct client *c, u32 ggtt, u64 offset)
{
	map_entry(&c->bench, ggtt / SIM_PAGE_SIZE, facts_of(c->bench.facts)->address + offset,
		  c->bench.facts->pte);
	if (c->bench.facts->flush)
		wr(&c->bench, 0x101008, 1);
}

static u64 config_value(const u8 *config, u32 bytes)
{
	return bytes ? config[0] | config_value(config + 1, bytes - 1) << 8 : 0;
}

static void expect_config(const struct stolen_facts *s, const struct device_options *options,
			  u32 gms)
{
	struct gpu_device *dev = device_create(options);

	if (!EXPECT(dev))
		return;
	EXPECT_EQ(config_value(dev->config + 0x50, 2) >> s->shift & s->mask, gms);
	/* Locked */
	EXPECT_EQ(config_value(dev->config + s->base, s->base_bytes), options->stolen.base | 1);
	device_destroy(dev);
}

static void sizes(struct server_process *server, const struct facts *facts)
{
	const struct stolen_facts *s = facts_of(facts);
	struct device_options options = { .platform = facts->name, .stolen.base = 0x40000000 };
	const struct size *size;

	for (size = s->sizes; size->mib; size++) {
		options.stolen.mib = size->mib;
		if (EXPECT_EQ(sim_stolen_fits(sim_platform_find(facts->name), &options.stolen),
			      !!size->gms) && size->gms)
			expect_config(s, &options, size->gms);
	}
}

static void places(struct server_process *server, const struct facts *facts)
{
	const bool wide = facts->gen11;
	const struct {
		u64 base;
		bool fits;
	} places[] = {
		{ 0, false }, { 0x40080000, false }, { 0x100000, true }, { 0xfd000000, true },
		{ 0xff000000, wide }, { 0x100000000, wide }, { 0x7ff0000000, wide },
		{ 0x7fff000000, false }, { 0x8000000000, false }, { 0xfffffffffff00000, false },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		const struct sim_stolen stolen = { .base = places[i].base, .mib = 32 };

		EXPECT_EQ(sim_stolen_fits(sim_platform_find(facts->name), &stolen), places[i].fits);
	}
}

static void expect_found(struct client *c)
{
	const struct stolen_facts *s = facts_of(c->bench.facts);

	EXPECT_EQ(region_get(c, CONFIG, 0x50, 2) >> s->shift & s->mask, s->gms);
	EXPECT_EQ(region_get(c, CONFIG, s->base, s->base_bytes), s->address | 1);
	/* VGA compatible */
	EXPECT_EQ(region_get(c, CONFIG, PCI_CLASS_DEVICE, 2), 0x0300);
	EXPECT_EQ(region_get(c, CONFIG, 0x50, 2) & 2, 0);
}

static void found(struct server_process *server, const struct facts *facts)
{
	const struct stolen_facts *s = facts_of(facts);
	const u64 top = s->address + ((u64)s->mib << 20);
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	expect_found(&c);
	region_put(&c, CONFIG, 0x50, 2, 0);
	region_put(&c, CONFIG, s->base, s->base_bytes, 0);
	expect_found(&c);
	EXPECT_EQ(request(&c, WIRE_RESET, NULL, 0, NULL, 0), 0);
	expect_found(&c);
	/* Its reserved part: the top MiB, or nothing */
	set_command(&c, PCI_COMMAND_MEMORY);
	EXPECT_EQ(rd(&c.bench, 0x1082c0), facts->gen11 ? (u32)(top - (1 << 20)) : 0);
	if (facts->gen11)
		EXPECT_EQ(rd(&c.bench, 0x1082c4), top >> 32);
	client_close(&c);
	EXPECT_EQ(server_count(server, "unknown_registers"), 0);
	EXPECT_EQ(server_count(server, "violations"), 0);
}

/* The first and the last page are accessible; a reset keeps the bytes. */
static void by_aperture(struct server_process *server, const struct facts *facts)
{
	const u64 last = ((u64)facts_of(facts)->mib << 20) - SIM_PAGE_SIZE;
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	map_stolen(&c, BASE + DATA, 0);
	map_stolen(&c, BASE, last);
	EXPECT_EQ(region_get(&c, BAR2, BASE + DATA, 4), 0);
	region_put(&c, BAR2, BASE + DATA, 4, 0x11223344);
	region_put(&c, BAR2, BASE + SIM_PAGE_SIZE - 4, 4, 0x55667788);
	EXPECT_EQ(region_get(&c, BAR2, BASE + DATA + 1, 2), 0x2233);
	EXPECT_EQ(region_get(&c, BAR2, BASE + SIM_PAGE_SIZE - 4, 4), 0x55667788);
	EXPECT_EQ(*guest(&c.bench, DATA), 0);
	EXPECT_EQ(request(&c, WIRE_RESET, NULL, 0, NULL, 0), 0);
	set_command(&c, PCI_COMMAND_MEMORY);
	map_stolen(&c, BASE + DATA, 0);
	EXPECT_EQ(region_get(&c, BAR2, BASE + DATA, 4), 0x11223344);
	client_close(&c);
	EXPECT_EQ(server_count(server, "aperture_missed"), 0);
	EXPECT_EQ(server_count(server, "stolen_accesses"), 6);
	EXPECT_EQ(server_count(server, "dma_missed"), 0);
	EXPECT_EQ(server_count(server, "violations"), 0);

	/* For the next client all bytes are zero. */
	if (!client_ready(&c, server, facts))
		return;
	map_stolen(&c, BASE + DATA, 0);
	EXPECT_EQ(region_get(&c, BAR2, BASE + DATA, 4), 0);
	client_close(&c);
	EXPECT_EQ(server_count(server, "stolen_accesses"), 1);
	EXPECT_EQ(server_count(server, "violations"), 0);
}

static u32 *put_store(const struct facts *facts, u32 *dw, u32 address, u32 value)
{
	*dw++ = STORE;
	*dw++ = facts->gen8 ? address : 0;
	*dw++ = facts->gen8 ? 0 : address;
	*dw++ = value;
	return dw;
}

/* Let the render engine execute the ring at BASE + RING, wherever that page is. */
static void run_ring(struct bench *b)
{
	if (b->facts->gen8) {
		submit_context(b);
		return;
	}
	wr(b, 0x2034, 0);
	wr(b, 0x2030, 0);
	wr(b, 0x2038, BASE + RING);
	wr(b, 0x203c, 1);
	wr(b, 0x2030, RING_DWORDS * sizeof(u32));
}

/* From a ring in stolen memory, store 1 to BASE + DATA, then 2 to BASE; wait for that. */
static void store_twice(struct client *c)
{
	struct bench *b = &c->bench;
	u32 dw[RING_DWORDS], i, ms = 0;

	put_store(b->facts, put_store(b->facts, dw, BASE + DATA, 1), BASE, 2);
	if (b->facts->gen8) {
		make_context(b, 0);
		/* The tail */
		guest(b, STATE)[7] = sizeof(dw);
	}
	memset(guest(b, RING), 0, SIM_PAGE_SIZE);
	map_stolen(c, BASE + RING, 0);
	for (i = 0; i < RING_DWORDS; i++)
		region_put(c, BAR2, BASE + RING + 4 * i, 4, dw[i]);
	run_ring(b);
	while (*guest(b, 0) != 2 && ms++ < PATIENCE_MS)
		pause_ms(1);
	EXPECT_EQ(*guest(b, 0), 2);
}

static void by_gpu(struct server_process *server, const struct facts *facts)
{
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	map_stolen(&c, BASE + DATA, SIM_PAGE_SIZE);
	store_twice(&c);
	EXPECT_EQ(region_get(&c, BAR2, BASE + DATA, 4), 1);
	EXPECT_EQ(*guest(&c.bench, DATA), 0);
	client_close(&c);
	/* Besides accesses by the aperture: reads of the ring's dwords, and the store */
	EXPECT(server_count(server, "stolen_accesses") >= RING_DWORDS + 1 + 2);
	EXPECT_EQ(server_count(server, "dma_missed"), 0);
	EXPECT_EQ(server_count(server, "violations"), 0);
}

/* No memory is beyond its end. */
static void beyond(struct server_process *server, const struct facts *facts)
{
	struct client c;

	if (!client_ready(&c, server, facts))
		return;
	map_stolen(&c, BASE + DATA, (u64)facts_of(facts)->mib << 20);
	store_twice(&c);
	region_put(&c, BAR2, BASE + DATA, 4, 3);
	EXPECT_EQ(region_get(&c, BAR2, BASE + DATA, 4), 0);
	client_close(&c);
	EXPECT_EQ(server_count(server, "aperture_missed"), 2);
	EXPECT_EQ(server_count(server, "dma_missed"), 3);
	EXPECT_EQ(server_count(server, "violations"), 1);
	EXPECT_EQ(server_count(server, "  bad_memory"), 1);
}

/* Memory that the client maps takes precedence over stolen memory. */
static void client_first(struct server_process *server, const struct facts *facts)
{
	const u64 base = 0x40000000, page = SIM_PAGE_SIZE;
	int file = memfd_create("guest", MFD_CLOEXEC);
	struct dma_map map = { 0 };
	u32 value = 7, *at;

	EXPECT(!ftruncate(file, page));
	EXPECT_EQ(pwrite(file, &value, sizeof(value), 0), sizeof(value));
	EXPECT_EQ(dma_own(&map, base, 4 * page), 0);
	EXPECT_EQ(dma_add(&map, base + page, page, file, 0), 0);
	at = dma_at(&map, base + page, sizeof(*at));
	EXPECT(at && *at == 7);
	at = dma_at(&map, base + 2 * page, sizeof(*at));
	EXPECT(at && *at == 0);
	EXPECT(!dma_at(&map, base - 4, sizeof(*at)));
	EXPECT(!dma_at(&map, base + 4 * page - 2, sizeof(*at)));
	EXPECT_EQ(map.own_accesses, 1);
	EXPECT_EQ(map.missed, 2);
	dma_clear(&map);
	EXPECT(dma_at(&map, base + page, sizeof(*at)));
	dma_disown(&map);
	EXPECT(!dma_at(&map, base + page, sizeof(*at)));
	close(file);
}

const struct device_test stolen_tests[] = {
	{ "stolen-sizes", sizes },
	{ "stolen-places", places },
	{ "stolen-found", found },
	{ "stolen-aperture", by_aperture },
	{ "stolen-gpu", by_gpu },
	{ "stolen-beyond", beyond },
	{ "stolen-client-first", client_first },
	{ }
};
