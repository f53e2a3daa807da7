// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Whose clock the simulated GPU follows
 *
 * The host's, or, by the knob "clock", one that stands still and is moved on by hand:
 * then a test has the reports it wants, when it wants them, and a benchmark can tell
 * what they cost to make from what they cost to read.
 *
 * A GPU that stands still answers nothing that takes time, forcewake for one.
 */
#include <linux/debugfs.h>
#include <linux/ktime.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "sim_compat.h"
#include "sim_model.h"

/* The clock is moved in such steps, interrupts off: some thousand reports at most. */
#define SIM_STEP_NS		500000ull
#define SIM_MAX_ADVANCE_NS	(3600ull * NSEC_PER_SEC)
/* By the fault "away" it is moved in one step. */
#define SIM_MAX_AWAY_US		(10ull * USEC_PER_SEC)

/**
 * oa_sim_gpu_set_manual() - choose the clock
 * @gpu: the GPU
 * @manual: one that stands still, not the host's
 *
 * Process context. Time goes on from where it is.
 */
void oa_sim_gpu_set_manual(struct oa_sim_gpu *gpu, bool manual)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	if (manual != gpu->manual) {
		if (manual)
			gpu->manual_ns = ktime_get_ns() - gpu->epoch_ns;
		else
			gpu->epoch_ns = ktime_get_ns() - gpu->manual_ns;
		gpu->manual = manual;
		/* So that nothing is left to do where it stands. */
		sim_catch_up(gpu, ~0u);
		sim_keep_going(gpu);
	}
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
}
EXPORT_SYMBOL_FOR_SIM_TESTS(oa_sim_gpu_set_manual);

static int sim_clock_step(struct oa_sim_gpu *gpu, u64 ns)
{
	unsigned long flags;
	int ret = 0;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	if (gpu->manual) {
		gpu->manual_ns += ns;
		sim_catch_up(gpu, ~0u);
	} else {
		ret = -EBUSY;
	}
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
	return ret;
}

/**
 * oa_sim_gpu_advance() - move a manual clock on
 * @gpu: the GPU
 * @ns: by how much, up to an hour
 *
 * Process context; others get at the GPU meanwhile.
 * Return: 0, -ERANGE, -EBUSY with the host's clock, -EINTR if killed on the way.
 */
int oa_sim_gpu_advance(struct oa_sim_gpu *gpu, u64 ns)
{
	u64 step;
	int ret = 0;

	if (ns > SIM_MAX_ADVANCE_NS)
		return -ERANGE;
	do {
		step = min(ns, SIM_STEP_NS);
		ns -= step;
		ret = sim_clock_step(gpu, step);
		if (!ret && ns && fatal_signal_pending(current))
			ret = -EINTR;
		cond_resched();
	} while (!ret && ns);
	return ret;
}
EXPORT_SYMBOL_FOR_SIM_TESTS(oa_sim_gpu_advance);

/**
 * sim_clock_head_moved() - software has given back reports, and may be away for a while now
 * @gpu: the GPU, locked
 *
 * For the fault "away": what software does next it does so much later.
 */
void sim_clock_head_moved(struct oa_sim_gpu *gpu)
{
	if (!gpu->manual || !gpu->faults.away)
		return;
	gpu->manual_ns += (u64)gpu->faults.away * NSEC_PER_USEC;
	gpu->faults.away = 0;
	sim_catch_up(gpu, ~0u);
}

static int fail_away_set(void *data, u64 us)
{
	struct oa_sim_gpu *gpu = data;
	unsigned long flags;

	if (us > SIM_MAX_AWAY_US)
		return -ERANGE;
	raw_spin_lock_irqsave(&gpu->lock, flags);
	gpu->faults.away = us;
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(fail_away_fops, NULL, fail_away_set, "%llu\n");

static int advance_set(void *data, u64 ns)
{
	return oa_sim_gpu_advance(data, ns);
}
DEFINE_DEBUGFS_ATTRIBUTE(advance_fops, NULL, advance_set, "%llu\n");

static int clock_show(struct seq_file *m, void *unused)
{
	struct oa_sim_gpu *gpu = m->private;

	seq_printf(m, "%s\n", READ_ONCE(gpu->manual) ? "manual" : "real");
	return 0;
}

static int clock_open(struct inode *inode, struct file *file)
{
	return single_open(file, clock_show, inode->i_private);
}

static ssize_t clock_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	struct oa_sim_gpu *gpu = ((struct seq_file *)file->private_data)->private;
	char name[16] = "";
	bool manual;

	if (count >= sizeof(name) || copy_from_user(name, buf, count))
		return -EINVAL;
	manual = !strcmp(strim(name), "manual");
	if (!manual && strcmp(strim(name), "real"))
		return -EINVAL;
	oa_sim_gpu_set_manual(gpu, manual);
	return count;
}

static const struct file_operations clock_fops = {
	.owner = THIS_MODULE,
	.open = clock_open,
	.read = seq_read,
	.write = clock_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static int production_show(struct seq_file *m, void *unused)
{
	struct oa_sim_gpu *gpu = m->private;
	u64 reports, bulk_reports, ns, slipped_ns;
	unsigned long flags;

	raw_spin_lock_irqsave(&gpu->lock, flags);
	reports = gpu->produced;
	bulk_reports = gpu->bulk.reports;
	ns = gpu->production_ns;
	slipped_ns = gpu->slipped_ns;
	raw_spin_unlock_irqrestore(&gpu->lock, flags);
	seq_printf(m, "reports: %llu\nbulk_reports: %llu\nns: %llu\nslipped_ns: %llu\n",
		   reports, bulk_reports, ns, slipped_ns);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(production);

/**
 * sim_clock_add_files() - add the files about time and what it costs
 * @gpu: the GPU
 * @dir: its directory
 *
 * Process context.
 */
void sim_clock_add_files(struct oa_sim_gpu *gpu, struct dentry *dir)
{
	debugfs_create_file("clock", 0644, dir, gpu, &clock_fops);
	debugfs_create_file_unsafe("advance", 0200, dir, gpu, &advance_fops);
	debugfs_create_file_unsafe("fail_away", 0200, dir, gpu, &fail_away_fops);
	debugfs_create_bool("bulk", 0644, dir, &gpu->bulk.on);
	debugfs_create_file("production", 0444, dir, gpu, &production_fops);
}
