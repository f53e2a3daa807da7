// SPDX-License-Identifier: GPL-2.0-only
/*
 * The simulated platforms by name, and their relatives by PCI id.
 *
 * A relative differs from a platform in its id and topology only.
 */
#include "sim/core/sim_model.h"

static const struct sim_platform * const sim_platforms[] = {
	&sim_platform_hsw, &sim_platform_snb, &sim_platform_ivb, &sim_platform_vlv,
	&sim_platform_bdw, &sim_platform_chv, &sim_platform_skl, &sim_platform_bxt,
	&sim_platform_icl, &sim_platform_ehl, &sim_platform_lkf, &sim_platform_skl4,
	&sim_platform_jsl6, &sim_platform_tgl,
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

/* struct sim_relative - differences of a GPU from the platform @of */
struct sim_relative {
	const struct sim_platform *of;
	u16 device_id;
	u8 slice_mask;
	u8 subslice_mask;
	u8 eus;
};

static const struct sim_relative sim_relatives[] = {
	{ &sim_platform_snb, 0x0106, 0x1, 0x1, 6 },	/* GT1 */
	{ &sim_platform_ivb, 0x0156, 0x1, 0x1, 6 },	/* GT1 */
	{ &sim_platform_hsw, 0x0402, 0x1, 0x1, 10 },	/* GT1 */
	{ &sim_platform_hsw, 0x0d26, 0x3, 0x3, 10 },	/* GT3 */
	{ &sim_platform_bdw, 0x1606, 0x1, 0x3, 6 },	/* GT1 */
	{ &sim_platform_bdw, 0x1626, 0x3, 0x7, 8 },	/* GT3 */
	{ &sim_platform_skl, 0x1906, 0x1, 0x3, 6 },	/* GT1 */
	{ &sim_platform_skl, 0x1926, 0x3, 0x7, 8 },	/* GT3 */
	{ &sim_platform_skl, 0x5916, 0x1, 0x7, 8 },	/* Kabylake GT2 */
	{ &sim_platform_skl, 0x5926, 0x3, 0x7, 8 },	/* Kabylake GT3 */
	{ &sim_platform_skl, 0x3e92, 0x1, 0x7, 8 },	/* Coffeelake GT2 */
	{ &sim_platform_skl, 0x3ea5, 0x3, 0x7, 8 },	/* Coffeelake GT3 */
	{ &sim_platform_bxt, 0x3184, 0x1, 0x7, 6 },	/* Geminilake */
	{ &sim_platform_bxt, 0x3185, 0x1, 0x3, 6 },	/* Geminilake with 12 EUs */
	{ &sim_platform_tgl, 0x9a60, 0x1, 0x3, 16 },	/* Tiger Lake GT1 */
	{ &sim_platform_tgl, 0x46d1, 0x1, 0x6, 12 },	/* Alder Lake-N with 24 EUs */
};

/**
 * sim_platform_relative() - make a relative of a platform
 * @of: the platform
 * @id: PCI id
 * @to: filled in: @of with this id, and the topology of that GPU
 *
 * Return: false if @id is neither of @of's relatives nor @of itself.
 */
bool sim_platform_relative(const struct sim_platform *of, u32 id, struct sim_platform *to)
{
	const struct sim_relative *r;
	u32 i;

	*to = *of;
	if (id == of->device_id)
		return true;
	for (i = 0; i < ARRAY_SIZE(sim_relatives); i++) {
		r = &sim_relatives[i];
		if (r->of != of || r->device_id != id)
			continue;
		to->device_id = id;
		to->topology.slice_mask = r->slice_mask;
		to->topology.subslice_mask = r->subslice_mask;
		to->topology.eus = r->eus;
		return true;
	}
	return false;
}

/**
 * sim_relative_id() - the ids of a platform's relatives
 * @of: the platform
 * @n: from 0 on
 *
 * Return: the id, or 0 after the last.
 */
u32 sim_relative_id(const struct sim_platform *of, u32 n)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(sim_relatives); i++)
		if (sim_relatives[i].of == of && !n--)
			return sim_relatives[i].device_id;
	return 0;
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
