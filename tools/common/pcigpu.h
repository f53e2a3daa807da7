/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The GPUs of the machine by PCI, to say why these tools can't read them.
 */
#ifndef _TOOLS_PCIGPU_H_
#define _TOOLS_PCIGPU_H_

#include <stddef.h>

#include "formats/oa_types.h"

/* Room for the name of a GPU */
#define PCIGPU_NAME_BYTES	64

const char *pcigpu_name(u32 devid, char *text);
const char *pcigpu_instead(const char *driver);
void pcigpu_explain(void);

#endif /* _TOOLS_PCIGPU_H_ */
