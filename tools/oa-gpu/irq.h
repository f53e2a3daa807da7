/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_IRQ_H_
#define _OA_GPU_IRQ_H_

#include "sim/core/sim_env.h"

/** enum irq_kind - kinds of interrupts, numbered as in VFIO */
enum irq_kind {
	/** @IRQ_LINE: the interrupt line, INTx */
	IRQ_LINE,
	/** @IRQ_MESSAGE: a message, MSI */
	IRQ_MESSAGE,
	/** @IRQ_KINDS: number of kinds */
	IRQ_KINDS,
};

/** struct gpu_irq - interrupts to the client */
struct gpu_irq {
	/** @fd: event files of the client, -1: none */
	int fd[IRQ_KINDS];
	/** @messages: the function sends messages instead of using its line */
	bool messages;
	/** @stands: the line is asserted */
	bool stands;
	/** @masked: the line was signalled or masked, and not unmasked since */
	bool masked;
	/** @pending: a message is due */
	bool pending;
};

void irq_init(struct gpu_irq *irq);
void irq_fini(struct gpu_irq *irq);
void irq_reset(struct gpu_irq *irq);
int irq_set_file(struct gpu_irq *irq, enum irq_kind kind, int fd);
void irq_line(struct gpu_irq *irq, bool stands);
bool irq_due(const struct gpu_irq *irq);
void irq_send(struct gpu_irq *irq, u32 times);
void irq_signal(const struct gpu_irq *irq, enum irq_kind kind, u32 times);

#endif /* _OA_GPU_IRQ_H_ */
