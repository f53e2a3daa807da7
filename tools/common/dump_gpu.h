/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An open GPU and its driver.
 *
 * A function that fails has printed the reason on standard error.
 */
#ifndef _TOOLS_DUMP_GPU_H_
#define _TOOLS_DUMP_GPU_H_

#include <sys/types.h>

#include "tools/common/gpufacts.h"
#include "tools/common/platform.h"
#include "tools/common/recording.h"
#include "tools/common/source.h"

/** struct dump_gpu - an open GPU */
struct dump_gpu {
	/** @fd: its DRM node */
	int fd;
	/** @node: path of the node */
	char node[64];
	/** @sysfs: directory of the card node, for metrics/; empty: sysfs does not show it */
	char sysfs[256];
	/** @driver: the kernel's driver of it */
	char driver[32];
	/** @devid: PCI device id */
	u32 devid;
	/** @timestamp_hz: ticks of the time stamp per second */
	u32 timestamp_hz;
	/** @eus: number of EUs, 0 if the driver does not say */
	u32 eus;
	/** @slices: number of slices, 0 if the driver does not say */
	u32 slices;
	/** @platform: the GPU's platform */
	const struct dump_platform *platform;
	/** @facts: what metric files may ask */
	struct gpu_facts facts;
};

/* driver.c */
const char *driver_hint(int error);
void driver_find(struct dump_gpu *gpu);
bool driver_speaks(struct dump_gpu *gpu);
bool driver_extended(const struct dump_gpu *gpu);
const char *driver_reset_risk(void);
void driver_warn_of_reset(void);
int driver_ioctl(int fd, unsigned long request, void *arg);

/* gpu.c */
int gpu_open(struct dump_gpu *gpu, const char *device);
bool gpu_open_next(struct dump_gpu *gpu, int *minor, char *refused, size_t size);
int gpu_exponent(u32 timestamp_hz, u64 period_ns);

/* owner.c */
int owner_stream(pid_t pid);
bool owner_find(char *text, size_t bytes);

/* stream.c */
u64 now_ns(void);
int stream_wait_ms(u64 end, int most);
bool stream_stop(const struct dump_gpu *gpu, int fd);
u64 stream_silence_ns(const struct dump_gpu *gpu, const struct dump_source *source);
unsigned int stream_exponent(const struct dump_gpu *gpu, const struct dump_source *source);
int stream_possible(const struct dump_gpu *gpu, const struct dump_source *source,
		    const struct oa_report_format *format);
int stream_open(const struct dump_gpu *gpu, const struct dump_source *source,
		const struct oa_report_format *format, u64 metrics, unsigned int exponent);
int stream_open_idle(const struct dump_gpu *gpu, const struct oa_report_format *format,
		     u64 metrics);

#endif /* _TOOLS_DUMP_GPU_H_ */
