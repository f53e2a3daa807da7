// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a connection leaves behind: the counts that debugfs has in the kernel front end, and those
 * of this one.
 */
#include "books.h"
#include "sim/core/sim_model.h"

static void books_print_violations(struct oa_sim_gpu *gpu, FILE *to)
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
 * books_print() - print the counts of a connection
 * @s: the connection
 * @to: where to print
 *
 * Each line has a name, a colon and a number; details of a line before are indented.
 */
void books_print(const struct session *s, FILE *to)
{
	const struct gpu_device *dev = s->device;
	const struct sim_books *books = &dev->gpu->books;
	const struct {
		const char *name;
		u64 value;
	} lines[] = {
		{ "messages", s->messages },
		{ "messages_refused", s->refused },
		{ "resets", dev->resets },
		{ "config_changes", books->config_changes },
		{ "register_reads", books->register_reads },
		{ "register_writes", books->register_writes },
		{ "ggtt_writes", books->ggtt_writes },
		{ "produced", books->produced },
		{ "suppressed", books->suppressed },
		{ "report_lost", books->reports_lost },
		{ "unread", books->unread },
		{ "half_full_events", books->half_full_events },
		{ "interrupts", books->interrupts },
		{ "runaway_writes", books->runaway_writes },
		{ "unknown_registers", books->unknown_registers },
		{ "ppgtt_missed", books->ppgtt_missed },
		{ "unprivileged", books->unprivileged },
		{ "draws", books->draws },
		{ "depth_operations", books->depth_operations },
		{ "dispatches", books->dispatches },
		{ "blits", books->blits },
		{ "blit_bytes", books->blit_bytes },
		{ "blit_ticks", books->blit_ticks },
		{ "work_vertices", books->work_vertices },
		{ "work_primitives", books->work_primitives },
		{ "work_pixels", books->work_pixels },
		{ "work_threads", books->work_threads },
		{ "work_invocations", books->work_invocations },
		{ "work_ticks", books->work_ticks },
		{ "display_commands", books->display_commands },
		{ "notified", books->notified },
		{ "partial_writes", dev->partial_writes },
		{ "aperture_missed", dev->aperture_missed },
		{ "stolen_accesses", dev->dma.own_accesses },
		{ "dma_missed", dev->dma.missed },
		{ "dma_vanished", dma_vanished() },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		fprintf(to, "%s: %llu\n", lines[i].name, lines[i].value);
	books_print_violations(dev->gpu, to);
	fflush(to);
}
