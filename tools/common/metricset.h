/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The metric set of a stream: the registers that it programs, what its counters are called, and
 * its registration with the driver.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _TOOLS_METRICSET_H_
#define _TOOLS_METRICSET_H_

#include "tools/common/dump_gpu.h"
#include "tools/common/event.h"
#include "tools/common/named.h"

struct file_metrics;

/** struct set_list - one of the three lists of registers of a metric set */
struct set_list {
	/** @pairs: address and value, allocated */
	u32 (*pairs)[2];
	/** @num: entries of @pairs */
	u32 num;
};

/** struct set_registers - registers that a metric set programs */
struct set_registers {
	/** @mux: routing of signals */
	struct set_list mux;
	/** @boolean: triggers and custom events */
	struct set_list boolean;
	/** @flex: flexible EU events */
	struct set_list flex;
};

/** struct metric_set - the metric set that the command line chooses */
struct metric_set {
	/** @name: "tree", "selftest", "events", or empty */
	char name[64];
	/** @uuid: empty if only the number is known */
	char uuid[40];
	/** @id: its number, after metricset_register() */
	u64 id;
	/** @added: this program has registered it, and removes it in the end */
	bool added;
	/** @own: @registers are to be registered; else a registered set is used as it is */
	bool own;
	/** @spare: events may take each of its counters, as those of "tree" */
	bool spare;
	/** @programmed: OA_PROGRAMMED_* */
	u32 programmed;
	/** @a_other: A counters of which OA_PROGRAMMED_TREE is not true */
	u64 a_other;
	/** @registers: of a set of the tools */
	struct set_registers registers;
	/** @events: of the command line, with their counters */
	struct event_list events;
	/** @named: the names of its values */
	struct named_list named;
	/** @file: the file that has it, NULL: none */
	struct file_metrics *file;
};

int metricset_choose(struct metric_set *set, const struct dump_gpu *gpu,
		     const struct dump_source *source);
int metricset_register(struct metric_set *set, const struct dump_gpu *gpu);
void metricset_remove(struct metric_set *set, const struct dump_gpu *gpu);
void metricset_free(struct metric_set *set);
void metricset_describe(const struct metric_set *set, const struct dump_gpu *gpu,
			struct record_source *source);
const char *metricset_uuid(const char *name);

int set_add(struct set_list *list, u32 address, u32 value);
const u32 *set_find(const struct set_list *list, u32 address);
int set_read(struct set_registers *registers, const struct dump_gpu *gpu, u64 id);
void set_free(struct set_registers *registers);
void set_recognise(const struct set_registers *registers, const struct dump_platform *platform,
		   u32 *programmed, u64 *a_other);
void set_uuid(const struct set_registers *registers, char uuid[40]);

#endif /* _TOOLS_METRICSET_H_ */
