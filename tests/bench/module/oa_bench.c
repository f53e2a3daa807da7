// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The reference for the driver's read
 *
 * The memory has the size of an OA buffer and is filled with reports in the way hardware does
 * it, from the first byte on. It is read by one bare copy, which no reader can do without, or
 * by a plainly written reference reader, which represents the usual way to write such
 * drivers: for each report it checks whether there is one, copies a record header, copies the
 * report and clears its landing words. User space may also read the memory directly.
 *
 * Nothing here depends on a GPU.
 */
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include <uapi/drm/i915_drm.h>

#include "tests/bench/module/oa_bench.h"

/**
 * struct oa_bench - one open file
 */
struct oa_bench {
	/**
	 * @lock: guards all fields below; a read holds it as the driver's read holds
	 * its stream's lock
	 */
	struct mutex lock;
	/** @memory: OA_BENCH_BYTES in single pages, like an OA buffer */
	void *memory;
	/** @head: position up to which bytes were read */
	size_t head;
	/** @tail: position up to which bytes were written */
	size_t tail;
	/** @report_bytes: size of a report */
	u32 report_bytes;
	/** @reader: enum oa_bench_reader */
	u32 reader;
};

static int oa_bench_open(struct inode *inode, struct file *file)
{
	struct oa_bench *bench = kzalloc(sizeof(*bench), GFP_KERNEL);

	if (!bench)
		return -ENOMEM;
	bench->memory = vmalloc_user(OA_BENCH_BYTES);
	if (!bench->memory) {
		kfree(bench);
		return -ENOMEM;
	}
	mutex_init(&bench->lock);
	file->private_data = bench;
	return 0;
}

static int oa_bench_release(struct inode *inode, struct file *file)
{
	struct oa_bench *bench = file->private_data;

	mutex_destroy(&bench->lock);
	vfree(bench->memory);
	kfree(bench);
	return 0;
}

/* The id and the time stamp are never zero, the counters grow. */
static void oa_bench_write(u32 *report, u32 n, u32 dwords)
{
	u32 i;

	report[0] = 1;
	report[1] = n + 1;
	for (i = 2; i < dwords; i++)
		report[i] = n * 64 + i;
}

static int oa_bench_fill(struct oa_bench *bench, struct oa_bench_fill *fill)
{
	size_t bytes = (size_t)fill->reports * fill->report_bytes;
	u32 n;

	if (!fill->report_bytes || fill->report_bytes % 64 ||
	    fill->reader >= OA_BENCH_NUM_READERS ||
	    fill->ring_bytes > OA_BENCH_BYTES || bytes > fill->ring_bytes)
		return -EINVAL;
	/*
	 * Write on through the ring as hardware does, so that the caches hold the same
	 * part of it.
	 */
	bench->head = bench->tail;
	if (bench->head + bytes > fill->ring_bytes)
		bench->head = 0;
	bench->tail = bench->head + bytes;
	for (n = 0; n < fill->reports; n++)
		oa_bench_write(bench->memory + bench->head + (size_t)n * fill->report_bytes, n,
			       fill->report_bytes / sizeof(u32));
	fill->offset = bench->head;
	bench->report_bytes = fill->report_bytes;
	bench->reader = fill->reader;
	return 0;
}

static long oa_bench_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct oa_bench *bench = file->private_data;
	struct oa_bench_fill fill;
	int ret;

	if (cmd != OA_BENCH_IOCTL_FILL)
		return -ENOTTY;
	if (copy_from_user(&fill, (void __user *)arg, sizeof(fill)))
		return -EFAULT;
	mutex_lock(&bench->lock);
	ret = oa_bench_fill(bench, &fill);
	mutex_unlock(&bench->lock);
	if (!ret && copy_to_user((void __user *)arg, &fill, sizeof(fill)))
		return -EFAULT;
	return ret;
}

static ssize_t oa_bench_read_bare(struct oa_bench *bench, char __user *to, size_t count)
{
	count = min(count, bench->tail - bench->head);
	if (copy_to_user(to, bench->memory + bench->head, count))
		return -EFAULT;
	bench->head += count;
	return count;
}

static int oa_bench_read_report(struct oa_bench *bench, char __user *to, u32 *report)
{
	struct drm_i915_perf_record_header header = {
		.type = DRM_I915_PERF_RECORD_SAMPLE,
		.size = sizeof(header) + bench->report_bytes,
	};

	if (copy_to_user(to, &header, sizeof(header)))
		return -EFAULT;
	if (copy_to_user(to + sizeof(header), report, bench->report_bytes))
		return -EFAULT;
	report[0] = 0;
	report[1] = 0;
	return 0;
}

static ssize_t oa_bench_read_reference(struct oa_bench *bench, char __user *to, size_t count)
{
	size_t record = sizeof(struct drm_i915_perf_record_header) + bench->report_bytes;
	size_t copied = 0;
	u32 *report;

	while (bench->head < bench->tail && count - copied >= record) {
		report = bench->memory + bench->head;
		if (report[0]) {
			if (oa_bench_read_report(bench, to + copied, report))
				return copied ? copied : -EFAULT;
			copied += record;
		}
		bench->head += bench->report_bytes;
	}
	return copied;
}

static ssize_t oa_bench_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	struct oa_bench *bench = file->private_data;
	ssize_t ret;

	mutex_lock(&bench->lock);
	if (bench->reader == OA_BENCH_REFERENCE)
		ret = oa_bench_read_reference(bench, to, count);
	else
		ret = oa_bench_read_bare(bench, to, count);
	mutex_unlock(&bench->lock);
	return ret;
}

static int oa_bench_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct oa_bench *bench = file->private_data;

	if (vma->vm_flags & VM_WRITE)
		return -EPERM;
	return remap_vmalloc_range(vma, bench->memory, vma->vm_pgoff);
}

static const struct file_operations oa_bench_fops = {
	.owner = THIS_MODULE,
	.open = oa_bench_open,
	.release = oa_bench_release,
	.unlocked_ioctl = oa_bench_ioctl,
	.read = oa_bench_read,
	.mmap = oa_bench_mmap,
};

static struct miscdevice oa_bench_misc = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "i915_oa_bench",
	.fops = &oa_bench_fops,
	.mode = 0600,
};
module_misc_device(oa_bench_misc);

MODULE_DESCRIPTION("Plain readers that the OA driver's is measured against");
MODULE_LICENSE("GPL");
