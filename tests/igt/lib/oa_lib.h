/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts shared by all programs: the device, streams, metric sets, records,
 * and the debugfs of driver and simulator.
 *
 * Numbers of the ABI that a 6.1 header lacks are defined here, from abi.rst.
 */
#ifndef _OA_LIB_H_
#define _OA_LIB_H_

#include <drm/i915_oa.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "igt_oa.h"
#include "oa_facts.h"

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;

#define ARRAY_LEN(a)	(sizeof(a) / sizeof((a)[0]))

/* A subtest that is one call */
#define oa_subtest(name, test)	igt_subtest(name) { test; }

/* Not in every header: abi.rst 3 and 6.2. */
#define OA_PARAM_OA_TIMESTAMP_FREQUENCY	57
#define OA_PROP_CTX_HANDLE		1
#define OA_PROP_SAMPLE_OA		2
#define OA_PROP_METRICS_SET		3
#define OA_PROP_FORMAT			4
#define OA_PROP_EXPONENT		5
#define OA_PROP_HOLD_PREEMPTION		6
#define OA_PROP_GLOBAL_SSEU		7
#define OA_PROP_POLL_OA_PERIOD		8
#define OA_PROP_ENGINE_CLASS		9
#define OA_PROP_ENGINE_INSTANCE		10
#define OA_PROP_LOSS_RECORDS		0x1000
#define OA_PROP_OVERFLOW		0x1001
#define OA_OVERFLOW_DROP		0
#define OA_OVERFLOW_KEEP_OLDEST		1
#define OA_OVERFLOW_KEEP_NEWEST		2
#define OA_PROP_BUFFER_SIZE		0x1002
#define OA_PROP_WAKE_REPORTS		0x1003
#define OA_PROP_KEEP_UNREAD		0x1004
#define OA_PROP_FREQUENCY_REPORTS	0x1005

#define OA_ENOTSUPP			524

#define UUID_CEC_SELFTEST		"6f0a3d5e-1b7c-4c55-9a0e-0c0ffee0ca11"
#define UUID_ONE_COUNTER		"6f0a3d5e-1b7c-4c55-9a0e-0c0ffee0ca13"

/** struct igt_oa_sseu - slices, subslices and EUs, in the ABI's layout: abi.rst 6.3 */
struct igt_oa_sseu {
	/** @class: engine class; 0 is render */
	u16 class;
	/** @instance: engine instance */
	u16 instance;
	/** @flags: bit 0: the engine is named by its index */
	u32 flags;
	/** @slice_mask: slices */
	u64 slice_mask;
	/** @subslice_mask: subslices of a slice */
	u64 subslice_mask;
	/** @min_eus: minimum number of EUs per subslice */
	u16 min_eus;
	/** @max_eus: maximum number of EUs per subslice */
	u16 max_eus;
	/** @rsvd: 0 */
	u32 rsvd;
};

/** struct igt_oa_gpu - the GPU under test */
struct igt_oa_gpu {
	/** @card: primary node, e.g. /dev/dri/card0 */
	char card[64];
	/** @render: render node, e.g. /dev/dri/renderD128 */
	char render[64];
	/** @pci: name of the PCI function, e.g. 0000:00:02.0 */
	char pci[64];
	/** @driver: name of the PCI driver that is bound */
	char driver[64];
	/** @sysfs: the card node's directory */
	char sysfs[128];
	/** @minor: minor of the primary node */
	int minor;
	/** @devid: PCI device id */
	u32 devid;
};

/* oa_lib.c: device */
bool oa_gpu_find(struct igt_oa_gpu *dev, unsigned int n);
const struct igt_oa_gpu *oa_gpu_require(void);
void oa_gpu_forget(void);
int oa_drm_open(void);
int oa_drm_open_card(void);
int oa_getparam(int drm, int param, int *value);
int oa_ioctl(int fd, unsigned long request, void *arg);
u64 oa_reg_read_timestamp(int drm);

/* oa_lib.c: files */
ssize_t oa_read_text(const char *path, char *buf, size_t size);
int oa_write_text(const char *path, const char *text);
bool oa_read_u64(const char *path, u64 *value);
void oa_suspend_require(void);
int oa_suspend(unsigned int seconds);
u64 oa_sysfs_u64(const char *name);
void oa_sysctl_path(char *buf, size_t size, const char *name);
int oa_sysctl_set(const char *name, int value);
int oa_sysctl_get(const char *name);
void oa_sysctl_defaults(void);

/* oa_lib.c: memory */
u8 *oa_border(void);

/* oa_lib.c: time */
u64 oa_now_ns(void);
void oa_sleep_ms(unsigned int ms);
u64 oa_period_ns(unsigned int bit);

/* Wait for a condition instead of sleeping for a fixed time. */
#define oa_wait_until(cond, ms)						\
	({								\
		u64 oa_end = oa_now_ns() + (ms) * 1000000ull;		\
		bool oa_met;						\
									\
		while (!(oa_met = (cond)) && oa_now_ns() < oa_end)	\
			oa_sleep_ms(2);					\
		oa_met;							\
	})

/*
 * If the host stops the whole guest for longer than a ring lasts, the unit overflows, which
 * proves nothing about the driver. @attempt returns false then, and is repeated, at most
 * @times. A driver that is always late fails. @attempt may use oa_tries, to slow the timer down.
 */
#define oa_repeat_at_most(times, attempt)				\
	({								\
		for (int oa_tries = 0; !(attempt); oa_tries++)		\
			igt_assert_f(oa_tries + 1 < (times), "too late each time"); \
	})
#define oa_repeat_if_late(attempt) oa_repeat_at_most(11, attempt)

/* oa_lib.c: metric sets */
int oa_config_add(int drm, const char *uuid, const u32 *mux, u32 n_mux,
		  const u32 *boolean, u32 n_boolean);
int oa_config_add_boolean(int drm, const char *uuid, u32 address, u32 value);
int oa_config_remove(int drm, u64 id);
u64 oa_config_id(const char *uuid);
u64 oa_config_test_set(int drm);
u64 oa_config_selftest(int drm);
void oa_uuid_fresh(char uuid[37]);

/* oa_lib.c: contexts */
u32 oa_context_create(int drm);
int oa_context_destroy(int drm, u32 id);

/* oa_lib.c: streams */
int oa_perf_open(int drm, u32 flags, const u64 *props, size_t num_u64);

#define oa_open_props(drm, flags, ...)					\
	oa_perf_open(drm, flags, (const u64[]){ __VA_ARGS__ },		\
		     ARRAY_LEN(((const u64[]){ __VA_ARGS__ })))

/* The stream that most tests use: system-wide, periodic, at this bit of the time stamp. */
#define OA_BASE_PROPS(set, format, bit)					\
	OA_PROP_SAMPLE_OA, 1, OA_PROP_METRICS_SET, (set),		\
	OA_PROP_FORMAT, (format), OA_PROP_EXPONENT, oa_exponent(bit)

int oa_stream_enable(int stream);
int oa_stream_disable(int stream);
long oa_stream_config(int stream, u64 id);
bool oa_poll_in(int stream, int ms);

/* oa_gpu.c: removal, return and resets of the GPU */
const struct igt_oa_gpu *oa_gpu_note(void);
bool oa_gpu_write(const char *file);
bool oa_gpu_remove(void);
bool oa_gpu_present(const char *below);
bool oa_gpu_back(void);
void oa_gpu_recover(void);
void oa_reset_require(void);
void oa_reset_gt(const char *what);

/* oa_knobs.c: the simulated GPU's knobs */
bool oa_knobs_present(void);
bool oa_line_echoes(void);
bool oa_knob_present(const char *name);
ssize_t oa_knob_read(const char *name, char *buf, size_t size);
int oa_knob_write(const char *name, const char *text);

/* oa_sim.c: the driver's oa_status */
const char *oa_driver_file(const char *name);
bool oa_line_u64(const char *text, const char *key, u64 *value);
bool oa_status_present(void);
void oa_status_require(void);
bool oa_status_u64(const char *key, u64 *value);
u64 oa_status(const char *key);
bool oa_status_is(const char *key, const char *word);
u64 oa_status_sum(const char *prefix);

/* oa_sim.c: the simulator */
bool oa_sim_present(void);
void oa_sim_require(void);
u64 oa_sim_u64(const char *file);
u64 oa_sim_broken(const char *rule);
u64 oa_sim_violations(void);
void oa_assert_no_violation(void);
void oa_assert_none_rejected(void);
void oa_sim_write(const char *file, const char *text);
bool oa_sim_has(const char *file);
void oa_sim_require_knob(const char *file);
char *oa_sim_text(const char *file);
void oa_sim_reset(void);
void oa_sim_end_faults(void);
void oa_hold_clock(bool hold);
void oa_sim_land(void);
u64 oa_sim_slipped_ns(void);
void oa_sim_freeze(void);
void oa_sim_between_strobes(int drm, unsigned int bit);
void oa_sim_wait_written(u64 reports);
u32 oa_sim_register(u32 wanted);
void oa_await_look(void);
void oa_sim_advance(u64 reports, unsigned int exponent);
void oa_sim_be_away(u64 reports, unsigned int exponent);

/* oa_probe.c */
void oa_register_reads_begin(void);
u64 oa_register_reads(void);
void oa_register_reads_end(void);

/* oa_sim.c: accounting */

/** struct oa_accounts - counts and state before a stream opened */
struct oa_accounts {
	/** @produced: reports that the unit had written */
	u64 produced;
	/** @suppressed: reports that the unit had not written for lack of room */
	u64 suppressed;
	/** @report_lost: requests that the unit had ignored */
	u64 report_lost;
	/** @in_flight: reports that GT resets may have caught on their way to memory */
	u64 in_flight;
	/** @skipped: upper limit of strobes without a clock, which wrote nothing */
	u64 skipped;
	/** @registers: digest of the registers that a stream must restore */
	char *registers;
	/** @ggtt: digest of the GGTT */
	char *ggtt;
};

void oa_accounts_open(struct oa_accounts *accounts);
void oa_accounts_close(struct oa_accounts *accounts);
void oa_accounts_close_allowing(struct oa_accounts *accounts, bool put_back);

/** struct oa_tally - counts of a stream's periodic reports so far */
struct oa_tally {
	/** @bytes: size of a report */
	size_t bytes;
	/** @exponent: bit of the time stamp that the timer strobes on, or OA_NO_EXPONENT */
	unsigned int exponent;
	/** @samples: sample records */
	u64 samples;
	/** @others: samples that the timer did not cause */
	u64 others;
	/** @report_lost: REPORT_LOST records */
	u64 report_lost;
	/** @buffer_lost: BUFFER_LOST records */
	u64 buffer_lost;
	/** @loss_records: loss records of the extension */
	u64 loss_records;
	/** @loss_count: sum of the loss records' counts */
	u64 loss_count;
	/** @loss_early: the part of @loss_count that came before any sample */
	u64 loss_early;
	/** @loss_inexact: loss records that did not claim to be exact */
	u64 loss_inexact;
	/** @missing: periods without a report between the first and the last sample */
	u64 missing;
	/** @first_ts: time stamp of the first timer report */
	u32 first_ts;
	/** @last_ts: time stamp of the last timer report */
	u32 last_ts;
	/** @restarted: the next sample need not follow the last one */
	bool restarted;
};

#define OA_NO_EXPONENT	64u

/** struct oa_session - one stream with its accounting and the tally of its records */
struct oa_session {
	/** @drm: DRM file the stream was opened on */
	int drm;
	/** @stream: the stream */
	int stream;
	/** @set: metric set */
	u64 set;
	/** @accounts: state before the open */
	struct oa_accounts accounts;
	/** @tally: its reports, by the format and the exponent of the open */
	struct oa_tally tally;
};

void oa_validate(const char *mode);
void oa_session_prepare(struct oa_session *s);
void oa_session_open(struct oa_session *s, u32 flags, const u64 *props, size_t num_u64);
void oa_session_close(struct oa_session *s);
bool oa_session_close_whole(struct oa_session *s);
void oa_session_simple(struct oa_session *s, u32 flags, unsigned int exponent);
void oa_gpu_assert_works(void);

#define oa_session_open_props(s, flags, ...)				\
	oa_session_open(s, flags, (const u64[]){ __VA_ARGS__ },		\
			ARRAY_LEN(((const u64[]){ __VA_ARGS__ })))

/* oa_records.c */

/** struct oa_record - one record of a read */
struct oa_record {
	/** @type: record type */
	u32 type;
	/** @size: bytes, including the header */
	u16 size;
	/** @payload: after the header; at least 4-byte aligned */
	const u32 *payload;
};

u32 oa_record_type(const void *record);
size_t oa_record_next(const void *buf, size_t len, size_t at, struct oa_record *rec);

#define oa_for_each_record(rec, at, buf, len)				\
	for (size_t at = 0, oa_next; at < (size_t)(len) &&		\
	     (oa_next = oa_record_next(buf, len, at, rec)); at = oa_next)

void oa_assert_between(u32 before, u32 here, u32 after, const char *what, unsigned int n);

void oa_tally_init(struct oa_tally *tally, size_t report_bytes, unsigned int exponent);
void oa_tally_add(struct oa_tally *tally, const void *buf, size_t len);
bool oa_tally_overflowed(const struct oa_tally *tally);
void oa_tally_assert_whole(const struct oa_tally *tally);
bool oa_tally_whole(const struct oa_tally *tally);
void oa_tally_assert_counted(const struct oa_tally *tally);
void oa_tally_restart(struct oa_tally *tally);
ssize_t oa_tally_read(int stream, struct oa_tally *tally, void *buf, size_t size);
bool oa_drain(int stream, struct oa_tally *tally, size_t chunk);
void oa_collect(int stream, struct oa_tally *tally, u64 samples, size_t chunk);

#endif /* _OA_LIB_H_ */
