// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The render clock
 *
 * Firmware leaves a GPU at its lowest frequency, and without i915 no software requests more, so a
 * measurement would be one of a slow GPU. So the driver requests a frequency while a stream is
 * open, and restores the request when the stream closes. User space bounds the request in sysfs, as
 * with i915. The GPU's own changes between its lowest frequency and the requested one, RC6, and the
 * limits of its interrupts stay as firmware left them.
 *
 * VLV and CHV take requests through the mailbox of their power unit, which no public document
 * describes. Nothing is requested there.
 *
 * Facts: hardware.rst 2.6.
 */
#include <linux/bitops.h>
#include <linux/cleanup.h>
#include <linux/lockdep.h>
#include <linux/math.h>
#include <linux/minmax.h>

#include <drm/drm_device.h>
#include <drm/drm_print.h>

#include "gpu/oa_gpu.h"
#include "gpu/oa_gpu_priv.h"

static u32 oa_rps_to_mhz(const struct oa_freq_source *source, u32 units)
{
	return DIV_ROUND_CLOSEST(units * source->mhz, source->divisor ?: 1);
}

static u32 oa_rps_to_units(const struct oa_freq_source *source, u32 mhz)
{
	return DIV_ROUND_CLOSEST(mhz * (source->divisor ?: 1), source->mhz);
}

/* Read a frequency, in MHz. The register's power domains are awake. */
static u32 oa_rps_read_awake(struct oa_rps *rps, enum oa_freq_id id)
{
	const struct oa_freq_source *source = &rps->sources[id];
	u32 units = 1;

	if (source->reg)
		units = (oa_read32(rps->uncore, source->reg) & source->mask) >> __ffs(source->mask);
	return oa_rps_to_mhz(source, units);
}

/* Set up the render clock, without an access to the GPU. */
void oa_rps_init(struct oa_rps *rps, struct oa_uncore *uncore, const struct oa_freq_source *sources)
{
	rps->uncore = uncore;
	rps->sources = sources;
	mutex_init(&rps->lock);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rps_init);

/* Read the limits of requests, which the bounds become. Process context, all domains awake. */
void oa_rps_read_limits(struct oa_rps *rps)
{
	const struct oa_freq_source *request = &rps->sources[OA_FREQ_REQUEST];
	u32 lowest = oa_rps_read_awake(rps, OA_FREQ_RPN);
	u32 highest = oa_rps_read_awake(rps, OA_FREQ_RP0);

	if (!request->reg)
		return;
	if (!lowest || lowest > highest) {
		drm_info(rps->uncore->drm, "no frequency is requested: limits of %u and %u MHz\n",
			 lowest, highest);
		return;
	}
	rps->lowest = oa_rps_to_units(request, lowest);
	rps->highest = oa_rps_to_units(request, highest);
	rps->bound[OA_RPS_MIN] = rps->lowest;
	rps->bound[OA_RPS_MAX] = rps->highest;
	rps->bound[OA_RPS_BOOST] = rps->highest;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rps_read_limits);

/* Read a frequency, in MHz. Process context, GPU present. Return 0, or -EIO if it does not wake. */
int oa_rps_read(struct oa_rps *rps, enum oa_freq_id id, u32 *mhz)
{
	u32 domains = oa_uncore_domains(rps->uncore, rps->sources[id].reg, false);
	int ret = oa_forcewake_get(rps->uncore, domains);

	if (ret)
		return ret;
	*mhz = oa_rps_read_awake(rps, id);
	oa_forcewake_put(rps->uncore, domains);
	return 0;
}

/* Return a bound that user space set, or the hardware's limit, in MHz. Process context. */
u32 oa_rps_bound_mhz(struct oa_rps *rps, enum oa_rps_bound which)
{
	guard(mutex)(&rps->lock);
	return oa_rps_to_mhz(&rps->sources[OA_FREQ_REQUEST], rps->bound[which]);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rps_bound_mhz);

/*
 * Wake the power domains and write the request. The first request saves the register, so its power
 * domains must be awake for a read. Later requests only write.
 */
static int oa_rps_write(struct oa_rps *rps)
{
	const struct oa_freq_source *request = &rps->sources[OA_FREQ_REQUEST];
	u32 units = clamp(rps->bound[OA_RPS_BOOST], rps->bound[OA_RPS_MIN], rps->bound[OA_RPS_MAX]);
	u32 domains = oa_uncore_domains(rps->uncore, request->reg, rps->requested);
	int ret = oa_forcewake_get(rps->uncore, domains);

	lockdep_assert_held(&rps->lock);
	if (ret)
		return ret;
	if (!rps->requested)
		rps->saved_request = oa_read32(rps->uncore, request->reg);
	rps->requested = true;
	oa_write32(rps->uncore, request->reg, units << __ffs(request->mask));
	oa_forcewake_put(rps->uncore, domains);
	return 0;
}

/*
 * Bound the requested frequency; @mhz is rounded to what the register can hold. Process context,
 * GPU present. With a stream open the request changes at once. Return 0; -EINVAL beyond the
 * hardware's limits, or with the minimum above the maximum; -EIO if the GPU does not wake: the
 * bound then holds for the next request.
 */
int oa_rps_set_bound(struct oa_rps *rps, enum oa_rps_bound which, u32 mhz)
{
	const struct oa_freq_source *request = &rps->sources[OA_FREQ_REQUEST];
	u32 low, high, units;

	guard(mutex)(&rps->lock);
	low = which == OA_RPS_MAX ? rps->bound[OA_RPS_MIN] : rps->lowest;
	high = which == OA_RPS_MIN ? rps->bound[OA_RPS_MAX] : rps->highest;
	/* A frequency far out of range would overflow in the multiplication. */
	units = oa_rps_to_units(request, min_t(u32, mhz, U16_MAX));
	if (units < low || units > high) {
		drm_dbg(rps->uncore->drm, "frequency of %u MHz: must be %u to %u MHz\n", mhz,
			oa_rps_to_mhz(request, low), oa_rps_to_mhz(request, high));
		return -EINVAL;
	}
	rps->bound[which] = units;
	return rps->requested ? oa_rps_write(rps) : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rps_set_bound);

/*
 * Request the frequency at which a stream measures. Process context, GPU present. A repeated call
 * writes a request again that a GT reset cleared. Return 0, or -EIO if the GPU does not wake.
 */
int oa_rps_request(struct oa_rps *rps)
{
	guard(mutex)(&rps->lock);
	return oa_rps_can_request(rps) ? oa_rps_write(rps) : 0;
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rps_request);

/* Restore the request from before oa_rps_request(), if any. Process context, GPU present. */
void oa_rps_restore(struct oa_rps *rps)
{
	const u32 reg = rps->sources[OA_FREQ_REQUEST].reg;
	u32 domains = oa_uncore_domains(rps->uncore, reg, true);

	guard(mutex)(&rps->lock);
	if (!rps->requested)
		return;
	rps->requested = false;
	/* A GPU that does not wake has no request left either. */
	if (oa_forcewake_get(rps->uncore, domains))
		return;
	oa_write32(rps->uncore, reg, rps->saved_request);
	oa_forcewake_put(rps->uncore, domains);
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_rps_restore);
