/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tree of EU time and the metrics by formula, as text and as members of a JSON object.
 */
#ifndef _TOOLS_EUTIME_H_
#define _TOOLS_EUTIME_H_

#include <stdio.h>

#include "formats/oa_tree.h"
#include "tools/common/named.h"

/* A percentage has four decimals, and is exact. */
#define PER_PERCENT	(OA_WHOLE / 100)

/* A hint for a recording whose metric set has no tree */
#define EUTIME_HINT \
	"the metric set is not known to count EU time: record with oa-dump --metrics tree"

struct oa_value eutime_metric(const char *name, const struct oa_increments *sum,
			      const struct oa_machine *machine);
bool eutime_lacks_set(const struct oa_tree *tree);
void eutime_share(FILE *out, u64 share);
void eutime_wrong(FILE *out, u32 wrong, const char *between, const char *quote);
void eutime_text_states(FILE *out, const struct oa_tree *tree);
void eutime_text_metrics(FILE *out, const struct oa_increments *sum,
			 const struct oa_machine *machine);
void eutime_text_named(FILE *out, const struct named_list *named,
		       const struct oa_increments *sum, const struct oa_machine *machine);
void eutime_json_named(FILE *out, const struct named_list *named,
		       const struct oa_increments *sum, const struct oa_machine *machine);
void eutime_json_text(FILE *out, const char *key, const char *value);
void eutime_json(FILE *out, const struct oa_tree *tree, const struct oa_increments *sum,
		 const struct oa_machine *machine);

#endif /* _TOOLS_EUTIME_H_ */
