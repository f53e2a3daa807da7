// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Pauses of the driver
 *
 * On hardware, reports land, interrupts come and other tasks run between two steps of a driver. In
 * virtual time none of this happens while code computes, and a kernel without preemption runs no
 * other task before this one sleeps. Pauses give all of it time wherever the driver calls
 * i915_oa_mmio_ops.pause, which it does before and after each access to a register as well. A seed
 * chooses and repeats them.
 *
 * Half of the pauses have no length, most of the others are short, some as long as several reports
 * of the fastest timers. A few are longer than the time in which a small OA buffer fills, or a
 * timer expires.
 */
#include <linux/bitops.h>
#include <linux/delay.h>
#include <linux/moduleparam.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/time64.h>
#include <linux/uaccess.h>
#include <linux/wait_bit.h>

#include "sim_pause.h"

/* Lengths are powers of two, up to twice as long; each power more is half as likely. */
#define SIM_PAUSE_BITS_MIN	5
#define SIM_PAUSE_BITS_MAX	16
/* One pause of this many is long. */
#define SIM_PAUSE_LONG_ONE_OF	256
#define SIM_PAUSE_LONG_BITS_MIN	18
#define SIM_PAUSE_LONG_BITS_MAX	22

static ulong interleave;
module_param(interleave, ulong, 0444);
MODULE_PARM_DESC(interleave, "seed of pauses at registers and at calls of the driver; 0: none (default)");

static DEFINE_RAW_SPINLOCK(sim_pause_lock);
/* State of the generator, guarded by sim_pause_lock; 0: not used yet */
static u64 sim_pause_random;
/* Tasks that sleep in a pause */
static atomic_t sim_pausing = ATOMIC_INIT(0);

/* By xorshift64, whose state is never 0 */
static u64 sim_pause_draw(void)
{
	unsigned long flags;
	u64 random;

	raw_spin_lock_irqsave(&sim_pause_lock, flags);
	random = sim_pause_random ?: interleave;
	random ^= random << 13;
	random ^= random >> 7;
	random ^= random << 17;
	sim_pause_random = random;
	raw_spin_unlock_irqrestore(&sim_pause_lock, flags);
	return random;
}

static u32 sim_pause_length_ns(u64 random)
{
	u32 min = SIM_PAUSE_BITS_MIN, max = SIM_PAUSE_BITS_MAX, bits;

	if (random >> 63)
		return 0;
	if (!((random >> 52) % SIM_PAUSE_LONG_ONE_OF)) {
		min = SIM_PAUSE_LONG_BITS_MIN;
		max = SIM_PAUSE_LONG_BITS_MAX;
	}
	bits = min + __ffs64(random | BIT_ULL(max - min));
	return BIT(bits) + ((random >> 24) & (BIT(bits) - 1));
}

/*
 * The driver holds no spinlock without disabling interrupts, so this check is right even in kernels
 * whose preempt_count() does not count spinlocks. A task that is about to wait is no longer
 * TASK_RUNNING.
 */
static bool sim_pause_may_sleep(void)
{
	return !preempt_count() && !irqs_disabled() && !pagefault_disabled() &&
	       get_current_state() == TASK_RUNNING && !is_idle_task(current);
}

static void sim_pause_sleep(u32 ns)
{
	const u32 us = DIV_ROUND_UP(ns, NSEC_PER_USEC);

	atomic_inc(&sim_pausing);
	usleep_range(us, us + 1);
	if (atomic_dec_and_test(&sim_pausing))
		wake_up_var(&sim_pausing);
}

static void sim_pause_busy(u32 ns)
{
	if (ns >= NSEC_PER_USEC)
		udelay(ns / NSEC_PER_USEC);
	else
		ndelay(ns);
}

/**
 * sim_pauses() - check whether pauses are on
 */
bool sim_pauses(void)
{
	return interleave;
}

/**
 * sim_pause() - wait for a random time, possibly none
 *
 * Any context, only if sim_pauses(). Sleeps where the caller may.
 */
void sim_pause(void)
{
	const u64 random = sim_pause_draw();
	const u32 ns = sim_pause_length_ns(random);

	if (!ns)
		return;
	if (random & BIT_ULL(62) && sim_pause_may_sleep())
		sim_pause_sleep(ns);
	else
		sim_pause_busy(ns);
}

/**
 * sim_pause_fini() - wait for pauses under way
 *
 * No GPU has a function any more, so no further pause begins.
 */
void sim_pause_fini(void)
{
	wait_var_event(&sim_pausing, !atomic_read(&sim_pausing));
}
