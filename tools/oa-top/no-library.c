// SPDX-License-Identifier: GPL-2.0-only
/*
 * A static oa-top loads no library: the functions of library.c, which has their description.
 */
#include "library.h"

void library_open(struct top_watch *watch, const char *path)
{
	(void)watch;
	if (path)
		complain("%s: this oa-top is static, and loads no library", path);
}

void library_close(struct top_library *library)
{
	(void)library;
}

void library_evaluate(struct top_watch *watch)
{
	watch->num_values = 0;
}

const char *library_title(const struct top_library *library)
{
	(void)library;
	return "";
}

const char *library_explain(const struct top_library *library)
{
	(void)library;
	return "";
}
