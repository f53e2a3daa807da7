#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a kernel with two processors, such as the preempting one with lockdep and KASAN (vm-run -k
# smp): runs the test programs, by default those in which threads, interrupts, resets and unbinding
# meet. dmesg-check finds complaints of the checkers in the kernel's log.

. "$TOP/tests/guest/lib.sh"

[ $# != 0 ] || set -- perf_lifetime perf_poll perf_wake perf_reset perf_newest perf_privilege
check "smp/there are two processors" [ "$(grep -c ^processor /proc/cpuinfo)" = 2 ]
sh "$TOP/tests/guest/igt.sh" "$@" || failures=$((failures + 1))
finish
