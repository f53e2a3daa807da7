// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: debugfs of a simulated GPU
 *
 * i915_oa_sim/<PCI function>/ has a file for each knob of the core (sim/core/sim_knobs.c): counts,
 * the clock, the activity, faults to inject.
 */
#include <linux/debugfs.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "sim_card.h"
#include "sim_compat.h"

static int sim_card_step(struct sim_card *card, const struct sim_knob *knob, u64 *value)
{
	int ret;

	guard(sim_card)(card);
	ret = sim_knob_set(card->gpu, knob, value);
	sim_card_keep_going(card);
	return ret;
}

/**
 * sim_card_set() - set a knob
 * @card: the GPU
 * @knob: the knob
 * @value: a value of it
 *
 * A long action, as an advance of a manual clock, is done in steps, between which others can access
 * the GPU. Return: 0, an error of the knob, -EINTR if killed before the end.
 */
static int sim_card_set(struct sim_card *card, const struct sim_knob *knob, u64 value)
{
	int ret;

	do {
		ret = sim_card_step(card, knob, &value);
		if (ret > 0 && fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
	} while (ret > 0);
	return ret;
}

/* The longest word that any knob takes is a number of 64 bits. */
#define SIM_WORD_BYTES	24

static size_t sim_file_text(const struct sim_file *file, char *to, size_t size)
{
	if (file->knob->slow)
		return sim_knob_show(file->card->gpu, file->knob, to, size);
	guard(sim_card)(file->card);
	return sim_knob_show(file->card->gpu, file->knob, to, size);
}

/* seq_file calls this again with more room if the text was cut. */
static int sim_file_show(struct seq_file *m, void *unused)
{
	char *to;
	size_t size = seq_get_buf(m, &to), length = sim_file_text(m->private, to, size);

	seq_commit(m, length < size ? (int)length : -1);
	return 0;
}

static int sim_file_open(struct inode *inode, struct file *file)
{
	const struct sim_file *f = inode->i_private;

	if (file->f_mode & FMODE_READ && !sim_knob_readable(f->knob))
		return -EACCES;
	return single_open(file, sim_file_show, inode->i_private);
}

static ssize_t sim_file_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	const struct sim_file *f = ((struct seq_file *)file->private_data)->private;
	char word[SIM_WORD_BYTES] = "";
	u64 value;
	int ret;

	if (count >= sizeof(word))
		return -EINVAL;
	if (copy_from_user(word, buf, count))
		return -EFAULT;
	ret = sim_knob_parse(f->knob, strim(word), &value);
	if (!ret)
		ret = sim_card_set(f->card, f->knob, value);
	return ret ?: count;
}

static const struct file_operations sim_file_fops = {
	.owner = THIS_MODULE,
	.open = sim_file_open,
	.read = seq_read,
	.write = sim_file_write,
	.llseek = seq_lseek,
	.release = single_release,
};

static umode_t sim_file_mode(const struct sim_knob *knob)
{
	return (sim_knob_readable(knob) ? 0444 : 0) | (sim_knob_settable(knob) ? 0200 : 0);
}

/**
 * sim_debugfs_add() - add the files of a GPU
 * @card: the GPU
 * @root: i915_oa_sim/
 * @name: name of the PCI function
 *
 * Return: the directory, to be removed before the GPU is.
 */
struct dentry *sim_debugfs_add(struct sim_card *card, struct dentry *root, const char *name)
{
	struct dentry *dir = debugfs_create_dir(name, root);
	const struct sim_knob *knob;
	u32 n;

	for (n = 0; (knob = sim_knob_get(n)); n++) {
		card->files[n].card = card;
		card->files[n].knob = knob;
		debugfs_create_file(knob->name, sim_file_mode(knob), dir, &card->files[n],
				    &sim_file_fops);
	}
	return dir;
}
