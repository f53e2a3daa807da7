/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_GPU_REQUEST_H_
#define _OA_GPU_REQUEST_H_

int request_run(const char *path, const char *request);

#endif /* _OA_GPU_REQUEST_H_ */
