/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files of metric sets in the form that IGT and Mesa keep: a <metrics> of <set>s, each with
 * <counter>s and with lists of registers.
 */
#ifndef _TOOLS_METRICXML_H_
#define _TOOLS_METRICXML_H_

#include <stdbool.h>
#include <stddef.h>

#include "tools/common/metricset.h"

/** struct metric_counter - a counter of a set */
struct metric_counter {
	/** @name: for people, e.g. "EU Active" */
	char *name;
	/** @symbol: for programs, e.g. "EuActive" */
	char *symbol;
	/** @description: one line */
	char *description;
	/** @units: "percent", "bytes" */
	char *units;
	/** @group: "EU Array/Vertex Shader" */
	char *group;
	/** @equation: its value */
	char *equation;
	/** @max_equation: its greatest value, NULL: not known */
	char *max_equation;
	/** @availability: condition, NULL: none */
	char *availability;
	/** @real: values have decimals */
	bool real;
	/** @line: of the file */
	unsigned long line;
};

/** enum metric_list - a list of registers of the driver's ABI */
enum metric_list { METRIC_MUX, METRIC_BOOLEAN, METRIC_FLEX, METRIC_NUM_LISTS };

/** struct metric_config - registers that a set programs under a condition */
struct metric_config {
	/** @list: their list */
	enum metric_list list;
	/** @availability: condition, NULL: none */
	char *availability;
	/** @registers: in the order of the file */
	struct set_list registers;
	/** @line: of the file */
	unsigned long line;
};

/** struct file_set - a metric set of a file */
struct file_set {
	/** @path: of the file */
	char *path;
	/** @name: for people */
	char *name;
	/** @symbol: for programs, e.g. "RenderBasic" */
	char *symbol;
	/** @uuid: under which it is registered */
	char *uuid;
	/** @chipset: e.g. "HSW", "SKLGT2" */
	char *chipset;
	/** @line: of the file */
	unsigned long line;
	/** @counters: @num_counters of them */
	struct metric_counter *counters;
	/** @num_counters: entries of @counters */
	size_t num_counters;
	/** @configs: @num_configs of them */
	struct metric_config *configs;
	/** @num_configs: entries of @configs */
	size_t num_configs;
};

/** struct file_sets - the sets of all files that were read */
struct file_sets {
	/** @list: allocated */
	struct file_set *list;
	/** @num: entries of @list */
	size_t num;
};

int metricxml_read(struct file_sets *sets, const char *path, bool others);
void metricxml_free(struct file_sets *sets);

#endif /* _TOOLS_METRICXML_H_ */
