// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters from the reports of another stream's ring: each report once and in order, never one that
 * has not landed, and what a format has. Reports are made by hand from hardware.rst 4.2.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <uapi/drm/i915_drm.h>
#include <uapi/drm/i915_oa.h>

#include "formats/oa_format.h"
#include "named_param.h"
#include "perf/oa_perf_priv.h"
#include "ring/oa_ring.h"
#include "unit/oa_unit.h"

/* Five reports of 192 bytes and a part of one: some lie across the end. */
#define RING_BYTES	1024u
#define BYTES		192u
#define ALWAYS		1000000ull	/* a clock after all time stamps */

/* struct reports_test - a ring, its reader, and the state of the hardware */
struct reports_test {
	struct oa_reports r;
	struct oa_ring ring;
	struct oa_unit unit;
	u32 tail;
	u32 status;
	u32 written;
	u8 *memory;
};

static u32 fake_tail(struct oa_unit *unit)
{
	return container_of(unit, struct reports_test, unit)->tail;
}

static u32 fake_status(struct oa_unit *unit)
{
	return container_of(unit, struct reports_test, unit)->status;
}

static struct reports_test *reports_test(struct kunit *test, u32 stride)
{
	const struct oa_report_format *format = oa_format_find(oa_formats_snb, OA_NUM_FORMATS_SNB,
							       I915_OA_FORMAT_SNB_A29_B4);
	struct reports_test *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	KUNIT_ASSERT_NOT_NULL(test, format);
	t->memory = kunit_kzalloc(test, RING_BYTES, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, t->memory);
	memset32((u32 *)t->memory, OA_POISON, RING_BYTES / sizeof(u32));
	oa_ring_init(&t->ring, t->memory, RING_BYTES, BYTES, fake_tail, &t->unit);
	t->r.status = fake_status;
	oa_reports_begin(&t->r, &t->ring, format, stride);
	return t;
}

/* A line of report @n, counted from 1: A4, at dword 3, is a hundred times its number. */
static void land(struct reports_test *t, u32 n, u32 line)
{
	u32 *dw = (u32 *)(t->memory + ((n - 1) * BYTES + line * OA_LINE_BYTES) % RING_BYTES);

	memset(dw, 0, OA_LINE_BYTES);
	if (line)
		return;
	dw[0] = 0x400;
	dw[1] = 10 * n;
	dw[3] = 100 * n;
}

/* The tail moves past @n reports more, which do not land. */
static void announce(struct reports_test *t, u32 n)
{
	t->written += n;
	t->tail = (t->tail + n * BYTES) % RING_BYTES;
}

static void write_reports(struct reports_test *t, u32 n)
{
	announce(t, n);
	while (n) {
		const u32 at = t->written + 1 - n--;

		land(t, at, 0);
		land(t, at, 1);
		land(t, at, 2);
	}
}

/* A4 of the next report, 0: there is none */
static u64 next(struct reports_test *t)
{
	u32 left = oa_reports_left(&t->r);
	struct oa_report report;

	return oa_reports_next(&t->r, ALWAYS, &left, &report) ? report.a[4] : 0;
}

/* The stream consumes a report: it announces that, then poisons the memory. */
static void consume(struct reports_test *t, u32 n)
{
	oa_reports_consumed(&t->r, n * BYTES);
	t->ring.passed = n * BYTES;
	oa_ring_release(&t->ring, t->ring.passed);
}

/* Each once, round the ring, while the stream is one report behind */
static void reports_in_order(struct kunit *test)
{
	struct reports_test *t = reports_test(test, 1);
	u32 n;

	KUNIT_EXPECT_EQ(test, next(t), 0ull);
	write_reports(t, 1);
	KUNIT_EXPECT_EQ(test, next(t), 100ull);
	for (n = 2; n <= 20; n += 2) {
		write_reports(t, 2);
		KUNIT_EXPECT_EQ(test, next(t), 100ull * n);
		KUNIT_EXPECT_EQ(test, t->r.ahead, 2 * BYTES);
		consume(t, 1);
		KUNIT_EXPECT_EQ(test, next(t), 100ull * (n + 1));
		KUNIT_EXPECT_EQ(test, next(t), 0ull);
		consume(t, 1);
		KUNIT_EXPECT_EQ(test, t->r.ahead, BYTES);
	}
}

/* Of a fast stream not all, but always the newest */
static void reports_stride(struct kunit *test)
{
	struct reports_test *t = reports_test(test, 3);

	write_reports(t, 5);
	KUNIT_EXPECT_EQ(test, next(t), 300ull);
	KUNIT_EXPECT_EQ(test, next(t), 500ull);
	KUNIT_EXPECT_EQ(test, next(t), 0ull);
	consume(t, 5);
	write_reports(t, 2);
	/* The newest is not there yet. */
	announce(t, 1);
	KUNIT_EXPECT_EQ(test, next(t), 700ull);
	KUNIT_EXPECT_EQ(test, next(t), 0ull);
}

/* All lines must be there; one report that never lands does not stop the counters. */
static void reports_landing(struct kunit *test)
{
	struct reports_test *t = reports_test(test, 1);

	announce(t, 1);
	KUNIT_EXPECT_EQ(test, next(t), 0ull);
	land(t, 1, 0);
	land(t, 1, 2);
	KUNIT_EXPECT_EQ(test, next(t), 0ull);
	land(t, 1, 1);
	KUNIT_EXPECT_EQ(test, next(t), 100ull);
	announce(t, 1);
	write_reports(t, 1);
	KUNIT_EXPECT_EQ(test, next(t), 300ull);
	KUNIT_EXPECT_EQ(test, next(t), 0ull);
	/* Nor does one of which a part is missing. */
	announce(t, 1);
	land(t, 4, 0);
	write_reports(t, 1);
	KUNIT_EXPECT_EQ(test, next(t), 500ull);
}

/* A report from before, or from after now, is passed and does not count. */
static void reports_out_of_order(struct kunit *test)
{
	struct reports_test *t = reports_test(test, 1);
	u32 *dw = (u32 *)t->memory;

	write_reports(t, 4);
	dw[BYTES / 4 + 1] = 5;
	dw[2 * BYTES / 4 + 1] = ALWAYS + 1;
	KUNIT_EXPECT_EQ(test, next(t), 100ull);
	KUNIT_EXPECT_EQ(test, next(t), 400ull);
	KUNIT_EXPECT_EQ(test, next(t), 0ull);
}

/* Reports that may be overrun do not count, nor those of a unit without a tail. */
static void reports_overflow(struct kunit *test)
{
	struct reports_test *t = reports_test(test, 1);

	write_reports(t, 2);
	t->status = OA_UNIT_OVERFLOW;
	KUNIT_EXPECT_EQ(test, next(t), 0ull);
	t->status = OA_UNIT_REPORT_LOST;
	KUNIT_EXPECT_EQ(test, next(t), 100ull);
	t->tail = OA_UNIT_NO_TAIL;
	KUNIT_EXPECT_EQ(test, next(t), 0ull);
}

/* Reports from before the reader's start are too old. */
static void reports_begin_late(struct kunit *test)
{
	struct reports_test *t = reports_test(test, 1);
	const struct oa_report_format *format = t->r.v.format;

	write_reports(t, 3);
	oa_reports_begin(&t->r, &t->ring, format, 1);
	KUNIT_EXPECT_EQ(test, t->r.ahead, 3 * BYTES);
	KUNIT_EXPECT_EQ(test, next(t), 0ull);
	consume(t, 3);
	write_reports(t, 3);
	KUNIT_EXPECT_EQ(test, next(t), 400ull);
}

/* A report that the stream discards before it landed is lost here as well. */
static void reports_consumed_unseen(struct kunit *test)
{
	struct reports_test *t = reports_test(test, 1);

	announce(t, 2);
	KUNIT_EXPECT_EQ(test, next(t), 0ull);
	consume(t, 2);
	KUNIT_EXPECT_EQ(test, t->r.ahead, 0u);
	write_reports(t, 1);
	KUNIT_EXPECT_EQ(test, next(t), 300ull);
}

#define A(from, to)	(GENMASK_ULL(to, from) << OA_SOURCE_A0)
#define B(num)		(GENMASK_ULL((num) - 1, 0) << OA_SOURCE_B0)

/* The counters of each format: hardware.rst 4.2 */
static void reports_sources(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, oa_counting_format(&oa_formats_snb[0]), A(0, 12));
	KUNIT_EXPECT_EQ(test, oa_counting_format(&oa_formats_snb[3]), A(0, 28) | B(4));
	KUNIT_EXPECT_EQ(test, oa_counting_format(&oa_formats_ivb[4]), A(0, 44) | B(4));
	KUNIT_EXPECT_EQ(test, oa_counting_format(&oa_formats_ivb[5]), A(29, 44));
}

/* A full ring whose reports were all read has no new ones. */
static void reports_full(struct kunit *test)
{
	const struct oa_report_format *format = oa_format_find(oa_formats_hsw, OA_NUM_FORMATS_HSW,
							       I915_OA_FORMAT_C4_B8);
	struct reports_test *t = reports_test(test, 1);
	struct oa_report report;
	u32 left, n;

	KUNIT_ASSERT_NOT_NULL(test, format);
	oa_ring_init(&t->ring, t->memory, RING_BYTES, OA_LINE_BYTES, fake_tail, &t->unit);
	oa_reports_begin(&t->r, &t->ring, format, 1);
	for (n = 1; n <= RING_BYTES / OA_LINE_BYTES; n++) {
		u32 *dw = (u32 *)(t->memory + (n - 1) * OA_LINE_BYTES);

		memset(dw, 0, OA_LINE_BYTES);
		dw[0] = 0x400;
		dw[1] = 10 * n;
		t->tail = n * OA_LINE_BYTES % RING_BYTES;
		left = oa_reports_left(&t->r);
		KUNIT_EXPECT_EQ(test, left, OA_LINE_BYTES);
		KUNIT_EXPECT_TRUE(test, oa_reports_next(&t->r, ALWAYS, &left, &report));
		KUNIT_EXPECT_EQ(test, report.timestamp, 10ull * n);
	}
	KUNIT_EXPECT_EQ(test, oa_reports_left(&t->r), 0);
	KUNIT_EXPECT_EQ(test, t->r.ahead, RING_BYTES);
}

static struct kunit_case oa_reports_cases[] = {
	KUNIT_CASE(reports_in_order),
	KUNIT_CASE(reports_stride),
	KUNIT_CASE(reports_landing),
	KUNIT_CASE(reports_out_of_order),
	KUNIT_CASE(reports_overflow),
	KUNIT_CASE(reports_begin_late),
	KUNIT_CASE(reports_consumed_unseen),
	KUNIT_CASE(reports_full),
	KUNIT_CASE(reports_sources),
	{ }
};

static struct kunit_suite oa_reports_suite = {
	.name = "oa_reports",
	.test_cases = oa_reports_cases,
};

kunit_test_suite(oa_reports_suite);
