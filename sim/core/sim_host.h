/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interface through which the core of the simulated GPU uses its host. A front end
 * provides it: sim/kernel/ in the kernel, tests/sim/ in user space.
 */
#ifndef _SIM_HOST_H_
#define _SIM_HOST_H_

#include "sim_env.h"

struct sim_host;

/**
 * struct sim_host_ops - operations of a front end for the core
 *
 * The core takes no lock. The front end serialises all calls into the core for one GPU,
 * and the core calls back only from within such a call. Apart from @alloc and @free, the
 * operations run in whatever context the front end called from, and must not sleep there.
 */
struct sim_host_ops {
	/** @now_ns: a clock that never goes back, in nanoseconds */
	u64 (*now_ns)(struct sim_host *host);
	/**
	 * @map: guest memory at a bus address, as a pointer that is valid until @unmap.
	 * @bytes never cross a page of 4 KiB. NULL: no memory is there. At most one
	 * mapping exists at a time. The GPU writes through the pointer, so that reports
	 * are copied once.
	 */
	void *(*map)(struct sim_host *host, u64 address, u32 bytes);
	/** @unmap: end a mapping of @map */
	void (*unmap)(struct sim_host *host, void *memory);
	/**
	 * @line: the state of the interrupt line. Called with every change, and also
	 * without one. The front end delivers the interrupt after the access is over, as often
	 * as sim_irq_take() returns. A change to true sends a message.
	 */
	void (*line)(struct sim_host *host, bool stands);
	/** @broken: a rule was broken, for a log; NULL: no log */
	void (*broken)(struct sim_host *host, const char *rule, u32 offset, u32 value);
	/** @unknown: a register that no document names was accessed; NULL: no log */
	void (*unknown)(struct sim_host *host, u32 offset);
	/** @alloc: zeroed memory, a few MiB; NULL if there is none. May sleep */
	void *(*alloc)(struct sim_host *host, size_t bytes);
	/** @free: memory of @alloc, or NULL. May sleep */
	void (*free)(struct sim_host *host, void *memory);
	/** @assert_locked: complain unless the caller serialises; NULL: no check */
	void (*assert_locked)(struct sim_host *host);
};

/** struct sim_host - a front end, as the core sees it; part of the front end's own struct */
struct sim_host {
	/** @ops: constant */
	const struct sim_host_ops *ops;
	/**
	 * @scratch: bus address of a page without other use. Firmware points
	 * all GGTT entries there; the core never accesses the page.
	 */
	u64 scratch;
	/**
	 * @shared: the guest's memory is also the host's. A page that a driver has freed may have
	 * a new owner, so an access through an entry that was changed and not flushed reaches no
	 * memory.
	 */
	bool shared;
};

#endif /* _SIM_HOST_H_ */
