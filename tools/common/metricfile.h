/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Metric sets of files: find one for a GPU, program it, and compute its counters.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _TOOLS_METRICFILE_H_
#define _TOOLS_METRICFILE_H_

#include "tools/common/gpufacts.h"
#include "tools/common/metricset.h"
#include "tools/common/metricxml.h"

/* Files and folders that are always read, with colons between them */
#define METRICFILE_VARIABLE	"OA_METRICS_PATH"

/** enum metricfile_found - result of a search */
enum metricfile_found {
	METRICFILE_FOUND,
	/** @METRICFILE_NONE: no file has such a set */
	METRICFILE_NONE,
	/** @METRICFILE_FAILED: after a message */
	METRICFILE_FAILED,
};

struct file_metrics;

int metricfile_load(struct file_sets *sets, char *const *paths);
struct file_metrics *metricfile_compile(const struct file_set *set,
					const struct gpu_facts *facts);
enum metricfile_found metricfile_open(struct file_metrics **metrics, char *const *paths,
				      const struct gpu_facts *facts, const char *wanted);
const struct file_set *metricfile_set(const struct file_metrics *metrics);
size_t metricfile_left_out(const struct file_metrics *metrics);
const struct equation *metricfile_maximum(const struct file_metrics *metrics, size_t counter);
int metricfile_registers(const struct file_metrics *metrics, struct set_registers *registers);
int metricfile_name(const struct file_metrics *metrics, struct named_list *named);
void metricfile_close(struct file_metrics *metrics);

#endif /* _TOOLS_METRICFILE_H_ */
