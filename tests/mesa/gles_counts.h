/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef GLES_COUNTS_H
#define GLES_COUNTS_H

#include <stdint.h>

/* struct counts - submitted work, in the units of the GPU's statistics registers */
struct counts {
	/* Calls */
	uint64_t draws, dispatches;
	/* Vertices that the vertex fetcher takes, counted for each instance */
	uint64_t vertices;
	/* Primitives made of these vertices */
	uint64_t primitives;
	/* Invocations of the vertex shader, if it runs for each vertex of each primitive */
	uint64_t vertex_shader;
	/* Invocations of compute shaders, in whole groups */
	uint64_t compute_shader;
};

/* gles_context.c */
void context_make(void);
void fail(const char *what) __attribute__((noreturn));

/* gles_work.c */
void work_prepare(struct counts *submitted);
void work_submit(struct counts *submitted);

/* gles_queries.c */
void queries_list(void);
/* Run work_submit() within the first query whose name begins with @begin; print its counters */
void queries_measure(const char *begin, struct counts *submitted);

#endif
