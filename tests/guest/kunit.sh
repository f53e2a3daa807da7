#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest whose kernel has KUnit: the unit tests, which run when their module
# is loaded. One line for each test case, from the KTAP that the kernel logs.

. "$TOP/tests/guest/lib.sh"

load_modules
check "load i915_oa_kunit" insmod "$MODULES/i915_oa_kunit.ko"
dmesg | sed 's/^\[[^]]*\] //' | awk -f "$TOP/tests/guest/ktap.awk" || failures=$((failures + 1))
check "unload i915_oa_kunit" rmmod i915_oa_kunit
unload_modules
finish
