/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_RPS_H_
#define _OA_RPS_H_

#include <linux/mutex.h>
#include <linux/types.h>

struct oa_uncore;

/** enum oa_freq_id - frequencies of the GPU */
enum oa_freq_id {
	/** @OA_FREQ_ACTUAL: the current one */
	OA_FREQ_ACTUAL,
	/** @OA_FREQ_REQUEST: the one that software asks for; has no register: nobody can ask */
	OA_FREQ_REQUEST,
	/** @OA_FREQ_RP0: the highest */
	OA_FREQ_RP0,
	/** @OA_FREQ_RP1: the most efficient */
	OA_FREQ_RP1,
	/** @OA_FREQ_RPN: the lowest */
	OA_FREQ_RPN,
	/** @OA_NUM_FREQS: number of frequencies */
	OA_NUM_FREQS,
};

/** struct oa_freq_source - register that holds a frequency */
struct oa_freq_source {
	/** @reg: offset of the register; 0: there is none, the frequency is always @mhz */
	u32 reg;
	/** @mask: its field */
	u32 mask;
	/** @mhz: MHz per unit of the field */
	u32 mhz;
	/** @divisor: that unit is divided by this; 0: by 1 */
	u32 divisor;
};

/** enum oa_rps_bound - what user space says about the request, in sysfs */
enum oa_rps_bound {
	/** @OA_RPS_MIN: ask for no less */
	OA_RPS_MIN,
	/** @OA_RPS_MAX: ask for no more */
	OA_RPS_MAX,
	/** @OA_RPS_BOOST: ask for this, within the other two */
	OA_RPS_BOOST,
	/** @OA_NUM_RPS_BOUNDS: number of bounds */
	OA_NUM_RPS_BOUNDS,
};

/** struct oa_rps - the render clock of one GPU */
struct oa_rps {
	/** @uncore: registers; set once */
	struct oa_uncore *uncore;
	/** @sources: of the platform, by enum oa_freq_id; set once */
	const struct oa_freq_source *sources;
	/** @lowest: the hardware's limit, in units of the request; set once */
	u32 lowest;
	/** @highest: likewise; 0: the limits make no sense, and nothing is asked for; set once */
	u32 highest;
	/** @lock: guards the members below; process context, outside of the lock of the wells */
	struct mutex lock;
	/** @bound: by enum oa_rps_bound, in units of the request */
	u32 bound[OA_NUM_RPS_BOUNDS];
	/** @asked: a stream is open, and the register holds this driver's request */
	bool asked;
	/** @found: the register before that */
	u32 found;
};

extern const struct oa_freq_source oa_freqs_hsw[];	/* and BDW */
extern const struct oa_freq_source oa_freqs_gen9[];	/* and gen11; not the low-power parts */

void oa_rps_init(struct oa_rps *rps, struct oa_uncore *uncore,
		 const struct oa_freq_source *sources);
void oa_rps_read_limits(struct oa_rps *rps);
int oa_rps_read(struct oa_rps *rps, enum oa_freq_id id, u32 *mhz);
u32 oa_rps_bound_mhz(struct oa_rps *rps, enum oa_rps_bound which);
int oa_rps_set_bound(struct oa_rps *rps, enum oa_rps_bound which, u32 mhz);
int oa_rps_ask(struct oa_rps *rps);
void oa_rps_put_back(struct oa_rps *rps);

/**
 * oa_rps_can_ask() - can the driver ask for a frequency?
 * @rps: as initialised, its limits read
 *
 * Any context.
 */
static inline bool oa_rps_can_ask(const struct oa_rps *rps)
{
	return rps->highest;
}

#endif /* _OA_RPS_H_ */
