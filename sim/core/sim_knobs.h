/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Knobs of a simulated GPU, which front ends offer to their users: counts, the clock, the activity,
 * faults. Documentation/simulator.rst describes them.
 */
#ifndef _SIM_KNOBS_H_
#define _SIM_KNOBS_H_

#include "sim/core/sim_env.h"

struct oa_sim_gpu;

/** struct sim_text - text under construction */
struct sim_text {
	/** @to: the buffer */
	char *to;
	/** @size: its size */
	size_t size;
	/** @length: length of the whole text; the buffer may hold only a part */
	size_t length;
};

/* Upper limit of their number, for arrays of a front end */
#define SIM_MAX_KNOBS		96

/** enum sim_knob_kind - formats of a value */
enum sim_knob_kind {
	/** @SIM_KNOB_NUMBER: in decimal; input may also begin with 0x */
	SIM_KNOB_NUMBER,
	/** @SIM_KNOB_HEX: in hexadecimal */
	SIM_KNOB_HEX,
	/** @SIM_KNOB_SWITCH: Y or N */
	SIM_KNOB_SWITCH,
	/** @SIM_KNOB_WORD: one of some words, whose numbers are the values */
	SIM_KNOB_WORD,
	/** @SIM_KNOB_TEXT: lines; any input sets 0 */
	SIM_KNOB_TEXT,
};

/**
 * struct sim_knob - a value, text or action with a name
 *
 * A knob can be read if it has @bytes or @show, and set if it has @set or is @writable.
 */
struct sim_knob {
	/** @name: the name */
	const char *name;
	/** @kind: format of its value */
	enum sim_knob_kind kind;
	/** @offset: of the value in struct oa_sim_gpu */
	u32 offset;
	/** @bytes: its size there, 1, 4 or 8; 0: it has no value to be read */
	u8 bytes;
	/** @writable: a new value is stored at @offset */
	bool writable;
	/** @settle: let time pass until now first, because that time belongs to the old state */
	bool settle;
	/** @slow: a read takes long, so callers do not serialise; its text may be torn */
	bool slow;
	/** @most: the largest value that it can be set to */
	u64 most;
	/** @word: of SIM_KNOB_WORD: the word of a value up to @most */
	const char *(*word)(u32 value);
	/** @show: instead of @bytes: make the text */
	void (*show)(struct oa_sim_gpu *gpu, struct sim_text *text);
	/**
	 * @set: instead of storing the value: act. The rest of the action is put back into the
	 * value; return 0, 1 if a rest is left, or an error.
	 */
	int (*set)(struct oa_sim_gpu *gpu, u64 *value);
};

const struct sim_knob *sim_knob_get(u32 n);

#endif /* _SIM_KNOBS_H_ */
