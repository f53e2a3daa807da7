// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Ring of the simulated command streamer
 *
 * While RING_CTL says valid the streamer executes from head to tail, in GGTT memory
 * from RING_START on. Head and tail are offsets into the ring and wrap at its size.
 * Software moves the tail. It writes the other three registers only while the ring does
 * not run: before RING_CTL makes it valid, or while MI_MODE stops it.
 *
 * With execlists these registers come from the context image and go back there;
 * software does not write them.
 *
 * Facts: hardware.rst 9.2. [MODEL] a command may straddle the end of the ring.
 */
#include "regs/ring_regs.h"
#include "sim/core/sim_model.h"

#define SIM_WAKE_TICKS		8	/* from a write to its effect */

/* Size of the ring. */
u32 sim_ring_bytes(const struct sim_cs *cs)
{
	return (cs->ctl & RING_CTL_PAGES_MASK) + SIM_PAGE_SIZE;
}

/* Check whether the ring has nothing to execute. */
bool sim_ring_empty(const struct sim_cs *cs)
{
	if (cs->level || cs->load_step)
		return false;
	return !(cs->ctl & RING_CTL_VALID) || (cs->head & RING_HEAD_MASK) == cs->tail;
}

/* Validate the ring's registers. Return: false if the ring can't run, which is a broken rule. */
bool sim_ring_check(struct sim_cs *cs)
{
	const u32 bytes = sim_ring_bytes(cs);

	if ((cs->head & RING_HEAD_MASK) < bytes && cs->tail < bytes)
		return true;
	sim_violate(cs->gpu, SIM_RING_RANGE,
		    cs->tail < bytes ? RING_HEAD(cs->info->base) : RING_TAIL(cs->info->base),
		    cs->tail < bytes ? cs->head : cs->tail);
	return false;
}

/* Registers that describe the ring must not change while it runs. */
static void sim_check_stopped(struct sim_cs *cs, u32 offset, u32 value)
{
	if (cs->ctl & RING_CTL_VALID && !(cs->mi_mode & MI_MODE_STOP_RING))
		sim_violate(cs->gpu, SIM_RING_RUNNING, offset, value);
}

/* Bits outside of @mask are those of an address or offset that is not aligned. */
static u32 sim_aligned(struct sim_cs *cs, u32 offset, u32 value, u32 mask)
{
	if (value & ~mask)
		sim_violate(cs->gpu, SIM_RING_ALIGN, offset, value);
	return value & mask;
}

static void sim_write_tail(struct sim_cs *cs, u32 value)
{
	if (value >= sim_ring_bytes(cs) && cs->ctl & RING_CTL_VALID) {
		sim_violate(cs->gpu, SIM_RING_RANGE, RING_TAIL(cs->info->base), value);
		return;
	}
	cs->tail = sim_aligned(cs, RING_TAIL(cs->info->base), value, RING_TAIL_MASK);
}

static void sim_write_ctl(struct sim_cs *cs, u32 value)
{
	/* An empty ring may be turned off. */
	if ((value ^ cs->ctl) & (RING_CTL_PAGES_MASK | RING_CTL_VALID) &&
	    (value & RING_CTL_VALID || !sim_ring_empty(cs)))
		sim_check_stopped(cs, RING_CTL(cs->info->base), value);
	cs->ctl = value;
	if (!(value & RING_CTL_VALID))
		sim_batch_forget(cs);
	else if (!sim_ring_check(cs))
		cs->hung = true;
}

/* Write a register of the ring. Return: false if @reg is none of the four. */
bool sim_ring_write(struct sim_cs *cs, u32 reg, u32 value)
{
	const u32 offset = cs->info->base + reg;

	if (reg < RING_TAIL(0) || reg > RING_CTL(0))
		return false;
	if (sim_execlists(cs) && cs->ctx_active)
		sim_violate(cs->gpu, SIM_RING_RUNNING, offset, value);
	switch (reg) {
	case RING_TAIL(0):
		sim_write_tail(cs, value);
		break;
	case RING_HEAD(0):
		sim_check_stopped(cs, offset, value);
		cs->head = value & (RING_HEAD_WRAP_MASK | RING_HEAD_MASK);
		break;
	case RING_START(0):
		sim_check_stopped(cs, offset, value);
		cs->start = sim_aligned(cs, offset, value, RING_START_MASK);
		break;
	default:
		sim_write_ctl(cs, value);
		break;
	}
	return true;
}

/* Read the dword @dword ahead. Return: false if no memory is there, which is a broken rule. */
bool sim_ring_fetch(struct sim_cs *cs, u32 dword, u32 *value)
{
	u32 offset = (cs->head & RING_HEAD_MASK) + 4 * dword;
	const struct sim_batch *batch = sim_batch_now(cs);

	if (batch)
		return sim_batch_fetch(cs, batch, dword, value);
	return sim_gtt_read32(cs->gpu, cs->start + offset % sim_ring_bytes(cs), value);
}

/* Step over a command. */
void sim_ring_advance(struct sim_cs *cs, u32 dwords)
{
	u32 offset = (cs->head & RING_HEAD_MASK) + 4 * dwords;
	struct sim_batch *batch = sim_batch_now(cs);

	if (batch) {
		batch->address += 4 * dwords;
		return;
	}
	cs->head &= RING_HEAD_WRAP_MASK;
	if (offset >= sim_ring_bytes(cs)) {
		offset -= sim_ring_bytes(cs);
		cs->head += RING_HEAD_WRAP_MASK & -RING_HEAD_WRAP_MASK;
	}
	cs->head |= offset;
}

/* Address of the streamer's position, as in ACTHD */
u64 sim_cs_position(const struct sim_cs *cs)
{
	if (cs->load_step)
		return cs->load_batch.address;
	if (cs->level)
		return cs->batch[cs->level - 1].address;
	return cs->start + (cs->head & RING_HEAD_MASK);
}

/* Check whether the streamer has nothing to do. */
bool sim_cs_idle(const struct sim_cs *cs)
{
	if (sim_execlists(cs))
		return !cs->ctx_active && !cs->submitted;
	return sim_ring_empty(cs);
}

/**
 * sim_cs_wake() - schedule the next step of a streamer that was idle
 * @cs: the streamer, locked, counted up to now
 */
void sim_cs_wake(struct sim_cs *cs)
{
	if (cs->busy || cs->hung)
		return;
	cs->busy = true;
	cs->due = cs->gpu->counters.tick + SIM_WAKE_TICKS;
}
