// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metric sets of files.
 *
 * A set is compiled for one GPU, whose facts are numbers in its equations. A counter whose equation
 * is not understood is left out with a line that names file and line; the others stay. A counter
 * that the GPU lacks is left out silently, and others may still refer to it.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "formats/oa_flex.h"
#include "formats/oa_names.h"
#include "tools/common/equation.h"
#include "tools/common/message.h"
#include "tools/common/metricfile.h"

/* As many as printf's %f has, which is what IGT's reader prints */
#define DECIMALS	6

/* struct counter_value - the argument of a named value */
struct counter_value {
	const struct file_metrics *metrics;
	size_t index;
};

/* struct file_metrics - a set of a file, compiled for a GPU */
struct file_metrics {
	/* The files' sets, of which @set is one; empty if others free them */
	struct file_sets sets;
	const struct file_set *set;
	struct gpu_facts facts;
	/* For each counter of the set; those of a counter that is left out have no steps */
	struct equation *values;
	struct equation *maxima;
	struct counter_value *args;
	/* Counters that the GPU has */
	bool *available;
	/* Counters that were left out */
	size_t left_out;
};

static int read_in_folder(struct file_sets *sets, const char *path, const char *name)
{
	char *file;
	int ret;

	if (asprintf(&file, "%s/%s", path, name) < 0) {
		complain("no memory for the files of %s", path);
		return -1;
	}
	ret = metricxml_read(sets, file, true);
	free(file);
	return ret;
}

/* Read all XML files of a folder, by name. */
static int read_folder(struct file_sets *sets, const char *path)
{
	struct dirent **entries;
	const size_t before = sets->num;
	int num = scandir(path, &entries, NULL, alphasort), i, ret = 0;
	const char *dot;

	if (num < 0) {
		complain("%s: %s", path, strerror(errno));
		return -1;
	}
	for (i = 0; i < num; i++) {
		dot = strrchr(entries[i]->d_name, '.');
		if (!ret && dot && !strcasecmp(dot, ".xml"))
			ret = read_in_folder(sets, path, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	if (ret || sets->num > before)
		return ret;
	complain("%s has no file of metric sets", path);
	return -1;
}

static int read_path(struct file_sets *sets, const char *path)
{
	struct stat st;

	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return read_folder(sets, path);
	return metricxml_read(sets, path, false);
}

/**
 * metricfile_load() - read all files
 * @sets: filled in, for metricxml_free()
 * @paths: files and folders of the command line, NULL behind the last one; NULL: none
 *
 * Those of the environment follow. Return: 0 or -1.
 */
int metricfile_load(struct file_sets *sets, char *const *paths)
{
	const char *variable = getenv(METRICFILE_VARIABLE);
	char *list = strdup(variable ?: ""), *save = NULL, *path;
	int ret = list ? 0 : -1;

	if (ret)
		complain("no memory for %s", METRICFILE_VARIABLE);
	*sets = (struct file_sets){ .num = 0 };
	for (; paths && *paths && !ret; paths++)
		ret = read_path(sets, *paths);
	for (path = list ? strtok_r(list, ":", &save) : NULL; path && !ret;
	     path = strtok_r(NULL, ":", &save))
		ret = read_path(sets, path);
	free(list);
	if (ret)
		metricxml_free(sets);
	return ret;
}

static bool is_called(const struct file_set *set, const char *wanted)
{
	return !strcasecmp(set->symbol, wanted) || !strcasecmp(set->uuid, wanted);
}

/* The first set of this name for this GPU, else one of another GPU */
static const struct file_set *find_set(const struct file_sets *sets, const struct gpu_facts *facts,
				       const char *wanted)
{
	const struct file_set *other = NULL;
	size_t i;

	for (i = 0; i < sets->num; i++) {
		if (!is_called(&sets->list[i], wanted))
			continue;
		if (gpufacts_fit(facts, sets->list[i].chipset))
			return &sets->list[i];
		other = other ?: &sets->list[i];
	}
	return other;
}

static bool fact(void *arg, const char *name, u64 *value)
{
	const struct file_metrics *m = arg;

	return gpufacts_find(&m->facts, name, value);
}

static int counter_by_symbol(void *arg, const char *name)
{
	const struct file_metrics *m = arg;
	size_t i;

	for (i = 0; i < m->set->num_counters; i++)
		if (!strcmp(m->set->counters[i].symbol, name))
			return i;
	return -1;
}

static void leave_out(struct file_metrics *m, size_t i, const char *what, const char *why)
{
	const struct metric_counter *counter = &m->set->counters[i];

	/* A list of all sets has the number of them instead. */
	if (!m->facts.everything)
		complain("%s:%lu: %s of %s is left out: %s%s", m->set->path, counter->line,
			 counter->symbol, m->set->symbol, what, why);
	m->left_out++;
	equation_free(&m->values[i]);
}

/*
 * Evaluate a condition, which reads no counter.
 * Return: 1 or 0; -1: not understood, with the reason.
 */
static int condition(const struct file_metrics *m, const char *text, char why[EQUATION_WHY_BYTES])
{
	static const struct oa_increments none;
	const struct equation_names names = { .arg = (void *)m, .fact = fact };
	const struct equation_input input = { .sum = &none };
	struct equation_value value;
	struct equation equation;

	if (!text)
		return 1;
	if (equation_compile(&equation, text, &names, why))
		return -1;
	if (equation_evaluate(&equation, &input, &value)) {
		snprintf(why, EQUATION_WHY_BYTES, "it reads a counter");
		equation_free(&equation);
		return -1;
	}
	equation_free(&equation);
	return value.whole != 0;
}

/* Check for a counter that would hide another one. */
static bool is_taken(const struct file_metrics *m, size_t i)
{
	return counter_by_symbol((void *)m, m->set->counters[i].symbol) != (int)i;
}

static void compile_counter(struct file_metrics *m, size_t i)
{
	const struct equation_names names = {
		.arg = m, .fact = fact, .counter = counter_by_symbol,
	};
	const struct metric_counter *counter = &m->set->counters[i];
	char why[EQUATION_WHY_BYTES];
	int is;

	m->args[i] = (struct counter_value){ .metrics = m, .index = i };
	if (named_is_reserved(counter->symbol)) {
		leave_out(m, i, "", "a report has something else of this name");
		return;
	}
	if (is_taken(m, i)) {
		leave_out(m, i, "", "the set has another counter of this name");
		return;
	}
	is = condition(m, counter->availability, why);
	if (is < 0) {
		leave_out(m, i, "its availability: ", why);
		return;
	}
	m->available[i] = is;
	if (equation_compile(&m->values[i], counter->equation, &names, why)) {
		leave_out(m, i, "", why);
		return;
	}
	m->values[i].real = counter->real;
	/* A maximum only describes: without one the counter is as good. */
	if (counter->max_equation &&
	    !equation_compile(&m->maxima[i], counter->max_equation, &names, why))
		m->maxima[i].real = counter->real;
}

/* Without what it refers to, a maximum is not known. */
static void resolve_maximum(struct file_metrics *m, size_t i)
{
	struct equation *maximum = &m->maxima[i];
	u32 n = 0;

	while (n < maximum->num && (maximum->steps[n].op != EQUATION_COUNTER ||
				    m->values[maximum->steps[n].number].num))
		n++;
	if (n < maximum->num)
		equation_free(maximum);
}

/* Each counter that is left out may cause others to be left out. */
static void resolve(struct file_metrics *m)
{
	char why[EQUATION_WHY_BYTES];
	bool again = true;
	size_t i;

	while (again) {
		again = false;
		for (i = 0; i < m->set->num_counters; i++) {
			if (!m->values[i].num || !equation_resolve(m->values, i, why))
				continue;
			leave_out(m, i, "", why);
			again = true;
		}
	}
	for (i = 0; i < m->set->num_counters; i++)
		resolve_maximum(m, i);
}

/**
 * metricfile_compile() - compile a set for a GPU
 * @set: the set, which must outlive the result
 * @facts: the GPU
 *
 * Return: the compiled set, for metricfile_close(), or NULL.
 */
struct file_metrics *metricfile_compile(const struct file_set *set, const struct gpu_facts *facts)
{
	struct file_metrics *m = calloc(1, sizeof(*m));
	const size_t num = set->num_counters;
	size_t i;

	if (m) {
		m->set = set;
		m->facts = *facts;
		m->values = calloc(num + 1, sizeof(*m->values));
		m->maxima = calloc(num + 1, sizeof(*m->maxima));
		m->args = calloc(num + 1, sizeof(*m->args));
		m->available = calloc(num + 1, sizeof(*m->available));
	}
	if (!m || !m->values || !m->maxima || !m->args || !m->available) {
		complain("no memory for the counters of %s", set->symbol);
		metricfile_close(m);
		return NULL;
	}
	for (i = 0; i < num; i++)
		compile_counter(m, i);
	resolve(m);
	return m;
}

/**
 * metricfile_open() - find a set in files, and compile it for a GPU
 * @metrics: set to the set, for metricfile_close(); else to NULL
 * @paths: as for metricfile_load()
 * @facts: the GPU
 * @wanted: name or uuid of the set
 */
enum metricfile_found metricfile_open(struct file_metrics **metrics, char *const *paths,
				      const struct gpu_facts *facts, const char *wanted)
{
	enum metricfile_found found = METRICFILE_FAILED;
	const struct file_set *set;
	struct file_sets sets;

	*metrics = NULL;
	if (metricfile_load(&sets, paths))
		return METRICFILE_FAILED;
	set = find_set(&sets, facts, wanted);
	if (!set)
		found = METRICFILE_NONE;
	else if (!gpufacts_fit(facts, set->chipset))
		complain("%s:%lu: the metric set %s is for %s, not for this GPU, which is %s",
			 set->path, set->line, set->symbol, set->chipset,
			 facts->family ?: "none that metric files know");
	else
		*metrics = metricfile_compile(set, facts);
	if (!*metrics) {
		metricxml_free(&sets);
		return found;
	}
	(*metrics)->sets = sets;
	return METRICFILE_FOUND;
}

/* The set as the file has it. */
const struct file_set *metricfile_set(const struct file_metrics *metrics)
{
	return metrics->set;
}

/* Number of counters that were left out, because they are not understood. */
size_t metricfile_left_out(const struct file_metrics *metrics)
{
	return metrics->left_out;
}

/* The greatest value of a counter, NULL: not known. */
const struct equation *metricfile_maximum(const struct file_metrics *metrics, size_t counter)
{
	return metrics->maxima[counter].num ? &metrics->maxima[counter] : NULL;
}

static int copy_list(struct set_list *to, const struct set_list *from)
{
	u32 i;

	to->num = 0;
	for (i = 0; i < from->num; i++)
		if (set_add(to, from->pairs[i][0], from->pairs[i][1]))
			return -1;
	return 0;
}

/**
 * metricfile_registers() - the registers that a set programs on its GPU
 * @metrics: the set
 * @registers: filled in, for set_free()
 *
 * Of each list the last one whose condition is true is programmed, as IGT and Mesa do. Return: 0 or
 * -1, also if a condition is not understood.
 */
int metricfile_registers(const struct file_metrics *metrics, struct set_registers *registers)
{
	struct set_list *const lists[METRIC_NUM_LISTS] = {
		[METRIC_MUX] = &registers->mux, [METRIC_BOOLEAN] = &registers->boolean,
		[METRIC_FLEX] = &registers->flex,
	};
	const struct file_set *set = metrics->set;
	char why[EQUATION_WHY_BYTES];
	size_t i;
	int is;

	*registers = (struct set_registers){ .mux.num = 0 };
	for (i = 0; i < set->num_configs; i++) {
		is = condition(metrics, set->configs[i].availability, why);
		if (is < 0) {
			complain("%s:%lu: the availability of registers of %s: %s", set->path,
				 set->configs[i].line, set->symbol, why);
			return -1;
		}
		if (is && copy_list(lists[set->configs[i].list], &set->configs[i].registers))
			return -1;
	}
	return 0;
}

/* Counters whose bound depends on the event that a set chooses */
static u64 flexible(const struct file_metrics *m)
{
	return m->facts.platform->counters->has_ticks ?
	       ((1ull << OA_NUM_FLEX_EVENTS) - 1) << OA_FLEX_FIRST : 0;
}

static struct named_value value_of(const struct named *named, const struct oa_increments *sum,
				   const struct oa_machine *machine)
{
	const struct counter_value *arg = named->arg;
	const u64 hz = arg->metrics->facts.timestamp_hz;
	struct equation_input input = {
		.sum = sum, .flex = flexible(arg->metrics), .all = arg->metrics->values,
	};
	struct oa_increments scaled;
	struct equation_value value;
	u32 wrong;

	/* Equations have the GPU's ticks, and oa-top has nanoseconds. */
	if (machine->timestamp_hz != hz) {
		scaled = *sum;
		scaled.time = oa_fraction(sum->time, machine->timestamp_hz, hz);
		input.sum = &scaled;
	}
	wrong = equation_evaluate(&arg->metrics->values[arg->index], &input, &value);
	return (struct named_value){ .wrong = wrong, .whole = value.whole, .real = value.real };
}

static const char *unit_of(const struct metric_counter *counter)
{
	if (!counter->units)
		return "";
	if (!strcmp(counter->units, "percent"))
		return "%";
	if (!strcmp(counter->units, "hz"))
		return "Hz";
	return counter->units;
}

/**
 * metricfile_name() - add the counters of a set that the GPU has
 * @metrics: the set, which must outlive the list
 * @named: the list
 *
 * Return: 0 or -1.
 */
int metricfile_name(const struct file_metrics *metrics, struct named_list *named)
{
	const struct file_set *set = metrics->set;
	size_t i;

	for (i = 0; i < set->num_counters; i++) {
		const struct metric_counter *counter = &set->counters[i];
		const struct named one = {
			.name = counter->symbol,
			.meaning = counter->description ?: counter->name ?: "",
			.unit = unit_of(counter),
			.group = counter->group,
			.decimals = counter->real ? DECIMALS : 0,
			.value = value_of,
			.arg = &metrics->args[i],
		};

		if (metrics->available[i] && metrics->values[i].num && named_add(named, &one))
			return -1;
	}
	return 0;
}

/* Release a set, which may be NULL. */
void metricfile_close(struct file_metrics *metrics)
{
	size_t i;

	if (!metrics)
		return;
	for (i = 0; i < metrics->set->num_counters; i++) {
		if (metrics->values)
			equation_free(&metrics->values[i]);
		if (metrics->maxima)
			equation_free(&metrics->maxima[i]);
	}
	free(metrics->values);
	free(metrics->maxima);
	free(metrics->args);
	free(metrics->available);
	metricxml_free(&metrics->sets);
	free(metrics);
}
