/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_ASK_H_
#define _OA_GPU_ASK_H_

int ask_run(const char *path, const char *request);

#endif /* _OA_GPU_ASK_H_ */
