// SPDX-License-Identifier: GPL-2.0-only
/*
 * An OpenGL ES 3.2 context without a window, on the surfaceless platform of EGL, which opens the
 * first render node for which Mesa has a driver.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <stdio.h>
#include <stdlib.h>

#include "gles_counts.h"

void fail(const char *what)
{
	fprintf(stderr, "gles-counts: %s (EGL error %#x)\n", what, eglGetError());
	exit(1);
}

void context_make(void)
{
	static const EGLint of_config[] = {
		EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
		EGL_NONE
	};
	static const EGLint of_context[] = {
		EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE
	};
	EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA,
						   EGL_DEFAULT_DISPLAY, NULL);
	EGLConfig config;
	EGLContext context;
	EGLint count;

	if (!eglInitialize(display, NULL, NULL))
		fail("no display");
	if (!eglBindAPI(EGL_OPENGL_ES_API) ||
	    !eglChooseConfig(display, of_config, &config, 1, &count) || !count)
		fail("no configuration");
	context = eglCreateContext(display, config, EGL_NO_CONTEXT, of_context);
	if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
		fail("no context");
	printf("renderer: %s\n", glGetString(GL_RENDERER));
	printf("version: %s\n", glGetString(GL_VERSION));
}
