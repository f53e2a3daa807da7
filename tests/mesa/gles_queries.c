// SPDX-License-Identifier: GPL-2.0-only
/*
 * GL_INTEL_performance_query: the statistics registers and the OA unit's metric sets, as Mesa
 * offers them.
 */
#include <EGL/egl.h>
#include <GLES3/gl32.h>
#include <GLES2/gl2ext.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gles_counts.h"

#define NAME_BYTES	256
#define TEXT_BYTES	1024

#define FUNCTIONS(f)					\
	f(PFNGLGETFIRSTPERFQUERYIDINTELPROC, GetFirstPerfQueryIdINTEL)	\
	f(PFNGLGETNEXTPERFQUERYIDINTELPROC, GetNextPerfQueryIdINTEL)	\
	f(PFNGLGETPERFQUERYINFOINTELPROC, GetPerfQueryInfoINTEL)	\
	f(PFNGLGETPERFCOUNTERINFOINTELPROC, GetPerfCounterInfoINTEL)	\
	f(PFNGLCREATEPERFQUERYINTELPROC, CreatePerfQueryINTEL)	\
	f(PFNGLDELETEPERFQUERYINTELPROC, DeletePerfQueryINTEL)	\
	f(PFNGLBEGINPERFQUERYINTELPROC, BeginPerfQueryINTEL)	\
	f(PFNGLENDPERFQUERYINTELPROC, EndPerfQueryINTEL)	\
	f(PFNGLGETPERFQUERYDATAINTELPROC, GetPerfQueryDataINTEL)

#define DECLARE(type, name)	static type name;
FUNCTIONS(DECLARE)

static void look_up(void)
{
#define LOOK_UP(type, name)						\
	name = (type)eglGetProcAddress("gl" #name);			\
	if (!name)							\
		fail("no GL_INTEL_performance_query");
	FUNCTIONS(LOOK_UP)
}

static void print_name(GLuint id)
{
	char name[NAME_BYTES] = "";
	GLuint bytes, counters, instances, caps;

	GetPerfQueryInfoINTEL(id, sizeof(name), name, &bytes, &counters, &instances, &caps);
	printf("query: %u counters: %s\n", counters, name);
}

void queries_list(void)
{
	GLuint id = 0;

	look_up();
	GetFirstPerfQueryIdINTEL(&id);
	for (; id; GetNextPerfQueryIdINTEL(id, &id))
		print_name(id);
}

static void print_counter(GLuint id, GLuint counter, const uint8_t *data)
{
	char name[NAME_BYTES] = "", text[TEXT_BYTES] = "";
	GLuint offset, bytes, kind, type;
	GLuint64 most;
	uint64_t u64 = 0;
	float f32;
	double f64;

	GetPerfCounterInfoINTEL(id, counter, sizeof(name), name, sizeof(text), text, &offset,
				&bytes, &kind, &type, &most);
	printf("counter: %s: ", name);
	switch (type) {
	case GL_PERFQUERY_COUNTER_DATA_FLOAT_INTEL:
		memcpy(&f32, data + offset, sizeof(f32));
		printf("%f\n", f32);
		break;
	case GL_PERFQUERY_COUNTER_DATA_DOUBLE_INTEL:
		memcpy(&f64, data + offset, sizeof(f64));
		printf("%f\n", f64);
		break;
	default:
		memcpy(&u64, data + offset, bytes < sizeof(u64) ? bytes : sizeof(u64));
		printf("%" PRIu64 "\n", u64);
	}
}

/* Return the first query whose name begins with @begin, or 0 if there is none. */
static GLuint find(const char *begin, char *name, GLuint *bytes, GLuint *counters)
{
	GLuint id = 0, instances, caps;

	GetFirstPerfQueryIdINTEL(&id);
	for (; id; GetNextPerfQueryIdINTEL(id, &id)) {
		GetPerfQueryInfoINTEL(id, NAME_BYTES, name, bytes, counters, &instances, &caps);
		if (!strncmp(name, begin, strlen(begin)))
			break;
	}
	return id;
}

void queries_measure(const char *begin, struct counts *submitted)
{
	GLuint id, handle = 0, bytes, counters, written = 0, i;
	char name[NAME_BYTES];
	uint8_t *data;

	look_up();
	id = find(begin, name, &bytes, &counters);
	if (!id)
		fail("no such query");
	CreatePerfQueryINTEL(id, &handle);
	if (!handle)
		fail("the query can't be made");
	BeginPerfQueryINTEL(handle);
	work_submit(submitted);
	EndPerfQueryINTEL(handle);
	if (glGetError() != GL_NO_ERROR)
		fail("the query does not begin or end");
	data = calloc(1, bytes);
	GetPerfQueryDataINTEL(handle, GL_PERFQUERY_WAIT_INTEL, bytes, data, &written);
	if (!written)
		fail("the query has no result");
	printf("measured: %s\n", name);
	/* Counters are numbered from 1 on. */
	for (i = 1; i <= counters; i++)
		print_counter(id, i, data);
	DeletePerfQueryINTEL(handle);
	free(data);
}
