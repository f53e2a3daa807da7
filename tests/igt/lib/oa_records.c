// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records of a stream, and the checks of their sums.
 *
 * The tally checks on every read that no loss is unannounced:
 * periodic reports lie on the timer's grid one period apart (abi.rst 6.4, 14),
 * and a missing one is accepted only where a lost record announced it.
 */
#include "oa_lib.h"

/* abi.rst 10.2 */
static void record_check(const struct oa_record *rec, u16 pad, size_t left)
{
	igt_assert_eq(pad, 0);
	igt_assert_lte(8, rec->size);
	igt_assert_lte(rec->size, left);
	switch (rec->type) {
	case DRM_I915_PERF_RECORD_SAMPLE:
		break;
	case DRM_I915_PERF_RECORD_OA_REPORT_LOST:
	case DRM_I915_PERF_RECORD_OA_BUFFER_LOST:
		igt_assert_eq(rec->size, 8);
		break;
	case DRM_I915_OA_RECORD_LOSS:
		igt_assert_eq(rec->size, 8 + 32);
		break;
	default:
		igt_assert_f(false, "unknown record type %#x", rec->type);
	}
}

u32 oa_record_type(const void *record)
{
	u32 type;

	memcpy(&type, record, 4);
	return type;
}

/* Assert that the second of three readings of a 32-bit counter lies between the others. */
void oa_assert_between(u32 before, u32 here, u32 after, const char *what, unsigned int n)
{
	igt_assert_f((u32)(here - before) <= (u32)(after - before),
		     "%s%u: %#x, expected from %#x to %#x", what, n, here, before, after);
}

/* The record at @at in @buf. Return: the offset of the next one. */
size_t oa_record_next(const void *buf, size_t len, size_t at, struct oa_record *rec)
{
	const u8 *p = (const u8 *)buf + at;
	u16 pad;

	igt_assert_lte(at + 8, len);
	memcpy(&rec->type, p, 4);
	memcpy(&pad, p + 4, 2);
	memcpy(&rec->size, p + 6, 2);
	rec->payload = (const u32 *)(p + 8);
	record_check(rec, pad, len - at);
	return at + rec->size;
}

void oa_tally_init(struct oa_tally *tally, size_t report_bytes, unsigned int exponent)
{
	memset(tally, 0, sizeof(*tally));
	tally->bytes = report_bytes;
	tally->exponent = exponent;
	tally->restarted = true;
}

/* Note that the stream is restarted between the last sample and the next one. */
void oa_tally_restart(struct oa_tally *tally)
{
	tally->restarted = true;
}

static void tally_periodic(struct oa_tally *tally, u32 timestamp)
{
	u64 period = 2ull << tally->exponent;
	u32 delta = timestamp - tally->last_ts;

	/* abi.rst 6.4: bits [exponent:0] equal 2^exponent. */
	igt_assert_f((timestamp & (u32)(period - 1)) == 1u << tally->exponent,
		     "time stamp %#x is off the grid of exponent %u", timestamp,
		     tally->exponent);
	if (tally->restarted)
		return;
	igt_assert_f(delta && delta < 0x80000000u, "time stamp %#x after %#x", timestamp,
		     tally->last_ts);
	tally->missing += delta / period - 1;
}

static void tally_sample(struct oa_tally *tally, const struct oa_record *rec)
{
	u32 id = rec->payload[0];
	u32 timestamp = rec->payload[1];

	igt_assert_eq(rec->size, 8 + tally->bytes);
	igt_assert_neq(id, 0);
	/* abi.rst 10.2: from Broadwell on the reason must never be 0. */
	if (oa_facts()->reason_mask)
		igt_assert_neq(id & oa_facts()->reason_mask, 0);
	tally->samples++;
	if (!oa_timer_report(id)) {
		tally->others++;
		return;
	}
	if (tally->exponent != OA_NO_EXPONENT)
		tally_periodic(tally, timestamp);
	if (!tally->first_ts)
		tally->first_ts = timestamp;
	tally->last_ts = timestamp;
	tally->restarted = false;
}

static void tally_loss(struct oa_tally *tally, const struct oa_record *rec)
{
	struct drm_i915_oa_loss loss;

	memcpy(&loss, rec->payload, sizeof(loss));
	igt_assert_eq(loss.pad, 0);
	igt_assert_eq(loss.flags & ~(DRM_I915_OA_LOSS_EXACT | DRM_I915_OA_LOSS_CAUSES), 0);
	tally->loss_records++;
	tally->loss_count += loss.count;
	if (tally->restarted)
		tally->loss_early += loss.count;
	tally->loss_inexact += !(loss.flags & DRM_I915_OA_LOSS_EXACT);
	igt_debug("loss: %llu reports after %#llx before %#llx flags %#x\n",
		  loss.count, loss.after,
		  loss.before, loss.flags);
}

void oa_tally_add(struct oa_tally *tally, const void *buf, size_t len)
{
	struct oa_record rec;

	oa_for_each_record(&rec, at, buf, len) {
		switch (rec.type) {
		case DRM_I915_PERF_RECORD_SAMPLE:
			tally_sample(tally, &rec);
			break;
		case DRM_I915_PERF_RECORD_OA_REPORT_LOST:
			tally->report_lost++;
			break;
		case DRM_I915_PERF_RECORD_OA_BUFFER_LOST:
			tally->buffer_lost++;
			break;
		case DRM_I915_OA_RECORD_LOSS:
			tally_loss(tally, &rec);
			break;
		}
	}
	igt_assert_f(!tally->missing || tally->report_lost || tally->buffer_lost,
		     "%llu reports missing without a lost-status record", tally->missing);
}

/* Check for an overflow of the unit, whose announced losses the driver must have counted. */
bool oa_tally_overflowed(const struct oa_tally *tally)
{
	if (!tally->buffer_lost)
		return false;
	if (oa_status_present())
		igt_assert_lt(0, oa_status("overflows"));
	return true;
}

/* Assert that nothing was lost, not even with an announcement. */
void oa_tally_assert_whole(const struct oa_tally *tally)
{
	igt_assert_eq_u64(tally->missing, 0);
	igt_assert_eq_u64(tally->report_lost, 0);
	igt_assert_eq_u64(tally->buffer_lost, 0);
	igt_assert_eq_u64(tally->loss_records, 0);
}

/* Assert that nothing was lost. Return: false if the unit overflowed, with an announcement */
bool oa_tally_whole(const struct oa_tally *tally)
{
	if (oa_tally_overflowed(tally))
		return false;
	oa_tally_assert_whole(tally);
	return true;
}

/*
 * Each lost-status record is followed by a loss record with the exact number of
 * reports that the unit wrote or skipped. While an overflowed unit is being
 * restarted, it neither writes nor skips, so more time stamps may be missing than
 * that number.
 */
void oa_tally_assert_counted(const struct oa_tally *tally)
{
	igt_assert_eq_u64(tally->loss_records, tally->report_lost + tally->buffer_lost);
	if (!tally->buffer_lost) {
		igt_assert_eq_u64(tally->loss_count - tally->loss_early, tally->missing);
		return;
	}
	igt_assert_lte(tally->loss_count - tally->loss_early, tally->missing);
	if (oa_status_present())
		igt_assert_eq_u64(tally->loss_count,
				  oa_status("reports_lost") + oa_status("reports_dropped"));
}

/* Make one read, which must return records. Return: their bytes */
ssize_t oa_tally_read(int stream, struct oa_tally *tally, void *buf, size_t size)
{
	ssize_t n = read(stream, buf, size);

	igt_assert_f(n > 0, "read gave %zd, expected records", n);
	oa_tally_add(tally, buf, n);
	return n;
}

/* Read a non-blocking stream until EAGAIN. Return: true if there was any record. */
bool oa_drain(int stream, struct oa_tally *tally, size_t chunk)
{
	u8 *buf = malloc(chunk);
	bool any = false;
	ssize_t n;

	igt_assert(buf);
	while ((n = read(stream, buf, chunk)) > 0) {
		oa_tally_add(tally, buf, n);
		any = true;
	}
	igt_assert_f(n < 0 && errno == EAGAIN, "read gave %zd", n);
	free(buf);
	return any;
}

/* Read, blocking or with poll, until @samples more samples have come. */
void oa_collect(int stream, struct oa_tally *tally, u64 samples, size_t chunk)
{
	u64 wanted = tally->samples + samples;
	u8 *buf = malloc(chunk);
	ssize_t n;

	igt_assert(buf);
	while (tally->samples < wanted) {
		n = read(stream, buf, chunk);
		if (n < 0 && errno == EAGAIN) {
			igt_assert_f(oa_poll_in(stream, 20000), "no report in 20 s");
			continue;
		}
		igt_assert_f(n > 0, "read gave %zd", n);
		oa_tally_add(tally, buf, n);
	}
	free(buf);
}
