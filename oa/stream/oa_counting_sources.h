/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _OA_COUNTING_SOURCES_H_
#define _OA_COUNTING_SOURCES_H_

struct oa_device;
struct oa_platform;
struct oa_report_format;

const struct oa_report_format *oa_counting_own_format(const struct oa_platform *platform);
void oa_counting_find_sources(struct oa_device *oa);

#endif /* _OA_COUNTING_SOURCES_H_ */
