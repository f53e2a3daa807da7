/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Interrupts of the simulated GPU: the events, and the state of each generation's tree.
 */
#ifndef _SIM_IRQ_TYPES_H_
#define _SIM_IRQ_TYPES_H_

#include "sim/core/sim_env.h"

struct sim_irq_ops;

#define SIM_MAX_ENGINES		8	/* of any platform */

/** enum sim_engine_event - events of an engine that can raise an interrupt */
enum sim_engine_event {
	/** @SIM_ENGINE_USER: it executed MI_USER_INTERRUPT */
	SIM_ENGINE_USER,
	/** @SIM_ENGINE_SWITCHED: it wrote a context status; gen8 and later */
	SIM_ENGINE_SWITCHED,
	/** @SIM_ENGINE_NOTIFIED: a flush with a notification is done */
	SIM_ENGINE_NOTIFIED,
	/** @SIM_ENGINE_WAITS: MI_SEMAPHORE_WAIT found that it must wait; gen8 and later */
	SIM_ENGINE_WAITS,
	/** @SIM_ENGINE_ERROR: a bit of EIR was set */
	SIM_ENGINE_ERROR,
	/** @SIM_ENGINE_EVENTS: number of them */
	SIM_ENGINE_EVENTS,
};

/** enum sim_event - events that can raise an interrupt */
enum sim_event {
	/** @SIM_EVENT_OA_HALF_FULL: unread reports crossed half of the OA buffer */
	SIM_EVENT_OA_HALF_FULL,
	/**
	 * @SIM_EVENT_ENGINE: plus SIM_MAX_ENGINES times an enum sim_engine_event, plus n: event
	 * of engine n
	 */
	SIM_EVENT_ENGINE,
	/** @SIM_EVENT_USER: plus n: engine n executed MI_USER_INTERRUPT */
	SIM_EVENT_USER = SIM_EVENT_ENGINE + SIM_ENGINE_USER * SIM_MAX_ENGINES,
	/** @SIM_EVENT_RCS_USER: the render engine did */
	SIM_EVENT_RCS_USER = SIM_EVENT_USER,
	/** @SIM_EVENT_SWITCH: plus n: engine n wrote a context status */
	SIM_EVENT_SWITCH = SIM_EVENT_ENGINE + SIM_ENGINE_SWITCHED * SIM_MAX_ENGINES,
	/** @SIM_EVENT_RCS_SWITCH: the render engine did */
	SIM_EVENT_RCS_SWITCH = SIM_EVENT_SWITCH,
	/** @SIM_EVENT_NOTIFY: plus n: a flush of engine n with a notification is done */
	SIM_EVENT_NOTIFY = SIM_EVENT_ENGINE + SIM_ENGINE_NOTIFIED * SIM_MAX_ENGINES,
	/** @SIM_EVENT_WAIT: plus n: MI_SEMAPHORE_WAIT of engine n must wait */
	SIM_EVENT_WAIT = SIM_EVENT_ENGINE + SIM_ENGINE_WAITS * SIM_MAX_ENGINES,
	/** @SIM_EVENT_ERROR: plus n: engine n has an error that is not masked */
	SIM_EVENT_ERROR = SIM_EVENT_ENGINE + SIM_ENGINE_ERROR * SIM_MAX_ENGINES,
	/**
	 * @SIM_EVENT_SOURCE: plus n, below SIM_MAX_SOURCES: any source n of the tree, which
	 * its owner has enabled. Gen8: bit n % 32 of GT interrupt n / 32; gen11: the lowest
	 * bit of the engine whose bit is n % 32 of GT INT DW n / 32
	 */
	SIM_EVENT_SOURCE = SIM_EVENT_ENGINE + SIM_ENGINE_EVENTS * SIM_MAX_ENGINES,
};

#define SIM_MAX_SOURCES		128	/* sources of any tree */
#define SIM_MAX_BLOCKS		8
#define SIM_GEN8_SETS		4
#define SIM_GEN11_DWS		2
#define SIM_GEN11_ENGINES	64

/**
 * struct sim_irq_block - mask, latch and enable of a unit outside the GT
 *
 * An event that is not masked is latched. A latch holds two events: the second shows when the
 * first is cleared, by a write of its bit.
 */
struct sim_irq_block {
	/** @imr: events that are not latched */
	u32 imr;
	/** @iir: events that are latched */
	u32 iir;
	/** @queued: events that came while the latch was set */
	u32 queued;
	/** @ier: events that raise the line */
	u32 ier;
};

/** struct sim_irq_gen6 - the GT's and the display's interrupts, and the master in DEIER */
struct sim_irq_gen6 {
	/** @gtimr: GT interrupts that are not latched */
	u32 gtimr;
	/** @gtiir: GT interrupts that are latched */
	u32 gtiir;
	/** @gtier: GT interrupts that raise the line */
	u32 gtier;
	/** @gtqueued: GT interrupts that came while their latch was set */
	u32 gtqueued;
	/** @deimr: as @gtimr, display */
	u32 deimr;
	/** @deiir: as @gtiir, display */
	u32 deiir;
	/** @deier: as @gtier, display; and the master bit */
	u32 deier;
};

/** struct sim_irq_gen8 - GT interrupts 0 to 3 and their master */
struct sim_irq_gen8 {
	/** @imr: interrupts that are not latched */
	u32 imr[SIM_GEN8_SETS];
	/** @iir: interrupts that are latched */
	u32 iir[SIM_GEN8_SETS];
	/** @queued: interrupts that came while their latch was set */
	u32 queued[SIM_GEN8_SETS];
	/** @ier: interrupts that raise the line */
	u32 ier[SIM_GEN8_SETS];
	/** @master: the control bit */
	u32 master;
	/** @oa_master: the OA unit's bits of the master; hardware.rst 14 leaves open which */
	u32 oa_master;
};

/** struct sim_irq_gen11_dw - GT INT DW and the state of its service */
struct sim_irq_gen11_dw {
	/** @iir: the copy that software reads: events, or a snapshot after software's read */
	u32 iir;
	/** @next: events since the snapshot */
	u32 next;
	/** @locked: @iir is a snapshot under service */
	bool locked;
	/** @served: bits of the snapshot whose engine was served */
	u32 served;
	/** @given_up: bits whose Data-Valid did not come because of the fault */
	u32 given_up;
	/** @selector: engine under service, one-hot */
	u32 selector;
	/** @identity: the shared IIR */
	u32 identity;
	/** @reads: times the shared IIR was read since @selector was written */
	u32 reads;
	/** @selected: tick of the write of @selector */
	u64 selected;
	/** @never: Data-Valid will not come because of the fault */
	bool never;
};

/** struct sim_irq_gen11 - the aggregator of Lakefield's chapter "Interrupts" */
struct sim_irq_gen11 {
	/** @master: the enable bit */
	u32 master;
	/** @serving: GT INT DW was read since the master was last written */
	bool serving;
	/** @dw: GT INT DW 0 and 1 */
	struct sim_irq_gen11_dw dw[SIM_GEN11_DWS];
	/** @collapsed: the per-instance collapsing registers, by engine number */
	u16 collapsed[SIM_GEN11_ENGINES];
	/** @enable: enable registers, one dword for two classes */
	u32 enable[8];
	/** @mask: mask registers, one dword for two instances */
	u32 mask[32];
	/** @display: the display's own master */
	u32 display;
};

/** struct sim_irq - interrupt state; each generation uses its part */
struct sim_irq {
	/** @oa_imr: OA_IMR, a register of the OA unit */
	u32 oa_imr;
	/** @identity_at_once: gen11: Data-Valid comes with the first read; resets keep it */
	bool identity_at_once;
	/** @asserted: state of the line at the last update */
	bool asserted;
	/** @unannounced: the message of this rise of the line was lost */
	bool unannounced;
	/** @block: display, PCH, PCU and misc, in the order of struct sim_platform.blocks */
	struct sim_irq_block block[SIM_MAX_BLOCKS];
	/** @gen6: up to gen7.5 */
	struct sim_irq_gen6 gen6;
	/** @gen8: GT interrupts of gen8 and gen9 */
	struct sim_irq_gen8 gen8;
	/** @gen11: of gen11 */
	struct sim_irq_gen11 gen11;
};

extern const struct sim_irq_ops sim_irq_gen8, sim_irq_gen11;

#endif /* _SIM_IRQ_TYPES_H_ */
