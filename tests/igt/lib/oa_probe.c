// SPDX-License-Identifier: GPL-2.0-only
/*
 * Register reads of the driver, counted by the simulated GPU. Without its knobs a kprobe counts the
 * calls of the driver's oa_read32(), but not the reads of those that hold the lock over several
 * accesses (oa_read32_locked()).
 */
#include "oa_lib.h"

#define TRACING		"/sys/kernel/tracing/"
#define KNOB		"register_reads"
#define GROUP		"igt_oa"
#define EVENT		"reads"
#define PROBE		GROUP "/" EVENT

static void probe_remove(void)
{
	oa_write_text(TRACING "events/" PROBE "/enable", "0");
	oa_write_text(TRACING "kprobe_events", "-:" PROBE "\n");
}

/* Skip the subtest if nothing counts reads. Remove the probe with oa_register_reads_end(). */
void oa_register_reads_begin(void)
{
	if (oa_sim_present()) {
		oa_sim_require_knob(KNOB);
		return;
	}
	/* Of a subtest that failed */
	probe_remove();
	igt_require_f(!oa_write_text(TRACING "kprobe_events", "p:" PROBE " i915_oa:oa_read32\n"),
		      "no kprobe can count register reads: %s", strerror(errno));
	oa_assert_ok(oa_write_text(TRACING "events/" PROBE "/enable", "1"));
}

/* The hits of the probe, in the table of all probes: "  EVENT  HITS  MISSES" */
static u64 probe_hits(void)
{
	static char text[64 << 10];
	char *line, *save;
	unsigned long long hits;

	igt_assert_lt(0, oa_read_text(TRACING "kprobe_profile", text, sizeof(text)));
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		if (sscanf(line, " " EVENT " %llu", &hits) == 1)
			return hits;
	igt_assert_f(false, "no probe");
	return 0;
}

u64 oa_register_reads(void)
{
	return oa_sim_present() ? oa_sim_u64(KNOB) : probe_hits();
}

void oa_register_reads_end(void)
{
	if (!oa_sim_present())
		probe_remove();
}
