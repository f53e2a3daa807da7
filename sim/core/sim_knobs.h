/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The names by which a front end lets its user look at a GPU, and change it: counts, the clock,
 * the activity, faults. Documentation/simulator.rst describes them.
 */
#ifndef _SIM_KNOBS_H_
#define _SIM_KNOBS_H_

#include "sim/core/gpu/sim_print.h"

struct oa_sim_gpu;

/* Not fewer than there are, for arrays of a front end */
#define SIM_MAX_KNOBS		96

/** enum sim_knob_kind - how a value is written */
enum sim_knob_kind {
	/** @SIM_KNOB_NUMBER: in decimal; whoever sets it may also use 0x */
	SIM_KNOB_NUMBER,
	/** @SIM_KNOB_HEX: in hexadecimal */
	SIM_KNOB_HEX,
	/** @SIM_KNOB_SWITCH: Y or N */
	SIM_KNOB_SWITCH,
	/** @SIM_KNOB_WORD: one of some words, whose numbers are the values */
	SIM_KNOB_WORD,
	/** @SIM_KNOB_TEXT: lines; whatever is written to it sets 0 */
	SIM_KNOB_TEXT,
};

/**
 * struct sim_knob - something with a name
 *
 * It can be read if it has @bytes or @show, and set if it has @set or is @writable.
 */
struct sim_knob {
	/** @name: the name */
	const char *name;
	/** @kind: how its value is written */
	enum sim_knob_kind kind;
	/** @offset: of the value in struct oa_sim_gpu */
	u32 offset;
	/** @bytes: its size there, 1, 4 or 8; 0: it has no value to be read */
	u8 bytes;
	/** @writable: what is set is stored */
	bool writable;
	/** @settle: let time pass until now first, because it belongs to the old state */
	bool settle;
	/** @slow: a read takes so long that the caller need not serialise; it may then be torn */
	bool slow;
	/** @most: the largest value that it can be set to */
	u64 most;
	/** @word: of SIM_KNOB_WORD: the word of a value up to @most */
	const char *(*word)(u32 value);
	/** @show: instead of @bytes: make the text */
	void (*show)(struct oa_sim_gpu *gpu, struct sim_text *text);
	/**
	 * @set: instead of storing it: act. What is left to do is put back into the value;
	 * return 0, 1 if something is left, or an error.
	 */
	int (*set)(struct oa_sim_gpu *gpu, u64 *value);
};

const struct sim_knob *sim_knob_get(u32 n);

#endif /* _SIM_KNOBS_H_ */
