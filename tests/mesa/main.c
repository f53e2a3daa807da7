// SPDX-License-Identifier: GPL-2.0-only
/*
 * gles-counts [--list] [QUERY...] [--repeat N]: submits draws and dispatches with known counts to
 * the GPU that Mesa finds, without a window. All work is submitted once at the start, once within
 * the query of GL_INTEL_performance_query whose name begins with QUERY, for each QUERY, and N
 * times more. The program prints the submitted work and the counters of each query. "--list" prints
 * the names of the queries.
 */
#include <GLES3/gl32.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gles_counts.h"

/* All work submitted so far */
static struct counts all;

static void print_submitted(const char *what, const struct counts *c)
{
	printf("%s: draws %" PRIu64 " vertices %" PRIu64 " primitives %" PRIu64
	       " vertex_shader %" PRIu64 " dispatches %" PRIu64 " compute_shader %" PRIu64 "\n",
	       what, c->draws, c->vertices, c->primitives, c->vertex_shader, c->dispatches,
	       c->compute_shader);
	fflush(stdout);
}

static void add(struct counts *sum, const struct counts *c)
{
	sum->draws += c->draws;
	sum->dispatches += c->dispatches;
	sum->vertices += c->vertices;
	sum->primitives += c->primitives;
	sum->vertex_shader += c->vertex_shader;
	sum->compute_shader += c->compute_shader;
}

static void measure(const char *query)
{
	struct counts submitted = { 0 };

	queries_measure(query, &submitted);
	print_submitted("within the query", &submitted);
	add(&all, &submitted);
}

int main(int argc, char **argv)
{
	unsigned long times;
	int i;

	context_make();
	work_prepare(&all);
	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--list"))
			queries_list();
		else if (!strcmp(argv[i], "--repeat") && i + 1 < argc)
			for (times = strtoul(argv[++i], NULL, 0); times; times--)
				work_submit(&all);
		else
			measure(argv[i]);
	}
	glFinish();
	if (glGetError() != GL_NO_ERROR)
		fail("an error of GL");
	print_submitted("submitted", &all);
	return 0;
}
