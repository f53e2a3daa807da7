// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: Counters by name
 *
 * The meaning of the A, B and C counters on each platform. Platforms that share a
 * table list the counters that differ in a second table. The sources include no
 * document for Gen9: it is assumed to count as Lakefield does, except for A0 and
 * Lakefield's errata.
 *
 * Facts: hardware.rst 5.1 to 5.3, 5.5, 5.6, 10.3.
 */
#include "formats/oa_counters.h"
#include "formats/oa_env.h"

#define RESERVED(n, erratum) \
	{ n, OA_COUNTER_RESERVED, 1, "reserved_a" #n, "", "reserved", erratum }
#define FLEXIBLE(n, event) \
	{ n, OA_COUNTER_PROGRAMMED, 1, "flex" #event, "events", \
	  "flexible EU event " #event, NULL }
#define CUSTOM(n) \
	{ n, OA_COUNTER_PROGRAMMED, 1, "b" #n, "clocks", \
	  "clocks in which custom event " #n " is true", NULL }
#define FROM_MUX(n) \
	{ n, OA_COUNTER_PROGRAMMED, 1, "c" #n, "events", "events that the mux leads to it", NULL }

/* "SNB, IVB, VLV, HSW Observability", Aggregating Counters, Sandybridge */
static const struct oa_counter snb_a[] = {
	{ 0, 0, 1, "eu_active", "clocks",
	  "EUs that execute instructions, summed; not while SENDs are served", NULL },
	{ 1, 0, 1, "eu_stall", "clocks",
	  "EUs with a thread loaded but none that advances, summed", NULL },
	{ 2, 0, 1, "vs_active", "clocks",
	  "vertex shader active, summed over EUs", NULL },
	{ 3, OA_COUNTER_UNSUPPORTED, 1, "vs_stall", "clocks",
	  "vertex shader stalled, summed over EUs", "does not work on this generation" },
	{ 4, 0, 1, "vs_core_stall", "clocks",
	  "vertex shader stalled while its whole EU is", NULL },
	{ 5, 0, 1, "vs_threads_loaded", "threads",
	  "vertex shader: threads loaded, summed over clocks", NULL },
	{ 6, 0, 1, "vs_ready", "clocks",
	  "vertex shader ready to run but not running", NULL },
	{ 7, 0, 1, "gs_gpgpu_active", "clocks",
	  "geometry shader or GPGPU active, summed over EUs", NULL },
	{ 8, OA_COUNTER_UNSUPPORTED, 1, "gs_gpgpu_stall", "clocks",
	  "geometry shader or GPGPU stalled, summed over EUs",
	  "does not work on this generation" },
	{ 9, 0, 1, "gs_gpgpu_core_stall", "clocks",
	  "geometry shader or GPGPU stalled while its whole EU is", NULL },
	{ 10, 0, 1, "gs_gpgpu_threads_loaded", "threads",
	  "geometry shader or GPGPU: threads loaded, summed over clocks", NULL },
	{ 11, 0, 1, "gs_gpgpu_ready", "clocks",
	  "geometry shader or GPGPU ready to run but not running", NULL },
	{ 12, 0, 1, "ps_active", "clocks",
	  "pixel shader active, summed over EUs", NULL },
	{ 13, OA_COUNTER_UNSUPPORTED, 1, "ps_stall", "clocks",
	  "pixel shader stalled, summed over EUs", "does not work on this generation" },
	{ 14, 0, 1, "ps_core_stall", "clocks",
	  "pixel shader stalled while its whole EU is", NULL },
	{ 15, 0, 1, "ps_threads_loaded", "threads",
	  "pixel shader: threads loaded, summed over clocks", NULL },
	{ 16, 0, 1, "ps_ready", "clocks",
	  "pixel shader ready to run but not running", NULL },
	RESERVED(17, NULL),
	RESERVED(18, NULL),
	RESERVED(19, NULL),
	RESERVED(20, NULL),
	{ 21, 0, 1, "ps_killed", "samples",
	  "killed in the pixel shader", "counts twice, with dual-source blending four times" },
	{ 22, 0, 1, "alpha_failed", "samples",
	  "failed the alpha test", NULL },
	{ 23, 0, 1, "late_stencil_failed", "samples",
	  "failed the stencil test after the pixel shader",
	  "may be wrong where Z or stencil tests follow the pixel shader" },
	{ 24, 0, 1, "late_z_failed", "samples",
	  "failed the Z test after the pixel shader",
	  "may be wrong where Z or stencil tests follow the pixel shader" },
	{ 25, 0, 1, "samples_written", "samples",
	  "written to render targets", "once for each of several targets" },
	{ 26, 0, 1, "gpu_busy", "clocks",
	  "command streamer with work in its ring", "the document describes the opposite: idle" },
	{ 27, 0, 1, "clipper_active", "clocks",
	  "clipper active and not stalled", NULL },
	{ 28, 0, 1, "sf_stalled", "clocks",
	  "strips and fans unit active and stalled",
	  "event and description disagree on stalled" },
};

/* The same document, Ivybridge and later */
static const struct oa_counter ivb_a[] = {
	{ 0, 0, 1, "eu_active", "clocks",
	  "EUs that execute instructions, summed; not while SENDs are served", NULL },
	{ 1, 0, 1, "eu_stall", "clocks",
	  "EUs neither idle nor executing, thread headers being loaded included", NULL },
	{ 2, 0, 1, "vs_active", "clocks",
	  "vertex shader active, summed over EUs", NULL },
	RESERVED(3, "shipped Haswell sets read it as the stage's stall"),
	{ 4, 0, 1, "vs_core_stall", "clocks",
	  "vertex shader stalled while its whole EU is", NULL },
	{ 5, 0, 1, "vs_threads_loaded", "threads",
	  "vertex shader: threads loaded, summed over clocks", NULL },
	RESERVED(6, NULL),
	{ 7, 0, 1, "hs_active", "clocks",
	  "hull shader active, summed over EUs", NULL },
	RESERVED(8, "shipped Haswell sets read it as the stage's stall"),
	{ 9, 0, 1, "hs_core_stall", "clocks",
	  "hull shader stalled while its whole EU is", NULL },
	{ 10, 0, 1, "hs_threads_loaded", "threads",
	  "hull shader: threads loaded, summed over clocks", NULL },
	RESERVED(11, NULL),
	{ 12, 0, 1, "ds_active", "clocks",
	  "domain shader active, summed over EUs", NULL },
	RESERVED(13, "shipped Haswell sets read it as the stage's stall"),
	{ 14, 0, 1, "ds_core_stall", "clocks",
	  "domain shader stalled while its whole EU is", NULL },
	{ 15, 0, 1, "ds_threads_loaded", "threads",
	  "domain shader: threads loaded, summed over clocks", NULL },
	RESERVED(16, NULL),
	{ 17, 0, 1, "cs_active", "clocks",
	  "compute shader active, summed over EUs", NULL },
	RESERVED(18, "shipped Haswell sets read it as the stage's stall"),
	{ 19, 0, 1, "cs_core_stall", "clocks",
	  "compute shader stalled while its whole EU is", NULL },
	{ 20, 0, 1, "cs_threads_loaded", "threads",
	  "compute shader: threads loaded, summed over clocks", NULL },
	RESERVED(21, NULL),
	{ 22, 0, 1, "gs_active", "clocks",
	  "geometry shader active, summed over EUs", NULL },
	RESERVED(23, "shipped Haswell sets read it as the stage's stall"),
	{ 24, 0, 1, "gs_core_stall", "clocks",
	  "geometry shader stalled while its whole EU is", NULL },
	{ 25, 0, 1, "gs_threads_loaded", "threads",
	  "geometry shader: threads loaded, summed over clocks", NULL },
	RESERVED(26, NULL),
	{ 27, 0, 1, "ps_active", "clocks",
	  "pixel shader active, summed over EUs", NULL },
	RESERVED(28, "shipped Haswell sets read it as the stage's stall"),
	{ 29, 0, 1, "ps_core_stall", "clocks",
	  "pixel shader stalled while its whole EU is", NULL },
	{ 30, 0, 1, "ps_threads_loaded", "threads",
	  "pixel shader: threads loaded, summed over clocks", NULL },
	RESERVED(31, NULL),
	{ 32, 0, 1, "hiz_passed", "pixels",
	  "passed the fast Z check of 8x8",
	  "counts a little less; a B counter can make up for it" },
	{ 33, 0, 1, "hiz_failed", "pixels",
	  "failed the fast Z check of 8x8", "reserved on GT2" },
	{ 34, 0, 1, "slow_z_passed", "pixels",
	  "passed the slow Z check of 2x2", NULL },
	{ 35, 0, 1, "slow_z_failed", "pixels",
	  "failed the slow Z check of 2x2", NULL },
	{ 36, 0, 1, "ps_killed", "samples",
	  "killed in the pixel shader", "counts twice where the shader has two output colours" },
	{ 37, 0, 1, "alpha_failed", "samples",
	  "failed the alpha test", NULL },
	{ 38, 0, 1, "late_stencil_failed", "samples",
	  "failed the stencil test after the pixel shader", NULL },
	{ 39, 0, 1, "late_z_failed", "samples",
	  "failed the Z test after the pixel shader", NULL },
	{ 40, 0, 1, "rt_writes", "writes",
	  "written to render targets, 3D or GPGPU", "once for each of several targets" },
	{ 41, 0, 1, "render_busy", "clocks",
	  "render engine not idle",
	  "not while contexts switch, in waits for events or semaphores, with media alone" },
	{ 42, 0, 1, "vs_bottleneck", "clocks",
	  "vertex shader unit stalls the unit before and starves the unit after", NULL },
	{ 43, 0, 1, "gs_bottleneck", "clocks",
	  "geometry shader unit stalls the unit before and starves the unit after", NULL },
	RESERVED(44, NULL),
};

/* The same table, entries specific to Valleyview */
static const struct oa_counter vlv_differing[] = {
	{ 32, 0, 1, "hiz_passed", "pixels",
	  "passed the fast Z check of 8x8", NULL },
	{ 33, 0, 1, "hiz_failed", "pixels",
	  "failed the fast Z check of 8x8", NULL },
	{ 34, 0, 1, "slow_z_passed", "pixels",
	  "passed the slow Z check of 2x2", "described for Ivybridge only" },
};

/* The same table, entries specific to Haswell */
static const struct oa_counter hsw_differing[] = {
	{ 32, 0, 1, "hiz_passed", "pixels",
	  "passed the hierarchical Z check of 8x8", NULL },
	{ 33, 0, 1, "hiz_failed", "pixels",
	  "failed the fast Z check of 8x8", NULL },
	RESERVED(34, NULL),
	{ 36, 0, 1, "ps_killed", "samples",
	  "killed in the pixel shader", NULL },
};

/* A21 to A27 from Gen8 on: hardware.rst 11, no. 42 */
#define OF_FOUR	"taken for pixels; documents and metric sets say 2x2"
static const char of_four[] = OF_FOUR;

/* Broadwell volume 14, Observability, Aggregating Counters; scales from shipped metric sets */
static const struct oa_counter gen8_a[] = {
	{ 0, 0, 1, "render_busy", "clocks",
	  "render engine not idle",
	  "not while contexts switch, in waits for events or semaphores, with media alone" },
	{ 1, 0, 1, "vs_threads", "threads",
	  "vertex shader threads dispatched", NULL },
	{ 2, 0, 1, "hs_threads", "threads",
	  "hull shader threads dispatched", NULL },
	{ 3, 0, 1, "ds_threads", "threads",
	  "domain shader threads dispatched", NULL },
	{ 4, 0, 1, "gpgpu_threads", "threads",
	  "GPGPU threads dispatched", NULL },
	{ 5, 0, 1, "gs_threads", "threads",
	  "geometry shader threads dispatched", NULL },
	{ 6, 0, 1, "ps_threads", "threads",
	  "pixel shader threads dispatched", NULL },
	FLEXIBLE(7, 0),
	FLEXIBLE(8, 1),
	FLEXIBLE(9, 2),
	FLEXIBLE(10, 3),
	FLEXIBLE(11, 4),
	FLEXIBLE(12, 5),
	FLEXIBLE(13, 6),
	FLEXIBLE(14, 7),
	FLEXIBLE(15, 8),
	FLEXIBLE(16, 9),
	FLEXIBLE(17, 10),
	FLEXIBLE(18, 11),
	FLEXIBLE(19, 12),
	FLEXIBLE(20, 13),
	{ 21, 0, 1, "rasterized", "pixels",
	  "rasterized, before any test", of_four },
	{ 22, 0, 1, "early_fast_failed", "pixels",
	  "failed fast tests before the pixel shader", of_four },
	{ 23, 0, 1, "early_slow_failed", "pixels",
	  "failed slow tests before the pixel shader",
	  OF_FOUR "; wrong where only part of a 2x2 fails" },
	{ 24, 0, 1, "ps_killed", "pixels",
	  "killed in the pixel shader",
	  OF_FOUR "; missing from the document, described in Lakefield's" },
	{ 25, 0, 1, "late_failed", "pixels",
	  "failed tests after the pixel shader", of_four },
	{ 26, 0, 1, "rt_written", "pixels",
	  "written to render targets", OF_FOUR "; not comparable with sums of A21 to A25" },
	{ 27, 0, 1, "rt_blended", "pixels",
	  "blended and written to render targets", of_four },
	{ 28, 0, 4, "sampler_requests", "texels",
	  "requested from the sampler", NULL },
	{ 29, 0, 4, "sampler_l1_misses", "texels",
	  "missed by the first cache of the sampler", NULL },
	{ 30, 0, 64, "slm_reads", "bytes",
	  "read from shared local memory, atomics included", NULL },
	{ 31, 0, 64, "slm_writes", "bytes",
	  "written to shared local memory, atomics included", NULL },
	{ 32, 0, 1, "memory_accesses", "accesses",
	  "other accesses of shaders to memory", NULL },
	{ 33, 0, 1, "memory_misses", "accesses",
	  "of these, missed by the first cache",
	  "missing from the document, described in Lakefield's" },
	{ 34, 0, 1, "atomics", "accesses",
	  "atomic accesses of shaders", NULL },
	{ 35, 0, 1, "barriers", "messages",
	  "barrier messages, one for each thread", NULL },
};

/* Lakefield volume 13, Observability, without its errata: an assumption, hardware.rst 5.3 */
static const struct oa_counter gen9_differing[] = {
	{ 0, 0, 1, "gpu_busy", "clocks",
	  "any engine of the GPU not idle",
	  "assumed, as on Lakefield; on Broadwell it is the render engine" },
	{ 23, 0, 1, "early_slow_failed", "pixels",
	  "failed slow tests before the pixel shader", of_four },
	{ 24, 0, 1, "ps_killed", "pixels",
	  "killed in the pixel shader", of_four },
	{ 33, 0, 1, "memory_misses", "accesses",
	  "of these, missed by the first cache", NULL },
};

/* Lakefield volume 13, Observability */
static const struct oa_counter gen11_differing[] = {
	{ 0, 0, 1, "gpu_busy", "clocks",
	  "any engine of the GPU not idle", NULL },
	{ 23, 0, 1, "early_slow_failed", "pixels",
	  "failed slow tests before the pixel shader", of_four },
	{ 24, 0, 1, "ps_killed", "pixels",
	  "killed in the pixel shader", of_four },
	{ 33, 0, 1, "memory_misses", "accesses",
	  "of these, missed by the first cache", NULL },
	{ 34, 0, 1, "atomics", "accesses",
	  "atomic accesses of shaders", "those to shared local memory are not counted" },
};

/* Lakefield volume 13, Observability: an assumption, hardware.rst 19.3 */
static const struct oa_counter gen12_differing[] = {
	{ 0, 0, 1, "gpu_busy", "clocks",
	  "any engine of the GPU not idle", "assumed, as on Lakefield" },
	{ 23, 0, 1, "early_slow_failed", "pixels",
	  "failed slow tests before the pixel shader", of_four },
	{ 24, 0, 1, "ps_killed", "pixels",
	  "killed in the pixel shader", of_four },
	{ 33, 0, 1, "memory_misses", "accesses",
	  "of these, missed by the first cache", NULL },
	{ 34, 0, 1, "atomics", "accesses",
	  "atomic accesses of shaders", "those to shared local memory are not counted" },
};

/* Custom events: CEC registers */
static const struct oa_counter b_counters[] = {
	CUSTOM(0),
	CUSTOM(1),
	CUSTOM(2),
	CUSTOM(3),
	CUSTOM(4),
	CUSTOM(5),
	CUSTOM(6),
	CUSTOM(7),
};

/* No register selects events of C counters; on Haswell, shipped sets route the GPU clock to C2. */
static const struct oa_counter c_counters[] = {
	FROM_MUX(0),
	FROM_MUX(1),
	FROM_MUX(2),
	FROM_MUX(3),
	FROM_MUX(4),
	FROM_MUX(5),
	FROM_MUX(6),
	FROM_MUX(7),
	FROM_MUX(8),
	FROM_MUX(9),
	FROM_MUX(10),
	FROM_MUX(11),
};

static const char hd_graphics_prm[] =
	"HD Graphics PRM: Observability Performance Counters for Intel Core Processor Family";
static const char broadwell_prm[] =
	"Intel PRM, Broadwell platform, volume 14: Observability";
static const char lakefield_prm[] =
	"Intel PRM, Lakefield platform, volume 13: SW/HW System Interface, Observability";

static const char igt_sets[] =
	"no document: IGT's metric sets of Tiger Lake to Alder Lake";

static const struct oa_counter ticks = {
	.scale = 1, .name = "gpu_ticks", .unit = "clocks", .meaning = "render clocks",
	.note = "stopped in RC6 and while clocks are gated",
};

const struct oa_counter_set oa_counters_snb = {
	.document = hd_graphics_prm,
	.a = snb_a,
	.num_a = ARRAY_SIZE(snb_a),
	.num_b = 4,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counters_snb);

const struct oa_counter_set oa_counters_ivb = {
	.document = hd_graphics_prm,
	.a = ivb_a,
	.num_a = ARRAY_SIZE(ivb_a),
	.num_b = 4,
	.num_c = 12,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counters_ivb);

const struct oa_counter_set oa_counters_vlv = {
	.document = hd_graphics_prm,
	.a = ivb_a,
	.num_a = ARRAY_SIZE(ivb_a),
	.differing = vlv_differing,
	.num_differing = ARRAY_SIZE(vlv_differing),
	.num_b = 4,
	.num_c = 12,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counters_vlv);

const struct oa_counter_set oa_counters_hsw = {
	.document = hd_graphics_prm,
	.a = ivb_a,
	.num_a = ARRAY_SIZE(ivb_a),
	.differing = hsw_differing,
	.num_differing = ARRAY_SIZE(hsw_differing),
	.num_b = 8,
	.num_c = 8,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counters_hsw);

const struct oa_counter_set oa_counters_gen8 = {
	.document = broadwell_prm,
	.a = gen8_a,
	.num_a = ARRAY_SIZE(gen8_a),
	.num_b = 8,
	.num_c = 8,
	.has_ticks = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counters_gen8);

const struct oa_counter_set oa_counters_gen9 = {
	.document = lakefield_prm,
	.a = gen8_a,
	.num_a = ARRAY_SIZE(gen8_a),
	.differing = gen9_differing,
	.num_differing = ARRAY_SIZE(gen9_differing),
	.num_b = 8,
	.num_c = 8,
	.has_ticks = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counters_gen9);

const struct oa_counter_set oa_counters_gen11 = {
	.document = lakefield_prm,
	.a = gen8_a,
	.num_a = ARRAY_SIZE(gen8_a),
	.differing = gen11_differing,
	.num_differing = ARRAY_SIZE(gen11_differing),
	.num_b = 8,
	.num_c = 8,
	.has_ticks = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counters_gen11);

const struct oa_counter_set oa_counters_gen12 = {
	.document = igt_sets,
	.a = gen8_a,
	.num_a = ARRAY_SIZE(gen8_a),
	.differing = gen12_differing,
	.num_differing = ARRAY_SIZE(gen12_differing),
	.num_b = 8,
	.num_c = 8,
	.has_ticks = true,
};
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counters_gen12);

/**
 * oa_counter_find() - description of a counter
 * @set: the counters of the platform
 * @field: OA_FIELD_A, OA_FIELD_B, OA_FIELD_C or OA_FIELD_GPU_TICKS
 * @number: number of the counter, 0 for OA_FIELD_GPU_TICKS
 *
 * Return: the counter, or NULL if the platform has none of that kind and number.
 */
const struct oa_counter *oa_counter_find(const struct oa_counter_set *set, enum oa_field field,
					 unsigned int number)
{
	u8 i;

	switch (field) {
	case OA_FIELD_A:
		for (i = 0; i < set->num_differing; i++)
			if (set->differing[i].number == number)
				return &set->differing[i];
		return number < set->num_a ? &set->a[number] : NULL;
	case OA_FIELD_B:
		return number < set->num_b ? &b_counters[number] : NULL;
	case OA_FIELD_C:
		return number < set->num_c ? &c_counters[number] : NULL;
	case OA_FIELD_GPU_TICKS:
		return set->has_ticks && !number ? &ticks : NULL;
	default:
		return NULL;
	}
}
EXPORT_SYMBOL_FOR_OA_TESTS(oa_counter_find);
