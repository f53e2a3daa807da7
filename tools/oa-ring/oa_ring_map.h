/* SPDX-License-Identifier: MIT */
/*
 * Read the OA buffer in place: a reader for streams that were opened with
 * DRM_I915_OA_PROP_MAP. Nothing to link; C11 or C++ with the GNU built-ins.
 *
 *	struct oa_ring_map map;
 *	struct oa_ring_span span;
 *
 *	if (oa_ring_map_open(&map, stream))
 *		...					// errno
 *	while (!oa_ring_map_sync(&map)) {		// errno: EIO disabled, ENODEV gone
 *		if (map.voided)
 *			...				// discard all reports since the last call
 *		while (oa_ring_map_next(&map, &span)) {
 *			if (span.count)
 *				...			// span.count reports at span.reports
 *			else
 *				...			// span.gap: span.gap.lost reports lost here
 *			oa_ring_map_done(&map, &span);
 *		}
 *		poll(...);				// the stream, for POLLIN
 *	}
 *
 * A span is valid until the next oa_ring_map_sync(). The unit may lap the reader before that:
 * this call sets map.voided if the span was overwritten while it was in use. A reader that
 * must not use overwritten reports copies them out, and uses the copy only after the call.
 */
#ifndef _OA_RING_MAP_H_
#define _OA_RING_MAP_H_

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <drm/i915_oa.h>

/** struct oa_ring_map - a mapped ring and its reader */
struct oa_ring_map {
	/** @fd: the stream */
	int fd;
	/** @control: the control page */
	struct drm_i915_oa_map *control;
	/** @ring: the OA buffer, twice in a row */
	const uint8_t *ring;
	/** @ring_bytes: size of the OA buffer, counted once */
	size_t ring_bytes;
	/** @report_bytes: size of one report */
	size_t report_bytes;
	/** @epoch: epoch of the control page at the last oa_ring_map_sync() */
	uint64_t epoch;
	/** @seen: position after the last report that was handed out */
	uint64_t seen;
	/** @voided: reports read between the last two oa_ring_map_sync() were overwritten */
	int voided;
};

/** struct oa_ring_span - the next part of a mapped ring: reports, or a gap */
struct oa_ring_span {
	/** @reports: the first report; the others follow it */
	const void *reports;
	/** @count: number of reports; 0: the span is a gap */
	size_t count;
	/** @gap: the gap, if the span is one */
	struct drm_i915_oa_gap gap;
	/** @tail: position after the span */
	uint64_t tail;
	/** @gap_tail: number of gaps passed, counted after the span */
	uint64_t gap_tail;
};

/**
 * oa_ring_map_close() - unmap the ring; the stream stays open
 * @map: a mapped ring
 */
static inline void oa_ring_map_close(struct oa_ring_map *map)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (map->ring)
		munmap((void *)map->ring, 2 * map->ring_bytes);
	if (map->control)
		munmap(map->control, page);
	memset(map, 0, sizeof(*map));
}

/**
 * oa_ring_map_open() - map a stream's ring
 * @map: filled in
 * @stream: the stream's file descriptor; the caller keeps it
 *
 * Return: 0, or -1 with errno of mmap(): EOPNOTSUPP if the stream was opened without
 * the property, ENODEV if the GPU is gone.
 */
static inline int oa_ring_map_open(struct oa_ring_map *map, int stream)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *at;
	int err;

	memset(map, 0, sizeof(*map));
	map->fd = stream;
	at = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, stream, 0);
	if (at == MAP_FAILED)
		return -1;
	map->control = (struct drm_i915_oa_map *)at;
	map->ring_bytes = map->control->ring_bytes;
	map->report_bytes = map->control->report_bytes;
	map->epoch = __atomic_load_n(&map->control->epoch, __ATOMIC_RELAXED);
	at = mmap(NULL, 2 * map->ring_bytes, PROT_READ, MAP_SHARED, stream,
		  (off_t)map->control->ring_offset);
	if (at != MAP_FAILED) {
		map->ring = (const uint8_t *)at;
		return 0;
	}
	err = errno;
	oa_ring_map_close(map);
	errno = err;
	return -1;
}

/**
 * oa_ring_map_sync() - release the reports that were read, and publish new ones
 * @map: a mapped ring
 *
 * Return: 0 with @map's voided updated, or -1 with errno: EIO if the stream does not sample,
 * ENODEV if the GPU is gone, EINVAL if the positions in the control page make no sense.
 */
static inline int oa_ring_map_sync(struct oa_ring_map *map)
{
	int ret = ioctl(map->fd, I915_OA_IOCTL_SYNC);
	uint64_t epoch;

	/* The call comes after the read of the last report, so the epoch covers all reports. */
	epoch = __atomic_load_n(&map->control->epoch, __ATOMIC_ACQUIRE);
	/* Reports before the position @taken were read whole: the overflow does not void them. */
	map->voided = epoch != map->epoch &&
		      map->seen > __atomic_load_n(&map->control->taken, __ATOMIC_RELAXED);
	map->epoch = epoch;
	return ret;
}

/**
 * oa_ring_map_next() - get the next span
 * @map: a mapped ring
 * @span: filled in
 *
 * Return: 1, or 0 if nothing more is published. Only oa_ring_map_done() moves past the span.
 */
static inline int oa_ring_map_next(struct oa_ring_map *map, struct oa_ring_span *span)
{
	struct drm_i915_oa_map *control = map->control;
	/*
	 * Pairs with the kernel's release stores. Read the position first, since the kernel has
	 * published all gaps before it.
	 */
	uint64_t head = __atomic_load_n(&control->data_head, __ATOMIC_ACQUIRE);
	uint64_t gap_head = __atomic_load_n(&control->gap_head, __ATOMIC_ACQUIRE);
	uint64_t tail = control->data_tail, gap_tail = control->gap_tail;
	uint64_t until = head;
	/* All before the restart is void; a read() of the stream may have passed it already. */
	int restart = tail < __atomic_load_n(&control->restart, __ATOMIC_RELAXED);

	memset(span, 0, sizeof(*span));
	if (gap_tail != gap_head) {
		span->gap = control->gaps[gap_tail % DRM_I915_OA_MAP_GAPS];
		/* All before a restart is void: gaps there are only counted. */
		if (restart || span->gap.at <= tail) {
			span->tail = tail;
			if (span->gap.resume > tail)
				span->tail = span->gap.resume;
			span->gap_tail = gap_tail + 1;
			return 1;
		}
		until = span->gap.at < head ? span->gap.at : head;
	} else if (restart) {
		/* The kernel has not announced the restart's gap yet. */
		return 0;
	}
	if (until <= tail)
		return 0;
	/* The double mapping holds the whole span in one piece. */
	span->reports = map->ring + tail % map->ring_bytes;
	span->count = (size_t)(until - tail) / map->report_bytes;
	span->tail = until;
	span->gap_tail = gap_tail;
	map->seen = until;
	return 1;
}

/**
 * oa_ring_map_done() - move past a span
 * @map: a mapped ring
 * @span: as oa_ring_map_next() filled it in
 *
 * The caller must not use the reports any more. A caller that has consumed only some of
 * them makes @span's tail smaller before the call. The kernel sees the new position at the
 * next oa_ring_map_sync() or poll().
 */
static inline void oa_ring_map_done(struct oa_ring_map *map, const struct oa_ring_span *span)
{
	if (span->count)
		map->seen = span->tail;
	__atomic_store_n(&map->control->gap_tail, span->gap_tail, __ATOMIC_RELAXED);
	/* Order this store after all reads of the reports, and after that of gap_tail. */
	__atomic_store_n(&map->control->data_tail, span->tail, __ATOMIC_RELEASE);
}

#endif /* _OA_RING_MAP_H_ */
