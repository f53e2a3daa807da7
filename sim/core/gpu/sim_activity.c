// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The activity and the frequency of the simulated GPU
 *
 * Time is divided into segments. Load, context and the highest frequency in a segment are a
 * pure function of the activity and of the segment's number, so every run is the same.
 * All of this is [MODEL]. Once counters follow submitted work (sim_work.c), only the
 * frequency follows the activity.
 *
 * Software requests a frequency in RPNSWREQ. The GPU runs no faster than the request and no faster
 * than the activity allows; without a request since the last reset it runs at its lowest frequency.
 * A request beyond the limits is cut to them. VLV and CHV have a mailbox for requests that is not
 * modelled: there the activity alone decides. A request takes effect at once, and causes a report
 * on platforms where a change of the clock does.
 *
 * Facts: hardware.rst 2.6. [MODEL] the lowest frequency without a request.
 */
#include "regs/gt_regs.h"
#include "sim/core/sim_bits.h"
#include "sim/core/sim_model.h"

/*
 * The frequency of the GPU: @asked is RPNSWREQ, @most the limit of the activity in units of the
 * frequency registers, as is the result.
 */
static u32 sim_rps_grant(const struct oa_sim_gpu *gpu, u32 asked, u32 most)
{
	const struct sim_platform *p = gpu->platform;
	u32 request;

	if (!p->swreq)
		return most;
	request = sim_field(p->swreq, asked);
	return request < p->freq_min ? p->freq_min : min(request, most);
}

/* 2^17 ticks of 80 ns: about 10 ms; with the other platforms' ticks 7 to 11 ms */
#define SIM_SEGMENT_SHIFT	17
#define SIM_ALL_BUSY		1024
#define SIM_CTX_A		0x00010000u
#define SIM_CTX_B		0x00024000u

static const char * const sim_activity_names[] = {
	[SIM_IDLE] = "idle",
	[SIM_BUSY] = "busy",
	[SIM_BURST] = "burst",
	[SIM_CTXSWITCH] = "ctxswitch",
	[SIM_FREQ] = "freq",
};

static_assert(ARRAY_SIZE(sim_activity_names) == SIM_NUM_ACTIVITIES, "each activity has a name");

/**
 * sim_activity_name() - name of an activity
 * @kind: the activity
 */
const char *sim_activity_name(enum sim_activity kind)
{
	return sim_activity_names[kind];
}

static u32 sim_hash(u64 x)
{
	x ^= x >> 31;
	x *= 0x9e3779b97f4a7c15ull;
	x ^= x >> 29;
	x *= 0xbf58476d1ce4e5b9ull;
	return x >> 32;
}

/* The segment while counters follow work: full frequency, and only contexts of software run */
static struct sim_segment sim_followed(const struct oa_sim_gpu *gpu)
{
	const u32 ccid = sim_rcs(gpu)->ccid;
	struct sim_segment s = { .unit = gpu->platform->freq_max };
	bool busy = sim_rcs(gpu)->ctx_active;
	u32 i;

	for (i = 1; gpu->platform->counters->any_engine && i < gpu->engines; i++)
		busy |= gpu->engine[i].ctx_active;
	s.busy = busy ? SIM_ALL_BUSY : 0;
	if (ccid & CCID_VALID)
		s.ccid = ccid & CCID_ADDRESS_MASK;
	if (gpu->activity.ccid)
		s.ccid = gpu->activity.ccid;
	return s;
}

/* The segment of the activity, with the highest frequency that it allows */
static struct sim_segment sim_activity(const struct oa_sim_gpu *gpu, u64 tick)
{
	const struct sim_platform *p = gpu->platform;
	const u64 number = tick >> SIM_SEGMENT_SHIFT;
	struct sim_segment s = { .unit = p->freq_max, .ccid = SIM_CTX_A };
	u32 random = sim_hash(number + 1);

	if (sim_work_followed(gpu))
		return sim_followed(gpu);
	switch (gpu->activity.kind) {
	case SIM_IDLE:
		s.unit = p->freq_min;
		s.ccid = 0;
		break;
	case SIM_BUSY:
		s.busy = 1000;
		break;
	case SIM_CTXSWITCH:
		s.busy = 800;
		s.ccid = number % 3 == 0 ? SIM_CTX_A : number % 3 == 1 ? SIM_CTX_B : 0;
		/* The render engine is not busy while no context runs. */
		if (!s.ccid)
			s.busy = 0;
		break;
	case SIM_FREQ:
		s.unit = p->freq_min + random % (p->freq_max - p->freq_min + 1);
		s.busy = 700;
		break;
	default:
		s.busy = random & 1 ? 300 + (random >> 8) % 700 : 20;
		break;
	}
	/* Up to gen7.5 a context of software takes the place of the activity's. */
	if (sim_rcs(gpu)->ccid & CCID_VALID)
		s.ccid = sim_rcs(gpu)->ccid & CCID_ADDRESS_MASK;
	if (gpu->activity.ccid)
		s.ccid = gpu->activity.ccid;
	return s;
}

/* The segment at a time; it lasts until sim_segment_end() or a request for another frequency. */
struct sim_segment sim_segment(const struct oa_sim_gpu *gpu, u64 tick)
{
	struct sim_segment s = sim_activity(gpu, tick);

	s.unit = sim_rps_grant(gpu, gpu->store[GEN6_RPNSWREQ / 4], s.unit);
	return s;
}

/* The first later time stamp of another segment */
u64 sim_segment_end(u64 tick)
{
	return ((tick >> SIM_SEGMENT_SHIFT) + 1) << SIM_SEGMENT_SHIFT;
}

/* GGTT address of the running context's image, 0 if no context runs */
u32 sim_ccid(const struct oa_sim_gpu *gpu, u64 tick)
{
	return sim_segment(gpu, tick).ccid;
}

/* Render clock in the units of the frequency registers */
u32 sim_frequency(const struct oa_sim_gpu *gpu, u64 tick)
{
	return sim_segment(gpu, tick).unit;
}

/* Handle a write of RPNSWREQ, whose value was @old; time is counted up to now. */
void sim_frequency_asked(struct oa_sim_gpu *gpu, u32 old)
{
	const u32 most = sim_activity(gpu, gpu->counters.tick).unit;

	if (sim_rps_grant(gpu, old, most) == sim_frequency(gpu, gpu->counters.tick))
		return;
	if (gpu->platform->oa->clock_changed)
		gpu->platform->oa->clock_changed(gpu, gpu->counters.tick);
}
