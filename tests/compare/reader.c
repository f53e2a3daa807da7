// SPDX-License-Identifier: GPL-2.0-only
/*
 * A stream of the i915 perf ABI.
 *
 * Each phase begins with a one-byte read of configuration space, at an offset where the simulated
 * GPU has nothing: the GPU's trace of all accesses shows it, whatever driver is bound.
 */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include <drm/i915_oa.h>

#include "reader.h"

#define MARK_FIRST	0xe0	/* an offset in configuration space; one for each phase */

/**
 * die() - end the program
 * @what: what failed; errno says why
 */
void die(const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
	exit(1);
}

/**
 * reader_now_ns() - the time
 *
 * Return: nanoseconds of the monotonic clock.
 */
u64 reader_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

/* The configuration space of the GPU, by the number of its device node */
static int open_config(const struct reader *reader)
{
	char path[96];
	struct stat st;

	if (fstat(reader->gpu, &st))
		die(reader->device);
	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/device/config", major(st.st_rdev),
		 minor(st.st_rdev));
	return open(path, O_RDONLY | O_CLOEXEC);
}

/**
 * reader_open_gpu() - open the GPU
 * @reader: its device is set
 */
void reader_open_gpu(struct reader *reader)
{
	reader->gpu = open(reader->device, O_RDWR | O_CLOEXEC);
	if (reader->gpu < 0)
		die(reader->device);
	reader->config = open_config(reader);
}

/**
 * reader_mark() - have the GPU's trace show that a phase begins
 * @reader: with an open GPU
 * @phase: the phase
 */
void reader_mark(const struct reader *reader, enum phase phase)
{
	u8 byte;

	if (reader->config >= 0 && pread(reader->config, &byte, 1, MARK_FIRST + phase) != 1)
		die("marking the trace");
}

/**
 * reader_getparam() - ask for a parameter
 * @reader: with an open GPU
 * @param: I915_PARAM_*
 *
 * Return: its value, 0 if there is none.
 */
int reader_getparam(const struct reader *reader, int param)
{
	int value = 0;
	struct drm_i915_getparam gp = { .param = param, .value = &value };

	return ioctl(reader->gpu, DRM_IOCTL_I915_GETPARAM, &gp) ? 0 : value;
}

/**
 * reader_add_metric_set() - add the metric set
 * @reader: with an open GPU
 *
 * It is one for both drivers: each register is one that both let a user write. Haswell has no
 * flexible events of the EUs.
 *
 * Return: its number.
 */
u64 reader_add_metric_set(const struct reader *reader)
{
	static const u32 mux[] = { 0x9888, 0x10800000, 0x9888, 0x14800000, 0x9888, 0x16800000 };
	static const u32 events[] = { 0x2710, 0, 0x2714, 0x00800000, 0x2770, 0x4, 0x2774, 0 };
	static const u32 flex[] = { 0xe458, 0x5004, 0xe558, 0x10003 };
	struct drm_i915_perf_oa_config config = {
		.n_mux_regs = 3, .mux_regs_ptr = (unsigned long)mux,
		.n_boolean_regs = 4, .boolean_regs_ptr = (unsigned long)events,
		.n_flex_regs = reader->haswell ? 0 : 2, .flex_regs_ptr = (unsigned long)flex,
	};
	int id;

	memcpy(config.uuid, "c057c057-0000-4000-8000-00000000c057", sizeof(config.uuid));
	id = ioctl(reader->gpu, DRM_IOCTL_I915_PERF_ADD_CONFIG, &config);
	if (id < 0)
		die("adding the metric set");
	return id;
}

/**
 * reader_open_stream() - open the stream, disabled
 * @reader: with an open GPU
 * @metric_set: of reader_add_metric_set()
 */
void reader_open_stream(struct reader *reader, u64 metric_set)
{
	u64 properties[12] = {
		DRM_I915_PERF_PROP_SAMPLE_OA, 1,
		DRM_I915_PERF_PROP_OA_METRICS_SET, metric_set,
		DRM_I915_PERF_PROP_OA_FORMAT, reader->format,
		DRM_I915_PERF_PROP_OA_EXPONENT, reader->exponent,
	};
	struct drm_i915_perf_open_param param = {
		.flags = I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_DISABLED,
		.num_properties = 4,
		.properties_ptr = (unsigned long)properties,
	};

	if (reader->poll_period_ns) {
		properties[2 * param.num_properties] = DRM_I915_PERF_PROP_POLL_OA_PERIOD;
		properties[2 * param.num_properties++ + 1] = reader->poll_period_ns;
	}
	if (reader->maps) {
		properties[2 * param.num_properties] = DRM_I915_OA_PROP_MAP;
		properties[2 * param.num_properties++ + 1] = 1;
	}
	if (!reader->blocks)
		param.flags |= I915_PERF_FLAG_FD_NONBLOCK;
	reader->stream = ioctl(reader->gpu, DRM_IOCTL_I915_PERF_OPEN, &param);
	if (reader->stream < 0)
		die("opening the stream");
}

/**
 * reader_enable() - start the stream
 * @reader: with an open stream
 */
void reader_enable(const struct reader *reader)
{
	reader_mark(reader, ENABLE);
	if (ioctl(reader->stream, I915_PERF_IOCTL_ENABLE, 0))
		die("enabling");
}

/**
 * reader_end() - stop and close the stream, and remove the metric set
 * @reader: with an open stream
 * @metric_set: of reader_add_metric_set()
 */
void reader_end(const struct reader *reader, u64 metric_set)
{
	reader_mark(reader, DISABLE);
	if (ioctl(reader->stream, I915_PERF_IOCTL_DISABLE, 0))
		die("disabling");
	reader_mark(reader, CLOSE);
	close(reader->stream);
	reader_mark(reader, OVER);
	if (ioctl(reader->gpu, DRM_IOCTL_I915_PERF_REMOVE_CONFIG, &metric_set))
		die("removing the metric set");
}

/**
 * reader_number() - a number of the command line
 * @arg: the word
 * @most: its largest value
 * @state: of argp, which ends the program with a message if it is none
 */
int reader_number(const char *arg, long most, struct argp_state *state)
{
	char *end;
	long value = strtol(arg, &end, 10);

	if (end == arg || *end || value < 0 || value > most)
		argp_error(state, "'%s' is not from 0 to %ld", arg, most);
	return value;
}
