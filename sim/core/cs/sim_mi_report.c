// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Reports by command
 *
 * Facts: hardware.rst 9.1; "SNB, IVB, VLV, HSW Observability", MI_REPORT_PERF_COUNT. [MODEL] a
 * snapshot asked for with the OA unit off is garbage. [MODEL] The streamer that runs the command is
 * core 0, on Haswell GT3 too, so core mode offsets nothing.
 */
#include "regs/command_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim_command.h"

#define SIM_GARBAGE		0xdeadbeef

/* MI_REPORT_PERF_COUNT */
enum sim_done sim_report_perf_count(struct sim_run *run)
{
	const struct sim_oa_ops *oa = run->gpu->platform->oa;
	const u32 flags = run->dw[1] & ~MI_RPC_ADDRESS_MASK;
	const bool ggtt = flags & MI_RPC_USE_GGTT || run->gen->always_ggtt;
	u32 report[SIM_REPORT_DWORDS];
	struct sim_target target;

	if (flags & MI_RPC_USE_GGTT && !run->privileged)
		return sim_run_dropped(run);
	if (flags & ~(MI_RPC_USE_GGTT | MI_RPC_CORE_MODE))
		return sim_run_refuse(run, SIM_CS_ADDRESS, run->dw[1]);
	if (!sim_run_target(run, 1, ggtt, 1, &target))
		return SIM_HANG;
	target.address &= ~63ull;
	sim_oa_snapshot(run->gpu, run->dw[run->n - 1], run->gpu->counters.tick, report);
	if (!oa->enabled(run->gpu)) {
		sim_violate(run->gpu, SIM_RPC_OFF, lower_32_bits(target.address),
			    run->dw[run->n - 1]);
		memset32(report, SIM_GARBAGE, ARRAY_SIZE(report));
	}
	sim_run_report(run, &target, report, oa->layout(run->gpu)->bytes);
	return SIM_NEXT;
}
