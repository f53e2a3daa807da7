/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What each context did, from the reports of a stream of all contexts.
 *
 * Pure functions on memory, but for the two that print.
 */
#ifndef _TOOLS_CONTEXT_H_
#define _TOOLS_CONTEXT_H_

#include "formats/oa_tree.h"
#include "tools/common/interval.h"

/* No context: none ran. Ids are masked, so no context has this one. */
#define CONTEXT_IDLE		0xffffffffu
/* All contexts beyond the first CONTEXTS_MOST - 2 */
#define CONTEXT_OTHERS		0xfffffffeu
/* Rows, with those of no context and of others */
#define CONTEXTS_MOST		64u
/* Room for the name of a context */
#define CONTEXT_NAME_BYTES	16

/** struct context - a context, or the time in which none ran */
struct context {
	/** @id: bits of CTX_ID that name it; CONTEXT_IDLE, CONTEXT_OTHERS */
	u32 id;
	/** @begun: times that it began to run, the first report included */
	u64 begun;
	/** @sum: the counters' increments while it ran */
	struct oa_increments sum;
};

/** struct contexts - the contexts of a stream or a file; all 0 before the first report */
struct contexts {
	/** @known: the previous report is known */
	bool known;
	/** @now: the context of the previous report */
	u32 now;
	/** @list: @num of them, in the order in which they were first seen */
	struct context list[CONTEXTS_MOST];
	/** @num: entries of @list */
	u32 num;
};

/** struct context_values - what is shown of a context */
struct context_values {
	/** @clocks: render clocks */
	u64 clocks;
	/** @has_clocks: @clocks were counted */
	bool has_clocks;
	/** @busy: share of its clocks in which the GPU was busy */
	struct oa_value busy;
	/** @active: EU.ACTIVE */
	struct oa_tree_state active;
	/** @stall: EU.STALL */
	struct oa_tree_state stall;
};

bool contexts_are_in(const struct oa_report_format *format);
bool contexts_add(struct contexts *contexts, const struct oa_report_format *format,
		  const struct interval *interval);
void contexts_restart(struct contexts *contexts);
u32 contexts_current(const struct contexts *contexts);
bool contexts_ran(const struct contexts *contexts);
u32 contexts_sort(const struct contexts *contexts, const struct context *sorted[CONTEXTS_MOST]);
void context_name(char name[CONTEXT_NAME_BYTES], u32 id);
u32 context_share(const struct contexts *contexts, const struct context *context);
struct context_values context_values(const struct oa_increments *sum,
				     const struct oa_machine *machine);
void contexts_text(FILE *out, const struct contexts *contexts, const struct oa_machine *machine);
void contexts_json(FILE *out, const struct contexts *contexts, const struct oa_machine *machine);

#endif /* _TOOLS_CONTEXT_H_ */
