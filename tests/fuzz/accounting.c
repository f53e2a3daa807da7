// SPDX-License-Identifier: GPL-2.0-only
/*
 * The accounting of a single stream. The stream is opened without sampling, so the unit has not
 * written a report for it yet. It is disabled before its accounting is read, so no further report
 * comes. While it is open no other stream can be, so all reports in between are its own: read,
 * announced as lost, rejected, hidden, or left unread.
 *
 * Some actions, such as a reset of the GT, lose an unknown number of reports. A stream that was
 * open during such an action is counted, not checked. Other actions, such as a false time, make
 * reports wrong while they last. They occur only in rounds that are not quiet, and streams are
 * checked only in quiet ones.
 *
 * If reports do not name their reason, a metric set whose triggers write reports keeps the driver
 * from counting strobes by time stamps. An overflow then loses at least a full ring, and the number
 * is unknown (abi.rst 10.2).
 */
#include "fuzz.h"

/* hardware.rst 3.9 */
#define OAREPORTTRIG2		0x2744u
#define OAREPORTTRIG6		0x2754u
#define OAREPORTTRIG_ENABLE	(1u << 31)

void fuzz_disturb(struct fuzz *f)
{
	__atomic_add_fetch(&f->shared->disturbed, 1, __ATOMIC_SEQ_CST);
}

static bool knob_u64(const char *name, u64 *value)
{
	char text[64] = "";

	if (oa_knob_read(name, text, sizeof(text)) <= 0)
		return false;
	*value = strtoull(text, NULL, 0);
	return true;
}

static bool read_unit(u64 *produced, u64 *skipped)
{
	u64 suppressed, lost;

	if (!knob_u64("produced", produced) || !knob_u64("suppressed", &suppressed) ||
	    !knob_u64("report_lost", &lost))
		return false;
	*skipped = suppressed + lost;
	return true;
}

static u32 register_in(const char *registers, u32 offset)
{
	char start[16];
	const char *line;

	snprintf(start, sizeof(start), "0x%05x ", offset);
	line = strstr(registers, start);
	return line ? strtoul(line + strlen(start), NULL, 16) : 0;
}

/*
 * Note whether triggers write reports, as the stream's metric set may have changed. The trigger
 * registers keep their values until a set writes them again.
 */
void fuzz_accounts_look(struct fuzz_stream *s)
{
	/* The OA unit's registers come first. */
	char registers[16384];
	int err = errno;

	if (s->audited && !s->unclocked && !oa_facts()->reason_mask &&
	    oa_knob_read("registers", registers, sizeof(registers)) > 0)
		s->unclocked = (register_in(registers, OAREPORTTRIG2) |
				register_in(registers, OAREPORTTRIG6)) & OAREPORTTRIG_ENABLE;
	errno = err;
}

void fuzz_accounts_open(struct fuzz_stream *s)
{
	int err = errno;

	s->audited = read_unit(&s->produced, &s->skipped);
	fuzz_accounts_look(s);
	errno = err;
}

/* struct ledger - the driver's accounting of a stream's reports */
struct ledger {
	u64 delivered, lost, dropped, discarded, filtered, overflows, size, report_bytes;
	bool open;
};

/* The device's minor number changes with each bind. */
static bool read_ledger(struct ledger *l)
{
	char path[64], text[8192];

	for (int minor = 0; minor < 8; minor++) {
		snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%d/oa_status", minor);
		if (oa_read_text(path, text, sizeof(text)) <= 0)
			continue;
		l->open = strstr(text, "\nstream: open\n");
		return oa_line_u64(text, "reports_delivered", &l->delivered) &&
		       oa_line_u64(text, "reports_lost", &l->lost) &&
		       oa_line_u64(text, "reports_dropped", &l->dropped) &&
		       oa_line_u64(text, "reports_discarded", &l->discarded) &&
		       oa_line_u64(text, "reports_filtered", &l->filtered) &&
		       oa_line_u64(text, "overflows", &l->overflows) &&
		       oa_line_u64(text, "size", &l->size) &&
		       oa_line_u64(text, "report_bytes", &l->report_bytes);
	}
	return false;
}

/* Check whether the stream's buffer overflowed, while it ran or when it stopped. */
static bool overflowed(const struct ledger *l)
{
	return l->overflows || l->discarded * l->report_bytes >= l->size;
}

static void check_accounting(struct fuzz *f, const struct fuzz_stream *s)
{
	u64 produced, skipped, accounted, least;
	struct ledger l;

	if (ioctl(s->fd, I915_PERF_IOCTL_DISABLE, 0) || !read_unit(&produced, &skipped) ||
	    !read_ledger(&l) || !l.open ||
	    __atomic_load_n(&f->shared->disturbed, __ATOMIC_SEQ_CST) != s->disturbed) {
		__atomic_add_fetch(&f->shared->unbalanced, 1, __ATOMIC_RELAXED);
		return;
	}
	produced -= s->produced;
	skipped -= s->skipped;
	accounted = l.delivered + l.lost + l.dropped + l.discarded + l.filtered;
	least = s->unclocked && overflowed(&l) ? 0 : produced;
	if (accounted >= least && accounted <= produced + skipped)
		__atomic_add_fetch(&f->shared->balanced, 1, __ATOMIC_RELAXED);
	else
		fuzz_complain(f, "accounting: %llu + %llu are %llu + %llu + %llu + %llu + %llu",
			      produced, skipped, l.delivered, l.lost, l.dropped, l.discarded,
			      l.filtered);
}

/* Close a slot's stream. The slot is emptied first, so that it never has a closed descriptor. */
void fuzz_stream_close(struct fuzz *f, struct fuzz_stream *slot)
{
	struct fuzz_stream s = *slot;

	s.fd = __atomic_exchange_n(&slot->fd, -1, __ATOMIC_RELAXED);
	if (s.fd < 0)
		return;
	/* Another thread could enable the stream meanwhile. */
	if (s.audited && f->options->threads == 1)
		check_accounting(f, &s);
	close(s.fd);
}
