// SPDX-License-Identifier: GPL-2.0-only
/*
 * The number of a reader's wake-ups by cause, their cost, and the age of the data at each.
 *
 * The reader polls, and reads all reports. At open it requests a maximum age of data, and
 * the driver wakes it in time for that. The other bound is the default of 5 ms, the period of
 * i915's timer: no method can keep that one with fewer wake-ups than the timer has.
 */
#include <math.h>

#include "oa-bench.h"

/* POLL_OA_PERIOD of a stream that states none, here and in i915 */
#define DEFAULT_PERIOD_NS	5000000
#define BUFFER			(4 * MiB)

/** enum wake_bound - the bounds that a reader requests */
enum wake_bound {
	/** @STATED: that of the options */
	STATED,
	/** @DEFAULT: the default, 5 ms */
	DEFAULT,
	/** @NUM_BOUNDS: number of bounds */
	NUM_BOUNDS,
};

static const double rates[] = { 1e3, 10e3, 100e3, 1e6 };
static const char * const bound_names[NUM_BOUNDS] = { "stated", "default_5ms" };

/** struct watch - counters of the driver and the machine at one moment */
struct watch {
	/** @time: the moment */
	u64 time;
	/** @idle: idle time of all processors, ns */
	u64 idle;
	/** @wakes: by interrupt, deadline, and anything else */
	u64 wakes[3];
	/** @expiries: expiries of timers */
	u64 expiries;
	/** @interrupts: interrupts of the device */
	u64 interrupts;
	/** @lost: reports that did not reach the reader */
	u64 lost;
	/** @sim: cost of the simulator */
	struct sim_cost sim;
};

/** struct wakes - one rate at one bound; all rates are per second */
struct wakes {
	/** @hz: nominal sampling rate */
	double hz;
	/** @reports: reports that were read */
	double reports;
	/** @wakes: by interrupt, deadline, and anything else */
	double wakes[3];
	/** @expiries: expiries of timers */
	double expiries;
	/** @interrupts: interrupts of the device */
	double interrupts;
	/** @busy: CPU share of everything, including the simulator */
	double busy;
	/** @sim: CPU share of the simulator */
	double sim;
	/** @age_ms: worst age of a report when it was read */
	double age_ms;
	/** @lost: total of reports that did not reach the reader */
	u64 lost;
	/** @slipped: share of GPU time that the simulator left out */
	double slipped;
};

/* The counters come first: reading them runs the simulator, but wakes no reader. */
static void watch_start(struct watch *w)
{
	w->wakes[0] = oa_status("wake_interrupt");
	w->wakes[1] = oa_status("wake_deadline");
	w->wakes[2] = oa_status_sum("wake_") - w->wakes[0] - w->wakes[1];
	w->expiries = oa_status("deadlines");
	w->interrupts = oa_status_sum("irq_");
	w->lost = oa_status("reports_lost") + oa_status("reports_dropped");
	w->sim = sim_cost();
	w->idle = cpu_idle_ns();
	w->time = oa_now_ns();
}

static void watch_stop(const struct watch *w, struct wakes *result)
{
	u64 elapsed = oa_now_ns() - w->time;
	double busy = cpu_busy_ns(w->idle, elapsed), s = elapsed / 1e9;
	struct sim_cost sim = sim_cost_since(&w->sim);
	struct watch now;

	watch_start(&now);
	for (size_t i = 0; i < ARRAY_LEN(now.wakes); i++)
		result->wakes[i] = (now.wakes[i] - w->wakes[i]) / s;
	result->expiries = (now.expiries - w->expiries) / s;
	result->interrupts = (now.interrupts - w->interrupts) / s;
	result->lost = now.lost - w->lost;
	result->busy = busy / elapsed;
	result->sim = (double)sim.ns / elapsed;
	result->slipped = (double)sim.slipped_ns / elapsed;
	result->reports /= s;
}

static double wakes_sum(const struct wakes *w)
{
	return w->wakes[0] + w->wakes[1] + w->wakes[2];
}

/* The age of a read's first report, at the end of that read. */
static double age_ms(int drm, const void *buf, ssize_t len)
{
	struct oa_record record;

	oa_for_each_record(&record, at, buf, len) {
		if (record.type == DRM_I915_PERF_RECORD_SAMPLE)
			return (u32)((u32)oa_reg_read_timestamp(drm) - record.payload[1]) * 1e3 /
			       oa_facts()->timestamp_hz;
	}
	return 0;
}

static void reader(const struct bench_options *options, int drm, int stream, void *buf,
		   struct wakes *result)
{
	u64 end = oa_now_ns() + options->wake_seconds * 1e9;
	u64 bytes = 0;

	while (oa_now_ns() < end) {
		ssize_t n;

		if (!oa_poll_in(stream, 1000))
			continue;
		n = read(stream, buf, BUFFER);
		if (n <= 0)
			continue;
		result->age_ms = fmax(result->age_ms, age_ms(drm, buf, n));
		bytes += n;
		if (n > (ssize_t)BUFFER / 2)
			bytes += drain(stream, buf, BUFFER, end);
	}
	result->reports = bytes / (double)OA_RECORD;
}

static struct wakes measure(const struct bench_options *options, int drm, double hz,
			    enum wake_bound bound, bool read)
{
	unsigned int exponent = exponent_near(hz);
	struct wakes result = { .hz = exponent_hz(exponent) };
	struct watch watch;
	void *buf = malloc(BUFFER);
	int stream;

	igt_assert(buf);
	memset(buf, 1, BUFFER);
	stream = bench_stream(drm, &oa_facts()->layouts[0], exponent, OA_PROP_POLL_OA_PERIOD,
			      bound == STATED ? options->bound_ns : DEFAULT_PERIOD_NS);
	igt_assert_fd(stream);
	watch_start(&watch);
	if (read)
		reader(options, drm, stream, buf, &result);
	else
		oa_sleep_ms(options->wake_seconds * 1e3);
	watch_stop(&watch, &result);
	close(stream);
	free(buf);
	return result;
}

static void print_wakes(const char *name, const struct wakes *w, bool times)
{
	printf("%-12s %9.0f %9.0f %7.1f %7.1f %7.1f %7.1f %8.1f %7.1f", name, w->hz, w->reports,
	       w->wakes[0], w->wakes[1], w->wakes[2], w->expiries, w->interrupts, w->age_ms);
	if (times)
		printf(" %6.2f%% %6.2f%%", (w->busy - w->sim) * 100, w->sim * 100);
	printf(" %6llu\n", w->lost);
}

static void json_wakes(const char *name, const struct wakes *w, bool times)
{
	json_open(NULL, '{');
	json_text("bound", name);
	json_number("nominal_hz", w->hz);
	json_number("reports_per_s", w->reports);
	json_number("wakes_interrupt_per_s", w->wakes[0]);
	json_number("wakes_deadline_per_s", w->wakes[1]);
	json_number("wakes_other_per_s", w->wakes[2]);
	json_number("timer_expiries_per_s", w->expiries);
	json_number("interrupts_per_s", w->interrupts);
	json_number("worst_age_ms", w->age_ms);
	json_number("not_delivered", w->lost);
	if (times) {
		json_number("busy_without_simulator", w->busy - w->sim);
		json_number("busy_simulator", w->sim);
		json_number("slipped", w->slipped);
	}
	json_close();
}

static void show(const char *name, const struct wakes *w, const struct bench_options *options)
{
	print_wakes(name, w, !options->counts_only);
	json_wakes(name, w, !options->counts_only);
}

static void print_idle(const struct bench_options *options)
{
	u64 idle = cpu_idle_ns(), start = oa_now_ns(), elapsed;
	double busy;

	if (options->counts_only)
		return;
	oa_sleep_ms(options->wake_seconds * 1e3);
	elapsed = oa_now_ns() - start;
	busy = cpu_busy_ns(idle, elapsed) / elapsed;
	printf("without a stream, the machine is busy for %.2f%%\n", busy * 100);
	json_number("busy_without_stream", busy);
}

static void nobody_reads(const struct bench_options *options, int drm)
{
	double timers = 0, interrupts = 0;

	for (size_t i = 0; i < ARRAY_LEN(rates); i++) {
		struct wakes w = measure(options, drm, rates[i], STATED, false);

		show("nobody reads", &w, options);
		timers = fmax(timers, w.expiries);
		interrupts = fmax(interrupts, w.interrupts * options->wake_seconds);
	}
	goal_at_most("timer expiries a second while nobody reads", timers, 0);
	goal_at_most("interrupts of a stream that nobody reads, in all",
		     round(interrupts), 0);
}

static void compare(const struct bench_options *options, const struct wakes *stated,
		    const struct wakes *by_default)
{
	double ratio = INFINITY, age = 0, bound_ms = options->bound_ns / 1e6;

	printf("\n%-9s %30s %28s\n", "", "wake-ups a second", "worst age of data, ms");
	printf("%-9s %9s %9s %10s %9s %9s %9s\n", "reports/s", "stated", "5 ms", "saved",
	       "bound", "stated", "5 ms");
	for (size_t i = 0; i < ARRAY_LEN(rates); i++) {
		double saved = wakes_sum(&by_default[i]) / wakes_sum(&stated[i]);

		printf("%9.0f %9.1f %9.1f %9.1fx %9.1f %9.1f %9.1f\n", stated[i].hz,
		       wakes_sum(&stated[i]), wakes_sum(&by_default[i]), saved, bound_ms,
		       stated[i].age_ms, by_default[i].age_ms);
		/* 10 and 100 kHz */
		if (i == 1 || i == 2) {
			ratio = fmin(ratio, saved);
			age = fmax(age, stated[i].age_ms);
		}
	}
	printf("The reader states a bound of %g ms: what is saved are wake-ups for data that may\n"
	       "wait. At the default of 5 ms, the period of i915's timer, there are none to save.\n",
	       bound_ms);
	goal_at_least("fewer wake-ups than at the default at 10 to 100 kHz, times", ratio, 10);
	goal_at_most("worst age then, times the bound, 0.1 for the way to the reader",
		     options->counts_only ? NAN : age / bound_ms, 1.1);
}

void bench_wakes(const struct bench_options *options, int drm)
{
	struct wakes got[NUM_BOUNDS][ARRAY_LEN(rates)] = {};

	heading("Waking a reader that can live with data %llu ms old", options->bound_ns / 1000000);
	json_open("wakes", '{');
	print_idle(options);
	printf("%-32s %s\n%-12s %9s %9s %7s %7s %7s %7s %8s %7s%s %6s\n", "per second:", "wakes by",
	       "bound", "nominal", "reports", "irq", "timer", "other", "timers", "irqs", "age/ms",
	       options->counts_only ? "" : "     CPU  simul.", "lost");
	json_open("rows", '[');
	for (int bound = 0; bound < NUM_BOUNDS; bound++)
		for (size_t i = 0; i < ARRAY_LEN(rates); i++) {
			got[bound][i] = measure(options, drm, rates[i], bound, true);
			show(bound_names[bound], &got[bound][i], options);
		}
	nobody_reads(options, drm);
	json_close();
	json_close();
	compare(options, got[STATED], got[DEFAULT]);
}
