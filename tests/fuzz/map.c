// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mappings of GEM objects (gem.c). Arguments of other calls may lie in a mapping (fuzz_place()).
 */
#include <sys/mman.h>

#include "fuzz.h"

#define PAGE	4096ul
/*
 * Mappings lie in windows of their own, none of which is used twice, far from other memory of the
 * process. An access to a removed mapping, or behind the end of one, thus always faults.
 */
#define WINDOWS		0x2000000000ul
#define WINDOW		(16ul << 20)

/* Address for the next mapping */
static void *next_window(struct fuzz *f)
{
	return (void *)(WINDOWS +
			__atomic_fetch_add(&f->process->windows, 1, __ATOMIC_RELAXED) * WINDOW);
}

/* mmap() in the next window */
void *fuzz_mmap(struct fuzz *f, size_t length, int prot, int flags, int fd, u64 offset)
{
	return mmap(next_window(f), length, prot, flags | MAP_FIXED_NOREPLACE, fd, offset);
}

/* Keep a mapping in a random slot, in place of the one there. */
void fuzz_map_keep(struct fuzz *f, u8 *at, size_t length)
{
	struct fuzz_map *slot = &fuzz_pick(f, f->process->maps), old = *slot;

	old.at = __atomic_exchange_n(&slot->at, NULL, __ATOMIC_RELAXED);
	slot->length = length;
	__atomic_store_n(&slot->at, at, __ATOMIC_RELAXED);
	if (old.at)
		munmap(old.at, old.length);
}

static size_t some_pages(struct fuzz *f, size_t length)
{
	return PAGE * (1 + fuzz_below(f, length / PAGE));
}

static struct fuzz_map *find(struct fuzz *f, u32 first)
{
	for (u32 i = 0; i < FUZZ_MAPS; i++)
		if (f->process->maps[(first + i) % FUZZ_MAPS].at)
			return &f->process->maps[(first + i) % FUZZ_MAPS];
	return NULL;
}

/* A slot with a mapping; an empty one if there is none */
static struct fuzz_map *any(struct fuzz *f)
{
	const u32 first = fuzz_below(f, FUZZ_MAPS);

	return find(f, first) ?: &f->process->maps[first];
}

/* Empty a slot atomically, so that other threads find the slot empty or complete. */
static struct fuzz_map take(struct fuzz *f)
{
	struct fuzz_map *slot = any(f), map = *slot;

	map.at = __atomic_exchange_n(&slot->at, NULL, __ATOMIC_RELAXED);
	return map;
}

static long call_unmap(struct fuzz *f)
{
	struct fuzz_map map = take(f);

	return map.at ? munmap(map.at, map.length) : -1;
}

/* Unmap a part of a mapping; the rest is forgotten, and ends with the process. */
static long call_unmap_part(struct fuzz *f)
{
	struct fuzz_map map = take(f);
	size_t from;

	if (!map.at)
		return -1;
	from = PAGE * fuzz_below(f, map.length / PAGE);
	munmap(map.at + from, some_pages(f, map.length - from));
	return munmap(map.at, map.length);
}

/* Resize a mapping in place, move it to the next window, or both. */
static long call_remap(struct fuzz *f)
{
	static const int flags[] = {
		0, MREMAP_MAYMOVE | MREMAP_FIXED, MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP,
	};
	struct fuzz_map map = take(f);
	size_t old, length;
	u8 *at;

	if (!map.at)
		return -1;
	old = fuzz_one_in(f, 4) ? 0 : some_pages(f, map.length);
	length = fuzz_one_in(f, 2) ? some_pages(f, 2 * map.length) : old;
	fuzz_note(f, (uintptr_t)map.at, old, length, map.length);
	at = mremap(map.at, old, length, fuzz_pick(f, flags), next_window(f));
	if (at != map.at)
		munmap(map.at, map.length);
	else if (length < map.length)
		munmap(map.at + length, map.length - length);
	if (at == MAP_FAILED)
		return -1;
	fuzz_map_keep(f, at, length);
	return 0;
}

static long call_advise(struct fuzz *f)
{
	/* Neither MADV_HWPOISON nor MADV_SOFT_OFFLINE: those take memory from the kernel */
	static const int advices[] = {
		MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED, MADV_FREE,
		MADV_REMOVE, MADV_DONTFORK, MADV_DOFORK, MADV_MERGEABLE, MADV_HUGEPAGE,
		MADV_DONTDUMP, MADV_DODUMP, MADV_WIPEONFORK, MADV_COLD, MADV_PAGEOUT, 22, 23,
	};
	const struct fuzz_map *map = any(f);
	u8 *at = map->at;
	size_t from;

	if (!at)
		return -1;
	from = PAGE * fuzz_below(f, map->length / PAGE);
	return madvise(at + from, some_pages(f, map->length - from),
		       fuzz_one_in(f, 2) ? MADV_DONTNEED : fuzz_pick(f, advices));
}

static long call_protect(struct fuzz *f)
{
	const struct fuzz_map *map = any(f);
	u8 *at = map->at;

	if (!at)
		return -1;
	return mprotect(at, some_pages(f, map->length), fuzz_below(f, 8));
}

static long call_lock(struct fuzz *f)
{
	const struct fuzz_map *map = any(f);
	u8 *at = map->at;

	if (!at)
		return -1;
	return fuzz_one_in(f, 2) ? mlock(at, map->length) : munlock(at, map->length);
}

static long call_touch(struct fuzz *f)
{
	const struct fuzz_map *map = any(f);
	u8 *at = map->at;
	bool fine = true;

	if (!at)
		return -1;
	for (u32 n = fuzz_below(f, 8); n; n--) {
		u8 *place = at + fuzz_below(f, map->length);
		u64 value = fuzz_value(f);

		fine &= fuzz_one_in(f, 4) ? fuzz_poke(place, value) : fuzz_peek(place, &value);
	}
	return fine ? 0 : -1;
}

/* A stream has no mapping. */
static long call_stream(struct fuzz *f)
{
	static const int prots[] = { PROT_READ, PROT_READ | PROT_WRITE, PROT_NONE };
	const struct fuzz_stream *s = fuzz_stream_pick(f);
	const size_t length = some_pages(f, 4 * PAGE);

	if (fuzz_mmap(f, length, fuzz_pick(f, prots), MAP_SHARED, s->fd,
		      PAGE * fuzz_below(f, 4)) == MAP_FAILED)
		return -1;
	fuzz_complain(f, "a stream was mapped");
	return 0;
}

const struct fuzz_call fuzz_map_calls[] = {
	{ "map-stream", 2, call_stream },
	{ "map-unmap", 6, call_unmap },
	{ "map-unmap-part", 4, call_unmap_part },
	{ "map-remap", 6, call_remap },
	{ "map-advise", 12, call_advise },
	{ "map-protect", 5, call_protect },
	{ "map-lock", 3, call_lock },
	{ "map-touch", 15, call_touch },
	{ }
};
