// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cost of a report on its way to the reader.
 *
 * Half a buffer of reports is written and read in one go, for each way in turn, round by
 * round. A disturbance of the machine in one round hits all ways alike. Writing is not
 * timed, and leaves the caches equally full of reports for each way.
 */
#include <math.h>

#include "oa-bench.h"

/** struct column - one format or size, as measured */
struct column {
	/** @name: the column's heading */
	char name[16];
	/** @ns: ns per report, for each way */
	struct series ns[NUM_WAYS];
	/** @sim: the simulator's cost of writing the reports */
	struct sim_cost sim;
};

/** struct row - a ratio of two ways */
struct row {
	/** @key: its name in JSON */
	const char *key;
	/** @name: its name in the table */
	const char *name;
	/** @of: dividend */
	enum way_id of;
	/** @to: divisor */
	enum way_id to;
};

enum { A_TO_B, C_TO_A = 2 };

#define READING	(1u << READ_1M | 1u << READ_4K | 1u << BARE_1M | 1u << BARE_4K | \
		 1u << REFERENCE_1M | 1u << REFERENCE_4K)
#define SIZING	(1u << READ_1M | 1u << READ_66K | 1u << BARE_1M | 1u << BARE_64K)

static const struct row ratios[] = {
	[A_TO_B] = { "a_to_b_1m", "a/b, 1 MiB", READ_1M, BARE_1M },
	{ "a_to_b_4k", "a/b, 4 KiB", READ_4K, BARE_4K },
	[C_TO_A] = { "c_to_a_1m", "c/a, 1 MiB", REFERENCE_1M, READ_1M },
	{ "c_to_a_4k", "c/a, 4 KiB", REFERENCE_4K, READ_4K },
	/*
	 * No reader that copies can be better than (b): this ratio is the most that can
	 * be gained over (c).
	 */
	{ "c_to_b_1m", "c/b, 1 MiB", REFERENCE_1M, BARE_1M },
};

static struct series column_ratio(const struct column *column, const struct row *ratio)
{
	return series_ratio(&column->ns[ratio->of], &column->ns[ratio->to]);
}

static void measure(const struct bench_options *options, int drm, const struct oa_layout *layout,
		    u32 ring, u32 which, struct column *column)
{
	struct sim_cost before, sim;
	struct subject s;

	subject_open(&s, drm, layout, ring);
	before = sim_cost();
	/* The first round warms up. */
	for (unsigned int round = 0; round <= options->rounds; round++) {
		for (int way = 0; way < NUM_WAYS; way++) {
			if (!(which & 1u << way))
				continue;
			double ns = subject_measure(&s, way);

			if (round)
				series_add(&column->ns[way], ns);
		}
	}
	sim = sim_cost_since(&before);
	subject_close(&s);
	column->sim.ns += sim.ns;
	column->sim.reports += sim.reports;
}

static double sim_ns(const struct column *column)
{
	return column->sim.reports ? (double)column->sim.ns / column->sim.reports : NAN;
}

static void print_head(const char *what, const struct column *columns, unsigned int num)
{
	printf("%-22s", what);
	for (unsigned int i = 0; i < num; i++)
		printf(" %22s", columns[i].name);
	putchar('\n');
}

static void print_ratios(const struct column *columns, unsigned int num)
{
	print_head("ratios", columns, num);
	for (size_t r = 0; r < ARRAY_LEN(ratios); r++) {
		struct series ratio = column_ratio(&columns[0], &ratios[r]);

		if (!ratio.num)
			continue;
		printf("%-22s", ratios[r].name);
		for (unsigned int i = 0; i < num; i++) {
			ratio = column_ratio(&columns[i], &ratios[r]);
			printf(" %22s", cell(&ratio, 2));
		}
		putchar('\n');
	}
}

static void print_ns(const struct column *columns, unsigned int num)
{
	print_head("ns per report", columns, num);
	for (int way = 0; way < NUM_WAYS; way++) {
		if (!columns[0].ns[way].num)
			continue;
		printf("%-22s", ways[way].name);
		for (unsigned int i = 0; i < num; i++)
			printf(" %22s", cell(&columns[i].ns[way], 1));
		putchar('\n');
	}
	printf("%-22s", "the simulator's own");
	for (unsigned int i = 0; i < num; i++)
		printf(" %22.1f", sim_ns(&columns[i]));
	printf("\na system call that does nothing: %.0f ns\n", system_call_ns());
}

static void json_column(const struct column *column)
{
	json_open(column->name, '{');
	for (size_t r = 0; r < ARRAY_LEN(ratios); r++) {
		struct series ratio = column_ratio(column, &ratios[r]);

		if (ratio.num)
			json_summary(ratios[r].key, &ratio);
	}
	for (int way = 0; way < NUM_WAYS; way++)
		if (column->ns[way].num)
			json_summary(ways[way].key, &column->ns[way]);
	json_number("simulator", sim_ns(column));
	json_close();
}

static void print_columns(const char *key, const struct column *columns, unsigned int num)
{
	print_ratios(columns, num);
	print_ns(columns, num);
	json_open(key, '{');
	json_text("unit", "ns per report, and ratios");
	json_number("system_call_ns", system_call_ns());
	for (unsigned int i = 0; i < num; i++)
		json_column(&columns[i]);
	json_close();
}

static double ratio_median(const struct column *column, const struct row *ratio)
{
	struct series series = column_ratio(column, ratio);

	return series_summary(&series).median;
}

void bench_copies(const struct bench_options *options, int drm)
{
	static const unsigned int sizes[] = { 64, 128, 192, 256 };
	struct column columns[ARRAY_LEN(sizes)] = {}, *column = columns;

	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		const struct oa_layout *layout = layout_of(sizes[i]);
		const u32 ring = oa_facts()->ring;

		if (!layout)
			continue;
		snprintf(column->name, sizeof(column->name), "%u B", sizes[i]);
		measure(options, drm, layout, ring, READING, column++);
	}

	heading("Copying reports: median (quartiles) of %u rounds of half a buffer",
		options->rounds);
	print_columns("copies", columns, column - columns);
	column--;
	goal_at_most("read() at 256 B, times the bare copy", ratio_median(column, &ratios[A_TO_B]),
		     2);
	goal_at_least("the reference reader at 256 B, times read()",
		      ratio_median(column, &ratios[C_TO_A]), 2);
}

/* The lines of an idle GPU's counters are zero. They stay so only until it is busy once. */
void bench_idle(const struct bench_options *options, int drm)
{
	static const char * const activities[] = { "idle", "busy" };
	const struct oa_layout *layout = &oa_facts()->layouts[0];
	struct column columns[ARRAY_LEN(activities)] = {};
	double idle, busy;

	for (size_t i = 0; i < ARRAY_LEN(activities); i++) {
		snprintf(columns[i].name, sizeof(columns[i].name), "%s", activities[i]);
		sim_activity(activities[i]);
		measure(options, drm, layout, oa_facts()->ring, 1u << READ_1M, &columns[i]);
	}
	heading("An idle GPU, %u-byte reports", layout->bytes);
	print_columns("idle", columns, ARRAY_LEN(columns));
	idle = series_summary(&columns[0].ns[READ_1M]).median;
	busy = series_summary(&columns[1].ns[READ_1M]).median;
	goal_at_most("read() on an idle GPU, times a busy one", idle / busy, 1.2);
}

/* The most expensive way, as a multiple of the cheapest one. */
static double spread(const struct column *columns, unsigned int num, enum way_id way)
{
	double low = INFINITY, high = 0;

	for (unsigned int i = 0; i < num; i++) {
		low = fmin(low, series_summary(&columns[i].ns[way]).median);
		high = fmax(high, series_summary(&columns[i].ns[way]).median);
	}
	return num ? high / low : NAN;
}

/* Both ways make the same system calls, and small buffers need more of these per report. */
static void print_added(const struct column *columns, unsigned int num)
{
	printf("%-22s", "(a) less (b)");
	json_open("read_less_bare", '{');
	for (unsigned int i = 0; i < num; i++) {
		struct series added = series_difference(&columns[i].ns[READ_1M],
							&columns[i].ns[BARE_1M]);

		printf(" %22s", cell(&added, 1));
		json_summary(columns[i].name, &added);
	}
	json_close();
	putchar('\n');
}

void bench_sizes(const struct bench_options *options, int drm)
{
	static const u32 sizes[] = { 128 * KiB, MiB, 4 * MiB, 16 * MiB };
	static const enum way_id shown[] = { READ_1M, READ_66K, BARE_1M, BARE_64K };
	const struct oa_layout *layout = &oa_facts()->layouts[0];
	struct column columns[ARRAY_LEN(sizes)] = {}, *column = columns;

	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		if (sizes[i] > oa_facts()->ring)
			continue;
		snprintf(column->name, sizeof(column->name), "%u KiB", sizes[i] / KiB);
		measure(options, drm, layout, sizes[i], SIZING, column++);
	}
	heading("Size of the OA buffer, %u-byte reports", layout->bytes);
	print_columns("sizes", columns, column - columns);
	print_added(columns, column - columns);
	for (size_t i = 0; i < ARRAY_LEN(shown); i++)
		printf("%s: dearest size to cheapest %.2f\n", ways[shown[i]].name,
		       spread(columns, column - columns, shown[i]));
	goal_at_most("read() of 256 reports, at the dearest size of the buffer, times the cheapest",
		     spread(columns, column - columns, READ_66K), 1.25);
	goal_at_most("read() of 1 MiB, or of half the buffer: dearest size, times the cheapest",
		     spread(columns, column - columns, READ_1M), 1.25);
}
