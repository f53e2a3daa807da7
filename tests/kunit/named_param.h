/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _NAMED_PARAM_H_
#define _NAMED_PARAM_H_

#include <kunit/test.h>
#include <linux/string.h>

/*
 * Later kernels have this macro: KUNIT_ARRAY_PARAM() for cases that carry their
 * description in a member.
 */
#ifndef KUNIT_ARRAY_PARAM_DESC
#define KUNIT_ARRAY_PARAM_DESC(param, array, member)				\
static void param##_desc(typeof(&(array)[0]) c, char *desc)			\
{										\
	strscpy(desc, c->member, KUNIT_PARAM_DESC_SIZE);			\
}										\
KUNIT_ARRAY_PARAM(param, array, param##_desc)
#endif

#endif /* _NAMED_PARAM_H_ */
