// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading and setting a GPU's knobs by name, as text. The table of them is in sim_knobs.c.
 */
#include "sim_control.h"
#include "sim_model.h"

/**
 * sim_knob_find() - the knob of a name
 * @name: the name
 *
 * Return: the knob, or NULL if there is none.
 */
const struct sim_knob *sim_knob_find(const char *name)
{
	const struct sim_knob *knob;
	u32 n;

	for (n = 0; (knob = sim_knob_get(n)); n++)
		if (!strcmp(knob->name, name))
			return knob;
	return NULL;
}

/* Has it a value, or a text? */
bool sim_knob_readable(const struct sim_knob *knob)
{
	return knob->bytes || knob->show;
}

/* Can it be set? */
bool sim_knob_settable(const struct sim_knob *knob)
{
	return knob->writable || knob->set;
}

static u64 sim_knob_value(const struct oa_sim_gpu *gpu, const struct sim_knob *knob)
{
	const char *at = (const char *)gpu + knob->offset;

	switch (knob->bytes) {
	case sizeof(u8):
		return *(const u8 *)at;
	case sizeof(u32):
		return *(const u32 *)at;
	default:
		return *(const u64 *)at;
	}
}

/**
 * sim_knob_show() - what a knob is at
 * @gpu: the GPU, locked unless the knob is slow
 * @knob: a knob that is readable
 * @to: where to put it, as text that ends with a newline and a NUL
 * @size: bytes there
 *
 * Return: length of the text; if that is not below @size, there is no room for all of it.
 */
size_t sim_knob_show(struct oa_sim_gpu *gpu, const struct sim_knob *knob, char *to, size_t size)
{
	struct sim_text text = { .to = to, .size = size };
	const u64 value = knob->bytes ? sim_knob_value(gpu, knob) : 0;

	switch (knob->kind) {
	case SIM_KNOB_NUMBER:
		sim_print(&text, "%llu\n", value);
		break;
	case SIM_KNOB_HEX:
		sim_print(&text, "0x%08llx\n", value);
		break;
	case SIM_KNOB_SWITCH:
		sim_print(&text, "%s\n", value ? "Y" : "N");
		break;
	case SIM_KNOB_WORD:
		sim_print(&text, "%s\n", knob->word(value));
		break;
	case SIM_KNOB_TEXT:
		knob->show(gpu, &text);
		break;
	}
	return text.length;
}

static int sim_knob_parse_word(const struct sim_knob *knob, const char *text, u64 *value)
{
	for (*value = 0; *value <= knob->most; ++*value)
		if (!strcmp(knob->word(*value), text))
			return 0;
	return -EINVAL;
}

/**
 * sim_knob_parse() - read what a knob is to be set to
 * @knob: the knob
 * @text: one word
 * @value: where to put it
 *
 * Return: 0; -EACCES if the knob can't be set, -EINVAL if that is no value, -ERANGE if the knob
 * does not go so far.
 */
int sim_knob_parse(const struct sim_knob *knob, const char *text, u64 *value)
{
	bool on = false;
	int ret;

	if (!sim_knob_settable(knob))
		return -EACCES;
	*value = 0;
	switch (knob->kind) {
	case SIM_KNOB_SWITCH:
		ret = kstrtobool(text, &on);
		*value = on;
		return ret;
	case SIM_KNOB_WORD:
		return sim_knob_parse_word(knob, text, value);
	case SIM_KNOB_TEXT:
		return 0;
	default:
		ret = kstrtoull(text, 0, value);
		return !ret && *value > knob->most ? -ERANGE : ret;
	}
}

static void sim_knob_store(struct oa_sim_gpu *gpu, const struct sim_knob *knob, u64 value)
{
	char *at = (char *)gpu + knob->offset;

	if (knob->bytes == sizeof(u8))
		*(u8 *)at = value;
	else
		*(u32 *)at = value;
}

/**
 * sim_knob_set() - set a knob
 * @gpu: the GPU, locked
 * @knob: the knob
 * @value: of sim_knob_parse()
 *
 * Return: 0; 1 if it takes more than one call, the next one with what is in @value now, and others
 * may access the GPU between these; or an error.
 */
int sim_knob_set(struct oa_sim_gpu *gpu, const struct sim_knob *knob, u64 *value)
{
	sim_assert_locked(gpu);
	if (knob->settle)
		sim_catch_up(gpu, ~0u);
	if (knob->set)
		return knob->set(gpu, value);
	sim_knob_store(gpu, knob, *value);
	return 0;
}
