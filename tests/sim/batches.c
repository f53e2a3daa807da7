// SPDX-License-Identifier: GPL-2.0-only
/*
 * Batches: where they are, what they may do, how they end; hardware.rst 16.1, 16.2, 16.6, 16.7.
 */
#include "streamer.h"

/* Another context */
#define IMAGE2		0x34000

/* A command selects the space of its memory, whichever space the command itself is in. */
static void own_store(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_store(&s, 0, OWN + DATA, 0x11111111);
	emit_store(&s, GGTT, BASE + DATA + 4, 0x22222222);
	emit_store(&s, 0, OWN + 0x100000, 0x33333333);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 0x11111111);
	EXPECT_EQ(guest(b, DATA)[1], 0x22222222);
	EXPECT_EQ(b->gpu->stats.ppgtt_missed, 1);
	EXPECT_EQ(b->gpu->stats.ppgtt_missed_last, OWN + 0x100000);
	EXPECT_EQ(total_broken(b), 0);
}

/* A batch of the driver is privileged; a batch in the context's own space is not. */
static void privilege(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_store(&s, GGTT, BASE + DATA, 1);
	emit_load(&s, KEPT_REGISTER, 0x12345678);
	stream_put(&s, BATCH);
	emit_store(&s, 0, OWN + DATA + 4, 2);
	emit_store(&s, GGTT, BASE + DATA + 8, 3);
	emit_load(&s, KEPT_REGISTER, 0);
	emit_load(&s, FREE_REGISTER, 0x87654321);
	emit_srm(&s, GGTT, FREE_REGISTER, BASE + DATA + 8);
	emit_srm(&s, 0, FREE_REGISTER, OWN + DATA + 16);
	emit(&s, 0x04000000);
	stream_put(&s, BATCH2);
	emit_batch(&s, 0, BASE + BATCH);
	emit_batch(&s, user_batch(b), OWN + BATCH2);
	emit_store(&s, GGTT, BASE + DATA + 12, 4);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 1);
	EXPECT_EQ(guest(b, DATA)[1], 2);
	EXPECT_EQ(guest(b, DATA)[2], 0);
	EXPECT_EQ(guest(b, DATA)[3], 4);
	EXPECT_EQ(rd(b, KEPT_REGISTER), 0x12345678);
	EXPECT_EQ(rd(b, FREE_REGISTER), 0x87654321);
	EXPECT_EQ(guest(b, DATA)[4], 0x87654321);
	/* The stores, the register and MI_ARB_ON_OFF */
	EXPECT_EQ(b->gpu->stats.unprivileged, 4);
	EXPECT(!b->gpu->engine[0].no_arbitration);
	EXPECT_EQ(total_broken(b), 0);
}

/* A batch without privilege cannot jump into one with it. */
static void chained(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_batch(&s, 0, OWN + BATCH2);
	stream_put(&s, BATCH);
	emit_store(&s, 0, OWN + DATA, 1);
	emit_store(&s, GGTT, BASE + DATA + 4, 2);
	stream_put(&s, BATCH2);
	emit_batch(&s, user_batch(b), OWN + BATCH);
	emit_store(&s, GGTT, BASE + DATA + 8, 3);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 1);
	EXPECT_EQ(guest(b, DATA)[1], 0);
	EXPECT_EQ(guest(b, DATA)[2], 3);
	EXPECT_EQ(b->gpu->stats.unprivileged, 1);
	EXPECT_EQ(total_broken(b), 0);
}

/* The second level returns; a batch chained from it is on the second level too. */
static void second_level(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	if (!has_registers(b))
		return;
	emit_batch(&s, BIT(22), BASE + BATCH2);
	emit_store(&s, GGTT, BASE + DATA, 1);
	stream_put(&s, BATCH);
	emit_batch(&s, 0, BASE + BATCH3);
	stream_put(&s, BATCH2);
	emit_store(&s, GGTT, BASE + DATA + 4, 2);
	stream_put(&s, BATCH3);
	emit_batch(&s, 0, BASE + BATCH);
	emit_store(&s, GGTT, BASE + DATA + 8, 3);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 1);
	EXPECT_EQ(guest(b, DATA)[1], 2);
	EXPECT_EQ(guest(b, DATA)[2], 3);
	EXPECT_EQ(total_broken(b), 0);
	/* There is no third level. */
	emit_batch(&s, BIT(22), BASE + BATCH3);
	stream_put(&s, BATCH2);
	emit_batch(&s, 0, BASE + BATCH);
	stream_run(&s);
	EXPECT_EQ(broken(b, SIM_CS_BATCH), 1);
}

/* Software turns the context's own space off while a batch there runs: the streamer hangs. */
static void space_lost(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	while (s.n < 200)
		emit(&s, 0);
	stream_put(&s, BATCH);
	emit_batch(&s, user_batch(b), OWN + BATCH);
	emit(&s, 0);
	stream_submit(&s, IMAGE, 0);
	pass_ns(b, 4000);
	EXPECT(rd(b, 0x2074) > OWN + BATCH);
	wr(b, b->facts->snb ? 0x2520 : 0x229c, 0x02000000);
	pass_ns(b, 100000);
	EXPECT_EQ(broken(b, SIM_PPGTT), 1);
	EXPECT_EQ(total_broken(b), 1);
	EXPECT(rd(b, 0x2034) != rd(b, 0x2030));
}

/* MI_CONDITIONAL_BATCH_BUFFER_END: the batch continues while memory is greater */
static void conditional_end(struct bench *b)
{
	struct stream s;
	u32 value;

	stream_begin(&s, b);
	for (value = 4; value < 7; value++) {
		guest(b, DATA)[0] = value;
		guest(b, DATA)[1] = 0;
		emit(&s, (b->facts->gen8 ? 0x1b000002 : 0x1b000001) | BIT(21));
		emit(&s, 5);
		emit_address(&s, OWN + DATA);
		emit_store(&s, 0, OWN + DATA + 4, 1);
		stream_put(&s, BATCH);
		emit_batch(&s, user_batch(b), OWN + BATCH);
		emit_store(&s, 0, OWN + DATA + 8, value);
		stream_run(&s);
		EXPECT_EQ(guest(b, DATA)[1], value > 5);
		EXPECT_EQ(guest(b, DATA)[2], value);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* FORCE_TO_NONPRIV lets a context write a register; from gen9 on one bit revokes the right. */
static void nonpriv(struct bench *b)
{
	static const u32 slots[] = { 0x2580, 0x2580 | 1 << 28, 0x2580 | BIT(30) };
	struct stream s;
	u32 i;

	stream_begin(&s, b);
	for (i = 0; i < ARRAY_SIZE(slots); i++) {
		wr(b, 0x24d0 + 4 * i, slots[i]);
		if (i)
			wr(b, 0x24d0 + 4 * (i - 1), 0);
		emit_load(&s, 0x2580, BIT(16 + i) | BIT(i));
		stream_put(&s, BATCH);
		emit_batch(&s, user_batch(b), OWN + BATCH);
		stream_run(&s);
		EXPECT_EQ(rd(b, 0x2580), 1);
		EXPECT_EQ(b->gpu->stats.unprivileged, i);
	}
	EXPECT_EQ(total_broken(b), 0);
}

/* Two batches of the driver run when a context is loaded, the first by its length. */
static void load_batches(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	emit_store(&s, GGTT, BASE + DATA, 1);
	while (s.n < 16)
		emit(&s, 0);
	emit_store(&s, GGTT, BASE + DATA + 4, 2);
	memcpy(guest(b, BATCH), s.dw, sizeof(s.dw));
	stream_start(&s, b);
	emit_store(&s, GGTT, BASE + DATA + 8, 3);
	stream_put(&s, BATCH2);
	s.per_context = (BASE + BATCH2) | 1;
	s.indirect = (BASE + BATCH) | 1;
	emit(&s, 0);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 1);
	EXPECT_EQ(guest(b, DATA)[1], 0);
	EXPECT_EQ(guest(b, DATA)[2], 3);
	EXPECT_EQ(total_broken(b), 0);
}

/* Addresses of 48 bits, in batches and in commands */
static void wide(struct bench *b)
{
	struct stream s;

	stream_begin(&s, b);
	s.wide = true;
	emit(&s, 0x10000002);
	emit(&s, OWN + DATA);
	emit(&s, OWN_HIGH);
	emit(&s, 0x12345678);
	emit_store(&s, 0, OWN + DATA, 0);
	stream_put(&s, BATCH);
	emit(&s, 0x18800101);
	emit(&s, OWN + BATCH);
	emit(&s, OWN_HIGH);
	stream_run(&s);
	EXPECT_EQ(guest(b, DATA)[0], 0x12345678);
	/* Nothing is mapped at the address without its upper half. */
	EXPECT_EQ(b->gpu->stats.ppgtt_missed, 1);
	EXPECT_EQ(b->gpu->stats.ppgtt_missed_last, OWN + DATA);
	EXPECT_EQ(total_broken(b), 0);
}

/* A context that is switched away in a second-level batch resumes there. */
static void resumed(struct bench *b)
{
	struct stream s, other;

	stream_begin(&s, b);
	stream_begin(&other, b);
	emit_load(&s, 0x2610, 0x5555);
	emit(&s, 0x0e00c002);
	emit(&s, 1);
	emit_address(&s, OWN + DATA);
	emit_srm(&s, 0, 0x2610, OWN + DATA + 4);
	stream_put(&s, BATCH2);
	emit_batch(&s, IN_OWN | BIT(22), OWN + BATCH2);
	emit_store(&s, 0, OWN + DATA + 8, 8);
	stream_put(&s, BATCH);
	emit_batch(&s, IN_OWN, OWN + BATCH);
	emit_store(&s, 0, OWN + DATA + 12, 12);
	stream_submit(&s, IMAGE, 0);
	pass_ns(b, 100000);
	emit_load(&other, 0x2610, 0x7777);
	emit_store(&other, GGTT, BASE + DATA + 16, 16);
	stream_submit(&other, IMAGE2, 0x800);
	pass_ns(b, 100000);
	EXPECT_EQ(guest(b, DATA)[4], 16);
	EXPECT_EQ(guest(b, DATA)[1], 0);
	/* BB_ADDR and SECOND_BB_ADDR are valid and in the context's space. */
	EXPECT_EQ(guest(b, STATE)[0x0f], (OWN + BATCH + 12) | 1);
	EXPECT_EQ(guest(b, STATE)[0x11], 0x20);
	guest(b, DATA)[0] = 1;
	stream_resubmit(&s, IMAGE);
	pass_ns(b, 100000);
	EXPECT_EQ(guest(b, DATA)[1], 0x5555);
	EXPECT_EQ(guest(b, DATA)[2], 8);
	EXPECT_EQ(guest(b, DATA)[3], 12);
	EXPECT_EQ(total_broken(b), 0);
}

const struct test batch_tests[] = {
	{ "own-store", EVERY, own_store },
	{ "privilege", EVERY, privilege },
	{ "chained", EVERY, chained },
	{ "second-level", EVERY, second_level },
	{ "space-lost", LEGACY, space_lost },
	{ "conditional-end", EVERY, conditional_end },
	{ "nonpriv", GEN8, nonpriv },
	{ "load-batches", GEN8, load_batches },
	{ "wide", GEN8, wide },
	{ "resumed", GEN8, resumed },
	{ }
};
