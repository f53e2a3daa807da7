#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Inside a guest: oa-fuzz with the arguments given, and then what is left behind. In a kernel with
# sanitizers, kmemleak must find nothing and lockdep have been on to the end; with fault injection
# allocations fail.

. "$TOP/tests/guest/lib.sh"

leaks=/sys/kernel/debug/kmemleak
inject=/sys/kernel/debug

lockdep_watches() { grep -q 'debug_locks: *1$' /proc/lockdep_stats; }

# kmemleak reports no object younger than five seconds, and one scan may miss a reference that is
# just being moved.
nothing_leaked()
{
	sleep 6
	echo scan >$leaks
	sleep 1
	echo scan >$leaks
	cat $leaks
	[ -z "$(cat $leaks)" ]
}

# Only what a thread asks for with fail-nth fails: every kind of allocation, without a message
prepare_failures()
{
	for kind in failslab fail_page_alloc; do
		[ -d $inject/$kind ] || continue
		echo 0 >$inject/$kind/verbose
		echo N >$inject/$kind/ignore-gfp-wait
		[ ! -e $inject/$kind/min-order ] || echo 0 >$inject/$kind/min-order
	done
}

[ ! -e $leaks ] || { echo scan=off >$leaks; echo scan >$leaks; echo clear >$leaks; }
load_modules
if [ -d $inject/failslab ]; then
	prepare_failures
	set -- --fail --limit 60 "$@"
fi
"$IGT/oa-fuzz" "$@" || not_ok "fuzz"
check "fuzz/the simulated GPU saw no violation" no_violations
unload_modules
[ ! -e /proc/lockdep_stats ] || check "fuzz/lockdep was on to the end" lockdep_watches
kcsan_to_the_end
[ ! -e $leaks ] || check "fuzz/kmemleak finds nothing" nothing_leaked
finish
