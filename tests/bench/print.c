// SPDX-License-Identifier: GPL-2.0-only
/*
 * Results: a table for people on stdout, and the same numbers as JSON.
 */
#include <math.h>
#include <stdarg.h>

#include "oa-bench.h"

static FILE *json;
/* The closing characters of the open containers, and whether the innermost one has a member. */
static char closing[16];
static unsigned int depth;
static bool has_member;

void results_open(const char *path)
{
	if (path) {
		json = fopen(path, "w");
		igt_assert_f(json, "cannot write %s", path);
	}
	json_open(NULL, '{');
}

void results_close(void)
{
	json_close();
	if (json) {
		fputc('\n', json);
		igt_assert_f(!ferror(json) && !fclose(json), "cannot write the JSON file");
	}
	json = NULL;
}

static void json_member(const char *key)
{
	if (has_member)
		fputc(',', json);
	fprintf(json, "\n%*s", 2 * (int)depth, "");
	if (key)
		fprintf(json, "\"%s\": ", key);
	has_member = true;
}

/* '{' or '['; a member of a list has no key. */
void json_open(const char *key, char bracket)
{
	if (!json)
		return;
	if (depth)
		json_member(key);
	fputc(bracket, json);
	igt_assert(depth < sizeof(closing));
	closing[depth++] = bracket == '{' ? '}' : ']';
	has_member = false;
}

void json_close(void)
{
	if (!json)
		return;
	depth--;
	if (has_member)
		fprintf(json, "\n%*s", 2 * (int)depth, "");
	fputc(closing[depth], json);
	has_member = true;
}

/* JSON has no NaN. */
void json_number(const char *key, double value)
{
	if (!json)
		return;
	json_member(key);
	if (isfinite(value))
		fprintf(json, "%.6g", value);
	else
		fputs("null", json);
}

/* Only for the program's own strings: none of them needs an escape. */
void json_text(const char *key, const char *text)
{
	if (!json)
		return;
	json_member(key);
	fprintf(json, "\"%s\"", text);
}

void json_summary(const char *key, const struct series *series)
{
	struct summary s = series_summary(series);

	if (!json)
		return;
	json_open(key, '{');
	json_number("median", s.median);
	json_number("low", s.low);
	json_number("high", s.high);
	json_number("rounds", series->num);
	json_close();
}

void heading(const char *format, ...)
{
	va_list args;

	fputs("\n== ", stdout);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	puts(" (simulated GPU, our software path only)");
}

/* "median (quartiles)"; valid until the eighth call from now. */
const char *cell(const struct series *series, int decimals)
{
	static char text[8][48];
	static unsigned int next;
	struct summary s = series_summary(series);
	char *to = text[next++ % ARRAY_LEN(text)];

	if (!series->num)
		return "-";
	snprintf(to, sizeof(text[0]), "%.*f (%.*f..%.*f)", decimals, s.median, decimals, s.low,
		 decimals, s.high);
	return to;
}
