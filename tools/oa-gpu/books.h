/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_BOOKS_H_
#define _OA_GPU_BOOKS_H_

#include "session.h"

void books_print(const struct session *s, FILE *to);

#endif /* _OA_GPU_BOOKS_H_ */
