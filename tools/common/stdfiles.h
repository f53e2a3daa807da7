/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Standard input, output and error.
 */
#ifndef _TOOLS_STDFILES_H_
#define _TOOLS_STDFILES_H_

void stdfiles_fill(void);

#endif /* _TOOLS_STDFILES_H_ */
