// SPDX-License-Identifier: GPL-2.0-only
/*
 * Read a file of metric sets.
 *
 * The parser takes structure only; equations are compiled for the GPU that they are needed for. A
 * file that is cut, or lacks an attribute that its meaning depends on, is rejected as a whole.
 */
#include <errno.h>
#include <expat.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/common/message.h"
#include "tools/common/metricxml.h"

#define READ_BYTES	65536
/* Characters of a uuid */
#define UUID_LENGTH	36
/* Longest symbol, which is a column, a key of JSON and a name for Prometheus */
#define SYMBOL_LENGTH	63

/* struct reading - a file that is being read */
struct reading {
	XML_Parser parser;
	const char *path;
	struct file_sets *sets;
	/* Sets before this file, which stay if it is rejected */
	size_t before;
	/* Elements around the parser's position */
	unsigned int level;
	/* The root is that of another kind of file */
	bool other;
	/* Other files are skipped without a message */
	bool skip_others;
	bool failed;
};

__attribute__((format(printf, 2, 3)))
static void reject(struct reading *r, const char *format, ...)
{
	char why[256];
	va_list args;

	if (!r->failed) {
		va_start(args, format);
		vsnprintf(why, sizeof(why), format, args);
		va_end(args);
		complain("%s:%lu: %s", r->path, (unsigned long)XML_GetCurrentLineNumber(r->parser),
			 why);
	}
	r->failed = true;
	XML_StopParser(r->parser, XML_FALSE);
}

static const char *attribute(const char **attributes, const char *name)
{
	for (; *attributes; attributes += 2)
		if (!strcmp(attributes[0], name))
			return attributes[1];
	return NULL;
}

/* A copy as one line of text; NULL without the attribute, which fails if it is needed */
static char *text_of(struct reading *r, const char *element, const char **attributes,
		     const char *name, bool needed)
{
	const char *value = attribute(attributes, name);
	char *text, *at;

	if (!value || (needed && !*value)) {
		if (needed)
			reject(r, "<%s> lacks %s", element, name);
		return NULL;
	}
	text = strdup(value);
	if (!text) {
		reject(r, "no memory");
		return NULL;
	}
	for (at = text; *at; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			*at = ' ';
	return text;
}

/* A symbol is part of names in other languages. */
static bool is_symbol(const char *text)
{
	const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

	return length && length <= SYMBOL_LENGTH && !text[length] &&
	       (*text < '0' || *text > '9');
}

static bool is_uuid(const char *text)
{
	size_t i;

	for (i = 0; i < UUID_LENGTH; i++)
		if (i == 8 || i == 13 || i == 18 || i == 23 ? text[i] != '-' :
		    !text[i] || !strchr("0123456789abcdefABCDEF", text[i]))
			return false;
	return !text[UUID_LENGTH];
}

/* Room for one more entry of an array. Return: NULL without memory. */
static void *grow(struct reading *r, void *array, size_t *num, size_t size)
{
	char *more = realloc(array, (*num + 1) * size);

	if (!more) {
		reject(r, "no memory");
		return NULL;
	}
	memset(more + *num * size, 0, size);
	++*num;
	return more;
}

static void start_set(struct reading *r, const char **attributes)
{
	struct file_set *set = grow(r, r->sets->list, &r->sets->num, sizeof(*set));

	if (!set)
		return;
	r->sets->list = set;
	set = &r->sets->list[r->sets->num - 1];
	set->line = XML_GetCurrentLineNumber(r->parser);
	set->path = strdup(r->path);
	if (!set->path)
		reject(r, "no memory");
	set->symbol = text_of(r, "set", attributes, "symbol_name", true);
	set->name = text_of(r, "set", attributes, "name", false);
	set->chipset = text_of(r, "set", attributes, "chipset", true);
	set->uuid = text_of(r, "set", attributes, "hw_config_guid", true);
	if (!r->failed && !is_symbol(set->symbol))
		reject(r, "'%.80s' is no name of a set", set->symbol);
	if (!r->failed && !is_uuid(set->uuid))
		reject(r, "%s has no uuid, but '%.40s'", set->symbol, set->uuid);
}

static void start_counter(struct reading *r, const char **attributes)
{
	struct file_set *set = &r->sets->list[r->sets->num - 1];
	struct metric_counter *counter = grow(r, set->counters, &set->num_counters, sizeof(*counter));
	const char *type = attribute(attributes, "data_type");

	if (!counter)
		return;
	set->counters = counter;
	counter = &set->counters[set->num_counters - 1];
	counter->line = XML_GetCurrentLineNumber(r->parser);
	counter->symbol = text_of(r, "counter", attributes, "symbol_name", true);
	counter->equation = text_of(r, "counter", attributes, "equation", true);
	counter->name = text_of(r, "counter", attributes, "name", false);
	counter->description = text_of(r, "counter", attributes, "description", false);
	counter->units = text_of(r, "counter", attributes, "units", false);
	counter->group = text_of(r, "counter", attributes, "mdapi_group", false);
	counter->max_equation = text_of(r, "counter", attributes, "max_equation", false);
	counter->availability = text_of(r, "counter", attributes, "availability", false);
	counter->real = type && (!strcmp(type, "float") || !strcmp(type, "double"));
	if (!r->failed && !is_symbol(counter->symbol))
		reject(r, "'%.80s' is no name of a counter", counter->symbol);
}

static void start_config(struct reading *r, const char **attributes)
{
	static const char * const types[METRIC_NUM_LISTS] = { "NOA", "OA", "FLEX" };
	struct file_set *set = &r->sets->list[r->sets->num - 1];
	const char *type = attribute(attributes, "type");
	struct metric_config *config;
	int list = 0;

	while (list < METRIC_NUM_LISTS && (!type || strcmp(types[list], type)))
		list++;
	if (list == METRIC_NUM_LISTS) {
		reject(r, "'%.20s' is no type of <register_config>", type ?: "");
		return;
	}
	config = grow(r, set->configs, &set->num_configs, sizeof(*config));
	if (!config)
		return;
	set->configs = config;
	config = &set->configs[set->num_configs - 1];
	config->line = XML_GetCurrentLineNumber(r->parser);
	config->list = list;
	config->availability = text_of(r, "register_config", attributes, "availability", false);
}

static bool number_of(struct reading *r, const char **attributes, const char *name, u32 *number)
{
	const char *text = attribute(attributes, name);
	unsigned long long value;
	char *end;

	errno = 0;
	value = text ? strtoull(text, &end, 0) : 0;
	if (!text || *text < '0' || *text > '9' || *end || errno || value > UINT32_MAX) {
		reject(r, "<register>: the %s '%.20s' is no number of 32 bits", name, text ?: "");
		return false;
	}
	*number = value;
	return true;
}

static void add_register(struct reading *r, const char **attributes)
{
	struct file_set *set = &r->sets->list[r->sets->num - 1];
	u32 address, value;

	if (number_of(r, attributes, "address", &address) &&
	    number_of(r, attributes, "value", &value) &&
	    set_add(&set->configs[set->num_configs - 1].registers, address, value))
		reject(r, "the file is too large");
}

/* Each element has one possible level, so what is around it need not be remembered. */
static void XMLCALL on_start(void *arg, const char *element, const char **attributes)
{
	struct reading *r = arg;
	const bool in_set = r->sets->num > r->before;
	const unsigned int level = r->level++;

	if (r->failed)
		return;
	if (!level && strcmp(element, "metrics")) {
		r->other = true;
		if (!r->skip_others)
			reject(r, "<%.40s>: this is no file of metric sets, which has <metrics>",
			       element);
		XML_StopParser(r->parser, XML_FALSE);
	} else if (level == 1 && !strcmp(element, "set")) {
		start_set(r, attributes);
	} else if (level == 2 && in_set && !strcmp(element, "counter")) {
		start_counter(r, attributes);
	} else if (level == 2 && in_set && !strcmp(element, "register_config")) {
		start_config(r, attributes);
	} else if (level == 3 && in_set && !strcmp(element, "register") &&
		   r->sets->list[r->sets->num - 1].num_configs) {
		add_register(r, attributes);
	}
}

static void XMLCALL on_end(void *arg, const char *element)
{
	struct reading *r = arg;

	(void)element;
	r->level--;
}

/* Return: -1 after a message. */
static int parse(struct reading *r, int fd)
{
	ssize_t bytes = 1;
	void *room;

	while (bytes > 0) {
		room = XML_GetBuffer(r->parser, READ_BYTES);
		bytes = room ? read(fd, room, READ_BYTES) : -1;
		if (bytes < 0) {
			complain("%s: %s", r->path, strerror(room ? errno : ENOMEM));
			return -1;
		}
		if (XML_ParseBuffer(r->parser, bytes, !bytes) != XML_STATUS_ERROR)
			continue;
		if (r->failed)
			return -1;
		if (r->other)
			return 0;
		complain("%s:%lu: %s: the file is cut, or no XML", r->path,
			 (unsigned long)XML_GetCurrentLineNumber(r->parser),
			 XML_ErrorString(XML_GetErrorCode(r->parser)));
		return -1;
	}
	return r->failed ? -1 : 0;
}

static void free_set(struct file_set *set)
{
	size_t i;

	for (i = 0; i < set->num_counters; i++) {
		struct metric_counter *counter = &set->counters[i];

		free(counter->name);
		free(counter->symbol);
		free(counter->description);
		free(counter->units);
		free(counter->group);
		free(counter->equation);
		free(counter->max_equation);
		free(counter->availability);
	}
	for (i = 0; i < set->num_configs; i++) {
		free(set->configs[i].availability);
		free(set->configs[i].registers.pairs);
	}
	free(set->counters);
	free(set->configs);
	free(set->path);
	free(set->name);
	free(set->symbol);
	free(set->uuid);
	free(set->chipset);
}

/**
 * metricxml_read() - add the sets of a file
 * @sets: the sets, all 0 before the first file
 * @path: of the file
 * @others: skip a file of another kind, as there may be in a folder
 *
 * Return: 0, or -1 after a message.
 */
int metricxml_read(struct file_sets *sets, const char *path, bool others)
{
	struct reading r = {
		.path = path, .sets = sets, .before = sets->num, .skip_others = others,
	};
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	int ret = -1;

	if (fd < 0) {
		complain("%s: %s", path, strerror(errno));
		return -1;
	}
	r.parser = XML_ParserCreate(NULL);
	if (r.parser) {
		XML_SetUserData(r.parser, &r);
		XML_SetElementHandler(r.parser, on_start, on_end);
		ret = parse(&r, fd);
		XML_ParserFree(r.parser);
	} else {
		complain("%s: no memory for its parser", path);
	}
	close(fd);
	while (ret && sets->num > r.before)
		free_set(&sets->list[--sets->num]);
	return ret;
}

/* Free all sets. */
void metricxml_free(struct file_sets *sets)
{
	while (sets->num)
		free_set(&sets->list[--sets->num]);
	free(sets->list);
	*sets = (struct file_sets){ .num = 0 };
}
