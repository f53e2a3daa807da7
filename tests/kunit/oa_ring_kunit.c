// SPDX-License-Identifier: GPL-2.0-only
/*
 * The OA buffer as a ring: the tail runs ahead of memory, reports land in
 * 64-byte lines, and 192-byte reports straddle the end.
 *
 * Expected values are written from hardware.rst 3.15.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "accept_run.h"
#include "formats/oa_format.h"
#include "named_param.h"
#include "oa/ring/oa_ring.h"
#include "oa/unit/oa_unit.h"
#include "raw_report.h"

#define RING_BYTES	1024u
#define T0		1000000000ull	/* any time but 0 */

struct ring_case {
	const char *name;
	u32 format;
	u32 size;
	bool fetched;	/* the CPU does not cache the ring */
};

static const struct ring_case modes[] = {
	{ "cached" },
	{ "fetched", .fetched = true },
};

KUNIT_ARRAY_PARAM_DESC(mode, modes, name);

static const struct ring_case slow[] = {
	{ "fetched", .fetched = true },
};

KUNIT_ARRAY_PARAM_DESC(slow, slow, name);

/* One ring in memory, its stream's validator, and a fake of what hardware does. */
struct ring_test {
	struct oa_ring ring;
	struct oa_validator v;
	struct oa_unit unit;
	u32 tail;
	void (*meanwhile)(struct ring_test *t);	/* happens right after the next read of the tail */
	u32 writes;	/* reports written so far; the next one's time stamp - 1 */
	u32 report[OA_REPORT_MAX_DWORDS];
	enum oa_verdict verdict;
	u8 *memory;
	/* of a ring that the CPU does not cache */
	struct oa_ring_window window;
	const u8 *lands;	/* a line lands when the fetch reaches this address; NULL: none */
	u32 late_report;	/* the report of that line, which is at the head */
	u32 late_line;
	u32 fetched;	/* bytes */
};

static u32 fake_tail(struct oa_unit *unit)
{
	struct ring_test *t = container_of(unit, struct ring_test, unit);
	void (*meanwhile)(struct ring_test *t) = t->meanwhile;
	u32 tail = t->tail;

	t->meanwhile = NULL;
	if (meanwhile)
		meanwhile(t);
	return tail;
}

static void land_line(struct ring_test *t, u32 n, u32 offset, u32 line);

/* The running test: the fetch callback gets only addresses. */
static struct ring_test *fetching;

static void fake_fetch(void *to, const void *from, u32 bytes)
{
	struct ring_test *t = fetching;
	const u8 *lands = t->lands;
	u32 before = 0;

	t->fetched += bytes;
	if (lands >= (const u8 *)from && lands < (const u8 *)from + bytes) {
		before = lands - (const u8 *)from;
		memcpy(to, from, before);
		t->lands = NULL;
		land_line(t, t->late_report, t->ring.head, t->late_line);
	}
	memcpy(to + before, from + before, bytes - before);
}

static struct ring_test *ring_test(struct kunit *test, u32 size, u32 format_id)
{
	struct ring_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	const struct ring_case *c = test->param_value;
	const struct oa_report_format *format;

	KUNIT_ASSERT_NOT_NULL(test, t);
	/* A line of canary bytes follows the ring */
	t->memory = kunit_kzalloc(test, size + OA_LINE_BYTES, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, t->memory);
	memset32((u32 *)t->memory, OA_POISON, size / sizeof(u32));
	memset(t->memory + size, 0xa5, OA_LINE_BYTES);
	format = oa_format_find(oa_formats_hsw, OA_NUM_FORMATS_HSW, format_id);
	KUNIT_ASSERT_NOT_NULL(test, format);
	oa_ring_init(&t->ring, t->memory, size, format->bytes, fake_tail, &t->unit);
	if (c->fetched) {
		fetching = t;
		oa_ring_set_fetch(&t->ring, &t->window, fake_fetch);
	}
	oa_validator_init(&t->v, format, false, 0);
	return t;
}

/* Dword @i of report @n, with @n counted from 1 */
static u32 dword_of(u32 n, u32 i)
{
	switch (i) {
	case 0:
		return 0x400;
	case 1:
		return n;
	case 2:
		return 0;
	default:
		return n << 16 | i;
	}
}

/* Put line @line of report @n at ring offset @offset. */
static void land_line(struct ring_test *t, u32 n, u32 offset, u32 line)
{
	u32 *dw = (u32 *)(t->memory + (offset + line * OA_LINE_BYTES) % t->ring.size);
	u32 i;

	for (i = 0; i < OA_LINE_DWORDS; i++)
		dw[i] = dword_of(n, line * OA_LINE_DWORDS + i);
}

static void poison(struct ring_test *t, u32 offset, u32 bytes)
{
	memset32((u32 *)(t->memory + offset), OA_POISON, bytes / sizeof(u32));
}

/* The tail moves; memory does not. Return: offset of the report. */
static u32 advance_tail(struct ring_test *t)
{
	u32 offset = t->tail;

	t->tail = (t->tail + t->ring.report_bytes) % t->ring.size;
	t->writes++;
	return offset;
}

static void write_report(struct ring_test *t)
{
	u32 offset = advance_tail(t), line;

	for (line = 0; line < t->ring.report_bytes / OA_LINE_BYTES; line++)
		land_line(t, t->writes, offset, line);
}

static enum oa_ring_state peek(struct ring_test *t, u64 now_ns)
{
	const u32 *found = t->report;
	enum oa_ring_state state;

	memset(t->report, 0xee, sizeof(t->report));
	state = oa_ring_validate(&t->ring, &t->v, oa_ring_used(&t->ring), now_ns, t->report, &found,
				 &t->verdict);
	if (found && found != t->report)
		memcpy(t->report, found, t->ring.report_bytes);
	return state;
}

/* The oldest report is number @n, and complete; consume it. */
static void take_report(struct kunit *test, struct ring_test *t, u32 n)
{
	u32 i;

	KUNIT_ASSERT_EQ(test, peek(t, T0), OA_RING_VALID);
	KUNIT_EXPECT_EQ(test, t->verdict, OA_REPORT_VALID);
	for (i = 0; i < t->ring.report_bytes / sizeof(u32); i++)
		KUNIT_ASSERT_EQ_MSG(test, t->report[i], dword_of(n, i), "dword %u", i);
	oa_validator_accept(&t->v, t->report);
	oa_ring_pass(&t->ring, 1);
	oa_ring_release(&t->ring, t->ring.passed);
}

static void expect_poison(struct kunit *test, const struct ring_test *t)
{
	KUNIT_EXPECT_TRUE(test, raw_is_poison(t->memory, t->ring.size));
	KUNIT_EXPECT_NULL(test, memchr_inv(t->memory + t->ring.size, 0xa5, OA_LINE_BYTES));
}

static void oa_ring_empty(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);

	KUNIT_EXPECT_EQ(test, oa_ring_used(&t->ring), 0u);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_EMPTY);
	KUNIT_EXPECT_FALSE(test, oa_ring_next_landed(&t->ring, 0));
	/* Part of a report is no report, even if its head is there. */
	land_line(t, 1, 0, 0);
	t->tail = 192;
	KUNIT_EXPECT_EQ(test, oa_ring_used(&t->ring), 192u);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_EMPTY);
	KUNIT_EXPECT_FALSE(test, oa_ring_next_landed(&t->ring, oa_ring_used(&t->ring)));
	/* An empty ring does not start the wait for a missing report. */
	KUNIT_EXPECT_EQ(test, t->ring.waiting_since, 0ull);
}

static void oa_ring_in_order(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	u32 i;

	for (i = 0; i < 3; i++)
		write_report(t);
	KUNIT_EXPECT_EQ(test, oa_ring_used(&t->ring), 768u);
	for (i = 1; i <= 3; i++) {
		KUNIT_EXPECT_TRUE(test, oa_ring_next_landed(&t->ring, oa_ring_used(&t->ring)));
		take_report(test, t, i);
	}
	KUNIT_EXPECT_EQ(test, t->ring.head, 768u);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_EMPTY);
}

/* A peek does not advance: a reader that could not copy the report out finds it again. */
static void oa_ring_peek_keeps(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);

	write_report(t);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_VALID);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_VALID);
	KUNIT_EXPECT_EQ(test, t->ring.head, 0u);
	take_report(test, t, 1);
}

/* A passed report stays in the ring until it is consumed, and can be read again. */
static void oa_ring_pass_rewind(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	u32 i;

	for (i = 0; i < 4; i++)
		write_report(t);
	for (i = 1; i <= 4; i++) {
		KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_VALID);
		KUNIT_EXPECT_EQ(test, t->report[1], i);
		oa_ring_pass(&t->ring, 1);
	}
	/* The ring was full: its head, not consumed yet, is not returned as a fifth report. */
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_EMPTY);
	KUNIT_EXPECT_EQ(test, t->ring.head, 0u);
	oa_ring_set_passed(&t->ring, 0, 0);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_VALID);
	KUNIT_EXPECT_EQ(test, t->report[1], 1u);
	oa_ring_pass(&t->ring, 1);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_VALID);
	oa_ring_pass(&t->ring, 1);
	oa_ring_release(&t->ring, t->ring.passed);
	KUNIT_EXPECT_EQ(test, t->ring.head, 512u);
	KUNIT_EXPECT_TRUE(test, raw_is_poison(t->memory, 512));
	take_report(test, t, 3);
	take_report(test, t, 4);
	expect_poison(test, t);
}

/* Far before the tail, a line counts as landed if it is there; a missing one is still noticed. */
static void oa_ring_settled(struct kunit *test)
{
	struct ring_test *t = ring_test(test, 16384, 5);
	u32 i, missing;

	for (i = 0; i < 60; i++)
		write_report(t);
	for (missing = 1; missing < 4; missing++)
		poison(t, missing * 256 + missing * OA_LINE_BYTES, OA_LINE_BYTES);
	take_report(test, t, 1);
	for (missing = 1; missing < 4; missing++) {
		KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_WAIT);
		KUNIT_EXPECT_EQ(test, t->verdict, OA_REPORT_TORN);
		land_line(t, missing + 1, missing * 256, missing);
		take_report(test, t, missing + 1);
	}
	for (i = 5; i <= 60; i++)
		take_report(test, t, i);
	expect_poison(test, t);
}

/* The tail shows a report before its data has landed. */
static void oa_ring_lag(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	u32 offset = advance_tail(t), line;

	KUNIT_EXPECT_FALSE(test, oa_ring_next_landed(&t->ring, oa_ring_used(&t->ring)));
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_WAIT);
	KUNIT_EXPECT_EQ(test, t->verdict, OA_REPORT_NOT_LANDED);
	/* The lines after the first do not make a report either. */
	for (line = 1; line < 4; line++)
		land_line(t, 1, offset, line);
	KUNIT_EXPECT_EQ(test, peek(t, T0 + 1), OA_RING_WAIT);
	land_line(t, 1, offset, 0);
	KUNIT_EXPECT_TRUE(test, oa_ring_next_landed(&t->ring, oa_ring_used(&t->ring)));
	take_report(test, t, 1);
}

/* The count reaches the number that a reader wants only once the last of these has landed. */
static void oa_ring_counts(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	u32 last, line;

	write_report(t);
	write_report(t);
	last = advance_tail(t);
	KUNIT_EXPECT_EQ(test, oa_ring_count(&t->ring, oa_ring_used(&t->ring), 2), 3u);
	KUNIT_EXPECT_EQ(test, oa_ring_count(&t->ring, oa_ring_used(&t->ring), 3), 2u);
	KUNIT_EXPECT_EQ(test, oa_ring_count(&t->ring, oa_ring_used(&t->ring), 4), 3u);
	for (line = 0; line < 3; line++)
		land_line(t, 3, last, line);
	KUNIT_EXPECT_EQ(test, oa_ring_count(&t->ring, oa_ring_used(&t->ring), 3), 2u);
	land_line(t, 3, last, 3);
	KUNIT_EXPECT_EQ(test, oa_ring_count(&t->ring, oa_ring_used(&t->ring), 3), 3u);
	/* Passed reports are not counted. */
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_VALID);
	oa_ring_pass(&t->ring, 1);
	KUNIT_EXPECT_EQ(test, oa_ring_count(&t->ring, oa_ring_used(&t->ring), 2), 2u);
}

/* A report that landed after a missing one has to wait for it. */
static void oa_ring_lag_keeps_order(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	u32 first = advance_tail(t), line;

	write_report(t);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_WAIT);
	for (line = 0; line < 4; line++)
		land_line(t, 1, first, line);
	take_report(test, t, 1);
	take_report(test, t, 2);
}

static void oa_ring_torn(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	u32 offset, line, missing;

	/* From the first report on, each line but the first comes last in turn. */
	for (missing = 1; missing < 4; missing++) {
		offset = advance_tail(t);
		for (line = 0; line < 4; line++)
			if (line != missing)
				land_line(t, t->writes, offset, line);
		KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_WAIT);
		KUNIT_EXPECT_EQ(test, t->verdict, OA_REPORT_TORN);
		land_line(t, t->writes, offset, missing);
		take_report(test, t, t->writes);
	}
	expect_poison(test, t);
}

/* An idle GPU: a line of zeros that has landed is as good as any other. */
static void oa_ring_zero_lines(struct kunit *test)
{
	struct ring_test *t = ring_test(test, 16384, 5);
	const u32 *reports;
	u32 i;

	oa_validator_init(&t->v, t->v.format, true, 0);
	for (i = 0; i < 60; i++) {
		u32 offset = advance_tail(t), line;

		for (line = 0; line < 4; line++)
			memset(t->memory + offset + line * OA_LINE_BYTES, 0, OA_LINE_BYTES);
		land_line(t, 2 * i + 1, offset, 0);
	}
	KUNIT_ASSERT_EQ(test, peek(t, T0), OA_RING_VALID);
	oa_validator_accept(&t->v, t->report);
	oa_ring_pass(&t->ring, 1);
	/* Such a line of report 50 is still poison: the reader has to wait for it. */
	poison(t, 50 * 256 + 128, OA_LINE_BYTES);
	for (i = 1; i < 50; i++)
		KUNIT_ASSERT_EQ(test, pass_run(&t->ring, &t->v, 60 * 256, 1, &reports), 1u);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_WAIT);
	KUNIT_EXPECT_EQ(test, t->verdict, OA_REPORT_TORN);
}

/* Lines that were on their way when the unit stopped land after the ring was poisoned. */
static void oa_ring_late_lines(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	u32 line;

	write_report(t);
	write_report(t);
	KUNIT_EXPECT_FALSE(test, oa_ring_newest_torn(&t->ring));
	poison(t, 256 + 3 * OA_LINE_BYTES, OA_LINE_BYTES);
	KUNIT_EXPECT_TRUE(test, oa_ring_newest_torn(&t->ring));
	oa_ring_reset(&t->ring);
	for (line = 0; line < RING_BYTES / OA_LINE_BYTES; line++) {
		KUNIT_EXPECT_TRUE(test, oa_ring_is_poisoned(&t->ring, 0, t->ring.size));
		((u32 *)t->memory)[(line + 1) * OA_LINE_DWORDS - 1] = 0;
		KUNIT_EXPECT_FALSE(test, oa_ring_is_poisoned(&t->ring, 0, t->ring.size));
		oa_ring_reset(&t->ring);
	}
}

/* A zero id with a time stamp has landed and stays bad: there is no wait (abi.rst 10.2). */
static void oa_ring_zero_id(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);

	write_report(t);
	write_report(t);
	memset(t->memory, 0, sizeof(u32));
	KUNIT_EXPECT_TRUE(test, oa_ring_next_landed(&t->ring, oa_ring_used(&t->ring)));
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_INVALID);
	KUNIT_EXPECT_EQ(test, t->verdict, OA_REPORT_BAD_ID);
	KUNIT_EXPECT_EQ(test, t->report[1], 1u);
	oa_ring_pass(&t->ring, 1);
	oa_ring_release(&t->ring, t->ring.passed);
	take_report(test, t, 2);
	expect_poison(test, t);
}

static void oa_ring_bad_order(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);

	write_report(t);
	take_report(test, t, 1);
	t->writes--;
	write_report(t);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_INVALID);
	KUNIT_EXPECT_EQ(test, t->verdict, OA_REPORT_BAD_ORDER);
}

static const struct ring_case wrap_cases[] = {
	{ "64 in 1024", 1, 1024 },
	{ "64 in 1024, fetched", 1, 1024, true },
	{ "128 in 1024", 2, 1024 },
	{ "128 in 1024, fetched", 2, 1024, true },
	{ "256 in 1024", 5, 1024 },
	{ "256 in 1024, fetched", 5, 1024, true },
	/* 192 does not divide a power of two: reports straddle the end. */
	{ "192 in 1024", 0x1000, 1024 },
	{ "192 in 1024, fetched", 0x1000, 1024, true },
	{ "192 in 768", 0x1000, 768 },
	{ "192 in 768, fetched", 0x1000, 768, true },
	/* Not a power of two: head and tail wrap by division, not by mask. */
	{ "256 in 768", 5, 768 },
	{ "256 in 768, fetched", 5, 768, true },
	{ "256 in 1344", 5, 1344 },
	{ "256 in 1344, fetched", 5, 1344, true },
	{ "192 in 320", 0x1000, 320 },
	{ "192 in 320, fetched", 0x1000, 320, true },
};

KUNIT_ARRAY_PARAM_DESC(wrap, wrap_cases, name);

static void oa_ring_wrap(struct kunit *test)
{
	const struct ring_case *c = test->param_value;
	struct ring_test *t = ring_test(test, c->size, c->format);
	u32 i;

	for (i = 1; i <= 100; i++) {
		write_report(t);
		KUNIT_ASSERT_EQ(test, oa_ring_used(&t->ring), t->ring.report_bytes);
		take_report(test, t, i);
		KUNIT_ASSERT_EQ(test, t->ring.head, i * t->ring.report_bytes % c->size);
	}
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_EMPTY);
	/* Consumed reports are poisoned whole, on both sides of the wrap. */
	expect_poison(test, t);
}

/* As many reports as fit without the tail meeting the head, again and again */
static void oa_ring_wrap_batches(struct kunit *test)
{
	const struct ring_case *c = test->param_value;
	struct ring_test *t = ring_test(test, c->size, c->format);
	u32 room = (c->size - 1) / t->ring.report_bytes, batch, taken = 0, i;

	for (batch = 0; batch < 20; batch++) {
		for (i = 0; i < room; i++)
			write_report(t);
		KUNIT_ASSERT_EQ(test, oa_ring_used(&t->ring),
				room * t->ring.report_bytes);
		for (i = 0; i < room; i++)
			take_report(test, t, ++taken);
	}
	expect_poison(test, t);
}

static void oa_ring_straddle_lag(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 0x1000);
	u32 i, offset;

	for (i = 1; i <= 5; i++) {
		write_report(t);
		take_report(test, t, i);
	}
	/* The sixth has its first line before the ring's end, and two after the wrap. */
	offset = advance_tail(t);
	KUNIT_ASSERT_EQ(test, offset, 960u);
	KUNIT_ASSERT_EQ(test, t->tail, 128u);
	land_line(t, 6, offset, 0);
	land_line(t, 6, offset, 1);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_WAIT);
	KUNIT_EXPECT_EQ(test, t->verdict, OA_REPORT_TORN);
	land_line(t, 6, offset, 2);
	/* Poisoning this report leaves the next one unchanged. */
	write_report(t);
	take_report(test, t, 6);
	take_report(test, t, 7);
	expect_poison(test, t);
}

/* If tail == head and a report is there, the ring is full, not empty (hardware.rst 3.3, bit 1). */
static void oa_ring_full(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	u32 i;

	for (i = 0; i < 4; i++)
		write_report(t);
	KUNIT_ASSERT_EQ(test, t->tail, t->ring.head);
	KUNIT_EXPECT_EQ(test, oa_ring_used(&t->ring), RING_BYTES);
	KUNIT_EXPECT_TRUE(test, oa_ring_next_landed(&t->ring, oa_ring_used(&t->ring)));
	for (i = 1; i <= 4; i++)
		take_report(test, t, i);
	KUNIT_EXPECT_EQ(test, oa_ring_used(&t->ring), 0u);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_EMPTY);
}

/* The same with the tail elsewhere than at 0 */
static void oa_ring_full_shifted(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	u32 i;

	write_report(t);
	take_report(test, t, 1);
	for (i = 0; i < 4; i++)
		write_report(t);
	KUNIT_ASSERT_EQ(test, t->tail, 256u);
	KUNIT_EXPECT_EQ(test, oa_ring_used(&t->ring), RING_BYTES);
	for (i = 2; i <= 5; i++)
		take_report(test, t, i);
	KUNIT_EXPECT_EQ(test, oa_ring_used(&t->ring), 0u);
}

static void oa_ring_give_up(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);

	advance_tail(t);
	write_report(t);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_WAIT);
	KUNIT_EXPECT_EQ(test, t->ring.waiting_since, T0);
	KUNIT_EXPECT_EQ(test, peek(t, T0 + OA_RING_LANDING_LIMIT_NS - 1), OA_RING_WAIT);
	KUNIT_EXPECT_EQ(test, peek(t, T0 + OA_RING_LANDING_LIMIT_NS), OA_RING_INVALID);
	KUNIT_EXPECT_EQ(test, t->verdict, OA_REPORT_NOT_LANDED);
	KUNIT_EXPECT_EQ(test, t->report[0], OA_POISON);
	/* The report that landed after the bad one is not lost with it. */
	oa_ring_pass(&t->ring, 1);
	oa_ring_release(&t->ring, t->ring.passed);
	KUNIT_EXPECT_EQ(test, t->ring.waiting_since, 0ull);
	take_report(test, t, 2);
}

/* The next missing report gets its own time to land. */
static void oa_ring_give_up_each(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	const u64 later = T0 + OA_RING_LANDING_LIMIT_NS;

	advance_tail(t);
	advance_tail(t);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_WAIT);
	KUNIT_EXPECT_EQ(test, peek(t, later), OA_RING_INVALID);
	oa_ring_pass(&t->ring, 1);
	oa_ring_release(&t->ring, t->ring.passed);
	KUNIT_EXPECT_EQ(test, peek(t, later), OA_RING_WAIT);
	KUNIT_EXPECT_EQ(test, peek(t, later + OA_RING_LANDING_LIMIT_NS - 1), OA_RING_WAIT);
	KUNIT_EXPECT_EQ(test, peek(t, later + OA_RING_LANDING_LIMIT_NS), OA_RING_INVALID);
}

/*
 * A waiter that polls while a reader moves the head may start the clock of a report that was
 * never written. The next report's time to land begins when that report itself is missing.
 */
static void oa_ring_old_clock(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	const u64 later = T0 + OA_RING_LANDING_LIMIT_NS;

	write_report(t);
	take_report(test, t, 1);
	t->ring.waiting_since = T0;
	KUNIT_EXPECT_EQ(test, peek(t, T0 + 1), OA_RING_EMPTY);
	KUNIT_EXPECT_EQ(test, t->ring.waiting_since, 0ull);
	advance_tail(t);
	KUNIT_EXPECT_EQ(test, peek(t, later), OA_RING_WAIT);
	KUNIT_EXPECT_EQ(test, peek(t, later + OA_RING_LANDING_LIMIT_NS), OA_RING_INVALID);
}

static void write_nothing(struct ring_test *t)
{
	advance_tail(t);
}

/* A report lands after the tail was read and before memory is: the ring is not full. */
static void oa_ring_landed_meanwhile(struct kunit *test)
{
	struct ring_test *t = ring_test(test, 64 * 256, 5);
	u32 i, used;

	for (i = 1; i <= 100; i++) {
		t->meanwhile = write_report;
		used = oa_ring_used(&t->ring);
		KUNIT_ASSERT_EQ(test, used, 256u);
		KUNIT_EXPECT_TRUE(test, oa_ring_next_landed(&t->ring, used));
		KUNIT_EXPECT_EQ(test, oa_ring_count(&t->ring, used, 40), 1u);
		take_report(test, t, i);
	}
	/* The tail moves, but nothing has landed: the ring seems empty, as it was. */
	t->meanwhile = write_nothing;
	KUNIT_EXPECT_EQ(test, oa_ring_used(&t->ring), 0u);
	KUNIT_EXPECT_EQ(test, oa_ring_used(&t->ring), 256u);
}

static void write_and_consume(struct ring_test *t)
{
	write_report(t);
	while (t->ring.head != t->tail) {
		oa_ring_pass(&t->ring, 1);
		oa_ring_release(&t->ring, t->ring.passed);
	}
}

/* A reader moves the head past the tail that a waiter has just read: nothing is left. */
static void oa_ring_consumed_meanwhile(struct kunit *test)
{
	struct ring_test *t = ring_test(test, 64 * 256, 5);

	write_report(t);
	write_report(t);
	t->meanwhile = write_and_consume;
	KUNIT_EXPECT_EQ(test, oa_ring_used(&t->ring), 0u);
}

static void oa_ring_give_up_torn(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);

	land_line(t, 1, advance_tail(t), 0);
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_WAIT);
	KUNIT_EXPECT_EQ(test, peek(t, T0 + OA_RING_LANDING_LIMIT_NS), OA_RING_INVALID);
	KUNIT_EXPECT_EQ(test, t->verdict, OA_REPORT_TORN);
	KUNIT_EXPECT_TRUE(test, t->ring.late);
	oa_ring_pass(&t->ring, 1);
	oa_ring_release(&t->ring, t->ring.passed);
	expect_poison(test, t);
}

/* Consuming poisons the report, and nothing beside it. */
static void oa_ring_consume_exact(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);

	memset(t->memory, 0xff, RING_BYTES);
	t->ring.head = 256;
	oa_ring_pass(&t->ring, 1);
	oa_ring_release(&t->ring, t->ring.passed);
	KUNIT_EXPECT_NULL(test, memchr_inv(t->memory, 0xff, 256));
	KUNIT_EXPECT_TRUE(test, raw_is_poison(t->memory + 256, 256));
	KUNIT_EXPECT_NULL(test, memchr_inv(t->memory + 512, 0xff, 512));
	KUNIT_EXPECT_EQ(test, t->ring.head, 512u);
}

static void oa_ring_reset_empties(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);

	write_report(t);
	take_report(test, t, 1);
	write_report(t);
	advance_tail(t);
	t->ring.waiting_since = T0;
	/* With any stale content */
	memset(t->memory, 0xff, RING_BYTES);
	oa_ring_reset(&t->ring);
	expect_poison(test, t);
	KUNIT_EXPECT_EQ(test, t->ring.head, 0u);
	KUNIT_EXPECT_EQ(test, t->ring.waiting_since, 0ull);
	t->tail = 0;
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_EMPTY);
}

/*
 * Stop with each number of unread reports, after each number of consumed ones, so that they lie
 * across the end of the ring too. What was left is poisoned, whatever its place.
 */
static void oa_ring_reset_poisons_left(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	const u32 reports = RING_BYTES / t->ring.report_bytes;
	u32 consumed, unread;

	for (consumed = 0; consumed <= reports; consumed++) {
		for (unread = 0; unread <= reports; unread++) {
			u32 i;

			t->tail = 0;
			oa_ring_start(&t->ring);
			for (i = 0; i < consumed; i++) {
				write_report(t);
				oa_ring_pass(&t->ring, 1);
				oa_ring_release(&t->ring, t->ring.report_bytes);
			}
			for (i = 0; i < unread; i++)
				write_report(t);
			oa_ring_stop(&t->ring, oa_ring_used(&t->ring));
			KUNIT_ASSERT_TRUE(test, oa_ring_quiet(&t->ring));
			oa_ring_reset_left(&t->ring);
			expect_poison(test, t);
			KUNIT_EXPECT_EQ(test, t->ring.head, 0u);
		}
	}
}

/* A ring is not quiet while one line may still land, or if it is unknown what was written. */
static void oa_ring_quiet_needs_proof(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);
	const u32 bytes = t->ring.report_bytes;
	u32 line;

	KUNIT_EXPECT_FALSE(test, oa_ring_quiet(&t->ring));
	write_report(t);
	write_report(t);
	KUNIT_EXPECT_FALSE(test, oa_ring_quiet(&t->ring));
	oa_ring_stop(&t->ring, 2 * bytes);
	KUNIT_EXPECT_TRUE(test, oa_ring_quiet(&t->ring));
	for (line = 0; line < 2 * bytes / OA_LINE_BYTES; line++) {
		poison(t, line * OA_LINE_BYTES, OA_LINE_BYTES);
		KUNIT_EXPECT_FALSE(test, oa_ring_quiet(&t->ring));
		land_line(t, 1, 0, line);
		KUNIT_EXPECT_TRUE(test, oa_ring_quiet(&t->ring));
	}
	/* One more report since the stop, and a tail that a reset cleared */
	write_report(t);
	KUNIT_EXPECT_FALSE(test, oa_ring_quiet(&t->ring));
	t->tail = OA_RING_NO_TAIL;
	KUNIT_EXPECT_FALSE(test, oa_ring_quiet(&t->ring));
	/* A lap without a flag: a report lies beyond the tail */
	t->tail = 2 * bytes;
	KUNIT_EXPECT_FALSE(test, oa_ring_quiet(&t->ring));
	poison(t, 2 * bytes, bytes);
	KUNIT_EXPECT_TRUE(test, oa_ring_quiet(&t->ring));
	t->ring.late = true;
	KUNIT_EXPECT_FALSE(test, oa_ring_quiet(&t->ring));
	t->ring.late = false;
	oa_ring_start(&t->ring);
	KUNIT_EXPECT_FALSE(test, oa_ring_quiet(&t->ring));
	/* Overrun: lines anywhere */
	oa_ring_stop(&t->ring, OA_RING_NO_TAIL);
	KUNIT_EXPECT_FALSE(test, oa_ring_quiet(&t->ring));
}

/* Without a tail, reports are counted up to the first one that has not landed. */
static void oa_ring_counts_landed(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);

	KUNIT_EXPECT_EQ(test, oa_ring_count_landed(&t->ring), 0u);
	write_report(t);
	write_report(t);
	take_report(test, t, 1);
	write_report(t);
	write_report(t);
	/* The three reports end at the ring's end; the next one wraps. */
	KUNIT_EXPECT_EQ(test, oa_ring_count_landed(&t->ring), 3u);
	write_report(t);
	KUNIT_EXPECT_EQ(test, oa_ring_count_landed(&t->ring), 4u);
	poison(t, 768, 256);
	KUNIT_EXPECT_EQ(test, oa_ring_count_landed(&t->ring), 2u);
}

/* A line lands while it is fetched, before each of its dwords in turn: no report holds half. */
static void oa_ring_fetch_whole(struct kunit *test)
{
	struct ring_test *t = ring_test(test, 16384, 5);
	u32 ahead, dword, i;

	/* The report is the newest, or far from the tail. */
	for (ahead = 0; ahead <= 32; ahead += 32) {
		for (i = 0; i < ahead; i++)
			write_report(t);
		for (dword = 0; dword < 64; dword++) {
			write_report(t);
			t->late_report = t->writes - ahead;
			t->late_line = dword / OA_LINE_DWORDS;
			poison(t, t->ring.head + t->late_line * OA_LINE_BYTES, OA_LINE_BYTES);
			t->lands = t->memory + t->ring.head + dword * sizeof(u32);
			/* It was not fetched with those before it. */
			t->ring.settled = 0;
			take_report(test, t, t->late_report);
			KUNIT_ASSERT_NULL(test, t->lands);
		}
	}
}

/* A line that holds the poison value in one dword has landed all the same. */
static void oa_ring_fetch_poison_value(struct kunit *test)
{
	struct ring_test *t = ring_test(test, RING_BYTES, 5);

	write_report(t);
	((u32 *)t->memory)[37] = OA_POISON;
	KUNIT_EXPECT_EQ(test, peek(t, T0), OA_RING_VALID);
	KUNIT_EXPECT_EQ(test, t->report[37], OA_POISON);
}

static const struct ring_case once_cases[] = {
	{ "64", 1, .fetched = true },
	{ "128", 2, .fetched = true },
	{ "192", 0x1000, .fetched = true },
	{ "256", 5, .fetched = true },
};

KUNIT_ARRAY_PARAM_DESC(once, once_cases, name);

/* Slow memory is read once, except for less than a report at the end of each read-ahead. */
static void oa_ring_fetch_once(struct kunit *test)
{
	const struct ring_case *c = test->param_value;
	struct ring_test *t = ring_test(test, 64 * 1024, c->format);
	const u32 bytes = t->ring.report_bytes, all = 60 * 1024 / bytes;
	u32 used, taken = 0, lap, i;
	const u32 *reports;

	oa_validator_init(&t->v, t->v.format, true, 0);
	for (lap = 0; lap < 3; lap++) {
		for (i = 0; i < all; i++) {
			/* A period of two ticks, for the run. */
			write_report(t);
			((u32 *)(t->memory + (t->tail + t->ring.size - bytes) % t->ring.size))[1] =
				2 * t->writes + 1;
		}
		t->fetched = 0;
		while ((used = oa_ring_used(&t->ring))) {
			u32 n = pass_run(&t->ring, &t->v, used, 1000, &reports);

			for (i = 0; i < n; i++)
				KUNIT_ASSERT_EQ(test, reports[i * bytes / sizeof(u32) + 1],
						2 * (taken + i + 1) + 1);
			if (!n) {
				KUNIT_ASSERT_EQ(test, peek(t, T0), OA_RING_VALID);
				KUNIT_ASSERT_EQ(test, t->report[1], 2 * (taken + 1) + 1);
				oa_validator_accept(&t->v, t->report);
				oa_ring_pass(&t->ring, 1);
				n = 1;
			}
			taken += n;
			oa_ring_release(&t->ring, t->ring.passed);
		}
		KUNIT_EXPECT_GE(test, t->fetched, all * bytes);
		KUNIT_EXPECT_LE(test, t->fetched, all * bytes / 4096 * (4096 + bytes));
	}
	KUNIT_EXPECT_EQ(test, taken, 3 * all);
	expect_poison(test, t);
}

/* A rewind returns reports that the window no longer holds. */
static void oa_ring_fetch_rewind(struct kunit *test)
{
	struct ring_test *t = ring_test(test, 16384, 5);
	u32 i;

	for (i = 0; i < 60; i++)
		write_report(t);
	for (i = 1; i <= 30; i++) {
		KUNIT_ASSERT_EQ(test, peek(t, T0), OA_RING_VALID);
		KUNIT_ASSERT_EQ(test, t->report[1], i);
		oa_ring_pass(&t->ring, 1);
	}
	oa_ring_set_passed(&t->ring, 0, 0);
	for (i = 1; i <= 5; i++) {
		KUNIT_ASSERT_EQ(test, peek(t, T0), OA_RING_VALID);
		KUNIT_ASSERT_EQ(test, t->report[1], i);
		oa_ring_pass(&t->ring, 1);
	}
	/* The order is kept after a move forward, and after a part is consumed. */
	oa_ring_set_passed(&t->ring, 30 * 256, 0);
	KUNIT_ASSERT_EQ(test, peek(t, T0), OA_RING_VALID);
	KUNIT_ASSERT_EQ(test, t->report[1], 31u);
	oa_ring_release(&t->ring, 20 * 256);
	KUNIT_ASSERT_EQ(test, peek(t, T0), OA_RING_VALID);
	KUNIT_ASSERT_EQ(test, t->report[1], 31u);
	oa_ring_set_passed(&t->ring, 0, 0);
	for (i = 21; i <= 60; i++)
		take_report(test, t, i);
	expect_poison(test, t);
}

static struct kunit_case oa_ring_cases[] = {
	KUNIT_CASE_PARAM(oa_ring_empty, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_counts, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_in_order, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_peek_keeps, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_pass_rewind, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_settled, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_lag, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_lag_keeps_order, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_torn, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_zero_lines, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_late_lines, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_zero_id, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_bad_order, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_wrap, wrap_gen_params),
	KUNIT_CASE_PARAM(oa_ring_wrap_batches, wrap_gen_params),
	KUNIT_CASE_PARAM(oa_ring_straddle_lag, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_full, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_full_shifted, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_give_up, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_give_up_each, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_old_clock, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_landed_meanwhile, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_consumed_meanwhile, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_give_up_torn, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_consume_exact, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_reset_empties, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_reset_poisons_left, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_quiet_needs_proof, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_counts_landed, mode_gen_params),
	KUNIT_CASE_PARAM(oa_ring_fetch_whole, slow_gen_params),
	KUNIT_CASE_PARAM(oa_ring_fetch_poison_value, slow_gen_params),
	KUNIT_CASE_PARAM(oa_ring_fetch_once, once_gen_params),
	KUNIT_CASE_PARAM(oa_ring_fetch_rewind, mode_gen_params),
	{ }
};

static struct kunit_suite oa_ring_suite = {
	.name = "i915_oa_ring",
	.test_cases = oa_ring_cases,
};

kunit_test_suite(oa_ring_suite);
