#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside user-mode Linux: tests/guest/stall.sh SEED [PROGRAM[@SUBTEST]...] runs the test programs and stops their processes
# now and then, as a busy host may, for 0.2, 1 or 3 s, at times that depend on SEED. It finds tests that fail on a busy
# host although the driver has no fault. In virtual time (scripts/uml-run -v) a stop takes no time, and a seed always gives
# the same result. No step of make check runs it:
#
#     PLATFORM=icl scripts/uml-run -v -t 600 tests/guest/stall.sh 7 perf_stream perf_loss
#
# There is one difference from a busy host: a blocked read() that is stopped restarts, and may then return at once, so
# perf_poll@interrupt-wakes-read fails.

. "$TOP/tests/guest/lib.sh"

random=$1
shift

# next_random MOST: sets $random, and $number, a random number less than MOST
next_random()
{
	random=$(((random * 1103515245 + 12345) & 0x7fffffff))
	number=$((random / 65536 % $1))
}

stall()
{
	while :; do
		next_random 300
		sleep "$(printf '0.%03d' $((number + 5)))"
		pids=$(pgrep '^perf_') || continue
		next_random 5
		# shellcheck disable=SC2086
		kill -STOP $pids 2>/dev/null
		case $number in
		0) sleep 3 ;;
		1) sleep 1 ;;
		*) sleep 0.2 ;;
		esac
		# shellcheck disable=SC2086
		kill -CONT $pids 2>/dev/null
	done
}

load_modules
stall &
run_programs "$@"
kill $!
leave_gpu
finish
