// SPDX-License-Identifier: GPL-2.0-only
/*
 * The front end itself: guest memory, clock, interrupt line, and access to registers.
 */
#include <malloc.h>
#include <sanitizer/asan_interface.h>

#include "sim_test.h"

static struct bench *bench_of(struct sim_host *host)
{
	return (struct bench *)((char *)host - offsetof(struct bench, host));
}

static u64 host_now_ns(struct sim_host *host)
{
	return bench_of(host)->now_ns;
}

static void *host_map(struct sim_host *host, u64 address, u32 bytes)
{
	struct bench *b = bench_of(host);
	u64 page = (address - GUEST_BASE) / SIM_PAGE_SIZE;

	EXPECT(bytes && address % SIM_PAGE_SIZE + bytes <= SIM_PAGE_SIZE);
	EXPECT_EQ(b->mapped, 0);
	if (address < GUEST_BASE || page >= GUEST_PAGES)
		return NULL;
	b->mapped++;
	return (char *)b->page[page] + address % SIM_PAGE_SIZE;
}

static void host_unmap(struct sim_host *host, void *memory)
{
	bench_of(host)->mapped--;
}

static void host_line(struct sim_host *host, bool stands)
{
	struct bench *b = bench_of(host);

	b->rises += stands && !b->line;
	b->line = stands;
}

static void host_broken(struct sim_host *host, const char *rule, u32 offset, u32 value)
{
	bench_of(host)->logged += rule && *rule;
}

/*
 * Large memory is reused by the next test, as fresh pages cost more time than most tests. The
 * sanitizer reports an access to it between two tests.
 */
#define LARGE		BIT(20)
#define MOST_KEPT	8

static struct kept {
	void *memory;
	size_t bytes;
} kept[MOST_KEPT];

static void *zeroed(size_t bytes)
{
	void *memory;
	u32 i;

	for (i = 0; i < MOST_KEPT; i++) {
		if (!kept[i].memory || kept[i].bytes != bytes)
			continue;
		memory = kept[i].memory;
		kept[i].memory = NULL;
		ASAN_UNPOISON_MEMORY_REGION(memory, bytes);
		return memset(memory, 0, bytes);
	}
	return calloc(1, bytes);
}

static bool keep(void *memory, size_t bytes)
{
	u32 i;

	for (i = 0; i < MOST_KEPT && bytes >= LARGE; i++) {
		if (kept[i].memory)
			continue;
		kept[i] = (struct kept){ memory, bytes };
		ASAN_POISON_MEMORY_REGION(memory, bytes);
		return true;
	}
	return false;
}

static void *host_alloc(struct sim_host *host, size_t bytes)
{
	struct bench *b = bench_of(host);
	void *memory;

	if (!b->allowed)
		return NULL;
	b->allowed--;
	memory = zeroed(bytes);
	b->allocated += !!memory;
	return memory;
}

static void host_free(struct sim_host *host, void *memory)
{
	bench_of(host)->allocated -= !!memory;
	if (!memory || !keep(memory, malloc_usable_size(memory)))
		free(memory);
}

static void host_assert_locked(struct sim_host *host)
{
	EXPECT(bench_of(host)->locked);
}

static const struct sim_host_ops host_ops = {
	.now_ns = host_now_ns,
	.map = host_map,
	.unmap = host_unmap,
	.line = host_line,
	.broken = host_broken,
	.alloc = host_alloc,
	.free = host_free,
	.assert_locked = host_assert_locked,
};

/**
 * bench_create() - put a GPU on the bench
 * @b: the bench, whose allowed allocations are set
 * @facts: facts of the GPU's platform
 *
 * Return: false if there is no memory.
 */
bool bench_create(struct bench *b, const struct facts *facts)
{
	u32 i;

	b->facts = facts;
	b->host.ops = &host_ops;
	b->host.scratch = SCRATCH;
	b->now_ns = 1000000000;
	b->state = 0x9e3779b97f4a7c15ull;
	b->gpu = sim_gpu_create(facts->name, 0, &b->host, false);
	if (!b->gpu)
		return false;
	for (i = 0; i < GUEST_PAGES; i++)
		b->page[i] = calloc(1, SIM_PAGE_SIZE);
	return true;
}

/**
 * bench_destroy() - clear the bench
 * @b: the bench
 */
void bench_destroy(struct bench *b)
{
	u32 i;

	if (b->gpu)
		sim_gpu_destroy(b->gpu);
	for (i = 0; i < GUEST_PAGES; i++)
		free(b->page[i]);
	EXPECT_EQ(b->allocated, 0);
	EXPECT_EQ(b->mapped, 0);
}

/**
 * rd() - read a dword of BAR 0
 * @b: the bench
 * @offset: bytes from its start
 */
u32 rd(struct bench *b, u32 offset)
{
	u32 value;

	b->locked = true;
	value = sim_bar_read(b->gpu, offset);
	b->locked = false;
	return value;
}

/**
 * wr() - write a dword of BAR 0
 * @b: the bench
 * @offset: bytes from its start
 * @value: the dword
 */
void wr(struct bench *b, u32 offset, u32 value)
{
	b->locked = true;
	sim_bar_write(b->gpu, offset, value);
	b->locked = false;
}

/**
 * pass_ns() - let time pass, with two catch-ups, so that data trailing the tail has landed
 * @b: the bench
 * @ns: nanoseconds to pass
 */
void pass_ns(struct bench *b, u64 ns)
{
	b->locked = true;
	b->now_ns += ns;
	sim_catch_up(b->gpu, ~0u);
	b->now_ns += 200;
	sim_catch_up(b->gpu, ~0u);
	b->locked = false;
}

/**
 * pass() - let time pass
 * @b: the bench
 * @ticks: ticks of the time stamp to pass
 */
void pass(struct bench *b, u64 ticks)
{
	pass_ns(b, ticks * 1000000000 / b->facts->timestamp_hz + 1);
}

/**
 * serialised() - call the core with access serialised, as a front end does
 * @b: the bench
 * @call: the call
 */
void serialised(struct bench *b, void (*call)(struct oa_sim_gpu *gpu))
{
	b->locked = true;
	call(b->gpu);
	b->locked = false;
}

/**
 * ticks_unseen() - let exactly this time pass without an access: data trailing the tail is missing
 * @b: the bench, whose time moves by hand, from a time that is whole in both ms and ticks
 * @n: ticks of the time stamp
 */
void ticks_unseen(struct bench *b, u64 n)
{
	const struct sim_platform *p = b->gpu->platform;

	b->locked = true;
	b->hand_ticks += n;
	sim_clock_set_ns(b->gpu, b->hand_ns + DIV_ROUND_UP_ULL(b->hand_ticks * p->tick_num,
							       p->tick_den));
	b->locked = false;
}

/**
 * by_hand() - stop the time at a multiple of 2^20 ticks; only ticks() moves it from now on
 * @b: the bench
 */
void by_hand(struct bench *b)
{
	b->locked = true;
	sim_clock_set_manual(b->gpu, true);
	b->locked = false;
	b->hand_ticks = 0;
	b->hand_ns = DIV_ROUND_UP_ULL(b->gpu->clock.manual_ns, 5000000) * 5000000;
	ticks_unseen(b, 0);
	ticks_unseen(b, -b->gpu->counters.tick & 0xfffff);
}

/**
 * ticks() - let exactly this time pass, then land the data that trails the tail
 * @b: the bench, whose time moves by hand
 * @n: ticks of the time stamp
 */
void ticks(struct bench *b, u64 n)
{
	ticks_unseen(b, n);
	rd(b, b->facts->wells[0].ack);
}

/**
 * broken() - number of violations of a rule
 * @b: the bench
 * @kind: the rule
 */
u64 broken(struct bench *b, enum sim_violation kind)
{
	return b->gpu->violations[kind].count;
}

/**
 * a_counter() - a counter's value, without its fraction
 * @b: the bench
 * @n: number of the A counter
 */
u64 a_counter(struct bench *b, u32 n)
{
	return b->gpu->counters.a[n] >> SIM_FRACTION_BITS;
}

/**
 * total_broken() - number of violations of all rules
 * @b: the bench
 */
u64 total_broken(struct bench *b)
{
	u64 total;

	b->locked = true;
	total = sim_violations(b->gpu);
	b->locked = false;
	return total;
}

/**
 * guest() - guest memory
 * @b: the bench
 * @offset: bytes from BASE; the pointer is valid to the end of the page
 */
u32 *guest(struct bench *b, u32 offset)
{
	return b->page[offset / SIM_PAGE_SIZE] + offset % SIM_PAGE_SIZE / sizeof(u32);
}

/**
 * draw() - a pseudo-random number, the same in every run
 * @b: the bench
 */
u32 draw(struct bench *b)
{
	b->state ^= b->state << 13;
	b->state ^= b->state >> 7;
	b->state ^= b->state << 17;
	return b->state >> 16;
}
