/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * oa-fuzz: hostile callers of the driver, several at once. README.md says how it works.
 *
 * A worker is a thread of one of several processes. Its draws at call N follow from the seed, its
 * own number and N alone, so a call can be repeated without those before it. Whether it then has a
 * stream, and the result of the call, also depend on the other workers, which run at the same time.
 */
#ifndef _FUZZ_H_
#define _FUZZ_H_

#include <setjmp.h>

#include "oa_lib.h"

#define FUZZ_WORKERS	8
#define FUZZ_LOG	64
#define FUZZ_CALLS	128
#define FUZZ_ERRNOS	128
#define FUZZ_DRMS	3
#define FUZZ_STREAMS	3
#define FUZZ_MAPS	6
#define FUZZ_CONFIGS	8
#define FUZZ_KNOBS	64
typedef __s32 s32;
typedef __s64 s64;

struct fuzz;

/** struct fuzz_call - a kind of call */
struct fuzz_call {
	/** @name: for --only and the log; its first part is the group */
	const char *name;
	/** @weight: its share of the calls, relative to the others; 0 ends a table */
	unsigned int weight;
	/** @run: makes the call; returns the call's result, or -1 with errno */
	long (*run)(struct fuzz *f);
};

/** struct fuzz_entry - a call in the log */
struct fuzz_entry {
	/** @number: of the call, from 0 on */
	u64 number;
	/** @call: the kind, an index into fuzz_calls() */
	unsigned int call;
	/** @began: when it began, ns */
	u64 began;
	/** @args: arguments for the log, by kind */
	u64 args[4];
	/** @result: as returned; valid if @done */
	long result;
	/** @err: errno if @result is -1 */
	int err;
	/** @done: the call has returned */
	bool done;
};

/** struct fuzz_worker - the state of a worker that the supervisor sees; in shared memory */
struct fuzz_worker {
	/** @tid: thread, 0 before it starts */
	int tid;
	/** @first: number of its first call in this round */
	u64 first;
	/** @calls: number of calls made or begun in this round */
	u64 calls;
	/** @began: when the current call began, ns; 0 between calls */
	u64 began;
	/** @log: the last calls, by number % FUZZ_LOG */
	struct fuzz_entry log[FUZZ_LOG];
};

/** struct fuzz_shared - memory shared by all processes */
struct fuzz_shared {
	/** @worker: by number */
	struct fuzz_worker worker[FUZZ_WORKERS];
	/** @disturbed: actions so far that lose an unknown number of reports of an open stream */
	u64 disturbed;
	/** @binding: 1: a process is unbinding, rescanning or suspending */
	u32 binding;
	/** @quiet: all reports of this round are right, so accounting is checked */
	u32 quiet;
	/** @suspending: 1: no new call may have arguments behind a userfaultfd */
	u32 suspending;
	/** @trapped: calls with such arguments */
	u32 trapped;
	/** @wild: this round also has faults under which rules may be broken */
	u32 wild;
	/** @allowed: knobs for wild rounds only that may be turned in this round */
	u32 allowed[FUZZ_KNOBS];
	/** @knobs: entries of fuzz_knobs[] that were set in this round */
	u32 knobs[FUZZ_KNOBS];
	/** @tried: calls by kind */
	u64 tried[FUZZ_CALLS];
	/** @worked: calls that did not fail, by kind */
	u64 worked[FUZZ_CALLS];
	/** @spent: time of the calls, ns, by kind; on one processor also that of other tasks */
	u64 spent[FUZZ_CALLS];
	/** @served: calls of a stream's file by a process with a stream */
	u64 served;
	/** @unserved: calls of a stream's file by a process without a stream */
	u64 unserved;
	/** @errors: failed calls by kind and errno; the last counts all from FUZZ_ERRNOS - 1 on */
	u32 errors[FUZZ_CALLS][FUZZ_ERRNOS];
	/** @made: calls of all workers */
	u64 made;
	/** @left: calls still to be made in this round, by all workers together */
	s64 left;
	/** @renewed: leases that were ended early */
	u64 renewed;
	/** @gift: by process: both ends of the socket through which it receives streams */
	int gift[FUZZ_WORKERS][2];
	/** @balanced: streams whose accounting was checked, and adds up */
	u64 balanced;
	/** @unbalanced: streams that were disturbed, so their accounting could not be checked */
	u64 unbalanced;
	/** @bytes: bytes of records that were read and checked */
	u64 bytes;
	/** @injected: allocations that were made to fail */
	u64 injected;
	/** @complaints: wrong results that workers have printed */
	u64 complaints;
};

/** struct fuzz_stream - an open stream of a process */
struct fuzz_stream {
	/** @fd: the stream, -1: none */
	int fd;
	/** @sample: bytes of its sample records, 0: not known */
	u32 sample;
	/** @audited: its accounting is checked at close */
	bool audited;
	/** @unclocked: triggers may have written reports, which look like the timer's */
	bool unclocked;
	/** @produced: reports that the unit had written before the open */
	u64 produced;
	/** @skipped: reports that the unit had not written for lack of room, or by a fault */
	u64 skipped;
	/** @disturbed: fuzz_shared.disturbed before the open */
	u64 disturbed;
};

/** struct fuzz_map - a mapping */
struct fuzz_map {
	/** @at: its address, NULL: none */
	u8 *at;
	/** @length: in bytes */
	size_t length;
};

/** struct fuzz_process - state shared by the threads of a process; without a lock, on purpose */
struct fuzz_process {
	/** @drm: DRM files, -1: none */
	int drm[FUZZ_DRMS];
	/** @streams: open streams */
	struct fuzz_stream streams[FUZZ_STREAMS];
	/** @windows: number of windows used for mappings, next_window() in map.c */
	u64 windows;
	/** @maps: mappings of objects */
	struct fuzz_map maps[FUZZ_MAPS];
	/** @configs: ids of metric sets that were added */
	u32 configs[FUZZ_CONFIGS];
	/** @number: of the process */
	unsigned int number;
	/** @impatient: the last wait for a stream found none */
	bool impatient;
	/** @root: the process runs as root */
	bool root;
	/** @lease: the lease in which the process last closed its streams, fuzz_lease() */
	u64 lease;
};

/** struct fuzz_options - the command line */
struct fuzz_options {
	/** @seed: of all random numbers */
	u64 seed;
	/** @calls: of all workers together */
	u64 calls;
	/** @round: calls of all workers in a round */
	u64 round;
	/** @processes: hostile processes */
	unsigned int processes;
	/** @threads: threads of each process */
	unsigned int threads;
	/** @limit: seconds that a call may take */
	unsigned int limit;
	/** @only: calls, or groups, separated by commas; NULL: all */
	const char *only;
	/** @races: mostly calls that remove resources, and calls that use them */
	bool races;
	/** @fail: let allocations fail */
	bool fail;
	/** @tame: no wild rounds */
	bool tame;
	/** @wild: wild rounds only */
	bool wild;
	/** @worker: the only worker that runs, -1: all */
	int worker;
	/** @from: number of the first call */
	u64 from;
};

/** struct fuzz - a worker */
struct fuzz {
	/** @options: the command line */
	const struct fuzz_options *options;
	/** @shared: of all processes */
	struct fuzz_shared *shared;
	/** @process: of this process */
	struct fuzz_process *process;
	/** @worker: this worker's part of @shared */
	struct fuzz_worker *worker;
	/** @index: number of this worker */
	unsigned int index;
	/** @random: state of the random numbers of this call */
	u64 random;
	/** @careful: draw only valid values */
	bool careful;
	/** @entry: the call in the log */
	struct fuzz_entry *entry;
	/** @plain: memory for arguments, with inaccessible memory behind */
	u8 *plain;
	/** @readonly: memory that can't be written */
	u8 *readonly;
	/** @trap: memory behind a userfaultfd, NULL: the kernel has none */
	u8 *trap;
	/** @trapped: the current call has an argument in @trap */
	bool trapped;
	/** @fail_fd: fail-nth of this thread, -1: none */
	int fail_fd;
};

/* random.c */
void fuzz_seed(struct fuzz *f, u64 number);
u64 fuzz_mix(u64 a, u64 b);
u64 fuzz_random(struct fuzz *f);
u32 fuzz_below(struct fuzz *f, u32 limit);
u64 fuzz_value(struct fuzz *f);
u64 fuzz_near(struct fuzz *f, u64 valid);
#define fuzz_one_in(f, n)	(!fuzz_below(f, n))
#define fuzz_pick(f, list)	((list)[fuzz_below(f, ARRAY_LEN(list))])

/* memory.c */
#define FUZZ_PLAIN	(1u << 20)
bool fuzz_memory_init(struct fuzz *f);
void fuzz_trap_end(struct fuzz *f);
bool fuzz_traps_close(struct fuzz *f);
void fuzz_traps_open(struct fuzz *f);
void *fuzz_place(struct fuzz *f, size_t size, size_t *room);
void *fuzz_put(struct fuzz *f, const void *data, size_t size);
bool fuzz_peek(const void *at, u64 *value);
bool fuzz_poke(void *at, u64 value);

/* worker.c */
void fuzz_worker_run(struct fuzz *f, u64 from);
void fuzz_note(struct fuzz *f, u64 a, u64 b, u64 c, u64 d);
void fuzz_complain(struct fuzz *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const struct fuzz_call *fuzz_calls(unsigned int *num);
void fuzz_choose_calls(const char *only);

/* Tables of calls, each ended by an entry without a weight */
extern const struct fuzz_call fuzz_drm_calls[];
extern const struct fuzz_call fuzz_gem_calls[];
extern const struct fuzz_call fuzz_config_calls[];
extern const struct fuzz_call fuzz_open_calls[];
extern const struct fuzz_call fuzz_stream_calls[];
extern const struct fuzz_call fuzz_map_calls[];
extern const struct fuzz_call fuzz_outside_calls[];

/* lease.c */
u64 fuzz_lease(const struct fuzz *f);
void fuzz_renew(struct fuzz *f);
bool fuzz_owns(const struct fuzz *f);
void fuzz_give(struct fuzz *f, int fd);
int fuzz_take(struct fuzz *f);

/* stream.c */
struct fuzz_stream *fuzz_stream_pick(struct fuzz *f);

/* map.c */
void *fuzz_mmap(struct fuzz *f, size_t length, int prot, int flags, int fd, u64 offset);
void fuzz_map_keep(struct fuzz *f, u8 *at, size_t length);

/* open.c */
long fuzz_open_valid(struct fuzz *f);

/* drm.c, config.c */
int fuzz_drm(struct fuzz *f);
int fuzz_drm_node(struct fuzz *f, bool card);
void fuzz_drm_again(struct fuzz *f);
u32 fuzz_config_id(struct fuzz *f);
void fuzz_config_first(struct fuzz *f);

/* accounting.c */
void fuzz_accounts_open(struct fuzz_stream *s);
void fuzz_accounts_look(struct fuzz_stream *s);
void fuzz_disturb(struct fuzz *f);
void fuzz_stream_close(struct fuzz *f, struct fuzz_stream *s);

/* knobs.c */

/** struct fuzz_knob - a knob of the simulated GPU that a call turns */
struct fuzz_knob {
	/** @name: in debugfs */
	const char *name;
	/** @most: values are from 0 to this */
	u32 most;
	/** @words: values are these words instead; NULL ends the list */
	const char * const *words;
	/** @disturbs: turning it loses an unknown number of reports of an open stream */
	bool disturbs;
	/** @muddles: reports are wrong or lost while it is on, so it is not for quiet rounds */
	bool muddles;
	/** @wild: the GPU disobeys: for wild rounds only; implies @disturbs */
	bool wild;
	/** @anew: the driver is not notified, and must be bound again afterwards */
	bool anew;
	/** @sleeps: the GPU may not wake at a resume; the next stream restores its lost state */
	bool sleeps;
	/** @excuses: rules that may be broken because of it, separated by blanks; NULL: none */
	const char *excuses;
};

extern const struct fuzz_knob fuzz_knobs[];
unsigned int fuzz_num_knobs(void);
long fuzz_knob_turn(struct fuzz *f);
void fuzz_knobs_choose(const struct fuzz_options *options, struct fuzz_shared *shared, u64 round);
bool fuzz_knobs_need_anew(const struct fuzz_shared *shared);
bool fuzz_knobs_slept(const struct fuzz_shared *shared);
bool fuzz_violations_excused(const struct fuzz_shared *shared);

/* process.c */
void fuzz_process_run(const struct fuzz_options *options, struct fuzz_shared *shared,
		      unsigned int number, u64 from, int only);

/* supervise.c */
int fuzz_supervise(const struct fuzz_options *options);

#endif /* _FUZZ_H_ */
