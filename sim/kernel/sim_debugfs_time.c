// SPDX-License-Identifier: GPL-2.0-only
/*
 * debugfs of a simulated GPU: its clock and the cost of making reports.
 */
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "sim_card.h"
#include "sim_compat.h"

/* The fault "away" moves the clock in one step. */
#define SIM_MAX_AWAY_US		(10ull * USEC_PER_SEC)

static int fail_away_set(void *data, u64 us)
{
	struct sim_card *card = data;

	if (us > SIM_MAX_AWAY_US)
		return -ERANGE;
	guard(sim_card)(card);
	card->gpu->faults.away = us;
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(fail_away_fops, NULL, fail_away_set, "%llu\n");

static int advance_set(void *data, u64 ns)
{
	return sim_card_advance(data, ns);
}
DEFINE_DEBUGFS_ATTRIBUTE(advance_fops, NULL, advance_set, "%llu\n");

static int clock_show(struct seq_file *m, void *unused)
{
	struct sim_card *card = m->private;

	seq_printf(m, "%s\n", READ_ONCE(card->gpu->clock.manual) ? "manual" : "real");
	return 0;
}

static int clock_open(struct inode *inode, struct file *file)
{
	return single_open(file, clock_show, inode->i_private);
}

static ssize_t clock_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	struct sim_card *card = ((struct seq_file *)file->private_data)->private;
	char name[16] = "";
	bool manual;

	if (count >= sizeof(name) || copy_from_user(name, buf, count))
		return -EINVAL;
	manual = !strcmp(strim(name), "manual");
	if (!manual && strcmp(strim(name), "real"))
		return -EINVAL;
	sim_card_set_manual(card, manual);
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
	struct sim_card *card = m->private;
	u64 reports, bulk_reports, ns, slipped_ns;

	scoped_guard(sim_card, card) {
		reports = card->gpu->books.produced;
		bulk_reports = card->gpu->bulk.reports;
		ns = card->gpu->clock.production_ns;
		slipped_ns = card->gpu->clock.slipped_ns;
	}
	seq_printf(m, "reports: %llu\nbulk_reports: %llu\nns: %llu\nslipped_ns: %llu\n",
		   reports, bulk_reports, ns, slipped_ns);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(production);

/**
 * sim_debugfs_add_time() - add the files about time and cost
 * @card: the GPU
 * @dir: the GPU's directory
 *
 * Process context.
 */
void sim_debugfs_add_time(struct sim_card *card, struct dentry *dir)
{
	debugfs_create_file("clock", 0644, dir, card, &clock_fops);
	debugfs_create_file_unsafe("advance", 0200, dir, card, &advance_fops);
	debugfs_create_file_unsafe("fail_away", 0200, dir, card, &fail_away_fops);
	debugfs_create_bool("bulk", 0644, dir, &card->gpu->bulk.on);
	debugfs_create_file("production", 0444, dir, card, &production_fops);
}
