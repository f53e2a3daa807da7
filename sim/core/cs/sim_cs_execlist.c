// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Execlists of the simulated command streamer
 *
 * A submission is two context descriptors. The streamer takes it some time after the
 * last write: at once when idle, else between two commands unless MI_ARB_ON_OFF
 * forbids it. If the running context is the first of the new ones, it continues with a
 * new tail, a lite restore; else it is saved and the first new one is loaded. A context
 * whose ring is empty is saved, and the second one is loaded.
 *
 * Each such step writes a status to the buffer that software reads in the status page
 * and in registers, and raises the context-switch event. If a context was loaded, the OA
 * unit also writes a report.
 *
 * Facts: hardware.rst 3.8, 7.8, 9.4; hardware/gen12.rst 5; Lakefield, volume 13, "Context
 * Switch Triggered Reports". [MODEL] EXECLIST_STATUS beyond the context; two submissions may not
 * wait.
 */
#include "regs/gen12_regs.h"
#include "regs/oa_regs.h"
#include "regs/ring_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

#define SIM_STATUS_FULL		BIT(2)
#define SIM_STATUS_VALID	BIT(4)
#define SIM_STATUS_ELEMENT	GENMASK(15, 14)

static u64 sim_running(const struct sim_cs *cs)
{
	return cs->element[cs->current_element];
}

/* EXECLIST_STATUS, lower half. */
u32 sim_execlist_status(const struct sim_cs *cs)
{
	u32 status = cs->submitted ? SIM_STATUS_FULL : 0;

	if (cs->ctx_active)
		status |= SIM_STATUS_VALID |
			  FIELD_PREP(SIM_STATUS_ELEMENT, cs->current_element + 1);
	return status;
}

/* Write a report, unless a bit of OA_DEBUG disables this reason. */
static void sim_report(struct sim_cs *cs, u32 reason, u32 disabled_by)
{
	if (!cs->number && cs->gpu->platform->oa->enabled(cs->gpu) &&
	    !(cs->gpu->oa.debug & disabled_by))
		sim_oa_report(cs->gpu, reason, cs->gpu->counters.tick);
}

/* A context's number and count as statuses of gen12 have them; 0: no context */
static u32 sim_status_context(u64 descriptor)
{
	const u32 id = descriptor ? FIELD_GET(GEN11_CTX_DESC_SW_ID_MASK, descriptor) :
				    GEN12_CSB_SW_ID_IDLE;

	return sim_to_field(GEN12_CSB_SW_ID_MASK, id);
}

/*
 * Gen12's status names both contexts. A new submission is marked, also a lite restore; the detail
 * tells what ended the old context.
 */
static void sim_fill_status(const struct sim_cs *cs, u32 status, u64 from, u64 to, u32 *entry)
{
	const bool fresh = status & (CSB_IDLE_TO_ACTIVE | CSB_PREEMPTED);

	if (!sim_gen(cs)->csb_names_both) {
		entry[0] = status;
		entry[1] = upper_32_bits(from);
		return;
	}
	entry[0] = (fresh ? GEN12_CSB_NEW_QUEUE : 0) | sim_status_context(to) |
		   sim_to_field(GEN12_CSB_CLASS_MASK, cs->info->class) |
		   sim_to_field(GEN12_CSB_INSTANCE_MASK, cs->info->instance);
	entry[1] = sim_status_context(from) |
		   sim_to_field(GEN12_CSB_DETAIL_MASK,
				status & CSB_PREEMPTED ? GEN12_CSB_DETAIL_PREEMPTED : 0);
}

/* Write a status: the context @from (0: none) is left for @to (0: none). */
static void sim_put_status(struct sim_cs *cs, u32 status, u64 from, u64 to)
{
	const struct sim_cs_gen *gen = sim_gen(cs);
	u32 n = (cs->csb_write + 1) % gen->csb_entries, *entry = cs->csb[n];

	cs->csb_write = n;
	sim_fill_status(cs, status, from, to, entry);
	sim_gtt_write32(cs->gpu, cs->hws + 4 * (HWSP_CSB_DWORD + 2 * n), entry[0]);
	sim_gtt_write32(cs->gpu, cs->hws + 4 * (HWSP_CSB_DWORD + 2 * n + 1), entry[1]);
	sim_gtt_write32(cs->gpu, cs->hws + 4 * gen->csb_write, n);
	sim_irq_event(cs->gpu, SIM_EVENT_SWITCH + cs->number);
}

/* From gen11 on a descriptor names its engine. */
static bool sim_descriptor_mine(const struct sim_cs *cs, u64 descriptor)
{
	return !sim_gen(cs)->desc_engine ||
	       (FIELD_GET(GEN11_CTX_DESC_CLASS_MASK, descriptor) == cs->info->class &&
		FIELD_GET(GEN11_CTX_DESC_INSTANCE_MASK, descriptor) == cs->info->instance);
}

static bool sim_descriptor_ok(const struct sim_cs *cs, u64 descriptor)
{
	u32 addressing = FIELD_GET(CTX_DESC_ADDRESSING_MASK, descriptor);

	return descriptor & CTX_DESC_VALID && addressing & 1 && descriptor & CTX_DESC_LRCA_MASK &&
	       !(descriptor & sim_gen(cs)->desc_mbz) && sim_descriptor_mine(cs, descriptor);
}

static bool sim_submission_ok(const struct sim_cs *cs, u64 first, u64 second)
{
	if (!sim_descriptor_ok(cs, first))
		return false;
	if (!(second & CTX_DESC_VALID))
		return true;
	return sim_descriptor_ok(cs, second) && (first ^ second) & CTX_DESC_LRCA_MASK;
}

/* Submit two descriptors; @second may be not valid. */
void sim_execlist_submit(struct sim_cs *cs, u64 first, u64 second)
{
	const u32 base = cs->info->base;
	const u32 port = sim_gen(cs)->queue ? RING_EXECLIST_CONTROL(base) : RING_ELSP(base);

	if (sim_countdown(&cs->gpu->faults.context_never_loads))
		return;
	if (!sim_execlists(cs)) {
		sim_violate(cs->gpu, SIM_ELSP_MODE, port, cs->gfx_mode);
		return;
	}
	if (!sim_submission_ok(cs, first, second)) {
		sim_violate(cs->gpu, SIM_CTX_DESCRIPTOR, port, lower_32_bits(first));
		return;
	}
	if (cs->submitted) {
		sim_violate(cs->gpu, SIM_ELSP_FULL, port, lower_32_bits(first));
		return;
	}
	cs->pending[0] = first;
	cs->pending[1] = second;
	cs->submitted = true;
	sim_cs_wake(cs);
}

/* Check whether a pending submission can start now. */
bool sim_execlist_takes(const struct sim_cs *cs)
{
	return cs->submitted && (!cs->ctx_active || !cs->no_arbitration);
}

static bool sim_load_current(struct sim_cs *cs)
{
	cs->ctx_active = true;
	if (!sim_image_load(cs, sim_running(cs)))
		return false;
	sim_report(cs, SIM_REASON_CTX_SWITCH, GEN9_OA_DEBUG_DISABLE_CTX_SWITCH_REPORTS);
	return true;
}

/* Start the pending submission. Return: false if the streamer hangs. */
bool sim_execlist_take(struct sim_cs *cs)
{
	bool was_active = cs->ctx_active, lite;
	u64 old = sim_running(cs);

	lite = was_active && !((cs->pending[0] ^ old) & CTX_DESC_LRCA_MASK) &&
	       !(cs->pending[0] & CTX_DESC_FORCE_RESTORE);
	if (was_active && !lite)
		sim_image_save(cs);
	cs->submitted = false;
	cs->current_element = 0;
	cs->element[0] = cs->pending[0];
	cs->element[1] = cs->pending[1];
	if (!was_active)
		sim_put_status(cs, CSB_IDLE_TO_ACTIVE, 0, cs->element[0]);
	else
		sim_put_status(cs, CSB_PREEMPTED | (lite ? CSB_LITE_RESTORE : 0), old,
			       cs->element[0]);
	return lite ? sim_image_load_tail(cs) : sim_load_current(cs);
}

/* Switch from a context with an empty ring. Return: false if the streamer hangs. */
bool sim_execlist_complete(struct sim_cs *cs)
{
	u64 old = sim_running(cs);
	bool more = !cs->current_element && cs->element[1] & CTX_DESC_VALID;

	sim_image_save(cs);
	if (more) {
		cs->current_element = 1;
		sim_put_status(cs, CSB_COMPLETE | CSB_ELEMENT_SWITCH, old, cs->element[1]);
		return sim_load_current(cs);
	}
	cs->ctx_active = false;
	sim_report(cs, SIM_REASON_GO, GEN9_OA_DEBUG_DISABLE_GO_REPORTS);
	sim_put_status(cs, CSB_COMPLETE | CSB_ACTIVE_TO_IDLE, old, 0);
	return true;
}
