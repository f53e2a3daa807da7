/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Standard input, output and error, and the signals of failed writes.
 */
#ifndef _TOOLS_STDFILES_H_
#define _TOOLS_STDFILES_H_

void stdfiles_fill(void);
void stdfiles_signals(void);

#endif /* _TOOLS_STDFILES_H_ */
