// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: debugfs oa_status
 *
 * The driver's state as "key: value" lines: the stream, its ring, the OA unit's
 * registers, reports delivered, dropped by cause and lost, interrupts by verdict,
 * wake-ups by cause, the state of each hypothesis about hardware. The counters
 * belong to the stream that is open now, or else to the one that was open last.
 */
#include <linux/cleanup.h>
#include <linux/debugfs.h>
#include <linux/lockdep.h>
#include <linux/seq_file.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>

#include "bringup/oa_bringup.h"
#include "engine/oa_engine.h"
#include "gpu/oa_gpu.h"
#include "oa_device.h"
#include "oa_drv.h"
#include "oa_platform.h"
#include "perf/oa_perf.h"
#include "stream/oa_stream.h"
#include "uapi/oa_uapi.h"
#include "unit/oa_unit.h"

static void oa_show_stream(struct seq_file *m, struct oa_device *oa)
{
	struct oa_stream *stream = oa->stream;

	lockdep_assert_held(&oa->unit_lock);
	seq_printf(m, "counting: %u\n", oa_counting_readers(oa));
	seq_printf(m, "stream: %s\n", !stream ? "closed" : stream->for_perf ? "own" : "open");
	if (!stream || stream->for_perf)
		return;
	lockdep_assert_held(&stream->lock);
	seq_printf(m, "enabled: %d\n", stream->enabled);
	seq_printf(m, "format: %s\n", stream->feed.format->name);
	seq_printf(m, "report_bytes: %u\n", stream->feed.format->bytes);
	seq_printf(m, "exponent: %d\n", stream->periodic ? stream->feed.exponent : -1);
	seq_printf(m, "config: %u\n", stream->config->id);
	seq_printf(m, "ctx_id: 0x%x\n", oa->unit->setup.ctx_id);
	seq_printf(m, "base: 0x%x\n", oa->unit->setup.base);
	seq_printf(m, "size: 0x%x\n", oa->unit->setup.size);
	seq_printf(m, "head: 0x%x\n", stream->feed.ring.head);
	seq_printf(m, "tail: 0x%x\n", oa->platform->unit->tail(oa->unit));
}

static void oa_show_wakeups(struct seq_file *m, struct oa_device *oa)
{
	const struct oa_stream *stream = oa->stream && !oa->stream->for_perf ? oa->stream : NULL;
	const struct oa_wake *wake = stream ? &stream->wake : NULL;
	const struct oa_last_stats *last = oa->last;
	int i;

	lockdep_assert_held(&oa->unit_lock);
	for (i = 0; i < OA_NUM_WAKE_CAUSES; i++)
		seq_printf(m, "wake_%s: %llu\n", oa_wake_cause_name(i),
			   wake ? (u64)atomic64_read(&wake->wakeups[i]) : last->wakeups[i]);
	seq_printf(m, "deadlines: %llu\n",
		   wake ? (u64)atomic64_read(&wake->expiries) : last->deadlines);
}

static void oa_show_stats(struct seq_file *m, struct oa_device *oa)
{
	const struct oa_stats *stats = &oa->last->stats;
	int i;

	lockdep_assert_held(&oa->unit_lock);
	seq_printf(m, "reports_delivered: %llu\n", stats->delivered);
	seq_printf(m, "reports_lost: %llu\n", stats->lost);
	seq_printf(m, "reports_dropped: %llu\n", oa_stats_dropped(stats));
	seq_printf(m, "reports_discarded: %llu\n", stats->discarded);
	seq_printf(m, "reports_filtered: %llu\n", stats->filtered);
	seq_printf(m, "resets: %llu\n", stats->resets);
	seq_printf(m, "overflows: %llu\n", stats->overflows);
	seq_printf(m, "checks: %llu\n", stats->checks);
	for (i = OA_REPORT_VALID + 1; i < OA_NUM_VERDICTS; i++)
		seq_printf(m, "dropped_%s: %llu\n", oa_verdict_name(i), stats->dropped[i]);
	for (i = 0; i < OA_NUM_IRQ_VERDICTS; i++)
		seq_printf(m, "irq_%s: %lld\n", oa_irq_verdict_name(i),
			   (long long)atomic64_read(&oa->irq->verdicts[i]));
	seq_printf(m, "irq_unannounced: %lld\n", (long long)atomic64_read(&oa->irq->unannounced));
}

static void oa_show_hypotheses(struct seq_file *m, struct oa_device *oa)
{
	struct oa_stream *stream = oa->stream && !oa->stream->for_perf ? oa->stream : NULL;
	struct oa_hypotheses hyp = stream ? *oa_feed_hypotheses(&stream->feed) :
					    oa->last->hypotheses;
	int h;

	lockdep_assert_held(&oa->unit_lock);
	oa_hypotheses_fold(&hyp);
	seq_printf(m, "validate: %s\n", oa_validate_name(hyp.mode));
	for (h = 0; h < OA_NUM_HYPOTHESES; h++) {
		const char *name = oa_hypotheses[h].name;

		seq_printf(m, "hypothesis_%s: %s\n", name, oa_hypothesis_state(&hyp, h));
		seq_printf(m, "hypothesis_%s_agreed: %u\n", name, hyp.count[h].agreed);
		seq_printf(m, "hypothesis_%s_contradicted: %u\n", name, hyp.count[h].contradicted);
	}
}

static void oa_show_registers(struct seq_file *m, struct oa_device *oa)
{
	const struct oa_debug_reg * const *list, *reg;

	for (list = oa->platform->debug_regs; *list; list++)
		for (reg = *list; reg->name; reg++)
			seq_printf(m, "%s: 0x%08x\n", reg->name,
				   oa_read32(oa->uncore, reg->offset));
}

/* Take the stream's lock as well, because it alone guards the accounting. */
static void oa_show_unit(struct seq_file *m, struct oa_device *oa)
{
	struct oa_stream *stream;

	guard(mutex)(&oa->unit_lock);
	stream = oa->stream;
	if (stream)
		mutex_lock(&stream->lock);
	oa_show_stream(m, oa);
	oa_show_wakeups(m, oa);
	oa_show_stats(m, oa);
	oa_show_hypotheses(m, oa);
	if (stream)
		mutex_unlock(&stream->lock);
}

static int oa_status_show(struct seq_file *m, void *unused)
{
	struct oa_device *oa = m->private;
	bool awake;
	int idx;

	seq_printf(m, "platform: %s\n", oa->platform->name);
	seq_printf(m, "simulated: %d\n", !!oa->uncore->sim);
	seq_printf(m, "wedged: %d\n", oa_ggtt_wedged(oa->ggtt));
	if (!drm_dev_enter(&oa->drm, &idx))
		return -ENODEV;
	/* A GPU that does not wake is no error here: then the rest of the file is needed most. */
	awake = !oa_forcewake_get(oa->uncore, OA_FORCEWAKE_ALL);
	oa_show_unit(m, oa);
	if (awake) {
		oa_show_registers(m, oa);
		oa_forcewake_put(oa->uncore, OA_FORCEWAKE_ALL);
	} else {
		seq_puts(m, "registers: not read, the GPU does not wake\n");
	}
	drm_dev_exit(idx);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(oa_status);

static int oa_counters_show(struct seq_file *m, void *unused)
{
	struct oa_device *oa = m->private;
	int idx, ret;

	if (!drm_dev_enter(&oa->drm, &idx))
		return -ENODEV;
	ret = oa_forcewake_get(oa->uncore, OA_FORCEWAKE_ALL);
	if (!ret) {
		oa_counter_regs_show(m, oa->uncore, oa->platform->counter_regs);
		oa_forcewake_put(oa->uncore, OA_FORCEWAKE_ALL);
	}
	drm_dev_exit(idx);
	return ret;
}
DEFINE_SHOW_ATTRIBUTE(oa_counters);

/* The bits that i915 knows. Tools read which of them they may set. */
#define OA_DROP_ALL	0x3ff

static int oa_drop_caches_get(void *data, u64 *value)
{
	*value = OA_DROP_ALL;
	return 0;
}

/*
 * Tools quiesce the GPU by this file before they begin. Clients can submit no work, objects have
 * no caches, and each run of the driver's own commands ends under the unit's lock.
 */
static int oa_drop_caches_set(void *data, u64 value)
{
	struct oa_device *oa = data;

	if (mutex_lock_interruptible(&oa->unit_lock))
		return -EINTR;
	mutex_unlock(&oa->unit_lock);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(oa_drop_caches_fops, oa_drop_caches_get, oa_drop_caches_set, "0x%08llx\n");

/* Domains of GDRST */
#define OA_RESET_FULL	1
#define OA_RESET_RENDER	2

/* Reset the GT as firmware would, without a lock of a stream's, so that the stream must notice. */
static int oa_reset_gt_set(void *data, u64 value)
{
	struct oa_device *oa = data;
	int idx, ret;

	if (value != OA_RESET_FULL && value != OA_RESET_RENDER)
		return -EINVAL;
	if (!drm_dev_enter(&oa->drm, &idx))
		return -ENODEV;
	ret = oa_forcewake_get(oa->uncore, OA_FORCEWAKE_ALL);
	if (!ret) {
		ret = oa_reset_gt(oa->uncore, oa->platform->lrc, value == OA_RESET_FULL);
		oa_forcewake_put(oa->uncore, OA_FORCEWAKE_ALL);
	}
	drm_dev_exit(idx);
	return ret;
}
DEFINE_DEBUGFS_ATTRIBUTE(oa_reset_gt_fops, NULL, oa_reset_gt_set, "%llu\n");

/* Add the driver's files to a DRM minor. Tools need i915_gem_drop_caches. */
void oa_debugfs_init(struct drm_minor *minor)
{
	struct oa_device *oa = to_oa(minor->dev);
	struct dentry *dir = minor->debugfs_root;

	debugfs_create_file("oa_status", 0444, dir, oa, &oa_status_fops);
	debugfs_create_file_unsafe("i915_gem_drop_caches", 0644, dir, oa, &oa_drop_caches_fops);
	debugfs_create_file_unsafe("oa_reset_gt", 0200, dir, oa, &oa_reset_gt_fops);
	if (oa->platform->counter_regs)
		debugfs_create_file("oa_counters", 0400, dir, oa, &oa_counters_fops);
}
