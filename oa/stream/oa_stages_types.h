/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_STAGES_TYPES_H_
#define _OA_STAGES_TYPES_H_

#include <linux/types.h>

/* Most bytes of what a stage saw, with the terminator */
#define OA_STAGE_SAW_BYTES	512

/** enum oa_stage - stages of a first contact with a GPU, in their order */
enum oa_stage {
	/** @OA_STAGE_REGISTERS: registers of the OA unit hold what is written to them */
	OA_STAGE_REGISTERS,
	/** @OA_STAGE_TIMER: the timer writes reports, with neither engine nor metric set */
	OA_STAGE_TIMER,
	/** @OA_STAGE_CONTEXT: the driver's context runs, and the timer writes reports in it */
	OA_STAGE_CONTEXT,
	/** @OA_STAGE_INTERRUPTS: the half-full interrupt comes */
	OA_STAGE_INTERRUPTS,
	/** @OA_NUM_STAGES: number of stages; as a limit: no limit, and none is tried */
	OA_NUM_STAGES,
};

/** enum oa_stage_state - what became of a stage */
enum oa_stage_state {
	/** @OA_STAGE_NOT_TRIED: it is after the limit, or one before it failed */
	OA_STAGE_NOT_TRIED,
	/** @OA_STAGE_PASSED: all was as documented, or the platform has nothing to try */
	OA_STAGE_PASSED,
	/** @OA_STAGE_FAILED: something was not; the stages after it are not tried */
	OA_STAGE_FAILED,
};

/**
 * struct oa_stage_result - what a stage saw
 */
struct oa_stage_result {
	/** @state: what became of it */
	enum oa_stage_state state;
	/** @saw: in words, one line, for the log and debugfs */
	char saw[OA_STAGE_SAW_BYTES];
};

/**
 * struct oa_stages - how far the driver goes with a GPU, and what it met
 */
struct oa_stages {
	/** @limit: the last stage that may be tried; OA_NUM_STAGES: streams may be opened */
	enum oa_stage limit;
	/** @results: by enum oa_stage; constant after probe */
	struct oa_stage_result results[OA_NUM_STAGES];
};

#endif /* _OA_STAGES_TYPES_H_ */
