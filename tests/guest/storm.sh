#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: storms and races (tests/storm), all or those named: storm_race@unbind-*. OA_TIMES
# is the number of times, by default that of each test.

. "$TOP/tests/guest/lib.sh"

export IGT_OA_TIMEOUT="${IGT_OA_TIMEOUT:-7200}"
load_modules
[ $# != 0 ] || set -- storm_repeat storm_race
"$TOP/scripts/igt-run" "$IGT" "$@" || failures=$((failures + 1))
check "storm/the simulated GPU saw no violation" no_violations
unload_modules
lockdep_to_the_end
kcsan_to_the_end
finish
