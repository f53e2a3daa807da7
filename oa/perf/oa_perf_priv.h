/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_PERF_PRIV_H_
#define _OA_PERF_PRIV_H_

#include <linux/bitops.h>
#include <linux/device.h>
#include <linux/hrtimer.h>
#include <linux/list.h>
#include <linux/perf_event.h>
#include <linux/spinlock.h>
#include <linux/sysfs.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "formats/oa_format.h"
#include "i915_oa_compat.h"
#include "perf/oa_perf.h"
#include "unit/oa_unit.h"

struct oa_config;
struct oa_counter_set;
struct oa_platform;
struct oa_stream;

/* Tallies and meters (oa_meter.c). Pure functions on memory. */

/* A hardware counter, widened to one that does not wrap */
struct oa_tally {
	u64 total;	/* sum of all advances of the register */
	u64 last;	/* value of the register when it was read last */
	u64 wrap_ns;	/* least time in which the register wraps; set once */
	u8 bits;	/* width of the register; set once */
};

/* An event's share of a tally. The time scheduled is split into counted and not counted. */
struct oa_meter {
	struct list_head link;	/* in oa_counting.meters */
	u64 needs;	/* sources that must all count while this meter runs, a bit each */
	u8 source;	/* the source that is read */
	bool runs;	/* the event is counted now */
	u64 from;	/* total of the tally up to which @count includes it */
	u64 count;	/* counts not yet added to the perf event */
	u64 since;	/* when @ran or @idle was brought up to date, ns */
	u64 ran;	/* time counted, not yet added to the event, ns */
	u64 idle;	/* time not counted, likewise */
	u64 reported;	/* running time that perf has got, ns */
};

u64 oa_wrap_ns(u8 bits, u64 per_ms);
u64 oa_passed_ns(u32 ticks, u32 ticks_per_s, u64 host_ns);
void oa_tally_add(struct oa_tally *tally, u64 raw);
bool oa_tally_went_back(const struct oa_tally *tally, u64 raw);
void oa_meter_start(struct oa_meter *meter, bool runs, u64 total, u64 now, u64 reported);
void oa_meter_update(struct oa_meter *meter, u64 total, u64 now);
u64 oa_meter_take(struct oa_meter *meter);
u64 oa_meter_take_units(struct oa_meter *meter, u32 unit);
u64 oa_meter_take_time(struct oa_meter *meter, struct oa_meter *clocks);
u64 oa_meter_sync(struct oa_meter *meter, u64 active);

/* Counting for perf's events (oa_counting.c) */

/* The time of a sample, by two clocks */
struct oa_instant {
	u32 tick;	/* the GPU's clock, low half */
	u64 ns;	/* local_clock() */
};

/* The sources of counts, each with a bit in a mask. First the counters that are registers. */
#define OA_SOURCE_A0	0u
#define OA_SOURCE_B0	(OA_SOURCE_A0 + OA_MAX_A)
#define OA_SOURCE_TICKS	(OA_SOURCE_B0 + OA_MAX_B)
#define OA_SOURCE_TIME	(OA_SOURCE_TICKS + 1)
#define OA_NUM_COUNTERS	(OA_SOURCE_TIME + 1)
/* Interrupts that the driver has served */
#define OA_SOURCE_IRQS	OA_NUM_COUNTERS
#define OA_NUM_SOURCES	(OA_SOURCE_IRQS + 1)

/* Kind of the counter that a source reads */
static inline enum oa_field oa_source_field(u32 source)
{
	return source < OA_SOURCE_B0 ? OA_FIELD_A : source < OA_SOURCE_TICKS ? OA_FIELD_B :
	       source == OA_SOURCE_TICKS ? OA_FIELD_GPU_TICKS : OA_FIELD_TIMESTAMP;
}

/* Number of a source's counter among those of its kind */
static inline u32 oa_source_number(u32 source)
{
	return source < OA_SOURCE_B0 ? source - OA_SOURCE_A0 :
	       source < OA_SOURCE_TICKS ? source - OA_SOURCE_B0 : 0;
}

/* The clock and the interrupts count without the unit. */
#define OA_SOURCES_ALWAYS	(BIT_ULL(OA_SOURCE_TIME) | BIT_ULL(OA_SOURCE_IRQS))

static_assert(OA_NUM_SOURCES <= 64, "a mask has a bit for each");

#define oa_for_each_source(source, mask) \
	for (u64 _rest = (mask); _rest && ((source) = __ffs64(_rest), true); _rest &= _rest - 1)

/* Registers of start and report triggers */
#define OA_NUM_TRIGGERS		16

/*
 * Counters of one GPU that perf's events read. @lock guards all that is not "set once" or guarded
 * by oa_device.unit_lock. It is a raw spinlock, taken with interrupts off, because perf calls read
 * with interrupts off; inside all other locks but those of register access.
 */
struct oa_counting {
	struct oa_device *oa;	/* the GPU; set once */
	raw_spinlock_t lock;	/* guards the members, see above */
	/* domains are held, registers may be read; changes under oa_device.unit_lock as well */
	bool awake;
	bool lost;	/* after a reset, or a loss of power domains; the timer queues @recovery */
	u64 counts;	/* sources whose value is valid now; if @awake, 0 while the GPU is gone */
	struct oa_instant sampled;	/* when all sources were sampled last */
	u64 used;	/* sources with a reader; changes under oa_device.unit_lock as well */
	u32 users[OA_NUM_SOURCES];	/* readers by source */
	struct oa_tally tallies[OA_NUM_SOURCES];	/* by source */
	struct list_head meters;	/* started ones */
	struct oa_counter_reg regs[OA_NUM_COUNTERS];	/* by source; set once */
	u64 available;	/* sources that the platform has; set once */
	bool leased;	/* the unit is i915's, under a lease, and only read; set once */
	/* if @leased, i915's stream had the metric set @set when it was leased; set once */
	bool tree;
	u32 triggers[OA_NUM_TRIGGERS];	/* and these triggers, from Gen8 on; set once */
	bool ready;	/* the GPU is there; guarded by oa_device.unit_lock */
	u32 readers;	/* users of all sources; guarded by oa_device.unit_lock */
	u32 domains;	/* power domains held while there are readers; set once */
	struct oa_config *set;	/* the metric set of @own; set once */
	struct oa_stream *own;	/* the driver's stream or NULL; guarded by oa_device.unit_lock */
	/*
	 * adds up before a register wraps; runs while @awake, and once before a GPU that did not
	 * wake is tried again; expires in hard IRQ, with PREEMPT_RT as well
	 */
	struct hrtimer timer;
	/* opens or recovers the driver's own stream; takes oa_device.unit_lock */
	struct work_struct recovery;
	u32 failed;	/* how often in a row @recovery failed; guarded by oa_device.unit_lock */
};

void oa_counting_find_sources(struct oa_device *oa);

struct oa_config *oa_perf_config_new(const struct oa_platform *platform);
u64 oa_perf_config_common(const struct oa_platform *platform, const struct oa_config *own,
			  const struct oa_config *other);

/* guard(oa_counting)(oa->counting) */
OA_DEFINE_LOCK_GUARD(oa_counting, struct oa_counting)

/* Verdict on a sample of a leased unit */
enum oa_leased_verdict {
	OA_LEASED_COUNT,	/* it is added up */
	OA_LEASED_REBASE,	/* the unit is on again: count from here */
	/* the unit is off or was restarted: nothing since the last sample counts */
	OA_LEASED_DROP,
};

enum oa_leased_verdict oa_leased_decide(bool counted, u32 lost_before, u32 lost_after, bool back);

void oa_counting_on(struct oa_stream *stream);
void oa_counting_off(struct oa_device *oa);
void oa_counting_reset(struct oa_device *oa);
void oa_counting_wake(struct oa_device *oa);
void oa_counting_sleep(struct oa_device *oa);
void oa_counting_use(struct oa_device *oa, u32 source, bool use);
bool oa_counting_sample(struct oa_device *oa);
void oa_counting_start(struct oa_device *oa, struct oa_meter *meter, u64 reported);
void oa_counting_update(struct oa_device *oa, struct oa_meter *meter);
void oa_counting_stop(struct oa_device *oa, struct oa_meter *meter);

/* Readers of counters (oa_pmu_stream.c) */

int oa_counting_get(struct oa_device *oa, u32 source);
void oa_counting_put(struct oa_device *oa, u32 source);

/* Source and unit of an event's count */
struct oa_pmu_kind {
	u8 source;	/* OA_SOURCE_* */
	u8 clocks;	/* if @timed, the source with all clocks */
	bool timed;	/* ns are counted, by the share that @source has of @clocks */
	u32 unit;	/* how many counts of @source make one of the event, if not @timed */
};

/* Names of PMUs (oa_pmu_names.c) */

/* Names to try, the best first */
enum oa_pmu_choice {
	OA_PMU_WANTED,	/* the parameter; for i915, by i915's rule */
	OA_PMU_WANTED_SLOT,	/* with the PCI function, for further GPUs */
	OA_PMU_DEFAULT,	/* the default, if the parameter can't be used */
	OA_PMU_DEFAULT_SLOT,	/* the default with the PCI function */
	OA_NUM_PMU_CHOICES,	/* number of names */
};

#define OA_PMU_WANTED_MAX	40

bool oa_pmu_name_is_valid(const char *wanted);
bool oa_pmu_name_is_i915(const char *wanted);
void oa_pmu_name(enum oa_pmu_choice choice, const char *wanted, const char *slot,
		 char name[OA_PMU_NAME_BYTES]);

/* The PMU's files in sysfs (oa_pmu_sysfs.c) */

#define OA_PMU_GROUPS	4
/* Up to three files for each event, gpu-busy and gpu-clocks included, and 8 for the rest */
#define OA_PMU_MAX_FILES	(3 * (OA_NUM_COUNTERS + 2) + 8)

/* A file in sysfs whose text does not change */
struct oa_pmu_file {
	struct perf_pmu_events_attr attr;	/* the file */
	char name[40];	/* its name */
	char text[40];	/* its text, without the end of the line */
};

/* A PMU's files while it is registered */
struct oa_pmu_files {
	struct oa_pmu_file files[OA_PMU_MAX_FILES];	/* the files, @num_files of them */
	u32 num_files;	/* number of them */
	/* of @files, the one that names the PCI function; NULL in i915's layout */
	struct oa_pmu_file *slot;
	/* lists of the groups, one after the other, each ended by NULL, and two of single files */
	struct attribute *attrs[OA_PMU_MAX_FILES + OA_PMU_GROUPS + 2];
	u32 num_attrs;	/* entries of @attrs in use */
	u32 grouped;	/* entries of @attrs in the groups made so far */
	struct attribute_group groups[OA_PMU_GROUPS];	/* the directories; the list for perf */
	const struct attribute_group *list[OA_PMU_GROUPS + 1];	/* of @groups, ended by NULL */
};

void oa_pmu_files_make(struct oa_pmu_files *files, const struct oa_device *oa, bool as_i915);
void oa_pmu_files_clear_slot(struct oa_pmu_files *files);
u32 oa_pmu_source(const struct oa_device *oa, u64 config);

/* The events of a PMU that is laid out as i915's own (oa_pmu_names.c). Pure functions. */

/* An event as i915 names it */
struct oa_pmu_i915_event {
	u32 config;	/* its number; <drm/i915_drm.h> */
	const char *name;	/* its name */
	const char *unit;	/* in which it counts, NULL: none */
};

#define OA_PMU_I915_EVENTS	3

extern const struct oa_pmu_i915_event oa_pmu_i915_events[OA_PMU_I915_EVENTS];

bool oa_pmu_i915_has_busy(const struct oa_counter_set *set);
bool oa_pmu_i915_kind(const struct oa_counter_set *set, u64 config, struct oa_pmu_kind *kind);

/* The PMU (oa_pmu.c, oa_pmu_event.c) */

extern const struct pmu oa_pmu_template;

/* An event of perf */
struct oa_pmu_event {
	struct oa_pmu_kind kind;	/* what it counts; set once */
	struct oa_meter meter;	/* of its source */
	struct oa_meter clocks;	/* of all clocks, if ns are counted */
};

/* The PMU of one GPU. Outlives the GPU while there are events of it. */
struct oa_pmu {
	struct pmu base;	/* perf's part */
	struct list_head link;	/* of the list of all; guarded by the lock of oa_pmu.c */
	struct hlist_node node;	/* for CPU hotplug */
	struct oa_device *oa;	/* the GPU; each event holds a reference on its DRM device */
	char name[OA_PMU_NAME_BYTES];	/* in sysfs */
	bool as_i915;	/* in i915's layout; constant once registered */
	struct oa_pmu_files files;	/* its files in sysfs */
	/* the CPU to open events on, nr_cpu_ids: none yet; changes with hotplug */
	unsigned int cpu;
	u32 events;	/* number of them; guarded by the lock of oa_pmu.c */
	bool used;	/* there has been an event; guarded by the lock of oa_pmu.c */
	bool closed;	/* the GPU is gone; guarded by the lock of oa_pmu.c */
	/* unregisters and frees it, after the last event of a GPU that is gone */
	struct work_struct end;
};

int oa_pmu_get(struct oa_pmu *pmu);
void oa_pmu_put(struct oa_pmu *pmu);
int oa_pmu_reports_lost(struct oa_pmu *pmu, u64 *lost);

#endif /* _OA_PERF_PRIV_H_ */
