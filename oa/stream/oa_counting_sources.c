// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Where counters for perf are
 *
 * From Haswell on they are registers. Before, all but the clock are fields of reports; those that
 * the platform has are those of its largest format.
 *
 * Facts: hardware.rst 3.11, 4.2, 5.1, 5.2.
 */
#include <linux/bitops.h>

#include "formats/oa_format.h"
#include "formats/oa_names.h"
#include "oa_compat.h"
#include "oa_device.h"
#include "oa_platform.h"
#include "regs/oa_regs.h"
#include "stream/oa_counting_look.h"
#include "stream/oa_counting_sources.h"
#include "stream/oa_counting_types.h"
#include "unit/oa_live.h"

/**
 * oa_counting_own_format() - the format with the most counters
 * @platform: of the GPU
 *
 * Pure. Return: the format of the driver's own stream, where counters are in reports only.
 */
const struct oa_report_format *oa_counting_own_format(const struct oa_platform *platform)
{
	const struct oa_report_format *format, *best = platform->formats;

	for (format = best; format < platform->formats + platform->num_formats; format++)
		if (hweight64(oa_counting_format(format)) > hweight64(oa_counting_format(best)))
			best = format;
	return best;
}

static void oa_counting_find_registers(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;
	u32 source;

	for (source = 0; source < OA_NUM_COUNTERS; source++) {
		if (!oa_live_find(oa->platform->live, oa_source_field(source),
				  oa_source_number(source), &c->regs[source]))
			continue;
		c->tallies[source].bits = c->regs[source].bits;
		c->have |= BIT_ULL(source);
	}
}

static bool oa_counting_is_slow(const struct oa_platform *platform, u32 source)
{
	const struct oa_name *name = oa_name_find(platform->counters, oa_source_field(source),
						  oa_source_number(source));

	return name && name->most == OA_MOST_CLOCK;
}

/* Only the clock is a register. */
static void oa_counting_find_fields(struct oa_device *oa)
{
	struct oa_live_reg *clock = &oa->counting.regs[OA_SOURCE_TIME];
	struct oa_counting *c = &oa->counting;
	u32 source;

	c->by_reports = true;
	c->have |= oa_counting_format(oa_counting_own_format(oa->platform));
	c->have |= BIT_ULL(OA_SOURCE_TIME);
	if (hweight8(oa->topology.subslice_mask[0]) > 1)
		c->have &= ~(oa->platform->a_reserved_gt2 << OA_SOURCE_A0);
	*clock = (struct oa_live_reg) { RCS_TIMESTAMP_LO, OA_TIMESTAMP_BITS };
	for (source = 0; source < OA_NUM_COUNTERS; source++) {
		c->tallies[source].bits = source == OA_SOURCE_TIME ? clock->bits : 32;
		if (oa_counting_is_slow(oa->platform, source))
			c->slow |= BIT_ULL(source);
	}
}

/**
 * oa_counting_find_sources() - find out what can be counted, and where
 * @oa: the GPU, probed
 *
 * Process context, once.
 */
void oa_counting_find_sources(struct oa_device *oa)
{
	struct oa_counting *c = &oa->counting;

	c->tallies[OA_SOURCE_IRQS].bits = 64;
	c->have = BIT_ULL(OA_SOURCE_IRQS);
	if (oa->platform->live)
		oa_counting_find_registers(oa);
	else
		oa_counting_find_fields(oa);
}
