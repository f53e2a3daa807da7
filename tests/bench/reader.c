// SPDX-License-Identifier: GPL-2.0-only
/*
 * The stream that is measured, of i915 or of i915_oa.
 *
 * Each phase begins with a one-byte read of configuration space, at an offset where the simulated
 * GPU has nothing: the GPU's trace of all accesses shows it, whatever driver is bound.
 */
#include "oa-bench.h"

#define MARK_FIRST	0xe0	/* an offset in configuration space; one for each phase */

static void open_config(struct reader *reader, const char *pci)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/config", pci);
	reader->config = open(path, O_RDONLY | O_CLOEXEC);
	igt_assert_fd(reader->config);
}

/* Mark the beginning of a phase in the GPU's trace. */
void reader_mark(const struct reader *reader, enum phase phase)
{
	u8 byte;

	igt_assert_eq(pread(reader->config, &byte, 1, MARK_FIRST + phase), 1);
}

/*
 * Add a metric set of registers that both drivers let a user write. Haswell has no flexible events
 * of the EUs.
 */
static u64 add_metric_set(int drm)
{
	static const u32 mux[] = { 0x9888, 0x10800000, 0x9888, 0x14800000, 0x9888, 0x16800000 };
	static const u32 events[] = { 0x2710, 0, 0x2714, 0x00800000, 0x2770, 0x4, 0x2774, 0 };
	static const u32 flex[] = { 0xe458, 0x5004, 0xe558, 0x10003 };
	struct drm_i915_perf_oa_config config = {
		.n_mux_regs = 3, .mux_regs_ptr = (uintptr_t)mux,
		.n_boolean_regs = 4, .boolean_regs_ptr = (uintptr_t)events,
		.n_flex_regs = oa_facts()->flex ? 2 : 0, .flex_regs_ptr = (uintptr_t)flex,
	};
	int id;

	memcpy(config.uuid, "c057c057-0000-4000-8000-00000000c057", sizeof(config.uuid));
	id = oa_ioctl(drm, DRM_IOCTL_I915_PERF_ADD_CONFIG, &config);
	igt_assert_lt(0, id);
	return id;
}

/* Open a stream that does not sample yet. */
int reader_open(const struct reader *reader, const struct reader_options *options)
{
	u64 properties[14] = { OA_BASE_PROPS(reader->metric_set,
					     options->small ? I915_OA_FORMAT_C4_B8 : OA_FORMAT,
					     options->exponent) };
	size_t num = 8;

	if (options->poll_period_ns) {
		properties[num++] = OA_PROP_POLL_OA_PERIOD;
		properties[num++] = options->poll_period_ns;
	}
	if (options->ring_bytes) {
		properties[num++] = OA_PROP_BUFFER_SIZE;
		properties[num++] = options->ring_bytes;
	}
	return oa_perf_open(reader->drm, I915_PERF_FLAG_FD_CLOEXEC | I915_PERF_FLAG_DISABLED |
			    (options->blocks ? 0 : I915_PERF_FLAG_FD_NONBLOCK), properties, num);
}

/* Prepare the GPU for streams. @pci: name of its PCI function */
void reader_prepare(struct reader *reader, int drm, const char *pci)
{
	open_config(reader, pci);
	reader->drm = drm;
	reader->metric_set = add_metric_set(drm);
}

/* Open the stream of a GPU and start it. @pci: name of its PCI function */
void reader_begin(struct reader *reader, const struct reader_options *options, int drm,
		  const char *pci)
{
	reader_prepare(reader, drm, pci);
	reader_mark(reader, OPEN);
	reader->stream = reader_open(reader, options);
	igt_assert_fd(reader->stream);
	reader_mark(reader, ENABLE);
	oa_assert_ok(oa_stream_enable(reader->stream));
}

/* Undo reader_prepare(). */
void reader_finish(struct reader *reader)
{
	oa_assert_ok(oa_config_remove(reader->drm, reader->metric_set));
	close(reader->config);
}

void reader_end(struct reader *reader)
{
	reader_mark(reader, DISABLE);
	oa_assert_ok(oa_stream_disable(reader->stream));
	reader_mark(reader, CLOSE);
	close(reader->stream);
	reader_mark(reader, OVER);
	reader_finish(reader);
}
