#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# kunit.sh [GLOB]: inside a guest whose kernel has KUnit: the unit tests, which run when
# their module is loaded, all or those whose SUITE or SUITE.CASE matches GLOB. One line for
# each test case, from the KTAP that the kernel logs.

. "$TOP/tests/guest/lib.sh"

glob=${1:-}

load_modules
if [ -n "$glob" ]; then
	check "load i915_oa_kunit_filter" insmod "$MODULES/i915_oa_kunit_filter.ko" glob="$glob"
fi
# Refused where the glob matches nothing: then the kernel has said what there is
check "load i915_oa_kunit" insmod "$MODULES/i915_oa_kunit.ko"
if [ $failures != 0 ]; then
	unload_modules
	finish
fi
dmesg | sed 's/^\[[^]]*\] //' | awk -f "$TOP/tests/guest/ktap.awk" || failures=$((failures + 1))
check "unload i915_oa_kunit" rmmod i915_oa_kunit
[ -z "$glob" ] || check "unload i915_oa_kunit_filter" rmmod i915_oa_kunit_filter
unload_modules
finish
