// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: debugfs of a simulated GPU
 *
 * i915_oa_sim/<PCI function>/ has files for the GPU's counts (violations, produced, ...),
 * for its activity (activity, ccid) and for faults to inject (fail_*). Writing to
 * violations clears the counts. Files about time are in sim_debugfs_time.c.
 */
#include <linux/crc32.h>
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "sim_card.h"
#include "sim_compat.h"

static int violations_show(struct seq_file *m, void *unused)
{
	struct sim_violations seen[SIM_NUM_VIOLATIONS];
	struct sim_card *card = m->private;
	u64 total = 0;
	int i;

	/* One lock for all, so that the total matches the lines below it. */
	scoped_guard(sim_card, card)
		memcpy(seen, card->gpu->violations, sizeof(seen));
	for (i = 0; i < SIM_NUM_VIOLATIONS; i++)
		total += seen[i].count;
	seq_printf(m, "total: %llu\n", total);
	for (i = 0; i < SIM_NUM_VIOLATIONS; i++)
		if (seen[i].count)
			seq_printf(m, "%s: %llu offset 0x%05x value 0x%08x\n",
				   sim_violation_name(i), seen[i].count, seen[i].offset,
				   seen[i].value);
	return 0;
}

static ssize_t violations_write(struct file *file, const char __user *buf, size_t count,
				loff_t *ppos)
{
	struct sim_card *card = ((struct seq_file *)file->private_data)->private;

	guard(sim_card)(card);
	memset(card->gpu->violations, 0, sizeof(card->gpu->violations));
	return count;
}

static int violations_open(struct inode *inode, struct file *file)
{
	return single_open(file, violations_show, inode->i_private);
}

static const struct file_operations violations_fops = {
	.owner = THIS_MODULE,
	.open = violations_open,
	.read = seq_read,
	.write = violations_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int activity_show(struct seq_file *m, void *unused)
{
	struct sim_card *card = m->private;

	seq_printf(m, "%s\n", sim_activity_name(READ_ONCE(card->gpu->activity.kind)));
	return 0;
}

static int activity_open(struct inode *inode, struct file *file)
{
	return single_open(file, activity_show, inode->i_private);
}

static ssize_t activity_write(struct file *file, const char __user *buf, size_t count,
			      loff_t *ppos)
{
	struct sim_card *card = ((struct seq_file *)file->private_data)->private;
	char name[16] = "";
	int i = 0;

	if (count >= sizeof(name) || copy_from_user(name, buf, count))
		return -EINVAL;
	while (i < SIM_NUM_ACTIVITIES && strcmp(sim_activity_name(i), strim(name)))
		i++;
	if (i == SIM_NUM_ACTIVITIES)
		return -EINVAL;
	guard(sim_card)(card);
	/* The time that has passed belongs to the old one. */
	sim_catch_up(card->gpu, ~0u);
	card->gpu->activity.kind = i;
	return count;
}

static const struct file_operations activity_fops = {
	.owner = THIS_MODULE,
	.open = activity_open,
	.read = seq_read,
	.write = activity_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int registers_show(struct seq_file *m, void *unused)
{
	struct sim_card *card = m->private;
	const struct sim_reg_range *range;
	u32 offset, value;

	for (range = card->gpu->platform->digest; range->end; range++) {
		for (offset = range->start; offset <= range->end; offset += 4) {
			scoped_guard(sim_card, card)
				value = sim_peek(card->gpu, offset);
			seq_printf(m, "0x%05x 0x%08x\n", offset, value);
		}
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(registers);

static int writes_show(struct seq_file *m, void *unused)
{
	struct sim_card *card = m->private;
	struct sim_books books;

	scoped_guard(sim_card, card)
		books = card->gpu->books;
	seq_printf(m, "registers: %llu\n", books.register_writes);
	seq_printf(m, "ggtt: %llu\n", books.ggtt_writes);
	seq_printf(m, "config: %llu\n", books.config_changes);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(writes);

static int ggtt_hash_show(struct seq_file *m, void *unused)
{
	struct oa_sim_gpu *gpu = ((struct sim_card *)m->private)->gpu;

	seq_printf(m, "0x%08x\n", crc32(~0, gpu->gtt.gsm, gpu->platform->bar_bytes / 2));
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(ggtt_hash);

static int ccid_get(void *data, u64 *ccid)
{
	struct sim_card *card = data;

	*ccid = READ_ONCE(card->gpu->activity.ccid);
	return 0;
}

static int ccid_set(void *data, u64 ccid)
{
	struct sim_card *card = data;

	guard(sim_card)(card);
	/* The time that has passed belongs to the old one. */
	sim_catch_up(card->gpu, ~0u);
	card->gpu->activity.ccid = ccid;
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(ccid_fops, ccid_get, ccid_set, "%llu\n");

/* Faults count down as they are used, so a count must not be stored without the lock. */
static int knob_set(void *data, u64 value)
{
	struct sim_knob *knob = data;

	if (value > U32_MAX)
		return -ERANGE;
	guard(sim_card)(knob->card);
	*knob->fault = value;
	return 0;
}

static int knob_get(void *data, u64 *value)
{
	struct sim_knob *knob = data;

	*value = READ_ONCE(*knob->fault);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(knob_fops, knob_get, knob_set, "%llu\n");

static int fail_irq_spurious_set(void *data, u64 count)
{
	struct sim_card *card = data;

	guard(sim_card)(card);
	card->gpu->faults.irq_spurious = count;
	sim_irq_update(card->gpu);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(fail_irq_spurious_fops, NULL, fail_irq_spurious_set, "%llu\n");

static int fail_overflow_set(void *data, u64 on)
{
	struct sim_card *card = data;

	guard(sim_card)(card);
	if (on)
		sim_oa_force_overflow(card->gpu);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(fail_overflow_fops, NULL, fail_overflow_set, "%llu\n");

static int fail_forcewake_stolen_set(void *data, u64 on)
{
	struct sim_card *card = data;

	guard(sim_card)(card);
	sim_catch_up(card->gpu, ~0u);
	if (on)
		sim_forcewake_steal(card->gpu);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(fail_forcewake_stolen_fops, NULL, fail_forcewake_stolen_set, "%llu\n");

static int raise_engine_set(void *data, u64 source)
{
	struct sim_card *card = data;

	if (source >= SIM_MAX_SOURCES)
		return -EINVAL;
	guard(sim_card)(card);
	sim_irq_event(card->gpu, SIM_EVENT_SOURCE + source);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(raise_engine_fops, NULL, raise_engine_set, "%llu\n");

static int raise_block_set(void *data, u64 n)
{
	struct sim_card *card = data;

	if (n >= SIM_MAX_BLOCKS)
		return -EINVAL;
	guard(sim_card)(card);
	sim_irq_blocks_event(card->gpu, n);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(raise_block_fops, NULL, raise_block_set, "%llu\n");

static ssize_t gt_reset_write(struct file *file, const char __user *buf, size_t count,
			      loff_t *ppos)
{
	struct sim_card *card = file->private_data;
	char name[16] = "";
	bool full;

	if (count >= sizeof(name) || copy_from_user(name, buf, count))
		return -EINVAL;
	full = !strcmp(strim(name), "full");
	if (!full && strcmp(strim(name), "render"))
		return -EINVAL;
	guard(sim_card)(card);
	sim_catch_up(card->gpu, ~0u);
	if (full)
		sim_reset_full(card->gpu);
	else
		sim_reset_render(card->gpu);
	return count;
}

static const struct file_operations gt_reset_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = gt_reset_write,
	.llseek = noop_llseek,
};

static int scanout_set(void *data, u64 address)
{
	struct sim_card *card = data;

	guard(sim_card)(card);
	sim_display_scan_out(card->gpu, min_t(u64, address, SIM_SCREEN_OFF));
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(scanout_fops, NULL, scanout_set, "%llu\n");

static int power_cycle_set(void *data, u64 on)
{
	struct sim_card *card = data;

	guard(sim_card)(card);
	if (on) {
		sim_catch_up(card->gpu, ~0u);
		sim_power_cycle(card->gpu);
	}
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(power_cycle_fops, NULL, power_cycle_set, "%llu\n");

/* What commands did */
static void sim_debugfs_add_commands(struct sim_books *books, struct dentry *dir)
{
	debugfs_create_u64("ppgtt_missed", 0444, dir, &books->ppgtt_missed);
	debugfs_create_u64("ppgtt_missed_last", 0444, dir, &books->ppgtt_missed_last);
	debugfs_create_u64("unprivileged", 0444, dir, &books->unprivileged);
	debugfs_create_u64("draws", 0444, dir, &books->draws);
	debugfs_create_u64("depth_operations", 0444, dir, &books->depth_operations);
	debugfs_create_u64("dispatches", 0444, dir, &books->dispatches);
	debugfs_create_u64("blits", 0444, dir, &books->blits);
	debugfs_create_u64("display_commands", 0444, dir, &books->display_commands);
	debugfs_create_u64("notified", 0444, dir, &books->notified);
}

static void sim_debugfs_add_faults(struct sim_card *card, struct dentry *dir)
{
	struct sim_faults *f = &card->gpu->faults;
	const struct {
		const char *name;
		u32 *fault;
	} files[] = {
		{ "fail_irq_lost", &f->irq_lost },
		{ "fail_message_lost", &f->message_lost },
		{ "fail_irq_duplicate", &f->irq_duplicate },
		{ "fail_torn_report", &f->torn_report },
		{ "fail_zero_id", &f->zero_id },
		{ "fail_not_landed", &f->not_landed },
		{ "fail_report_lost", &f->report_lost },
		{ "fail_tail_lag", &f->tail_lag },
		{ "fail_landing_parts", &f->landing_parts },
		{ "fail_forcewake_ack", &f->forcewake_ack },
		{ "fail_forcewake_missed", &f->forcewake_missed },
		{ "fail_identity_never_valid", &f->identity_never_valid },
		{ "fail_context_never_loads", &f->context_never_loads },
		{ "fail_ring_hang", &f->ring_hang },
		{ "fail_reset_ready", &f->reset_ready },
		{ "fail_gdrst", &f->gdrst },
		{ "fail_runs_on", &f->runs_on },
		{ "fail_oacontrol", &f->oacontrol },
		{ "fail_register", &f->dead_register },
		{ "fail_gtt_flush", &f->gtt_flush },
		{ "fail_reset_at_write", &f->reset_at_write },
		{ "fail_reset_again", &f->reset_again },
	};
	u32 i;

	static_assert(ARRAY_SIZE(files) == SIM_NUM_KNOBS);
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		card->knobs[i].card = card;
		card->knobs[i].fault = files[i].fault;
		debugfs_create_file_unsafe(files[i].name, 0644, dir, &card->knobs[i], &knob_fops);
	}
	debugfs_create_file_unsafe("fail_irq_spurious", 0200, dir, card, &fail_irq_spurious_fops);
	debugfs_create_file_unsafe("fail_overflow", 0200, dir, card, &fail_overflow_fops);
	debugfs_create_file_unsafe("fail_forcewake_stolen", 0200, dir, card,
				   &fail_forcewake_stolen_fops);
}

/* Ways in which hardware may be other than assumed; they last while they are set. */
static void sim_debugfs_add_otherwise(struct sim_card *card, struct dentry *dir)
{
	struct sim_otherwise *o = &card->gpu->otherwise;
	const struct {
		const char *name;
		u32 *value;
	} files[] = {
		{ "fail_phase", &o->strobe_phase },
		{ "fail_grid", &o->strobe_jitter },
		{ "fail_timestamp_high", &o->timestamp_high },
		{ "fail_order", &o->time_steps_back },
		{ "fail_clock", &o->clock_ahead },
		{ "fail_reserved", &o->reserved },
		{ "fail_zero_lines", &o->zero_lines },
		{ "fail_lines", &o->no_lines },
		{ "fail_context", &o->context_id },
		{ "fail_half_full", &o->half_full },
		{ "fail_timestamp", &o->timestamp },
		{ "fail_b_counters", &o->b_counters },
		{ "fail_alu", &o->alu },
	};
	u32 i;

	static_assert(ARRAY_SIZE(files) == ARRAY_SIZE(card->otherwise));
	for (i = 0; i < ARRAY_SIZE(files); i++) {
		card->otherwise[i].card = card;
		card->otherwise[i].fault = files[i].value;
		debugfs_create_file_unsafe(files[i].name, 0644, dir, &card->otherwise[i],
					   &knob_fops);
	}
}

/**
 * sim_debugfs_add() - add the files of a GPU
 * @card: the GPU
 * @root: i915_oa_sim/
 * @name: name of the PCI function
 *
 * Process context. Return: the directory, to be removed before the GPU is.
 */
struct dentry *sim_debugfs_add(struct sim_card *card, struct dentry *root, const char *name)
{
	struct dentry *dir = debugfs_create_dir(name, root);
	struct oa_sim_gpu *gpu = card->gpu;

	debugfs_create_file("violations", 0644, dir, card, &violations_fops);
	debugfs_create_file("activity", 0644, dir, card, &activity_fops);
	debugfs_create_file("registers", 0444, dir, card, &registers_fops);
	debugfs_create_file("writes", 0444, dir, card, &writes_fops);
	debugfs_create_file("ggtt_hash", 0444, dir, card, &ggtt_hash_fops);
	debugfs_create_file_unsafe("ccid", 0644, dir, card, &ccid_fops);
	debugfs_create_file_unsafe("raise_engine", 0200, dir, card, &raise_engine_fops);
	debugfs_create_file_unsafe("raise_block", 0200, dir, card, &raise_block_fops);
	debugfs_create_file("gt_reset", 0200, dir, card, &gt_reset_fops);
	debugfs_create_file_unsafe("power_cycle", 0200, dir, card, &power_cycle_fops);
	debugfs_create_file_unsafe("scanout", 0200, dir, card, &scanout_fops);
	debugfs_create_x32("gen8_oa_master", 0644, dir, &gpu->irq.gen8.oa_master);
	debugfs_create_bool("activity_stops", 0644, dir, &gpu->activity.stops);
	debugfs_create_bool("half_full_level", 0644, dir, &gpu->oa.half_level);
	debugfs_create_u64("produced", 0444, dir, &gpu->books.produced);
	debugfs_create_u64("suppressed", 0444, dir, &gpu->books.suppressed);
	debugfs_create_u64("report_lost", 0444, dir, &gpu->books.reports_lost);
	debugfs_create_u64("half_full_events", 0444, dir, &gpu->books.half_full_events);
	debugfs_create_u64("interrupts", 0444, dir, &gpu->books.interrupts);
	debugfs_create_u64("runaway_writes", 0444, dir, &gpu->books.runaway_writes);
	debugfs_create_u64("unknown_registers", 0444, dir, &gpu->books.unknown_registers);
	sim_debugfs_add_commands(&gpu->books, dir);
	sim_debugfs_add_faults(card, dir);
	sim_debugfs_add_otherwise(card, dir);
	sim_debugfs_add_time(card, dir);
	return dir;
}
