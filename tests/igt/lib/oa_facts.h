/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The documents' facts about each platform, as far as the tests need them.
 *
 * Written from hardware.rst and abi.rst, not from the driver's tables, so that
 * the tests check these tables.
 */
#ifndef _OA_FACTS_H_
#define _OA_FACTS_H_

#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** struct oa_layout - the places of a format's counters, hardware.rst 4.2 */
struct oa_layout {
	/** @name: for the subtest's name */
	const char *name;
	/** @format: number in OA_PROP_FORMAT */
	__u64 format;
	/** @bytes: size of a report */
	__u16 bytes;
	/** @a: dword of the first A counter, 0: none */
	__u8 a;
	/** @first_a: number of the A counter in dword @a */
	__u8 first_a;
	/** @num_a: number of A counters */
	__u8 num_a;
	/** @b: dword of B0 */
	__u8 b;
	/** @num_b: number of B counters */
	__u8 num_b;
	/** @c: dword of C0 */
	__u8 c;
	/** @num_c: number of C counters */
	__u8 num_c;
	/** @a_dwords: on SNB, the dword of each A counter, because they descend; else NULL */
	const __u8 *a_dwords;
};

/** struct oa_range - registers that a list of a metric set may name; inclusive */
struct oa_range {
	/** @first: offset of the first register */
	__u32 first;
	/** @last: offset of the last register */
	__u32 last;
};

/** struct oa_regs - pairs of register and value */
struct oa_regs {
	/** @pairs: address, value, address, ... */
	const __u32 *pairs;
	/** @num: number of pairs */
	__u32 num;
};

/** struct oa_facts - one platform */
struct oa_facts {
	/** @name: the simulator's parameter for it */
	const char *name;
	/** @timestamp_hz: hardware.rst 3.14 */
	__u32 timestamp_hz;
	/** @exponent_min: the timer cannot strobe on lower bits of the time stamp */
	__u8 exponent_min;
	/** @timestamp_dwords: 2 up to Haswell, 1 from Broadwell on */
	__u8 timestamp_dwords;
	/** @layouts: all formats; the first is the one that most tests use */
	const struct oa_layout *layouts;
	/** @num_layouts: entries of @layouts */
	size_t num_layouts;
	/** @ring: bytes of the OA buffer with the first format */
	__u32 ring;
	/** @fastest: strobe bit below which the ring is too small for tests */
	__u8 fastest;
	/** @reason_mask: report reason in RPT_ID; 0 if not documented */
	__u32 reason_mask;
	/** @reason_timer: the timer's bit in @reason_mask */
	__u32 reason_timer;
	/** @reason_switch: the context switch's bit in @reason_mask */
	__u32 reason_switch;
	/** @ctx_valid: context-valid bit of RPT_ID; 0 if reports have no context */
	__u32 ctx_valid;
	/** @cec: offset of CEC0-0 */
	__u32 cec;
	/** @num_b: number of B counters with CEC registers */
	__u8 num_b;
	/** @keep_oldest: the unit has a non-overrun mode */
	bool keep_oldest;
	/** @half_full: the unit has the half-full interrupt */
	bool half_full;
	/** @ctx_unprivileged: no privilege is needed for a context of the caller's own */
	bool ctx_unprivileged;
	/** @boolean: registers of a boolean list; an entry of zeroes ends it */
	const struct oa_range *boolean;
	/** @mux: registers of a mux list; NULL if there are none */
	const struct oa_range *mux;
	/** @no_mux: offsets that are not mux registers on this platform; 0 ends the list */
	const __u32 *no_mux;
	/** @flex: the platform has flexible EU counters */
	bool flex;
	/** @uuid: metric set of hardware.rst 10.2 and appendix C; NULL if it is built in */
	const char *uuid;
	/** @set_mux: its mux list */
	struct oa_regs set_mux;
	/** @set_boolean: its boolean list */
	struct oa_regs set_boolean;
	/** @set_flex: its flex list */
	struct oa_regs set_flex;
	/** @clock: dword in the first format that counts GPU clocks with this set */
	__u8 clock;
	/** @test_oa: the set is TestOa: B counters have exact ratios to the clock */
	bool test_oa;
	/** @slices: maximum in the topology query, abi.rst 4.1; 0: depends on the device id */
	__u8 slices;
	/** @subslices: maximum per slice */
	__u8 subslices;
	/** @eus: maximum per subslice */
	__u8 eus;
};

const struct oa_facts *oa_facts(void);

/* The format that most tests use, the size of its reports, and the size of their records. */
#define OA_FORMAT	(oa_facts()->layouts[0].format)
#define OA_BYTES	((size_t)oa_facts()->layouts[0].bytes)
#define OA_RECORD	((ssize_t)(8 + OA_BYTES))
#define OA_RING_REPORTS	(oa_facts()->ring / oa_facts()->layouts[0].bytes)

__u64 oa_exponent(unsigned int bit);
unsigned int oa_fast(unsigned int bit);
unsigned int oa_calm(__u64 bytes, size_t report_bytes);
unsigned int oa_steady(unsigned int bit);
unsigned int oa_silent(void);
__u32 oa_boolean_register(void);
__u32 oa_mux_register(void);
__u64 oa_timer_report(__u32 rpt_id);

#endif /* _OA_FACTS_H_ */
