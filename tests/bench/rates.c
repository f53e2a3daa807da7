// SPDX-License-Identifier: GPL-2.0-only
/*
 * The highest rate that is held without loss.
 */
#include <math.h>

#include "oa-bench.h"

#define BUFFER		(4 * MiB)
/* Beyond that the simulator's clock did not run at the speed it should. */
#define SLIPPED_MAX	0.01

/** struct held - how one rate went */
struct held {
	/** @nominal: reports a second that the timer asks for */
	double nominal;
	/** @read: reports a second that were read */
	double read;
	/** @lost: reports that were lost or dropped */
	u64 lost;
	/** @slipped: share of GPU time that the simulator left out */
	double slipped;
	/** @sim: CPU share of the simulator */
	double sim;
	/** @sim_ns: of the simulator, per report */
	double sim_ns;
};

static struct held hold(const struct bench_options *options, int drm, unsigned int exponent)
{
	struct held held = { .nominal = exponent_hz(exponent) };
	struct sim_cost before = sim_cost(), sim;
	u64 start, elapsed, bytes = 0;
	void *buf = malloc(BUFFER);
	int stream;

	igt_assert(buf);
	memset(buf, 1, BUFFER);
	stream = bench_stream(drm, &oa_facts()->layouts[0], exponent, 0, 0);
	igt_assert_fd(stream);
	start = oa_now_ns();
	do {
		oa_poll_in(stream, 100);
		bytes += drain(stream, buf, BUFFER, start + options->hold_seconds * 1e9);
		elapsed = oa_now_ns() - start;
	} while (elapsed < options->hold_seconds * 1e9);
	sim = sim_cost_since(&before);
	held.lost = oa_status("reports_lost") + oa_status("reports_dropped");
	close(stream);
	free(buf);
	held.read = bytes / (double)OA_RECORD / elapsed * 1e9;
	held.slipped = (double)sim.slipped_ns / elapsed;
	held.sim = (double)sim.ns / elapsed;
	held.sim_ns = sim.reports ? (double)sim.ns / sim.reports : NAN;
	return held;
}

static bool is_held(const struct held *held)
{
	return !held->lost && held->slipped <= SLIPPED_MAX;
}

static void show(const char *path, const struct held *held)
{
	printf("%-8s %9.0f %9.0f %9llu %7.2f%% %6.1f%% %9.1f  %s\n", path, held->nominal,
	       held->read, held->lost, held->slipped * 100, held->sim * 100, held->sim_ns,
	       is_held(held) ? "held" : "not held");
	json_open(NULL, '{');
	json_text("path", path);
	json_number("nominal_hz", held->nominal);
	json_number("reports_per_s", held->read);
	json_number("not_delivered", held->lost);
	json_number("slipped", held->slipped);
	json_number("busy_simulator", held->sim);
	json_number("simulator_ns_per_report", held->sim_ns);
	json_text("held", is_held(held) ? "yes" : "no");
	json_close();
}

/* Downwards from the fastest; reports a second. */
static double highest(const struct bench_options *options, int drm, const char *path)
{
	for (unsigned int exponent = oa_exponent(0); exponent < 12; exponent++) {
		struct held held = hold(options, drm, exponent);

		show(path, &held);
		if (is_held(&held))
			return held.read;
	}
	return 0;
}

void bench_rates(const struct bench_options *options, int drm)
{
	heading("Highest rate held for %g s without loss, %u-byte reports", options->hold_seconds,
		oa_facts()->layouts[0].bytes);
	puts("path       nominal      read      lost  slipped simul.  ns/report of the simulator");
	json_open("rates", '[');
	goal_at_least("reports a second held through read()", highest(options, drm, "read()"), 2e6);
	json_close();
}
