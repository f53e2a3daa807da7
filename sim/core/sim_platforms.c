// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated platforms by name.
 */
#include "sim_model.h"

static const struct sim_platform * const sim_platforms[] = {
	&sim_platform_hsw, &sim_platform_snb, &sim_platform_ivb, &sim_platform_vlv,
	&sim_platform_bdw, &sim_platform_chv, &sim_platform_skl, &sim_platform_bxt,
	&sim_platform_icl, &sim_platform_ehl, &sim_platform_lkf, &sim_platform_skl4,
	&sim_platform_jsl6,
};

/**
 * sim_platform_find() - find a platform by its name
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
 * sim_platform_get() - get a platform by its number
 * @n: from 0 on
 *
 * Return: the platform, or NULL after the last.
 */
const struct sim_platform *sim_platform_get(u32 n)
{
	return n < ARRAY_SIZE(sim_platforms) ? sim_platforms[n] : NULL;
}
