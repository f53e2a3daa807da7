// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counts of a connection: those that debugfs has in the kernel front end, and further ones.
 */
#include "stats.h"
#include "sim/core/sim_model.h"

static void stats_print_violations(struct oa_sim_gpu *gpu, FILE *to)
{
	const struct sim_violations *v;
	u32 i;

	fprintf(to, "violations: %llu\n", sim_violations(gpu));
	for (i = 0; i < SIM_NUM_VIOLATIONS; i++) {
		v = &gpu->violations[i];
		if (v->count)
			fprintf(to, "  %s: %llu offset 0x%05x value 0x%08x\n",
				sim_violation_name(i), v->count, v->offset, v->value);
	}
}

/**
 * stats_print() - print the counts of a connection
 * @s: the connection
 * @to: file to print to
 *
 * Each line has a name, a colon and a number. Details of the previous line are indented.
 */
void stats_print(const struct session *s, FILE *to)
{
	const struct gpu_device *dev = s->device;
	const struct sim_stats *stats = &dev->gpu->stats;
	const struct {
		const char *name;
		u64 value;
	} lines[] = {
		{ "messages", s->messages },
		{ "messages_refused", s->refused },
		{ "resets", dev->resets },
		{ "config_changes", stats->config_changes },
		{ "register_reads", stats->register_reads },
		{ "register_writes", stats->register_writes },
		{ "ggtt_writes", stats->ggtt_writes },
		{ "produced", stats->produced },
		{ "suppressed", stats->suppressed },
		{ "report_lost", stats->reports_lost },
		{ "unread", stats->unread },
		{ "half_full_events", stats->half_full_events },
		{ "interrupts", stats->interrupts },
		{ "runaway_writes", stats->runaway_writes },
		{ "unknown_registers", stats->unknown_registers },
		{ "ppgtt_missed", stats->ppgtt_missed },
		{ "unprivileged", stats->unprivileged },
		{ "draws", stats->draws },
		{ "depth_operations", stats->depth_operations },
		{ "dispatches", stats->dispatches },
		{ "blits", stats->blits },
		{ "blit_bytes", stats->blit_bytes },
		{ "blit_ticks", stats->blit_ticks },
		{ "work_vertices", stats->work_vertices },
		{ "work_primitives", stats->work_primitives },
		{ "work_pixels", stats->work_pixels },
		{ "work_threads", stats->work_threads },
		{ "work_invocations", stats->work_invocations },
		{ "work_ticks", stats->work_ticks },
		{ "display_commands", stats->display_commands },
		{ "notified", stats->notified },
		{ "partial_writes", dev->partial_writes },
		{ "aperture_missed", dev->aperture_missed },
		{ "stolen_accesses", dev->dma.own_accesses },
		{ "dma_missed", dev->dma.missed },
		{ "dma_vanished", dma_vanished() },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		fprintf(to, "%s: %llu\n", lines[i].name, lines[i].value);
	stats_print_violations(dev->gpu, to);
	fflush(to);
}
