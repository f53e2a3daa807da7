/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A front end of the simulator's core in user space, for tests: guest memory in pages from
 * malloc(), a clock that is set, a counter for the interrupt line.
 */
#ifndef _SIM_TEST_H_
#define _SIM_TEST_H_

#include <stdio.h>
#include <stdlib.h>

#include "sim/core/sim_model.h"

/* Above 4 GiB, so that the upper address bits of GGTT entries matter */
#define GUEST_BASE	0x2345600000ull
#define GUEST_PAGES	64
#define SCRATCH		0x1234567000ull
/* GGTT address of guest page 0, aligned for every platform */
#define BASE		0x01000000u
/* In guest memory after the OA buffer: status page, ring, context image, data */
#define HWS		0x20000
#define RING		0x21000
#define IMAGE		0x22000
#define STATE		(IMAGE + 0x1000)
#define DATA		0x28000

/** struct part - a run of counters in a report, hardware.rst 4.2 */
struct part {
	/** @dword: where it starts */
	unsigned char dword;
	/** @count: dwords */
	unsigned char count;
	/** @kind: 'A', 'B', 'C'; 'H': bits 39:32 of four A counters a dword */
	char kind;
	/** @first: number of the first counter */
	unsigned char first;
	/** @step: 1 or -1 */
	signed char step;
};

/** struct format - a report format, hardware.rst 4.1, 4.2 */
struct format {
	/** @select: Counter Select */
	u32 select;
	/** @bytes: size of a report; 0: end of a list */
	u32 bytes;
	/** @inst_addr: dword 3 is INST_ADDR */
	bool inst_addr;
	/** @parts: the counters; dwords of no part are reserved or in the head */
	struct part parts[5];
};

/** struct well - a power domain, hardware.rst 2.1 */
struct well {
	/** @request: offset of the request register; 0: end of a list */
	u32 request;
	/** @ack: offset of the acknowledge register */
	u32 ack;
};

/** struct facts - facts of a platform, from the documents */
struct facts {
	/** @name: of the platform */
	const char *name;
	/** @ids: PCI device ids, 0 at the end */
	const u16 *ids;
	/** @gen8: execlists, 64-bit GGTT entries, the OA registers of gen8 and later */
	bool gen8;
	/** @gen11: submission queue, interrupt aggregator */
	bool gen11;
	/** @oag: Gen12: the OA unit is OAG, whose timer no context carries */
	bool oag;
	/** @snb: exponents count from bit 3, no half-full event */
	bool snb;
	/** @no_half_full: no half-full event: SNB lacks it, gen12's is not modelled */
	bool no_half_full;
	/** @fifo: writes wake the GT; only reads need a power domain */
	bool fifo;
	/** @power_unit: has the mailbox and the storage registers that a full driver uses */
	bool power_unit;
	/** @hsw: OASTATUS2 reads 1 after a reset */
	bool hsw;
	/** @bar_mib: size of BAR 0 */
	u32 bar_mib;
	/** @gsm_mib: size of the GGTT entries that GGC reports */
	u32 gsm_mib;
	/** @ggms_shift: position of that size in GGC */
	u32 ggms_shift;
	/** @pte: flags of a GGTT entry that the GPU may use */
	u32 pte;
	/** @flush: entries take effect with a write to GFX_FLSH_CNTL */
	bool flush;
	/** @pat0: cacheability of the GGTT's entries, from gen8 on */
	u32 pat0;
	/** @request: lowest bit of the frequency in RPNSWREQ; 0: there is no RPNSWREQ */
	u32 request;
	/** @running: lowest bit of the frequency in RPSTAT */
	u32 running;
	/** @timestamp_hz: frequency of TIMESTAMP */
	u32 timestamp_hz;
	/** @size_code: size field for a buffer of 128 KiB */
	u32 size_code;
	/** @wells: power domains */
	struct well wells[6];
	/** @formats: report formats */
	const struct format *formats;
	/** @oactxcontrol: dword of OACTXCONTROL's value in the register pages of an image */
	u32 oactxcontrol;
	/** @mi_mode: likewise for MI_MODE, which the image of a first context lacks */
	u32 mi_mode;
	/** @ctx_id: upper half of a descriptor, which reports show */
	u32 ctx_id;
	/** @ctx_valid: the context-valid bit of RPT_ID */
	u32 ctx_valid;
};

/** struct bench - a GPU on the test bench */
struct bench {
	/** @host: the interface that the core calls */
	struct sim_host host;
	/** @facts: facts of the platform */
	const struct facts *facts;
	/** @gpu: the GPU */
	struct oa_sim_gpu *gpu;
	/** @page: guest memory */
	u32 *page[GUEST_PAGES];
	/** @now_ns: the host's clock */
	u64 now_ns;
	/** @hand_ns: where by_hand() began */
	u64 hand_ns;
	/** @hand_ticks: time that passed since then */
	u64 hand_ticks;
	/** @locked: access is serialised */
	bool locked;
	/** @mapped: mappings not yet returned */
	int mapped;
	/** @line: the interrupt line */
	bool line;
	/** @rises: rising edges of @line */
	u32 rises;
	/** @allocated: allocations not yet freed */
	int allocated;
	/** @allowed: allocations before one fails; negative: none does */
	int allowed;
	/** @logged: broken rules reported to the log */
	u64 logged;
	/** @state: state of the pseudo-random numbers */
	u64 state;
};

/** enum kind - platforms that a test is for */
enum kind {
	/** @EVERY: all of them */
	EVERY,
	/** @SNB: Sandybridge */
	SNB,
	/** @FIFO: writes pass a FIFO */
	FIFO,
	/** @POWER_UNIT: with a mailbox and storage */
	POWER_UNIT,
	/** @LEGACY: up to gen7.5 */
	LEGACY,
	/** @GEN8: gen8 and later */
	GEN8,
	/** @GEN9: gen9 and later, whose OA unit and engine are in different power domains */
	GEN9,
	/** @GEN11: gen11 and later */
	GEN11,
	/** @TO_GEN11: up to gen11: the half-full event, reserved bits of the OA unit */
	TO_GEN11,
	/** @GEN8_TO_GEN11: contexts carry the timer, OACTXCONTROL */
	GEN8_TO_GEN11,
	/** @GEN11_ALONE: the half-full event in gen11's interrupt tree */
	GEN11_ALONE,
	/** @OAG: gen12 */
	OAG,
	/** @WALKER: with GPGPU_WALKER: all but Sandybridge */
	WALKER,
};

/** struct test - one test */
struct test {
	/** @name: its name */
	const char *name;
	/** @kind: platforms that it is for */
	enum kind kind;
	/** @run: runs it on a fresh GPU, awake and with guest memory mapped */
	void (*run)(struct bench *b);
};

extern const struct facts all_facts[];

/* bench.c */
bool bench_create(struct bench *b, const struct facts *facts);
void bench_destroy(struct bench *b);
u32 rd(struct bench *b, u32 offset);
void wr(struct bench *b, u32 offset, u32 value);
void pass_ns(struct bench *b, u64 ns);
void pass(struct bench *b, u64 ticks);
void serialised(struct bench *b, void (*call)(struct oa_sim_gpu *gpu));
void by_hand(struct bench *b);
void ticks_unseen(struct bench *b, u64 n);
void ticks(struct bench *b, u64 n);
u64 broken(struct bench *b, enum sim_violation kind);
u64 total_broken(struct bench *b);
u64 a_counter(struct bench *b, u32 n);
u32 *guest(struct bench *b, u32 offset);
u32 draw(struct bench *b);

/* program.c: hardware.rst 7, the sequences for software */
void map_entry(struct bench *b, u32 page, u64 address, u32 flags);
void map_all(struct bench *b, u32 flags);
void wake(struct bench *b);
void sleep_all(struct bench *b);
void make_context(struct bench *b, u32 ctx_control);
void submit_context(struct bench *b);
void load_context(struct bench *b, u32 ctx_control);
void execute(struct bench *b, const u32 *dw, u32 n);
void oa_prepare(struct bench *b, u32 exponent);
void oa_describe_legacy(struct bench *b, u32 code, u32 overrun);
void oa_describe(struct bench *b);
void oa_on(struct bench *b, u32 exponent, u32 select);
void oa_off(struct bench *b);
void oa_start(struct bench *b, u32 exponent, u32 select);
u32 oa_tail(struct bench *b);
u32 oa_register(const struct bench *b, u32 gen8, u32 legacy);
void oa_head(struct bench *b, u32 offset);
u32 oa_period(const struct bench *b, u32 exponent);
bool oa_overflowed(struct bench *b);
void irq_on(struct bench *b);
bool irq_serve(struct bench *b);

/* literals.c */
void literals_test(void);

/* verdict.c */
extern bool test_failed;
bool expect_eq(const char *file, int line, const char *what, u64 is, u64 should);
void result(const char *platform, const char *name);
int any_failed(void);
bool wanted(const char *name, int argc, char **argv);

/* Each is true if its check holds. */
#define EXPECT_EQ(is, should)	expect_eq(__FILE__, __LINE__, #is, is, should)
#define EXPECT(condition)	EXPECT_EQ(!!(condition), 1)

/* The lists of tests */
extern const struct test report_tests[], rule_tests[], clock_tests[], storage_tests[],
	space_tests[], batch_tests[], command_tests[], blit_tests[], engine_tests[],
	engine_event_tests[], storm_tests[], command_storm_tests[], knob_tests[], work_tests[],
	pixel_tests[], follow_tests[], event_tests[], well_tests[], tree_tests[],
	legacy_unit_tests[], gen8_unit_tests[], oag_tests[], ring_tests[], context_tests[],
	run_tests[];

#endif /* _SIM_TEST_H_ */
