// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Metrics by formula
 *
 * A metric is a sum of increments, divided by clocks, EUs, thread slots, slices, time or other
 * increments. It lists its needs: counters in the report, a metric set that makes them count
 * the right thing, the topology. A missing, impossible or ambiguous input makes the value wrong,
 * with the reason; a wrong value is 0 and never a guess.
 *
 * GPU clocks are GPU_TICKS from gen8 on. Before, B0 counts them with the self-test set only.
 *
 * Counters of 32 bits wrap soon: those summed over EUs after 70 ms on a Haswell of 20 EUs and
 * 3 GHz. From one report to the next, one wrap is taken into account. More are possible where
 * time between reports is long, as after a loss, and are not visible in the counter; so an
 * interval that has room for two makes the counter's sum wrong.
 *
 * Facts: hardware.rst 4.3, 4.4, 5.1 to 5.5, 10.3, 19.4.
 */
#include "formats/oa_env.h"
#include "formats/oa_metrics.h"
#include "formats/oa_names.h"

#define HZ_PER_MHZ		1000000u

/* The most clocks that can pass in a time */
static u64 most_clocks(const struct oa_machine *machine, u64 time)
{
	return oa_fraction(time, machine->timestamp_hz, (u64)OA_FASTEST_MHZ * HZ_PER_MHZ);
}

static u64 most_per_clock(const struct oa_machine *machine, enum oa_most most)
{
	/* More than any GPU has, where the topology is unknown */
	const u64 eus = machine->eus ?: 128, threads = machine->threads ?: 8;

	switch (most) {
	case OA_MOST_EU:
		return eus;
	case OA_MOST_THREAD:
		return eus * threads;
	default:
		return 1;
	}
}

static void add_wraps(struct oa_increments *sum, const struct oa_machine *machine,
		      const struct oa_report *report, u64 clocks)
{
	const struct oa_name *name;
	unsigned int n;
	u64 most;

	sum->clocks_wrapped |= clocks >> 32 != 0;
	/* At most rates nothing can wrap, so skip the search for each counter. */
	if (!(clocks * most_per_clock(machine, OA_MOST_THREAD) >> 32))
		return;
	for (n = 0; n < OA_MAX_A; n++) {
		name = oa_name_find(machine->counters, OA_FIELD_A, n);
		if (!name || !(report->a_mask >> n & 1))
			continue;
		most = clocks * most_per_clock(machine, name->most);
		if (most >> (report->a_wide >> n & 1 ? 40 : 32))
			sum->a_wrapped |= 1ull << n;
	}
}

/* Counters of one report are sampled at slightly different times. */
#define SLACK_CLOCKS		100000u

/* Record an impossible increment; one of at least half of the range is a counter that went back. */
static void add_bound(struct oa_increments *sum, u64 delta, u64 most, u8 bits, u8 a)
{
	if (delta <= most)
		return;
	sum->back |= delta >> (bits - 1) != 0;
	if (a < OA_MAX_A)
		sum->a_beyond |= 1ull << a;
}

/*
 * Find counters that were cleared without a record, as by a GPU reset under i915, and damaged
 * reports: their increments are above the bound of clocks and EUs.
 */
static void add_bounds(struct oa_increments *sum, const struct oa_machine *machine,
		       const struct oa_report *from, const struct oa_report *to, u64 clocks)
{
	const struct oa_name *name;
	const u32 ticks = to->gpu_ticks - from->gpu_ticks;
	unsigned int n;
	u64 delta;

	/* The interval is so long that any value is possible. */
	if (clocks >> 32)
		return;
	clocks += SLACK_CLOCKS;
	sum->back |= machine->counters->has_ticks && ticks > clocks;
	for (n = 0; n < OA_MAX_B; n++)
		add_bound(sum, (u32)(to->b[n] - from->b[n]), clocks, 32, OA_MAX_A);
	for (n = 0; n < OA_MAX_C; n++)
		add_bound(sum, (u32)(to->c[n] - from->c[n]), clocks, 32, OA_MAX_A);
	for (n = 0; n < OA_MAX_A; n++) {
		delta = oa_counter_delta(to, n, from->a[n], to->a[n]);
		/* True for nearly all counters of nearly all reports */
		if (delta <= clocks || !(to->a_mask >> n & 1))
			continue;
		name = oa_name_find(machine->counters, OA_FIELD_A, n);
		if (name && name->most != OA_MOST_UNKNOWN)
			add_bound(sum, delta, clocks * most_per_clock(machine, name->most),
				  to->a_wide >> n & 1 ? 40 : 32, n);
	}
}

/**
 * oa_increments_add() - add the increments from one report to the next
 * @sum: all zero before the first call
 * @machine: the GPU
 * @from: a report
 * @to: the next report of the same format
 * @time: ticks between them, which time stamps alone do not give: they may have wrapped
 *
 * Two reports of the same time, which two sources may write, are no pair.
 */
void oa_increments_add(struct oa_increments *sum, const struct oa_machine *machine,
		       const struct oa_report *from, const struct oa_report *to, u64 time)
{
	unsigned int n;

	for (n = 0; n < OA_MAX_A; n++)
		sum->a[n] += oa_counter_delta(to, n, from->a[n], to->a[n]);
	for (n = 0; n < OA_MAX_B; n++)
		sum->b[n] += (u32)(to->b[n] - from->b[n]);
	for (n = 0; n < OA_MAX_C; n++)
		sum->c[n] += (u32)(to->c[n] - from->c[n]);
	sum->ticks += (u32)(to->gpu_ticks - from->gpu_ticks);
	sum->time += time;
	sum->pairs += time != 0;
	sum->a_mask = to->a_mask;
	sum->a_other = machine->a_other;
	sum->b_mask = to->b_mask;
	sum->c_mask = to->c_mask;
	add_wraps(sum, machine, to, most_clocks(machine, time));
	add_bounds(sum, machine, from, to, most_clocks(machine, time));
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_increments_add);

/**
 * oa_increments_merge() - add the increments of one interval to those of others
 * @sum: all zero before the first call
 * @one: of another interval, of the same format
 */
void oa_increments_merge(struct oa_increments *sum, const struct oa_increments *one)
{
	unsigned int n;

	for (n = 0; n < OA_MAX_A; n++)
		sum->a[n] += one->a[n];
	for (n = 0; n < OA_MAX_B; n++)
		sum->b[n] += one->b[n];
	for (n = 0; n < OA_MAX_C; n++)
		sum->c[n] += one->c[n];
	sum->ticks += one->ticks;
	sum->time += one->time;
	sum->pairs += one->pairs;
	sum->a_mask |= one->a_mask;
	sum->b_mask |= one->b_mask;
	sum->c_mask |= one->c_mask;
	sum->a_other |= one->a_other;
	sum->a_wrapped |= one->a_wrapped;
	sum->clocks_wrapped |= one->clocks_wrapped;
	sum->a_beyond |= one->a_beyond;
	sum->back |= one->back;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_increments_merge);

/**
 * oa_clocks() - render clocks that passed
 * @sum: increments
 * @machine: the GPU
 * @clocks: set to their number, 0 if it is wrong
 *
 * Return: OA_WRONG_*, 0 if there is a counter of clocks and its value is valid.
 */
u32 oa_clocks(const struct oa_increments *sum, const struct oa_machine *machine, u64 *clocks)
{
	*clocks = 0;
	if (sum->clocks_wrapped)
		return OA_WRONG_WRAPPED;
	if (sum->back)
		return OA_WRONG_RANGE;
	if (machine->counters->has_ticks) {
		*clocks = sum->ticks;
		return sum->ticks_missing ? OA_WRONG_ABSENT : 0;
	}
	if (!(machine->programmed & OA_PROGRAMMED_CLOCKS))
		return OA_WRONG_SET;
	if (!(sum->b_mask & 1))
		return OA_WRONG_ABSENT;
	*clocks = sum->b[0];
	return 0;
}

/**
 * oa_operand() - increment of a counter
 * @sum: increments
 * @operand: the counter
 * @value: set to its increment, 0 if it is wrong
 *
 * Return: OA_WRONG_*.
 */
u32 oa_operand(const struct oa_increments *sum, struct oa_operand operand, u64 *value)
{
	const u8 n = operand.number;
	u32 wrong = 0;

	switch (operand.field) {
	case OA_FIELD_A:
		wrong = sum->a_mask >> n & 1 ? 0 : OA_WRONG_ABSENT;
		wrong |= sum->a_other >> n & 1 ? OA_WRONG_SET : 0;
		wrong |= sum->a_wrapped >> n & 1 ? OA_WRONG_WRAPPED : 0;
		wrong |= sum->a_beyond >> n & 1 ? OA_WRONG_RANGE : 0;
		*value = sum->a[n];
		break;
	case OA_FIELD_B:
		wrong = sum->b_mask >> n & 1 ? 0 : OA_WRONG_ABSENT;
		*value = sum->b[n];
		break;
	default:
		wrong = sum->c_mask >> n & 1 ? 0 : OA_WRONG_ABSENT;
		*value = sum->c[n];
		break;
	}
	if (wrong)
		*value = 0;
	return wrong;
}

/**
 * oa_fraction() - part / of x whole, rounded to the nearest
 * @part: numerator
 * @of: denominator, not 0
 * @whole: factor
 *
 * Where the product does not fit in 64 bits, both are halved until it does: the error is far below
 * a millionth. Return: the result, all ones if it has more than 64 bits.
 */
u64 oa_fraction(u64 part, u64 of, u64 whole)
{
	/* Whole and remainder are apart, so that only the remainder limits the product. */
	const u64 times = div64_u64(part, of);
	u64 rest = part - times * of;

	if (times && whole > div64_u64(~0ull, times) - 1)
		return ~0ull;
	while (rest && whole > div64_u64(~0ull - of, rest)) {
		rest >>= 1;
		of >>= 1;
	}
	return times * whole + (of ? div64_u64(rest * whole + of / 2, of) : 0);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_fraction);

#define A(n)			{ OA_FIELD_A, (n) }
#define SHARE			.unit = "share", .scale = 1, .most = OA_WHOLE
#define PER_CLOCK		OA_PER_CLOCK
#define PER_SLOT		(OA_PER_CLOCK | OA_PER_EU)
#define PER_THREAD		(OA_PER_CLOCK | OA_PER_EU | OA_PER_THREAD)
#define TREE			.needs = OA_PROGRAMMED_TREE

static const char not_in_waits[] =
	"not while contexts switch, in waits for events or semaphores, with media alone";

static const struct oa_metric frequency[] = {
	{ .name = "GPU.FREQUENCY", .meaning = "render clocks per second, while it has a clock",
	  .unit = "Hz", .scale = 1, .per = OA_PER_SECOND,
	  .most = (u64)OA_FASTEST_MHZ * HZ_PER_MHZ },
};

static const struct oa_metric busy_snb[] = {
	{ .name = "GPU.UTILIZATION", .meaning = "clocks in which the GPU is busy",
	  .note = "the document's text describes the opposite: idle",
	  .of = { A(26) }, SHARE, .per = PER_CLOCK },
};

static const struct oa_metric busy_ivb[] = {
	{ .name = "GPU.UTILIZATION", .meaning = "clocks in which the render engine is busy",
	  .note = not_in_waits, .of = { A(41) }, SHARE, .per = PER_CLOCK },
};

static const struct oa_metric busy_gen8[] = {
	{ .name = "GPU.UTILIZATION", .meaning = "clocks in which the render engine is busy",
	  .note = not_in_waits, .of = { A(0) }, SHARE, .per = PER_CLOCK },
};

static const struct oa_metric busy_gen9[] = {
	{ .name = "GPU.UTILIZATION", .meaning = "clocks in which any engine is busy",
	  .of = { A(0) }, SHARE, .per = PER_CLOCK },
};

static const struct oa_metric busy_gen12[] = {
	{ .name = "GPU.UTILIZATION", .meaning = "clocks in which any engine is busy",
	  .note = "no document for Gen12: taken to be as on Lakefield",
	  .of = { A(0) }, SHARE, .per = PER_CLOCK },
};

static const struct oa_metric eu_gen6[] = {
	{ .name = "EU.ACTIVE_SHARE", .meaning = "EU slots in which an EU executes",
	  .of = { A(0) }, SHARE, .per = PER_SLOT },
	{ .name = "EU.STALL_SHARE", .meaning = "EU slots in which an EU waits with a thread loaded",
	  .of = { A(1) }, SHARE, .per = PER_SLOT },
};

static const struct oa_metric occupancy_snb[] = {
	{ .name = "THREAD.OCCUPANCY_SHARE", .meaning = "thread slots that hold a thread",
	  .of = { A(5), A(10), A(15) }, SHARE, .per = PER_THREAD },
};

static const struct oa_metric occupancy_ivb[] = {
	{ .name = "THREAD.OCCUPANCY_SHARE", .meaning = "thread slots that hold a thread",
	  .of = { A(5), A(10), A(15), A(20), A(25), A(30) }, SHARE, .per = PER_THREAD },
};

static const struct oa_metric bottlenecks[] = {
	{ .name = "FIXED.BOTTLENECK_SHARE.VS",
	  .meaning = "clocks in which the vertex shader unit is the bottleneck",
	  .of = { A(42) }, SHARE, .per = PER_CLOCK },
	{ .name = "FIXED.BOTTLENECK_SHARE.GS",
	  .meaning = "clocks in which the geometry shader unit is the bottleneck",
	  .of = { A(43) }, SHARE, .per = PER_CLOCK },
};

/* Not on IVB: A33 is reserved on GT2, and A32 counts too little. */
static const struct oa_metric hiz[] = {
	{ .name = "PIXEL.FAIL_SHARE.HIZ", .meaning = "pixels that fail the fast Z check",
	  .of = { A(33) }, .by = { A(32), A(33) }, SHARE },
};

static const struct oa_metric eu_gen8[] = {
	{ .name = "EU.ACTIVE_SHARE", .meaning = "EU slots in which a pipeline is active",
	  .of = { A(7) }, SHARE, .per = PER_SLOT, TREE },
	{ .name = "EU.STALL_SHARE", .meaning = "EU slots in which an EU waits with a thread loaded",
	  .of = { A(8) }, SHARE, .per = PER_SLOT, TREE },
	{ .name = "THREAD.OCCUPANCY_SHARE", .meaning = "thread slots that hold a thread",
	  .note = "by the document's text; metric sets of tools count 8 for each",
	  .of = { A(13) }, SHARE, .per = PER_SLOT, TREE },
};

/* Four counters for each event, by the number of the EU */
static const struct oa_metric eu_gen12[] = {
	{ .name = "EU.ACTIVE_SHARE", .meaning = "EU slots in which a pipeline is active",
	  .of = { A(7), A(8), A(9), A(10) }, SHARE, .per = PER_SLOT, TREE },
	{ .name = "EU.STALL_SHARE", .meaning = "EU slots in which an EU waits with a thread loaded",
	  .of = { A(11), A(12), A(13), A(14) }, SHARE, .per = PER_SLOT, TREE },
	{ .name = "THREAD.OCCUPANCY_SHARE", .meaning = "thread slots that hold a thread",
	  .note = "no document: by the metric sets of tools, which count 8 for each",
	  .of = { A(15), A(16), A(17), A(18) }, .unit = "share", .scale = 8, .most = OA_WHOLE,
	  .per = PER_THREAD, TREE },
};

/* From gen8 on */
static const struct oa_metric fixed_gen8[] = {
	{ .name = "PIXEL.FAIL_SHARE.EARLY",
	  .meaning = "of what is rasterised, fails tests before the pixel shader",
	  .of = { A(22), A(23) }, .by = { A(21) }, SHARE },
	{ .name = "PIXEL.FAIL_SHARE.LATE",
	  .meaning = "of what is rasterised, fails tests after the pixel shader",
	  .of = { A(25) }, .by = { A(21) }, SHARE },
	{ .name = "PIXEL.KILL_SHARE", .meaning = "of what is rasterised, the pixel shader kills",
	  .of = { A(24) }, .by = { A(21) }, SHARE },
	{ .name = "PIXEL.RASTER_RATE", .meaning = "rasterised by a slice in 1000 clocks",
	  .unit = "counts", .note = "whether of pixels or of four is not settled",
	  .of = { A(21) }, .scale = 1000, .per = OA_PER_CLOCK | OA_PER_SLICE },
	{ .name = "CACHE.SAMPLER.RD.MISS_SHARE",
	  .meaning = "of the sampler's requests, its first cache misses",
	  .of = { A(29) }, .by = { A(28) }, SHARE },
	{ .name = "MEM.LDST.L1.MISS_SHARE",
	  .meaning = "of shaders' other accesses, the first cache misses",
	  .of = { A(33) }, .by = { A(32) }, SHARE },
	{ .name = "MEM.LOAD_RATE.SLM", .meaning = "read from shared local memory",
	  .unit = "bytes/s", .of = { A(30) }, .scale = 64, .per = OA_PER_SECOND },
	{ .name = "MEM.STORE_RATE.SLM", .meaning = "written to shared local memory",
	  .unit = "bytes/s", .of = { A(31) }, .scale = 64, .per = OA_PER_SECOND },
	{ .name = "THREAD.DISPATCH_RATE", .meaning = "threads dispatched per second",
	  .unit = "threads/s", .of = { A(1), A(2), A(3), A(4), A(5), A(6) }, .scale = 1,
	  .per = OA_PER_SECOND },
};

/* struct metric_list - part of a platform's metrics */
struct metric_list {
	const struct oa_metric *metrics;
	unsigned int num;
};

/* struct metric_set - the metrics of a platform */
struct metric_set {
	const struct oa_counter_set *set;
	struct metric_list lists[6];
};

#define ONE(list)	{ list, 1 }
#define TWO(list)	{ list, 2 }
#define THREE(list)	{ list, 3 }
#define FIXED_GEN8	{ fixed_gen8, ARRAY_SIZE(fixed_gen8) }
static const struct metric_set sets[] = {
	{ &oa_counters_snb,
	  { ONE(frequency), ONE(busy_snb), TWO(eu_gen6), ONE(occupancy_snb) } },
	{ &oa_counters_ivb,
	  { ONE(frequency), ONE(busy_ivb), TWO(eu_gen6), ONE(occupancy_ivb), TWO(bottlenecks) } },
	{ &oa_counters_vlv,
	  { ONE(frequency), ONE(busy_ivb), TWO(eu_gen6), ONE(occupancy_ivb), TWO(bottlenecks),
	    ONE(hiz) } },
	{ &oa_counters_hsw,
	  { ONE(frequency), ONE(busy_ivb), TWO(eu_gen6), ONE(occupancy_ivb), TWO(bottlenecks),
	    ONE(hiz) } },
	{ &oa_counters_gen8, { ONE(frequency), ONE(busy_gen8), THREE(eu_gen8), FIXED_GEN8 } },
	{ &oa_counters_gen9, { ONE(frequency), ONE(busy_gen9), THREE(eu_gen8), FIXED_GEN8 } },
	{ &oa_counters_gen11, { ONE(frequency), ONE(busy_gen9), THREE(eu_gen8), FIXED_GEN8 } },
	{ &oa_counters_gen12, { ONE(frequency), ONE(busy_gen12), THREE(eu_gen12), FIXED_GEN8 } },
};

/**
 * oa_metric_at() - walk the metrics of a platform
 * @set: the counters of the platform
 * @n: from 0 on
 *
 * Return: the metric, NULL if there are no more.
 */
const struct oa_metric *oa_metric_at(const struct oa_counter_set *set, unsigned int n)
{
	const struct metric_list *list;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sets) && sets[i].set != set; i++)
		;
	if (i == ARRAY_SIZE(sets))
		return NULL;
	for (list = sets[i].lists; list < sets[i].lists + ARRAY_SIZE(sets[i].lists); list++) {
		if (n < list->num)
			return &list->metrics[n];
		n -= list->num;
	}
	return NULL;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_metric_at);

static u32 add_up(const struct oa_increments *sum, const struct oa_operand *operands, u64 *total)
{
	u32 wrong = 0;
	u64 value;
	u8 i;

	*total = 0;
	for (i = 0; i < OA_MAX_OPERANDS && operands[i].field; i++) {
		wrong |= oa_operand(sum, operands[i], &value);
		*total += value;
	}
	return wrong;
}

/* Multiply the divisor @by with the factors of @per. */
static u32 multiply(const struct oa_metric *metric, const struct oa_increments *sum,
		    const struct oa_machine *machine, u64 *by)
{
	u32 wrong = 0;
	u64 clocks;

	if (metric->per & OA_PER_CLOCK) {
		wrong = oa_clocks(sum, machine, &clocks);
		*by *= clocks;
	}
	if (metric->per & OA_PER_EU)
		*by *= machine->eus;
	if (metric->per & OA_PER_THREAD)
		*by *= machine->threads;
	if (metric->per & OA_PER_SLICE)
		*by *= machine->slices;
	if (metric->per & OA_PER_SECOND)
		*by *= sum->time;
	if ((metric->per & OA_PER_EU && !machine->eus) ||
	    (metric->per & OA_PER_THREAD && !machine->threads) ||
	    (metric->per & OA_PER_SLICE && !machine->slices))
		wrong |= OA_WRONG_TOPOLOGY;
	return wrong;
}

/**
 * oa_metric_value() - value of a metric
 * @metric: a metric of the machine's platform
 * @sum: increments
 * @machine: the GPU
 *
 * Return: the value, or its errors.
 */
struct oa_value oa_metric_value(const struct oa_metric *metric, const struct oa_increments *sum,
				const struct oa_machine *machine)
{
	const bool share = metric->most == OA_WHOLE;
	struct oa_value out = { 0, 0 };
	u64 of, by = 1;

	out.wrong = metric->needs & ~machine->programmed ? OA_WRONG_SET : 0;
	out.wrong |= metric->of->field ? add_up(sum, metric->of, &of) :
		     oa_clocks(sum, machine, &of);
	if (metric->by->field)
		out.wrong |= add_up(sum, metric->by, &by);
	out.wrong |= multiply(metric, sum, machine, &by);
	if (!out.wrong && !by)
		out.wrong = OA_WRONG_NOTHING;
	/* Before rounding, which hides a small excess */
	if (!out.wrong && share && of * metric->scale > by)
		out.wrong = OA_WRONG_RANGE;
	if (out.wrong)
		return out;
	out.value = oa_fraction(of, by, (u64)metric->scale *
				(share ? OA_WHOLE :
				 metric->per & OA_PER_SECOND ? machine->timestamp_hz : 1));
	if (metric->most && out.value > metric->most)
		out = (struct oa_value){ 0, OA_WRONG_RANGE };
	return out;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_metric_value);

/**
 * oa_wrong_name() - text of an error of a value
 * @bit: number of the bit of OA_WRONG_*, below OA_NUM_WRONGS
 */
const char *oa_wrong_name(unsigned int bit)
{
	static const char * const names[OA_NUM_WRONGS] = {
		"a counter is missing",
		"the metric set is not known to count it",
		"the topology is unknown",
		"nothing to divide by",
		"out of range",
		"a counter may have wrapped unseen",
	};

	return names[bit];
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_wrong_name);
