// SPDX-License-Identifier: GPL-2.0-only
/*
 * Facts of a GPU by the names that metric files use.
 *
 * Sources: the masks and the number of threads are those of IGT's lib/i915/perf.c, which says what
 * the equations expect; the names of chipsets are those of the files.
 */
#include <drm/drm.h>
#include <drm/i915_drm.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "tools/common/gpufacts.h"
#include "tools/common/message.h"

/* Thread slots of an EU where the platform's document does not say it: Broxton, Geminilake */
#define THREADS_GEN9_LP	6u

/* Chipsets whose files are apart by PCI device id; the first match is used. */
static const struct {
	u32 mask, id;
	const char *family;
} by_devid[] = {
	{ 0xff00, 0x1900, "SKL" }, { 0xff00, 0x5900, "KBL" }, { 0xffff, 0x87c0, "KBL" },
	{ 0xff00, 0x8700, "CFL" }, { 0xff00, 0x3e00, "CFL" }, { 0xff00, 0x9b00, "CFL" },
	{ 0xfff0, 0x3180, "GLK" }, { 0xff00, 0x8a00, "ICL" }, { 0xff00, 0x4500, "EHL" },
	{ 0xff00, 0x4e00, "EHL" }, { 0xff00, 0x9800, "LKF" },
	/* GT1 and GT2 of Tiger Lake have one slice each, so only the id tells them apart. */
	{ 0xfff7, 0x9a60, "TGLGT1" }, { 0xffff, 0x9a70, "TGLGT1" }, { 0xff00, 0x9a00, "TGLGT2" },
	{ 0xff00, 0x4c00, "RKL" }, { 0xff00, 0x4600, "ADL" }, { 0xff00, 0xa700, "ADL" },
};

/* The same by the names of platforms */
static const struct {
	const char *key, *family;
} by_key[] = {
	{ "hsw", "HSW" }, { "bdw", "BDW" }, { "chv", "CHV" }, { "skl", "SKL" }, { "kbl", "KBL" },
	{ "cfl", "CFL" }, { "bxt", "BXT" }, { "glk", "GLK" }, { "icl", "ICL" }, { "ehl", "EHL" },
	{ "jsl", "EHL" }, { "lkf", "LKF" }, { "tgl", "TGLGT2" }, { "rkl", "RKL" }, { "adl", "ADL" },
	{ "rpl", "ADL" },
};

/**
 * gpufacts_family() - set platform and family
 * @facts: the facts
 * @platform: the GPU's platform
 * @devid: PCI device id, 0: not known
 * @key: name of the platform as the user gave it, NULL: none
 */
void gpufacts_family(struct gpu_facts *facts, const struct dump_platform *platform, u32 devid,
		     const char *key)
{
	size_t i;

	facts->platform = platform;
	facts->family = NULL;
	for (i = 0; !key && i < ARRAY_LEN(by_devid) && !facts->family; i++)
		if ((devid & by_devid[i].mask) == by_devid[i].id)
			facts->family = by_devid[i].family;
	for (i = 0; i < ARRAY_LEN(by_key) && !facts->family; i++)
		if (!strcasecmp(by_key[i].key, key ?: platform->key))
			facts->family = by_key[i].family;
}

static u32 count_bits(const u8 *at, size_t bytes)
{
	u32 bits = 0;
	size_t i;

	for (i = 0; i < bytes; i++)
		bits += __builtin_popcount(at[i]);
	return bits;
}

/**
 * gpufacts_topology() - take over the answer of DRM_I915_QUERY_TOPOLOGY_INFO
 * @facts: the facts
 * @topology: the answer
 * @bytes: its size
 *
 * The kernel clears the bits of fused-off units. Return: false for an unknown form, which is ignored.
 */
bool gpufacts_topology(struct gpu_facts *facts, const void *topology, size_t bytes)
{
	struct drm_i915_query_topology_info info;
	const u8 *data = (const u8 *)topology + sizeof(info);
	size_t room = bytes - sizeof(info), eu_bytes, subslice_bytes;
	u32 s;

	if (bytes < sizeof(info))
		return false;
	memcpy(&info, topology, sizeof(info));
	subslice_bytes = (size_t)info.max_slices * info.subslice_stride;
	eu_bytes = (size_t)info.max_slices * info.max_subslices * info.eu_stride;
	if (!room || info.subslice_offset > room || subslice_bytes > room - info.subslice_offset ||
	    info.eu_offset > room || eu_bytes > room - info.eu_offset ||
	    info.max_slices > GPUFACTS_SLICES || info.max_subslices > 8)
		return false;
	facts->has_topology = true;
	facts->slice_mask = data[0];
	facts->eus = count_bits(data + info.eu_offset, eu_bytes);
	for (s = 0; s < info.max_slices; s++)
		if (facts->slice_mask >> s & 1 && info.subslice_stride)
			facts->subslices[s] = data[info.subslice_offset + s * info.subslice_stride];
	return true;
}

/*
 * The files of Skylake to Coffee Lake are apart by GT, which has one slice up to GT2, two in GT3 and
 * three in GT4. Return: 0 if the number of slices is not known.
 */
static u32 gt_of(const struct gpu_facts *facts)
{
	return facts->has_topology ? count_bits(&facts->slice_mask, 1) + 1 : 0;
}

/**
 * gpufacts_fit() - check whether a set of a file is for this GPU
 * @facts: the GPU
 * @chipset: of the set, e.g. "HSW" or "SKLGT2"
 */
bool gpufacts_fit(const struct gpu_facts *facts, const char *chipset)
{
	const size_t length = facts->family ? strlen(facts->family) : 0;
	const char *rest = chipset + length;

	if (!length || strncasecmp(chipset, facts->family, length))
		return false;
	if (!*rest)
		return true;
	if (strncasecmp(rest, "GT", 2) || rest[2] < '1' || rest[2] > '4' || rest[3])
		return false;
	return !gt_of(facts) || rest[2] == (char)('0' + gt_of(facts));
}

static u64 subslice_mask(const struct gpu_facts *facts)
{
	u64 mask = 0;
	u32 s;

	for (s = 0; s < GPUFACTS_SLICES; s++)
		mask |= (u64)facts->subslices[s] << (s * facts->platform->subslice_bits);
	return mask;
}

/* The value of a mask of which each bit is set, and of a number that is larger than any other */
#define EVERYTHING	UINT64_MAX

/* struct named_fact - a fact by the name that equations have */
struct named_fact {
	const char *name;
	bool known;
	u64 value;
};

/**
 * gpufacts_find() - a fact by its name in equations
 * @facts: the GPU
 * @name: without the dollar sign
 * @value: set to its value
 *
 * Return: false if the name is unknown, or the fact is.
 */
bool gpufacts_find(const struct gpu_facts *facts, const char *name, u64 *value)
{
	const struct dump_platform *platform = facts->platform;
	const u64 subslices = platform ? subslice_mask(facts) : 0;
	const bool topology = facts->has_topology;
	const struct named_fact all[] = {
		{ "GpuTimestampFrequency", facts->timestamp_hz, facts->timestamp_hz },
		{ "GpuMaxFrequency", facts->max_hz, facts->max_hz },
		{ "EuCoresTotalCount", topology, facts->eus },
		{ "EuSlicesTotalCount", topology, count_bits(&facts->slice_mask, 1) },
		{ "EuSubslicesTotalCount", topology, __builtin_popcountll(subslices) },
		{ "EuThreadsCount", platform,
		  platform ? platform->threads ?: THREADS_GEN9_LP : 0 },
		{ "SliceMask", topology, facts->slice_mask },
		{ "SubsliceMask", topology, subslices },
		{ "DualSubsliceMask", topology, subslices },
		{ "SkuRevisionId", facts->has_revision, facts->revision },
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(all); i++) {
		if (strcmp(all[i].name, name))
			continue;
		*value = facts->everything ? EVERYTHING : all[i].value;
		return facts->everything || all[i].known;
	}
	/* Registers that a query reads beside reports are in no report. */
	*value = 0;
	return !strcmp(name, "QueryMode");
}
