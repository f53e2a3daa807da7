// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tree of EU time and the metrics by formula, as text and as members of a JSON object.
 *
 * The reason replaces a wrong value. Text leaves out the parts of a state that is small. JSON has
 * everything.
 */
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "tools/common/eutime.h"
#include "tools/common/message.h"

/**
 * eutime_metric() - a metric by formula
 * @name: its hierarchical name
 * @sum: increments of the counters
 * @machine: the GPU
 *
 * Return: its value, and what is wrong with it; a platform may lack it.
 */
struct oa_value eutime_metric(const char *name, const struct oa_increments *sum,
			      const struct oa_machine *machine)
{
	const struct oa_metric *metric;
	u32 i;

	for (i = 0; (metric = oa_metric_at(machine->counters, i)); i++)
		if (!strcmp(metric->name, name))
			return oa_metric_value(metric, sum, machine);
	return (struct oa_value){ .wrong = OA_WRONG_ABSENT };
}

/**
 * eutime_share() - print a share in percent, without the percent sign
 * @out: file to print to
 * @share: in 1/OA_WHOLE
 */
void eutime_share(FILE *out, u64 share)
{
	fprintf(out, "%" PRIu64 ".%04u", (uint64_t)(share / PER_PERCENT),
		(unsigned int)(share % PER_PERCENT));
}

/**
 * eutime_wrong() - print the reasons why a value is wrong
 * @out: file to print to
 * @wrong: OA_WRONG_*
 * @between: text between two reasons
 * @quote: text before and after each reason
 */
void eutime_wrong(FILE *out, u32 wrong, const char *between, const char *quote)
{
	bool first = true;
	u32 i;

	for (i = 0; i < OA_NUM_WRONGS; i++) {
		if (!(wrong >> i & 1))
			continue;
		fprintf(out, "%s%s%s%s", first ? "" : between, quote, oa_wrong_name(i), quote);
		first = false;
	}
}

/* Check whether the metric set is the reason that no state can be shown. */
bool eutime_lacks_set(const struct oa_tree *tree)
{
	u32 i;

	for (i = 0; i < tree->def->num; i++)
		if (tree->states[i].proven && !(tree->states[i].wrong & OA_WRONG_SET))
			return false;
	return true;
}

static void text_state(FILE *out, const struct oa_tree *tree, u32 i)
{
	const struct oa_tree_node *node = &tree->def->nodes[i];
	const struct oa_tree_state *state = &tree->states[i];
	const int indent = 2 * (node->level - 1);

	fprintf(out, "%*s%-*s ", indent, "", 22 - indent, node->name);
	if (!state->proven) {
		fprintf(out, "not proven: %s\n", node->doubt);
		return;
	}
	if (state->wrong) {
		fputs("not shown: ", out);
		eutime_wrong(out, state->wrong, ", ", "");
		fputc('\n', out);
		return;
	}
	fprintf(out, "%3" PRIu32 ".%04u %%  %s%s%s%s%s\n", state->share / PER_PERCENT,
		(unsigned int)(state->share % PER_PERCENT), node->meaning,
		node->doubt ? " (doubtful: " : "", node->doubt ?: "", node->doubt ? ")" : "",
		tree->look == (int)i ? "  <==" : "");
}

/* Print the states, and the one to investigate first. */
void eutime_text_states(FILE *out, const struct oa_tree *tree)
{
	int parent;
	u32 i;

	for (i = 0; i < tree->def->num; i++) {
		parent = oa_tree_parent(tree->def, i);
		if (parent < 0 || tree->states[parent].high)
			text_state(out, tree, i);
	}
	if (tree->look >= 0 && tree->def->nodes[tree->look].look)
		fprintf(out, "look at: %s\n", tree->def->nodes[tree->look].look);
}

/**
 * eutime_text_metrics() - print the metrics of a platform
 * @out: file to print to
 * @sum: the counters' increments
 * @machine: the GPU
 */
void eutime_text_metrics(FILE *out, const struct oa_increments *sum,
			 const struct oa_machine *machine)
{
	const struct oa_metric *m;
	struct oa_value value;
	u32 i;

	for (i = 0; (m = oa_metric_at(machine->counters, i)); i++) {
		value = oa_metric_value(m, sum, machine);
		fprintf(out, "  %-28s ", m->name);
		if (value.wrong) {
			fputs("not shown: ", out);
			eutime_wrong(out, value.wrong, ", ", "");
		} else if (m->most == OA_WHOLE) {
			eutime_share(out, value.value);
			fputs(" %", out);
		} else {
			fprintf(out, "%" PRIu64 " %s", (uint64_t)value.value, m->unit);
		}
		fprintf(out, "  %s%s%s%s\n", m->meaning, m->note ? " (" : "", m->note ?: "",
			m->note ? ")" : "");
	}
}

/**
 * eutime_json_text() - print a member of a JSON object, after its first one
 * @out: file to print to
 * @key: its key
 * @value: a string, NULL for null
 */
void eutime_json_text(FILE *out, const char *key, const char *value)
{
	fprintf(out, ",\"%s\":", key);
	if (value)
		print_json_string(out, value);
	else
		fputs("null", out);
}

static void json_wrong(FILE *out, u32 wrong)
{
	fputs(",\"wrong\":[", out);
	eutime_wrong(out, wrong, ",", "\"");
	fputs("]", out);
}

static void json_state(FILE *out, const struct oa_tree *tree, u32 i)
{
	const struct oa_tree_node *node = &tree->def->nodes[i];
	const struct oa_tree_state *state = &tree->states[i];
	const int parent = oa_tree_parent(tree->def, i);

	fprintf(out, "%s{\"name\":\"%s\",\"level\":%u", i ? "," : "", node->name, node->level);
	eutime_json_text(out, "parent", parent < 0 ? NULL : tree->def->nodes[parent].name);
	if (state->proven && !state->wrong) {
		fprintf(out, ",\"slots\":%" PRIu64 ",\"percent\":", (uint64_t)state->slots);
		eutime_share(out, state->share);
		fprintf(out, ",\"high\":%s", state->high ? "true" : "false");
	} else if (state->proven) {
		json_wrong(out, state->wrong);
	}
	fprintf(out, ",\"proven\":%s", state->proven ? "true" : "false");
	eutime_json_text(out, "meaning", node->meaning);
	eutime_json_text(out, "look", node->look);
	eutime_json_text(out, "doubt", node->doubt);
	fputc('}', out);
}

static void json_metric(FILE *out, const struct oa_metric *m, const struct oa_increments *sum,
			const struct oa_machine *machine)
{
	const struct oa_value value = oa_metric_value(m, sum, machine);

	fprintf(out, "{\"name\":\"%s\",\"unit\":\"%s\"", m->name,
		m->most == OA_WHOLE ? "%" : m->unit);
	if (value.wrong) {
		json_wrong(out, value.wrong);
	} else {
		fputs(",\"value\":", out);
		if (m->most == OA_WHOLE)
			eutime_share(out, value.value);
		else
			fprintf(out, "%" PRIu64, (uint64_t)value.value);
	}
	eutime_json_text(out, "meaning", m->meaning);
	eutime_json_text(out, "note", m->note);
	fputc('}', out);
}

/**
 * eutime_json() - print tree and metrics as members that follow others
 * @out: file to print to
 * @tree: the tree
 * @sum: the increments from which it was built
 * @machine: the GPU
 */
void eutime_json(FILE *out, const struct oa_tree *tree, const struct oa_increments *sum,
		 const struct oa_machine *machine)
{
	const struct oa_metric *m;
	u32 i;

	eutime_json_text(out, "look", tree->look < 0 ? NULL : tree->def->nodes[tree->look].name);
	eutime_json_text(out, "overlap", tree->def->overlap);
	fputs(",\"states\":[", out);
	for (i = 0; i < tree->def->num; i++)
		json_state(out, tree, i);
	fputs("],\"metrics\":[", out);
	for (i = 0; (m = oa_metric_at(machine->counters, i)); i++) {
		fputs(i ? "," : "", out);
		json_metric(out, m, sum, machine);
	}
	fputs("]", out);
}

/**
 * eutime_text_named() - print the named values of a metric set
 * @out: file to print to
 * @named: the values
 * @sum: the counters' increments
 * @machine: the GPU
 */
void eutime_text_named(FILE *out, const struct named_list *named,
		       const struct oa_increments *sum, const struct oa_machine *machine)
{
	char text[NAMED_TEXT_BYTES];
	struct named_value value;
	size_t i;

	for (i = 0; i < named->num; i++) {
		const struct named *one = &named->list[i];

		value = named_value(one, sum, machine);
		fprintf(out, "  %-28s ", one->name);
		if (value.wrong) {
			fputs("not shown: ", out);
			eutime_wrong(out, value.wrong, ", ", "");
		} else {
			named_print(text, one, &value);
			fprintf(out, "%s %s", text, one->unit);
		}
		fprintf(out, "  %s\n", one->meaning);
	}
}

/**
 * eutime_json_named() - print the named values as a member that follows others
 * @out: file to print to
 * @named: the values
 * @sum: the counters' increments
 * @machine: the GPU
 */
void eutime_json_named(FILE *out, const struct named_list *named,
		       const struct oa_increments *sum, const struct oa_machine *machine)
{
	char text[NAMED_TEXT_BYTES];
	struct named_value value;
	size_t i;

	fputs(",\"named\":[", out);
	for (i = 0; i < named->num; i++) {
		const struct named *one = &named->list[i];

		fprintf(out, "%s{\"name\":\"%s\"", i ? "," : "", one->name);
		eutime_json_text(out, "unit", one->unit);
		value = named_value(one, sum, machine);
		if (value.wrong) {
			json_wrong(out, value.wrong);
		} else {
			named_print(text, one, &value);
			fprintf(out, ",\"value\":%s", text);
		}
		eutime_json_text(out, "meaning", one->meaning);
		eutime_json_text(out, "group", one->group);
		fputc('}', out);
	}
	fputs("]", out);
}
