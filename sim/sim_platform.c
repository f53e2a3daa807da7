// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated platforms by name.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "sim_model.h"

static const struct sim_platform * const sim_platforms[] = {
	&sim_platform_hsw, &sim_platform_snb, &sim_platform_ivb, &sim_platform_vlv,
	&sim_platform_bdw, &sim_platform_chv, &sim_platform_skl, &sim_platform_bxt,
	&sim_platform_icl, &sim_platform_ehl, &sim_platform_lkf,
};

/**
 * sim_platform_find() - a platform by its name
 * @name: as in the module parameter
 *
 * Return: the platform, or NULL.
 */
const struct sim_platform *sim_platform_find(const char *name)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sim_platforms); i++)
		if (!strcmp(sim_platforms[i]->name, name))
			return sim_platforms[i];
	return NULL;
}

/**
 * sim_platform_names() - all names, for an error line
 * @buf: filled with a comma-separated list
 * @size: of @buf, bytes
 */
void sim_platform_names(char *buf, size_t size)
{
	size_t len = 0;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sim_platforms); i++)
		len += scnprintf(buf + len, size - len, "%s%s", i ? ", " : "",
				 sim_platforms[i]->name);
}

/**
 * sim_in_ranges() - is a register in a list?
 * @ranges: the list, ended by an entry whose end is 0; NULL: empty
 * @offset: bytes from the start of BAR 0
 */
bool sim_in_ranges(const struct sim_reg_range *ranges, u32 offset)
{
	for (; ranges && ranges->end; ranges++)
		if (offset >= ranges->start && offset <= ranges->end)
			return true;
	return false;
}
