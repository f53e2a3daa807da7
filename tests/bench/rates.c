// SPDX-License-Identifier: GPL-2.0-only
/*
 * The highest rate that is held without loss.
 */
#include <math.h>

#include "oa-bench.h"

/* The reader's buffer and as much of the ring fit into the processor's cache together. */
#define BUFFER		(512 * KiB)
#define ATTEMPTS	3
/* If a larger share of GPU time was skipped, the simulator's clock was too slow. */
#define SLIPPED_MAX	0.01

/** struct held - the result for one rate */
struct held {
	/** @nominal: reports per second that the timer requests */
	double nominal;
	/** @read: reports per second that were read */
	double read;
	/** @lost: reports that were lost or dropped */
	u64 lost;
	/** @slipped: share of GPU time that the simulator left out */
	double slipped;
	/** @sim: CPU share of the simulator */
	double sim;
	/** @sim_ns: the simulator's ns per report */
	double sim_ns;
};

static u64 not_delivered(void)
{
	return oa_status("reports_lost") + oa_status("reports_dropped");
}

/* Read all reports, and every dword of each. Return: number of reports. */
static u64 take(int stream, void *buf, u64 until)
{
	u64 bytes = 0;
	ssize_t n;

	do {
		n = read(stream, buf, BUFFER);
		if (n <= 0)
			break;
		touch_all(buf, n);
		bytes += n;
	} while (oa_now_ns() < until);
	igt_assert_f(n > 0 || errno == EAGAIN, "read: %zd, errno %d", n, errno);
	return bytes / OA_RECORD;
}

static struct held hold(const struct bench_options *options, int drm, unsigned int exponent)
{
	struct held held = { .nominal = exponent_hz(exponent) };
	struct sim_cost before, sim;
	u64 start, end, now, reports = 0;
	void *buf = malloc(BUFFER);
	int stream;

	igt_assert(buf);
	memset(buf, 1, BUFFER);
	stream = bench_stream(drm, &oa_facts()->layouts[0], exponent, OA_PROP_LOSS_RECORDS, 0);
	igt_assert_fd(stream);
	held.lost = not_delivered();
	before = sim_cost();
	start = oa_now_ns();
	end = start + options->hold_seconds * 1e9;
	do {
		oa_poll_in(stream, 100);
		reports += take(stream, buf, end);
		now = oa_now_ns();
	} while (now < end);
	sim = sim_cost_since(&before);
	held.lost = not_delivered() - held.lost;
	close(stream);
	free(buf);
	held.read = reports / (double)(now - start) * 1e9;
	held.slipped = (double)sim.slipped_ns / (now - start);
	held.sim = (double)sim.ns / (now - start);
	held.sim_ns = sim.reports ? (double)sim.ns / sim.reports : NAN;
	return held;
}

static bool is_held(const struct held *held)
{
	return !held->lost && held->slipped <= SLIPPED_MAX;
}

static void show(const struct held *held)
{
	printf("%9.0f %9.0f %9llu %7.2f%% %6.1f%% %9.1f  %s\n", held->nominal, held->read,
	       held->lost, held->slipped * 100, held->sim * 100, held->sim_ns,
	       is_held(held) ? "held" : "not held");
	json_open(NULL, '{');
	json_number("nominal_hz", held->nominal);
	json_number("reports_per_s", held->read);
	json_number("not_delivered", held->lost);
	json_number("slipped", held->slipped);
	json_number("busy_simulator", held->sim);
	json_number("simulator_ns_per_report", held->sim_ns);
	json_text("held", is_held(held) ? "yes" : "no");
	json_close();
}

/*
 * Find the highest rate that is held, from the fastest downwards, in reports per second. At the
 * fastest, half a buffer lasts 5 ms. A host that takes the processor away for longer proves
 * nothing about the driver, so each rate is tried again, and every attempt is shown.
 */
static double highest(const struct bench_options *options, int drm)
{
	for (unsigned int try = 0, exponent = oa_exponent(0); exponent < 12; try++) {
		struct held held = hold(options, drm, exponent);

		show(&held);
		if (is_held(&held))
			return held.nominal;
		if (try % ATTEMPTS == ATTEMPTS - 1)
			exponent++;
	}
	return 0;
}

void bench_rates(const struct bench_options *options, int drm)
{
	heading("Highest rate held for %g s without loss, %u-byte reports", options->hold_seconds,
		oa_facts()->layouts[0].bytes);
	puts("  nominal      read      lost  slipped simul.  ns/report of the simulator");
	json_open("rates", '[');
	goal_at_least("reports a second held through read()", highest(options, drm), 2e6);
	json_close();
}
