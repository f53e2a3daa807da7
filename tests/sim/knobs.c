// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of knobs: each has a unique name, is shown, and takes the values that it lists and no
 * other. Every fault has one.
 */
#include "sim/core/sim_control.h"
#include "sim_test.h"

/* For the registers, the longest text */
#define ROOM	0x40000

static char text[ROOM];

static size_t show_in(struct bench *b, const struct sim_knob *knob, char *to, size_t size)
{
	size_t length;

	b->locked = true;
	length = sim_knob_show(b->gpu, knob, to, size);
	b->locked = false;
	return length;
}

static const char *show(struct bench *b, const char *name)
{
	const struct sim_knob *knob = sim_knob_find(name);

	if (!EXPECT(knob) || !EXPECT(show_in(b, knob, text, ROOM) < ROOM))
		return "";
	return text;
}

/* Return: the number of calls needed, or an error */
static int set(struct bench *b, const char *name, const char *word)
{
	const struct sim_knob *knob = sim_knob_find(name);
	u64 value;
	int calls = 0, ret;

	if (!EXPECT(knob))
		return -ENOENT;
	ret = sim_knob_parse(knob, word, &value);
	if (ret)
		return ret;
	b->locked = true;
	do {
		ret = sim_knob_set(b->gpu, knob, &value);
		calls++;
	} while (ret > 0);
	b->locked = false;
	return ret ? ret : calls;
}

static void names(struct bench *b)
{
	const struct sim_knob *knob;
	u32 n;

	for (n = 0; (knob = sim_knob_get(n)); n++) {
		EXPECT(sim_knob_find(knob->name) == knob);
		EXPECT(sim_knob_readable(knob) || sim_knob_settable(knob));
		/* A stored field has a size that sim_knob_set() can write. */
		EXPECT(!knob->writable || knob->bytes == 1 || knob->bytes == 4);
	}
	EXPECT(n > 60 && n <= SIM_MAX_KNOBS);
	EXPECT(!sim_knob_find("fail"));
	EXPECT(!sim_knob_find(""));
}

/* With too little room, the text is cut at its end; the returned length is that of the whole. */
static void room(struct bench *b)
{
	static char whole[ROOM];
	const struct sim_knob *knob;
	size_t length, size;
	u32 n;

	for (n = 0; (knob = sim_knob_get(n)); n++) {
		if (!sim_knob_readable(knob))
			continue;
		length = show_in(b, knob, whole, ROOM);
		EXPECT(length > 0 && length < ROOM && whole[length - 1] == '\n');
		for (size = 1; size < length; size += size) {
			EXPECT_EQ(show_in(b, knob, text, size), length);
			EXPECT_EQ(strlen(text), size - 1);
			EXPECT(!strncmp(text, whole, size - 1));
		}
	}
}

static void expect_knobs_of(const struct oa_sim_gpu *gpu, const void *from, size_t bytes)
{
	const u32 first = (const char *)from - (const char *)gpu;
	const struct sim_knob *knob;
	u32 offset, n, found;

	for (offset = first; offset < first + bytes; offset += sizeof(u32)) {
		found = 0;
		for (n = 0; (knob = sim_knob_get(n)); n++)
			found += knob->bytes == sizeof(u32) && knob->offset == offset;
		if (offset != offsetof(struct oa_sim_gpu, faults.irq_spurious))
			EXPECT_EQ(found, 1);
	}
}

static void every_fault(struct bench *b)
{
	expect_knobs_of(b->gpu, &b->gpu->faults, sizeof(b->gpu->faults));
	expect_knobs_of(b->gpu, &b->gpu->quirks, sizeof(b->gpu->quirks));
	EXPECT_EQ(set(b, "fail_irq_spurious", "1"), 1);
	EXPECT(!sim_knob_readable(sim_knob_find("fail_irq_spurious")));
}

/* The knob "faults" lists those that are set, and ends all, those that act at once as well. */
static void all_faults(struct bench *b)
{
	static const struct sim_faults none;
	static const struct sim_quirks straight;
	const struct sim_knob *knob;
	u32 n, count = 0;

	EXPECT_EQ(set(b, "fail_reset_ready", "1"), 1);
	EXPECT_EQ(set(b, "fail_alu", "3"), 1);
	EXPECT(!strcmp(show(b, "faults"), "total: 2\nfail_reset_ready: 1\nfail_alu: 3\n"));
	for (n = 0; (knob = sim_knob_get(n)); n++)
		if (!strncmp(knob->name, "fail_", 5) && sim_knob_readable(knob)) {
			EXPECT_EQ(set(b, knob->name, "7"), 1);
			EXPECT(strstr(show(b, "faults"), knob->name));
			count++;
		}
	EXPECT(sscanf(show(b, "faults"), "total: %u", &n) == 1 && n == count);
	EXPECT_EQ(set(b, "fail_irq_spurious", "2"), 1);
	EXPECT(b->gpu->faults.irq_spurious);
	EXPECT_EQ(set(b, "faults", "0"), 1);
	EXPECT(!memcmp(&b->gpu->faults, &none, sizeof(none)));
	EXPECT(!memcmp(&b->gpu->quirks, &straight, sizeof(straight)));
	EXPECT(!strcmp(show(b, "faults"), "total: 0\n"));
}

static void values(struct bench *b)
{
	EXPECT_EQ(set(b, "fail_tail_lag", "0x10"), 1);
	EXPECT_EQ(b->gpu->faults.tail_lag, 16);
	EXPECT(!strcmp(show(b, "fail_tail_lag"), "16\n"));
	EXPECT_EQ(set(b, "gen8_oa_master", "0x40"), 1);
	EXPECT(!strcmp(show(b, "gen8_oa_master"), "0x00000040\n"));
	EXPECT_EQ(set(b, "bulk", "Y"), 1);
	EXPECT(!strcmp(show(b, "bulk"), "Y\n") && b->gpu->bulk.on);
	EXPECT_EQ(set(b, "bulk", "0"), 1);
	EXPECT(!strcmp(show(b, "bulk"), "N\n") && !b->gpu->bulk.on);
	EXPECT_EQ(set(b, "activity", "freq"), 1);
	EXPECT(!strcmp(show(b, "activity"), "freq\n") && b->gpu->activity.kind == SIM_FREQ);
	EXPECT_EQ(set(b, "ccid", "4096"), 1);
	EXPECT_EQ(b->gpu->activity.ccid, 4096);
}

static void refusals(struct bench *b)
{
	static const struct {
		const char *name, *word;
		int error;
	} wrong[] = {
		{ "produced", "0", -EACCES }, { "ggtt_hash", "0", -EACCES },
		{ "fail_gdrst", "", -EINVAL }, { "fail_gdrst", "x", -EINVAL },
		{ "fail_gdrst", "-1", -EINVAL }, { "fail_gdrst", "1x", -EINVAL },
		{ "fail_gdrst", "0x100000000", -ERANGE },
		{ "fail_gdrst", "99999999999999999999999", -ERANGE },
		{ "fail_away", "10000001", -ERANGE }, { "raise_engine", "128", -ERANGE },
		{ "raise_block", "8", -ERANGE }, { "advance", "3600000000001", -ERANGE },
		{ "activity", "lazy", -EINVAL }, { "activity", "", -EINVAL },
		{ "activity", "1", -EINVAL }, { "clock", "Manual", -EINVAL },
		{ "gt_reset", "media", -EINVAL }, { "bulk", "maybe", -EINVAL },
		{ "bulk", "", -EINVAL },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		if (!EXPECT_EQ(set(b, wrong[i].name, wrong[i].word), wrong[i].error))
			printf("    # %s: %s\n", wrong[i].name, wrong[i].word);
	EXPECT_EQ(b->gpu->faults.gdrst, 0);
}

/* A manual clock moves in steps, and by exactly the given amount. */
static void clock(struct bench *b)
{
	u64 from;

	EXPECT_EQ(set(b, "clock", "real"), 1);
	EXPECT(!strcmp(show(b, "clock"), "real\n"));
	EXPECT_EQ(set(b, "advance", "1"), -EBUSY);
	EXPECT_EQ(set(b, "clock", "manual"), 1);
	EXPECT(!strcmp(show(b, "clock"), "manual\n"));
	from = b->gpu->clock.manual_ns;
	EXPECT_EQ(set(b, "advance", "0"), 1);
	EXPECT(set(b, "advance", "10000001") > 10);
	EXPECT_EQ(b->gpu->clock.manual_ns - from, 10000001);
}

static void violations(struct bench *b)
{
	EXPECT(!strcmp(show(b, "violations"), "total: 0\n"));
	b->locked = true;
	sim_violate(b->gpu, SIM_HEAD_TAIL, 0x1234, 5);
	b->locked = false;
	EXPECT(!strcmp(show(b, "violations"),
		       "total: 1\nhead_tail: 1 offset 0x01234 value 0x00000005\n"));
	EXPECT_EQ(set(b, "violations", "whatever"), 1);
	EXPECT(!strcmp(show(b, "violations"), "total: 0\n"));
}

/*
 * hardware.rst 3.3, 3.5, 3.8: an overflow sets the status bit only while the unit is on; the
 * registers of a unit that is off do not change.
 */
static void overflow(struct bench *b)
{
	const u32 status = b->facts->gen8 ? 0x2b08 : 0x2364;
	const u32 buffer = b->facts->gen8 ? 0x2b14 : 0x23b0;

	EXPECT_EQ(set(b, "fail_overflow", "1"), 1);
	EXPECT_EQ(rd(b, status), 0);
	EXPECT_EQ(rd(b, buffer), 0);
	oa_start(b, 9, b->facts->formats->select);
	EXPECT(!oa_overflowed(b));
	EXPECT_EQ(set(b, "fail_overflow", "1"), 1);
	EXPECT(oa_overflowed(b));
	EXPECT_EQ(total_broken(b), 0);
}

static void write_gsm(struct bench *b, u32 dword, u32 value)
{
	wr(b, b->gpu->platform->bar_bytes / 2 + dword * sizeof(u32), value);
}

/* A change of any dword changes the hash; so do entries that change places. */
static void hash(struct bench *b)
{
	const u32 last = b->gpu->platform->bar_bytes / 2 / sizeof(u32) - 1;
	const u32 *gsm = b->gpu->gtt.gsm;
	const u32 zero = gsm[0], end = gsm[last], before = sim_gtt_hash(b->gpu);
	u32 one;

	write_gsm(b, 0, zero ^ 1);
	one = sim_gtt_hash(b->gpu);
	EXPECT(one != before);
	write_gsm(b, 0, zero);
	EXPECT_EQ(sim_gtt_hash(b->gpu), before);
	write_gsm(b, last, end ^ BIT(31));
	EXPECT(sim_gtt_hash(b->gpu) != before);
	write_gsm(b, last, end ^ 1);
	EXPECT(sim_gtt_hash(b->gpu) != before);
	write_gsm(b, last, end);
	EXPECT_EQ(sim_gtt_hash(b->gpu), before);
	write_gsm(b, 0, zero ^ 1);
	EXPECT_EQ(sim_gtt_hash(b->gpu), one);

	write_gsm(b, 2, zero ^ 2);
	one = sim_gtt_hash(b->gpu);
	write_gsm(b, 0, zero ^ 2);
	write_gsm(b, 2, zero ^ 1);
	EXPECT(sim_gtt_hash(b->gpu) != one);
}

const struct test knob_tests[] = {
	{ "knob-names", EVERY, names },
	{ "knob-room", EVERY, room },
	{ "knob-faults", EVERY, every_fault },
	{ "knob-all-faults", EVERY, all_faults },
	{ "knob-values", EVERY, values },
	{ "knob-refusals", EVERY, refusals },
	{ "knob-clock", EVERY, clock },
	{ "knob-violations", EVERY, violations },
	{ "knob-hash", EVERY, hash },
	{ "knob-overflow", EVERY, overflow },
	{ }
};
