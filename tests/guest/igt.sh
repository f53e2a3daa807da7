#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: the test programs on the simulated GPU, which then must have seen
# no violation of what hardware demands, and both modules must go.

. "$TOP/tests/guest/lib.sh"

load_modules
"$TOP/scripts/igt-run" "$IGT" "$@" || failures=$((failures + 1))
check "the simulated GPU saw no violation" no_violations
unload_modules
finish
