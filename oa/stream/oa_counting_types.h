/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the driver itself counts, for perf.
 */
#ifndef _OA_COUNTING_TYPES_H_
#define _OA_COUNTING_TYPES_H_

#include <linux/bits.h>
#include <linux/hrtimer.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "formats/oa_format.h"
#include "stream/oa_meter.h"
#include "stream/oa_reports.h"
#include "unit/oa_live.h"

struct oa_config;
struct oa_stream;

/* The sources of counts, each with a bit in a mask. First the counters that are registers. */
#define OA_SOURCE_A0	0u
#define OA_SOURCE_B0	(OA_SOURCE_A0 + OA_MAX_A)
#define OA_SOURCE_TICKS	(OA_SOURCE_B0 + OA_MAX_B)
#define OA_SOURCE_TIME	(OA_SOURCE_TICKS + 1)
#define OA_NUM_COUNTERS	(OA_SOURCE_TIME + 1)
/* Interrupts that the driver has served */
#define OA_SOURCE_IRQS	OA_NUM_COUNTERS
#define OA_NUM_SOURCES	(OA_SOURCE_IRQS + 1)

/**
 * oa_source_field() - the kind of a counter
 * @source: OA_SOURCE_*, a register
 */
static inline enum oa_field oa_source_field(u32 source)
{
	return source < OA_SOURCE_B0 ? OA_FIELD_A : source < OA_SOURCE_TICKS ? OA_FIELD_B :
	       source == OA_SOURCE_TICKS ? OA_FIELD_GPU_TICKS : OA_FIELD_TIMESTAMP;
}

/**
 * oa_source_number() - the number of a counter among its kind
 * @source: OA_SOURCE_*, a register
 */
static inline u32 oa_source_number(u32 source)
{
	return source < OA_SOURCE_B0 ? source - OA_SOURCE_A0 :
	       source < OA_SOURCE_TICKS ? source - OA_SOURCE_B0 : 0;
}

/* The clock counts whoever owns the unit, and if nobody does. So do interrupts. */
#define OA_SOURCES_ALWAYS	(BIT_ULL(OA_SOURCE_TIME) | BIT_ULL(OA_SOURCE_IRQS))

static_assert(OA_NUM_SOURCES <= 64, "a mask has a bit for each");

/**
 * struct oa_counting - counters of one GPU that perf's events read
 *
 * @lock is a raw spinlock, because perf reads with interrupts off. It is taken with interrupts off,
 * inside all other locks of the driver, and none but those of register access are taken inside
 * it. Guarded by it, unless a field says otherwise.
 */
struct oa_counting {
	/** @lock: see above */
	raw_spinlock_t lock;
	/**
	 * @awake: the power wells are held: registers may be read; changes with
	 * oa_device.unit_lock held, too
	 */
	bool awake;
	/** @lost: a reset took the unit, or somebody the wells; the timer has this put right */
	bool lost;
	/** @counts: sources that count what their events are about */
	u64 counts;
	/** @used: sources that somebody reads */
	u64 used;
	/** @users: how many, by source */
	u32 users[OA_NUM_SOURCES];
	/** @tallies: by source */
	struct oa_tally tallies[OA_NUM_SOURCES];
	/** @meters: those that are started */
	struct list_head meters;
	/** @regs: by source, of those that are registers; set once */
	struct oa_live_reg regs[OA_NUM_COUNTERS];
	/** @by_reports: all but the clock are in reports only; set once */
	bool by_reports;
	/** @reports: where these are */
	struct oa_reports reports;
	/** @offers: sources that count as soon as @reports has one */
	u64 offers;
	/** @raw: by source, the counters of the newest report */
	u32 raw[OA_NUM_COUNTERS];
	/** @slow: sources that advance by one in a clock at most; set once */
	u64 slow;
	/** @have: sources that the platform has; set once */
	u64 have;
	/** @ready: the GPU is there; guarded by oa_device.unit_lock */
	bool ready;
	/** @readers: users of all sources; guarded by oa_device.unit_lock */
	u32 readers;
	/** @unit_readers: those that need the unit; guarded by oa_device.unit_lock */
	u32 unit_readers;
	/** @domains: power wells held while there are readers; set once */
	u32 domains;
	/** @set: the metric set of @own; set once */
	struct oa_config *set;
	/** @own: the driver's stream, NULL: none; guarded by oa_device.unit_lock */
	struct oa_stream *own;
	/**
	 * @timer: adds up before a register wraps; runs while @awake, and once before a GPU that
	 * did not wake is tried again; expires in hard IRQ, with PREEMPT_RT as well
	 */
	struct hrtimer timer;
	/** @mend: takes the unit, or puts right what a reset took; takes oa_device.unit_lock */
	struct work_struct mend;
	/** @failed: how often in a row @mend failed; guarded by oa_device.unit_lock */
	u32 failed;
};

#endif /* _OA_COUNTING_TYPES_H_ */
