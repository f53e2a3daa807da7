// SPDX-License-Identifier: GPL-2.0-only
/*
 * Draws and dispatches with known counts. Nothing depends on what a shader computes, so the counts
 * are the same on a GPU that computes nothing.
 */
#include <GLES3/gl32.h>
#include <stdio.h>

#include "gles_counts.h"

#define SIDE		64	/* of the frame, in pixels */
#define LOCAL		32	/* invocations of a group */
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static const char vertex_source[] =
	"#version 310 es\n"
	"void main()\n"
	"{\n"
	"	vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1);\n"
	"	gl_PointSize = 1.0;\n"
	"	gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);\n"
	"}\n";

static const char fragment_source[] =
	"#version 310 es\n"
	"precision mediump float;\n"
	"out vec4 color;\n"
	"void main() { color = vec4(0.25, 0.5, 0.75, 1.0); }\n";

static const char compute_source[] =
	"#version 310 es\n"
	"layout(local_size_x = 32) in;\n"
	"layout(std430, binding = 0) buffer Data { uint data[]; };\n"
	"void main() { data[gl_LocalInvocationIndex] = gl_LocalInvocationIndex; }\n";

/* struct draw - one call, with the number of primitives in each of its instances */
struct draw {
	GLenum topology;
	GLsizei vertices, instances;
	uint32_t primitives;
};

/*
 * The vertices are multiples of eight, so that all threads of the vertex shader are full, whether a
 * thread takes two vertices or eight.
 */
static const struct draw draws[] = {
	{ GL_POINTS, 104, 1, 104 },
	{ GL_LINES, 208, 1, 104 },
	{ GL_LINE_STRIP, 104, 1, 103 },
	{ GL_TRIANGLES, 3000, 1, 1000 },
	{ GL_TRIANGLE_STRIP, 504, 1, 502 },
	{ GL_TRIANGLE_FAN, 400, 1, 398 },
	{ GL_TRIANGLES, 24, 50, 8 },
};

static const GLuint groups[][3] = { { 10, 1, 1 }, { 4, 5, 6 } };

static GLuint render_program, compute_program;

static GLuint compiled(GLenum kind, const char *source)
{
	GLuint shader = glCreateShader(kind);
	GLint ok;

	glShaderSource(shader, 1, &source, NULL);
	glCompileShader(shader);
	glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
	if (!ok)
		fail("a shader does not compile");
	return shader;
}

static GLuint linked(const GLuint *shaders, uint32_t count)
{
	GLuint program = glCreateProgram();
	GLint ok;
	uint32_t i;

	for (i = 0; i < count; i++)
		glAttachShader(program, shaders[i]);
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &ok);
	if (!ok)
		fail("a program does not link");
	return program;
}

static void prepare_frame(void)
{
	GLuint texture, frame;

	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, SIDE, SIDE);
	glGenFramebuffers(1, &frame);
	glBindFramebuffer(GL_FRAMEBUFFER, frame);
	glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
	if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
		fail("no frame");
	glViewport(0, 0, SIDE, SIDE);
}

/* Compile the programs, and run each once, so that Mesa's work at the first use is done. */
void work_prepare(struct counts *submitted)
{
	GLuint shaders[2], data;

	prepare_frame();
	shaders[0] = compiled(GL_VERTEX_SHADER, vertex_source);
	shaders[1] = compiled(GL_FRAGMENT_SHADER, fragment_source);
	render_program = linked(shaders, 2);
	shaders[0] = compiled(GL_COMPUTE_SHADER, compute_source);
	compute_program = linked(shaders, 1);
	glGenBuffers(1, &data);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, data);
	glBufferData(GL_SHADER_STORAGE_BUFFER, 4 * LOCAL, NULL, GL_DYNAMIC_COPY);
	work_submit(submitted);
	glFinish();
	if (glGetError() != GL_NO_ERROR)
		fail("an error of GL");
}

/* Submit everything once, and add it to @submitted. */
void work_submit(struct counts *submitted)
{
	uint32_t i;

	glUseProgram(render_program);
	for (i = 0; i < ARRAY_SIZE(draws); i++) {
		const struct draw *d = &draws[i];
		const uint64_t vertices = (uint64_t)d->vertices * d->instances;

		glDrawArraysInstanced(d->topology, 0, d->vertices, d->instances);
		submitted->draws++;
		submitted->vertices += vertices;
		submitted->vertex_shader += vertices;
		submitted->primitives += (uint64_t)d->primitives * d->instances;
	}
	glUseProgram(compute_program);
	for (i = 0; i < ARRAY_SIZE(groups); i++) {
		glDispatchCompute(groups[i][0], groups[i][1], groups[i][2]);
		submitted->dispatches++;
		submitted->compute_shader += (uint64_t)LOCAL * groups[i][0] * groups[i][1] *
					     groups[i][2];
	}
}
