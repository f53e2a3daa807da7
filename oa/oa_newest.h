/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_NEWEST_H_
#define _OA_NEWEST_H_

#include <linux/hrtimer.h>
#include <linux/types.h>
#include <linux/workqueue.h>

struct oa_stream;

/**
 * struct oa_newest - what gives up the oldest reports of a stream in time
 */
struct oa_newest {
	/** @timer: runs while @live; expires in hard IRQ and does nothing but queue @work */
	struct hrtimer timer;
	/** @work: takes the stream's lock */
	struct work_struct work;
	/** @period_ns: of @timer; 0: the stream gives up nothing; set once */
	u64 period_ns;
	/** @live: the unit samples, its registers may be touched; guarded by the stream's lock */
	bool live;
};

void oa_newest_init(struct oa_stream *stream, u64 period_ns);
void oa_newest_start(struct oa_stream *stream);
void oa_newest_stop(struct oa_stream *stream);
void oa_newest_fini(struct oa_stream *stream);

#endif /* _OA_NEWEST_H_ */
