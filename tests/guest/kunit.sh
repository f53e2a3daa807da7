#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# kunit.sh [GLOB]: inside a guest whose kernel has KUnit: loads the module of the unit tests,
# which runs all tests, or those whose SUITE or SUITE.CASE matches GLOB. The script prints one
# line for each test case, from the KTAP in the kernel's log.

. "$TOP/tests/guest/lib.sh"

glob=${1:-}

load_modules
if [ -n "$glob" ]; then
	check "load i915_oa_kunit_filter" insmod "$MODULES/i915_oa_kunit_filter.ko" glob="$glob"
fi
# The filter rejects a glob that matches nothing; the kernel's log then lists the suites
check "load i915_oa_kunit" insmod "$MODULES/i915_oa_kunit.ko"
if [ $failures != 0 ]; then
	unload_modules
	finish
fi
dmesg | sed 's/^\[[^]]*\] //' | awk -f "$TOP/tests/guest/ktap.awk" || failures=$((failures + 1))
# So that the glob i915_oa_* finds them all, in a kernel that has the suites of others too
named() { ! dmesg | sed 's/^\[[^]]*\] //' | grep '^    # Subtest: ' | grep -v '^    # Subtest: i915_oa_'; }
check "each suite is called i915_oa_*" named
check "unload i915_oa_kunit" rmmod i915_oa_kunit
[ -z "$glob" ] || check "unload i915_oa_kunit_filter" rmmod i915_oa_kunit_filter
unload_modules
checkers_to_the_end
finish
