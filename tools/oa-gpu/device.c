// SPDX-License-Identifier: GPL-2.0-only
/**
 * DOC: The simulator's core as a device in a process of its own
 *
 * This file is the core's host: the clock is the machine's, guest memory is announced by the
 * client, and an interrupt goes to the client's event files after the access that caused it. There
 * is one thread, so nothing needs a lock.
 */
#include <stdlib.h>
#include <time.h>

#include "device.h"
#include "sim/core/sim_model.h"

/* As in the kernel front end: reports per tick of the timer, and the time between ticks */
#define TICK_REPORTS		4096
#define TICK_MIN_NS		250000ull
#define TICK_MAX_NS		5000000ull
/*
 * Firmware points the GGTT at an unused page. This one is the last that 39-bit entries reach; no
 * machine has memory there.
 */
#define SCRATCH			0x7ffffff000ull

static struct gpu_device *host_to_device(struct sim_host *host)
{
	return (struct gpu_device *)((char *)host - offsetof(struct gpu_device, host));
}

/* The machine's clock in nanoseconds, since an arbitrary time. */
u64 device_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NSEC_PER_SEC + now.tv_nsec;
}

static u64 host_now_ns(struct sim_host *host)
{
	return device_now_ns();
}

static void *host_map(struct sim_host *host, u64 address, u32 bytes)
{
	return dma_at(&host_to_device(host)->dma, address, bytes);
}

static void host_unmap(struct sim_host *host, void *memory)
{
}

static void host_line(struct sim_host *host, bool stands)
{
	irq_line(&host_to_device(host)->irq, stands);
}

static void host_broken(struct sim_host *host, const char *rule, u32 offset, u32 value)
{
	FILE *trace = host_to_device(host)->trace;

	if (trace)
		fprintf(trace, "%llu broken %s 0x%05x 0x%08x\n", device_now_ns(), rule, offset,
			value);
}

static void host_unknown(struct sim_host *host, u32 offset)
{
	FILE *trace = host_to_device(host)->trace;

	if (trace)
		fprintf(trace, "%llu unknown 0x%05x\n", device_now_ns(), offset);
}

static void *host_alloc(struct sim_host *host, size_t bytes)
{
	return calloc(1, bytes);
}

static void host_free(struct sim_host *host, void *memory)
{
	free(memory);
}

static const struct sim_host_ops device_host_ops = {
	.now_ns = host_now_ns,
	.map = host_map,
	.unmap = host_unmap,
	.line = host_line,
	.broken = host_broken,
	.unknown = host_unknown,
	.alloc = host_alloc,
	.free = host_free,
};

/* Drop the memory and event files of a client that has gone. */
void device_disconnect(struct gpu_device *dev)
{
	dma_clear(&dev->dma);
	irq_fini(&dev->irq);
}

/* Turn a device off. */
void device_destroy(struct gpu_device *dev)
{
	device_disconnect(dev);
	dma_disown(&dev->dma);
	sim_gpu_destroy(dev->gpu);
	free(dev);
}

/* Return: false if there is not enough memory. */
static bool device_steal(struct gpu_device *dev, const struct sim_stolen *stolen)
{
	dev->gpu->stolen = *stolen;
	return !stolen->mib || !dma_own(&dev->dma, stolen->base, (u64)stolen->mib << 20);
}

/**
 * device_create() - turn a device on
 * @options: its properties; the caller keeps the file of the trace
 *
 * Return: the device, or NULL if there is no memory, no such platform or no such relative.
 */
struct gpu_device *device_create(const struct device_options *options)
{
	struct gpu_device *dev = calloc(1, sizeof(*dev));

	if (!dev)
		return NULL;
	dev->trace = options->trace;
	dev->host.ops = &device_host_ops;
	dev->host.scratch = SCRATCH;
	irq_init(&dev->irq);
	dev->gpu = sim_gpu_create(options->platform, options->id, &dev->host, false);
	if (!dev->gpu) {
		free(dev);
		return NULL;
	}
	if (!device_steal(dev, &options->stolen)) {
		device_destroy(dev);
		return NULL;
	}
	/* i915 reads an identity for 100 us only, which is one message if the host stalls. */
	if (options->display_class) {
		sim_display_fuse_off(dev->gpu);
		dev->gpu->irq.identity_at_once = true;
	}
	sim_header_init(dev->gpu, dev->config, true);
	return dev;
}

/*
 * Reset the device for the client: restore the state after power-on, or only configuration space if
 * the GPU stays on. Counts, the client's memory and event files, and the contents of stolen memory
 * are kept.
 */
void device_reset(struct gpu_device *dev)
{
	dev->resets++;
	sim_catch_up(dev->gpu, TICK_REPORTS);
	sim_header_init(dev->gpu, dev->config, true);
	if (!dev->keeps)
		sim_power_cycle(dev->gpu);
	irq_reset(&dev->irq);
}

/**
 * device_deliver() - signal an interrupt to the client if one is due
 * @dev: the device; no access to it is under way
 */
void device_deliver(struct gpu_device *dev)
{
	if (irq_due(&dev->irq))
		irq_send(&dev->irq, sim_irq_take(dev->gpu));
}

/*
 * Return: nanoseconds until the next call of device_tick() while no access advances the time,
 * 0: none is needed.
 */
u64 device_tick_ns(const struct gpu_device *dev)
{
	return sim_clock_runs(dev->gpu) ? TICK_MIN_NS : 0;
}

/*
 * Let time pass. Return: nanoseconds until the next call, 0: as device_tick_ns() requires.
 */
u64 device_tick(struct gpu_device *dev)
{
	u64 began = device_now_ns(), period;

	sim_catch_up(dev->gpu, TICK_REPORTS);
	device_deliver(dev);
	if (!sim_clock_runs(dev->gpu))
		return 0;
	period = min(max(sim_clock_period_ns(dev->gpu), TICK_MIN_NS), TICK_MAX_NS);
	return sim_clock_spare_ns(dev->gpu, period, device_now_ns() - began);
}
