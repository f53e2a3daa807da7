// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: One step at a time
 *
 * For a GPU that this driver has never met. After probe_only=1, which only reads, the parameter
 * "stage" lets the driver do a little more each time: registers, reports of the timer, the
 * driver's context, interrupts. A GPU that is bound goes through the stages up to the one named,
 * once, while it is probed, and is left as it was found. The first stage that fails is the last
 * one. Each says in one line what it saw, and debugfs keeps it (oa_stages). No stream can be opened
 * then, because the driver must not do more than it was told to.
 *
 * With stage=all, the default, the driver works as usual and tries no stage by itself.
 *
 * The stages run in probe and not at a first open, since it must be known what a later crash
 * followed: the line of a stage is in the log before the next one begins.
 */
#include <linux/cleanup.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include <drm/drm_print.h>

#include "oa_compat.h"
#include "oa_device.h"
#include "stream/oa_stage_steps.h"
#include "stream/oa_stages.h"

/* In the order of enum oa_stage; the last means that there is no limit. */
static const char * const oa_stage_names[] = {
	[OA_STAGE_REGISTERS] = "registers",
	[OA_STAGE_TIMER] = "timer",
	[OA_STAGE_CONTEXT] = "context",
	[OA_STAGE_INTERRUPTS] = "interrupts",
	[OA_NUM_STAGES] = "all",
};

static const char * const oa_stage_state_names[] = {
	[OA_STAGE_NOT_TRIED] = "not tried",
	[OA_STAGE_PASSED] = "passed",
	[OA_STAGE_FAILED] = "failed",
};

static bool (* const oa_stage_steps[])(struct oa_device *oa, struct oa_stage_result *result) = {
	[OA_STAGE_REGISTERS] = oa_stage_registers,
	[OA_STAGE_TIMER] = oa_stage_timer,
	[OA_STAGE_CONTEXT] = oa_stage_context,
	[OA_STAGE_INTERRUPTS] = oa_stage_interrupts,
};

static_assert(ARRAY_SIZE(oa_stage_steps) == OA_NUM_STAGES);

static unsigned int oa_stage = OA_NUM_STAGES;

static int oa_stage_set(const char *text, const struct kernel_param *param)
{
	int stage = sysfs_match_string(oa_stage_names, text);

	if (stage < 0) {
		pr_err("i915_oa: stage=%.*s is none of registers, timer, context, interrupts, all\n",
		       (int)strcspn(text, "\n"), text);
		return -EINVAL;
	}
	WRITE_ONCE(oa_stage, stage);
	return 0;
}

static int oa_stage_get(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%s\n", oa_stage_names[READ_ONCE(oa_stage)]);
}

static const struct kernel_param_ops oa_stage_ops = {
	.set = oa_stage_set,
	.get = oa_stage_get,
};

module_param_cb(stage, &oa_stage_ops, NULL, 0644);
MODULE_PARM_DESC(stage,
		 "How far to go with a GPU: registers, timer, context, interrupts (try so much when it is bound, open no stream), all (default). For GPUs bound from now on");

/**
 * oa_stages_run() - try the stages that the parameter names
 * @oa: the GPU, not yet registered, all its parts initialised
 *
 * Process context; sleeps, for a second or so. What fails is not an error of probe: the device is
 * there to be asked.
 */
void oa_stages_run(struct oa_device *oa)
{
	struct oa_stages *stages = &oa->stages;
	struct oa_stage_result *result;
	unsigned int i;

	stages->limit = READ_ONCE(oa_stage);
	if (stages->limit == OA_NUM_STAGES)
		return;
	guard(mutex)(&oa->unit_lock);
	for (i = 0; i <= stages->limit; i++) {
		result = &stages->results[i];
		result->state = oa_stage_steps[i](oa, result) ? OA_STAGE_PASSED : OA_STAGE_FAILED;
		drm_info(&oa->drm, "stage %s %s: %s\n", oa_stage_names[i],
			 oa_stage_state_names[result->state], result->saw);
		if (result->state == OA_STAGE_FAILED)
			break;
	}
}

/**
 * oa_stages_show() - the limit, and a line for each stage
 * @m: where to
 * @oa: the GPU
 */
void oa_stages_show(struct seq_file *m, const struct oa_device *oa)
{
	const struct oa_stage_result *result = oa->stages.results;
	unsigned int i;

	seq_printf(m, "stage: %s\n", oa_stage_names[oa->stages.limit]);
	for (i = 0; i < OA_NUM_STAGES; i++, result++)
		seq_printf(m, "%s: %s%s%s\n", oa_stage_names[i],
			   oa_stage_state_names[result->state],
			   result->state == OA_STAGE_NOT_TRIED ? "" : ": ", result->saw);
}
