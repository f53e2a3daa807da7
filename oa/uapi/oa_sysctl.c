// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: sysctl
 *
 * Clients detect OA support by the existence of dev.i915.perf_stream_paranoid, and the manuals of
 * profilers tell their readers to write 0 there. So the sysctls have the same place as i915's, and
 * there is only one pair of them: while the i915 module is loaded, with a GPU or without, the pair
 * is i915's, and this driver uses its values. Otherwise the pair is this driver's.
 *
 * A duplicate registration would print a stack trace, so this driver first looks for i915's files,
 * and a module notifier is called when i915 is loaded and unloaded. The values are i915's own
 * variables, which it does not export, so they are read as user space reads them: from the files.
 * These are opened once, through a mount of procfs that only this lookup has: a mount of a process
 * over /proc/sys can't change the result. An open file of a sysctl does not hold the module that
 * registered it. When that is gone, reading fails.
 *
 * Facts: abi.rst 9.
 */
#include <linux/cleanup.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/kstrtox.h>
#include <linux/lockdep.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/notifier.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <linux/sysctl.h>

#include "oa_compat.h"
#include "uapi/oa_uapi_priv.h"

enum oa_sysctl_id {
	OA_SYSCTL_PARANOID,
	OA_SYSCTL_MAX_SAMPLE_RATE,
	OA_NUM_SYSCTLS,
};

static const char * const oa_sysctl_files[] = {
	[OA_SYSCTL_PARANOID] = "sys/dev/i915/perf_stream_paranoid",
	[OA_SYSCTL_MAX_SAMPLE_RATE] = "sys/dev/i915/oa_max_sample_rate",
};

static const u32 oa_sysctl_defaults[] = {
	[OA_SYSCTL_PARANOID] = 1,
	[OA_SYSCTL_MAX_SAMPLE_RATE] = 100000,
};

static u32 oa_sysctl_values[OA_NUM_SYSCTLS];
/* Half of the slowest GPU's clock, because the shortest period is two ticks. Raised by probe. */
static int oa_max_sample_rate_limit = 6000000;

static struct ctl_table oa_table[] = {
	{
		.procname = "perf_stream_paranoid",
		.data = &oa_sysctl_values[OA_SYSCTL_PARANOID],
		.maxlen = sizeof(u32),
		.mode = 0644,
		.proc_handler = proc_dointvec_minmax,
		.extra1 = SYSCTL_ZERO,
		.extra2 = SYSCTL_ONE,
	}, {
		.procname = "oa_max_sample_rate",
		.data = &oa_sysctl_values[OA_SYSCTL_MAX_SAMPLE_RATE],
		.maxlen = sizeof(u32),
		.mode = 0644,
		.proc_handler = proc_dointvec_minmax,
		.extra1 = SYSCTL_ZERO,
		.extra2 = &oa_max_sample_rate_limit,
	},
	OA_SYSCTL_SENTINEL
};

/*
 * Guards the two variables below it, which show the owner of dev.i915. The innermost lock except
 * those of procfs. No handler of the table takes it, so the table can be unregistered under it.
 */
static DEFINE_MUTEX(oa_sysctl_lock);
static struct ctl_table_header *oa_table_header;
static struct file *oa_i915_files[OA_NUM_SYSCTLS];

static void oa_sysctl_close_files(void)
{
	int id;

	lockdep_assert_held(&oa_sysctl_lock);
	for (id = 0; id < OA_NUM_SYSCTLS; id++) {
		if (oa_i915_files[id])
			fput(oa_i915_files[id]);
		oa_i915_files[id] = NULL;
	}
}

/* Return: true if i915 has sysctls; their files are then open. */
static bool oa_sysctl_open_files(void)
{
	struct file_system_type *proc = get_fs_type("proc");
	struct vfsmount *mount;
	struct file *file;
	int id;

	lockdep_assert_held(&oa_sysctl_lock);
	if (!proc)
		return false;
	mount = kern_mount(proc);
	module_put(proc->owner);
	if (IS_ERR(mount))
		return false;
	for (id = 0; id < OA_NUM_SYSCTLS; id++) {
		file = file_open_root_mnt(mount, oa_sysctl_files[id], O_RDONLY, 0);
		if (!IS_ERR(file))
			oa_i915_files[id] = file;
	}
	/* An open file keeps the mount. */
	kern_unmount(mount);
	return oa_i915_files[OA_SYSCTL_PARANOID];
}

/* Release the sysctls, at the end or for the i915 module, which is about to register its own. */
void oa_sysctl_release(void)
{
	guard(mutex)(&oa_sysctl_lock);
	oa_sysctl_close_files();
	if (oa_table_header)
		unregister_sysctl_table(oa_table_header);
	oa_table_header = NULL;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sysctl_release);

/*
 * Use i915's sysctls if they exist, or register the driver's own: at the beginning, after i915
 * registered its own, or after it is gone.
 */
int oa_sysctl_choose(void)
{
	guard(mutex)(&oa_sysctl_lock);
	if (oa_table_header)
		return 0;
	oa_sysctl_close_files();
	if (oa_sysctl_open_files()) {
		pr_info("i915_oa: the i915 module is loaded, its dev.i915 sysctls apply here too\n");
		return 0;
	}
	oa_sysctl_close_files();
	memcpy(oa_sysctl_values, oa_sysctl_defaults, sizeof(oa_sysctl_values));
	oa_table_header = register_sysctl("dev/i915", oa_table);
	return oa_table_header ? 0 : -ENOMEM;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sysctl_choose);

#ifdef CONFIG_MODULES
/* COMING is before a module's init runs, GOING after its exit. */
static int oa_sysctl_module_event(struct notifier_block *nb, unsigned long event, void *module)
{
	if (strcmp(module_name((struct module *)module), "i915"))
		return NOTIFY_DONE;
	if (event == MODULE_STATE_COMING)
		oa_sysctl_release();
	else if (oa_sysctl_choose())
		pr_err("i915_oa: no memory for the sysctls\n");
	return NOTIFY_OK;
}

static struct notifier_block oa_sysctl_watch = {
	.notifier_call = oa_sysctl_module_event,
};
#else
/* i915 is built in or not there at all: nothing is called. */
static struct notifier_block oa_sysctl_watch;
#endif

/* Register the sysctls, or find i915's. Once per module. Return 0 or -ENOMEM. */
int oa_sysctl_register(void)
{
	int ret = register_module_notifier(&oa_sysctl_watch);

	if (ret)
		return ret;
	ret = oa_sysctl_choose();
	if (ret)
		unregister_module_notifier(&oa_sysctl_watch);
	return ret;
}

void oa_sysctl_unregister(void)
{
	unregister_module_notifier(&oa_sysctl_watch);
	oa_sysctl_release();
}

/* Return a value of i915, or the default if it can't be read. */
static u32 oa_sysctl_read(struct file *file, enum oa_sysctl_id id)
{
	char text[16];
	loff_t pos = 0;
	ssize_t len = kernel_read(file, text, sizeof(text) - 1, &pos);
	u32 value;

	if (len <= 0)
		return oa_sysctl_defaults[id];
	text[len] = '\0';
	return kstrtou32(text, 10, &value) ? oa_sysctl_defaults[id] : value;
}

static u32 oa_sysctl_value(enum oa_sysctl_id id)
{
	guard(mutex)(&oa_sysctl_lock);
	if (oa_i915_files[id])
		return oa_sysctl_read(oa_i915_files[id], id);
	return READ_ONCE(oa_sysctl_values[id]);
}

/* Check whether system-wide streams and metric sets need privilege. Sleeps. */
bool oa_sysctl_paranoid(void)
{
	return oa_sysctl_value(OA_SYSCTL_PARANOID);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sysctl_paranoid);

/* Return the fastest rate without privilege, in Hz. Sleeps. */
u32 oa_sysctl_max_sample_rate(void)
{
	return oa_sysctl_value(OA_SYSCTL_MAX_SAMPLE_RATE);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_sysctl_max_sample_rate);

/* Raise the bound of the rate for a new GPU, if needed. The sysctl is shared by all GPUs. */
void oa_sysctl_limit_sample_rate(u32 timestamp_hz)
{
	int limit = timestamp_hz / 2;

	if (limit > READ_ONCE(oa_max_sample_rate_limit))
		WRITE_ONCE(oa_max_sample_rate_limit, limit);
}
