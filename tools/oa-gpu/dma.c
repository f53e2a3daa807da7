// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The client's memory
 *
 * A client announces regions of memory, each with a file that this process maps. Regions without a
 * file, and those that the device may not both read and write, are only kept in the list, and are
 * inaccessible.
 *
 * A client may truncate a file after it was mapped. An access then raises SIGBUS. The handler
 * replaces the page with one of zeros, and counts it, so that only the client is affected.
 *
 * The device may have memory of its own, where the client has announced none.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dma.h"

/* The map that the handler of SIGBUS protects, and the number of pages that it has replaced */
static struct dma_map *guarded;
static u64 vanished;

/* Number of the first region that ends after @address; map->num if there is none. */
static u32 dma_find(const struct dma_map *map, u64 address)
{
	u32 first = 0, end = map->num, middle;

	while (first < end) {
		middle = (first + end) / 2;
		/* A region ends at 2^64 at most, where the sum would wrap. */
		if (address - map->regions[middle].address < map->regions[middle].bytes ||
		    address < map->regions[middle].address)
			end = middle;
		else
			first = middle + 1;
	}
	return first;
}

static bool dma_well_formed(u64 address, u64 bytes, u64 offset)
{
	return bytes && !((address | bytes | offset) % SIM_PAGE_SIZE) &&
	       bytes - 1 <= ~address && bytes <= ~offset;
}

/* Check that a whole region is in a file of memory. */
static bool dma_in_file(int fd, u64 offset, u64 bytes)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode) && (u64)st.st_size >= offset &&
	       st.st_size - offset >= bytes;
}

static int dma_make_room(struct dma_map *map)
{
	u32 room = map->room ? 2 * map->room : 64;
	struct dma_region *regions;

	if (map->num < map->room)
		return 0;
	if (map->num >= DMA_MAX_REGIONS)
		return -ENOSPC;
	regions = realloc(map->regions, room * sizeof(*regions));
	if (!regions)
		return -ENOMEM;
	map->regions = regions;
	map->room = room;
	return 0;
}

/**
 * dma_add() - add memory of the client
 * @map: the map
 * @address: its address for the device
 * @bytes: its size
 * @fd: a file that has it; -1: the device can't reach it. The caller keeps the file
 * @offset: bytes into the file
 *
 * Return: 0; -EINVAL if it is invalid; -EEXIST if it overlaps other memory; -ENOSPC if there are
 * too many regions; the error of mmap().
 */
int dma_add(struct dma_map *map, u64 address, u64 bytes, int fd, u64 offset)
{
	u32 at = dma_find(map, address);
	u8 *memory = NULL;
	int error;

	if (!dma_well_formed(address, bytes, offset))
		return -EINVAL;
	if (at < map->num && map->regions[at].address <= address + (bytes - 1))
		return -EEXIST;
	error = dma_make_room(map);
	if (error)
		return error;
	if (fd >= 0) {
		if (!dma_in_file(fd, offset, bytes))
			return -EINVAL;
		memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
		if (memory == MAP_FAILED)
			return -errno;
	}
	memmove(map->regions + at + 1, map->regions + at, (map->num - at) * sizeof(*map->regions));
	map->regions[at] = (struct dma_region){ address, bytes, memory };
	map->num++;
	return 0;
}

/**
 * dma_remove() - remove memory of the client
 * @map: the map
 * @address: exactly as it was announced
 * @bytes: likewise
 *
 * Return: 0; -ENOENT if no such region was added.
 */
int dma_remove(struct dma_map *map, u64 address, u64 bytes)
{
	u32 at = dma_find(map, address);
	struct dma_region *region = map->regions + at;

	if (at >= map->num || region->address != address || region->bytes != bytes)
		return -ENOENT;
	if (region->memory)
		munmap(region->memory, region->bytes);
	map->num--;
	memmove(region, region + 1, (map->num - at) * sizeof(*region));
	return 0;
}

/* Remove all memory of the client. */
void dma_clear(struct dma_map *map)
{
	u32 i;

	for (i = 0; i < map->num; i++)
		if (map->regions[i].memory)
			munmap(map->regions[i].memory, map->regions[i].bytes);
	free(map->regions);
	map->regions = NULL;
	map->num = 0;
	map->room = 0;
}

/**
 * dma_own() - give the device memory of its own, filled with zeros
 * @map: the map, without such memory
 * @address: its address for the device
 * @bytes: its size, whole pages
 *
 * It stays when the client's memory goes, until dma_disown().
 *
 * Return: 0; the error of mmap().
 */
int dma_own(struct dma_map *map, u64 address, u64 bytes)
{
	u8 *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED)
		return -errno;
	map->own = (struct dma_region){ address, bytes, memory };
	return 0;
}

/* Remove the device's own memory. */
void dma_disown(struct dma_map *map)
{
	if (map->own.bytes)
		munmap(map->own.memory, map->own.bytes);
	map->own = (struct dma_region){ 0 };
}

/* The memory at @address, NULL if it is not wholly in the region */
static u8 *dma_inside(const struct dma_region *region, u64 address, u32 bytes)
{
	/* Wraps to a huge value for an address below the region */
	const u64 offset = address - region->address;

	if (!region->memory || offset >= region->bytes || region->bytes - offset < bytes)
		return NULL;
	return region->memory + offset;
}

/**
 * dma_at() - look up memory by the device's address
 * @map: the map
 * @address: the address
 * @bytes: the size
 *
 * Return: the memory, valid until the map changes; NULL, and counted, if a part of it is missing.
 */
void *dma_at(struct dma_map *map, u64 address, u32 bytes)
{
	const u32 at = dma_find(map, address);
	u8 *memory = at < map->num ? dma_inside(map->regions + at, address, bytes) : NULL;

	if (memory)
		return memory;
	memory = dma_inside(&map->own, address, bytes);
	if (memory)
		map->own_accesses++;
	else
		map->missed++;
	return memory;
}

static bool dma_guards(const u8 *memory)
{
	u32 i;

	for (i = 0; guarded && i < guarded->num; i++)
		if (guarded->regions[i].memory && memory >= guarded->regions[i].memory &&
		    (u64)(memory - guarded->regions[i].memory) < guarded->regions[i].bytes)
			return true;
	return false;
}

/* The signal is synchronous, caused by an access to the client's memory. */
static void dma_on_sigbus(int number, siginfo_t *info, void *context)
{
	u8 *page = (u8 *)((uintptr_t)info->si_addr & ~(uintptr_t)(SIM_PAGE_SIZE - 1));

	if (dma_guards(page) &&
	    mmap(page, SIM_PAGE_SIZE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == page) {
		vanished++;
		return;
	}
	/* A fault elsewhere is a bug, and ends the program at the same instruction. */
	signal(number, SIG_DFL);
}

/**
 * dma_guard() - survive accesses to memory that the client has truncated
 * @map: the one map of the process whose memory is guarded, or NULL
 */
void dma_guard(struct dma_map *map)
{
	const struct sigaction action = {
		.sa_sigaction = dma_on_sigbus, .sa_flags = SA_SIGINFO,
	};

	guarded = map;
	sigaction(SIGBUS, &action, NULL);
}

/* Number of truncated pages that were replaced since the process began. */
u64 dma_vanished(void)
{
	return vanished;
}
